"""What the options of the command line may be; imports next to nothing, for `faier --help` needs it."""

from faier.engines import WANTED

FORMATS = ("text", "json", "sarif", "junit", "github", "html")
PLAIN = ("text", "json")  # of commands that give no verdicts
ENDINGS = {  # of files, with the format that each is for
    ".txt": "text",
    ".json": "json",
    ".sarif": "sarif",
    ".xml": "junit",
    ".html": "html",
    ".htm": "html",
    ".dot": "dot",
}
ENGINES = tuple(WANTED)
SOLVERS = ("z3", "cvc5")
STAGES = ("tree", "model", "pair", "smt")
SHELLS = ("bash", "zsh", "fish")
SCHEMAS = ("check", "bound", "certify", "diff", "list", "compile", "verify")
