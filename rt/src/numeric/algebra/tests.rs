//! Factors and vectors against the equations that define them, on matrices without a pattern, real and complex.
//!
//! *Invariant:* a residual is compared with the size of the matrix and the precision of the computation, not with an output of it.

use quasar_abi::{AlgebraOp, ElemKind, Tag, Tagged};

use super::dense::{Dense, Field, norm};
use super::eigen::eigen;
use super::factors::{
    Triangle, cholesky, inverse, lu, q_columns, qr, solve_cholesky, solve_lu, solve_triangle,
    zero_on_diagonal,
};
use super::spectral::{Singular, hermitian, singular, singular_values};
use super::{Call, compute};
use crate::array::dims::Dims;
use crate::array::element::C64;
use crate::array::object::Array;

/// Sizes on both sides of the panels of LU.
const SIZES: &[(usize, usize)] = &[
    (1, 1),
    (2, 2),
    (3, 5),
    (5, 3),
    (31, 31),
    (33, 40),
    (70, 66),
    (80, 20),
    (20, 80),
    (1, 40),
    (40, 1),
    (0, 3),
    (17, 17),
];

fn part(index: usize) -> f64 {
    ((index * 7919 + 13) % 1009) as f64 / 504.0 - 1.0
}

fn matrix<T: Field>(rows: usize, columns: usize) -> Dense<T> {
    let value = |index| T::from_complex(C64::new(part(index), part(3 * index + 1)));
    Dense {
        rows,
        columns,
        values: (0..rows * columns).map(value).collect(),
    }
}

fn difference<T: Field>(a: &Dense<T>, b: &Dense<T>) -> f64 {
    assert_eq!((a.rows, a.columns), (b.rows, b.columns));
    let values: Vec<T> = a
        .values
        .iter()
        .zip(&b.values)
        .map(|(a, b)| *a - *b)
        .collect();
    norm(&values)
}

fn assert_near<T: Field>(found: &Dense<T>, expected: &Dense<T>, what: &str) {
    let size = 1.0 + norm(&expected.values);
    let error = difference(found, expected) / size;
    assert!(
        error < 1e-13,
        "{what}: {error:e} of {}x{}",
        found.rows,
        found.columns
    );
}

/// A Hermitian positive definite matrix.
fn positive<T: Field>(size: usize) -> Dense<T> {
    let half = matrix::<T>(size, size + 2);
    let mut product = half.times(&half.adjoint());
    for index in 0..size {
        *product.at_mut(index, index) += T::from_real(0.5);
    }
    product
}

fn factors_follow_their_equations<T: Field>() {
    for &(rows, columns) in SIZES {
        let given = matrix::<T>(rows, columns);
        let mut packed = given.clone();
        let pivots = lu(&mut packed);
        let count = rows.min(columns);
        let mut lower = packed.first_columns(count);
        for row in 0..count {
            lower.row_mut(row)[row] = T::from_real(1.0);
            lower.row_mut(row)[row + 1..].fill(T::default());
        }
        let mut exchanged = given.clone();
        for (row, pivot) in pivots.iter().enumerate() {
            exchanged.swap_rows(row, *pivot);
        }
        assert_near(&lower.times(&packed.upper(count)), &exchanged, "L U");

        let mut reflectors = given.transposed();
        let taus = qr(&mut reflectors);
        let q = q_columns(&reflectors, &taus, count).transposed();
        assert_near(&q.adjoint().times(&q), &Dense::identity(count), "Q");
        let r = reflectors.transposed().upper(count);
        assert_near(&q.times(&r), &given, "Q R");

        assert_singular(&given);
    }
}

/// U and V are orthonormal, A = U S Vᴴ, and the values alone are the same.
fn assert_singular<T: Field>(given: &Dense<T>) -> Singular<T> {
    let found = singular(given);
    let count = given.rows.min(given.columns);
    let size = given.scale();
    let mut scaled = found.left.clone();
    for row in 0..given.rows {
        for (place, value) in scaled.row_mut(row).iter_mut().zip(&found.values) {
            *place = *place * T::from_real(*value / size);
        }
    }
    let product = scaled.times(&found.right.adjoint());
    assert_near(&product, &given.over(size), "U S V");
    for (vectors, name) in [(&found.left, "U"), (&found.right, "V")] {
        let product = vectors.adjoint().times(vectors);
        assert_near(&product, &Dense::identity(count), name);
    }
    assert!(found.values.is_sorted_by(|a, b| a >= b && *b >= 0.0));
    let alone = singular_values(given);
    assert_eq!(alone.len(), count);
    for (one, other) in alone.iter().zip(&found.values) {
        assert!((one - other).abs() <= 1e-13 * found.values[0]);
    }
    found
}

/// Columns of length 1 that are orthogonal to each other.
fn orthonormal<T: Field>(rows: usize, columns: usize) -> Dense<T> {
    let mut reflectors = matrix::<T>(rows, columns).transposed();
    let taus = qr(&mut reflectors);
    q_columns(&reflectors, &taus, columns).transposed()
}

/// Matrices whose singular values are known: far apart, many times the same, zero, and of numbers near the ends of their range.
fn singular_values_of_every_kind<T: Field>() {
    for (rows, columns) in [(40, 40), (75, 35), (20, 50)] {
        let count = columns.min(rows);
        let (left, right) = (
            orthonormal::<T>(rows, count),
            orthonormal::<T>(columns, count),
        );
        let kinds: [fn(usize) -> f64; 5] = [
            |index| 10f64.powi(-(index as i32)),
            |index| if index < 10 { 3.0 } else { 1e-3 },
            |_| 1.0,
            |index| {
                if index < 7 {
                    1.0 / (index + 1) as f64
                } else {
                    0.0
                }
            },
            |_| 0.0,
        ];
        for (kind, size) in kinds.into_iter().zip([1.0, 1e-300, 1e300, 1.0, 1.0]) {
            let mut given = left.clone();
            for row in 0..rows {
                for (index, place) in given.row_mut(row).iter_mut().enumerate() {
                    *place = *place * T::from_real(kind(index));
                }
            }
            let mut given = given.times(&right.adjoint());
            for value in &mut given.values {
                *value = *value * T::from_real(size);
            }
            let found = assert_singular(&given);
            for (index, value) in found.values.iter().enumerate() {
                let error = (value / size - kind(index)).abs();
                assert!(error < 1e-13, "{rows}x{columns}, {index}: {value}");
            }
        }
    }
}

#[test]
fn singular_values_that_are_known() {
    singular_values_of_every_kind::<f64>();
    singular_values_of_every_kind::<C64>();
}

/// Of a matrix of ones all columns but the first are rounding, and rounding of rounding, down to the least numbers that there are.
fn ones_have_orthonormal_vectors<T: Field>() {
    for (rows, columns) in [(6, 5), (18, 9), (95, 11), (60, 60)] {
        for size in [1.0, 3.0, 1e-300, 1e300] {
            let given = Dense {
                rows,
                columns,
                values: vec![T::from_real(size); rows * columns],
            };
            let found = assert_singular(&given);
            let greatest = (rows as f64 * columns as f64).sqrt();
            assert!((found.values[0] / size - greatest).abs() < 1e-12 * greatest);
            assert!(found.values[1] <= 1e-13 * found.values[0]);
            let mut reflectors = given.transposed();
            let taus = qr(&mut reflectors);
            let q = q_columns(&reflectors, &taus, columns).transposed();
            assert_near(&q.adjoint().times(&q), &Dense::identity(columns), "Q");
        }
    }
}

#[test]
fn matrices_of_ones() {
    ones_have_orthonormal_vectors::<f64>();
    ones_have_orthonormal_vectors::<C64>();
}

/// Of ones on the diagonal and above it the singular values are 2 cos(k pi / (2 n + 1)).
#[test]
fn singular_values_that_a_formula_gives() {
    let size = 90;
    let mut given = Dense::<f64>::identity(size);
    for index in 1..size {
        *given.at_mut(index - 1, index) = 1.0;
    }
    for (index, value) in assert_singular(&given).values.iter().enumerate() {
        let angle = (index + 1) as f64 * std::f64::consts::PI / (2 * size + 1) as f64;
        assert!(
            (value - 2.0 * angle.cos()).abs() < 1e-14,
            "{index}: {value}"
        );
    }
}

/// The least singular value of two diagonals that fall by a factor of ten from row to row, or rise, has all its digits: one over the greatest
/// of the inverse, whose elements are products.
#[test]
fn small_singular_values_of_two_diagonals_are_exact() {
    let size = 30;
    for rises in [false, true] {
        let power = |row: usize| {
            let power = -(row as i32);
            10f64.powi(if rises {
                power + size as i32 - 1
            } else {
                power
            })
        };
        let (mut given, mut inverse) = (Dense::zeros(size, size), Dense::zeros(size, size));
        for row in 0..size {
            *given.at_mut(row, row) = power(row);
            let mut element = 1.0 / power(row);
            *inverse.at_mut(row, row) = element;
            for column in row + 1..size {
                element *= -0.5 * power(column - 1) / power(column);
                *inverse.at_mut(row, column) = element;
            }
        }
        for row in 1..size {
            *given.at_mut(row - 1, row) = 0.5 * power(row - 1);
        }
        let least = assert_singular(&given).values[size - 1];
        let greatest = singular(&inverse).values[0];
        assert!((least * greatest - 1.0).abs() < 1e-13, "{least} {greatest}");
    }
}

fn systems_are_solved<T: Field>() {
    // As many right sides as have their solutions one by one, and as have them together.
    for (size, sides) in [1, 2, 7, 40, 65, 150]
        .into_iter()
        .flat_map(|size| [(size, 3), (size, 9)])
    {
        let given = positive::<T>(size);
        let unknown = matrix::<T>(size, sides);
        let right = given.times(&unknown);
        let condition = 1e-10;
        let near = |found: &Dense<T>, what: &str| {
            let error = difference(&given.times(&found.transposed()), &right);
            assert!(error < condition * norm(&right.values), "{what}: {error:e}");
        };
        let mut packed = given.clone();
        let pivots = lu(&mut packed);
        let mut sides = right.transposed();
        solve_lu(&packed, &pivots, &mut sides);
        near(&sides, "LU");
        let product = given.times(&inverse(&packed, &pivots));
        let error = difference(&product, &Dense::identity(size));
        assert!(error < condition * size as f64, "an inverse: {error:e}");
        let factor = cholesky(&given).expect("positive definite");
        assert_near(&factor.times(&factor.adjoint()), &given, "L L^H");
        let mut sides = right.transposed();
        solve_cholesky(&factor, &mut sides);
        near(&sides, "Cholesky");
        let mut sides = right.transposed();
        let triangle = Triangle {
            lower: true,
            unit: false,
        };
        solve_triangle(&factor, triangle, &mut sides);
        assert_near(&factor.times(&sides.transposed()), &right, "a triangle");

        let (vectors, values) = hermitian(&given);
        let mut scaled = vectors.clone();
        for row in 0..size {
            for (place, value) in scaled.row_mut(row).iter_mut().zip(&values) {
                *place = *place * T::from_real(*value);
            }
        }
        assert_near(&scaled, &given.times(&vectors), "A V = V d");
        assert_near(
            &vectors.adjoint().times(&vectors),
            &Dense::identity(size),
            "V",
        );
        assert!(values.is_sorted());
    }
}

/// Matrices whose eigenvalues are many times the same, far apart, of both signs, or there already.
fn hermitian_matrices_of_every_kind<T: Field>() {
    let size = 60;
    let column = matrix::<T>(size, 1);
    let wide = matrix::<T>(size, 7);
    let mut both = matrix::<T>(size, size);
    for row in 0..size {
        for column in 0..row {
            *both.at_mut(column, row) = both.at(row, column).conj();
        }
        *both.at_mut(row, row) = T::from_real(both.at(row, row).to_real());
    }
    let mut apart = Dense::<T>::zeros(size, size);
    for index in 0..size {
        *apart.at_mut(index, index) = T::from_real(10f64.powi(index as i32 / 2 - 15));
    }
    let mut chain = Dense::<T>::zeros(size, size);
    for index in 1..size {
        *chain.at_mut(index, index - 1) = T::from_real(1.0);
        *chain.at_mut(index - 1, index) = T::from_real(1.0);
    }
    let given = [
        column.times(&column.adjoint()),
        wide.times(&wide.adjoint()),
        both,
        apart,
        chain,
        Dense::identity(size),
        Dense::zeros(size, size),
    ];
    for given in given {
        let (vectors, values) = hermitian(&given);
        let mut scaled = vectors.clone();
        for row in 0..size {
            for (place, value) in scaled.row_mut(row).iter_mut().zip(&values) {
                *place = *place * T::from_real(*value);
            }
        }
        assert_near(&scaled, &given.times(&vectors), "A V = V d");
        let product = vectors.adjoint().times(&vectors);
        assert_near(&product, &Dense::identity(size), "V");
        assert!(values.is_sorted());
    }
}

#[test]
fn symmetric_matrices_of_every_kind() {
    hermitian_matrices_of_every_kind::<f64>();
    hermitian_matrices_of_every_kind::<C64>();
}

/// The eigenvalues of a chain of ones beside the diagonal are 2 cos(k pi / (n + 1)).
#[test]
fn eigenvalues_that_a_formula_gives() {
    let size = 101;
    let mut chain = Dense::<f64>::zeros(size, size);
    for index in 1..size {
        *chain.at_mut(index, index - 1) = 1.0;
    }
    let (_, values) = hermitian(&chain);
    for (index, value) in values.iter().enumerate() {
        let angle = (size - index) as f64 * std::f64::consts::PI / (size + 1) as f64;
        assert!(
            (value - 2.0 * angle.cos()).abs() < 1e-14,
            "{index}: {value}"
        );
    }
}

#[test]
fn real_numbers() {
    factors_follow_their_equations::<f64>();
    systems_are_solved::<f64>();
}

#[test]
fn complex_numbers() {
    factors_follow_their_equations::<C64>();
    systems_are_solved::<C64>();
}

/// A V = V d with columns of length 1 and values in order; of real matrices, values that are not real come with their conjugates.
fn assert_eigen<T: Field>(given: &Dense<T>) -> Vec<C64> {
    let (vectors, values) = eigen(given).expect("it converges");
    let size = given.scale();
    let mut complex = Dense::<C64>::zeros(given.rows, given.columns);
    for (place, value) in complex.values.iter_mut().zip(&given.over(size).values) {
        *place = value.to_complex();
    }
    let mut scaled = vectors.clone();
    for row in 0..given.rows {
        for (place, value) in scaled.row_mut(row).iter_mut().zip(&values) {
            *place = *place * (*value / size);
        }
    }
    let (found, near) = (
        complex.times(&vectors),
        1e-13 * (1.0 + norm(&complex.values)),
    );
    let error = difference(&found, &scaled);
    assert!(error < near, "A V = V d: {error:e} of {} rows", given.rows);
    let columns = vectors.transposed();
    for column in 0..given.columns {
        let length = norm(columns.row(column));
        assert!((length - 1.0).abs() < 1e-13, "a length of {length}");
    }
    if !T::KIND.is_complex() {
        for value in values.iter().filter(|value| value.im != 0.0) {
            assert!(
                values.contains(&value.conj()),
                "{value} without its conjugate"
            );
        }
    }
    values
}

/// Sizes on both sides of squares that are made triangular at once, and of chains of bulges.
fn eigenvectors_follow_their_equation<T: Field>() {
    for size in [0, 1, 2, 3, 10, 37, 64, 65, 110] {
        let given = matrix::<T>(size, size);
        assert_eigen(&given);
        let mut turned = given.adjoint();
        for (place, value) in turned.values.iter_mut().zip(&given.values) {
            *place -= *value;
        }
        assert_eigen(&turned);
        let factor = matrix::<T>(size, size / 4 + 1);
        assert_eigen(&factor.times(&factor.transposed()));
        for power in [-300, 300].into_iter().filter(|_| size < 40) {
            let mut scaled = given.clone();
            for value in &mut scaled.values {
                *value = *value * T::from_real(10f64.powi(power));
            }
            assert_eigen(&scaled);
        }
    }
}

#[test]
fn eigenvectors_of_matrices_without_symmetry() {
    eigenvectors_follow_their_equation::<f64>();
    eigenvectors_follow_their_equation::<C64>();
}

/// Zeros, ones, blocks with one eigenvector for many eigenvalues, also where powers of small distances overflow, and turned ones of these.
fn matrices_without_enough_eigenvectors<T: Field>() {
    for size in [5, 40, 80] {
        let mut block = Dense::<T>::zeros(size, size);
        for index in 1..size {
            *block.at_mut(index - 1, index) = T::from_real(1.0);
        }
        let turn = orthonormal::<T>(size, size);
        let ones = Dense {
            values: vec![T::from_real(1.0); size * size],
            ..block
        };
        for given in [
            Dense::zeros(size, size),
            Dense::identity(size),
            ones,
            turn.times(&block).times(&turn.adjoint()),
            block.transposed(),
            block,
        ] {
            assert_eigen(&given);
        }
    }
}

#[test]
fn matrices_with_few_eigenvectors() {
    matrices_without_enough_eigenvectors::<f64>();
    matrices_without_enough_eigenvectors::<C64>();
}

/// Cyclic exchanges have the roots of unity, which a shift of zero never finds; a chain with 1 above the diagonal and 4 below it has the
/// eigenvalues 4 cos(k pi / (n + 1)).
#[test]
fn eigenvalues_without_symmetry_that_a_formula_gives() {
    for size in [4, 70, 101] {
        for turned in [false, true] {
            let mut cycle = Dense::<f64>::zeros(size, size);
            for row in 0..size {
                *cycle.at_mut(row, (row + 1) % size) = 1.0;
            }
            let cycle = if turned { cycle.transposed() } else { cycle };
            for value in assert_eigen(&cycle) {
                let power = value.powi(size as i32);
                assert!((power - 1.0).norm() < 1e-11, "{value}");
            }
        }
    }
    // Not larger: the condition of the eigenvalues grows with 2 to the power of the size.
    let size = 12;
    let mut chain = Dense::<f64>::zeros(size, size);
    for index in 1..size {
        *chain.at_mut(index - 1, index) = 1.0;
        *chain.at_mut(index, index - 1) = 4.0;
    }
    for (index, value) in assert_eigen(&chain).iter().enumerate() {
        let angle = (size - index) as f64 * std::f64::consts::PI / (size + 1) as f64;
        assert!((value - 4.0 * angle.cos()).norm() < 1e-11, "{value}");
    }
}

/// The eigenvalues of Q D Qᵀ are those of D: pairs that are not real, and real ones.
#[test]
fn eigenvalues_that_are_put_in() {
    let size = 100;
    let mut given = Dense::<f64>::zeros(size, size);
    for at in (0..size).step_by(2) {
        let (re, im) = (at as f64 / 10.0, if at < 50 { 0.5 } else { 0.0 });
        *given.at_mut(at, at) = re;
        *given.at_mut(at + 1, at + 1) = if at < 50 { re } else { re + 0.1 };
        *given.at_mut(at, at + 1) = im;
        *given.at_mut(at + 1, at) = -im;
    }
    let mut expected: Vec<C64> = Vec::new();
    for at in (0..size).step_by(2) {
        let [re, im] = [given.at(at, at), given.at(at, at + 1)];
        expected.push(C64::new(re, -im));
        expected.push(C64::new(given.at(at + 1, at + 1), im));
    }
    let turn = orthonormal::<f64>(size, size);
    let found = assert_eigen(&turn.times(&given).times(&turn.transposed()));
    for (value, expected) in found.iter().zip(&expected) {
        assert!((value - expected).norm() < 1e-12, "{value} for {expected}");
    }
}

#[test]
fn singular_matrices_are_known_as_such() {
    let mut flat = Dense {
        rows: 2,
        columns: 2,
        values: vec![1.0, 2.0, 2.0, 4.0],
    };
    assert_eq!(cholesky(&flat), Err(1));
    let found = singular(&flat);
    assert!(found.values[1] <= 1e-15 * found.values[0]);
    assert_near(
        &found.left.adjoint().times(&found.left),
        &Dense::identity(2),
        "U",
    );
    lu(&mut flat);
    assert_eq!(zero_on_diagonal(&flat), Some(1));
    let nothing = singular(&Dense::<f64>::zeros(3, 2));
    assert_eq!(nothing.values, [0.0, 0.0]);
    assert_near(
        &nothing.left.adjoint().times(&nothing.left),
        &Dense::identity(2),
        "U",
    );
    assert_eq!(
        cholesky(&Dense {
            rows: 1,
            columns: 1,
            values: vec![f64::NAN]
        }),
        Err(0)
    );
}

#[test]
fn norms_neither_overflow_nor_vanish() {
    let of = |values: &[f64]| norm(values);
    assert_eq!(of(&[3e300, 4e300]), 5e300);
    assert_eq!(of(&[3e-300, 4e-300]), 5e-300);
    assert_eq!((of(&[]), of(&[0.0, 0.0])), (0.0, 0.0));
    assert!(of(&[1.0, f64::NAN]).is_nan() && of(&[1.0, f64::INFINITY]).is_infinite());
}

/// What a function makes of arrays.
fn call(op: AlgebraOp, arrays: &[&Array]) -> Result<Array, String> {
    let entry = |array: &&Array| Tagged::new(Tag::Array, array.as_ptr() as u64);
    let entries: Vec<Tagged> = arrays.iter().map(entry).collect();
    compute(&Call::of(op, ElemKind::F64, &entries)).map_err(|raised| raised.message)
}

#[test]
fn mistakes_name_the_function() {
    let flat = Array::from_elements(Dims::matrix(2, 3), &[1.0f64; 6]).expect("memory");
    let square = Array::from_elements(Dims::matrix(2, 2), &[1.0f64; 4]).expect("memory");
    let cube = Array::from_elements(Dims::new(&[1, 2, 2]), &[1.0f64; 4]).expect("memory");
    let message = |op, arrays: &[&Array]| call(op, arrays).expect_err("a mistake");
    assert_eq!(
        message(AlgebraOp::Inv, &[&flat]),
        "inv: a matrix of size 2x3 is not square"
    );
    assert_eq!(
        message(AlgebraOp::Det, &[&cube]),
        "det: an array of size 1x2x2 is not a matrix"
    );
    assert!(message(AlgebraOp::Inv, &[&square]).contains("inv: the matrix is singular: pivot 1"));
    assert!(message(AlgebraOp::Chol, &[&square]).contains("not positive definite"));
    assert!(message(AlgebraOp::Dot, &[&flat, &square]).contains("2x3 and 2x2"));
    let nan = Array::row(&[f64::NAN]).expect("memory");
    assert!(message(AlgebraOp::Gesvd, &[&nan]).contains("not finite"));
}

#[test]
fn arguments_stay_and_results_are_new() {
    let before = crate::array::object::live_objects();
    let given = Array::from_elements(Dims::matrix(1, 1), &[4.0f64]).expect("memory");
    let same = call(AlgebraOp::Transpose, &[&given]).expect("a transpose");
    assert!(!same.is_same(&given));
    let several = call(AlgebraOp::Gesvd, &[&given]).expect("three arrays");
    assert_eq!(several.objects().len(), 3);
    drop((same, several, given));
    assert_eq!(crate::array::object::live_objects(), before);
}
