"""What a function does, as terms: the way through its statements with all branches merged, loops a few iterations long.

The outcome of a function is how it ends, what it returns, the elements of all arrays, the variables of the program, and the *world*: a
term that every effect wraps once more, with all that the effect can see as its arguments. Equal worlds are the same effects in the same
order on the same values. What an effect gives back is a function of the world behind it.

A loop makes `iterations` iterations; one with known bounds makes all of them where they are few. Where more iterations remain, the way is *beyond*
and nothing is said of it. So that the code behind a loop of a hundred iterations is reached, such a loop may also end early, by an unknown that
depends on the loop, its bounds and the iteration alone and is the same in both functions.

*Invariant:* an access without a check whose index is outside, which means nothing, is an assumption about the function before a pass and
an obligation of the one behind it.
"""

from terms import (
    FALSE, TRUE, and_, binary, compare, constant, convert, equal, integer, ite, less, not_, or_, pin, select, signed, store, unary, unknown, variable,
)

SORTS = {"bool": "b", "i32": "i32", "i64": "i64", "f32": "f32", "f64": "f64"}

# Kinds of elements: what a read gives, and the range that a stored number is brought into.
ELEMENTS = {
    "i8": (["i32"], (-128, 127)), "u8": (["i32"], (0, 255)), "i16": (["i32"], (-(1 << 15), (1 << 15) - 1)), "u16": (["i32"], (0, (1 << 16) - 1)),
    "i32": (["i32"], None), "u32": (["i64"], (0, (1 << 32) - 1)), "i64": (["i64"], None), "u64": (["i64"], None), "func": (["i64"], None),
    "f16": (["f32"], "half"), "f32": (["f32"], None), "f64": (["f64"], None), "c32": (["f32", "f32"], None), "c64": (["f64", "f64"], None),
    "str": (["handle"], None), "array": (["handle"], None),
}

KEEPS_EXTENTS = ("array_copy", "array_deepcopy", "array_convert")


class NotCovered(Exception):
    """The function has something that is not modelled, or becomes too large."""


def sort_of(ty):
    return SORTS.get(ty, "handle")


class Limits:
    """How far loops are followed."""

    def __init__(self, iterations=2, known_iterations=16, statements=4000, early=True):
        self.iterations, self.known_iterations, self.statements, self.early = iterations, known_iterations, statements, early


class State:
    __slots__ = ("guard", "world", "memories", "globals", "locals")

    def __init__(self, guard, world, memories, globals_, locals_):
        self.guard, self.world, self.memories, self.globals, self.locals = guard, world, memories, globals_, locals_

    def copy(self, guard=None):
        return State(self.guard if guard is None else guard, self.world, dict(self.memories), dict(self.globals), dict(self.locals))


def chosen(cond, a, b, guard):
    """One state that is `a` where the condition holds and `b` where not."""
    merged = State(guard, ite(cond, a.world, b.world), {}, {}, {})
    for name in ("memories", "globals", "locals"):
        left, right = getattr(a, name), getattr(b, name)
        getattr(merged, name).update({key: ite(cond, value, right[key]) for key, value in left.items()})
    return merged


def merged(states):
    """One state of several ways that exclude each other."""
    states = [state for state in states if state.guard is not FALSE]
    if not states:
        return None
    found = states[-1]
    for state in reversed(states[:-1]):
        found = chosen(state.guard, state, found, or_(state.guard, found.guard))
    return found


class Scene:
    """What both functions of a pair share: kinds of elements, variables and axes of extents that occur (the number of elements is
    `None`), and facts about arrays that were made."""

    def __init__(self, kinds, globals_, axes):
        self.kinds, self.globals, self.axes = sorted(kinds), dict(sorted(globals_.items())), axes
        self.facts, self.seen = [], set()
        # Loops that are followed as if their bounds were not known: those of which one function alone knows them.
        self.untold = frozenset()

    def start(self):
        memories = {}
        for kind in self.kinds:
            for part, sort in enumerate(ELEMENTS[kind][0]):
                memories[kind, part] = variable(f"memory.{kind}.{part}", ("memory", sort))
        globals_ = {name: variable(f"global.{name}", sort_of(ty)) for name, ty in self.globals.items()}
        return State(TRUE, variable("world", "world"), memories, globals_, {})

    def fact(self, term):
        if term is not TRUE and id(term) not in self.seen:
            self.seen.add(id(term))
            self.facts.append(term)

    def extent(self, array, axis):
        """The extent along an axis, or the number of elements."""
        name = "numel" if axis is None else f"dim.{axis}"
        if array is NULL:
            return ZERO
        found = unknown(name, (array,), "i32")
        if id(found) not in self.seen:
            self.seen.add(id(found))
            self.fact(less(ZERO, found, strict=False))
            for part in leaves(array):
                if part is NULL:
                    self.fact(equal(unknown(name, (NULL,), "i32"), ZERO))
        return found


def leaves(term):
    """What a choice chooses from."""
    return leaves(term.args[1]) + leaves(term.args[2]) if term.op == "ite" else [term]


NULL = variable("null", "handle")
ZERO = constant("i32", 0)
pin()


class Outcome:
    """How a function ends: a number for the kind of its end (0 returns, 1 raises), results and the last state."""

    def __init__(self, raised, results, state, beyond, undefined):
        self.raised, self.results, self.state, self.beyond, self.undefined = raised, results, state, beyond, undefined


class Run:
    """One way through a function."""

    def __init__(self, function, scene, limits):
        self.function, self.scene, self.limits = function, scene, limits
        self.values, self.jumps, self.handlers, self.exits = {}, {}, [], []
        self.beyond, self.undefined, self.path, self.may_be_endless = [], [], [], False
        self.executed, self.reached, self.unknown_elementary, self.told = 0, set(), False, {}
        self.bounds = {}

    def outcome(self):
        function, state = self.function, self.scene.start()
        for number, (local, ty) in enumerate(function.params):
            state.locals[local] = variable(f"param.{number}", sort_of(ty))
        for local, ty in function.locals.items():
            state.locals.setdefault(local, default(sort_of(ty)))
        for number, value in enumerate(function.positions):
            self.values[value] = variable(f"position.{number}", "i32")
        end = self.block(function.body, state)
        if end is not None:
            self.leave(end, [])
        return self.gathered()

    def gathered(self):
        exits = [item for item in self.exits if item[1].guard is not FALSE]
        beyond, undefined = or_(*self.beyond), or_(*self.undefined)
        if not exits:
            return Outcome(None, [], None, beyond, undefined)
        raised, state, results = exits[-1]
        for other_raised, other, other_results in reversed(exits[:-1]):
            guard = other.guard
            # Where a way raises there are no results; those of the other way stand for them.
            mine, theirs = (other_results or results), (results or other_results)
            results = [ite(guard, a, b) for a, b in zip(mine, theirs)]
            raised = ite(guard, other_raised, raised)
            state = chosen(guard, other, state, or_(guard, state.guard))
        return Outcome(raised, results, state, beyond, undefined)

    def leave(self, state, results):
        totals = [state.locals[local] for local in self.function.totals]
        state.locals = {}
        self.exits.append((FALSE, state, [*results, *totals]))

    def fail(self, state):
        """A state in which an error was raised."""
        if state.guard is FALSE:
            return
        if self.handlers:
            self.handlers[-1].append(state)
        else:
            state.locals = {}
            self.exits.append((TRUE, state, []))

    # ---- Statements

    def block(self, body, state):
        for statement in body:
            if state is None or state.guard is FALSE:
                return None
            self.executed += 1
            self.reached.add(id(statement))
            if self.executed > self.limits.statements:
                raise NotCovered("too many steps")
            method = getattr(self, "do_" + statement.op, None)
            if method is None:
                raise NotCovered(f"operation {statement.op}")
            state = method(statement, state)
        return state

    def operand(self, text):
        if text[0] == "v" and text[1:].isdigit():
            return self.values[text]
        sort, _, rest = text.partition(":")
        match sort:
            case "i32" | "i64" | "b":
                return constant(sort, int(rest))
            case "f32" | "f64":
                return constant(sort, int(rest, 16))
            case "null":
                return NULL
            case "on_gpu":
                return variable("on_gpu", "b")
            case "text" | "word":
                return variable(f"{sort}:{rest}", "handle")
        raise ValueError(f"an operand is expected: {text}")

    def operands(self, texts):
        return [self.operand(text) for text in texts]

    def set(self, statement, *terms):
        for (name, _), term in zip(statement.results, terms, strict=True):
            self.values[name] = term

    def do_nothing(self, statement, state):
        return state

    def do_unary(self, statement, state):
        name, a = statement.fields
        self.set(statement, unary(name, self.operand(a)))
        return state

    def do_binary(self, statement, state):
        name, a, b = statement.fields
        self.set(statement, binary(name, self.operand(a), self.operand(b)))
        return state

    def do_compare(self, statement, state):
        name, a, b = statement.fields
        self.set(statement, compare(name, self.operand(a), self.operand(b)))
        return state

    def do_math(self, statement, state):
        name, args = statement.fields[0], self.operands(statement.fields[1:])
        self.unknown_elementary |= all(arg.is_constant for arg in args)
        self.set(statement, unknown(f"math.{name}.{args[0].sort}", args, args[0].sort))
        return state

    def do_select(self, statement, state):
        self.set(statement, ite(*self.operands(statement.fields)))
        return state

    def do_convert(self, statement, state):
        self.set(statement, convert(self.operand(statement.fields[0]), sort_of(statement.results[0][1])))
        return state

    def do_get(self, statement, state):
        self.set(statement, state.locals[statement.fields[0]])
        return state

    def do_set(self, statement, state):
        state.locals[statement.fields[0]] = self.operand(statement.fields[1])
        return state

    def do_get_global(self, statement, state):
        self.set(statement, state.globals[statement.fields[0]])
        return state

    def do_set_global(self, statement, state):
        state.globals[statement.fields[0]] = self.operand(statement.fields[1])
        return state

    def do_dim(self, statement, state):
        self.set(statement, self.scene.extent(self.operand(statement.fields[0]), int(statement.fields[1])))
        return state

    def do_numel(self, statement, state):
        self.set(statement, self.scene.extent(self.operand(statement.fields[0]), None))
        return state

    def do_new_array(self, statement, state):
        fill, dims = statement.fields[0], self.operands(statement.fields[1:])
        world = unknown(f"new_array.{fill}.{len(dims)}.{statement.results[0][1]}", (state.world, *dims), "world")
        array = unknown("made", (world,), "handle")
        negative = or_(*(less(dim, ZERO) for dim in dims))
        state.world = world
        state = self.split(state, or_(negative, unknown("too_large", (world,), "b")))
        self.set(statement, array)
        if state is not None:
            self.made_with(array, dims, state.guard)
        return state

    def made_with(self, array, dims, guard):
        """An array that could be made has the extents that it was made with."""
        axes = [constant("i32", 1), *dims] if len(dims) == 1 else dims
        count = dims[0]
        for dim in dims[1:]:
            one = constant("i32", 1)
            count = dim if count is one else count if dim is one else integer("mul", count, dim)
        for axis in self.scene.axes:
            extent = count if axis is None else axes[axis] if axis < len(axes) else constant("i32", 1)
            self.scene.fact(or_(not_(guard), equal(self.scene.extent(array, axis), extent)))

    def split(self, state, raises):
        """Lets the error of a condition be raised; the way that goes on."""
        if raises is FALSE:
            return state
        self.fail(state.copy(and_(state.guard, raises)))
        state.guard = and_(state.guard, not_(raises))
        return None if state.guard is FALSE else state

    # ---- Elements

    def access(self, state, mode, kind, name, array, index):
        """The way on, the place, and whether it is inside."""
        axes = [None] if len(index) == 1 else range(len(index))
        extents = [self.scene.extent(array, axis) for axis in axes]
        insides = [and_(less(ZERO, i, strict=False), less(i, extent)) for i, extent in zip(index, extents)]
        inside = and_(*insides)
        if mode == "unchecked":
            self.undefined.append(and_(state.guard, not_(inside)))
        elif mode != "safe":
            wrong = not_(inside) if mode == "checked" else or_(*(equal(extent, ZERO) for extent in extents))
            if wrong is not FALSE:
                failing = state.copy(and_(state.guard, wrong))
                failing.world = unknown(f"outside.{len(index)}.{name}", (state.world, array, *index), "world")
                self.fail(failing)
                state.guard = and_(state.guard, not_(wrong))
            if mode != "checked":
                index = [ite(at, i, unknown(f"{mode}", (i, extent), "i32")) for at, i, extent in zip(insides, index, extents)]
        place = unknown(f"place.{len(index)}", (array, *index), "place")
        return (None if state.guard is FALSE else state), place, inside

    def parts(self, statement):
        mode, kind, name, array, count, *rest = statement.fields
        index = self.operands(rest[: int(count)])
        return mode, kind, name, self.operand(array), index, self.operands(rest[int(count) :])

    def do_load(self, statement, state):
        mode, kind, name, array, index, _ = self.parts(statement)
        state, place, inside = self.access(state, mode, kind, name, array, index)
        if state is None:
            return None
        found = [select(state.memories[kind, part], place) for part in range(len(statement.results))]
        if mode == "safe":
            found = [ite(inside, one, default(one.sort)) for one in found]
        self.set(statement, *found)
        return state

    def do_store(self, statement, state):
        mode, kind, name, array, index, values = self.parts(statement)
        state, place, inside = self.access(state, mode, kind, name, array, index)
        if state is None:
            return None
        for part, value in enumerate(values):
            old = state.memories[kind, part]
            new = store(old, place, stored(value, kind, part))
            state.memories[kind, part] = ite(inside, new, old) if mode == "safe" else new
        return state

    def do_atomic(self, statement, state):
        op, statement.fields = statement.fields[0], statement.fields[1:]
        try:
            mode, kind, name, array, index, values = self.parts(statement)
        finally:
            statement.fields = [op, *statement.fields]
        state, place, inside = self.access(state, mode, kind, name, array, index)
        if state is None:
            return None
        olds = [select(state.memories[kind, part], place) for part in range(len(ELEMENTS[kind][0]))]
        results = []
        for part, old in enumerate(olds):
            memory = state.memories[kind, part]
            new = unknown(f"atomic_{op}.{kind}.{part}." + ".".join(value.sort for value in values), (*olds, *values), old.sort)
            changed = store(memory, place, new)
            given = old if "exchange" in op else new
            results.append(ite(inside, given, default(given.sort)) if mode == "safe" else given)
            state.memories[kind, part] = ite(inside, changed, memory) if mode == "safe" else changed
        if statement.results:
            self.set(statement, *results)
        return state

    # ---- Effects

    def do_effect(self, statement, state):
        """A call, a launch, a row of the runtime. Flags: m may store, g may set variables of the program, r may raise, a always raises."""
        name, flags, *texts = statement.fields
        args = self.operands(texts)
        seen = (*state.memories.values(), *state.globals.values())
        world = unknown(f"{name}/{len(args)}/" + ",".join(arg.sort for arg in args), (state.world, *seen, *args), "world")
        state.world = world
        if "m" in flags:
            for key, memory in state.memories.items():
                state.memories[key] = unknown(f"memory.{key[0]}.{key[1]}.behind", (world,), memory.sort)
        if "g" in flags:
            for key, value in state.globals.items():
                state.globals[key] = unknown(f"global.{key}.behind", (world,), value.sort)
        if "r" in flags:
            raising = state
            state = self.split(state, TRUE if "a" in flags else unknown("raises", (world,), "b"))
        found = [unknown(f"result.{number}.{sort_of(ty)}", (world,), sort_of(ty)) for number, (_, ty) in enumerate(statement.results)]
        self.set(statement, *found)
        if name in KEEPS_EXTENTS and state is not None:
            for axis in self.scene.axes:
                kept = self.scene.extent(args[0], axis)
                self.scene.fact(or_(not_(state.guard), equal(self.scene.extent(found[0], axis), kept)))
        return state

    # ---- Control

    def do_if(self, statement, state):
        cond = self.operand(statement.fields[0])
        then, otherwise = statement.blocks
        if cond.is_constant:
            return self.block(then if cond.value else otherwise, state)
        guard = state.guard
        first = self.block(then, state.copy(and_(guard, cond)))
        second = self.block(otherwise, state.copy(and_(guard, not_(cond))))
        if first is None or second is None:
            return first or second
        whole = first.guard is and_(guard, cond) and second.guard is and_(guard, not_(cond))
        return chosen(cond, first, second, guard if whole else or_(first.guard, second.guard))

    def do_for(self, statement, state):
        label, index, *bounds = statement.fields
        start, stop, step = self.operands(bounds)
        iterations, known = self.limits.iterations, number_of_iterations(start, stop, step)
        key = f"{label}.{'.'.join(self.path)}"
        is_known = known is not None and known <= self.limits.known_iterations and key not in self.scene.untold
        self.told[key], self.bounds[key] = is_known, (start, stop, step)
        if is_known:
            iterations = known
        behind = []
        for number in range(iterations + 1):
            at, enters = position(start, stop, step, number)
            leaving = not_(enters)
            if number and not is_known and self.limits.early:
                early = unknown(f"early.{key}.{number}", (start, stop, step), "b")
                leaving, enters = or_(leaving, early), and_(enters, not_(early))
            behind.append(state.copy(and_(state.guard, leaving)))
            state.guard = and_(state.guard, enters)
            if number == iterations or state.guard is FALSE:
                break
            self.values[index] = at
            state = self.iteration(statement, label, number, state, behind)
            if state is None:
                break
        if state is not None:
            self.beyond.append(state.guard)
            self.may_be_endless |= not self.limits.early
        return merged(behind)

    def iteration(self, statement, label, number, state, behind):
        """Runs the body once; the state that begins the next iteration. What leaves the loop is put to `behind`."""
        outer = {key: self.jumps.get((label, key)) for key in "bc"}
        self.jumps[label, "b"], self.jumps[label, "c"] = [], []
        # Scopes come and go, and run once: a loop is the same one without them.
        counts = statement.op != "scope"
        if counts:
            self.path.append(f"{label}.{number}")
        end = self.block(statement.blocks[0], state)
        if counts:
            self.path.pop()
        behind += self.jumps[label, "b"]
        ends = self.jumps[label, "c"] + ([end] if end is not None else [])
        for key in "bc":
            self.jumps[label, key] = outer[key]
        return merged(ends)

    def do_loop(self, statement, state):
        label, behind = statement.fields[0], []
        for number in range(self.limits.iterations + 1):
            state = self.iteration(statement, label, number, state, behind)
            if state is None:
                return merged(behind)
        self.beyond.append(state.guard)
        self.may_be_endless = True
        return merged(behind)

    def do_scope(self, statement, state):
        behind = []
        end = self.iteration(statement, statement.fields[0], 0, state, behind)
        return merged([*behind, end] if end is not None else behind)

    def do_try(self, statement, state):
        body, handler = statement.blocks
        self.handlers.append([])
        end = self.block(body, state)
        failed = merged(self.handlers.pop())
        caught = self.block(handler, failed) if failed is not None else None
        return merged([one for one in (end, caught) if one is not None])

    def jump(self, statement, state, kind):
        self.jumps[statement.fields[0], kind].append(state)

    def do_break(self, statement, state):
        return self.jump(statement, state, "b")

    def do_continue(self, statement, state):
        return self.jump(statement, state, "c")

    def do_return(self, statement, state):
        return self.leave(state, self.operands(statement.fields))


def default(sort):
    return NULL if sort == "handle" else constant(sort, 0)


def stored(value, kind, part):
    """What an element gives back of a value."""
    sorts, limits = ELEMENTS[kind]
    if value.sort != sorts[part]:
        return unknown(f"as_element.{kind}.{value.sort}", (value,), sorts[part])
    if limits is None:
        return value
    if limits == "half":
        return unary("roundhalf", value)
    least, most = (constant(value.sort, limit) for limit in limits)
    return ite(less(value, least), least, ite(less(most, value), most, value))


def number_of_iterations(start, stop, step):
    """Of a loop with known bounds."""
    if step.is_constant and step.value == 0:
        return 0
    if not all(bound.is_constant for bound in (start, stop, step)):
        return None
    start, stop, step = signed(start), signed(stop), signed(step)
    return max((stop - start) // step + 1, 0) if step > 0 else max((start - stop) // -step + 1, 0)


def position(start, stop, step, number):
    """The index of an iteration, and whether it is not beyond the last one. Counting does not wrap."""
    if number == 0:
        at, wide, last = start, start, stop
    else:
        wide_step = integer("mul", convert(step, "i64"), constant("i64", number))
        wide, last = integer("add", convert(start, "i64"), wide_step), convert(stop, "i64")
        at = integer("add", start, integer("mul", step, constant("i32", number)))
    up, down = less(wide, last, strict=False), less(last, wide, strict=False)
    return at, ite(less(ZERO, step), up, ite(less(step, ZERO), down, FALSE))
