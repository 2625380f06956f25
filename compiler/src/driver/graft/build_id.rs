//! The build id: tools that cache by it must not mix programs up.
//!
//! *Invariant:* it depends on the program's bytes and on the build of the runtime only.

use super::objects::identity;

/// Bytes of the id.
const SIZE: usize = 16;
/// Owner's length, the id's length, the type of the note (a build id), and the owner.
const HEAD: [u8; 16] = *b"\x04\0\0\0\x10\0\0\0\x03\0\0\0GNU\0";

/// Bytes of the note.
pub const NOTE_SIZE: u64 = (HEAD.len() + SIZE) as u64;

/// The note with the id of what these parts make: the runtime's identity, and what tells the program from others with the same runtime.
pub fn note(parts: &[&[u8]]) -> Vec<u8> {
    [HEAD, identity(parts)].concat()
}
