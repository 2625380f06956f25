//! Strings, files, printing, assertions and errors.
//!
//! Layer: `calls`.
//!
//! *Invariant:* texts are made by the runtime; only constants are made here.

use crate::builtins::calls::{Call, Takes};
use crate::hir::{BinaryOp, Expr};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::memory::storage::inside;
use crate::lower::tree::expression::array_type;
use crate::lower::tree::operator::comparison;
use crate::mir::{ElemKind, ListEntry, RtFn, Ty, Value};
use crate::types::{Elem, Type};
use quasar_abi::{AbiTy, RtError};

/// What reads by a format.
pub(in crate::lower) struct Scanning {
    /// All that is read, as numbers.
    pub(in crate::lower) numbers: RtFn,
    /// What each conversion's value is made of, as strings.
    pub(in crate::lower) texts: RtFn,
}

impl FunctionLowering<'_, '_> {
    /// A comparison of two strings, as int.
    pub(in crate::lower) fn compare_strings(
        &mut self,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
    ) -> Lowered<Operand> {
        let (a, b) = (self.eval_handle(a)?, self.eval_handle(b)?);
        let compare = comparison(op).expect("strings are only compared");
        let order = self.runtime1(RtFn::string_compare, &[a, b], &[], Ty::I32);
        let zero = self.int(0);
        let result = self.compare(compare, order, zero);
        Ok(self.int_of(result).into())
    }

    /// `strcat`.
    pub(in crate::lower) fn join_strings(&mut self, parts: &[Expr]) -> Lowered<Operand> {
        let (first, rest) = parts.split_first().expect("strcat has an argument");
        let mut text = self.eval_handle(first)?;
        for part in rest {
            let part = self.eval_handle(part)?;
            text = self.runtime1(RtFn::string_concat, &[text, part], &[], Ty::Str);
        }
        Ok(Operand::Handle(text))
    }

    /// `print`.
    pub(in crate::lower) fn print(&mut self, values: &[Expr]) -> Lowered<()> {
        if let (Some(first), true) = (values.first(), self.kernel.is_some()) {
            return self.unsupported(first.span, "printing within a kernel");
        }
        let entries = self.all_entries(values)?;
        self.runtime0(RtFn::print, &[], &entries);
        Ok(())
    }

    /// `assert(cond, message)`.
    pub(in crate::lower) fn assert(&mut self, cond: &Expr, message: Option<&Expr>) -> Lowered<()> {
        let holds = self.condition(cond)?;
        let fails = self.not(holds);
        let text = self.program.source_text(cond.span);
        self.when(fails, |s| -> Lowered<()> {
            let message = match message {
                Some(message) => s.eval_handle(message)?,
                None => s.text(text),
            };
            s.runtime0(RtFn::error_assertion, &[message], &[]);
            Ok(())
        })
    }

    /// Raises the error of a variable without a value.
    pub(in crate::lower) fn require_value(&mut self, flag: &Expr, what: &str) -> Lowered<()> {
        let set = self.condition(flag)?;
        let unset = self.not(set);
        self.when(unset, |s| {
            let code = s.int(RtError::Unassigned.code());
            let what = ListEntry::Value(s.text(what));
            s.runtime0(RtFn::error_raise_row, &[code], &[what]);
        });
        Ok(())
    }

    /// `error(message)`.
    pub(in crate::lower) fn error(&mut self, message: &Expr) -> Lowered<()> {
        if message.ty == Type::Exception {
            let exception = self.eval_handle(message)?;
            self.runtime0(RtFn::error_again, &[exception], &[]);
            return Ok(());
        }
        let entries = self.all_entries(std::slice::from_ref(message))?;
        self.runtime0(RtFn::error_raise, &[], &entries);
        Ok(())
    }

    /// A builtin that is one call of the runtime.
    pub(in crate::lower) fn runtime_call(
        &mut self,
        expr: &Expr,
        call: &Call,
        args: &[Expr],
    ) -> Lowered<Operand> {
        let mut values = Vec::new();
        let mut entries = Vec::new();
        for (index, takes) in call.takes.iter().enumerate() {
            let param = &call.func.sig().params[index];
            match takes {
                Takes::Values | Takes::Numbers | Takes::Names | Takes::Series => {
                    entries = self.all_entries(&args[index..])?;
                }
                Takes::Number => {
                    let value = self.eval_value(&args[index])?;
                    values.push(self.convert(value, Ty::F64));
                }
                Takes::Int => {
                    let value = self.eval_value(&args[index])?;
                    let wide = param.class == AbiTy::I64;
                    values.push(self.convert(value, if wide { Ty::I64 } else { Ty::I32 }));
                }
                Takes::Long => {
                    let value = self.eval_value(&args[index])?;
                    values.push(self.convert(value, Ty::I64));
                }
                Takes::Text | Takes::TextOr(_) | Takes::Array | Takes::Texts => {
                    values.push(self.eval_handle(&args[index])?);
                }
            }
        }
        if call
            .func
            .sig()
            .params
            .last()
            .is_some_and(|param| param.name == "kind")
        {
            values.push(self.kind_code(Elem::Scalar));
        }
        Ok(self.call_result(expr, call.func, &values, &entries))
    }

    /// A call of a function of C: its declaration, then the arguments.
    pub(in crate::lower) fn foreign(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        let declaration = self.eval_handle(&args[0])?;
        let entries = self.all_entries(&args[1..])?;
        if expr.ty == Type::Void {
            self.runtime1(RtFn::foreign_whole, &[declaration], &entries, Ty::I64);
            return Ok(Operand::Nothing);
        }
        let func = match expr.ty {
            Type::Scalar => RtFn::foreign_real,
            Type::String => RtFn::foreign_text,
            _ => RtFn::foreign_whole,
        };
        Ok(self.call_result(expr, func, &[declaration], &entries))
    }

    /// The result of a row as the type of the expression.
    fn call_result(
        &mut self,
        expr: &Expr,
        func: RtFn,
        args: &[Value],
        entries: &[ListEntry],
    ) -> Operand {
        match &expr.ty {
            Type::Void => {
                self.runtime0(func, args, entries);
                Operand::Nothing
            }
            Type::Int => {
                let result = func.sig().result.as_ref().expect("the row gives a number");
                let wide = result.class == AbiTy::I64;
                let ty = if wide { Ty::I64 } else { Ty::I32 };
                let number = self.runtime1(func, args, entries, ty);
                Operand::Number(self.convert(number, Ty::I32).into())
            }
            Type::Long => {
                let number = self.runtime1(func, args, entries, Ty::I64);
                Operand::Number(number.into())
            }
            Type::Scalar => {
                let number = self.runtime1(func, args, entries, Ty::F64);
                Operand::Number(self.as_scalar(number).into())
            }
            Type::String => Operand::Handle(self.runtime1(func, args, entries, Ty::Str)),
            ty => {
                let ty = self.array_ty(array_type(ty));
                Operand::Handle(self.runtime1(func, args, entries, ty))
            }
        }
    }

    /// `sscanf` and `fscanf`: numbers in a vector, or strings that each conversion's value is made of.
    pub(in crate::lower) fn scan(
        &mut self,
        expr: &Expr,
        Scanning { numbers, texts }: Scanning,
        args: &[Expr],
    ) -> Lowered<Operand> {
        let source = match args[0].ty {
            Type::Int => self.eval_value(&args[0])?,
            _ => self.eval_handle(&args[0])?,
        };
        let format = self.eval_handle(&args[1])?;
        if expr.ty.as_array().is_some() {
            let kind = self.kind_code(Elem::Scalar);
            return Ok(self.array_row(expr, numbers, &[source, format, kind]));
        }
        let found = self.runtime1(texts, &[source, format], &[], Ty::Array(ElemKind::Text));
        let Type::Tuple(types) = &expr.ty else {
            return Ok(self.scanned(found, 0, &expr.ty));
        };
        let parts = types.iter().enumerate();
        let parts = parts
            .map(|(index, ty)| self.scanned(found, index, ty))
            .collect();
        Ok(Operand::Group(parts))
    }
}

impl Emitter<'_, '_> {
    /// One of the strings that a format has read, as a value of its type.
    fn scanned(&mut self, found: Value, index: usize, ty: &Type) -> Operand {
        let index = self.int(index as i32);
        let place = inside(found, index);
        let text = self.load_handle(place, Ty::Str);
        if *ty == Type::String {
            return Operand::Handle(text);
        }
        let number = self.runtime1(RtFn::string_to_number, &[text], &[], Ty::F64);
        match ty {
            Type::Int => Operand::Number(self.convert(number, Ty::I32).into()),
            _ => Operand::Number(self.as_scalar(number).into()),
        }
    }
}
