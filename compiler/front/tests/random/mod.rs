//! Random numbers for damaged sources.
//!
//! *Invariant:* the same seed gives the same numbers on every machine.

/// Random numbers with a fixed seed, not 0 (the 64-bit shift-register generator xorshift64*).
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`; 0 when `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
}
