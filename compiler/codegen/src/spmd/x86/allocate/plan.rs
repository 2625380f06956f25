//! What the allocator decides, before spill slots have their places.
//!
//! *Invariant:* moves stand in the order in which they happen; transfers of an edge happen all at once.

use std::ops::Range;

use super::registers::Register;

/// Where a value lies: a register by its number, or from [`SLOTS`] on the slot of a value.
pub type Spot = u32;

/// The slot of value 0.
pub const SLOTS: Spot = 64;

/// The slot of a value.
pub fn slot(value: u32) -> Spot {
    SLOTS + value
}

/// A copy from one place to another.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The instruction in front of which it happens.
    pub at: u32,
    /// What is read.
    pub from: Spot,
    /// What is written.
    pub to: Spot,
}

/// All decisions for a function.
#[derive(Default)]
pub struct Plan {
    /// The places of operands, instruction by instruction.
    pub spots: Vec<Spot>,
    /// Where each instruction's operands start.
    pub starts: Vec<u32>,
    /// Moves in front of instructions.
    pub moves: Vec<Move>,
    /// Moves at the end of blocks with one successor; those of one block happen at once.
    pub transfers: Vec<Move>,
    /// The transfers of each block.
    pub edges: Vec<Range<u32>>,
    /// The values in registers in front of each block; parameters that arrive in their slots have no register.
    pub entries: Vec<Vec<(u32, Register)>>,
    /// Where the slot of a value is read: value and block.
    pub reads: Vec<(u32, u32)>,
    /// Whether a value has a slot.
    pub spilled: Vec<bool>,
}

impl Plan {
    /// A plan without decisions.
    pub fn new(blocks: usize, values: usize) -> Plan {
        Plan {
            edges: vec![0..0; blocks],
            entries: vec![Vec::new(); blocks],
            spilled: vec![false; values],
            ..Plan::default()
        }
    }
}
