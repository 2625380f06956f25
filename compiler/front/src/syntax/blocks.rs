//! The blocks within a statement.
//!
//! *Invariant:* every block of a statement is found, those within expressions left out.

use super::ast::{Block, Stmt, StmtKind, Try};
use super::families::line_stmt;

/// The blocks of `$stmt`, by shared or by mutable reference (`iter_mut, mut`).
macro_rules! blocks_of {
    ($stmt:expr, $iter:ident $(, $mutable:tt)?) => {
        match & $($mutable)? $stmt.kind {
            StmtKind::Function(function) => vec![& $($mutable)? function.body],
            StmtKind::Macro(definition) => vec![& $($mutable)? definition.body],
            StmtKind::If(statement) => {
                let branches = statement.branches.$iter();
                branches
                    .map(|branch| & $($mutable)? branch.body)
                    .chain(& $($mutable)? statement.otherwise)
                    .collect()
            }
            StmtKind::For(statement) => vec![& $($mutable)? statement.body],
            StmtKind::While(statement) => vec![& $($mutable)? statement.body],
            StmtKind::Repeat(statement) => vec![& $($mutable)? statement.body],
            StmtKind::Match(statement) => {
                let arms = statement.arms.$iter();
                arms.map(|arm| & $($mutable)? arm.body).collect()
            }
            StmtKind::Try(Try { body, catches, .. }) => {
                let handlers = catches.$iter().map(|catch| & $($mutable)? catch.body);
                std::iter::once(body).chain(handlers).collect()
            }
            line_stmt!() | StmtKind::TypeDef(_) => Vec::new(),
        }
    };
}

/// The blocks of a statement itself, in the order of the text; not those of lambdas.
pub fn inner_blocks(stmt: &Stmt) -> Vec<&Block> {
    blocks_of!(stmt, iter)
}

/// As [`inner_blocks`], to be changed.
pub fn inner_blocks_mut(stmt: &mut Stmt) -> Vec<&mut Block> {
    blocks_of!(stmt, iter_mut, mut)
}

/// Whether a `continue` in a body goes on with the loop of that body, and not with one inside it.
pub fn continues(body: &Block) -> bool {
    body.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::If(_) | StmtKind::Match(_) | StmtKind::Try(_) => {
            inner_blocks(stmt).into_iter().any(continues)
        }
        StmtKind::For(_) | StmtKind::While(_) | StmtKind::Repeat(_) => false,
        StmtKind::Function(_) | StmtKind::Macro(_) | StmtKind::TypeDef(_) => false,
        line_stmt!() => matches!(stmt.kind, StmtKind::Continue),
    })
}
