//! The passes `specialise`: a kernel that is launched with constants knows them; and `arguments`: so does a host function that all its
//! calls give the same constants, or arrays of the same extents.
//!
//! Loop bounds and indices inside of kernels often hang on such arguments: the radius of a filter, a direction.
//!
//! *Technique:* interprocedural constant propagation with cloning (Cooper, Hall and Kennedy, "A Methodology for Procedure Cloning",
//! Computer Languages 19(2), 1993).
//!
//! *Invariant:* a host function has one version, a kernel at most [`MOST_VERSIONS`] versions, one of an array expression has one; parameters stay, in number and order.

use std::collections::{BTreeMap, BTreeSet};

use super::argument_extents;
use super::simplify::simplify_function;
use crate::mir::data::*;

/// Versions of a kernel that are made at most; with more different arguments only those that all launches agree on count.
const MOST_VERSIONS: usize = 4;

/// A constant is followed through so many functions that pass it on.
const MOST_CALLS: usize = 4;

/// What is constant of the arguments of a launch or a call.
type Constants = Vec<Option<Const>>;

/// Runs the pass.
pub fn specialise(program: &mut Program) {
    let versions = versions(program);
    let mut chosen: BTreeMap<FuncId, Vec<(Constants, FuncId)>> = BTreeMap::new();
    for (kernel, versions) in versions {
        let original = program.functions[kernel].clone();
        for (index, constants) in versions.into_iter().enumerate() {
            let mut function = original.clone();
            know(&mut function, &constants);
            let id = match index {
                0 => kernel,
                _ => {
                    function.name = format!("{}$c{index}", original.name);
                    program.functions.push(function.clone())
                }
            };
            program.functions[id] = function;
            chosen.entry(kernel).or_default().push((constants, id));
        }
    }
    for function in program.functions.iter_mut() {
        let known = function.body.constants();
        choose(&mut function.body, &known, &chosen);
    }
}

/// Runs the pass on host functions.
pub fn arguments(program: &mut Program) {
    let (mut told, mut extents) = (BTreeSet::new(), BTreeMap::new());
    for _ in 0..MOST_CALLS {
        let has_extents = argument_extents::tell(program, &mut extents);
        let mut found = agreed(program);
        for (func, constants) in &mut found {
            for (index, constant) in constants.iter_mut().enumerate() {
                if constant.is_some() && !told.insert((*func, index)) {
                    *constant = None;
                }
            }
        }
        found.retain(|_, constants| constants.iter().any(Option::is_some));
        if found.is_empty() && !has_extents {
            return;
        }
        for (func, constants) in found {
            know(&mut program.functions[func], &constants);
            simplify_function(&mut program.functions[func]);
        }
    }
}

/// The constants that all calls of a function agree on. Functions are called by name alone: no call is unseen.
fn agreed(program: &Program) -> BTreeMap<FuncId, Constants> {
    let mut found: BTreeMap<FuncId, Constants> = BTreeMap::new();
    for function in &program.functions {
        let mut calls = Vec::new();
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Call { func, args } = &stmt.op {
                calls.push((*func, args.clone()));
            }
        });
        if calls.is_empty() {
            continue;
        }
        let known = function.body.constants();
        for (func, args) in calls {
            let own = constants_in(&args, &known);
            let agreed = match found.get(&func) {
                Some(others) => common(&[others.clone(), own]),
                None => own,
            };
            found.insert(func, agreed);
        }
    }
    found
}

/// The different constant arguments of every kernel that has some.
fn versions(program: &Program) -> BTreeMap<FuncId, Vec<Constants>> {
    let mut versions: BTreeMap<FuncId, Vec<Constants>> = BTreeMap::new();
    for function in &program.functions {
        let known = function.body.constants();
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Launch(launch) = &stmt.op {
                let found = constants_in(&launch.args, &known);
                let list = versions.entry(launch.kernel).or_default();
                if !list.iter().any(|constants| same(constants, &found)) {
                    list.push(found);
                }
            }
        });
    }
    for (kernel, list) in &mut versions {
        if list.len() > most_versions(&program.functions[*kernel]) {
            *list = vec![common(list)];
        }
    }
    versions.retain(|_, list| list.iter().flatten().any(Option::is_some));
    versions
}

/// Array expressions that differ in numbers alone have one kernel on purpose.
fn most_versions(kernel: &Function) -> usize {
    match &kernel.kind {
        FuncKind::Kernel(data) if data.origin == KernelOrigin::Expression => 1,
        FuncKind::Kernel(_) | FuncKind::Host => MOST_VERSIONS,
    }
}

/// Whether two launches are the same to the kernel.
fn same(a: &Constants, b: &Constants) -> bool {
    a.iter().zip(b).all(|(a, b)| same_bits(a, b))
}

/// Whether two arguments are the same: a NaN is equal to itself here, and -0 is not 0.
fn same_bits(a: &Option<Const>, b: &Option<Const>) -> bool {
    match (a, b) {
        (Some(Const::F32(a)), Some(Const::F32(b))) => a.to_bits() == b.to_bits(),
        (Some(Const::F64(a)), Some(Const::F64(b))) => a.to_bits() == b.to_bits(),
        (a, b) => a == b,
    }
}

/// What all launches agree on.
fn common(list: &[Constants]) -> Constants {
    let agreed = |index: usize| {
        let first = list[0][index];
        list.iter()
            .all(|constants| same_bits(&constants[index], &first))
            .then_some(first)
            .flatten()
    };
    (0..list[0].len()).map(agreed).collect()
}

fn constants_in(args: &[Value], known: &BTreeMap<Value, Const>) -> Constants {
    let number = |constant: &Const| match constant {
        Const::Bool(_) | Const::I32(_) | Const::I64(_) | Const::F32(_) | Const::F64(_) => true,
        Const::Str(_) | Const::Null(_) | Const::OnGpu => false,
    };
    let known = |value| {
        known
            .get(value)
            .filter(|constant| number(constant))
            .copied()
    };
    args.iter().map(known).collect()
}

/// Gives the parameters their values at the start; what follows from that is for the other passes.
fn know(function: &mut Function, constants: &Constants) {
    let loc = function.loc;
    let mut start = Vec::new();
    for (&param, constant) in function.params.iter().zip(constants) {
        let Some(constant) = constant else { continue };
        let ty = function.locals[param].ty;
        let value = function.values.push(ValueData { ty });
        start.push(Stmt {
            op: Op::Const(*constant),
            results: vec![value],
            loc,
        });
        start.push(Stmt {
            op: Op::Set(param, value),
            results: Vec::new(),
            loc,
        });
    }
    function.body.stmts.splice(0..0, start);
}

/// Turns every launch to the version for its arguments.
fn choose(
    block: &mut Block,
    known: &BTreeMap<Value, Const>,
    chosen: &BTreeMap<FuncId, Vec<(Constants, FuncId)>>,
) {
    for stmt in &mut block.stmts {
        if let Op::Launch(launch) = &mut stmt.op
            && let Some(list) = chosen.get(&launch.kernel)
        {
            let found = constants_in(&launch.args, known);
            // With too many versions there is one, which suits every launch.
            let exact = list.iter().find(|(constants, _)| same(constants, &found));
            launch.kernel = exact.unwrap_or(&list[0]).1;
        }
        for inner in stmt.op.blocks_mut() {
            choose(inner, known, chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_agree_on_what_is_equal() {
        let list = [
            vec![Some(Const::I32(1)), Some(Const::I32(2)), None],
            vec![Some(Const::I32(1)), Some(Const::I32(3)), None],
        ];
        assert_eq!(common(&list), [Some(Const::I32(1)), None, None]);
    }
}
