//! The tests of the build script's reading of object files, which cargo runs in no other way.
//!
//! *Invariant:* what is tested are the very files that the build script is made of.

#[path = "../src/driver/graft/objects.rs"]
#[allow(
    dead_code,
    reason = "the table is written here, and read by the linker"
)]
mod objects;

#[path = "../objects/mod.rs"]
#[allow(dead_code, reason = "only its tests use it here")]
mod reading;
