//! Calls: of functions, closures, builtins and types; arguments, overloads, captures.
//!
//! *Invariant:* a call in the typed tree has one argument per parameter of its instance, converted to the parameter's type.

use std::collections::BTreeMap;

use crate::base::{Span, Symbol};
use crate::builtins::Builtin;
use crate::builtins::attributes::{self, Platform};
use crate::diag::{Code, Place, Report, counted, did_you_mean, instead};
use crate::hir::{CallForm, Expr, ExprKind, Fill, Space, UnaryOp};
use crate::syntax::ast;
use crate::types::{ArrayType, ClosureId, Elem, Size, Type};

use super::convert::Fit;
use super::environment::{Binding, Nested, Slot, Variable};
use super::expression::{error, int};
use super::reduce::matching::Rank;
use super::union::{are_functions, holds_cells, is_union};
use super::{Checker, ClosureData, DefId, DefSource, Frame, InstanceKey, Signature};

/// The array variable that an argument is a converted copy of.
fn copied_variable(arg: &Expr) -> Option<&Expr> {
    let ExprKind::Convert(inner) = &arg.kind else {
        return None;
    };
    let (to, from) = (arg.ty.as_array()?, inner.ty.as_array()?);
    if to.elem == from.elem {
        return copied_variable(inner);
    }
    matches!(inner.kind, ExprKind::Var(_) | ExprKind::Global(_)).then_some(inner)
}

/// The greatest known extent that joins an instance's key.
const KEY_EXTENT: i32 = 16;

/// An argument of a call with what it is for.
pub(super) struct Argument {
    pub name: Option<ast::Ident>,
    pub value: Expr,
    /// All values of a rest parameter: `...v` of unknown length.
    pub whole: bool,
}

impl Argument {
    /// An ordinary argument.
    pub(super) fn new(name: Option<ast::Ident>, value: Expr) -> Self {
        Argument {
            name,
            value,
            whole: false,
        }
    }
}

/// The functions of the compiler itself that programs may call.
const META_FUNCTIONS: [&str; 3] = ["$ftype", "$inline", "$target"];

impl<'a> Checker<'a> {
    /// `callee(args)`.
    pub(super) fn call(&mut self, f: &mut Frame<'a>, call: &'a ast::Call, span: Span) -> Expr {
        if self.is_typename(f, &call.callee) {
            return self.typename_call(f, call, span);
        }
        let conversion = call
            .callee
            .as_name()
            .is_some_and(|name| self.text(name.name) == "int");
        if self.names_type(f, &call.callee) && !conversion {
            return self.construct(f, &call.callee, &call.args, span);
        }
        if self.is_plain_constructor(f, &call.callee, &call.args) {
            return self.construct(f, &call.callee, &call.args, span);
        }
        if let ast::ExprKind::Call(inner) = &call.callee.kind
            && self.is_typename(f, &inner.callee)
            && inner.args.len() == 1
        {
            return self.construct(f, &inner.args[0].value, &call.args, span);
        }
        match &call.callee.kind {
            ast::ExprKind::Name(name) => {
                self.call_name(f, *name, call.callee.span, &call.args, span)
            }
            ast::ExprKind::Index(index) => self.call_instance(f, index, &call.args, span),
            ast::ExprKind::Member(member) => self.call_member(f, member, &call.args, span),
            ast::ExprKind::Call(inner)
                if self.is_inline(&inner.callee) && inner.args.len() == 1 =>
            {
                self.call_inline(f, &inner.args[0].value, &call.args, span)
            }
            ast::ExprKind::Meta(name) if self.text(*name) == "$ftype" => {
                self.function_kind(f, &call.args, span)
            }
            ast::ExprKind::Meta(name) if self.text(*name) == "$target" => {
                self.target(f, &call.args, span)
            }
            ast::ExprKind::Meta(name) => self.unknown_meta(*name, call.callee.span),
            _ => {
                let callee = self.expr(f, &call.callee);
                self.call_value(f, callee, &call.args, span)
            }
        }
    }

    /// `$inline(f)(args)`: the instance is lowered in place.
    fn call_inline(
        &mut self,
        f: &mut Frame<'a>,
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
            self.instances[instance].inline = true;
        }
        result
    }

    /// Whether a callee is `$inline(…)`.
    fn is_inline(&self, callee: &ast::Expr) -> bool {
        matches!(callee.kind, ast::ExprKind::Meta(name) if self.text(name) == "$inline")
    }

    /// `$target("gpu")`: known where the code around it is made.
    fn target(&mut self, f: &mut Frame<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
        let [arg] = args else {
            let message = format!("`$target` takes 1 argument, and {} are given", args.len());
            let report = Report::new(Code::ArgumentCount, span, message);
            self.report(report.label("write `$target(\"gpu\")`"));
            return error(span);
        };
        let value = self.expr(f, &arg.value);
        let Some(name) = self.known_text(f, &value) else {
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
            None => self.unknown_target(&name, arg.span),
        }
    }

    fn unknown_target(&mut self, name: &str, span: Span) -> Expr {
        let names = attributes::TARGETS.map(|(name, _)| name);
        let help = did_you_mean(name, names);
        let help = help.unwrap_or_else(|| format!("the platforms are {}", names.join(", ")));
        self.report(
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

    fn is_typename(&self, f: &Frame<'a>, callee: &ast::Expr) -> bool {
        callee.as_name().is_some_and(|name| {
            self.text(name.name) == "typename" && !f.env.names.contains_key(&name.name)
        })
    }

    fn typename_call(&mut self, f: &mut Frame<'a>, call: &'a ast::Call, span: Span) -> Expr {
        let annotation = match call.args.as_slice() {
            [arg] if self.names_type(f, &arg.value) => arg.value.as_type(),
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
        let annotation: &'a ast::TypeExpr = self.arena.alloc(annotation);
        let ty = self.annotation(f, annotation, None);
        self.type_value(f, &ty, span)
    }

    /// `vec[int](4)`, `cube(h, w, 3)`, `scalar(x)`.
    fn construct(
        &mut self,
        f: &mut Frame<'a>,
        callee: &'a ast::Expr,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let Some(annotation) = callee.as_type() else {
            return self.type_as_value(span);
        };
        let annotation: &'a ast::TypeExpr = self.arena.alloc(annotation);
        if self.names_class(annotation) {
            let ty = self.annotation(f, annotation, None);
            return self.record(f, ty, args, span);
        }
        let values: Vec<Expr> = args.iter().map(|arg| self.expr(f, &arg.value)).collect();
        let ty = self.annotation(f, annotation, None);
        match ty {
            Type::Array(array) if matches!(array.elem, Elem::Compound(Type::Tuple(_))) => {
                self.new_typed_cell(f, array, values, span)
            }
            Type::Array(array) if values.is_empty() && array.known_sizes().is_none() => {
                let message = format!("a new `{array}` needs its sizes");
                self.report(
                    Report::new(Code::ArgumentCount, span, message)
                        .label("no sizes")
                        .help("`vec(4)` has 4 elements, `mat(2,3)` 2 rows and 3 columns, `vec(0)` none"),
                );
                error(span)
            }
            Type::Array(array) => {
                let elements = self.fixed_elements(f, annotation);
                let array = self.new_array(f, Fill::Zeros, array, values, span);
                match elements {
                    Some(elements) => self.with_elements(f, array, &elements),
                    None => array,
                }
            }
            Type::Int | Type::Scalar | Type::Complex | Type::Enum(_) if values.len() == 1 => {
                let value = values.into_iter().next().expect("one value");
                self.coerce(f, value, &ty, "the argument")
            }
            Type::Error => error(span),
            _ => self.unsupported_expr(span, "constructors of this type"),
        }
    }

    /// A new array of an element type for dimension arguments; `base` gives element type and, for `cube(…)`, what is known.
    pub(super) fn new_array(
        &mut self,
        f: &mut Frame<'a>,
        fill: Fill,
        base: ArrayType,
        dims: Vec<Expr>,
        span: Span,
    ) -> Expr {
        if dims.iter().any(|dim| dim.ty == Type::Error) {
            return error(span);
        }
        let dims = if dims.is_empty() && base.known_sizes().is_some() {
            base.known_sizes()
                .into_iter()
                .flatten()
                .map(|size| int(size, span))
                .collect()
        } else {
            dims
        };
        let mut dims = dims;
        if base.modifiers.column && dims.len() == 1 && dims[0].ty.is_number() {
            dims.push(int(1, span));
        }
        let (dims, sizes) = match self.dimensions_of(f, dims, span) {
            Some(found) => found,
            None => return error(span),
        };
        let ty = match sizes {
            Some(sizes) => Type::Array(ArrayType {
                elem: base.elem,
                sizes,
                any_rank: false,
                modifiers: base.modifiers,
            }),
            None if base.any_rank => Type::Array(base),
            None => Type::Array(ArrayType {
                any_rank: true,
                sizes: Vec::new(),
                ..base
            }),
        };
        Expr {
            ty,
            span,
            kind: ExprKind::NewArray { fill, dims },
        }
    }

    /// Dimension arguments as ints (or one vector), with the sizes they give; none for the sizes: unknown number of dimensions.
    pub(super) fn dimensions_of(
        &mut self,
        f: &mut Frame<'a>,
        dims: Vec<Expr>,
        span: Span,
    ) -> Option<(Vec<Expr>, Option<Vec<Size>>)> {
        if dims.len() == 1 && dims[0].ty.as_array().is_some() {
            let vector = dims.into_iter().next().expect("one value");
            let array = vector.ty.as_array().expect("just seen");
            let wrong = match (array.elem.is_real(), may_be_line(array)) {
                (false, _) => Some(("ints", "no sizes")),
                (true, false) => Some(("a vector", "has more than one dimension")),
                (true, true) => None,
            };
            if let Some((right, label)) = wrong {
                let message = format!("the sizes of an array are {right}, not a `{array}`");
                self.report(
                    Report::new(Code::TypeMismatch, vector.span, message)
                        .label(label)
                        .help("`size(x)` gives the sizes of an array `x`"),
                );
                return None;
            }
            let count = array.known_numel().unwrap_or(0);
            if count > 16 {
                self.report(
                    Report::new(
                        Code::TooManyDimensions,
                        span,
                        format!("an array cannot have {count} dimensions"),
                    )
                    .label("1 to 16"),
                );
                return None;
            }
            return Some(self.vector_dimensions(f, vector, span));
        }
        let mut ints = Vec::new();
        for dim in dims {
            match dim.ty {
                Type::Int | Type::Scalar | Type::Enum(_) | Type::Union(_) => {
                    ints.push(self.to_whole(f, dim, "a size"));
                }
                Type::Error => return None,
                _ => {
                    self.report(
                        Report::new(
                            Code::TypeMismatch,
                            dim.span,
                            format!("a size is an int, not a `{}`", dim.ty),
                        )
                        .label("a number is needed"),
                    );
                    return None;
                }
            }
        }
        if ints.len() > 16 {
            self.report(
                Report::new(
                    Code::TooManyDimensions,
                    span,
                    format!("an array cannot have {} dimensions", ints.len()),
                )
                .label("1 to 16"),
            );
            return None;
        }
        let sizes = ints.iter().map(|dim| self.size_of(f, dim)).collect();
        Some((ints, Some(sizes)))
    }

    fn vector_dimensions(
        &mut self,
        f: &mut Frame<'a>,
        vector: Expr,
        span: Span,
    ) -> (Vec<Expr>, Option<Vec<Size>>) {
        if let ExprKind::Builtin(crate::builtins::Builtin::Size, args) = &vector.kind
            && args.len() == 1
            && let Type::Array(array) = &args[0].ty
        {
            let sizes = (!array.any_rank).then(|| array.sizes.clone());
            return (vec![vector], sizes);
        }
        let vector = self.to_elem(vector, Elem::Int);
        match vector.ty.as_array().and_then(ArrayType::known_numel) {
            Some(count) if count <= 16 => {
                let values = self.unpack(f, vector, span);
                let sizes = values.iter().map(|dim| self.size_of(f, dim)).collect();
                (values, Some(sizes))
            }
            _ => (vec![vector], None),
        }
    }

    /// The size that an int is; unknown ones are remembered by name for variables.
    pub(super) fn size_of(&mut self, f: &mut Frame<'a>, value: &Expr) -> Size {
        match self.known_size(f, value) {
            Size::Open => {
                if let ExprKind::Var(var) = value.kind {
                    let size = self.fresh_size();
                    f.env.known.insert(Slot::Var(var), size);
                    return size;
                }
                Size::Open
            }
            size => size,
        }
    }

    fn call_name(
        &mut self,
        f: &mut Frame<'a>,
        name: Symbol,
        name_span: Span,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        if let Some(binding) = self.lookup(f, name) {
            return match binding {
                Binding::Nested(nested) => {
                    let value = self.nested_value(f, &nested, name_span);
                    self.call_value(f, value, args, span)
                }
                Binding::Variable(variable) => {
                    let value = self.read_variable(name, &variable, name_span);
                    let before = self.reports.len();
                    let result = self.call_value(f, value, args, span);
                    self.explain_hidden_function(before, name, variable.span);
                    result
                }
                Binding::Conflict { .. } => self.expr_conflict(f, name, name_span),
            };
        }
        if let Some((own, def, closure)) = f.own
            && own == name
            && closure.is_some()
        {
            return self.call_self(f, def, closure, args, span);
        }
        let text = self.text(name);
        match text {
            "parallel_do" => return self.launch(f, args, false, span),
            "serial_do" => return self.launch(f, args, true, span),
            // Programs may have a function of that name.
            "schedule" if !self.functions.contains_key(&name) => {
                return self.schedule(f, args, span);
            }
            _ => {}
        }
        if let Some(defs) = self.functions.get(&name).cloned() {
            return self.call_overloaded(f, name, &defs, args, span);
        }
        if let Some(builtin) = crate::builtins::find(text) {
            return self.call_builtin(f, builtin, args, span);
        }
        if let Some(value) = self.special_form(f, text, args, span) {
            return value;
        }
        self.unknown_function(f, name, name_span)
    }

    /// Says of a variable that cannot be called that it hides a function.
    fn explain_hidden_function(&mut self, before: usize, name: Symbol, variable: Span) {
        let text = self.text(name);
        let is_function =
            self.functions.contains_key(&name) || crate::builtins::find(text).is_some();
        let Some(last) = self
            .reports
            .len()
            .checked_sub(1)
            .filter(|last| *last >= before)
        else {
            return;
        };
        if is_function && self.reports[last].code == Code::NotCallable {
            let report = self.reports.remove(last);
            let report = report
                .also(
                    variable,
                    format!("a variable that hides the function `{text}`"),
                )
                .help("give the variable another name");
            self.report(report);
        }
    }

    fn expr_conflict(&mut self, f: &mut Frame<'a>, name: Symbol, span: Span) -> Expr {
        let _ = f;
        let text = self.text(name);
        self.unsupported_expr(
            span,
            &format!("calls of `{text}`, whose type depends on the path taken,"),
        )
    }

    fn unknown_meta(&mut self, name: Symbol, span: Span) -> Expr {
        let text = self.text(name);
        let message = format!("there is no meta function `{text}`");
        self.report(
            Report::new(Code::UnknownFunction, span, message)
                .label("nobody defines it")
                .maybe_help(did_you_mean(text, META_FUNCTIONS)),
        );
        error(span)
    }

    fn unknown_function(&mut self, f: &Frame<'a>, name: Symbol, span: Span) -> Expr {
        let text = self.text(name);
        if let Some(what) = self.unsupported.get(&name) {
            return self.unsupported_expr(span, what);
        }
        let candidates: Vec<&str> = f
            .env
            .names
            .keys()
            .chain(self.functions.keys())
            .chain(self.type_defs.keys())
            .map(|symbol| self.text(*symbol))
            .chain(crate::builtins::ROWS.iter().map(|row| row.name))
            .chain([
                "parallel_do",
                "serial_do",
                "schedule",
                "zeros",
                "ones",
                "uninit",
                "print",
                "error",
                "assert",
            ])
            .collect();
        let help = instead(Place::Function, text).or_else(|| did_you_mean(text, candidates));
        self.report(
            Report::new(
                Code::UnknownFunction,
                span,
                format!("unknown function `{text}`"),
            )
            .label("nobody defines it")
            .maybe_help(help),
        );
        error(span)
    }

    /// `f[3](…)`: an explicit instance of a generic function.
    fn call_instance(
        &mut self,
        f: &mut Frame<'a>,
        index: &'a ast::Index,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let generic = index
            .base
            .as_name()
            .and_then(|name| self.functions.get(&name.name)?.first().copied());
        let Some(def) = generic.filter(|def| !self.generics_of(*def).is_empty()) else {
            let callee = self.index(f, index, span);
            return self.call_value(f, callee, args, span);
        };
        let params = self.generics_of(def);
        if index.args.len() > params.len() {
            let message = format!(
                "`{}` has {}, not {}",
                self.defs[def].name,
                counted(params.len(), "generic parameter"),
                index.args.len()
            );
            self.report(
                Report::new(Code::ArgumentCount, index.base.span, message)
                    .label("too many values in brackets")
                    .also(self.defs[def].span, "defined here"),
            );
            return error(span);
        }
        let mut generics = Vec::new();
        for (param, arg) in params.iter().zip(&index.args) {
            if let Some(value) = self.constant_int(f, &arg.value) {
                generics.push((param.name.name, value));
            }
        }
        let values = self.arguments(f, args);
        self.call_def(f, def, None, None, values, generics, span)
    }

    /// Calls a function value.
    pub(super) fn call_value(
        &mut self,
        f: &mut Frame<'a>,
        callee: Expr,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        match &callee.ty {
            Type::Error => {
                self.arguments(f, args);
                error(span)
            }
            Type::Union(_) => {
                let arguments = self.arguments(f, args);
                self.call_any(f, callee, arguments, span)
            }
            Type::Closure(closure) => {
                let (closure, def) = (*closure, self.closures[*closure].def);
                let values = self.arguments_to(f, args, Some(def));
                self.call_def(
                    f,
                    def,
                    Some(closure),
                    Some(callee),
                    values,
                    Vec::new(),
                    span,
                )
            }
            _ => self.not_callable(&callee),
        }
    }

    /// Calls a value that is one of several functions.
    fn call_any(
        &mut self,
        f: &mut Frame<'a>,
        callee: Expr,
        arguments: Vec<Argument>,
        span: Span,
    ) -> Expr {
        let names: Vec<Option<ast::Ident>> = arguments.iter().map(|arg| arg.name).collect();
        let mut values = vec![callee];
        values.extend(arguments.into_iter().map(|argument| argument.value));
        if values.iter().any(|value| value.ty == Type::Error) {
            return error(span);
        }
        self.distribute(f, values, span, &mut |checker, f, mut values| {
            let callee = values.remove(0);
            let Type::Closure(closure) = callee.ty else {
                return checker.not_callable(&callee);
            };
            let def = checker.closures[closure].def;
            let arguments = named(&names, values);
            checker.call_def(
                f,
                def,
                Some(closure),
                Some(callee),
                arguments,
                Vec::new(),
                span,
            )
        })
    }

    fn not_callable(&mut self, callee: &Expr) -> Expr {
        let mut report = Report::new(
            Code::NotCallable,
            callee.span,
            format!("a `{}` cannot be called", callee.ty),
        )
        .label(format!("`{}`", callee.ty));
        if callee.ty.as_array().is_some() {
            report = report.help("elements are read with brackets: `x[i]`");
        }
        self.report(report);
        error(callee.span)
    }

    /// A nested function calls itself: its captures are handed on.
    fn call_self(
        &mut self,
        f: &mut Frame<'a>,
        def: DefId,
        closure: Option<ClosureId>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let captured = closure.map(|closure| {
            let data = self.closures[closure].clone();
            let values = data
                .captures
                .iter()
                .map(|(name, ty)| match f.slots.get(&(*name, ty.clone())) {
                    Some(var) => Slot::Var(*var).read(ty.clone(), span),
                    None => error(span),
                })
                .collect();
            Expr {
                ty: Type::Closure(closure),
                span,
                kind: ExprKind::MakeClosure(closure, values),
            }
        });
        let values = self.arguments_to(f, args, Some(def));
        self.call_def(f, def, closure, captured, values, Vec::new(), span)
    }

    /// Evaluates arguments; spreads are unpacked, annotations convert.
    pub(super) fn arguments(&mut self, f: &mut Frame<'a>, args: &'a [ast::Arg]) -> Vec<Argument> {
        self.arguments_to(f, args, None)
    }

    /// The same for a known callee, which tells how many elements a vector of unknown length must have.
    fn arguments_to(
        &mut self,
        f: &mut Frame<'a>,
        args: &'a [ast::Arg],
        def: Option<DefId>,
    ) -> Vec<Argument> {
        let mut values = Vec::new();
        for arg in args {
            if let ast::ExprKind::Spread(inner) = &arg.value.kind {
                let vector = self.expr_or_void(f, inner);
                if let (Some(def), true) = (def, open_length(&vector)) {
                    values.extend(self.spread_open(f, vector, (def, args.len() - 1), arg.span));
                    continue;
                }
                values.extend(
                    self.spread(f, vector, arg.span)
                        .into_iter()
                        .map(|value| Argument::new(None, value)),
                );
                continue;
            }
            let mut value = self.expr(f, &arg.value);
            if let Some(annotation) = &arg.ty {
                let ty = self.annotation(f, annotation, Some(&value.ty));
                value = self.coerce(f, value, &ty, "the argument");
            }
            values.push(Argument::new(arg.name, value));
        }
        values
    }

    /// `...v` of unknown length: the rest parameter itself, or as many elements as there are parameters left, checked at run time.
    fn spread_open(
        &mut self,
        f: &mut Frame<'a>,
        vector: Expr,
        (def, others): (DefId, usize),
        span: Span,
    ) -> Vec<Argument> {
        let params = self.params(def);
        if params.last().is_some_and(|param| param.variadic) && others + 1 == params.len() {
            return vec![Argument {
                name: None,
                value: vector,
                whole: true,
            }];
        }
        let count = params.len().saturating_sub(others);
        let (stmts, values) = self.exactly(f, vector, count, span);
        let mut stmts = Some(stmts);
        values
            .into_iter()
            .map(|value| {
                let stmts = stmts.take().unwrap_or_default();
                Argument::new(None, super::union::sequence(stmts, value, span))
            })
            .collect()
    }

    /// `...v` among arguments: the elements of a vector or the outputs of a call.
    fn spread(&mut self, f: &mut Frame<'a>, value: Expr, span: Span) -> Vec<Expr> {
        let Type::Tuple(parts) = &value.ty else {
            return self.unpack(f, value, span);
        };
        let parts = parts.clone();
        let vars: Vec<_> = parts
            .iter()
            .map(|ty| self.temporary(f, "part", ty.clone(), span))
            .collect();
        let targets = vars
            .iter()
            .map(|var| crate::hir::Target::Var(*var))
            .collect();
        let unpack = crate::hir::Stmt {
            span,
            kind: crate::hir::StmtKind::Unpack { targets, value },
        };
        vars.iter()
            .zip(parts)
            .enumerate()
            .map(|(index, (var, ty))| {
                let read = Slot::Var(*var).read(ty.clone(), span);
                if index > 0 {
                    return read;
                }
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Sequence(vec![unpack.clone()], Box::new(read)),
                }
            })
            .collect()
    }

    /// Calls the overload that fits the arguments best.
    fn call_overloaded(
        &mut self,
        f: &mut Frame<'a>,
        name: Symbol,
        defs: &[DefId],
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let functional = defs.iter().any(|def| {
            self.params(*def)
                .iter()
                .any(|param| param.ty.as_ref().is_some_and(Self::is_function_type))
        });
        let values = if functional {
            self.arguments_for(f, defs, args)
        } else {
            let only = (defs.len() == 1).then(|| defs[0]);
            self.arguments_to(f, args, only)
        };
        if values
            .iter()
            .any(|argument| argument.value.ty == Type::Error)
        {
            return error(span);
        }
        if let [def] = defs {
            return self.call_def(f, *def, None, None, values, Vec::new(), span);
        }
        if values.iter().any(|argument| is_union(&argument.value.ty)) {
            let names: Vec<Option<ast::Ident>> = values.iter().map(|arg| arg.name).collect();
            let values = values.into_iter().map(|argument| argument.value).collect();
            return self.distribute(f, values, span, &mut |checker, f, values| {
                checker.call_best(f, name, defs, named(&names, values), span)
            });
        }
        self.call_best(f, name, defs, values, span)
    }

    fn call_best(
        &mut self,
        f: &mut Frame<'a>,
        name: Symbol,
        defs: &[DefId],
        values: Vec<Argument>,
        span: Span,
    ) -> Expr {
        match self.best_overload(f, defs, &values) {
            Some(def) => self.call_def(f, def, None, None, values, Vec::new(), span),
            None => self.no_overload(name, defs, &values, span),
        }
    }

    /// Arguments for functions with parameters of function type: a lambda there gets the parameter's signature.
    fn arguments_for(
        &mut self,
        f: &mut Frame<'a>,
        defs: &[DefId],
        args: &'a [ast::Arg],
    ) -> Vec<Argument> {
        let [def] = defs else {
            return self.arguments(f, args);
        };
        let params = self.params(*def);
        let mut values = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let param = match arg.name {
                Some(name) => params.iter().find(|param| param.name.name == name.name),
                None => params.get(index),
            };
            match (&arg.value.kind, param.and_then(|param| param.ty.as_ref())) {
                (ast::ExprKind::Lambda(lambda), Some(annotation)) => {
                    // A generic type is not known before all arguments are.
                    let generic = !self.generics_of(*def).is_empty();
                    let signature = match generic {
                        true => None,
                        false => self.signature(f, annotation),
                    };
                    let value = self.lambda(f, lambda, arg.value.span, signature);
                    values.push(Argument::new(arg.name, value));
                }
                _ => values.extend(self.arguments(f, std::slice::from_ref(arg))),
            }
        }
        values
    }

    /// The definition that fits best; host code prefers a host function to a device function with the same parameters, kernels can only call device functions.
    pub(super) fn best_overload(
        &mut self,
        f: &mut Frame<'a>,
        defs: &[DefId],
        values: &[Argument],
    ) -> Option<DefId> {
        let on_host = f.space == Space::Host;
        let mut best: Option<(Rank, DefId)> = None;
        for (order, def) in defs.iter().enumerate() {
            let space = self.defs[*def].space;
            if !on_host && space != Space::Device {
                continue;
            }
            if let Some(fits) = self.overload_fit(f, *def, values) {
                let device = on_host && space == Space::Device;
                let rank = Rank::of_overload(fits, device, order);
                if best.as_ref().is_none_or(|(other, _)| rank < *other) {
                    best = Some((rank, *def));
                }
            }
        }
        best.map(|(_, def)| def)
    }

    /// How well arguments fit a definition, per argument; none: not at all.
    fn overload_fit(
        &mut self,
        f: &mut Frame<'a>,
        def: DefId,
        values: &[Argument],
    ) -> Option<Vec<Fit>> {
        let params = self.params(def);
        let variadic = params.last().is_some_and(|param| param.variadic);
        let required = params
            .iter()
            .filter(|param| param.default.is_none() && !param.variadic)
            .count();
        if values.len() < required || (values.len() > params.len() && !variadic) {
            return None;
        }
        let mut fits = Vec::new();
        for (index, argument) in values.iter().enumerate() {
            let param = match argument.name {
                Some(name) => params.iter().find(|param| param.name.name == name.name)?,
                None => params
                    .get(index)
                    .or_else(|| params.last().filter(|param| param.variadic))?,
            };
            let fit = match &param.ty {
                Some(_) if param.variadic => Fit::Untyped,
                annotation => self.fit_of(f, annotation.as_ref(), &argument.value.ty),
            };
            if fit == Fit::No {
                return None;
            }
            fits.push(fit);
        }
        Some(fits)
    }

    pub(super) fn no_overload(
        &mut self,
        name: Symbol,
        defs: &[DefId],
        values: &[Argument],
        span: Span,
    ) -> Expr {
        let types: Vec<String> = values
            .iter()
            .map(|argument| argument.value.ty.to_string())
            .collect();
        let text = self.text(name);
        let mut report = Report::new(
            Code::NoOverload,
            span,
            format!("no `{text}` takes ({})", types.join(", ")),
        )
        .label("none of the definitions fits");
        for def in defs {
            report = report.also(self.defs[*def].span, "one of them");
        }
        self.report(report);
        error(span)
    }

    /// Calls a definition with arguments.
    #[allow(clippy::too_many_arguments, reason = "the parts of one call")]
    pub(super) fn call_def(
        &mut self,
        f: &mut Frame<'a>,
        def: DefId,
        closure: Option<ClosureId>,
        captured: Option<Expr>,
        values: Vec<Argument>,
        mut generics: Vec<(Symbol, i32)>,
        span: Span,
    ) -> Expr {
        let self_target = self.self_target.take();
        if self.has_misplaced_rest(def)
            || !self.may_call(f, def, span)
            || values
                .iter()
                .any(|argument| argument.value.ty == Type::Error)
        {
            return error(span);
        }
        if values.iter().any(|argument| is_union(&argument.value.ty)) {
            let names: Vec<Option<ast::Ident>> = values.iter().map(|arg| arg.name).collect();
            let values = values.into_iter().map(|argument| argument.value).collect();
            return self.distribute(f, values, span, &mut |checker, f, values| {
                let (captured, generics) = (captured.clone(), generics.clone());
                let values = named(&names, values);
                checker.self_target = self_target.clone();
                checker.call_def(f, def, closure, captured, values, generics, span)
            });
        }
        if self.defs[def].space == Space::Device && !self.device_arguments(f, &values) {
            return error(span);
        }
        let Some(args) = self.bind_arguments(f, def, values, &mut generics, span) else {
            return error(span);
        };
        let types = args
            .iter()
            .map(|arg| arg.as_ref().map(|arg| arg.ty.clone()))
            .collect();
        let texts = self.constant_texts(f, def, &args);
        let params: Vec<&'a ast::Param> = self.params(def).iter().collect();
        self.specialise(f, def, &params, &args, &mut generics);
        let key = InstanceKey {
            def,
            args: types,
            closure,
            rank: None,
            generics,
            texts,
        };
        let changes_self = self.changes_self(&key);
        let form = match captured.as_ref().filter(|_| closure.is_some()) {
            Some(callee) => form_of(callee),
            None if self.has_self(def) => CallForm::Method,
            None => CallForm::Function,
        };
        let Some((instance, outputs)) = self.instantiate(key, span) else {
            return error(span);
        };
        let args = args.into_iter().flatten().collect();
        let captured = captured
            .filter(|_| closure.is_some_and(|closure| !self.closures[closure].captures.is_empty()))
            .map(Box::new);
        let outputs: Vec<Type> = outputs.iter().map(|ty| self.outside(ty)).collect();
        let outputs = self.check_outputs(def, outputs, span);
        let call = Expr {
            ty: given(&outputs),
            span,
            kind: ExprKind::Call {
                instance,
                args,
                captured,
                form,
            },
        };
        if changes_self {
            return self.give_back(f, call, outputs, self_target);
        }
        call
    }

    /// `{!auto_specialize}`: parameters that get known ints are constants of the instance, like generic sizes.
    pub(super) fn specialise(
        &self,
        f: &Frame<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        args: &[Option<Expr>],
        generics: &mut Vec<(Symbol, i32)>,
    ) {
        let DefSource::Function(function) = self.defs[def].source else {
            return;
        };
        if !self.has_attribute(def, "auto_specialize") {
            return;
        }
        let assigned = crate::resolve::names::assignments(&function.body);
        for (param, arg) in params.iter().zip(args) {
            let name = param.name.name;
            let known = arg
                .as_ref()
                .filter(|arg| arg.ty == Type::Int && !assigned.contains_key(&name))
                .map(|arg| self.known_size(f, arg));
            if let Some(Size::Known(value)) = known {
                generics.push((name, value));
            }
        }
    }

    /// Arrays of elements of unknown types do not go to device functions; strings, types and objects only from host code.
    fn device_arguments(&mut self, f: &Frame<'a>, values: &[Argument]) -> bool {
        let host_only =
            |ty: &Type| *ty == Type::String || self.is_type_value(ty) || ty.open_class().is_some();
        let found = values.iter().find_map(|argument| {
            let ty = &argument.value.ty;
            let why = match (host_only(ty), f.space) {
                (true, Space::Host) => return None,
                (true, Space::Device | Space::Kernel) => "exists in host code only",
                (false, _) if holds_cells(ty) => {
                    "the types of its elements are known only when running"
                }
                (false, _) => return None,
            };
            Some((argument.value.span, ty.clone(), why))
        });
        let Some((span, ty, why)) = found else {
            return true;
        };
        let message = format!("values of type `{ty}` cannot be passed to a device function");
        let message = match host_only(&ty) {
            true => format!("{message} from a kernel or device function"),
            false => message,
        };
        self.report(Report::new(Code::HostOnly, span, message).label(why));
        false
    }

    /// Constant strings for parameters that the body matches: the instance is made for them.
    fn constant_texts(
        &self,
        f: &Frame<'a>,
        def: DefId,
        args: &[Option<Expr>],
    ) -> Vec<(Symbol, String)> {
        let DefSource::Function(function) = self.defs[def].source else {
            return Vec::new();
        };
        let matched = crate::resolve::names::matched_names(&function.body);
        function
            .params
            .iter()
            .zip(args)
            .filter(|(param, _)| matched.contains(&param.name.name))
            .filter_map(|(param, arg)| Some((param.name.name, self.known_text(f, arg.as_ref()?)?)))
            .collect()
    }

    /// Outputs that are never assigned are reported once.
    fn check_outputs(&mut self, def: DefId, outputs: Vec<Type>, span: Span) -> Vec<Type> {
        let DefSource::Function(function) = self.defs[def].source else {
            return outputs;
        };
        let missing = function
            .outputs
            .iter()
            .zip(&outputs)
            .find(|(_, ty)| **ty == Type::Void);
        if let Some((output, _)) = missing {
            self.report_without_output(def, output, span);
        }
        outputs
            .into_iter()
            .map(|ty| if ty == Type::Void { Type::Error } else { ty })
            .collect()
    }

    /// Says once that an output is never assigned; again where a walk that said it was discarded.
    fn report_without_output(&mut self, def: DefId, output: &ast::Output, span: Span) {
        let (name, text) = (&self.defs[def].name, self.text(output.name.name));
        let report = Report::new(
            Code::OutputNotSet,
            output.name.span,
            format!("`{name}` never gives its output `{text}` a value"),
        );
        let said =
            |earlier: &Report| earlier.span() == report.span() && earlier.message == report.message;
        if !self.reports.iter().any(said) {
            self.report(
                report
                    .label("an output without a value")
                    .also(span, "called here"),
            );
        }
    }

    /// Whether a rest parameter stands where none can; that was reported at the definition.
    pub(super) fn has_misplaced_rest(&self, def: DefId) -> bool {
        let params = self.params(def);
        let last = params.len().saturating_sub(1);
        let kernel = self.defs[def].space == Space::Kernel;
        params
            .iter()
            .enumerate()
            .any(|(index, param)| param.variadic && (kernel || index != last))
    }

    /// Kernels are launched, host functions do not run in kernels.
    fn may_call(&mut self, f: &Frame<'a>, def: DefId, span: Span) -> bool {
        let (space, name) = (self.defs[def].space, self.defs[def].name.clone());
        let lambda = matches!(self.defs[def].source, DefSource::Lambda(_));
        match (f.space, space) {
            (_, Space::Kernel) => {
                self.report(
                    Report::new(
                        Code::KernelCalled,
                        span,
                        format!("the kernel `{name}` cannot be called"),
                    )
                    .label("runs only in a launch")
                    .help(format!("write `parallel_do(dims, …, {name})`")),
                );
                false
            }
            (Space::Kernel | Space::Device, Space::Host) if !lambda => {
                let place = if f.space == Space::Kernel {
                    "kernel"
                } else {
                    "device function"
                };
                self.report(
                    Report::new(
                        Code::HostCallInKernel,
                        span,
                        format!("a {place} cannot call the host function `{name}`"),
                    )
                    .label("a host function")
                    .also(self.defs[def].span, "defined here")
                    .help("declare it `__device__`"),
                );
                false
            }
            _ => true,
        }
    }

    /// One value per parameter (none: absent) in the types that the instance takes.
    pub(super) fn bind_arguments(
        &mut self,
        f: &mut Frame<'a>,
        def: DefId,
        values: Vec<Argument>,
        generics: &mut Vec<(Symbol, i32)>,
        span: Span,
    ) -> Option<Vec<Option<Expr>>> {
        let params: Vec<&'a ast::Param> = self.params(def).iter().collect();
        self.bind_to_params(f, def, &params, values, generics, span)
    }

    pub(super) fn bind_to_params(
        &mut self,
        f: &mut Frame<'a>,
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
                        let text = self.text(name.name);
                        self.report(
                            Report::new(
                                Code::NamedArgument,
                                name.span,
                                format!("`{text}` is given twice"),
                            )
                            .label("again"),
                        );
                        return None;
                    }
                    bound[index] = Some(argument.value);
                }
                None if variadic && next + 1 >= params.len() => rest.push(argument),
                None if next < params.len() => {
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

    /// The array that a rest parameter is: of its declared element type, else whatever holds all arguments.
    fn rest_argument(
        &mut self,
        f: &mut Frame<'a>,
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
        let declared = param.ty.as_ref().map(|ty| self.annotation(f, ty, None));
        let elem = declared
            .as_ref()
            .and_then(Type::as_array)
            .map(|array| array.elem);
        let host = self.defs[def].space == Space::Host;
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
        f: &mut Frame<'a>,
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
            let (text, function) = (self.text(name.name), self.defs[def].name.clone());
            let names: Vec<&str> = params
                .iter()
                .map(|param| self.text(param.name.name))
                .collect();
            self.report(
                Report::new(
                    Code::NamedArgument,
                    name.span,
                    format!("`{function}` has no parameter `{text}`"),
                )
                .label("not a parameter")
                .also(self.defs[def].span, "defined here")
                .maybe_help(did_you_mean(text, names)),
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
    fn report_argument_count(
        &mut self,
        def: DefId,
        params: &[&'a ast::Param],
        missing: &[Symbol],
        given: usize,
        span: Span,
    ) {
        let name = self.defs[def].name.clone();
        let required = params
            .iter()
            .filter(|param| param.default.is_none() && !param.variadic)
            .count();
        let variadic = params.last().is_some_and(|param| param.variadic);
        let count = match (required == params.len(), variadic) {
            (true, _) => counted(required, "argument"),
            (false, true) => format!("at least {}", counted(required, "argument")),
            (false, false) => format!("{required} to {}", counted(params.len(), "argument")),
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
            .also(self.defs[def].span, "defined here"),
        );
    }

    fn convert_arguments(
        &mut self,
        f: &mut Frame<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        bound: Vec<Option<Expr>>,
        generics: &mut Vec<(Symbol, i32)>,
        span: Span,
    ) -> Option<Vec<Option<Expr>>> {
        let saved = (
            std::mem::take(&mut f.generic_types),
            std::mem::take(&mut f.generics),
        );
        let result = self.convert_each(f, def, params, bound, generics, span);
        (f.generic_types, f.generics) = saved;
        if let Some(args) = &result {
            self.warn_copies(def, params, args);
        }
        result
    }

    /// An array variable whose elements are converted for a parameter is a copy: the function's stores are lost.
    fn warn_copies(&mut self, def: DefId, params: &[&'a ast::Param], args: &[Option<Expr>]) {
        let DefSource::Function(function) = self.defs[def].source else {
            return;
        };
        for (param, arg) in params.iter().zip(args) {
            let Some(inner) = arg.as_ref().and_then(copied_variable) else {
                continue;
            };
            let stores = crate::resolve::names::stores(&function.body);
            if let Some(&stored) = stores.get(&param.name.name) {
                self.report_copy(def, param, inner, stored);
            }
        }
    }

    fn report_copy(&mut self, def: DefId, param: &ast::Param, given: &Expr, stored: Span) {
        let (function, name) = (&self.defs[def].name, self.text(param.name.name));
        let message = format!("`{function}` changes `{name}`, which is a copy of this array");
        let report = Report::new(Code::CopiedArgument, given.span, message)
            .label(format!("a `{}`, whose elements are converted", given.ty))
            .also(stored, "changes the copy")
            .help("make the array with the element type of the parameter");
        self.report(report);
    }

    fn convert_each(
        &mut self,
        f: &mut Frame<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        bound: Vec<Option<Expr>>,
        generics: &mut Vec<(Symbol, i32)>,
        span: Span,
    ) -> Option<Vec<Option<Expr>>> {
        f.generic_types = self.defs[def].outer_types.clone();
        self.deduce_generics(def, params, &bound, generics);
        f.generics = generics.iter().copied().collect();
        self.deduce_types(f, def, params, &bound);
        if !self.generics_are_known(f, def, params, span) {
            return None;
        }
        let signature = self.defs[def].signature.clone();
        let given = (params.iter().zip(&bound))
            .filter(|(param, value)| value.is_some() && !param.variadic)
            .count();
        let missing: Vec<Symbol> = (params.iter().zip(&bound))
            .filter(|(param, value)| value.is_none() && param.default.is_none())
            .map(|(param, _)| param.name.name)
            .collect();
        let mut converted = Vec::new();
        for (index, (param, value)) in params.iter().zip(bound).enumerate() {
            let Some(value) = value else {
                if param.default.is_none() {
                    self.report_argument_count(def, params, &missing, given, span);
                    return None;
                }
                converted.push(None);
                continue;
            };
            let errors = self.reports.len();
            let value = match (
                &param.ty,
                signature
                    .as_ref()
                    .and_then(|signature| signature.inputs.get(index)),
            ) {
                (Some(annotation), _) => self.argument_of_type(f, param, annotation, value),
                (None, Some(ty)) => self.coerce(f, value, &ty.clone(), "the argument"),
                (None, None) => value,
            };
            if self.reports.len() > errors && self.reports[errors..].iter().any(Report::is_error) {
                return None;
            }
            let ty = key_type(&value.ty);
            converted.push(Some(super::flow::convert_to(value, &ty)));
        }
        Some(converted)
    }

    fn argument_of_type(
        &mut self,
        f: &mut Frame<'a>,
        param: &'a ast::Param,
        annotation: &'a ast::TypeExpr,
        value: Expr,
    ) -> Expr {
        if Self::is_function_type(annotation) {
            if !are_functions(&value.ty) {
                let text = self.text(param.name.name);
                self.report(
                    Report::new(
                        Code::TypeMismatch,
                        value.span,
                        format!(
                            "the argument for `{text}` is a `{}`, not a function",
                            value.ty
                        ),
                    )
                    .label("a function is needed")
                    .also(param.span, "the parameter"),
                );
            }
            return value;
        }
        let annotated = if param.variadic {
            None
        } else {
            Some(annotation)
        };
        let Some(annotation) = annotated else {
            return value;
        };
        let ty = self.annotation(f, annotation, Some(&value.ty));
        if self.text(param.name.name) == "self"
            && ty.class().is_some()
            && ty.class() == value.ty.class()
        {
            // A method of what a pointer refers to works on the object itself.
            return value;
        }
        let ty = super::convert::with_known_sizes(ty, &value.ty);
        let text = self.text(param.name.name);
        self.coerce(f, value, &ty, &format!("the argument for `{text}`"))
    }

    /// Generic sizes and element types from the arguments.
    fn deduce_generics(
        &mut self,
        def: DefId,
        params: &[&'a ast::Param],
        bound: &[Option<Expr>],
        generics: &mut Vec<(Symbol, i32)>,
    ) {
        for generic in self.generics_of(def) {
            let name = generic.name.name;
            if generics.iter().any(|(known, _)| *known == name) {
                continue;
            }
            for (param, value) in params.iter().zip(bound) {
                let (Some(annotation), Some(value)) = (&param.ty, value) else {
                    continue;
                };
                if let Some(size) = self.generic_size_in(annotation, name, &value.ty) {
                    generics.push((name, size));
                    break;
                }
            }
        }
    }

    /// Reports a generic size that no argument gives.
    fn generics_are_known(
        &mut self,
        f: &Frame<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        span: Span,
    ) -> bool {
        let unknown = self.generics_of(def).iter().find(|generic| {
            let name = generic.name.name;
            let is_size = |param: &&ast::Param| {
                param
                    .ty
                    .as_ref()
                    .is_some_and(|ty| super::annotation::has_size(ty, name))
            };
            !f.generics.contains_key(&name)
                && !f.generic_types.contains_key(&name)
                && (generic.ty.is_some() || params.iter().any(is_size))
        });
        let Some(generic) = unknown else {
            return true;
        };
        let (name, function) = (self.text(generic.name.name), &self.defs[def].name);
        let report = Report::new(
            Code::NotConstant,
            span,
            format!("the size `{name}` of `{function}` does not follow from the arguments"),
        )
        .label("no known size fits")
        .also(generic.name.span, "the generic parameter")
        .help(format!(
            "give it explicitly, as in `{function}[3](…)`, or give the argument a known size"
        ));
        self.report(report);
        false
    }

    /// Type parameters from the arguments: `T` of `x : stack[T]`.
    fn deduce_types(
        &mut self,
        f: &mut Frame<'a>,
        def: DefId,
        params: &[&'a ast::Param],
        bound: &[Option<Expr>],
    ) {
        for generic in self.generics_of(def) {
            let name = generic.name.name;
            let known = params.iter().zip(bound).find_map(|(param, value)| {
                self.generic_type_in(param.ty.as_ref()?, name, &value.as_ref()?.ty)
            });
            if let Some(ty) = known {
                f.generic_types.entry(name).or_insert(ty);
            }
        }
    }

    // ---------------------------------------------------------------------------------------------------- closures

    /// A named function as a value.
    pub(super) fn function_value(
        &mut self,
        f: &mut Frame<'a>,
        name: Symbol,
        span: Span,
    ) -> Option<Expr> {
        let _ = f;
        let defs = self.functions.get(&name)?;
        let def = defs[0];
        let closure = self.closure(ClosureData {
            def,
            captures: Vec::new(),
            types: Vec::new(),
        });
        Some(Expr {
            ty: Type::Closure(closure),
            span,
            kind: ExprKind::MakeClosure(closure, Vec::new()),
        })
    }

    pub(super) fn closure(&mut self, data: ClosureData) -> ClosureId {
        if let Some(id) = self.closure_ids.get(&data) {
            return *id;
        }
        let id = self.closures.push(data.clone());
        self.closure_ids.insert(data, id);
        id
    }

    /// A lambda where it is evaluated: it captures what it reads now.
    pub(super) fn lambda(
        &mut self,
        f: &mut Frame<'a>,
        lambda: &'a ast::Lambda,
        span: Span,
        signature: Option<Signature>,
    ) -> Expr {
        for param in &lambda.params {
            if let Some(default) = &param.default {
                self.report(
                    Report::new(
                        Code::LambdaRestriction,
                        default.span,
                        "a lambda has no optional parameters",
                    )
                    .label("a default value")
                    .help("write a `function`"),
                );
            }
        }
        self.check_lambda_body(&lambda.body);
        let def = self.define_lambda(lambda, span, signature);
        self.capture(f, def, &BTreeMap::new(), span)
    }

    /// Statements within a lambda have no blocks of their own.
    fn check_lambda_body(&mut self, body: &ast::Expr) {
        let ast::ExprKind::Block(block) = &body.kind else {
            return;
        };
        for stmt in &block.stmts {
            let what = match &stmt.kind {
                ast::StmtKind::Function(_) => "nested functions",
                ast::StmtKind::If(_)
                | ast::StmtKind::For(_)
                | ast::StmtKind::While(_)
                | ast::StmtKind::Repeat(_)
                | ast::StmtKind::Match(_)
                | ast::StmtKind::Try(_) => "control structures",
                _ => continue,
            };
            self.report(
                Report::new(
                    Code::LambdaRestriction,
                    stmt.span,
                    format!("a lambda has no {what}"),
                )
                .label("not within a lambda")
                .help("write a `function`"),
            );
        }
    }

    /// The value of a nested function where its name is evaluated.
    pub(super) fn nested_value(&mut self, f: &mut Frame<'a>, nested: &Nested, span: Span) -> Expr {
        self.capture(f, nested.def, &nested.snapshot, span)
    }

    /// Whether all values of a type are made by one definition.
    fn is_closure_of(&self, ty: &Type, def: DefId) -> bool {
        matches!(ty, Type::Closure(closure) if self.closures[*closure].def == def)
    }

    /// A function value: what it reads from outside, from the snapshot of its definition or as it is now.
    fn capture(
        &mut self,
        f: &mut Frame<'a>,
        def: DefId,
        snapshot: &BTreeMap<Symbol, Variable>,
        span: Span,
    ) -> Expr {
        let free = self.defs[def].free.clone();
        let mut captures = Vec::new();
        let mut values = Vec::new();
        for name in free {
            let binding = match snapshot.get(&name) {
                Some(variable) => Some(Binding::Variable(variable.clone())),
                None => f.env.names.get(&name).cloned(),
            };
            let value = match binding {
                // The same lambda, kept from the round before of a loop.
                Some(Binding::Variable(variable))
                    if self.defs[def].own_name == Some(name)
                        && self.is_closure_of(&variable.ty, def) =>
                {
                    continue;
                }
                Some(Binding::Variable(variable)) => self.read_variable(name, &variable, span),
                Some(Binding::Nested(nested)) if nested.def != def => {
                    self.nested_value(f, &nested, span)
                }
                Some(Binding::Nested(_) | Binding::Conflict { .. }) | None => continue,
            };
            captures.push((name, value.ty.clone()));
            values.push(value);
        }
        self.note_reassigned(f, def);
        self.defs[def].outer_types = f.generic_types.clone();
        let types = f.generic_types.clone().into_iter().collect();
        let closure = self.closure(ClosureData {
            def,
            captures,
            types,
        });
        Expr {
            ty: Type::Closure(closure),
            span,
            kind: ExprKind::MakeClosure(closure, values),
        }
    }
}

/// The type of what a call with these outputs gives.
pub(super) fn given(outputs: &[Type]) -> Type {
    match outputs {
        [] => Type::Void,
        [output] => output.clone(),
        _ => Type::Tuple(outputs.to_vec()),
    }
}

/// Whether a value is an array of which the number of elements is not known.
fn open_length(value: &Expr) -> bool {
    let literal = matches!(value.kind, ExprKind::ArrayLiteral(_));
    !literal
        && value
            .ty
            .as_array()
            .is_some_and(|array| array.known_numel().is_none())
}

/// Values as the arguments that they were before.
fn named(names: &[Option<ast::Ident>], values: Vec<Expr>) -> Vec<Argument> {
    names
        .iter()
        .zip(values)
        .map(|(name, value)| Argument::new(*name, value))
        .collect()
}

/// A type as it joins an instance's key: small known extents stay, others are forgotten.
pub(super) fn key_type(ty: &Type) -> Type {
    let Type::Array(array) = ty else {
        return ty.clone();
    };
    let small = array.is_small();
    let sizes = array
        .sizes
        .iter()
        .map(|size| match size {
            Size::Known(n) if small || *n <= KEY_EXTENT => *size,
            Size::Known(_) | Size::Symbol(_) | Size::Open => Size::Open,
        })
        .collect();
    Type::Array(ArrayType {
        sizes,
        ..array.clone()
    })
}

/// How a call through a value says which function it means.
fn form_of(callee: &Expr) -> CallForm {
    if let ExprKind::Var(var) = callee.kind {
        CallForm::Variable(var)
    } else if let ExprKind::Global(global) = callee.kind {
        CallForm::Global(global)
    } else {
        CallForm::Expression
    }
}

/// Whether all elements of an array may lie along one dimension.
fn may_be_line(array: &ArrayType) -> bool {
    let longer = array.sizes.iter().filter(|&&size| size != Size::Known(1));
    let modifiers = array.modifiers;
    array.any_rank || modifiers.row || modifiers.column || longer.count() <= 1
}
