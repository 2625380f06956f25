//! Video instructions: arithmetic on the bytes and half words of a register.
//!
//! *Invariant:* parts are computed without overflow and cut or clamped at the end.

/// The operation on a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoKind {
    Add,
    Subtract,
    Difference,
    Least,
    Greatest,
    Average,
    Compare(&'static str),
}

/// A video instruction of four bytes or two half words (PTX ISA, "SIMD Video Instructions").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Video {
    pub kind: VideoKind,
    /// 8 or 16.
    pub bits: u32,
    pub signed: [bool; 3],
    pub saturate: bool,
    /// The sum of the parts and the third operand is the result.
    pub accumulate: bool,
}

const COMPARISONS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];

impl Video {
    /// Reads an opcode such as `vabsdiff4.u32.u32.u32.add`.
    pub fn named(parts: &[&str]) -> Option<Video> {
        let (name, rest) = parts.split_first()?;
        let bits = match name.chars().last()? {
            '4' => 8,
            '2' => 16,
            _ => return None,
        };
        let comparison = COMPARISONS.iter().find(|known| rest.contains(known));
        let kind = match &name[..name.len() - 1] {
            "vadd" => VideoKind::Add,
            "vsub" => VideoKind::Subtract,
            "vabsdiff" => VideoKind::Difference,
            "vmin" => VideoKind::Least,
            "vmax" => VideoKind::Greatest,
            "vavrg" => VideoKind::Average,
            "vset" => VideoKind::Compare(comparison?),
            _ => return None,
        };
        let types: Vec<bool> = rest
            .iter()
            .filter_map(|part| match *part {
                "s32" => Some(true),
                "u32" => Some(false),
                _ => None,
            })
            .collect();
        // `vset` has no type of the result, which is unsigned.
        let signed = match types[..] {
            [result, a, b] => [result, a, b],
            [a, b] => [false, a, b],
            _ => return None,
        };
        Some(Video {
            kind,
            bits,
            signed,
            saturate: rest.contains(&"sat"),
            accumulate: rest.contains(&"add"),
        })
    }

    /// The result for all parts; `c` keeps the parts that no mask chooses, and all are chosen here.
    pub fn apply(self, a: u64, b: u64, c: u64) -> u64 {
        let parts = 32 / self.bits;
        let values = (0..parts).map(|at| self.part(a, b, at));
        if self.accumulate {
            let sum: i64 = values.sum();
            return (c as i64).wrapping_add(sum) as u64 & 0xffff_ffff;
        }
        let mask = (1u64 << self.bits) - 1;
        values.enumerate().fold(0, |word, (at, value)| {
            word | (value as u64 & mask) << (at as u32 * self.bits)
        })
    }

    fn part(self, a: u64, b: u64, at: u32) -> i64 {
        let x = self.read(a, at, self.signed[1]);
        let y = self.read(b, at, self.signed[2]);
        let value = match self.kind {
            VideoKind::Add => x + y,
            VideoKind::Subtract => x - y,
            VideoKind::Difference => (x - y).abs(),
            VideoKind::Least => x.min(y),
            VideoKind::Greatest => x.max(y),
            VideoKind::Average => (x + y + 1) >> 1,
            VideoKind::Compare(name) => i64::from(compare(name, x, y)),
        };
        if self.saturate {
            self.clamp(value)
        } else {
            value
        }
    }

    fn read(self, word: u64, at: u32, signed: bool) -> i64 {
        let unused = 64 - self.bits;
        let raw = (word >> (at * self.bits)) << unused;
        if signed {
            (raw as i64) >> unused
        } else {
            (raw >> unused) as i64
        }
    }

    fn clamp(self, value: i64) -> i64 {
        let (low, high) = if self.signed[0] {
            (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1)
        } else {
            (0, (1 << self.bits) - 1)
        };
        value.clamp(low, high)
    }
}

fn compare(name: &str, x: i64, y: i64) -> bool {
    match name {
        "eq" => x == y,
        "ne" => x != y,
        "lt" => x < y,
        "le" => x <= y,
        "gt" => x > y,
        _ => x >= y,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(opcode: &str, a: u64, b: u64, c: u64) -> u64 {
        let parts: Vec<&str> = opcode.split('.').collect();
        Video::named(&parts).expect(opcode).apply(a, b, c)
    }

    #[test]
    fn parts_do_not_touch_each_other() {
        assert_eq!(
            run("vadd4.u32.u32.u32", 0x01ff_0203, 0x0101_0101, 0),
            0x0200_0304
        );
        assert_eq!(
            run("vsub2.u32.u32.u32", 0x0001_0000, 0x0000_0001, 0),
            0x0001_ffff
        );
        assert_eq!(
            run("vadd4.u32.u32.u32.sat", 0x00ff_0000, 0x0001_0000, 0),
            0x00ff_0000
        );
        assert_eq!(run("vadd4.s32.s32.s32.sat", 0x7f80, 0x01ff, 0), 0x7f80);
    }

    #[test]
    fn differences_and_their_sum() {
        assert_eq!(
            run("vabsdiff4.u32.u32.u32", 0x0102_0304, 0x0401_0304, 9),
            0x0301_0000
        );
        assert_eq!(
            run("vabsdiff4.u32.u32.u32.add", 0x0102_0304, 0x0401_0304, 9),
            13
        );
        assert_eq!(
            run("vset4.u32.u32.gt", 0x0102_0304, 0x0201_0403, 0),
            0x0001_0001
        );
        assert_eq!(
            run("vmax2.s32.s32.s32", 0xffff_0001, 0x0000_fffe, 0),
            0x0000_0001
        );
    }
}
