//! Rules of calls, launches and function values.
//!
//! *Invariant:* a call has one argument per parameter, of its type, and runs where its caller may call it.

use super::super::data::{Expr, ExprKind, Instance, InstanceId, Space, VarId};
use super::Checker;
use super::types::{is_int_array, seen_as};
use crate::types::{ClosureId, Type};

impl<'a> Checker<'a> {
    pub(super) fn check_call(&mut self, expr: &Expr) {
        let ExprKind::Call {
            instance,
            args,
            captured,
            ..
        } = &expr.kind
        else {
            return;
        };
        let Some(callee) = self.callee(expr, *instance) else {
            return;
        };
        let reachable = match (self.instance.space, callee.space) {
            (_, Space::Kernel) => false,
            (Space::Host, Space::Host | Space::Device) => true,
            (Space::Device | Space::Kernel, Space::Device) => true,
            (Space::Device | Space::Kernel, Space::Host) => callee.lambda,
        };
        self.require_of(expr, reachable, || {
            format!(
                "{:?} code is called by {:?} code",
                callee.space, self.instance.space
            )
        });
        self.check_arguments(expr, callee, args, captured.as_deref());
    }

    pub(super) fn check_launch(&mut self, expr: &Expr) {
        let ExprKind::Launch {
            instance,
            dims,
            block,
            args,
            captured,
            ..
        } = &expr.kind
        else {
            return;
        };
        let Some(callee) = self.callee(expr, *instance) else {
            return;
        };
        self.require_of(expr, callee.space == Space::Kernel, || {
            "a launch of no kernel".to_string()
        });
        let lists = [Some(dims), block.as_ref()];
        for list in lists.into_iter().flatten() {
            self.check_extents(expr, list);
        }
        self.check_arguments(expr, callee, args, captured.as_deref());
    }

    /// One int per dimension, or one int vector with all of them.
    pub(super) fn check_extents(&mut self, expr: &Expr, extents: &[Expr]) {
        let fits = match extents {
            [vector] if vector.ty.as_array().is_some() => is_int_array(&vector.ty),
            numbers => numbers.iter().all(|number| number.ty == Type::Int),
        };
        self.require_of(expr, fits, || "extents that are no ints".to_string());
    }

    fn callee(&mut self, expr: &Expr, instance: InstanceId) -> Option<&'a Instance> {
        let found = self.program.instances.get(instance);
        self.require_of(expr, found.is_some(), || {
            "the callee does not exist".to_string()
        });
        found
    }

    fn check_arguments(
        &mut self,
        expr: &Expr,
        callee: &Instance,
        args: &[Expr],
        captured: Option<&Expr>,
    ) {
        let count = (args.len(), callee.params.len());
        self.require_of(expr, count.0 == count.1, || {
            format!("{} arguments for {} parameters", count.0, count.1)
        });
        for (arg, param) in args.iter().zip(types_of(callee, &callee.params)) {
            self.require_of(arg, seen_as(&arg.ty, &param), || {
                format!("an argument for a {param}")
            });
        }
        self.check_captured(expr, callee, captured);
        let outputs = types_of(callee, &callee.outputs);
        let gives = match outputs.as_slice() {
            [] => Type::Void,
            [one] => one.clone(),
            _ => Type::Tuple(outputs),
        };
        self.require_of(expr, seen_as(&gives, &expr.ty), || {
            format!("a call that gives a {gives}")
        });
    }

    fn check_captured(&mut self, expr: &Expr, callee: &Instance, captured: Option<&Expr>) {
        let wanted = types_of(callee, &callee.captures);
        let given = match captured.map(|value| &value.ty) {
            None => Some(Vec::new()),
            Some(Type::Closure(closure)) => {
                let closure = self.program.closures.get(*closure);
                closure.map(|closure| closure.captures.clone())
            }
            Some(_) => None,
        };
        // A function that captures nothing may be called by its value all the same.
        let fits = given.is_some_and(|given| same_types(&given, &wanted) || wanted.is_empty());
        self.require_of(expr, fits, || {
            "other values than the callee captures".to_string()
        });
    }

    pub(super) fn check_closure(&mut self, expr: &Expr, closure: ClosureId, values: &[Expr]) {
        let same = expr.ty == Type::Closure(closure);
        self.require_of(expr, same, || {
            "a function value of another type".to_string()
        });
        let Some(data) = self.program.closures.get(closure) else {
            return self.require_of(expr, false, || "no such function type".to_string());
        };
        let types: Vec<Type> = values.iter().map(|value| value.ty.clone()).collect();
        let fits = same_types(&types, &data.captures);
        self.require_of(expr, fits, || {
            "other values than the function captures".to_string()
        });
    }
}

fn same_types(have: &[Type], want: &[Type]) -> bool {
    have.len() == want.len()
        && have
            .iter()
            .zip(want)
            .all(|(have, want)| seen_as(have, want))
}

fn types_of(instance: &Instance, vars: &[VarId]) -> Vec<Type> {
    let known = vars.iter().filter_map(|var| instance.vars.get(*var));
    known.map(|var| var.ty.clone()).collect()
}
