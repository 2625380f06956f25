//! Rows that copy and clear bytes, and the rows that only count owners.
//!
//! *Invariant:* nothing here looks at what the bytes mean.

use crate::array::object::{live_objects, release, retain};

pub(crate) fn object_retain(object: *mut u8) {
    // SAFETY: the row promises null or a live object.
    unsafe { retain(object) }
}

pub(crate) fn object_release(object: *mut u8) {
    // SAFETY: the row promises null or a live object, one owner of which the caller gives up.
    unsafe { release(object) }
}

pub(crate) fn object_same(left: *mut u8, right: *mut u8) -> i32 {
    i32::from(left == right && !left.is_null())
}

pub(crate) fn object_count() -> i64 {
    live_objects()
}

pub(crate) fn memory_copy(target: *mut u8, source: *mut u8, bytes: i64) {
    // SAFETY: the row promises two places of that size that do not overlap.
    unsafe { std::ptr::copy_nonoverlapping(source.cast_const(), target, bytes as usize) }
}

pub(crate) fn memory_zero(target: *mut u8, bytes: i64) {
    // SAFETY: the row promises a place of that size.
    unsafe { std::ptr::write_bytes(target, 0, bytes as usize) }
}
