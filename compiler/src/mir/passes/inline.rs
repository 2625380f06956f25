//! The pass `inline`: bodies of small host functions in the place of their calls.
//!
//! A body becomes a [`Op::Scope`] that its returns leave, or, when it returns at its end only, plain statements. Functions are visited
//! callees first, so that small functions made of small functions vanish altogether. Functions that nothing calls afterwards are
//! removed.
//!
//! *Invariant:* a function that can call itself, directly or not, is never inlined.

use std::collections::BTreeMap;

use crate::base::{Id, IndexVec};
use crate::mir::data::*;

/// A function with more statements (constants, reads and writes of locals not counted) is called, not inlined.
const SMALL: usize = 40;
/// A caller that has grown to this many values takes no more bodies.
const LARGEST_CALLER: usize = 20_000;

/// Runs the pass.
pub fn inline(program: &mut Program) {
    let calls = CallGraph::new(program);
    for caller in calls.callees_first() {
        if program.functions[caller].kind != FuncKind::Host {
            continue;
        }
        let mut function = program.functions[caller].clone();
        let body = std::mem::take(&mut function.body);
        let mut inliner = Inliner {
            program,
            calls: &calls,
            function: &mut function,
        };
        let body = inliner.block(body);
        function.body = body;
        program.functions[caller] = function;
    }
    remove_unused_functions(program);
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
        let recursive = callees
            .ids()
            .map(|id| reachable(&callees, &callees[id])[id])
            .collect();
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
    function.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Call { func, .. } => found.push(*func),
        Op::Launch(launch) => found.push(launch.kernel),
        _other => {}
    });
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

/// Rewrites the body of one caller.
struct Inliner<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    function: &'a mut Function,
}

impl Inliner<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in block.stmts {
            for inner in stmt.op.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            match &stmt.op {
                Op::Call { func, args } if self.takes(*func) => {
                    let callee = &self.program.functions[*func];
                    self.body(callee, args, &stmt, &mut output);
                }
                _other => output.push(stmt),
            }
        }
        Block { stmts: output }
    }

    fn takes(&self, callee: FuncId) -> bool {
        let fits = self.function.values.len() < LARGEST_CALLER;
        fits && !self.calls.recursive[callee] && size(&self.program.functions[callee]) <= SMALL
    }

    /// Appends the body of `callee` for one call.
    fn body(&mut self, callee: &Function, args: &[Value], call: &Stmt, output: &mut Vec<Stmt>) {
        let mut copy = Copy::new(callee, self.function);
        for (&param, &arg) in callee.params.iter().zip(args) {
            let op = Op::Set(copy.locals[param], arg);
            output.push(plain(op, call.loc));
        }
        self.reset_locals(callee, &copy, call.loc, output);
        let results: Vec<Local> = callee
            .results
            .iter()
            .map(|&ty| self.new_local(ty, call))
            .collect();
        copy.results = results;
        let returns = count_returns(&callee.body);
        let ends_in_return =
            matches!(callee.body.stmts.last(), Some(stmt) if matches!(stmt.op, Op::Return(_)));
        if returns == usize::from(ends_in_return) {
            copy.exit = None;
            copy.stmts(&callee.body, output);
        } else {
            let label = Label::from_index(self.function.labels as usize);
            self.function.labels += 1;
            copy.exit = Some(label);
            let mut body = Vec::new();
            copy.stmts(&callee.body, &mut body);
            let body = Block { stmts: body };
            output.push(plain(Op::Scope { label, body }, call.loc));
        }
        for (&local, &result) in copy.results.iter().zip(&call.results) {
            let results = vec![result];
            output.push(Stmt {
                op: Op::Get(local),
                results,
                loc: call.loc,
            });
        }
    }

    fn new_local(&mut self, ty: Ty, call: &Stmt) -> Local {
        let loc = call.loc;
        self.function.locals.push(LocalData {
            ty,
            name: None,
            loc,
        })
    }

    /// Locals of the callee start as zero at every call, and the call may stand in a loop.
    fn reset_locals(&mut self, callee: &Function, copy: &Copy, loc: Loc, output: &mut Vec<Stmt>) {
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
            output.push(plain(Op::Set(copy.locals[local], zero), loc));
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

fn count_returns(block: &Block) -> usize {
    let mut count = 0;
    block.for_each_stmt(&mut |stmt| count += usize::from(matches!(stmt.op, Op::Return(_))));
    count
}

/// A copy of a callee's statements with new values, locals and labels.
struct Copy {
    values: IndexVec<Value, Value>,
    locals: IndexVec<Local, Local>,
    first_label: usize,
    /// Where results go.
    results: Vec<Local>,
    /// The scope that a return leaves; none when it is the last statement.
    exit: Option<Label>,
}

impl Copy {
    fn new(callee: &Function, caller: &mut Function) -> Copy {
        let values = callee
            .values
            .iter()
            .map(|data| caller.values.push(data.clone()))
            .collect();
        let locals = callee
            .locals
            .iter()
            .map(|data| caller.locals.push(data.clone()))
            .collect();
        let first_label = caller.labels as usize;
        caller.labels += callee.labels;
        Copy {
            values,
            locals,
            first_label,
            results: Vec::new(),
            exit: None,
        }
    }

    fn label(&self, label: Label) -> Label {
        Label::from_index(self.first_label + label.index())
    }

    fn stmts(&self, block: &Block, output: &mut Vec<Stmt>) {
        for stmt in &block.stmts {
            if let Op::Return(values) = &stmt.op {
                for (&local, &value) in self.results.iter().zip(values) {
                    output.push(plain(Op::Set(local, self.values[value]), stmt.loc));
                }
                if let Some(label) = self.exit {
                    output.push(plain(Op::Break(label), stmt.loc));
                }
            } else {
                output.push(self.stmt(stmt));
            }
        }
    }

    fn stmt(&self, stmt: &Stmt) -> Stmt {
        let mut copy = stmt.clone();
        copy.op
            .for_each_operand_mut(|value| *value = self.values[*value]);
        for result in &mut copy.results {
            *result = self.values[*result];
        }
        for block in copy.op.blocks_mut() {
            let mut stmts = Vec::with_capacity(block.stmts.len());
            self.stmts(block, &mut stmts);
            block.stmts = stmts;
        }
        match &mut copy.op {
            Op::Get(local) | Op::Set(local, _) | Op::Release(local) => *local = self.locals[*local],
            Op::For { label, index, .. } => {
                *label = self.label(*label);
                *index = self.values[*index];
            }
            Op::Loop { label, .. }
            | Op::Scope { label, .. }
            | Op::Break(label)
            | Op::Continue(label) => *label = self.label(*label),
            _other => {}
        }
        copy
    }
}

/// Removes functions that cannot be reached from the entry, and renumbers the rest.
fn remove_unused_functions(program: &mut Program) {
    let callees: IndexVec<FuncId, Vec<FuncId>> = program.functions.iter().map(callees).collect();
    let used = reachable(&callees, &[program.entry]);
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
}

fn renumber(block: &mut Block, numbers: &BTreeMap<FuncId, FuncId>) {
    for stmt in &mut block.stmts {
        match &mut stmt.op {
            Op::Call { func, .. } => *func = numbers[func],
            Op::Launch(launch) => launch.kernel = numbers[&launch.kernel],
            op => op.blocks_mut().for_each(|inner| renumber(inner, numbers)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::build::FunctionBuilder;
    use crate::mir::passes::simplify::simplify;
    use crate::mir::passes::testing::{agree, random_programs_agree};
    use crate::mir::print;
    use crate::mir::testing::{line, program};

    /// `clamp(x)`: negative numbers become 0; with an early return.
    fn clamp() -> Function {
        let mut f = FunctionBuilder::host("clamp", vec![Ty::I32], line(1));
        let x = f.param(Ty::I32, "x");
        let (value, zero) = (f.get(x), f.int(0));
        let negative = f.compare(CompareOp::Lt, value, zero);
        f.if_then(negative, |f| f.return_(&[zero]));
        f.return_(&[value]);
        f.finish()
    }

    #[test]
    fn an_early_return_leaves_a_scope() {
        let mut inlined = program(|program, b| {
            let clamp = program.add(clamp());
            let number = b.int(-3);
            let result = b.call(clamp, &[number], &[Ty::I32]);
            let list = b.list(&result);
            b.runtime(RtFn::print, &[], &list);
        });
        let before = inlined.clone();
        inline(&mut inlined);
        agree(&before, &inlined, true);
        assert_eq!(inlined.functions.len(), 1);
        simplify(&mut inlined);
        let text = print::function(&inlined, &inlined.functions[inlined.entry]);
        assert!(text.ends_with("runtime print(; 0)\n}\n"), "{text}");
    }

    #[test]
    fn recursive_functions_stay() {
        let mut program = program(|program, b| {
            let id = program.declare();
            let mut f = FunctionBuilder::host("down", vec![], line(1));
            let x = f.param(Ty::I32, "x");
            let (value, one) = (f.get(x), f.int(1));
            let less = f.sub(value, one);
            let more = f.compare(CompareOp::Gt, value, one);
            f.if_then(more, |f| {
                f.call(id, &[less], &[]);
            });
            program.define(id, f.finish());
            let number = b.int(3);
            b.call(id, &[number], &[]);
        });
        inline(&mut program);
        assert_eq!(program.functions.len(), 2);
    }

    #[test]
    fn random_programs_keep_their_meaning() {
        random_programs_agree(inline);
        random_programs_agree(|program| {
            simplify(program);
            inline(program);
            simplify(program);
        });
    }
}
