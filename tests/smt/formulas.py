"""Terms as formulas of z3.

*Invariant:* whatever a formula leaves without a meaning may mean anything, so that a proof holds for the real meaning too; each
instance of `CLAIMS` is one that the compiler's documentation claims.
"""

import math

import z3

from terms import FLOATS, INTEGERS, NAN, WIDTH, as_float, constant, convert, float_bits, floating, integer, signed

# The bits of infinity: what is above them without its sign is NaN.
INFINITY = {sort: float_bits(sort, float("inf")) for sort in FLOATS}

# What is claimed of floats without looking at their arithmetic: by operation, a constant on the right and the result it leaves alone.
CLAIMS = {"fmul": 1.0, "fdiv": 1.0, "fsub": 0.0, "fadd": -0.0}
COMMUTATIVE = ("mul", "fadd", "fmul")

EXACT = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "sdiv": lambda a, b: z3.If(b == 0, b, a / b),
    "srem": lambda a, b: z3.If(b == 0, b, z3.SRem(a, b)),
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << (b & (b.size() - 1)),
    "shr": lambda a, b: a >> (b & (b.size() - 1)),
    "slt": lambda a, b: a < b,
    "sle": lambda a, b: a <= b,
}


FLOAT_SORTS = {"f32": z3.Float32(), "f64": z3.Float64()}

# What z3 computes with floats: dear, and asked for last.
IEEE = {
    "fadd": lambda a, b: z3.fpAdd(z3.RNE(), a, b),
    "fsub": lambda a, b: z3.fpSub(z3.RNE(), a, b),
    "fmul": lambda a, b: z3.fpMul(z3.RNE(), a, b),
    "fdiv": lambda a, b: z3.fpDiv(z3.RNE(), a, b),
    "fsqrt": lambda a: z3.fpSqrt(z3.RNE(), a),
    "ffloor": lambda a: z3.fpRoundToIntegral(z3.RTN(), a),
    "fceil": lambda a: z3.fpRoundToIntegral(z3.RTP(), a),
    "ftrunc": lambda a: z3.fpRoundToIntegral(z3.RTZ(), a),
    "fround": lambda a: z3.fpRoundToIntegral(z3.RNA(), a),
}


def as_bits(number, sort):
    """The bits of a float, those of the one NaN."""
    return z3.If(z3.fpIsNaN(number), z3.BitVecVal(NAN[sort], WIDTH[sort]), z3.fpToIEEEBV(number))


def compared(op, a, b, infinity):
    """Floats compared by their bits, which costs z3 less than its own floats; `rules.py` proves it the same."""
    width = a.size()
    sign = 1 << (width - 1)
    sizes = [one & (sign - 1) for one in (a, b)]
    ordered = z3.And(*(z3.ULE(size, infinity) for size in sizes))
    zeros = z3.And(*(size == 0 for size in sizes))
    same = z3.Or(a == b, zeros)
    below = z3.If(a < 0, z3.Or(b >= 0, z3.UGT(a, b)), z3.And(b >= 0, z3.ULT(a, b)))
    less = z3.And(z3.Not(zeros), below)
    return z3.And(ordered, {"feq": same, "flt": less, "fle": z3.Or(same, less)}[op])


def exact_reciprocal(term):
    """1/c of a constant power of two, where both are ordinary numbers; else nothing."""
    if not term.is_constant:
        return None
    number = as_float(term.sort, term.value)
    least = {"f32": -125, "f64": -1021}[term.sort]
    if not math.isfinite(number) or number == 0 or abs(math.frexp(number)[0]) != 0.5:
        return None
    exponent = math.frexp(number)[1]
    return 1 / number if least <= exponent <= 2 - least else None


def computed(term, constants):
    """What an operation gives for constants."""
    if term.op == "convert":
        return convert(constants[0], term.sort)
    return (floating if term.op.startswith("f") else integer)(term.op, *constants)


class Writer:
    """Writes terms; `lemmas` are what is known of what it wrote."""

    def __init__(self, exact, widths=None):
        self.exact, self.widths = exact, widths or WIDTH
        self.done, self.lemmas, self.sorts = {}, [], {}
        # Whether the other attempt would say something else.
        self.is_loose = False
        # What was written without a meaning though constants give it one: terms, operands, results.
        self.computable = []

    def sort(self, name):
        if name == "b":
            return z3.BoolSort()
        if isinstance(name, tuple):
            return z3.ArraySort(self.sort("place"), self.sort(name[1]))
        if name in self.widths:
            return z3.BitVecSort(self.widths[name])
        return self.sorts.setdefault(name, z3.DeclareSort(name))

    def write(self, root):
        """The formula of a term, without recursion: terms are deep."""
        stack = [root]
        while stack:
            term = stack[-1]
            if id(term) in self.done:
                stack.pop()
                continue
            missing = [arg for arg in term.args if hasattr(arg, "op") and id(arg) not in self.done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            self.done[id(term)] = self.one(term)
        return self.done[id(root)]

    def function(self, name, args, sort):
        function = z3.Function(name, *(arg.sort() for arg in args), self.sort(sort))
        return function(*args)

    def one(self, term):
        op, sort = term.op, term.sort
        args = [self.done[id(arg)] for arg in term.args if hasattr(arg, "op")]
        match op:
            case "const":
                return z3.BoolVal(bool(term.value)) if sort == "b" else z3.BitVecVal(term.value, self.sort(sort))
            case "var":
                return z3.Const(term.args[0], self.sort(sort))
            case "uf":
                return self.function(term.args[0], args, sort) if args else z3.Const(term.args[0], self.sort(sort))
            case "not":
                return z3.Not(args[0])
            case "all":
                return z3.And(*args)
            case "any":
                return z3.Or(*args)
            case "ite":
                return z3.If(*args)
            case "eq":
                return args[0] == args[1]
            case "select":
                return z3.Select(*args)
            case "store":
                return z3.Store(*args)
            case "convert":
                return self.convert(term, args[0])
        if term.args[0].sort in FLOATS:
            return self.floating(term, args)
        return self.integer(term, args)

    def corrections(self, model):
        """What an input makes of the operations that have no meaning, where it makes something else of them than the machine does."""
        found = []
        for term, args, result in self.computable:
            values = [model.eval(arg, True).as_long() for arg in args]
            constants = [constant(arg.sort, value) for arg, value in zip(term.args, values)]
            known = computed(term, constants)
            if known.is_constant and constant(term.sort, model.eval(result, True).as_long()) is not known:
                same = [arg == value for arg, value in zip(args, values)]
                found.append(z3.Implies(z3.And(*same), result == known.value))
        return found

    def given(self):
        """Numbers that an input gives: variables, elements, what calls return."""
        computable = {result.get_id() for _, _, result in self.computable}
        bits = [one for one in self.done.values() if z3.is_bv(one) and one.get_id() not in computable]
        return [one for one in bits if one.decl().kind() in (z3.Z3_OP_UNINTERPRETED, z3.Z3_OP_SELECT)]

    def integer(self, term, args):
        a, b = args
        op = term.op
        is_hard = op in ("sdiv", "srem", "pow") or op == "mul" and not any(arg.is_constant for arg in term.args)
        self.is_loose |= is_hard and op != "pow"
        if op == "pow" or is_hard and not self.exact:
            found = self.function(f"{op}.{term.sort}", args, term.sort)
            self.computable.append((term, args, found))
            self.commute(op, args, term.sort, found)
            if op == "pow":
                self.lemmas += self.powers(term, a, b, found)
            return found
        return EXACT[op](a, b)

    def powers(self, term, a, b, found):
        """What `simplify` claims of powers (`rules.py` proves it)."""
        square = self.product(term, a, a)
        products = [z3.BitVecVal(1, a.size()), a, square, self.product(term, square, a), self.product(term, square, square)]
        claims = [z3.Implies(b == exponent, found == product) for exponent, product in enumerate(products)]
        base, width = term.args[0], a.size()
        if base.is_constant and signed(base) > 1 and signed(base).bit_count() == 1:
            each = signed(base).bit_length() - 1
            inside = z3.And(b >= 0, b < -(-width // each))
            count = (b * each) & (width - 1)
            claims.append(found == z3.If(inside, z3.BitVecVal(1, width) << count, z3.BitVecVal(0, width)))
        return claims

    def product(self, term, a, b):
        return a * b if self.exact else self.function(f"mul.{term.sort}", [a, b], term.sort)

    def commute(self, op, args, sort, found):
        if op in COMMUTATIVE:
            self.lemmas.append(found == self.function(f"{op}.{sort}", args[::-1], sort))

    def floating(self, term, args):
        op, sort = term.op, term.args[0].sort
        width = WIDTH[sort]
        sign = z3.BitVecVal(1 << (width - 1), width)
        if op == "fneg":
            return args[0] ^ sign
        if op == "fabs":
            return args[0] & ~sign
        if op in ("flt", "fle", "feq"):
            return compared(op, *args, INFINITY[sort])
        if self.exact == "floats" and op in IEEE:
            return as_bits(IEEE[op](*(z3.fpBVToFP(arg, FLOAT_SORTS[sort]) for arg in args)), sort)
        found = self.function(f"{op}.{sort}", args, sort)
        self.computable.append((term, args, found))
        self.commute(op, args, sort, found)
        if op in CLAIMS:
            neutral = z3.BitVecVal(float_bits(sort, CLAIMS[op]), width)
            self.lemmas.append(z3.Implies(args[1] == neutral, found == args[0]))
            if op in COMMUTATIVE:
                self.lemmas.append(z3.Implies(args[0] == neutral, found == args[1]))
        if op == "fdiv" and (reciprocal := exact_reciprocal(term.args[1])) is not None:
            inverse = z3.BitVecVal(float_bits(sort, reciprocal), width)
            self.lemmas.append(found == self.function(f"fmul.{sort}", [args[0], inverse], sort))
        if op == "fhalf":
            self.lemmas.append(self.function("fhalf.f32", [found], sort) == found)
        return found

    def convert(self, term, a):
        source, to = term.args[0].sort, term.sort
        if source in INTEGERS and to in INTEGERS:
            width, wanted = a.size(), self.widths[to]
            return z3.SignExt(wanted - width, a) if wanted > width else z3.Extract(wanted - 1, 0, a)
        found = self.function(f"convert.{source}.{to}", [a], to)
        self.computable.append((term, [a], found))
        # There and back through a type that holds every value.
        if (source, to) in (("i32", "f64"), ("f32", "f64")):
            self.lemmas.append(self.function(f"convert.{to}.{source}", [found], source) == a)
        return found
