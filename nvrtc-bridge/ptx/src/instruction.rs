//! Instructions with everything resolved: registers by number, labels by index, operations by function.
//!
//! *Invariant:* every index in here lies within the function, module or kernel that it belongs to.

use crate::convert::Conversion;
use crate::syntax::Space;

/// A register of the frame.
pub type Register = u32;

/// A special register (PTX ISA, "Special Registers").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    Thread(u8),
    BlockSize(u8),
    Block(u8),
    GridSize(u8),
    Lane,
    Warp,
    WarpCount,
    WarpSize,
    MaskEqual,
    MaskLess,
    MaskLessEqual,
    MaskGreater,
    MaskGreaterEqual,
    Clock,
    ClockHigh,
    GlobalTimer,
    GlobalTimerHigh,
    Processor,
    ProcessorCount,
    Grid,
    DynamicShared,
    TotalShared,
    Zero,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Register(Register),
    Value(u64),
    Special(Special),
    /// An address in the local memory of the frame.
    Local(u32),
    /// An address in the parameter memory of the frame.
    Frame(u32),
    /// The address of a global variable and an addend.
    Global(u32, i32),
}

/// An address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    pub space: Space,
    pub base: Operand,
    pub offset: i64,
}

/// Ordering of an access (PTX ISA, "Memory Consistency Model"). Volatile accesses are relaxed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Weak,
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
}

/// How a loaded value becomes a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widen {
    /// Bits of a signed value to extend; 0 for none.
    pub sign: u8,
    /// All bits of the register.
    pub mask: u64,
}

impl Widen {
    /// The value as the register holds it.
    pub fn apply(self, value: u64) -> u64 {
        if self.sign == 0 {
            return value;
        }
        let unused = 64 - u32::from(self.sign);
        (((value << unused) as i64) >> unused) as u64 & self.mask
    }
}

/// A predicate that may be negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    pub value: Operand,
    pub negated: bool,
}

/// How `setp` combines its result with a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    And,
    Or,
    Xor,
}

/// `add.cc`, `subc`, `madc.hi.cc` and their like.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    pub kind: CarryKind,
    pub wide: bool,
    pub carry_in: bool,
    pub carry_out: bool,
}

/// What is computed before the carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CarryKind {
    Add,
    Subtract,
    MultiplyLow { signed: bool },
    MultiplyHigh { signed: bool },
}

/// A barrier of a block.
#[derive(Clone, Copy, Debug)]
pub struct Barrier {
    pub number: Operand,
    /// Threads that take part; all when there is none.
    pub count: Option<Operand>,
    pub kind: BarrierKind,
    /// All threads of a warp execute the same instruction.
    pub aligned: bool,
}

/// What a barrier does besides waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierKind {
    Wait,
    Arrive,
    Count { to: Register, predicate: Condition },
    And { to: Register, predicate: Condition },
    Or { to: Register, predicate: Condition },
}

/// How `shfl.sync` chooses the source lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShuffleMode {
    Up,
    Down,
    Butterfly,
    Index,
}

/// How `vote.sync` combines predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoteMode {
    All,
    Any,
    Uniform,
    Ballot,
}

/// How `redux.sync` combines values.
pub type Combination = fn(u64, u64) -> u64;

/// What threads of a warp do together, with what each of them gives.
#[derive(Clone, Copy, Debug)]
pub enum Together {
    Wait,
    Shuffle {
        mode: ShuffleMode,
        to: Register,
        inside: Option<Register>,
        value: Operand,
        lane: Operand,
        clamp: Operand,
    },
    Vote {
        mode: VoteMode,
        to: Register,
        predicate: Condition,
    },
    MatchAny {
        to: Register,
        value: Operand,
    },
    MatchAll {
        to: Register,
        same: Option<Register>,
        value: Operand,
    },
    Reduce {
        to: Register,
        combination: Combination,
        value: Operand,
    },
    Elect {
        to: Option<Register>,
        elected: Register,
    },
}

/// What an atomic operation stores, from the old value and one or two operands.
#[derive(Clone, Copy, Debug)]
pub enum AtomicKind {
    /// A function of the old value and the operand.
    Combine(fn(u64, u64) -> u64),
    /// Compare and swap.
    Swap,
}

/// `atom` and `red`.
#[derive(Clone, Copy, Debug)]
pub struct Atomic {
    pub kind: AtomicKind,
    pub to: Option<Register>,
    pub address: Address,
    pub size: u8,
    pub value: Operand,
    pub other: Operand,
    pub order: Order,
}

/// Whom a call reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    Function(u32),
    Pointer(Operand),
}

/// A call with places in the parameter memory of the frame: offset and size.
#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Callee,
    pub arguments: Vec<(u32, u32)>,
    pub results: Vec<(u32, u32)>,
}

/// The shape of a texture instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TexelShape {
    pub dimensions: u8,
    pub layered: bool,
}

/// `tex` and `tld4`.
#[derive(Clone, Debug)]
pub struct Sample {
    pub shape: TexelShape,
    pub handle: Operand,
    pub coordinates: Vec<Operand>,
    pub integer_coordinates: bool,
    /// The component of `tld4`.
    pub gather: Option<u8>,
    pub to: Vec<Option<Register>>,
}

/// What an access beyond a surface does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    Trap,
    Clamp,
    Zero,
}

/// `suld.b` and `sust.b`.
#[derive(Clone, Debug)]
pub struct SurfaceAccess {
    pub shape: TexelShape,
    pub handle: Operand,
    pub coordinates: Vec<Operand>,
    pub boundary: Boundary,
    /// Bytes of one component.
    pub size: u8,
    pub to: Vec<Option<Register>>,
    pub from: Vec<Operand>,
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub enum Operation {
    Move {
        to: Register,
        a: Operand,
    },
    Unary {
        function: fn(u64) -> u64,
        to: Register,
        a: Operand,
    },
    Binary {
        function: fn(u64, u64) -> u64,
        to: Register,
        a: Operand,
        b: Operand,
    },
    Ternary {
        function: fn(u64, u64, u64) -> u64,
        to: Register,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    /// `bfi`
    Insert {
        wide: bool,
        to: Register,
        operands: [Operand; 4],
    },
    /// `lop3` by its table.
    Logic3 {
        to: Register,
        operands: [Operand; 3],
        table: u8,
    },
    /// Combinations of a function and a condition.
    Compare {
        function: fn(u64, u64) -> u64,
        to: Option<Register>,
        opposite: Option<Register>,
        a: Operand,
        b: Operand,
        combine: Option<(Combine, Condition)>,
    },
    Select {
        to: Register,
        a: Operand,
        b: Operand,
        condition: Condition,
    },
    Convert {
        conversion: Conversion,
        /// All bits of the register.
        mask: u64,
        to: Register,
        a: Operand,
    },
    Carry {
        carry: Carry,
        to: Register,
        operands: [Operand; 3],
    },
    Pack {
        to: Register,
        parts: Vec<Operand>,
        bits: u32,
    },
    Unpack {
        to: Vec<Option<Register>>,
        a: Operand,
        bits: u32,
    },
    Video {
        video: crate::video::Video,
        to: Register,
        operands: [Operand; 3],
    },
    Load {
        address: Address,
        size: u8,
        widen: Widen,
        order: Order,
        to: Register,
    },
    LoadVector {
        address: Address,
        size: u8,
        widen: Widen,
        order: Order,
        to: Vec<Option<Register>>,
    },
    Store {
        address: Address,
        size: u8,
        order: Order,
        from: Operand,
    },
    StoreVector {
        address: Address,
        size: u8,
        order: Order,
        from: Vec<Operand>,
    },
    Atomic(Box<Atomic>),
    Fence,
    ToGeneric {
        space: Space,
        to: Register,
        a: Operand,
    },
    FromGeneric {
        space: Space,
        to: Register,
        a: Operand,
    },
    IsSpace {
        space: Space,
        to: Register,
        a: Operand,
    },
    Branch(u32),
    BranchIndexed {
        index: Operand,
        targets: Vec<u32>,
    },
    Call(Box<Call>),
    Return,
    Exit,
    Trap,
    Barrier(Box<Barrier>),
    Together {
        members: Operand,
        together: Box<Together>,
    },
    ActiveMask {
        to: Register,
    },
    Sample(Box<Sample>),
    SurfaceLoad(Box<SurfaceAccess>),
    SurfaceStore(Box<SurfaceAccess>),
    StackSave {
        to: Register,
    },
    StackRestore {
        a: Operand,
    },
    StackAllocate {
        to: Register,
        size: Operand,
        align: u32,
    },
    /// Tells what the source calls a part of dynamic shared memory.
    NameShared(Box<SharedName>),
    /// Hints: prefetch, discard, nanosleep.
    Nothing,
    /// Ends the time slice.
    Yield,
    /// Is in the text and cannot be interpreted: a fault when it is met.
    Unsupported(String),
}

impl Operation {
    /// Whether it may reach global memory. A call may by the functions of the device, which read the arguments of `printf`.
    pub fn accesses_memory(&self) -> bool {
        matches!(
            self,
            Operation::Load { .. }
                | Operation::LoadVector { .. }
                | Operation::Store { .. }
                | Operation::StoreVector { .. }
                | Operation::Atomic(_)
                | Operation::Call(_)
        )
    }
}

/// The array that the source has in dynamic shared memory.
#[derive(Clone, Debug)]
pub struct SharedName {
    /// A generic address.
    pub start: Operand,
    pub size: Operand,
    pub name: String,
}

/// An instruction with its guard.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The predicate, and what it must not be; `u32::MAX` for none.
    pub guard: Register,
    pub guard_negated: bool,
    pub operation: Operation,
}

/// No guard.
pub const UNGUARDED: Register = u32::MAX;

/// Where an instruction stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line of the PTX text.
    pub line: u32,
    /// The number of the source file; 0 for none.
    pub file: u32,
    /// The line in it.
    pub source_line: u32,
}
