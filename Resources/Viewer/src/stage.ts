// A canvas with one or two panes that share a camera. Draws only when something changed.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Fault } from "./data";

export interface Pane { scene: THREE.Scene; beforeDraw?: (camera: THREE.PerspectiveCamera) => void }

/** Whether a processor draws, as in a virtual machine: smooth edges would cost it four times the work. */
function isSoftware(): boolean {
  const probe = document.createElement("canvas").getContext("webgl2");
  const info = probe?.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(probe!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  probe?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

const angle = 35; // of view, degrees

export class Stage {
  readonly camera = new THREE.PerspectiveCamera(angle, 1, 0.01, 200);
  readonly canvas: HTMLCanvasElement;
  panes: Pane[] = [];
  private readonly renderer: THREE.WebGLRenderer;
  private readonly controls: OrbitControls;
  private wanted = false;
  private drawn = 0;
  private home = new THREE.Vector3();

  constructor(readonly element: HTMLElement, words: string, up: THREE.Vector3, home: THREE.Vector3) {
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", words);
    const context = this.canvas.getContext("webgl2", { antialias: !isSoftware(), preserveDrawingBuffer: true });
    if (!context) throw new Fault("This browser has no WebGL 2, so there are tables but no pictures.");
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, context });
    this.renderer.localClippingEnabled = true;
    this.renderer.setClearColor(0xe9edf2);
    element.append(this.canvas);
    this.camera.up.copy(up);
    this.home.copy(home);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => this.draw());
    this.reset();
    new ResizeObserver(() => this.draw()).observe(element);
    this.canvas.addEventListener("keydown", (event) => this.key(event));
  }

  reset() {
    this.camera.position.copy(this.home);
    this.controls.target.set(0, 0, 0);
    this.controls.update();
    this.draw();
  }

  /** Turns the camera about what it looks at: radians to the right and up, and a factor of the distance. */
  turn(right: number, up: number, nearer: number) {
    const pole = new THREE.Quaternion().setFromUnitVectors(this.camera.up, new THREE.Vector3(0, 1, 0));
    const arm = this.camera.position.clone().sub(this.controls.target).applyQuaternion(pole);
    const place = new THREE.Spherical().setFromVector3(arm);
    place.theta += right;
    place.phi = Math.min(Math.max(place.phi + up, 0.02), Math.PI - 0.02);
    place.radius *= nearer;
    arm.setFromSpherical(place).applyQuaternion(pole.invert());
    this.camera.position.copy(this.controls.target).add(arm);
    this.controls.update();
    this.draw();
  }

  private key(event: KeyboardEvent) {
    const turns: Record<string, [number, number, number]> = { ArrowLeft: [-0.1, 0, 1], ArrowRight: [0.1, 0, 1],
      ArrowUp: [0, -0.1, 1], ArrowDown: [0, 0.1, 1], "+": [0, 0, 0.9], "=": [0, 0, 0.9], "-": [0, 0, 1 / 0.9] };
    const turn = turns[event.key];
    if (turn) this.turn(...turn);
    else if (event.key === "Home") this.reset();
    else return;
    event.preventDefault();
  }

  draw() {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      this.render();
    });
  }

  private render() {
    const width = this.element.clientWidth, height = this.element.clientHeight;
    if (width === 0 || height === 0) return;
    const size = this.renderer.getSize(new THREE.Vector2());
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    if (size.x !== width || size.y !== height) this.renderer.setSize(width, height, false);
    const across = width >= height || this.panes.length === 1;
    let calls = 0;
    this.panes.forEach((pane, i) => {
      const [x, y, w, h] = this.place(i, width, height, across);
      this.renderer.setViewport(x, y, w, h);
      this.renderer.setScissor(x, y, w, h);
      this.renderer.setScissorTest(true);
      this.fit(w / h);
      this.camera.updateMatrixWorld();
      pane.beforeDraw?.(this.camera);
      this.renderer.render(pane.scene, this.camera);
      calls += this.renderer.info.render.calls;
    });
    this.canvas.dataset.drawn = String(++this.drawn);
    this.canvas.dataset.calls = String(calls);
  }

  /** A pane that is higher than wide sees as much to the sides as another sees up and down. */
  private fit(aspect: number) {
    const half = Math.tan(THREE.MathUtils.degToRad(angle / 2)) / Math.min(1, aspect);
    this.camera.aspect = aspect;
    this.camera.fov = THREE.MathUtils.radToDeg(2 * Math.atan(half));
    this.camera.updateProjectionMatrix();
  }

  private place(i: number, width: number, height: number, across: boolean): [number, number, number, number] {
    const count = this.panes.length;
    if (across) return [(i * width) / count, 0, width / count, height];
    return [0, ((count - 1 - i) * height) / count, width, height / count];
  }

  /** The pane under a point of the canvas, and the ray from the eye through that point. */
  rayAt(x: number, y: number): { pane: number; ray: THREE.Ray } {
    const width = this.element.clientWidth, height = this.element.clientHeight;
    const across = width >= height || this.panes.length === 1;
    for (let pane = 0; pane < this.panes.length; ++pane) {
      const [left, bottom, w, h] = this.place(pane, width, height, across);
      const u = (x - left) / w, v = (height - y - bottom) / h;
      if (u < 0 || u > 1 || v < 0 || v > 1) continue;
      this.fit(w / h);
      const caster = new THREE.Raycaster();
      caster.setFromCamera(new THREE.Vector2(2 * u - 1, 2 * v - 1), this.camera);
      return { pane, ray: caster.ray };
    }
    return { pane: 0, ray: new THREE.Ray() };
  }
}

/** Geometry of a mesh; both sides are drawn, because a mesh may be open. */
export function meshObject(positions: Float32Array, indices: Int32Array): THREE.Mesh<THREE.BufferGeometry, THREE.MeshLambertMaterial> {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(indices), 1));
  geometry.computeVertexNormals();
  return new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color: 0xb9c4cf, side: THREE.DoubleSide }));
}

export function lights(scene: THREE.Scene) {
  scene.add(new THREE.HemisphereLight(0xffffff, 0x8090a0, 2.2));
  const sun = new THREE.DirectionalLight(0xffffff, 1.6);
  sun.position.set(1, 2, 3);
  scene.add(sun);
}
