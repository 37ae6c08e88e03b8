"""Noisy numbers of which nothing but a comparison is looked at: their draws need not make up for what they differ by.

Told of runs with one valuation of what noise decides (see `forks`), where it is known what came of each comparison.

A limit is a number that is the same on both sides, with a draw. On one side of it, say below, a number that rises by d
stays below if the limit rises by d or more. So its draw is shifted once, by s, the greatest of what the numbers
below rise by, or 0, and these numbers keep their draws. A number above stays there if it rises by s as well: its draw
is shifted by s - d, where d is what it rises by itself. The other way round numbers above keep their draws, and the
limit falls. Of several noisy numbers the greatest one stays that, and stays the first one, if its draw is shifted by
s - d, where s is the greatest of what the others rise by, or 0: all others keep their draws. The least one likewise.

Why that is sound: none of these draws is looked at otherwise (`lost`), so all that is shown depends on them by the
valuation alone, which stays what it is. By how much they are shifted depends on the valuation, on the two inputs, and
on draws that are shown or looked at, which the right run tells: given these, it is a shift by a number, and an integer
where the noise has integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from flint import fmpq

from faier.deciding.side_by_side.held import Fresh, Held, Limit, Loose, Off, Paid, Shift, Unfollowed, scaled
from faier.deciding.side_by_side.numbers import price

Keeping: TypeAlias = Literal["below", "above"]
"""On which side of limits numbers keep their draws."""

NOTHING = Off({}, True, True)


def against_a_limit(
    paid: Paid, keeping: Keeping, operator: str, left: Held, right: Held, decide: Callable[[], bool]
) -> bool | None:
    """What comes of the comparison, if one of the two is a limit; None where none is."""
    left, right = (Loose(one, None, 1, True, True) if isinstance(one, Fresh) else one for one in (left, right))
    if operator not in ("<", "<=", ">", ">=") or not (isinstance(left, Loose) and isinstance(right, Loose)):
        return None
    if not (is_free(paid, left) and is_free(paid, right)) or left.draw.number == right.draw.number:
        return None
    if _is_limit(paid, right) or (right.off is None and not _is_limit(paid, left)):
        number, limit, greater = left, right, operator in (">", ">=")
    else:
        number, limit, greater = right, left, operator in ("<", "<=")
    if limit.off is not None or _is_limit(paid, number) or (number.off is None and not _is_limit(paid, limit)):
        return None
    known = paid.limits.setdefault(limit.draw.number, Limit(limit.draw, limit.sign))
    if known.sign != limit.sign:
        raise Unfollowed
    found = decide()
    rise = scaled(number.off or NOTHING, fmpq(1 if keeping == "below" else -1))
    if (found == greater) == (keeping == "above"):
        known.rises.append(rise)
    else:
        known.beyond.append((number.draw, rise))
    paid.lost.add(number.draw.number)
    return found


def winner(paid: Paid, name: str, numbers: Sequence[Held], at: int) -> None:
    """Pays for the greatest, or the least, of these numbers, which is that at this place."""
    sign = fmpq(1 if name == "max" else -1)
    rises = [scaled(one.off or NOTHING, sign) for one in numbers if isinstance(one, Loose)]
    draws = [one.draw for one in numbers if isinstance(one, Loose)]
    others = tuple(rise for other, rise in enumerate(rises) if other != at)
    paid.shifts.append(_shift(draws[at], others, rises[at]))
    paid.lost |= {draw.number for draw in draws}


def are_loose(paid: Paid, numbers: Sequence[Held]) -> bool:
    """Whether each of these is a noisy number with a draw of its own that nothing has looked at."""
    draws = [one.draw.number for one in numbers if isinstance(one, Loose) and is_free(paid, one)]
    return len(draws) == len(numbers) == len(set(draws)) and not any(number in paid.limits for number in draws)


def is_free(paid: Paid, number: Loose) -> bool:
    return number.draw.number not in paid.drawn and number.draw.number not in paid.lost


def shifts_of(paid: Paid) -> Iterator[Shift]:
    """What is paid in the end."""
    yield from paid.shifts
    for limit in paid.limits.values():
        rises = tuple(limit.rises)
        yield _shift(limit.draw, rises, NOTHING)
        for draw, rise in limit.beyond:
            yield _shift(draw, rises, rise)


def _shift(draw: Fresh, rises: tuple[Off, ...], less: Off) -> Shift:
    if draw.kind == "gaussian":
        raise Unfollowed
    return Shift(price(draw.kind, draw.parameter, all(one.whole for one in (*rises, less))), rises, less)


def _is_limit(paid: Paid, number: Loose) -> bool:
    return number.draw.number in paid.limits
