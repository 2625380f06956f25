//! Parameters, captured names and generic names as variables of an instance.
//!
//! *Invariant:* every name that a body may read from its header is bound before the body is walked.

use std::rc::Rc;

use crate::base::{Span, Symbol};
use crate::check::definitions::Definitions;
use crate::check::environment::{Slot, Variable};
use crate::check::trees::int;
use crate::check::{BodyState, Checker, Def, DefSource, InstanceKey, assignment};
use crate::hir::{Instance, Special, Stmt, Var, VarId};
use crate::syntax::ast;
use crate::types::{ArrayType, Elem, Size, Type};

impl<'a> Checker<'a> {
    /// The names that a closure captured.
    pub(super) fn bind_captures(
        &mut self,
        f: &mut BodyState<'a>,
        key: &InstanceKey,
        instance: &mut Instance,
        body: &mut Vec<Stmt>,
    ) {
        let Some(closure) = key.closure else {
            return;
        };
        let data = self.functions.closures[closure].clone();
        let span = self.functions.defs[data.def].span;
        for (name, ty) in data.captures {
            let var = self.header_variable(f, name, &ty, span);
            instance.captures.push(var);
            let constant = ty.as_array().is_some_and(|array| array.modifiers.constant);
            f.env.bind(
                name,
                Variable {
                    captured: true,
                    constant,
                    ..Variable::local(Slot::Var(var), ty, span)
                },
            );
        }
        self.bind_constants(f, &data.known, span, body);
        for (name, _) in data.known {
            if let Some(variable) = f.env.variable_mut(name) {
                variable.captured = true;
            }
        }
    }

    /// All parameters, and what an instance knows of them.
    pub(super) fn bind_params(
        &mut self,
        f: &mut BodyState<'a>,
        key: &InstanceKey,
        def: &Def<'a>,
        instance: &mut Instance,
        body: &mut Vec<Stmt>,
    ) {
        let params = self.functions.params(key.def);
        let is_param = |name: Symbol| params.iter().any(|param| param.name.name == name);
        let (known, sizes): (Vec<_>, Vec<_>) =
            (key.generics.iter().copied()).partition(|(name, _)| is_param(*name));
        // Default values may read the generic sizes.
        self.bind_constants(f, &sizes, def.span, body);
        let mut args = key.args.iter();
        let mut sized = false;
        let mut specials = Vec::new();
        for param in params {
            if let (Some(rank), Some(special)) = (key.rank, self.definitions.special(param)) {
                specials.push((param, special, rank));
                continue;
            }
            match args.next() {
                Some(Some(ty)) => self.bind_param(f, def, param, ty, instance),
                Some(None) | None => {
                    if !std::mem::replace(&mut sized, true) {
                        self.bind_late_sizes(f, key, def, body);
                    }
                    self.bind_default(f, param, body);
                }
            }
        }
        if !sized {
            self.bind_late_sizes(f, key, def, body);
        }
        for (param, special, rank) in specials {
            self.bind_special(f, param, special, rank, instance);
        }
        for (name, text) in &key.texts {
            if let Some(variable) = f.env.variable(*name) {
                let slot = variable.slot;
                f.env.texts.insert(slot, text.clone());
            }
        }
        self.bind_constants(f, &known, def.span, body);
    }

    /// A parameter that an argument was given for.
    fn bind_param(
        &mut self,
        f: &mut BodyState<'a>,
        def: &Def<'a>,
        param: &'a ast::Param,
        ty: &Type,
        instance: &mut Instance,
    ) {
        let ast::Ident { name, span, .. } = param.name;
        let ty = self.with_symbols(ty);
        let var = self.header_variable(f, name, &ty, span);
        instance.params.push(var);
        self.bind_generics(f, def, param, &ty);
        let constant = ty.as_array().is_some_and(|array| array.modifiers.constant)
            || param.ty.as_ref().is_some_and(assignment::is_constant);
        f.env.bind(
            name,
            Variable {
                constant,
                ..Variable::local(Slot::Var(var), ty, span)
            },
        );
    }

    /// Generic sizes, and parameters that the instance is made for one value of.
    fn bind_constants(
        &mut self,
        f: &mut BodyState<'a>,
        constants: &[(Symbol, i32)],
        span: Span,
        body: &mut Vec<Stmt>,
    ) {
        for (name, known) in constants {
            let var = f.vars.push(Var {
                name: self.text(*name).to_string(),
                ty: Type::Int,
                span,
            });
            let slot = Slot::Var(var);
            body.insert(0, Stmt::set(slot.target(), int(*known, span), span));
            f.env.bind(
                *name,
                Variable {
                    constant: true,
                    ..Variable::local(slot, Type::Int, span)
                },
            );
            f.env.known.insert(slot, Size::Known(*known));
        }
    }

    /// A variable for a name of the header: an assignment of the same type goes to it.
    fn header_variable(&self, f: &mut BodyState<'a>, name: Symbol, ty: &Type, span: Span) -> VarId {
        let var = f.vars.push(Var {
            name: self.text(name).to_string(),
            ty: ty.clone(),
            span,
        });
        f.slots.insert((name, ty.clone()), var);
        var
    }

    /// Types of generic parameters that the declared type of a parameter mentions.
    fn bind_generics(
        &mut self,
        f: &mut BodyState<'a>,
        def: &Def<'a>,
        param: &'a ast::Param,
        ty: &Type,
    ) {
        if let DefSource::Function(function) = def.source
            && let Some(annotation) = &param.ty
        {
            for generic in &function.generics {
                if let Some(found) = self
                    .types
                    .generic_type_in(annotation, generic.name.name, ty)
                {
                    let names = Rc::make_mut(&mut f.generics);
                    names.types.insert(generic.name.name, found);
                }
            }
        }
    }

    fn bind_default(&mut self, f: &mut BodyState<'a>, param: &'a ast::Param, body: &mut Vec<Stmt>) {
        let Some(default) = &param.default else {
            return;
        };
        let mut value = self.expr(f, default);
        if let Some(annotation) = &param.ty {
            let declared = self.annotation(f, annotation, Some(&value.ty));
            value = self.coerce(f, value, &declared, "the default value");
        }
        let ty = value.ty.clone();
        let span = param.name.span;
        let slot = self.slot(f, param.name.name, &ty, span);
        self.note_known(f, slot, &value);
        body.push(Stmt::set(slot.target(), value, span));
        f.env.bind(param.name.name, Variable::local(slot, ty, span));
    }

    fn bind_special(
        &mut self,
        f: &mut BodyState<'a>,
        param: &'a ast::Param,
        special: Special,
        rank: usize,
        instance: &mut Instance,
    ) {
        let default = match special {
            Special::Group(kind) => Type::Group(kind),
            Special::WarpSize => Type::Int,
            Special::Position
            | Special::BlockPosition
            | Special::BlockDim
            | Special::BlockIndex
            | Special::BlockCount => match self.used_rank(f, param, rank) {
                1 => Type::Int,
                used => Type::Array(ArrayType::new(Elem::Int, vec![Size::Known(used as i32)])),
            },
        };
        let ty = match &param.ty {
            Some(annotation) => self.annotation(f, annotation, Some(&default)),
            None => default,
        };
        let span = param.name.span;
        let ty = self.special_type(special, ty, param.name);
        let ty = match f.def {
            Some(def) => self.functions.position_type(def, param, rank, ty),
            None => ty,
        };
        let var = self.header_variable(f, param.name.name, &ty, span);
        instance.specials.push((special, var));
        f.env
            .bind(param.name.name, Variable::local(Slot::Var(var), ty, span));
    }

    /// The type of a parameter inside: open extents get names.
    pub(super) fn with_symbols(&mut self, ty: &Type) -> Type {
        let Type::Array(array) = ty else {
            return ty.clone();
        };
        let sizes = array
            .sizes
            .iter()
            .map(|size| match size {
                Size::Known(_) => *size,
                Size::Symbol(_) | Size::Open => self.fresh_size(),
            })
            .collect();
        Type::Array(ArrayType {
            sizes,
            ..array.clone()
        })
    }
}

impl<'a> Definitions<'a> {
    /// The special parameter of kernels that a parameter is by its name.
    pub(in crate::check) fn special(&self, param: &ast::Param) -> Option<Special> {
        Special::of_name(self.text(param.name.name))
    }
}
