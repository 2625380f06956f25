//! What passes share that make arrays in front of a launch, for a kernel that reads them: tables, packed operands.
//!
//! *Invariant:* which launches get that is decided when the program runs; the kernel as it was stays for the others.

use super::launches::replace_launches;
use crate::mir::passes::simplify::simplify_function;
use crate::mir::{
    ElemKind, FuncId, FuncKind, Function, KernelOrigin, Local, LocalData, Op, Program, Stmt, Ty,
};
use std::collections::{BTreeMap, BTreeSet};

/// The kernels that are launched with their positions in any order.
pub(super) fn launched(program: &Program) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    for function in &program.functions {
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Launch(launch) = &stmt.op
                && !launch.serial
            {
                found.insert(launch.kernel);
            }
        });
    }
    found
}

/// The origin of the kernel that reads what is made in front of its launch; none where kernels are left as they are.
pub(super) fn prepared_origin(origin: KernelOrigin) -> Option<KernelOrigin> {
    match origin {
        KernelOrigin::Loop | KernelOrigin::Prepared => Some(KernelOrigin::Prepared),
        KernelOrigin::Written | KernelOrigin::WrittenPrepared => {
            Some(KernelOrigin::WrittenPrepared)
        }
        KernelOrigin::Expression
        | KernelOrigin::Part
        | KernelOrigin::GridPart
        | KernelOrigin::Strip
        | KernelOrigin::WrittenStrip
        | KernelOrigin::Rows
        | KernelOrigin::Repeated => None,
    }
}

/// A parameter behind the others, which is an array.
pub(super) fn array_param(kernel: &mut Function, kind: ElemKind) -> Local {
    let loc = kernel.loc;
    let param = kernel.locals.push(LocalData {
        ty: Ty::Array(kind),
        name: None,
        loc,
        kept: None,
    });
    kernel.params.push(param);
    param
}

/// Replaces launches of kernels that something was found for in all host functions, by what `choice` gives.
pub(super) fn replace_everywhere<T>(
    program: &mut Program,
    found: &BTreeMap<FuncId, T>,
    choice: impl Fn(&mut Function, Stmt, &T) -> Vec<Stmt>,
) {
    if found.is_empty() {
        return;
    }
    for function in program.functions.iter_mut() {
        if function.kind == FuncKind::Host {
            let values = function.values.len();
            replace_launches(function, found, &choice);
            if function.values.len() > values {
                // Sizes are often constants.
                simplify_function(function);
            }
        }
    }
}
