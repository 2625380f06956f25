//! Accesses to the elements that an iteration has of arrays with a dimension for iterations.
//!
//! *Invariant:* an access does what it did to the iteration's own array: the same elements, the same zeros outside, the same errors.

use std::collections::{BTreeMap, BTreeSet};

use super::super::emit::Emitter;
use super::find::Private;
use crate::mir::query::ElemTypes;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, CompareOp, Const, Fill, Function, LoopDirective, Op, RtFn,
    Stmt, Ty, Value,
};

/// The elements of one iteration.
pub struct Elements<'a> {
    /// The arrays of the iteration.
    pub arrays: &'a [Private],
    /// Those that stand for them, with a row of elements for each iteration.
    pub expanded: BTreeMap<Value, Value>,
    /// Accesses that are certainly inside.
    pub inside: &'a BTreeSet<(Value, Vec<Value>)>,
    /// The position of the iteration.
    pub row: Value,
    /// The same: its lane.
    pub lane: Value,
    /// Arrays that are written whole before they are read.
    pub overwritten: &'a BTreeSet<Value>,
}

impl Elements<'_> {
    fn private(&self, array: Value) -> Option<&Private> {
        self.arrays.iter().find(|one| one.array == array)
    }

    /// What stands for a statement of the loop's body.
    pub fn stmt(&self, function: &mut Function, stmt: Stmt) -> Vec<Stmt> {
        let private = match &stmt.op {
            Op::NewArray { .. } => self.private(stmt.results[0]),
            op => op.access().and_then(|access| self.private(access.array)),
        };
        let Some(private) = private else {
            return vec![stmt];
        };
        let mut emitter = Emitter::new(function, stmt.loc);
        match &stmt.op {
            Op::NewArray { .. } => self.clear(&mut emitter, private),
            Op::Load(access) => self.load(&mut emitter, private, access, &stmt.results),
            Op::Store(access, values) => {
                self.store(&mut emitter, private, access, values.clone());
            }
            // Nothing else names an element of these arrays.
            _ => return vec![stmt],
        }
        emitter.stmts
    }

    /// The element with a row-major number.
    fn element(&self, private: &Private, number: Value, mode: AccessMode) -> Access {
        Access {
            array: self.expanded[&private.array],
            index: vec![self.row, number, self.lane],
            mode,
            name: private.name,
        }
    }

    /// Gives all elements what a new array has.
    fn clear(&self, emitter: &mut Emitter<'_>, private: &Private) {
        let number = match private.fill {
            Fill::Uninit => return,
            _ if self.overwritten.contains(&private.array) => return,
            Fill::Zeros => 0,
            Fill::Ones => 1,
        };
        let zero = emitter.constant(Const::I32(0));
        let one = emitter.constant(Const::I32(1));
        let stop = emitter.binary(BinaryOp::Sub, private.numel, one);
        let (index, label) = (emitter.value(Ty::I32), emitter.label());
        let mut inner = Emitter::new(emitter.function, emitter.loc);
        let parts = private.kind.access_tys().iter().enumerate();
        let values = parts.map(|(part, ty)| {
            let number = if part == 0 { number } else { 0 };
            inner.constant(number_of(*ty, number))
        });
        let values = values.collect();
        let element = self.element(private, index, AccessMode::Unchecked);
        inner.run(Op::Store(element, values));
        let body = Block { stmts: inner.stmts };
        emitter.run(Op::For {
            label,
            index,
            start: zero,
            stop,
            step: one,
            body,
            directive: Box::new(LoopDirective::default()),
            name: None,
        });
    }

    fn load(
        &self,
        emitter: &mut Emitter<'_>,
        private: &Private,
        access: &Access,
        results: &[Value],
    ) {
        let loc = emitter.loc;
        let load = |emitter: &mut Emitter<'_>, element: Access, results: Vec<Value>| {
            let op = Op::Load(element);
            emitter.stmts.push(Stmt { op, results, loc });
        };
        if self.keeps_mode(private, access) {
            let element = self.element(private, access.index[0], access.mode);
            return load(emitter, element, results.to_vec());
        }
        let number = number(emitter, private, &access.index);
        if self.is_inside(access) {
            let element = self.element(private, number, AccessMode::Unchecked);
            return load(emitter, element, results.to_vec());
        }
        if access.mode == AccessMode::Checked {
            check(emitter, private, access);
            let element = self.element(private, number, AccessMode::Unchecked);
            return load(emitter, element, results.to_vec());
        }
        let inside = is_inside(emitter, private, access);
        let zero = emitter.constant(Const::I32(0));
        let number = emitter.define(
            Op::Select {
                cond: inside,
                then: number,
                otherwise: zero,
            },
            Ty::I32,
        );
        let types = private.kind.access_tys();
        let read: Vec<Value> = types.iter().map(|ty| emitter.value(*ty)).collect();
        let element = self.element(private, number, AccessMode::Unchecked);
        load(emitter, element, read.clone());
        for ((read, result), ty) in read.into_iter().zip(results).zip(types) {
            let otherwise = emitter.constant(number_of(*ty, 0));
            let op = Op::Select {
                cond: inside,
                then: read,
                otherwise,
            };
            let results = vec![*result];
            emitter.stmts.push(Stmt { op, results, loc });
        }
    }

    fn store(
        &self,
        emitter: &mut Emitter<'_>,
        private: &Private,
        access: &Access,
        values: Vec<Value>,
    ) {
        if self.keeps_mode(private, access) {
            let element = self.element(private, access.index[0], access.mode);
            return emitter.run(Op::Store(element, values));
        }
        let number = number(emitter, private, &access.index);
        let element = self.element(private, number, AccessMode::Unchecked);
        let store = Op::Store(element, values);
        if self.is_inside(access) {
            return emitter.run(store);
        }
        if access.mode == AccessMode::Checked {
            check(emitter, private, access);
            return emitter.run(store);
        }
        let cond = is_inside(emitter, private, access);
        let mut inner = Emitter::new(emitter.function, emitter.loc);
        inner.run(store);
        let then = Block { stmts: inner.stmts };
        emitter.run(Op::If {
            cond,
            then,
            otherwise: Block::default(),
        });
    }

    /// Whether one index is brought inside by its mode, as it was before.
    fn keeps_mode(&self, private: &Private, access: &Access) -> bool {
        !self.is_inside(access)
            && matches!(
                access.mode,
                AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped
            )
            && private.indices == Some(1)
    }

    fn is_inside(&self, access: &Access) -> bool {
        access.mode == AccessMode::Unchecked
            || self.inside.contains(&(access.array, access.index.clone()))
    }
}

/// The number of an element in row-major order.
fn number(emitter: &mut Emitter<'_>, private: &Private, index: &[Value]) -> Value {
    let mut number = index[0];
    for (at, index) in index.iter().enumerate().skip(1) {
        if let Some(dim) = private.dims.get(at) {
            number = emitter.binary(BinaryOp::Mul, number, *dim);
        }
        number = emitter.binary(BinaryOp::Add, number, *index);
    }
    number
}

/// The extent that an index of an access is limited by.
fn extent(emitter: &mut Emitter<'_>, private: &Private, indices: usize, at: usize) -> Value {
    match (indices, private.dims.get(at)) {
        (1, _) => private.numel,
        (_, Some(dim)) => *dim,
        (_, None) => emitter.constant(Const::I32(1)),
    }
}

/// Whether an index is at least 0 and less than an extent.
fn is_within(emitter: &mut Emitter<'_>, index: Value, extent: Value) -> Value {
    let zero = emitter.constant(Const::I32(0));
    let low = emitter.compare(CompareOp::Ge, index, zero);
    let high = emitter.compare(CompareOp::Lt, index, extent);
    emitter.define(Op::Binary(BinaryOp::And, low, high), Ty::Bool)
}

fn is_inside(emitter: &mut Emitter<'_>, private: &Private, access: &Access) -> Value {
    let count = access.index.len();
    let mut all: Option<Value> = None;
    for (at, index) in access.index.iter().enumerate() {
        let extent = extent(emitter, private, count, at);
        let one = is_within(emitter, *index, extent);
        all = Some(match all {
            Some(all) => emitter.define(Op::Binary(BinaryOp::And, all, one), Ty::Bool),
            None => one,
        });
    }
    all.expect("an access has an index")
}

/// Raises what an access outside raises.
fn check(emitter: &mut Emitter<'_>, private: &Private, access: &Access) {
    let count = access.index.len();
    for (at, index) in access.index.iter().enumerate() {
        let extent = extent(emitter, private, count, at);
        let inside = is_within(emitter, *index, extent);
        let mut inner = Emitter::new(emitter.function, emitter.loc);
        let name = inner.constant(match access.name {
            Some(name) => Const::Str(name),
            None => Const::Null(Ty::Str),
        });
        let axis = if count == 1 { -1 } else { at as i32 };
        let axis = inner.constant(Const::I32(axis));
        let index = inner.convert(*index, Ty::I64);
        let extent = inner.convert(extent, Ty::I64);
        inner.run(Op::Runtime {
            func: RtFn::error_index,
            args: vec![name, axis, index, extent],
            list: Vec::new(),
        });
        let then = Block { stmts: inner.stmts };
        let cond = emitter.define(Op::Unary(crate::mir::UnaryOp::Not, inside), Ty::Bool);
        emitter.run(Op::If {
            cond,
            then,
            otherwise: Block::default(),
        });
    }
}

/// A number of a type.
fn number_of(ty: Ty, number: i32) -> Const {
    match ty {
        Ty::I64 => Const::I64(i64::from(number)),
        Ty::F32 => Const::F32(number as f32),
        Ty::F64 => Const::F64(f64::from(number)),
        Ty::Bool => Const::Bool(number != 0),
        Ty::I32 | Ty::Array(_) | Ty::Str => Const::I32(number),
    }
}

/// What is known of numbers: constants, sums and differences.
pub struct Known<'a> {
    /// Those of the function.
    pub all: &'a BTreeMap<Value, Op>,
    /// Those in front of the loop.
    pub sizes: BTreeMap<Value, Op>,
}

impl Known<'_> {
    fn get(&self, value: &Value) -> Option<&Op> {
        self.sizes.get(value).or_else(|| self.all.get(value))
    }
}

/// The arrays of a block that a loop right behind their making writes whole before they are read.
pub fn overwritten(block: &Block, arrays: &[Private], made: &Known<'_>) -> BTreeSet<Value> {
    let mut found = BTreeSet::new();
    for (at, stmt) in block.stmts.iter().enumerate() {
        if let Op::NewArray { .. } = stmt.op
            && let Some(private) = arrays.iter().find(|one| one.array == stmt.results[0])
        {
            let mut behind = block.stmts[at + 1..].iter();
            let first = behind.find(|stmt| mentions(stmt, private.array));
            if first.is_some_and(|first| writes_whole(first, private, made)) {
                found.insert(private.array);
            }
        }
        for inner in stmt.op.blocks() {
            found.extend(overwritten(inner, arrays, made));
        }
    }
    found
}

/// Whether a statement names an array.
fn mentions(stmt: &Stmt, array: Value) -> bool {
    let mut found = false;
    stmt.for_each_stmt(&mut |inner| {
        inner
            .op
            .for_each_operand(|operand| found |= *operand == array);
    });
    found
}

/// Whether a loop stores every element of an array, each before it reads one.
fn writes_whole(stmt: &Stmt, private: &Private, made: &Known<'_>) -> bool {
    let Op::For {
        index,
        start,
        stop,
        step,
        body,
        ..
    } = &stmt.op
    else {
        return false;
    };
    let constant = |value: &Value| match made.get(value) {
        Some(Op::Const(Const::I32(number))) => Some(*number),
        _ => None,
    };
    let is_last = match (made.get(stop), made.get(&private.numel)) {
        (Some(Op::Const(Const::I32(stop))), Some(Op::Const(Const::I32(numel)))) => {
            stop.checked_add(1) == Some(*numel)
        }
        (Some(Op::Binary(BinaryOp::Sub, numel, one)), _) if *numel == private.numel => {
            constant(one) == Some(1)
        }
        (_, Some(Op::Binary(BinaryOp::Add, last, one))) => {
            (last == stop && constant(one) == Some(1)) || (one == stop && constant(last) == Some(1))
        }
        _ => false,
    };
    let mut leaves = false;
    body.for_each_stmt(&mut |inner| leaves |= inner.op.is_terminator());
    let first = body
        .stmts
        .iter()
        .find(|inner| mentions(inner, private.array));
    let stores = first.is_some_and(|first| match &first.op {
        Op::Store(access, _) => access.array == private.array && access.index == [*index],
        _ => false,
    });
    is_last && !leaves && stores && constant(start) == Some(0) && constant(step) == Some(1)
}
