// uPlot with the page's lines: colours that everybody tells apart, and dashes for print.
import uPlot from "uplot";
import { dashes, lines } from "./colours";
import { short } from "./data";

export interface Line { name: string; values: (number | null)[]; points?: boolean; colour?: string }

export interface PlotOptions {
  height: number;
  xName: string;
  yName: string;
  logY?: boolean;
  legend?: boolean;
  top?: number; // what is higher is cut off
  xWords?: (value: number) => string;
  drawn?: (plot: uPlot) => void;
}

function seriesOf(line: Line, i: number): uPlot.Series {
  return { label: line.name, stroke: line.colour ?? lines[i % lines.length], width: 2, dash: dashes[i % dashes.length],
    points: { show: line.points ?? false, size: 6 }, spanGaps: true, value: (_plot, value) => (value == null ? "–" : short(value)) };
}

/** A plot as wide as its element, now and later. */
export function plot(element: HTMLElement, x: number[], values: Line[], options: PlotOptions): uPlot {
  const xScale: uPlot.Scale = { time: false, range: (_plot, low, high) => (low < high ? [low, high] : [low - 1, high + 1]) };
  const yScale: uPlot.Scale = options.logY ? { distr: 3 } : { range: (_plot, _low, high) => [0, Math.min(Math.max(high, 1e-9) * 1.08, options.top ?? Infinity)] };
  const axis = (name: string): uPlot.Axis => ({ label: name, labelSize: 20, labelFont: "12px system-ui", font: "12px system-ui",
    stroke: "#1a1f27", grid: { stroke: "#e1e6ec" }, size: 58 });
  const words = (_plot: uPlot, splits: number[]) => splits.map((value) => (value == null ? "" : short(value)));
  const made = new uPlot({ width: Math.max(element.clientWidth, 200), height: options.height, legend: { show: options.legend ?? true },
    cursor: { drag: { x: false, y: false } }, scales: { x: xScale, y: yScale },
    axes: [{ ...axis(options.xName), values: options.xWords ? (_plot, splits) => splits.map(options.xWords!) : words, size: 30 },
      { ...axis(options.yName), values: words }],
    series: [{ label: options.xName, value: (_plot, value) => (value == null ? "–" : options.xWords ? options.xWords(value) : short(value)) },
      ...values.map(seriesOf)],
    hooks: { draw: options.drawn ? [options.drawn] : [] } }, [x, ...values.map((line) => line.values)], element);
  new ResizeObserver(() => {
    if (element.clientWidth > 0 && element.clientWidth !== made.width) made.setSize({ width: element.clientWidth, height: options.height });
  }).observe(element);
  return made;
}
