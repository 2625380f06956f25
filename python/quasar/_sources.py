"""Names under which Python imports the functions of a source or a library, so that pickles of them mean the same in other processes.

Such a name, `quasar._sources./home/me/filters%2Eq?--precision=double#…`, has the path, the options, compiler and cache where they are not the usual
ones, and a check of all sources and settings. Where no module has that name, one is made (`_importer.py`): the source is compiled, or found in the cache.

Invariant: names of two modules differ where their functions may.
"""

import os
import sys
from urllib.parse import quote, unquote

# Makes this module a package for Python, in which others can be.
__path__ = []
# What the parts of a name begin with that are no options.
COMPILER, CACHE, LIBRARY = "qc ", "cache ", "library"


def joined(parts, check):
    """A name of parts; it has no dots, which would have a meaning for Python."""
    written = (quote(os.fsencode(part), safe="/=-").replace(".", "%2E") for part in parts)
    return f"{__name__}.{'?'.join(written)}#{check}"


def parted(name):
    """The parts of a name, and its check."""
    written, _, check = name[len(__name__) + 1:].rpartition("#")
    return [unquote(part, errors="surrogateescape") for part in written.split("?")], check


def keep(name, module):
    """Makes a module known by its name, unless another thread has made one of the same library; gives the one that is known."""
    there = sys.modules.setdefault(name, module)
    if there.__file__ == module.__file__:
        return there
    sys.modules[name] = module
    return module
