//! What lowering must know about an instance before it starts: which variables are assigned, stored into, shared.
//!
//! Arrays are references in Quasar. A small array may live in registers only where that cannot be told from a reference:
//! every value assigned to its variable is fresh, and the variable is never handed on as a reference.
//!
//! Layer: `tree`.
//!
//! *Technique:* summaries of side effects, flow-insensitive and across calls (Cooper and Kennedy, "Interprocedural Side-Effect Analysis in
//! Linear Time", PLDI 1988).
//!
//! *Invariant:* a summary errs on the side of "assigned", "stored", "shared".

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Id, IndexVec};
use crate::builtins::Builtin;
use crate::hir::walk::{Visitor, walk_assign, walk_block, walk_element, walk_expr, walk_stmt};
use crate::hir::{
    Assign, AssignOp, Element, Expr, ExprKind, GlobalVarId, Instance, InstanceId, Place, Program,
    Sequence, Space, Stmt, StmtKind, Subscript, Target, VarId,
};
use crate::lower::tree::expression::keeps_reference;
use crate::lower::tree::sizes::size_variables;
use crate::lower::tree::whole_reads::read_as_a_whole;
use crate::machine::processor::HOST_REGISTERS;
use crate::types::{ArrayType, ClosureId, Elem, Type};

/// So many calls a function has in place before its others, from more frames than a few, are calls of host functions: lambdas that
/// call each other twice would double the code with each.
pub(in crate::lower) const MANY_IN_PLACE: usize = 64;

/// So many it has in all for calls that would be more than [`MANY_IN_PLACE`] with those within them: what they go on to call is a function of its
/// own, which has as many in place again, so that calling it costs little.
pub(in crate::lower) const MANY_OF_LARGE: usize = 16;

/// What is known about one instance.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Summary {
    /// Variables that get a new value, loop variables excepted.
    pub(in crate::lower) assigned: BTreeSet<VarId>,
    /// Arrays of which elements are stored, here or in a callee.
    pub(in crate::lower) stored: BTreeSet<VarId>,
    /// Arrays that are addressed with indices that are no constants, here or in a callee.
    pub(in crate::lower) dynamic: BTreeSet<VarId>,
    /// Arrays whose reference is handed on: assigned, captured, returned by a callee.
    pub(in crate::lower) shared: BTreeSet<VarId>,
    /// Arrays that functions which capture them store into.
    pub(in crate::lower) stored_by_closures: BTreeSet<VarId>,
    /// Small arrays of host code that may live in registers; a parameter only where its argument does.
    pub(in crate::lower) registers: BTreeSet<VarId>,
    /// Pairs of `registers` of which one is assigned to the other: both live in registers, or neither does.
    pub(in crate::lower) copies: Vec<(VarId, VarId)>,
    /// Loop variables that occur in the bodies of their loops only and are never assigned.
    pub(in crate::lower) loop_only: BTreeSet<VarId>,
    /// Top-level variables that occur, here or in a callee.
    pub(in crate::lower) globals: BTreeSet<GlobalVarId>,
    /// Whether elements are stored in arrays that callers may know otherwise than as arguments, here or in a callee.
    pub(in crate::lower) stores_outside: bool,
    /// Arrays that no variable but their own refers to.
    pub(in crate::lower) own: BTreeSet<VarId>,
    /// Variables that a slice is assigned to, once, and that all other places read as a whole, with the number of these.
    pub(in crate::lower) slices: BTreeMap<VarId, usize>,
    /// Variables of host code that become sizes of arrays.
    pub(in crate::lower) sizes: BTreeSet<VarId>,
    /// Whether there is a `return`.
    pub(in crate::lower) returns: bool,
    /// Whether every array that a call gives is one that nothing else refers to.
    pub(in crate::lower) fresh: bool,
    /// Whether calls are lowered in place.
    pub(in crate::lower) inlined: bool,
    /// Calls that should be lowered in place wherever they are.
    pub(in crate::lower) calls_in_place: usize,
    /// How many there are when all of these are, and all within them.
    pub(in crate::lower) calls_below: usize,
    /// Those of `calls_in_place` that would be more than a function has.
    pub(in crate::lower) large_calls: usize,
}

impl Summary {
    /// The variables of `copies` that must live in memory when these do.
    pub(in crate::lower) fn tied_to(&self, held: impl Iterator<Item = VarId>) -> BTreeSet<VarId> {
        let mut tied: BTreeSet<VarId> = held.collect();
        loop {
            let before = tied.len();
            for (to, from) in &self.copies {
                if tied.contains(to) || tied.contains(from) {
                    tied.extend([*to, *from]);
                }
            }
            if tied.len() == before {
                return tied;
            }
        }
    }
}

/// The summaries of all instances.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Summaries {
    instances: IndexVec<InstanceId, Summary>,
}

impl Summaries {
    /// Analyses every instance.
    pub(in crate::lower) fn of_program(program: &Program) -> Summaries {
        let uses: Vec<Uses> = program.instances.iter().map(Uses::of).collect();
        let mut summaries = Summaries {
            instances: uses.iter().map(|uses| uses.summary.clone()).collect(),
        };
        while summaries.propagate(program, &uses) {}
        while summaries.find_stores_by_closures(program, &uses) {}
        while summaries.find_fresh_outputs(program, &uses) {}
        for (id, uses) in program.instances.ids().zip(&uses) {
            summaries.instances[id].own = summaries.own_arrays(id, uses);
        }
        while summaries.find_stores_outside(program, &uses) {}
        for (id, uses) in program.instances.ids().zip(&uses) {
            let registers = summaries.register_variables(&program.instances[id], id, uses);
            let mut copies = uses.copies.clone();
            copies.retain(|(to, from)| registers.contains(to) && registers.contains(from));
            summaries.instances[id].registers = registers;
            summaries.instances[id].copies = copies;
            summaries.instances[id].inlined = is_inlined(&program.instances[id], uses.statements);
        }
        let mut known = BTreeSet::new();
        for id in program.instances.ids() {
            summaries.count_calls(program, &uses, id, &mut known);
        }
        summaries
    }

    /// Counts the calls that an instance and what it calls have in place; none of these calls itself.
    fn count_calls(
        &mut self,
        program: &Program,
        uses: &[Uses],
        id: InstanceId,
        known: &mut BTreeSet<InstanceId>,
    ) {
        if !known.insert(id) {
            return;
        }
        let (mut here, mut below, mut large) = (0_usize, 0_usize, 0_usize);
        for call in &uses[id.index()].calls {
            let asks = asks_for_place(&program.instances[call.callee]);
            if asks && self.instances[call.callee].inlined {
                self.count_calls(program, uses, call.callee, known);
                let added = self.instances[call.callee].calls_below.saturating_add(1);
                here += 1;
                below = below.saturating_add(added);
                large += usize::from(added > MANY_IN_PLACE);
            }
        }
        self.instances[id].calls_in_place = here;
        self.instances[id].calls_below = below;
        self.instances[id].large_calls = large;
    }

    /// Whether an array variable may get an array that is known elsewhere, other than as a copy of another variable.
    fn is_stale(&self, var: VarId, uses: &Uses) -> bool {
        uses.stale.contains(&var)
            || uses
                .call_values
                .iter()
                .any(|(to, callee)| *to == var && !self.instances[*callee].fresh)
    }

    /// All arrays of an instance that are its variables' own.
    fn own_arrays(&self, id: InstanceId, uses: &Uses) -> BTreeSet<VarId> {
        let given = uses.call_values.iter();
        let given = given.filter(|(_, callee)| !self.instances[*callee].fresh);
        let mut known: BTreeSet<VarId> = given.map(|(to, _)| *to).collect();
        known.extend(uses.copies.iter().flat_map(|(to, from)| [*to, *from]));
        known.extend(&uses.parameters);
        known.extend(&uses.stale);
        known.extend(&self.instances[id].shared);
        let arrays = uses.types.keys().filter(|var| uses.is_array(**var));
        arrays.filter(|var| !known.contains(var)).copied().collect()
    }

    /// Notes instances that store into arrays of others; true when there is a new one.
    fn find_stores_outside(&mut self, program: &Program, uses: &[Uses]) -> bool {
        let mut changed = false;
        for (id, uses) in program.instances.ids().zip(uses) {
            let summary = &self.instances[id];
            let params = &program.instances[id].params;
            let mut stored = summary.stored.iter();
            let outside = uses.stores_in_others
                || stored.any(|var| {
                    !params.contains(var) && uses.is_array(*var) && !summary.own.contains(var)
                })
                || uses
                    .calls
                    .iter()
                    .any(|call| self.instances[call.callee].stores_outside);
            changed |= outside && !summary.stores_outside;
            self.instances[id].stores_outside |= outside;
        }
        changed
    }

    /// Whether evaluating an expression may store into arrays that were read before it.
    pub(in crate::lower) fn may_store(&self, program: &Program, expr: &Expr) -> bool {
        let mut found = Stores {
            summaries: self,
            program,
            found: false,
        };
        found.expr(expr);
        found.found
    }

    /// Notes the variables that functions which capture them store into; true when there is a new one.
    fn find_stores_by_closures(&mut self, program: &Program, uses: &[Uses]) -> bool {
        let mut storing = BTreeSet::new();
        for (closure, callee) in uses.iter().flat_map(|uses| &uses.closure_calls) {
            let summary = &self.instances[*callee];
            let captures = program.instances[*callee].captures.iter().enumerate();
            let stored = captures.filter(|(_, var)| {
                summary.stored.contains(var) || summary.stored_by_closures.contains(var)
            });
            storing.extend(stored.map(|(index, _)| (*closure, index)));
        }
        let mut changed = false;
        for (id, uses) in program.instances.ids().zip(uses) {
            for (closure, values) in &uses.closures {
                let values = values.iter().enumerate();
                let seen = values.filter(|(index, _)| storing.contains(&(*closure, *index)));
                for var in seen.flat_map(|(_, vars)| vars) {
                    changed |= self.instances[id].stored_by_closures.insert(*var);
                }
            }
        }
        changed
    }

    /// Notes instances whose array outputs are fresh; true when there is a new one.
    fn find_fresh_outputs(&mut self, program: &Program, uses: &[Uses]) -> bool {
        let mut changed = false;
        for (id, uses) in program.instances.ids().zip(uses) {
            if self.instances[id].fresh {
                continue;
            }
            let own = self.own_arrays(id, uses);
            let is_own = |var: VarId| !uses.is_array(var) || own.contains(&var);
            let is_fresh = |&output: &VarId| {
                let mut sources = uses.handovers.iter().filter(|(to, _)| *to == output);
                is_own(output) && sources.all(|(_, from)| is_own(*from))
            };
            let fresh = program.instances[id].outputs.iter().all(is_fresh);
            changed |= fresh;
            self.instances[id].fresh = fresh;
        }
        changed
    }

    /// The summary of one instance.
    pub(in crate::lower) fn of(&self, instance: InstanceId) -> &Summary {
        &self.instances[instance]
    }

    /// Carries what is known of parameters from callees to callers; true when something changed.
    fn propagate(&mut self, program: &Program, uses: &[Uses]) -> bool {
        let mut changed = false;
        for (caller, uses) in program.instances.ids().zip(uses) {
            changed |= self.share_exposed(&program.instances[caller], caller, uses);
            for call in &uses.calls {
                let callee = self.instances[call.callee].clone();
                let summary = &mut self.instances[caller];
                let before = summary.globals.len();
                summary.globals.extend(&callee.globals);
                changed |= summary.globals.len() != before;
                let instance = &program.instances[call.callee];
                let in_place = instance.space == Space::Device && !instance.recursive;
                let params = instance.params.iter().zip(&call.args).zip(&call.plain);
                for ((param, arg), plain) in params {
                    // A device function stores into the registers of a variable that is handed to it.
                    let into_registers = in_place && *plain && !callee.assigned.contains(param);
                    for &var in arg {
                        // What a callee stores must be seen through the caller's reference.
                        if callee.stored.contains(param) {
                            changed |= summary.stored.insert(var);
                            changed |= !into_registers && summary.shared.insert(var);
                        }
                        changed |= callee.dynamic.contains(param) && summary.dynamic.insert(var);
                        changed |= callee.shared.contains(param) && summary.shared.insert(var);
                    }
                }
            }
        }
        changed
    }

    /// Shares the parameters whose arrays reach, by copies, a variable that is stored into, shared or given to the caller;
    /// true when there is a new one. A copy that is only read is none of the caller's business.
    fn share_exposed(&mut self, instance: &Instance, id: InstanceId, uses: &Uses) -> bool {
        let summary = &mut self.instances[id];
        let edges = || uses.copies.iter().chain(&uses.handovers);
        let known = |var: &VarId| {
            summary.stored.contains(var)
                || summary.shared.contains(var)
                || instance.outputs.contains(var)
        };
        let mut exposed: BTreeSet<VarId> = edges().map(|(to, _)| *to).filter(known).collect();
        loop {
            let reached = edges().filter(|(to, _)| exposed.contains(to));
            let reached: Vec<VarId> = reached.map(|(_, from)| *from).collect();
            let before = exposed.len();
            exposed.extend(reached);
            if exposed.len() == before {
                break;
            }
        }
        let before = summary.shared.len();
        let sources = edges().map(|(_, from)| *from);
        let reached =
            sources.filter(|from| uses.parameters.contains(from) && exposed.contains(from));
        summary.shared.extend(reached);
        summary.shared.len() != before
    }

    /// The small arrays of a host instance that may live in registers: the greatest set that obeys the rule.
    ///
    /// An array that is addressed by computed indices is better in memory, unless it is made anew within a loop, where
    /// registers keep the loop free of allocations.
    fn register_variables(
        &self,
        instance: &Instance,
        id: InstanceId,
        uses: &Uses,
    ) -> BTreeSet<VarId> {
        let summary = &self.instances[id];
        let mut set: BTreeSet<VarId> = instance
            .vars
            .iter_enumerated()
            .filter(|(var, data)| {
                let (fits, small) = data.ty.as_array().map_or((false, false), |array| {
                    (fits_registers(array), array.is_small())
                });
                let made_in_loop = uses.made_in_loops.contains(var);
                let dynamic = summary.dynamic.contains(var);
                (fits && (made_in_loop || !dynamic) || small && made_in_loop && !dynamic)
                    && !self.is_stale(*var, uses)
                    && !uses.stored_by_rows.contains(var)
                    && !summary.shared.contains(var)
            })
            .map(|(var, _)| var)
            .collect();
        // Of an array that nobody stores into, a copy is as good as a reference.
        let keeps =
            |var: &VarId, set: &BTreeSet<VarId>| set.contains(var) && !summary.stored.contains(var);
        loop {
            let before = set.len();
            for (to, from) in &uses.copies {
                if !keeps(to, &set) || !keeps(from, &set) {
                    set.remove(to);
                    set.remove(from);
                }
            }
            for (to, from) in &uses.handovers {
                if !set.contains(from) {
                    set.remove(to);
                }
            }
            if set.len() == before {
                return set;
            }
        }
    }
}

/// Looks for what stores into arrays.
struct Stores<'f> {
    summaries: &'f Summaries,
    program: &'f Program,
    found: bool,
}

impl Visitor for Stores<'_> {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Call { instance, .. } | ExprKind::Launch { instance, .. } = &expr.kind {
            let summary = self.summaries.of(*instance);
            let mut params = self.program.instances[*instance].params.iter();
            self.found |=
                summary.stores_outside || params.any(|param| summary.stored.contains(param));
        }
        walk_expr(self, expr);
    }

    fn assign(&mut self, assign: &Assign) {
        self.found |= match (&assign.target, assign.op) {
            (Target::Var(_) | Target::Global(_), AssignOp::Update(_)) => true,
            (Target::Var(_) | Target::Global(_) | Target::Ignore, _) => false,
            (Target::Element(_) | Target::Field(..) | Target::Deref(_) | Target::Entry(..), _) => {
                true
            }
        };
        walk_assign(self, assign);
    }
}

/// Whether host code keeps arrays of the type in registers.
pub(in crate::lower) fn fits_registers(array: &ArrayType) -> bool {
    array.is_small() && array.known_numel().is_some_and(|n| n <= HOST_REGISTERS)
}

/// A call with the variables that each argument may refer to.
#[derive(Clone, Debug)]
struct CallUse {
    callee: InstanceId,
    args: Vec<Vec<VarId>>,
    /// Whether each argument is a variable and nothing else.
    plain: Vec<bool>,
}

/// What one walk over an instance collects.
#[derive(Clone, Debug, Default)]
struct Uses {
    summary: Summary,
    calls: Vec<CallUse>,
    /// The instances that are called through function values that capture.
    closure_calls: Vec<(ClosureId, InstanceId)>,
    /// Function values that are made, with the variables that each captured value may refer to.
    closures: Vec<(ClosureId, Vec<Vec<VarId>>)>,
    /// Assignments of one variable's array to another: to, from.
    copies: Vec<(VarId, VarId)>,
    /// The same, where the checker hands a variable's array over to the output right before the function ends: nothing
    /// can be stored through either of them afterwards.
    handovers: Vec<(VarId, VarId)>,
    /// Variables to which something is assigned that may be known elsewhere.
    stale: BTreeSet<VarId>,
    /// Arrays that rows of the runtime may store slices into.
    stored_by_rows: BTreeSet<VarId>,
    types: BTreeMap<VarId, Type>,
    parameters: BTreeSet<VarId>,
    loop_variables: BTreeSet<VarId>,
    /// Variables that get the array that a call gives.
    call_values: Vec<(VarId, InstanceId)>,
    /// Number of statements.
    statements: usize,
    /// Elements are stored in an array that no variable of the instance holds.
    stores_in_others: bool,
    /// Arrays that get their value within a loop.
    made_in_loops: BTreeSet<VarId>,
    loop_depth: u32,
    active: Vec<VarId>,
    outside: BTreeSet<VarId>,
}

impl Uses {
    fn of(instance: &Instance) -> Uses {
        let mut uses = Uses {
            types: instance
                .vars
                .iter_enumerated()
                .map(|(v, data)| (v, data.ty.clone()))
                .collect(),
            parameters: instance
                .params
                .iter()
                .chain(&instance.captures)
                .copied()
                .collect(),
            ..Uses::default()
        };
        walk_block(&mut uses, &instance.body);
        let summary = &mut uses.summary;
        summary.sizes = size_variables(instance);
        summary.slices = read_as_a_whole(instance);
        let outputs: BTreeSet<VarId> = instance.outputs.iter().copied().collect();
        summary.loop_only = uses
            .loop_variables
            .iter()
            .filter(|var| {
                !uses.outside.contains(var)
                    && !summary.assigned.contains(var)
                    && !outputs.contains(var)
            })
            .copied()
            .collect();
        uses.share_returned_parameters(instance);
        uses.find_handovers(instance);
        uses
    }

    /// A parameter that is an output too is known to the caller.
    fn share_returned_parameters(&mut self, instance: &Instance) {
        for var in &instance.params {
            if instance.outputs.contains(var) {
                self.summary.shared.insert(*var);
            }
        }
    }

    /// Tells the checker's last assignments to outputs from other copies. An array that goes to two outputs is shared.
    fn find_handovers(&mut self, instance: &Instance) {
        let copies = std::mem::take(&mut self.copies);
        let is_handover = |&(to, from): &(VarId, VarId)| {
            let other = copies
                .iter()
                .any(|&(other, source)| source == from && other != to);
            instance.outputs.contains(&to) && instance.vars[to].name.starts_with("$out") && !other
        };
        let (handovers, copies) = copies.iter().copied().partition(is_handover);
        self.handovers = handovers;
        self.copies = copies;
    }

    fn is_array(&self, var: VarId) -> bool {
        matches!(self.types.get(&var), Some(Type::Array(_)))
    }

    fn share(&mut self, expr: &Expr) {
        self.summary.shared.extend(references(expr));
    }

    /// `to = value` for a whole variable.
    fn assign_variable(&mut self, to: VarId, value: &Expr) {
        self.summary.assigned.insert(to);
        if self.loop_depth > 0 {
            self.made_in_loops.insert(to);
        }
        if !self.is_array(to) {
            // A closure that captures shares at the point where it is made.
            return;
        }
        match plain_variable(value) {
            Some(from) => self.copies.push((to, from)),
            None => {
                self.share(value);
                let mut callees = Vec::new();
                if !freshness(value, &mut callees) {
                    self.stale.insert(to);
                }
                self.call_values
                    .extend(callees.into_iter().map(|callee| (to, callee)));
            }
        }
    }

    fn walk_loop(&mut self, stmt: &Stmt) {
        self.loop_depth += 1;
        walk_stmt(self, stmt);
        self.loop_depth -= 1;
    }

    fn update_variable(&mut self, var: VarId) {
        if self.is_array(var) {
            self.summary.stored.insert(var);
        } else {
            self.summary.assigned.insert(var);
        }
    }

    fn call(&mut self, callee: InstanceId, args: &[Expr]) {
        let is_plain = |arg: &Expr| matches!(arg.kind, ExprKind::Var(_));
        let plain = args.iter().map(is_plain).collect();
        let args = args.iter().map(references).collect();
        self.calls.push(CallUse {
            callee,
            args,
            plain,
        });
    }
}

/// Expressions whose value nothing else refers to, whatever their parts are, and that hand none of these on: closures, objects and
/// launches do.
macro_rules! fresh_expr {
    () => {
        ExprKind::Int(_)
            | ExprKind::Scalar(_)
            | ExprKind::Complex(..)
            | ExprKind::String(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::ArraysEqual(..)
            | ExprKind::SameObject(..)
            | ExprKind::ArrayTruth(_)
            | ExprKind::MatMul(..)
            | ExprKind::MatPow(..)
            | ExprKind::Concat(..)
            | ExprKind::ArrayLiteral(_)
            | ExprKind::Range { .. }
            | ExprKind::Element(_)
            | ExprKind::Builtin(..)
            | ExprKind::NewArray { .. }
            | ExprKind::ExceptionField(..)
            | ExprKind::Record(_)
            | ExprKind::NewObject(_)
            | ExprKind::Null
            | ExprKind::IsNull(_)
            | ExprKind::IsMember(..)
    };
}

impl Visitor for Uses {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) if !self.active.contains(var) => {
                self.outside.insert(*var);
            }
            ExprKind::Global(global) => {
                self.summary.globals.insert(*global);
            }
            ExprKind::MakeClosure(closure, values) => {
                self.closures
                    .push((*closure, values.iter().map(references).collect()));
                values.iter().for_each(|value| self.share(value));
            }
            ExprKind::Object(values) => values.iter().for_each(|value| self.share(value)),
            ExprKind::ArrayLiteral(items) if holds_references(&expr.ty) => {
                items.iter().for_each(|item| self.share(item));
            }
            ExprKind::Builtin(Builtin::Append, args) if holds_references(&expr.ty) => {
                self.share(&args[1]);
            }
            // A function of C may store into what it gets, in memory.
            ExprKind::Builtin(Builtin::Foreign, args) => {
                for arg in args {
                    let arrays = references(arg);
                    self.stale.extend(&arrays);
                    self.summary.shared.extend(&arrays);
                    self.summary.stored.extend(arrays);
                }
            }
            ExprKind::Convert(_, inner) if matches!(expr.ty, Type::Union(_)) => self.share(inner),
            ExprKind::Call {
                instance,
                args,
                captured,
                ..
            } => {
                if let Some(Type::Closure(closure)) = captured.as_ref().map(|value| &value.ty) {
                    self.closure_calls.push((*closure, *instance));
                }
                self.call(*instance, args);
            }
            ExprKind::Launch { instance, args, .. } => self.call(*instance, args),
            fresh_expr!()
            | ExprKind::Var(_)
            | ExprKind::Ternary(..)
            | ExprKind::Convert(..)
            | ExprKind::Field(..)
            | ExprKind::Deref(_)
            | ExprKind::Entry(..)
            | ExprKind::Assign(_)
            | ExprKind::Sequence(..) => {}
        }
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.statements += 1;
        match &stmt.kind {
            StmtKind::For { var, sequence, .. } => {
                self.loop_variables.insert(*var);
                if let Sequence::Elements(array) = sequence {
                    self.summary.dynamic.extend(references(array));
                }
                self.active.push(*var);
                self.walk_loop(stmt);
                self.active.pop();
                return;
            }
            StmtKind::Unpack { targets, value } => {
                for target in targets {
                    if let Target::Var(var) = target {
                        self.assign_variable(*var, value);
                    }
                }
            }
            StmtKind::UnpackVector { targets, .. } => {
                for target in targets {
                    if let Target::Var(var) = target {
                        self.summary.assigned.insert(*var);
                    }
                }
            }
            StmtKind::While { .. } | StmtKind::Repeat { .. } => return self.walk_loop(stmt),
            StmtKind::Try { caught, .. } => {
                self.summary.assigned.insert(*caught);
            }
            StmtKind::Return => self.summary.returns = true,
            StmtKind::Assign(_)
            | StmtKind::Expr(_)
            | StmtKind::If { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Print(_)
            | StmtKind::Assert { .. }
            | StmtKind::SelectDevice(_)
            | StmtKind::HasValue { .. }
            | StmtKind::Error(_) => {}
        }
        walk_stmt(self, stmt);
    }

    fn assign(&mut self, assign: &Assign) {
        match (&assign.target, assign.op) {
            (Target::Var(var), AssignOp::Set | AssignOp::Exchange | AssignOp::CompareExchange) => {
                self.assign_variable(*var, &assign.value);
            }
            (Target::Var(var), AssignOp::Update(_)) => self.update_variable(*var),
            (Target::Global(global), op) => {
                self.stores_in_others |= matches!(op, AssignOp::Update(_));
                self.summary.globals.insert(*global);
                self.share(&assign.value);
            }
            (Target::Entry(..), _) => self.share(&assign.value),
            (Target::Element(element), _) if holds_references(&element.array.ty) => {
                self.share(&assign.value);
            }
            (Target::Element(_) | Target::Field(..) | Target::Deref(_) | Target::Ignore, _) => {}
        }
        walk_assign(self, assign);
    }

    fn target(&mut self, target: &Target) {
        if let Target::Entry(object, _) = target {
            self.expr(object);
        }
        if let Target::Element(element) = target {
            let arrays = references(&element.array);
            self.stores_in_others |= arrays.is_empty();
            if matches!(element.place, Place::Mask(_)) || is_slice(element) {
                // Rows of the runtime store into arrays in memory only.
                self.stored_by_rows.extend(&arrays);
            }
            self.summary.stored.extend(arrays);
            self.element(element);
        }
    }

    fn element(&mut self, element: &Element) {
        if !has_constant_indices(element) {
            self.summary.dynamic.extend(references(&element.array));
        }
        walk_element(self, element);
    }
}

/// Whether the elements of an array are references to other values.
fn holds_references(array: &Type) -> bool {
    matches!(array.elem(), Some(Elem::Compound(_)))
}

/// The variable whose array the value is, when it is one variable.
fn plain_variable(expr: &Expr) -> Option<VarId> {
    match &expr.kind {
        ExprKind::Var(var) => Some(*var),
        ExprKind::Convert(_, inner) if keeps_reference(expr, inner) => plain_variable(inner),
        _ => None,
    }
}

/// The variables whose arrays the value may be.
fn references(expr: &Expr) -> Vec<VarId> {
    match &expr.kind {
        ExprKind::Var(var) => vec![*var],
        ExprKind::Convert(_, inner) => references(inner),
        ExprKind::Ternary(_, then, otherwise) => {
            let mut vars = references(then);
            vars.extend(references(otherwise));
            vars
        }
        ExprKind::Sequence(_, value) => references(value),
        ExprKind::Assign(assign) => {
            let mut vars = references(&assign.value);
            if let Target::Var(var) = &assign.target {
                vars.push(*var);
            }
            vars
        }
        fresh_expr!()
        | ExprKind::MakeClosure(..)
        | ExprKind::Object(_)
        | ExprKind::Launch { .. }
        | ExprKind::Global(_)
        | ExprKind::Call { .. }
        | ExprKind::Field(..)
        | ExprKind::Deref(_)
        | ExprKind::Entry(..) => Vec::new(),
    }
}

/// Whether the value is an array that nothing else refers to.
pub(in crate::lower) fn is_fresh(expr: &Expr) -> bool {
    let mut callees = Vec::new();
    freshness(expr, &mut callees) && callees.is_empty()
}

/// Whether the value is an array that nothing else refers to, provided that what these callees give is fresh.
fn freshness(expr: &Expr, callees: &mut Vec<InstanceId>) -> bool {
    match &expr.kind {
        ExprKind::Var(_)
        | ExprKind::Global(_)
        | ExprKind::Field(..)
        | ExprKind::Deref(_)
        | ExprKind::Entry(..)
        | ExprKind::Assign(_) => false,
        ExprKind::Call { instance, .. } => {
            callees.push(*instance);
            true
        }
        ExprKind::Convert(_, inner) if matches!(inner.ty, Type::Union(_)) => false,
        ExprKind::Convert(_, inner) => !keeps_reference(expr, inner) || freshness(inner, callees),
        ExprKind::Ternary(_, then, otherwise) => {
            freshness(then, callees) && freshness(otherwise, callees)
        }
        ExprKind::Sequence(_, value) => freshness(value, callees),
        ExprKind::Element(element) if holds_references(&element.array.ty) => false,
        fresh_expr!()
        | ExprKind::MakeClosure(..)
        | ExprKind::Object(_)
        | ExprKind::Launch { .. } => true,
    }
}

/// Whether a place names more than one element.
fn is_slice(element: &Element) -> bool {
    match &element.place {
        Place::Subscripts(subscripts) => subscripts
            .iter()
            .any(|subscript| !matches!(subscript, Subscript::Index(_))),
        Place::Position(_) | Place::Mask(_) => false,
    }
}

/// Whether all indices of an access are known when compiling.
fn has_constant_indices(element: &Element) -> bool {
    match &element.place {
        Place::Subscripts(subscripts) => subscripts.iter().all(|subscript| match subscript {
            Subscript::All => true,
            Subscript::Index(expr) => matches!(expr.kind, ExprKind::Int(_)),
            Subscript::Range { start, step, stop } => {
                let constant = |expr: &Expr| matches!(expr.kind, ExprKind::Int(_));
                constant(start) && constant(stop) && step.as_deref().is_none_or(constant)
            }
            Subscript::Vector(_) => false,
        }),
        Place::Position(_) | Place::Mask(_) => false,
    }
}

/// A host function with more statements is called even if it takes or gives small arrays.
const SMALL_BODY: usize = 40;

/// Whether calls of the instance should be lowered in place wherever they are.
pub(in crate::lower) fn asks_for_place(instance: &Instance) -> bool {
    instance.lambda || instance.inline || instance.space == Space::Device
}

/// Whether calls of the instance are lowered in place: device functions, lambdas, and short host functions that take or
/// give small arrays, which then need not be made.
fn is_inlined(instance: &Instance, statements: usize) -> bool {
    let is_small = |var: &VarId| {
        instance.vars[*var]
            .ty
            .as_array()
            .is_some_and(fits_registers)
    };
    let handles_small = instance
        .params
        .iter()
        .chain(&instance.outputs)
        .any(is_small);
    !instance.recursive
        && match instance.space {
            Space::Device => true,
            Space::Kernel => false,
            Space::Host => {
                instance.lambda || instance.inline || (handles_small && statements <= SMALL_BODY)
            }
        }
}
