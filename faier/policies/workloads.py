"""Workloads: which sums of counts are wanted. Those with a name are never written out: their sizes grow too fast."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import numpy as np
from scipy import sparse

from faier.policies.numerals import numeral
from faier.policies.policy import Ints, Policy, Unreadable

Kind = Literal["ranges", "cells", "prefixes", "rows"]
NAMED: tuple[Kind, ...] = ("ranges", "cells", "prefixes")

# Workloads with more entries than this are not written out.
MOST_ENTRIES = 40_000_000


@dataclass(frozen=True, eq=False)
class Workload:
    """All sums of a kind over a domain of this shape, or the rows of a matrix, divided by `divisor`."""

    kind: Kind
    shape: tuple[int, ...]
    name: str
    matrix: Any = None
    divisor: int = 1

    @property
    def cells(self) -> int:
        return math.prod(self.shape)

    @property
    def queries(self) -> int:
        if self.kind == "rows":
            return int(self.matrix.shape[0])
        return math.prod(size * (size + 1) // 2 if self.kind == "ranges" else size for size in self.shape)

    def shared(self, left: Ints, right: Ints) -> Ints:
        """The sum over all queries of the products of what they ask of these two cells, times divisor squared."""
        if self.kind == "rows":
            found = self.matrix.tocsc()
            return np.asarray(found[:, left].multiply(found[:, right]).sum(axis=0), dtype=np.int64).ravel()
        ones, others = np.unravel_index(left, self.shape), np.unravel_index(right, self.shape)
        result = np.ones(len(left), dtype=np.int64)
        for size, one, other in zip(self.shape, ones, others, strict=True):
            result = result * self._along(size, one, other)
        return result

    def _along(self, size: int, one: Any, other: Any) -> Any:
        if self.kind == "cells":
            return (one == other).astype(np.int64)
        first, last = np.minimum(one, other), np.maximum(one, other)
        return size - last if self.kind == "prefixes" else (first + 1) * (size - last)

    def rows(self) -> Any:
        """The queries as a sparse matrix of integers, divided by `divisor`; those with a name in the order of ends."""
        if self.kind == "rows":
            return self.matrix
        if self.queries * self.cells > MOST_ENTRIES:
            raise Unreadable(f"{self.name} over {self.cells:,} cells is too much to write out")
        result = sparse.csr_matrix(np.ones((1, 1), dtype=np.int64))
        for size in self.shape:
            result = sparse.kron(result, self._one_axis(size), format="csr")
        return result.astype(np.int64)

    def _one_axis(self, size: int) -> Any:
        if self.kind == "cells":
            return sparse.identity(size, dtype=np.int64, format="csr")
        ends = [(first, last) for last in range(size) for first in range(last + 1 if self.kind == "ranges" else 1)]
        inside = [[first <= cell <= last for cell in range(size)] for first, last in ends]
        return sparse.csr_matrix(np.array(inside, dtype=np.int64))


def read_workload(text: str, policy: Policy) -> Workload:
    """`ranges`, `cells`, `prefixes`, or a file of rows: `.npy`, or CSV with a number for each cell."""
    for kind in NAMED:
        if text == kind:
            return Workload(kind, policy.shape, kind)
    path = Path(text)
    if not path.is_file():
        raise Unreadable(f"{text or 'an empty name'} is neither a file nor a workload: write ranges, cells or prefixes")
    return from_rows(numbers(path), policy, path.name)


def from_rows(rows: Any, policy: Policy, name: str = "rows") -> Workload:
    """The workload of a matrix with a column for each cell; floats count as what they are, exactly."""
    found = _table(rows, name)
    if not found or any(len(row) != policy.cells for row in found):
        raise Unreadable(f"{name}: each row has a number for each of the {policy.cells} cells of {policy.name}")
    divisor = math.lcm(*(number.denominator for row in found for number in row))
    scaled = [[int(number * divisor) for number in row] for row in found]
    if max(abs(number) for row in scaled for number in row) >= 2**31:
        raise Unreadable(f"{name}: its numbers have too many digits")
    return Workload("rows", policy.shape, name, sparse.csr_matrix(np.array(scaled, dtype=np.int64)), divisor)


def _table(rows: Any, name: str) -> list[list[Fraction]]:
    """Rows of numbers, of an array, a sparse matrix or lists; one row by itself is a table too."""
    dense = rows.toarray() if sparse.issparse(rows) else rows
    listed = dense.tolist() if hasattr(dense, "tolist") else dense
    listed = list(listed) if isinstance(listed, Iterable) else [listed]
    if listed and not any(isinstance(row, Iterable) and not isinstance(row, str) for row in listed):
        listed = [listed]
    try:
        return [[numeral(number) for number in row] for row in listed]
    except (TypeError, ValueError) as error:
        raise Unreadable(
            f"{name}: {error if isinstance(error, ValueError) else 'these are no rows of numbers'}"
        ) from None


def numbers(path: Path) -> Any:
    """The numbers in a file: an array of `.npy`, else fractions, separated by commas or blanks."""
    if path.suffix == ".npy":
        try:
            return np.load(path, allow_pickle=False)
        except (ValueError, OSError) as error:
            raise Unreadable(f"{path.name} is no array: {error}") from None
    try:
        lines = path.read_text("utf-8-sig").replace(",", " ").splitlines()
        return [[numeral(word) for word in line.split()] for line in lines if line.split()]
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path.name} is no text: {error}") from None
    except ValueError as error:
        raise Unreadable(f"{path.name}: {error}") from None
