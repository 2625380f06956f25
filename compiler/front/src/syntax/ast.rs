//! The syntax tree of a Quasar file, as the parser makes it.
//!
//! Every node has a span, every expression an id that is dense within its file. The tree keeps what the program says and drops how it was
//! spelled: parentheses, comments (but for doc comments), separators and the word that closed a block are gone; the command form
//! `print a, b` is the call `print(a, b)`.
//!
//! *Invariant:* names are not resolved here: `vec[int](4)` in an expression is a call of an index of a name, and only
//! [`Expr::as_type`] reads it as a type.

use crate::base::{FileId, Span, Symbol};

crate::define_id!(
    /// An expression of one file.
    pub ExprId, "e"
);

/// A parsed file.
#[derive(Debug, Clone, PartialEq)]
pub struct Ast {
    /// The file.
    pub file: FileId,
    /// Items and script statements in the order of the text.
    pub body: Block,
    /// The number of expression ids; all ids of the file are below.
    pub expr_count: u32,
}

/// A name and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: Symbol,
    /// Its place.
    pub span: Span,
}

/// A sequence of statements.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// From the first to the last statement; empty where there is none.
    pub span: Span,
    /// The statements in order.
    pub stmts: Vec<Stmt>,
}

// ---------------------------------------------------------------------------------------------------------------- statements

/// A statement or an item.
#[derive(Debug, Clone, PartialEq)]
pub struct Stmt {
    /// From the first to the last token.
    pub span: Span,
    /// What it is.
    pub kind: StmtKind,
}

/// The kinds of statements and items.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `import "file.q"` or `import "file.q" as name`.
    Import(Import),
    /// `#pragma name(on)`.
    Pragma(Pragma),
    /// One entry of `{!name …}`; a brace with several entries gives several statements. It applies to the next statement, to the
    /// enclosing function or to the file, as its name says.
    Attribute(Attribute),
    /// `type name : …`.
    TypeDef(Box<TypeDef>),
    /// `reduction (…) -> pattern = replacement where condition`.
    Reduction(Box<Reduction>),
    /// `symbolic x : scalar, y : mat`.
    Symbolic(Vec<SymbolicName>),
    /// `macro [] = name(…) … endmacro`.
    Macro(Box<Macro>),
    /// A function with a name, at the top level or nested.
    Function(Box<Function>),
    /// An expression for its effect. `print a, b` and `error a` in command form are calls here.
    Expr(Expr),
    /// `target op= value`. In `a = b = c` the value is an [`ExprKind::Assign`].
    Assign(Assign),
    /// `[a, b : int] = value`.
    MultiAssign(MultiAssign),
    /// `target : type = value` or `target : type`.
    Declare(Declare),
    /// `if … elseif … else … end`.
    If(If),
    /// `for v = range … end`.
    For(For),
    /// `while condition … end`.
    While(While),
    /// `repeat … until condition`.
    Repeat(Repeat),
    /// `match subject with | pattern -> … end`.
    Match(Match),
    /// `try … catch … end`.
    Try(Try),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return` or `return value`.
    Return(Option<Expr>),
    /// `syncthreads` or `syncthreads(scope)`.
    SyncThreads(Option<Ident>),
    /// `memfence(scope)`.
    MemFence(Ident),
}

/// `import "file.q" as name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The path as written.
    pub path: StringLit,
    /// The name behind `as`, in front of the names of the file.
    pub alias: Option<Ident>,
}

/// `#pragma name(on)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pragma {
    /// The setting.
    pub name: Ident,
    /// `on` or `off`; a pragma without a value is on.
    pub enabled: bool,
}

/// One entry of a code attribute.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    /// From the `!` to the end of the entry.
    pub span: Span,
    /// The name after the `!`.
    pub name: Ident,
    /// What follows the name without a `name=`: `for` in `{!parallel for}`, `barrier` in `{!kernel_fusion barrier}`, the arguments of a
    /// macro in `{!time operation}`.
    pub arguments: Vec<Expr>,
    /// The properties in order.
    pub properties: Vec<Property>,
}

/// `name=value` within a code attribute.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// The name.
    pub name: Ident,
    /// The value; `auto` is a name, `{v, "+="}` a cell, `x[:,0]` an index.
    pub value: Expr,
}

/// `type name[T] : …`.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeDef {
    /// The new name.
    pub name: Ident,
    /// The type parameters.
    pub generics: Vec<GenericParam>,
    /// What the name means.
    pub kind: TypeDefKind,
    /// The comment lines directly before.
    pub doc: Option<Doc>,
}

/// The right side of a type definition.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeDefKind {
    /// Another name for a type or a union.
    Alias(TypeExpr),
    /// A class.
    Class(Class),
    /// An enumeration, keys in order.
    Enum(Vec<EnumKey>),
}

/// A class definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// `class`, `mutable class` or `dynamic class`.
    pub kind: ClassKind,
    /// The fields in order.
    pub fields: Vec<Field>,
}

/// The three kinds of classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClassKind {
    /// `class`.
    Immutable,
    /// `mutable class`.
    Mutable,
    /// `dynamic class`.
    Dynamic,
}

/// A field of a class.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The name.
    pub name: Ident,
    /// The type; only a `dynamic class` may leave it out.
    pub ty: Option<TypeExpr>,
}

/// A key of an enumeration.
#[derive(Debug, Clone, PartialEq)]
pub struct EnumKey {
    /// The name.
    pub name: Ident,
    /// The value given with `=`.
    pub value: Option<Expr>,
}

/// A rewriting rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Reduction {
    /// The pattern variables.
    pub params: Vec<ReductionParam>,
    /// The expression to look for.
    pub pattern: Expr,
    /// What takes its place.
    pub replacement: Expr,
    /// The condition after `where`.
    pub condition: Option<Expr>,
    /// The comment lines directly before.
    pub doc: Option<Doc>,
}

/// A variable of a rewriting rule.
#[derive(Debug, Clone, PartialEq)]
pub struct ReductionParam {
    /// From the dots or the name to the type.
    pub span: Span,
    /// Whether it was written `...name`.
    pub variadic: bool,
    /// The name.
    pub name: Ident,
    /// The type.
    pub ty: Option<TypeExpr>,
}

/// One name of a `symbolic` declaration.
#[derive(Debug, Clone, PartialEq)]
pub struct SymbolicName {
    /// The name.
    pub name: Ident,
    /// Its type.
    pub ty: TypeExpr,
}

/// A macro: a function that an attribute of its name expands.
#[derive(Debug, Clone, PartialEq)]
pub struct Macro {
    /// The name.
    pub name: Ident,
    /// The parameters.
    pub params: Vec<Param>,
    /// The statements.
    pub body: Block,
}

/// A function definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// From `function` to the closing parenthesis.
    pub header: Span,
    /// The name.
    pub name: Ident,
    /// The comment lines directly before.
    pub doc: Option<Doc>,
    /// The outputs in order.
    pub outputs: Vec<Output>,
    /// `__kernel__`, `__device__` or `__host__`, when written.
    pub qualifier: Option<Qualifier>,
    /// The parameters in brackets after the name.
    pub generics: Vec<GenericParam>,
    /// The parameters.
    pub params: Vec<Param>,
    /// Whether `=static` follows the header, as the compiler's own listings have it.
    pub is_static: bool,
    /// The statements.
    pub body: Block,
}

/// Where a function may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Qualifier {
    /// `__kernel__`: launched over a grid.
    Kernel,
    /// `__device__`: callable from everywhere.
    Device,
    /// `__host__`: the default, spelled out.
    Host,
}

/// Comment lines directly before a definition, without their `%`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doc {
    /// From the first `%` to the end of the last line.
    pub span: Span,
    /// The lines; one blank after the `%` is dropped.
    pub lines: Vec<String>,
}

/// An output of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// The name.
    pub name: Ident,
    /// The type.
    pub ty: Option<TypeExpr>,
}

/// A generic parameter of a function or a type: `T`, `N : int`.
#[derive(Debug, Clone, PartialEq)]
pub struct GenericParam {
    /// The name.
    pub name: Ident,
    /// `int` for a size, a type class, or nothing.
    pub ty: Option<TypeExpr>,
}

/// A parameter of a function, a lambda or a macro.
#[derive(Debug, Clone, PartialEq)]
pub struct Param {
    /// From the dots or the name to the default.
    pub span: Span,
    /// Whether it was written `...name`.
    pub variadic: bool,
    /// The name.
    pub name: Ident,
    /// The type.
    pub ty: Option<TypeExpr>,
    /// The value after `=`.
    pub default: Option<Expr>,
}

/// `target op value`, as a statement or an expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Assign {
    /// A name, a field or an index.
    pub target: Expr,
    /// The operator.
    pub op: AssignOp,
    /// Its place.
    pub op_span: Span,
    /// The right side.
    pub value: Expr,
}

/// `[a, b] = value`.
#[derive(Debug, Clone, PartialEq)]
pub struct MultiAssign {
    /// The targets in order.
    pub targets: Vec<Target>,
    /// The right side.
    pub value: Expr,
}

/// The name of a target that stands for an output which nobody wants: `[~, k] = sort(x)`. No variable has it.
pub const LEFT_OUT: &str = "~";

/// A target of a multiple assignment.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// A name, a field or an index.
    pub place: Expr,
    /// The type.
    pub ty: Option<TypeExpr>,
}

/// `target : type = value`.
#[derive(Debug, Clone, PartialEq)]
pub struct Declare {
    /// A name or a field.
    pub target: Expr,
    /// The type, which may be modifiers only.
    pub ty: TypeExpr,
    /// The value.
    pub value: Option<Expr>,
}

/// `if … elseif … else … end`.
#[derive(Debug, Clone, PartialEq)]
pub struct If {
    /// The `if` and every `elseif`, in order; at least one.
    pub branches: Vec<Branch>,
    /// The `else`.
    pub otherwise: Option<Block>,
}

/// A condition and what it guards.
#[derive(Debug, Clone, PartialEq)]
pub struct Branch {
    /// The condition.
    pub condition: Expr,
    /// The statements.
    pub body: Block,
}

/// `for v = range … end`.
#[derive(Debug, Clone, PartialEq)]
pub struct For {
    /// The loop variable.
    pub variable: Ident,
    /// A range or a vector.
    pub range: Expr,
    /// The statements.
    pub body: Block,
}

/// `while condition … end`.
#[derive(Debug, Clone, PartialEq)]
pub struct While {
    /// The condition.
    pub condition: Expr,
    /// The statements.
    pub body: Block,
}

/// `repeat … until condition`.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeat {
    /// The statements.
    pub body: Block,
    /// The condition that ends the loop.
    pub condition: Expr,
}

/// `match subject with … end`.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// What is compared; several for `match a, b with`.
    pub subjects: Vec<Expr>,
    /// The arms in order.
    pub arms: Vec<MatchArm>,
}

/// `| pattern -> body`.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchArm {
    /// From the pattern to the last statement.
    pub span: Span,
    /// One pattern per subject; a single `_` stands for all.
    pub patterns: Vec<Pattern>,
    /// The statements.
    pub body: Block,
}

/// A pattern of a match arm.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: PatternKind,
}

/// The kinds of patterns.
#[derive(Debug, Clone, PartialEq)]
pub enum PatternKind {
    /// `_`: anything.
    Wildcard,
    /// A value to compare with; a bare name may be a key of the subject's enumeration.
    Value(Expr),
}

/// `try … catch … end`.
#[derive(Debug, Clone, PartialEq)]
pub struct Try {
    /// The statements that may fail.
    pub body: Block,
    /// The handlers in order.
    pub catches: Vec<Catch>,
}

/// `catch name : type …`.
#[derive(Debug, Clone, PartialEq)]
pub struct Catch {
    /// The place of `catch`.
    pub span: Span,
    /// The variable that holds the exception.
    pub name: Option<Ident>,
    /// The class of exceptions that it takes.
    pub ty: Option<TypeExpr>,
    /// The statements.
    pub body: Block,
}

// --------------------------------------------------------------------------------------------------------------- expressions

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// Its id within the file.
    pub id: ExprId,
    /// Its place; parentheses around the whole expression are not part of it.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// What stood here was reported as an error.
    Error,
    /// An integer literal.
    Int(i64),
    /// A literal with a decimal point or an exponent.
    Scalar(f64),
    /// `3j`: the imaginary part.
    Imaginary(f64),
    /// `"text"`.
    String(Box<str>),
    /// `true` or `false`.
    Bool(bool),
    /// `nullptr` or `null`.
    Null,
    /// A name, also of a type or a function.
    Name(Symbol),
    /// A meta function or a name of the compiler: `$target`; the symbol has the `$`.
    Meta(Symbol),
    /// `:`, a whole dimension; only as an argument.
    All,
    /// `...e`; only as an argument or within brackets and braces.
    Spread(Box<Expr>),
    /// `a..b` or `a..step..b`.
    Range(Box<Range>),
    /// `[a, b]`.
    Vector(Vec<Expr>),
    /// `{a, b}`, also in the older form between a back-quote and a quote.
    Cell(Vec<Expr>),
    /// `op e`.
    Unary(UnaryOp, Box<Expr>),
    /// `a op b`.
    Binary(Box<Binary>),
    /// `c ? a : b`.
    Conditional(Box<Conditional>),
    /// `callee(args)`.
    Call(Box<Call>),
    /// `base[args]`: an element, a slice, a type with its element type or an instance of a generic function.
    Index(Box<Index>),
    /// `base.name`.
    Member(Box<Member>),
    /// `(a, b) -> body`.
    Lambda(Box<Lambda>),
    /// `(a += 1)`, or an equation among the arguments of a reduction.
    Assign(Box<Assign>),
    /// `target <- value` and `target <- (expected, value)`.
    Exchange(Box<Exchange>),
    /// `(a = 1; b = 2;)`: its value is that of the last statement.
    Block(Block),
    /// A type where its spelling allows nothing else: `scalar'half`, `cube{4}`, `??`, `^node`.
    Type(Box<TypeExpr>),
}

/// `start..stop` or `start..step..stop`; both ends are included.
#[derive(Debug, Clone, PartialEq)]
pub struct Range {
    /// The first value.
    pub start: Expr,
    /// The difference of neighbours; 1 when left out.
    pub step: Option<Expr>,
    /// The last value.
    pub stop: Expr,
}

/// `left op right`.
#[derive(Debug, Clone, PartialEq)]
pub struct Binary {
    /// The operator.
    pub op: BinaryOp,
    /// Its place.
    pub op_span: Span,
    /// The left operand.
    pub left: Expr,
    /// The right operand.
    pub right: Expr,
}

/// `condition ? then : otherwise`.
#[derive(Debug, Clone, PartialEq)]
pub struct Conditional {
    /// The condition.
    pub condition: Expr,
    /// The value when it holds.
    pub then: Expr,
    /// The value when it does not.
    pub otherwise: Expr,
}

/// `callee(args)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The function, type or method (a member).
    pub callee: Expr,
    /// The arguments in order.
    pub args: Vec<Arg>,
}

/// `base[args]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Index {
    /// What is indexed.
    pub base: Expr,
    /// The indices in order.
    pub args: Vec<Arg>,
}

/// An argument of a call or an index.
#[derive(Debug, Clone, PartialEq)]
pub struct Arg {
    /// From the name or the value to the type.
    pub span: Span,
    /// The parameter, for `name := value`.
    pub name: Option<Ident>,
    /// The value.
    pub value: Expr,
    /// The type, for `value : type`.
    pub ty: Option<TypeExpr>,
}

/// `base.name`.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The object, class value or enumeration.
    pub base: Expr,
    /// The name after the point.
    pub name: Ident,
}

/// A function without a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Lambda {
    /// `__kernel__`, `__device__` or `__host__`, when written.
    pub qualifier: Option<Qualifier>,
    /// The parameters.
    pub params: Vec<Param>,
    /// The value: an expression, an assignment, a statement list or a cell of several outputs.
    pub body: Expr,
}

/// An atomic exchange.
#[derive(Debug, Clone, PartialEq)]
pub struct Exchange {
    /// The element.
    pub target: Expr,
    /// The value that must be there, for a compare-exchange.
    pub expected: Option<Expr>,
    /// The value to store.
    pub value: Expr,
}

/// The operators in front of one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `+`
    Plus,
    /// `!`
    Not,
}

/// The operators between two operands, but for ranges and assignments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`, the product of linear algebra
    Multiply,
    /// `/`
    Divide,
    /// `\`, reserved
    LeftDivide,
    /// `^`
    Power,
    /// `.*`
    PointMultiply,
    /// `./`
    PointDivide,
    /// `.^`
    PointPower,
    /// `==`
    Equal,
    /// `!=`, and `~=` with a warning
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `&&`
    And,
    /// `||`
    Or,
}

/// The assignment operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
    /// `*=`
    Multiply,
    /// `/=`
    Divide,
    /// `^=`
    Power,
    /// `.*=`
    PointMultiply,
    /// `./=`
    PointDivide,
    /// `.^=`
    PointPower,
    /// `&=`, bitwise
    And,
    /// `|=`, bitwise
    Or,
    /// `~=`, bitwise exclusive or
    Xor,
    /// `^^=`
    Max,
    /// `__=`
    Min,
}

// --------------------------------------------------------------------------------------------------------------------- types

/// A type with its modifiers.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeExpr {
    /// From the first to the last token.
    pub span: Span,
    /// The type itself.
    pub kind: TypeKind,
    /// What follows after quotes, in order.
    pub modifiers: Vec<Modifier>,
}

/// The forms of types.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeKind {
    /// What stood here was reported as an error.
    Error,
    /// Only modifiers were written, as in `h : 'const = 4`.
    Inferred,
    /// `??`
    Unknown,
    /// A named type with its decorations.
    Named(NamedType),
    /// `^T`
    Pointer(Box<TypeExpr>),
    /// `[a|b]`: one of several types.
    Union(Vec<TypeExpr>),
    /// `{a, b}`: the element types of a heterogeneous cell.
    Cell(Vec<TypeExpr>),
    /// `[(a, b) -> c]`
    Function(Box<FunctionType>),
}

/// `name{dimensions}[elements](sizes)`, all but the name optional.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedType {
    /// The name of an imported file in front of it: `shapes` of `shapes.circle`.
    pub module: Option<Ident>,
    /// `vec`, `cube`, `ivec3`, a class, a type parameter, …
    pub name: Ident,
    /// `{4}` or `{N}`, the number of dimensions; [`ExprKind::All`] for `{:}`.
    pub dimensions: Option<Expr>,
    /// The element type, or the arguments of a generic class.
    pub arguments: Vec<TypeArg>,
    /// `(4)`, `(:,:,3)`, `(M,N)`: the sizes, [`ExprKind::All`] where open.
    pub sizes: Option<Vec<Expr>>,
}

/// An argument in the brackets of a type.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeArg {
    /// A type, or a name that may turn out to be a size.
    Type(TypeExpr),
    /// A size that is no type by its spelling: a number or arithmetic.
    Size(Expr),
}

/// `[qualifier (inputs) -> outputs]`
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionType {
    /// `__kernel__`, `__device__` or `__host__`, when written.
    pub qualifier: Option<Qualifier>,
    /// The inputs in order.
    pub inputs: Vec<FunctionTypeInput>,
    /// The outputs; empty for `()`.
    pub outputs: Vec<TypeExpr>,
}

/// An input of a function type.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionTypeInput {
    /// Whether it was written `...T`.
    pub variadic: bool,
    /// The type.
    pub ty: TypeExpr,
}

/// `'name` or `'name(argument)` after a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Modifier {
    /// From the quote to the end.
    pub span: Span,
    /// Which one.
    pub kind: ModifierKind,
}

/// All modifiers of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ModifierKind {
    /// `'unchecked`
    Unchecked,
    /// `'checked`
    Checked,
    /// `'safe`
    Safe,
    /// `'circular`
    Circular,
    /// `'mirror`
    Mirror,
    /// `'clamped`
    Clamped,
    /// `'const`
    Const,
    /// `'nocopy`
    NoCopy,
    /// `'hwconst`, also `'hw_const`
    HwConst,
    /// `'hwtex_const`
    HwTexConst,
    /// `'hwtex_nearest`, with the number of components
    HwTexNearest(Option<u32>),
    /// `'hwtex_linear`, with the number of components
    HwTexLinear(Option<u32>),
    /// `'row`
    Row,
    /// `'col`
    Col,
    /// `'half`
    Half,
    /// `'single`
    Single,
    /// `'double`
    Double,
    /// `'sat`
    Saturate,
}

/// A string literal and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StringLit {
    /// The text between the quotes, `""` read as one quote.
    pub value: Box<str>,
    /// From quote to quote.
    pub span: Span,
}

// ------------------------------------------------------------------------------------------------------------------- methods

impl AssignOp {
    /// The operator as written.
    pub fn text(self) -> &'static str {
        match self {
            AssignOp::Set => "=",
            AssignOp::Add => "+=",
            AssignOp::Subtract => "-=",
            AssignOp::Multiply => "*=",
            AssignOp::Divide => "/=",
            AssignOp::Power => "^=",
            AssignOp::PointMultiply => ".*=",
            AssignOp::PointDivide => "./=",
            AssignOp::PointPower => ".^=",
            AssignOp::And => "&=",
            AssignOp::Or => "|=",
            AssignOp::Xor => "~=",
            AssignOp::Max => "^^=",
            AssignOp::Min => "__=",
        }
    }
}

impl BinaryOp {
    /// The operator as written.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::LeftDivide => "\\",
            BinaryOp::Power => "^",
            BinaryOp::PointMultiply => ".*",
            BinaryOp::PointDivide => "./",
            BinaryOp::PointPower => ".^",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }
}

impl UnaryOp {
    /// The operator as written.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Negate => "-",
            UnaryOp::Plus => "+",
            UnaryOp::Not => "!",
        }
    }
}

impl Qualifier {
    /// The qualifier as written.
    pub fn text(self) -> &'static str {
        match self {
            Qualifier::Kernel => "__kernel__",
            Qualifier::Device => "__device__",
            Qualifier::Host => "__host__",
        }
    }
}

impl Expr {
    /// The name, when the expression is a bare one.
    pub fn as_name(&self) -> Option<Ident> {
        match self.kind {
            ExprKind::Name(name) => Some(Ident {
                name,
                span: self.span,
            }),
            _ => None,
        }
    }
}
