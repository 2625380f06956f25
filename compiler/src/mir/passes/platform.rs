//! Settles what `$target` asks for: code for one platform.
//!
//! *Invariant:* afterwards nothing in the function depends on the platform.

use crate::mir::data::{Block, Const, FuncKind, Function, Op, Program};

use super::simplify::simplify_function;

/// Whether any function asks for its platform.
pub fn is_open(program: &Program) -> bool {
    program.functions.iter().any(asks)
}

/// Settles every function of a program.
pub fn settle(program: &mut Program, on_gpu: bool) {
    for function in program.functions.iter_mut() {
        settle_function(function, on_gpu);
    }
}

/// Settles one function: branches of a kernel for other platforms are gone.
pub fn settle_function(function: &mut Function, on_gpu: bool) {
    if asks(function) {
        settle_block(&mut function.body, on_gpu);
        // Host functions count references by now, which simplification does not know.
        if matches!(function.kind, FuncKind::Kernel(_)) {
            simplify_function(function);
        }
    }
}

fn asks(function: &Function) -> bool {
    let mut found = false;
    function
        .body
        .for_each_stmt(&mut |stmt| found |= matches!(stmt.op, Op::Const(Const::OnGpu)));
    found
}

fn settle_block(block: &mut Block, on_gpu: bool) {
    for stmt in &mut block.stmts {
        if let Op::Const(constant @ Const::OnGpu) = &mut stmt.op {
            *constant = Const::Bool(on_gpu);
        }
        for inner in stmt.op.blocks_mut() {
            settle_block(inner, on_gpu);
        }
    }
}
