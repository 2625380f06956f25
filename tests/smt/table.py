"""The table of pairs that `compiler/tests/validated` writes: a function before a pass and behind it, in lines of fields with tabs.

    pair NAME PASS
    before | after
    host NAME | kernel NAME
    param LOCAL TYPE              a parameter, in order
    local LOCAL TYPE
    position VALUE                of a kernel, in order
    total LOCAL                   an accumulator of a kernel, in order
    code                          statements follow: operation, results, fields
    stop                          ends the function

Results are `v1:i32,v2:f32` or `-`. An operand is a value, `v1`, or a constant: `i32:5`, `i64:5`, `b:1`, `f32:BITS`, `f64:BITS`, `text:…`,
`null:`, `on_gpu:`, `word:…` for what is none in the program. Statements with blocks end with `end`; `else` and `handler` divide theirs.

*Invariant:* a line that is not understood is an error, never skipped.
"""

from dataclasses import dataclass, field

COMPOUND = ("if", "for", "loop", "scope", "try")


@dataclass
class Statement:
    op: str
    results: list
    fields: list
    blocks: list = field(default_factory=list)


@dataclass
class Function:
    kind: str
    name: str
    params: list = field(default_factory=list)
    locals: dict = field(default_factory=dict)
    positions: list = field(default_factory=list)
    totals: list = field(default_factory=list)
    body: list = field(default_factory=list)


@dataclass
class Pair:
    name: str
    what: str
    before: Function = None
    after: Function = None


def read(lines):
    """The pairs of a table, one after the other."""
    rows = (line.rstrip("\n").split("\t") for line in lines)
    for row in rows:
        if row[0] != "pair":
            raise ValueError(f"a pair is expected: {row}")
        pair = Pair(row[1], row[2])
        for side in ("before", "after"):
            if next(rows) != [side]:
                raise ValueError(f"{side} is expected in {pair.name}")
            setattr(pair, side, function(rows))
        yield pair


def share(path, number, jobs):
    """The lines of every so-many-th pair of a table."""
    at = -1
    with open(path) as lines:
        for line in lines:
            at += line.startswith("pair\t")
            if at % jobs == number:
                yield line


def length(path):
    with open(path) as lines:
        return sum(line.startswith("pair\t") for line in lines)


def function(rows):
    kind, name = next(rows)
    found = Function(kind, name)
    for row in rows:
        match row:
            case ["param", local, ty]:
                found.params.append((local, ty))
            case ["local", local, ty]:
                found.locals[local] = ty
            case ["position", value]:
                found.positions.append(value)
            case ["total", local]:
                found.totals.append(local)
            case ["code"]:
                found.body, end = block(rows)
                if end != "stop":
                    raise ValueError(f"{end} ends {name}")
                return found
            case other:
                raise ValueError(f"not understood: {other}")
    raise ValueError(f"{name} does not end")


def block(rows):
    """The statements up to the line that ends the block, and its word."""
    found = []
    for row in rows:
        if row[0] in ("end", "else", "handler", "stop"):
            return found, row[0]
        results = [] if row[1] == "-" else [tuple(text.split(":")) for text in row[1].split(",")]
        statement = Statement(row[0], results, row[2:])
        if statement.op in COMPOUND:
            end = None
            while end != "end":
                inner, end = block(rows)
                statement.blocks.append(inner)
        found.append(statement)
    raise ValueError("the table ends in a block")


def count(body):
    """How many statements there are, inner ones included."""
    return sum(1 + sum(count(inner) for inner in statement.blocks) for statement in body)


def walk(body):
    for statement in body:
        yield statement
        for inner in statement.blocks:
            yield from walk(inner)
