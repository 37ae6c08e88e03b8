"""The text of a mechanism file -> `Program`, or `Rejected` with all that is wrong with it.

Three rounds: the top level in order (imports, constants, headers, claims), then the bodies of the functions,
then what needs the whole file (recursion, shared lists, unclamped noise). Nothing of the file is executed.
"""

from __future__ import annotations

import ast
import posixpath
import sys
import typing
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from faier.importing import Ambiguous, Imports, Wanted
from faier.lang import divisors, handed, instances, instead, names
from faier.lang.abstract_bases import with_abc
from faier.lang.any_order import with_any_order
from faier.lang.begun import with_begun
from faier.lang.built_constants import with_built_constants
from faier.lang.by_reference import has_objects, hindrance, with_references, with_shared_lists
from faier.lang.cached import check_cached
from faier.lang.catching import operators_raise
from faier.lang.checks import check_program
from faier.lang.chosen_constants import with_chosen_constants
from faier.lang.claim import Claim, PerInput, Relation, Where
from faier.lang.claims import read_claim
from faier.lang.class_forms import with_class_forms
from faier.lang.class_remarks import with_class_remarks
from faier.lang.closures import with_closures
from faier.lang.composed import with_composed
from faier.lang.counted_trials import with_counted_trials
from faier.lang.curried import with_curried
from faier.lang.decorators import with_decorators
from faier.lang.defaults import with_reads
from faier.lang.definitions import Definitions
from faier.lang.diagnostics import Diagnostic, Problems, Rejected, rejected
from faier.lang.dispatched import with_dispatched
from faier.lang.enclosed import encloses
from faier.lang.enum_fields import with_enum_fields
from faier.lang.exact_types import with_exact_types
from faier.lang.exponentials import unreached
from faier.lang.field_factories import with_field_factories
from faier.lang.fresh_records import with_fresh_records
from faier.lang.functions import Header, read_body, read_header
from faier.lang.handed_generators import with_handed_generators
from faier.lang.handed_whole import with_handed_whole
from faier.lang.inheritance import with_bases
from faier.lang.iterators import with_iterators
from faier.lang.kept_apart import with_kept_apart
from faier.lang.kept_draws import with_kept_draws
from faier.lang.later_fields import with_later_fields
from faier.lang.left_tries import with_left_tries
from faier.lang.lending import with_lent
from faier.lang.library import LIBRARY
from faier.lang.made import fields_made
from faier.lang.made_constants import check_drawn, classes_made, with_made_constants
from faier.lang.made_there import with_made
from faier.lang.mangled import report_mangled
from faier.lang.member_lists import with_member_lists
from faier.lang.memos import with_memos
from faier.lang.named_lazily import with_named_lazily
from faier.lang.names import Class, File, suggestion
from faier.lang.nested import as_definition
from faier.lang.nested_classes import with_nested_classes
from faier.lang.new_types import with_new_types
from faier.lang.objects import INITIAL, NO_RECORD_YET
from faier.lang.occurring import occurring
from faier.lang.one_by_one import with_one_by_one
from faier.lang.own_names import with_own_names
from faier.lang.own_orders import with_own_orders
from faier.lang.own_values import with_own_values
from faier.lang.parted_cases import with_parted_cases
from faier.lang.plain_words import with_plain_words
from faier.lang.plainly import with_plain
from faier.lang.preluded import with_prelude
from faier.lang.program import Program
from faier.lang.project import Dotted, Project, ProjectImports
from faier.lang.relations import check_asked
from faier.lang.repeated import check_repeated
from faier.lang.rows import with_rows
from faier.lang.run_alone import is_main, without_run_alone
from faier.lang.same_imports import with_same_imports
from faier.lang.same_types import with_same_types
from faier.lang.scope import BROKEN
from faier.lang.second_names import with_places
from faier.lang.settings import Settings
from faier.lang.shared_closures import with_shared_closures
from faier.lang.source import Source, tree_of
from faier.lang.stepped import with_steps
from faier.lang.suspended import with_suspended
from faier.lang.syntax import Function
from faier.lang.taken_whole import with_taken_whole
from faier.lang.told_errors import with_told
from faier.lang.tried_imports import with_tried_imports
from faier.lang.type_words import with_type_words
from faier.lang.typed_dicts import with_typed_dicts
from faier.lang.vocabulary import FRACTION, VOCABULARY
from faier.lang.walk import callees, mentions
from faier.lang.yielding_loops import with_loops_in_loops

NOTHING_IMPORTED = Imports()


def parse(
    source: str, path: str, settings: Mapping[str, str] | None = None, imports: Imports = NOTHING_IMPORTED
) -> Program:
    """The file as a tree; `settings` are the texts given by `--set NAME=VALUE`, `imports` the files that it imports."""
    text = Source(source, path)
    tree = tree_of(text)
    try:
        return _parsed(tree, text, path, settings or {}, imports)
    except Rejected as refused:
        if not any(map(_is_of_objects, refused.diagnostics)) or not occurring(tree, ast.ClassDef):
            raise
        tree = tree_of(text)  # reading a file leaves nothing of its tree alone
        found = hindrance(tree)
        try:
            if found is None:
                return _parsed(tree, text, path, settings or {}, imports, references=True)
        except Rejected as again:
            raise min(again, refused, key=lambda one: len(one.diagnostics)) from None
        if not has_objects(tree):
            raise
        node, what, hint = found
        message = f"objects that several others hold are followed, but not beside {what}"
        problem = Diagnostic("FA210", message, hint, path, text.span(node))
        raise Rejected((*refused.diagnostics, problem), refused.rest) from None


def _is_of_objects(problem: Diagnostic) -> bool:
    """Whether it is about what could be changed by another name, or about a record before it is one."""
    return problem.code == "FA210" or problem.message.endswith(NO_RECORD_YET)


def _parsed(
    tree: ast.Module, text: Source, path: str, settings: Mapping[str, str], imports: Imports, references: bool = False
) -> Program:
    """`references`: objects of classes that change may be held by several others."""
    project = Project(
        path, text.text, imports, lambda place: _imported(project, place), reading=[posixpath.basename(path)]
    )
    try:
        with divisors.noted() as divided:
            program = _Reading(File(text, Problems(path)), Settings(settings), project, references).program(tree)
        return replace(program, divisors=tuple(divided)) if divided else program
    except RecursionError:
        raise rejected("FA005", path, "the file is nested too deeply to be read") from None


def _imported(project: Project, place: str) -> File:
    """The names of a file that another one imports. What is wrong with it is told as its own."""
    path = project.shown(place)
    text = Source(project.text(place), path, imported=True)
    file = File(text, Problems(path), place=place, title=project.title(place))
    project.files[place] = file
    project.reading.append(place)
    try:
        if any(0xDC80 <= ord(character) < 0xDD00 for character in text.text):
            raise rejected("FA002", path, "the file is not UTF-8", "save it as UTF-8")
        project.functions += _Reading(file, Settings({}), project).functions(tree_of(text))
    except Rejected as refused:
        project.problems += refused.diagnostics
        file.unreadable = True
    project.reading.pop()
    return file


def _is_untyped(function: Function) -> bool:
    """Whether an input has a type that is wrong, perhaps in another file."""
    return function.kind == "mechanism" and any(parameter.type is None for parameter in function.parameters)


class _Reading:
    def __init__(self, file: File, settings: Settings, project: Project, references: bool = False) -> None:
        self.file = file
        self.settings = settings
        self.project = project
        self.references = references
        self.definitions = Definitions(file, settings)
        self.imports = ProjectImports(file, project, self.definitions.define)
        self.headers: list[Header] = []
        self.waiting: list[ast.FunctionDef] = []  # lambdas that are values
        self.claims: list[Claim] = []
        self.doc: str | None = None
        self.used: set[str] = set()
        self.own: set[str] = set()  # variables and parameters
        self.beginning = True  # nothing but a docstring and imports from `__future__` yet

    def functions(self, tree: ast.Module) -> tuple[Function, ...]:
        """The functions of the file; everything else of it is noted on the way."""
        file = self.file
        file.unreached = unreached(tree)
        tree = with_abc(with_same_imports(tree, self.is_own))
        tree = with_chosen_constants(with_tried_imports(without_run_alone(tree, file)))
        tree = with_parted_cases(with_exact_types(with_built_constants(tree), bool(file.place)))
        tree = with_enum_fields(tree)
        report_mangled(tree, file)
        names.note_written(tree)
        tree = with_same_types(with_type_words(with_composed(tree)), imported=bool(file.place))
        tree = with_new_types(with_typed_dicts(with_handed_whole(tree)), imported=bool(file.place))
        tree = with_curried(with_kept_apart(with_field_factories(with_nested_classes(with_own_names(tree)))))
        tree = with_shared_closures(with_plain_words(tree))
        tree = with_named_lazily(with_decorators(with_dispatched(tree)), bool(file.place))
        tree = with_made_constants(with_suspended(with_loops_in_loops(tree)), self.settings.texts)
        tree = with_member_lists(with_taken_whole(tree), imported=bool(file.place))
        tree = with_class_forms(
            with_class_remarks(with_own_values(with_later_fields(with_kept_draws(tree), bool(file.place))))
        )
        tree = with_own_orders(tree, file.ordered)
        tree = with_plain(with_left_tries(with_steps(tree, bool(file.place))), file.uncaught)
        tree = with_memos(with_told(tree, imported=bool(file.place)))
        tree = with_prelude(with_iterators(tree, file.uncaught), file)
        tree = with_handed_generators(tree)
        tree = with_closures(with_begun(with_fresh_records(with_bases(tree, file.errors, file.named))))
        if self.references:
            tree, file.lists = with_references(tree)
        file.later = _defined(tree)
        file.catching = bool(occurring(tree, ast.ExceptHandler))
        file.holding, file.making = fields_made(tree), classes_made(tree)
        mentioned = occurring(tree, ast.Name)
        self.used = {node.id for node in mentioned}
        self.own = {node.id for node in mentioned if not isinstance(node.ctx, ast.Load)}
        self.own |= {node.arg for node in occurring(tree, ast.arg)}
        self.values(tree)
        for position, node in enumerate(tree.body):
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                self.lambdas(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            self.statement(self.dotted(node), position == 0)
            self.beginning = self.beginning and _may_begin(node, position)
        self.lambdas()
        self.settings.report_unknown(file)
        file.later.clear()
        found = [function for header in self.headers for function in self.body(header)]
        return tuple(sorted(found, key=lambda function: function.name not in file.functions))

    def is_own(self, module: str) -> bool:
        """Whether the project may have a module of this name."""
        try:
            return self.project.find(self.file, Wanted(module, 0, ())) is not None
        except Ambiguous:
            return True

    def values(self, tree: ast.Module) -> None:
        """The functions that are values somewhere in the file."""
        lambdas = handed.lambdas_in(tree, self.file)
        self.waiting = lambdas
        for name in sorted({*handed.functions_in(tree), *(made.name for made in lambdas)}):
            handed.note(self.file, name)

    def lambdas(self, lines: range | None = None) -> None:
        """Reads the headers of lambdas on these lines, or of all that are left: what is their default is known now."""
        for made in [part for part in self.waiting if lines is None or part.lineno in lines]:
            self.waiting.remove(made)
            header = read_header(self.file, made, lambda _: None)
            signature = replace(header.signature, captured=self.file.lists.names)
            self.file.signatures[made.name] = signature
            self.headers.append(replace(header, signature=signature))

    def dotted(self, node: ast.stmt) -> ast.stmt:
        """The statement in which what belongs to an imported file has one name."""
        return cast(ast.stmt, Dotted(self.file.roots, set(self.file.places)).visit(node)) if self.file.roots else node

    def program(self, tree: ast.Module) -> Program:
        file = self.file
        own = self.functions(tree)
        functions = (*own, *file.asked, *self.project.functions)
        for other in self.project.files.values():
            file.constants |= {name: value for name, value in other.constants.items() if name not in other.aliases}
        functions = with_shared_lists(functions, file)
        functions = with_one_by_one(with_reads(functions, file), file.lists.names)
        functions = with_lent(with_made(with_rows(with_places(functions), file)))
        self.one_epsilon()
        instances.check_apart(functions, file, [read.source.text for read in (file, *self.project.files.values())])
        check_program(functions, file)
        check_cached(functions, file)
        check_drawn(functions, [item.name for item in file.signatures.values() if item.constant], file)
        check_asked(functions, file)
        for other in (file, *self.project.files.values()):
            ordered = other.ordered if other.ordered and operators_raise(functions) else []
            for node, message, hint in (*other.uncaught, *ordered):
                if encloses(functions, "" if other is file else other.source.path, node):
                    other.error("FA101", node, message, hint)
            check_repeated(functions, other)
        for other in self.project.files.values():  # types of its records may have been read by those that import them
            self.project.problems += other.problems.found
        file.problems.found += self.project.problems
        functions = with_counted_trials(with_any_order(functions, file.constants))
        shapes = {item.shape: None for read in (file, *self.project.files.values()) for item in read.classes.values()}
        program = Program(
            path=file.source.path,
            source=file.source.text,
            doc=self.doc,
            constants=tuple(item for item in file.constants.items() if item[0] not in file.aliases),
            functions=functions,
            claims=tuple(self.claims),
            classes=tuple(shapes),
            imports=self.project.imports,
            epsilon_name=file.epsilon_name,
            epsilon_default=file.epsilon_default,
            settings=tuple(self.settings.texts.items()),
        )
        if not file.problems.found:
            return program
        sound = self.sound(functions)
        claims = tuple(claim for claim in self.claims if _is_about(claim, {function.name for function in sound}))
        raise Rejected(file.problems.sorted(), replace(program, functions=sound, claims=claims) if sound else None)

    def one_epsilon(self) -> None:
        """An unknown epsilon may be defined in any of the files, but only once."""
        files = (*self.project.files.values(), self.file)
        own = [file for file in files if file.epsilon_name is not None and file.epsilon_name in file.unknown]
        for other in own[1:]:
            span = other.places[other.epsilon_name or ""]
            message = f"there is one unknown epsilon in all files, and that of {own[0].source.path} is it already"
            other.problems.add("FA211", span, message, "import it from there")
        if own:
            self.file.epsilon_name, self.file.epsilon_default = own[0].epsilon_name, own[0].epsilon_default

    def body(self, header: Header) -> tuple[Function, ...]:
        """The function, and those inside of it."""
        self.file.lifted, self.file.defined = [], set()
        function = read_body(self.file, header)
        return (function, *self.file.lifted)

    def sound(self, functions: tuple[Function, ...]) -> tuple[Function, ...]:
        """The functions in which nothing is wrong, nor in those that they call."""
        wrong = {item.span.line for item in self.file.problems.found if not item.span.path}
        known = {function.name: function for function in functions}
        if self.project.problems:
            known = {name: function for name, function in known.items() if function.own}
        for header in self.headers:
            lines = range(header.node.lineno, (header.node.end_lineno or header.node.lineno) + 1)
            function = known[header.signature.name]
            if not wrong.isdisjoint(lines) or mentions(function, BROKEN) or _is_untyped(function):
                del known[header.signature.name]
        known = {
            name: function
            for name, function in known.items()
            if (function.within is None or name.split(".")[0] in known) and not mentions(function, BROKEN)
        }
        size = len(known) + 1
        while len(known) < size:
            size = len(known)
            known = {name: function for name, function in known.items() if known.keys() >= set(callees(function))}
        return tuple(known.values())

    # The top level, in order.

    def statement(self, node: ast.stmt, first: bool) -> None:
        match node:
            case ast.Expr(value=ast.Constant(value=str(doc))) if first:
                if any(0xD800 <= ord(character) < 0xE000 for character in doc):
                    self.file.error("FA115", node, "this text holds half a character (a surrogate)")
                self.doc = doc
            case ast.ImportFrom():
                self.import_from(node)
            case ast.Import():
                self.import_module(node)
            case ast.FunctionDef():
                self.function(node)
            case ast.Assign(targets=[ast.Name()], value=ast.Lambda()):
                definition = as_definition(node)
                assert definition is not None
                self.function(definition)
            case ast.If(test=test, body=body, orelse=[]) if self.is_skipped(test):
                self.skipped(test, body)
            case _ if not self.definitions.read(node):
                self.unsupported(node)
            case ast.ClassDef(name=name) if name in self.file.classes:
                self.methods(self.file.classes[name])

    def is_skipped(self, test: ast.expr) -> bool:
        """`if __name__ == "__main__":`, `if TYPE_CHECKING:`: neither runs when the file is imported."""
        return is_main(test) or self.file.library_name(test) == "typing.TYPE_CHECKING"

    def skipped(self, test: ast.expr, body: list[ast.stmt]) -> None:
        if not isinstance(test, ast.Compare):
            self.file.for_types |= names.assigned_names(body).keys()

    def unsupported(self, node: ast.stmt) -> None:
        default = ("only imports, constants and functions stand at the top level", "")
        message, hint = instead.TOP_LEVEL.get(type(node).__name__, default)
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                message, hint = "a string here does nothing", "write a comment: # ..."
        self.file.error("FA103", node, message, hint)
        self.file.broken |= names.assigned_names([node]).keys()

    # Imports.

    def import_from(self, node: ast.ImportFrom) -> None:
        file = self.file
        if (node.level or node.module not in ("faier", "__future__")) and self.imports.from_module(node):
            self.hidden(node, node.module if not node.level else None)
            return
        if node.module in LIBRARY and node.module != "fractions" and not node.level:
            self.import_library(node, node.module or "")
            return
        if node.level or node.module not in ("faier", "fractions"):
            if node.level or not self.is_idle(node, node.module or ""):
                self.foreign_import(node, node.module or ".")
            for alias in node.names:
                file.broken.add(alias.asname or alias.name)
                if node.module and not node.level:
                    file.foreign[alias.asname or alias.name] = f"{node.module}.{alias.name}"
            return
        known = (VOCABULARY if node.module == "faier" else FRACTION).keys()
        for alias in node.names:
            name = alias.asname or alias.name
            if alias.name == "*":
                used = sorted((self.used & known) - file.later - self.own, key=lambda word: (word.lower(), word))
                hint = f"name them: from {node.module} import {', '.join(used)}" if used else "leave it out"
                file.error("FA104", alias, "`import *` hides which words are used", hint)
                file.words |= {word: word for word in used}
            elif alias.name not in known:
                there = f"write it where Python has it: from typing import {alias.name}"
                hint = there if alias.name in typing.__all__ else suggestion(alias.name, known)
                file.error("FA104", alias, f"{node.module} has no `{alias.name}` for mechanism files", hint)
                file.broken.add(name)
            elif self.definitions.define(name, alias):
                file.words[name] = alias.name

    def import_library(self, node: ast.ImportFrom, module: str) -> None:
        """Names of Python's own library."""
        file, known = self.file, LIBRARY[module]
        if module == "__future__" and not self.beginning:
            file.error("FA104", node, "Python wants this import at the very beginning of the file", "move it up")
        for alias in node.names:
            name = alias.asname or alias.name
            if alias.name == "*":
                file.error("FA104", alias, "`import *` hides which words are used", "name what is used")
            elif known is not None and alias.name not in known and name not in self.used:
                file.broken.add(name)  # which nothing reads
            elif known is not None and alias.name not in known:
                hint = instead.LIBRARY.get(f"{module}.{alias.name}", "") or suggestion(alias.name, known)
                file.error("FA104", alias, f"`{alias.name}` of {module} is not part of the language", hint)
                file.broken.add(name)
            elif module == "__future__":
                file.postponed = True
            elif self.definitions.define(name, alias):
                file.library[name] = f"{module}.{alias.name}"

    def import_module(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name != "faier" and self.imports.module_import(alias):
                self.hidden(alias, alias.name)
            elif alias.name in LIBRARY and alias.name != "__future__":
                name = alias.asname or alias.name.split(".")[0]
                module = alias.name if alias.asname else name
                if self.file.packages.get(name) == module or self.definitions.define(name, alias):
                    self.file.packages[name] = module
            elif alias.name != "faier":
                if not self.is_idle(node, alias.name):
                    self.foreign_import(alias, alias.name)
                name = (alias.asname or alias.name).split(".")[0]
                self.file.broken.add(name)
                self.file.foreign[name] = alias.name if alias.asname else name
            elif self.definitions.define(alias.asname or "faier", alias):
                self.file.modules.add(alias.asname or "faier")

    def hidden(self, node: ast.AST, module: str | None) -> None:
        """A file of the project that is called like a module of Python's library."""
        if module is not None and module.partition(".")[0] in sys.stdlib_module_names:
            message = f"a file of this folder is called like Python's `{module}`: Python may import either"
            self.file.error("FA104", node, message, "give the file another name")

    def is_idle(self, node: ast.Import | ast.ImportFrom, module: str) -> bool:
        """Whether it imports something of Python's own library that nothing in the file reads."""
        given = {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
        return module.partition(".")[0] in sys.stdlib_module_names and not given & {"*", *self.used}

    def foreign_import(self, node: ast.AST, module: str) -> None:
        message = f"`{module}` cannot be imported: it is no file of the project, and no module that faier knows"
        hint = instead.MODULES.get(module.split(".")[0], "")
        if not hint and module.partition(".")[0] not in sys.stdlib_module_names:
            hint = "files are found in the folder of this one, and in its package"
        self.file.error("FA104", node, message, hint)

    # Functions.

    def methods(self, owner: Class) -> None:
        """The functions of a class: helpers that are called by their names in the tree."""
        for name, node in owner.methods:
            header = read_header(self.file, node, lambda _: None)
            tree = f"{owner.shape.name}.{name}"
            signature = replace(header.signature, name=tree, captured=self.file.lists.shared_by(tree))
            if name == INITIAL:  # a new default each time
                defaults = {field.name: field.default for field in owner.fields if field.default is not None}
                given = (replace(item, default=defaults.get(item.name, item.default)) for item in signature.parameters)
                signature = replace(signature, parameters=tuple(given))
            self.file.methods[signature.name] = signature
            self.headers.append(replace(header, signature=signature))

    def function(self, node: ast.FunctionDef) -> None:
        file = self.file
        header = read_header(file, node, lambda name: self.settings.value(file, name))
        labels: set[str] = set()
        for call in () if file.title else header.claims:
            claim = read_claim(file, call, node.name, header.parameters)
            if claim is None:
                continue
            if claim.subject.against is not None and claim.label in labels:
                hint = 'remove it, or tell them apart: name="..."'
                file.error("FA309", call, f"`{node.name}` has this claim already: {claim.label}", hint)
            labels.add(claim.label)
            self.claims.append(claim)
        if self.definitions.define(node.name, node):
            signature = replace(header.signature, captured=file.lists.shared_by(node.name))
            file.places[node.name] = header.span
            file.signatures[node.name] = signature
            self.headers.append(replace(header, signature=signature))


def _defined(tree: ast.Module) -> set[str]:
    """The names of the constants, types and functions of the file."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case ast.Assign() | ast.AnnAssign():
                found |= names.assigned_names([node]).keys()
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
    return found


def _may_begin(node: ast.stmt, position: int) -> bool:
    """Whether imports from `__future__` may stand after it."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return position == 0
        case ast.ImportFrom(module="__future__"):
            return True
    return False


def _is_about(claim: Claim, functions: set[str]) -> bool:
    """Whether the claim is about these functions alone. A predicate may mention what is wrong."""
    named = {claim.subject.mechanism} if claim.subject.prior is None else {claim.subject.mechanism, claim.subject.prior}
    return named <= functions and not _has_predicate(claim.subject.relation)


def _has_predicate(relation: Relation | None) -> bool:
    if isinstance(relation, PerInput):
        return any(_has_predicate(inner) for _, inner in relation.relations)
    return isinstance(relation, Where)
