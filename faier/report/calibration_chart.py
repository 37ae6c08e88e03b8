"""How epsilon depends on a setting, and the mean error on epsilon: as SVG, by itself or within a page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from faier.answers.answer import Calibrated, Mark
from faier.report.compared import BEST
from faier.report.drawing import WIDTH, clipped, escaped
from faier.report.labels import Box, Line, placed
from faier.report.wording import visible

HEIGHT, LOW, LEFT, RIGHT, TOP, MARK = 216, 168, 58, WIDTH - 14, 34, 4

STYLE = (
    "text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#222}"
    ".axis{stroke:#666}.grid{stroke:#ccc}.limit{stroke:#222;stroke-dasharray:3 2}"
    ".curve{fill:none;stroke:#1b5e8c;stroke-width:2}.dot{fill:#1b5e8c}.box{fill:none;stroke:#b04a00;stroke-width:1.5}"
)


def picture(found: Sequence[Calibrated]) -> str:
    """A file with the charts of all claims, one below the other."""
    drawn, heights, told = [], [0], []
    for each in found:
        for height, words, content in charts(each):
            drawn.append(f'<g transform="translate(0 {heights[-1]})">{content}</g>')
            heights.append(heights[-1] + height)
            told.append(words)
    height = max(heights[-1], 20)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{2 * WIDTH}" '
        f'height="{2 * height}" role="img"><title>{escaped("; ".join(told) or "Nothing is known")}</title>'
        f'<style>{STYLE}</style><rect width="{WIDTH}" height="{height}" fill="#fff"/>{"".join(drawn)}</svg>\n'
    )


def charts(found: Calibrated) -> list[tuple[int, str, str]]:
    """Epsilon against the setting; the mean error against epsilon, where it is known: height, words, drawing."""
    marks = [mark for mark in found.marks if math.isfinite(mark.upper)]
    marks += [
        Mark(method.value.value, method.loss.lower, method.loss.upper, method.error, method.name)
        for method in (found.methods or () if marks else ())
        if method.published and method.loss is not None and math.isfinite(method.loss.upper)
    ]
    allowed = found.question.epsilon.value
    if len(marks) < 2:
        return []
    name, claim = visible(found.setting), None if math.isnan(allowed) else allowed
    at = None if found.proved is None else found.proved.value
    title = f"epsilon of {visible(found.question.mechanism)}, by {name}"
    places = [(mark.value, mark.upper, mark.label) for mark in marks]
    drawn = [_chart(title, name, "epsilon", places, across=claim, down=at)]
    erring = [(mark.upper, mark.mean_error, mark.label) for mark in marks if mark.mean_error is not None]
    best = found.optimum
    if best is not None and best.error is not None and best.error.upper is not None and claim is not None:
        erring.append((claim, best.error.upper.value, BEST))
    if len(erring) > 1:
        drawn.append(_chart("mean error, by epsilon", "epsilon", "error", erring, across=None, down=claim))
    return drawn


def _chart(
    title: str,
    below: str,
    beside: str,
    places: list[tuple[float, float, str]],
    across: float | None,
    down: float | None,
    more: int = 0,
) -> tuple[int, str, str]:
    """A line through what is known, in order, with what has a label marked; dashed lines where something is asked.
    Labels that do not fit have more room above."""
    start, stop = min(x for x, _, _ in places), max(x for x, _, _ in places)
    usual = [y for _, y, label in places if not label]
    top = 1.05 * max([*usual, across or 0.0, *(y for _, y, label in places if label)]) or 1.0
    width = (stop - start) or 1.0

    high, low = TOP + more, LOW + more

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + (RIGHT - LEFT) * (x - start) / width, low - (low - high) * min(y, top) / top

    line = [at(x, y) for x, y, label in sorted(places) if not label]
    straight: list[Line] = []
    if across is not None:
        straight.append((at(start, across), at(stop, across)))
    if down is not None and start <= down <= stop:
        straight.append(((at(down, 0)[0], high), (at(down, 0)[0], low)))
    marks = [(*at(x, y), clipped(label, 22)) for x, y, label in sorted(places) if label]
    within = Box(LEFT + 2, high - 14 - more, WIDTH - 2, low - 2)
    labels = placed(marks, [*pairwise(line), *straight], within, MARK)
    if len(labels) < len(marks):
        return _chart(title, below, beside, places, across, down, more + 15 * (len(marks) - len(labels)))
    parts = [
        f'<text x="6" y="14">{escaped(clipped(title, 42))}</text>',
        f'<line x1="{LEFT}" y1="{low}" x2="{RIGHT}" y2="{low}" class="axis"/>',
        f'<line x1="{LEFT}" y1="{high}" x2="{LEFT}" y2="{low}" class="axis"/>',
        f'<text x="{LEFT - 6}" y="{low + 4}" text-anchor="end">0</text>',
        f'<text x="{LEFT - 6}" y="{high + 4}" text-anchor="end">{top:.3g}</text>',
        f'<text x="{LEFT}" y="{low + 17}">{start:.4g}</text>',
        f'<text x="{RIGHT}" y="{low + 17}" text-anchor="end">{stop:.4g}</text>',
        f'<text x="{(LEFT + RIGHT) / 2:.1f}" y="{low + 34}" text-anchor="middle">{escaped(clipped(below, 30))}</text>',
    ]
    parts += [_drawn(each, "limit") for each in straight]
    parts.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in line)}" class="curve"/>')
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" class="dot"/>' for x, y in line]
    parts += [_drawn(label.leader, "axis") for label in labels if label.leader is not None]
    parts += [
        f'<rect x="{x - MARK:.1f}" y="{y - MARK:.1f}" width="{2 * MARK}" height="{2 * MARK}" class="box"/>'
        for x, y, _ in marks
    ]
    parts += [
        f'<text x="{label.start[0]:.1f}" y="{label.start[1]:.1f}">{escaped(label.text)}</text>' for label in labels
    ]
    told = "; ".join(f"{label or beside} {y:.4g} at {x:.4g}" for x, y, label in sorted(places))
    return HEIGHT + more, f"{title}: {told}", "".join(parts)


def _drawn(line: Line, kind: str) -> str:
    (x, y), (to_x, to_y) = line
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" class="{kind}"/>'
