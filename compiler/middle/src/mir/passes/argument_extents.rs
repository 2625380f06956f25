//! A part of the pass `arguments`: host functions know the extents of arrays that all their calls agree on, such as those of a filter's weights.
//!
//! *Invariant:* extents of an array never change, so what an argument has on entry its parameter has wherever it was not set.

use std::collections::BTreeMap;

use super::simplify::simplify_function;
use crate::mir::data::*;

/// The extents of an array, at least two.
type Extents = Vec<i32>;

/// What is known of the parameters of functions, by their numbers.
pub(super) type Told = BTreeMap<(FuncId, usize), Extents>;

/// Tells functions what all their calls agree on and `told` does not have; whether there was something.
pub(super) fn tell(program: &mut Program, told: &mut Told) -> bool {
    let mut found = agreed(program, told);
    found.retain(|place, extents| extents.is_some() && !told.contains_key(place));
    let mut changed = Vec::new();
    for ((func, number), extents) in found {
        let extents = extents.expect("others are gone");
        let function = &mut program.functions[func];
        let param = function.params[number];
        if !function.body.assigned_locals().contains(&param) {
            know(function, param, &extents);
            changed.push(func);
        }
        told.insert((func, number), extents);
    }
    changed.dedup();
    for func in &changed {
        simplify_function(&mut program.functions[*func]);
    }
    !changed.is_empty()
}

/// By argument: the extents that all calls agree on, if they do.
fn agreed(program: &Program, told: &Told) -> BTreeMap<(FuncId, usize), Option<Extents>> {
    let mut found = BTreeMap::new();
    for (id, function) in program.functions.iter_enumerated() {
        let mut calls = Vec::new();
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Call { func, args } = &stmt.op {
                calls.push((*func, args));
            }
        });
        if calls.is_empty() {
            continue;
        }
        let known = extents_of(function, id, told);
        for (func, args) in calls {
            for (number, arg) in args.iter().enumerate() {
                let own = known.get(arg).cloned();
                let agreed = found.entry((func, number)).or_insert_with(|| own.clone());
                if *agreed != own {
                    *agreed = None;
                }
            }
        }
    }
    found
}

/// The arrays of a function whose extents are known.
fn extents_of(function: &Function, id: FuncId, told: &Told) -> BTreeMap<Value, Extents> {
    let constants = function.body.constants();
    let set = function.body.assigned_locals();
    let mut found = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| {
        let extents = match &stmt.op {
            Op::NewArray { dims, .. } => made(dims, &constants),
            Op::Get(local) if !set.contains(local) => {
                let number = function.params.iter().position(|param| param == local);
                number.and_then(|number| told.get(&(id, number)).cloned())
            }
            _ => None,
        };
        if let Some(extents) = extents {
            found.insert(stmt.results[0], extents);
        }
    });
    found
}

/// The extents of an array that is made, if they are constants and there is such an array.
fn made(dims: &[Value], constants: &BTreeMap<Value, Const>) -> Option<Extents> {
    let constant = |value| match constants.get(value) {
        Some(Const::I32(extent)) if *extent >= 0 => Some(*extent),
        _ => None,
    };
    let extents: Extents = dims.iter().map(constant).collect::<Option<_>>()?;
    (extents.len() > 1 && numel(&extents).is_some()).then_some(extents)
}

fn numel(extents: &[i32]) -> Option<i32> {
    let mut extents = extents.iter();
    extents.try_fold(1i32, |product, extent| product.checked_mul(*extent))
}

/// Replaces questions for the extents of a parameter by the answers.
fn know(function: &mut Function, param: Local, extents: &[i32]) {
    let mut own = Vec::new();
    function.body.for_each_stmt(&mut |stmt| {
        if stmt.op == Op::Get(param) {
            own.push(stmt.results[0]);
        }
    });
    answer(&mut function.body, &own, extents);
}

fn answer(block: &mut Block, own: &[Value], extents: &[i32]) {
    for stmt in &mut block.stmts {
        for inner in stmt.op.blocks_mut() {
            answer(inner, own, extents);
        }
        let answer = match stmt.op {
            Op::Dim(array, dimension) if own.contains(&array) => {
                extents.get(usize::from(dimension)).copied().unwrap_or(1)
            }
            Op::Numel(array) if own.contains(&array) => {
                numel(extents).expect("it was made with so many elements")
            }
            _ => continue,
        };
        stmt.op = Op::Const(Const::I32(answer));
    }
}
