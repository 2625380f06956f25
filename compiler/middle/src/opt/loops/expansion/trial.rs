//! Whether loops would be parallel if each of their iterations had its own arrays.
//!
//! *Invariant:* the answer is that of the analysis that makes kernels, for a program in which the arrays have a dimension more.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds::{self, Numbers};
use super::find::{Prepared, Private};
use crate::analysis::loops::Options;
use crate::analysis::loops::affine::Atom;
use crate::analysis::loops::band;
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::dependence::Changes;
use crate::analysis::loops::nest::ranges::is_inside;
use crate::analysis::loops::nest::{Nest, iterations};
use crate::machine::cost::expansion::{FEWEST_ITERATIONS, MOST_ELEMENTS};
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
    let by_label: BTreeMap<Label, &Prepared> =
        prepared.iter().map(|one| (one.label, one)).collect();
    let mut trial = function.clone();
    let mut body = std::mem::take(&mut trial.body);
    replace_stmts(&mut body, &mut |stmt| {
        let label = ForParts::of(&stmt).map(|parts| parts.label);
        match label.and_then(|label| by_label.get(&label)) {
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
        let outermost = &nest.loops[0];
        let count = iterations(&outermost.start, &outermost.stop, &outermost.step);
        let fewest = FEWEST_ITERATIONS.unsigned_abs();
        if count.is_some_and(|count| count < fewest)
            || band::has_longer_inside(&band, &nest, self.def_use, live_after, self.options)
        {
            return None;
        }
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
        let arrays = &one.arrays;
        let own = |array: Value| arrays.iter().find(|it| it.array == array);
        let mut inside = BTreeSet::new();
        for access in &nest.accesses {
            let (array, index) = &access.operands;
            let same = own(*array).is_some_and(|it| it.indices == Some(index.len() - 1));
            let mut numbers = Numbers::new();
            let mut is_inside = |at: usize| {
                is_inside(&nest, access, at) || bounds::is_inside(&nest, access, at, &mut numbers)
            };
            if same && (1..index.len()).all(&mut is_inside) {
                inside.insert((*array, index[1..].to_vec()));
                one.numbers.append(&mut numbers);
            }
        }
        one.inside = inside;
        let parts = ForParts::of(stmt)?;
        one.is_serial_inside = self.is_serial_inside(parts.body).unwrap_or(true);
        let small = || (1..nest.loops.len()).all(|at| goes_through(&nest, at, &one.arrays));
        (one.is_serial_inside || small()).then_some(one)
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

/// Whether a loop has no more iterations than one of the arrays elements: it goes through them, or its number is known and small.
fn goes_through(nest: &Nest, at: usize, arrays: &[Private]) -> bool {
    let one = &nest.loops[at];
    let few = iterations(&one.start, &one.stop, &one.step)
        .is_some_and(|count| count <= MOST_ELEMENTS.unsigned_abs());
    let own = |array: Value| arrays.iter().any(|it| it.array == array);
    few || nest.accesses.iter().any(|access| {
        let mut atoms = access.index.iter().flat_map(|form| form.atoms());
        own(access.operands.0) && atoms.any(|atom| atom == Atom::Index(at))
    })
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
