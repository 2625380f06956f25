"""Classes: values that are copied, with numbers, small arrays held in place and arrays that are shared; pointers to them; their methods.

*Invariant:* a field of a number stands in scope as any variable does, so that loops and expressions use it.
"""

import tree
from builder import product, type_text
from functions import WORD, Functions, real_text
from values import INT, REAL, REAL_BITS, Number, Store, Variable


class Objects(Functions):
    def fields_of(self):
        fields = [(self.pick("x", "n"), self.pick("i", "r"))]
        fields.append((self.pick("y", "m"), self.pick("i", "r")))
        return fields

    def classes(self):
        """A class, objects of it, what becomes of them and of their copies."""
        name = self.fresh("h").replace("h", "T")
        fields = self.fields_of()
        fixed = self.chance(40)
        shared = self.random.choice(self.arrays) if self.arrays and self.chance(60) else None
        if shared is not None and (shared.rank > 3 or shared.mode):
            shared = None
        self.define_class(name, fields, fixed, shared)
        method = self.define_method(name, fields, shared)
        p = self.make_object(name, fields, fixed, shared)
        q = self.fresh("o")
        if self.chance(60):
            # A value is copied, but for arrays that it shares.
            self.line(f"{q} = {p}", f"{q} = {p}.copied()")
        else:
            # What a pointer is given becomes an object of its own.
            first = self.fresh("o")
            self.line([f"{first} : ^{name} = {p}", f"{q} = {first}"], [f"{first} = {p}.copied()", f"{q} = {first}"])
            self.show_fields(first, fields)
        for o in (p, q):
            self.fields_in_scope(o, fields, fixed, shared)
        for _ in range(self.pick(2, 3)):
            o = self.pick(p, q)
            roll = self.random.randrange(4)
            if roll == 0:
                k = self.tame(self.number("i", 1))
                self.line(f"{o}.{method}({k.quasar})", f"{o}.{method}({k.python})")
            elif roll == 1:
                self.assign()
            elif roll == 2:
                self.nest()
            else:
                self.line(f"print {o}.{fields[0][0]}", f"say({o}.{fields[0][0]})")
        for o in (p, q):
            self.show_fields(o, fields)

    def show_fields(self, o, fields):
        values = ', " ", '.join(f"{o}.{f}" for f, _ in fields)
        self.line(f'print "{o} ", {values}', f'say("{o} ", {values})')

    def define_class(self, name, fields, fixed, shared):
        lines = [f"type {name} : mutable class", *(f"    {f} : {WORD[k]}" for f, k in fields)]
        copies = [f"        o.{f} = self.{f}" for f, _ in fields]
        if fixed:
            lines.append("    w : vec3")
            copies.append("        o.w = m.copy(self.w)")
        if shared:
            lines.append(f"    d : {type_text(shared.store.kind, shared.store.dims)}")
            copies.append("        o.d = self.d")
        self.prelude.append(tree.Line([*lines, "end"], [f"class {name}:", "    def copied(self):", f"        o = {name}()", *copies, "        return o"]))

    def define_method(self, name, fields, shared):
        method = self.fresh("g")
        outer = self.enter()
        self.place, self.iterations = "host", 200
        for f, k in fields:
            self.numbers.append(field_number("self", f, k))
        if shared:
            self.arrays.append(Variable("self.d", Store(shared.store.kind, shared.store.dims, *wide_of(shared)), ""))
        self.numbers.append(Number("u", "u", "i", -INT, INT))
        for _ in range(self.pick(1, 2)):
            self.pick(self.assign, self.assign, self.store_element if shared else self.assign)()
        body = self.block
        self.leave(outer)
        self.prelude.append(tree.Compound([(f"function [] = {method}(self : {name}, u : int)", f"def {method}(self, u):", body)]))
        self.prelude.append(tree.Line((), f"{name}.{method} = {method}"))
        return method

    def make_object(self, name, fields, fixed, shared):
        p = self.fresh("o")
        given, python = [], [f"{p} = {name}()"]
        for f, k in fields:
            v = self.kept(self.number(k, 1))
            text = v.quasar if k == "i" else real_text(v)
            given.append(f"{f}:={text}")
            python.append(f"{p}.{f} = {v.python}")
        if fixed:
            given.append("w:=[1.5,2,-3]")
            python.append(f"{p}.w = m.literal('scalar', [1.5, 2, -3])")
        if shared:
            given.append(f"d:={shared.name}")
            python.append(f"{p}.d = {shared.name}")
        self.line(f"{p} = {name}({', '.join(given)})", python)
        return p

    def fields_in_scope(self, o, fields, fixed, shared):
        for f, k in fields:
            self.numbers.append(field_number(o, f, k))
        if fixed:
            self.arrays.append(Variable(f"{o}.w", Store("scalar", (3,), -REAL, REAL, REAL_BITS)))
        if shared:
            self.arrays.append(Variable(f"{o}.d", shared.store))


def field_number(o, f, k):
    n = Number(f"{o}.{f}", f"{o}.{f}", k, -INT if k == "i" else -REAL, INT if k == "i" else REAL, 0 if k == "i" else REAL_BITS)
    n.assignable = True
    return n


def wide_of(a):
    from functions import wide
    return wide(a.store)
