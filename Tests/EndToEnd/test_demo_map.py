"""The demo's map says on every tile that it is none."""
import sqlite3
import struct
import zlib

from rollcall import TREE

# "Drawing, not a map" as scripts/draw-map writes it: what is dark on every tile, whatever lies below.
LEFT, TOP = 8, 241
LABEL = """
.####.......................#.......................................................................
.#...#..........................................................#...................................
.#....#.##...###..#...#..#..#..####....#####......####....####.###....###.....###.##....###...#####.
.#....#.#...#...#.#..##..#..#..#...#..#...##......#...#..#...##.#....#...#....#..#..#..#...#..#...##
.#....#.#......##..#.#.#.#..#..#...#..#....#......#...#..#....#.#.......##....#..#..#.....##..#....#
.#....#.#...#...#..#.#.#....#..#...#..#....#......#...#..#....#.#....#...#....#..#..#..#...#..#....#
.#...#..#...#...#..##..##...#..#...#..#...##......#...#..#...##.#....#...#....#..#..#..#...#..#...#.
.####...#...#####...#..##...#..#...#...###.#..#...#...#...####..##...#####....#..#..#..#####..#####.
......................................#....#.#................................................#.....
.......................................####...................................................#.....
""".split()
# Sum of red, green and blue: between the ink and the land.
DARK = 600
# Of a thousand dots the letters and what is drawn below them darken fewer. A tile that is dark all over says nothing.
MOST = 400


def chunks(png):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        yield kind, png[at + 8:at + 8 + length]
        at += length + 12


def predicted(kind, left, above, corner):
    if kind == 4:
        near = left + above - corner
        return min((abs(near - left), 0, left), (abs(near - above), 1, above), (abs(near - corner), 2, corner))[2]
    return (0, left, above, (left + above) // 2)[kind]


def lines(png):
    """The rows of dots of a picture with a palette of one byte a dot, as sums of their colours."""
    parts = list(chunks(png))
    head = next(body for kind, body in parts if kind == b"IHDR")
    width, _, depth, colour = struct.unpack_from(">IIBB", head)
    assert (depth, colour) == (8, 3)
    palette = next(body for kind, body in parts if kind == b"PLTE")
    sums = [sum(palette[at:at + 3]) for at in range(0, len(palette), 3)]
    data = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    above = bytes(width)
    for at in range(0, len(data), width + 1):
        kind, line = data[at], bytearray(data[at + 1:at + 1 + width])
        if kind:
            for x, value in enumerate(line):
                left, corner = (line[x - 1], above[x - 1]) if x else (0, 0)
                line[x] = (value + predicted(kind, left, above[x], corner)) & 255
        above = line
        yield [sums[value] for value in line]


def test_every_tile_of_the_demos_map_says_that_it_is_a_drawing():
    letters = {(LEFT + x, y) for y, row in enumerate(LABEL) for x, sign in enumerate(row) if sign == "#"}
    assert len(letters) > 200
    with sqlite3.connect(f"file:{TREE}/seeds/map/demo.mbtiles?mode=ro", uri=True) as db:
        tiles = db.execute("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles").fetchall()
    assert len(tiles) > 400
    without = []
    for *place, png in tiles:
        box = list(lines(png))[TOP:TOP + len(LABEL)]
        dark = {(x, y) for y, row in enumerate(box) for x in range(LEFT, LEFT + 100) if row[x] < DARK}
        if not letters <= dark or len(dark) > MOST:
            without.append(place)
    assert without == []
