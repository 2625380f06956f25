//! What the emulated device has, and how many blocks of a kernel it holds at once.
//!
//! *Invariant:* the attributes and the checks of launches come from the same numbers.

use crate::kernel::Kernel;

/// The numbers of the attributes that tell the compute capability, which is a setting.
pub const CAPABILITY_MAJOR: i32 = 75;
/// As above.
pub const CAPABILITY_MINOR: i32 = 76;
/// Threads of a block at most.
pub const BLOCK_THREADS: u32 = 1024;
/// Threads of a block along x, y, z at most.
pub const BLOCK_SHAPE: [u32; 3] = [1024, 1024, 64];
/// Blocks of a grid along x, y, z at most.
pub const GRID_SHAPE: [u32; 3] = [2_147_483_647, 65535, 65535];
/// Multiprocessors: few, so that grids that are too large to wait are small.
pub const MULTIPROCESSORS: u32 = 4;
/// Bytes of shared memory that a block has without asking.
pub const SHARED: u32 = 48 << 10;
const THREADS: u32 = 1024;
const BLOCKS: u32 = 16;
const REGISTERS: u32 = 65536;
const WARP: u32 = 32;

/// The shared memory of a multiprocessor in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Of all of it.
    pub all: u32,
    /// What a block may ask for.
    pub of_block: u32,
    /// What the driver takes of each block.
    pub reserved: u32,
}

impl Shared {
    /// By compute capability (CUDA programming guide, "Compute Capabilities").
    pub fn of(capability: (i32, i32)) -> Shared {
        let (all, of_block) = match capability {
            (..=6, _) => (64, 48),
            (7, ..=4) => (96, 96),
            (7, _) => (64, 64),
            (8, 0 | 7) => (164, 163),
            (8, _) | (12.., _) => (100, 99),
            (9..=11, _) => (228, 227),
        };
        Shared {
            all: all << 10,
            of_block: of_block << 10,
            reserved: if capability.0 < 8 { 0 } else { 1 << 10 },
        }
    }
}

/// Threads of a block that the registers of a device suffice for.
pub fn threads_with(registers: u32) -> u32 {
    REGISTERS / (registers.max(1) * WARP) * WARP
}

/// The numbers of the attributes that tell the shared memory, which goes with the capability: all of it, of a block, what the driver takes.
pub const SHARED_ATTRIBUTES: [i32; 3] = [81, 97, 111];

/// Attributes of the device by their numbers in `CUdevice_attribute`; all others are 0. The limits are those of compute capability 7.5 in
/// the CUDA programming guide ("Compute Capabilities"), whatever the capability, but for shared memory.
pub const ATTRIBUTES: &[(i32, i32)] = &[
    (1, BLOCK_THREADS as i32),
    (2, BLOCK_SHAPE[0] as i32),
    (3, BLOCK_SHAPE[1] as i32),
    (4, BLOCK_SHAPE[2] as i32),
    (5, GRID_SHAPE[0] as i32),
    (6, GRID_SHAPE[1] as i32),
    (7, GRID_SHAPE[2] as i32),
    (8, SHARED as i32),
    (9, 65536),
    (10, WARP as i32),
    (11, 2_147_483_647),
    (12, REGISTERS as i32),
    (13, 1_000_000),
    (14, 512),
    (15, 1),
    (16, MULTIPROCESSORS as i32),
    (21, 131_072),
    (22, 131_072),
    (23, 65536),
    (24, 16384),
    (25, 16384),
    (26, 16384),
    (31, 1),
    (36, 1_000_000),
    (37, 256),
    (38, 4 << 20),
    (39, THREADS as i32),
    (40, 2),
    (41, 1),
    (CAPABILITY_MAJOR, 7),
    (CAPABILITY_MINOR, 5),
    (78, 1),
    (82, REGISTERS as i32),
    (83, 1),
    (95, 1),
    (106, BLOCKS as i32),
    (115, 1),
];

/// Blocks of a kernel that a multiprocessor holds at once.
pub fn blocks(kernel: &Kernel, threads: u32, dynamic_shared: u32, there: Shared) -> u32 {
    let shared = kernel.static_shared.saturating_add(dynamic_shared);
    if threads == 0 || threads > BLOCK_THREADS.min(kernel.max_threads) || shared > there.of_block {
        return 0;
    }
    let warps = threads.div_ceil(WARP);
    let by_threads = THREADS / (warps * WARP);
    let by_registers = REGISTERS / (kernel.registers.max(1) * warps * WARP);
    let by_shared = there.all / (shared + there.reserved).max(1);
    by_threads.min(by_registers).min(by_shared).min(BLOCKS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::bindings::CUdevice_attribute as Theirs;

    #[test]
    fn attributes_have_the_numbers_of_the_bindings() {
        let value = |attribute: Theirs| {
            let row = ATTRIBUTES.iter().find(|row| row.0 == attribute as i32);
            row.unwrap_or_else(|| panic!("{attribute:?}")).1
        };
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
            1024
        );
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z), 64);
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y), 65535);
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
            49152
        );
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_WARP_SIZE), 32);
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_MAX_PITCH), i32::MAX);
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT), 512);
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_GPU_OVERLAP), 1);
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), 4);
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH),
            131_072
        );
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH),
            131_072
        );
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT),
            65536
        );
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH),
            16384
        );
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS), 1);
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
            1024
        );
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
            7
        );
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED),
            1
        );
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH), 1);
        let shared = [
            Theirs::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
            Theirs::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
            Theirs::CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK,
        ];
        assert_eq!(shared.map(|one| one as i32), SHARED_ATTRIBUTES);
        assert_eq!(
            value(Theirs::CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR),
            16
        );
        assert_eq!(value(Theirs::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED), 1);
    }

    #[test]
    fn shared_memory_goes_with_the_capability() {
        let kibibytes = |major, minor| {
            let Shared {
                all,
                of_block,
                reserved,
            } = Shared::of((major, minor));
            [all, of_block, reserved].map(|bytes| bytes >> 10)
        };
        assert_eq!(kibibytes(6, 1), [64, 48, 0]);
        assert_eq!(kibibytes(7, 5), [64, 64, 0]);
        assert_eq!(kibibytes(8, 6), [100, 99, 1]);
        assert_eq!(kibibytes(8, 7), [164, 163, 1]);
        assert_eq!(kibibytes(9, 0), [228, 227, 1]);
        assert_eq!(kibibytes(12, 1), [100, 99, 1]);
    }

    #[test]
    fn registers_limit_the_threads_of_a_block() {
        assert_eq!(threads_with(64), 1024);
        // 65536 / (96 * 32) = 21 warps.
        assert_eq!(threads_with(96), 672);
    }

    #[test]
    fn the_scarcest_resource_limits_the_blocks() {
        let kernel = Kernel {
            parameters: Vec::new(),
            static_shared: 0,
            max_threads: 1024,
            registers: 32,
            local: 0,
        };
        let blocks = |kernel: &Kernel, threads, dynamic| {
            super::blocks(kernel, threads, dynamic, Shared::of((7, 5)))
        };
        assert_eq!(blocks(&kernel, 256, 0), 4);
        assert_eq!(blocks(&kernel, 32, 0), 16);
        assert_eq!(blocks(&kernel, 33, 0), 16);
        assert_eq!(blocks(&kernel, 256, 30_000), 2);
        assert_eq!(
            blocks(
                &Kernel {
                    registers: 128,
                    ..kernel.clone()
                },
                256,
                0
            ),
            2
        );
        assert_eq!(blocks(&kernel, 1025, 0), 0);
        assert_eq!(
            blocks(
                &Kernel {
                    max_threads: 64,
                    ..kernel
                },
                128,
                0
            ),
            0
        );
    }
}
