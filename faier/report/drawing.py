"""Charts as SVG: plain templates, sized for a phone, scaled for a page, with their content as text besides.

Floats place what is drawn; every number that is written is one of the report's.
"""

from __future__ import annotations

from faier.answer import Exact, Likelihood
from faier.report.wording import decimal, plural, visible

WIDTH, BAR, ROW = 340, 236, 58
LABEL = 38  # characters of a label that fit


def distributions(likelihoods: tuple[Likelihood, ...]) -> str:
    """Two bars for each output, one for each side; what the witness is about is marked."""
    scale = max(max(item.left.value, item.right.value) for item in likelihoods) or 1.0
    rows, described = [], []
    for at, item in enumerate(likelihoods):
        label = _label(item)
        described.append(f"{label}: {_number(item.left)} on the left, {_number(item.right)} on the right")
        rows.append(_row(at * ROW, item, label, scale))
    height = len(likelihoods) * ROW
    return _svg(height, "How likely each output is", "; ".join(described), "".join(rows))


def losses(points: tuple[tuple[int, Exact], ...]) -> str:
    """The tight epsilon of outputs of up to so many values, as a line of points."""
    top = max(epsilon.value for _, epsilon in points) or 1.0
    height, low, left, right = 170, 136, 52, WIDTH - 14
    step = (right - left) / (len(points) - 1)
    places = [(left + at * step, low - 108 * epsilon.value / top) for at, (_, epsilon) in enumerate(points)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="dot"/>' for x, y in places)
    names = "".join(
        f'<text x="{x:.1f}" y="{low + 16}" text-anchor="middle">{length}</text>'
        for (x, _), (length, _) in zip(places, points, strict=True)
    )
    content = (
        f'<line x1="{left}" y1="{low}" x2="{right}" y2="{low}" class="axis"/>'
        f'<text x="{left - 6}" y="{low + 4}" text-anchor="end">0</text>'
        f'<text x="{left - 6}" y="32" text-anchor="end">{decimal(top, 4)}</text>'
        f'<polyline points="{line}" class="curve"/>{dots}{names}'
        f'<text x="{(left + right) / 2:.1f}" y="{height - 2}" text-anchor="middle">values shown</text>'
    )
    described = "; ".join(f"up to {plural(length, 'value')}: {decimal(epsilon.value, 6)}" for length, epsilon in points)
    return _svg(height, "The tight epsilon by length of the output", described, content)


def _row(y: int, item: Likelihood, label: str, scale: float) -> str:
    short = label if len(label) <= LABEL else f"{label[: LABEL - 1]}…"
    kind = ' class="marked"' if item.marked else ""
    frame = f'<rect x="0.5" y="{y + 0.5}" width="{WIDTH - 1}" height="{ROW - 5}" class="frame"/>' if item.marked else ""
    bars = []
    for line, (side, number) in enumerate((("left", item.left), ("right", item.right))):
        top = y + 20 + line * 16
        width = max(BAR * number.value / scale, 0.0)
        bars.append(
            f'<text x="6" y="{top + 10}">{"L" if side == "left" else "R"}</text>'
            f'<rect x="20" y="{top}" width="{width:.2f}" height="12" class="{side}"/>'
            f'<text x="{24 + width:.2f}" y="{top + 10}">{_number(number)}</text>'
        )
    return (
        f'{frame}<text x="6" y="{y + 14}"{kind}>{_escaped(("▶ " if item.marked else "") + short)}</text>{"".join(bars)}'
    )


def _label(item: Likelihood) -> str:
    if item.count != 1:
        return plural(item.count, "other output") if item.count else "everything else"
    values = ", ".join(visible(value.text) for value in item.output) or "nothing"
    return f"{values}, then the end" if item.ended else f"{values}, so far"


def _number(number: Exact) -> str:
    """Few characters, the value rounded; the exact one stands in the text."""
    return f"{number.value:.4g}"


def _svg(height: int, title: str, described: str, content: str) -> str:
    name = f"{title}. {described}."
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{_escaped(name)}" '
        f'xmlns="http://www.w3.org/2000/svg">{content}</svg>'
    )


def _escaped(text: str) -> str:
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(character, entity)
    return text
