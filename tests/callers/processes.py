"""Functions of tests/callers/filters.q in several processes: pickles, and compilations of one source at the same time. The argument is a folder for libraries.

Invariant: what is expected is computed from the definition of each function; how often qc runs is counted by a script that stands in its place.
"""

import copy
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import quasar

HERE = pathlib.Path(__file__).parent
PLACE = pathlib.Path(sys.argv[1]).resolve()


def expect(condition, what):
    if not condition:
        sys.exit(f"wrong: {what}")


def elsewhere(code, *arguments, **environment):
    """Starts another Python with some code."""
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, **environment}, cwd=PLACE)


def said(process):
    """What it prints; it ends well."""
    out, errors = process.communicate(timeout=60)
    expect(process.returncode == 0, errors)
    return out


def written(name, text):
    """A source."""
    path = PLACE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def constant(number):
    """A source with a function that gives a number."""
    return f"function n = number()\n    {{!export}}\n    n = {number}\nend\n"


def here():
    """A pickle is the same function in this process, and a module with the same functions."""
    filters = quasar.compile(HERE / "filters.q", cache=PLACE)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        expect(pickle.loads(pickle.dumps(filters.scale, protocol)) is filters.scale, f"a function by protocol {protocol}")
        again = pickle.loads(pickle.dumps(filters, protocol))
        expect(again.scale is filters.scale and again.__all__ == filters.__all__ and again.__name__ == "filters", f"a module by protocol {protocol}")
    expect(copy.deepcopy(filters).scale is filters.scale, "a copy of a module")
    expect(quasar.compile(HERE / "filters.q", cache=PLACE).scale is filters.scale, "the functions of a library are the same each time")
    named = quasar.compile(HERE / "filters.q", cache=PLACE, name="others")
    expect(pickle.loads(pickle.dumps(named)).__name__ == "others", "the name of a module")
    loaded = quasar.load(filters.__file__)
    expect(pickle.loads(pickle.dumps(loaded.scale)) is loaded.scale is not filters.scale, "a function of a library")


def spawned():
    """Processes that begin anew, with options, and names that need care."""
    odd = written("odd ä. ?#%&=/fil.ters %2E.q", (HERE / "other.q").read_text())
    cases = [quasar.compile(odd, cache=PLACE / "a cache?", options=["--precision=double"]), quasar.compile(HERE / "filters.q", cache=PLACE)]
    x = np.ones((3, 4), np.float32)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for module in (*cases, quasar.load(cases[0].__file__)):
            there = pool.apply(module.scale, (x, 3))
            expect(there.dtype == module.scale(x, 3).dtype and np.array_equal(there, module.scale(x, 3)), f"{module} in another process")
        expect(pool.apply(len, (cases[0].__all__,)) == pool.apply(count, (cases[0],)), "a module in another process")


def count(module):
    return len(module.__all__)


def versions():
    """A pickle is of the source as it was."""
    imported = written("part.q", "function n = part()\n    n = 1\nend\n")
    source = written("whole.q", "import \"part.q\"\nfunction n = whole()\n    {!export}\n    n = part()\nend\n")
    one = quasar.compile(source, cache=PLACE)
    task = pickle.dumps(one.whole)
    imported.write_text("function n = part()\n    n = 2\nend\n")
    two = quasar.compile(source, cache=PLACE)
    expect((one.whole(), two.whole(), pickle.loads(task)()) == (1, 2, 1), "two versions in one process")
    read = elsewhere("import pickle, sys; pickle.loads(bytes.fromhex(sys.argv[1]))", task.hex())
    errors = read.communicate()[1].splitlines()
    expect("whole.q is not what it was" in errors[-1] and errors[-1].startswith("ImportError"), f"a changed import: {errors}")
    expect(said(elsewhere("import pickle, sys; print(pickle.loads(bytes.fromhex(sys.argv[1]))())", pickle.dumps(two.whole).hex())) == "2\n", "the new one")
    source.unlink()
    read = elsewhere("import pickle, sys; pickle.loads(bytes.fromhex(sys.argv[1]))", task.hex())
    expect("is no file" in read.communicate()[1].splitlines()[-1], "a source that is gone")


def settings():
    """Settings of qc are part of what a library is made of."""
    source = written("set/set.q", "function y = twice(x : scalar)\n    {!export}\n    y = 2*x\nend\n")
    os.environ.pop("QC_CONFIG")
    plain = quasar.compile(source, cache=PLACE)
    task = pickle.dumps(plain.twice)
    for number, level in enumerate(("Basic", "Moderate")):
        (source.parent / "qc.toml").write_text(f'COMPILER_OPTIMIZATIONLEVEL = "{level}"\n')
        other = quasar.compile(source, cache=PLACE)
        expect(other.__file__ != plain.__file__ and other.twice(3) == 6, "a file of settings")
        expect(pickle.loads(pickle.dumps(other.twice)) is other.twice, "a pickle by the settings")
        read = elsewhere("import pickle, sys; pickle.loads(bytes.fromhex(sys.argv[1]))", task.hex())
        expect("settings of qc" in read.communicate()[1].splitlines()[-1], "a pickle from before the settings")
    (source.parent / "qc.toml").unlink()
    expect(quasar.compile(source, cache=PLACE).__file__ == plain.__file__, "no settings")
    os.environ["QC_COMPILER_OPTIMIZATIONLEVEL"] = "Basic"
    expect(quasar.compile(source, cache=PLACE).__file__ != plain.__file__, "a setting of the environment")
    del os.environ["QC_COMPILER_OPTIMIZATIONLEVEL"]
    os.environ["QC_CONFIG"] = ""


def same_names():
    """Two files of the same name are two libraries."""
    modules = [quasar.compile(written(f"{folder}/same.q", constant(number)), cache=PLACE) for number, folder in enumerate("ab")]
    expect([module.number() for module in modules] == [0, 1], "files of the same name")
    expect([pickle.loads(pickle.dumps(module.number))() for module in modules] == [0, 1], "their pickles")


def compiler(waits):
    """A script in the place of qc that notes each run, waits and runs it."""
    script = written(f"qc{waits}", f"#!/bin/sh\necho run >>{PLACE}/runs{waits}\nsleep {waits}\nexec {os.environ['QC']} \"$@\"\n")
    script.chmod(0o755)
    return script, PLACE / f"runs{waits}"


COMPILE = "import quasar, sys; print(quasar.compile(sys.argv[1], cache=sys.argv[2]).number())"


def at_once():
    """Of six processes and threads that want the same, one compiles."""
    script, runs = compiler(0.5)
    source = written("once.q", constant(7))
    others = [elsewhere(COMPILE, source, PLACE, QC=str(script)) for _ in range(3)]
    got = []
    threads = [threading.Thread(target=lambda: got.append(quasar.compile(source, cache=PLACE, qc=script).number())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect([said(other) for other in others] == ["7\n"]*3 and got == [7]*3, "compiled at once")
    expect(runs.read_text() == "run\n", f"one has compiled: {runs.read_text()}")


def killed():
    """One that is killed while it compiles keeps nobody waiting."""
    script, runs = compiler(0.6)
    source = written("killed.q", constant(8))
    first = elsewhere(COMPILE, source, PLACE, QC=str(script))
    while not runs.exists():
        time.sleep(0.01)
    second = elsewhere(COMPILE, source, PLACE, QC=str(script))
    first.send_signal(signal.SIGKILL)
    expect(said(second) == "8\n" and first.wait() == -signal.SIGKILL, "the other one compiles")


def changed_meanwhile():
    """A source that changes while qc runs is compiled again: the library is never taken for one of the new text."""
    script, runs = compiler(0.4)
    source = written("late.q", constant(1))
    first = elsewhere(COMPILE, source, PLACE, QC=str(script))
    while not runs.exists():
        time.sleep(0.01)
    # qc waits and reads the new text; the text that was there before it is another one.
    source.write_text(constant(2))
    expect(said(first) == "2\n", "the text that qc read")
    source.write_text(constant(1))
    expect(quasar.compile(source, cache=PLACE, qc=script).number() == 1, "the old text again")
    imported = written("late_part.q", "function n = part()\n    n = 3\nend\n")
    whole = written("late_whole.q", "import \"late_part.q\"\nfunction n = number()\n    {!export}\n    n = part()\nend\n")
    # What stands in the place of qc changes an import behind the compilation, as somebody may who saves a file just then.
    saver = written("saver", f"#!/bin/sh\n{os.environ['QC']} \"$@\"\nsed -i s/3/4/ {imported}\n")
    saver.chmod(0o755)
    expect(quasar.compile(whole, cache=PLACE, qc=saver).number() == 4, "an import that changed behind the compilation")


def main():
    for check in (here, spawned, versions, settings, same_names, at_once, killed, changed_meanwhile):
        check()
    print("0 wrong")


if __name__ == "__main__":
    main()
