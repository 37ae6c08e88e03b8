"""Lists are values here and objects in Python: whatever could tell the difference is reported.

The difference shows when a list is changed in place (`v[i] = x`, `v += [x]`) while somebody else holds the same
list. So a variable that is changed in place must own what it changes: its lists are new where it gets them,
nothing else gets hold of them, and no loop goes over them meanwhile. `return v` is fine: the variable is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from faier.lang.closures import KEPT
from faier.lang.kind_inference import Kinds, infer
from faier.lang.kinds import ANY, Record, Table, only_changed
from faier.lang.lending import given_to
from faier.lang.list_facts import Binding, Change, Facts, Handing, Reading, Returned, given_name
from faier.lang.list_owners import ALL, Effect, Sharing, Summary
from faier.lang.names import File
from faier.lang.recursion import recursive
from faier.lang.roles import assigned_names, resting
from faier.lang.syntax import (
    Attribute,
    Bind,
    Block,
    Call,
    Choice,
    Comprehension,
    Construct,
    Display,
    Expression,
    For,
    Function,
    Index,
    Invoke,
    Name,
    Span,
    Star,
    While,
)
from faier.lang.syntax import Change as Tree
from faier.lang.walk import (
    blocks,
    callees,
    children,
    expressions,
    fields_changed,
    parts,
    read_in,
    statements,
    target_expressions,
)

# What makes a copy of a record, and of anything.
_COPY = "copy.copy"
_COPIES = (".copy.copy", ".copy.deepcopy", ".dataclasses.asdict", ".dataclasses.astuple")

# A file in which what is shared spreads further than this is too twisted to follow.
_MOST_ROUNDS = 20

# What is shared further down than this is taken together: what calls itself may go down without end.
_DEEPEST = 6


def check_aliasing(functions: tuple[Function, ...], file: File) -> None:
    """Report what Python would compute differently. What no mechanism and no prior calls never runs, and nothing says
    what it would be called with."""
    functions = _running(functions)
    changed = fields_changed(functions)
    with only_changed(changed):
        _check(functions, any(name.startswith(KEPT) for name in changed), file)


def _check(functions: tuple[Function, ...], counting: bool, file: File) -> None:
    """`counting`: a function changes what it keeps."""
    kinds = infer(functions, file)
    ordered, still = _callees_first(functions), resting(functions)
    summaries = _of_recursive(ordered, kinds, still)
    for function in ordered:
        sharing = Sharing(function.name, kinds, summaries, resting=still)
        reading = Reading(function, sharing)
        copies = [part for part in _expressions_in(function) if isinstance(part, Call) and part.function in _COPIES]
        for made in copies if counting else ():
            if any(map(sharing.holds_list, made.arguments)):
                message = "a copy of a function is the function itself, and one changes what it keeps"
                _add(file, made.span, message, "write a class with __call__, or make the function anew")
        if any(made.function == ".copy.deepcopy" for made in copies):
            sharing = replace(sharing, owned=_own(reading.facts))
            reading = Reading(function, sharing)
        _report(function, reading.facts, sharing, file)
        if function.name not in summaries:
            summaries[function.name] = _summary(reading)


def _expressions_in(function: Function) -> Iterator[Expression]:
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            yield from parts(expression)


def _of_recursive(ordered: list[Function], kinds: Kinds, still: frozenset[str]) -> dict[str, Summary]:
    """The summaries of functions that call themselves: the least that agree with their own calls."""
    circular = recursive(ordered)
    if not circular:
        return {}
    found: dict[str, Summary] = {name: Summary(ALL, frozenset()) for name in circular}
    for _ in range(_MOST_ROUNDS):
        before, known = dict(found), dict(found)
        for function in ordered:
            known[function.name] = _summary(Reading(function, Sharing(function.name, kinds, known, resting=still)))
        found = {name: known[name] for name in circular}
        if found == before:
            return found
    sizes = {function.name: len(function.parameters) + len(function.captured) for function in ordered}
    everything = {
        name: frozenset((at, 1, depth) for at in range(sizes[name]) for depth in (1, ALL)) for name in circular
    }
    shared = {function.name: len(function.captured) for function in ordered}
    return {
        name: Summary(0, parts, 0, tuple((at, Effect(ALL, 0, parts)) for at in range(shared[name])))
        for name, parts in everything.items()
    }


def _running(functions: tuple[Function, ...]) -> tuple[Function, ...]:
    table = {function.name: function for function in functions}
    running: set[str] = set()
    waiting = [function.name for function in functions if function.kind != "helper"]
    while waiting:
        name = waiting.pop()
        if name in table and name not in running:
            running.add(name)
            waiting += callees(table[name])
    return tuple(function for function in functions if function.name in running)


def _callees_first(functions: tuple[Function, ...]) -> list[Function]:
    table = {function.name: function for function in functions}
    ordered: dict[str, Function] = {}
    seen: set[str] = set()
    waiting = [(function.name, False) for function in reversed(functions)]
    while waiting:
        name, ready = waiting.pop()
        if name in ordered or name not in table:
            continue
        if ready:
            ordered[name] = table[name]
        elif name not in seen:
            seen.add(name)
            waiting.append((name, True))
            waiting.extend((callee, False) for callee in callees(table[name]))
    return list(ordered.values())


# What the facts come to.


def _report(function: Function, facts: Facts, sharing: Sharing, file: File) -> None:
    def maker(name: str) -> str:
        """What makes a copy of the variable's value."""
        kind = sharing.kinds.of(Name(name.split(",")[0]), function.name)
        if kind == ANY or isinstance(kind, Record):
            return _COPY
        return "dict" if isinstance(kind, Table) else "list"

    needs: dict[str, int] = {}
    first: dict[str, Change] = {}
    for change in facts.changes:
        needs[change.name] = max(needs.get(change.name, 0), change.level)
        first.setdefault(change.name, change)
    parameters = {parameter.span for parameter in function.parameters}
    for name in function.captured:
        given = [binding for binding in facts.bindings if binding.name == name and binding.span != function.span]
        if any(binding.fresh < ALL or binding.value is not None for binding in given) and sharing.holds_list(
            Name(name)
        ):
            message = f"this gives `{name}` of the function around another list"
            _add(file, given[0].span, message, "return it, and assign it there")
    for binding in facts.bindings:
        if binding.name in function.captured and binding.span == function.span:
            continue  # callers answer for what they share
        if binding.fresh < needs.get(binding.name, 0):
            _report_binding(
                binding,
                first[binding.name],
                needs[binding.name],
                binding.span in parameters,
                binding.name in function.captured,
                function.kind == "helper",
                maker(binding.name),
                file,
            )
    for handing in facts.handings:
        for name, level, _ in sorted(handing.shared):
            later = [
                change
                for change in facts.changes
                if change.name == name
                and level <= change.level
                and (name in function.captured or facts.may_follow(change, handing, name))
            ]
            if later:
                _report_handing(name, handing, later[0], maker(name), file)
                break
    for twice in facts.twice:
        message = f"this call changes `{twice.name.split(',')[0]}`, and sees it by another name too"
        _add(file, twice.span, message, "give it a copy there: list(...), dict(...), copy.copy(...)")
    for between in facts.between:
        message = f"this call changes `{between.name.split(',')[0]}` in the middle of something that goes over values"
        _add(file, between.span, message, "call it in a statement of its own, in a `for` loop")
    for meanwhile in facts.meanwhile:
        message = f"`{meanwhile.name}` changes here while the expression around it still uses what it was"
        _add(file, meanwhile.span, message, "do it in a statement of its own, before or after")
    for change in facts.changes:
        if change.kept < needs[change.name]:
            message = f"what is stored in `{change.name}` here is a list that something else holds too"
            _add(file, change.span, message, "store a copy: list(...), dict(...), copy.copy(...)")
    for loop in facts.loops:
        for name, _, _ in sorted(loop.shared):
            if name in loop.changed:
                message = f"`{name}` changes while the loop goes over it"
                _add(file, loop.span, message, f"go over a copy: list({name})")
                break


def _report_binding(
    binding: Binding, change: Change, need: int, parameter: bool, captured: bool, helper: bool, maker: str, file: File
) -> None:
    name = binding.name.split(",")[0]
    if captured:
        message = f"this changes `{name}` of the function around, which others may hold too"
        _add(file, change.span, message, "return what is new, and change it there")
    elif parameter:
        message = f"this changes `{name}`, a {_noun(maker)} that was passed in: it would change for the caller too"
        hint = f"copy it first: {name} = {maker}({name})"
        if helper:
            hint += ", return it, and assign it where it was; or let each call give it a variable"
        if name == "self":
            message = "this changes `self`, and whoever calls the method holds it too"
            hint = "return a new record, dataclasses.replace(self, ...), and assign it there: state = state.spent(1)"
        _add(file, change.span, message, hint)
    elif binding.value is None:
        message = f"this changes `{name}`, a {_noun(maker)} that is part of something else"
        hint = f"change it where it is held: for i in range(len(rows)): rows[i] ...; or a copy: own = {maker}({name})"
        _add(file, change.span, message, hint)
    elif binding.fresh == 0:
        message = f"`{name}` is changed on line {change.span.line}, but this {_noun(maker)} has another name too"
        hint = f"make a copy: {name} = {maker}(...)"
        if isinstance(binding.value, Index | Attribute | Tree):
            hint = f"change it where it is held, without `{name}`; or {hint}"
        _add(file, binding.span, message, hint)
    else:
        message = f"items of `{name}` are changed on line {change.span.line}, but they are lists that something shares"
        _add(
            file,
            binding.span,
            message,
            "make each of them anew: [[0] * 2 for _ in range(3)], [list(row) for row in rows]",
        )


def _report_handing(name: str, handing: Handing, change: Change, maker: str, file: File) -> None:
    shown = name.split(",")[0]
    if handing.how == "yield":
        message = f"this shows the {_noun(maker)} `{shown}`, which is changed on line {change.span.line}"
        _add(file, handing.span, message, f"show what it holds now: {'tuple' if maker == 'list' else maker}({shown})")
    else:
        message = f"this gives the {_noun(maker)} `{shown}` a second name, and it is changed on line {change.span.line}"
        _add(file, handing.span, message, f"make a copy: {maker}({shown})")


def _noun(maker: str) -> str:
    return "object" if maker == _COPY else "list"


def _add(file: File, span: Span, message: str, hint: str) -> None:
    """One report for a place is enough."""
    if ("FA210", span) not in file.problems.places:
        file.problems.add("FA210", span, message, hint)


def _summary(reading: Reading) -> Summary:
    """What the caller must know of the result."""
    facts = reading.facts
    own = _own(facts)
    kept = own | {
        name: min((change.kept for change in facts.changes if change.name == name), default=ALL)
        for name in reading.function.captured
    }
    own |= dict.fromkeys(reading.function.captured, 0)
    handed = frozenset(name for handing in facts.handings for name, _, _ in handing.shared)
    found = [_result_fresh(item.value, own, item, reading.sharing, handed) for item in facts.returned]
    fresh = min(found, default=ALL)
    positions = {}
    for position, parameter in enumerate(reading.function.parameters):
        given = parameter.name in reading.renewed
        positions[given_name(parameter.name) if given else parameter.name] = position
    for name in reading.function.captured:
        positions[name] = len(positions)
    captured = reading.function.captured

    def reached(begin: Iterable[tuple[str, int, int]]) -> frozenset[tuple[int, int, int]]:
        """What these are of the parameters, and what they hold."""
        found = set(begin)
        waiting = list(found)
        while waiting:
            name, _, _ = waiting.pop()
            for member, level, _ in facts.members.get(name, ()):
                part = (member, level, ALL)
                if part not in found:
                    found.add(part)
                    waiting.append(part)
        own = {(positions[name], level, at) for name, level, at in found if name in positions}
        deep = {position for position, level, _ in own if level > _DEEPEST}
        return frozenset(part for part in own if part[1] <= _DEEPEST) | {
            (position, _DEEPEST, at) for position in deep for at in (1, ALL)
        }

    changed = {change.name for change in facts.changes}
    effects: list[tuple[int, Effect]] = []
    shares = reached(part for item in facts.returned for part in item.shared)
    at_rest = shares - reached(part for item in facts.returned for part in item.moving)
    apart = fresh
    if changed & set(captured) or shares:
        alone, once = _apart(reading)
        new = _own(alone.facts) | dict.fromkeys(captured, 0)
        for name in once:
            new[name] = min((change.kept for change in alone.facts.changes if change.name == name), default=ALL)
        told = [_result_fresh(item.value, new, item, alone.sharing, handed) for item in alone.facts.returned]
        apart = min(told, default=ALL)
        for at, name in enumerate(captured):
            if name in changed:
                level = max(change.level for change in alone.facts.changes if change.name == name)
                left = min(change.kept for change in alone.facts.changes if change.name == name)
                effects.append((at, Effect(level, left, reached(facts.members.get(name, ())))))
    places = {parameter.name: at for at, parameter in enumerate(reading.function.parameters)}
    lent = tuple((at, places[given_to(name)]) for at, name in enumerate(captured) if given_to(name) in places)
    beside = [_result_fresh(item.value, kept, item, reading.sharing, handed) for item in facts.returned]
    return Summary(fresh, shares, min(beside, default=ALL), tuple(effects), lent, apart, at_rest)


def _own(facts: Facts) -> dict[str, int]:
    """How many levels of each variable's lists are its own, whatever it holds."""
    own: dict[str, int] = {}
    for binding in facts.bindings:
        own[binding.name] = min(own.get(binding.name, ALL), binding.fresh)
    for change in facts.changes:
        own[change.name] = min(own.get(change.name, ALL), change.kept)
    return own


def _apart(reading: Reading) -> tuple[Reading, frozenset[str]]:
    """The function read again, with what it is given counted as new where it is used once, and which that is."""
    function, sharing = reading.function, reading.sharing
    assigned = {name for statement in statements(function.body) for name in assigned_names(statement)}
    used = _uses(function.body, function.name, sharing)
    given = {parameter.name for parameter in function.parameters} | set(function.captured)
    once = frozenset(name for name in given - assigned if used.get(name, 0) < 2)
    return Reading(function, replace(sharing, current={}, bound={}, given=once)), once


def _uses(block: Block, function: str, sharing: Sharing, times: int = 1) -> dict[str, int]:
    """How often each name is read where its lists may become part of something; in loops often."""
    found: dict[str, int] = {}

    def note(expression: Expression, times: int) -> None:
        if not _may_hold(expression, sharing):
            return
        if isinstance(expression, Name):
            found[expression.name] = found.get(expression.name, 0) + times
        if isinstance(expression, Invoke):
            for outside in expression.shared:
                found[outside] = found.get(outside, 0) + times
        for part in children(expression):
            note(part, 2 if isinstance(expression, Comprehension) else times)

    for statement in block:
        for expression in (*expressions(statement), *target_expressions(statement)):
            note(expression, 2 if isinstance(statement, While) else times)
        for inner in blocks(statement):
            again = 2 if isinstance(statement, (For, While)) else times
            for name, count in _uses(inner, function, sharing, again).items():
                found[name] = found.get(name, 0) + count
    return found


def _may_hold(expression: Expression, sharing: Sharing) -> bool:
    """Whether what it reads may become part of something there."""
    return sharing.holds_list(expression) or any(isinstance(part, (Tree, Invoke, Bind)) for part in parts(expression))


def _result_fresh(
    value: Expression, own: dict[str, int], returned: Returned, sharing: Sharing, handed: frozenset[str] = frozenset()
) -> int:
    """A variable's own lists pass to the caller: the variable is gone. Where several make up the value, none of them
    may be part of something else."""
    match value:
        case Name(name=name) if sharing.holds_list(value):
            return own.get(returned.current.get(name, name), 0)
        case Choice(then=then, otherwise=otherwise):
            return min(_result_fresh(part, own, returned, sharing, handed) for part in (then, otherwise))
        case Construct() | Display():
            whole = value.arguments if isinstance(value, Construct) else value.items
            items = sharing.moving(value) if isinstance(value, Construct) else value.items
            read = [name for item in whole if _may_hold(item, sharing) for name in read_in(item)]
            alone = {name: level for name, level in own.items() if read.count(name) == 1 and name not in handed}
            parts = [
                0 if isinstance(item, Star) else _result_fresh(item, alone, returned, sharing, handed) for item in items
            ]
            known = sharing.fresh(value)
            return max(known, min(min(parts, default=ALL) + 1, ALL))
        case Invoke(captured=()) if value.function in sharing.summaries:
            read = [name for item in value.arguments for name in read_in(item)]
            alone = {name: level for name, level in own.items() if read.count(name) == 1 and name not in handed}

            def passed(argument: Expression) -> int:
                return _result_fresh(argument, alone, returned, sharing, handed)

            return max(sharing.fresh(value), sharing.fresh_made(value, passed))
    return sharing.fresh(value)
