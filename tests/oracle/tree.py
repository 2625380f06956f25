"""Statements as a tree with two texts: Quasar's, and the Python that computes what they print.

*Invariant:* both texts of a node say the same thing, and leaving out any item of a block leaves two texts that still say the same: so a case
that differs can be made smaller by leaving items out.
"""


class Line:
    """A statement without parts: lines of Quasar, lines of Python (none: nothing to compute)."""

    def __init__(self, quasar, python=()):
        self.quasar = [quasar] if isinstance(quasar, str) else list(quasar)
        self.python = [python] if isinstance(python, str) else list(python)

    def blocks(self):
        return []


class Compound:
    """A statement with blocks: each part has a head in both languages; Quasar closes with one word."""

    def __init__(self, parts, close="end"):
        self.parts = parts
        self.close = close

    def blocks(self):
        return [block for _, _, block in self.parts]


class Block(list):
    """Statements one after another."""


def quasar(block, depth=0):
    indent = "    " * depth
    for item in block:
        if isinstance(item, Line):
            yield from (indent + line for line in item.quasar)
        else:
            for head, _, inner in item.parts:
                if head is not None:
                    yield indent + head
                yield from quasar(inner, depth + 1)
            if item.close is not None:
                yield indent + item.close


def python(block, depth=0):
    indent = "    " * depth
    empty = True
    for item in block:
        if isinstance(item, Line):
            for line in item.python:
                yield indent + line
                empty = False
        else:
            for _, head, inner in item.parts:
                if head is not None:
                    heads = [head] if isinstance(head, str) else head
                    yield from (indent + line for line in heads)
                    yield from python(inner, depth + 1)
                    empty = False
    if empty:
        yield indent + "pass"


def places(block):
    """All (block, index) of items, outer ones first: what can be left out."""
    for k, item in enumerate(block):
        yield block, k
        for inner in item.blocks():
            yield from places(inner)
