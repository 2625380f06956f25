//! Mutation testing of the compiler's analyses.
//!
//! A copy of the sources gets hundreds of mutants, each a choice at run time, and is built once. Every test is run once to see which
//! mutants it passes; then each mutant is tried on those tests, until one fails.
//!
//! *Invariant:* results lie below `target/mutants`, so that a campaign that was stopped goes on where it was.

mod campaign;
mod mutant;
mod operators;
mod passes;
mod points;
mod report;
mod rooms;
mod tree;
mod trials;

use campaign::Tried;
use std::io;
use std::process::ExitCode;

const USAGE: &str =
    "mutants [list | plant [--whole] | reach [--again] [WORD…] | try [--again] [--sample | --whole] [WORD…] | report | passes [--again] [ROW…]]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match command(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::FAILURE
        }
    }
}

fn command(words: &[String]) -> io::Result<()> {
    let (flags, rest): (Vec<String>, Vec<String>) = words
        .iter()
        .skip(1)
        .cloned()
        .partition(|word| word.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|one| one == flag);
    match words.first().map(String::as_str) {
        None => {
            let built = campaign::plant(false)?;
            campaign::record(&built, &[], false)?;
            let tried = Tried {
                words: &[],
                again: false,
                whole: None,
            };
            campaign::run(&built, &tried)?;
            report::report()
        }
        Some("list") => {
            let chosen = campaign::choose(false)?;
            chosen
                .mutants
                .iter()
                .for_each(|mutant| println!("{}", mutant.describe()));
            Ok(())
        }
        Some("plant") => campaign::plant(has("--whole")).map(|_| ()),
        Some("reach") => campaign::record(&campaign::built()?, &rest, has("--again")),
        Some("try") => {
            let tried = Tried {
                words: &rest,
                again: has("--again"),
                whole: (has("--whole") || has("--sample")).then(|| has("--whole")),
            };
            campaign::run(&campaign::built()?, &tried)
        }
        Some("report") => report::report(),
        Some("passes") => passes::run(&rest, has("--again")),
        Some("trial") if rest.len() == 2 => {
            trials::of_language(&rest[0], &rest[1]).map_err(io::Error::other)
        }
        Some(_) => Err(io::Error::other(USAGE)),
    }
}
