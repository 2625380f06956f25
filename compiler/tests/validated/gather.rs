//! Pairs of functions before and behind passes.
//!
//! *Invariant:* a pair that was seen before is not written again; everything that a pass did not change is counted.

use super::table;
use qc::mir::Program;
use qc::opt::pipeline::{Pass, Watcher};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::ops::ControlFlow;

/// The passes whose work is proved: those that change single functions by what stands in them alone.
pub const SCALAR: &[&str] = &[
    "simplify",
    "simplify-inlined",
    "continues",
    "common-subexpressions",
    "dominating-conditions",
    "unchecked",
    "simplify-launches",
    "common-subexpressions-launches",
    "dominating-conditions-launches",
    "simplify-kernels",
    "loop-normalisation",
    "unroll",
    "simplify-unrolled",
    "hoist",
    "common-subexpressions-hoisted",
];

/// What a pass met.
#[derive(Clone, Copy, Debug, Default)]
pub struct Met {
    /// Functions, and those with the same text behind it.
    pub functions: [usize; 2],
    /// Statements of both.
    pub statements: [usize; 2],
}

/// Gathers pairs from the passes that it watches.
#[derive(Default)]
pub struct Gatherer {
    /// Where the program comes from, for the names of pairs.
    pub source: String,
    /// The table, as far as it is written.
    pub table: String,
    /// How many pairs it has.
    pub pairs: usize,
    /// By pass.
    pub met: BTreeMap<&'static str, Met>,
    seen: HashSet<String>,
    before: Option<Program>,
}

impl Gatherer {
    fn compare(&mut self, pass: &'static str, before: &Program, after: &Program) {
        if before.functions.len() != after.functions.len() {
            return;
        }
        for (old, new) in before.functions.iter().zip(&after.functions) {
            let texts = (old != new).then(|| {
                let texts = (table::function(before, old), table::function(after, new));
                (texts.0 != texts.1).then_some(texts)
            });
            let (met, size) = (self.met.entry(pass).or_default(), table::size(old));
            met.functions[0] += 1;
            met.statements[0] += size;
            match texts.flatten() {
                None => {
                    met.functions[1] += 1;
                    met.statements[1] += size;
                }
                Some((old_text, new_text)) => {
                    let name = format!("{} {}", self.source, old.name.escape_debug());
                    self.add(&name, pass, &old_text, &new_text);
                }
            }
        }
    }

    /// Adds a pair that is not known yet.
    pub fn add(&mut self, name: &str, what: &str, before: &str, after: &str) {
        let kind = what.split('-').next().unwrap_or_default();
        if self.seen.insert(format!("{kind}\n{before}{after}")) {
            self.pairs += 1;
            let text = &mut self.table;
            write!(text, "pair\t{name}\t{what}\nbefore\n{before}after\n{after}")
                .expect("a String takes every text");
        }
    }
}

impl Watcher for Gatherer {
    fn before(&mut self, pass: &Pass, program: &Program) {
        self.before = SCALAR.contains(&pass.name).then(|| program.clone());
    }

    fn after(&mut self, pass: &Pass, program: &Program, ran: bool) -> ControlFlow<()> {
        if let Some(before) = self.before.take().filter(|_| ran) {
            self.compare(pass.name, &before, program);
        }
        ControlFlow::Continue(())
    }
}
