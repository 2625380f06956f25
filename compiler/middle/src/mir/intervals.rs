//! What ints can be: an interval for each value, from the elements of small integers, extents and constants on.
//!
//! Variables are not followed: what is read from one can be any int. What operations give is told here for SPMD code as well.
//!
//! *Technique:* interval analysis (Cousot and Cousot, "Abstract Interpretation: A Unified Lattice Model", POPL 1977).
//!
//! *Invariant:* conservative: every value that a run gives lies in its interval, what wraps around included.

use crate::base::IndexVec;
use crate::mir::{
    Access, BinaryOp, Block, Const, ElemKind, FuncKind, Function, Op, Stmt, Ty, UnaryOp, Value,
};

/// The least and the greatest that an int can be.
pub type Interval = (i64, i64);

/// Every int.
pub const ANY: Interval = (i32::MIN as i64, i32::MAX as i64);
/// An extent, and a position.
const COUNT: Interval = (0, i32::MAX as i64);

/// The interval of every value of the function; [`ANY`] for values that are no ints.
pub fn intervals(function: &Function) -> IndexVec<Value, Interval> {
    let mut found = Search {
        function,
        known: IndexVec::filled(ANY, function.values.len()),
    };
    if let FuncKind::Kernel(data) = &function.kind {
        for position in &data.position {
            found.known[*position] = COUNT;
        }
    }
    found.block(&function.body);
    found.known
}

struct Search<'a> {
    function: &'a Function,
    known: IndexVec<Value, Interval>,
}

impl Search<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
            for inner in stmt.op.blocks() {
                self.block(inner);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let Op::For {
            index, start, stop, ..
        } = &stmt.op
        {
            let (from, to) = (self.known[*start], self.known[*stop]);
            self.known[*index] = union(from, to);
        }
        if let Some(&result) = stmt.results.first()
            && self.function.values[result].ty == Ty::I32
        {
            self.known[result] = without_wrapping(self.result(&stmt.op));
        }
    }

    fn result(&self, op: &Op) -> Interval {
        match op {
            Op::Const(Const::I32(number)) => (i64::from(*number), i64::from(*number)),
            Op::Unary(op, a) => unary(*op, self.known[*a]),
            Op::Binary(op, a, b) => binary(*op, self.known[*a], self.known[*b]),
            Op::Select {
                then, otherwise, ..
            } => union(self.known[*then], self.known[*otherwise]),
            Op::Convert(a) if self.function.values[*a].ty == Ty::Bool => (0, 1),
            Op::Dim(..) | Op::Numel(_) => COUNT,
            Op::Load(access) => self.elements(access),
            _other => ANY,
        }
    }

    /// What elements are; an access that is outside reads 0.
    fn elements(&self, access: &Access) -> Interval {
        match self.function.values[access.array].ty {
            Ty::Array(ElemKind::I8) => (i8::MIN.into(), i8::MAX.into()),
            Ty::Array(ElemKind::U8) => (0, u8::MAX.into()),
            Ty::Array(ElemKind::I16) => (i16::MIN.into(), i16::MAX.into()),
            Ty::Array(ElemKind::U16) => (0, u16::MAX.into()),
            _other => ANY,
        }
    }
}

/// The interval of a result: any int, where it may have wrapped around.
pub fn without_wrapping(found: Interval) -> Interval {
    match ANY.0 <= found.0 && found.1 <= ANY.1 {
        true => found,
        false => ANY,
    }
}

/// What holds two intervals.
pub fn union(a: Interval, b: Interval) -> Interval {
    (a.0.min(b.0), a.1.max(b.1))
}

/// What an operation gives before it wraps around.
pub fn unary(op: UnaryOp, (low, high): Interval) -> Interval {
    match op {
        UnaryOp::Neg => (-high, -low),
        UnaryOp::BitNot => (-high - 1, -low - 1),
        UnaryOp::Abs if low >= 0 => (low, high),
        UnaryOp::Abs => (0, high.max(-low)),
        _ => ANY,
    }
}

/// What an operation gives before it wraps around.
pub fn binary(op: BinaryOp, a: Interval, b: Interval) -> Interval {
    let constant = (b.0 == b.1).then_some(b.0);
    match (op, constant) {
        (BinaryOp::Add, _) => (a.0 + b.0, a.1 + b.1),
        (BinaryOp::Sub, _) => (a.0 - b.1, a.1 - b.0),
        (BinaryOp::Mul, _) => product(a, b),
        (BinaryOp::Min, _) => (a.0.min(b.0), a.1.min(b.1)),
        (BinaryOp::Max, _) => (a.0.max(b.0), a.1.max(b.1)),
        (BinaryOp::And, _) if b.0 >= 0 => (0, if a.0 >= 0 { a.1.min(b.1) } else { b.1 }),
        (BinaryOp::And, _) if a.0 >= 0 => (0, a.1),
        (BinaryOp::Or | BinaryOp::Xor, _) if a.0 >= 0 && b.0 >= 0 => {
            let most = a.1.max(b.1) as u64;
            (0, (most + 1).next_power_of_two() as i64 - 1)
        }
        (BinaryOp::Shl, Some(count @ 0..31)) => product(a, (1 << count, 1 << count)),
        (BinaryOp::Shr, Some(count @ 0..32)) => (a.0 >> count, a.1 >> count),
        (BinaryOp::IntDiv, Some(by @ 1..)) => (a.0 / by, a.1 / by),
        (BinaryOp::Rem, Some(by @ 1..)) => {
            let most = by - 1;
            let low = if a.0 >= 0 { 0 } else { -most };
            (low, most.min(a.1.max(0)))
        }
        _ => ANY,
    }
}

fn product(a: Interval, b: Interval) -> Interval {
    let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    ends.into_iter()
        .map(|end| (end, end))
        .reduce(union)
        .expect("there are four")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on every pair of numbers in every pair of small intervals.
    #[test]
    fn results_lie_in_their_intervals() {
        let ends = [-9, -3, -1, 0, 1, 2, 5, 7];
        let pairs = ends.iter().flat_map(|low| ends.map(|high| (*low, high)));
        let intervals: Vec<Interval> = pairs.filter(|(low, high)| low <= high).collect();
        for &a in &intervals {
            for &b in &intervals {
                for x in a.0..=a.1 {
                    for y in b.0..=b.1 {
                        check([a, b], [x, y]);
                    }
                }
            }
        }
    }

    fn check(intervals: [Interval; 2], numbers: [i64; 2]) {
        let ([a, b], [x, y]) = (intervals, numbers);
        let is_in = |what: &str, found: Interval, number: i64| {
            assert!(
                found.0 <= number && number <= found.1,
                "{what}: {x} {y} in {a:?} {b:?}"
            );
        };
        is_in("add", binary(BinaryOp::Add, a, b), x + y);
        is_in("sub", binary(BinaryOp::Sub, a, b), x - y);
        is_in("mul", binary(BinaryOp::Mul, a, b), x * y);
        is_in("min", binary(BinaryOp::Min, a, b), x.min(y));
        is_in("max", binary(BinaryOp::Max, a, b), x.max(y));
        is_in("and", binary(BinaryOp::And, a, b), x & y);
        is_in("or", binary(BinaryOp::Or, a, b), x | y);
        is_in("xor", binary(BinaryOp::Xor, a, b), x ^ y);
        is_in("neg", unary(UnaryOp::Neg, a), -x);
        is_in("not", unary(UnaryOp::BitNot, a), !x);
        is_in("abs", unary(UnaryOp::Abs, a), x.abs());
        if y > 0 {
            is_in("div", binary(BinaryOp::IntDiv, a, b), x / y);
            is_in("rem", binary(BinaryOp::Rem, a, b), x % y);
            is_in("shl", binary(BinaryOp::Shl, a, b), x << y);
            is_in("shr", binary(BinaryOp::Shr, a, b), x >> y);
        }
    }

    #[test]
    fn what_may_wrap_around_can_be_anything() {
        let most = (0, i32::MAX.into());
        assert_eq!(without_wrapping(binary(BinaryOp::Add, most, (0, 1))), ANY);
        assert_eq!(without_wrapping(unary(UnaryOp::Neg, ANY)), ANY);
        assert_eq!(without_wrapping(unary(UnaryOp::Abs, ANY)), ANY);
        assert_eq!(binary(BinaryOp::IntDiv, ANY, ANY), ANY);
    }
}
