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

/// Steps of the search for each block of the function.
const STEPS: usize = 16;

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
        let mut search = None;
        let mut stores = Stores::default();
        for group in reads.chunk_by(|a, b| a.0 == b.0) {
            let value = group[0].0;
            let home = live.home_blocks[value as usize];
            let often = loops.frequency[home as usize];
            let mut blocks = group.iter().map(|read| read.1);
            if blocks.all(|block| loops.frequency[block as usize] < often) {
                let search = search.get_or_insert_with(|| Search::new(listing));
                let found = search.best(loops, plan, home, group);
                stores.at_starts.extend(found);
            }
        }
        stores.at_starts.sort_unstable();
        stores
    }
}

/// A search on the tree of dominators.
struct Search {
    idoms: Vec<u32>,
    /// How many steps are left, so that large functions do not cost more than their size.
    budget: usize,
}

impl Search {
    fn new(listing: &Listing) -> Search {
        Search {
            idoms: dominators(listing),
            budget: STEPS * listing.block_count(),
        }
    }

    /// The block that runs least often of those that dominate all reads and receive the value in a register.
    fn best(
        &mut self,
        loops: &Loops,
        plan: &Plan,
        home: u32,
        reads: &[(u32, u32)],
    ) -> Option<(u32, u32, Register)> {
        let value = reads[0].0;
        let mut at = reads[0].1;
        for (_, block) in reads {
            at = self.meet(at, *block)?;
        }
        let mut least = loops.frequency[home as usize];
        let mut best = None;
        while at > home {
            self.budget = self.budget.checked_sub(1)?;
            let register = arrives(plan, at, value);
            if register != NONE && loops.frequency[at as usize] < least {
                least = loops.frequency[at as usize];
                best = Some((at, value, register));
            }
            at = self.idoms[at as usize];
        }
        best
    }

    /// The last block that dominates two blocks.
    fn meet(&mut self, a: u32, b: u32) -> Option<u32> {
        let (mut a, mut b) = (a, b);
        while a != b {
            self.budget = self.budget.checked_sub(1)?;
            let later = a.max(b);
            (a, b) = (a.min(b), self.idoms[later as usize]);
        }
        Some(a)
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
