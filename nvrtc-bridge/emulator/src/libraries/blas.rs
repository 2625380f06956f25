//! cuBLAS.
//!
//! *Invariant:* functions with a result on the host wait for the stream, the others are put into it.

use super::factors::{self, Triangle};
use super::numbers::{Kind, Matrix, Number, Table, real};
use super::{for_each_kind, library_functions, new_handle, set_stream};
use crate::arguments::Out;
use crate::engine::Fault;
use crate::status::Status;
use crate::texels::Handle;
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
    fn greatest(world, kind, stream, n: i32, x: u64, step: i32, result: Out<i32>)
    for cublasIsamax_v2 cublasIdamax_v2 cublasIcamax_v2 cublasIzamax_v2 {
        let values = vector(world, kind, stream, n, x, step)?;
        result.put(best(&values, |new, old| new > old))
    }

    fn least(world, kind, stream, n: i32, x: u64, step: i32, result: Out<i32>)
    for cublasIsamin_v2 cublasIdamin_v2 cublasIcamin_v2 cublasIzamin_v2 {
        let values = vector(world, kind, stream, n, x, step)?;
        result.put(best(&values, |new, old| new < old))
    }

    fn sum(world, kind, stream, n: i32, x: u64, step: i32, result: Place)
    for cublasSasum_v2 cublasDasum_v2 cublasScasum_v2 cublasDzasum_v2 {
        let values = vector(world, kind, stream, n, x, step)?;
        let total = values.iter().map(|value| value.magnitude()).sum();
        result.put(real(kind), Number::real(total))
    }

    fn norm(world, kind, stream, n: i32, x: u64, step: i32, result: Place)
    for cublasSnrm2_v2 cublasDnrm2_v2 cublasScnrm2_v2 cublasDznrm2_v2 {
        let values = vector(world, kind, stream, n, x, step)?;
        let size = values.iter().fold(0.0, |size: f64, value| size.hypot(value.re).hypot(value.im));
        result.put(real(kind), Number::real(size))
    }

    fn dot(world, kind, stream, n: i32, x: u64, x_step: i32, y: u64, y_step: i32, result: Place)
    for cublasSdot_v2 cublasDdot_v2 cublasCdotu_v2 cublasZdotu_v2 {
        let x = vector(world, kind, stream, n, x, x_step)?;
        let y = vector(world, kind, stream, n, y, y_step)?;
        let products = x.iter().zip(&y).map(|(x, y)| *x * *y);
        result.put(kind, products.fold(Number::default(), |sum, product| sum + product))
    }

    fn gemm(world, kind, stream, op_a: i32, op_b: i32, m: i32, n: i32, k: i32, alpha: Scalar, a: u64, a_leading: i32, b: u64,
        b_leading: i32, beta: Scalar, c: u64, c_leading: i32)
    for cublasSgemm_v2 cublasDgemm_v2 cublasCgemm_v2 cublasZgemm_v2 {
        let (alpha, beta) = (alpha.get(kind)?, beta.get(kind)?);
        let (a_rows, a_columns) = sizes(op_a, m, k);
        let (b_rows, b_columns) = sizes(op_b, k, n);
        let matrix = Matrix::new(kind, a, a_rows, a_columns, a_leading)?;
        let a = Operand { op: op_a, matrix };
        let matrix = Matrix::new(kind, b, b_rows, b_columns, b_leading)?;
        let b = Operand { op: op_b, matrix };
        let c = Matrix::new(kind, c, m, n, c_leading)?;
        let inner = k as usize;
        world.put_function(stream, move |world| multiply(world, inner, alpha, a, b, beta, &c))
    }

    fn geam(world, kind, stream, op_a: i32, op_b: i32, m: i32, n: i32, alpha: Scalar, a: u64, a_leading: i32, beta: Scalar, b: u64,
        b_leading: i32, c: u64, c_leading: i32)
    for cublasSgeam cublasDgeam cublasCgeam cublasZgeam {
        let (alpha, beta) = (alpha.get(kind)?, beta.get(kind)?);
        let matrix = |op: i32, address: u64, leading: i32| {
            let (rows, columns) = sizes(op, m, n);
            Matrix::new(kind, address, rows, columns, leading)
        };
        let operand = |op, address, leading| {
            let matrix = matrix(op, address, leading)?;
            Ok(Operand { op, matrix })
        };
        let a: Result<Operand, Status> = operand(op_a, a, a_leading);
        let b: Result<Operand, Status> = operand(op_b, b, b_leading);
        let (a, b) = (a?, b?);
        let c = Matrix::new(kind, c, m, n, c_leading)?;
        world.put_function(stream, move |world| combine(world, alpha, a, beta, b, &c))
    }

    fn trsm(world, kind, stream, side: i32, fill: i32, op: i32, diagonal: i32, m: i32, n: i32, alpha: Scalar, a: u64, a_leading: i32,
        b: u64, b_leading: i32)
    for cublasStrsm_v2 cublasDtrsm_v2 cublasCtrsm_v2 cublasZtrsm_v2 {
        let alpha = alpha.get(kind)?;
        let size = if side == LEFT { m } else { n };
        let matrix = Matrix::new(kind, a, size, size, a_leading)?;
        let sides = Matrix::new(kind, b, m, n, b_leading)?;
        let triangle = Triangle { lower: fill == LOWER, unit: diagonal == UNIT };
        world.put_function(stream, move |world| triangular(world, side == LEFT, op, triangle, matrix, alpha, &sides))
    }

    fn getrf_batched(world, kind, stream, n: i32, matrices: u64, leading: i32, pivots: u64, found: u64, count: i32)
    for cublasSgetrfBatched cublasDgetrfBatched cublasCgetrfBatched cublasZgetrfBatched {
        let shape = Matrix::new(kind, 0, n, n, leading)?;
        world.put_function(stream, move |world| {
            for number in 0..count as u64 {
                let matrix = shape.at(world.address_at(matrices, number)?);
                let mut table = matrix.read(world)?;
                let (own, place) = factors::lu(&mut table, matrix.rows);
                matrix.write(world, &table)?;
                world.put_pivots(pivots + 4 * number * n as u64, &own)?;
                world.put_int(found + 4 * number, place)?;
            }
            Ok(())
        })
    }

    fn getrs_batched(world, kind, stream, op: i32, n: i32, sides: i32, matrices: u64, leading: i32, pivots: u64, right: u64,
        right_leading: i32, found: Out<i32>, count: i32)
    for cublasSgetrsBatched cublasDgetrsBatched cublasCgetrsBatched cublasZgetrsBatched {
        let (shape, side_shape) = (Matrix::new(kind, 0, n, n, leading)?, Matrix::new(kind, 0, n, sides, right_leading)?);
        if op != 0 {
            return Err(Status::NotSupported);
        }
        found.put(0)?;
        world.put_function(stream, move |world| {
            for number in 0..count as u64 {
                let table = shape.at(world.address_at(matrices, number)?).read(world)?;
                let own = world.pivots(pivots + 4 * number * n as u64, n as usize)?;
                let sides = side_shape.at(world.address_at(right, number)?);
                let mut solved = sides.read(world)?;
                solved.iter_mut().for_each(|side| factors::solve(&table, &own, side));
                sides.write(world, &solved)?;
            }
            Ok(())
        })
    }

    fn getri_batched(world, kind, stream, n: i32, matrices: u64, leading: i32, pivots: u64, inverses: u64, inverse_leading: i32,
        found: u64, count: i32)
    for cublasSgetriBatched cublasDgetriBatched cublasCgetriBatched cublasZgetriBatched {
        let (shape, inverse_shape) = (Matrix::new(kind, 0, n, n, leading)?, Matrix::new(kind, 0, n, n, inverse_leading)?);
        world.put_function(stream, move |world| {
            for number in 0..count as u64 {
                let table = shape.at(world.address_at(matrices, number)?).read(world)?;
                let own = world.pivots(pivots + 4 * number * n as u64, n as usize)?;
                let zero = (0..n as usize).find(|index| table[*index][*index] == Number::default());
                world.put_int(found + 4 * number, zero.map_or(0, |index| index as i32 + 1))?;
                if zero.is_none() {
                    let mut solved = factors::identity(n as usize);
                    solved.iter_mut().for_each(|side| factors::solve(&table, &own, side));
                    inverse_shape.at(world.address_at(inverses, number)?).write(world, &solved)?;
                }
            }
            Ok(())
        })
    }
}

/// `CUBLAS_SIDE_LEFT`
const LEFT: i32 = 0;
/// `CUBLAS_FILL_MODE_LOWER`
const LOWER: i32 = 0;
/// `CUBLAS_DIAG_UNIT`
const UNIT: i32 = 1;

/// The numbers of a vector, after what is in the stream.
fn vector(
    world: &mut World,
    kind: Kind,
    stream: Handle,
    n: i32,
    x: u64,
    step: i32,
) -> Result<Vec<Number>, Status> {
    world.finish_stream(stream)?;
    let count = usize::try_from(n).unwrap_or(0);
    let step = u64::try_from(step).map_err(|_| Status::NotSupported)?;
    let number = |index: u64| world.numbers(kind, x + index * step * kind.bytes() as u64, 1);
    let all: Result<Vec<Vec<Number>>, Fault> = match step {
        1 => world.numbers(kind, x, count).map(|numbers| vec![numbers]),
        _ => (0..count as u64).map(number).collect(),
    };
    all.map(|parts| parts.concat())
        .map_err(|fault| fault.status)
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

/// A matrix as an operand: what `op(A)` stands for.
#[derive(Clone, Copy)]
struct Operand {
    op: i32,
    matrix: Matrix,
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
fn operated(world: &World, operand: Operand) -> Result<Table, Fault> {
    let Operand { op, matrix } = operand;
    let table = matrix.read(world)?;
    Ok(match op {
        0 => table,
        1 => factors::transposed(&table, matrix.rows),
        _ => factors::adjoint(&table, matrix.rows),
    })
}

/// C := alpha op(A) op(B) + beta C. What is multiplied by 0 is not read.
fn multiply(
    world: &mut World,
    inner: usize,
    alpha: Number,
    a: Operand,
    b: Operand,
    beta: Number,
    c: &Matrix,
) -> Result<(), Fault> {
    let (left, right) = (operated(world, a)?, operated(world, b)?);
    let is_new = beta == Number::default();
    let mut result = match is_new {
        true => vec![vec![Number::default(); c.rows]; c.columns],
        false => c.read(world)?,
    };
    for (column, values) in result.iter_mut().enumerate() {
        for (row, value) in values.iter_mut().enumerate() {
            let products = (0..inner).map(|inner| left[inner][row] * right[column][inner]);
            let sum = products.fold(Number::default(), |sum, product| sum + product);
            let addend = if is_new { *value } else { beta * *value };
            *value = alpha * sum + addend;
        }
    }
    c.write(world, &result)
}

/// C := alpha op(A) + beta op(B). What is multiplied by 0 is not read.
fn combine(
    world: &mut World,
    alpha: Number,
    a: Operand,
    beta: Number,
    b: Operand,
    c: &Matrix,
) -> Result<(), Fault> {
    let part = |world: &World, factor: Number, matrix: Operand| -> Result<Table, Fault> {
        if factor == Number::default() {
            return Ok(vec![vec![factor; c.rows]; c.columns]);
        }
        let mut table = operated(world, matrix)?;
        let values = table.iter_mut().flatten();
        values.for_each(|value| *value = factor * *value);
        Ok(table)
    };
    let (mut left, right) = (part(world, alpha, a)?, part(world, beta, b)?);
    for (value, other) in left.iter_mut().flatten().zip(right.iter().flatten()) {
        *value = *value + *other;
    }
    c.write(world, &left)
}

/// B := alpha op(A)⁻¹ B, or with A on the right alpha B op(A)⁻¹: of the transposes A is on the left.
fn triangular(
    world: &mut World,
    is_left: bool,
    op: i32,
    triangle: Triangle,
    matrix: Matrix,
    alpha: Number,
    b: &Matrix,
) -> Result<(), Fault> {
    let mut triangle = triangle;
    let mut table = operated(world, Operand { op, matrix })?;
    triangle.lower ^= op != 0;
    let mut sides = b.read(world)?;
    if !is_left {
        table = factors::transposed(&table, matrix.rows);
        triangle.lower = !triangle.lower;
        sides = factors::transposed(&sides, b.rows);
    }
    for side in &mut sides {
        side.iter_mut().for_each(|value| *value = alpha * *value);
        factors::solve_triangle(&table, triangle, side);
    }
    if !is_left {
        sides = factors::transposed(&sides, b.columns);
    }
    b.write(world, &sides)
}
