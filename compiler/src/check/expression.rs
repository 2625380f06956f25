//! Expressions: names, literals, operators.
//!
//! *Invariant:* the operands of an operator in the typed tree have one element type; conversions stand where they happen.

use crate::base::{Span, Symbol};
use crate::diag::{Code, Report, did_you_mean};
use crate::hir::{BinaryOp, Expr, ExprKind, Space, UnaryOp};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Modifiers, Size, Type, join_elem};

use super::convert::{both, reshaped, stored};
use super::environment::{Binding, Slot, Variable};
use super::flow::{assign_stmt, convert_to};
use super::{Checker, Frame};

impl<'a> Checker<'a> {
    /// The value of an expression; a report when it has none.
    pub(super) fn expr(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        let value = self.expr_or_void(f, e);
        match value.ty {
            Type::Void => {
                self.report(
                    Report::new(Code::NoValue, e.span, "this gives no value").label("a value is needed here"),
                );
                error(e.span)
            }
            Type::Tuple(ref parts) if !parts.is_empty() => self.first_of(f, value),
            _ => value,
        }
    }

    /// The first value of a call with several outputs.
    fn first_of(&mut self, f: &mut Frame<'a>, value: Expr) -> Expr {
        let Type::Tuple(parts) = &value.ty else {
            return value;
        };
        let (ty, span) = (parts[0].clone(), value.span);
        let var = self.temporary(f, "first", ty.clone(), span);
        let unpack = crate::hir::Stmt {
            span,
            kind: crate::hir::StmtKind::Unpack { targets: vec![crate::hir::Target::Var(var)], value },
        };
        let result = Slot::Var(var).read(ty.clone(), span);
        Expr { ty, span, kind: ExprKind::Sequence(vec![unpack], Box::new(result)) }
    }

    /// The value of an expression, of type `Void` when it has none, a tuple for a call with several outputs.
    pub(super) fn expr_or_void(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        let span = e.span;
        match &e.kind {
            ast::ExprKind::Error => error(span),
            ast::ExprKind::Int(value) => self.int_literal(*value, span),
            ast::ExprKind::Scalar(value) => Expr { ty: Type::Scalar, span, kind: ExprKind::Scalar(*value) },
            ast::ExprKind::Imaginary(value) => Expr { ty: Type::Complex, span, kind: ExprKind::Complex(0.0, *value) },
            ast::ExprKind::String(text) => Expr { ty: Type::String, span, kind: ExprKind::String(text.to_string()) },
            ast::ExprKind::Bool(value) => int(i32::from(*value), span),
            ast::ExprKind::Null => self.unsupported_expr(span, "pointers"),
            ast::ExprKind::Name(name) => self.name(f, *name, span),
            ast::ExprKind::Meta(name) => self.meta(*name, span),
            ast::ExprKind::All => self.misplaced(span, "`:` selects a whole dimension and stands only in an index"),
            ast::ExprKind::Spread(_) => self.misplaced(span, "`...` unpacks a vector and stands only in an index, an argument list or a literal"),
            ast::ExprKind::Range(range) => self.range(f, range, span),
            ast::ExprKind::Vector(items) => self.vector(f, items, span),
            ast::ExprKind::Cell(_) => self.unsupported_expr(span, "cells"),
            ast::ExprKind::Unary(op, operand) => self.unary(f, *op, operand, span),
            ast::ExprKind::Binary(binary) => self.binary(f, binary, span),
            ast::ExprKind::Conditional(conditional) => self.conditional(f, conditional, span),
            ast::ExprKind::Call(call) => self.call(f, call, span),
            ast::ExprKind::Index(index) => self.index(f, index, span),
            ast::ExprKind::Member(_) => self.unsupported_expr(span, "members of objects and classes"),
            ast::ExprKind::Lambda(lambda) => self.lambda(f, lambda, span, None),
            ast::ExprKind::Assign(assign) => self.assign_expr(f, assign, span),
            ast::ExprKind::Exchange(exchange) => self.exchange(f, exchange, span),
            ast::ExprKind::Block(block) => self.sequence(f, block, span),
            ast::ExprKind::Type(_) => self.type_as_value(span),
        }
    }

    pub(super) fn unsupported_expr(&mut self, span: Span, what: &str) -> Expr {
        self.unsupported(span, what);
        error(span)
    }

    fn misplaced(&mut self, span: Span, message: &str) -> Expr {
        self.report(Report::new(Code::Misplaced, span, message).label("not here"));
        error(span)
    }

    pub(super) fn type_as_value(&mut self, span: Span) -> Expr {
        self.report(
            Report::new(Code::TypeAsValue, span, "a type stands where a value is needed")
                .label("a type")
                .help("a new array is made by `T(sizes)`; a type in an expression by `typename(T)`"),
        );
        error(span)
    }

    fn int_literal(&mut self, value: i64, span: Span) -> Expr {
        match i32::try_from(value) {
            Ok(value) => int(value, span),
            Err(_) if value == 1 << 31 => int(i32::MIN, span),
            Err(_) if (0..1 << 32).contains(&value) => int(value as u32 as i32, span),
            Err(_) => Expr { ty: Type::Scalar, span, kind: ExprKind::Scalar(value as f64) },
        }
    }

    // ------------------------------------------------------------------------------------------------------- names

    fn name(&mut self, f: &mut Frame<'a>, name: Symbol, span: Span) -> Expr {
        if let Some(binding) = self.lookup(f, name) {
            return self.read_binding(f, name, binding, span);
        }
        if let Some(value) = self.function_value(f, name, span) {
            return value;
        }
        if let Some(value) = constant(self.text(name)) {
            return Expr { ty: Type::Scalar, span, kind: ExprKind::Scalar(value) };
        }
        if super::annotation::is_type_name(self.text(name)) {
            return self.type_as_value(span);
        }
        self.unknown_name(f, name, span)
    }

    /// The binding of a name: of this function, or a top-level variable.
    pub(super) fn lookup(&self, f: &Frame<'a>, name: Symbol) -> Option<Binding> {
        if let Some(binding) = f.env.names.get(&name) {
            return Some(binding.clone());
        }
        if f.script {
            return None;
        }
        if let Some((_, def, _)) = f.own {
            if let Some(variable) = self.defs[def].snapshot.get(&name) {
                return Some(Binding::Variable(variable.clone()));
            }
        }
        match self.script.names.get(&name) {
            Some(Binding::Variable(variable)) if matches!(variable.slot, Slot::Global(_)) => {
                Some(Binding::Variable(Variable { captured: true, ..variable.clone() }))
            }
            Some(Binding::Variable(_) | Binding::Nested(_) | Binding::Conflict { .. }) | None => None,
        }
    }

    fn read_binding(&mut self, f: &mut Frame<'a>, name: Symbol, binding: Binding, span: Span) -> Expr {
        match binding {
            Binding::Variable(variable) => self.read_variable(name, &variable, span),
            Binding::Nested(nested) => self.nested_value(f, &nested, span),
            Binding::Conflict { types } => {
                let text = self.text(name);
                self.report(
                    Report::new(
                        Code::NotSupportedYet,
                        span,
                        format!("`{text}` holds a `{}` or a `{}` here: dynamic values are not supported yet", types.0, types.1),
                    )
                    .label("its type depends on the path taken")
                    .help("use two variables"),
                );
                error(span)
            }
        }
    }

    /// The value of a variable, after a test that it has one where that is not certain.
    pub(super) fn read_variable(&mut self, name: Symbol, variable: &Variable, span: Span) -> Expr {
        let value = variable.slot.read(variable.ty.clone(), span);
        let Some(flag) = variable.flag else {
            return value;
        };
        let message = format!("the variable `{}` has no value here", self.text(name));
        let check = crate::hir::Stmt {
            span,
            kind: crate::hir::StmtKind::Assert {
                cond: Slot::Var(flag).read(Type::Int, span),
                message: Some(Expr { ty: Type::String, span, kind: ExprKind::String(message) }),
            },
        };
        Expr { ty: value.ty.clone(), span, kind: ExprKind::Sequence(vec![check], Box::new(value)) }
    }

    fn unknown_name(&mut self, f: &Frame<'a>, name: Symbol, span: Span) -> Expr {
        let text = self.text(name);
        if let Some(what) = self.unsupported.get(&name) {
            return self.unsupported_expr(span, what);
        }
        if crate::builtins::find(text).is_some() {
            self.report(
                Report::new(Code::FunctionAsValue, span, format!("`{text}` is a function; it is called with parentheses"))
                    .label("not a value")
                    .help(format!("as a function value write `x -> {text}(x)`")),
            );
            return error(span);
        }
        let candidates: Vec<&str> = f
            .env
            .names
            .keys()
            .chain(self.functions.keys())
            .map(|symbol| self.text(*symbol))
            .chain(crate::builtins::ROWS.iter().map(|row| row.name))
            .collect();
        self.report(
            Report::new(Code::UnknownName, span, format!("unknown name `{text}`"))
                .label("has no value here")
                .maybe_help(did_you_mean(text, candidates)),
        );
        error(span)
    }

    fn meta(&mut self, name: Symbol, span: Span) -> Expr {
        let text = self.text(name).to_string();
        self.unsupported_expr(span, &format!("uses of `{text}`"))
    }

    // ---------------------------------------------------------------------------------------------------- constants

    /// The extent that an int expression is.
    pub(super) fn known_size(&self, f: &Frame<'a>, value: &Expr) -> Size {
        match &value.kind {
            ExprKind::Int(number) => Size::Known(*number),
            ExprKind::Var(var) => f.env.known.get(&Slot::Var(*var)).copied().unwrap_or(Size::Open),
            ExprKind::Global(var) => {
                f.env.known.get(&Slot::Global(*var)).or_else(|| self.script.known.get(&Slot::Global(*var))).copied().unwrap_or(Size::Open)
            }
            ExprKind::Unary(UnaryOp::Neg, inner) => match self.known_size(f, inner) {
                Size::Known(number) => Size::Known(number.wrapping_neg()),
                Size::Symbol(_) | Size::Open => Size::Open,
            },
            ExprKind::Binary(op, left, right) => self.known_operation(f, *op, left, right),
            ExprKind::Convert(inner) if value.ty == Type::Int => self.known_truncation(f, inner),
            ExprKind::Builtin(crate::builtins::Builtin::Int, args) => self.known_truncation(f, &args[0]),
            ExprKind::Builtin(crate::builtins::Builtin::Size, args) if args.len() == 2 => self.known_dim(f, &args[0], &args[1]),
            ExprKind::Builtin(crate::builtins::Builtin::Numel, args) => args[0]
                .ty
                .as_array()
                .and_then(ArrayType::known_numel)
                .map_or(Size::Open, |count| Size::Known(count as i32)),
            _ => Size::Open,
        }
    }

    fn known_dim(&self, f: &Frame<'a>, array: &Expr, dim: &Expr) -> Size {
        let (Type::Array(array), Size::Known(dim)) = (&array.ty, self.known_size(f, dim)) else {
            return Size::Open;
        };
        super::element::extent(array, dim as usize)
    }

    fn known_operation(&self, f: &Frame<'a>, op: BinaryOp, left: &Expr, right: &Expr) -> Size {
        let (Size::Known(a), Size::Known(b)) = (self.known_size(f, left), self.known_size(f, right)) else {
            return Size::Open;
        };
        match op {
            BinaryOp::Add => Size::Known(a.wrapping_add(b)),
            BinaryOp::Sub => Size::Known(a.wrapping_sub(b)),
            BinaryOp::Mul => Size::Known(a.wrapping_mul(b)),
            BinaryOp::Pow if b >= 0 => Size::Known(a.wrapping_pow(b as u32)),
            _ => Size::Open,
        }
    }

    /// `int(a / b)` and alike of known ints.
    fn known_truncation(&self, f: &Frame<'a>, value: &Expr) -> Size {
        fn number(checker: &Checker<'_>, f: &Frame<'_>, value: &Expr) -> Option<f64> {
            match &value.kind {
                ExprKind::Scalar(number) => Some(*number),
                ExprKind::Convert(inner) if inner.ty == Type::Int => number(checker, f, inner),
                ExprKind::Binary(op, a, b) if value.ty == Type::Scalar => {
                    let (a, b) = (number(checker, f, a)?, number(checker, f, b)?);
                    match op {
                        BinaryOp::Add => Some(a + b),
                        BinaryOp::Sub => Some(a - b),
                        BinaryOp::Mul => Some(a * b),
                        BinaryOp::Div => Some(a / b),
                        _ => None,
                    }
                }
                _ if value.ty == Type::Int => match checker.known_size(f, value) {
                    Size::Known(number) => Some(f64::from(number)),
                    Size::Symbol(_) | Size::Open => None,
                },
                _ => None,
            }
        }
        number(self, f, value).map_or(Size::Open, |value| Size::Known(value as i32))
    }

    /// The text that a string expression is known to be.
    pub(super) fn known_text(&self, f: &Frame<'a>, value: &Expr) -> Option<String> {
        match &value.kind {
            ExprKind::String(text) => Some(text.clone()),
            ExprKind::Var(var) => f.env.texts.get(&Slot::Var(*var)).cloned(),
            _ => None,
        }
    }

    /// Remembers the value of an int or string variable.
    pub(super) fn note_known(&mut self, f: &mut Frame<'a>, slot: Slot, value: &Expr) {
        match self.known_text(f, value).filter(|_| value.ty == Type::String) {
            Some(text) => f.env.texts.insert(slot, text),
            None => f.env.texts.remove(&slot),
        };
        let known = if value.ty == Type::Int { self.known_size(f, value) } else { Size::Open };
        match known {
            Size::Open => {
                f.env.known.remove(&slot);
            }
            Size::Known(_) | Size::Symbol(_) => {
                f.env.known.insert(slot, known);
            }
        }
    }

    /// A constant int, or a report.
    pub(super) fn constant_int(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Option<i32> {
        let found = self.constant_int_quietly(f, e);
        if found.is_none() {
            self.report(
                Report::new(Code::NotConstant, e.span, "this must be an int that is known at compile time")
                    .label("not constant"),
            );
        }
        found
    }

    /// A constant int, if it is one.
    pub(super) fn constant_int_quietly(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Option<i32> {
        let reports = self.reports.len();
        if let Some(name) = e.as_name() {
            if let Some(value) = f.generics.get(&name.name) {
                return Some(*value);
            }
        }
        let value = self.expr(f, e);
        self.reports.truncate(reports);
        match self.known_size(f, &value) {
            Size::Known(number) if value.ty == Type::Int => Some(number),
            Size::Known(_) | Size::Symbol(_) | Size::Open => None,
        }
    }

    // ----------------------------------------------------------------------------------------------------- literals

    fn range(&mut self, f: &mut Frame<'a>, range: &'a ast::Range, span: Span) -> Expr {
        let start = self.number(f, &range.start, "the start of a range");
        let step = range.step.as_ref().map(|step| self.number(f, step, "the step of a range"));
        let stop = self.number(f, &range.stop, "the end of a range");
        let parts = [Some(&start), step.as_ref(), Some(&stop)];
        if parts.into_iter().flatten().any(|part| part.ty == Type::Error) {
            return error(span);
        }
        let whole = start.ty == Type::Int && stop.ty == Type::Int && step.as_ref().is_none_or(|step| step.ty == Type::Int);
        let elem = if whole { Elem::Int } else { Elem::Scalar };
        let count = if whole { self.range_count(f, &start, step.as_ref(), &stop) } else { Size::Open };
        let ty = Type::Array(ArrayType::new(elem, vec![count]));
        let convert = |value: Expr| Box::new(convert_to(value, &elem.value_type()));
        Expr {
            ty,
            span,
            kind: ExprKind::Range { start: convert(start), step: step.map(convert), stop: convert(stop) },
        }
    }

    /// The number of values of an int range.
    pub(super) fn range_count(&self, f: &Frame<'a>, start: &Expr, step: Option<&Expr>, stop: &Expr) -> Size {
        let step = step.map_or(Size::Known(1), |step| self.known_size(f, step));
        match (self.known_size(f, start), step, self.known_size(f, stop)) {
            (Size::Known(a), Size::Known(s), Size::Known(b)) if s != 0 => {
                let count = (i64::from(b) - i64::from(a)) / i64::from(s) + 1;
                let empty = (s > 0) == (b < a) && a != b;
                Size::Known(if empty { 0 } else { count.max(0) as i32 })
            }
            _ => self.window_count(start, stop),
        }
    }

    /// `m-1..m+1` has three values whatever m is.
    fn window_count(&self, start: &Expr, stop: &Expr) -> Size {
        fn offset(value: &Expr) -> (&Expr, i32) {
            match &value.kind {
                ExprKind::Binary(BinaryOp::Add, base, by) => match by.kind {
                    ExprKind::Int(number) => (base, number),
                    _ => (value, 0),
                },
                ExprKind::Binary(BinaryOp::Sub, base, by) => match by.kind {
                    ExprKind::Int(number) => (base, -number),
                    _ => (value, 0),
                },
                _ => (value, 0),
            }
        }
        let ((a, from), (b, to)) = (offset(start), offset(stop));
        match (&a.kind, &b.kind) {
            (ExprKind::Var(x), ExprKind::Var(y)) if x == y => Size::Known((to - from + 1).max(0)),
            _ => Size::Open,
        }
    }

    pub(super) fn number(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr, what: &str) -> Expr {
        let value = self.expr(f, e);
        match value.ty {
            Type::Int | Type::Scalar | Type::Error => value,
            _ => {
                self.report(
                    Report::new(Code::TypeMismatch, e.span, format!("{what} is a `{}`, not a real number", value.ty))
                        .label("a number is needed"),
                );
                int(0, e.span)
            }
        }
    }

    fn vector(&mut self, f: &mut Frame<'a>, items: &'a [ast::Expr], span: Span) -> Expr {
        let values = self.items(f, items);
        if let [single] = values.as_slice() {
            if single.ty.as_array().is_some() {
                let is_row = matches!(items[0].kind, ast::ExprKind::Vector(_));
                if !is_row {
                    return values.into_iter().next().expect("one value");
                }
            }
        }
        if values.iter().any(|value| value.ty == Type::Error) {
            return error(span);
        }
        if values.iter().any(|value| value.ty.as_array().is_some()) {
            return self.matrix(values, span);
        }
        self.vector_of(values, span)
    }

    /// The values of a list, with spreads unpacked.
    pub(super) fn items(&mut self, f: &mut Frame<'a>, items: &'a [ast::Expr]) -> Vec<Expr> {
        let mut values = Vec::new();
        for item in items {
            match &item.kind {
                ast::ExprKind::Spread(inner) => {
                    let vector = self.expr(f, inner);
                    values.extend(self.unpack(f, vector, item.span));
                }
                _ => values.push(self.expr(f, item)),
            }
        }
        values
    }

    /// The elements of a vector of known length.
    pub(super) fn unpack(&mut self, f: &mut Frame<'a>, vector: Expr, span: Span) -> Vec<Expr> {
        if let ExprKind::ArrayLiteral(items) = &vector.kind {
            return items.clone();
        }
        let Some(array) = vector.ty.as_array().cloned() else {
            if vector.ty.is_number() {
                return vec![vector];
            }
            if vector.ty != Type::Error {
                self.report(
                    Report::new(Code::TypeMismatch, span, format!("`...` unpacks a vector, not a `{}`", vector.ty)).label("not a vector"),
                );
            }
            return vec![error(span)];
        };
        let Some(count) = array.known_numel() else {
            self.report(
                Report::new(Code::UnknownLength, span, "`...` needs a vector whose length is known at compile time")
                    .label(format!("`{array}`"))
                    .help("give its type a size, as in `v : vec(3)`"),
            );
            return vec![error(span)];
        };
        let (var, first) = self.hold(f, vector);
        (0..count)
            .map(|index| {
                let base = if index == 0 { first.clone() } else { var.clone() };
                super::element::linear(base, index as i32, span)
            })
            .collect()
    }

    /// Evaluates an expression once: gives a cheap way to read it again, and the expression to use first.
    pub(super) fn hold(&mut self, f: &mut Frame<'a>, value: Expr) -> (Expr, Expr) {
        if matches!(value.kind, ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Int(_) | ExprKind::Scalar(_)) {
            return (value.clone(), value);
        }
        let (ty, span) = (value.ty.clone(), value.span);
        let var = self.temporary(f, "held", ty.clone(), span);
        let again = Slot::Var(var).read(ty.clone(), span);
        let set = assign_stmt(crate::hir::Target::Var(var), value, span);
        let first = Expr { ty, span, kind: ExprKind::Sequence(vec![set], Box::new(again.clone())) };
        (again, first)
    }

    pub(super) fn vector_of(&mut self, values: Vec<Expr>, span: Span) -> Expr {
        let mut elem: Option<Elem> = None;
        for value in &values {
            let joined = match (elem, value.ty.elem()) {
                (None, found) => found,
                (Some(a), Some(b)) => join_elem(a, b),
                (Some(_), None) => None,
            };
            match joined {
                Some(joined) => elem = Some(joined),
                None => {
                    let first = values[0].ty.clone();
                    self.report(
                        Report::new(Code::MixedLiteral, value.span, format!("a vector of `{first}` cannot hold a `{}`", value.ty))
                            .label(format!("`{}`", value.ty))
                            .also(values[0].span, format!("`{first}`"))
                            .help("all parts of `[…]` have one type"),
                    );
                    return error(span);
                }
            }
        }
        let elem = elem.unwrap_or(Elem::Scalar);
        let count = values.len() as i32;
        let values = values.into_iter().map(|value| convert_to(value, &elem.value_type())).collect();
        Expr {
            ty: Type::Array(ArrayType::new(elem, vec![Size::Known(count)])),
            span,
            kind: ExprKind::ArrayLiteral(values),
        }
    }

    /// `[[a,b],[c,d]]`: rows of equal length; deeper nests are cubes.
    fn matrix(&mut self, values: Vec<Expr>, span: Span) -> Expr {
        let mut rows: Vec<ArrayType> = Vec::new();
        for value in &values {
            match &value.ty {
                Type::Array(row) if matches!(value.kind, ExprKind::ArrayLiteral(_)) => rows.push(row.clone()),
                _ => return self.concatenation(value.span, span),
            }
        }
        let elem = rows.iter().map(|row| Some(row.elem)).reduce(|a, b| join_elem(a?, b?)).flatten();
        let Some(elem) = elem else {
            return self.concatenation(values[0].span, span);
        };
        if let Some(odd) = rows.iter().position(|row| row.sizes != rows[0].sizes) {
            self.report(
                Report::new(Code::SizeMismatch, values[odd].span, "the rows of a matrix have equal lengths")
                    .label(format!("`{}`", rows[odd]))
                    .also(values[0].span, format!("`{}`", rows[0])),
            );
            return error(span);
        }
        let mut sizes = vec![Size::Known(values.len() as i32)];
        sizes.extend(rows[0].sizes.iter().copied());
        let values = values.into_iter().map(|value| literal_to_elem(value, elem)).collect();
        Expr { ty: Type::Array(ArrayType::new(elem, sizes)), span, kind: ExprKind::ArrayLiteral(values) }
    }

    fn concatenation(&mut self, part: Span, span: Span) -> Expr {
        self.report(
            Report::new(Code::ArrayInLiteral, part, "`[…]` does not join arrays")
                .label("an array")
                .help("use `vertcat`, `horzcat` or `cat`; `...v` puts the elements of a vector here"),
        );
        error(span)
    }

    // ---------------------------------------------------------------------------------------------------- operators

    fn unary(&mut self, f: &mut Frame<'a>, op: ast::UnaryOp, operand: &'a ast::Expr, span: Span) -> Expr {
        if op == ast::UnaryOp::Not {
            return self.not(f, operand, span);
        }
        let value = self.expr(f, operand);
        if value.ty.elem().is_none_or(|elem| elem == Elem::String) {
            if value.ty != Type::Error {
                self.report_operand(op.text(), &value);
            }
            return error(span);
        }
        let value = self.computed(value);
        if op == ast::UnaryOp::Plus {
            return value;
        }
        match &value.kind {
            ExprKind::Int(number) => return int(number.wrapping_neg(), span),
            ExprKind::Scalar(number) => return Expr { span, kind: ExprKind::Scalar(-number), ..value },
            ExprKind::Complex(re, im) => return Expr { span, kind: ExprKind::Complex(-re, -im), ..value },
            _ => {}
        }
        let ty = plain(&value.ty);
        Expr { ty, span, kind: ExprKind::Unary(UnaryOp::Neg, Box::new(value)) }
    }

    fn not(&mut self, f: &mut Frame<'a>, operand: &'a ast::Expr, span: Span) -> Expr {
        let value = self.truth_operand(f, operand);
        match &value.ty {
            Type::Error => error(span),
            Type::Array(array) => {
                let ty = mask_type(array);
                Expr { ty, span, kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)) }
            }
            _ => {
                let value = self.condition(value);
                if let ExprKind::Int(number) = value.kind {
                    return int(i32::from(number == 0), span);
                }
                Expr { ty: Type::Int, span, kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)) }
            }
        }
    }

    /// An operand of `!`, `&&`, `||`: equality of arrays is one truth value there.
    fn truth_operand(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        match &e.kind {
            ast::ExprKind::Binary(binary) if matches!(binary.op, ast::BinaryOp::Equal | ast::BinaryOp::NotEqual) => {
                let left = self.expr(f, &binary.left);
                let right = self.expr(f, &binary.right);
                self.equality(binary.op, left, right, e.span, true)
            }
            _ => self.expr(f, e),
        }
    }

    /// An expression used as a condition: one int.
    pub(super) fn condition_expr(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        let value = self.truth_operand(f, e);
        self.condition(value)
    }

    /// Storage elements are computed as ints or scalars; modifiers belong to variables, not to results.
    fn computed(&mut self, value: Expr) -> Expr {
        let Some(elem) = value.ty.elem() else {
            return value;
        };
        let Some(computed) = elem.value_type().elem() else {
            return value;
        };
        if computed == elem { value } else { self.to_elem(value, computed) }
    }

    fn binary(&mut self, f: &mut Frame<'a>, binary: &'a ast::Binary, span: Span) -> Expr {
        if matches!(binary.op, ast::BinaryOp::And | ast::BinaryOp::Or) {
            return self.logical(f, binary, span);
        }
        let left = self.expr(f, &binary.left);
        let right = self.expr(f, &binary.right);
        self.operate(f, binary.op, left, right, span, binary.op_span)
    }

    fn logical(&mut self, f: &mut Frame<'a>, binary: &'a ast::Binary, span: Span) -> Expr {
        let left = self.truth_operand(f, &binary.left);
        let right = self.truth_operand(f, &binary.right);
        if left.ty == Type::Error || right.ty == Type::Error {
            return error(span);
        }
        let op = if binary.op == ast::BinaryOp::And { BinaryOp::And } else { BinaryOp::Or };
        if left.ty.as_array().is_some() || right.ty.as_array().is_some() {
            let (left, right) = (self.computed(left), self.computed(right));
            return self.elementwise(op, left, right, span);
        }
        let (left, right) = (self.condition(left), self.condition(right));
        if let ExprKind::Int(value) = left.kind {
            let decided = (op == BinaryOp::And) == (value == 0);
            return if decided { int(i32::from(op == BinaryOp::Or), span) } else { truth_of(right, span) };
        }
        Expr { ty: Type::Int, span, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    /// A binary operator on two values.
    pub(super) fn operate(
        &mut self,
        f: &mut Frame<'a>,
        op: ast::BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
        op_span: Span,
    ) -> Expr {
        use ast::BinaryOp as B;
        if left.ty == Type::Error || right.ty == Type::Error {
            return error(span);
        }
        if left.ty == Type::String || right.ty == Type::String {
            return self.string_operator(f, op, left, right, span);
        }
        for side in [&left, &right] {
            if side.ty.elem().is_none_or(|elem| elem == Elem::String) {
                self.report_operand(op.text(), side);
                return error(span);
            }
        }
        let (left, right) = (self.computed(left), self.computed(right));
        let arrays = (left.ty.as_array().is_some(), right.ty.as_array().is_some());
        match op {
            B::Add => self.elementwise(BinaryOp::Add, left, right, span),
            B::Subtract => self.elementwise(BinaryOp::Sub, left, right, span),
            B::PointMultiply => self.elementwise(BinaryOp::Mul, left, right, span),
            B::Multiply if arrays == (true, true) => self.matrix_product(left, right, span),
            B::Multiply => self.elementwise(BinaryOp::Mul, left, right, span),
            B::Divide if arrays.1 => {
                self.report(
                    Report::new(Code::MatrixOperator, op_span, "`/` divides by a number")
                        .label(format!("the divisor is a `{}`", right.ty))
                        .help("write `./` to divide element by element"),
                );
                error(span)
            }
            B::Divide | B::PointDivide => self.divide(left, right, span),
            B::Power if arrays.0 || arrays.1 => self.matrix_power(left, right, span, op_span),
            B::Power | B::PointPower => self.power(left, right, span),
            B::LeftDivide => {
                self.report(
                    Report::new(Code::MatrixOperator, op_span, "`\\` is reserved").label("has no meaning").help("call `lsolve`"),
                );
                error(span)
            }
            B::Equal | B::NotEqual => self.equality(op, left, right, span, false),
            B::Less => self.comparison(BinaryOp::Lt, left, right, span),
            B::LessEqual => self.comparison(BinaryOp::Le, left, right, span),
            B::Greater => self.comparison(BinaryOp::Gt, left, right, span),
            B::GreaterEqual => self.comparison(BinaryOp::Ge, left, right, span),
            B::And => self.elementwise(BinaryOp::And, left, right, span),
            B::Or => self.elementwise(BinaryOp::Or, left, right, span),
        }
    }

    fn report_operand(&mut self, op: &str, value: &Expr) {
        self.report(
            Report::new(Code::BadOperand, value.span, format!("`{op}` does not work on a `{}`", value.ty))
                .label(format!("`{}`", value.ty)),
        );
    }

    fn string_operator(&mut self, f: &mut Frame<'a>, op: ast::BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        if f.space != Space::Host {
            self.report(
                Report::new(Code::HostOnly, span, "strings do not exist in kernel and device functions").label("works on strings"),
            );
            return error(span);
        }
        let strings = left.ty == Type::String && right.ty == Type::String;
        match op {
            ast::BinaryOp::Add => {
                let (left, right) = (self.to_text(left), self.to_text(right));
                Expr { ty: Type::String, span, kind: ExprKind::Concat(Box::new(left), Box::new(right)) }
            }
            ast::BinaryOp::Equal | ast::BinaryOp::NotEqual if strings => {
                if let (Some(a), Some(b)) = (self.known_text(f, &left), self.known_text(f, &right)) {
                    return int(i32::from((a == b) == (op == ast::BinaryOp::Equal)), span);
                }
                let op = if op == ast::BinaryOp::Equal { BinaryOp::Eq } else { BinaryOp::Ne };
                Expr { ty: Type::Int, span, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
            }
            _ => {
                let wrong = if left.ty == Type::String { &left } else { &right };
                let report = Report::new(Code::BadOperand, wrong.span, format!("`{}` does not work on a `string`", op.text()))
                    .label("a string")
                    .help("strings can be joined with `+` and compared with `==` and `!=`");
                self.report(report);
                error(span)
            }
        }
    }

    /// A value as text for `+` of strings.
    pub(super) fn to_text(&mut self, value: Expr) -> Expr {
        match value.ty {
            Type::String | Type::Error => value,
            _ => Expr { ty: Type::String, span: value.span, kind: ExprKind::Convert(Box::new(value)) },
        }
    }

    fn divide(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let complex = left.ty.elem() == Some(Elem::Complex) || right.ty.elem() == Some(Elem::Complex);
        let elem = if complex { Elem::Complex } else { Elem::Scalar };
        let (left, right) = (self.to_elem(left, elem), self.to_elem(right, elem));
        self.elementwise(BinaryOp::Div, left, right, span)
    }

    fn power(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        self.elementwise(BinaryOp::Pow, left, right, span)
    }

    fn comparison(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        for side in [&left, &right] {
            if side.ty.elem() == Some(Elem::Complex) {
                self.report(
                    Report::new(Code::BadOperand, side.span, "complex numbers have no order")
                        .label("`cscalar`")
                        .help("compare `abs(…)`, `real(…)` or `imag(…)`"),
                );
                return error(span);
            }
        }
        self.elementwise(op, left, right, span)
    }

    fn equality(&mut self, op: ast::BinaryOp, left: Expr, right: Expr, span: Span, whole: bool) -> Expr {
        if left.ty == Type::Error || right.ty == Type::Error {
            return error(span);
        }
        let op = if op == ast::BinaryOp::Equal { BinaryOp::Eq } else { BinaryOp::Ne };
        if left.ty == Type::String && right.ty == Type::String {
            return Expr { ty: Type::Int, span, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) };
        }
        for side in [&left, &right] {
            if side.ty.elem().is_none_or(|elem| elem == Elem::String) {
                self.report_operand(if op == BinaryOp::Eq { "==" } else { "!=" }, side);
                return error(span);
            }
        }
        let (left, right) = (self.computed(left), self.computed(right));
        let arrays = left.ty.as_array().is_some() && right.ty.as_array().is_some();
        if !(whole && arrays) {
            return self.elementwise(op, left, right, span);
        }
        let Some(elem) = left.ty.elem().zip(right.ty.elem()).and_then(|(a, b)| join_elem(a, b)) else {
            return error(span);
        };
        let (left, right) = (self.to_elem(left, elem), self.to_elem(right, elem));
        let equal = Expr { ty: Type::Int, span, kind: ExprKind::ArraysEqual(Box::new(left), Box::new(right)) };
        if op == BinaryOp::Eq {
            return equal;
        }
        Expr { ty: Type::Int, span, kind: ExprKind::Unary(UnaryOp::Not, Box::new(equal)) }
    }

    /// An operator on numbers, or element by element.
    pub(super) fn elementwise(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        let Some(elem) = left.ty.elem().zip(right.ty.elem()).and_then(|(a, b)| join_elem(a, b)) else {
            return error(span);
        };
        let (left, right) = (self.to_elem(left, elem), self.to_elem(right, elem));
        if let Some(folded) = fold(op, &left, &right, span) {
            return folded;
        }
        let (left, right) = same_rank(left, right);
        let compares = matches!(
            op,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::And | BinaryOp::Or
        );
        let result = if compares { Elem::Int } else { elem };
        let ty = match self.common_shape(&left, &right, span) {
            Ok(None) => result.value_type(),
            Ok(Some(mut array)) => {
                array.elem = result;
                array.modifiers = Modifiers { mask: compares, ..Modifiers::default() };
                Type::Array(array)
            }
            Err(()) => return error(span),
        };
        Expr { ty, span, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    /// The shape of an element-wise result: none for two numbers.
    pub(super) fn common_shape(&mut self, left: &Expr, right: &Expr, span: Span) -> Result<Option<ArrayType>, ()> {
        match (left.ty.as_array(), right.ty.as_array()) {
            (None, None) => Ok(None),
            (Some(array), None) | (None, Some(array)) => Ok(Some(array.clone())),
            (Some(a), Some(b)) => match join_shapes(a, b) {
                Some(shape) => Ok(Some(shape)),
                None => {
                    let message = format!("arrays of different sizes: `{a}` and `{b}`");
                    self.report(
                        Report::new(Code::SizeMismatch, span, message)
                            .label("works element by element")
                            .also(left.span, format!("`{a}`"))
                            .also(right.span, format!("`{b}`")),
                    );
                    Err(())
                }
            },
        }
    }

    fn matrix_product(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let Some(elem) = left.ty.elem().zip(right.ty.elem()).and_then(|(a, b)| join_elem(a, b)) else {
            return error(span);
        };
        let (Some(a), Some(b)) = (left.ty.as_array().cloned(), right.ty.as_array().cloned()) else {
            return error(span);
        };
        for (array, side) in [(&a, &left), (&b, &right)] {
            if array.rank().is_some_and(|rank| rank > 2) {
                self.report(
                    Report::new(Code::MatrixOperator, side.span, "the matrix product works on matrices and vectors")
                        .label(format!("`{array}`"))
                        .help("write `.*` to multiply element by element"),
                );
                return error(span);
            }
        }
        let row = |array: &ArrayType| array.rank() == Some(1) && !array.modifiers.column;
        if row(&a) && row(&b) && a.known_numel() != Some(1) && b.known_numel() != Some(1) {
            self.report(
                Report::new(Code::MatrixOperator, both(&left, &right), "the product of two vectors is not defined")
                    .label("two row vectors")
                    .help("write `dotprod(a, b)` for the inner product, `.*` to multiply element by element"),
            );
            return error(span);
        }
        let sizes = |array: &ArrayType| if array.sizes.len() == 1 { vec![Size::Known(1), array.sizes[0]] } else { array.sizes.clone() };
        let (mut s, mut t) = (sizes(&a), sizes(&b));
        if a.modifiers.column && a.sizes.len() == 1 {
            s.swap(0, 1);
        }
        if b.sizes.len() == 1 && !row(&a) {
            t.swap(0, 1);
        }
        if s.len() == 2 && t.len() == 2 {
            if let (Size::Known(inner), Size::Known(other)) = (s[1], t[0]) {
                if inner != other {
                    return self.report_product(&left, &right, &s, &t, span);
                }
            }
        }
        let open = Size::Open;
        let result = vec![s.first().copied().unwrap_or(open), t.get(1).copied().unwrap_or(open)];
        let result = if result[0] == Size::Known(1) { vec![result[1]] } else { result };
        let (left, right) = (self.to_elem(left, elem), self.to_elem(right, elem));
        Expr {
            ty: Type::Array(ArrayType::new(elem, result)),
            span,
            kind: ExprKind::MatMul(Box::new(left), Box::new(right)),
        }
    }

    fn report_product(&mut self, left: &Expr, right: &Expr, s: &[Size], t: &[Size], span: Span) -> Expr {
        let text = |sizes: &[Size]| {
            let parts: Vec<String> = sizes
                .iter()
                .map(|size| match size {
                    Size::Known(n) => n.to_string(),
                    Size::Symbol(_) | Size::Open => "?".to_string(),
                })
                .collect();
            parts.join("x")
        };
        let message = format!("Matrix dimensions ({} and {}) do not match for multiplication!", text(s), text(t));
        self.report(
            Report::new(Code::SizeMismatch, span, message)
                .label("columns of the left and rows of the right must agree")
                .also(left.span, text(s))
                .also(right.span, text(t)),
        );
        error(span)
    }

    fn matrix_power(&mut self, left: Expr, right: Expr, span: Span, op_span: Span) -> Expr {
        let square = left.ty.as_array().is_some_and(|array| array.rank() == Some(2)) && right.ty == Type::Int;
        if !square {
            self.report(
                Report::new(Code::MatrixOperator, op_span, "`^` on arrays is the power of a square matrix to an int")
                    .label(format!("`{}` to the power `{}`", left.ty, right.ty))
                    .help("write `.^` for powers element by element"),
            );
            return error(span);
        }
        Expr { ty: plain(&left.ty), span, kind: ExprKind::MatPow(Box::new(left), Box::new(right)) }
    }

    fn conditional(&mut self, f: &mut Frame<'a>, conditional: &'a ast::Conditional, span: Span) -> Expr {
        let cond = self.condition_expr(f, &conditional.condition);
        if let ExprKind::Int(value) = cond.kind {
            return if value != 0 { self.expr(f, &conditional.then) } else { self.expr(f, &conditional.otherwise) };
        }
        let then = self.expr(f, &conditional.then);
        let otherwise = self.expr(f, &conditional.otherwise);
        match crate::types::join(&then.ty, &otherwise.ty) {
            Some(ty) => {
                let (then, otherwise) = (convert_to(then, &ty), convert_to(otherwise, &ty));
                Expr { ty, span, kind: ExprKind::Ternary(Box::new(cond), Box::new(then), Box::new(otherwise)) }
            }
            None => {
                self.report(
                    Report::new(Code::TypeMismatch, span, "both sides of `? :` must have one type")
                        .label(format!("`{}` or `{}`", then.ty, otherwise.ty)),
                );
                error(span)
            }
        }
    }

    /// `(a = 1; b = 2;)`: its value is that of the last statement.
    fn sequence(&mut self, f: &mut Frame<'a>, block: &'a ast::Block, span: Span) -> Expr {
        let Some((last, rest)) = block.stmts.split_last() else {
            return Expr { ty: Type::Void, span, kind: ExprKind::ArrayLiteral(Vec::new()) };
        };
        let mut stmts = Vec::new();
        for stmt in rest {
            self.statement(f, stmt, &mut stmts);
        }
        let value = match &last.kind {
            ast::StmtKind::Expr(value) => self.expr_or_void(f, value),
            ast::StmtKind::Assign(assign) => self.assign_expr(f, assign, last.span),
            _ => {
                self.statement(f, last, &mut stmts);
                Expr { ty: Type::Void, span, kind: ExprKind::ArrayLiteral(Vec::new()) }
            }
        };
        Expr { ty: value.ty.clone(), span, kind: ExprKind::Sequence(stmts, Box::new(value)) }
    }
}

/// An int literal.
pub(super) fn int(value: i32, span: Span) -> Expr {
    Expr { ty: Type::Int, span, kind: ExprKind::Int(value) }
}

/// What stands for an expression that had an error.
pub(super) fn error(span: Span) -> Expr {
    Expr { ty: Type::Error, span, kind: ExprKind::Int(0) }
}

/// The type without modifiers: what a computed value has.
pub(super) fn plain(ty: &Type) -> Type {
    match ty {
        Type::Array(array) => Type::Array(ArrayType { modifiers: Modifiers::default(), ..array.clone() }),
        other => other.clone(),
    }
}

/// The type of an element-wise truth value.
fn mask_type(array: &ArrayType) -> Type {
    Type::Array(ArrayType {
        elem: Elem::Int,
        modifiers: Modifiers { mask: true, ..Modifiers::default() },
        ..array.clone()
    })
}

fn truth_of(value: Expr, span: Span) -> Expr {
    match value.kind {
        ExprKind::Int(number) => int(i32::from(number != 0), span),
        _ => Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Binary(BinaryOp::Ne, Box::new(value), Box::new(int(0, span))),
        },
    }
}

/// The constants of the language.
fn constant(name: &str) -> Option<f64> {
    Some(match name {
        "pi" => std::f64::consts::PI,
        "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        "eps" => f64::from(f32::EPSILON),
        _ => return None,
    })
}

/// Operators on two int literals; floats are left to the back end, whose precision is the program's.
fn fold(op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Option<Expr> {
    let (ExprKind::Int(a), ExprKind::Int(b)) = (&left.kind, &right.kind) else {
        return None;
    };
    let (a, b) = (*a, *b);
    Some(int(
        match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::Pow if b >= 0 => a.wrapping_pow(b as u32),
            BinaryOp::Eq => i32::from(a == b),
            BinaryOp::Ne => i32::from(a != b),
            BinaryOp::Lt => i32::from(a < b),
            BinaryOp::Le => i32::from(a <= b),
            BinaryOp::Gt => i32::from(a > b),
            BinaryOp::Ge => i32::from(a >= b),
            BinaryOp::Pow
            | BinaryOp::Div
            | BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::And
            | BinaryOp::Or => return None,
        },
        span,
    ))
}

/// Operands of known sizes that differ in singleton dimensions only (`img[m,n,:]` and a vector): both as the shorter one.
fn same_rank(left: Expr, right: Expr) -> (Expr, Expr) {
    let (Some(a), Some(b)) = (left.ty.as_array(), right.ty.as_array()) else {
        return (left, right);
    };
    let (Some(x), Some(y)) = (a.known_sizes(), b.known_sizes()) else {
        return (left, right);
    };
    let squeeze = |sizes: &[i32]| sizes.iter().copied().filter(|n| *n != 1).collect::<Vec<_>>();
    if stored(&x) == stored(&y) || squeeze(&x) != squeeze(&y) || squeeze(&x).len() > 1 {
        return (left, right);
    }
    if x.len() > y.len() {
        let ty = right.ty.clone();
        (reshaped(left, &ty), right)
    } else {
        let ty = left.ty.clone();
        let right = reshaped(right, &ty);
        (left, right)
    }
}

/// The elements of a literal, at every depth, as another element type.
fn literal_to_elem(value: Expr, elem: Elem) -> Expr {
    match (value.kind, value.ty) {
        (ExprKind::ArrayLiteral(items), Type::Array(array)) => Expr {
            ty: Type::Array(ArrayType { elem, ..array }),
            span: value.span,
            kind: ExprKind::ArrayLiteral(items.into_iter().map(|item| literal_to_elem(item, elem)).collect()),
        },
        (kind, ty) => convert_to(Expr { ty, span: value.span, kind }, &elem.value_type()),
    }
}

/// The common shape of two arrays that are worked on element by element; none: their sizes are known to differ.
pub(super) fn join_shapes(a: &ArrayType, b: &ArrayType) -> Option<ArrayType> {
    if a.any_rank || b.any_rank {
        return Some(if a.any_rank { b.clone() } else { a.clone() });
    }
    if a.sizes.len() != b.sizes.len() {
        let (longer, shorter) = if a.sizes.len() > b.sizes.len() { (a, b) } else { (b, a) };
        return join_ranks(longer, shorter);
    }
    let mut shape = a.clone();
    for (x, y) in shape.sizes.iter_mut().zip(&b.sizes) {
        match (*x, *y) {
            (Size::Known(m), Size::Known(n)) if m != n => return None,
            (Size::Known(_), _) => {}
            (_, Size::Known(_)) => *x = *y,
            (Size::Symbol(_), _) => {}
            (Size::Open, _) => *x = *y,
        }
    }
    Some(shape)
}

fn join_ranks(longer: &ArrayType, shorter: &ArrayType) -> Option<ArrayType> {
    if let (Some(x), Some(y)) = (longer.known_sizes(), shorter.known_sizes()) {
        let trim = |mut sizes: Vec<i32>| {
            if sizes.len() == 1 {
                sizes.insert(0, 1);
            }
            while sizes.last() == Some(&1) && sizes.len() > 1 {
                sizes.pop();
            }
            sizes
        };
        if trim(x) != trim(y) {
            return None;
        }
    }
    Some(longer.clone())
}
