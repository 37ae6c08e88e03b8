"""What was found of a setting, in a sentence."""

from __future__ import annotations

from faier.answers.answer import Asked, Calibrated, Exact
from faier.report.wording import amount, rounded, tight, visible


def subject(question: Asked) -> str:
    about = f"given prior {question.prior}" if question.prior is not None else f"for {question.neighbors}"
    return visible(about + ("" if question.pairs is None else f" and the secrets {question.pairs}"))


def nearest(found: Calibrated, most: Exact) -> str:
    """The least epsilon with a mean error."""
    name = visible(found.setting)
    if found.proved is None:
        return f"no {name} that was tried has a mean error of at most {amount(most)}"
    more = f" ({amount(found.refuted)} has more)" if found.refuted is not None else ", and no value that was tried more"
    error = "" if found.mean_error is None else f"mean error {rounded(found.mean_error.value)} at "
    known = "is unknown" if found.loss is None else f"= {tight(found.loss)}"
    if found.loss is not None and found.loss.exact is None:
        known = f"is {tight(found.loss)}"
    delta = "" if found.question.delta == "0" else f" with delta {visible(found.question.delta)}"
    least = "; less noise has no smaller one: it is post-processing" if found.beyond else ""
    return f"{error}{name} = {amount(found.proved)}{more}; there epsilon {known}{delta}{least}"


def enough(found: Calibrated) -> str:
    """The least value that is enough, or the greatest, and what is known of those beside it."""
    name = visible(found.setting)
    if found.throughout is not None:
        return _throughout(found, name)
    if found.proved is None:
        known = (
            ""
            if found.refuted is None
            else f": refuted at {amount(found.refuted)}, and no value that was tried is enough"
        )
        return f"{name} is unknown{known}" if found.reason else f"no {name} is enough{known}"
    if found.refuted is None and found.beyond:
        return f"every {name} is enough, and no noise is needed: the claim holds without, and more is {found.beyond}"
    if found.refuted is None:
        return f"{name} = {amount(found.proved)} is enough, and no value that was tried is refuted"
    why = "they were proved at once" if found.beyond == "algebra" else f"it is {found.beyond}"
    more = "more" if found.least else "less"
    beside = "greater" if found.least else "less"
    further = f"{more} is enough too: {why}" if found.beyond else f"{beside} values were not looked at"
    exactly = ""
    if found.closed is not None and found.closed.text != found.proved.text:
        exactly = f", exactly at {amount(found.closed)}"
    return f"{name} = {amount(found.proved)}{exactly} ({amount(found.refuted)} is refuted; {further})"


def _throughout(found: Calibrated, name: str) -> str:
    """That every value is enough, or none, and why that is known of all."""
    within = "" if found.ends is None else f" from {amount(found.ends[0])} to {amount(found.ends[1])}"
    each = "each was tried" if found.throughout == "tried" else "they were proved at once"
    if found.throughout == "apart" and found.proved is not None:
        return f"every {name} is enough: the claim holds for what is shown without it, and the rest is post-processing"
    if found.throughout == "apart":
        known = "" if found.refuted is None else f": refuted at {amount(found.refuted)}, and"
        return f"no {name} is enough{known} what is shown beside it does not depend on it"
    if found.proved is not None:
        most = f"{amount(found.proved)} is, and more noise is {found.throughout}"
        return f"every {name}{within} is enough: {most if found.throughout == 'post-processing' else each}"
    refuted = "" if found.refuted is None else f": refuted at {amount(found.refuted)}, "
    least = "and less noise is not enough either: more of it is post-processing"
    return f"no {name}{within} is enough{refuted}{least if found.throughout == 'post-processing' else each}"
