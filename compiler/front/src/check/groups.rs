//! Groups of threads: what a `thread_block` has, and where there is one.
//!
//! *Invariant:* a member in the typed tree is the number of its row, the group and the arguments, converted as the row says.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::builtins::groups::{
    GROUP_PARAMETERS, MEMBERS, Member, MemberSignature, PART_SIZES, choice, member_number,
};
use crate::diag::{Code, Report, did_you_mean};
use crate::hir::{Expr, ExprKind, Space, Special};
use crate::syntax::ast;
use crate::types::{GroupKind, Size, Type};

use super::call::Argument;
use super::convert::to_int;
use super::reserved::can_be_position;
use super::trees::{error, int};
use super::{BodyState, Checker, Reports};

impl<'a> Checker<'a> {
    /// The type of a special parameter: a group of threads is a `thread_block`, and all others are numbers or short vectors of them.
    pub(super) fn special_type(&mut self, special: Special, ty: Type, name: ast::Ident) -> Type {
        let span = name.span;
        let wanted = match special {
            Special::Group(kind) => Type::Group(kind),
            Special::Position
            | Special::BlockPosition
            | Special::BlockDim
            | Special::BlockIndex
            | Special::BlockCount
            | Special::WarpSize => match ty {
                Type::Group(_) => Type::Int,
                ty if can_be_position(&ty) => return ty,
                ty => {
                    self.report_reserved_type(name, &ty);
                    return Type::Error;
                }
            },
        };
        if ty != wanted && ty != Type::Error {
            let message = format!("a special parameter of type `{ty}`");
            self.report(
                Report::new(Code::TypeMismatch, span, message)
                    .label(format!("it is of type `{wanted}`")),
            );
        }
        wanted
    }

    /// `group.name`.
    pub(super) fn group_property(
        &mut self,
        group: Expr,
        kind: GroupKind,
        name: ast::Ident,
        span: Span,
    ) -> Expr {
        let Some(number) = self.group_member(kind, name) else {
            return error(span);
        };
        let member = &MEMBERS[number];
        if member.form.arity().is_some() {
            let message = format!("`{}` is a method", member.name);
            self.report(
                Report::new(Code::GroupMember, name.span, message)
                    .label("not a value")
                    .help(format!("call it: `{}`", call_of(member))),
            );
            return error(span);
        }
        made(number, group, Vec::new(), Type::Int, span)
    }

    /// `group.name(args)`.
    pub(super) fn group_method(
        &mut self,
        f: &mut BodyState<'a>,
        group: Expr,
        kind: GroupKind,
        name: ast::Ident,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let values: Vec<Argument> = self.arguments(f, args);
        let Some(number) = self.group_member(kind, name) else {
            return error(span);
        };
        let member = &MEMBERS[number];
        if member.form.arity() != Some(values.len()) {
            wrong_arguments(&mut self.reports, member, values.len(), name.span);
            return error(span);
        }
        if values
            .iter()
            .any(|argument| argument.value.ty == Type::Error)
        {
            return error(span);
        }
        let mut values = values.into_iter().map(|argument| argument.value);
        let mut next = || values.next().expect("as many as the row says");
        let (args, ty) = match member.form {
            MemberSignature::Property => panic!("a property has no arguments"),
            MemberSignature::Plain => (Vec::new(), Type::Void),
            MemberSignature::Part => {
                let size = to_int(&mut self.reports, next(), "the size of a part");
                self.check_part_size(f, &size);
                (vec![size], Type::Group(GroupKind::Tile))
            }
            MemberSignature::Exchange => {
                let value = next();
                let other = to_int(&mut self.reports, next(), "the number of a thread");
                let ty = exchanged_type(&mut self.reports, &value, member);
                (vec![value, other], ty)
            }
            MemberSignature::Vote => (vec![self.condition(f, next())], Type::Int),
            MemberSignature::Match => {
                let value = next();
                matched(&mut self.reports, &value, member);
                (vec![value], Type::Int)
            }
        };
        made(number, group, args, ty, span)
    }

    fn group_member(&mut self, kind: GroupKind, name: ast::Ident) -> Option<usize> {
        let text = self.text(name.name);
        let Some(number) = member_number(text) else {
            let names = MEMBERS.iter().map(|member| member.name);
            let help = did_you_mean(text, names);
            self.report(
                Report::new(
                    Code::UnknownField,
                    name.span,
                    format!("a `thread_block` has no `{text}`"),
                )
                .label("neither a property nor a method")
                .maybe_help(help),
            );
            return None;
        };
        let member = &MEMBERS[number];
        if !member.of.contains(&kind) {
            let parts = match kind {
                GroupKind::Block => "this_thread_block.partition(32)",
                GroupKind::Grid | GroupKind::MultiGrid | GroupKind::Coalesced | GroupKind::Tile => {
                    "coalesced_threads"
                }
            };
            let message = format!("`{text}` is for groups within a warp");
            self.report(
                Report::new(Code::GroupMember, name.span, message)
                    .label("this group may be larger")
                    .help(format!("`{parts}` is such a group")),
            );
            return None;
        }
        Some(number)
    }

    fn check_part_size(&mut self, f: &BodyState<'a>, size: &Expr) {
        let Size::Known(count) = self.known_size(f, size) else {
            return;
        };
        if !PART_SIZES.contains(&count) {
            let sizes = PART_SIZES.map(|size| size.to_string());
            let sizes: Vec<&str> = sizes.iter().map(String::as_str).collect();
            self.report(
                Report::new(
                    Code::GroupMember,
                    size.span,
                    format!("a group has no parts of {count} threads"),
                )
                .label("parts divide a warp")
                .help(format!("a part has {} threads", choice(&sizes))),
            );
        }
    }
}

fn made(number: usize, group: Expr, args: Vec<Expr>, ty: Type, span: Span) -> Expr {
    let mut all = vec![int(number as i32, span), group];
    all.extend(args);
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(Builtin::ThreadBlock, all),
    }
}

/// A method as it is called.
fn call_of(member: &Member) -> String {
    let args = match member.form {
        MemberSignature::Property | MemberSignature::Plain => "",
        MemberSignature::Part => "size",
        MemberSignature::Exchange => "value, number",
        MemberSignature::Vote => "predicate",
        MemberSignature::Match => "value",
    };
    format!("{}({args})", member.name)
}

/// The names of the parameters that are groups, for messages.
pub(super) fn parameters() -> String {
    choice(&GROUP_PARAMETERS.map(|(name, _)| name))
}

/// What the annotation `thread_block` means: the group that the value is.
pub(super) fn group_type(
    reports: &mut Reports,
    f: &BodyState<'_>,
    span: Span,
    value: Option<&Type>,
) -> Type {
    match value {
        Some(ty @ (Type::Group(_) | Type::Error)) => ty.clone(),
        Some(_) => Type::Group(GroupKind::Block),
        None => {
            no_group(reports, f, span);
            Type::Error
        }
    }
}

/// A group where there is none.
fn no_group(reports: &mut Reports, f: &BodyState<'_>, span: Span) {
    let place = match f.space {
        Space::Host => "host code",
        Space::Device | Space::Kernel => "a place without a value",
    };
    reports.push(
        Report::new(
            Code::KernelOnly,
            span,
            format!("there is no `thread_block` in {place}"),
        )
        .label("kernels get them as parameters")
        .help(format!("a kernel's parameter {}", parameters())),
    );
}

/// `thread_block(…)`.
pub(super) fn made_group(reports: &mut Reports, f: &BodyState<'_>, span: Span) -> Expr {
    no_group(reports, f, span);
    error(span)
}

fn wrong_arguments(reports: &mut Reports, member: &Member, given: usize, span: Span) {
    let (message, help) = match member.form.arity() {
        None => (
            format!("`{}` is a property", member.name),
            format!("write `{}` without parentheses", member.name),
        ),
        Some(wanted) => (
            format!(
                "`{}` takes {wanted} arguments, and {given} are given",
                member.name
            ),
            format!("write `{}`", call_of(member)),
        ),
    };
    reports.push(
        Report::new(Code::GroupMember, span, message)
            .label("called so")
            .help(help),
    );
}

/// The type of what threads exchange: numbers, and arrays that lie in registers.
fn exchanged_type(reports: &mut Reports, value: &Expr, member: &Member) -> Type {
    let fits = match &value.ty {
        Type::Array(array) => array.is_small(),
        other => other.is_number(),
    };
    if fits {
        return value.ty.clone();
    }
    not_exchanged(
        reports,
        value,
        member,
        "a number or a small array of known size",
    );
    Type::Error
}

fn matched(reports: &mut Reports, value: &Expr, member: &Member) {
    if !value.ty.is_number() {
        not_exchanged(reports, value, member, "a number");
    }
}

fn not_exchanged(reports: &mut Reports, value: &Expr, member: &Member, wanted: &str) {
    let message = format!("`{}` of a `{}`", member.name, value.ty);
    reports.push(
        Report::new(Code::TypeMismatch, value.span, message).label(format!("{wanted} is needed")),
    );
}
