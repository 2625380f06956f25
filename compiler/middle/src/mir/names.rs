//! The names of operations in the text form, read in both directions.
//!
//! *Invariant:* a name stands once, in a row; two operations of one kind have two names.

use super::data::*;

/// Rows of variants and names; a function each way.
macro_rules! names {
    ($(#[$meta:meta])* $name:ident, $named:ident: $ty:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        pub fn $name(one: $ty) -> &'static str {
            match one { $($ty::$variant => $text,)* }
        }

        /// The one with this name.
        pub(super) fn $named(name: &str) -> Option<$ty> {
            match name { $($text => Some($ty::$variant),)* _ => None }
        }
    };
}

names! {
    /// The name of an operation in the text.
    unary_name, unary_named: UnaryOp {
        Neg = "neg",
        Not = "not",
        BitNot = "bitnot",
        Abs = "abs",
        Sqrt = "sqrt",
        Floor = "floor",
        Ceil = "ceil",
        Round = "round",
        Trunc = "trunc",
        RoundHalf = "roundhalf",
    }
}

names! {
    /// The name of an operation in the text.
    binary_name, binary_named: BinaryOp {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        Div = "div",
        IntDiv = "intdiv",
        Rem = "rem",
        Min = "min",
        Max = "max",
        IntPow = "intpow",
        And = "and",
        Or = "or",
        Xor = "xor",
        Shl = "shl",
        Shr = "shr",
    }
}

names! {
    /// The name of a comparison in the text.
    compare_name, compare_named: CompareOp {
        Eq = "eq",
        Ne = "ne",
        Lt = "lt",
        Le = "le",
        Gt = "gt",
        Ge = "ge",
    }
}

names! {
    /// The name of a function in the text, which is also its name in Quasar.
    math_name, math_named: MathFn {
        Exp = "exp",
        Exp2 = "exp2",
        Log = "log",
        Log2 = "log2",
        Log10 = "log10",
        Sin = "sin",
        Cos = "cos",
        Tan = "tan",
        Asin = "asin",
        Acos = "acos",
        Atan = "atan",
        Sinh = "sinh",
        Cosh = "cosh",
        Tanh = "tanh",
        Asinh = "asinh",
        Acosh = "acosh",
        Atanh = "atanh",
        Erf = "erf",
        Erfc = "erfc",
        Erfinv = "erfinv",
        Erfcinv = "erfcinv",
        Lgamma = "lgamma",
        Tgamma = "tgamma",
        Pow = "pow",
        Atan2 = "atan2",
    }
}

names! {
    /// The name of an atomic operation in the text.
    atomic_name, atomic_named: AtomicOp {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        Div = "div",
        Pow = "pow",
        And = "and",
        Or = "or",
        Xor = "xor",
        Min = "min",
        Max = "max",
        Exchange = "exchange",
        CompareExchange = "compare_exchange",
    }
}

names! {
    /// The name of a collective in the text.
    collective_name, collective_named: Collective {
        Active = "active",
        Shuffle = "shuffle",
        Ballot = "ballot",
        Match = "match",
    }
}

names! {
    /// The name of those who wait for each other in the text.
    scope_name, scope_named: BarrierScope {
        Warp = "warp",
        Block = "block",
        Grid = "grid",
    }
}

names! {
    /// Where a kernel comes from, in the text.
    origin_name, origin_named: KernelOrigin {
        Written = "written",
        Loop = "loop",
        Expression = "expression",
        Part = "part",
        GridPart = "part of a grid",
        Strip = "strip",
        Repeated = "repeated",
    }
}
