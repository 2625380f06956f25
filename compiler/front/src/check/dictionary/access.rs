//! Entries of dictionaries: `d[k]` read, set and updated.
//!
//! *Invariant:* dictionary and key are evaluated once, in this order, and a missing key is an error at the place of the access.

use crate::base::Span;
use crate::check::environment::Slot;
use crate::check::kinds::is_union;
use crate::check::trees::{error, int, sequence};
use crate::check::{BodyState, Checker, Reports};
use crate::diag::{Code, Report};
use crate::hir::{
    Assign, BinaryOp, Element, Expr, ExprKind, Place, Stmt, StmtKind, Subscript, Target,
    has_effects,
};
use crate::syntax::ast;
use crate::types::{AccessMode, Type};

use super::{dictionary_class, int_of, on_host};

impl<'a> Checker<'a> {
    /// The value of a key, as an element of the values of a dictionary.
    pub(in crate::check) fn entry(
        &mut self,
        f: &mut BodyState<'a>,
        dictionary: Expr,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Option<(Element, Type)> {
        let class = dictionary_class(&dictionary.ty)?.clone();
        if !on_host(&mut self.reports, f, &dictionary) {
            return None;
        }
        let key = self.written_key(f, args, span)?;
        if self.is_started(&class) {
            return None;
        }
        let (wanted, value) = self.types_of(&class);
        let key = self.key(f, key, &wanted)?;
        let mut stmts = Vec::new();
        let (contents, at) = self.found_entry(f, dictionary, key, &mut stmts, span)?;
        let element = Element {
            array: Box::new(sequence(stmts, contents, span)),
            place: Place::Subscripts(vec![Subscript::Index(at)]),
            read: AccessMode::Unchecked,
            write: AccessMode::Unchecked,
        };
        Some((element, value))
    }

    /// The values of a dictionary and the number of the entry of a key, which the statements find.
    fn found_entry(
        &mut self,
        f: &mut BodyState<'a>,
        dictionary: Expr,
        key: Expr,
        stmts: &mut Vec<Stmt>,
        span: Span,
    ) -> Option<(Expr, Expr)> {
        let held = held(f, dictionary, stmts);
        let key = hold(f, key, "key", stmts);
        let found = self.of_library(f, "dictionary_find", vec![held.clone(), key.clone()], span);
        let at = hold(f, found, "entry", stmts);
        let message = self.of_library(f, "dictionary_missing", vec![held.clone(), key], span);
        stmts.push(raise_if(is_missing(&at, span), message, span));
        Some((self.part(held, "contents")?, at))
    }

    /// `d[k]` of a dictionary of which is known that it got a vector without elements, and nothing else: such a vector.
    pub(in crate::check) fn empty_entry(&mut self, dictionary: &Expr, span: Span) -> Option<Expr> {
        let class = dictionary_class(&dictionary.ty)?.clone();
        (self.is_started(&class) && self.has_empty_values(&class))
            .then(|| self.vector_of(Vec::new(), span))
    }

    /// `d[k] = value`.
    pub(in crate::check) fn store_entry(
        &mut self,
        f: &mut BodyState<'a>,
        dictionary: Expr,
        args: &'a [ast::Arg],
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        if !on_host(&mut self.reports, f, &dictionary) {
            return None;
        }
        let key = self.written_key(f, args, span)?;
        self.set_entry(f, dictionary, key, value, span)
    }

    /// The same for a key that is evaluated.
    pub(super) fn set_entry(
        &mut self,
        f: &mut BodyState<'a>,
        dictionary: Expr,
        key: Expr,
        value: Expr,
        span: Span,
    ) -> Option<Assign> {
        let class = dictionary_class(&dictionary.ty)?.clone();
        if key.ty == Type::Error || value.ty == Type::Error {
            // The key may be all that is known of the dictionary.
            if is_key(&key.ty) {
                self.learn_entry(&class, &key.ty, &Type::Error);
            }
            return None;
        }
        if matches!(
            value.ty,
            Type::Void | Type::Tuple(_) | Type::Null | Type::Group(_)
        ) {
            let message = "this gives no value for a dictionary";
            self.report(Report::new(Code::NoValue, value.span, message).label("not one value"));
            return None;
        }
        if self.site_of(&class).is_some() && !self.may_be_key(&key.ty, key.span) {
            return None;
        }
        self.learn_entry(&class, &key.ty, &value.ty);
        if self.is_started(&class) {
            return None;
        }
        let (wanted, content) = self.types_of(&class);
        let key = self.key(f, key, &wanted)?;
        let value = match content {
            Type::Unknown(_) => value,
            content => self.coerce(f, value, &content, "the value"),
        };
        let mut stmts = Vec::new();
        let held = held(f, dictionary, &mut stmts);
        let key = hold(f, key, "key", &mut stmts);
        if wanted == Type::Scalar {
            stmts.push(self.refuse_nan(&key, span));
        }
        let set = self.of_library(f, "dictionary_set", vec![held, key, value], span);
        if set.ty == Type::Error {
            return None;
        }
        let set = sequence(stmts, set, span);
        Some(Assign::set(Target::Ignore, set, span))
    }

    /// Notes what `d[k] op= value` may make of a value: a number of the type that both have in common.
    pub(in crate::check) fn learn_update(
        &mut self,
        dictionary: &Expr,
        assign: &ast::Assign,
        value: &Expr,
    ) {
        let Some(class) = dictionary_class(&dictionary.ty).cloned() else {
            return;
        };
        let divides = matches!(
            assign.op,
            ast::AssignOp::Divide | ast::AssignOp::PointDivide
        );
        let (key, content) = self.types_of(&class);
        if content.is_number() && value.ty.is_number() && self.site_of(&class).is_some() {
            let given = if divides {
                Type::Scalar
            } else {
                value.ty.clone()
            };
            self.learn_entry(&class, &key, &given);
        }
    }

    /// The value of `d[k] op= value`, evaluated before the entry is looked for where it may change the dictionary.
    pub(in crate::check) fn before_entry(
        &mut self,
        f: &mut BodyState<'a>,
        value: Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Expr {
        match has_effects(&value) {
            true => hold(f, value, "value", stmts),
            false => value,
        }
    }

    /// What stands in the brackets behind a dictionary.
    fn written_key(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Option<Expr> {
        let help = "the key stands alone in the brackets, `d[\"a\"]`; all keys are `keys(d)`, all values `values(d)`";
        let [arg] = args else {
            self.report(
                Report::new(Code::IndexCount, span, "a dictionary is read by one key")
                    .label(format!("{} given", args.len()))
                    .help(help),
            );
            return None;
        };
        let whole = match &arg.value.kind {
            ast::ExprKind::All | ast::ExprKind::Spread(_) | ast::ExprKind::Range(_) => true,
            _ => arg.name.is_some(),
        };
        if whole {
            self.report(
                Report::new(Code::BadIndex, arg.span, "this is no key of a dictionary")
                    .label("one key is needed")
                    .help(help),
            );
            return None;
        }
        Some(self.expr(f, &arg.value)).filter(|key| key.ty != Type::Error)
    }

    /// A key as the keys of the dictionary are.
    pub(super) fn key(&mut self, f: &mut BodyState<'a>, key: Expr, wanted: &Type) -> Option<Expr> {
        if key.ty == Type::Error {
            return None;
        }
        let loses = match wanted {
            Type::Int => matches!(key.ty, Type::Scalar | Type::Long),
            Type::Long => key.ty == Type::Scalar,
            _ => false,
        };
        if loses {
            let message = format!(
                "the keys of this dictionary are `{wanted}`, not `{}`",
                key.ty
            );
            let report = Report::new(Code::BadIndex, key.span, message);
            self.report(
                report
                    .label(format!("`{}`", key.ty))
                    .help("`int(x)` makes a whole number of a `scalar`"),
            );
            return None;
        }
        let reports = self.reports.len();
        let key = self.coerce(f, key, wanted, "the key");
        let fine = !self.reports[reports..].iter().any(Report::is_error);
        fine.then_some(key)
    }

    /// Whether values of a type can be keys, or a report.
    pub(in crate::check) fn may_be_key(&mut self, ty: &Type, span: Span) -> bool {
        let fine = match ty {
            Type::Union(members) => members.iter().all(is_key),
            ty => is_key(ty) || *ty == Type::Error,
        };
        if !fine {
            report_no_key(&mut self.reports, ty, span);
        }
        fine
    }

    /// The error of a key that is not even equal to itself.
    fn refuse_nan(&mut self, key: &Expr, span: Span) -> Stmt {
        let [left, right] = [key, key].map(|key| Box::new(key.clone()));
        let message = Expr {
            ty: Type::String,
            span,
            kind: ExprKind::String("NaN is no key of a dictionary: it equals nothing".to_string()),
        };
        let differs = int_of(ExprKind::Binary(BinaryOp::Ne, left, right), span);
        raise_if(differs, message, span)
    }
}

/// Whether values of a type can be keys.
fn is_key(ty: &Type) -> bool {
    matches!(
        ty,
        Type::String | Type::Int | Type::Long | Type::Scalar | Type::Enum(_)
    )
}

fn report_no_key(reports: &mut Reports, ty: &Type, span: Span) {
    let message = format!("a `{ty}` is no key of a dictionary");
    reports.push(
        Report::new(Code::BadIndex, span, message)
            .label(format!("`{ty}`"))
            .help("keys are strings or real numbers; `num2str(x)` makes text of other values"),
    );
}

/// A value in a variable of its own.
pub(in crate::check) fn hold(
    f: &mut BodyState<'_>,
    value: Expr,
    what: &str,
    stmts: &mut Vec<Stmt>,
) -> Expr {
    let (ty, span) = (value.ty.clone(), value.span);
    if ty == Type::Error {
        return error(span);
    }
    let var = f.temporary(what, ty.clone(), span);
    stmts.push(Stmt::set(Target::Var(var), value, span));
    Slot::Var(var).read(ty, span)
}

/// A dictionary that is read more than once.
fn held(f: &mut BodyState<'_>, dictionary: Expr, stmts: &mut Vec<Stmt>) -> Expr {
    match dictionary.kind {
        ExprKind::Var(_) | ExprKind::Global(_) => dictionary,
        _ => hold(f, dictionary, "dictionary", stmts),
    }
}

/// Whether the number of an entry says that there is none.
fn is_missing(at: &Expr, span: Span) -> Expr {
    let none = Box::new(int(0, span));
    int_of(
        ExprKind::Binary(BinaryOp::Lt, Box::new(at.clone()), none),
        span,
    )
}

/// An error under a condition.
fn raise_if(cond: Expr, message: Expr, span: Span) -> Stmt {
    debug_assert!(!is_union(&message.ty), "a message is a string");
    Stmt {
        kind: StmtKind::If {
            cond,
            then: vec![Stmt {
                kind: StmtKind::Error(message),
                span,
            }],
            otherwise: Vec::new(),
        },
        span,
    }
}
