//! Elementary functions in single precision as CUDA text, from the definitions that all engines share.
//!
//! Products and sums are spelt by intrinsics that are never fused, so that the bits agree with the other engines.
//!
//! *Invariant:* one statement per lane operation, in the order in which the definition asks for them.

use crate::mir::MathFn;
use quasar_abi::elementary::{self, Lanes};

/// The function's name in the text, and its definition; none for functions that CUDA's own library provides.
pub fn definition(function: MathFn) -> Option<(&'static str, String)> {
    let one =
        |name: &'static str, body: fn(&mut Text, Name) -> Name| Some((name, unary(name, body)));
    let two = |name: &'static str, body: fn(&mut Text, Name, Name) -> Name| {
        Some((name, binary(name, body)))
    };
    match function {
        MathFn::Exp => one("q_exp", elementary::exp),
        MathFn::Exp2 => one("q_exp2", elementary::exp2),
        MathFn::Log => one("q_log", elementary::log),
        MathFn::Log2 => one("q_log2", elementary::log2),
        MathFn::Log10 => one("q_log10", elementary::log10),
        MathFn::Sin => one("q_sin", elementary::sin),
        MathFn::Cos => one("q_cos", elementary::cos),
        MathFn::Tan => one("q_tan", elementary::tan),
        MathFn::Asin => one("q_asin", elementary::asin),
        MathFn::Acos => one("q_acos", elementary::acos),
        MathFn::Atan => one("q_atan", elementary::atan),
        MathFn::Sinh => one("q_sinh", elementary::sinh),
        MathFn::Cosh => one("q_cosh", elementary::cosh),
        MathFn::Tanh => one("q_tanh", elementary::tanh),
        MathFn::Asinh => one("q_asinh", elementary::asinh),
        MathFn::Acosh => one("q_acosh", elementary::acosh),
        MathFn::Atanh => one("q_atanh", elementary::atanh),
        MathFn::Pow => two("q_pow", elementary::pow),
        MathFn::Atan2 => two("q_atan2", elementary::atan2),
        MathFn::Erf
        | MathFn::Erfc
        | MathFn::Erfinv
        | MathFn::Erfcinv
        | MathFn::Lgamma
        | MathFn::Tgamma => None,
    }
}

fn unary(name: &str, body: fn(&mut Text, Name) -> Name) -> String {
    let mut text = Text::new();
    let argument = text.argument();
    let result = body(&mut text, argument);
    text.function(name, &[argument], result)
}

fn binary(name: &str, body: fn(&mut Text, Name, Name) -> Name) -> String {
    let mut text = Text::new();
    let (left, right) = (text.argument(), text.argument());
    let result = body(&mut text, left, right);
    text.function(name, &[left, right], result)
}

/// The number of a variable of the text.
#[derive(Clone, Copy)]
struct Name(u32);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// The body of a function under construction.
struct Text {
    lines: Vec<String>,
    next: u32,
    indent: usize,
}

impl Text {
    fn new() -> Text {
        Text {
            lines: Vec::new(),
            next: 0,
            indent: 1,
        }
    }

    fn fresh(&mut self) -> Name {
        self.next += 1;
        Name(self.next - 1)
    }

    fn argument(&mut self) -> Name {
        self.fresh()
    }

    fn line(&mut self, text: &str) {
        self.lines
            .push(format!("{}{text}\n", "    ".repeat(self.indent)));
    }

    fn define(&mut self, ty: &str, expression: &str) -> Name {
        let name = self.fresh();
        self.line(&format!("const {ty} {name} = {expression};"));
        name
    }

    fn function(self, name: &str, arguments: &[Name], result: Name) -> String {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|name| format!("float {name}"))
            .collect();
        let body = self.lines.concat();
        format!(
            "__device__ __forceinline__ float {name}({})\n{{\n{body}    return {result};\n}}\n",
            arguments.join(", ")
        )
    }
}

impl Lanes for Text {
    type Float = Name;
    type Int = Name;
    type Mask = Name;

    fn float(&mut self, value: f32) -> Name {
        let text = super::types::constant(crate::mir::Const::F32(value));
        self.define("float", &text)
    }
    fn int(&mut self, value: i32) -> Name {
        let text = super::types::constant(crate::mir::Const::I32(value));
        self.define("int", &text)
    }
    fn add(&mut self, a: Name, b: Name) -> Name {
        self.define("float", &format!("__fadd_rn({a}, {b})"))
    }
    fn sub(&mut self, a: Name, b: Name) -> Name {
        self.define("float", &format!("__fsub_rn({a}, {b})"))
    }
    fn mul(&mut self, a: Name, b: Name) -> Name {
        self.define("float", &format!("__fmul_rn({a}, {b})"))
    }
    fn div(&mut self, a: Name, b: Name) -> Name {
        self.define("float", &format!("__fdiv_rn({a}, {b})"))
    }
    fn sqrt(&mut self, a: Name) -> Name {
        self.define("float", &format!("__fsqrt_rn({a})"))
    }
    fn less(&mut self, a: Name, b: Name) -> Name {
        self.define("bool", &format!("{a} < {b}"))
    }
    fn equal(&mut self, a: Name, b: Name) -> Name {
        self.define("bool", &format!("{a} == {b}"))
    }
    fn and(&mut self, a: Name, b: Name) -> Name {
        self.define("bool", &format!("{a} && {b}"))
    }
    fn or(&mut self, a: Name, b: Name) -> Name {
        self.define("bool", &format!("{a} || {b}"))
    }
    fn not(&mut self, a: Name) -> Name {
        self.define("bool", &format!("!{a}"))
    }
    fn select(&mut self, mask: Name, yes: Name, no: Name) -> Name {
        self.define("float", &format!("{mask} ? {yes} : {no}"))
    }
    fn select_int(&mut self, mask: Name, yes: Name, no: Name) -> Name {
        self.define("int", &format!("{mask} ? {yes} : {no}"))
    }
    fn bits_of(&mut self, a: Name) -> Name {
        self.define("int", &format!("(int)q_bits_of_float({a})"))
    }
    fn float_of_bits(&mut self, a: Name) -> Name {
        self.define("float", &format!("q_float_of_bits((unsigned int){a})"))
    }
    fn truncate(&mut self, a: Name) -> Name {
        self.define("int", &format!("(int){a}"))
    }
    fn float_of_int(&mut self, a: Name) -> Name {
        self.define("float", &format!("(float){a}"))
    }
    fn int_add(&mut self, a: Name, b: Name) -> Name {
        self.define("int", &format!("q_add({a}, {b})"))
    }
    fn int_sub(&mut self, a: Name, b: Name) -> Name {
        self.define("int", &format!("q_sub({a}, {b})"))
    }
    fn int_mul(&mut self, a: Name, b: Name) -> Name {
        self.define("int", &format!("q_mul({a}, {b})"))
    }
    fn int_and(&mut self, a: Name, b: Name) -> Name {
        self.define("int", &format!("{a} & {b}"))
    }
    fn int_or(&mut self, a: Name, b: Name) -> Name {
        self.define("int", &format!("{a} | {b}"))
    }
    fn int_xor(&mut self, a: Name, b: Name) -> Name {
        self.define("int", &format!("{a} ^ {b}"))
    }
    fn shift_left(&mut self, a: Name, count: u32) -> Name {
        self.define("int", &format!("q_shl({a}, {count})"))
    }
    fn shift_right(&mut self, a: Name, count: u32) -> Name {
        self.define("int", &format!("{a} >> {count}"))
    }
    fn shift_right_logical(&mut self, a: Name, count: u32) -> Name {
        self.define("int", &format!("(int)((unsigned int){a} >> {count})"))
    }
    fn int_equal(&mut self, a: Name, b: Name) -> Name {
        self.define("bool", &format!("{a} == {b}"))
    }
    fn int_less(&mut self, a: Name, b: Name) -> Name {
        self.define("bool", &format!("{a} < {b}"))
    }

    fn rarely(
        &mut self,
        mask: Name,
        common: (Name, Name),
        rare: impl FnOnce(&mut Self) -> (Name, Name),
    ) -> (Name, Name) {
        let (float, int) = (self.fresh(), self.fresh());
        self.line(&format!("float {float} = {};", common.0));
        self.line(&format!("int {int} = {};", common.1));
        self.line(&format!("if ({mask}) {{"));
        self.indent += 1;
        let result = rare(self);
        self.line(&format!("{float} = {};", result.0));
        self.line(&format!("{int} = {};", result.1));
        self.indent -= 1;
        self.line("}");
        (float, int)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_defines_what_all_engines_share() {
        for &function in MathFn::ALL {
            assert_eq!(
                definition(function).is_some(),
                function.has_definition(),
                "{function:?}"
            );
        }
    }
}
