"""Calls of tests/callers/filters.q from Python, compared with NumPy. The variable QC names the compiler; the argument is a folder for libraries.

Invariant: what is expected is computed here from the definition of each function, never by qc.
"""

import gc
import inspect
import os
import pathlib
import sys
import threading

import numpy as np
import quasar

HERE = pathlib.Path(__file__).parent
CACHE = pathlib.Path(sys.argv[1])


def expect(condition, what):
    if not condition:
        sys.exit(f"wrong: {what}")


def refused(call, kind, text):
    try:
        call()
    except kind as error:
        expect(text in str(error), f"the message {error} has no {text!r}")
        return error
    sys.exit(f"wrong: no {kind.__name__} with {text!r}")


def arrays(filters):
    random = np.random.default_rng(1)
    x = random.random((40, 30), dtype=np.float32)
    for view in (x, x.T, x[::2, ::-3], x[5:6], x[:, 3:4], x[:0]):
        expect(np.allclose(filters.scale(view, 2), 2*view + 4.5), "scale of a view")
    expect(np.allclose(filters.scale(x.astype(np.float64), 2), 2*x + 4.5), "scale of doubles")
    expect(np.array_equal(filters.scale([[1, 2], [3, 4]], 2), [[6.5, 8.5], [10.5, 12.5]]), "scale of lists")
    cube = random.random((3, 4, 5), dtype=np.float32)
    total, most = filters.sums(cube)
    expect(np.isclose(total, cube.sum(dtype=float)) and most == cube.max(), "sums")
    z = (random.random((4, 6)) + 1j*random.random((4, 6))).astype(np.complex64)
    expect(np.array_equal(filters.mirrored(z.T), z.T.conj()), "mirrored")
    bytes_ = random.integers(0, 200, (7, 9), dtype=np.uint8)
    bright = filters.brighter(bytes_)
    expect(bright.dtype == np.uint8 and np.array_equal(bright, bytes_ + 20), "brighter")
    a, b = random.random(3, dtype=np.float32), random.random(3, dtype=np.float32)
    expect(np.allclose(filters.cross3(a, b), np.cross(a, b), atol=1e-6), "cross3")


def odd(filters):
    """Arrays that are not as NumPy makes most of them, and values that are none."""
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    bytes_ = np.zeros(49, np.uint8)
    unaligned = np.frombuffer(bytes_.data, np.float32, 12, 1).reshape(3, 4)
    unaligned[...] = x
    mapped = np.memmap(CACHE / "mapped", np.float32, "w+", shape=(3, 4))
    mapped[...] = x
    expect(not unaligned.flags.aligned, "an array that is not aligned")
    for value in (x.astype(">f4"), unaligned, mapped, np.matrix(x), x.astype(np.longdouble), x.astype(np.uint64), x.tolist(), (x + 0j).tolist()):
        expect(np.array_equal(filters.scale(value, 2), 2*x + 4.5), f"scale of {type(value)}")
    filters.fill(mapped, 5)
    expect((mapped == 5).all() and (np.memmap(CACHE / "mapped", np.float32, "r") == 5).all(), "fill stores into a file")
    refused(lambda: filters.fill(unaligned, 1), quasar.Error, "aligned")
    refused(lambda: filters.fill(np.broadcast_to(x, (2, 3, 4))[0], 1), TypeError, "writeable")
    for call in (filters.fill, filters.scale):
        refused(lambda: call(np.ma.masked_array(x, x > 3), 1), TypeError, "x: a masked array")
    for value, kind, text in (
            (x.astype(object), TypeError, "got object"), ("abc", TypeError, "got <U3"), (None, TypeError, "got object"), ([[1], [2, 3]], ValueError, "x: "),
            ([[0.1 + 2j]], TypeError, "loses values"), (np.float32(3), TypeError, "got 0")):
        refused(lambda: filters.scale(value, 1), kind, text)


def memory(filters):
    x = np.zeros((4, 5), np.float32)
    filters.fill(x, 3)
    expect((x == 3).all(), "fill stores into the array of the caller")
    refused(lambda: filters.fill(x.T, 1), quasar.Error, "stores into it")
    refused(lambda: filters.fill(x.astype(float), 1), TypeError, "writeable array of float32")
    x.flags.writeable = False
    refused(lambda: filters.fill(x, 1), TypeError, "writeable")
    part = filters.scale(x, 1)[1:]
    gc.collect()
    expect((part == 7.5).all(), "a part of a result keeps its memory")
    for _ in range(200):
        filters.scale(np.ones((500, 500), np.float32), 1)


def errors(filters):
    error = refused(lambda: filters.fetch(np.zeros(4, np.float32), 4), quasar.Error, "index 4 of 'x'")
    expect(error.file.endswith("filters.q") and error.line == 26, f"{error.file}:{error.line}")
    expect(refused(lambda: filters.give_up("no luck"), quasar.Error, "no luck").message == "no luck", "message")
    refused(lambda: filters.scale(np.zeros(3, np.float32), 1), TypeError, "expected 2 dimensions, got 1")
    refused(lambda: filters.scale(np.zeros((2, 2), complex), 1), TypeError, "loses values")
    refused(lambda: filters.fetch([1, 2], 1 << 31), OverflowError, "does not fit")
    refused(lambda: filters.fetch([1, 2], 0.5), TypeError, "whole number")
    refused(lambda: filters.cross3([1, 2], [1, 2, 3]), quasar.Error, "expected 3 elements")


def threads(filters):
    before, failed = filters.calls(), []

    def work(number):
        for round_ in range(100):
            x = np.full((6, 7), 10*number + round_, np.float32)
            if not np.array_equal(filters.scale(x, 2), 2*x + 4.5):
                failed.append(number)
    all_ = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for one in all_:
        one.start()
    for one in all_:
        one.join()
    expect(not failed and filters.calls() == before + 800, "calls of eight threads")


def forked(filters):
    """A process that was forked has none of the threads: a call is an error, and none in the one that was there."""
    child = os.fork()
    if child == 0:
        try:
            filters.calls()
        except quasar.Error as error:
            os._exit(0 if "forked" in str(error) else 2)
        os._exit(1)
    expect(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, "a call in a process that was forked")
    filters.calls()


def modules(filters):
    other = quasar.compile(HERE / "other.q", cache=CACHE)
    x = np.ones((2, 2), np.float32)
    expect(other.calls() == -1 and (other.scale(x, 2) == 0.5).all(), "another library in the process")
    expect((filters.scale(x, 2) == 6.5).all(), "the first one is as it was")
    expect(filters.scale.__doc__.startswith("Scales a picture") and "the picture" in filters.scale.__doc__, "docstring")
    expect(list(inspect.signature(filters.scale).parameters) == ["x", "factor"], "signature")
    stub = quasar.stubs(filters)
    compile(stub, "stub", "exec")
    expect("def greet(name: str, n: int) -> tuple[str, int]:" in stub, "stub")


def otherwise(filters):
    """Where the fields of NumPy's arrays are not in their places, arrays and texts go by what Python and NumPy say of them."""
    from quasar import _library
    expect(_library.SHOWS_FIELDS, "the fields of arrays are in their places")
    _library.SHOWS_FIELDS = False
    again = quasar.load(filters.__file__)
    _library.SHOWS_FIELDS = True
    expect(again.greet("Grüß", 41) == ("hello Grüß", 42), "texts by other addresses")
    arrays(again)
    memory(again)
    errors(again)


def cache():
    source = CACHE / "late.q"
    for number in (1, 2):
        source.write_text(f"function n = number()\n    {{!export}}\n    n = {number}\nend\n")
        expect(quasar.compile(source, cache=CACHE).number() == number, "a changed source is compiled again")
    count = len(list(CACHE.glob("*/liblate.so")))
    quasar.compile(source, cache=CACHE)
    expect(len(list(CACHE.glob("*/liblate.so"))) == count == 2, "an unchanged source is not")
    source.write_text("function y = f(x)\n    {!export}\n    y = x\nend\n")
    refused(lambda: quasar.compile(source, cache=CACHE), quasar.CompileError, "E0414")
    (CACHE / "imported.q").write_text("function n = number()\n    {!export}\n    n = 3\nend\n")
    sys.path.insert(0, str(CACHE))
    quasar.install()
    import imported
    expect(imported.number() == 3, "an import")


def main():
    filters = quasar.compile(HERE / "filters.q", cache=CACHE)
    expect(filters.greet("Grüß", 41) == ("hello Grüß", 42), "texts")
    arrays(filters)
    odd(filters)
    memory(filters)
    errors(filters)
    threads(filters)
    forked(filters)
    modules(filters)
    otherwise(filters)
    cache()
    print("0 wrong")


main()
