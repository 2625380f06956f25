//! Matrix products and powers.
//!
//! *Invariant:* the result does not depend on the number of threads; integers wrap.

use quasar_abi::ElemKind;

use super::product_sizes::{Sizes, Strides};
#[cfg(target_arch = "x86_64")]
use super::wide_product;
use crate::array::convert::{common_kind, converted, no_number};
use crate::array::dims::Dims;
use crate::array::element::{C32, C64, Complex};
use crate::array::object::Array;
use crate::array::shape::array_transpose;
use crate::process::error::Raised;
use crate::process::refusal::{filled, with_block};
#[cfg(target_arch = "x86_64")]
use crate::process::vectors::{WIDEST, vector_level};
use crate::threads::pieces::for_each_piece;

/// The operation in messages.
const NAME: &str = "matrix product";

/// The sizes of left·right; a row on the right of a matrix counts as a column.
fn sizes(left: &Array, right: &Array) -> Result<Sizes, Raised> {
    let (l, r) = (left.dims(), right.dims());
    if l.count() > 2 || r.count() > 2 {
        return Err(Dims::mismatch(NAME, &l, &r));
    }
    let (rows, inner) = (l.get(0) as usize, l.get(1));
    let row_on_the_right = r.get(0) == 1 && r.get(1) == inner && inner != 1;
    if row_on_the_right && rows == 1 {
        let what =
            "two rows of the same length have no matrix product; use dotprod(a, b) or a .* b";
        return Err(Raised::invalid(NAME, what));
    }
    let columns = if row_on_the_right {
        1
    } else {
        r.get(1) as usize
    };
    if !row_on_the_right && r.get(0) != inner {
        return Err(Dims::mismatch(NAME, &l, &r));
    }
    Ok(Sizes {
        rows,
        inner: inner as usize,
        columns,
    })
}

pub(crate) fn matrix_multiply(left: &Array, right: &Array) -> Result<Array, Raised> {
    let sizes = sizes(left, right)?;
    let kind = match common_kind(left.kind(), right.kind())? {
        ElemKind::I8 | ElemKind::U8 | ElemKind::I16 | ElemKind::U16 => ElemKind::I32,
        ElemKind::U32 | ElemKind::U64 => ElemKind::I64,
        ElemKind::F16 => ElemKind::F32,
        other => other,
    };
    multiplied(sizes, left, right, kind)
}

/// The product of a matrix and the transpose of another one, which is not made where both have the same kind of floats.
pub(crate) fn matrix_multiply_transposed(left: &Array, right: &Array) -> Result<Array, Raised> {
    let (l, r) = (left.dims(), right.dims());
    let is_matrix = l.count() <= 2 && r.count() <= 2 && r.get(1) > 1 && l.get(1) == r.get(1);
    let kind = left.kind();
    let product = match kind {
        _ if !is_matrix || right.kind() != kind => None,
        ElemKind::F32 | ElemKind::F64 => Some(kind),
        _ => None,
    };
    let Some(kind) = product else {
        return matrix_multiply(left, &array_transpose(right)?);
    };
    let [rows, inner, columns] = [l.get(0), l.get(1), r.get(0)];
    let dims = Dims::matrix(rows, columns);
    l.require_few_of_none(NAME, &dims)?;
    let mut result = Array::zeros(kind, dims)?;
    let sizes = Sizes {
        rows: rows as usize,
        inner: inner as usize,
        columns: columns as usize,
    };
    let strides = Strides {
        row: 1,
        column: sizes.inner,
    };
    match kind {
        ElemKind::F32 => product_f32(
            sizes,
            left.elements(),
            right.elements(),
            strides,
            result.elements_mut(),
        ),
        _ => product_f64(
            sizes,
            left.elements(),
            right.elements(),
            strides,
            result.elements_mut(),
        ),
    }
    Ok(result)
}

/// The product of two matrices that fit together, computed in a kind.
pub(crate) fn product_of(left: &Array, right: &Array, kind: ElemKind) -> Result<Array, Raised> {
    let (l, r) = (left.dims(), right.dims());
    assert_eq!(l.get(1), r.get(0), "matrices that fit together");
    let [rows, inner, columns] = [l.get(0), l.get(1), r.get(1)].map(|size| size as usize);
    let sizes = Sizes {
        rows,
        inner,
        columns,
    };
    multiplied(sizes, left, right, kind)
}

fn multiplied(sizes: Sizes, left: &Array, right: &Array, kind: ElemKind) -> Result<Array, Raised> {
    let (left, right) = (converted(left, kind)?, converted(right, kind)?);
    let dims = Dims::matrix(sizes.rows as i64, sizes.columns as i64);
    left.dims().require_few_of_none(NAME, &dims)?;
    let mut result = Array::zeros(kind, dims)?;
    match kind {
        ElemKind::F32 => product_f32(
            sizes,
            left.elements(),
            right.elements(),
            Strides::plain(sizes),
            result.elements_mut(),
        ),
        ElemKind::F64 => product_f64(
            sizes,
            left.elements(),
            right.elements(),
            Strides::plain(sizes),
            result.elements_mut(),
        ),
        ElemKind::C32 => product::<C32>(
            sizes,
            left.elements(),
            right.elements(),
            result.elements_mut(),
        ),
        ElemKind::C64 => product::<C64>(
            sizes,
            left.elements(),
            right.elements(),
            result.elements_mut(),
        ),
        ElemKind::I64 => product::<i64>(
            sizes,
            left.elements(),
            right.elements(),
            result.elements_mut(),
        ),
        ElemKind::I32 => product::<i32>(
            sizes,
            left.elements(),
            right.elements(),
            result.elements_mut(),
        ),
        other => return Err(no_number(other)),
    }
    Ok(result)
}

/// What the plain product needs of a number.
trait Ring: Copy {
    /// total + a·b
    fn accumulate(total: Self, a: Self, b: Self) -> Self;
}

impl Ring for i32 {
    fn accumulate(total: i32, a: i32, b: i32) -> i32 {
        total.wrapping_add(a.wrapping_mul(b))
    }
}

impl Ring for i64 {
    fn accumulate(total: i64, a: i64, b: i64) -> i64 {
        total.wrapping_add(a.wrapping_mul(b))
    }
}

impl<T: Copy + std::ops::Add<Output = T> + std::ops::Sub<Output = T> + std::ops::Mul<Output = T>>
    Ring for Complex<T>
{
    fn accumulate(total: Self, a: Self, b: Self) -> Self {
        Complex {
            re: total.re + (a.re * b.re - a.im * b.im),
            im: total.im + (a.re * b.im + a.im * b.re),
        }
    }
}

/// Rows of the result that one thread computes at a time.
const BLOCK_ROWS: usize = 64;

/// Divides the result into blocks of rows; `work` gets the rows of the left matrix and of the result, and their number.
fn by_blocks<T: Copy + Send + Sync>(
    sizes: Sizes,
    left: &[T],
    result: &mut [T],
    work: impl Fn(&[T], &mut [T], usize) + Sync,
) {
    if sizes.columns == 0 || sizes.rows == 0 {
        return;
    }
    for_each_piece(result, BLOCK_ROWS * sizes.columns, |first, block| {
        let (row, rows) = (first / sizes.columns, block.len() / sizes.columns);
        work(
            &left[row * sizes.inner..(row + rows) * sizes.inner],
            block,
            rows,
        );
    });
}

/// The plain product, row by row of the right matrix, so that memory is read in order.
fn product<T: Ring + Send + Sync>(sizes: Sizes, left: &[T], right: &[T], result: &mut [T]) {
    by_blocks(sizes, left, result, |left, block, rows| {
        for row in 0..rows {
            let target = &mut block[row * sizes.columns..(row + 1) * sizes.columns];
            for inner in 0..sizes.inner {
                let factor = left[row * sizes.inner + inner];
                let source = &right[inner * sizes.columns..(inner + 1) * sizes.columns];
                for (total, value) in target.iter_mut().zip(source) {
                    *total = T::accumulate(*total, factor, *value);
                }
            }
        }
    });
}

/// Inner length of a part of a product whose result is small: long against adding up the parts.
const INNER_PART: usize = 1 << 12;
/// Results up to this number of elements are small: several of them fit into a cache.
const SMALL_RESULT: usize = 1 << 14;

/// A small result of a long sum: threads share the sum, whose parts are added up in their order.
fn by_parts<T: Copy + Send + Sync + std::ops::AddAssign>(
    sizes: Sizes,
    result: &mut [T],
    work: impl Fn(std::ops::Range<usize>, &mut [T]) + Sync,
) {
    let mut parts = filled(result[0], sizes.inner.div_ceil(INNER_PART) * result.len());
    for_each_piece(&mut parts, result.len(), |first, part| {
        let from = first / result.len() * INNER_PART;
        work(from..sizes.inner.min(from + INNER_PART), part);
    });
    let mut parts = parts.chunks(result.len());
    result.copy_from_slice(parts.next().expect("a long sum has parts"));
    for part in parts {
        result
            .iter_mut()
            .zip(part)
            .for_each(|(total, one)| *total += *one);
    }
}

/// Whether threads share the sums instead of the rows.
fn is_long(sizes: Sizes) -> bool {
    let result = sizes.rows * sizes.columns;
    sizes.rows <= BLOCK_ROWS && sizes.inner > 2 * INNER_PART && (1..=SMALL_RESULT).contains(&result)
}

/// Elements that `matrixmultiply` packs at most, of blocks with as many rows, inner length and columns as its kernels take at a time.
fn packed(rows: usize, inner: usize, columns: usize) -> usize {
    const ROWS: usize = 64;
    const INNER: usize = 256;
    const COLUMNS: usize = 1024;
    const KERNEL: usize = 16;
    let [rows, columns] =
        [rows.min(ROWS), columns.min(COLUMNS)].map(|count| count.next_multiple_of(KERNEL));
    inner.min(INNER) * (rows + columns)
}

/// A product by `matrixmultiply`, or in wider vectors than it has.
macro_rules! library_product {
    ($name:ident, $type:ident, $function:path) => {
        /// left·right of row-major matrices, but for the strides of the right one.
        pub(super) fn $name(
            sizes: Sizes,
            left: &[$type],
            right: &[$type],
            strides: Strides,
            result: &mut [$type],
        ) {
            let Sizes {
                rows,
                inner,
                columns,
            } = sizes;
            if rows * columns == 0 {
                return;
            }
            #[cfg(target_arch = "x86_64")]
            if vector_level() == WIDEST && !is_long(sizes) {
                // SAFETY: the processor has the vectors; the callers pass matrices of these sizes and strides.
                return unsafe { wide_product::$name(sizes, left, right, strides, result) };
            }
            let run = |rows: usize,
                       length: usize,
                       left: &[$type],
                       right: &[$type],
                       target: &mut [$type]| {
                let room = packed(rows, length, columns) * size_of::<$type>();
                // SAFETY: the callers pass parts of the matrices that have these sizes and strides; the target is row-major.
                with_block(room, || unsafe {
                    $function(
                        rows,
                        length,
                        columns,
                        1.0,
                        left.as_ptr(),
                        inner as isize,
                        1,
                        right.as_ptr(),
                        strides.row as isize,
                        strides.column as isize,
                        0.0,
                        target.as_mut_ptr(),
                        columns as isize,
                        1,
                    );
                })
            };
            if is_long(sizes) {
                return by_parts(sizes, result, |range, part| {
                    let right = &right[range.start * strides.row..];
                    run(rows, range.len(), &left[range.start..], right, part);
                });
            }
            by_blocks(sizes, left, result, |left, block, rows| {
                run(rows, inner, left, right, block);
            });
        }
    };
}

library_product!(product_f32, f32, matrixmultiply::sgemm);
library_product!(product_f64, f64, matrixmultiply::dgemm);

pub(crate) fn matrix_power(matrix: &Array, exponent: i64) -> Result<Array, Raised> {
    let dims = matrix.dims();
    if dims.count() > 2 || dims.get(0) != dims.get(1) {
        let what = format!(
            "an array of size {dims} is not a square matrix; use .^ for the power of each element"
        );
        return Err(Raised::invalid("matrix power", what));
    }
    if exponent < 0 {
        return Err(Raised::invalid(
            "matrix power",
            format!("the exponent {exponent} is negative"),
        ));
    }
    let mut power = crate::array::create::eye(matrix.kind().code(), dims.get(0))?;
    let mut square = matrix.clone();
    let mut rest = exponent;
    while rest > 0 {
        if rest & 1 == 1 {
            power = matrix_multiply(&power, &square)?;
        }
        rest >>= 1;
        if rest > 0 {
            square = matrix_multiply(&square, &square)?;
        }
    }
    Ok(power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::element::Element;
    use crate::text::display::array_text;

    fn matrix<T: Element>(rows: i64, columns: i64, values: &[T]) -> Array {
        Array::from_elements(Dims::matrix(rows, columns), values).expect("memory")
    }

    fn shown(array: Result<Array, Raised>) -> String {
        array_text(&array.expect("a product")).replace("\n ", "")
    }

    #[test]
    fn long_sums_with_small_results() {
        // Whole numbers below 2^24: every order of adding them up is exact.
        let (rows, inner, columns) = (3, 2 * INNER_PART + 77, 2);
        let left: Vec<f32> = (0..rows * inner).map(|k| (k % 7) as f32).collect();
        let right: Vec<f32> = (0..inner * columns).map(|k| (k % 5) as f32).collect();
        let (l, r) = (rows as i64, columns as i64);
        let product = matrix_multiply(
            &matrix(l, inner as i64, &left),
            &matrix(inner as i64, r, &right),
        );
        let product = product.expect("a product");
        for row in 0..rows {
            for column in 0..columns {
                let terms = (0..inner).map(|k| left[row * inner + k] * right[k * columns + column]);
                let wanted: f64 = terms.map(f64::from).sum();
                let found = product.elements::<f32>()[row * columns + column];
                assert_eq!(f64::from(found), wanted);
            }
        }
    }

    #[test]
    fn products_with_a_transpose() {
        fn agree<T: Element>(l: (i64, i64), r: (i64, i64), number: impl Fn(i64) -> T) {
            let made = |(rows, columns): (i64, i64)| {
                let values: Vec<T> = (0..rows * columns).map(|k| number(k % 7 - 3)).collect();
                matrix(rows, columns, &values)
            };
            let (left, right) = (made(l), made(r));
            let wanted = array_transpose(&right).and_then(|right| matrix_multiply(&left, &right));
            let found = matrix_multiply_transposed(&left, &right);
            match (found, wanted) {
                (Ok(found), Ok(wanted)) => assert_eq!(shown(Ok(found)), shown(Ok(wanted))),
                (found, wanted) => assert_eq!(found.is_err(), wanted.is_err(), "{l:?} {r:?}"),
            }
        }
        let long = 2 * INNER_PART as i64 + 5;
        let sizes = [
            ((3, 4), (5, 4)),
            ((70, 9), (66, 9)),
            ((3, long), (2, long)),
            // Vectors, and what does not fit.
            ((1, 4), (1, 4)),
            ((1, 4), (4, 1)),
            ((3, 1), (2, 1)),
            ((3, 4), (1, 4)),
            ((3, 4), (4, 5)),
            ((0, 4), (2, 4)),
        ];
        for (l, r) in sizes {
            agree(l, r, |number| number as f32);
            agree(l, r, |number| number as f64);
            agree(l, r, |number| number as i32);
        }
    }

    #[test]
    fn products_of_each_kind() {
        let (a, b) = ([1.0f32, 2.0, 3.0, 4.0], [5.0f32, 6.0, 7.0, 8.0]);
        assert_eq!(
            shown(matrix_multiply(&matrix(2, 2, &a), &matrix(2, 2, &b))),
            "[[19,22],[43,50]]"
        );
        assert_eq!(
            shown(matrix_multiply(
                &matrix(2, 2, &[1i32, 2, 3, 4]),
                &matrix(2, 2, &b)
            )),
            "[[19,22],[43,50]]"
        );
        assert_eq!(
            shown(matrix_multiply(
                &matrix(1, 1, &[i32::MAX]),
                &matrix(1, 1, &[2i32])
            )),
            "[-2]"
        );
        let i = [C64 { re: 0.0, im: 1.0 }];
        assert_eq!(
            shown(matrix_multiply(&matrix(1, 1, &i), &matrix(1, 1, &i))),
            "[-1+0i]"
        );
    }

    #[test]
    fn orientation_of_vectors() {
        let a = matrix(2, 3, &[1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let row = matrix(1, 3, &[1.0f64, 0.0, 1.0]);
        assert_eq!(shown(matrix_multiply(&a, &row)), "[[4],[10]]");
        assert_eq!(
            shown(matrix_multiply(&matrix(1, 2, &[1.0f64, 1.0]), &a)),
            "[5,7,9]"
        );
        assert_eq!(
            shown(matrix_multiply(
                &matrix(2, 1, &[1i32, 2]),
                &matrix(1, 2, &[3i32, 4])
            )),
            "[[3,4],[6,8]]"
        );
        assert!(
            matrix_multiply(&row, &row)
                .expect_err("two rows")
                .message
                .contains("dotprod")
        );
        assert!(matrix_multiply(&row, &a).is_err());
    }

    #[test]
    fn large_products_agree_with_the_definition() {
        // More rows than a block has.
        let n = 75;
        let value = |index: usize| ((index * 7919) % 23) as f64 - 11.0;
        let (a, b): (Vec<f64>, Vec<f64>) = (
            (0..n * n).map(value).collect(),
            (0..n * n).map(|index| value(index + 5)).collect(),
        );
        let result = matrix_multiply(
            &matrix(n as i64, n as i64, &a),
            &matrix(n as i64, n as i64, &b),
        )
        .expect("a product");
        for row in 0..n {
            for column in 0..n {
                let expected: f64 = (0..n)
                    .map(|inner| a[row * n + inner] * b[inner * n + column])
                    .sum();
                assert_eq!(result.elements::<f64>()[row * n + column], expected);
            }
        }
    }

    #[test]
    fn powers() {
        let fibonacci = matrix(2, 2, &[1i32, 1, 1, 0]);
        assert_eq!(shown(matrix_power(&fibonacci, 10)), "[[89,55],[55,34]]");
        assert_eq!(shown(matrix_power(&fibonacci, 0)), "[[1,0],[0,1]]");
        assert!(matrix_power(&fibonacci, -1).is_err());
        assert!(matrix_power(&matrix(1, 2, &[1i32, 2]), 2).is_err());
    }
}
