//! A kernel made ready for its division: parameters keep their values, and sizes of shared arrays are plain values.
//!
//! *Invariant:* afterwards no parameter is assigned, no `Dim` or `Numel` reads a shared array, and its elements are accessed with as
//! many indices as it has dimensions.

use std::collections::BTreeMap;

use super::super::simplify::simplify_function;
use super::private;
use super::shared::shared_values;
use crate::mir::data::*;

/// Prepares a copy of the kernel. One with accumulators has not been simplified, so that every update of an accumulator reads it anew.
pub(super) fn prepare(kernel: &Function, lane: usize) -> Function {
    let mut function = kernel.clone();
    separate_parameters(&mut function);
    resolve_sizes(&mut function);
    let FuncKind::Kernel(data) = &function.kind else {
        panic!("{} is no kernel", function.name);
    };
    if data.accumulators.is_empty() {
        simplify_function(&mut function);
    }
    private::update_own_elements(&mut function, lane);
    function
}

/// Gives every parameter that is assigned a variable of its own.
fn separate_parameters(function: &mut Function) {
    let assigned = function.body.assigned_locals();
    let params = function.params.clone();
    let mut start = Vec::new();
    let mut renamed = BTreeMap::new();
    for param in params.into_iter().filter(|param| assigned.contains(param)) {
        let data = function.locals[param].clone();
        let value = function.values.push(ValueData { ty: data.ty });
        let local = function.locals.push(data);
        renamed.insert(param, local);
        let loc = function.loc;
        let stmt = |op, results| Stmt { op, results, loc };
        start.push(stmt(Op::Get(param), vec![value]));
        start.push(stmt(Op::Set(local, value), Vec::new()));
    }
    rename(&mut function.body, &renamed);
    function.body.stmts.splice(0..0, start);
}

fn rename(block: &mut Block, renamed: &BTreeMap<Local, Local>) {
    for stmt in &mut block.stmts {
        if let Some(local) = stmt.op.names_mut().local
            && let Some(&other) = renamed.get(local)
        {
            *local = other;
        }
        for inner in stmt.op.blocks_mut() {
            rename(inner, renamed);
        }
    }
}

/// What replaces sizes of shared arrays.
struct Sizes<'a> {
    arrays: BTreeMap<Value, Local>,
    extents: BTreeMap<Local, Vec<Value>>,
    same_as: BTreeMap<Value, Value>,
    values: &'a mut crate::base::IndexVec<Value, ValueData>,
}

fn resolve_sizes(function: &mut Function) {
    let FuncKind::Kernel(KernelData {
        group: Some(group), ..
    }) = &function.kind
    else {
        return;
    };
    let arrays = shared_values(function, group);
    let mut extents = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Together(Together::Shared { local, dims, .. }) = &stmt.op {
            extents.insert(*local, dims.clone());
        }
    });
    let mut sizes = Sizes {
        arrays,
        extents,
        same_as: BTreeMap::new(),
        values: &mut function.values,
    };
    sizes.block(&mut function.body);
}

impl Sizes<'_> {
    fn block(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for mut stmt in stmts {
            stmt.op.for_each_operand_mut(|value| {
                *value = *self.same_as.get(value).unwrap_or(value);
            });
            for inner in stmt.op.blocks_mut() {
                self.block(inner);
            }
            self.stmt(stmt, &mut block.stmts);
        }
    }

    fn stmt(&mut self, mut stmt: Stmt, out: &mut Vec<Stmt>) {
        let loc = stmt.loc;
        if let Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) = &mut stmt.op {
            self.unravel(access, loc, out);
        }
        let array = match stmt.op {
            Op::Dim(array, _) | Op::Numel(array) => self.arrays.get(&array).copied(),
            _ => None,
        };
        let Some(extents) = array.and_then(|array| self.extents.get(&array)).cloned() else {
            return out.push(stmt);
        };
        let axis = match stmt.op {
            Op::Dim(_, axis) => usize::from(axis) + usize::from(extents.len() > 1),
            _ => return self.product(&extents, &stmt, out),
        };
        // A vector of n elements has extents 1, n.
        match axis.checked_sub(1).and_then(|axis| extents.get(axis)) {
            Some(&extent) => {
                self.same_as.insert(stmt.results[0], extent);
            }
            None => {
                stmt.op = Op::Const(Const::I32(1));
                out.push(stmt);
            }
        }
    }

    /// Makes one index that counts the elements of an array of several dimensions (row by row) into an index per dimension: the
    /// array is about to get one dimension more.
    fn unravel(&mut self, access: &mut Access, loc: Loc, out: &mut Vec<Stmt>) {
        let array = self.arrays.get(&access.array);
        let Some(extents) = array.and_then(|array| self.extents.get(array)).cloned() else {
            return;
        };
        if access.index.len() != 1 {
            return;
        }
        let mut rest = access.index[0];
        let mut indices = Vec::new();
        for &extent in extents[1..].iter().rev() {
            indices.push(self.binary(BinaryOp::Rem, rest, extent, loc, out));
            rest = self.binary(BinaryOp::IntDiv, rest, extent, loc, out);
        }
        indices.push(rest);
        indices.reverse();
        access.index = indices;
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: Value,
        right: Value,
        loc: Loc,
        out: &mut Vec<Stmt>,
    ) -> Value {
        let result = self.values.push(ValueData { ty: Ty::I32 });
        out.push(Stmt {
            op: Op::Binary(op, left, right),
            results: vec![result],
            loc,
        });
        result
    }

    fn product(&mut self, extents: &[Value], stmt: &Stmt, out: &mut Vec<Stmt>) {
        let mut product = extents[0];
        for &extent in &extents[1..] {
            product = self.binary(BinaryOp::Mul, product, extent, stmt.loc, out);
        }
        self.same_as.insert(stmt.results[0], product);
    }
}
