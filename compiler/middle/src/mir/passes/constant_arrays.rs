//! The pass `constant-arrays`: elements of arrays of constants, `[0,1,0,-1][k]`, become constants.
//!
//! A list of weights or offsets is an array that is made once and only read. Short loops that walk it inside of others are written out, so
//! that each of its elements is a number: an offset that the analysis of loops knows, a weight in the instruction.
//!
//! *Invariant:* nothing but reads of elements and extents sees the arrays, so that nobody can change them.

use std::collections::{BTreeMap, BTreeSet};

use quasar_abi::{ElemKind, RtFn};

use super::unroll::{Reason, Unroller};
use crate::mir::data::*;

/// Runs the pass on every host function.
pub fn constant_arrays(program: &mut Program) {
    for function in program.functions.iter_mut() {
        if function.kind != FuncKind::Host {
            continue;
        }
        let mut body = std::mem::take(&mut function.body);
        let tables = Tables::of(&body);
        if !tables.0.is_empty() {
            tables.set_extents(&mut body);
            let arrays = tables.0.keys().copied().collect();
            let mut unroller = Unroller::of(function, Reason::Elements(arrays));
            unroller.run(&mut body);
            tables.set_elements(&unroller.constants, &mut body);
        }
        function.body = body;
    }
}

/// An array of constants.
struct Table {
    rows: i32,
    columns: i32,
    elements: Vec<Const>,
}

impl Table {
    /// What the statement makes, if that is an array of constants.
    fn made_by(op: &Op, constants: &BTreeMap<Value, Const>) -> Option<Table> {
        let Op::Runtime { func, args, list } = op else {
            return None;
        };
        if *func != RtFn::array_from_values {
            return None;
        }
        let number = |value: &Value| match constants.get(value) {
            Some(Const::I32(number)) => Some(*number),
            Some(Const::I64(number)) => i32::try_from(*number).ok(),
            _ => None,
        };
        let [kind, rows, columns] = args.as_slice() else {
            return None;
        };
        let kind = ElemKind::from_code(number(kind)?)?;
        let elements = list.iter().map(|entry| match entry {
            ListEntry::Value(value) => element(kind, *constants.get(value)?),
            _ => None,
        });
        let table = Table {
            rows: number(rows)?,
            columns: number(columns)?,
            elements: elements.collect::<Option<_>>()?,
        };
        let count = i64::from(table.rows) * i64::from(table.columns);
        (count == table.elements.len() as i64).then_some(table)
    }

    /// The element at an index, if that is known and inside.
    fn at(&self, index: &[Value], known: &BTreeMap<Value, i32>) -> Option<Const> {
        let place = |value: &Value| known.get(value).copied();
        let (row, column) = match index {
            [column] if self.rows == 1 => (0, place(column)?),
            [row, column] => (place(row)?, place(column)?),
            _ => return None,
        };
        let is_inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        is_inside.then(|| self.elements[(row * self.columns + column) as usize])
    }

    /// The extent along an axis, of all elements where none is named.
    fn extent(&self, axis: Option<u8>) -> i32 {
        match axis {
            Some(0) => self.rows,
            Some(1) => self.columns,
            Some(_) => 1,
            None => self.elements.len() as i32,
        }
    }
}

/// A number as an element of the kind, where reads give it as it is.
fn element(kind: ElemKind, number: Const) -> Option<Const> {
    match (kind, number) {
        (ElemKind::I32, Const::I32(_))
        | (ElemKind::F32, Const::F32(_))
        | (ElemKind::F64, Const::F64(_)) => Some(number),
        (ElemKind::F32, Const::I32(number)) => Some(Const::F32(number as f32)),
        (ElemKind::F64, Const::I32(number)) => Some(Const::F64(f64::from(number))),
        _ => None,
    }
}

/// The arrays of constants of a function.
struct Tables(BTreeMap<Value, Table>);

impl Tables {
    fn of(body: &Block) -> Tables {
        let mut constants = BTreeMap::new();
        let mut tables = BTreeMap::new();
        let mut seen: BTreeSet<Value> = BTreeSet::new();
        body.for_each_stmt(&mut |stmt| {
            if let Op::Const(constant) = &stmt.op {
                constants.insert(stmt.results[0], *constant);
            } else if let Some(table) = Table::made_by(&stmt.op, &constants) {
                tables.insert(stmt.results[0], table);
            }
            if !matches!(stmt.op, Op::Load(_) | Op::Dim(..) | Op::Numel(_)) {
                stmt.op.for_each_operand(|value| {
                    seen.insert(*value);
                });
            }
        });
        tables.retain(|array, _| !seen.contains(array));
        Tables(tables)
    }

    fn set_extents(&self, block: &mut Block) {
        for stmt in &mut block.stmts {
            let extent = match &stmt.op {
                Op::Dim(array, axis) => self.0.get(array).map(|table| table.extent(Some(*axis))),
                Op::Numel(array) => self.0.get(array).map(|table| table.extent(None)),
                _other => None,
            };
            if let Some(extent) = extent {
                stmt.op = Op::Const(Const::I32(extent));
            }
            for inner in stmt.op.blocks_mut() {
                self.set_extents(inner);
            }
        }
    }

    fn set_elements(&self, known: &BTreeMap<Value, i32>, block: &mut Block) {
        for stmt in &mut block.stmts {
            if let Op::Load(access) = &stmt.op
                && let Some(table) = self.0.get(&access.array)
                && let Some(element) = table.at(&access.index, known)
            {
                stmt.op = Op::Const(element);
            }
            for inner in stmt.op.blocks_mut() {
                self.set_elements(known, inner);
            }
        }
    }
}
