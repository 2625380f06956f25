//! Moves that happen at once, one behind the other: a place is written when nothing reads it any more.
//!
//! What is left when no place is free are cycles, each of which one copy to a spare place opens (Boissinot and others, "Revisiting
//! Out-of-SSA Translation for Correctness, Code Quality, and Efficiency", CGO 2009).
//!
//! *Invariant:* every place is written once at most, and no move goes from slot to slot.

use regalloc2::{Allocation, PReg, RegClass, SpillSlot};

/// Where copies can be kept meanwhile.
pub struct Spare {
    /// A register of each class that holds nothing.
    pub registers: [Option<PReg>; 3],
    /// Slots of each class that hold nothing: for what a cycle destroys, and for a register that is needed in between.
    pub slots: [[SpillSlot; 2]; 3],
}

/// A move of a class.
#[derive(Clone, Copy, Debug)]
pub struct Transfer {
    /// The class of the value.
    pub class: RegClass,
    /// What is read.
    pub from: Allocation,
    /// What is written.
    pub to: Allocation,
}

/// Puts moves into an order; whether spare slots were used.
pub fn sequential(
    mut moves: Vec<Transfer>,
    spare: &Spare,
    emit: impl FnMut(Allocation, Allocation),
) -> bool {
    moves.retain(|transfer| transfer.from != transfer.to);
    moves.sort_unstable_by_key(|transfer| transfer.to);
    let mut sequence = Sequence {
        done: vec![false; moves.len()],
        open: moves.len(),
        readers: readers(&moves),
        moves,
        spare,
        uses_slots: false,
        emit,
    };
    while sequence.open > 0 {
        let before = sequence.open;
        for at in 0..sequence.moves.len() {
            sequence.run_from(at);
        }
        if sequence.open == before {
            sequence.break_cycle();
        }
    }
    sequence.uses_slots
}

/// Moves that are being put into an order.
struct Sequence<'a, Emit> {
    /// In the order of what they write.
    moves: Vec<Transfer>,
    done: Vec<bool>,
    /// How many are not done.
    open: usize,
    /// How many open moves read each place, in the order of the places.
    readers: Vec<(Allocation, u32)>,
    spare: &'a Spare,
    uses_slots: bool,
    emit: Emit,
}

impl<Emit: FnMut(Allocation, Allocation)> Sequence<'_, Emit> {
    /// Does a move if nothing reads what it writes, then the one that waited for it.
    fn run_from(&mut self, at: usize) {
        let mut next = (!self.done[at]).then_some(at);
        while let Some(which) = next {
            let Transfer { class, from, to } = self.moves[which];
            if count(&self.readers, to) > 0 {
                return;
            }
            self.copy(class, from, to);
            self.done[which] = true;
            self.open -= 1;
            next = self.freed(from);
        }
    }

    /// One reader of a place less; the open move that writes it if it was the last one.
    fn freed(&mut self, place: Allocation) -> Option<usize> {
        let at = find(&self.readers, place)?;
        self.readers[at].1 -= 1;
        if self.readers[at].1 > 0 {
            return None;
        }
        let writes = |transfer: &Transfer| transfer.to;
        let which = self.moves.binary_search_by_key(&place, writes).ok()?;
        (!self.done[which]).then_some(which)
    }

    /// Saves what a move of a cycle destroys, so that its reader finds it elsewhere.
    fn break_cycle(&mut self) {
        let which = self.done.iter().position(|done| !done);
        let Transfer { class, to, .. } = self.moves[which.expect("a move is open")];
        let at = class as usize;
        let register = self.spare.registers[at].filter(|_| !self.crosses_slots());
        let keep = match register {
            Some(register) => Allocation::reg(register),
            None => Allocation::stack(self.spare.slots[at][0]),
        };
        self.uses_slots |= keep.is_stack();
        self.copy(class, to, keep);
        let readers = self.moves.iter_mut().filter(|transfer| transfer.from == to);
        readers.for_each(|transfer| transfer.from = keep);
        if let Some(at) = find(&self.readers, to) {
            self.readers[at].1 = 0;
        }
    }

    /// Whether a move needs the spare register to get from slot to slot.
    fn crosses_slots(&self) -> bool {
        let crosses = |transfer: &Transfer| transfer.from.is_stack() && transfer.to.is_stack();
        self.moves.iter().any(crosses)
    }

    /// A move, from slot to slot by way of a register, which is saved in a spare slot if none is free.
    fn copy(&mut self, class: RegClass, from: Allocation, to: Allocation) {
        if !(from.is_stack() && to.is_stack()) {
            return (self.emit)(from, to);
        }
        let at = class as usize;
        if let Some(register) = self.spare.registers[at] {
            let register = Allocation::reg(register);
            (self.emit)(from, register);
            return (self.emit)(register, to);
        }
        let saved = Allocation::stack(self.spare.slots[at][1]);
        let register = Allocation::reg(PReg::new(0, class));
        let steps = [
            (register, saved),
            (from, register),
            (register, to),
            (saved, register),
        ];
        steps
            .into_iter()
            .for_each(|(from, to)| (self.emit)(from, to));
        self.uses_slots = true;
    }
}

/// How many open moves read each place, in the order of the places.
fn readers(moves: &[Transfer]) -> Vec<(Allocation, u32)> {
    let mut places: Vec<Allocation> = moves.iter().map(|transfer| transfer.from).collect();
    places.sort_unstable();
    let mut counted: Vec<(Allocation, u32)> = Vec::new();
    for place in places {
        match counted.last_mut() {
            Some((last, count)) if *last == place => *count += 1,
            _ => counted.push((place, 1)),
        }
    }
    counted
}

fn find(readers: &[(Allocation, u32)], place: Allocation) -> Option<usize> {
    readers.binary_search_by_key(&place, |known| known.0).ok()
}

fn count(readers: &[(Allocation, u32)], place: Allocation) -> u32 {
    find(readers, place).map_or(0, |at| readers[at].1)
}
