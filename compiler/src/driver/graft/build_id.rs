//! The build id: tools that cache by it must not mix programs up.
//!
//! *Invariant:* it depends on the program's bytes and on the build of the runtime only.

/// Bytes of the id.
const SIZE: usize = 16;
/// Owner's length, the id's length, the type of the note (a build id), and the owner.
const HEAD: [u8; 16] = *b"\x04\0\0\0\x10\0\0\0\x03\0\0\0GNU\0";
/// Starts a hash of 64 bits (FNV-1a).
const SEED: u64 = 0xcbf2_9ce4_8422_2325;
/// Multiplier of the same hash.
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Bytes of the note.
pub const NOTE_SIZE: u64 = (HEAD.len() + SIZE) as u64;

/// The note with the id of a program: `program` is what tells it from others with the same runtime.
pub fn note(runtime: [u8; SIZE], program: &[&[u8]]) -> Vec<u8> {
    let mut note = HEAD.to_vec();
    for (index, part) in runtime.chunks(8).enumerate() {
        let mut hash = part.iter().fold(SEED ^ index as u64, step);
        for part in program {
            hash = words(part).fold(hash, |hash, word| mix(hash ^ word));
        }
        note.extend(hash.to_le_bytes());
    }
    note
}

fn step(hash: u64, byte: &u8) -> u64 {
    (hash ^ u64::from(*byte)).wrapping_mul(PRIME)
}

/// Multiplication alone carries bits upwards only; the rotation brings them back.
fn mix(value: u64) -> u64 {
    value.wrapping_mul(PRIME).rotate_left(29)
}

/// The bytes as words, the last one filled up with zeros.
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}
