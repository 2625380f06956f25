//! Primary contexts.
//!
//! *Invariant:* a device has one context, which is retained and released.

use crate::arguments::Out;
use crate::call::entry_points;
use crate::status::Status;
use crate::world::{current_context, pop_context, push_context, set_current_context};
use std::ffi::{c_int, c_uint};

entry_points! {
    fn cuDevicePrimaryCtxRetain(world, context: Out<usize>, device: c_int) {
        let device = world.device(device)?;
        context.put(device.context)?;
        device.retained += 1;
        Ok(())
    }

    fn cuDevicePrimaryCtxRelease_v2(world, device: c_int) {
        let index = world.device_index(device)?;
        match world.devices[index].retained {
            0 => Err(Status::InvalidContext),
            1 => {
                world.finish_device(index)?;
                world.reset(index);
                Ok(())
            }
            _ => {
                world.devices[index].retained -= 1;
                Ok(())
            }
        }
    }

    fn cuDevicePrimaryCtxReset_v2(world, device: c_int) {
        let index = world.device_index(device)?;
        world.finish_device(index)?;
        let retained = world.devices[index].retained;
        world.reset(index);
        world.devices[index].retained = retained;
        Ok(())
    }

    fn cuDevicePrimaryCtxGetState(world, device: c_int, flags: Out<c_uint>, active: Out<c_int>) {
        let device = world.device(device)?;
        flags.put(device.flags)?;
        active.put(c_int::from(device.retained > 0))
    }

    fn cuDevicePrimaryCtxSetFlags_v2(world, device: c_int, flags: c_uint) {
        world.device(device)?.flags = flags;
        Ok(())
    }

    fn cuCtxSetCurrent(world, context: usize) {
        if context != 0 {
            world.device_of_context(context)?;
        }
        set_current_context(context);
        Ok(())
    }

    fn cuCtxGetCurrent(_, context: Out<usize>) {
        context.put(current_context())
    }

    fn cuCtxPushCurrent_v2(world, context: usize) {
        world.device_of_context(context)?;
        push_context(context);
        Ok(())
    }

    fn cuCtxPopCurrent_v2(_, context: Out<usize>) {
        if current_context() == 0 {
            return Err(Status::InvalidContext);
        }
        context.put_if_wanted(pop_context());
        Ok(())
    }

    fn cuCtxGetDevice(world, device: Out<c_int>) {
        device.put(world.device_of_context(current_context())? as c_int)
    }

    fn cuCtxSynchronize(world) {
        let device = world.current()?;
        world.finish_device(device)?;
        world.current().map(|_| ())
    }

    fn cuCtxGetFlags(world, flags: Out<c_uint>) {
        let device = world.current()?;
        flags.put(world.devices[device].flags)
    }

    fn cuCtxGetApiVersion(world, context: usize, version: Out<c_uint>) {
        if context != 0 {
            world.device_of_context(context)?;
        }
        version.put(API_VERSION)
    }

    fn cuCtxGetLimit(world, value: Out<usize>, limit: c_uint) {
        let device = world.current()?;
        let row = LIMITS.iter().find(|row| row.0 == limit).ok_or(Status::InvalidValue)?;
        value.put(world.devices[device].limits.get(&limit).copied().unwrap_or(row.1))
    }

    fn cuCtxSetLimit(world, limit: c_uint, value: usize) {
        let device = world.current()?;
        LIMITS.iter().find(|row| row.0 == limit).ok_or(Status::InvalidValue)?;
        world.devices[device].limits.insert(limit, value);
        Ok(())
    }

    fn cuCtxSetCacheConfig(world, _preference: c_uint) {
        world.current().map(|_| ())
    }

    /// All streams have the same priority.
    fn cuCtxGetStreamPriorityRange(world, least: Out<c_int>, greatest: Out<c_int>) {
        world.current()?;
        least.put_if_wanted(0);
        greatest.put_if_wanted(0);
        Ok(())
    }

    fn cuCtxEnablePeerAccess(world, peer: usize, flags: c_uint) {
        let device = world.current()?;
        let other = world.device_of_context(peer)?;
        if flags != 0 || other == device {
            return Err(Status::InvalidValue);
        }
        Err(Status::PeerAccessUnsupported)
    }

    fn cuCtxDisablePeerAccess(world, peer: usize) {
        world.current()?;
        world.device_of_context(peer)?;
        Err(Status::PeerAccessNotEnabled)
    }
}

/// What `cuCtxGetApiVersion` tells of contexts since CUDA 3.2.
const API_VERSION: c_uint = 3020;

/// Limits by their numbers in `CUlimit`, with the defaults: stack of a thread, buffer of printf, heap of kernels.
const LIMITS: &[(c_uint, usize)] = &[(0, 1024), (1, 1 << 20), (2, 8 << 20)];
