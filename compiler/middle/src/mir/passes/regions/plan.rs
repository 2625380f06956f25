//! The plan of a divided kernel: what the host does, what parts do, in which order.
//!
//! *Invariant:* every statement of the kernel stands in exactly one step, in the kernel's order.

use std::collections::{BTreeMap, BTreeSet};

use super::uniform::{Uniform, label_of};
use crate::mir::data::*;

/// One step.
#[derive(Debug)]
pub(super) enum Step {
    /// An operation of the host: its operands are the same for all threads.
    Host(Stmt),
    /// Statements that every thread runs by itself.
    Part(Vec<Stmt>),
    /// Threads wait for each other; tells which.
    Barrier(BarrierScope, Loc),
    /// A shared array comes into being.
    Shared(Local, Vec<Value>, Loc),
    /// Threads of a warp exchange something.
    Collective {
        op: Collective,
        args: Vec<Value>,
        result: Value,
        loc: Loc,
    },
    /// Two ways.
    If {
        cond: Value,
        then: Vec<Step>,
        otherwise: Vec<Step>,
    },
    /// A construct with a label; the operation is a `For`, `Loop` or `Scope` without its body.
    Labelled(Op, Vec<Step>),
    /// A jump: `Break`, `Continue` or `Return`; whether only some of the threads take it.
    Jump(Op, bool),
}

/// The plan with what is known of values.
pub(super) struct Plan {
    /// The steps.
    pub(super) steps: Vec<Step>,
    /// What is the same for all threads.
    pub(super) uniform: Uniform,
    /// The operations that define values outside of parts, and those that parts can repeat.
    pub(super) definitions: BTreeMap<Value, Op>,
    /// Values and variables that lie in an array with an element per thread.
    pub(super) spilled: BTreeSet<Value>,
    /// As `spilled`.
    pub(super) spilled_locals: BTreeSet<Local>,
}

impl Plan {
    /// The plan of a prepared kernel.
    pub(super) fn of(function: &Function, kernel: &KernelData) -> Plan {
        let uniform = Uniform::of(function, kernel);
        let mut planner = Planner {
            repeatable: kernel.position.iter().copied().collect(),
            definitions: BTreeMap::new(),
            uniform,
        };
        let steps = planner.steps(&function.body, false);
        let mut plan = Plan {
            steps: Vec::new(),
            uniform: planner.uniform,
            definitions: planner.definitions,
            spilled: BTreeSet::new(),
            spilled_locals: BTreeSet::new(),
        };
        let mut lives = Lives::default();
        lives.steps(&steps, false, &mut 0);
        let accumulators = kernel.accumulators.iter().map(|item| item.local).collect();
        plan.spill(lives, &planner.repeatable, &accumulators);
        plan.steps = steps;
        plan
    }

    fn spill(
        &mut self,
        lives: Lives,
        repeatable: &BTreeSet<Value>,
        accumulators: &BTreeSet<Local>,
    ) {
        for value in lives.crossing {
            if self.uniform.varying.contains(&value) && !repeatable.contains(&value) {
                self.spilled.insert(value);
            }
        }
        for (local, life) in lives.locals {
            let varies = self.uniform.varying_locals.contains(&local);
            let lasts = life.parts.len() > 1 || life.again;
            if varies && lasts && !accumulators.contains(&local) {
                self.spilled_locals.insert(local);
            }
        }
    }
}

/// Makes the steps.
struct Planner {
    uniform: Uniform,
    definitions: BTreeMap<Value, Op>,
    /// Varying values that every part can compute anew.
    repeatable: BTreeSet<Value>,
}

impl Planner {
    fn steps(&mut self, block: &Block, apart: bool) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut part = Vec::new();
        for stmt in &block.stmts {
            if self.runs_on_host(&stmt.op) {
                if let Op::Set(local, _) = stmt.op
                    && reads(&part, local)
                {
                    flush(&mut part, &mut steps);
                }
                self.note(stmt);
                steps.push(Step::Host(stmt.clone()));
            } else if self.divides(&stmt.op) {
                flush(&mut part, &mut steps);
                self.step(stmt, apart, &mut steps);
            } else if self.is_repeatable(&stmt.op) {
                self.note(stmt);
                self.repeatable.extend(&stmt.results);
            } else {
                part.push(stmt.clone());
            }
        }
        flush(&mut part, &mut steps);
        steps
    }

    fn note(&mut self, stmt: &Stmt) {
        for &result in &stmt.results {
            self.definitions.insert(result, stmt.op.clone());
        }
    }

    fn runs_on_host(&self, op: &Op) -> bool {
        match op {
            Op::Get(local) | Op::Set(local, _) => !self.uniform.varying_locals.contains(local),
            op => op.is_pure() && !self.uniform.reads_varying(op),
        }
    }

    fn divides(&self, op: &Op) -> bool {
        op.is_terminator()
            || matches!(op, Op::Together(_))
            || (op.is_compound() && self.uniform.is_divided(op))
    }

    /// Pure operations on repeatable and uniform values, but expensive ones.
    fn is_repeatable(&self, op: &Op) -> bool {
        let mut all = op.is_pure() && !matches!(op, Op::Math(..));
        op.for_each_operand(|value| {
            all &= self.repeatable.contains(value) || !self.uniform.varying.contains(value);
        });
        all
    }

    fn step(&mut self, stmt: &Stmt, apart: bool, steps: &mut Vec<Step>) {
        let step = match &stmt.op {
            Op::Together(Together::Barrier(scope)) => Step::Barrier(*scope, stmt.loc),
            // The end of a part is a fence.
            Op::Together(Together::Fence) => return,
            Op::Together(Together::Shared { local, dims, .. }) => {
                Step::Shared(*local, dims.clone(), stmt.loc)
            }
            Op::Together(Together::Collective(op, args)) => Step::Collective {
                op: *op,
                args: args.clone(),
                result: stmt.results[0],
                loc: stmt.loc,
            },
            Op::If {
                cond,
                then,
                otherwise,
            } => {
                let apart = apart || self.uniform.varying.contains(cond);
                Step::If {
                    cond: *cond,
                    then: self.steps(then, apart),
                    otherwise: self.steps(otherwise, apart),
                }
            }
            op if op.is_terminator() => Step::Jump(op.clone(), apart),
            op => {
                let label = label_of(op).expect("a construct with a label");
                let apart = apart || self.uniform.divergent.contains(&label);
                let mut op = op.clone();
                let mut body = Block::default();
                for inner in op.blocks_mut() {
                    body = std::mem::take(inner);
                }
                let body = self.steps(&body, apart);
                Step::Labelled(op, body)
            }
        };
        steps.push(step);
    }
}

fn flush(part: &mut Vec<Stmt>, steps: &mut Vec<Step>) {
    if !part.is_empty() {
        steps.push(Step::Part(std::mem::take(part)));
    }
}

/// Whether some statement reads the local.
fn reads(part: &[Stmt], local: Local) -> bool {
    part.iter().any(|stmt| {
        let mut found = stmt.op == Op::Get(local);
        for block in stmt.op.blocks() {
            block.for_each_stmt(&mut |stmt| found |= stmt.op == Op::Get(local));
        }
        found
    })
}

/// What the statements of a part take from outside.
#[derive(Default)]
pub(super) struct Needs {
    /// Values that are defined elsewhere.
    pub(super) values: BTreeSet<Value>,
    /// Variables that are read or assigned.
    pub(super) locals: BTreeSet<Local>,
    /// Variables that are assigned before anything reads them.
    pub(super) fresh: BTreeSet<Local>,
}

impl Needs {
    /// Of statements in their order.
    pub(super) fn of(stmts: &[Stmt]) -> Needs {
        let mut needs = Needs::default();
        let mut defined = BTreeSet::new();
        for stmt in stmts {
            if let Op::Set(local, _) = stmt.op
                && !needs.locals.contains(&local)
            {
                needs.fresh.insert(local);
            }
            needs.stmt(stmt, &mut defined);
        }
        needs.values.retain(|value| !defined.contains(value));
        needs
    }

    fn stmt(&mut self, stmt: &Stmt, defined: &mut BTreeSet<Value>) {
        stmt.op.for_each_operand(|value| {
            self.values.insert(*value);
        });
        if let Op::Get(local) | Op::Set(local, _) = stmt.op {
            self.locals.insert(local);
        }
        defined.extend(&stmt.results);
        if let Op::For { index, .. } = stmt.op {
            defined.insert(index);
        }
        for block in stmt.op.blocks() {
            for stmt in &block.stmts {
                self.stmt(stmt, defined);
            }
        }
    }
}

/// Where a variable is used.
#[derive(Default)]
struct Life {
    parts: BTreeSet<usize>,
    /// Whether a later run of the same part sees what an earlier one left.
    again: bool,
}

/// Which values and variables outlive a part.
#[derive(Default)]
struct Lives {
    crossing: BTreeSet<Value>,
    locals: BTreeMap<Local, Life>,
}

impl Lives {
    fn steps(&mut self, steps: &[Step], in_loop: bool, number: &mut usize) {
        for step in steps {
            match step {
                Step::Part(stmts) => {
                    *number += 1;
                    self.part(stmts, in_loop, *number);
                }
                Step::If {
                    cond,
                    then,
                    otherwise,
                } => {
                    self.crossing.insert(*cond);
                    self.steps(then, in_loop, number);
                    self.steps(otherwise, in_loop, number);
                }
                Step::Labelled(op, body) => {
                    op.for_each_operand(|value| {
                        self.crossing.insert(*value);
                    });
                    if let Op::For { index, .. } = op {
                        self.crossing.insert(*index);
                    }
                    let is_loop = !matches!(op, Op::Scope { .. });
                    self.steps(body, in_loop || is_loop, number);
                }
                Step::Collective { args, result, .. } => {
                    self.crossing.extend(args);
                    self.crossing.insert(*result);
                }
                Step::Host(_) | Step::Barrier(..) | Step::Shared(..) | Step::Jump(..) => {}
            }
        }
    }

    fn part(&mut self, stmts: &[Stmt], in_loop: bool, number: usize) {
        let needs = Needs::of(stmts);
        self.crossing.extend(needs.values);
        for local in needs.locals {
            let life = self.locals.entry(local).or_default();
            life.parts.insert(number);
            life.again |= in_loop && !needs.fresh.contains(&local);
        }
    }
}
