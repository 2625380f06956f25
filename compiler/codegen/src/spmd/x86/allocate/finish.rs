//! The plan as regalloc2's output: places of operands, moves in their order, stores of what was spilled.
//!
//! What was spilled is stored once, where it is defined or where fewer turns of loops pass on every way to the loads.
//!
//! *Invariant:* edits stand in the order of the code, and every slot is written before it is read.

use regalloc2::{
    Allocation, Edit, Inst as InstIndex, Operand, OperandKind, Output, PReg, ProgPoint, RegClass,
    SpillSlot,
};

use super::listing::Listing;
use super::liveness::Liveness;
use super::loops::Loops;
use super::parallel::{Spare, Transfer, sequential};
use super::plan::{Plan, SLOTS, Spot};
use super::registers::{File, NONE, Set, bit, members, named};
use super::slots::Slots;
use super::stores::Stores;

/// Writes the output.
pub struct Finish<'a> {
    listing: &'a Listing,
    live: &'a Liveness,
    file: File,
    plan: &'a Plan,
    slots: Slots,
    stores: Stores,
    /// Whether a value is not stored where it is defined.
    elsewhere: Vec<bool>,
    spare: [[SpillSlot; 2]; 3],
    output: Output,
}

/// The output of a plan.
pub fn finish(listing: &Listing, live: &Liveness, loops: &Loops, plan: &Plan) -> Output {
    let vector = listing.level().bytes() / 8;
    let slots = Slots::new(listing, live, plan, [1, vector, 1]);
    let stores = Stores::new(listing, live, loops, plan);
    let mut elsewhere = vec![false; plan.spilled.len()];
    for (_, value, _) in &stores.at_starts {
        elsewhere[*value as usize] = true;
    }
    let output = Output {
        num_spillslots: slots.size as usize,
        inst_alloc_offsets: plan.starts.clone(),
        ..Output::default()
    };
    let mut finish = Finish {
        listing,
        live,
        file: File::new(listing.level()),
        plan,
        spare: spare_slots(slots.size, vector),
        slots,
        stores,
        elsewhere,
        output,
    };
    finish.place_operands();
    finish.place_moves();
    finish.output
}

/// Slots behind the others, the vectors' on their boundary: two for each class.
fn spare_slots(size: u32, vector: u32) -> [[SpillSlot; 2]; 3] {
    let base = size.next_multiple_of(vector);
    let at = |unit: u32| SpillSlot::new((base + unit) as usize);
    let behind = 2 * vector;
    [
        [at(behind), at(behind + 1)],
        [at(0), at(vector)],
        [at(behind + 2), at(behind + 3)],
    ]
}

impl Finish<'_> {
    fn place_operands(&mut self) {
        let spots = self.plan.spots.iter();
        self.output.allocs = spots.map(|spot| self.place(*spot)).collect();
    }

    /// The place of a spot.
    fn place(&self, spot: Spot) -> Allocation {
        match spot.checked_sub(SLOTS) {
            None => Allocation::reg(named(spot as u8)),
            Some(value) => {
                let place = self.slots.places[value as usize];
                Allocation::stack(SpillSlot::new(place as usize))
            }
        }
    }

    fn push(&mut self, point: ProgPoint, from: Allocation, to: Allocation) {
        if from != to {
            self.output.edits.push((point, Edit::Move { from, to }));
        }
    }

    /// Moves in the order of the code.
    fn place_moves(&mut self) {
        let mut next = 0;
        for block in 0..self.listing.block_count() {
            let range = self.listing.insts_of(block);
            self.store_at_start(block, range.start);
            for at in range.clone() {
                let point = ProgPoint::before(InstIndex::new(at));
                while let Some(found) = self.plan.moves.get(next)
                    && found.at as usize == at
                {
                    self.push(point, self.place(found.from), self.place(found.to));
                    next += 1;
                }
                if at + 1 == range.end {
                    self.transfer(block, point);
                }
                self.store_results(at);
            }
        }
    }

    /// Stores the parameters of a block that have slots and arrive in registers, and what is stored here instead of at its definition.
    fn store_at_start(&mut self, block: usize, first: usize) {
        let point = ProgPoint::before(InstIndex::new(first));
        let plan = self.plan;
        for (value, register) in &plan.entries[block] {
            let number = *value as usize;
            let is_param = self.live.home_blocks[number] as usize == block;
            let is_due = is_param && plan.spilled[number] && !self.elsewhere[number];
            if *register != NONE && is_due {
                let from = Allocation::reg(named(*register));
                self.push(point, from, self.place(SLOTS + *value));
            }
        }
        let starts = &self.stores.at_starts;
        let first = starts.partition_point(|store| (store.0 as usize) < block);
        let end = starts.partition_point(|store| store.0 as usize <= block);
        for at in first..end {
            let (_, value, register) = self.stores.at_starts[at];
            let from = Allocation::reg(named(register));
            self.push(point, from, self.place(SLOTS + value));
        }
    }

    /// Stores the results of an instruction that have slots.
    fn store_results(&mut self, at: usize) {
        let point = ProgPoint::after(InstIndex::new(at));
        let listing = self.listing;
        for (which, operand) in listing.insts[at].operands.iter().enumerate() {
            let value = operand.vreg().vreg();
            if is_def(operand) && self.plan.spilled[value] && !self.elsewhere[value] {
                let spot = self.plan.spots[self.plan.starts[at] as usize + which];
                self.push(point, self.place(spot), self.place(SLOTS + value as u32));
            }
        }
    }

    /// The moves of an edge.
    fn transfer(&mut self, block: usize, point: ProgPoint) {
        let edge = self.plan.edges[block].clone();
        if edge.is_empty() {
            return;
        }
        let plan = self.plan;
        let transfers = &plan.transfers[edge.start as usize..edge.end as usize];
        let spare = self.spare(
            block,
            transfers.iter().flat_map(|found| [found.from, found.to]),
        );
        let moves = transfers.iter().map(|found| Transfer {
            class: self.class(found.from),
            from: self.place(found.from),
            to: self.place(found.to),
        });
        let mut ordered = Vec::new();
        let uses_slots = sequential(moves.collect(), &spare, |from, to| ordered.push((from, to)));
        ordered
            .into_iter()
            .for_each(|(from, to)| self.push(point, from, to));
        if uses_slots {
            let spare = self.spare.iter().flatten();
            let last = spare.map(|slot| slot.index()).max().expect("there are six");
            self.output.num_spillslots = last + 1;
        }
    }

    fn class(&self, spot: Spot) -> RegClass {
        match spot.checked_sub(SLOTS) {
            None => named(spot as u8).class(),
            Some(value) => match self.live.classes[value as usize] {
                0 => RegClass::Int,
                1 => RegClass::Float,
                _ => RegClass::Vector,
            },
        }
    }

    /// What holds nothing while the moves of an edge run.
    fn spare(&self, block: usize, spots: impl Iterator<Item = Spot>) -> Spare {
        let next = self.listing.successors(block)[0].index();
        let entry = self.plan.entries[next].iter();
        let entry = entry.filter(|(_, register)| *register != NONE);
        let kept = entry.fold(0, |set: Set, (_, register)| set | bit(*register));
        let busy = spots
            .filter(|spot| *spot < SLOTS)
            .fold(kept, |set, spot| set | bit(spot as u8));
        // A callee's register would have to be saved; mask register 0 is never in use.
        let free =
            |class: usize| members(self.file.classes[class] & !busy & !self.file.kept).next();
        Spare {
            registers: [
                free(0).map(named),
                free(1).map(named),
                Some(PReg::new(0, RegClass::Vector)),
            ],
            slots: self.spare,
        }
    }
}

fn is_def(operand: &Operand) -> bool {
    operand.kind() == OperandKind::Def
}
