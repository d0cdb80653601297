"""A second opinion: cvc5 runs the SMT-LIB text of a certificate. No answer, or no cvc5, is no confirmation."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

SECONDS = 60


@dataclass(frozen=True, slots=True)
class Confirmation:
    """How many obligations cvc5 found valid, of how many; words say why it is no confirmation."""

    valid: int
    asked: int
    words: str

    @property
    def confirmed(self) -> bool:
        """Whether every obligation was found valid."""
        return not self.words and self.valid == self.asked > 0


def confirm_certificate(text: str) -> Confirmation:
    """Run the file through cvc5: each of its checks must answer `unsat`."""
    asked = text.count("(check-sat)")
    if find_spec("cvc5") is None:
        return Confirmation(0, asked, "cvc5 is not installed")
    cvc5 = import_module("cvc5")
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("incremental", "true")
    solver.setOption("tlimit-per", str(SECONDS * 1000))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
    answers: list[str] = []
    while not (command := parser.nextCommand()).isNull():
        answer = command.invoke(solver, parser.getSymbolManager()).strip()
        if answer:
            answers.append(answer)
    valid = answers.count("unsat")
    other = sorted(set(answers) - {"unsat"})
    return Confirmation(valid, asked, f"cvc5 answered {', '.join(other)}" if other else "")
