"""Draws icon.png: three sheets, each resting on the one below.

Usage: python make-icon.py      (writes beside package.json; standard library only)
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

SIZE = 256
SCALE = 3  # samples per pixel and axis, for smooth edges
BACKGROUND = (24, 36, 51)
# Top sheet first: centre height, colour.
SHEETS = ((92, (255, 255, 255)), (136, (122, 196, 214)), (180, (62, 132, 160)))
HALF_WIDTH, HALF_HEIGHT, GAP = 92, 46, 10
CORNER = 48


def inside_square(x: float, y: float) -> bool:
    """Whether the point lies in the rounded square that is the icon's ground."""
    dx = max(CORNER - x, x - (SIZE - CORNER), 0.0)
    dy = max(CORNER - y, y - (SIZE - CORNER), 0.0)
    return dx * dx + dy * dy <= CORNER * CORNER


def distance(x: float, y: float, centre: float) -> float:
    """How far out of a sheet's middle the point is; 1 on its edge."""
    return abs(x - SIZE / 2) / HALF_WIDTH + abs(y - centre) / HALF_HEIGHT


def colour(x: float, y: float) -> tuple[int, int, int, int]:
    """The colour of one point, with its opacity."""
    if not inside_square(x, y):
        return (0, 0, 0, 0)
    for centre, shade in SHEETS:
        if distance(x, y, centre) <= 1:
            return (*shade, 255)
        if distance(x, y, centre) <= 1 + GAP / HALF_HEIGHT and y > centre:
            return (*BACKGROUND, 255)
    return (*BACKGROUND, 255)


def pixel(column: int, row: int) -> bytes:
    """The mean of the pixel's samples, colours weighted by opacity."""
    steps = [(index + 0.5) / SCALE for index in range(SCALE)]
    samples = [colour(column + dx, row + dy) for dy in steps for dx in steps]
    opacity = sum(sample[3] for sample in samples)
    weight = max(opacity, 1)
    mean = (sum(s[band] * s[3] for s in samples) // weight for band in range(3))
    return bytes([*mean, opacity // len(samples)])


def chunk(kind: bytes, body: bytes) -> bytes:
    """One part of a PNG file."""
    check = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)


def main() -> None:
    """Write the icon."""
    rows = (b"\0" + b"".join(pixel(c, r) for c in range(SIZE)) for r in range(SIZE))
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    image = zlib.compress(b"".join(rows), 9)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", image) + chunk(b"IEND", b"")
    target = Path(__file__).resolve().parent.parent / "icon.png"
    target.write_bytes(b"\x89PNG\r\n\x1a\n" + parts)


if __name__ == "__main__":
    main()
