"""Random mechanisms that keep and show Laplace noise: those of `kept` with reals, and what only reals do."""

from dataclasses import dataclass
from random import Random

from . import kept

SCALES = {1: ("1", "2", "1 / 2", "3"), 2: ("1", "2", "1 / 2"), 3: ("1", "2"), 4: ("1", "2")}


def generate(seed: int) -> kept.KeptFile:
    """The same file for the same seed."""
    rng = Random(f"reals {seed}")
    shapes = {name: weight for name, weight in kept.SHAPES.items() if name != "belief"}
    author = RealAuthor(rng, rng.choice([1, 2, 2, 3, 3]))
    return author.file(seed, rng.choices(list(shapes), list(shapes.values()))[0])


@dataclass
class RealAuthor(kept.Author):
    """Writes a file with Laplace noise."""

    word: str = "laplace"

    def parameter(self) -> str:
        return str(self.rng.choice(SCALES[self.draws]))

    def noise(self, depth: int) -> str:
        if depth and (self.noises or self.lists) and self.maybe(0.12):
            self.mark("multiple of a real")
            return f"{self.old()} {self.pick('+ 1 / 2', '- 1 / 2', '/ 2', '* 2', '/ 1')}"
        return super().noise(depth)

    def integer(self, depth: int) -> str:
        if depth and self.maybe(0.15):
            self.mark("rounded")
            inside = self.noise(depth - 1)
            return str(
                self.pick(f"clamp(round({inside}), 0, 2)", f"clamp({inside}, -1, 1)", f"clamp(({inside}) // 1, 0, 1)")
            )
        return super().integer(depth)
