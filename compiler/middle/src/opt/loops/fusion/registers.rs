//! Which arrays between two kernels become variables of the kernel that does both.
//!
//! *Technique:* array contraction (Gao, Olsen, Sarkar and Thekkath, "Collective Loop Fusion for Array Contraction", LCPC 1992).
//!
//! *Invariant:* such an array is made for these launches alone, and every position touches its own elements of it, which are inside.

use std::collections::BTreeSet;

use super::footprint::{Deed, Footprint, Touch};
use super::host::Division;
use super::merge::{Fused, keep_in_registers, limits};
use super::pair::Pair;
use crate::mir::passes::common_subexpressions::holds_every_value;
use crate::mir::{BinaryOp, Block, Const, ElemKind, ElemTypes, Fill, Function, Loc, Op, Ty, Value};

/// An array that became variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// What the kernel that writes it calls it.
    pub name: String,
    /// Where it was made.
    pub made: Loc,
}

/// Takes the arrays out that can be variables; gives them with their names.
pub fn keep(pair: &Pair, fused: &mut Fused, division: &Division) -> Vec<(Value, Register)> {
    let mut gone = Vec::new();
    while let Some(found) = find(pair, fused, division) {
        let local = fused.kernel.params[found.parameter];
        let name = fused.kernel.locals[local].name.clone();
        let array = fused.args[found.parameter];
        keep_in_registers(fused, found.parameter, found.kind, &found.start, found.rank);
        let name = name.unwrap_or_else(|| "an array without a name".to_owned());
        let made = pair
            .host
            .def_use
            .definition(array)
            .expect("a new array")
            .loc;
        gone.push((array, Register { name, made }));
    }
    gone
}

/// An array that can be variables.
struct Candidate {
    parameter: usize,
    kind: ElemKind,
    /// What its elements start as; nothing for zeros.
    start: Vec<Const>,
    rank: usize,
}

fn find(pair: &Pair, fused: &Fused, division: &Division) -> Option<Candidate> {
    let footprint = Footprint::of(&fused.kernel, pair.names).ok()?;
    let rank = extents(pair).len();
    (0..fused.args.len()).find_map(|parameter| {
        let Ty::Array(kind) = fused.kernel.locals[fused.kernel.params[parameter]].ty else {
            return None;
        };
        let array = fused.args[parameter];
        let start = start(made(pair, division, array)?, kind)?;
        let touches = footprint.arrays.get(&parameter)?;
        let keeps = holds_every_value(kind)
            || limits(kind).is_some() && stores_ints(&fused.kernel, parameter);
        let fits = keeps
            && !kind.access_tys().is_empty()
            && !footprint.measured.contains(&parameter)
            && fused.args.iter().filter(|&&arg| arg == array).count() == 1
            && has_no_other_use(pair, array)
            && touches.iter().all(|touch| is_own(pair, array, touch))
            && has_constant_ends(&fused.kernel, parameter, rank);
        fits.then_some(Candidate {
            parameter,
            kind,
            start,
            rank,
        })
    })
}

/// Whether all that a kernel stores into the array of a parameter are ints, which are not rounded.
fn stores_ints(kernel: &Function, parameter: usize) -> bool {
    let param = kernel.params[parameter];
    let mut arrays = BTreeSet::<Value>::new();
    let mut all = true;
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Get(local) if *local == param => arrays.extend(&stmt.results),
        Op::Store(access, values) if arrays.contains(&access.array) => {
            all &= values
                .iter()
                .all(|value| kernel.values[*value].ty == Ty::I32);
        }
        _ => {}
    });
    all
}

fn extents<'p>(pair: &'p Pair) -> &'p [Value] {
    match &pair.block.stmts[pair.first].op {
        Op::Launch(launch) => &launch.extents,
        _ => panic!("launches are fused"),
    }
}

/// How the array is made, in the same iteration of all loops as the launches.
fn made(pair: &Pair, division: &Division, array: Value) -> Option<Fill> {
    let stmts = &pair.block.stmts;
    let mut places = (0..pair.first).chain(division.before.iter().copied());
    let at = places.find(|&at| stmts[at].results.first() == Some(&array))?;
    match stmts[at].op {
        Op::NewArray { fill, .. } => Some(fill),
        _ => None,
    }
}

fn start(fill: Fill, kind: ElemKind) -> Option<Vec<Const>> {
    match (fill, kind.access_tys()) {
        (Fill::Zeros | Fill::Uninit, _) => Some(Vec::new()),
        (Fill::Ones, [Ty::F32]) => Some(vec![Const::F32(1.0)]),
        (Fill::Ones, [Ty::F64]) => Some(vec![Const::F64(1.0)]),
        (Fill::Ones, [Ty::I32]) => Some(vec![Const::I32(1)]),
        (Fill::Ones, _) => None,
    }
}

/// Whether nothing but the two launches uses the array, questions about its size apart.
fn has_no_other_use(pair: &Pair, array: Value) -> bool {
    let mut known = 0;
    for at in [pair.first, pair.second] {
        let op = &pair.block.stmts[at].op;
        op.for_each_operand(|&value| known += u32::from(value == array));
    }
    let dims = pair.host.made_with(array).map_or(0, <[Value]>::len);
    let body = &pair.host.def_use.function.body;
    body.for_each_stmt(&mut |stmt| known += u32::from(asks_size(&stmt.op, dims) == Some(array)));
    known == pair.host.def_use.uses(array)
}

/// The array of `dims` extents whose size an operation asks for, if the extents tell.
pub fn asks_size(op: &Op, dims: usize) -> Option<Value> {
    match *op {
        Op::Dim(array, _) if dims > 1 => Some(array),
        Op::Numel(array) if dims <= 2 => Some(array),
        _ => None,
    }
}

/// Answers questions about the size of an array that is made no more from its extents.
pub fn answer_sizes(block: &mut Block, array: Value, dims: &[Value]) {
    for stmt in &mut block.stmts {
        if asks_size(&stmt.op, dims.len()) == Some(array) {
            stmt.op = answer(&stmt.op, dims);
        }
        let inner = stmt.op.blocks_mut();
        inner.for_each(|inner| answer_sizes(inner, array, dims));
    }
}

/// The size as an operation on extents; the greater of an extent and itself is the extent.
fn answer(op: &Op, dims: &[Value]) -> Op {
    let same = |dim: Value| Op::Binary(BinaryOp::Max, dim, dim);
    match (op, dims) {
        (Op::Dim(_, axis), _) => {
            let dim = dims.get(usize::from(*axis));
            dim.map_or(Op::Const(Const::I32(1)), |&dim| same(dim))
        }
        (_, &[dim]) => same(dim),
        (_, &[rows, columns]) => Op::Binary(BinaryOp::Mul, rows, columns),
        (other, _) => panic!("{other:?} is no question that two extents answer"),
    }
}

/// Whether an access is one to an element that only this position has, certainly inside of the array.
fn is_own(pair: &Pair, array: Value, touch: &Touch) -> bool {
    let (extents, dims) = (extents(pair), pair.host.made_with(array).unwrap_or(&[]));
    if let ([extent], [index]) = (extents, touch.index.as_slice()) {
        let at_position = index.and_then(|index| index.distance(0)) == Some(0);
        let whole = pair.host.is_numel(*extent, array);
        return touch.deed != Deed::Change && at_position && whole;
    }
    let own = |(axis, &extent): (usize, &Value)| {
        let index = touch.index.get(axis).copied().flatten();
        let at_position = index.and_then(|index| index.distance(axis)) == Some(0);
        at_position
            && dims
                .get(axis)
                .is_some_and(|&dim| pair.host.same_number(extent, dim))
    };
    let behind = |(axis, index): (usize, &Option<super::footprint::Index>)| {
        let number = index.and_then(|index| index.constant());
        let dim = match dims.get(axis) {
            Some(&dim) => pair.host.constant(dim),
            None => Some(1),
        };
        matches!((number, dim), (Some(number), Some(dim)) if (0..i64::from(dim)).contains(&number))
    };
    touch.deed != Deed::Change
        && touch.index.len() >= dims.len()
        && extents.iter().enumerate().all(own)
        && touch
            .index
            .iter()
            .enumerate()
            .skip(extents.len())
            .all(behind)
}

/// Whether the indices behind those of the position are written as constants, which tell elements apart.
fn has_constant_ends(kernel: &Function, parameter: usize, rank: usize) -> bool {
    let param = kernel.params[parameter];
    let (mut constants, mut arrays) = (BTreeSet::<Value>::new(), BTreeSet::<Value>::new());
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Const(_) => constants.extend(&stmt.results),
        Op::Get(local) if *local == param => arrays.extend(&stmt.results),
        _ => {}
    });
    let mut all = true;
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::Load(access) | Op::Store(access, _) = &stmt.op
            && arrays.contains(&access.array)
        {
            all &= access
                .index
                .iter()
                .skip(rank)
                .all(|value| constants.contains(value));
        }
    });
    all
}
