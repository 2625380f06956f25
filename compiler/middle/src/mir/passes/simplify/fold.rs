//! Constant folding and algebraic identities.
//!
//! *Invariant:* every rule gives the same bits as the operation it replaces (a NaN's payload excepted), on all operands.

use crate::base::IndexVec;
use crate::mir::arithmetic;
use crate::mir::data::*;
use crate::mir::interpret;
use crate::mir::query::keeps_extents;

/// What an operation turned out to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Simpler {
    /// A value that exists already.
    Same(Value),
    /// A constant.
    Constant(Const),
    /// Another operation.
    Operation(Op),
    /// An operation on a value and a constant.
    WithConstant(BinaryOp, Value, Const),
    /// Several operations, the last of which gives it.
    Steps(Vec<Step>),
}

/// An operation of several.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// As `Op::Binary`.
    Binary(BinaryOp, Part, Part),
    /// As `Op::Compare`.
    Compare(CompareOp, Part, Part),
    /// As `Op::Select`.
    Select(Part, Part, Part),
}

/// An operand of such an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// A value that exists already.
    Value(Value),
    /// A constant.
    Constant(Const),
    /// What the step of this number gives.
    Step(usize),
}

impl Step {
    /// The operation, from what its parts are as values.
    pub fn op(&self, mut value: impl FnMut(Part) -> Value) -> Op {
        match *self {
            Step::Binary(op, a, b) => Op::Binary(op, value(a), value(b)),
            Step::Compare(op, a, b) => Op::Compare(op, value(a), value(b)),
            Step::Select(cond, then, otherwise) => Op::Select {
                cond: value(cond),
                then: value(then),
                otherwise: value(otherwise),
            },
        }
    }
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The rules, each with a name: `tests/smt` proves them one by one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            /// All of them.
            pub const ALL: &[Rule] = &[$(Rule::$name,)*];
        }
    };
}

rules! {
    /// `op c`, with the number that it is.
    ConstantOperand,
    /// `-(-x)`, `!!x`, `~~x`.
    TwiceIsNothing,
    /// A number rounded to a half is one already.
    RoundedTwice,
    /// `!(x < y)` is `x >= y`; of floats `!(x == y)` is `x != y` alone.
    OppositeComparison,
    /// `c op d`, with the number that it is.
    ConstantOperands,
    /// `c + x` is `x + c`.
    ConstantToTheRight,
    /// `b && b`, `b || b`.
    TruthWithItself,
    /// `b && true`, `b || false`, `b ^ false`.
    NeutralTruth,
    /// `b && false`, `b || true`.
    DecisiveTruth,
    /// `b ^ true` is `!b`.
    OtherThanTrue,
    /// `x - x`, `x ^ x` of whole numbers are 0.
    NumberLessItself,
    /// `x & x`, `x | x`, `min(x, x)`, `max(x, x)` of whole numbers are x.
    NumberWithItself,
    /// Whole numbers plus, less, or, xor, shifted by 0.
    NeutralZero,
    /// Whole numbers times, and, divided by 0 and their remainder are 0.
    DecisiveZero,
    /// Whole numbers times, divided by, to the power of 1.
    NeutralOne,
    /// The remainder of a division by 1 is 0.
    RemainderOfOne,
    /// The power 2 is a product.
    Square,
    /// The power 0 is 1.
    PowerOfNothing,
    /// The powers 3 and 4 are products.
    SmallPower,
    /// A power of 2, 4, 8 and so on is a shift of 1, or 0.
    PowerOfTwo,
    /// `(x c) d` is `x (c d)`.
    ProductOfProduct,
    /// `(x + c) + d` is `x + (c + d)`, `(x + c) - d` is `x + (c - d)`.
    StepFromSum,
    /// `(x - c) - d` is `x - (c + d)`.
    DifferenceFromDifference,
    /// `(x - c) + d` is `x - (c - d)`.
    SumFromDifference,
    /// `(x + y) - x` and `x - (x - y)` are y, `(x - y) + y` is x.
    PartTakenBack,
    /// `(x + y) - (x + z)` is `y - z`, `(x + y) - (x - z)` is `y + z`, `(x - y) - (x - z)` is `z - y`.
    CommonPart,
    /// Floats times and divided by 1.
    FloatByOne,
    /// A float divided by a power of two is one times the reciprocal, which is exact.
    FloatByPowerOfTwo,
    /// A float less 0.
    FloatLessZero,
    /// A float plus -0.
    FloatAndNegativeZero,
    /// `c < d`, with the truth value that it is.
    ConstantsCompared,
    /// `c < x` is `x > c`.
    ComparedConstantToTheRight,
    /// `x <= x` of whole numbers and truth values is known.
    ComparedWithItself,
    /// `(b ? c : d) == c` is b.
    ChoiceTellsCondition,
    /// `(b ? c : d) == d` is `!b`.
    ChoiceTellsOpposite,
    /// `(b ? c : d) < e` is known where it is the same for both.
    ChoiceTellsNothing,
    /// `number(b) != 0` is b.
    TruthAsked,
    /// `number(b) == 0` is `!b`.
    OppositeTruthAsked,
    /// An elementary function of constants, with the number that it is.
    ConstantArguments,
    /// `b ? x : x`.
    ChoiceOfEquals,
    /// `true ? x : y`.
    KnownChoice,
    /// `!b ? x : y` is `b ? y : x`.
    ChoiceByOpposite,
    /// `b ? true : false`.
    ChoiceOfTruths,
    /// `b ? false : true` is `!b`.
    ChoiceOfOppositeTruths,
    /// A constant of another type.
    ConstantConverted,
    /// A conversion to the type that it has.
    ConvertedToItself,
    /// A conversion to a type that holds every value, and back.
    ThereAndBack,
    /// The extent of an array is what it was made with.
    ExtentOfNewArray,
    /// A copy has the extents of its original.
    ExtentOfCopy,
    /// A vector has as many elements as it was made with.
    NumberInNewVector,
    /// The number of elements of an array is the product of its constant extents.
    NumberInNewArray,
    /// A copy has as many elements as its original.
    NumberInCopy,
}

/// What is known of the values defined so far.
pub struct Known<'a> {
    /// Types.
    pub values: &'a IndexVec<Value, ValueData>,
    /// The operations that define values; none for those without a rule.
    pub definitions: &'a IndexVec<Value, Option<Op>>,
}

impl Known<'_> {
    fn definition(&self, value: Value) -> Option<&Op> {
        self.definitions[value].as_ref()
    }

    /// The constant that a value is.
    pub fn constant(&self, value: Value) -> Option<Const> {
        match self.definition(value)? {
            Op::Const(constant) => Some(*constant),
            _other => None,
        }
    }

    fn bits(&self, value: Value) -> Option<u64> {
        arithmetic::slot_of(self.constant(value)?)
    }

    fn ty(&self, value: Value) -> Ty {
        self.values[value].ty
    }

    /// Whether the value is the constant of its type with that number.
    fn is_number(&self, value: Value, number: i32) -> bool {
        match self.constant(value) {
            Some(Const::I32(found)) => found == number,
            Some(Const::I64(found)) => found == i64::from(number),
            Some(Const::F32(found)) => found.to_bits() == (number as f32).to_bits(),
            Some(Const::F64(found)) => found.to_bits() == f64::from(number).to_bits(),
            Some(Const::Bool(_) | Const::Str(_) | Const::Null(_) | Const::OnGpu) | None => false,
        }
    }

    /// A simpler form of an operation with one result of type `ty`, and the rule that gives it.
    pub fn simpler(&self, op: &Op, ty: Ty) -> Option<(Rule, Simpler)> {
        match op {
            Op::Unary(unary, a) => self.unary(*unary, *a),
            Op::Binary(binary, a, b) => self.binary(*binary, *a, *b),
            Op::Compare(compare, a, b) => self.compare(*compare, *a, *b),
            Op::Math(function, args) => self.math(*function, args),
            Op::Select {
                cond,
                then,
                otherwise,
            } => self.select(*cond, *then, *otherwise),
            Op::Convert(a) => self.convert(*a, ty),
            Op::Dim(array, axis) => self.dim(*array, *axis),
            Op::Numel(array) => self.numel(*array),
            _other => None,
        }
    }

    fn unary(&self, op: UnaryOp, a: Value) -> Option<(Rule, Simpler)> {
        let ty = self.ty(a);
        if let Some(bits) = self.bits(a) {
            let function = op.function(ty)?;
            return Some((Rule::ConstantOperand, constant(ty, function(bits))));
        }
        match (op, self.definition(a)?) {
            (UnaryOp::Neg, Op::Unary(UnaryOp::Neg, inner))
            | (UnaryOp::Not, Op::Unary(UnaryOp::Not, inner))
            | (UnaryOp::BitNot, Op::Unary(UnaryOp::BitNot, inner)) => {
                Some((Rule::TwiceIsNothing, Simpler::Same(*inner)))
            }
            (UnaryOp::RoundHalf, Op::Unary(UnaryOp::RoundHalf, _)) => {
                Some((Rule::RoundedTwice, Simpler::Same(a)))
            }
            (UnaryOp::Not, Op::Compare(compare, left, right)) => {
                let inverse = inverse(*compare, self.ty(*left))?;
                let opposite = Op::Compare(inverse, *left, *right);
                Some((Rule::OppositeComparison, Simpler::Operation(opposite)))
            }
            _other => None,
        }
    }

    fn binary(&self, op: BinaryOp, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        let ty = self.ty(a);
        if let (Some(left), Some(right)) = (self.bits(a), self.bits(b)) {
            let function = op.function(ty)?;
            return Some((Rule::ConstantOperands, constant(ty, function(left, right))));
        }
        // Constants stand on the right, where the rules look for them.
        if self.bits(a).is_some() && op.commutes() {
            let exchanged = Simpler::Operation(Op::Binary(op, b, a));
            return Some((Rule::ConstantToTheRight, exchanged));
        }
        match ty {
            Ty::Bool => self.logic(op, a, b),
            Ty::I32 | Ty::I64 => self.integer(op, a, b),
            Ty::F32 | Ty::F64 => self.float(op, a, b),
            Ty::Array(_) | Ty::Str => None,
        }
    }

    fn logic(&self, op: BinaryOp, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        let right = match self.constant(b) {
            Some(Const::Bool(right)) => right,
            _unknown if a == b && matches!(op, BinaryOp::And | BinaryOp::Or) => {
                return Some((Rule::TruthWithItself, Simpler::Same(a)));
            }
            _unknown => return None,
        };
        match op {
            BinaryOp::And if right => Some((Rule::NeutralTruth, Simpler::Same(a))),
            BinaryOp::And | BinaryOp::Or if right == (op == BinaryOp::Or) => {
                Some((Rule::DecisiveTruth, Simpler::Same(b)))
            }
            BinaryOp::Or => Some((Rule::NeutralTruth, Simpler::Same(a))),
            BinaryOp::Xor if right => {
                let opposite = Op::Unary(UnaryOp::Not, a);
                Some((Rule::OtherThanTrue, Simpler::Operation(opposite)))
            }
            BinaryOp::Xor => Some((Rule::NeutralTruth, Simpler::Same(a))),
            _other => None,
        }
    }

    fn integer(&self, op: BinaryOp, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        let zero = |rule| Some((rule, constant(self.ty(a), 0)));
        let same = |rule| Some((rule, Simpler::Same(a)));
        if a == b {
            match op {
                BinaryOp::Sub | BinaryOp::Xor => return zero(Rule::NumberLessItself),
                BinaryOp::And | BinaryOp::Or | BinaryOp::Min | BinaryOp::Max => {
                    return same(Rule::NumberWithItself);
                }
                _other => {}
            }
        }
        if self.is_number(b, 0) {
            match op {
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::Shr => return same(Rule::NeutralZero),
                BinaryOp::Mul | BinaryOp::And | BinaryOp::IntDiv | BinaryOp::Rem => {
                    return zero(Rule::DecisiveZero);
                }
                BinaryOp::Div | BinaryOp::Min | BinaryOp::Max | BinaryOp::IntPow => {}
            }
        }
        if self.is_number(b, 1) {
            match op {
                BinaryOp::Mul | BinaryOp::IntDiv | BinaryOp::IntPow => {
                    return same(Rule::NeutralOne);
                }
                BinaryOp::Rem => return zero(Rule::RemainderOfOne),
                _other => {}
            }
        }
        if op == BinaryOp::IntPow {
            return self.power(a, b);
        }
        self.reassociated(op, a, b)
            .or_else(|| self.cancelled(op, a, b))
    }

    /// Sums and differences of which a part is added and taken away; integers wrap, so the order is free.
    fn cancelled(&self, op: BinaryOp, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        let (left, right) = (self.terms(a), self.terms(b));
        let back = |value| Some((Rule::PartTakenBack, Simpler::Same(value)));
        match (op, left, right) {
            (BinaryOp::Sub, Some((BinaryOp::Add, x, y)), _) if x == b => return back(y),
            (BinaryOp::Sub, Some((BinaryOp::Add, x, y)), _) if y == b => return back(x),
            (BinaryOp::Sub, _, Some((BinaryOp::Sub, x, y))) if x == a => return back(y),
            (BinaryOp::Add, Some((BinaryOp::Sub, x, y)), _) if y == b => return back(x),
            (BinaryOp::Add, _, Some((BinaryOp::Sub, x, y))) if y == a => return back(x),
            _other => {}
        }
        let ((first, x, y), (second, other, z)) = (left?, right?);
        if op != BinaryOp::Sub {
            return None;
        }
        // Either operand of a sum may be the common part.
        let parts = |op, x, y| match op {
            BinaryOp::Add => vec![(x, y), (y, x)],
            _difference => vec![(x, y)],
        };
        for (x, y) in parts(first, x, y) {
            for (other, z) in parts(second, other, z) {
                let rest = match (first, second) {
                    _unlike if x != other => continue,
                    (BinaryOp::Add, BinaryOp::Add) => Op::Binary(BinaryOp::Sub, y, z),
                    (BinaryOp::Add, _) => Op::Binary(BinaryOp::Add, y, z),
                    (_, BinaryOp::Add) => continue,
                    _differences => Op::Binary(BinaryOp::Sub, z, y),
                };
                return Some((Rule::CommonPart, Simpler::Operation(rest)));
            }
        }
        None
    }

    /// The operands of a sum or a difference.
    fn terms(&self, value: Value) -> Option<(BinaryOp, Value, Value)> {
        match self.definition(value)? {
            Op::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), x, y) => Some((*op, *x, *y)),
            _other => None,
        }
    }

    /// Powers that need no loop.
    fn power(&self, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        if self.is_number(b, 0) {
            return Some((Rule::PowerOfNothing, constant(self.ty(a), 1)));
        }
        if self.is_number(b, 2) {
            let square = Op::Binary(BinaryOp::Mul, a, a);
            return Some((Rule::Square, Simpler::Operation(square)));
        }
        let (base, square) = (Part::Value(a), Part::Step(0));
        let steps = |last| vec![Step::Binary(BinaryOp::Mul, base, base), last];
        if self.is_number(b, 3) {
            let cube = steps(Step::Binary(BinaryOp::Mul, square, base));
            return Some((Rule::SmallPower, Simpler::Steps(cube)));
        }
        if self.is_number(b, 4) {
            let fourth = steps(Step::Binary(BinaryOp::Mul, square, square));
            return Some((Rule::SmallPower, Simpler::Steps(fourth)));
        }
        let steps = self.power_of_two(a, b)?;
        Some((Rule::PowerOfTwo, Simpler::Steps(steps)))
    }

    /// `2^b` as `1 << b` where the bit is in the number. Beyond it wraps to 0, as powers below 0 are 0.
    fn power_of_two(&self, a: Value, b: Value) -> Option<Vec<Step>> {
        let ty = self.ty(a);
        let width: u32 = if ty == Ty::I64 { 64 } else { 32 };
        let base = match self.constant(a)? {
            Const::I32(base) => i64::from(base),
            Const::I64(base) => base,
            _other => return None,
        };
        if base < 2 || base.count_ones() != 1 {
            return None;
        }
        let each = base.trailing_zeros();
        let number = |number: u32| {
            Part::Constant(match ty {
                Ty::I64 => Const::I64(number.into()),
                _ => Const::I32(number as i32),
            })
        };
        let exponent = Part::Value(b);
        let mut steps = vec![
            Step::Compare(CompareOp::Ge, exponent, number(0)),
            Step::Compare(CompareOp::Lt, exponent, number(width.div_ceil(each))),
            Step::Binary(BinaryOp::And, Part::Step(0), Part::Step(1)),
        ];
        let count = match each {
            1 => exponent,
            _ => {
                steps.push(Step::Binary(BinaryOp::Mul, exponent, number(each)));
                Part::Step(3)
            }
        };
        steps.push(Step::Binary(BinaryOp::Shl, number(1), count));
        let (inside, shifted) = (Part::Step(2), Part::Step(steps.len() - 1));
        steps.push(Step::Select(inside, shifted, number(0)));
        Some(steps)
    }

    /// `(x ± c) ± d` and `(x · c) · d` with constants c and d; integers wrap, so the order is free.
    fn reassociated(&self, op: BinaryOp, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        let ty = self.ty(a);
        let (Some(Op::Binary(inner, x, c)), Some(d)) = (self.definition(a), self.bits(b)) else {
            return None;
        };
        let c = self.bits(*c)?;
        let apply = |op: BinaryOp, left, right| Some(op.function(ty)?(left, right));
        let (rule, op, bits) = match (inner, op) {
            (BinaryOp::Mul, BinaryOp::Mul) => {
                (Rule::ProductOfProduct, BinaryOp::Mul, apply(op, c, d)?)
            }
            (BinaryOp::Add, BinaryOp::Add | BinaryOp::Sub) => {
                (Rule::StepFromSum, BinaryOp::Add, apply(op, c, d)?)
            }
            (BinaryOp::Sub, BinaryOp::Sub) => {
                let joined = apply(BinaryOp::Add, c, d)?;
                (Rule::DifferenceFromDifference, BinaryOp::Sub, joined)
            }
            (BinaryOp::Sub, BinaryOp::Add) => {
                let joined = apply(BinaryOp::Sub, c, d)?;
                (Rule::SumFromDifference, BinaryOp::Sub, joined)
            }
            _other => return None,
        };
        let joined = arithmetic::constant_of(ty, bits);
        Some((rule, Simpler::WithConstant(op, *x, joined)))
    }

    fn float(&self, op: BinaryOp, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        if op == BinaryOp::Div
            && !self.is_number(b, 1)
            && let Some(reciprocal) = self.constant(b).and_then(exact_reciprocal)
        {
            let product = Simpler::WithConstant(BinaryOp::Mul, a, reciprocal);
            return Some((Rule::FloatByPowerOfTwo, product));
        }
        let rule = match op {
            BinaryOp::Mul | BinaryOp::Div if self.is_number(b, 1) => Rule::FloatByOne,
            BinaryOp::Sub if self.is_number(b, 0) => Rule::FloatLessZero,
            // x + 0 is not x for x = -0.
            BinaryOp::Add if self.is_negative_zero(b) => Rule::FloatAndNegativeZero,
            _other => return None,
        };
        Some((rule, Simpler::Same(a)))
    }

    fn is_negative_zero(&self, value: Value) -> bool {
        match self.constant(value) {
            Some(Const::F32(found)) => found.to_bits() == (-0.0f32).to_bits(),
            Some(Const::F64(found)) => found.to_bits() == (-0.0f64).to_bits(),
            _other => false,
        }
    }

    fn compare(&self, op: CompareOp, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        let ty = self.ty(a);
        if let (Some(left), Some(right)) = (self.bits(a), self.bits(b)) {
            let function = op.function(ty)?;
            let known = constant(Ty::Bool, function(left, right));
            return Some((Rule::ConstantsCompared, known));
        }
        if self.bits(a).is_some() {
            let exchanged = Simpler::Operation(Op::Compare(op.mirrored(), b, a));
            return Some((Rule::ComparedConstantToTheRight, exchanged));
        }
        if a == b && !ty.is_float() {
            let holds = matches!(op, CompareOp::Eq | CompareOp::Le | CompareOp::Ge);
            let known = Simpler::Constant(Const::Bool(holds));
            return Some((Rule::ComparedWithItself, known));
        }
        self.choice_test(op, a, b)
            .or_else(|| self.truth_test(op, a, b))
    }

    /// Whether one of two constants is as another constant: what chooses between them, its opposite, or known.
    fn choice_test(&self, op: CompareOp, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        let Op::Select {
            cond,
            then,
            otherwise,
        } = self.definition(a)?
        else {
            return None;
        };
        let (function, right) = (op.function(self.ty(a))?, self.bits(b)?);
        let holds = |value: Value| Some(function(self.bits(value)?, right) != 0);
        Some(match (holds(*then)?, holds(*otherwise)?) {
            (true, false) => (Rule::ChoiceTellsCondition, Simpler::Same(*cond)),
            (false, true) => {
                let opposite = Op::Unary(UnaryOp::Not, *cond);
                (Rule::ChoiceTellsOpposite, Simpler::Operation(opposite))
            }
            (both, _) => (
                Rule::ChoiceTellsNothing,
                Simpler::Constant(Const::Bool(both)),
            ),
        })
    }

    /// `x != 0` and `x == 0` where `x` is a truth value as a number, and comparisons of a truth value with a constant.
    fn truth_test(&self, op: CompareOp, a: Value, b: Value) -> Option<(Rule, Simpler)> {
        let (truth, expects) = match (self.definition(a), self.constant(b)?) {
            (_, Const::Bool(right)) => (a, right),
            (Some(Op::Convert(inner)), _) if self.ty(*inner) == Ty::Bool => {
                if !self.is_number(b, 0) && !self.is_number(b, 1) {
                    return None;
                }
                (*inner, self.is_number(b, 1))
            }
            _other => return None,
        };
        match op {
            CompareOp::Eq | CompareOp::Ne if expects == (op == CompareOp::Eq) => {
                Some((Rule::TruthAsked, Simpler::Same(truth)))
            }
            CompareOp::Eq | CompareOp::Ne => {
                let opposite = Op::Unary(UnaryOp::Not, truth);
                Some((Rule::OppositeTruthAsked, Simpler::Operation(opposite)))
            }
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => None,
        }
    }

    fn math(&self, function: MathFn, args: &[Value]) -> Option<(Rule, Simpler)> {
        let bits: Option<Vec<u64>> = args.iter().map(|&arg| self.bits(arg)).collect();
        let ty = self.ty(args[0]);
        let known = constant(ty, interpret::elementary(function, ty, &bits?));
        Some((Rule::ConstantArguments, known))
    }

    fn select(&self, cond: Value, then: Value, otherwise: Value) -> Option<(Rule, Simpler)> {
        if then == otherwise {
            return Some((Rule::ChoiceOfEquals, Simpler::Same(then)));
        }
        if let Some(Const::Bool(holds)) = self.constant(cond) {
            let chosen = if holds { then } else { otherwise };
            return Some((Rule::KnownChoice, Simpler::Same(chosen)));
        }
        if let Some(Op::Unary(UnaryOp::Not, inner)) = self.definition(cond) {
            let exchanged = Op::Select {
                cond: *inner,
                then: otherwise,
                otherwise: then,
            };
            return Some((Rule::ChoiceByOpposite, Simpler::Operation(exchanged)));
        }
        match (self.constant(then)?, self.constant(otherwise)?) {
            (Const::Bool(true), Const::Bool(false)) => {
                Some((Rule::ChoiceOfTruths, Simpler::Same(cond)))
            }
            (Const::Bool(false), Const::Bool(true)) => {
                let opposite = Op::Unary(UnaryOp::Not, cond);
                Some((Rule::ChoiceOfOppositeTruths, Simpler::Operation(opposite)))
            }
            _other => None,
        }
    }

    fn convert(&self, a: Value, to: Ty) -> Option<(Rule, Simpler)> {
        let from = self.ty(a);
        if let Some(bits) = self.bits(a) {
            let function = arithmetic::convert(from, to)?;
            return Some((Rule::ConstantConverted, constant(to, function(bits))));
        }
        if from == to {
            return Some((Rule::ConvertedToItself, Simpler::Same(a)));
        }
        // There and back through a type that holds every value.
        match self.definition(a) {
            Some(Op::Convert(inner)) if self.ty(*inner) == to && holds(from, to) => {
                Some((Rule::ThereAndBack, Simpler::Same(*inner)))
            }
            _other => None,
        }
    }

    /// The extents of arrays whose making is in sight.
    fn dim(&self, array: Value, axis: u8) -> Option<(Rule, Simpler)> {
        match self.definition(array)? {
            Op::NewArray { dims, .. } => {
                let axis = usize::from(axis);
                // One number n makes 1×n.
                let padding = usize::from(dims.len() == 1);
                let found = axis.checked_sub(padding).and_then(|axis| dims.get(axis));
                let one = Simpler::Constant(Const::I32(1));
                let extent = found.map_or(one, |&dim| Simpler::Same(dim));
                Some((Rule::ExtentOfNewArray, extent))
            }
            Op::Runtime { func, args, .. } if keeps_extents(*func) => {
                let original = Op::Dim(args[0], axis);
                Some((Rule::ExtentOfCopy, Simpler::Operation(original)))
            }
            _other => None,
        }
    }

    fn numel(&self, array: Value) -> Option<(Rule, Simpler)> {
        match self.definition(array)? {
            Op::NewArray { dims, .. } if dims.len() == 1 => {
                Some((Rule::NumberInNewVector, Simpler::Same(dims[0])))
            }
            Op::NewArray { dims, .. } => {
                // An array that could be made has a number of elements that fits.
                let extents = dims.iter().map(|&dim| match self.constant(dim)? {
                    Const::I32(extent) => Some(extent),
                    _other => None,
                });
                let extents: Option<Vec<i32>> = extents.collect();
                let count = extents?.into_iter().fold(1i32, i32::wrapping_mul);
                Some((Rule::NumberInNewArray, Simpler::Constant(Const::I32(count))))
            }
            Op::Runtime { func, args, .. } if keeps_extents(*func) => {
                let original = Op::Numel(args[0]);
                Some((Rule::NumberInCopy, Simpler::Operation(original)))
            }
            _other => None,
        }
    }
}

/// The reciprocal of a power of two, where both are ordinary numbers: of subnormal ones a machine may make 0.
fn exact_reciprocal(constant: Const) -> Option<Const> {
    match constant {
        Const::F32(number) => {
            let power = number.to_bits() << 9 == 0;
            let reciprocal = 1.0 / number;
            (power && number.is_normal() && reciprocal.is_normal())
                .then_some(Const::F32(reciprocal))
        }
        Const::F64(number) => {
            let power = number.to_bits() << 12 == 0;
            let reciprocal = 1.0 / number;
            (power && number.is_normal() && reciprocal.is_normal())
                .then_some(Const::F64(reciprocal))
        }
        Const::Bool(_)
        | Const::I32(_)
        | Const::I64(_)
        | Const::Str(_)
        | Const::Null(_)
        | Const::OnGpu => None,
    }
}

fn constant(ty: Ty, bits: u64) -> Simpler {
    Simpler::Constant(arithmetic::constant_of(ty, bits))
}

/// The comparison that holds exactly where `op` does not; floats have one for equality only, because of NaN.
fn inverse(op: CompareOp, ty: Ty) -> Option<CompareOp> {
    let is_exact = !ty.is_float() || matches!(op, CompareOp::Eq | CompareOp::Ne);
    is_exact.then(|| op.opposite())
}

/// Whether every value of type `narrow` goes to `wide` and back unchanged.
fn holds(wide: Ty, narrow: Ty) -> bool {
    match narrow {
        Ty::Bool => matches!(wide, Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64),
        Ty::I32 => matches!(wide, Ty::I64 | Ty::F64),
        Ty::F32 => wide == Ty::F64,
        Ty::I64 | Ty::F64 | Ty::Array(_) | Ty::Str => false,
    }
}
