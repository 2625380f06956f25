//! Families of the syntax tree, as patterns: what a walk does not look into is named by its family.
//!
//! *Invariant:* a family has nothing in common with another; what is in none of them must be named in every match.

/// Expressions without expressions, statements or types within; names are no part of it, since most walks look at them.
#[macro_export]
macro_rules! leaf_expr {
    () => {
        ExprKind::Error
            | ExprKind::Int(_)
            | ExprKind::Scalar(_)
            | ExprKind::Imaginary(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Meta(_)
            | ExprKind::All
    };
}

/// Statements of one line: no block within. A type definition may have several lines.
#[macro_export]
macro_rules! line_stmt {
    () => {
        StmtKind::Import(_)
            | StmtKind::Pragma(_)
            | StmtKind::Attribute(_)
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
            | StmtKind::MemFence(_)
    };
}

pub use {leaf_expr, line_stmt};
