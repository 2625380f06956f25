//! The decisions: which local holds which handle, from where to where.
//!
//! A handle that an operation makes is *fresh*: it is moved into the variable it is assigned to, or into a temporary. A handle that is
//! read from a local, a global or an array is *borrowed*: it needs no owner of its own unless the place it was read from may be
//! overwritten before its last use; then it gets a temporary too. A variable lives from its first to its last mention in the innermost
//! block that contains all of them.
//!
//! *Invariant:* outside its region an owned local is null; inside it is null or owns one count.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{BlockNumber, Effects, Layout, Position};
use crate::base::IndexVec;
use crate::mir::data::*;
use crate::mir::families::{block_op, jump_op};

/// The block of the whole function.
const BODY: BlockNumber = 0;

/// Where an owned local may hold a handle: these statements of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The local.
    pub local: Local,
    /// The block.
    pub block: BlockNumber,
    /// Index of the first statement.
    pub first: usize,
    /// Index of the last statement, after which the local is released.
    pub last: usize,
}

/// The temporary of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temporary {
    /// The new local.
    pub local: Local,
    /// Whether the value was borrowed and must be retained.
    pub retain: bool,
}

/// How a statement that stores a handle gets its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// The value is fresh and has no other owner.
    Fresh,
    /// The temporary's owner moves on.
    From(Local),
}

/// All decisions for a function.
#[derive(Debug, Default)]
pub struct Plan {
    /// Locals that own a handle; new ones among them.
    pub owned: BTreeSet<Local>,
    /// Handle constants, which nobody counts: they live as long as the program.
    pub constants: BTreeSet<Value>,
    /// Values that are put into a temporary where they are defined.
    pub temporaries: BTreeMap<Value, Temporary>,
    /// Stores that move instead of retaining.
    pub transfers: BTreeMap<Position, Transfer>,
    /// Fresh values that their function returns at once.
    pub returned: BTreeSet<Value>,
    /// The local that owns a value, for values that a `Return` may move out of it.
    pub holders: BTreeMap<Value, Local>,
    /// By block.
    pub regions: BTreeMap<BlockNumber, Vec<Region>>,
    /// Sets before which the local is null.
    pub first_sets: BTreeSet<Position>,
    /// Calls of `array_append` whose result takes the place of their array.
    pub lengthened: BTreeSet<Position>,
}

/// Decides for a function. New locals are added to `locals`.
pub fn plan(
    function: &Function,
    layout: &Layout<'_>,
    locals: &mut IndexVec<Local, LocalData>,
) -> Plan {
    let mut planner = Planner {
        function,
        layout,
        locals,
        uses: layout.uses.clone(),
        mentions: layout.mentions.clone(),
        lasting: lasting(function),
        plan: Plan::default(),
    };
    planner.plan.constants = constants(layout);
    planner.plan.owned = owned_locals(function, layout, &planner.plan.constants);
    for &(value, at) in layout.handles.iter().rev() {
        planner.value(value, at);
    }
    let variables: Vec<Local> = planner.plan.owned.iter().copied().collect();
    for local in variables {
        if function.locals.get(local).is_some() {
            planner.variable(local);
        }
    }
    planner.plan
}

/// The handle variables that can hold anything but constants.
fn owned_locals(
    function: &Function,
    layout: &Layout<'_>,
    constants: &BTreeSet<Value>,
) -> BTreeSet<Local> {
    let owns = |local: &Local| {
        let values = &layout.assigned[*local];
        let is_variable = function.locals[*local].ty.is_handle();
        is_variable && values.iter().any(|value| !constants.contains(value))
    };
    function.locals.ids().filter(owns).collect()
}

/// The variables that debuggers are promised to the end of the function.
fn lasting(function: &Function) -> BTreeSet<Local> {
    let variables = function.variables.iter();
    let lasting = variables.filter(|variable| variable.is_lasting);
    lasting
        .flat_map(|variable| variable.parts.clone())
        .collect()
}

fn constants(layout: &Layout<'_>) -> BTreeSet<Value> {
    let is_constant = |at: &Position| matches!(layout.stmt(*at).op, Op::Const(_));
    let constants = layout.handles.iter().filter(|(_, at)| is_constant(at));
    constants.map(|(value, _)| *value).collect()
}

struct Planner<'a> {
    function: &'a Function,
    layout: &'a Layout<'a>,
    locals: &'a mut IndexVec<Local, LocalData>,
    /// Uses of a value and of what is borrowed from it.
    uses: IndexVec<Value, Vec<Position>>,
    /// Mentions of a local and uses of what is borrowed from it.
    mentions: IndexVec<Local, Vec<Position>>,
    /// Variables that hold their arrays to the end of the function.
    lasting: BTreeSet<Local>,
    plan: Plan,
}

impl Planner<'_> {
    /// Decides for one value. Values that are read from it have been decided before.
    fn value(&mut self, value: Value, at: Position) {
        match &self.layout.stmt(at).op {
            Op::Const(_) => {}
            Op::Get(local) => self.read_local(value, at, *local),
            Op::GetGlobal(global) => {
                let global = *global;
                if self.is_killed(value, at, |effects| effects.globals.contains(&global)) {
                    self.give_temporary(value, at, true);
                }
            }
            Op::Load(access) => {
                if self.is_killed(value, at, |effects| effects.elements) {
                    self.give_temporary(value, at, true);
                } else {
                    let uses = self.uses[value].clone();
                    self.uses[access.array].extend(uses);
                }
            }
            Op::NewArray { .. } | Op::Call { .. } | Op::Runtime { .. } => self.fresh(value, at),
            Op::Unary(..)
            | Op::Binary(..)
            | Op::Compare(..)
            | Op::Math(..)
            | Op::Select { .. }
            | Op::Convert(_)
            | Op::Dim(..)
            | Op::Numel(_)
            | Op::Store(..)
            | Op::Atomic(..)
            | Op::Together(_)
            | Op::Texture(_)
            | Op::SetGlobal(..)
            | Op::Launch(_)
            | Op::Set(..)
            | Op::Retain(_)
            | Op::Release(_)
            | block_op!()
            | jump_op!() => unreachable!("{:?} makes no handle", self.layout.stmt(at).op),
        }
    }

    fn read_local(&mut self, value: Value, at: Position, local: Local) {
        if !self.plan.owned.contains(&local) {
            return;
        }
        if self.is_killed(value, at, |effects| effects.locals.contains(&local)) {
            self.give_temporary(value, at, true);
        } else {
            self.lend(value, local);
        }
    }

    /// Notes that `value` is borrowed from `local`.
    fn lend(&mut self, value: Value, local: Local) {
        let uses = self.uses[value].clone();
        self.mentions[local].extend(uses);
        self.plan.holders.insert(value, local);
    }

    /// The last statement of the defining block that uses the value; the definition itself when nothing does.
    fn last_use(&self, value: Value, at: Position) -> usize {
        let lift = |&place: &Position| {
            self.layout
                .lift(place, at.block)
                .expect("a value is used where it is visible")
        };
        self.uses[value].iter().map(lift).max().unwrap_or(at.index)
    }

    fn is_killed(&self, value: Value, at: Position, kills: impl Fn(&Effects) -> bool) -> bool {
        self.is_killed_within(at.block, at.index, self.last_use(value, at), kills)
    }

    /// Whether a handle that is borrowed at `first` may lose its owner before the use at `last` is over.
    fn is_killed_within(
        &self,
        block: BlockNumber,
        first: usize,
        last: usize,
        kills: impl Fn(&Effects) -> bool,
    ) -> bool {
        let info = &self.layout.blocks[block];
        (first + 1..=last).any(|index| {
            let op = &info.block.stmts[index].op;
            // A store shares its operand before it gives up the old handle.
            let is_store =
                index == last && matches!(op, Op::Set(..) | Op::SetGlobal(..) | Op::Store(..));
            !is_store && kills(&info.effects[index])
        })
    }

    fn give_temporary(&mut self, value: Value, at: Position, retain: bool) {
        let last = self.last_use(value, at);
        let local = self.locals.push(LocalData {
            ty: self.function.values[value].ty,
            name: None,
            loc: self.layout.stmt(at).loc,
            kept: None,
        });
        self.plan.owned.insert(local);
        self.plan
            .temporaries
            .insert(value, Temporary { local, retain });
        self.plan.holders.insert(value, local);
        self.add_region(Region {
            local,
            block: at.block,
            first: at.index,
            last,
        });
        let end = Position {
            block: at.block,
            index: last,
        };
        if self.stores(end, value) {
            self.plan.transfers.insert(end, Transfer::From(local));
        }
    }

    /// A debugger may look at the variable wherever the function stands.
    fn last_to_the_end(&mut self, local: Local) {
        self.add_region(Region {
            local,
            block: BODY,
            first: 0,
            last: self.layout.blocks[BODY].block.stmts.len() - 1,
        });
    }

    fn add_region(&mut self, region: Region) {
        self.plan
            .regions
            .entry(region.block)
            .or_default()
            .push(region);
    }

    /// Whether the statement puts the value into an owned variable.
    fn stores(&self, at: Position, value: Value) -> bool {
        match &self.layout.stmt(at).op {
            Op::Set(local, stored) => *stored == value && self.plan.owned.contains(local),
            Op::SetGlobal(_, stored) => *stored == value,
            _other => false,
        }
    }

    /// Decides for a value that its operation has just made.
    fn fresh(&mut self, value: Value, at: Position) {
        let last = self.last_use(value, at);
        let Some(next) = self.first_use_before_raising(value, at, last) else {
            return self.give_temporary(value, at, false);
        };
        match &self.layout.stmt(next).op {
            Op::Return(values) if values.iter().filter(|it| **it == value).count() == 1 => {
                self.plan.returned.insert(value);
            }
            Op::Set(local, _) if self.stores(next, value) => {
                let local = *local;
                let kills = |effects: &Effects| effects.locals.contains(&local);
                if self.is_killed_within(at.block, next.index, last, kills) {
                    return self.give_temporary(value, at, false);
                }
                self.plan.transfers.insert(next, Transfer::Fresh);
                self.lend(value, local);
            }
            Op::SetGlobal(..) if last == next.index => {
                self.plan.transfers.insert(next, Transfer::Fresh);
            }
            _other => self.give_temporary(value, at, false),
        }
    }

    /// The first statement of the block that stores or returns a fresh value, if nothing before it can fail or branch. `last`: the last use.
    fn first_use_before_raising(
        &self,
        value: Value,
        at: Position,
        last: usize,
    ) -> Option<Position> {
        let stmts = &self.layout.blocks[at.block].block.stmts;
        for (index, stmt) in stmts[..=last].iter().enumerate().skip(at.index + 1) {
            let here = Position {
                block: at.block,
                index,
            };
            let is_return = matches!(&stmt.op, Op::Return(values) if values.contains(&value));
            if is_return || self.stores(here, value) {
                return Some(here);
            }
            if stmt.op.is_compound() || stmt.op.is_terminator() || stmt.op.raises() {
                return None;
            }
        }
        None
    }

    /// Finds the region of a variable.
    fn variable(&mut self, local: Local) {
        let layout = self.layout;
        let mentions = std::mem::take(&mut self.mentions[local]);
        let blocks = mentions.iter().map(|at| at.block);
        let home = blocks.reduce(|first, second| layout.common(first, second));
        let Some(home) = home else { return };
        if self.lasting.contains(&local) {
            return self.last_to_the_end(local);
        }
        let bounds = |block| {
            let lifted = mentions.iter().filter_map(|&at| layout.lift(at, block));
            lifted.clone().min().zip(lifted.max()).expect("a mention")
        };
        let (first, last) = bounds(home);
        let start = Position {
            block: home,
            index: first,
        };
        if matches!(&layout.stmt(start).op, Op::Set(set, _) if *set == local) {
            self.plan.first_sets.insert(start);
            return self.add_region(Region {
                local,
                block: home,
                first,
                last,
            });
        }
        // Its value may come from an earlier iteration of a loop: it lives until the outermost loop is over.
        let block = layout.outside_loops(home);
        let (first, last) = bounds(block);
        self.add_region(Region {
            local,
            block,
            first,
            last,
        });
    }
}
