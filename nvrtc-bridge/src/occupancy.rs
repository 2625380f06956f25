//! How many blocks of a kernel a multiprocessor holds, and the block size that fills it best.
//!
//! The rule is that of the CUDA programming guide ("Hardware Multithreading" and the tables of technical specifications): warps, blocks,
//! registers and shared memory each allow so many blocks, and the least counts. The granularities are those of compute capability 7 and later.
//!
//! *Invariant:* pure arithmetic; no driver is asked.

use crate::device::{Attribute, Device};
use crate::error::Error;

/// What a kernel takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Threads of a block at most.
    pub max_threads: u32,
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes of shared memory of a block, from the text.
    pub static_shared: u32,
}

/// What a device has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// First number of the compute capability.
    pub major: u32,
    /// Threads of a warp.
    pub warp: u32,
    /// Multiprocessors.
    pub multiprocessors: u32,
    /// Threads of a block at most.
    pub block_threads: u32,
    /// Threads of a multiprocessor.
    pub threads: u32,
    /// Blocks of a multiprocessor.
    pub blocks: u32,
    /// Registers of a multiprocessor.
    pub registers: u32,
    /// Registers of a block at most.
    pub block_registers: u32,
    /// Bytes of shared memory of a multiprocessor.
    pub shared: u32,
    /// Threads of a block along x, y, z at most.
    pub block_shape: [u32; 3],
    /// Blocks of a grid along x, y, z at most.
    pub grid_shape: [u32; 3],
    /// Whether grids may wait as a whole.
    pub cooperative: bool,
    /// Bytes of shared memory that a block has without asking.
    pub usual_shared: u32,
    /// Bytes of shared memory of a block at most, when it asks.
    pub block_shared: u32,
    /// Bytes of shared memory that the driver takes of each block.
    pub reserved_shared: u32,
}

/// Registers are given to a warp by so many.
const REGISTER_UNIT: u32 = 256;
/// The warps and registers of a multiprocessor lie in so many parts.
const PARTS: u32 = 4;

/// Shared memory is given to a block by so many bytes, from compute capability 8 on and before.
const SHARED_UNIT: (u32, u32) = (128, 256);

/// Blocks of a multiprocessor where the driver does not tell (before CUDA 11): the least that any device of capability 7 has.
const FALLBACK_BLOCKS: u32 = 16;

impl Limits {
    /// What a device says of itself.
    ///
    /// # Errors
    /// It does not say what every driver knows.
    pub fn of(device: &Device) -> Result<Limits, Error> {
        let number = |attribute| Ok(u32::try_from(device.attribute(attribute)?).unwrap_or(0));
        let newer = |attribute, fallback| number(attribute).unwrap_or(fallback);
        let shared = number(Attribute::SharedPerBlock)?;
        Ok(Limits {
            major: number(Attribute::CapabilityMajor)?,
            warp: number(Attribute::WarpSize)?.max(1),
            multiprocessors: number(Attribute::Multiprocessors)?,
            block_threads: number(Attribute::MaxThreadsPerBlock)?,
            threads: number(Attribute::ThreadsPerMultiprocessor)?,
            blocks: newer(Attribute::BlocksPerMultiprocessor, FALLBACK_BLOCKS),
            registers: number(Attribute::RegistersPerMultiprocessor)?,
            block_registers: number(Attribute::RegistersPerBlock)?,
            shared: number(Attribute::SharedPerMultiprocessor)?,
            block_shape: [
                number(Attribute::MaxBlockX)?,
                number(Attribute::MaxBlockY)?,
                number(Attribute::MaxBlockZ)?,
            ],
            grid_shape: [
                number(Attribute::MaxGridX)?,
                number(Attribute::MaxGridY)?,
                number(Attribute::MaxGridZ)?,
            ],
            cooperative: device.has(Attribute::CooperativeLaunch),
            usual_shared: shared,
            block_shared: newer(Attribute::SharedPerBlockOptIn, shared).max(shared),
            reserved_shared: newer(Attribute::ReservedSharedPerBlock, 0),
        })
    }

    /// Blocks of this size that a multiprocessor holds at once; 0 if not one fits.
    pub fn resident(&self, needs: Needs, block: u32, dynamic_shared: u32) -> u32 {
        if block == 0 || block > self.block_threads.min(needs.max_threads) {
            return 0;
        }
        let warps = block.div_ceil(self.warp);
        let by_warps = (self.threads / self.warp) / warps;
        by_warps
            .min(self.blocks)
            .min(self.by_registers(needs.registers, warps))
            .min(self.by_shared(needs.static_shared, dynamic_shared))
    }

    /// Why no block of this shape runs at all; nothing if one does.
    pub fn refusal(&self, needs: Needs, block: [u32; 3], dynamic_shared: u32) -> Option<String> {
        let threads: u32 = block.iter().fold(1, |all, &size| all.saturating_mul(size));
        let most = self.block_threads.min(needs.max_threads);
        let warps = threads.div_ceil(self.warp);
        let shared = needs.static_shared.saturating_add(dynamic_shared);
        if threads > most
            || block
                .iter()
                .zip(self.block_shape)
                .any(|(&size, most)| size > most)
        {
            Some(format!(
                "its blocks have {threads} threads; the device takes {most} of this kernel"
            ))
        } else if self.by_registers(needs.registers, warps) == 0 {
            Some(format!(
                "its blocks need {threads} times {} registers; the device has {}",
                needs.registers, self.block_registers
            ))
        } else if shared > self.block_shared {
            Some(format!(
                "its blocks need {shared} bytes of shared memory; the device has {}",
                self.block_shared
            ))
        } else {
            None
        }
    }

    fn by_registers(&self, registers: u32, warps: u32) -> u32 {
        if registers == 0 {
            return u32::MAX;
        }
        let of_warp = (registers * self.warp).next_multiple_of(REGISTER_UNIT);
        let of_block = u64::from(of_warp) * u64::from(warps.next_multiple_of(PARTS));
        if of_block > u64::from(self.block_registers) {
            return 0;
        }
        (self.registers / PARTS / of_warp) * PARTS / warps
    }

    fn by_shared(&self, fixed: u32, dynamic: u32) -> u32 {
        let asked = fixed.saturating_add(dynamic);
        if asked > self.block_shared {
            return 0;
        }
        let unit = if self.major >= 8 {
            SHARED_UNIT.0
        } else {
            SHARED_UNIT.1
        };
        let taken = (asked + self.reserved_shared).next_multiple_of(unit);
        self.shared.checked_div(taken).unwrap_or(u32::MAX)
    }

    /// The block size, a multiple of a warp where that is possible, that keeps most threads on a multiprocessor; the largest of these.
    /// `dynamic_shared` gives the bytes for a block size. Nothing if no block fits.
    pub fn best_block(&self, needs: Needs, dynamic_shared: impl Fn(u32) -> u32) -> Option<u32> {
        let largest = self.block_threads.min(needs.max_threads);
        let mut best = None;
        let mut most = 0;
        let mut next = largest.next_multiple_of(self.warp);
        while next > 0 {
            let block = next.min(largest);
            let threads = self.resident(needs, block, dynamic_shared(block)) * block;
            if threads > most {
                (best, most) = (Some(block), threads);
            }
            if most == self.threads {
                break;
            }
            next -= self.warp;
        }
        best
    }

    /// Blocks that the whole device holds at once: the largest grid that may wait as a whole.
    pub fn cooperative_limit(&self, needs: Needs, block: u32, dynamic_shared: u32) -> u64 {
        u64::from(self.resident(needs, block, dynamic_shared)) * u64::from(self.multiprocessors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compute capability 7.5, from the tables of the CUDA programming guide: 1024 threads, 16 blocks, 65536 registers, 64 KiB.
    const TURING: Limits = Limits {
        major: 7,
        warp: 32,
        multiprocessors: 40,
        block_threads: 1024,
        threads: 1024,
        blocks: 16,
        registers: 65536,
        block_registers: 65536,
        shared: 65536,
        block_shape: [1024, 1024, 64],
        grid_shape: [i32::MAX as u32, 65535, 65535],
        cooperative: true,
        usual_shared: 49152,
        block_shared: 65536,
        reserved_shared: 0,
    };

    /// Compute capability 8.0: 2048 threads, 32 blocks, 164 KiB, of which 1 KiB goes with each block.
    const AMPERE: Limits = Limits {
        major: 8,
        multiprocessors: 108,
        threads: 2048,
        blocks: 32,
        shared: 167_936,
        block_shared: 166_912,
        reserved_shared: 1024,
        ..TURING
    };

    fn needs(registers: u32, static_shared: u32) -> Needs {
        Needs {
            max_threads: 1024,
            registers,
            static_shared,
        }
    }

    #[test]
    fn each_resource_limits() {
        // Threads: 1024 / 256 and 2048 / 256.
        assert_eq!(TURING.resident(needs(16, 0), 256, 0), 4);
        assert_eq!(AMPERE.resident(needs(16, 0), 256, 0), 8);
        // Blocks: 1024 / 32 would be 32, 16 are allowed.
        assert_eq!(TURING.resident(needs(16, 0), 32, 0), 16);
        // Registers: 128 * 32 = 4096 for a warp, 16384 / 4096 = 4 warps of each part, 16 warps, two blocks of eight.
        assert_eq!(TURING.resident(needs(128, 0), 256, 0), 2);
        // 33 * 32 = 1056, rounded to 1280: 12 warps of each part, 48 warps, six blocks of eight.
        assert_eq!(AMPERE.resident(needs(33, 0), 256, 0), 6);
        // Shared memory: 65536 / 24576 = 2; with what the driver takes, 167936 / 25600 = 6.
        assert_eq!(TURING.resident(needs(16, 8192), 128, 16384), 2);
        assert_eq!(AMPERE.resident(needs(16, 8192), 128, 16384), 6);
    }

    #[test]
    fn what_does_not_fit_is_none() {
        assert_eq!(TURING.resident(needs(16, 0), 1025, 0), 0);
        assert_eq!(TURING.resident(needs(16, 0), 0, 0), 0);
        assert_eq!(TURING.resident(needs(16, 60_000), 32, 60_000), 0);
        // 255 registers, rounded to 8192 for a warp: 32 warps take 262144, a block has 65536.
        assert_eq!(TURING.resident(needs(255, 0), 1024, 0), 0);
        let bound = Needs {
            max_threads: 128,
            ..needs(16, 0)
        };
        assert_eq!(TURING.resident(bound, 256, 0), 0);
        assert_eq!(TURING.best_block(needs(16, 70_000), |_| 0), None);
    }

    #[test]
    fn what_is_refused_has_a_reason() {
        let refusal = |needs, block, dynamic| TURING.refusal(needs, block, dynamic);
        assert_eq!(refusal(needs(64, 0), [32, 32, 1], 65536), None);
        // 96 registers of 1024 threads are 98304.
        let registers = refusal(needs(96, 0), [32, 32, 1], 0).expect("too many registers");
        assert!(registers.contains("1024 times 96"), "{registers}");
        let shared = refusal(needs(16, 1), [1, 1, 1], 65536).expect("too much shared memory");
        assert!(shared.contains("65537 bytes"), "{shared}");
        assert!(refusal(needs(16, 0), [1, 1, 65], 0).is_some());
        let bound = Needs {
            max_threads: 128,
            ..needs(16, 0)
        };
        assert!(refusal(bound, [129, 1, 1], 0).is_some());
    }

    #[test]
    fn the_best_block_is_the_largest_that_keeps_most_threads() {
        assert_eq!(TURING.best_block(needs(16, 0), |_| 0), Some(1024));
        // 40 registers: 1280 for a warp, 12 of each part, 48 warps: 1024 threads once are 32 warps, 768 twice are 48.
        assert_eq!(AMPERE.best_block(needs(40, 0), |_| 0), Some(768));
        // 32 bytes of shared memory for a thread: 2048 threads for 64 KiB, so threads limit.
        assert_eq!(
            TURING.best_block(needs(16, 0), |block| 32 * block),
            Some(1024)
        );
        // 100 bytes: 65536 / 100 = 655 threads. 640 threads take 64000, in units 64000; 320 twice as much as 640 once.
        assert_eq!(
            TURING.best_block(needs(16, 0), |block| 100 * block),
            Some(640)
        );
        let bound = Needs {
            max_threads: 100,
            ..needs(16, 0)
        };
        // Ten blocks of 100 threads are 40 warps, eight fit (32 warps / 4): 800 threads; 96 threads: 10 blocks, 960 threads;
        // 64: 16 blocks, 1024 threads.
        assert_eq!(TURING.best_block(bound, |_| 0), Some(64));
    }

    #[test]
    fn the_block_size_agrees_with_trying_all_of_them() {
        for registers in [16, 24, 37, 64, 96, 128, 200, 255] {
            for shared in [0, 1000, 9000, 33_000] {
                let (needs, limits) = (needs(registers, shared), AMPERE);
                let threads = |block: u32| limits.resident(needs, block, 0) * block;
                let most = (1..=32).map(|warps| threads(warps * 32)).max();
                let best = limits.best_block(needs, |_| 0).expect("a block");
                assert_eq!(
                    Some(threads(best)),
                    most,
                    "{registers} registers, {shared} bytes"
                );
            }
        }
    }

    #[test]
    fn a_grid_that_waits_fits_the_device() {
        assert_eq!(TURING.cooperative_limit(needs(16, 0), 1024, 0), 40);
        assert_eq!(AMPERE.cooperative_limit(needs(16, 0), 256, 0), 864);
    }
}
