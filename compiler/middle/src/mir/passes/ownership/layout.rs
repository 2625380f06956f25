//! Where everything of a function stands: numbered blocks, definitions, uses of handles, effects of statements.
//!
//! Blocks are numbered in the order in which [`Op::blocks`] visits them, the body first.
//!
//! *Invariant:* read-only; a position stays valid until the function is rewritten.

use crate::mir::families::{block_op, blockless_op, jump_op, pure_op};
use std::collections::BTreeSet;

use crate::base::IndexVec;
use crate::mir::data::*;

/// Number of a block of the function; 0 is the body.
pub type BlockNumber = usize;

/// A statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Its block.
    pub block: BlockNumber,
    /// Its index there.
    pub index: usize,
}

/// A block and the construct around it.
pub struct BlockInfo<'a> {
    /// The block.
    pub block: &'a Block,
    /// The statement that contains it; none for the body.
    pub parent: Option<Position>,
    /// Whether it is run again and again.
    pub is_loop_body: bool,
    /// The label by which a jump leaves it.
    pub label: Option<Label>,
    /// What each of its statements does, nested ones included.
    pub effects: Vec<Effects>,
}

/// What may give up a handle that somebody borrows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Locals that are set.
    pub locals: BTreeSet<Local>,
    /// Globals that are set, by callees too.
    pub globals: BTreeSet<GlobalId>,
    /// Whether handles in arrays are replaced, by callees too.
    pub elements: bool,
}

impl Effects {
    /// Adds the effects of something that happens as well; tells whether that is news.
    pub fn include(&mut self, other: &Effects) -> bool {
        let before = (self.locals.len(), self.globals.len(), self.elements);
        self.locals.extend(&other.locals);
        self.globals.extend(&other.globals);
        self.elements |= other.elements;
        before != (self.locals.len(), self.globals.len(), self.elements)
    }
}

/// Effects of every function on its callers: globals and elements.
pub type Summaries = IndexVec<FuncId, Effects>;

/// The effects of all functions, calls followed.
pub fn summaries(program: &Program) -> Summaries {
    let mut summaries = IndexVec::filled(Effects::default(), program.functions.len());
    loop {
        let mut news = false;
        for (id, function) in program.functions.iter_enumerated() {
            let mut effects = Effects::default();
            function.body.for_each_stmt(&mut |stmt| {
                effects.include(&simple_effects(function, &summaries, &stmt.op));
            });
            effects.locals.clear();
            news |= summaries[id].include(&effects);
        }
        if !news {
            return summaries;
        }
    }
}

/// The effects of one operation without its blocks.
fn simple_effects(function: &Function, summaries: &Summaries, op: &Op) -> Effects {
    let mut effects = Effects::default();
    let is_handle = |value: &Value| function.values[*value].ty.is_handle();
    match op {
        Op::Set(local, value) if is_handle(value) => {
            effects.locals.insert(*local);
        }
        Op::SetGlobal(global, value) if is_handle(value) => {
            effects.globals.insert(*global);
        }
        Op::Store(_, values) => effects.elements = values.iter().any(is_handle),
        // Handles only get new ones behind them.
        Op::Runtime { func, .. } if *func == RtFn::array_append => {}
        // A row may store into an array of handles that it gets.
        Op::Runtime { args, .. } => {
            let holds_handles = |value: &Value| match function.values[*value].ty {
                Ty::Array(kind) => kind.is_object(),
                Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 | Ty::Str => false,
            };
            effects.elements = args.iter().any(holds_handles);
        }
        Op::Call { func, .. } => {
            effects.include(&summaries[*func]);
        }
        pure_op!()
        | block_op!()
        | jump_op!()
        | Op::Set(..)
        | Op::SetGlobal(..)
        | Op::Get(_)
        | Op::GetGlobal(_)
        | Op::NewArray { .. }
        | Op::Load(_)
        | Op::Atomic(..)
        | Op::Together(_)
        | Op::Texture(_)
        | Op::Launch(_)
        | Op::Retain(_)
        | Op::Release(_) => {}
    }
    effects
}

/// The layout of a function.
pub struct Layout<'a> {
    /// All blocks.
    pub blocks: Vec<BlockInfo<'a>>,
    /// Handle values in the order of their definitions, with where that is.
    pub handles: Vec<(Value, Position)>,
    /// Where a handle value is used.
    pub uses: IndexVec<Value, Vec<Position>>,
    /// Where a local is read or set.
    pub mentions: IndexVec<Local, Vec<Position>>,
    /// What a local is set to.
    pub assigned: IndexVec<Local, Vec<Value>>,
}

impl<'a> Layout<'a> {
    /// Lays out a function.
    pub fn new(function: &'a Function, summaries: &Summaries) -> Layout<'a> {
        let mut layout = Layout {
            blocks: Vec::new(),
            handles: Vec::new(),
            uses: IndexVec::filled(Vec::new(), function.values.len()),
            mentions: IndexVec::filled(Vec::new(), function.locals.len()),
            assigned: IndexVec::filled(Vec::new(), function.locals.len()),
        };
        let builder = Builder {
            function,
            summaries,
        };
        builder.block(&mut layout, &function.body, None, Construct::default());
        layout
    }

    /// The statement at a position.
    pub fn stmt(&self, at: Position) -> &'a Stmt {
        &self.blocks[at.block].block.stmts[at.index]
    }

    /// The index, in `block`, of the statement that is or contains the one at `at`; none if that stands elsewhere.
    pub fn lift(&self, at: Position, block: BlockNumber) -> Option<usize> {
        let mut at = at;
        while at.block != block {
            at = self.blocks[at.block].parent?;
        }
        Some(at.index)
    }

    /// The blocks around a block, itself first.
    pub fn around(&self, block: BlockNumber) -> impl Iterator<Item = BlockNumber> {
        let parent = |block: &BlockNumber| self.blocks[*block].parent.map(|at| at.block);
        std::iter::successors(Some(block), parent)
    }

    /// The innermost block that contains both.
    pub fn common(&self, first: BlockNumber, second: BlockNumber) -> BlockNumber {
        let outer: BTreeSet<BlockNumber> = self.around(first).collect();
        self.around(second)
            .find(|block| outer.contains(block))
            .expect("the body contains all")
    }

    /// The block that contains the outermost loop around a block, or the block if none is around it.
    pub fn outside_loops(&self, block: BlockNumber) -> BlockNumber {
        let bodies = self
            .around(block)
            .filter(|&inner| self.blocks[inner].is_loop_body);
        match bodies.last() {
            Some(body) => {
                self.blocks[body]
                    .parent
                    .expect("a loop body has a loop")
                    .block
            }
            None => block,
        }
    }
}

struct Builder<'a, 's> {
    function: &'a Function,
    summaries: &'s Summaries,
}

impl<'a> Builder<'a, '_> {
    fn block(
        &self,
        layout: &mut Layout<'a>,
        block: &'a Block,
        parent: Option<Position>,
        construct: Construct,
    ) {
        let number = layout.blocks.len();
        layout.blocks.push(BlockInfo {
            block,
            parent,
            is_loop_body: construct.is_loop_body,
            label: construct.label,
            effects: Vec::new(),
        });
        for (index, stmt) in block.stmts.iter().enumerate() {
            let at = Position {
                block: number,
                index,
            };
            let effects = self.stmt(layout, stmt, at);
            layout.blocks[number].effects.push(effects);
        }
    }

    fn stmt(&self, layout: &mut Layout<'a>, stmt: &'a Stmt, at: Position) -> Effects {
        stmt.op.for_each_operand(|&value| {
            if self.function.values[value].ty.is_handle() {
                layout.uses[value].push(at);
            }
        });
        if let Op::Get(local) | Op::Set(local, _) = stmt.op {
            layout.mentions[local].push(at);
        }
        if let Op::Set(local, value) = stmt.op {
            layout.assigned[local].push(value);
        }
        let mut effects = simple_effects(self.function, self.summaries, &stmt.op);
        for block in stmt.op.blocks() {
            let number = layout.blocks.len();
            self.block(layout, block, Some(at), construct(&stmt.op));
            for inner in std::mem::take(&mut layout.blocks[number].effects) {
                effects.include(&inner);
                layout.blocks[number].effects.push(inner);
            }
        }
        for &result in &stmt.results {
            if self.function.values[result].ty.is_handle() {
                layout.handles.push((result, at));
            }
        }
        effects
    }
}

/// What an operation is to its blocks.
#[derive(Clone, Copy, Default)]
struct Construct {
    /// Whether they are loop bodies.
    is_loop_body: bool,
    /// What leaves them.
    label: Option<Label>,
}

/// What an operation that has blocks is to them.
fn construct(op: &Op) -> Construct {
    match op {
        Op::For { label, .. } | Op::Loop { label, .. } => Construct {
            is_loop_body: true,
            label: Some(*label),
        },
        Op::Scope { label, .. } => Construct {
            is_loop_body: false,
            label: Some(*label),
        },
        Op::If { .. } | Op::Try { .. } => Construct::default(),
        blockless_op!() => {
            unreachable!("{op:?} has no blocks")
        }
    }
}
