//! The pass `reductions`: sum, mean, extremes and variance of one array, between which nothing is stored, are one pass over it.
//!
//! The first of them becomes a row of numbers with the results of all, which the others read.
//!
//! *Invariant:* the runtime gives the same bits for a reduction whether it is asked for alone or with others.

use std::collections::BTreeMap;

use quasar_abi::{ElemKind, ReduceOp, RtFn};

use super::common_subexpressions::may_store;
use crate::mir::data::*;

/// Runs the pass on every host function.
pub fn reductions(program: &mut Program) {
    for function in program.functions.iter_mut() {
        if function.kind != FuncKind::Host {
            continue;
        }
        let codes = reduction_codes(&function.body);
        let mut body = std::mem::take(&mut function.body);
        block(function, &codes, &mut body);
        function.body = body;
    }
}

/// The constants that say which reduction a call is.
type Codes = BTreeMap<Value, ReduceOp>;

fn reduction_codes(body: &Block) -> Codes {
    let mut codes = Codes::new();
    body.for_each_stmt(&mut |stmt| {
        if let Op::Const(Const::I32(code)) = stmt.op
            && let Some(op) = ReduceOp::from_code(code)
        {
            codes.insert(stmt.results[0], op);
        }
    });
    codes
}

/// Whether one pass over the array serves this reduction beside others.
fn goes_together(op: ReduceOp) -> bool {
    match op {
        ReduceOp::Sum
        | ReduceOp::Mean
        | ReduceOp::Min
        | ReduceOp::Max
        | ReduceOp::Std
        | ReduceOp::Var => true,
        ReduceOp::Prod | ReduceOp::Any | ReduceOp::All | ReduceOp::Median => false,
    }
}

/// Reductions of one array in a block: where they stand, and which they are.
type Group = Vec<(usize, ReduceOp)>;

fn block(function: &mut Function, codes: &Codes, block_: &mut Block) {
    let mut open: BTreeMap<Value, Group> = BTreeMap::new();
    let mut groups = Vec::new();
    for (at, stmt) in block_.stmts.iter_mut().enumerate() {
        for inner in stmt.op.blocks_mut() {
            block(function, codes, inner);
        }
        match reduction(&stmt.op, codes) {
            Some((array, op)) => open.entry(array).or_default().push((at, op)),
            None if keeps_elements(&stmt.op) => {}
            None => groups.extend(std::mem::take(&mut open)),
        }
    }
    groups.extend(open);
    groups.retain(|(_, group)| group.iter().any(|one| one.1 != group[0].1));
    if !groups.is_empty() {
        rewrite(function, block_, groups);
    }
}

/// The array and the operation of a reduction that may go with others.
fn reduction(op: &Op, codes: &Codes) -> Option<(Value, ReduceOp)> {
    match op {
        Op::Runtime { func, args, .. } if *func == RtFn::reduce_real => {
            let op = *codes.get(&args[0])?;
            goes_together(op).then_some((args[1], op))
        }
        _other => None,
    }
}

/// Whether a statement stores no element, and what follows it in the block follows it in time.
fn keeps_elements(op: &Op) -> bool {
    match op {
        Op::Runtime { func, .. } => !may_store(*func) || *func == RtFn::reduce_real,
        Op::Store(..) | Op::Atomic(..) | Op::Call { .. } | Op::Launch(_) => false,
        other => other.blocks().next().is_none(),
    }
}

/// Puts one call before the first reduction of each group, and reads of its result in the place of all.
fn rewrite(function: &mut Function, block: &mut Block, groups: Vec<(Value, Group)>) {
    let mut calls: BTreeMap<usize, (Value, i32, Value)> = BTreeMap::new();
    let mut reads: BTreeMap<usize, (Value, i32)> = BTreeMap::new();
    for (array, group) in groups {
        let bits = group.iter().fold(0, |bits, one| bits | 1 << one.1.code());
        let ty = Ty::Array(ElemKind::F64);
        let row = function.values.push(ValueData { ty });
        calls.insert(group[0].0, (array, bits, row));
        for (at, op) in group {
            let before: i32 = bits & ((1 << op.code()) - 1);
            reads.insert(at, (row, before.count_ones() as i32));
        }
    }
    let mut output = Vec::with_capacity(block.stmts.len() + calls.len());
    for (at, mut stmt) in std::mem::take(&mut block.stmts).into_iter().enumerate() {
        let loc = stmt.loc;
        if let Some((array, bits, row)) = calls.remove(&at) {
            let ops = number(function, bits, loc, &mut output);
            output.push(Stmt {
                op: Op::Runtime {
                    func: RtFn::reduce_together,
                    args: vec![ops, array],
                    list: Vec::new(),
                },
                results: vec![row],
                loc,
            });
        }
        if let Some((row, place)) = reads.remove(&at) {
            let index = number(function, place, loc, &mut output);
            stmt.op = Op::Load(Access {
                array: row,
                index: vec![index],
                mode: AccessMode::Unchecked,
                name: None,
            });
        }
        output.push(stmt);
    }
    block.stmts = output;
}

fn number(function: &mut Function, number: i32, loc: Loc, output: &mut Vec<Stmt>) -> Value {
    let value = function.values.push(ValueData { ty: Ty::I32 });
    output.push(Stmt {
        op: Op::Const(Const::I32(number)),
        results: vec![value],
        loc,
    });
    value
}
