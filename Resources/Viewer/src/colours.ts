// Colours that people with any kind of colour vision tell apart. A value goes from dark blue to yellow, ever lighter
// [Nuñez, Anderton, Renslow 2018, cividis], so it also survives grey print. Lines are Okabe and Ito's.

const stops = [[0, 34, 78], [18, 53, 112], [59, 73, 108], [87, 93, 109], [112, 113, 115], [138, 134, 120],
  [165, 156, 116], [195, 179, 105], [225, 204, 85], [254, 232, 56]];

/** 0 … 1 → red, green, blue of 0 … 1. */
export function scale(value: number): [number, number, number] {
  const at = Math.min(Math.max(value, 0), 1) * (stops.length - 1);
  const low = Math.min(Math.floor(at), stops.length - 2);
  const mix = (k: number) => (stops[low][k] + (stops[low + 1][k] - stops[low][k]) * (at - low)) / 255;
  return [mix(0), mix(1), mix(2)];
}

export const lines = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a6d00"];
/** Beside colours, so that lines differ in print as well. */
export const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 4], [14, 4], [6, 2, 1, 2]];

/** The scale as a strip with numbers below it. */
export function legend(title: string): { element: HTMLElement; show(largest: string): void } {
  const element = document.createElement("div");
  element.className = "legend";
  const strip = document.createElement("canvas");
  strip.width = 180;
  strip.height = 1;
  const context = strip.getContext("2d")!;
  for (let x = 0; x < 180; ++x) {
    context.fillStyle = `rgb(${scale(x / 179).map((v) => Math.round(255 * v)).join(",")})`;
    context.fillRect(x, 0, 1, 1);
  }
  const words = document.createElement("div");
  words.textContent = title;
  const ends = document.createElement("span");
  const least = document.createElement("b"), most = document.createElement("b");
  least.textContent = "0";
  ends.append(least, most);
  element.append(words, strip, ends);
  return { element, show: (largest) => { most.textContent = largest; } };
}
