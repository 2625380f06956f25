//! From block to block: what lies in which register at the start of a block, and the moves of edges that make it so.
//!
//! A block takes over the registers of the predecessor that runs most often. The head of a loop keeps what the loop uses soonest, and of
//! what only lives through it as much as the loop leaves room for (Braun and Hack, CC 2009).
//!
//! *Invariant:* the predecessor whose registers are taken over has been walked.

use super::liveness::{Liveness, NOBODY, WAY_OUT};
use super::loops::OUTSIDE;
use super::plan::{Move, Spot, slot};
use super::registers::{COUNT, NONE, Register, Set, bit, members};
use super::state::{COPY, Walk};

/// The rank of what an earlier walk could not keep in its register.
const ABSENT: u8 = 3;
/// The rank of what only lives through a loop.
const THROUGH: u8 = 4;

/// What could have a register at the start of a loop, the most urgent first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// Parameters, then what must be in a register, then what may be read from its slot, then what the loop does not use.
    rank: u8,
    distance: u32,
    value: u32,
}

impl Walk<'_> {
    /// Walks over all blocks.
    pub fn run(&mut self) {
        for block in 0..self.listing.block_count() {
            self.enter(block);
            for at in self.listing.insts_of(block) {
                self.inst(at);
            }
            self.leave(block);
        }
    }

    /// Puts the values at the start of a block into their registers.
    fn enter(&mut self, block: usize) {
        self.clear();
        self.block = block;
        self.inside = self.loops.innermost[block];
        self.end = self.listing.insts_of(block).end as u32 - 1;
        self.reserved = match self.inside {
            OUTSIDE => 0,
            inside => self.returns[inside as usize],
        };
        if block > 0 {
            self.take_over(block);
        }
        // A block that only goes on has no operand that could be the last use.
        let range = self.listing.insts_of(block);
        let successors = match range.len() {
            1 => &[],
            _ => self.listing.successors(block),
        };
        for successor in successors {
            for value in self.live.live_in(successor.index()) {
                self.live_out[*value as usize] = block as u32;
            }
        }
        for at in 0..self.listing.predecessors(block).len() {
            let before = self.listing.predecessors(block)[at].index();
            if before < block {
                self.transfer(before, block);
            }
        }
    }

    /// Empties all registers.
    fn clear(&mut self) {
        let all = self.file.classes.iter().fold(0, |set, class| set | class);
        members(all & !self.free).for_each(|register| self.vacate(register));
    }

    /// Keeps the registers at the end of a block, and leads what goes back to where it came from.
    fn leave(&mut self, block: usize) {
        for arg in self.listing.args(block) {
            self.advance(arg.vreg() as u32, self.end);
        }
        self.exits.push(self.occupant);
        for at in 0..self.listing.successors(block).len() {
            let next = self.listing.successors(block)[at].index();
            if next <= block {
                self.transfer(block, next);
            }
        }
    }

    // ---- The start of a block ----------------------------------------------------------------------------------------------------------

    /// Takes over registers from the predecessor that runs most often.
    fn take_over(&mut self, block: usize) {
        let base = self.base_of(block);
        for value in self.live.live_in(block) {
            self.seen[*value as usize] = block as u32;
        }
        let is_head = self.loops.headed[block] != OUTSIDE;
        if is_head {
            self.choose_for_loop(block, base);
        }
        let exit = self.exits[base];
        let avoided = if is_head { self.named() } else { 0 };
        for (register, value) in exit.iter().enumerate() {
            let is_kept = *value < COPY && self.seen[*value as usize] == block as u32;
            let is_free = avoided & 1 << register == 0;
            if is_kept && is_free && self.is_worth_loading(block, base, *value) {
                self.put(*value, register as Register);
            }
        }
        self.receive(block, base, avoided);
        if is_head {
            self.load_for_loop(block, &exit);
        }
        self.note_entry(block);
    }

    /// The predecessor whose registers a block takes over.
    fn base_of(&self, block: usize) -> usize {
        let before = self.listing.predecessors(block).iter();
        let walked = before
            .map(|before| before.index())
            .filter(|before| *before < block);
        let base = walked.max_by_key(|before| {
            // A block that only goes on stays empty, and no code.
            let is_empty = self.listing.insts_of(*before).len() == 1;
            (self.loops.frequency[*before], is_empty)
        });
        base.expect("a block stands behind one that leads to it")
    }

    /// Whether all that often leads to a block has a value in a register, or the block uses it itself, or the next turn of a loop does.
    fn is_worth_loading(&self, block: usize, base: usize, value: u32) -> bool {
        if self.loops.headed[block] != OUTSIDE || self.next_use(value) <= self.end {
            return true;
        }
        let often = self.loops.frequency[base];
        let before = self.listing.predecessors(block).iter();
        let mut others = before
            .map(|before| before.index())
            .filter(|before| *before < block && *before != base);
        others
            .all(|other| self.loops.frequency[other] < often || self.exits[other].contains(&value))
    }

    /// Gives parameters registers: that of their value if it is free, any other, or their slot.
    fn receive(&mut self, block: usize, base: usize, avoided: Set) {
        let params = self.listing.params(block);
        for (param, arg) in params.iter().zip(self.listing.args(base)) {
            let (param, arg) = (param.vreg() as u32, arg.vreg() as u32);
            if self.wants_register(param, block)
                && let Some(register) = self.register_of_arg(param, arg, base)
                && self.free & bit(register) != 0
                && (avoided & bit(register) == 0 || self.wishes.home[param as usize] == register)
            {
                self.put(param, register);
            }
        }
        for param in params {
            let param = param.vreg() as u32;
            if self.wants_register(param, block) && self.register[param as usize] == NONE {
                self.receive_anywhere(param);
            }
        }
    }

    /// The register that a parameter comes back in, as far as known, or that it is passed in.
    fn register_of_arg(&self, param: u32, arg: u32, base: usize) -> Option<Register> {
        match self.lessons.home(param) {
            NONE => {
                let found = self.exits[base].iter().position(|value| *value == arg);
                found.map(|register| register as Register)
            }
            register => Some(register),
        }
    }

    /// Whether a parameter is used, and was not left in its slot for a loop.
    fn wants_register(&self, param: u32, block: usize) -> bool {
        let is_used = !self.live.uses(param as usize).is_empty();
        is_used
            && (self.loops.headed[block] == OUTSIDE || self.seen[param as usize] == block as u32)
    }

    fn receive_anywhere(&mut self, param: u32) {
        let class = self.class(param);
        let start = self.live.defined[param as usize];
        let register = self.choose(param, class).or_else(|| {
            let (register, distance) = self.farthest(class, start)?;
            let is_sooner = self.distance(param, start) < distance;
            is_sooner.then(|| {
                self.vacate(register);
                register
            })
        });
        if let Some(register) = register {
            self.put(param, register);
        }
    }

    /// Keeps what is in the registers now as the start of the block.
    fn note_entry(&mut self, block: usize) {
        let all = self.file.classes.iter().fold(0, |set, class| set | class);
        let mut entry = Vec::with_capacity((all & !self.free).count_ones() as usize);
        let mut returns: Set = 0;
        for register in members(all & !self.free) {
            let value = self.occupant[usize::from(register)];
            entry.push((value, register));
            let is_param = self.live.home_blocks[value as usize] == block as u32;
            returns |= if is_param { bit(register) } else { 0 };
        }
        for param in self.listing.params(block) {
            let value = param.vreg();
            if self.register[value] == NONE && !self.live.uses(value).is_empty() {
                entry.push((value as u32, NONE));
                self.plan.spilled[value] = true;
            }
        }
        self.plan.entries[block] = entry;
        let headed = self.loops.headed[block];
        if headed != OUTSIDE {
            self.returns[headed as usize] = returns;
            self.reserved = returns;
        }
    }

    // ---- Loops -------------------------------------------------------------------------------------------------------------------------

    /// Marks as seen what is worth a register at the start of a loop, and nothing else.
    fn choose_for_loop(&mut self, block: usize, base: usize) {
        for class in 0..3 {
            let mut candidates = self.candidates(block, class);
            candidates.sort_unstable();
            let used = candidates.partition_point(|known| known.rank < THROUGH);
            let through = candidates.len() - used;
            let room = self.file.classes[usize::from(class)].count_ones() as usize;
            let pressure = self.loops.loops[self.inside as usize].pressure[usize::from(class)];
            let busy = (pressure as usize).saturating_sub(through).max(used);
            // What the loop has no room for would leave its register, and come back before the next turn.
            let kept = (used + room).saturating_sub(busy).min(used);
            // One register stays free for moves between the others.
            let mut left = room.saturating_sub(busy + 1);
            for (at, candidate) in candidates.iter().enumerate() {
                let stays = match at < used {
                    true => at < kept && candidate.rank < ABSENT,
                    false => left > 0 && self.is_at_hand(candidate.value, block, base),
                };
                left -= usize::from(stays && at >= used);
                self.mark_resident(candidate.value, block, stays);
            }
        }
    }

    fn mark_resident(&mut self, value: u32, block: usize, stays: bool) {
        let known = &self.loops.loops[self.inside as usize];
        let level = 1 << (known.depth % 32);
        let number = value as usize;
        self.seen[number] = if stays { block as u32 } else { NOBODY };
        self.resident[number] &= !level;
        self.resident[number] |= if stays { level } else { 0 };
    }

    /// What is alive at the start of a loop.
    fn candidates(&self, block: usize, class: u8) -> Vec<Candidate> {
        let start = self.listing.insts_of(block).start as u32;
        let params = self.listing.params(block).iter();
        let params = params
            .map(|param| param.vreg() as u32)
            .filter(|param| !self.live.uses(*param as usize).is_empty());
        let values = self.live.live_in(block).iter().copied().chain(params);
        values
            .filter(|value| self.live.classes[*value as usize] == class)
            .map(|value| {
                let distance = self.turn_distance(value, start);
                let rank = match distance < WAY_OUT {
                    true if self.lessons.is_absent(block, value) => ABSENT,
                    true if is_defined_in(self.live, value, block) => 0,
                    true => 1 + u8::from(self.next_is_any(value)),
                    false => THROUGH,
                };
                Candidate {
                    rank,
                    distance,
                    value,
                }
            })
            .collect()
    }

    /// Whether a value is in a register at the end of a block, or is passed by it.
    fn is_at_hand(&self, value: u32, block: usize, base: usize) -> bool {
        is_defined_in(self.live, value, block) || self.exits[base].contains(&value)
    }

    /// Brings what the loop uses and what is in no register yet into one.
    fn load_for_loop(&mut self, block: usize, exit: &[u32; COUNT]) {
        for at in 0..self.live.live_in(block).len() {
            let value = self.live.live_in(block)[at];
            let is_chosen = self.seen[value as usize] == block as u32;
            if is_chosen && self.register[value as usize] == NONE {
                let start = self.listing.insts_of(block).start as u32;
                if (self.turn_distance(value, start) < WAY_OUT || exit.contains(&value))
                    && let Some(register) = self.choose_unnamed(value)
                {
                    self.put(value, register);
                }
            }
        }
    }

    /// A free register for a value, if possible one that no instruction of the loop names.
    fn choose_unnamed(&self, value: u32) -> Option<Register> {
        let class = self.class(value);
        let first = self.choose(value, class & !self.named());
        first.or_else(|| self.choose(value, class))
    }

    // ---- Edges -------------------------------------------------------------------------------------------------------------------------

    /// The moves from the end of a block to the start of another.
    fn transfer(&mut self, from: usize, to: usize) {
        let is_taken_over =
            self.listing.predecessors(to).len() == 1 && self.listing.params(to).is_empty();
        if is_taken_over || self.listing.successors(from).len() > 1 {
            return;
        }
        let exit = self.exits[from];
        let entry = std::mem::take(&mut self.plan.entries[to]);
        let first = self.plan.transfers.len() as u32;
        for (value, register) in &entry {
            let source = match is_defined_in(self.live, *value, to) {
                true => {
                    let ordinal = self.wishes.ordinals[*value as usize];
                    self.listing.args(from)[ordinal as usize].vreg() as u32
                }
                false => *value,
            };
            let target = match *register {
                NONE => slot(*value),
                register => register.into(),
            };
            self.transfer_one(from, &exit, source, target);
        }
        self.plan.entries[to] = entry;
        self.plan.edges[from] = first..self.plan.transfers.len() as u32;
    }

    fn transfer_one(&mut self, block: usize, exit: &[u32; COUNT], source: u32, target: Spot) {
        if exit.get(target as usize) == Some(&source) {
            return;
        }
        let from = match exit.iter().position(|value| *value == source) {
            Some(register) => register as Spot,
            None => self.read_slot_in(source, block),
        };
        self.plan.transfers.push(Move {
            at: block as u32,
            from,
            to: target,
        });
    }
}

/// Whether a value is a parameter of a block, if it is alive at its start.
fn is_defined_in(live: &Liveness, value: u32, block: usize) -> bool {
    live.home_blocks[value as usize] == block as u32
}
