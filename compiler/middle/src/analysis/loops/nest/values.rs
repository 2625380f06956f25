//! Values of a nest: numbers as polynomials, handles as the arrays they stand for.
//!
//! *Invariant:* a value that has no polynomial is an atom of its own, as deep as the deepest of its operands.

use crate::analysis::loops::affine::{AffineForm, Atom, Root};
use crate::analysis::loops::verdict::ObstacleKind;
use crate::mir::query::keeps_extents;
use crate::mir::{BinaryOp, Const, Local, Op, Stmt, Ty, UnaryOp, Value};

use super::Walker;

impl<'a, 'f> Walker<'a, 'f> {
    pub(super) fn define(&mut self, value: Value, form: AffineForm) {
        let depth = self.nest.form_depth(&form);
        self.nest.depths.insert(value, depth);
        self.values.insert(value, form);
    }

    pub(super) fn define_opaque(&mut self, stmt: &Stmt, depth: usize) {
        for &result in &stmt.results {
            self.nest.depths.insert(result, depth);
            self.values
                .insert(result, AffineForm::atom(Atom::Value(result)));
            if self.ty(result).is_handle() {
                self.arrays.insert(result, None);
                self.refuse(ObstacleKind::Cells, "", stmt.loc);
            }
        }
    }

    pub(super) fn pure(&mut self, stmt: &Stmt) {
        let result = stmt.results[0];
        if let Some(form) = self
            .integer_form(&stmt.op)
            .filter(AffineForm::is_manageable)
        {
            self.define(result, form);
            return;
        }
        // A null array is what an error about a small array in registers names: nothing is made or read.
        if let Op::Const(Const::Str(_) | Const::Null(_)) = stmt.op {
            self.arrays.insert(result, None);
            return;
        }
        let mut depth = 0;
        stmt.op
            .for_each_operand(|&operand| depth = depth.max(self.value_depth(operand)));
        self.define_opaque(stmt, depth);
    }

    fn value_depth(&self, value: Value) -> usize {
        match self.values.get(&value) {
            Some(form) => self.nest.form_depth(form),
            None if self.arrays.get(&value) == Some(&None) => self.depth,
            None => 0,
        }
    }

    /// The value as a polynomial, for `I32` operations that allow it.
    fn integer_form(&mut self, op: &Op) -> Option<AffineForm> {
        match op {
            Op::Const(Const::I32(value)) => Some(AffineForm::constant(i64::from(*value))),
            Op::Unary(UnaryOp::Neg, a) if self.ty(*a) == Ty::I32 => Some(self.form(*a).scaled(-1)),
            Op::Binary(op, a, b) if self.ty(*a) == Ty::I32 => {
                let (a, b) = (self.form(*a), self.form(*b));
                binary_form(*op, &a, &b)
            }
            Op::Dim(array, axis) => self.extent_form(*array, |root| Atom::Dim(root, *axis)),
            Op::Numel(array) => self.extent_form(*array, Atom::Numel),
            _ => None,
        }
    }

    fn extent_form(&mut self, array: Value, atom: impl Fn(Root) -> Atom) -> Option<AffineForm> {
        let root = self.root(array)?;
        Some(self.extent_of(root, atom(root)))
    }

    /// The extent as the size that the array was made with, where that is known.
    pub(super) fn extent_of(&mut self, root: Root, atom: Atom) -> AffineForm {
        let array = match root {
            Root::Local(local) => self.def_use.settled_value(local, self.place),
            Root::Value(value) => Some(value),
            Root::Global(_) => None,
        };
        let made = array.and_then(|value| self.def_use.definition(value));
        let known = made.and_then(|stmt| match &stmt.op {
            Op::NewArray { dims, .. } => self.made_extent(dims, atom),
            Op::Runtime { func, args, .. } if keeps_extents(*func) => {
                let source = self.root(args[0])?;
                self.copied_extent(source, atom)
            }
            _ => None,
        });
        known.unwrap_or_else(|| AffineForm::atom(atom))
    }

    /// The extent of an array that is made with sizes.
    fn made_extent(&mut self, dims: &[Value], atom: Atom) -> Option<AffineForm> {
        match atom {
            Atom::Dim(_, axis) => {
                // One number n makes 1×n.
                let padding = usize::from(dims.len() == 1);
                let axis = usize::from(axis).checked_sub(padding);
                match axis.and_then(|axis| dims.get(axis)) {
                    Some(&extent) => Some(self.form(extent)),
                    None => Some(AffineForm::constant(1)),
                }
            }
            // A number of elements is not negative, which its sizes need not tell: it stays what it is.
            Atom::Numel(_) => {
                let dims: Vec<AffineForm> = dims.iter().map(|&dim| self.form(dim)).collect();
                let mut long = dims.into_iter().filter(|dim| dim.as_constant() != Some(1));
                let extent = long.next().unwrap_or_else(|| AffineForm::constant(1));
                if long.next().is_none() {
                    self.nest.counted.insert(atom, extent);
                }
                None
            }
            Atom::Index(_) | Atom::Local(_) | Atom::Global(_) | Atom::Value(_) | Atom::Join(_) => {
                None
            }
        }
    }

    /// The extent of a copy, which is that of the other array.
    fn copied_extent(&mut self, source: Root, atom: Atom) -> Option<AffineForm> {
        let atom = match atom {
            Atom::Dim(_, axis) => Atom::Dim(source, axis),
            Atom::Numel(_) => Atom::Numel(source),
            Atom::Index(_) | Atom::Local(_) | Atom::Global(_) | Atom::Value(_) | Atom::Join(_) => {
                return None;
            }
        };
        Some(self.extent_of(source, atom))
    }

    /// The value as a polynomial.
    pub(super) fn form(&mut self, value: Value) -> AffineForm {
        if let Some(form) = self.values.get(&value) {
            return form.clone();
        }
        let form = self.outside_form(value);
        self.values.insert(value, form.clone());
        form
    }

    /// The same for a value that is defined outside of the nest.
    fn outside_form(&mut self, value: Value) -> AffineForm {
        let computed = self
            .def_use
            .definition(value)
            .and_then(|stmt| self.integer_form(&stmt.op));
        if let Some(form) = computed.filter(AffineForm::is_manageable) {
            return form;
        }
        match self.def_use.settled_variable(value, self.place) {
            Some(local) => self.variable_form(local, value),
            None => AffineForm::atom(Atom::Value(value)),
        }
    }

    /// The value of a variable that the nest does not assign; `reader` is the value being asked for.
    pub(super) fn variable_form(&mut self, local: Local, reader: Value) -> AffineForm {
        match self.def_use.settled_value(local, self.place) {
            Some(value) if value != reader && self.ty(value) == Ty::I32 => self.form(value),
            _ => AffineForm::atom(Atom::Local(local)),
        }
    }

    /// The array that a value stands for; none when it is not the same in all iterations.
    pub(super) fn root(&mut self, array: Value) -> Option<Root> {
        if let Some(known) = self.arrays.get(&array) {
            return *known;
        }
        let kept = self
            .def_use
            .settled_variable(array, self.place)
            .map(Root::Local);
        Some(kept.unwrap_or(Root::Value(array)))
    }
}

fn binary_form(op: BinaryOp, a: &AffineForm, b: &AffineForm) -> Option<AffineForm> {
    match op {
        BinaryOp::Add => Some(a.plus(b)),
        BinaryOp::Sub => Some(a.minus(b)),
        BinaryOp::Mul if a.is_manageable() && b.is_manageable() => Some(a.times(b)),
        BinaryOp::Shl => {
            let amount = b.as_constant().filter(|amount| (0..31).contains(amount))?;
            Some(a.scaled(1 << amount))
        }
        _ => None,
    }
}
