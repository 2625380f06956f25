//! Fourier transforms, along any dimensions of an array.
//!
//! Of a real array only half the transform is computed, the rest is its mirror image. Likewise the real part of an inverse transform
//! is that of the half that is symmetric: (X\[k] + conj(X\[-k])) / 2.
//!
//! *Invariant:* each line is transformed by one plan whatever the number of threads, so results do not depend on it; forward is not
//! scaled, inverse is divided by the number of transformed elements.

use std::ops::Range;
use std::sync::Arc;

use quasar_abi::{ElemKind, MAXIMUM_DIMENSIONS, Tagged};
use quasar_fourier::{ComplexToReal, Fft, FftDirection, Precision, RealToComplex};

use crate::array::convert::converted;
use crate::array::dims::Dims;
use crate::array::element::{Complex, Element, zeros};
use crate::array::list::whole_numbers;
use crate::array::object::Array;
use crate::numeric::fourier_plans::{TransformKind, plan};
use crate::process::error::Raised;
use crate::process::refusal::collected;
use crate::threads::pieces::{PIECE, fill, for_each_piece};
use crate::threads::pool;

/// Lines that are transformed together at least, so that neighbours in memory are read together.
const BUNDLE: usize = 16;

/// A transform of these dimensions, of more than one element each.
///
/// # Errors
/// There is no memory.
pub(crate) fn transform(
    array: &Array,
    direction: FftDirection,
    kind: ElemKind,
    dims: &[usize],
) -> Result<Array, Raised> {
    match kind {
        ElemKind::C32 => complex_result::<f32>(array, direction, dims),
        ElemKind::C64 => complex_result::<f64>(array, direction, dims),
        other => unreachable!("a transform of kind {}", other.name()),
    }
}

/// The real part of an inverse transform.
///
/// # Errors
/// There is no memory.
pub(crate) fn real_part(array: &Array, kind: ElemKind, dims: &[usize]) -> Result<Array, Raised> {
    match kind {
        ElemKind::F32 => real_result::<f32>(array, dims),
        ElemKind::F64 => real_result::<f64>(array, dims),
        other => unreachable!("a real part of kind {}", other.name()),
    }
}

/// The dimensions of more than one element among those of a list, in ascending order.
pub(crate) fn transformed(array: &Array, dims: &[Tagged]) -> Result<Vec<usize>, Raised> {
    let sizes = array.dims();
    let mut wanted = whole_numbers(dims)?;
    for dim in &mut wanted {
        if *dim == -1 && dims.len() == 1 {
            *dim = sizes.count() as i64 - 1;
        }
        if *dim < 0 || *dim >= MAXIMUM_DIMENSIONS as i64 {
            return Err(Raised::invalid(
                "fft",
                format!("there is no dimension {dim}"),
            ));
        }
    }
    wanted.sort_unstable();
    if let Some(pair) = wanted.windows(2).find(|pair| pair[0] == pair[1]) {
        let what = format!("dimension {} is given twice", pair[0]);
        return Err(Raised::invalid("fft", what));
    }
    let wanted = wanted.into_iter().map(|dim| dim as usize);
    // Of nothing there is nothing to transform, however long it is.
    let some = array.numel() > 0;
    Ok(wanted.filter(|dim| some && sizes.get(*dim) > 1).collect())
}

/// A precision.
trait Real: Precision + Element + Default {
    /// The kind of complex numbers of it.
    const COMPLEX: ElemKind;
    /// One over a number of elements.
    fn reciprocal(count: usize) -> Self;
}

impl Real for f32 {
    const COMPLEX: ElemKind = ElemKind::C32;
    fn reciprocal(count: usize) -> f32 {
        1.0 / count as f32
    }
}

impl Real for f64 {
    const COMPLEX: ElemKind = ElemKind::C64;
    fn reciprocal(count: usize) -> f64 {
        1.0 / count as f64
    }
}

fn complex_result<T: Real>(
    array: &Array,
    direction: FftDirection,
    dims: &[usize],
) -> Result<Array, Raised>
where
    Complex<T>: Element,
{
    let is_forward = direction == FftDirection::Forward;
    if let Some((last, others)) = dims.split_last()
        && is_forward
        && !array.kind().is_complex()
        && array.numel() > 0
    {
        return from_real::<T>(array, *last, others);
    }
    let array = converted(array, T::COMPLEX)?;
    let mut result = crate::array::create::array_copy(&array)?;
    let sizes = result.dims();
    for dim in dims {
        along::<T>(result.elements_mut(), Axis::new(&sizes, *dim), direction)?;
    }
    Ok(result)
}

/// The transform of a real array: the first half along `last`, then the others, then the rest by symmetry.
fn from_real<T: Real>(array: &Array, last: usize, others: &[usize]) -> Result<Array, Raised>
where
    Complex<T>: Element,
{
    let array = converted(array, <T as Element>::KIND)?;
    let sizes = array.dims();
    let length = sizes.get(last) as usize;
    let half = Half::new(sizes, last, others);
    let mut values = Array::uninit(T::COMPLEX, half.sizes)?;
    let plan: Arc<dyn RealToComplex<T>> = plan(
        TransformKind::FromReal,
        length,
        <T as Element>::KIND.name(),
        || T::plan_from_real(length),
    )?;
    let (from, to) = (Axis::new(&sizes, last), Axis::new(&half.sizes, last));
    let target = values.elements_mut::<Complex<T>>();
    between(array.elements::<T>(), from, target, to, |input, output| {
        let mut scratch = zeros::<Complex<T>>(plan.get_scratch_len());
        let lines = input.chunks_mut(from.length);
        for (input, output) in lines.zip(output.chunks_mut(to.length)) {
            plan.process_with_scratch(input, output, &mut scratch)
                .expect("lines have the length of the plan");
        }
    });
    for dim in others {
        let axis = Axis::new(&half.sizes, *dim);
        along::<T>(values.elements_mut(), axis, FftDirection::Forward)?;
    }
    half.completed::<T>(&values)
}

fn real_result<T: Real>(array: &Array, dims: &[usize]) -> Result<Array, Raised>
where
    Complex<T>: Element,
{
    let array = converted(array, T::COMPLEX)?;
    let sizes = array.dims();
    let mut result = Array::uninit(<T as Element>::KIND, sizes)?;
    let target = result.elements_mut::<T>();
    let Some((last, others)) = dims.split_last().filter(|_| array.numel() > 0) else {
        let source = array.elements::<Complex<T>>();
        fill(target, |index| source[index].re);
        return Ok(result);
    };
    let half = Half::new(sizes, *last, others);
    let mut values = half.symmetric::<T>(&array)?;
    for dim in others {
        let axis = Axis::new(&half.sizes, *dim);
        along::<T>(values.elements_mut(), axis, FftDirection::Inverse)?;
    }
    let (from, to) = (Axis::new(&half.sizes, *last), Axis::new(&sizes, *last));
    to_real(values.elements::<Complex<T>>(), from, target, to)?;
    Ok(result)
}

/// Goes back along the dimension of which there is only half.
fn to_real<T: Real>(
    source: &[Complex<T>],
    from: Axis,
    target: &mut [T],
    to: Axis,
) -> Result<(), Raised>
where
    Complex<T>: Element,
{
    let length = to.length;
    let plan: Arc<dyn ComplexToReal<T>> = plan(
        TransformKind::ToReal,
        length,
        <T as Element>::KIND.name(),
        || T::plan_to_real(length),
    )?;
    let scale = T::reciprocal(length);
    between(source, from, target, to, |input, output| {
        let mut scratch = zeros::<Complex<T>>(plan.get_scratch_len());
        let lines = input.chunks_mut(from.length);
        for (input, output) in lines.zip(output.chunks_mut(length)) {
            // What rounding left of numbers that are real.
            input[0].im = T::zero();
            if length.is_multiple_of(2) {
                input[length / 2].im = T::zero();
            }
            plan.process_with_scratch(input, output, &mut scratch)
                .expect("lines have the length of the plan, their ends are real");
            output.iter_mut().for_each(|value| *value = *value * scale);
        }
    });
    Ok(())
}

/// Transforms complex numbers along one dimension, in their place.
fn along<T: Real>(
    values: &mut [Complex<T>],
    axis: Axis,
    direction: FftDirection,
) -> Result<(), Raised>
where
    Complex<T>: Element,
{
    let form = match direction {
        FftDirection::Forward => TransformKind::Forward,
        FftDirection::Inverse => TransformKind::Inverse,
    };
    let plan: Arc<dyn Fft<T>> = plan(form, axis.length, <T as Element>::KIND.name(), || {
        T::plan_complex(axis.length, direction)
    })?;
    let scale = match direction {
        FftDirection::Forward => None,
        FftDirection::Inverse => Some(T::reciprocal(axis.length)),
    };
    let data = values.as_mut_ptr();
    let (source, target) = (Lines { data, axis }, Lines { data, axis });
    each_bundle(source, target, |input, output| {
        let mut scratch = zeros::<Complex<T>>(plan.get_outofplace_scratch_len());
        plan.process_outofplace_with_scratch(input, output, &mut scratch);
        if let Some(scale) = scale {
            for value in output.iter_mut() {
                *value = Complex::new(value.re * scale, value.im * scale);
            }
        }
    });
    Ok(())
}

// ---- Lines ----------------------------------------------------------------------------------------------------------

/// One dimension of an array: lines of `length` elements that are `inner` apart.
#[derive(Clone, Copy)]
struct Axis {
    length: usize,
    inner: usize,
    /// The number of lines.
    lines: usize,
}

impl Axis {
    fn new(sizes: &Dims, dim: usize) -> Axis {
        let product = |sizes: &[i64]| sizes.iter().product::<i64>() as usize;
        let sizes = sizes.padded();
        let inner = product(&sizes[dim + 1..]);
        Axis {
            length: sizes[dim] as usize,
            inner,
            lines: product(&sizes[..dim]) * inner,
        }
    }

    /// The first element of a line.
    fn start(self, line: usize) -> usize {
        line / self.inner * self.inner * self.length + line % self.inner
    }
}

/// The lines of an array that several threads use, each line being used by one of them.
struct Lines<T> {
    data: *mut T,
    axis: Axis,
}

// SAFETY: whoever makes one lets each line be used by one thread alone.
unsafe impl<T: Send> Sync for Lines<T> {}

impl<T: Copy> Lines<T> {
    /// Calls `visit` with the place of each element of some lines in the array and in a buffer that has them one after another.
    fn visit(&self, lines: Range<usize>, mut visit: impl FnMut(usize, usize)) {
        let Axis { length, inner, .. } = self.axis;
        let starts = collected(lines.map(|line| self.axis.start(line)));
        if inner == 1 {
            let count = starts.len() * length;
            return (0..count).for_each(|index| visit(starts[0] + index, index));
        }
        for row in 0..length {
            for (number, start) in starts.iter().enumerate() {
                visit(start + row * inner, number * length + row);
            }
        }
    }

    /// Copies lines into a buffer.
    fn gather(&self, lines: Range<usize>, buffer: &mut [T]) {
        self.visit(lines, |place, index| {
            // SAFETY: the place is one of the line's elements in the array, which no other thread uses now.
            buffer[index] = unsafe { *self.data.add(place) };
        });
    }

    /// Copies lines from a buffer to their places.
    fn scatter(&self, lines: Range<usize>, buffer: &[T]) {
        self.visit(lines, |place, index| {
            // SAFETY: as in `gather`.
            unsafe { *self.data.add(place) = buffer[index] };
        });
    }
}

/// Makes lines of one array from those of another.
fn between<S: Element, T: Element>(
    source: &[S],
    from: Axis,
    target: &mut [T],
    to: Axis,
    work: impl Fn(&mut [S], &mut [T]) + Sync,
) {
    let source = Lines {
        data: source.as_ptr().cast_mut(),
        axis: from,
    };
    let target = Lines {
        data: target.as_mut_ptr(),
        axis: to,
    };
    each_bundle(source, target, work);
}

/// Calls `work` with bundles of lines of the source and where their results go, on all threads.
fn each_bundle<S: Element, T: Element>(
    source: Lines<S>,
    target: Lines<T>,
    work: impl Fn(&mut [S], &mut [T]) + Sync,
) {
    let count = source.axis.lines;
    let width = (PIECE / source.axis.length).max(BUNDLE);
    let bundle = |number: usize| {
        let lines = number * width..count.min((number + 1) * width);
        let mut input = zeros::<S>(lines.len() * source.axis.length);
        let mut output = zeros::<T>(lines.len() * target.axis.length);
        source.gather(lines.clone(), &mut input);
        work(&mut input, &mut output);
        target.scatter(lines, &output);
    };
    match count.div_ceil(width) {
        0 => {}
        1 => bundle(0),
        bundles => pool::global().run(bundles, &bundle),
    }
}

// ---- Halves ---------------------------------------------------------------------------------------------------------

/// The half of a transform that says the rest: along `last`, the last dimension that is transformed, up to the middle.
struct Half {
    /// The sizes of the whole.
    whole: Dims,
    /// The sizes of the half.
    sizes: Dims,
    last: usize,
    /// Which dimensions are transformed.
    mirrored: [bool; MAXIMUM_DIMENSIONS],
}

impl Half {
    fn new(whole: Dims, last: usize, others: &[usize]) -> Half {
        let mut mirrored = [false; MAXIMUM_DIMENSIONS];
        mirrored[last] = true;
        others.iter().for_each(|dim| mirrored[*dim] = true);
        Half {
            whole,
            sizes: whole.with(last, whole.get(last) / 2 + 1),
            last,
            mirrored,
        }
    }

    /// The dimension along which elements are neighbours: rows are counted over those before it.
    fn row_dim(&self) -> usize {
        self.whole.count() - 1
    }

    /// The position of a row.
    fn position(&self, sizes: &Dims, row: usize) -> [usize; MAXIMUM_DIMENSIONS] {
        let mut position = [0; MAXIMUM_DIMENSIONS];
        let mut rest = row;
        for dim in (0..self.row_dim()).rev() {
            let size = sizes.get(dim) as usize;
            position[dim] = rest % size;
            rest /= size;
        }
        position
    }

    /// The row at a position.
    fn row(&self, sizes: &Dims, position: &[usize; MAXIMUM_DIMENSIONS]) -> usize {
        let dims = 0..self.row_dim();
        dims.fold(0, |row, dim| row * sizes.get(dim) as usize + position[dim])
    }

    /// The position opposite to one: -k along each dimension that is transformed.
    fn opposite(&self, position: &[usize; MAXIMUM_DIMENSIONS]) -> [usize; MAXIMUM_DIMENSIONS] {
        std::array::from_fn(|dim| match self.mirrored[dim] {
            true => negative(position[dim], self.whole.get(dim) as usize),
            false => position[dim],
        })
    }

    /// Calls `work` with each row of an array and its position.
    fn each_row<T: Real>(
        &self,
        array: &mut Array,
        work: impl Fn([usize; MAXIMUM_DIMENSIONS], &mut [Complex<T>]) + Sync,
    ) where
        Complex<T>: Element,
    {
        let sizes = array.dims();
        let length = sizes.get(self.row_dim()) as usize;
        let rows = (PIECE / length).max(1);
        for_each_piece(array.elements_mut(), rows * length, |first, piece| {
            for (index, row) in piece.chunks_mut(length).enumerate() {
                work(self.position(&sizes, first / length + index), row);
            }
        });
    }

    /// The whole transform from its half.
    fn completed<T: Real>(&self, half: &Array) -> Result<Array, Raised>
    where
        Complex<T>: Element,
    {
        let mut whole = Array::uninit(T::COMPLEX, self.whole)?;
        let values = half.elements::<Complex<T>>();
        let length = self.sizes.get(self.row_dim()) as usize;
        let row_of = |position: &[usize; MAXIMUM_DIMENSIONS]| {
            let row = self.row(&self.sizes, position);
            &values[row * length..(row + 1) * length]
        };
        let known = self.sizes.get(self.last) as usize;
        self.each_row::<T>(&mut whole, |position, row| {
            if self.last == self.row_dim() {
                let size = row.len();
                row[..known].copy_from_slice(row_of(&position));
                let opposite = row_of(&self.opposite(&position));
                for (index, value) in row.iter_mut().enumerate().skip(known) {
                    *value = opposite[size - index].conj();
                }
            } else if position[self.last] < known {
                row.copy_from_slice(row_of(&position));
            } else {
                let opposite = row_of(&self.opposite(&position));
                for (value, source) in row.iter_mut().zip(opposite) {
                    *value = source.conj();
                }
            }
        });
        Ok(whole)
    }

    /// The half of the symmetric part of an array.
    fn symmetric<T: Real>(&self, whole: &Array) -> Result<Array, Raised>
    where
        Complex<T>: Element,
    {
        let mut half = Array::uninit(T::COMPLEX, self.sizes)?;
        let values = whole.elements::<Complex<T>>();
        let length = self.whole.get(self.row_dim()) as usize;
        let row_of = |position: &[usize; MAXIMUM_DIMENSIONS]| {
            let row = self.row(&self.whole, position);
            &values[row * length..(row + 1) * length]
        };
        let along_row = self.last == self.row_dim();
        let two = T::reciprocal(2);
        self.each_row::<T>(&mut half, |position, row| {
            let (own, opposite) = (row_of(&position), row_of(&self.opposite(&position)));
            for (index, value) in row.iter_mut().enumerate() {
                let other = match along_row {
                    true => opposite[negative(index, length)],
                    false => opposite[index],
                };
                let sum = own[index] + other.conj();
                *value = Complex::new(sum.re * two, sum.im * two);
            }
        });
        Ok(half)
    }
}

/// -k of n, counted from 0 on.
fn negative(k: usize, n: usize) -> usize {
    if k == 0 { 0 } else { n - k }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::create::kind_of;

    fn fourier(array: &Array, inverse: i32, kind: i32, dims: &[Tagged]) -> Result<Array, Raised> {
        let direction = match inverse {
            0 => FftDirection::Forward,
            _ => FftDirection::Inverse,
        };
        transform(array, direction, kind_of(kind), &transformed(array, dims)?)
    }

    fn fourier_real(array: &Array, kind: i32, dims: &[Tagged]) -> Result<Array, Raised> {
        real_part(array, kind_of(kind), &transformed(array, dims)?)
    }

    use crate::array::element::{C32, C64};
    use std::f64::consts::TAU;

    /// Numbers without a pattern.
    fn values(count: usize) -> Vec<C64> {
        let part = |index: usize| ((index * 7919 + 13) % 101) as f64 / 50.0 - 1.0;
        let value = |index| C64::new(part(index), part(3 * index + 1));
        (0..count).map(value).collect()
    }

    fn dims(numbers: &[i32]) -> Vec<Tagged> {
        numbers.iter().map(|dim| Tagged::i32(*dim)).collect()
    }

    /// The sum that defines the transform, along one dimension.
    fn defined(values: &[C64], axis: Axis, sign: f64) -> Vec<C64> {
        let mut result = vec![C64::default(); values.len()];
        for line in 0..axis.lines {
            let place = |index: usize| axis.start(line) + index * axis.inner;
            for k in 0..axis.length {
                let term = |n: usize| {
                    let turn = (k * n % axis.length) as f64 / axis.length as f64;
                    values[place(n)] * C64::from_polar(1.0, sign * TAU * turn)
                };
                result[place(k)] = (0..axis.length).map(term).sum();
            }
        }
        result
    }

    fn assert_near(found: &[C64], expected: &[C64], what: &str) {
        assert_eq!(found.len(), expected.len(), "{what}");
        let size = expected
            .iter()
            .map(|value| value.norm())
            .fold(1.0, f64::max);
        for (index, (a, b)) in found.iter().zip(expected).enumerate() {
            let difference = (a - b).norm();
            assert!(
                difference <= 1e-13 * size,
                "{what}, element {index}: {a} is not {b}"
            );
        }
    }

    /// Forward and back, of complex and real numbers, along dimensions of an array.
    fn check(sizes: &[i64], along: &[usize]) {
        let sizes = Dims::new(sizes);
        let what = format!("{sizes} along {along:?}");
        let list = dims(&along.iter().map(|dim| *dim as i32).collect::<Vec<_>>());
        let axes = || along.iter().map(|dim| Axis::new(&sizes, *dim));
        let all = |values: &[C64], sign| {
            axes().fold(values.to_vec(), |values, axis| defined(&values, axis, sign))
        };
        let given = values(sizes.numel().expect("few") as usize);
        let real: Vec<C64> = given.iter().map(|value| C64::new(value.re, 0.0)).collect();
        let array = Array::from_elements(sizes, &given).expect("memory");
        let numbers: Vec<f64> = given.iter().map(|value| value.re).collect();
        let real_array = Array::from_elements(sizes, &numbers).expect("memory");
        let (c64, f64) = (ElemKind::C64.code(), ElemKind::F64.code());

        let forward = fourier(&array, 0, c64, &list).expect("a transform");
        assert_near(forward.elements(), &all(&given, -1.0), &what);
        let of_real = fourier(&real_array, 0, c64, &list).expect("a transform");
        assert_near(of_real.elements(), &all(&real, -1.0), &what);

        let count: f64 = axes().map(|axis| axis.length as f64).product();
        let back: Vec<C64> = all(&given, 1.0).iter().map(|value| value / count).collect();
        let inverse = fourier(&array, 1, c64, &list).expect("a transform");
        assert_near(inverse.elements(), &back, &what);
        let real_part = fourier_real(&array, f64, &list).expect("a transform");
        let found: Vec<C64> = real_part.elements::<f64>().iter().map(C64::from).collect();
        let parts: Vec<C64> = back.iter().map(|value| C64::new(value.re, 0.0)).collect();
        assert_near(&found, &parts, &what);
    }

    #[test]
    fn all_small_lengths_follow_the_definition() {
        for length in 1..=128 {
            check(&[1, length], &[1]);
            check(&[length], &[0]);
        }
        for length in [131, 211, 256, 360, 509, 512] {
            check(&[1, length], &[1]);
        }
    }

    #[test]
    fn any_dimensions_follow_the_definition() {
        check(&[4, 5, 3], &[0]);
        check(&[4, 5, 3], &[1]);
        check(&[4, 5, 3], &[2]);
        check(&[4, 5, 3], &[0, 1]);
        check(&[5, 4, 3], &[0, 2]);
        check(&[3, 4, 6], &[0, 1, 2]);
        check(&[3, 1, 2, 4], &[0, 3]);
        check(&[2, 3, 2, 5, 2], &[0, 1, 3, 4]);
        check(&[2, 0, 3], &[0, 2]);
        check(&[1], &[0]);
    }

    #[test]
    fn many_lines_are_divided() {
        // More elements than one bundle has, along both kinds of dimensions.
        let given = values(300 * 200);
        let array = Array::from_elements(Dims::matrix(300, 200), &given).expect("memory");
        let kind = ElemKind::C64.code();
        let both = fourier(&array, 0, kind, &dims(&[0, 1])).expect("a transform");
        let back = fourier(&both, 1, kind, &dims(&[0, 1])).expect("a transform");
        assert_near(back.elements(), &given, "there and back");
        let real = fourier_real(&both, ElemKind::F64.code(), &dims(&[0, 1])).expect("numbers");
        let found: Vec<C64> = real.elements::<f64>().iter().map(C64::from).collect();
        let parts: Vec<C64> = given.iter().map(|value| C64::new(value.re, 0.0)).collect();
        assert_near(&found, &parts, "there and back to real numbers");
    }

    #[test]
    fn single_precision_and_integers() {
        let kind = ElemKind::C32.code();
        let row = Array::row(&[1u8, 2, 3, 4]).expect("memory");
        let found = fourier(&row, 0, kind, &dims(&[-1])).expect("a transform");
        let expected = [(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0), (-2.0, -2.0)];
        assert_eq!(
            found.elements::<C32>(),
            expected.map(|(re, im)| C32::new(re, im))
        );
        let back = fourier_real(&found, ElemKind::F32.code(), &dims(&[-1])).expect("numbers");
        assert_eq!(back.elements::<f32>(), [1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn dimensions_are_given_once() {
        let row = Array::row(&[1.0f32, 2.0]).expect("memory");
        let message = |list: &[i32]| {
            let result = fourier(&row, 0, ElemKind::C32.code(), &dims(list));
            result.expect_err("an error").message
        };
        assert!(message(&[1, 1]).contains("dimension 1 is given twice"));
        assert!(message(&[0, -1]).contains("there is no dimension -1"));
        assert!(message(&[16]).contains("there is no dimension 16"));
    }
}
