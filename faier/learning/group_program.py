"""Values given a secret become the text of a prior: as they were counted, or as mixtures of normal parts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from flint import arb

from faier.exact import rational
from faier.learning.groups import Groups
from faier.learning.listing import File, counted_from_0, decimal, identifier, literal, row, table, type_of
from faier.learning.normals import Mixture
from faier.learning.source import Source, Wished


def group_file(
    groups: Groups, mixtures: Sequence[Mixture] | None, source: Source, sentences: list[str]
) -> tuple[str, str]:
    """The name of the prior, and the file."""
    name = source.name or identifier(groups.value, "values")
    held = identifier(groups.secret, "secret", {name})
    shown = identifier(groups.value, "value", {name, held}) if source.wished else ""
    plain = counted_from_0(groups.secrets)
    keys = None if plain else list(map(literal, groups.secrets))
    names = {"categorical", "prior", "secret"}
    blocks = [] if plain else [f"SECRETS = {row(list(map(literal, groups.secrets)))}"]
    blocks.append(f"SIZES = {row(list(map(str, groups.sizes)))}  # records of each secret")
    draw = "categorical(*SIZES)" if plain else "SECRETS[categorical(*SIZES)]"
    head = ["@prior", f"def {name}():", f"    {held} = {draw}", f"    secret({held})"]
    if mixtures is None:
        direct = counted_from_0(groups.values)
        if not direct:
            blocks.append(f"\nVALUES = {row(list(map(literal, groups.values)))}")
        order = "" if direct else ", in the order of VALUES"
        counts = table("COUNTS", keys, [list(map(str, item)) for item in groups.counts])
        blocks.append(f"\n# How often each value came with each secret{order}.\n{counts}")
        value = f"categorical(*COUNTS[{held}])"
        body = [f"    return {value if direct else f'VALUES[{value}]'}"]
    else:
        names.add("gaussian")
        blocks.append("\n# Normal parts for each secret: weights, which add up to 1, means and standard deviations.")
        for constant, rows in (
            ("WEIGHTS", [mixture.weights for mixture in mixtures]),
            ("MEANS", [mixture.means for mixture in mixtures]),
            ("DEVIATIONS", [mixture.deviations for mixture in mixtures]),
        ):
            blocks.append(table(constant, keys, [list(map(decimal, item)) for item in rows]))
        body = [
            f"    part = categorical(*WEIGHTS[{held}])",
            f"    return MEANS[{held}][part] + gaussian(DEVIATIONS[{held}][part])",
        ]
    blocks.append("\n\n" + "\n".join([*head, *body]))
    literals = False
    if source.wished is not None:
        kind = "Real" if mixtures is not None else type_of(groups.values)
        literals = kind.startswith("Literal")
        names |= {"laplace", "mechanism", "private"} | ({kind.partition("[")[0]} - {"Literal"})
        names |= {word for word in ("log", "exp") if f"{word}(" in source.wished.text}
        blocks.append(f"\n\n{_mechanism(groups, mixtures, name, shown, kind, source.wished)}")
    return name, File(sentences, frozenset(names), blocks, literals).text


def _mechanism(
    groups: Groups, mixtures: Sequence[Mixture] | None, name: str, shown: str, kind: str, wished: Wished
) -> str:
    title = "released" if name != "released" else "released_value"
    if mixtures is not None:
        scale, what = _guess(mixtures, wished), f"{shown} with a first guess of noise."
    else:
        numbers = [Fraction(value) for value in groups.values if not isinstance(value, str)]
        span = max(numbers) - min(numbers)
        scale = wished.noise(rational(span)) if span else "1"
        what = f"{shown} with noise that is enough whatever the prior; less may be."
    return "\n".join(
        [
            f"@private(epsilon={wished.text}, prior={name})",
            "@mechanism",
            f"def released({shown}: {kind}, *, scale={scale}):".replace("released", title, 1),
            f'    """The {what}"""',
            f"    return {shown} + laplace(scale)",
        ]
    )


def _guess(mixtures: Sequence[Mixture], wished: Wished) -> str:
    """Twice what the tails of any two parts ask for, |dm| / b + |ds^2| / (2 b^2) being epsilon there."""
    low, _ = wished.epsilon.bounds()
    most = 0.0
    for one, other in combinations(mixtures, 2):
        for mean, deviation in zip(one.means, one.deviations, strict=True):
            for least, spread in zip(other.means, other.deviations, strict=True):
                apart, wider = arb(abs(mean - least)), arb(abs(deviation**2 - spread**2))
                most = max(most, float((apart + (apart**2 + 2 * arb(low) * wider).sqrt()) / (2 * arb(low))))
    rounded = Fraction(round(2 * most, 2)).limit_denominator(100)
    return decimal(max(rounded, Fraction(1, 100)))
