//! Which whole numbers take lanes of 16 bits: twice as many in a vector.
//!
//! Numbers are computed with 32 bits. Where all that a number can be fits 16 bits, as with sums of bytes, or where nothing sees more than
//! its lowest 16 bits, as with what is stored modulo 65536, the code generator computes it in 16 bits and gets the same. What a number can
//! be is an interval, from the elements that are loaded on; what is seen of it follows from its uses (demanded bits).
//!
//! *Technique:* bitwidth analysis (Stephenson, Babb and Amarasinghe, "Bitwidth Analysis with Application to Silicon Compilation", PLDI
//! 2000).
//!
//! *Invariant:* a number is in lanes of 16 bits only if the operation on 16 bits gives the lowest 16 bits of the one on 32, and every use
//! that needs more of it finds a number that fits.

use std::collections::BTreeSet;

use super::intervals;
use super::ir::{Elem, Function, Inst, Memory, Op, Val};
use crate::base::IndexVec;
use crate::machine::cost::lanes::CONVERSION;
use crate::mir::intervals::Interval;
use crate::mir::{BinaryOp, UnaryOp};

/// Operations that must be saved at all.
const WORTHWHILE: usize = 4;

/// How often numbers are taken out whose neighbours are not in short lanes.
const MOST_ITERATIONS: usize = 8;

/// The numbers in lanes of 16 bits, and the truth values that are computed from such; none where that is not worth it.
pub(super) fn find(function: &Function) -> BTreeSet<Val> {
    let graph = Graph::of(function);
    let search = Search {
        function,
        intervals: intervals::of(function),
        seen_whole: seen_whole(function, &graph),
    };
    let mut found = BTreeSet::new();
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        if let Some(result) = inst.result
            && search.allows(&inst.op, result, &found)
        {
            found.insert(result);
        }
    }
    for _ in 0..MOST_ITERATIONS {
        if !search.take_out(&graph, &mut found) {
            let conversions = search.conversions(&graph, &found);
            let saved = found.len();
            return match saved >= WORTHWHILE && saved >= CONVERSION * conversions {
                true => found,
                false => BTreeSet::new(),
            };
        }
    }
    BTreeSet::new()
}

/// Whether elements have 8 or 16 bits.
pub(super) fn is_short(memory: Memory) -> bool {
    matches!(memory, Memory::I8 | Memory::U8 | Memory::I16 | Memory::U16)
}

// ---- Values and their uses -------------------------------------------------------------------------------------------------------------------

struct Graph<'a> {
    definitions: IndexVec<Val, Option<&'a Op>>,
    /// The operations that read a value.
    users: IndexVec<Val, Vec<&'a Inst>>,
    /// What predecessors pass for a block's parameter.
    passed: IndexVec<Val, Vec<Val>>,
    /// Whether a block gets the value as a parameter.
    is_passed: IndexVec<Val, bool>,
}

impl<'a> Graph<'a> {
    fn of(function: &'a Function) -> Graph<'a> {
        let count = function.types.len();
        let mut graph = Graph {
            definitions: IndexVec::filled(None, count),
            users: IndexVec::filled(Vec::new(), count),
            passed: IndexVec::filled(Vec::new(), count),
            is_passed: IndexVec::filled(false, count),
        };
        for block in &function.blocks {
            for inst in &block.insts {
                inst.op
                    .for_each_operand(|value| graph.users[value].push(inst));
                if let Some(result) = inst.result {
                    graph.definitions[result] = Some(&inst.op);
                }
            }
            block.terminator.for_each_target(|target| {
                let params = &function.blocks[target.block].params;
                for (param, arg) in params.iter().zip(&target.args) {
                    graph.passed[*param].push(*arg);
                    graph.is_passed[*arg] = true;
                }
            });
        }
        graph
    }

    /// A constant, in all lanes or in one.
    fn constant(&self, value: Val) -> Option<i64> {
        match self.definitions[value]? {
            Op::Const(bits) => Some(i64::from(*bits as u32 as i32)),
            Op::Splat(inner) => self.constant(*inner),
            _ => None,
        }
    }
}

// ---- What is seen of numbers -----------------------------------------------------------------------------------------------------------------

/// For each value whether something sees more of it than its lowest 16 bits.
fn seen_whole(function: &Function, graph: &Graph<'_>) -> IndexVec<Val, bool> {
    let mut seen = IndexVec::filled(false, function.types.len());
    let mut work: Vec<Val> = Vec::new();
    for block in &function.blocks {
        for inst in &block.insts {
            inst.op.for_each_operand(|operand| {
                if sight(graph, &inst.op, operand) == Sight::Whole {
                    work.push(operand);
                }
            });
        }
    }
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut seen[value], true) {
            continue;
        }
        work.extend(&graph.passed[value]);
        if let Some(op) = graph.definitions[value] {
            op.for_each_operand(|operand| {
                if sight(graph, op, operand) == Sight::AsResult {
                    work.push(operand);
                }
            });
        }
    }
    seen
}

/// What an operation sees of an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    Whole,
    /// The lowest 16 bits.
    Low,
    /// As much as is seen of its result: the lowest bits of that depend on the lowest bits of the operands.
    AsResult,
}

fn sight(graph: &Graph<'_>, op: &Op, operand: Val) -> Sight {
    let low_mask = |value: Val| matches!(graph.constant(value), Some(0..=0xffff));
    match op {
        Op::Store { memory, value, .. } if is_short(*memory) && *value == operand => Sight::Low,
        Op::Binary(BinaryOp::And, a, b) if low_mask(*a) || low_mask(*b) => Sight::Low,
        Op::Binary(BinaryOp::Shl, _, by) if *by == operand => Sight::Whole,
        Op::Binary(op, ..) if keeps_low_bits(*op) => Sight::AsResult,
        Op::Unary(UnaryOp::Neg | UnaryOp::BitNot, _) => Sight::AsResult,
        Op::Select(mask, ..) if *mask != operand => Sight::AsResult,
        Op::Splat(_) => Sight::AsResult,
        _ => Sight::Whole,
    }
}

/// Whether the lowest bits of the result depend on the lowest bits of the operands alone.
fn keeps_low_bits(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
    )
}

// ---- Which numbers ---------------------------------------------------------------------------------------------------------------------------

struct Search<'a> {
    function: &'a Function,
    intervals: IndexVec<Val, Interval>,
    seen_whole: IndexVec<Val, bool>,
}

impl Search<'_> {
    fn fits(&self, value: Val) -> bool {
        let (low, high) = self.intervals[value];
        i64::from(i16::MIN) <= low && high <= i64::from(i16::MAX)
    }

    /// Whether lanes of 16 bits hold all that is seen of a number.
    fn is_held(&self, value: Val) -> bool {
        self.fits(value) || !self.seen_whole[value]
    }

    fn is_truth(&self, value: Val) -> bool {
        self.function.types[value].elem == Elem::Bool
    }

    /// Whether an operation can be done in lanes of 16 bits; `found`: what was found before it.
    fn allows(&self, op: &Op, result: Val, found: &BTreeSet<Val>) -> bool {
        let ty = self.function.types[result];
        match ty.elem {
            _ if !ty.varying => false,
            Elem::I32 => self.allows_number(op, result),
            Elem::Bool => self.allows_truth(op, found),
            Elem::I64 | Elem::F32 | Elem::F64 => false,
        }
    }

    fn allows_number(&self, op: &Op, result: Val) -> bool {
        let count = |value: Val| match self.intervals[value] {
            (low, high) if low == high => Some(low),
            _ => None,
        };
        match op {
            Op::Load { memory, .. } => is_short(*memory) && self.is_held(result),
            Op::Splat(_) => self.is_held(result),
            Op::Convert(a) => self.is_truth(*a),
            Op::Select(..) | Op::Unary(UnaryOp::Neg | UnaryOp::BitNot, _) => self.is_held(result),
            Op::Unary(UnaryOp::Abs, a) => self.fits(*a) && self.is_held(result),
            Op::Binary(BinaryOp::Shl, _, by) => {
                matches!(count(*by), Some(0..16)) && self.is_held(result)
            }
            Op::Binary(BinaryOp::Shr, a, by) => matches!(count(*by), Some(0..32)) && self.fits(*a),
            Op::ShiftRightLogical(a, _) => self.fits(*a) && self.intervals[*a].0 >= 0,
            Op::Binary(BinaryOp::Min | BinaryOp::Max, a, b) => self.fits(*a) && self.fits(*b),
            Op::Binary(op, ..) if keeps_low_bits(*op) => self.is_held(result),
            _ => false,
        }
    }

    fn allows_truth(&self, op: &Op, found: &BTreeSet<Val>) -> bool {
        match op {
            Op::Compare(_, a, b) if !self.is_truth(*a) => {
                let is_number = self.function.types[*a].elem == Elem::I32;
                is_number && self.fits(*a) && self.fits(*b)
            }
            Op::Unary(UnaryOp::Not, a) => found.contains(a),
            Op::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                found.contains(a) && found.contains(b)
            }
            _ => false,
        }
    }

    /// Whether an operation reads its operand in lanes of 16 bits.
    fn reads_short(&self, inst: &Inst, operand: Val, found: &BTreeSet<Val>) -> bool {
        match (&inst.op, inst.result) {
            (Op::Store { memory, value, .. }, _) => is_short(*memory) && *value == operand,
            (_, Some(result)) => found.contains(&result),
            (_, None) => false,
        }
    }

    /// Takes out what is alone in short lanes; whether there was such.
    fn take_out(&self, graph: &Graph<'_>, found: &mut BTreeSet<Val>) -> bool {
        let before = found.len();
        let lonely = found.iter().copied();
        let lonely: Vec<Val> = lonely
            .filter(|value| self.is_alone(graph, *value, found))
            .collect();
        lonely.iter().for_each(|value| {
            found.remove(value);
        });
        found.len() < before
    }

    /// Whether nothing reads a value in short lanes, or it is computed from nothing in them. What is made in lanes of either width is made in
    /// long ones where somebody wants these.
    fn is_alone(&self, graph: &Graph<'_>, value: Val, found: &BTreeSet<Val>) -> bool {
        let users = &graph.users[value];
        let short = users
            .iter()
            .filter(|inst| self.reads_short(inst, value, found))
            .count();
        match graph.definitions[value] {
            Some(Op::Load { .. } | Op::Splat(_) | Op::Convert(_)) => {
                short == 0 || short < users.len() || graph.is_passed[value]
            }
            _ => (short == 0 && !self.is_truth(value)) || !self.is_fed(graph, value, found),
        }
    }

    /// Whether some operand is in short lanes.
    fn is_fed(&self, graph: &Graph<'_>, value: Val, found: &BTreeSet<Val>) -> bool {
        let mut fed = false;
        if let Some(op) = graph.definitions[value] {
            op.for_each_operand(|operand| {
                let constant = graph.constant(operand).is_some();
                fed |= found.contains(&operand) && !constant;
            });
        }
        fed
    }

    /// How many numbers have to be brought from one width to the other.
    fn conversions(&self, graph: &Graph<'_>, found: &BTreeSet<Val>) -> usize {
        let mut other = BTreeSet::new();
        for &value in found {
            let users = &graph.users[value];
            let leaves = graph.is_passed[value]
                || users
                    .iter()
                    .any(|inst| !self.reads_short(inst, value, found));
            if leaves {
                other.insert(value);
            }
            if let Some(op) = graph.definitions[value] {
                op.for_each_operand(|operand| {
                    let comes = self.function.types[operand].varying
                        && !found.contains(&operand)
                        && graph.constant(operand).is_none();
                    if comes {
                        other.insert(operand);
                    }
                });
            }
        }
        other.len()
    }
}
