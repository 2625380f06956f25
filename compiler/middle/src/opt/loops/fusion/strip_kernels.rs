//! The kernel of a pass in a strip of rows.
//!
//! It begins at a row that its launch tells, and counts the rows of arrays between passes from the first one that there is around the
//! strip. All else is as in the kernel of the whole pass.
//!
//! *Invariant:* at every position it computes, bit for bit, what the kernel of the whole pass computes.

use std::collections::BTreeMap;

use super::footprint::{Deed, Index, Touch};
use super::host::Host;
use super::strips::{Plan, Temporary, must_stay_inside, position, row_distances};
use crate::mir::{
    AccessMode, BinaryOp, Block, FuncKind, Function, KernelOrigin, Loc, Local, LocalData, Op, Stmt,
    Ty, Value, ValueData,
};

/// A number that the launch of such a kernel has beside the arguments of the whole pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extra {
    /// The row of the first position.
    Row,
    /// The first row that is there of the temporaries of a pass.
    First(usize),
    /// How many rows the whole temporaries of a pass have.
    Rows(usize),
}

/// A kernel with the numbers that come behind its arguments.
#[derive(Debug)]
pub struct StripKernel {
    /// The kernel.
    pub kernel: Function,
    /// The numbers.
    pub extras: Vec<Extra>,
}

/// Makes the kernel of a pass.
pub fn strip_kernel(host: &Host, plan: &Plan, number: usize) -> StripKernel {
    let side = plan.stages[number].side;
    let mut kernel = side.kernel.clone();
    kernel.name = format!("{}$strip", kernel.name);
    let mut body = std::mem::take(&mut kernel.body);
    let first = position(&kernel)[0];
    let counted = kernel.values.push(ValueData { ty: Ty::I32 });
    let FuncKind::Kernel(data) = &mut kernel.kind else {
        panic!("{} is launched", kernel.name);
    };
    data.position[0] = counted;
    data.origin = match data.origin {
        KernelOrigin::Written => KernelOrigin::WrittenStrip,
        _ => KernelOrigin::Strip,
    };
    data.profile.constants.clear();
    let mut maker = Maker {
        host,
        plan,
        number,
        kernel,
        extras: BTreeMap::new(),
        seen: BTreeMap::new(),
    };
    maker.block(&mut body);
    let loc = maker.kernel.loc;
    let mut stmts = Vec::new();
    let local = maker.local(Extra::Row, loc);
    let row = maker.define(Op::Get(local), loc, &mut stmts);
    stmts.push(Stmt {
        op: Op::Binary(BinaryOp::Add, counted, row),
        results: vec![first],
        loc,
    });
    stmts.append(&mut body.stmts);
    let Maker {
        mut kernel, extras, ..
    } = maker;
    kernel.body.stmts = stmts;
    let mut extras: Vec<_> = extras
        .into_iter()
        .map(|(extra, local)| (local, extra))
        .collect();
    extras.sort();
    kernel.params.extend(extras.iter().map(|(local, _)| *local));
    StripKernel {
        kernel,
        extras: extras.into_iter().map(|(_, extra)| extra).collect(),
    }
}

struct Maker<'a, 'h> {
    host: &'a Host<'h, 'h>,
    plan: &'a Plan<'h>,
    /// The number of the pass.
    number: usize,
    kernel: Function,
    extras: BTreeMap<Extra, Local>,
    /// How many accesses to the arrays of parameters were met, in the order of the footprint.
    seen: BTreeMap<usize, usize>,
}

impl<'a> Maker<'a, '_> {
    fn block(&mut self, block: &mut Block) {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            self.stmt(&mut stmt, &mut output);
            for inner in stmt.op.blocks_mut() {
                self.block(inner);
            }
            output.push(stmt);
        }
        block.stmts = output;
    }

    fn stmt(&mut self, stmt: &mut Stmt, output: &mut Vec<Stmt>) {
        let loc = stmt.loc;
        match &mut stmt.op {
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => {
                let Some((temporary, touch)) = self.touched(access.array) else {
                    return;
                };
                let local = self.local(Extra::First(temporary.stage), loc);
                let first = self.define(Op::Get(local), loc, output);
                let row = Op::Binary(BinaryOp::Sub, access.index[0], first);
                access.index[0] = self.define(row, loc, output);
                if self.is_inside(temporary, touch) {
                    access.mode = AccessMode::Unchecked;
                }
            }
            Op::Dim(array, 0) => {
                if let Some((_, temporary)) = self.temporary(*array) {
                    let local = self.local(Extra::Rows(temporary.stage), loc);
                    stmt.op = Op::Get(local);
                }
            }
            _ => {}
        }
    }

    /// The temporary that a value of the kernel names, with the number of the parameter.
    fn temporary(&self, array: Value) -> Option<(usize, &'a Temporary)> {
        let side = self.plan.stages[self.number].side;
        let &parameter = side.footprint.named.get(&array)?;
        let at = self
            .plan
            .temporary(self.host, side.launch.args[parameter])?;
        Some((parameter, &self.plan.temporaries[at]))
    }

    /// The temporary of the next access, and how it is touched.
    fn touched(&mut self, array: Value) -> Option<(&'a Temporary, &'a Touch)> {
        let (parameter, temporary) = self.temporary(array)?;
        let seen = self.seen.entry(parameter).or_default();
        *seen += 1;
        let side = self.plan.stages[self.number].side;
        Some((temporary, &side.touches(parameter)[*seen - 1]))
    }

    /// Whether an access to a temporary is certainly inside of the rows around the strip and of the other dimensions.
    fn is_inside(&self, temporary: &Temporary, touch: &Touch) -> bool {
        let stage = &self.plan.stages[self.number];
        let extents = &stage.side.launch.extents;
        let is_row_inside = || {
            let exact = row_distances(touch) == Some((0, 0));
            touch.deed != Deed::Read
                || temporary.stage == self.number
                || must_stay_inside(touch.mode)
                || exact && self.host.same_number(extents[0], temporary.dims[0])
        };
        let is_column_inside = |(slot, index): (usize, &Option<Index>)| {
            let (Some(index), Some(&dim)) = (index, temporary.dims.get(slot)) else {
                return false;
            };
            let constant = self.host.constant(dim).map(i64::from);
            match index.axis {
                Some(axis) => {
                    index.distance(axis) == Some(0) && self.host.same_number(extents[axis], dim)
                }
                None => index.low >= 0 && constant.is_some_and(|size| index.high < size),
            }
        };
        is_row_inside() && touch.index.iter().enumerate().skip(1).all(is_column_inside)
    }

    fn local(&mut self, extra: Extra, loc: Loc) -> Local {
        let (ty, name) = (Ty::I32, None);
        let locals = &mut self.kernel.locals;
        let made = || {
            locals.push(LocalData {
                ty,
                name,
                loc,
                kept: None,
            })
        };
        *self.extras.entry(extra).or_insert_with(made)
    }

    fn define(&mut self, op: Op, loc: Loc, output: &mut Vec<Stmt>) -> Value {
        let value = self.kernel.values.push(ValueData { ty: Ty::I32 });
        let results = vec![value];
        output.push(Stmt { op, results, loc });
        value
    }
}
