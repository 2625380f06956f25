//! Elementary functions in single precision as CUDA text, from the definitions that all engines share.
//!
//! Products and sums are spelt by intrinsics that are never fused, so that the bits agree with the other engines; where a program lets sums
//! be contracted with products, they are so here too, and exponentials are those of the hardware.
//!
//! *Invariant:* one statement per lane operation, in the order in which the definition asks for them.

use crate::mir::MathFn;
use quasar_abi::elementary::Lanes;
use std::collections::BTreeMap;

/// The function's name in the text; none for functions that CUDA's own library provides.
pub fn name(function: MathFn) -> Option<String> {
    let is_defined = function.has_definition();
    is_defined.then(|| format!("q_{}", function.name()))
}

/// The text of the function of that name.
pub fn definition(function: MathFn, name: &str, contracts: bool) -> Option<String> {
    if let Some(theirs) = hardware(function).filter(|_| contracts) {
        return Some(format!(
            "__device__ __forceinline__ float {name}(float t0)\n{{\n    return {theirs}(t0);\n}}\n"
        ));
    }
    let mut text = Text::new(contracts);
    let arguments: Vec<Name> = (0..function.arity()).map(|_| text.argument()).collect();
    let result = function.define(&mut text, &arguments)?;
    Some(text.function(name, &arguments, result))
}

/// CUDA's own function where GPUs have an instruction for most of it and its error is small all the same (CUDA C++ programming guide,
/// mathematical functions: at most 2 units of the last place): a third of the operations of the shared definition. A program that lets sums be
/// contracted has roundings of its own on GPUs anyway.
fn hardware(function: MathFn) -> Option<&'static str> {
    match function {
        MathFn::Exp => Some("expf"),
        MathFn::Exp2 => Some("exp2f"),
        _ => None,
    }
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
    /// Whether sums are contracted with products.
    contracts: bool,
    /// The factors of the products, by their names.
    products: BTreeMap<u32, [Name; 2]>,
}

impl Text {
    fn new(contracts: bool) -> Text {
        Text {
            lines: Vec::new(),
            next: 0,
            indent: 1,
            contracts,
            products: BTreeMap::new(),
        }
    }

    /// The factors of a product that may be contracted; that it is computed for itself too does no harm, since nobody reads it then.
    fn factors(&self, name: Name) -> Option<[Name; 2]> {
        self.products
            .get(&name.0)
            .copied()
            .filter(|_| self.contracts)
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
        let text = match (self.factors(a), self.factors(b)) {
            (Some([c, d]), _) => format!("fmaf({c}, {d}, {b})"),
            (None, Some([c, d])) => format!("fmaf({c}, {d}, {a})"),
            (None, None) => format!("__fadd_rn({a}, {b})"),
        };
        self.define("float", &text)
    }
    fn sub(&mut self, a: Name, b: Name) -> Name {
        let text = match (self.factors(a), self.factors(b)) {
            (Some([c, d]), _) => format!("fmaf({c}, {d}, -{b})"),
            (None, Some([c, d])) => format!("fmaf(-{c}, {d}, {a})"),
            (None, None) => format!("__fsub_rn({a}, {b})"),
        };
        self.define("float", &text)
    }
    fn mul(&mut self, a: Name, b: Name) -> Name {
        let product = self.define("float", &format!("__fmul_rn({a}, {b})"));
        self.products.insert(product.0, [a, b]);
        product
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
