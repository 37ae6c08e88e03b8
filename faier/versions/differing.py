"""Two versions of mechanism files -> their difference: what changed is decided and bounded on both sides.

A file that says the same on both sides, comments and places of lines aside, is not decided again. A mechanism whose
file got another name is the same mechanism.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from faier.answers.answer import Answer, Bounded, Report
from faier.importing import Imports
from faier.running.batch import Plan, Progress, carry_out
from faier.running.selection import Selected
from faier.versions.difference import Difference, Version, compare
from faier.versions.revision import Side

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic
    from faier.versions.meaning import Meaning, Texts

Told = TypeVar("Told", Answer, Bounded)
Known = TypeVar("Known")
Key = tuple[str, str]


def differing(plan: Plan, old: Side, new: Side, progress: Progress | None) -> Difference:
    """`plan` says how to decide; what is decided are the files of both sides that differ."""
    names = {*old.files, *new.files}
    changed = [name for name in names if not _alike(old.files.get(name), new.files.get(name))]
    unfit = old.problems + new.problems
    if unfit or not names:
        return Difference(old.label, new.label, problems=unfit or (_nothing(old, new),), lenient=plan.lenient)
    before = _decided(plan, old, changed, progress)
    after = _Decided() if before.interrupted else _decided(plan, new, changed, progress)
    was, now = before.version, after.version
    earlier = Version(
        _followed(was.answers, now.answers), _followed(was.bounds, now.bounds), _followed(was.meanings, now.meanings)
    )
    return Difference(
        old=old.label,
        new=new.label,
        compared=compare(earlier, after.version),
        unchanged=len(names) - len(changed),
        problems=after.problems,
        earlier=before.problems,
        sources={**before.sources, **after.sources},
        bugs=before.bugs + after.bugs,
        interrupted=before.interrupted or after.interrupted,
        lenient=plan.lenient,
    )


@dataclass(frozen=True)
class _Decided:
    """What was found out about one side."""

    version: Version = field(default_factory=lambda: Version({}, {}))
    problems: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    bugs: tuple[str, ...] = ()
    interrupted: bool = False


def _decided(plan: Plan, side: Side, changed: Iterable[str], progress: Progress | None) -> _Decided:
    keys = {side.files[name].path: name for name in sorted(changed) if name in side.files}
    selected = tuple(side.files[name] for name in keys.values())
    if not selected:
        return _Decided()
    checked = carry_out(replace(plan, purpose="check", selected=selected), (), progress)
    if checked.interrupted:
        return _Decided(interrupted=True)
    bounded = carry_out(replace(plan, purpose="bound", selected=selected), (), progress)
    problems = {
        problem: None for report in (checked, bounded) for problem in report.problems if problem.code != "FA802"
    }
    return _Decided(
        version=Version(
            _by_mechanism(checked.answers, keys),
            _by_mechanism(bounded.bounds, keys),
            _meanings(checked, keys, selected, plan.options.settings),
        ),
        problems=tuple(problems),
        sources={**checked.sources, **bounded.sources},
        bugs=tuple(dict.fromkeys(checked.bugs + bounded.bugs)),
        interrupted=bounded.interrupted,
    )


def _by_mechanism(told: Iterable[Told], keys: Mapping[str, str]) -> dict[Key, list[Told]]:
    found: dict[Key, list[Told]] = {}
    for item in told:
        found.setdefault((keys[item.question.path], item.question.mechanism), []).append(item)
    return found


def _meanings(
    report: Report, keys: Mapping[str, str], selected: Iterable[Selected], settings: tuple[tuple[str, str], ...]
) -> dict[Key, Mapping[Texts, Meaning]]:
    """What the claims say, in values, of the files that could be read."""
    from faier.lang import parse
    from faier.versions.meaning import meanings

    found: dict[Key, Mapping[Texts, Meaning]] = {}
    imports = {item.path: item.imports or Imports() for item in selected}
    for path in {answer.question.path for answer in report.answers}:
        program = parse(report.sources[path], path, dict(settings), imports[path])
        for mechanism in {claim.subject.mechanism for claim in program.claims}:
            found[keys[path], mechanism] = meanings(program, mechanism)
    return found


def _followed(was: Mapping[Key, Known], now: Mapping[Key, Known]) -> dict[Key, Known]:
    """What was known, with mechanisms whose file has another name now under that name, where that is certain."""
    gone = [key for key in was if key not in now]
    come = [key for key in now if key not in was]
    names, others = Counter(key[1] for key in gone), Counter(key[1] for key in come)
    moved = {key[1]: key for key in come if names[key[1]] == others[key[1]] == 1}
    return {(moved.get(key[1], key) if key in gone else key): told for key, told in was.items()}


def _alike(was: Selected | None, now: Selected | None) -> bool:
    """Whether two files certainly mean the same."""
    if was is None or now is None or was.data is None or now.data is None:
        return False
    if was.imports != now.imports:
        return False
    if was.data == now.data:
        return True
    before, after = _meaning(was.data), _meaning(now.data)
    return before is not None and before == after


def _meaning(data: bytes) -> str | None:
    """Python's syntax tree as text, without places and comments, each number as it is written: Python keeps doubles,
    faier what the digits say. None for what is no mechanism file, a comment that declares another encoding included."""
    from faier.lang import Rejected, text_of
    from faier.lang.source import Source, tree_of

    try:
        source = Source(text_of(data, ""), "")
        tree = tree_of(source)
    except Rejected:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float, complex)):
            node.kind = source.piece(node)
    return ast.dump(tree)


def _nothing(old: Side, new: Side) -> Diagnostic:
    from faier.lang.diagnostics import Diagnostic
    from faier.lang.syntax import NOWHERE

    message = f"there is no mechanism file in {old.label} and none in {new.label}"
    return Diagnostic("FA801", message, "", new.label, NOWHERE)
