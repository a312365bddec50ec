#!/usr/bin/env python3
"""Draws the levels of a sphere-tree side by side, each sphere coloured by its error.

    spheretree export TREE --form lines -o lines.txt
    Resources/draw_levels.py lines.txt picture.png [levels, as 0,1,2,3]

Python's standard library alone. Colours run from dark blue (fits) to yellow (sticks out), as cividis does, so that they
also tell apart for eyes that mix up red and green.
"""

import math
import os
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from draw_icon import png, shade

PANEL, SAMPLES = 300, 2  # pixels a panel, samples a pixel and axis
RAMP = ((0.0, 0.13, 0.30), (0.26, 0.31, 0.42), (0.49, 0.49, 0.47), (0.73, 0.68, 0.42), (1.0, 0.91, 0.27))
PAPER = (1.0, 1.0, 1.0)


def read_spheres(path):
    """(level, centre, radius, error) of each line `level parent x y z r error`."""
    spheres = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            fields = line.split()
            if not fields or fields[0].startswith("#"):
                continue
            if len(fields) != 7:
                sys.exit(f"{path}, line {number + 1}: expected `level parent x y z r error`.")
            level, x, y, z, r, error = int(fields[0]), *map(float, fields[2:])
            spheres.append((level, (x, y, z), r, error))
    if not spheres:
        sys.exit(f"{path} holds no sphere.")
    return spheres


def colour_of(share):
    place = min(max(share, 0.0), 1.0) * (len(RAMP) - 1)
    low = min(int(place), len(RAMP) - 2)
    return tuple(a + (b - a) * (place - low) for a, b in zip(RAMP[low], RAMP[low + 1]))


def turned(point, middle, unit):
    """The view: a little from the right and from above."""
    x, y, z = ((a - b) / unit for a, b in zip(point, middle))
    c, s = math.cos(0.5), math.sin(0.5)
    x, z = c * x + s * z, -s * x + c * z
    c, s = math.cos(0.25), math.sin(0.25)
    return x, c * y - s * z, s * y + c * z


def draw_panel(spheres, worst):
    size = PANEL * SAMPLES
    depths = [-math.inf] * (size * size)
    colours = [PAPER] * (size * size)
    for (x, y, z), radius, error in spheres:
        base = colour_of(math.sqrt(error / worst) if worst > 0 else 0.0)
        scale = size / 2.2
        left, right = int((x - radius + 1.1) * scale), int((x + radius + 1.1) * scale) + 1
        top, bottom = int((1.1 - y - radius) * scale), int((1.1 - y + radius) * scale) + 1
        for row in range(max(top, 0), min(bottom, size)):
            dy = 1.1 - (row + 0.5) / scale - y
            for column in range(max(left, 0), min(right, size)):
                dx = (column + 0.5) / scale - 1.1 - x
                rest = radius * radius - dx * dx - dy * dy
                if rest <= 0:
                    continue
                depth = z + math.sqrt(rest)
                at = row * size + column
                if depth > depths[at]:
                    depths[at] = depth
                    colours[at] = shade((dx / radius, dy / radius, (depth - z) / radius), base, 0.0)
    return colours


def shrink(colours):
    """Mean of SAMPLES × SAMPLES, as bytes, row by row."""
    size, rows = PANEL * SAMPLES, []
    for row in range(PANEL):
        line = bytearray()
        for column in range(PANEL):
            for channel in range(3):
                total = 0.0
                for sub in range(SAMPLES * SAMPLES):
                    at = (row * SAMPLES + sub // SAMPLES) * size + column * SAMPLES + sub % SAMPLES
                    total += min(max(colours[at][channel], 0.0), 1.0)
                line.append(int(total / (SAMPLES * SAMPLES) * 255 + 0.5))
            line.append(255)
        rows.append(bytes(line))
    return rows


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    spheres = read_spheres(sys.argv[1])
    levels = [int(level) for level in sys.argv[3].split(",")] if len(sys.argv) == 4 else sorted({s[0] for s in spheres})
    _, middle, unit, _ = spheres[0]
    panels = []
    for level in levels:
        own = [(turned(c, middle, unit), r / unit, e / unit) for at, c, r, e in spheres if at == level]
        panels.append(shrink(draw_panel(own, max((e / unit for at, _, _, e in spheres if at >= 1), default=0.0))))
    rows = [b"".join(row) for row in zip(*panels)]
    with open(sys.argv[2], "wb") as file:
        file.write(png(PANEL * len(panels), PANEL, rows, lambda data: zlib.compress(data, 9)))


if __name__ == "__main__":
    main()
