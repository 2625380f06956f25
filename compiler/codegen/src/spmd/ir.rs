//! The SPMD representation: one program for several lanes, in SSA form with block parameters.
//!
//! A value is *uniform* (one for all lanes) or *varying* (one per lane). The number of lanes belongs to the function; the machine's
//! vectors may be narrower, and then the code generator uses several registers per value. Operations without effect are total: they
//! never trap, so they may be moved and repeated freely.
//!
//! *Invariant:* every value is defined once, in a block that dominates its uses; nothing here knows MIR's control flow or Cranelift.

use std::collections::BTreeSet;

use quasar_abi::Tag;

use crate::base::IndexVec;
use crate::define_id;
use crate::mir::{AccessMode, AtomicOp, BinaryOp, CompareOp, Loc, RtFn, Ty, UnaryOp};

/// Bytes of the zeros that loads outside may read; behind them lies the header of an array without elements.
pub const ZEROS: usize = 256;

/// Values that are stored in turns, at most.
pub const MOST_INTERLEAVED: usize = 4;

/// Elements side by side that a lane reads at once, at most.
pub const MOST_NEIGHBOURS: usize = 4;

/// Lanes of a function whose bytes machines subtract at once.
pub const BYTES_AT_ONCE: [u32; 3] = [8, 16, 32];

define_id!(
    /// A value of one SPMD function.
    pub Val, "%"
);
define_id!(
    /// A block of one SPMD function.
    pub BlockId, "block"
);

/// The type of one lane. Pointers are `I64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Elem {
    /// A truth value; varying, a mask.
    Bool,
    /// 32-bit integer.
    I32,
    /// 64-bit integer or pointer.
    I64,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

impl Elem {
    /// Whether the lanes are floats.
    pub fn is_float(self) -> bool {
        matches!(self, Elem::F32 | Elem::F64)
    }

    /// The type of one lane in MIR, as a number.
    pub fn ty(self) -> Ty {
        match self {
            Elem::Bool => Ty::Bool,
            Elem::I32 => Ty::I32,
            Elem::I64 => Ty::I64,
            Elem::F32 => Ty::F32,
            Elem::F64 => Ty::F64,
        }
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// Of one lane.
    pub elem: Elem,
    /// Whether each lane has its own.
    pub varying: bool,
}

impl Type {
    /// One value for all lanes.
    pub const fn uniform(elem: Elem) -> Type {
        let varying = false;
        Type { elem, varying }
    }

    /// One value per lane.
    pub const fn varying(elem: Elem) -> Type {
        let varying = true;
        Type { elem, varying }
    }
}

/// How an element lies in memory; loading widens to the lane type, storing narrows (the value fits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the machine types")]
pub enum Memory {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    /// Of atomic operations alone: loads and stores convert the bits themselves.
    F16,
    F32,
    F64,
}

impl Memory {
    /// Bytes of one element.
    pub fn size(self) -> i64 {
        match self {
            Memory::I8 | Memory::U8 => 1,
            Memory::I16 | Memory::U16 | Memory::F16 => 2,
            Memory::I32 | Memory::U32 | Memory::F32 => 4,
            Memory::I64 | Memory::F64 => 8,
        }
    }

    /// Whether elements are as wide as the lanes of a vector.
    pub fn has_32_bits(self) -> bool {
        matches!(self, Memory::I32 | Memory::F32)
    }

    /// The lane type of a loaded element.
    pub fn elem(self) -> Elem {
        match self {
            Memory::I8 | Memory::U8 | Memory::I16 | Memory::U16 | Memory::I32 => Elem::I32,
            Memory::U32 | Memory::I64 => Elem::I64,
            Memory::F16 | Memory::F32 => Elem::F32,
            Memory::F64 => Elem::F64,
        }
    }
}

/// One operation. Operands and result are uniform or varying alike unless stated; a varying result never has a uniform operand unless
/// the operation says so (see [`Op::Splat`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// The same bits in every lane: a bool, the bits of an integer or a float.
    Const(u64),
    /// As in MIR, but for what is made of calls ([`UnaryOp::rows`]).
    Unary(UnaryOp, Val),
    /// As in MIR, but for what is a call ([`BinaryOp::row`]). Of two floats one of which is NaN, `Min` and `Max` give the second.
    Binary(BinaryOp, Val, Val),
    /// A logical shift of integers by a constant.
    ShiftRightLogical(Val, u32),
    /// As in MIR.
    Compare(CompareOp, Val, Val),
    /// Whether an index (`I32`) is at least 0 and less than an extent (`I32`), which is not negative.
    Inside(Val, Val),
    /// `mask ? yes : no`.
    Select(Val, Val, Val),
    /// As `Convert` in MIR.
    Convert(Val),
    /// Truncation of a float whose value is known to fit the integer.
    Truncate(Val),
    /// Rounds to the nearest whole number, ties to even.
    RoundEven(Val),
    /// The same bits as another type of the same width.
    Bitcast(Val),
    /// ±(a·b) ± c, rounded once.
    Fma {
        /// Factor.
        a: Val,
        /// Factor.
        b: Val,
        /// Summand.
        c: Val,
        /// Whether the product is negated.
        negate_product: bool,
        /// Whether the summand is negated.
        negate_summand: bool,
    },
    /// Uniform to varying.
    Splat(Val),
    /// Varying `I32`: 0, 1, 2, …
    LaneIndex,
    /// Uniform truth: does any lane of the mask hold?
    Any(Val),
    /// Uniform truth: do all lanes of the mask hold?
    All(Val),
    /// The uniform value of one lane of a varying one.
    Lane(Val, u32),
    /// The varying value with one lane replaced by a uniform one.
    WithLane(Val, u32, Val),
    /// The lanes of a varying value, no truth, with neighbouring groups of so many exchanged: lane i is the lane i xor that number, which is
    /// a power of two less than the number of lanes.
    SwapGroups(Val, u32),
    /// Varying: the lanes of a value that lies between two others of its type, no truths. Lane i is lane `i + at` of the lower one if it has
    /// that, else lane `i + at - apart` of the upper one. `at` is greater than 0 and less than `apart`, which is less than the number of lanes.
    Between {
        /// The lower one.
        low: Val,
        /// The upper one.
        high: Val,
        /// The place of the result's first lane behind that of the lower one.
        at: u32,
        /// The place of the upper one's.
        apart: u32,
    },
    /// The value in the first lane of the mask (some lane holds).
    FirstLane {
        /// Which lanes count.
        mask: Val,
        /// Varying.
        value: Val,
    },
    /// Varying `I32`: the sums of eight differences, without their signs, of bytes as [`Op::LoadBytes`] has them, in every second one of their lanes;
    /// the others are 0.
    ByteDifferences(Val, Val),
    /// Brings an index into `0..extent` by a total map; `extent` is positive and uniform, of the index's type.
    MapIndex {
        /// `Circular`, `Mirror` or `Clamped`.
        mode: AccessMode,
        /// `I32`.
        index: Val,
        /// Uniform `I32`.
        extent: Val,
    },
    /// A field of an array header; headers do not change while a kernel runs.
    Header {
        /// Uniform pointer to the header.
        array: Val,
        /// Offset of the 64-bit field.
        offset: i32,
    },
    /// Uniform pointer to sixteen zero bytes that loads may use.
    Zeros,
    /// Uniform pointer to a slot of the frame.
    Slot(u32),

    /// Uniform: one element at the address. Varying: consecutive elements.
    Load {
        /// In memory.
        memory: Memory,
        /// Uniform address of the first element.
        address: Val,
        /// Bytes added to it.
        offset: i32,
    },
    /// Varying `I32`: bytes side by side, as many as there are lanes, four of them in each of the first lanes; the others are 0.
    LoadBytes {
        /// Uniform address of the first byte.
        address: Val,
        /// Bytes added to it.
        offset: i32,
    },
    /// Varying: one element per lane, each at its own uniform address and offset.
    LoadLanes {
        /// In memory.
        memory: Memory,
        /// As many as there are lanes.
        places: Vec<(Val, i32)>,
    },
    /// Varying: one element per lane, at `address + index * scale + offset`; all lanes must be valid.
    Gather {
        /// In memory.
        memory: Memory,
        /// Uniform base.
        address: Val,
        /// Varying `I32`, negative where the address makes up for that.
        index: Val,
        /// Bytes per index step.
        scale: u32,
        /// Bytes added to the address.
        offset: i32,
    },
    /// Varying: one of several elements side by side that each lane reads, those at `address + index * scale + offset` and behind it, all of
    /// which must be valid in all lanes. Reads of the same run are one.
    GatherRun {
        /// In memory; of 32 bits.
        memory: Memory,
        /// Uniform base.
        address: Val,
        /// Varying `I32`, negative where the address makes up for that.
        index: Val,
        /// Bytes per index step.
        scale: u32,
        /// Bytes added to the address.
        offset: i32,
        /// Elements of the run: two to [`MOST_NEIGHBOURS`].
        count: u32,
        /// Which of them is the result.
        at: u32,
    },
    /// Stores one uniform element or consecutive varying ones. No result.
    Store {
        /// In memory.
        memory: Memory,
        /// Uniform address of the first element.
        address: Val,
        /// Bytes added to it.
        offset: i32,
        /// What is stored.
        value: Val,
        /// Which lanes are stored; all without it. Only for varying values.
        mask: Option<Val>,
    },
    /// As a varying [`Op::Load`], of elements of 32 bits, for some lanes: the others are 0 and their elements not read.
    MaskedLoad {
        /// In memory.
        memory: Memory,
        /// Uniform address of the first lane's element.
        address: Val,
        /// Bytes added to it.
        offset: i32,
        /// Which lanes are loaded.
        mask: Val,
    },
    /// Stores one element per lane, in the order of the lanes. No result.
    Scatter {
        /// In memory.
        memory: Memory,
        /// Uniform base.
        address: Val,
        /// Varying `I32`, negative where the address makes up for that.
        index: Val,
        /// Bytes per index step.
        scale: u32,
        /// Bytes added to the address.
        offset: i32,
        /// Varying value.
        value: Val,
        /// Which lanes are stored; all without it.
        mask: Option<Val>,
    },
    /// Stores varying values whose lanes take turns: the first lanes of all of them, then their second lanes, and so on. No result.
    StoreInterleaved {
        /// In memory.
        memory: Memory,
        /// Uniform address of the first element.
        address: Val,
        /// Bytes added to it.
        offset: i32,
        /// Two to [`MOST_INTERLEAVED`] varying values.
        values: Vec<Val>,
        /// Which lanes are stored, of all values; all without it. Only for elements of 32 bits.
        mask: Option<Val>,
    },
    /// Uniform read-modify-write; the result is the new value (for `Exchange` the old one). The value has the lane type of `memory`.
    Atomic {
        /// What happens.
        op: AtomicOp,
        /// In memory.
        memory: Memory,
        /// Uniform address.
        address: Val,
        /// Bytes added to it.
        offset: i32,
        /// Uniform operand.
        value: Val,
        /// For `CompareExchange` what must be there, uniform.
        expected: Option<Val>,
        /// Whether other threads may touch the element at the same time.
        shared: bool,
    },
    /// A runtime function without effect, per lane if varying.
    Call(RtFn, Vec<Val>),
    /// Raises the error "index out of bounds" at the instruction's location; the result is the status (uniform `I32`).
    RaiseIndex {
        /// The array's name in the source.
        name: Option<String>,
        /// Which dimension; -1: the row-major sequence.
        dimension: i32,
        /// Uniform `I32`.
        index: Val,
        /// Uniform `I64`.
        size: Val,
    },
    /// A raising runtime function, at the instruction's location; the result is the status (uniform `I32`).
    Raise {
        /// The row; it has no result.
        func: RtFn,
        /// Uniform arguments.
        args: Vec<RaiseArg>,
        /// Its list, when the row has one.
        list: Vec<RaiseArg>,
    },
}

/// An argument of [`Op::Raise`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RaiseArg {
    /// A uniform value, and what it is in a list.
    Value(Val, Tag),
    /// A string constant, and whether it is printed in quotes.
    Text(String, bool),
    /// A null pointer: the empty string.
    Null,
}

/// An operation with its result and its place in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Inst {
    /// What happens.
    pub op: Op,
    /// What it defines.
    pub result: Option<Val>,
    /// The source statement.
    pub loc: Loc,
}

/// A block to go to, with the values of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Where to.
    pub block: BlockId,
    /// One value per parameter.
    pub args: Vec<Val>,
}

impl Target {
    /// A block with the values of its parameters.
    pub fn new(block: BlockId, args: Vec<Val>) -> Target {
        Target { block, args }
    }
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// The block is still being built.
    Open,
    /// Goes on elsewhere.
    Jump(Target),
    /// Chooses by a uniform truth value.
    Branch {
        /// Uniform `Bool`.
        cond: Val,
        /// When true.
        then: Target,
        /// When false.
        otherwise: Target,
    },
    /// Ends the kernel with a status (uniform `I32`).
    Return(Val),
}

/// A block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Values that its predecessors pass.
    pub params: Vec<Val>,
    /// In order.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub terminator: Terminator,
    /// Whether it runs only when something fails.
    pub cold: bool,
}

/// A kernel as SPMD code. The first block's parameters are the kernel entry's: args, begin, end, partial, all uniform `I64`.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Lanes of a varying value: 1, or a multiple of 4.
    pub lanes: u32,
    /// Types of all values.
    pub types: IndexVec<Val, Type>,
    /// All blocks; the first is the entry.
    pub blocks: IndexVec<BlockId, Block>,
    /// Sizes in bytes of the frame's slots.
    pub slots: Vec<u32>,
    /// Varying values, `I32` and `Bool`, that the code generator keeps in lanes of fewer bits.
    pub short: Short,
}

/// How many bits the lanes of short values have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// 8, of numbers without a sign.
    Bytes,
    /// 16, of numbers with a sign.
    #[default]
    Halves,
}

impl Width {
    /// Bytes of a lane.
    pub fn bytes(self) -> u32 {
        match self {
            Width::Bytes => 1,
            Width::Halves => 2,
        }
    }
}

/// The values in short lanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Short {
    /// How short these are.
    pub width: Width,
    /// Whole numbers, and truth values that are computed from such.
    pub values: BTreeSet<Val>,
    /// Those of them, sums, that are the largest number of a lane where they are more: as whole numbers they are not known.
    pub capped: BTreeSet<Val>,
}

impl Function {
    /// A function with nothing but an open entry block.
    pub fn new(name: &str, lanes: u32) -> Function {
        let mut function = Function {
            name: name.to_owned(),
            lanes,
            types: IndexVec::new(),
            blocks: IndexVec::new(),
            slots: Vec::new(),
            short: Short::default(),
        };
        let entry = function.add_block();
        for _ in 0..4 {
            function.add_param(entry, Type::uniform(Elem::I64));
        }
        function
    }

    /// A new open block.
    pub fn add_block(&mut self) -> BlockId {
        self.blocks.push(Block {
            params: Vec::new(),
            insts: Vec::new(),
            terminator: Terminator::Open,
            cold: false,
        })
    }

    /// A new parameter of a block.
    pub fn add_param(&mut self, block: BlockId, ty: Type) -> Val {
        let value = self.types.push(ty);
        self.blocks[block].params.push(value);
        value
    }

    /// The blocks that can be reached, each behind its dominators.
    pub fn reverse_postorder(&self) -> Vec<BlockId> {
        let mut seen = IndexVec::<BlockId, bool>::filled(false, self.blocks.len());
        let mut order = Vec::new();
        let mut stack = vec![(self.entry(), 0)];
        seen[self.entry()] = true;
        while let Some((block, next)) = stack.pop() {
            // The last one is visited first.
            let targets = match &self.blocks[block].terminator {
                Terminator::Open | Terminator::Return(_) => [None, None],
                Terminator::Jump(target) => [Some(target.block), None],
                Terminator::Branch {
                    then, otherwise, ..
                } => [Some(otherwise.block), Some(then.block)],
            };
            match targets.get(next).copied().flatten() {
                None => order.push(block),
                Some(target) => {
                    stack.push((block, next + 1));
                    if !std::mem::replace(&mut seen[target], true) {
                        stack.push((target, 0));
                    }
                }
            }
        }
        order.reverse();
        order
    }

    /// The entry block.
    pub fn entry(&self) -> BlockId {
        self.blocks.ids().next().expect("a function has an entry")
    }
}

/// Calls `visit` with every operand of an operation: with `iter` of one that is read, with `iter_mut` of one that is changed.
macro_rules! visit_operands {
    ($op:expr, $iter:ident, $visit:ident) => {
        match $op {
            Op::Const(_) | Op::LaneIndex | Op::Zeros | Op::Slot(_) => {}
            Op::Unary(_, a)
            | Op::ShiftRightLogical(a, _)
            | Op::Convert(a)
            | Op::Truncate(a)
            | Op::RoundEven(a)
            | Op::Bitcast(a)
            | Op::Splat(a)
            | Op::Any(a)
            | Op::All(a)
            | Op::Lane(a, _)
            | Op::SwapGroups(a, _)
            | Op::Header { array: a, .. }
            | Op::Load { address: a, .. }
            | Op::LoadBytes { address: a, .. } => $visit(a),
            Op::Binary(_, a, b)
            | Op::Compare(_, a, b)
            | Op::Inside(a, b)
            | Op::WithLane(a, _, b)
            | Op::ByteDifferences(a, b)
            | Op::Between {
                low: a, high: b, ..
            } => {
                $visit(a);
                $visit(b);
            }
            Op::Select(a, b, c) | Op::Fma { a, b, c, .. } => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            Op::MaskedLoad { address, mask, .. } => {
                $visit(address);
                $visit(mask);
            }
            Op::FirstLane { mask, value } => {
                $visit(mask);
                $visit(value);
            }
            Op::MapIndex { index, extent, .. } => {
                $visit(index);
                $visit(extent);
            }
            Op::LoadLanes { places, .. } => places.$iter().for_each(|(value, _)| $visit(value)),
            Op::Gather { address, index, .. } | Op::GatherRun { address, index, .. } => {
                $visit(address);
                $visit(index);
            }
            Op::Store {
                address,
                value,
                mask,
                ..
            } => {
                $visit(address);
                $visit(value);
                mask.$iter().for_each($visit);
            }
            Op::Scatter {
                address,
                index,
                value,
                mask,
                ..
            } => {
                $visit(address);
                $visit(index);
                $visit(value);
                mask.$iter().for_each($visit);
            }
            Op::StoreInterleaved {
                address,
                values,
                mask,
                ..
            } => {
                $visit(address);
                values.$iter().chain(mask).for_each($visit);
            }
            Op::Atomic {
                address,
                value,
                expected,
                ..
            } => {
                $visit(address);
                $visit(value);
                expected.$iter().for_each($visit);
            }
            Op::Call(_, args) => args.$iter().for_each($visit),
            Op::RaiseIndex { index, size, .. } => {
                $visit(index);
                $visit(size);
            }
            Op::Raise { args, list, .. } => {
                for arg in args.$iter().chain(list) {
                    if let RaiseArg::Value(value, _) = arg {
                        $visit(value);
                    }
                }
            }
        }
    };
}

impl Op {
    /// Calls `visit` with every operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Val)) {
        let mut visit = |value: &Val| visit(*value);
        visit_operands!(self, iter, visit);
    }

    /// Calls `visit` with every operand, which it may change.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Val)) {
        visit_operands!(self, iter_mut, visit);
    }

    /// The operation's name, without its operands: for those of MIR the one of its text.
    pub fn name(&self) -> String {
        match self {
            Op::Unary(op, _) => op.name().to_string(),
            Op::Binary(op, ..) => op.name().to_string(),
            Op::Compare(op, ..) => op.name().to_string(),
            other => {
                let text = format!("{other:?}");
                let end = text.find([' ', '(']).unwrap_or(text.len());
                text[..end].to_string()
            }
        }
    }

    /// Whether the operation has no effect and depends on its operands alone, so that it may be moved, shared and dropped.
    pub fn is_pure(&self) -> bool {
        !self.is_load() && !self.has_effect()
    }

    /// Whether the operation reads array elements.
    pub fn is_load(&self) -> bool {
        matches!(
            self,
            Op::Load { .. }
                | Op::LoadBytes { .. }
                | Op::LoadLanes { .. }
                | Op::Gather { .. }
                | Op::GatherRun { .. }
                | Op::MaskedLoad { .. }
        )
    }

    /// Whether the operation must stay where it is.
    pub fn has_effect(&self) -> bool {
        matches!(
            self,
            Op::Store { .. }
                | Op::Scatter { .. }
                | Op::StoreInterleaved { .. }
                | Op::Atomic { .. }
                | Op::RaiseIndex { .. }
                | Op::Raise { .. }
        )
    }
}

impl Terminator {
    /// Calls `visit` with every block that may follow.
    pub fn for_each_target(&self, mut visit: impl FnMut(&Target)) {
        match self {
            Terminator::Open | Terminator::Return(_) => {}
            Terminator::Jump(target) => visit(target),
            Terminator::Branch {
                then, otherwise, ..
            } => {
                visit(then);
                visit(otherwise);
            }
        }
    }

    /// Calls `visit` with every block that may follow, which it may change.
    pub fn for_each_target_mut(&mut self, mut visit: impl FnMut(&mut Target)) {
        match self {
            Terminator::Open | Terminator::Return(_) => {}
            Terminator::Jump(target) => visit(target),
            Terminator::Branch {
                then, otherwise, ..
            } => {
                visit(then);
                visit(otherwise);
            }
        }
    }
}
