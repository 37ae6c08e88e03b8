"""How much of a setting is enough: from the file to the two decided claims, and back by checking them."""

import json
import math
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from command_line import faier
from referee.chains import judged

FILE = """
from faier import Int, Vector, clamp, each, exp, flip, geometric, log, mechanism, prior, private, secret
a = 1 / 2
scale = 2
T = 3


@private(epsilon=log(3), neighbors=each(1))
@mechanism
def noisy(x: Int[0, 4]):
    return x + geometric(a)


@private(epsilon=1, neighbors=each(1))
@mechanism
def clamped(x: Int[0, 2]):
    return clamp(x + geometric(exp(-1 / scale)), 0, 2)


@private(epsilon=log(30), neighbors=each(1))
@mechanism
def many(x: Int[0, 1]):
    for t in range(T):
        yield x + geometric(1 / 2)


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def leaking(x: Int[0, 1]):
    return x, flip(a)


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def constant(x: Int[0, 1]):
    return flip(a)


@private(epsilon=log(3), neighbors=each(1))
@mechanism
def answered(x: Int[0, 1], *, p=1 / 2):
    return x if flip(p) else 1 - x


@prior
def ill():
    given = flip(1 / 2)
    secret(given)
    return clamp(given + geometric(1 / 3), 0, 3)


@private(epsilon=log(2), prior=ill)
@mechanism
def cases(x: Int[0, 3]):
    return x + geometric(a)
"""


ODD = """
from faier import Int, each, log, mechanism, private
k = 3


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def shown(x: Int[0, 1]):
    count = 0
    for step in range(k):
        count += 1
    return x if count == 13 else 0
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    found = tmp_path_factory.mktemp("calibrated") / "file.py"
    found.write_text(FILE)
    return found


def calibrated(capsys, path, name, setting, *options):
    done = faier(capsys, "calibrate", f"{path}::{name}", "--vary", setting, "--format", "json", *options)
    return done.status, json.loads(done.out)["results"][0]


@pytest.mark.parametrize(
    ("name", "setting", "direction", "exact", "proved", "refuted", "beyond"),
    [
        ("noisy", "a", "least", "1/3", "166667/500000", "333333/1000000", "post-processing"),
        ("clamped", "scale", "least", "1", "1", "999999/1000000", "post-processing"),
        ("many", "T", "greatest", None, "4", "5", None),
    ],
)
def test_values(capsys, path, name, setting, direction, exact, proved, refuted, beyond):
    status, found = calibrated(capsys, path, name, setting)
    assert status == 0
    assert found["direction"] == direction
    assert found["value"] == {"exact": exact, "proved": proved, "refuted": refuted}
    assert found["beyond"] == beyond
    assert found["coverage"]["all"] is True
    assert found["witness"]["left"] is not None


def test_the_answer_is_two_claims_that_check_decides_alike(capsys, path):
    _, found = calibrated(capsys, path, "cases", "a", "--digits", "3")
    for part, status in (("proved", 0), ("refuted", 1)):
        top, _, bottom = found["value"][part].partition("/")
        value = f"a=Fraction({top}, {bottom or 1})"
        assert faier(capsys, "check", f"{path}::cases", "--set", value, "--no-cache").status == status


def test_a_claim_that_no_value_satisfies(capsys, path):
    status, found = calibrated(capsys, path, "leaking", "a")
    assert status == 1
    assert found["value"] is None
    assert found["reason"]
    assert found["throughout"] == "apart"


def test_a_claim_that_every_value_satisfies(capsys, path):
    status, found = calibrated(capsys, path, "constant", "a")
    assert status == 0
    assert found["value"]["refuted"] is None
    assert found["throughout"] == "algebra"


@pytest.mark.parametrize(
    ("name", "setting", "between", "throughout", "proved", "refuted"),
    [
        ("noisy", "a", "1/2,9/10", "post-processing", "1/2", None),
        ("noisy", "a", "1/10,1/4", "post-processing", None, "1/4"),
        ("clamped", "scale", "1,30", "post-processing", "1", None),
        ("many", "T", "1,4", "tried", "3", None),
        ("many", "T", "5,7", "tried", None, "6"),
        ("answered", "p", "1/4,3/4", "algebra", "1/2", None),
        ("answered", "p", "1/5,3/4", None, "1/4", "249999/1000000"),
    ],
)
def test_what_is_known_of_all_values_is_said(capsys, path, name, setting, between, throughout, proved, refuted):
    _, found = calibrated(capsys, path, name, setting, "--between", between)
    assert (found["throughout"], found["refuted"]) == (throughout, refuted)
    assert proved == (None if found["value"] is None else found["value"]["proved"])
    told = faier(capsys, "calibrate", f"{path}::{name}", "--vary", setting, "--between", between).out
    first, last = between.split(",")
    ends = f"{setting} from {float(Fraction(first)):g} to {float(Fraction(last)):g} is"
    assert (f"{'no' if proved is None else 'every'} {ends}" in told) == (throughout is not None)


def test_whole_numbers_at_which_a_claim_turns_twice_are_found(capsys, tmp_path):
    path = tmp_path / "odd.py"
    path.write_text(ODD)
    _, found = calibrated(capsys, path, "shown", "k", "--between", "0,40")
    assert sorted(found["value"].values(), key=str) in (["12", "13", None], ["13", "14", None])


def test_only_what_lies_between_is_looked_at(capsys, path):
    status, found = calibrated(capsys, path, "noisy", "a", "--between", "0,1/4")
    assert status == 1
    assert found["value"] is None


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--vary", "b"], "no number b"),
        (["--vary", "a", "--between", "1"], "two numbers"),
        (["--vary", "a", "--between", "x,1"], "no number"),
        (["--vary", "a", "--epsilon", "log(2)", "--prior", "nobody"], "no prior nobody"),
    ],
)
def test_misuse(capsys, path, options, text):
    done = faier(capsys, "calibrate", f"{path}::noisy", *options)
    assert done.status == 2
    assert text in done.out + done.err


def test_people_are_told_in_words(capsys, path):
    done = faier(capsys, "calibrate", f"{path}::noisy", "--vary", "a", "--digits", "2")
    assert "a = 0.34, exactly at 1/3 (0.33 is refuted; more is enough" in " ".join(done.out.split())


REALS = """
from faier import Int, categorical, each, flip, gaussian, laplace, mechanism, prior, private, secret
scale = 2
s = 1


@prior
def flu():
    ill = flip(1 / 2)
    secret(ill)
    return 1 + categorical(1, 1, 1, 1) if ill else categorical(3, 1, 1, 1)


@private(epsilon=1, prior=flu)
@mechanism
def cases(n: Int[0, 4]):
    return n + laplace(scale)


@private(epsilon=1, delta=1e-5, neighbors=each(1))
@mechanism
def analytic(x: Int[0, 1]):
    return x + gaussian(s)
"""


@pytest.mark.parametrize(
    ("name", "setting", "proved"), [("cases", "scale", "1463533/1000000"), ("analytic", "s", "466329/125000")]
)
def test_noise_on_the_reals(capsys, tmp_path, name, setting, proved):
    (tmp_path / "reals.py").write_text(REALS)
    status, found = calibrated(capsys, tmp_path / "reals.py", name, setting)
    assert (status, found["value"]["proved"], found["beyond"]) == (0, proved, "post-processing")


STREAM = """
from faier import Int, Stream, clamp, each, geometric, log, mechanism, private
a = 1 / 2


@private(epsilon=log(100), neighbors=each(1))
@mechanism
def watch(xs: Stream[Int[0, 1]]):
    for x in xs:
        yield clamp(x + geometric(a), 0, 1)
"""


def test_what_is_enough_for_short_outputs_only_is_told_so(capsys, tmp_path):
    (tmp_path / "stream.py").write_text(STREAM)
    _, found = calibrated(capsys, tmp_path / "stream.py", "watch", "a", "--length", "2", "--digits", "1")
    assert found["coverage"] == {"length": 2, "all": False}
    told = faier(capsys, "calibrate", str(tmp_path / "stream.py"), "--vary", "a", "--length", "2", "--digits", "1")
    assert "outputs of up to 2 values" in " ".join(told.out.split())


def test_from_python(path):
    import faier as package

    (found,) = package.calibrate(f"{path}::noisy", vary="a", between=(0, 1), digits=2)
    assert (found.proved.text, found.refuted.text, found.closed.text, found.least) == ("17/50", "33/100", "1/3", True)
    with pytest.raises(ValueError, match="no number b"):
        package.calibrate(f"{path}::noisy", vary="b")


UNNEEDED = """
from faier import Int, Real, each, flip, gaussian, geometric, laplace, mechanism, prior, private, secret
scale = 2


@prior
def close():
    wide = flip(1 / 2)
    secret(wide)
    if wide:
        return 1 + gaussian(2)
    return gaussian(1)


@private(epsilon=1, delta=0.3, prior=close)
@private(epsilon=1, delta=0.2, prior=close)
@mechanism
def shown(x: Real):
    return x + laplace(scale)


@private(epsilon=1, delta=0.1, neighbors=each(1))
@mechanism
def tenth(x: Int[0, 1]):
    if flip(9 / 10):
        return 5 + laplace(scale), True
    return x + laplace(scale), True


@private(epsilon=1, delta=0.1, neighbors=each(1))
@mechanism
def compared(x: Int[0, 1]):
    return 5 + laplace(scale) >= x + laplace(scale)
"""


def test_no_noise_is_needed_where_the_claim_holds_without(tmp_path, capsys):
    path = tmp_path / "file.py"
    path.write_text(UNNEEDED)
    done = faier(capsys, "calibrate", f"{path}::shown", "--vary", "scale", "--digits", "3", "--format", "json")
    enough, needed = json.loads(done.out)["results"]
    assert (enough["beyond"], enough["direction"], enough["value"]["refuted"]) == ("post-processing", None, None)
    assert needed["direction"] == "least"
    assert done.status == 0
    told = faier(capsys, "calibrate", f"{path}::tenth", "--vary", "scale").out
    assert "every scale is enough, and no noise is needed" in " ".join(told.split())
    told = faier(capsys, "calibrate", f"{path}::compared", "--vary", "scale", "--digits", "1", "--between", "1,3").out
    assert "every" not in told
    done = faier(capsys, "calibrate", f"{path}::tenth", "--vary", "scale", "--compare", "--format", "json")
    *others, last = json.loads(done.out)["results"][0]["compare"]
    assert all(row["method"] != "least Laplace" for row in others)
    assert (last["method"], last["value"], last["mean_error"], last["holds"]) == ("no noise", "0", 0, True)


FAR_OUT = """
from faier import Real, flip, gaussian, laplace, mechanism, prior, private, secret


@prior
def close():
    wide = flip(1 / 2)
    secret(wide)
    return 1 + gaussian(2) if wide else gaussian(1)


@prior
def same():
    wide = flip(1 / 2)
    secret(wide)
    return gaussian(2) if wide else gaussian(1)


@prior
def parts():
    wide = flip(1 / 2)
    secret(wide)
    return gaussian(2) if wide and flip(1 / 2) else gaussian(1)


@mechanism
def shown(x: Real, *, scale=1):
    return x + laplace(scale)


@mechanism
def twice(x: Real, *, scale=1):
    return x + laplace(2 * scale)
"""


@pytest.mark.parametrize(
    ("name", "belief", "epsilon", "exact", "proved"),
    [
        ("shown", "close", "1", "(1 + sqrt(7)) / 2", "1823/1000"),
        ("shown", "close", "1/2", "3", "3"),
        ("shown", "same", "1", "sqrt(6) / 2", "49/40"),
        ("shown", "same", "1/10", None, "1819/250"),  # densities are furthest apart inside
        ("shown", "parts", "1", None, None),  # a mixture
        ("twice", "close", "1", None, "114/125"),  # the setting is not the scale
    ],
)
def test_the_scale_of_normal_data_in_closed_form(tmp_path, capsys, name, belief, epsilon, exact, proved):
    path = tmp_path / "file.py"
    path.write_text(FAR_OUT)
    claim = ("--epsilon", epsilon, "--prior", belief)
    options = ("--vary", "scale", "--digits", "3", *claim)
    (found,) = json.loads(faier(capsys, "calibrate", f"{path}::{name}", *options, "--format", "json").out)["results"]
    assert found["value"]["exact"] == exact
    assert proved is None or found["value"]["proved"] == proved


WRITTEN = '''"""Windows ends its lines otherwise.\r\nEven here."""\r
from faier import Int, geometric, laplace, mechanism\r
\r
scale = 2  # how wide\r
\r
\r
@mechanism\r
def count(x: Int[0, 1], *, base=1 / 2):\r
    """\u00e9."""; y = x\r
    return y + laplace(scale)\r
\r
\r
@mechanism\r
def whole(x: Int[0, 1], *, base = 1 / 2):\r
    return x + geometric(base)\r
'''


@pytest.mark.parametrize(
    ("name", "setting", "old", "new"),
    [
        ("count", "scale", "scale = 2  #", "scale = 0.91  #"),
        ("whole", "base", "base = 1 / 2)", "base = 0.34)"),
    ],
)
def test_the_file_with_the_value_is_proved_and_else_as_it_was(capsys, tmp_path, name, setting, old, new):
    path, made = tmp_path / "file.py", tmp_path / "made.py"
    path.write_bytes(WRITTEN.encode())
    claim = ["--epsilon", "log(3)" if name == "whole" else "1.1", "--neighbors", "each(1)"]
    done = faier(
        capsys, "calibrate", f"{path}::{name}", "--vary", setting, "--digits", "2", "--write", str(made), *claim
    )
    assert done.status == 0
    text = made.read_bytes().decode()
    lines = [
        line for line in text.splitlines(keepends=True) if "@private" not in line and "from faier import e" not in line
    ]
    wanted = (
        WRITTEN.replace(old, new) if name == "count" else WRITTEN.replace("base=1 / 2", "base=0.34").replace(old, new)
    )
    assert "".join(lines) == wanted
    assert f"@private(epsilon={claim[1]}, neighbors=each(1))\r\n@mechanism\r\ndef {name}" in text
    assert faier(capsys, "check", str(made)).status == 0


@pytest.mark.parametrize("files", [1, 2])
def test_one_claim_at_a_time_is_written_and_nothing_beside_more(capsys, tmp_path, files):
    claims = [
        f"@private(epsilon=1, neighbors=each(1))\n@mechanism\ndef noisy{number}(x: Int[0, 1], *, a=1):\n"
        "    return x + laplace(a)\n"
        for number in range(2)
    ]
    texts = ["".join(claims)] if files == 1 else claims
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.py").write_text("from faier import Int, each, laplace, mechanism, private\n" + text)
    paths = [str(tmp_path / f"{number}.py") for number in range(files)]
    before = set(tmp_path.iterdir())
    others = [str(tmp_path / name) for name in ("made.py", "drawn.svg", "proofs")]
    chosen = [word for pair in zip(("--write", "--plot", "--certificates"), others, strict=True) for word in pair]
    done = faier(capsys, "calibrate", *paths, "--vary", "a", "--digits", "0", *chosen)
    assert done.status == 2
    assert "one claim, and 2 are selected" in done.out + done.err
    assert set(tmp_path.iterdir()) == before


def test_certificates_of_both_values_are_valid(capsys, path, tmp_path):
    done = faier(
        capsys,
        "calibrate",
        f"{path}::clamped",
        "--vary",
        "scale",
        "--digits",
        "2",
        "--certificates",
        str(tmp_path / "c"),
    )
    assert done.status == 0
    checked = faier(capsys, "verify", str(tmp_path / "c"), str(path), "--format", "json")
    found = json.loads(checked.out)["results"]
    assert sorted((one["answer"], one["verdict"]) for one in found) == [("valid", "proved"), ("valid", "refuted")]


def test_the_plot_has_a_line_and_what_is_claimed(capsys, path, tmp_path):
    done = faier(
        capsys, "calibrate", f"{path}::noisy", "--vary", "a", "--digits", "1", "--plot", str(tmp_path / "a.svg")
    )
    assert done.status == 0
    drawn = (tmp_path / "a.svg").read_text()
    tree = ElementTree.fromstring(drawn)
    assert tree.tag.endswith("svg")
    assert drawn.count("<polyline") == 2
    assert drawn.count('class="limit"') == 3


def test_the_least_epsilon_of_an_error(capsys, tmp_path):
    (tmp_path / "reals.py").write_text(REALS)
    place = f"{tmp_path / 'reals.py'}::cases"
    status, found = calibrated(capsys, tmp_path / "reals.py", "cases", "scale", "--error", "5", "--digits", "2")
    assert (status, found["error"], found["mean_error"], found["direction"]) == (0, "5", 5.0, "greatest")
    assert found["value"] == {"exact": None, "proved": "5", "refuted": "501/100"}
    assert found["beyond"] == "post-processing"
    low, high = found["epsilon"]["lower"], found["epsilon"]["upper"]
    for epsilon, status in ((high + 1e-6, 0), (low - 1e-6, 1)):
        options = ["--epsilon", f"{epsilon:.9f}", "--prior", "flu", "--set", "scale=5", "--no-cache"]
        assert faier(capsys, "check", place, *options).status == status


@pytest.mark.parametrize(
    ("options", "status", "text"),
    [
        (["--error", "0"], 1, "no a that was tried"),
        (["--error", "1", "--epsilon", "1"], 2, "not both"),
        (["--error", "x"], 2, "no number"),
        (["--error", "1", "--write", "made.py"], 2, "makes no claim"),
    ],
)
def test_errors_that_are_not_reached(capsys, path, options, status, text):
    done = faier(capsys, "calibrate", f"{path}::noisy", "--vary", "a", *options)
    assert done.status == status
    assert text in " ".join((done.out + done.err).split())


def test_the_error_of_what_adds_no_noise_is_not_known(capsys, path):
    done = faier(capsys, "calibrate", f"{path}::leaking", "--vary", "a", "--error", "1")
    assert done.status == 2
    assert "is not known" in done.out + done.err


@pytest.mark.parametrize("seed", [0, 5, 6])
def test_random_chains(seed):
    """By the exact search, by sums over all paths and by the closed form of long chains: `scripts/judge_chains`."""
    assert judged(seed, days=5).faults == ()


CHANCES = """
from faier import Int, flip, mechanism, prior, private, secret
p = 3 / 10
low = 1 / 4
shown = 1 / 4


@prior
def two():
    state = flip(1 / 2)
    secret(state)
    return int(state) + int(state if flip(3 / 4) else not state)


@private(epsilon=1, prior=two)
@mechanism
def turned(n: Int[0, 2]):
    return n if flip(1 - p) else 2 - n


@private(epsilon=1, prior=two)
@mechanism
def kept(n: Int[0, 2]):
    return n if flip(low) else 0 if flip(low / 4) else 2 if flip(1 / 2) else 0


@private(epsilon=1, prior=two)
@mechanism
def compared(n: Int[0, 2]):
    return n if flip(shown) or shown > 9 / 10 else 1
"""


@pytest.mark.parametrize(
    ("name", "setting", "options", "direction", "beyond"),
    [
        ("turned", "p", ["--between", "0,1/2"], "least", "algebra"),
        ("turned", "p", ["--between", "0,3/4"], "least", None),
        ("turned", "p", [], "least", None),
        ("compared", "shown", ["--between", "0,1"], "greatest", None),
    ],
)
def test_all_values_at_once(capsys, tmp_path, name, setting, options, direction, beyond):
    (tmp_path / "chances.py").write_text(CHANCES)
    status, found = calibrated(capsys, tmp_path / "chances.py", name, setting, "--digits", "2", *options)
    assert (status, found["direction"], found["beyond"]) == (0, direction, beyond)


def test_what_is_proved_at_once_goes_as_far_as_there_are_chances(capsys, tmp_path):
    (tmp_path / "chances.py").write_text(CHANCES)
    status, found = calibrated(capsys, tmp_path / "chances.py", "kept", "low", "--digits", "2")
    assert (status, found["direction"]) == (0, "greatest")
    assert found["beyond"] == "algebra"
    proved = Fraction(found["value"]["proved"])
    for part in (0, Fraction(1, 7), Fraction(1, 2), Fraction(6, 7)):
        value = proved * part
        options = ["--set", f"low=Fraction({value.numerator}, {value.denominator})", "--no-cache"]
        assert faier(capsys, "check", f"{tmp_path / 'chances.py'}::kept", *options).status == 0


CLOSED = """
from faier import Int, each, exp, flip, geometric, laplace, log, mechanism, prior, private, secret
a = 1 / 2
scale = 1


@prior
def ill():
    given = flip(1 / 2)
    secret(given)
    return 1 + flip(1 / 3) if given else flip(1 / 2)


@mechanism
def plain(x: Int[0, 3]):
    return x + geometric(a)


@mechanism
def falling(x: Int[0, 3]):
    return x + geometric(exp(-1 / scale))


@mechanism
def real(x: Int[0, 3]):
    return x + laplace(scale)


@mechanism
def wider(x: Int[0, 3]):
    return 3 * x / 2 + laplace(scale)
"""


@pytest.mark.parametrize(
    ("name", "setting", "epsilon", "about", "exact"),
    [
        ("plain", "a", "1", "each(1)", "exp(-1)"),
        ("plain", "a", "log(5)", "each(2)", "exp(1/2 * log(5)) / 5"),
        ("falling", "scale", "log(2)", "each(2)", "2 / log(2)"),
        ("real", "scale", "log(3)", "each(1)", "1 / log(3)"),
        ("wider", "scale", "log(3)", "each(1)", "3 / (2 * log(3))"),
        ("real", "scale", "log(2)", "ill", "-1 / log((-5 + sqrt(73)) / 8)"),
        ("real", "scale", "1", "ill", None),
    ],
)
def test_the_width_of_noise_in_closed_form(capsys, tmp_path, name, setting, epsilon, about, exact):
    path = tmp_path / "closed.py"
    path.write_text(CLOSED)
    relation = ["--prior", about] if about == "ill" else ["--neighbors", about]
    _, found = calibrated(capsys, path, name, setting, "--epsilon", epsilon, *relation)
    if exact is None:
        assert found["value"]["exact"] is None
        return
    ends = sorted(float(Fraction(found["value"][end])) for end in ("proved", "refuted"))
    value = eval(found["value"]["exact"], {"log": math.log, "exp": math.exp, "sqrt": math.sqrt})
    assert ends[0] <= value <= ends[1]
    assert found["value"]["exact"] == exact
