"""`python -m quasar filters.q` writes the stub of a file's functions to standard output, for `filters.pyi`.

Invariant: nothing is written where the file does not compile.
"""

import sys

from . import CompileError, compile, stubs

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m quasar FILE.q > FILE.pyi")
    try:
        sys.stdout.write(stubs(compile(sys.argv[1])))
    except (CompileError, OSError) as error:
        sys.exit(str(error))
