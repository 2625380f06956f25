//! Removes what has no effect: values that nobody uses, locals that nobody reads, empty constructs.
//!
//! *Invariant:* nothing that raises, stores, prints or calls is removed.

use crate::base::IndexVec;
use crate::mir::data::*;

/// Removes dead statements from a function; tells whether there were any.
pub fn remove_dead(function: &mut Function) -> bool {
    let mut uses = IndexVec::filled(0u32, function.values.len());
    let mut read = IndexVec::filled(false, function.locals.len());
    if let FuncKind::Kernel(kernel) = &function.kind {
        for item in &kernel.accumulators {
            read[item.local] = true;
        }
    }
    function.body.for_each_stmt(&mut |stmt| {
        stmt.op.for_each_operand(|&value| uses[value] += 1);
        if let Op::Get(local) | Op::Release(local) = stmt.op {
            read[local] = true;
        }
    });
    let mut remover = Remover {
        uses,
        read,
        removed: false,
    };
    remover.block(&mut function.body);
    remover.removed
}

struct Remover {
    uses: IndexVec<Value, u32>,
    /// Locals whose contents matter.
    read: IndexVec<Local, bool>,
    removed: bool,
}

impl Remover {
    fn block(&mut self, block: &mut Block) {
        let mut kept = Vec::with_capacity(block.stmts.len());
        // Backwards, so that the operands of what is removed can be removed too.
        for mut stmt in std::mem::take(&mut block.stmts).into_iter().rev() {
            for inner in stmt.op.blocks_mut() {
                self.block(inner);
            }
            if self.is_dead(&stmt) {
                stmt.op.for_each_operand(|&value| self.uses[value] -= 1);
                self.removed = true;
            } else {
                kept.push(stmt);
            }
        }
        kept.reverse();
        block.stmts = kept;
    }

    fn is_dead(&self, stmt: &Stmt) -> bool {
        let unused = stmt.results.iter().all(|&result| self.uses[result] == 0);
        match &stmt.op {
            Op::Set(local, _) => !self.read[*local],
            Op::Get(_) | Op::GetGlobal(_) => unused,
            Op::Load(access) => unused && !access.raises(),
            Op::If {
                then, otherwise, ..
            } => then.stmts.is_empty() && otherwise.stmts.is_empty(),
            Op::For { body, .. } | Op::Scope { body, .. } | Op::Try { body, .. } => {
                body.stmts.is_empty()
            }
            op => op.is_pure() && unused,
        }
    }
}
