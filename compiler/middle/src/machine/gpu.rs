//! GPUs: blocks of threads, shared memory, words. From NVIDIA, "CUDA C++ Programming Guide", the table "Technical Specifications per Compute
//! Capability"; the least device is one of compute capability 7.5.
//!
//! *Invariant:* every device that programs run on has at least what is told here.

/// Threads of the largest block.
pub const LARGEST_BLOCK: i32 = 1024;

/// Threads of a block that a launch takes by itself: several such blocks are at work on each multiprocessor while one waits.
pub const SUITABLE_BLOCK: i32 = 256;

/// Threads along each dimension of such a block in the plane: squares share the most neighbours.
pub const SUITABLE_SIDE: i32 = 16;

/// Bytes of shared memory that a block has on every device without asking. For the largest block these are 48 bytes for each thread, so that
/// no device since sm_75 has fewer threads at work because of them, whatever the size of the blocks.
pub const SHARED_MEMORY: usize = 48 << 10;

/// Elements of 32 bits of the copies of arrays that a block changes on its own: a sixth of the shared memory, so that each multiprocessor has as
/// many blocks at work as without them.
pub const PRIVATE_ELEMENTS: usize = 2048;

/// Threads that go through a kernel together.
pub const WARP: u32 = 32;

/// Bytes of a word, which a thread reads or writes at a time at least.
pub const WORD: usize = 4;

/// Statements of a kernel of which copies for several positions fit into the registers of a thread, of which it has at most 255.
pub const THREAD_STATEMENTS: usize = 400;

/// Statements of a kernel that takes less time than its reads of memory, so that a thread with one position waits most of the time.
pub const FEW_STATEMENTS: usize = 60;
