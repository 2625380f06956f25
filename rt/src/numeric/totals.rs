//! Sum, extremes and variance of real numbers, as many of them as are asked for in one pass over memory.
//!
//! The numbers are met piece by piece; what is computed of a piece finds it in the cache.
//!
//! *Invariant:* a total is the same whichever others are asked for. Sums run in `f64`; minimum and maximum ignore what is no number unless
//! there is nothing else.

use quasar_abi::{ElemKind, ReduceOp};

use super::fold::{LANES, combine_pairwise, fold_piece, halved};
use crate::array::element::Element;
use crate::process::vectors::{Vectorised, in_vectors};
use crate::threads::pieces;

/// Numbers that are brought to double precision together.
const CONVERTED: usize = 1024;

/// What is asked for.
#[derive(Clone, Copy)]
struct Asked {
    sum: bool,
    low: bool,
    high: bool,
    spread: bool,
}

impl Asked {
    fn of(ops: &[ReduceOp]) -> Asked {
        let any = |which: &[ReduceOp]| ops.iter().any(|op| which.contains(op));
        let spread = any(&[ReduceOp::Std, ReduceOp::Var]);
        Asked {
            sum: spread || any(&[ReduceOp::Sum, ReduceOp::Mean]),
            low: any(&[ReduceOp::Min]),
            high: any(&[ReduceOp::Max]),
            spread,
        }
    }
}

/// Totals of numbers; of those that were not asked for, what it begins with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Totals {
    count: f64,
    sum: f64,
    low: f64,
    high: f64,
    /// The mean as the pieces give it, and the sum of the squared distances from it.
    mean: f64,
    squares: f64,
    /// Whether there is something else than what is no number.
    some: bool,
}

impl Totals {
    const NOTHING: Totals = Totals {
        count: 0.0,
        sum: 0.0,
        low: f64::INFINITY,
        high: f64::NEG_INFINITY,
        mean: 0.0,
        squares: 0.0,
        some: false,
    };

    /// Those of the numbers that the operations need.
    pub(super) fn of<T: Element>(ops: &[ReduceOp], values: &[T]) -> Totals {
        let asked = Asked::of(ops);
        let of_piece = |piece: &[T]| match T::KIND {
            ElemKind::F32 | ElemKind::F64 => Totals::of_piece(asked, piece),
            _ => Totals::of_converted(asked, piece),
        };
        if values.len() <= pieces::PIECE {
            return of_piece(values);
        }
        let partials = pieces::map_pieces(values, Totals::NOTHING, of_piece);
        combine_pairwise(partials, Totals::NOTHING, &Totals::joined)
    }

    /// Other kinds are brought to double precision first, a few at a time: each would be code of its own in every executable.
    fn of_converted<T: Element>(asked: Asked, values: &[T]) -> Totals {
        let mut buffer = [0.0; CONVERTED];
        let chunks = values.chunks(CONVERTED).map(|chunk| {
            let places = &mut buffer[..chunk.len()];
            for (place, value) in places.iter_mut().zip(chunk) {
                *place = value.to_real();
            }
            Totals::of_piece(asked, places)
        });
        chunks.fold(Totals::NOTHING, Totals::joined)
    }

    fn of_piece<T: Element>(asked: Asked, values: &[T]) -> Totals {
        let mut totals = Totals {
            count: values.len() as f64,
            ..Totals::NOTHING
        };
        totals.meet(asked, values);
        // An extreme that is where it began, of infinities or of nothing that is a number.
        let begun = (asked.low && totals.low == f64::INFINITY)
            || (asked.high && totals.high == f64::NEG_INFINITY);
        totals.some = !begun || values.iter().any(|value| !value.to_real().is_nan());
        if asked.spread && !values.is_empty() {
            let mean = totals.sum / totals.count;
            let square = |total: f64, value: T| {
                let distance = value.to_real() - mean;
                total + distance * distance
            };
            totals.mean = mean;
            totals.squares = fold_piece(values, 0.0, &square, &|a, b| a + b);
        }
        totals
    }

    /// Sum and extremes of a piece. Each waits for its own last step: in one walk the others are done meanwhile.
    fn meet<T: Element>(&mut self, asked: Asked, values: &[T]) {
        let several = usize::from(asked.sum) + usize::from(asked.low) + usize::from(asked.high) > 1;
        if several {
            let meet = Meet { values };
            let (low, high);
            (self.sum, low, high) = match T::KIND {
                ElemKind::F32 | ElemKind::F64 => in_vectors(meet),
                _ => meet.run(),
            };
            (self.low, self.high) = (low.to_real(), high.to_real());
        } else if asked.sum {
            let add = |total: f64, value: T| total + value.to_real();
            self.sum = fold_piece(values, 0.0, &add, &|a, b| a + b);
        } else if asked.low {
            self.low = fold_piece(values, T::from_real(self.low), &lower, &lower).to_real();
        } else if asked.high {
            self.high = fold_piece(values, T::from_real(self.high), &upper, &upper).to_real();
        }
    }

    /// The totals of both. The squares by Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample
    /// variances" (1979).
    fn joined(self, other: Totals) -> Totals {
        if self.count == 0.0 {
            return other;
        }
        let count = self.count + other.count;
        let apart = other.mean - self.mean;
        let share = other.count / count;
        Totals {
            count,
            sum: self.sum + other.sum,
            low: if other.low < self.low {
                other.low
            } else {
                self.low
            },
            high: if other.high > self.high {
                other.high
            } else {
                self.high
            },
            mean: self.mean + apart * share,
            squares: self.squares + other.squares + apart * apart * self.count * share,
            some: self.some || other.some,
        }
    }

    /// The result of an operation that was asked for; 0 of nothing. A variance is normalised by N-1.
    pub(super) fn value(&self, op: ReduceOp) -> f64 {
        let variance = match self.count >= 2.0 {
            true => self.squares / (self.count - 1.0),
            false => 0.0,
        };
        match op {
            _ if self.count == 0.0 => 0.0,
            ReduceOp::Min | ReduceOp::Max if !self.some => f64::NAN,
            ReduceOp::Sum => self.sum,
            ReduceOp::Mean => self.sum / self.count,
            ReduceOp::Min => self.low,
            ReduceOp::Max => self.high,
            ReduceOp::Var => variance,
            ReduceOp::Std => variance.sqrt(),
            ReduceOp::Prod | ReduceOp::Any | ReduceOp::All | ReduceOp::Median => {
                unreachable!("{} is no total", op.name())
            }
        }
    }
}

/// The sum, the least and the greatest of numbers, in one walk; in the order of [`fold_piece`].
struct Meet<'v, T> {
    values: &'v [T],
}

impl<T: Element> Vectorised for Meet<'_, T> {
    type Result = (f64, T, T);

    #[inline(always)]
    fn run(self) -> (f64, T, T) {
        let mut sums = [0.0; LANES];
        let mut lows = [T::from_real(f64::INFINITY); LANES];
        let mut highs = [T::from_real(f64::NEG_INFINITY); LANES];
        let mut meet = |values: &[T]| {
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += value.to_real();
            }
            for (low, value) in lows.iter_mut().zip(values) {
                *low = lower(*low, *value);
            }
            for (high, value) in highs.iter_mut().zip(values) {
                *high = upper(*high, *value);
            }
        };
        let chunks = self.values.chunks_exact(LANES);
        let rest = chunks.remainder();
        chunks.for_each(&mut meet);
        meet(rest);
        (
            halved(sums, |a, b| a + b),
            halved(lows, lower),
            halved(highs, upper),
        )
    }
}

/// The lesser one; the first if neither is.
fn lower<T: Element>(best: T, value: T) -> T {
    match value.is_below(best) {
        true => value,
        false => best,
    }
}

/// The greater one; the first if neither is.
fn upper<T: Element>(best: T, value: T) -> T {
    match best.is_below(value) {
        true => value,
        false => best,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [ReduceOp; 6] = [
        ReduceOp::Sum,
        ReduceOp::Min,
        ReduceOp::Max,
        ReduceOp::Mean,
        ReduceOp::Std,
        ReduceOp::Var,
    ];

    fn numbers(count: usize) -> Vec<f32> {
        let number = |k: usize| ((k * 7919 + 13) % 1009) as f32 / 8.0 + 1000.0;
        (0..count).map(number).collect()
    }

    /// Whatever else is asked for.
    #[test]
    fn a_total_is_the_same_alone() {
        for count in [0, 1, 2, 15, 1000, pieces::PIECE + 1, 3 * pieces::PIECE + 77] {
            let values = numbers(count);
            let together = Totals::of(&ALL, &values);
            for op in ALL {
                let alone = Totals::of(&[op], &values).value(op);
                assert_eq!(
                    alone.to_bits(),
                    together.value(op).to_bits(),
                    "{} of {count}",
                    op.name()
                );
            }
        }
    }

    /// The definition, in whole numbers: eighths of the values add up exactly.
    #[test]
    fn totals_are_those_of_the_definition() {
        let values = numbers(3 * pieces::PIECE + 77);
        let eighths: Vec<i128> = values.iter().map(|value| (value * 8.0) as i128).collect();
        let count = eighths.len() as i128;
        let sum: i128 = eighths.iter().sum();
        let squares: i128 = eighths.iter().map(|value| value * value).sum();
        let variance = (squares * count - sum * sum) as f64 / (count * (count - 1)) as f64 / 64.0;
        let totals = Totals::of(&ALL, &values);
        assert_eq!(totals.value(ReduceOp::Sum), sum as f64 / 8.0);
        assert_eq!(totals.value(ReduceOp::Min), 1000.0);
        assert_eq!(totals.value(ReduceOp::Max), 1126.0);
        let error = (totals.value(ReduceOp::Var) / variance - 1.0).abs();
        assert!(error < 1e-13, "{error}");
    }

    #[test]
    fn whole_numbers_have_totals() {
        let values: Vec<u8> = (0..70_001).map(|k| (k % 251) as u8).collect();
        let sum: u64 = values.iter().map(|value| u64::from(*value)).sum();
        let totals = Totals::of(&ALL, &values);
        assert_eq!(totals.value(ReduceOp::Sum), sum as f64);
        assert_eq!(totals.value(ReduceOp::Max), 250.0);
        let squares: u64 = values.iter().map(|value| u64::from(*value).pow(2)).sum();
        let count = values.len() as f64;
        let variance = (squares as f64 - sum as f64 * sum as f64 / count) / (count - 1.0);
        let error = (totals.value(ReduceOp::Var) / variance - 1.0).abs();
        assert!(error < 1e-12, "{error}");
    }

    #[test]
    fn what_is_no_number_is_no_extreme() {
        let mut values = vec![f64::NAN; 2 * pieces::PIECE];
        assert!(Totals::of(&ALL, &values).value(ReduceOp::Max).is_nan());
        values[pieces::PIECE + 3] = -2.0;
        let totals = Totals::of(&ALL, &values);
        assert_eq!(totals.value(ReduceOp::Min), -2.0);
        assert_eq!(totals.value(ReduceOp::Max), -2.0);
        assert!(totals.value(ReduceOp::Sum).is_nan());
        let endless = vec![f32::INFINITY; 40];
        assert_eq!(
            Totals::of(&ALL, &endless).value(ReduceOp::Min),
            f64::INFINITY
        );
    }
}
