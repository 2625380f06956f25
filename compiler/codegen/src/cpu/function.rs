//! One host function: locals, blocks, error exits.
//!
//! *Invariant:* the builder stands in an open block between statements; every error path leads to the innermost
//! handler around it or to the function's one error exit, which releases what the function owns.

use std::collections::{BTreeMap, BTreeSet};

use cranelift_codegen::ir::{
    self, FuncRef, GlobalValue, InstBuilder, MemFlagsData, SourceLoc, StackSlotData, StackSlotKey,
    StackSlotKind, ValueLabel, types,
};
use cranelift_frontend::{FunctionBuilder, Variable};
use cranelift_module::{DataId, FuncId as ClifFunc};
use quasar_abi::RtFn;

use super::homes::{Home, Homes, lasting};
use super::shared::{ARGUMENT, Shared, has_arguments_in_memory};
use super::types::{POINTER, clif_type};
use super::variables::{FRAME_KEY, PlacedVariable, labelled, placed};
use crate::base::{Id, IndexVec};
use crate::mir::{BinaryOp, Block, Const, Function, Label, Loc, Local, Op, Stmt, Ty, Value};

/// Whether control reaches what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Next,
    /// It does not; the block has been ended.
    Ended,
}

/// Where `Break` and `Continue` of a label go.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    /// Behind the construct.
    pub leave: ir::Block,
    /// The next iteration, for loops.
    pub next: Option<ir::Block>,
}

/// A stack slot that grows while the function is compiled; its uses do not overlap in time.
#[derive(Default)]
struct Scratch {
    slot: Option<ir::StackSlot>,
    bytes: u32,
}

/// Stack memory that calls need.
#[derive(Clone, Copy, Debug)]
pub enum Area {
    /// Lists of rows and argument blocks of launches.
    List,
    /// Results that a callee stores.
    Results,
}

/// Where errors lead.
struct Handler {
    /// Gets the status.
    target: ir::Block,
    /// Where errors of statements go before.
    failures: Vec<(Loc, ir::Block)>,
    /// Of these the last one of each statement, and how many ways lead there.
    last: BTreeMap<Loc, (ir::Block, usize)>,
    /// How many ways lead to all of them.
    ways: usize,
}

impl Handler {
    fn new(target: ir::Block) -> Handler {
        Handler {
            target,
            failures: Vec::new(),
            last: BTreeMap::new(),
            ways: 0,
        }
    }
}

/// So many statements share a way to the handler, and so many checks of a statement the place where it is noted: finding out what dominates a
/// block takes time for each of the ways there and each of the statements that one way is longer than another. A status that is passed as an
/// argument on more ways than these is one life, to which register allocation adds each way by a look at all of them.
const COMMON_WAY: usize = 128;

/// Bytes at the end of the frame that [`FunctionCompiler::mark_jump`] writes.
const MARK: i32 = 8;

/// The greatest constant of a [`Counter`]: what overflows 32 bits with it is less than 0, so no index that is inside.
const NEAR: i64 = 1 << 30;

/// A whole number near the counter of a loop, in 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// The counter.
    pub at: ir::Value,
    /// What is added to it.
    pub plus: i64,
}

/// Compiles one host function.
pub struct FunctionCompiler<'a, 'p> {
    /// What all functions share.
    pub shared: &'a mut Shared<'p>,
    /// The function.
    pub function: &'p Function,
    /// Where instructions go.
    pub builder: FunctionBuilder<'a>,
    /// The statement's place in the source.
    loc: Loc,
    values: IndexVec<Value, Option<ir::Value>>,
    constants: IndexVec<Value, Option<Const>>,
    /// Values that are the counter of a loop, which begins at 0 or above and rises, and a constant of at most [`NEAR`].
    counters: BTreeMap<Value, Counter>,
    homes: Homes,
    /// Whether variables last, for debuggers.
    is_for_debuggers: bool,
    variables: Vec<Variable>,
    /// The labels of values that debuggers are told of.
    value_labels: BTreeMap<Local, u32>,
    frame: Option<ir::StackSlot>,
    /// The address of the arguments, and the numbers of parameters that lie there for good, if the function gets them so.
    given: Option<(ir::Value, BTreeMap<Local, usize>)>,
    labels: BTreeMap<Label, Targets>,
    /// How many jumps left the construct of a label, and the blocks that they share on the way.
    ways: BTreeMap<Label, (usize, Vec<ir::Block>)>,
    /// The handlers around the current statement, innermost last; the first is the function's exit.
    handlers: Vec<Handler>,
    callees: BTreeMap<ClifFunc, FuncRef>,
    symbols: BTreeMap<DataId, GlobalValue>,
    list_area: Scratch,
    result_area: Scratch,
}

impl<'a, 'p> FunctionCompiler<'a, 'p> {
    /// Prepares the entry block: parameters in their locals, the others zero.
    pub fn new(
        shared: &'a mut Shared<'p>,
        function: &'p Function,
        mut builder: FunctionBuilder<'a>,
    ) -> Self {
        let homes = Homes::of(function);
        let variables = homes.variables.iter();
        let variables = variables.map(|ty| builder.declare_var(*ty)).collect();
        let is_for_debuggers = lasting(function).next().is_some();
        let bytes = match is_for_debuggers {
            true => homes.frame + MARK as u32,
            false => homes.frame,
        };
        let frame = (bytes > 0).then(|| {
            let key = StackSlotKey::new(FRAME_KEY);
            let kind = StackSlotKind::ExplicitSlot;
            let data = StackSlotData::new_with_key(kind, bytes, 3, key);
            builder.create_sized_stack_slot(data)
        });
        let value_labels = labelled(function);
        if !value_labels.is_empty() {
            builder.func.collect_debug_info();
        }
        let exit = builder.create_block();
        builder.set_cold_block(exit);
        builder.append_block_param(exit, types::I32);
        FunctionCompiler {
            shared,
            function,
            builder,
            loc: function.loc,
            values: IndexVec::filled(None, function.values.len()),
            constants: IndexVec::filled(None, function.values.len()),
            counters: BTreeMap::new(),
            homes,
            is_for_debuggers,
            variables,
            value_labels,
            frame,
            given: None,
            labels: BTreeMap::new(),
            ways: BTreeMap::new(),
            handlers: vec![Handler::new(exit)],
            callees: BTreeMap::new(),
            symbols: BTreeMap::new(),
            list_area: Scratch::default(),
            result_area: Scratch::default(),
        }
    }

    /// Compiles the whole function; `check_stack` is for functions that can call themselves. Gives what debuggers are told of its variables.
    pub fn compile(mut self, check_stack: bool) -> Vec<PlacedVariable> {
        self.start();
        if check_stack {
            self.check_stack();
        }
        let function = self.function;
        if self.block(&function.body) == Flow::Next {
            self.fall_off_the_end();
        }
        let exit = self.finish_failures();
        self.finish_exit(exit);
        self.size_areas();
        let config = self.shared.module.target_config();
        self.builder.finalize(config);
        placed(
            self.shared.program,
            function,
            &self.homes,
            &self.value_labels,
        )
    }

    fn start(&mut self) {
        let entry = self.builder.create_block();
        self.builder.append_block_params_for_function_params(entry);
        self.enter(entry);
        self.set_loc(self.function.loc);
        let parameters = self.builder.block_params(entry).to_vec();
        match has_arguments_in_memory(self.function) {
            true => self.take_arguments(parameters[0]),
            false => {
                for (local, value) in self.function.params.iter().zip(parameters) {
                    self.set_local(*local, value);
                    self.label(*local, value);
                }
            }
        }
        let is_param: BTreeSet<Local> = self.function.params.iter().copied().collect();
        for (local, data) in self.function.locals.iter_enumerated() {
            let starts = match self.homes.of[local] {
                Home::Variable(_) => !self.homes.shared,
                Home::Frame(_) => true,
                Home::Nowhere => false,
            };
            if starts && !is_param.contains(&local) {
                let zero = self.zero(data.ty);
                self.set_local(local, zero);
            }
        }
    }

    /// Parameters that the function sets get their values now, the others are read where they are needed.
    fn take_arguments(&mut self, address: ir::Value) {
        let function = self.function;
        let mut set = function.body.assigned_locals();
        set.extend(lasting(function));
        let mut given = BTreeMap::new();
        for (number, local) in function.params.iter().enumerate() {
            // What is released is set, too.
            let is_set = set.contains(local) || function.locals[*local].ty.is_handle();
            match is_set {
                true => {
                    let value = self.argument(address, *local, number);
                    self.set_local(*local, value);
                }
                false => {
                    given.insert(*local, number);
                }
            }
        }
        self.given = Some((address, given));
    }

    fn argument(&mut self, address: ir::Value, local: Local, number: usize) -> ir::Value {
        let ty = clif_type(self.function.locals[local].ty);
        let offset = ARGUMENT * number as i32;
        self.builder
            .ins()
            .load(ty, MemFlagsData::trusted(), address, offset)
    }

    /// A function without results may end without a return.
    fn fall_off_the_end(&mut self) {
        let types: Vec<_> = self.function.results.clone();
        let results: Vec<_> = types.into_iter().map(|ty| self.zero(ty)).collect();
        self.return_status_ok(&results);
    }

    /// Returns to the caller without an error.
    pub fn return_status_ok(&mut self, results: &[ir::Value]) {
        let mut values = vec![self.builder.ins().iconst(types::I32, 0)];
        values.extend_from_slice(results);
        self.builder.ins().return_(&values);
    }

    /// The statements of a block, up to the first that ends it.
    pub fn block(&mut self, block: &'p Block) -> Flow {
        for stmt in &block.stmts {
            if self.stmt(stmt) == Flow::Ended {
                return Flow::Ended;
            }
        }
        Flow::Next
    }

    fn stmt(&mut self, stmt: &'p Stmt) -> Flow {
        self.set_loc(stmt.loc);
        let one = match &stmt.op {
            Op::Const(constant) => self.constant(stmt.results[0], *constant),
            Op::Unary(op, value) => self.unary(*op, *value),
            Op::Binary(op, left, right) => {
                self.note_counter(stmt.results[0], *op, [*left, *right]);
                self.binary(*op, *left, *right)
            }
            Op::Compare(op, left, right) => self.compare(*op, *left, *right),
            Op::Math(function, args) => self.math(*function, args),
            Op::Select {
                cond,
                then,
                otherwise,
            } => self.select(*cond, *then, *otherwise),
            Op::Convert(value) => self.convert(*value, self.ty(stmt.results[0])),
            Op::Get(local) => self.local(*local),
            Op::Set(local, value) => return self.set(*local, *value),
            Op::GetGlobal(global) => self.get_global(*global),
            Op::SetGlobal(global, value) => return self.set_global(*global, *value),
            Op::NewArray { dims, fill } => self.new_array(dims, *fill, self.ty(stmt.results[0])),
            Op::Dim(array, axis) => self.extent(*array, *axis),
            Op::Numel(array) => self.numel(*array),
            Op::Load(access) => return self.load(access, &stmt.results),
            Op::Store(access, values) => return self.store(access, values),
            Op::Atomic(op, access, values) => {
                return self.atomic(*op, access, values, &stmt.results);
            }
            Op::Together(_) => panic!("threads act together in host code"),
            Op::Texture(_) => panic!("a texture in code for processors"),
            Op::Runtime { func, args, list } => {
                return self.runtime(*func, args, list, &stmt.results);
            }
            Op::Call { func, args } => return self.call(*func, args, &stmt.results),
            Op::Launch(launch) => return self.launch(launch, &stmt.results),
            Op::If {
                cond,
                then,
                otherwise,
            } => return self.if_else(*cond, then, otherwise),
            Op::For { .. } => return self.counted_loop(&stmt.op),
            Op::Loop { label, body } => return self.endless_loop(*label, body),
            Op::Scope { label, body } => return self.scope(*label, body),
            Op::Try { body, handler } => return self.attempt(body, handler),
            Op::Break(label) => return self.leave(*label),
            Op::Continue(label) => return self.continue_loop(*label),
            Op::Return(values) => return self.return_values(values),
            Op::Retain(value) => return self.retain(*value),
            Op::Release(local) => return self.release(*local),
        };
        self.define(stmt.results[0], one);
        Flow::Next
    }

    // ---- Values and locals

    /// The MIR type of a value.
    pub fn ty(&self, value: Value) -> Ty {
        self.function.values[value].ty
    }

    /// The machine value of a MIR value.
    pub fn value(&mut self, value: Value) -> ir::Value {
        match (self.homes.far(value), self.constants[value]) {
            (None, _) => {
                self.values[value].unwrap_or_else(|| panic!("{value} is used before it is defined"))
            }
            (Some(_), Some(constant)) => self.machine_constant(constant),
            (Some(offset), None) => {
                let ty = clif_type(self.ty(value));
                self.from_frame(ty, offset)
            }
        }
    }

    /// The machine values of several MIR values.
    pub fn values(&mut self, values: &[Value]) -> Vec<ir::Value> {
        values.iter().map(|value| self.value(*value)).collect()
    }

    /// The constant that a value is, if its definition says so.
    pub fn known(&self, value: Value) -> Option<Const> {
        self.constants[value]
    }

    /// The counter of a loop that a value is near.
    pub fn counter(&self, value: Value) -> Option<Counter> {
        self.counters.get(&value).copied()
    }

    /// The index of a loop that begins at 0 or above and rises is its counter.
    pub fn begin_counter(&mut self, index: Value, at: ir::Value) {
        if self.homes.far(index).is_none() {
            self.counters.insert(index, Counter { at, plus: 0 });
        }
    }

    fn note_counter(&mut self, result: Value, op: BinaryOp, [left, right]: [Value; 2]) {
        let number = |value| match self.constants[value] {
            Some(Const::I32(number)) => Some(i64::from(number)),
            _ => None,
        };
        let found = match op {
            BinaryOp::Add => self
                .counter(left)
                .zip(number(right))
                .or_else(|| self.counter(right).zip(number(left))),
            BinaryOp::Sub => self.counter(left).zip(number(right).map(|number| -number)),
            _ => None,
        };
        if let Some((Counter { at, plus }, more)) = found
            && (plus + more).abs() <= NEAR
        {
            let plus = plus + more;
            self.counters.insert(result, Counter { at, plus });
        }
    }

    /// Gives a MIR value its machine value.
    pub fn define(&mut self, value: Value, machine: ir::Value) {
        self.values[value] = Some(machine);
        if let (Some(offset), None) = (self.homes.far(value), self.constants[value]) {
            self.to_frame(machine, offset);
        }
    }

    /// Gives the results of a statement their machine values.
    pub fn define_all(&mut self, results: &[Value], machine: &[ir::Value]) -> Flow {
        assert_eq!(
            results.len(),
            machine.len(),
            "an operation has another number of results"
        );
        for (value, machine) in results.iter().zip(machine) {
            self.define(*value, *machine);
        }
        Flow::Next
    }

    fn constant(&mut self, result: Value, constant: Const) -> ir::Value {
        self.constants[result] = Some(constant);
        self.machine_constant(constant)
    }

    fn machine_constant(&mut self, constant: Const) -> ir::Value {
        match constant {
            Const::Bool(value) => self.builder.ins().iconst(types::I8, i64::from(value)),
            Const::OnGpu => self.builder.ins().iconst(types::I8, 0),
            Const::I32(value) => self.int(value),
            Const::I64(value) => self.long(value),
            Const::F32(value) => self.builder.ins().f32const(value),
            Const::F64(value) => self.builder.ins().f64const(value),
            Const::Str(id) => {
                let data = self.shared.string(id);
                self.address_of(data)
            }
            Const::Null(ty) => self.zero(ty),
        }
    }

    /// A constant of 32 bits.
    pub fn int(&mut self, value: i32) -> ir::Value {
        // Cranelift wants the bits above the type's width to be zero.
        self.builder
            .ins()
            .iconst(types::I32, i64::from(value as u32))
    }

    /// A constant of 64 bits.
    pub fn long(&mut self, value: i64) -> ir::Value {
        self.builder.ins().iconst(types::I64, value)
    }

    /// What a variable of a type starts as: zero, false or an empty object.
    pub fn zero(&mut self, ty: Ty) -> ir::Value {
        match ty {
            Ty::Bool => self.builder.ins().iconst(types::I8, 0),
            Ty::I32 => self.int(0),
            Ty::I64 => self.long(0),
            Ty::F32 => self.builder.ins().f32const(0.0),
            Ty::F64 => self.builder.ins().f64const(0.0),
            Ty::Array(_) | Ty::Str => {
                let data = self.shared.empty(ty);
                self.address_of(data)
            }
        }
    }

    /// What a local holds.
    pub fn local(&mut self, local: Local) -> ir::Value {
        if let Some((address, given)) = &self.given
            && let Some(number) = given.get(&local)
        {
            return self.argument(*address, local, *number);
        }
        match self.homes.of[local] {
            Home::Variable(variable) => self.builder.use_var(self.variables[variable]),
            Home::Frame(offset) => {
                let ty = clif_type(self.function.locals[local].ty);
                self.from_frame(ty, offset)
            }
            Home::Nowhere => panic!("{local} is mentioned"),
        }
    }

    /// Changes what a local holds.
    pub fn set_local(&mut self, local: Local, machine: ir::Value) {
        match self.homes.of[local] {
            Home::Variable(variable) => self.builder.def_var(self.variables[variable], machine),
            Home::Frame(offset) => self.to_frame(machine, offset),
            Home::Nowhere => {}
        }
    }

    fn from_frame(&mut self, ty: ir::Type, offset: u32) -> ir::Value {
        let frame = self.frame.expect("a frame for what lies in it");
        let ins = self.builder.ins();
        ins.stack_load(POINTER, ty, frame, offset as i32)
    }

    fn to_frame(&mut self, machine: ir::Value, offset: u32) {
        let frame = self.frame.expect("a frame for what lies in it");
        let ins = self.builder.ins();
        ins.stack_store(POINTER, machine, frame, offset as i32);
    }

    fn set(&mut self, local: Local, value: Value) -> Flow {
        let machine = self.value(value);
        self.set_local(local, machine);
        self.label(local, machine);
        Flow::Next
    }

    /// Lets debuggers know that a value is that of a variable.
    fn label(&mut self, local: Local, machine: ir::Value) {
        if let Some(label) = self.value_labels.get(&local) {
            let label = ValueLabel::from_u32(*label);
            self.builder.set_val_label(machine, label);
        }
    }

    fn get_global(&mut self, global: crate::mir::GlobalId) -> ir::Value {
        let ty = self.shared.program.globals[global].ty;
        let place = self.address_of(self.shared.global(global));
        let flags = MemFlagsData::trusted();
        let value = self.builder.ins().load(clif_type(ty), flags, place, 0);
        if ty.is_handle() {
            self.never_null(value, ty)
        } else {
            value
        }
    }

    fn set_global(&mut self, global: crate::mir::GlobalId, value: Value) -> Flow {
        let place = self.address_of(self.shared.global(global));
        let machine = self.value(value);
        self.builder
            .ins()
            .store(MemFlagsData::trusted(), machine, place, 0);
        Flow::Next
    }

    /// A handle from memory, where null stands for an empty object.
    pub fn never_null(&mut self, handle: ir::Value, ty: Ty) -> ir::Value {
        let empty = self.zero(ty);
        let is_null = self
            .builder
            .ins()
            .icmp_imm_s(ir::condcodes::IntCC::Equal, handle, 0);
        self.builder.ins().select(is_null, empty, handle)
    }

    // ---- Places and symbols

    /// The statement that instructions belong to.
    pub fn place(&self) -> Loc {
        self.loc
    }

    /// Makes what follows belong to a statement.
    pub fn set_loc(&mut self, loc: Loc) {
        self.loc = loc;
        self.builder.set_srcloc(source_loc(loc));
    }

    /// The address of a datum.
    pub fn address_of(&mut self, data: DataId) -> ir::Value {
        let symbol = match self.symbols.get(&data) {
            Some(symbol) => *symbol,
            None => {
                let symbol = self
                    .shared
                    .module
                    .declare_data_in_func(data, self.builder.func);
                self.symbols.insert(data, symbol);
                symbol
            }
        };
        self.builder.ins().symbol_value(POINTER, symbol)
    }

    /// A function as a callee of this one.
    pub fn callee(&mut self, function: ClifFunc) -> FuncRef {
        if let Some(known) = self.callees.get(&function) {
            return *known;
        }
        let callee = self
            .shared
            .module
            .declare_func_in_func(function, self.builder.func);
        self.callees.insert(function, callee);
        callee
    }

    /// The address of `bytes` bytes of stack that stay valid until the area's next use.
    pub fn stack(&mut self, area: Area, bytes: usize) -> (ir::StackSlot, ir::Value) {
        let scratch = match area {
            Area::List => &mut self.list_area,
            Area::Results => &mut self.result_area,
        };
        scratch.bytes = scratch.bytes.max(bytes as u32);
        let slot = *scratch.slot.get_or_insert_with(|| {
            let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
            self.builder.create_sized_stack_slot(data)
        });
        (slot, self.builder.ins().stack_addr(POINTER, slot, 0))
    }

    /// Gives the areas the sizes that were asked for.
    fn size_areas(&mut self) {
        for scratch in [&self.list_area, &self.result_area] {
            if let Some(slot) = scratch.slot {
                self.builder.func.sized_stack_slots[slot].size = scratch.bytes.max(8);
            }
        }
    }

    // ---- Control

    /// Remembers where a label's jumps go.
    pub fn open_label(&mut self, label: Label, targets: Targets) {
        self.labels.insert(label, targets);
    }

    /// Where a label's jumps go.
    pub fn targets(&self, label: Label) -> Targets {
        self.labels[&label]
    }

    /// Goes on in a block that nothing will jump to any more. The frontend is told at once: where it does not know all ways to a block,
    /// it merges definitions there that are the same, and takes that back later.
    pub fn enter(&mut self, block: ir::Block) {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
    }

    /// Gives a jump an instruction of its own, at which debuggers can stop: what jumps to where control goes anyhow becomes none.
    pub fn mark_jump(&mut self) {
        if self.is_for_debuggers {
            let zero = self.int(0);
            let slot = self.frame.expect("variables that last lie in it");
            let size = self.builder.func.sized_stack_slots[slot].size as i32;
            let ins = self.builder.ins();
            ins.stack_store(POINTER, zero, slot, size - MARK);
        }
    }

    /// Jumps behind the construct of a label. Many jumps share ways there, as errors do.
    fn leave(&mut self, label: Label) -> Flow {
        self.mark_jump();
        let behind = self.targets(label).leave;
        let builder = &mut self.builder;
        let (jumps, ways) = self.ways.entry(label).or_default();
        if *jumps > 0 && *jumps % COMMON_WAY == 0 {
            ways.push(builder.create_block());
        }
        *jumps += 1;
        let way = ways.last().copied().unwrap_or(behind);
        self.jump(way)
    }

    /// Leads the ways on that the jumps to a label share.
    pub fn finish_ways(&mut self, label: Label) {
        let behind = self.targets(label).leave;
        let (_, ways) = self.ways.remove(&label).unwrap_or_default();
        for way in ways {
            self.enter(way);
            self.jump(behind);
        }
    }

    /// Ends the block with a jump.
    pub fn jump(&mut self, target: ir::Block) -> Flow {
        self.builder.ins().jump(target, &[]);
        Flow::Ended
    }

    // ---- Errors

    /// Leaves the function if a status is not 0.
    pub fn check(&mut self, status: ir::Value) {
        let failure = self.failure();
        let next = self.builder.create_block();
        let to_failure = [ir::BlockArg::from(status)];
        self.builder
            .ins()
            .brif(status, failure, &to_failure, next, &[]);
        self.enter(next);
    }

    /// Leaves the function with a status that is not 0.
    pub fn fail(&mut self, status: ir::Value) {
        let failure = self.failure();
        self.builder
            .ins()
            .jump(failure, &[ir::BlockArg::from(status)]);
    }

    /// Where an error of the current statement goes, with its status.
    fn failure(&mut self) -> ir::Block {
        let handler = self.handlers.last_mut().expect("the function's exit");
        handler.ways += 1;
        if let Some((known, ways)) = handler.last.get_mut(&self.loc)
            && *ways < COMMON_WAY
        {
            *ways += 1;
            return *known;
        }
        let block = self.error_block();
        let handler = self.handlers.last_mut().expect("as above");
        handler.last.insert(self.loc, (block, 1));
        handler.failures.push((self.loc, block));
        block
    }

    /// A block that errors lead to; it gets their status.
    fn error_block(&mut self) -> ir::Block {
        let block = self.builder.create_block();
        self.builder.set_cold_block(block);
        self.builder.append_block_param(block, types::I32);
        block
    }

    /// What is tried, with its errors led to the handler.
    fn attempt(&mut self, body: &'p Block, handler: &'p Block) -> Flow {
        let (caught, behind) = (self.error_block(), self.builder.create_block());
        self.handlers.push(Handler::new(caught));
        if self.block(body) == Flow::Next {
            self.jump(behind);
        }
        self.finish_failures();
        self.enter(caught);
        if self.block(handler) == Flow::Next {
            self.jump(behind);
        }
        self.enter(behind);
        Flow::Next
    }

    /// Each statement that can fail adds its location to the error's trace, on the way to the innermost handler, which ends here.
    fn finish_failures(&mut self) -> ir::Block {
        let handler = self.handlers.pop().expect("one for each end");
        let failures = handler.failures;
        if handler.ways <= COMMON_WAY {
            self.locate(&failures, handler.target, None);
            return handler.target;
        }
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 4, 2);
        let slot = self.builder.create_sized_stack_slot(data);
        for failures in failures.chunks(COMMON_WAY) {
            let way = self.builder.create_block();
            self.builder.set_cold_block(way);
            self.locate(failures, way, Some(slot));
            self.enter(way);
            let status = self.builder.ins().stack_load(POINTER, types::I32, slot, 0);
            let status = [ir::BlockArg::from(status)];
            self.builder.ins().jump(handler.target, &status);
        }
        handler.target
    }

    /// Fills blocks that add their locations to an error's trace. The target finds the status in memory, or as its argument.
    fn locate(
        &mut self,
        failures: &[(Loc, ir::Block)],
        target: ir::Block,
        memory: Option<ir::StackSlot>,
    ) {
        for (loc, block) in failures {
            self.enter(*block);
            self.set_loc(*loc);
            let status = self.builder.block_params(*block)[0];
            let row = self.int(loc.index() as i32);
            self.call_row(RtFn::error_location, &[row], &[]);
            match memory {
                Some(slot) => {
                    self.builder.ins().stack_store(POINTER, status, slot, 0);
                    self.builder.ins().jump(target, &[]);
                }
                None => {
                    let status = [ir::BlockArg::from(status)];
                    self.builder.ins().jump(target, &status);
                }
            }
        }
    }

    /// Releases what the function owns and returns the status.
    fn finish_exit(&mut self, exit: ir::Block) {
        self.enter(exit);
        let mut values = vec![self.builder.block_params(exit)[0]];
        let function = self.function;
        for local in &function.owned {
            let object = self.local(*local);
            self.call_row(RtFn::object_release, &[object], &[]);
        }
        values.extend(function.results.iter().map(|ty| self.zero(*ty)));
        self.builder.ins().return_(&values);
    }
}

/// A row of the location table as Cranelift carries it: line tables are made from it.
pub fn source_loc(loc: Loc) -> SourceLoc {
    match loc.index() {
        0 => SourceLoc::default(),
        row => SourceLoc::new(row as u32),
    }
}
