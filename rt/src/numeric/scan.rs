//! Running reductions (scans): each element becomes the total of those before it along a dimension, and itself.
//!
//! Along the last dimension a line of more than a segment is scanned in segments at once: the totals of all segments first, then every
//! segment from the total of those before it. Several lines or segments advance together, since each waits for its last sum. Along
//! another dimension whole rows are added to a row of totals. Sums of reals along the last dimension are [`running_sums`].
//!
//! *Invariant:* the order of operations depends on sizes alone; within a segment it is that of the elements. Reals are accumulated in
//! `f64`, integers exactly: of elements that do not fit, the first is told.

use std::sync::{Mutex, PoisonError};

use quasar_abi::{CumulateOp, ElemKind, LAST_DIMENSION};

use super::fold::{LANES, halved};
use super::reduce::{overflow, sum_kind};
use super::running_sums::{SEGMENT, Summed, running_sums};
use crate::array::convert::{converted, no_number};
use crate::array::element::{C64, Element};
use crate::array::object::Array;
use crate::process::error::Raised;
use crate::process::refusal::{collected, filled, with_room};
use crate::process::vectors::{Vectorised, in_vectors};
use crate::threads::{pieces, pool};

/// Lines or segments that advance together.
const TOGETHER: usize = 4;
/// Columns whose totals are kept together: at least, since rows are read in longer runs the more there are, and at most, so that totals stay
/// in the first cache.
const STRIP: usize = 256;
const WIDEST_STRIP: usize = 2048;

pub(crate) fn cumulate(op: i32, array: &Array, dim: i32) -> Result<Array, Raised> {
    let op = CumulateOp::from_code(op).expect("a known running reduction");
    let dim = match dim {
        LAST_DIMENSION => array.dims().count().max(2) - 1,
        _ => usize::try_from(dim)
            .map_err(|_| Raised::invalid(op.name(), format!("there is no dimension {dim}")))?,
    };
    let ordered = matches!(op, CumulateOp::Min | CumulateOp::Max);
    if ordered && array.kind().is_complex() {
        return Err(Raised::invalid(op.name(), "complex numbers have no order"));
    }
    let kind = match ordered {
        true => array.kind(),
        false => sum_kind(array.kind()),
    };
    let work = work_kind(kind);
    let source = converted(array, work)?;
    let mut result = Array::uninit(work, array.dims())?;
    let lost = scan_kind(op, &source, &mut result, dim)?;
    match lost {
        Some(value) => Err(overflow(op.name(), value, kind)),
        None => converted(&result, kind),
    }
}

/// The kind that elements are scanned or sorted as, which holds all of them: each is code of its own.
pub(super) fn work_kind(kind: ElemKind) -> ElemKind {
    match kind {
        ElemKind::I8 | ElemKind::U8 | ElemKind::I16 | ElemKind::U16 => ElemKind::I32,
        ElemKind::U32 => ElemKind::I64,
        ElemKind::F16 => ElemKind::F32,
        ElemKind::C32 => ElemKind::C64,
        ElemKind::I32 | ElemKind::I64 | ElemKind::U64 | ElemKind::F32 | ElemKind::F64 => kind,
        ElemKind::C64 | ElemKind::Text | ElemKind::Array | ElemKind::Function => kind,
    }
}

/// What numbers are accumulated in.
trait Total: Copy + Send + Sync {
    /// An element as a total.
    fn of<T: Element>(value: T) -> Self;
    /// The total as an element.
    fn element<T: Element>(self) -> T;
    /// The whole number that the element does not hold.
    fn lost<T: Element>(self, element: T) -> Option<i128>;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// The other one if it is less.
    fn lower(self, other: Self) -> Self;
    /// The other one if it is greater.
    fn upper(self, other: Self) -> Self;
}

impl Total for f64 {
    fn of<T: Element>(value: T) -> f64 {
        value.to_real()
    }
    fn element<T: Element>(self) -> T {
        T::from_real(self)
    }
    fn lost<T: Element>(self, _: T) -> Option<i128> {
        None
    }
    fn plus(self, other: f64) -> f64 {
        self + other
    }
    fn times(self, other: f64) -> f64 {
        self * other
    }
    fn lower(self, other: f64) -> f64 {
        match other < self || self.is_nan() {
            true => other,
            false => self,
        }
    }
    fn upper(self, other: f64) -> f64 {
        match other > self || self.is_nan() {
            true => other,
            false => self,
        }
    }
}

impl Total for C64 {
    fn of<T: Element>(value: T) -> C64 {
        value.to_complex()
    }
    fn element<T: Element>(self) -> T {
        T::from_complex(self)
    }
    fn lost<T: Element>(self, _: T) -> Option<i128> {
        None
    }
    fn plus(self, other: C64) -> C64 {
        self + other
    }
    fn times(self, other: C64) -> C64 {
        self * other
    }
    fn lower(self, _: C64) -> C64 {
        unreachable!("complex numbers have no order")
    }
    fn upper(self, _: C64) -> C64 {
        unreachable!("complex numbers have no order")
    }
}

/// Whole numbers: what follows one that does not fit may wrap, as nobody sees it.
macro_rules! whole {
    ($type:ty) => {
        impl Total for $type {
            fn of<T: Element>(value: T) -> $type {
                value.to_integer() as $type
            }
            fn element<T: Element>(self) -> T {
                T::from_integer(i128::from(self))
            }
            fn lost<T: Element>(self, element: T) -> Option<i128> {
                let value = i128::from(self);
                (element.to_integer() != value).then_some(value)
            }
            fn plus(self, other: $type) -> $type {
                self.wrapping_add(other)
            }
            fn times(self, other: $type) -> $type {
                self.wrapping_mul(other)
            }
            fn lower(self, other: $type) -> $type {
                self.min(other)
            }
            fn upper(self, other: $type) -> $type {
                self.max(other)
            }
        }
    };
}
whole!(i64);
whole!(i128);

/// Scans in what the kind is accumulated in; gives a whole number that does not fit, if there is one. Sums of the usual kinds have code of
/// their own, others go through a pointer to the step.
fn scan_kind(
    op: CumulateOp,
    source: &Array,
    result: &mut Array,
    dim: usize,
) -> Result<Option<i128>, Raised> {
    let kind = result.kind();
    let (_, length, inner) = source.dims().around(dim);
    Ok(match (kind, op) {
        (ElemKind::F32, CumulateOp::Sum) if inner == 1 => real_sums::<f32>(source, result, length),
        (ElemKind::F64, CumulateOp::Sum) if inner == 1 => real_sums::<f64>(source, result, length),
        (ElemKind::F32, CumulateOp::Sum) => scan::<f32, f64>(source, result, dim, f64::plus),
        (ElemKind::I32, CumulateOp::Sum) => scan::<i32, i64>(source, result, dim, i64::plus),
        (ElemKind::F32, _) => scan::<f32, f64>(source, result, dim, step::<f64>(op)),
        (ElemKind::I32, _) => scan::<i32, i64>(source, result, dim, step::<i64>(op)),
        (ElemKind::F64, _) => scan::<f64, f64>(source, result, dim, step::<f64>(op)),
        (ElemKind::I64, _) => scan::<i64, i128>(source, result, dim, step::<i128>(op)),
        (ElemKind::U64, _) => scan::<u64, i128>(source, result, dim, step::<i128>(op)),
        (ElemKind::C64, _) => scan::<C64, C64>(source, result, dim, step::<C64>(op)),
        (ElemKind::I8 | ElemKind::U8 | ElemKind::I16 | ElemKind::U16 | ElemKind::U32, _)
        | (ElemKind::F16 | ElemKind::C32, _)
        | (ElemKind::Text | ElemKind::Array | ElemKind::Function, _) => {
            return Err(no_number(kind));
        }
    })
}

fn real_sums<T: Summed>(source: &Array, result: &mut Array, length: usize) -> Option<i128> {
    running_sums(source.elements::<T>(), result.elements_mut::<T>(), length);
    None
}

fn step<A: Total>(op: CumulateOp) -> fn(A, A) -> A {
    match op {
        CumulateOp::Sum => A::plus,
        CumulateOp::Prod => A::times,
        CumulateOp::Min => A::lower,
        CumulateOp::Max => A::upper,
    }
}

fn scan<T: Element, A: Total>(
    source: &Array,
    result: &mut Array,
    dim: usize,
    step: impl Step<A>,
) -> Option<i128> {
    let (_, length, inner) = source.dims().around(dim);
    let scan = Scan {
        source: source.elements::<T>(),
        length,
        inner,
        lost: Mutex::new(None),
    };
    scan.run(result.elements_mut::<T>(), step);
    let lost = scan
        .lost
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    lost.map(|(_, value)| value)
}

/// A whole number that does not fit, with the index of its element.
type Lost = Option<(usize, i128)>;

/// The first of two.
fn first(one: Lost, other: Lost) -> Lost {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.0 < one.0 { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// A step to the next total.
trait Step<A>: Fn(A, A) -> A + Copy + Sync {}
impl<A, F: Fn(A, A) -> A + Copy + Sync> Step<A> for F {}

/// What is scanned.
struct Scan<'a, T> {
    source: &'a [T],
    /// Elements of a line.
    length: usize,
    /// The distance of the elements of a line.
    inner: usize,
    lost: Mutex<Lost>,
}

impl<T: Element> Scan<'_, T> {
    fn run<A: Total>(&self, target: &mut [T], step: impl Step<A>) {
        if target.is_empty() {
            return;
        }
        let (length, block) = (self.length, self.length * self.inner);
        if self.inner > STRIP && target.len() / block < TOGETHER {
            for (number, target) in target.chunks_mut(block).enumerate() {
                self.strips(number * block, target, step);
            }
        } else if self.inner > 1 {
            let blocks = (pieces::PIECE / block).max(1);
            pieces::for_each_piece(target, blocks * block, |start, piece| {
                for (number, target) in piece.chunks_mut(block).enumerate() {
                    self.rows(start + number * block, target.chunks_mut(self.inner), step);
                }
            });
        } else if length > SEGMENT {
            for (number, target) in target.chunks_mut(length).enumerate() {
                self.long_line(number * length, target, step);
            }
        } else {
            let lines = (pieces::PIECE / length).max(1).next_multiple_of(TOGETHER);
            pieces::for_each_piece(target, lines * length, |start, piece| {
                let places = piece.chunks_mut(length).enumerate();
                let places = places.map(|(number, line)| (start + number * length, None, line));
                self.lines(places, step);
            });
        }
    }

    fn note(&self, lost: Lost) {
        if lost.is_some() {
            let mut noted = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
            *noted = first(*noted, lost);
        }
    }

    /// Scans a block whose rows are long, strip by strip: `start` is the index of its first element.
    fn strips<A: Total>(&self, start: usize, target: &mut [T], step: impl Step<A>) {
        let share = self.inner.div_ceil(pool::thread_count());
        let wide = share.next_multiple_of(STRIP).min(WIDEST_STRIP);
        let count = self.inner.div_ceil(wide);
        let mut strips: Vec<Vec<&mut [T]>> = collected((0..count).map(|_| with_room(self.length)));
        for row in target.chunks_mut(self.inner) {
            for (strip, part) in strips.iter_mut().zip(row.chunks_mut(wide)) {
                strip.push(part);
            }
        }
        pieces::for_each_piece(&mut strips, 1, |number, strip| {
            let rows = std::mem::take(&mut strip[0]);
            self.rows(start + number * wide, rows.into_iter(), step);
        });
    }

    /// Scans rows of elements side by side, the first of which is at `start`.
    fn rows<'t, A: Total>(
        &self,
        start: usize,
        rows: impl Iterator<Item = &'t mut [T]>,
        step: impl Step<A>,
    ) where
        T: 't,
    {
        let mut totals: Vec<A> = Vec::new();
        let mut lost = None;
        for (number, row) in rows.enumerate() {
            let at = start + number * self.inner;
            let source = &self.source[at..][..row.len()];
            if number == 0 {
                totals = collected(source.iter().map(|value| A::of(*value)));
                row.copy_from_slice(source);
                continue;
            }
            lost = first(
                lost,
                in_vectors(NextRow {
                    at,
                    source,
                    target: row,
                    totals: &mut totals,
                    step,
                }),
            );
        }
        self.note(lost);
    }

    /// Scans a line of several segments, whose first element is at `start`.
    fn long_line<A: Total>(&self, start: usize, target: &mut [T], step: impl Step<A>) {
        let segments = collected(self.source[start..][..target.len()].chunks(SEGMENT));
        let mut before: Vec<Option<A>> = filled(None, segments.len());
        // Nobody needs the total of the last one.
        pieces::for_each_piece(&mut before[1..], TOGETHER, |number, places| {
            for (place, segment) in places.iter_mut().zip(&segments[number..]) {
                *place = Some(total(segment, step));
            }
        });
        for number in 2..before.len() {
            before[number] = before[number - 1]
                .zip(before[number])
                .map(|(before, total)| step(before, total));
        }
        pieces::for_each_piece(target, TOGETHER * SEGMENT, |at, piece| {
            let places = piece.chunks_mut(SEGMENT).enumerate();
            let places = places.map(|(number, segment)| {
                let at = at + number * SEGMENT;
                (start + at, before[at / SEGMENT], segment)
            });
            self.lines(places, step);
        });
    }

    /// Scans lines, or segments of one: each has the index of its first element, the total before it and its place.
    fn lines<'t, A: Total>(
        &self,
        places: impl Iterator<Item = (usize, Option<A>, &'t mut [T])>,
        step: impl Step<A>,
    ) where
        T: 't,
    {
        let mut lines = collected(places.map(|(at, before, target)| Line {
            at,
            before,
            source: &self.source[at..][..target.len()],
            target,
        }));
        for group in lines.chunks_mut(TOGETHER) {
            self.note(match group {
                [a, b, c, d] if a.source.len() == d.source.len() => advance([a, b, c, d], step),
                lines => lines
                    .iter_mut()
                    .fold(None, |lost, line| first(lost, advance([line], step))),
            });
        }
    }
}

/// A row of elements side by side, each of which goes on from a total of its own.
struct NextRow<'r, T, A, S> {
    /// The index of the first element.
    at: usize,
    source: &'r [T],
    target: &'r mut [T],
    totals: &'r mut [A],
    step: S,
}

impl<T: Element, A: Total, S: Step<A>> Vectorised for NextRow<'_, T, A, S> {
    type Result = Lost;

    #[inline(always)]
    fn run(self) -> Lost {
        let mut lost = None;
        let values = self.source.iter().zip(self.target).zip(self.totals);
        for (column, ((value, place), total)) in values.enumerate() {
            *total = (self.step)(*total, A::of(*value));
            *place = total.element();
            if let Some(value) = total.lost(*place) {
                lost = first(lost, Some((self.at + column, value)));
            }
        }
        lost
    }
}

/// A line, or a segment of one.
struct Line<'t, T, A> {
    /// The index of the first element.
    at: usize,
    /// The total of the segments before it.
    before: Option<A>,
    source: &'t [T],
    target: &'t mut [T],
}

/// Scans lines of one length side by side: while one waits for its last total, the others go on.
fn advance<T: Element, A: Total, const N: usize>(
    mut lines: [&mut Line<'_, T, A>; N],
    step: impl Step<A>,
) -> Lost {
    let count = lines[0].source.len();
    let mut lost = None;
    let mut totals: [A; N] = std::array::from_fn(|k| {
        let value = A::of(lines[k].source[0]);
        lines[k].before.map_or(value, |before| step(before, value))
    });
    for (line, total) in lines.iter_mut().zip(&totals) {
        line.target[0] = total.element();
        lost = first(
            lost,
            total.lost(line.target[0]).map(|value| (line.at, value)),
        );
    }
    let mut at = lines.each_mut().map(|line| Walk {
        first: line.at,
        source: &line.source[..count],
        target: &mut line.target[..count],
    });
    for index in 1..count {
        for (walk, total) in at.iter_mut().zip(&mut totals) {
            *total = step(*total, A::of(walk.source[index]));
            let element: T = total.element();
            walk.target[index] = element;
            if let Some(value) = total.lost(element) {
                lost = first(lost, Some((walk.first + index, value)));
            }
        }
    }
    lost
}

/// A line whose length the compiler sees.
struct Walk<'w, T> {
    first: usize,
    source: &'w [T],
    target: &'w mut [T],
}

/// The total of a full segment, in interleaved parts, which are combined as halves.
fn total<T: Element, A: Total>(segment: &[T], step: impl Step<A>) -> A {
    let (head, rest) = segment.split_at(LANES);
    let mut lanes: [A; LANES] = std::array::from_fn(|lane| A::of(head[lane]));
    for chunk in rest.chunks_exact(LANES) {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = step(*lane, A::of(*value));
        }
    }
    halved(lanes, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::dims::Dims;
    use quasar_abi::RtError;

    fn run<T: Element>(op: CumulateOp, array: &Array, dim: i32) -> Vec<T> {
        let result = cumulate(op.code(), array, dim).expect("a result");
        result.elements::<T>().to_vec()
    }

    #[test]
    fn running() {
        let array =
            Array::from_elements(Dims::matrix(2, 3), &[1i32, 2, 3, 4, 5, 6]).expect("memory");
        let run = |op: CumulateOp, dim| run::<i32>(op, &array, dim);
        assert_eq!(run(CumulateOp::Sum, LAST_DIMENSION), [1, 3, 6, 4, 9, 15]);
        assert!(cumulate(CumulateOp::Sum.code(), &array, -1).is_err());
        assert_eq!(run(CumulateOp::Sum, 0), [1, 2, 3, 5, 7, 9]);
        assert_eq!(run(CumulateOp::Prod, 1), [1, 2, 6, 4, 20, 120]);
        assert_eq!(run(CumulateOp::Min, 1), [1, 1, 1, 4, 4, 4]);
        assert_eq!(array.elements::<i32>(), [1, 2, 3, 4, 5, 6]);
    }

    /// Scans of every way to walk, against the definition: whole numbers, so that the order does not matter.
    #[test]
    fn every_walk_is_by_the_definition() {
        let shapes: [&[i64]; 9] = [
            &[1, 1],
            &[1, SEGMENT as i64],
            &[1, 5 * SEGMENT as i64 + 3],
            &[2, SEGMENT as i64 + 1],
            &[1001, 37],
            &[37, 3],
            &[19, 2 * STRIP as i64 + 5],
            &[5, 7, 300],
            &[3, 0],
        ];
        for shape in shapes {
            let dims = Dims::new(shape);
            let count = dims.numel().expect("few") as usize;
            let values: Vec<i32> = (0..count).map(|k| (k * 7919 % 1001) as i32 - 500).collect();
            let array = Array::from_elements(dims, &values).expect("memory");
            for dim in 0..shape.len() {
                let (_, length, inner) = dims.around(dim);
                let mut expected = values.clone();
                for at in (0..count).filter(|at| at / inner % length > 0) {
                    expected[at] += expected[at - inner];
                }
                let found = run::<i32>(CumulateOp::Sum, &array, dim as i32);
                assert!(found == expected, "{shape:?} along {dim}");
            }
        }
    }

    #[test]
    fn reals_are_accumulated_in_double_precision() {
        let tenths = Array::row(&vec![0.1f32; 1_000_003]).expect("memory");
        let sums = run::<f32>(CumulateOp::Sum, &tenths, LAST_DIMENSION);
        for (index, sum) in sums.iter().enumerate() {
            let exact = (index + 1) as f64 * f64::from(0.1f32);
            assert!((f64::from(*sum) - exact).abs() <= exact * 1e-7, "{index}");
        }
    }

    #[test]
    fn extremes_pass_over_what_is_no_number() {
        let mut values = vec![f32::NAN; 2 * SEGMENT + 9];
        let last = values.len() - 1;
        values[SEGMENT + 5] = -2.0;
        values[last] = 3.0;
        let array = Array::row(&values).expect("memory");
        let greatest = run::<f32>(CumulateOp::Max, &array, LAST_DIMENSION);
        assert!(greatest[..SEGMENT + 5].iter().all(|value| value.is_nan()));
        assert!(
            greatest[SEGMENT + 5..last]
                .iter()
                .all(|value| *value == -2.0)
        );
        assert_eq!(greatest[last], 3.0);
        let least = run::<f32>(CumulateOp::Min, &array, LAST_DIMENSION);
        assert_eq!((least[last - 1], least[last]), (-2.0, -2.0));
    }

    #[test]
    fn the_sign_of_zero_is_that_of_the_first() {
        let array = Array::row(&[-0.0f32, -0.0, 0.0]).expect("memory");
        let sums = run::<f32>(CumulateOp::Sum, &array, LAST_DIMENSION);
        let negative: Vec<bool> = sums.iter().map(|sum| sum.is_sign_negative()).collect();
        assert_eq!(negative, [true, true, false]);
    }

    #[test]
    fn the_first_number_that_does_not_fit_is_told() {
        let mut values = vec![1i32; 4 * SEGMENT];
        values[3] = i32::MAX - 3;
        let array = Array::row(&values).expect("memory");
        let raised = cumulate(CumulateOp::Sum.code(), &array, LAST_DIMENSION).expect_err("no int");
        assert_eq!(raised.row, RtError::IntegerOverflow);
        assert!(raised.message.contains("2147483648"), "{}", raised.message);
        let large = Array::row(&[i64::MAX, 2]).expect("memory");
        assert!(cumulate(CumulateOp::Prod.code(), &large, LAST_DIMENSION).is_err());
    }
}
