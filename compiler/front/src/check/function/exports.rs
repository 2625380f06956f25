//! What a library has for callers in C: functions with `{!export}` and those that the command line names.
//!
//! A program that is no library is told the same mistakes, so that `qc check` and an editor find them. `--export=*` exports every function of a file
//! in which none has the attribute; of others those that have it.
//!
//! *Invariant:* types of an exported function cross to C, and its name is one there, or there is a report.

use crate::base::{Span, c_names};
use crate::check::{ALL_EXPORTS, BodyState, Checker, InstanceKey};
use crate::diag::{Code, Report};
use crate::doc::help;
use crate::hir::{Export, ExportValue, crosses};
use crate::resolve::Modules;
use crate::syntax::ast;
use crate::types::Type;

use super::marked::functions_of_program;

/// The attribute of functions that are exported.
const ATTRIBUTE: &str = "export";

impl<'a> Checker<'a> {
    /// Checks the functions that are exported.
    pub(in crate::check) fn exports(
        &mut self,
        modules: &'a Modules,
        state: &mut BodyState<'a>,
    ) -> Vec<Export> {
        let mut exports: Vec<(Export, Span)> = Vec::new();
        let exports_all = self.exports_all(modules);
        for function in functions_of_program(modules) {
            let Some((name, place)) = self.export_name(function, exports_all) else {
                continue;
            };
            let first = exports.iter().find(|(export, _)| export.name == name);
            let first = first.map(|(_, place)| *place);
            if self.refuse_export_name(&name, place, first) {
                continue;
            }
            exports.extend(self.export(function, name, state).zip(Some(place)));
        }
        let is_library = self.definitions.options.exports.is_some();
        let exports = exports.into_iter().map(|(export, _)| export);
        exports.filter(|_| is_library).collect()
    }

    /// Whether functions without the attribute are exported, too.
    fn exports_all(&self, modules: &'a Modules) -> bool {
        self.names_all()
            && functions_of_program(modules).all(|it| self.mark(it, ATTRIBUTE).is_none())
    }

    /// Whether the command line names all functions.
    fn names_all(&self) -> bool {
        let named = self.definitions.options.exports.as_deref();
        named.is_some_and(|names| names.iter().any(|name| name == ALL_EXPORTS))
    }

    /// The name of an exported function for callers, and where it is said that it is exported.
    fn export_name(&self, function: &'a ast::Function, all: bool) -> Option<(String, Span)> {
        let own = self.text(function.name.name);
        if let Some(mark) = self.mark(function, ATTRIBUTE) {
            return Some((mark.name.unwrap_or_else(|| own.to_owned()), mark.span));
        }
        let named = self.definitions.options.exports.as_ref()?;
        let is_named = all || named.iter().any(|name| name == own);
        is_named.then(|| (own.to_owned(), function.name.span))
    }

    /// Reports a name that callers in C cannot have, or that is there already, at `first`.
    fn refuse_export_name(&mut self, name: &str, place: Span, first: Option<Span>) -> bool {
        let another = "another name for callers: `{!export name=\"…\"}`";
        let report = if let Some(first) = first {
            let message = format!("there are two exported functions `{name}`");
            let report = Report::new(Code::Export, place, message).label("again");
            report.also(first, "first here").help(another)
        } else if !c_names::is_name(name) || c_names::is_word(name) || name == "main" {
            let message = format!("`{name}` cannot be the name of an exported function");
            let label = match c_names::is_name(name) {
                true => "a word of C",
                false => "no name in C",
            };
            let report = Report::new(Code::Export, place, message).label(label);
            report.help(format!(
                "letters of ASCII, digits and underscores, and no digit first; {another}"
            ))
        } else {
            return false;
        };
        self.report(report);
        true
    }

    /// An exported function: the instance for its declared parameter types.
    fn export(
        &mut self,
        function: &'a ast::Function,
        name: String,
        state: &mut BodyState<'a>,
    ) -> Option<Export> {
        let def = self.define_function(function);
        let names = function.params.iter();
        let names: Vec<&str> = names.map(|param| self.text(param.name.name)).collect();
        let help = help::of_function(function.doc.as_ref(), &names);
        let mut params = Vec::new();
        for (param, doc) in function.params.iter().zip(help.parameters) {
            params.extend(self.export_param(function, param, state, doc));
        }
        if params.len() < function.params.len() {
            return None;
        }
        let args = params.iter().map(|param| Some(param.ty.clone())).collect();
        let key = InstanceKey::of_function(def, args);
        let (instance, outputs) = self.instantiate(key, function.header)?;
        let mut results = Vec::new();
        for (output, ty) in function.outputs.iter().zip(outputs) {
            results.extend(self.export_result(function, output.name.span, output.name.name, ty));
        }
        (results.len() == function.outputs.len()).then_some(Export {
            name,
            instance,
            params,
            results,
            doc: help.text,
        })
    }

    /// A parameter of an exported function; none if it was reported.
    fn export_param(
        &mut self,
        function: &'a ast::Function,
        param: &'a ast::Param,
        state: &mut BodyState<'a>,
        doc: String,
    ) -> Option<ExportValue> {
        let (of, name) = (self.text(function.name.name), self.text(param.name.name));
        let Some(annotation) = &param.ty else {
            let message = format!("`{name}` of the exported function `{of}` has no type");
            let report = Report::new(Code::ExportType, param.span, message);
            let report = report.label("expected a type behind the name");
            self.report(report.help(format!(
                "callers pass values of one type: `{name} : mat`, `{name} : scalar`, `{name} : int`, `{name} : string`{}",
                self.way_to_stay_inside()
            )));
            return None;
        };
        let ty = self.annotation(state, annotation, None);
        if ty.holds_error() || self.refuse_export_type(of, name, &ty, param.span) {
            return None;
        }
        if param.variadic {
            let message =
                format!("`{name}` of the exported function `{of}` takes any number of arguments");
            let report = Report::new(Code::ExportType, param.span, message);
            self.report(
                report
                    .label("callers pass one")
                    .help("a vector: leave the dots out"),
            );
            return None;
        }
        let name = name.to_owned();
        Some(ExportValue { name, ty, doc })
    }

    /// A result of an exported function; none if it was reported.
    fn export_result(
        &mut self,
        function: &'a ast::Function,
        span: Span,
        name: crate::base::Symbol,
        ty: Type,
    ) -> Option<ExportValue> {
        let (of, name) = (self.text(function.name.name), self.text(name));
        if ty.holds_error() || self.refuse_export_type(of, name, &ty, span) {
            return None;
        }
        Some(ExportValue {
            name: name.to_owned(),
            ty,
            doc: String::new(),
        })
    }

    /// Reports a type whose values do not cross.
    fn refuse_export_type(&mut self, of: &str, name: &str, ty: &Type, span: Span) -> bool {
        if crosses(ty) {
            return false;
        }
        let message = format!("`{name}` of the exported function `{of}` cannot cross to C");
        let report = Report::new(Code::ExportType, span, message).label(format!("has type `{ty}`"));
        self.report(report.help(format!(
            "numbers, texts and arrays of numbers cross: `int`, `scalar`, `string`, `vec`, `mat`, `cube`, `cmat`, `mat[uint8]`{}",
            self.way_to_stay_inside()
        )));
        true
    }

    /// What a help says where a function may be exported only because all are.
    fn way_to_stay_inside(&self) -> &'static str {
        match self.names_all() {
            true => {
                "; if callers are to have other functions only, write `{!export}` as a line within each of those"
            }
            false => "",
        }
    }
}
