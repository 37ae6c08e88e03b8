"""What was found of an implementation, as text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction

from faier.answers.answer import Audited, Report
from faier.audit.expected import Expected
from faier.audit.findings import STEP, Difference, Found
from faier.report.wording import visible

# So many outputs of a set are told, with so many letters of each.
SHOWN, LONGEST = 4, 80


def audited_lines(report: Report) -> list[str]:
    """Line by line, with a closing one."""
    lines = []
    for asked in report.modelled:
        if asked.model.reason is not None:
            of = f"{asked.question.path}::{asked.question.mechanism}"
            lines += [f"{visible(of)} is not audited: {visible(asked.model.reason)}", ""]
    last = None
    for one in report.audited:
        about = f"{one.implementation} beside {one.question.path}::{one.question.mechanism}"
        if about != last:
            lines.append(visible(about))
            last = about
        lines += _told(one)
    if report.audited:
        lines += ["", "Sampled, not proved: consistent is what could not be told from the model."]
    return lines


def _told(one: Audited) -> list[str]:
    found = one.found
    shown = ", ".join(f"{name} = {json.dumps(value)}" for name, value in found.expected.input.items())
    head = f"  {found.verdict:<11} {visible(shown)}  ({found.samples} samples, p = {found.p_value:.2g}, "
    lines = [head + f"distance {found.distance:.2g}{_epsilon(one)})"]
    if not found.samples:
        lines = [f"  {found.verdict:<11} {visible(shown)}  (no call came to an end in the time, --timeout)"]
    if found.samples and found.difference is not None:
        seen = found.difference
        shares = f"{seen.found:.6g} of the samples, {seen.expected:.6g} in the model"
        lines.append(f"    {_event(found.expected, seen)}: {shares}")
    if found.leak is not None:
        leak = found.leak
        other = ", ".join(f"{name} = {json.dumps(value)}" for name, value in leak.against.items())
        shares = f"{leak.frequency[0]:.6g} of the samples, {leak.frequency[1]:.6g} for {visible(other)}"
        lines.append(f"    output {_outputs(found.expected, leak.outputs)}: {shares}")
    return lines


def _event(expected: Expected, seen: Difference) -> str:
    match seen.event:
        case "outputs":
            return f"output {_outputs(expected, seen.outputs)}"
        case "twice":
            return "the same output twice in a row"
        case "repeated":
            return "reals that had been shown twice before"


def _epsilon(one: Audited) -> str:
    found: Found = one.found
    if found.lower is None:
        return ""
    claimed = "" if one.claimed is None else f" of {one.claimed:.4g} claimed"
    return f", epsilon at least {found.lower:.4g}{claimed}"


def _outputs(expected: Expected, outputs: Iterable[str]) -> str:
    """In their order, intervals between their ends."""
    places = {one.key: one.place for one in expected.outcomes if one.place is not None}

    def place(key: str) -> tuple[bool, Fraction, str]:
        at = places.get(key.partition(STEP)[0])
        return at is None, at or Fraction(0), key

    ordered = sorted(outputs, key=place)
    every = [_shortened(visible(_interval(expected.cuts, key[: 2 * LONGEST]))) for key in ordered[:SHOWN]]
    more = f" and {len(ordered) - SHOWN} more" if len(ordered) > SHOWN else ""
    return ", ".join(every) + more


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _interval(cuts: tuple[float, ...] | None, key: str) -> str:
    if cuts is None or not key.startswith("interval"):
        return key
    name, _, step = key.partition(STEP)
    return f"odd multiples of 2**{step}" if step else _between(cuts, int(name.removeprefix("interval ")))


def _between(cuts: tuple[float, ...], at: int) -> str:
    if at == 0:
        return f"below {cuts[0]:.4g}"
    return f"from {cuts[-1]:.4g} on" if at == len(cuts) else f"{cuts[at - 1]:.4g} to {cuts[at]:.4g}"
