//! An estimate of the registers that a kernel needs: the most that live at once, from first to last mention.
//!
//! *Invariant:* depends on the text alone; no part of the interpreter depends on it.

use crate::syntax::{FunctionTree, Statement, Type, Written};
use std::collections::BTreeMap;

/// Registers that every kernel needs, and that a thread can have at most.
const LEAST: u32 = 16;
const MOST: u32 = 255;

/// 32-bit registers of a thread.
pub fn registers(tree: &FunctionTree<'_>) -> u32 {
    let mut lives: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wide: Vec<&str> = Vec::new();
    let statements = tree.body.as_deref().unwrap_or_default();
    for (index, statement) in statements.iter().enumerate() {
        match statement {
            Statement::Register(Type::U64 | Type::S64 | Type::F64, name, _) => wide.push(name),
            Statement::Instruction(line) => {
                for operand in &line.operands {
                    note(operand, index, &mut lives);
                }
            }
            Statement::Open
            | Statement::Close
            | Statement::Register(..)
            | Statement::Variable(_)
            | Statement::Label(_)
            | Statement::Targets(..)
            | Statement::Location(..) => {}
        }
    }
    let mut changes: BTreeMap<usize, i64> = BTreeMap::new();
    for (name, (first, last)) in lives {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let size = if wide.contains(&prefix) { 2 } else { 1 };
        *changes.entry(first).or_default() += size;
        *changes.entry(last + 1).or_default() -= size;
    }
    let mut live = 0;
    let mut most = 0;
    for change in changes.values() {
        live += change;
        most = most.max(live);
    }
    (most as u32 + 8).clamp(LEAST, MOST)
}

fn note<'t>(operand: &Written<'t>, index: usize, lives: &mut BTreeMap<&'t str, (usize, usize)>) {
    match operand {
        Written::Name(name) | Written::Sum(name, _) => {
            if name.starts_with('%') && !name.starts_with("%p") && !name.contains('.') {
                lives.entry(name).or_insert((index, index)).1 = index;
            }
        }
        Written::Number(_) => {}
        Written::Not(inner) | Written::Address(inner, _) => note(inner, index, lives),
        Written::Vector(parts) | Written::Group(parts) => {
            parts.iter().for_each(|part| note(part, index, lives));
        }
        Written::Texel(a, b) | Written::Pair(a, b) => {
            note(a, index, lives);
            note(b, index, lives);
        }
    }
}
