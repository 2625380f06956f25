//! What passes on loops did, validated: every read sees the write that it saw before the pass (`qc::mir::interpret::provenance`), in the
//! test programs and in random nests. `compiler/middle/tests/passes` does the same for random filters and sequences of loops.
//!
//! An ordinary run takes a share of the programs, chosen by the commit, for [`SECONDS`]; `QC_TEST_DEEP=1` takes all. `QC_VALIDATE=part/of/name`
//! selects programs. The lines that begin with `campaign` are figures for `docs/campaign.md`.
//!
//! *Invariant:* how many programs were left out, and why, is told.

use super::engines::{self, lowered_of};
use super::turn::{commit, gather_files, is_deep};
use super::{PER_PROGRAM, nests, number, source};
use qc::analysis::loops;
use qc::mir::Program;
use qc::opt::pipeline::{Settings, walk};
use qc::opt::validation::{Figures, Sum, Validator};
use qc::resolve::fusion::Requests;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Seconds of an ordinary run, for test programs and for random nests.
const SECONDS: u64 = 8;
/// Seconds of a deep run.
const DEEP_SECONDS: u64 = 3600;
/// Operations of one run after which a program is left out: in an ordinary run, and in a deep one.
const BUDGETS: [u64; 2] = [400_000, 8_000_000];
/// Words of programs that need files or arguments, leave files behind, or ask for the time; or make lists, of which every length would stay
/// in memory, since nothing is released before `ownership`.
const NEEDS_MORE: &[&str] = &[
    "%! args",
    "%! files",
    "%! pending",
    "nondeterministic",
    "tic",
    "toc",
    "imread",
    "fopen",
    "save(",
    "write(",
    "input(",
    "clock",
    "getenv",
    "system(",
    "pause",
    "load(",
    "imshow",
    "plot",
    "append(",
];

/// What was found of all programs.
#[derive(Default)]
struct Found {
    sum: Sum,
    failures: Vec<String>,
}

impl Found {
    /// Validates the passes over one program; `eager` lets them change whatever they may.
    fn validate(
        &mut self,
        name: &str,
        mut program: Program,
        requests: Requests,
        seed: u64,
        eager: bool,
    ) {
        let mut loops = loops::Options::default();
        if eager {
            (loops.minimum_work, loops.always_reorder) = (0, true);
            loops.short_work = 40;
        }
        let settings = Settings {
            loops,
            requests: &requests,
            ..Settings::optimised()
        };
        let mut validator = Validator::new(BUDGETS[usize::from(is_deep())], seed);
        walk(&mut program, &settings, &mut validator);
        self.sum.add(&validator);
        let failures = validator.failures.into_iter();
        let failures = failures.map(|failure| format!("{name}: {failure}"));
        self.failures.extend(failures);
    }

    /// Prints the figures; fails where something was found.
    fn report(&self, what: &str) {
        for (pass, Figures { programs, found }) in &self.sum.passes {
            let [reads, writes, last] = found;
            println!(
                "  {pass}: {programs} {what} changed, {reads} reads and {writes} writes as before, {last} elements at the end"
            );
        }
        print!("{}", self.sum.lines(what));
        let failures = self.failures.len();
        assert!(failures == 0, "{failures}\n{}", self.failures.join("\n"));
    }
}

/// When to stop.
fn deadline() -> Instant {
    let seconds = if is_deep() { DEEP_SECONDS } else { SECONDS };
    Instant::now() + Duration::from_secs(number("QC_VALIDATE_SECONDS", seconds))
}

/// The test programs, the first of this commit first.
fn test_programs(root: &Path) -> Vec<PathBuf> {
    let mut paths = gather_files(root, "q");
    let wanted = std::env::var("QC_VALIDATE").unwrap_or_default();
    paths.retain(|path| path.display().to_string().contains(&wanted));
    assert!(!paths.is_empty(), "no program is called {wanted}");
    let first = commit() % paths.len();
    paths.rotate_left(first);
    paths
}

#[test]
fn reads_of_test_programs_see_what_they_saw_before_each_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/programs");
    let (mut found, ends) = (Found::default(), deadline());
    engines::on_large_stack(|| {
        for (seed, path) in test_programs(&root).iter().enumerate() {
            if Instant::now() > ends {
                found.sum.leave_out("not reached in time");
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let name = path.strip_prefix(&root).unwrap_or(path);
            if NEEDS_MORE.iter().any(|word| text.contains(word)) {
                found.sum.leave_out("files, arguments or the time needed");
                continue;
            }
            match lowered_of(&path.display().to_string(), &text) {
                Some((program, requests)) => {
                    let name = name.display().to_string();
                    found.validate(&name, program, requests, seed as u64, true);
                }
                None => found.sum.leave_out("not compiled"),
            }
        }
    });
    found.report("test programs");
}

#[test]
fn reads_of_random_nests_see_what_they_saw_before_each_pass() {
    let (mut found, ends) = (Found::default(), deadline());
    let first = number("QC_FUZZ_SEED", 1);
    engines::on_large_stack(|| {
        for seed in first.. {
            if Instant::now() > ends || found.failures.len() > 4 {
                break;
            }
            let text = source::text(&nests::program(seed, PER_PROGRAM));
            let name = format!("nests of seed {seed}");
            let (program, requests) = lowered_of(&name, &text).expect("a nest is well-typed");
            let before = found.failures.len();
            found.validate(&name, program, requests, seed, seed.is_multiple_of(2));
            if let Some(failure) = found.failures.get_mut(before) {
                failure.push_str(&text);
            }
        }
    });
    found.report("random nests");
}
