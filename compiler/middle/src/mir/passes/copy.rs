//! Copies of statements under new names, for inlining and unrolling.
//!
//! *Invariant:* a copy defines no value and no label that the original defines.

use std::collections::BTreeMap;

use crate::base::Id;
use crate::mir::data::*;

/// New names; what is not listed keeps its name.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    /// Values.
    pub values: BTreeMap<Value, Value>,
    /// Locals.
    pub locals: BTreeMap<Local, Local>,
    /// Labels.
    pub labels: BTreeMap<Label, Label>,
}

/// A label that the function does not use yet.
pub fn new_label(function: &mut Function) -> Label {
    function.labels += 1;
    Label::from_index(function.labels as usize - 1)
}

impl Renaming {
    /// New values and labels in `function` for all that `block`, a block of it, defines.
    pub fn of_definitions(block: &Block, function: &mut Function) -> Renaming {
        let mut renaming = Renaming::default();
        block.for_each_stmt(&mut |stmt| {
            for &result in &stmt.results {
                let data = function.values[result].clone();
                renaming.values.insert(result, function.values.push(data));
            }
            if let Op::For { index, .. } = stmt.op {
                let data = function.values[index].clone();
                renaming.values.insert(index, function.values.push(data));
            }
            if let Op::For { label, .. } | Op::Loop { label, .. } | Op::Scope { label, .. } =
                stmt.op
            {
                renaming.labels.insert(label, new_label(function));
            }
        });
        renaming
    }

    /// New values, locals and labels in `caller` for all of `callee`.
    pub fn of_function(callee: &Function, caller: &mut Function) -> Renaming {
        let mut renaming = Renaming::default();
        for (value, data) in callee.values.iter_enumerated() {
            renaming
                .values
                .insert(value, caller.values.push(data.clone()));
        }
        for (local, data) in callee.locals.iter_enumerated() {
            renaming
                .locals
                .insert(local, caller.locals.push(data.clone()));
        }
        for label in (0..callee.labels as usize).map(Label::from_index) {
            renaming.labels.insert(label, new_label(caller));
        }
        renaming
    }

    /// The name of a value.
    pub fn value(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// The name of a local.
    pub fn local(&self, local: Local) -> Local {
        self.locals.get(&local).copied().unwrap_or(local)
    }

    fn label(&self, label: Label) -> Label {
        self.labels.get(&label).copied().unwrap_or(label)
    }

    /// A copy of a block.
    pub fn block(&self, block: &Block) -> Block {
        let mut copy = block.clone();
        self.rename(&mut copy);
        copy
    }

    fn rename(&self, block: &mut Block) {
        for stmt in &mut block.stmts {
            stmt.op
                .for_each_operand_mut(|value| *value = self.value(*value));
            for result in &mut stmt.results {
                *result = self.value(*result);
            }
            let names = stmt.op.names_mut();
            if let Some(local) = names.local {
                *local = self.local(*local);
            }
            if let Some(label) = names.label {
                *label = self.label(*label);
            }
            if let Some(index) = names.index {
                *index = self.value(*index);
            }
            for inner in stmt.op.blocks_mut() {
                self.rename(inner);
            }
        }
    }
}

/// Replaces statements of a block and of the blocks below it: `replace` gives what a statement becomes, or gives it back.
pub fn replace_stmts(block: &mut Block, replace: &mut impl FnMut(Stmt) -> Vec<Stmt>) {
    let mut output = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        for inner in stmt.op.blocks_mut() {
            replace_stmts(inner, replace);
        }
        output.extend(replace(stmt));
    }
    block.stmts = output;
}
