"""A hidden Markov model that was fitted becomes the text of a prior."""

from __future__ import annotations

from flint import fmpq

from faier.learning.hidden import Hidden
from faier.learning.listing import File, counted_from_0, decimal, identifier, literal, row, table, type_of
from faier.learning.source import Source, Wished


def hidden_file(model: Hidden, source: Source, sentences: list[str]) -> tuple[str, str]:
    """The name of the prior, and the file."""
    name = source.name or identifier(model.column, "hidden")
    how = "the stationary distribution of these steps" if model.start == "stationary" else "as the sequences begin"
    blocks = [
        f"STEPS = {source.steps}  # records that are drawn",
        f"FIRST = {row(list(map(decimal, model.first)))}  # the first hidden state: {how}",
        f"\n# How likely each hidden state is followed by each.\n{_rows('NEXT', model.following)}",
    ]
    names = {"Int", "categorical", "prior", "secret"}
    if model.emissions == "normal":
        names.add("gaussian")
        blocks += [
            f"\n# The readings in each hidden state are normal.\nMEANS = {row(list(map(decimal, model.means)))}",
            f"DEVIATIONS = {row(list(map(decimal, model.deviations)))}",
            f"\n\n{_readings(name)}",
        ]
    else:
        plain = counted_from_0(model.states)
        if not plain:
            blocks.append(f"\nRECORDS = {row(list(map(literal, model.states)))}")
        order = "" if plain else ", in the order of RECORDS"
        blocks.append(f"\n# How likely each hidden state shows each record{order}.\n{_rows('SHOWN', model.shown)}")
        blocks.append(f"\n\n{_records(name, plain)}")
    literals = False
    if source.wished is not None:
        blocks.append(f"\n\n{_mechanism(model, name, source.wished)}")
        kind = "Real" if model.emissions == "normal" else type_of(model.states)
        literals = kind.startswith("Literal")
        names |= {"laplace", "mechanism", "private", "Real" if kind == "Real" else "Stream"}
        names |= {word for word in ("log", "exp") if f"{word}(" in source.wished.text}
        names |= {"Bool"} if kind == "Bool" else set()
    return name, File(sentences, frozenset(names), blocks, literals).text


def _rows(name: str, rows: tuple[tuple[fmpq, ...], ...]) -> str:
    return table(name, None, [list(map(decimal, item)) for item in rows])


def _records(name: str, plain: bool) -> str:
    drawn = "categorical(*SHOWN[state])"
    return "\n".join(
        [
            "@prior",
            f"def {name}(hidden: Int[0, STEPS - 1]):",
            '    """Records that a hidden state shows, any one of which may be the secret."""',
            "    state = categorical(*FIRST)",
            "    for step in range(STEPS):",
            f"        record = {drawn if plain else f'RECORDS[{drawn}]'}",
            "        if step == hidden:",
            "            secret(record)",
            "        yield record",
            "        state = categorical(*NEXT[state])",
        ]
    )


def _readings(name: str) -> str:
    return "\n".join(
        [
            "@prior",
            f"def {name}(hidden: Int[0, STEPS - 1]):",
            '    """The sum of readings; the hidden state of any one of them may be the secret."""',
            "    state = categorical(*FIRST)",
            "    total = 0",
            "    for step in range(STEPS):",
            "        if step == hidden:",
            "            secret(state)",
            "        total += MEANS[state] + gaussian(DEVIATIONS[state])",
            "        state = categorical(*NEXT[state])",
            "    return total",
        ]
    )


def _mechanism(model: Hidden, name: str, wished: Wished) -> str:
    claim = [f"@private(epsilon={wished.text}, prior={name})", "@mechanism"]
    title = "noisy_sum" if name != "noisy_sum" else "noisy_sum_of_records"
    if model.emissions == "normal":
        span = 2 * (max(model.means) - min(model.means)) + 4 * max(model.deviations)
        return "\n".join(
            [
                *claim,
                f"def {title}(total: Real, *, scale={wished.noise(span, 'STEPS')}):",
                '    """The sum of the readings, with a first guess of noise."""',
                "    return total + laplace(scale)",
            ]
        )
    kind = type_of(model.states)
    before: list[str] = []
    if kind.startswith(("Int", "Bool")):
        numbers = [int(state) for state in model.states if not isinstance(state, str)]
        span, added, what = fmpq(max(numbers) - min(numbers)), "record", "The sum of the records"
    else:
        counted = literal(model.states[0] if wished.counted is None else wished.counted)
        before, title = [f"COUNTED = {counted}", "", ""], title.replace("sum", "count")
        span, added, what = fmpq(1), "record == COUNTED", "How many of the records are COUNTED"
    return "\n".join(
        [
            *before,
            *claim,
            f"def {title}(records: Stream[{kind}], *, scale={wished.noise(span, 'STEPS')}):",
            f'    """{what}, with noise that is enough whatever the prior; less may be."""',
            "    total = 0",
            "    for record in records:",
            f"        total += {added}",
            "    return total + laplace(scale)",
        ]
    )
