//! Copies and patterns.
//!
//! *Invariant:* as with the real driver, a copy from memory that is not pinned has read it when the call returns, and one to such memory has
//! written it; one from or to pinned memory happens when its stream gets there.

use crate::abi::{Copy2d, Copy3d, memory_type};
use crate::arguments::{In, host_bytes};
use crate::call::entry_points;
use crate::queue::Work;
use crate::status::Status;
use crate::texels::Handle;
use crate::transfer::{End, Fill, Place, Transfer};
use crate::world::World;
use std::ffi::{c_uint, c_ushort};

entry_points! {
    fn cuMemcpy(world, to: u64, from: u64, bytes: usize) {
        let transfer = Transfer::row(unified(world, from), unified(world, to), bytes);
        now(world, transfer)
    }

    fn cuMemcpyAsync(world, to: u64, from: u64, bytes: usize, stream: usize) {
        let transfer = Transfer::row(unified(world, from), unified(world, to), bytes);
        later(world, transfer, stream)
    }

    fn cuMemcpyHtoD_v2(world, to: u64, from: usize, bytes: usize) {
        now(world, Transfer::row(Place::Host(from), Place::Device(to), bytes))
    }

    fn cuMemcpyDtoH_v2(world, to: usize, from: u64, bytes: usize) {
        now(world, Transfer::row(Place::Device(from), Place::Host(to), bytes))
    }

    fn cuMemcpyDtoD_v2(world, to: u64, from: u64, bytes: usize) {
        now(world, Transfer::row(Place::Device(from), Place::Device(to), bytes))
    }

    fn cuMemcpyHtoDAsync_v2(world, to: u64, from: usize, bytes: usize, stream: usize) {
        later(world, Transfer::row(Place::Host(from), Place::Device(to), bytes), stream)
    }

    fn cuMemcpyDtoHAsync_v2(world, to: usize, from: u64, bytes: usize, stream: usize) {
        later(world, Transfer::row(Place::Device(from), Place::Host(to), bytes), stream)
    }

    fn cuMemcpyDtoDAsync_v2(world, to: u64, from: u64, bytes: usize, stream: usize) {
        later(world, Transfer::row(Place::Device(from), Place::Device(to), bytes), stream)
    }

    fn cuMemcpyPeer(world, to: u64, to_context: usize, from: u64, from_context: usize, bytes: usize) {
        between(world, to, to_context, from, from_context)?;
        now(world, Transfer::row(Place::Device(from), Place::Device(to), bytes))
    }

    fn cuMemcpyPeerAsync(world, to: u64, to_context: usize, from: u64, from_context: usize, bytes: usize, stream: usize) {
        between(world, to, to_context, from, from_context)?;
        later(world, Transfer::row(Place::Device(from), Place::Device(to), bytes), stream)
    }

    fn cuMemcpy2D_v2(world, copy: In<Copy2d>) {
        let transfer = flat(world, &copy.get()?)?;
        now(world, transfer)
    }

    fn cuMemcpy2DUnaligned_v2(world, copy: In<Copy2d>) {
        let transfer = flat(world, &copy.get()?)?;
        now(world, transfer)
    }

    fn cuMemcpy2DAsync_v2(world, copy: In<Copy2d>, stream: usize) {
        let transfer = flat(world, &copy.get()?)?;
        later(world, transfer, stream)
    }

    fn cuMemcpy3D_v2(world, copy: In<Copy3d>) {
        let transfer = solid(world, &copy.get()?)?;
        now(world, transfer)
    }

    fn cuMemcpy3DAsync_v2(world, copy: In<Copy3d>, stream: usize) {
        let transfer = solid(world, &copy.get()?)?;
        later(world, transfer, stream)
    }

    fn cuMemcpyHtoA_v2(world, array: usize, offset: usize, from: usize, bytes: usize) {
        let mut transfer = Transfer::row(Place::Host(from), Place::Array(array), bytes);
        transfer.to.start[0] = offset;
        now(world, transfer)
    }

    fn cuMemcpyAtoH_v2(world, to: usize, array: usize, offset: usize, bytes: usize) {
        let mut transfer = Transfer::row(Place::Array(array), Place::Host(to), bytes);
        transfer.from.start[0] = offset;
        now(world, transfer)
    }

    fn cuMemsetD8_v2(world, to: u64, value: u8, count: usize) {
        fill(world, row(to, &value.to_ne_bytes(), count), None)
    }

    fn cuMemsetD16_v2(world, to: u64, value: c_ushort, count: usize) {
        fill(world, row(to, &value.to_ne_bytes(), count), None)
    }

    fn cuMemsetD32_v2(world, to: u64, value: c_uint, count: usize) {
        fill(world, row(to, &value.to_ne_bytes(), count), None)
    }

    fn cuMemsetD8Async(world, to: u64, value: u8, count: usize, stream: usize) {
        fill(world, row(to, &value.to_ne_bytes(), count), Some(stream))
    }

    fn cuMemsetD16Async(world, to: u64, value: c_ushort, count: usize, stream: usize) {
        fill(world, row(to, &value.to_ne_bytes(), count), Some(stream))
    }

    fn cuMemsetD32Async(world, to: u64, value: c_uint, count: usize, stream: usize) {
        fill(world, row(to, &value.to_ne_bytes(), count), Some(stream))
    }

    fn cuMemsetD2D8_v2(world, to: u64, pitch: usize, value: u8, width: usize, height: usize) {
        fill(world, Fill { height, pitch, ..row(to, &value.to_ne_bytes(), width) }, None)
    }

    fn cuMemsetD2D32_v2(world, to: u64, pitch: usize, value: c_uint, width: usize, height: usize) {
        fill(world, Fill { height, pitch, ..row(to, &value.to_ne_bytes(), width) }, None)
    }
}

fn row(address: u64, pattern: &[u8], count: usize) -> Fill {
    Fill {
        address,
        pattern: pattern.to_vec(),
        count,
        height: 1,
        pitch: 0,
    }
}

/// What an address is that may be the host's or a device's.
fn unified(world: &World, address: u64) -> Place {
    match world.owner(address) {
        Some(_) => Place::Device(address),
        None => Place::Host(address as usize),
    }
}

/// Both addresses belong to the contexts that are named.
fn between(
    world: &World,
    to: u64,
    to_context: Handle,
    from: u64,
    from_context: Handle,
) -> Result<(), Status> {
    let fits =
        |address, context| Ok(world.owner(address) == Some(world.device_of_context(context)?));
    if fits(to, to_context)? && fits(from, from_context)? {
        Ok(())
    } else {
        Err(Status::InvalidValue)
    }
}

/// A copy without a stream takes its turn in the null stream. When the call returns, it is done if the host's end is the destination or
/// pinned; the other host's bytes were read, and copies within devices may still be to come, as with the real driver (driver API, "API
/// synchronization behavior").
fn now(world: &mut World, mut transfer: Transfer) -> Result<(), Status> {
    let device = world.current()?;
    let stream = World::null_stream(device);
    check(world, &transfer)?;
    let was_read = snapshot(world, &mut transfer);
    let waits = match transfer.to.place {
        Place::Host(_) => true,
        Place::Snapshot(_) | Place::Device(_) | Place::Array(_) => {
            !was_read && matches!(transfer.from.place, Place::Host(_))
        }
    };
    world.put(stream, Work::Copy(Box::new(transfer)))?;
    if waits {
        world.finish_stream(stream)
    } else {
        Ok(())
    }
}

/// Reads the source at once if it is the host's and not pinned. Whether it was.
fn snapshot(world: &World, transfer: &mut Transfer) -> bool {
    let Place::Host(from) = transfer.from.place else {
        return false;
    };
    let span = transfer.span(&transfer.from);
    if world.is_pinned(from, span) {
        return false;
    }
    // SAFETY: the program gave that many bytes.
    transfer.from.place = Place::Snapshot(unsafe { host_bytes(from, span) });
    true
}

fn later(world: &mut World, mut transfer: Transfer, stream: Handle) -> Result<(), Status> {
    let stream = world.stream(stream)?;
    check(world, &transfer)?;
    snapshot(world, &mut transfer);
    let waits = match transfer.to.place {
        Place::Host(to) => !world.is_pinned(to, transfer.span(&transfer.to)),
        Place::Snapshot(_) | Place::Device(_) | Place::Array(_) => false,
    };
    world.put(stream, Work::Copy(Box::new(transfer)))?;
    if waits {
        world.finish_stream(stream)
    } else {
        Ok(())
    }
}

/// The driver looks at addresses before it takes a copy: each end lies in one allocation or array.
fn check(world: &World, transfer: &Transfer) -> Result<(), Status> {
    for end in [&transfer.from, &transfer.to] {
        let bytes = transfer.span(end) as u64;
        let fits = match &end.place {
            Place::Host(address) => *address != 0,
            Place::Snapshot(_) => true,
            Place::Device(address) => {
                let device = world.owner(*address).map(|owner| &world.devices[owner]);
                let found = device.and_then(|device| device.memory.allocation_of(*address));
                found.is_some_and(|(start, size)| address + bytes <= start + size)
            }
            Place::Array(array) => {
                let array = world.arrays.get(array).ok_or(Status::InvalidHandle)?;
                bytes <= array.texels.bytes().len() as u64
            }
        };
        if !fits && bytes > 0 {
            return Err(Status::InvalidValue);
        }
    }
    Ok(())
}

fn fill(world: &mut World, fill: Fill, stream: Option<Handle>) -> Result<(), Status> {
    let end = End {
        pitch: fill.pitch,
        ..End::row(Place::Device(fill.address))
    };
    let whole = Transfer {
        from: end.clone(),
        to: end,
        extent: [fill.count * fill.pattern.len(), fill.height, 1],
    };
    let stream = world.stream(stream.unwrap_or(0))?;
    check(world, &whole)?;
    if !fill.address.is_multiple_of(fill.pattern.len() as u64) {
        return Err(Status::InvalidValue);
    }
    world.put(stream, Work::Fill(fill))
}

fn place(
    world: &World,
    kind: u32,
    host: usize,
    device: u64,
    array: Handle,
) -> Result<Place, Status> {
    match kind {
        memory_type::HOST => Ok(Place::Host(host)),
        memory_type::DEVICE => Ok(Place::Device(device)),
        memory_type::ARRAY if world.arrays.contains_key(&array) => Ok(Place::Array(array)),
        memory_type::ARRAY => Err(Status::InvalidHandle),
        memory_type::UNIFIED => Ok(unified(world, device)),
        _ => Err(Status::InvalidValue),
    }
}

/// One end of a copy in lines and planes. An array has its own pitch.
fn end(world: &World, place: Place, start: [usize; 3], pitch: usize, lines: usize) -> End {
    let own = match &place {
        Place::Array(handle) => world.arrays.get(handle).map(|array| {
            let lines = array.shape.height.max(1);
            (
                array.texels.bytes().len() / lines / array.shape.depth.max(1),
                lines,
            )
        }),
        Place::Host(_) | Place::Snapshot(_) | Place::Device(_) => None,
    };
    let (pitch, lines) = own.unwrap_or((pitch, lines));
    End {
        place,
        start,
        pitch,
        lines,
    }
}

fn flat(world: &World, copy: &Copy2d) -> Result<Transfer, Status> {
    let from = place(
        world,
        copy.source_type,
        copy.source_host as usize,
        copy.source_device,
        copy.source_array as usize,
    )?;
    let to = place(
        world,
        copy.destination_type,
        copy.destination_host as usize,
        copy.destination_device,
        copy.destination_array as usize,
    )?;
    Ok(Transfer {
        from: end(
            world,
            from,
            [copy.source_x, copy.source_y, 0],
            copy.source_pitch,
            0,
        ),
        to: end(
            world,
            to,
            [copy.destination_x, copy.destination_y, 0],
            copy.destination_pitch,
            0,
        ),
        extent: [copy.width, copy.height, 1],
    })
}

fn solid(world: &World, copy: &Copy3d) -> Result<Transfer, Status> {
    let from = place(
        world,
        copy.source_type,
        copy.source_host as usize,
        copy.source_device,
        copy.source_array as usize,
    )?;
    let to = place(
        world,
        copy.destination_type,
        copy.destination_host as usize,
        copy.destination_device,
        copy.destination_array as usize,
    )?;
    let from_start = [copy.source_x, copy.source_y, copy.source_z];
    let to_start = [copy.destination_x, copy.destination_y, copy.destination_z];
    Ok(Transfer {
        from: end(
            world,
            from,
            from_start,
            copy.source_pitch,
            copy.source_height,
        ),
        to: end(
            world,
            to,
            to_start,
            copy.destination_pitch,
            copy.destination_height,
        ),
        extent: [copy.width, copy.height, copy.depth],
    })
}
