//! Loads that are used once become memory operands of the instructions that use them, or go to where these are.
//!
//! *Invariant:* a load moves only over instructions that write no memory.

use rustc_hash::FxHashMap;

use iced_x86::Code;
use regalloc2::{Operand, OperandConstraint, OperandKind, VReg};

use super::machine::{
    Action, Base, Flags, Function, Inst, Level, OperandNumber, Operands, Place, last_of,
};
use super::operands;
use super::table::Row;

/// Of what takes a register with AVX2, the form that reads memory.
const BROADCASTS: [[Row; 2]; 2] = [
    [Row::Broadcast32, Row::BroadcastMemory32],
    [Row::Broadcast64, Row::BroadcastMemory64],
];

/// Moves loads into memory operands. What is left of them is dead code.
pub fn fold_loads(function: &mut Function) {
    let uses = use_counts(function);
    let level = function.level;
    let mut made = Made {
        blocks: vec![0; function.register_count()],
        block: 0,
    };
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
            if let Some(load) = inst
                .operands
                .last()
                .and_then(|last| loads.get(&last.vreg()))
            {
                fold(load, inst, level);
            }
            if is_load(inst) && uses[inst.operands[0].vreg().vreg()] == 1 {
                loads.insert(inst.operands[0].vreg(), inst.clone());
            }
        }
        sink_broadcasts(&mut block.insts, &uses, &mut made, level);
    }
}

/// Moves an element that goes to all lanes of a vector down to the only instruction that uses the vector, where its address does not come from
/// this block, of which `made` notes what is made: a row of such, one for each of several sums, takes one register then and not as many as
/// there are sums.
fn sink_broadcasts(insts: &mut Vec<Inst>, uses: &[u32], made: &mut Made, level: Level) {
    let codes = BROADCASTS.map(|[_, memory]| memory.code(level));
    let is_broadcast = |inst: &Inst| match &inst.action {
        Action::Plain { code, mask, .. } => codes.contains(&Some(*code)) && mask.is_none(),
        _ => false,
    };
    if !insts.iter().any(is_broadcast) {
        return;
    }
    made.start_block();
    let mut waiting: FxHashMap<VReg, Inst> = FxHashMap::default();
    let mut order: Vec<VReg> = Vec::new();
    let mut result = Vec::with_capacity(insts.len());
    for inst in insts.drain(..) {
        let comes_from_outside = || {
            let operands = inst.operands.iter().skip(1);
            operands.into_iter().all(|read| !made.is_here(read.vreg()))
        };
        let vector = inst.operands.first().map(|operand| operand.vreg());
        if let Some(vector) = vector
            && is_broadcast(&inst)
            && uses[vector.vreg()] == 1
            && comes_from_outside()
        {
            waiting.insert(vector, inst);
            order.push(vector);
            continue;
        }
        let writes = !inst.pure && inst.flags != Flags::Set;
        for operand in &inst.operands {
            if operand.kind() == OperandKind::Def {
                made.note(operand.vreg());
            } else if !waiting.is_empty() {
                result.extend(waiting.remove(&operand.vreg()));
            }
        }
        if writes {
            result.extend(order.drain(..).filter_map(|vector| waiting.remove(&vector)));
        }
        result.push(inst);
    }
    debug_assert!(waiting.is_empty(), "a block ends with a jump");
    *insts = result;
}

/// Which values the block at hand makes.
struct Made {
    /// By value: the last block that was seen to make it.
    blocks: Vec<u32>,
    block: u32,
}

impl Made {
    fn start_block(&mut self) {
        self.block += 1;
    }

    fn note(&mut self, value: VReg) {
        self.blocks[value.vreg()] = self.block;
    }

    fn is_here(&self, value: VReg) -> bool {
        self.blocks[value.vreg()] == self.block
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

/// The code of an instruction that may have its last operand in memory: its own, or that of another form.
fn code_from_memory(inst: &Inst, level: Level) -> Option<Code> {
    let Action::Plain { code, .. } = &inst.action else {
        return None;
    };
    let last = inst.operands.last()?;
    if last.kind() != OperandKind::Use {
        return None;
    }
    let other = BROADCASTS
        .iter()
        .find(|[register, _]| register.code(level) == Some(*code));
    match other {
        Some([_, memory]) => memory.code(level),
        None => (last.constraint() == OperandConstraint::Any).then_some(*code),
    }
}

/// Puts the load's memory operand in the place of the last operand, if both have the same size.
fn fold(load: &Inst, inst: &mut Inst, level: Level) {
    let Some(from_memory) = code_from_memory(inst, level) else {
        return;
    };
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
    let size = |code: Code| operands::of(code).bytes;
    let last = last_of(&inst.operands);
    let place = places
        .iter_mut()
        .find(|place| matches!(place, Place::Operand(at) if *at == last));
    if let (true, Some(place)) = (size(*load_code) == size(from_memory), place) {
        *code = from_memory;
        inst.operands.pop();
        *place = moved(from[1], &load.operands, &mut inst.operands);
    }
}

/// A memory operand with its registers as operands of another instruction.
fn moved(place: Place, from: &[Operand], to: &mut Operands) -> Place {
    let Place::Memory {
        base,
        base_operand,
        index,
        offset,
    } = place
    else {
        panic!("a load has a memory operand");
    };
    let mut take = |at: OperandNumber| {
        to.push(from[usize::from(at)]);
        last_of(to)
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
