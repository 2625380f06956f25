"""Imports of Quasar files: `import filters` finds `filters.q` on the path of Python; and of the modules that pickles name (`_sources.py`).

Invariant: files of Python come first; a name that no file has is left to others. A pickle never means functions of other sources than those that it was
made with.
"""

import importlib.abc
import importlib.machinery
import pathlib
import sys

from . import _sources
from ._cache import CompileError, compile
from ._library import load


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds and loads Quasar files."""

    def find_spec(self, name, path=None, target=None):
        """The file with the name and the ending `.q`, in the folders of the path or of the package."""
        last = name.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            file = pathlib.Path(folder or ".") / f"{last}.q"
            if file.is_file():
                return importlib.machinery.ModuleSpec(name, self, origin=str(file))
        return None

    def create_module(self, spec):
        """The module with the exported functions."""
        try:
            return compile(spec.origin, name=spec.name)
        except CompileError as error:
            raise ImportError(str(error), name=spec.name, path=spec.origin) from error

    def exec_module(self, module):
        """Nothing: the first call runs the statements of the file."""


def install():
    """From here on `import` finds Quasar files, behind those of Python."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.append(Finder())


class Restorer(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes the modules that pickles name, where they are not there yet."""

    def find_spec(self, name, path=None, target=None):
        """Of these names alone."""
        return importlib.machinery.ModuleSpec(name, self) if name.startswith(_sources.__name__ + ".") else None

    def create_module(self, spec):
        """The module with the functions, or an error if they would be others."""
        (path, *options), check = _sources.parted(spec.name)
        try:
            module = load(path) if _sources.LIBRARY in options else compile(path, **arguments(options))
        except (CompileError, OSError) as error:
            raise ImportError(f"{path}, which functions of a pickle are from, cannot be used: {error}", name=spec.name, path=path) from error
        if _sources.parted(module.__known__)[1] != check:
            raise ImportError(
                f"{path} is not what it was when functions of it were pickled: it changed, or a file that it imports, or settings of qc, or this machine has others. "
                "Give all machines the same files, and compile them again where the pickle is made", name=spec.name, path=path)
        return sys.modules[module.__known__]

    def exec_module(self, module):
        """Nothing: the first call runs the statements of the file."""


def arguments(options):
    """What `compile` is called with."""
    def value(mark):
        return next((option[len(mark):] for option in options if option.startswith(mark)), None)
    plain = [option for option in options if not option.startswith((_sources.COMPILER, _sources.CACHE))]
    return {"options": plain, "qc": value(_sources.COMPILER), "cache": value(_sources.CACHE)}


sys.meta_path.append(Restorer())
