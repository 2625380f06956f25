//! Which mutant is chosen: `QC_MUTANT=17`, or `QC_MUTANT=reach:FILE`, which writes the numbers of those that are passed. The copy of
//! the sources has this file as a module, with the number of mutants in the place of `COUNT`.
//!
//! *Invariant:* the environment is read once; without the variable no mutant is chosen.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static CHOSEN: OnceLock<u32> = OnceLock::new();
static FILE: OnceLock<String> = OnceLock::new();
static PASSED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

const NOTED: u32 = u32::MAX;

/// Whether this mutant is chosen.
pub fn on(number: u32) -> bool {
    let chosen = *CHOSEN.get_or_init(chosen);
    if chosen == NOTED {
        note(number);
    }
    chosen == number
}

fn chosen() -> u32 {
    let value = std::env::var("QC_MUTANT").unwrap_or_default();
    match value.strip_prefix("reach:") {
        Some(file) => {
            FILE.set(file.to_string()).expect("it is set once");
            NOTED
        }
        None => value.parse().unwrap_or(0),
    }
}

fn note(number: u32) {
    if !PASSED[number as usize].swap(true, Ordering::Relaxed) {
        let path = FILE.get().expect("it is set with the choice");
        let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
        writeln!(file.expect("the file of numbers"), "{number}").expect("the file of numbers");
    }
}
