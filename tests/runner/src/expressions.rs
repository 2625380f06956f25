//! Random floating-point expressions over pictures, for `--fp=strict`: every
//! engine must give the same bits. What they are is decided by no one here;
//! the engines are compared with each other. Lines that begin with `sum` hold
//! sums over a picture, whose order only native code fixes.
//!
//! *Invariant:* every element is printed, in the shortest form that reads back equal.

use crate::mutate::Random;
use std::fmt::Write as _;

/// A program of some expressions, each computed by a loop nest over a picture.
pub fn program(random: &mut Random) -> String {
    let modes = ["mirror", "circular", "clamped", "safe"];
    let mode = modes[random.below(modes.len())];
    let mut text = format!(
        "function [] = main(h : int = {}, w : int = {})\n    x : mat'{mode} = zeros(h, w)\n    for i = 0..h-1\n        for j = 0..w-1\n            \
         x[i,j] = mod(37*i + 11*j + 5*i*j, 64)/16 - 1.75\n        end\n    end\n",
        2 + random.below(4),
        3 + random.below(15)
    );
    for k in 0..5 {
        let value = expression(random, 4);
        let _ = write!(
            text,
            "    y{k} = zeros(h, w)\n    s{k} = 0.0\n    for i = 0..h-1\n        for j = 0..w-1\n            v = {value}\n            \
             y{k}[i,j] = v\n            s{k} += x[i,j]*v\n        end\n    end\n    print y{k}\n    print \"sum \", s{k}\n"
        );
    }
    text + "end\n"
}

/// A random expression of at most this depth.
fn expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(6) == 0 {
        return leaf(random);
    }
    let mut part = || expression(random, depth - 1);
    let (a, b) = (part(), part());
    match random.below(16) {
        0 | 1 => format!("({a} + {b})"),
        2 | 3 => format!("({a} - {b})"),
        4..=6 => format!("({a}*{b})"),
        7 => format!("({a}/(abs({b}) + 0.5))"),
        8 => format!("sqrt(abs({a}))"),
        9 => format!("min({a}, {b})"),
        10 => format!("max({a}, {b})"),
        11 => format!("exp(-abs({a}))"),
        12 => format!("sin({a})"),
        13 => format!("log(abs({a}) + 1.0)"),
        14 => format!("floor({a})"),
        _ => format!("({a} > {b} ? {a} : 0.25*{b})"),
    }
}

fn leaf(random: &mut Random) -> String {
    let offset = |random: &mut Random, name: &str| match random.below(5) as i64 - 2 {
        0 => name.to_string(),
        positive @ 1.. => format!("{name}+{positive}"),
        negative => format!("{name}{negative}"),
    };
    match random.below(5) {
        0 => format!("({:.4})", random.below(40) as f64 / 16.0 - 1.0),
        1 => "(i - j)".to_string(),
        _ => format!("x[{},{}]", offset(random, "i"), offset(random, "j")),
    }
}
