//! Loads that are used once become memory operands of the instructions that use them.
//!
//! *Invariant:* a load moves only over instructions that write no memory.

use rustc_hash::FxHashMap;

use regalloc2::{Operand, OperandConstraint, OperandKind, VReg};

use super::machine::{Action, Base, Flags, Function, Inst, Place};
use super::operands;
use super::table::Row;

/// Moves loads into memory operands. What is left of them is dead code.
pub fn fold_loads(function: &mut Function) {
    let uses = use_counts(function);
    let level = function.level;
    let rows = [Row::Load, Row::LoadS32, Row::LoadS64].map(|row| row.code(level));
    let is_load = |inst: &Inst| match &inst.action {
        Action::Plain { code, mask, .. } => rows.contains(&Some(*code)) && mask.is_none(),
        _ => false,
    };
    for block in &mut function.blocks {
        let mut loads: FxHashMap<VReg, Inst> = FxHashMap::default();
        for inst in &mut block.insts {
            if !inst.pure && inst.flags != Flags::Set {
                loads.clear();
                continue;
            }
            if let Some(load) = last_any(inst).and_then(|value| loads.get(&value))
                && uses[load.operands[0].vreg().vreg()] == 1
            {
                fold(load, inst);
            }
            if is_load(inst) {
                loads.insert(inst.operands[0].vreg(), inst.clone());
            }
        }
    }
}

fn use_counts(function: &Function) -> Vec<u32> {
    let mut uses = vec![0; function.register_count()];
    for block in &function.blocks {
        let operands = block.insts.iter().flat_map(|inst| &inst.operands);
        let read = operands.filter(|operand| operand.kind() == OperandKind::Use);
        let passed = block.successors.iter().flat_map(|edge| &edge.args);
        let values = read.map(|operand| operand.vreg()).chain(passed.copied());
        values.for_each(|value| uses[value.vreg()] += 1);
    }
    uses
}

/// The value of the last operand, if that may lie in memory.
fn last_any(inst: &Inst) -> Option<VReg> {
    let last = inst.operands.last()?;
    let any = last.kind() == OperandKind::Use && last.constraint() == OperandConstraint::Any;
    any.then(|| last.vreg())
}

/// Puts the load's memory operand in the place of the last operand, if both have the same size.
fn fold(load: &Inst, inst: &mut Inst) {
    let (
        Action::Plain {
            code: load_code,
            places: from,
            ..
        },
        Action::Plain { code, places, .. },
    ) = (&load.action, &mut inst.action)
    else {
        return;
    };
    let size = |code: iced_x86::Code| operands::of(code).bytes;
    let last = inst.operands.len() - 1;
    let place = places
        .iter_mut()
        .find(|place| matches!(place, Place::Operand(at) if *at == last));
    if let (true, Some(place)) = (size(*load_code) == size(*code), place) {
        inst.operands.pop();
        *place = moved(from[1], &load.operands, &mut inst.operands);
    }
}

/// A memory operand with its registers as operands of another instruction.
fn moved(place: Place, from: &[Operand], to: &mut Vec<Operand>) -> Place {
    let Place::Memory {
        base,
        base_operand,
        index,
        offset,
    } = place
    else {
        panic!("a load has a memory operand");
    };
    let mut take = |at: usize| {
        to.push(from[at]);
        to.len() - 1
    };
    let base_operand = match base {
        Base::Register(_) => take(base_operand),
        Base::Pool(_) | Base::Frame(_) => 0,
    };
    Place::Memory {
        base,
        base_operand,
        index: index.map(|(at, scale)| (take(at), scale)),
        offset,
    }
}
