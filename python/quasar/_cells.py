"""Cells of notebooks with Quasar functions: `%load_ext quasar`, then cells that begin with `%%quasar`.

Invariant: a cell that does not compile changes nothing in the notebook; lines are counted as the notebook counts them, from the line of the magic.
"""

import contextlib
import os
import pathlib
import re
import shlex
import shutil
import sys

from IPython.core.error import UsageError

from ._cache import CompileError, build, default_cache, digest, find, settings_of
from ._library import contents

# So many cells are kept; those that were not used for longest go first.
KEPT = 200
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
USAGE = "usage: %%quasar [--name MODULE] [options of qc]"
# Options that say what the magic says itself, and such that print something in the place of a library.
REFUSED = ("-o", "--output", "--emit", "--export", "--depfile", "--check", "--color", "--message-format", "--after", "--list-tuning",
           "--explain", "--completions", "--print-targets", "--licenses", "-h", "--help", "-V", "--version", "--target", "--engine")
# Options of qc that have their value in the word behind them.
TAKE_A_WORD = ("-O", "-A", "-W", "-D", "--optimise", "--precision", "--fp", "--set", "--linker", "--gpu-arch", "--lanes",
               "--allow", "--warn", "--deny")


class CellError(CompileError):
    """What qc says about a cell. A notebook shows it as qc writes it, with its colours and without the lines of Python that led there."""

    def __init__(self, said):
        super().__init__(COLOURS.sub("", said))
        self.said = said

    def _render_traceback_(self):
        return self.said.splitlines()


def magic(shell):
    """The cell magic for a notebook."""

    def quasar(line, cell):
        """Compiles the cell, and makes its functions known to the notebook.

        %%quasar [--name MODULE] [options of qc]

        All functions of the cell become names of the notebook, or those with {!export}, if any has it. With --name they become those of a module.
        """
        name, options = parsed(line)
        module = compiled(cell, name or "cell", options, shell.colors.lower() != "nocolor" and "NO_COLOR" not in os.environ)
        for said, stream in ((module.__reports__, sys.stdout), (module.__warnings__, sys.stderr)):
            if said:
                print(said, file=stream)
        shell.push({name: module} if name else {known: getattr(module, known) for known in module.__all__})

    return quasar


def parsed(line):
    """The name of the module and the options in the line of the magic."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise UsageError(f"{error}; {USAGE}") from None
    name, options = None, []
    rest = iter(words)
    for word in rest:
        option, equals, value = word.partition("=")
        if option == "--name":
            name = value if equals else next(rest, "")
            if not name.isidentifier():
                raise UsageError(f"--name: {name!r} cannot be the name of a module; {USAGE}")
        elif option in REFUSED or word[:2] == "-o":
            raise UsageError(f"{option} is no option for a cell; write the functions to a file and call qc there")
        elif option == "--include" or word[:2] == "-I":
            # qc runs in the folder of the cell.
            folder = value if equals else word[2:] if word[:2] == "-I" and word != "-I" else next(rest, "")
            options.append(f"--include={pathlib.Path(folder).resolve()}")
        elif word.startswith("-"):
            options.append(word)
            if word in TAKE_A_WORD:
                options.extend([value] if (value := next(rest, None)) else [])
        else:
            raise UsageError(f"{word!r} is no option; {USAGE}")
    return name, options


def compiled(cell, name, options, colour):
    """The functions of a cell as a module."""
    here, compiler = pathlib.Path.cwd(), find(None)
    settings = settings_of(here, os.environ) or ""
    # The first line is that of the magic.
    text = "\n" + cell
    folder = default_cache() / "cells"
    place = folder / digest([text, name, str(here), str(settings), str(contents(settings)), *options])
    source = place / f"{name}.q"
    if not source.is_file():
        place.mkdir(parents=True, exist_ok=True)
        # Another notebook with the same cell sees the whole of it or nothing.
        draft = place / f"{os.getpid()}.new"
        draft.write_text(text)
        os.replace(draft, source)
        forget(folder)
    os.utime(place)
    options = [f"--include={here}", *options, "--export=*", f"--color={'always' if colour else 'never'}"]
    environment = {**os.environ, "QC_CONFIG": str(settings)} if settings else None
    try:
        return build(source, options, compiler, place, name, environment, inside=True)
    except CompileError as error:
        raise CellError(str(error)) from None


def forget(folder):
    """Removes cells that nobody used for long; a library that is loaded stays loaded."""
    used = {}
    for place in folder.iterdir():
        with contextlib.suppress(OSError):
            used[place] = place.stat().st_mtime
    for place in sorted(used, key=used.get, reverse=True)[KEPT:]:
        shutil.rmtree(place, ignore_errors=True)
