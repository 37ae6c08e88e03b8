"""What the options of the command line may be; imports nothing, for `faier --help` needs it."""

FORMATS = ("text", "json", "sarif", "junit", "github", "html")
PLAIN = ("text", "json")  # of commands that give no verdicts
ENGINES = ("auto", "search", "algebra", "smt", "coupling")
SOLVERS = ("z3", "cvc5")
STAGES = ("tree", "model", "pair", "smt")
SCHEMAS = ("check", "bound", "certify", "diff", "list", "compile")
# The formats that programs read, by the commands that have them.
MACHINES = {
    "check": ("json", "sarif", "junit", "github"),
    **dict.fromkeys(("bound", "certify", "diff", "list", "compile"), ("json",)),
}
