//! Constants on their way from the places where they are written to statements of their own.
//!
//! *Invariant:* while a function is read, a constant has a number from [`MAX_NUMBER`] on; at its end it gets one that the text does not use.

use rustc_hash::FxHashMap;

use super::MAX_NUMBER;
use crate::base::{Id, IndexVec};
use crate::mir::build::ConstKey;
use crate::mir::data::*;

/// The constants of a function.
#[derive(Debug, Default)]
pub(super) struct Constants {
    /// Those of the open blocks, the innermost last.
    open: Vec<FxHashMap<ConstKey, Value>>,
    types: Vec<Ty>,
}

impl Constants {
    /// A block begins.
    pub(super) fn open(&mut self) {
        self.open.push(FxHashMap::default());
    }

    /// The innermost block ends.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// The value of a constant, and its statement where this block has none yet.
    pub(super) fn value(&mut self, constant: Const) -> (Value, Option<Op>) {
        let key = ConstKey::of(constant);
        let known = self.open.iter().rev().find_map(|open| open.get(&key));
        if let Some(&known) = known {
            return (known, None);
        }
        let value = Value::from_index(MAX_NUMBER + self.types.len());
        self.types.push(constant.ty());
        if let Some(open) = self.open.last_mut() {
            open.insert(key, value);
        }
        (value, Some(Op::Const(constant)))
    }

    /// Gives the constants of a body the numbers that are free among those of the text. `values` are the types by number.
    pub(super) fn settle(
        &self,
        body: &mut Block,
        mut values: Vec<Option<Ty>>,
    ) -> IndexVec<Value, ValueData> {
        let free = (0..).filter(|&at| values.get(at).is_none_or(Option::is_none));
        let numbers: Vec<usize> = free.take(self.types.len()).collect();
        let numbers = |value: &mut Value| {
            if let Some(at) = value.index().checked_sub(MAX_NUMBER) {
                *value = Value::from_index(numbers[at]);
            }
        };
        renumber(body, &numbers);
        for (at, &ty) in self.types.iter().enumerate() {
            let mut value = Value::from_index(MAX_NUMBER + at);
            numbers(&mut value);
            values.resize(values.len().max(value.index() + 1), None);
            values[value.index()] = Some(ty);
        }
        let data = |ty: Option<Ty>| ValueData {
            // A number that nobody has.
            ty: ty.unwrap_or(Ty::Bool),
        };
        values.into_iter().map(data).collect()
    }
}

fn renumber(block: &mut Block, number: &impl Fn(&mut Value)) {
    for stmt in &mut block.stmts {
        stmt.results.iter_mut().for_each(number);
        stmt.op.for_each_operand_mut(number);
        stmt.op
            .blocks_mut()
            .for_each(|inner| renumber(inner, number));
    }
}
