#!/usr/bin/env python3
"""Makes a case that differs smaller: leaves out statements as long as it still differs in the same way.

    QC=target/checks/qc python3 tests/oracle/reduce.py SEED NUMBER CASE [flags of `qc run`...]

*Invariant:* both texts of a statement go together, so that the expectation of what is left is computed anew.
"""

import os
import subprocess
import sys
import tempfile

import generate
import meaning
import tree


def attempt(case, flags, folder):
    """How the case fails: nothing if it does not, else a word."""
    try:
        expected = case.text = case.output()
    except (meaning.Undefined, meaning.Raised, NameError, AttributeError, UnboundLocalError):
        return None
    path = os.path.join(folder, "case.q")
    with open(path, "w") as file:
        file.write(generate.program([case])[0])
    command = [os.environ.get("QC", "qc"), "run", "-A", "warnings", *flags, path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, env={**os.environ, "NO_COLOR": "1"})
    except subprocess.TimeoutExpired:
        return "hangs"
    if done.returncode == 3:
        return "crash of qc"
    if " error[E" in done.stderr:
        return "does not compile"
    if done.stdout == expected and done.returncode == 0:
        return None
    return "differs" if done.returncode == 0 else "stops"


def reduce(case, flags, folder):
    how = attempt(case, flags, folder)
    if how is None:
        sys.exit("the case does not differ")
    smaller = True
    while smaller:
        smaller = False
        for root in (case.block, case.prelude):
            for block, k in reversed(list(tree.places(root))):
                if k >= len(block):
                    continue
                item = block.pop(k)
                if attempt(case, flags, folder) == how:
                    smaller = True
                else:
                    block.insert(k, item)
    attempt(case, flags, folder)
    return how


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    seed, number, index, *flags = arguments
    case = generate.case(seed, int(number), int(index))
    with tempfile.TemporaryDirectory() as folder:
        print("%", reduce(case, flags, folder))
    source, output = generate.program([case])
    print(source)
    print("".join(f"% => {line}\n" for line in output.splitlines()))


main(sys.argv[1:])
