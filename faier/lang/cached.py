"""Properties that are computed once, `@cached_property`: read as if they were computed each time.

That is the same where nothing is drawn, nothing that they read of records gets another value once these are made, and
nobody changes what they give.
"""

from __future__ import annotations

from faier.lang.names import File
from faier.lang.reached import draws, reached
from faier.lang.roles import items_in
from faier.lang.syntax import Assign, Attribute, Augment, Change, Field, Function, Invoke, Item
from faier.lang.walk import expressions, parts, statements, target_expressions


def check_cached(functions: tuple[Function, ...], file: File) -> None:
    """Report those of which it may make a difference."""
    known = {function.name: function for function in functions}
    changed = {name for function in functions for name in _changed(function)} if file.cached else set()
    for name in sorted(file.cached & known.keys()):
        every = reached(name, known)
        read = {found for function in every for found in _read(function)}
        if any(map(draws, every)):
            file.problems.add(
                "FA105",
                known[name].span,
                "`@cached_property` would keep what is drawn",
                "draw it in `__init__`, or write a plain class with an `__init__`",
            )
        elif read & changed:
            shown = min(read & changed)
            message = f"`@cached_property` keeps what was computed of `.{shown}`, which changes later"
            file.problems.add("FA105", known[name].span, message, "compute it in `__init__`, or make it a @property")


def _read(function: Function) -> set[str]:
    """The fields that the function reads."""
    found = [part for line in statements(function.body) for part in _parts(line)]
    return {part.name for part in found if isinstance(part, Attribute)}


def _parts(line: object) -> list[object]:
    every = (*expressions(line), *target_expressions(line))  # type: ignore[arg-type]
    return [part for expression in every for part in parts(expression)]


def _changed(function: Function) -> set[str]:
    """The fields of which the function changes something where they are."""
    items: list[Item] = []
    for line in statements(function.body):
        match line:
            case Assign(targets=targets):
                items += [item for target in targets for item in items_in(target)]
            case Augment(target=Item() as item):
                items.append(item)
        for part in _parts(line):
            match part:
                case Change(target=Item() as item):
                    items.append(item)
                case Invoke(captured=captured):
                    items += [outside for _, outside in captured if isinstance(outside, Item)]
    return {step.name for item in items for step in item.indices if isinstance(step, Field)}
