"""Heavy hitters by a trie that grows level by level where noisy counts are large."""

from __future__ import annotations

from dataclasses import dataclass, field

from faier import Int, Vector, geometric, log, mechanism, one, private

ALPHABET = "ab"
DEPTH = 2


@dataclass
class Node:
    prefix: str = ""
    children: dict[str, Node] = field(default_factory=dict)

    def grow(self, words, alpha, threshold: int) -> None:
        if len(self.prefix) == DEPTH:
            return
        for letter in ALPHABET:
            prefix = self.prefix + letter
            support = sum(word.startswith(prefix) for word in words)
            if support + geometric(alpha) >= threshold:
                self.children[letter] = child = Node(prefix)
                child.grow(words, alpha, threshold)

    def leaves(self) -> list[str]:
        if not self.children:
            return [self.prefix] if len(self.prefix) == DEPTH else []
        return [leaf for child in self.children.values() for leaf in child.leaves()]


def to_word(code: int) -> str:
    return "".join(ALPHABET[int(digit)] for digit in format(code, "02b"))


@private(epsilon=log(16), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def popular_words(codes: Vector[Int[0, 3], 2]):
    words = [to_word(code) for code in codes]
    root = Node()
    root.grow(words, 1 / 2, threshold=2)
    return root.leaves()
