"""A notebook with `%%quasar` cells, run by a kernel as Jupyter runs it. The argument is a folder for all that is written.

Invariant: nbclient and ipykernel are there; what a cell shows is compared with its text, never with what was shown before.
"""

import base64
import io
import os
import pathlib
import statistics
import sys
import time

PLACE = pathlib.Path(sys.argv[1]).resolve()
os.environ |= {"IPYTHONDIR": str(PLACE / "ipython"), "XDG_CACHE_HOME": str(PLACE / "cache"), "JUPYTER_RUNTIME_DIR": str(PLACE / "runtime")}

import nbformat
import numpy as np
from nbclient import NotebookClient
from PIL import Image

RAMP = """%%quasar
% A picture that grows brighter to the right.
function y = ramp(rows : int, columns : int)
    print rows, " rows"
    y = zeros(rows, columns)
    for m = 0..rows-1
        for n = 0..columns-1
            y[m,n] = 255*n/(columns-1) + OFFSET
        end
    end
end"""
CELLS = (
    "%load_ext quasar\nimport quasar",
    RAMP.replace("OFFSET", "0"),
    # What a function writes to standard output itself a thread of the kernel reads and shows: it gets time before the cell ends.
    "import time\nquasar.show(ramp(2, 6))\ntime.sleep(1)",
    "%%quasar\nfunction y = ramp(rows : int, columns : int)\n    y = wrong\nend",
    "ramp(1, 2).tolist()",
)


def expect(condition, what):
    if not condition:
        sys.exit(f"wrong: {what}")


def texts(cell):
    """What a cell prints and gives, and its error as the notebook shows it."""
    parts = [one.get("text", "") + "\n".join(one.get("traceback", ())) + one.get("data", {}).get("text/plain", "") for one in cell.outputs]
    return "".join(parts)


def contents(cells):
    """The cells do what their texts say."""
    ready, defined, shown, mistaken, after = cells
    # The kernel may have said something of itself when it started.
    expect(all(one.output_type == "stream" for one in ready.outputs), f"the first cell: {texts(ready)}")
    expect(not defined.outputs, f"a cell that defines a function shows nothing: {texts(defined)}")
    picture = next(one.data["image/png"] for one in shown.outputs if "image/png" in one.get("data", {}))
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(picture))))
    expect(pixels.tolist() == [[0, 51, 102, 153, 204, 255]] * 2, f"a picture of {pixels}")
    expect("2 rows" in texts(shown), f"what a function prints is shown: {texts(shown)}")
    error = texts(mistaken)
    expect("E0201" in error and "cell.q" in error and "Traceback" not in error and ".py" not in error, f"a mistake: {error}")
    expect(mistaken.outputs[0].evalue.find("\x1b") < 0, "the text of an error has no colours")
    expect("[[0.0, 255.0]]" in texts(after), f"the function is the old one: {texts(after)}")


def milliseconds(client, cell):
    """How long a cell takes."""
    begun = time.perf_counter()
    client.execute_cell(cell, 0)
    return 1000*(time.perf_counter() - begun)


def main():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    client = NotebookClient(notebook, kernel_name="python3", allow_errors=True, resources={"metadata": {"path": str(PLACE)}})
    with client.setup_kernel():
        for number, cell in enumerate(notebook.cells):
            client.execute_cell(cell, number)
        contents(notebook.cells)
        times = {"an empty cell": ["pass"]*20, "a cell of ten lines": [RAMP.replace("OFFSET", f"0.{number}") for number in range(1, 21)]}
        times["one from the cache"] = times["a cell of ten lines"]
        for what, cells in times.items():
            taken = [milliseconds(client, nbformat.v4.new_code_cell(text)) for text in cells]
            print(f"{what}: {statistics.median(taken):.1f} ms, at least {min(taken):.1f}, at most {max(taken):.1f}")
    print("0 wrong")


main()
