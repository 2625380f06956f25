//! Arithmetic, comparisons and conversions.
//!
//! *Invariant:* chooses a function by name, type and modifiers; computes nothing.

use super::{Decoder, Result};
use crate::convert::{self, Conversion};
use crate::instruction::{Carry, CarryKind, Combine, Operand, Operation};
use crate::modifiers::Modifiers;
use crate::soft::Rounding;
use crate::syntax::{Type, Written};
use crate::video::Video;
use crate::{comparison, float, integer};

fn is_float(class: Type) -> bool {
    match class {
        Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2 | Type::F32 | Type::F64 => true,
        Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::S8
        | Type::S16
        | Type::S32
        | Type::S64
        | Type::Predicate => false,
    }
}

impl Decoder<'_, '_, '_> {
    pub(super) fn arithmetic(&self) -> Result<Option<Operation>> {
        let name = self.parts[0];
        match name {
            "setp" => return self.set_predicate().map(Some),
            "set" | "selp" | "slct" => return self.choose(),
            "cvt" => return self.conversion(),
            "lop3" => return self.logic3(),
            "bfi" => return self.insert().map(Some),
            "prmt" => return self.ternary(integer::permute(self.parts.get(2).unwrap_or(&""))),
            "testp" => {
                let test = comparison::test(self.parts.get(1).unwrap_or(&""), self.class()?);
                return self.unary(test);
            }
            "dp4a" | "dp2a" => return self.dot(),
            "shf" => {
                let full = self.parts[..3.min(self.parts.len())].join(".");
                return self.ternary(integer::ternary(&full, Type::U32));
            }
            _ => {}
        }
        if self.has("cc") || matches!(name, "addc" | "subc" | "madc") {
            return self.carry();
        }
        if name.starts_with('v') {
            return self.video();
        }
        let Some(&class) = self.types().last() else {
            return Ok(None);
        };
        if is_float(class) {
            self.float(name, class)
        } else {
            self.integer(name, class)
        }
    }

    fn unary(&self, function: Option<integer::Unary>) -> Result<Option<Operation>> {
        let Some(function) = function else {
            return Ok(None);
        };
        Ok(Some(Operation::Unary {
            function,
            to: self.to()?,
            a: self.operand(1, self.class()?)?,
        }))
    }

    fn binary(&self, function: Option<integer::Binary>) -> Result<Option<Operation>> {
        let Some(function) = function else {
            return Ok(None);
        };
        let class = self.class()?;
        Ok(Some(Operation::Binary {
            function,
            to: self.to()?,
            a: self.operand(1, class)?,
            b: self.operand(2, class)?,
        }))
    }

    fn ternary(&self, function: Option<integer::Ternary>) -> Result<Option<Operation>> {
        let Some(function) = function else {
            return Ok(None);
        };
        let class = self.class()?;
        Ok(Some(Operation::Ternary {
            function,
            to: self.to()?,
            a: self.operand(1, class)?,
            b: self.operand(2, class)?,
            c: self.operand(3, class)?,
        }))
    }

    fn integer(&self, name: &str, class: Type) -> Result<Option<Operation>> {
        let form = ["lo", "hi", "wide"].into_iter().find(|form| self.has(form));
        let mut full = name.to_string();
        if let Some(form) = form {
            full = format!("{name}.{form}");
        }
        if self.has("sat") {
            full.push_str(".sat");
        }
        match name {
            "bfind" => self.unary(integer::find(class, self.has("shiftamt"))),
            "mul24" => {
                let Some(function) = integer::ternary("mul24.lo", class) else {
                    return Ok(None);
                };
                Ok(self.has("lo").then_some(Operation::Ternary {
                    function,
                    to: self.to()?,
                    a: self.operand(1, class)?,
                    b: self.operand(2, class)?,
                    c: Operand::Value(0),
                }))
            }
            "mad" | "mad24" | "sad" | "bfe" => self.ternary(integer::ternary(&full, class)),
            "neg" | "not" | "abs" | "cnot" | "popc" | "clz" | "brev" => {
                self.unary(integer::unary(name, class))
            }
            "add" | "sub" | "mul" | "div" | "rem" | "min" | "max" | "and" | "or" | "xor"
            | "shl" | "shr" => self.binary(integer::binary(&full, class)),
            _ => Ok(None),
        }
    }

    fn float(&self, name: &str, class: Type) -> Result<Option<Operation>> {
        let modifiers = self.modifiers();
        let approximate = self.has("approx") || self.has("full");
        let mut full = name.to_string();
        if self.has("NaN") {
            full.push_str(".nan");
        }
        match name {
            "fma" | "mad" => self.ternary(float::fused(class, modifiers)),
            "add" | "sub" | "mul" | "div" | "min" | "max" | "copysign" => {
                self.binary(float::binary(&full, class, modifiers, approximate))
            }
            _ => self.unary(float::unary(name, class, modifiers, approximate)),
        }
    }

    fn modifiers(&self) -> Modifiers {
        Modifiers {
            rounding: self
                .rounding(["rn", "rz", "rm", "rp"])
                .unwrap_or(Rounding::Nearest),
            flush: self.has("ftz"),
            saturate: self.has("sat"),
            clamp_low: self.has("relu"),
        }
    }

    fn rounding(&self, names: [&str; 4]) -> Option<Rounding> {
        let modes = [
            Rounding::Nearest,
            Rounding::Zero,
            Rounding::Down,
            Rounding::Up,
        ];
        let found = names.iter().position(|name| self.has(name))?;
        Some(modes[found])
    }

    fn comparison(&self, class: Type) -> Option<integer::Binary> {
        let name = self.parts.get(1).copied().unwrap_or("");
        if is_float(class) {
            comparison::compare(name, class, self.has("ftz"))
        } else {
            integer::compare(name, class)
        }
    }

    fn set_predicate(&self) -> Result<Operation> {
        let class = self.class()?;
        let Some(function) = self.comparison(class) else {
            return Ok(Operation::Unsupported(self.line.opcode.to_string()));
        };
        let (to, opposite) = match self.written(0)? {
            Written::Pair(first, second) => (
                self.optional_register(first)?,
                self.optional_register(second)?,
            ),
            single => (self.optional_register(single)?, None),
        };
        let combine = if self.count() > 3 {
            let how = match self.parts.get(2).copied() {
                Some("and") => Combine::And,
                Some("or") => Combine::Or,
                Some("xor") => Combine::Xor,
                Some(_) | None => return Err("no way to combine".to_string()),
            };
            Some((how, self.condition(3)?))
        } else {
            None
        };
        Ok(Operation::Compare {
            function,
            to,
            opposite,
            a: self.operand(1, class)?,
            b: self.operand(2, class)?,
            combine,
        })
    }

    fn choose(&self) -> Result<Option<Operation>> {
        match self.parts[0] {
            "selp" => {
                let class = self.class()?;
                Ok(Some(Operation::Select {
                    to: self.to()?,
                    a: self.operand(1, class)?,
                    b: self.operand(2, class)?,
                    condition: self.condition(3)?,
                }))
            }
            "slct" => self.select_by_sign(),
            _ => self.set_value(),
        }
    }

    fn select_by_sign(&self) -> Result<Option<Operation>> {
        let types = self.types();
        let [data, test] = types[..] else {
            return Ok(None);
        };
        let function: integer::Ternary = match test {
            Type::S32 => |a, b, c| if c as i32 >= 0 { a } else { b },
            // A NaN gives the second.
            Type::F32 => |a, b, c| {
                if f32::from_bits(c as u32) >= 0.0 {
                    a
                } else {
                    b
                }
            },
            Type::U8
            | Type::U16
            | Type::U32
            | Type::U64
            | Type::S8
            | Type::S16
            | Type::S64
            | Type::F16
            | Type::F16x2
            | Type::Bf16
            | Type::Bf16x2
            | Type::F64
            | Type::Predicate => return Ok(None),
        };
        Ok(Some(Operation::Ternary {
            function,
            to: self.to()?,
            a: self.operand(1, data)?,
            b: self.operand(2, data)?,
            c: self.operand(3, test)?,
        }))
    }

    /// `set` gives all ones or 1.0; without a predicate only.
    fn set_value(&self) -> Result<Option<Operation>> {
        let types = self.types();
        let [result, class] = types[..] else {
            return Ok(None);
        };
        let (Some(_), 3) = (self.comparison(class), self.count()) else {
            return Ok(None);
        };
        let name = self.parts.get(1).copied().unwrap_or("");
        let Some(function) = set_function(name, result, class) else {
            return Ok(None);
        };
        self.binary(Some(function))
    }

    fn logic3(&self) -> Result<Option<Operation>> {
        let class = self.class()?;
        let Operand::Value(table) = self.operand(4, class)? else {
            return Err("the table is not a constant".to_string());
        };
        if self.count() > 5 {
            return Ok(None);
        }
        Ok(Some(Operation::Logic3 {
            to: self.to()?,
            operands: [
                self.operand(1, class)?,
                self.operand(2, class)?,
                self.operand(3, class)?,
            ],
            table: table as u8,
        }))
    }

    fn insert(&self) -> Result<Operation> {
        let class = self.class()?;
        Ok(Operation::Insert {
            wide: class.size() == 8,
            to: self.to()?,
            operands: [
                self.operand(1, class)?,
                self.operand(2, class)?,
                self.operand(3, class)?,
                self.operand(4, class)?,
            ],
        })
    }

    fn dot(&self) -> Result<Option<Operation>> {
        let types = self.types();
        let [a, b] = types[..] else {
            return Ok(None);
        };
        let half = ["lo", "hi"].into_iter().find(|half| self.has(half));
        let name = match half {
            Some(half) => format!("{}.{half}", self.parts[0]),
            None => self.parts[0].to_string(),
        };
        self.ternary(integer::dot(&name, a.is_signed(), b.is_signed()))
    }

    fn video(&self) -> Result<Option<Operation>> {
        let Some(video) = Video::named(&self.parts) else {
            return Ok(None);
        };
        let c = if self.count() > 3 {
            self.operand(3, Type::U32)?
        } else {
            Operand::Value(0)
        };
        Ok(Some(Operation::Video {
            video,
            to: self.to()?,
            operands: [self.operand(1, Type::U32)?, self.operand(2, Type::U32)?, c],
        }))
    }

    fn carry(&self) -> Result<Option<Operation>> {
        let class = self.class()?;
        let signed = class.is_signed();
        let kind = match self.parts[0] {
            "add" | "addc" => CarryKind::Add,
            "sub" | "subc" => CarryKind::Subtract,
            "mad" | "madc" if self.has("hi") => CarryKind::MultiplyHigh { signed },
            "mad" | "madc" => CarryKind::MultiplyLow { signed },
            _ => return Ok(None),
        };
        let multiplies = matches!(
            kind,
            CarryKind::MultiplyLow { .. } | CarryKind::MultiplyHigh { .. }
        );
        let last = if multiplies {
            self.operand(3, class)?
        } else {
            Operand::Value(0)
        };
        Ok(Some(Operation::Carry {
            carry: Carry {
                kind,
                wide: class.size() == 8,
                carry_in: self.parts[0].ends_with('c'),
                carry_out: self.has("cc"),
            },
            to: self.to()?,
            operands: [self.operand(1, class)?, self.operand(2, class)?, last],
        }))
    }

    fn conversion(&self) -> Result<Option<Operation>> {
        if self.has("pack") || self.has("tf32") {
            return Ok(None);
        }
        let types = self.types();
        let [to, from] = types[..] else {
            return Ok(None);
        };
        if matches!(to, Type::F16x2 | Type::Bf16x2) {
            let nearest = self.has("rn");
            let pair = convert::pair(to, self.has("relu")).filter(|_| nearest);
            return self.binary(pair);
        }
        let (register, held) = self.register_of(self.written(0)?)?;
        let conversion = Conversion {
            to,
            from,
            rounding: self
                .rounding(["rn", "rz", "rm", "rp"])
                .unwrap_or(Rounding::Nearest),
            whole: self.rounding(["rni", "rzi", "rmi", "rpi"]),
            saturate: self.has("sat"),
            clamp_low: self.has("relu"),
            flush: self.has("ftz"),
        };
        let a = self.operand(1, from)?;
        Ok(Some(match quick(&conversion, held) {
            Some(function) => Operation::Unary {
                function,
                to: register,
                a,
            },
            None => Operation::Convert {
                conversion,
                mask: held.mask(),
                to: register,
                a,
            },
        }))
    }
}

/// The most frequent conversions by the processor's own.
fn quick(conversion: &Conversion, held: Type) -> Option<integer::Unary> {
    let plain = !conversion.saturate && !conversion.clamp_low && !conversion.flush;
    let nearest = conversion.rounding == Rounding::Nearest && conversion.whole.is_none();
    if !plain || held.size() != conversion.to.size() {
        return None;
    }
    match (conversion.to, conversion.from) {
        (Type::U64 | Type::S64, Type::U32) => Some(|a| a & 0xffff_ffff),
        (Type::U64 | Type::S64, Type::S32) => Some(|a| a as i32 as u64),
        (Type::U32 | Type::S32, Type::U64 | Type::S64) => Some(|a| a & 0xffff_ffff),
        (Type::F32, Type::S32) if nearest => Some(|a| u64::from((a as i32 as f32).to_bits())),
        (Type::F32, Type::U32) if nearest => Some(|a| u64::from((a as u32 as f32).to_bits())),
        (Type::S32, Type::F32) if conversion.whole == Some(Rounding::Zero) => {
            Some(|a| u64::from(f32::from_bits(a as u32) as i32 as u32))
        }
        (_, _) => None,
    }
}

/// The functions of `set` on the types that compilers make it of.
fn set_function(name: &str, result: Type, class: Type) -> Option<integer::Binary> {
    macro_rules! results {
        ($compare:expr) => {
            match result {
                Type::U32 | Type::S32 => Some(|a, b| if $compare(a, b) { 0xffff_ffff } else { 0 }),
                Type::F32 => Some(|a, b| if $compare(a, b) { 0x3f80_0000 } else { 0 }),
                Type::U8
                | Type::U16
                | Type::U64
                | Type::S8
                | Type::S16
                | Type::S64
                | Type::F16
                | Type::F16x2
                | Type::Bf16
                | Type::Bf16x2
                | Type::F64
                | Type::Predicate => None,
            }
        };
    }
    fn singles(a: u64, b: u64) -> (f32, f32) {
        (f32::from_bits(a as u32), f32::from_bits(b as u32))
    }
    match (name, class) {
        ("eq", Type::U32 | Type::S32) => results!(|a: u64, b: u64| a as u32 == b as u32),
        ("ne", Type::U32 | Type::S32) => results!(|a: u64, b: u64| a as u32 != b as u32),
        ("lt", Type::S32) => results!(|a: u64, b: u64| (a as i32) < b as i32),
        ("le", Type::S32) => results!(|a: u64, b: u64| a as i32 <= b as i32),
        ("gt", Type::S32) => results!(|a: u64, b: u64| a as i32 > b as i32),
        ("ge", Type::S32) => results!(|a: u64, b: u64| a as i32 >= b as i32),
        ("lt", Type::F32) => results!(|a, b| singles(a, b).0 < singles(a, b).1),
        ("le", Type::F32) => results!(|a, b| singles(a, b).0 <= singles(a, b).1),
        ("gt", Type::F32) => results!(|a, b| singles(a, b).0 > singles(a, b).1),
        ("ge", Type::F32) => results!(|a, b| singles(a, b).0 >= singles(a, b).1),
        ("eq", Type::F32) => results!(|a, b| singles(a, b).0 == singles(a, b).1),
        (_, _) => None,
    }
}
