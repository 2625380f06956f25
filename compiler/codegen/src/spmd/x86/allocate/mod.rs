//! Registers: every value of a function gets a register or a slot of the frame at each point of the code.
//!
//! ```text
//! shape (edges, dead code) ─► listing (order) ─► loops, liveness ─► one walk over the blocks ─► slots, finish (output)
//!                                                                   edges: between blocks; operands: within; state: registers
//! ```
//!
//! The function is in SSA form, so that a value is stored at most once, and leaving a register costs nothing. The walk knows how far the
//! next use of each value is, and which register a value should have so that loops, joins and results in the place of operands need no
//! moves. It spills in the manner of Braun and Hack ("Register Spilling and Live-Range Splitting for SSA-Form Programs", CC 2009), but
//! assigns registers as it goes, so that no second form of the program is built.
//!
//! *Invariant:* what comes out computes what went in; in debug builds regalloc2's checker proves it for every function; large ones take turns in
//! ordinary runs of `tests/run`.

mod edges;
mod finish;
mod lessons;
mod listing;
mod liveness;
mod loops;
mod operands;
mod parallel;
mod plan;
mod registers;
mod shape;
mod slots;
mod state;
mod stores;
#[cfg(test)]
mod tests;
mod wishes;

use regalloc2::Output;
use regalloc2::checker::Checker;

use super::fold::fold_loads;
use super::machine::Function;
use crate::proofs::{self, Turn};
use finish::finish;
use lessons::{Lessons, cost};
pub use listing::Listing;
use liveness::Liveness;
use loops::Loops;
use plan::Plan;
pub use registers::caller_saved;
use registers::environment;
use shape::{remove_dead, split_edges};
use state::Walk;

/// A function in the order of its code, with the registers of every instruction.
pub struct Allocated {
    /// Blocks in order, each a range of instructions.
    pub listing: Listing,
    /// What the allocator decided.
    pub output: Output,
}

/// Removes dead code and gives every value a place.
///
/// # Panics
/// The allocator refuses the function, which is a bug of the selection.
pub fn allocate(mut function: Function) -> Allocated {
    split_edges(&mut function);
    fold_loads(&mut function);
    remove_dead(&mut function);
    let listing = Listing::new(function);
    let output = assign(&listing);
    if cfg!(debug_assertions) && is_proven(listing.insts.len(), proofs::turn()) {
        prove(&listing, &output);
    }
    Allocated { listing, output }
}

/// Finds a place for every value at every point.
fn assign(listing: &Listing) -> Output {
    let live = Liveness::new(listing);
    let mut loops = Loops::new(listing);
    live.measure(listing, &mut loops);
    let first = walk(listing, &live, &loops, Lessons::default());
    let lessons = Lessons::new(listing, &live, &loops, &first);
    let best = match lessons.is_empty() {
        true => first,
        false => {
            let second = walk(listing, &live, &loops, lessons);
            let [before, behind] = [&first, &second].map(|plan| cost(listing, &live, &loops, plan));
            if behind < before { second } else { first }
        }
    };
    finish(listing, &live, &loops, &best)
}

/// One walk over the function.
fn walk(listing: &Listing, live: &Liveness, loops: &Loops, lessons: Lessons) -> Plan {
    let mut walk = Walk::new(listing, live, loops, lessons);
    walk.run();
    walk.plan
}

/// Functions of so many instructions take turns (`proofs`): the checker takes more than linear time, so that the largest 6% of the functions of the
/// test programs took a seventh of all the time of compiling these.
const LARGE: usize = 250;

/// Whether a function of so many instructions is proven in this run.
fn is_proven(insts: usize, turn: Turn) -> bool {
    insts < LARGE && turn != Turn::Never || proofs::has_come(insts, turn)
}

/// Proves that every operand reads the value that it should.
fn prove(listing: &Listing, output: &Output) {
    let machine = environment(listing.level());
    let mut checker = Checker::new(listing, &machine);
    checker.prepare(output);
    checker
        .run()
        .unwrap_or_else(|errors| panic!("registers: {errors:?}"));
}
