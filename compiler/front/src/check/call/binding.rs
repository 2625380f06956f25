//! Arguments bound to parameters: by place, by name, and what a rest parameter takes.
//!
//! *Invariant:* no parameter has two arguments, and an argument without a parameter is an error.

use crate::base::{Span, Symbol};
use crate::builtins::HANDLES;
use crate::check::{BodyState, Checker, DefId};
use crate::diag::{Code, Report, counted, did_you_mean};
use crate::hir::{Expr, ExprKind, Space};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Size, Type};

use super::arguments::Argument;

impl<'a> Checker<'a> {
    /// One value per parameter (none: absent) in the types that the instance takes.
    pub(super) fn bind_arguments(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        values: Vec<Argument>,
        generics: &mut Vec<(Symbol, i32)>,
        span: Span,
    ) -> Option<Vec<Option<Expr>>> {
        let params: Vec<&'a ast::Param> = self.functions.params(def).iter().collect();
        self.bind_to_params(f, def, &params, values, generics, span)
    }

    pub(in crate::check) fn bind_to_params(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        values: Vec<Argument>,
        generics: &mut Vec<(Symbol, i32)>,
        span: Span,
    ) -> Option<Vec<Option<Expr>>> {
        let mut bound: Vec<Option<Expr>> = vec![None; params.len()];
        let mut rest = Vec::new();
        let variadic = params.last().is_some_and(|param| param.variadic);
        let mut next = 0;
        let given = values.len();
        for argument in values {
            match argument.name {
                Some(name) => {
                    let index = self.named_parameter(def, params, name)?;
                    if params[index].variadic {
                        self.report_named_rest(name, params[index]);
                        return None;
                    }
                    if bound[index].is_some() {
                        return self.report_given_twice(params[index], name.span);
                    }
                    bound[index] = Some(argument.value);
                }
                None if argument.whole || (variadic && next + 1 >= params.len()) => {
                    rest.push(argument);
                }
                None if next < params.len() => {
                    if bound[next].is_some() {
                        return self.report_given_twice(params[next], argument.value.span);
                    }
                    bound[next] = Some(argument.value);
                    next += 1;
                }
                None => {
                    self.report_argument_count(def, params, &[], given, span);
                    return None;
                }
            }
        }
        if variadic {
            let last = params.len() - 1;
            bound[last] = Some(self.rest_argument(f, def, params[last], rest, span)?);
        }
        self.convert_arguments(f, def, params, bound, generics, span)
    }

    /// A second argument for a parameter.
    fn report_given_twice<T>(&mut self, param: &ast::Param, again: Span) -> Option<T> {
        let text = self.text(param.name.name);
        let report = Report::new(
            Code::NamedArgument,
            again,
            format!("`{text}` is given twice"),
        );
        self.report(report.label("again"));
        None
    }

    /// The array that a rest parameter is: of its declared element type, else whatever holds all arguments.
    fn rest_argument(
        &mut self,
        f: &mut BodyState<'a>,
        def: DefId,
        param: &'a ast::Param,
        rest: Vec<Argument>,
        span: Span,
    ) -> Option<Expr> {
        if let [argument] = rest.as_slice()
            && argument.whole
        {
            return rest.into_iter().next().map(|argument| argument.value);
        }
        let rest: Vec<Expr> = rest.into_iter().map(|argument| argument.value).collect();
        let names = self.functions.names_around(def);
        let annotation = param.ty.as_ref();
        let declared = annotation.map(|ty| self.annotation_with(f, &names, ty, None));
        let elem = declared
            .as_ref()
            .and_then(Type::as_array)
            .map(|array| array.elem);
        let host = self.functions.defs[def].space == Space::Host;
        let Some(elem) = elem.filter(|elem| !matches!(elem, Elem::Compound(Type::Unknown(_))))
        else {
            let plain = rest.iter().all(|value| value.ty.is_number());
            return Some(if plain || !host {
                self.vector_of(rest, span)
            } else {
                self.cell_of(rest, Vec::new(), span)
            });
        };
        self.typed_rest(f, param, elem, rest, span)
    }

    fn typed_rest(
        &mut self,
        f: &mut BodyState<'a>,
        param: &'a ast::Param,
        elem: Elem,
        rest: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let what = format!("the argument for `...{}`", self.text(param.name.name));
        let wanted = elem.value_type();
        let errors = self.reports.len();
        let values: Vec<Expr> = rest
            .into_iter()
            .map(|value| self.coerce(f, value, &wanted, &what))
            .collect();
        if self.reports[errors..].iter().any(Report::is_error) {
            return None;
        }
        let size = Size::Known(values.len() as i32);
        Some(Expr {
            ty: Type::Array(ArrayType::new(elem, vec![size])),
            span,
            kind: ExprKind::ArrayLiteral(values),
        })
    }

    fn named_parameter(
        &mut self,
        def: DefId,
        params: &[&'a ast::Param],
        name: ast::Ident,
    ) -> Option<usize> {
        let found = params.iter().position(|param| param.name.name == name.name);
        if found.is_none() {
            let (text, function) = (self.text(name.name), self.functions.defs[def].name.clone());
            let names: Vec<&str> = params
                .iter()
                .map(|param| self.text(param.name.name))
                .collect();
            let listed = match names.is_empty() {
                true => "it has no parameters".to_string(),
                false => format!("its parameters are `{}`", names.join("`, `")),
            };
            self.report(
                Report::new(
                    Code::NamedArgument,
                    name.span,
                    format!("`{function}` has no parameter `{text}`"),
                )
                .label("not a parameter")
                .also(self.functions.defs[def].span, "defined here")
                .help(did_you_mean(text, names).unwrap_or(listed)),
            );
        }
        found
    }

    fn report_named_rest(&mut self, name: ast::Ident, param: &ast::Param) {
        let text = self.text(name.name);
        let message = format!("the rest parameter `{text}` cannot be named in a call");
        self.report(
            Report::new(Code::NamedArgument, name.span, message)
                .label("takes the arguments that are left")
                .also(param.span, "the parameter")
                .help("give the values without a name, or a vector of them by `...values`"),
        );
    }

    /// `missing`: the parameters without argument, where there are too few.
    pub(super) fn report_argument_count(
        &mut self,
        def: DefId,
        params: &[&'a ast::Param],
        missing: &[Symbol],
        given: usize,
        span: Span,
    ) {
        // A lambda is told by the name of its variable.
        let variable = self.functions.defs[def]
            .own_name
            .map(|name| self.text(name));
        let full_name = variable
            .unwrap_or(&self.functions.defs[def].name)
            .to_string();
        // A method of a handle is told as it is written, without the handle.
        let method = HANDLES.iter().find_map(|class| {
            let method = full_name.strip_prefix(class)?;
            method.strip_prefix('_')
        });
        let own = usize::from(method.is_some());
        let (name, given) = (method.unwrap_or(&full_name), given - own);
        let required = required(params.iter().copied()) - own;
        let most = params.len() - own;
        let variadic = params.last().is_some_and(|param| param.variadic);
        let count = match (required == most, variadic) {
            (true, _) => counted(required, "argument"),
            (false, true) => format!("at least {}", counted(required, "argument")),
            (false, false) => format!("{required} to {}", counted(most, "argument")),
        };
        let names: Vec<String> = missing
            .iter()
            .map(|name| format!("`{}`", self.text(*name)))
            .collect();
        let label = match names.is_empty() {
            true => "too many arguments".to_string(),
            false => format!("nothing is given for {}", names.join(", ")),
        };
        self.report(
            Report::new(
                Code::ArgumentCount,
                span,
                format!("`{name}` takes {count}, not {given}"),
            )
            .label(label)
            .also(self.functions.defs[def].span, "defined here"),
        );
    }
}

/// How many arguments a call must give at least.
pub(in crate::check) fn required<'p>(params: impl Iterator<Item = &'p ast::Param>) -> usize {
    params
        .filter(|param| param.default.is_none() && !param.variadic)
        .count()
}
