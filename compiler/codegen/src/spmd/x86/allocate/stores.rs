//! Where spilled values are stored: where they are defined, or later where that runs less often.
//!
//! A value that a rare block spills would otherwise be stored in the loop that defines it. The store may stand at the start of any block
//! in which the value arrives in a register and that dominates all blocks that read the slot.
//!
//! *Invariant:* every way to a read of a slot passes its store.

use super::listing::Listing;
use super::liveness::Liveness;
use super::loops::Loops;
use super::plan::Plan;
use super::registers::{NONE, Register};

/// No block yet.
const NOWHERE: u32 = u32::MAX;

/// Stores that do not stand at definitions.
#[derive(Default)]
pub struct Stores {
    /// Block, value and the register that it arrives in, in ascending order.
    pub at_starts: Vec<(u32, u32, Register)>,
}

impl Stores {
    /// Finds better places for the stores of a plan.
    pub fn new(listing: &Listing, live: &Liveness, loops: &Loops, plan: &Plan) -> Stores {
        let mut reads = plan.reads.clone();
        reads.sort_unstable();
        reads.dedup();
        let often = |block: u32| loops.frequency[block as usize];
        let home = |value: u32| live.home_blocks[value as usize];
        let mut stores = Stores::default();
        let mut idoms = Vec::new();
        for group in reads.chunk_by(|a, b| a.0 == b.0) {
            let value = group[0].0;
            let is_rarer = group.iter().all(|read| often(read.1) < often(home(value)));
            if !is_rarer {
                continue;
            }
            if idoms.is_empty() {
                idoms = dominators(listing);
            }
            let blocks = group.iter().map(|read| read.1);
            let last = blocks.reduce(|a, b| meet(&idoms, a, b));
            let mut at = last.expect("a value of the list is read");
            let mut best = None;
            while at > home(value) {
                let register = arrives(plan, at, value);
                let least = best.map_or(often(home(value)), |(block, _)| often(block));
                if register != NONE && often(at) < least {
                    best = Some((at, register));
                }
                at = idoms[at as usize];
            }
            let found = best.map(|(block, register)| (block, value, register));
            stores.at_starts.extend(found);
        }
        stores.at_starts.sort_unstable();
        stores
    }
}

/// The register of a value at the start of a block.
fn arrives(plan: &Plan, block: u32, value: u32) -> Register {
    let entry = plan.entries[block as usize].iter();
    let mut found = entry.filter(|known| known.0 == value);
    found.next().map_or(NONE, |known| known.1)
}

/// The immediate dominator of each block (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001).
fn dominators(listing: &Listing) -> Vec<u32> {
    let mut idoms = vec![NOWHERE; listing.block_count()];
    idoms[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for block in 1..idoms.len() {
            let before = listing.predecessors(block).iter();
            let known = before
                .map(|before| before.index() as u32)
                .filter(|before| idoms[*before as usize] != NOWHERE);
            let found = known.reduce(|a, b| meet(&idoms, a, b));
            if let Some(found) = found
                && idoms[block] != found
            {
                idoms[block] = found;
                changed = true;
            }
        }
    }
    idoms
}

/// The last block that dominates two blocks; blocks stand behind their dominators.
fn meet(idoms: &[u32], a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while a != b {
        let later = a.max(b);
        (a, b) = (a.min(b), idoms[later as usize]);
    }
    a
}
