//! Devices.
//!
//! *Invariant:* every device is the same but for its number.

use crate::abi::Uuid;
use crate::arguments::Out;
use crate::call::entry_points;
use crate::resident::{ATTRIBUTES, CAPABILITY_MAJOR, CAPABILITY_MINOR, SHARED_ATTRIBUTES, Shared};
use crate::status::Status;
use std::ffi::{c_char, c_int, c_uint};

entry_points! {
    fn cuDeviceGetCount(world, count: Out<c_int>) {
        count.put(world.devices.len() as c_int)
    }

    fn cuDeviceGet(world, device: Out<c_int>, ordinal: c_int) {
        world.device(ordinal)?;
        device.put(ordinal)
    }

    fn cuDeviceGetName(world, name: Out<c_char>, room: c_int, device: c_int) {
        world.device(device)?;
        name.put_text("Quasar emulated device", usize::try_from(room).unwrap_or(0))
    }

    fn cuDeviceGetUuid(world, uuid: Out<Uuid>, device: c_int) {
        world.device(device)?;
        uuid.put(identity(device))
    }

    fn cuDeviceGetUuid_v2(world, uuid: Out<Uuid>, device: c_int) {
        world.device(device)?;
        uuid.put(identity(device))
    }

    fn cuDeviceTotalMem_v2(world, bytes: Out<usize>, device: c_int) {
        bytes.put(world.device(device)?.memory.capacity() as usize)
    }

    fn cuDeviceGetAttribute(world, value: Out<c_int>, attribute: c_int, device: c_int) {
        world.device(device)?;
        if !(1..ATTRIBUTES_END).contains(&attribute) {
            return Err(Status::InvalidValue);
        }
        let there = Shared::of(world.capability);
        let [all, of_block, reserved] = SHARED_ATTRIBUTES;
        let row = ATTRIBUTES.iter().find(|row| row.0 == attribute);
        value.put(match attribute {
            CAPABILITY_MAJOR => world.capability.0,
            CAPABILITY_MINOR => world.capability.1,
            number if number == all => there.all as c_int,
            number if number == of_block => there.of_block as c_int,
            number if number == reserved => there.reserved as c_int,
            _ => row.map_or(0, |row| row.1),
        })
    }

    fn cuDeviceComputeCapability(world, major: Out<c_int>, minor: Out<c_int>, device: c_int) {
        world.device(device)?;
        major.put(world.capability.0)?;
        minor.put(world.capability.1)
    }

    fn cuDeviceGetPCIBusId(world, text: Out<c_char>, room: c_int, device: c_int) {
        world.device(device)?;
        text.put_text(&format!("0000:{:02x}:00.0", device + 1), usize::try_from(room).unwrap_or(0))
    }

    fn cuDeviceGetDefaultMemPool(world, pool: Out<usize>, device: c_int) {
        pool.put(world.device(device)?.pool)
    }

    fn cuDeviceGetMemPool(world, pool: Out<usize>, device: c_int) {
        pool.put(world.device(device)?.pool)
    }

    /// A kernel reaches the memory of its own device only; copies go between all devices.
    fn cuDeviceCanAccessPeer(world, can: Out<c_int>, device: c_int, peer: c_int) {
        world.device(device)?;
        world.device(peer)?;
        can.put(0)
    }

    fn cuDeviceGetP2PAttribute(world, value: Out<c_int>, _attribute: c_uint, device: c_int, peer: c_int) {
        world.device(device)?;
        world.device(peer)?;
        if device == peer {
            return Err(Status::InvalidDevice);
        }
        value.put(0)
    }
}

/// The number behind the last attribute that the driver knows.
const ATTRIBUTES_END: c_int = 150;

/// A number that tells the devices apart.
fn identity(device: c_int) -> Uuid {
    let mut uuid = Uuid {
        bytes: b"quasar emulator ".map(|byte| byte as c_char),
    };
    uuid.bytes[15] = device as c_char;
    uuid
}
