//! Calls of builtin functions: arguments and types by the rules of their rows.
//!
//! | file | what it does |
//! |---|---|
//! | `elementwise` | functions of each element, conversions |
//! | `reduction` | sums and the like, of all elements or along a dimension |
//! | `along` | dimensions that an array does not have |
//! | `append` | vectors that get longer |
//! | `size` | `size`, `numel`, `ndims`, `isempty` |
//! | `shape` | the same elements in another shape or order |
//! | `position` | `ind2pos`, `pos2ind`, `find` |
//! | `by_type` | functions with a type among their arguments |
//! | `creation` | new arrays: `zeros`, `eye`, `linspace`, `rand` |
//! | `text` | `sprintf`, `strcat`, printing; images and time |
//! | `special` | functions that are not rows: assertions, errors, type tests |
//!
//! *Invariant:* the arguments of a builtin in the typed tree are as its rule says; constants of types and sizes are folded here.

mod along;
mod append;
pub(in crate::check) mod argument;
mod by_type;
mod creation;
mod elementwise;
mod order;
mod position;
mod reduction;
mod shape;
mod size;
mod special;
mod text;

use crate::base::Span;
use crate::builtins::{
    self, Builtin, Everywhere, Host, Made, Numbers, Reduced, Row, Rule, Special, Where,
};
use crate::diag::{Code, Place, Report, counted, instead};
use crate::hir::{Expr, ExprKind, Stmt, StmtKind, has_effects};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Type};

use super::algebra::{algebra, small_algebra};
use super::class::refuse_class_arrays;
use super::files::{runtime_call, scan};
use super::groups::made_group;
use super::kinds::{holds_cells, is_union};
use super::operator::{as_mask, bits_of, is_mask};
use super::trees::{convert_to, error, sequence};
use super::{BodyState, Checker, Reports};
use argument::bad_argument;
use elementwise::{make_complex, map, next_power, real_or_complex, to_kind};
use position::positions;
use reduction::{cumulative, dotprod, norm, reduce};
use shape::{concatenate, diagonal, same_type, squeeze, transpose};
use size::{query, query_text};
use special::host_only_or;
use text::{format, imshow, imwrite, toc};

pub(super) use special::host_only;

impl<'a> Checker<'a> {
    /// A call of a builtin.
    pub(super) fn call_builtin(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let row = builtins::row(builtin);
        if builtin == Builtin::Save && builtin_arity(&mut self.reports, row, args.len(), span) {
            return match host_only(&mut self.reports, f, row.name, span) {
                true => self.save(f, args, span),
                false => error(span),
            };
        }
        let call = self.call_builtin_on(f, builtin, Vec::new(), args, span);
        self.with_events(f, call, span)
    }

    /// The same with values in front of the arguments.
    pub(in crate::check) fn call_builtin_on(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        mut values: Vec<Expr>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let row = builtins::row(builtin);
        let arguments = self.arguments(f, args);
        if let Some(named) = arguments.iter().find_map(|argument| argument.name) {
            let habit = instead(Place::Argument, self.text(named.name));
            self.report(
                Report::new(
                    Code::NamedArgument,
                    named.span,
                    format!("`{}` has no named arguments", row.name),
                )
                .label("named")
                .help(habit.unwrap_or_else(|| {
                    format!("give the arguments in this order: `{}`", row.signature)
                })),
            );
            return error(span);
        }
        values.extend(arguments.into_iter().map(|argument| argument.value));
        let values = self.as_written(values);
        if values.iter().any(|value| value.ty == Type::Error)
            || !builtin_arity(&mut self.reports, row, values.len(), span)
        {
            return error(span);
        }
        if let Some(call) = self.small_call(f, builtin, &values, span) {
            return call;
        }
        if row.place == Where::Host {
            let instead = match builtin {
                Builtin::Append => Some(NO_LISTS.to_string()),
                _other => small_algebra(builtin),
            };
            if !host_only_or(&mut self.reports, f, row.name, instead, span) {
                return error(span);
            }
        }
        // An element of a cell has its type with it, and a list without elements becomes one.
        let is_list = |ty: &Type| holds_cells(ty) || ty.as_array().is_some_and(ArrayType::is_start);
        let appends = matches!(builtin, Builtin::Append | Builtin::DictionaryAppend);
        let is_stored = appends && is_list(&values[0].ty);
        let mut chosen = values.iter().take(if is_stored { 1 } else { values.len() });
        if chosen.any(|value| is_union(&value.ty)) {
            return self.distribute(f, values, span, &mut |checker, f, values| {
                checker.apply_builtin(f, builtin, values, span)
            });
        }
        self.apply_builtin(f, builtin, values, span)
    }

    /// A builtin on values.
    pub(super) fn apply_builtin(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let row = builtins::row(builtin);
        if let Some(value) = self.builtin_of_dictionary(f, builtin, &values, span) {
            return value;
        }
        if !self.has_pattern(f, builtin, &values) {
            return error(span);
        }
        if let Some(error) = refuse_class_arrays(&mut self.reports, builtin, &values) {
            return error;
        }
        self.warn_dimension(f, row, &values);
        match row.rule {
            Rule::Elementwise(numbers, _) => {
                elementwise(&mut self.reports, row, numbers, values, span)
            }
            Rule::Extreme(..) if values.len() == 2 => {
                map(&mut self.reports, row, values, None, None, span)
            }
            Rule::Extreme(..) => reduce(&mut self.reports, builtin, values, None, span),
            Rule::Reduce(reduced, _) => {
                let elem = match reduced {
                    Reduced::Number | Reduced::Along => None,
                    Reduced::Float => Some(Elem::Scalar),
                    Reduced::Test => Some(Elem::Int),
                };
                reduce(&mut self.reports, builtin, values, elem, span)
            }
            Rule::Everywhere(which) => self.everywhere_builtin(f, builtin, which, values, span),
            Rule::Host(Host::Cumulative(_)) => cumulative(&mut self.reports, builtin, values, span),
            Rule::Host(Host::Call(call)) => runtime_call(&mut self.reports, call, values, span),
            Rule::Host(Host::Transform(transform)) => self.transform(f, transform, values, span),
            Rule::Host(Host::Algebra(function)) => {
                algebra(&mut self.reports, f, function, values, span)
            }
            Rule::Host(Host::Array(made, _)) => self.array_builtin(f, builtin, made, values, span),
            Rule::Host(Host::Special(special)) => {
                self.special_builtin(f, builtin, special, values, span)
            }
        }
    }

    /// A function that kernels have, too.
    fn everywhere_builtin(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        which: Everywhere,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let reports = &mut self.reports;
        match which {
            Everywhere::DotProduct => dotprod(reports, values, span),
            Everywhere::Norm => norm(reports, values, span),
            Everywhere::Size => self.size(f, values, span),
            Everywhere::Numel | Everywhere::IsEmpty if values[0].ty == Type::String => {
                let name = builtins::row(builtin).name;
                match host_only(reports, f, name, span) {
                    true => query_text(builtin, values.remove(0), span),
                    false => error(span),
                }
            }
            Everywhere::Numel | Everywhere::NDims | Everywhere::IsEmpty => {
                query(reports, builtin, values.remove(0), span)
            }
            Everywhere::Ind2Pos | Everywhere::Pos2Ind => positions(reports, builtin, values, span),
            Everywhere::Shared => self.shared_array(f, builtin, values, span),
            Everywhere::ThreadBlock => made_group(reports, f, span),
            Everywhere::MaxBlockSize | Everywhere::OptBlockSize | Everywhere::OptBlockCount => {
                self.block_query(f, builtin, values, span)
            }
            Everywhere::Target
            | Everywhere::Takes
            | Everywhere::SyncThreads
            | Everywhere::MemFence => {
                panic!("the arguments of {builtin:?} are looked at before")
            }
        }
    }

    /// An array made of another.
    fn array_builtin(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        made: Made,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let reports = &mut self.reports;
        let moves_elements = !matches!(made, Made::Found);
        let is_mask = moves_elements && values.first().is_some_and(is_mask);
        let result = match made {
            Made::Reshaped => self.reshape(f, builtin, values, span),
            Made::Squeezed => squeeze(reports, values.remove(0), span),
            Made::Transposed => transpose(reports, builtin, values.remove(0), span),
            Made::Shuffled => self.shuffle(f, values, span),
            Made::Found => self.find(values.remove(0), span),
            Made::SameType => same_type(reports, builtin, values, span),
            Made::Diagonal => diagonal(reports, builtin, values.remove(0), span),
        };
        if is_mask { as_mask(result) } else { result }
    }

    fn special_builtin(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        special: Special,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let row = builtins::row(builtin);
        match special {
            Special::Concatenate => {
                let is_dimension = |value: &Expr| value.ty.as_array().is_none();
                let mut arrays = values
                    .iter()
                    .filter(|value| !is_dimension(value))
                    .peekable();
                let are_masks = arrays.peek().is_some() && arrays.all(is_mask);
                let result = concatenate(&mut self.reports, builtin, values, span);
                if are_masks { as_mask(result) } else { result }
            }
            Special::Append => {
                let value = values.remove(1);
                let list = values.remove(0);
                let alone = builtin == Builtin::DictionaryAppend;
                self.append(f, list, value, alone, span)
            }
            Special::Sort => self.sorted(f, builtin, values, span),
            Special::Distinct => self.distinct(values.remove(0), span),
            Special::ExtremePlace => self.extreme_place(builtin, values.remove(0), span),
            Special::Identity => self.eye(f, values.remove(0), span),
            Special::Linspace => self.linspace(f, values, span),
            Special::RandomUniform | Special::RandomNormal => self.random(f, builtin, values, span),
            Special::Seed => self.void_call(builtin, values, &[Type::Int], span),
            Special::ImageRead => self.image_read(f, values, span),
            Special::ImageWrite => imwrite(&mut self.reports, values, span),
            Special::ImageShow => imshow(&mut self.reports, values, span),
            Special::Tic => self.void_call(builtin, values, &[], span),
            Special::Toc => toc(&mut self.reports, f, values, span),
            Special::Format => format(&mut self.reports, builtin, values, Type::String, span),
            Special::Print => format(&mut self.reports, builtin, values, Type::Void, span),
            Special::Join => self.strcat(f, row.name, values, span),
            Special::ScanText | Special::ScanFile => {
                scan(&mut self.reports, f, builtin, values, span)
            }
            Special::Load => self.load(f, values, span),
            Special::Save => panic!("the arguments of `{}` are looked at before", row.name),
            Special::Foreign => panic!("`{}` is no name of the language", row.name),
        }
    }

    pub(in crate::check) fn typed_call(
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
            if self.functions.accepts(param, &value.ty) == super::convert::Fit::No {
                return bad_argument(
                    &mut self.reports,
                    name,
                    &value,
                    &format!("a `{param}`"),
                    span,
                );
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

    /// Arguments with whole numbers that no int is, beside an integer of 64 bits, as such integers.
    fn as_written(&self, values: Vec<Expr>) -> Vec<Expr> {
        let wide = |value: &&Expr| value.ty.elem().map(Elem::value_type) == Some(Type::Long);
        let Some(ty) = values.iter().find(wide).map(|value| value.ty.clone()) else {
            return values;
        };
        let written = values.into_iter();
        written.map(|value| self.beside(value, &ty)).collect()
    }
}

/// What kernels do in the place of `append`.
const NO_LISTS: &str = "the positions of a kernel store into an array that was made before: `y = zeros(n)`, `y[pos] = v`; host code makes lists";

/// What is known without evaluating `instead_of`: that still happens where it does more than give a value.
fn known_instead(instead_of: Vec<Expr>, known: Expr) -> Expr {
    let span = known.span;
    let evaluated = |value| Stmt {
        kind: StmtKind::Expr(value),
        span,
    };
    let stmts = instead_of.into_iter().filter(has_effects).map(evaluated);
    sequence(stmts.collect(), known, span)
}

/// An element-wise function.
fn elementwise(
    reports: &mut Reports,
    row: &Row,
    numbers: Numbers,
    values: Vec<Expr>,
    span: Span,
) -> Expr {
    match numbers {
        Numbers::Float => map(
            reports,
            row,
            values,
            Some(Elem::Scalar),
            Some(Elem::Scalar),
            span,
        ),
        Numbers::Analytic => {
            let elem = real_or_complex(&values);
            map(reports, row, values, Some(elem), Some(elem), span)
        }
        Numbers::Number => map(reports, row, values, None, None, span),
        Numbers::Magnitude => {
            let complex = values[0].ty.elem() == Some(Elem::Complex);
            map(
                reports,
                row,
                values,
                None,
                complex.then_some(Elem::Scalar),
                span,
            )
        }
        Numbers::Any => map(reports, row, values, None, None, span),
        Numbers::ComplexPart => map(
            reports,
            row,
            values,
            Some(Elem::Complex),
            Some(Elem::Scalar),
            span,
        ),
        Numbers::MakeComplex => make_complex(reports, row, values, span),
        Numbers::ToInt => to_kind(reports, values, Elem::Int, row.name, span),
        Numbers::ToScalar => to_kind(reports, values, Elem::Scalar, row.name, span),
        Numbers::Test => {
            let elem = real_or_complex(&values);
            map(reports, row, values, Some(elem), Some(Elem::Int), span)
        }
        Numbers::Bits if row.builtin == Builtin::NextPow2 => next_power(reports, row, values, span),
        Numbers::Bits => {
            let elem = bits_of(&values);
            map(reports, row, values, Some(elem), Some(elem), span)
        }
    }
}

fn builtin_arity(reports: &mut Reports, row: &Row, count: usize, span: Span) -> bool {
    let (least, most) = (usize::from(row.arity.0), usize::from(row.arity.1));
    if count >= least && (count <= most || most == 255) {
        return true;
    }
    let wanted = match (least, most) {
        (a, b) if a == b => counted(a, "argument"),
        (a, 255) => format!("at least {}", counted(a, "argument")),
        (a, b) => format!("{a} to {}", counted(b, "argument")),
    };
    reports.push(
        Report::new(
            Code::ArgumentCount,
            span,
            format!("`{}` takes {wanted}, not {count}", row.name),
        )
        .label(row.signature)
        .maybe_help(as_elsewhere(row.builtin, count)),
    );
    false
}

/// What is written for arguments that a function of that name takes in MATLAB or NumPy.
fn as_elsewhere(builtin: Builtin, count: usize) -> Option<String> {
    let along = |name| {
        format!(
            "along a dimension, which counts from 0, it is `{name}(x, d)`; `{name}(x, 0)` has a value for each column"
        )
    };
    match (builtin, count) {
        (Builtin::Max, 3) => Some(along("maxdim")),
        (Builtin::Min, 3) => Some(along("mindim")),
        (Builtin::Num2Str, 2) => Some("with four digits it is `sprintf(\"%.4g\", x)`, with two behind the point `sprintf(\"%.2f\", x)`".into()),
        (Builtin::Round, 2) => Some("digits are kept by a factor: `round(100*x)/100`; a text with two of them is `sprintf(\"%.2f\", x)`".into()),
        _ => None,
    }
}
