//! Memory of devices and pinned memory of the host.
//!
//! *Invariant:* memory that work may still use is freed after that work.

use crate::abi::ATTACH_GLOBAL;
use crate::arguments::Out;
use crate::call::entry_points;
use crate::engine::Fault;
use crate::queue::Work;
use crate::status::Status;
use crate::world::{HostBlock, World};
use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{c_int, c_uint};

entry_points! {
    fn cuMemGetInfo_v2(world, free: Out<usize>, total: Out<usize>) {
        let device = world.current()?;
        let memory = &world.devices[device].memory;
        free.put(memory.available() as usize)?;
        total.put(memory.capacity() as usize)
    }

    fn cuMemAlloc_v2(world, address: Out<u64>, bytes: usize) {
        let device = world.current()?;
        address.put(allocate(world, device, bytes)?)
    }

    fn cuMemAllocPitch_v2(world, address: Out<u64>, pitch: Out<usize>, width: usize, height: usize, element: c_uint) {
        let device = world.current()?;
        if ![4, 8, 16].contains(&element) {
            return Err(Status::InvalidValue);
        }
        let line = width.next_multiple_of(PITCH);
        let bytes = line.checked_mul(height).ok_or(Status::InvalidValue)?;
        address.put(allocate(world, device, bytes)?)?;
        pitch.put(line)
    }

    fn cuMemFree_v2(world, address: u64) {
        let device = world.current()?;
        if address == 0 {
            return Ok(());
        }
        starts_allocation(world, address)?;
        world.finish_device(device)?;
        world.current()?;
        world.unmanage(address);
        free(world, address)
    }

    fn cuMemAllocAsync(world, address: Out<u64>, bytes: usize, stream: usize) {
        let stream = world.stream(stream)?;
        let device = world.streams[&stream].device;
        address.put(allocate_from_pool(world, device, bytes)?)
    }

    fn cuMemAllocFromPoolAsync(world, address: Out<u64>, bytes: usize, pool: usize, stream: usize) {
        world.stream(stream)?;
        let device = pool_device(world, pool)?;
        address.put(allocate_from_pool(world, device, bytes)?)
    }

    fn cuMemFreeAsync(world, address: u64, stream: usize) {
        let stream = world.stream(stream)?;
        starts_allocation(world, address)?;
        world.put(stream, Work::Free(address))
    }

    fn cuMemPoolSetAttribute(world, pool: usize, attribute: c_uint, value: Out<u64>) {
        let device = pool_device(world, pool)?;
        if value.is_null() {
            return Err(Status::InvalidValue);
        }
        world.devices[device].pool_attributes.insert(attribute, value.read());
        Ok(())
    }

    fn cuMemPoolGetAttribute(world, pool: usize, attribute: c_uint, value: Out<u64>) {
        let device = pool_device(world, pool)?;
        let known = world.devices[device].pool_attributes.get(&attribute);
        value.put(known.copied().unwrap_or(0))
    }

    fn cuMemPoolTrimTo(world, pool: usize, _keep: usize) {
        pool_device(world, pool).map(|_| ())
    }

    fn cuMemHostAlloc(world, place: Out<usize>, bytes: usize, _flags: c_uint) {
        world.current()?;
        place.put(allocate_host(world, bytes)?)
    }

    fn cuMemAllocHost_v2(world, place: Out<usize>, bytes: usize) {
        world.current()?;
        place.put(allocate_host(world, bytes)?)
    }

    fn cuMemFreeHost(world, place: usize) {
        let block = world.host.get(&place).copied().filter(|block| block.own);
        let block = block.ok_or(Status::InvalidValue)?;
        abandon_copies(world, place, block.bytes)?;
        world.host.remove(&place);
        // SAFETY: it was allocated with this layout, and no work that uses it is left.
        unsafe { dealloc(place as *mut u8, layout(block.bytes)?) };
        Ok(())
    }

    fn cuMemHostRegister_v2(world, place: usize, bytes: usize, _flags: c_uint) {
        world.current()?;
        if place == 0 || bytes == 0 {
            return Err(Status::InvalidValue);
        }
        if world.is_pinned(place, 1) {
            return Err(Status::HostMemoryAlreadyRegistered);
        }
        world.host.insert(place, HostBlock { bytes, own: false });
        Ok(())
    }

    fn cuMemHostUnregister(world, place: usize) {
        let known = world.host.get(&place).is_some_and(|block| !block.own);
        if !known {
            return Err(Status::HostMemoryNotRegistered);
        }
        world.host.remove(&place);
        Ok(())
    }

    /// Kernels do not see memory of the host, as `CAN_MAP_HOST_MEMORY` tells.
    fn cuMemHostGetDevicePointer_v2(world, address: Out<u64>, _place: usize, _flags: c_uint) {
        world.current()?;
        address.put(0)?;
        Err(Status::NotSupported)
    }

    /// Its owner alone can use it: kernels of other devices do not reach it.
    fn cuMemAllocManaged(world, address: Out<u64>, bytes: usize, flags: c_uint) {
        let device = world.current()?;
        if flags != ATTACH_GLOBAL {
            return Err(Status::InvalidValue);
        }
        let place = allocate(world, device, bytes)?;
        world.manage(place, bytes)?;
        address.put(place)
    }

    fn cuMemGetAddressRange_v2(world, start: Out<u64>, bytes: Out<usize>, address: u64) {
        let owner = world.owner(address).ok_or(Status::NotFound)?;
        let found = world.devices[owner].memory.allocation_of(address).ok_or(Status::NotFound)?;
        start.put_if_wanted(found.0);
        bytes.put_if_wanted(found.1 as usize);
        Ok(())
    }

    fn cuPointerGetAttribute(world, value: Out<u32>, attribute: c_uint, address: u64) {
        let owner = world.owner(address).ok_or(Status::InvalidValue)?;
        match attribute {
            MEMORY_TYPE => value.put(crate::abi::memory_type::DEVICE),
            DEVICE_ORDINAL => value.put(owner as u32),
            _ => Err(Status::NotSupported),
        }
    }

    fn cuDeviceSetMemPool(world, device: c_int, pool: usize) {
        let own = world.device(device)?.pool;
        if own == pool { Ok(()) } else { Err(Status::InvalidValue) }
    }
}

/// `CU_POINTER_ATTRIBUTE_MEMORY_TYPE`
const MEMORY_TYPE: c_uint = 2;
/// `CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL`
const DEVICE_ORDINAL: c_uint = 9;
/// Lines of pitched memory begin at multiples of this.
const PITCH: usize = 512;
/// Pinned memory begins at a multiple of a page.
const PAGE: usize = 4096;
/// What fresh pinned memory is filled with, so that nobody takes it for zero.
const STALE: u8 = 0xCD;

fn allocate(world: &mut World, device: usize, bytes: usize) -> Result<u64, Status> {
    if bytes == 0 {
        return Err(Status::InvalidValue);
    }
    world.devices[device]
        .memory
        .allocate(bytes as u64)
        .ok_or(Status::OutOfMemory)
}

/// A pool waits for memory that is about to be freed before it gives up.
fn allocate_from_pool(world: &mut World, device: usize, bytes: usize) -> Result<u64, Status> {
    match allocate(world, device, bytes) {
        Err(Status::OutOfMemory) => {
            world.finish_device(device)?;
            world.current()?;
            allocate(world, device, bytes)
        }
        other => other,
    }
}

fn pool_device(world: &World, pool: usize) -> Result<usize, Status> {
    let found = world.devices.iter().position(|device| device.pool == pool);
    found.ok_or(Status::InvalidValue)
}

fn starts_allocation(world: &World, address: u64) -> Result<(), Status> {
    let owner = world.owner(address).ok_or(Status::InvalidValue)?;
    let found = world.devices[owner].memory.allocation_of(address);
    if found.is_some_and(|(start, _)| start == address) {
        Ok(())
    } else {
        Err(Status::InvalidValue)
    }
}

fn free(world: &mut World, address: u64) -> Result<(), Status> {
    let owner = world.owner(address).ok_or(Status::InvalidValue)?;
    world.devices[owner]
        .memory
        .free(address)
        .map_err(|_| Status::InvalidValue)
}

/// Pinned memory is freed: a copy that is still to come would touch what is gone. No driver promises to wait for it, so that the mistake is
/// told and the context lost; then the work is done away with.
fn abandon_copies(world: &mut World, place: usize, bytes: usize) -> Result<(), Status> {
    for device in 0..world.devices.len() {
        let mut own = world
            .streams
            .values()
            .filter(|stream| stream.device == device);
        if own.any(|stream| stream.uses_host(place, place + bytes)) {
            let line =
                format!("{bytes} bytes of pinned memory are freed, and a copy still uses them");
            world.lose(
                device,
                &Fault {
                    status: Status::IllegalAddress,
                    line,
                },
            );
        }
        world.finish_device(device)?;
    }
    Ok(())
}

fn layout(bytes: usize) -> Result<Layout, Status> {
    Layout::from_size_align(bytes, PAGE).map_err(|_| Status::InvalidValue)
}

fn allocate_host(world: &mut World, bytes: usize) -> Result<usize, Status> {
    if bytes == 0 {
        return Err(Status::InvalidValue);
    }
    // SAFETY: there is at least one byte.
    let place = unsafe { alloc(layout(bytes)?) };
    if place.is_null() {
        return Err(Status::OutOfMemory);
    }
    // SAFETY: that many bytes were allocated.
    unsafe { place.write_bytes(STALE, bytes) };
    world
        .host
        .insert(place as usize, HostBlock { bytes, own: true });
    Ok(place as usize)
}
