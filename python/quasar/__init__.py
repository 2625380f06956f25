"""Functions written in Quasar, called with NumPy arrays.

    import quasar
    filters = quasar.compile("filters.q")
    smooth = filters.blur(picture, 2.0)

`compile` makes a library with qc, keeps it in a cache and loads it; `load` loads one that was made by `qc filters.q --emit=shared`; after `install`
files with the ending `.q` on the path of Python are imported like others. In notebooks, after `%load_ext quasar`, cells that begin with `%%quasar` hold
functions, and `show` shows arrays. Arrays of other libraries go in by DLPack; functions and modules can be pickled for other processes. The chapters 18 and
22 of the guide of qc tell the rest.
"""

from ._cache import CompileError, compile
from ._importer import install
from ._library import Error, load
from ._pictures import picture, show
from ._stubs import stubs

__all__ = ["CompileError", "Error", "compile", "install", "load", "picture", "show", "stubs"]
__version__ = "0.1.0"


def load_ipython_extension(shell):
    """What `%load_ext quasar` does: cells may begin with `%%quasar`."""
    from ._cells import magic
    shell.register_magic_function(magic(shell), "cell", "quasar")


def unload_ipython_extension(shell):
    """What `%unload_ext quasar` does."""
    shell.magics_manager.magics["cell"].pop("quasar", None)
