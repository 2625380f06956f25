//! cuSOLVER, its dense part.
//!
//! *Invariant:* as in LAPACK, what is found out about a matrix is a place in it, counted from 1, or 0; so are pivots.

use super::numbers::{Kind, Matrix, Number};
use super::{for_each_kind, library_functions, new_handle, set_stream, stream_of};
use crate::arguments::Out;
use crate::engine::Fault;
use crate::status::Status;
use crate::world::World;

/// `CUBLAS_FILL_MODE_UPPER`
const UPPER: i32 = 1;
/// Numbers of work memory that are asked for: what the library writes there is its own affair.
const WORK: i32 = 1;

library_functions! {
    fn cusolverDnCreate(world, handle: Out<usize>) {
        handle.put(new_handle(world)?)
    }

    fn cusolverDnSetStream(world, handle: usize, stream: usize) {
        set_stream(world, handle, stream)
    }
}

for_each_kind! {
    cusolverDnSpotrf_bufferSize cusolverDnDpotrf_bufferSize cusolverDnCpotrf_bufferSize cusolverDnZpotrf_bufferSize =
        potrf_size(handle: usize, triangle: i32, n: i32, a: u64, leading: i32, size: Out<i32>);
    cusolverDnSpotrf cusolverDnDpotrf cusolverDnCpotrf cusolverDnZpotrf =
        potrf(handle: usize, triangle: i32, n: i32, a: u64, leading: i32, work: u64, size: i32, found: u64);
    cusolverDnSgetrf_bufferSize cusolverDnDgetrf_bufferSize cusolverDnCgetrf_bufferSize cusolverDnZgetrf_bufferSize =
        getrf_size(handle: usize, m: i32, n: i32, a: u64, leading: i32, size: Out<i32>);
    cusolverDnSgetrf cusolverDnDgetrf cusolverDnCgetrf cusolverDnZgetrf =
        getrf(handle: usize, m: i32, n: i32, a: u64, leading: i32, work: u64, pivots: u64, found: u64);
    cusolverDnSgetrs cusolverDnDgetrs cusolverDnCgetrs cusolverDnZgetrs =
        getrs(handle: usize, op: i32, n: i32, count: i32, a: u64, leading: i32, pivots: u64, b: u64, b_leading: i32, found: u64);
}

fn potrf_size(
    _world: &mut World,
    _kind: Kind,
    handle: usize,
    _triangle: i32,
    _n: i32,
    _a: u64,
    _leading: i32,
    size: Out<i32>,
) -> Result<(), Status> {
    stream_of(handle)?;
    size.put(WORK)
}

fn getrf_size(
    _world: &mut World,
    _kind: Kind,
    handle: usize,
    _m: i32,
    _n: i32,
    _a: u64,
    _leading: i32,
    size: Out<i32>,
) -> Result<(), Status> {
    stream_of(handle)?;
    size.put(WORK)
}

fn put_int(world: &mut World, address: u64, value: i32) -> Result<(), Fault> {
    world.put_device_bytes(address, &value.to_ne_bytes())
}

#[allow(clippy::too_many_arguments, reason = "LAPACK has so many")]
fn potrf(
    world: &mut World,
    kind: Kind,
    handle: usize,
    triangle: i32,
    n: i32,
    a: u64,
    leading: i32,
    work: u64,
    size: i32,
    found: u64,
) -> Result<(), Status> {
    let matrix = Matrix::new(kind, a, n, n, leading)?;
    if triangle != UPPER || size < WORK {
        return Err(Status::NotSupported);
    }
    world.put_function(stream_of(handle)?, move |world| {
        world.put_numbers(kind, work, &[Number::default()])?;
        let mut table = matrix.read(world)?;
        let mut place = 0;
        'columns: for column in 0..matrix.columns {
            for row in 0..=column {
                let known = (0..row).map(|inner| table[row][inner].conj() * table[column][inner]);
                let rest =
                    table[column][row] - known.fold(Number::default(), |sum, term| sum + term);
                if row < column {
                    table[column][row] = rest / table[row][row];
                } else if rest.re > 0.0 {
                    table[column][row] = Number::real(rest.re.sqrt());
                } else {
                    place = column as i32 + 1;
                    break 'columns;
                }
            }
        }
        matrix.write(world, &table)?;
        put_int(world, found, place)
    })
}

#[allow(clippy::too_many_arguments, reason = "LAPACK has so many")]
fn getrf(
    world: &mut World,
    kind: Kind,
    handle: usize,
    m: i32,
    n: i32,
    a: u64,
    leading: i32,
    work: u64,
    pivots: u64,
    found: u64,
) -> Result<(), Status> {
    let matrix = Matrix::new(kind, a, m, n, leading)?;
    world.put_function(stream_of(handle)?, move |world| {
        world.put_numbers(kind, work, &[Number::default()])?;
        let mut table = matrix.read(world)?;
        let (rows, columns) = (matrix.rows, matrix.columns);
        let mut place = 0;
        for step in 0..rows.min(columns) {
            let size = |row: &usize| table[step][*row].magnitude();
            let pivot =
                (step..rows).reduce(|best, row| if size(&row) > size(&best) { row } else { best });
            let pivot = pivot.expect("there is a row");
            put_int(world, pivots + 4 * step as u64, pivot as i32 + 1)?;
            table.iter_mut().for_each(|column| column.swap(step, pivot));
            let divisor = table[step][step];
            if divisor == Number::default() {
                place = if place == 0 { step as i32 + 1 } else { place };
                continue;
            }
            for row in step + 1..rows {
                let factor = table[step][row] / divisor;
                table[step][row] = factor;
                for column in table.iter_mut().skip(step + 1) {
                    column[row] = column[row] - factor * column[step];
                }
            }
        }
        matrix.write(world, &table)?;
        put_int(world, found, place)
    })
}

#[allow(clippy::too_many_arguments, reason = "LAPACK has so many")]
fn getrs(
    world: &mut World,
    kind: Kind,
    handle: usize,
    op: i32,
    n: i32,
    count: i32,
    a: u64,
    leading: i32,
    pivots: u64,
    b: u64,
    b_leading: i32,
    found: u64,
) -> Result<(), Status> {
    let matrix = Matrix::new(kind, a, n, n, leading)?;
    let sides = Matrix::new(kind, b, n, count, b_leading)?;
    if op != 0 {
        return Err(Status::NotSupported);
    }
    world.put_function(stream_of(handle)?, move |world| {
        let table = matrix.read(world)?;
        let mut solved = sides.read(world)?;
        let size = matrix.rows;
        for step in 0..size {
            let bytes = world.device_bytes(pivots + 4 * step as u64, 4)?;
            let pivot = i32::from_ne_bytes(std::array::from_fn(|at| bytes[at])) as usize - 1;
            solved.iter_mut().for_each(|side| side.swap(step, pivot));
        }
        for side in &mut solved {
            for row in 0..size {
                let known = (0..row).map(|inner| table[inner][row] * side[inner]);
                side[row] = side[row] - known.fold(Number::default(), |sum, term| sum + term);
            }
            for row in (0..size).rev() {
                let known = (row + 1..size).map(|inner| table[inner][row] * side[inner]);
                let rest = side[row] - known.fold(Number::default(), |sum, term| sum + term);
                side[row] = rest / table[row][row];
            }
        }
        sides.write(world, &solved)?;
        put_int(world, found, 0)
    })
}
