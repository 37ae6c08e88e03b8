# ruff: noqa: E501
"""Bytes and the digests of `hashlib` and `zlib` are what Python takes them for."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import assert_as_python
from bytes_random import generate
from checked_laws import told
from referee.pythonic import PythonFile

from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import Limits
from faier.semantics.explore import explore

HEAD = """\
import hashlib
import zlib
from functools import lru_cache
from hashlib import blake2b

from faier import Int, flip, mechanism, uniform

SALT = b"s\\x00\\xff"


class Bloom:
    def __init__(self, bits, hashes, salt=b""):
        self.bits = bits
        self.hashes = hashes
        self.salt = salt

    def positions(self, word):
        digest = hashlib.sha256(self.salt + word.encode("utf-8")).digest()
        return {digest[i] % self.bits for i in range(self.hashes)}

    def encode(self, word):
        on = self.positions(word)
        return [int(i in on) for i in range(self.bits)]


@lru_cache(maxsize=None)
def bucket(word: str, seed: int) -> int:
    return int(hashlib.md5(f"{seed}:{word}".encode()).hexdigest(), 16) % 5


@lru_cache(maxsize=None)
def first(key: bytes) -> int:
    return hashlib.md5(key).digest()[0]


def kind(v):
    match v:
        case [*_]:
            return "items"
        case bytes():
            return "bytes"


"""
SAME = {
    "a Bloom filter": "bits = Bloom(4, 2, SALT).encode('cat' if x else 'dog')\nreturn [int(flip(3 / 4)) if bit else 0 for bit in bits]",
    "buckets": "return [bucket(word, x) for word in ('cat', 'dog')], first(b'a') % 3, first(bytes([x])) % 3",
    "of a draw": "n = x + uniform(0, 2)\nreturn hashlib.sha1(str(n).encode()).digest()[0] % 4",
    "sums": "return zlib.crc32(b'cat') % 8, zlib.crc32(b'x', x), zlib.adler32(SALT), blake2b(SALT, digest_size=4).hexdigest()",
    "numbers": "return list(x.to_bytes(2, 'big')), int.from_bytes([1, x], 'little'), int.from_bytes(b'\\xff', 'big', signed=True)",
    "as a sequence": "v = bytes([x, 1, 255])\nreturn sum(v), v[0], list(v[1:]), len(v + SALT), 1 in v, b'\\x01' in v, v.hex(), {SALT: x}[b's\\x00\\xff']",
    "compared": "return b'a' < b'b', b'a' == 'a', b'a' == [97], str(SALT), isinstance(SALT, bytes), isinstance(b'', (list, str)), not b''",
    "patterns": "return kind(SALT), kind([x]), kind(range(x))",
    "a letter at a time": "n = x\nfor letter in 'cat'.encode('ascii'):\n    n = (31 * n + letter) % 101\nreturn n",
    "by a key": "return [p ^ q for p, q in zip(b'ab', bytes(i + x for i in range(2)))]",
    "caught": "try:\n    return list(bytes([x + 254]))\nexcept ValueError:\n    return None",
}  # fmt: skip


def written(body: str) -> str:
    return f"{HEAD}@mechanism\ndef f(x: Int[0, 3]):\n" + indent(body, "    ") + "\n"


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_is_what_python_computes(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("as_python.HEAD", "")
    assert_as_python(written(body), written=body != SAME["buckets"])


@pytest.mark.parametrize("seed", range(30))
def test_random_programs_mean_what_python_means(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("as_python.HEAD", "")
    assert_as_python(generate(seed))


REFUSED = {
    "shown": ("return [x, SALT]", "FA409"),
    "no byte": ("return list(bytes([x + 254]))", "FA411"),
    "no bytes": ("return hashlib.md5('cat').hexdigest()", "FA409"),
    "changed": ("v = bytes(2)\nv[0] = 1\nreturn x", "FA409"),
    "beside a text": ("return len(SALT + 'a')", "FA409"),
    "too large": ("return list((300 * x).to_bytes(1, 'big'))", "FA411"),
    "hashed later": ("h = hashlib.md5()\nh.update(b'a')\nreturn h.hexdigest()", "FA205"),
    "the hash of a run": ("return hash('cat') % 2", "FA205"),
    "another encoding": ("return list('a'.encode('utf-16'))", "FA409"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "code"), REFUSED.values(), ids=REFUSED)
def test_is_refused(body: str, code: str) -> None:
    with pytest.raises(Rejected) as caught:
        explore(parse(written(body), "file.py"), "f", Limits())
    assert code in [problem.code for problem in caught.value.diagnostics]


def test_the_checker_says_that_it_does_not_read_them() -> None:
    head, _, rest = written(SAME["sums"]).partition("@mechanism\ndef f(")
    head = head.replace("mechanism, uniform\n", "log, mechanism, one, private, uniform\n", 1)
    answer = told(PythonFile(0, head, "@mechanism\ndef subject(" + rest, "one()", frozenset()))
    assert answer.kind == "hole", answer.why
