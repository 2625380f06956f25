//! What the runtime is told of a kernel: the constant that each launch hands on.
//!
//! *Invariant:* the description says at least the accesses that the kernel makes; what is not sure counts as read and written.

use std::collections::{BTreeMap, BTreeSet};

use quasar_abi::{
    Accumulator, ArgumentClass, CachePreference, KernelHeader, KernelInfo, KernelParameter,
    TextureDescriptor,
};

use crate::base::Id;
use crate::cuda;
use crate::mir::kernel::{accumulator_class, copied_arrays, kernel_data};
use crate::mir::passes::platform;
use crate::mir::reread::reread;
use crate::mir::{
    BarrierScope, Const, FuncId, Function, Local, Op, Program, Texture, Together, Ty, Value,
};
use crate::opt::gpu::choice::is_for_gpus;
use crate::opt::gpu::totals::shared_bytes;
use crate::opt::gpu::{interior, memory};

/// The bytes of a kernel's description for parallel or serial launches.
pub fn of_kernel(program: &Program, id: FuncId, serial: bool) -> Vec<u8> {
    let kernel = &program.functions[id];
    let data = kernel_data(kernel);
    let found = data.accumulators.iter();
    let accumulators =
        found.map(|one| Accumulator::new(one.op, accumulator_class(kernel.locals[one.local].ty)));
    let symbol = match serial || !is_for_gpus(kernel) {
        true => String::new(),
        false => cuda::symbol(program, id),
    };
    let mut on_gpu = kernel.clone();
    platform::settle_function(&mut on_gpu, true);
    let of_thread = cuda::tile::of(&on_gpu);
    let again = reread(kernel);
    let info = KernelInfo {
        header: KernelHeader {
            rank: data.position.len() as i32,
            location: kernel.loc.index() as i32,
            raises: i32::from(raises(kernel)),
            raises_on_gpu: i32::from(interior::can_raise(kernel)),
            shared_per_thread: match symbol.is_empty() {
                true => 0,
                false => shared_bytes(kernel) as i32,
            },
            group: data.group.as_ref().map_or(0, |group| group.grid as i32 + 1),
            cooperative: i32::from(waits_as_a_whole(kernel)),
            shared: shared_memory(kernel).unwrap_or(-1),
            tile: of_thread.map_or(1, |tile| tile.adjacent as i32),
            columns: of_thread.map_or(1, |tile| tile.columns as i32),
            column_dimension: of_thread.map_or(0, |tile| tile.across as i32),
            block_width: of_thread.and_then(|tile| tile.width).unwrap_or(0) as i32,
            tile_dimension: of_thread.map_or(0, |tile| tile.dimension as i32),
            cache: match symbol.is_empty() {
                true => CachePreference::None.code(),
                false => memory::cache(kernel).code(),
            },
            has_private_arrays: i32::from(!cuda::private_arrays(kernel).is_empty()),
            reread: again.bytes,
            may_be_padded: again.may_be_padded,
            wants_gpu: i32::from(data.profile.wants_gpu()),
            ..KernelHeader::default()
        },
        parameters: parameters(kernel),
        accumulators: accumulators.collect(),
        copied: match serial {
            true => Vec::new(),
            false => copied_arrays(kernel).list,
        },
        name: &kernel.name,
        symbol: &symbol,
        names: &names(kernel),
    };
    info.encode()
}

/// Names of the parameters, separated by commas.
fn names(kernel: &Function) -> String {
    let name = |local: &Local| kernel.locals[*local].name.clone().unwrap_or_default();
    let names: Vec<String> = kernel.params.iter().map(name).collect();
    names.join(",")
}

/// Whether a position can end with an error.
fn raises(kernel: &Function) -> bool {
    let mut found = false;
    kernel
        .body
        .for_each_stmt(&mut |stmt| found |= stmt.op.raises());
    found
}

/// Whether a kernel has barriers for the whole grid.
fn waits_as_a_whole(kernel: &Function) -> bool {
    let mut found = false;
    kernel.body.for_each_stmt(&mut |stmt| {
        found |= stmt.op == Op::Together(Together::Barrier(BarrierScope::Grid));
    });
    found
}

/// Bytes of the shared arrays of a kernel, each at a multiple of 16, if all extents are constants.
fn shared_memory(kernel: &Function) -> Option<i32> {
    let mut constants = BTreeMap::new();
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::Const(Const::I32(number)) = stmt.op {
            constants.insert(stmt.results[0], i64::from(number));
        }
    });
    let mut total = Some(0i64);
    kernel.body.for_each_stmt(&mut |stmt| {
        if let Op::Together(Together::Shared { local, dims, .. }) = &stmt.op {
            let Ty::Array(kind) = kernel.locals[*local].ty else {
                panic!("a shared array that is no array");
            };
            let mut bytes = Some(kind.size() as i64);
            for dim in dims {
                let extent = constants.get(dim);
                bytes = bytes
                    .zip(extent)
                    .and_then(|(bytes, extent)| bytes.checked_mul(*extent));
            }
            let sum = |(total, bytes): (i64, i64)| {
                total
                    .checked_add(bytes)?
                    .checked_add(15)
                    .map(|sum| sum & !15)
            };
            total = total.zip(bytes).and_then(sum);
        }
    });
    total.and_then(|bytes| i32::try_from(bytes).ok())
}

fn parameters(kernel: &Function) -> Vec<KernelParameter> {
    let touched = Touched::by(kernel);
    let overwritten = overwritten(kernel, &touched);
    let mapped = interior::mapped_arrays(kernel);
    let shared = kernel_data(kernel).group.as_ref();
    let is_shared = |number: usize| shared.is_some_and(|group| group.shared.contains(&number));
    let parameter = |(number, local): (usize, &Local)| {
        let class = match kernel.locals[*local].ty {
            Ty::Bool => ArgumentClass::Bool,
            Ty::I32 => ArgumentClass::I32,
            Ty::I64 => ArgumentClass::I64,
            Ty::F32 => ArgumentClass::F32,
            Ty::F64 => ArgumentClass::F64,
            Ty::Array(_) if is_shared(number) => ArgumentClass::Shared,
            Ty::Array(_) => ArgumentClass::Array,
            Ty::Str => panic!("kernels have no strings"),
        };
        let (is_read, is_written) = touched.of(*local);
        let data = &kernel.locals[*local];
        KernelParameter {
            class: class.code(),
            is_read: i32::from(is_read),
            is_written: i32::from(is_written),
            memory: memory::of(data).code(),
            texture: memory::form(data).map_or(0, TextureDescriptor::code),
            is_overwritten: i32::from(overwritten.contains(local)),
            is_mapped: i32::from(mapped.contains(local)),
        }
    };
    kernel.params.iter().enumerate().map(parameter).collect()
}

/// The arrays of which each position writes the element at its own place whatever happens, and of which nothing is read.
///
/// Only stores of the kernel's own block count: those under a condition or in a loop may be left out. A kernel that can end early, by an
/// error or a `return`, leaves elements that it did not write; whoever launches sees whether arrays that are mapped are empty.
fn overwritten(kernel: &Function, touched: &Touched) -> BTreeSet<Local> {
    let data = kernel_data(kernel);
    let mut ends_early = interior::can_raise(kernel);
    kernel
        .body
        .for_each_stmt(&mut |stmt| ends_early |= matches!(stmt.op, Op::Return(_)));
    if ends_early || data.group.is_some() {
        return BTreeSet::new();
    }
    let set = kernel.body.assigned_locals();
    let mut found = BTreeSet::new();
    for stmt in &kernel.body.stmts {
        if let Op::Store(access, _) = &stmt.op
            && access.index == data.position
            && let Some(&local) = touched.names.get(&access.array)
            && !touched.read.contains(&local)
            && !set.contains(&local)
        {
            found.insert(local);
        }
    }
    found
}

/// The arrays whose elements a kernel reads and writes.
#[derive(Default)]
struct Touched {
    names: BTreeMap<Value, Local>,
    read: BTreeSet<Local>,
    written: BTreeSet<Local>,
}

impl Touched {
    fn by(kernel: &Function) -> Touched {
        let mut touched = Touched::default();
        kernel.body.for_each_stmt(&mut |stmt| {
            if let Op::Get(local) = stmt.op {
                touched.names.insert(stmt.results[0], local);
            }
        });
        kernel
            .body
            .for_each_stmt(&mut |stmt| touched.statement(&stmt.op));
        touched
    }

    fn of(&self, local: Local) -> (bool, bool) {
        (self.read.contains(&local), self.written.contains(&local))
    }

    fn mark(&mut self, array: Value, read: bool, written: bool) {
        if let Some(&local) = self.names.get(&array) {
            if read {
                self.read.insert(local);
            }
            if written {
                self.written.insert(local);
            }
        }
    }

    fn statement(&mut self, op: &Op) {
        match op {
            Op::Dim(..) | Op::Numel(_) => {}
            Op::Load(access) => self.mark(access.array, true, false),
            // The other branch reads the elements.
            Op::Texture(Texture::Ready(..) | Texture::Fetch(..)) => {}
            Op::Store(access, _) => self.mark(access.array, false, true),
            Op::Atomic(_, access, _) => self.mark(access.array, true, true),
            // Another name for an array: nobody follows what happens under it.
            other => other.for_each_operand(|value| self.mark(*value, true, true)),
        }
    }
}
