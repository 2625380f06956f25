//! Opcodes to operations.
//!
//! *Invariant:* an opcode that is not known becomes `Unsupported`, which is a fault when it is met; operands that do not fit are
//! errors of the text.

mod arithmetic;
mod control;
mod memory;
mod texels;

use crate::body::{Binding, Body, number_bits};
use crate::instruction::{
    Condition, Instruction, Operand, Operation, Register, Special, UNGUARDED,
};
use crate::layout::DYNAMIC;
use crate::parse_error::ParseError;
use crate::syntax::{Line, Type, Written};

/// Addresses of functions, so that a pointer to one is told from a number.
pub const FUNCTIONS: u64 = 0x7e00_0000_0000_0000;

type Result<T> = std::result::Result<T, String>;

/// One instruction of the text.
pub fn instruction(
    line: &Line<'_>,
    body: &Body<'_, '_>,
) -> std::result::Result<Instruction, ParseError> {
    let decoder = Decoder {
        line,
        body,
        parts: line
            .opcode
            .split('.')
            .map(|part| part.split("::").next().unwrap_or(part))
            .collect(),
    };
    let with_line = |message: String| ParseError {
        line: line.line,
        message: format!("{message} in `{}`", line.opcode),
    };
    let operation = decoder.operation().map_err(with_line)?;
    let (guard, guard_negated) = match line.guard {
        None => (UNGUARDED, false),
        Some((name, negated)) => (decoder.register_named(name).map_err(with_line)?.0, negated),
    };
    Ok(Instruction {
        guard,
        guard_negated,
        operation,
    })
}

/// An instruction while it is decoded.
struct Decoder<'d, 'r, 't> {
    line: &'d Line<'t>,
    body: &'d Body<'r, 't>,
    parts: Vec<&'t str>,
}

const SPECIALS: &[(&str, Special)] = &[
    ("%laneid", Special::Lane),
    ("%warpid", Special::Warp),
    ("%nwarpid", Special::WarpCount),
    ("WARP_SZ", Special::WarpSize),
    ("%smid", Special::Processor),
    ("%nsmid", Special::ProcessorCount),
    ("%gridid", Special::Grid),
    ("%lanemask_eq", Special::MaskEqual),
    ("%lanemask_lt", Special::MaskLess),
    ("%lanemask_le", Special::MaskLessEqual),
    ("%lanemask_gt", Special::MaskGreater),
    ("%lanemask_ge", Special::MaskGreaterEqual),
    ("%clock", Special::Clock),
    ("%clock64", Special::Clock),
    ("%clock_hi", Special::ClockHigh),
    ("%globaltimer", Special::GlobalTimer),
    ("%globaltimer_lo", Special::GlobalTimer),
    ("%globaltimer_hi", Special::GlobalTimerHigh),
    ("%dynamic_smem_size", Special::DynamicShared),
    ("%total_smem_size", Special::TotalShared),
];

fn special(name: &str) -> Option<Special> {
    if let Some((base, axis)) = name.rsplit_once('.') {
        let axis = ["x", "y", "z", "w"]
            .iter()
            .position(|known| *known == axis)? as u8;
        if axis == 3 {
            return Some(Special::Zero);
        }
        return match base {
            "%tid" => Some(Special::Thread(axis)),
            "%ntid" => Some(Special::BlockSize(axis)),
            "%ctaid" => Some(Special::Block(axis)),
            "%nctaid" => Some(Special::GridSize(axis)),
            _ => None,
        };
    }
    if name.starts_with("%envreg") || name.starts_with("%pm") {
        return Some(Special::Zero);
    }
    SPECIALS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, special)| special)
}

impl<'t> Decoder<'_, '_, 't> {
    fn operation(&self) -> Result<Operation> {
        let found = match self.parts[0] {
            "mov" => Some(self.move_value()?),
            "ld" | "ldu" | "st" | "atom" | "red" | "cvta" | "isspacep" | "prefetch"
            | "prefetchu" | "discard" | "applypriority" | "membar" | "fence" | "stacksave"
            | "stackrestore" | "alloca" => self.memory()?,
            "bra" | "brx" | "call" | "ret" | "exit" | "trap" | "brkpt" | "bar" | "barrier"
            | "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" | "nanosleep"
            | "pmevent" | "griddepcontrol" => self.control()?,
            "name" => Some(self.naming()?),
            "tex" | "tld4" | "suld" | "sust" => self.texels()?,
            _ => self.arithmetic()?,
        };
        Ok(found.unwrap_or_else(|| Operation::Unsupported(self.line.opcode.to_string())))
    }

    fn has(&self, part: &str) -> bool {
        self.parts.contains(&part)
    }

    /// The types of the opcode, in its order.
    fn types(&self) -> Vec<Type> {
        self.parts
            .iter()
            .filter_map(|part| Type::named(part))
            .collect()
    }

    fn class(&self) -> Result<Type> {
        let types = self.types();
        types.last().copied().ok_or("no type".to_string())
    }

    fn written(&self, index: usize) -> Result<&Written<'t>> {
        let operand = self.line.operands.get(index);
        operand.ok_or_else(|| "too few operands".to_string())
    }

    fn count(&self) -> usize {
        self.line.operands.len()
    }

    fn register_named(&self, name: &str) -> Result<(Register, Type)> {
        match self.body.lookup(name) {
            Some(Binding::Register(register, class)) => Ok((register, class)),
            Some(_) => Err(format!("`{name}` is not a register")),
            None => Err(format!("`{name}` is not declared")),
        }
    }

    fn register_of(&self, written: &Written<'_>) -> Result<(Register, Type)> {
        self.register_named(written.name().ok_or("expected a register")?)
    }

    /// The register that the instruction writes.
    fn to(&self) -> Result<Register> {
        Ok(self.register_of(self.written(0)?)?.0)
    }

    /// A register, or nothing for `_`.
    fn optional_register(&self, written: &Written<'_>) -> Result<Option<Register>> {
        if *written == Written::Name("_") {
            return Ok(None);
        }
        self.register_of(written)
            .map(|(register, _)| Some(register))
    }

    fn operand(&self, index: usize, class: Type) -> Result<Operand> {
        self.value(self.written(index)?, class)
    }

    fn value(&self, written: &Written<'_>, class: Type) -> Result<Operand> {
        match written {
            Written::Number(number) => Ok(Operand::Value(number_bits(*number, class))),
            Written::Name(name) => self.named(name, 0),
            Written::Sum(name, addend) => self.named(name, *addend),
            Written::Not(_)
            | Written::Vector(_)
            | Written::Group(_)
            | Written::Address(..)
            | Written::Texel(..)
            | Written::Pair(..) => Err("expected a value".to_string()),
        }
    }

    fn named(&self, name: &str, addend: i64) -> Result<Operand> {
        let small = i32::try_from(addend).map_err(|_| "the addend is too large".to_string())?;
        let plus = |offset: u32| offset.wrapping_add_signed(small);
        if let Some(special) = special(name) {
            return Ok(Operand::Special(special));
        }
        let Some(binding) = self.body.lookup(name) else {
            return match name {
                "%" => Err("`%` is not a register".to_string()),
                _ => Err(format!("`{name}` is not declared")),
            };
        };
        Ok(match binding {
            Binding::Register(register, _) => Operand::Register(register),
            Binding::Range(..) => return Err(format!("`{name}` lacks its number")),
            Binding::Local(offset) => Operand::Local(plus(offset)),
            Binding::Frame(offset, _) => Operand::Frame(plus(offset)),
            Binding::KernelParameter(offset) | Binding::Shared(offset) => {
                debug_assert!(offset <= DYNAMIC);
                Operand::Value(u64::from(plus(offset)))
            }
            Binding::Global(index) => Operand::Global(index, small),
            Binding::Function(index) => Operand::Value(FUNCTIONS + u64::from(index)),
        })
    }

    fn condition(&self, index: usize) -> Result<Condition> {
        let (written, negated) = match self.written(index)? {
            Written::Not(inner) => (&**inner, true),
            plain => (plain, false),
        };
        let value = self.value(written, Type::Predicate)?;
        Ok(Condition { value, negated })
    }

    fn move_value(&self) -> Result<Operation> {
        let class = self.class()?;
        let bits = 8 * class.size();
        match (self.written(0)?, self.written(1)?) {
            (Written::Vector(parts), source) => {
                let to = parts.iter().map(|part| self.optional_register(part));
                Ok(Operation::Unpack {
                    to: to.collect::<Result<_>>()?,
                    a: self.value(source, class)?,
                    bits: bits / parts.len().max(1) as u32,
                })
            }
            (_, Written::Vector(parts)) => {
                let values = parts.iter().map(|part| self.value(part, class));
                Ok(Operation::Pack {
                    to: self.to()?,
                    parts: values.collect::<Result<_>>()?,
                    bits: bits / parts.len().max(1) as u32,
                })
            }
            (_, Written::Not(_)) => Err("expected a value".to_string()),
            (_, source) => {
                let mut a = self.value(source, class)?;
                if let Operand::Value(value) = a {
                    let mask = class.mask();
                    a = Operand::Value(if class == Type::Predicate {
                        u64::from(value != 0)
                    } else {
                        value & mask
                    });
                }
                Ok(Operation::Move { to: self.to()?, a })
            }
        }
    }
}
