//! cuBLAS.
//!
//! *Invariant:* functions with a result on the host wait for the stream, the others are put into it.

use super::numbers::{Kind, Matrix, Number, Table};
use super::{for_each_kind, library_functions, new_handle, set_stream, stream_of};
use crate::arguments::Out;
use crate::engine::Fault;
use crate::status::Status;
use crate::world::World;

/// What `cublasGetVersion` gives: that of cuBLAS 13.1, which these functions are written by.
const VERSION: i32 = 130_100;

/// A number of the host, of any kind.
#[repr(transparent)]
pub struct Scalar(*const u8);

impl Scalar {
    fn get(&self, kind: Kind) -> Result<Number, Status> {
        if self.0.is_null() {
            return Err(Status::InvalidValue);
        }
        // SAFETY: the caller of the library's function gave a number of the kind that it is for.
        let bytes = unsafe { std::slice::from_raw_parts(self.0, kind.bytes()) };
        Ok(kind.get(bytes))
    }
}

/// A place on the host for a number of any kind.
#[repr(transparent)]
pub struct Place(*mut u8);

impl Place {
    fn put(&self, kind: Kind, number: Number) -> Result<(), Status> {
        if self.0.is_null() {
            return Err(Status::InvalidValue);
        }
        // SAFETY: the caller of the library's function gave a place for a number of the kind that it is for.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.0, kind.bytes()) };
        kind.put(number, bytes);
        Ok(())
    }
}

library_functions! {
    fn cublasCreate_v2(world, handle: Out<usize>) {
        handle.put(new_handle(world)?)
    }

    fn cublasSetStream_v2(world, handle: usize, stream: usize) {
        set_stream(world, handle, stream)
    }

    fn cublasGetVersion_v2(_world, _handle: usize, version: Out<i32>) {
        version.put(VERSION)
    }
}

for_each_kind! {
    cublasIsamax_v2 cublasIdamax_v2 cublasIcamax_v2 cublasIzamax_v2 =
        greatest(handle: usize, n: i32, x: u64, step: i32, result: Out<i32>);
    cublasIsamin_v2 cublasIdamin_v2 cublasIcamin_v2 cublasIzamin_v2 =
        least(handle: usize, n: i32, x: u64, step: i32, result: Out<i32>);
    cublasSasum_v2 cublasDasum_v2 cublasScasum_v2 cublasDzasum_v2 =
        sum(handle: usize, n: i32, x: u64, step: i32, result: Place);
    cublasSnrm2_v2 cublasDnrm2_v2 cublasScnrm2_v2 cublasDznrm2_v2 =
        norm(handle: usize, n: i32, x: u64, step: i32, result: Place);
    cublasSdot_v2 cublasDdot_v2 cublasCdotu_v2 cublasZdotu_v2 =
        dot(handle: usize, n: i32, x: u64, x_step: i32, y: u64, y_step: i32, result: Place);
    cublasSgemm_v2 cublasDgemm_v2 cublasCgemm_v2 cublasZgemm_v2 =
        gemm(handle: usize, op_a: i32, op_b: i32, m: i32, n: i32, k: i32, alpha: Scalar, a: u64, a_leading: i32, b: u64, b_leading: i32,
            beta: Scalar, c: u64, c_leading: i32);
    cublasSgeam cublasDgeam cublasCgeam cublasZgeam =
        geam(handle: usize, op_a: i32, op_b: i32, m: i32, n: i32, alpha: Scalar, a: u64, a_leading: i32, beta: Scalar, b: u64, b_leading: i32,
            c: u64, c_leading: i32);
}

/// The numbers of a vector, after what is in the stream.
fn vector(
    world: &mut World,
    kind: Kind,
    handle: usize,
    (n, x, step): (i32, u64, i32),
) -> Result<Vec<Number>, Status> {
    world.finish_stream(stream_of(handle)?)?;
    if step != 1 {
        return Err(Status::NotSupported);
    }
    let count = usize::try_from(n).unwrap_or(0);
    world.numbers(kind, x, count).map_err(|fault| fault.status)
}

/// The place, counted from 1, of the first number that none is better than.
fn best(values: &[Number], better: impl Fn(f64, f64) -> bool) -> i32 {
    let mut found: Option<usize> = None;
    for (index, value) in values.iter().enumerate() {
        if found.is_none_or(|found| better(value.magnitude(), values[found].magnitude())) {
            found = Some(index);
        }
    }
    found.map_or(0, |index| index as i32 + 1)
}

fn greatest(
    world: &mut World,
    kind: Kind,
    handle: usize,
    n: i32,
    x: u64,
    step: i32,
    result: Out<i32>,
) -> Result<(), Status> {
    let values = vector(world, kind, handle, (n, x, step))?;
    result.put(best(&values, |new, old| new > old))
}

fn least(
    world: &mut World,
    kind: Kind,
    handle: usize,
    n: i32,
    x: u64,
    step: i32,
    result: Out<i32>,
) -> Result<(), Status> {
    let values = vector(world, kind, handle, (n, x, step))?;
    result.put(best(&values, |new, old| new < old))
}

/// The kind of a result that has no imaginary part.
fn real(kind: Kind) -> Kind {
    match kind {
        Kind::Single | Kind::ComplexSingle => Kind::Single,
        Kind::Double | Kind::ComplexDouble => Kind::Double,
    }
}

fn sum(
    world: &mut World,
    kind: Kind,
    handle: usize,
    n: i32,
    x: u64,
    step: i32,
    result: Place,
) -> Result<(), Status> {
    let values = vector(world, kind, handle, (n, x, step))?;
    let total = values.iter().map(|value| value.magnitude()).sum();
    result.put(real(kind), Number::real(total))
}

fn norm(
    world: &mut World,
    kind: Kind,
    handle: usize,
    n: i32,
    x: u64,
    step: i32,
    result: Place,
) -> Result<(), Status> {
    let values = vector(world, kind, handle, (n, x, step))?;
    let size = values
        .iter()
        .fold(0.0, |size: f64, value| size.hypot(value.re).hypot(value.im));
    result.put(real(kind), Number::real(size))
}

#[allow(clippy::too_many_arguments, reason = "BLAS has so many")]
fn dot(
    world: &mut World,
    kind: Kind,
    handle: usize,
    n: i32,
    x: u64,
    x_step: i32,
    y: u64,
    y_step: i32,
    result: Place,
) -> Result<(), Status> {
    let x = vector(world, kind, handle, (n, x, x_step))?;
    let y = vector(world, kind, handle, (n, y, y_step))?;
    let products = x.iter().zip(&y).map(|(x, y)| *x * *y);
    result.put(
        kind,
        products.fold(Number::default(), |sum, product| sum + product),
    )
}

/// Sizes of a matrix whose op has these.
fn sizes(op: i32, rows: i32, columns: i32) -> (i32, i32) {
    if op == 0 {
        (rows, columns)
    } else {
        (columns, rows)
    }
}

/// What an operation makes of a matrix.
fn operated(op: i32, table: &Table, rows: usize, columns: usize) -> Table {
    let value = |row: usize, column: usize| match op {
        0 => table[column][row],
        1 => table[row][column],
        _ => table[row][column].conj(),
    };
    (0..columns)
        .map(|column| (0..rows).map(|row| value(row, column)).collect())
        .collect()
}

#[allow(clippy::too_many_arguments, reason = "BLAS has so many")]
fn gemm(
    world: &mut World,
    kind: Kind,
    handle: usize,
    op_a: i32,
    op_b: i32,
    m: i32,
    n: i32,
    k: i32,
    alpha: Scalar,
    a: u64,
    a_leading: i32,
    b: u64,
    b_leading: i32,
    beta: Scalar,
    c: u64,
    c_leading: i32,
) -> Result<(), Status> {
    let (alpha, beta) = (alpha.get(kind)?, beta.get(kind)?);
    let (a_rows, a_columns) = sizes(op_a, m, k);
    let (b_rows, b_columns) = sizes(op_b, k, n);
    let a = Matrix::new(kind, a, a_rows, a_columns, a_leading)?;
    let b = Matrix::new(kind, b, b_rows, b_columns, b_leading)?;
    let c = Matrix::new(kind, c, m, n, c_leading)?;
    let [m, n, k] = [m, n, k].map(|size| size as usize);
    world.put_function(stream_of(handle)?, move |world| {
        let (left, right) = (
            operated(op_a, &a.read(world)?, m, k),
            operated(op_b, &b.read(world)?, k, n),
        );
        // What is multiplied by 0 is not read.
        let mut result = match beta == Number::default() {
            true => vec![vec![Number::default(); m]; n],
            false => c.read(world)?,
        };
        for column in 0..n {
            for row in 0..m {
                let products = (0..k).map(|inner| left[inner][row] * right[column][inner]);
                let sum = products.fold(Number::default(), |sum, product| sum + product);
                let old = result[column][row];
                let addend = if beta == Number::default() {
                    old
                } else {
                    beta * old
                };
                result[column][row] = alpha * sum + addend;
            }
        }
        c.write(world, &result)
    })
}

#[allow(clippy::too_many_arguments, reason = "BLAS has so many")]
fn geam(
    world: &mut World,
    kind: Kind,
    handle: usize,
    op_a: i32,
    op_b: i32,
    m: i32,
    n: i32,
    alpha: Scalar,
    a: u64,
    a_leading: i32,
    beta: Scalar,
    b: u64,
    b_leading: i32,
    c: u64,
    c_leading: i32,
) -> Result<(), Status> {
    let (alpha, beta) = (alpha.get(kind)?, beta.get(kind)?);
    let matrix = |op: i32, address: u64, leading: i32| {
        let (rows, columns) = sizes(op, m, n);
        Matrix::new(kind, address, rows, columns, leading)
    };
    let (a, b) = (matrix(op_a, a, a_leading)?, matrix(op_b, b, b_leading)?);
    let c = Matrix::new(kind, c, m, n, c_leading)?;
    let [m, n] = [m, n].map(|size| size as usize);
    world.put_function(stream_of(handle)?, move |world| {
        let part =
            |world: &World, factor: Number, op: i32, matrix: &Matrix| -> Result<Table, Fault> {
                match factor == Number::default() {
                    true => Ok(vec![vec![Number::default(); m]; n]),
                    false => {
                        let mut table = operated(op, &matrix.read(world)?, m, n);
                        table
                            .iter_mut()
                            .flatten()
                            .for_each(|value| *value = factor * *value);
                        Ok(table)
                    }
                }
            };
        let (mut left, right) = (part(world, alpha, op_a, &a)?, part(world, beta, op_b, &b)?);
        for (value, other) in left.iter_mut().flatten().zip(right.iter().flatten()) {
            *value = *value + *other;
        }
        c.write(world, &left)
    })
}
