//! Where values live and where they are used next.
//!
//! Liveness is found use by use: from each use upwards to the definition (Boissinot, Brandner, Darte, Dupont de Dinechin, Rastello, "A
//! Non-iterative Data-Flow Algorithm for Computing Liveness Sets in Strict SSA Programs", APLAS 2011), which costs no more than the sets
//! that come out. Next uses are looked up in the order of the code, as in linear scan, and around the loops that lie in between.
//!
//! *Invariant:* a value is live in front of a block if and only if it is in the block's list; lists and uses are in ascending order.

use regalloc2::{OperandConstraint, OperandKind};

use super::super::machine::Inst;
use super::listing::Listing;
use super::loops::{Loops, OUTSIDE};
use super::registers::{CLASSES, bit, number, set_of};

/// Behind everything: a use that there is none of.
pub const NEVER: u32 = u32::MAX;
/// No value.
pub const NOBODY: u32 = u32::MAX;

/// What a way out of a loop, and a turn of it, adds to the distance of a use.
pub const WAY_OUT: u32 = 1 << 16;

/// Where the next use of a value is looked for.
pub struct Point {
    /// The next use in the order of the code.
    pub next: u32,
    /// The current instruction.
    pub at: u32,
    /// The innermost loop around it.
    pub inside: u32,
    /// The depths, a bit each, of the loops whose next turn finds the value in its register.
    pub resident: u32,
}

/// Live values and uses.
pub struct Liveness {
    /// Class of each value.
    pub classes: Vec<u8>,
    /// The instruction that defines each value; for parameters the first one of their block.
    pub defined: Vec<u32>,
    /// The block that defines each value.
    pub home_blocks: Vec<u32>,
    /// The block of each instruction is found by its range.
    use_starts: Vec<u32>,
    /// Instructions that use a value, by value: twice the number, and one if the value must be in a register.
    uses: Vec<u32>,
    in_starts: Vec<u32>,
    live_in: Vec<u32>,
}

impl Liveness {
    /// Finds definitions, uses and live values.
    pub fn new(listing: &Listing) -> Liveness {
        let count = listing.value_count();
        let mut liveness = Liveness {
            classes: vec![0; count],
            defined: vec![NEVER; count],
            home_blocks: vec![NEVER; count],
            use_starts: vec![0; count + 1],
            uses: Vec::new(),
            in_starts: Vec::new(),
            live_in: Vec::new(),
        };
        liveness.find_definitions(listing);
        liveness.find_uses(listing);
        let pairs = liveness.live_pairs(listing);
        liveness.sort_by_block(listing.block_count(), &pairs);
        liveness
    }

    fn find_definitions(&mut self, listing: &Listing) {
        for block in 0..listing.block_count() {
            let range = listing.insts_of(block);
            for param in listing.params(block) {
                self.define(*param, range.start, block);
            }
            for at in range {
                for operand in &listing.insts[at].operands {
                    if operand.kind() == OperandKind::Def {
                        self.define(operand.vreg(), at, block);
                    }
                }
            }
        }
    }

    fn define(&mut self, value: regalloc2::VReg, at: usize, block: usize) {
        let number = value.vreg();
        self.classes[number] = value.class() as u8;
        self.defined[number] = at as u32;
        self.home_blocks[number] = block as u32;
    }

    /// Counts the uses of each value, then lays them one behind the other.
    fn find_uses(&mut self, listing: &Listing) {
        let starts = &mut self.use_starts;
        for_each_use(listing, |value, _| starts[value + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        self.uses = vec![0; starts[starts.len() - 1] as usize];
        let uses = &mut self.uses;
        for_each_use(listing, |value, at| {
            uses[next[value] as usize] = at;
            next[value] += 1;
        });
    }

    /// Blocks with the values that are live in front of them, by value.
    fn live_pairs(&self, listing: &Listing) -> Vec<(u32, u32)> {
        let blocks = block_of_insts(listing);
        let mut seen = vec![NEVER; listing.block_count()];
        let mut pairs = Vec::new();
        let mut open = Vec::new();
        for value in 0..self.classes.len() {
            let home = self.home_blocks[value];
            for at in self.uses(value) {
                open.push(blocks[(*at >> 1) as usize]);
                while let Some(block) = open.pop() {
                    let known = std::mem::replace(&mut seen[block as usize], value as u32);
                    if block == home || known == value as u32 {
                        continue;
                    }
                    pairs.push((block, value as u32));
                    let before = listing.predecessors(block as usize).iter();
                    open.extend(before.map(|block| block.index() as u32));
                }
            }
        }
        pairs
    }

    fn sort_by_block(&mut self, blocks: usize, pairs: &[(u32, u32)]) {
        let mut starts = vec![0; blocks + 1];
        for (block, _) in pairs {
            starts[*block as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next: Vec<u32> = starts.clone();
        self.live_in = vec![0; pairs.len()];
        for (block, value) in pairs {
            let place = &mut next[*block as usize];
            self.live_in[*place as usize] = *value;
            *place += 1;
        }
        self.in_starts = starts;
    }

    /// The uses of a value.
    pub fn uses(&self, value: usize) -> &[u32] {
        let range = self.use_starts[value] as usize..self.use_starts[value + 1] as usize;
        &self.uses[range]
    }

    /// The place of a value's first use in the list of all.
    pub fn first_use(&self, value: usize) -> u32 {
        self.use_starts[value]
    }

    /// The use at a place of the list of all, if it is one of the value.
    pub fn use_at(&self, value: usize, place: u32) -> Option<u32> {
        (place < self.use_starts[value + 1]).then(|| self.uses[place as usize])
    }

    /// The values that are live in front of a block.
    pub fn live_in(&self, block: usize) -> &[u32] {
        let range = self.in_starts[block] as usize..self.in_starts[block + 1] as usize;
        &self.live_in[range]
    }

    /// Whether a value is live in front of a block.
    pub fn is_live_in(&self, block: usize, value: u32) -> bool {
        self.live_in(block).binary_search(&value).is_ok()
    }

    /// How far the next use of a live value is from an instruction.
    pub fn distance(&self, loops: &Loops, value: usize, point: &Point) -> u32 {
        let &Point { next, at, .. } = point;
        let mut far = 0;
        let mut around = point.inside;
        while around != OUTSIDE {
            let known = &loops.loops[around as usize];
            if next <= known.last && next >= at {
                return far + (next - at).min(WAY_OUT - 1);
            }
            if self.defined[value] < known.first
                && let Some(again) = self.first_use_within(value, known.first, known.last)
            {
                let stays = point.resident & 1 << (known.depth % 32) != 0;
                let left = known.last.saturating_sub(at) + (again - known.first);
                return far
                    + if stays {
                        left.min(WAY_OUT - 1)
                    } else {
                        WAY_OUT - 1
                    };
            }
            far += WAY_OUT;
            around = known.parent;
        }
        match next {
            NEVER => far + WAY_OUT,
            _ => far + next.saturating_sub(at).min(WAY_OUT),
        }
    }

    fn first_use_within(&self, value: usize, first: u32, last: u32) -> Option<u32> {
        let uses = self.uses(value);
        let at = uses.partition_point(|at| at >> 1 < first);
        let found = uses.get(at)? >> 1;
        (found <= last).then_some(found)
    }

    /// Sets the pressure of each loop: the most values of a class that live at once.
    pub fn measure(&self, listing: &Listing, loops: &mut Loops) {
        let mut live = vec![NEVER; self.classes.len()];
        for block in 0..listing.block_count() {
            let inside = loops.innermost[block];
            if inside != OUTSIDE && !listing.is_cold(block) {
                let most = self.pressure_of(listing, block, &mut live);
                let known = &mut loops.loops[inside as usize].pressure;
                (0..3).for_each(|class| known[class] = known[class].max(most[class]));
            }
        }
        for at in 0..loops.loops.len() {
            let (pressure, parent) = (loops.loops[at].pressure, loops.loops[at].parent);
            if parent != OUTSIDE {
                let around = &mut loops.loops[parent as usize].pressure;
                (0..3).for_each(|class| around[class] = around[class].max(pressure[class]));
            }
        }
    }

    /// The most values of each class that live at once in a block; `live`: the last block at whose end a value was seen alive.
    fn pressure_of(&self, listing: &Listing, block: usize, live: &mut [u32]) -> [u32; 3] {
        let mut count = Count {
            classes: &self.classes,
            stamp: block as u32,
            live,
            now: [0; 3],
        };
        for successor in listing.successors(block) {
            let values = self.live_in(successor.index()).iter();
            values.for_each(|value| count.enter(*value as usize));
        }
        let args = listing.args(block).iter();
        args.for_each(|arg| count.enter(arg.vreg()));
        let mut most = count.now;
        for at in listing.insts_of(block).rev() {
            let inst = &listing.insts[at];
            let of_kind = |kind| {
                inst.operands
                    .iter()
                    .filter(move |known| known.kind() == kind)
            };
            of_kind(OperandKind::Def).for_each(|operand| count.leave(operand.vreg().vreg()));
            let behind = count.now;
            of_kind(OperandKind::Use).for_each(|operand| count.enter(operand.vreg().vreg()));
            let held = held(inst);
            for class in 0..3 {
                let here = count.now[class].max(behind[class] + held[class]);
                most[class] = most[class].max(here);
            }
        }
        most
    }
}

/// Counts living values, backwards through a block.
struct Count<'a> {
    classes: &'a [u8],
    /// The block.
    stamp: u32,
    /// The block in which each value was seen alive.
    live: &'a mut [u32],
    now: [u32; 3],
}

impl Count<'_> {
    fn enter(&mut self, value: usize) {
        if std::mem::replace(&mut self.live[value], self.stamp) != self.stamp {
            self.now[usize::from(self.classes[value])] += 1;
        }
    }

    fn leave(&mut self, value: usize) {
        if std::mem::replace(&mut self.live[value], NEVER) == self.stamp {
            self.now[usize::from(self.classes[value])] -= 1;
        }
    }
}

/// How many registers of each class an instruction destroys or defines by name, which hold nothing that lives on.
fn held(inst: &Inst) -> [u32; 3] {
    let defined = inst.operands.iter().filter_map(|operand| {
        let OperandConstraint::FixedReg(register) = operand.constraint() else {
            return None;
        };
        (operand.kind() == OperandKind::Def).then(|| bit(number(register)))
    });
    let set = defined.fold(set_of(inst.clobbers), |set, bit| set | bit);
    CLASSES.map(|class| (set & class).count_ones())
}

/// Calls with every use in the order of the code: value, and twice the instruction, plus one if it must be in a register.
fn for_each_use(listing: &Listing, mut found: impl FnMut(usize, u32)) {
    for block in 0..listing.block_count() {
        let range = listing.insts_of(block);
        let end = range.end - 1;
        for at in range {
            for operand in &listing.insts[at].operands {
                if operand.kind() == OperandKind::Use {
                    let strict = operand.constraint() != OperandConstraint::Any;
                    found(operand.vreg().vreg(), 2 * at as u32 + u32::from(strict));
                }
            }
        }
        for arg in listing.args(block) {
            found(arg.vreg(), 2 * end as u32);
        }
    }
}

/// The block of each instruction.
fn block_of_insts(listing: &Listing) -> Vec<u32> {
    let mut blocks = Vec::with_capacity(listing.insts.len());
    for block in 0..listing.block_count() {
        blocks.resize(listing.insts_of(block).end, block as u32);
    }
    blocks
}
