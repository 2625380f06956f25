#!/usr/bin/env python3
"""Gathers the figures of the test campaigns in docs/campaign.md, and the tests of what was found in docs/robustness.md.

    python3 tests/campaign.py record LOG...   takes the lines of figures from what suites printed into the tables; behind `record`, --commit=COMMIT
                                              names the commit that was measured where HEAD is another one
    python3 tests/campaign.py write           writes both pages from the tables
    python3 tests/campaign.py check           fails where a page is not what `write` would write, or a test or a commit that it names is not there,
                                              or a mutant that tests/mutants has a judgement on

A suite prints a line for each figure, five fields with tabs between them:

    campaign  FAMILY  WHAT  FIGURE  UNIT

The tables are tests/tables/campaign/FAMILY.tsv: family, what, figure, unit, date, commit. `record` replaces the row of the same
family and WHAT, or adds one, and stamps it with today's date and the commit. Rows of a family stay in the order in which they came.

A commit that is no longer in the repository has "(gone)" behind it in the table: nobody can build that compiler again, so its figure is a record and
no more. `check` asks git about each commit where there is a repository with its whole history.

tests/tables/robustness.tsv has a row for each test of something that a report from outside found: the report and the number in it, what
was found, the file of the test, and what of that file is the test (nothing: all of it).

*Invariant:* the page holds nothing that no table has; a figure is never typed into it.
"""

import datetime
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = ROOT / "tests/tables/campaign"
PAGE = ROOT / "docs/campaign.md"
FINDINGS = ROOT / "tests/tables/robustness.tsv"
FINDINGS_PAGE = ROOT / "docs/robustness.md"
MUTANTS = ROOT / "tests/mutants"
COLUMNS = ["family", "what", "figure", "unit", "date", "commit"]
# A commit in the last column, and the mark of one that is no longer there.
COMMIT = re.compile(r"\b([0-9a-f]{7,40})\b( \(gone\))?")

# Families in the order of the page: name, heading, what the figures mean and the command that makes them.
FAMILIES = [
    ("oracle", "Programs against an independent meaning",
     "`tests/oracle` makes programs with the output that Python and NumPy compute for them; `tests/oracle/README.md` tells what counts as one. "
     "`tests/run oracle`, longer with `tests/run --deep`."),
    ("planted", "Planted defects",
     "Defects put into checker and loop passes on purpose, `tests/oracle/planted/*.patch`, and how many of them a minute of generated programs finds, "
     "some 1600 cases on two quiet cores. `python3 tests/oracle/planted.py` measures that. Eleven, `own.patch`, are of those who wrote "
     "the generator, which grew to find the last four of them. Ten more, `blind.patch`, are of somebody who had "
     "not seen it: it found six of them as it was then, and has grown by what the others have in common since. Another ten, `blind2.patch`, of "
     "another such person: it found three of them, and has had the idioms of real programs since."),
    ("validation", "Reads validated by pass",
     "For each loop pass, the programs that it changed, and reads of elements whose writer was compared before and after it: all reads of these programs, "
     "near what the pass changed or not. Programs and nests that were left out have a row for each reason; one that is left out at a pass was compared at "
     "those before. Random filters are passes over rows and nothing else, so that what `strips` did has figures of its own; random nests are of "
     "`QC_TEST_DEEP=1 tests/run random_programs`, the deep ones, sequences and filters of `tests/run passes`."),
    ("smt", "Scalar passes, proved by a solver",
     "Functions before and behind scalar passes, and the rules of `simplify/fold`, as formulas for z3; `tests/smt/README.md` tells what is modelled and what the "
     "verdicts mean. A pair is a function that a pass changed, once however many programs have it; what is open, not covered or not reached is not proved. "
     "`QC_TEST_DEEP=1 tests/run validated`."),
    ("mutants", "Mutants by room",
     "Changes of single expressions of the compiler that its tests notice; `tests/mutants/run`. Four files have all their mutants, the others a sample of 500 in "
     "all. Those that behave as the program does stand in `tests/mutants/equivalent.tsv` with reasons, the other survivors of the four files in "
     "`tests/mutants/survivors.tsv` with what they mean. A survivor is one that the tests which were tried do not "
     "notice: those of at most two seconds, the quickest 400 programs and diagnostics for each mutant of the sample, 15 programs for each of the files."),
    ("teeth", "Mutants by pass",
     "Ten mutants of each pass, and how many of them a file of `tests/mir` in the pass's own folder notices; `tests/mutants/run passes`. Rows of the order that "
     "run the same code are one pass here, with the files of all. One that no file reaches counts as not noticed."),
    ("inputs", "Damaged and hostile files by format",
     "Inputs tried for each format, and the memory that reading one takes at most per byte of the file."),
    ("faults", "Points of failure survived",
     "Allocations and calls of the system that were made to fail, one at a time: no signal, no partial file, no lost file. `QC_TEST_DEEP=1 tests/run "
     "failures` makes all failures of all programs; of `algebra.q`, which asks for memory ten thousand times, the figure is of an ordinary run, which makes a share."),
    ("growth", "Growth by family of sources",
     "What twice the size costs, at the last two doublings: instructions less those of the smallest program where valgrind counted them, else bytes that are "
     "allocated, and peak memory. The bound is 2.3; nests have 5.3 where the compiler was built with assertions, which prove the allocation of registers anew at "
     "each depth. The figures are of a release build, which has none: `QC=target/release/qc` before the command. `tests/run growth`, with valgrind and at these sizes `tests/run --deep`. "
     "Branches in one parallel loop are above the bound at these sizes, and fail there: Cranelift's allocator of registers looks at all that is spilled for each of them."),
    ("hours", "Hours run",
     "How long the campaigns ran, on two cores or less. What no log says is estimated from the rate at which the same campaign runs, and says so; the campaigns "
     "with a solver and those of validation did not note their time."),
]


def read(family):
    """The rows of a family's table, each a list of fields."""
    path = TABLES / f"{family}.tsv"
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    if not lines or lines[0].split("\t") != COLUMNS:
        sys.exit(f"{path}: the first line is not {COLUMNS}")
    rows = [line.split("\t") for line in lines[1:] if line]
    for number, row in enumerate(rows, 2):
        if len(row) != len(COLUMNS) or row[0] != family:
            sys.exit(f"{path}:{number}: not a row of {family}")
    return rows


def save(family, rows):
    TABLES.mkdir(parents=True, exist_ok=True)
    text = "".join("\t".join(row) + "\n" for row in [COLUMNS, *rows])
    (TABLES / f"{family}.tsv").write_text(text)


def figures(lines):
    """Family, what, figure and unit of each line of figures; test runners may indent them."""
    for line in lines:
        fields = line.strip("\n").lstrip(" ").split("\t")
        if fields[0] != "campaign":
            continue
        if len(fields) != 5:
            sys.exit(f"not five fields: {line!r}")
        yield fields[1:]


def git(*words):
    """What git says here; nothing where it fails or is not there."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def commit():
    return git("rev-parse", "--short", "HEAD") or "unknown"


def record(logs, measured):
    stamp = [datetime.date.today().isoformat(), measured]
    known = {name for name, _, _ in FAMILIES}
    tables = {}
    for log in logs:
        for family, what, figure, unit in figures(pathlib.Path(log).read_text(errors="replace").splitlines()):
            if family not in known:
                sys.exit(f"{log}: no family is called {family}; there are {', '.join(sorted(known))}")
            rows = tables.setdefault(family, read(family))
            row = [family, what, figure, unit, *stamp]
            place = next((k for k, old in enumerate(rows) if old[1] == what), None)
            if place is None:
                rows.append(row)
            else:
                rows[place] = row
    for family, rows in tables.items():
        save(family, rows)
        print(f"{family}: {len(rows)} rows")


def section(name, heading, meaning):
    rows = read(name)
    if not rows:
        return ""
    lines = [f"## {heading}", "", meaning, "", "| what | figure | unit | measured | commit |", "|---|---|---|---|---|"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row[1:]) + " |" for row in rows]
    return "\n".join(lines) + "\n\n"


def page():
    head = ("# Figures of the test campaigns\n\n"
            "Written by `python3 tests/campaign.py write` from the tables in `tests/tables/campaign`; do not edit. Each row names the day and the\n"
            "commit at which it was measured: a figure belongs to the compiler of that commit. One that is marked as gone is no longer in the\n"
            "repository: its figure is a record of what was measured, which cannot be checked by building that compiler.\n\n")
    return (head + "".join(section(*family) for family in FAMILIES)).rstrip("\n") + "\n"


def strange_commits(rows):
    """What is wrong with the commits of these rows: not in the repository and not marked so, or the other way round."""
    if not (ROOT / ".git").exists() or git("rev-parse", "--is-shallow-repository") != "false":
        return
    named = {}
    for row in rows:
        found = COMMIT.findall(row[-1])
        if not found:
            yield f"{row[0]}: {row[1]!r} names no commit"
        for name, mark in found:
            named.setdefault((name, bool(mark)), []).append(f"{row[0]}: {row[1]}")
    for (name, mark), users in named.items():
        is_there = git("cat-file", "-e", f"{name}^{{commit}}") is not None
        if is_there and mark:
            yield f"{name} is in the repository: take the mark off {len(users)} rows, as {users[0]!r}"
        if not is_there and not mark:
            yield f"{name} is not in the repository: measure {len(users)} rows again, as {users[0]!r}, or write '{name} (gone)' there"


def findings():
    """Report, finding, file and test of each row."""
    lines = FINDINGS.read_text().splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    for number, row in enumerate(rows, 2):
        if len(row) != 4:
            sys.exit(f"{FINDINGS}:{number}: not four fields")
    return rows


def missing():
    """The rows whose file is not there, or does not have the test."""
    for report, _, file, test in findings():
        path = ROOT / file
        if not path.exists() or test not in path.read_text(errors="replace"):
            yield f"{report}: {file} has no test {test!r}"


def squeezed(text):
    """A text without comments and blanks, as tokens are compared."""
    return re.sub(r"\s+", "", re.sub(r"//[^\n]*", "", text))


def stale_judgements():
    """The rows of judgements on mutants whose place is no longer in the sources: the file, the function, or what the mutant changes there."""
    texts = {}
    for table in ["equivalent.tsv", "survivors.tsv"]:
        for line in (MUTANTS / table).read_text().splitlines():
            if not line or line.startswith("#"):
                continue
            if len(row := line.split("\t")) != 6:
                yield f"{table}: not six fields: {line}"
                continue
            file, function, before = row[:3]
            paths = [ROOT / "compiler" / crate / "src" / file for crate in ["front", "middle"]]
            path = next((path for path in paths if path.exists()), None)
            if path is None:
                yield f"{table}: there is no {file}"
                continue
            if path not in texts:
                texts[path] = squeezed(path.read_text())
            parts = [] if before == "the body" else before.split("…")
            if not all(squeezed(part) in texts[path] for part in [f"fn {function.split('::')[-1]}", *parts]):
                yield f"{table}: {file} has no {before!r} in {function}"


def findings_page():
    head = ("# What reports from outside found, and the tests that show it\n\n"
            "Written by `python3 tests/campaign.py write` from `tests/tables/robustness.tsv`; do not edit. Reports on earlier versions, on faults and hostile\n"
            "input (robustness 1 to 13), on wrong results (hunt 1 to 9) and of a new user (users 9), named what follows, with programs and scripts. Each row names a test that fails where\n"
            "it comes back; figures of the campaigns are in [campaign.md](campaign.md).\n\n"
            "| report | what was found | test |\n|---|---|---|\n")
    lines = []
    for report, finding, file, test in findings():
        name = f"`{file}`" + (f": `{test}`" if test else "")
        lines.append(f"| {report} | {finding} | {name} |\n")
    return head + "".join(lines)


def main(arguments):
    match arguments:
        case ["record", option, *logs] if logs and option.startswith("--commit="):
            record(logs, option.removeprefix("--commit="))
        case ["record", *logs] if logs:
            record(logs, commit())
        case ["write"]:
            PAGE.write_text(page())
            FINDINGS_PAGE.write_text(findings_page())
        case ["check"]:
            for path, text in [(PAGE, page()), (FINDINGS_PAGE, findings_page())]:
                if not path.exists() or path.read_text() != text:
                    sys.exit(f"docs/{path.name} is not what the tables say; run: python3 tests/campaign.py write")
            rows = [row for name, _, _ in FAMILIES for row in read(name)]
            if wrong := [*missing(), *strange_commits(rows), *stale_judgements()]:
                sys.exit("\n".join(wrong))
        case _:
            sys.exit(__doc__)


main(sys.argv[1:])
