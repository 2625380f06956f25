//! The function under construction with the instances that it is made from: frames, and where their variables live.
//!
//! Layer: `frame`.
//!
//! *Invariant:* a frame is there for each instance whose body is being lowered, the innermost last; code stands in the last one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

use crate::base::Span;
use crate::hir::{self, InstanceId, Space, VarId};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::program::ProgramLowering;
use crate::lower::frame::source_names::with_variables;
use crate::lower::memory::strided::Strided;
use crate::lower::tree::summaries::{MANY_IN_PLACE, MANY_OF_LARGE};
use crate::lower::tree::whole::Reach;
use crate::mir::{self, FunctionBuilder, Label, Local, Op, SourceVariable, Value};
use crate::types::ArrayType;

/// Where a variable lives.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Slot {
    /// In one local per value; arrays as handles.
    Locals(Vec<Local>),
    /// A small array: one local per number of every element.
    Registers(Vec<Local>),
    /// Never assigned in its scope: the operand itself.
    Bound(Operand),
    /// An output of a kernel that is no accumulator: the array that holds it for all positions.
    Shared(Local),
    /// A slice of a variable's array that is read where it lies; it is never assigned in its scope.
    Slice(Strided, VarId),
}

/// What `return` does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lower) enum Exit {
    /// Leaves the MIR function.
    Return,
    /// Leaves the scope of a function that is lowered in place.
    Break(Label),
}

/// How a loop is left and continued.
#[derive(Clone, Debug)]
pub(in crate::lower) struct LoopExits {
    /// The target of `break`.
    pub(in crate::lower) break_to: Label,
    /// What `continue` does.
    pub(in crate::lower) continue_with: Op,
    /// Whether the source says that it stays serial.
    pub(in crate::lower) serial: bool,
}

/// An instance whose body is being lowered: the function itself, or one whose call is lowered in place (an inline frame of debuggers).
pub(in crate::lower) struct InlineFrame<'p> {
    /// Its id.
    pub(in crate::lower) id: InstanceId,
    /// The instance.
    pub(in crate::lower) instance: &'p hir::Instance,
    /// Where its variables live, as far as they have occurred.
    pub(in crate::lower) slots: BTreeMap<VarId, Slot>,
    /// The loops around the current statement, innermost last.
    pub(in crate::lower) loops: Vec<LoopExits>,
    /// What `return` does.
    pub(in crate::lower) exit: Exit,
    /// The call that it stands for, when it is lowered in place.
    pub(in crate::lower) call: Option<crate::mir::Loc>,
    /// Variables of type scalar that hold whole numbers around the current statement, with these as ints.
    pub(in crate::lower) whole: BTreeMap<VarId, (Value, Reach)>,
    /// Whether the current loop is the copy for variables that hold other numbers.
    pub(in crate::lower) fractional: bool,
    /// Variables that do not live in registers here, because an argument that they may hold does not.
    pub(in crate::lower) in_memory: BTreeSet<VarId>,
}

/// A MIR function under construction: an [`Emitter`] that knows the instances that it is made from.
pub(in crate::lower) struct FunctionLowering<'a, 'p> {
    emitter: Emitter<'a, 'p>,
    /// The instances whose bodies are being lowered, innermost last.
    frames: Vec<InlineFrame<'p>>,
    /// Whether the function runs a kernel for one position: it has no results, its outputs are arrays.
    pub(in crate::lower) hosted: bool,
    /// How many calls were lowered in place.
    pub(in crate::lower) in_place: usize,
    /// How many calls in place a call may become here, itself and those within it, in host code.
    pub(in crate::lower) may_hold: usize,
    /// What debuggers are told of variables.
    pub(in crate::lower) variables: Vec<SourceVariable<Local>>,
}

impl<'a, 'p> Deref for FunctionLowering<'a, 'p> {
    type Target = Emitter<'a, 'p>;

    fn deref(&self) -> &Emitter<'a, 'p> {
        &self.emitter
    }
}

impl DerefMut for FunctionLowering<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.emitter
    }
}

impl Blocks for FunctionLowering<'_, '_> {
    fn builder(&mut self) -> &mut FunctionBuilder {
        &mut self.emitter
    }
}

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// Goes on with a builder that nothing was emitted into.
    pub(in crate::lower) fn new(
        program: &'a mut ProgramLowering<'p>,
        builder: FunctionBuilder,
    ) -> Self {
        FunctionLowering {
            emitter: Emitter::new(program, builder),
            frames: Vec::new(),
            hosted: false,
            in_place: 0,
            may_hold: MANY_IN_PLACE,
            variables: Vec::new(),
        }
    }

    /// Says what each call of the function's own instance may hold in place.
    pub(in crate::lower) fn share_place(&mut self, id: InstanceId) {
        let large = self.program.summaries.of(id).large_calls;
        self.may_hold = MANY_OF_LARGE.checked_div(large).unwrap_or(MANY_IN_PLACE);
    }

    /// The finished function.
    pub(in crate::lower) fn finish(self) -> mir::Function {
        let variables = self.variables;
        with_variables(self.emitter.finish(), variables)
    }

    // ---- Places ----------------------------------------------------------------------------------------------------

    /// From here on operations belong to the statement with this span.
    pub(in crate::lower) fn at(&mut self, span: Span) {
        let frame = self.frames.last();
        let name = frame.map_or("", |frame| frame.instance.name.as_str());
        let call = frame.and_then(|frame| frame.call);
        self.emitter.stand_at(span, name, call);
    }

    // ---- Frames ------------------------------------------------------------------------------------------------------

    /// The instance whose body is being lowered.
    pub(in crate::lower) fn frame(&self) -> &InlineFrame<'p> {
        self.frames.last().expect("code stands in an instance")
    }

    /// The same, to change.
    pub(in crate::lower) fn frame_mut(&mut self) -> &mut InlineFrame<'p> {
        self.frames.last_mut().expect("code stands in an instance")
    }

    /// Enters an instance.
    pub(in crate::lower) fn push_frame(&mut self, id: InstanceId, exit: Exit) {
        let instance = &self.hir.instances[id];
        let (slots, loops) = (BTreeMap::new(), Vec::new());
        let fractional = self.frames.last().is_some_and(|around| around.fractional);
        self.frames.push(InlineFrame {
            id,
            instance,
            slots,
            loops,
            exit,
            call: None,
            whole: BTreeMap::new(),
            fractional,
            in_memory: BTreeSet::new(),
        });
        self.enter_space();
    }

    /// Leaves the innermost instance.
    pub(in crate::lower) fn pop_frame(&mut self) {
        self.frames.pop();
        self.enter_space();
    }

    /// How many instances stand in each other.
    pub(in crate::lower) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Tells the emitter whether the innermost instance is a device function.
    fn enter_space(&mut self) {
        let space = self.frames.last().map(|frame| frame.instance.space);
        self.emitter.in_device_function = space.is_some_and(|space| space != Space::Host);
    }

    /// Whether arrays of up to 64 elements are made in registers here: on devices, and in loops, which become kernels
    /// when they make no array in memory.
    pub(in crate::lower) fn wants_registers(&self) -> bool {
        self.on_device() || self.frames.iter().any(|frame| !frame.loops.is_empty())
    }

    /// The variable's data.
    pub(in crate::lower) fn var(&self, var: VarId) -> &'p hir::Var {
        &self.frame().instance.vars[var]
    }

    /// A place for a variable that may be assigned.
    pub(in crate::lower) fn new_slot(&mut self, var: VarId) -> Slot {
        let data = self.var(var);
        if let Some(array) = data
            .ty
            .as_array()
            .filter(|array| self.lives_in_registers(var, array))
        {
            return Slot::Registers(self.register_locals(array, &data.name));
        }
        let parts = self.parts_here(&data.ty);
        let kept = self.kept(&data.ty);
        let local = |ty| {
            let local = self.emitter.local(ty, Some(&data.name));
            self.emitter.keep_in(local, kept);
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
        let summary = self.program.summaries.of(self.frame().id);
        self.kernel.is_none() && summary.stored_by_closures.contains(&var)
            || self.hosted && summary.shared.contains(&var)
    }

    /// Whether a variable of the host may live in registers in this call.
    pub(in crate::lower) fn may_use_registers(&self, var: VarId) -> bool {
        let frame = self.frame();
        let summary = self.program.summaries.of(frame.id);
        summary.registers.contains(&var) && !frame.in_memory.contains(&var)
    }

    /// Keeps variables of the frame in memory, with all that may hold the same arrays.
    pub(in crate::lower) fn keep_in_memory(&mut self, held: impl Iterator<Item = VarId>) {
        let summary = self.program.summaries.of(self.frame().id);
        let tied = summary.tied_to(held);
        self.frame_mut().in_memory = tied;
    }
}
