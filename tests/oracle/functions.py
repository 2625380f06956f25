"""Functions of a case and their calls: numbers in and out, defaults and names, several results, recursion, lambdas that captured what is
around them, procedures that change their arrays, and operands that change what stands before them.

*Invariant:* a call within an expression of a loop changes nothing, but for the statements that are about just that.
"""

import tree
from builder import bounds_of_long, type_text
from expressions import literal, real
from kernels import Launches
from values import INT, REAL, REAL_BITS, Number, Store, Variable, bounds_of

WORD = {"i": "int", "r": "scalar"}


class Functions(Launches):
    def __init__(self, name, seed):
        super().__init__(name, seed)
        self.callables = []

    # Calls.

    def called(self, kind, depth):
        fine = [f for f in self.callables if f["kind"] == kind and all(self.given(p) for p in f["arrays"])]
        if not fine or self.iterations > 400:
            return None
        f = self.random.choice(fine)
        arguments = [self.argument(p, depth - 1) for p in f["numbers"]]
        quasar = [self.given(p).name for p in f["arrays"]]
        python = list(quasar)
        values = list(zip(f["numbers"], arguments))
        left = len(values)
        if f["named"]:
            left = self.random.randrange(len(values) + 1)
        for p, a in values[:left]:
            quasar.append(a.quasar)
            python.append(a.python)
        named = values[left:]
        self.random.shuffle(named)
        for p, a in named:
            if p["default"] is not None and self.chance(50):
                continue
            quasar.append(f"{p['name']} := {a.quasar}")
            python.append(f"{p['name']}={a.python}")
        return Number(f"{f['name']}({', '.join(quasar)})", f"{f['name']}({', '.join(python)})", kind, f["low"], f["high"], f["bits"])

    def given(self, p):
        """A variable whose array a parameter takes."""
        fine = [a for a in self.arrays if a.store.kind == p.store.kind and a.store.dims == p.store.dims and (p.mode or not a.mode)]
        return fine[0] if fine else None

    def argument(self, p, depth):
        n = self.kept(self.number(p["kind"], depth))
        if p["kind"] == "r" and p["typed"] and self.chance(25):
            return real(self.tame(self.number("i", depth), 15), True)
        return n

    # Definitions.

    def function(self, device=None):
        """A function of numbers, and perhaps an array that it reads."""
        name = self.fresh("g")
        device = self.chance(30) if device is None else device
        kind = self.pick("i", "r")
        source = self.random.choice(self.arrays) if self.arrays and self.chance(40) else None
        if source is not None and (source.rank > 3):
            source = None
        outer = self.enter()
        self.place = "loop" if device else "host"
        self.level = 2
        numbers = []
        for k in range(self.pick(1, 2, 2)):
            p = {"name": self.fresh("u"), "kind": self.pick("i", "r"), "typed": self.chance(60), "default": None}
            numbers.append(p)
            n = Number(p["name"], p["name"], p["kind"], -INT if p["kind"] == "i" else -REAL, INT if p["kind"] == "i" else REAL, 0 if p["kind"] == "i" else 2)
            self.numbers.append(n)
        if self.chance(40):
            last = numbers[-1]
            others = [n for n in self.numbers if n.quasar != last["name"]]
            last["default"] = literal(self.pick(1, 2, 3), "i") if last["kind"] == "i" else literal(self.pick(0.5, 1.5), "r")
            if others and self.chance(30) and len(numbers) > 1 and others[0].kind == last["kind"]:
                last["default"] = others[0]
        arrays = []
        if source:
            mode = self.pick("", "mirror", "circular", "clamped", "safe")
            v = Variable(self.fresh("x"), Store(source.store.kind, source.store.dims, *wide(source.store)), mode)
            v.constant = True
            arrays.append(v)
            self.arrays.append(v)
        self.iterations = 40
        self.callables = [f for f in outer["callables"] if f["depth"] == 0 and (f["device"] or not device)]
        low, high, bits = self.function_body(kind)
        body = self.block
        self.leave(outer)
        self.define(name, kind, device, numbers, arrays, body)
        self.callables.append({"name": name, "kind": kind, "numbers": numbers, "arrays": arrays, "low": low, "high": high, "bits": bits,
                               "named": self.chance(60), "depth": 1 if self.callables else 0, "device": device})

    def function_body(self, kind):
        """Statements, then the result `y`; a way out before that now and then."""
        start = self.kept(self.number(kind, 1))
        self.line(f"y = {start.quasar}" if kind == "i" or start.bits or "." in start.quasar else f"y = float({start.quasar})", f"y = {start.python}")
        size, bits = (REAL, REAL_BITS) if kind == "r" else (INT, 0)
        y = Number("y", "y", kind, -size, size, bits)
        y.assignable = True
        self.numbers.append(y)
        for _ in range(self.pick(0, 1, 2)):
            self.pick(self.assign, self.declare, lambda: self.branch(self.assign), self.small_loop)()
        if self.chance(25):
            c = self.condition(1)
            x = self.kept(self.number(kind, 1))
            inner = tree.Block([tree.Line(f"y = {x.quasar}", f"y = {x.python}"), tree.Line("return", "return y")])
            self.block.append(tree.Compound([(f"if {c.quasar}", f"if {c.python}:", inner)]))
        x = self.kept(self.number(kind, 2))
        self.line(f"y = {x.quasar}", f"y = {x.python}")
        self.block.append(tree.Line((), "return y"))
        return -size, size, bits

    def small_loop(self):
        s = self.total()
        self.loop(lambda: [self.accumulate() for _ in range(self.pick(1, 2))], limit=8)
        return s

    def define(self, name, kind, device, numbers, arrays, body):
        quasar = [f"{a.name} : {type_text(a.store.kind, a.store.dims)}" + (f"'{a.mode}" if a.mode else "") for a in arrays]
        python = [a.name for a in arrays]
        late = []
        for p in numbers:
            q = f"{p['name']} : {WORD[p['kind']]}" if p["typed"] else p["name"]
            if p["default"] is not None:
                q += f" = {p['default'].quasar}"
                python.append(f"{p['name']}=None")
                late.append(tree.Line((), f"{p['name']} = {p['default'].python} if {p['name']} is None else {p['name']}"))
            else:
                python.append(p["name"])
            # A parameter of a number converts what it is given, if it says its type.
            if p["kind"] == "r" and p["typed"]:
                late.append(tree.Line((), f"{p['name']} = m.to_real({p['name']})"))
            quasar.append(q)
        head = f"function y = {'__device__ ' if device else ''}{name}({', '.join(quasar)})"
        self.prelude.append(tree.Compound([(head, f"def {name}({', '.join(python)}):", tree.Block([*late, *body]))]))

    def recursive(self):
        """A function that calls itself, a known number of times."""
        name = self.fresh("g")
        a, b, c = self.pick(1, 2, 3), self.pick(1, 2, 5), self.pick(7, 13, 101)
        way = self.pick("one", "two")
        if way == "one":
            call, python = f"mod({a}*{name}(n - 1) + {b}*n, {c})", f"m.mod_int({a} * {name}(n - 1) + {b} * n, {c})"
        else:
            call, python = f"mod({name}(n - 1) + {a}*{name}(n - 2) + {b}, {c})", f"m.mod_int({name}(n - 1) + {a} * {name}(n - 2) + {b}, {c})"
        body = tree.Block([tree.Line([f"y = {b}"], [f"y = {b}"]),
                           tree.Compound([("if n > 1", "if n > 1:", tree.Block([tree.Line(f"y = {call}", f"y = {python}")]))]),
                           tree.Line((), "return y")])
        self.prelude.append(tree.Compound([(f"function y = {name}(n : int)", f"def {name}(n):", body)]))
        n = self.number("i", 1)
        v = self.fresh("k")
        top = 9
        self.line(f"{v} = {name}(periodize({n.quasar}, {top}))", f"{v} = {name}(m.periodize({n.python}, {top}))")
        self.numbers.append(Number(v, v, "i", 0, 200))

    def several(self):
        """A function with two results, called for both, for the first, and into elements."""
        name = self.fresh("g")
        kind = self.pick("i", "r")
        outer = self.enter()
        self.place, self.iterations = "host", 100
        x = Number("u", "u", kind, -INT if kind == "i" else -REAL, INT if kind == "i" else REAL, 0 if kind == "i" else 2)
        self.numbers.append(x)
        first, second = self.kept(self.number(kind, 2)), self.kept(self.number("i", 2))
        self.leave(outer)
        body = tree.Block([tree.Line([f"p = {first.quasar}", f"q = {second.quasar}"], [f"p = {first.python}", f"q = {second.python}", "return p, q"])])
        word = WORD[kind]
        self.prelude.append(tree.Compound([(f"function [p : {word}, q : int] = {name}(u : {word})", f"def {name}(u):", body)]))
        argument = self.kept(self.number(kind, 1))
        a, b = self.fresh("t"), self.fresh("k")
        self.line(f"[{a}, {b}] = {name}({argument.quasar})", f"{a}, {b} = {name}({argument.python})")
        size, bits = (INT, 0) if kind == "i" else (REAL, REAL_BITS)
        self.numbers += [Number(a, a, kind, -size, size, bits), Number(b, b, "i", -INT, INT)]
        if self.chance(50):
            c = self.fresh("t")
            self.line(f"{c} = {name}({argument.quasar})", f"{c} = {name}({argument.python})[0]")
            self.numbers.append(Number(c, c, kind, -size, size, bits))

    # Closures.

    def closure(self):
        """A lambda, or a function within the case: numbers as they are when it is made, arrays by reference."""
        name = self.fresh("h")
        kind = self.pick("i", "r")
        captured = [n for n in self.numbers if n.kind in "ir" and n.quasar.isidentifier() and n.size <= INT][-3:]
        arrays = [a for a in self.arrays if a.rank <= 3][-2:]
        numbers, arrays_before, place, callables = self.numbers, self.arrays, self.place, self.callables
        parameter = self.fresh("u")
        x = Number(parameter, parameter, kind, -INT if kind == "i" else -REAL, INT if kind == "i" else REAL, 0 if kind == "i" else 2)
        # It may call those that were made before it, with what they have kept.
        earlier = [f for f in callables if f.get("nested", 9) < 2]
        self.numbers, self.arrays, self.place, self.callables = [*captured, x, x], arrays, "host", earlier
        inner = self.called(kind, 2) if self.chance(60) else None
        value = self.kept(inner or self.number(kind, 3))
        self.numbers, self.arrays, self.place, self.callables = numbers, arrays_before, place, callables
        # Numbers keep the value that they have here; that of an array is the array.
        kept = ", ".join([parameter] + [f"{n.python}={n.python}" for n in captured] + [f"{a.name}={a.name}" for a in arrays])
        if self.straight and self.chance(40):
            body = tree.Block([tree.Line(f"y = {value.quasar}", [f"y = {value.python}", "return y"])])
            self.block.append(tree.Compound([(f"function y = {name}({parameter} : {WORD[kind]})", f"def {name}({kept}):", body)]))
        else:
            self.line(f"{name} = ({parameter} : {WORD[kind]}) -> {value.quasar}", f"{name} = lambda {kept}: {value.python}")
        size, bits = (INT, 0) if kind == "i" else (REAL, REAL_BITS)
        self.callables.append({"name": name, "kind": kind, "numbers": [{"name": parameter, "kind": kind, "typed": True, "default": None}], "arrays": [],
                               "low": -size, "high": size, "bits": bits, "named": False, "depth": 1, "device": False,
                               "nested": 1 + max((f["nested"] for f in earlier), default=-1)})
        # Something changes behind it.
        for n in captured:
            if getattr(n, "assignable", False) and self.chance(70):
                v = self.kept(self.number(n.kind, 1))
                self.line(f"{n.quasar} = {v.quasar}", f"{n.python} = {v.python}")
        if arrays and self.chance(60):
            self.store_element()
        self.numbers.append(self.result_of(name, kind))

    def result_of(self, name, kind):
        v, x = self.fresh("t"), self.kept(self.number(kind, 1))
        self.line(f"{v} = {name}({x.quasar})", f"{v} = {name}({x.python})")
        size, bits = (INT, 0) if kind == "i" else (REAL, REAL_BITS)
        return Number(v, v, kind, -size, size, bits)

    # Procedures and the order of operands.

    def changing(self):
        """A function that changes elements of its array and gives a number: its name and what it takes."""
        name = self.fresh("g")
        a = self.random.choice(self.arrays)
        if a.store.number not in "ir" or a.rank > 3:
            return None
        outer = self.enter()
        self.place, self.iterations = "host", 100
        v = Variable("x", Store(a.store.kind, a.store.dims, *wide(a.store)), self.said(a, self.pick("", "mirror", "circular")))
        self.arrays.append(v)
        u = Number("u", "u", "i", -INT, INT)
        self.numbers.append(u)
        for _ in range(self.pick(1, 2)):
            self.store_element()
        kind = a.store.number
        y = self.kept(self.number(kind, 1))
        self.line(f"y = {y.quasar}" if kind == "i" else f"y = {real_text(y)}", [f"y = {y.python}", "return y"])
        body = self.block
        self.leave(outer)
        word = type_text(v.store.kind, v.store.dims) + (f"'{v.mode}" if v.mode else "")
        self.prelude.append(tree.Compound([(f"function y = {name}(x : {word}, u : int)", f"def {name}(x, u):", body)]))
        return name, a, kind

    def order(self):
        """Operands are read from left to right, whatever a later one stores."""
        made = self.changing()
        if made is None:
            return
        name, a, kind = made
        where = self.indices(a, False)
        quasar, python = self.access(a, where)
        u = self.tame(self.number("i", 1))
        call, called = f"{name}({a.name}, {u.quasar})", f"{name}({a.name}, {u.python})"
        v = self.fresh("t")
        f = "m.i32" if kind == "i" else "m.real"
        form = self.pick("sum", "sum", "update", "update", "plain")
        if a.store.size > 1 << 12:
            form = "plain"
        if form == "sum":
            self.line(f"{v} = {quasar} + {call} - {quasar}", f"{v} = {f}({f}(m.ld({python}) + {called}) - m.ld({python}))")
            self.numbers.append(Number(v, v, kind, *((-(1 << 31), (1 << 31) - 1) if kind == "i" else (-(1 << 14), 1 << 14)), 0 if kind == "i" else max(2, a.store.bits)))
        elif form == "update" and a.store.kind in ("int", "scalar"):
            quasar, python = self.access(a, self.indices(a, True))
            target, mode, rest = python.split(", ", 2)
            sign = self.pick("+", "-")
            # The place is settled before the call, which may change what its index reads.
            self.line(f"{quasar} {sign}= {call}", [f"at = ({rest},)", f"{v} = m.ld({target}, {mode}, *at)",
                                                         f"m.st({target}, {mode}, m.updated('{sign}', {v}, {called}), *at)"])
            a.store.low, a.store.high = a.store.low - INT - a.store.size, a.store.high + INT + a.store.size
        else:
            self.line(f"{v} = {call}", f"{v} = {called}")
            size, bits = (INT, 0) if kind == "i" else (REAL, REAL_BITS)
            self.numbers.append(Number(v, v, kind, -size, size, bits))

    def order_of_arrays(self):
        """The same of whole arrays: `x op= … f(x) …`, where f works in x."""
        fine = [a for a in self.arrays if a.store.kind in ("scalar", "int") and a.rank <= 2 and a.store.size <= INT]
        if not fine:
            return
        a = self.random.choice(fine)
        name = self.fresh("g")
        c = self.pick(1, 2, 3, -1)
        word = type_text(a.store.kind, a.store.dims)
        body = tree.Block([tree.Line([f"x += {c}", "y = x"], [f"m.update(x, m.add('{a.store.kind}', x, {c}))", "return x"])])
        self.prelude.append(tree.Compound([(f"function y = {name}(x : {word}, u : int)", f"def {name}(x, u):", body)]))
        k, x = f"'{a.store.kind}'", a.name
        u = self.small_literal("i")
        call = f"{name}({x}, {u.quasar})", f"{name}({x}, {u.python})"
        size = a.store.size
        if self.chance(60):
            sign, f = self.pick(("+", "add"), ("-", "sub"))
            old = self.fresh("o")
            self.line(f"{x} {sign}= ({x} + {x}) - {call[0]}", [f"{old} = m.copy({x})", f"m.update({x}, m.{f}({k}, {old}, m.sub({k}, m.add({k}, {x}, {x}), {call[1]})))"])
            a.store.low, a.store.high = -4 * size - 8, 4 * size + 8
        else:
            v = self.fresh("b")
            self.line(f"{v} = {x} + {call[0]} + {x}", f"{v} = m.add({k}, m.add({k}, m.copy({x}), {call[1]}), {x})")
            a.store.low, a.store.high = a.store.low - 3, a.store.high + 3
            self.arrays.append(Variable(v, Store(a.store.kind, a.store.dims, -3 * size - 9, 3 * size + 9, a.store.bits)))

    def call_of_setter(self, v):
        """A call of a function that stores into the array, or that calls one which does."""
        if v.mode:
            return
        name = self.fresh("g")
        self.prelude.append(setter_text(self, name, v))
        for _ in range(self.pick(0, 1, 2)):
            outer = self.fresh("g")
            word = type_text(v.store.kind, v.store.dims)
            self.prelude.append(tree.Line([f"function [] = {outer}(w : {word})", f"    {name}(w)", "end"], [f"def {outer}(w):", f"    {name}(w)"]))
            name = outer
        self.line(f"{name}({v.name})", f"{name}({v.name})")

    def set_by_calls(self):
        """The same of an array of the case."""
        fine = [a for a in self.arrays if not a.mode and a.store.kind != "cscalar"]
        if fine:
            self.call_of_setter(self.random.choice(fine))

    def procedure(self):
        """A function that changes its arrays, called here or in a loop."""
        fine = [a for a in self.arrays if a.rank <= 3]
        if not fine:
            return
        chosen = self.random.sample(fine, min(len(fine), self.pick(1, 2)))
        name = self.fresh("g")
        outer = self.enter()
        self.place, self.iterations, self.level = "host", 30, 1
        parameters = []
        for a in chosen:
            v = Variable(self.fresh("x"), Store(a.store.kind, a.store.dims, *wide(a.store)), self.said(a, self.pick("", "", "mirror", "circular", "clamped", "safe")))
            self.arrays.append(v)
            parameters.append(v)
        u = Number("u", "u", "i", -INT, INT)
        self.numbers.append(u)
        self.callables = []
        inner = self.pick(None, parameters[0], parameters[0])
        if inner is not None:
            self.call_of_setter(inner)
        self.loop(lambda: [self.pick(self.store_element, self.store_element, self.exchange, self.store_slice)() for _ in range(self.pick(1, 2))], limit=20)
        body = self.block
        self.leave(outer)
        listed = [f"{v.name} : {type_text(v.store.kind, v.store.dims)}" + (f"'{v.mode}" if v.mode else "") for v in parameters]
        self.prelude.append(tree.Compound([(f"function [] = {name}({', '.join([*listed, 'u : int'])})", f"def {name}({', '.join([*(v.name for v in parameters), 'u'])}):", body)]))

        def call():
            x = self.tame(self.number("i", 1))
            names = ", ".join(a.name for a in chosen)
            self.line(f"{name}({names}, {x.quasar})", f"{name}({names}, {x.python})")

        if self.chance(60):
            call()
        else:
            self.loop(lambda: [call(), self.statement()], limit=6)


def setter_text(builder, name, v):
    """A function that stores into its parameter, directly or by one that it calls."""
    word = type_text(v.store.kind, v.store.dims)
    index = ",".join(str(builder.random.randrange(n)) for n in v.store.dims)
    value = builder.random.randrange(1, 9)
    return (tree.Line([f"function [] = {name}(w : {word})", f"    w[{index}] = {value}", "end"],
                      [f"def {name}(w):", f"    m.st(w, 'host', {value}, {index})"]))


def wide(store):
    """Bounds that hold for whatever array is passed: those of the type, or what is known of this one."""
    low, high, bits = bounds_of(store.kind)
    if store.kind == "scalar":
        return -(1 << 15), 1 << 15, 2
    if store.kind in ("int", "int64"):
        limit = 1 << (31 if store.kind == "int" else 63)
        return -limit, limit - 1, 0
    if store.kind == "cscalar":
        return -(1 << 14), 1 << 14, 2
    if store.kind in ("uint32", "uint64"):
        return (*bounds_of_long(store.kind), 0)
    return low, high, bits


def real_text(n):
    """A text that Quasar takes for a scalar."""
    return n.quasar if n.bits or "." in n.quasar else f"float({n.quasar})"
