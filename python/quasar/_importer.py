"""Imports of Quasar files: `import filters` finds `filters.q` on the path of Python.

Invariant: files of Python come first; a name that no file has is left to others.
"""

import importlib.abc
import importlib.machinery
import pathlib
import sys

from ._cache import CompileError, compile


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
