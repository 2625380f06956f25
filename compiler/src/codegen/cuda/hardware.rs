//! Where a GPU keeps the arrays of a kernel: global memory, constant memory, textures.
//!
//! All arrays are in global memory, and some elsewhere too. Such a parameter has a second one behind it, 64 bits, by which the launch says
//! whether it is so this time: an array that is written under another name, one that is too large, or a device without room
//! is in global memory alone.
//!
//! *Invariant:* the description of a kernel and its text agree, since both ask here.

use super::body::Body;
use super::together::shared_arrays;
use crate::codegen::kernel::kernel_data;
use crate::mir::passes::platform;
use crate::mir::{
    ElemKind, FuncKind, Function, Kept, Local, LocalData, Op, Outside, Program, Texture,
    TextureForm, Ty, Value,
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
pub fn memory(local: &LocalData) -> ParameterMemory {
    match local.kept {
        Some(Kept::Constant) => ParameterMemory::Constant,
        Some(Kept::ReadOnly) => ParameterMemory::ReadOnly,
        Some(Kept::Fetched(_)) => ParameterMemory::Texture,
        Some(Kept::Surface(_)) => ParameterMemory::Surface,
        Some(Kept::Texture { .. }) | None => ParameterMemory::Global,
    }
}

/// How such a parameter is a texture, if it is one.
pub fn form(local: &LocalData) -> Option<TextureForm> {
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
        None if data.accumulators.is_empty() => CachePreference::L1,
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
    fetched: BTreeMap<Local, TextureForm>,
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
                Some(Kept::Surface(TextureForm {
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
pub(super) fn only_read(kernel: &Function) -> BTreeSet<Local> {
    let uses = Uses::of(kernel);
    let shared = shared_arrays(kernel);
    let is = |local: &Local| match kernel.locals[*local].ty {
        Ty::Array(kind) => !shared.contains(local) && uses.is_only_read(*local, kind),
        _ => false,
    };
    kernel.params.iter().copied().filter(is).collect()
}

// ---- Text ------------------------------------------------------------------------------------------------------------

/// The name of the second parameter of an array in such a place, behind the array's own.
pub(super) fn suffix(memory: ParameterMemory) -> Option<&'static str> {
    match memory {
        ParameterMemory::Global => None,
        ParameterMemory::Constant => Some("constant"),
        ParameterMemory::ReadOnly => Some("unchanged"),
        ParameterMemory::Texture => Some("texture"),
        ParameterMemory::Surface => Some("surface"),
    }
}

impl Body<'_> {
    /// The element number `at` of an array, as it lies in memory.
    pub(super) fn element(&self, local: Local, data: &str, at: &str) -> String {
        if self.contended.contains(data) {
            return format!("q_peek(&{data}[{at}])");
        }
        match self.second(local) {
            Some((ParameterMemory::Constant, second)) => {
                format!("q_constant({second}, {data}, {at})")
            }
            Some((ParameterMemory::ReadOnly, second)) => {
                format!("q_unchanged({second}, {data}, {at})")
            }
            _ if self.only_read.contains(&local) => format!("__ldg(&{data}[{at}])"),
            Some((
                ParameterMemory::Global | ParameterMemory::Texture | ParameterMemory::Surface,
                _,
            ))
            | None => format!("{data}[{at}]"),
        }
    }

    /// The statement that writes an element to the surface of its array, if it has one.
    pub(super) fn put_texel(&self, local: Local, at: &str, value: &str) -> Option<String> {
        let (ParameterMemory::Surface, surface) = self.second(local)? else {
            return None;
        };
        let form = self.form_of(local)?;
        let array = self.param_name(local);
        Some(format!(
            "q_put_texel<{}, {}>({surface}, {array}.dims, {at}, {value});",
            form.dimensions, form.components
        ))
    }

    /// Whether what is stored in an array goes to a surface too.
    pub(super) fn is_surface(&self, array: Value) -> bool {
        let second = self.second(self.array_local(array));
        matches!(second, Some((ParameterMemory::Surface, _)))
    }

    /// `Op::Texture`.
    pub(super) fn texture(&mut self, texture: &Texture, results: &[Value]) {
        match texture {
            Texture::Ready(array, form) => {
                let text = match self.texture_of(*array, *form) {
                    Some((name, _)) => format!("({name} != 0)"),
                    None => "false".to_string(),
                };
                self.declare(results[0], &text);
            }
            Texture::Fetch(array, form, position) => {
                let position: Vec<String> = position
                    .iter()
                    .map(|&coordinate| self.operand(coordinate))
                    .collect();
                let Some((texture, array)) = self.texture_of(*array, *form) else {
                    // Behind a test that does not hold.
                    results
                        .iter()
                        .for_each(|&result| self.declare(result, "0.0f"));
                    return;
                };
                self.fetch(&texture, &array, *form, &position, results);
            }
        }
    }

    fn fetch(
        &mut self,
        texture: &str,
        array: &str,
        form: TextureForm,
        position: &[String],
        results: &[Value],
    ) {
        let components = form.components;
        let extent = |axis: usize| match form.dimensions {
            1 => format!("(float)({array}.numel / {components})"),
            _ => format!("(float){array}.dims[{axis}]"),
        };
        // Elements have their centres at halves there, and the last dimension comes first.
        let coordinate = |(axis, coordinate): (usize, &String)| match form.is_normalised() {
            true => format!("__fdiv_rn({coordinate} + 0.5f, {})", extent(axis)),
            false => format!("{coordinate} + 0.5f"),
        };
        let coordinates: Vec<String> = position.iter().enumerate().rev().map(coordinate).collect();
        let texel = self.fresh_name("texel");
        self.out.line(&format!(
            "const q_texel {texel} = q_fetch({texture}, {});",
            coordinates.join(", ")
        ));
        for (&result, part) in results.iter().zip(["x", "y", "z", "w"]) {
            self.declare(result, &format!("{texel}.{part}"));
        }
    }

    /// The names of the texture of that form and of its array, if the launch may have one.
    fn texture_of(&self, array: Value, form: TextureForm) -> Option<(String, String)> {
        let local = self.array_local(array);
        let (ParameterMemory::Texture, name) = self.second(local)? else {
            return None;
        };
        let same = self.form_of(local) == Some(form);
        same.then(|| (name.to_string(), self.param_name(local)))
    }

    /// The place of an array parameter and the name of its second parameter, if it has one.
    fn second(&self, local: Local) -> Option<(ParameterMemory, &str)> {
        let name = self.seconds.get(&local)?;
        Some((self.memory_of(local), name))
    }
}
