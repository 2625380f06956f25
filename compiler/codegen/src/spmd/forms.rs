//! How whole numbers of a kernel depend on the innermost position and on the iterations of loops: where the next element lies along each.
//!
//! *Invariant:* a factor holds everywhere; but for numbers that are kept within limits, as [`Limits`] says.

use std::collections::BTreeSet;

use crate::base::IndexVec;
use crate::mir::kernel::kernel_data;
use crate::mir::{Access, BinaryOp, Const, Function, Label, Local, Op, UnaryOp, Value};

/// What a number is that `min` or `max` keeps within a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limits {
    /// Itself, as away from the border.
    Away,
    /// Anything.
    Anywhere,
}

/// What an index moves along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Axis {
    /// The innermost position.
    Position,
    /// The iterations of a loop.
    Loop(Label),
}

/// How a whole number depends on the axes. These are few, so that sorted lists serve: most forms have none, and need no memory of their own.
#[derive(Clone, Debug, Default)]
pub(super) struct LinearForm {
    /// It grows by so much per step.
    factors: Vec<(Axis, i64)>,
    /// It depends on these in another way.
    other: Vec<Axis>,
    /// Its value, if it depends on nothing and is known.
    pub(super) constant: Option<i64>,
}

impl LinearForm {
    fn constant(value: i64) -> LinearForm {
        LinearForm {
            constant: Some(value),
            ..LinearForm::default()
        }
    }

    /// By how much it grows per step, if it is known to.
    fn factor(&self, axis: Axis) -> Option<i64> {
        let found = self.factors.binary_search_by_key(&axis, |known| known.0);
        found.ok().map(|at| self.factors[at].1)
    }

    /// By how much it grows per step, to change it.
    fn factor_mut(&mut self, axis: Axis) -> &mut i64 {
        let at = match self.factors.binary_search_by_key(&axis, |known| known.0) {
            Ok(at) => at,
            Err(at) => {
                self.factors.insert(at, (axis, 0));
                at
            }
        };
        &mut self.factors[at].1
    }

    fn add_other(&mut self, axis: Axis) {
        if let Err(at) = self.other.binary_search(&axis) {
            self.other.insert(at, axis);
        }
    }

    fn plus(&self, other: &LinearForm, sign: i64) -> LinearForm {
        let mut sum = self.clone();
        for &(axis, factor) in &other.factors {
            *sum.factor_mut(axis) += sign * factor;
        }
        sum.factors.retain(|known| known.1 != 0);
        other.other.iter().for_each(|axis| sum.add_other(*axis));
        sum.constant = match (self.constant, other.constant) {
            (Some(first), Some(second)) => first.checked_add(sign * second),
            _ => None,
        };
        sum
    }

    fn scaled(&self, by: i64) -> LinearForm {
        let mut product = self.clone();
        product.factors.iter_mut().for_each(|known| known.1 *= by);
        product.factors.retain(|known| known.1 != 0);
        product.constant = self.constant.and_then(|value| value.checked_mul(by));
        product
    }

    /// What it depends on, some of it twice.
    fn axes(&self) -> impl Iterator<Item = Axis> {
        let factors = self.factors.iter().map(|known| known.0);
        factors.chain(self.other.iter().copied())
    }

    /// Whether it depends on an axis.
    pub(super) fn depends_on(&self, axis: Axis) -> bool {
        self.factor(axis).is_some() || self.other.contains(&axis)
    }

    /// Whether it is the same everywhere.
    fn is_steady(&self) -> bool {
        self.factors.is_empty() && self.other.is_empty()
    }
}

/// The forms of a kernel's whole numbers.
pub(super) fn forms(kernel: &Function, limits: Limits) -> IndexVec<Value, LinearForm> {
    let mut sets: IndexVec<Local, u32> = IndexVec::filled(0, kernel.locals.len());
    let mut loops = BTreeSet::new();
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Set(local, _) => sets[*local] += 1,
        Op::For { label, .. } | Op::Loop { label, .. } => {
            loops.insert(*label);
        }
        _ => {}
    });
    let anything = LinearForm {
        other: [Axis::Position]
            .into_iter()
            .chain(loops.into_iter().map(Axis::Loop))
            .collect(),
        ..LinearForm::default()
    };
    let mut forms = IndexVec::filled(LinearForm::default(), kernel.values.len());
    let innermost = *kernel_data(kernel)
        .position
        .last()
        .expect("a kernel has a position");
    *forms[innermost].factor_mut(Axis::Position) = 1;
    let mut locals: IndexVec<Local, Option<LinearForm>> =
        IndexVec::filled(None, kernel.locals.len());
    kernel.body.for_each_stmt(&mut |stmt| {
        let form = match &stmt.op {
            Op::Set(local, value) => {
                let form = match sets[*local] {
                    1 if !kernel.params.contains(local) => forms[*value].clone(),
                    _ => anything.clone(),
                };
                locals[*local] = Some(form);
                return;
            }
            Op::Get(local) => match (sets[*local], &locals[*local]) {
                (0, _) => LinearForm::default(),
                (1, Some(form)) => form.clone(),
                _ => anything.clone(),
            },
            Op::For {
                label,
                index,
                start,
                step,
                ..
            } => {
                let mut form = forms[*start].clone();
                form.constant = None;
                match forms[*step].constant {
                    Some(step) => {
                        *form.factor_mut(Axis::Loop(*label)) = step;
                    }
                    None => {
                        form.add_other(Axis::Loop(*label));
                    }
                }
                forms[*index] = form;
                return;
            }
            op => combined(op, &forms, limits),
        };
        for &result in &stmt.results {
            forms[result] = form.clone();
        }
    });
    forms
}

fn combined(op: &Op, forms: &IndexVec<Value, LinearForm>, limits: Limits) -> LinearForm {
    match op {
        Op::Const(Const::I32(value)) => LinearForm::constant((*value).into()),
        Op::Unary(UnaryOp::Neg, a) => forms[*a].scaled(-1),
        Op::Binary(BinaryOp::Add, a, b) => forms[*a].plus(&forms[*b], 1),
        Op::Binary(BinaryOp::Sub, a, b) => forms[*a].plus(&forms[*b], -1),
        Op::Binary(BinaryOp::Mul, a, b) => match (forms[*a].constant, forms[*b].constant) {
            (Some(by), _) => forms[*b].scaled(by),
            (_, Some(by)) => forms[*a].scaled(by),
            (None, None) => mixed(op, forms),
        },
        Op::Binary(BinaryOp::Min | BinaryOp::Max, a, b) if limits == Limits::Away => {
            clamped(&forms[*a], &forms[*b]).unwrap_or_else(|| mixed(op, forms))
        }
        op => mixed(op, forms),
    }
}

/// A number that is kept within a limit is itself away from that.
fn clamped(a: &LinearForm, b: &LinearForm) -> Option<LinearForm> {
    let moves = |form: &LinearForm| form.factor(Axis::Position).is_some();
    match (
        moves(a) && a.other.is_empty(),
        moves(b) && b.other.is_empty(),
    ) {
        (true, false) if b.is_steady() => Some(a.clone()),
        (false, true) if a.is_steady() => Some(b.clone()),
        _ => None,
    }
}

fn mixed(op: &Op, forms: &IndexVec<Value, LinearForm>) -> LinearForm {
    let mut form = LinearForm::default();
    op.for_each_operand(|value| forms[*value].axes().for_each(|axis| form.add_other(axis)));
    form
}

/// Where the next element along an axis lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Next {
    Same,
    Beside,
    Far,
}

pub(super) fn next_along(axis: Axis, access: &Access, forms: &IndexVec<Value, LinearForm>) -> Next {
    match steps_along(axis, access, forms) {
        Some(0) => Next::Same,
        Some(1) => Next::Beside,
        Some(_) | None => Next::Far,
    }
}

/// How many elements of the last dimension lie from one to the next along an axis; none if that is not all, or not always the same.
pub(super) fn steps_along(
    axis: Axis,
    access: &Access,
    forms: &IndexVec<Value, LinearForm>,
) -> Option<i64> {
    let (last, outer) = access.index.split_last().expect("an access has an index");
    let depends = |value: &Value| forms[*value].depends_on(axis);
    let last = &forms[*last];
    let is_plain = !outer.iter().any(depends) && !last.other.contains(&axis);
    is_plain.then(|| last.factor(axis).unwrap_or(0))
}

/// The loops that all positions run equally often away from the border, over a window of their own: their ends move alike.
pub(super) fn windows(kernel: &Function) -> BTreeSet<Label> {
    let mut limited = false;
    kernel.body.for_each_stmt(&mut |stmt| {
        limited |= matches!(stmt.op, Op::Binary(BinaryOp::Min | BinaryOp::Max, ..));
    });
    if !limited {
        return BTreeSet::new();
    }
    let forms = forms(kernel, Limits::Away);
    let moves = |value: Value| {
        let form: &LinearForm = &forms[value];
        let known = !form.other.contains(&Axis::Position);
        known.then(|| form.factor(Axis::Position))
    };
    let mut found = BTreeSet::new();
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::For {
            label, start, stop, ..
        } = stmt.op
            && moves(start).is_some_and(|factor| moves(stop) == Some(factor))
        {
            found.insert(label);
        }
    });
    found
}
