//! Turns a band of loops into a kernel and its launch.
//!
//! *Technique:* loop outlining (Liao, Quinlan, Vuduc and Panas, "Effective Source-to-Source Outlining to Support Whole Program Empirical
//! Optimization", LCPC 2009).
//!
//! *Invariant:* the kernel reads nothing of the host function but its parameters, and the host function sees nothing of the kernel but
//! array elements and accumulators.

use super::emit::Emitter;
use super::unroll_and_jam::unroll_and_jam;
use crate::analysis::loops::affine::Root;
use crate::analysis::loops::band::{Band, BandLoop, is_plain_count, last_assignment};
use crate::analysis::loops::counted::{ForParts, MAXIMUM_EXTENT};
use crate::analysis::loops::def_use::DefUse;
use crate::analysis::loops::dependence::Changes;
use crate::analysis::loops::nest::{Nest, NestAccess};
use crate::analysis::loops::privatise::by_operation;
use crate::analysis::loops::updates::{Update, Updates};
use crate::base::IndexVec;
use crate::builtins::profile::KernelProfile;
use crate::mir::query::combined;
use crate::mir::{
    Access, AccessMode, Accumulator, AccumulatorOp, BinaryOp, Block, CompareOp, Const, FuncId,
    FuncKind, Function, GlobalId, KernelData, KernelOrigin, Label, Launch, ListEntry, Loc, Local,
    LocalData, LoopRange, Op, RtFn, Stmt, StrId, Ty, Value, ValueData,
};
use quasar_abi::{AccumulatorClass, RtError};
use std::collections::{BTreeMap, BTreeSet};

/// Where the value of a kernel's parameter comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Value(Value),
    Local(Local),
    Global(GlobalId),
}

/// A kernel and the host statements that stand for the loops.
#[derive(Debug)]
pub struct Outlined {
    /// The kernel.
    pub kernel: Function,
    /// The launch with what comes before and after it.
    pub host: Vec<Stmt>,
    /// The choice between that and the loop as it was, by the number of iterations.
    pub chosen: Option<Vec<Stmt>>,
}

/// What to outline.
#[derive(Debug)]
pub struct Plan<'a, 'f, 's> {
    /// Definitions and uses of the host function as it was.
    pub def_use: &'a DefUse<'f>,
    /// The nest.
    pub nest: &'a Nest,
    /// Its band.
    pub band: &'a Band<'s>,
    /// The kernel's id.
    pub kernel: FuncId,
    /// The kernel's name.
    pub name: String,
    /// The row of the location table for the loop.
    pub loc: Loc,
    /// Fewer iterations than these had better run on the host.
    pub fewest: Option<u64>,
}

/// Makes the kernel; the tables of `host`, the function under rewriting, and of strings grow.
pub fn outline(
    plan: &Plan,
    host: &mut Function,
    strings: &mut IndexVec<StrId, String>,
) -> Outlined {
    let mut kernel = KernelMaker::make(plan);
    let sources = std::mem::take(&mut kernel.sources);
    let kernel = kernel.finish(plan);
    let mut on_host = |fewest| host_side(plan, host, strings, &sources, fewest);
    let chosen = plan.fewest.map(|fewest| on_host(Some(fewest)));
    let host = on_host(None);
    Outlined {
        kernel,
        host,
        chosen,
    }
}

fn host_side(
    plan: &Plan,
    host: &mut Function,
    strings: &mut IndexVec<StrId, String>,
    sources: &[(Source, Local)],
    fewest: Option<u64>,
) -> Vec<Stmt> {
    let mut emitter = Emitter::new(host, plan.loc);
    HostSide {
        plan,
        emitter: &mut emitter,
        strings,
        hoisted: BTreeMap::new(),
        counts: BTreeMap::new(),
        extents: Vec::new(),
    }
    .emit(sources, fewest);
    emitter.stmts
}

/// What the source says about the kernel of a loop.
fn profile(band: &Band) -> KernelProfile {
    let outermost = ForParts::of(band.loops[0].stmt);
    let attributes = outermost.map(|parts| parts.directive.accumulators.clone());
    KernelProfile {
        attributes: attributes.unwrap_or_default(),
        ..KernelProfile::default()
    }
}

// ---- The kernel ------------------------------------------------------------------------------------------------------------------

struct KernelMaker<'a, 'f> {
    def_use: &'a DefUse<'f>,
    nest: &'a Nest,
    inherited: &'a BTreeSet<Local>,
    changes: Changes,
    forced: bool,
    function: Function,
    entry: Vec<Stmt>,
    loc: Loc,
    sources: Vec<(Source, Local)>,
    values: BTreeMap<Value, Value>,
    locals: BTreeMap<Local, Local>,
    labels: BTreeMap<Label, Label>,
}

impl<'a, 'f> KernelMaker<'a, 'f> {
    fn make(plan: &'a Plan<'a, 'f, '_>) -> Self {
        let origin = match ForParts::of(plan.band.loops[0].stmt) {
            Some(parts) if parts.directive.expression => KernelOrigin::Expression,
            _ => KernelOrigin::Loop,
        };
        let data = KernelData {
            position: Vec::new(),
            accumulators: Vec::new(),
            origin,
            stands_for: None,
            group: None,
            profile: profile(plan.band),
        };
        let mut maker = KernelMaker {
            def_use: plan.def_use,
            nest: plan.nest,
            inherited: &plan.band.variables.inherited,
            changes: plan.band.changes,
            forced: plan.band.forced_over.is_some(),
            function: Function {
                name: plan.name.clone(),
                kind: FuncKind::Kernel(data),
                params: Vec::new(),
                results: Vec::new(),
                locals: IndexVec::new(),
                values: IndexVec::new(),
                labels: 0,
                body: Block::default(),
                owned: Vec::new(),
                variables: Vec::new(),
                loc: plan.loc,
            },
            entry: Vec::new(),
            loc: plan.loc,
            sources: Vec::new(),
            values: BTreeMap::new(),
            locals: BTreeMap::new(),
            labels: BTreeMap::new(),
        };
        maker.accumulators(plan.band);
        let mut body = Vec::new();
        for (axis, &at) in plan.band.order.iter().enumerate() {
            maker.dimension(axis, &plan.band.loops[at]);
        }
        for one in &plan.band.loops {
            body.extend(maker.stmts(one.before));
        }
        body.extend(maker.stmts(&plan.band.body.stmts));
        maker.function.body.stmts = body;
        maker
    }

    fn finish(mut self, plan: &Plan) -> Function {
        debug_assert_eq!(self.loc, plan.loc);
        self.entry.append(&mut self.function.body.stmts);
        self.function.body.stmts = self.entry;
        let jammed = plan.band.jammed.iter();
        let jammed = jammed.filter_map(|label| self.labels.get(label).copied());
        unroll_and_jam(&mut self.function, &jammed.collect());
        self.function
    }

    fn data(&mut self) -> &mut KernelData {
        match &mut self.function.kind {
            FuncKind::Kernel(data) => data,
            FuncKind::Host => panic!("a kernel under construction"),
        }
    }

    fn accumulators(&mut self, band: &Band) {
        for &(outer, op) in &band.variables.accumulators {
            let data = self.def_use.function.locals[outer].clone();
            let local = self.function.locals.push(data);
            self.locals.insert(outer, local);
            self.data().accumulators.push(Accumulator { local, op });
        }
    }

    /// Makes the index of a dimension from the position.
    fn dimension(&mut self, axis: usize, one: &BandLoop) {
        let parts = ForParts::of(one.stmt).expect("a loop of a band");
        debug_assert_eq!(self.function_rank(), axis);
        let position = self.emit(|emitter| emitter.value(Ty::I32));
        self.data().position.push(position);
        let one = &self.nest.loops[one.position];
        let mut index = position;
        if one.step.as_constant() != Some(1) {
            let step = self.bound(parts.range.step, one.step.as_constant());
            index = self.emit(|emitter| emitter.binary(BinaryOp::Mul, index, step));
        }
        if one.start.as_constant() != Some(0) {
            let start = self.bound(parts.range.start, one.start.as_constant());
            index = self.emit(|emitter| emitter.binary(BinaryOp::Add, start, index));
        }
        self.values.insert(parts.index, index);
    }

    fn function_rank(&self) -> usize {
        match &self.function.kind {
            FuncKind::Kernel(data) => data.position.len(),
            FuncKind::Host => 0,
        }
    }

    fn bound(&mut self, value: Value, constant: Option<i64>) -> Value {
        match constant {
            Some(number) => self.emit(|emitter| emitter.constant(Const::I32(number as i32))),
            None => self.parameter(Source::Value(value)),
        }
    }

    /// Emits at the start of the kernel.
    fn emit<R>(&mut self, body: impl FnOnce(&mut Emitter) -> R) -> R {
        let mut emitter = Emitter::new(&mut self.function, self.loc);
        let result = body(&mut emitter);
        self.entry.append(&mut emitter.stmts);
        result
    }

    /// The value of the parameter that brings something from outside.
    fn parameter(&mut self, source: Source) -> Value {
        let local = self.parameter_local(source);
        self.emit(|emitter| emitter.get(local))
    }

    fn parameter_local(&mut self, source: Source) -> Local {
        if let Some((_, local)) = self.sources.iter().find(|(known, _)| *known == source) {
            return *local;
        }
        let data = self.parameter_data(source);
        let local = self.function.locals.push(data);
        self.function.params.push(local);
        self.sources.push((source, local));
        local
    }

    fn parameter_data(&self, source: Source) -> LocalData {
        let outer = self.def_use.function;
        match source {
            Source::Local(local) => outer.locals[local].clone(),
            Source::Value(value) => {
                let variable = match self.def_use.definition(value).map(|stmt| &stmt.op) {
                    Some(Op::Get(local)) => Some(&outer.locals[*local]),
                    _ => None,
                };
                let read = variable.and_then(|variable| variable.name.clone());
                let of_value = |one: &&NestAccess| {
                    one.root == Some(Root::Value(value)) && !one.name.is_empty()
                };
                let access = self
                    .nest
                    .accesses
                    .iter()
                    .find(of_value)
                    .map(|one| one.name.clone());
                let name = read.or(access);
                LocalData {
                    ty: outer.values[value].ty,
                    name,
                    loc: self.loc,
                    kept: variable.and_then(|variable| variable.kept),
                }
            }
            Source::Global(_) => panic!("the type of a global comes with its read"),
        }
    }

    fn outside_value(&mut self, value: Value) -> Value {
        // No array at all can only be read where the program never comes to; an array of a kernel is a parameter there too.
        let root = Some(Root::Value(value));
        let is_array = self.nest.accesses.iter().any(|one| one.root == root);
        let made = match self.def_use.definition(value).map(|stmt| &stmt.op) {
            Some(Op::Const(constant)) if !is_array => {
                let constant = *constant;
                self.emit(|emitter| emitter.constant(constant))
            }
            _ => self.parameter(Source::Value(value)),
        };
        self.values.insert(value, made);
        made
    }

    fn value(&mut self, value: Value) -> Value {
        match self.values.get(&value) {
            Some(&known) => known,
            None if self.nest.defines(value) => panic!("{value} is used before its definition"),
            None => self.outside_value(value),
        }
    }

    fn local(&mut self, local: Local) -> Local {
        if let Some(&known) = self.locals.get(&local) {
            return known;
        }
        let made = if self.nest.assigned.contains(&local) {
            let data = self.def_use.function.locals[local].clone();
            let made = self.function.locals.push(data);
            if self.inherited.contains(&local) {
                let before = self.parameter(Source::Local(local));
                self.emit(|emitter| emitter.run(Op::Set(made, before)));
            }
            made
        } else {
            self.parameter_local(Source::Local(local))
        };
        self.locals.insert(local, made);
        made
    }

    fn label(&mut self, label: Label) -> Label {
        if let Some(&known) = self.labels.get(&label) {
            return known;
        }
        let made = Emitter::new(&mut self.function, self.loc).label();
        self.labels.insert(label, made);
        made
    }

    fn root(&mut self, root: Root) -> Value {
        match root {
            Root::Local(local) => self.parameter(Source::Local(local)),
            Root::Value(value) => self.value(value),
            Root::Global(global) => self.parameter(Source::Global(global)),
        }
    }

    fn stmts(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        stmts.iter().filter_map(|stmt| self.stmt(stmt)).collect()
    }

    fn block(&mut self, block: &Block) -> Block {
        Block {
            stmts: self.stmts(&block.stmts),
        }
    }

    /// The statement in the kernel's terms; none for those that only give an array another name.
    fn stmt(&mut self, stmt: &Stmt) -> Option<Stmt> {
        match &stmt.op {
            Op::Get(local) => {
                if let Some(&root) = self.nest.renamed.get(local) {
                    let array = self.root(root);
                    self.values.insert(stmt.results[0], array);
                    return None;
                }
            }
            Op::Set(local, _) if self.nest.renamed.contains_key(local) => return None,
            Op::Load(_) | Op::Binary(..) if self.is_part_of_atomic(stmt.results[0]) => return None,
            Op::Store(access, values) => {
                if let Some(update) = self
                    .nest
                    .updates
                    .stored
                    .get(&values[0])
                    .filter(|update| self.becomes_atomic(update))
                {
                    return Some(self.change(*update, access, stmt.loc));
                }
            }
            Op::GetGlobal(global) => {
                let value = self.global(*global, stmt.results[0]);
                self.values.insert(stmt.results[0], value);
                return None;
            }
            _ => {}
        }
        let mut op = self.shell(&stmt.op);
        if let Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) = &mut op {
            self.drop_test(access);
        }
        op.for_each_operand_mut(|value| *value = self.value(*value));
        let results = stmt
            .results
            .iter()
            .map(|&result| self.define(result))
            .collect();
        Some(Stmt {
            op,
            results,
            loc: stmt.loc,
        })
    }

    /// An index that is certainly inside needs no test. Where some lanes may not be there the test stays: their indices may be
    /// anywhere, and the interior of the launch, where the test is dropped, is where all lanes are inside.
    fn drop_test(&self, access: &mut Access) {
        let operands = (access.array, access.index.clone());
        let is_partial = |one: &NestAccess| one.partial && one.operands == operands;
        if self.nest.inside.contains(&operands) && !self.nest.accesses.iter().any(is_partial) {
            access.mode = AccessMode::Unchecked;
        }
    }

    /// Whether a change of an element becomes atomic: one whose order does not matter, or any if the source says that the loop is
    /// parallel.
    fn becomes_atomic(&self, update: &Update) -> bool {
        self.forced || self.changes.class(update).is_some()
    }

    /// Whether the value is read or computed only for such a change.
    fn is_part_of_atomic(&self, value: Value) -> bool {
        let Updates { read, stored } = &self.nest.updates;
        let update = read.get(&value).or(stored.get(&value));
        update.is_some_and(|update| self.becomes_atomic(update))
    }

    /// An atomic change of an element; nobody uses the new value.
    fn change(&mut self, update: Update, access: &Access, loc: Loc) -> Stmt {
        let mut access = access.clone();
        self.drop_test(&mut access);
        let mut op = Op::Atomic(update.op, access, vec![update.value]);
        op.for_each_operand_mut(|value| *value = self.value(*value));
        let ty = self.def_use.function.values[update.value].ty;
        let result = self.function.values.push(ValueData { ty });
        Stmt {
            op,
            results: vec![result],
            loc,
        }
    }

    fn global(&mut self, global: GlobalId, read: Value) -> Value {
        let source = Source::Global(global);
        if !self.sources.iter().any(|(known, _)| *known == source) {
            let ty = self.def_use.function.values[read].ty;
            let local = self.function.locals.push(LocalData {
                ty,
                name: None,
                loc: self.loc,
                kept: None,
            });
            self.function.params.push(local);
            self.sources.push((source, local));
        }
        self.parameter(source)
    }

    fn define(&mut self, value: Value) -> Value {
        let data = self.def_use.function.values[value].clone();
        let made = self.function.values.push(data);
        self.values.insert(value, made);
        made
    }

    /// The operation with locals, labels, indices and blocks translated, operands not yet.
    fn shell(&mut self, op: &Op) -> Op {
        match op {
            Op::Get(local) => Op::Get(self.local(*local)),
            Op::Set(local, value) => Op::Set(self.local(*local), *value),
            Op::If {
                cond,
                then,
                otherwise,
            } => Op::If {
                cond: *cond,
                then: self.block(then),
                otherwise: self.block(otherwise),
            },
            Op::For {
                label,
                index,
                start,
                stop,
                step,
                body,
                directive,
                name,
            } => Op::For {
                label: self.label(*label),
                index: self.define(*index),
                start: *start,
                stop: *stop,
                step: *step,
                body: self.block(body),
                directive: directive.clone(),
                name: name.clone(),
            },
            Op::Loop { label, body } => Op::Loop {
                label: self.label(*label),
                body: self.block(body),
            },
            Op::Scope { label, body } => Op::Scope {
                label: self.label(*label),
                body: self.block(body),
            },
            Op::Break(label) => Op::Break(self.label(*label)),
            Op::Continue(label) => Op::Continue(self.label(*label)),
            other => other.clone(),
        }
    }
}

// ---- The host side ---------------------------------------------------------------------------------------------------------------

struct HostSide<'a, 'b, 'f, 's> {
    plan: &'a Plan<'a, 'f, 's>,
    emitter: &'a mut Emitter<'b>,
    strings: &'a mut IndexVec<StrId, String>,
    /// Values of the nest that are computed before it.
    hoisted: BTreeMap<Value, Value>,
    /// Numbers of iterations of loops from 0, by their last index.
    counts: BTreeMap<Value, Value>,
    /// Numbers of iterations of the loops of the band, once they are computed.
    extents: Vec<Value>,
}

impl HostSide<'_, '_, '_, '_> {
    fn emit(mut self, sources: &[(Source, Local)], fewest: Option<u64>) {
        let is_long = fewest.map(|fewest| self.is_long(fewest));
        let asks = !self.plan.band.different.is_empty();
        let launches = match (is_long, asks) {
            (None, false) => {
                self.run(sources);
                return;
            }
            (Some(long), false) => long,
            (None, true) => self.all_different(),
            (Some(long), true) => self.if_long(long),
        };
        let outer = std::mem::take(&mut self.emitter.stmts);
        self.run(sources);
        let then = Block {
            stmts: std::mem::replace(&mut self.emitter.stmts, outer),
        };
        let serial = self.plan.band.loops[0].stmt.clone();
        let otherwise = Block {
            stmts: vec![serial],
        };
        self.emitter.run(Op::If {
            cond: launches,
            then,
            otherwise,
        });
    }

    /// Whether the loops have as many iterations.
    fn is_long(&mut self, fewest: u64) -> Value {
        let extents = self.extents();
        let fewest = i64::try_from(fewest).expect("a small number of iterations");
        let count = extents
            .iter()
            .map(|&extent| self.emitter.convert(extent, Ty::I64));
        let count: Vec<Value> = count.collect();
        let product = count
            .into_iter()
            .reduce(|product, count| self.emitter.binary(BinaryOp::Mul, product, count));
        let fewest = self.emitter.constant(Const::I64(fewest));
        let product = product.expect("a band has loops");
        self.emitter.compare(CompareOp::Ge, product, fewest)
    }

    /// Whether the loops are long and the arrays that must be different are, which is asked then alone.
    fn if_long(&mut self, long: Value) -> Value {
        let data = LocalData {
            ty: Ty::Bool,
            name: None,
            loc: self.plan.loc,
            kept: None,
        };
        let launches = self.emitter.function.locals.push(data);
        self.emitter.run(Op::Set(launches, long));
        let outer = std::mem::take(&mut self.emitter.stmts);
        let different = self.all_different();
        self.emitter.run(Op::Set(launches, different));
        let then = Block {
            stmts: std::mem::replace(&mut self.emitter.stmts, outer),
        };
        self.emitter.run(Op::If {
            cond: long,
            then,
            otherwise: Block::default(),
        });
        self.emitter.get(launches)
    }

    /// The numbers of iterations of the loops of the band.
    fn extents(&mut self) -> Vec<Value> {
        if self.extents.is_empty() {
            let loops = self.plan.band.loops.iter();
            self.extents = loops.map(|one| self.extent(one)).collect();
        }
        self.extents.clone()
    }

    /// Whether the arrays that must be different are.
    fn all_different(&mut self) -> Value {
        let mut same = None;
        for ((left, _), (right, _)) in &self.plan.band.different {
            let args = vec![self.array(*left), self.array(*right)];
            let op = Op::Runtime {
                func: RtFn::object_same,
                args,
                list: Vec::new(),
            };
            let one = self.emitter.define(op, Ty::I32);
            same = Some(match same {
                Some(before) => self.emitter.binary(BinaryOp::Or, before, one),
                None => one,
            });
        }
        let zero = self.emitter.constant(Const::I32(0));
        self.emitter
            .compare(CompareOp::Eq, same.expect("a pair of arrays"), zero)
    }

    fn array(&mut self, root: Root) -> Value {
        match root {
            Root::Local(local) => self.argument(Source::Local(local)),
            Root::Value(value) => value,
            Root::Global(global) => self.argument(Source::Global(global)),
        }
    }

    /// The launch with what belongs to it.
    fn run(&mut self, sources: &[(Source, Local)]) {
        let Band { order, .. } = self.plan.band;
        let extents = self.extents();
        let args = sources
            .iter()
            .map(|(source, _)| self.argument(*source))
            .collect();
        let launch = Launch {
            kernel: self.plan.kernel,
            extents: order.iter().map(|&at| extents[at]).collect(),
            args,
            serial: false,
        };
        let accumulators = &self.plan.band.variables.accumulators;
        let tys: Vec<Ty> = accumulators
            .iter()
            .map(|(local, _)| self.emitter.function.locals[*local].ty)
            .collect();
        let totals: Vec<Value> = tys.iter().map(|&ty| self.emitter.value(ty)).collect();
        let (op, loc) = (Op::Launch(launch), self.plan.loc);
        self.emitter.stmts.push(Stmt {
            op,
            results: totals.clone(),
            loc,
        });
        for (&(local, op), total) in accumulators.iter().zip(totals) {
            self.combine(local, op, total);
        }
        self.last_values(extents[0]);
    }

    fn combine(&mut self, local: Local, op: AccumulatorOp, total: Value) {
        let before = self.emitter.get(local);
        let extreme = matches!(op, AccumulatorOp::Min | AccumulatorOp::Max);
        let after = if extreme && self.emitter.function.locals[local].ty.is_float() {
            self.extreme(local, op, before, total)
        } else {
            let (op, first, second) = combined(op, before, total);
            self.emitter.binary(op, first, second)
        };
        self.emitter.run(Op::Set(local, after));
    }

    /// The lesser or greater float of what a variable had and the total, as the loop would have found it: comparisons leave a variable
    /// that is not a number as it is, `min` and `max` pass it over, unless nothing was gathered.
    fn extreme(&mut self, local: Local, op: AccumulatorOp, before: Value, total: Value) -> Value {
        let (binary, total, before) = combined(op, before, total);
        let looped = self.plan.band.loops[0].stmt;
        let (kept, then, otherwise) = if by_operation(self.plan.def_use, looped, local, binary) {
            let ty = self.emitter.function.locals[local].ty;
            let identity = self.emitter.constant(float_identity(op, ty));
            let nothing = self.emitter.compare(CompareOp::Eq, total, identity);
            (nothing, before, self.emitter.binary(binary, total, before))
        } else {
            let order = match op {
                AccumulatorOp::Min => CompareOp::Lt,
                _ => CompareOp::Gt,
            };
            (self.emitter.compare(order, total, before), total, before)
        };
        let ty = self.emitter.function.locals[local].ty;
        let select = Op::Select {
            cond: kept,
            then,
            otherwise,
        };
        self.emitter.define(select, ty)
    }

    fn argument(&mut self, source: Source) -> Value {
        match source {
            Source::Value(value) => self.hoist(value),
            Source::Local(local) => self.emitter.get(local),
            Source::Global(global) => {
                let read = |stmt: &&Stmt| stmt.op == Op::GetGlobal(global);
                let mut ty = None;
                self.plan.def_use.function.body.for_each_stmt(&mut |stmt| {
                    if read(&stmt) {
                        ty = Some(self.plan.def_use.function.values[stmt.results[0]].ty);
                    }
                });
                self.emitter.define(
                    Op::GetGlobal(global),
                    ty.expect("the nest reads the global"),
                )
            }
        }
    }

    /// A value of the nest, computed before it.
    fn hoist(&mut self, value: Value) -> Value {
        let value = self.plan.def_use.see_through(value);
        if !self.plan.nest.defines(value) {
            return value;
        }
        if let Some(&known) = self.hoisted.get(&value) {
            return known;
        }
        let definition = self
            .plan
            .def_use
            .definition(value)
            .expect("a hoisted value has a definition");
        let mut op = definition.op.clone();
        op.for_each_operand_mut(|operand| *operand = self.hoist(*operand));
        let ty = self.plan.def_use.function.values[value].ty;
        let made = self.emitter.define(op, ty);
        self.hoisted.insert(value, made);
        made
    }

    /// The number of iterations.
    fn extent(&mut self, one: &BandLoop) -> Value {
        let shape = &self.plan.nest.loops[one.position];
        if let Some(count) =
            crate::analysis::loops::nest::iterations(&shape.start, &shape.stop, &shape.step)
        {
            let count = i32::try_from(count).expect("the band has loops of fewer iterations");
            return self.emitter.constant(Const::I32(count));
        }
        let parts = ForParts::of(one.stmt).expect("a loop of a band");
        let LoopRange { start, step, stop } = parts.range;
        let (start, stop) = (self.hoist(start), self.hoist(stop));
        if is_plain_count(shape) {
            let from_zero = shape.start.as_constant() == Some(0);
            let span = if from_zero {
                stop
            } else {
                self.emitter.binary(BinaryOp::Sub, stop, start)
            };
            let one = self.emitter.constant(Const::I32(1));
            return self.emitter.binary(BinaryOp::Add, span, one);
        }
        if shape.step.as_constant() == Some(1) && shape.start.as_constant() == Some(0) {
            return self.successor(stop);
        }
        let step = self.hoist(step);
        self.wide_extent(start, stop, step)
    }

    /// `stop + 1`, the number of iterations from 0; one too many for a launch if `stop` is the last number there is.
    fn successor(&mut self, stop: Value) -> Value {
        if let Some(&known) = self.counts.get(&stop) {
            return known;
        }
        let last = self.emitter.constant(Const::I32(i32::MAX));
        let too_many = self.emitter.compare(CompareOp::Eq, stop, last);
        self.raise_if(too_many);
        let one = self.emitter.constant(Const::I32(1));
        let count = self.emitter.binary(BinaryOp::Add, stop, one);
        self.counts.insert(stop, count);
        count
    }

    /// `(stop - start + step) / step` in 64 bits: toward zero, so nothing is left when `stop` is before `start`; a zero step gives 0.
    /// More iterations than a launch can have are an error.
    fn wide_extent(&mut self, start: Value, stop: Value, step: Value) -> Value {
        let wide: Vec<Value> = [start, stop, step]
            .into_iter()
            .map(|value| self.emitter.convert(value, Ty::I64))
            .collect();
        let span = self.emitter.binary(BinaryOp::Sub, wide[1], wide[0]);
        let reach = self.emitter.binary(BinaryOp::Add, span, wide[2]);
        let count = self.emitter.binary(BinaryOp::IntDiv, reach, wide[2]);
        let limit = self.emitter.constant(Const::I64(MAXIMUM_EXTENT));
        let too_many = self.emitter.compare(CompareOp::Gt, count, limit);
        self.raise_if(too_many);
        // A negative count may have any number of low bits: it is made 0.
        let zero = self.emitter.constant(Const::I64(0));
        let count = self.emitter.binary(BinaryOp::Max, count, zero);
        self.emitter.convert(count, Ty::I32)
    }

    /// Raises the error of too many iterations on a condition.
    fn raise_if(&mut self, too_many: Value) {
        let outer = std::mem::take(&mut self.emitter.stmts);
        self.raise_too_many();
        let then = Block {
            stmts: std::mem::replace(&mut self.emitter.stmts, outer),
        };
        self.emitter.run(Op::If {
            cond: too_many,
            then,
            otherwise: Block::default(),
        });
    }

    fn raise_too_many(&mut self) {
        let text = "a parallel loop of more than 2147483647 iterations";
        let known = self
            .strings
            .iter_enumerated()
            .find(|(_, known)| *known == text)
            .map(|(id, _)| id);
        let text = known.unwrap_or_else(|| self.strings.push(text.to_string()));
        let code = self
            .emitter
            .constant(Const::I32(RtError::NotSupported.code()));
        let text = self.emitter.constant(Const::Str(text));
        let list = vec![ListEntry::Value(text)];
        self.emitter.run(Op::Runtime {
            func: RtFn::error_raise_row,
            args: vec![code],
            list,
        });
    }

    /// Gives variables the values that the last iteration would leave in them, if there is one.
    fn last_values(&mut self, extent: Value) {
        let band = self.plan.band;
        if band.variables.last_values.is_empty() {
            return;
        }
        let zero = self.emitter.constant(Const::I32(0));
        let runs = self.emitter.compare(CompareOp::Gt, extent, zero);
        let outer = std::mem::take(&mut self.emitter.stmts);
        self.last_index(extent);
        let parts = ForParts::of(band.loops[0].stmt).expect("a loop of a band");
        for &local in &band.variables.last_values {
            let value =
                last_assignment(parts.body, local).expect("a last value that can be computed");
            let value = self.hoist(value);
            self.emitter.run(Op::Set(local, value));
        }
        let then = Block {
            stmts: std::mem::replace(&mut self.emitter.stmts, outer),
        };
        self.emitter.run(Op::If {
            cond: runs,
            then,
            otherwise: Block::default(),
        });
    }

    /// `start + (extent - 1)·step`.
    fn last_index(&mut self, extent: Value) {
        let parts = ForParts::of(self.plan.band.loops[0].stmt).expect("a loop of a band");
        let (start, step) = (self.hoist(parts.range.start), self.hoist(parts.range.step));
        let one = self.emitter.constant(Const::I32(1));
        let iterations = self.emitter.binary(BinaryOp::Sub, extent, one);
        let way = self.emitter.binary(BinaryOp::Mul, iterations, step);
        let last = self.emitter.binary(BinaryOp::Add, start, way);
        self.hoisted.insert(parts.index, last);
    }
}

/// The float that `op` starts gathering from.
fn float_identity(op: AccumulatorOp, ty: Ty) -> Const {
    match ty {
        Ty::F32 => Const::F32(f32::from_bits(op.identity(AccumulatorClass::F32) as u32)),
        _ => Const::F64(f64::from_bits(op.identity(AccumulatorClass::F64))),
    }
}
