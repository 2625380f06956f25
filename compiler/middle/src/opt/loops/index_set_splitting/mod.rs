//! Index-set splitting: loops split in three where one iteration alone clashes with the others.
//!
//! ```text
//! for i = a..b { x[i] = x[i] + x[k] }
//! for i = a..min(b, k-1) { x[i] = x[i] + x[k] }  x[k] = x[k] + x[k]  for i = max(a, k+1)..b { x[i] = x[i] + x[k] }
//! ```
//!
//! The iterations keep their order, so the meaning stays whatever `k` is. A split stays only if both loops are found to be parallel by the
//! analysis that everything goes through; and inside of a parallel loop only if both become a dimension that vectors go along.
//!
//! *Technique:* Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001, chapter 5, "Index-Set Splitting".
//!
//! *Invariant:* every iteration of a loop that is split is made once, in the order of the loop.

mod bounds;
mod build;

use super::marks::Marks;
use super::rematerialise::can_compute;
use super::reorder::exchanged;
use crate::analysis::loops::Options;
use crate::analysis::loops::band::{self, Band, Refusal};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::dependence::{Changes, lone_iterations, test_loop};
use crate::analysis::loops::nest::Nest;
use crate::analysis::loops::privatise::{Variables, classify};
use crate::analysis::loops::verdict::{Obstacle, ObstacleKind};
use crate::mir::liveness::{Live, Liveness};
use crate::mir::{Block, Function, Label, LoopDirective, Op, Stmt};
use build::Made;
use std::collections::{BTreeMap, BTreeSet};

/// A body of more statements is not copied.
const LARGEST_BODY: usize = 150;
/// So often a statement may come to be in a part of a loop: it is there up to three times as often with each.
const MOST_LEVELS: u8 = 2;
/// So many places of a split are tried.
const MOST_PLACES: usize = 3;

/// A function with its loops split.
#[derive(Clone, Debug)]
pub struct SplitFunction {
    /// The function.
    pub function: Function,
    /// What to tell of its loops.
    pub marks: Marks,
    /// How many parts each loop is in, one within the other.
    levels: BTreeMap<Label, u8>,
}

/// Splits the loops of a host function that gain by it; `marks` tell what is known of its loops already.
pub fn split(function: Function, marks: Marks, names: &Names, options: &Options) -> SplitFunction {
    let mut so_far = SplitFunction {
        function,
        marks,
        levels: BTreeMap::new(),
    };
    let mut done = BTreeMap::new();
    while let Some(next) = first_split(&so_far, names, options, &mut done) {
        so_far = next;
    }
    let obstacles = done.into_iter().filter_map(|(label, done)| match done {
        Done::Serial(obstacle) => Some((label, obstacle?)),
        Done::Whole => None,
    });
    so_far.marks.obstacles = obstacles.collect();
    so_far
}

/// What is known of a loop that is not split.
#[derive(Clone, Debug)]
enum Done {
    /// Loops inside may be.
    Serial(Option<Obstacle>),
    /// Nothing in it is split any more.
    Whole,
}

fn first_split(
    so_far: &SplitFunction,
    names: &Names,
    options: &Options,
    done: &mut BTreeMap<Label, Done>,
) -> Option<SplitFunction> {
    let def_use = DefUse::of(&so_far.function, names);
    let mut search = Search {
        def_use: &def_use,
        live_after: Liveness::of(&so_far.function).after,
        options,
        so_far,
        done,
    };
    search.block(&so_far.function.body)
}

struct Search<'a, 'f> {
    def_use: &'a DefUse<'f>,
    live_after: BTreeMap<Label, Live>,
    options: &'a Options,
    so_far: &'a SplitFunction,
    done: &'a mut BTreeMap<Label, Done>,
}

impl Search<'_, '_> {
    fn block(&mut self, block: &Block) -> Option<SplitFunction> {
        block.stmts.iter().find_map(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<SplitFunction> {
        let Some(parts) = ForParts::of(stmt) else {
            return stmt.op.blocks().find_map(|block| self.block(block));
        };
        if !self.done.contains_key(&parts.label) {
            match self.for_loop(stmt, parts) {
                Ok(next) => return Some(next),
                Err(done) => self.done.insert(parts.label, done),
            };
        }
        match self.done[&parts.label] {
            Done::Serial(_) => self.block(parts.body),
            Done::Whole => None,
        }
    }

    /// Splits a loop, or one right inside of the kernel that it becomes.
    fn for_loop(&mut self, stmt: &Stmt, parts: ForParts) -> Result<SplitFunction, Done> {
        if *parts.directive != LoopDirective::default() {
            return Err(match parts.directive.force_serial {
                true => Done::Serial(None),
                false => Done::Whole,
            });
        }
        let nest = Nest::of(self.def_use, stmt);
        match band::find(self.def_use, &nest, stmt, &self.live_after, self.options) {
            Ok(band) => self.inside(parts.label, &band).ok_or(Done::Whole),
            Err(Refusal::TooSmall) => Err(Done::Whole),
            Err(Refusal::Obstacle(obstacle)) => {
                let next = is_of_elements(&obstacle).then(|| self.alone(stmt, &nest));
                next.flatten().ok_or(Done::Serial(Some(obstacle)))
            }
        }
    }

    /// Splits a serial loop so that its parts become kernels.
    fn alone(&self, stmt: &Stmt, nest: &Nest) -> Option<SplitFunction> {
        let long = !band::is_short(nest, 0) || self.options.always_reorder;
        let are_kernels = |next: &SplitFunction, made: &Made| self.are_kernels(next, made);
        long.then(|| self.split(stmt, nest, &are_kernels))?
    }

    /// Splits a loop in the body of a kernel so that its parts become dimensions of kernels of their own.
    fn inside(&mut self, outer: Label, band: &Band) -> Option<SplitFunction> {
        for stmt in &band.body.stmts {
            let Some(parts) = ForParts::of(stmt) else {
                continue;
            };
            if *parts.directive != LoopDirective::default() || self.done.contains_key(&parts.label)
            {
                continue;
            }
            let nest = Nest::of(self.def_use, stmt);
            if nest.obstacle.is_none() && test_loop(self.def_use, &nest, 0, Changes::Plain).is_err()
            {
                let are_dimensions =
                    |next: &SplitFunction, made: &Made| self.are_dimensions(next, made, outer);
                if let Some(next) = self.split(stmt, &nest, &are_dimensions) {
                    return Some(next);
                }
            }
            self.done.insert(parts.label, Done::Whole);
        }
        None
    }

    /// The function with a loop split at the first place at which that is of use.
    fn split(
        &self,
        stmt: &Stmt,
        nest: &Nest,
        is_of_use: &dyn Fn(&SplitFunction, &Made) -> bool,
    ) -> Option<SplitFunction> {
        let parts = ForParts::of(stmt)?;
        let variables = self.variables(stmt, nest, parts)?;
        let places = lone_iterations(self.def_use, nest, 0);
        let places = places.iter().filter(|place| can_compute(nest, place));
        places.take(MOST_PLACES).find_map(|place| {
            let (next, made) = self.split_at(stmt, nest, place, &variables)?;
            is_of_use(&next, &made).then_some(next)
        })
    }

    /// What a loop does with variables, if it may be split.
    fn variables(&self, stmt: &Stmt, nest: &Nest, parts: ForParts) -> Option<Variables> {
        let one = &nest.loops[0];
        let level = self.so_far.levels.get(&parts.label).copied().unwrap_or(0);
        let mut size = 0;
        stmt.for_each_stmt(&mut |_| size += 1);
        let may = one.step.as_constant() == Some(1)
            && !one.irregular
            && level < MOST_LEVELS
            && size <= LARGEST_BODY;
        let live = &self.live_after[&parts.label];
        may.then(|| classify(self.def_use, parts.body, live, parts.directive).ok())?
    }

    /// Whether the parts are kernels.
    fn are_kernels(&self, next: &SplitFunction, made: &Made) -> bool {
        let def_use = DefUse::of(&next.function, self.def_use.names);
        let live_after = Liveness::of(&next.function).after;
        made.loops.iter().all(|&label| {
            find_loop(&next.function.body, label).is_some_and(|stmt| {
                let nest = Nest::of(&def_use, stmt);
                band::find(&def_use, &nest, stmt, &live_after, self.options).is_ok()
            })
        })
    }

    /// Whether the parts become the innermost dimensions of kernels that start with the loop `outer`.
    fn are_dimensions(&self, next: &SplitFunction, made: &Made, outer: Label) -> bool {
        let def_use = DefUse::of(&next.function, self.def_use.names);
        let live_after = Liveness::of(&next.function).after;
        let Some(stmt) = find_loop(&next.function.body, outer) else {
            return false;
        };
        let nest = Nest::of(&def_use, stmt);
        let Ok(band) = band::find(&def_use, &nest, stmt, &live_after, self.options) else {
            return false;
        };
        let dimensions = exchanged(&def_use, &nest, &band, self.options);
        made.loops.iter().all(|label| dimensions.contains(label))
    }
}

fn find_loop(block: &Block, label: Label) -> Option<&Stmt> {
    block.stmts.iter().find_map(|stmt| {
        let is_it = ForParts::of(stmt).is_some_and(|parts| parts.label == label);
        let mut inner = stmt.op.blocks();
        match is_it {
            true => Some(stmt),
            false => inner.find_map(|block| find_loop(block, label)),
        }
    })
}

/// Whether iterations that use one element keep a loop serial.
fn is_of_elements(obstacle: &Obstacle) -> bool {
    matches!(
        obstacle.kind,
        ObstacleKind::ElementConflict | ObstacleKind::UnknownElement
    )
}

/// All loops below a statement, itself included.
fn labels(stmt: &Stmt) -> BTreeSet<Label> {
    let mut labels = BTreeSet::new();
    stmt.for_each_stmt(&mut |inner| {
        if let Op::For { label, .. } = inner.op {
            labels.insert(label);
        }
    });
    labels
}
