//! The middle representation: structured control flow over single-assignment values and typed mutable locals.
//!
//! One representation serves host functions and kernels. An operation is a [`Stmt`]: an [`Op`] with zero or more
//! result [`Value`]s, each assigned exactly once and visible in the rest of its block and in the blocks nested
//! below it. Variables that are assigned more than once are [`Local`]s, read with [`Op::Get`] and written with
//! [`Op::Set`]; they take the place of phi nodes, which suits every consumer: Cranelift's frontend builds SSA from
//! variables, vector code turns an assignment under a mask into a select, CUDA text prints a C variable, and the
//! dependence analysis sees which variables a loop carries.
//!
//! This file is the specification of every operation; the interpreter (`interpret.rs`) is its executable form.
//!
//! *Invariant:* data only; nothing here computes, and nothing here knows Cranelift, CUDA or Quasar's syntax.

use crate::base::{IndexVec, Span};
pub use crate::builtins::groups::BarrierScope;
use crate::builtins::profile::{KernelAttribute, KernelProfile};
use crate::define_id;
pub use quasar_abi::{
    AccessMode, AccumulatorOp, ElemKind, Fill, MathFn, Outside, ParameterKind, RtFn, SliceMarker,
    TextureDescriptor,
};

define_id!(
    /// A function of the program, host or kernel.
    pub FuncId, "fn"
);
define_id!(
    /// A single-assignment value of one function.
    pub Value, "v"
);
define_id!(
    /// A mutable variable of one function.
    pub Local, "l"
);
define_id!(
    /// A variable that outlives function calls: a top-level variable of the program.
    pub GlobalId, "g"
);
define_id!(
    /// A string constant of the program.
    pub StrId, "s"
);
define_id!(
    /// The target of `break` and `continue`; unique in its function.
    pub Label, "b"
);
define_id!(
    /// A row of the program's location table; row 0 means "nowhere".
    pub Loc, "loc"
);

/// The type of a value, a local or a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ty {
    /// A truth value, the result of comparisons. The language's own truth values are `I32` 0 and 1.
    Bool,
    /// The language's `int`: 32 bits, two's complement, wrapping.
    I32,
    /// 64-bit integers, for arithmetic on `uint32`, `int64` and `uint64` elements.
    I64,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
    /// A reference-counted handle to an array with elements of the given kind, or null.
    Array(ElemKind),
    /// A reference-counted handle to a string, or null.
    Str,
}

impl Ty {
    /// Whether values of the type are reference-counted handles.
    pub fn is_handle(self) -> bool {
        match self {
            Ty::Array(_) | Ty::Str => true,
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 => false,
        }
    }

    /// Whether the type is `F32` or `F64`.
    pub fn is_float(self) -> bool {
        matches!(self, Ty::F32 | Ty::F64)
    }
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Const {
    /// Of type `Bool`.
    Bool(bool),
    /// Of type `I32`.
    I32(i32),
    /// Of type `I64`.
    I64(i64),
    /// Of type `F32`.
    F32(f32),
    /// Of type `F64`.
    F64(f64),
    /// Of type `Str`: a string that lives as long as the program; retaining and releasing it do nothing.
    Str(StrId),
    /// The null handle of the given handle type.
    Null(Ty),
    /// Of type `Bool`: whether the code around it runs on a GPU. Each back end knows.
    OnGpu,
}

/// Operations on one number. The result has the operand's type unless stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Integers (wrapping) and floats.
    Neg,
    /// `Bool` only.
    Not,
    /// Bitwise complement of an integer.
    BitNot,
    /// Absolute value; of the least integer the least integer.
    Abs,
    /// Correctly rounded square root of a float.
    Sqrt,
    /// Toward minus infinity, floats.
    Floor,
    /// Toward plus infinity, floats.
    Ceil,
    /// To nearest, halves away from zero, floats.
    Round,
    /// Toward zero, floats.
    Trunc,
    /// To the nearest 16-bit float, ties to even: what an element of [`ElemKind::F16`] gives back. `F32` only.
    RoundHalf,
}

/// Operations on two numbers of one type; the result has that type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Integers wrap.
    Add,
    /// Integers wrap.
    Sub,
    /// Integers wrap.
    Mul,
    /// Floats only: IEEE division.
    Div,
    /// Integers only: toward zero; by zero gives 0, the least integer by -1 wraps.
    IntDiv,
    /// C remainder, sign of the dividend. Integers: by zero gives 0. Floats: `fmod`.
    Rem,
    /// `x < y ? x : y`, but where one of two floats is NaN the other one.
    Min,
    /// `x > y ? x : y`, but where one of two floats is NaN the other one.
    Max,
    /// Integers: repeated squaring, wrapping; a negative exponent gives 0 unless the base is 1 or -1. Floats: see [`MathFn::Pow`], which is used instead.
    IntPow,
    /// Bitwise on integers, logical on `Bool` (both operands evaluated).
    And,
    /// Bitwise on integers, logical on `Bool`.
    Or,
    /// Bitwise on integers, logical on `Bool`.
    Xor,
    /// Integers; the shift amount is taken modulo the width.
    Shl,
    /// Integers, arithmetic; the shift amount is taken modulo the width.
    Shr,
}

/// Comparisons of two numbers (or `Bool`s, with `Eq` and `Ne`) of one type; the result is `Bool`. Floats compare as IEEE ordered comparisons, but `Ne` is true for NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

/// One element of an array.
///
/// With one index it is the position in row-major order and the extent is the number of elements. With k >= 2
/// indices they address the first k dimensions in row-major order; the array has no further dimension above 1 (the
/// front end pads the list with zeros). Indices are `I32`. Each index is mapped by itself. Of an empty dimension every
/// access by `Circular`, `Mirror` and `Clamped` is the error that `Checked` would raise; so of all modes only `Safe` and
/// `Unchecked` never raise.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// The array, of type [`Ty::Array`].
    pub array: Value,
    /// One to sixteen `I32` values.
    pub index: Vec<Value>,
    /// What happens outside; decided by the text of the program (language reference, section 18, "access mode of an access"). `Unchecked` promises that the index is inside.
    pub mode: AccessMode,
    /// The variable's name, for the message about an index outside.
    pub name: Option<StrId>,
}

/// Read-modify-write operations on array elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operations")]
pub enum AtomicOp {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    And,
    Or,
    Xor,
    Min,
    Max,
    /// The new value replaces the old one; the result is the OLD value.
    Exchange,
    /// Of two values, expected and new: the new one replaces the old one if that equals the expected one; the result is the OLD value. Not for complex elements.
    CompareExchange,
}

/// What the source says about a loop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopDirective {
    /// `{!parallel for}`: parallel whatever the analysis finds.
    pub force_parallel: bool,
    /// `{!serial for}` or `#pragma loop_parallelizer off`: leave as it is, say nothing.
    pub force_serial: bool,
    /// `private=` of the attribute: names of variables.
    pub private: Vec<String>,
    /// `reduction=` of the attribute: names and operators.
    pub reductions: Vec<(String, AccumulatorOp)>,
    /// `{!kernel_accumulator …}` within the loop, for the kernel that it becomes.
    pub accumulators: Vec<KernelAttribute>,
    /// Written by the compiler for an array expression: parallel by construction.
    pub expression: bool,
    /// The copy of a loop for variables that hold no whole numbers, of which its indices are made.
    pub fractional: bool,
    /// A test in front of the loop has shown that no iteration writes what another one reads or writes.
    pub independent: bool,
}

/// An entry of the list argument of a runtime row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ListEntry {
    /// A number, string or array; its tag follows from the type of the value.
    Value(Value),
    /// An `I64` that stands for an unsigned number.
    Unsigned(Value),
    /// A string that is printed in quotes: a field of a record.
    Quoted(Value),
    /// A complex number, real part first, both `F32` or both `F64`: two tagged entries.
    Complex(Value, Value),
    /// Opens one dimension of a slice; its operands follow as values.
    Marker(SliceMarker),
}

/// Runs a kernel once for every position.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// A function of kind [`FuncKind::Kernel`].
    pub kernel: FuncId,
    /// Number of positions along each dimension, outermost first, `I32`; as many as the kernel's rank. A value below 1 means that nothing runs.
    pub extents: Vec<Value>,
    /// One value per parameter of the kernel. Arrays are borrowed.
    pub args: Vec<Value>,
    /// One position after another, in row-major order (`serial_do`).
    pub serial: bool,
}

/// What the threads of a kernel do together.
#[derive(Clone, Debug, PartialEq)]
pub enum Together {
    /// Waits until every thread of the group has come here; an error when some of them do not.
    Barrier(BarrierScope),
    /// What was written before it is seen before what is written after it.
    Fence,
    /// From here on the parameter, of type [`Ty::Array`], is an array that the threads of a block share.
    Shared {
        /// A parameter of the kernel that is listed in [`GroupData::shared`].
        local: Local,
        /// Its extents, `I32`, the same for all threads of a block.
        dims: Vec<Value>,
        /// Whether its elements start as zeros.
        zeros: bool,
    },
    /// Threads of a warp exchange something. One result.
    Collective(Collective, Vec<Value>),
}

/// What threads of a warp exchange. A mask of type `I32` has a bit per thread of the warp, in the order of the block's threads (row by
/// row). Those in a mask that belong to the launch must all come here; an error when some of them do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    /// No arguments: the mask of those that are here.
    Active,
    /// Mask, `I32` from 0 to 31, number: the number of that thread, the thread's own if it is not in the mask or not in the launch.
    Shuffle,
    /// Mask, `Bool`: the mask of those for whom it is true.
    Ballot,
    /// Mask, number: the mask of those who have the same number, and the thread itself.
    Match,
}

/// What code for GPUs does with textures. Wherever a texture is fetched from, there is another branch that reads the elements of the
/// array, and analyses see the reads there.
#[derive(Clone, Debug, PartialEq)]
pub enum Texture {
    /// One `Bool`: whether the array of floats is such a texture during this launch, in which nobody writes it. False on processors.
    Ready(Value, TextureDescriptor),
    /// The components, `F32`, at a position, `F32`, in the order of the array's dimensions; whole numbers are the centres of
    /// elements. Under a test of `Ready` with the same form.
    Fetch(Value, TextureDescriptor, Vec<Value>),
}

/// One operation.
///
/// "Raises" means that the operation can fail with an error of the language: the handler of the innermost [`Op::Try`] whose body it
/// stands in runs next; without one the function releases what it owns and returns the error's status to its caller; in a kernel
/// the launch ends and raises.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// A constant.
    Const(Const),
    /// One result.
    Unary(UnaryOp, Value),
    /// One result.
    Binary(BinaryOp, Value, Value),
    /// One `Bool`.
    Compare(CompareOp, Value, Value),
    /// As many arguments as the function has, floats of one type; one result of their type.
    Math(MathFn, Vec<Value>),
    /// `cond ? then : otherwise`, both evaluated; any type but handles.
    Select {
        /// `Bool`.
        cond: Value,
        /// Taken when true.
        then: Value,
        /// Taken when false.
        otherwise: Value,
    },
    /// Number to number, to the result's type. `Bool` to number gives 0 or 1; number to `Bool` tests for non-zero (NaN is true);
    /// float to integer truncates and saturates, NaN gives 0; `I64` to `I32` keeps the low bits; otherwise rounds to nearest.
    Convert(Value),

    /// The value of a local. A handle is borrowed.
    Get(Local),
    /// Stores into a local. Before the `ownership` pass a handle is shared (the pass makes counts explicit); after it the store is a plain move.
    Set(Local, Value),
    /// The value of a global.
    GetGlobal(GlobalId),
    /// Stores into a global.
    SetGlobal(GlobalId, Value),

    /// A new array of the result's element kind. Raises on a negative extent or one too large.
    NewArray {
        /// `I32`, one to sixteen.
        dims: Vec<Value>,
        /// Contents.
        fill: Fill,
    },
    /// Extent along an axis counted from 0, as `I32`; 1 beyond the last dimension. A `vec` of n elements has extents 1, n.
    /// All extents of the null handle are 0, so that an element access through null is one of an empty array.
    Dim(Value, u8),
    /// Number of elements, as `I32`; 0 of the null handle.
    Numel(Value),
    /// Reads an element: one result, two (re, im) for complex elements. Result types: `I32` for i8 u8 i16 u16 i32; `I64` for u32 i64 u64; `F32` for f16 f32 c32; `F64` for f64 c64;
    /// `Str`/`Array` for arrays of handles (a borrowed handle); `I64` for function values. Under `Safe` an element outside is 0 or null. Raises unless `Safe` or `Unchecked`.
    Load(Access),
    /// Writes an element: one value or two (re, im), of the types of `Load`. Storage integers (i8 u8 i16 u16 u32) saturate; a float value
    /// is allowed there and is rounded to nearest, halves away from zero, NaN to 0. A stored handle is shared, before and after `ownership`: the operation
    /// retains it and releases the old element; host code only. `Safe` drops a write outside. Raises unless `Safe` or `Unchecked`.
    Store(Access, Vec<Value>),
    /// Read-modify-write, atomic in kernels; results as `Load`: the values AFTER the operation, as stored (0 where `Safe` drops it).
    /// Computes in the types of `Load` with the operations of [`BinaryOp`]: integers divide by `IntDiv` and take powers by `IntPow`, floats by [`MathFn::Pow`];
    /// bitwise operations of floats are those of the ints that they convert to; complex elements have `Add`, `Sub`, `Mul`, `Div` and `Exchange`. Raises unless `Safe` or `Unchecked`.
    Atomic(AtomicOp, Access, Vec<Value>),

    /// The threads of a kernel act together. Kernels only, before `regions` or for GPUs.
    Together(Together),
    /// A texture is asked for or read.
    Texture(Texture),

    /// Calls a row of the runtime. Results as the row says: none or one; pointer results that are handles are owned by the caller. Raises if the row does.
    /// A last parameter `out: raw` is not among the arguments: the two `F64` (re, im) that the row stores there are the results. Rows with other `raw` parameters cannot be called.
    Runtime {
        /// The row.
        func: RtFn,
        /// Its arguments, without the list.
        args: Vec<Value>,
        /// The list argument, when the row has one.
        list: Vec<ListEntry>,
    },
    /// Calls a host function. Raises. Handle arguments are borrowed, handle results are owned by the caller.
    Call {
        /// A function of kind [`FuncKind::Host`].
        func: FuncId,
        /// One value per parameter.
        args: Vec<Value>,
    },
    /// Runs a kernel; results: the totals of its accumulators, in order. Raises.
    Launch(Launch),

    /// Runs one of two blocks.
    If {
        /// `Bool`.
        cond: Value,
        /// Run when true.
        then: Block,
        /// Run when false.
        otherwise: Block,
    },
    /// Counted loop: `index` takes start, start+step, … while it is not beyond `stop` (inclusive). A zero step runs nothing. The three are evaluated before; the body cannot change them.
    For {
        /// Target of `Break` (leave) and `Continue` (next index) in the body.
        label: Label,
        /// The loop's index, `I32`, assigned anew for each iteration.
        index: Value,
        /// First index, `I32`.
        start: Value,
        /// Last index that may be reached, `I32`.
        stop: Value,
        /// `I32`.
        step: Value,
        /// The body.
        body: Block,
        /// What the source says about it.
        directive: Box<LoopDirective>,
        /// The name of the loop variable, for reports.
        name: Option<String>,
    },
    /// Runs its body again and again until a `Break`, `Return` or error leaves it; `Continue` starts the next iteration.
    Loop {
        /// Target of `Break` and `Continue`.
        label: Label,
        /// The body.
        body: Block,
    },
    /// Runs its body once; `Break` leaves it. What an inlined function's `return` becomes.
    Scope {
        /// Target of `Break`.
        label: Label,
        /// The body.
        body: Block,
    },
    /// Runs `body`; when something in it raises, `handler` runs next, with the locals as they were then. The error stays pending until
    /// the handler takes it, so a handler begins by that. Errors of the handler leave it. Host code only.
    Try {
        /// What is tried.
        body: Block,
        /// Run after an error.
        handler: Block,
    },
    /// Leaves the construct of that label. Last in its block.
    Break(Label),
    /// Next iteration of the loop of that label. Last in its block.
    Continue(Label),
    /// Leaves the function, handing over its results (handles: owned by the caller after `ownership`). Last in its block. In a kernel: ends this position.
    Return(Vec<Value>),

    /// After `ownership`: one more owner of a handle (null allowed).
    Retain(Value),
    /// After `ownership`: gives up the handle in the local (null allowed) and sets the local to null.
    Release(Local),
}

/// An operation with its results and its place in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What happens.
    pub op: Op,
    /// The values it defines.
    pub results: Vec<Value>,
    /// The source statement.
    pub loc: Loc,
}

/// A sequence of statements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// In order of execution.
    pub stmts: Vec<Stmt>,
}

/// Data of a [`Value`].
#[derive(Clone, Debug, PartialEq)]
pub struct ValueData {
    /// Its type.
    pub ty: Ty,
}

/// Where a GPU keeps an array beside its global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// In constant memory.
    Constant,
    /// Where it is, but read as something that nobody writes.
    ReadOnly,
    /// In a texture.
    Texture {
        /// Dimensions of a position.
        dimensions: u8,
        /// Components of an element; several are the last dimension of the array.
        components: u8,
    },
    /// In a texture that the kernel fetches from. For GPUs, once it is settled what a kernel does there.
    Fetched(TextureDescriptor),
    /// In a texture that the kernel writes. For GPUs, as before.
    Surface(TextureDescriptor),
}

/// Data of a [`Local`].
#[derive(Clone, Debug, PartialEq)]
pub struct LocalData {
    /// Its type.
    pub ty: Ty,
    /// The source variable's name; none for variables that the compiler made.
    pub name: Option<String>,
    /// Where the variable is first assigned.
    pub loc: Loc,
    /// Where a GPU keeps the array, as the program says.
    pub kept: Option<Kept>,
}

/// How the values that make a variable of the source are its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableForm {
    /// One number or handle.
    Single,
    /// Real and imaginary part.
    Complex,
    /// The elements of an array of these extents, each as one value or, of a complex array, as two.
    Elements {
        /// The extents, the outermost dimension first.
        extents: Vec<u32>,
        /// How many values each element has.
        parts: usize,
    },
    /// What a function has captured, the members of a union, nothing at all: a list of values.
    List,
}

/// What a variable of the source is for its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableRole {
    /// A parameter, or what the function has captured.
    Parameter,
    /// Any other.
    Variable,
}

/// What debuggers show of a variable, wherever it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedVariable {
    /// Its name; of a part of an object with the names of the fields, `p.x`.
    pub name: String,
    /// Its type, as the source would write it.
    pub ty: String,
    /// The types of the objects that it is a part of, the outermost first, one for each field in its name; of a key behind them its enumeration.
    pub owners: Vec<String>,
    /// What it is for its function.
    pub role: VariableRole,
    /// How its parts make its value.
    pub form: VariableForm,
    /// The types of its parts.
    pub types: Vec<Ty>,
}

/// A variable of the source, for debuggers. The text form leaves these out: no engine looks at them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceVariable<Part> {
    /// What it is.
    pub described: DescribedVariable,
    /// What holds its parts; nothing once a pass has taken a part away.
    pub parts: Vec<Part>,
    /// How often the function sets the parts, as it was lowered: where passes took one away, or doubled one, a part may hold what the variable
    /// does not.
    pub assignments: usize,
    /// Whether its parts lie in memory and hold its value from its assignment to the end of the function.
    pub is_lasting: bool,
}

/// What an object on the heap holds, for debuggers: an array of arrays, its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceObject {
    /// The type of references to it, as the source would write it: `^node`.
    pub name: String,
    /// Whether its fields carry their types, as elements of cells do.
    pub is_open: bool,
    /// The fields.
    pub fields: Vec<ObjectField>,
}

/// An enumeration of the source, for debuggers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceEnumeration {
    /// Its name.
    pub name: String,
    /// The keys with their values.
    pub keys: Vec<(String, i32)>,
}

/// A field of an object, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectField {
    /// Its name.
    pub name: String,
    /// Its type, as the source would write it.
    pub ty: String,
    /// The entry that it is, or that has it as an element.
    pub entry: usize,
    /// Which element of the entry it is; the entry itself otherwise.
    pub element: Option<usize>,
    /// What the entry is made of.
    pub kind: ElemKind,
}

/// Data of a [`GlobalId`].
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalData {
    /// Its type. Starts as zero or null. Globals are for host code; a kernel gets values as arguments.
    /// The entry function releases handles at its end: `ownership` writes that before its returns, a code generator adds it to the entry's error exit.
    pub ty: Ty,
    /// The variable's name.
    pub name: String,
}

/// A variable of a kernel whose contributions from all positions are combined.
///
/// In the kernel's body it is an ordinary local that starts at the identity of `op`; the body only updates it by `op`.
#[derive(Clone, Debug, PartialEq)]
pub struct Accumulator {
    /// The local in the kernel.
    pub local: Local,
    /// How partial results are combined.
    pub op: AccumulatorOp,
}

/// Where a kernel comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelOrigin {
    /// A `__kernel__` function or lambda.
    Written,
    /// A `for` loop.
    Loop,
    /// An array expression.
    Expression,
    /// What a kernel does between barriers, for processors.
    Part,
    /// What a kernel does between barriers of its grid, for processors and for devices that cannot hold the grid as a whole.
    GridPart,
    /// What a pass of a filter does in a strip of rows, for processors; of a loop or an expression.
    Strip,
    /// The same of a `__kernel__` function, whose positions may touch each other's elements.
    WrittenStrip,
    /// Several positions at a time of a loop's or an expression's kernel, for processors.
    Rows,
    /// A `__kernel__` function in the order of its dimensions as written, which finds the first of several errors, for processors.
    Repeated,
    /// A loop's kernel that reads what was made in front of its launch, tables or packed operands, or a kernel that makes those, for processors.
    Prepared,
    /// The same of a `__kernel__` function, whose positions may touch each other's elements.
    WrittenPrepared,
}

impl KernelOrigin {
    /// Whether the kernel is launched on strips, one after the other.
    pub fn is_of_strips(self) -> bool {
        matches!(self, KernelOrigin::Strip | KernelOrigin::WrittenStrip)
    }

    /// Whether there is code for wide vectors alone, where the machine may have such: the host asks `wide_vectors` before it launches the kernel.
    pub fn needs_wide_vectors(self) -> bool {
        self == KernelOrigin::Rows
    }

    /// Whether devices have another kernel in its place.
    pub fn is_for_processors(self) -> bool {
        match self {
            KernelOrigin::Part
            | KernelOrigin::Strip
            | KernelOrigin::WrittenStrip
            | KernelOrigin::Rows
            | KernelOrigin::Repeated
            | KernelOrigin::Prepared
            | KernelOrigin::WrittenPrepared => true,
            KernelOrigin::Written
            | KernelOrigin::Loop
            | KernelOrigin::Expression
            | KernelOrigin::GridPart => false,
        }
    }
}

/// What a kernel has whose threads act together. Launches of such a kernel pass null for its shared arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupData {
    /// The number of the parameter that is the first extent of the launch. The other extents follow, then the extents of a block.
    pub grid: usize,
    /// The numbers of the parameters that are shared arrays.
    pub shared: Vec<usize>,
}

/// The values that a counted loop goes through, as in Quasar's `start..step..stop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopRange {
    /// The first.
    pub start: Value,
    /// From one to the next.
    pub step: Value,
    /// None lies beyond it.
    pub stop: Value,
}

/// What is made in front of the launch of a kernel, for its reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preparation {
    /// Tables of elementary functions.
    Tables,
    /// Operands in the order in which they are read.
    Packing,
}

/// The kernel that another one does the work of, where something was made in front of the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandsFor {
    /// The kernel as it was, which the launch takes where making that does not pay.
    pub kernel: FuncId,
    /// What is made.
    pub by: Preparation,
}

/// What a kernel has beyond a function.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelData {
    /// The position along each dimension, outermost first, `I32`, counted from 0; 1 to 4 of them (more are flattened by the front end). Defined on entry.
    pub position: Vec<Value>,
    /// Combined results.
    pub accumulators: Vec<Accumulator>,
    /// Where it comes from.
    pub origin: KernelOrigin,
    /// Of a kernel that reads what was made in front of its launch: which one it stands for.
    pub stands_for: Option<StandsFor>,
    /// When its threads act together.
    pub group: Option<GroupData>,
    /// What the program says of how it is made.
    pub profile: KernelProfile,
}

/// Host function or kernel.
#[derive(Clone, Debug, PartialEq)]
pub enum FuncKind {
    /// Ordinary code.
    Host,
    /// Runs once per position. Contains no calls, no launches, no `NewArray`, no runtime rows but those that raise errors.
    Kernel(KernelData),
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The source name, with what tells instances apart: `shrink`, `shrink$2`, `main$loop14`.
    pub name: String,
    /// Host or kernel.
    pub kind: FuncKind,
    /// The parameters: locals that have their values on entry. Handles are borrowed from the caller.
    pub params: Vec<Local>,
    /// Result types; a kernel has none.
    pub results: Vec<Ty>,
    /// All locals; those that are not parameters start as zero, false or null.
    pub locals: IndexVec<Local, LocalData>,
    /// All values.
    pub values: IndexVec<Value, ValueData>,
    /// Number of labels in use.
    pub labels: u32,
    /// The body. A host function without results may fall off its end.
    pub body: Block,
    /// Filled by `ownership`: locals that own a handle. An error exit releases them all; ordinary exits release explicitly.
    pub owned: Vec<Local>,
    /// Of a host function with `-g`: the variables of the source.
    pub variables: Vec<SourceVariable<Local>>,
    /// Where it is defined.
    pub loc: Loc,
}

/// A row of the location table.
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    /// Where in the source.
    pub span: Span,
    /// File name as the user gave it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// Name of the Quasar function.
    pub function: String,
    /// For a statement of a function that was inlined: the call that it stands for.
    pub call: Option<Loc>,
}

/// What a program can be asked to do: `main`, or one of several by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Command {
    /// The word that asks for it; empty for `main`.
    pub name: String,
    /// Its doc comment without what that says of the parameters.
    pub doc: String,
    /// Its parameters.
    pub params: Vec<CommandParam>,
}

/// A parameter that is filled from the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandParam {
    /// Its name.
    pub name: String,
    /// How it is read.
    pub kind: ParameterKind,
    /// How many numbers a vector has; 0: any number.
    pub numbers: u32,
    /// Whether it takes all arguments that are left.
    pub is_rest: bool,
    /// The default as text for `--help`; none: the argument is required.
    pub default: Option<String>,
    /// From the doc comment.
    pub doc: String,
}

/// What a library has for callers in C.
#[derive(Clone, Debug, PartialEq)]
pub struct Library {
    /// The function that calls the one which is asked for: no parameters, no results. It takes and gives values by rows of the runtime, since
    /// callers that no pass sees call it as often as they like; it stays as it is, whoever else calls it.
    pub dispatcher: FuncId,
    /// The functions, in the order of the numbers by which the dispatcher is asked for them.
    pub functions: Vec<LibraryFunction>,
}

/// A function of a library, as its callers see it.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryFunction {
    /// Its name.
    pub name: String,
    /// What it takes: the types of C that numbers and pointers have, and handles for texts and arrays.
    pub params: Vec<Ty>,
    /// The parameters that it stores elements of, by number.
    pub changed: Vec<usize>,
    /// How many results it gives.
    pub results: usize,
}

/// A whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// All functions; kernels among them.
    pub functions: IndexVec<FuncId, Function>,
    /// Top-level variables.
    pub globals: IndexVec<GlobalId, GlobalData>,
    /// String constants.
    pub strings: IndexVec<StrId, String>,
    /// The location table; row 0 is "nowhere".
    pub locations: IndexVec<Loc, Location>,
    /// The function that the executable runs: no parameters, no results. It runs the script statements and calls the command.
    pub entry: FuncId,
    /// What it can be asked to do.
    pub commands: Vec<Command>,
    /// What it has for callers in C, if it is a library.
    pub library: Option<Library>,
    /// With `-g`: the top-level variables of the source, where the globals hold them.
    pub variables: Vec<SourceVariable<GlobalId>>,
    /// With `-g`: the objects that variables refer to.
    pub objects: Vec<SourceObject>,
    /// With `-g`: the enumerations of the source.
    pub enumerations: Vec<SourceEnumeration>,
    /// What the file says of itself, for `--help`.
    pub about: String,
}
