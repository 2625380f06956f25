//! Where state spaces lie among generic addresses.
//!
//! *Invariant:* the highest byte of an address tells its space; that of global memory is 0.

use crate::syntax::Space;

/// Shared memory of the block.
pub const SHARED: u64 = 0x71 << 56;
/// Local memory of the thread.
pub const LOCAL: u64 = 0x72 << 56;
/// Parameters of the kernel.
pub const PARAMETERS: u64 = 0x73 << 56;
/// Added to addresses in the parameter memory of a frame.
pub const FRAME: u64 = 1 << 40;

/// What is added to an address in a space to make it generic.
pub fn base(space: Space) -> u64 {
    match space {
        Space::Generic | Space::Global | Space::Constant => 0,
        Space::Shared => SHARED,
        Space::Local => LOCAL,
        Space::Parameter => PARAMETERS,
    }
}

/// The space of a generic address, and the address in it.
pub fn split(address: u64) -> (Space, u64) {
    let inside = address & !(0xff << 56);
    match address >> 56 {
        0x71 => (Space::Shared, inside),
        0x72 => (Space::Local, inside),
        0x73 => (Space::Parameter, inside),
        _ => (Space::Global, address),
    }
}
