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
//! *Invariant:* what comes out computes what went in; in debug builds regalloc2's checker proves it for every function.

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

use regalloc2::checker::Checker;
use regalloc2::{OperandConstraint, Output, VReg};

use super::fold::fold_loads;
use super::machine::{Action, Function};
use finish::finish;
use lessons::{Lessons, cost};
pub use listing::Listing;
use liveness::Liveness;
use loops::{Loops, OUTSIDE};
use plan::Plan;
pub use registers::caller_saved;
use registers::{COUNT, File, NONE, Register, environment, number};
use shape::{remove_dead, split_edges};
use state::{NOBODY, Walk};

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
    if cfg!(debug_assertions) {
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
    let mut walk = start(listing, live, loops, lessons);
    walk.run();
    walk.plan
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

/// The walk in front of the first block.
fn start<'a>(
    listing: &'a Listing,
    live: &'a Liveness,
    loops: &'a Loops,
    lessons: Lessons,
) -> Walk<'a> {
    let count = listing.value_count();
    let file = File::new(listing.level());
    let free = file.classes.iter().fold(0, |set, class| set | class);
    Walk {
        register: vec![NONE; count],
        occupant: [NOBODY; COUNT],
        free,
        next: (0..count).map(|value| live.first_use(value)).collect(),
        home: named_homes(listing, live),
        wanted: wishes(listing, loops),
        crosses: crossing(listing, live),
        live_out: vec![NOBODY; count],
        block: 0,
        inside: OUTSIDE,
        end: 0,
        reserved: 0,
        returns: vec![0; loops.loops.len()],
        seen: vec![NOBODY; count],
        resident: vec![0; count],
        ordinals: ordinals(listing),
        touched: 0,
        exits: Vec::with_capacity(listing.block_count()),
        plan: Plan::new(listing.block_count(), count),
        lessons,
        listing,
        live,
        loops,
        file,
    }
}

/// Which parameter of its block each value is.
fn ordinals(listing: &Listing) -> Vec<u32> {
    let mut ordinals = vec![NOBODY; listing.value_count()];
    for block in 0..listing.block_count() {
        for (ordinal, param) in listing.params(block).iter().enumerate() {
            ordinals[param.vreg()] = ordinal as u32;
        }
    }
    ordinals
}

/// Whose register each value wants: of what it is passed to, the one that is reached most often.
fn wishes(listing: &Listing, loops: &Loops) -> Vec<u32> {
    let count = listing.value_count();
    let (mut wanted, mut strength) = (vec![NOBODY; count], vec![0; count]);
    let mut wish = |value: VReg, target: VReg, often: u32| {
        let number = value.vreg();
        if often >= strength[number] {
            strength[number] = often;
            wanted[number] = target.vreg() as u32;
        }
    };
    for block in 0..listing.block_count() {
        let often = loops.frequency[block];
        let insts = &listing.insts[listing.insts_of(block)];
        for inst in insts {
            for operand in &inst.operands {
                if let OperandConstraint::Reuse(input) = operand.constraint() {
                    wish(inst.operands[input].vreg(), operand.vreg(), often);
                }
            }
        }
        if let [next] = listing.successors(block) {
            let params = listing.params(next.index()).iter();
            let passed = params.zip(listing.args(block));
            passed.for_each(|(param, arg)| wish(*arg, *param, often));
        }
    }
    wanted
}

/// The registers that operands name, for their values; rare blocks have a say in values of rare blocks only.
fn named_homes(listing: &Listing, live: &Liveness) -> Vec<Register> {
    let mut homes = vec![NONE; listing.value_count()];
    for block in 0..listing.block_count() {
        for at in listing.insts_of(block) {
            for operand in &listing.insts[at].operands {
                let value = operand.vreg().vreg();
                let is_rare = |block| listing.is_cold(block);
                if let OperandConstraint::FixedReg(register) = operand.constraint()
                    && (!is_rare(block) || is_rare(live.home_blocks[value] as usize))
                {
                    homes[value] = number(register);
                }
            }
        }
    }
    homes
}

/// Which values live across calls that do not run rarely.
fn crossing(listing: &Listing, live: &Liveness) -> Vec<bool> {
    let mut calls = Vec::with_capacity(listing.insts.len() + 1);
    let mut count = 0_u32;
    for block in 0..listing.block_count() {
        for at in listing.insts_of(block) {
            calls.push(count);
            let is_call = matches!(listing.insts[at].action, Action::Call(_));
            count += u32::from(is_call && !listing.is_cold(block));
        }
    }
    let crosses = |value: usize| {
        let last = live.uses(value).last();
        last.is_some_and(|last| calls[(last >> 1) as usize] > calls[live.defined[value] as usize])
    };
    (0..listing.value_count())
        .map(|value| count > 0 && crosses(value))
        .collect()
}
