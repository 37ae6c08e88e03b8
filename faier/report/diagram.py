"""A small model -> a drawing: a box for each state, under it a line for each move, and rails to where moves go.

Every text has a line of its own, and the rails run beside the texts, so that nothing can overlap. States are numbered
as they are reached.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from faier.answers.answer import Diagram, Exact, Move, State
from faier.report.drawing import WIDTH, clipped, columns, escaped, svg
from faier.report.wording import visible

EDGE, RAILS, LINE, LEFT = 222, 230, 16, 18
COLUMNS = 28
LINES = 4  # of one move


@dataclass(frozen=True)
class _Text:
    """A line of text: `to` is the state that it leads to, `state` the one in whose box it is."""

    text: str
    to: int | None = None
    state: int | None = None
    title: bool = False


def diagram(model: Diagram) -> str:
    order = _order(model)
    numbers = {state: number for number, state in enumerate(order, 1)}
    rows = [*_headed("start", "", 0), *_going([Move(at, (("", chance),)) for at, chance in model.start], numbers)]
    for state in order:
        known = model.states[state]
        rows += _headed(f"{numbers[state]} {visible(known.title)}", visible(known.place), numbers[state])
        rows += _going(known.moves, numbers)
    described = "; ".join(_said(number, model.states[state], numbers) for state, number in numbers.items())
    places, height = _places(rows)
    return svg(height, f"The model: {len(order)} states", described, _drawn(rows, places))


def _order(model: Diagram) -> list[int]:
    """By the number of moves that it takes to get there."""
    order = [state for state, _ in model.start]
    for state in order:  # grows on the way
        order += [move.target for move in model.states[state].moves if move.target not in order]
    return order


def _headed(title: str, place: str, state: int) -> list[_Text]:
    titles = [_Text(line, state=state, title=True) for line in _wrapped(title, COLUMNS, 2)]
    return titles + [_Text(line, state=state) for line in _wrapped(place, COLUMNS, 3) if line]


def _going(moves: list[Move] | tuple[Move, ...], numbers: dict[int, int]) -> list[_Text]:
    rows = []
    for move in moves:
        target = numbers[move.target]
        arrow = f"→ {target}"
        lines = _wrapped(_chances(move.chances), COLUMNS - 2, LINES)
        joined = f"{lines[-1]} {arrow}".lstrip()
        lines[-1:] = [joined] if columns(joined) <= COLUMNS - 2 else [lines[-1], arrow]
        rows += [*(_Text(text) for text in lines[:-1]), _Text(lines[-1], to=target)]
    return rows


def _chances(chances: tuple[tuple[str, Exact], ...]) -> str:
    """`0, 1: 1/6; 2: 1/3`; certain moves say nothing."""
    values: dict[str, list[str]] = {}
    for value, chance in chances:
        values.setdefault(visible(chance.text), []).append(visible(value))
    said = []
    for weight, names in values.items():
        reading = ", ".join(name for name in names if name)
        said.append(f"{reading}: {'always' if weight == '1' else weight}" if reading else weight)
    return "; ".join(said) if said != ["1"] else ""


def _wrapped(text: str, width: int, most: int) -> list[str]:
    """Lines of at most so many columns; what is left after the last one is cut."""
    ascii_ = all(columns(character) == 1 for character in text)
    lines = textwrap.wrap(text, width if ascii_ else width // 2) or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]} …"]
    return [clipped(line, width) for line in lines]


def _said(number: int, state: State, numbers: dict[int, int]) -> str:
    moves = ", ".join(f"{_chances(move.chances) or '1'} to {numbers[move.target]}" for move in state.moves)
    return f"{number} {visible(state.title)}" + (f", goes with {moves}" if moves else "")


def _places(rows: list[_Text]) -> tuple[list[int], int]:
    """The baseline of each row, and the height of all: a gap before each box."""
    places, y, before = [], 2, None
    for row in rows:
        if row.state is not None and row.state != before:
            y += 10
        elif row.state is None and before is not None:
            y += 4
        before = row.state
        y += LINE
        places.append(y)
    return places, y + 10


def _drawn(rows: list[_Text], places: list[int]) -> str:
    boxes: dict[int, tuple[int, int]] = {}
    for row, y in zip(rows, places, strict=True):
        if row.state is not None:
            top = boxes.get(row.state, (y, y))[0]
            boxes[row.state] = (top, y)
    parts = []
    for top, bottom in boxes.values():
        height = bottom - top + LINE + 3
        parts.append(f'<rect x="2" y="{top - LINE + 1}" width="{EDGE - 2}" height="{height}" rx="4" class="box"/>')
    for row, y in zip(rows, places, strict=True):
        x, kind = LEFT if row.state is None else 8, ' class="marked"' if row.title else ""
        parts.append(f'<text x="{x}" y="{y}"{kind}>{escaped(row.text)}</text>')
    return "".join([*parts, *_rails(rows, places, boxes)])


def _rails(rows: list[_Text], places: list[int], boxes: dict[int, tuple[int, int]]) -> list[str]:
    """One rail for each target, from the moves that lead there; rails side by side where they pass each other."""
    sources: dict[int, list[int]] = {}
    for row, y in zip(rows, places, strict=True):
        if row.to is not None:
            sources.setdefault(row.to, []).append(y - 4)
    ends = {target: (boxes[target][0] + boxes[target][1]) // 2 - 4 for target in sources}
    lanes: list[list[tuple[int, int]]] = []
    lane_of: dict[int, int] = {}
    spans = {target: (min(*starts, ends[target]), max(*starts, ends[target])) for target, starts in sources.items()}
    for target in sorted(sources, key=lambda each: spans[each][1] - spans[each][0]):
        first, last = spans[target]
        free = [
            lane for lane, taken in enumerate(lanes) if all(last < low - 4 or first > high + 4 for low, high in taken)
        ]
        if not free:
            lanes.append([])
        lane_of[target] = free[0] if free else len(lanes) - 1
        lanes[lane_of[target]].append(spans[target])
    apart = min(8.0, (WIDTH - 6 - RAILS) / max(len(lanes), 1))
    drawn = []
    for target, starts in sources.items():
        x, end = RAILS + 4 + lane_of[target] * apart, ends[target]
        low, high = spans[target]
        drawn.append(f'<line x1="{x:.1f}" y1="{low}" x2="{x:.1f}" y2="{high}" class="rail"/>')
        drawn.append(f'<line x1="{EDGE}" y1="{end}" x2="{x:.1f}" y2="{end}" class="rail"/>')
        drawn.append(f'<polygon points="{EDGE},{end} {EDGE + 7},{end - 4} {EDGE + 7},{end + 4}" class="dot"/>')
        for y in starts:
            drawn.append(f'<line x1="{EDGE - 6}" y1="{y}" x2="{x:.1f}" y2="{y}" class="rail"/>')
            drawn.append(f'<circle cx="{x:.1f}" cy="{y}" r="2.2" class="dot"/>')
    return drawn
