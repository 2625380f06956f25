//! cuSOLVER, its dense part.
//!
//! *Invariant:* as in LAPACK, what is found out about a matrix is a place in it, counted from 1, or 0; so are pivots.

use super::factors;
use super::numbers::{Kind, Matrix, Number, real};
use super::{for_each_kind, library_functions, new_handle, set_stream};
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
    fn potrf_size(_world, _kind, _stream, _triangle: i32, _n: i32, _a: u64, _leading: i32, size: Out<i32>)
    for cusolverDnSpotrf_bufferSize cusolverDnDpotrf_bufferSize cusolverDnCpotrf_bufferSize cusolverDnZpotrf_bufferSize {
        size.put(WORK)
    }

    fn potrf(world, kind, stream, triangle: i32, n: i32, a: u64, leading: i32, work: u64, size: i32, found: u64)
    for cusolverDnSpotrf cusolverDnDpotrf cusolverDnCpotrf cusolverDnZpotrf {
        let matrix = Matrix::new(kind, a, n, n, leading)?;
        if triangle != UPPER || size < WORK {
            return Err(Status::NotSupported);
        }
        world.put_function(stream, move |world| {
            use_work(world, kind, work)?;
            let mut table = matrix.read(world)?;
            let place = factors::cholesky(&mut table);
            matrix.write(world, &table)?;
            world.put_int(found, place)
        })
    }

    fn getrf_size(_world, _kind, _stream, _m: i32, _n: i32, _a: u64, _leading: i32, size: Out<i32>)
    for cusolverDnSgetrf_bufferSize cusolverDnDgetrf_bufferSize cusolverDnCgetrf_bufferSize cusolverDnZgetrf_bufferSize {
        size.put(WORK)
    }

    fn getrf(world, kind, stream, m: i32, n: i32, a: u64, leading: i32, work: u64, pivots: u64, found: u64)
    for cusolverDnSgetrf cusolverDnDgetrf cusolverDnCgetrf cusolverDnZgetrf {
        let matrix = Matrix::new(kind, a, m, n, leading)?;
        world.put_function(stream, move |world| {
            use_work(world, kind, work)?;
            let mut table = matrix.read(world)?;
            let (own, place) = factors::lu(&mut table, matrix.rows);
            matrix.write(world, &table)?;
            world.put_pivots(pivots, &own)?;
            world.put_int(found, place)
        })
    }

    fn getrs(world, kind, stream, op: i32, n: i32, count: i32, a: u64, leading: i32, pivots: u64, b: u64, b_leading: i32, found: u64)
    for cusolverDnSgetrs cusolverDnDgetrs cusolverDnCgetrs cusolverDnZgetrs {
        let matrix = Matrix::new(kind, a, n, n, leading)?;
        let sides = Matrix::new(kind, b, n, count, b_leading)?;
        if op != 0 {
            return Err(Status::NotSupported);
        }
        world.put_function(stream, move |world| {
            let table = matrix.read(world)?;
            let own = world.pivots(pivots, matrix.rows)?;
            let mut solved = sides.read(world)?;
            solved.iter_mut().for_each(|side| factors::solve(&table, &own, side));
            sides.write(world, &solved)?;
            world.put_int(found, 0)
        })
    }

    fn geqrf_size(_world, _kind, _stream, _m: i32, _n: i32, _a: u64, _leading: i32, size: Out<i32>)
    for cusolverDnSgeqrf_bufferSize cusolverDnDgeqrf_bufferSize cusolverDnCgeqrf_bufferSize cusolverDnZgeqrf_bufferSize {
        size.put(WORK)
    }

    fn geqrf(world, kind, stream, m: i32, n: i32, a: u64, leading: i32, taus: u64, work: u64, size: i32, found: u64)
    for cusolverDnSgeqrf cusolverDnDgeqrf cusolverDnCgeqrf cusolverDnZgeqrf {
        let matrix = Matrix::new(kind, a, m, n, leading)?;
        if size < WORK {
            return Err(Status::InvalidValue);
        }
        world.put_function(stream, move |world| {
            use_work(world, kind, work)?;
            let mut table = matrix.read(world)?;
            let own = factors::qr(&mut table, matrix.rows);
            matrix.write(world, &table)?;
            world.put_numbers(kind, taus, &own)?;
            world.put_int(found, 0)
        })
    }

    fn orgqr_size(_world, _kind, _stream, _m: i32, _n: i32, _k: i32, _a: u64, _leading: i32, _taus: u64, size: Out<i32>)
    for cusolverDnSorgqr_bufferSize cusolverDnDorgqr_bufferSize cusolverDnCungqr_bufferSize cusolverDnZungqr_bufferSize {
        size.put(WORK)
    }

    fn orgqr(world, kind, stream, m: i32, n: i32, k: i32, a: u64, leading: i32, taus: u64, work: u64, size: i32, found: u64)
    for cusolverDnSorgqr cusolverDnDorgqr cusolverDnCungqr cusolverDnZungqr {
        let matrix = Matrix::new(kind, a, m, n, leading)?;
        if size < WORK || n > m || k != n {
            return Err(Status::NotSupported);
        }
        world.put_function(stream, move |world| {
            use_work(world, kind, work)?;
            let own = world.numbers(kind, taus, matrix.columns)?;
            let table = factors::q(&matrix.read(world)?, &own, matrix.rows);
            matrix.write(world, &table)?;
            world.put_int(found, 0)
        })
    }

    fn gesvd_size(_world, _kind, _stream, _m: i32, _n: i32, size: Out<i32>)
    for cusolverDnSgesvd_bufferSize cusolverDnDgesvd_bufferSize cusolverDnCgesvd_bufferSize cusolverDnZgesvd_bufferSize {
        size.put(WORK)
    }

    fn gesvd(world, kind, stream, left_job: i8, right_job: i8, m: i32, n: i32, a: u64, leading: i32, values: u64, left: u64,
        left_leading: i32, right: u64, right_leading: i32, work: u64, size: i32, rest: u64, found: u64)
    for cusolverDnSgesvd cusolverDnDgesvd cusolverDnCgesvd cusolverDnZgesvd {
        let matrix = Matrix::new(kind, a, m, n, leading)?;
        let (u, vt) = (Matrix::new(kind, left, m, n, left_leading)?, Matrix::new(kind, right, n, n, right_leading)?);
        let some = b'S' as i8;
        if size < WORK || m < n || left_job != some || right_job != some {
            return Err(Status::NotSupported);
        }
        world.put_function(stream, move |world| {
            use_work(world, kind, work)?;
            let (left, sizes, right) = factors::singular(matrix.read(world)?);
            let sizes: Vec<Number> = sizes.into_iter().map(Number::real).collect();
            u.write(world, &left)?;
            vt.write(world, &factors::adjoint(&right, matrix.columns))?;
            world.put_numbers(real(kind), values, &sizes)?;
            world.put_numbers(real(kind), rest, &vec![Number::default(); matrix.columns - 1])?;
            world.put_int(found, 0)
        })
    }
}

/// Writes to work memory, so that one too small is noticed.
fn use_work(world: &mut World, kind: Kind, work: u64) -> Result<(), Fault> {
    world.put_numbers(kind, work, &[Number::default()])
}
