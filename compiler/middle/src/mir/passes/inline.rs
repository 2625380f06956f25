//! The pass `inline`: bodies of small host functions in the place of their calls.
//!
//! A body becomes a [`Op::Scope`] that its returns leave, or, when it returns at its end only, plain statements. Functions are visited
//! callees first, so that small functions made of small functions vanish altogether. Functions that nothing calls afterwards are
//! removed.
//!
//! *Invariant:* a function that can call itself, directly or not, is never inlined.

use std::collections::{BTreeMap, BTreeSet};

use super::copy::{Renaming, new_label, replace_stmts};
use crate::base::{Id, IndexVec, Span};
use crate::mir::data::*;
use crate::mir::families::{call_op, jump_op, pure_op};
use crate::mir::query::KernelError;
use crate::mir::recursion::on_cycles;

/// A function with more statements (constants, reads and writes of locals not counted) is called, not inlined.
const SMALL: usize = 40;
/// As [`SMALL`], for the call in a loop of a function that a kernel could run: a call would keep the loop from being one.
const SMALL_IN_LOOPS: usize = 240;
/// A caller that has grown to this many statements, counted as for [`SMALL`], takes no more bodies: making machine code of one function takes
/// more than twice as long for twice the statements once it is very large. Scripts that call thousands of small functions stay below.
const LARGEST_CALLER: usize = 10_000;

/// Runs the pass.
pub fn inline(program: &mut Program) {
    let calls = CallGraph::new(program);
    let mut sizes: IndexVec<FuncId, usize> = IndexVec::filled(usize::MAX, program.functions.len());
    for caller in calls.callees_first() {
        if program.functions[caller].kind != FuncKind::Host {
            continue;
        }
        if calls.callees[caller].is_empty() {
            sizes[caller] = size(&program.functions[caller]);
            continue;
        }
        let mut function = program.functions[caller].clone();
        let grown = size(&function);
        let body = std::mem::take(&mut function.body);
        let mut inliner = Inliner {
            functions: &program.functions,
            locations: &mut program.locations,
            inlined: BTreeMap::new(),
            calls: &calls,
            sizes: Some(&sizes),
            loops: 0,
            grown,
            function: &mut function,
        };
        let body = inliner.block(body);
        function.body = body;
        sizes[caller] = size(&function);
        program.functions[caller] = function;
    }
    remove_unused_functions(program);
}

/// Puts all bodies, large ones too, in the place of their calls in the functions that are defined where `wanted` says so, and in what
/// comes into them that way.
pub fn inline_into(program: &mut Program, wanted: &dyn Fn(Span) -> bool) {
    let calls = CallGraph::new(program);
    for caller in calls.callees_first() {
        let place = program.locations[program.functions[caller].loc].span;
        let is_host = program.functions[caller].kind == FuncKind::Host;
        let at_first = |stmt: &Stmt| wanted(program.locations[stmt.loc].span);
        let body = &program.functions[caller].body;
        if !is_host || !(wanted(place) || body.stmts.iter().any(at_first)) {
            continue;
        }
        let mut function = program.functions[caller].clone();
        let mut grown = size(&function);
        let mut body = std::mem::take(&mut function.body);
        let mut before = usize::MAX;
        while before != function.values.len() {
            before = function.values.len();
            let mut inliner = Inliner {
                functions: &program.functions,
                locations: &mut program.locations,
                inlined: BTreeMap::new(),
                calls: &calls,
                sizes: None,
                loops: 0,
                grown,
                function: &mut function,
            };
            body = inliner.block(body);
            grown = inliner.grown;
        }
        function.body = body;
        program.functions[caller] = function;
    }
}

/// Who calls and launches whom.
struct CallGraph {
    callees: IndexVec<FuncId, Vec<FuncId>>,
    recursive: IndexVec<FuncId, bool>,
}

impl CallGraph {
    fn new(program: &Program) -> CallGraph {
        let callees: IndexVec<FuncId, Vec<FuncId>> =
            program.functions.iter().map(callees).collect();
        let mut recursive = on_cycles(&callees);
        // Callers that are not in the program call the dispatcher by itself.
        if let Some(library) = &program.library {
            recursive[library.dispatcher] = true;
        }
        CallGraph { callees, recursive }
    }

    /// All functions; one that is not recursive after those it calls.
    fn callees_first(&self) -> Vec<FuncId> {
        let mut order = Vec::new();
        let mut seen = IndexVec::filled(false, self.callees.len());
        for id in self.callees.ids() {
            self.visit(id, &mut seen, &mut order);
        }
        order
    }

    fn visit(&self, id: FuncId, seen: &mut IndexVec<FuncId, bool>, order: &mut Vec<FuncId>) {
        if std::mem::replace(&mut seen[id], true) {
            return;
        }
        for &callee in &self.callees[id] {
            self.visit(callee, seen, order);
        }
        order.push(id);
    }
}

/// The functions that one calls or launches.
fn callees(function: &Function) -> Vec<FuncId> {
    let mut found = Vec::new();
    function
        .body
        .for_each_stmt(&mut |stmt| found.extend(stmt.op.callee()));
    found.sort();
    found.dedup();
    found
}

/// The functions that can be reached from `start`, itself included.
fn reachable(callees: &IndexVec<FuncId, Vec<FuncId>>, start: &[FuncId]) -> IndexVec<FuncId, bool> {
    let mut found = IndexVec::filled(false, callees.len());
    let mut open = start.to_vec();
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut found[id], true) {
            open.extend(&callees[id]);
        }
    }
    found
}

/// The number of statements that do something.
fn size(function: &Function) -> usize {
    let mut count = 0;
    function.body.for_each_stmt(&mut |stmt| {
        let is_free = matches!(
            stmt.op,
            Op::Const(_) | Op::Get(_) | Op::Set(..) | Op::Return(_)
        );
        count += usize::from(!is_free);
    });
    count
}

/// Whether a kernel could run a body: arithmetic, elements of arrays, control flow, errors. Arrays that it makes for itself alone can be made in
/// front of a loop (`array-expansion`).
fn runs_in_kernels(body: &Block) -> bool {
    let mut all = true;
    let mut own: BTreeSet<Value> = BTreeSet::new();
    body.for_each_stmt(&mut |stmt| {
        if let Op::NewArray { .. } = stmt.op {
            own.extend(&stmt.results);
        }
        let mut handed_on = false;
        stmt.op
            .for_each_operand(|operand| handed_on |= own.contains(operand));
        let is_element = matches!(
            stmt.op,
            Op::Load(_) | Op::Store(..) | Op::Dim(..) | Op::Numel(_)
        );
        all &= is_element || !handed_on;
        all &= match &stmt.op {
            pure_op!()
            | jump_op!()
            | Op::Get(_)
            | Op::Set(..)
            | Op::GetGlobal(_)
            | Op::NewArray { .. }
            | Op::Load(_)
            | Op::Store(..)
            | Op::If { .. }
            | Op::For { .. }
            | Op::Loop { .. }
            | Op::Scope { .. } => true,
            Op::Runtime { func, .. } => KernelError::of(*func).is_some(),
            call_op!()
            | Op::Atomic(..)
            | Op::Together(_)
            | Op::Texture(_)
            | Op::SetGlobal(..)
            | Op::Try { .. }
            | Op::Retain(_)
            | Op::Release(_) => false,
        };
    });
    all
}

/// Rewrites the body of one caller.
struct Inliner<'a> {
    functions: &'a IndexVec<FuncId, Function>,
    locations: &'a mut IndexVec<Loc, Location>,
    /// The row for a statement of some row that is inlined at a call of some row.
    inlined: BTreeMap<(Loc, Loc), Loc>,
    calls: &'a CallGraph,
    /// How large functions are; none: large bodies are inlined too.
    sizes: Option<&'a IndexVec<FuncId, usize>>,
    /// Loops around.
    loops: u32,
    /// Statements of the function so far.
    grown: usize,
    function: &'a mut Function,
}

impl Inliner<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in block.stmts {
            let is_loop = u32::from(matches!(stmt.op, Op::For { .. }));
            self.loops += is_loop;
            for inner in stmt.op.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            self.loops -= is_loop;
            match &stmt.op {
                Op::Call { func, args } if self.takes(*func) => {
                    let callee = &self.functions[*func];
                    self.body(callee, args, &stmt, &mut output);
                }
                _other => output.push(stmt),
            }
        }
        Block { stmts: output }
    }

    fn takes(&self, callee: FuncId) -> bool {
        let fits = self.grown < LARGEST_CALLER;
        let small = self.sizes.is_none_or(|sizes| {
            sizes[callee] <= SMALL
                || self.loops > 0
                    && sizes[callee] <= SMALL_IN_LOOPS
                    && runs_in_kernels(&self.functions[callee].body)
        });
        fits && small && !self.calls.recursive[callee]
    }

    /// Appends the body of `callee` for one call.
    fn body(&mut self, callee: &Function, args: &[Value], call: &Stmt, output: &mut Vec<Stmt>) {
        self.grown += size(callee);
        let renaming = Renaming::of_function(callee, self.function);
        for (&param, &arg) in callee.params.iter().zip(args) {
            let op = Op::Set(renaming.local(param), arg);
            output.push(plain(op, call.loc));
        }
        self.reset_locals(callee, &renaming, call.loc, output);
        let results = callee.results.iter();
        let results: Vec<Local> = results.map(|&ty| self.new_local(ty, call)).collect();
        let mut body = renaming.block(&callee.body);
        self.relocate(&mut body, call.loc);
        if returns_at_end_only(&body) {
            replace_stmts(&mut body, &mut |stmt| returned(stmt, &results, None));
            output.append(&mut body.stmts);
        } else {
            let label = new_label(self.function);
            replace_stmts(&mut body, &mut |stmt| returned(stmt, &results, Some(label)));
            output.push(plain(Op::Scope { label, body }, call.loc));
        }
        for (&local, &result) in results.iter().zip(&call.results) {
            let results = vec![result];
            output.push(Stmt {
                op: Op::Get(local),
                results,
                loc: call.loc,
            });
        }
    }

    /// Gives the statements rows that tell of the call.
    fn relocate(&mut self, block: &mut Block, call: Loc) {
        for stmt in &mut block.stmts {
            stmt.loc = self.inlined_row(stmt.loc, call);
            for inner in stmt.op.blocks_mut() {
                self.relocate(inner, call);
            }
        }
    }

    fn inlined_row(&mut self, row: Loc, call: Loc) -> Loc {
        if row.index() == 0 || call.index() == 0 {
            return row.max(call);
        }
        if let Some(&known) = self.inlined.get(&(row, call)) {
            return known;
        }
        let mut location = self.locations[row].clone();
        location.call = match location.call {
            Some(inner) => Some(self.inlined_row(inner, call)),
            None => Some(call),
        };
        let new = self.locations.push(location);
        self.inlined.insert((row, call), new);
        new
    }

    fn new_local(&mut self, ty: Ty, call: &Stmt) -> Local {
        let loc = call.loc;
        self.function.locals.push(LocalData {
            ty,
            name: None,
            loc,
            kept: None,
        })
    }

    /// Locals of the callee start as zero at every call, and the call may stand in a loop.
    fn reset_locals(
        &mut self,
        callee: &Function,
        renaming: &Renaming,
        loc: Loc,
        output: &mut Vec<Stmt>,
    ) {
        let mut unassigned = callee.locals.ids().collect::<Vec<_>>();
        unassigned.retain(|local| !callee.params.contains(local));
        let read_early = super::assigned::read_before_assigned(callee);
        for local in unassigned.into_iter().filter(|&local| read_early[local]) {
            let ty = callee.locals[local].ty;
            let zero = self.function.values.push(ValueData { ty });
            output.push(Stmt {
                op: Op::Const(zero_of(ty)),
                results: vec![zero],
                loc,
            });
            output.push(plain(Op::Set(renaming.local(local), zero), loc));
        }
    }
}

/// What locals of a type start as.
fn zero_of(ty: Ty) -> Const {
    match ty {
        Ty::Bool => Const::Bool(false),
        Ty::I32 => Const::I32(0),
        Ty::I64 => Const::I64(0),
        Ty::F32 => Const::F32(0.0),
        Ty::F64 => Const::F64(0.0),
        Ty::Array(_) | Ty::Str => Const::Null(ty),
    }
}

fn plain(op: Op, loc: Loc) -> Stmt {
    let results = Vec::new();
    Stmt { op, results, loc }
}

/// Whether no statement but the last of the body returns.
fn returns_at_end_only(body: &Block) -> bool {
    let mut count = 0;
    body.for_each_stmt(&mut |stmt| count += usize::from(matches!(stmt.op, Op::Return(_))));
    let at_end = body
        .stmts
        .last()
        .is_some_and(|stmt| matches!(stmt.op, Op::Return(_)));
    count == usize::from(at_end)
}

/// A return as assignments to the results and a jump to the end of the scope, if there is one.
fn returned(stmt: Stmt, results: &[Local], exit: Option<Label>) -> Vec<Stmt> {
    let Op::Return(values) = &stmt.op else {
        return vec![stmt];
    };
    let sets = results
        .iter()
        .zip(values)
        .map(|(&local, &value)| Op::Set(local, value));
    let jump = exit.map(Op::Break);
    sets.chain(jump).map(|op| plain(op, stmt.loc)).collect()
}

/// Removes functions that cannot be reached from the entry, and renumbers the rest.
fn remove_unused_functions(program: &mut Program) {
    let callees: IndexVec<FuncId, Vec<FuncId>> = program.functions.iter().map(callees).collect();
    let mut roots = vec![program.entry];
    roots.extend(program.library.as_ref().map(|library| library.dispatcher));
    roots.extend(for_gpus(program));
    let used = reachable(&callees, &roots);
    let mut numbers = BTreeMap::new();
    let mut kept = IndexVec::new();
    let functions = std::mem::take(&mut program.functions);
    let ids: Vec<FuncId> = functions.ids().collect();
    for (id, function) in ids.into_iter().zip(functions) {
        if used[id] {
            numbers.insert(id, kept.push(function));
        }
    }
    for function in kept.iter_mut() {
        renumber(&mut function.body, &numbers);
    }
    program.functions = kept;
    program.entry = numbers[&program.entry];
    if let Some(library) = &mut program.library {
        library.dispatcher = numbers[&library.dispatcher];
    }
}

/// The kernels that processors run in parts, but GPUs as they are.
fn for_gpus(program: &Program) -> Vec<FuncId> {
    let is_group = |function: &Function| matches!(&function.kind, FuncKind::Kernel(data) if data.group.is_some());
    let functions = program.functions.iter_enumerated();
    functions
        .filter(|(_, function)| is_group(function))
        .map(|(id, _)| id)
        .collect()
}

fn renumber(block: &mut Block, numbers: &BTreeMap<FuncId, FuncId>) {
    for stmt in &mut block.stmts {
        if let Op::Call { func, .. } | Op::Launch(Launch { kernel: func, .. }) = &mut stmt.op {
            *func = numbers[func];
        }
        for inner in stmt.op.blocks_mut() {
            renumber(inner, numbers);
        }
    }
}
