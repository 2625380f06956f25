//! The pass `globals`: a global that is set once, to a constant, before anything reads it, is that constant.
//!
//! Script variables such as `radius = 6` are globals to the functions that read them; loops and indices depend on them.
//!
//! *Invariant:* a global that a function can read before it is set stays a global.

use std::collections::{BTreeMap, BTreeSet};

use crate::mir::data::*;

/// Runs the pass.
pub fn globals(program: &mut Program) {
    let constants = constant_globals(program);
    for function in program.functions.iter_mut() {
        replace(&mut function.body, &constants);
    }
}

/// The globals that are constants, with what they are.
fn constant_globals(program: &Program) -> BTreeMap<GlobalId, Const> {
    let mut sets = BTreeMap::new();
    for function in &program.functions {
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::SetGlobal(global, _) = stmt.op {
                *sets.entry(global).or_insert(0) += 1;
            }
        });
    }
    let reads = reads(program);
    let entry = &program.functions[program.entry];
    let mut known = BTreeMap::new();
    let mut constants = BTreeMap::new();
    let mut read = BTreeSet::new();
    for stmt in &entry.body.stmts {
        match &stmt.op {
            Op::Const(constant) => {
                known.insert(stmt.results[0], *constant);
            }
            Op::SetGlobal(global, value) if sets[global] == 1 && !read.contains(global) => {
                if let Some(&constant) = known.get(value) {
                    constants.insert(*global, constant);
                }
            }
            _other => {}
        }
        read.extend(reads_of(stmt, &reads));
    }
    constants
}

/// What each function may read, by itself or through what it calls.
fn reads(program: &Program) -> BTreeMap<FuncId, BTreeSet<GlobalId>> {
    let mut reads: BTreeMap<FuncId, BTreeSet<GlobalId>> = program
        .functions
        .ids()
        .map(|id| (id, BTreeSet::new()))
        .collect();
    loop {
        let mut news = false;
        for (id, function) in program.functions.iter_enumerated() {
            let stmts = function.body.stmts.iter();
            let found: BTreeSet<GlobalId> = stmts.flat_map(|stmt| reads_of(stmt, &reads)).collect();
            let known = reads.get_mut(&id).expect("every function has a row");
            news |= found.len() > known.len();
            *known = found;
        }
        if !news {
            return reads;
        }
    }
}

/// What a statement may read.
fn reads_of(stmt: &Stmt, reads: &BTreeMap<FuncId, BTreeSet<GlobalId>>) -> BTreeSet<GlobalId> {
    let mut found = BTreeSet::new();
    let mut visit = |stmt: &Stmt| {
        if let Op::GetGlobal(global) = stmt.op {
            found.insert(global);
        }
        if let Some(callee) = stmt.op.callee() {
            found.extend(&reads[&callee]);
        }
    };
    visit(stmt);
    for block in stmt.op.blocks() {
        block.for_each_stmt(&mut visit);
    }
    found
}

fn replace(block: &mut Block, constants: &BTreeMap<GlobalId, Const>) {
    for stmt in &mut block.stmts {
        if let Op::GetGlobal(global) = stmt.op
            && let Some(&constant) = constants.get(&global)
        {
            stmt.op = Op::Const(constant);
        }
        for inner in stmt.op.blocks_mut() {
            replace(inner, constants);
        }
    }
}
