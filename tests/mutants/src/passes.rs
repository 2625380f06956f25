//! Ten mutants of each pass, tried on the files of `tests/mir` that are the pass's own.
//!
//! A pass whose rows run the same code has the files of all of them. Mutants that no file of the pass reaches count as survivors: the
//! files are to say what the pass does.
//!
//! *Invariant:* a mutant belongs to the first pass that names its place; functions are named before the rest of their file.

use crate::campaign;
use crate::mutant::Mutant;
use crate::report;
use crate::rooms;
use crate::tree::{self, Built, Planted};
use crate::trials::{self, End};
use quasar_tests::repository;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How many mutants of a pass are tried.
const TRIED: usize = 10;

/// How many more are planted, since Rust does not accept all.
const SPARE: usize = 8;

/// The suite that the files are in.
const SUITE: &str = "mir_files";

/// The code of a pass, and its files.
struct Pass {
    /// The rows of `opt/rows.rs` that run it, which are the folders of its files; a decision about the text of GPUs, which is no row, has
    /// a folder of its own.
    rows: &'static [&'static str],
    /// Where it is written: beginnings of paths, or a file and a function with a blank between them.
    places: &'static [&'static str],
}

/// The passes, in the order of their first rows but for those that share a file with a later one.
const PASSES: &[Pass] = &[
    pass(&["switches"], &["opt/loops/switches.rs"]),
    pass(&["gpu-kernels", "gpu-kernels-made"], &["opt/gpu/choice.rs"]),
    pass(&["schedule", "schedule-made"], &["opt/schedule.rs"]),
    pass(&["numbers"], &["mir/passes/numbers.rs"]),
    pass(&["inline", "inline-requests"], &["mir/passes/inline.rs"]),
    pass(&["regions"], &["mir/passes/regions/"]),
    pass(
        &[
            "simplify",
            "simplify-inlined",
            "simplify-launches",
            "simplify-kernels",
            "simplify-unrolled",
        ],
        &["mir/passes/simplify/"],
    ),
    pass(&["globals"], &["mir/passes/globals.rs"]),
    pass(
        &["arguments", "specialise"],
        &["mir/passes/specialise.rs", "mir/passes/argument_extents.rs"],
    ),
    pass(&["continues"], &["mir/passes/continues.rs"]),
    pass(&["handles"], &["mir/passes/handles.rs"]),
    pass(&["constant-arrays"], &["mir/passes/constant_arrays.rs"]),
    pass(
        &[
            "common-subexpressions",
            "common-subexpressions-launches",
            "common-subexpressions-hoisted",
        ],
        &["mir/passes/common_subexpressions.rs"],
    ),
    pass(
        &["dominating-conditions", "dominating-conditions-launches"],
        &["mir/passes/dominating_conditions.rs"],
    ),
    pass(
        &["verdicts"],
        &[
            "opt/loops/mod.rs verdicts_alone",
            "analysis/loops/verdict.rs",
        ],
    ),
    pass(
        &["producer-consumer"],
        &[
            "opt/loops/mod.rs fuse_expressions",
            "opt/loops/mod.rs merged_verdict",
            "opt/loops/producer_consumer.rs",
        ],
    ),
    pass(
        &["in-place"],
        &["opt/loops/mod.rs update_in_place", "opt/loops/reuse.rs"],
    ),
    pass(
        &["loop-versioning"],
        &["opt/loops/mod.rs version_loops", "opt/loops/versioning.rs"],
    ),
    pass(
        &["index-set-splitting"],
        &[
            "opt/loops/mod.rs split_index_sets",
            "opt/loops/index_set_splitting/",
        ],
    ),
    pass(
        &["reorder"],
        &["opt/loops/mod.rs reorder_loops", "opt/loops/reorder/"],
    ),
    pass(
        &["scalar-replacement"],
        &[
            "opt/loops/mod.rs replace_scalars",
            "opt/loops/scalar_replacement.rs",
        ],
    ),
    pass(
        &["unchecked"],
        &[
            "opt/loops/mod.rs drop_checks",
            "opt/loops/mod.rs is_inside",
            "opt/loops/mod.rs leave_unchecked",
        ],
    ),
    pass(
        &["patterns"],
        &["opt/loops/mod.rs share_kernels", "opt/loops/patterns.rs"],
    ),
    pass(
        &["windows"],
        &[
            "opt/loops/windows/",
            "opt/loops/unroll_and_jam.rs jam_rows",
        ],
    ),
    pass(
        &["parallel"],
        &[
            "opt/loops/mod.rs",
            "opt/loops/outline.rs",
            "opt/loops/unroll_and_jam.rs",
        ],
    ),
    pass(
        &["strips"],
        &[
            "opt/loops/fusion/strips.rs",
            "opt/loops/fusion/strip_code.rs",
            "opt/loops/fusion/strip_kernels.rs",
        ],
    ),
    pass(&["absorbed"], &["opt/loops/fusion/mod.rs remove_absorbed"]),
    pass(&["fusion"], &["opt/loops/fusion/"]),
    pass(&["blocking"], &["opt/loops/blocking.rs"]),
    pass(
        &["array-expansion"],
        &["opt/loops/mod.rs expand_arrays", "opt/loops/expansion/"],
    ),
    pass(
        &["register-promotion"],
        &["opt/loops/register_promotion.rs"],
    ),
    pass(
        &["conditional-stores"],
        &["opt/loops/conditional_stores.rs"],
    ),
    pass(
        &["dead-initialisation", "dead-initialisation-launches"],
        &["mir/passes/dead_initialisation.rs"],
    ),
    pass(&["integer-quotients"], &["mir/passes/integer_quotients.rs"]),
    pass(&["tables"], &["opt/loops/tables.rs"]),
    pass(
        &["packing"],
        &[
            "opt/loops/packing.rs",
            "opt/loops/prepared.rs",
            "opt/loops/counts.rs",
        ],
    ),
    pass(&["padding"], &["opt/loops/padding.rs"]),
    pass(&["height-reduction"], &["opt/loops/height_reduction.rs"]),
    pass(&["bounds-checks"], &["mir/passes/bounds_checks.rs"]),
    pass(&["interchange"], &["opt/loops/launches.rs"]),
    pass(
        &["loop-normalisation"],
        &["mir/passes/loop_normalisation.rs"],
    ),
    pass(&["unroll"], &["mir/passes/unroll.rs"]),
    pass(&["hoist"], &["mir/passes/hoist.rs"]),
    pass(&["reductions"], &["mir/passes/reductions.rs"]),
    pass(&["ownership"], &["mir/passes/ownership/"]),
    pass(&["coherence"], &["mir/passes/coherence.rs"]),
    pass(&["gpu-memory"], &["opt/gpu/memory.rs"]),
    pass(&["gpu-interior"], &["opt/gpu/interior.rs"]),
    pass(&["gpu-register-tile"], &["opt/gpu/register_tile.rs"]),
    pass(&["gpu-privatisation"], &["opt/gpu/privatisation.rs"]),
    pass(&["platform"], &["mir/passes/platform.rs"]),
];

const fn pass(rows: &'static [&'static str], places: &'static [&'static str]) -> Pass {
    Pass { rows, places }
}

/// Whether a file has code of a pass.
pub fn has(file: &str) -> bool {
    let path = |place: &&'static str| place.split(' ').next().expect("a place begins with a path");
    let mut places = PASSES.iter().flat_map(|pass| pass.places);
    places.any(|place| file.starts_with(path(place)))
}

/// The pass that a mutant belongs to.
fn of(mutant: &Mutant) -> Option<&'static Pass> {
    let is_there = |place: &&str| match place.split_once(' ') {
        Some((file, function)) => mutant.file == file && mutant.function == function,
        None => mutant.file.starts_with(*place),
    };
    PASSES
        .iter()
        .find(|pass| pass.places.iter().any(|place| is_there(place)))
}

fn file(name: &str) -> PathBuf {
    tree::folder().join(name)
}

/// The mutants of each pass, those that are tried and the spare ones, with their numbers.
fn chosen() -> io::Result<Vec<(&'static Pass, Vec<(u32, Mutant)>)>> {
    let seed = campaign::seed();
    let mut of_pass: BTreeMap<&str, Vec<(u32, Mutant)>> = BTreeMap::new();
    for (at, mutant) in tree::mutants()?.into_iter().enumerate() {
        if let Some(pass) = of(&mutant).filter(|_| !mutant.left_out) {
            of_pass
                .entry(pass.rows[0])
                .or_default()
                .push((at as u32 + 1, mutant));
        }
    }
    let of_pass = PASSES.iter().map(|pass| {
        let mut mutants = of_pass.remove(pass.rows[0]).unwrap_or_default();
        mutants.sort_by_cached_key(|(_, mutant)| rooms::rank(seed, mutant));
        mutants.truncate(TRIED + SPARE);
        (pass, mutants)
    });
    Ok(of_pass.collect())
}

/// Rows of the order of passes that are none.
const NO_PASSES: &[&str] = &["lower"];

/// Every row of the order of passes is one of a pass here.
fn check_rows() -> io::Result<()> {
    let page = fs::read_to_string(repository::root().join("docs/passes.md"))?;
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let is_here =
        |row: &str| NO_PASSES.contains(&row) || PASSES.iter().any(|pass| pass.rows.contains(&row));
    match rows.into_iter().find(|row| !is_here(row)) {
        Some(row) => Err(io::Error::other(format!(
            "the pass `{row}` has no line in tests/mutants/src/passes.rs"
        ))),
        None => Ok(()),
    }
}

/// Plants the mutants, builds, and tries those that were not tried yet.
///
/// # Errors
/// A build that fails, files that cannot be written.
pub fn run(words: &[String], again: bool) -> io::Result<()> {
    check_rows()?;
    let chosen = chosen()?;
    let keys = |(_, mutants): &(&Pass, Vec<(u32, Mutant)>)| {
        let keys = mutants
            .iter()
            .map(|(number, mutant)| (mutant.key(), *number));
        keys.collect::<Vec<_>>()
    };
    let mut planted: Planted = chosen.iter().flat_map(keys).collect();
    for key in campaign::lines(tree::REFUSED) {
        planted.remove(&key);
    }
    // What `plant` has built is built over.
    campaign::forget_built()?;
    let built = tree::build(&mut planted, &[SUITE])?;
    let known = fates();
    let mut output = OpenOptions::new()
        .append(true)
        .create(true)
        .open(file("passes.tsv"))?;
    for (pass, mutants) in &chosen {
        if !words.is_empty()
            && !pass
                .rows
                .iter()
                .any(|row| words.iter().any(|word| word == row))
        {
            continue;
        }
        let mutants = mutants
            .iter()
            .filter(|(_, mutant)| planted.contains_key(&mutant.key()));
        for (number, mutant) in mutants.take(TRIED) {
            let key = mutant.key();
            if known.get(&key).is_none_or(|killed| !killed && again) {
                let killed = is_killed(&built, pass, *number)?;
                writeln!(
                    output,
                    "{key}\t{}",
                    if killed { "killed" } else { "survived" }
                )?;
            }
        }
    }
    tell(&chosen, &planted)
}

/// Whether a file of the pass fails with the mutant.
fn is_killed(built: &Built, pass: &Pass, number: u32) -> io::Result<bool> {
    for row in pass.rows {
        let start = Instant::now();
        let usual = trials::files_of(built, row, "", Duration::from_secs(400))?;
        if usual != End::Passed {
            return Err(io::Error::other(format!(
                "files of {row} fail without a mutant"
            )));
        }
        let limit = trials::limit(start.elapsed());
        if trials::files_of(built, row, &number.to_string(), limit)? != End::Passed {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Which mutants were killed, by their keys.
fn fates() -> BTreeMap<String, bool> {
    let read = |line: String| {
        let (key, word) = line.rsplit_once('\t')?;
        Some((key.to_owned(), word == "killed"))
    };
    campaign::lines("passes.tsv")
        .into_iter()
        .filter_map(read)
        .collect()
}

/// Prints a line for each pass; the survivors go to a file, with the numbers by which `QC_MUTANT` chooses them in the suite that was built.
fn tell(chosen: &[(&Pass, Vec<(u32, Mutant)>)], planted: &Planted) -> io::Result<()> {
    let (fates, judged) = (fates(), report::equivalent()?);
    let mut survivors = BTreeSet::new();
    for (pass, mutants) in chosen {
        let keys = mutants.iter().map(|(_, mutant)| mutant.key());
        let keys: Vec<String> = keys
            .filter(|key| planted.contains_key(key))
            .take(TRIED)
            .collect();
        if keys.iter().any(|key| !fates.contains_key(key)) {
            continue;
        }
        let is_equivalent = |key: &&String| !fates[*key] && judged.contains_key(*key);
        let killed = keys.iter().filter(|key| fates[*key]).count();
        let equivalent = keys.iter().filter(is_equivalent).count();
        let left = keys
            .iter()
            .filter(|key| !fates[*key] && !judged.contains_key(*key));
        survivors.extend(left.map(|key| format!("{}\t{}\t{key}", pass.rows[0], planted[key])));
        let (name, count) = (pass.rows.join(", "), keys.len());
        let but = if equivalent > 0 {
            format!(", {equivalent} behave as the program does")
        } else {
            String::new()
        };
        println!("campaign\tteeth\t{name}\t{killed}\tof {count} mutants{but}");
    }
    fs::write(
        file("passes-survivors.tsv"),
        Vec::from_iter(survivors).join("\n") + "\n",
    )
}
