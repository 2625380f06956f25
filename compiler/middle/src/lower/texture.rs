//! Reads of textures: at positions between elements, and of elements with several components.
//!
//! Each read is there twice: as a fetch, for launches on a GPU that has the array as a texture, and as reads of the elements around the
//! position, for everyone else. Position k is the centre of element k.
//!
//! *Invariant:* at whole positions both give the element itself, and analyses see every read among those of elements.

use super::Lowered;
use super::expression::array_type;
use super::function::FunctionLowering;
use super::operand::{Number, Operand, Small};
use super::small::Reach;
use crate::hir::{Element, Expr};
use crate::mir::{
    Access, AccessMode, BinaryOp, ElemKind, Kept, Local, Op, Outside, StrId, Texture, TextureForm,
    Ty, UnaryOp, Value,
};
use crate::types::{ArrayType, Elem, Hardware, Type};

/// The array of an access as a texture.
struct Texels {
    array: Operand,
    linear: bool,
    components: usize,
    mode: AccessMode,
    name: Option<StrId>,
}

impl FunctionLowering<'_, '_> {
    /// Where a GPU keeps the array of a variable, as far as that matters for more than single reads.
    pub(super) fn kept(&self, ty: &Type) -> Option<Kept> {
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

    /// What a texture has at a position between its elements: a number, or a vector of components.
    pub(super) fn read_texture(
        &mut self,
        expr: &Expr,
        element: &Element,
        position: &Expr,
    ) -> Lowered<Operand> {
        let array = self.eval(&element.array)?;
        let position = self.eval_small(position)?;
        let mut coordinates = Vec::new();
        for number in &position.elements {
            coordinates.push(self.as_scalar(number.real()));
        }
        let texels = self.texels(element, array);
        let form = self.texture_form(&texels, coordinates.len());
        let values = self.fetched_or(&texels, form, &coordinates, |s| {
            s.around(&texels, &coordinates)
        });
        Ok(match &expr.ty {
            Type::Array(ty) => Operand::Small(vector(ty, &values)),
            _ => Operand::Number(values[0].into()),
        })
    }

    /// Reads an element by whole indices; of a texture without interpolation as a fetch.
    pub(super) fn read_whole(
        &mut self,
        element: &Element,
        access: Access,
        ty: &Type,
    ) -> Lowered<Operand> {
        let array = array_type(&element.array.ty);
        let nearest = array.modifiers.texture() == Some((false, 1));
        let (elem, span) = (array.elem, element.array.span);
        if !nearest || array.rank() != Some(access.index.len()) || *ty != Type::Scalar {
            return self.load_typed(access, elem, ty, span);
        }
        let texels = self.texels(element, Operand::Handle(access.array));
        let Some(form) = self.texture_form(&texels, access.index.len()) else {
            return self.load_typed(access, elem, ty, span);
        };
        let result = self.local_of_scalar();
        let ready = self.emit_one(Op::Texture(Texture::Ready(access.array, form)), Ty::Bool);
        let (fetch, ()) = self.block(|s| {
            let position = s.mapped_whole(&access);
            let values = s.fetch(access.array, form, &position);
            s.set(result, values[0]);
        });
        let (load, ()) = self.block(|s| {
            let value = s.load_element(access).number().real();
            s.set(result, value);
        });
        self.push_if(ready, fetch, load);
        Ok(Operand::Number(self.get(result).into()))
    }

    /// Whole indices as a position; those that repeat are brought inside here, where that is exact.
    fn mapped_whole(&mut self, access: &Access) -> Vec<Value> {
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

    fn texels(&mut self, element: &Element, array: Operand) -> Texels {
        let modifiers = array_type(&element.array.ty).modifiers;
        let (linear, components) = modifiers.texture().expect("the array is a texture");
        let mode = match self.mode(element.read) {
            // Between two elements one of them may lie outside.
            AccessMode::Unchecked => AccessMode::Clamped,
            mode @ (AccessMode::Checked
            | AccessMode::Safe
            | AccessMode::Circular
            | AccessMode::Mirror
            | AccessMode::Clamped) => mode,
        };
        Texels {
            array,
            linear,
            components: usize::from(components),
            mode,
            name: self.array_name_id(&element.array),
        }
    }

    /// The form of the texture that a GPU can make of the array, if it can.
    fn texture_form(&self, texels: &Texels, dimensions: usize) -> Option<TextureForm> {
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
        is_texel.then_some(TextureForm {
            dimensions: dimensions as u8,
            components: texels.components as u8,
            linear: texels.linear,
            outside,
            half: self.program.options.half_textures,
        })
    }

    fn local_of_scalar(&mut self) -> Local {
        let float = self.float();
        self.local(float, None)
    }

    /// Fetches where the array is a texture, and does the other thing elsewhere.
    fn fetched_or(
        &mut self,
        texels: &Texels,
        form: Option<TextureForm>,
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
    fn fetch(&mut self, array: Value, form: TextureForm, position: &[Value]) -> Vec<Value> {
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
    fn around(&mut self, texels: &Texels, position: &[Value]) -> Vec<Value> {
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

/// The components as a vector of the type.
fn vector(ty: &ArrayType, values: &[Value]) -> Small {
    debug_assert!(ty.elem == Elem::Scalar && ty.known_numel() == Some(values.len()));
    Small {
        ty: ty.clone(),
        elements: values.iter().map(|&value| Number::Real(value)).collect(),
    }
}
