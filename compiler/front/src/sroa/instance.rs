//! Instances: their variables, parameters and statements.
//!
//! *Invariant:* a variable that is one part stays one variable with its name.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::base::{IndexVec, Span};
use crate::hir::{
    Expr, ExprKind, GlobalVarId, Instance, Sequence, Stmt, StmtKind, Target, Var, VarId,
};
use crate::types::{Elem, Type};

use super::Replacement;
use super::kinds::{holds_boxes, is_boxed, is_in_place};
use super::part_target::{PartTarget, single};
use super::trees::copied;

/// An instance whose aggregates are being replaced.
pub(super) struct Body<'s, 'p> {
    pub(super) shared: &'s Replacement<'p>,
    pub(super) source: &'p Instance,
    /// The variables of the result.
    pub(super) vars: IndexVec<VarId, Var>,
    /// The types of the objects that these are parts of.
    pub(super) owners: BTreeMap<VarId, Vec<String>>,
    /// The variables of the result, by those of the instance.
    pub(super) parts: IndexVec<VarId, Vec<VarId>>,
    /// Variables whose elements are stored.
    pub(super) stored: BTreeSet<VarId>,
    /// Variables of the instance of which a part was assigned: all their parts were noted then.
    pub(super) updated: BTreeSet<VarId>,
}

impl<'s, 'p> Body<'s, 'p> {
    /// Nothing replaced yet but the variables.
    pub(super) fn new(shared: &'s Replacement<'p>, source: &'p Instance) -> Self {
        let mut vars = IndexVec::new();
        let mut parts = IndexVec::new();
        let mut owners = BTreeMap::new();
        for var in source.vars.iter() {
            let parts_of = shared.parts(&var.ty).into_iter().map(|part| {
                let id = vars.push(Var {
                    name: format!("{}{}", var.name, part.name),
                    ty: part.ty,
                    span: var.span,
                });
                if !part.owners.is_empty() {
                    owners.insert(id, part.owners);
                }
                id
            });
            parts.push(parts_of.collect());
        }
        Body {
            shared,
            source,
            vars,
            owners,
            parts,
            stored: BTreeSet::new(),
            updated: BTreeSet::new(),
        }
    }

    /// The instance without classes and enumerations.
    pub(super) fn finish(mut self) -> Instance {
        let mut body = self.block(&self.source.body);
        let copies = self.own_parameters();
        body.splice(0..0, copies);
        let parts_of = |vars: &[VarId]| vars.iter().flat_map(|v| self.parts[*v].clone()).collect();
        let (params, captures) = (
            parts_of(&self.source.params),
            parts_of(&self.source.captures),
        );
        let outputs = parts_of(&self.source.outputs);
        let specials = self.source.specials.iter();
        let specials = specials.map(|(kind, var)| (*kind, self.parts[*var][0]));
        Instance {
            name: self.source.name.clone(),
            params,
            captures,
            outputs,
            specials: specials.collect(),
            vars: self.vars,
            owners: self.owners,
            body,
            profile: self.source.profile.clone(),
            ..*self.source
        }
    }

    /// A class is passed by value: fixed arrays in it that the function stores into become its own.
    fn own_parameters(&mut self) -> Vec<Stmt> {
        let mut copies = Vec::new();
        for param in &self.source.params {
            if !matches!(self.source.vars[*param].ty, Type::Class(_)) {
                continue;
            }
            for part in self.parts[*param].clone() {
                let data = &self.vars[part];
                if self.stored.contains(&part) && is_in_place(&data.ty) {
                    let span = data.span;
                    let value = copied(self.read(part, span));
                    copies.push(Stmt::set(Target::Var(part), value, span));
                }
            }
        }
        copies
    }

    // ---- Variables ---------------------------------------------------------------------------------------------------

    /// The value of a variable of the result.
    pub(super) fn read(&self, var: VarId, span: Span) -> Expr {
        Expr {
            ty: self.vars[var].ty.clone(),
            span,
            kind: ExprKind::Var(var),
        }
    }

    /// The values of the parts of a variable of the instance.
    pub(super) fn read_var(&self, var: VarId, span: Span) -> Vec<Expr> {
        self.read_parts(var, None, span)
    }

    /// The values of some parts of a variable; none: of all.
    pub(super) fn read_parts(
        &self,
        var: VarId,
        wanted: Option<Range<usize>>,
        span: Span,
    ) -> Vec<Expr> {
        let parts = &self.parts[var];
        let parts = &parts[wanted.unwrap_or(0..parts.len())];
        parts.iter().map(|part| self.read(*part, span)).collect()
    }

    /// The values of the parts of a top-level variable.
    pub(super) fn read_global(&self, global: GlobalVarId, span: Span) -> Vec<Expr> {
        let types = self
            .shared
            .part_types(&self.shared.program.globals[global].ty);
        let parts = self.shared.globals[global].iter().zip(types);
        parts
            .map(|(part, ty)| Expr {
                ty,
                span,
                kind: ExprKind::Global(*part),
            })
            .collect()
    }

    /// A new variable.
    pub(super) fn temporary(&mut self, ty: Type, span: Span) -> VarId {
        let name = format!("$part{}", self.vars.len());
        self.vars.push(Var { name, ty, span })
    }

    /// New variables for the parts of a value.
    pub(super) fn temporaries(&mut self, ty: &Type, span: Span) -> Vec<VarId> {
        let types = self.shared.part_types(ty).into_iter();
        types.map(|ty| self.temporary(ty, span)).collect()
    }

    // ---- Statements --------------------------------------------------------------------------------------------------

    /// A block of statements.
    pub(super) fn block(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            self.stmt(stmt, &mut out);
        }
        out
    }

    fn stmt(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        let span = stmt.span;
        let kind = match &stmt.kind {
            StmtKind::Assign(assign) => return self.assign_stmt(assign, out),
            StmtKind::Unpack { targets, value } => return self.unpack(targets, value, span, out),
            StmtKind::UnpackVector {
                targets,
                value,
                elem,
            } => {
                return self.unpack_vector(targets, value, *elem, span, out);
            }
            StmtKind::Expr(value) if self.shared.is_aggregate(&value.ty) => {
                let (stmts, _) = self.held(value);
                return out.extend(stmts);
            }
            StmtKind::Expr(value) => StmtKind::Expr(self.value(value)),
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => StmtKind::If {
                cond: self.value(cond),
                then: self.block(then),
                otherwise: self.block(otherwise),
            },
            StmtKind::For {
                var,
                sequence: Sequence::Elements(array),
                body,
                attributes,
            } if self.shared.is_aggregate(&array.ty) => {
                return self.loop_over(*var, array, body, attributes, out);
            }
            StmtKind::For {
                var,
                sequence: Sequence::Elements(array),
                body,
                attributes,
            } if is_boxed(&self.source.vars[*var].ty) && holds_boxes(&array.ty) => {
                let boxed = self.temporary(self.source.vars[*var].ty.clone(), array.span);
                let parts = self.parts[*var].clone();
                let mut inner = self.take_out(&self.read(boxed, array.span), &parts);
                inner.extend(self.block(body));
                StmtKind::For {
                    var: boxed,
                    sequence: Sequence::Elements(self.value(array)),
                    body: inner,
                    attributes: attributes.clone(),
                }
            }
            StmtKind::For {
                var,
                sequence,
                body,
                attributes,
            } => StmtKind::For {
                var: self.parts[*var][0],
                sequence: self.sequence(sequence),
                body: self.block(body),
                attributes: attributes.clone(),
            },
            StmtKind::While { cond, body } => StmtKind::While {
                cond: self.value(cond),
                body: self.block(body),
            },
            StmtKind::Repeat { body, until } => StmtKind::Repeat {
                body: self.block(body),
                until: self.value(until),
            },
            StmtKind::Break => StmtKind::Break,
            StmtKind::Continue => StmtKind::Continue,
            StmtKind::Return => StmtKind::Return,
            StmtKind::Print(values) => {
                let values = values.iter().flat_map(|value| self.printed(value));
                StmtKind::Print(values.collect())
            }
            StmtKind::Assert { cond, message } => StmtKind::Assert {
                cond: self.value(cond),
                message: message.as_ref().map(|message| self.value(message)),
            },
            StmtKind::SelectDevice(index) => StmtKind::SelectDevice(self.value(index)),
            StmtKind::HasValue { flag, what } => StmtKind::HasValue {
                flag: self.value(flag),
                what: what.clone(),
            },
            StmtKind::Try {
                body,
                caught,
                handler,
            } => StmtKind::Try {
                body: self.block(body),
                caught: self.parts[*caught][0],
                handler: self.block(handler),
            },
            StmtKind::Error(message) => StmtKind::Error(self.value(message)),
        };
        out.push(Stmt { kind, span });
    }

    fn sequence(&mut self, sequence: &Sequence) -> Sequence {
        match sequence {
            Sequence::IntRange { start, step, stop } => Sequence::IntRange {
                start: self.value(start),
                step: step.as_ref().map(|step| self.value(step)),
                stop: self.value(stop),
            },
            Sequence::ScalarRange { start, step, stop } => Sequence::ScalarRange {
                start: self.value(start),
                step: step.as_ref().map(|step| self.value(step)),
                stop: self.value(stop),
            },
            Sequence::Elements(array) => Sequence::Elements(self.value(array)),
        }
    }

    /// `[a, b] = call`.
    fn unpack(&mut self, targets: &[Target], value: &Expr, span: Span, out: &mut Vec<Stmt>) {
        let types = match &value.ty {
            Type::Tuple(types) => types.clone(),
            other => vec![other.clone()],
        };
        let parts_of = targets
            .iter()
            .zip(&types)
            .flat_map(|(target, ty)| match target {
                Target::Ignore => {
                    vec![PartTarget::One(Target::Ignore); self.shared.parts(ty).len()]
                }
                other => self.targets(other, out),
            });
        let targets: Vec<PartTarget> = parts_of.collect();
        let plain = targets.iter().all(|target| match target {
            PartTarget::One(_) => true,
            PartTarget::Elements(_) | PartTarget::Chosen(_) => false,
        });
        let is_call = matches!(value.kind, ExprKind::Call { .. } | ExprKind::Launch { .. });
        if !(is_call && plain) {
            let (stmts, values) = self.held(value);
            out.extend(stmts);
            for (target, value) in targets.into_iter().zip(values) {
                self.store_part(target, value, span, out);
            }
            return;
        }
        let targets: Vec<Target> = targets.into_iter().map(single).collect();
        let value = self.call(value);
        let is_single = !matches!(value.ty, Type::Tuple(_));
        let kind = match targets.as_slice() {
            [] => StmtKind::Expr(value),
            [target] if is_single => return out.push(Stmt::set(target.clone(), value, span)),
            _ => StmtKind::Unpack { targets, value },
        };
        out.push(Stmt { kind, span });
    }

    /// `[a, b] = vector`.
    fn unpack_vector(
        &mut self,
        targets: &[Target],
        value: &Expr,
        elem: Elem,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let value = self.value(value);
        let mut later = Vec::new();
        let mut places = Vec::new();
        for target in targets {
            let ty = self.target_type(target);
            for target in self.targets(target, out) {
                places.push(match target {
                    PartTarget::One(target) => target,
                    PartTarget::Elements(_) => panic!("a number has one target"),
                    PartTarget::Chosen(_) => {
                        let var = self.temporary(ty.clone(), span);
                        later.push((target, var));
                        Target::Var(var)
                    }
                });
            }
        }
        let kind = StmtKind::UnpackVector {
            targets: places,
            value,
            elem,
        };
        out.push(Stmt { kind, span });
        for (target, var) in later {
            self.store_part(target, self.read(var, span), span, out);
        }
    }
}
