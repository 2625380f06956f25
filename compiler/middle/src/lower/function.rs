//! The function under construction: emitting operations, blocks, constants, locals, and the frames of functions that
//! are lowered in place.
//!
//! *Invariant:* nothing is emitted after the operation that ends a block; results of such operations are never used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

use super::graph::Graph;
use super::operand::{Number, Operand};
use super::program::{ProgramLowering, elem_kind, float_ty};
use super::together::GroupState;
use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir::{self, GlobalVarId, InstanceId, Space, VarId};
use crate::mir::query::kernel_may_call;
use crate::mir::{
    self, Block, ElemKind, ForHeader, FunctionBuilder, Label, ListEntry, Local, LoopDirective, Op,
    RtFn, Ty, Value,
};
use crate::types::{ArrayType, Elem, Type};

/// Where a variable lives.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// In one local per value; arrays as handles.
    Locals(Vec<Local>),
    /// A small array: one local per number of every element.
    Registers(Vec<Local>),
    /// Never assigned in its scope: the operand itself.
    Bound(Operand),
    /// An output of a kernel that is no accumulator: the array that holds it for all positions.
    Shared(Local),
}

/// What `return` does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Exit {
    /// Leaves the MIR function.
    Return,
    /// Leaves the scope of a function that is lowered in place.
    Break(Label),
}

/// How a loop is left and continued.
#[derive(Clone, Debug)]
pub(super) struct LoopExits {
    /// The target of `break`.
    pub(super) break_to: Label,
    /// What `continue` does.
    pub(super) continue_with: Op,
}

/// An instance whose body is being lowered.
pub(super) struct Frame<'p> {
    /// Its id.
    pub(super) id: InstanceId,
    /// The instance.
    pub(super) instance: &'p hir::Instance,
    /// Where its variables live, as far as they have occurred.
    pub(super) slots: BTreeMap<VarId, Slot>,
    /// The loops around the current statement, innermost last.
    pub(super) loops: Vec<LoopExits>,
    /// What `return` does.
    pub(super) exit: Exit,
    /// The call that it stands for, when it is lowered in place.
    pub(super) call: Option<crate::mir::Loc>,
    /// Variables that do not live in registers here, because an argument that they may hold does not.
    pub(super) in_memory: BTreeSet<VarId>,
}

/// What a kernel under construction has beyond a function.
#[derive(Default)]
pub(super) struct KernelState {
    /// Where the top-level variables that it reads arrive.
    pub(super) globals: BTreeMap<GlobalVarId, Vec<Local>>,
    /// The locals of its outputs.
    pub(super) accumulators: BTreeSet<Local>,
    /// What its threads do together.
    pub(super) group: GroupState,
    /// The objects that it reaches.
    pub(super) graph: Graph,
}

/// A MIR function under construction: a [`FunctionBuilder`] that knows the program and the instances it is made from.
pub(super) struct FunctionLowering<'a, 'p> {
    /// The program's state.
    pub(super) program: &'a mut ProgramLowering<'p>,
    /// The program that is lowered.
    pub(super) hir: &'p hir::Program,
    /// The instances whose bodies are being lowered, innermost last.
    pub(super) frames: Vec<Frame<'p>>,
    /// Present while a kernel is lowered.
    pub(super) kernel: Option<KernelState>,
    /// Whether the function runs a kernel for one position: it has no results, its outputs are arrays.
    pub(super) hosted: bool,
    /// Whether what is lowered is the size of an array.
    pub(super) in_size: bool,
    /// How many calls were lowered in place.
    pub(super) in_place: usize,
    builder: FunctionBuilder,
    /// The statement being lowered.
    span: Option<Span>,
}

impl Deref for FunctionLowering<'_, '_> {
    type Target = FunctionBuilder;

    fn deref(&self) -> &FunctionBuilder {
        &self.builder
    }
}

impl DerefMut for FunctionLowering<'_, '_> {
    fn deref_mut(&mut self) -> &mut FunctionBuilder {
        &mut self.builder
    }
}

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// Goes on with a builder that nothing was emitted into.
    pub(super) fn new(program: &'a mut ProgramLowering<'p>, builder: FunctionBuilder) -> Self {
        let hir = program.hir;
        FunctionLowering {
            program,
            hir,
            frames: Vec::new(),
            kernel: None,
            hosted: false,
            in_size: false,
            in_place: 0,
            builder,
            span: None,
        }
    }

    /// The finished function.
    pub(super) fn finish(self) -> mir::Function {
        self.builder.finish()
    }

    // ---- Places ----------------------------------------------------------------------------------------------------

    /// From here on operations belong to the statement with this span.
    pub(super) fn at(&mut self, span: Span) {
        let name = self
            .frames
            .last()
            .map_or("", |frame| frame.instance.name.as_str());
        let call = self.frames.last().and_then(|frame| frame.call);
        let loc = self.program.location(span, name, call);
        self.builder.set_loc(loc);
        self.span = Some(span);
    }

    /// The report about a construct that cannot be lowered yet.
    pub(super) fn unsupported<T>(&self, span: Span, what: &str) -> super::Lowered<T> {
        let message = format!("{what} is not supported yet");
        Err(Box::new(Report::new(Code::NotSupportedYet, span, message)))
    }

    /// The report about an array that a kernel would have to make in memory.
    pub(super) fn needs_memory<T>(&self, span: Span, what: &str) -> super::Lowered<T> {
        let message = format!("{what} needs dynamic kernel memory");
        Err(Box::new(Report::new(Code::KernelMemory, span, message)))
    }

    // ---- Blocks ----------------------------------------------------------------------------------------------------

    /// Collects what `build` emits into a block of its own.
    pub(super) fn block<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> (Block, T) {
        self.builder.open_block();
        let result = build(self);
        (self.builder.close_block(), result)
    }

    /// Appends the statements of a finished block.
    pub(super) fn splice(&mut self, block: Block) {
        let place = self.builder.loc();
        for stmt in block.stmts {
            self.builder.set_loc(stmt.loc);
            self.builder.push(stmt.op, stmt.results);
        }
        self.builder.set_loc(place);
    }

    /// Emits `If` without an else branch.
    pub(super) fn when<T>(&mut self, cond: Value, then: impl FnOnce(&mut Self) -> T) -> T {
        let (then, result) = self.block(then);
        self.builder.push_if(cond, then, Block::default());
        result
    }

    /// Emits a loop over `0 .. count-1` that the compiler made; `expression` says that its rounds are independent.
    pub(super) fn count_loop<T>(
        &mut self,
        count: Value,
        expression: bool,
        body: impl FnOnce(&mut Self, Value) -> T,
    ) -> T {
        let (start, step) = (self.int(0), self.int(1));
        let stop = self.sub(count, step);
        let (label, index) = (self.label(), self.value(Ty::I32));
        let (body, result) = self.block(|s| body(s, index));
        let directive = LoopDirective {
            expression,
            ..LoopDirective::default()
        };
        let range = (start, step, stop);
        self.push_for(
            ForHeader {
                label,
                index,
                range,
                directive,
                name: None,
            },
            body,
        );
        result
    }

    // ---- Constants -------------------------------------------------------------------------------------------------

    /// A `Bool`: whether the code around it runs on a GPU.
    pub(super) fn on_gpu(&mut self) -> Value {
        self.builder.constant(mir::Const::OnGpu)
    }

    /// A constant `I32`. (A method of its own, so that its argument may look at `self`.)
    pub(super) fn int(&mut self, value: i32) -> Value {
        self.builder.int(value)
    }

    /// The number of a constant `I32`.
    pub(super) fn known_int(&self, value: Value) -> Option<i32> {
        match self.constant_value(value) {
            Some(mir::Const::I32(number)) => Some(number),
            _ => None,
        }
    }

    /// A constant of type `scalar`.
    pub(super) fn scalar(&mut self, value: f64) -> Value {
        self.builder.number(self.float(), value)
    }

    /// A constant string.
    pub(super) fn text(&mut self, text: &str) -> Value {
        let id = self.program.string(text);
        self.builder.string(id)
    }

    /// The null handle.
    pub(super) fn null(&mut self, ty: Ty) -> Value {
        self.builder.constant(mir::Const::Null(ty))
    }

    /// The value that a local of the type starts with.
    pub(super) fn zero(&mut self, ty: Ty) -> Value {
        match ty {
            Ty::I32 => self.int(0),
            Ty::Array(_) | Ty::Str => self.null(ty),
            Ty::Bool | Ty::I64 | Ty::F32 | Ty::F64 => self.builder.number(ty, 0.0),
        }
    }

    // ---- Runtime rows ------------------------------------------------------------------------------------------------

    /// Calls a row without a result.
    pub(super) fn runtime0(&mut self, func: RtFn, args: &[Value], list: &[ListEntry]) {
        self.check_row(func);
        let op = Op::Runtime {
            func,
            args: args.to_vec(),
            list: list.to_vec(),
        };
        self.builder.push(op, Vec::new());
    }

    /// Calls a row with one result.
    pub(super) fn runtime1(
        &mut self,
        func: RtFn,
        args: &[Value],
        list: &[ListEntry],
        ty: Ty,
    ) -> Value {
        self.check_row(func);
        self.builder.runtime_as(func, args, list, ty)
    }

    /// Reports a row that runs on the host alone where a kernel would call it.
    fn check_row(&mut self, func: RtFn) {
        let Some(span) = self.span.filter(|_| self.kernel.is_some()) else {
            return;
        };
        if !kernel_may_call(func) && self.program.reports.is_empty() {
            let what = "this statement in kernel and device functions";
            let report = self.unsupported::<()>(span, what);
            self.program
                .reports
                .extend(report.err().map(|report| *report));
        }
    }

    // ---- Types -------------------------------------------------------------------------------------------------------

    /// The MIR type of `scalar`.
    pub(super) fn float(&self) -> Ty {
        float_ty(self.hir.double)
    }

    /// How elements lie in memory.
    pub(super) fn kind(&self, elem: Elem) -> ElemKind {
        elem_kind(elem, self.hir.double)
    }

    /// The handle type of an array type.
    pub(super) fn array_ty(&self, ty: &ArrayType) -> Ty {
        Ty::Array(self.kind(ty.elem))
    }

    /// The types of the one or two values of a number.
    pub(super) fn number_parts(&self, ty: &Type) -> Vec<Ty> {
        self.program.parts(ty)
    }

    /// Zero of a number type.
    pub(super) fn zero_number(&mut self, ty: &Type) -> Number {
        let parts = self.number_parts(ty);
        let values: Vec<Value> = parts.into_iter().map(|ty| self.zero(ty)).collect();
        Number::from_values(&values)
    }

    /// A number as a value of type `scalar`.
    pub(super) fn as_scalar(&mut self, value: Value) -> Value {
        if let Some(constant) = self.known_int(value) {
            return self.scalar(f64::from(constant));
        }
        let float = self.float();
        self.builder.convert(value, float)
    }

    // ---- Frames ------------------------------------------------------------------------------------------------------

    /// The instance whose body is being lowered.
    pub(super) fn frame(&self) -> &Frame<'p> {
        self.frames.last().expect("code stands in an instance")
    }

    /// The same, to change.
    pub(super) fn frame_mut(&mut self) -> &mut Frame<'p> {
        self.frames.last_mut().expect("code stands in an instance")
    }

    /// Enters an instance.
    pub(super) fn push_frame(&mut self, id: InstanceId, exit: Exit) {
        let instance = &self.hir.instances[id];
        let (slots, loops) = (BTreeMap::new(), Vec::new());
        self.frames.push(Frame {
            id,
            instance,
            slots,
            loops,
            exit,
            call: None,
            in_memory: BTreeSet::new(),
        });
    }

    /// Whether the current code is that of a kernel or a device function, where small arrays always live in registers.
    pub(super) fn on_device(&self) -> bool {
        self.kernel.is_some()
            || self
                .frames
                .last()
                .is_some_and(|f| f.instance.space != Space::Host)
    }

    /// Whether arrays of up to 64 elements are made in registers here: on devices, and in loops, which become kernels
    /// when they make no array in memory.
    pub(super) fn wants_registers(&self) -> bool {
        self.on_device() || self.frames.iter().any(|frame| !frame.loops.is_empty())
    }

    /// The variable's data.
    pub(super) fn var(&self, var: VarId) -> &'p hir::Var {
        &self.frame().instance.vars[var]
    }

    /// Where a variable of the current instance lives.
    pub(super) fn slot(&mut self, var: VarId) -> Slot {
        if let Some(slot) = self.frame().slots.get(&var) {
            return slot.clone();
        }
        let slot = self.new_slot(var);
        self.frame_mut().slots.insert(var, slot.clone());
        slot
    }

    /// A place for a variable that may be assigned.
    pub(super) fn new_slot(&mut self, var: VarId) -> Slot {
        let data = self.var(var);
        if let Some(array) = data
            .ty
            .as_array()
            .filter(|array| self.lives_in_registers(var, array))
        {
            return Slot::Registers(self.register_locals(array, &data.name));
        }
        let parts = self.parts(&data.ty);
        let kept = self.kept(&data.ty);
        let local = |ty| {
            let local = self.builder.local(ty, Some(&data.name));
            self.builder.keep_in(local, kept);
            local
        };
        Slot::Locals(parts.into_iter().map(local).collect())
    }

    /// Whether the small array of a variable is kept in registers.
    fn lives_in_registers(&self, var: VarId, array: &ArrayType) -> bool {
        let on_device = self.on_device() && !self.is_handed_on(var);
        array.is_small() && (on_device || self.may_use_registers(var))
    }

    /// Whether what a device runs is run by the host and hands the reference of a variable on, to a launch within a kernel or a
    /// function that captures it and stores.
    fn is_handed_on(&self, var: VarId) -> bool {
        let facts = self.program.facts.of(self.frame().id);
        self.kernel.is_none() && facts.stored_by_closures.contains(&var)
            || self.hosted && facts.shared.contains(&var)
    }

    /// Whether a variable of the host may live in registers in this call.
    pub(super) fn may_use_registers(&self, var: VarId) -> bool {
        let frame = self.frame();
        let facts = self.program.facts.of(frame.id);
        facts.registers.contains(&var) && !frame.in_memory.contains(&var)
    }

    /// Keeps variables of the frame in memory, with all that may hold the same arrays.
    pub(super) fn keep_in_memory(&mut self, held: impl Iterator<Item = VarId>) {
        let facts = self.program.facts.of(self.frame().id);
        let tied = facts.tied_to(held);
        self.frame_mut().in_memory = tied;
    }

    /// One local per number of every element.
    pub(super) fn register_locals(&mut self, array: &ArrayType, name: &str) -> Vec<Local> {
        let count = array.known_numel().expect("a small array has known sizes");
        let parts = self.number_parts(&array.elem.value_type());
        (0..count)
            .flat_map(|_| parts.clone())
            .map(|ty| self.builder.local(ty, Some(name)))
            .collect()
    }
}
