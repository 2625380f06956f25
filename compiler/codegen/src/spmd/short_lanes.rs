//! Which whole numbers take lanes of 16 or 8 bits: two or four times as many in a vector.
//!
//! Numbers are computed with 32 bits. Where all that a number can be fits 16 bits, as with sums of bytes, or where nothing sees more than
//! its lowest 16 bits, as with what is stored modulo 65536, the code generator computes it in 16 bits and gets the same. What a number can
//! be is an interval, from the elements that are loaded on; what is seen of it follows from its uses (demanded bits). So it is with 8 bits, of
//! numbers that are not negative: the least or the largest byte, how many of some bytes are set. A sum of bytes that is only compared with numbers
//! below 255 may stay at 255 where it is more.
//!
//! *Technique:* bitwidth analysis (Stephenson, Babb and Amarasinghe, "Bitwidth Analysis with Application to Silicon Compilation", PLDI
//! 2000).
//!
//! *Invariant:* a number is in short lanes only if the operation on so many bits gives the lowest bits of the one on 32, and every use
//! that needs more of it finds a number that fits. Of a capped sum every use is another one, or a comparison that it answers as the sum itself would.

use std::collections::BTreeSet;

use super::intervals;
use super::ir::{Elem, Function, Inst, Memory, Op, Short, Val, Width};
use crate::base::IndexVec;
use crate::machine::cost::lanes::CONVERSION;
use crate::mir::intervals::Interval;
use crate::mir::{BinaryOp, UnaryOp};

/// Operations that must be saved at all.
const WORTHWHILE: usize = 4;

/// How often numbers are taken out whose neighbours are not in short lanes.
const MOST_ITERATIONS: usize = 8;

/// The numbers in lanes of a width, and the truth values that are computed from such; none where that is not worth it. In lanes of bytes, none
/// comes from lanes of 32 bits or goes there.
pub(super) fn find(function: &Function, width: Width) -> Option<Short> {
    let graph = Graph::of(function);
    let mut search = Search {
        function,
        width,
        intervals: intervals::of(function),
        seen_whole: seen_whole(function, &graph, width),
        capped: BTreeSet::new(),
    };
    search.find_capped(&graph);
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
            let pays = match width {
                Width::Bytes => conversions == 0,
                Width::Halves => saved >= CONVERSION * conversions,
            };
            let capped = search.capped.intersection(&found).copied().collect();
            return (saved >= WORTHWHILE && pays).then_some(Short {
                width,
                values: found,
                capped,
            });
        }
    }
    None
}

/// Whether elements have at most as many bits as lanes of a width.
pub(super) fn is_short(memory: Memory, width: Width) -> bool {
    match memory {
        Memory::I8 | Memory::U8 => true,
        Memory::I16 | Memory::U16 => width == Width::Halves,
        _ => false,
    }
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

/// For each value whether something sees more of it than the lowest bits that a lane has.
fn seen_whole(function: &Function, graph: &Graph<'_>, width: Width) -> IndexVec<Val, bool> {
    let mut seen = IndexVec::filled(false, function.types.len());
    let mut work: Vec<Val> = Vec::new();
    for block in &function.blocks {
        for inst in &block.insts {
            inst.op.for_each_operand(|operand| {
                if sight(graph, &inst.op, operand, width) == Sight::Whole {
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
                if sight(graph, op, operand, width) == Sight::AsResult {
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
    /// The lowest bits, as many as a lane has.
    Low,
    /// As much as is seen of its result: the lowest bits of that depend on the lowest bits of the operands.
    AsResult,
}

fn sight(graph: &Graph<'_>, op: &Op, operand: Val, width: Width) -> Sight {
    let lowest = match width {
        Width::Bytes => 0..=0xff,
        Width::Halves => 0..=0xffff,
    };
    let low_mask = |value: Val| {
        graph
            .constant(value)
            .is_some_and(|bits| lowest.contains(&bits))
    };
    match op {
        Op::Store { memory, value, .. } if is_short(*memory, width) && *value == operand => {
            Sight::Low
        }
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
    width: Width,
    intervals: IndexVec<Val, Interval>,
    seen_whole: IndexVec<Val, bool>,
    /// Sums that may be capped.
    capped: BTreeSet<Val>,
}

impl Search<'_> {
    fn fits(&self, value: Val) -> bool {
        let (low, high) = self.intervals[value];
        let (least, most) = match self.width {
            Width::Bytes => (0, i64::from(u8::MAX)),
            Width::Halves => (i64::from(i16::MIN), i64::from(i16::MAX)),
        };
        least <= low && high <= most
    }

    /// Finds sums of numbers that are not negative, of which nothing but comparisons with numbers below the cap and other such sums is made.
    fn find_capped(&mut self, graph: &Graph<'_>) {
        if self.width != Width::Bytes {
            return;
        }
        let insts = self.function.blocks.iter().flat_map(|block| &block.insts);
        let results = insts.filter_map(|inst| Some((inst.result?, &inst.op)));
        self.capped = results
            .filter(|(result, op)| {
                matches!(op, Op::Binary(BinaryOp::Add, ..)) && self.is_large_sum(*result)
            })
            .map(|(result, _)| result)
            .collect();
        loop {
            let is_seen = |value: &Val| {
                graph.is_passed[*value]
                    || !graph.users[*value]
                        .iter()
                        .all(|user| self.sees_capped(user))
            };
            let seen: Vec<Val> = self.capped.iter().copied().filter(is_seen).collect();
            if seen.is_empty() {
                return;
            }
            seen.iter().for_each(|value| {
                self.capped.remove(value);
            });
        }
    }

    fn is_large_sum(&self, value: Val) -> bool {
        let ty = self.function.types[value];
        let (low, high) = self.intervals[value];
        ty.varying && ty.elem == Elem::I32 && low >= 0 && high > i64::from(u8::MAX)
    }

    /// Whether an operation does the same with a capped operand.
    fn sees_capped(&self, user: &Inst) -> bool {
        match (&user.op, user.result) {
            (Op::Binary(BinaryOp::Add, ..), Some(result)) => self.capped.contains(&result),
            (Op::Compare(_, a, b), _) => {
                let is_below = |value: Val| {
                    let (low, high) = self.intervals[value];
                    low == high && (0..i64::from(u8::MAX)).contains(&low)
                };
                is_below(*a) || is_below(*b)
            }
            _ => false,
        }
    }

    /// Whether a comparison or a capped sum can have the operand.
    fn fits_capped(&self, value: Val, found: &BTreeSet<Val>) -> bool {
        self.fits(value) || (self.capped.contains(&value) && found.contains(&value))
    }

    /// Whether short lanes hold all that is seen of a number.
    fn is_held(&self, value: Val) -> bool {
        self.fits(value) || !self.seen_whole[value]
    }

    fn is_truth(&self, value: Val) -> bool {
        self.function.types[value].elem == Elem::Bool
    }

    /// Whether an operation can be done in short lanes; `found`: what was found before it.
    fn allows(&self, op: &Op, result: Val, found: &BTreeSet<Val>) -> bool {
        let ty = self.function.types[result];
        match ty.elem {
            _ if !ty.varying => false,
            Elem::I32 => self.allows_number(op, result, found),
            Elem::Bool => self.allows_truth(op, found),
            Elem::I64 | Elem::F32 | Elem::F64 => false,
        }
    }

    fn allows_number(&self, op: &Op, result: Val, found: &BTreeSet<Val>) -> bool {
        let count = |value: Val| match self.intervals[value] {
            (low, high) if low == high => Some(low),
            _ => None,
        };
        match op {
            Op::Load { memory, .. } => is_short(*memory, self.width) && self.is_held(result),
            Op::Binary(BinaryOp::Add, a, b) if self.capped.contains(&result) => {
                self.fits_capped(*a, found) && self.fits_capped(*b, found)
            }
            Op::Unary(UnaryOp::Abs, _) | Op::Binary(BinaryOp::Mul, ..)
                if self.width == Width::Bytes =>
            {
                false
            }
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
                is_number && self.fits_capped(*a, found) && self.fits_capped(*b, found)
            }
            Op::Unary(UnaryOp::Not, a) => found.contains(a),
            Op::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                found.contains(a) && found.contains(b)
            }
            _ => false,
        }
    }

    /// Whether an operation reads its operand in short lanes.
    fn reads_short(&self, inst: &Inst, operand: Val, found: &BTreeSet<Val>) -> bool {
        match (&inst.op, inst.result) {
            (Op::Store { memory, value, .. }, _) => {
                is_short(*memory, self.width) && *value == operand
            }
            (_, Some(result)) => found.contains(&result),
            (_, None) => false,
        }
    }

    /// Takes out what is alone in short lanes; whether there was such.
    fn take_out(&self, graph: &Graph<'_>, found: &mut BTreeSet<Val>) -> bool {
        let before = found.len();
        let lonely = found.iter().copied();
        let lonely: Vec<Val> = lonely
            .filter(|value| {
                self.is_alone(graph, *value, found) || self.lost_something(graph, *value, found)
            })
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

    /// Whether a capped sum is read in other lanes, or an operation lacks an operand that was taken out.
    fn lost_something(&self, graph: &Graph<'_>, value: Val, found: &BTreeSet<Val>) -> bool {
        let is_read_short = |user: &&Inst| self.reads_short(user, value, found);
        let is_lost = self.capped.contains(&value) && !graph.users[value].iter().all(is_read_short);
        let op = graph.definitions[value].expect("an operation has been found");
        is_lost || (self.width == Width::Bytes && !self.allows(op, value, found))
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
