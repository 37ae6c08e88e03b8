"""`faier audit`: its options, and the one place from which what somebody else wrote is run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faier.command.console import heeding_termination, progress_line, saved
from faier.command.execution import show_report, text_of
from faier.command.options import grouped

if TYPE_CHECKING:
    from faier.answers.answer import Audited, Report

SAMPLED = grouped(
    click.option(
        "--inputs",
        multiple=True,
        metavar="JSON",
        help="""An input such as '{"x": 3}'. Repeatable.  [default: inputs that the claim compares]""",
    ),
    click.option(
        "--samples",
        type=click.IntRange(min=1, max=10**9),
        default=100_000,
        metavar="N",
        help="Calls for each input.  [default: 100000]",
    ),
    click.option(
        "--significance",
        type=click.FloatRange(min=0, max=0.5, min_open=True),
        default=0.001,
        metavar="A",
        help="How likely a right implementation is accused, at most.  [default: 0.001]",
    ),
    click.option("--seed", type=click.IntRange(min=0), metavar="N", help="For the implementation's random numbers."),
    click.option("--bits", is_flag=True, help="Look for leaks in the last bits of floats as well."),
)


def audit(implementation: str, given: dict[str, Any]) -> int:
    """Sample, judge and tell; the exit status."""
    from faier.command.configuration import Misconfigured
    from faier.command.invocation import invocation
    from faier.running.auditing import Sampling, audited
    from faier.running.batch import carry_out

    if ":" not in implementation.strip(":"):
        raise click.BadParameter(
            f"{implementation!r} is not PACKAGE:NAME, such as noise.laplace:add", param_hint="CALLABLE"
        )
    try:
        asked = invocation("audit", given, Path.cwd())
    except Misconfigured as refused:
        from faier.answers.answer import Report

        sources = {problem.path: refused.source for problem in refused.diagnostics}
        report = Report("audit", problems=refused.diagnostics, sources=sources)
        show_report(report, str(given.get("form") or "text"))
        return report.status
    with heeding_termination(), progress_line(asked.form) as progress:
        report = carry_out(asked.plan, asked.problems, progress)
        sampling = Sampling(
            implementation,
            str(Path.cwd()),
            given["samples"],
            given["seed"],
            given["significance"],
            asked.plan.options.timeout,
            asked.plan.memory,
            given["bits"],
        )
        if report.status in (0, 3) and not report.interrupted:
            report = _sampled(report, lambda found: audited(sampling, found))
    written = [saved(path, text_of(report, form, False)) for path, form in asked.files]
    if asked.printed or not all(written):
        show_report(report, asked.form)
    return report.status if all(written) else 4


def _sampled(report: Report, sample: Any) -> Report:
    """The report with what was found."""
    found: list[Audited] = []
    for one in report.modelled:
        if one.model.reason is None:
            seen = sample(one)
            if not isinstance(seen, tuple):
                return replace(report, problems=(*report.problems, seen))
            found += seen
    return replace(report, audited=tuple(found))
