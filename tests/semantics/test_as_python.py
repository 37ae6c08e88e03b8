"""Expressions that compute and draw nothing: both semantics say what Python says when it runs the same text.

Python itself is the truth: the file is executed as it is. Rows of a section are one tuple; what raises stands alone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from processes import forward_process

from faier.exact import fraction
from faier.lang import Rejected, parse
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.values import Real, Sequence, make
from faier.limits import Limits
from faier.sampling.simplest import simplest_fraction
from faier.semantics import denote
from faier.semantics.explore import explore

HEAD = """
from fractions import Fraction
import itertools as it
import math
import math as exact
from itertools import product
from math import ceil, floor, inf
from faier import Bool, Int, Vector, mechanism

WORD = "hello"


@mechanism
def shown(x: Int[2, 2], y: Int[-3, -3], b: Bool, xs: Vector[Int[0, 3], 3]):
"""
INPUTS = {"x": 2, "y": -3, "b": True, "xs": [3, 1, 2]}

SECTIONS: dict[str, list[str]] = {
    "bits": [
        "x & 3, x | 1, x ^ 3, x << 3, 9 >> x, ~x, y & 5, y | 4, y ^ x, y >> 1, y << 2, ~y, b & True",
        "b | False, b ^ True, b & 1, b | x, b ^ x, b << 2, b >> 1, False & True, x & 1 == 0, (x & 1) == 0",
        "1 | x ^ 3 & 2, 1 << x + 1, ~x ** 2, -1 >> 100_000, 0 << 100_000, x | 4 == 4, not x & 1, x < 4 | 3",
        "[*xs[x & 1 :]]",
    ],
    "rounding": [
        "round(5 / 2), round(7 / 2), round(-5 / 2), round(Fraction(1, 3)), round(b), round(x), round(-0.5)",
        "round(1 / 3, 2), round(Fraction(2, 3), 3), round(2.5, 0), round(1234, -2), round(1250, -2)",
        "round(1350, -2), round(x, ndigits=1), round(Fraction(1234), -2), round(0.125, 2), round(15, -1)",
        "round(25, -1), round(7 / 2, None), int(2.75), int(-2.75), int(Fraction(-7, 2)), int(b), int()",
        "bool(), float(), float(x), float(1 / 4), float(b), math.floor(5 / 2), math.ceil(5 / 2)",
        "math.trunc(-5 / 2), floor(-1 / 3), ceil(Fraction(-1, 3)), math.floor(y), divmod(7, x)",
        "divmod(-7, x), divmod(7 / 2, x), divmod(Fraction(7, 2), y), divmod(b, x), pow(x, 10), pow(x, -1)",
        "pow(y, 3), pow(x, 5, 7), pow(3, -1, 7), pow(-x, 3, -5), pow(Fraction(1, 3), 2)",
    ],
    "mathematics": [
        "math.comb(5, 2), math.comb(2, 5), math.perm(5, 2), math.perm(3), math.factorial(x)",
        "math.factorial(20), math.gcd(12, 18), math.gcd(), math.gcd(y, 6), math.lcm(4, 6), math.lcm()",
        "math.isqrt(17), math.isqrt(b), math.prod(xs), math.prod(i for i in xs), math.prod(xs, start=2)",
        "math.prod([]), math.prod([1 / 2, 3]), math.sqrt(9), math.sqrt(1 / 4), math.sqrt(0), math.fabs(y)",
        "math.fabs(1 / 2), math.pow(x, 3), math.pow(x, -1), math.log2(8), math.log2(1 / 4)",
        "math.log10(1000), [exact.ceil(i / 2) for i in xs], math.isfinite(x)",
    ],
    "irrational": [
        "x < math.sqrt(5) < x + 1, math.log(2) < x, math.sqrt(x) == x, math.sqrt(3) * math.sqrt(5) > 3, math.log(1)",
        "math.sqrt(2 * math.log(5)) > math.sqrt(math.log(24)), math.log(8) > 2 * math.log(x + 1), math.log(1 / 2) < 0",
        "x ** 0.5 <= 1, pow(x + 1, 1.5) > 5, (x + 1) ** -0.5 < 1, math.pow(2, 0.5) < 1.5, 4 ** 0.5, 4 ** 1.5, 0 ** 0.5",
        "max(math.sqrt(2), x), (9 / 4) ** -0.5, math.sqrt(x ** 2 + 12), float(math.sqrt(x)) < 1.5, -math.sqrt(x) < 0",
        "int(math.sqrt(10)), math.floor(math.sqrt(24)), math.ceil(math.log2(xs[0] + x)), round(math.sqrt(7))",
        "math.ceil(math.log(100)), math.log2(32), math.log2(1 / 8), math.log10(5) < 0.7, int(-math.sqrt(7))",
        "range(math.ceil(math.log2(5))) == range(3), math.trunc(-math.sqrt(2)), math.ceil(-math.log(9))",
        "math.log(8, 3) < x, math.log(3, 2) > 1, math.log10(1000), math.log2(2 ** 100), math.log10(10 ** 30)",
        "[i for i in range(5) if math.sqrt(i) > math.log(3 + i)], math.sqrt(0.1 + 0.2) < 0.6, Fraction(1, 4) ** 0.5",
    ],
    "infinity": [
        "x < math.inf, -inf < x, math.inf > 1 / 3, inf == inf, -inf == inf, inf != x, x == -math.inf",
        "inf == 'a', max(-inf, x), min(xs + [math.inf]), max(-math.inf, y, 1 / 2), bool(inf)",
        "abs(-inf) == inf, sorted([inf, x, -inf])[1], float('inf') > 3, float('-inf') < 3",
        "-float('Infinity') == -inf, +inf == inf, inf in [x, inf], float(' +INF ') == inf, math.isinf(inf)",
        "math.isinf(x), math.isfinite(-inf), isinstance(inf, float), not inf, inf is None",
        "float(inf) == inf, min(inf, -inf) == -inf, any(i > -inf for i in xs)",
        "'none' if inf == max(xs) else 'some'",
    ],
    "strings": [
        "WORD + 'x', WORD * x, 2 * 'ab', 'a' * -1, '' + '', 'a' < 'b', 'abc' < 'abd', 'a' >= 'A'",
        "'a' == 'a', 'a' != x, 'ell' in WORD, 'x' not in WORD, '' in WORD, WORD[0], WORD[-1], WORD[1:3]",
        "WORD[::-1], WORD[10:], len(WORD), len(''), [c for c in 'abc'], list('ab'), tuple('ab')",
        "sorted('cab'), max('abc'), [*'ab'], list(zip('ab', xs)), bool(''), ', '.join(['a', 'b'])",
        "''.join(str(i) for i in xs), '-'.join('abc'), '-'.join(()), ' '.join([c.upper() for c in WORD])",
        "WORD.upper(), WORD.title(), ' x '.strip(), 'xxay'.lstrip('x'), 'a,b,c'.split(',')",
        "'a b  c'.split(), 'a,b'.split(',', 1), WORD.startswith('he'), WORD.endswith(('x', 'o'))",
        "WORD.replace('l', 'L'), WORD.replace('l', 'L', 1), WORD.find('l'), WORD.find('z'), WORD.rfind('l')",
        "WORD.index('l'), WORD.count('l'), '12'.isdigit(), '1a'.isdigit(), 'ab'.isalpha(), '7'.zfill(3)",
        "'7'.rjust(3, '*'), 'ab'.center(6), 'a-b'.partition('-'), 'x.y.z'.rsplit('.', maxsplit=1)",
        "'abc'.removeprefix('a'), 'a\\nb'.splitlines(), WORD.index('l', 3), 'Ab'.swapcase()",
        "WORD.count('l', 3)",
        "WORD.translate(str.maketrans('hl', 'j!', 'oe')), 'aba'.translate(dict.fromkeys([97, 99]))",
        "'a1b'.translate(str.maketrans({'a': None, 98: 'xy', '1': 50}))",
        "list(str.maketrans('ab', 'ba').items()), list(str.maketrans({'a': x, 'b': 'c'}).items())",
        "'a\\tb'.expandtabs(), 'ab\\t\\nc\\td'.expandtabs(x + 1), '\\t'.expandtabs(tabsize=3), '\\ta'.expandtabs(-1)",
    ],
    "texts": [
        "str(x), str(b), str(None), str(1 / 4), str(1 / 3), str(Fraction(1, 3)), str(Fraction(4, 2))",
        "str(''), str(), repr('a'), str(xs), str((1,)), str(()), str([(1, 'a'), [None, 1 / 2]])",
        "repr(Fraction(1, 3)), f'{x}', f'{x}{y}', f'x = {x!r:>4}', f'{WORD!r}', f'{x=}', f'{b}'",
        "f'{1 / 2:.3f}', f'{x:02d}', f'{y:+d}', f'{7:b}', f'{x:>{x + 1}}', f'{xs}', f'{Fraction(1, 3)}'",
        "f'{b:d}', f'a{{}}b', f'', f'{WORD:^9}', f'{1234567:,}', f'{1 / 4:.0%}', format(x)",
        "format(x, '03d'), int('12'), int(' -3 '), int('ff', 16), int('0b11', 0), int('101', base=2)",
        "bin(5), hex(y), ord('a'), chr(98), oct(8), bin(b), Fraction('1/3'), Fraction('0.25')",
        "float(Fraction('0.5')), 'a' 'b' f'{x}', inf == 'inf', f'{-inf}', str(inf), f'{0.1}', f'{1e-05}'",
        "str(-1 / 4), str(round(2.5)), str(float(x)), f'{float(x)}', '%' + 'd', 'bucket_' + str(x)",
        "f'{x}:{[c for c in WORD][1]}', str(x) in ('1', '2'), f'{x}' == '2'",
    ],
    "itertools": [
        "list(product(xs, [0, 1])), [*product('ab', repeat=2)], list(product()), list(product([], xs))",
        "list(product([1])), list(it.combinations(xs, 2)), [a + c for a, c in it.combinations(range(4), 2)]",
        "list(it.combinations(xs, 5)), list(it.permutations(xs)), [p[0] for p in it.permutations(xs, 2)]",
        "list(it.permutations([])), len(list(product(xs, xs)))",
        "list(it.combinations_with_replacement('ab', 2)), list(it.accumulate(xs))",
        "list(it.accumulate(xs, initial=10)), list(it.accumulate([])), tuple(it.chain(xs, (1,), 'a'))",
        "list(it.chain()), list(it.chain.from_iterable([xs, [y]])), list(it.repeat(x, 3))",
        "list(it.repeat(x, -1)), sum(it.repeat(x, 2)), list(it.islice(xs, 2)), list(it.islice(xs, 1, None))",
        "list(it.islice(xs, 0, 3, 2)), list(it.islice(range(10), None)), list(it.pairwise(xs))",
        "list(it.pairwise([1])), list(it.zip_longest(xs, [1])), list(it.zip_longest(xs, 'a', fillvalue=0))",
        "list(it.compress(xs, [1, 0, b])), all(a != c for a, c in it.pairwise(xs)), max(it.chain(xs, [9]))",
        "[i for i, s in enumerate(product([0, 1], repeat=2)) if sum(s)]",
        "sorted(it.chain.from_iterable(product(xs, xs)))[0], list(it.chain(range(2), enumerate(xs)))",
        "max(it.accumulate(xs))",
    ],
    "kinds": [
        "isinstance(x, int), isinstance(b, int), isinstance(b, bool), isinstance(x, bool)",
        "isinstance(1 / 2, float), isinstance(Fraction(1, 2), Fraction), isinstance(1 / 2, Fraction)",
        "isinstance(1 / 2, (int, Fraction, float)), isinstance(xs, list), isinstance((x,), tuple)",
        "isinstance(xs, tuple), isinstance(WORD, str), isinstance(x, ()), isinstance(None, type(None))",
        "isinstance(None, int | None), isinstance(x, int | None), isinstance(x, (str, (int,)))",
    ],
}

RAISING: list[tuple[str, str]] = [
    ("1 << y", "FA411"),
    ("1 >> y", "FA411"),
    ("x & 0.5", "FA409"),
    ("~Fraction(x)", "FA409"),
    ("x | WORD", "FA409"),
    ("xs ^ x", "FA409"),
    ("round(WORD)", "FA409"),
    ("round(1.5, 0.5)", "FA409"),
    ("round(inf)", "FA411"),
    ("int(inf)", "FA411"),
    ("divmod(x, 0)", "FA402"),
    ("pow(x, 2, 0)", "FA411"),
    ("pow(x, -1, 4)", "FA411"),
    ("pow(1 / 2, 2, 3)", "FA409"),
    ("math.comb(-1, 2)", "FA411"),
    ("math.factorial(y)", "FA411"),
    ("math.factorial(1.5)", "FA409"),
    ("math.isqrt(y)", "FA411"),
    ("math.sqrt(y)", "FA411"),
    ("math.log2(0)", "FA411"),
    ("math.log2(y)", "FA411"),
    ("math.log(2, 1)", "FA402"),
    ("math.log(2, 0)", "FA411"),
    ("math.log(y)", "FA411"),
    ("math.sqrt(math.log(1 / 2))", "FA411"),
    ("0 ** -0.5", "FA402"),
    ("[i for i in range(inf)]", "FA409"),
    ("inf < WORD", "FA409"),
    ("WORD + x", "FA409"),
    ("list(it.combinations(xs, -1))", "FA411"),
    ("list(it.islice(xs, -1))", "FA411"),
    ("list(it.chain(xs, x))", "FA409"),
    ("x + WORD", "FA409"),
    ("WORD * 1.5", "FA409"),
    ("WORD < x", "FA409"),
    ("x in WORD", "FA409"),
    ("WORD[9]", "FA401"),
    ("WORD[0.5]", "FA409"),
    ("WORD.index('z')", "FA411"),
    ("''.join(xs)", "FA409"),
    ("WORD.startswith(x)", "FA411"),
    ("int('x')", "FA411"),
    ("int(x, 2)", "FA409"),
    ("int('12', 1)", "FA411"),
    ("f'{x:y}'", "FA411"),
    ("f'{xs:d}'", "FA409"),
    ("f'{WORD:d}'", "FA411"),
    ("ord(WORD)", "FA411"),
    ("chr(y)", "FA411"),
    ("bin(1.5)", "FA409"),
    ("WORD / 2", "FA409"),
    ("-WORD", "FA409"),
    ("WORD.upper(x)", "FA411"),
    ("''.split('')", "FA411"),
    ("Fraction('a')", "FA411"),
    ("Fraction('1/0')", "FA411"),
]


def program(body: str) -> Program:
    return parse(f"{HEAD}    {body}\n", "shown.py")


def by_python(body: str) -> Any:
    names: dict[str, Any] = {}
    exec(f"{HEAD}    {body}\n", names)
    return names["shown"](**INPUTS)


def typed(value: Any) -> Any:
    """What is shown, with the types that others see: a float and a Fraction are both numbers."""
    if isinstance(value, Real):
        assert isinstance(value.exact, fmpq)
        return "number", fraction(value.exact)
    if isinstance(value, Sequence):
        return value.kind, tuple(map(typed, value.items))
    if isinstance(value, float):
        return "number", simplest_fraction(value)
    if isinstance(value, Fraction):
        return "number", value
    if isinstance(value, (list, tuple)):
        return type(value).__name__, tuple(map(typed, value))
    return type(value).__name__, value


@pytest.mark.parametrize("section", SECTIONS)
def test_both_semantics_compute_what_python_computes(section: str) -> None:
    rows = SECTIONS[section]
    body = f"return ({', '.join(f'({row},)' for row in rows)},)"
    expected = by_python(body)
    tree = program(body)
    ((output, weight),) = denote.outputs(tree, "shown", {name: make(value) for name, value in INPUTS.items()}).items()
    ((found,), _) = output
    assert weight == 1
    assert isinstance(found, Sequence)
    for row, item, right in zip(rows, found.items, expected, strict=True):
        assert typed(item) == typed(right), row
    process = explore(tree, "shown", Limits())
    entries = {"x": 2, "y": -3, "b": True, "xs": make([3, 1, 2])}
    assert forward_process(process, entries, *output) == 1


@pytest.mark.parametrize(("text", "code"), RAISING)
def test_what_python_raises_is_a_failure(text: str, code: str) -> None:
    with pytest.raises((TypeError, ValueError, ZeroDivisionError, IndexError, OverflowError)):
        by_python(f"return {text}")
    with pytest.raises(Failure) as caught:
        denote.outputs(program(f"return {text}"), "shown", {name: make(value) for name, value in INPUTS.items()})
    assert caught.value.code == code


HIDDEN = {
    "str(0.1 + 0.2)": "FA407",
    "f'{0.1 + 0.2}'": "FA407",
    "f'{x:99999}'": "FA501",
    "WORD * 10**9": "FA501",
    "WORD.replace('', WORD * 10**5)": "FA501",
    "'a'.center(10**9)": "FA501",
    "Fraction('1e99999')": "FA501",
    "'%d' % (y / 2)": "FA409",
    "f'{x:n}'": "FA409",
    "str(math.exp) if b else WORD": "FA205",
    "math.factorial(10**7)": "FA501",
    "math.comb(10**7, 10**6)": "FA501",
    "1 << 10**9": "FA501",
    "list(product(xs, repeat=40))": "FA501",
    "list(it.permutations(range(20)))": "FA501",
    "list(it.repeat(x, 10**8))": "FA501",
    "it.chain(xs, xs)": "FA113",
    "list(it.count())": "FA205",
}


@pytest.mark.parametrize("text", HIDDEN)
def test_what_python_might_compute_otherwise_or_for_ever_is_refused(text: str) -> None:
    with pytest.raises((Failure, Rejected)) as caught:
        denote.outputs(program(f"return {text}"), "shown", {name: make(value) for name, value in INPUTS.items()})
    found = caught.value
    assert (found.diagnostics[0].code if isinstance(found, Rejected) else found.code) == HIDDEN[text]
