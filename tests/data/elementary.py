"""Writes elementary.npy: 1000 arguments in single precision and what elementary functions give for them, by NumPy in double precision.

The rows are the argument, abs, sqrt, sin, cos, tan, ceil, x - floor(x), the remainder by 3 with the sign of the argument, and the
argument truncated to a whole number of 32 bits (0 where it does not fit).

Writes elementary_double.npy too: 1000 arguments in double precision and what the functions of DOUBLE give for them, rounded from the 64 bits
that the long double of x86-64 has.
"""

import pathlib

import numpy


def arguments():
    random = numpy.random.default_rng(404)
    sizes = 10.0 ** random.uniform(-8, 8, 700) * random.choice([-1.0, 1.0], 700)
    near = random.uniform(-10, 10, 200)
    halves = numpy.arange(-40, 40) / 2
    named = [0.0, -0.0, numpy.nan, numpy.inf, -numpy.inf, 1e-45, -1e-45, 1.1754944e-38, 3.4028235e38, -3.4028235e38]
    more = [0.99999994, 1.0000001, -0.99999994, 2147483520.0, -2147483648.0, 8388607.5, 8388608.0, -8388607.5, 16777216.0, 0.5]
    return numpy.concatenate([sizes, near, halves, named, more]).astype(numpy.float32)


# Functions of double precision, in the order of the rows.
DOUBLE = [numpy.exp, numpy.exp2, numpy.log, numpy.log2, numpy.log10, numpy.sin, numpy.cos, numpy.tan]
DOUBLE += [numpy.arcsin, numpy.arccos, numpy.arctan, numpy.sinh, numpy.cosh, numpy.tanh, numpy.arcsinh, numpy.arccosh, numpy.arctanh]
# These have two arguments.
DOUBLE += [lambda x: numpy.arctan2(x, numpy.longdouble(0.7)), lambda x: numpy.abs(x) ** numpy.longdouble(1.7)]


def double_arguments():
    random = numpy.random.default_rng(405)
    sizes = 10.0 ** random.uniform(-12, 12, 300) * random.choice([-1.0, 1.0], 300)
    near = random.uniform(-1.2, 1.2, 300)
    middle = random.uniform(-40, 40, 200)
    turns = random.integers(-30000, 30000, 100) * (numpy.pi / 2)
    ends = random.uniform(-760, 720, 70)
    named = [0.0, -0.0, numpy.nan, numpy.inf, -numpy.inf, 5e-324, -5e-324, 1e-310, 2.2250738585072014e-308, 1.7976931348623157e308]
    more = [-1.7976931348623157e308, 1.0, -1.0, 0.5, -0.5, 2.0, 10.0, 1e22, -1e22, 709.78, 710.3, -708.5, -745.1, 24999.9, 25000.1, 1e5]
    more += [0.9999999999999999, 1.0000000000000002, 1e15, 4503599627370497.0]
    return numpy.concatenate([sizes, near, middle, turns, ends, named, more])


def doubles():
    x = double_arguments()
    assert x.shape == (1000,) and numpy.finfo(numpy.longdouble).nmant == 63
    with numpy.errstate(all="ignore"):
        rows = [x] + [function(x.astype(numpy.longdouble)).astype(numpy.float64) for function in DOUBLE]
    numpy.save(pathlib.Path(__file__).with_name("elementary_double.npy"), numpy.array(rows))


def main():
    doubles()
    x = arguments()
    assert x.shape == (1000,)
    wide = x.astype(numpy.float64)
    with numpy.errstate(invalid="ignore"):
        whole = numpy.where(numpy.abs(wide) < 2.0**31, numpy.trunc(wide), 0.0)
        whole = numpy.where(wide == -(2.0**31), wide, whole)
        rows = [wide, numpy.abs(wide), numpy.sqrt(wide), numpy.sin(wide), numpy.cos(wide), numpy.tan(wide)]
        rows += [numpy.ceil(wide), wide - numpy.floor(wide), numpy.fmod(wide, 3.0), whole]
        table = numpy.array(rows).astype(numpy.float32)
    numpy.save(pathlib.Path(__file__).with_name("elementary.npy"), table)


if __name__ == "__main__":
    main()
