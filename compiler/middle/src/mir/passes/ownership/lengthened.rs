//! Which appends may make their own vector longer: `x = append(x, v)`.
//!
//! The vector is read from a variable or an element of an array, nobody reads it between the call and the assignment that puts the result in its
//! place, and nothing there can fail. The variable's count is then the only one that knows the vector by this name; where the runtime
//! finds another count, it makes a new vector.
//!
//! *Technique:* update in place of aggregates that have one owner (Hudak and Bloss, "The Aggregate Update Problem in Functional Programming
//! Systems", POPL 1985).
//!
//! *Invariant:* a vector that is borrowed from its place when the call begins is not used under that borrowing behind the call.

use std::collections::{BTreeMap, BTreeSet};

use super::appends::appended;
use super::layout::{Layout, Position};
use super::plan::Plan;
use crate::mir::data::*;

/// The calls, by their places.
pub fn lengthened(function: &Function, layout: &Layout<'_>, plan: &Plan) -> BTreeSet<Position> {
    let is_call = |(_, at): &&(Value, Position)| appended(&layout.stmt(*at).op).is_some();
    let calls: Vec<_> = layout.handles.iter().filter(is_call).collect();
    if calls.is_empty() {
        return BTreeSet::new();
    }
    let search = Search {
        layout,
        plan,
        definitions: layout.handles.iter().copied().collect(),
        constants: function.body.constants(),
    };
    let may = calls.into_iter();
    let may = may.filter(|(result, at)| search.takes_its_place(*result, *at));
    may.map(|(_, at)| *at).collect()
}

struct Search<'a> {
    layout: &'a Layout<'a>,
    plan: &'a Plan,
    /// Where handles are defined.
    definitions: BTreeMap<Value, Position>,
    constants: BTreeMap<Value, Const>,
}

impl Search<'_> {
    /// Whether the result of a call is stored where its vector was borrowed from.
    fn takes_its_place(&self, result: Value, at: Position) -> bool {
        let Some(vector) = appended(&self.layout.stmt(at).op) else {
            return false;
        };
        if self.plan.temporaries.contains_key(&vector) {
            return false;
        }
        let stmts = &self.layout.blocks[at.block].block.stmts[at.index + 1..];
        let next = stmts.iter().find(|stmt| !self.is_quiet(stmt, vector));
        next.is_some_and(|stmt| self.replaces(stmt, vector, result))
    }

    /// Whether a statement neither fails nor reads the place that the vector is borrowed from.
    fn is_quiet(&self, stmt: &Stmt, vector: Value) -> bool {
        match &stmt.op {
            Op::Const(_) => true,
            Op::Get(local) => self.plan.holders.get(&vector) != Some(local),
            _other => false,
        }
    }

    /// Whether a statement stores the result in the place that the vector is borrowed from.
    fn replaces(&self, stmt: &Stmt, vector: Value, result: Value) -> bool {
        match &stmt.op {
            Op::Set(local, stored) => {
                *stored == result
                    && self.plan.owned.contains(local)
                    && self.plan.holders.get(&vector) == Some(local)
            }
            Op::SetGlobal(global, stored) => {
                let read = self.definition(vector);
                *stored == result && matches!(read, Some(Op::GetGlobal(from)) if from == global)
            }
            Op::Store(access, stored) => {
                let read = self.definition(vector);
                stored[..] == [result]
                    && matches!(read, Some(Op::Load(from)) if self.is_same(from, access))
            }
            _other => false,
        }
    }

    fn definition(&self, value: Value) -> Option<&Op> {
        let at = self.definitions.get(&value)?;
        Some(&self.layout.stmt(*at).op)
    }

    /// Whether two accesses certainly name one element.
    fn is_same(&self, one: &Access, other: &Access) -> bool {
        let mut indices = one.index.iter().zip(&other.index);
        one.index.len() == other.index.len()
            && self.is_same_array(one.array, other.array)
            && indices.all(|(left, right)| left == right || self.is_same_number(*left, *right))
    }

    /// Whether two values are one array: one value, or two readings of a variable between which nobody sets it.
    fn is_same_array(&self, one: Value, other: Value) -> bool {
        if one == other {
            return true;
        }
        let places = [one, other].map(|value| self.definitions.get(&value).copied());
        let [Some(first), Some(second)] = places else {
            return false;
        };
        if first.block != second.block {
            return false;
        }
        let effects = &self.layout.blocks[first.block].effects;
        let mut between =
            effects[first.index.min(second.index)..=first.index.max(second.index)].iter();
        match (&self.layout.stmt(first).op, &self.layout.stmt(second).op) {
            (Op::Get(local), Op::Get(again)) => {
                local == again && !between.any(|effects| effects.locals.contains(local))
            }
            (Op::GetGlobal(global), Op::GetGlobal(again)) => {
                global == again && !between.any(|effects| effects.globals.contains(global))
            }
            _other => false,
        }
    }

    fn is_same_number(&self, one: Value, other: Value) -> bool {
        let (one, other) = (self.constants.get(&one), self.constants.get(&other));
        one.is_some() && one == other
    }
}
