//! The elementary functions, one row each: what every stage of the compiler and the runtime knows of them.
//!
//! *Invariant:* a fact about an elementary function stands in its row and nowhere else; the rows of the runtime and the definitions over
//! [`Lanes`] and [`DoubleLanes`] are named here, so that a row without one does not compile.

use crate::RtFn;
use crate::double::{self, DoubleLanes};
use crate::elementary::{self, Lanes};

/// What a function gives of lanes; none where the row names no definition.
macro_rules! defined {
    ($lanes:ident, $args:ident, $name:literal, [$($argument:ident),+], $precision:ident) => {
        None
    };
    ($lanes:ident, $args:ident, $name:literal, [$($argument:ident),+], $precision:ident $definition:ident) => {
        match *$args {
            [$($argument),+] => Some($precision::$definition($lanes, $($argument),+)),
            [..] => panic!("{} of {} arguments", $name, $args.len()),
        }
    };
}

/// Whether a word stands there.
macro_rules! stands {
    () => {
        false
    };
    ($word:ident) => {
        true
    };
}

macro_rules! elementary_functions {
    ($(
        $variant:ident $name:literal [$($argument:ident),+] $(by $definition:ident)? $(doubly $definition_of_double:ident)?,
        $single:ident, $double:ident $(, $in_hardware:ident)?;
    )*) => {
        /// Elementary functions of floats: as [`elementary`] and [`double`] define them, where they do, else as the runtime computes them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the names are the functions")]
        pub enum MathFn { $( $variant, )* }

        impl MathFn {
            /// All of them.
            pub const ALL: &'static [MathFn] = &[$( MathFn::$variant, )*];

            /// The name in Quasar, in texts and in C.
            pub fn name(self) -> &'static str {
                match self { $( MathFn::$variant => $name, )* }
            }

            /// The one with this name.
            pub fn named(name: &str) -> Option<MathFn> {
                match name { $( $name => Some(MathFn::$variant), )* _ => None }
            }

            /// The number of its arguments.
            pub fn arity(self) -> usize {
                match self { $( MathFn::$variant => [$( stringify!($argument) ),+].len(), )* }
            }

            /// The rows of the runtime that compute it, of `f32` and of `f64`.
            pub fn rows(self) -> [RtFn; 2] {
                match self { $( MathFn::$variant => [RtFn::$single, RtFn::$double], )* }
            }

            /// The function of lanes of `f32`, where all engines share a definition; the other functions are those of libraries.
            ///
            /// # Panics
            /// With another number of arguments than the function has.
            pub fn define<L: Lanes>(self, lanes: &mut L, args: &[L::Float]) -> Option<L::Float> {
                match self {
                    $( MathFn::$variant => defined!(lanes, args, $name, [$($argument),+], elementary $($definition)?), )*
                }
            }

            /// The function of lanes of `f64`, where all engines of processors share a definition.
            ///
            /// # Panics
            /// With another number of arguments than the function has.
            pub fn define_double<L: DoubleLanes>(self, lanes: &mut L, args: &[L::Float]) -> Option<L::Float> {
                match self {
                    $( MathFn::$variant => defined!(lanes, args, $name, [$($argument),+], double $($definition_of_double)?), )*
                }
            }

            /// Whether all engines share a definition of the function in single precision.
            pub fn has_definition(self) -> bool {
                match self { $( MathFn::$variant => stands!($($definition)?), )* }
            }

            /// Whether GPUs have instructions for it in single precision, which are less exact than the definition.
            pub fn is_in_hardware(self) -> bool {
                match self { $( MathFn::$variant => stands!($($in_hardware)?), )* }
            }
        }
    };
}

elementary_functions! {
    Exp "exp" [x] by exp doubly exp, exp_f32, exp_f64, in_hardware;
    Exp2 "exp2" [x] by exp2 doubly exp2, exp2_f32, exp2_f64, in_hardware;
    Log "log" [x] by log doubly log, log_f32, log_f64, in_hardware;
    Log2 "log2" [x] by log2 doubly log2, log2_f32, log2_f64, in_hardware;
    Log10 "log10" [x] by log10 doubly log10, log10_f32, log10_f64, in_hardware;
    Sin "sin" [x] by sin doubly sin, sin_f32, sin_f64, in_hardware;
    Cos "cos" [x] by cos doubly cos, cos_f32, cos_f64, in_hardware;
    Tan "tan" [x] by tan doubly tan, tan_f32, tan_f64, in_hardware;
    Asin "asin" [x] by asin doubly asin, asin_f32, asin_f64;
    Acos "acos" [x] by acos doubly acos, acos_f32, acos_f64;
    Atan "atan" [x] by atan doubly atan, atan_f32, atan_f64;
    Sinh "sinh" [x] by sinh doubly sinh, sinh_f32, sinh_f64;
    Cosh "cosh" [x] by cosh doubly cosh, cosh_f32, cosh_f64;
    Tanh "tanh" [x] by tanh doubly tanh, tanh_f32, tanh_f64;
    Asinh "asinh" [x] by asinh doubly asinh, asinh_f32, asinh_f64;
    Acosh "acosh" [x] by acosh doubly acosh, acosh_f32, acosh_f64;
    Atanh "atanh" [x] by atanh doubly atanh, atanh_f32, atanh_f64;
    Erf "erf" [x] doubly erf, erf_f32, erf_f64;
    Erfc "erfc" [x], erfc_f32, erfc_f64;
    Erfinv "erfinv" [x], erfinv_f32, erfinv_f64;
    Erfcinv "erfcinv" [x], erfcinv_f32, erfcinv_f64;
    Lgamma "lgamma" [x], lgamma_f32, lgamma_f64;
    Tgamma "tgamma" [x], tgamma_f32, tgamma_f64;
    Pow "pow" [x, y] by pow doubly pow, pow_f32, pow_f64, in_hardware;
    Atan2 "atan2" [y, x] by atan2 doubly atan2, atan2_f32, atan2_f64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AbiTy;

    #[test]
    fn the_rows_of_the_runtime_are_those_of_the_function() {
        for &function in MathFn::ALL {
            assert_eq!(MathFn::named(function.name()), Some(function));
            for (row, (suffix, class)) in function
                .rows()
                .into_iter()
                .zip([("f32", AbiTy::F32), ("f64", AbiTy::F64)])
            {
                let sig = row.sig();
                let name = sig.name.strip_suffix(suffix);
                assert_eq!(
                    name.and_then(|name| name.strip_suffix('_')),
                    Some(function.name())
                );
                assert_eq!(sig.params.len(), function.arity(), "{row:?}");
                assert!(
                    sig.params.iter().all(|param| param.class == class),
                    "{row:?}"
                );
            }
        }
    }
}
