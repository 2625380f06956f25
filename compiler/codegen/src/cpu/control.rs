//! Structured control flow.
//!
//! Where one of two ways leaves a loop, it is the first of a branch. Cranelift visits the other one first then, and moves what does not change
//! out of the loop; after a way that leaves, it takes the loop for ended.
//!
//! *Invariant:* behind a construct the builder stands in a fresh block, even where control cannot reach it.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use super::function::{Flow, FunctionCompiler, Targets};
use crate::mir::{Block, Const, Label, Op, Value};

impl<'p> FunctionCompiler<'_, 'p> {
    /// One of two blocks.
    pub fn if_else(&mut self, cond: Value, then: &'p Block, otherwise: &'p Block) -> Flow {
        let cond = self.value(cond);
        let (yes, behind) = (self.builder.create_block(), self.builder.create_block());
        let no = if otherwise.stmts.is_empty() {
            behind
        } else {
            self.builder.create_block()
        };
        self.builder.ins().brif(cond, yes, &[], no, &[]);
        self.branch(yes, then, behind);
        if no != behind {
            self.branch(no, otherwise, behind);
        }
        self.enter(behind);
        Flow::Next
    }

    /// A block's statements, then on to `behind`.
    fn branch(&mut self, start: ir::Block, body: &'p Block, behind: ir::Block) {
        self.enter(start);
        if self.block(body) == Flow::Next {
            self.jump(behind);
        }
    }

    /// A counted loop. It counts in 64 bits, where nothing overflows.
    pub fn counted_loop(&mut self, op: &'p Op) -> Flow {
        let Op::For {
            label,
            index,
            start,
            stop,
            step,
            body,
            ..
        } = op
        else {
            panic!("only counted loops come here");
        };
        let place = self.place();
        let [first, last, stride] = [*start, *stop, *step].map(|bound| self.widened(bound));
        let [head, inside, next, behind] = [(); 4].map(|()| self.builder.create_block());
        let at = self.builder.append_block_param(head, types::I64);
        self.open_label(
            *label,
            Targets {
                leave: behind,
                next: Some(next),
            },
        );
        self.builder.ins().jump(head, &[first.into()]);
        self.builder.switch_to_block(head);
        let ends = self.ends(at, last, stride, *step);
        self.builder.ins().brif(ends, behind, &[], inside, &[]);
        self.enter(inside);
        let narrow = self.builder.ins().ireduce(types::I32, at);
        self.define(*index, narrow);
        let counts = |value| matches!(self.known(value), Some(Const::I32(0..)));
        if counts(*start) && counts(*step) {
            self.begin_counter(*index, at);
        }
        if self.block(body) == Flow::Next {
            self.jump(next);
        }
        self.enter(next);
        self.set_loc(place);
        let after = self.builder.ins().iadd(at, stride);
        self.builder.ins().jump(head, &[after.into()]);
        self.builder.seal_block(head);
        self.finish_ways(*label);
        self.enter(behind);
        Flow::Next
    }

    fn widened(&mut self, value: Value) -> ir::Value {
        let value = self.value(value);
        self.builder.ins().sextend(types::I64, value)
    }

    /// Whether a loop's counter has passed its last value; always with a zero step.
    fn ends(
        &mut self,
        at: ir::Value,
        last: ir::Value,
        stride: ir::Value,
        step: Value,
    ) -> ir::Value {
        let above = IntCC::SignedGreaterThan;
        let below = IntCC::SignedLessThan;
        match self.known(step) {
            Some(Const::I32(1..)) => self.builder.ins().icmp(above, at, last),
            Some(Const::I32(..=-1)) => self.builder.ins().icmp(below, at, last),
            Some(
                Const::I32(0)
                | Const::Bool(_)
                | Const::I64(_)
                | Const::F32(_)
                | Const::F64(_)
                | Const::Str(_)
                | Const::Null(_)
                | Const::OnGpu,
            )
            | None => {
                let rises = self.builder.ins().icmp_imm_s(above, stride, 0);
                let stands = self.builder.ins().icmp_imm_s(IntCC::Equal, stride, 0);
                let above = self.builder.ins().icmp(above, at, last);
                let below = self.builder.ins().icmp(below, at, last);
                let passed = self.builder.ins().select(rises, above, below);
                self.builder.ins().bor(passed, stands)
            }
        }
    }

    /// A loop that only a jump leaves.
    pub fn endless_loop(&mut self, label: Label, body: &'p Block) -> Flow {
        let (head, behind) = (self.builder.create_block(), self.builder.create_block());
        self.open_label(
            label,
            Targets {
                leave: behind,
                next: Some(head),
            },
        );
        self.jump(head);
        self.builder.switch_to_block(head);
        if self.block(body) == Flow::Next {
            self.jump(head);
        }
        self.builder.seal_block(head);
        self.finish_ways(label);
        self.enter(behind);
        Flow::Next
    }

    /// A block that a jump can leave.
    pub fn scope(&mut self, label: Label, body: &'p Block) -> Flow {
        let (inside, behind) = (self.builder.create_block(), self.builder.create_block());
        self.open_label(
            label,
            Targets {
                leave: behind,
                next: None,
            },
        );
        self.jump(inside);
        self.branch(inside, body, behind);
        self.finish_ways(label);
        self.enter(behind);
        Flow::Next
    }

    /// The next iteration of a loop.
    pub fn continue_loop(&mut self, label: Label) -> Flow {
        self.mark_jump();
        let next = self.targets(label).next.expect("only loops are continued");
        self.jump(next)
    }

    /// Leaves the function with its results.
    pub fn return_values(&mut self, values: &[Value]) -> Flow {
        let results = self.values(values);
        self.return_status_ok(&results);
        Flow::Ended
    }
}
