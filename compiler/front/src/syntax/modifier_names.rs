//! How modifiers of types are written.
//!
//! *Invariant:* each has one name, by which the parser finds it.

use super::ast::ModifierKind;

impl ModifierKind {
    /// The name after the quote, without an argument.
    pub fn name(self) -> &'static str {
        match self {
            ModifierKind::Unchecked => "unchecked",
            ModifierKind::Checked => "checked",
            ModifierKind::Safe => "safe",
            ModifierKind::Circular => "circular",
            ModifierKind::Mirror => "mirror",
            ModifierKind::Clamped => "clamped",
            ModifierKind::Const => "const",
            ModifierKind::NoCopy => "nocopy",
            ModifierKind::HwConst => "hwconst",
            ModifierKind::HwTexConst => "hwtex_const",
            ModifierKind::HwTexNearest(_) => "hwtex_nearest",
            ModifierKind::HwTexLinear(_) => "hwtex_linear",
            ModifierKind::Row => "row",
            ModifierKind::Col => "col",
            ModifierKind::Half => "half",
            ModifierKind::Single => "single",
            ModifierKind::Double => "double",
            ModifierKind::Saturate => "sat",
        }
    }

    /// The argument in parentheses: the number of components of a texture.
    pub fn argument(self) -> Option<u32> {
        match self {
            ModifierKind::HwTexNearest(count) | ModifierKind::HwTexLinear(count) => count,
            ModifierKind::Unchecked
            | ModifierKind::Checked
            | ModifierKind::Safe
            | ModifierKind::Circular
            | ModifierKind::Mirror
            | ModifierKind::Clamped
            | ModifierKind::Const
            | ModifierKind::NoCopy
            | ModifierKind::HwConst
            | ModifierKind::HwTexConst
            | ModifierKind::Row
            | ModifierKind::Col
            | ModifierKind::Half
            | ModifierKind::Single
            | ModifierKind::Double
            | ModifierKind::Saturate => None,
        }
    }
}
