//! Reads and writes of variables within a nest.
//!
//! *Invariant:* a variable that the nest assigns has a value of its own wherever the walk does not know which assignment counts.

use crate::analysis::loops::affine::{AffineForm, Atom, Root};
use crate::analysis::loops::verdict::ObstacleKind;
use crate::mir::{GlobalId, Local, Stmt, Ty, Value};

use super::Walker;

impl<'a, 'f> Walker<'a, 'f> {
    pub(super) fn get(&mut self, local: Local, stmt: &Stmt) {
        let result = stmt.results[0];
        let assigned = self.nest.assigned.contains(&local);
        if self.ty(result).is_handle() {
            let root = match self.state.arrays.get(&local) {
                Some(known) => *known,
                None if assigned => None,
                None => Some(Root::Local(local)),
            };
            self.arrays.insert(result, root);
            if self.ty(result) == Ty::Str {
                self.refuse(ObstacleKind::Strings, &self.local_name(local), stmt.loc);
            } else if root.is_none() {
                self.refuse(ObstacleKind::Carried, &self.local_name(local), stmt.loc);
            }
            return;
        }
        let form = match self.state.numbers.get(&local) {
            Some(form) => form.clone(),
            None if assigned => self.join(self.depth),
            None => self.variable_form(local, result),
        };
        self.define(result, form);
    }

    pub(super) fn local_name(&self, local: Local) -> String {
        self.def_use.function.locals[local]
            .name
            .clone()
            .unwrap_or_default()
    }

    pub(super) fn set(&mut self, local: Local, value: Value) {
        if self.ty(value).is_handle() {
            let root = self.root(value);
            if let Some(root) = root {
                let before = self.nest.renamed.insert(local, root);
                let other = before.is_some_and(|other| other != root);
                if other {
                    let loc = self.def_use.function.locals[local].loc;
                    self.refuse(ObstacleKind::Carried, &self.local_name(local), loc);
                }
            }
            self.state.arrays.insert(local, root);
            return;
        }
        let form = self.form(value);
        self.state.numbers.insert(local, form);
    }

    pub(super) fn get_global(&mut self, global: GlobalId, stmt: &Stmt) {
        let result = stmt.results[0];
        if self.globals.contains(&global) {
            self.refuse(ObstacleKind::Carried, "", stmt.loc);
        }
        match self.ty(result) {
            Ty::Array(_) => {
                self.arrays.insert(result, Some(Root::Global(global)));
            }
            Ty::Str => self.refuse(ObstacleKind::Strings, "", stmt.loc),
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 => {
                self.define(result, AffineForm::atom(Atom::Global(global)));
            }
        }
    }
}
