//! One bit for each byte: which bytes have been written.
//!
//! *Invariant:* bits beyond the length are never asked for.

/// A bit for each byte of a memory.
#[derive(Clone, Debug, Default)]
pub struct Bitmap {
    bits: Vec<u8>,
}

impl Bitmap {
    /// All bits clear.
    pub fn new(bytes: usize) -> Bitmap {
        Bitmap {
            bits: vec![0; bytes.div_ceil(8)],
        }
    }

    /// Longer or shorter; new bits are clear.
    pub fn resize(&mut self, bytes: usize) {
        self.bits.resize(bytes.div_ceil(8), 0);
    }

    /// Whether any of `size` bytes is set; `size` is at most 8 and the offset a multiple of it.
    pub fn any(&self, offset: usize, size: usize) -> bool {
        self.bits[offset / 8] >> (offset % 8) & (0xff >> (8 - size)) as u8 != 0
    }

    /// Whether all of `size` bytes are set; as `any`.
    pub fn all(&self, offset: usize, size: usize) -> bool {
        let mask = (0xffu32 >> (8 - size)) as u8;
        self.bits[offset / 8] >> (offset % 8) & mask == mask
    }

    /// Sets the bits of `size` bytes; as `any`.
    pub fn set(&mut self, offset: usize, size: usize) {
        self.bits[offset / 8] |= ((0xffu32 >> (8 - size)) as u8) << (offset % 8);
    }

    /// Sets or clears the bits of any range.
    pub fn set_range(&mut self, offset: usize, length: usize, value: bool) {
        let mut at = offset;
        let end = offset + length;
        while at < end {
            if at.is_multiple_of(8) && end - at >= 8 {
                let whole = (end - at) / 8;
                self.bits[at / 8..at / 8 + whole].fill(if value { 0xff } else { 0 });
                at += whole * 8;
            } else {
                let bit = 1 << (at % 8);
                if value {
                    self.bits[at / 8] |= bit;
                } else {
                    self.bits[at / 8] &= !bit;
                }
                at += 1;
            }
        }
    }

    /// Whether one byte is set.
    pub fn get(&self, offset: usize) -> bool {
        self.bits[offset / 8] >> (offset % 8) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_parts() {
        let mut bits = Bitmap::new(40);
        bits.set_range(3, 21, true);
        assert!(!bits.get(2) && bits.get(3) && bits.get(23) && !bits.get(24));
        assert!(bits.any(0, 4) && !bits.all(0, 4) && bits.all(8, 8));
        bits.set_range(8, 8, false);
        assert!(!bits.any(8, 8) && bits.get(7) && bits.get(16));
        bits.set(32, 4);
        assert!(bits.all(32, 4) && !bits.any(36, 4));
    }
}
