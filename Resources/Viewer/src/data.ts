// What the tool wrote into the page. Resources/Viewer/README.md describes every field.

export interface ErrorFigures { max: number; mean: number; rms: number; variance: number }
export interface Estimate { value: number; standardError: number }
export interface Level {
  level: number;
  spheres: number;
  endedEarly: number;
  certified: ErrorFigures;
  error?: ErrorFigures;
  wastedVolume?: Estimate;
  uncoveredArea?: Estimate;
}

export interface MeshData {
  name: string;
  vertices: number;
  triangles: number;
  origin: [number, number, number];
  unit: number;
  positions: string;
  indices: string;
}

export interface TreeData {
  name: string;
  method: string;
  branching: number;
  solid: boolean;
  mesh: number;
  origin: [number, number, number];
  unit: number;
  nodes: number;
  spheres: string;
  links: string;
  levels: Level[];
}

export interface BudgetData { label: string; seconds?: number; operations?: number }
export interface AtBudget {
  operations: number;
  contacts: number;
  openPairs: number;
  nodePairs: number;
  worstBound: number;
  points: string;
}
export interface RecordedFrame { frame: number; poses: string; budgets: AtBudget[] }
export interface RecordingData {
  name: string;
  count: number;
  frames: number;
  step: number;
  seed: number;
  scheduler: string;
  budget: BudgetData;
  budgets: BudgetData[];
  chosen: number;
  meshes: MeshData[];
  trees: TreeData[];
  bodies: number[];
  ground: { size: number };
  costs: { milliseconds: number[]; operations: number[]; contacts: number[]; worstBound: number[] };
  recorded: RecordedFrame[];
}

export type EvaluationRow = Record<string, string | number | boolean | null>;
export interface EvaluationData { name: string; command?: string; rows: EvaluationRow[] }

export interface PageData {
  format: string;
  version: number;
  title: string;
  tool: string;
  meshes: MeshData[];
  trees: TreeData[];
  recordings: RecordingData[];
  evaluations: EvaluationData[];
}

/** A mistake in the data, as a sentence for people. */
export class Fault extends Error {}

function bytesOf(text: string, count: number, what: string): ArrayBuffer {
  let raw: string;
  try {
    raw = atob(text);
  } catch {
    throw new Fault(`${what} is damaged: it is not base64.`);
  }
  if (raw.length !== count) throw new Fault(`${what} is damaged: ${raw.length} bytes where ${count} belong.`);
  const bytes = new Uint8Array(count);
  for (let i = 0; i < count; ++i) bytes[i] = raw.charCodeAt(i);
  return bytes.buffer;
}

export function floats(text: string, count: number, what: string): Float32Array {
  const values = new Float32Array(bytesOf(text, 4 * count, what));
  if (!values.every(Number.isFinite)) throw new Fault(`${what} is damaged: a number is not finite.`);
  return values;
}

export function integers(text: string, count: number, what: string): Int32Array {
  return new Int32Array(bytesOf(text, 4 * count, what));
}

export function readPage(): PageData {
  let data: PageData;
  try {
    data = JSON.parse(document.getElementById("data")!.textContent!);
  } catch {
    throw new Fault("The data of this page is damaged. Make the page again with spheretree view.");
  }
  if (data.format !== "spheretree-page" || data.version !== 1)
    throw new Fault("The data of this page is of another version. Make the page again with spheretree view.");
  return data;
}

/** A tree as the page uses it, in units of the root's radius around the root's centre. */
export class Tree {
  readonly spheres: Float32Array; // x, y, z, radius, error
  readonly links: Int32Array; // parent, first child, children, level
  readonly shown: Int32Array[] = []; // per level: its nodes and the leaves above it

  constructor(readonly data: TreeData) {
    const what = `The tree ${data.name}`;
    this.spheres = floats(data.spheres, 5 * data.nodes, what);
    this.links = integers(data.links, 4 * data.nodes, what);
    for (let i = 0; i < data.nodes; ++i) {
      const [parent, first, count, level] = this.links.subarray(4 * i, 4 * i + 4);
      const linked = parent < i && (count === 0 || (first > i && first + count <= data.nodes));
      if (!linked || count < 0 || level < 0 || level >= data.levels.length)
        throw new Fault(`${what} is damaged at sphere ${i}.`);
    }
    for (let level = 0; level < data.levels.length; ++level) {
      const of: number[] = [];
      for (let i = 0; i < data.nodes; ++i)
        if (this.levelOf(i) === level || (this.levelOf(i) < level && this.childCount(i) === 0)) of.push(i);
      this.shown.push(Int32Array.from(of));
    }
  }

  parent(i: number) { return this.links[4 * i]; }
  firstChild(i: number) { return this.links[4 * i + 1]; }
  childCount(i: number) { return this.links[4 * i + 2]; }
  levelOf(i: number) { return this.links[4 * i + 3]; }
  radius(i: number) { return this.spheres[5 * i + 3]; }
  error(i: number) { return this.spheres[5 * i + 4]; }
  get levelCount() { return this.data.levels.length; }

  largestError(level: number): number {
    let largest = 0;
    for (const i of this.shown[level]) largest = Math.max(largest, this.error(i));
    return largest;
  }
}

/** Four digits that count. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(2).replace("e+", "e").replace("-", "−");
  return String(+value.toPrecision(4)).replace("-", "−");
}
