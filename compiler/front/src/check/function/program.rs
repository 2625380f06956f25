//! What a program can be asked to do: its `main` or its commands, and their parameters.
//!
//! *Invariant:* a parameter is of a type that text of the command line can be read as, or there is a report.

use crate::base::Span;
use crate::check::environment::{Slot, Variable};
use crate::check::{BodyState, Checker, InstanceKey};
use crate::diag::{Code, Report};
use crate::doc::help;
use crate::hir::{Command, CommandParam, Expr, ExprKind, UnaryOp, Var, VarId, is_text_read_as};
use crate::resolve::Modules;
use crate::syntax::ast;
use crate::syntax::print::print_expr;
use crate::types::{ArrayType, Elem, Type};

use super::marked::functions_of_program;

/// The attribute of functions that are commands.
const ATTRIBUTE: &str = "command";

impl<'a> Checker<'a> {
    /// Checks the `main` of the program file, or its commands.
    pub(in crate::check) fn commands(
        &mut self,
        modules: &'a Modules,
        state: &mut BodyState<'a>,
    ) -> Vec<Command> {
        let functions = functions_of_program(modules);
        let is_main = |it: &&ast::Function| self.text(it.name.name) == "main";
        let main = functions.clone().rfind(is_main);
        let named: Vec<_> = functions
            .filter_map(|function| {
                let mark = self.mark(function, ATTRIBUTE)?;
                // The name of the function with dashes, as options of the command line have them.
                let own = || self.text(function.name.name).replace('_', "-");
                Some((function, mark.name.unwrap_or_else(own), mark.span))
            })
            .collect();
        self.refuse_commands(main, &named);
        let main = main.map(|function| (function, String::new()));
        let named = named
            .into_iter()
            .map(|(function, name, _)| (function, name));
        main.into_iter()
            .chain(named)
            .filter_map(|(function, name)| self.command(function, name, state))
            .collect()
    }

    /// Reports commands beside `main`, those with the name of another one, and names that are no words.
    fn refuse_commands(
        &mut self,
        main: Option<&ast::Function>,
        named: &[(&'a ast::Function, String, Span)],
    ) {
        for (at, (_, name, span)) in named.iter().enumerate() {
            let report = |message: String| Report::new(Code::Command, *span, message);
            let first = named[..at].iter().find(|(_, other, _)| other == name);
            if let Some(main) = main {
                let message = format!("the program has the command `{name}` and `main`");
                let report = report(message)
                    .label("a command")
                    .also(main.header, "`main`");
                self.report(report.help("make `main` a command, too: `{!command}`"));
                return;
            } else if let Some((.., span)) = first {
                let report = report(format!("there are two commands `{name}`"));
                let report = report.label("again").also(*span, "first here");
                self.report(
                    report.help("a command may have another name: `{!command name=\"…\"}`"),
                );
            } else if !is_word(name) {
                let report = report(format!("`{name}` cannot be the name of a command"));
                self.report(
                    report
                        .label("no word")
                        .help("it is made of letters, digits and dashes, and begins with a letter"),
                );
            }
        }
    }

    /// A function that is called from the command line: an instance for its declared parameter types.
    fn command(
        &mut self,
        function: &'a ast::Function,
        name: String,
        state: &mut BodyState<'a>,
    ) -> Option<Command> {
        let def = self.define_function(function);
        let names: Vec<&str> = function
            .params
            .iter()
            .map(|param| self.text(param.name.name))
            .collect();
        let help = help::of_function(function.doc.as_ref(), &names);
        let before = state.env.clone();
        let mut params = Vec::new();
        for (param, doc) in function.params.iter().zip(help.parameters) {
            params.push(self.command_param(function, param, state, doc));
        }
        state.env = before;
        let args = params.iter().map(|param| Some(param.ty.clone())).collect();
        let key = InstanceKey::of_function(def, args);
        let (instance, outputs) = self.instantiate(key, function.header)?;
        self.warn_of_result(function, &outputs);
        Some(Command {
            name,
            instance,
            params,
            doc: help.text,
        })
    }

    /// Tells of results that are no exit code.
    fn warn_of_result(&mut self, function: &ast::Function, types: &[Type]) {
        let Some(output) = function.outputs.first() else {
            return;
        };
        let is_code = matches!(types, [] | [Type::Int]);
        if is_code || types.iter().any(Type::holds_error) {
            return;
        }
        let name = self.text(function.name.name);
        let message = format!("the result of `{name}` is dropped");
        let what = match types {
            [ty] => format!("has type `{ty}`"),
            _ => format!("{} results", types.len()),
        };
        let report = Report::new(Code::MainResult, output.name.span, message).label(what);
        self.report(report.help(
            "one `int` is the exit code of the program; what else there is to tell is printed",
        ));
    }

    fn command_param(
        &mut self,
        function: &'a ast::Function,
        param: &'a ast::Param,
        state: &mut BodyState<'a>,
        doc: String,
    ) -> CommandParam {
        let name = self.text(param.name.name).to_string();
        let default = param
            .default
            .as_ref()
            .map(|default| self.expr(state, default));
        let ty = match (&param.ty, &default) {
            (Some(annotation), _) => self.annotation(state, annotation, None),
            (None, Some(value)) => value.ty.clone(),
            (None, None) if param.variadic => Type::Array(ArrayType::open(Elem::String, 1)),
            (None, None) => Type::String,
        };
        self.refuse_param(function, param, &ty);
        let default_value =
            default.map(|value| self.coerce(state, value, &ty, "the default value"));
        let written = param.default.as_ref().map(|default| &default.kind);
        let is_flag = ty == Type::Int && matches!(written, Some(ast::ExprKind::Bool(_)));
        let text = default_value.as_ref().zip(param.default.as_ref());
        let text = text.map(|(value, source)| self.default_text(value, source));
        let var = self.bind_command_param(param, &ty, state);
        CommandParam {
            doc,
            name,
            ty,
            is_rest: param.variadic,
            is_flag,
            default: text,
            default_value,
            var,
        }
    }

    /// Reports a parameter that the command line cannot fill.
    fn refuse_param(&mut self, function: &ast::Function, param: &ast::Param, ty: &Type) {
        let (of, name) = (self.text(function.name.name), self.text(param.name.name));
        let is_array = matches!(ty, Type::Array(_));
        let strings = is_array && ty.elem() == Some(Elem::String);
        let sized = ty.as_array().is_some_and(|it| it.known_numel().is_some());
        let help = if ty.holds_error() {
            return;
        } else if !is_text_read_as(ty) || (strings && sized) {
            "parameters are `int`, `scalar`, `string`, or vectors: `vec`, `ivec`, `vec[string]`"
        } else if param.variadic && (!is_array || sized) {
            "what is left is `...name`, or `...name : vec` or `: ivec` for numbers"
        } else if strings && param.default.is_some() {
            "it is empty where the option is not given: leave the default out"
        } else {
            return;
        };
        let message = format!("`{name}` of `{of}` cannot come from the command line");
        let report = Report::new(Code::MainParameter, param.span, message);
        self.report(report.label(format!("has type `{ty}`")).help(help));
    }

    /// Lets the defaults of later parameters read this one.
    fn bind_command_param(
        &mut self,
        param: &'a ast::Param,
        ty: &Type,
        state: &mut BodyState<'a>,
    ) -> VarId {
        let span = param.name.span;
        let var = state.vars.push(Var {
            name: self.text(param.name.name).to_string(),
            ty: ty.clone(),
            span,
        });
        state.env.bind(
            param.name.name,
            Variable::local(Slot::Var(var), ty.clone(), span),
        );
        var
    }

    /// A default as text for `--help`.
    fn default_text(&self, value: &Expr, source: &ast::Expr) -> String {
        match (&value.kind, &source.kind) {
            (_, ast::ExprKind::Bool(_) | ast::ExprKind::Vector(_)) => {
                print_expr(source, self.definitions.names)
            }
            (ExprKind::Int(number), _) => number.to_string(),
            (ExprKind::Scalar(number), _) => number.to_string(),
            (ExprKind::String(text), _) => text.clone(),
            (ExprKind::Convert(_, inner), _) => self.default_text(inner, source),
            (ExprKind::Unary(UnaryOp::Neg, inner), _) => {
                format!("-{}", self.default_text(inner, source))
            }
            _ => "computed".to_string(),
        }
    }
}

/// Whether a name can stand on a command line without being taken for something else.
fn is_word(name: &str) -> bool {
    let suits = |c: char| c.is_alphanumeric() || c == '-';
    name.starts_with(char::is_alphabetic) && name.chars().all(suits)
}
