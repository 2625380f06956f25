//! What the questions of `schedule` are told of their kernels: the cost of a position, or that no GPU gets the kernel.
//!
//! *Invariant:* may run again after any pass; the last answer counts.

use std::collections::BTreeMap;

use crate::base::IndexVec;
use crate::machine::cost::UNKNOWN_KERNEL;
use crate::mir::cost::position_cost;
use crate::mir::{Block, Const, FuncKind, Op, Program, RtFn, Stmt, StrId, Ty, Value, ValueData};

/// What is known of the kernels of one name: those that were made of it for different arguments.
#[derive(Clone, Copy)]
struct Known {
    cost: i64,
    is_for_gpus: bool,
}

/// Answers all questions of a program; without a text for GPUs the answer is no.
pub fn settle(program: &mut Program, has_text: bool) {
    let known = kernels(program);
    let of_text = |text: StrId| match has_text {
        true => known.get(program.strings[text].as_str()).copied(),
        false => Some(Known {
            cost: 0,
            is_for_gpus: false,
        }),
    };
    for function in program.functions.iter_mut() {
        let mut settling = Settling {
            of_text: &of_text,
            texts: BTreeMap::new(),
            values: &mut function.values,
        };
        settling.block(&mut function.body);
    }
}

/// The kernels by their names in the source.
fn kernels(program: &Program) -> BTreeMap<String, Known> {
    let mut known: BTreeMap<String, Known> = BTreeMap::new();
    for function in &program.functions {
        let FuncKind::Kernel(data) = &function.kind else {
            continue;
        };
        let name = function.name.split('$').next().unwrap_or_default();
        let (cost, together) = position_cost(function);
        let one = Known {
            cost: (cost.without_launch() / together).max(1),
            is_for_gpus: data.profile.is_for_gpus(),
        };
        let entry = known.entry(name.to_owned()).or_insert(one);
        entry.cost = entry.cost.max(one.cost);
        entry.is_for_gpus &= one.is_for_gpus;
    }
    known
}

struct Settling<'a, F> {
    of_text: &'a F,
    /// Constants that are texts.
    texts: BTreeMap<Value, StrId>,
    values: &'a mut IndexVec<Value, ValueData>,
}

impl<F: Fn(StrId) -> Option<Known>> Settling<'_, F> {
    fn block(&mut self, block: &mut Block) {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let Op::Const(Const::Str(text)) = stmt.op {
                self.texts.insert(stmt.results[0], text);
            }
            output.extend(self.question(&mut stmt));
            stmt.op.blocks_mut().for_each(|inner| self.block(inner));
            output.push(stmt);
        }
        block.stmts = output;
    }

    /// A question gets its cost, which stands in front of it, or becomes the answer no.
    fn question(&mut self, stmt: &mut Stmt) -> Option<Stmt> {
        let Op::Runtime { func, args, .. } = &mut stmt.op else {
            return None;
        };
        if *func != RtFn::device_takes {
            return None;
        }
        let known = self.texts.get(&args[0]);
        let known = known.and_then(|text| (self.of_text)(*text));
        if known.is_some_and(|known| !known.is_for_gpus) {
            stmt.op = Op::Const(Const::I32(0));
            return None;
        }
        let cost = known.map_or(UNKNOWN_KERNEL, |known| known.cost);
        let value = self.values.push(ValueData { ty: Ty::I64 });
        args[2] = value;
        Some(Stmt {
            op: Op::Const(Const::I64(cost)),
            results: vec![value],
            loc: stmt.loc,
        })
    }
}
