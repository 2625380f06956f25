//! Every builtin function, one row each.
//!
//! A row gives the documentation with an example, the Quasar signature, how many arguments it takes, where it may be
//! called, the rule for its type and what it computes: of a reduction in parentheses, of the numbers of one element behind `=` an elementary
//! function, behind `=>` another [`Elementwise`]. Checker and lowering match on [`Rule`], which says everything; the manual prints
//! the doc comments; `did you mean` reads the names. What can be written in Quasar itself goes to `stdlib/`.
//!
//! *Invariant:* rows only; nothing here checks or lowers a call.

pub mod algebra;
pub mod arrays;
pub mod attributes;
pub mod calls;
pub mod groups;
mod handles;
pub mod profile;
pub mod special_forms;
pub mod transforms;

use algebra::Algebra;
use arrays::ArrayFunction;
use calls::Call;
pub use handles::{DISPLAY_METHODS, FIGURE_METHODS, HANDLES};
use quasar_abi::{CumulateOp, MathFn, ReduceOp};
use transforms::Transform;

/// Where a builtin may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Host code only.
    Host,
    /// Host, device and kernel code, on numbers and on small fixed-size arrays.
    Anywhere,
}

/// How the type of a call follows from its arguments, and what the call computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Numbers give a number, an array among the arguments gives an array of its shape; all array arguments have equal sizes. The checker
    /// converts the arguments as stated before it builds the call.
    Elementwise(Numbers, Elementwise),
    /// Of two arguments element by element, in their common number type; else a reduction.
    Extreme(ReduceOp, Elementwise),
    /// `f(x)`: a number; `f(x, d)`: an array with dimension d gone to 1.
    Reduce(Reduced, ReduceOp),
    /// What kernels have, too.
    Everywhere(Everywhere),
    /// What kernels have only where it rearranges an array that the whole expression reads, or fits in registers.
    Host(Host),
}

/// How the arguments of an element-wise function are converted, and what type of number it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// All arguments become scalar; result scalar.
    Float,
    /// All arguments become scalar, or complex when one of them is; result of that type.
    Analytic,
    /// All arguments become their common number type (int or scalar); result of that type.
    Number,
    /// Int stays int, scalar stays scalar, complex gives scalar (`abs`).
    Magnitude,
    /// Int, scalar or complex argument; result of that type (`conj`).
    Any,
    /// Complex argument (others are promoted); result scalar.
    ComplexPart,
    /// One or two scalar arguments; result complex.
    MakeComplex,
    /// Result int.
    ToInt,
    /// Result scalar.
    ToScalar,
    /// Scalar or complex argument; result int 0/1.
    Test,
    /// All arguments become int; result int.
    Bits,
}

/// What type of number a reduction gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduced {
    /// That of the array.
    Number,
    /// Scalar; complex stays complex.
    Float,
    /// Int.
    Test,
    /// That of the array, and always along a dimension.
    Along,
}

/// Functions that kernels have, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the rows of the builtins say what each gives")]
pub enum Everywhere {
    DotProduct,
    Norm,
    Size,
    Numel,
    NDims,
    IsEmpty,
    Ind2Pos,
    Pos2Ind,
    MaxBlockSize,
    OptBlockSize,
    OptBlockCount,
    /// An array that the threads of a block share.
    Shared,
    ThreadBlock,
    /// The arguments are looked at before they have types, as they are in those that follow.
    Target,
    Takes,
    SyncThreads,
    MemFence,
}

/// Functions of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// `f(x)` or `f(x, d)`: the type of x.
    Cumulative(CumulateOp),
    /// One call of the runtime.
    Call(&'static Call),
    /// A Fourier transform: an array of numbers; one of its sizes, complex or scalar.
    Transform(&'static Transform),
    /// A function of linear algebra.
    Algebra(&'static Algebra),
    /// An array made of another.
    Array(Made, &'static ArrayFunction),
    /// A rule of its own.
    Special(Special),
}

/// What an array that is made of another has of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// Its elements in other sizes.
    Reshaped,
    /// Its elements without dimensions of 1.
    Squeezed,
    /// Its elements in the other order.
    Transposed,
    /// Its dimensions in another order.
    Shuffled,
    /// The places of elements.
    Found,
    /// Its type.
    SameType,
    /// Its diagonal, or the diagonal alone.
    Diagonal,
}

/// The rules that a few rows have for themselves: checker and lowering have a function for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the names are what the functions of the checker are about"
)]
pub enum Special {
    Concatenate,
    Append,
    Sort,
    Distinct,
    ExtremePlace,
    Identity,
    Linspace,
    RandomUniform,
    RandomNormal,
    Seed,
    ImageRead,
    ImageWrite,
    ImageShow,
    Tic,
    Toc,
    Format,
    Print,
    Join,
    ScanText,
    ScanFile,
    Save,
    Load,
    /// The declaration of a function of C, then its arguments.
    Foreign,
}

/// One row.
#[derive(Debug)]
pub struct Row {
    /// Which.
    pub builtin: Builtin,
    /// The name in Quasar.
    pub name: &'static str,
    /// The signature, in Quasar.
    pub signature: &'static str,
    /// The doc comment; lines that start with `>` are examples `expression == value`.
    pub doc: &'static [&'static str],
    /// Least and greatest number of arguments; 255 is any number.
    pub arity: (u8, u8),
    /// Where it may be called.
    pub place: Where,
    /// Its type, and what it computes.
    pub rule: Rule,
}

impl Row {
    /// What a call with so many arguments computes of the numbers of one element, if it is element-wise.
    pub fn elementwise(&self, args: usize) -> Option<Elementwise> {
        match self.rule {
            Rule::Elementwise(_, operation) => Some(operation),
            Rule::Extreme(_, operation) if args == 2 => Some(operation),
            Rule::Extreme(..) | Rule::Reduce(..) | Rule::Everywhere(_) | Rule::Host(_) => None,
        }
    }

    /// How a reduction combines elements.
    pub fn reduction(&self) -> Option<ReduceOp> {
        match self.rule {
            Rule::Extreme(op, _) | Rule::Reduce(_, op) => Some(op),
            Rule::Elementwise(..) | Rule::Everywhere(_) | Rule::Host(_) => None,
        }
    }
}

/// What an element-wise builtin computes of the numbers of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the rows of the builtins say what each computes"
)]
pub enum Elementwise {
    /// An elementary function.
    Math(MathFn),
    Rounding(Rounding),
    Sqrt,
    InverseRoot,
    Sign,
    Saturate,
    Clamp,
    Rem,
    Periodize,
    MirrorExt,
    Lerp,
    Abs,
    Real,
    Imag,
    Angle,
    Conj,
    Complex,
    Int,
    Scalar,
    IsNan,
    IsInf,
    IsFinite,
    And,
    Or,
    Xor,
    Not,
    Shl,
    Shr,
    NextPow2,
    Factorial,
    Min,
    Max,
}

/// A whole number near a scalar, or what is above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the rows of the builtins say what each computes"
)]
pub enum Rounding {
    Floor,
    Ceil,
    Round,
    Frac,
}

/// What stands in a row behind `=` or `=>`.
macro_rules! computed {
    (= $function:ident) => {
        Elementwise::Math(MathFn::$function)
    };
    (=> Rounding($rounding:ident)) => {
        Elementwise::Rounding(Rounding::$rounding)
    };
    (=> $operation:ident) => {
        Elementwise::$operation
    };
}

/// The rule of a row: its name, what stands in parentheses behind it, and what is computed of one element. Functions with a table of their
/// own have a row there; where it is forgotten, this does not compile.
macro_rules! rule {
    ($builtin:ident Extreme($op:ident) $($computed:tt)+) => {
        Rule::Extreme(ReduceOp::$op, computed!($($computed)+))
    };
    ($builtin:ident Reduce($op:ident)) => {
        Rule::Reduce(Reduced::Number, ReduceOp::$op)
    };
    ($builtin:ident ReduceFloat($op:ident)) => {
        Rule::Reduce(Reduced::Float, ReduceOp::$op)
    };
    ($builtin:ident ReduceTest($op:ident)) => {
        Rule::Reduce(Reduced::Test, ReduceOp::$op)
    };
    ($builtin:ident ReduceAlong($op:ident)) => {
        Rule::Reduce(Reduced::Along, ReduceOp::$op)
    };
    ($builtin:ident Everywhere($which:ident)) => {
        Rule::Everywhere(Everywhere::$which)
    };
    ($builtin:ident Cumulative($op:ident)) => {
        Rule::Host(Host::Cumulative(CumulateOp::$op))
    };
    ($builtin:ident Call) => {
        Rule::Host(Host::Call(calls::row(Builtin::$builtin)))
    };
    ($builtin:ident Transform) => {
        Rule::Host(Host::Transform(transforms::row(Builtin::$builtin)))
    };
    ($builtin:ident Algebra) => {
        Rule::Host(Host::Algebra(algebra::row(Builtin::$builtin)))
    };
    ($builtin:ident Array($made:ident)) => {
        Rule::Host(Host::Array(Made::$made, arrays::row(Builtin::$builtin)))
    };
    ($builtin:ident Special($special:ident)) => {
        Rule::Host(Host::Special(Special::$special))
    };
    ($builtin:ident $numbers:ident $($computed:tt)+) => {
        Rule::Elementwise(Numbers::$numbers, computed!($($computed)+))
    };
}

macro_rules! builtins {
    ($( $(#[doc = $doc:literal])* $variant:ident $name:literal $signature:literal $min:literal..=$max:literal $place:ident $rule:ident $(($which:ident))? $(= $function:ident)? $(=> $operation:ident $(($rounding:ident))?)?; )*) => {
        /// Names a builtin function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Builtin { $( $(#[doc = $doc])* $variant, )* }

        /// Every builtin, in the order of the documentation.
        pub const ROWS: &[Row] = &[ $( Row {
            builtin: Builtin::$variant, name: $name, signature: $signature, doc: &[$($doc),*],
            arity: ($min, $max), place: Where::$place,
            rule: rule!($variant $rule $(($which))? $(= $function)? $(=> $operation $(($rounding))?)?),
        }, )* ];
    };
}

builtins! {
    /// Square root; of a complex number the one in the right half plane. > sqrt(3+4i) == 2+1i
    Sqrt "sqrt" "y = sqrt(x)" 1..=1 Anywhere Analytic => Sqrt;
    /// One over the square root. > rsqrt(4) == 0.5
    Rsqrt "rsqrt" "y = rsqrt(x)" 1..=1 Anywhere Analytic => InverseRoot;
    /// Exponential. > exp(0) == 1
    Exp "exp" "y = exp(x)" 1..=1 Anywhere Analytic = Exp;
    /// Two to the power x. > exp2(3) == 8
    Exp2 "exp2" "y = exp2(x)" 1..=1 Anywhere Analytic = Exp2;
    /// Natural logarithm; of a complex number the principal one. > log(1) == 0
    Log "log" "y = log(x)" 1..=1 Anywhere Analytic = Log;
    /// Logarithm to base 2. > log2(8) == 3
    Log2 "log2" "y = log2(x)" 1..=1 Anywhere Analytic = Log2;
    /// Logarithm to base 10. > log10(1) == 0
    Log10 "log10" "y = log10(x)" 1..=1 Anywhere Analytic = Log10;
    /// Sine, radians. > sin(0) == 0
    Sin "sin" "y = sin(x)" 1..=1 Anywhere Analytic = Sin;
    /// Cosine, radians. > cos(0) == 1
    Cos "cos" "y = cos(x)" 1..=1 Anywhere Analytic = Cos;
    /// Tangent, radians. > tan(0) == 0
    Tan "tan" "y = tan(x)" 1..=1 Anywhere Analytic = Tan;
    /// Inverse sine; of a complex number the principal one. > asin(0) == 0
    Asin "asin" "y = asin(x)" 1..=1 Anywhere Analytic = Asin;
    /// Inverse cosine; of a complex number the principal one. > acos(1) == 0
    Acos "acos" "y = acos(x)" 1..=1 Anywhere Analytic = Acos;
    /// Inverse tangent; of a complex number the principal one. > atan(0) == 0
    Atan "atan" "y = atan(x)" 1..=1 Anywhere Analytic = Atan;
    /// Angle of the point (x, y). > atan2(0, 1) == 0
    Atan2 "atan2" "a = atan2(y, x)" 2..=2 Anywhere Float = Atan2;
    /// Hyperbolic sine. > sinh(0) == 0
    Sinh "sinh" "y = sinh(x)" 1..=1 Anywhere Analytic = Sinh;
    /// Hyperbolic cosine. > cosh(0) == 1
    Cosh "cosh" "y = cosh(x)" 1..=1 Anywhere Analytic = Cosh;
    /// Hyperbolic tangent. > tanh(0) == 0
    Tanh "tanh" "y = tanh(x)" 1..=1 Anywhere Analytic = Tanh;
    /// Inverse hyperbolic sine; of a complex number the principal one. > asinh(0) == 0
    Asinh "asinh" "y = asinh(x)" 1..=1 Anywhere Analytic = Asinh;
    /// Inverse hyperbolic cosine; of a complex number the principal one. > acosh(1) == 0
    Acosh "acosh" "y = acosh(x)" 1..=1 Anywhere Analytic = Acosh;
    /// Inverse hyperbolic tangent; of a complex number the principal one. > atanh(0) == 0
    Atanh "atanh" "y = atanh(x)" 1..=1 Anywhere Analytic = Atanh;
    /// Error function. > erf(0) == 0
    Erf "erf" "y = erf(x)" 1..=1 Anywhere Float = Erf;
    /// Complementary error function. > erfc(0) == 1
    Erfc "erfc" "y = erfc(x)" 1..=1 Anywhere Float = Erfc;
    /// Inverse of the error function: infinite at -1 and 1, not a number beyond. > erfinv(0) == 0
    ErfInv "erfinv" "y = erfinv(x)" 1..=1 Anywhere Float = Erfinv;
    /// Inverse of the complementary error function: infinite at 0 and 2, not a number outside. > erfcinv(1) == 0
    ErfcInv "erfcinv" "y = erfcinv(x)" 1..=1 Anywhere Float = Erfcinv;
    /// Logarithm of the gamma function. > lgamma(1) == 0
    Lgamma "lgamma" "y = lgamma(x)" 1..=1 Anywhere Float = Lgamma;
    /// Gamma function. > tgamma(5) == 24
    Tgamma "tgamma" "y = tgamma(x)" 1..=1 Anywhere Float = Tgamma;
    /// x to the power a, element by element; of a complex number exp(a log(x)). > pow(2, 3) == 8
    Pow "pow" "y = pow(x, a)" 2..=2 Anywhere Analytic = Pow;
    /// Largest integer not above x, as a scalar; of a complex number of each part. > floor(2.5) == 2
    Floor "floor" "y = floor(x)" 1..=1 Anywhere Analytic => Rounding(Floor);
    /// Least integer not below x, as a scalar; of a complex number of each part. > ceil(2.5) == 3
    Ceil "ceil" "y = ceil(x)" 1..=1 Anywhere Analytic => Rounding(Ceil);
    /// Nearest integer, halves away from zero; of a complex number of each part. > round(2.5) == 3
    Round "round" "y = round(x)" 1..=1 Anywhere Analytic => Rounding(Round);
    /// x - floor(x); of a complex number of each part. > frac(2.5) == 0.5
    Frac "frac" "y = frac(x)" 1..=1 Anywhere Analytic => Rounding(Frac);
    /// -1, 0 or 1. > sign(-2.5) == -1
    Sign "sign" "y = sign(x)" 1..=1 Anywhere Number => Sign;
    /// Limits to [0, 1]. > saturate(1.5) == 1
    Saturate "saturate" "y = saturate(x)" 1..=1 Anywhere Float => Saturate;
    /// Limits to [0, n]. > clamp(7, 5) == 5
    Clamp "clamp" "y = clamp(x, n)" 2..=2 Anywhere Number => Clamp;
    /// Remainder with the sign of x, as C's. > mod(-7, 3) == -1
    Mod "mod" "y = mod(x, y)" 2..=2 Anywhere Number => Rem;
    /// Non-negative remainder. > periodize(-1, 4) == 3
    Periodize "periodize" "y = periodize(x, n)" 2..=2 Anywhere Number => Periodize;
    /// Mirrored index, half-sample symmetric. > mirror_ext(-1, 4) == 0
    MirrorExt "mirror_ext" "y = mirror_ext(x, n)" 2..=2 Anywhere Number => MirrorExt;
    /// a (1-t) + b t. > lerp(2, 4, 0.5) == 3
    Lerp "lerp" "y = lerp(a, b, t)" 3..=3 Anywhere Analytic => Lerp;
    /// Absolute value, modulus of a complex number. > abs(3+4i) == 5
    Abs "abs" "y = abs(x)" 1..=1 Anywhere Magnitude => Abs;
    /// Real part. > real(3+4i) == 3
    Real "real" "y = real(z)" 1..=1 Anywhere ComplexPart => Real;
    /// Imaginary part. > imag(3+4i) == 4
    Imag "imag" "y = imag(z)" 1..=1 Anywhere ComplexPart => Imag;
    /// Argument. > angle(1+0i) == 0
    Angle "angle" "y = angle(z)" 1..=1 Anywhere ComplexPart => Angle;
    /// Complex conjugate. > imag(conj(1i)) == -1
    Conj "conj" "y = conj(z)" 1..=1 Anywhere Any => Conj;
    /// A complex number from its parts. > imag(complex(1, 2)) == 2
    Complex "complex" "z = complex(re, im)" 1..=2 Anywhere MakeComplex => Complex;
    /// Truncates toward zero. > int(-2.7) == -2
    Int "int" "y = int(x)" 1..=1 Anywhere ToInt => Int;
    /// To scalar. > float(3) / 2 == 1.5
    Float "float" "y = float(x)" 1..=1 Anywhere ToScalar => Scalar;
    /// 1 for NaN, and for a complex number with such a part. > isnan(1.5) == 0
    IsNan "isnan" "y = isnan(x)" 1..=1 Anywhere Test => IsNan;
    /// 1 for infinities, and for a complex number with an infinite part. > isinf(1.5) == 0
    IsInf "isinf" "y = isinf(x)" 1..=1 Anywhere Test => IsInf;
    /// 1 for finite numbers; of a complex one both parts are. > isfinite(1.5) == 1
    IsFinite "isfinite" "y = isfinite(x)" 1..=1 Anywhere Test => IsFinite;
    /// Bitwise and. > and(6, 3) == 2
    And "and" "y = and(a, b)" 2..=2 Anywhere Bits => And;
    /// Bitwise or. > or(6, 3) == 7
    Or "or" "y = or(a, b)" 2..=2 Anywhere Bits => Or;
    /// Bitwise exclusive or. > xor(6, 3) == 5
    Xor "xor" "y = xor(a, b)" 2..=2 Anywhere Bits => Xor;
    /// Bitwise complement. > not(0) == -1
    Not "not" "y = not(a)" 1..=1 Anywhere Bits => Not;
    /// Shift left. > shl(1, 4) == 16
    Shl "shl" "y = shl(a, n)" 2..=2 Anywhere Bits => Shl;
    /// Arithmetic shift right. > shr(16, 2) == 4
    Shr "shr" "y = shr(a, n)" 2..=2 Anywhere Bits => Shr;
    /// Smallest power of two that is not below x, as an int; 1 of all numbers below 1. > nextpow2(4.5) == 8
    NextPow2 "nextpow2" "y = nextpow2(x)" 1..=1 Anywhere Bits => NextPow2;
    /// n!, as a scalar. > factorial(4) == 24
    Factorial "factorial" "y = factorial(n)" 1..=1 Anywhere Float => Factorial;

    /// Sum of all elements, or along dimension d. > sum([1,2,3]) == 6
    Sum "sum" "y = sum(x, d)" 1..=2 Anywhere Reduce(Sum);
    /// Product of all elements, or along dimension d. > prod([2,3]) == 6
    Prod "prod" "y = prod(x, d)" 1..=2 Anywhere Reduce(Prod);
    /// Least element, or the lesser of two, element by element. What is not a number is passed over: the result is one if any argument is. > min([3,1,2]) == 1
    Min "min" "y = min(x) | min(a, b)" 1..=2 Anywhere Extreme(Min) => Min;
    /// Greatest element, or the greater of two, element by element; what is not a number is passed over. > max([3,1,2]) == 3
    Max "max" "y = max(x) | max(a, b)" 1..=2 Anywhere Extreme(Max) => Max;
    /// Least element along dimension d. > mindim([3,1,2], 1) == 1
    MinDim "mindim" "y = mindim(x, d)" 2..=2 Anywhere ReduceAlong(Min);
    /// Greatest element along dimension d. > maxdim([3,1,2], 1) == 3
    MaxDim "maxdim" "y = maxdim(x, d)" 2..=2 Anywhere ReduceAlong(Max);
    /// Mean of all elements, or along dimension d. > mean([1,2,3]) == 2
    Mean "mean" "y = mean(x, d)" 1..=2 Anywhere ReduceFloat(Mean);
    /// Standard deviation, divided by n-1. > std([1,2,3]) == 1
    Std "std" "y = std(x)" 1..=2 Host ReduceFloat(Std);
    /// Variance, divided by n-1. > var([1,2,3]) == 1
    Var "var" "y = var(x)" 1..=2 Host ReduceFloat(Var);
    /// Median of all elements, or along dimension d. > median([3,1,2]) == 2
    Median "median" "y = median(x, d)" 1..=2 Host ReduceFloat(Median);
    /// 1 when some element is not zero. > any([0,1]) == 1
    Any "any" "y = any(x)" 1..=2 Anywhere ReduceTest(Any);
    /// 1 when no element is zero. > all([0,1]) == 0
    All "all" "y = all(x)" 1..=2 Anywhere ReduceTest(All);
    /// The elements in ascending order along dimension d, by default the last that has several, or in the order "descend"; real numbers or strings. Equal ones keep their order, and what is not a number is last, of a descending order first. With two targets, `[y, k] = sort(x)`, the second has where each element was: see argsort. > sort([3,1,2], "descend") == [3,2,1]
    Sort "sort" "y = sort(x, d, order)" 1..=3 Host Special(Sort);
    /// Where along dimension d each element of sort(x, d, order) is in x. > argsort([3,1,2]) == [1,2,0]
    ArgSort "argsort" "k = argsort(x, d, order)" 1..=3 Host Special(Sort);
    /// The different elements in ascending order, in a row; real numbers or strings. With more targets, `[y, first, place] = unique(x)`: the index of the first place of each in x, and the index in y of each element of x, so that y[place[k]] is x[k]. What is not a number equals nothing. > unique([3,1,3,2]) == [1,2,3]
    Unique "unique" "y = unique(x)" 1..=1 Host Special(Distinct);
    /// The index of the first least element among all, in the order of memory; `[v, k] = min(x)` gives it beside the element, ind2pos its position. > indmin([3,1,2]) == 1
    IndMin "indmin" "k = indmin(x)" 1..=1 Host Special(ExtremePlace);
    /// The index of the first greatest element among all. > indmax([[3,1],[5,2]]) == 2
    IndMax "indmax" "k = indmax(x)" 1..=1 Host Special(ExtremePlace);
    /// Running sum along dimension d, by default the last; of a number the number. > cumsum([1,2,3]) == [1,3,6]
    CumSum "cumsum" "y = cumsum(x, d)" 1..=2 Anywhere Cumulative(Sum);
    /// Running product. > cumprod([1,2,3]) == [1,2,6]
    CumProd "cumprod" "y = cumprod(x, d)" 1..=2 Anywhere Cumulative(Prod);
    /// Running minimum. > cummin([3,1,2]) == [3,1,1]
    CumMin "cummin" "y = cummin(x, d)" 1..=2 Anywhere Cumulative(Min);
    /// Running maximum. > cummax([1,3,2]) == [1,3,3]
    CumMax "cummax" "y = cummax(x, d)" 1..=2 Anywhere Cumulative(Max);
    /// Sum of the products of corresponding elements. > dotprod([1,2], [3,4]) == 11
    DotProd "dotprod" "y = dotprod(a, b)" 2..=2 Anywhere Everywhere(DotProduct);
    /// Euclidean norm of all elements, real or complex. > norm([3,4]) == 5
    Norm "norm" "y = norm(x)" 1..=1 Anywhere Everywhere(Norm);

    /// The extents of an array: a vector without trailing ones, one of them, or those asked for. > size(zeros(2,3), 1) == 3
    Size "size" "s = size(x, d)" 1..=2 Anywhere Everywhere(Size);
    /// Number of elements; of characters of a string, on the host. > numel(zeros(2,3)) == 6
    Numel "numel" "n = numel(x)" 1..=1 Anywhere Everywhere(Numel);
    /// Number of dimensions. > ndims(zeros(2,3)) == 2
    NDims "ndims" "n = ndims(x)" 1..=1 Anywhere Everywhere(NDims);
    /// 1 when there are no elements, or no characters in a string, on the host. > isempty(zeros(0)) == 1
    IsEmpty "isempty" "y = isempty(x)" 1..=1 Anywhere Everywhere(IsEmpty);
    /// The same elements in row-major order under other extents. > size(reshape(zeros(2,3), [3,2]), 0) == 3
    Reshape "reshape" "y = reshape(x, dims)" 2..=2 Anywhere Array(Reshaped);
    /// Copies of x side by side. > repmat([1,2], [1,2]) == [1,2,1,2]
    Repmat "repmat" "y = repmat(x, times)" 2..=2 Anywhere Array(Reshaped);
    /// Moves dimensions of extent 1 to the end. > size(squeeze(zeros(1,1,4)), 0) == 4
    Squeeze "squeeze" "y = squeeze(x)" 1..=1 Anywhere Array(Squeezed);
    /// Swaps the first two dimensions. > transpose([[1,2],[3,4]]) == [[1,3],[2,4]]
    Transpose "transpose" "y = transpose(x)" 1..=1 Anywhere Array(Transposed);
    /// Conjugate transpose. > herm_transpose([[1,2],[3,4]]) == [[1,3],[2,4]]
    HermTranspose "herm_transpose" "y = herm_transpose(x)" 1..=1 Anywhere Array(Transposed);
    /// Permutes dimensions: new dimension i is old dimension order[i]. > size(shuffledims(zeros(2,3), [1,0]), 0) == 3
    ShuffleDims "shuffledims" "y = shuffledims(x, order)" 2..=2 Anywhere Array(Shuffled);
    /// One above the other. > size(vertcat(zeros(2,3), zeros(1,3)), 0) == 3
    VertCat "vertcat" "y = vertcat(a, b, ...)" 1..=255 Host Special(Concatenate);
    /// Side by side. > horzcat([1,2], [3]) == [1,2,3]
    HorzCat "horzcat" "y = horzcat(a, b, ...)" 1..=255 Host Special(Concatenate);
    /// One behind the other along dimension d, which is the last argument. > size(cat(zeros(2,3), zeros(2,3), 2), 2) == 2
    Cat "cat" "y = cat(a, b, ..., d)" 2..=255 Host Special(Concatenate);
    /// The vector x with v behind its elements: one element, or another vector of such elements. `x = append(x, v)` makes x longer in place where no other variable has it, so that a loop of n of them takes time that grows as n; other variables keep the shorter vector. What has no elements, as `[]`, takes the type of the first. > append([1,2], 3) == [1,2,3]
    Append "append" "y = append(x, v)" 2..=2 Host Special(Append);
    /// Position of the linear index i in an array of extents s. > ind2pos([2,3], 4) == [1,1]
    Ind2Pos "ind2pos" "pos = ind2pos(s, i)" 2..=2 Anywhere Everywhere(Ind2Pos);
    /// Linear index of a position. > pos2ind([2,3], [1,1]) == 4
    Pos2Ind "pos2ind" "i = pos2ind(s, pos)" 2..=2 Anywhere Everywhere(Pos2Ind);
    /// Positions of the non-zero elements, one row each. > size(find([0,1,1]), 0) == 2
    Find "find" "p = find(cond)" 1..=1 Host Array(Found);
    /// Cyclic shift: y[pos] = x[pos + shift]. > circshift([1,2,3], [0,1]) == [2,3,1]
    CircShift "circshift" "y = circshift(x, shift)" 2..=2 Host Array(SameType);
    /// The diagonal of a matrix. > diag([[1,2],[3,4]]) == [1,4]
    Diag "diag" "v = diag(m)" 1..=1 Anywhere Array(Diagonal);
    /// A diagonal matrix. > diagm([1,2]) == [[1,0],[0,2]]
    Diagm "diagm" "m = diagm(v)" 1..=1 Anywhere Array(Diagonal);
    /// Identity matrix. > eye(2) == [[1,0],[0,1]]
    Eye "eye" "m = eye(n)" 1..=1 Anywhere Special(Identity);
    /// n values from a to b at equal distances. > linspace(0, 1, 3) == [0,0.5,1]
    Linspace "linspace" "v = linspace(a, b, n)" 3..=3 Anywhere Special(Linspace);
    /// Uniform random numbers in [0, 1); one number without sizes.
    Rand "rand" "x = rand(dims...)" 0..=255 Host Special(RandomUniform);
    /// Normal random numbers, mean 0, deviation 1; one number without sizes.
    Randn "randn" "x = randn(dims...)" 0..=255 Host Special(RandomNormal);
    /// Restarts the random numbers.
    Seed "seed" "seed(n)" 1..=1 Host Special(Seed);
    /// A copy that shares nothing. > copy([1,2]) == [1,2]
    Copy "copy" "y = copy(x)" 1..=1 Anywhere Array(SameType);
    /// As copy, also of what cells and objects refer to, of each thing once. > deepcopy([1,2]) == [1,2]
    DeepCopy "deepcopy" "y = deepcopy(x)" 1..=1 Host Array(SameType);

    /// Fourier transform along the last dimension, not scaled; complex. > fft1([1,2,3,4]) == [10+0i,-2+2i,-2+0i,-2-2i]
    Fft1 "fft1" "y = fft1(x)" 1..=1 Host Transform;
    /// Fourier transform along the first two dimensions, for each place in the others. > fft2([[1,2],[3,4]]) == [[10+0i,-2+0i],[-4+0i,0+0i]]
    Fft2 "fft2" "y = fft2(x)" 1..=1 Host Transform;
    /// Fourier transform along the first three dimensions. > size(fft3(zeros(2,3,4)), 2) == 4
    Fft3 "fft3" "y = fft3(x)" 1..=1 Host Transform;
    /// Fourier transform along the listed dimensions. > fftn([1,2,3,4], [1]) == [10+0i,-2+2i,-2+0i,-2-2i]
    Fftn "fftn" "y = fftn(x, dims)" 2..=2 Host Transform;
    /// Inverse of fft1: divided by the number of elements. > ifft1([4+0i,0+0i,0+0i,0+0i]) == [1+0i,1+0i,1+0i,1+0i]
    Ifft1 "ifft1" "x = ifft1(y)" 1..=1 Host Transform;
    /// Inverse of fft2. > ifft2([[4+0i,0+0i],[0+0i,0+0i]]) == [[1+0i,1+0i],[1+0i,1+0i]]
    Ifft2 "ifft2" "x = ifft2(y)" 1..=1 Host Transform;
    /// Inverse of fft3. > size(ifft3(czeros(2,3,4)), 2) == 4
    Ifft3 "ifft3" "x = ifft3(y)" 1..=1 Host Transform;
    /// Inverse of fftn. > ifftn([2+0i,0+0i], [1]) == [1+0i,1+0i]
    Ifftn "ifftn" "x = ifftn(y, dims)" 2..=2 Host Transform;
    /// The real part of ifft1, in half the time. > irealfft1([10+0i,-2+2i,-2+0i,-2-2i]) == [1,2,3,4]
    Irealfft1 "irealfft1" "x = irealfft1(y)" 1..=1 Host Transform;
    /// The real part of ifft2, in half the time. > irealfft2([[4+0i,0+0i],[0+0i,0+0i]]) == [[1,1],[1,1]]
    Irealfft2 "irealfft2" "x = irealfft2(y)" 1..=1 Host Transform;
    /// The real part of ifft3, in half the time. > size(irealfft3(czeros(2,3,4)), 2) == 4
    Irealfft3 "irealfft3" "x = irealfft3(y)" 1..=1 Host Transform;
    /// The real part of ifftn, in half the time. > irealfftn([2+0i,0+0i], [1]) == [1,1]
    Irealfftn "irealfftn" "x = irealfftn(y, dims)" 2..=2 Host Transform;

    /// The smallest index, counted from 0 in row-major order, of an element of greatest magnitude, -1 of no elements; the magnitude of a complex number is |re| + |im|, as in BLAS. > blas_amax([1,-3,3]) == 1
    BlasAmax "blas_amax" "i = blas_amax(x)" 1..=1 Host Algebra;
    /// The same of least magnitude. > blas_amin([4,-1,1]) == 1
    BlasAmin "blas_amin" "i = blas_amin(x)" 1..=1 Host Algebra;
    /// The sum of magnitudes, |re| + |im| of a complex number as in BLAS. > blas_asum([1,-2]) == 3
    BlasAsum "blas_asum" "y = blas_asum(x)" 1..=1 Host Algebra;
    /// The Euclidean norm of all elements, which overflows only if the norm itself does. > blas_nrm2([3,4]) == 5
    BlasNrm2 "blas_nrm2" "y = blas_nrm2(x)" 1..=1 Host Algebra;
    /// The sum of products of corresponding elements, none conjugated. > blas_dot([1,2], [3,4]) == 11
    BlasDot "blas_dot" "y = blas_dot(a, b)" 2..=2 Host Algebra;
    /// a x > blas_scal(2, [1,2]) == [2,4]
    BlasScal "blas_scal" "y = blas_scal(a, x)" 2..=2 Host Algebra;
    /// a x + y > blas_axpy(2, [1,2], [10,20]) == [12,24]
    BlasAxpy "blas_axpy" "z = blas_axpy(a, x, y)" 3..=3 Host Algebra;
    /// alpha op(A) op(B) + beta C, or without beta and C; the letters say what op is for A and B: "n" the matrix, "t" its transpose, "c" its conjugate transpose. > blas_gemm(1, [[1,2],[3,4]], [[1,0],[0,1]]) == [[1,2],[3,4]]
    BlasGemm "blas_gemm" "D = blas_gemm(alpha, A, B, beta, C, opA, opB)" 3..=7 Host Algebra;
    /// alpha op(A) x + beta y, a column; x and y may be rows or columns. > blas_gemv(1, [[1,2],[3,4]], [1,1]) == transpose([3,7])
    BlasGemv "blas_gemv" "z = blas_gemv(alpha, A, x, beta, y, opA)" 3..=6 Host Algebra;
    /// alpha op(A) + beta op(B) > blas_geam(1, [[1,2],[3,4]], 1, [[1,2],[3,4]], "n", "t") == [[2,5],[5,8]]
    BlasGeam "blas_geam" "C = blas_geam(alpha, A, beta, B, opA, opB)" 4..=6 Host Algebra;
    /// The transpose of a matrix. > blas_transpose([[1,2],[3,4]]) == [[1,3],[2,4]]
    BlasTranspose "blas_transpose" "B = blas_transpose(A)" 1..=1 Host Algebra;
    /// The conjugate transpose of a matrix. > blas_hermtranspose([[1,2],[3,4]]) == [[1,3],[2,4]]
    BlasHermTranspose "blas_hermtranspose" "B = blas_hermtranspose(A)" 1..=1 Host Algebra;
    /// x of op(A) x = b for a triangular A: its lower ("l") or upper ("u") triangle counts; op as for blas_gemm; the last letter "u" takes the diagonal as ones. A zero on the diagonal is an error. > blas_trsv([[2,0],[1,1]], [2,3]) == [1,2]
    BlasTrsv "blas_trsv" "x = blas_trsv(A, b, triangle, op, diagonal)" 2..=5 Host Algebra;
    /// The lower triangular L with L L^H = A of a Hermitian positive definite A, of which the lower triangle is read. > blas_chol([[4,2],[2,5]]) == [[2,0],[1,2]]
    BlasChol "blas_chol" "L = blas_chol(A)" 1..=1 Host Algebra;
    /// X of L L^H X = B. > blas_cholsolve([[2,0],[1,2]], [8,14]) == [0.75,2.5]
    BlasCholSolve "blas_cholsolve" "X = blas_cholsolve(L, B)" 2..=2 Host Algebra;
    /// The factors of a matrix with exchanged rows in one: U and below its diagonal L, whose diagonal is ones; row i was exchanged with row p[i], counted from 0, for i = 0, 1, ... > blas_lu([[1,2],[2,2]]) == [[2,2],[0.5,1]]
    BlasLu "blas_lu" "[LU, p] = blas_lu(A)" 1..=1 Host Algebra;
    /// X of A X = B, of a matrix or of what blas_lu made of it. A singular matrix is an error. > blas_lusolve([[1,2],[3,4]], [5,11]) == [1,2]
    BlasLuSolve "blas_lusolve" "X = blas_lusolve(A, B) | blas_lusolve(LU, p, B)" 2..=3 Host Algebra;
    /// R of A = Q R, and below its diagonal the reflectors of Q with their factors tau, as LAPACK has them. > size(blas_qr(ones(3,2)), 0) == 3
    BlasQr "blas_qr" "[QR, tau] = blas_qr(A)" 1..=1 Host Algebra;
    /// The columns of Q from what blas_qr made of an m x n matrix: m x min(m,n). > size(blas_q(ones(3,2), [0,0]), 1) == 2
    BlasQ "blas_q" "Q = blas_q(QR, tau)" 2..=2 Host Algebra;
    /// A = U diagm(s) Vh with singular values s in descending order; of an m x n matrix k = min(m,n) columns of U and rows of Vh. > size(blas_gesvd(ones(3,2)), 1) == 2
    BlasGesvd "blas_gesvd" "[U, s, Vh] = blas_gesvd(A)" 1..=1 Host Algebra;
    /// blas_lu of each matrix A[:,:,k] of a stack; the pivots of matrix k are column k. > size(blas_lubatched(ones(3,3,5)), 2) == 5
    BlasLuBatched "blas_lubatched" "[LU, p] = blas_lubatched(A)" 1..=1 Host Algebra;
    /// The inverse of each matrix A[:,:,k] of a stack, or from what blas_lubatched made of it. A singular one is an error. > size(blas_lumatinvbatched(2*ones(1,1,5)), 2) == 5
    BlasLuMatInvBatched "blas_lumatinvbatched" "B = blas_lumatinvbatched(A) | blas_lumatinvbatched(LU, p)" 1..=2 Host Algebra;
    /// X[:,:,k] of A[:,:,k] X[:,:,k] = B[:,:,k] for each k, or from what blas_lubatched made of A. > size(blas_lusolvebatched(ones(1,1,5), ones(1,2,5)), 1) == 2
    BlasLuSolveBatched "blas_lusolvebatched" "X = blas_lusolvebatched(A, B) | blas_lusolvebatched(LU, p, B)" 2..=3 Host Algebra;
    /// The inverse of each matrix A[:,:,k] of a stack. A singular one is an error. > size(blas_matinvbatches(2*ones(1,1,5)), 2) == 5
    BlasMatInvBatches "blas_matinvbatches" "B = blas_matinvbatches(A)" 1..=1 Host Algebra;
    /// The version of cuBLAS, as 130100 for 13.1; 0 where there is none, and the processor computes.
    BlasVersion "blas_version" "v = blas_version()" 0..=0 Host Algebra;

    /// A = U S V^H with the singular values on the diagonal of S in descending order; of an m x n matrix k = min(m,n) columns of U and V. In kernels for the sizes of `linalg.q`. > size(svd(ones(3,2)), 1) == 2
    Svd "svd" "[U, S, V] = svd(A)" 1..=1 Host Algebra;
    /// A = Q R with orthonormal columns of Q and upper triangular R; of an m x n matrix min(m,n) columns. > size(qr(ones(3,2)), 1) == 2
    Qr "qr" "[Q, R] = qr(A)" 1..=1 Host Algebra;
    /// P A = L U with a lower triangular L of unit diagonal, an upper triangular U and a permutation P. > lu([[2,2],[1,2]]) == [[1,0],[0.5,1]]
    Lu "lu" "[L, U, P] = lu(A)" 1..=1 Host Algebra;
    /// The upper triangular R with R^H R = A of a symmetric or Hermitian matrix, of which the upper triangle is read. > chol([[4,2],[2,5]]) == [[2,1],[0,2]]
    Chol "chol" "R = chol(A)" 1..=1 Host Algebra;
    /// Eigenvectors, as columns, and eigenvalues in ascending order of a symmetric or Hermitian matrix, of which the lower triangle is read. In kernels for the sizes of `linalg.q`. > size(symeig(ones(3,3)), 1) == 3
    SymEig "symeig" "[V, d] = symeig(A)" 1..=1 Host Algebra;
    /// Eigenvectors, as columns of length 1, and eigenvalues of a square matrix, both complex, ascending by real and then by imaginary part. > size(eig(ones(3,3)), 1) == 3
    Eig "eig" "[V, d] = eig(A)" 1..=1 Host Algebra;
    /// The inverse of a matrix. A singular one is an error. In kernels for the sizes of `linalg.q`. > inv([[2,0],[0,4]]) == [[0.5,0],[0,0.25]]
    Inv "inv" "B = inv(A)" 1..=1 Host Algebra;
    /// The determinant. In kernels for the sizes of `linalg.q`. > det([[1,2],[3,4]]) == -2
    Det "det" "d = det(A)" 1..=1 Host Algebra;
    /// The logarithm of the determinant, where det overflows too; nan of a negative one. > logdet([[1,0],[0,1]]) == 0
    LogDet "logdet" "d = logdet(A)" 1..=1 Host Algebra;
    /// The pseudo-inverse; singular values up to the tolerance, by default the greatest times max(m,n) times the precision of the elements, count as zero. > size(pinv(ones(3,2)), 0) == 2
    Pinv "pinv" "B = pinv(A) | pinv(A, tolerance)" 1..=2 Host Algebra;
    /// x of A x = y; where A is not square the one of least squares, and of fewer equations than unknowns the shortest. It is an error if double precision, in which all is computed, finds no single one. In kernels for the sizes of `linalg.q`. > lsolve([[1,2],[3,4]], [5,11]) == [1,2]
    LSolve "lsolve" "x = lsolve(A, y)" 2..=2 Host Algebra;
    /// The ratio of the greatest to the least singular value. > cond([[1,0],[0,1]]) == 1
    Cond "cond" "c = cond(A)" 1..=1 Host Algebra;
    /// The number of singular values above the tolerance, by default the greatest times max(m,n) times the precision of the elements. > rank([[1,2],[2,4]]) == 1
    MatrixRank "rank" "r = rank(A) | rank(A, tolerance)" 1..=2 Host Algebra;
    /// The sum of the diagonal. > trace([[1,2],[3,4]]) == 5
    Trace "trace" "t = trace(A)" 1..=1 Host Algebra;
    /// The Kronecker product. > kron([1,2], [1,1]) == [1,1,2,2]
    Kron "kron" "C = kron(A, B)" 2..=2 Host Algebra;

    /// Reads an image as height x width x 3 scalars; with "native" it has the channels of the file, 1 to 4.
    Imread "imread" "img = imread(path, \"native\")" 1..=2 Host Special(ImageRead);
    /// Writes an image; values are rounded and limited to the range of the format. With a range [black, white] values of it become those of the format; [] is the range of the values.
    Imwrite "imwrite" "imwrite(path, img, [black, white])" 2..=3 Host Special(ImageWrite);
    /// The channels of a layer of an EXR file for stdlib/exr.q; without a name the colours.
    ExrRead "exr_read" "x = exr_read(path, layer)" 1..=2 Host Call;
    /// The names of the channels of an EXR file.
    ExrChannels "exr_channels" "v = exr_channels(path)" 1..=1 Host Call;
    /// Writes an EXR file of single precision: 1 channel is Y, 3 are R, G and B, and one more is A.
    ExrWrite "exrwrite" "exrwrite(path, img)" 2..=2 Host Call;
    /// The number of pages of a TIFF file.
    TiffPages "tiff_pages" "n = tiff_pages(path)" 1..=1 Host Call;
    /// Pages of a TIFF file for stdlib/tiff.q, behind each other along the third dimension.
    TiffRead "tiff_read" "x = tiff_read(path, pages)" 2..=2 Host Call;
    /// Writes a TIFF file with a grey page per slice: uint8 and uint16 as they are, scalars as floats.
    TiffWrite "tiffwrite" "tiffwrite(path, slices)" 2..=2 Host Call;
    /// Shows an image, grey or colour: 0 is black, 255 white, or the range [black, white]; [] is the range of the values. Gives the number of the figure.
    Imshow "imshow" "fig = imshow(img, [black, white])" 1..=2 Host Special(ImageShow);
    /// Shows curves; styles as "r--" have a colour (r g b c m y k w), a line (- -- : -.) and a mark (o . + x * s d ^). Gives the number of the figure.
    Plot "plot" "fig = plot(x, y, style, ...)" 1..=255 Host Call;
    /// Shows points; as plot with marks in place of lines.
    Scatter "scatter" "fig = scatter(x, y, style, ...)" 1..=255 Host Call;
    /// Gives the current figure a title.
    Title "title" "title(text)" 1..=1 Host Call;
    /// Labels the horizontal axis of the current plot.
    XLabel "xlabel" "xlabel(text)" 1..=1 Host Call;
    /// Labels the vertical axis of the current plot.
    YLabel "ylabel" "ylabel(text)" 1..=1 Host Call;
    /// Sets the ends of the horizontal axis of the current plot.
    XLim "xlim" "xlim(low, high)" 1..=2 Host Call;
    /// Sets the ends of the vertical axis of the current plot.
    YLim "ylim" "ylim(low, high)" 1..=2 Host Call;
    /// Names the curves of the current plot, in their order.
    Legend "legend" "legend(name, ...)" 1..=255 Host Call;
    /// "on": the next image or curve goes to the current figure; "off": to a figure of its own. 1 while the window is open, 0 without a display.
    Hold "hold" "open = hold(\"on\")" 0..=1 Host Call;
    /// The mouse over one of two images shows what is at the same place of the other, too.
    Connect "figure.connect" "fig.connect(other)" 2..=2 Host Call;
    /// Waits that many milliseconds. Windows go on reacting.
    Pause "pause" "pause(milliseconds)" 1..=1 Host Call;
    /// Lets images that take each other's place follow at this rate, in frames per second; 0 ends this.
    SyncFrameRate "sync_framerate" "sync_framerate(rate)" 1..=1 Host Call;
    /// What is shown next goes to a panel of a grid, counted row by row from 0.
    Subplot "subplot" "subplot(rows, columns, index)" 3..=3 Host Call;
    /// The image of a figure as it is seen: height x width x 3 bytes. The figure is the one shown last, or in a display of a form.
    Rasterize "figure.rasterize" "x = fig.rasterize()" 1..=1 Host Call;
    /// Adds a point to the last curve of a plot.
    AddPoint "figure.addPoint" "fig.addPoint(x, y)" 3..=3 Host Call;
    /// Makes a form for stdlib/form.q; gives its number.
    FormOpen "form_open" "n = form_open(title)" 1..=1 Host Call;
    /// Adds a part to a form: its kind, label, and [value, least, greatest].
    FormAdd "form_add" "n = form_add(form, kind, label, values)" 4..=4 Host Call;
    /// A property of a form or of a part of one.
    FormGet "form_get" "x = form_get(n, property)" 2..=2 Host Call;
    /// Sets a property of a form or of a part of one.
    FormSet "form_set" "form_set(n, property, value)" 3..=3 Host Call;
    /// The label of a part of a form.
    FormText "form_text" "s = form_text(n)" 1..=1 Host Call;
    /// Sets the label of a part of a form.
    FormSetText "form_set_text" "form_set_text(n, label)" 2..=2 Host Call;
    /// Gives a button a picture.
    FormIcon "form_icon" "form_icon(n, img)" 2..=2 Host Call;
    /// Waits for what the user does, for some milliseconds at most: whom it is about, what, row, column, and the milliseconds left.
    FormEvent "form_event" "v = form_event(milliseconds)" 1..=1 Host Call;
    /// What is shown next goes to a display of a form.
    FormTarget "form_target" "form_target(display)" 1..=1 Host Call;
    /// Opens a film or a camera for stdlib/video.q; gives its number. Size and rate are those of a camera, 0: the usual.
    VideoOpen "video_open" "n = video_open(path, width, height, rate)" 4..=4 Host Call;
    /// Width, height, frames per second and seconds of a film, when the frame is seen that was read last, and how many frames of a camera
    /// were not read.
    VideoFacts "video_facts" "v = video_facts(n)" 1..=1 Host Call;
    /// The next frame of a film, or the newest one of a camera; no elements behind the last one.
    VideoFrame "video_frame" "x = video_frame(n, newest)" 2..=2 Host Call;
    /// Goes to a time in a film, in seconds.
    VideoSeek "video_seek" "video_seek(n, seconds)" 2..=2 Host Call;
    /// Closes a film.
    VideoClose "video_close" "video_close(n)" 1..=1 Host Call;
    /// Starts the timer.
    Tic "tic" "tic()" 0..=0 Host Special(Tic);
    /// Milliseconds since tic: printed without an argument, returned for toc("").
    Toc "toc" "t = toc(text)" 0..=1 Host Special(Toc);
    /// Formats as C's. > sprintf("%d", 3) == "3"
    Sprintf "sprintf" "s = sprintf(format, ...)" 1..=255 Host Special(Format);
    /// Formats and prints.
    Printf "printf" "printf(format, ...)" 1..=255 Host Special(Print);
    /// Joins strings. > strcat("a", "b") == "ab"
    Strcat "strcat" "s = strcat(a, b, ...)" 1..=255 Host Special(Join);
    /// 1 in code for that platform, else 0: known when the code is made. > $target("amd") == 0
    Target "$target" "t = $target(name)" 1..=1 Anywhere Everywhere(Target);
    /// Behind `schedule`: 1 where a GPU should get a launch of the named kernel, of that many dimensions, with those arrays.
    Takes "$takes" "t = $takes(kernel, dimensions, dims..., arrays...)" 3..=255 Anywhere Everywhere(Takes);
    /// A call of a function of C.
    Foreign "$foreign" "y = $foreign(declaration, arguments...)" 1..=255 Host Special(Foreign);
    /// The number of characters of a string. > strlen("abc") == 3
    Strlen "strlen" "n = strlen(s)" 1..=1 Host Call;
    /// Capital letters. > upper("abc") == "ABC"
    Upper "upper" "t = upper(s)" 1..=1 Host Call;
    /// Small letters. > lower("ABC") == "abc"
    Lower "lower" "t = lower(s)" 1..=1 Host Call;
    /// The string without white space at both ends. > strtrim(" a ") == "a"
    Strtrim "strtrim" "t = strtrim(s)" 1..=1 Host Call;
    /// n characters from number i on, counted from 0. > substr("abcd", 1, 2) == "bc"
    Substr "substr" "t = substr(s, i, n)" 3..=3 Host Call;
    /// The number of the character where t first occurs in s, -1 where it does not. > strfind("abc", "c") == 2
    Strfind "strfind" "i = strfind(s, t)" 2..=2 Host Call;
    /// s with every a replaced by b. > strrep("a-b", "-", "+") == "a+b"
    Strrep "strrep" "t = strrep(s, a, b)" 3..=3 Host Call;
    /// The parts of a string between separators, by default single blanks.
    Strsplit "strsplit" "v = strsplit(s, separator)" 1..=2 Host Call;
    /// Strings joined by a separator, by default a blank. > strjoin(strsplit("a b"), "+") == "a+b"
    Strjoin "strjoin" "s = strjoin(v, separator)" 1..=2 Host Call;
    /// The number that a string stands for, nan where it stands for none. > str2num("2.5") == 2.5
    Str2Num "str2num" "x = str2num(s)" 1..=1 Host Call;
    /// A value as print writes it. > num2str(2.5) == "2.5"
    Num2Str "num2str" "s = num2str(x)" 1..=1 Host Special(Join);
    /// The codes of the characters of a string of ASCII characters. > toascii("AB") == [65,66]
    ToAscii "toascii" "v = toascii(s)" 1..=1 Host Call;
    /// The Unicode codes of the characters of a string. > tounicode("A") == [65]
    ToUnicode "tounicode" "v = tounicode(s)" 1..=1 Host Call;
    /// The string of ASCII codes. > fromascii([65,66]) == "AB"
    FromAscii "fromascii" "s = fromascii(v)" 1..=1 Host Call;
    /// The string of Unicode codes. > fromunicode([8364]) == "€"
    FromUnicode "fromunicode" "s = fromunicode(v)" 1..=1 Host Call;
    /// Reads by a format, as C's: each conversion of a constant format gives an int, a scalar or a string, another format gives a vector of numbers. > sscanf("3 apples", "%d apples") == 3
    Sscanf "sscanf" "[a, b, ...] = sscanf(s, format)" 2..=2 Host Special(ScanText);

    /// The vector x with v as one element more, also where v is a vector of such elements: the values of a dictionary.
    DictionaryAppend "dictionary_append" "y = dictionary_append(x, v)" 2..=2 Host Special(Append);
    /// The hash of a key of a dictionary, from 0 to 2^31-1: another one in each run of the program.
    DictionaryHashText "dictionary_hash_text" "n = dictionary_hash_text(s)" 1..=1 Host Call;
    /// The same of an integer.
    DictionaryHashInteger "dictionary_hash_integer" "n = dictionary_hash_integer(k)" 1..=1 Host Call;
    /// The same of a number; 0 and -0 have one hash.
    DictionaryHashNumber "dictionary_hash_number" "n = dictionary_hash_number(x)" 1..=1 Host Call;
    /// The key that was probably meant by one that is not there; "" where none is near.
    DictionaryNearest "dictionary_nearest" "t = dictionary_nearest(keys, key)" 2..=2 Host Call;

    /// The nodes of a text in JSON, five ints each: what it is, where it begins and ends, the node behind it, how many it contains.
    JsonParse "json_parse" "nodes = json_parse(s)" 1..=1 Host Call;
    /// The number of a node of a text.
    JsonNumber "json_number" "x = json_number(s, nodes, node)" 3..=3 Host Call;
    /// The whole number of a node; a fraction is an error.
    JsonInteger "json_integer" "n = json_integer(s, nodes, node)" 3..=3 Host Call;
    /// The text of a node.
    JsonString "json_string" "t = json_string(s, nodes, node)" 3..=3 Host Call;
    /// The value of a name in an object, -1 where there is none.
    JsonMember "json_member" "node = json_member(s, nodes, node, name)" 4..=4 Host Call;
    /// The line and column of a node.
    JsonPlace "json_place" "t = json_place(s, nodes, node)" 3..=3 Host Call;
    /// A text as JSON has it: in quotes, with escapes. > strlen(json_quote("a")) == 3
    JsonQuote "json_quote" "t = json_quote(s)" 1..=1 Host Call;

    /// A text in TOML as one in JSON, for stdlib/toml.q; the mistakes in it are those of the file of that name, if it is not "".
    TomlJson "toml_json" "t = toml_json(s, path)" 2..=2 Host Call;
    /// The lines and columns of what is in a text in TOML, two ints for each node of the text in JSON.
    TomlPlaces "toml_places" "places = toml_places(s)" 1..=1 Host Call;
    /// A text in TOML from one in JSON. > toml_text("{}") == ""
    TomlText "toml_text" "t = toml_text(s)" 1..=1 Host Call;

    /// The parts of a string that match a regular expression. > numel(regexp_match("a1b22", "[0-9]+")) == 2
    RegexpMatch "regexp_match" "v = regexp_match(s, pattern)" 2..=2 Host Call;
    /// The numbers of the characters where matches begin. > regexp_start("a1b22", "[0-9]+") == [1,3]
    RegexpStart "regexp_start" "k = regexp_start(s, pattern)" 2..=2 Host Call;
    /// The parts of a string between matches. > numel(regexp_split("a, b;c", "[,;] *")) == 3
    RegexpSplit "regexp_split" "v = regexp_split(s, pattern)" 2..=2 Host Call;
    /// The groups of all matches one after another; of a pattern without groups the matches.
    RegexpGroups "regexp_groups" "v = regexp_groups(s, pattern)" 2..=2 Host Call;
    /// The names of the groups of a pattern, "" for those without.
    RegexpNames "regexp_names" "v = regexp_names(pattern)" 1..=1 Host Call;
    /// A string with every match of a regular expression replaced; $1 or $name in the replacement is a group, $0 the match. > regexprep("ab", "(a)(b)", "$2$1") == "ba"
    Regexprep "regexprep" "t = regexprep(s, pattern, replacement)" 3..=3 Host Call;

    /// Opens a file for reading (r), writing (w) or appending (a), with + for both; gives its number.
    Fopen "fopen" "f = fopen(path, mode)" 1..=2 Host Call;
    /// Closes a file.
    Fclose "fclose" "fclose(f)" 1..=1 Host Call;
    /// Formats and writes to a file; 1 is standard output, 2 standard error.
    Fprintf "fprintf" "fprintf(f, format, ...)" 2..=255 Host Call;
    /// Writes values and a newline to a file, as print does.
    Fprint "fprint" "fprint(f, ...)" 1..=255 Host Call;
    /// The next line of a file without its end, "" at the end of the file.
    Fgets "fgets" "s = fgets(f)" 1..=1 Host Call;
    /// Reads from a file by a format, as sscanf does from a string.
    Fscanf "fscanf" "[a, b, ...] = fscanf(f, format)" 2..=2 Host Special(ScanFile);
    /// 1 when nothing is left to read.
    Feof "feof" "y = feof(f)" 1..=1 Host Call;
    /// The place in a file, in bytes from its start.
    Fgetpos "fgetpos" "p = fgetpos(f)" 1..=1 Host Call;
    /// Goes to a place in a file.
    Fsetpos "fsetpos" "fsetpos(f, p)" 2..=2 Host Call;
    /// Up to n numbers from a file: int8, uint8 (the default), int16, uint16, int32, uint32, int64, uint64, float32 or float64, little endian.
    Fread "fread" "v = fread(f, n, type)" 2..=3 Host Call;
    /// Writes the elements of x to a file as numbers of a type, by default uint8.
    Fwrite "fwrite" "fwrite(f, x, type)" 2..=3 Host Call;
    /// The names of the files of a folder, in order; the last part of the path may have * and ?.
    Dir "dir" "v = dir(path)" 0..=1 Host Call;
    /// 1 when there is a file or folder of that name. > exists("no such file") == 0
    Exists "exists" "y = exists(path)" 1..=1 Host Call;
    /// 1 when there is a folder of that name. > isfolder(pwd()) == 1
    IsFolder "isfolder" "y = isfolder(path)" 1..=1 Host Call;
    /// 1 when there is a file of that name. > isfile("no such file") == 0
    IsFile "isfile" "y = isfile(path)" 1..=1 Host Call;
    /// Makes a folder, and those above it that are missing; one that is there stays.
    MakeFolder "mkdir" "mkdir(path)" 1..=1 Host Call;
    /// Removes an empty folder.
    RemoveFolder "rmdir" "rmdir(path)" 1..=1 Host Call;
    /// A new folder for temporary files, in TMPDIR or /tmp; the program removes it.
    TempFolder "tempfolder" "path = tempfolder()" 0..=0 Host Call;
    /// The working folder, with its whole path.
    Pwd "pwd" "path = pwd()" 0..=0 Host Call;
    /// Makes another folder the working folder.
    ChangeFolder "cd" "cd(path)" 1..=1 Host Call;
    /// Removes a file.
    DeleteFile "delete" "delete(path)" 1..=1 Host Call;
    /// Gives a file or folder another name or folder; a file of that name is replaced.
    MoveFile "movefile" "movefile(from, to)" 2..=2 Host Call;
    /// Copies a file; one of that name is replaced.
    CopyFile "copyfile" "copyfile(from, to)" 2..=2 Host Call;
    /// The bytes of a file, as a whole number of 64 bits.
    FileSize "filesize" "n = filesize(path)" 1..=1 Host Call;
    /// When a file or folder was changed last, in seconds since the start of 1970.
    FileTime "filetime" "t = filetime(path)" 1..=1 Host Call;
    /// A variable of the environment; without one the second argument, or "". > getenv("NO SUCH VARIABLE", "none") == "none"
    Getenv "getenv" "s = getenv(name, instead)" 1..=2 Host Call;
    /// Seconds since the start of 1970, as a whole number of 64 bits. > time() > 1700000000
    Time "time" "t = time()" 0..=0 Host Call;
    /// A time in seconds since the start of 1970 as local time, by a format of C's strftime, by default %Y-%m-%d %H:%M:%S. > datestr(86400*365, "%Y") == "1971"
    DateStr "datestr" "s = datestr(t, format)" 1..=2 Host Call;
    /// Runs a command in a shell and waits for it; gives its exit code. > system("exit 3") == 3
    System "system" "code = system(command)" 1..=1 Host Call;
    /// What a command of the shell prints, without the last end of a line; an error where its exit code is not 0. > systemtext("echo a") == "a"
    SystemText "systemtext" "s = systemtext(command)" 1..=1 Host Call;
    /// Shows on a terminal how many of n steps are done and how long the others take; elsewhere nothing.
    Progress "progress" "progress(done, n)" 2..=2 Host Call;
    /// Ends the program with an exit code of 0 to 255.
    Exit "exit" "exit(code)" 1..=1 Host Call;
    /// All of a file as a string; what is no UTF-8 in it becomes U+FFFD.
    FileRead "fileread" "s = fileread(path)" 1..=1 Host Call;
    /// Writes a string as a file, which is complete or not there; no end of a line is added.
    FileWrite "filewrite" "filewrite(path, s)" 2..=2 Host Call;
    /// A matrix from a file of comma-separated values; an empty field is 0, NA is not a number. Names of columns are passed over.
    CsvRead "csvread" "m = csvread(path)" 1..=1 Host Call;
    /// Writes a matrix as comma-separated values.
    CsvWrite "csvwrite" "csvwrite(path, m)" 2..=2 Host Call;
    /// Saves arrays with the names of their variables; .npy, .npz and .mat select NumPy's and MATLAB's formats.
    Save "save" "save(path, a, b, ...)" 2..=255 Host Special(Save);
    /// Reads what save wrote, or an npy, npz or mat file: the first array, or the one of that name or number; "complex" reads complex numbers, "int", "uint8" and the like integers.
    Load "load" "x = load(path, which, type)" 1..=3 Host Special(Load);

    /// The largest block that a kernel may be launched with, within dims; the kernel may be left out. > max_block_size([4,2048]) == [1,1024]
    MaxBlockSize "max_block_size" "b = max_block_size(kernel, dims)" 1..=2 Host Everywhere(MaxBlockSize);
    /// The block size that a launch of the kernel takes by itself. > opt_block_size([1000,1000]) == [16,16]
    OptBlockSize "opt_block_size" "b = opt_block_size(kernel, dims)" 1..=2 Host Everywhere(OptBlockSize);
    /// The number of blocks along each dimension that covers dims, at most as many as can wait for each other. > opt_block_cnt([16,16], [20,32]) == [2,2]
    OptBlockCount "opt_block_cnt" "n = opt_block_cnt(kernel, block, dims)" 2..=3 Host Everywhere(OptBlockCount);
    /// An array that the threads of a block share; in kernels, as the value of a variable.
    Shared "shared" "s = shared(dims...)" 1..=16 Anywhere Everywhere(Shared);
    /// As shared, filled with zeros.
    SharedZeros "shared_zeros" "s = shared_zeros(dims...)" 1..=16 Anywhere Everywhere(Shared);
    /// Waits for the other threads of the group: warp, block (the default), grid, multi_grid or host; a statement of kernels.
    SyncThreads "syncthreads" "syncthreads(group)" 0..=1 Anywhere Everywhere(SyncThreads);
    /// Lets block, grid or system see what was written before it; a statement of kernels.
    MemFence "memfence" "memfence(group)" 1..=1 Anywhere Everywhere(MemFence);
    /// A property or a method of a group of threads, as the table of `groups` has them; in kernels, with a parameter of type thread_block.
    ThreadBlock "thread_block" "group.member(...)" 0..=2 Anywhere Everywhere(ThreadBlock);
}

/// Rows that the compiler alone calls.
pub const INTERNAL: &[Builtin] = &[Builtin::Takes, Builtin::FormTarget, Builtin::Foreign];

/// The row of a builtin.
pub fn row(builtin: Builtin) -> &'static Row {
    &ROWS[builtin as usize]
}

/// The builtin of that name.
pub fn find(name: &str) -> Option<Builtin> {
    ROWS.iter()
        .find(|row| row.name == name)
        .map(|row| row.builtin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_elementary_function_is_one_of_the_library() {
        for &function in MathFn::ALL {
            let rows: Vec<&Row> = ROWS
                .iter()
                .filter(|row| {
                    row.elementwise(row.arity.0.into()) == Some(Elementwise::Math(function))
                })
                .collect();
            let [row] = rows[..] else {
                panic!("{} is {} functions", function.name(), rows.len());
            };
            assert_eq!(row.name, function.name());
            let count = function.arity() as u8;
            assert_eq!(row.arity, (count, count), "{}", row.name);
        }
    }

    #[test]
    fn extremes_are_elementwise_with_two_arguments() {
        assert_eq!(row(Builtin::Min).elementwise(1), None);
        assert_eq!(row(Builtin::Min).elementwise(2), Some(Elementwise::Min));
        assert_eq!(row(Builtin::Min).reduction(), Some(ReduceOp::Min));
    }

    #[test]
    fn rows_stand_in_the_order_of_the_enum_and_names_are_unique() {
        for (index, entry) in ROWS.iter().enumerate() {
            assert_eq!(entry.builtin as usize, index);
            assert_eq!(
                find(entry.name),
                Some(entry.builtin),
                "{} occurs twice",
                entry.name
            );
            assert!(!entry.doc.is_empty(), "{} has no documentation", entry.name);
        }
    }
}
