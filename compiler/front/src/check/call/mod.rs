//! Calls: what the written callee means, then what is called.
//!
//! | file | what it does |
//! |---|---|
//! | `name` | `f(…)`: which of variable, function, builtin a name means; `f[3](…)` |
//! | `value` | calls of function values, of one of several functions, of oneself |
//! | `meta` | `$inline`, `$target`, `typename` and other functions of the compiler |
//! | `construct` | `vec[int](4)`: types as callees; the sizes of new arrays |
//! | `arguments` | arguments before the callee counts; `...v` among them |
//! | `overload` | the definition that fits the arguments best |
//! | `definition` | the call of one definition: its instance and what it gives |
//! | `binding` | which argument goes to which parameter |
//! | `parameter_types` | arguments in the types of their parameters |
//! | `generics` | generic sizes and types from the arguments |
//! | `closure` | functions and lambdas as values, what they capture |
//!
//! *Invariant:* a call in the typed tree has one argument per parameter of its instance, converted to the parameter's type.

mod arguments;
mod binding;
mod closure;
mod construct;
mod definition;
mod generics;
mod meta;
mod name;
mod overload;
mod parameter_types;
mod value;

use crate::base::Span;
use crate::hir::Expr;
use crate::syntax::ast;

use super::{BodyState, Checker};

use meta::MetaFunction;

pub(super) use arguments::Argument;
pub(super) use binding::required;
pub(super) use definition::{Callee, given};

impl<'a> Checker<'a> {
    /// `callee(args)`.
    pub(super) fn call(&mut self, f: &mut BodyState<'a>, call: &'a ast::Call, span: Span) -> Expr {
        if self.is_typename(f, &call.callee) {
            return self.typename_call(f, call, span);
        }
        if self.is_new(f, &call.callee) {
            return self.new_call(f, call, span);
        }
        if self.names_dictionary(f, &call.callee) {
            return self.new_dictionary(f, call.callee.span, &call.args, span);
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
                if self.definitions.is_inline(&inner.callee) && inner.args.len() == 1 =>
            {
                self.call_inline(f, &inner.args[0].value, &call.args, span)
            }
            ast::ExprKind::Meta(name) => match self.definitions.meta_function(*name) {
                Some(MetaFunction::FunctionKind) => self.function_kind(f, &call.args, span),
                Some(MetaFunction::Target) => self.target(f, &call.args, span),
                Some(MetaFunction::Read(mode)) => self.read_in_mode(f, mode, &call.args, span),
                // `$inline(f)` alone: it stands for nothing without a call.
                Some(MetaFunction::Inline) | None => self.unknown_meta(*name, call.callee.span),
            },
            _ => {
                let callee = self.expr(f, &call.callee);
                self.call_value(f, callee, &call.args, span)
            }
        }
    }
}
