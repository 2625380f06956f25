//! Division of whole numbers without the machine's division: by powers of two, and by what is the same for all lanes.
//!
//! *Invariant:* quotient and remainder are those of MIR for all operands: toward zero; by 0 both are 0; the least number by -1 is itself.
//!
//! A quotient of numbers of 32 bits is the product with the reciprocal in double precision, cut off, if the reciprocal is a little too
//! large: where the exact quotient is whole, the product is not below it. It is not beyond the next whole number either, from which an
//! exact quotient by d stays away by 1/d: at 2³¹/d the product is wrong by less than 2⁻²⁰/d.

use super::emit::Emitter;
use super::ir::{Elem, Op, Type, Val};
use crate::mir::{BinaryOp, CompareOp};

impl Emitter {
    /// Quotient or remainder in another form; none where the machine's division is the best one.
    pub(super) fn divided(&mut self, op: BinaryOp, a: Val, b: Val) -> Option<Val> {
        let elem = self.ty(a).elem;
        if !matches!(op, BinaryOp::IntDiv | BinaryOp::Rem) || !matches!(elem, Elem::I32 | Elem::I64)
        {
            return None;
        }
        let divisor = match elem {
            Elem::I32 => self.as_i32(b).map(i64::from),
            _ => self.as_i64(b),
        };
        if let Some(divisor) = divisor.filter(|divisor| *divisor > 1)
            && divisor.count_ones() == 1
        {
            return Some(self.by_power_of_two(op, a, divisor));
        }
        let same = self.uniform_of(b)?;
        let in_vectors = self.is_varying(a) && elem == Elem::I32 && self.divides_by_products;
        in_vectors.then(|| match divisor {
            Some(divisor) if !matches!(divisor, 0 | -1) => self.by_constant(op, a, divisor as i32),
            _ => self.by_uniform(op, a, same),
        })
    }

    /// Shifts round down; what is negative is moved up before, so that it is rounded toward zero.
    fn by_power_of_two(&mut self, op: BinaryOp, a: Val, divisor: i64) -> Val {
        let (elem, last) = match self.ty(a).elem {
            Elem::I32 => (Elem::I32, 31),
            _ => (Elem::I64, 63),
        };
        let number = |t: &mut Emitter, value: i64| match elem {
            Elem::I32 => t.i32(value as i32),
            _ => t.i64(value),
        };
        let (sign, rest) = (number(self, last), number(self, divisor - 1));
        let negative = self.binary(BinaryOp::Shr, a, sign);
        let moved = self.binary(BinaryOp::And, negative, rest);
        let sum = self.add(a, moved);
        match op {
            BinaryOp::IntDiv => {
                let count = number(self, i64::from(divisor.trailing_zeros()));
                self.binary(BinaryOp::Shr, sum, count)
            }
            _ => {
                let low = self.binary(BinaryOp::And, sum, rest);
                self.sub(low, moved)
            }
        }
    }

    fn by_constant(&mut self, op: BinaryOp, a: Val, divisor: i32) -> Val {
        let reciprocal = (1.0 / f64::from(divisor).abs()).next_up();
        let signed = reciprocal.copysign(f64::from(divisor));
        let reciprocal = self.constant(Elem::F64, signed.to_bits());
        let quotient = self.quotient(a, reciprocal);
        match op {
            BinaryOp::IntDiv => quotient,
            _ => {
                let divisor = self.i32(divisor);
                self.rest(a, quotient, divisor)
            }
        }
    }

    /// By a number that only running tells. 1 stands for the divisors without an ordinary quotient, by which the remainder is 0 as well.
    fn by_uniform(&mut self, op: BinaryOp, a: Val, divisor: Val) -> Val {
        let (zero, minus_one, one) = (self.i32(0), self.i32(-1), self.i32(1));
        let is_zero = self.compare(CompareOp::Eq, divisor, zero);
        let is_minus_one = self.compare(CompareOp::Eq, divisor, minus_one);
        let special = self.or(is_zero, is_minus_one);
        let ordinary = self.select(special, one, divisor);
        let wide = self.convert(ordinary, Elem::F64);
        let [unit, above] =
            [1.0f64, 1.0f64.next_up()].map(|x| self.constant(Elem::F64, x.to_bits()));
        let reciprocal = self.binary(BinaryOp::Div, unit, wide);
        // At least the next number, at most the one behind it.
        let reciprocal = self.mul(reciprocal, above);
        let quotient = self.quotient(a, reciprocal);
        if op == BinaryOp::Rem {
            return self.rest(a, quotient, ordinary);
        }
        let negated = self.sub(zero, a);
        let quotient = self.select(is_minus_one, negated, quotient);
        self.select(is_zero, zero, quotient)
    }

    fn quotient(&mut self, a: Val, reciprocal: Val) -> Val {
        let wide = self.convert(a, Elem::F64);
        let product = self.mul(wide, reciprocal);
        self.emit(Op::Truncate(product), Type::varying(Elem::I32))
    }

    fn rest(&mut self, a: Val, quotient: Val, divisor: Val) -> Val {
        let product = self.mul(quotient, divisor);
        self.sub(a, product)
    }
}

#[cfg(test)]
mod tests {
    /// The quotient as vectors compute it.
    fn by_reciprocal(x: i32, divisor: i32, reciprocal: f64) -> i32 {
        let quotient = (f64::from(x) * reciprocal) as i32;
        assert_eq!(quotient, x / divisor, "{x} / {divisor}");
        quotient
    }

    #[test]
    fn products_with_reciprocals_are_quotients() {
        let mut state = 0x2545_f491_4f6c_dd1du64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u32 as i32 >> (state & 31)
        };
        let limits = [i32::MIN, i32::MIN + 1, i32::MAX, i32::MAX - 1];
        let divisors = (0..2000).map(|_| random()).collect::<Vec<_>>();
        for divisor in divisors.into_iter().chain(2..500).chain(limits) {
            if matches!(divisor, 0 | -1) {
                continue;
            }
            let constant = (1.0 / f64::from(divisor).abs()).next_up();
            let constant = constant.copysign(f64::from(divisor));
            let uniform = 1.0 / f64::from(divisor) * 1.0f64.next_up();
            let whole = i32::MAX / divisor;
            let edges = [whole, whole - 1, whole / 2, 1, 2, -1, -whole]
                .map(|times| divisor.wrapping_mul(times));
            let near = edges
                .iter()
                .flat_map(|x| [-1, 0, 1].map(|step| x.wrapping_add(step)));
            let more = (0..50).map(|_| random()).collect::<Vec<_>>();
            for x in near.chain(limits).chain(more) {
                by_reciprocal(x, divisor, constant);
                by_reciprocal(x, divisor, uniform);
            }
        }
    }
}
