//! Settles what `$target` asks for: code for one platform. Only GPUs have textures.
//!
//! *Invariant:* afterwards nothing in the function depends on the platform.

use std::collections::BTreeMap;

use crate::mir::data::{Block, Const, FuncKind, Function, Op, Program, Texture, UnaryOp, Value};

use super::simplify::simplify_function;

/// Whether any function asks for its platform.
pub fn is_open(program: &Program) -> bool {
    program.functions.iter().any(asks)
}

/// Whether any function asks for a texture.
pub fn has_textures(program: &Program) -> bool {
    program.functions.iter().any(|function| {
        let mut found = false;
        function
            .body
            .for_each_stmt(&mut |stmt| found |= matches!(stmt.op, Op::Texture(_)));
        found
    })
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
        settle_block(&mut function.body, on_gpu, &mut BTreeMap::new());
        // Host functions count references by now, which simplification does not know.
        if matches!(function.kind, FuncKind::Kernel(_)) {
            simplify_function(function);
        }
    }
}

fn asks(function: &Function) -> bool {
    let mut found = false;
    function.body.for_each_stmt(&mut |stmt| {
        found |= matches!(
            stmt.op,
            Op::Const(Const::OnGpu) | Op::Texture(Texture::Ready(..))
        );
    });
    found
}

/// Tests of the platform get their answer; what stands under one that does not hold is gone, so that nothing is made for its launches.
fn settle_block(block: &mut Block, on_gpu: bool, known: &mut BTreeMap<Value, bool>) {
    for stmt in &mut block.stmts {
        if !on_gpu && matches!(stmt.op, Op::Texture(Texture::Ready(..))) {
            stmt.op = Op::Const(Const::Bool(false));
            known.insert(stmt.results[0], false);
        }
        match &mut stmt.op {
            Op::Const(constant @ Const::OnGpu) => {
                *constant = Const::Bool(on_gpu);
                known.insert(stmt.results[0], on_gpu);
            }
            Op::Unary(UnaryOp::Not, value) => {
                if let Some(&holds) = known.get(value) {
                    known.insert(stmt.results[0], !holds);
                }
            }
            Op::If {
                cond,
                then,
                otherwise,
            } => match known.get(cond) {
                Some(true) => otherwise.stmts.clear(),
                Some(false) => then.stmts.clear(),
                None => {}
            },
            _other => {}
        }
        for inner in stmt.op.blocks_mut() {
            settle_block(inner, on_gpu, known);
        }
    }
}
