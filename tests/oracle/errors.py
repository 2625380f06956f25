"""Errors that are caught: in loops, in functions that loops call, at indices outside. What was done before an error stays done.

*Invariant:* where a message is printed it is the text of an `error` of the case.
"""

import tree
from builder import product
from expressions import literal
from objects import Objects
from values import Number


class Errors(Objects):
    def attempt(self):
        """A `try` with statements that may raise."""
        raising = self.pick(self.raise_in_loop, self.raise_in_loop, self.outside_in_loop, self.outside_in_loop, self.raise_in_function)
        with self.within() as body:
            for _ in range(self.pick(0, 1)):
                self.statement()
            raising()
            for _ in range(self.pick(0, 1)):
                self.statement()
        told = self.chance(60) and raising not in (self.outside_in_loop,)
        with self.within() as handler:
            if told:
                self.line('print "caught ", ex', 'say("caught ", str(ex))')
            else:
                self.line('print "caught"', 'say("caught")')
            for _ in range(self.pick(0, 1)):
                self.statement()
        self.block.append(tree.Compound([("try", "try:", body), ("catch ex", "except m.Raised as ex:", handler)], self.pick("end", "endtry")))

    def message(self):
        n = self.number("i", 1)
        word = self.pick("wrong", "too much", "stop")
        return f'error("{word} ", {n.quasar})', f'm.error("{word} " + m.text({n.python}))'

    def raise_in_loop(self):
        """A loop that an error leaves."""
        c = None

        def body():
            self.statement()
            c = self.condition(2)
            quasar, python = self.message()
            self.block.append(tree.Compound([(f"if {c.quasar}", f"if {c.python}:", tree.Block([tree.Line(quasar, python)]))]))
            self.statement()

        self.loop(body)

    def outside_in_loop(self):
        """A loop that stores outside of an array from some iteration on."""
        fine = [a for a in self.arrays if not a.mode and a.rank <= 3]
        if not fine:
            return self.raise_in_loop()
        a = self.random.choice(fine)

        def body():
            self.statement()
            index = self.indices(a, True)
            counters = [v for v in self.numbers if getattr(v, "counter", False)]
            d = self.random.randrange(a.rank)
            n = a.store.dims[d]
            if not counters:
                # A loop over real numbers.
                return self.store_element()
            index[d] = self.plus(counters[-1], literal(self.pick(0, 1, 2, n - 1, n // 2), "i"))
            x = self.value_for(a.store, 2)
            quasar, python = self.access(a, index)
            name, mode, rest = python.split(", ", 2)
            self.line(f"{quasar} = {x.quasar}", f"m.st({name}, {mode}, {x.python}, {rest})")
            self.statement()

        self.loop(body)

    def raise_in_function(self):
        """A function that raises, called in a loop."""
        name = self.fresh("g")
        limit = self.pick(3, 5, 20)
        body = tree.Block([tree.Line([f"if u > {limit}", '    error("beyond ", u)', "end", "y = 2*u + 1"],
                                     [f"if u > {limit}:", '    m.error("beyond " + m.text(u))', "return m.i32(2 * u + 1)"])])
        self.prelude.append(tree.Compound([(f"function y = {name}(u : int)", f"def {name}(u):", body)]))
        totals = self.total()

        def inner():
            self.statement()
            x = self.tame(self.number("i", 1), 60)
            call = Number(f"{name}({x.quasar})", f"{name}({x.python})", "i", -121, 121)
            v = self.fresh("k")
            self.line(f"{v} = {call.quasar}", f"{v} = {call.python}")
            self.numbers.append(Number(v, v, "i", -121, 121))
            self.accumulate()

        self.loop(inner)
        return totals

    def failing_launch(self):
        """A launch of which a position fails, by columns: which elements it reached is open, but each was changed once at most."""
        h, w = self.pick(17, 20, 33, 40), self.pick(17, 24, 33)
        name, y, z = self.fresh("f"), self.fresh("y"), self.fresh("z")
        shared = self.chance(50)
        second, other = ("x", "x : mat, ") if shared else ("y", "")
        self.prelude.append(tree.Line([f"function [] = __kernel__ {name}(y : mat, {other}z : mat, pos : ivec2)",
                                       f"    y[pos[1],pos[0]] = {second}[pos[1],pos[0]] + 1", "    z[pos[1],pos[0]] = 7", "end"]))
        rows = self.random.randrange(1, h)
        passed = f"{y}, {y}" if shared else y
        self.line([f"{y} = zeros({h}+z, {w})", f"{z} = zeros({rows}, {w})", "try", f"    parallel_do([{w}, {h}+z], {passed}, {z}, {name})", "catch ex",
                   '    print "failed"', "end", f'print "changed ", max({y}) <= 1'],
                  ['say("failed")', 'say("changed 1")'])

    def outside_at_once(self):
        """An access outside in plain host code: an error, whether read or written."""
        fine = [a for a in self.arrays if not a.mode and a.rank <= 3]
        if not fine:
            return
        a = self.random.choice(fine)
        index = [self.index(n, False) for n in a.store.dims]
        d = self.random.randrange(a.rank)
        beyond = self.pick(a.store.dims[d] if a.rank > 1 else a.store.numel, -1, a.store.numel + 5)
        index[d] = literal(beyond, "i")
        index[d].quasar = f"{beyond} + z"
        quasar, python = self.access(a, index)
        v = self.fresh("t")
        start = literal(1, "i") if a.store.number in "il" else literal(1.5, "r")
        if a.store.number == "c":
            return
        self.line(f"{v} = {start.quasar}", f"{v} = {start.python}")
        with self.within() as body:
            if self.chance(50):
                self.store_element()
                self.line(f"{v} = {quasar}", f"{v} = m.ld({python})")
            else:
                name, mode, rest = python.split(", ", 2)
                self.line(f"{v} = {start.quasar} + 1", f"{v} = {start.python} + 1")
                self.line(f"{quasar} = {v}", f"m.st({name}, {mode}, {v}, {rest})")
        with self.within() as handler:
            self.line(f'print "outside ", {v}', f'say("outside ", {v})')
        self.block.append(tree.Compound([("try", "try:", body), ("catch", "except m.Raised:", handler)]))
