//! Modifiers of written types: `'const`, `'circular`, `'row` and the like.
//!
//! *Invariant:* an array has at most one way in which elements outside are read.

use crate::check::Checker;
use crate::diag::{Code, Report};
use crate::syntax::ast::{self, ModifierKind};
use crate::types::families::{class_type, empty_type, number_type};
use crate::types::{AccessMode, ArrayType, Hardware, Modifiers, Size, Type};

use super::array::precision;

impl<'a> Checker<'a> {
    pub(super) fn with_modifiers(
        &mut self,
        ty: Type,
        modifiers: &[ast::Modifier],
        value: Option<&Type>,
    ) -> Type {
        let precise = !matches!(ty, Type::Scalar | empty_type!());
        if let Some((modifier, _)) = precision(modifiers).filter(|_| precise) {
            self.refuse_precision(modifier, &ty.to_string());
        }
        match ty {
            Type::Array(mut array) => {
                if let Some(Type::Array(value)) = value
                    && array.modifiers.access.is_none()
                {
                    array.modifiers.access = value.modifiers.access;
                }
                let mut access: Option<&ast::Modifier> = None;
                for modifier in modifiers {
                    let is_access = access_mode(modifier.kind).is_some();
                    if let Some(first) = access.filter(|_| is_access) {
                        self.refuse_second_access(first, modifier);
                        continue;
                    }
                    access = access.or(is_access.then_some(modifier));
                    apply_modifier(&mut array, modifier.kind);
                    self.check_orientation(&array, modifier);
                }
                Type::Array(oriented(array))
            }
            number_type!()
            | Type::String
            | Type::Exception
            | Type::Group(_)
            | Type::Enum(_)
            | Type::Closure(_)
            | class_type!() => {
                self.refuse_access(&ty, modifiers);
                ty
            }
            // One of several types, of which some may be arrays; or nothing that is known.
            Type::Tuple(_) | Type::Union(_) | Type::Unknown(_) | empty_type!() => ty,
        }
    }

    /// How elements outside are read is said of arrays only.
    fn refuse_access(&mut self, ty: &Type, modifiers: &[ast::Modifier]) {
        let mut modifiers = modifiers.iter();
        let Some(modifier) = modifiers.find(|modifier| access_mode(modifier.kind).is_some()) else {
            return;
        };
        let name = modifier.kind.name();
        let message = format!("`'{name}` is for arrays, not for a `{ty}`");
        self.report(
            Report::new(Code::UnknownModifier, modifier.span, message)
                .label("says how elements outside are read")
                .help("leave it out, or give it to the array"),
        );
    }

    /// Elements outside of an array are read in one way.
    fn refuse_second_access(&mut self, first: &ast::Modifier, second: &ast::Modifier) {
        let message = format!(
            "`'{}` and `'{}` exclude each other",
            first.kind.name(),
            second.kind.name()
        );
        self.report(
            Report::new(Code::UnknownModifier, second.span, message)
                .label("a second way to read elements outside")
                .also(first.span, "the first"),
        );
    }

    /// `'row` and `'col` are for vectors.
    fn check_orientation(&mut self, array: &ArrayType, modifier: &ast::Modifier) {
        let name = if modifier.kind == ModifierKind::Row {
            "'row"
        } else if modifier.kind == ModifierKind::Col {
            "'col"
        } else {
            return;
        };
        let column = array.sizes.len() == 2 && array.sizes[1] == Size::Known(1);
        if array.rank() == Some(1) || column {
            return;
        }
        let plain = ArrayType {
            modifiers: Modifiers::default(),
            ..array.clone()
        };
        self.report(
            Report::new(
                Code::UnknownModifier,
                modifier.span,
                format!("`{name}` tells how a vector lies, and a `{plain}` is no vector"),
            )
            .label("only for vectors"),
        );
    }
}

/// A column is n×1, wherever its type goes.
fn oriented(mut array: ArrayType) -> ArrayType {
    if array.modifiers.column && array.rank() == Some(1) {
        array.sizes.push(Size::Known(1));
    }
    array
}

/// How elements outside are read, if a modifier tells that.
fn access_mode(kind: ModifierKind) -> Option<AccessMode> {
    match kind {
        ModifierKind::Unchecked => Some(AccessMode::Unchecked),
        ModifierKind::Checked => Some(AccessMode::Checked),
        ModifierKind::Safe => Some(AccessMode::Safe),
        ModifierKind::Circular => Some(AccessMode::Circular),
        ModifierKind::Mirror => Some(AccessMode::Mirror),
        ModifierKind::Clamped => Some(AccessMode::Clamped),
        ModifierKind::Const
        | ModifierKind::NoCopy
        | ModifierKind::HwConst
        | ModifierKind::HwTexConst
        | ModifierKind::HwTexNearest(_)
        | ModifierKind::HwTexLinear(_)
        | ModifierKind::Row
        | ModifierKind::Col
        | ModifierKind::Half
        | ModifierKind::Single
        | ModifierKind::Double
        | ModifierKind::Saturate => None,
    }
}

fn apply_modifier(array: &mut ArrayType, kind: ModifierKind) {
    let modifiers: &mut Modifiers = &mut array.modifiers;
    match kind {
        ModifierKind::Unchecked
        | ModifierKind::Checked
        | ModifierKind::Safe
        | ModifierKind::Circular
        | ModifierKind::Mirror
        | ModifierKind::Clamped => modifiers.access = access_mode(kind),
        ModifierKind::Const => modifiers.constant = true,
        ModifierKind::NoCopy => modifiers.nocopy = true,
        ModifierKind::HwConst => modifiers.hardware = Some(Hardware::Constant),
        ModifierKind::HwTexConst => modifiers.hardware = Some(Hardware::NonCoherent),
        ModifierKind::HwTexNearest(n) => {
            modifiers.hardware = Some(Hardware::TextureNearest(n.unwrap_or(1) as u8))
        }
        ModifierKind::HwTexLinear(n) => {
            modifiers.hardware = Some(Hardware::TextureLinear(n.unwrap_or(1) as u8))
        }
        ModifierKind::Row => modifiers.row = true,
        ModifierKind::Col => modifiers.column = true,
        ModifierKind::Half
        | ModifierKind::Single
        | ModifierKind::Double
        | ModifierKind::Saturate => {}
    }
}
