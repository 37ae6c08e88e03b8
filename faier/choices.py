"""What the options of the command line may be; imports nothing, for `faier --help` needs it."""

FORMATS = ("text", "json", "sarif", "junit", "github", "html")
PLAIN = ("text", "json")  # of commands that give no verdicts
ENGINES = ("auto", "search", "algebra", "smt", "coupling")
SOLVERS = ("z3", "cvc5")
STAGES = ("tree", "model", "pair", "smt")
SCHEMAS = ("check", "bound", "certify", "diff", "list", "compile", "verify")
