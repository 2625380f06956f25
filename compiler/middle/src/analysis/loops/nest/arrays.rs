//! Accesses to elements, and operations on whole arrays, which keep a nest from being a kernel.
//!
//! *Invariant:* every statement that touches an element is an access of the nest, or its obstacle.

use crate::analysis::loops::affine::{AffineForm, Atom, Root};
use crate::analysis::loops::updates::Update;
use crate::analysis::loops::verdict::ObstacleKind;
use crate::machine::cost::launch;
use crate::mir::{Access, AtomicOp, ElemKind, Loc, RtFn, Stmt, Ty, Value};

use crate::analysis::loops::rows::{acts, is_error_row, row_kind};

use super::{NestAccess, Role, Walker};

/// Conditions that an access remembers, at most: in a chain of branches each adds one.
const MOST_CONDITIONS: usize = 16;

/// What the innermost conditions say.
fn innermost<T: Clone>(all: &[T]) -> Vec<T> {
    all[all.len().saturating_sub(MOST_CONDITIONS)..].to_vec()
}

impl<'a, 'f> Walker<'a, 'f> {
    pub(super) fn access(&mut self, access: &Access, role: Role, update: Option<Update>, loc: Loc) {
        let Ty::Array(kind) = self.ty(access.array) else {
            panic!("an access to something that is no array");
        };
        let root = self.root(access.array);
        let name = self.array_name(access, root);
        if kind.is_object() || kind == ElemKind::Function {
            self.refuse(ObstacleKind::Cells, &name, loc);
        }
        let index = access.index.iter().map(|&index| self.form(index)).collect();
        let extents = (0..access.index.len())
            .map(|dimension| self.limit(root?, dimension, access.index.len()))
            .collect();
        let conditional = self.conditional;
        self.nest.work = self
            .nest
            .work
            .saturating_add(self.work_factor.saturating_mul(launch::ACCESS));
        self.nest.accesses.push(NestAccess {
            root,
            kind,
            operands: (access.array, access.index.clone()),
            index,
            extents,
            mode: access.mode,
            role,
            update,
            in_loop: self.in_loop,
            conditional,
            partial: self.partial,
            unequal: innermost(&self.unequal),
            ordered: innermost(&self.ordered),
            loc,
            name,
        });
    }

    /// The number of elements that the index of a dimension counts through.
    fn limit(&mut self, root: Root, dimension: usize, dimensions: usize) -> Option<AffineForm> {
        let atom = match dimensions {
            1 => Atom::Numel(root),
            _ => Atom::Dim(root, u8::try_from(dimension).ok()?),
        };
        Some(self.extent_of(root, atom))
    }

    fn array_name(&self, access: &Access, root: Option<Root>) -> String {
        if let Some(name) = access.name {
            return self.def_use.names.strings[name].clone();
        }
        match root {
            Some(Root::Local(local)) => self.local_name(local),
            Some(Root::Value(_) | Root::Global(_)) | None => String::new(),
        }
    }

    pub(super) fn atomic(&mut self, op: AtomicOp, access: &Access, stmt: &Stmt) {
        let used = stmt
            .results
            .iter()
            .any(|&result| self.def_use.uses(result) > 0);
        let Ty::Array(kind) = self.ty(access.array) else {
            panic!("an access to something that is no array");
        };
        let exact = matches!(kind, ElemKind::I32 | ElemKind::I64 | ElemKind::U64);
        let role = match op.accumulates() {
            Some(class) if exact && !used => Role::Update(class),
            _ => Role::Write,
        };
        if role == Role::Write {
            self.access(access, Role::Read, None, stmt.loc);
        }
        self.access(access, role, None, stmt.loc);
        self.define_opaque(stmt, self.depth);
    }

    pub(super) fn new_array(&mut self, stmt: &Stmt) {
        let cells = match self.ty(stmt.results[0]) {
            Ty::Array(kind) => kind.is_object(),
            _ => false,
        };
        let kind = if cells {
            ObstacleKind::Cells
        } else {
            ObstacleKind::DynamicMemory
        };
        self.refuse(kind, "", stmt.loc);
        self.arrays.insert(stmt.results[0], None);
    }

    pub(super) fn runtime(&mut self, func: RtFn, args: &[Value], stmt: &Stmt) {
        if is_error_row(func) {
            return;
        }
        let name = func.sig().name;
        let short = name.strip_prefix("array_").unwrap_or(name);
        let kind = row_kind(self.def_use.function, func, args, stmt);
        self.nest.acts |= acts(func, kind);
        self.refuse(kind, short, stmt.loc);
        for &result in &stmt.results {
            if self.ty(result).is_handle() {
                self.arrays.insert(result, None);
            } else {
                self.define(result, AffineForm::atom(Atom::Value(result)));
                self.nest.depths.insert(result, self.depth);
            }
        }
    }
}
