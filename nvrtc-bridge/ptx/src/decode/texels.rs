//! Textures and surfaces.
//!
//! *Invariant:* an instruction has as many coordinates as its shape needs.

use super::{Decoder, Result};
use crate::instruction::{Boundary, Operand, Operation, Sample, SurfaceAccess, TexelShape};
use crate::syntax::{Type, Written};

const SHAPES: &[(&str, u8, bool)] = &[
    ("1d", 1, false),
    ("2d", 2, false),
    ("3d", 3, false),
    ("a1d", 1, true),
    ("a2d", 2, true),
];

impl Decoder<'_, '_, '_> {
    pub(super) fn texels(&self) -> Result<Option<Operation>> {
        let found = self
            .parts
            .iter()
            .find_map(|part| SHAPES.iter().find(|(name, ..)| name == part));
        let Some(&(_, dimensions, layered)) = found else {
            return Ok(None);
        };
        let shape = TexelShape {
            dimensions,
            layered,
        };
        match self.parts[0] {
            "tex" | "tld4" => self.sample(shape),
            _ => self.surface(shape),
        }
    }

    /// The handle and the coordinates of `[handle, {x, y}]`.
    fn texel(
        &self,
        index: usize,
        class: Type,
        shape: TexelShape,
    ) -> Result<(Operand, Vec<Operand>)> {
        let Written::Texel(handle, coordinates) = self.written(index)? else {
            return Err("expected a texel".to_string());
        };
        let single;
        let parts = match &**coordinates {
            Written::Vector(parts) => parts.as_slice(),
            other => {
                single = [other.clone()];
                &single
            }
        };
        let values = parts
            .iter()
            .filter(|part| **part != Written::Name("_"))
            .map(|part| self.value(part, class))
            .collect::<Result<Vec<_>>>()?;
        if values.len() < usize::from(shape.dimensions) + usize::from(shape.layered) {
            return Err("too few coordinates".to_string());
        }
        Ok((self.value(handle, Type::U64)?, values))
    }

    fn sample(&self, shape: TexelShape) -> Result<Option<Operation>> {
        let types = self.types();
        let [result, class] = types[..] else {
            return Ok(None);
        };
        let mipmapped = ["level", "grad"].iter().any(|part| self.has(part));
        if mipmapped || self.count() != 2 || result.size() != 4 {
            return Ok(None);
        }
        let gather = ["r", "g", "b", "a"]
            .iter()
            .position(|part| self.parts[0] == "tld4" && self.has(part));
        let (handle, coordinates) = self.texel(1, class, shape)?;
        Ok(Some(Operation::Sample(Box::new(Sample {
            shape,
            handle,
            coordinates,
            integer_coordinates: class == Type::S32,
            gather: gather.map(|component| component as u8),
            to: self.destinations()?,
        }))))
    }

    fn destinations(&self) -> Result<Vec<Option<u32>>> {
        match self.written(0)? {
            Written::Vector(parts) => parts
                .iter()
                .map(|part| self.optional_register(part))
                .collect(),
            single => Ok(vec![self.optional_register(single)?]),
        }
    }

    fn surface(&self, shape: TexelShape) -> Result<Option<Operation>> {
        let boundary = if self.has("clamp") {
            Boundary::Clamp
        } else if self.has("zero") {
            Boundary::Zero
        } else {
            Boundary::Trap
        };
        if !self.has("b") {
            return Ok(None);
        }
        let class = self.class()?;
        let loads = self.parts[0] == "suld";
        let (handle, coordinates) = self.texel(usize::from(loads), Type::S32, shape)?;
        let mut access = SurfaceAccess {
            shape,
            handle,
            coordinates,
            boundary,
            size: class.size() as u8,
            to: Vec::new(),
            from: Vec::new(),
        };
        if loads {
            access.to = self.destinations()?;
            return Ok(Some(Operation::SurfaceLoad(Box::new(access))));
        }
        access.from = match self.written(1)? {
            Written::Vector(parts) => parts
                .iter()
                .map(|part| self.value(part, class))
                .collect::<Result<_>>()?,
            single => vec![self.value(single, class)?],
        };
        Ok(Some(Operation::SurfaceStore(Box::new(access))))
    }
}
