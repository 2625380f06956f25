//! The operations on numbers, one row each: the name in the text, what is computed for which types, and what stages ask of them.
//!
//! An operation is legal for the types that its row computes, and folded by the function that the interpreter runs. What no machine has an
//! instruction for names the rows of the runtime that compute it: SPMD code contains calls in its place. Elementary functions have their
//! own rows (`quasar_abi::MathFn`).
//!
//! *Invariant:* a fact about an operation stands in its row; a variant of [`data`](super::data) without a row does not compile.

use super::arithmetic::{Binary, Slot, Unary, WholePower, one, two};
use super::data::*;

/// What else is true of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    /// The operands may be exchanged.
    Commutes,
    /// It takes many times as long as a sum.
    Slow,
    /// Complex elements have it.
    Complex,
    /// The result of floats is rounded.
    Rounds,
}

/// What is made for a class of types, by `$make` for each of them: truth values, whole numbers, floats, or single precision alone.
macro_rules! of_class {
    (truth, $ty:ident, $of:ty, $make:ident!($($what:tt)*)) => {
        match $ty {
            Ty::Bool => Some($make!(bool, $($what)*) as $of),
            Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 | Ty::Array(_) | Ty::Str => None,
        }
    };
    (whole, $ty:ident, $of:ty, $make:ident!($($what:tt)*)) => {
        match $ty {
            Ty::I32 => Some($make!(i32, $($what)*) as $of),
            Ty::I64 => Some($make!(i64, $($what)*) as $of),
            Ty::Bool | Ty::F32 | Ty::F64 | Ty::Array(_) | Ty::Str => None,
        }
    };
    (float, $ty:ident, $of:ty, $make:ident!($($what:tt)*)) => {
        match $ty {
            Ty::F32 => Some($make!(f32, $($what)*) as $of),
            Ty::F64 => Some($make!(f64, $($what)*) as $of),
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::Array(_) | Ty::Str => None,
        }
    };
    (single, $ty:ident, $of:ty, $make:ident!($($what:tt)*)) => {
        match $ty {
            Ty::F32 => Some($make!(f32, $($what)*) as $of),
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::F64 | Ty::Array(_) | Ty::Str => None,
        }
    };
}

/// The row of the runtime for a type, of the narrow and the wide one of a class.
macro_rules! runtime_row {
    (i32, $narrow:ident, $wide:ident) => {
        RtFn::$narrow
    };
    (i64, $narrow:ident, $wide:ident) => {
        RtFn::$wide
    };
    (f32, $narrow:ident, $wide:ident) => {
        RtFn::$narrow
    };
    (f64, $narrow:ident, $wide:ident) => {
        RtFn::$wide
    };
}

/// What every table of operations has: all of them, and their names both ways.
macro_rules! named {
    ($op:ident { $($variant:ident $name:literal,)* }) => {
        /// All of them.
        pub const ALL: &'static [$op] = &[$( $op::$variant, )*];

        /// The name in the text.
        pub fn name(self) -> &'static str {
            match self { $( $op::$variant => $name, )* }
        }

        /// The one with this name.
        pub(super) fn named(name: &str) -> Option<$op> {
            match name { $( $name => Some($op::$variant), )* _ => None }
        }
    };
}

/// Rows: the variant, its name, properties, rows of the runtime that compute it one behind the other, what it computes.
macro_rules! unary_operations {
    ($(
        $variant:ident $name:literal $([$($property:ident),+])? $(by $($row:ident),+)? {
            $( $class:ident |$a:ident| $body:expr; )+
        }
    )*) => {
        impl UnaryOp {
            named!(UnaryOp { $( $variant $name, )* });

            /// What it computes on operands of a type; none where it is illegal.
            pub fn function(self, ty: Ty) -> Option<Unary> {
                match self { $( UnaryOp::$variant => {
                    None$( .or(of_class!($class, ty, Unary, one!(|$a| $body))) )+
                } )* }
            }

            /// The rows of the runtime that compute it, each from what the one before gives, where no machine has an instruction.
            pub fn rows(self) -> &'static [RtFn] {
                match self { $( UnaryOp::$variant => &[$( $( RtFn::$row, )+ )?], )* }
            }

            fn properties(self) -> &'static [Property] {
                match self { $( UnaryOp::$variant => &[$( $( Property::$property, )+ )?], )* }
            }

            /// Whether it takes many times as long as a sum.
            pub fn is_slow(self) -> bool {
                self.properties().contains(&Property::Slow)
            }
        }
    };
}

unary_operations! {
    Neg "neg" {
        whole |a| a.wrapping_neg();
        float |a| -a;
    }
    Not "not" {
        truth |a| !a;
    }
    BitNot "bitnot" {
        whole |a| !a;
    }
    Abs "abs" {
        whole |a| a.wrapping_abs();
        float |a| a.abs();
    }
    Sqrt "sqrt" [Slow] {
        float |a| a.sqrt();
    }
    Floor "floor" {
        float |a| a.floor();
    }
    Ceil "ceil" {
        float |a| a.ceil();
    }
    Round "round" {
        float |a| a.round();
    }
    Trunc "trunc" {
        float |a| a.trunc();
    }
    RoundHalf "roundhalf" by half_from_f32, half_to_f32 {
        single |a| half::f16::from_f32(a).to_f32();
    }
}

/// Rows: the variant, its name, properties, and for each class of types what it computes and the rows of the runtime that do.
macro_rules! binary_operations {
    ($(
        $variant:ident $name:literal $([$($property:ident),+])? {
            $( $class:ident |$a:ident, $b:ident| $body:expr $(, by $narrow:ident, $wide:ident)?; )+
        }
    )*) => {
        impl BinaryOp {
            named!(BinaryOp { $( $variant $name, )* });

            /// What it computes on operands of a type; none where it is illegal.
            pub fn function(self, ty: Ty) -> Option<Binary> {
                match self { $( BinaryOp::$variant => {
                    None$( .or(of_class!($class, ty, Binary, two!(|$a, $b| $body))) )+
                } )* }
            }

            /// The row of the runtime that computes it on operands of a type, where no machine has an instruction.
            pub fn row(self, ty: Ty) -> Option<RtFn> {
                match self { $( BinaryOp::$variant => {
                    [$( $( of_class!($class, ty, RtFn, runtime_row!($narrow, $wide)), )? )+ None]
                        .into_iter()
                        .flatten()
                        .next()
                } )* }
            }

            fn properties(self) -> &'static [Property] {
                match self { $( BinaryOp::$variant => &[$( $( Property::$property, )+ )?], )* }
            }

            /// Whether the operands may be exchanged.
            pub fn commutes(self) -> bool {
                self.properties().contains(&Property::Commutes)
            }

            /// Whether it takes many times as long as a sum.
            pub fn is_slow(self) -> bool {
                self.properties().contains(&Property::Slow)
            }
        }
    };
}

binary_operations! {
    Add "add" [Commutes] {
        whole |a, b| a.wrapping_add(b);
        float |a, b| a + b;
    }
    Sub "sub" {
        whole |a, b| a.wrapping_sub(b);
        float |a, b| a - b;
    }
    Mul "mul" [Commutes] {
        whole |a, b| a.wrapping_mul(b);
        float |a, b| a * b;
    }
    Div "div" [Slow] {
        float |a, b| a / b;
    }
    IntDiv "intdiv" [Slow] {
        whole |a, b| if b == 0 { 0 } else { a.wrapping_div(b) };
    }
    Rem "rem" [Slow] {
        whole |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) };
        float |a, b| a % b, by mod_f32, mod_f64;
    }
    // The minimum of a number and NaN depends on their order.
    Min "min" {
        whole |a, b| if a < b { a } else { b };
        float |a, b| if a < b || b.is_nan() { a } else { b };
    }
    Max "max" {
        whole |a, b| if a > b { a } else { b };
        float |a, b| if a > b || b.is_nan() { a } else { b };
    }
    IntPow "intpow" [Slow] {
        whole |a, b| a.power(b), by pow_i32, pow_i64;
    }
    And "and" [Commutes] {
        truth |a, b| a & b;
        whole |a, b| a & b;
    }
    Or "or" [Commutes] {
        truth |a, b| a | b;
        whole |a, b| a | b;
    }
    Xor "xor" [Commutes] {
        truth |a, b| a ^ b;
        whole |a, b| a ^ b;
    }
    Shl "shl" {
        whole |a, b| a.wrapping_shl(b as u32);
    }
    Shr "shr" {
        whole |a, b| a.wrapping_shr(b as u32);
    }
}

/// Rows: the variant, its name, the operator and the classes of types that have it, the comparison that holds where it does not (but for
/// NaN), and the one with exchanged operands.
macro_rules! comparisons {
    ($( $variant:ident $name:literal $operator:tt [$($class:ident),+], $opposite:ident, $mirrored:ident; )*) => {
        impl CompareOp {
            named!(CompareOp { $( $variant $name, )* });

            /// What it computes on operands of a type, a `Bool`; none where it is illegal.
            pub fn function(self, ty: Ty) -> Option<Binary> {
                match self { $( CompareOp::$variant => {
                    None$( .or(of_class!($class, ty, Binary, two!(|a, b| a $operator b))) )+
                } )* }
            }

            /// Whether it holds of two numbers.
            pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
                match self { $( CompareOp::$variant => a $operator b, )* }
            }

            /// The comparison that holds exactly where this one does not, unless an operand is NaN.
            pub fn opposite(self) -> CompareOp {
                match self { $( CompareOp::$variant => CompareOp::$opposite, )* }
            }

            /// The comparison with its operands exchanged.
            pub fn mirrored(self) -> CompareOp {
                match self { $( CompareOp::$variant => CompareOp::$mirrored, )* }
            }
        }
    };
}

comparisons! {
    Eq "eq" == [truth, whole, float], Ne, Eq;
    Ne "ne" != [truth, whole, float], Eq, Ne;
    Lt "lt" < [whole, float], Ge, Gt;
    Le "le" <= [whole, float], Gt, Ge;
    Gt "gt" > [whole, float], Le, Lt;
    Ge "ge" >= [whole, float], Lt, Le;
}

/// How a change of an element makes the new number from the old one and the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// By an operation on both.
    Binary(BinaryOp),
    /// By an operation on the ints that both convert to; the result is converted back.
    Bits(BinaryOp),
    /// By an elementary function of both.
    Math(MathFn),
    /// The operand takes the place of the old number, which is the result.
    Replace,
}

/// Rows: the variant, its name, how it changes whole numbers and floats, the accumulator that the changes can be combined by, properties.
macro_rules! atomic_operations {
    ($(
        $variant:ident $name:literal $whole:expr, $float:expr, $accumulates:expr $(, [$($property:ident),+])?;
    )*) => {
        impl AtomicOp {
            named!(AtomicOp { $( $variant $name, )* });

            /// How it changes elements that are numbers of a type in registers.
            pub fn change(self, ty: Ty) -> Change {
                match (self, ty.is_float()) { $(
                    (AtomicOp::$variant, false) => $whole,
                    (AtomicOp::$variant, true) => $float,
                )* }
            }

            /// The class of changes that the operation belongs to: those of one class can be made in any order when the arithmetic is
            /// exact, and parts made from nothing can be combined by it.
            pub fn accumulates(self) -> Option<AccumulatorOp> {
                match self { $( AtomicOp::$variant => $accumulates, )* }
            }

            fn properties(self) -> &'static [Property] {
                match self { $( AtomicOp::$variant => &[$( $( Property::$property, )+ )?], )* }
            }

            /// Whether complex elements have it.
            pub fn is_for_complex(self) -> bool {
                self.properties().contains(&Property::Complex)
            }

            /// Whether a changed float is rounded.
            pub fn rounds(self) -> bool {
                self.properties().contains(&Property::Rounds)
            }

            /// Whether the result is the element before the operation.
            pub fn gives_old(self) -> bool {
                self.change(Ty::I32) == Change::Replace
            }
        }
    };
}

use AccumulatorOp as Total;
use BinaryOp as By;
use Change::{Binary as Binarily, Bits, Math, Replace};

atomic_operations! {
    Add "add" Binarily(By::Add), Binarily(By::Add), Some(Total::Add), [Complex, Rounds];
    Sub "sub" Binarily(By::Sub), Binarily(By::Sub), Some(Total::Add), [Complex, Rounds];
    Mul "mul" Binarily(By::Mul), Binarily(By::Mul), Some(Total::Mul), [Complex, Rounds];
    Div "div" Binarily(By::IntDiv), Binarily(By::Div), None, [Complex, Rounds];
    Pow "pow" Binarily(By::IntPow), Math(MathFn::Pow), None, [Rounds];
    And "and" Binarily(By::And), Bits(By::And), Some(Total::And);
    Or "or" Binarily(By::Or), Bits(By::Or), Some(Total::Or);
    Xor "xor" Binarily(By::Xor), Bits(By::Xor), Some(Total::Xor);
    Min "min" Binarily(By::Min), Binarily(By::Min), Some(Total::Min);
    Max "max" Binarily(By::Max), Binarily(By::Max), Some(Total::Max);
    Exchange "exchange" Replace, Replace, None, [Complex];
    CompareExchange "compare_exchange" Replace, Replace, None;
}

impl BinaryOp {
    /// The atomic operation that changes an element so and can be combined with others, if there is one: the element is the left operand.
    pub fn atomic(self) -> Option<AtomicOp> {
        let mut all = AtomicOp::ALL.iter().copied();
        all.find(|op| op.change(Ty::I32) == Change::Binary(self) && op.accumulates().is_some())
    }

    /// The accumulator whose running value the operation changes: the value is the left operand.
    pub fn accumulates(self) -> Option<AccumulatorOp> {
        self.atomic()?.accumulates()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [Ty; 5] = [Ty::Bool, Ty::I32, Ty::I64, Ty::F32, Ty::F64];

    #[test]
    fn an_operation_that_calls_the_runtime_is_legal_there_and_the_call_fits() {
        for &op in BinaryOp::ALL {
            for ty in TYPES {
                let Some(row) = op.row(ty) else { continue };
                assert!(op.function(ty).is_some(), "{} of {ty:?}", op.name());
                let results = crate::mir::row_results(row);
                assert_eq!(results, [Some(ty)], "{} of {ty:?}", op.name());
            }
        }
    }

    #[test]
    fn comparisons_have_one_opposite_and_one_mirror() {
        for &op in CompareOp::ALL {
            assert_eq!(op.opposite().opposite(), op);
            assert_eq!(op.mirrored().mirrored(), op);
        }
    }

    #[test]
    fn changes_of_elements_are_operations_on_their_types() {
        for &op in AtomicOp::ALL {
            for ty in [Ty::I32, Ty::I64, Ty::F32, Ty::F64] {
                let legal = match op.change(ty) {
                    Change::Binary(binary) => binary.function(ty).is_some(),
                    Change::Bits(binary) => ty.is_float() && binary.function(Ty::I32).is_some(),
                    Change::Math(function) => ty.is_float() && function.arity() == 2,
                    Change::Replace => true,
                };
                assert!(legal, "{} of {ty:?}", op.name());
            }
        }
    }

    #[test]
    fn an_operation_and_its_atomic_form_belong_together() {
        assert_eq!(BinaryOp::Sub.atomic(), Some(AtomicOp::Sub));
        assert_eq!(BinaryOp::Sub.accumulates(), Some(AccumulatorOp::Add));
        assert_eq!(BinaryOp::IntDiv.atomic(), None);
        assert_eq!(BinaryOp::Shl.atomic(), None);
    }
}
