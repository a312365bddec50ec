// The page: one tab for each kind of thing that the tool put into it.
import { BudgetTab } from "./budgetTab";
import { EvaluationTab } from "./evaluationTab";
import { Fault, readPage } from "./data";
import { make } from "./dom";
import { TreeTab } from "./treeTab";

interface Tab { element: HTMLElement; shown(): void }

function say(sentence: string) {
  const fault = document.getElementById("fault")!;
  fault.textContent = [fault.textContent, sentence].filter(Boolean).join(" ");
  fault.hidden = false;
}

/** A tab that cannot be made is a sentence; the others stay. */
function attempt(makeTab: () => Tab): Tab | undefined {
  try {
    return makeTab();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    say(error.message);
    return undefined;
  }
}

function addTabs(tabs: [string, Tab][]) {
  const bar = document.getElementById("tabs")!, main = document.getElementById("main")!;
  const buttons = tabs.map(([name, tab], i) => {
    const button = make("button", "", name);
    button.setAttribute("role", "tab");
    button.id = `tab-${name}`;
    tab.element.setAttribute("role", "tabpanel");
    tab.element.setAttribute("aria-labelledby", button.id);
    tab.element.id = `panel-${name}`;
    button.setAttribute("aria-controls", tab.element.id);
    button.addEventListener("click", () => choose(i));
    button.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (by === 0) return;
      choose((i + by + tabs.length) % tabs.length);
      buttons[(i + by + tabs.length) % tabs.length].focus();
    });
    bar.append(button);
    main.append(tab.element);
    return button;
  });
  function choose(chosen: number) {
    tabs.forEach(([, tab], i) => {
      buttons[i].setAttribute("aria-selected", String(i === chosen));
      buttons[i].tabIndex = i === chosen ? 0 : -1;
      tab.element.hidden = i !== chosen;
    });
    tabs[chosen][1].shown();
  }
  const asked = tabs.findIndex(([name]) => location.hash === `#${name}`);
  choose(asked < 0 ? 0 : asked);
}

function start() {
  const data = readPage();
  document.title = data.title;
  document.getElementById("title")!.textContent = data.title;
  const tabs: [string, Tab][] = [];
  const add = (name: string, wanted: boolean, makeTab: () => Tab) => {
    const tab = wanted ? attempt(makeTab) : undefined;
    if (tab) tabs.push([name, tab]);
  };
  add("Tree", data.trees.length > 0, () => new TreeTab(data));
  add("Budget", data.recordings.length > 0, () => new BudgetTab(data));
  add("Evaluation", data.evaluations.length > 0, () => new EvaluationTab(data));
  if (tabs.length > 0) addTabs(tabs);
}

try {
  start();
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  say(error.message);
}
