"""What the options of the command line may be; imports next to nothing, for `faier --help` needs it."""

from faier.engines import WANTED

ENGINES = tuple(WANTED)
SOLVERS = ("z3", "cvc5")
STAGES = ("tree", "model", "pair", "smt")
SHELLS = ("bash", "zsh", "fish")
SCHEMAS = ("check", "bound", "calibrate", "audit", "certify", "diff", "list", "compile", "verify", "plan", "learn")
