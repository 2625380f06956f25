//! The names of operations in the text form, read in both directions, and what else stands in the rows of elementary functions.
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

/// Rows of elementary functions: the variant, its name, the number of its arguments, and whether `quasar_abi::elementary` defines it for all
/// engines; the others are those of libraries.
macro_rules! elementary_functions {
    ($($variant:ident = $text:literal, $arity:literal, $defined:literal;)*) => {
        names! {
            /// The name of a function in the text, which is also its name in Quasar.
            math_name, math_named: MathFn { $($variant = $text,)* }
        }

        impl MathFn {
            /// All of them.
            pub const ALL: &[MathFn] = &[$(MathFn::$variant,)*];

            /// The number of its arguments.
            pub fn arity(self) -> usize {
                match self { $(MathFn::$variant => $arity,)* }
            }

            /// Whether all engines share a definition of the function.
            pub fn has_definition(self) -> bool {
                match self { $(MathFn::$variant => $defined,)* }
            }
        }
    };
}

elementary_functions! {
    Exp = "exp", 1, true;
    Exp2 = "exp2", 1, true;
    Log = "log", 1, true;
    Log2 = "log2", 1, true;
    Log10 = "log10", 1, true;
    Sin = "sin", 1, true;
    Cos = "cos", 1, true;
    Tan = "tan", 1, true;
    Asin = "asin", 1, true;
    Acos = "acos", 1, true;
    Atan = "atan", 1, true;
    Sinh = "sinh", 1, true;
    Cosh = "cosh", 1, true;
    Tanh = "tanh", 1, true;
    Asinh = "asinh", 1, true;
    Acosh = "acosh", 1, true;
    Atanh = "atanh", 1, true;
    Erf = "erf", 1, false;
    Erfc = "erfc", 1, false;
    Erfinv = "erfinv", 1, false;
    Erfcinv = "erfcinv", 1, false;
    Lgamma = "lgamma", 1, false;
    Tgamma = "tgamma", 1, false;
    Pow = "pow", 2, true;
    Atan2 = "atan2", 2, true;
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
