//! The build id: tools that cache by it must not mix programs up.
//!
//! *Invariant:* it depends on the program's bytes and the stub's id only.

use super::image::Image;
use super::stub::Stub;

/// Bytes in front of the id in its note: three lengths and `GNU\0`.
const NOTE_HEADER: usize = 16;
/// Starts a hash of 64 bits (FNV-1a).
const SEED: u64 = 0xcbf2_9ce4_8422_2325;
/// Multiplier of the same hash.
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Replaces the stub's build id in `image`, if it has one.
///
/// `program` is what tells this program from others made from the stub.
pub fn refresh(image: &mut Image, stub: &Stub, program: &[&[u8]]) {
    let Ok(note) = stub.elf.section(".note.gnu.build-id") else {
        return;
    };
    let at = note.offset as usize + NOTE_HEADER;
    let end = (note.offset + note.size) as usize;
    let Some(mut id) = image.stub_bytes(at, end) else {
        return;
    };
    for (index, word) in id.chunks_mut(8).enumerate() {
        let mut hash = word.iter().fold(SEED ^ index as u64, step);
        for part in program {
            hash = words(part).fold(hash, |hash, word| mix(hash ^ word));
        }
        let size = word.len();
        word.copy_from_slice(&hash.to_le_bytes()[..size]);
    }
    image.patch(at, &id);
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
