//! The calls of a library: which function is asked for, its arguments and results by rows of the runtime.
//!
//! Callers outside are a caller within the program that does not know what it passes: passes see no other difference to calls of the program's own.
//!
//! Layer: `program`.
//!
//! *Invariant:* each argument is taken once, each result given once, in the order of the header.

use crate::hir::{Export, ExportValue};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::program::ProgramLowering;
use crate::lower::emit::types::elem_kind;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::tree::kernel::outputs_type;
use crate::mir::{
    self, CompareOp, FuncId, FunctionBuilder, Library, LibraryFunction, ListEntry, Loc, RtFn, Ty,
    Value,
};
use crate::types::families::{class_type, composite_type, empty_type};
use crate::types::{ArrayType, Size, Type};

impl ProgramLowering<'_> {
    /// What callers must know of a library.
    pub(in crate::lower) fn library(&self, dispatcher: FuncId) -> Library {
        let function = |export: &Export| {
            let params = export.params.iter();
            let changed = |number: &usize| self.changes(export, *number);
            LibraryFunction {
                changed: (0..export.params.len()).filter(changed).collect(),
                name: export.name.clone(),
                params: params.flat_map(|param| self.parts(&param.ty)).collect(),
                results: export.results.len(),
            }
        };
        Library {
            dispatcher,
            functions: self.hir.exports.iter().map(function).collect(),
        }
    }

    /// Whether a function stores elements of its parameter of that number.
    fn changes(&self, export: &Export, number: usize) -> bool {
        let var = self.hir.instances[export.instance].params[number];
        let summary = self.summaries.of(export.instance);
        summary.stored.contains(&var) || summary.stored_by_closures.contains(&var)
    }
}

impl<'a, 'p> FunctionLowering<'a, 'p> {
    /// The function that calls the exported one which is asked for.
    pub(in crate::lower) fn dispatcher(
        program: &'a mut ProgramLowering<'p>,
        name: &str,
    ) -> mir::Function {
        let nowhere = <Loc as crate::base::Id>::from_index(0);
        let hir = program.hir;
        let builder = FunctionBuilder::host(name, Vec::new(), nowhere);
        let mut s = FunctionLowering::new(program, builder);
        let asked = s.runtime1(RtFn::library_call, &[], &[], Ty::I32);
        for (number, export) in hir.exports.iter().enumerate() {
            let own = s.int(number as i32);
            let is_it = s.compare(CompareOp::Eq, asked, own);
            s.when(is_it, |s| s.call_export(export));
        }
        s.return_(&[]);
        s.finish()
    }

    fn call_export(&mut self, export: &Export) {
        let instance = &self.hir.instances[export.instance];
        self.stand_at(instance.span, &instance.name, None);
        let mut values = Vec::new();
        for (index, param) in export.params.iter().enumerate() {
            let changes = self.program.changes(export, index);
            values.push(self.taken(index as i32, param, changes));
        }
        let parts = self.program.parts(&outputs_type(instance));
        let function = self.program.host_function(export.instance);
        let results = self.call(function, &values, &parts);
        let mut entries = Vec::new();
        for (result, value) in export.results.iter().zip(results) {
            entries.push(ListEntry::Value(value));
            if let Type::Array(array) = &result.ty {
                let rank = self.int(array.rank().unwrap_or(0) as i32);
                entries.push(ListEntry::Value(rank));
            }
        }
        if !entries.is_empty() {
            self.runtime0(RtFn::library_give, &[], &entries);
        }
    }

    /// The script of a library ends by waiting for calls, of which it knows nothing.
    pub(in crate::lower) fn serve_calls(&mut self, dispatcher: Option<FuncId>) {
        let Some(dispatcher) = dispatcher else { return };
        let label = self.label();
        let (body, ()) = self.block(|s| {
            let ready = s.runtime1(RtFn::library_ready, &[], &[], Ty::I32);
            let zero = s.int(0);
            let ended = s.compare(CompareOp::Eq, ready, zero);
            s.when(ended, |s| s.push(mir::Op::Break(label), Vec::new()));
            s.call(dispatcher, &[], &[]);
        });
        self.push(mir::Op::Loop { label, body }, Vec::new());
    }
}

impl Emitter<'_, '_> {
    /// An argument of the caller.
    fn taken(&mut self, index: i32, param: &ExportValue, changes: bool) -> Value {
        let index = self.int(index);
        match &param.ty {
            Type::Int => self.runtime1(RtFn::library_int, &[index], &[], Ty::I32),
            Type::Long => self.runtime1(RtFn::library_long, &[index], &[], Ty::I64),
            Type::Scalar => {
                let value = self.runtime1(RtFn::library_number, &[index], &[], Ty::F64);
                self.as_scalar(value)
            }
            Type::String => {
                let name = self.text(&param.name);
                self.runtime1(RtFn::library_text, &[index, name], &[], Ty::Str)
            }
            Type::Array(array) => {
                let kind = elem_kind(array.elem, self.hir.double);
                let (code, changes) = (self.int(kind.code()), self.int(i32::from(changes)));
                let (name, extents) = (self.text(&param.name), self.wanted(array));
                let args = [index, code, changes, name];
                self.runtime1(RtFn::library_array, &args, &extents, Ty::Array(kind))
            }
            Type::Complex
            | Type::Exception
            | Type::Group(_)
            | composite_type!()
            | Type::Enum(_)
            | class_type!()
            | empty_type!() => panic!("no value of this type crosses"),
        }
    }

    /// The extents that the type of an array says; -1 where any will do.
    fn wanted(&mut self, array: &ArrayType) -> Vec<ListEntry> {
        let extent = |size: &Size| match size {
            Size::Known(size) => *size,
            Size::Symbol(_) | Size::Open => -1,
        };
        let extents: Vec<_> = array.sizes.iter().map(extent).collect();
        let values = extents.into_iter().map(|extent| self.int(extent));
        values.map(ListEntry::Value).collect()
    }
}
