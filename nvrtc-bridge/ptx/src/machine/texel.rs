//! Texture and surface instructions.
//!
//! *Invariant:* a handle that nobody knows is a fault.

use super::state::{Block, Registers, Thread};
use super::step::write_optional;
use super::{Machine, Result};
use crate::fault::{FaultKind, Problem};
use crate::instruction::{Boundary, Sample, SurfaceAccess, TexelShape};
use crate::texture::{Fetch, TextureArray};

impl Machine<'_, '_> {
    pub fn sample(
        &mut self,
        sample: &Sample,
        block: &Block,
        thread: &Thread,
        registers: &mut Registers<'_>,
    ) -> Result<()> {
        let handle = self.value(sample.handle, block, thread, registers);
        let values: Vec<u32> = sample
            .coordinates
            .iter()
            .map(|&operand| self.value(operand, block, thread, registers) as u32)
            .collect();
        let Some((array, view)) = self.surroundings.textures.texture(handle) else {
            return Err(unknown("texture", handle));
        };
        let (layer, values) = split(sample.shape, &values);
        let dimensions = usize::from(sample.shape.dimensions);
        let fetch = Fetch::new(array, view, dimensions, layer);
        let mut floats = [0f32; 3];
        let mut integers = [0i64; 3];
        for axis in 0..dimensions {
            floats[axis] = f32::from_bits(values[axis]);
            integers[axis] = i64::from(values[axis] as i32);
        }
        let result = match sample.gather {
            Some(component) => fetch.gather(floats, usize::from(component)),
            None if sample.integer_coordinates => fetch.texel(integers),
            None => fetch.sample(floats),
        };
        for (register, value) in sample.to.iter().zip(result) {
            write_optional(registers, *register, u64::from(value));
        }
        Ok(())
    }

    /// The array and the byte of a surface access; no byte beyond the array.
    fn surface_place(
        &mut self,
        access: &SurfaceAccess,
        block: &Block,
        thread: &Thread,
        registers: &Registers<'_>,
    ) -> Result<(&mut TextureArray, Option<usize>)> {
        let handle = self.value(access.handle, block, thread, registers);
        let values: Vec<u32> = access
            .coordinates
            .iter()
            .map(|&operand| self.value(operand, block, thread, registers) as u32)
            .collect();
        let Some(array) = self.surroundings.textures.surface(handle) else {
            return Err(unknown("surface", handle));
        };
        let (layer, values) = split(access.shape, &values);
        let width = access.to.len().max(access.from.len()) * usize::from(access.size);
        let element = array.element_size() as i64;
        let mut at = [0i64; 3];
        for axis in 0..usize::from(access.shape.dimensions) {
            at[axis] = i64::from(values[axis] as i32);
        }
        let column = at[0];
        if column % width as i64 != 0 {
            let message = format!("byte {column} of a row is no multiple of {width}");
            return Err(Problem::new(FaultKind::Misaligned, message));
        }
        at[0] = column.div_euclid(element);
        if access.boundary == Boundary::Clamp {
            for (index, &size) in at.iter_mut().zip(&array.extent) {
                *index = (*index).clamp(0, i64::from(size) - 1);
            }
        }
        let offset = array.offset(at, layer);
        if offset.is_none() && access.boundary == Boundary::Trap {
            let message = format!(
                "element {at:?} of layer {layer} of a surface of {:?}",
                array.extent
            );
            return Err(Problem::new(FaultKind::InvalidTexture, message));
        }
        let inside = column.rem_euclid(element) as usize;
        let offset = offset
            .map(|offset| offset + inside)
            .filter(|offset| offset + width <= array.bytes.len());
        Ok((array, offset))
    }

    pub fn surface_load(
        &mut self,
        access: &SurfaceAccess,
        block: &Block,
        thread: &Thread,
        registers: &mut Registers<'_>,
    ) -> Result<()> {
        let size = usize::from(access.size);
        let (array, offset) = self.surface_place(access, block, thread, registers)?;
        for (index, &register) in access.to.iter().enumerate() {
            let mut word = [0; 8];
            if let Some(offset) = offset {
                let start = offset + index * size;
                word[..size].copy_from_slice(&array.bytes[start..start + size]);
            }
            write_optional(registers, register, u64::from_le_bytes(word));
        }
        Ok(())
    }

    pub fn surface_store(
        &mut self,
        access: &SurfaceAccess,
        block: &Block,
        thread: &Thread,
        registers: &Registers<'_>,
    ) -> Result<()> {
        let size = usize::from(access.size);
        let values: Vec<u64> = access
            .from
            .iter()
            .map(|&operand| self.value(operand, block, thread, registers))
            .collect();
        let (array, offset) = self.surface_place(access, block, thread, registers)?;
        if let Some(offset) = offset {
            for (index, value) in values.iter().enumerate() {
                let start = offset + index * size;
                array.bytes[start..start + size].copy_from_slice(&value.to_le_bytes()[..size]);
            }
        }
        Ok(())
    }
}

/// The layer, which comes first, and the coordinates.
fn split(shape: TexelShape, values: &[u32]) -> (u32, &[u32]) {
    if shape.layered {
        (values[0], &values[1..])
    } else {
        (0, values)
    }
}

fn unknown(what: &str, handle: u64) -> Box<Problem> {
    let message = format!("{handle:#x} is not the handle of a {what}");
    Problem::new(FaultKind::InvalidTexture, message)
}
