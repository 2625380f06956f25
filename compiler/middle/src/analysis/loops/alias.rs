//! Which array variables of a function may hold the same array.
//!
//! Variables and values between which a handle flows form a class. Objects of two classes differ unless both classes contain objects
//! from outside of the function (parameters, results of calls, globals). An array that the function makes itself and only keeps in
//! its own variables is therefore never mistaken for a parameter. The flow of control is not looked at: of two values that are visible at
//! one place, `are_apart` knows more, since an array that is made there is none that was there before.
//!
//! *Technique:* flow-insensitive alias analysis by unification (Steensgaard, "Points-to Analysis in Almost Linear Time", POPL 1996).
//!
//! *Invariant:* `may_alias` is true whenever an execution exists in which both are the same array; `are_apart` is true only if they differ
//! wherever both values are visible.

use super::affine::Root;
use crate::base::Id;
use crate::mir::families::{block_op, jump_op, pure_op};
use crate::mir::{ElemKind, Function, Local, Op, RtFn, Stmt, Ty, Value};
use quasar_abi::Role;
use std::collections::BTreeMap;

/// The classes of one function.
#[derive(Debug)]
pub struct Aliases {
    /// Union-find parents: locals first, then values, then the node of all objects from outside.
    parents: Vec<usize>,
    locals: usize,
    /// In the order of the text: values, and whether they are arrays that are made there.
    order: BTreeMap<Value, (usize, bool)>,
}

impl Aliases {
    /// Computes the classes.
    pub fn of(function: &Function) -> Aliases {
        let (locals, values) = (function.locals.len(), function.values.len());
        let mut aliases = Aliases {
            parents: (0..=locals + values).collect(),
            locals,
            order: BTreeMap::new(),
        };
        for &param in &function.params {
            aliases.mark_external(param.index());
        }
        function
            .body
            .for_each_stmt(&mut |stmt| aliases.visit(function, stmt));
        aliases
    }

    /// Whether both, arrays of one element kind, may be the same array.
    pub fn may_alias(&self, left: Root, right: Root) -> bool {
        self.find(self.node(left)) == self.find(self.node(right))
    }

    /// Whether it may be an array from outside of the function.
    pub fn is_external(&self, root: Root) -> bool {
        self.find(self.node(root)) == self.find(self.parents.len() - 1)
    }

    /// Whether one of two values was there before the other one was made.
    pub fn are_apart(&self, left: Root, right: Root) -> bool {
        let (Root::Value(left), Root::Value(right)) = (left, right) else {
            return false;
        };
        let (Some(&(one, made)), Some(&(other, also_made))) =
            (self.order.get(&left), self.order.get(&right))
        else {
            return false;
        };
        (made && other < one) || (also_made && one < other)
    }

    fn node(&self, root: Root) -> usize {
        match root {
            Root::Local(local) => local.index(),
            Root::Value(value) => self.value(value),
            Root::Global(_) => self.parents.len() - 1,
        }
    }

    fn value(&self, value: Value) -> usize {
        self.locals + value.index()
    }

    fn find(&self, mut node: usize) -> usize {
        while self.parents[node] != node {
            node = self.parents[node];
        }
        node
    }

    /// As [`find`](Self::find); the way is half as long afterwards.
    fn find_and_shorten(&mut self, mut node: usize) -> usize {
        while self.parents[node] != node {
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }

    fn union(&mut self, left: usize, right: usize) {
        let (left, right) = (self.find_and_shorten(left), self.find_and_shorten(right));
        self.parents[left.min(right)] = left.max(right);
    }

    /// All outside objects count as one class: any two of them may be the same.
    fn mark_external(&mut self, node: usize) {
        let external = self.parents.len() - 1;
        self.union(node, external);
    }

    fn visit(&mut self, function: &Function, stmt: &Stmt) {
        let made = matches!(stmt.op, Op::NewArray { .. });
        for result in &stmt.results {
            let number = self.order.len();
            self.order.insert(*result, (number, made));
        }
        let is_handle = |value: Value| function.values[value].ty.is_handle();
        match &stmt.op {
            Op::Get(local) => self.flow(*local, stmt.results[0]),
            Op::Set(local, value) => self.flow(*local, *value),
            Op::Runtime { func, .. } if keeps_apart(*func) && !touches_cells(function, stmt) => {}
            Op::Runtime { .. } | Op::Store(..) | Op::Load(_) => self.join_all(stmt, is_handle),
            Op::GetGlobal(_) | Op::SetGlobal(..) | Op::Call { .. } => {
                self.escape_all(stmt, is_handle);
            }
            pure_op!()
            | block_op!()
            | jump_op!()
            | Op::NewArray { .. }
            | Op::Launch(_)
            | Op::Atomic(..)
            | Op::Together(_)
            | Op::Texture(_)
            | Op::Retain(_)
            | Op::Release(_) => {}
        }
    }

    fn flow(&mut self, local: Local, value: Value) {
        let value = self.value(value);
        self.union(local.index(), value);
    }

    /// The operation may put one of its handles inside another, or return it: they become one class.
    fn join_all(&mut self, stmt: &Stmt, is_handle: impl Fn(Value) -> bool) {
        let nodes = handles(stmt, is_handle);
        for pair in nodes.windows(2) {
            let (left, right) = (self.value(pair[0]), self.value(pair[1]));
            self.union(left, right);
        }
    }

    /// The operation may hand its handles to anybody.
    fn escape_all(&mut self, stmt: &Stmt, is_handle: impl Fn(Value) -> bool) {
        let nodes = handles(stmt, is_handle);
        for value in nodes {
            let node = self.value(value);
            self.mark_external(node);
        }
    }
}

/// The handles among the operands and results.
fn handles(stmt: &Stmt, is_handle: impl Fn(Value) -> bool) -> Vec<Value> {
    let mut nodes: Vec<Value> = stmt.results.clone();
    stmt.op.for_each_operand(|&value| nodes.push(value));
    nodes.retain(|&value| is_handle(value));
    nodes
}

/// Whether arrays of arrays or strings take part, which hold other handles.
fn touches_cells(function: &Function, stmt: &Stmt) -> bool {
    let is_cell = |value: Value| match function.values[value].ty {
        Ty::Array(kind) => kind.is_object() || kind == ElemKind::Function,
        Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 | Ty::Str => false,
    };
    let mut found = stmt.results.iter().any(|&value| is_cell(value));
    stmt.op.for_each_operand(|&value| found |= is_cell(value));
    found
}

/// Whether a row, given arrays of numbers, never returns one of them.
fn keeps_apart(func: RtFn) -> bool {
    let makes_new = [
        "array_new",
        "array_copy",
        "array_deepcopy",
        "array_from_values",
        "array_from_bytes",
        "range_int",
        "range_real",
        "linspace",
        "eye",
        "array_size",
        "array_sizes",
        "array_repmat",
        "slice_read",
        "mask_read",
        "find",
        "reduce_dim",
        "cumulate",
        "sort",
        "sort_order",
        "distinct",
        "matrix_multiply",
        "matrix_multiply_transposed",
        "algebra",
        "image_read",
        "image_read_native",
        "exr_read",
        "tiff_read",
        "random_uniform",
        "random_normal",
    ];
    let signature = func.sig();
    let is_array = signature
        .result
        .is_some_and(|result| result.role == Role::Array);
    !is_array || makes_new.contains(&signature.name)
}
