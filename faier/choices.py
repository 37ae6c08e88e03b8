"""What the options of the command line may be; imports nothing, for `faier --help` needs it."""

FORMATS = ("text", "json")
ENGINES = ("auto", "search", "algebra", "smt", "coupling")
SOLVERS = ("z3", "cvc5")
STAGES = ("tree", "model", "pair", "smt")
