"""A refutation as a story: two cases, what is shown, the odds before and after, both distributions, the way there."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from html import escape

from faier.answers.answer import Answer, Exact, Run, Shown, Step, Story
from faier.report.drawing import densities, distributions, odds
from faier.report.wording import (
    diverging,
    fraction,
    given,
    interval,
    plural,
    rounded,
    shown_outputs,
    times,
    visible,
    weight,
)

# Statements of the way to the output that are told.
STEPS = 60


def story(answer: Answer, told: Story, source: str) -> str:
    """What an adversary learns, in words and as drawings."""
    text, figures = _believed(answer, told)
    if told.likelihoods:
        caption = (
            "How likely each output is on the left (L) and on the right (R). What is shown is marked ▶ and framed."
        )
        figures.append(f"<figure>{distributions(told.likelihoods)}<figcaption>{caption}</figcaption></figure>")
    if told.curves is not None:
        caption = (
            "How dense the real that is shown is on the left (blue) and on the right (orange, dashed): the likelier it "
            "is to be near a number, the higher. The upright dashed line is at the witness."
        )
        figures.append(f"<figure>{densities(told.curves)}<figcaption>{caption}</figcaption></figure>")
    parts = [
        f"<h4>{'What leaks' if answer.failed else 'The witness'}</h4>",
        _cases(answer, told),
        f"<p><b>What is shown:</b> <code>{_text(shown_outputs(told))}</code></p>",
        _near(told) + text,
        f'<div class="two">{"".join(figures)}</div>' if figures else "",
    ]
    if told.runs:
        parts.append(_way(answer, told, source))
    return "\n".join(parts) + "\n"


def _near(told: Story) -> str:
    """A density is no probability: how likely it is to see something near."""
    said = interval(told)
    if not told.dense:
        return ""
    why = "A real has a density, no probability."
    return f"<p>{why}{_text(f' What is nearby has both: {said}.') if said else ''}</p>\n"


def _cases(answer: Answer, told: Story) -> str:
    """Both sides, with what differs marked and how likely the output is."""
    question = answer.question
    head = "Two data sets that must look alike"
    if question.prior is not None:
        head = f"Two secrets that must look alike to whoever believes the prior <code>{_text(question.prior)}</code>"
    if told.parameters:
        head += f", with {_text(given(told))}"
    several = "one of these outputs" if told.excess is not None and len(told.outputs) > 1 else "what is shown below"
    cards = []
    for kind, name, values, others, number in (
        ("l", "Left", told.left, told.right, told.probability_left),
        ("r", "Right", told.right, told.left, told.probability_right),
    ):
        cards.append(
            f'<div class="side {kind}"><p><b>{name}</b> <code>{_compared(values, others)}</code></p>'
            f"<p>{weight(told).capitalize()} of {several}: <strong>{_text(fraction(number))}</strong></p></div>"
        )
    return f'<p>{head}. What differs is marked.</p>\n<div class="two">{"".join(cards)}</div>'


def _compared(values: tuple[tuple[str, Shown], ...], others: tuple[tuple[str, Shown], ...]) -> str:
    """The values, those parts marked that the other side has not."""
    against = dict(others)
    parts = []
    for name, value in values:
        other = against.get(name)
        parts.append(f"{_text(name)} = {_marked(value.text, value.text if other is None else other.text)}")
    return ", ".join(parts) or "nothing"


def _marked(text: str, other: str) -> str:
    pieces, against = (re.split(r"([\[\](), ]+)", each) for each in (text, other))
    if len(pieces) != len(against):
        return f"<mark>{_text(text)}</mark>" if text != other else _text(text)
    return "".join(
        _text(piece) if piece == same else f"<mark>{_text(piece)}</mark>"
        for piece, same in zip(pieces, against, strict=True)
    )


def _believed(answer: Answer, told: Story) -> tuple[str, list[str]]:
    """The odds of the left case before and after, in words and as a figure."""
    before = told.odds.before if told.odds is not None else Exact("1", 1.0)
    after = told.odds.after if told.odds is not None else told.ratio
    if answer.question.prior is None:
        who = f"Whoever held both cases for equally likely, odds of {_ratio(before)},"
    elif told.odds is None:
        who = f"Whoever held both secrets for equally likely, odds of {_ratio(before)},"
    else:
        who = f"By the prior alone the odds of left to right are {_ratio(before)}. Whoever sees the output"
    bare = told.excess is None and told.diverged is None
    allowed = f" The claim allows the odds to grow {times(answer.allowed)} at most." if bare else ""
    if told.ratio.infinite:
        learnt = "now knows for certain that it was the left case: on the right this never happens."
    else:
        learnt = f"now has odds of {_ratio(after)} for the left one: {times(told.ratio)} what they were."
    text = f"<p>{_text(f'{who} {learnt}{allowed}')}</p>"
    if told.diverged is not None:
        text += f"\n<p>{_text(f'For all outputs together, {diverging(told.diverged)}.')}</p>"
    if told.excess is not None:
        beyond = f"Beyond {times(answer.allowed)} as likely, {fraction(told.excess)} of probability is left"
        text += f"\n<p>{_text(f'{beyond}; the claim allows {answer.question.delta}.')}</p>"
    rows = [("before", _ratio(before), _share(before.value)), ("after", _ratio(after), _share(after.value))]
    if bare and math.isfinite(answer.allowed.value):
        most = before.value * answer.allowed.value
        exact = _ratio(answer.allowed) if before.text == "1" else f"about {rounded(most)} to 1"
        rows.append(("allowed at most", exact, _share(most)))
    if not all(math.isfinite(share) for _, _, share in rows):
        return text, []
    caption = "How sure the adversary is of the left case (blue) and of the right one (orange)."
    return text, [f"<figure>{odds(rows)}<figcaption>{caption}</figcaption></figure>"]


def _share(ratio: float) -> float:
    return 1.0 if math.isinf(ratio) else ratio / (1 + ratio)


def _ratio(number: Exact) -> str:
    """`8 to 1`, `24 to 7`, `about 2.718 to 1`."""
    if number.infinite:
        return "1 to 0"
    top, _, bottom = number.text.partition("/")
    if len(number.text) <= 18 and top.isdigit() and (bottom or "1").isdigit():
        return f"{top} to {bottom or '1'}"
    return f"about {rounded(number.value)} to 1" if not math.isnan(number.value) else f"{number.text} to 1"


def _way(answer: Answer, told: Story, source: str) -> str:
    """How the program comes to show it, line by line, on both sides."""
    left, *others = told.runs
    right = others[0] if others else None
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = _aligned(left, right)
    items = [_item(lines, first, second, right is not None) for first, second in rows[:STEPS]]
    if len(rows) > STEPS:
        items.append(f"<li>… and {plural(len(rows) - STEPS, 'more statement')}.</li>")
    chances = f"It has probability {_short(left.probability)} on the left"
    chances += f" and {_short(right.probability)} on the right" if right is not None else ""
    never = "" if right is not None else " On the right no run shows it."
    said = f"A likely run of the program that shows this, on each side. {chances}; all runs that show it together have "
    said += f"the probabilities above.{never} Statements that draw nothing and do the same on both sides are left out."
    if answer.question.prior is not None:
        said += " What the prior draws is part of a run, and of its probability."
    summary = "<summary>How the program comes to show it, line by line</summary>"
    return (
        f"<details{' open' if answer.failed else ''}>{summary}\n"
        f'<p>{_text(said)}</p>\n<ol class="path">{"".join(items)}</ol></details>'
    )


def _short(number: Exact) -> str:
    return number.text if len(number.text) <= 24 else f"about {number.value:.4g}"


def _aligned(left: Run, right: Run | None) -> list[tuple[Step | None, Step | None]]:
    """The statements of both runs beside each other, those left out that draw nothing and are alike."""
    if right is None:
        return [(step, None) for step in left.steps]
    first, second = left.steps, right.steps
    matcher = SequenceMatcher(None, [step.line for step in first], [step.line for step in second], autojunk=False)
    rows: list[tuple[Step | None, Step | None]] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            rows += zip(first[a:b], second[c:d], strict=True)
        else:
            rows += [(step, None) for step in first[a:b]]
            rows += [(None, step) for step in second[c:d]]
    return [pair for pair in rows if pair[0] != pair[1] or (pair[0] is not None and (pair[0].drawn or pair[0].shows))]


def _item(lines: Sequence[str], left: Step | None, right: Step | None, both: bool) -> str:
    step = left or right
    assert step is not None
    text = lines[step.line - 1].strip() if 0 < step.line <= len(lines) and not step.path else ""
    where = f"line {step.line}" + (f" of {_text(step.path)}" if step.path else "")
    head = f'<span class="small">{where}</span> <code>{_text(text[:200])}</code>' if step.line else "the end"
    if left == right:
        said = f'<div><span class="tag">both:</span> {_said(step)}</div>'
    else:
        sides = [("l", "left:", left)] + ([("r", "right:", right)] if both else [])
        cells = "".join(
            f'<div><span class="tag {kind}">{name}</span> {"does not come here" if side is None else _said(side)}</div>'
            for kind, name, side in sides
        )
        said = f'<div class="two">{cells}</div>'
    return f"<li>{head}{said}</li>"


def _said(step: Step) -> str:
    """`noisy = 2, drawn with probability 1/6`."""
    parts = []
    told = [value.text for _, value in step.changed] + ([step.shows.text] if step.shows is not None else [])
    for value, chance in step.drawn:
        if len(step.drawn) == 1 and told == [value.text]:
            name = f"{step.changed[0][0]} = {value.text}" if step.changed else f"shows {value.text}"
            return _text(f"{name}, drawn with probability {_short(chance)}")
        parts.append(f"draws {value.text} with probability {_short(chance)}")
    parts += [f"{name} = {value.text}" for name, value in step.changed]
    if step.shows is not None:
        parts.append(f"shows {step.shows.text}")
    return _text("; ".join(parts))


def _text(text: str) -> str:
    return escape(visible(text))
