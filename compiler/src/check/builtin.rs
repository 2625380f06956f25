//! Calls of builtin functions: arguments and types by the rules of their rows.
//!
//! *Invariant:* the arguments of a builtin in the typed tree are as its rule says; constants of types and sizes are folded here.

use crate::base::Span;
use crate::builtins::{self, Builtin, Rule, Where};
use crate::diag::{Code, Report, counted};
use crate::hir::{Expr, ExprKind, Fill, Space, Stmt, StmtKind};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Modifiers, Size, Type, join_elem};

use super::expression::{error, int};
use super::flow::convert_to;
use super::operator::join_shapes;
use super::union::is_union;
use super::{Checker, Frame};

impl<'a> Checker<'a> {
    /// A call of a builtin.
    pub(super) fn call_builtin(
        &mut self,
        f: &mut Frame<'a>,
        builtin: Builtin,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let row = builtins::row(builtin);
        if builtin == Builtin::Save && self.builtin_arity(row, args.len(), span) {
            return match self.host_only(f, row.name, span) {
                true => self.save(f, args, span),
                false => error(span),
            };
        }
        let arguments = self.arguments(f, args);
        if let Some(named) = arguments.iter().find_map(|argument| argument.name) {
            self.report(
                Report::new(
                    Code::NamedArgument,
                    named.span,
                    format!("`{}` has no named arguments", row.name),
                )
                .label("named"),
            );
            return error(span);
        }
        let values: Vec<Expr> = arguments
            .into_iter()
            .map(|argument| argument.value)
            .collect();
        if values.iter().any(|value| value.ty == Type::Error)
            || !self.builtin_arity(row, values.len(), span)
        {
            return error(span);
        }
        if row.place == Where::Host && f.space != Space::Host {
            self.report(
                Report::new(
                    Code::HostOnly,
                    span,
                    format!(
                        "`{}` does not exist in kernel and device functions",
                        row.name
                    ),
                )
                .label("host code only"),
            );
            return error(span);
        }
        if values.iter().any(|value| is_union(&value.ty)) {
            return self.distribute(f, values, span, &mut |checker, f, values| {
                checker.apply_builtin(f, builtin, values, span)
            });
        }
        self.apply_builtin(f, builtin, values, span)
    }

    fn builtin_arity(&mut self, row: &builtins::Row, count: usize, span: Span) -> bool {
        let (least, most) = (usize::from(row.arity.0), usize::from(row.arity.1));
        if count >= least && (count <= most || most == 255) {
            return true;
        }
        let wanted = match (least, most) {
            (a, b) if a == b => counted(a, "argument"),
            (a, 255) => format!("at least {}", counted(a, "argument")),
            (a, b) => format!("{a} to {}", counted(b, "argument")),
        };
        self.report(
            Report::new(
                Code::ArgumentCount,
                span,
                format!("`{}` takes {wanted}, not {count}", row.name),
            )
            .label(row.signature),
        );
        false
    }

    /// A builtin on values.
    pub(super) fn apply_builtin(
        &mut self,
        f: &mut Frame<'a>,
        builtin: Builtin,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let row = builtins::row(builtin);
        if let Some(error) = self.refuse_class_arrays(builtin, &values) {
            return error;
        }
        match row.rule {
            Rule::Float => self.map(row, values, Some(Elem::Scalar), Some(Elem::Scalar), span),
            Rule::Analytic => {
                let is_complex = |value: &Expr| value.ty.elem() == Some(Elem::Complex);
                let elem = match values.iter().any(is_complex) {
                    true => Elem::Complex,
                    false => Elem::Scalar,
                };
                self.map(row, values, Some(elem), Some(elem), span)
            }
            Rule::Number => self.map(row, values, None, None, span),
            Rule::Magnitude => {
                let complex = values[0].ty.elem() == Some(Elem::Complex);
                self.map(row, values, None, complex.then_some(Elem::Scalar), span)
            }
            Rule::Any => self.map(row, values, None, None, span),
            Rule::ComplexPart => {
                self.map(row, values, Some(Elem::Complex), Some(Elem::Scalar), span)
            }
            Rule::MakeComplex => self.make_complex(row, values, span),
            Rule::ToInt => self.to_kind(values, Elem::Int, row.name, span),
            Rule::ToScalar => self.to_kind(values, Elem::Scalar, row.name, span),
            Rule::Test => self.map(row, values, Some(Elem::Scalar), Some(Elem::Int), span),
            Rule::Bits => self.map(row, values, Some(Elem::Int), Some(Elem::Int), span),
            Rule::Reduce => self.reduce(builtin, values, None, span),
            Rule::ReduceFloat => self.reduce(builtin, values, Some(Elem::Scalar), span),
            Rule::ReduceTest => self.reduce(builtin, values, Some(Elem::Int), span),
            Rule::Cumulative => self.cumulative(builtin, values, span),
            Rule::ReduceAlong => self.reduce(builtin, values, None, span),
            Rule::Call => {
                let call = builtins::calls::call_of(builtin).expect("the row says so");
                self.runtime_call(call, values, span)
            }
            Rule::Transform => {
                let transform = builtins::transforms::transform_of(builtin);
                self.transform(f, transform.expect("the row says so"), values, span)
            }
            Rule::Special => self.special_builtin(f, builtin, values, span),
        }
    }

    /// An element-wise function: arguments as `elem` (none: their common type), result `result` (none: the same).
    fn map(
        &mut self,
        row: &builtins::Row,
        values: Vec<Expr>,
        elem: Option<Elem>,
        result: Option<Elem>,
        span: Span,
    ) -> Expr {
        let mut common: Option<Elem> = None;
        for value in &values {
            let found = value
                .ty
                .elem()
                .filter(|found| found.is_number())
                .and_then(|found| found.value_type().elem());
            let joined = match (common, found) {
                (None, found) => found,
                (Some(a), Some(b)) => join_elem(a, b),
                (Some(_), None) => None,
            };
            if joined.is_none() {
                return self.bad_argument(row.name, value, "a number or an array of numbers", span);
            }
            common = joined;
        }
        let common = common.unwrap_or(Elem::Scalar);
        if common == Elem::Complex && elem != Some(Elem::Complex) && !accepts_complex(row.rule) {
            return self.unsupported_expr(span, &format!("complex arguments of `{}`", row.name));
        }
        let elem = elem.unwrap_or(common);
        let result = result.unwrap_or(elem);
        let values: Vec<Expr> = values
            .into_iter()
            .map(|value| self.to_elem(value, elem))
            .collect();
        let mut shape: Option<ArrayType> = None;
        for value in &values {
            if let Some(array) = value.ty.as_array() {
                shape = Some(match shape {
                    None => array.clone(),
                    Some(shape) => match join_shapes(&shape, array) {
                        Some(joined) => joined,
                        None => return self.shapes_differ(&shape, array, span),
                    },
                });
            }
        }
        let ty = match shape {
            Some(array) => Type::Array(ArrayType {
                elem: result,
                modifiers: Modifiers::default(),
                ..array
            }),
            None => result.value_type(),
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(row.builtin, values),
        }
    }

    fn shapes_differ(&mut self, a: &ArrayType, b: &ArrayType, span: Span) -> Expr {
        self.report(
            Report::new(
                Code::SizeMismatch,
                span,
                format!("arrays of different sizes: `{a}` and `{b}`"),
            )
            .label("works element by element"),
        );
        error(span)
    }

    pub(super) fn bad_argument(
        &mut self,
        name: &str,
        value: &Expr,
        wanted: &str,
        span: Span,
    ) -> Expr {
        self.report(
            Report::new(
                Code::BadArgument,
                value.span,
                format!("`{name}` takes {wanted}, not a `{}`", value.ty),
            )
            .label(format!("`{}`", value.ty)),
        );
        error(span)
    }

    fn make_complex(&mut self, row: &builtins::Row, values: Vec<Expr>, span: Span) -> Expr {
        if values.len() == 1 {
            return self.to_kind(values, Elem::Complex, row.name, span);
        }
        self.map(row, values, Some(Elem::Scalar), Some(Elem::Complex), span)
    }

    /// `int(x)`, `float(x)`, `complex(x)`.
    fn to_kind(&mut self, mut values: Vec<Expr>, elem: Elem, name: &str, span: Span) -> Expr {
        let value = values.remove(0);
        let from = value.ty.elem();
        if !from.is_some_and(Elem::is_number) {
            return self.bad_argument(name, &value, "a number or an array of numbers", span);
        }
        if from == Some(Elem::Complex) && elem != Elem::Complex {
            return self.bad_argument(name, &value, "real numbers", span);
        }
        let ty = match &value.ty {
            Type::Array(array) => Type::Array(ArrayType {
                elem,
                modifiers: Modifiers::default(),
                ..array.clone()
            }),
            _ => elem.value_type(),
        };
        if let (Type::Int, ExprKind::Scalar(number)) = (&ty, &value.kind) {
            return int(*number as i32, span);
        }
        Expr {
            span,
            ..convert_to(value, &ty)
        }
    }

    /// A reduction of all elements, or along a dimension.
    fn reduce(
        &mut self,
        builtin: Builtin,
        mut values: Vec<Expr>,
        result: Option<Elem>,
        span: Span,
    ) -> Expr {
        let row = builtins::row(builtin);
        let dim = (values.len() == 2).then(|| values.remove(1));
        let value = values.remove(0);
        let Some(elem) = value.ty.elem().filter(|elem| elem.is_number()) else {
            return self.bad_argument(row.name, &value, "an array of numbers", span);
        };
        let Some(computed) = elem.value_type().elem() else {
            return error(span);
        };
        let result = match result {
            Some(Elem::Scalar) if computed == Elem::Complex => Elem::Complex,
            Some(elem) => elem,
            None => computed,
        };
        if computed == Elem::Complex
            && matches!(
                builtin,
                Builtin::Min | Builtin::Max | Builtin::MinDim | Builtin::MaxDim | Builtin::Median
            )
        {
            return self.bad_argument(row.name, &value, "real numbers", span);
        }
        let Some(array) = value.ty.as_array().cloned() else {
            return self.reduce_number(builtin, value, result, span);
        };
        let value = self.to_elem(value, computed);
        match dim {
            None => Expr {
                ty: result.value_type(),
                span,
                kind: ExprKind::Builtin(builtin, vec![value]),
            },
            Some(dim) => {
                let ty = self.reduced(&array, &dim, result);
                let dim = self.to_int(dim, "a dimension");
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Builtin(builtin, vec![value, dim]),
                }
            }
        }
    }

    /// A reduction of a number is the number (or a test of it).
    fn reduce_number(&mut self, builtin: Builtin, value: Expr, result: Elem, span: Span) -> Expr {
        let literal = Expr {
            ty: Type::Array(ArrayType::new(
                value.ty.elem().unwrap_or(Elem::Scalar),
                vec![Size::Known(1)],
            )),
            span,
            kind: ExprKind::ArrayLiteral(vec![value]),
        };
        Expr {
            ty: result.value_type(),
            span,
            kind: ExprKind::Builtin(builtin, vec![literal]),
        }
    }

    /// The type of an array with one dimension gone to 1; trailing ones vanish.
    fn reduced(&self, array: &ArrayType, dim: &Expr, elem: Elem) -> Type {
        let ExprKind::Int(dim) = dim.kind else {
            return Type::Array(ArrayType {
                elem,
                modifiers: Modifiers::default(),
                ..ArrayType::any(elem)
            });
        };
        if array.any_rank {
            return Type::Array(ArrayType::any(elem));
        }
        let mut sizes = array.sizes.clone();
        if sizes.len() == 1 {
            sizes.insert(0, Size::Known(1));
        }
        if let Some(size) = sizes.get_mut(dim.max(0) as usize) {
            *size = Size::Known(1);
        }
        while sizes.len() > 2 && sizes.last() == Some(&Size::Known(1)) {
            sizes.pop();
        }
        if sizes.len() == 2 && sizes[0] == Size::Known(1) {
            sizes.remove(0);
        }
        Type::Array(ArrayType::new(elem, sizes))
    }

    fn cumulative(&mut self, builtin: Builtin, mut values: Vec<Expr>, span: Span) -> Expr {
        let row = builtins::row(builtin);
        let Some(array) = values[0].ty.as_array().cloned() else {
            return self.bad_argument(row.name, &values[0].clone(), "an array", span);
        };
        let Some(elem) = array
            .elem
            .is_number()
            .then(|| array.elem.value_type().elem())
            .flatten()
        else {
            return self.bad_argument(row.name, &values[0].clone(), "an array of numbers", span);
        };
        let first = self.to_elem(values.remove(0), elem);
        let mut args = vec![first];
        if let Some(dim) = values.pop() {
            args.push(self.to_int(dim, "a dimension"));
        }
        let ty = Type::Array(ArrayType {
            elem,
            modifiers: Modifiers::default(),
            ..array
        });
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(builtin, args),
        }
    }

    fn special_builtin(
        &mut self,
        f: &mut Frame<'a>,
        builtin: Builtin,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let row = builtins::row(builtin);
        match builtin {
            Builtin::Min | Builtin::Max if values.len() == 2 => {
                self.map(row, values, None, None, span)
            }
            Builtin::Min | Builtin::Max => self.reduce(builtin, values, None, span),
            Builtin::DotProd => self.dotprod(values, span),
            Builtin::Norm => self.norm(values, span),
            Builtin::Size => self.size(f, values, span),
            Builtin::Numel | Builtin::NDims | Builtin::IsEmpty => {
                self.query(builtin, values.remove(0), span)
            }
            Builtin::Reshape | Builtin::Repmat => self.reshape(f, builtin, values, span),
            Builtin::Squeeze => self.squeeze(values.remove(0), span),
            Builtin::Transpose | Builtin::HermTranspose => {
                self.transpose(builtin, values.remove(0), span)
            }
            Builtin::ShuffleDims => self.shuffle(f, values, span),
            Builtin::VertCat | Builtin::HorzCat | Builtin::Cat => {
                self.concatenate(builtin, values, span)
            }
            Builtin::Ind2Pos | Builtin::Pos2Ind => self.positions(builtin, values, span),
            Builtin::Find => self.find(values.remove(0), span),
            Builtin::CircShift => self.same_type(builtin, values, span),
            Builtin::Diag | Builtin::Diagm => self.diagonal(builtin, values.remove(0), span),
            Builtin::Eye => self.eye(f, values.remove(0), span),
            Builtin::Linspace => self.linspace(f, values, span),
            Builtin::Rand | Builtin::Randn => self.random(f, builtin, values, span),
            Builtin::Copy | Builtin::DeepCopy => self.same_type(builtin, values, span),
            Builtin::Seed => self.void_call(builtin, values, &[Type::Int], span),
            Builtin::Imread => {
                let ty = Type::Array(ArrayType::new(
                    Elem::Scalar,
                    vec![Size::Open, Size::Open, Size::Known(3)],
                ));
                self.typed_call(builtin, values, &[Type::String], ty, span)
            }
            Builtin::Imwrite => self.imwrite(values, span),
            Builtin::Tic => self.void_call(builtin, values, &[], span),
            Builtin::Toc => self.toc(values, span),
            Builtin::Sprintf => self.format(builtin, values, Type::String, span),
            Builtin::Printf => self.format(builtin, values, Type::Void, span),
            Builtin::Strcat => self.strcat(f, values, span),
            Builtin::Num2Str => self.strcat(f, values, span),
            Builtin::Sscanf | Builtin::Fscanf => self.scan(f, builtin, values, span),
            Builtin::Load => self.load(f, values, span),
            Builtin::Shared | Builtin::SharedZeros => self.shared_array(f, builtin, values, span),
            Builtin::ThreadBlock => self.made_group(f, span),
            Builtin::MaxBlockSize | Builtin::OptBlockSize | Builtin::OptBlockCount => {
                self.block_query(f, builtin, values, span)
            }
            _ => panic!(
                "the row of `{}` has a rule of its own but no function",
                row.name
            ),
        }
    }

    pub(super) fn array_argument(
        &mut self,
        name: &str,
        value: &Expr,
        span: Span,
    ) -> Option<ArrayType> {
        match &value.ty {
            Type::Array(array) => Some(array.clone()),
            _ => {
                self.bad_argument(name, value, "an array", span);
                None
            }
        }
    }

    fn dotprod(&mut self, mut values: Vec<Expr>, span: Span) -> Expr {
        let right = values.remove(1);
        let left = values.remove(0);
        let (Some(a), Some(b)) = (
            self.array_argument("dotprod", &left, span),
            self.array_argument("dotprod", &right, span),
        ) else {
            return error(span);
        };
        if let (Some(m), Some(n)) = (a.known_numel(), b.known_numel())
            && m != n
        {
            return self.shapes_differ(&a, &b, span);
        }
        let Some(elem) = join_elem(a.elem, b.elem).and_then(|elem| elem.value_type().elem()) else {
            return error(span);
        };
        let args = vec![self.to_elem(left, elem), self.to_elem(right, elem)];
        Expr {
            ty: elem.value_type(),
            span,
            kind: ExprKind::Builtin(Builtin::DotProd, args),
        }
    }

    fn norm(&mut self, mut values: Vec<Expr>, span: Span) -> Expr {
        let value = values.remove(0);
        if self.array_argument("norm", &value, span).is_none() {
            return error(span);
        }
        if value.ty.elem() == Some(Elem::Complex) {
            return self.unsupported_expr(span, "norms of complex arrays");
        }
        let value = self.to_elem(value, Elem::Scalar);
        Expr {
            ty: Type::Scalar,
            span,
            kind: ExprKind::Builtin(Builtin::Norm, vec![value]),
        }
    }

    /// `size(x)`, `size(x, d)`, `size(x, list)`.
    fn size(&mut self, f: &mut Frame<'a>, mut values: Vec<Expr>, span: Span) -> Expr {
        let dims = (values.len() == 2).then(|| values.remove(1));
        let value = values.remove(0);
        if value.ty.is_number() {
            return self.size_of_number(dims, span);
        }
        let Some(array) = self.array_argument("size", &value, span) else {
            return error(span);
        };
        match dims {
            None => self.whole_size(value, &array, span),
            Some(dim) if dim.ty.is_number() => {
                let dim = self.to_int(dim, "a dimension");
                if let ExprKind::Int(number) = dim.kind {
                    let Ok(axis) = usize::try_from(number) else {
                        let message = format!("size: there is no dimension {number}");
                        self.report(
                            Report::new(Code::BadArgument, dim.span, message)
                                .label("dimensions count from 0"),
                        );
                        return error(span);
                    };
                    if let Size::Known(size) = super::element::extent(&array, axis) {
                        return int(size, span);
                    }
                }
                Expr {
                    ty: Type::Int,
                    span,
                    kind: ExprKind::Builtin(Builtin::Size, vec![value, dim]),
                }
            }
            Some(list) => self.listed_size(f, value, list, span),
        }
    }

    fn size_of_number(&mut self, dims: Option<Expr>, span: Span) -> Expr {
        match dims {
            Some(_) => int(1, span),
            None => self.vector_of(vec![int(1, span)], span),
        }
    }

    fn whole_size(&mut self, value: Expr, array: &ArrayType, span: Span) -> Expr {
        let count = match array.known_sizes() {
            Some(sizes) if sizes.last().is_some_and(|last| *last != 1) => {
                Size::Known(sizes.len().max(2) as i32)
            }
            _ => Size::Open,
        };
        let ty = Type::Array(ArrayType::new(Elem::Int, vec![count]));
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(Builtin::Size, vec![value]),
        }
    }

    /// `size(x, 0..1)`: one int per listed dimension when the list is known.
    fn listed_size(&mut self, f: &mut Frame<'a>, value: Expr, list: Expr, span: Span) -> Expr {
        let list = self.to_elem(list, Elem::Int);
        let dims = self.known_list(f, &list);
        match dims {
            Some(dims) => {
                let (again, first) = self.hold(f, value);
                let parts = dims
                    .iter()
                    .enumerate()
                    .map(|(index, dim)| {
                        let array = if index == 0 {
                            first.clone()
                        } else {
                            again.clone()
                        };
                        let known = array
                            .ty
                            .as_array()
                            .map(|array| super::element::extent(array, (*dim).max(0) as usize));
                        match (known, &array.kind) {
                            (Some(Size::Known(size)), ExprKind::Var(_) | ExprKind::Global(_)) => {
                                int(size, span)
                            }
                            _ => Expr {
                                ty: Type::Int,
                                span,
                                kind: ExprKind::Builtin(
                                    Builtin::Size,
                                    vec![array, int(*dim, span)],
                                ),
                            },
                        }
                    })
                    .collect();
                self.vector_of(parts, span)
            }
            None => {
                let ty = Type::Array(ArrayType::new(
                    Elem::Int,
                    vec![list.ty.as_array().map_or(Size::Open, super::element::numel)],
                ));
                Expr {
                    ty,
                    span,
                    kind: ExprKind::Builtin(Builtin::Size, vec![value, list]),
                }
            }
        }
    }

    /// The ints of a list that is known at compile time.
    pub(super) fn known_list(&mut self, f: &Frame<'a>, list: &Expr) -> Option<Vec<i32>> {
        match &list.kind {
            ExprKind::ArrayLiteral(items) => items
                .iter()
                .map(|item| match self.known_size(f, item) {
                    Size::Known(value) => Some(value),
                    Size::Symbol(_) | Size::Open => None,
                })
                .collect(),
            ExprKind::Range {
                start,
                step: None,
                stop,
            } => match (self.known_size(f, start), self.known_size(f, stop)) {
                (Size::Known(a), Size::Known(b)) if b - a < 16 => Some((a..=b).collect()),
                _ => None,
            },
            _ => None,
        }
    }

    fn query(&mut self, builtin: Builtin, value: Expr, span: Span) -> Expr {
        if value.ty.is_number() {
            return int(i32::from(builtin != Builtin::IsEmpty), span);
        }
        let Some(array) = self.array_argument(builtins::row(builtin).name, &value, span) else {
            return error(span);
        };
        match (builtin, array.known_numel()) {
            (Builtin::Numel, Some(count)) => int(count as i32, span),
            (Builtin::IsEmpty, Some(count)) => int(i32::from(count == 0), span),
            _ => Expr {
                ty: Type::Int,
                span,
                kind: ExprKind::Builtin(builtin, vec![value]),
            },
        }
    }

    fn reshape(
        &mut self,
        f: &mut Frame<'a>,
        builtin: Builtin,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let list = values.remove(1);
        let value = values.remove(0);
        let name = builtins::row(builtin).name;
        let value = if value.ty.is_number() && builtin == Builtin::Repmat {
            self.vector_of(vec![value], span)
        } else {
            value
        };
        let Some(array) = self.array_argument(name, &value, span) else {
            return error(span);
        };
        let Some((dims, sizes)) = self.dimensions_of(f, vec![list], span) else {
            return error(span);
        };
        let sizes = match (builtin, sizes) {
            (Builtin::Reshape, sizes) => sizes,
            (_, Some(times)) => repeated(&array, &times),
            (_, None) => None,
        };
        let ty = match sizes {
            Some(sizes) => ArrayType::new(array.elem, as_vector(sizes)),
            None => ArrayType::any(array.elem),
        };
        let mut args = vec![value];
        args.extend(dims);
        Expr {
            ty: Type::Array(ty),
            span,
            kind: ExprKind::Builtin(builtin, args),
        }
    }

    fn squeeze(&mut self, value: Expr, span: Span) -> Expr {
        if value.ty.is_number() {
            return value;
        }
        let Some(array) = self.array_argument("squeeze", &value, span) else {
            return error(span);
        };
        let ty = match array.known_sizes() {
            Some(sizes) => {
                let kept: Vec<Size> = sizes
                    .into_iter()
                    .filter(|n| *n != 1)
                    .map(Size::Known)
                    .collect();
                match kept.len() {
                    0 => ArrayType::new(array.elem, vec![Size::Known(1)]),
                    1 => ArrayType::new(array.elem, vec![kept[0], Size::Known(1)]),
                    _ => ArrayType::new(array.elem, kept),
                }
            }
            None if array.any_rank => ArrayType::any(array.elem),
            None => ArrayType::open(array.elem, array.sizes.len().max(2)),
        };
        Expr {
            ty: Type::Array(ty),
            span,
            kind: ExprKind::Builtin(Builtin::Squeeze, vec![value]),
        }
    }

    fn transpose(&mut self, builtin: Builtin, value: Expr, span: Span) -> Expr {
        if value.ty.is_number() {
            return value;
        }
        let Some(array) = self.array_argument("transpose", &value, span) else {
            return error(span);
        };
        let sizes = match array.sizes.as_slice() {
            _ if array.any_rank => vec![Size::Open, Size::Open],
            [n] => vec![*n, Size::Known(1)],
            [m, n] if *m != Size::Known(1) && *n == Size::Known(1) => vec![*m],
            [m, n] => vec![*n, *m],
            _ => {
                self.report(
                    Report::new(
                        Code::BadArgument,
                        value.span,
                        "transpose works on matrices and vectors",
                    )
                    .label(format!("`{array}`"))
                    .help("use `shuffledims` to permute the dimensions of a cube"),
                );
                return error(span);
            }
        };
        let ty = Type::Array(ArrayType::new(array.elem, sizes));
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(builtin, vec![value]),
        }
    }

    fn shuffle(&mut self, f: &mut Frame<'a>, mut values: Vec<Expr>, span: Span) -> Expr {
        let order = values.remove(1);
        let value = values.remove(0);
        let Some(array) = self.array_argument("shuffledims", &value, span) else {
            return error(span);
        };
        let order = self.to_elem(order, Elem::Int);
        let ty = match self.known_list(f, &order) {
            Some(list) => {
                let sizes = list
                    .iter()
                    .map(|dim| super::element::extent(&array, (*dim).max(0) as usize))
                    .collect();
                ArrayType::new(array.elem, as_vector(sizes))
            }
            None => ArrayType::any(array.elem),
        };
        Expr {
            ty: Type::Array(ty),
            span,
            kind: ExprKind::Builtin(Builtin::ShuffleDims, vec![value, order]),
        }
    }

    fn concatenate(&mut self, builtin: Builtin, mut values: Vec<Expr>, span: Span) -> Expr {
        let dim = match builtin {
            Builtin::VertCat => int(0, span),
            Builtin::HorzCat => int(1, span),
            _ => {
                let dim = values.remove(2);
                self.to_int(dim, "a dimension")
            }
        };
        let mut elem: Option<Elem> = None;
        let mut rank = 1;
        for value in &values {
            let found = value.ty.elem();
            elem = match (elem, found) {
                (None, found) => found,
                (Some(a), Some(b)) => join_elem(a, b),
                (Some(_), None) => None,
            };
            if elem.is_none() {
                return self.bad_argument(
                    builtins::row(builtin).name,
                    &value.clone(),
                    "arrays of one type",
                    span,
                );
            }
            rank = rank.max(value.ty.as_array().and_then(ArrayType::rank).unwrap_or(1));
        }
        let elem = elem.unwrap_or(Elem::Scalar);
        let rank = match (builtin, &dim.kind) {
            (Builtin::HorzCat, _) => rank,
            (_, ExprKind::Int(dim)) => rank.max(*dim as usize + 1).max(2),
            _ => rank.max(3),
        };
        let mut args: Vec<Expr> = values
            .into_iter()
            .map(|value| self.to_elem(value, elem))
            .collect();
        args.push(dim);
        Expr {
            ty: Type::Array(ArrayType::open(elem, rank)),
            span,
            kind: ExprKind::Builtin(Builtin::Cat, args),
        }
    }

    fn positions(&mut self, builtin: Builtin, mut values: Vec<Expr>, span: Span) -> Expr {
        let second = values.remove(1);
        let first = values.remove(0);
        let name = builtins::row(builtin).name;
        let Some(sizes) = self.array_argument(name, &first, span) else {
            return error(span);
        };
        let first = self.to_elem(first, Elem::Int);
        if builtin == Builtin::Ind2Pos {
            let index = self.to_int(second, "an index");
            let ty = Type::Array(ArrayType::new(
                Elem::Int,
                vec![super::element::numel(&sizes)],
            ));
            return Expr {
                ty,
                span,
                kind: ExprKind::Builtin(builtin, vec![first, index]),
            };
        }
        if self.array_argument(name, &second, span).is_none() {
            return error(span);
        }
        let second = self.to_elem(second, Elem::Int);
        Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Builtin(builtin, vec![first, second]),
        }
    }

    fn find(&mut self, value: Expr, span: Span) -> Expr {
        let Some(array) = self.array_argument("find", &value, span) else {
            return error(span);
        };
        let columns = array
            .rank()
            .map_or(Size::Open, |rank| Size::Known(rank.max(2) as i32));
        let ty = Type::Array(ArrayType::new(Elem::Int, vec![Size::Open, columns]));
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(Builtin::Find, vec![value]),
        }
    }

    /// A function whose result has the type of its first argument; further arguments are ints.
    fn same_type(&mut self, builtin: Builtin, values: Vec<Expr>, span: Span) -> Expr {
        let mut values = values.into_iter();
        let first = values.next().expect("the arity was checked");
        if first.ty.is_number() && matches!(builtin, Builtin::Copy | Builtin::DeepCopy) {
            return first;
        }
        if self
            .array_argument(builtins::row(builtin).name, &first, span)
            .is_none()
        {
            return error(span);
        }
        let ty = super::expression::plain(&first.ty);
        let mut args = vec![first];
        for value in values {
            let value = if value.ty.as_array().is_some() {
                self.to_elem(value, Elem::Int)
            } else {
                self.to_int(value, "a shift")
            };
            args.push(value);
        }
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(builtin, args),
        }
    }

    fn diagonal(&mut self, builtin: Builtin, value: Expr, span: Span) -> Expr {
        let Some(array) = self.array_argument(builtins::row(builtin).name, &value, span) else {
            return error(span);
        };
        let sizes = match (builtin, array.known_numel(), array.sizes.as_slice()) {
            (Builtin::Diagm, Some(n), _) => vec![Size::Known(n as i32); 2],
            (Builtin::Diagm, None, [n]) => vec![*n, *n],
            (Builtin::Diagm, None, _) => vec![Size::Open; 2],
            (_, _, [Size::Known(m), Size::Known(n)]) => {
                vec![Size::Known(*m.min(n)), Size::Known(1)]
            }
            (_, _, _) => vec![Size::Open, Size::Known(1)],
        };
        let ty = Type::Array(ArrayType::new(array.elem, sizes));
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(builtin, vec![value]),
        }
    }

    fn eye(&mut self, f: &mut Frame<'a>, value: Expr, span: Span) -> Expr {
        let n = self.to_int(value, "a size");
        let size = self.size_of(f, &n);
        let ty = Type::Array(ArrayType::new(Elem::Scalar, vec![size, size]));
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(Builtin::Eye, vec![n]),
        }
    }

    fn linspace(&mut self, f: &mut Frame<'a>, values: Vec<Expr>, span: Span) -> Expr {
        let [a, b, n] = <[Expr; 3]>::try_from(values).expect("the arity was checked");
        let n = self.to_int(n, "a count");
        let size = self.size_of(f, &n);
        let (a, b) = (
            self.coerce(f, a, &Type::Scalar, "the start"),
            self.coerce(f, b, &Type::Scalar, "the end"),
        );
        let ty = Type::Array(ArrayType::new(Elem::Scalar, vec![size]));
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(Builtin::Linspace, vec![a, b, n]),
        }
    }

    fn random(
        &mut self,
        f: &mut Frame<'a>,
        builtin: Builtin,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let Some((dims, sizes)) = self.dimensions_of(f, values, span) else {
            return error(span);
        };
        let ty = match sizes {
            Some(sizes) => ArrayType::new(Elem::Scalar, sizes),
            None => ArrayType::any(Elem::Scalar),
        };
        Expr {
            ty: Type::Array(ty),
            span,
            kind: ExprKind::Builtin(builtin, dims),
        }
    }

    fn typed_call(
        &mut self,
        builtin: Builtin,
        values: Vec<Expr>,
        params: &[Type],
        ty: Type,
        span: Span,
    ) -> Expr {
        let name = builtins::row(builtin).name;
        let mut args = Vec::new();
        for (value, param) in values.into_iter().zip(params) {
            if self.accepts(param, &value.ty) == super::convert::Fit::No {
                return self.bad_argument(name, &value, &format!("a `{param}`"), span);
            }
            args.push(convert_to(value, param));
        }
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(builtin, args),
        }
    }

    fn void_call(
        &mut self,
        builtin: Builtin,
        values: Vec<Expr>,
        params: &[Type],
        span: Span,
    ) -> Expr {
        self.typed_call(builtin, values, params, Type::Void, span)
    }

    fn imwrite(&mut self, values: Vec<Expr>, span: Span) -> Expr {
        if values[0].ty != Type::String {
            return self.bad_argument("imwrite", &values[0].clone(), "a file name first", span);
        }
        if self
            .array_argument("imwrite", &values[1].clone(), span)
            .is_none()
        {
            return error(span);
        }
        if !matches!(
            values[1].ty.elem().map(Elem::value_type),
            Some(Type::Int | Type::Scalar)
        ) {
            return self.bad_argument("imwrite", &values[1].clone(), "real numbers", span);
        }
        Expr {
            ty: Type::Void,
            span,
            kind: ExprKind::Builtin(Builtin::Imwrite, values),
        }
    }

    fn toc(&mut self, values: Vec<Expr>, span: Span) -> Expr {
        let ty = if values.is_empty() {
            Type::Void
        } else {
            Type::Scalar
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(Builtin::Toc, values),
        }
    }

    fn format(&mut self, builtin: Builtin, values: Vec<Expr>, ty: Type, span: Span) -> Expr {
        if values[0].ty != Type::String {
            return self.bad_argument(
                builtins::row(builtin).name,
                &values[0].clone(),
                "a format string first",
                span,
            );
        }
        for value in &values {
            if matches!(value.ty, Type::Closure(_) | Type::Class(_) | Type::Void) {
                return self.bad_argument(
                    builtins::row(builtin).name,
                    &value.clone(),
                    "values",
                    span,
                );
            }
        }
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(builtin, self.exceptions_as_text(values)),
        }
    }

    fn strcat(&mut self, f: &mut Frame<'a>, values: Vec<Expr>, span: Span) -> Expr {
        let mut parts = values
            .into_iter()
            .map(|value| self.to_text(f, value))
            .collect::<Vec<_>>()
            .into_iter();
        let first = parts.next().expect("the arity was checked");
        parts.fold(first, |joined, part| Expr {
            ty: Type::String,
            span,
            kind: ExprKind::Concat(Box::new(joined), Box::new(part)),
        })
    }

    // ------------------------------------------------------------------------------------------------ special forms

    /// Functions that are not rows: array creation, printing, assertions, type tests.
    pub(super) fn special_form(
        &mut self,
        f: &mut Frame<'a>,
        name: &str,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Option<Expr> {
        Some(match name {
            "zeros" => self.creation(f, Fill::Zeros, Elem::Scalar, args, span),
            "ones" => self.creation(f, Fill::Ones, Elem::Scalar, args, span),
            "uninit" => self.creation(f, Fill::Uninit, Elem::Scalar, args, span),
            "czeros" => self.creation(f, Fill::Zeros, Elem::Complex, args, span),
            "print" | "disp" => self.print(f, args, span),
            "error" => self.error_call(f, args, span),
            "assert" => self.assertion(f, args, span),
            "object" => self.object_call(f, args, span),
            "type" => self.type_call(f, args, span)?,
            "isscalar" | "isreal" | "iscomplex" => self.type_test(f, name, args, span),
            _ => return None,
        })
    }

    pub(super) fn values(&mut self, f: &mut Frame<'a>, args: &'a [ast::Arg]) -> Option<Vec<Expr>> {
        let values: Vec<Expr> = self
            .arguments(f, args)
            .into_iter()
            .map(|argument| argument.value)
            .collect();
        (!values.iter().any(|value| value.ty == Type::Error)).then_some(values)
    }

    fn creation(
        &mut self,
        f: &mut Frame<'a>,
        fill: Fill,
        elem: Elem,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        match self.values(f, args) {
            Some(values) if !values.is_empty() => {
                self.new_array(f, fill, ArrayType::any(elem), values, span)
            }
            Some(_) => {
                self.report(
                    Report::new(Code::ArgumentCount, span, "sizes are needed")
                        .label("no arguments"),
                );
                error(span)
            }
            None => error(span),
        }
    }

    fn statement_expr(&mut self, kind: StmtKind, span: Span) -> Expr {
        let nothing = Expr {
            ty: Type::Void,
            span,
            kind: ExprKind::ArrayLiteral(Vec::new()),
        };
        Expr {
            ty: Type::Void,
            span,
            kind: ExprKind::Sequence(vec![Stmt { kind, span }], Box::new(nothing)),
        }
    }

    pub(super) fn host_only(&mut self, f: &Frame<'a>, what: &str, span: Span) -> bool {
        if f.space == Space::Host {
            return true;
        }
        self.report(
            Report::new(
                Code::HostOnly,
                span,
                format!("`{what}` does not exist in kernel and device functions"),
            )
            .label("host code only"),
        );
        false
    }

    fn print(&mut self, f: &mut Frame<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
        let Some(values) = self.values(f, args) else {
            return error(span);
        };
        if !self.host_only(f, "print", span) {
            return error(span);
        }
        if let Some(value) = values
            .iter()
            .find(|value| matches!(value.ty, Type::Closure(_)))
        {
            let span = value.span;
            return self.unsupported_expr(span, "printed function values");
        }
        let values = self.exceptions_as_text(values);
        self.statement_expr(StmtKind::Print(values), span)
    }

    fn error_call(&mut self, f: &mut Frame<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
        let Some(values) = self.values(f, args) else {
            return error(span);
        };
        if !self.host_only(f, "error", span) {
            return error(span);
        }
        if values.is_empty() {
            self.report(
                Report::new(Code::ArgumentCount, span, "`error` takes a message")
                    .label("nothing to say")
                    .help("write `error(\"what went wrong\")`"),
            );
            return error(span);
        }
        if let [exception] = &values[..]
            && exception.ty == Type::Exception
        {
            return self.statement_expr(StmtKind::Error(exception.clone()), span);
        }
        let mut parts = values
            .into_iter()
            .map(|value| self.to_text(f, value))
            .collect::<Vec<_>>()
            .into_iter();
        let first = parts.next().expect("not empty");
        let text = parts.fold(first, |joined, part| Expr {
            ty: Type::String,
            span,
            kind: ExprKind::Concat(Box::new(joined), Box::new(part)),
        });
        self.statement_expr(StmtKind::Error(text), span)
    }

    fn assertion(&mut self, f: &mut Frame<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
        let (cond, message) = match args {
            [cond] => (cond, None),
            [cond, message] => (cond, Some(message)),
            _ => {
                self.report(
                    Report::new(
                        Code::ArgumentCount,
                        span,
                        "`assert` takes a condition and a message",
                    )
                    .label("assert(condition, message)"),
                );
                return error(span);
            }
        };
        let errors = self.reports.len();
        let cond = self.asserted(f, &cond.value);
        if crate::diag::has_errors(&self.reports[errors..]) {
            return error(span);
        }
        self.assume(f, &cond);
        let message = message.map(|message| {
            let value = self.expr(f, &message.value);
            self.to_text(f, value)
        });
        if let ExprKind::Int(value) = cond.kind {
            if cond.ty != Type::Error && value == 0 {
                self.report(
                    Report::new(Code::AssertionFails, span, "this assertion never holds")
                        .label("always false"),
                );
                return error(span);
            }
            if cond.ty != Type::Error {
                return Expr {
                    ty: Type::Void,
                    span,
                    kind: ExprKind::ArrayLiteral(Vec::new()),
                };
            }
        }
        self.statement_expr(StmtKind::Assert { cond, message }, span)
    }

    fn type_test(
        &mut self,
        f: &mut Frame<'a>,
        name: &str,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let Some(values) = self.values(f, args) else {
            return error(span);
        };
        let [value] = values.as_slice() else {
            self.report(
                Report::new(
                    Code::ArgumentCount,
                    span,
                    format!("`{name}` takes one argument"),
                )
                .label("one argument"),
            );
            return error(span);
        };
        if is_union(&value.ty) {
            let name = name.to_string();
            return self.distribute(f, values, span, &mut |_, _, mut values| {
                int(i32::from(has_type(&name, &values.remove(0).ty)), span)
            });
        }
        int(i32::from(has_type(name, &value.ty)), span)
    }
}

/// Whether a type passes one of the tests `isscalar`, `isreal`, `iscomplex`.
fn has_type(name: &str, ty: &Type) -> bool {
    let elem = ty
        .elem()
        .filter(|elem| elem.is_number())
        .map(Elem::value_type);
    match name {
        "isscalar" => ty.is_number(),
        "isreal" => matches!(elem, Some(Type::Int | Type::Scalar)),
        _ => elem == Some(Type::Complex),
    }
}

fn accepts_complex(rule: Rule) -> bool {
    matches!(rule, Rule::Any | Rule::Magnitude | Rule::ComplexPart)
}

/// Two-dimensional sizes with one row are those of a vector.
fn as_vector(mut sizes: Vec<Size>) -> Vec<Size> {
    if sizes.len() == 2 && sizes[0] == Size::Known(1) {
        sizes.remove(0);
    }
    sizes
}

fn repeated(array: &ArrayType, times: &[Size]) -> Option<Vec<Size>> {
    let rank = array.rank()?.max(times.len()).max(2);
    let sizes = (0..rank)
        .map(|dim| {
            let count = if times.len() == 1 && dim == 1 {
                times[0]
            } else if times.len() == 1 {
                Size::Known(1)
            } else {
                times.get(dim).copied().unwrap_or(Size::Known(1))
            };
            match (super::element::extent(array, dim), count) {
                (Size::Known(a), Size::Known(b)) => Size::Known(a * b),
                (size, Size::Known(1)) => size,
                _ => Size::Open,
            }
        })
        .collect();
    Some(sizes)
}
