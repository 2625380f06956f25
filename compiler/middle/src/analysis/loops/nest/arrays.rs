//! Accesses to elements, and operations on whole arrays, which keep a nest from being a kernel.
//!
//! *Invariant:* every statement that touches an element is an access of the nest, or its obstacle.

use crate::analysis::loops::affine::{AffineForm, Atom, Root};
use crate::analysis::loops::updates::Update;
use crate::analysis::loops::verdict::ObstacleKind;
use crate::machine::cost::launch;
use crate::mir::{Access, AtomicOp, ElemKind, Function, Loc, RtFn, Stmt, Ty, Value};

use super::{NestAccess, Role, Walker};

/// Whether a row only raises an error, which kernels may do.
pub fn is_error_row(func: RtFn) -> bool {
    matches!(
        func.sig().name,
        "error_index" | "error_raise" | "error_raise_row" | "error_assertion"
    )
}

/// Why a row of the runtime keeps a loop from being a kernel.
pub fn row_kind(function: &Function, func: RtFn, args: &[Value], stmt: &Stmt) -> ObstacleKind {
    let ty = |value: Value| function.values[value].ty;
    let array = stmt.results.iter().any(|&value| ty(value).is_handle());
    let texts = args
        .iter()
        .chain(&stmt.results)
        .any(|&value| ty(value) == Ty::Str);
    match func.sig().name {
        "print" | "printf" | "fprintf" => ObstacleKind::Strings,
        name if name.starts_with("slice_") => ObstacleKind::Slice,
        name if reads_files(name) => ObstacleKind::HostCall,
        "find" | "mask_read" => ObstacleKind::ResultSize,
        _ if texts => ObstacleKind::Strings,
        _ if array => ObstacleKind::DynamicOperator,
        _ => ObstacleKind::Statement,
    }
}

/// Whether a row that is refused for this reason does what only the host does. To compute a number from an array is none of that.
pub fn acts(func: RtFn, kind: ObstacleKind) -> bool {
    let name = func.sig().name;
    let starts = ["reduce_", "dotprod_", "range_"];
    let computes = matches!(
        name,
        "array_equal" | "array_truth" | "array_dim" | "array_numel"
    ) || starts.iter().any(|start| name.starts_with(start));
    !computes
        && matches!(
            kind,
            ObstacleKind::Strings | ObstacleKind::Statement | ObstacleKind::HostCall
        )
}

/// Whether a row stands for a function of the host that reads a file, and gives what is in it.
fn reads_files(name: &str) -> bool {
    matches!(
        name,
        "image_read" | "image_read_native" | "exr_read" | "tiff_read" | "csv_read" | "data_load"
    )
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
            unequal: self.unequal.clone(),
            ordered: self.ordered.clone(),
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
            return self.facts.names.strings[name].clone();
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
            .any(|&result| self.facts.uses(result) > 0);
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
        let kind = row_kind(self.facts.function, func, args, stmt);
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
