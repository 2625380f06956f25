//! What operations cost: in time, for the choice of chunks and devices, and in instructions, for the choice between forms of code.
//!
//! *Invariant:* estimates; they are the same for every machine, so that a launch is divided alike everywhere.

/// The cost of one operation of MIR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationCost {
    /// In 1/64 nanoseconds on one thread, for the positions of a vector together; estimated, and confirmed where it decides by how evenly
    /// launches are divided.
    pub time: i64,
    /// In simple vector instructions of the code.
    pub instructions: u64,
}

const fn cost(time: i64, instructions: u64) -> OperationCost {
    OperationCost { time, instructions }
}

/// Constants, reads and writes of variables: they are in registers.
pub const MOVE: OperationCost = cost(1, 0);
/// What vectors have one instruction for.
pub const SIMPLE: OperationCost = cost(8, 1);
/// Roots and quotients: units that are not pipelined.
pub const SLOW: OperationCost = cost(64, 8);
/// Elementary functions: a polynomial, and the reduction of its argument.
pub const ELEMENTARY: OperationCost = cost(256, 20);
/// The size of an array, from its header, which stays the same within a launch.
pub const SIZE: OperationCost = cost(2, 0);
/// An element from memory, most often the neighbour of another.
pub const ACCESS: OperationCost = cost(24, 2);
/// An atomic change, lane by lane.
pub const ATOMIC: OperationCost = cost(128, 40);
/// Calls of the runtime and of functions, new arrays.
pub const CALL: OperationCost = cost(1024, 100);
/// A branch beside what is in it, of which estimates of time take half.
pub const BRANCH: OperationCost = cost(8, 2);
/// A loop beside its iterations.
pub const LOOP: OperationCost = cost(0, 2);
/// Jumps and counts of references.
pub const JUMP: OperationCost = cost(1, 0);
/// What has no code of its own on processors.
pub const NOTHING: OperationCost = cost(0, 0);

/// Iterations of a loop of which nothing is known.
pub const ITERATIONS: i64 = 8;

/// A kernel of which nothing is known but that it takes its time, as [`OperationCost::time`].
pub const UNKNOWN_KERNEL: i64 = 64;

/// The instructions that a branch takes to be jumped around where no lane wants it: fewer are sooner done than a jump that was not foreseen.
pub const JUMPED_AROUND: u64 = 24;

/// The instructions of a body of which one more copy with a mask is better than running up to a vector's positions one by one.
pub const MASKED_COPY: u64 = 64;

/// What a loop adds to the cost of one more copy: it has blocks of its own, and what lives through all of them costs the allocator of registers.
pub const MASKED_LOOP: u64 = 6;

/// What vector instructions cost in units of an addition, for the choice of what to compute and what to put together from other lanes.
pub mod lanes {
    /// A shuffle of two vectors with AVX-512, which has an instruction for it.
    pub const SHUFFLE: u32 = 3;

    /// The same with AVX2.
    pub const SHUFFLE_AVX2: u32 = 5;

    /// A load of lanes that lie apart.
    pub const LANES_APART: u32 = 4;

    /// A quotient or a root.
    pub const QUOTIENT: u32 = 6;

    /// An elementary function.
    pub const CALL: u32 = 20;

    /// Bringing numbers from lanes of one width to those of another.
    pub const CONVERSION: usize = 4;
}

/// When arrays that are made in front of a launch (tables, packed operands) are worth their making.
pub mod preparation {
    /// Positions times elements of a table.
    pub const FEWEST_EVALUATIONS: i64 = 1 << 12;

    /// Positions, or rows, that read each element of a table.
    pub const FEWEST_READERS: i64 = 32;

    /// Operations of branches that cost more than reading an element.
    pub const COSTLY_BRANCHES: usize = 8;

    /// Reads of each element of a packed operand.
    pub const FEWEST_READS: f32 = 8.0;

    /// The same of channels of a picture, which vectors read side by side and deal out: that takes two to three times as long as reading
    /// elements that lie side by side.
    pub const FEWEST_READS_OF_CHANNELS: f32 = 64.0;

    /// Reads of a packed operand in all.
    pub const FEWEST_IN_ALL: f32 = 32_768.0;
}

/// When arrays that iterations make for themselves get an element for each of several iterations (array expansion).
pub mod expansion {
    /// The iterations whose elements lie side by side: those of the widest vector of bytes that a kernel is made for.
    pub const LANES: i32 = 16;

    /// Fewer iterations than these fill no vector.
    pub const FEWEST_ITERATIONS: i64 = LANES as i64;

    /// Bytes of the arrays of one vector of iterations, at most: in larger ones each has enough to do by itself.
    pub const BYTES_OF_A_ROW: i64 = 2 << 20;

    /// Bytes of the arrays of all iterations of a launch on processors, whose caches they stay in.
    pub const BYTES_OF_ALL: i64 = 4 << 20;

    /// The same where there is a GPU, which has many more positions at a time.
    pub const BYTES_ON_DEVICES: i64 = 256 << 20;

    /// Elements of an iteration, at most, where all loops inside are parallel by themselves: more of them fill vectors and threads.
    pub const MOST_ELEMENTS: i64 = 1024;
}

/// What a launch is worth by the rough count of nests: one for each operation and two more for each access, times the iterations.
pub mod launch {
    /// Nests that are known to have less stay loops: waking threads and waiting for them takes longer than so many operations.
    pub const FEWEST_OPERATIONS: u64 = 2048;

    /// The same for loops of the host of which only running tells how many iterations they have, which are compiled for both; measured on
    /// loops within loops.
    pub const FEWEST_WITHIN_LOOPS: u64 = 768;

    /// Operations of an access beside its own.
    pub const ACCESS: u64 = 2;

    /// Iterations of a loop of which nothing is known.
    pub const ITERATIONS: u64 = 10;
}
