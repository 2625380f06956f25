//! Operators: arithmetic, comparisons, logic, linear algebra, strings.
//!
//! *Invariant:* the operands of an operator in the typed tree have one element type; conversions stand where they happen.

use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir::families::{bitwise_op, comparison_op, logical_op};
use crate::hir::{BinaryOp, ExceptionField, Expr, ExprKind, Space, UnaryOp};
use crate::syntax::ast;
use crate::types::families::{class_type, number_type};
use crate::types::{ArrayType, Elem, Modifiers, Size, Type, join_elem};

use super::convert::{both, reshaped, stored};
use super::exception::exception_field;
use super::expression::{error, int, plain};
use super::union::is_union;
use super::{Checker, Frame};

impl<'a> Checker<'a> {
    pub(super) fn unary(
        &mut self,
        f: &mut Frame<'a>,
        op: ast::UnaryOp,
        operand: &'a ast::Expr,
        span: Span,
    ) -> Expr {
        if op == ast::UnaryOp::Not {
            return self.not(f, operand, span);
        }
        let value = self.expr(f, operand);
        if is_union(&value.ty) {
            return self.distribute(f, vec![value], span, &mut |checker, _, mut values| {
                checker.signed(op, values.remove(0), span)
            });
        }
        self.signed(op, value, span)
    }

    /// `-value` or `+value`.
    fn signed(&mut self, op: ast::UnaryOp, value: Expr, span: Span) -> Expr {
        if !value.ty.elem().is_some_and(Elem::is_number) {
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
            ExprKind::Scalar(number) => {
                return Expr {
                    span,
                    kind: ExprKind::Scalar(-number),
                    ..value
                };
            }
            ExprKind::Complex(re, im) => {
                return Expr {
                    span,
                    kind: ExprKind::Complex(-re, -im),
                    ..value
                };
            }
            _ => {}
        }
        let ty = plain(&value.ty);
        Expr {
            ty,
            span,
            kind: ExprKind::Unary(UnaryOp::Neg, Box::new(value)),
        }
    }

    pub(super) fn not(&mut self, f: &mut Frame<'a>, operand: &'a ast::Expr, span: Span) -> Expr {
        let value = self.truth_operand(f, operand);
        match &value.ty {
            Type::Error => error(span),
            Type::Array(array) if !array.elem.is_number() => {
                self.report_operand("!", &value);
                error(span)
            }
            Type::Array(array) => {
                let ty = mask_type(array);
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)),
                }
            }
            _ => {
                let value = self.condition(f, value);
                if let ExprKind::Int(number) = value.kind {
                    return int(i32::from(number == 0), span);
                }
                Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Unary(UnaryOp::Not, Box::new(value)),
                }
            }
        }
    }

    /// An operand of `!`, `&&`, `||`: equality of arrays is one truth value there.
    pub(super) fn truth_operand(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        let Some(e) = self.rewrite(f, e) else {
            return error(e.span);
        };
        match &e.kind {
            ast::ExprKind::Binary(binary)
                if matches!(binary.op, ast::BinaryOp::Equal | ast::BinaryOp::NotEqual) =>
            {
                let left = self.expr(f, &binary.left);
                let right = self.expr(f, &binary.right);
                if !is_union(&left.ty) && !is_union(&right.ty) {
                    return self.equality(f, binary.op, left, right, e.span, true);
                }
                self.distribute(
                    f,
                    vec![left, right],
                    e.span,
                    &mut |checker, f, mut values| {
                        let right = values.remove(1);
                        checker.equality(f, binary.op, values.remove(0), right, e.span, true)
                    },
                )
            }
            _ => self.expr(f, e),
        }
    }

    /// An expression used as a condition: one int.
    pub(super) fn condition_expr(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        let value = self.truth_operand(f, e);
        self.condition(f, value)
    }

    /// Storage elements are computed as ints or scalars; modifiers belong to variables, not to results.
    pub(super) fn computed(&mut self, value: Expr) -> Expr {
        if let Type::Enum(_) = value.ty {
            return super::flow::convert_to(value, &Type::Int);
        }
        let Some(elem) = value.ty.elem() else {
            return value;
        };
        let Some(computed) = elem.value_type().elem() else {
            return value;
        };
        if computed == elem {
            value
        } else {
            self.to_elem(value, computed)
        }
    }

    pub(super) fn binary(
        &mut self,
        f: &mut Frame<'a>,
        binary: &'a ast::Binary,
        span: Span,
    ) -> Expr {
        if matches!(binary.op, ast::BinaryOp::And | ast::BinaryOp::Or) {
            return self.logical(f, binary, span);
        }
        let left = self.expr(f, &binary.left);
        let right = self.expr(f, &binary.right);
        self.operate(f, binary.op, left, right, span, binary.op_span)
    }

    pub(super) fn logical(
        &mut self,
        f: &mut Frame<'a>,
        binary: &'a ast::Binary,
        span: Span,
    ) -> Expr {
        let left = self.truth_operand(f, &binary.left);
        let right = self.truth_operand(f, &binary.right);
        if left.ty == Type::Error || right.ty == Type::Error {
            return error(span);
        }
        let op = if binary.op == ast::BinaryOp::And {
            BinaryOp::And
        } else {
            BinaryOp::Or
        };
        if left.ty.as_array().is_some() || right.ty.as_array().is_some() {
            for side in [&left, &right] {
                if !side.ty.elem().is_some_and(Elem::is_number) {
                    self.report_operand(binary.op.text(), side);
                    return error(span);
                }
            }
            let (left, right) = (self.computed(left), self.computed(right));
            return self.elementwise(op, left, right, span);
        }
        let (left, right) = (self.condition(f, left), self.condition(f, right));
        if let ExprKind::Int(value) = left.kind {
            let decided = (op == BinaryOp::And) == (value == 0);
            return if decided {
                int(i32::from(op == BinaryOp::Or), span)
            } else {
                truth_of(right, span)
            };
        }
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
        }
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
        if is_union(&left.ty) || is_union(&right.ty) {
            return self.distribute(f, vec![left, right], span, &mut |checker, f, mut values| {
                let right = values.remove(1);
                checker.operate(f, op, values.remove(0), right, span, op_span)
            });
        }
        if left.ty == Type::String || right.ty == Type::String {
            return self.string_operator(f, op, left, right, span);
        }
        if matches!(op, B::Equal | B::NotEqual) && is_pointer(&left.ty) && is_pointer(&right.ty) {
            return self.equality(f, op, left, right, span, false);
        }
        for side in [&left, &right] {
            if !side.ty.elem().is_some_and(Elem::is_number) {
                self.report_operand(op.text(), side);
                return error(span);
            }
        }
        if !matches!(op, B::Equal | B::NotEqual) {
            for side in [&left, &right] {
                if self.is_type_value(&side.ty) {
                    self.report_operand(op.text(), side);
                    return error(span);
                }
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
                    Report::new(Code::MatrixOperator, op_span, "`\\` is reserved")
                        .label("has no meaning")
                        .help("call `lsolve`"),
                );
                error(span)
            }
            B::Equal | B::NotEqual => self.equality(f, op, left, right, span, false),
            B::Less => self.comparison(BinaryOp::Lt, left, right, span),
            B::LessEqual => self.comparison(BinaryOp::Le, left, right, span),
            B::Greater => self.comparison(BinaryOp::Gt, left, right, span),
            B::GreaterEqual => self.comparison(BinaryOp::Ge, left, right, span),
            B::And => self.elementwise(BinaryOp::And, left, right, span),
            B::Or => self.elementwise(BinaryOp::Or, left, right, span),
        }
    }

    pub(super) fn report_operand(&mut self, op: &str, value: &Expr) {
        let mut report = Report::new(
            Code::BadOperand,
            value.span,
            format!("`{op}` does not work on a `{}`", value.ty),
        )
        .label(format!("`{}`", value.ty));
        if matches!(value.ty, Type::Class(_)) && matches!(op, "==" | "!=") {
            report = report.help("compare the fields");
        }
        self.report(report);
    }

    fn refuse_strings(&mut self, span: Span) -> Expr {
        self.report(
            Report::new(
                Code::HostOnly,
                span,
                "strings do not exist in kernel and device functions",
            )
            .label("works on strings")
            .help("compare outside, and pass the result as an `int`"),
        );
        error(span)
    }

    /// A string and something else are never equal.
    fn refuse_mixed_comparison(&mut self, left: &Expr, right: &Expr, span: Span) -> Expr {
        let other = if left.ty == Type::String { right } else { left };
        self.report(
            Report::new(
                Code::BadOperand,
                span,
                format!("a `string` and a `{}` cannot be compared", other.ty),
            )
            .label("never equal")
            .help("`num2str(x)` makes text of a number, `str2num(text)` a number of text"),
        );
        error(span)
    }

    pub(super) fn string_operator(
        &mut self,
        f: &mut Frame<'a>,
        op: ast::BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        if f.space != Space::Host {
            return self.refuse_strings(span);
        }
        let strings = left.ty == Type::String && right.ty == Type::String;
        match op {
            ast::BinaryOp::Add if has_text(&left.ty) && has_text(&right.ty) => {
                let (left, right) = (self.to_text(f, left), self.to_text(f, right));
                Expr {
                    ty: Type::String,
                    span,
                    kind: ExprKind::Concat(Box::new(left), Box::new(right)),
                }
            }
            ast::BinaryOp::Equal | ast::BinaryOp::NotEqual if strings => {
                if let (Some(a), Some(b)) = (self.known_text(f, &left), self.known_text(f, &right))
                {
                    return int(i32::from((a == b) == (op == ast::BinaryOp::Equal)), span);
                }
                let op = if op == ast::BinaryOp::Equal {
                    BinaryOp::Eq
                } else {
                    BinaryOp::Ne
                };
                Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
                }
            }
            ast::BinaryOp::Equal | ast::BinaryOp::NotEqual => {
                self.refuse_mixed_comparison(&left, &right, span)
            }
            _ => {
                let textless = [&left, &right].into_iter().find(|side| !has_text(&side.ty));
                let string = if left.ty == Type::String {
                    &left
                } else {
                    &right
                };
                let wrong = textless.unwrap_or(string);
                let report = Report::new(
                    Code::BadOperand,
                    wrong.span,
                    format!("`{}` does not work on a `{}`", op.text(), wrong.ty),
                )
                .label(format!("`{}`", wrong.ty))
                .help("strings can be joined with `+` and compared with `==` and `!=`");
                self.report(report);
                error(span)
            }
        }
    }

    /// A value as text for `+` of strings.
    pub(super) fn to_text(&mut self, f: &mut Frame<'a>, value: Expr) -> Expr {
        match value.ty {
            Type::String | Type::Error => value,
            Type::Exception => exception_field(ExceptionField::Message, value),
            Type::Union(_) => {
                let span = value.span;
                self.distribute(f, vec![value], span, &mut |checker, f, mut values| {
                    checker.to_text(f, values.remove(0))
                })
            }
            Type::Closure(_) => {
                self.report_operand("+", &value);
                error(value.span)
            }
            _ => Expr {
                ty: Type::String,
                span: value.span,
                kind: ExprKind::Convert(Box::new(value)),
            },
        }
    }

    pub(super) fn divide(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let complex =
            left.ty.elem() == Some(Elem::Complex) || right.ty.elem() == Some(Elem::Complex);
        let elem = if complex { Elem::Complex } else { Elem::Scalar };
        let (left, right) = (self.to_elem(left, elem), self.to_elem(right, elem));
        self.elementwise(BinaryOp::Div, left, right, span)
    }

    pub(super) fn power(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        self.elementwise(BinaryOp::Pow, left, right, span)
    }

    pub(super) fn comparison(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
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

    pub(super) fn equality(
        &mut self,
        f: &Frame<'a>,
        op: ast::BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
        whole: bool,
    ) -> Expr {
        if left.ty == Type::Error || right.ty == Type::Error {
            return error(span);
        }
        let op = if op == ast::BinaryOp::Equal {
            BinaryOp::Eq
        } else {
            BinaryOp::Ne
        };
        if left.ty == Type::String && right.ty == Type::String {
            return match f.space {
                Space::Host => Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
                },
                Space::Device | Space::Kernel => self.refuse_strings(span),
            };
        }
        if left.ty == Type::String || right.ty == Type::String {
            return self.refuse_mixed_comparison(&left, &right, span);
        }
        if is_pointer(&left.ty) && is_pointer(&right.ty) {
            return self.pointer_equality(op, left, right, span);
        }
        for side in [&left, &right] {
            if !side.ty.elem().is_some_and(Elem::is_number) {
                self.report_operand(if op == BinaryOp::Eq { "==" } else { "!=" }, side);
                return error(span);
            }
        }
        let (left, right) = (self.computed(left), self.computed(right));
        let arrays = left.ty.as_array().is_some() && right.ty.as_array().is_some();
        if !(whole && arrays) {
            return self.elementwise(op, left, right, span);
        }
        let Some(elem) = left
            .ty
            .elem()
            .zip(right.ty.elem())
            .and_then(|(a, b)| join_elem(a, b))
        else {
            return error(span);
        };
        let (left, right) = (self.to_elem(left, elem), self.to_elem(right, elem));
        let equal = Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::ArraysEqual(Box::new(left), Box::new(right)),
        };
        if op == BinaryOp::Eq {
            return equal;
        }
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Unary(UnaryOp::Not, Box::new(equal)),
        }
    }

    /// `p == nullptr`, `p == q`: whether both are one object.
    fn pointer_equality(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        let (a, b) = (left.ty.clone(), right.ty.clone());
        let kind = match (&a, &b) {
            (_, Type::Null) => ExprKind::IsNull(Box::new(left)),
            (Type::Null, _) => ExprKind::IsNull(Box::new(right)),
            (a, b) if a == b => ExprKind::SameObject(Box::new(left), Box::new(right)),
            (a, b) => {
                let message = format!("a `{a}` and a `{b}` are never the same object");
                let report = Report::new(Code::BadOperand, span, message);
                self.report(report.label("pointers to different classes"));
                return error(span);
            }
        };
        let ty = Type::Int;
        let same = Expr { ty, span, kind };
        if op == BinaryOp::Eq {
            return same;
        }
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Unary(UnaryOp::Not, Box::new(same)),
        }
    }

    pub(super) fn elementwise(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Expr {
        let Some(elem) = left
            .ty
            .elem()
            .zip(right.ty.elem())
            .and_then(|(a, b)| join_elem(a, b))
        else {
            return error(span);
        };
        let (left, right) = (self.to_elem(left, elem), self.to_elem(right, elem));
        if let Some(folded) = fold(op, &left, &right, span) {
            return folded;
        }
        let (left, right) = same_rank(left, right);
        let compares = matches!(op, comparison_op!() | logical_op!());
        let result = if compares { Elem::Int } else { elem };
        let ty = match self.common_shape(&left, &right, span) {
            Ok(None) => result.value_type(),
            Ok(Some(mut array)) => {
                array.elem = result;
                array.modifiers = Modifiers {
                    mask: compares,
                    ..Modifiers::default()
                };
                Type::Array(array)
            }
            Err(()) => return error(span),
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
        }
    }

    /// The shape of an element-wise result: none for two numbers.
    pub(super) fn common_shape(
        &mut self,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Result<Option<ArrayType>, ()> {
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

    pub(super) fn matrix_product(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let Some(elem) = left
            .ty
            .elem()
            .zip(right.ty.elem())
            .and_then(|(a, b)| join_elem(a, b))
        else {
            return error(span);
        };
        let (Some(a), Some(b)) = (left.ty.as_array().cloned(), right.ty.as_array().cloned()) else {
            return error(span);
        };
        for (array, side) in [(&a, &left), (&b, &right)] {
            if array.rank().is_some_and(|rank| rank > 2) {
                self.report(
                    Report::new(
                        Code::MatrixOperator,
                        side.span,
                        "the matrix product works on matrices and vectors",
                    )
                    .label(format!("`{array}`"))
                    .help("write `.*` to multiply element by element"),
                );
                return error(span);
            }
        }
        let row = |array: &ArrayType| array.rank() == Some(1);
        if row(&a) && row(&b) && a.known_numel() != Some(1) && b.known_numel() != Some(1) {
            self.report(
                Report::new(Code::MatrixOperator, both(&left, &right), "the product of two vectors is not defined")
                    .label("two row vectors")
                    .help("write `dotprod(a, b)` for the inner product, `.*` to multiply element by element"),
            );
            return error(span);
        }
        let sizes = |array: &ArrayType| {
            if array.sizes.len() == 1 {
                vec![Size::Known(1), array.sizes[0]]
            } else {
                array.sizes.clone()
            }
        };
        let (s, mut t) = (sizes(&a), sizes(&b));
        let outer = row(&b) && s.len() == 2 && s[1] == Size::Known(1) && s[0] != Size::Known(1);
        if row(&b) && !row(&a) && !outer {
            t.swap(0, 1);
        }
        if s.len() == 2
            && t.len() == 2
            && let (Size::Known(inner), Size::Known(other)) = (s[1], t[0])
            && inner != other
        {
            return self.report_product(&left, &right, &s, &t, span);
        }
        let open = Size::Open;
        let result = vec![
            s.first().copied().unwrap_or(open),
            t.get(1).copied().unwrap_or(open),
        ];
        let result = if result[0] == Size::Known(1) {
            vec![result[1]]
        } else {
            result
        };
        let (left, right) = (self.to_elem(left, elem), self.to_elem(right, elem));
        // A column times a row: the row has two dimensions, so that nobody takes it for a column.
        let right = match outer {
            true => super::flow::convert_to(right, &Type::Array(ArrayType::new(elem, t))),
            false => right,
        };
        Expr {
            ty: Type::Array(ArrayType::new(elem, result)),
            span,
            kind: ExprKind::MatMul(Box::new(left), Box::new(right)),
        }
    }

    pub(super) fn report_product(
        &mut self,
        left: &Expr,
        right: &Expr,
        s: &[Size],
        t: &[Size],
        span: Span,
    ) -> Expr {
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
        let message = format!(
            "Matrix dimensions ({} and {}) do not match for multiplication!",
            text(s),
            text(t)
        );
        self.report(
            Report::new(Code::SizeMismatch, span, message)
                .label("columns of the left and rows of the right must agree")
                .also(left.span, text(s))
                .also(right.span, text(t)),
        );
        error(span)
    }

    pub(super) fn matrix_power(
        &mut self,
        left: Expr,
        right: Expr,
        span: Span,
        op_span: Span,
    ) -> Expr {
        let square = left
            .ty
            .as_array()
            .is_some_and(|array| array.rank() == Some(2))
            && right.ty == Type::Int;
        if !square {
            self.report(
                Report::new(
                    Code::MatrixOperator,
                    op_span,
                    "`^` on arrays is the power of a square matrix to an int",
                )
                .label(format!("`{}` to the power `{}`", left.ty, right.ty))
                .help("write `.^` for powers element by element"),
            );
            return error(span);
        }
        Expr {
            ty: plain(&left.ty),
            span,
            kind: ExprKind::MatPow(Box::new(left), Box::new(right)),
        }
    }
}

/// Whether `+` can write a value of the type behind a string.
fn has_text(ty: &Type) -> bool {
    match ty {
        number_type!()
        | Type::String
        | Type::Exception
        | Type::Array(_)
        | Type::Enum(_)
        | class_type!()
        | Type::Union(_)
        | Type::Error => true,
        Type::Group(_) | Type::Closure(_) | Type::Tuple(_) | Type::Unknown(_) | Type::Void => false,
    }
}

/// Whether values of the type refer to objects.
fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(_) | Type::Null)
}

/// The type of an element-wise truth value.
fn mask_type(array: &ArrayType) -> Type {
    Type::Array(ArrayType {
        elem: Elem::Int,
        modifiers: Modifiers {
            mask: true,
            ..Modifiers::default()
        },
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
            comparison_op!() => i32::from(op.compare(a, b)?),
            BinaryOp::Pow
            | BinaryOp::Div
            | BinaryOp::Min
            | BinaryOp::Max
            | bitwise_op!()
            | logical_op!() => return None,
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
    let squeeze = |sizes: &[i32]| {
        sizes
            .iter()
            .copied()
            .filter(|n| *n != 1)
            .collect::<Vec<_>>()
    };
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

/// The common shape of two arrays that are worked on element by element; none: their sizes are known to differ.
pub(super) fn join_shapes(a: &ArrayType, b: &ArrayType) -> Option<ArrayType> {
    if a.any_rank || b.any_rank {
        return Some(if a.any_rank { b.clone() } else { a.clone() });
    }
    if a.sizes.len() != b.sizes.len() {
        let (longer, shorter) = if a.sizes.len() > b.sizes.len() {
            (a, b)
        } else {
            (b, a)
        };
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
