//! Fetches from textures, and the reads of elements that stand for them where there is none.
//!
//! Layer: `memory`.
//!
//! *Invariant:* at whole positions both give the element itself.

use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::operand::{Operand, Reach};
use crate::mir::{
    Access, AccessMode, BinaryOp, ElemKind, Kept, Local, Op, Outside, StrId, Texture,
    TextureDescriptor, Ty, UnaryOp, Value,
};
use crate::types::{Hardware, Type};

/// The array of an access as a texture.
pub(in crate::lower) struct Texels {
    /// The array, in memory or in registers.
    pub(in crate::lower) array: Operand,
    /// Whether reads between elements are interpolated.
    pub(in crate::lower) linear: bool,
    /// The number of values of an element.
    pub(in crate::lower) components: usize,
    /// What an index outside means.
    pub(in crate::lower) mode: AccessMode,
    /// The array, for messages.
    pub(in crate::lower) name: Option<StrId>,
}

impl Emitter<'_, '_> {
    /// Where a GPU keeps the array of a variable, as far as that matters for more than single reads.
    pub(in crate::lower) fn kept(&self, ty: &Type) -> Option<Kept> {
        let array = ty.as_array()?;
        match array.modifiers.hardware? {
            Hardware::Constant => Some(Kept::Constant),
            Hardware::NonCoherent => Some(Kept::ReadOnly),
            Hardware::TextureNearest(components) | Hardware::TextureLinear(components) => {
                let dimensions = array.rank()? - usize::from(components > 1);
                // What is written there has 32 bits.
                let kept = Kept::Texture {
                    dimensions: dimensions as u8,
                    components,
                };
                (!self.program.options.half_textures).then_some(kept)
            }
        }
    }

    /// Whole indices as a position; those that repeat are brought inside here, where that is exact.
    pub(in crate::lower) fn mapped_whole(&mut self, access: &Access) -> Vec<Value> {
        let alone = access.index.len() == 1;
        let mut position = Vec::new();
        for (axis, &index) in access.index.iter().enumerate() {
            let index = match access.mode {
                AccessMode::Circular | AccessMode::Mirror => {
                    let extent = match alone {
                        true => self.numel(access.array),
                        false => self.dim(access.array, axis as u8),
                    };
                    match access.mode {
                        AccessMode::Circular => self.periodize(index, extent),
                        _ => self.mirror(index, extent),
                    }
                }
                AccessMode::Unchecked
                | AccessMode::Checked
                | AccessMode::Safe
                | AccessMode::Clamped => index,
            };
            position.push(self.convert(index, Ty::F32));
        }
        position
    }

    /// The form of the texture that a GPU can make of the array, if it can.
    pub(in crate::lower) fn texture_form(
        &self,
        texels: &Texels,
        dimensions: usize,
    ) -> Option<TextureDescriptor> {
        let Operand::Handle(array) = texels.array else {
            return None;
        };
        let kind = self.elem(array);
        let is_texel = matches!(kind, ElemKind::F16 | ElemKind::F32);
        let outside = match texels.mode {
            AccessMode::Safe => Outside::Zero,
            AccessMode::Clamped => Outside::Clamp,
            AccessMode::Mirror => Outside::Mirror,
            AccessMode::Circular => Outside::Wrap,
            AccessMode::Checked | AccessMode::Unchecked => return None,
        };
        is_texel.then_some(TextureDescriptor {
            dimensions: dimensions as u8,
            components: texels.components as u8,
            linear: texels.linear,
            outside,
            half: self.program.options.half_textures,
        })
    }

    /// A new local of type `scalar`.
    pub(in crate::lower) fn local_of_scalar(&mut self) -> Local {
        let float = self.float();
        self.local(float, None)
    }

    /// Fetches where the array is a texture, and does the other thing elsewhere.
    pub(in crate::lower) fn fetched_or(
        &mut self,
        texels: &Texels,
        form: Option<TextureDescriptor>,
        position: &[Value],
        otherwise: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let (Some(form), &Operand::Handle(array)) = (form, &texels.array) else {
            return otherwise(self);
        };
        let results: Vec<Local> = (0..texels.components)
            .map(|_| self.local_of_scalar())
            .collect();
        let ready = self.emit_one(Op::Texture(Texture::Ready(array, form)), Ty::Bool);
        let (fetch, ()) = self.block(|s| {
            let values = s.fetch(array, form, position);
            s.set_all(&results, &values);
        });
        let (computed, ()) = self.block(|s| {
            let values = otherwise(s);
            s.set_all(&results, &values);
        });
        self.push_if(ready, fetch, computed);
        results.iter().map(|&local| self.get(local)).collect()
    }

    fn set_all(&mut self, locals: &[Local], values: &[Value]) {
        for (&local, &value) in locals.iter().zip(values) {
            self.set(local, value);
        }
    }

    /// The components at a position, as scalars.
    pub(in crate::lower) fn fetch(
        &mut self,
        array: Value,
        form: TextureDescriptor,
        position: &[Value],
    ) -> Vec<Value> {
        let mut coordinates = Vec::new();
        for &coordinate in position {
            coordinates.push(self.convert(coordinate, Ty::F32));
        }
        let types = vec![Ty::F32; usize::from(form.components)];
        let op = Op::Texture(Texture::Fetch(array, form, coordinates));
        let fetched = self.emit(op, &types);
        let float = self.float();
        fetched
            .into_iter()
            .map(|value| self.convert(value, float))
            .collect()
    }

    // ---- Without a texture -------------------------------------------------------------------------------------------

    /// The components at a position, from the elements around it.
    pub(in crate::lower) fn around(&mut self, texels: &Texels, position: &[Value]) -> Vec<Value> {
        if texels.linear {
            return self.interpolated(texels, position);
        }
        let half = self.scalar(0.5);
        let mut index = Vec::new();
        for &coordinate in position {
            let shifted = self.add(coordinate, half);
            let below = self.unary(UnaryOp::Floor, shifted);
            index.push(self.convert(below, Ty::I32));
        }
        self.components(texels, &index)
    }

    /// The elements around a position, each times the product of its weights along the dimensions.
    fn interpolated(&mut self, texels: &Texels, position: &[Value]) -> Vec<Value> {
        let mut axes = Vec::new();
        for &coordinate in position {
            axes.push(self.neighbours(coordinate));
        }
        let mut totals: Vec<Value> = Vec::new();
        for corner in 0..1usize << axes.len() {
            let sides: Vec<(Value, Value)> = axes
                .iter()
                .enumerate()
                .map(|(axis, sides)| sides[corner >> (axes.len() - 1 - axis) & 1])
                .collect();
            let index: Vec<Value> = sides.iter().map(|side| side.0).collect();
            let mut weight = sides[0].1;
            for side in &sides[1..] {
                weight = self.binary(BinaryOp::Mul, weight, side.1);
            }
            let mut terms = Vec::new();
            for value in self.components(texels, &index) {
                terms.push(self.binary(BinaryOp::Mul, weight, value));
            }
            totals = match totals.is_empty() {
                true => terms,
                false => totals
                    .into_iter()
                    .zip(terms)
                    .map(|(total, term)| self.add(total, term))
                    .collect(),
            };
        }
        totals
    }

    /// The indices below and above a coordinate with their weights; of a whole one both are the same, so that nothing else is read.
    fn neighbours(&mut self, coordinate: Value) -> [(Value, Value); 2] {
        let below = self.unary(UnaryOp::Floor, coordinate);
        let above = self.unary(UnaryOp::Ceil, coordinate);
        let upper = self.sub(coordinate, below);
        let one = self.scalar(1.0);
        let lower = self.sub(one, upper);
        let (below, above) = (self.convert(below, Ty::I32), self.convert(above, Ty::I32));
        [(below, lower), (above, upper)]
    }

    /// The components of an element.
    fn components(&mut self, texels: &Texels, index: &[Value]) -> Vec<Value> {
        if texels.components == 1 {
            return vec![self.texel(texels, index.to_vec())];
        }
        let mut found = Vec::new();
        for component in 0..texels.components {
            let mut index = index.to_vec();
            index.push(self.int(component as i32));
            found.push(self.texel(texels, index));
        }
        found
    }

    fn texel(&mut self, texels: &Texels, index: Vec<Value>) -> Value {
        let (mode, name) = (texels.mode, texels.name);
        let number = match &texels.array {
            Operand::Handle(array) => {
                let access = Access {
                    array: *array,
                    index,
                    mode,
                    name,
                };
                self.load_element(access).number()
            }
            Operand::Small(small) => self.small_element(small, &index, Reach { mode, name }),
            other => panic!("{other:?} is not an array"),
        };
        self.as_scalar(number.real())
    }
}
