//! The blocks within a statement.
//!
//! *Invariant:* every block of a statement is found, those within expressions left out.

use super::ast::{Block, Stmt, StmtKind, Try};

/// The blocks of a statement itself, in the order of the text; not those of lambdas.
pub fn inner_blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::Function(function) => vec![&function.body],
        StmtKind::Macro(definition) => vec![&definition.body],
        StmtKind::If(statement) => {
            let branches = statement.branches.iter().map(|branch| &branch.body);
            branches.chain(&statement.otherwise).collect()
        }
        StmtKind::For(statement) => vec![&statement.body],
        StmtKind::While(statement) => vec![&statement.body],
        StmtKind::Repeat(statement) => vec![&statement.body],
        StmtKind::Match(statement) => statement.arms.iter().map(|arm| &arm.body).collect(),
        StmtKind::Try(Try { body, catches, .. }) => {
            let handlers = catches.iter().map(|catch| &catch.body);
            std::iter::once(body).chain(handlers).collect()
        }
        StmtKind::Import(_)
        | StmtKind::Pragma(_)
        | StmtKind::Attribute(_)
        | StmtKind::TypeDef(_)
        | StmtKind::Reduction(_)
        | StmtKind::Symbolic(_)
        | StmtKind::Expr(_)
        | StmtKind::Assign(_)
        | StmtKind::MultiAssign(_)
        | StmtKind::Declare(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::SyncThreads(_)
        | StmtKind::MemFence(_) => Vec::new(),
    }
}

/// As [`inner_blocks`], to be changed.
pub fn inner_blocks_mut(stmt: &mut Stmt) -> Vec<&mut Block> {
    match &mut stmt.kind {
        StmtKind::Function(function) => vec![&mut function.body],
        StmtKind::Macro(definition) => vec![&mut definition.body],
        StmtKind::If(statement) => {
            let branches = statement.branches.iter_mut().map(|branch| &mut branch.body);
            branches.chain(&mut statement.otherwise).collect()
        }
        StmtKind::For(statement) => vec![&mut statement.body],
        StmtKind::While(statement) => vec![&mut statement.body],
        StmtKind::Repeat(statement) => vec![&mut statement.body],
        StmtKind::Match(statement) => statement.arms.iter_mut().map(|arm| &mut arm.body).collect(),
        StmtKind::Try(Try { body, catches, .. }) => {
            let handlers = catches.iter_mut().map(|catch| &mut catch.body);
            std::iter::once(body).chain(handlers).collect()
        }
        StmtKind::Import(_)
        | StmtKind::Pragma(_)
        | StmtKind::Attribute(_)
        | StmtKind::TypeDef(_)
        | StmtKind::Reduction(_)
        | StmtKind::Symbolic(_)
        | StmtKind::Expr(_)
        | StmtKind::Assign(_)
        | StmtKind::MultiAssign(_)
        | StmtKind::Declare(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::SyncThreads(_)
        | StmtKind::MemFence(_) => Vec::new(),
    }
}
