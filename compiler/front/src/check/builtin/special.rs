//! Functions that are not rows: assertions, errors, tests of types.
//!
//! *Invariant:* an assertion that is known to hold leaves nothing behind in the program, one that is known to fail is an error.

use crate::base::Span;
use crate::builtins::special_forms::{SpecialForm, SpecialFormRow};
use crate::check::builtin::argument::bad_argument;
use crate::check::definitions::Definitions;
use crate::check::kinds::is_union;
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{self, Code, Place, Report, instead};
use crate::hir::{Expr, ExprKind, Fill, Space, Stmt, StmtKind};
use crate::syntax::ast;
use crate::types::{Elem, Type};

use super::known_instead;

impl<'a> Checker<'a> {
    /// Functions that are not rows: array creation, printing, assertions, type tests.
    pub(in crate::check) fn special_form(
        &mut self,
        f: &mut BodyState<'a>,
        row: &SpecialFormRow,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Option<Expr> {
        if row.form == SpecialForm::Schedule {
            return Some(self.schedule(f, args, span));
        }
        if let Some(refused) = self.refuse_named(row, args) {
            return Some(refused);
        }
        Some(match row.form {
            SpecialForm::Zeros => self.creation(f, Fill::Zeros, Elem::Scalar, args, span),
            SpecialForm::Ones => self.creation(f, Fill::Ones, Elem::Scalar, args, span),
            SpecialForm::Uninit => self.creation(f, Fill::Uninit, Elem::Scalar, args, span),
            SpecialForm::ComplexZeros => self.creation(f, Fill::Zeros, Elem::Complex, args, span),
            SpecialForm::Print | SpecialForm::Disp => self.print(f, args, span),
            SpecialForm::Error => self.error_call(f, args, span),
            SpecialForm::Assert => self.assertion(f, args, span),
            SpecialForm::Object | SpecialForm::Struct => self.object_call(f, args, span),
            SpecialForm::Type => self.type_call(f, args, span)?,
            SpecialForm::IsScalar => self.type_test(f, row, Type::is_number, args, span),
            SpecialForm::IsReal => self.type_test(f, row, is_real, args, span),
            SpecialForm::IsComplex => self.type_test(f, row, is_complex, args, span),
            SpecialForm::SizeOf => self.sizeof_call(f, args, span),
            SpecialForm::MaxValue => {
                self.extreme_of_type(f, row, |(_, greatest)| greatest, args, span)
            }
            SpecialForm::MinValue => self.extreme_of_type(f, row, |(least, _)| least, args, span),
            SpecialForm::UninitOf => self.uninit_of_type(f, args, span),
            SpecialForm::Cast => self.cast(f, args, span),
            SpecialForm::Eval => eval_call(&mut self.reports, args, span),
            SpecialForm::Vec
            | SpecialForm::Mat
            | SpecialForm::Cube
            | SpecialForm::Pi
            | SpecialForm::TypeName
            | SpecialForm::New
            | SpecialForm::ParallelDo
            | SpecialForm::SerialDo
            | SpecialForm::Schedule => return None,
        })
    }

    /// The error for a named argument of a function whose parameters have no names.
    fn refuse_named(&mut self, row: &SpecialFormRow, args: &[ast::Arg]) -> Option<Expr> {
        let named = args.iter().find_map(|arg| arg.name)?;
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
        Some(error(named.span))
    }

    pub(in crate::check) fn values(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
    ) -> Option<Vec<Expr>> {
        let values: Vec<Expr> = self
            .arguments(f, args)
            .into_iter()
            .map(|argument| argument.value)
            .collect();
        (!values.iter().any(|value| value.ty == Type::Error)).then_some(values)
    }

    fn error_call(&mut self, f: &mut BodyState<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
        let Some(values) = self.values(f, args) else {
            return error(span);
        };
        if values.is_empty() {
            self.report(
                Report::new(Code::ArgumentCount, span, "`error` takes a message")
                    .label("nothing to say")
                    .help("write `error(\"what went wrong\")`"),
            );
            return error(span);
        }
        if f.space != Space::Host {
            return device_error(&mut self.reports, f, &values, span);
        }
        if let [exception] = &values[..]
            && exception.ty == Type::Exception
        {
            return statement_expr(StmtKind::Error(exception.clone()), span);
        }
        self.warn_unused_format("error", &values);
        let text = self.strcat(f, "error", values, span);
        if text.ty == Type::Error {
            return text;
        }
        statement_expr(StmtKind::Error(text), span)
    }

    fn assertion(&mut self, f: &mut BodyState<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
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
        if diag::has_errors(&self.reports[errors..]) {
            return error(span);
        }
        f.assume(&cond);
        let message = message.map(|message| {
            let value = self.expr(f, &message.value);
            self.to_text(f, "assert", value)
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
        statement_expr(StmtKind::Assert { cond, message }, span)
    }

    /// `sizeof(T)`: the bytes of a number of that type, or of the type of a value. `sizeof(array)` is `size(array)`, as launches have it.
    fn sizeof_call(&mut self, f: &mut BodyState<'a>, args: &'a [ast::Arg], span: Span) -> Expr {
        let [arg] = args else {
            self.report(
                Report::new(Code::ArgumentCount, span, "`sizeof` takes one argument")
                    .label("sizeof(type)"),
            );
            return error(span);
        };
        if let Some(elem) = self.named_elem(f, arg) {
            return int(self.definitions.bytes_of(elem), span);
        }
        let Some(mut values) = self.values(f, args) else {
            return error(span);
        };
        if values[0].ty.as_array().is_some() {
            return self.size(f, values, span);
        }
        match values[0].ty.elem().filter(|elem| elem.is_number()) {
            Some(elem) if !is_union(&values[0].ty) => {
                let bytes = int(self.definitions.bytes_of(elem), span);
                known_instead(values, bytes)
            }
            Some(_) | None => {
                let value = values.remove(0);
                bad_argument(
                    &mut self.reports,
                    "sizeof",
                    &value,
                    "a type of numbers, a number or an array",
                    span,
                )
            }
        }
    }

    fn type_test(
        &mut self,
        f: &mut BodyState<'a>,
        row: &SpecialFormRow,
        passes: fn(&Type) -> bool,
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
                    format!("`{}` takes one argument", row.name),
                )
                .label("one argument"),
            );
            return error(span);
        };
        if is_union(&value.ty) {
            return self.distribute(f, values, span, &mut |_, _, mut values| {
                int(i32::from(passes(&values.remove(0).ty)), span)
            });
        }
        let known = int(i32::from(passes(&value.ty)), span);
        known_instead(values, known)
    }
}

impl<'a> Definitions<'a> {
    /// The bytes of one element.
    fn bytes_of(&self, elem: Elem) -> i32 {
        let scalar = if self.options.double { 8 } else { 4 };
        match elem {
            Elem::Storage(kind) => kind.size() as i32,
            Elem::Complex => 2 * scalar,
            Elem::Scalar => scalar,
            Elem::Int => 4,
            Elem::String | Elem::Compound(_) => unreachable!("the caller asks for numbers"),
        }
    }
}

/// The type of a number, or of the numbers of an array.
fn number_type(ty: &Type) -> Option<Type> {
    let elem = ty.elem().filter(|elem| elem.is_number())?;
    Some(elem.value_type())
}

fn is_real(ty: &Type) -> bool {
    matches!(number_type(ty), Some(Type::Int | Type::Long | Type::Scalar))
}

fn is_complex(ty: &Type) -> bool {
    number_type(ty) == Some(Type::Complex)
}

pub(super) fn statement_expr(kind: StmtKind, span: Span) -> Expr {
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

pub(in crate::check) fn host_only(
    reports: &mut Reports,
    f: &BodyState<'_>,
    what: &str,
    span: Span,
) -> bool {
    host_only_or(reports, f, what, None, span)
}

/// The same with what kernels have instead.
pub(in crate::check) fn host_only_or(
    reports: &mut Reports,
    f: &BodyState<'_>,
    what: &str,
    instead: Option<String>,
    span: Span,
) -> bool {
    if f.space == Space::Host {
        return true;
    }
    let message = format!("`{what}` does not exist in kernel and device functions");
    let report = Report::new(Code::HostOnly, span, message).label("host code only");
    reports.push(match instead {
        Some(instead) => report.help(instead),
        None => report,
    });
    false
}

/// An `eval` whose text was not read with the program.
fn eval_call(reports: &mut Reports, args: &[ast::Arg], span: Span) -> Expr {
    let (code, label) = match args {
        [_] => (Code::BadArgument, "known only when running"),
        _ => (Code::ArgumentCount, "eval(text)"),
    };
    reports.push(
        Report::new(code, span, "`eval` takes a constant text, written as one string")
            .label(label)
            .help("programs are compiled whole: to choose what is computed when running, use functions as values, `f = x -> 2*x`"),
    );
    error(span)
}

/// `error("text")` in kernels and device functions, where texts are constants.
fn device_error(reports: &mut Reports, f: &BodyState<'_>, values: &[Expr], span: Span) -> Expr {
    let texts: Option<Vec<String>> = values.iter().map(|v| f.known_text(v)).collect();
    let Some(texts) = texts else {
        reports.push(
            Report::new(
                Code::HostOnly,
                span,
                "the message of an error in kernel and device functions is a constant text",
            )
            .label("made when running")
            .help("write `error(\"what went wrong\")`"),
        );
        return error(span);
    };
    let text = Expr {
        ty: Type::String,
        span,
        kind: ExprKind::String(texts.concat()),
    };
    statement_expr(StmtKind::Error(text), span)
}
