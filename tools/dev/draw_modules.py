#!/usr/bin/env python3
"""Writes docs/internals/architecture.svg, and the table of modules in
docs/internals/architecture.md, from src/modules.txt.

Modules without includes are at the bottom of the picture. Arrows implied by others are left out: if
cpu includes topology and topology includes base, there is none from cpu to base.
"""

import itertools
import pathlib
import sys
import textwrap
from xml.sax.saxutils import escape

import modules as module_list

BOX_WIDTH, BOX_HEIGHT = 172, 74
COLUMN, ROW = 96, 116  # a box takes two columns, an arrow that passes a row takes one
MARGIN = 14
# Text on boxes is dark on light in every theme. Arrows have a contrast of 4 with white and with
# black.
BOX, BORDER, TEXT, SOFT, LINE = "#dce9f5", "#3b6ea5", "#10243a", "#33475c", "#7d8590"
DOOR = "#fbe3c0"
CALLERS = "tools/koordctl, tools/oci-hook and the bindings for Go, Python and Java see include/koord.h and nothing else"
MARK_BEGIN, MARK_END = "<!-- src/modules.txt -->", "<!-- end of src/modules.txt -->"


def reduce(modules):
    """Returns (module, included) without edges that a longer path implies."""
    below = {}
    for module in modules.values():
        below[module.name] = set(module.includes).union(*(below[name] for name in module.includes))
    return [(module.name, name) for module in modules.values() for name in module.includes
            if not any(name in below[other] for other in module.includes)]


def rank(modules, edges):
    """Returns rows from the bottom: as low as includes allow, or higher if that shortens more
    arrows than it lengthens.
    """
    rows = {}
    for name in modules:
        rows[name] = max((rows[low] + 1 for high, low in edges if high == name), default=0)
    for name in reversed(modules):
        above = [rows[high] for high, low in edges if low == name]
        if len(above) > sum(high == name for high, _ in edges):
            rows[name] = min(above) - 1
    return rows


def split(edges, rows):
    """Splits arrows into steps from row to row, and returns the contents of each row: modules and
    passing arrows.
    """
    levels = [[name for name in rows if rows[name] == row] for row in range(max(rows.values()) + 1)]
    ways = []
    # arrows that go far down are placed outside
    for high, low in sorted(edges, key=lambda edge: -rows[edge[1]]):
        way = [high] + [(high, low, row) for row in range(rows[high] - 1, rows[low], -1)] + [low]
        for point in way[1:-1]:
            levels[point[2]].append(point)
        ways.append(way)
    return levels, ways


def crossings(pairs):
    return sum((a < c and b > d) or (a > c and b < d)
               for (a, b), (c, d) in itertools.combinations(pairs, 2))


def placings(items, columns):
    """Yields every placement of these items in this order, side by side: the columns of their
    centres.
    """
    def widths(item):
        return 2 if isinstance(item, str) else 1

    def rest(index, start):
        if index == len(items):
            yield ()
            return
        width = widths(items[index])
        after = sum(widths(item) for item in items[index:])
        for left in range(start, columns - after + 1):
            for more in rest(index + 1, left + width):
                yield (left + width / 2, *more)
    return rest(0, 0)


def place(levels, ways):
    """Assigns a column to each item: few crossings first, then short arrows, then few bends where
    they pass rows.
    """
    columns = max(sum(2 if isinstance(item, str) else 1 for item in level) for level in levels)
    steps = [(way[i], way[i + 1]) for way in ways for i in range(len(way) - 1)]
    at = {}
    for level in levels:
        at.update(zip(level, next(placings(level, columns))))

    def cost(level):
        members = set(level)
        up = [(at[low], at[high]) for high, low in steps if low in members]
        down = [(at[high], at[low]) for high, low in steps if high in members]
        length = sum((a - b) ** 2 for a, b in up + down)
        return (crossings(up) + crossings(down), length, sum(abs(at[item] - columns / 2) for item in level))

    for _ in range(4):
        for level in levels + levels[::-1]:
            best = (cost(level), {item: at[item] for item in level})
            for order in itertools.permutations(level):
                for spots in placings(order, columns):
                    at.update(zip(order, spots))
                    found = cost(level)
                    if found < best[0]:
                        best = (found, dict(zip(order, spots)))
            at.update(best[1])
    return at, columns


class Picture:
    def __init__(self, modules):
        self.modules = modules
        edges = reduce(modules)
        self.rows = rank(modules, edges)
        levels, self.ways = split(edges, self.rows)
        self.top = len(levels)
        self.at, columns = place(levels, self.ways)
        self.width = columns * COLUMN + 2 * MARGIN
        self.height = self.top * ROW + 44 + 2 * MARGIN

    def x(self, item):
        return MARGIN + self.at[item] * COLUMN

    def y(self, row):
        """Returns the upper edge of boxes."""
        return MARGIN + 44 + ROW - BOX_HEIGHT + (self.top - 1 - row) * ROW

    def port(self, way, end):
        """Returns the point at which an arrow leaves its first box or reaches its last, ordered by
        the other ends.
        """
        box = way[end]
        others = sorted({self.x(other[1 if end == 0 else -2]) for other in self.ways if other[end] == box})
        gap = min(34, (BOX_WIDTH - 40) / max(1, len(others) - 1))
        wanted = [self.x(box) + (i - (len(others) - 1) / 2) * gap for i in range(len(others))]
        return wanted[others.index(self.x(way[1 if end == 0 else -2]))]

    def arrow(self, way):
        x, y = self.port(way, 0), self.y(self.rows[way[0]]) + BOX_HEIGHT
        path = f"M{x:g} {y:g}"
        for point in way[1:]:
            last = point == way[-1]
            row = self.rows[point] if last else point[2]
            to = self.port(way, -1) if last else self.x(point)
            down = self.y(row) - (2 if last else 0)
            middle = (y + down) / 2
            path += f"C{x:g} {middle:g} {to:g} {middle:g} {to:g} {down:g}"
            if not last:
                down = self.y(row) + BOX_HEIGHT
                path += f"V{down:g}"
            x, y = to, down
        return f'<path class="way" d="{path}"/>'

    def box(self, module):
        x, y = self.x(module.name) - BOX_WIDTH / 2, self.y(self.rows[module.name])
        kind = "door" if self.rows[module.name] == self.top - 1 else "box"
        middle = x + BOX_WIDTH / 2
        yield f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="5"/>'
        yield f'<text class="name" x="{middle:g}" y="{y + 20:g}">{escape(module.name)}</text>'
        lines = textwrap.wrap(module.purpose, 26)
        if len(lines) > 3:
            raise ValueError(f"src/modules.txt:{module.line}: what {module.name} is for does not fit its box")
        for i, line in enumerate(lines):
            yield f'<text x="{middle:g}" y="{y + 36 + 13.5 * i:g}">{escape(line)}</text>'

    def svg(self):
        yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
               f'width="{self.width:g}" height="{self.height:g}" role="img">')
        yield "<title>The modules of libkoord and what they include</title>"
        yield "<!-- tools/dev/draw_modules.py made this from src/modules.txt -->"
        yield (f"<style>text{{font:11px sans-serif;text-anchor:middle;fill:{SOFT}}}"
               f".name{{font-size:15px;font-weight:bold;fill:{TEXT}}}"
               f".box{{fill:{BOX};stroke:{BORDER}}}.door{{fill:{DOOR};stroke:{BORDER}}}"
               f".way{{fill:none;stroke:{LINE};stroke-width:1.5;marker-end:url(#tip)}}</style>")
        yield ('<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
               f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{LINE}"/></marker></defs>')
        wide = self.width - 2 * MARGIN
        door = next(name for name in self.modules if self.rows[name] == self.top - 1)
        x = self.x(door)
        yield f'<rect class="door" x="{MARGIN}" y="{MARGIN}" width="{wide:g}" height="34" rx="5"/>'
        yield f'<text x="{self.width / 2:g}" y="{MARGIN + 21}">{CALLERS}</text>'
        yield f'<path class="way" d="M{x:g} {MARGIN + 34}V{self.y(self.rows[door]) - 2:g}"/>'
        for way in self.ways:
            yield self.arrow(way)
        for module in self.modules.values():
            yield from self.box(module)
        yield "</svg>"


def picture(modules):
    return "\n".join(Picture(modules).svg()) + "\n"


def table(modules):
    yield "| module | includes | purpose |"
    yield "| --- | --- | --- |"
    for module in modules.values():
        everything = len(module.includes) == len(modules) - 1
        includes = "all others" if everything else ", ".join(module.includes)
        libraries = "".join(f"; `{library}`" for library in module.libraries)
        yield f"| `src/{module.name}` | {includes}{libraries} | {module.purpose} |"


def with_table(page, modules):
    """Returns the page with the table between its marks replaced."""
    before, rest = page.split(MARK_BEGIN)
    _, after = rest.split(MARK_END)
    return before + MARK_BEGIN + "\n" + "\n".join(table(modules)) + "\n" + MARK_END + after


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    modules = module_list.read_modules(root)
    page = root / "docs" / "internals" / "architecture.md"
    (root / "docs" / "internals" / "architecture.svg").write_text(picture(modules), encoding="utf-8")
    page.write_text(with_table(page.read_text(encoding="utf-8"), modules), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
