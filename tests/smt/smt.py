#!/usr/bin/env python3
"""Proves that functions behind a pass do what they did before it, by the SMT solver z3; README.md beside this tells how.

    smt.py pairs TABLE [--seconds 2] [--jobs 2] [--most SECONDS]   proves the pairs of a table, tells what is not proved
    smt.py expect TABLE [--seconds 20]                              the same for pairs whose names say what must come out: `proved …`, `different …`
    smt.py rules NAMES [--seconds 10]                               proves the rules of `simplify/fold`, whose names stand in a file, a line each
    smt.py show TABLE NAME                                          one pair: what differs, in a model

*Invariant:* what is not proved counts as not proved; only what z3 gives a model for, with every operation exact, fails.
"""

import argparse
import collections
import multiprocessing
import sys
import time

import z3

import rules
import table
import terms
from formulas import Writer
from meaning import Limits, NotCovered, Run, Scene
from terms import FALSE, TRUE, and_, equal, not_, or_

# Statements of a function, at most.
LARGEST = 400

# How far loops are followed, by attempt: smaller ones where a function becomes too large.
ATTEMPTS = (Limits(), Limits(rounds=1, known_rounds=16), Limits(rounds=1, known_rounds=1))

# Passes that write loops out: they are followed to their end, and no round may end early.
WRITES_OUT = ("unroll",)

# Passes that are right for positions that are far from the greatest number alone.
COUNTS_POSITIONS = ("window",)
FAR = 1 << 24


class Result:
    """What came out of a pair: proved, different, open (z3 does not know), not covered, not reached."""

    def __init__(self, pair, status, why="", reached=0, seconds=0.0):
        self.name, self.what, self.status, self.why, self.reached, self.seconds = pair.name, pair.what, status, why, reached, seconds
        self.size = table.count(pair.before.body)


def scene_of(pair):
    kinds, globals_ = set(), {}
    for side in (pair.before, pair.after):
        for statement in table.walk(side.body):
            match statement.op:
                case "load" | "store":
                    kinds.add(statement.fields[1])
                case "atomic":
                    kinds.add(statement.fields[2])
                case "get_global":
                    globals_[statement.fields[0]] = statement.results[0][1]
                case "set_global":
                    globals_.setdefault(statement.fields[0], statement.fields[2])
    return Scene(kinds, globals_)


def claim(pair, limits):
    """What is assumed, and what must hold: both functions end in the same way, and the one behind the pass is defined where the other is."""
    scene = scene_of(pair)
    runs = [Run(side, scene, limits) for side in (pair.before, pair.after)]
    before, after = (run.outcome() for run in runs)
    assumed = [not_(before.beyond), not_(before.undefined)]
    if pair.what.split("-")[0] in COUNTS_POSITIONS:
        assumed += near(pair.before)
    if before.state is None:
        raise NotCovered("no way ends")
    if after.state is None:
        return assumed, FALSE, runs, scene, before
    goals = [not_(after.beyond), not_(after.undefined), equal(before.raised, after.raised), equal(before.state.world, after.state.world)]
    for name in ("memories", "globals"):
        left, right = getattr(before.state, name), getattr(after.state, name)
        goals += [equal(value, right[key]) for key, value in left.items()]
    returned = not_(before.raised)
    if returned is not FALSE and len(before.results) == len(after.results):
        goals += [or_(before.raised, equal(a, b)) for a, b in zip(before.results, after.results)]
    elif returned is not FALSE:
        goals.append(before.raised)
    return assumed, and_(*goals), runs, scene, before


def near(function):
    """Positions and numbers given to a kernel lie far from where counting wraps."""
    numbers = [terms.variable(f"position.{n}", "i32") for n in range(len(function.positions))]
    given = [terms.variable(f"param.{n}", "i32") for n, (_, ty) in enumerate(function.params) if ty == "i32"]
    most = terms.constant("i32", FAR)
    least = [(terms.constant("i32", 0), one) for one in numbers] + [(terms.constant("i32", -FAR), one) for one in given]
    return [and_(terms.less(low, one, False), terms.less(one, most)) for low, one in least]


def ask(assumed, goal, scene, exact, seconds):
    """Whether a counterexample exists: z3's answer, the solver, and whether something had no meaning."""
    writer = Writer(exact)
    solver = z3.SolverFor("ALL") if False else z3.Solver()
    solver.set("timeout", max(int(seconds * 1000), 1))
    for fact in assumed + scene.facts:
        solver.add(writer.write(fact))
    solver.add(z3.Not(writer.write(goal)))
    # Lemmas grow while they are written.
    solver.add(*writer.lemmas)
    return solver.check(), solver, writer


def judge(pair, seconds):
    """A result and what the runs saw."""
    start = time.monotonic()
    if max(table.count(side.body) for side in (pair.before, pair.after)) > LARGEST:
        return Result(pair, "not covered", "more than %d statements" % LARGEST)
    found, last = None, "too many steps"
    for limits in ATTEMPTS:
        if pair.what in WRITES_OUT:
            limits = Limits(limits.rounds, 16, 4 * limits.statements, early=False)
        terms.forget()
        try:
            found = claim(pair, limits)
            break
        except NotCovered as why:
            last = str(why)
            if last != "too many steps":
                break
        except RecursionError:
            last = "nested too deeply"
    if found is None:
        return Result(pair, "not covered", last)
    assumed, goal, runs, scene, before = found
    reached = len(runs[0].reached)
    status, why = prove(assumed, goal, scene, seconds)
    if status == "different" and any(run.unknown_elementary for run in runs):
        status, why = "not covered", "an elementary function of constants"
    if status == "proved" and not is_reached(assumed, scene, before, seconds):
        status, why = "not reached", "no way ends within so many rounds, or z3 does not find one in time"
    return Result(pair, status, why, reached, time.monotonic() - start)


def prove(assumed, goal, scene, seconds):
    if goal is TRUE:
        return "proved", "the same terms"
    answer = None
    for exact in (False, True):
        answer, solver, _ = ask(assumed, goal, scene, exact, seconds)
        if answer == z3.unsat:
            return "proved", "exact" if exact else "products without meaning"
    if answer == z3.sat:
        return "different", ""
    return "open", "out of time" if "timeout" in solver.reason_unknown() or "canceled" in solver.reason_unknown() else solver.reason_unknown()


def is_reached(assumed, scene, before, seconds):
    """Whether what is assumed leaves some way to an end."""
    if all(one is TRUE for one in assumed):
        return True
    answer, _, _ = ask([*assumed, before.state.guard], FALSE, scene, False, seconds)
    return answer == z3.sat


# ---- Commands


def worker(job):
    pair, seconds = job
    try:
        return judge(pair, seconds)
    except z3.Z3Exception as error:
        return Result(pair, "open", f"z3: {error}")


def results_of(pairs, seconds, jobs, most):
    start = time.monotonic()
    work = ((pair, seconds) for pair in pairs)
    with multiprocessing.Pool(jobs, maxtasksperchild=200) as pool:
        for result in pool.imap(worker, work, chunksize=4):
            yield result
            if most and time.monotonic() - start > most:
                pool.terminate()
                return


def command_pairs(options):
    with open(options.table) as lines:
        pairs = list(table.read(lines))
    tried, different = [], 0
    for result in results_of(pairs, options.seconds, options.jobs, options.most):
        tried.append(result)
        if result.status == "different":
            different += 1
        if result.status != "proved" or options.verbose:
            print(f"{result.status}: {result.what} {result.name}, {result.size} statements, {result.seconds:.1f} s: {result.why}", flush=True)
    figures(tried, len(pairs))
    return 1 if different else 0


def figures(tried, all_pairs):
    """The lines that `tests/campaign.py` gathers."""
    passes = collections.defaultdict(collections.Counter)
    for result in tried:
        row = passes[result.what]
        row["tried"] += 1
        row[result.status] += 1
        row["statements"] += result.size
        row["covered"] += result.reached if result.status == "proved" else 0
    for what, row in sorted(passes.items()):
        for status in ("tried", "proved", "open", "not covered", "not reached", "different"):
            if row[status]:
                tell(f"{what}: pairs {status}", row[status], "pairs")
        tell(f"{what}: statements covered", round(100 * row["covered"] / max(row["statements"], 1), 1), "%")
    reasons = collections.Counter(result.why for result in tried if result.status in ("not covered", "open", "not reached"))
    for why, number in sorted(reasons.items()):
        tell(f"all: not proved, {why}", number, "pairs")
    total = sum(row["statements"] for row in passes.values())
    for status in ("tried", "proved", "different"):
        tell(f"all: pairs {status}", sum(row[status] for row in passes.values()), "pairs")
    tell("all: statements of pairs that differ", total, "statements")
    tell("all: statements covered", round(100 * sum(row["covered"] for row in passes.values()) / max(total, 1), 1), "%")
    if len(tried) < all_pairs:
        print(f"{all_pairs - len(tried)} pairs were not tried: out of time")


def tell(what, figure, unit):
    print(f"campaign\tsmt\t{what}\t{figure}\t{unit}")


def command_expect(options):
    with open(options.table) as lines:
        pairs = list(table.read(lines))
    wrong = 0
    for pair, result in zip(pairs, results_of(pairs, options.seconds, options.jobs, None), strict=True):
        expected = pair.name.split(" ", 1)[0]
        if result.status != expected:
            wrong += 1
            print(f"{pair.name}: is {result.status} {result.why}")
    counts = collections.Counter(pair.name.split(" ", 1)[0] for pair in pairs)
    print(", ".join(f"{number} must be {status}" for status, number in sorted(counts.items())))
    if counts["different"] == 0 or counts["proved"] == 0:
        print("pairs of both kinds are needed")
        return 1
    return 1 if wrong else 0


def command_rules(options):
    """Every rule of the compiler is proved or listed, at each width that ends in time, and no wrong one is proved."""
    with open(options.table) as lines:
        known = [line.strip() for line in lines if line.strip()]
    failures = [f"{name}: no rule of the compiler has this name" for name in (*rules.RULES, *rules.LISTED) if name not in known]
    proved, open_widths = 0, 0
    for name in known:
        if (name in rules.RULES) == (name in rules.LISTED):
            failures.append(f"{name}: is to be proved in RULES or listed in LISTED, tests/smt/rules.py")
        if name not in rules.RULES:
            continue
        found = rules.proved_at(rules.RULES[name], options.seconds)
        proved += z3.unsat in found.values()
        late = [width for width, answer in found.items() if answer == z3.unknown]
        open_widths += len(late)
        if late:
            print(f"{name}: not proved in time at {', '.join(map(str, late))} bits")
        if z3.sat in found.values() or z3.unsat not in found.values():
            failures.append(f"{name}: {found}")
    for name, wrong in rules.WRONG.items():
        found = rules.proved_at(wrong, options.seconds)
        if z3.sat not in found.values() or z3.unsat in found.values():
            failures.append(f"wrong, and not refuted: {name}: {found}")
    tell("rules of simplify/fold: proved", proved, "rules")
    tell("rules of simplify/fold: listed with a reason", len(rules.LISTED), "rules")
    tell("rules of simplify/fold: widths at which z3 ran out of time", open_widths, "widths")
    tell("wrong rules: refuted", len(rules.WRONG), "rules")
    print("\n".join(failures))
    return 1 if failures else 0


def command_instances(options):
    """Pairs of which every one must be proved; an elementary function of constants may be left."""
    with open(options.table) as lines:
        pairs = list(table.read(lines))
    left = 0
    for result in results_of(pairs, options.seconds, options.jobs, None):
        if result.status != "proved" and "elementary" not in result.why:
            left += 1
            print(f"{result.name}: {result.status} {result.why}")
    return 1 if left else 0


def command_show(options):
    with open(options.table) as lines:
        for pair in table.read(lines):
            if pair.name == options.name:
                return show(pair, options.seconds)
    print(f"no pair is called {options.name}")
    return 2


def show(pair, seconds):
    limits = ATTEMPTS[0] if pair.what not in WRITES_OUT else Limits(early=False, statements=16000)
    assumed, goal, _, scene, _ = claim(pair, limits)
    parts = goal.args if goal.op == "all" else (goal,)
    for part in parts:
        answer, solver, writer = ask(assumed, part, scene, True, seconds)
        print(answer, writer.write(part) if options_long() else part.op)
        if answer == z3.sat:
            print(solver.model())
    return 0


def options_long():
    return "--long" in sys.argv


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    for name, seconds in (("pairs", 2.0), ("expect", 20.0), ("instances", 20.0), ("rules", 10.0), ("show", 20.0)):
        one = commands.add_parser(name)
        one.add_argument("table")
        if name == "show":
            one.add_argument("name")
            one.add_argument("--long", action="store_true")
        one.add_argument("--seconds", type=float, default=seconds)
        one.add_argument("--jobs", type=int, default=2)
        one.add_argument("--most", type=float)
        one.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    sys.setrecursionlimit(20000)
    sys.exit(globals()["command_" + options.command](options))


if __name__ == "__main__":
    main()
