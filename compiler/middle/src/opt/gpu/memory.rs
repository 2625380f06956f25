//! Where a GPU keeps the arrays of a kernel: global memory, constant memory, textures.
//!
//! All arrays are in global memory, and some elsewhere too. Such a parameter has a second one behind it, 64 bits, by which the launch says
//! whether it is so this time: an array that is written under another name, one that is too large, or a device without room
//! is in global memory alone.
//!
//! *Invariant:* the description of a kernel and its text agree, since both ask here.

use super::privatisation::private_arrays;
use crate::mir::kernel::kernel_data;
use crate::mir::passes::platform;
use crate::mir::{
    ElemKind, FuncKind, Function, Kept, KernelData, Local, LocalData, Op, Outside, Program,
    Texture, TextureDescriptor, Ty, Value,
};
use quasar_abi::{CachePreference, ParameterMemory};
use std::collections::{BTreeMap, BTreeSet};

/// Settles for every kernel where its array parameters are, from what the text for GPUs does with them.
pub fn settle_memory(program: &mut Program) {
    for function in program.functions.iter_mut() {
        if matches!(function.kind, FuncKind::Kernel(_)) && asks(function) {
            let mut on_gpu = function.clone();
            platform::settle_function(&mut on_gpu, true);
            let uses = Uses::of(&on_gpu);
            for local in function.params.clone() {
                function.locals[local].kept = uses.place(&on_gpu, local);
            }
        }
    }
}

fn asks(kernel: &Function) -> bool {
    let mut asks = kernel.locals.iter().any(|local| local.kept.is_some());
    kernel
        .body
        .for_each_stmt(&mut |stmt| asks |= matches!(stmt.op, Op::Texture(_)));
    asks
}

/// The memory of a parameter for which that is settled.
pub fn of(local: &LocalData) -> ParameterMemory {
    match local.kept {
        Some(Kept::Constant) => ParameterMemory::Constant,
        Some(Kept::ReadOnly) => ParameterMemory::ReadOnly,
        Some(Kept::Fetched(_)) => ParameterMemory::Texture,
        Some(Kept::Surface(_)) => ParameterMemory::Surface,
        Some(Kept::Texture { .. }) | None => ParameterMemory::Global,
    }
}

/// How such a parameter is a texture, if it is one.
pub fn form(local: &LocalData) -> Option<TextureDescriptor> {
    match local.kept {
        Some(Kept::Fetched(form) | Kept::Surface(form)) => Some(form),
        Some(Kept::Constant | Kept::ReadOnly | Kept::Texture { .. }) | None => None,
    }
}

/// How the driver shall divide the memory of multiprocessors: as the program says, else more of what the kernel needs.
pub fn cache(kernel: &Function) -> CachePreference {
    let data = kernel_data(kernel);
    let shares = data
        .group
        .as_ref()
        .is_some_and(|group| !group.shared.is_empty());
    match data.profile.cache() {
        Some(asked) => asked,
        None if shares => CachePreference::Shared,
        None if data.accumulators.is_empty() && private_arrays(kernel).is_empty() => {
            CachePreference::L1
        }
        None => CachePreference::None,
    }
}

/// What a kernel does with its arrays.
#[derive(Default)]
struct Uses {
    variables: BTreeMap<Value, Local>,
    loaded: BTreeSet<Local>,
    stored: BTreeSet<Local>,
    changed: BTreeSet<Local>,
    /// The form of the first read as a texture.
    fetched: BTreeMap<Local, TextureDescriptor>,
    /// The kinds of elements that are written.
    kinds: BTreeSet<ElemKind>,
}

impl Uses {
    fn of(kernel: &Function) -> Uses {
        let mut uses = Uses::default();
        kernel.body.for_each_stmt(&mut |stmt| {
            let of = |uses: &Uses, value: &Value| uses.variables.get(value).copied();
            match &stmt.op {
                Op::Get(local) => {
                    uses.variables.insert(stmt.results[0], *local);
                }
                Op::Load(access) => uses.loaded.extend(of(&uses, &access.array)),
                Op::Store(access, _) => {
                    uses.stored.extend(of(&uses, &access.array));
                    uses.note_kind(kernel, access.array);
                }
                Op::Atomic(_, access, _) => {
                    uses.changed.extend(of(&uses, &access.array));
                    uses.note_kind(kernel, access.array);
                }
                Op::Texture(Texture::Ready(array, form)) => {
                    if let Some(local) = of(&uses, array) {
                        uses.fetched.entry(local).or_insert(*form);
                    }
                }
                _ => {}
            }
        });
        uses
    }

    fn note_kind(&mut self, kernel: &Function, array: Value) {
        if let Ty::Array(kind) = kernel.values[array].ty {
            self.kinds.insert(kind);
        }
    }

    /// Where a parameter is for a GPU.
    fn place(&self, kernel: &Function, local: Local) -> Option<Kept> {
        let LocalData { ty, kept, .. } = kernel.locals[local];
        let Ty::Array(kind) = ty else {
            return None;
        };
        let is_changed = self.changed.contains(&local);
        let is_written = is_changed || self.stored.contains(&local);
        let fetched = self.fetched.get(&local).copied();
        match kept {
            Some(Kept::Texture {
                dimensions,
                components,
            }) if is_written && kind == ElemKind::F32 && !is_changed => {
                Some(Kept::Surface(TextureDescriptor {
                    dimensions,
                    components,
                    linear: false,
                    outside: Outside::Zero,
                    half: false,
                }))
            }
            _ if is_written => None,
            _ if fetched.is_some() => fetched.map(Kept::Fetched),
            _ if !self.loaded.contains(&local) => None,
            // Where there is no doubt nobody has to be asked.
            Some(Kept::ReadOnly) if self.is_only_read(local, kind) => None,
            Some(Kept::Constant | Kept::ReadOnly) => kept,
            Some(Kept::Texture { .. } | Kept::Fetched(_) | Kept::Surface(_)) | None => None,
        }
    }

    /// Whether nobody can write the elements during a launch: no array of their kind is written.
    fn is_only_read(&self, local: Local, kind: ElemKind) -> bool {
        let written = self.stored.contains(&local) || self.changed.contains(&local);
        !written && !self.kinds.contains(&kind)
    }
}

/// The arrays of a kernel that are read by `__ldg` without asking: no other array of the launch can be the same and be written.
pub fn only_read(kernel: &Function) -> BTreeSet<Local> {
    let uses = Uses::of(kernel);
    let shared = shared_arrays(kernel);
    let is = |local: &Local| match kernel.locals[*local].ty {
        Ty::Array(kind) => !shared.contains(local) && uses.is_only_read(*local, kind),
        _ => false,
    };
    kernel.params.iter().copied().filter(is).collect()
}

/// The parameters of a kernel that are shared arrays.
pub fn shared_arrays(function: &Function) -> Vec<Local> {
    let FuncKind::Kernel(KernelData {
        group: Some(group), ..
    }) = &function.kind
    else {
        return Vec::new();
    };
    let params = group.shared.iter();
    params.map(|&number| function.params[number]).collect()
}
