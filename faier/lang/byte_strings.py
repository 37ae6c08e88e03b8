"""Bytes, and the digests of `hashlib` and `zlib`: a text is hashed as Python hashes it, the same in every run.

The items of bytes are integers from 0 to 255.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from typing import Literal

from faier.lang.comparing import iterate
from faier.lang.errors import VALUE
from faier.lang.failures import BAD_ARGUMENT, MAXIMAL_LENGTH, TOO_LARGE, WRONG_KIND, Failure, kind_of
from faier.lang.noise import number
from faier.lang.records import bare
from faier.lang.values import Sequence, Value
from faier.lang.vocabulary import DIGESTS, HASHES

EMPTY = Sequence("bytes", ())


def of_bytes(data: bytes) -> Sequence:
    return Sequence("bytes", tuple(data))


def bytes_of(value: Value, what: str) -> bytes:
    """What Python holds where only bytes will do."""
    if not isinstance(value, Sequence) or value.kind != "bytes":
        hint = "write text.encode()" if isinstance(value, str) else ""
        raise Failure(WRONG_KIND, f"{what} must be bytes, not {kind_of(value)}", hint)
    return _held(value)


def made(source: Value = EMPTY, encoding: Value = None) -> Value:
    """`bytes(...)`: of so many zeros, of a text in an encoding, or of integers."""
    if encoding is not None or isinstance(source, str):
        if encoding is None or not isinstance(source, str):
            raise Failure(BAD_ARGUMENT, "bytes takes a text together with its encoding", "write text.encode()")
        return encoded(None, source, encoding)
    source = bare(source)
    if isinstance(source, int):
        if not 0 <= source <= MAXIMAL_LENGTH:
            raise Failure(BAD_ARGUMENT, f"there are no {source} bytes", "", VALUE if source < 0 else None)
        return of_bytes(bytes(source))
    if not isinstance(source, Sequence):
        raise Failure(WRONG_KIND, f"{kind_of(source)} cannot be made bytes")
    return of_bytes(_of_numbers(source))


def encoded(ways: object, text: str, /, encoding: Value = "utf-8") -> Value:
    """`text.encode(...)`"""
    try:
        return of_bytes(text.encode(_encoding(encoding)))
    except UnicodeEncodeError as reason:
        raise Failure(BAD_ARGUMENT, str(reason)) from None


def decoded(ways: object, data: Sequence, /, encoding: Value = "utf-8") -> Value:
    """`data.decode(...)`"""
    try:
        text = _held(data).decode(_encoding(encoding))
    except UnicodeDecodeError as reason:
        raise Failure(BAD_ARGUMENT, str(reason)) from None
    return text


def as_digits(ways: object, data: Sequence, /) -> Value:
    """`data.hex()`"""
    return _held(data).hex()


def bytes_from(
    ways: object, value: Value, /, length: Value = 1, byteorder: Value = "big", *, signed: Value = False
) -> Value:
    """`n.to_bytes(...)`"""
    size, order = _size(length), _order(byteorder)
    try:
        return of_bytes(int(_integer(value)).to_bytes(size, order, signed=_is_true(signed)))
    except OverflowError as reason:
        raise Failure(BAD_ARGUMENT, str(reason)) from None


def number_from(data: Value, byteorder: Value = "big", *, signed: Value = False) -> Value:
    """`int.from_bytes(...)`"""
    if not isinstance(data, Sequence):
        raise Failure(WRONG_KIND, f"{kind_of(data)} is no sequence of bytes")
    return int.from_bytes(_of_numbers(data), _order(byteorder), signed=_is_true(signed))


def _hashed(algorithm: str, digest: str) -> Callable[..., Value]:
    def compute(data: Value = EMPTY, **settings: Value) -> Value:
        known = {name: _setting(name, value) for name, value in settings.items()}
        try:
            found = getattr(hashlib, algorithm)(bytes_of(data, f"what {algorithm} takes"), **known)
        except (ValueError, OverflowError) as reason:
            raise Failure(BAD_ARGUMENT, str(reason)) from None
        return found.hexdigest() if digest == "hexdigest" else of_bytes(found.digest())

    return compute


def _summed(function: Callable[[bytes, int], int], start: int) -> Callable[..., Value]:
    def compute(data: Value, before: Value = start) -> Value:
        return function(bytes_of(data, "what is summed up"), int(_integer(before)))

    return compute


def _setting(name: str, value: Value) -> object:
    if name == "usedforsecurity":
        return _is_true(value)
    return int(_integer(value)) if name == "digest_size" else bytes_of(value, f"`{name}`")


def _held(data: Sequence) -> bytes:
    return bytes(int(item) for item in data.items if isinstance(item, int))


def _of_numbers(source: Sequence) -> bytes:
    numbers = [_integer(number(item, "a byte")) for item in iterate(source)]
    if not all(0 <= item <= 255 for item in numbers):
        raise Failure(BAD_ARGUMENT, "a byte is an integer from 0 to 255", "", VALUE)
    return bytes(map(int, numbers))


def _integer(value: Value) -> int:
    value = bare(value)
    if not isinstance(value, int):
        raise Failure(WRONG_KIND, f"an integer is expected here, not {kind_of(value)}")
    return value


def _size(length: Value) -> int:
    size = _integer(length)
    if size < 0:
        raise Failure(BAD_ARGUMENT, "length argument must be non-negative", "", VALUE)
    if size > MAXIMAL_LENGTH:
        raise Failure(TOO_LARGE, f"these bytes are more than {MAXIMAL_LENGTH:,}")
    return int(size)


def _order(byteorder: Value) -> Literal["big", "little"]:
    if byteorder == "big":
        return "big"
    if byteorder == "little":
        return "little"
    raise Failure(BAD_ARGUMENT, "byteorder must be either 'little' or 'big'", "", VALUE)


def _is_true(value: Value) -> bool:
    if not isinstance(value, bool):
        raise Failure(WRONG_KIND, f"True or False is expected here, not {kind_of(value)}")
    return value


def _encoding(name: Value) -> str:
    if not isinstance(name, str) or name.lower().replace("_", "-") not in ("utf-8", "utf8", "ascii", "latin-1"):
        raise Failure(WRONG_KIND, "this encoding is not followed", 'write "utf-8" or "ascii"')
    return name


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "bytes": made,
    "int.from_bytes": number_from,
    "zlib.crc32": _summed(zlib.crc32, 0),
    "zlib.adler32": _summed(zlib.adler32, 1),
    **{f"hashlib.{name}.{digest}": _hashed(name, digest) for name in HASHES for digest in DIGESTS},
}
