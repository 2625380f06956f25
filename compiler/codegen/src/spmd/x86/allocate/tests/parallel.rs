//! Moves that happen at once, against what they mean: all reads before all writes.
//!
//! *Invariant:* the meaning is computed without the code under test.

use regalloc2::{Allocation, PReg, RegClass, SpillSlot};
use rustc_hash::FxHashMap;

use super::super::parallel::{Spare, Transfer, sequential};
use super::random::Chance;

const CLASS: RegClass = RegClass::Float;

fn register(number: usize) -> Allocation {
    Allocation::reg(PReg::new(number, CLASS))
}

fn slot(number: usize) -> Allocation {
    Allocation::stack(SpillSlot::new(number))
}

/// Registers 0 to 5 and slots 0 to 5 take part, the others are spare.
fn spare(has_register: bool) -> Spare {
    let free = has_register.then(|| PReg::new(9, CLASS));
    Spare {
        registers: [None, free, None],
        slots: [[90, 91], [92, 93], [94, 95]].map(|pair| pair.map(SpillSlot::new)),
    }
}

/// Random moves, each place written once at most.
fn moves(chance: &mut Chance) -> Vec<Transfer> {
    let places: Vec<Allocation> = (0..6).map(register).chain((0..6).map(slot)).collect();
    let mut targets = places.clone();
    let count = chance.below(places.len() + 1);
    (0..count)
        .map(|_| Transfer {
            class: CLASS,
            from: places[chance.below(places.len())],
            to: targets.swap_remove(chance.below(targets.len())),
        })
        .collect()
}

/// A register's or slot's content is its own name at first.
fn run(steps: &[(Allocation, Allocation)]) -> FxHashMap<Allocation, Allocation> {
    let mut content: FxHashMap<Allocation, Allocation> = FxHashMap::default();
    for (from, to) in steps {
        assert!(!(from.is_stack() && to.is_stack()), "from slot to slot");
        let value = content.get(from).copied().unwrap_or(*from);
        content.insert(*to, value);
    }
    content
}

#[test]
fn sequences_mean_what_the_moves_mean() {
    let mut chance = Chance::new(7);
    for round in 0..20_000 {
        let moves = moves(&mut chance);
        let mut steps = Vec::new();
        sequential(moves.clone(), &spare(round % 2 == 0), |from, to| {
            steps.push((from, to));
        });
        let content = run(&steps);
        let found = |place: Allocation| content.get(&place).copied().unwrap_or(place);
        for transfer in &moves {
            assert_eq!(found(transfer.to), transfer.from, "{moves:?}\n{steps:?}");
        }
        let is_target = |place| moves.iter().any(|transfer| transfer.to == place);
        for place in (0..6).map(register).chain((0..6).map(slot)) {
            assert!(
                is_target(place) || found(place) == place,
                "{moves:?}\n{steps:?}"
            );
        }
    }
}
