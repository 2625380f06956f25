//! Functions of the compiler itself: `$inline(f)(…)`, `$target("gpu")`, `typename(T)`.
//!
//! *Invariant:* the type or the platform that they are given is known when compiling.

use crate::base::{Span, Symbol};
use crate::builtins::Builtin;
use crate::builtins::attributes::{self, Platform};
use crate::builtins::special_forms::{self, SpecialForm};
use crate::check::builtin::host_only;
use crate::check::definitions::Definitions;
use crate::check::element::report_not_indexable;
use crate::check::trees::{convert_to, error, int};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{self, Code, Report, did_you_mean};
use crate::hir::{Expr, ExprKind, UnaryOp};
use crate::syntax::ast;
use crate::types::{AccessMode, Type};

/// A function of the compiler itself that programs may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetaFunction {
    /// `$ftype("kernel")`: whether the text is for such a function.
    FunctionKind,
    /// Reads an element of a printed listing in a mode.
    Read(AccessMode),
    /// `$inline(f)(args)`: the call is lowered in place.
    Inline,
    /// `$target("gpu")`: whether the text is for such a platform.
    Target,
}

/// Their names.
const META_FUNCTIONS: [(&str, MetaFunction); 5] = [
    ("$ftype", MetaFunction::FunctionKind),
    ("$getsafe", MetaFunction::Read(AccessMode::Safe)),
    ("$getunchk", MetaFunction::Read(AccessMode::Unchecked)),
    ("$inline", MetaFunction::Inline),
    ("$target", MetaFunction::Target),
];

impl<'a> Checker<'a> {
    /// `$inline(f)(args)`: the instance is lowered in place.
    pub(super) fn call_inline(
        &mut self,
        f: &mut BodyState<'a>,
        callee: &'a ast::Expr,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let result = match callee.as_name() {
            Some(name) => self.call_name(f, name.name, callee.span, args, span),
            None => {
                let callee = self.expr(f, callee);
                self.call_value(f, callee, args, span)
            }
        };
        if let ExprKind::Call { instance, .. } = result.kind {
            self.instances.inline(instance);
        }
        result
    }

    /// `$target("gpu")`: known where the code around it is made.
    pub(super) fn target(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let [arg] = args else {
            let message = format!("`$target` takes 1 argument, and {} are given", args.len());
            let report = Report::new(Code::ArgumentCount, span, message);
            self.report(report.label("write `$target(\"gpu\")`"));
            return error(span);
        };
        let value = self.expr(f, &arg.value);
        let Some(name) = f.known_text(&value) else {
            let message = "the platform must be a text that is known at compile time";
            let report = Report::new(Code::NotConstant, arg.span, message);
            self.report(report.label("not known"));
            return error(span);
        };
        let on_gpu = || Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Builtin(Builtin::Target, Vec::new()),
        };
        match attributes::platform(&name) {
            Some(Platform::Cuda) => on_gpu(),
            Some(Platform::Processor) => Expr {
                ty: Type::Int,
                span,
                kind: ExprKind::Unary(UnaryOp::Not, Box::new(on_gpu())),
            },
            Some(Platform::Foreign) => int(0, span),
            None => unknown_target(&mut self.reports, &name, arg.span),
        }
    }

    /// An element that is read in an access mode, whatever the variable has.
    pub(super) fn read_in_mode(
        &mut self,
        f: &mut BodyState<'a>,
        mode: AccessMode,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let [array, indices @ ..] = args else {
            let report = Report::new(Code::ArgumentCount, span, "an array and indices are needed");
            self.report(report.label("write `$getsafe(x, i, j)`"));
            return error(span);
        };
        let base = self.expr(f, &array.value);
        let Type::Array(ty) = &base.ty else {
            if base.ty != Type::Error {
                report_not_indexable(&mut self.reports, &base, span);
            }
            return error(span);
        };
        let mut ty = ty.clone();
        ty.modifiers.access = Some(mode);
        let base = convert_to(base, &Type::Array(ty));
        match self.element(f, base, indices, span) {
            Some((element, ty)) => self.read_element(element, ty, span),
            None => error(span),
        }
    }

    pub(super) fn is_typename(&self, f: &BodyState<'a>, callee: &ast::Expr) -> bool {
        callee.as_name().is_some_and(|name| {
            special_forms::is(self.text(name.name), SpecialForm::TypeName)
                && !f.env.names.contains_key(&name.name)
        })
    }

    pub(super) fn typename_call(
        &mut self,
        f: &mut BodyState<'a>,
        call: &'a ast::Call,
        span: Span,
    ) -> Expr {
        let annotation = match call.args.as_slice() {
            [arg] if self.names_type(f, without_sizes(&arg.value)) => arg.value.as_type(),
            _ => None,
        };
        let Some(annotation) = annotation else {
            self.report(
                Report::new(Code::BadArgument, span, "`typename` takes a type")
                    .label("not a type")
                    .help("the type of a value is `type(x)`"),
            );
            return error(span);
        };
        let annotation: &'a ast::TypeExpr = self.arenas.types.alloc(annotation);
        let ty = self.annotation(f, annotation, None);
        self.type_value(f, &ty, span)
    }

    /// Whether a call is that of `new`, which is no word of the language: programs may have a function of that name.
    pub(super) fn is_new(&self, f: &BodyState<'a>, callee: &ast::Expr) -> bool {
        callee.as_name().is_some_and(|name| {
            special_forms::is(self.text(name.name), SpecialForm::New)
                && !self.definitions.functions.contains_key(&name.name)
                && !f.env.names.contains_key(&name.name)
        })
    }

    /// `new(T)`: the value that `T()` makes, of numbers 0, of open arrays one without elements.
    pub(super) fn new_call(
        &mut self,
        f: &mut BodyState<'a>,
        call: &'a ast::Call,
        span: Span,
    ) -> Expr {
        let [arg] = call.args.as_slice() else {
            self.report(
                Report::new(Code::ArgumentCount, span, "`new` takes one type").label("new(type)"),
            );
            return error(span);
        };
        let annotation = arg
            .value
            .as_type()
            .filter(|_| self.names_type(f, &arg.value));
        let Some(annotation) = annotation else {
            self.report(
                Report::new(Code::BadArgument, span, "`new` takes a type")
                    .label("not a type")
                    .help("a value is copied by `copy(x)` and `deepcopy(x)`"),
            );
            return error(span);
        };
        let annotation: &'a ast::TypeExpr = self.arenas.types.alloc(annotation);
        if !host_only(&mut self.reports, f, "new", span) {
            return error(span);
        }
        let errors = self.reports.len();
        let ty = self.annotation(f, annotation, None);
        if diag::has_errors(&self.reports[errors..]) {
            return error(span);
        }
        if let Type::Class(_) = ty {
            return self.construct(f, &arg.value, &[], span);
        }
        if let Some(value) = self.types.zero_value(&ty, span) {
            return value;
        }
        let message = format!("there is no `{ty}` to start with");
        self.report(Report::new(Code::BadArgument, span, message).label("new(type)"));
        error(span)
    }

    pub(super) fn unknown_meta(&mut self, name: Symbol, span: Span) -> Expr {
        let text = self.text(name);
        let message = format!("there is no meta function `{text}`");
        self.report(
            Report::new(Code::UnknownFunction, span, message)
                .label("nobody defines it")
                .maybe_help(did_you_mean(text, META_FUNCTIONS.map(|(name, _)| name))),
        );
        error(span)
    }
}

impl<'a> Definitions<'a> {
    /// Whether a callee is `$inline(…)`.
    pub(super) fn is_inline(&self, callee: &ast::Expr) -> bool {
        matches!(callee.kind, ast::ExprKind::Meta(name)
            if self.meta_function(name) == Some(MetaFunction::Inline))
    }

    /// The function of the compiler itself that has the name.
    pub(super) fn meta_function(&self, name: Symbol) -> Option<MetaFunction> {
        let text = self.text(name);
        let mut rows = META_FUNCTIONS.into_iter();
        rows.find_map(|(known, function)| (known == text).then_some(function))
    }
}

/// What the sizes of `vec(4)` belong to.
fn without_sizes(ty: &ast::Expr) -> &ast::Expr {
    match &ty.kind {
        ast::ExprKind::Call(call) => &call.callee,
        _ => ty,
    }
}

fn unknown_target(reports: &mut Reports, name: &str, span: Span) -> Expr {
    let names = attributes::TARGETS.map(|(name, _)| name);
    let help = did_you_mean(name, names);
    let help = help.unwrap_or_else(|| format!("the platforms are {}", names.join(", ")));
    reports.push(
        Report::new(
            Code::UnknownTarget,
            span,
            format!("there is no platform `{name}`"),
        )
        .label("unknown")
        .help(help),
    );
    error(span)
}
