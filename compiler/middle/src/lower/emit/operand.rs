//! What an expression becomes: numbers, handles, arrays in registers and groups of these.
//!
//! Layer: `emit`.
//!
//! *Invariant:* an operand only names values; its shape follows from the type of the expression, but for small arrays,
//! which are either a handle or a value per element.

use crate::mir::{AccessMode, Local, StrId, Value};
use crate::types::{ArrayType, Elem};

/// A number: one value, or two for a complex one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lower) enum Number {
    /// An int (`I32`) or scalar.
    Real(Value),
    /// Real part, imaginary part.
    Complex(Value, Value),
}

impl Number {
    /// The one value of a number that is not complex.
    pub(in crate::lower) fn real(self) -> Value {
        match self {
            Number::Real(value) => value,
            Number::Complex(..) => panic!("a complex number where an int or scalar must stand"),
        }
    }

    /// One or two values.
    pub(in crate::lower) fn values(self) -> Vec<Value> {
        match self {
            Number::Real(value) => vec![value],
            Number::Complex(re, im) => vec![re, im],
        }
    }

    /// The inverse of [`values`](Self::values).
    pub(in crate::lower) fn from_values(values: &[Value]) -> Number {
        match *values {
            [value] => Number::Real(value),
            [re, im] => Number::Complex(re, im),
            _ => panic!("a number has one or two values, not {}", values.len()),
        }
    }
}

/// An array of known sizes as one number per element, in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::lower) struct Small {
    /// Element type, known extents and orientation.
    pub(in crate::lower) ty: ArrayType,
    /// The elements, as the numbers that their element type is computed as.
    pub(in crate::lower) elements: Vec<Number>,
}

impl Small {
    /// Number of elements.
    pub(in crate::lower) fn len(&self) -> usize {
        self.elements.len()
    }

    /// The element type.
    pub(in crate::lower) fn elem(&self) -> Elem {
        self.ty.elem
    }
}

/// The values of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::lower) enum Operand {
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
    pub(in crate::lower) fn number(self) -> Number {
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
    pub(in crate::lower) fn into_parts(self) -> Vec<Operand> {
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

/// Elements that lie within an array: a part of a column, which stands for an array of an object.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::lower) struct View {
    /// The array that they lie in.
    pub(in crate::lower) array: Value,
    /// The index of the first element.
    pub(in crate::lower) first: Value,
    /// The number of elements.
    pub(in crate::lower) numel: Value,
    /// The extents, at least as many as the array's type has dimensions.
    pub(in crate::lower) extents: Vec<Value>,
    /// The type of the array that they stand for.
    pub(in crate::lower) ty: ArrayType,
}

/// An operand of an element-wise operation in registers.
pub(in crate::lower) enum SmallOrNumber {
    /// One number for all elements.
    Number(Number),
    /// A number per element.
    Small(Small),
}

impl SmallOrNumber {
    /// The number for an element.
    pub(in crate::lower) fn element(&self, index: usize) -> Number {
        match self {
            SmallOrNumber::Number(number) => *number,
            SmallOrNumber::Small(small) => small.elements[index],
        }
    }
}

/// How an element of a small array is reached.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Reach {
    /// What an index outside means.
    pub mode: AccessMode,
    /// The array, for messages.
    pub name: Option<StrId>,
}

/// How an element of a small array is reached when it is read, and when it is written.
#[derive(Clone, Copy)]
pub(in crate::lower) struct ReadAndWrite {
    /// When it is read.
    pub read: Reach,
    /// When it is written.
    pub write: Reach,
}

impl ReadAndWrite {
    /// Whether the element that is written is the one that is read, or nothing is written.
    pub(in crate::lower) fn is_one_element(&self) -> bool {
        let (read, write) = (self.read.mode, self.write.mode);
        read == write || (write == AccessMode::Checked && read == AccessMode::Safe)
    }
}

/// Where one element lies.
pub(in crate::lower) enum Address {
    /// In an array on the heap.
    Memory {
        /// The array.
        array: Value,
        /// Its indices.
        index: Vec<Value>,
    },
    /// In the registers of a variable.
    Registers {
        /// The array's type.
        ty: ArrayType,
        /// Its locals.
        locals: Vec<Local>,
        /// The indices.
        index: Vec<Value>,
    },
    /// In an array of an object, in a kernel.
    View {
        /// The array.
        view: View,
        /// Its indices.
        index: Vec<Value>,
    },
}
