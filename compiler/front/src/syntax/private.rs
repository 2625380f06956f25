//! Which definitions of a file are private to it.
//!
//! *Invariant:* the attribute speaks of the next statement that is neither an attribute nor a pragma.

use super::ast::{Block, Stmt, StmtKind};
use crate::base::Interner;

/// The attribute of private names.
pub const PRIVATE: &str = "private";

/// The statements of the top level but for attributes and pragmas, and whether `{!private}` stands in front of each.
pub fn marked<'a>(body: &'a Block, names: &'a Interner) -> impl Iterator<Item = (&'a Stmt, bool)> {
    let mut is_private = false;
    body.stmts.iter().filter_map(move |stmt| match &stmt.kind {
        StmtKind::Attribute(attribute) => {
            is_private |= names.text(attribute.name.name) == PRIVATE;
            None
        }
        StmtKind::Pragma(_) => None,
        _ => Some((stmt, std::mem::take(&mut is_private))),
    })
}
