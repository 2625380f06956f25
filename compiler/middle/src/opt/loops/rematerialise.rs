//! Values of index expressions computed anew, before the loops that they stand in.
//!
//! *Technique:* rematerialisation (Briggs, Cooper and Torczon, "Rematerialization", PLDI 1992), of index expressions.
//!
//! *Invariant:* only what is the same in the whole nest is read.

use super::emit::Emitter;
use crate::analysis::loops::affine::{AffineForm, Atom};
use crate::analysis::loops::nest::Nest;
use crate::mir::{BinaryOp, Const, Value};

/// Whether a form can be computed before the nest.
pub fn can_compute(nest: &Nest, form: &AffineForm) -> bool {
    form.atoms().all(|atom| match atom {
        Atom::Local(local) => !nest.assigned.contains(&local),
        Atom::Value(value) => !nest.defines(value),
        Atom::Index(_) | Atom::Global(_) | Atom::Dim(..) | Atom::Numel(_) | Atom::Join(_) => false,
    })
}

/// Computes a form before the nest, with the index of the nest's own loop known to be `index`, if it occurs.
///
/// # Panics
/// When another of its quantities cannot be computed there.
pub fn compute(emitter: &mut Emitter, form: &AffineForm, index: Option<Value>) -> Value {
    let terms = form.terms().map(|(product, factor)| {
        let operands: Vec<Value> = product
            .iter()
            .map(|&atom| quantity(emitter, atom, index))
            .collect();
        // Arithmetic wraps, so the low bits are all that counts.
        let number = (factor != 1 || operands.is_empty())
            .then(|| emitter.constant(Const::I32(factor as i32)));
        let factors = operands.into_iter().chain(number);
        factors
            .reduce(|left, right| emitter.binary(BinaryOp::Mul, left, right))
            .expect("a product of something")
    });
    let terms: Vec<Value> = terms.collect();
    let sum = terms
        .into_iter()
        .reduce(|left, right| emitter.binary(BinaryOp::Add, left, right));
    sum.unwrap_or_else(|| emitter.constant(Const::I32(0)))
}

fn quantity(emitter: &mut Emitter, atom: Atom, index: Option<Value>) -> Value {
    match atom {
        Atom::Local(local) => emitter.get(local),
        Atom::Value(value) => value,
        Atom::Index(0) => index.expect("an index that is known"),
        Atom::Index(_) | Atom::Global(_) | Atom::Dim(..) | Atom::Numel(_) | Atom::Join(_) => {
            panic!("a quantity that cannot be computed before the nest")
        }
    }
}
