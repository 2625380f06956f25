//! Values whose type is known when running: an operation on a union becomes one arm per member under a test of its tag.
//!
//! Each arm is checked like static code. What has no meaning for a member raises its message when the program gets there;
//! what has no meaning for any member is an error now.
//!
//! *Invariant:* the value that an arm sees has the static type of its member.

use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Space, Stmt, StmtKind, Target};
use crate::types::{Type, join, union_of};

use super::environment::{Environment, Slot};
use super::flow::Branch;
use super::functions::Functions;
use super::kinds::{MAXIMUM_MEMBERS, are_functions, fits_union, is_union, members};
use super::trees::{convert_to, error, nothing, sequence, unsupported_expr};
use super::{BodyState, Checker, Reports};

/// The most arms of one operation.
const MAXIMUM_ARMS: usize = 64;

/// One member's part of an operation.
struct Arm {
    member: Type,
    /// The value, or the reports on why there is none.
    value: Result<Expr, Vec<Report>>,
    env: Environment,
    dead: bool,
}

/// What an operation on one member is: it gets the value with its static type.
type OnMember<'o, 'a> = &'o mut dyn FnMut(&mut Checker<'a>, &mut BodyState<'a>, Expr) -> Expr;
/// The same for several values.
type OnMembers<'o, 'a> = &'o mut dyn FnMut(&mut Checker<'a>, &mut BodyState<'a>, Vec<Expr>) -> Expr;

impl<'a> Checker<'a> {
    /// An operation on values of which some are unions: one arm per combination of members.
    pub(super) fn distribute(
        &mut self,
        f: &mut BodyState<'a>,
        values: Vec<Expr>,
        span: Span,
        operation: OnMembers<'_, 'a>,
    ) -> Expr {
        let arms: usize = values
            .iter()
            .map(|value| members(&value.ty).len())
            .product();
        if arms > MAXIMUM_ARMS {
            return unsupported_expr(
                &mut self.reports,
                span,
                "operations on so many combinations of types",
            );
        }
        let mut kept = Vec::new();
        let mut stmts = Vec::new();
        for value in values {
            let (ty, span) = (value.ty.clone(), value.span);
            let var = f.temporary("operand", ty.clone(), span);
            if let (Type::Int, size) = (&ty, self.known_size(f, &value))
                && size != crate::types::Size::Open
            {
                f.env.known.insert(Slot::Var(var), size);
            }
            if constant(&value) {
                kept.push(value);
                continue;
            }
            stmts.push(Stmt::set(Target::Var(var), value, span));
            kept.push(Slot::Var(var).read(ty, span));
        }
        let result = self.distribute_from(f, kept, 0, span, operation);
        sequence(stmts, result, span)
    }

    fn distribute_from(
        &mut self,
        f: &mut BodyState<'a>,
        values: Vec<Expr>,
        first: usize,
        span: Span,
        operation: OnMembers<'_, 'a>,
    ) -> Expr {
        let union = (first..values.len()).find(|index| is_union(&values[*index].ty));
        let Some(index) = union else {
            return operation(self, f, values);
        };
        let value = values[index].clone();
        self.each_member(f, value, span, &mut |checker, f, member| {
            let mut values = values.clone();
            values[index] = member;
            checker.distribute_from(f, values, index + 1, span, operation)
        })
    }

    /// An operation on the members of a union, which is cheap to evaluate again.
    pub(super) fn each_member(
        &mut self,
        f: &mut BodyState<'a>,
        value: Expr,
        span: Span,
        operation: OnMember<'_, 'a>,
    ) -> Expr {
        if f.space != Space::Host && !are_functions(&value.ty) {
            report_dynamic(&mut self.reports, &value.ty, value.span);
            return error(span);
        }
        let before = f.env.clone();
        let mut arms = Vec::new();
        for member in members(&value.ty) {
            f.env = before.clone();
            let narrow = convert_to(value.clone(), &member);
            let result = self.attempt(f, narrow, operation);
            let dead = std::mem::replace(&mut f.dead, false);
            let env = std::mem::replace(&mut f.env, before.clone());
            arms.push(Arm {
                member,
                value: result,
                env,
                dead,
            });
        }
        self.join_arms(f, &value, arms, span)
    }

    /// The operation on one member; its errors are kept back.
    fn attempt(
        &mut self,
        f: &mut BodyState<'a>,
        member: Expr,
        operation: OnMember<'_, 'a>,
    ) -> Result<Expr, Vec<Report>> {
        let start = self.reports.len();
        let value = operation(self, f, member);
        let reports = self.reports.split_off(start);
        let missing = reports
            .iter()
            .any(|report| report.code == Code::NotSupportedYet);
        if missing || !reports.iter().any(Report::is_error) {
            self.reports.extend(reports);
            return Ok(value);
        }
        Err(reports)
    }

    fn join_arms(
        &mut self,
        f: &mut BodyState<'a>,
        value: &Expr,
        arms: Vec<Arm>,
        span: Span,
    ) -> Expr {
        let types: Vec<Type> = arms
            .iter()
            .filter_map(|arm| arm.value.as_ref().ok().map(|value| value.ty.clone()))
            .collect();
        if types.is_empty() {
            let reports = arms.into_iter().next().and_then(|arm| arm.value.err());
            self.reports.extend(reports.unwrap_or_default());
            return error(span);
        }
        let Some(ty) = self.join_results(&types) else {
            return unsupported_expr(&mut self.reports, span, "results of such different kinds");
        };
        if ty == Type::Error {
            return error(span);
        }
        let result = f.temporary("result", ty.clone(), span);
        let tests: Vec<Type> = arms.iter().map(|arm| arm.member.clone()).collect();
        let mut branches: Vec<Branch> = arms
            .into_iter()
            .map(|arm| branch(arm, result, &ty, span))
            .collect();
        self.join_branches(f, &mut branches, &|_| true, span);
        let bodies = branches.into_iter().map(|branch| branch.stmts).collect();
        let stmts = chain(value, &tests, bodies, span);
        let read = match ty {
            Type::Void => nothing(span),
            ty => Slot::Var(result).read(ty, span),
        };
        sequence(stmts, read, span)
    }

    /// The type that holds the results of all arms.
    fn join_results(&mut self, types: &[Type]) -> Option<Type> {
        if types.contains(&Type::Void) {
            return Some(Type::Void);
        }
        let mut common = Some(types[0].clone());
        for ty in &types[1..] {
            self.same_cells(&types[0], ty);
            common = common.and_then(|common| join(&common, ty));
        }
        match common {
            Some(common) => Some(common),
            None => self.functions.union_of_values(types),
        }
    }

    /// The least type that holds the values of both; none for calls with different numbers of outputs.
    pub(super) fn join_values(&mut self, a: &Type, b: &Type) -> Option<Type> {
        self.same_cells(a, b);
        if let Some(joined) = join(a, b) {
            return Some(joined);
        }
        self.functions.union_of_values(&[a.clone(), b.clone()])
    }

    /// The same where code runs: kernel and device functions know no values of unknown type but functions.
    pub(super) fn join_in(&mut self, space: Space, a: &Type, b: &Type) -> Option<Type> {
        let functions = are_functions(a) && are_functions(b);
        match space {
            Space::Device | Space::Kernel if !functions => join(a, b),
            Space::Host | Space::Device | Space::Kernel => self.join_values(a, b),
        }
    }
}

impl<'a> Functions<'a> {
    /// The union of the types of values; none where one of them is no member of unions, or there are too many.
    fn union_of_values(&mut self, types: &[Type]) -> Option<Type> {
        if types
            .iter()
            .any(|ty| matches!(ty, Type::Tuple(_) | Type::Void))
        {
            return None;
        }
        let types: Vec<Type> = types.iter().map(|ty| self.settle_type(ty)).collect();
        union_of(types).filter(|ty| {
            let members = members(ty);
            members.len() <= MAXIMUM_MEMBERS && members.iter().all(fits_union)
        })
    }
}

/// Constants stay where they are, so that what is known of them stays known.
fn constant(value: &Expr) -> bool {
    matches!(
        value.kind,
        ExprKind::Int(_) | ExprKind::Scalar(_) | ExprKind::Complex(..) | ExprKind::String(_)
    )
}

fn branch(arm: Arm, result: crate::hir::VarId, ty: &Type, span: Span) -> Branch {
    let (stmts, dead) = match arm.value {
        Ok(value) if *ty == Type::Void => {
            let kind = StmtKind::Expr(value);
            (vec![Stmt { kind, span }], arm.dead)
        }
        Ok(value) if value.ty == Type::Error => (Vec::new(), true),
        Ok(value) => {
            let value = convert_to(value, ty);
            (vec![Stmt::set(Target::Var(result), value, span)], arm.dead)
        }
        Err(reports) => (vec![raise(&reports, span)], true),
    };
    Branch {
        env: arm.env,
        dead,
        stmts,
    }
}

/// The error of an arm whose operation has no meaning.
fn raise(reports: &[Report], span: Span) -> Stmt {
    let first = reports.iter().find(|report| report.is_error());
    let text = first.map_or_else(String::new, |report| report.message.clone());
    let message = Expr {
        ty: Type::String,
        span,
        kind: ExprKind::String(text),
    };
    Stmt {
        kind: StmtKind::Error(message),
        span,
    }
}

/// `if` the value is of the first type, the first body; otherwise the same with the rest; the last body needs no test.
fn chain(value: &Expr, tests: &[Type], mut bodies: Vec<Vec<Stmt>>, span: Span) -> Vec<Stmt> {
    let mut stmts = bodies.pop().unwrap_or_default();
    for (test, then) in tests.iter().zip(bodies).rev() {
        let cond = Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::IsMember(Box::new(value.clone()), test.clone()),
        };
        let kind = StmtKind::If {
            cond,
            then,
            otherwise: stmts,
        };
        stmts = vec![Stmt { kind, span }];
    }
    stmts
}

/// Dynamic values do not exist in kernel and device functions.
pub(super) fn report_dynamic(reports: &mut Reports, ty: &Type, span: Span) {
    reports.push(
        Report::new(
            Code::HostOnly,
            span,
            format!(
                "a value of unknown type, `{ty}`, does not exist in kernel and device functions"
            ),
        )
        .label("its type is known only when running")
        .help("use one variable per type"),
    );
}
