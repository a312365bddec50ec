// Tree: the mesh and the spheres of a level, coloured by error; two trees side by side under one camera.
import * as THREE from "three";
import { legend, scale } from "./colours";
import { Fault, Level, MeshData, PageData, Tree, floats, integers, short } from "./data";
import { button, check, choice, list, make, section, slider } from "./dom";
import { SphereCloud } from "./spheres";
import { Pane, Stage, lights, meshObject } from "./stage";

const axes = [new THREE.Vector3(1, 0, 0), new THREE.Vector3(0, 1, 0), new THREE.Vector3(0, 0, 1)];

/** One tree in one pane. */
class Side implements Pane {
  readonly scene = new THREE.Scene();
  readonly cloud = new SphereCloud();
  readonly chosen = new SphereCloud();
  readonly mesh?: THREE.Mesh<THREE.BufferGeometry, THREE.MeshLambertMaterial>;
  private readonly body = new THREE.Group();
  private scaled = 1; // one unit of this tree, in units of the first side's
  readonly clipping = new THREE.Plane(new THREE.Vector3(0, 0, -1), 9);

  constructor(readonly tree: Tree, mesh?: MeshData) {
    lights(this.scene);
    this.body.add(this.cloud.object, this.chosen.object);
    this.scene.add(this.body);
    if (!mesh) return;
    const what = `The mesh ${mesh.name}`;
    const positions = floats(mesh.positions, 3 * mesh.vertices, what);
    const indices = integers(mesh.indices, 3 * mesh.triangles, what);
    if (!indices.every((i) => i >= 0 && i < mesh.vertices)) throw new Fault(`${what} is damaged: a corner is missing.`);
    this.mesh = meshObject(positions, indices);
    this.mesh.material.clippingPlanes = [this.clipping];
    const { origin, unit } = tree.data;
    this.mesh.position.set(...(mesh.origin.map((v, k) => (v - origin[k]) / unit) as [number, number, number]));
    this.mesh.scale.setScalar(mesh.unit / unit);
    this.body.add(this.mesh);
  }

  /** Stands as the first side's tree does when both are of one mesh; otherwise in units of its own root. */
  alignTo(first: Tree) {
    const own = this.tree.data, other = first.data;
    const same = own.mesh >= 0 && own.mesh === other.mesh;
    this.scaled = same ? own.unit / other.unit : 1;
    this.body.scale.setScalar(this.scaled);
    this.body.position.set(...(own.origin.map((v, k) => (same ? (v - other.origin[k]) / other.unit : 0)) as [number, number, number]));
    this.body.updateMatrixWorld();
  }

  largestError(level: number) { return this.scaled * this.tree.largestError(Math.min(level, this.tree.levelCount - 1)); }

  /** Errors are shown as a part of `largest`, in units of the first side's root. */
  show(level: number, largest: number) {
    const nodes = this.tree.shown[Math.min(level, this.tree.levelCount - 1)];
    const balls = new Float32Array(4 * nodes.length), tints = new Float32Array(3 * nodes.length);
    nodes.forEach((node, i) => {
      balls.set(this.tree.spheres.subarray(5 * node, 5 * node + 4), 4 * i);
      tints.set(scale(largest > 0 ? (this.scaled * this.tree.error(node)) / largest : 0), 3 * i);
    });
    this.cloud.set(balls, tints);
    return nodes.length;
  }

  mark(node: number) {
    if (node < 0) this.chosen.set(new Float32Array(0), new Float32Array(0));
    else {
      const ball = this.tree.spheres.slice(5 * node, 5 * node + 4);
      ball[3] *= 1.002;
      this.chosen.set(ball, new Float32Array([0.84, 0.37, 0]));
    }
  }

  beforeDraw(camera: THREE.PerspectiveCamera) {
    const plane = this.clipping.clone().applyMatrix4(camera.matrixWorldInverse);
    const clip = new THREE.Vector4(plane.normal.x, plane.normal.y, plane.normal.z, plane.constant);
    this.cloud.setClip(clip);
    this.chosen.setClip(clip);
  }

  /** The first sphere of the level that the ray meets on the side of the plane that is kept; −1 for none. */
  pick(from: THREE.Ray, level: number): number {
    const ray = from.clone().applyMatrix4(this.body.matrixWorld.clone().invert());
    let best = Infinity, found = -1;
    const centre = new THREE.Vector3(), hit = new THREE.Vector3(), world = new THREE.Vector3();
    for (const node of this.tree.shown[Math.min(level, this.tree.levelCount - 1)]) {
      const [x, y, z, radius] = this.tree.spheres.subarray(5 * node, 5 * node + 4);
      const sphere = new THREE.Sphere(centre.set(x, y, z), radius);
      if (!ray.intersectSphere(sphere, hit) || this.clipping.distanceToPoint(world.copy(hit).applyMatrix4(this.body.matrixWorld)) < 0) continue;
      const distance = hit.distanceTo(ray.origin);
      if (distance < best) [best, found] = [distance, node];
    }
    return found;
  }
}

export class TreeTab {
  readonly element = make("div", "tab");
  private readonly stage: Stage;
  private readonly trees: Tree[];
  private readonly made = new Map<number, Side>();
  private readonly sides: Side[] = [];
  private readonly names: HTMLElement[] = [];
  private readonly table = make("div", "scroll");
  private readonly facts = make("dl");
  private readonly colours = legend("Certified error, of the radius");
  private readonly levelSlider;
  private readonly secondChoice;
  private first = 0;
  private second = -1;
  private level = 0;
  private opacity = 1;
  private withMesh = true;
  private wholeScale = false;
  private clipAxis = 0;
  private clipAt = 1;
  private picked = { side: 0, node: -1 };

  constructor(private readonly data: PageData) {
    this.trees = data.trees.map((tree) => new Tree(tree));
    const stage = make("div", "stage"), view = make("div", "view"), panel = make("aside", "panel");
    stage.append(view);
    this.element.append(stage, panel);
    this.stage = new Stage(view, "The mesh and its spheres. Arrow keys turn it, plus and minus zoom.",
      new THREE.Vector3(0, 1, 0), new THREE.Vector3(1.1, 1, 3.6));
    view.append(this.colours.element);
    for (let i = 0; i < 2; ++i) view.append(this.names[i] = make("div", "name"));

    const words = this.trees.map((tree) => `${tree.data.name} · ${tree.data.method}`);
    const controls = section(panel, "", "controls");
    controls.append(choice("tree", "Tree", words, 0, (i) => { this.first = i; this.change(); }).element);
    this.secondChoice = choice("second", "Beside it", ["nothing", ...words], 0, (i) => { this.second = i - 1; this.change(); });
    controls.append(this.secondChoice.element);
    this.levelSlider = slider("level", "Level", 0, 0, 1, 0, (value) => { this.level = value; this.refresh(); });
    controls.append(this.levelSlider.element, ...this.looks());
    section(panel, "Error by level").append(this.table);
    const sphere = section(panel, "Sphere");
    sphere.append(this.facts, this.walkers());
    sphere.append(make("p", "hint", "Click a sphere. Keys on the picture: arrows turn, + and − zoom, Home resets, [ and ] change the level, N and B walk through the spheres, Escape lets go."));
    this.listen();
    this.level = Math.max(0, Math.min(2, this.trees[0].levelCount - 1));
    this.change();
  }

  private looks(): HTMLElement[] {
    const opacity = slider("opacity", "Opacity of the spheres", 0, 1, 0.05, this.opacity, (value) => {
      this.opacity = value;
      opacity.say(`${Math.round(100 * value)} %`);
      this.refresh();
    });
    opacity.say("100 %");
    const clip = slider("clip", "Cut at", -1, 1, 0.01, this.clipAt, (value) => {
      this.clipAt = value;
      clip.say(value >= 1 ? "no cut" : short(value));
      this.refresh();
    });
    clip.say("no cut");
    const axis = choice("axis", "Cut across", ["x", "y", "z"], 0, (i) => { this.clipAxis = i; this.refresh(); });
    return [opacity.element, axis.element, clip.element,
      check("mesh", "Show the mesh", true, (on) => { this.withMesh = on; this.refresh(); }),
      check("whole", "Same colours at all levels", false, (on) => { this.wholeScale = on; this.refresh(); })];
  }

  private walkers(): HTMLElement {
    const row = make("div", "buttons");
    row.append(button("parent", "Parent", () => this.goTo((tree, i) => tree.parent(i))),
      button("child", "First child", () => this.goTo((tree, i) => tree.firstChild(i))),
      button("sibling", "Next sibling", () => this.goTo((tree, i) => {
        const parent = tree.parent(i);
        if (parent < 0) return i;
        return i + 1 < tree.firstChild(parent) + tree.childCount(parent) ? i + 1 : tree.firstChild(parent);
      })), button("reset", "Reset the view", () => this.stage.reset()));
    return row;
  }

  /** From the chosen sphere (or the root) to another one, at its level. */
  private goTo(step: (tree: Tree, node: number) => number) {
    const { side, node } = this.picked;
    const tree = this.sides[side].tree, next = node < 0 ? 0 : step(tree, node);
    if (next < 0) return;
    this.picked.node = next;
    const level = tree.levelOf(next);
    if (!tree.shown[Math.min(this.level, tree.levelCount - 1)].includes(next)) this.level = level;
    this.refresh();
  }

  private walk(by: number) {
    const tree = this.sides[this.picked.side].tree, nodes = tree.shown[Math.min(this.level, tree.levelCount - 1)];
    const at = nodes.indexOf(this.picked.node);
    this.picked.node = nodes[at < 0 ? 0 : (at + by + nodes.length) % nodes.length];
    this.refresh();
  }

  private listen() {
    const canvas = this.stage.canvas;
    let down: PointerEvent | undefined;
    canvas.addEventListener("pointerdown", (event) => { down = event; });
    canvas.addEventListener("pointerup", (event) => {
      if (!down || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 4) return;
      const box = canvas.getBoundingClientRect();
      const { pane, ray } = this.stage.rayAt(event.clientX - box.left, event.clientY - box.top);
      this.picked = { side: pane, node: this.sides[pane].pick(ray, this.level) };
      this.refresh();
    });
    canvas.addEventListener("keydown", (event) => {
      const keys: Record<string, () => void> = { "[": () => this.setLevel(this.level - 1), "]": () => this.setLevel(this.level + 1),
        n: () => this.walk(1), b: () => this.walk(-1), Escape: () => { this.picked.node = -1; this.refresh(); } };
      keys[event.key]?.();
    });
  }

  private setLevel(level: number) {
    this.level = Math.min(Math.max(level, 0), this.deepest());
    this.refresh();
  }

  private deepest() { return Math.max(...this.sides.map((side) => side.tree.levelCount)) - 1; }

  private side(tree: number): Side {
    let side = this.made.get(tree);
    if (!side) {
      side = new Side(this.trees[tree], this.data.meshes[this.trees[tree].data.mesh]);
      this.made.set(tree, side);
    }
    return side;
  }

  /** Other trees. A tree beside itself needs no second pane. */
  private change() {
    if (this.second === this.first) {
      this.second = -1;
      this.secondChoice.select.value = "0";
    }
    this.sides.splice(0, 2, this.side(this.first));
    if (this.second >= 0) this.sides.push(this.side(this.second));
    for (const side of this.sides) side.alignTo(this.sides[0].tree);
    this.stage.panes = this.sides;
    this.picked = { side: 0, node: -1 };
    this.level = Math.min(this.level, this.deepest());
    this.levelSlider.input.max = String(this.deepest());
    this.refresh();
  }

  private refresh() {
    const largest = Math.max(...this.sides.map((side) =>
      this.wholeScale ? Math.max(...side.tree.shown.map((_, level) => side.largestError(level))) : side.largestError(this.level)));
    let shown = 0;
    this.sides.forEach((side, i) => {
      shown += side.show(this.level, largest);
      side.cloud.setOpacity(this.opacity);
      side.mark(this.picked.side === i ? this.picked.node : -1);
      if (side.mesh) side.mesh.visible = this.withMesh;
      const at = this.clipAt >= 1 ? 1e3 : this.clipAt;
      side.clipping.set(axes[this.clipAxis].clone().negate(), at);
    });
    this.names.forEach((name, i) => {
      const side = this.sides[i];
      name.hidden = !side || this.sides.length < 2;
      if (side) name.textContent = `${side.tree.data.name} · ${side.tree.data.method}`;
      name.style.left = i === 0 ? "12px" : "calc(50% + 12px)";
    });
    this.levelSlider.set(this.level);
    this.levelSlider.say(`${this.level} · ${shown} spheres`);
    this.colours.show(`${short(100 * largest)} %`);
    this.stage.canvas.dataset.spheres = String(shown);
    this.fillTable();
    this.fillFacts();
    this.stage.draw();
  }

  private fillTable() {
    this.table.replaceChildren(...this.sides.map((side) => this.tableOf(side.tree)));
  }

  private tableOf(tree: Tree): HTMLElement {
    const table = make("table"), head = make("thead"), body = make("tbody");
    const measured = tree.data.levels.some((level) => level.error);
    const columns: [string, (level: Level) => string][] = [["level", (level) => String(level.level)],
      ["spheres", (level) => String(level.spheres)],
      ["certified", (level) => short(level.certified.max)],
      ["% of radius", (level) => short((100 * level.certified.max) / tree.data.unit)],
      ["mean", (level) => short(level.certified.mean)]];
    if (measured) columns.push(["referee's", (level) => short(level.error?.max ?? NaN)],
      ["wasted", (level) => short(level.wastedVolume?.value ?? NaN)],
      ["bare", (level) => `${short(100 * (level.uncoveredArea?.value ?? NaN))} %`]);
    const row = make("tr");
    for (const [name] of columns) row.append(make("th", "", name));
    head.append(row);
    for (const level of tree.data.levels) {
      const line = make("tr", level.level === Math.min(this.level, tree.levelCount - 1) ? "link chosen" : "link");
      for (const [, cell] of columns) line.append(make("td", "", cell(level)));
      line.addEventListener("click", () => this.setLevel(level.level));
      body.append(line);
    }
    const caption = make("caption", "hint", `${tree.data.name} · ${tree.data.method}, in the mesh's unit`);
    caption.style.textAlign = "left";
    table.append(caption, head, body);
    return table;
  }

  private fillFacts() {
    const { side, node } = this.picked, tree = this.sides[side].tree;
    if (node < 0) {
      list(this.facts, [["node", "none chosen", ""]]);
      return;
    }
    const { unit, origin } = tree.data;
    const centre = [0, 1, 2].map((k) => short(tree.spheres[5 * node + k] * unit + origin[k]));
    list(this.facts, [["node", "Sphere", `${node} of ${tree.data.nodes}`],
      ["node-level", "Level", String(tree.levelOf(node))],
      ["radius", "Radius", short(tree.radius(node) * unit)],
      ["error", "Certified error", `${short(tree.error(node) * unit)} (${short(100 * tree.error(node))} %)`],
      ["centre", "Centre", centre.join(", ")],
      ["parent", "Parent", tree.parent(node) < 0 ? "none: the root" : String(tree.parent(node))],
      ["children", "Children", tree.childCount(node) === 0 ? "none: a leaf"
        : `${tree.childCount(node)}: ${tree.firstChild(node)} to ${tree.firstChild(node) + tree.childCount(node) - 1}`]]);
  }

  shown() { this.stage.draw(); }
}
