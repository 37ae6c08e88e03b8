"""The process in which one query is solved: a request as JSON on standard input, the answer on standard output."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import Any


def main() -> None:
    request = json.load(sys.stdin)
    run = {"z3": _z3, "cvc5": _cvc5}[request["solver"]]
    json.dump(run(request["text"], request["reals"], float(request["seconds"])), sys.stdout)


def _z3(text: str, reals: list[str], seconds: float) -> dict[str, Any]:
    import z3

    solver = z3.SolverFor("QF_NRA") if "(set-logic QF_NRA)" in text else z3.Solver()
    solver.set("timeout", max(1, int(seconds * 1000)))
    solver.from_string(text)
    answer = str(solver.check())
    truths, values = [], []
    if answer == "sat":
        model = solver.model()
        for declaration in model.decls():
            value = model[declaration]
            if z3.is_true(value):
                truths.append(declaration.name())
            elif declaration.name() in reals:
                values += _rational(declaration.name(), value)
    reason = solver.reason_unknown() if answer == "unknown" else ""
    return {"answer": answer, "truths": truths, "reals": values, "reason": reason}


def _rational(name: str, value: Any) -> list[list[Any]]:
    """The value as a rational; an algebraic number becomes one close by, which the recheck will judge."""
    import z3

    if z3.is_algebraic_value(value):
        value = value.approx(20)
    if not z3.is_rational_value(value):
        return []
    return [[name, str(value.numerator_as_long()), str(value.denominator_as_long())]]


def _cvc5(text: str, reals: list[str], seconds: float) -> dict[str, Any]:
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("produce-models", "true")
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    symbols = parser.getSymbolManager()
    while True:
        command = parser.nextCommand()
        if command.isNull():
            break
        command.invoke(solver, symbols)
    result = solver.checkSat()
    if result.isUnsat():
        return {"answer": "unsat", "truths": [], "reals": [], "reason": ""}
    if not result.isSat():
        return {"answer": "unknown", "truths": [], "reals": [], "reason": str(result.getUnknownExplanation())}
    truths, values = [], []
    for term in symbols.getDeclaredTerms():
        value = solver.getValue(term)
        if value.isBooleanValue() and value.getBooleanValue():
            truths.append(term.getSymbol())
        elif term.getSymbol() in reals and value.isRealValue():
            number = Fraction(value.getRealValue())
            values.append([term.getSymbol(), str(number.numerator), str(number.denominator)])
    return {"answer": "sat", "truths": truths, "reals": values, "reason": ""}


if __name__ == "__main__":
    main()
