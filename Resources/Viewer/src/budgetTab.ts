// Budget: a recorded drop played back; the same moment within other budgets.
import * as THREE from "three";
import uPlot from "uplot";
import { Fault, PageData, RecordingData, Tree, floats, integers, short } from "./data";
import { button, check, choice, list, make, section, slider } from "./dom";
import { plot } from "./plot";
import { SphereCloud } from "./spheres";
import { Pane, Stage, lights, meshObject } from "./stage";

const stateColours = [0xd55e00, 0xe69f00, 0x0072b2];
const stateWords = ["open pair", "touching, could be finer", "as fine as the trees"];
const bodyColours = [0xc9d3dc, 0xb5cbbb, 0xd9cbb2, 0xc8bfd6];
const poseFloats = 7, pointFloats = 10;

/** What is drawn of one recording. */
class Heap implements Pane {
  readonly scene = new THREE.Scene();
  private readonly trees: Tree[];
  private readonly poses: Float32Array[];
  private readonly points: Float32Array[][];
  private readonly meshes: (THREE.InstancedMesh | undefined)[] = [];
  private readonly cloud = new SphereCloud();
  private rings: THREE.Object3D[] = [];
  private readonly links: THREE.LineSegments;

  constructor(readonly data: RecordingData) {
    const what = `The recording ${data.name}`;
    this.trees = data.trees.map((tree) => new Tree(tree));
    this.poses = data.recorded.map((frame) => floats(frame.poses, poseFloats * data.count, what));
    this.points = data.recorded.map((frame) => frame.budgets.map((at) => floats(at.points, pointFloats * at.contacts, what)));
    lights(this.scene);
    this.addGround();
    data.trees.forEach((_, i) => this.meshes.push(this.bodiesOf(i)));
    this.links = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: stateColours[0], depthTest: false }));
    this.links.renderOrder = 2;
    this.scene.add(this.cloud.object, this.links);
  }

  private addGround() {
    const size = 4 * this.data.ground.size;
    const floor = new THREE.Mesh(new THREE.PlaneGeometry(size, size), new THREE.MeshLambertMaterial({ color: 0xdde3ea }));
    const grid = new THREE.GridHelper(size, 20, 0x9aa7b5, 0xc3ccd6).rotateX(Math.PI / 2);
    grid.position.z = 0.01;
    this.scene.add(floor, grid);
  }

  private bodiesOf(tree: number): THREE.InstancedMesh | undefined {
    const mesh = this.data.meshes[this.data.trees[tree].mesh];
    if (!mesh) return undefined;
    const what = `The mesh ${mesh.name}`, scale = 1 / this.data.trees[tree].unit;
    const positions = floats(mesh.positions, 3 * mesh.vertices, what).map((v, i) => (v * mesh.unit + mesh.origin[i % 3]) * scale);
    const indices = integers(mesh.indices, 3 * mesh.triangles, what);
    if (!indices.every((i) => i >= 0 && i < mesh.vertices)) throw new Fault(`${what} is damaged: a corner is missing.`);
    const { geometry, material } = meshObject(positions, indices);
    material.color.set(bodyColours[tree % bodyColours.length]);
    const made = new THREE.InstancedMesh(geometry, material, this.data.bodies.filter((of) => of === tree).length);
    made.frustumCulled = false;
    this.scene.add(made);
    return made;
  }

  private pose(frame: number, body: number): THREE.Matrix4 {
    const [x, y, z, i, j, k, w] = this.poses[frame].subarray(poseFloats * body, poseFloats * (body + 1));
    return new THREE.Matrix4().compose(new THREE.Vector3(x, y, z), new THREE.Quaternion(i, j, k, w), new THREE.Vector3(1, 1, 1));
  }

  /** Where a body's root is: the ends of a line between two. −1, the ground, has no middle. */
  private middle(frame: number, body: number): THREE.Vector3 | undefined {
    if (body < 0) return undefined;
    const { origin, unit } = this.trees[this.data.bodies[body]].data;
    return new THREE.Vector3(...origin).divideScalar(unit).applyMatrix4(this.pose(frame, body));
  }

  /** As meshes where `level` is −1, else as the spheres of that level. Returns how many spheres there are. */
  showBodies(frame: number, level: number): number {
    const used = this.trees.map(() => 0), balls: number[] = [], tints: number[] = [];
    this.data.bodies.forEach((of, body) => {
      const matrix = this.pose(frame, body), mesh = this.meshes[of];
      if (mesh) mesh.setMatrixAt(used[of]++, matrix);
      if (level >= 0 || !mesh) this.addBalls(of, matrix, level < 0 ? 2 : level, balls, tints);
    });
    for (const mesh of this.meshes)
      if (mesh) {
        mesh.visible = level < 0;
        mesh.instanceMatrix.needsUpdate = true;
      }
    this.cloud.set(new Float32Array(balls), new Float32Array(tints));
    return balls.length / 4;
  }

  private addBalls(of: number, matrix: THREE.Matrix4, level: number, balls: number[], tints: number[]) {
    const tree = this.trees[of], { origin, unit } = tree.data, colour = new THREE.Color(bodyColours[of % bodyColours.length]);
    const centre = new THREE.Vector3();
    for (const node of tree.shown[Math.min(level, tree.levelCount - 1)]) {
      const at = 5 * node;
      centre.set(tree.spheres[at] + origin[0] / unit, tree.spheres[at + 1] + origin[1] / unit, tree.spheres[at + 2] + origin[2] / unit);
      centre.applyMatrix4(matrix);
      balls.push(centre.x, centre.y, centre.z, tree.radius(node));
      tints.push(colour.r, colour.g, colour.b);
    }
  }

  showContacts(frame: number, budget: number, withRings: boolean, withOpen: boolean) {
    for (const ring of this.rings) this.scene.remove(ring);
    this.rings = [];
    const points = this.points[frame][budget], ends: THREE.Vector3[] = [], byState: number[][] = [[], [], []];
    for (let at = 0; at < points.length; at += pointFloats) {
      const state = points[at + 9];
      if (byState[state] === undefined) throw new Fault(`The recording ${this.data.name} is damaged: a contact has no state.`);
      byState[state].push(at);
      if (state === 0) this.addLink(frame, points[at + 7], points[at + 8], ends);
    }
    this.links.geometry.dispose();
    this.links.geometry = new THREE.BufferGeometry().setFromPoints(ends);
    this.links.visible = withOpen && ends.length > 0;
    if (!withRings) return;
    byState.forEach((places, state) => { if (places.length > 0 && (state > 0 || withOpen)) this.addRings(points, places, state); });
  }

  private addLink(frame: number, a: number, b: number, ends: THREE.Vector3[]) {
    const one = this.middle(frame, a) ?? this.middle(frame, b)!, two = this.middle(frame, b) ?? one.clone().setZ(0);
    ends.push(this.middle(frame, a) ?? one.clone().setZ(0), two);
  }

  // A ring of the size of the bound, across the normal, and a dot where the contact is.
  private addRings(points: Float32Array, places: number[], state: number) {
    const material = new THREE.MeshBasicMaterial({ color: stateColours[state], depthTest: false, transparent: true });
    const rings = new THREE.InstancedMesh(new THREE.RingGeometry(0.93, 1, 40), material.clone(), places.length);
    (rings.material as THREE.MeshBasicMaterial).side = THREE.DoubleSide;
    const dots = new THREE.InstancedMesh(new THREE.SphereGeometry(0.05, 8, 6), material, places.length);
    const turn = new THREE.Quaternion(), up = new THREE.Vector3(0, 0, 1), normal = new THREE.Vector3(), place = new THREE.Vector3();
    places.forEach((at, i) => {
      const [x, y, z, nx, ny, nz, bound] = points.subarray(at, at + 7);
      turn.setFromUnitVectors(up, normal.set(nx, ny, nz).normalize());
      const size = Math.max(bound, 0.02);
      place.set(x, y, z);
      rings.setMatrixAt(i, new THREE.Matrix4().compose(place, turn, new THREE.Vector3(size, size, size)));
      dots.setMatrixAt(i, new THREE.Matrix4().makeTranslation(place));
    });
    for (const mesh of [rings, dots]) {
      mesh.frustumCulled = false;
      mesh.renderOrder = 3;
      this.rings.push(mesh);
      this.scene.add(mesh);
    }
  }
}

export class BudgetTab {
  readonly element = make("div", "tab");
  private readonly stage: Stage;
  private readonly facts = make("dl");
  private readonly run = make("dl");
  private readonly strip = make("div", "strip");
  private readonly playButton;
  private readonly frameSlider;
  private readonly budgetSlider;
  private readonly heaps: Heap[];
  private heap: Heap;
  private costs?: uPlot;
  private frame = 0;
  private budget = 0;
  private level = -1;
  private withRings = true;
  private withOpen = true;
  private timer = 0;

  constructor(data: PageData) {
    this.heaps = data.recordings.map((recording) => new Heap(recording));
    this.heap = this.heaps[0];
    const stage = make("div", "stage"), view = make("div", "view"), panel = make("aside", "panel");
    stage.append(view, this.strip);
    this.element.append(stage, panel);
    const size = this.heap.data.ground.size;
    this.stage = new Stage(view, "Bodies on a floor, and their contacts. Arrow keys turn it, plus and minus zoom, space plays.",
      new THREE.Vector3(0, 0, 1), new THREE.Vector3(1.3 * size, -3.2 * size, 2.2 * size));
    const controls = section(panel, "", "controls");
    if (this.heaps.length > 1)
      controls.append(choice("recording", "Recording", data.recordings.map((recording) => recording.name), 0, (i) => this.choose(i)).element);
    this.frameSlider = slider("frame", "Frame", 0, 0, 1, 0, (value) => { this.frame = value; this.refresh(); });
    this.budgetSlider = slider("budget", "Budget", 0, 0, 1, 0, (value) => { this.budget = value; this.refresh(); });
    this.playButton = button("play", "Play", () => this.play(this.timer === 0));
    const row = make("div", "buttons");
    row.append(this.playButton, button("asked", "The recorded budget", () => { this.budget = this.heap.data.chosen; this.refresh(); }),
      button("reset-drop", "Reset the view", () => this.stage.reset()));
    controls.append(this.frameSlider.element, row, this.budgetSlider.element, this.looks(),
      check("rings", "Contacts, with rings as large as their error bound", true, (on) => { this.withRings = on; this.refresh(); }),
      check("open", "Open pairs: neither confirmed nor refuted", true, (on) => { this.withOpen = on; this.refresh(); }));
    section(panel, "This frame, within this budget").append(this.facts);
    section(panel, "All frames, within the recorded budget").append(this.run);
    const key = section(panel, "Colours");
    stateWords.forEach((words, i) => {
      const line = make("div", "hint", ` ${words}`), dot = make("span", "", "●");
      dot.style.color = `#${stateColours[i].toString(16).padStart(6, "0")}`;
      line.prepend(dot);
      key.append(line);
    });
    key.append(make("p", "hint", "Lengths are in radii of a body. Keys on the picture: space plays, , and . step, [ and ] change the budget, arrows turn, + and − zoom. Click the strip below to go to a frame."));
    this.listen();
    this.choose(0);
  }

  private looks(): HTMLElement {
    const levels = Math.max(...this.heaps.flatMap((heap) => heap.data.trees.map((tree) => tree.levels.length)));
    const words = ["meshes", ...Array.from({ length: levels }, (_, level) => `spheres of level ${level}`)];
    return choice("bodies", "Bodies as", words, 0, (i) => { this.level = i - 1; this.refresh(); }).element;
  }

  private listen() {
    this.stage.canvas.addEventListener("keydown", (event) => {
      const { recorded, budgets } = this.heap.data;
      const keys: Record<string, () => void> = { " ": () => this.play(this.timer === 0),
        ",": () => { this.frame = Math.max(0, this.frame - 1); }, ".": () => { this.frame = Math.min(recorded.length - 1, this.frame + 1); },
        "[": () => { this.budget = Math.max(0, this.budget - 1); }, "]": () => { this.budget = Math.min(budgets.length - 1, this.budget + 1); } };
      if (!keys[event.key]) return;
      keys[event.key]();
      event.preventDefault();
      this.refresh();
    });
    this.strip.addEventListener("click", () => {
      const at = this.costs?.cursor.idx;
      if (at == null) return;
      const { recorded } = this.heap.data;
      const away = (i: number) => Math.abs(recorded[i].frame - at);
      this.frame = recorded.reduce((best, _, i) => (away(i) < away(best) ? i : best), 0);
      this.refresh();
    });
  }

  private choose(index: number) {
    this.heap = this.heaps[index];
    const { recorded, budgets, chosen } = this.heap.data;
    this.frameSlider.input.max = String(recorded.length - 1);
    this.budgetSlider.input.max = String(budgets.length - 1);
    this.frame = 0;
    this.budget = chosen;
    this.stage.panes = [this.heap];
    this.costs?.destroy();
    this.costs = undefined;
    this.fillRun();
    this.refresh();
  }

  private fillRun() {
    const { costs, budget, frames } = this.heap.data;
    const sorted = [...costs.milliseconds].sort((a, b) => a - b);
    const at = (part: number) => `${short(sorted[Math.round(part * (sorted.length - 1))])} ms`;
    const rows: [string, string, string][] = [["p50", "Cost, median", at(0.5)], ["p99", "Cost, 99 of 100", at(0.99)], ["most", "Cost, most", at(1)]];
    if (budget.seconds !== undefined)
      rows.push(["within", "Within the budget", `${sorted.filter((cost) => cost <= 1e3 * budget.seconds!).length} of ${frames}`]);
    list(this.run, rows);
  }

  private makeStrip() {
    const { costs, budget } = this.heap.data;
    const x = costs.milliseconds.map((_, i) => i);
    const lines = [{ name: "frame cost (ms)", values: costs.milliseconds as (number | null)[] }];
    if (budget.seconds !== undefined) lines.push({ name: "budget (ms)", values: x.map(() => 1e3 * budget.seconds!) });
    // A machine that was busy elsewhere for once would squeeze all other frames to nothing.
    const top = budget.seconds === undefined ? undefined : 4e3 * budget.seconds;
    this.costs = plot(this.strip, x, lines, { height: 164, xName: "frame; the dashed line is the budget", yName: "cost, ms", legend: false, top, drawn: (drawn) => this.markFrame(drawn) });
  }

  private markFrame(drawn: uPlot) {
    const at = Math.round(drawn.valToPos(this.heap.data.recorded[this.frame].frame, "x", true));
    drawn.ctx.fillStyle = "#1a1f27";
    drawn.ctx.fillRect(at - 1, drawn.bbox.top, 2, drawn.bbox.height);
  }

  private play(on: boolean) {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.playButton.textContent = on ? "Pause" : "Play";
    if (!on) return;
    const { recorded, step } = this.heap.data;
    const between = recorded.length > 1 ? (recorded[1].frame - recorded[0].frame) * step * 1e3 : 50;
    this.timer = window.setInterval(() => {
      this.frame = (this.frame + 1) % recorded.length;
      this.refresh();
    }, between);
  }

  private refresh() {
    const { recorded, budgets, chosen, step } = this.heap.data;
    const shown = recorded[this.frame], at = shown.budgets[this.budget];
    this.stage.canvas.dataset.spheres = String(this.heap.showBodies(this.frame, this.level));
    this.heap.showContacts(this.frame, this.budget, this.withRings, this.withOpen);
    this.frameSlider.set(this.frame);
    this.frameSlider.say(`${shown.frame} · ${(shown.frame * step).toFixed(2)} s`);
    this.budgetSlider.set(this.budget);
    this.budgetSlider.say(budgets[this.budget].label + (this.budget === chosen ? " (recorded)" : ""));
    list(this.facts, [["at-budget", "Budget", budgets[this.budget].label], ["operations", "Operations", String(at.operations)],
      ["contacts", "Contacts", String(at.contacts)], ["open-pairs", "Open pairs", String(at.openPairs)],
      ["node-pairs", "Pairs of spheres", String(at.nodePairs)], ["worst-bound", "Worst error bound", `${short(at.worstBound)} radii`]]);
    this.costs?.redraw(false);
    this.stage.draw();
  }

  shown() {
    if (!this.costs) this.makeStrip();
    this.stage.draw();
  }
}
