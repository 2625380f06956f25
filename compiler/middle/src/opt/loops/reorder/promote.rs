//! The one element that a serial loop changes iteration by iteration, kept in a variable.
//!
//! *Technique:* scalar replacement of a reduction's element (Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001,
//! chapter 8).
//!
//! *Invariant:* no other access of the loop touches that element, and its storage keeps the variable's values bit for bit.

use super::super::scalar_replacement::is_kept_as;
use super::build::{Maker, with_body};
use super::{Exchange, Planner};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::dependence::Different;
use crate::analysis::loops::nest::{NestAccess, Role};
use crate::mir::{Access, Block, CompareOp, Local, LocalData, Op, Stmt, Ty, Value};
use std::collections::{BTreeMap, BTreeSet};

impl Maker<'_, '_, '_, '_> {
    /// The serial loop, with the one element that it changes iteration by iteration kept in a variable.
    pub(super) fn promoted(&mut self, exchange: &Exchange, serial: Stmt) -> Vec<Stmt> {
        let Some((read, write)) = self.planner.changed_element(exchange, &serial) else {
            return vec![serial];
        };
        let (Op::Load(access), Op::Store(..)) = (&read.op, &write.op) else {
            return vec![serial];
        };
        let (planner, ty) = (
            self.planner,
            self.planner.def_use.function.values[read.results[0]].ty,
        );
        let (element, read_at, write_at) = (access.clone(), read.results[0], write.clone());
        let parts = ForParts::of(&serial).expect("a loop");
        let range = parts.range;
        let local = self.reordered.function.locals.push(LocalData {
            ty,
            name: None,
            loc: self.loc,
            kept: None,
        });
        let body = in_variable(parts.body, local, read_at, &write_at);
        let inner = with_body(&serial, body);
        let (cond, mut stmts) = self.emit(|emitter| {
            let op = CompareOp::Le;
            emitter.compare(op, range.start, range.stop)
        });
        let (_, then) = self.emit(|emitter| {
            let mut element = element;
            let mut known = BTreeMap::new();
            for index in &mut element.index {
                *index = planner.compute(emitter, *index, &mut known);
            }
            element.array = planner.compute(emitter, element.array, &mut known);
            let before = emitter.define(Op::Load(element.clone()), ty);
            emitter.run(Op::Set(local, before));
            emitter.stmts.push(inner);
            let after = emitter.get(local);
            if let Op::Store(access, _) = &write_at.op {
                element.mode = access.mode;
            }
            emitter.run(Op::Store(element, vec![after]));
        });
        stmts.push(self.when(cond, then));
        stmts
    }
}

/// The body with reads and writes of an element replaced by those of a variable.
fn in_variable(body: &Block, local: Local, read: Value, write: &Stmt) -> Vec<Stmt> {
    let mut stmts = body.stmts.clone();
    for stmt in &mut stmts {
        if stmt.results.first() == Some(&read) {
            stmt.op = Op::Get(local);
        } else if stmt == write
            && let Op::Store(_, values) = &stmt.op
        {
            stmt.op = Op::Set(local, values[0]);
        }
    }
    stmts
}

impl Planner<'_, '_, '_> {
    /// The read and the write of the only element that a serial loop changes, when it is the same one in all of its iterations.
    fn changed_element<'t>(
        &self,
        exchange: &Exchange,
        serial: &'t Stmt,
    ) -> Option<(&'t Stmt, &'t Stmt)> {
        let parts = ForParts::of(serial)?;
        let (around, _) = exchange.serial?;
        let mut writes = Vec::new();
        serial.for_each_stmt(&mut |stmt| {
            if matches!(stmt.op, Op::Store(..) | Op::Atomic(..)) {
                writes.push(stmt);
            }
        });
        let [write] = writes.as_slice() else {
            return None;
        };
        let stmts = &parts.body.stmts;
        let write_at = stmts.iter().position(|stmt| std::ptr::eq(stmt, *write))?;
        let Op::Store(target, values) = &write.op else {
            return None;
        };
        let is_read = |stmt: &&Stmt| match &stmt.op {
            Op::Load(access) => self.def_use.are_of_one_element(access, target),
            _ => false,
        };
        let read = stmts[..write_at].iter().find(is_read)?;
        let ty = |value: Value| self.def_use.function.values[value].ty;
        let kind = match ty(target.array) {
            Ty::Array(kind) => kind,
            _ => return None,
        };
        let fits = values.len() == 1
            && ty(values[0]) == ty(read.results[0])
            && is_kept_as(kind, ty(values[0]))
            && self.nest.loops[self.position(around)].step.as_constant() == Some(1)
            && self.is_steady(target, around)
            && self.is_alone(exchange, around);
        fits.then_some((read, *write))
    }

    /// Whether the element can be named outside of the serial loop.
    fn is_steady(&self, target: &Access, around: &Stmt) -> bool {
        let mut indices = BTreeSet::new();
        let mut all = self.indices(target.array, &mut indices);
        for &index in &target.index {
            all = all.and_then(|()| self.indices(index, &mut indices));
        }
        let own = ForParts::of(around).expect("a loop").index;
        all.is_some() && !indices.contains(&own)
    }

    /// Whether the serial loop uses no other element of arrays that may be the one that it changes.
    fn is_alone(&self, exchange: &Exchange, around: &Stmt) -> bool {
        let position = self.position(around);
        let inside = |access: &&NestAccess| self.nest.path(access.in_loop).contains(&position);
        let accesses: Vec<&NestAccess> = self.nest.accesses.iter().filter(inside).collect();
        let Some(write) = accesses.iter().find(|access| access.role != Role::Read) else {
            return false;
        };
        let Some(root) = write.root else { return false };
        let pairs = || exchange.different.iter().chain(&self.band.different);
        let others = accesses.iter().filter(|access| {
            let may_be_it = match access.root {
                Some(other) if other == root => true,
                Some(other) => {
                    let differ = |pair: &Different| {
                        let (left, right) = (pair.0.0, pair.1.0);
                        (left, right) == (root, other) || (left, right) == (other, root)
                    };
                    self.def_use.aliases.may_alias(root, other) && !pairs().any(differ)
                }
                None => true,
            };
            access.kind == write.kind && may_be_it
        });
        others.count() == 2
    }
}
