//! Random expressions of a wanted type over the variables in scope.
//!
//! *Invariant:* every expression has a meaning on every engine that does not depend on an order that the language leaves open, and
//! evaluating one ends.

use super::random::Random;
use super::scope::{Kind, Scope};

/// An expression of type int, from the variables in scope; its value may be any int.
pub fn int(random: &mut Random, scope: &Scope, depth: usize) -> String {
    if depth == 0 || random.below(5) == 0 {
        return int_leaf(random, scope);
    }
    let mut part = || int(random, scope, depth - 1);
    let (a, b) = (part(), part());
    match random.below(18) {
        0 | 1 => format!("({a} + {b})"),
        2 | 3 => format!("({a} - {b})"),
        4 => format!("({a}*{b})"),
        5 => format!("mod({a}, {})", 2 + random.below(9)),
        6 => format!("int({})", scalar(random, scope, depth - 1)),
        7 => format!("min({a}, {b})"),
        8 => format!("max({a}, {b})"),
        9 => format!("abs({a})"),
        10 => format!("(-{a})"),
        11 => format!("({} ? {a} : {b})", truth(random, scope, depth - 1)),
        12 => format!("({})", truth(random, scope, depth - 1)),
        13 => format!("xor({a}, {b})"),
        14 => format!("and({a}, {b})"),
        15 => format!("periodize({a}, {})", 2 + random.below(9)),
        16 => match scope.pick(random, Kind::IntFunction) {
            Some(name) => format!("{name}({a}, {})", scalar(random, scope, depth - 1)),
            None => format!("or({a}, {b})"),
        },
        _ => format!("shr({a}, {})", random.below(5)),
    }
}

/// An int between 0 and 9, whatever the variables hold.
pub fn small(random: &mut Random, scope: &Scope) -> String {
    format!("periodize({}, 10)", int(random, scope, 2))
}

fn int_leaf(random: &mut Random, scope: &Scope) -> String {
    match random.below(8) {
        6 => match scope.pick(random, Kind::Bytes) {
            Some(name) => format!("{name}[periodize({}, 10)]", int_variable(random, scope)),
            None => int_variable(random, scope),
        },
        7 => match scope.pick(random, Kind::Spots) {
            Some(name) => format!("{name}[periodize({}, 10)].k", int_variable(random, scope)),
            None => int_variable(random, scope),
        },
        0 => format!("{}", random.below(20)),
        1 => match scope.pick(random, Kind::Matrix) {
            Some(name) => format!("size({name}, {})", random.below(2)),
            None => "3".into(),
        },
        2 => match scope.pick(random, Kind::Counts) {
            Some(name) => format!("{name}[periodize({}, 10)]", int_variable(random, scope)),
            None => int_variable(random, scope),
        },
        3 => match scope.pick(random, Kind::Record) {
            Some(name) => format!("{name}.count"),
            None => int_variable(random, scope),
        },
        _ => int_variable(random, scope),
    }
}

fn int_variable(random: &mut Random, scope: &Scope) -> String {
    scope
        .pick(random, Kind::Int)
        .unwrap_or_else(|| format!("{}", random.below(9)))
}

/// A condition.
pub fn truth(random: &mut Random, scope: &Scope, depth: usize) -> String {
    let depth = depth.saturating_sub(1);
    let sign = ["==", "!=", "<", "<=", ">", ">="][random.below(6)];
    match random.below(8) {
        6 => match scope.pick(random, Kind::Color) {
            Some(name) => format!("{name} {} color.green", ["==", "!="][random.below(2)]),
            None => "1 == 1".into(),
        },
        7 => match scope.pick(random, Kind::Text) {
            Some(name) => format!("{name} {} \"t4\"", ["==", "!="][random.below(2)]),
            None => "0 == 1".into(),
        },
        0 if depth > 0 => format!(
            "({} && {})",
            truth(random, scope, depth),
            truth(random, scope, depth)
        ),
        1 if depth > 0 => format!(
            "({} || {})",
            truth(random, scope, depth),
            truth(random, scope, depth)
        ),
        2 if depth > 0 => format!("!({})", truth(random, scope, depth)),
        3 => format!(
            "{} {sign} {}",
            scalar(random, scope, depth),
            scalar(random, scope, depth)
        ),
        _ => format!(
            "{} {sign} {}",
            int(random, scope, depth),
            int(random, scope, depth)
        ),
    }
}

/// An expression of type scalar.
pub fn scalar(random: &mut Random, scope: &Scope, depth: usize) -> String {
    if depth == 0 || random.below(5) == 0 {
        return scalar_leaf(random, scope);
    }
    let mut part = || scalar(random, scope, depth - 1);
    let (a, b) = (part(), part());
    match random.below(22) {
        0 | 1 => format!("({a} + {b})"),
        2 | 3 => format!("({a} - {b})"),
        4..=6 => format!("({a}*{b})"),
        7 => format!("({a}/{b})"),
        8 => format!("sqrt(abs({a}))"),
        9 => format!("min({a}, {b})"),
        10 => format!("max({a}, {b})"),
        11 => format!("exp(-abs({a}))"),
        12 => format!("sin({a})"),
        13 => format!("floor({a})"),
        14 => format!("({}/2)", int(random, scope, depth - 1)),
        15 => format!("({a} + {})", int(random, scope, depth - 1)),
        16 => format!("({} ? {a} : {b})", truth(random, scope, depth - 1)),
        17 => format!("abs({a})"),
        18 => format!("(-{a})"),
        19 => match scope.pick(random, Kind::ScalarFunction) {
            Some(name) => format!("{name}({a}, {})", int(random, scope, depth - 1)),
            None => format!("round({a})"),
        },
        20 => match scope.pick(random, Kind::Closure) {
            Some(name) => format!("{name}({a})"),
            None => format!("({a} - {b})"),
        },
        _ => format!("(({a})^2)"),
    }
}

fn scalar_leaf(random: &mut Random, scope: &Scope) -> String {
    match random.below(10) {
        8 => match scope.pick(random, Kind::Complex) {
            Some(name) => format!("{}({name})", ["real", "imag", "abs"][random.below(3)]),
            None => "0.125".into(),
        },
        9 => match scope.pick(random, Kind::Spots) {
            Some(name) => format!("{name}[periodize({}, 10)].x", int_variable(random, scope)),
            None => "3.0".into(),
        },
        7 => match scope.pick(random, Kind::Record) {
            Some(name) if random.below(2) == 0 => format!("{name}.weight"),
            Some(name) => format!("{name}.place[{}]", random.below(3)),
            None => "0.75".into(),
        },
        0 => format!("{:.3}", random.below(64) as f64 / 8.0 - 3.0).replace('-', "0.0-"),
        1 | 2 => match scope.pick(random, Kind::Matrix) {
            Some(name) => element(random, scope, &name),
            None => "0.5".into(),
        },
        3 => match scope.pick(random, Kind::Triple) {
            Some(name) => format!("{name}[{}]", random.below(3)),
            None => "1.5".into(),
        },
        4 => format!("(0.25*{})", int_variable(random, scope)),
        _ => scope
            .pick(random, Kind::Scalar)
            .unwrap_or_else(|| "2.0".into()),
    }
}

/// An element of a matrix whose modifier gives outside elements a meaning.
pub fn element(random: &mut Random, scope: &Scope, matrix: &str) -> String {
    let (row, column) = (index(random, scope), index(random, scope));
    format!("{matrix}[{row},{column}]")
}

fn index(random: &mut Random, scope: &Scope) -> String {
    let variable = int_variable(random, scope);
    match random.below(5) as i64 - 2 {
        0 => variable,
        shift => format!("{variable} + {shift}").replace("+ -", "- "),
    }
}

/// An expression of matrices of the common size.
pub fn matrix(random: &mut Random, scope: &Scope, depth: usize) -> String {
    let name = |random: &mut Random| {
        scope
            .pick(random, Kind::Matrix)
            .unwrap_or_else(|| "zeros(h, w)".into())
    };
    if depth == 0 {
        return name(random);
    }
    let (a, b) = (
        matrix(random, scope, depth - 1),
        matrix(random, scope, depth - 1),
    );
    match random.below(9) {
        0 => format!("({a} + {b})"),
        1 => format!("({a} - {b})"),
        2 => format!("({a}.*{b})"),
        3 => format!("({}*{a})", scalar(random, scope, 1)),
        4 => format!("max({a}, {b})"),
        5 => format!("abs({a})"),
        6 => format!("({a} > {b})"),
        7 => format!("({a} + {})", scalar(random, scope, 1)),
        _ => name(random),
    }
}

/// A vector of three.
pub fn triple(random: &mut Random, scope: &Scope) -> String {
    let name = |random: &mut Random| scope.pick(random, Kind::Triple);
    match (random.below(5), name(random), name(random)) {
        (0, Some(a), Some(b)) => format!("{a} + {b}"),
        (1, Some(a), Some(b)) => format!("{a}.*{b}"),
        (2, Some(a), _) => format!("{}*{a}", scalar(random, scope, 1)),
        (3, Some(a), _) => format!("{a}[[2,0,1]]"),
        _ => format!(
            "[{}, {}, {}]",
            scalar(random, scope, 1),
            scalar(random, scope, 1),
            scalar(random, scope, 1)
        ),
    }
}
