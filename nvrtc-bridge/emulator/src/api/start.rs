//! Starting, versions, errors, looking up entry points.
//!
//! *Invariant:* these work before `cuInit`.

use super::entries;
use crate::arguments::{In, Out, Text};
use crate::call::entry_points;
use crate::settings::{Settings, without_version};
use crate::status::{ROWS, Status};
use std::ffi::{CStr, c_char, c_int, c_uint};

entry_points! {
    fn cuInit(world, flags: c_uint) {
        if flags != 0 {
            return Err(Status::InvalidValue);
        }
        world.start()
    }

    fn cuDriverGetVersion(world, version: Out<c_int>) {
        version.put(world.version)
    }

    fn cuGetErrorName(_, status: c_int, name: Out<*const c_char>) {
        name.put(row(status)?.1.as_ptr())
    }

    fn cuGetErrorString(_, status: c_int, text: Out<*const c_char>) {
        text.put(row(status)?.2.as_ptr())
    }

    fn cuGetProcAddress(_, name: Text, place: Out<usize>, version: c_int, flags: u64) {
        look_up(&name.get()?, &place, version, flags)
    }

    fn cuGetProcAddress_v2(_, name: Text, place: Out<usize>, version: c_int, flags: u64, found: Out<c_int>) {
        let result = look_up(&name.get()?, &place, version, flags);
        found.put_if_wanted(if result.is_ok() { FOUND } else { NO_SYMBOL });
        result
    }

    /// NVRTC asks a driver that is loaded for a table of its private functions, and does without it.
    fn cuGetExportTable(_, place: Out<usize>, _uuid: In<[u8; 16]>) {
        place.put(0)?;
        Err(Status::InvalidValue)
    }
}

/// `CU_GET_PROC_ADDRESS_SUCCESS`
const FOUND: c_int = 0;
/// `CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND`
const NO_SYMBOL: c_int = 1;

fn row(status: c_int) -> Result<&'static (i32, &'static CStr, &'static CStr), Status> {
    ROWS.iter()
        .find(|row| row.0 == status)
        .ok_or(Status::InvalidValue)
}

/// The newest version of the function of that name.
fn look_up(name: &str, place: &Out<usize>, _version: c_int, _flags: u64) -> Result<(), Status> {
    place.put(0)?;
    let missing = Settings::of_this_process().missing;
    let fits = |known: &str| known == name || without_version(known) == name;
    let known = entries()
        .filter(|entry| fits(entry.name) && !missing.iter().any(|gone| gone == entry.name));
    let newest = known
        .max_by_key(|entry| entry.name)
        .ok_or(Status::NotFound)?;
    place.put(newest.function as usize)
}
