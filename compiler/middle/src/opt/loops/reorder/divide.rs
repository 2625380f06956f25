//! The body of a loop divided into parts that get loops of their own.
//!
//! *Technique:* loop distribution (Allen and Kennedy, "Optimizing Compilers for Modern Architectures", 2001, chapters 2 and 6).
//!
//! *Invariant:* parts share no variable that one of them sets, and no value but those that every part may compute itself.

use crate::analysis::loops::nest::Nest;
use crate::mir::{Block, Local, Op, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The statements that every part may have, and the others in groups that share nothing else.
pub(super) fn divide<'s>(nest: &Nest, body: &'s Block) -> (BTreeSet<usize>, Vec<Vec<&'s Stmt>>) {
    let mut shared = BTreeSet::new();
    let mut own: Vec<&'s Stmt> = Vec::new();
    let mut firsts = Firsts::default();
    // Where each group begins: groups are in the order of the text, and what is tied to one takes all that stands behind it.
    let mut starts = Vec::new();
    for (at, stmt) in body.stmts.iter().enumerate() {
        let found = Uses::of(stmt);
        if is_shareable(nest, stmt)
            && !found
                .values
                .iter()
                .any(|it| firsts.defined.contains_key(it))
        {
            shared.insert(at);
            continue;
        }
        if let Some(tied) = firsts.tied_to(&found) {
            let group = starts.partition_point(|start| *start <= tied);
            starts.truncate(group);
        } else {
            starts.push(own.len());
        }
        firsts.note(&found, own.len());
        own.push(stmt);
    }
    let ends = starts.iter().skip(1).copied().chain([own.len()]);
    let groups = starts.iter().zip(ends);
    let groups = groups.map(|(&start, end)| own[start..end].to_vec());
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
}

/// The first of the statements of parts that define a value, assign a variable, and mention one.
#[derive(Default)]
struct Firsts {
    defined: BTreeMap<Value, usize>,
    assigned: BTreeMap<Local, usize>,
    mentioned: BTreeMap<Local, usize>,
}

impl Firsts {
    /// The first statement that leaves what a later one needs, or needs what the later one leaves.
    fn tied_to(&self, later: &Uses) -> Option<usize> {
        let values = later.values.iter().map(|value| self.defined.get(value));
        let mentioned = later.mentioned.iter().map(|it| self.assigned.get(it));
        let assigned = later.assigned.iter().map(|it| self.mentioned.get(it));
        let all = values.chain(mentioned).chain(assigned);
        all.flatten().copied().min()
    }

    /// Takes in a statement at a position.
    fn note(&mut self, uses: &Uses, at: usize) {
        for &value in &uses.defined {
            self.defined.entry(value).or_insert(at);
        }
        for &local in &uses.assigned {
            self.assigned.entry(local).or_insert(at);
        }
        for &local in &uses.mentioned {
            self.mentioned.entry(local).or_insert(at);
        }
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
