//! The text of reads and writes of arrays that a GPU keeps in constant memory, in textures or behind its read-only cache.
//!
//! *Invariant:* where an array is, `opt::gpu::memory` says; an array that is not in global memory alone has a second parameter.

use super::body::Body;
use crate::mir::{Local, Texture, TextureDescriptor, Value};
use quasar_abi::ParameterMemory;

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
        form: TextureDescriptor,
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
    fn texture_of(&self, array: Value, form: TextureDescriptor) -> Option<(String, String)> {
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
