// Small makers of controls: each has a label that a screen reader says and a name that a test finds.

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, className = "", text = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

export interface Slider { element: HTMLElement; input: HTMLInputElement; set(value: number): void; say(text: string): void }

export function slider(name: string, words: string, low: number, high: number, step: number, value: number,
  changed: (value: number) => void): Slider {
  const element = make("label"), said = make("output"), input = make("input");
  input.type = "range";
  input.name = name;
  input.min = String(low);
  input.max = String(high);
  input.step = String(step);
  input.value = String(value);
  element.append(words, said, input);
  const say = (text: string) => { said.textContent = text; input.setAttribute("aria-valuetext", text); };
  input.addEventListener("input", () => changed(Number(input.value)));
  return { element, input, say, set: (to) => { input.value = String(to); } };
}

export function check(name: string, words: string, value: boolean, changed: (value: boolean) => void): HTMLLabelElement {
  const element = make("label", "check"), input = make("input");
  input.type = "checkbox";
  input.name = name;
  input.checked = value;
  input.addEventListener("change", () => changed(input.checked));
  element.append(input, words);
  return element;
}

export function choice(name: string, words: string, options: string[], chosen: number,
  changed: (index: number) => void): { element: HTMLElement; select: HTMLSelectElement } {
  const element = make("label"), select = make("select");
  select.name = name;
  options.forEach((text, i) => select.append(new Option(text, String(i), i === chosen, i === chosen)));
  select.addEventListener("change", () => changed(Number(select.value)));
  element.append(words, select);
  return { element, select };
}

export function button(name: string, words: string, pressed: () => void): HTMLButtonElement {
  const element = make("button", "plain", words);
  element.type = "button";
  element.name = name;
  element.addEventListener("click", pressed);
  return element;
}

/** Replaces the contents by rows of term and value; the value's name is for tests. */
export function list(element: HTMLElement, rows: [string, string, string][]) {
  element.replaceChildren();
  for (const [name, term, value] of rows) {
    const said = make("dd", "", value);
    said.dataset.name = name;
    element.append(make("dt", "", term), said);
  }
}

export function section(panel: HTMLElement, title: string, className = ""): HTMLElement {
  const element = make("section", className);
  if (title) element.append(make("h2", "", title));
  panel.append(element);
  return element;
}
