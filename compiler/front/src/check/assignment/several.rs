//! Several targets: `[a, b] = value`.
//!
//! *Invariant:* all values are computed before the first target is assigned; after an error every target counts as assigned.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::definitions::Definitions;
use crate::check::dictionary::dictionary_class;
use crate::check::environment::Slot;
use crate::check::object::is_carried;
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker, kinds};
use crate::diag::{Code, Place, Report, counted, instead};
use crate::hir::{Expr, ExprKind, Stmt, StmtKind, Target};
use crate::syntax::ast;
use crate::types::{ArrayType, Size, Type};

impl<'a> Checker<'a> {
    /// `[a, b] = value`.
    pub(in crate::check) fn multi_assign(
        &mut self,
        f: &mut BodyState<'a>,
        multi: &'a ast::MultiAssign,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if let ast::ExprKind::Vector(items) = &multi.value.kind
            && items.len() == multi.targets.len()
        {
            return self.assign_each(f, multi, items, span, out);
        }
        let value = self.expr_or_void(f, &multi.value);
        let value = self.sizes_of_targets(f, value, multi.targets.len());
        if let Some(values) = self.with_places(f, &value, multi.targets.len()) {
            return self.assign_held(f, multi, values, span, out);
        }
        match value.ty.clone() {
            Type::Error => self.bind_errors(f, multi),
            Type::Tuple(parts) => self.unpack_tuple(f, multi, value, &parts, span, out),
            Type::Array(array) => self.unpack_array(f, multi, value, &array, span, out),
            Type::Void => {
                self.report_no_value(&multi.value);
                self.bind_errors(f, multi);
            }
            ty => self.unpack_tuple(f, multi, value, &[ty], span, out),
        }
    }

    /// `[h, w] = size(x)` with as many targets as the array has dimensions asks for each of them.
    fn sizes_of_targets(&mut self, f: &mut BodyState<'a>, value: Expr, targets: usize) -> Expr {
        let span = value.span;
        let array = match &value.kind {
            ExprKind::Builtin(Builtin::Size, args) if args.len() == 1 => args[0].clone(),
            _ => return value,
        };
        let rank = array.ty.as_array().and_then(ArrayType::rank);
        if rank.map(|rank| rank.max(2)) != Some(targets) {
            return value;
        }
        let dims = (0..targets).map(|dim| int(dim as i32, span)).collect();
        let dims = self.vector_of(dims, span);
        self.apply_builtin(f, Builtin::Size, vec![array, dims], span)
    }

    /// After an error every target counts as assigned.
    fn bind_errors(&mut self, f: &mut BodyState<'a>, multi: &'a ast::MultiAssign) {
        for target in &multi.targets {
            if let Some(name) = target.place.as_name()
                && self.text(name.name) != ast::LEFT_OUT
            {
                self.set_variable(f, name, error(name.span), name.span);
            }
        }
    }

    /// `[a, b] = [x, y]`: all values first, then the targets.
    fn assign_each(
        &mut self,
        f: &mut BodyState<'a>,
        multi: &'a ast::MultiAssign,
        items: &'a [ast::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let mut held = Vec::new();
        for item in items {
            let value = self.expr(f, item);
            let var = f.temporary("part", value.ty.clone(), item.span);
            let ty = value.ty.clone();
            if let Type::Int = ty {
                self.note_known(f, Slot::Var(var), &value);
            }
            out.push(Stmt::set(Target::Var(var), value, item.span));
            held.push(Slot::Var(var).read(ty, item.span));
        }
        for (target, value) in multi.targets.iter().zip(held) {
            self.assign_target(f, target, value, span, out);
        }
    }

    fn assign_target(
        &mut self,
        f: &mut BodyState<'a>,
        target: &'a ast::Target,
        value: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let value = match &target.ty {
            Some(annotation) => {
                let ty = self.annotation(f, annotation, Some(&value.ty));
                self.coerce(f, value, &ty, "the value")
            }
            None => value,
        };
        if let Some(name) = target.place.as_name() {
            if self.text(name.name) == ast::LEFT_OUT {
                return out.push(Stmt::set(Target::Ignore, value, span));
            }
            let assign = self.set_variable(f, name, value, span);
            out.push(Stmt {
                kind: StmtKind::Assign(assign),
                span,
            });
            return;
        }
        if let ast::ExprKind::Member(member) = &target.place.kind
            && !self.names_type(f, &member.base)
        {
            let base = self.expr(f, &member.base);
            if is_carried(&base) {
                let assign = self.store_field_in_any(f, base, member, None, value, span);
                let kind = StmtKind::Assign(assign);
                return out.push(Stmt { kind, span });
            }
        }
        if let ast::ExprKind::Index(index) = &target.place.kind
            && !self.names_type(f, &index.base)
        {
            let base = self.expr(f, &index.base);
            if dictionary_class(&base.ty).is_some() {
                let set = self.store_entry(f, base, &index.args, value, span);
                let stmts = set.map(StmtKind::Assign).map(|kind| Stmt { kind, span });
                return out.extend(stmts);
            }
        }
        let place = self.place_target(f, &target.place);
        if let Some(assign) =
            place.and_then(|(target, ty)| self.set_place(f, target, ty, value, span))
        {
            let kind = StmtKind::Assign(assign);
            out.push(Stmt { kind, span });
        }
    }

    fn unpack_tuple(
        &mut self,
        f: &mut BodyState<'a>,
        multi: &'a ast::MultiAssign,
        value: Expr,
        parts: &[Type],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if multi.targets.len() > parts.len() {
            self.report(
                Report::new(
                    Code::OutputCount,
                    span,
                    format!(
                        "{} targets for {}",
                        multi.targets.len(),
                        counted(parts.len(), "output")
                    ),
                )
                .label("too many targets")
                .also(value.span, format!("gives {}", parts.len()))
                .maybe_help(place_of_extreme(&value)),
            );
            return self.bind_errors(f, multi);
        }
        if parts.len() == 1 {
            return self.assign_target(f, &multi.targets[0], value, span, out);
        }
        let vars: Vec<_> = multi
            .targets
            .iter()
            .zip(parts)
            .map(|(target, ty)| f.temporary("part", ty.clone(), target.place.span))
            .collect();
        let targets = vars.iter().map(|var| Target::Var(*var)).collect();
        out.push(Stmt {
            kind: StmtKind::Unpack { targets, value },
            span,
        });
        for ((target, var), ty) in multi.targets.iter().zip(vars).zip(parts) {
            let value = Slot::Var(var).read(ty.clone(), span);
            self.assign_target(f, target, value, span, out);
        }
    }

    /// `[h, w] = vector`.
    fn unpack_array(
        &mut self,
        f: &mut BodyState<'a>,
        multi: &'a ast::MultiAssign,
        value: Expr,
        array: &ArrayType,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if let Some(count) = array.known_numel() {
            self.check_element_count(multi, count, span);
            if count < multi.targets.len() {
                return self.bind_errors(f, multi);
            }
            let values = self.unpack(f, value, span);
            return self.assign_held(f, multi, values, span, out);
        }
        if !array.elem.is_number() {
            let (stmts, values) = self.exactly(f, value, multi.targets.len(), span);
            out.extend(stmts);
            return self.assign_held(f, multi, values, span, out);
        }
        let ty = array.elem.value_type();
        let sizes = known_sizes(&value);
        let vars: Vec<_> = multi
            .targets
            .iter()
            .map(|target| f.temporary("part", ty.clone(), target.place.span))
            .collect();
        let targets = vars.iter().map(|var| Target::Var(*var)).collect();
        out.push(Stmt {
            kind: StmtKind::UnpackVector {
                targets,
                value,
                elem: array.elem,
            },
            span,
        });
        for (index, (target, var)) in multi.targets.iter().zip(vars).enumerate() {
            if let Some(size) = sizes.get(index).filter(|size| **size != Size::Open) {
                f.env.known.insert(Slot::Var(var), *size);
            }
            let value = Slot::Var(var).read(ty.clone(), span);
            self.assign_target(f, target, value, span, out);
        }
    }

    /// Reports more or fewer targets than elements.
    fn check_element_count(&mut self, multi: &ast::MultiAssign, count: usize, span: Span) {
        let targets = multi.targets.len();
        if count == targets {
            return;
        }
        let message = format!("{targets} targets for {count} elements");
        let report = Report::new(Code::OutputCount, span, message);
        self.report(match count < targets {
            true => report.label("too many targets").maybe_help(
                self.definitions
                    .is_size_of(&multi.value)
                    .then(|| format!("this array has {count} sizes; a single one is `size(x, 0)`")),
            ),
            false => report
                .label("some elements have no target")
                .help("select the elements: `[a, b] = v[0..1]`"),
        });
    }

    /// All values first, then the targets.
    fn assign_held(
        &mut self,
        f: &mut BodyState<'a>,
        multi: &'a ast::MultiAssign,
        values: Vec<Expr>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let mut held = Vec::new();
        for value in values {
            let var = f.temporary("part", value.ty.clone(), span);
            let ty = value.ty.clone();
            self.note_known(f, Slot::Var(var), &value);
            if ty == Type::Int && self.known_size(f, &value) == Size::Open {
                let size = self.fresh_size();
                f.env.known.insert(Slot::Var(var), size);
            }
            out.push(Stmt::set(Target::Var(var), value, span));
            held.push(Slot::Var(var).read(ty, span));
        }
        for (target, value) in multi.targets.iter().zip(held) {
            self.assign_target(f, target, value, span, out);
        }
    }
}

impl<'a> Definitions<'a> {
    /// Whether that is `size(…)`.
    fn is_size_of(&self, value: &ast::Expr) -> bool {
        let ast::ExprKind::Call(call) = &value.kind else {
            return false;
        };
        let name = call.callee.as_name();
        name.is_some_and(|name| builtins::find(self.text(name.name)) == Some(Builtin::Size))
    }
}

/// The sizes that the elements of `size(x)` are.
fn known_sizes(value: &Expr) -> Vec<Size> {
    match &value.kind {
        ExprKind::Builtin(Builtin::Size, args) if args.len() == 1 => match &args[0].ty {
            Type::Array(array) if !array.any_rank => (0..array.sizes.len().max(2))
                .map(|dim| kinds::extent(array, dim))
                .collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// `[v, k] = max(x)`: how the place is found.
fn place_of_extreme(value: &Expr) -> Option<String> {
    let ExprKind::Builtin(builtin, _) = &value.kind else {
        return None;
    };
    match builtin {
        Builtin::Max => instead(Place::Function, "argmax"),
        Builtin::Min => instead(Place::Function, "argmin"),
        _ => None,
    }
}
