//! Removes what discarded walks left: instances that nothing reaches, variables without a type.
//!
//! *Invariant:* the order of the instances that stay is the order in which they were made.

use std::collections::BTreeMap;

use crate::base::{Id, IndexVec};
use crate::hir::walk::change::{self, Visitor as _};
use crate::hir::walk::{Visitor, walk_block};
use crate::hir::{InstanceId, Program};
use crate::types::Type;

/// The program without instances that cannot run, but for some of these.
pub(super) fn unreachable(mut program: Program, kept: &[InstanceId]) -> Program {
    let mut found = vec![false; program.instances.len()];
    let mut open = vec![program.script];
    open.extend_from_slice(kept);
    open.extend(program.commands.iter().map(|command| command.instance));
    open.extend(program.exports.iter().map(|export| export.instance));
    for param in program.commands.iter().flat_map(|it| &it.params) {
        if let Some(value) = &param.default_value {
            Called(&mut open).expr(value);
        }
    }
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut found[id.index()], true) {
            continue;
        }
        walk_block(&mut Called(&mut open), &program.instances[id].body);
    }
    renumber(&mut program, &found);
    untyped_are_void(&mut program);
    program
}

/// The first walk of a loop does not know the type of a variable that only the end of the body sets, nor of those that get its value: it makes
/// them with the error type. Nothing names them once a later walk knows the types; they keep their places, since others are known by theirs,
/// as variables without values. One that is named after all breaks a rule of [`crate::hir::verify`].
fn untyped_are_void(program: &mut Program) {
    let of_instances = program
        .instances
        .iter_mut()
        .flat_map(|it| it.vars.iter_mut());
    let types = of_instances
        .map(|var| &mut var.ty)
        .chain(program.globals.iter_mut().map(|global| &mut global.ty));
    for ty in types {
        if ty.holds_error() {
            *ty = Type::Void;
        }
    }
}

fn renumber(program: &mut Program, found: &[bool]) {
    let mut ids = BTreeMap::new();
    let mut kept = IndexVec::new();
    for (id, instance) in program.instances.iter_enumerated() {
        if found[id.index()] {
            ids.insert(id, kept.push(instance.clone()));
        }
    }
    let mut renumber = Renumber(&ids);
    for instance in kept.iter_mut() {
        change::walk_block(&mut renumber, &mut instance.body);
    }
    renumber.instance(&mut program.script);
    for command in &mut program.commands {
        renumber.instance(&mut command.instance);
        for param in &mut command.params {
            if let Some(value) = &mut param.default_value {
                renumber.expr(value);
            }
        }
    }
    for export in &mut program.exports {
        renumber.instance(&mut export.instance);
    }
    program.instances = kept;
}

/// Notes the instances that a tree calls or launches.
struct Called<'a>(&'a mut Vec<InstanceId>);

impl Visitor for Called<'_> {
    fn instance(&mut self, id: &InstanceId) {
        self.0.push(*id);
    }
}

/// Gives the instances of a tree their new numbers.
struct Renumber<'a>(&'a BTreeMap<InstanceId, InstanceId>);

impl change::Visitor for Renumber<'_> {
    fn instance(&mut self, id: &mut InstanceId) {
        if let Some(new) = self.0.get(id) {
            *id = *new;
        }
    }
}
