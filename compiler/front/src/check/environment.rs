//! What is known of variables at one point of a function: their types, and the values of some ints.
//!
//! Inference follows the flow: an assignment gives a variable a new type from there on. A variable lives in one
//! *slot* (a typed variable of the instance) per type that it takes; where flows join, each branch moves its value
//! into the slot of the joined type.
//!
//! *Invariant:* two environments are equal exactly when they promise the same.

use std::collections::BTreeMap;

use crate::base::persistent::Map;
use crate::base::{Span, Symbol};
use crate::hir::{GlobalVarId, VarId};
use crate::types::{Size, Type};

use super::DefId;

/// Where a variable's value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// In the instance.
    Var(VarId),
    /// A top-level variable.
    Global(GlobalVarId),
}

/// A name that has a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Binding {
    /// A variable.
    Variable(Variable),
    /// A nested function with what it captured at its definition.
    Nested(Nested),
    /// A variable that holds values of types that do not join: an error when it is used.
    Conflict {
        /// The types as text.
        types: (String, String),
    },
}

/// A variable at one point.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Where its value lies.
    pub slot: Slot,
    /// Its type.
    pub ty: Type,
    /// The type that a declaration fixed.
    pub declared: Option<Type>,
    /// A slot of type int that tells whether it has a value; none: it has.
    pub flag: Option<Slot>,
    /// It belongs to an enclosing function: it can be read, and its elements written.
    pub captured: bool,
    /// It may not be written at all (`'const`).
    pub constant: bool,
    /// Where it got its value, for labels.
    pub span: Span,
}

impl Variable {
    /// A variable of the function itself that has a value and may get others of any type.
    pub fn local(slot: Slot, ty: Type, span: Span) -> Variable {
        Variable {
            slot,
            ty,
            declared: None,
            flag: None,
            captured: false,
            constant: false,
            span,
        }
    }
}

/// A nested function at one point.
#[derive(Clone, Debug, PartialEq)]
pub struct Nested {
    /// The function.
    pub def: DefId,
    /// Variables captured at the definition, by name.
    pub snapshot: BTreeMap<Symbol, Variable>,
}

/// Everything known at one point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Environment {
    /// Names with values.
    pub names: Map<Symbol, Binding>,
    /// Ints whose value is known or has a name as a size.
    pub known: Map<Slot, Size>,
    /// Strings whose text is known.
    pub texts: Map<Slot, String>,
    /// Numbers that lie between known bounds.
    pub bounds: Map<Slot, Bounds>,
}

/// Between which numbers a value lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    low: f64,
    high: f64,
    /// `low` itself is excluded.
    above_low: bool,
    /// `high` itself is excluded.
    below_high: bool,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            above_low: false,
            below_high: false,
        }
    }
}

impl Bounds {
    /// One number.
    pub fn exactly(number: f64) -> Self {
        Bounds {
            low: number,
            high: number,
            ..Bounds::default()
        }
    }

    /// From here on nothing greater than `limit`; `strict`: nor that.
    pub fn limit_above(&mut self, limit: f64, strict: bool) {
        if limit < self.high || (limit == self.high && strict) {
            (self.high, self.below_high) = (limit, strict);
        }
    }

    /// From here on nothing less than `limit`; `strict`: nor that.
    pub fn limit_below(&mut self, limit: f64, strict: bool) {
        if limit > self.low || (limit == self.low && strict) {
            (self.low, self.above_low) = (limit, strict);
        }
    }

    /// The bounds of `-value`.
    pub fn negated(self) -> Self {
        Bounds {
            low: -self.high,
            high: -self.low,
            above_low: self.below_high,
            below_high: self.above_low,
        }
    }

    /// The one number that lies between them.
    pub fn exact(&self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether every value is below every other one; none: it depends.
    pub fn below(&self, other: &Bounds) -> Option<bool> {
        let touches = self.below_high || other.above_low;
        if self.high < other.low || (self.high == other.low && touches) {
            return Some(true);
        }
        (self.low >= other.high).then_some(false)
    }

    /// Whether every value equals every other one; none: it depends.
    pub fn equal(&self, other: &Bounds) -> Option<bool> {
        if self.low == self.high && *self == *other {
            return Some(true);
        }
        let apart = self.below(other) == Some(true) || other.below(self) == Some(true);
        apart.then_some(false)
    }
}

impl Environment {
    /// The variable of that name.
    pub fn variable(&self, name: Symbol) -> Option<&Variable> {
        match self.names.get(&name) {
            Some(Binding::Variable(variable)) => Some(variable),
            Some(Binding::Nested(_) | Binding::Conflict { .. }) | None => None,
        }
    }

    /// The variable of that name.
    pub fn variable_mut(&mut self, name: Symbol) -> Option<&mut Variable> {
        match self.names.get_mut(&name) {
            Some(Binding::Variable(variable)) => Some(variable),
            Some(Binding::Nested(_) | Binding::Conflict { .. }) | None => None,
        }
    }

    /// Binds a name to a variable.
    pub fn bind(&mut self, name: Symbol, variable: Variable) {
        self.bounds.remove(&variable.slot);
        self.names.insert(name, Binding::Variable(variable));
    }

    /// Keeps only what both know of values.
    pub fn intersect_known(&mut self, other: &Environment) {
        keep_equal(&mut self.known, &other.known);
        keep_equal(&mut self.texts, &other.texts);
        keep_equal(&mut self.bounds, &other.bounds);
    }
}

/// Keeps only what both maps have.
fn keep_equal<V: Clone + PartialEq>(map: &mut Map<Slot, V>, other: &Map<Slot, V>) {
    for slot in map.differing(other) {
        map.remove(&slot);
    }
}
