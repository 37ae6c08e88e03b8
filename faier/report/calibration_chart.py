"""How epsilon depends on a setting, and the mean error on epsilon: as SVG, by itself or within a page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from faier.answers.answer import Calibrated, Mark
from faier.report.compared import BEST
from faier.report.drawing import WIDTH, clipped, escaped
from faier.report.wording import visible

HEIGHT, LOW, LEFT, RIGHT, TOP = 216, 168, 58, WIDTH - 14, 34

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
) -> tuple[int, str, str]:
    """A line through what is known, in order, with what has a label marked; dashed lines where something is asked."""
    start, stop = min(x for x, _, _ in places), max(x for x, _, _ in places)
    usual = [y for _, y, label in places if not label]
    top = 1.05 * max([*usual, across or 0.0, *(y for _, y, label in places if label)]) or 1.0
    width = (stop - start) or 1.0

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + (RIGHT - LEFT) * (x - start) / width, LOW - (LOW - TOP) * min(y, top) / top

    line = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y, label in sorted(places) if not label)
    parts = [
        f'<text x="6" y="14">{escaped(clipped(title, 42))}</text>',
        f'<line x1="{LEFT}" y1="{LOW}" x2="{RIGHT}" y2="{LOW}" class="axis"/>',
        f'<line x1="{LEFT}" y1="{TOP}" x2="{LEFT}" y2="{LOW}" class="axis"/>',
        f'<text x="{LEFT - 6}" y="{LOW + 4}" text-anchor="end">0</text>',
        f'<text x="{LEFT - 6}" y="{TOP + 4}" text-anchor="end">{top:.3g}</text>',
        f'<text x="{LEFT}" y="{LOW + 17}">{start:.4g}</text>',
        f'<text x="{RIGHT}" y="{LOW + 17}" text-anchor="end">{stop:.4g}</text>',
        f'<text x="{(LEFT + RIGHT) / 2:.1f}" y="{LOW + 34}" text-anchor="middle">{escaped(clipped(below, 30))}</text>',
    ]
    if across is not None:
        y = at(start, across)[1]
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{RIGHT}" y2="{y:.1f}" class="limit"/>')
    if down is not None and start <= down <= stop:
        x = at(down, 0)[0]
        parts.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{LOW}" class="limit"/>')
    parts.append(f'<polyline points="{line}" class="curve"/>')
    named = 0
    for x, y, label in sorted(places):
        cx, cy = at(x, y)
        if not label:
            parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="2.5" class="dot"/>')
            continue
        end = cx > (LEFT + RIGHT) / 2
        above, named = 8 + 14 * (named % 3), named + 1
        parts.append(f'<rect x="{cx - 4:.1f}" y="{cy - 4:.1f}" width="8" height="8" class="box"/>')
        parts.append(
            f'<text x="{cx + (-8 if end else 8):.1f}" y="{cy - above:.1f}"'
            f"{' text-anchor=' + chr(34) + 'end' + chr(34) if end else ''}>{escaped(clipped(label, 22))}</text>"
        )
    told = "; ".join(f"{label or beside} {y:.4g} at {x:.4g}" for x, y, label in sorted(places))
    return HEIGHT, f"{title}: {told}", "".join(parts)
