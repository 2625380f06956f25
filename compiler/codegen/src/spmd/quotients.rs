//! Quotients of whole numbers by a constant of which nothing behind the point is seen: products with the reciprocal.
//!
//! `int((a + b + c)/3)` is a division of floats, which takes as long as ten products. What is cut off need not be exact: with a factor that is at least
//! 1/3 the product is never below a whole quotient, and it stays below the next one as long as the number divided is not too large.
//!
//! *Technique:* division by invariant integers (Granlund and Montgomery, "Division by Invariant Integers using Multiplication", PLDI 1994), in
//! floats.
//!
//! *Invariant:* the whole numbers are the same, with `--fp=strict` too.

use super::intervals::Known;
use super::ir::{Elem, Function, Inst, Op, Type, Val};
use crate::base::IndexVec;
use crate::mir::BinaryOp;
use crate::mir::intervals::Interval;

/// Divisors have so many bits at most.
const LARGEST_DIVISOR: f32 = 65536.0;
/// What one rounding adds at most, relative to a number of 32 bits.
const ROUNDING: f64 = 1.0 / (1_u32 << 24) as f64;

/// Replaces such quotients.
pub(super) fn multiply(function: &mut Function) {
    let known = Known::of(function).ints;
    let mut definitions: IndexVec<Val, Option<Op>> = IndexVec::filled(None, function.types.len());
    let mut uses = IndexVec::filled(0_u32, function.types.len());
    let mut cut = IndexVec::filled(false, function.types.len());
    for block in &function.blocks {
        for inst in &block.insts {
            inst.op.for_each_operand(|value| uses[value] += 1);
            if let Op::Truncate(a) | Op::Convert(a) = inst.op
                && inst
                    .result
                    .is_some_and(|result| function.types[result].elem == Elem::I32)
            {
                cut[a] = true;
            }
            if let Some(result) = inst.result {
                definitions[result] = Some(inst.op.clone());
            }
        }
        block.terminator.for_each_target(|target| {
            target.args.iter().for_each(|value| uses[*value] += 1);
        });
    }
    let factor = |inst: &Inst| {
        let (Op::Binary(BinaryOp::Div, number, divisor), Some(result)) = (&inst.op, inst.result)
        else {
            return None;
        };
        let is_cut = cut[result] && uses[result] == 1;
        let Some(Op::Convert(whole)) = definitions[*number] else {
            return None;
        };
        let constant = constant(&definitions, *divisor)?;
        let (number, ty) = (*number, function.types[result]);
        let is_whole = function.types[whole].elem == Elem::I32 && ty.elem == Elem::F32;
        let factor = (is_cut && is_whole).then(|| reciprocal(known[whole], constant))??;
        Some((number, ty, factor))
    };
    let found: Vec<Vec<Option<(Val, Type, f32)>>> = function
        .blocks
        .iter()
        .map(|block| block.insts.iter().map(factor).collect())
        .collect();
    for (block, found) in function.blocks.iter_mut().zip(found) {
        if found.iter().all(Option::is_none) {
            continue;
        }
        let insts = std::mem::take(&mut block.insts).into_iter().zip(found);
        for (mut inst, found) in insts {
            if let Some((number, ty, factor)) = found {
                let mut put = |op: Op, ty: Type| {
                    let result = function.types.push(ty);
                    block.insts.push(Inst {
                        result: Some(result),
                        op,
                        loc: inst.loc,
                    });
                    result
                };
                let one = Type {
                    varying: false,
                    ..ty
                };
                let mut by = put(Op::Const(factor.to_bits().into()), one);
                if ty.varying {
                    by = put(Op::Splat(by), ty);
                }
                inst.op = Op::Binary(BinaryOp::Mul, number, by);
            }
            block.insts.push(inst);
        }
    }
}

fn constant(definitions: &IndexVec<Val, Option<Op>>, value: Val) -> Option<f32> {
    match definitions[value].as_ref()? {
        Op::Const(bits) => Some(f32::from_bits(*bits as u32)),
        Op::Splat(inner) => constant(definitions, *inner),
        _ => None,
    }
}

/// What to multiply whole numbers of an interval with, so that the product without what is behind the point is the quotient without it.
///
/// Let the factor be (1 + e)/c, e at least 0, and the number s = q·c + r. Multiples of c give at least q, since rounding keeps the order. Others give
/// at most s/c·(1 + e)·(1 + u), u from rounding, which is less than q + 1 if s·(e + u + e·u) is less than 1: s/c is q + 1 - 1/c at most.
fn reciprocal((low, high): Interval, divisor: f32) -> Option<f32> {
    if divisor.fract() != 0.0 || !(2.0..=LARGEST_DIVISOR).contains(&divisor) {
        return None;
    }
    let product = |factor: f32| f64::from(factor) * f64::from(divisor);
    let nearest = divisor.recip();
    let factor = match product(nearest) < 1.0 {
        true => nearest.next_up(),
        false => nearest,
    };
    let more = product(factor) - 1.0;
    let largest = low.unsigned_abs().max(high.unsigned_abs()) as f64;
    (largest * (more + ROUNDING + more * ROUNDING) < 1.0).then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_the_quotients_up_to_the_largest_number() {
        for divisor in [
            2, 3, 5, 6, 7, 9, 10, 11, 25, 49, 100, 255, 256, 257, 641, 65535, 65536_i64,
        ] {
            // The largest number that has a factor, to a thousandth.
            let mut largest = 1_i64;
            while reciprocal((0, largest + largest / 1000 + 1), divisor as f32).is_some()
                && largest < 1 << 24
            {
                largest += largest / 1000 + 1;
            }
            assert!(largest > 1 << 19, "{divisor}: {largest}");
            let factor = reciprocal((0, largest), divisor as f32).expect("a factor");
            let check = |number: i64| {
                let product = number as f32 * factor;
                assert_eq!(product as i64, number / divisor, "{number}/{divisor}");
                assert_eq!((-product) as i64, -number / divisor);
            };
            // All next to multiples, and all small ones.
            let multiples = (0..=largest / divisor).map(|quotient| quotient * divisor);
            multiples
                .flat_map(|multiple| [multiple - 1, multiple, multiple + 1])
                .filter(|number| (0..=largest).contains(number))
                .for_each(check);
            (0..10_000).for_each(check);
        }
    }

    #[test]
    fn others_have_no_factor() {
        assert_eq!(reciprocal((0, 1 << 24), 3.0), None);
        assert_eq!(reciprocal((-(1 << 24), 0), 3.0), None);
        assert_eq!(reciprocal((0, 100), 2.5), None);
        assert_eq!(reciprocal((0, 100), 0.0), None);
        assert_eq!(reciprocal((0, 100), -3.0), None);
        assert_eq!(reciprocal((0, 100), f32::NAN), None);
    }
}
