//! Which variables of a kernel are never NaN: those that begin with a number and take on only numbers, as the largest element so far does.
//!
//! Of two floats the machine's minimum and maximum give the second where one is NaN, so a second operand that is known to be a number needs
//! no test.
//!
//! *Invariant:* conservative: what is said to be a number is one on every path.

use crate::base::IndexVec;
use crate::mir::{BinaryOp, Block, Const, Function, Local, Op, Stmt, Ty, UnaryOp, Value};

/// For each variable whether it is a float that is never NaN.
pub fn of(kernel: &Function) -> IndexVec<Local, bool> {
    let mut walk = Walk {
        locals: IndexVec::filled(false, kernel.locals.len()),
        values: IndexVec::filled(false, kernel.values.len()),
        changed: true,
    };
    // All that begin with zero are numbers until an assignment says otherwise.
    for (local, data) in kernel.locals.iter_enumerated() {
        walk.locals[local] = is_float(data.ty) && !kernel.params.contains(&local);
    }
    while std::mem::take(&mut walk.changed) {
        walk.block(kernel, &kernel.body);
    }
    walk.locals
}

fn is_float(ty: Ty) -> bool {
    matches!(ty, Ty::F32 | Ty::F64)
}

struct Walk {
    locals: IndexVec<Local, bool>,
    values: IndexVec<Value, bool>,
    changed: bool,
}

impl Walk {
    fn block(&mut self, kernel: &Function, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(kernel, stmt);
            for inner in stmt.op.blocks() {
                self.block(kernel, inner);
            }
        }
    }

    fn stmt(&mut self, kernel: &Function, stmt: &Stmt) {
        if let Op::Set(local, value) = &stmt.op {
            if self.locals[*local] && !self.values[*value] {
                self.locals[*local] = false;
                self.changed = true;
            }
            return;
        }
        if let [result] = stmt.results[..] {
            self.values[result] = self.is_number(kernel, &stmt.op);
        }
    }

    fn is_number(&self, kernel: &Function, op: &Op) -> bool {
        let known = |value: &Value| self.values[*value];
        match op {
            Op::Const(Const::F32(value)) => !value.is_nan(),
            Op::Const(Const::F64(value)) => !value.is_nan(),
            Op::Get(local) => self.locals[*local],
            Op::Convert(from) => !is_float(kernel.values[*from].ty) || known(from),
            Op::Unary(UnaryOp::Neg | UnaryOp::Abs, of) => known(of),
            Op::Binary(BinaryOp::Min | BinaryOp::Max, a, b) => known(a) || known(b),
            Op::Select {
                then, otherwise, ..
            } => known(then) && known(otherwise),
            _ => false,
        }
    }
}
