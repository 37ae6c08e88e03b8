"""The names of a mechanism file: the vocabulary as it imports it, and what the file itself defines."""

from __future__ import annotations

import ast
import builtins
import difflib
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from flint import fmpq

from faier.lang.diagnostics import Problems
from faier.lang.library import LIBRARY
from faier.lang.source import Source
from faier.lang.syntax import Error, Expression, Function, Span, Type
from faier.lang.values import Sequence, Shape, Value
from faier.lang.vocabulary import VOCABULARY

CALL = "__call__"  # the method that a call of a record calls
_OWN = (".__init__", f".{CALL}")
_WRITTEN = "written"  # of a name in the tree: it stands in the file so


@dataclass(frozen=True)
class HelperParameter:
    name: str
    default: Expression | None
    keyword_only: bool
    rest: bool = False  # `*values`: a tuple of the arguments that are left
    table: bool = False  # `**options`: a dictionary of those by name that are left


Written = tuple["File", ast.FunctionDef]  # a function as it is written, and where


@dataclass(frozen=True)
class Signature:
    """What a call needs to know of a function of the file."""

    kind: Literal["mechanism", "prior", "helper"]
    name: str
    parameters: tuple[HelperParameter, ...]
    settings: tuple[str, ...]
    yields: bool
    streams: bool
    span: Span
    unnamed: frozenset[str] = frozenset()  # parameters before a `/`
    captured: tuple[str, ...] = ()
    constant: bool = False  # it is a constant that functions of the file make
    written: Written | None = field(default=None, compare=False, repr=False)

    @property
    def rest(self) -> HelperParameter | None:
        """The parameter that takes all arguments that are left."""
        return next((item for item in self.parameters if item.rest), None)

    @property
    def table(self) -> HelperParameter | None:
        """The parameter that takes all named arguments that are left."""
        return next((item for item in self.parameters if item.table), None)


@dataclass(frozen=True)
class Field:
    """A field of a record. The annotation is a remark; who takes records as inputs reads it as a type, with the names
    of the file that it stands in."""

    name: str
    annotation: ast.expr
    default: Expression | None  # a new value each time
    home: File = field(repr=False, compare=False)


@dataclass(frozen=True)
class Class:
    """A class of the file: the fields of a record, and its constructor, or the members of an Enum."""

    shape: Shape
    span: Span
    fields: tuple[Field, ...] = ()
    members: tuple[Sequence, ...] = ()  # each once
    names: tuple[tuple[str, Sequence], ...] = ()  # of members, other names of the same ones too
    constructor: Signature | None = None
    constants: tuple[tuple[str, Value], ...] = ()
    methods: tuple[tuple[str, ast.FunctionDef], ...] = ()
    properties: frozenset[str] = frozenset()
    static: frozenset[str] = frozenset()  # methods that take no record


@dataclass(frozen=True)
class Lists:
    """The lists in which objects have their places, and the functions and methods that may share them."""

    names: tuple[str, ...] = ()
    sharers: frozenset[str] = frozenset()

    def shared_by(self, function: str) -> tuple[str, ...]:
        return self.names if function in self.sharers else ()


@dataclass
class File:
    """What is known of the file so far. `words` are the vocabulary by the names the file imports it under;
    `modules` the names that stand for the package `faier` itself. `library` are names of Python's own library and
    where they come from ("enum.Enum"), `packages` names that stand for modules of it. `later` are the names that the
    rest of the file defines; `broken` those whose definition was reported, so that their uses are not reported again.
    """

    source: Source
    problems: Problems
    words: dict[str, str] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)
    library: dict[str, str] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    constants: dict[str, Value] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)
    errors: dict[str, Error] = field(default_factory=dict)  # the file's own exceptions
    shapes: dict[str, Class] = field(default_factory=dict)  # those of imported files too, by their names in the tree
    methods: dict[str, Signature] = field(default_factory=dict)  # by their names in the tree: Point.norm
    guarded: set[str] = field(default_factory=set)  # those that are for operands of their own class alone
    inputs: dict[str, Type | None] = field(default_factory=dict)  # what classes are as types of inputs
    later: set[str] = field(default_factory=set)
    epsilon_name: str | None = None
    epsilon_default: fmpq | None = None
    broken: set[str] = field(default_factory=set)
    foreign: dict[str, str] = field(default_factory=dict)  # names of modules that faier does not know, and of theirs
    unreadable: bool = False
    unreached: tuple[range, ...] = ()  # lines that no mechanism and no prior gets to
    unknown: set[str] = field(default_factory=set)  # the name that is bound to `Positive(...)` in this file
    place: str = ""  # of a file that another one imports, see `faier.importing`
    title: str = ""  # what stands before its names in the tree, and a dot
    aliases: dict[str, str] = field(default_factory=dict)  # what constants are called in the tree, if not by their name
    roots: set[str] = field(default_factory=set)  # names of modules of the project
    remarks: set[str] = field(default_factory=set)  # names of types that declare nothing: Rows = list[int]
    for_types: set[str] = field(default_factory=set)  # what only type checkers import
    nested: dict[str, Signature] = field(default_factory=dict)  # functions inside of others: outer.inner
    partials: dict[str, ast.Call] = field(default_factory=dict)  # variables that are functools.partial(...)
    defined: set[str] = field(default_factory=set)  # those of them that can be called here
    lifted: list[Function] = field(default_factory=list)  # of the function that is read
    asked: list[Function] = field(default_factory=list)  # what relations ask about whole inputs
    postponed: bool = False  # annotations are not evaluated: from __future__ import annotations
    handed: dict[tuple[int, int], str] = field(default_factory=dict)  # lambdas that are values, by their places
    functions: list[str] = field(default_factory=list)  # those that are values
    work: int = 0  # spent on constants
    counted: tuple[int, bool] = (0, False)  # of how many methods it is known whether they are operators
    holding: dict[str, str] = field(default_factory=dict)  # the class of what fields of this name hold
    catching: bool = False  # whether a `try` of the file catches something
    making: dict[str, str] = field(default_factory=dict)  # the classes of constants that are made
    cached: set[str] = field(default_factory=set)  # properties that are computed once, by their names in the tree
    uncaught: list[tuple[ast.AST, str, str]] = field(default_factory=list)  # what does not go with `try`
    ordered: list[tuple[ast.AST, str, str]] = field(default_factory=list)  # the same, where operators of records raise
    # what is computed several times, and the functions that are called there
    repeated: list[tuple[ast.AST, frozenset[str]]] = field(default_factory=list)
    lists: Lists = Lists()  # of objects that have places, see `by_reference`
    changing: tuple[int, frozenset[str]] = (
        -1,
        frozenset(),
    )  # of so many classes: methods that change
    measured: dict[int, tuple[Sequence, int, int]] = field(default_factory=dict)  # by id: size and depth

    def shares(self, function: str) -> bool:
        """Whether the function may share variables with its callers."""
        return function in self.nested or function in self.lists.sharers

    @property
    def callables(self) -> bool:
        """Whether there are values that can be called."""
        return bool(self.functions or self.owners(CALL))

    @property
    def operators(self) -> bool:
        """Whether classes say what operators do."""
        if len(self.methods) != self.counted[0]:
            special = any(name.rpartition(".")[2][:2] == "__" and not name.endswith(_OWN) for name in self.methods)
            self.counted = len(self.methods), special
        return self.counted[1]

    def owners(self, name: str) -> list[Class]:
        """The classes of which this is a method or a property."""
        return [item for item in self.shapes.values() if f"{item.shape.name}.{name}" in self.methods]

    def named(self, name: str) -> str:
        """What the tree calls what the file defines under this name."""
        return f"{self.title}.{name}" if self.title else name

    def error(self, code: str, node: ast.AST, message: str, hint: str = "") -> None:
        self.problems.add(code, self.source.span(node), message, hint)

    def takes_from_python(self, node: ast.Name) -> bool:
        """Whether this was not written in the file and means what Python has under the name, which the file gives to
        something of its own. That is reported."""
        if not hasattr(builtins, node.id) or is_of_file(node) or not (node.id in self.places or node.id in self.errors):
            return False
        message = f"what is written here needs Python's own `{node.id}`, and the file gives this name to something else"
        self.error("FA203", node, message, "choose another name for that of the file")
        return True

    def word(self, node: ast.expr, hidden: Iterable[str] = ()) -> str | None:
        """The word of the vocabulary that the expression names, if it does; `hidden` are local variables."""
        match node:
            case ast.Name(id=name) if name in self.words and name not in hidden:
                return self.words[name]
            case ast.Attribute(value=ast.Name(id=name), attr=word) if name in self.modules and name not in hidden:
                return word if word in VOCABULARY else None
        return None

    def library_name(self, node: ast.expr, hidden: Container[str] = ()) -> str | None:
        """Where what the expression names comes from ("math.floor"), if it is of Python's own library."""
        match node:
            case ast.Name(id=name) if name in self.library and name not in hidden:
                return self.library[name]
            case ast.Attribute(value=inner, attr=attribute):
                if attribute == "from_iterable" and self.library_name(inner, hidden) == "itertools.chain":
                    return "itertools.chain.from_iterable"
                module = self.module_name(inner, hidden)
                return None if module is None else f"{module}.{attribute}"
        return None

    def module_name(self, node: ast.expr, hidden: Container[str] = ()) -> str | None:
        """The module of Python's own library that the expression names: `collections.abc`."""
        match node:
            case ast.Name(id=name) if name in self.packages and name not in hidden:
                return self.packages[name]
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in self.packages and name not in hidden:
                module = f"{self.packages[name]}.{attribute}"
                return module if module in LIBRARY else None
        return None


def assigned_names(body: Iterable[ast.stmt]) -> dict[str, ast.AST]:
    """The names that Python makes local because something in the body binds them, with the first place."""
    body = list(body)
    declared = nonlocal_names(body)
    found: dict[str, ast.AST] = {}
    for name, node in bindings(body):
        if name not in declared:
            found.setdefault(name, node)
    return found


def nonlocal_names(body: Iterable[ast.stmt]) -> dict[str, ast.AST]:
    """The names of functions around it that the body says it assigns."""
    found: dict[str, ast.AST] = {}
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Nonlocal):
            found |= dict.fromkeys(node.names, node)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def function_of(node: ast.AST) -> str | None:
    """The name of the function that the statement defines: `def f(x): ...`, `f = lambda x: ...`."""
    match node:
        case ast.FunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda()):
            return name
    return None


def bindings(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """Every place where the body binds a name."""
    waiting: list[ast.AST] = list(reversed(list(body)))
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                yield name, node
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node
                continue
            case ast.alias(name=name, asname=alias):
                yield (alias or name).split(".")[0], node
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name, node
            case ast.ExceptHandler(name=str(name)):
                yield name, node
            case ast.Lambda():
                continue
            case ast.comprehension(iter=iterable, ifs=conditions):
                waiting += reversed([iterable, *conditions])
                continue
        waiting.extend(reversed(list(ast.iter_child_nodes(node))))


def captures(parts: Iterable[ast.AST]) -> set[str]:
    """The variables to which patterns and handlers among the parts give values: no ast.Name says so."""
    found: set[str] = set()
    for part in parts:
        match part:
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                found.add(name)
            case ast.ExceptHandler(name=str(name)):
                found.add(name)
    return found


def note_written(tree: ast.Module) -> None:
    """Mark what the file itself says under names of Python that it gives to something of its own: forms that are
    written out for it mean those of Python."""
    own = {name for name in given_names(tree) if hasattr(builtins, name)}
    for part in ast.walk(tree) if own else ():
        if isinstance(part, ast.Name) and part.id in own:
            setattr(part, _WRITTEN, True)


def is_of_file(name: ast.Name) -> bool:
    """Whether the file gives the name, one of Python's, to something of its own somewhere."""
    return hasattr(name, _WRITTEN)


def given_names(tree: ast.AST) -> list[str]:
    """All names that the tree gives to anything, as often as it does; names of imports too."""
    parts = list(ast.walk(tree))
    found = list(captures(parts))
    for part in parts:
        match part:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                found.append(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.append(name)
            case ast.alias(name=name, asname=other):
                found.append(other or name)
    return found


def refused_names(body: Iterable[ast.stmt]) -> set[str]:
    """The names that stand for classes and modules inside a function. That is reported where it is done."""
    found: set[str] = set()
    for node in (node for statement in body for node in ast.walk(statement)):
        match node:
            case ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                found |= {(alias.asname or alias.name).split(".")[0] for alias in aliases}
    return found


def suggestion(name: str, candidates: Iterable[str]) -> str:
    """A hint naming what was probably meant, or an empty string."""
    close = closest(name, candidates)
    return "" if close is None else f"did you mean `{close}`?"


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """What was probably meant. Looking is slow, so not everywhere is looked."""
    known = set(candidates)
    if len(known) > _MOST_CANDIDATES or len(name) > _LONGEST_NAME:
        return None
    return next(iter(difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)), None)


def fresh(name: str, *taken: Container[str]) -> str:
    """The name with a number that makes it new."""
    number = 2
    while any(f"{name}_{number}" in names for names in taken):
        number += 1
    return f"{name}_{number}"


_MOST_CANDIDATES = 2_000
_LONGEST_NAME = 100
