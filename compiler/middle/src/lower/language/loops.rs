//! Loops.
//!
//! Layer: `language`.
//!
//! *Invariant:* what a `for` loop runs over is evaluated once, before it.

use std::collections::BTreeSet;

use crate::hir::{Expr, LoopAttributes, Sequence, Stmt, VarId};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::Operand;
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::{FunctionLowering, LoopExits, Slot};
use crate::lower::frame::language::Language;
use crate::lower::memory::storage::inside;
use crate::lower::tree::counting::{Counting, counting};
use crate::lower::tree::expression::array_type;
use crate::lower::tree::operator::accumulator_op;
use crate::lower::tree::whole::{LARGEST_WHOLE, Reach, variables_to_ask};
use crate::mir::{
    BinaryOp as MirBinary, Block, CompareOp, ForHeader, ListEntry, LoopDirective, LoopRange, Op,
    RtFn, Ty, UnaryOp as MirUnary, Value,
};

/// What a loop repeats, and on how many devices its launches take turns.
#[derive(Clone, Copy)]
struct LoopBody<'b> {
    stmts: &'b [Stmt],
    devices: i32,
}

impl FunctionLowering<'_, '_> {
    /// The innermost loop around the current statement.
    pub(in crate::lower) fn innermost_loop(&self) -> &LoopExits {
        self.frame()
            .loops
            .last()
            .expect("break and continue stand in a loop")
    }

    /// `for var = sequence`. Where variables of type scalar decide whether its indices are whole numbers, it is lowered for those that are,
    /// with integers, and for others as it stands.
    pub(in crate::lower) fn for_loop(
        &mut self,
        var: VarId,
        sequence: &Sequence,
        body: &[Stmt],
        attributes: &LoopAttributes,
    ) -> Lowered<()> {
        let mut asked = match self.frame().fractional {
            true => BTreeSet::new(),
            false => variables_to_ask(var, sequence, body),
        };
        asked.retain(|var| !self.frame().whole.contains_key(var));
        if asked.is_empty() {
            return self.plain_for_loop(var, sequence, body, attributes);
        }
        let mut all_whole = self.bool(true);
        let mut found = Vec::new();
        for var in asked {
            let number = self.read_variable(var).number().real();
            let (whole, is_whole) = self.as_whole(number);
            all_whole = self.binary(MirBinary::And, all_whole, is_whole);
            found.push((var, (whole, Reach::ASKED)));
        }
        let bound = self.bound_variables();
        let (whole, first) = self.block(|s| {
            let before = s.frame().whole.clone();
            s.frame_mut().whole.extend(found);
            let done = s.plain_for_loop(var, sequence, body, attributes);
            s.frame_mut().whole = before;
            done
        });
        self.forget_variables_bound_since(&bound);
        let (other, second) = self.block(|s| {
            s.frame_mut().fractional = true;
            let done = s.plain_for_loop(var, sequence, body, attributes);
            s.frame_mut().fractional = false;
            done
        });
        self.forget_variables_bound_since(&bound);
        self.push_if(all_whole, whole, other);
        first.and(second)
    }

    /// The variables that stand for a value of the current block.
    fn bound_variables(&self) -> BTreeSet<VarId> {
        let slots = self.frame().slots.iter();
        let bound = slots.filter(|(_, slot)| matches!(slot, Slot::Bound(_) | Slot::Slice(..)));
        bound.map(|(var, _)| *var).collect()
    }

    /// Forgets those that stand for a value of a block that has ended.
    fn forget_variables_bound_since(&mut self, before: &BTreeSet<VarId>) {
        let kept = |var: &VarId, slot: &mut Slot| {
            !matches!(slot, Slot::Bound(_) | Slot::Slice(..)) || before.contains(var)
        };
        self.frame_mut().slots.retain(kept);
    }

    fn plain_for_loop(
        &mut self,
        var: VarId,
        sequence: &Sequence,
        body: &[Stmt],
        attributes: &LoopAttributes,
    ) -> Lowered<()> {
        let directive = self.directive(attributes);
        let body = LoopBody {
            stmts: body,
            devices: attributes.devices,
        };
        match sequence {
            Sequence::IntRange { start, step, stop } => {
                let start = self.eval_value(start)?;
                let step = self.optional_step(step.as_ref(), start)?;
                let stop = self.eval_value(stop)?;
                let range = LoopRange { start, step, stop };
                self.counted(var, range, directive, body, |_, index| {
                    Operand::Number(index.into())
                });
            }
            Sequence::ScalarRange { start, step, stop }
                if self.is_whole(start) && step.as_ref().is_none_or(|step| self.is_whole(step)) =>
            {
                let range = self.whole_range(start, step.as_ref(), stop)?;
                let id = self.frame().id;
                let only = self.program.summaries.of(id).loop_only.contains(&var);
                let before = self.frame().whole.clone();
                let reach = self.reach(start).zip(self.reach(stop));
                let open = match step {
                    None => Reach::COUNTED,
                    Some(_) => Reach::INT,
                };
                let reach = reach.map_or(open, |(start, stop)| start.either(stop));
                self.counted(var, range, directive, body, |s, index| {
                    if only {
                        s.frame_mut().whole.insert(var, (index, reach));
                    }
                    Operand::Number(s.as_scalar(index).into())
                });
                self.frame_mut().whole = before;
            }
            Sequence::ScalarRange { start, step, stop } => {
                let start = self.eval_value(start)?;
                let step = self.optional_step(step.as_ref(), start)?;
                let stop = self.eval_value(stop)?;
                let inside = self.wants_registers();
                let range = self.index_range(|s| s.scalar_count([start, step, stop], inside));
                self.counted(var, range, directive, body, |s, index| {
                    let index = s.as_scalar(index);
                    Operand::Number(s.index_step(index, step, start).into())
                });
            }
            Sequence::Elements(array) => {
                self.for_elements(var, array, directive, body)?;
            }
        }
        Ok(())
    }

    /// The range of a loop over scalars that start with a whole number and are whole numbers apart.
    fn whole_range(
        &mut self,
        start: &Expr,
        step: Option<&Expr>,
        stop: &Expr,
    ) -> Lowered<LoopRange> {
        let first = self.whole_number(start)?;
        let step = match step {
            Some(step) => self.whole_number(step)?,
            None => self.int(1),
        };
        if self.is_whole(stop) {
            let stop = self.whole_number(stop)?;
            return Ok(LoopRange {
                start: first,
                step,
                stop,
            });
        }
        let stop = self.eval_value(stop)?;
        let (from, by) = (self.as_scalar(first), self.as_scalar(step));
        let inside = self.wants_registers();
        let count = self.scalar_count([from, by, stop], inside);
        let one = self.int(1);
        let steps = self.sub(count, one);
        let stop = self.step(steps, step, first);
        Ok(LoopRange {
            start: first,
            step,
            stop,
        })
    }

    fn for_elements(
        &mut self,
        var: VarId,
        array: &Expr,
        directive: LoopDirective,
        body: LoopBody<'_>,
    ) -> Lowered<()> {
        match self.eval(array)? {
            Operand::Small(small) => {
                let range = self.index_range(|s| s.int(small.len() as i32));
                self.counted(var, range, directive, body, |s, index| {
                    s.pick(&small.elements, index).into()
                });
            }
            operand => {
                let (elem, span) = (array_type(&array.ty).elem, array.span);
                let array = self.materialize(operand, array.span)?;
                let range = self.index_range(|s| s.numel(array));
                self.counted(var, range, directive, body, |s, index| {
                    let ty = s.var(var).ty.clone();
                    let access = inside(array, index);
                    s.load_typed(access, elem, &ty, span)
                        .expect("the elements of an array can be read")
                });
            }
        }
        Ok(())
    }

    fn optional_step(&mut self, step: Option<&Expr>, start: Value) -> Lowered<Value> {
        match step {
            Some(step) => self.eval_value(step),
            None => Ok(self.number_like(start, 1.0)),
        }
    }

    /// A counted loop whose variable takes `value(index)`.
    fn counted(
        &mut self,
        var: VarId,
        range: LoopRange,
        directive: LoopDirective,
        LoopBody { stmts, devices }: LoopBody<'_>,
        value: impl FnOnce(&mut Self, Value) -> Operand,
    ) {
        let place = self.loc();
        let (label, index) = (self.label(), self.value(Ty::I32));
        let name = Some(self.var(var).name.clone());
        let exits = LoopExits {
            break_to: label,
            continue_with: Op::Continue(label),
            serial: directive.force_serial,
        };
        let (mut body, ()) = self.block(|s| {
            let value = value(s, index);
            s.bind_loop_variable(var, value);
            s.loop_body(exits, stmts);
        });
        self.set_loc(place);
        let takes_turns = devices > 1 && has_launch(&body);
        if takes_turns {
            let turn = self.take_turns(devices);
            body.stmts.splice(0..0, turn.stmts);
        }
        self.push_for(
            ForHeader {
                label,
                index,
                range,
                directive,
                name,
            },
            body,
        );
        if takes_turns {
            let nobody = self.int(-1);
            self.runtime0(RtFn::device_select, &[nobody], &[]);
        }
    }

    fn bind_loop_variable(&mut self, var: VarId, value: Operand) {
        let id = self.frame().id;
        let loop_only = self.program.summaries.of(id).loop_only.contains(&var);
        if loop_only && !self.keeps_variables() {
            self.frame_mut().slots.insert(var, Slot::Bound(value));
            return;
        }
        let span = self.var(var).span;
        self.set_variable(var, value, span)
            .expect("a loop variable is a number or a string");
    }

    fn loop_body(&mut self, exits: LoopExits, body: &[Stmt]) {
        self.frame_mut().loops.push(exits);
        self.stmts(body);
        self.frame_mut().loops.pop();
    }

    /// `while cond`; one that counts is a loop over a range, behind which its variable has the value that ends it.
    pub(in crate::lower) fn while_loop(&mut self, cond: &Expr, body: &[Stmt]) -> Lowered<()> {
        match counting(cond, body) {
            Some(counting) if !self.keeps_variables() && !self.looks_for_overflow() => {
                self.counting_loop(&counting)
            }
            _ => self.plain_while_loop(cond, body),
        }
    }

    fn counting_loop(&mut self, counting: &Counting<'_>) -> Lowered<()> {
        let first = self.read_variable(counting.var).number().real();
        let bound = self.eval_value(counting.bound)?;
        let (one, step) = (self.int(1), self.int(counting.step));
        let up = counting.step > 0;
        let stop = match (counting.inclusive, up) {
            (true, _) => bound,
            (false, true) => self.sub(bound, one),
            (false, false) => self.add(bound, one),
        };
        let range = LoopRange {
            start: first,
            step,
            stop,
        };
        let body = LoopBody {
            stmts: counting.body,
            devices: 1,
        };
        let directive = LoopDirective {
            force_serial: self.hosted,
            fractional: self.frame().fractional,
            ..LoopDirective::default()
        };
        self.counted(counting.var, range, directive, body, |_, index| {
            Operand::Number(index.into())
        });
        let some = match (counting.inclusive, up) {
            (true, true) => self.compare(CompareOp::Le, first, bound),
            (true, false) => self.compare(CompareOp::Ge, first, bound),
            (false, true) => self.compare(CompareOp::Lt, first, bound),
            (false, false) => self.compare(CompareOp::Gt, first, bound),
        };
        let distance = self.sub(stop, first);
        let steps = match counting.step {
            1 => distance,
            _ => self.binary(MirBinary::IntDiv, distance, step),
        };
        let count = self.add(steps, one);
        let beyond = self.step(count, step, first);
        let last = self.select(some, beyond, first);
        let span = self.var(counting.var).span;
        self.set_variable(counting.var, Operand::Number(last.into()), span)?;
        Ok(())
    }

    fn plain_while_loop(&mut self, cond: &Expr, body: &[Stmt]) -> Lowered<()> {
        let place = self.loc();
        let label = self.label();
        let exits = LoopExits {
            break_to: label,
            continue_with: Op::Continue(label),
            serial: false,
        };
        let (body, result) = self.block(|s| -> Lowered<()> {
            let cond = s.condition(cond)?;
            let (leave, ()) = s.block(|s| s.break_(label));
            s.push_if(cond, Block::default(), leave);
            s.loop_body(exits, body);
            Ok(())
        });
        self.set_loc(place);
        self.push(Op::Loop { label, body }, Vec::new());
        result
    }

    /// `repeat … until cond`: the body stands in a scope, so that `continue` goes on with the condition.
    pub(in crate::lower) fn repeat_loop(&mut self, body: &[Stmt], until: &Expr) -> Lowered<()> {
        let place = self.loc();
        let (label, scope) = (self.label(), self.label());
        let exits = LoopExits {
            break_to: label,
            continue_with: Op::Break(scope),
            serial: false,
        };
        let (body, result) = self.block(|s| -> Lowered<()> {
            let (inner, ()) = s.block(|s| s.loop_body(exits, body));
            s.push_scope(scope, inner);
            s.at(until.span);
            let cond = s.condition(until)?;
            let (leave, ()) = s.block(|s| s.break_(label));
            s.push_if(cond, leave, Block::default());
            Ok(())
        });
        self.set_loc(place);
        self.push(Op::Loop { label, body }, Vec::new());
        result
    }

    fn directive(&self, attributes: &LoopAttributes) -> LoopDirective {
        LoopDirective {
            force_parallel: attributes.parallel,
            // A kernel is what runs in parallel, also where it runs as host code.
            force_serial: attributes.serial || self.hosted,
            fractional: self.frame().fractional,
            private: attributes.private.clone(),
            reductions: attributes
                .reductions
                .iter()
                .filter_map(|(name, op)| Some((name.clone(), accumulator_op(*op)?)))
                .collect(),
            accumulators: attributes.accumulators.clone(),
            expression: false,
            independent: false,
        }
    }
}

impl Emitter<'_, '_> {
    /// Start, step and stop of the indices below a count.
    fn index_range(&mut self, count: impl FnOnce(&mut Self) -> Value) -> LoopRange {
        let count = count(self);
        let (zero, one) = (self.int(0), self.int(1));
        let last = self.sub(count, one);
        LoopRange {
            start: zero,
            step: one,
            stop: last,
        }
    }

    /// A float as an int, and whether it is that int, and not too large.
    fn as_whole(&mut self, number: Value) -> (Value, Value) {
        let whole = self.convert(number, Ty::I32);
        let again = self.as_scalar(whole);
        let same = self.compare(CompareOp::Eq, again, number);
        let (least, most) = (self.int(-LARGEST_WHOLE), self.int(LARGEST_WHOLE));
        let above = self.compare(CompareOp::Gt, whole, least);
        let below = self.compare(CompareOp::Lt, whole, most);
        let small = self.binary(MirBinary::And, above, below);
        (whole, self.binary(MirBinary::And, same, small))
    }

    /// How many values a range of scalars has: floor((stop-start)/step + 1e-6) + 1, in double precision. What has no number of values is an
    /// error on the host; in kernels it has none. Outside of loops the runtime counts, whose error tells the values.
    fn scalar_count(&mut self, [start, step, stop]: [Value; 3], inside: bool) -> Value {
        let [start, step, stop] = [start, step, stop].map(|value| self.convert(value, Ty::F64));
        if !inside {
            let count = self.runtime1(RtFn::range_count, &[start, step, stop], &[], Ty::I64);
            return self.convert(count, Ty::I32);
        }
        let distance = self.sub(stop, start);
        let quotient = self.binary(MirBinary::Div, distance, step);
        if self.kernel.is_none() {
            self.require_number_of_values(quotient);
        }
        let tolerance = self.number_like(quotient, 1e-6);
        let sum = self.add(quotient, tolerance);
        let whole = self.unary(MirUnary::Floor, sum);
        let whole = self.convert(whole, Ty::I32);
        let one = self.int(1);
        self.add(whole, one)
    }

    /// Raises where a number of steps is infinite or no number.
    fn require_number_of_values(&mut self, steps: Value) {
        let difference = self.sub(steps, steps);
        let zero = self.number_like(steps, 0.0);
        let finite = self.compare(CompareOp::Eq, difference, zero);
        let wrong = self.not(finite);
        self.when(wrong, |s| {
            let code = s.int(quasar_abi::RtError::InvalidArgument.code());
            let texts = ["range", "its bounds and its step give no number of values"];
            let entries = texts.map(|text| ListEntry::Value(s.text(text)));
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
    }

    /// What begins each iteration of a loop whose iterations take turns on devices.
    fn take_turns(&mut self, devices: i32) -> Block {
        let first = self.int(0);
        let turn = self.local_with(None, first);
        let (block, ()) = self.block(|s| {
            let device = s.get(turn);
            s.runtime0(RtFn::device_select, &[device], &[]);
            let (one, count, zero) = (s.int(1), s.int(devices), s.int(0));
            let next = s.add(device, one);
            let is_inside = s.compare(CompareOp::Lt, next, count);
            let next = s.select(is_inside, next, zero);
            s.set(turn, next);
        });
        block
    }
}

/// Whether a block launches kernels.
fn has_launch(block: &Block) -> bool {
    let mut found = false;
    block.for_each_stmt(&mut |stmt| found |= matches!(stmt.op, Op::Launch(_)));
    found
}
