//! Functions of linear algebra: what they take, what they give.
//!
//! A function has one form or several, which differ in the number of their arguments; letters, as BLAS has them for transposes and
//! triangles, follow behind and may be left out. Real and complex arguments mix: with one complex among them, all become complex.
//!
//! *Invariant:* every row here is one of the rule of algebra.

use super::Builtin;
use quasar_abi::AlgebraOp;

/// What an argument must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A number.
    Number,
    /// A real number, which the results do not depend on in their type.
    Real,
    /// An array of numbers, or a number, which is an array of one element.
    Array,
    /// An array of whole numbers.
    Ints,
}

/// What a function gives, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// An int.
    Int,
    /// A scalar.
    Scalar,
    /// A number: a scalar, of complex arguments complex.
    Number,
    /// A vector of scalars, 1×n.
    Reals,
    /// A vector of whole numbers, 1×n.
    Ints,
    /// A matrix of whole numbers.
    IntMatrix,
    /// A vector of numbers, 1×n.
    Vector,
    /// A matrix.
    Matrix,
    /// A matrix of scalars.
    RealMatrix,
    /// A vector of complex numbers, 1×n.
    ComplexVector,
    /// A matrix of complex numbers.
    ComplexMatrix,
    /// A stack of matrices along the third dimension.
    Stack,
    /// An array of the size of an argument of the form, counted from its end: 1 is the last.
    Like(usize),
}

/// A function.
#[derive(Debug, PartialEq, Eq)]
pub struct Algebra {
    /// Which builtin.
    pub builtin: Builtin,
    /// Which function of the runtime.
    pub op: AlgebraOp,
    /// What it takes, for each number of arguments.
    pub forms: &'static [&'static [Takes]],
    /// The values of letters that are left out.
    pub letters: &'static [&'static str],
    /// What it gives.
    pub gives: &'static [Gives],
    /// The functions of `linalg.q` that kernels have in its place.
    pub small: &'static [&'static str],
}

macro_rules! algebra {
    ($( $builtin:ident = $op:ident $( ($($takes:ident),*) )|+ $( letters $($letter:literal)+ )? $( small $($small:literal)+ )? -> $($gives:expr),+; )*) => {
        /// Every function.
        pub const ALGEBRA: &[Algebra] = &[ $( Algebra {
            builtin: Builtin::$builtin,
            op: AlgebraOp::$op,
            forms: &[ $( &[$(Takes::$takes),*] ),+ ],
            letters: &[ $( $($letter),+ )? ],
            gives: { use Gives::*; &[$($gives),+] },
            small: &[ $( $($small),+ )? ],
        }, )* ];
    };
}

algebra! {
    BlasAmax = Amax (Array) -> Int;
    BlasAmin = Amin (Array) -> Int;
    BlasAsum = Asum (Array) -> Scalar;
    BlasNrm2 = Nrm2 (Array) -> Scalar;
    BlasDot = Dot (Array, Array) -> Number;
    BlasScal = Scal (Number, Array) -> Like(1);
    BlasAxpy = Axpy (Number, Array, Array) -> Like(1);
    BlasGemm = Gemm (Number, Array, Array) | (Number, Array, Array, Number, Array) letters "n" "n" -> Matrix;
    BlasGemv = Gemv (Number, Array, Array) | (Number, Array, Array, Number, Array) letters "n" -> Matrix;
    BlasGeam = Geam (Number, Array, Number, Array) letters "n" "n" -> Matrix;
    BlasTranspose = Transpose (Array) -> Matrix;
    BlasHermTranspose = HermTranspose (Array) -> Matrix;
    BlasTrsv = Trsv (Array, Array) letters "l" "n" "n" -> Like(1);
    BlasChol = Chol (Array) -> Matrix;
    BlasCholSolve = CholSolve (Array, Array) -> Like(1);
    BlasLu = Lu (Array) -> Matrix, Ints;
    BlasLuSolve = LuSolve (Array, Array) | (Array, Ints, Array) -> Like(1);
    BlasQr = Qr (Array) -> Matrix, Vector;
    BlasQ = Q (Array, Array) -> Matrix;
    BlasGesvd = Gesvd (Array) -> Matrix, Reals, Matrix;
    BlasLuBatched = LuBatched (Array) -> Stack, IntMatrix;
    BlasLuMatInvBatched = LuMatInvBatched (Array) | (Array, Ints) -> Stack;
    BlasLuSolveBatched = LuSolveBatched (Array, Array) | (Array, Ints, Array) -> Like(1);
    BlasMatInvBatches = MatInvBatches (Array) -> Stack;
    BlasVersion = Version () -> Int;

    Svd = Svd (Array) small "svd2x2" "svd3x3" "svd4x4" -> Matrix, RealMatrix, Matrix;
    Qr = QrFactors (Array) -> Matrix, Matrix;
    Lu = LuFactors (Array) -> Matrix, Matrix, RealMatrix;
    Chol = CholFactor (Array) -> Matrix;
    SymEig = SymEig (Array) small "symeig2x2" "symeig3x3" "symeig4x4" "jacobi" -> Matrix, Reals;
    Eig = Eig (Array) -> ComplexMatrix, ComplexVector;
    Inv = Inv (Array) small "inv2x2" "inv3x3" "inv4x4" -> Matrix;
    Det = Det (Array) small "det2x2" "det3x3" "det4x4" -> Number;
    LogDet = LogDet (Array) -> Number;
    Pinv = Pinv (Array) | (Array, Real) -> Matrix;
    LSolve = LSolve (Array, Array) small "lsolve2x2" "lsolve3x3" "lsolve4x4" -> Like(1);
    Cond = Cond (Array) -> Scalar;
    MatrixRank = Rank (Array) | (Array, Real) -> Int;
    Trace = Trace (Array) -> Number;
    Kron = Kron (Array, Array) -> Matrix;
}

/// The row of a builtin that has one: it is looked for when this crate is compiled.
pub(super) const fn row(builtin: Builtin) -> &'static Algebra {
    let mut at = 0;
    while ALGEBRA[at].builtin as usize != builtin as usize {
        at += 1;
    }
    &ALGEBRA[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{Host, Rule};

    #[test]
    fn functions_are_the_rows_that_say_so() {
        for function in ALGEBRA {
            let row = crate::builtins::row(function.builtin);
            assert_eq!(
                row.rule,
                Rule::Host(Host::Algebra(function)),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn names_and_numbers_of_arguments_agree() {
        for function in ALGEBRA {
            let row = crate::builtins::row(function.builtin);
            assert_eq!(function.op.name(), row.name);
            let counts = function.forms.iter().map(|form| form.len());
            let least = counts.clone().min().expect("there is a form");
            let most = counts.max().expect("there is a form") + function.letters.len();
            assert_eq!(row.arity, (least as u8, most as u8), "{}", row.name);
        }
    }

    #[test]
    fn every_function_of_the_runtime_can_be_called() {
        for op in AlgebraOp::ALL {
            let rows = ALGEBRA.iter().filter(|function| function.op == *op);
            assert_eq!(rows.count(), 1, "{}", op.name());
        }
    }
}
