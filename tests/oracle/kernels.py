"""Launches: kernels of one position each, atomic updates, outputs, positions one after another, and blocks that share memory.

*Invariant:* no two positions of a launch meet in an element but by operations whose order does not matter, unless the launch is a
`serial_do`; so the order in which Python runs them is as good as any.
"""

import tree
from arrays import Arrays
from builder import product, type_text
from expressions import literal, real
from values import INT, REAL, REAL_BITS, WIDE, Number, Store, Variable


class Launches(Arrays):
    kernel = None

    # Statements that mean something else within a kernel.

    def store_element(self):
        return self.kernel_store() if self.kernel else super().store_element()

    def update_element(self):
        return self.kernel_update() if self.kernel else super().update_element()

    def exchange(self):
        return self.kernel_store() if self.kernel else super().exchange()

    def launch(self):
        """A kernel whose positions write elements of their own."""
        outputs = [a for a in self.arrays if a.rank <= 3 and a.store.numel <= self.most]
        if not outputs:
            return
        out = self.random.choice(outputs)
        seen = [a for a in self.arrays if a.store is not out.store and (a.rank <= 3)]
        inputs = self.random.sample(seen, min(len(seen), self.pick(0, 1, 1, 2)))
        counted = [a for a in self.arrays if a.store.kind == "int" and a.store is not out.store and all(a.store is not i.store for i in inputs)]
        hist = self.random.choice(counted) if counted and self.chance(35) else None
        self.written_kernel(out, inputs, hist, self.chance(30))

    def written_kernel(self, out, inputs, hist, total):
        name, dims = self.fresh("f"), out.store.dims
        pos = self.positions(dims)
        outer = self.enter()
        parameters, arguments = [], []
        y = self.parameter(out, self.pick("", "", "unchecked", "safe", "circular"), parameters, arguments)
        for a in inputs:
            v = self.parameter(a, self.pick("", "", "mirror", "circular", "clamped", "safe"), parameters, arguments)
            v.constant = True
            self.arrays.append(v)
        counter = None
        if hist:
            counter = self.parameter(hist, self.pick("", "safe", "circular"), parameters, arguments)
        passed = [n for n in outer["numbers"] if n.kind in "ir" and n.quasar.isidentifier() and n.size <= INT][-2:]
        for n in passed:
            p = Number(self.fresh("v"), None, n.kind, n.low, n.high, n.bits)
            p.python = p.quasar
            parameters.append((f"{p.quasar} : {'int' if n.kind == 'i' else 'scalar'}", p.python))
            arguments.append((n.quasar, n.python))
            self.numbers.append(p)
        self.kernel = {"own": y, "pos": pos, "counter": counter, "sign": self.pick("+", "^^", "__", "&", "|", "~"), "total": None}
        if total:
            kind = self.pick("i", "r")
            s = Number("s", "o['s']", kind, -REAL * self.most if kind == "r" else -WIDE, REAL * self.most if kind == "r" else WIDE - 1, 2)
            s.total = "+"
            self.kernel["total"] = s
        self.numbers += pos["counters"]
        self.iterations = product(dims)
        if self.chance(25):
            self.rotation()
        self.body(self.pick(1, 2, 3))
        self.kernel_store()
        if total:
            self.kernel_total()
        body, kernel = self.block, self.kernel
        self.leave(outer)
        self.close_kernel(name, dims, parameters, arguments, body, kernel)
        self.spread_bounds(out, hist, kernel)

    def spread_bounds(self, out, hist, kernel):
        if hist and kernel["sign"] in ("&", "|", "~"):
            hist.store.low, hist.store.high = -WIDE, WIDE - 1
        elif hist:
            size = hist.store.size + INT * self.most
            hist.store.low, hist.store.high = (-size, size) if size < WIDE // 2 else (-WIDE, WIDE - 1)

    def positions(self, dims):
        rank = len(dims)
        if rank == 1:
            counters = [Number("pos", "p0", "i", 0, dims[0] - 1)]
        else:
            counters = [Number(f"pos[{d}]", f"p{d}", "i", 0, n - 1) for d, n in enumerate(dims)]
        for c in counters:
            c.counter = True
        return {"counters": counters, "declared": "pos : int" if rank == 1 else f"pos : ivec{rank}",
                "python": ", ".join(f"p{d}" for d in range(rank))}

    def parameter(self, a, mode, parameters, arguments):
        name = self.fresh("x")
        v = Variable(name, a.store, self.said(a, mode))
        mode = v.mode
        parameters.append((f"{name} : {type_text(a.store.kind, a.store.dims)}" + (f"'{mode}" if mode else ""), name))
        arguments.append((a.name, a.name))
        return v

    def said(self, a, mode):
        """The modifier of a parameter: one is written where the argument has one, since who wins otherwise is not said."""
        return mode or (self.pick("mirror", "circular", "clamped", "safe") if a.mode else "")

    def enter(self):
        """A function of its own begins: nothing of the case is seen in it."""
        outer = {k: getattr(self, k) for k in ("block", "numbers", "arrays", "place", "iterations", "level", "breakable", "straight", "kernel", "callables", "zero")}
        self.block, self.numbers, self.arrays = tree.Block(), [], []
        self.callables = [f for f in self.callables if f["device"]]
        self.place, self.iterations, self.level, self.breakable, self.straight, self.zero = "loop", 1, 1, False, False, False
        return outer

    def leave(self, outer):
        for k, v in outer.items():
            setattr(self, k, v)

    def own(self):
        """The element of the position: Quasar and the meaning's arguments."""
        y, pos = self.kernel["own"], self.kernel["pos"]
        text = "pos" if self.chance(60) else ",".join(c.quasar for c in pos["counters"])
        return f"{y.name}[{text}]", y.name, f"'{y.mode or 'loop'}'", pos["python"]

    def kernel_store(self):
        y = self.kernel["own"]
        quasar, name, mode, index = self.own()
        x = self.value_for(y.store)
        if self.chance(30) and y.store.number in "ir" and x.kind in "ir":
            old = Number(quasar, f"m.ld({name}, {mode}, {index})", y.store.number, y.store.low, y.store.high, y.store.bits)
            if old.kind == "i":
                x = self.plus(old, x) if x.kind == "i" else self.plus(real(self.tame(old), True), self.narrow(x))
            else:
                x = self.minus(self.narrow(old), real(self.tame(x), True) if x.kind == "i" else self.narrow(x))
            x = self.kept_for(y.store, x)
        self.line(f"{quasar} = {x.quasar}", f"m.st({name}, {mode}, {x.python}, {index})")

    def kernel_update(self):
        """An element that positions share, or the own one."""
        counter = self.kernel["counter"]
        if counter is None:
            total = self.kernel["total"]
            return self.kernel_total() if total and self.chance(50) else self.kernel_store()
        sign = self.kernel["sign"]
        x = self.tame(self.number("i", 2), INT)
        free = counter.mode in ("safe", "circular")
        index = [self.index(n, free) for n in counter.store.dims]
        quasar = ",".join(i.quasar for i in index)
        python = ", ".join(i.python for i in index)
        self.line(f"{counter.name}[{quasar}] {sign}= {x.quasar}",
                  f"m.ups({counter.name}, '{counter.mode or 'loop'}', '{sign}', {x.python}, {python})")

    def kernel_total(self):
        s = self.kernel["total"]
        if self.iterations > self.most:
            return
        x = self.fitting(self.number("r", 2), 15, 2) if s.kind == "r" else self.tame(self.number("i", 2), INT)
        self.line(f"s += {x.quasar}", f"o['s'] = m.updated('+', o['s'], {x.python})")

    def close_kernel(self, name, dims, parameters, arguments, body, kernel):
        pos, total = kernel["pos"], kernel["total"]
        output = "[]" if total is None else f"[s : {'int' if total.kind == 'i' else 'scalar'}]"
        listed = ", ".join([*(q for q, _ in parameters), pos["declared"]])
        head = f"function {output} = __kernel__ {name}({listed})"
        python = f"def {name}({', '.join([*(p for _, p in parameters), pos['python'], 'o'])}):"
        self.prelude.append(tree.Compound([(head, python, body)]))
        extents = self.launch_extents(dims)
        call = f"parallel_do({', '.join([extents, *(q for q, _ in arguments), name])})"
        run = [f"for {pos['python']}{',' if len(dims) == 1 else ''} in m.positions({', '.join(map(str, dims))}):",
               f"    {name}({', '.join([*(p for _, p in arguments), pos['python'], 'o'])})"]
        if total is None:
            self.line(call, ["o = {}", *run])
        else:
            v = self.fresh("n")
            start = "0" if total.kind == "i" else "0.0"
            self.line(f"{v} = {call}", [f"o = {{'s': {start}}}", *run, f"{v} = o['s']"])
            self.numbers.append(Number(v, v, total.kind, total.low, total.high, total.bits if total.kind == "r" else 0))

    def launch_extents(self, dims):
        if len(dims) == 1:
            return self.extent(dims[0])
        return "[" + ",".join(self.extent(n) for n in dims) + "]"

    def lambda_launch(self):
        """A kernel without a name, which sees what is around it."""
        targets = [a for a in self.arrays if a.rank <= 2]
        if not targets:
            return
        y = self.random.choice(targets)
        pos = self.positions(y.store.dims)
        numbers, arrays, place, iterations, callables = self.numbers, self.arrays, self.place, self.iterations, self.callables
        seen = [n for n in numbers if n.kind in "ir" and n.quasar.isidentifier() and n.size <= INT]
        self.numbers = [*seen, *pos["counters"], *pos["counters"]]
        self.arrays = [a for a in arrays if a.store is not y.store]
        self.place, self.iterations, self.callables = "loop", self.iterations * y.store.numel, [f for f in callables if f["device"]]
        x = self.value_for(y.store)
        self.numbers, self.arrays, self.place, self.iterations, self.callables = numbers, arrays, place, iterations, callables
        index = "pos" if self.chance(50) else ",".join(c.quasar for c in pos["counters"])
        store = f"{y.name}[{index}] = {x.quasar}"
        kind = "int" if y.rank == 1 else "ivec2"
        places = pos["python"] + ("," if y.rank == 1 else "")
        self.line(f"parallel_do({self.launch_extents(y.store.dims)}, __kernel__ (pos : {kind}) -> {store})",
                  [f"for {places} in m.positions({', '.join(map(str, y.store.dims))}):",
                   f"    m.st({y.name}, '{self.mode_in(y)}', {x.python}, {pos['python']})"])

    def mode_in(self, y):
        return y.mode or "loop"

    # One position after another: every store counts.

    def serial_launch(self):
        name = self.fresh("f")
        pool = [a for a in self.arrays if a.rank <= 3]
        if not pool:
            return
        chosen = self.random.sample(pool, min(len(pool), self.pick(1, 2, 2)))
        dims = self.random.choice(chosen).store.dims
        if product(dims) > 300:
            return
        outer = self.enter()
        parameters, arguments = [], []
        for a in chosen:
            self.arrays.append(self.parameter(a, self.pick("", "", "mirror", "circular", "clamped", "safe"), parameters, arguments))
        pos = self.positions(dims)
        self.numbers += pos["counters"]
        self.iterations = product(dims)
        self.body(self.pick(1, 2))
        body = self.block
        self.leave(outer)
        listed = ", ".join([*(q for q, _ in parameters), pos["declared"]])
        head = f"function [] = __kernel__ {name}({listed})"
        python = f"def {name}({', '.join([*(p for _, p in parameters), pos['python']])}):"
        self.prelude.append(tree.Compound([(head, python, body)]))
        call = f"serial_do({', '.join([self.launch_extents(dims), *(q for q, _ in arguments), name])})"
        self.line(call, [f"for {pos['python']}{',' if len(dims) == 1 else ''} in m.positions({', '.join(map(str, dims))}):",
                         f"    {name}({', '.join([*(p for _, p in arguments), pos['python']])})"])

    # Blocks with shared memory.

    def block_launch(self):
        """Threads of a block write elements of a shared array, wait, and read those of others."""
        rank = self.pick(1, 1, 2)
        block = [self.pick(4, 5, 8, 16, 32)] if rank == 1 else [self.pick(2, 3, 4), self.pick(4, 5, 8)]
        counts = [self.pick(1, 2, 3) for _ in block]
        grid = [b * c for b, c in zip(block, counts)]
        whole = self.chance(75)
        if not whole:
            grid[-1] -= self.random.randrange(1, block[-1])
        x, y = self.new_array("scalar", grid, ""), self.new_array("scalar", grid, "")
        z = self.new_array("scalar", counts, "")
        outer = self.enter()
        parameters, arguments = [], []
        xs = self.parameter(x, self.pick("mirror", "circular", "clamped", ""), parameters, arguments)
        ys, zs = (self.parameter(a, "", parameters, arguments) for a in (y, z))
        body = self.phases(rank, block, xs, ys, zs)
        self.leave(outer)
        self.close_block(rank, grid, block, parameters, arguments, body)

    def coordinates(self, rank, name, python, block):
        quasar = [name] if rank == 1 else [f"{name}[{d}]" for d in range(rank)]
        numbers = [Number(q, f"{python}[{d}]", "i", 0, n - 1) for d, (q, n) in enumerate(zip(quasar, block))]
        for n in numbers:
            n.counter = True
        return numbers

    def phases(self, rank, block, xs, ys, zs):
        own = self.coordinates(rank, "blkpos", "blkpos", block)
        pos = self.coordinates(rank, "pos", "pos", xs.store.dims)
        xs.constant = True
        self.arrays.append(xs)
        self.numbers += own + pos
        names = [self.fresh("m"), self.fresh("m")]
        maker = self.pick("shared_zeros", "shared_zeros", "shared") if all(g % b == 0 for g, b in zip(xs.store.dims, block)) else "shared_zeros"
        shared = []
        for n in names:
            sizes = ",".join(map(str, block))
            self.line(f"{n} = {maker}({sizes})", f"{n} = m.shared(memory, '{n}', {sizes})")
            shared.append(Variable(n, Store("scalar", block, -REAL, REAL, REAL_BITS)))
        for s in shared:
            self.write_shared(s, [], own)
        self.wait()
        for _ in range(self.pick(1, 1, 2)):
            self.phase(shared, own)
        # The last word: an element for each position, and one for each block.
        self.arrays += shared
        for s in shared:
            s.constant = True
        value = self.value_for(ys.store)
        text = ",".join(p.quasar for p in pos)
        python = ", ".join(p.python for p in pos)
        self.line(f"{ys.name}[{self.pick('pos', text)}] = {value.quasar}", f"m.st({ys.name}, 'loop', {value.python}, {python})")
        first = " && ".join(f"{c.quasar} == 0" for c in own)
        test = " and ".join(f"{c.python} == 0" for c in own)
        value = self.value_for(zs.store)
        index = "blkidx" if rank == 1 or self.chance(50) else "blkidx[0],blkidx[1]"
        inner = tree.Line(f"{zs.name}[{index}] = {value.quasar}", f"m.st({zs.name}, 'loop', {value.python}, *blkidx)")
        self.block.append(tree.Compound([(f"if {first}", f"if {test}:", tree.Block([inner]))]))
        return self.block

    def phase(self, shared, own):
        """Both arrays are written from each other in turn, once or in a loop of every thread alike."""
        iterations = self.pick(1, 1, 2, 3)
        a, b = shared

        def both():
            self.write_shared(a, [b], own)
            self.wait()
            self.write_shared(b, [a], own)
            self.wait()

        if iterations == 1:
            return both()
        name = self.fresh("r")
        with self.within() as inner:
            v = Number(name, name, "i", 0, iterations - 1)
            self.numbers.append(v)
            both()
        if self.chance(50):
            self.block.append(tree.Compound([(f"for {name} = 0..{iterations - 1}", f"for {name} in m.steps(0, 1, {iterations - 1}):", inner)]))
        else:
            inner.append(tree.Line(f"{name} -= 1", f"{name} -= 1"))
            self.line(f"{name} = {iterations - 1}", f"{name} = {iterations - 1}")
            self.block.append(tree.Compound([(f"while {name} >= 0", f"while {name} >= 0:", inner)]))

    def write_shared(self, target, others, own):
        """Every thread writes its element from the other array, its own element of this one, and what it has read."""
        arrays = len(self.arrays)
        for o in others:
            o.constant = True
            self.arrays += [o, o]
        index = ",".join(c.quasar for c in own)
        python = ", ".join(c.python for c in own)
        x = self.value_for(target.store, 2)
        del self.arrays[arrays:]
        store = (f"{target.name}[{self.pick('blkpos', index)}] = {x.quasar}", f"m.st({target.name}, 'loop', {x.python}, {python})")
        if others and self.chance(30):
            c = self.condition(1)
            self.block.append(tree.Compound([(f"if {c.quasar}", f"if {c.python}:", tree.Block([tree.Line(*store)]))]))
        else:
            self.line(*store)

    def wait(self):
        self.line("syncthreads", "yield")

    def close_block(self, rank, grid, block, parameters, arguments, body):
        name = self.fresh("f")
        kind = "int" if rank == 1 else f"ivec{rank}"
        special = [f"pos : {kind}", f"blkpos : {kind}", f"blkidx : {kind}"]
        head = f"function [] = __kernel__ {name}({', '.join([*(q for q, _ in parameters), *special])})"
        python = f"def {name}({', '.join([*(p for _, p in parameters), 'pos', 'blkpos', 'blkidx', 'memory'])}):"
        self.prelude.append(tree.Compound([(head, python, body)]))
        extents = f"[[1,{self.extent(grid[0])}],[1,{block[0]}]]" if rank == 1 else f"[[{grid[0]},{self.extent(grid[1])}],[{block[0]},{block[1]}]]"
        passed = ", ".join(p for _, p in arguments)
        self.line(f"parallel_do({', '.join([extents, *(q for q, _ in arguments), name])})",
                  f"m.run_blocks({grid}, {block}, lambda *at: {name}({passed}, *at))")
