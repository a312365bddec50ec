// Opens the page that the demo makes, moves every control and looks at what changes; then damaged pages, large ones, a
// phone's window. Takes the README's pictures on the way (SPHERETREE_PICTURES, else into the build).
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { Opened, openBrowser } from "./browser.mjs";
import { largeTree } from "./large_tree.mjs";

const here = dirname(fileURLToPath(import.meta.url)), root = resolve(here, "../..");
const build = resolve(root, process.env.SPHERETREE_BUILD ?? "build/release"), tool = join(build, "bin/spheretree");
const folder = join(build, "Viewer"), demo = join(folder, "demo");
const pictures = process.env.SPHERETREE_PICTURES ? resolve(root, process.env.SPHERETREE_PICTURES) : join(folder, "pictures");
const run = (...words) => spawnSync(tool, words, { cwd: root, encoding: "utf8" });
let browser, page;

function view(name, ...files) {
  const made = join(folder, `${name}.html`), said = run("view", ...files, "-o", made);
  assert.equal(said.status, 0, said.stderr);
  return made;
}

/** The page of `from` with its data changed. */
function tampered(name, from, change) {
  const text = readFileSync(from, "utf8"), begin = text.indexOf('id="data">') + 10, end = text.indexOf("</script>", begin);
  const made = join(folder, `${name}.html`);
  writeFileSync(made, text.slice(0, begin) + change(text.slice(begin, end)) + text.slice(end));
  return made;
}

const withJson = (change) => (text) => {
  const data = JSON.parse(text);
  change(data);
  return JSON.stringify(data);
};

before(async () => {
  for (const made of [demo, pictures]) mkdirSync(made, { recursive: true });
  execFileSync(join(root, "Tests/House/demo.sh"), [build, demo], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  browser = await openBrowser();
  page = await Opened.open(browser, join(demo, "index.html"));
}, { timeout: 300000 });

after(async () => { await browser?.close(); });

test("the demo's page has its title and its tabs", async () => {
  assert.match(await page.page.title(), /bunny/);
  assert.deepEqual((await page.page.getByRole("tab").allTextContents()).slice(0, 2), ["Tree", "Budget"]);
  assert.equal(await page.page.locator("#fault").isHidden(), true);
});

test("the level's slider shows other spheres, and the table says how many", async () => {
  const inspected = JSON.parse(run("inspect", join(demo, "bunny.sphtree"), "--json").stdout);
  for (const level of [0, 1, 3]) {
    const changed = await page.changed(() => page.slide("level", level));
    assert.ok(changed > 0.02, `level ${level} changes ${changed} of the picture`);
    assert.equal(await page.canvas.getAttribute("data-spheres"), String(inspected.levels[level].spheres));
    assert.match(await page.said("level"), new RegExp(`^${level} · ${inspected.levels[level].spheres} `));
    const cells = await page.page.locator("tr.chosen td").allTextContents();
    assert.equal(cells[0], String(level));
    assert.equal(cells[1], String(inspected.levels[level].spheres));
    assert.ok(Math.abs(Number(cells[2]) / inspected.levels[level].certified.max - 1) < 1e-3, cells[2]);
  }
  await page.page.locator("tbody tr").nth(2).click();
  assert.match(await page.said("level"), /^2 · /);
});

test("opacity, cut, mesh and colours change the picture, and back", async () => {
  const first = await page.pixels();
  const steps = [
    ["opacity", () => page.slide("opacity", 0.3), () => page.slide("opacity", 1)],
    ["no spheres at all", () => page.slide("opacity", 0), () => page.slide("opacity", 1)],
    ["cut", () => page.slide("clip", 0), () => page.slide("clip", 1)],
    ["colours", () => page.control("whole").check(), () => page.control("whole").uncheck()],
  ];
  for (const [name, there, back] of steps) {
    assert.ok((await page.changed(there)) > 0.01, `${name} changes nothing`);
    await back();
    assert.deepEqual(await page.pixels(), first, `${name} cannot be undone`);
  }
  await page.slide("opacity", 0);
  assert.ok((await page.changed(() => page.control("mesh").uncheck())) > 0.02, "the mesh is hidden");
  await page.control("mesh").check();
  await page.slide("opacity", 1);
  await page.slide("clip", 0.1);
  for (const axis of ["1", "2"]) assert.ok((await page.changed(() => page.control("axis").selectOption(axis))) > 0.01);
  assert.equal(await page.said("clip"), "0.1");
  await page.slide("clip", 1);
  await page.control("axis").selectOption("0");
});

test("a click picks the sphere in front, with what the tree says of it", async () => {
  await page.slide("level", 2);
  const box = await page.canvas.boundingBox();
  await page.canvas.click({ position: { x: box.width / 2, y: box.height / 2 } });
  const node = Number((await page.fact("node")).split(" ")[0]);
  const rows = run("inspect", join(demo, "bunny.sphtree"), "--csv").stdout.trim().split("\n").map((line) => line.split(","));
  const [, level, parent, children, , , , radius, error] = rows[node + 1].map(Number);
  assert.equal(await page.fact("node-level"), String(level));
  assert.ok(Math.abs(Number(await page.fact("radius")) / radius - 1) < 1e-3);
  assert.ok(Math.abs(Number((await page.fact("error")).split(" ")[0]) / error - 1) < 1e-3);
  assert.equal(await page.fact("parent"), String(parent));
  assert.ok((await page.fact("children")).startsWith(`${children}:`));
  await page.control("parent").click();
  assert.ok((await page.fact("node")).startsWith(`${parent} of`));
  assert.match(await page.said("level"), /^1 · /);
  await page.control("child").click();
  const child = Number((await page.fact("node")).split(" ")[0]);
  assert.equal(Number(rows[child + 1][2]), parent);
  await page.control("sibling").click();
  assert.equal(Number(rows[Number((await page.fact("node")).split(" ")[0]) + 1][2]), parent);
  await page.canvas.click({ position: { x: 4, y: box.height / 2 } });
  assert.equal(await page.fact("node"), "", "beside the body there is nothing");
});

test("the keyboard turns, zooms, walks and resets", async () => {
  await page.control("reset").click();
  const first = await page.pixels();
  await page.canvas.focus();
  for (const key of ["ArrowLeft", "ArrowUp", "+", "]"])
    assert.ok((await page.changed(() => page.page.keyboard.press(key))) > 0.003, `${key} changes nothing`);
  await page.page.keyboard.press("n");
  const one = await page.fact("node");
  assert.match(one, /^\d+ of/);
  await page.page.keyboard.press("n");
  assert.notEqual(await page.fact("node"), one);
  await page.page.keyboard.press("b");
  assert.equal(await page.fact("node"), one);
  for (const key of ["Escape", "[", "Home"]) await page.page.keyboard.press(key);
  assert.deepEqual(await page.pixels(), first);
  const tabs = page.page.getByRole("tab");
  await tabs.first().focus();
  await page.page.keyboard.press("ArrowRight");
  assert.equal(await tabs.nth(1).getAttribute("aria-selected"), "true");
  await page.page.keyboard.press("ArrowLeft");
  assert.equal(await tabs.first().getAttribute("aria-selected"), "true");
});

test("two methods stand side by side under one camera", async () => {
  await page.slide("level", 3);
  await page.settle();
  await page.picture(join(pictures, "page-tree.png"));
  await page.control("second").selectOption("2");
  const { method } = JSON.parse(run("inspect", join(demo, "bunny.sphtree"), "--json").stdout).tree;
  assert.deepEqual(await page.page.locator(".name:visible").allTextContents(), [`bunny · ${method}`, "bunny-octree · Octree"]);
  assert.equal(await page.page.locator("[role=tabpanel]:not([hidden]) table").count(), 2);
  await page.settle();
  const halves = (pixels) => [0, 1].map((half) => pixels.filter((_, i) => (Math.floor(i / 4) % 160 >= 80) === (half === 1)));
  const before_ = halves(await page.pixels());
  await page.canvas.focus();
  await page.page.keyboard.press("ArrowLeft");
  const after_ = halves(await page.pixels());
  for (const half of [0, 1]) assert.notDeepEqual(after_[half], before_[half], "both turn");
  await page.picture(join(pictures, "page-compare.png"));
  await page.control("second").selectOption("0");
  for (const tree of ["2", "3", "0"]) assert.ok((await page.changed(() => page.control("tree").selectOption(tree))) > 0.02);
});

test("the drop plays, at every budget", async () => {
  const recording = JSON.parse(readFileSync(join(demo, "drop.json"), "utf8"));
  await page.choose("Budget");
  assert.equal(recording.count, 100);
  assert.ok((await page.changed(() => page.slide("frame", 40))) > 0.02);
  const frame = recording.recorded[40];
  for (let budget = 0; budget < recording.budgets.length; ++budget) {
    await page.slide("budget", budget);
    assert.ok((await page.said("budget")).startsWith(recording.budgets[budget].label));
    assert.equal(await page.fact("contacts"), String(frame.budgets[budget].contacts));
    assert.equal(await page.fact("open-pairs"), String(frame.budgets[budget].openPairs));
    assert.equal(await page.fact("operations"), String(frame.budgets[budget].operations));
  }
  assert.ok((await page.changed(() => page.slide("budget", 0))) > 0, "another budget, other rings");
  await page.control("asked").click();
  assert.match(await page.said("budget"), /0\.5 ms \(recorded\)/);
  assert.ok((await page.changed(() => page.control("rings").uncheck())) > 0.001);
  await page.control("rings").check();
});

test("open pairs are drawn where the budget was too small", async () => {
  // With next to no budget nothing is confirmed: a recording of its own, in operations, the same on every machine.
  const made = join(folder, "hasty.json");
  const said = run("drop", join(demo, "bunny.sphtree"), "--count", "20", "--frames", "80", "--every", "8", "--budget", "400ops", "--record", made);
  assert.equal(said.status, 0, said.stderr);
  const recording = JSON.parse(readFileSync(made, "utf8"));
  const last = recording.recorded.length - 1, budgets = recording.recorded[last].budgets;
  assert.ok(budgets[0].openPairs > 0, "an eighth of 400 operations leaves pairs open");
  assert.equal(budgets.at(-1).openPairs, 0, "without a limit none is open");
  assert.ok(budgets[0].contacts >= budgets.at(-1).contacts, "what is open counts as touching");
  assert.ok(budgets[0].worstBound > budgets.at(-1).worstBound);
  const hasty = await Opened.open(browser, view("hasty", made));
  await hasty.slide("frame", last);
  await hasty.slide("budget", 0);
  assert.ok((await hasty.changed(() => hasty.control("open").uncheck())) > 0.0005);
  await hasty.close();
});

test("of two recordings, either is shown", async () => {
  const both = await Opened.open(browser, view("both", join(folder, "hasty.json"), join(demo, "drop.json")));
  assert.match(await both.said("budget"), /400/);
  assert.ok((await both.changed(() => both.control("recording").selectOption("1"))) > 0.02, "another heap");
  assert.match(await both.said("budget"), /0\.5 ms \(recorded\)/);
  await both.close();
});

test("play, bodies as spheres, the strip and the keys", { timeout: 120000 }, async () => {
  const told = await page.said("frame");
  await page.control("play").click();
  while ((await page.said("frame")) === told) await page.page.waitForTimeout(50);
  await page.control("play").click();
  const stood = await page.said("frame");
  await page.page.waitForTimeout(300);
  assert.equal(await page.said("frame"), stood);
  await page.slide("frame", 60);
  await page.canvas.focus();
  await page.page.keyboard.press(".");
  const next = await page.said("frame");
  await page.page.keyboard.press(",");
  assert.notEqual(await page.said("frame"), next);
  await page.page.keyboard.press("[");
  assert.match(await page.said("budget"), /0\.25 ms/);
  await page.page.keyboard.press("]");
  await page.page.keyboard.press(" ");
  assert.equal(await page.control("play").textContent(), "Pause");
  await page.page.keyboard.press(" ");
  const strip = await page.page.locator(".strip .u-over").boundingBox();
  await page.page.mouse.move(strip.x + strip.width / 2, strip.y + strip.height / 2);
  await page.page.mouse.click(strip.x + strip.width / 2, strip.y + strip.height / 2);
  const frame = Number((await page.said("frame")).split(" ")[0]);
  assert.ok(Math.abs(frame - 180) <= 6, `the middle of 360 frames is ${frame}`);
  await page.slide("frame", 80);
  await page.settle();
  await page.picture(join(pictures, "page-budget.png"));
  assert.ok((await page.changed(() => page.control("bodies").selectOption("4"))) > 0.02);
  assert.ok(Number(await page.canvas.getAttribute("data-spheres")) > 50000, "a hundred bodies of more than 500 leaves");
  await page.control("bodies").selectOption("0");
  assert.ok((await page.changed(() => page.canvas.press("ArrowRight"))) > 0.01);
  assert.ok((await page.changed(() => page.control("reset-drop").click())) > 0.01);
});

test("the figures of the whole run are the recording's", async () => {
  const { costs, frames } = JSON.parse(readFileSync(join(demo, "drop.json"), "utf8"));
  const sorted = [...costs.milliseconds].sort((a, b) => a - b);
  assert.ok(Math.abs(parseFloat(await page.fact("p50")) / sorted[Math.round(0.5 * (frames - 1))] - 1) < 1e-3);
  assert.ok(Math.abs(parseFloat(await page.fact("most")) / sorted.at(-1) - 1) < 1e-3);
  assert.equal(await page.fact("within"), `${sorted.filter((cost) => cost <= 0.5).length} of ${frames}`);
});

test("nobody complained", async () => { await page.close(); });

test("the evaluation draws its rows, and takes words as words", async () => {
  const opened = await Opened.open(browser, view("evaluation", join(here, "evaluation.json")));
  const titles = () => opened.page.locator(".plot h2").allTextContents();
  const first = await titles();
  for (const words of ["Error by method and level: worst", "Contacts when interrupted", "Times better than Octree (worst error)", "A case <b>of</b> ours"])
    assert.ok(first.includes(words), `${words} in ${first}`);
  assert.ok(!first.some((title) => title.endsWith(": mean")), "no row has a mean");
  const bars = await opened.page.locator(".bar").allTextContents();
  assert.ok(bars.some((words) => words.includes("thesis table 0.0") && words.includes("1.5×")), bars.join("; "));
  const shot = () => opened.page.locator(".plot canvas").first().evaluate((canvas) => canvas.toDataURL());
  const logarithmic = await shot();
  await opened.control("scale").selectOption("1");
  assert.notEqual(await shot(), logarithmic);
  await opened.control("mesh-of").selectOption("1");
  assert.deepEqual(await titles(), ["Error by method and level: worst", "Error by method and level: root mean square",
    "Error by method and level: certified", "A case <b>of</b> ours"]);
  await opened.page.screenshot({ path: join(folder, "evaluation.png") });
  await opened.close();
});

test("evaluate's own file fills the tab, the thesis beside it", async () => {
  const tree = (method, level, max) => ({ mesh: "bunny-1500", method, level, spheres: 8 ** level, max, mean: max / 2, rms: max / 1.5, certifiedMax: 1.1 * max });
  const frame = (budgetOperations) => ({ mesh: "bunny-1500", method: "Merge", scheduler: "best-first", budgetOperations, worst: 100 / budgetOperations,
    rms: 50 / budgetOperations, best: 0, bound: 0.2, contacts: 9, nodePairs: 80, operations: budgetOperations - 3 });
  const file = join(folder, "evaluation.json");
  writeFileSync(file, JSON.stringify({ command: "spheretree evaluate x", trees: [tree("Hubbard", 1, 0.3), tree("Merge", 1, 0.2)], frames: [frame(500), frame(5000)] }));
  const opened = await Opened.open(browser, view("evaluated", file));
  assert.match(await opened.page.locator(".hint").textContent(), /Made by spheretree evaluate x/);
  const bars = await opened.page.locator(".bar").allTextContents();
  assert.ok(bars.includes("Merge, level 1, ours1.5×"), bars.join("; "));
  assert.ok(bars.includes("Merge, level 1, thesis table 7.21.56×"), bars.join("; "));
  const titles = await opened.page.locator(".plot h2").allTextContents();
  for (const words of ["Error by method and level: mean", "Worst error when interrupted", "Best error when interrupted"]) assert.ok(titles.includes(words), words);
  await opened.close();
});

test("fifty thousand spheres are one draw call", async () => {
  const file = join(folder, "large.sphtree");
  writeFileSync(file, largeTree(50000));
  const opened = await Opened.open(browser, view("large", file), { viewport: { width: 800, height: 320 } });
  await opened.slide("level", 6);
  await opened.settle();
  assert.ok(Number(await opened.canvas.getAttribute("data-spheres")) >= 43000);
  assert.ok(Number(await opened.canvas.getAttribute("data-calls")) <= 2);
  const begun = performance.now();
  assert.ok((await opened.changed(() => opened.canvas.press("ArrowLeft"))) > 0.001);
  console.log(`# a turn of a large tree, seen twice, took ${Math.round(performance.now() - begun)} ms, drawn by a processor`);
  await opened.close();
});

test("a phone's window shows everything, and paper too", async () => {
  const opened = await Opened.open(browser, join(demo, "index.html"), { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true });
  const width = await opened.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is ${width} wide`);
  assert.ok((await opened.canvas.boundingBox()).width > 380);
  assert.ok((await opened.changed(() => opened.slide("level", 0))) > 0.02);
  for (const name of ["level", "opacity", "clip", "second"]) assert.ok((await opened.control(name).boundingBox()).width > 300);
  await opened.page.emulateMedia({ media: "print" });
  assert.equal(await opened.control("level").isVisible(), false);
  assert.equal(await opened.page.locator("table").first().isVisible(), true);
  await opened.close();
});

test("damaged data is a sentence, and what is sound still shows", async () => {
  const from = view("sound", join(root, "build/meshes/bunny-1500.ply"), join(demo, "bunny.sphtree"), join(folder, "hasty.json"));
  const cases = [
    ["cut", (text) => text.slice(0, text.length / 2), /damaged/, []],
    ["version", withJson((data) => { data.version = 9; }), /another version/, []],
    ["short", withJson((data) => { data.trees[0].spheres = data.trees[0].spheres.slice(8); }), /The tree bunny is damaged/, ["Budget"]],
    ["nan", withJson((data) => { data.trees[0].spheres = "AADAfwAA" + data.trees[0].spheres.slice(8); }), /not finite/, ["Budget"]],
    ["links", withJson((data) => { data.trees[0].links = "////fwAA" + data.trees[0].links.slice(8); }), /damaged at sphere 0/, ["Budget"]],
    ["corner", withJson((data) => { data.meshes[0].indices = "////fwAA" + data.meshes[0].indices.slice(8); }), /a corner is missing/, ["Budget"]],
    ["poses", withJson((data) => { data.recordings[0].recorded[1].poses = "!"; }), /The recording hasty is damaged/, ["Tree"]],
  ];
  for (const [name, change, words, tabs] of cases) {
    const opened = await Opened.open(browser, tampered(`damaged-${name}`, from, change), { viewport: { width: 800, height: 330 } });
    assert.match(await opened.page.locator("#fault").textContent(), words);
    assert.deepEqual(await opened.page.getByRole("tab").allTextContents(), tabs);
    await opened.close();
  }
});

test("the tool refuses what no page can show, in a sentence", () => {
  const put = (name, text) => { writeFileSync(join(folder, name), text); return join(folder, name); };
  const recording = JSON.parse(readFileSync(join(folder, "hasty.json"), "utf8"));
  const damaged = (name, change) => { const copy = structuredClone(recording); change(copy); return put(name, JSON.stringify(copy)); };
  const tree = join(demo, "bunny.sphtree"), mesh = join(root, "build/meshes/bunny-1500.ply");
  const cases = [
    [[join(folder, "nowhere.sphtree")], /nowhere\.sphtree cannot be opened/],
    [[put("garbage.sphtree", "SPHTREE? no")], /garbage\.sphtree cannot be used/],
    [[put("cut.sphtree", readFileSync(tree).subarray(0, 2000))], /cut\.sphtree cannot be used/],
    [[put("garbage.json", "{")], /garbage\.json is damaged/],
    [[put("list.json", "[1]")], /list\.json is damaged/],
    [[put("other.json", '{"format": 7}')], /other\.json is neither a recording/],
    [[put("rows.json", '{"rows": [1]}')], /rows\.json is neither/],
    [[damaged("bodies.json", (copy) => { copy.bodies.pop(); })], /bodies do not count up/],
    [[damaged("frame.json", (copy) => { copy.recorded[1].poses = "AAAA"; })], /a frame in it is cut off/],
    [[damaged("points.json", (copy) => { copy.recorded[1].budgets[0].contacts += 1; })], /a frame in it is cut off/],
    [[damaged("tree.json", (copy) => { copy.trees[0].links = ""; })], /cut off/],
    [[damaged("costs.json", (copy) => { copy.costs.milliseconds.pop(); })], /costs/],
    [[mesh], /has no tree after it/],
    [Array(21).fill(join(folder, "large.sphtree")), /too large for a page/],
  ];
  for (const [files, words] of cases) {
    const said = run("view", ...files, "-o", join(folder, "never.html"));
    assert.equal(said.status, 1, files.join(" "));
    assert.match(said.stderr, words);
    assert.equal(said.stderr.trim().split("\n").length, 1, said.stderr);
  }
  assert.match(run("view", tree, "-o", join(folder, "no such folder/page.html")).stderr, /there is no folder/);
});

test("a drop counted in operations is the same twice, and report finds what a folder holds", () => {
  const again = join(folder, "again.json");
  run("drop", join(demo, "bunny.sphtree"), "--count", "20", "--frames", "80", "--every", "8", "--budget", "400ops", "--record", again);
  const [one, two] = [join(folder, "hasty.json"), again].map((file) => JSON.parse(readFileSync(file, "utf8")));
  for (const recording of [one, two]) for (const measured of ["milliseconds", "response"]) delete recording.costs[measured];
  assert.deepEqual(two, one);
  const made = join(folder, "report.html"), said = run("report", demo, "--meshes", join(root, "build/meshes"), "-o", made);
  assert.equal(said.status, 0, said.stderr);
  const text = readFileSync(made, "utf8"), begin = text.indexOf('id="data">') + 10;
  const data = JSON.parse(text.slice(begin, text.indexOf("</script>", begin)));
  assert.deepEqual(data.trees.map((tree) => [tree.name, tree.mesh]), [["bunny-octree", -1], ["dragon", -1], ["bunny", 0], ["teapot", 1]]);
  assert.deepEqual(data.recordings.map((recording) => recording.name), ["drop"]);
});
