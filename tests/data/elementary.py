"""Writes elementary.npy: 1000 arguments in single precision and what elementary functions give for them, by NumPy in double precision.

The rows are the argument, abs, sqrt, sin, cos, tan, ceil, x - floor(x), the remainder by 3 with the sign of the argument, and the
argument truncated to a whole number of 32 bits (0 where it does not fit).
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


def main():
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
