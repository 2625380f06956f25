//! Equal array expressions share one kernel.
//!
//! Expressions that differ in nothing but numbers are one pattern: the numbers become parameters of its kernel.
//!
//! *Technique:* function merging (Edler von Koch, Franke, Bhandarkar and Dasgupta, "Exploiting Function Similarity for Code Size
//! Reduction", LCTES 2014).
//!
//! *Invariant:* a kernel that can raise an error is not shared, so that no message names another place.

use crate::analysis::loops::verdict::{LoopVerdict, Outcome};
use crate::base::{Id, IndexVec};
use crate::mir::build::ConstKey;
use crate::mir::{
    Block, Const, FuncId, FuncKind, Function, KernelOrigin, Loc, Local, LocalData, Op, Program,
    Stmt, Value, ValueData,
};
use std::collections::BTreeMap;

/// What becomes of a kernel: the one that stands for it and the numbers that it is told.
struct Use {
    kernel: FuncId,
    numbers: Vec<Const>,
}

/// Shares kernels among those from `first` on.
pub fn share(program: &mut Program, first: usize, verdicts: &mut [LoopVerdict]) {
    let mut uses: BTreeMap<FuncId, Use> = BTreeMap::new();
    for kernels in alike(program, first) {
        let constants: Vec<_> = kernels
            .iter()
            .map(|&kernel| numbers(&program.functions[kernel]))
            .collect();
        let differs = |at: &usize| {
            constants
                .iter()
                .any(|of_one| ConstKey::of(of_one[*at]) != ConstKey::of(constants[0][*at]))
        };
        let lifted: Vec<usize> = (0..constants[0].len()).filter(differs).collect();
        lift(&mut program.functions[kernels[0]], &lifted);
        for (&kernel, constants) in kernels.iter().zip(&constants) {
            let numbers = lifted.iter().map(|&at| constants[at]).collect();
            let kernel_of = Use {
                kernel: kernels[0],
                numbers,
            };
            uses.insert(kernel, kernel_of);
        }
    }
    if uses.is_empty() {
        return;
    }
    launch_shared(program, &uses);
    let moved = without_unused(program, first, &uses);
    for verdict in verdicts {
        follow(&mut verdict.outcome, &moved);
    }
}

/// Groups of two and more kernels of one pattern.
fn alike(program: &Program, first: usize) -> Vec<Vec<FuncId>> {
    let mut patterns: BTreeMap<String, Vec<FuncId>> = BTreeMap::new();
    for (id, function) in program.functions.iter_enumerated().skip(first) {
        if can_be_shared(function) {
            patterns.entry(pattern(function)).or_default().push(id);
        }
    }
    patterns
        .into_values()
        .filter(|kernels| kernels.len() > 1)
        .collect()
}

fn can_be_shared(function: &Function) -> bool {
    let FuncKind::Kernel(data) = &function.kind else {
        return false;
    };
    let mut raises = false;
    function
        .body
        .for_each_stmt(&mut |stmt| raises |= stmt.op.raises());
    data.origin == KernelOrigin::Expression && !raises
}

fn is_number(constant: Const) -> bool {
    match constant {
        Const::F32(_) | Const::F64(_) => true,
        Const::Bool(_)
        | Const::I32(_)
        | Const::I64(_)
        | Const::Str(_)
        | Const::Null(_)
        | Const::OnGpu => false,
    }
}

/// The floating-point numbers of a kernel, in the order of its text.
fn numbers(function: &Function) -> Vec<Const> {
    let mut found = Vec::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Const(constant) = stmt.op
            && is_number(constant)
        {
            found.push(constant);
        }
    });
    found
}

// ---- Patterns --------------------------------------------------------------------------------------------------------------------

/// Values and locals in the order in which they occur.
#[derive(Default)]
struct Renaming {
    values: BTreeMap<Value, Value>,
    locals: BTreeMap<Local, Local>,
}

impl Renaming {
    fn value(&mut self, value: &mut Value) {
        let next = Value::from_index(self.values.len());
        *value = *self.values.entry(*value).or_insert(next);
    }

    fn local(&mut self, local: &mut Local) {
        let next = Local::from_index(self.locals.len());
        *local = *self.locals.entry(*local).or_insert(next);
    }

    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        stmt.loc = Loc::from_index(0);
        match &mut stmt.op {
            Op::Const(Const::F32(number)) => *number = 0.0,
            Op::Const(Const::F64(number)) => *number = 0.0,
            Op::Load(access) | Op::Store(access, _) => access.name = None,
            _ => {}
        }
        stmt.op.for_each_operand_mut(|value| self.value(value));
        let names = stmt.op.names_mut();
        if let Some(local) = names.local {
            self.local(local);
        }
        if let Some(index) = names.index {
            self.value(index);
        }
        stmt.results
            .iter_mut()
            .for_each(|result| self.value(result));
        stmt.op.blocks_mut().for_each(|block| self.block(block));
    }
}

/// A text that two kernels have in common when they do the same but for the numbers in them.
fn pattern(function: &Function) -> String {
    let mut copy = function.clone();
    let FuncKind::Kernel(data) = &mut copy.kind else {
        panic!("only kernels have patterns");
    };
    let mut renaming = Renaming::default();
    copy.params
        .iter_mut()
        .for_each(|local| renaming.local(local));
    data.accumulators
        .iter_mut()
        .for_each(|one| renaming.local(&mut one.local));
    data.position
        .iter_mut()
        .for_each(|value| renaming.value(value));
    renaming.block(&mut copy.body);
    let locals = by_new_name(&renaming.locals, |local| function.locals[local].ty);
    let values = by_new_name(&renaming.values, |value| function.values[value].ty);
    format!(
        "{:?}{:?}{locals:?}{values:?}{:?}",
        copy.kind, copy.params, copy.body
    )
}

fn by_new_name<I: Id + Ord, T>(names: &BTreeMap<I, I>, of: impl Fn(I) -> T) -> Vec<T> {
    let mut sorted: Vec<(I, I)> = names.iter().map(|(old, new)| (*new, *old)).collect();
    sorted.sort();
    sorted.into_iter().map(|(_, old)| of(old)).collect()
}

// ---- Sharing ---------------------------------------------------------------------------------------------------------------------

/// Makes parameters of the numbers at these positions among all of the kernel.
fn lift(kernel: &mut Function, lifted: &[usize]) {
    let mut params: BTreeMap<usize, Local> = BTreeMap::new();
    let constants = numbers(kernel);
    for &at in lifted {
        let (ty, name, loc) = (constants[at].ty(), None, kernel.loc);
        let local = kernel.locals.push(LocalData {
            ty,
            name,
            loc,
            kept: None,
        });
        kernel.params.push(local);
        params.insert(at, local);
    }
    let mut at = 0;
    read_lifted(&mut kernel.body, &params, &mut at);
}

fn read_lifted(block: &mut Block, params: &BTreeMap<usize, Local>, at: &mut usize) {
    for stmt in &mut block.stmts {
        if let Op::Const(constant) = stmt.op
            && is_number(constant)
        {
            if let Some(param) = params.get(at) {
                stmt.op = Op::Get(*param);
            }
            *at += 1;
        }
        for inner in stmt.op.blocks_mut() {
            read_lifted(inner, params, at);
        }
    }
}

/// Turns every launch to the kernel that stands for its own.
fn launch_shared(program: &mut Program, uses: &BTreeMap<FuncId, Use>) {
    for function in program.functions.iter_mut() {
        let mut body = std::mem::take(&mut function.body);
        launch_in(&mut body, &mut function.values, uses);
        function.body = body;
    }
}

fn launch_in(
    block: &mut Block,
    values: &mut IndexVec<Value, ValueData>,
    uses: &BTreeMap<FuncId, Use>,
) {
    let mut output = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        if let Op::Launch(launch) = &mut stmt.op
            && let Some(shared) = uses.get(&launch.kernel)
        {
            launch.kernel = shared.kernel;
            for &number in &shared.numbers {
                let value = values.push(ValueData { ty: number.ty() });
                launch.args.push(value);
                output.push(Stmt {
                    op: Op::Const(number),
                    results: vec![value],
                    loc: stmt.loc,
                });
            }
        }
        for inner in stmt.op.blocks_mut() {
            launch_in(inner, values, uses);
        }
        output.push(stmt);
    }
    block.stmts = output;
}

/// Drops the kernels that others stand for; gives the ids of all after that.
fn without_unused(
    program: &mut Program,
    first: usize,
    uses: &BTreeMap<FuncId, Use>,
) -> BTreeMap<FuncId, FuncId> {
    let functions = std::mem::take(&mut program.functions);
    let mut moved = BTreeMap::new();
    for (id, function) in functions.into_iter().enumerate() {
        let id = FuncId::from_index(id);
        let stands_for = uses.get(&id).map_or(id, |shared| shared.kernel);
        if stands_for == id {
            moved.insert(id, program.functions.push(function));
        } else {
            debug_assert!(id.index() >= first);
            moved.insert(id, moved[&stands_for]);
        }
    }
    for function in program.functions.iter_mut() {
        renumber(&mut function.body, &moved);
    }
    moved
}

/// Turns launches to the new ids of their kernels.
pub(super) fn renumber(block: &mut Block, moved: &BTreeMap<FuncId, FuncId>) {
    for stmt in &mut block.stmts {
        if let Op::Launch(launch) = &mut stmt.op {
            launch.kernel = moved[&launch.kernel];
        }
        stmt.op
            .blocks_mut()
            .for_each(|inner| renumber(inner, moved));
    }
}

/// Turns a verdict to the new id of its kernel.
pub(super) fn follow(outcome: &mut Outcome, moved: &BTreeMap<FuncId, FuncId>) {
    match outcome {
        Outcome::Parallel(found) => found.kernel = moved[&found.kernel],
        Outcome::Interchanged(found) => found.kernel = moved[&found.kernel],
        Outcome::Dimension(kernel) | Outcome::InsideKernel(kernel) | Outcome::Jammed(kernel) => {
            *kernel = moved[kernel];
        }
        Outcome::Merged(_)
        | Outcome::Serial(_)
        | Outcome::TooSmall
        | Outcome::LongerInside
        | Outcome::ForcedSerial => {}
    }
}
