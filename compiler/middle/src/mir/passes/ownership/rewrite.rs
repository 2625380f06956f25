//! Writes the decisions into the function.
//!
//! *Invariant:* blocks are visited in the order in which the layout numbered them.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{BlockNumber, Layout, Position};
use super::plan::{Plan, Transfer};
use crate::base::IndexVec;
use crate::mir::data::*;

/// The function's body with counts made explicit. New values are added to `values`, one new local per handle type of a global to `locals`.
pub fn rewrite(
    function: &Function,
    layout: &Layout<'_>,
    plan: &mut Plan,
    locals: &mut IndexVec<Local, LocalData>,
    values: &mut IndexVec<Value, ValueData>,
) -> Block {
    let mut ends: BTreeMap<Position, Vec<Local>> = BTreeMap::new();
    for (&block, regions) in &plan.regions {
        for region in regions {
            let index = region.last;
            let at = Position { block, index };
            ends.entry(at).or_default().push(region.local);
        }
    }
    let mut rewriter = Rewriter {
        function,
        ends,
        layout,
        plan,
        locals,
        values,
        old_global: Vec::new(),
        next_block: 0,
    };
    rewriter.block(&function.body)
}

struct Rewriter<'a> {
    function: &'a Function,
    /// The locals whose regions end behind a statement.
    ends: BTreeMap<Position, Vec<Local>>,
    layout: &'a Layout<'a>,
    plan: &'a mut Plan,
    locals: &'a mut IndexVec<Local, LocalData>,
    values: &'a mut IndexVec<Value, ValueData>,
    /// A local for the old handle of a global, by type.
    old_global: Vec<(Ty, Local)>,
    next_block: BlockNumber,
}

/// Statements under construction at one place of the source.
struct Output {
    stmts: Vec<Stmt>,
    loc: Loc,
}

impl Output {
    fn push(&mut self, op: Op) {
        self.push_with(op, Vec::new());
    }

    fn push_with(&mut self, op: Op, results: Vec<Value>) {
        let loc = self.loc;
        self.stmts.push(Stmt { op, results, loc });
    }
}

impl Rewriter<'_> {
    fn block(&mut self, block: &Block) -> Block {
        let number = self.next_block;
        self.next_block += 1;
        let mut output = Output {
            stmts: Vec::new(),
            loc: self.function.loc,
        };
        for (index, stmt) in block.stmts.iter().enumerate() {
            let at = Position {
                block: number,
                index,
            };
            output.loc = stmt.loc;
            self.stmt(stmt, at, &mut output);
            self.keep_results(stmt, &mut output);
            if self.ends.contains_key(&at) && stmt.op.completes() {
                self.end_regions(at, &mut output);
            }
        }
        Block {
            stmts: output.stmts,
        }
    }

    /// Puts results that need it into their temporaries.
    fn keep_results(&mut self, stmt: &Stmt, output: &mut Output) {
        for &result in &stmt.results {
            let Some(temporary) = self.plan.temporaries.get(&result).copied() else {
                continue;
            };
            if temporary.retain {
                output.push(Op::Retain(result));
            }
            output.push(Op::Set(temporary.local, result));
        }
    }

    /// Releases the locals whose region ends here; one that has just been moved from is null already.
    fn end_regions(&mut self, at: Position, output: &mut Output) {
        let moved = match self.plan.transfers.get(&at) {
            Some(Transfer::From(local)) => Some(*local),
            Some(Transfer::Fresh) | None => None,
        };
        let ending = self.ends.get(&at).into_iter().flatten();
        for local in ending.filter(|local| Some(**local) != moved) {
            output.push(Op::Release(*local));
        }
    }

    fn stmt(&mut self, stmt: &Stmt, at: Position, output: &mut Output) {
        match &stmt.op {
            Op::Set(local, value) if self.plan.owned.contains(local) => {
                self.set(*local, *value, at, output);
            }
            Op::SetGlobal(global, value) if self.values[*value].ty.is_handle() => {
                self.set_global(*global, *value, at, output);
            }
            Op::Return(values) => self.return_(values, at, output),
            Op::Break(label) | Op::Continue(label) => {
                for local in self.left_by_jump(at, *label) {
                    output.push(Op::Release(local));
                }
                output.push(stmt.op.clone());
            }
            Op::If {
                cond,
                then,
                otherwise,
            } => {
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                output.push(Op::If {
                    cond: *cond,
                    then,
                    otherwise,
                });
            }
            Op::Try { body, handler } => {
                let first = self.next_block;
                let body = self.block(body);
                let lost = self.regions_within(first..self.next_block);
                let mut handler = self.block(handler);
                let releases = lost.into_iter().map(|local| Stmt {
                    op: Op::Release(local),
                    results: Vec::new(),
                    loc: stmt.loc,
                });
                handler.stmts.splice(0..0, releases);
                output.push(Op::Try { body, handler });
            }
            Op::For { .. } | Op::Loop { .. } | Op::Scope { .. } => {
                let body = stmt.op.blocks().next().expect("a body");
                let body = self.block(body);
                output.push(with_body(&stmt.op, body));
            }
            Op::Runtime { args, list, .. } if self.plan.lengthened.contains(&at) => {
                let (args, list) = (args.clone(), list.clone());
                let func = RtFn::array_append_own;
                output.push_with(Op::Runtime { func, args, list }, stmt.results.clone());
            }
            other => output.push_with(other.clone(), stmt.results.clone()),
        }
    }

    /// The locals that own handles only inside these blocks: an error there leaves them behind.
    fn regions_within(&self, blocks: std::ops::Range<BlockNumber>) -> BTreeSet<Local> {
        let regions = blocks.filter_map(|block| self.plan.regions.get(&block));
        regions.flatten().map(|region| region.local).collect()
    }

    /// One more owner for a value that is stored at `at`, unless it brings its own.
    fn share(&mut self, value: Value, at: Position, output: &mut Output) {
        if !self.plan.transfers.contains_key(&at) && !self.plan.constants.contains(&value) {
            output.push(Op::Retain(value));
        }
    }

    /// Empties the temporary that a store at `at` has moved from.
    fn finish_transfer(&mut self, at: Position, output: &mut Output) {
        if let Some(Transfer::From(local)) = self.plan.transfers.get(&at).copied() {
            let ty = self.locals[local].ty;
            let null = self.values.push(ValueData { ty });
            output.push_with(Op::Const(Const::Null(ty)), vec![null]);
            output.push(Op::Set(local, null));
        }
    }

    fn set(&mut self, local: Local, value: Value, at: Position, output: &mut Output) {
        self.share(value, at, output);
        if !self.plan.first_sets.contains(&at) {
            output.push(Op::Release(local));
        }
        output.push(Op::Set(local, value));
        self.finish_transfer(at, output);
    }

    fn set_global(&mut self, global: GlobalId, value: Value, at: Position, output: &mut Output) {
        self.share(value, at, output);
        let ty = self.values[value].ty;
        let holder = self.old_global_holder(ty);
        let old = self.values.push(ValueData { ty });
        output.push_with(Op::GetGlobal(global), vec![old]);
        output.push(Op::Set(holder, old));
        output.push(Op::SetGlobal(global, value));
        output.push(Op::Release(holder));
        self.finish_transfer(at, output);
    }

    fn old_global_holder(&mut self, ty: Ty) -> Local {
        if let Some((_, local)) = self.old_global.iter().find(|(known, _)| *known == ty) {
            return *local;
        }
        let local = self.locals.push(LocalData {
            ty,
            name: None,
            loc: self.function.loc,
            kept: None,
        });
        self.plan.owned.insert(local);
        self.old_global.push((ty, local));
        local
    }

    fn return_(&mut self, values: &[Value], at: Position, output: &mut Output) {
        let active = self.active_around(at, self.layout.around(at.block).collect());
        let mut moved = BTreeSet::new();
        for &value in values {
            if !self.values[value].ty.is_handle() || self.plan.returned.contains(&value) {
                continue;
            }
            let holder = self.plan.holders.get(&value).copied();
            let moves = holder.is_some_and(|local| active.contains(&local) && moved.insert(local));
            if !moves && !self.plan.constants.contains(&value) {
                output.push(Op::Retain(value));
            }
        }
        for local in active.difference(&moved) {
            output.push(Op::Release(*local));
        }
        output.push(Op::Return(values.to_vec()));
    }

    /// The locals whose regions a jump to `label` leaves.
    fn left_by_jump(&self, at: Position, label: Label) -> BTreeSet<Local> {
        let mut left = Vec::new();
        for block in self.layout.around(at.block) {
            left.push(block);
            if self.layout.blocks[block].label == Some(label) {
                break;
            }
        }
        self.active_around(at, left)
    }

    /// The locals of these blocks that may hold a handle at the statement.
    fn active_around(&self, at: Position, blocks: Vec<BlockNumber>) -> BTreeSet<Local> {
        let mut active = BTreeSet::new();
        for block in blocks {
            let index = self
                .layout
                .lift(at, block)
                .expect("a block around the statement");
            let regions = self.plan.regions.get(&block).into_iter().flatten();
            let open = regions.filter(|region| (region.first..=region.last).contains(&index));
            active.extend(open.map(|region| region.local));
        }
        active
    }
}

/// A loop or scope with another body.
fn with_body(op: &Op, body: Block) -> Op {
    let mut op = op.clone();
    *op.blocks_mut().next().expect("a body") = body;
    op
}
