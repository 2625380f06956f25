//! The account: figures by room, and the mutants that are left.
//!
//! *Invariant:* an equivalent mutant counts as such only with a row in `equivalent.tsv` that says why; what a survivor of a whole file means
//! stands in `survivors.tsv`.

use crate::campaign::{self, Fate};
use crate::mutant::Mutant;
use crate::rooms::{self, ROOMS, Room};
use crate::tree;
use quasar_tests::repository;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;

/// The figures of one room.
#[derive(Default)]
struct Figures {
    mutants: usize,
    killed: usize,
    equivalent: usize,
    not_reached: usize,
    survived: usize,
    waiting: usize,
    left_out: usize,
}

/// Prints the table and one line for each figure of the campaign; writes the survivors to a file.
///
/// # Errors
/// A judgement on a mutant that is killed or that does not exist; a survivor of a whole file without one.
pub fn report() -> io::Result<()> {
    let (fates, counted, judged) = (campaign::fates(), campaign::counted(), equivalent()?);
    let survivors = judgements("survivors.tsv")?;
    let mut left = String::new();
    let mut stale: BTreeSet<String> = judged.keys().chain(survivors.keys()).cloned().collect();
    let chosen = campaign::choose(false)?;
    println!(
        "{:28} {:>7} {:>6} {:>10} {:>11} {:>8} {:>8} {:>6}",
        "room", "mutants", "killed", "equivalent", "not reached", "survived", "left out", "score"
    );
    for room in ROOMS {
        let figures = count(room, &chosen.mutants, &counted, &fates, &judged, &mut left);
        print_row(room, &figures);
    }
    let all: BTreeSet<String> = tree::mutants()?.iter().map(Mutant::key).collect();
    stale.retain(|key| !all.contains(key) || matches!(fates.get(key), Some(Fate::Killed(_))));
    let of_whole = |key: &str| rooms::of(key).is_some_and(|room| room.whole);
    let open = left.lines().filter_map(|line| line.rsplit_once('\t'));
    let open = open.filter(|(key, _)| of_whole(key) && !survivors.contains_key(*key));
    let open: Vec<&str> = open.map(|(key, _)| key).collect();
    std::fs::write(tree::folder().join("survivors.tsv"), &left)?;
    match stale.is_empty() && open.is_empty() {
        true => Ok(()),
        false => Err(io::Error::other(format!(
            "judged, but killed or gone:\n{}\nnot killed, without a judgement in survivors.tsv:\n{}",
            Vec::from_iter(stale).join("\n"),
            open.join("\n")
        ))),
    }
}

fn count(
    room: &Room,
    mutants: &[Mutant],
    counted: &BTreeSet<String>,
    fates: &BTreeMap<String, Fate>,
    judged: &BTreeMap<String, String>,
    left: &mut String,
) -> Figures {
    let mut figures = Figures::default();
    let own = |mutant: &&Mutant| rooms::of(&mutant.file).is_some_and(|of| of.path == room.path);
    for mutant in mutants.iter().filter(own) {
        let key = mutant.key();
        if !counted.contains(&key) {
            // Of a sample the spare ones and those that Rust refuses are not counted at all.
            figures.left_out += usize::from(room.whole);
            continue;
        }
        figures.mutants += 1;
        match fates.get(&key) {
            _ if judged.contains_key(&key) => figures.equivalent += 1,
            Some(Fate::Killed(_)) => figures.killed += 1,
            Some(fate) => {
                let reached = *fate == Fate::Survived;
                figures.survived += usize::from(reached);
                figures.not_reached += usize::from(!reached);
                writeln!(
                    left,
                    "{key}\t{}",
                    if reached { "survived" } else { "not reached" }
                )
                .expect("a string");
            }
            None => figures.waiting += 1,
        }
    }
    figures
}

fn print_row(room: &Room, figures: &Figures) {
    let Figures {
        mutants,
        killed,
        equivalent,
        not_reached,
        survived,
        left_out,
        waiting,
    } = figures;
    let score = 100 * killed / (mutants - equivalent).max(1);
    let name = room.path.trim_end_matches('/');
    println!(
        "{name:28} {mutants:>7} {killed:>6} {equivalent:>10} {not_reached:>11} {survived:>8} {left_out:>8} {score:>5}%"
    );
    if *waiting > 0 {
        println!("    {waiting} not tried yet");
        return;
    }
    for (what, figure) in [
        ("mutants", mutants),
        ("killed", killed),
        ("equivalent", equivalent),
        ("not reached", not_reached),
        ("survived", survived),
    ] {
        let sample = if room.whole { "" } else { " (sample)" };
        println!("campaign\tmutants\t{name}{sample}: {what}\t{figure}\tmutants");
    }
}

/// The mutants that behave as the program does, with the reasons.
///
/// # Errors
/// A row without five columns and a reason.
pub fn equivalent() -> io::Result<BTreeMap<String, String>> {
    judgements("equivalent.tsv")
}

/// The rows of a file of judgements: mutants with what is said of them.
fn judgements(file: &str) -> io::Result<BTreeMap<String, String>> {
    let path = repository::root().join("tests/mutants").join(file);
    let text = std::fs::read_to_string(path)?;
    let rows = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| match line.rsplit_once('\t') {
        Some((key, reason)) if !reason.is_empty() && key.split('\t').count() == 5 => {
            Ok((key.to_owned(), reason.to_owned()))
        }
        _ => Err(io::Error::other(format!(
            "{file}: five columns and a judgement: {line}"
        ))),
    };
    rows.map(read).collect()
}
