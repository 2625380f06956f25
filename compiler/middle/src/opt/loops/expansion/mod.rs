//! The pass `array-expansion`: arrays that the iterations of a loop make for themselves get an element for each of several iterations.
//!
//! ```text
//! for k = 0..n-1                       v_all = new(rows, steps+1, 16)
//!     v = zeros(steps+1)               for blocks of rows times 16 iterations               one after the other
//!     …                                    for r = 0..rows-1, lane = 0..15                  in parallel
//!         v[i] = max(v[i+1], …)                k = (first + r)*16 + lane
//!     y[k] = v[0]                              v_all[r, i, lane] = max(v_all[r, i+1, lane], …)
//!                                              y[k] = v_all[r, 0, lane]
//! ```
//!
//! The last dimension is that of neighbouring iterations, so that vectors along the loop find their elements side by side. Blocks keep what
//! is made small (strip-mining). The loop as it was stays for arrays that are too large, and for few iterations.
//!
//! | file | what it does |
//! |---|---|
//! | `find` | the arrays of an iteration, and their sizes in front of the loop |
//! | `bounds` | which accesses need no check |
//! | `trial` | whether the loop would be parallel if each iteration had its own |
//! | `build` | the loops over blocks, rows and lanes |
//! | `elements` | accesses to the elements that an iteration has |
//!
//! *Technique:* array expansion (Feautrier, "Array Expansion", ICS 1988) of arrays that are private to an iteration (Tu and Padua, "Automatic
//! Array Privatization", LCPC 1993).
//!
//! *Invariant:* an iteration touches its own elements of these arrays alone, and finds in them what it would find in arrays of its own;
//! how many iterations a block has depends on sizes alone, and no result on that.

mod bounds;
mod build;
mod elements;
mod find;
mod trial;

use std::collections::{BTreeMap, BTreeSet};

use super::marks::Marks;
use crate::analysis::loops::Options;
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::Names;
use crate::mir::passes::copy::replace_stmts;
use crate::mir::{Block, Function, Label, Op, Stmt};
use find::Prepared;

/// Loops around loops that are tried, from the inside out.
const MOST_TRIALS: usize = 4;

/// Runs the pass on a host function. `originals` are loops that stay as they are; what is to be told goes to the marks.
pub fn expand(
    function: &mut Function,
    names: &Names,
    options: &Options,
    originals: &BTreeSet<Label>,
    marks: &mut Marks,
) {
    let mut wanted = candidates(&function.body, originals);
    for _ in 0..MOST_TRIALS {
        if wanted.is_empty() {
            return;
        }
        let prepared = find::prepare(function, &wanted);
        let found = trial::parallel(function, prepared, names, options);
        let found: BTreeMap<Label, Prepared> =
            found.into_iter().map(|one| (one.label, one)).collect();
        let done: BTreeSet<Label> = found.keys().copied().collect();
        let made = build::numbers(&function.body);
        let mut body = std::mem::take(&mut function.body);
        replace_stmts(&mut body, &mut |stmt| {
            let label = ForParts::of(&stmt).map(|parts| parts.label);
            match label.and_then(|label| found.get(&label)) {
                Some(one) => build::expanded(function, one, &made, marks),
                None => vec![stmt],
            }
        });
        function.body = body;
        let failed = wanted.difference(&done).copied().collect();
        wanted = others(&function.body, &failed, &done, originals);
    }
}

/// The loops that make arrays in their bodies, outside of the loops there: of those in each other the outermost.
fn candidates(body: &Block, originals: &BTreeSet<Label>) -> BTreeSet<Label> {
    let mut found = BTreeSet::new();
    for stmt in &body.stmts {
        match ForParts::of(stmt) {
            Some(parts) if originals.contains(&parts.label) => {}
            Some(parts) if makes_arrays(parts.body) => {
                found.insert(parts.label);
            }
            _ => stmt
                .op
                .blocks()
                .for_each(|inner| found.extend(candidates(inner, originals))),
        }
    }
    found
}

/// Whether a block makes arrays outside of loops that count.
fn makes_arrays(block: &Block) -> bool {
    let makes = |stmt: &Stmt| match &stmt.op {
        Op::NewArray { .. } => true,
        Op::For { .. } => false,
        op => op.blocks().any(makes_arrays),
    };
    block.stmts.iter().any(makes)
}

/// What is tried where loops cannot be parallel: those inside that make arrays; where there are none, the loops around, unless something in
/// these was done.
fn others(
    body: &Block,
    failed: &BTreeSet<Label>,
    done: &BTreeSet<Label>,
    originals: &BTreeSet<Label>,
) -> BTreeSet<Label> {
    let mut found = BTreeSet::new();
    let mut around = Vec::new();
    collect(body, failed, done, originals, &mut around, &mut found);
    found
}

fn collect(
    block: &Block,
    failed: &BTreeSet<Label>,
    done: &BTreeSet<Label>,
    originals: &BTreeSet<Label>,
    around: &mut Vec<Label>,
    found: &mut BTreeSet<Label>,
) {
    for stmt in &block.stmts {
        let Some(parts) = ForParts::of(stmt) else {
            for inner in stmt.op.blocks() {
                collect(inner, failed, done, originals, around, found);
            }
            continue;
        };
        if originals.contains(&parts.label) || done.contains(&parts.label) {
            continue;
        }
        if failed.contains(&parts.label) {
            let inside = candidates(parts.body, originals);
            match (inside.is_empty(), around.last()) {
                (false, _) => found.extend(inside),
                (true, Some(outer)) => found.extend([*outer]),
                (true, None) => {}
            }
            continue;
        }
        around.push(parts.label);
        collect(parts.body, failed, done, originals, around, found);
        around.pop();
    }
}
