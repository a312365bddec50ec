// Evaluation: the thesis's figures 7.15 to 7.34 from our own runs, its printed numbers beside ours, and the peers' bars.
// The rows are spheretree evaluate's; README.md beside this folder describes their fields.
import { lines } from "./colours";
import { EvaluationRow, PageData, short } from "./data";
import { choice, make } from "./dom";
import { Line, plot } from "./plot";

const text = (row: EvaluationRow, key: string) => (typeof row[key] === "string" ? (row[key] as string) : "");
const number = (row: EvaluationRow, key: string) => (typeof row[key] === "number" && Number.isFinite(row[key]) ? (row[key] as number) : null);
const source = (row: EvaluationRow) => text(row, "source") || "ours";

function distinct(rows: EvaluationRow[], key: (row: EvaluationRow) => string): string[] {
  return [...new Set(rows.map(key))].filter(Boolean);
}

/** One line for each name, over all values of x in order. */
function linesBy(rows: EvaluationRow[], name: (row: EvaluationRow) => string, x: string, y: string): { x: number[]; lines: Line[] } {
  const places = [...new Set(rows.map((row) => number(row, x)))].filter((at): at is number => at !== null).sort((a, b) => a - b);
  const made = distinct(rows, name).map((of) => ({ name: of, points: true, values: places.map((at) => {
    const row = rows.find((one) => name(one) === of && number(one, x) === at);
    return row ? number(row, y) : null;
  }) }));
  return { x: places, lines: made.filter((line) => line.values.some((value) => value !== null)) };
}

const methodOf = (row: EvaluationRow) => text(row, "method") + (text(row, "scheduler") ? ` · ${text(row, "scheduler")}` : "")
  + (source(row) === "ours" ? "" : ` (${source(row)})`);

const errorFigures: [string, string][] = [["worst", "worst"], ["rms", "root mean square"], ["mean", "mean"], ["certified", "certified"]];
const budgetFigures: [string, string, string][] = [["worst", "Worst error", "of the radius"], ["rms", "Root mean square error", "of the radius"],
  ["best", "Best error", "of the radius"], ["bound", "Worst certified bound", "of the radius"], ["contacts", "Contacts", "pairs of bodies"],
  ["nodePairs", "Pairs of spheres", "pairs"]];

export class EvaluationTab {
  readonly element = make("div", "tab");
  private readonly plots = make("div", "plots");
  private readonly rows: EvaluationRow[];
  private mesh = "";
  private logarithmic = true;
  private stale = true;

  constructor(data: PageData) {
    this.rows = data.evaluations.flatMap((evaluation) => evaluation.rows);
    const sheet = make("div", "sheet"), choices = make("div", "choices");
    const meshes = distinct(this.rows.filter((row) => text(row, "kind") !== "peer"), (row) => text(row, "mesh"));
    this.mesh = meshes[0] ?? "";
    if (meshes.length > 0)
      choices.append(choice("mesh-of", "Mesh", meshes, 0, (i) => { this.mesh = meshes[i]; this.draw(); }).element);
    choices.append(choice("scale", "Errors on a scale that is", ["logarithmic", "linear"], 0, (i) => { this.logarithmic = i === 0; this.draw(); }).element);
    const commands = data.evaluations.map((evaluation) => evaluation.command).filter((command) => typeof command === "string");
    const words = commands.length > 0 ? `Made by ${commands.join("; ")}.` : `From ${data.evaluations.map((one) => one.name).join(", ")}.`;
    sheet.append(choices, this.plots, make("p", "hint", `${words} ${this.rows.length} rows.`));
    this.element.append(sheet);
  }

  shown() {
    if (this.stale) this.draw();
  }

  private draw() {
    this.stale = false;
    this.plots.replaceChildren();
    const of = (kind: string) => this.rows.filter((row) => text(row, "kind") === kind && (kind === "peer" || text(row, "mesh") === this.mesh));
    this.drawErrors(of("error"));
    this.drawBudgets(of("interruption"));
    this.drawImprovements(of("improvement"));
    this.drawPeers(of("peer"));
    if (this.plots.childElementCount === 0) this.plots.append(make("p", "", "No row of this evaluation is of a kind that this page knows."));
  }

  private figure(title: string): HTMLElement {
    const figure = make("div", "plot");
    figure.append(make("h2", "", title));
    this.plots.append(figure);
    return figure;
  }

  private drawErrors(rows: EvaluationRow[]) {
    for (const [key, words] of errorFigures) {
      const { x, lines: values } = linesBy(rows, methodOf, "level", key);
      if (values.length > 0)
        plot(this.figure(`Error by method and level: ${words}`), x, values, { height: 260, xName: "level", yName: "of the radius",
          logY: this.logarithmic, xWords: (value) => (Number.isInteger(value) ? String(value) : "") });
    }
  }

  private drawBudgets(rows: EvaluationRow[]) {
    for (const [key, title, unit] of budgetFigures) {
      const { x, lines: values } = linesBy(rows, methodOf, "operations", key);
      if (values.length > 0)
        plot(this.figure(`${title} when interrupted`), x, values, { height: 260, xName: "operations per frame", yName: unit,
          logY: this.logarithmic && values.every((line) => line.values.every((value) => value === null || value > 0)) });
    }
  }

  private drawImprovements(rows: EvaluationRow[]) {
    for (const reference of distinct(rows, (row) => text(row, "reference")))
      for (const key of ["worst", "rms"]) {
        const chosen = rows.filter((row) => text(row, "reference") === reference && number(row, key) !== null);
        if (chosen.length === 0) continue;
        const name = (row: EvaluationRow) => `${text(row, "method")}, level ${number(row, "level") ?? "–"}, ${source(row)}`;
        this.bars(`Times better than ${reference} (${key === "worst" ? "worst error" : "root mean square"})`, chosen, name, key, "×");
      }
  }

  private drawPeers(rows: EvaluationRow[]) {
    for (const of of distinct(rows, (row) => text(row, "case"))) {
      const chosen = rows.filter((row) => text(row, "case") === of && number(row, "value") !== null);
      if (chosen.length > 0) this.bars(of, chosen, (row) => text(row, "name"), "value", ` ${text(chosen[0], "unit")}`);
    }
  }

  private bars(title: string, rows: EvaluationRow[], name: (row: EvaluationRow) => string, key: string, unit: string) {
    const figure = this.figure(title), most = Math.max(...rows.map((row) => number(row, key)!), 1e-300);
    for (const row of rows) {
      const value = number(row, key)!, line = make("div", "bar"), bar = make("i"), said = make("span");
      bar.style.width = `${Math.max(0, 70 * (value / most))}%`;
      bar.style.background = source(row) === "ours" ? lines[0] : lines[4];
      said.append(bar, `${short(value)}${unit}`);
      line.append(make("span", "", name(row)), said);
      figure.append(line);
    }
  }
}
