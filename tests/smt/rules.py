"""The rules of `simplify/fold`, as formulas of z3 for all operands: `Rule` of `compiler/middle/src/mir/passes/simplify/fold.rs` has their names.

Integers have 8, 16, 32 and 64 bits, floats 16, 32 and 64, in the arithmetic of IEEE; all NaNs are one, as the compiler claims no more of
them. `LISTED` has the rules without a formula, each with its reason, and `WRONG` what must not hold, so that a formula that holds always
is noticed.

*Invariant:* a rule stands in `RULES` or in `LISTED`, never in both.
"""

import z3

from formulas import compared

WIDTHS = (8, 16, 32, 64)
SORTS = {16: z3.Float16(), 32: z3.Float32(), 64: z3.Float64()}
NEAREST = z3.RNE()

LISTED = {
    "ConstantOperand": "the number comes from `mir/operations.rs`, which defines the operation; instances are compared with `terms.py`",
    "ConstantOperands": "as `ConstantOperand`",
    "ConstantsCompared": "as `ConstantOperand`",
    "ConstantConverted": "as `ConstantOperand`",
    "ConstantArguments": "the runtime computes the number, as it would when the program runs; elementary functions have no meaning for z3",
    "ExtentOfNewArray": "it is what `NewArray` means (`mir/data.rs`), an axiom of the model",
    "NumberInNewVector": "as `ExtentOfNewArray`",
    "NumberInNewArray": "as `ExtentOfNewArray`: an array that could be made has a number of elements that fits",
    "ExtentOfCopy": "the runtime copies the extents; its functions have no meaning for z3",
    "NumberInCopy": "as `ExtentOfCopy`",
}


def names(width, *letters):
    return [z3.BitVec(letter, width) for letter in letters]


def floats(width, *letters):
    return [z3.FP(letter, SORTS[width]) for letter in letters]


def number(width, value):
    return z3.FPVal(value, SORTS[width])


B = z3.Bool("b")

# ---- What the operations mean (`mir/data.rs`)


def quotient(a, b):
    return z3.If(b == 0, b, a / b)


def remainder(a, b):
    return z3.If(b == 0, b, z3.SRem(a, b))


def shift_left(a, b):
    return a << (b & (b.size() - 1))


def shift_right(a, b):
    return a >> (b & (b.size() - 1))


def least(a, b):
    return z3.If(a < b, a, b)


def greatest(a, b):
    return z3.If(a > b, a, b)


def power(a, b):
    """Repeated squaring; a constant exponent keeps it small."""
    width = a.size()
    left = z3.If(b < 0, -b, b)
    result, square = z3.BitVecVal(1, width), a
    for bit in range(width):
        result = z3.simplify(z3.If(z3.Extract(bit, bit, left) == 1, result * square, result))
        square = square * square
    return z3.If(z3.And(b < 0, a != 1, a != -1), z3.BitVecVal(0, width), result)


def shifted_one(x, each):
    """A power of `2**each` as a shift of 1, or 0 where the bit is not in the number."""
    width = x.size()
    inside = z3.And(x >= 0, x < -(-width // each))
    return z3.If(inside, shift_left(z3.BitVecVal(1, width), x * each), z3.BitVecVal(0, width))


def float_least(a, b):
    return z3.If(z3.Or(z3.fpLT(a, b), z3.fpIsNaN(b)), a, b)


def differ(a, b):
    """`Ne` of floats: ordered and not equal, or a NaN."""
    return z3.Or(z3.fpLT(a, b), z3.fpGT(a, b), z3.fpIsNaN(a), z3.fpIsNaN(b))


ORDERS = {
    "eq": (lambda a, b: a == b, z3.fpEQ), "ne": (lambda a, b: a != b, differ), "lt": (lambda a, b: a < b, z3.fpLT),
    "le": (lambda a, b: a <= b, z3.fpLEQ), "gt": (lambda a, b: a > b, z3.fpGT), "ge": (lambda a, b: a >= b, z3.fpGEQ),
}
OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def rounded_to_half(x):
    return z3.fpFPToFP(NEAREST, z3.fpFPToFP(NEAREST, x, z3.Float16()), z3.Float32())


def as_float(x, width):
    return z3.fpSignedToFP(NEAREST, x, SORTS[width])


def as_integer(x, width):
    return z3.fpToSBV(z3.RTZ(), x, z3.BitVecSort(width))


# ---- Formulas: a function of the width that gives claims; none where the width has none


def of_integers(build):
    return lambda width: build(width, *names(width, "x", "y", "c", "d"))


def of_floats(build):
    return lambda width: build(width, *floats(width, "x", "y", "c", "d")) if width in SORTS else []


def of_truths(*claims):
    """Claims without numbers, once."""
    return lambda width: list(claims) if width == 8 else []


def both(*parts):
    return lambda width: [claim for part in parts for claim in part(width)]


def choices(numbers, which):
    """`(b ? x : y) op c`, where it is known what x and y give: a true and a false one, the other way round, or the same for both."""

    def build(width, x, y, c, d):
        claims = []
        for order in ORDERS.values():
            op = order[numbers]
            first, second = op(x, c), op(y, c)
            found = op(z3.If(B, x, y), c)
            known = {"condition": (first, z3.Not(second), B), "opposite": (z3.Not(first), second, z3.Not(B))}
            if which == "same":
                claims.append(z3.Implies(first == second, found == first))
            else:
                left, right, result = known[which]
                claims.append(z3.Implies(z3.And(left, right), found == result))
        return claims

    return both(of_integers(build)) if numbers == 0 else of_floats(build)


def truths(width, one, zero, equal, different, wanted):
    """A truth value as a number, compared with 0 and 1."""
    asked = z3.If(B, one, zero)
    same = [different(asked, zero), equal(asked, one)]
    other = [equal(asked, zero), different(asked, one)]
    return [claim == B for claim in same] if wanted else [claim == z3.Not(B) for claim in other]


def truth_numbers(wanted):
    return both(
        of_integers(lambda w, x, *_: truths(w, z3.BitVecVal(1, w), z3.BitVecVal(0, w), *ORDERS_EQ[0], wanted)),
        of_floats(lambda w, x, *_: truths(w, number(w, 1.0), number(w, 0.0), *ORDERS_EQ[1], wanted)),
    )


ORDERS_EQ = [(ORDERS["eq"][numbers], ORDERS["ne"][numbers]) for numbers in (0, 1)]


def there_and_back(width):
    """Integers through wider ones and through floats that hold them, floats through wider ones, truth values through all."""
    claims = []
    (x,) = names(width, "x")
    if width < 64:
        claims.append(z3.Extract(width - 1, 0, z3.SignExt(width, x)) == x)
        claims.append(as_integer(as_float(x, 2 * width), width) == x)
        claims.append((z3.If(B, z3.BitVecVal(1, width), z3.BitVecVal(0, width)) != 0) == B)
    if width in (16, 32):
        (f,) = floats(width, "f")
        claims.append(z3.fpFPToFP(NEAREST, z3.fpFPToFP(NEAREST, f, SORTS[2 * width]), SORTS[width]) == f)
        claims.append(differ(z3.If(B, number(width, 1.0), number(width, 0.0)), number(width, 0.0)) == B)
    return claims


P, Q = z3.Bools("p q")

RULES = {
    "TwiceIsNothing": both(
        of_integers(lambda w, x, *_: [-(-x) == x, ~(~x) == x]), of_floats(lambda w, x, *_: [z3.fpNeg(z3.fpNeg(x)) == x]), of_truths(z3.Not(z3.Not(P)) == P)
    ),
    "RoundedTwice": lambda width: [rounded_to_half(rounded_to_half(x)) == rounded_to_half(x) for x in floats(32, "x")] if width == 32 else [],
    "OppositeComparison": both(
        of_integers(lambda w, x, y, *_: [z3.Not(ORDERS[op][0](x, y)) == ORDERS[other][0](x, y) for op, other in OPPOSITE.items()]),
        of_floats(lambda w, x, y, *_: [z3.Not(ORDERS[op][1](x, y)) == ORDERS[OPPOSITE[op]][1](x, y) for op in ("eq", "ne")]),
        of_truths(z3.Not(P == Q) == (P != Q), z3.Not(P != Q) == (P == Q)),
    ),
    "ConstantToTheRight": both(
        of_integers(lambda w, x, y, c, _: [c + x == x + c, c * x == x * c, (c & x) == (x & c), (c | x) == (x | c), (c ^ x) == (x ^ c)]),
        of_floats(lambda w, x, y, c, _: [z3.fpAdd(NEAREST, c, x) == z3.fpAdd(NEAREST, x, c), z3.fpMul(NEAREST, c, x) == z3.fpMul(NEAREST, x, c)]),
        of_truths(z3.And(P, Q) == z3.And(Q, P), z3.Or(P, Q) == z3.Or(Q, P), z3.Xor(P, Q) == z3.Xor(Q, P)),
    ),
    "TruthWithItself": of_truths(z3.And(P, P) == P, z3.Or(P, P) == P),
    "NeutralTruth": of_truths(z3.And(P, True) == P, z3.Or(P, False) == P, z3.Xor(P, z3.BoolVal(False)) == P),
    "DecisiveTruth": of_truths(z3.And(P, False) == z3.BoolVal(False), z3.Or(P, True) == z3.BoolVal(True)),
    "OtherThanTrue": of_truths(z3.Xor(P, z3.BoolVal(True)) == z3.Not(P)),
    "NumberLessItself": of_integers(lambda w, x, *_: [x - x == 0, x ^ x == 0]),
    "NumberWithItself": of_integers(lambda w, x, *_: [(x & x) == x, (x | x) == x, least(x, x) == x, greatest(x, x) == x]),
    "NeutralZero": of_integers(
        lambda w, x, *_: [x + 0 == x, x - 0 == x, (x | 0) == x, (x ^ 0) == x]
        + [shift(x, z3.BitVecVal(0, w)) == x for shift in (shift_left, shift_right)]
    ),
    "DecisiveZero": of_integers(lambda w, x, *_: [x * 0 == 0, (x & 0) == 0] + [op(x, z3.BitVecVal(0, w)) == 0 for op in (quotient, remainder)]),
    "NeutralOne": of_integers(lambda w, x, *_: [x * 1 == x, quotient(x, z3.BitVecVal(1, w)) == x, power(x, z3.BitVecVal(1, w)) == x]),
    "RemainderOfOne": of_integers(lambda w, x, *_: [remainder(x, z3.BitVecVal(1, w)) == 0]),
    "Square": of_integers(lambda w, x, *_: [power(x, z3.BitVecVal(2, w)) == x * x]),
    "PowerOfNothing": of_integers(lambda w, x, *_: [power(x, z3.BitVecVal(0, w)) == 1]),
    "SmallPower": of_integers(lambda w, x, *_: [power(x, z3.BitVecVal(3, w)) == x * x * x, power(x, z3.BitVecVal(4, w)) == (x * x) * (x * x)]),
    "PowerOfTwo": of_integers(lambda w, x, *_: [power(z3.BitVecVal(2**each, w), x) == shifted_one(x, each) for each in (1, 2, 3, 5)]),
    "ProductOfProduct": of_integers(lambda w, x, y, c, d: [(x * c) * d == x * (c * d)]),
    "StepFromSum": of_integers(lambda w, x, y, c, d: [(x + c) + d == x + (c + d), (x + c) - d == x + (c - d)]),
    "DifferenceFromDifference": of_integers(lambda w, x, y, c, d: [(x - c) - d == x - (c + d)]),
    "SumFromDifference": of_integers(lambda w, x, y, c, d: [(x - c) + d == x - (c - d)]),
    "PartTakenBack": of_integers(
        lambda w, x, y, *_: [(x + y) - x == y, (y + x) - x == y, x - (x - y) == y, (x - y) + y == x, y + (x - y) == x]
    ),
    "CommonPart": of_integers(
        lambda w, x, y, z, _: [(x + y) - (x + z) == y - z, (y + x) - (z + x) == y - z, (x + y) - (x - z) == y + z, (x - y) - (x - z) == z - y]
    ),
    "FloatByOne": of_floats(lambda w, x, *_: [z3.fpMul(NEAREST, x, number(w, 1.0)) == x, z3.fpDiv(NEAREST, x, number(w, 1.0)) == x]),
    "FloatByPowerOfTwo": of_floats(
        lambda w, x, *_: [z3.fpDiv(NEAREST, x, number(w, c)) == z3.fpMul(NEAREST, x, number(w, 1 / c)) for c in (2.0, -0.25)]
    ),
    "FloatLessZero": of_floats(lambda w, x, *_: [z3.fpSub(NEAREST, x, number(w, 0.0)) == x]),
    "FloatAndNegativeZero": of_floats(lambda w, x, *_: [z3.fpAdd(NEAREST, x, number(w, -0.0)) == x]),
    "ComparedConstantToTheRight": both(
        of_integers(lambda w, x, y, c, _: [ORDERS[op][0](c, x) == ORDERS[other][0](x, c) for op, other in MIRRORED.items()]),
        of_floats(lambda w, x, y, c, _: [ORDERS[op][1](c, x) == ORDERS[other][1](x, c) for op, other in MIRRORED.items()]),
        of_truths((P == Q) == (Q == P), (P != Q) == (Q != P)),
    ),
    "ComparedWithItself": both(
        of_integers(lambda w, x, *_: [ORDERS[op][0](x, x) == z3.BoolVal(op in ("eq", "le", "ge")) for op in ORDERS]),
        of_truths((P == P) == z3.BoolVal(True), (P != P) == z3.BoolVal(False)),
    ),
    "ChoiceTellsCondition": both(choices(0, "condition"), choices(1, "condition")),
    "ChoiceTellsOpposite": both(choices(0, "opposite"), choices(1, "opposite")),
    "ChoiceTellsNothing": both(choices(0, "same"), choices(1, "same")),
    "TruthAsked": both(truth_numbers(True), of_truths((P == True) == P, (P != False) == P)),  # noqa: E712, formulas
    "OppositeTruthAsked": both(truth_numbers(False), of_truths((P == False) == z3.Not(P), (P != True) == z3.Not(P))),  # noqa: E712, formulas
    "ChoiceOfEquals": both(of_integers(lambda w, x, *_: [z3.If(B, x, x) == x]), of_floats(lambda w, x, *_: [z3.If(B, x, x) == x])),
    "KnownChoice": of_integers(lambda w, x, y, *_: [z3.If(z3.BoolVal(True), x, y) == x, z3.If(z3.BoolVal(False), x, y) == y]),
    "ChoiceByOpposite": of_integers(lambda w, x, y, *_: [z3.If(z3.Not(B), x, y) == z3.If(B, y, x)]),
    "ChoiceOfTruths": of_truths(z3.If(B, z3.BoolVal(True), z3.BoolVal(False)) == B),
    "ChoiceOfOppositeTruths": of_truths(z3.If(B, z3.BoolVal(False), z3.BoolVal(True)) == z3.Not(B)),
    "ConvertedToItself": of_integers(lambda w, x, *_: [x == x]),
    "ThereAndBack": there_and_back,
}

def by_bits(width):
    """The comparisons of `formulas.py` are those of IEEE."""
    if width not in SORTS:
        return []
    a, b = names(width, "a", "b")
    infinity = {16: 0x7C00, 32: 0x7F800000, 64: 0x7FF0000000000000}[width]
    left, right = (z3.fpBVToFP(one, SORTS[width]) for one in (a, b))
    pairs = {"feq": z3.fpEQ, "flt": z3.fpLT, "fle": z3.fpLEQ}
    return [compared(op, a, b, infinity) == ieee(left, right) for op, ieee in pairs.items()]


# What the formulas of functions rest on.
BASIS = {"floats are compared by their bits": by_bits}

# Rules that the compiler could have and must not: each has operands for which it fails.
WRONG = {
    "a float less itself is 0": of_floats(lambda w, x, *_: [z3.fpSub(NEAREST, x, x) == number(w, 0.0)]),
    "a float plus 0 is itself": of_floats(lambda w, x, *_: [z3.fpAdd(NEAREST, x, number(w, 0.0)) == x]),
    "a float times 0 is 0": of_floats(lambda w, x, *_: [z3.fpMul(NEAREST, x, number(w, 0.0)) == number(w, 0.0)]),
    "not less is greater or equal, of floats": of_floats(lambda w, x, y, *_: [z3.Not(z3.fpLT(x, y)) == z3.fpGEQ(x, y)]),
    "the lesser of two floats in another order": of_floats(lambda w, x, y, *_: [float_least(x, y) == float_least(y, x)]),
    "a float is equal to itself": of_floats(lambda w, x, *_: [z3.fpEQ(x, x)]),
    "a shift by the width is 0": of_integers(lambda w, x, *_: [shift_left(x, z3.BitVecVal(w, w)) == 0]),
    "a quotient by itself is 1": of_integers(lambda w, x, *_: [quotient(x, x) == 1]),
    "a product divided is what it was": of_integers(lambda w, x, *_: [quotient(x * 2, z3.BitVecVal(2, w)) == x]),
    "a difference of differences": of_integers(lambda w, x, y, z, _: [(x - y) - (x - z) == y - z]),
    "a sum is greater": of_integers(lambda w, x, *_: [x + 1 > x]),
    "a power of two is a shift": of_integers(lambda w, x, *_: [power(z3.BitVecVal(2, w), x) == shift_left(z3.BitVecVal(1, w), x)]),
    "half of a number by a shift": of_integers(lambda w, x, *_: [quotient(x, z3.BitVecVal(2, w)) == x >> 1]),
    "a difference joined to a sum": of_integers(lambda w, x, y, c, d: [(x - c) + d == x - (c + d)]),
}


def holds(claim, seconds):
    """z3's answer to whether the claim has a counterexample."""
    solver = z3.Solver()
    solver.set("timeout", int(seconds * 1000))
    solver.add(z3.Not(claim))
    return solver.check()


def proved_at(rule, seconds):
    """By width: whether all its claims are proved; widths without claims are left out."""
    found = {}
    for width in WIDTHS:
        answers = [holds(claim, seconds) for claim in rule(width)]
        if answers:
            found[width] = z3.sat if z3.sat in answers else z3.unsat if all(answer == z3.unsat for answer in answers) else z3.unknown
    return found
