//! Bytes and half words at full width: where what is stored is computed from elements of the same kind by operations that the machine
//! has for them, nothing is widened to 32 bits.
//!
//! *Invariant:* an operation is here only if it gives the bits that the one on 32 bits gives, cut to the size of the element.

use std::collections::BTreeMap;

use regalloc2::VReg;

use super::super::super::ir::{Memory, Op, Val};
use super::super::machine::{Address, Arg};
use super::super::table::Row;
use super::Selector;
use crate::mir::{BinaryOp, UnaryOp};

/// The rows of an operation for 16 and for 32 bytes.
type Rows = [Row; 2];

/// How deep an operation is followed.
const DEPTH: u32 = 6;

/// What vectors of elements are computed from.
enum Narrow {
    /// Consecutive elements, at a uniform address.
    Load(Val, i32),
    /// The same element in all lanes.
    Constant(i32),
    /// An operation on two of them.
    Two(Rows, Box<Narrow>, Box<Narrow>),
    /// `a - b` or `b - a`, whichever is not below zero.
    Distance(Rows, Box<Narrow>, Box<Narrow>),
}

impl Selector<'_> {
    /// Remembers what stands before a load.
    pub(super) fn note_load(&mut self, op: &Op, result: Val) {
        if matches!(op, Op::Load { .. }) {
            self.loaded.insert(result, self.effects);
        }
    }

    /// Stores elements without widening them on the way, if that can be done; false if it cannot.
    pub(super) fn store_narrow_vectors(
        &mut self,
        memory: Memory,
        place: Address,
        value: Val,
    ) -> bool {
        let bytes = self.function.lanes as i32 * memory.size() as i32;
        let chunk = if bytes % 32 == 0 { 32 } else { 16 };
        let computed = self.limited(memory, value, DEPTH);
        let Some(narrow) = computed.filter(|narrow| narrow.is_computed()) else {
            return false;
        };
        if bytes % chunk != 0 {
            return false;
        }
        let width = usize::from(chunk == 32);
        let mut known = BTreeMap::new();
        for at in (0..bytes).step_by(chunk as usize) {
            let vector = self.narrow(&narrow, memory, width, at, &mut known);
            let row = [Row::Store16Bytes, Row::Store32Bytes][width];
            let args = [Arg::Memory(place.plus(at)), Arg::Use(vector)];
            self.row(row, &args, None);
        }
        true
    }

    /// The vector at a distance in bytes; constants are made once.
    fn narrow(
        &mut self,
        narrow: &Narrow,
        memory: Memory,
        width: usize,
        at: i32,
        known: &mut BTreeMap<i32, VReg>,
    ) -> VReg {
        let load = [Row::Load16Bytes, Row::Load32Bytes][width];
        match narrow {
            Narrow::Load(address, offset) => {
                let place = self.address(*address, *offset).plus(at);
                let result = self.vector();
                self.row(load, &[Arg::Def(result), Arg::Memory(place)], None);
                result
            }
            Narrow::Constant(number) => {
                if let Some(vector) = known.get(number) {
                    return *vector;
                }
                let size = memory.size() as usize;
                let element = &number.to_le_bytes()[..size];
                let place = self.pool(&element.repeat(32 / size));
                let result = self.vector();
                self.row(load, &[Arg::Def(result), Arg::Memory(place)], None);
                known.insert(*number, result);
                result
            }
            Narrow::Two(rows, a, b) => {
                let a = self.narrow(a, memory, width, at, known);
                let b = self.narrow(b, memory, width, at, known);
                self.row2(rows[width], a, b)
            }
            Narrow::Distance(rows, a, b) => {
                let a = self.narrow(a, memory, width, at, known);
                let b = self.narrow(b, memory, width, at, known);
                let (above, below) = (self.row2(rows[width], a, b), self.row2(rows[width], b, a));
                self.row2([Row::Or16Bytes, Row::Or32Bytes][width], above, below)
            }
        }
    }

    // ---- Which operations -------------------------------------------------------------------------------------------------------------

    fn operands(&self, value: Val, wanted: BinaryOp) -> Option<(Val, Val)> {
        match self.near(value)? {
            Op::Binary(op, a, b) if *op == wanted => Some((*a, *b)),
            _ => None,
        }
    }

    /// A number as the range of the elements limits it.
    fn limited(&self, memory: Memory, value: Val, depth: u32) -> Option<Narrow> {
        let depth = depth.checked_sub(1)?;
        if let Some(inner) = self.inside_limits(memory, value) {
            return self.limited(memory, inner, depth);
        }
        if let Some((a, b)) = self.operands(value, BinaryOp::Add) {
            let sum = self.two(memory, saturating_sum(memory)?, a, b, depth);
            return sum.or_else(|| self.less(memory, a, b, depth));
        }
        if let Some((a, b)) = self.operands(value, BinaryOp::Sub) {
            return self.two(memory, saturating_difference(memory)?, a, b, depth);
        }
        self.exact(memory, value, depth)
    }

    /// `x` of `min(max(x, low), high)`, where a limit that a number keeps anyway may be missing.
    fn inside_limits(&self, memory: Memory, value: Val) -> Option<Val> {
        let (low, high) = range(memory)?;
        let limit = |value: Val, op: BinaryOp, limit: i32| {
            let (inner, bound) = self.operands(value, op)?;
            (self.small(bound) == Some(limit)).then_some(inner)
        };
        let below = limit(value, BinaryOp::Min, high);
        let raised = below.unwrap_or(value);
        let inner = limit(raised, BinaryOp::Max, low).unwrap_or(raised);
        let (least, most) = self.intervals[inner];
        let is_low = inner != raised || least >= i64::from(low);
        let is_high = below.is_some() || most <= i64::from(high);
        (inner != value && is_low && is_high).then_some(inner)
    }

    fn two(&self, memory: Memory, rows: Rows, a: Val, b: Val, depth: u32) -> Option<Narrow> {
        let a = self.exact(memory, a, depth)?;
        let b = self.exact(memory, b, depth)?;
        Some(Narrow::Two(rows, Box::new(a), Box::new(b)))
    }

    /// A sum with a constant below zero, which unsigned elements cannot be.
    fn less(&self, memory: Memory, a: Val, b: Val, depth: u32) -> Option<Narrow> {
        let number = self.small(b)?.checked_neg()?;
        let (low, high) = range(memory)?;
        let a = self.exact(memory, a, depth)?;
        let rows = saturating_difference(memory)?;
        let subtracted = Box::new(Narrow::Constant(number));
        let fits = (low..=high).contains(&number);
        fits.then(|| Narrow::Two(rows, Box::new(a), subtracted))
    }

    /// A number that elements of the kind can be.
    fn exact(&self, memory: Memory, value: Val, depth: u32) -> Option<Narrow> {
        let depth = depth.checked_sub(1)?;
        let (low, high) = range(memory)?;
        if let Some(number) = self.small(value) {
            return (low..=high)
                .contains(&number)
                .then_some(Narrow::Constant(number));
        }
        if let Some(inner) = self.inside_limits(memory, value) {
            return self.limited(memory, inner, depth);
        }
        match self.near(value)? {
            Op::Load {
                memory: from,
                address,
                offset,
            } if *from == memory && self.loaded.get(&value) == Some(&self.effects) => {
                Some(Narrow::Load(*address, *offset))
            }
            Op::Binary(BinaryOp::Min, a, b) => self.two(memory, least(memory)?, *a, *b, depth),
            Op::Binary(BinaryOp::Max, a, b) => self.two(memory, greatest(memory)?, *a, *b, depth),
            Op::Binary(BinaryOp::And, sum, mask) if self.small(*mask) == Some(high) => {
                let (a, b) = self.operands(*sum, BinaryOp::Add)?;
                self.two(memory, wrapping_sum(memory)?, a, b, depth)
            }
            Op::Binary(BinaryOp::Shr, sum, count) if self.small(*count) == Some(1) => {
                let (both, one) = self.operands(*sum, BinaryOp::Add)?;
                let (a, b) = self.operands(both, BinaryOp::Add)?;
                let rounds_up = self.small(one) == Some(1);
                let average = self.two(memory, average(memory)?, a, b, depth);
                average.filter(|_| rounds_up)
            }
            Op::Unary(UnaryOp::Abs, inner) if low == 0 => {
                let (a, b) = self.operands(*inner, BinaryOp::Sub)?;
                let a = self.exact(memory, a, depth)?;
                let b = self.exact(memory, b, depth)?;
                let rows = saturating_difference(memory)?;
                Some(Narrow::Distance(rows, Box::new(a), Box::new(b)))
            }
            _ => None,
        }
    }
}

impl Narrow {
    /// Whether anything is computed: elements that are only moved are as fast the other way.
    fn is_computed(&self) -> bool {
        match self {
            Narrow::Load(..) | Narrow::Constant(_) => false,
            Narrow::Two(..) | Narrow::Distance(..) => true,
        }
    }
}

/// The least and the greatest element.
fn range(memory: Memory) -> Option<(i32, i32)> {
    Some(match memory {
        Memory::I8 => (i8::MIN.into(), i8::MAX.into()),
        Memory::U8 => (0, u8::MAX.into()),
        Memory::I16 => (i16::MIN.into(), i16::MAX.into()),
        Memory::U16 => (0, u16::MAX.into()),
        Memory::I32 | Memory::U32 | Memory::I64 | Memory::F16 | Memory::F32 | Memory::F64 => {
            return None;
        }
    })
}

/// The rows for unsigned and signed bytes, unsigned and signed half words.
fn by_kind(memory: Memory, rows: [Option<Rows>; 4]) -> Option<Rows> {
    match memory {
        Memory::U8 => rows[0],
        Memory::I8 => rows[1],
        Memory::U16 => rows[2],
        Memory::I16 => rows[3],
        Memory::I32 | Memory::U32 | Memory::I64 | Memory::F16 | Memory::F32 | Memory::F64 => None,
    }
}

/// Sums, limited to the range of the elements.
fn saturating_sum(memory: Memory) -> Option<Rows> {
    by_kind(
        memory,
        [
            Some([Row::AddU8x16, Row::AddU8x32]),
            Some([Row::AddI8x16, Row::AddI8x32]),
            Some([Row::AddU16x16, Row::AddU16x32]),
            Some([Row::AddI16x16, Row::AddI16x32]),
        ],
    )
}

/// Differences, limited to the range of the elements.
fn saturating_difference(memory: Memory) -> Option<Rows> {
    by_kind(
        memory,
        [
            Some([Row::SubU8x16, Row::SubU8x32]),
            Some([Row::SubI8x16, Row::SubI8x32]),
            Some([Row::SubU16x16, Row::SubU16x32]),
            Some([Row::SubI16x16, Row::SubI16x32]),
        ],
    )
}

/// The lower bits of sums.
fn wrapping_sum(memory: Memory) -> Option<Rows> {
    by_kind(
        memory,
        [
            Some([Row::WrapU8x16, Row::WrapU8x32]),
            None,
            Some([Row::WrapU16x16, Row::WrapU16x32]),
            None,
        ],
    )
}

/// The lesser of two.
fn least(memory: Memory) -> Option<Rows> {
    by_kind(
        memory,
        [
            Some([Row::MinU8x16, Row::MinU8x32]),
            Some([Row::MinI8x16, Row::MinI8x32]),
            Some([Row::MinU16x16, Row::MinU16x32]),
            Some([Row::MinI16x16, Row::MinI16x32]),
        ],
    )
}

/// The greater of two.
fn greatest(memory: Memory) -> Option<Rows> {
    by_kind(
        memory,
        [
            Some([Row::MaxU8x16, Row::MaxU8x32]),
            Some([Row::MaxI8x16, Row::MaxI8x32]),
            Some([Row::MaxU16x16, Row::MaxU16x32]),
            Some([Row::MaxI16x16, Row::MaxI16x32]),
        ],
    )
}

/// `(a + b + 1) / 2`.
fn average(memory: Memory) -> Option<Rows> {
    by_kind(
        memory,
        [
            Some([Row::AverageU8x16, Row::AverageU8x32]),
            None,
            Some([Row::AverageU16x16, Row::AverageU16x32]),
            None,
        ],
    )
}
