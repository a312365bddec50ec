#!/usr/bin/env python3
"""Draws Icon128.png: a sphere tree seen as a sculpture, one root, its children, theirs.

Python's standard library alone, and only + - * / and square roots, so that the same bytes come out everywhere.
The picture is stored uncompressed inside its zlib stream for the same reason: compressors differ by version.

    Resources/draw_icon.py [file]
"""

import math
import os
import struct
import sys
import zlib

SIZE = 128
SAMPLES = 4  # per pixel and axis


def branch(centre, radius, level, out):
    """A sphere and, below, three smaller ones: the picture's tree."""
    out.append((centre, radius, level))
    if level == 3:
        return
    x, y, z = centre
    spread = radius * 1.34
    for dx, dz in ((-0.80, 0.35), (0.02, -0.75), (0.80, 0.30)):
        child = (x + dx * spread * 1.05, y - spread * (1.30 - 0.20 * abs(dx)), z + dz * spread)
        branch(child, radius * 0.56, level + 1, out)


COLOURS = ((0.98, 0.72, 0.24), (0.94, 0.42, 0.33), (0.55, 0.40, 0.86), (0.27, 0.70, 0.90))  # by level
LIGHT = (-0.48, 0.62, 0.62)


def normalized(v):
    length = math.sqrt(sum(a * a for a in v))
    return tuple(a / length for a in v)


def shade(normal, colour, depth):
    light = normalized(LIGHT)
    facing = sum(a * b for a, b in zip(normal, light))
    half = normalized((light[0], light[1], light[2] + 1.0))
    gloss = max(sum(a * b for a, b in zip(normal, half)), 0.0)
    for _ in range(5):
        gloss *= gloss  # the 32nd power, by squaring
    rim = 1.0 - normal[2]
    brightness = 0.28 + 0.80 * max(facing, 0.0)
    haze = min(max(-depth * 0.22, 0.0), 0.35)
    sky = (0.36, 0.46, 0.66)
    return tuple(
        (c * brightness + 0.55 * gloss + 0.22 * rim * rim * s) * (1 - haze) + haze * 0.16 for c, s in zip(colour, sky)
    )


def background(x, y):
    """A rounded square, dark blue, lighter above; None outside."""
    half, corner = 1.0, 0.24
    outX, outY = abs(x) - (half - corner), abs(y) - (half - corner)
    if outX > 0 and outY > 0 and outX * outX + outY * outY > corner * corner:
        return None
    glow = max(1.0 - (x * x + (y - 0.45) * (y - 0.45)) * 0.55, 0.0)
    return (0.055 + 0.085 * glow, 0.075 + 0.105 * glow, 0.14 + 0.18 * glow)


def trace(x, y, spheres):
    """The nearest sphere along the view at (x, y), and its normal."""
    best, hit = None, None
    for centre, radius, level in spheres:
        dx, dy = x - centre[0], y - centre[1]
        left = radius * radius - dx * dx - dy * dy
        if left <= 0:
            continue
        depth = centre[2] + math.sqrt(left)
        if best is None or depth > best:
            best = depth
            hit = ((dx / radius, dy / radius, (depth - centre[2]) / radius), COLOURS[level], depth)
    return hit


def pixel(column, row, spheres):
    total, covered = [0.0, 0.0, 0.0], 0
    for sub in range(SAMPLES * SAMPLES):
        x = ((column + (sub % SAMPLES + 0.5) / SAMPLES) / SIZE) * 2 - 1
        y = 1 - ((row + (sub // SAMPLES + 0.5) / SAMPLES) / SIZE) * 2
        colour = background(x, y)
        if colour is None:
            continue
        hit = trace(x, y, spheres)
        if hit is not None:
            colour = shade(*hit)
        covered += 1
        total = [t + min(c, 1.0) for t, c in zip(total, colour)]
    if covered == 0:
        return bytes(4)
    # Square root as the display's curve: close to sRGB, and rounds in one way.
    channels = [int(math.sqrt(t / covered) * 255 + 0.5) for t in total]
    return bytes(channels + [int(255 * covered / (SAMPLES * SAMPLES) + 0.5)])


def stored(data):
    """A zlib stream of stored blocks."""
    out = b"\x78\x01"
    for start in range(0, len(data), 65535):
        block = data[start : start + 65535]
        last = start + 65535 >= len(data)
        out += struct.pack("<BHH", last, len(block), len(block) ^ 0xFFFF) + block
    return out + struct.pack(">I", zlib.adler32(data))


def png(width, height, rows, pack=stored):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    picture = pack(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", picture) + chunk(b"IEND", b"")


def draw():
    spheres = []
    branch((0.0, 0.52, 0.0), 0.36, 0, spheres)
    return png(SIZE, SIZE, [b"".join(pixel(c, r, spheres) for c in range(SIZE)) for r in range(SIZE)])


if __name__ == "__main__":
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Icon128.png")
    with open(sys.argv[1] if len(sys.argv) > 1 else default, "wb") as file:
        file.write(draw())
