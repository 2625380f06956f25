//! What one walk teaches the next: which values a loop cannot keep in registers, and where its parameters come back.
//!
//! The head of a loop decides before its code is seen. When a value had to be loaded at the end of each turn only because the head wanted
//! it in a register, the second walk leaves it in its slot, from which it is loaded where it is used or read as an operand. When a
//! parameter comes back in another register, the second walk starts with that one. The cheaper of both walks counts.
//!
//! *Invariant:* lessons change costs only.

use super::listing::Listing;
use super::liveness::Liveness;
use super::loops::Loops;
use super::plan::{Plan, SLOTS};
use super::registers::{NONE, Register};

/// What has been learnt.
#[derive(Default)]
pub struct Lessons {
    /// Values that need not be in registers at the heads of loops: head and value, in ascending order.
    pub absent: Vec<(u32, u32)>,
    /// Registers for parameters of heads of loops: parameter and register, in ascending order.
    pub homes: Vec<(u32, Register)>,
}

impl Lessons {
    /// What a plan teaches.
    pub fn new(listing: &Listing, live: &Liveness, loops: &Loops, plan: &Plan) -> Lessons {
        let mut lessons = Lessons::default();
        for known in &loops.loops {
            for before in listing.predecessors(known.head) {
                if before.index() >= known.head && !listing.is_cold(before.index()) {
                    lessons.learn(live, plan, known.head, before.index());
                }
            }
        }
        lessons.absent.sort_unstable();
        lessons.homes.sort_unstable();
        lessons.homes.dedup_by_key(|home| home.0);
        lessons
    }

    /// Looks at the moves of an edge back to the head of a loop.
    fn learn(&mut self, live: &Liveness, plan: &Plan, head: usize, block: usize) {
        let edge = plan.edges[block].clone();
        let entry = &plan.entries[head];
        for found in &plan.transfers[edge.start as usize..edge.end as usize] {
            let Some((value, _)) = entry.iter().find(|known| u32::from(known.1) == found.to) else {
                continue;
            };
            let is_param = live.home_blocks[*value as usize] as usize == head;
            match (is_param, found.from < SLOTS) {
                (true, true) => self.homes.push((*value, found.from as Register)),
                (false, false) => self.absent.push((head as u32, *value)),
                (true, false) | (false, true) => {}
            }
        }
    }

    /// Whether there is nothing to learn.
    pub fn is_empty(&self) -> bool {
        self.absent.is_empty() && self.homes.is_empty()
    }

    /// Whether a value is better not in a register at the head of a loop.
    pub fn is_absent(&self, head: usize, value: u32) -> bool {
        self.absent.binary_search(&(head as u32, value)).is_ok()
    }

    /// The register that a parameter comes back in.
    pub fn home(&self, param: u32) -> Register {
        let found = self.homes.binary_search_by_key(&param, |home| home.0);
        found.map_or(NONE, |at| self.homes[at].1)
    }
}

/// What the moves of a plan cost, each as often as its block runs; reading a slot as an operand costs a little.
pub fn cost(listing: &Listing, live: &Liveness, loops: &Loops, plan: &Plan) -> u64 {
    const MOVE: u64 = 4;
    const OPERAND: u64 = 1;
    let mut total = 0;
    let mut next = 0;
    for block in 0..listing.block_count() {
        let range = listing.insts_of(block);
        let first = plan.starts[range.start] as usize;
        let end = plan.starts.get(range.end);
        let end = end.map_or(plan.spots.len(), |end| *end as usize);
        let operands = plan.spots[first..end].iter();
        let mut here = OPERAND * operands.filter(|spot| **spot >= SLOTS).count() as u64;
        while plan
            .moves
            .get(next)
            .is_some_and(|found| (found.at as usize) < range.end)
        {
            here += MOVE;
            next += 1;
        }
        // A block that would be no code without its moves also needs a jump.
        let edge = plan.edges[block].len() as u64;
        here += MOVE * (edge + u64::from(edge > 0 && range.len() == 1));
        total += here * u64::from(loops.frequency[block]);
    }
    let spilled = plan
        .spilled
        .iter()
        .enumerate()
        .filter(|(_, spilled)| **spilled);
    let stores = spilled.map(|(value, _)| loops.frequency[live.home_blocks[value] as usize]);
    total + stores.map(|often| MOVE * u64::from(often)).sum::<u64>()
}
