//! The pass `integer-quotients`: `int(x/2)` of an int, which is a quotient of floats that is cut off, becomes a division of ints or a
//! shift where both give the same.
//!
//! The language divides ints as floats. An int of at most 24 bits is a float of single precision, and every int one of double precision;
//! its product with a negative power of two is one as well. So nothing is rounded, and what is cut off or rounded down is the quotient of
//! the ints. Ints then stay ints: vectors of bytes have more lanes than vectors of floats, and conversions to ints, which saturate, are
//! gone. A store into an array of small integers rounds by itself, which is the same with half of the divisor added before.
//!
//! *Invariant:* nothing is rewritten unless what [`intervals`] tells of the dividend proves the quotient exact.

use crate::base::IndexVec;
use crate::mir::data::*;
use crate::mir::intervals::{Interval, intervals};

/// Ints up to this size are floats of single precision.
const EXACT_IN_SINGLE: i64 = 1 << 24;

/// Quotients of quotients that are looked at: only what is an int is known to be small enough.
const MOST_ITERATIONS: u32 = 8;

/// Runs the pass on every function.
pub fn integer_quotients(program: &mut Program) {
    for function in program.functions.iter_mut() {
        for _ in 0..MOST_ITERATIONS {
            let quotients = find(function);
            if quotients.instead.iter().all(Option::is_none) {
                break;
            }
            let mut body = std::mem::take(&mut function.body);
            rewrite(function, &quotients, &mut body);
            function.body = body;
        }
    }
}

/// A quotient of an int and a power of two.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Quotient {
    dividend: Value,
    /// The exponent of the divisor.
    bits: u32,
    rounding: Rounding,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Down,
    TowardZero,
    /// Halves up, of a dividend that is not negative.
    Nearest,
}

/// What a function's ints are quotients of.
struct Quotients {
    /// Of values that are ints: what they can be instead.
    instead: IndexVec<Value, Option<Quotient>>,
}

fn find(function: &Function) -> Quotients {
    let mut search = Search {
        function,
        intervals: IndexVec::new(),
        definitions: IndexVec::filled(None, function.values.len()),
    };
    let mut converted = Vec::new();
    let mut stored = Vec::new();
    function.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Const(_) | Op::Unary(..) | Op::Binary(..) => {
            search.definitions[stmt.results[0]] = Some(&stmt.op);
        }
        Op::Convert(from) => {
            search.definitions[stmt.results[0]] = Some(&stmt.op);
            if function.values[stmt.results[0]].ty == Ty::I32 && is_float(function, *from) {
                converted.push((stmt.results[0], *from));
            }
        }
        Op::Store(access, values) if rounds(function, access) && is_float(function, values[0]) => {
            stored.push(values[0]);
        }
        _other => {}
    });
    let mut quotients = Quotients {
        instead: IndexVec::filled(None, function.values.len()),
    };
    if converted.is_empty() && stored.is_empty() {
        return quotients;
    }
    search.intervals = intervals(function);
    for (result, from) in converted {
        quotients.instead[result] = search.converted(from);
    }
    for value in stored {
        quotients.instead[value] = search.quotient(value, Rounding::Nearest);
    }
    quotients
}

fn is_float(function: &Function, value: Value) -> bool {
    function.values[value].ty.is_float()
}

/// Whether a store into an array rounds floats to its elements, and saturates them.
fn rounds(function: &Function, access: &Access) -> bool {
    matches!(
        function.values[access.array].ty,
        Ty::Array(ElemKind::I8 | ElemKind::U8 | ElemKind::I16 | ElemKind::U16)
    )
}

struct Search<'a> {
    function: &'a Function,
    intervals: IndexVec<Value, Interval>,
    definitions: IndexVec<Value, Option<&'a Op>>,
}

impl Search<'_> {
    /// The quotient that a float is the conversion to an int of.
    fn converted(&self, from: Value) -> Option<Quotient> {
        match self.definitions[from]? {
            Op::Unary(UnaryOp::Floor, inner) => self.quotient(*inner, Rounding::Down),
            Op::Unary(UnaryOp::Trunc, inner) => self.quotient(*inner, Rounding::TowardZero),
            _ => self.quotient(from, Rounding::TowardZero),
        }
    }

    fn quotient(&self, value: Value, rounding: Rounding) -> Option<Quotient> {
        let (dividend, bits) = match *self.definitions[value]? {
            Op::Binary(BinaryOp::Mul, a, b) => match self.power_of_two(b) {
                Some(power) => (a, -power),
                None => (b, -self.power_of_two(a)?),
            },
            Op::Binary(BinaryOp::Div, a, b) => (a, self.power_of_two(b)?),
            _ => return None,
        };
        let Op::Convert(dividend) = *self.definitions[dividend]? else {
            return None;
        };
        let is_int = self.function.values[dividend].ty == Ty::I32;
        if !is_int || !(1..=30).contains(&bits) {
            return None;
        }
        let bits = bits.unsigned_abs();
        let (low, high) = self.intervals[dividend];
        let is_exact = match self.function.values[value].ty {
            Ty::F64 => true,
            _ => -EXACT_IN_SINGLE <= low && high <= EXACT_IN_SINGLE,
        };
        let fits = match rounding {
            Rounding::Down | Rounding::TowardZero => true,
            // Halves are rounded away from zero, and half of the divisor is added.
            Rounding::Nearest => low >= 0 && high <= i64::from(i32::MAX) - (1 << (bits - 1)),
        };
        let rounding = match rounding {
            Rounding::TowardZero if low >= 0 => Rounding::Down,
            other => other,
        };
        (is_exact && fits).then_some(Quotient {
            dividend,
            bits,
            rounding,
        })
    }

    /// The exponent of a power of two.
    fn power_of_two(&self, value: Value) -> Option<i32> {
        let number = match self.definitions[value]? {
            Op::Const(Const::F32(number)) => f64::from(*number),
            Op::Const(Const::F64(number)) => *number,
            _ => return None,
        };
        let exponent = (-30..=30).find(|exponent| number == 2f64.powi(*exponent))?;
        Some(exponent)
    }
}

/// Puts the quotients of ints in the place of conversions and of what is stored.
fn rewrite(function: &mut Function, quotients: &Quotients, block: &mut Block) {
    let mut output = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.op.blocks_mut() {
            rewrite(function, quotients, inner);
        }
        let result = stmt.results.first().copied();
        let mut emit = Emit {
            function: &mut *function,
            loc: stmt.loc,
            output: &mut output,
        };
        match &mut stmt.op {
            Op::Convert(_) => {
                if let Some(quotient) = result.and_then(|value| quotients.instead[value]) {
                    stmt.op = emit.last(quotient);
                }
            }
            Op::Store(access, values) if rounds(emit.function, access) => {
                if let Some(quotient) = quotients.instead[values[0]] {
                    let op = emit.last(quotient);
                    values[0] = emit.value(op);
                }
            }
            _other => {}
        }
        output.push(stmt);
    }
    block.stmts = output;
}

/// Puts operations in front of a statement.
struct Emit<'a> {
    function: &'a mut Function,
    loc: Loc,
    output: &'a mut Vec<Stmt>,
}

impl Emit<'_> {
    fn value(&mut self, op: Op) -> Value {
        let value = self.function.values.push(ValueData { ty: Ty::I32 });
        self.output.push(Stmt {
            op,
            results: vec![value],
            loc: self.loc,
        });
        value
    }

    fn int(&mut self, number: i32) -> Value {
        self.value(Op::Const(Const::I32(number)))
    }

    /// The operation that gives the quotient, behind those that it needs.
    fn last(&mut self, quotient: Quotient) -> Op {
        let Quotient { dividend, bits, .. } = quotient;
        match quotient.rounding {
            Rounding::TowardZero => {
                let divisor = self.int(1 << bits);
                Op::Binary(BinaryOp::IntDiv, dividend, divisor)
            }
            Rounding::Down => {
                let count = self.int(bits as i32);
                Op::Binary(BinaryOp::Shr, dividend, count)
            }
            Rounding::Nearest => {
                let half = self.int(1 << (bits - 1));
                let sum = self.value(Op::Binary(BinaryOp::Add, dividend, half));
                let count = self.int(bits as i32);
                Op::Binary(BinaryOp::Shr, sum, count)
            }
        }
    }
}
