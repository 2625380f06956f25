//! Automatic parallelisation: `for` loops of host functions become kernels.
//!
//! Each nest is analysed from the outside in (`nest`): where the iterations of a loop are independent (`dependence`, `privatise`),
//! the largest band of such loops, up to four, is moved into a kernel and replaced by its launch (`band`, `outline`); where they are
//! not, the loops inside are tried. Every loop gets a verdict with its reason (`verdict`). A loop of which one iteration alone clashes
//! with the others is split there before (`index_set_splitting`), so that what lies below and above is parallel.
//!
//! Before that, array expressions that are read once become part of those that read them (`producer_consumer`), and updates of variables work in
//! place (`reuse`). Behind it, equal expressions share a kernel (`patterns`), and kernels that the program launches itself get the order of
//! dimensions that suits vectors (`launches`). Each of these is a pass; `opt::pipeline` has their order.
//!
//! The passes run on structured host code after inlining and simplification and before `ownership`.
//!
//! *Invariant:* the program means what it meant before, up to the order of operations in floating-point accumulators and to which one
//! of several errors is raised.

pub mod fusion;
pub mod switches;

pub mod blocking;
pub mod conditional_stores;
mod counts;
mod emit;
mod expansion;
pub mod height_reduction;
mod index_set_splitting;
pub mod launches;
mod marks;
mod outline;
pub mod packing;
pub mod padding;
mod patterns;
mod prepared;
mod producer_consumer;
mod register_promotion;
mod rematerialise;
mod reorder;
mod reuse;
mod scalar_replacement;
mod short;
pub mod tables;
mod unroll_and_jam;
mod versioning;
pub mod windows;

use crate::analysis::loops::band::{self, Band, Refusal};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::nest::Nest;
use crate::analysis::loops::verdict::{
    LoopVerdict, Obstacle, ObstacleKind, Order, Outcome, ParallelLoop,
};
use crate::analysis::loops::{Options, work};
use crate::base::{Id, IndexVec};
use crate::mir::liveness::Liveness;
use crate::mir::{
    AccessMode, AccumulatorOp, Block, FuncId, FuncKind, Function, Label, Loc, Location, Op,
    Program, Stmt, StrId,
};
use marks::Marks;
use std::collections::{BTreeMap, BTreeSet};

/// What the passes over loops tell each other: what MIR has no place for.
#[derive(Debug, Default)]
pub struct Notes {
    /// By host function. Ids stay as they are until [`share_kernels`].
    functions: BTreeMap<FuncId, FunctionNotes>,
    /// The first kernel that was made from a loop.
    first_kernel: usize,
}

/// What is known of the loops of one function.
#[derive(Debug, Default)]
struct FunctionNotes {
    /// The verdicts on expressions that became part of others.
    merged: Vec<LoopVerdict>,
    /// Loops that were split.
    marks: Marks,
    /// Loops as they were before [`interchange_loops`], taken where arrays are the same.
    originals: BTreeSet<Label>,
    /// Nests in a new order, by their outermost loops.
    orders: BTreeMap<Label, Order>,
    /// Arrays with indices that are certainly inside, wherever the values are visible.
    inside: scalar_replacement::Inside,
}

/// The host functions that have loops.
fn with_loops(program: &Program) -> Vec<FuncId> {
    let has = |(_, function): &(FuncId, &Function)| {
        function.kind == FuncKind::Host && has_loops(&function.body)
    };
    let functions = program.functions.iter_enumerated().filter(has);
    functions.map(|(id, _)| id).collect()
}

/// Array expressions that are read once become part of those that read them.
pub fn fuse_expressions(program: &mut Program, notes: &mut Notes) {
    for id in with_loops(program) {
        let function = &mut program.functions[id];
        let merged = producer_consumer::merge(function);
        let verdicts = merged.iter().map(|one| merged_verdict(function, one));
        notes.functions.entry(id).or_default().merged = verdicts.collect();
    }
}

/// Updates of variables by whole arrays work in place.
pub fn update_in_place(program: &mut Program) {
    for id in with_loops(program) {
        reuse::reuse(&mut program.functions[id]);
    }
}

/// Loops some of whose iterations clash with the others get a version for arrays in which those change nothing.
pub fn version_loops(program: &mut Program, notes: &mut Notes, options: &Options) {
    let names = Names::of(program);
    for id in with_loops(program) {
        let marks = &mut notes.functions.entry(id).or_default().marks;
        let (function, strings) = (&mut program.functions[id], &program.strings);
        versioning::add_versions(function, strings, &names, options, marks);
    }
}

/// Loops of which one iteration alone clashes with the others are split there (index-set splitting).
pub fn split_index_sets(program: &mut Program, notes: &mut Notes, options: &Options) {
    let names = Names::of(program);
    for id in with_loops(program) {
        let function = program.functions[id].clone();
        let of_function = notes.functions.entry(id).or_default();
        let marks = std::mem::take(&mut of_function.marks);
        let split = index_set_splitting::split(function, marks, &names, options);
        program.functions[id] = split.function;
        of_function.marks = split.marks;
    }
}

/// Loops get the order that suits vectors.
pub fn reorder_loops(program: &mut Program, notes: &mut Notes, options: &Options) {
    let names = Names::of(program);
    for id in with_loops(program) {
        let of_function = notes.functions.entry(id).or_default();
        let marks = std::mem::take(&mut of_function.marks);
        let function = program.functions[id].clone();
        let reordered = reorder::reorder(function, marks, &names, options);
        program.functions[id] = reordered.function;
        of_function.marks = reordered.marks;
        of_function.originals = reordered.originals;
        of_function.orders = reordered.orders;
    }
}

/// Arrays that iterations make for themselves get an element for each of several iterations.
pub fn expand_arrays(program: &mut Program, notes: &mut Notes, options: &Options) {
    let names = Names::of(program);
    for id in with_loops(program) {
        let of_function = notes.functions.entry(id).or_default();
        let (originals, marks) = (&of_function.originals, &mut of_function.marks);
        expansion::expand(
            &mut program.functions[id],
            &names,
            options,
            originals,
            marks,
        );
    }
}

/// Makes kernels from the loops of all host functions. The verdicts come in the order of functions and of the text.
pub fn make_kernels(
    program: &mut Program,
    notes: &mut Notes,
    options: &Options,
) -> Vec<LoopVerdict> {
    let names = Names::of(program);
    notes.first_kernel = program.functions.len();
    let mut verdicts = Vec::new();
    for id in with_loops(program) {
        let of_function = notes.functions.entry(id).or_default();
        let original = program.functions[id].clone();
        let def_use = DefUse::of(&original, &names);
        let mut rewriter = Rewriter {
            live: Liveness::of(&original),
            def_use: &def_use,
            notes: of_function,
            function: original.clone(),
            first_kernel: program.functions.len(),
            kernels: Vec::new(),
            strings: &mut program.strings,
            locations: &program.locations,
            verdicts: Vec::new(),
            inside: BTreeSet::new(),
            depth: 0,
            repeated: 0,
            choices: BTreeMap::new(),
            options: *options,
        };
        let body = rewriter.block(&original.body);
        let Rewriter {
            mut function,
            kernels,
            verdicts: found,
            inside,
            ..
        } = rewriter;
        verdicts.extend(std::mem::take(&mut of_function.merged));
        verdicts.extend(found);
        of_function.inside = inside;
        function.body = body;
        program.functions[id] = function;
        for kernel in kernels {
            program.functions.push(kernel);
        }
    }
    verdicts
}

/// The verdicts that [`make_kernels`] would give; loops stay as they are.
pub fn verdicts_alone(program: &mut Program, options: &Options) -> Vec<LoopVerdict> {
    let (mut copy, mut notes) = (program.clone(), Notes::default());
    split_index_sets(&mut copy, &mut notes, options);
    reorder_loops(&mut copy, &mut notes, options);
    expand_arrays(&mut copy, &mut notes, options);
    make_kernels(&mut copy, &mut notes, options)
}

/// The element that all iterations of an inner loop change is kept in a variable.
pub fn promote_elements(program: &mut Program) {
    let names = Names::of(program);
    for function in program.functions.iter_mut() {
        if function.kind == FuncKind::Host {
            register_promotion::promote(function, &names);
        }
    }
}

/// The element that one iteration of a serial loop writes and the next one reads is kept in a variable, in loops of the host and in those that
/// became a part of kernels.
pub fn replace_scalars(program: &mut Program, notes: &Notes) {
    let names = Names::of(program);
    for (&id, of_function) in &notes.functions {
        scalar_replacement::replace(&mut program.functions[id], &names, of_function.known());
    }
    let nothing = FunctionNotes::default();
    for id in notes.first_kernel..program.functions.len() {
        let function = &mut program.functions[FuncId::from_index(id)];
        scalar_replacement::replace(function, &names, nothing.known());
    }
}

/// Drops the checks of accesses in loops that stay on the host, where their indices are certainly inside.
pub fn drop_checks(program: &mut Program, notes: &Notes) {
    for (&id, of_function) in &notes.functions {
        leave_unchecked(&mut program.functions[id].body, &of_function.inside);
    }
}

/// Equal array expressions share one kernel.
pub fn share_kernels(program: &mut Program, notes: &Notes, verdicts: &mut [LoopVerdict]) {
    patterns::share(program, notes.first_kernel, verdicts);
}

impl FunctionNotes {
    fn known(&self) -> scalar_replacement::Known<'_> {
        scalar_replacement::Known {
            inside: &self.inside,
            originals: &self.originals,
        }
    }
}

/// The verdict on an expression that became part of another one.
fn merged_verdict(function: &Function, merged: &producer_consumer::Merged) -> LoopVerdict {
    LoopVerdict {
        function: function.name.clone(),
        loc: merged.loc,
        variable: None,
        depth: merged.depth,
        indexes_arrays: true,
        is_fractional: false,
        is_other_work: false,
        is_small: false,
        outcome: Outcome::Merged(merged.into),
        part: None,
    }
}

fn has_loops(body: &Block) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| found |= matches!(stmt.op, Op::For { .. }));
    found
}

/// Whether an operation is an access whose indices are certainly inside.
fn is_inside(op: &Op, inside: &scalar_replacement::Inside) -> bool {
    let (Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _)) = op else {
        return false;
    };
    inside.contains(&(access.array, access.index.clone()))
}

/// Drops the checks of accesses in loops that stay on the host, where their indices are certainly inside.
fn leave_unchecked(block: &mut Block, inside: &scalar_replacement::Inside) {
    for stmt in &mut block.stmts {
        if let Op::Load(access) | Op::Store(access, _) = &mut stmt.op
            && inside.contains(&(access.array, access.index.clone()))
        {
            access.mode = AccessMode::Unchecked;
        }
        for inner in stmt.op.blocks_mut() {
            leave_unchecked(inner, inside);
        }
    }
}

/// Rebuilds one function.
struct Rewriter<'a, 'f> {
    def_use: &'a DefUse<'f>,
    live: Liveness,
    notes: &'a FunctionNotes,
    function: Function,
    first_kernel: usize,
    kernels: Vec<Function>,
    strings: &'a mut IndexVec<StrId, String>,
    locations: &'a IndexVec<Loc, Location>,
    verdicts: Vec<LoopVerdict>,
    /// Arrays with indices that are certainly inside, wherever the values are visible.
    inside: scalar_replacement::Inside,
    depth: usize,
    /// Loops around the current statement that stay on the host.
    repeated: usize,
    /// What may stand for the launches of kernels, by these: a choice between that and the loop as it was.
    choices: BTreeMap<FuncId, short::Choice>,
    options: Options,
}

impl Rewriter<'_, '_> {
    fn block(&mut self, block: &Block) -> Block {
        let stmts = block.stmts.iter().flat_map(|stmt| self.stmt(stmt));
        let mut block = Block {
            stmts: stmts.collect(),
        };
        self.choose(&mut block);
        block
    }

    /// Lets a launch that stands alone in a block give way to the loop where that is short; of several, other passes may make one.
    fn choose(&mut self, block: &mut Block) {
        let Some((range, choice)) = short::lone_launch(block, &mut self.choices) else {
            return;
        };
        block.stmts.splice(range, choice.stmts);
        for verdict in &mut self.verdicts {
            if let Outcome::Parallel(found) = &mut verdict.outcome
                && found.kernel == choice.kernel
            {
                found.fewest = Some(choice.fewest);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Vec<Stmt> {
        if let Some(parts) = ForParts::of(stmt) {
            return self.for_loop(stmt, parts);
        }
        let mut copy = stmt.clone();
        let again = usize::from(matches!(stmt.op, Op::Loop { .. }));
        self.repeated += again;
        for block in copy.op.blocks_mut() {
            *block = self.block(block);
        }
        self.repeated -= again;
        vec![copy]
    }

    fn for_loop(&mut self, stmt: &Stmt, parts: ForParts) -> Vec<Stmt> {
        if self.notes.originals.contains(&parts.label) {
            return vec![stmt.clone()];
        }
        let nest = Nest::of(self.def_use, stmt);
        self.inside.extend(nest.inside.iter().cloned());
        if parts.directive.force_serial {
            return self.serial(stmt, &nest, Outcome::ForcedSerial);
        }
        if let Some(obstacle) = self.caught_value(stmt, parts.label, &nest) {
            return self.serial(stmt, &nest, Outcome::Serial(obstacle));
        }
        match band::find(self.def_use, &nest, stmt, &self.live.after, &self.options) {
            Ok(band) => {
                let (live_after, options) = (&self.live.after, &self.options);
                match band::has_longer_inside(&band, &nest, self.def_use, live_after, options) {
                    true => self.serial(stmt, &nest, Outcome::LongerInside),
                    false => self.parallel(&nest, &band),
                }
            }
            Err(Refusal::TooSmall) => self.serial(stmt, &nest, Outcome::TooSmall),
            Err(Refusal::Obstacle(obstacle)) => {
                let known = self.notes.marks.obstacles.get(&parts.label).cloned();
                self.serial(stmt, &nest, Outcome::Serial(known.unwrap_or(obstacle)))
            }
        }
    }

    /// A variable of a loop that an error may end, whose value is read where the error is caught: a kernel would give none.
    fn caught_value(&self, stmt: &Stmt, label: Label, nest: &Nest) -> Option<Obstacle> {
        let caught = self.live.caught.get(&label)?;
        let local = *nest.assigned.iter().find(|local| caught.contains(local))?;
        let (mut raises, mut place) = (false, stmt.loc);
        stmt.op.blocks().for_each(|body| {
            body.for_each_stmt(&mut |stmt| {
                raises |= stmt.op.raises() && !is_inside(&stmt.op, &nest.inside);
                if matches!(stmt.op, Op::Set(other, _) if other == local) {
                    place = stmt.loc;
                }
            });
        });
        let name = self.function.locals[local].name.clone();
        raises.then(|| Obstacle::at(ObstacleKind::CaughtValue, name.unwrap_or_default(), place))
    }

    /// Keeps the loop and tries those inside.
    fn serial(&mut self, stmt: &Stmt, nest: &Nest, outcome: Outcome) -> Vec<Stmt> {
        self.record(stmt, nest, outcome);
        let mut copy = stmt.clone();
        let depth = self.depth;
        self.depth += self.deeper(stmt);
        self.repeated += 1;
        for block in copy.op.blocks_mut() {
            *block = self.block(block);
        }
        self.depth = depth;
        self.repeated -= 1;
        vec![copy]
    }

    /// How much deeper the loops inside are: no more than those around where the source does not have the loop.
    fn deeper(&self, stmt: &Stmt) -> usize {
        let copied = |parts: ForParts| self.notes.marks.copies.contains(&parts.label);
        usize::from(!ForParts::of(stmt).is_some_and(copied))
    }

    fn parallel(&mut self, nest: &Nest, band: &Band) -> Vec<Stmt> {
        let kernel = FuncId::from_index(self.first_kernel + self.kernels.len());
        let stmt = band.loops[0].stmt;
        let expanded = ForParts::of(stmt).and_then(|it| self.notes.marks.expanded.get(&it.label));
        let mut dimensions: Vec<_> = band
            .order
            .iter()
            .filter_map(|&at| ForParts::of(band.loops[at].stmt))
            .map(|parts| parts.name.map(str::to_owned))
            .collect();
        if expanded.is_some() {
            // Rows and lanes are one loop of the source.
            dimensions.truncate(1);
        }
        let outcome = Outcome::Parallel(ParallelLoop {
            kernel,
            dimensions,
            accumulators: self.accumulator_names(band),
            different: band
                .different
                .iter()
                .map(|((_, left), (_, right))| (left.clone(), right.clone()))
                .collect(),
            forced_over: band.forced_over.clone(),
            order: self.order(stmt, band),
            fewest: None,
            expanded: expanded.map_or_else(Vec::new, |names| self.array_names(names)),
        });
        self.record(stmt, nest, outcome);
        self.record_inside(stmt, nest, band, kernel);
        let name = self.kernel_name(stmt.loc);
        let plan = outline::Plan {
            def_use: self.def_use,
            nest,
            band,
            kernel,
            name,
            loc: stmt.loc,
            fewest: self.fewest(nest, band),
        };
        let outlined = outline::outline(&plan, &mut self.function, self.strings);
        self.kernels.push(outlined.kernel);
        if let (Some(stmts), Some(fewest)) = (outlined.chosen, plan.fewest) {
            let choice = short::Choice {
                kernel,
                fewest,
                host: outlined.host.clone(),
                stmts,
            };
            self.choices.insert(kernel, choice);
        }
        outlined.host
    }

    /// The names of arrays, each once.
    fn array_names(&self, names: &[Option<StrId>]) -> Vec<String> {
        let mut all = Vec::new();
        for name in names {
            let name = name.map_or_else(String::new, |name| self.strings[name].clone());
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all
    }

    /// From how many iterations on a loop in another one that stays on the host is launched.
    fn fewest(&self, nest: &Nest, band: &Band) -> Option<u64> {
        let label = ForParts::of(band.loops[0].stmt)?.label;
        if self.notes.marks.expanded.contains_key(&label) {
            // The loop as it was stands beside it already.
            return None;
        }
        let found = short::fewest(self.def_use.function, nest, band, &self.options);
        found.filter(|_| self.repeated > 0)
    }

    /// The new order of a nest.
    fn order(&self, stmt: &Stmt, band: &Band) -> Option<Order> {
        let label = ForParts::of(stmt)?.label;
        let exchanged = !band.order.is_sorted();
        let known = self.notes.orders.get(&label).cloned();
        known.or_else(|| exchanged.then(|| Order::of(band)))
    }

    /// The accumulated variables; the parts of a vector or complex number are one.
    fn accumulator_names(&self, band: &Band) -> Vec<(String, AccumulatorOp)> {
        let mut names = Vec::new();
        for &(local, op) in &band.variables.accumulators {
            let name = self.def_use.function.locals[local].name.clone();
            let name = (name.unwrap_or_else(|| "the result".to_string()), op);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// `main$loop14`: the function and the line; a letter tells several loops of one line apart.
    fn kernel_name(&self, loc: Loc) -> String {
        let line = self.locations.get(loc).map_or(0, |location| location.line);
        let base = format!("{}$loop{line}", self.def_use.function.name);
        let same = |kernel: &&Function| {
            kernel
                .name
                .strip_prefix(&base)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        match self.kernels.iter().filter(same).count() {
            0 => base,
            count => format!("{base}${}", count + 1),
        }
    }

    fn record(&mut self, stmt: &Stmt, nest: &Nest, outcome: Outcome) {
        let parts = ForParts::of(stmt).expect("a loop");
        if self.notes.marks.copies.contains(&parts.label) {
            return;
        }
        self.verdicts.push(LoopVerdict {
            function: self.def_use.function.name.clone(),
            loc: stmt.loc,
            variable: parts.name.map(str::to_string),
            depth: self.depth,
            indexes_arrays: work::indexes_numbers(nest),
            is_other_work: work::is_other(self.def_use, nest, stmt, &outcome),
            is_small: band::is_small(nest, self.options.minimum_work),
            is_fractional: parts.directive.fractional,
            outcome,
            part: self.notes.marks.parts.get(&parts.label).cloned(),
        });
    }

    /// The verdicts of the loops inside a loop that became a kernel.
    fn record_inside(&mut self, stmt: &Stmt, nest: &Nest, band: &Band, kernel: FuncId) {
        let depth = self.depth;
        self.depth += self.deeper(stmt);
        for block in stmt.op.blocks() {
            self.record_block(block, nest, band, kernel);
        }
        self.depth = depth;
    }

    fn record_block(&mut self, block: &Block, nest: &Nest, band: &Band, kernel: FuncId) {
        for stmt in &block.stmts {
            if matches!(stmt.op, Op::For { .. }) {
                let in_band = band.loops.iter().any(|one| std::ptr::eq(one.stmt, stmt));
                let label = ForParts::of(stmt).map(|parts| parts.label);
                let jammed = label.is_some_and(|label| band.jammed.contains(&label));
                let outcome = if in_band {
                    Outcome::Dimension(kernel)
                } else if jammed {
                    Outcome::Jammed(kernel)
                } else {
                    Outcome::InsideKernel(kernel)
                };
                self.record(stmt, nest, outcome);
                self.record_inside(stmt, nest, band, kernel);
            } else {
                for inner in stmt.op.blocks() {
                    self.record_block(inner, nest, band, kernel);
                }
            }
        }
    }
}
