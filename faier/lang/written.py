"""How a claim reads: what the user wrote, in one line with ordinary spacing."""

from __future__ import annotations

import ast
import copy

from faier.lang.names import File

# What claims call by its own name, wherever it comes from.
_HERE = {"math.exp": "exp", "math.log": "log", "fractions.Fraction": "Fraction"}


def written(file: File, node: ast.expr) -> str:
    """The expression as the user wrote it, on one line with ordinary spacing; words by their own names."""
    return ast.unparse(_Rewriting(file).visit(copy.deepcopy(node)))


class _Rewriting(ast.NodeTransformer):
    """Names words by their own names and keeps constants as they were written (1.10 stays 1.10)."""

    def __init__(self, file: File) -> None:
        self.file = file

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        piece = self.file.source.piece(node)
        return ast.Name(piece, ast.Load()) if piece else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A generator that is the only argument needs no parentheses of its own."""
        self.generic_visit(node)
        match node:
            case ast.Call(args=[ast.GeneratorExp() as generator], keywords=[]):
                node.args = [ast.Name(ast.unparse(generator)[1:-1], ast.Load())]
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._word(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return self._word(node)

    def _word(self, node: ast.Name | ast.Attribute) -> ast.expr:
        origin = self.file.library_name(node)
        word = self.file.word(node) if origin is None else _HERE.get(origin)
        if word is None and isinstance(node, ast.Name):
            node = ast.copy_location(ast.Name(node.id.replace(":", "."), node.ctx), node)  # of an imported file
        if word is None:
            return node if origin is None else ast.Name(origin, ast.Load())
        known = self.file.words.get(word, _HERE.get(self.file.library.get(word, "")))
        taken = word in self.file.places and known != word
        return ast.Name(f"faier.{word}" if taken else word, ast.Load())
