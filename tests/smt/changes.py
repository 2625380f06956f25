"""Small mistakes put into the function behind a pass, to see whether the comparison finds them.

*Invariant:* the same pair gives the same change.
"""

import copy
import random

import table

OTHER = {
    "add": "sub", "sub": "add", "mul": "add", "div": "mul", "intdiv": "rem", "rem": "intdiv", "min": "max", "max": "min", "and": "or", "or": "and",
    "xor": "or", "shl": "shr", "shr": "shl", "intpow": "mul", "lt": "le", "le": "lt", "gt": "ge", "ge": "gt", "eq": "ne", "ne": "eq",
}


def change(pair, reached):
    """A pair whose second function has a mistake; none where nothing can be changed. `reached` gives the statements of a function that are on
    a way that is followed."""
    choice = random.Random(f"{pair.name} {pair.what}")
    changed = copy.deepcopy(pair)
    followed = reached(changed)
    places = [(body, at) for body in bodies(changed.after.body) for at in range(len(body)) if id(body[at]) in followed]
    choice.shuffle(places)
    for body, at in places:
        told = mistake(body, at, choice)
        if told:
            changed.name = f"{told} in {pair.name}"
            return changed
    return None


def bodies(body):
    yield body
    for statement in body:
        for inner in statement.blocks:
            yield from bodies(inner)


def mistake(body, at, choice):
    """Changes a statement; what was done, or nothing."""
    statement = body[at]
    fields = statement.fields
    match statement.op:
        case "binary" | "compare" if choice.random() < 0.6:
            old = fields[0]
            fields[0] = OTHER[old]
            return f"{fields[0]} for {old}"
        case "binary" | "compare" | "for" | "store" | "return" | "select" | "effect" | "set":
            return one_more(statement, choice)
        case "load" if fields[0] == "checked":
            fields[0] = "unchecked"
            return "a read without its check"
        case "if" if len(statement.blocks) == 2:
            statement.blocks.reverse()
            return "branches exchanged"
    return None


def one_more(statement, choice):
    """A constant one greater, or the statement gone."""
    numbers = [k for k, text in enumerate(statement.fields) if text.startswith("i32:")]
    if numbers:
        at = choice.choice(numbers)
        value = int(statement.fields[at][4:])
        statement.fields[at] = f"i32:{value - 1 if value == 2**31 - 1 else value + 1}"
        return f"{value + 1} for {value} in {statement.op}"
    if statement.op in ("set", "store") or statement.op == "effect" and not statement.results:
        gone, statement.op, statement.fields = statement.op, "nothing", []
        return f"no {gone}"
    return None


def changed_pairs(lines, every, reached):
    """A change of every so-many-th pair."""
    for number, pair in enumerate(table.read(lines)):
        if number % every == 0:
            found = change(pair, reached)
            if found:
                yield found
