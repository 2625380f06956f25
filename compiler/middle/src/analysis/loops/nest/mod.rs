//! One loop with everything in it, as the dependence analysis sees it: its loops, the elements it accesses, and what keeps it from
//! being a kernel at all.
//!
//! The body is walked once, in order, with a symbolic value for every variable.
//!
//! | file | what it does |
//! |---|---|
//! | `values` | what values are as polynomials, which array a handle is |
//! | `variables` | reads and writes of variables |
//! | `control` | branches, loops, jumps |
//! | `ranges` | where indices lie |
//! | `arrays` | accesses to elements, operations on whole arrays |
//!
//! *Invariant:* two occurrences of one [`Atom`] mean the same number whenever the loops outside of the atom's depth are in the same
//! iteration.

mod arrays;
mod control;
pub mod ranges;
mod values;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::mir::families::pure_op;
use crate::mir::{
    AccessMode, AccumulatorOp, Block, ElemKind, GlobalId, Label, Loc, Local, Op, Stmt, Ty, Value,
};

use super::affine::{AffineForm, Atom, Root};
use super::def_use::{DefUse, Place};
use super::parts::Side;
use super::updates::{Update, Updates};
use super::verdict::{Obstacle, ObstacleKind};
use ranges::is_inside;

pub use control::iterations;

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
    pub start: AffineForm,
    /// Last index that may be reached.
    pub stop: AffineForm,
    /// Step.
    pub step: AffineForm,
    /// First and last index of the loop that it is a part of; its own if it was not split.
    pub hull: (AffineForm, AffineForm),
    /// Where that loop was split.
    pub splits: Vec<(Side, AffineForm)>,
    /// Whether a `break` or `return` leaves it, or a `continue` ends its iterations.
    pub irregular: bool,
}

impl NestLoop {
    /// The least and the greatest index, of the loop that it is a part of.
    pub fn range(&self) -> Option<(&AffineForm, &AffineForm)> {
        match self.step.as_constant()? {
            1.. => Some((&self.hull.0, &self.hull.1)),
            0 => None,
            _ => Some((&self.hull.1, &self.hull.0)),
        }
    }

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Changes it by an operation whose order does not matter, and nobody looks at the new value.
    Update(AccumulatorOp),
}

/// What a condition tells of the order of two numbers: the second is greater than the first by at least the distance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ordered {
    /// The first.
    pub less: AffineForm,
    /// The second.
    pub more: AffineForm,
    /// The distance.
    pub distance: i64,
}

/// Families of accesses that tests of dependence look at with the conditions around them: each has conditions of its own in a long chain of
/// branches, and the tests look at all pairs.
const MOST_WITH_CONDITIONS: usize = 64;

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
    pub index: Vec<AffineForm>,
    /// The extent that each index is limited by.
    pub extents: Vec<Option<AffineForm>>,
    /// What happens outside.
    pub mode: AccessMode,
    /// What it does.
    pub role: Role,
    /// The change that it is a part of, which may be made atomic.
    pub update: Option<Update>,
    /// The innermost loop around it.
    pub in_loop: usize,
    /// Whether some iterations of that loop skip it.
    pub conditional: bool,
    /// Whether some lanes of a vector may not be there: it stands in a branch, or in a loop whose bounds depend on other loops.
    pub partial: bool,
    /// What the conditions around it say is not zero.
    pub unequal: Vec<AffineForm>,
    /// What they say of the order of numbers.
    pub ordered: Vec<Ordered>,
    /// The statement.
    pub loc: Loc,
    /// The array's name.
    pub name: String,
}

impl NestAccess {
    /// All that tests of dependence, and what they tell, know of an access.
    fn family(&self) -> impl Eq + Hash {
        let update = self
            .update
            .map(|update| (update.order_free, update.rounded));
        let guards = (self.conditional, &self.unequal, &self.ordered);
        let element = (self.root, self.kind, &self.index, &self.extents, self.mode);
        (element, self.role, update, self.in_loop, guards, &self.name)
    }
}

/// The first access of each family.
fn distinct(accesses: &[NestAccess]) -> Vec<usize> {
    let mut known = FxHashSet::default();
    let all = accesses.iter().enumerate();
    let new = all.filter(|(_, access)| known.insert(access.family()));
    new.map(|(at, _)| at).collect()
}

/// The nest.
#[derive(Debug)]
pub struct Nest {
    /// Its loops, outer ones first.
    pub loops: Vec<NestLoop>,
    /// Its accesses in the order of the text.
    pub accesses: Vec<NestAccess>,
    /// The first one of those that no test of dependence tells apart, of each such family, in order.
    pub distinct: Vec<usize>,
    /// Arrays with indices that are certainly inside.
    pub inside: BTreeSet<(Value, Vec<Value>)>,
    /// Its changes of elements.
    pub updates: Updates,
    /// Variables that it assigns.
    pub assigned: BTreeSet<Local>,
    /// Whether it does what only the host does: it prints, times, reads files, shows pictures.
    pub acts: bool,
    /// The first thing that cannot be in a kernel.
    pub obstacle: Option<Obstacle>,
    /// Array variables that are only another name for an array from outside: the variable's array.
    pub renamed: BTreeMap<Local, Root>,
    /// Estimated operations of one iteration of the outermost loop, inner loops of unknown length counted as ten iterations.
    pub work: u64,
    /// Numbers of elements of arrays that are made with one size beside 1.
    counted: BTreeMap<Atom, AffineForm>,
    /// The least and the greatest index of loops around the nest.
    around: BTreeMap<Value, (AffineForm, AffineForm)>,
    depths: BTreeMap<Value, usize>,
    joins: Vec<usize>,
    defined: BTreeSet<Value>,
}

impl Nest {
    /// Analyses a `For` statement of the function.
    pub fn of(def_use: &DefUse, stmt: &Stmt) -> Nest {
        let mut walker = Walker::new(def_use, stmt);
        walker.for_loop(stmt);
        walker.look_around();
        let mut nest = walker.nest;
        nest.distinct = distinct(&nest.accesses);
        if nest.distinct.len() > MOST_WITH_CONDITIONS {
            nest.forget_conditions();
        }
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

    /// Takes out of accesses what conditions say of them, which only ever keeps pairs apart.
    fn forget_conditions(&mut self) {
        for access in &mut self.accesses {
            access.unequal.clear();
            access.ordered.clear();
        }
        self.distinct = distinct(&self.accesses);
    }

    /// The first access of each family that no test of dependence tells apart: what holds for a pair of these holds for all pairs of their
    /// families, and what the first pair is for which something holds is the same as of all accesses.
    pub fn distinct_accesses(&self) -> impl Iterator<Item = &NestAccess> + Clone {
        self.distinct.iter().map(|at| &self.accesses[*at])
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
    pub fn form_depth(&self, form: &AffineForm) -> usize {
        form.atoms().map(|atom| self.depth(atom)).max().unwrap_or(0)
    }

    /// The size that a number of elements comes from.
    pub fn size_of(&self, atom: Atom) -> Option<&AffineForm> {
        self.counted.get(&atom)
    }

    /// The least and the greatest value of the index of a loop, of the nest or around it.
    pub fn hull(&self, atom: Atom) -> Option<(&AffineForm, &AffineForm)> {
        match atom {
            Atom::Index(position) => self.loops[position].range(),
            Atom::Value(value) => self.around.get(&value).map(|(low, high)| (low, high)),
            Atom::Local(_) | Atom::Global(_) | Atom::Dim(..) | Atom::Numel(_) | Atom::Join(_) => {
                None
            }
        }
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
    numbers: BTreeMap<Local, AffineForm>,
    arrays: BTreeMap<Local, Option<Root>>,
}

struct Walker<'a, 'f> {
    def_use: &'a DefUse<'f>,
    /// Where the nest stands.
    place: Place,
    nest: Nest,
    state: State,
    values: BTreeMap<Value, AffineForm>,
    arrays: BTreeMap<Value, Option<Root>>,
    /// Loops around the current statement, `Loop`s included.
    depth: usize,
    in_loop: usize,
    conditional: bool,
    /// As [`NestAccess::partial`].
    partial: bool,
    /// What the conditions around the statement say is not zero.
    unequal: Vec<AffineForm>,
    /// What they say of the order of two numbers.
    ordered: Vec<Ordered>,
    work_factor: u64,
    /// States at the `Break`s to each open scope.
    exits: BTreeMap<Label, Vec<State>>,
    globals: BTreeSet<GlobalId>,
}

impl<'a, 'f> Walker<'a, 'f> {
    fn new(def_use: &'a DefUse<'f>, stmt: &Stmt) -> Self {
        let (mut assigned, mut globals) = (BTreeSet::new(), BTreeSet::new());
        let mut updates = Updates::default();
        for block in stmt.op.blocks() {
            updates = Updates::of(def_use, block);
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
            distinct: Vec::new(),
            inside: BTreeSet::new(),
            updates,
            assigned,
            acts: false,
            obstacle: None,
            renamed: BTreeMap::new(),
            work: 0,
            counted: BTreeMap::new(),
            around: BTreeMap::new(),
            depths: BTreeMap::new(),
            joins: Vec::new(),
            defined: BTreeSet::new(),
        };
        let Op::For { label, .. } = stmt.op else {
            panic!("a nest is a counted loop");
        };
        Walker {
            def_use,
            place: def_use.loop_place(label),
            nest,
            state: State::default(),
            values: BTreeMap::new(),
            arrays: BTreeMap::new(),
            depth: 0,
            in_loop: 0,
            conditional: false,
            partial: false,
            unequal: Vec::new(),
            ordered: Vec::new(),
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
        self.def_use.function.values[value].ty
    }

    fn join(&mut self, depth: usize) -> AffineForm {
        self.nest.joins.push(depth);
        AffineForm::atom(Atom::Join(self.nest.joins.len() - 1))
    }

    /// Forgets what the variables assigned in a block hold; their values may change with every iteration of a loop at `depth`.
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
                let update = self.nest.updates.read.get(&stmt.results[0]).copied();
                self.access(access, Role::Read, update, stmt.loc);
                self.define_opaque(stmt, self.depth);
            }
            Op::Store(access, values) => {
                let update = self.nest.updates.stored.get(&values[0]).copied();
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
                let name = self.def_use.names.functions[*func].clone();
                self.nest.acts |= self.def_use.names.acting[*func];
                self.refuse(ObstacleKind::HostCall, &name, stmt.loc);
            }
            Op::SetGlobal(..) => self.refuse(ObstacleKind::Carried, "", stmt.loc),
            Op::Launch(_) => {
                self.nest.acts = true;
                self.refuse(ObstacleKind::Statement, "parallel_do", stmt.loc);
            }
            // The other branch reads the elements.
            Op::Texture(_) => self.define_opaque(stmt, self.depth),
            Op::Together(_) => panic!("threads act together in host code"),
            Op::Retain(_) | Op::Release(_) => {
                panic!("loops are parallelised before `ownership`")
            }
        }
    }
}
