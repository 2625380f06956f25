//! One loop with everything in it, as the dependence analysis sees it: its loops, the elements it accesses, and what keeps it from
//! being a kernel at all.
//!
//! The body is walked once, in order, with a symbolic value for every variable.
//!
//! *Invariant:* two occurrences of one [`Atom`] mean the same number whenever the loops outside of the atom's depth are in the same
//! iteration.

use super::affine::{Atom, Form, Root};
use super::apart;
use super::cuts::{Known, Side};
use super::dependence::is_inside;
use super::facts::{Facts, Place};
use super::updates::Updates;
use super::verdict::{Obstacle, ObstacleKind};
use crate::mir::families::pure_op;
use crate::mir::{
    Access, AccessMode, AccumulatorOp, AtomicOp, BinaryOp, Block, Const, ElemKind, GlobalId, Label,
    Loc, Local, Op, RtFn, Stmt, Ty, UnaryOp, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// A counted loop of the nest. The first is the nest itself.
#[derive(Debug)]
pub struct NestLoop {
    /// Its label.
    pub label: Label,
    /// Its index.
    pub index: Value,
    /// Number of loops of the nest around its body, itself included: 1 for the outermost.
    pub depth: usize,
    /// The loop around it.
    pub parent: Option<usize>,
    /// First index.
    pub start: Form,
    /// Last index that may be reached.
    pub stop: Form,
    /// Step.
    pub step: Form,
    /// First and last index of the loop that it is a part of; its own if it was not cut.
    pub hull: (Form, Form),
    /// Where that loop was cut.
    pub cuts: Vec<(Side, Form)>,
    /// Whether a `break` or `return` leaves it, or a `continue` ends its iterations.
    pub irregular: bool,
}

impl NestLoop {
    /// Whether its last index is known to be less than the greatest number: a constant, or that of an array's last element or before.
    pub fn stops_early(&self) -> bool {
        let stop = &self.hull.1;
        let constant = stop.constant_term();
        let mut terms = stop.terms().filter(|(product, _)| !product.is_empty());
        match (terms.next(), terms.next()) {
            (None, _) => (i64::from(i32::MIN)..i64::from(i32::MAX)).contains(&constant),
            (Some((&[atom], 1)), None) => atom.is_extent() && (-(1 << 20)..0).contains(&constant),
            (Some(_), _) => false,
        }
    }
}

/// What an access does with the element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Changes it by an operation whose order does not matter, and nobody looks at the new value.
    Update(AccumulatorOp),
}

/// An access to an element of an array.
#[derive(Debug)]
pub struct NestAccess {
    /// The array; none when it is not the same one in all iterations.
    pub root: Option<Root>,
    /// Its element kind.
    pub kind: ElemKind,
    /// The array and its indices as the statement has them.
    pub operands: (Value, Vec<Value>),
    /// The index of each dimension.
    pub index: Vec<Form>,
    /// The extent that each index is limited by.
    pub extents: Vec<Option<Form>>,
    /// What happens outside.
    pub mode: AccessMode,
    /// What it does.
    pub role: Role,
    /// The class of the change that it is a part of, when changes may be made atomic.
    pub update: Option<AccumulatorOp>,
    /// The innermost loop around it.
    pub in_loop: usize,
    /// Whether some iterations of that loop skip it.
    pub conditional: bool,
    /// What the conditions around it say is not zero.
    pub unequal: Vec<Form>,
    /// The statement.
    pub loc: Loc,
    /// The array's name.
    pub name: String,
}

/// The nest.
#[derive(Debug)]
pub struct Nest {
    /// Its loops, outer ones first.
    pub loops: Vec<NestLoop>,
    /// Its accesses in the order of the text.
    pub accesses: Vec<NestAccess>,
    /// Arrays with indices that are certainly inside.
    pub inside: BTreeSet<(Value, Vec<Value>)>,
    /// Its changes of elements.
    pub updates: Updates,
    /// Variables that it assigns.
    pub assigned: BTreeSet<Local>,
    /// The first thing that cannot be in a kernel.
    pub obstacle: Option<Obstacle>,
    /// Array variables that are only another name for an array from outside: the variable's array.
    pub renamed: BTreeMap<Local, Root>,
    /// Estimated operations of one iteration of the outermost loop, inner loops of unknown length counted as ten rounds.
    pub work: u64,
    depths: BTreeMap<Value, usize>,
    joins: Vec<usize>,
    defined: BTreeSet<Value>,
}

impl Nest {
    /// Analyses a `For` statement of the function.
    pub fn of(facts: &Facts, stmt: &Stmt) -> Nest {
        let mut walker = Walker::new(facts, stmt);
        walker.for_loop(stmt);
        let mut nest = walker.nest;
        let all_inside = |access: &&NestAccess| {
            (0..access.index.len()).all(|dimension| is_inside(&nest, access, dimension))
        };
        nest.inside = nest
            .accesses
            .iter()
            .filter(all_inside)
            .map(|access| access.operands.clone())
            .collect();
        nest
    }

    /// Whether a statement or loop of the nest defines the value.
    pub fn defines(&self, value: Value) -> bool {
        self.defined.contains(&value)
    }

    /// The number of loops within which the atom may change: 0 when it is the same in the whole nest.
    pub fn depth(&self, atom: Atom) -> usize {
        match atom {
            Atom::Index(position) => self.loops[position].depth,
            Atom::Value(value) => self.depths.get(&value).copied().unwrap_or(0),
            Atom::Join(position) => self.joins[position],
            Atom::Local(_) | Atom::Global(_) | Atom::Dim(..) | Atom::Numel(_) => 0,
        }
    }

    /// The largest depth of a form's atoms.
    pub fn form_depth(&self, form: &Form) -> usize {
        form.atoms().map(|atom| self.depth(atom)).max().unwrap_or(0)
    }

    /// The loops around the body of loop `position`, outermost first, itself last.
    pub fn path(&self, position: usize) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(Some(position), |&at| self.loops[at].parent).collect();
        path.reverse();
        path
    }
}

/// The locals that a block assigns.
pub fn assigned_locals(block: &Block) -> BTreeSet<Local> {
    let mut assigned = BTreeSet::new();
    block.for_each_stmt(&mut |stmt| {
        if let Op::Set(local, _) = stmt.op {
            assigned.insert(local);
        }
    });
    assigned
}

/// What the walk knows about variables at a point: the value of a number, the array of a handle (none: not known).
#[derive(Clone, Debug, Default)]
struct State {
    numbers: BTreeMap<Local, Form>,
    arrays: BTreeMap<Local, Option<Root>>,
}

struct Walker<'a, 'f> {
    facts: &'a Facts<'f>,
    /// Where the nest stands.
    place: Place,
    nest: Nest,
    state: State,
    values: BTreeMap<Value, Form>,
    arrays: BTreeMap<Value, Option<Root>>,
    /// Loops around the current statement, `Loop`s included.
    depth: usize,
    in_loop: usize,
    conditional: bool,
    /// What the conditions around the statement say is not zero.
    unequal: Vec<Form>,
    work_factor: u64,
    /// States at the `Break`s to each open scope.
    exits: BTreeMap<Label, Vec<State>>,
    globals: BTreeSet<GlobalId>,
}

impl<'a, 'f> Walker<'a, 'f> {
    fn new(facts: &'a Facts<'f>, stmt: &Stmt) -> Self {
        let (mut assigned, mut globals) = (BTreeSet::new(), BTreeSet::new());
        let mut updates = Updates::default();
        for block in stmt.op.blocks() {
            updates = Updates::of(facts, block);
            assigned.append(&mut assigned_locals(block));
            block.for_each_stmt(&mut |inner| {
                if let Op::SetGlobal(global, _) = inner.op {
                    globals.insert(global);
                }
            });
        }
        let nest = Nest {
            loops: Vec::new(),
            accesses: Vec::new(),
            inside: BTreeSet::new(),
            updates,
            assigned,
            obstacle: None,
            renamed: BTreeMap::new(),
            work: 0,
            depths: BTreeMap::new(),
            joins: Vec::new(),
            defined: BTreeSet::new(),
        };
        let Op::For { label, .. } = stmt.op else {
            panic!("a nest is a counted loop");
        };
        Walker {
            facts,
            place: facts.loop_place(label),
            nest,
            state: State::default(),
            values: BTreeMap::new(),
            arrays: BTreeMap::new(),
            depth: 0,
            in_loop: 0,
            conditional: false,
            unequal: Vec::new(),
            work_factor: 1,
            exits: BTreeMap::new(),
            globals,
        }
    }

    fn refuse(&mut self, kind: ObstacleKind, name: &str, loc: Loc) {
        if self.nest.obstacle.is_none() {
            self.nest.obstacle = Some(Obstacle::at(kind, name, loc));
        }
    }

    fn ty(&self, value: Value) -> Ty {
        self.facts.function.values[value].ty
    }

    fn join(&mut self, depth: usize) -> Form {
        self.nest.joins.push(depth);
        Form::atom(Atom::Join(self.nest.joins.len() - 1))
    }

    /// Forgets what the variables assigned in a block hold; their values may change with every round of a loop at `depth`.
    fn forget(&mut self, block: &Block, depth: usize) {
        for local in assigned_locals(block) {
            let join = self.join(depth);
            self.state.numbers.insert(local, join);
            self.state.arrays.insert(local, None);
        }
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.nest.work = self.nest.work.saturating_add(self.work_factor);
        self.nest.defined.extend(&stmt.results);
        match &stmt.op {
            pure_op!() => self.pure(stmt),
            Op::Get(local) => self.get(*local, stmt),
            Op::Set(local, value) => self.set(*local, *value),
            Op::GetGlobal(global) => self.get_global(*global, stmt),
            Op::Load(access) => {
                let update = self
                    .nest
                    .updates
                    .read
                    .get(&stmt.results[0])
                    .copied()
                    .flatten();
                self.access(access, Role::Read, update, stmt.loc);
                self.define_opaque(stmt, self.depth);
            }
            Op::Store(access, values) => {
                let update = self
                    .nest
                    .updates
                    .stored
                    .get(&values[0])
                    .and_then(|update| update.order_free);
                self.access(access, Role::Write, update, stmt.loc);
            }
            Op::Atomic(op, access, _) => self.atomic(*op, access, stmt),
            Op::If {
                cond,
                then,
                otherwise,
            } => self.branch(*cond, then, otherwise),
            Op::For { .. } => self.for_loop(stmt),
            Op::Loop { body, .. } => self.while_loop(body),
            Op::Scope { label, body } => self.scope(*label, body),
            Op::Try { .. } => self.refuse(ObstacleKind::Statement, "try", stmt.loc),
            Op::Break(label) => self.leave(*label, ObstacleKind::Break, stmt.loc),
            Op::Continue(label) => self.leave(*label, ObstacleKind::Continue, stmt.loc),
            Op::Return(_) => self.refuse(ObstacleKind::Break, "", stmt.loc),
            Op::NewArray { .. } => self.new_array(stmt),
            Op::Runtime { func, args, .. } => self.runtime(*func, args, stmt),
            Op::Call { func, .. } => {
                let name = self.facts.names.functions[*func].clone();
                self.refuse(ObstacleKind::HostCall, &name, stmt.loc);
            }
            Op::SetGlobal(..) => self.refuse(ObstacleKind::Carried, "", stmt.loc),
            Op::Launch(_) => self.refuse(ObstacleKind::Statement, "parallel_do", stmt.loc),
            Op::Together(_) => panic!("threads act together in host code"),
            Op::Retain(_) | Op::Release(_) => {
                panic!("loops are parallelised before `ownership`")
            }
        }
    }

    // ---- Values ------------------------------------------------------------------------------------------------------------------

    fn define(&mut self, value: Value, form: Form) {
        let depth = self.nest.form_depth(&form);
        self.nest.depths.insert(value, depth);
        self.values.insert(value, form);
    }

    fn define_opaque(&mut self, stmt: &Stmt, depth: usize) {
        for &result in &stmt.results {
            self.nest.depths.insert(result, depth);
            self.values.insert(result, Form::atom(Atom::Value(result)));
            if self.ty(result).is_handle() {
                self.arrays.insert(result, None);
                self.refuse(ObstacleKind::Cells, "", stmt.loc);
            }
        }
    }

    fn pure(&mut self, stmt: &Stmt) {
        let result = stmt.results[0];
        if let Some(form) = self.integer_form(&stmt.op).filter(Form::is_manageable) {
            self.define(result, form);
            return;
        }
        // A null array is what an error about a small array in registers names: nothing is made or read.
        if let Op::Const(Const::Str(_) | Const::Null(_)) = stmt.op {
            self.arrays.insert(result, None);
            return;
        }
        let mut depth = 0;
        stmt.op
            .for_each_operand(|&operand| depth = depth.max(self.value_depth(operand)));
        self.define_opaque(stmt, depth);
    }

    fn value_depth(&self, value: Value) -> usize {
        match self.values.get(&value) {
            Some(form) => self.nest.form_depth(form),
            None if self.arrays.get(&value) == Some(&None) => self.depth,
            None => 0,
        }
    }

    /// The value as a polynomial, for `I32` operations that allow it.
    fn integer_form(&mut self, op: &Op) -> Option<Form> {
        match op {
            Op::Const(Const::I32(value)) => Some(Form::constant(i64::from(*value))),
            Op::Unary(UnaryOp::Neg, a) if self.ty(*a) == Ty::I32 => Some(self.form(*a).scaled(-1)),
            Op::Binary(op, a, b) if self.ty(*a) == Ty::I32 => {
                let (a, b) = (self.form(*a), self.form(*b));
                binary_form(*op, &a, &b)
            }
            Op::Dim(array, axis) => self.extent_form(*array, |root| Atom::Dim(root, *axis)),
            Op::Numel(array) => self.extent_form(*array, Atom::Numel),
            _ => None,
        }
    }

    fn extent_form(&mut self, array: Value, atom: impl Fn(Root) -> Atom) -> Option<Form> {
        let root = self.root(array)?;
        Some(self.extent_of(root, atom(root)))
    }

    /// The extent as the size that the array was made with, where that is known.
    fn extent_of(&mut self, root: Root, atom: Atom) -> Form {
        let Atom::Dim(_, axis) = atom else {
            return Form::atom(atom);
        };
        let array = match root {
            Root::Local(local) => self.facts.settled_value(local, self.place),
            Root::Value(value) => Some(value),
            Root::Global(_) => None,
        };
        match array
            .and_then(|value| self.facts.definition(value))
            .map(|stmt| &stmt.op)
        {
            Some(Op::NewArray { dims, .. }) if dims.len() >= 2 => match dims.get(axis as usize) {
                Some(&extent) => self.form(extent),
                None => Form::constant(1),
            },
            _ => Form::atom(atom),
        }
    }

    /// The value as a polynomial.
    fn form(&mut self, value: Value) -> Form {
        if let Some(form) = self.values.get(&value) {
            return form.clone();
        }
        let form = self.outside_form(value);
        self.values.insert(value, form.clone());
        form
    }

    /// The same for a value that is defined outside of the nest.
    fn outside_form(&mut self, value: Value) -> Form {
        let computed = self
            .facts
            .definition(value)
            .and_then(|stmt| self.integer_form(&stmt.op));
        if let Some(form) = computed.filter(Form::is_manageable) {
            return form;
        }
        match self.facts.settled_variable(value, self.place) {
            Some(local) => self.variable_form(local, value),
            None => Form::atom(Atom::Value(value)),
        }
    }

    /// The value of a variable that the nest does not assign; `reader` is the value being asked for.
    fn variable_form(&mut self, local: Local, reader: Value) -> Form {
        match self.facts.settled_value(local, self.place) {
            Some(value) if value != reader && self.ty(value) == Ty::I32 => self.form(value),
            _ => Form::atom(Atom::Local(local)),
        }
    }

    /// The array that a value stands for; none when it is not the same in all iterations.
    fn root(&mut self, array: Value) -> Option<Root> {
        if let Some(known) = self.arrays.get(&array) {
            return *known;
        }
        let kept = self
            .facts
            .settled_variable(array, self.place)
            .map(Root::Local);
        Some(kept.unwrap_or(Root::Value(array)))
    }

    // ---- Variables ---------------------------------------------------------------------------------------------------------------

    fn get(&mut self, local: Local, stmt: &Stmt) {
        let result = stmt.results[0];
        let assigned = self.nest.assigned.contains(&local);
        if self.ty(result).is_handle() {
            let root = match self.state.arrays.get(&local) {
                Some(known) => *known,
                None if assigned => None,
                None => Some(Root::Local(local)),
            };
            self.arrays.insert(result, root);
            if self.ty(result) == Ty::Str {
                self.refuse(ObstacleKind::Strings, &self.local_name(local), stmt.loc);
            } else if root.is_none() {
                self.refuse(ObstacleKind::Carried, &self.local_name(local), stmt.loc);
            }
            return;
        }
        let form = match self.state.numbers.get(&local) {
            Some(form) => form.clone(),
            None if assigned => self.join(self.depth),
            None => self.variable_form(local, result),
        };
        self.define(result, form);
    }

    fn local_name(&self, local: Local) -> String {
        self.facts.function.locals[local]
            .name
            .clone()
            .unwrap_or_default()
    }

    fn set(&mut self, local: Local, value: Value) {
        if self.ty(value).is_handle() {
            let root = self.root(value);
            if let Some(root) = root {
                let before = self.nest.renamed.insert(local, root);
                let other = before.is_some_and(|other| other != root);
                if other {
                    let loc = self.facts.function.locals[local].loc;
                    self.refuse(ObstacleKind::Carried, &self.local_name(local), loc);
                }
            }
            self.state.arrays.insert(local, root);
            return;
        }
        let form = self.form(value);
        self.state.numbers.insert(local, form);
    }

    fn get_global(&mut self, global: GlobalId, stmt: &Stmt) {
        let result = stmt.results[0];
        if self.globals.contains(&global) {
            self.refuse(ObstacleKind::Carried, "", stmt.loc);
        }
        match self.ty(result) {
            Ty::Array(_) => {
                self.arrays.insert(result, Some(Root::Global(global)));
            }
            Ty::Str => self.refuse(ObstacleKind::Strings, "", stmt.loc),
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 => {
                self.define(result, Form::atom(Atom::Global(global)));
            }
        }
    }

    // ---- Control -----------------------------------------------------------------------------------------------------------------

    fn branch(&mut self, cond: Value, then: &Block, otherwise: &Block) {
        let outer = std::mem::replace(&mut self.conditional, true);
        let [holds, fails] = apart::told_by(self.facts, cond);
        let before = self.state.clone();
        self.where_unequal(&holds, then);
        let after_then = std::mem::replace(&mut self.state, before);
        self.where_unequal(&fails, otherwise);
        let after_otherwise = std::mem::take(&mut self.state);
        self.state = match (then.completes(), otherwise.completes()) {
            (true, false) => after_then,
            (false, _) => after_otherwise,
            (true, true) => self.merge(vec![after_then, after_otherwise]),
        };
        self.conditional = outer;
    }

    /// A block in which the numbers of each pair are different.
    fn where_unequal(&mut self, pairs: &[(Value, Value)], block: &Block) {
        let known = self.unequal.len();
        for &(left, right) in pairs {
            let difference = self.form(left).minus(&self.form(right));
            self.unequal.push(difference);
        }
        self.block(block);
        self.unequal.truncate(known);
    }

    fn merge(&mut self, mut states: Vec<State>) -> State {
        let Some(mut merged) = states.pop() else {
            return State::default();
        };
        for state in &states {
            let locals: BTreeSet<Local> = state
                .numbers
                .keys()
                .chain(merged.numbers.keys())
                .copied()
                .collect();
            for local in locals {
                if state.numbers.get(&local) != merged.numbers.get(&local) {
                    let join = self.join(self.depth);
                    merged.numbers.insert(local, join);
                }
            }
            let arrays: BTreeSet<Local> = state
                .arrays
                .keys()
                .chain(merged.arrays.keys())
                .copied()
                .collect();
            for local in arrays {
                if state.arrays.get(&local) != merged.arrays.get(&local) {
                    merged.arrays.insert(local, None);
                }
            }
        }
        merged
    }

    fn for_loop(&mut self, stmt: &Stmt) {
        let Op::For {
            label,
            index,
            start,
            stop,
            step,
            body,
            ..
        } = &stmt.op
        else {
            panic!("a nest is a counted loop");
        };
        let position = self.nest.loops.len();
        let parent = (position > 0).then_some(self.in_loop);
        let counts_up = self.form(*step).as_constant() == Some(1);
        let known = match counts_up {
            true => Known::of(self.facts, (*start, *stop)),
            false => Known::nothing((*start, *stop)),
        };
        let hull = (self.form(known.hull.0), self.form(known.hull.1));
        let cuts = known.cuts.into_iter();
        let cuts = cuts.map(|(side, at)| (side, self.form(at))).collect();
        let (start, stop, step) = (self.form(*start), self.form(*stop), self.form(*step));
        let rounds = rounds(&start, &stop, &step).unwrap_or(10);
        self.nest.loops.push(NestLoop {
            label: *label,
            index: *index,
            depth: self.depth + 1,
            parent,
            start,
            stop,
            step,
            hull,
            cuts,
            irregular: false,
        });
        let outer = (self.in_loop, self.conditional, self.work_factor);
        (self.in_loop, self.conditional) = (position, false);
        if position > 0 {
            self.work_factor = outer.2.saturating_mul(rounds);
        }
        self.depth += 1;
        self.forget(body, self.depth);
        self.nest.defined.insert(*index);
        self.define(*index, Form::atom(Atom::Index(position)));
        self.block(body);
        self.depth -= 1;
        (self.in_loop, self.conditional, self.work_factor) = outer;
        self.forget(body, self.depth);
    }

    fn while_loop(&mut self, body: &Block) {
        let outer = (self.conditional, self.work_factor);
        self.conditional = true;
        self.work_factor = self.work_factor.saturating_mul(10);
        self.depth += 1;
        self.forget(body, self.depth);
        self.block(body);
        self.depth -= 1;
        (self.conditional, self.work_factor) = outer;
        self.forget(body, self.depth);
    }

    fn scope(&mut self, label: Label, body: &Block) {
        let outer = self.conditional;
        self.conditional |= body.breaks_to(label);
        self.exits.insert(label, Vec::new());
        self.block(body);
        let mut states = self.exits.remove(&label).unwrap_or_default();
        if body.completes() {
            states.push(std::mem::take(&mut self.state));
        }
        self.state = self.merge(states);
        self.conditional = outer;
    }

    /// A `break` or `continue`.
    fn leave(&mut self, label: Label, kind: ObstacleKind, loc: Loc) {
        if let Some(states) = self.exits.get_mut(&label) {
            states.push(self.state.clone());
            return;
        }
        let Some(position) = self.nest.loops.iter().position(|one| one.label == label) else {
            if !self.is_inside(label) {
                self.refuse(kind, "", loc);
            }
            return;
        };
        self.nest.loops[position].irregular = true;
        if position == 0 {
            self.refuse(kind, "", loc);
        }
    }

    /// Whether the label belongs to a `Loop` of the nest; the counted loops and the scopes are known already.
    fn is_inside(&self, label: Label) -> bool {
        self.facts.is_while_label(label) && self.depth > self.nest.loops[self.in_loop].depth
    }

    // ---- Arrays ------------------------------------------------------------------------------------------------------------------

    fn access(&mut self, access: &Access, role: Role, update: Option<AccumulatorOp>, loc: Loc) {
        let Ty::Array(kind) = self.ty(access.array) else {
            panic!("an access to something that is no array");
        };
        let root = self.root(access.array);
        let name = self.array_name(access, root);
        if kind.is_object() || kind == ElemKind::Function {
            self.refuse(ObstacleKind::Cells, &name, loc);
        }
        let index = access.index.iter().map(|&index| self.form(index)).collect();
        let extents = (0..access.index.len())
            .map(|dimension| self.limit(root?, dimension, access.index.len()))
            .collect();
        let conditional = self.conditional;
        self.nest.work = self.nest.work.saturating_add(2 * self.work_factor);
        self.nest.accesses.push(NestAccess {
            root,
            kind,
            operands: (access.array, access.index.clone()),
            index,
            extents,
            mode: access.mode,
            role,
            update,
            in_loop: self.in_loop,
            conditional,
            unequal: self.unequal.clone(),
            loc,
            name,
        });
    }

    /// The number of elements that the index of a dimension counts through.
    fn limit(&mut self, root: Root, dimension: usize, dimensions: usize) -> Option<Form> {
        let atom = match dimensions {
            1 => Atom::Numel(root),
            _ => Atom::Dim(root, u8::try_from(dimension).ok()?),
        };
        Some(self.extent_of(root, atom))
    }

    fn array_name(&self, access: &Access, root: Option<Root>) -> String {
        if let Some(name) = access.name {
            return self.facts.names.strings[name].clone();
        }
        match root {
            Some(Root::Local(local)) => self.local_name(local),
            Some(Root::Value(_) | Root::Global(_)) | None => String::new(),
        }
    }

    fn atomic(&mut self, op: AtomicOp, access: &Access, stmt: &Stmt) {
        let used = stmt
            .results
            .iter()
            .any(|&result| self.facts.uses(result) > 0);
        let Ty::Array(kind) = self.ty(access.array) else {
            panic!("an access to something that is no array");
        };
        let exact = matches!(kind, ElemKind::I32 | ElemKind::I64 | ElemKind::U64);
        let role = match op.accumulates() {
            Some(class) if exact && !used => Role::Update(class),
            _ => Role::Write,
        };
        if role == Role::Write {
            self.access(access, Role::Read, None, stmt.loc);
        }
        self.access(access, role, None, stmt.loc);
        self.define_opaque(stmt, self.depth);
    }

    fn new_array(&mut self, stmt: &Stmt) {
        let cells = match self.ty(stmt.results[0]) {
            Ty::Array(kind) => kind.is_object(),
            _ => false,
        };
        let kind = if cells {
            ObstacleKind::Cells
        } else {
            ObstacleKind::DynamicMemory
        };
        self.refuse(kind, "", stmt.loc);
        self.arrays.insert(stmt.results[0], None);
    }

    fn runtime(&mut self, func: RtFn, args: &[Value], stmt: &Stmt) {
        let name = func.sig().name;
        let short = name.strip_prefix("array_").unwrap_or(name);
        if is_error_row(func) {
            return;
        }
        let array = stmt.results.iter().any(|&value| self.ty(value).is_handle());
        let texts = args
            .iter()
            .chain(&stmt.results)
            .any(|&value| self.ty(value) == Ty::Str);
        let kind = match name {
            "print" | "printf" | "fprintf" => ObstacleKind::Strings,
            _ if name.starts_with("slice_") => ObstacleKind::Slice,
            _ if name.starts_with("image_") => ObstacleKind::Statement,
            "find" | "mask_read" => ObstacleKind::ResultSize,
            _ if texts => ObstacleKind::Strings,
            _ if array => ObstacleKind::DynamicOperator,
            _ => ObstacleKind::Statement,
        };
        self.refuse(kind, short, stmt.loc);
        for &result in &stmt.results {
            if self.ty(result).is_handle() {
                self.arrays.insert(result, None);
            } else {
                self.define(result, Form::atom(Atom::Value(result)));
                self.nest.depths.insert(result, self.depth);
            }
        }
    }
}

/// Whether a row only raises an error, which kernels may do.
pub fn is_error_row(func: RtFn) -> bool {
    matches!(
        func.sig().name,
        "error_index" | "error_raise" | "error_raise_row" | "error_assertion"
    )
}

fn binary_form(op: BinaryOp, a: &Form, b: &Form) -> Option<Form> {
    match op {
        BinaryOp::Add => Some(a.plus(b)),
        BinaryOp::Sub => Some(a.minus(b)),
        BinaryOp::Mul if a.is_manageable() && b.is_manageable() => Some(a.times(b)),
        BinaryOp::Shl => {
            let amount = b.as_constant().filter(|amount| (0..31).contains(amount))?;
            Some(a.scaled(1 << amount))
        }
        _ => None,
    }
}

/// The number of rounds of a loop, when it is known.
pub fn rounds(start: &Form, stop: &Form, step: &Form) -> Option<u64> {
    let (span, step) = (stop.minus(start).as_constant()?, step.as_constant()?);
    let count = match step {
        0 => 0,
        _ => span.checked_div(step).map_or(0, |whole| {
            if (span < 0) == (step < 0) || span == 0 {
                whole + 1
            } else {
                0
            }
        }),
    };
    u64::try_from(count).ok()
}
