//! Methods: `c.m(args)` calls the function `m` whose first parameter is `self`, or the function that the field `m` holds.
//!
//! A method of a `mutable class` takes `self` by reference: its instance has the changed `self` as a last output, and
//! the call gives it back to the place that `c` names. What a pointer refers to is changed directly.
//!
//! *Invariant:* an instance gives back `self` exactly when [`Checker::changes_self`] says so.

use crate::base::Span;
use crate::builtins::{self, FIGURE_METHODS};
use crate::diag::{Code, Place, Report, did_you_mean, instead};
use crate::hir::{self, Assign, Expr, ExprKind, Stmt, StmtKind, Target, Var};
use crate::syntax::ast::{self, ClassKind};
use crate::types::Type;

use super::call::{Argument, Callee, given};
use super::class::{is_repeatable, target_of};
use super::definitions::Definitions;
use super::dictionary::dictionary_class;
use super::environment::Slot;
use super::function::Output;
use super::functions::Functions;
use super::handle::is_handle;
use super::object::is_carried;
use super::trees::error;
use super::{BodyState, Checker, DefId, DefSource, InstanceKey};

impl<'a> Checker<'a> {
    /// `base.name(args)`.
    pub(super) fn call_member(
        &mut self,
        f: &mut BodyState<'a>,
        member: &'a ast::Member,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        if let Some(key) = self.key_of(f, member, member.name.span) {
            return self.call_value(f, key, args, span);
        }
        let base = self.expr(f, &member.base);
        if let Some(end) = self.cut_short(&base) {
            return end;
        }
        if base.ty == Type::Error {
            self.arguments(f, args);
            return error(span);
        }
        if is_carried(&base) {
            return self.call_member_of_any(f, base, member, args, span);
        }
        self.call_member_of(f, member, base, args, span)
    }

    /// The same for a value whose type is known.
    pub(super) fn call_member_of(
        &mut self,
        f: &mut BodyState<'a>,
        member: &'a ast::Member,
        base: Expr,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        if let Type::Group(kind) = base.ty {
            return self.group_method(f, base, kind, member.name, args, span);
        }
        if let Some(shown) = self.display_method(f, &base, member.name, args, span) {
            return shown;
        }
        let field = base
            .ty
            .class()
            .and_then(|class| self.types.find_field(class, member.name.name));
        if field.is_some() {
            let function = self.field_of(f, base, member.name, span);
            return self.call_value(f, function, args, span);
        }
        self.call_method(f, member, base, args, span)
    }

    fn call_method(
        &mut self,
        f: &mut BodyState<'a>,
        member: &'a ast::Member,
        base: Expr,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Expr {
        let mut methods = self
            .definitions
            .handle_functions(&base.ty, "", member.name.name);
        if methods.is_empty() {
            methods = self.functions.methods(member.name);
        }
        if methods.is_empty() && is_handle(&base.ty) {
            self.arguments(f, args);
            return self.report_no_member(&base.ty, member.name);
        }
        let figure = FIGURE_METHODS
            .iter()
            .find(|(name, _)| methods.is_empty() && *name == self.text(member.name.name));
        if let (Some((_, builtin)), Type::Int) = (figure, &base.ty) {
            return self.call_builtin_on(f, *builtin, vec![base], args, span);
        }
        if methods.is_empty() {
            self.report_no_method(&base, member.name);
            return error(span);
        }
        let (held, base) = self.held_object(f, base);
        let target = self.changeable(f, member, &base);
        let mut values = vec![Argument::new(None, base)];
        values.extend(self.arguments(f, args));
        if values.iter().any(|value| value.value.ty == Type::Error) {
            return error(span);
        }
        if !self.fits_event(&values, member.name) {
            return error(span);
        }
        let def = match methods.as_slice() {
            [def] => *def,
            defs => match self.best_overload(f, defs, &values) {
                Some(def) => def,
                None => return self.no_overload(member.name.name, defs, &values, span),
            },
        };
        let result = self.call_def(f, Callee::method(def, target), values, span);
        match held.is_empty() {
            true => result,
            false => Expr {
                ty: result.ty.clone(),
                span,
                kind: ExprKind::Sequence(held, Box::new(result)),
            },
        }
    }

    /// The object of a method whose place can be read again and again: what computes it is done before, once.
    fn held_object(&mut self, f: &mut BodyState<'a>, base: Expr) -> (Vec<Stmt>, Expr) {
        let mut stmts = Vec::new();
        let mutable = match &base.ty {
            Type::Class(class) => self.types.classes[class.id].kind == ClassKind::Mutable,
            _ => false,
        };
        if !mutable || is_repeatable(&base) || target_of(base.clone()).is_none() {
            return (stmts, base);
        }
        let base = f.held_place(base, &mut stmts);
        (stmts, base)
    }

    /// Where a changed `self` goes.
    fn changeable(
        &mut self,
        f: &BodyState<'a>,
        member: &'a ast::Member,
        base: &Expr,
    ) -> Option<Target> {
        let Type::Class(class) = &base.ty else {
            return None;
        };
        if self.types.classes[class.id].kind != ClassKind::Mutable {
            return None;
        }
        let target = target_of(base.clone())?;
        assert!(is_repeatable(base), "the place is held");
        self.may_change(f, &member.base, &target, member.base.span)
            .then_some(target)
    }

    fn report_no_method(&mut self, base: &Expr, name: ast::Ident) {
        let text = self.text(name.name);
        let defs = self.definitions.functions.iter();
        let methods = defs.filter(|(_, defs)| defs.iter().any(|def| self.functions.has_self(*def)));
        let methods = methods.map(|(name, _)| self.text(*name));
        let class = base.ty.class().map(|class| &self.types.classes[class.id]);
        let fields = class.iter().flat_map(|class| &class.fields);
        let names: Vec<&str> = fields
            .map(|field| self.text(field.name.name))
            .chain(methods)
            .collect();
        self.report(
            Report::new(
                Code::UnknownField,
                name.span,
                format!("`{}` has no method `{text}`", base.ty),
            )
            .label("neither a field nor a function of `self`")
            .maybe_help(
                dictionary_class(&base.ty)
                    .and_then(|_| instead(Place::Dictionary, text))
                    .or_else(|| self.definitions.help_for_function(name))
                    .or_else(|| help_for_method(text))
                    .or_else(|| did_you_mean(text, names)),
            ),
        );
    }

    // ---- By reference ------------------------------------------------------------------------------------------------

    /// Whether the instance gives back a changed `self`.
    pub(super) fn changes_self(&self, key: &InstanceKey) -> bool {
        let mutable = match key.args.first() {
            Some(Some(Type::Class(class))) => {
                self.types.classes[class.id].kind == ClassKind::Mutable
            }
            Some(_) | None => false,
        };
        let function = matches!(self.functions.defs[key.def].source, DefSource::Function(_));
        mutable && function && key.rank.is_none() && self.functions.has_self(key.def)
    }

    /// The output for the changed `self`.
    pub(super) fn prepare_changed_self(
        &mut self,
        f: &mut BodyState<'a>,
        key: &InstanceKey,
        known: &[Option<Type>],
    ) {
        if !self.changes_self(key) {
            return;
        }
        let name = self.functions.params(key.def)[0].name;
        let ty = known.get(f.outputs.len()).cloned().flatten();
        f.outputs.push(Output {
            name: Some(name.name),
            span: name.span,
            annotation: None,
            var: None,
            ty,
            found: None,
        });
    }

    /// A body that always ends with an error never gives `self` back; its callers have a place for it all the same.
    pub(super) fn settle_changed_self(&mut self, f: &mut BodyState<'a>, key: &InstanceKey) {
        let unset = |output: &&mut Output<'a>| output.found.is_none();
        if !self.changes_self(key) {
            return;
        }
        let Some(output) = f.outputs.last_mut().filter(unset) else {
            return;
        };
        let ty = key.args[0].clone().expect("a method has a `self`");
        output.found = Some(ty.clone());
        output.var = Some(
            f.vars.push(Var {
                name: self
                    .definitions
                    .names
                    .text(output.name.expect("`self` has a name"))
                    .to_string(),
                ty,
                span: output.span,
            }),
        );
    }
}

impl<'a> Definitions<'a> {
    /// A function of this name that is no method.
    fn help_for_function(&self, name: ast::Ident) -> Option<String> {
        let text = self.text(name.name);
        let exists = self.functions.contains_key(&name.name);
        exists.then(|| {
            format!("`{text}` is a function: call `{text}(…)`, or name its first parameter `self`")
        })
    }
}

impl<'a> Functions<'a> {
    /// The functions of that name whose first parameter is `self`.
    fn methods(&self, name: ast::Ident) -> Vec<DefId> {
        let defs = self
            .definitions
            .functions
            .get(&name.name)
            .map_or(&[][..], Vec::as_slice);
        let is_method = |def: &DefId| self.has_self(*def);
        defs.iter().copied().filter(is_method).collect()
    }

    pub(super) fn has_self(&self, def: DefId) -> bool {
        let first = self.params(def).first();
        first.is_some_and(|param| self.definitions.text(param.name.name) == "self")
    }

    /// A method that stands without its parentheses.
    pub(super) fn help_for_method(&self, name: ast::Ident) -> Option<String> {
        let mut defs = self.definitions.functions.get(&name.name)?.iter();
        let found = defs.any(|def| self.has_self(*def));
        found.then(|| {
            format!(
                "a method is called: `….{}()`",
                self.definitions.text(name.name)
            )
        })
    }
}

impl<'a> BodyState<'a> {
    fn held_place(&mut self, mut place: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        match &mut place.kind {
            ExprKind::Field(base, _) => {
                **base = self.held_place((**base).clone(), stmts);
            }
            ExprKind::Deref(pointer) => **pointer = self.held_part((**pointer).clone(), stmts),
            ExprKind::Element(element) => {
                *element.array = self.held_place((*element.array).clone(), stmts);
                match &mut element.place {
                    hir::Place::Subscripts(subscripts) => {
                        for subscript in subscripts {
                            if let hir::Subscript::Index(index) = subscript {
                                *index = self.held_part(index.clone(), stmts);
                            }
                        }
                    }
                    hir::Place::Position(position) => {
                        **position = self.held_part((**position).clone(), stmts);
                    }
                    hir::Place::Mask(_) => {}
                }
            }
            _ => return self.held_part(place, stmts),
        }
        place
    }

    /// A value that can be read again and again.
    pub(super) fn held_part(&mut self, value: Expr, stmts: &mut Vec<Stmt>) -> Expr {
        if is_repeatable(&value) {
            return value;
        }
        let (ty, span) = (value.ty.clone(), value.span);
        let var = self.temporary("place", ty.clone(), span);
        stmts.push(Stmt::set(Target::Var(var), value, span));
        Slot::Var(var).read(ty, span)
    }

    /// The value of a call that gives back `self`: it goes to its place, the other outputs are the value.
    pub(super) fn give_back(
        &mut self,
        call: Expr,
        mut outputs: Vec<Type>,
        place: Option<Target>,
    ) -> Expr {
        let span = call.span;
        let place = place.unwrap_or(Target::Ignore);
        outputs.pop();
        if outputs.is_empty() {
            let assign = Assign::set(place, call, span);
            let stmt = Stmt {
                span,
                kind: StmtKind::Assign(assign),
            };
            return sequence(
                vec![stmt],
                ExprKind::ArrayLiteral(Vec::new()),
                Type::Void,
                span,
            );
        }
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for ty in &outputs {
            let var = self.temporary("result", ty.clone(), span);
            targets.push(Target::Var(var));
            values.push(Slot::Var(var).read(ty.clone(), span));
        }
        targets.push(place);
        let unpack = Stmt {
            span,
            kind: StmtKind::Unpack {
                targets,
                value: call,
            },
        };
        let ty = given(&outputs);
        let kind = match values.len() {
            1 => values.remove(0).kind,
            _ => ExprKind::Record(values),
        };
        sequence(vec![unpack], kind, ty, span)
    }
}

fn sequence(stmts: Vec<Stmt>, kind: ExprKind, ty: Type, span: Span) -> Expr {
    let value = Expr {
        ty: ty.clone(),
        span,
        kind,
    };
    Expr {
        ty,
        span,
        kind: ExprKind::Sequence(stmts, Box::new(value)),
    }
}

/// What is written instead of a method that other languages have.
fn help_for_method(name: &str) -> Option<String> {
    let called = builtins::find(name)
        .map(|_| format!("`{name}` is called with the value in parentheses: `{name}(x)`"));
    instead(Place::Member, name)
        .or(called)
        .or_else(|| instead(Place::Function, name))
}
