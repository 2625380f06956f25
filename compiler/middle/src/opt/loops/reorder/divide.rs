//! The body of a loop divided into parts that get loops of their own.
//!
//! *Invariant:* parts share no variable that one of them sets, and no value but those that every part may compute itself.

use crate::analysis::loops::nest::Nest;
use crate::mir::{Block, Local, Op, Stmt, Value};
use std::collections::BTreeSet;

/// The statements that every part may have, and the others in groups that share nothing else.
pub(super) fn divide<'s>(nest: &Nest, body: &'s Block) -> (BTreeSet<usize>, Vec<Vec<&'s Stmt>>) {
    let mut shared = BTreeSet::new();
    let mut uses: Vec<(&'s Stmt, Uses)> = Vec::new();
    let mut own = BTreeSet::new();
    for (at, stmt) in body.stmts.iter().enumerate() {
        let found = Uses::of(stmt);
        if is_shareable(nest, stmt) && found.values.is_disjoint(&own) {
            shared.insert(at);
        } else {
            own.extend(found.defined.iter().copied());
            uses.push((stmt, found));
        }
    }
    let mut groups: Vec<Vec<(&'s Stmt, Uses)>> = Vec::new();
    for one in uses {
        let tied =
            |group: &Vec<(&'s Stmt, Uses)>| group.iter().any(|(_, other)| other.ties(&one.1));
        let mut merged = match groups.iter().position(tied) {
            Some(first) => groups.drain(first..).flatten().collect(),
            None => Vec::new(),
        };
        merged.push(one);
        groups.push(merged);
    }
    let groups = groups.into_iter();
    let groups = groups.map(|group| group.into_iter().map(|(stmt, _)| stmt).collect());
    (shared, groups.collect())
}

/// Whether a statement may stand in every part: it reads what the nest does not change.
fn is_shareable(nest: &Nest, stmt: &Stmt) -> bool {
    match &stmt.op {
        Op::Get(local) => !nest.assigned.contains(local),
        Op::GetGlobal(_) => true,
        op => op.is_pure(),
    }
}

/// What a statement and those below it have to do with values and variables.
#[derive(Default)]
struct Uses {
    values: BTreeSet<Value>,
    defined: BTreeSet<Value>,
    assigned: BTreeSet<Local>,
    mentioned: BTreeSet<Local>,
}

impl Uses {
    fn of(stmt: &Stmt) -> Uses {
        let mut uses = Uses::default();
        stmt.for_each_stmt(&mut |inner| {
            inner.op.for_each_operand(|&value| {
                uses.values.insert(value);
            });
            uses.defined.extend(inner.results.iter().copied());
            if let Op::Set(local, _) = inner.op {
                uses.assigned.insert(local);
                uses.mentioned.insert(local);
            }
            if let Op::Get(local) = inner.op {
                uses.mentioned.insert(local);
            }
        });
        uses
    }

    /// Whether a later statement needs what this one leaves, or leaves what this one needs.
    fn ties(&self, later: &Uses) -> bool {
        !self.defined.is_disjoint(&later.values)
            || !self.assigned.is_disjoint(&later.mentioned)
            || !self.mentioned.is_disjoint(&later.assigned)
    }
}

/// The statements of a part with those before its last that all parts have, in the order of the text.
pub(super) fn in_order<'s>(
    body: &'s Block,
    shared: &BTreeSet<usize>,
    own: &[&'s Stmt],
) -> Vec<&'s Stmt> {
    let is_own = |stmt: &Stmt| own.iter().any(|other| std::ptr::eq(*other, stmt));
    let last = body.stmts.iter().rposition(is_own).map_or(0, |at| at + 1);
    let stmts = body.stmts[..last].iter().enumerate();
    stmts
        .filter(|(at, stmt)| shared.contains(at) || is_own(stmt))
        .map(|(_, stmt)| stmt)
        .collect()
}
