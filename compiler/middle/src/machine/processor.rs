//! Processors: vectors, registers, caches, and what a launch on their threads is worth.
//!
//! *Invariant:* what decides in which order floats are added is the same for all processors, since results must not depend on the one that
//! a program runs on.

/// The vectors of a kind of processor.
#[derive(Clone, Copy, Debug)]
pub struct Vectors {
    /// Bytes of one.
    pub bytes: u32,
    /// Registers for them.
    pub registers: u32,
    /// Vectors that a value of a kernel is best kept in: `several.0` in kernels of at most [`SMALL_KERNEL`], `several.1` in others. More
    /// hide latencies and spare loop overhead, but need registers.
    pub several: (u32, u32),
    /// The same in kernels whose loops read packed elements: with nothing to wait for but their sums, they need several of these.
    pub of_packed: u32,
}

impl Vectors {
    /// Those of so many 32-bit lanes.
    pub fn of_lanes(lanes: u32) -> Vectors {
        let all = [BASE, AVX2, AVX512];
        let found = all.into_iter().find(|vectors| lanes <= vectors.lanes());
        found.unwrap_or(AVX512)
    }

    /// 32-bit lanes.
    pub const fn lanes(self) -> u32 {
        self.bytes / 4
    }
}

/// Vectors that every processor has: SSE 4.2 of x86-64, NEON of AArch64.
pub const BASE: Vectors = Vectors {
    bytes: 16,
    registers: 16,
    several: (4, 2),
    of_packed: 4,
};

/// AVX2.
pub const AVX2: Vectors = Vectors {
    bytes: 32,
    registers: 16,
    several: (2, 1),
    of_packed: 4,
};

/// AVX-512, which has registers for masks, too.
pub const AVX512: Vectors = Vectors {
    bytes: 64,
    registers: 32,
    several: (2, 1),
    of_packed: 2,
};

/// A kernel of which a value may have several vectors, by its instructions ([`super::cost`]).
pub const SMALL_KERNEL: u64 = 32;

/// Vectors of places that are computed before the elements at the first of them are changed: what a vector has stored is in reach of loads of single
/// lanes only a while later.
pub const VECTORS_OF_PLACES: u32 = 4;

/// Bytes of neighbouring columns whose sums are computed together, at most: what is read of each row are two lines of the cache, which come together.
pub const BYTES_OF_COLUMNS: u32 = 128;

/// Lanes that estimates of time assume on every machine: which sums are taken together depends on them, and must not depend on the machine.
pub const ASSUMED_LANES: i64 = 8;

/// Iterations that are worth being divided among lanes and threads where loops inside could be instead: fewer leave most of both idle.
pub const FEWEST_IN_PARTS: u64 = ASSUMED_LANES as u64;

/// Iterations of a loop that are worth a vector: those that fill the widest one.
pub const FEWEST_ITERATIONS: u64 = AVX512.lanes() as u64;

/// Iterations of all loops of a nest that adds up, which are worth that the parts of the lanes become one number behind it.
pub const FEWEST_IN_A_NEST: i64 = 32;

/// Positions of a row, or iterations of a sum, that are worth a vector with lanes left over.
pub const PART_OF_A_VECTOR: u32 = 4;

/// Positions that a kernel does at a time where they read the same: as many sums as hide how long a product takes.
pub const TILE: u32 = 8;

/// Rows that share windows, at most: as many results, and some more, are in registers.
pub const ROWS_OF_WINDOWS: u32 = 16;

/// Elements of a table that a kernel reads: it lies in a cache close to the core.
pub const TABLE_ELEMENTS: i64 = 1 << 15;

/// Bytes of a cache line.
pub const CACHE_LINE: u64 = 64;

/// Bytes that arrays between two launches may have, all together, to be in the caches of any processor anyway: taking such launches in
/// strips gains nothing. Where sizes are known only when the program runs, the runtime decides by the caches of the processor at hand.
pub const CACHED_BYTES: i64 = 8 << 20;

/// Rows of a launch with which several threads have something to share.
pub const FEWEST_ROWS: u64 = 16;

/// Elements of an array of known size that host code keeps in registers outside of loops; in loops it is as on devices.
pub const HOST_REGISTERS: usize = 16;

/// What a kernel may hold so that values and addresses stay in registers.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Operations of its body.
    pub operations: usize,
    /// Arrays, each of which has its address and its sizes in registers.
    pub arrays: usize,
}

/// Of a kernel that was made of others.
pub const KERNEL_ROOM: Room = Room {
    operations: 600,
    arrays: 16,
};

/// Threads of blocks that run together where threads wait for each other, unless the whole grid must: enough to share among processors, while
/// what each keeps when it waits is in arrays with an element for each.
pub const THREADS_AT_ONCE: i32 = 1 << 16;

/// Loads of neighbouring elements in a row, at most, before sums that wait for each other are what takes the time.
pub const LOADS_IN_A_ROW: u32 = 8;
