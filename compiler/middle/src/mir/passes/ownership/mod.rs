//! The pass `ownership`: reference counts made explicit.
//!
//! Before it handles are shared by whoever reads or stores them. After it every count belongs to a local that [`Function::owned`] lists,
//! to a global, or to an array element; retaining, releasing and moving are statements; an error releases the owned locals.
//! Temporaries and variables are released after their last use. An append whose result takes the place of its vector, which nobody reads
//! any more, may work on that vector itself; whether somebody else owns it is asked when the program runs.
//!
//! *Invariant:* on every way out of a function it has given up exactly the counts that it got, results excepted.

mod appends;
mod layout;
mod lengthened;
mod plan;
mod rewrite;

use crate::mir::data::*;

/// Runs the pass. Kernels only borrow and stay as they are.
pub fn ownership(program: &mut Program) {
    release_globals_at_end(program);
    for function in host_functions(program) {
        appends::by_variables(function);
        copy_assigned_params(function);
    }
    let summaries = layout::summaries(program);
    for function in host_functions(program) {
        count(function, &summaries);
    }
}

fn host_functions(program: &mut Program) -> impl Iterator<Item = &mut Function> {
    program
        .functions
        .iter_mut()
        .filter(|function| function.kind == FuncKind::Host)
}

fn count(function: &mut Function, summaries: &layout::Summaries) {
    let (mut locals, mut values) = (function.locals.clone(), function.values.clone());
    let layout = layout::Layout::new(function, summaries);
    let mut plan = plan::plan(function, &layout, &mut locals);
    plan.lengthened = lengthened::lengthened(function, &layout, &plan);
    let body = rewrite::rewrite(function, &layout, &mut plan, &mut locals, &mut values);
    function.body = body;
    function.locals = locals;
    function.values = values;
    function.owned = plan.owned.into_iter().collect();
}

/// The entry function sets the handles of globals to null before it ends.
fn release_globals_at_end(program: &mut Program) {
    let globals = program.globals.iter_enumerated();
    let handles: Vec<(GlobalId, Ty)> = globals
        .filter(|(_, data)| data.ty.is_handle())
        .map(|(id, data)| (id, data.ty))
        .collect();
    let entry = &mut program.functions[program.entry];
    let mut body = std::mem::take(&mut entry.body);
    let falls_off = body.completes();
    before_returns(&mut body, &mut |output, loc| {
        clear_globals(entry, &handles, output, loc)
    });
    if falls_off {
        let loc = body.stmts.last().map_or(entry.loc, |stmt| stmt.loc);
        clear_globals(entry, &handles, &mut body.stmts, loc);
    }
    entry.body = body;
}

fn clear_globals(
    entry: &mut Function,
    handles: &[(GlobalId, Ty)],
    output: &mut Vec<Stmt>,
    loc: Loc,
) {
    for &(global, ty) in handles {
        let null = entry.values.push(ValueData { ty });
        let constant = Op::Const(Const::Null(ty));
        output.push(stmt(constant, vec![null], loc));
        output.push(stmt(Op::SetGlobal(global, null), Vec::new(), loc));
    }
}

fn stmt(op: Op, results: Vec<Value>, loc: Loc) -> Stmt {
    Stmt { op, results, loc }
}

/// Calls `insert` with the statements before each `Return`.
fn before_returns(block: &mut Block, insert: &mut impl FnMut(&mut Vec<Stmt>, Loc)) {
    let mut output = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.op.blocks_mut() {
            before_returns(inner, insert);
        }
        if matches!(stmt.op, Op::Return(_)) {
            insert(&mut output, stmt.loc);
        }
        output.push(stmt);
    }
    block.stmts = output;
}

/// Gives each handle parameter that is assigned a local of its own: the caller's handle is only borrowed.
fn copy_assigned_params(function: &mut Function) {
    let mut assigned = Vec::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Set(local, _) = stmt.op {
            assigned.push(local);
        }
    });
    let params = function.params.iter().copied();
    let is_copied =
        |local: &Local| assigned.contains(local) && function.locals[*local].ty.is_handle();
    let params: Vec<Local> = params.filter(is_copied).collect();
    let mut prologue = Vec::new();
    for param in params {
        let data = function.locals[param].clone();
        let (ty, loc) = (data.ty, data.loc);
        let copy = function.locals.push(data);
        replace_local(&mut function.body, param, copy);
        for variable in &mut function.variables {
            for part in variable.parts.iter_mut().filter(|part| **part == param) {
                *part = copy;
            }
        }
        let value = function.values.push(ValueData { ty });
        prologue.push(stmt(Op::Get(param), vec![value], loc));
        prologue.push(stmt(Op::Set(copy, value), Vec::new(), loc));
    }
    function.body.stmts.splice(0..0, prologue);
}

fn replace_local(block: &mut Block, from: Local, to: Local) {
    for stmt in &mut block.stmts {
        if let Some(local) = stmt.op.names_mut().local
            && *local == from
        {
            *local = to;
        }
        for inner in stmt.op.blocks_mut() {
            replace_local(inner, from, to);
        }
    }
}
