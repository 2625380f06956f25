//! Makes one kernel of two.
//!
//! *Invariant:* at every position the body of the first kernel runs to its end, then that of the second.

use std::collections::BTreeMap;

use super::legal::Side;
use super::roundings::tell_apart;
use crate::mir::kernel::{kernel_data, kernel_data_mut};
use crate::mir::passes::copy::{Renaming, new_label, replace_stmts};
use crate::mir::{
    BinaryOp, Block, CompareOp, Const, ElemKind, ElemTypes, Function, KernelOrigin, Launch, Loc,
    Local, LocalData, Op, Stmt, Ty, Value,
};
use crate::opt::loops::emit::Emitter;

/// A kernel that does the work of two, with its arguments.
#[derive(Debug)]
pub struct Fused {
    /// The kernel.
    pub kernel: Function,
    /// What the host hands over.
    pub args: Vec<Value>,
}

/// One kernel of two; where `guarded`, each runs only where its own extents say, which become parameters.
pub fn merge(
    first: Side,
    second: Side,
    guarded: bool,
    same: &impl Fn(Value, Value) -> bool,
) -> Fused {
    let mut kernel = first.kernel.clone();
    kernel.name = name(&first.kernel.name, &second.kernel.name);
    let body = std::mem::take(&mut kernel.body);
    let position = kernel_data(&kernel).position.clone();
    let mut args = first.launch.args.clone();
    let mut stmts = closed(body, &mut kernel, first.kernel.loc).stmts;
    if guarded {
        stmts = guard(stmts, first.launch, &mut kernel, &mut args);
    }

    let own_values = kernel.values.len();
    let mut renaming = Renaming::of_function(second.kernel, &mut kernel);
    let data = kernel_data(second.kernel);
    renaming
        .values
        .extend(data.position.iter().copied().zip(position));
    for (number, &param) in second.kernel.params.iter().enumerate() {
        let arg = second.launch.args[number];
        let shared = shared_parameter(first, second, number, &args, same);
        let local = match shared {
            Some(known) => kernel.params[known],
            None => {
                let local = renaming.local(param);
                kernel.params.push(local);
                args.push(arg);
                local
            }
        };
        renaming.locals.insert(param, local);
    }
    let body = renaming.block(&second.kernel.body);
    let mut behind = closed(body, &mut kernel, second.kernel.loc).stmts;
    if guarded {
        behind = guard(behind, second.launch, &mut kernel, &mut args);
    }
    stmts.append(&mut behind);
    kernel.body.stmts = stmts;
    tell_apart(&mut kernel, own_values);
    let accumulators = data.accumulators.iter().map(|one| {
        let mut one = one.clone();
        one.local = renaming.local(one.local);
        one
    });
    let accumulators: Vec<_> = accumulators.collect();
    let own = kernel_data_mut(&mut kernel);
    own.accumulators.extend(accumulators);
    own.profile.constants.clear();
    if own.origin != data.origin {
        own.origin = KernelOrigin::Loop;
    }
    Fused { kernel, args }
}

/// The parameter of the first kernel that brings what one of the second needs. A parameter that a kernel changes is its own.
fn shared_parameter(
    first: Side,
    second: Side,
    number: usize,
    args: &[Value],
    same: &impl Fn(Value, Value) -> bool,
) -> Option<usize> {
    let param = second.kernel.params[number];
    let arg = second.launch.args[number];
    let kept = |kernel: &Function, local: Local| !kernel.body.assigned_locals().contains(&local);
    let own = first.kernel.params.iter().zip(args);
    let mut own = own.enumerate();
    kept(second.kernel, param)
        .then(|| {
            own.find(|(_, (local, known))| {
                let one_type = first.kernel.locals[**local].ty == second.kernel.locals[param].ty;
                one_type && kept(first.kernel, **local) && same(**known, arg)
            })
        })
        .flatten()
        .map(|(known, _)| known)
}

/// `blur$sharpen`; of more than two the first and the last.
fn name(first: &str, second: &str) -> String {
    let start = first.split("$$").next().unwrap_or(first);
    format!("{start}$${second}")
}

/// A body whose returns end itself and not the position.
fn closed(mut body: Block, kernel: &mut Function, loc: Loc) -> Block {
    let mut returns = false;
    body.for_each_stmt(&mut |stmt| returns |= matches!(stmt.op, Op::Return(_)));
    if !returns {
        return body;
    }
    let label = new_label(kernel);
    replace_stmts(&mut body, &mut |mut stmt| {
        if matches!(stmt.op, Op::Return(_)) {
            stmt.op = Op::Break(label);
        }
        vec![stmt]
    });
    let stmts = vec![Stmt {
        op: Op::Scope { label, body },
        results: Vec::new(),
        loc,
    }];
    Block { stmts }
}

/// The statements under the condition that the position belongs to the launch.
fn guard(
    stmts: Vec<Stmt>,
    launch: &Launch,
    kernel: &mut Function,
    args: &mut Vec<Value>,
) -> Vec<Stmt> {
    let position = kernel_data(kernel).position.clone();
    let loc = kernel.loc;
    let mut emitter = Emitter::new(kernel, loc);
    let mut inside = emitter.constant(Const::Bool(true));
    for (at, &extent) in position.into_iter().zip(&launch.extents) {
        let (ty, name) = (Ty::I32, None);
        let local = emitter.function.locals.push(LocalData {
            ty,
            name,
            loc,
            kept: None,
        });
        emitter.function.params.push(local);
        args.push(extent);
        let extent = emitter.get(local);
        let below = emitter.compare(CompareOp::Lt, at, extent);
        inside = emitter.binary(BinaryOp::And, inside, below);
    }
    emitter.run(Op::If {
        cond: inside,
        then: Block { stmts },
        otherwise: Block::default(),
    });
    emitter.stmts
}

/// Keeps the elements of an array, of which every position touches its own ones, in variables of the kernel; the parameter goes.
///
/// Indices behind the position's are constants: `key` gives those of an access.
pub fn keep_in_registers(
    fused: &mut Fused,
    parameter: usize,
    kind: ElemKind,
    start: &[Const],
    rank: usize,
) {
    let kernel = &mut fused.kernel;
    let param = kernel.params.remove(parameter);
    fused.args.remove(parameter);
    let mut constants: BTreeMap<Value, i32> = BTreeMap::new();
    let mut arrays = Vec::new();
    let mut products = Vec::new();
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Const(Const::I32(number)) => {
            constants.insert(stmt.results[0], *number);
        }
        Op::Get(local) if *local == param => arrays.push(stmt.results[0]),
        Op::Binary(BinaryOp::Mul, ..) => products.push(stmt.results[0]),
        _ => {}
    });
    let mut registers = Registers {
        arrays,
        constants,
        products,
        rank,
        tys: kind.access_tys(),
        limits: limits(kind),
        name: kernel.locals[param].name.clone(),
        param,
        made: BTreeMap::new(),
    };
    let mut body = std::mem::take(&mut kernel.body);
    registers.block(&mut body, kernel);
    let mut stmts = Vec::new();
    for locals in registers.made.values() {
        for (&local, &number) in locals.iter().zip(start) {
            let mut emitter = Emitter::new(kernel, kernel_loc(&body));
            let value = emitter.constant(number);
            emitter.run(Op::Set(local, value));
            stmts.append(&mut emitter.stmts);
        }
    }
    stmts.append(&mut body.stmts);
    kernel.body.stmts = stmts;
}

fn kernel_loc(body: &Block) -> Loc {
    body.stmts.first().expect("a kernel that uses an array").loc
}

/// The variables that stand for elements.
struct Registers<'a> {
    /// The values by which the kernel names the array.
    arrays: Vec<Value>,
    constants: BTreeMap<Value, i32>,
    /// Values that a sum could be contracted with.
    products: Vec<Value>,
    rank: usize,
    tys: &'a [Ty],
    /// What ints that are stored are brought to.
    limits: Option<(i32, i32)>,
    name: Option<String>,
    param: Local,
    /// By the constant indices behind the position.
    made: BTreeMap<Vec<Option<i32>>, Vec<Local>>,
}

impl Registers<'_> {
    fn block(&mut self, block: &mut Block, kernel: &mut Function) {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            match &stmt.op {
                Op::Get(local) if *local == self.param => continue,
                Op::Load(access) if self.arrays.contains(&access.array) => {
                    let locals = self.locals(&access.index, kernel, stmt.loc);
                    output.extend(reads(&locals, &stmt));
                    continue;
                }
                Op::Store(access, values) if self.arrays.contains(&access.array) => {
                    let locals = self.locals(&access.index, kernel, stmt.loc);
                    let mut emitter = Emitter::new(kernel, stmt.loc);
                    for (&local, &value) in locals.iter().zip(values) {
                        let kept = self.rounded(value, &mut emitter);
                        emitter.run(Op::Set(local, kept));
                    }
                    output.append(&mut emitter.stmts);
                    continue;
                }
                _ => {}
            }
            for inner in stmt.op.blocks_mut() {
                self.block(inner, kernel);
            }
            output.push(stmt);
        }
        block.stmts = output;
    }

    /// A product that went through memory was rounded: the greater of itself and itself is never contracted with a sum.
    fn rounded(&self, value: Value, emitter: &mut Emitter) -> Value {
        if let Some((low, high)) = self.limits {
            let (low, high) = (
                emitter.constant(Const::I32(low)),
                emitter.constant(Const::I32(high)),
            );
            let above = emitter.binary(BinaryOp::Max, value, low);
            return emitter.binary(BinaryOp::Min, above, high);
        }
        let is_float = emitter.function.values[value].ty.is_float();
        match is_float && self.products.contains(&value) {
            true => emitter.binary(BinaryOp::Max, value, value),
            false => value,
        }
    }

    fn locals(&mut self, index: &[Value], kernel: &mut Function, loc: Loc) -> Vec<Local> {
        let behind = index.iter().skip(self.rank);
        let key: Vec<_> = behind
            .map(|value| self.constants.get(value).copied())
            .collect();
        let (tys, name) = (self.tys, &self.name);
        let made = self.made.entry(key).or_insert_with(|| {
            let one = |&ty: &Ty| {
                let name = name.clone();
                kernel.locals.push(LocalData {
                    ty,
                    name,
                    loc,
                    kept: None,
                })
            };
            tys.iter().map(one).collect()
        });
        made.clone()
    }
}

/// The elements of a load, from variables.
fn reads(locals: &[Local], load: &Stmt) -> Vec<Stmt> {
    let one = |(&local, &result): (&Local, &Value)| Stmt {
        op: Op::Get(local),
        results: vec![result],
        loc: load.loc,
    };
    locals.iter().zip(&load.results).map(one).collect()
}

/// The least and the greatest int that elements of a kind have, where ints beyond are brought to them.
pub fn limits(kind: ElemKind) -> Option<(i32, i32)> {
    match kind {
        ElemKind::I8 => Some((i8::MIN.into(), i8::MAX.into())),
        ElemKind::U8 => Some((0, u8::MAX.into())),
        ElemKind::I16 => Some((i16::MIN.into(), i16::MAX.into())),
        ElemKind::U16 => Some((0, u16::MAX.into())),
        _other => None,
    }
}
