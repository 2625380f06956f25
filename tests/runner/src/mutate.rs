//! Random damage to sources and images, from a fixed seed.
//!
//! *Invariant:* the same seed gives the same damage on every machine.

/// A small generator (xorshift64*), enough to choose where to damage.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A generator for this seed.
    pub fn new(seed: u64) -> Self {
        // A state of zero would stay zero.
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `limit`; 0 when `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 16) as usize % limit.max(1)
    }
}

/// Bytes and words that are likely to reach odd corners of a compiler.
const FRAGMENTS: &[&str] = &[
    "end",
    "function",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "->",
    "=",
    ":",
    "'",
    "\"",
    "..",
    "...",
    "_",
    "if",
    "for",
    "match",
    "|",
    "\0",
    "\u{fe}",
    "1e999",
    "99999999999999999999",
    "-",
    "^",
    "'mirror",
    "__kernel__",
    "parallel_do",
    "{!",
    "$",
    "%",
    "\n",
    ";",
    ",",
    "x[",
    "cube(:,:,3)",
    "type",
    "class",
    "reduction",
    "where",
    "0..",
    "try",
    "return",
];

/// Damages a source file in one to four places.
pub fn source(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for _ in 0..=random.below(4) {
        damage_source(&mut damaged, random);
    }
    damaged
}

fn damage_source(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let length = random.below(24).min(bytes.len() - at);
    match random.below(5) {
        0 => drop(bytes.drain(at..at + length)),
        1 => insert(
            bytes,
            at,
            FRAGMENTS[random.below(FRAGMENTS.len())].as_bytes(),
        ),
        2 => {
            let copy = bytes[at..at + length].to_vec();
            let to = random.below(bytes.len() + 1);
            insert(bytes, to, &copy);
        }
        3 => bytes.truncate(at),
        _ => flip(bytes, random),
    }
}

/// Damages a binary file: flipped bytes, a changed run, a cut end.
pub fn binary(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for _ in 0..=random.below(6) {
        match random.below(8) {
            0 => damaged.truncate(random.below(bytes.len())),
            1 => {
                let at = random.below(damaged.len() + 1);
                insert(&mut damaged, at, &random.bits().to_le_bytes());
            }
            _ => flip(&mut damaged, random),
        }
    }
    damaged
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    if !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = (random.bits() >> 32) as u8;
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, what: &[u8]) {
    bytes.splice(at..at, what.iter().copied());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_repeatable() {
        let text = b"x = [1,2,3]\nprint x\n";
        let damaged = |seed| source(text, &mut Random::new(seed));
        assert_eq!(damaged(7), damaged(7));
        assert!((0..20).any(|seed| damaged(seed) != text));
    }

    #[test]
    fn damage_survives_empty_input() {
        for seed in 0..100 {
            source(b"", &mut Random::new(seed));
            binary(b"", &mut Random::new(seed));
        }
    }
}
