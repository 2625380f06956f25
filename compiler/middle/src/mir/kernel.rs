//! What host code and the machine code of kernels agree on.
//!
//! A kernel becomes a function of type `quasar_abi::KernelEntry`: `(args, begin, end, partial) -> status`. It runs
//! *rows*: with one dimension a row is one position; with more it is one line of the innermost dimension, and
//! `begin..end` count the lines of all other dimensions, flattened row-major. `args` points at 8-byte slots:
//!
//! ```text
//! slot 0 … rank-1        extents of the launch, outermost first, as i64
//! slot rank …            the kernel's parameters in order: numbers in the low bytes, arrays as header pointers
//! behind them            with [`CopiedArrays`]: not 0 if these belong to the chunk alone
//! two more               with more than one dimension ([`quasar_abi::columns_slot`]): the first position of the innermost that runs, and the one behind the last
//! ```
//!
//! The last two are 0 and the extent, but where few long lines are divided: then a chunk is a part of one line.
//!
//! `partial` has one slot per accumulator, which the kernel overwrites, also when it runs no row. A `serial` launch
//! calls the serial entry directly, from row 0 to the last, with the totals' slots as `partial`.
//!
//! *Invariant:* both sides take slots, rows and symbols from here.

use std::collections::{BTreeMap, BTreeSet};

use quasar_abi::{AccumulatorClass, AccumulatorOp, CopiedArray, ElemKind};

use crate::base::Id;
use crate::mir::{
    FuncId, FuncKind, Function, KernelData, KernelOrigin, Local, Op, Program, Ty, Value,
};

/// Bytes of a slot.
pub const SLOT: i32 = 8;

/// Dimensions that a kernel has at most. Further leading ones of a launch are folded into the first; more loops stay within the kernel.
pub const MAXIMUM_RANK: usize = 4;

/// The slot of a parameter.
pub fn parameter_slot(kernel: &KernelData, parameter: usize) -> usize {
    kernel.position.len() + parameter
}

/// The symbol of a kernel's entry; `serial` names the one that runs positions strictly in order.
pub fn entry_symbol(id: FuncId, serial: bool) -> String {
    let kind = if serial { "serial" } else { "kernel" };
    format!("qk_{kind}_{}", id.index())
}

/// The kernels that are launched, with whether the launch is serial; each needs that entry. In order.
pub fn needed_entries(program: &Program) -> BTreeSet<(FuncId, bool)> {
    let mut found = BTreeSet::new();
    for function in &program.functions {
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Launch(launch) = &stmt.op
                && !is_for_devices_only(&program.functions[launch.kernel])
            {
                found.insert((launch.kernel, launch.serial));
            }
        });
    }
    found
}

/// Whether processors have no entry of a kernel: they run one whose threads act together in parts.
pub fn is_for_devices_only(kernel: &Function) -> bool {
    kernel_data(kernel).group.is_some()
}

/// The kernel's part of a function.
///
/// # Panics
/// The function is not a kernel.
pub fn kernel_data(function: &Function) -> &KernelData {
    match &function.kind {
        FuncKind::Kernel(data) => data,
        FuncKind::Host => panic!("{} is launched and is no kernel", function.name),
    }
}

/// The same, to be changed.
///
/// # Panics
/// The function is not a kernel.
pub fn kernel_data_mut(function: &mut Function) -> &mut KernelData {
    match &mut function.kind {
        FuncKind::Kernel(data) => data,
        FuncKind::Host => panic!("{} is launched and is no kernel", function.name),
    }
}

/// The machine class of an accumulator.
///
/// # Panics
/// The type is that of no accumulator.
pub fn accumulator_class(ty: Ty) -> AccumulatorClass {
    match ty {
        Ty::I32 => AccumulatorClass::I32,
        Ty::I64 => AccumulatorClass::I64,
        Ty::F32 => AccumulatorClass::F32,
        Ty::F64 => AccumulatorClass::F64,
        Ty::Bool | Ty::Array(_) | Ty::Str => panic!("an accumulator is a number"),
    }
}

/// The arrays of a kernel that its positions only change, each by one operation whose result nobody uses.
#[derive(Debug, Default)]
pub struct CopiedArrays {
    /// As the runtime reads them, in the order of the parameters.
    pub list: Vec<CopiedArray>,
    /// The values by which the kernel names them.
    pub values: BTreeSet<Value>,
}

/// Finds the arrays that chunks may change in copies of their own.
pub fn copied_arrays(kernel: &Function) -> CopiedArrays {
    let data = kernel_data(kernel);
    let mut found = CopiedArrays::default();
    // What threads between barriers share is as small as their launch, and two forms of each change would double such kernels.
    let is_part = matches!(data.origin, KernelOrigin::Part | KernelOrigin::GridPart);
    if data.group.is_some() || is_part {
        return found;
    }
    let mut uses = ArrayUses::default();
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Get(local) => {
            uses.names.insert(stmt.results[0], *local);
        }
        op => op.for_each_operand(|value| *uses.reads.entry(*value).or_default() += 1),
    });
    kernel
        .body
        .for_each_stmt(&mut |stmt| uses.stmt(&stmt.op, &stmt.results));
    for (parameter, local) in kernel.params.iter().enumerate() {
        let Ty::Array(kind) = kernel.locals[*local].ty else {
            continue;
        };
        let (Some(class), Some(Some(op))) = (element_class(kind), uses.changed.get(local)) else {
            continue;
        };
        // Nothing that a copy could start with leaves the bits of a float as they are.
        if op.is_bitwise() && class.is_float() {
            continue;
        }
        let names = uses.names.iter().filter(|(_, named)| *named == local);
        found.values.extend(names.map(|(value, _)| *value));
        found.list.push(CopiedArray {
            slot: parameter_slot(data, parameter) as i32,
            op: *op as i32,
            class: class as i32,
            alone: i32::from(data.origin == KernelOrigin::Loop),
        });
    }
    found
}

/// What a kernel does with its arrays.
#[derive(Default)]
struct ArrayUses {
    /// How often each value is used.
    reads: BTreeMap<Value, u32>,
    /// The variables that values are read from.
    names: BTreeMap<Value, Local>,
    /// The operation by which an array is changed; none if it is used in another way too.
    changed: BTreeMap<Local, Option<AccumulatorOp>>,
}

impl ArrayUses {
    fn stmt(&mut self, op: &Op, results: &[Value]) {
        match op {
            Op::Dim(..) | Op::Numel(_) => {}
            Op::Set(local, value) => {
                self.changed.insert(*local, None);
                self.other_use(*value);
            }
            Op::Atomic(op, access, values) => {
                let unread = results
                    .iter()
                    .all(|result| !self.reads.contains_key(result));
                let op = if unread { op.accumulates() } else { None };
                if let Some(local) = self.names.get(&access.array) {
                    let known = self.changed.entry(*local).or_insert(op);
                    if *known != op {
                        *known = None;
                    }
                }
                let others = access.index.iter().chain(values);
                others.for_each(|value| self.other_use(*value));
            }
            op => op.for_each_operand(|value| self.other_use(*value)),
        }
    }

    fn other_use(&mut self, value: Value) {
        if let Some(local) = self.names.get(&value) {
            self.changed.insert(*local, None);
        }
    }
}

/// Whether a kernel has accumulators whose value depends on the order of the positions: each sum and product of floats is rounded.
pub fn has_ordered_totals(kernel: &Function) -> bool {
    kernel_data(kernel).accumulators.iter().any(|accumulator| {
        let float = kernel.locals[accumulator.local].ty.is_float();
        float && matches!(accumulator.op, AccumulatorOp::Add | AccumulatorOp::Mul)
    })
}

/// Whether the bits that a kernel gives depend on the order of its positions, by totals or by changes of elements.
pub fn depends_on_order(kernel: &Function) -> bool {
    let mut found = has_ordered_totals(kernel);
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::Atomic(op, access, _) = &stmt.op
            && let Ty::Array(kind) = kernel.values[access.array].ty
        {
            found |= (kind.is_float() || kind.is_complex()) && op.rounds();
        }
    });
    found
}

fn element_class(kind: ElemKind) -> Option<AccumulatorClass> {
    match kind {
        ElemKind::I32 => Some(AccumulatorClass::I32),
        ElemKind::I64 => Some(AccumulatorClass::I64),
        ElemKind::F32 => Some(AccumulatorClass::F32),
        ElemKind::F64 => Some(AccumulatorClass::F64),
        ElemKind::I8
        | ElemKind::U8
        | ElemKind::I16
        | ElemKind::U16
        | ElemKind::U32
        | ElemKind::U64
        | ElemKind::F16
        | ElemKind::C32
        | ElemKind::C64
        | ElemKind::Text
        | ElemKind::Array
        | ElemKind::Function => None,
    }
}
