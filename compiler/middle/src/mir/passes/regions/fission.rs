//! The host function of a divided kernel.
//!
//! *Invariant:* its parameters and results are the parameters and the accumulators of the kernel, so that a call takes the place of a launch.

use std::collections::{BTreeMap, BTreeSet};

use super::part::{Geometry, Mask, Part};
use super::plan::{Needs, Plan, Step};
use super::{Version, prepare, shared};
use crate::base::Id;
use crate::machine::processor::THREADS_AT_ONCE;
use crate::mir::data::*;
use crate::mir::query::combining;
use crate::mir::{ForHeader, FunctionBuilder};
use quasar_abi::AccumulatorClass;

/// Adds the host function of a kernel to the program.
pub(super) fn host_function(program: &mut Program, version: Version) -> FuncId {
    let Version {
        kernel,
        serial,
        lane,
    } = version;
    let function = prepare::prepare(&program.functions[kernel], lane);
    let FuncKind::Kernel(data) = function.kind.clone() else {
        panic!("{} is no kernel", function.name);
    };
    let plan = Plan::of(&function, &data);
    let group = data.group.clone().expect("a kernel with group operations");
    let shared = shared::shared_values(&function, &group);
    let in_block = shared::places_in_block(&function);
    let results = data
        .accumulators
        .iter()
        .map(|item| function.locals[item.local].ty);
    let name = format!("{}$blocks", function.name);
    let h = FunctionBuilder::host(&name, results.collect(), function.loc);
    let nowhere = Value::from_index(0);
    let fission = Fission {
        program,
        kernel: &function,
        data: &data,
        group: &group,
        plan: &plan,
        shared,
        in_block,
        serial,
        h,
        values: BTreeMap::new(),
        locals: BTreeMap::new(),
        labels: BTreeMap::new(),
        spills: BTreeMap::new(),
        local_spills: BTreeMap::new(),
        totals: BTreeMap::new(),
        masks: Vec::new(),
        end: None,
        present: None,
        geometry: Geometry {
            extents: Vec::new(),
            block: Vec::new(),
            lane,
            counts: Vec::new(),
            shape: [nowhere; 2],
            first: nowhere,
            blocks: nowhere,
            rows: nowhere,
        },
    };
    let made = fission.function();
    program.functions.push(made)
}

/// Makes the host function, and the parts with it.
pub(super) struct Fission<'a> {
    program: &'a mut Program,
    pub(super) kernel: &'a Function,
    data: &'a KernelData,
    group: &'a GroupData,
    plan: &'a Plan,
    /// Values of the kernel that are shared arrays.
    shared: BTreeMap<Value, Local>,
    /// Values of the kernel that are the thread's place in its block, each with its dimension.
    in_block: BTreeMap<Value, usize>,
    serial: bool,
    /// The host function.
    pub(super) h: FunctionBuilder,
    /// Values of the kernel that the host has.
    values: BTreeMap<Value, Value>,
    /// Variables of the kernel that the host has.
    locals: BTreeMap<Local, Local>,
    labels: BTreeMap<Label, Label>,
    /// Arrays with an element per thread.
    spills: BTreeMap<Value, Value>,
    local_spills: BTreeMap<Local, Value>,
    /// The variables of the host for the accumulators.
    totals: BTreeMap<Local, Local>,
    /// The threads that are on their way, innermost construct last; none: all of them.
    pub(super) masks: Vec<Mask>,
    /// What a `return` of all threads leaves.
    end: Option<Label>,
    /// The threads of each warp that belong to the launch.
    pub(super) present: Option<Value>,
    /// The launch.
    pub(super) geometry: Geometry,
}

impl Fission<'_> {
    fn function(mut self) -> Function {
        for &param in &self.kernel.params {
            let data = &self.kernel.locals[param];
            let name = data.name.clone().unwrap_or_default();
            let local = self.h.param(data.ty, &name);
            self.locals.insert(param, local);
        }
        for item in &self.data.accumulators {
            let ty = self.kernel.locals[item.local].ty;
            let identity = identity(&mut self.h, item.op, ty);
            let local = self.h.local_with(Some("$total"), identity);
            self.totals.insert(item.local, local);
        }
        let blocks = self.measure();
        self.runs(blocks);
        let accumulators = self.data.accumulators.iter();
        let locals: Vec<Local> = accumulators.map(|item| self.totals[&item.local]).collect();
        let results: Vec<Value> = locals.into_iter().map(|local| self.h.get(local)).collect();
        self.h.return_(&results);
        self.h.finish()
    }

    /// Reads the extents and counts blocks.
    fn measure(&mut self) -> Value {
        let one = self.h.int(1);
        let zero = self.h.int(0);
        let group = self.group;
        let rank = self.data.position.len();
        let mut grid = Vec::new();
        for &param in &self.kernel.params[group.grid..][..2 * rank] {
            let own = self.locals[&param];
            grid.push(self.h.get(own));
        }
        self.geometry.block = grid.split_off(rank);
        self.geometry.extents = grid;
        let mut blocks = one;
        for axis in 0..rank {
            let (extent, size) = (self.geometry.extents[axis], self.geometry.block[axis]);
            let sum = self.h.add(extent, size);
            let sum = self.h.sub(sum, one);
            let count = self.h.binary(BinaryOp::IntDiv, sum, size);
            let count = self.h.binary(BinaryOp::Max, count, zero);
            self.geometry.counts.push(count);
            blocks = self.h.mul(blocks, count);
        }
        let lane = self.geometry.lane;
        let columns = self.geometry.block[lane];
        let leading = self.geometry.block[..lane].to_vec();
        let lines = leading
            .into_iter()
            .fold(one, |lines, size| self.h.mul(lines, size));
        self.geometry.shape = [lines, columns];
        blocks
    }

    /// Runs some blocks after others; all at once when they wait for each other.
    fn runs(&mut self, blocks: Value) {
        let (zero, one) = (self.h.int(0), self.h.int(1));
        let step = self.blocks_at_once(blocks);
        let stop = self.h.sub(blocks, one);
        let (label, index) = (self.h.label(), self.h.value(Ty::I32));
        self.h.open_block();
        let left = self.h.sub(blocks, index);
        self.geometry.first = index;
        self.geometry.blocks = self.h.binary(BinaryOp::Min, step, left);
        self.geometry.rows = self.h.mul(self.geometry.blocks, self.geometry.shape[0]);
        self.run();
        let body = self.h.close_block();
        let directive = LoopDirective {
            force_serial: true,
            ..LoopDirective::default()
        };
        let header = ForHeader {
            label,
            index,
            range: LoopRange {
                start: zero,
                step,
                stop,
            },
            directive,
            name: None,
        };
        self.h.push_for(header, body);
    }

    fn blocks_at_once(&mut self, blocks: Value) -> Value {
        let one = self.h.int(1);
        let mut has_grid = false;
        self.kernel.body.for_each_stmt(&mut |stmt| {
            has_grid |= stmt.op == Op::Together(Together::Barrier(BarrierScope::Grid));
        });
        if has_grid {
            return self.h.binary(BinaryOp::Max, blocks, one);
        }
        let threads = self.h.mul(self.geometry.shape[0], self.geometry.shape[1]);
        let limit = self.h.int(THREADS_AT_ONCE);
        let fit = self.h.binary(BinaryOp::IntDiv, limit, threads);
        self.h.binary(BinaryOp::Max, fit, one)
    }

    /// The steps for some blocks.
    fn run(&mut self) {
        for &value in &self.plan.spilled {
            let kind = spill_kind(self.kernel.values[value].ty);
            let array = self.thread_array(kind);
            self.spills.insert(value, array);
        }
        for &local in &self.plan.spilled_locals {
            let kind = spill_kind(self.kernel.locals[local].ty);
            let array = self.thread_array(kind);
            self.local_spills.insert(local, array);
        }
        self.note_present();
        let end = self.h.label();
        self.end = Some(end);
        let plan = self.plan;
        self.h.open_block();
        if plan.uniform.divergent_return {
            let array = self.new_mask(None);
            let all = Mask {
                array,
                label: None,
                is_iteration: false,
            };
            self.under(all, |s| s.steps(&plan.steps));
        } else {
            self.steps(&plan.steps);
        }
        let body = self.h.close_block();
        self.h.push(Op::Scope { label: end, body }, Vec::new());
    }

    // ---- Steps -----------------------------------------------------------------------------------------------------------------

    /// Steps in their order.
    pub(super) fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Host(stmt) => self.host(stmt),
                Step::Part(stmts) => self.statements(stmts),
                Step::Barrier(scope, loc) => {
                    self.h.set_loc(*loc);
                    self.check_arrival(*scope);
                }
                Step::Shared(local, dims, loc) => {
                    self.h.set_loc(*loc);
                    self.share(*local, dims);
                }
                Step::Collective {
                    op,
                    args,
                    result,
                    loc,
                } => {
                    self.h.set_loc(*loc);
                    self.collective(*op, args, *result);
                }
                Step::If {
                    cond,
                    then,
                    otherwise,
                } => self.branch(*cond, then, otherwise),
                Step::Labelled(op, body) => self.labelled(op, body),
                Step::Jump(jump, true) => self.jump_apart(jump),
                Step::Jump(jump, false) => self.jump(jump),
            }
        }
    }

    fn host(&mut self, stmt: &Stmt) {
        self.h.set_loc(stmt.loc);
        match &stmt.op {
            Op::Get(local) => {
                let local = self.host_local(*local);
                let value = self.h.get(local);
                self.values.insert(stmt.results[0], value);
            }
            Op::Set(local, value) => {
                let local = self.host_local(*local);
                self.h.set(local, self.values[value]);
            }
            op => {
                let mut op = op.clone();
                op.for_each_operand_mut(|value| *value = self.values[value]);
                for &result in &stmt.results {
                    let ty = self.kernel.values[result].ty;
                    let value = self.h.emit_one(op.clone(), ty);
                    self.values.insert(result, value);
                }
            }
        }
    }

    /// The host's variable for one that is the same for all threads.
    fn host_local(&mut self, local: Local) -> Local {
        if let Some(&known) = self.locals.get(&local) {
            return known;
        }
        let data = &self.kernel.locals[local];
        let made = self.h.local(data.ty, data.name.as_deref());
        self.locals.insert(local, made);
        made
    }

    fn share(&mut self, local: Local, dims: &[Value]) {
        let Ty::Array(kind) = self.kernel.locals[local].ty else {
            panic!("a shared array that is no array");
        };
        if dims.iter().any(|dim| !self.values.contains_key(dim)) {
            let always = self.h.bool(true);
            return self.fail_if(always, "the size of a shared array differs between threads");
        }
        let mut extents = vec![self.geometry.blocks];
        extents.extend(dims.iter().map(|dim| self.values[dim]));
        let array = self.h.new_array(kind, &extents, Fill::Zeros);
        let own = self.host_local(local);
        self.h.set(own, array);
    }

    fn branch(&mut self, cond: Value, then: &[Step], otherwise: &[Step]) {
        if let Some(&cond) = self.values.get(&cond) {
            self.h.open_block();
            self.steps(then);
            let then = self.h.close_block();
            self.h.open_block();
            self.steps(otherwise);
            let otherwise = self.h.close_block();
            return self.h.push_if(cond, then, otherwise);
        }
        for (steps, sense) in [(then, true), (otherwise, false)] {
            if steps.is_empty() {
                continue;
            }
            let array = self.new_mask(Some((cond, sense)));
            let side = Mask {
                array,
                label: None,
                is_iteration: false,
            };
            self.under(side, |s| s.steps(steps));
        }
    }

    fn labelled(&mut self, op: &Op, body: &[Step]) {
        let label = super::uniform::label_of(op).expect("a construct with a label");
        if self.plan.uniform.divergent.contains(&label) {
            return self.labelled_apart(op, body);
        }
        let own = self.h.label();
        self.labels.insert(label, own);
        let mut op = op.clone();
        op.for_each_operand_mut(|value| *value = self.values[value]);
        let names = op.names_mut();
        *names.label.expect("a label") = own;
        if let Some(index) = names.index {
            let value = self.h.value(Ty::I32);
            self.values.insert(*index, value);
            *index = value;
        }
        if let Op::For { directive, .. } = &mut op {
            directive.force_serial = true;
            directive.force_parallel = false;
        }
        self.h.open_block();
        self.steps(body);
        let body = self.h.close_block();
        for block in op.blocks_mut() {
            *block = body.clone();
        }
        self.h.push(op, Vec::new());
    }

    fn jump(&mut self, jump: &Op) {
        match jump {
            Op::Break(label) => self.h.break_(self.labels[label]),
            Op::Continue(label) => self.h.continue_(self.labels[label]),
            _ => self.h.break_(self.end.expect("the end of a run")),
        }
    }

    /// An error of the language where the condition holds.
    pub(super) fn fail_if(&mut self, cond: Value, text: &str) {
        let text = self.program.strings.push(text.to_string());
        self.h.if_then(cond, |h| {
            let text = h.string(text);
            h.runtime(RtFn::error_raise, &[], &[ListEntry::Value(text)]);
        });
    }

    // ---- Parts -----------------------------------------------------------------------------------------------------------------

    /// A new array with an element per thread, all 0.
    pub(super) fn thread_array(&mut self, kind: ElemKind) -> Value {
        let dims = [self.geometry.rows, self.geometry.shape[1]];
        self.h.new_array(kind, &dims, Fill::Zeros)
    }

    /// The array of a value that lives across a barrier.
    pub(super) fn spill_of(&self, value: Value) -> Value {
        self.spills[&value]
    }

    /// Of the parts: devices take those of a kernel whose threads do nothing together but wait as a whole grid.
    fn origin(&self) -> KernelOrigin {
        let mut others = !self.data.profile.is_for_gpus();
        self.kernel.body.for_each_stmt(&mut |stmt| {
            others |= match &stmt.op {
                Op::Together(Together::Barrier(BarrierScope::Grid) | Together::Fence) => false,
                op => matches!(op, Op::Together(_)),
            };
        });
        match others {
            true => KernelOrigin::Part,
            false => KernelOrigin::GridPart,
        }
    }

    /// Makes a part and launches it; gives its totals. With `masked` only the threads on their way run its body.
    pub(super) fn part(
        &mut self,
        name: &str,
        masked: bool,
        body: impl FnOnce(&mut Self, &mut Part),
    ) -> Vec<Value> {
        let name = format!("{}${name}", self.kernel.name);
        let loc = self.h.loc();
        let mut p = Part::new(
            &name,
            self.origin(),
            &self.data.position,
            &self.in_block,
            &self.geometry,
            loc,
        );
        let mask = self.masks.last().copied().filter(|_| masked);
        p.b.open_block();
        match mask {
            None => body(self, &mut p),
            Some(mask) => {
                let own = p.own(mask.array, ElemKind::I32);
                let own = p.b.load(own)[0];
                let zero = p.b.int(0);
                let on_way = p.b.compare(CompareOp::Ne, own, zero);
                p.b.open_block();
                body(self, &mut p);
                let block = p.b.close_block();
                p.b.push_if(on_way, block, Block::default());
            }
        }
        let block = p.b.close_block();
        p.b.push_if(p.inside, block, Block::default());
        self.launch(p)
    }

    fn launch(&mut self, p: Part) -> Vec<Value> {
        let args = p.inputs.iter().map(|&(value, _)| value).collect();
        let function = p.b.finish();
        let FuncKind::Kernel(data) = &function.kind else {
            panic!("a part is a kernel");
        };
        let accumulators = data.accumulators.iter();
        let types: Vec<Ty> = accumulators
            .map(|item| function.locals[item.local].ty)
            .collect();
        let kernel = self.program.functions.push(function);
        let launch = Launch {
            kernel,
            extents: vec![self.geometry.rows, self.geometry.shape[1]],
            args,
            serial: self.serial,
        };
        self.h.launch(launch, &types)
    }

    /// Statements of the kernel as a part.
    fn statements(&mut self, stmts: &[Stmt]) {
        self.h.set_loc(stmts[0].loc);
        let needs = Needs::of(stmts);
        let accumulators = self.data.accumulators.iter();
        let updated: Vec<Accumulator> = accumulators
            .filter(|item| needs.locals.contains(&item.local))
            .cloned()
            .collect();
        let totals = self.part("part", true, |s, p| {
            for &value in &needs.values {
                s.provide(p, value);
            }
            for &local in &needs.locals {
                s.provide_local(p, local, needs.fresh.contains(&local), &updated);
            }
            for stmt in stmts {
                let copy = s.copy(p, stmt);
                p.b.set_loc(copy.loc);
                p.b.push(copy.op, copy.results);
                s.keep(p, stmt);
            }
            s.keep_locals(p, stmts);
        });
        for (item, total) in updated.iter().zip(totals) {
            let local = self.totals[&item.local];
            let sofar = self.h.get(local);
            let sum = self.h.binary(combining(item.op), sofar, total);
            self.h.set(local, sum);
        }
    }

    /// Lets a part know a value of the kernel.
    pub(super) fn provide(&mut self, p: &mut Part, value: Value) {
        if p.values.contains_key(&value) {
            return;
        }
        let ty = self.kernel.values[value].ty;
        let provided = match self.plan.definitions.get(&value) {
            Some(Op::Const(constant)) => p.b.constant(*constant),
            _ if self.values.contains_key(&value) => self.given(p, self.values[&value], ty),
            _ if self.spills.contains_key(&value) => self.kept(p, value, ty),
            Some(op) => {
                let mut op = op.clone();
                let mut operands = Vec::new();
                op.for_each_operand(|&operand| operands.push(operand));
                for operand in operands {
                    self.provide(p, operand);
                }
                op.for_each_operand_mut(|operand| *operand = p.values[operand]);
                p.b.emit_one(op, ty)
            }
            None => panic!("{value} of {} is nowhere", self.kernel.name),
        };
        p.values.insert(value, provided);
    }

    /// A value of the host; truth values travel as ints.
    fn given(&mut self, p: &mut Part, value: Value, ty: Ty) -> Value {
        if ty != Ty::Bool {
            return p.input_as(value, ty);
        }
        let number = self.h.convert(value, Ty::I32);
        let number = p.input_as(number, Ty::I32);
        p.b.convert(number, Ty::Bool)
    }

    fn kept(&mut self, p: &mut Part, value: Value, ty: Ty) -> Value {
        let own = p.own(self.spills[&value], spill_kind(ty));
        let stored = p.b.load(own)[0];
        p.b.convert(stored, ty)
    }

    fn provide_local(
        &mut self,
        p: &mut Part,
        local: Local,
        is_fresh: bool,
        accumulators: &[Accumulator],
    ) {
        let data = self.kernel.locals[local].clone();
        let name = data.name.as_deref().unwrap_or("$local");
        if let Some(item) = accumulators.iter().find(|item| item.local == local) {
            let own = p.b.accumulator(data.ty, name, item.op);
            p.locals.insert(local, own);
            return;
        }
        if !self.plan.uniform.varying_locals.contains(&local) {
            let own = self.host_local(local);
            let value = self.h.get(own);
            let given = self.given(p, value, data.ty);
            let own = match p.inputs.iter().find(|(input, _)| *input == value) {
                Some(&(_, param)) => param,
                None => p.b.local_with(data.name.as_deref(), given),
            };
            p.locals.insert(local, own);
            return;
        }
        let own = p.b.local(data.ty, data.name.as_deref());
        p.locals.insert(local, own);
        if let Some(&array) = self.local_spills.get(&local)
            && !is_fresh
        {
            let place = p.own(array, spill_kind(data.ty));
            let value = p.b.load(place)[0];
            let value = p.b.convert(value, data.ty);
            p.b.set(own, value);
        }
    }

    /// Stores the results of a statement that live across a barrier.
    fn keep(&mut self, p: &mut Part, stmt: &Stmt) {
        for result in &stmt.results {
            if let Some(&array) = self.spills.get(result) {
                let ty = self.kernel.values[*result].ty;
                keep_in(p, array, p.values[result], ty);
            }
        }
    }

    fn keep_locals(&mut self, p: &mut Part, stmts: &[Stmt]) {
        let mut assigned = BTreeSet::new();
        for stmt in stmts {
            assigned.extend(stmt.op.assigned_local());
            for block in stmt.op.blocks() {
                assigned.extend(block.assigned_locals());
            }
        }
        for local in assigned {
            if let Some(&array) = self.local_spills.get(&local) {
                let value = p.b.get(p.locals[&local]);
                keep_in(p, array, value, self.kernel.locals[local].ty);
            }
        }
    }

    // ---- Copies ----------------------------------------------------------------------------------------------------------------

    fn copy(&mut self, p: &mut Part, stmt: &Stmt) -> Stmt {
        let mut op = stmt.op.clone();
        let shared = match &op {
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => {
                self.shared.contains_key(&access.array)
            }
            _ => false,
        };
        op.for_each_operand_mut(|value| *value = p.values[value]);
        if let Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) = &mut op
            && shared
        {
            access.index.insert(0, p.block);
        }
        let names = op.names_mut();
        if let Some(local) = names.local {
            *local = p.locals[local];
        }
        if let Some(label) = names.label {
            let known = p.labels.get(label).copied();
            let own = known.unwrap_or_else(|| p.b.label());
            p.labels.insert(*label, own);
            *label = own;
        }
        if let Some(index) = names.index {
            let own = p.b.value(Ty::I32);
            p.values.insert(*index, own);
            *index = own;
        }
        for block in op.blocks_mut() {
            let stmts = std::mem::take(&mut block.stmts);
            block.stmts = stmts.iter().map(|stmt| self.copy(p, stmt)).collect();
        }
        let result = |&result: &Value| {
            let own = p.b.value(self.kernel.values[result].ty);
            p.values.insert(result, own);
            own
        };
        let results = stmt.results.iter().map(result).collect();
        Stmt {
            op,
            results,
            loc: stmt.loc,
        }
    }
}

/// Stores a value into the thread's element.
pub(super) fn keep_in(p: &mut Part, array: Value, value: Value, ty: Ty) {
    let place = p.own(array, spill_kind(ty));
    let value = match ty {
        Ty::Bool => p.b.convert(value, Ty::I32),
        _ => value,
    };
    p.b.store(place, &[value]);
}

/// The elements that hold values of a type.
pub(super) fn spill_kind(ty: Ty) -> ElemKind {
    match ty {
        Ty::Bool => ElemKind::I32,
        _ => ty
            .element()
            .expect("lowering lets no handle live across a barrier"),
    }
}

/// The value that changes nothing.
fn identity(h: &mut FunctionBuilder, op: AccumulatorOp, ty: Ty) -> Value {
    let bits = |class| op.identity(class);
    h.constant(match ty {
        Ty::I32 => Const::I32(bits(AccumulatorClass::I32) as u32 as i32),
        Ty::I64 => Const::I64(bits(AccumulatorClass::I64) as i64),
        Ty::F32 => Const::F32(f32::from_bits(bits(AccumulatorClass::F32) as u32)),
        Ty::F64 => Const::F64(f64::from_bits(bits(AccumulatorClass::F64))),
        Ty::Bool | Ty::Array(_) | Ty::Str => panic!("an accumulator is a number"),
    })
}
