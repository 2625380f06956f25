//! Operands of instructions.
//!
//! *Invariant:* operands within operands end at a fixed depth.

use super::{MAXIMUM_DEPTH, Parser, Result};
use crate::lexer::{self, Number};
use crate::syntax::Written;

impl<'t> Parser<'_, 't> {
    /// An operand of an instruction.
    pub(super) fn operand(&mut self, depth: u32) -> Result<Written<'t>> {
        if depth > MAXIMUM_DEPTH {
            return self.error("a simpler operand");
        }
        let first = self.simple_operand(depth)?;
        if self.take('|') {
            let second = self.simple_operand(depth)?;
            return Ok(Written::Pair(Box::new(first), Box::new(second)));
        }
        Ok(first)
    }

    fn simple_operand(&mut self, depth: u32) -> Result<Written<'t>> {
        if self.take('{') {
            return self.list('}', depth).map(Written::Vector);
        }
        if self.take('(') {
            return self.list(')', depth).map(Written::Group);
        }
        if self.take('[') {
            return self.address(depth);
        }
        if self.take('!') {
            let inner = self.operand(depth + 1)?;
            return Ok(Written::Not(Box::new(inner)));
        }
        let negative = self.take('-');
        let word = self.word("an operand")?;
        if let Some(number) = lexer::number(word) {
            return Ok(Written::Number(if negative {
                negated(number)
            } else {
                number
            }));
        }
        if self.is('+') || self.is('-') {
            return Ok(Written::Sum(word, self.addend()?));
        }
        Ok(Written::Name(word))
    }

    fn list(&mut self, end: char, depth: u32) -> Result<Vec<Written<'t>>> {
        let mut parts = Vec::new();
        while !self.take(end) {
            parts.push(self.operand(depth + 1)?);
            if !self.is(end) {
                self.expect(',')?;
            }
        }
        Ok(parts)
    }

    fn address(&mut self, depth: u32) -> Result<Written<'t>> {
        let base = self.operand(depth + 1)?;
        if self.take(',') {
            let texel = self.operand(depth + 1)?;
            self.expect(']')?;
            return Ok(Written::Texel(Box::new(base), Box::new(texel)));
        }
        let (base, offset) = match base {
            Written::Sum(name, offset) => (Written::Name(name), offset),
            other => (other, 0),
        };
        self.expect(']')?;
        Ok(Written::Address(Box::new(base), offset))
    }
}

/// The number with the other sign.
pub(super) fn negated(number: Number) -> Number {
    match number {
        Number::Integer(value) => Number::Integer(value.wrapping_neg()),
        Number::Single(bits) => Number::Single(bits ^ 0x8000_0000),
        Number::Double(bits) => Number::Double(bits ^ (1 << 63)),
    }
}
