//! The allocator on small functions: what regalloc2's checker proves, and how few moves are left.
//!
//! *Invariant:* every function is proven by [`allocate`] itself; expectations come from the shape of the function.

mod parallel;
mod random;

use regalloc2::{Edit, Operand, RegClass, VReg};

use super::super::machine::{
    Action, Condition, Function, Inst, Level, Successor, general, registers,
};
use super::{Allocated, allocate, caller_saved};
use crate::base::Id;
use crate::mir::Loc;

fn loc() -> Loc {
    Loc::from_index(0)
}

/// An instruction that the allocator knows by its operands only.
fn inst(operands: Vec<Operand>) -> Inst {
    Inst::new(Action::Parameters, operands, loc())
}

/// Ends a block.
fn end(function: &mut Function, block: usize, action: Action, successors: &[(usize, &[VReg])]) {
    let operands = Vec::<Operand>::new();
    function.blocks[block]
        .insts
        .push(Inst::new(action, operands, loc()));
    let edges = successors.iter().map(|(block, args)| Successor {
        block: *block,
        args: args.to_vec(),
    });
    function.blocks[block].successors = edges.collect();
}

/// Ends a function with a value in the register of results.
fn give_back(function: &mut Function, block: usize, value: VReg) {
    let operands = vec![Operand::reg_fixed_use(value, registers::RAX)];
    function.blocks[block]
        .insts
        .push(Inst::new(Action::Return, operands, loc()));
}

fn define(function: &mut Function, block: usize, class: RegClass) -> VReg {
    let value = function.register(class);
    let operands = vec![Operand::reg_def(value)];
    function.blocks[block].insts.push(inst(operands));
    value
}

fn read(function: &mut Function, block: usize, values: &[VReg]) {
    let operands = values.iter().map(|value| Operand::reg_use(*value));
    function.blocks[block].insts.push(inst(operands.collect()));
}

/// Moves in front of the instructions of the blocks that a loop of the test consists of.
fn moves_in(allocated: &Allocated, blocks: &[usize]) -> usize {
    let inside = |at: usize| {
        let mut ranges = blocks
            .iter()
            .map(|block| allocated.listing.insts_of(*block));
        ranges.any(|range| range.contains(&at))
    };
    let edits = allocated.output.edits.iter();
    edits
        .filter(|(point, Edit::Move { .. })| inside(point.inst().index()))
        .count()
}

/// entry → head(sums, counter) → body → head, exit; each turn adds to every sum in place. `extra`: values that live through the loop.
fn loop_with_sums(level: Level, sums: usize, extra: usize) -> Function {
    let mut function = Function::new(level);
    let [head, body, exit] = [(); 3].map(|()| function.block(false));
    let float = RegClass::Float;
    let through: Vec<VReg> = (0..extra)
        .map(|_| define(&mut function, 0, float))
        .collect();
    let starts: Vec<VReg> = (0..sums).map(|_| define(&mut function, 0, float)).collect();
    let term = define(&mut function, 0, float);
    let status = define(&mut function, 0, RegClass::Int);
    end(&mut function, 0, Action::Jump, &[(head, &starts)]);
    let params: Vec<VReg> = (0..sums).map(|_| function.register(float)).collect();
    function.blocks[head].params = params.clone();
    let ways: [(usize, &[VReg]); 2] = [(body, &[]), (exit, &[])];
    end(&mut function, head, Action::Branch(Condition::Less), &ways);
    let next: Vec<VReg> = params
        .iter()
        .map(|param| {
            let result = function.register(float);
            let operands = vec![
                Operand::reg_use(*param),
                Operand::reg_reuse_def(result, 0),
                Operand::any_use(term),
            ];
            function.blocks[body].insts.push(inst(operands));
            result
        })
        .collect();
    end(&mut function, body, Action::Jump, &[(head, &next)]);
    for value in through.iter().chain(&params) {
        read(&mut function, exit, &[*value]);
    }
    give_back(&mut function, exit, status);
    function
}

/// Sums that fit into the registers stay in them.
#[test]
fn sums_of_a_loop_need_no_moves() {
    for (level, sums) in [(Level::Avx2, 14), (Level::Avx512, 30)] {
        let allocated = allocate(loop_with_sums(level, sums, 0));
        assert_eq!(moves_in(&allocated, &[1, 2]), 0, "{level:?}");
    }
}

/// What a loop does not use makes room for what it uses, outside the loop.
#[test]
fn values_that_live_through_a_loop_are_spilled_in_front_of_it() {
    for (level, sums) in [(Level::Avx2, 14), (Level::Avx512, 30)] {
        let allocated = allocate(loop_with_sums(level, sums, 20));
        assert_eq!(moves_in(&allocated, &[1, 2]), 0, "{level:?}");
        assert!(allocated.output.num_spillslots > 0);
    }
}

/// More sums than registers: each that is too many costs a load and a store a turn, and its slot is that of its next value.
#[test]
fn sums_that_do_not_fit_share_a_slot_with_their_next_value() {
    let allocated = allocate(loop_with_sums(Level::Avx2, 20, 0));
    let moves = moves_in(&allocated, &[1, 2]);
    assert!((8..=14).contains(&moves), "{moves} moves");
}

/// A value that lives across calls lies in a register that they keep.
#[test]
fn values_live_across_calls_in_kept_registers() {
    let mut function = Function::new(Level::Avx2);
    let kept = define(&mut function, 0, RegClass::Int);
    for _ in 0..3 {
        let mut call = Inst::new(
            Action::Call(quasar_abi::RtFn::error_location),
            Vec::<Operand>::new(),
            loc(),
        );
        call.clobbers = caller_saved(Level::Avx2);
        function.blocks[0].insts.push(call);
        read(&mut function, 0, &[kept]);
    }
    give_back(&mut function, 0, kept);
    let allocated = allocate(function);
    let first = allocated.output.allocs[0].as_reg().expect("a register");
    assert!(registers::KEPT.contains(&first), "{first}");
    assert_eq!(allocated.output.num_spillslots, 0);
}

/// Operands that name registers come into them although these hold each other's values.
#[test]
fn named_registers_are_exchanged() {
    let mut function = Function::new(Level::Avx2);
    let values = [1, 2, 6].map(general);
    let found = values.map(|place| {
        let value = function.register(RegClass::Int);
        let operands = vec![Operand::reg_fixed_def(value, place)];
        function.blocks[0].insts.push(inst(operands));
        value
    });
    let turned = (0..3).map(|at| Operand::reg_fixed_use(found[at], values[(at + 1) % 3]));
    let turned = inst(turned.collect());
    function.blocks[0].insts.push(turned);
    read(&mut function, 0, &found);
    give_back(&mut function, 0, found[0]);
    allocate(function);
}

/// A result in the place of an operand that lives on, beside an operand that must survive the result.
#[test]
fn operands_that_are_updated_live_on() {
    let mut function = Function::new(Level::Avx512);
    let value = define(&mut function, 0, RegClass::Float);
    let result = function.register(RegClass::Float);
    let operands = vec![
        Operand::reg_use(value),
        Operand::reg_reuse_def(result, 0),
        Operand::reg_use_at_end(value),
    ];
    function.blocks[0].insts.push(inst(operands));
    read(&mut function, 0, &[value, result]);
    let status = define(&mut function, 0, RegClass::Int);
    give_back(&mut function, 0, status);
    let allocated = allocate(function);
    let places = &allocated.output.allocs[1..4];
    assert_eq!(places[0], places[1]);
    assert_ne!(places[1], places[2]);
}

#[test]
fn functions_are_proven_and_large_ones_in_one_turn_of_four() {
    use super::{LARGE, is_proven};
    use crate::proofs::Turn;
    for insts in [0, 1, 3, LARGE - 1] {
        assert!(
            (0..4).all(|turn| is_proven(insts, Turn::Of(turn))),
            "{insts}"
        );
    }
    for insts in LARGE..LARGE + 4 {
        assert!(is_proven(insts, Turn::All), "{insts}");
        let turns = (0..4).filter(|turn| is_proven(insts, Turn::Of(*turn)));
        assert_eq!(turns.count(), 1, "{insts}");
    }
}
