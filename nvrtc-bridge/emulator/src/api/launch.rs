//! Launches, and how many blocks fit.
//!
//! *Invariant:* a launch that the device cannot run is refused before it is put into a stream.

use super::module::kernel;
use crate::arguments::{In, Out, host_bytes};
use crate::call::entry_points;
use crate::engine::Launch;
use crate::kernel::Kernel;
use crate::queue::{QueuedLaunch, Work};
use crate::resident::{self, BLOCK_SHAPE, BLOCK_THREADS, GRID_SHAPE, MULTIPROCESSORS, Shared};
use crate::status::Status;
use crate::texels::Handle;
use crate::world::World;
use std::ffi::{c_int, c_uint};

entry_points! {
    fn cuLaunchKernel(world, function: usize, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: usize, parameters: In<usize>, extra: In<usize>) {
        let (kernel, _) = kernel(world, function)?;
        let parameters = gather(&kernel, &parameters, &extra)?;
        let shape = Shape { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], shared, cooperative: false };
        launch(world, function, stream, &shape, parameters)
    }

    fn cuLaunchCooperativeKernel(world, function: usize, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint,
        block_y: c_uint, block_z: c_uint, shared: c_uint, stream: usize, parameters: In<usize>) {
        let (kernel, _) = kernel(world, function)?;
        let parameters = from_pointers(&kernel, &parameters)?;
        let shape = Shape { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], shared, cooperative: true };
        launch(world, function, stream, &shape, parameters)
    }

    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(world, count: Out<c_int>, function: usize, threads: c_int, shared: usize) {
        count.put(occupancy(world, function, threads, shared)?)
    }

    fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(world, count: Out<c_int>, function: usize, threads: c_int,
        shared: usize, _flags: c_uint) {
        count.put(occupancy(world, function, threads, shared)?)
    }

    fn cuOccupancyMaxPotentialBlockSize(world, grid: Out<c_int>, block: Out<c_int>, function: usize,
        dynamic: Option<unsafe extern "C" fn(c_int) -> usize>, shared: usize, limit: c_int) {
        let (best, blocks) = best_block(world, function, dynamic, shared, limit)?;
        grid.put((blocks * MULTIPROCESSORS) as c_int)?;
        block.put(best as c_int)
    }

    fn cuOccupancyAvailableDynamicSMemPerBlock(world, bytes: Out<usize>, function: usize, blocks: c_int, _threads: c_int) {
        let (kernel, _) = kernel(world, function)?;
        let blocks = u32::try_from(blocks).ok().filter(|blocks| *blocks > 0).ok_or(Status::InvalidValue)?;
        let Shared { all, of_block, .. } = Shared::of(world.capability);
        bytes.put((all / blocks).min(of_block).saturating_sub(kernel.static_shared) as usize)
    }
}

/// `CU_LAUNCH_PARAM_END`, `_BUFFER_POINTER`, `_BUFFER_SIZE`: the words of the list that names the parameters' buffer.
const EXTRA_END: usize = 0;
const EXTRA_POINTER: usize = 1;
const EXTRA_SIZE: usize = 2;

struct Shape {
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    cooperative: bool,
}

fn gather(kernel: &Kernel, parameters: &In<usize>, extra: &In<usize>) -> Result<Vec<u8>, Status> {
    if extra.is_null() {
        from_pointers(kernel, parameters)
    } else {
        from_buffer(kernel, extra)
    }
}

/// Bytes of all parameters.
fn room(kernel: &Kernel) -> usize {
    kernel
        .parameters
        .iter()
        .map(|(offset, size)| offset + size)
        .max()
        .unwrap_or(0)
}

/// Reads each parameter at the address that stands for it.
fn from_pointers(kernel: &Kernel, parameters: &In<usize>) -> Result<Vec<u8>, Status> {
    let mut bytes = vec![0; room(kernel)];
    for (index, &(offset, size)) in kernel.parameters.iter().enumerate() {
        let address = parameters.at(index)?;
        if address == 0 {
            return Err(Status::InvalidValue);
        }
        // SAFETY: the program gave the addresses of parameters of these sizes.
        bytes[offset..offset + size].copy_from_slice(&unsafe { host_bytes(address, size) });
    }
    Ok(bytes)
}

fn from_buffer(kernel: &Kernel, extra: &In<usize>) -> Result<Vec<u8>, Status> {
    let (mut address, mut size) = (0, 0);
    for index in (0..).step_by(2) {
        match extra.at(index)? {
            EXTRA_END => break,
            EXTRA_POINTER => address = extra.at(index + 1)?,
            EXTRA_SIZE => size = In::<usize>::of(extra.at(index + 1)?).get()?,
            _ => return Err(Status::InvalidValue),
        }
    }
    if address == 0 || size < room(kernel) {
        return Err(Status::InvalidValue);
    }
    // SAFETY: the program says that the buffer has that size.
    Ok(unsafe { host_bytes(address, room(kernel)) })
}

fn product(shape: [u32; 3]) -> u64 {
    shape
        .iter()
        .map(|&count| u64::from(count))
        .fold(1, u64::saturating_mul)
}

fn fits(shape: [u32; 3], limits: [u32; 3]) -> bool {
    shape
        .iter()
        .zip(limits)
        .all(|(count, limit)| (1..=limit).contains(count))
}

fn check(kernel: &Kernel, allowed_shared: u32, there: Shared, shape: &Shape) -> Result<(), Status> {
    let threads = product(shape.block);
    if !fits(shape.grid, GRID_SHAPE)
        || !fits(shape.block, BLOCK_SHAPE)
        || threads > u64::from(BLOCK_THREADS)
    {
        return Err(Status::InvalidValue);
    }
    if shape.shared > allowed_shared {
        return Err(Status::InvalidValue);
    }
    let resident = resident::blocks(kernel, threads as u32, shape.shared, there);
    if resident == 0 {
        return Err(Status::LaunchOutOfResources);
    }
    if shape.cooperative && product(shape.grid) > u64::from(resident * MULTIPROCESSORS) {
        return Err(Status::CooperativeLaunchTooLarge);
    }
    Ok(())
}

fn launch(
    world: &mut World,
    function: Handle,
    stream: Handle,
    shape: &Shape,
    parameters: Vec<u8>,
) -> Result<(), Status> {
    let stream = world.stream(stream)?;
    let (kernel, state) = kernel(world, function)?;
    let module = state.module;
    if world.modules[&module].device != world.streams[&stream].device {
        return Err(Status::InvalidHandle);
    }
    let there = Shared::of(world.capability);
    check(&kernel, state.dynamic_shared, there, shape)?;
    let launch = Launch {
        kernel: state.name.clone(),
        grid: shape.grid,
        block: shape.block,
        dynamic_shared: shape.shared,
        parameters,
        cooperative: shape.cooperative,
    };
    world.put(
        stream,
        Work::Launch(Box::new(QueuedLaunch { module, launch })),
    )
}

fn occupancy(
    world: &World,
    function: Handle,
    threads: c_int,
    shared: usize,
) -> Result<c_int, Status> {
    let (kernel, _) = kernel(world, function)?;
    let threads = u32::try_from(threads)
        .ok()
        .filter(|threads| *threads > 0)
        .ok_or(Status::InvalidValue)?;
    let shared = u32::try_from(shared).map_err(|_| Status::InvalidValue)?;
    let there = Shared::of(world.capability);
    Ok(resident::blocks(&kernel, threads, shared, there) as c_int)
}

/// The block size with most threads on a multiprocessor, and its blocks there.
fn best_block(
    world: &World,
    function: Handle,
    dynamic: Option<unsafe extern "C" fn(c_int) -> usize>,
    shared: usize,
    limit: c_int,
) -> Result<(u32, u32), Status> {
    let (kernel, _) = kernel(world, function)?;
    let there = Shared::of(world.capability);
    let limit = u32::try_from(limit)
        .ok()
        .filter(|limit| *limit > 0)
        .unwrap_or(BLOCK_THREADS);
    let blocks = |threads: u32| {
        // SAFETY: the program gave the function for this; it has no state.
        let shared = dynamic.map_or(shared, |dynamic| unsafe { dynamic(threads as c_int) });
        let shared = u32::try_from(shared).unwrap_or(u32::MAX);
        resident::blocks(&kernel, threads, shared, there)
    };
    let sizes = (1..=limit.min(BLOCK_THREADS) / 32).map(|warps| warps * 32);
    let best = sizes
        .max_by_key(|threads| threads * blocks(*threads))
        .ok_or(Status::InvalidValue)?;
    Ok((best, blocks(best)))
}
