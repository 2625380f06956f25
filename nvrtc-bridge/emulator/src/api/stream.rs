//! Streams and events.
//!
//! *Invariant:* asking whether something is done lets some work happen, so that asking again and again comes to an end.

use crate::abi::{EVENT_DISABLE_TIMING, STREAM_NON_BLOCKING};
use crate::arguments::Out;
use crate::call::entry_points;
use crate::queue::{HostFunction, Stream, Work};
use crate::status::Status;
use crate::texels::Handle;
use crate::world::{Event, World};
use std::collections::BTreeSet;
use std::ffi::{c_int, c_uint, c_void};

entry_points! {
    fn cuStreamCreate(world, stream: Out<usize>, flags: c_uint) {
        stream.put(create_stream(world, flags)?)
    }

    fn cuStreamCreateWithPriority(world, stream: Out<usize>, flags: c_uint, _priority: c_int) {
        stream.put(create_stream(world, flags)?)
    }

    /// The work of the stream is still done.
    fn cuStreamDestroy_v2(world, stream: usize) {
        let stream = own_stream(world, stream)?;
        world.until(|world| world.streams.get(&stream).is_none_or(Stream::is_idle))?;
        world.streams.remove(&stream);
        Ok(())
    }

    fn cuStreamSynchronize(world, stream: usize) {
        let stream = world.stream(stream)?;
        world.finish_stream(stream)
    }

    fn cuStreamQuery(world, stream: usize) {
        let stream = world.stream(stream)?;
        if world.streams[&stream].is_idle() {
            return Ok(());
        }
        world.step();
        world.current()?;
        Err(Status::NotReady)
    }

    fn cuStreamWaitEvent(world, stream: usize, event: usize, _flags: c_uint) {
        let stream = world.stream(stream)?;
        let recorded = known_event(world, event)?.recorded;
        match recorded {
            0 => Ok(()),
            number => world.put(stream, Work::Wait(event, number)),
        }
    }

    fn cuStreamGetFlags(world, stream: usize, flags: Out<c_uint>) {
        let stream = world.stream(stream)?;
        flags.put(if world.streams[&stream].independent { STREAM_NON_BLOCKING } else { 0 })
    }

    fn cuStreamGetPriority(world, stream: usize, priority: Out<c_int>) {
        world.stream(stream)?;
        priority.put(0)
    }

    fn cuStreamGetCtx(world, stream: usize, context: Out<usize>) {
        let stream = world.stream(stream)?;
        context.put(world.devices[world.streams[&stream].device].context)
    }

    fn cuLaunchHostFunc(world, stream: usize, function: Option<unsafe extern "C" fn(*mut c_void)>, argument: usize) {
        let stream = world.stream(stream)?;
        let function = function.ok_or(Status::InvalidValue)?;
        world.put(stream, Work::Host(HostFunction { function, argument }))
    }

    fn cuEventCreate(world, event: Out<usize>, flags: c_uint) {
        let device = world.current()?;
        let handle = world.new_handle();
        event.put(handle)?;
        let timed = flags & EVENT_DISABLE_TIMING == 0;
        world.events.insert(handle, Event { device, timed, recorded: 0, open: BTreeSet::new(), time: 0.0 });
        Ok(())
    }

    fn cuEventDestroy_v2(world, event: usize) {
        let state = known_event(world, event)?;
        if state.open.is_empty() {
            world.events.remove(&event);
        } else {
            world.ended_events.insert(event);
        }
        Ok(())
    }

    fn cuEventRecord(world, event: usize, stream: usize) {
        record(world, event, stream)
    }

    fn cuEventRecordWithFlags(world, event: usize, stream: usize, _flags: c_uint) {
        record(world, event, stream)
    }

    fn cuEventQuery(world, event: usize) {
        world.current()?;
        let state = known_event(world, event)?;
        if state.has_happened() {
            return Ok(());
        }
        world.step();
        world.current()?;
        Err(Status::NotReady)
    }

    fn cuEventSynchronize(world, event: usize) {
        let number = known_event(world, event)?.recorded;
        world.until(|world| world.events.get(&event).is_none_or(|event| !event.open.contains(&number)))?;
        world.current().map(|_| ())
    }

    fn cuEventElapsedTime(world, milliseconds: Out<f32>, from: usize, to: usize) {
        milliseconds.put(elapsed(world, from, to)?)
    }

    fn cuEventElapsedTime_v2(world, milliseconds: Out<f32>, from: usize, to: usize) {
        milliseconds.put(elapsed(world, from, to)?)
    }
}

fn create_stream(world: &mut World, flags: c_uint) -> Result<Handle, Status> {
    let device = world.current()?;
    if flags > STREAM_NON_BLOCKING {
        return Err(Status::InvalidValue);
    }
    let handle = world.new_handle();
    world
        .streams
        .insert(handle, Stream::new(device, flags == STREAM_NON_BLOCKING));
    Ok(handle)
}

/// A stream that the program made; it may be one of a lost context, which is destroyed all the same.
fn own_stream(world: &World, stream: Handle) -> Result<Handle, Status> {
    let null = |device| World::null_stream(device) == stream;
    if world.streams.contains_key(&stream) && !(0..world.devices.len()).any(null) {
        Ok(stream)
    } else {
        Err(Status::InvalidHandle)
    }
}

fn known_event(world: &World, event: Handle) -> Result<&Event, Status> {
    let known = world
        .events
        .get(&event)
        .filter(|_| !world.ended_events.contains(&event));
    known.ok_or(Status::InvalidHandle)
}

fn record(world: &mut World, event: Handle, stream: Handle) -> Result<(), Status> {
    let stream = world.stream(stream)?;
    let device = world.streams[&stream].device;
    if known_event(world, event)?.device != device {
        return Err(Status::InvalidHandle);
    }
    let state = world.events.get_mut(&event).ok_or(Status::InvalidHandle)?;
    state.recorded += 1;
    let number = state.recorded;
    state.open.insert(number);
    world.put(stream, Work::Record(event, number))
}

fn elapsed(world: &World, from: Handle, to: Handle) -> Result<f32, Status> {
    world.current()?;
    let (from, to) = (known_event(world, from)?, known_event(world, to)?);
    let recorded = |event: &Event| event.timed && event.recorded > 0;
    if !recorded(from) || !recorded(to) {
        return Err(Status::InvalidHandle);
    }
    if !from.has_happened() || !to.has_happened() {
        return Err(Status::NotReady);
    }
    Ok(((to.time - from.time) / 1000.0) as f32)
}
