//! Strings, printing, assertions and errors.
//!
//! *Invariant:* texts are made by the runtime; only constants are made here.

use super::Lowered;
use super::function::FunctionLowering;
use super::operand::Operand;
use crate::hir::{BinaryOp, Expr};
use crate::mir::{ListEntry, RtFn, Ty};
use crate::types::Type;
use quasar_abi::RtError;

impl FunctionLowering<'_, '_> {
    /// A comparison of two strings, as int.
    pub(super) fn compare_strings(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Lowered<Operand> {
        let (a, b) = (self.eval_handle(a)?, self.eval_handle(b)?);
        let compare = super::scalar::comparison(op).expect("strings are only compared");
        let order = self.runtime1(RtFn::string_compare, &[a, b], &[], Ty::I32);
        let zero = self.int(0);
        let result = self.compare(compare, order, zero);
        Ok(self.int_of(result).into())
    }

    /// `strcat`.
    pub(super) fn join_strings(&mut self, parts: &[Expr]) -> Lowered<Operand> {
        let (first, rest) = parts.split_first().expect("strcat has an argument");
        let mut text = self.eval_handle(first)?;
        for part in rest {
            let part = self.eval_handle(part)?;
            text = self.runtime1(RtFn::string_concat, &[text, part], &[], Ty::Str);
        }
        Ok(Operand::Handle(text))
    }

    /// `print`.
    pub(super) fn print(&mut self, values: &[Expr]) -> Lowered<()> {
        if let (Some(first), true) = (values.first(), self.kernel.is_some()) {
            return self.unsupported(first.span, "printing within a kernel");
        }
        let entries = self.all_entries(values)?;
        self.runtime0(RtFn::print, &[], &entries);
        Ok(())
    }

    /// `assert(cond, message)`.
    pub(super) fn assert(&mut self, cond: &Expr, message: Option<&Expr>) -> Lowered<()> {
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
    pub(super) fn require_value(&mut self, flag: &Expr, what: &str) -> Lowered<()> {
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
    pub(super) fn error(&mut self, message: &Expr) -> Lowered<()> {
        if message.ty == Type::Exception {
            let exception = self.eval_handle(message)?;
            self.runtime0(RtFn::error_again, &[exception], &[]);
            return Ok(());
        }
        let entries = self.all_entries(std::slice::from_ref(message))?;
        self.runtime0(RtFn::error_raise, &[], &entries);
        Ok(())
    }
}
