"""Compiling sources to libraries, which are kept until a source, the compiler or an option changes.

Invariant: a library in the cache is never written to again; what its name stands for decides all of its contents.
"""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from ._library import load

# The compiler of a wheel (`tools/wheel`); there is none where the package was installed from its sources.
OWN = pathlib.Path(__file__).parent / "bin" / "qc"


class CompileError(Exception):
    """What qc says about a source that it does not compile."""


def compile(source, *, options=(), qc=None, cache=None, name=None):
    """The exported functions of a Quasar file as a module.

    options: further options of qc, such as "--precision=double" or "--export=blur".
    qc: the compiler; else the one that the variable QC names, else the one in the package, which a wheel brings, else `qc` on the path.
    cache: the folder for libraries; else `quasar` in the folder for caches of the user.
    name: that of the module; else the name of the file.
    """
    return build(source, options, find(qc), cache or default_cache(), name)


def build(source, options, compiler, cache, name, environment=None, inside=False):
    """What `compile` does. `environment`: the variables that qc gets; `inside`: messages name the file without its folder."""
    source = pathlib.Path(source).resolve()
    if not source.is_file():
        raise FileNotFoundError(f"{source} is no file")
    folder = pathlib.Path(cache)
    options = [str(option) for option in options]
    known = folder / (digest([str(source), *options, identity(compiler)]) + ".json")
    entry = look_up(known)
    if entry is None:
        entry = make(source, options, compiler, folder, known, environment, inside)
    module = load(entry["library"], name or source.stem)
    module.__reports__, module.__warnings__ = entry["reports"], entry["warnings"]
    return module


def find(qc):
    """The path of the compiler."""
    asked = os.fspath(qc) if qc else os.environ.get("QC") or (str(OWN) if OWN.is_file() else "qc")
    found = shutil.which(asked)
    if found is None:
        raise FileNotFoundError(
            f"the compiler {asked} is not there: install the wheel of a release, which brings it, put qc on the path, or name it by the variable QC")
    return os.path.realpath(found)


def identity(compiler):
    """What changes when the compiler does."""
    status = os.stat(compiler)
    return f"{compiler} {status.st_size} {status.st_mtime_ns}"


def default_cache():
    """The folder for libraries of this user."""
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "quasar"


def digest(texts):
    """A name for what several texts say."""
    joined = "\0".join(texts).encode()
    return hashlib.blake2b(joined, digest_size=16).hexdigest()


def contents(path):
    """What a file has in it, as a name; none if it cannot be read."""
    try:
        return hashlib.blake2b(pathlib.Path(path).read_bytes(), digest_size=16).hexdigest()
    except OSError:
        return None


def look_up(known):
    """The library that was made of the same sources, if it is there, and what qc said of them."""
    try:
        entry = json.loads(known.read_text())
        unchanged = all(contents(path) == was for path, was in entry["sources"].items())
        is_whole = {"library", "reports", "warnings"} <= entry.keys()
        return entry if is_whole and unchanged and os.path.exists(entry["library"]) else None
    except (OSError, ValueError, KeyError):
        return None


def make(source, options, compiler, folder, known, environment, inside):
    """Compiles; the library takes its place under a name of its own, so that one which is loaded stays as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        library = pathlib.Path(work) / f"lib{source.stem}.so"
        rule = pathlib.Path(work) / "rule.d"
        at, file = (source.parent, source.name) if inside else (None, str(source))
        command = [compiler, file, "--emit=shared", "-o", str(library), f"--depfile={rule}", *options]
        ended = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=at)
        if ended.returncode != 0:
            raise CompileError(ended.stderr.rstrip() or f"{compiler} failed")
        sources = {path: contents(path) for path in prerequisites(rule.read_text(), at)}
        place = folder / digest([known.name, *sorted(f"{path} {was}" for path, was in sources.items())])
        place.mkdir(exist_ok=True)
        for made in (library, library.with_suffix(".h")):
            os.replace(made, place / made.name)
        entry = {"library": str(place / library.name), "sources": sources, "reports": ended.stdout.rstrip(), "warnings": ended.stderr.rstrip()}
        note = pathlib.Path(work) / "note"
        note.write_text(json.dumps(entry))
        os.replace(note, known)
        return entry


def prerequisites(rule, at):
    """The files behind the colon of a rule for make, as qc named them in the folder `at`; a space in a name has a backslash before it, a dollar
    stands twice."""
    text = rule.replace("\\\n", " ").split(": ", 1)[1]
    text = text.split("\n", 1)[0].replace("\\ ", "\0").replace("$$", "$")
    return [os.path.abspath(os.path.join(at or "", word.replace("\0", " "))) for word in text.split()]
