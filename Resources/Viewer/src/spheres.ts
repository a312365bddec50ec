// Spheres as impostors: one quad each, its pixels find the ball by themselves. A hundred thousand cost one draw call and
// are round at every distance.
import * as THREE from "three";

const vertexShader = `
  attribute vec4 ball;
  attribute vec3 tint;
  varying vec3 vPlace; varying vec3 vCentre; varying float vRadius; varying vec3 vTint;
  void main() {
    vec4 centre = modelViewMatrix * vec4(ball.xyz, 1.0);
    float size = length(modelViewMatrix[0].xyz);
    float radius = ball.w * size;
    float away = length(centre.xyz);
    vec3 towards = centre.xyz / max(away, 1e-9);
    vec3 right = normalize(cross(towards, abs(towards.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
    vec3 up = cross(right, towards);
    // Where the cone that just touches the ball meets the plane through its centre; from within, as wide as it goes.
    float reach = radius * away / sqrt(max(away * away - radius * radius, 1e-3 * radius * radius));
    vPlace = centre.xyz + (right * position.x + up * position.y) * reach;
    vCentre = centre.xyz;
    vRadius = radius;
    vTint = tint;
    gl_Position = projectionMatrix * vec4(vPlace, 1.0);
  }`;

const fragmentShader = `
  uniform mat4 projection; uniform float opacity; uniform vec4 clip; uniform float flatness;
  varying vec3 vPlace; varying vec3 vCentre; varying float vRadius; varying vec3 vTint;
  void main() {
    vec3 ray = normalize(vPlace);
    float along = dot(ray, vCentre);
    float squared = vRadius * vRadius - (dot(vCentre, vCentre) - along * along);
    if (!(squared > 0.0)) discard;
    float half_ = sqrt(squared);
    vec3 hit = ray * (along - half_);
    float inside = 1.0;
    if (along - half_ < 0.0 || dot(clip.xyz, hit) + clip.w < 0.0) {  // cut open: the far wall from within
      hit = ray * (along + half_);
      if (along + half_ < 0.0 || dot(clip.xyz, hit) + clip.w < 0.0) discard;
      inside = -1.0;
    }
    vec3 normal = inside * (hit - vCentre) / vRadius;
    float light = 0.45 + 0.55 * max(dot(normal, normalize(vec3(0.35, 0.6, 0.75))), 0.0);
    if (inside < 0.0) light *= 0.6;
    vec4 placed = projection * vec4(hit, 1.0);
    gl_FragDepth = clamp(0.5 + 0.5 * placed.z / placed.w, 0.0, 1.0);
    gl_FragColor = vec4(vTint * mix(light, 1.0, flatness), opacity);
  }`;

export class SphereCloud {
  readonly object: THREE.Mesh;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly material: THREE.ShaderMaterial;

  constructor() {
    const quad = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    this.geometry.setAttribute("position", new THREE.BufferAttribute(quad, 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.material = new THREE.ShaderMaterial({ vertexShader, fragmentShader, side: THREE.DoubleSide,
      uniforms: { projection: { value: new THREE.Matrix4() }, opacity: { value: 1 }, flatness: { value: 0 },
        clip: { value: new THREE.Vector4(0, 0, 0, 1) } } });
    this.object = new THREE.Mesh(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.onBeforeRender = (_renderer, _scene, camera) => {
      this.material.uniforms.projection.value.copy(camera.projectionMatrix);
      this.material.uniformsNeedUpdate = true;
    };
    this.set(new Float32Array(0), new Float32Array(0));
  }

  /** x, y, z, radius and red, green, blue of each. */
  set(balls: Float32Array, tints: Float32Array) {
    this.geometry.dispose();
    this.geometry.setAttribute("ball", new THREE.InstancedBufferAttribute(balls, 4));
    this.geometry.setAttribute("tint", new THREE.InstancedBufferAttribute(tints, 3));
    this.geometry.instanceCount = balls.length / 4;
    this.object.visible = balls.length > 0;
  }

  setOpacity(opacity: number) {
    this.material.uniforms.opacity.value = opacity;
    this.material.transparent = opacity < 1;
    this.material.depthWrite = opacity >= 1;
    if (opacity <= 0) this.object.visible = false;
    else this.object.visible = (this.geometry.instanceCount ?? 0) > 0;
    this.material.needsUpdate = true;
  }

  /** A plane in the camera's frame: what lies behind it is not drawn. */
  setClip(plane: THREE.Vector4) { this.material.uniforms.clip.value.copy(plane); }
}
