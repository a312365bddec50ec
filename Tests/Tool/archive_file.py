"""A second reading of the layout in SphereTree/Archive.h, from its comment alone: what the tests change in archives
with it must be found by the tool, and what the tool writes must be found by it."""

import struct
from dataclasses import dataclass, field

MAGIC = b"SPHTREE\x1a"


def _crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0xC96C5795D7870F42 if byte & 1 else 0)
        table.append(byte)
    return table


_TABLE = _crc_table()


def crc64(data):
    value = 0xFFFFFFFFFFFFFFFF
    for byte in data:
        value = _TABLE[(value ^ byte) & 255] ^ (value >> 8)
    return value ^ 0xFFFFFFFFFFFFFFFF


@dataclass
class Node:
    x: float
    y: float
    z: float
    radius: float
    error: float
    parent: int
    first_child: int
    child_count: int
    level: int


@dataclass
class Archive:
    branching: int = 8
    method: int = 0
    flags: int = 0
    nodes: list = field(default_factory=list)
    volumes: list = field(default_factory=list)
    cones: list = field(default_factory=list)

    def pack(self):
        def chunk(tag, need, contents):
            return tag + struct.pack("<IQ", need, len(contents)) + contents + b"\0" * (-len(contents) % 8)

        chunks = [chunk(b"TREE", 1, struct.pack("<4I", self.branching, len(self.nodes), self.method, self.flags))]
        chunks.append(chunk(b"NODE", 1, b"".join(struct.pack("<5d4i", *vars(node).values()) for node in self.nodes)))
        if self.volumes:
            chunks.append(chunk(b"VOLS", 0, b"".join(struct.pack("<4d", *sphere) for sphere in self.volumes)))
        if self.cones:
            chunks.append(chunk(b"CONE", 0, b"".join(struct.pack("<4d", *cone) for cone in self.cones)))
        body = b"".join(chunks)
        head = MAGIC + struct.pack("<IIQ", 1, len(chunks), 32 + len(body))
        return head + struct.pack("<Q", crc64(head + body)) + body


def unpack(data):
    assert data[:8] == MAGIC
    version, chunk_count, length, checksum = struct.unpack_from("<IIQQ", data, 8)
    assert (version, length) == (1, len(data))
    assert checksum == crc64(data[:24] + data[32:])
    chunks, at = {}, 32
    for _ in range(chunk_count):
        tag, (need, size) = data[at : at + 4], struct.unpack_from("<IQ", data, at + 4)
        assert need in (0, 1)
        chunks[tag] = data[at + 16 : at + 16 + size]
        at += 16 + size + -size % 8
    assert at == len(data)
    archive = Archive()
    archive.branching, count, archive.method, archive.flags = struct.unpack("<4I", chunks[b"TREE"])
    archive.nodes = [Node(*fields) for fields in struct.iter_unpack("<5d4i", chunks[b"NODE"])]
    archive.volumes = list(struct.iter_unpack("<4d", chunks.get(b"VOLS", b"")))
    archive.cones = list(struct.iter_unpack("<4d", chunks.get(b"CONE", b"")))
    assert len(archive.nodes) == count
    return archive
