#!/usr/bin/env python3
"""Proves that functions behind a pass do what they did before it, by the SMT solver z3; README.md beside this tells how.

    smt.py pairs TABLE [--seconds 2] [--jobs 2] [--most SECONDS]   proves the pairs of a table, tells what is not proved
    smt.py expect TABLE [--seconds 20]                              the same for pairs whose names say what must come out: `proved …`, `different …`
    smt.py instances TABLE                                          every pair must be proved
    smt.py changes TABLE [--every 50]                               how many small mistakes in every so-many-th pair are found
    smt.py rules NAMES [--seconds 10]                               proves the rules of `simplify/fold`, whose names stand in a file, a line each
    smt.py show TABLE NAME                                          one pair: what differs, in a model

*Invariant:* what is not proved counts as not proved; only a pair with an input that makes a difference fails, where all arithmetic is what the machine does.
"""

import argparse
import collections
import multiprocessing
import queue
import sys
import time

import z3

import changes
import rules
import table
import terms
from formulas import Writer
from meaning import Limits, NotCovered, Run, Scene
from terms import FALSE, TRUE, and_, equal, not_, or_

# Statements of a function, at most.
LARGEST = 200

# How far loops are followed, by attempt: smaller ones where a function becomes too large.
ATTEMPTS = (Limits(), Limits(iterations=1, known_iterations=16), Limits(iterations=1, known_iterations=1))

# How often an input is corrected.
CORRECTIONS = 25

# An answer: there are inputs, but each rests on arithmetic without a meaning.
VAGUE = "vague"

# What z3 calls resources, of which it uses so many in a second.
WORK = 3_000_000

# Passes that tell how many iterations a loop makes: no iteration may end early. Of those of `loop-normalisation`, few are as long as these.
COUNTS_ROUNDS = ("unroll", "loop-normalisation")
LONGER = (Limits(8, 16, 16000, early=False), Limits(4, 16, 16000, early=False), Limits(1, 16, 16000, early=False))

# Passes that are right for positions that are far from the greatest number alone.
COUNTS_POSITIONS = ("loop-normalisation",)
FAR = 1 << 24


class Result:
    """What came out of a pair: proved, different, open (z3 does not know), not covered, not reached."""

    def __init__(self, pair, status, why="", reached=0, seconds=0.0):
        self.name, self.what, self.status, self.why, self.reached, self.seconds = pair.name, pair.what, status, why, reached, seconds
        self.size = table.count(pair.before.body)


def scene_of(pair):
    kinds, globals_, axes = set(), {}, set()
    for side in (pair.before, pair.after):
        for statement in table.walk(side.body):
            match statement.op:
                case "load" | "store":
                    kinds.add(statement.fields[1])
                    axes |= axes_of(int(statement.fields[4]))
                case "atomic":
                    kinds.add(statement.fields[2])
                    axes |= axes_of(int(statement.fields[5]))
                case "dim":
                    axes.add(int(statement.fields[1]))
                case "numel":
                    axes.add(None)
                case "get_global":
                    globals_[statement.fields[0]] = statement.results[0][1]
                case "set_global":
                    globals_.setdefault(statement.fields[0], statement.fields[2])
    return Scene(kinds, globals_, sorted(axes, key=str))


def axes_of(indices):
    """The extents that an access asks for."""
    return {None} if indices == 1 else set(range(indices))


def claim(pair, limits):
    """What is assumed, and what must hold: both functions end in the same way, and the one behind the pass is defined where the other is."""
    scene, runs, (before, after) = outcomes(pair, limits, frozenset())
    other = {key for key, told in runs[0].told.items() if runs[1].told.get(key, told) != told}
    if other and limits.early:
        scene, runs, (before, after) = outcomes(pair, limits, other)
    assumed = [not_(before.beyond), not_(before.undefined)]
    if pair.what in COUNTS_POSITIONS:
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


def outcomes(pair, limits, untold):
    scene = scene_of(pair)
    scene.untold = untold
    runs = [Run(side, scene, limits) for side in (pair.before, pair.after)]
    return scene, runs, [run.outcome() for run in runs]


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
    # Arrays, functions and bits: the general solver needs ten times as long. Work is limited, not time, so that a verdict is the same on a busy machine.
    solver = z3.Solver() if exact == "floats" else z3.SolverFor("QF_AUFBV")
    solver.set("rlimit", int(seconds * WORK))
    solver.set("timeout", int(seconds * 20_000))
    for fact in assumed + scene.facts:
        solver.add(writer.write(fact))
    solver.add(z3.Not(writer.write(goal)))
    # Lemmas grow while they are written.
    solver.add(*writer.lemmas)
    answer = solver.check()
    for _ in range(CORRECTIONS):
        if answer != z3.sat:
            break
        # An input that rests on a wrong sum of floats may be none: the sum is told, for this input and for those that follow.
        wrong = writer.corrections(solver.model())
        if not wrong or is_input(solver, writer, wrong):
            return z3.sat, solver, writer
        solver.add(*wrong)
        answer = solver.check()
    return (VAGUE if answer == z3.sat else answer), solver, writer


def is_input(solver, writer, wrong):
    """Whether what the model gives to variables and reads makes a difference where all sums are told; adds what it tells to `wrong`."""
    model = solver.model()
    solver.push()
    solver.add(*(one == model.eval(one, True) for one in writer.given()))
    told, answer = wrong, None
    for _ in range(CORRECTIONS):
        solver.add(*told)
        answer = solver.check()
        told = writer.corrections(solver.model()) if answer == z3.sat else []
        wrong += told
        if not told:
            break
    if answer == z3.sat and not told:
        return True
    solver.pop()
    return False


def attempts(pair):
    return LONGER if pair.what in COUNTS_ROUNDS else ATTEMPTS


def judge(pair, seconds):
    """A result and what the runs saw."""
    start = time.monotonic()
    if max(table.count(side.body) for side in (pair.before, pair.after)) > LARGEST:
        return Result(pair, "not covered", "more than %d statements" % LARGEST)
    found, last = None, "too many steps"
    for limits in attempts(pair):
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
    if status == "proved" and runs[0].may_be_endless and not is_reached(assumed, scene, before, seconds):
        status, why = "not reached", "no way ends within so many iterations, or z3 does not find one in time"
    return Result(pair, status, why, reached, time.monotonic() - start)


def prove(assumed, goal, scene, seconds):
    if goal is TRUE:
        return "proved", "the same terms"
    answer = None
    vague = loose = False
    for exact in (False, True, "floats"):
        if exact is True and not loose or exact == "floats" and not vague:
            continue
        answer, _, writer = ask(assumed, goal, scene, exact, seconds)
        if answer == z3.unsat:
            return "proved", {False: "products without meaning", True: "exact", "floats": "exact, floats too"}[exact]
        if answer == z3.sat:
            return "different", ""
        vague, loose = answer == VAGUE, writer.is_loose
    return "open", "out of time"


def is_reached(assumed, scene, before, seconds):
    """Whether what is assumed leaves some way to an end: counted loops may end early, others may have more iterations than are followed."""
    answer, _, _ = ask([*assumed, before.state.guard], FALSE, scene, False, seconds)
    return answer == z3.sat


# ---- Commands


def worker(path, seconds, number, jobs, end, results):
    """Judges every so-many-th pair of a table, until the clock says `end`."""
    sys.setrecursionlimit(20000)
    for at, pair in enumerate(table.read(table.share(path, number, jobs))):
        if end and time.monotonic() > end:
            break
        try:
            result = judge(pair, seconds)
        except z3.Z3Exception as error:
            result = Result(pair, "open", f"z3: {error}")
        results.put((number + at * jobs, result))
    results.put((number, None))


def results_of(path, options, most=None):
    """The results of the pairs of a table as they come, with their numbers."""
    results = multiprocessing.Queue()
    end = time.monotonic() + most if most else None
    jobs = options.jobs
    work = [multiprocessing.Process(target=worker, args=(path, options.seconds, number, jobs, end, results)) for number in range(jobs)]
    for one in work:
        one.start()
    running = set(range(jobs))
    while running:
        try:
            number, result = results.get(timeout=5)
        except queue.Empty:
            dead = [number for number in running if not work[number].is_alive() and work[number].exitcode]
            if dead:
                raise SystemExit(f"a process has ended with {work[dead[0]].exitcode}") from None
            continue
        if result is None:
            running.discard(number)
        else:
            yield number, result
    for one in work:
        one.join()


def command_pairs(options):
    tried, different = [], 0
    for _, result in results_of(options.table, options, options.most):
        tried.append(result)
        if result.status == "different":
            different += 1
        if result.status != "proved" or options.verbose:
            print(f"{result.status}: {result.what} {result.name}, {result.reached} of {result.size} statements, {result.seconds:.1f} s: {result.why}", flush=True)
    figures(tried, table.length(options.table), options.of)
    return 1 if different else 0


def figures(tried, all_pairs, of):
    """The lines that `tests/campaign.py` gathers; `of` says whose pairs they are."""
    def tell_of(what, figure, unit):
        tell(f"{of}, {what}", figure, unit)

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
                tell_of(f"{what}: pairs {status}", row[status], "pairs")
        tell_of(f"{what}: statements covered", round(100 * row["covered"] / max(row["statements"], 1), 1), "%")
    reasons = collections.Counter(result.why for result in tried if result.status in ("not covered", "open", "not reached"))
    for why, number in sorted(reasons.items()):
        tell_of(f"all: not proved, {why}", number, "pairs")
    total = sum(row["statements"] for row in passes.values())
    for status in ("tried", "proved", "different"):
        tell_of(f"all: pairs {status}", sum(row[status] for row in passes.values()), "pairs")
    tell_of("all: statements of pairs that differ", total, "statements")
    tell_of("all: statements covered", round(100 * sum(row["covered"] for row in passes.values()) / max(total, 1), 1), "%")
    if len(tried) < all_pairs:
        print(f"{all_pairs - len(tried)} pairs were not tried: out of time")


def tell(what, figure, unit):
    print(f"campaign\tsmt\t{what}\t{figure}\t{unit}")


def command_expect(options):
    wrong, counts = 0, collections.Counter()
    for _, result in results_of(options.table, options):
        expected = result.name.split(" ", 1)[0]
        counts[expected] += 1
        if result.status != expected:
            wrong += 1
            print(f"{result.name}: is {result.status} {result.why}")
    if sum(counts.values()) != table.length(options.table):
        print("not all pairs were judged")
        return 1
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
    for name, claim_of in rules.BASIS.items():
        if any(answer != z3.unsat for answer in rules.proved_at(claim_of, options.seconds).values()):
            failures.append(f"not proved: {name}")
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
    left = 0
    for _, result in results_of(options.table, options):
        if result.status != "proved" and "elementary" not in result.why:
            left += 1
            print(f"{result.name}: {result.status} {result.why}")
    return 1 if left else 0


def reached_behind(pair):
    """The statements of the second function that are on a way that is followed; none where it is not covered."""
    if table.count(pair.after.body) > LARGEST:
        return set()
    terms.forget()
    try:
        run = Run(pair.after, scene_of(pair), attempts(pair)[0])
        run.outcome()
        return run.reached
    except NotCovered:
        return set()


def command_changes(options):
    """How many small mistakes behind passes are found."""
    counts = collections.Counter()
    with open(options.table) as lines:
        for pair in changes.changed_pairs(lines, options.every, reached_behind):
            result = judge(pair, options.seconds)
            counts[result.status] += 1
            if result.status != "different":
                print(f"{result.status}: {result.what} {result.name}: {result.why}", flush=True)
    tell("mistakes put behind passes", sum(counts.values()), "pairs")
    tell("mistakes put behind passes: found", counts["different"], "pairs")
    tell("mistakes put behind passes: proved to make no difference within the bounds", counts["proved"], "pairs")
    return 0 if counts["different"] else 1


def command_show(options):
    with open(options.table) as lines:
        for pair in table.read(lines):
            if pair.name == options.name:
                return show(pair, options.seconds, options.long)
    print(f"no pair is called {options.name}")
    return 2


def show(pair, seconds, long):
    assumed, goal, _, scene, _ = claim(pair, attempts(pair)[0])
    parts = goal.args if goal.op == "all" else (goal,)
    for part in parts:
        answer, solver, writer = ask(assumed, part, scene, True, seconds)
        print(answer, writer.write(part) if long else "")
        if answer == z3.sat:
            print(solver.model())
    return 0


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    for name, seconds in (("pairs", 2.0), ("expect", 20.0), ("changes", 5.0), ("instances", 20.0), ("rules", 10.0), ("show", 20.0)):
        one = commands.add_parser(name)
        one.add_argument("table")
        if name == "show":
            one.add_argument("name")
            one.add_argument("--long", action="store_true")
        one.add_argument("--seconds", type=float, default=seconds)
        one.add_argument("--jobs", type=int, default=2)
        one.add_argument("--most", type=float)
        one.add_argument("--of", default="pairs")
        one.add_argument("--every", type=int, default=50)
        one.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    sys.setrecursionlimit(20000)
    sys.exit(globals()["command_" + options.command](options))


if __name__ == "__main__":
    main()
