//! Which arrays between two kernels become variables of the kernel that does both.
//!
//! *Invariant:* such an array is made for these launches alone, and every position touches its own elements of it, which are inside.

use std::collections::BTreeSet;

use super::footprint::{Deed, Footprint, Touch};
use super::host::Division;
use super::merge::{Fused, keep_in_registers};
use super::pair::Pair;
use crate::mir::passes::common::holds_every_value;
use crate::mir::{Const, ElemKind, ElemTypes, Fill, Function, Op, Ty, Value};

/// Takes the arrays out that can be variables; gives them with their names.
pub fn keep(pair: &Pair, fused: &mut Fused, division: &Division) -> Vec<(Value, String)> {
    let mut gone = Vec::new();
    while let Some(found) = find(pair, fused, division) {
        let local = fused.kernel.params[found.parameter];
        let name = fused.kernel.locals[local].name.clone();
        let array = fused.args[found.parameter];
        keep_in_registers(
            fused,
            found.parameter,
            found.kind.access_tys(),
            &found.start,
            found.rank,
        );
        gone.push((
            array,
            name.unwrap_or_else(|| "an array without a name".to_owned()),
        ));
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
        let fits = holds_every_value(kind)
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

fn extents<'p>(pair: &'p Pair) -> &'p [Value] {
    match &pair.block.stmts[pair.first].op {
        Op::Launch(launch) => &launch.extents,
        _ => panic!("launches are fused"),
    }
}

/// How the array is made, in the same round of all loops as the launches.
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

/// Whether nothing but the two launches uses the array.
fn has_no_other_use(pair: &Pair, array: Value) -> bool {
    let mut here = 0;
    for at in [pair.first, pair.second] {
        let op = &pair.block.stmts[at].op;
        op.for_each_operand(|&value| here += u32::from(value == array));
    }
    here == pair.host.facts.uses(array)
}

/// Whether an access is one to an element that only this position has, certainly inside of the array.
fn is_own(pair: &Pair, array: Value, touch: &Touch) -> bool {
    let (extents, dims) = (extents(pair), pair.host.made_with(array).unwrap_or(&[]));
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
