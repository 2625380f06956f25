//! Accesses that may read a texture: at positions between elements, and of elements with several components.
//!
//! Each read is there twice: as a fetch, for launches on a GPU that has the array as a texture, and as reads of the elements around the
//! position, for everyone else. Position k is the centre of element k.
//!
//! Layer: `places`.
//!
//! *Invariant:* analyses see every read among those of elements.

use crate::hir::{Element, Expr};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::lower::memory::texture::Texels;
use crate::lower::tree::expression::array_type;
use crate::mir::{Access, AccessMode, Op, Texture, Ty, Value};
use crate::types::{ArrayType, Elem, Type};

impl FunctionLowering<'_, '_> {
    /// What a texture has at a position between its elements: a number, or a vector of components.
    pub(in crate::lower) fn read_texture(
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
    pub(in crate::lower) fn read_whole(
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
}

/// The components as a vector of the type.
fn vector(ty: &ArrayType, values: &[Value]) -> Small {
    debug_assert!(ty.elem == Elem::Scalar && ty.known_numel() == Some(values.len()));
    Small {
        ty: ty.clone(),
        elements: values.iter().map(|&value| Number::Real(value)).collect(),
    }
}
