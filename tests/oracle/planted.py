#!/usr/bin/env python3
"""Plants defects in the compiler, one at a time, and counts those that a minute of generated programs finds.

    python3 tests/oracle/planted.py [NAME...]

For each tests/oracle/planted/NAME.patch: applies it to a copy of the sources (a worktree of git below target/), builds qc there, runs the test
`oracle` with it for QC_ORACLE_SECONDS (60), and takes the patch back. A patch holds several defects, each behind `planted(NUMBER)`, which the
variable QC_PLANTED chooses when the compiler runs: one build serves all of them. The seed is QC_ORACLE_SEED, otherwise the name of the defect. Ends
with an error where fewer than nine of ten are found, or where qc without a defect differs. `--profile` names the profile of cargo (checks).

*Invariant:* the sources of this checkout are never changed.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TREE = ROOT / "target/planted-tree"
BUILD = ROOT / "target/planted-build"
PATCHES = ROOT / "tests/oracle/planted"
NEEDED = 0.9


def run(command, **options):
    return subprocess.run(command, text=True, **options)


def prepare():
    """A copy of the sources as they are committed."""
    if not TREE.exists():
        run(["git", "worktree", "prune"], cwd=ROOT, check=True)
        run(["git", "worktree", "add", "--detach", str(TREE), "HEAD"], cwd=ROOT, check=True, capture_output=True)
    run(["git", "reset", "--hard", "--quiet"], cwd=TREE, check=True)
    head = run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout.strip()
    run(["git", "checkout", "--quiet", "--detach", head], cwd=TREE, check=True)


def build(profile):
    environment = {**os.environ, "CARGO_TARGET_DIR": str(BUILD), "CARGO_INCREMENTAL": "1"}
    command = ["cargo", "build", "--locked", "--quiet", "--profile", profile, "--workspace", "--bin", "qc"]
    run(command, cwd=TREE, env=environment, check=True)
    return BUILD / profile / "qc"


def defects(patch):
    """The names of the defects in a patch, each with its number."""
    numbers = sorted({int(number) for number in re.findall(r"planted\((\d+)\)", patch.read_text())})
    return [(f"{patch.stem}_{number}", str(number)) for number in numbers]


def try_out(qc, seed, profile, number=""):
    """Whether the test finds a difference, and after how many cases; and what it says."""
    environment = {**os.environ, "QC": str(qc), "QC_ORACLE_SEED": os.environ.get("QC_ORACLE_SEED", seed), "QC_PLANTED": number}
    environment.setdefault("QC_ORACLE_SECONDS", "60")
    environment.setdefault("QC_ORACLE_CASES", "1000000")
    command = ["cargo", "test", "--locked", "--quiet", "--profile", profile, "--workspace", "--test", "oracle", "--", "oracle/programs"]
    said = run(command, cwd=ROOT, env=environment, capture_output=True).stdout
    cases = re.search(r"cases tried\t(\d+)", said)
    if not cases:
        sys.exit(f"the test did not run:\n{said[-2000:]}")
    return "FAILED oracle/programs" in said, int(cases[1]), said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--profile", default="checks")
    parser.add_argument("--plain", action="store_true", help="first without a defect: nothing may differ")
    options = parser.parse_args()
    patches = [p for p in sorted(PATCHES.glob("*.patch")) if not options.names or p.stem in options.names]
    prepare()
    if options.plain:
        found, cases, said = try_out(build(options.profile), "plain", options.profile)
        if found:
            sys.exit(f"qc without a defect differs:\n{said}")
    tried, caught = 0, 0
    for patch in patches:
        run(["git", "apply", str(patch)], cwd=TREE, check=True)
        try:
            qc = build(options.profile)
        finally:
            run(["git", "apply", "--reverse", str(patch)], cwd=TREE, check=True)
        planted, known = defects(patch), 0
        for name, number in planted:
            found, cases, said = try_out(qc, name, options.profile, number)
            known += found
            tell(name, found, cases, said)
        seconds = os.environ.get("QC_ORACLE_SECONDS", "60")
        print(f"campaign\tplanted\t{patch.stem}: found of {len(planted)}, each within {seconds} seconds\t{known}\tdefects")
        tried, caught = tried + len(planted), caught + known
    if caught < NEEDED * tried:
        sys.exit(f"{caught} of {tried} planted defects were found")


def tell(name, found, cases, said):
    print(f"campaign\tplanted\t{name}: {'found, cases until then' if found else 'not found, cases tried'}\t{cases}\tcases", flush=True)
    if found:
        first = said[said.index("FAILED oracle/programs"):].splitlines()[1:4]
        print("\n".join("    " + line.strip()[:160] for line in first), flush=True)


main()
