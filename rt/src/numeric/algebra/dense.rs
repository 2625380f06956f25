//! Matrices as the functions of linear algebra compute with them: double precision, rows one after another.
//!
//! *Invariant:* sums run in an order that depends on sizes alone, so results do not depend on the number of threads.

use std::ops::{Add, AddAssign, Mul, Neg, Range, Sub, SubAssign};

use quasar_abi::ElemKind;

use crate::array::convert::converted;
use crate::array::dims::Dims;
use crate::array::element::{C64, Element, zeros};
use crate::array::object::Array;
use crate::numeric::matrix::product_f64;
use crate::numeric::product_sizes::{Sizes, Strides};
use crate::process::error::Raised;
use crate::process::refusal::{collected, copied, reserve};
use crate::process::vectors::{Vectorised, in_vectors};
use crate::threads::pieces::for_each_piece;

/// The relative distance of neighbouring numbers.
pub(super) const EPSILON: f64 = f64::EPSILON;
/// The exponent among the bits of a number.
const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
/// Products that one thread computes at a time.
const WORK: usize = 1 << 16;
/// Interleaved partial sums of a product of vectors.
const LANES: usize = 8;
/// Vectors of so many elements are worth the choice of the machine's widest instructions.
const LONG: usize = 24;
/// A product of matrices of so many products is one of blocks.
const LARGE: usize = 1 << 13;
/// Elements of a weighted sum of rows that one thread adds up at a time.
const PART: usize = 256;
/// Rows whose products with a matrix are computed, and used, at a time.
const SLAB: usize = 128;
/// Rows and columns of a square that is transposed at a time.
const SQUARE: usize = 8;

/// The numbers that the functions compute with: `f64` and [`C64`].
pub(super) trait Field:
    Element
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// The conjugate.
    fn conj(self) -> Self;
    /// The absolute value.
    fn modulus(self) -> f64;
    /// |re| + |im|, the magnitude of BLAS.
    fn magnitude(self) -> f64;
    /// The square of the absolute value.
    fn square(self) -> f64;
    /// Whether all parts are finite.
    fn is_finite(self) -> bool;
    /// Divided by another number, also where squares of it overflow or vanish.
    fn quotient(self, divisor: Self) -> Self;
    /// Divided by a real number.
    fn divided(self, divisor: f64) -> Self;
    /// The real numbers that it is made of.
    const PARTS: usize;
    /// One of them.
    fn part(self, index: usize) -> f64;
    /// From all of them.
    fn from_parts(parts: &[f64]) -> Self;
    /// The product of large matrices.
    fn product(left: &Dense<Self>, right: &Dense<Self>) -> Dense<Self>;
}

impl Field for f64 {
    fn conj(self) -> f64 {
        self
    }
    fn modulus(self) -> f64 {
        self.abs()
    }
    fn magnitude(self) -> f64 {
        self.abs()
    }
    fn square(self) -> f64 {
        self * self
    }
    fn is_finite(self) -> bool {
        f64::is_finite(self)
    }
    fn quotient(self, divisor: f64) -> f64 {
        self / divisor
    }
    fn divided(self, divisor: f64) -> f64 {
        self / divisor
    }
    const PARTS: usize = 1;
    fn part(self, _: usize) -> f64 {
        self
    }
    fn from_parts(parts: &[f64]) -> f64 {
        parts[0]
    }
    fn product(left: &Dense<f64>, right: &Dense<f64>) -> Dense<f64> {
        let mut result = Dense::zeros(left.rows, right.columns);
        let sizes = Sizes {
            rows: left.rows,
            inner: left.columns,
            columns: right.columns,
        };
        let strides = Strides::plain(sizes);
        product_f64(
            sizes,
            &left.values,
            &right.values,
            strides,
            &mut result.values,
        );
        result
    }
}

impl Field for C64 {
    fn conj(self) -> C64 {
        // Of real numbers without the sign that a negated zero has.
        C64::new(self.re, 0.0 - self.im)
    }
    fn modulus(self) -> f64 {
        self.re.hypot(self.im)
    }
    fn magnitude(self) -> f64 {
        self.re.abs() + self.im.abs()
    }
    fn square(self) -> f64 {
        self.re * self.re + self.im * self.im
    }
    fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }
    fn quotient(self, divisor: C64) -> C64 {
        let scale = power_below(divisor.re.abs().max(divisor.im.abs()));
        self / (divisor / scale) / scale
    }
    fn divided(self, divisor: f64) -> C64 {
        self / divisor
    }
    const PARTS: usize = 2;
    fn part(self, index: usize) -> f64 {
        [self.re, self.im][index]
    }
    fn from_parts(parts: &[f64]) -> C64 {
        C64::new(parts[0], parts[1])
    }
    /// The real product of the parts of the left matrix, one below the other, and those of the right one beside each other.
    fn product(left: &Dense<C64>, right: &Dense<C64>) -> Dense<C64> {
        let parts = |matrix: &Dense<C64>, part: usize| -> Vec<f64> {
            collected(matrix.values.iter().map(|value| value.part(part)))
        };
        let mut below = Dense::zeros(2 * left.rows, left.columns);
        let (above, under) = below.values.split_at_mut(left.values.len());
        above.copy_from_slice(&parts(left, 0));
        under.copy_from_slice(&parts(left, 1));
        let mut beside = Dense::zeros(right.rows, 2 * right.columns);
        for row in 0..right.rows {
            let (re, im) = beside.row_mut(row).split_at_mut(right.columns);
            for ((re, im), value) in re.iter_mut().zip(im).zip(right.row(row)) {
                (*re, *im) = (value.re, value.im);
            }
        }
        let all = f64::product(&below, &beside);
        let mut result = Dense::zeros(left.rows, right.columns);
        for row in 0..left.rows {
            let (a, b) = (all.row(row), all.row(left.rows + row));
            for (column, place) in result.row_mut(row).iter_mut().enumerate() {
                let other = column + right.columns;
                *place = C64::new(a[column] - b[other], a[other] + b[column]);
            }
        }
        result
    }
}

/// The greatest power of two up to a magnitude; 1 for 0.
fn power_below(number: f64) -> f64 {
    match number == 0.0 {
        true => 1.0,
        false => f64::from_bits(number.to_bits() & EXPONENT).max(f64::MIN_POSITIVE),
    }
}

/// The sum of the products of elements.
pub(super) fn dot<T: Field>(left: &[T], right: &[T]) -> T {
    let product = Product {
        left,
        right,
        of_left: |value| value,
    };
    product.found()
}

/// The sum of the products of elements, those on the left conjugated.
pub(super) fn along<T: Field>(left: &[T], right: &[T]) -> T {
    let product = Product {
        left,
        right,
        of_left: T::conj,
    };
    product.found()
}

/// A product of vectors.
struct Product<'a, T, F> {
    left: &'a [T],
    right: &'a [T],
    of_left: F,
}

impl<T: Field, F: Fn(T) -> T> Product<'_, T, F> {
    fn found(self) -> T {
        match self.left.len() < LONG {
            true => self.run(),
            false => in_vectors(self),
        }
    }
}

impl<T: Field, F: Fn(T) -> T> Vectorised for Product<'_, T, F> {
    type Result = T;

    #[inline(always)]
    fn run(self) -> T {
        let Product {
            left,
            right,
            of_left,
        } = self;
        let mut lanes = [T::default(); LANES];
        let (left, rest) = left.as_chunks::<LANES>();
        let (right, rest_of_right) = right.as_chunks::<LANES>();
        for (left, right) in left.iter().zip(right) {
            for (lane, (left, right)) in lanes.iter_mut().zip(left.iter().zip(right)) {
                *lane += of_left(*left) * *right;
            }
        }
        let mut total = T::default();
        for (left, right) in rest.iter().zip(rest_of_right) {
            total += of_left(*left) * *right;
        }
        for step in [4, 2, 1] {
            for lane in 0..step {
                let other = lanes[lane + step];
                lanes[lane] += other;
            }
        }
        lanes[0] + total
    }
}

/// Takes a multiple of one vector from another.
pub(super) fn subtract<T: Field>(target: &mut [T], factor: T, source: &[T]) {
    let work = Multiple {
        target,
        factor,
        source,
    };
    match work.target.len() < LONG {
        true => work.run(),
        false => in_vectors(work),
    }
}

struct Multiple<'a, T> {
    target: &'a mut [T],
    factor: T,
    source: &'a [T],
}

impl<T: Field> Vectorised for Multiple<'_, T> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let factor = self.factor;
        for (target, source) in self.target.iter_mut().zip(self.source) {
            *target -= factor * *source;
        }
    }
}

/// The sum of the conjugated rows of a matrix from one on, each times a number, from a column on.
pub(super) fn weighted_sum<T: Field>(
    matrix: &Dense<T>,
    first: usize,
    from: usize,
    factors: &[T],
) -> Vec<T> {
    let mut sum = zeros::<T>(matrix.columns - from);
    for_each_piece(&mut sum, PART, |start, target| {
        let rows = &matrix.values[first * matrix.columns + from + start..];
        in_vectors(WeightedSum {
            target,
            rows,
            apart: matrix.columns,
            factors,
        });
    });
    sum
}

struct WeightedSum<'a, T> {
    target: &'a mut [T],
    rows: &'a [T],
    apart: usize,
    factors: &'a [T],
}

impl<T: Field> Vectorised for WeightedSum<'_, T> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let count = self.target.len();
        let mut factors = self.factors.chunks_exact(4);
        let mut at = 0;
        for four in &mut factors {
            let [a, b, c, d] = [0, 1, 2, 3].map(|row| &self.rows[at + row * self.apart..][..count]);
            for (index, place) in self.target.iter_mut().enumerate() {
                *place += (a[index].conj() * four[0] + b[index].conj() * four[1])
                    + (c[index].conj() * four[2] + d[index].conj() * four[3]);
            }
            at += 4 * self.apart;
        }
        for factor in factors.remainder() {
            let row = &self.rows[at..at + count];
            for (place, value) in self.target.iter_mut().zip(row) {
                *place += value.conj() * *factor;
            }
            at += self.apart;
        }
    }
}

/// The Euclidean norm, also where squares overflow or vanish.
pub(super) fn norm<T: Field>(values: &[T]) -> f64 {
    let plain: f64 = squares(values, 1.0);
    if plain.is_nan() || (plain.is_finite() && plain > 1e-250) {
        return plain.sqrt();
    }
    let greatest = values
        .iter()
        .fold(0.0, |most: f64, value| most.max(value.magnitude()));
    if greatest == 0.0 || !greatest.is_finite() {
        return greatest;
    }
    squares(values, greatest).sqrt() * greatest
}

/// The sum of the squares of absolute values, each divided before.
fn squares<T: Field>(values: &[T], scale: f64) -> f64 {
    let mut lanes = [0.0; LANES];
    for (index, value) in values.iter().enumerate() {
        lanes[index % LANES] += match scale == 1.0 {
            true => value.square(),
            false => value.divided(scale).square(),
        };
    }
    lanes.iter().sum()
}

/// A matrix.
#[derive(Debug, PartialEq)]
pub(super) struct Dense<T> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) values: Vec<T>,
}

impl<T: Field> Dense<T> {
    pub(super) fn zeros(rows: usize, columns: usize) -> Dense<T> {
        Dense {
            rows,
            columns,
            values: zeros(rows * columns),
        }
    }

    pub(super) fn identity(size: usize) -> Dense<T> {
        let mut matrix = Dense::zeros(size, size);
        for index in 0..size {
            *matrix.at_mut(index, index) = T::from_real(1.0);
        }
        matrix
    }

    /// The elements of an array of at most two dimensions.
    pub(super) fn of(array: &Array) -> Result<Dense<T>, Raised> {
        let dims = array.dims();
        let array = converted(array, T::KIND)?;
        Ok(Dense {
            rows: dims.get(0) as usize,
            columns: dims.get(1) as usize,
            values: copied(array.elements::<T>()),
        })
    }

    /// As an array of a kind, which is rounded to.
    pub(super) fn to_array(&self, kind: ElemKind) -> Result<Array, Raised> {
        let dims = Dims::matrix(self.rows as i64, self.columns as i64);
        to_array(&self.values, dims, kind)
    }

    pub(super) fn at(&self, row: usize, column: usize) -> T {
        self.values[row * self.columns + column]
    }

    pub(super) fn at_mut(&mut self, row: usize, column: usize) -> &mut T {
        &mut self.values[row * self.columns + column]
    }

    pub(super) fn row(&self, row: usize) -> &[T] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [T] {
        &mut self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// Two different rows.
    pub(super) fn two_rows(&mut self, first: usize, second: usize) -> (&mut [T], &mut [T]) {
        assert!(first < second, "two rows in order");
        let columns = self.columns;
        let (before, behind) = self.values.split_at_mut(second * columns);
        (
            &mut before[first * columns..(first + 1) * columns],
            &mut behind[..columns],
        )
    }

    pub(super) fn swap_rows(&mut self, first: usize, second: usize) {
        if first != second {
            let (first, second) = self.two_rows(first.min(second), first.max(second));
            first.swap_with_slice(second);
        }
    }

    /// Calls `work` with the number of each row from `first` on and the row, on all threads; a row costs so many products.
    pub(super) fn for_each_row(
        &mut self,
        first: usize,
        products: usize,
        work: impl Fn(usize, &mut [T]) + Sync,
    ) {
        self.for_rows(first..self.rows, products, work);
    }

    /// The same for some of the rows.
    pub(super) fn for_rows(
        &mut self,
        which: Range<usize>,
        products: usize,
        work: impl Fn(usize, &mut [T]) + Sync,
    ) {
        let columns = self.columns;
        if columns == 0 {
            return;
        }
        let together = (WORK / products.max(1)).max(1);
        for_each_piece(
            &mut self.values[which.start * columns..which.end * columns],
            together * columns,
            |start, piece| {
                for (index, row) in piece.chunks_mut(columns).enumerate() {
                    work(which.start + start / columns + index, row);
                }
            },
        );
    }

    pub(super) fn transposed(&self) -> Dense<T> {
        let mut result = Dense::zeros(self.columns, self.rows);
        if self.rows == 0 {
            return result;
        }
        // Squares: what is read and what is written lies in few lines of the cache.
        for_each_piece(&mut result.values, SQUARE * self.rows, |at, piece| {
            let first = at / self.rows;
            for start in (0..self.rows).step_by(SQUARE) {
                let end = (start + SQUARE).min(self.rows);
                for (column, target) in piece.chunks_exact_mut(self.rows).enumerate() {
                    for (row, place) in (start..end).zip(&mut target[start..end]) {
                        *place = self.at(row, first + column);
                    }
                }
            }
        });
        result
    }

    /// The conjugate transpose.
    pub(super) fn adjoint(&self) -> Dense<T> {
        self.transposed().conjugated()
    }

    /// All elements conjugated.
    pub(super) fn conjugated(mut self) -> Dense<T> {
        for value in &mut self.values {
            *value = value.conj();
        }
        self
    }

    /// With the rows of another matrix below.
    pub(super) fn above(mut self, other: &Dense<T>) -> Dense<T> {
        reserve(&mut self.values, other.values.len());
        self.values.extend_from_slice(&other.values);
        self.rows += other.rows;
        self
    }

    /// The matrix, its transpose or conjugate transpose, as the letter says.
    pub(super) fn by_letter(self, letter: Letter) -> Dense<T> {
        match letter {
            Letter::Plain => self,
            Letter::Transposed => self.transposed(),
            Letter::Adjoint => self.adjoint(),
        }
    }

    /// The matrix product.
    pub(super) fn times(&self, right: &Dense<T>) -> Dense<T> {
        assert_eq!(self.columns, right.rows, "matrices that fit together");
        if self.rows * right.values.len() >= LARGE {
            return T::product(self, right);
        }
        let mut result = Dense::zeros(self.rows, right.columns);
        result.for_each_row(0, right.values.len(), |row, target| {
            for (factor, source) in self.row(row).iter().zip(0..) {
                subtract(target, -*factor, right.row(source));
            }
        });
        result
    }

    /// Some rows and columns.
    pub(super) fn part(&self, rows: Range<usize>, columns: Range<usize>) -> Dense<T> {
        let mut result = Dense::zeros(rows.len(), columns.len());
        for (place, row) in rows.enumerate() {
            let source = &self.row(row)[columns.clone()];
            result.row_mut(place).copy_from_slice(source);
        }
        result
    }

    /// Puts a matrix at a row and a column.
    pub(super) fn set_part(&mut self, part: &Dense<T>, row: usize, column: usize) {
        for place in 0..part.rows {
            let target = &mut self.row_mut(row + place)[column..column + part.columns];
            target.copy_from_slice(part.row(place));
        }
    }

    /// Takes a product of matrices from the part that begins at a row and a column.
    pub(super) fn subtract_product(
        &mut self,
        left: &Dense<T>,
        right: &Dense<T>,
        row: usize,
        column: usize,
    ) {
        let rows = row..row + left.rows;
        self.for_slabs(rows, |first, slab| {
            let left = left.part(first - row..first - row + slab.rows(), 0..left.columns);
            slab.subtract(&left.times(right), column);
        });
    }

    /// Calls `work` with some of the rows at a time, and the number of the first of them, on all threads.
    pub(super) fn for_slabs(
        &mut self,
        rows: Range<usize>,
        work: impl Fn(usize, &mut Slab<T>) + Sync,
    ) {
        let columns = self.columns;
        if columns == 0 {
            return;
        }
        let values = &mut self.values[rows.start * columns..rows.end * columns];
        for_each_piece(values, SLAB * columns, |at, values| {
            work(rows.start + at / columns, &mut Slab { columns, values });
        });
    }

    /// The first so many columns.
    pub(super) fn first_columns(&self, count: usize) -> Dense<T> {
        self.part(0..self.rows, 0..count)
    }

    /// The upper triangle of the first so many rows.
    pub(super) fn upper(&self, rows: usize) -> Dense<T> {
        let mut result = Dense::zeros(rows, self.columns);
        for row in 0..rows.min(self.columns) {
            result.row_mut(row)[row..].copy_from_slice(&self.row(row)[row..]);
        }
        result
    }

    /// The power of two below the greatest magnitude, 1 for a matrix of zeros: numbers divided by it are as they were, and neither
    /// their squares nor their products overflow or vanish.
    pub(super) fn scale(&self) -> f64 {
        let magnitudes = self.values.iter().map(|value| value.magnitude());
        power_below(magnitudes.fold(0.0, f64::max).min(f64::MAX))
    }

    /// Divided by a number.
    pub(super) fn over(&self, divisor: f64) -> Dense<T> {
        let values = self.values.iter();
        Dense {
            values: collected(values.map(|value| value.divided(divisor))),
            ..*self
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        self.values.iter().all(|value| value.is_finite())
    }
}

/// Some rows of a matrix.
pub(super) struct Slab<'a, T> {
    columns: usize,
    values: &'a mut [T],
}

impl<T: Field> Slab<'_, T> {
    pub(super) fn rows(&self) -> usize {
        self.values.len() / self.columns
    }

    /// A copy of some of the columns.
    pub(super) fn part(&self, columns: Range<usize>) -> Dense<T> {
        let mut result = Dense::zeros(self.rows(), columns.len());
        for (row, source) in self.values.chunks_exact(self.columns).enumerate() {
            let source = &source[columns.clone()];
            result.row_mut(row).copy_from_slice(source);
        }
        result
    }

    /// Takes a matrix from the columns from one on.
    pub(super) fn subtract(&mut self, part: &Dense<T>, column: usize) {
        for (row, target) in self.values.chunks_exact_mut(self.columns).enumerate() {
            for (place, value) in target[column..].iter_mut().zip(part.row(row)) {
                *place -= *value;
            }
        }
    }
}

/// Numbers as an array of a kind, which is rounded to.
pub(super) fn to_array<T: Field>(
    values: &[T],
    dims: Dims,
    kind: ElemKind,
) -> Result<Array, Raised> {
    converted(&Array::from_elements(dims, values)?, kind)
}

impl<T: Copy> Clone for Dense<T> {
    fn clone(&self) -> Dense<T> {
        Dense {
            values: copied(&self.values),
            ..*self
        }
    }
}

/// What stands for a matrix: it, its transpose, its conjugate transpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letter {
    /// "n"
    Plain,
    /// "t"
    Transposed,
    /// "c"
    Adjoint,
}
