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
/// How often the sum of the squared distances may be contained in what a sum of squares and the square of the sum have in common: three of
/// sixteen digits are lost then.
const COMMON: f64 = 1024.0;

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
    /// The mean as the pieces give it, and the sum of the squared distances from it; the sum of the squares until it is known.
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
            totals.mean = totals.sum / totals.count;
            totals.squares = totals.distances(values);
        }
        totals
    }

    /// The sum of the squared distances from the mean, of the sum of the squares where that is good: what it loses of its digits is what both
    /// have in common. Otherwise a second walk adds up the distances themselves.
    fn distances<T: Element>(&self, values: &[T]) -> f64 {
        let common = self.sum * self.mean;
        let squares = self.squares - common;
        if squares.is_finite() && common <= squares * COMMON {
            return squares;
        }
        let mean = self.mean;
        let square = |total: f64, value: T| {
            let distance = value.to_real() - mean;
            total + distance * distance
        };
        fold_piece(values, 0.0, &square, &|a, b| a + b)
    }

    /// Sums and extremes of a piece. Each waits for its own last step: in one walk the others are done meanwhile.
    fn meet<T: Element>(&mut self, asked: Asked, values: &[T]) {
        let extremes = usize::from(asked.low) + usize::from(asked.high);
        let met = match (asked.spread, extremes > 0) {
            (true, true) => met::<T, true, true>(values),
            (true, false) => met::<T, true, false>(values),
            (false, true) if asked.sum || extremes > 1 => met::<T, false, true>(values),
            (false, _) => return self.meet_one(asked, values),
        };
        (self.sum, self.squares) = (met.sum, met.squares);
        (self.low, self.high) = (met.low.to_real(), met.high.to_real());
    }

    /// The sum or the extreme that is asked for alone.
    fn meet_one<T: Element>(&mut self, asked: Asked, values: &[T]) {
        if asked.sum {
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

/// What one walk over numbers gives.
struct Met<T> {
    sum: f64,
    squares: f64,
    low: T,
    high: T,
}

/// The sum of numbers, of their squares and their extremes as far as they are asked for, in one walk; in the order of [`fold_piece`].
struct Meet<'v, T, const SQUARES: bool, const EXTREMES: bool> {
    values: &'v [T],
}

fn met<T: Element, const SQUARES: bool, const EXTREMES: bool>(values: &[T]) -> Met<T> {
    let meet = Meet::<T, SQUARES, EXTREMES> { values };
    match T::KIND {
        ElemKind::F32 | ElemKind::F64 => in_vectors(meet),
        _ => meet.run(),
    }
}

impl<T: Element, const SQUARES: bool, const EXTREMES: bool> Vectorised
    for Meet<'_, T, SQUARES, EXTREMES>
{
    type Result = Met<T>;

    #[inline(always)]
    fn run(self) -> Met<T> {
        let (mut sums, mut squares) = ([0.0; LANES], [0.0; LANES]);
        let mut lows = [T::from_real(f64::INFINITY); LANES];
        let mut highs = [T::from_real(f64::NEG_INFINITY); LANES];
        let (chunks, rest) = self.values.as_chunks::<LANES>();
        for chunk in chunks {
            for lane in 0..LANES {
                sums[lane] += chunk[lane].to_real();
            }
            for lane in 0..if SQUARES { LANES } else { 0 } {
                squares[lane] += chunk[lane].to_real() * chunk[lane].to_real();
            }
            for lane in 0..if EXTREMES { LANES } else { 0 } {
                lows[lane] = lower(lows[lane], chunk[lane]);
                highs[lane] = upper(highs[lane], chunk[lane]);
            }
        }
        for (lane, value) in rest.iter().enumerate() {
            sums[lane] += value.to_real();
            squares[lane] += value.to_real() * value.to_real();
            lows[lane] = lower(lows[lane], *value);
            highs[lane] = upper(highs[lane], *value);
        }
        Met {
            sum: halved(sums, |a, b| a + b),
            squares: halved(squares, |a, b| a + b),
            low: halved(lows, lower),
            high: halved(highs, upper),
        }
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

    /// Numbers whose mean is far greater than what they are apart: whole numbers, so that the definition is exact in `f64`.
    #[test]
    fn small_distances_from_a_great_mean_are_not_lost() {
        for shift in [1e3, 1e6, 1e9, 1e12] {
            let values: Vec<f64> = (0..1001).map(|k| shift + f64::from(k % 7)).collect();
            let total = Totals::of(&[ReduceOp::Var], &values).value(ReduceOp::Var);
            let variance = 4.0 * 1001.0 / 1000.0;
            assert!((total / variance - 1.0).abs() < 1e-12, "{shift}: {total}");
        }
        assert_eq!(
            Totals::of(&[ReduceOp::Var], &[0.1f32; 999]).value(ReduceOp::Var),
            0.0
        );
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
