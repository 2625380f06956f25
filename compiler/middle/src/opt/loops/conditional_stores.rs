//! The pass `conditional-stores`: a loop that stores some elements of an array of zeros stores all of them.
//!
//! ```text
//! y = zeros(h,w)                          y = zeros(h,w)          which nobody need clear now
//! for m, n                                for m, n
//!     if x[m,n] > t                           e = 0
//!         y[m,n] = x[m,n]                     if x[m,n] > t:  e = x[m,n]
//!                                             y[m,n] = e
//! ```
//!
//! Vectors store whole instead of some of their lanes, `dead-initialisation` leaves the array uncleared, and fusion hands the element on.
//!
//! *Technique:* if-conversion (Allen, Kennedy, Porterfield and Warren, "Conversion of Control Dependence to Data Dependence", POPL 1983) of a
//! store in whose place the element that was there is known: it is what a new array has.
//!
//! *Invariant:* nobody but the loops touches the array between its making and their end, and they only store, each iteration into the element
//! that its indices name. An error on the way leaves the elements that would be zero as they are: zero.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::loops::counted::ForParts;
use crate::mir::{
    Access, BinaryOp, Block, Const, Fill, FuncKind, Function, Local, LocalData, Op, Program, Stmt,
    Ty, Value, ValueData,
};

/// Statements behind an array that are looked at.
const MOST_STATEMENTS: usize = 1000;

/// Runs the pass on every host function.
pub fn store_always(program: &mut Program) {
    for function in program.functions.iter_mut() {
        if function.kind == FuncKind::Host {
            let mut body = std::mem::take(&mut function.body);
            let bounds = Bounds::of(&body);
            arrays(function, &bounds, &mut body);
            function.body = body;
        }
    }
}

/// The arrays that are made in a block, and in blocks inside of it.
fn arrays(function: &mut Function, bounds: &Bounds, block: &mut Block) {
    for at in 0..block.stmts.len() {
        if let Some((behind, filled)) = filled(function, bounds, &block.stmts[at..]) {
            let nest = std::slice::from_mut(&mut block.stmts[at + behind]);
            rewrite(function, innermost(nest, &filled.indices), &filled);
        }
        for inner in block.stmts[at].op.blocks_mut() {
            arrays(function, bounds, inner);
        }
    }
}

/// What extents and the ends of loops are made of.
struct Bounds {
    constants: BTreeMap<Value, i32>,
    /// Differences, as what is less what.
    differences: BTreeMap<Value, (Value, Value)>,
}

/// An extent, as a value where it is no constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Constant(i32),
    Value(Value),
}

impl Bounds {
    fn of(body: &Block) -> Bounds {
        let (mut constants, mut differences) = (BTreeMap::new(), BTreeMap::new());
        body.for_each_stmt(&mut |stmt| match (&stmt.results[..], &stmt.op) {
            ([result], Op::Const(Const::I32(number))) => {
                constants.insert(*result, *number);
            }
            ([result], Op::Binary(BinaryOp::Sub, a, b)) => {
                differences.insert(*result, (*a, *b));
            }
            _ => {}
        });
        Bounds {
            constants,
            differences,
        }
    }

    fn extent(&self, value: Value) -> Extent {
        let constant = self.constants.get(&value);
        constant.map_or(Extent::Value(value), |number| Extent::Constant(*number))
    }

    /// The extent below which the index of a loop takes all numbers from 0 on.
    fn range(&self, parts: &ForParts<'_>) -> Option<Extent> {
        let number = |value| self.constants.get(&value).copied();
        if number(parts.range.start) != Some(0) || number(parts.range.step) != Some(1) {
            return None;
        }
        if let Some(last) = number(parts.range.stop) {
            return last.checked_add(1).map(Extent::Constant);
        }
        let (extent, one) = self.differences.get(&parts.range.stop)?;
        (number(*one) == Some(1)).then_some(Extent::Value(*extent))
    }
}

/// An array, as the statements behind its making know it.
struct Known {
    /// Its extents; those of 1 in front of the others are left out.
    dims: Vec<Extent>,
    /// Values that are the array.
    names: BTreeSet<Value>,
    /// Variables that hold it.
    holders: BTreeSet<Local>,
}

/// The stores of a nest of loops into an array.
struct Stores {
    /// Values that are the array.
    names: BTreeSet<Value>,
    /// The indices of the loops, in the order of the array's dimensions.
    indices: Vec<Value>,
    /// Where each stores, and what.
    stores: Vec<(Access, Vec<Value>)>,
}

/// An array of zeros that loops store into under conditions.
struct Filled {
    names: BTreeSet<Value>,
    indices: Vec<Value>,
    /// The type of what is stored.
    ty: Ty,
    /// Where each iteration stores.
    access: Access,
}

impl Stores {
    /// With what is stored, if that is numbers of one type.
    fn filled(self, function: &Function, array: Value) -> Option<Filled> {
        let (access, values) = self.stores.first()?;
        let ty = function.values[values[0]].ty;
        let alike = |(_, values): &(Access, Vec<Value>)| match values[..] {
            [value] => function.values[value].ty == ty,
            // Complex numbers have two parts.
            _ => false,
        };
        if zero(ty).is_none() || !self.stores.iter().all(alike) {
            return None;
        }
        Some(Filled {
            access: Access {
                array,
                ..access.clone()
            },
            names: self.names,
            indices: self.indices,
            ty,
        })
    }
}

fn zero(ty: Ty) -> Option<Const> {
    match ty {
        Ty::I32 => Some(Const::I32(0)),
        Ty::I64 => Some(Const::I64(0)),
        Ty::F32 => Some(Const::F32(0.0)),
        Ty::F64 => Some(Const::F64(0.0)),
        Ty::Bool | Ty::Array(_) | Ty::Str => None,
    }
}

/// The array of zeros that the first statement makes, if loops store into it under conditions before anything else touches it, and how many statements
/// behind it they stand.
fn filled(function: &Function, bounds: &Bounds, stmts: &[Stmt]) -> Option<(usize, Filled)> {
    let Op::NewArray {
        dims,
        fill: Fill::Zeros,
    } = &stmts[0].op
    else {
        return None;
    };
    let array = stmts[0].results[0];
    let dims = dims.iter().map(|dim| bounds.extent(*dim));
    let mut known = Known {
        dims: dims.skip_while(|dim| *dim == Extent::Constant(1)).collect(),
        names: BTreeSet::from([array]),
        holders: BTreeSet::new(),
    };
    if known.dims.is_empty() {
        return None;
    }
    let mut left = MOST_STATEMENTS;
    for (behind, stmt) in stmts.iter().enumerate().skip(1) {
        let mut count = 0;
        stmt.for_each_stmt(&mut |_| count += 1);
        left = left.checked_sub(count)?;
        match &stmt.op {
            Op::Set(local, value) if known.names.contains(value) => {
                known.holders.insert(*local);
            }
            Op::Get(local) if known.holders.contains(local) => {
                known.names.insert(stmt.results[0]);
            }
            Op::Dim(..) | Op::Numel(_) => {}
            op if op.is_terminator() => return None,
            Op::For { .. } if known.touches(stmt) => {
                let stores = known.stores(bounds, stmt)?;
                return Some((behind, stores.filled(function, array)?));
            }
            _other if known.touches(stmt) => return None,
            _other => {}
        }
    }
    None
}

impl Known {
    /// Whether a statement does anything with the array.
    fn touches(&self, stmt: &Stmt) -> bool {
        let mut found = false;
        stmt.for_each_stmt(&mut |inner| {
            found |= match inner.op {
                Op::Get(local) | Op::Set(local, _) => self.holders.contains(&local),
                _ => false,
            };
            let operand = &mut |value: &Value| found |= self.names.contains(value);
            inner.op.for_each_operand(operand);
        });
        found
    }

    /// What the nest of loops stores, if it goes through the whole array and only stores there, under conditions.
    fn stores(mut self, bounds: &Bounds, nest: &Stmt) -> Option<Stores> {
        let (mut indices, mut body) = (Vec::new(), std::slice::from_ref(nest));
        for dim in &self.dims {
            let mut touching = body.iter().filter(|stmt| self.touches(stmt));
            let parts = ForParts::of(touching.next()?)?;
            let is_alone = touching.next().is_none();
            if !is_alone || bounds.range(&parts) != Some(*dim) || leaves(parts.body) {
                return None;
            }
            indices.push(parts.index);
            body = &parts.body.stmts;
        }
        body.iter().for_each(|stmt| self.read_variables(stmt));
        let (mut stores, mut only) = (Vec::new(), true);
        for stmt in body {
            only &= self.store(&stmt.op).is_none();
            stmt.for_each_stmt(&mut |inner| {
                only &= self.only_stores(&inner.op, &indices);
                stores.extend(self.store(&inner.op));
            });
        }
        only.then_some(Stores {
            names: self.names,
            indices,
            stores,
        })
    }

    /// Where an operation stores into the array, and what.
    fn store(&self, op: &Op) -> Option<(Access, Vec<Value>)> {
        match op {
            Op::Store(access, values) if self.names.contains(&access.array) => {
                Some((access.clone(), values.clone()))
            }
            _ => None,
        }
    }

    /// Whether an operation does nothing with the array but to store where the indices say.
    fn only_stores(&self, op: &Op, indices: &[Value]) -> bool {
        match op {
            Op::Store(access, values) if self.names.contains(&access.array) => {
                access.index == indices && !values.iter().any(|value| self.names.contains(value))
            }
            Op::Dim(..) | Op::Numel(_) => true,
            Op::Set(local, _) if self.holders.contains(local) => false,
            op => {
                let mut only = true;
                op.for_each_operand(|value| only &= !self.names.contains(value));
                only
            }
        }
    }

    /// Values that a statement reads of variables that hold the array.
    fn read_variables(&mut self, stmt: &Stmt) {
        stmt.for_each_stmt(&mut |inner| match &inner.op {
            Op::Get(local) if self.holders.contains(local) => {
                self.names.insert(inner.results[0]);
            }
            _ => {}
        });
    }
}

/// Whether control may leave the block for another place than its end.
fn leaves(block: &Block) -> bool {
    let (mut own, mut found) = (BTreeSet::new(), false);
    block.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::For { label, .. } | Op::Loop { label, .. } | Op::Scope { label, .. } => {
            own.insert(*label);
        }
        Op::Break(label) | Op::Continue(label) => found |= !own.contains(label),
        Op::Return(_) => found = true,
        _ => {}
    });
    found
}

/// The body of the last of the loops with these indices, each of which stands in the one before.
fn innermost<'s>(stmts: &'s mut [Stmt], indices: &[Value]) -> &'s mut Block {
    let is_it = |stmt: &&mut Stmt| matches!(stmt.op, Op::For { index, .. } if index == indices[0]);
    let found = stmts.iter_mut().find(is_it);
    let Some(Op::For { body, .. }) = found.map(|stmt| &mut stmt.op) else {
        panic!("the loop over {} was found", indices[0]);
    };
    match indices {
        [_] => body,
        [_, inner @ ..] => innermost(&mut body.stmts, inner),
        [] => unreachable!("an array has a dimension"),
    }
}

/// Keeps what an iteration stores in a variable, which is zero first, and stores that.
fn rewrite(function: &mut Function, body: &mut Block, filled: &Filled) {
    let loc = body.stmts[0].loc;
    let element = function.locals.push(LocalData {
        ty: filled.ty,
        name: None,
        loc,
        kept: None,
    });
    let mut value = || function.values.push(ValueData { ty: filled.ty });
    let (first, last) = (value(), value());
    keep(body, element, filled);
    let stmt = |op, results: &[Value]| Stmt {
        op,
        results: results.to_vec(),
        loc,
    };
    let zero = zero(filled.ty).expect("numbers are stored");
    let front = [
        stmt(Op::Const(zero), &[first]),
        stmt(Op::Set(element, first), &[]),
    ];
    body.stmts.splice(0..0, front);
    body.stmts.push(stmt(Op::Get(element), &[last]));
    let access = filled.access.clone();
    body.stmts.push(stmt(Op::Store(access, vec![last]), &[]));
}

/// Sets the variable where the array is stored into.
fn keep(block: &mut Block, element: Local, filled: &Filled) {
    for stmt in &mut block.stmts {
        match &mut stmt.op {
            Op::Store(access, values) if filled.names.contains(&access.array) => {
                stmt.op = Op::Set(element, values[0]);
            }
            op => op
                .blocks_mut()
                .for_each(|inner| keep(inner, element, filled)),
        }
    }
}
