//! The text of operations on operands that are text already.
//!
//! *Invariant:* an operation has the bits that the middle representation defines; its text can stand as an operand.

use super::{elementary, types};
use crate::mir::kernel::accumulator_class;
use crate::mir::{AccumulatorOp, BinaryOp, CompareOp, Const, MathFn, Ty, UnaryOp};
use quasar_abi::AccumulatorClass;

/// An expression without the parentheses around all of it.
pub(super) fn bare(text: &str) -> &str {
    let Some(inner) = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    else {
        return text;
    };
    let mut depth = 0;
    for c in inner.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return text;
        }
    }
    inner
}

/// A sum or difference with a product, rounded once, as processors compute it (`spmd::passes::contract`): of two products the second one.
pub(super) fn contracted(
    op: BinaryOp,
    ty: Ty,
    products: [Option<[String; 2]>; 2],
    texts: &[String; 2],
) -> Option<String> {
    let name = match ty {
        Ty::F64 => "fma",
        _single => "fmaf",
    };
    let [x, y] = texts;
    let is_difference = op == BinaryOp::Sub;
    match products {
        [_, Some([a, b])] => Some(match is_difference {
            false => format!("{name}({}, {}, {})", bare(&a), bare(&b), bare(x)),
            true => format!("{name}(-{a}, {}, {})", bare(&b), bare(x)),
        }),
        [Some([a, b]), None] => Some(match is_difference {
            false => format!("{name}({}, {}, {})", bare(&a), bare(&b), bare(y)),
            true => format!("{name}({}, {}, -{y})", bare(&a), bare(&b)),
        }),
        [None, None] => None,
    }
}

pub(super) fn unary(op: UnaryOp, ty: Ty, a: &str) -> String {
    let single = ty == Ty::F32;
    let float = |name: &str| format!("{name}{}({})", if single { "f" } else { "" }, bare(a));
    match op {
        UnaryOp::Neg if ty.is_float() => format!("(-{a})"),
        UnaryOp::Neg => format!("q_neg({})", bare(a)),
        UnaryOp::Not => format!("!{a}"),
        UnaryOp::BitNot => format!("~{a}"),
        UnaryOp::Abs if ty.is_float() => float("fabs"),
        UnaryOp::Abs => format!("q_abs({})", bare(a)),
        UnaryOp::Sqrt if single => format!("__fsqrt_rn({})", bare(a)),
        UnaryOp::Sqrt => format!("__dsqrt_rn({})", bare(a)),
        UnaryOp::Floor => float("floor"),
        UnaryOp::Ceil => float("ceil"),
        UnaryOp::Round => float("round"),
        UnaryOp::Trunc => float("trunc"),
        UnaryOp::RoundHalf => format!("q_load(q_half_of({}))", bare(a)),
    }
}

/// The text of an operation on two operands of type `ty`.
pub(super) fn binary(op: BinaryOp, ty: Ty, a: &str, b: &str) -> String {
    let call = |name: &str| format!("{name}({}, {})", bare(a), bare(b));
    let infix = |sign: &str| format!("({a} {sign} {b})");
    match op {
        BinaryOp::Add if ty.is_float() => infix("+"),
        BinaryOp::Sub if ty.is_float() => infix("-"),
        BinaryOp::Mul if ty.is_float() => infix("*"),
        BinaryOp::Add => call("q_add"),
        BinaryOp::Sub => call("q_sub"),
        BinaryOp::Mul => call("q_mul"),
        BinaryOp::Div if ty == Ty::F32 => call("__fdiv_rn"),
        BinaryOp::Div => infix("/"),
        BinaryOp::IntDiv => call("q_div"),
        BinaryOp::Rem if ty == Ty::F32 => call("fmodf"),
        BinaryOp::Rem if ty == Ty::F64 => call("fmod"),
        BinaryOp::Rem => call("q_rem"),
        BinaryOp::Min => call("q_min"),
        BinaryOp::Max => call("q_max"),
        BinaryOp::IntPow => call("q_power"),
        BinaryOp::And if ty == Ty::Bool => infix("&&"),
        BinaryOp::Or if ty == Ty::Bool => infix("||"),
        BinaryOp::Xor if ty == Ty::Bool => infix("!="),
        BinaryOp::And => infix("&"),
        BinaryOp::Or => infix("|"),
        BinaryOp::Xor => infix("^"),
        BinaryOp::Shl => call("q_shl"),
        BinaryOp::Shr => call("q_shr"),
    }
}

pub(super) fn comparison(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}

pub(super) fn conversion(from: Ty, to: Ty, a: &str) -> String {
    match (from.is_float(), to) {
        _ if from == to => a.to_string(),
        (_, Ty::Bool) => format!("({a} != 0)"),
        (true, Ty::I32) => format!("q_int({})", bare(a)),
        (true, Ty::I64) => format!("q_long({})", bare(a)),
        _ => format!("({}){a}", types::register(to)),
    }
}

/// A call of an elementary function.
pub(super) fn call(function: MathFn, ty: Ty, args: &[&str]) -> String {
    let args = args.join(", ");
    if ty == Ty::F32 {
        return match elementary::name(function) {
            Some(name) => format!("{name}({args})"),
            // The runtime, too, computes these in double precision and rounds once.
            None => format!("(float){}((double)({args}))", function.name()),
        };
    }
    format!("{}({args})", function.name())
}

/// The value that changes nothing.
pub(super) fn identity(op: AccumulatorOp, ty: Ty) -> String {
    let class = accumulator_class(ty);
    let bits = op.identity(class);
    types::constant(match class {
        AccumulatorClass::I32 => Const::I32(bits as u32 as i32),
        AccumulatorClass::I64 => Const::I64(bits as i64),
        AccumulatorClass::F32 => Const::F32(f32::from_bits(bits as u32)),
        AccumulatorClass::F64 => Const::F64(f64::from_bits(bits)),
    })
}
