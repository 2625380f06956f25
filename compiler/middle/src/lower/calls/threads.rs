//! Builtins of kernels about threads: groups and their members, barriers, sizes of blocks.
//!
//! Layer: `calls`.
//!
//! *Invariant:* a builtin for threads that act together marks the kernel so, or reports that it cannot stand there.

use crate::builtins::groups::{MEMBERS, MemberOp};
use crate::hir::{Expr, ExprKind};
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::mir::{Op, Together, Value};
use crate::types::Type;

/// What is asked of blocks of threads.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum BlockQuery {
    /// `max_block_size`: the largest block.
    Largest,
    /// `opt_block_size`: the block that suits.
    Optimal,
    /// `opt_block_cnt`: how many blocks cover a launch.
    Count,
}

impl FunctionLowering<'_, '_> {
    /// `max_block_size`, `opt_block_size` and `opt_block_cnt`.
    pub(in crate::lower) fn block_query(
        &mut self,
        expr: &Expr,
        query: BlockQuery,
        args: &[Expr],
    ) -> Lowered<Operand> {
        let sizes: Lowered<Vec<Value>> = args.iter().map(|size| self.eval_value(size)).collect();
        let sizes = sizes?;
        let values = match query {
            BlockQuery::Largest => self.largest_block(&sizes),
            BlockQuery::Optimal => self.optimal_block(&sizes),
            BlockQuery::Count => {
                let (block, dims) = sizes.split_at(sizes.len() / 2);
                let counts = self.block_counts(dims, block);
                self.fitting_counts(&counts, block)
            }
        };
        Ok(match expr.ty.as_array() {
            None => Number::Real(values[0]).into(),
            Some(ty) => Operand::Small(Small {
                ty: ty.clone(),
                elements: values.into_iter().map(Number::Real).collect(),
            }),
        })
    }

    /// A property or method: the number of its row, the group, its arguments.
    pub(in crate::lower) fn group_builtin(
        &mut self,
        expr: &Expr,
        args: &[Expr],
    ) -> Lowered<Operand> {
        let [row, group, args @ ..] = args else {
            panic!("{expr:?} has no group");
        };
        let (ExprKind::Int(row), Type::Group(kind)) = (&row.kind, &group.ty) else {
            panic!("{expr:?} is no member of a group");
        };
        let kind = *kind;
        self.group_grid(expr.span)?;
        let tile = self.eval(group)?;
        let op = MEMBERS[*row as usize].op;
        Ok(match op {
            MemberOp::ThreadIndex => int_operand(self.thread_index(kind, tile)),
            MemberOp::Size => int_operand(self.group_size(kind, tile)),
            MemberOp::ActiveMask => int_operand(self.active_mask(kind, tile)),
            MemberOp::Sync => self.group_barrier(kind, tile),
            MemberOp::Partition => {
                let size = self.eval_value(&args[0])?;
                int_operand(self.partition(kind, tile, size))
            }
            MemberOp::Shuffle
            | MemberOp::ShuffleUp
            | MemberOp::ShuffleDown
            | MemberOp::ShuffleXor => {
                let value = self.eval(&args[0])?;
                let by = self.eval_value(&args[1])?;
                let mask = self.group_mask(kind, tile);
                let lane = self.source_lane(op, mask, by);
                self.shuffled(&expr.ty, value, mask, lane)
            }
            MemberOp::All | MemberOp::Any | MemberOp::Ballot => {
                let cond = self.condition(&args[0])?;
                let mask = self.group_mask(kind, tile);
                int_operand(self.vote(op, mask, cond))
            }
            MemberOp::MatchAny | MemberOp::MatchAll => {
                let value = self.eval(&args[0])?.number();
                let mask = self.group_mask(kind, tile);
                int_operand(self.matching(op, mask, value))
            }
        })
    }

    /// `syncthreads` and `memfence`.
    pub(in crate::lower) fn together_builtin(
        &mut self,
        expr: &Expr,
        together: Together,
    ) -> Lowered<Operand> {
        self.act_together(expr.span)?;
        self.emit(Op::Together(together), &[]);
        Ok(Operand::Nothing)
    }
}

fn int_operand(value: Value) -> Operand {
    Operand::Number(Number::Real(value))
}
