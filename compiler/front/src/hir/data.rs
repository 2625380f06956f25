//! The typed tree: what the checker makes of a program, and what lowering to MIR reads.
//!
//! A program is a set of *instances*: functions with one static type for every variable and expression. Conversions
//! are explicit ([`ExprKind::Convert`]), names are resolved, overloads and generics are gone, optional arguments are
//! filled in, a variable that changes its type is several [`VarId`]s.
//!
//! Values: numbers, strings and array handles. An array variable holds a reference: assigning shares, storing
//! elements is seen through every reference. A closure value is the tuple of what it captured; which function it
//! runs is known from its type.
//!
//! *Invariant:* data only; every expression has a type other than `Type::Error` once the checker has reported no error.

use std::collections::BTreeMap;

use super::families::{arithmetic_op, bitwise_op, logical_op};
use crate::base::{IndexVec, Span};
use crate::builtins::Builtin;
use crate::builtins::groups::group_parameter;
use crate::builtins::profile::{KernelAttribute, KernelProfile};
use crate::define_id;
use crate::types::families::{class_type, composite_type, empty_type};
use crate::types::{AccessMode, CellId, ClassId, ClosureId, Elem, EnumId, GroupKind, Type};
pub use quasar_abi::Fill;

define_id!(
    /// A function for one set of argument types.
    pub InstanceId, "i"
);
define_id!(
    /// A variable of one instance.
    pub VarId, "x"
);
define_id!(
    /// A top-level variable of the program that functions read.
    pub GlobalVarId, "g"
);

/// Where a function may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Ordinary code.
    Host,
    /// `__device__`: callable from anywhere; always inlined unless recursive.
    Device,
    /// `__kernel__`: run once per position by a launch.
    Kernel,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// The source name; made-up variables start with `$`.
    pub name: String,
    /// Its one type.
    pub ty: Type,
    /// Where it is first assigned.
    pub span: Span,
}

/// A top-level variable that functions read. Script code and functions both use [`ExprKind::Global`].
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalVar {
    /// The source name.
    pub name: String,
    /// Its one type.
    pub ty: Type,
}

/// The special parameters of a kernel, by what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Special {
    /// `pos`
    Position,
    /// `blkpos`
    BlockPosition,
    /// `blkdim`
    BlockDim,
    /// `blkidx`
    BlockIndex,
    /// `blkcnt`
    BlockCount,
    /// `warpsize`
    WarpSize,
    /// A group of threads: `coalesced_threads` and so on.
    Group(GroupKind),
}

impl Special {
    /// The one that a parameter of a kernel is by its name.
    pub fn of_name(name: &str) -> Option<Special> {
        Some(match name {
            "pos" => Special::Position,
            "blkpos" => Special::BlockPosition,
            "blkdim" => Special::BlockDim,
            "blkidx" => Special::BlockIndex,
            "blkcnt" => Special::BlockCount,
            "warpsize" => Special::WarpSize,
            name => Special::Group(group_parameter(name)?),
        })
    }

    /// Whether it tells how positions lie in blocks.
    pub fn is_about_blocks(self) -> bool {
        match self {
            Special::BlockPosition
            | Special::BlockDim
            | Special::BlockIndex
            | Special::BlockCount
            | Special::Group(_) => true,
            Special::Position | Special::WarpSize => false,
        }
    }
}

/// A function for one set of argument types.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The source name; lambdas are `lambda`.
    pub name: String,
    /// Where it runs.
    pub space: Space,
    /// Ordinary parameters in order. Handle parameters are borrowed references: storing elements changes the caller's array.
    pub params: Vec<VarId>,
    /// Captured variables: passed after the parameters, in the order of the closure type's captures.
    pub captures: Vec<VarId>,
    /// Special parameters of a kernel. A position has type int or a fixed-size int (or scalar) vector; when it is shorter than the launch, the leading dimensions are used, an int position of a 1×n launch is the linear index.
    pub specials: Vec<(Special, VarId)>,
    /// Output variables in order; for a kernel they are accumulators shared by all positions, starting at 0.
    pub outputs: Vec<VarId>,
    /// All variables.
    pub vars: IndexVec<VarId, Var>,
    /// Behind scalar replacement: of variables that are parts of objects the types of these, the outermost first, of keys their enumeration.
    pub owners: BTreeMap<VarId, Vec<String>>,
    /// The body.
    pub body: Vec<Stmt>,
    /// Takes part in a cycle of calls: never inlined, checks the stack.
    pub recursive: bool,
    /// Written as a lambda (inlined by default).
    pub lambda: bool,
    /// `{!auto_inline}` or called by `$inline`: lowered in the place of its calls.
    pub inline: bool,
    /// Where it is defined.
    pub span: Span,
    /// What the program says of how it is made.
    pub profile: KernelProfile,
}

/// How a call says which function it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallSyntax {
    /// By the function's name.
    Function,
    /// As a method of its first argument.
    Method,
    /// By a variable that holds the function.
    Variable(VarId),
    /// By a variable of the script that holds the function.
    Global(GlobalVarId),
    /// By an expression that gives the function.
    Expression,
}

/// A closure type: the values that a function value carries.
#[derive(Clone, Debug, PartialEq)]
pub struct Closure {
    /// For reports: the function's name.
    pub name: String,
    /// Types of the captured values.
    pub captures: Vec<Type>,
}

/// A class: the fields of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// The source name, with type arguments.
    pub name: String,
    /// Fields appear where they are assigned.
    pub open: bool,
    /// The fields in order.
    pub fields: Vec<Field>,
}

/// A field of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where it appears first.
    pub span: Span,
    /// What is stored in a field that may hold anything.
    pub stored: Vec<Stored>,
}

/// A type that is stored where values of several types may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// The type.
    pub ty: Type,
    /// The first value of it.
    pub span: Span,
}

/// An enumeration: names of ints.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The source name.
    pub name: String,
    /// The keys in order with their values.
    pub keys: Vec<(String, i32)>,
}

/// What a program can be asked to do: `main`, or one of several by their names.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// The word that asks for it; empty for `main`.
    pub name: String,
    /// The function.
    pub instance: InstanceId,
    /// Its parameters.
    pub params: Vec<CommandParam>,
    /// Its doc comment without what that says of the parameters.
    pub doc: String,
}

/// A parameter that is filled from the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct CommandParam {
    /// Its name.
    pub name: String,
    /// `Int`, `Scalar`, `String` or a vector of these.
    pub ty: Type,
    /// Whether it takes all arguments that are left.
    pub is_rest: bool,
    /// Whether it is yes or no: its default is written `true` or `false`.
    pub is_flag: bool,
    /// The default as source text.
    pub default: Option<String>,
    /// The default, to be evaluated in the script when the argument is absent.
    pub default_value: Option<Expr>,
    /// From the doc comment.
    pub doc: String,
    /// The variable of the script by which later defaults read it.
    pub var: VarId,
}

/// A function that callers in C have, by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// Its name there.
    pub name: String,
    /// The function.
    pub instance: InstanceId,
    /// Its parameters.
    pub params: Vec<ExportValue>,
    /// Its results.
    pub results: Vec<ExportValue>,
    /// Its doc comment without what that says of the parameters.
    pub doc: String,
}

/// A parameter or a result of an exported function.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportValue {
    /// Its name.
    pub name: String,
    /// Its type, which [`crosses`].
    pub ty: Type,
    /// From the doc comment.
    pub doc: String,
}

/// Whether values of a type go from C to Quasar and back: numbers, texts, and arrays of numbers whose number of dimensions is known.
pub fn crosses(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Long | Type::Scalar | Type::String => true,
        Type::Array(array) => {
            let is_plain = matches!(
                array.elem,
                Elem::Int | Elem::Scalar | Elem::Complex | Elem::Storage(_)
            );
            is_plain && array.rank().is_some()
        }
        Type::Complex
        | Type::Exception
        | Type::Group(_)
        | composite_type!()
        | Type::Enum(_)
        | class_type!()
        | empty_type!() => false,
    }
}

/// Whether text of the command line can be read as a value of a type: a number, a text or a vector of these.
pub fn is_text_read_as(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Scalar | Type::String => true,
        Type::Array(array) => {
            let is_plain = matches!(array.elem, Elem::Int | Elem::Scalar | Elem::String);
            is_plain && array.rank() == Some(1)
        }
        _ => false,
    }
}

/// A checked program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// All instances that can run.
    pub instances: IndexVec<InstanceId, Instance>,
    /// Closure types.
    pub closures: IndexVec<ClosureId, Closure>,
    /// Classes.
    pub classes: IndexVec<ClassId, Class>,
    /// Enumerations.
    pub enums: IndexVec<EnumId, Enum>,
    /// What is stored in arrays of `??`, for reports.
    pub cells: BTreeMap<CellId, Vec<Stored>>,
    /// Top-level variables that functions read.
    pub globals: IndexVec<GlobalVarId, GlobalVar>,
    /// The script statements of all files in order of execution.
    pub script: InstanceId,
    /// `main`, or the commands of which one is called after the script.
    pub commands: Vec<Command>,
    /// What callers in C have, if the program becomes a library: it has at least one then, and no commands.
    pub exports: Vec<Export>,
    /// What the file says of itself.
    pub about: String,
    /// `scalar` is double.
    pub double: bool,
    /// How many plans of Fourier transforms a run keeps, if anybody said.
    pub fourier_plans: Option<u32>,
    /// Whether copies between host and GPU go through pinned memory; none: the runtime's own default.
    pub pinned_memory: Option<bool>,
    /// Whether all arrays lie in memory that host and GPU share; none: the runtime's own default.
    pub unified_memory: Option<bool>,
    /// Numbers have the same bits on every device.
    pub strict: bool,
    /// Arithmetic of ints whose result does not fit is an error.
    pub checks_overflow: bool,
}

/// Operators on numbers, and element by element on arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators")]
pub enum UnaryOp {
    Neg,
    /// `!`: 1 when zero.
    Not,
}

/// Operators on numbers, and element by element on arrays of equal sizes or an array and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `.*`, or `*` with a number on one side.
    Mul,
    /// `./`, or `/`; operands are scalar or complex, never int.
    Div,
    /// `.^`, or `^` on numbers: both int, or both scalar, or both complex.
    Pow,
    /// `x < y ? x : y` (`__=`).
    Min,
    /// `x > y ? x : y` (`^^=`).
    Max,
    /// Bitwise and of ints (`&=`).
    BitAnd,
    /// Bitwise or of ints (`|=`).
    BitOr,
    /// Bitwise exclusive or of ints (`~=` as a statement).
    BitXor,
    /// `==`: operands of one type, result int 0/1. Complex numbers and strings may only be tested for equality.
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `&&`: on numbers short-circuit (truth is non-zero), on arrays element-wise.
    And,
    /// `||`
    Or,
}

impl BinaryOp {
    /// Whether a comparison of ints holds; other operators compare nothing.
    pub fn compare(self, left: i32, right: i32) -> Option<bool> {
        match self {
            BinaryOp::Eq => Some(left == right),
            BinaryOp::Ne => Some(left != right),
            BinaryOp::Lt => Some(left < right),
            BinaryOp::Le => Some(left <= right),
            BinaryOp::Gt => Some(left > right),
            BinaryOp::Ge => Some(left >= right),
            arithmetic_op!() | bitwise_op!() | logical_op!() => None,
        }
    }
}

/// One place of an index list.
#[derive(Clone, Debug, PartialEq)]
pub enum Subscript {
    /// `:`
    All,
    /// An int.
    Index(Expr),
    /// `a..b` or `a..s..b`, inclusive, ints.
    Range {
        /// First.
        start: Box<Expr>,
        /// Step; none is 1.
        step: Option<Box<Expr>>,
        /// Last.
        stop: Box<Expr>,
    },
    /// An int vector: these indices in this order.
    Vector(Expr),
}

/// How elements are addressed.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// One subscript per dimension; as many as the array's static rank, or one for linear addressing of any array. One element when all are [`Subscript::Index`], a slice otherwise.
    Subscripts(Vec<Subscript>),
    /// One element at the position that an int vector gives (its length is the array's number of dimensions). Of a texture also what
    /// is at the position that a vector of scalars gives, as many as the texture has dimensions.
    Position(Box<Expr>),
    /// `x[cond]`: the elements where the mask, an array of the same sizes, is non-zero.
    Mask(Box<Expr>),
}

/// An access with its boundary rule already decided by the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The array.
    pub array: Box<Expr>,
    /// Which elements.
    pub place: Place,
    /// What happens outside; for a written place reads follow `read`, writes follow `write`.
    pub read: AccessMode,
    /// What happens to stores outside.
    pub write: AccessMode,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its type.
    pub ty: Type,
    /// Its text.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// Of type int.
    Int(i32),
    /// Of type scalar.
    Scalar(f64),
    /// Of type cscalar.
    Complex(f64, f64),
    /// Of type string.
    String(String),
    /// A variable of the instance.
    Var(VarId),
    /// A top-level variable.
    Global(GlobalVarId),
    /// Element-wise on arrays; operand and result have the same element type, but `Not` gives int.
    Unary(UnaryOp, Box<Expr>),
    /// Both operands have the same number type; one of them may be a number while the other is an array.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a==b` or `!=` of arrays used as a condition: whole arrays, one int.
    ArraysEqual(Box<Expr>, Box<Expr>),
    /// The truth of an array: not empty and all elements non-zero, one int.
    ArrayTruth(Box<Expr>),
    /// Matrix product; element types agree.
    MatMul(Box<Expr>, Box<Expr>),
    /// Square matrix to an int power.
    MatPow(Box<Expr>, Box<Expr>),
    /// `+` of strings; operands are strings.
    Concat(Box<Expr>, Box<Expr>),
    /// `cond ? then : otherwise`: only the taken side is evaluated; `cond` is a number.
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Number to number (int of a scalar truncates), array to array of another element type or with other size knowledge (checked at run time when it is not provable), number to string; a member to a union, a union to one with more members, a union to the
    /// member that it is known to hold.
    Convert(Conversion, Box<Expr>),
    /// Whether a union holds a value of that member's type: int.
    IsMember(Box<Expr>, Type),
    /// `[a, b, c]`, `{a, b}`: numbers (or strings) of the element type, values of any type for elements of other types; a matrix is a list of lists: rows are `ArrayLiteral`s again.
    ArrayLiteral(Vec<Expr>),
    /// `a..b`, `a..s..b` as a vector, of int or scalar.
    Range {
        /// First.
        start: Box<Expr>,
        /// Step; none is 1.
        step: Option<Box<Expr>>,
        /// Last that may be reached.
        stop: Box<Expr>,
    },
    /// Reads elements: a number (or string), or an array for a slice.
    Element(Element),
    /// A builtin; argument types as its row demands after conversions.
    Builtin(Builtin, Vec<Expr>),
    /// A new array of the expression's type: `zeros(…)`, `ones`, `uninit`, type constructors. Either number arguments, one per dimension, or one int vector.
    NewArray {
        /// Contents.
        fill: Fill,
        /// One int per dimension, or one int vector with all of them.
        dims: Vec<Expr>,
    },
    /// A call; with several outputs the type is a tuple. `captured` is the closure value whose captures are passed on.
    Call {
        /// The callee.
        instance: InstanceId,
        /// One per parameter.
        args: Vec<Expr>,
        /// The function value, for functions that capture.
        captured: Option<Box<Expr>>,
        /// How the source says which function.
        form: CallSyntax,
    },
    /// A function value: the captured values in the order of the closure type.
    MakeClosure(ClosureId, Vec<Expr>),
    /// Runs a kernel; the type is that of its outputs (void, one, or a tuple).
    Launch {
        /// The kernel.
        instance: InstanceId,
        /// One int per dimension, or one int vector with all of them (a `size(x)`, say).
        dims: Vec<Expr>,
        /// Block size, when the program gives one.
        block: Option<Vec<Expr>>,
        /// One per ordinary parameter.
        args: Vec<Expr>,
        /// The function value, for kernels that capture.
        captured: Option<Box<Expr>>,
        /// `serial_do`.
        serial: bool,
    },
    /// A field of a `qexception`: message and file are strings, the line is an int.
    ExceptionField(ExceptionField, Box<Expr>),
    /// A class value: one value per field, none for one with open fields. A tuple: one value per part.
    Record(Vec<Expr>),
    /// The field with that index of a class value.
    Field(Box<Expr>, usize),
    /// The class value that a pointer refers to; a run-time error when it is null.
    Deref(Box<Expr>),
    /// A new object with that class value; of pointer type.
    NewObject(Box<Expr>),
    /// `nullptr`.
    Null,
    /// Whether a pointer is `nullptr`: int.
    IsNull(Box<Expr>),
    /// Whether two pointers refer to one object, or are both `nullptr`: int.
    SameObject(Box<Expr>, Box<Expr>),
    /// After `sroa`: a new object with these arrays and references as entries; of pointer type.
    Object(Vec<Expr>),
    /// After `sroa`: the entry with that index of the object that a pointer refers to, an array or a reference; a run-time error when it is null.
    Entry(Box<Expr>, usize),
    /// An assignment as an expression; its value is the new value of the target.
    Assign(Box<Assign>),
    /// Statements, then a value (parenthesised statement lists).
    Sequence(Vec<Stmt>, Box<Expr>),
}

/// Who asks for a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// The types do: the checker put it there. A place that converts what it gets itself, as elements that round do, may leave it out.
    Implicit,
    /// The program says so, as in `int(x)`: it always happens.
    Explicit,
}

/// The fields of a `qexception`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExceptionField {
    /// `ex.message`, which is also what `print ex` shows.
    Message,
    /// `ex.file`
    File,
    /// `ex.line`
    Line,
}

impl ExceptionField {
    /// Every field.
    pub const ALL: [ExceptionField; 3] = [
        ExceptionField::Message,
        ExceptionField::File,
        ExceptionField::Line,
    ];

    /// Its name in Quasar.
    pub fn name(self) -> &'static str {
        match self {
            ExceptionField::Message => "message",
            ExceptionField::File => "file",
            ExceptionField::Line => "line",
        }
    }

    /// Its type.
    pub fn ty(self) -> Type {
        match self {
            ExceptionField::Message | ExceptionField::File => Type::String,
            ExceptionField::Line => Type::Int,
        }
    }
}

/// What an assignment does to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=` and alike: the target's new value is `target op value`, computed in scalars where one of them is one and stored back as what the target holds; bits are those of whole parts. On array elements inside kernels it is atomic. On a whole array variable it works in place (seen through every reference).
    Update(BinaryOp),
    /// `<-`: stores; the expression's value is the OLD value.
    Exchange,
    /// `<-` with an expected value: the value is a vector of the expected and the new value; the new one is stored where the old one equals
    /// the expected one. The expression's value is the OLD value.
    CompareExchange,
}

/// The target of an assignment.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A variable of the instance.
    Var(VarId),
    /// A top-level variable.
    Global(GlobalVarId),
    /// Elements or a slice.
    Element(Element),
    /// The field with that index of a class value.
    Field(Box<Target>, usize),
    /// The class value that a pointer refers to.
    Deref(Expr),
    /// After `sroa`: an entry of the object that a pointer refers to.
    Entry(Expr, usize),
    /// The value is dropped.
    Ignore,
}

/// An assignment. The value's type fits the target: the same type for variables; a member of a field's union; for elements a number of the element's value type, or a scalar for storage integers, which round it; for slices a number or an array whose shape agrees after squeezing.
#[derive(Clone, Debug, PartialEq)]
pub struct Assign {
    /// Where to.
    pub target: Target,
    /// How.
    pub op: AssignOp,
    /// What.
    pub value: Expr,
    /// The whole assignment.
    pub span: Span,
}

impl Assign {
    /// `target = value`.
    pub fn set(target: Target, value: Expr, span: Span) -> Assign {
        let op = AssignOp::Set;
        Assign {
            target,
            op,
            value,
            span,
        }
    }
}

/// What a `for` loop runs over.
#[derive(Clone, Debug, PartialEq)]
pub enum Sequence {
    /// Ints, inclusive; the loop variable is int.
    IntRange {
        /// First.
        start: Expr,
        /// Step.
        step: Option<Expr>,
        /// Last that may be reached.
        stop: Expr,
    },
    /// Scalars: count = floor((stop-start)/step + 1e-6) + 1, value start + i*step.
    ScalarRange {
        /// First.
        start: Expr,
        /// Step.
        step: Option<Expr>,
        /// Last that may be reached.
        stop: Expr,
    },
    /// The elements of an array in row-major order.
    Elements(Expr),
}

/// What attributes say about a loop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopAttributes {
    /// `{!parallel for}`
    pub parallel: bool,
    /// `{!serial for}`, `#pragma loop_parallelizer off`
    pub serial: bool,
    /// `private=`
    pub private: Vec<String>,
    /// `reduction=`
    pub reductions: Vec<(String, BinaryOp)>,
    /// `{!unroll times=…; multi_device=true}`: how many GPUs the iterations take turns on; fewer than 2: they do not.
    pub devices: i32,
    /// `{!kernel_accumulator …}` within the loop.
    pub accumulators: Vec<KernelAttribute>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What happens.
    pub kind: StmtKind,
    /// Its text.
    pub span: Span,
}

impl Stmt {
    /// `target = value`.
    pub fn set(target: Target, value: Expr, span: Span) -> Stmt {
        let kind = StmtKind::Assign(Assign::set(target, value, span));
        Stmt { kind, span }
    }
}

/// What a statement is.
#[allow(
    clippy::large_enum_variant,
    reason = "statements live in vectors; a box each would cost more than the space"
)]
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// An assignment.
    Assign(Assign),
    /// `[a, b] = call`: the targets take the parts of a tuple, in order; fewer targets than parts are allowed.
    Unpack {
        /// Targets.
        targets: Vec<Target>,
        /// A tuple.
        value: Expr,
    },
    /// `[h, w] = vector`: the targets take the elements of a vector, whose length is checked at run time when it is not known; values are converted to `elem` types by the targets' types (numbers).
    UnpackVector {
        /// Targets: number variables or elements.
        targets: Vec<Target>,
        /// A vector.
        value: Expr,
        /// The vector's element type.
        elem: Elem,
    },
    /// An expression for its effects.
    Expr(Expr),
    /// `if`
    If {
        /// A number; true when non-zero.
        cond: Expr,
        /// Run when true.
        then: Vec<Stmt>,
        /// Run when false.
        otherwise: Vec<Stmt>,
    },
    /// `for`
    For {
        /// The loop variable; changing it in the body does not change the iteration.
        var: VarId,
        /// What it runs over, evaluated once.
        sequence: Sequence,
        /// The body.
        body: Vec<Stmt>,
        /// Attributes.
        attributes: LoopAttributes,
    },
    /// `while`
    While {
        /// A number.
        cond: Expr,
        /// The body.
        body: Vec<Stmt>,
    },
    /// `repeat … until`
    Repeat {
        /// Runs at least once.
        body: Vec<Stmt>,
        /// A number; the loop ends when it is non-zero.
        until: Expr,
    },
    /// Innermost loop.
    Break,
    /// Innermost loop.
    Continue,
    /// Leaves the function; results are the output variables.
    Return,
    /// `print`: the values one after another, then a newline.
    Print(Vec<Expr>),
    /// `assert(cond, message)`
    Assert {
        /// A number.
        cond: Expr,
        /// A string.
        message: Option<Expr>,
    },
    /// `{!sched gpu_index=…}`: launches behind it run on the GPU of that number, an int.
    SelectDevice(Expr),
    /// A variable that not every path assigns must have a value.
    HasValue {
        /// Not 0 when it has.
        flag: Expr,
        /// What has the value, in words.
        what: String,
    },
    /// `error(message)`: the message is a string, or a `qexception` that is raised again.
    Error(Expr),
    /// `try`
    Try {
        /// What is tried.
        body: Vec<Stmt>,
        /// The variable, of type `qexception`, that gets the error.
        caught: VarId,
        /// Run after an error.
        handler: Vec<Stmt>,
    },
}
