//! Whether loops would be parallel if each of their iterations had its own arrays.
//!
//! *Invariant:* the answer is that of the analysis that makes kernels, for a program in which the arrays have a dimension more.

use std::collections::{BTreeMap, BTreeSet};

use super::find::{Prepared, Private};
use crate::analysis::loops::Options;
use crate::analysis::loops::band;
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::dependence::Changes;
use crate::analysis::loops::nest::Nest;
use crate::analysis::loops::nest::ranges::is_inside;
use crate::mir::liveness::{Live, Liveness};
use crate::mir::passes::copy::replace_stmts;
use crate::mir::{AccessMode, Block, Const, Fill, Function, Label, Op, Stmt, Ty, Value, ValueData};

/// The loops that would be, with what is known of their accesses.
pub fn parallel(
    function: &Function,
    prepared: Vec<Prepared>,
    names: &Names,
    options: &Options,
) -> Vec<Prepared> {
    if prepared.is_empty() {
        return Vec::new();
    }
    let mut trial = function.clone();
    let mut body = std::mem::take(&mut trial.body);
    replace_stmts(&mut body, &mut |stmt| {
        let label = ForParts::of(&stmt).map(|parts| parts.label);
        match prepared.iter().find(|one| Some(one.label) == label) {
            Some(one) => with_a_dimension(&mut trial, one),
            None => vec![stmt],
        }
    });
    trial.body = body;
    let mut loops = BTreeMap::new();
    trial.body.for_each_stmt(&mut |stmt| {
        if let Some(parts) = ForParts::of(stmt) {
            loops.insert(parts.label, stmt);
        }
    });
    let def_use = DefUse::of(&trial, names);
    let live = Liveness::of(&trial);
    let trial = Trial {
        def_use: &def_use,
        live: &live,
        options,
    };
    prepared
        .into_iter()
        .filter_map(|one| trial.told(loops[&one.label], one))
        .collect()
}

struct Trial<'a, 'f> {
    def_use: &'a DefUse<'f>,
    live: &'a Liveness,
    options: &'a Options,
}

impl Trial<'_, '_> {
    /// The loop with what the analysis tells of it; nothing where it stays serial.
    fn told(&self, stmt: &Stmt, mut one: Prepared) -> Option<Prepared> {
        let nest = Nest::of(self.def_use, stmt);
        let live_after = &self.live.after;
        let band = band::find(self.def_use, &nest, stmt, live_after, self.options).ok()?;
        let caught = self.live.caught.get(&one.label);
        let is_caught = |caught: &Live| nest.assigned.iter().any(|local| caught.contains(local));
        let variables = &band.variables;
        let is_plain = band.changes == Changes::Plain
            && band.forced_over.is_none()
            && band.different.is_empty()
            && variables.last_values.is_empty()
            && variables.inherited.is_empty()
            && !caught.is_some_and(is_caught);
        if !is_plain {
            return None;
        }
        let function = self.def_use.function;
        let mut accumulators = variables.accumulators.iter();
        one.sums_floats = accumulators.any(|(local, _)| function.locals[*local].ty.is_float());
        let own = |array: Value| one.arrays.iter().find(|it| it.array == array);
        let mut inside = BTreeSet::new();
        for access in &nest.accesses {
            let (array, index) = &access.operands;
            let same = own(*array).is_some_and(|it| it.indices == Some(index.len() - 1));
            if same && (1..index.len()).all(|at| is_inside(&nest, access, at)) {
                inside.insert((*array, index[1..].to_vec()));
            }
        }
        one.inside = inside;
        let parts = ForParts::of(stmt)?;
        one.is_serial_inside = self.is_serial_inside(parts.body).unwrap_or(true);
        Some(one)
    }

    /// Whether a loop of a block is not parallel by itself; nothing if there is no loop.
    fn is_serial_inside(&self, block: &Block) -> Option<bool> {
        let mut found = None;
        for stmt in &block.stmts {
            let is_serial = match &stmt.op {
                Op::For { .. } => {
                    let nest = Nest::of(self.def_use, stmt);
                    let live_after = &self.live.after;
                    let band = band::find(self.def_use, &nest, stmt, live_after, self.options);
                    Some(band.is_err())
                }
                Op::Loop { .. } => Some(true),
                op => op
                    .blocks()
                    .filter_map(|inner| self.is_serial_inside(inner))
                    .reduce(|left, right| left || right),
            };
            found = [found, is_serial]
                .into_iter()
                .flatten()
                .reduce(|left, right| left || right);
        }
        found
    }
}

/// The loop with its arrays in front of it, in which the first dimension is that of the iteration.
fn with_a_dimension(function: &mut Function, one: &Prepared) -> Vec<Stmt> {
    let mut stmts = one.sizes.clone();
    let mut looped = one.looped.clone();
    let loc = looped.loc;
    let count = function.values.push(ValueData { ty: Ty::I32 });
    stmts.push(Stmt {
        op: Op::Const(Const::I32(1)),
        results: vec![count],
        loc,
    });
    for private in &one.arrays {
        let mut dims = vec![count];
        match private.indices {
            Some(1) => dims.push(private.numel),
            _ => dims.extend(&private.dims),
        }
        stmts.push(Stmt {
            op: Op::NewArray {
                dims,
                fill: Fill::Uninit,
            },
            results: vec![private.array],
            loc,
        });
    }
    if let Op::For { body, index, .. } = &mut looped.op {
        let index = *index;
        replace_stmts(body, &mut |mut stmt| {
            if let Op::NewArray { .. } = stmt.op {
                return Vec::new();
            }
            let own = |private: &Private, array: Value| private.array == array;
            if let Some(access) = stmt.op.access_mut()
                && one.arrays.iter().any(|it| own(it, access.array))
            {
                access.index.insert(0, index);
                access.mode = AccessMode::Unchecked;
            }
            vec![stmt]
        });
    }
    stmts.push(looped);
    stmts
}

/// The labels of a statement's loops.
pub fn labels(stmt: &Stmt) -> BTreeSet<Label> {
    let mut found = BTreeSet::new();
    stmt.for_each_stmt(&mut |inner| {
        found.extend(ForParts::of(inner).map(|parts| parts.label));
    });
    found
}
