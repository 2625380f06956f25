//! Modifiers of written types: `'const`, `'circular`, `'row` and the like.
//!
//! *Invariant:* an array has at most one way in which elements outside are read, and one place where GPUs keep it.

use crate::check::Reports;
use crate::diag::{Code, Report};
use crate::syntax::ast::{self, ModifierKind};
use crate::types::families::{class_type, empty_type, number_type};
use crate::types::{AccessMode, ArrayType, Hardware, Modifiers, Size, Type};

use super::array::{precision, refuse_precision};

/// The type without modifiers.
fn plain(array: &ArrayType) -> ArrayType {
    ArrayType {
        modifiers: Modifiers::default(),
        ..array.clone()
    }
}

/// Whether a modifier says where a GPU keeps the array.
fn is_hardware(kind: ModifierKind) -> bool {
    matches!(
        kind,
        ModifierKind::HwConst
            | ModifierKind::HwTexConst
            | ModifierKind::HwTexNearest(_)
            | ModifierKind::HwTexLinear(_)
    )
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
        // Memory that kernels only read.
        ModifierKind::HwConst => {
            modifiers.hardware = Some(Hardware::Constant);
            modifiers.constant = true;
        }
        ModifierKind::HwTexConst => {
            modifiers.hardware = Some(Hardware::NonCoherent);
            modifiers.constant = true;
        }
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

pub(super) fn with_modifiers(
    reports: &mut Reports,
    ty: Type,
    modifiers: &[ast::Modifier],
    value: Option<&Type>,
) -> Type {
    let precise = !matches!(ty, Type::Scalar | empty_type!());
    if let Some((modifier, _)) = precision(modifiers).filter(|_| precise) {
        refuse_precision(reports, modifier, &ty.to_string());
    }
    match ty {
        Type::Array(mut array) => {
            if let Some(Type::Array(value)) = value
                && array.modifiers.access.is_none()
            {
                array.modifiers.access = value.modifiers.access;
            }
            let mut access: Option<&ast::Modifier> = None;
            let mut hardware: Option<&ast::Modifier> = None;
            for modifier in modifiers {
                let is_access = access_mode(modifier.kind).is_some();
                if let Some(first) = access.filter(|_| is_access) {
                    refuse_second_access(reports, first, modifier);
                    continue;
                }
                access = access.or(is_access.then_some(modifier));
                let is_hardware = is_hardware(modifier.kind);
                if let Some(first) = hardware.filter(|_| is_hardware) {
                    refuse_second_access(reports, first, modifier);
                    continue;
                }
                hardware = hardware.or(is_hardware.then_some(modifier));
                if !is_texture(reports, &array, modifier) {
                    continue;
                }
                apply_modifier(&mut array, modifier.kind);
                check_orientation(reports, &array, modifier);
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
            refuse_access(reports, &ty, modifiers);
            ty
        }
        // One of several types, of which some may be arrays; or nothing that is known.
        Type::Tuple(_) | Type::Union(_) | Type::Unknown(_) | empty_type!() => ty,
    }
}

/// Whether the array can be what a modifier for textures says; true for every other modifier.
fn is_texture(reports: &mut Reports, array: &ArrayType, modifier: &ast::Modifier) -> bool {
    let (ModifierKind::HwTexNearest(count) | ModifierKind::HwTexLinear(count)) = modifier.kind
    else {
        return true;
    };
    let interpolates = matches!(modifier.kind, ModifierKind::HwTexLinear(_));
    let count = count.unwrap_or(1);
    let several = usize::from(count > 1);
    let dimensions = array.rank().map(|rank| rank.saturating_sub(several));
    let last = array.sizes.last().copied().unwrap_or(Size::Open);
    let is_real = array.elem.value_type() == Type::Scalar;
    let (message, help) = if !matches!(count, 1 | 2 | 4) {
        (
            format!("a texture has 1, 2 or 4 components, not {count}"),
            "use 4 components for three, and leave the last one alone",
        )
    } else if !dimensions.is_some_and(|dimensions| (1..=3).contains(&dimensions)) {
        (
            format!(
                "a `{}` is no texture: it has 1 to 3 dimensions",
                plain(array)
            ),
            "components are one dimension more, the last",
        )
    } else if several > 0 && matches!(last, Size::Known(size) if size != count as i32) {
        (
            format!(
                "the last dimension of a `{}` does not have {count} elements",
                plain(array)
            ),
            "it holds the components",
        )
    } else if !is_real && (interpolates || several > 0) {
        (
            format!("the elements of a `{}` are no real numbers", plain(array)),
            "only those are interpolated, and only those have components",
        )
    } else {
        return true;
    };
    reports.push(
        Report::new(Code::UnknownModifier, modifier.span, message)
            .label("asks for a texture")
            .help(help),
    );
    false
}

/// How elements outside are read is said of arrays only.
fn refuse_access(reports: &mut Reports, ty: &Type, modifiers: &[ast::Modifier]) {
    let mut modifiers = modifiers.iter();
    let Some(modifier) = modifiers.find(|modifier| access_mode(modifier.kind).is_some()) else {
        return;
    };
    let name = modifier.kind.name();
    let message = format!("`'{name}` is for arrays, not for a `{ty}`");
    // Programs of the original system have it on numbers, where it means nothing.
    let is_number = matches!(ty, number_type!());
    let code = match is_number {
        true => Code::AccessOfNumber,
        false => Code::UnknownModifier,
    };
    reports.push(
        Report::new(code, modifier.span, message)
            .label("says how elements outside are read")
            .help("leave it out, or give it to the array"),
    );
}

/// Elements outside of an array are read in one way, and a GPU keeps it in one place.
fn refuse_second_access(reports: &mut Reports, first: &ast::Modifier, second: &ast::Modifier) {
    let message = format!(
        "`'{}` and `'{}` exclude each other",
        first.kind.name(),
        second.kind.name()
    );
    reports.push(
        Report::new(Code::UnknownModifier, second.span, message)
            .label(match is_hardware(second.kind) {
                true => "a second place for the array",
                false => "a second way to read elements outside",
            })
            .also(first.span, "the first"),
    );
}

/// `'row` and `'col` are for vectors.
fn check_orientation(reports: &mut Reports, array: &ArrayType, modifier: &ast::Modifier) {
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
    let array = plain(array);
    reports.push(
        Report::new(
            Code::UnknownModifier,
            modifier.span,
            format!("`{name}` tells how a vector lies, and a `{array}` is no vector"),
        )
        .label("only for vectors"),
    );
}
