//! `{!specialize args=(a==1 && b==2 || …)}`: a version of the kernel for each listed combination, and one for all other arguments.
//!
//! Which version a launch takes is decided when compiling where the arguments are known, and by a test of theirs before the launch
//! where they are not.
//!
//! *Invariant:* a version is the same kernel with some of its int parameters known: whichever runs, the result is the same.

use crate::base::{Span, Symbol};
use crate::hir::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, Target};
use crate::syntax::ast;
use crate::types::{Size, Type};

use super::environment::Slot;
use super::functions::Functions;
use super::launch::Launched;
use super::trees::int;
use super::{BodyState, Checker, DefId, DefSource};

/// The parameters that a version knows, with their values.
type Version = Vec<(Symbol, i32)>;

/// Whether a version is the one for the arguments.
enum Fit {
    Never,
    Always,
    If(Expr),
}

impl<'a> Checker<'a> {
    /// A launch of the version of a kernel that its arguments ask for.
    pub(super) fn launch_version(
        &mut self,
        f: &mut BodyState<'a>,
        mut launch: Launched,
        params: &[&'a ast::Param],
        mut args: Vec<Option<Expr>>,
        generics: Vec<(Symbol, i32)>,
    ) -> Expr {
        let versions = self.functions.usable_versions(launch.def, params, &args);
        if versions.is_empty() {
            return self.launch_instance(&launch, args, generics);
        }
        let span = launch.span;
        let mut stmts = Vec::new();
        let dims = launch.grid.dims.iter_mut();
        let block = launch.grid.block.iter_mut().flatten();
        for value in dims.chain(block).chain(args.iter_mut().flatten()) {
            self.keep(f, value, &mut stmts);
        }
        let result = self.choose_version(f, &launch, params, &args, generics, &versions);
        let ty = result.ty.clone();
        let result = match ty {
            Type::Void => {
                let kind = StmtKind::Expr(result);
                stmts.push(Stmt { kind, span });
                nothing(span)
            }
            _ => result,
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Sequence(stmts, Box::new(result)),
        }
    }

    /// The launches of the first versions behind their tests, then of the one that fits always.
    fn choose_version(
        &mut self,
        f: &BodyState<'a>,
        launch: &Launched,
        params: &[&'a ast::Param],
        args: &[Option<Expr>],
        generics: Vec<(Symbol, i32)>,
        versions: &[Version],
    ) -> Expr {
        let Some((version, rest)) = versions.split_first() else {
            return self.launch_instance(launch, args.to_vec(), generics);
        };
        let known = [&generics[..], version].concat();
        match self.version_fit(f, version, params, args) {
            Fit::Never => self.choose_version(f, launch, params, args, generics, rest),
            Fit::Always => self.launch_instance(launch, args.to_vec(), known),
            Fit::If(test) => {
                let one = self.launch_instance(launch, args.to_vec(), known);
                let other = self.choose_version(f, launch, params, args, generics, rest);
                // Known values can change what outputs are, and the launch has one type.
                match one.ty == other.ty {
                    true => either(test, one, other, launch.span),
                    false => other,
                }
            }
        }
    }

    fn version_fit(
        &self,
        f: &BodyState<'a>,
        version: &Version,
        params: &[&'a ast::Param],
        args: &[Option<Expr>],
    ) -> Fit {
        let mut fit = Fit::Always;
        for (name, wanted) in version {
            let at = params.iter().position(|param| param.name.name == *name);
            let arg = at.and_then(|at| args[at].clone());
            let arg = arg.expect("versions are of parameters");
            match self.known_size(f, &arg) {
                Size::Known(value) if value == *wanted => continue,
                Size::Known(_) => return Fit::Never,
                Size::Symbol(_) | Size::Open => {}
            }
            let span = arg.span;
            let equal = binary(BinaryOp::Eq, arg, int(*wanted, span), span);
            fit = match fit {
                Fit::If(before) => Fit::If(binary(BinaryOp::And, before, equal, span)),
                Fit::Always | Fit::Never => Fit::If(equal),
            };
        }
        fit
    }

    /// Puts a value into a variable, so that every version finds it computed.
    fn keep(&mut self, f: &mut BodyState<'a>, value: &mut Expr, stmts: &mut Vec<Stmt>) {
        if let ExprKind::Int(_) | ExprKind::Scalar(_) = value.kind {
            return;
        }
        let known = self.known_size(f, value);
        let span = value.span;
        let var = f.temporary("given", value.ty.clone(), span);
        if known != Size::Open {
            f.env.known.insert(Slot::Var(var), known);
        }
        let read = Slot::Var(var).read(value.ty.clone(), span);
        let value = std::mem::replace(value, read);
        stmts.push(Stmt::set(Target::Var(var), value, span));
    }
}

impl<'a> Functions<'a> {
    /// The versions that `{!specialize args=(a==1 && b==2 || …)}` lists; conditions of another form list none.
    fn versions(&self, def: DefId, params: &[&'a ast::Param]) -> Vec<Version> {
        let DefSource::Function(function) = self.defs[def].source else {
            return Vec::new();
        };
        let mut versions = Vec::new();
        for stmt in &function.body.stmts {
            if let ast::StmtKind::Attribute(attribute) = &stmt.kind
                && self.definitions.text(attribute.name.name) == "specialize"
            {
                let lists = attribute.properties.iter();
                for list in lists.filter(|list| self.definitions.text(list.name.name) == "args") {
                    alternatives(&list.value, params, &mut versions);
                }
            }
        }
        versions
    }

    /// The versions whose parameters are ints that the body does not change.
    fn usable_versions(
        &self,
        def: DefId,
        params: &[&'a ast::Param],
        args: &[Option<Expr>],
    ) -> Vec<Version> {
        let DefSource::Function(function) = self.defs[def].source else {
            return Vec::new();
        };
        let assigned = crate::resolve::names::assignments(&function.body);
        let mut versions = self.versions(def, params);
        versions.retain(|version| {
            version.iter().all(|(name, _)| {
                let at = params.iter().position(|param| param.name.name == *name);
                let arg = at.and_then(|at| args[at].as_ref());
                arg.is_some_and(|arg| arg.ty == Type::Int) && !assigned.contains_key(name)
            })
        });
        versions
    }
}

fn number(expr: &ast::Expr) -> Option<i32> {
    match &expr.kind {
        ast::ExprKind::Int(number) => i32::try_from(*number).ok(),
        ast::ExprKind::Unary(ast::UnaryOp::Negate, inner) => number(inner)?.checked_neg(),
        _ => None,
    }
}

/// One launch or another, as a test says.
fn either(test: Expr, then: Expr, otherwise: Expr, span: Span) -> Expr {
    if then.ty != Type::Void {
        return Expr {
            ty: then.ty.clone(),
            span,
            kind: ExprKind::Ternary(Box::new(test), Box::new(then), Box::new(otherwise)),
        };
    }
    let run = |launch: Expr| {
        let kind = StmtKind::Expr(launch);
        vec![Stmt { kind, span }]
    };
    let kind = StmtKind::If {
        cond: test,
        then: run(then),
        otherwise: run(otherwise),
    };
    Expr {
        ty: Type::Void,
        span,
        kind: ExprKind::Sequence(vec![Stmt { kind, span }], Box::new(nothing(span))),
    }
}

fn nothing(span: Span) -> Expr {
    Expr {
        ty: Type::Void,
        span,
        kind: ExprKind::ArrayLiteral(Vec::new()),
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
    }
}

fn alternatives(list: &ast::Expr, params: &[&ast::Param], versions: &mut Vec<Version>) {
    if let ast::ExprKind::Binary(binary) = &list.kind
        && binary.op == ast::BinaryOp::Or
    {
        alternatives(&binary.left, params, versions);
        alternatives(&binary.right, params, versions);
        return;
    }
    let mut version = Vec::new();
    if requirements(list, params, &mut version).is_some() && !versions.contains(&version) {
        versions.push(version);
    }
}

/// Adds `name==number`; none when the version cannot be, or is not of this form.
fn requirements(one: &ast::Expr, params: &[&ast::Param], version: &mut Version) -> Option<()> {
    let ast::ExprKind::Binary(binary) = &one.kind else {
        return None;
    };
    let ast::Binary {
        op, left, right, ..
    } = &**binary;
    if *op == ast::BinaryOp::And {
        requirements(left, params, version)?;
        return requirements(right, params, version);
    }
    let value = number(right).filter(|_| *op == ast::BinaryOp::Equal)?;
    // An argument of a macro may stand in the place of the parameter.
    if let Some(known) = number(left) {
        return (known == value).then_some(());
    }
    let name = left.as_name()?.name;
    let is_parameter = params.iter().any(|param| param.name.name == name);
    let agrees = version
        .iter()
        .all(|(other, known)| *other != name || *known == value);
    version.push((name, value));
    (is_parameter && agrees).then_some(())
}
