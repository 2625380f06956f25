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
    mut emit: impl FnMut(Allocation, Allocation),
) -> bool {
    let mut uses_slots = false;
    moves.retain(|transfer| transfer.from != transfer.to);
    moves.sort_unstable_by_key(|transfer| transfer.to);
    let mut open = moves.len();
    let mut done = vec![false; moves.len()];
    let mut readers = readers(&moves);
    while open > 0 {
        let before = open;
        for at in 0..moves.len() {
            let mut next = (!done[at]).then_some(at);
            while let Some(which) = next {
                let Transfer { class, from, to } = moves[which];
                if count(&readers, to) > 0 {
                    break;
                }
                uses_slots |= copy(class, from, to, spare, &mut emit);
                done[which] = true;
                open -= 1;
                next = freed(&mut readers, &moves, &done, from);
            }
        }
        if open == before {
            let which = done.iter().position(|done| !done);
            uses_slots |= break_cycle(
                &mut moves,
                which.expect("one is open"),
                &mut readers,
                spare,
                &mut emit,
            );
        }
    }
    uses_slots
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

/// One reader of a place less; the open move that writes it if it was the last one.
fn freed(
    readers: &mut [(Allocation, u32)],
    moves: &[Transfer],
    done: &[bool],
    place: Allocation,
) -> Option<usize> {
    let at = find(readers, place)?;
    readers[at].1 -= 1;
    if readers[at].1 > 0 {
        return None;
    }
    let which = moves.binary_search_by_key(&place, |transfer| transfer.to).ok()?;
    (!done[which]).then_some(which)
}

/// Saves what a move would destroy, so that its reader finds it elsewhere.
fn break_cycle(
    moves: &mut [Transfer],
    which: usize,
    readers: &mut [(Allocation, u32)],
    spare: &Spare,
    emit: &mut impl FnMut(Allocation, Allocation),
) -> bool {
    let Transfer { class, to, .. } = moves[which];
    let at = class as usize;
    let register = spare.registers[at].filter(|_| !crosses_slots(moves));
    let keep = match register {
        Some(register) => Allocation::reg(register),
        None => Allocation::stack(spare.slots[at][0]),
    };
    let mut uses_slots = keep.is_stack();
    uses_slots |= copy(class, to, keep, spare, emit);
    for transfer in moves.iter_mut().filter(|transfer| transfer.from == to) {
        transfer.from = keep;
    }
    if let Some(at) = find(readers, to) {
        readers[at].1 = 0;
    }
    uses_slots
}

/// Whether a move needs the spare register to get from slot to slot.
fn crosses_slots(moves: &[Transfer]) -> bool {
    moves
        .iter()
        .any(|transfer| transfer.from.is_stack() && transfer.to.is_stack())
}

/// A move, from slot to slot by way of a register; whether that had to be saved in a spare slot.
fn copy(
    class: RegClass,
    from: Allocation,
    to: Allocation,
    spare: &Spare,
    emit: &mut impl FnMut(Allocation, Allocation),
) -> bool {
    if !(from.is_stack() && to.is_stack()) {
        emit(from, to);
        return false;
    }
    let at = class as usize;
    let saved = Allocation::stack(spare.slots[at][1]);
    match spare.registers[at] {
        Some(register) => {
            emit(from, Allocation::reg(register));
            emit(Allocation::reg(register), to);
            false
        }
        None => {
            let register = Allocation::reg(PReg::new(0, class));
            emit(register, saved);
            emit(from, register);
            emit(register, to);
            emit(saved, register);
            true
        }
    }
}
