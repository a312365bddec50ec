// A .sphtree of as many spheres as wanted, written by hand (Archive.h describes the bytes): a full tree of eights, each
// child in an octant of its parent's ball.
const crcTable = new BigUint64Array(256).map((_, i) => {
  let value = BigInt(i);
  for (let bit = 0; bit < 8; ++bit) value = value & 1n ? (value >> 1n) ^ 0xc96c5795d7870f42n : value >> 1n;
  return value;
});

// Two halves of 32 bits each: a hundred megabytes of BigInt would take minutes.
const low = new Uint32Array(256), high = new Uint32Array(256);
crcTable.forEach((value, i) => {
  low[i] = Number(value & 0xffffffffn);
  high[i] = Number(value >> 32n);
});

function crc64(parts) {
  let l = 0xffffffff, h = 0xffffffff;
  for (const part of parts)
    for (const byte of part) {
      const at = (l ^ byte) & 255, shifted = ((l >>> 8) | (h << 24)) >>> 0;
      h = ((h >>> 8) ^ high[at]) >>> 0;
      l = (shifted ^ low[at]) >>> 0;
    }
  return (BigInt((~h) >>> 0) << 32n) | BigInt((~l) >>> 0);
}

export function largeTree(count) {
  const nodes = Buffer.alloc(56 * count), level = new Int32Array(count);
  for (let i = 0; i < count; ++i) {
    const parent = i === 0 ? -1 : Math.floor((i - 1) / 8), at = 56 * i, octant = (i - 1) % 8;
    const radius = i === 0 ? 1 : nodes.readDoubleLE(56 * parent + 24) * 0.55;
    for (let k = 0; k < 3; ++k)
      nodes.writeDoubleLE(i === 0 ? 0 : nodes.readDoubleLE(56 * parent + 8 * k) + (octant >> k & 1 ? 0.45 : -0.45) * radius / 0.55, at + 8 * k);
    level[i] = i === 0 ? 0 : level[parent] + 1;
    const first = 8 * i + 1, children = Math.max(0, Math.min(8, count - first));
    nodes.writeDoubleLE(radius, at + 24);
    nodes.writeDoubleLE(radius * (0.2 + 0.1 * (i % 5)), at + 32);
    nodes.writeInt32LE(parent, at + 40);
    nodes.writeInt32LE(children > 0 ? first : -1, at + 44);
    nodes.writeInt32LE(children, at + 48);
    nodes.writeInt32LE(level[i], at + 52);
  }
  const chunk = (tag, contents) => {
    const head = Buffer.alloc(16);
    head.write(tag, 0, "latin1");
    head.writeUInt32LE(1, 4);
    head.writeBigUInt64LE(BigInt(contents.length), 8);
    return Buffer.concat([head, contents, Buffer.alloc((8 - (contents.length % 8)) % 8)]);
  };
  const tree = Buffer.alloc(16);
  [8, count, 0, 0].forEach((value, i) => tree.writeUInt32LE(value, 4 * i));
  const body = Buffer.concat([chunk("TREE", tree), chunk("NODE", nodes)]), head = Buffer.alloc(32);
  head.write("SPHTREE\x1a", 0, "latin1");
  head.writeUInt32LE(1, 8);
  head.writeUInt32LE(2, 12);
  head.writeBigUInt64LE(BigInt(32 + body.length), 16);
  head.writeBigUInt64LE(crc64([head.subarray(0, 24), body]), 24);
  return Buffer.concat([head, body]);
}
