//! Systems of equations, as BLAS and LAPACK have them: triangles, packed factors, stacks of matrices.
//!
//! *Invariant:* matrix k of a stack is `A[:,:,k]`; the pivots of matrix k are column k of a matrix.

use quasar_abi::ElemKind;

use crate::array::convert::converted;
use crate::array::dims::Dims;
use crate::array::element::zeros;
use crate::array::list::whole_elements;
use crate::array::object::Array;
use crate::process::error::Raised;
use crate::process::refusal::{all_of, collected};
use crate::threads::pieces::for_each_piece;

use super::dense::{Dense, Field, to_array};
use super::factors::{self, Triangle};
use super::{Call, Letter, several};

/// The right sides of a system of so many equations, one a row, from the last argument: a vector, or the columns of a matrix.
pub(super) fn sides<T: Field>(call: &Call, size: usize) -> Result<Dense<T>, Raised> {
    let array = call.last_array();
    let dims = call.require_matrix(array)?;
    let given = Dense::<T>::of(array)?;
    if dims.get(0) == size as i64 {
        return Ok(given.transposed());
    }
    if dims.get(0) == 1 && dims.get(1) == size as i64 {
        return Ok(given);
    }
    let matrix = call.array(0).dims();
    Err(Dims::mismatch(call.name(), &matrix, &dims))
}

/// The solutions as an array like the right sides.
pub(super) fn solutions<T: Field>(
    call: &Call,
    sides: &Dense<T>,
    unknowns: usize,
) -> Result<Array, Raised> {
    let dims = call.last_array().dims();
    let was_row = dims.get(0) == 1 && dims.get(1) != 1 && sides.rows == 1;
    if was_row {
        return to_array(&sides.values, Dims::row(unknowns as i64), call.kind);
    }
    sides.transposed().to_array(call.kind)
}

pub(super) fn triangular<T: Field>(call: &Call) -> Result<Array, Raised> {
    let matrix = call.square::<T>(0)?;
    let lower = call.is_first(0, ["l", "u"])?;
    let letter = call.letter(1)?;
    let unit = call.is_first(2, ["u", "n"])?;
    let mut sides = sides::<T>(call, matrix.rows)?;
    if let Some(place) = factors::zero_on_diagonal(&matrix).filter(|_| !unit) {
        return Err(call.singular(place));
    }
    let triangle = Triangle {
        lower: lower == (letter == Letter::Plain),
        unit,
    };
    factors::solve_triangle(&matrix.by_letter(letter), triangle, &mut sides);
    solutions(call, &sides, sides.columns)
}

pub(super) fn cholesky<T: Field>(call: &Call) -> Result<Array, Raised> {
    let factor = factors::cholesky(&call.square::<T>(0)?);
    factor
        .map_err(|place| call.not_positive(place))?
        .to_array(call.kind)
}

pub(super) fn cholesky_solution<T: Field>(call: &Call) -> Result<Array, Raised> {
    let factor = call.square::<T>(0)?;
    let mut sides = sides::<T>(call, factor.rows)?;
    if let Some(place) = factors::zero_on_diagonal(&factor) {
        return Err(call.singular(place));
    }
    factors::solve_cholesky(&factor, &mut sides);
    solutions(call, &sides, sides.columns)
}

/// Pivots as a vector of ints.
fn pivot_array(pivots: &[usize]) -> Result<Array, Raised> {
    let pivots = collected(pivots.iter().map(|pivot| *pivot as i32));
    Array::row(&pivots)
}

/// Pivots for `size` rows out of an array of ints.
pub(crate) fn pivots(call: &Call, given: &[i64], size: usize) -> Result<Vec<usize>, Raised> {
    let is_right = |(index, pivot): (usize, &i64)| *pivot >= index as i64 && *pivot < size as i64;
    if given.len() != size || !given.iter().enumerate().all(is_right) {
        return Err(call.invalid(format!(
            "the pivots are not those of a matrix of {size} rows, as blas_lu gives them"
        )));
    }
    Ok(collected(given.iter().map(|pivot| *pivot as usize)))
}

pub(super) fn packed_lu<T: Field>(call: &Call) -> Result<Array, Raised> {
    let mut matrix = call.matrix::<T>(0)?;
    let pivots = factors::lu(&mut matrix);
    several(vec![matrix.to_array(call.kind)?, pivot_array(&pivots)?])
}

/// The factors of the first argument, or what it has already of them, with their pivots.
fn factors_of<T: Field>(call: &Call) -> Result<(Dense<T>, Vec<usize>), Raised> {
    let mut matrix = call.square::<T>(0)?;
    let pivots = match call.array_count() {
        3 => pivots(call, &whole_elements(call.array(1))?, matrix.rows)?,
        _ => factors::lu(&mut matrix),
    };
    match factors::zero_on_diagonal(&matrix) {
        Some(place) => Err(call.singular(place)),
        None => Ok((matrix, pivots)),
    }
}

pub(super) fn lu_solution<T: Field>(call: &Call) -> Result<Array, Raised> {
    let size = call.require_square(call.array(0))?;
    let mut sides = sides::<T>(call, size)?;
    let (factors, pivots) = factors_of::<T>(call)?;
    factors::solve_lu(&factors, &pivots, &mut sides);
    solutions(call, &sides, size)
}

pub(super) fn packed_qr<T: Field>(call: &Call) -> Result<Array, Raised> {
    let mut columns = call.matrix::<T>(0)?.transposed();
    let taus = factors::qr(&mut columns);
    let taus = to_array(&taus, Dims::row(taus.len() as i64), call.kind)?;
    several(vec![columns.transposed().to_array(call.kind)?, taus])
}

pub(super) fn q_of_packed<T: Field>(call: &Call) -> Result<Array, Raised> {
    let columns = call.matrix::<T>(0)?.transposed();
    let taus = Dense::<T>::of(call.array(1))?.values;
    let count = columns.rows.min(columns.columns);
    if taus.len() != count {
        let dims = call.array(0).dims();
        return Err(call.invalid(format!(
            "{} factors do not belong to the {count} reflectors in a matrix of size {dims}",
            taus.len()
        )));
    }
    factors::q_columns(&columns, &taus, count)
        .transposed()
        .to_array(call.kind)
}

// ---- Stacks ------------------------------------------------------------------------------------------------------------

/// The matrices of a stack one after another.
struct Stack<T> {
    rows: usize,
    columns: usize,
    matrices: Vec<Dense<T>>,
}

/// Rows, columns and number of the matrices in an array.
pub(crate) fn stack_sizes(call: &Call, array: &Array) -> Result<[usize; 3], Raised> {
    let dims = array.dims();
    match dims.count() > 3 {
        true => Err(call.invalid(format!(
            "an array of size {dims} is not a stack of matrices"
        ))),
        false => Ok([0, 1, 2].map(|dim| dims.get(dim) as usize)),
    }
}

impl<T: Field> Stack<T> {
    fn of(call: &Call, array: &Array) -> Result<Stack<T>, Raised> {
        let [rows, columns, count] = stack_sizes(call, array)?;
        let array = converted(array, T::KIND)?;
        let values = array.elements::<T>();
        let mut matrices = collected((0..count).map(|_| Dense::zeros(rows, columns)));
        for_each_piece(&mut matrices, 16, |first, piece| {
            for (number, matrix) in piece.iter_mut().enumerate() {
                for (place, value) in matrix.values.iter_mut().enumerate() {
                    *value = values[place * count + first + number];
                }
            }
        });
        Ok(Stack {
            rows,
            columns,
            matrices,
        })
    }

    /// A stack of square matrices.
    fn square(call: &Call) -> Result<Stack<T>, Raised> {
        let stack = Stack::of(call, call.array(0))?;
        match stack.rows == stack.columns {
            true => Ok(stack),
            false => {
                let dims = call.array(0).dims();
                Err(call.invalid(format!(
                    "the matrices of a stack of size {dims} are not square"
                )))
            }
        }
    }

    fn to_array(&self, kind: ElemKind) -> Result<Array, Raised> {
        let count = self.matrices.len();
        let mut values = zeros::<T>(self.rows * self.columns * count);
        for (number, matrix) in self.matrices.iter().enumerate() {
            for (place, value) in matrix.values.iter().enumerate() {
                values[place * count + number] = *value;
            }
        }
        let dims = [self.rows, self.columns, count].map(|size| size as i64);
        to_array(&values, Dims::new(&dims), kind)
    }
}

/// A matrix with its pivots.
struct Factors<T> {
    matrix: Dense<T>,
    pivots: Vec<usize>,
}

impl<T: Field> Stack<T> {
    /// The factors of each matrix.
    fn factors(self) -> Vec<Factors<T>> {
        let with_none = |matrix| Factors {
            matrix,
            pivots: Vec::new(),
        };
        let mut all = collected(self.matrices.into_iter().map(with_none));
        for_each_piece(&mut all, 16, |_, piece| {
            for one in piece {
                one.pivots = factors::lu(&mut one.matrix);
            }
        });
        all
    }
}

pub(super) fn stack_lu<T: Field>(call: &Call) -> Result<Array, Raised> {
    let stack = Stack::<T>::of(call, call.array(0))?;
    let (rows, columns) = (stack.rows, stack.columns);
    let factors = stack.factors();
    let count = factors.len();
    let mut pivots = zeros::<i32>(rows.min(columns) * count);
    for (number, one) in factors.iter().enumerate() {
        for (place, pivot) in one.pivots.iter().enumerate() {
            pivots[place * count + number] = *pivot as i32;
        }
    }
    let matrices = collected(factors.into_iter().map(|one| one.matrix));
    let stack = Stack {
        rows,
        columns,
        matrices,
    };
    let dims = Dims::matrix(rows.min(columns) as i64, count as i64);
    several(vec![
        stack.to_array(call.kind)?,
        Array::from_elements(dims, &pivots)?,
    ])
}

/// The factors of the first argument, or what it has already of them with the pivots of another.
fn stack_factors<T: Field>(call: &Call, given: bool) -> Result<Vec<Factors<T>>, Raised> {
    let stack = Stack::<T>::square(call)?;
    let (size, count) = (stack.rows, stack.matrices.len());
    let all = match given {
        false => stack.factors(),
        true => {
            let given = whole_elements(call.array(1))?;
            let dims = call.array(1).dims();
            if dims != Dims::matrix(size as i64, count as i64) {
                return Err(Dims::mismatch(call.name(), &call.array(0).dims(), &dims));
            }
            let of_one = |number: usize| {
                let own = given.iter().skip(number).step_by(count).copied();
                pivots(call, &collected(own), size)
            };
            let paired = stack.matrices.into_iter().enumerate();
            all_of(paired.map(|(number, matrix)| {
                let pivots = of_one(number)?;
                Ok(Factors { matrix, pivots })
            }))?
        }
    };
    let singular = all
        .iter()
        .position(|one| factors::zero_on_diagonal(&one.matrix).is_some());
    match singular {
        Some(number) => Err(call.invalid(format!(
            "matrix {number} of the stack, counted from 0, is singular"
        ))),
        None => Ok(all),
    }
}

/// Solves for each matrix, whose right sides are rows.
fn solved<T: Field>(factors: &[Factors<T>], mut sides: Vec<Dense<T>>) -> Vec<Dense<T>> {
    for_each_piece(&mut sides, 16, |first, piece| {
        for (number, sides) in piece.iter_mut().enumerate() {
            let one = &factors[first + number];
            factors::solve_lu(&one.matrix, &one.pivots, sides);
            *sides = sides.transposed();
        }
    });
    sides
}

pub(super) fn stack_inverse<T: Field>(call: &Call) -> Result<Array, Raised> {
    let factors = stack_factors::<T>(call, call.array_count() == 2)?;
    let [rows, columns, count] = stack_sizes(call, call.array(0))?;
    let mut matrices = collected((0..count).map(|_| Dense::zeros(0, 0)));
    for_each_piece(&mut matrices, 16, |first, piece| {
        for (number, inverse) in piece.iter_mut().enumerate() {
            let one = &factors[first + number];
            *inverse = factors::inverse(&one.matrix, &one.pivots);
        }
    });
    Stack {
        rows,
        columns,
        matrices,
    }
    .to_array(call.kind)
}

pub(super) fn stack_solution<T: Field>(call: &Call) -> Result<Array, Raised> {
    let [rows, _, count] = stack_sizes(call, call.array(0))?;
    let right = Stack::<T>::of(call, call.last_array())?;
    if right.rows != rows || right.matrices.len() != count {
        let (left, right) = (call.array(0).dims(), call.last_array().dims());
        return Err(Dims::mismatch(call.name(), &left, &right));
    }
    let factors = stack_factors::<T>(call, call.array_count() == 3)?;
    let sides = collected(right.matrices.iter().map(Dense::transposed));
    Stack {
        rows: right.rows,
        columns: right.columns,
        matrices: solved(&factors, sides),
    }
    .to_array(call.kind)
}
