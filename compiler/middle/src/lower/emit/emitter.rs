//! The MIR function under construction, without the tree that it is made from: operations, blocks, constants, rows of the runtime.
//!
//! Layer: `emit`.
//!
//! *Invariant:* nothing is emitted after the operation that ends a block; results of such operations are never used.

use std::ops::{Deref, DerefMut};

use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir;
use crate::lower::emit::operand::Number;
use crate::lower::emit::program::ProgramLowering;
use crate::lower::emit::state::KernelState;
use crate::lower::emit::types::{Lowered, elem_kind, float_ty};
use crate::mir::query::KernelError;
use crate::mir::{self, Block, ElemKind, FunctionBuilder, ListEntry, Loc, Op, RtFn, Ty, Value};
use crate::types::{ArrayType, Elem, Type};

/// A [`FunctionBuilder`] that knows the program and what kind of function it makes, but no tree.
pub(in crate::lower) struct Emitter<'a, 'p> {
    /// The program's state.
    pub(in crate::lower) program: &'a mut ProgramLowering<'p>,
    /// The program that is lowered.
    pub(in crate::lower) hir: &'p hir::Program,
    /// Present while a kernel is lowered.
    pub(in crate::lower) kernel: Option<KernelState>,
    /// Whether the current code is that of a device function.
    pub(in crate::lower) in_device_function: bool,
    /// Whether what is emitted computes the size of an array.
    pub(in crate::lower) in_size: bool,
    builder: FunctionBuilder,
    /// The statement being lowered.
    span: Option<Span>,
}

impl Deref for Emitter<'_, '_> {
    type Target = FunctionBuilder;

    fn deref(&self) -> &FunctionBuilder {
        &self.builder
    }
}

impl DerefMut for Emitter<'_, '_> {
    fn deref_mut(&mut self) -> &mut FunctionBuilder {
        &mut self.builder
    }
}

impl<'a, 'p> Emitter<'a, 'p> {
    /// Goes on with a builder that nothing was emitted into.
    pub(in crate::lower) fn new(
        program: &'a mut ProgramLowering<'p>,
        builder: FunctionBuilder,
    ) -> Self {
        let hir = program.hir;
        Emitter {
            program,
            hir,
            kernel: None,
            in_device_function: false,
            in_size: false,
            builder,
            span: None,
        }
    }

    /// The finished function.
    pub(in crate::lower) fn finish(self) -> mir::Function {
        self.builder.finish()
    }
}

impl Emitter<'_, '_> {
    // ---- Places ----------------------------------------------------------------------------------------------------

    /// From here on operations belong to the statement with this span, in a function, and in a call where it is lowered in place.
    pub(in crate::lower) fn stand_at(&mut self, span: Span, function: &str, call: Option<Loc>) {
        let loc = self.program.location(span, function, call);
        self.builder.set_loc(loc);
        self.span = Some(span);
    }

    /// Whether the current code is that of a kernel or a device function, where small arrays always live in registers.
    pub(in crate::lower) fn on_device(&self) -> bool {
        self.kernel.is_some() || self.in_device_function
    }

    /// The report about a construct that cannot be lowered yet.
    pub(in crate::lower) fn unsupported<T>(&self, span: Span, what: &str) -> Lowered<T> {
        let message = format!("{what} is not supported yet");
        Err(Box::new(Report::new(Code::NotSupportedYet, span, message)))
    }

    /// The report about an array that a kernel would have to make in memory.
    pub(in crate::lower) fn needs_memory<T>(&self, span: Span, what: &str) -> Lowered<T> {
        let message = format!("{what} needs dynamic kernel memory");
        Err(Box::new(Report::new(Code::KernelMemory, span, message)))
    }

    // ---- Blocks ----------------------------------------------------------------------------------------------------

    /// Appends the statements of a finished block.
    pub(in crate::lower) fn splice(&mut self, block: Block) {
        let place = self.builder.loc();
        for stmt in block.stmts {
            self.builder.set_loc(stmt.loc);
            self.builder.push(stmt.op, stmt.results);
        }
        self.builder.set_loc(place);
    }

    /// A block that may be left; its statements stand alone when nothing leaves it.
    pub(in crate::lower) fn push_scope(&mut self, label: crate::mir::Label, body: Block) {
        if body.breaks_to(label) {
            self.push(Op::Scope { label, body }, Vec::new());
            return;
        }
        self.splice(body);
    }

    // ---- Constants -------------------------------------------------------------------------------------------------

    /// A `Bool`: whether the code around it runs on a GPU.
    pub(in crate::lower) fn on_gpu(&mut self) -> Value {
        self.builder.constant(mir::Const::OnGpu)
    }

    /// A constant `I32`. (A method of its own, so that its argument may look at `self`.)
    pub(in crate::lower) fn int(&mut self, value: i32) -> Value {
        self.builder.int(value)
    }

    /// The number of a constant `I32`.
    pub(in crate::lower) fn known_int(&self, value: Value) -> Option<i32> {
        match self.constant_value(value) {
            Some(mir::Const::I32(number)) => Some(number),
            _ => None,
        }
    }

    /// A constant of type `scalar`.
    pub(in crate::lower) fn scalar(&mut self, value: f64) -> Value {
        self.builder.number(self.float(), value)
    }

    /// A constant string.
    pub(in crate::lower) fn text(&mut self, text: &str) -> Value {
        let id = self.program.string(text);
        self.builder.string(id)
    }

    /// The null handle.
    pub(in crate::lower) fn null(&mut self, ty: Ty) -> Value {
        self.builder.constant(mir::Const::Null(ty))
    }

    /// The value that a local of the type starts with.
    pub(in crate::lower) fn zero(&mut self, ty: Ty) -> Value {
        match ty {
            Ty::I32 => self.int(0),
            Ty::Array(_) | Ty::Str => self.null(ty),
            Ty::Bool | Ty::I64 | Ty::F32 | Ty::F64 => self.builder.number(ty, 0.0),
        }
    }

    // ---- Runtime rows ------------------------------------------------------------------------------------------------

    /// Calls a row without a result.
    pub(in crate::lower) fn runtime0(&mut self, func: RtFn, args: &[Value], list: &[ListEntry]) {
        self.check_row(func);
        let op = Op::Runtime {
            func,
            args: args.to_vec(),
            list: list.to_vec(),
        };
        self.builder.push(op, Vec::new());
    }

    /// Calls a row with one result.
    pub(in crate::lower) fn runtime1(
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
        if KernelError::of(func).is_none() && self.program.reports.is_empty() {
            let what = "this statement in kernel and device functions";
            let report = self.unsupported::<()>(span, what);
            self.program
                .reports
                .extend(report.err().map(|report| *report));
        }
    }

    // ---- Types -------------------------------------------------------------------------------------------------------

    /// The MIR type of `scalar`.
    pub(in crate::lower) fn float(&self) -> Ty {
        float_ty(self.hir.double)
    }

    /// How elements lie in memory.
    pub(in crate::lower) fn kind(&self, elem: Elem) -> ElemKind {
        elem_kind(elem, self.hir.double)
    }

    /// The code of that, for rows of the runtime.
    pub(in crate::lower) fn kind_code(&mut self, elem: Elem) -> Value {
        let kind = self.kind(elem);
        self.int(kind.code())
    }

    /// The handle type of an array type.
    pub(in crate::lower) fn array_ty(&self, ty: &ArrayType) -> Ty {
        Ty::Array(self.kind(ty.elem))
    }

    /// The types of the one or two values of a number.
    pub(in crate::lower) fn number_parts(&self, ty: &Type) -> Vec<Ty> {
        self.program.parts(ty)
    }
}

/// The entry of a number in a list.
pub(in crate::lower) fn number_entry(number: Number) -> ListEntry {
    match number {
        Number::Real(value) => ListEntry::Value(value),
        Number::Complex(re, im) => ListEntry::Complex(re, im),
    }
}
