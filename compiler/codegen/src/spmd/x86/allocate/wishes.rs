//! Which registers values should have so that few moves are left.
//!
//! *Technique:* register assignment by preferences (Braun, Mallon and Hack, "Preference-Guided Register Assignment", CC 2010).
//!
//! *Invariant:* wishes change costs only.

use regalloc2::{OperandConstraint, VReg};

use super::super::machine::Action;
use super::listing::Listing;
use super::liveness::{Liveness, NOBODY};
use super::loops::Loops;
use super::registers::{NONE, Register, number};

/// What each value wishes.
pub struct Wishes {
    /// The register that a value had last, or should have.
    pub home: Vec<Register>,
    /// Whose register a value wants: the parameter that it is passed to, or the result that takes its place.
    pub wanted: Vec<u32>,
    /// Whether calls of usual blocks stand between a value's definition and its uses.
    pub crosses: Vec<bool>,
    /// Which parameter of its block a value is.
    pub ordinals: Vec<u32>,
}

impl Wishes {
    /// The wishes of a function's values.
    pub fn new(listing: &Listing, live: &Liveness, loops: &Loops) -> Wishes {
        let crosses = crossing(listing, live);
        Wishes {
            home: named_homes(listing, live, &crosses),
            wanted: wanted(listing, loops),
            crosses,
            ordinals: ordinals(listing),
        }
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
fn wanted(listing: &Listing, loops: &Loops) -> Vec<u32> {
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
        for inst in &listing.insts[listing.insts_of(block)] {
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
fn named_homes(listing: &Listing, live: &Liveness, crosses: &[bool]) -> Vec<Register> {
    let mut homes = vec![NONE; listing.value_count()];
    for block in 0..listing.block_count() {
        for inst in &listing.insts[listing.insts_of(block)] {
            for operand in &inst.operands {
                let value = operand.vreg().vreg();
                let is_rare = |block| listing.is_cold(block);
                if let OperandConstraint::FixedReg(register) = operand.constraint()
                    && (!is_rare(block) || is_rare(live.home_blocks[value] as usize))
                    && !crosses[value]
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
    let mut calls = Vec::with_capacity(listing.insts.len());
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
    let values = 0..listing.value_count();
    values.map(|value| count > 0 && crosses(value)).collect()
}
