"""Statements written once, in a notation that both texts are made of.

A line is Quasar's, but for these: `mod` is of real numbers or of ints as the `kind` says, `imod` always of ints; `int` cuts off. Blocks end with `end`,
`repeat` with `until CONDITION`.

*Invariant:* indices, bounds and conditions are whole numbers; what is stored is exact in single precision, else `meaning.py` gives the case up.
"""

import re

import tree

WORDS = {"imod": "m.mod_int", "min": "m.smaller", "max": "m.greater", "abs": "abs", "int": "m.truncated", "float": "m.to_real"}
UPDATE = re.compile(r"^(.*?) (\+|-|\*|\^\^|__)= (.*)$")
STORE = re.compile(r"^(.*?) = (.*)$")


class Template:
    """Arrays by name with what lies outside of each, and the kind of number that `mod` is of."""

    def __init__(self, kind, modes, extent=str):
        self.kind, self.modes, self.extent = kind, modes, extent

    def block(self, lines):
        """The lines as a block: all of them."""
        block, rest = self.until_end(list(lines))
        assert not rest, rest
        return block

    def until_end(self, lines):
        """Statements up to the end of the block that they stand in, and the lines from there on."""
        block = tree.Block()
        while lines:
            line = lines[0].strip()
            word = line.split(" ")[0]
            if word in ("end", "elseif", "else", "until"):
                return block, lines
            lines = lines[1:]
            if word in ("for", "while", "if", "repeat"):
                item, lines = self.compound(word, line, lines)
            else:
                item = tree.Line(self.quasar(line), self.statement(line))
            block.append(item)
        return block, lines

    def compound(self, word, line, lines):
        if word == "repeat":
            return self.repeat(lines)
        inner, lines = self.until_end(lines)
        if word == "if":
            parts = [(self.quasar(line), f"if {self.expression(line[3:])}:", inner)]
            while not lines[0].strip().startswith("end"):
                head = lines[0].strip()
                python = "else:" if head == "else" else f"elif {self.expression(head[7:])}:"
                inner, lines = self.until_end(lines[1:])
                parts.append((self.quasar(head), python, inner))
            return tree.Compound(parts), lines[1:]
        if word == "while":
            return tree.Compound([(self.quasar(line), f"while {self.expression(line[6:])}:", inner)]), lines[1:]
        name, span = line[4:].split(" = ")
        ends = span.split("..")
        step = ends[1] if len(ends) == 3 else "1"
        python = f"for {name} in m.steps({self.expression(ends[0])}, {step}, {self.expression(ends[-1])}):"
        last = self.extent(int(ends[-1])) if ends[-1].isdigit() else ends[-1]
        head = f"for {name} = {'..'.join([*ends[:-1], last])}"
        return tree.Compound([(self.quasar(head), python, inner)]), lines[1:]

    def repeat(self, lines):
        """Python has no `repeat`: the condition stands first, from the second iteration on."""
        inner, lines = self.until_end(lines)
        condition = lines[0].strip().removeprefix("until ")
        first = f"first{len(lines)}"
        head = [f"{first} = True", f"while {first} or not ({self.expression(condition)}):"]
        body = tree.Block([tree.Line((), f"{first} = False"), *inner])
        return tree.Compound([("repeat", head, body)], f"until {self.quasar(condition)}"), lines[1:]

    @staticmethod
    def quasar(text):
        return re.sub(r"\bimod\(", "mod(", text)

    def statement(self, line):
        if line in ("break", "continue"):
            return line
        if update := UPDATE.match(line):
            target, sign, value = update.groups()
            if "[" not in target:
                return f"{target} = m.updated('{sign}', {target}, {self.expression(value)})"
            return f"m.ups({self.place(target)[0]}, '{sign}', {self.expression(value)}, {self.place(target)[1]})"
        target, value = STORE.match(line).groups()
        if "[" not in target:
            return f"{target} = {self.expression(value)}"
        return f"m.st({self.place(target)[0]}, {self.expression(value)}, {self.place(target)[1]})"

    def place(self, target):
        """An element as arguments: the array with its mode, and the indices."""
        name, rest = target.split("[", 1)
        return f"{name}, '{self.modes[name]}'", self.expression(rest[:-1])

    def expression(self, text):
        text = text.replace("&&", "and").replace("||", "or")
        found = re.search(r"\b(\w+)\[", text)
        while found:
            end = self.closing(text, found.end())
            inner = text[found.end():end]
            text = f"{text[:found.start()]}m.ld({found[1]}, '{self.modes[found[1]]}', {inner}){text[end + 1:]}"
            found = re.search(r"\b(\w+)\[", text)
        own = "m.mod_int" if self.kind == "i" else "m.mod_real"
        return re.sub(r"(?<![.\w])(\w+)\(", lambda word: {**WORDS, "mod": own}.get(word[1], word[1]) + "(", text)

    @staticmethod
    def closing(text, at):
        depth = 1
        while depth:
            depth += {"[": 1, "]": -1}.get(text[at], 0)
            at += 1
        return at - 1
