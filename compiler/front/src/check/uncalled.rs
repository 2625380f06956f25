//! Functions of the program file that nothing calls: their mistakes are warnings, since the program does without them.
//!
//! A function is checked for the types that its parameters declare. Where they leave something open, what depends on it stays
//! unchecked, and only names that nobody defines are told.
//!
//! *Invariant:* the program is what it would be without this file: functions that are called have been checked before, in a walk of
//! their own.

use super::{Checker, InstanceKey};
use crate::diag::{Code, Report, Severity};
use crate::hir::{InstanceId, Program};
use crate::syntax::ast;
use crate::types::Type;
use crate::types::families::{composite_type, empty_type, number_type};

impl<'a> Checker<'a> {
    /// The mistakes in functions that nothing calls, one of each function; asked after the last walk over a program without errors.
    pub(super) fn mistakes_of_uncalled(self) -> Vec<Report> {
        match self.has_uncalled() {
            true => self.with_uncalled().1,
            false => Vec::new(),
        }
    }

    /// Whether there is a function that nothing calls.
    pub(super) fn has_uncalled(&self) -> bool {
        !self.uncalled().is_empty()
    }

    /// The program with an instance of each function that nothing calls, and the mistakes in these.
    pub(super) fn with_uncalled(self) -> (Program, Vec<Report>) {
        let uncalled = self.uncalled();
        let mut checker = self.again();
        let walked = checker.walk();
        checker.untyped_parameters = true;
        let mut mistakes = Vec::new();
        let mut kept = Vec::new();
        for function in uncalled {
            checker.reports.clear();
            checker.definition_reports.clear();
            let complete = checker.check_uncalled(function, &mut kept);
            let reports = std::mem::take(&mut checker.reports).into_iter();
            let mut told = reports.filter(|report| is_told(report, complete));
            mistakes.extend(told.next().map(as_warning));
        }
        (checker.program(walked, &kept), mistakes)
    }

    /// The functions of the program file without an instance. Those with generic parameters get their meaning from a call.
    fn uncalled(&self) -> Vec<&'a ast::Function> {
        let Some(program) = self.definitions.modules.modules.last() else {
            return Vec::new();
        };
        let functions = program
            .ast
            .body
            .stmts
            .iter()
            .filter_map(|stmt| match &stmt.kind {
                ast::StmtKind::Function(function) => Some(&**function),
                _ => None,
            });
        functions
            // Listings of compilers (`=static`) are for reading.
            .filter(|function| function.generics.is_empty() && !function.is_static)
            .filter(|function| {
                let def = self.functions.known(function);
                def.is_some_and(|def| !self.instances.has(def))
            })
            .collect()
    }

    /// Checks a function for the types that it declares, and notes its instance; whether these are all that a call would tell.
    fn check_uncalled(&mut self, function: &'a ast::Function, kept: &mut Vec<InstanceId>) -> bool {
        let def = self.define_function(function);
        if self.instances.has(def) {
            return true;
        }
        let mut complete = true;
        let mut args = Vec::new();
        for param in &function.params {
            if param.default.is_some() {
                args.push(None);
                continue;
            }
            let ty = self.declared(param);
            complete &= ty != Type::Error;
            args.push(Some(ty));
        }
        let key = InstanceKey::of_function(def, args);
        let made = self.instantiate(key, function.header);
        kept.extend(made.map(|(instance, _)| instance));
        complete
    }

    /// The type that a parameter declares, where every argument has it; `Error` for any other.
    fn declared(&mut self, param: &'a ast::Param) -> Type {
        let Some(annotation) = param.ty.as_ref().filter(|_| !param.variadic) else {
            return Type::Error;
        };
        let before = self.reports.len();
        let mut state = self.script_state();
        let ty = self.annotation(&mut state, annotation, None);
        let is_one_type = match &ty {
            number_type!() | Type::String | Type::Enum(_) | Type::Class(_) | Type::Pointer(_) => {
                true
            }
            Type::Array(array) => array.elem.is_number(),
            Type::Exception | Type::Group(_) | Type::Null | composite_type!() | empty_type!() => {
                false
            }
        };
        if is_one_type && self.reports.len() == before {
            return ty;
        }
        let mut reports = self.reports.split_off(before);
        reports.retain(is_name);
        self.reports.append(&mut reports);
        Type::Error
    }
}

/// Whether a report is about a name that nobody defines.
fn is_name(report: &Report) -> bool {
    [Code::UnknownName, Code::UnknownFunction, Code::UnknownType].contains(&report.code)
}

/// Whether a report is a mistake whatever calls the function.
fn is_told(report: &Report, complete: bool) -> bool {
    let known = report.is_error() && report.code != Code::NotSupportedYet;
    known && (complete || is_name(report))
}

fn as_warning(report: Report) -> Report {
    let message = format!("in a function that nothing calls: {}", report.message);
    let note = format!("a call makes this the error {}", report.code.number());
    let mut notes = report.notes;
    notes.push(note);
    Report {
        code: Code::UncalledFunction,
        severity: Severity::Warning,
        message,
        notes,
        ..report
    }
}
