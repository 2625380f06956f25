"""Legal spellings of a nest of loops: the same program with its loops in other orders, its statements in loops of their own.

A program is fast for one spelling only where the compiler takes the text as it stands. So each nest whose loops may legally stand in another order, or be
distributed, is written in some of its spellings, drawn with a fixed seed; all have to give the same result, and the slowest over the fastest is told.

What is legal is known by hand and stands in a table, in one of two forms:

* `exchange(text, groups, behind)`: names of variables of loops that stand directly within each other in the text, none of whose bounds has another of them. Their headers
  are permuted where they stand.
* `distribute(text, function, body)`: another body for a function. Lines that begin with `@` are nests, `@ i = 0..n-1; j = 0..i : statement ;; statement`, whose
  loops may stand in all orders; the rest is Quasar as it stands. TRIANGLES has the bounds of an inner loop once it is the outer one.
"""
import itertools
import random
import re

COUNT = 5  # spellings of a nest, besides that of the text
INDENT = "    "

# Outer and inner loop, and the two once exchanged, by the range of the inner one.
TRIANGLES = {
    "{first}..{o}": ("{i} = {first}..{last}", "{o} = {i}..{last}"),
    "{first}..{o}-1": ("{i} = {first}..{last}-1", "{o} = {i}+1..{last}"),
    "{o}..{last}": ("{i} = {first}..{last}", "{o} = {first}..{i}"),
    "{o}+1..{last}": ("{i} = {first}+1..{last}", "{o} = {first}..{i}-1"),
}


def headers_in(order, loops):
    """The headers of loops in another order of their variables, with the bounds of triangles exchanged."""
    headers = dict(loops)
    for outer, inner in itertools.permutations(loops, 2):
        bounds = headers[inner]
        if not re.search(rf"\b{outer}\b", loops[inner]) or order.index(outer) < order.index(inner):
            continue
        first, last = loops[outer].split("..")
        for pattern, exchanged in TRIANGLES.items():
            if pattern.format(o=outer, first=first, last=last) == bounds:
                for header in exchanged:
                    variable, new = header.format(o=outer, i=inner, first=first, last=last).split(" = ")
                    headers[variable] = new
                break
        else:
            raise ValueError(f"no triangle {loops[outer]} and {bounds}")
    return [f"{variable} = {headers[variable]}" for variable in order]


def nest(line, indent):
    """The spellings of a line `@ loops : statements`, each a list of lines."""
    loops, statements = line.split(" : ", 1)
    loops = dict(loop.strip().split(" = ", 1) for loop in loops.lstrip("@ ").split(";"))
    spelled = []
    for order in itertools.permutations(loops):
        lines = [indent + INDENT * depth + f"for {header}" for depth, header in enumerate(headers_in(order, loops))]
        lines += [indent + INDENT * len(order) + statement.strip() for statement in statements.split(";;")]
        lines += [indent + INDENT * depth + "end" for depth in reversed(range(len(order)))]
        spelled.append(lines)
    return spelled


def body_of(lines, function):
    """Where the body of a function begins and ends, as indices of lines."""
    start = next(at for at, line in enumerate(lines) if re.match(rf"function .*\b{function}\(", line)) + 1
    return start, next(at for at in range(start, len(lines)) if lines[at] == "end")


def distribute(text, function, body):
    """All spellings of a program whose function has a body of nests that may be permuted."""
    lines = text.splitlines()
    start, end = body_of(lines, function)
    parts = []
    for line in body.strip("\n").splitlines():
        indent = INDENT + line[: len(line) - len(line.lstrip())]
        parts.append(nest(line.strip(), indent) if line.strip().startswith("@") else [[INDENT + line]])
    choices = itertools.product(*parts)
    return ["\n".join([*lines[:start], *(line for part in choice for line in part), *lines[end:]]) + "\n" for choice in choices]


def exchange(text, groups, behind=""):
    """All spellings with the headers of groups of loops permuted; groups follow each other in the text, behind a line that is told."""
    lines = text.splitlines()
    at = next(k for k, line in enumerate(lines) if behind in line)
    places = []
    for group in groups:
        wanted = [rf"\s*for {variable} =" for variable in group]
        at = next(k for k in range(at, len(lines)) if all(re.match(header, line) for header, line in zip(wanted, lines[k:])))
        places.append(at)
        at += len(group)
    spelled = []
    for orders in itertools.product(*(itertools.permutations(range(len(group))) for group in groups)):
        changed = list(lines)
        for place, order in zip(places, orders):
            for offset, source in enumerate(order):
                header = lines[place + source].split("%:")[0].strip()
                changed[place + offset] = lines[place + offset][: len(lines[place + offset]) - len(lines[place + offset].lstrip())] + header
        spelled.append("\n".join(changed) + "\n")
    return spelled


def drawn(kernel, text, ways, count=COUNT):
    """Some of the other spellings of a program, each once; the same ones in every run. `ways`: (exchange or distribute, further arguments)."""
    found = [spelled for way, *more in ways for spelled in way(text, *more)]
    plain = "\n".join(line.split("%:")[0].rstrip() for line in text.splitlines()) + "\n"
    stripped = lambda spelled: "\n".join(line.split("%:")[0].rstrip() for line in spelled.splitlines()) + "\n"
    others = sorted({stripped(spelled) for spelled in found} - {plain})
    return others if count is None or len(others) <= count else random.Random(kernel).sample(others, count)
