"""Cells of notebooks: the magic `%%quasar` in a shell of IPython, and pictures, which Pillow reads. The argument is a folder for all that is written.

Invariant: what cells give is computed here from their text, never by qc; nothing is written outside the folder.
"""

import io
import os
import pathlib
import sys

PLACE = pathlib.Path(sys.argv[1]).resolve()
os.environ |= {"IPYTHONDIR": str(PLACE / "ipython"), "XDG_CACHE_HOME": str(PLACE / "cache"), "NO_COLOR": "1"}

import numpy as np
import quasar
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from PIL import Image

BLUR = """%%quasar
function y = blur(x : mat)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = (x[m,n] + x[m,n+1])/2
        end
    end
end
function y = twice(x : scalar)
    y = 2*x
end"""


def expect(condition, what):
    if not condition:
        sys.exit(f"wrong: {what}")


def run(cell, fails=False):
    """Runs a cell; gives what it prints and shows."""
    with capture_output() as seen:
        result = SHELL.run_cell(cell)
    expect(result.success != fails, f"{cell}\n{seen.stdout}{seen.stderr}")
    return seen


def refused(cell, *texts):
    """Runs a cell that fails; no line of Python is shown."""
    seen = run(cell, fails=True)
    shown = seen.stdout + seen.stderr
    for text in texts:
        expect(text in shown, f"{cell}\nshows no {text!r}:\n{shown}")
    expect("Traceback" not in shown and ".py" not in shown, f"lines of Python in\n{shown}")
    return shown


def value(expression):
    return SHELL.ev(expression)


def functions():
    run(BLUR)
    x = np.array([[1, 3, 5], [2, 2, 8]], np.float32)
    SHELL.push({"x": x})
    expect(np.array_equal(value("blur(x)"), [[2, 4, 2.5], [2, 5, 4]]), "blur")
    expect(value("twice(4)") == 8, "twice")
    run(BLUR.replace("2*x", "2*x + 1"))
    expect(value("twice(4)") == 9, "a function is defined again")
    run(BLUR)
    expect(value("twice(4)") == 8, "the first cell again")
    run("%%quasar\nfunction y = half(x)\n    y = x/2\nend\nfunction y = quarter(x : scalar)\n    {!export}\n    y = half(half(x))\nend")
    expect(value("quarter(8)") == 2 and "half" not in SHELL.user_ns, "functions with {!export} alone")


def mistakes():
    wrong = "%%quasar\n\nfunction y = twice(x : scalar)\n    y = 2*z\nend"
    shown = refused(wrong, "E0201", "unknown name `z`", "cell.q:4:")
    expect(str(PLACE) not in shown, f"the place of the cell in\n{shown}")
    expect(value("twice(4)") == 8, "a cell that does not compile changes nothing")
    refused("%%quasar\nfunction y = any(x)\n    y = x\nend", "`x` of the exported function `any` has no type", "{!export}", "cell.q:2:")
    refused("%%quasar\nprint 1", "cell.q exports nothing")
    refused("%%quasar --name filters\nfunction y = f(x : mat)\n    y = q\nend", "filters.q:3:")
    refused("%%quasar --fb=strict\nfunction y = f(x : mat)\n    y = x\nend", "no option --fb", "did you mean")
    for line, *texts in (
            ("--name 2d", "'2d' cannot be the name of a module", "usage: %%quasar"), ("--name", "cannot be the name"), ("fast", "'fast' is no option"),
            ("--emit=mir", "--emit is no option for a cell"), ("-o x.so", "-o is no option for a cell"), ("-ox.so", "is no option for a cell"), ("--name 'a", "quotation", "usage")):
        refused(f"%%quasar {line}\nfunction y = f(x : mat)\n    y = x\nend", *texts)


def options():
    run("%%quasar --name filters --precision=double\nfunction y = third(x : scalar)\n    y = x/3\nend")
    expect(value("filters.third(1)") == 1/3 and "third" not in SHELL.user_ns, "a module, in double precision")
    run("%%quasar -O 0 --name=filters\nfunction y = third(x : scalar)\n    y = x/3\nend")
    expect(value("filters.third(1)") == np.float32(1)/np.float32(3), "a module again, in single precision")
    warned = run("%%quasar\nfunction y = last(x : vec)\n    y = 0.0\n    for k = 1..numel(x)\n        y += x[k]\n    end\nend")
    expect("W0409" in warned.stderr and "cell.q:5:" in warned.stderr, f"a warning: {warned.stderr}")
    again = run("%%quasar\nfunction y = last(x : vec)\n    y = 0.0\n    for k = 1..numel(x)\n        y += x[k]\n    end\nend")
    expect(again.stderr == warned.stderr, "the warning of a cell from the cache")
    for _ in range(2):
        told = run(BLUR.replace("%%quasar", "%%quasar --report=loops"))
        expect("cell.q:4: loop over m" in told.stdout and "parallel" in told.stdout, f"a report: {told.stdout}")
    expect(value("twice(4)") == 8, "functions of a cell with a report")


def surroundings():
    """Imports and settings are those of the notebook's folder."""
    folder = PLACE / "project"
    folder.mkdir(exist_ok=True)
    os.chdir(folder)
    (folder / "tools.q").write_text("function y = third(x)\n    y = x/3\nend\n")
    cell = "%%quasar\nimport \"tools.q\"\nfunction y = ninth(x : scalar)\n    y = third(third(x))\nend"
    run(cell)
    expect(value("ninth(18)") == 2, "an import from beside the notebook")
    (folder / "tools.q").write_text("function y = third(x)\n    y = x/2\nend\n")
    run(cell)
    expect(value("ninth(18)") == 4.5, "an import that changed")
    (folder / "more").mkdir(exist_ok=True)
    (folder / "more" / "others.q").write_text("function y = fifth(x)\n    y = x/5\nend\n")
    other = "import \"others.q\"\nfunction y = tenth(x : scalar)\n    y = fifth(x)/2\nend"
    for option in ("-I more", "-Imore", "--include=more", "--include more"):
        run(f"%%quasar {option}\n{other}")
        expect(value("tenth(20)") == 2, f"an import by {option}")
    refused(f"%%quasar\n{other}", "others.q", "cell.q:2:")
    os.environ.pop("QC_CONFIG", None)
    (folder / "qc.toml").write_text("NO_SUCH_SETTING = 1\n")
    refused(cell, "qc.toml", "NO_SUCH_SETTING")
    (folder / "qc.toml").unlink()
    run(cell)
    os.chdir(PLACE)


def errors_of_calls():
    run("%%quasar\nfunction y = at(x : vec, k : int)\n    y = x[k]\nend")
    seen = run("at([1, 2], 2)", fails=True)
    expect("index 2 of 'x' is outside its 2 elements" in seen.stdout and "cell.q:3" in seen.stdout, f"an error of a call: {seen.stdout}")
    expect(isinstance(sys.last_value, quasar.Error) and sys.last_value.line == 3, "the line of an error")


def cache():
    from quasar import _cells
    cells = PLACE / "cache" / "quasar" / "cells"
    _cells.KEPT = 2
    for number in range(4):
        run(f"%%quasar\nfunction y = number()\n    y = {number}\nend")
        expect(value("number()") == number, "a cell of many")
    expect(len(list(cells.iterdir())) == 2, "cells that are kept")


def pixels(picture):
    return np.asarray(Image.open(io.BytesIO(bytes(picture))))


def pictures():
    random = np.random.default_rng(1)
    grey = random.integers(0, 256, (5, 7), dtype=np.uint8)
    colours = random.integers(0, 256, (6, 3, 3), dtype=np.uint8)
    for array in (grey, colours, grey.T, colours[::-1, :, ::-1]):
        expect(np.array_equal(pixels(quasar.picture(array)), array), "bytes")
        expect(np.array_equal(pixels(quasar.picture(array.astype(np.float32))), array), "floats")
        expect(np.array_equal(pixels(quasar.picture(array, zoom=2)), array.repeat(2, 0).repeat(2, 1)), "squares")
    values = np.array([[-1, 0, 0.5, 1, 2, np.nan, np.inf, -np.inf]])
    expect(pixels(quasar.picture(values, high=1)).tolist() == [[0, 0, 128, 255, 255, 0, 255, 0]], "values outside the range")
    expect(pixels(quasar.picture([[True, False]])).tolist() == [[255, 0]], "booleans")
    expect(pixels(quasar.picture(np.array([[-5, 300, 40]]))).tolist() == [[0, 255, 40]], "whole numbers")
    expect(pixels(quasar.picture(np.array([[0, 65504]], np.float16), high=65504)).tolist() == [[0, 255]], "halves")
    expect(pixels(quasar.picture(grey[:, :, None])).shape == (5, 7), "one channel")
    for array, kind, text in (
            (np.zeros(3), ValueError, "H×W"), (np.zeros((2, 2, 4)), ValueError, "2×2×4"), (1, ValueError, "a number"), (np.zeros((0, 3)), ValueError, "no elements"),
            (np.zeros((2, 2), complex), TypeError, "abs(x)"), (np.array([["a"]]), TypeError, "numbers")):
        try:
            quasar.picture(array)
        except kind as error:
            expect(text in str(error), f"the message {error} has no {text!r}")
        else:
            sys.exit(f"wrong: no {kind.__name__} with {text!r}")
    for wrong in ({"low": 1, "high": 1}, {"zoom": 0}, {"zoom": 1.5}):
        try:
            quasar.picture(grey, **wrong)
        except ValueError:
            continue
        sys.exit(f"wrong: no error with {wrong}")
    SHELL.push({"grey": grey, "quasar": quasar})
    seen = run("quasar.show(grey, grey.T, zoom=3)")
    expect([pixels(one.data["image/png"]).shape for one in seen.outputs] == [(15, 21), (21, 15)], f"pictures of a cell: {seen.outputs}")


def outside():
    try:
        quasar.show([[1]])
    except RuntimeError as error:
        expect("notebook" in str(error), "show outside a notebook")
    else:
        sys.exit("wrong: show outside a notebook")


def main():
    os.chdir(PLACE)
    run("%load_ext quasar")
    functions()
    mistakes()
    options()
    surroundings()
    errors_of_calls()
    cache()
    pictures()
    run("%unload_ext quasar")
    expect("%%quasar" in (seen := run("%%quasar\n1", fails=True)).stdout + seen.stderr, "the magic is gone")
    print("0 wrong")


outside()
SHELL = InteractiveShell.instance()
main()
