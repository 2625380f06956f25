"""Small arrays whose sizes are known: they may live in registers, unless a reference of them is handed on.

*Invariant:* indices are constants here, since an array that a loop addresses is kept in memory.
"""

import tree
from builder import type_text
from expressions import literal
from passes import Passes
from values import REAL, REAL_BITS, Number, Store, Variable


class Registers(Passes):
    """Cases of small arrays."""

    def small_arrays(self):
        for _ in range(self.pick(2, 3)):
            kind = self.pick("scalar", "scalar", "int")
            dims = self.pick((2,), (3,), (4,), (5,), (9,), (2, 2), (3, 3), (2, 3))
            name = self.fresh("a")
            values = self.listed(kind, dims)
            low, high, bits = (-REAL, REAL, REAL_BITS) if kind == "scalar" else (-1000, 1000, 0)
            self.line(f"{name} = {values}", f"{name} = m.literal('{kind}', {values})")
            self.arrays.append(Variable(name, Store(kind, dims, low, high, bits)))

    def constant_access(self, a):
        index = [str(self.random.randrange(n)) for n in a.store.dims]
        return f"{a.name}[{','.join(index)}]", f"{a.name}, 'host', {', '.join(index)}"

    def element_of(self, a):
        quasar, python = self.constant_access(a)
        s = a.store
        return Number(quasar, f"m.ld({python})", s.number, min(s.low, 0), max(s.high, 0), s.bits)

    def small_statement(self):
        roll = self.random.randrange(100)
        a = self.random.choice(self.arrays)
        if roll < 30:
            self.set_small(a)
        elif roll < 45:
            self.call_of_setter(a)
        elif roll < 55:
            b = self.fresh("b")
            if self.chance(50):
                self.line(f"{b} = {a.name}", f"{b} = {a.name}")
                self.arrays.append(Variable(b, a.store))
            else:
                self.line(f"{b} = copy({a.name})", f"{b} = m.copy({a.name})")
                s = a.store
                self.arrays.append(Variable(b, Store(s.kind, s.dims, s.low, s.high, s.bits)))
        elif roll < 68:
            c = self.condition_of(a)
            with self.within() as block:
                self.pick(lambda: self.set_small(a), lambda: self.call_of_setter(a))()
            self.block.append(tree.Compound([(f"if {c[0]}", f"if {c[1]}:", block)]))
        elif roll < 80:
            self.through_a_function(a)
        elif roll < 90:
            n = self.element_of(a)
            self.declare(n.kind, n)
        else:
            self.update_whole()

    def condition_of(self, a):
        n = self.element_of(a)
        k = self.pick(0, 1, 3)
        return f"{n.quasar} > {k}", f"{n.python} > {k}"

    def set_small(self, a):
        b = self.element_of(self.random.choice(self.arrays))
        quasar, python = self.constant_access(a)
        name, mode, rest = python.split(", ", 2)
        x = b if b.kind == a.store.number else literal(self.random.randrange(9), "i")
        x = self.kept_for(a.store, x)
        self.line(f"{quasar} = {x.quasar}", f"m.st({name}, {mode}, {x.python}, {rest})")

    def through_a_function(self, a):
        """A function that changes its array and gives it back: both names have one array then."""
        name, b = self.fresh("g"), self.fresh("b")
        quasar, python = self.constant_access(Variable("w", a.store))
        value = self.random.randrange(9)
        arr, mode, rest = python.split(", ", 2)
        body = tree.Block([tree.Line([f"{quasar} = {value}", "y = w"], [f"m.st({arr}, {mode}, {value}, {rest})", "return w"])])
        word = type_text(a.store.kind, a.store.dims)
        self.prelude.append(tree.Compound([(f"function y = {name}(w : {word})", f"def {name}(w):", body)]))
        self.line(f"{b} = {name}({a.name})", f"{b} = {name}({a.name})")
        self.arrays.append(Variable(b, a.store))
