#!/usr/bin/env python3
"""Programs with the output that their meaning demands, for tests/runner/tests/oracle.rs.

    generate.py SEED FIRST COUNT [CASES]     COUNT programs from number FIRST on, CASES functions in each (24), to standard output
    generate.py SEED FIRST --only CASE       one program with that case alone
    generate.py SEED FIRST --python CASE     the Python text of a case

A program comes as a line `program NUMBER SOURCE-BYTES OUTPUT-BYTES`, its source and its output. Each case is a function `caseN` and prints the
line `caseN` first. The same seed and number give the same program on every machine.

*Invariant:* no output of qc is looked at here.
"""

import hashlib
import sys

import cases
import meaning
import tree


def seed_of(*parts):
    return int.from_bytes(hashlib.blake2b(" ".join(map(str, parts)).encode(), digest_size=8).digest(), "big")


class Case:
    """A generated case: both texts, and what it prints."""

    def __init__(self, builder):
        self.name, self.prelude, self.block, self.theme = builder.name, builder.prelude, builder.main, builder.theme

    def quasar(self):
        return "\n".join([*tree.quasar(self.prelude), f"function [] = {self.name}(z : int)", *tree.quasar(self.block, 1), "end"]) + "\n"

    def python(self):
        return "\n".join([*tree.python(self.prelude), f"def {self.name}(z):", *tree.python(self.block, 1)]) + "\n"

    def output(self):
        """What it prints; raises what meaning.py raises where there is no expectation."""
        say = meaning.Output()
        scope = {"m": meaning, "say": say}
        exec(compile(self.python(), self.name, "exec"), scope)
        say(self.name)
        scope[self.name](0)
        return "".join(line + "\n" for line in say.lines)


# Statistics of one process: cases that were thrown away, by theme.
discarded = {}


def case(seed, number, index):
    """The case of that place: the first attempt that has an expectation."""
    for attempt in range(60):
        builder = cases.make(f"case{index}", seed_of(seed, number, index, attempt))
        made = Case(builder)
        try:
            made.text = made.output()
            return made
        except (meaning.Undefined, meaning.Raised, RecursionError) as why:
            key = (made.theme, type(why).__name__, str(why)[:40])
            discarded[key] = discarded.get(key, 0) + 1
    raise SystemExit(f"no attempt at case {index} of program {number} has an expectation")


def program(made):
    heads = "".join(c.quasar() for c in made)
    calls = "".join(f'    print "{c.name}"\n    {c.name}(z)\n' for c in made)
    return f"{heads}function [] = main(z : int = 0)\n{calls}end\n", "".join(c.text for c in made)


def write(number, made):
    source, output = (text.encode() for text in program(made))
    sys.stdout.buffer.write(b"program %d %d %d\n" % (number, len(source), len(output)) + source + output)
    sys.stdout.buffer.flush()


def main(arguments):
    match arguments:
        case [seed, first, "--only", index]:
            write(int(first), [case(seed, int(first), int(index))])
        case [seed, first, "--python", index]:
            print(case(seed, int(first), int(index)).python())
        case [seed, first, count, *rest]:
            size = int(rest[0]) if rest else 24
            for number in range(int(first), int(first) + int(count)):
                write(number, [case(seed, number, k) for k in range(size)])
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BrokenPipeError:
        # The runner has seen enough.
        sys.stderr.close()
    if discarded and "--discarded" in sys.argv:
        print(discarded, file=sys.stderr)
