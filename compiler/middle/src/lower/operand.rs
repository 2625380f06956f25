//! What an expression becomes: numbers, handles, arrays in registers and groups of these.
//!
//! *Invariant:* an operand only names values; its shape follows from the type of the expression, but for small arrays,
//! which are either a handle or a value per element.

use super::graph::View;
use crate::mir::Value;
use crate::types::{ArrayType, Elem};

/// A number: one value, or two for a complex one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    /// An int (`I32`) or scalar.
    Real(Value),
    /// Real part, imaginary part.
    Complex(Value, Value),
}

impl Number {
    /// The one value of a number that is not complex.
    pub(super) fn real(self) -> Value {
        match self {
            Number::Real(value) => value,
            Number::Complex(..) => panic!("a complex number where an int or scalar must stand"),
        }
    }

    /// One or two values.
    pub(super) fn values(self) -> Vec<Value> {
        match self {
            Number::Real(value) => vec![value],
            Number::Complex(re, im) => vec![re, im],
        }
    }

    /// The inverse of [`values`](Self::values).
    pub(super) fn from_values(values: &[Value]) -> Number {
        match *values {
            [value] => Number::Real(value),
            [re, im] => Number::Complex(re, im),
            _ => panic!("a number has one or two values, not {}", values.len()),
        }
    }
}

/// An array of known sizes as one number per element, in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Small {
    /// Element type, known extents and orientation.
    pub(super) ty: ArrayType,
    /// The elements, as the numbers that their element type is computed as.
    pub(super) elements: Vec<Number>,
}

impl Small {
    /// Number of elements.
    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    /// The element type.
    pub(super) fn elem(&self) -> Elem {
        self.ty.elem
    }
}

/// The values of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    /// Of type void.
    Nothing,
    /// A number.
    Number(Number),
    /// A string or an array on the heap.
    Handle(Value),
    /// An array in registers. It stands for a fresh array, or for one whose identity nobody can observe.
    Small(Small),
    /// An array of an object, in a kernel.
    View(View),
    /// The parts of a tuple, or what a closure captured.
    Group(Vec<Operand>),
}

impl Operand {
    /// The number that it is.
    pub(super) fn number(self) -> Number {
        match self {
            Operand::Number(number) => number,
            Operand::Nothing
            | Operand::Handle(_)
            | Operand::Small(_)
            | Operand::View(_)
            | Operand::Group(_) => panic!("{self:?} is not a number"),
        }
    }

    /// The parts of a group; anything else is one part.
    pub(super) fn into_parts(self) -> Vec<Operand> {
        match self {
            Operand::Nothing => Vec::new(),
            Operand::Group(parts) => parts,
            Operand::Number(_) | Operand::Handle(_) | Operand::Small(_) | Operand::View(_) => {
                vec![self]
            }
        }
    }
}

impl From<Number> for Operand {
    fn from(number: Number) -> Self {
        Operand::Number(number)
    }
}

impl From<Value> for Number {
    fn from(value: Value) -> Self {
        Number::Real(value)
    }
}
