"""Charts as SVG: plain templates, sized for a phone, scaled for a page, with their content as text besides.

Floats place what is drawn. Labels are in a typeface whose characters are all as wide, so that what is written fits.
"""

from __future__ import annotations

import math
import unicodedata

from faier.answers.answer import Curves, Exact, Likelihood
from faier.report.wording import decimal, plural, visible

WIDTH, BAR, ROW = 320, 210, 58
LABEL = 41  # columns of a label that fit, a character being 7.3 wide


def odds(rows: list[tuple[str, str, float]]) -> str:
    """How sure the adversary is that it was the left case: what, the odds as text, the share of belief."""
    height, drawn, described = 38, [], []
    for at, (what, text, share) in enumerate(rows):
        top, width = at * height, 308 * share
        described.append(f"{what}: {text}, {share:.1%}")
        drawn.append(
            f'<text x="6" y="{top + 12}">{escaped(clipped(what, 18))}</text>'
            f'<text x="{WIDTH - 6}" y="{top + 12}" text-anchor="end">{escaped(clipped(text, 22))}</text>'
            f'<rect x="6" y="{top + 18}" width="308" height="12" class="right"/>'
            f'<rect x="6" y="{top + 18}" width="{width:.2f}" height="12" class="left"/>'
        )
    return svg(len(rows) * height, "How sure the adversary is", "; ".join(described), "".join(drawn))


def distributions(likelihoods: tuple[Likelihood, ...]) -> str:
    """Two bars for each output, one for each side; what the witness is about is marked."""
    scale = max(max(_size(item.left), _size(item.right)) for item in likelihoods) or 1.0
    rows, described = [], []
    for at, item in enumerate(likelihoods):
        label = _label(item)
        marked = " (this is shown)" if item.marked else ""
        described.append(f"{label}{marked}: {_number(item.left)} on the left, {_number(item.right)} on the right")
        rows.append(_row(at * ROW, item, label, scale))
    height = len(likelihoods) * ROW
    return svg(height, "How likely each output is", "; ".join(described), "".join(rows))


def leaks(likelihoods: tuple[Likelihood, ...], allowed: float) -> str:
    """For each output the logarithm of left to right: bars to the left speak for the left case; dashed is the claim."""
    height, middle, reach = 34, WIDTH / 2, 150
    amounts = [_loss(item) for item in likelihoods]
    sizes = [abs(amount) for amount in amounts if math.isfinite(amount)]
    top = max([*sizes, allowed if math.isfinite(allowed) else 0.0]) or 1.0
    drawn, described = [], []
    for at, (item, amount) in enumerate(zip(likelihoods, amounts, strict=True)):
        label, y = _label(item), at * height
        size = reach * min(abs(amount) / top, 1.0)
        number = "never" if math.isnan(amount) else "infinite" if math.isinf(amount) else f"{abs(amount):.4g}"
        side = "left" if amount > 0 else "right"
        described.append(f"{label}: {number}" + ("" if amount == 0 or math.isnan(amount) else f" for the {side}"))
        size = 0.0 if math.isnan(amount) else size
        drawn.append(
            f'<text x="6" y="{y + 13}"{_marking(item)}>{escaped(_marked(item, label, LABEL - 11))}</text>'
            f'<text x="{WIDTH - 6}" y="{y + 13}" text-anchor="end">{number}</text>'
            f'<rect x="{middle - size if amount > 0 else middle:.2f}" y="{y + 18}" width="{size:.2f}" height="10" '
            f'class="{side}"/>'
        )
    end = len(likelihoods) * height
    drawn.append(f'<line x1="{middle}" y1="18" x2="{middle}" y2="{end - 4}" class="axis"/>')
    if 0 < allowed <= top:
        for x in (middle - reach * allowed / top, middle + reach * allowed / top):
            drawn += [
                f'<line x1="{x:.2f}" y1="{row * height + 17}" x2="{x:.2f}" y2="{row * height + 29}" class="limit"/>'
                for row in range(len(likelihoods))
            ]
    return svg(end, "What each output gives away", "; ".join(described), "".join(drawn))


def densities(found: Curves) -> str:
    """How dense the real that is shown is, a line for each side; dashed is where the witness is."""
    height, low, left, right = 190, 146, 14, WIDTH - 14
    start, stop = found.points[0][0], found.points[-1][0]
    top = max(max(one, other) for _, one, other in found.points) or 1.0

    def x(number: float) -> float:
        return left + (right - left) * (number - start) / (stop - start)

    def line(side: int) -> str:
        return " ".join(f"{x(point[0]):.1f},{low - 112 * point[side] / top:.1f}" for point in found.points)

    content = (
        f'<line x1="{left}" y1="{low}" x2="{right}" y2="{low}" class="axis"/>'
        f'<text x="6" y="12">density, up to {top:.4g}</text>'
        f'<polyline points="{line(2)}" class="curve other"/><polyline points="{line(1)}" class="curve"/>'
        f'<line x1="{x(found.at):.1f}" y1="22" x2="{x(found.at):.1f}" y2="{low}" class="limit"/>'
        f'<text x="{left}" y="{low + 17}">{start:.4g}</text>'
        f'<text x="{x(found.at):.1f}" y="{low + 17}" text-anchor="middle">{found.at:.4g}</text>'
        f'<text x="{right}" y="{low + 17}" text-anchor="end">{stop:.4g}</text>'
        f'<text x="{left}" y="{height - 6}">what is shown</text>'
    )
    some = [point for point in found.points if point[0] == found.at] + list(found.points[:: len(found.points) // 8])
    described = "; ".join(f"at {at:.4g}: {one:.4g} on the left, {other:.4g} on the right" for at, one, other in some)
    return svg(height, "How dense the real that is shown is", f"The witness is at {found.at:.4g}; {described}", content)


def losses(points: tuple[tuple[int, Exact], ...]) -> str:
    """The tight epsilon of outputs of up to so many values, as a line of points."""
    top = max(epsilon.value for _, epsilon in points) or 1.0
    height, low, left, right = 174, 136, 64, WIDTH - 14
    step = (right - left) / (len(points) - 1)
    places = [(left + at * step, low - 108 * epsilon.value / top) for at, (_, epsilon) in enumerate(points)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="dot"/>' for x, y in places)
    names = "".join(
        f'<text x="{x:.1f}" y="{low + 17}" text-anchor="middle">{length}</text>'
        for (x, _), (length, _) in zip(places, points, strict=True)
    )
    content = (
        f'<line x1="{left}" y1="{low}" x2="{right}" y2="{low}" class="axis"/>'
        f'<line x1="{left}" y1="28" x2="{right}" y2="28" class="grid"/>'
        f'<text x="{left - 8}" y="{low + 4}" text-anchor="end">0</text>'
        f'<text x="{left - 8}" y="32" text-anchor="end">{decimal(top, 4)[:7]}</text>'
        f'<text x="6" y="12">epsilon</text>'
        f'<polyline points="{line}" class="curve"/>{dots}{names}'
        f'<text x="{(left + right) / 2:.1f}" y="{height - 4}" text-anchor="middle">values shown</text>'
    )
    described = "; ".join(f"up to {plural(length, 'value')}: {decimal(epsilon.value, 6)}" for length, epsilon in points)
    return svg(height, "The tight epsilon by length of the output", described, content)


def svg(height: int, title: str, described: str, content: str) -> str:
    name = f"{title}. {described}."
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escaped(name)}" '
        f'xmlns="http://www.w3.org/2000/svg">{content}</svg>'
    )


def clipped(text: str, columns: int) -> str:
    """The text, cut where it is wider than so many columns. What is not ASCII may be two columns wide."""
    used = 0
    kept: list[str] = []
    for character in text:
        if used + _columns(character) > columns:
            while kept and used > columns - 1:
                used -= _columns(kept.pop())
            return "".join(kept) + "…"
        used += _columns(character)
        kept.append(character)
    return text


def columns(text: str) -> int:
    return sum(map(_columns, text))


def escaped(text: str) -> str:
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(character, entity)
    return text


def _columns(character: str) -> int:
    if character.isascii() or character in "…▶→":
        return 1
    return 0 if unicodedata.combining(character) else 2


def _row(y: int, item: Likelihood, label: str, scale: float) -> str:
    frame = f'<rect x="0.5" y="{y + 0.5}" width="{WIDTH - 1}" height="{ROW - 5}" class="frame"/>' if item.marked else ""
    bars = []
    for line, (side, number) in enumerate((("left", item.left), ("right", item.right))):
        top = y + 20 + line * 16
        width = max(BAR * _size(number) / scale, 0.0)
        bars.append(
            f'<text x="6" y="{top + 10}">{"L" if side == "left" else "R"}</text>'
            f'<rect x="20" y="{top}" width="{width:.2f}" height="12" class="{side}"/>'
            f'<text x="{26 + width:.2f}" y="{top + 10}">{_number(number)}</text>'
        )
    return (
        f'{frame}<text x="6" y="{y + 14}"{_marking(item)}>{escaped(_marked(item, label, LABEL))}</text>{"".join(bars)}'
    )


def _marking(item: Likelihood) -> str:
    return ' class="marked"' if item.marked else ""


def _marked(item: Likelihood, label: str, columns: int) -> str:
    return clipped(("▶ " if item.marked else "") + label, columns)


def _label(item: Likelihood) -> str:
    if item.count != 1:
        return plural(item.count, "other output") if item.count else "everything else"
    values = ", ".join(visible(value.text) for value in item.output) or "nothing"
    return f"{values}, then the end" if item.ended else f"{values}, so far"


def _loss(item: Likelihood) -> float:
    left, right = item.left.value, item.right.value
    if left > 0 and right > 0:
        return math.log(left / right)
    return math.inf if left > 0 else -math.inf if right > 0 else math.nan


def _size(number: Exact) -> float:
    return number.value if math.isfinite(number.value) else 0.0


def _number(number: Exact) -> str:
    """Few characters, the value rounded; the exact one stands in the text."""
    return f"{number.value:.4g}" if math.isfinite(number.value) else "?"
