"""A plan as two charts: mean errors against epsilon, and against the number of cells. Both axes are logarithmic."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from faier.report.drawing import WIDTH, clipped, escaped, svg

if TYPE_CHECKING:
    from faier.policies.planning import Planned

Points = Sequence[tuple[float, float]]

# So many methods have a line of their own; the others are named in the table.
MOST = 8
COLORS = ("#0b63a5", "#b3440c", "#1b7a3d", "#7a3fa0", "#8a6d00", "#c2185b", "#00747c", "#555555")
HEIGHT, LEFT, TOP, BOTTOM, LINE = 190, 44, 22, 160, 14

# Epsilon as given, and up to ten times less and more.
FACTORS = (0.1, 0.3, 1.0, 3.0, 10.0)


def charts(found: Planned, sizes: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    """The errors as they are, times 1 / factor^2 where epsilon is a factor of what it is; and by size, if known."""
    rows = [(row.method, row.error.mean_value) for row in found.results if row.error.mean_value][:MOST]
    named = [method for method, _ in rows]
    by_epsilon = {method: [(factor, mean / factor**2) for factor in FACTORS] for method, mean in rows if mean}
    bound = next((row.bound for row in found.results if row.bound), None)
    limit = [(factor, bound / factor**2) for factor in FACTORS] if bound else []
    parts = [_chart(0, f"times epsilon {found.epsilon}", by_epsilon, named, limit)]
    height = HEIGHT
    kept = {method: list(sizes[method]) for method in named if len(sizes.get(method, ())) > 1}
    if kept:
        parts.append(_chart(height, "cells", kept, named, []))
        height += HEIGHT
    for at, method in enumerate(named):
        y = height + at * LINE
        parts.append(
            f'<line x1="6" y1="{y + 6}" x2="26" y2="{y + 6}" stroke="{COLORS[at]}" stroke-width="2"/>'
            f'<text x="32" y="{y + 10}">{escaped(clipped(method, 38))}</text>'
        )
    height += len(named) * LINE + 6
    described = "; ".join(f"{method}: mean squared error {mean:.4g}" for method, mean in rows)
    style = "<style>text{font:11px monospace}polyline{fill:none;stroke-width:2}.axis{stroke:#888}</style>"
    background = f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    title = f"{found.policy}, {found.workload}, epsilon {found.epsilon}"
    return svg(height, title, described, style + background + "".join(parts)) + "\n"


def _chart(top: int, name: str, lines: Mapping[str, Points], named: Sequence[str], limit: Points) -> str:
    every = [point for points in [*lines.values(), limit] for point in points if point[1] > 0]
    across, upward = _scale([x for x, _ in every]), _scale([y for _, y in every])

    def placed(points: Points) -> str:
        shown = ((across(x), upward(y)) for x, y in points if y > 0)
        return " ".join(
            f"{LEFT + (WIDTH - LEFT - 12) * x:.1f},{top + BOTTOM - (BOTTOM - TOP) * y:.1f}" for x, y in shown
        )

    drawn = [
        f'<text x="6" y="{top + 12}">mean squared error</text>',
        f'<line x1="{LEFT}" y1="{top + BOTTOM}" x2="{WIDTH - 12}" y2="{top + BOTTOM}" class="axis"/>',
        f'<line x1="{LEFT}" y1="{top + TOP}" x2="{LEFT}" y2="{top + BOTTOM}" class="axis"/>',
    ]
    middle, named_axis = (LEFT + WIDTH) / 2, escaped(clipped(name, 26))
    low, high = min(x for x, _ in every), max(x for x, _ in every)
    least, most = min(y for _, y in every), max(y for _, y in every)
    drawn += [
        f'<text x="{LEFT}" y="{top + BOTTOM + 14}">{low:.4g}</text>',
        f'<text x="{WIDTH - 12}" y="{top + BOTTOM + 14}" text-anchor="end">{high:.4g}</text>',
        f'<text x="{middle}" y="{top + BOTTOM + 14}" text-anchor="middle">{named_axis}</text>',
        f'<text x="{LEFT - 4}" y="{top + BOTTOM}" text-anchor="end">{least:.2g}</text>',
        f'<text x="{LEFT - 4}" y="{top + TOP + 8}" text-anchor="end">{most:.2g}</text>',
    ]
    if limit:
        drawn.append(f'<polyline points="{placed(limit)}" stroke="#888" stroke-dasharray="4 3"/>')
    for method, points in lines.items():
        drawn.append(f'<polyline points="{placed(points)}" stroke="{COLORS[named.index(method)]}"/>')
    return "".join(drawn)


def _scale(values: Sequence[float]) -> Scale:
    low, high = math.log(min(values)), math.log(max(values))
    return Scale(low, high - low or 1.0)


class Scale:
    """From a number to its place between 0 and 1, by its logarithm."""

    def __init__(self, low: float, width: float) -> None:
        self.low, self.width = low, width

    def __call__(self, value: float) -> float:
        return (math.log(value) - self.low) / self.width
