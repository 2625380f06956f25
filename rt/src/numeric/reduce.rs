//! Reductions.
//!
//! *Invariant:* the order of operations depends on sizes alone: pieces of a fixed size on any number of threads, in each
//! sixteen interleaved partial results, all combined pairwise. Reals are
//! accumulated in `f64`, integers exactly: what does not fit the result is an error. Minimum and maximum ignore not-a-number unless there is nothing else.

use std::fmt::Display;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use quasar_abi::{ElemKind, ReduceOp, RtError, total_of_ints};

use crate::array::convert::no_number;
use crate::array::dims::Dims;
use crate::array::element::{C64, Element, with_element};
use crate::array::object::{Array, Text};
use crate::array::view::is_number;
use crate::numeric::fold::{LANES, combine_pairwise, fold, halved};
use crate::numeric::totals::Totals;
use crate::process::error::Raised;
use crate::process::refusal::{collected, filled, reserve};
use crate::process::vectors::{Vectorised, in_vectors};
use crate::threads::pieces;

/// Reduces real numbers.
fn reduce_values<T: Element>(op: ReduceOp, values: &[T]) -> f64 {
    match op {
        ReduceOp::Prod => fold(
            values,
            1.0,
            |product, value| product * value.to_real(),
            |a, b| a * b,
        ),
        ReduceOp::Any => f64::from(u8::from(values.iter().any(|value| value.is_true()))),
        ReduceOp::All => f64::from(u8::from(values.iter().all(|value| value.is_true()))),
        ReduceOp::Median => median(values),
        ReduceOp::Sum
        | ReduceOp::Min
        | ReduceOp::Max
        | ReduceOp::Mean
        | ReduceOp::Std
        | ReduceOp::Var => Totals::of(&[op], values).value(op),
    }
}

fn median<T: Element>(values: &[T]) -> f64 {
    let mut sorted = collected(values.iter().map(|value| value.to_real()));
    if sorted.is_empty() {
        return 0.0;
    }
    if sorted.iter().any(|value| value.is_nan()) {
        return f64::NAN;
    }
    let middle = sorted.len() / 2;
    let (below, upper, _) = sorted.select_nth_unstable_by(middle, f64::total_cmp);
    let upper = *upper;
    if values.len() % 2 == 1 {
        return upper;
    }
    let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    lower * 0.5 + upper * 0.5
}

/// The error of a result that is too great for arrays of such elements.
pub(super) fn overflow(name: &str, value: impl Display, elements: ElemKind) -> Raised {
    let wanted = total_of_ints(name, elements.size() == 8);
    Raised::new(RtError::IntegerOverflow, &[&value, &wanted])
}

/// The low 64 bits are all of a product that fits, and its size in double precision tells whether it does: without a factor 0 no partial
/// product is greater than the whole. Of 0 and factors without end the size is no number, and the product 0.
fn product<T: Element>(values: &[T]) -> Result<i64, Raised> {
    let times = |(low, size): (i64, f64), (factor, real): (i64, f64)| {
        (low.wrapping_mul(factor), size * real)
    };
    let step = |product, value: T| times(product, (value.to_integer() as i64, value.to_real()));
    let (low, size) = fold(values, (1, 1.0), step, times);
    match (size - low as f64).abs() >= 2f64.powi(62) {
        true => Err(overflow(ReduceOp::Prod.name(), size, T::KIND)),
        false => Ok(low),
    }
}

/// Reduces whole numbers.
fn reduce_integers<T: Element>(op: ReduceOp, values: &[T]) -> Result<i64, Raised> {
    let wide = |value: T| value.to_integer() as i64;
    let ordered = |value: T| value.to_integer();
    match op {
        ReduceOp::Sum if T::KIND.size() < 8 => Ok(fold(
            values,
            0i64,
            |total, value| total + wide(value),
            |a, b| a + b,
        )),
        ReduceOp::Sum => {
            let total = fold(
                values,
                0,
                |total, value| total + ordered(value),
                |a, b| a + b,
            );
            i64::try_from(total).map_err(|_| overflow(op.name(), total, T::KIND))
        }
        ReduceOp::Prod => product(values),
        ReduceOp::Min => Ok(values.iter().copied().map(ordered).min().unwrap_or(0) as i64),
        ReduceOp::Max => Ok(values.iter().copied().map(ordered).max().unwrap_or(0) as i64),
        ReduceOp::Any => Ok(i64::from(values.iter().any(|value| value.is_true()))),
        ReduceOp::All => Ok(i64::from(values.iter().all(|value| value.is_true()))),
        ReduceOp::Mean | ReduceOp::Std | ReduceOp::Var | ReduceOp::Median => {
            unreachable!(
                "the compiler asks for {} of integers as a real number",
                op.name()
            )
        }
    }
}

/// Reduces complex numbers.
fn reduce_complex_values<T: Element>(op: ReduceOp, values: &[T]) -> Result<C64, Raised> {
    let (zero, one) = (C64 { re: 0.0, im: 0.0 }, C64 { re: 1.0, im: 0.0 });
    let total = || {
        fold(
            values,
            zero,
            |total, value| total + value.to_complex(),
            |a, b| a + b,
        )
    };
    let count = values.len().max(1) as f64;
    let mean = || C64 {
        re: total().re / count,
        im: total().im / count,
    };
    let real = |re: f64| C64 { re, im: 0.0 };
    Ok(match op {
        ReduceOp::Sum => total(),
        ReduceOp::Prod => fold(
            values,
            one,
            |product, value| product * value.to_complex(),
            |a, b| a * b,
        ),
        ReduceOp::Mean => mean(),
        ReduceOp::Any => real(f64::from(u8::from(
            values.iter().any(|value| value.is_true()),
        ))),
        ReduceOp::All => real(f64::from(u8::from(
            values.iter().all(|value| value.is_true()),
        ))),
        ReduceOp::Var => real(complex_variance(values, mean())),
        ReduceOp::Std => real(complex_variance(values, mean()).sqrt()),
        ReduceOp::Min | ReduceOp::Max | ReduceOp::Median => {
            return Err(Raised::invalid(op.name(), "complex numbers have no order"));
        }
    })
}

fn complex_variance<T: Element>(values: &[T], mean: C64) -> f64 {
    let distance = |value: T| {
        let value = value.to_complex();
        (value.re - mean.re).powi(2) + (value.im - mean.im).powi(2)
    };
    fold(
        values,
        0.0,
        |total, value| total + distance(value),
        |a, b| a + b,
    ) / values.len().saturating_sub(1).max(1) as f64
}

fn op_of(code: i32) -> ReduceOp {
    ReduceOp::from_code(code).expect("a known reduction")
}

pub(crate) fn reduce_real(op: i32, array: &Array) -> Result<f64, Raised> {
    let op = op_of(op);
    if array.kind().is_complex() {
        return Err(Raised::invalid(op.name(), "the array is complex"));
    }
    with_element!(array.kind(), T => Ok(reduce_values(op, array.elements::<T>())), Err(no_number(array.kind())))
}

/// Several reductions of a real array, in one pass over it.
pub(crate) fn reduce_together(ops: i32, array: &Array) -> Result<Array, Raised> {
    let all = ReduceOp::ALL.iter().copied();
    let ops: Vec<ReduceOp> = all.filter(|op| ops >> op.code() & 1 == 1).collect();
    if array.kind().is_complex() {
        return Err(Raised::invalid(ops[0].name(), "the array is complex"));
    }
    let dims = Dims::new(&[1, ops.len() as i64]);
    let mut results = Array::uninit(ElemKind::F64, dims)?;
    with_element!(array.kind(), T => {
        let totals = Totals::of(&ops, array.elements::<T>());
        for (place, op) in results.elements_mut::<f64>().iter_mut().zip(&ops) {
            *place = totals.value(*op);
        }
    }, return Err(no_number(array.kind())));
    Ok(results)
}

pub(crate) fn reduce_int(op: i32, array: &Array) -> Result<i64, Raised> {
    let op = op_of(op);
    if !array.kind().is_integer() {
        return Err(Raised::invalid(
            op.name(),
            "the array is not made of integers",
        ));
    }
    with_element!(array.kind(), T => reduce_integers(op, array.elements::<T>()), Err(no_number(array.kind())))
}

pub(crate) fn reduce_complex(op: i32, array: &Array, out: *mut u8) -> Result<(), Raised> {
    let op = op_of(op);
    let value = with_element!(array.kind(), T => reduce_complex_values(op, array.elements::<T>())?, return Err(no_number(array.kind())));
    // SAFETY: the row promises room for two `f64`.
    unsafe { out.cast::<C64>().write(value) };
    Ok(())
}

/// The kind in which sums and products of a kind are kept.
pub(super) fn sum_kind(kind: ElemKind) -> ElemKind {
    match kind {
        ElemKind::I8 | ElemKind::U8 | ElemKind::I16 | ElemKind::U16 | ElemKind::I32 => {
            ElemKind::I32
        }
        ElemKind::U32 | ElemKind::I64 => ElemKind::I64,
        ElemKind::F16 => ElemKind::F32,
        ElemKind::U64 | ElemKind::F32 | ElemKind::F64 | ElemKind::C32 | ElemKind::C64 => kind,
        ElemKind::Text | ElemKind::Array | ElemKind::Function => kind,
    }
}

/// The kind of a reduction's result.
fn result_kind(op: ReduceOp, kind: ElemKind, real_kind: ElemKind) -> ElemKind {
    match op {
        ReduceOp::Min | ReduceOp::Max => kind,
        ReduceOp::Any | ReduceOp::All => ElemKind::I32,
        ReduceOp::Sum | ReduceOp::Prod => sum_kind(kind),
        ReduceOp::Mean | ReduceOp::Std | ReduceOp::Var | ReduceOp::Median if kind.is_integer() => {
            real_kind
        }
        ReduceOp::Mean => sum_kind(kind),
        ReduceOp::Std | ReduceOp::Var | ReduceOp::Median => match kind {
            ElemKind::C32 => ElemKind::F32,
            ElemKind::C64 => ElemKind::F64,
            other => sum_kind(other),
        },
    }
}

pub(crate) fn reduce_dim(
    op: i32,
    array: &Array,
    dim: i32,
    real_kind: i32,
) -> Result<Array, Raised> {
    let op = op_of(op);
    let dim = usize::try_from(dim)
        .map_err(|_| Raised::invalid(op.name(), format!("there is no dimension {dim}")))?;
    if !is_number(array.kind()) {
        return Err(no_number(array.kind()));
    }
    let dims = if dim < array.dims().count() {
        array.dims().with(dim, 1)
    } else {
        array.dims()
    };
    let kind = result_kind(op, array.kind(), crate::array::create::kind_of(real_kind));
    array.dims().require_few_of_none(op.name(), &dims)?;
    let mut result = Array::zeros(kind, dims)?;
    let (_, length, inner) = array.dims().around(dim);
    with_element!(array.kind(), S => {
        let lines = Lines {
            source: array.elements::<S>(),
            length,
            inner,
        };
        with_element!(kind, T => fill::<T>(op, &lines, &mut result)?, return Err(no_number(kind)))
    }, return Err(no_number(array.kind())));
    Ok(result)
}

/// Lines that are gathered together, so that memory is read in runs.
const GATHERED: usize = 64;
/// Room between gathered lines: lines whose distance is a power of two would compete for the same places in the cache.
const GAP: usize = 16;

/// What a line comes to.
#[derive(Clone, Copy)]
enum Total {
    Whole(i128),
    Real(f64),
    Complex(C64),
}

impl Total {
    /// As an element of a result.
    fn element<T: Element>(self) -> T {
        match self {
            Total::Whole(value) => T::from_integer(value),
            Total::Real(value) => T::from_real(value),
            Total::Complex(value) => T::from_complex(value),
        }
    }

    /// The whole number that an element of a result does not hold.
    fn lost_in<T: Element>(self, element: T) -> Option<i128> {
        match self {
            Total::Whole(value) if T::KIND.is_integer() => {
                Some(value).filter(|value| element.to_integer() != *value)
            }
            Total::Whole(_) | Total::Real(_) | Total::Complex(_) => None,
        }
    }
}

/// The lines of an array along a dimension.
struct Lines<'a, S> {
    source: &'a [S],
    length: usize,
    /// The distance of the elements of a line.
    inner: usize,
}

/// Lines of any kind: what stores results is not made anew for every kind that they are reduced from.
trait AnyLines: Sync {
    /// How many lines a thread takes at a time.
    fn together(&self) -> usize;

    /// Reduces so many lines from one on; `put` gets each total with its number among them.
    fn reduce(
        &self,
        op: ReduceOp,
        lines: std::ops::Range<usize>,
        put: &mut dyn FnMut(usize, Total),
    ) -> Result<(), Raised>;
}

/// Reduces all lines into an array.
fn fill<T: Element>(op: ReduceOp, lines: &dyn AnyLines, result: &mut Array) -> Result<(), Raised> {
    let failed: Mutex<Option<(usize, Raised)>> = Mutex::new(None);
    let places = result.elements_mut::<T>();
    pieces::for_each_piece(places, lines.together(), |first, places| {
        let range = first..first + places.len();
        let mut lost = None;
        let reduced = lines.reduce(op, range, &mut |at, total| {
            places[at] = total.element();
            lost = lost.or(total.lost_in(places[at]));
        });
        let whole = |()| lost.map_or(Ok(()), |value| Err(overflow(op.name(), value, T::KIND)));
        if let Err(raised) = reduced.and_then(whole) {
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            if failed.as_ref().is_none_or(|(other, _)| first < *other) {
                *failed = Some((first, raised));
            }
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), |(_, raised)| Err(raised))
}

impl<S: Element> AnyLines for Lines<'_, S> {
    fn together(&self) -> usize {
        // Of lines that are longer than a piece, each one is shared.
        match pieces::PIECE / self.length.max(1) {
            0 => usize::MAX,
            lines if self.inner == 1 => lines,
            lines => lines.next_multiple_of(GATHERED),
        }
    }

    fn reduce(
        &self,
        op: ReduceOp,
        lines: std::ops::Range<usize>,
        put: &mut dyn FnMut(usize, Total),
    ) -> Result<(), Raised> {
        let (length, inner) = (self.length, self.inner);
        if inner == 1 {
            for (at, line) in lines.enumerate() {
                put(
                    at,
                    reduce_line(op, &self.source[line * length..][..length])?,
                );
            }
            return Ok(());
        }
        let (mut gathered, mut done) = (Vec::new(), 0);
        while done < lines.len() {
            let first = lines.start + done;
            let (block, column) = (first / inner, first % inner);
            let count = GATHERED.min(inner - column).min(lines.len() - done);
            let from =
                |index: usize| &self.source[(block * length + index) * inner + column..][..count];
            match sum_side_by_side(op, length, from) {
                Some(totals) => {
                    for (lane, total) in totals[..count].iter().enumerate() {
                        put(done + lane, Total::Real(*total));
                    }
                }
                None => {
                    gather(&mut gathered, length, count, from);
                    for lane in 0..count {
                        let line = &gathered[lane * (length + GAP)..][..length];
                        put(done + lane, reduce_line(op, line)?);
                    }
                }
            }
            done += count;
        }
        Ok(())
    }
}

/// Sums lines of real numbers that lie side by side, each in the order of [`sum`]; `from` gives the elements of all of them at an index.
/// None for everything else.
fn sum_side_by_side<'a, S: Element>(
    op: ReduceOp,
    length: usize,
    from: impl Fn(usize) -> &'a [S],
) -> Option<[f64; GATHERED]> {
    let real = S::KIND.is_float();
    let sums = matches!(op, ReduceOp::Sum | ReduceOp::Mean) && length > 0;
    if !real || !sums || length > pieces::PIECE {
        return None;
    }
    let mut totals = [[0.0; GATHERED]; LANES];
    for index in 0..length {
        for (total, value) in totals[index % LANES].iter_mut().zip(from(index)) {
            *total += value.to_real();
        }
    }
    let mut width = LANES;
    while width > 1 {
        width /= 2;
        let (left, right) = totals.split_at_mut(width);
        for (left, right) in left.iter_mut().zip(right) {
            left.iter_mut().zip(right).for_each(|(a, b)| *a += *b);
        }
    }
    if op == ReduceOp::Mean {
        totals[0]
            .iter_mut()
            .for_each(|total| *total /= length as f64);
    }
    Some(totals[0])
}

/// Lays `count` lines of `length` elements one after another; `from` gives the elements of all of them at an index.
fn gather<'a, S: Element>(
    lines: &mut Vec<S>,
    length: usize,
    count: usize,
    from: impl Fn(usize) -> &'a [S],
) {
    lines.clear();
    reserve(lines, (length + GAP) * count);
    lines.resize((length + GAP) * count, S::from_integer(0));
    for index in 0..length {
        for (lane, value) in from(index).iter().enumerate() {
            lines[lane * (length + GAP) + index] = *value;
        }
    }
}

fn reduce_line<S: Element>(op: ReduceOp, line: &[S]) -> Result<Total, Raised> {
    let is_whole = !matches!(
        op,
        ReduceOp::Mean | ReduceOp::Std | ReduceOp::Var | ReduceOp::Median
    );
    Ok(if S::KIND.is_complex() {
        Total::Complex(reduce_complex_values(op, line)?)
    } else if S::KIND.is_integer() && is_whole {
        let total = reduce_integers(op, line)?;
        Total::Whole(match S::KIND {
            ElemKind::U64 => i128::from(total as u64),
            _ => i128::from(total),
        })
    } else {
        Total::Real(reduce_values(op, line))
    })
}

fn require_same_count(left: &Array, right: &Array) -> Result<(), Raised> {
    if left.dims().squeezed() == right.dims().squeezed() {
        return Ok(());
    }
    Err(Dims::mismatch("dotprod", &left.dims(), &right.dims()))
}

/// Folds the pairs of elements, both converted to `T`.
fn fold_pairs<T: Element, A: Copy + Send + Sync>(
    left: &Array,
    right: &Array,
    start: A,
    step: impl Fn(A, T, T) -> A + Sync,
    combine: impl Fn(A, A) -> A + Sync,
) -> Result<A, Raised> {
    require_same_count(left, right)?;
    let (left, right) = (
        crate::array::convert::converted(left, T::KIND)?,
        crate::array::convert::converted(right, T::KIND)?,
    );
    let (left, right) = (left.elements::<T>(), right.elements::<T>());
    let left = left.chunks(pieces::PIECE);
    let pieces = collected(left.zip(right.chunks(pieces::PIECE)));
    let mut partials = filled(start, pieces.len());
    pieces::for_each_piece(&mut partials, 1, |number, place| {
        let (left, right) = pieces[number];
        place[0] = fold_pairs_of_piece(left, right, start, &step, &combine);
    });
    Ok(combine_pairwise(partials, start, &combine))
}

/// Folds in `LANES` interleaved sequences and combines those as [`halved`] does; floats in the widest vectors that the machine has.
fn fold_pairs_of_piece<T: Element, A: Copy>(
    left: &[T],
    right: &[T],
    start: A,
    step: &impl Fn(A, T, T) -> A,
    combine: &impl Fn(A, A) -> A,
) -> A {
    let fold = FoldPairs {
        left,
        right,
        lanes: [start; LANES],
        step,
    };
    let lanes = match T::KIND {
        ElemKind::F32 | ElemKind::F64 => in_vectors(fold),
        _ => fold.run(),
    };
    halved(lanes, combine)
}

struct FoldPairs<'a, T, A, S> {
    left: &'a [T],
    right: &'a [T],
    lanes: [A; LANES],
    step: &'a S,
}

impl<T: Copy, A: Copy, S: Fn(A, T, T) -> A> Vectorised for FoldPairs<'_, T, A, S> {
    type Result = [A; LANES];

    #[inline(always)]
    fn run(self) -> [A; LANES] {
        let mut lanes = self.lanes;
        let (left, left_rest) = self.left.as_chunks::<LANES>();
        let (right, right_rest) = self.right.as_chunks::<LANES>();
        for (left, right) in left.iter().zip(right) {
            for lane in 0..LANES {
                lanes[lane] = (self.step)(lanes[lane], left[lane], right[lane]);
            }
        }
        for (lane, (left, right)) in lanes.iter_mut().zip(left_rest.iter().zip(right_rest)) {
            *lane = (self.step)(*lane, *left, *right);
        }
        lanes
    }
}

pub(crate) fn dotprod_real(left: &Array, right: &Array) -> Result<f64, Raised> {
    if left.kind() == ElemKind::F32 && right.kind() == ElemKind::F32 {
        let step = |total, a: f32, b: f32| total + f64::from(a) * f64::from(b);
        return fold_pairs(left, right, 0.0, step, |a, b| a + b);
    }
    fold_pairs(
        left,
        right,
        0.0,
        |total, a: f64, b: f64| total + a * b,
        |a, b| a + b,
    )
}

pub(crate) fn dotprod_int(left: &Array, right: &Array) -> Result<i64, Raised> {
    let step = |total: i128, a: i64, b: i64| total + i128::from(a) * i128::from(b);
    let total = fold_pairs(left, right, 0i128, step, |a, b| a + b)?;
    i64::try_from(total).map_err(|_| overflow("dotprod", total, left.kind()))
}

pub(crate) fn dotprod_complex(left: &Array, right: &Array, out: *mut u8) -> Result<(), Raised> {
    let zero = C64 { re: 0.0, im: 0.0 };
    let value = fold_pairs(
        left,
        right,
        zero,
        |total, a: C64, b: C64| total + a * b,
        |a, b| a + b,
    )?;
    // SAFETY: the row promises room for two `f64`.
    unsafe { out.cast::<C64>().write(value) };
    Ok(())
}

pub(crate) fn array_equal(left: &Array, right: &Array) -> i32 {
    i32::from(left.dims() == right.dims() && equal_elements(left, right))
}

fn equal_elements(left: &Array, right: &Array) -> bool {
    let (a, b) = (left.kind(), right.kind());
    if is_number(a) && is_number(b) {
        return match a == b {
            true => {
                with_element!(a, T => left.elements::<T>() == right.elements::<T>(), false)
            }
            false => equal_promoted(left, right),
        };
    }
    if a != b {
        return false;
    }
    let mut pairs = left
        .objects()
        .iter()
        .zip(right.objects())
        .map(|(left, right)| (left.get(), right.get()));
    // SAFETY: object arrays hold live objects of their kind or null.
    unsafe {
        match a {
            ElemKind::Text => pairs
                .all(|(left, right)| Text::borrow(left).as_str() == Text::borrow(right).as_str()),
            _ => pairs.all(|(left, right)| equal_arrays(left, right)),
        }
    }
}

/// Elements of different kinds that are compared at a time.
const PROMOTED: usize = 256;

/// Whether numbers of different kinds are equal. A piece of each is promoted first, so that there is code for each kind, and not for each pair.
fn equal_promoted(left: &Array, right: &Array) -> bool {
    let are_integers = left.kind().is_integer() && right.kind().is_integer();
    (0..left.numel()).step_by(PROMOTED).all(|first| {
        let piece = first..left.numel().min(first + PROMOTED);
        match are_integers {
            true => integers_of(left, piece.clone()) == integers_of(right, piece),
            // An f32 and an f64 are compared as f64, which is what promotion means.
            false => complex_of(left, piece.clone()) == complex_of(right, piece),
        }
    })
}

/// Elements as whole numbers, and zeros behind them.
fn integers_of(array: &Array, piece: Range<usize>) -> [i128; PROMOTED] {
    let mut promoted = [0; PROMOTED];
    with_element!(array.kind(), T => {
        let elements = &array.elements::<T>()[piece];
        promoted.iter_mut().zip(elements).for_each(|(place, element)| *place = element.to_integer());
    }, unreachable!("an array of integers"));
    promoted
}

/// Elements as complex numbers, and zeros behind them.
fn complex_of(array: &Array, piece: Range<usize>) -> [C64; PROMOTED] {
    let mut promoted = [C64 { re: 0.0, im: 0.0 }; PROMOTED];
    with_element!(array.kind(), T => {
        let elements = &array.elements::<T>()[piece];
        promoted.iter_mut().zip(elements).for_each(|(place, element)| *place = element.to_complex());
    }, unreachable!("an array of numbers"));
    promoted
}

unsafe fn equal_arrays(left: *mut u8, right: *mut u8) -> bool {
    if left.is_null() || right.is_null() {
        return left.is_null() && right.is_null();
    }
    // SAFETY: the caller passes elements of arrays of arrays; they are not null, so live arrays.
    unsafe { array_equal(&Array::borrow(left), &Array::borrow(right)) == 1 }
}

pub(crate) fn array_truth(array: &Array) -> i32 {
    fn all<T: Element>(array: &Array) -> bool {
        array.elements::<T>().iter().all(|value| value.is_true())
    }
    let truth = with_element!(array.kind(), T => all::<T>(array), array.objects().iter().all(|object| !object.get().is_null()));
    i32::from(array.numel() > 0 && truth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::element::C32;

    fn real(op: ReduceOp, values: &[f32]) -> f64 {
        reduce_real(op.code(), &Array::row(values).expect("memory")).expect("a number")
    }

    #[test]
    fn whole_arrays() {
        let values = [4.0, 1.0, 3.0, 2.0];
        for (op, expected) in [
            (ReduceOp::Sum, 10.0),
            (ReduceOp::Prod, 24.0),
            (ReduceOp::Min, 1.0),
            (ReduceOp::Max, 4.0),
            (ReduceOp::Mean, 2.5),
            (ReduceOp::Any, 1.0),
            (ReduceOp::All, 1.0),
            (ReduceOp::Var, 5.0 / 3.0),
            (ReduceOp::Median, 2.5),
        ] {
            assert_eq!(real(op, &values), expected, "{}", op.name());
        }
        assert_eq!(real(ReduceOp::Std, &values), (5.0f64 / 3.0).sqrt());
        assert_eq!(real(ReduceOp::Median, &[3.0, 1.0, 2.0]), 2.0);
    }

    #[test]
    fn lines_that_lie_side_by_side_are_summed_as_each_by_itself() {
        // Thirds leave something to round; more lines than one thread takes, of more elements than there are interleaved totals.
        let (length, lines) = (37, 1500);
        let values: Vec<f32> = (0..length * lines)
            .map(|k| (k % 101) as f32 / 3.0)
            .collect();
        let dims = Dims::new(&[length as i64, lines as i64]);
        let array = Array::from_elements(dims, &values).expect("memory");
        for op in [ReduceOp::Sum, ReduceOp::Mean, ReduceOp::Max] {
            let kind = ElemKind::F32 as i32;
            let found = reduce_dim(op.code(), &array, 0, kind).expect("numbers");
            for (line, found) in found.elements::<f32>().iter().enumerate() {
                let alone: Vec<f32> = (0..length).map(|k| values[k * lines + line]).collect();
                assert_eq!(
                    found.to_bits(),
                    (real(op, &alone) as f32).to_bits(),
                    "{}",
                    op.name()
                );
            }
        }
    }

    #[test]
    fn nothing_and_not_a_number() {
        for (op, expected) in [
            (ReduceOp::Sum, 0.0),
            (ReduceOp::Prod, 1.0),
            (ReduceOp::Min, 0.0),
            (ReduceOp::Mean, 0.0),
            (ReduceOp::All, 1.0),
        ] {
            assert_eq!(real(op, &[]), expected, "{}", op.name());
        }
        assert_eq!(real(ReduceOp::Max, &[f32::NAN, 2.0, f32::NAN]), 2.0);
        assert!(real(ReduceOp::Max, &[f32::NAN]).is_nan());
        assert_eq!(real(ReduceOp::Min, &[f32::INFINITY]), f64::INFINITY);
        assert!(real(ReduceOp::Median, &[f32::NAN, 1.0]).is_nan());
        assert_eq!(real(ReduceOp::Std, &[5.0]), 0.0);
    }

    #[test]
    fn large_sums_are_accurate() {
        let values = vec![0.1f32; 1_000_003];
        assert!((real(ReduceOp::Sum, &values) - 1_000_003.0 * f64::from(0.1f32)).abs() < 1e-6);
    }

    #[test]
    fn integers_stay_integers() {
        let array = Array::row(&[u8::MAX, 1, 3]).expect("memory");
        assert_eq!(reduce_int(ReduceOp::Sum.code(), &array).ok(), Some(259));
        assert_eq!(reduce_int(ReduceOp::Max.code(), &array).ok(), Some(255));
        let along =
            reduce_dim(ReduceOp::Sum.code(), &array, 1, ElemKind::F32.code()).expect("a result");
        assert_eq!(
            (along.kind(), along.elements::<i32>()),
            (ElemKind::I32, &[259][..])
        );
        let mean =
            reduce_dim(ReduceOp::Mean.code(), &array, 1, ElemKind::F32.code()).expect("a result");
        assert_eq!(mean.elements::<f32>(), [259.0 / 3.0]);
    }

    #[test]
    fn dimensions() {
        let array = Array::from_elements(
            Dims::new(&[2, 2, 2]),
            &[1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        )
        .expect("memory");
        let along = |dim| {
            reduce_dim(ReduceOp::Sum.code(), &array, dim, ElemKind::F64.code()).expect("a result")
        };
        assert_eq!(along(0).elements::<f64>(), [6.0, 8.0, 10.0, 12.0]);
        assert_eq!(along(1).elements::<f64>(), [4.0, 6.0, 12.0, 14.0]);
        assert_eq!(
            (along(2).elements::<f64>(), along(2).dims()),
            (&[3.0, 7.0, 11.0, 15.0][..], Dims::matrix(2, 2))
        );
        assert_eq!(along(5).elements::<f64>(), array.elements::<f64>());
        assert!(reduce_dim(0, &array, -1, ElemKind::F64.code()).is_err());
    }

    #[test]
    fn complex_numbers() {
        let array =
            Array::row(&[C32 { re: 1.0, im: 2.0 }, C32 { re: 3.0, im: -1.0 }]).expect("memory");
        let mut out = C64::default();
        let place = (&raw mut out).cast();
        reduce_complex(ReduceOp::Sum.code(), &array, place).expect("a number");
        assert_eq!(out, C64 { re: 4.0, im: 1.0 });
        reduce_complex(ReduceOp::Prod.code(), &array, place).expect("a number");
        assert_eq!(out, C64 { re: 5.0, im: 5.0 });
        dotprod_complex(&array, &array, place).expect("a number");
        assert_eq!(out, C64 { re: 5.0, im: -2.0 });
        assert!(reduce_complex(ReduceOp::Max.code(), &array, place).is_err());
        assert!(reduce_real(ReduceOp::Sum.code(), &array).is_err());
    }

    #[test]
    fn different_kinds_are_compared_as_one() {
        let count = 2 * PROMOTED + 3;
        let bytes: Vec<u8> = (0..count).map(|index| index as u8).collect();
        let mut floats: Vec<f32> = bytes.iter().map(|byte| f32::from(*byte)).collect();
        let words: Vec<i64> = bytes.iter().map(|byte| i64::from(*byte)).collect();
        let (bytes, words) = (Array::row(&bytes), Array::row(&words));
        let (bytes, words) = (bytes.expect("memory"), words.expect("memory"));
        let equal = |floats: &[f32]| array_equal(&bytes, &Array::row(floats).expect("memory"));
        assert_eq!((equal(&floats), array_equal(&bytes, &words)), (1, 1));
        floats[count - 1] += 0.5;
        assert_eq!(equal(&floats), 0);
        let (most, least) = (Array::row(&[u64::MAX]), Array::row(&[-1i64]));
        let (most, least) = (most.expect("memory"), least.expect("memory"));
        assert_eq!(
            (array_equal(&most, &least), array_equal(&most, &most)),
            (0, 1)
        );
        let nothing = Array::row(&[f64::NAN]).expect("memory");
        assert_eq!(array_equal(&nothing, &nothing), 0);
    }

    #[test]
    fn products_and_comparisons() {
        let (a, b) = (
            Array::row(&[1.0f32, 2.0]).expect("memory"),
            Array::row(&[3i32, 4]).expect("memory"),
        );
        assert_eq!(dotprod_real(&a, &b).ok(), Some(11.0));
        assert_eq!(dotprod_int(&b, &b).ok(), Some(25));
        assert!(dotprod_real(&a, &Array::row(&[1.0f32]).expect("memory")).is_err());
        assert_eq!(
            array_equal(&b, &Array::row(&[3.0f64, 4.0]).expect("memory")),
            1
        );
        assert_eq!(array_equal(&a, &b), 0);
        assert_eq!(
            (
                array_truth(&a),
                array_truth(&Array::row(&[1i32, 0]).expect("memory"))
            ),
            (1, 0)
        );
        assert_eq!(array_truth(&Array::row::<i32>(&[]).expect("memory")), 0);
    }
}
