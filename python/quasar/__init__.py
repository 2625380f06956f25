"""Functions written in Quasar, called with NumPy arrays.

    import quasar
    filters = quasar.compile("filters.q")
    smooth = filters.blur(picture, 2.0)

`compile` makes a library with qc, keeps it in a cache and loads it; `load` loads one that was made by `qc filters.q --emit=shared`; after `install`
files with the ending `.q` on the path of Python are imported like others. docs/guide/18-python.md of qc tells the rest.
"""

from ._cache import CompileError, compile
from ._importer import install
from ._library import Error, load
from ._stubs import stubs

__all__ = ["CompileError", "Error", "compile", "install", "load", "stubs"]
__version__ = "0.1.0"
