"""The changes that a fuzzer makes to the inputs of each target, as bytes to bytes."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from fuzzing import documents, texts
from fuzzing.targets import SEPARATOR

Mutation = Callable[[bytes, Random], bytes]


def of_texts(donors: Sequence[str]) -> Mutation:
    def change(data: bytes, rng: Random) -> bytes:
        return _bytes(texts.changed(data.decode("utf-8", "surrogateescape"), donors, rng))

    return change


def of_certificates(donors: Sequence[str], inputs: Sequence[bytes]) -> Mutation:
    """Of the certificate, of its file, or of both; the certificate is then made to be about the changed text."""
    others = [json.loads(data.partition(SEPARATOR)[0]) for data in inputs]

    def change(data: bytes, rng: Random) -> bytes:
        written, _, source = data.partition(SEPARATOR)
        try:
            document = json.loads(written)
        except (ValueError, RecursionError):
            document = rng.choice(others)
        kind = rng.random()
        if kind < 0.05:
            cut = rng.randrange(len(written) + 1)
            piece = rng.choice(
                (b"[", b"]", b"{", b"}", b",", b"9" * 5000, b"[" * 300, b'"', b"\\", b"\xff", b"1.5", b"NaN")
            )
            return written[:cut] + piece + written[cut + rng.randrange(3) :] + SEPARATOR + source
        if kind < 0.6:
            document = documents.changed(document, others, rng)
        if kind > 0.5:
            source = of_texts(donors)(source, rng)
            document = _about(document, source, rng.random() < 0.8)
        return _bytes(json.dumps(document)) + SEPARATOR + source

    return change


def _bytes(text: str) -> bytes:
    """The text in UTF-8; with half a character in it, something that is not UTF-8."""
    return text.encode("utf-8", "surrogatepass")


def _about(document: Any, source: bytes, claims: bool) -> Any:
    """The document with the digest of this text and, with `claims`, the claim's expressions as they stand in it."""
    text = source.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    try:
        document["file"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        if claims:
            told = document["claim"]
            (function,) = (
                node
                for node in ast.parse(text).body
                if isinstance(node, ast.FunctionDef) and node.name == told["mechanism"]
            )
            calls = [node for node in function.decorator_list if isinstance(node, ast.Call)]
            given = {keyword.arg: ast.unparse(keyword.value) for keyword in calls[told["decorator"]].keywords}
            told.update({name: given.get(name) for name in ("epsilon", "delta", "neighbors", "prior", "pairs")})
    except (ValueError, SyntaxError, TypeError, KeyError, IndexError, AttributeError, RecursionError, MemoryError):
        pass
    return document
