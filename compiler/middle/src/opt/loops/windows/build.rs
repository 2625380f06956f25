//! The kernel that does blocks of rows.
//!
//! *Invariant:* every row combines what it has combined before; elements that several rows combine are computed once.

use super::find::Window;
use crate::mir::kernel::kernel_data_mut;
use crate::mir::passes::copy::Renaming;
use crate::mir::{
    BinaryOp, Block, CompareOp, Const, Function, KernelOrigin, Local, LocalData, LoopDirective, Op,
    Stmt, Ty, Value, ValueData,
};
use crate::opt::loops::emit::Emitter;
use crate::opt::loops::unroll_and_jam::{Copies, Rows, jam_rows};
use std::collections::BTreeMap;

/// The kernel of blocks of so many positions along a dimension; its last parameter is the first position of the first block.
pub(super) fn block_kernel(
    kernel: &Function,
    dimension: usize,
    rows: u32,
    windows: &[Window],
) -> Function {
    let mut made = kernel.clone();
    made.name += match rows {
        1 => "$row",
        _ => "$rows",
    };
    let counted = made.values.push(ValueData { ty: Ty::I32 });
    let data = kernel_data_mut(&mut made);
    let row = std::mem::replace(&mut data.position[dimension], counted);
    data.origin = KernelOrigin::Rows;
    data.stands_for = None;
    data.profile.constants.clear();
    let body = std::mem::take(&mut made.body);
    let loc = made.loc;
    let param = made.locals.push(LocalData {
        ty: Ty::I32,
        name: None,
        loc,
        kept: None,
    });
    made.params.push(param);
    let mut emitter = Emitter::new(&mut made, loc);
    let height = emitter.constant(Const::I32(rows as i32));
    let counted_rows = emitter.binary(BinaryOp::Mul, counted, height);
    let start = emitter.get(param);
    let first = emitter.binary(BinaryOp::Add, counted_rows, start);
    let mut stmts = emitter.stmts;
    let by_label: BTreeMap<_, _> = windows.iter().map(|one| (one.label, one)).collect();
    let special = |copies: &mut Copies<'_>, stmt: &Stmt| {
        let Op::For { label, .. } = &stmt.op else {
            return None;
        };
        let window = by_label.get(label)?;
        Some(Sharing::of(copies, window, stmt))
    };
    let rows = Rows {
        row,
        first,
        count: rows as usize,
    };
    stmts.extend(jam_rows(&mut made, body, rows, &special));
    made.body = Block { stmts };
    made
}

/// What shares a window: the statements in front of the choice, its condition, and what runs where it holds.
#[derive(Debug)]
pub struct Sharing {
    /// Statements in front; the last one defines the condition, where it is not certain.
    pub before: Vec<Stmt>,
    /// Whether windows are long enough; none: they are.
    pub cond: Option<Value>,
    /// The shared form.
    pub shared: Vec<Stmt>,
}

/// A window that is being shared.
struct Maker<'a, 'c> {
    copies: &'a mut Copies<'c>,
    window: &'a Window,
    stmt: &'a Stmt,
    stmts: Vec<Stmt>,
}

impl Sharing {
    fn of(copies: &mut Copies<'_>, window: &Window, stmt: &Stmt) -> Sharing {
        let rows = copies.count() as i32;
        let Op::For { start, stop, .. } = stmt.op else {
            unreachable!("a window is a loop");
        };
        let mut emitter = Emitter::new(copies.kernel(), stmt.loc);
        let more = emitter.constant(Const::I32(rows - 1));
        let core = emitter.binary(BinaryOp::Add, start, more);
        // The elements behind the first one; a loop without any has a negative number of them, or its end lies before its start.
        let cond = window.elements.is_none().then(|| {
            let behind = emitter.binary(BinaryOp::Sub, stop, start);
            let long = emitter.compare(CompareOp::Ge, behind, more);
            let some = emitter.compare(CompareOp::Le, start, stop);
            emitter.binary(BinaryOp::And, long, some)
        });
        let before = emitter.stmts;
        let mut maker = Maker {
            copies,
            window,
            stmt,
            stmts: Vec::new(),
        };
        maker.shared(start, core, stop);
        Sharing {
            before,
            cond,
            shared: maker.stmts,
        }
    }
}

impl Maker<'_, '_> {
    /// What all windows have from `core` to `stop`, by the indices of the first row; then to both sides.
    fn shared(&mut self, start: Value, core: Value, stop: Value) {
        let last = self.copies.count() - 1;
        let left = self.partial();
        self.core(left, core, stop);
        self.combine(last, left);
        for row in (0..last).rev() {
            self.element(row, start, left, false);
            self.combine(row, left);
        }
        let right = self.partial();
        if self.window.element.is_none() {
            self.begin(right);
        }
        for row in 1..=last {
            let is_first = row == 1 && self.window.element.is_some();
            self.element(row, stop, right, is_first);
            self.combine(row, right);
        }
    }

    fn core(&mut self, partial: Local, core: Value, stop: Value) {
        let mut from = core;
        if self.window.element.is_some() {
            self.element(0, core, partial, true);
            let mut emitter = Emitter::new(self.copies.kernel(), self.stmt.loc);
            let one = emitter.constant(Const::I32(1));
            from = emitter.binary(BinaryOp::Add, core, one);
            self.stmts.append(&mut emitter.stmts);
        } else {
            self.begin(partial);
        }
        let mut emitter = Emitter::new(self.copies.kernel(), self.stmt.loc);
        let (label, index) = (emitter.label(), emitter.value(Ty::I32));
        let step = emitter.constant(Const::I32(1));
        self.stmts.append(&mut emitter.stmts);
        let outer = std::mem::take(&mut self.stmts);
        self.element(0, index, partial, false);
        let body = Block {
            stmts: std::mem::replace(&mut self.stmts, outer),
        };
        let op = Op::For {
            label,
            index,
            start: from,
            stop,
            step,
            body,
            directive: Box::new(LoopDirective::default()),
            name: None,
        };
        self.push(op);
    }

    fn push(&mut self, op: Op) {
        self.stmts.push(Stmt {
            op,
            results: Vec::new(),
            loc: self.stmt.loc,
        });
    }

    /// A variable for partial results.
    fn partial(&mut self) -> Local {
        let kernel = self.copies.kernel();
        let ty = kernel.locals[self.window.result].ty;
        kernel.locals.push(LocalData {
            ty,
            name: None,
            loc: self.stmt.loc,
            kept: None,
        })
    }

    /// Lets partial results begin with the neutral element of sums and products.
    fn begin(&mut self, partial: Local) {
        let mut emitter = Emitter::new(self.copies.kernel(), self.stmt.loc);
        let ty = emitter.function.locals[partial].ty;
        let number = i8::from(self.window.op == BinaryOp::Mul);
        let neutral = emitter.constant(match ty {
            Ty::F32 => Const::F32(number.into()),
            Ty::F64 => Const::F64(number.into()),
            Ty::I64 => Const::I64(number.into()),
            _ => Const::I32(number.into()),
        });
        emitter.run(Op::Set(partial, neutral));
        self.stmts.append(&mut emitter.stmts);
    }

    /// The element of a row at an index, combined into partial results; the first one of them instead of being combined.
    fn element(&mut self, row: usize, at: Value, partial: Local, is_first: bool) {
        let Op::For { index, body, .. } = &self.stmt.op else {
            unreachable!("a window is a loop");
        };
        let own = Renaming::of_definitions(body, self.copies.kernel());
        let mut renaming = self.copies.names(row);
        renaming.values.extend(own.values);
        renaming.values.insert(*index, at);
        renaming.labels.extend(own.labels);
        renaming.locals.insert(self.window.result, partial);
        let mut block = renaming.block(body);
        if let (true, Some(element)) = (is_first, self.window.element) {
            for stmt in &mut block.stmts {
                if let Op::Set(_, value) = &mut stmt.op {
                    *value = renaming.value(element);
                }
            }
        }
        self.stmts.append(&mut block.stmts);
    }

    /// Combines a row's result with partial ones.
    fn combine(&mut self, row: usize, partial: Local) {
        let result = self.copies.names(row).local(self.window.result);
        let mut emitter = Emitter::new(self.copies.kernel(), self.stmt.loc);
        let (before, more) = (emitter.get(result), emitter.get(partial));
        let sum = emitter.binary(self.window.op, before, more);
        emitter.run(Op::Set(result, sum));
        self.stmts.append(&mut emitter.stmts);
    }
}
