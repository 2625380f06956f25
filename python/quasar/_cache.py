"""Compiling sources to libraries, which are kept until a source, the compiler or an option changes.

Invariant: a library in the cache is never written to again; what its name stands for decides all of its contents.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from ._library import contents, module_of
from ._sources import CACHE, COMPILER, joined

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
    variables, file = settings(source.parent, os.environ if environment is None else environment)
    note = folder / (digest([str(source), *options, identity(compiler), *variables, *searched(), file]) + ".json")
    entry = look_up(note)
    if entry is None:
        folder.mkdir(parents=True, exist_ok=True)
        with alone(note.with_suffix(".lock")):
            entry = look_up(note) or make(source, options, compiler, folder, note, environment, inside)
    check = digest([*sorted(map(str, entry["sources"].values())), *variables, file])
    known = name_of(source, options, compiler, folder, check)
    module = module_of(entry["library"], known, name or source.stem)
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


# Variables of the environment that are settings of qc begin so (docs/settings.md); those for programs that run do not count.
SETTINGS = ("QC_COMPILER_", "QC_CUDA_BACKEND_", "QC_RUNTIME_CUDA_", "QC_RUNTIME_FFT_")


def settings(folder, environment):
    """What decides a library of a folder beside sources and options: the variables that are settings, and what the file of settings has in it."""
    variables = sorted(f"{name}={value}" for name, value in environment.items() if name.startswith(SETTINGS))
    named = settings_of(folder, environment)
    user = pathlib.Path(environment.get("XDG_CONFIG_HOME") or pathlib.Path.home() / ".config")
    files = [user / "qc/qc.toml", user / "Quasar/Quasar.config.xml"] if named is None else [named]
    found = (contents(file) for file in files if file)
    return variables, next((text for text in found if text), "")


def settings_of(folder, environment):
    """The file of settings that counts for a folder: the one that is named, empty for none, or the nearest one; None where that of the user counts."""
    if "QC_CONFIG" in environment:
        return environment["QC_CONFIG"]
    return next((above / "qc.toml" for above in (folder, *folder.parents) if (above / "qc.toml").is_file()), None)


def searched():
    """Where else imports are looked for: what is found there is a source, wherever it was found."""
    return [os.environ.get(name, "") for name in ("QC_PATH", "QC_MODULE_DIR")]


def name_of(source, options, compiler, cache, check):
    """The name under which Python imports the functions of a source that is compiled so."""
    unusual = [] if is_usual(compiler) else [COMPILER + compiler]
    unusual += [] if cache == default_cache() else [CACHE + os.path.abspath(cache)]
    return joined([str(source), *options, *unusual], check)


def is_usual(compiler):
    """Whether it is the compiler that calls have which name none."""
    try:
        return find(None) == compiler
    except FileNotFoundError:
        return False


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


def look_up(note):
    """The library that was made of the same sources, if it is there, and what qc said of them."""
    try:
        entry = json.loads(note.read_text())
        unchanged = all(contents(path) == was for path, was in entry["sources"].items())
        is_whole = {"library", "reports", "warnings"} <= entry.keys()
        return entry if is_whole and unchanged and os.path.exists(entry["library"]) else None
    except (OSError, ValueError, KeyError):
        return None


@contextlib.contextmanager
def alone(path):
    """What runs here does so in one process, while others that want the same wait. A file system without locks lets them all do the same work: what they
    make takes its place as a whole, and is the same."""
    with open(path, "w") as file:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def make(source, options, compiler, folder, note, environment, inside):
    """Compiles; the library takes its place under a name of its own, so that one which is loaded stays as it is. If a source changes meanwhile, the
    library might be of what it was before, so it is made again."""
    before = {str(source): contents(source)}
    while True:
        begun = time.time_ns()
        entry = run(source, options, compiler, folder, note, environment, inside)
        if all(was == before.get(path) or is_older(path, begun) for path, was in entry["sources"].items()):
            break
        before = entry["sources"]
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=folder) as work:
        draft = pathlib.Path(work) / note.name
        draft.write_text(json.dumps(entry))
        os.replace(draft, note)
    return entry


def is_older(path, moment):
    """Whether a file has been as it is since before a moment, by the clock of the system, which moves in steps of some milliseconds."""
    try:
        return os.stat(path).st_ctime_ns < moment - 20_000_000
    except OSError:
        return False


def run(source, options, compiler, folder, note, environment, inside):
    """Runs qc; gives the place of the library, the sources that it is of, and what qc said."""
    forget(folder)
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=folder) as work:
        library = pathlib.Path(work) / f"lib{source.stem}.so"
        rule = pathlib.Path(work) / "rule.d"
        at, file = (source.parent, source.name) if inside else (None, str(source))
        command = [compiler, file, "--emit=shared", "-o", str(library), f"--depfile={rule}", *options]
        ended = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=at)
        if ended.returncode != 0:
            raise CompileError(ended.stderr.rstrip() or f"{compiler} failed")
        sources = {path: contents(path) for path in prerequisites(rule.read_text(), at)}
        place = folder / digest([note.name, *sorted(f"{path} {was}" for path, was in sources.items())])
        place.mkdir(exist_ok=True)
        for made in (library, library.with_suffix(".h")):
            os.replace(made, place / made.name)
        return {"library": str(place / library.name), "sources": sources, "reports": ended.stdout.rstrip(), "warnings": ended.stderr.rstrip()}


# What a compilation is made in begins so; what is older than a day is of a process that was killed.
UNFINISHED, DAY = "making-", 86400


def forget(folder):
    """Removes what processes left that were killed while they compiled."""
    for work in folder.glob(UNFINISHED + "*"):
        with contextlib.suppress(OSError):
            if work.stat().st_mtime < time.time() - DAY:
                shutil.rmtree(work)


def prerequisites(rule, at):
    """The files behind the colon of a rule for make, as qc named them in the folder `at`; a space in a name has a backslash before it, a dollar
    stands twice."""
    text = rule.replace("\\\n", " ").split(": ", 1)[1]
    text = text.split("\n", 1)[0].replace("\\ ", "\0").replace("$$", "$")
    return [os.path.abspath(os.path.join(at or "", word.replace("\0", " "))) for word in text.split()]
