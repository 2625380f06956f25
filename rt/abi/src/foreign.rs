//! Types of the functions of C that a program calls, and the text by which the compiler tells the runtime of such a function.
//!
//! The text has three lines: the library, the name, and a letter for the result and for each parameter.
//!
//! *Invariant:* every type has a letter of its own.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ElemKind;

/// Declares the types.
macro_rules! types {
    ($( $(#[doc = $doc:literal])* $variant:ident = $letter:literal, $words:literal; )*) => {
        /// A type of C that crosses.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ForeignType { $( $(#[doc = $doc])* $variant, )* }

        impl ForeignType {
            /// Every type.
            pub const ALL: &'static [ForeignType] = &[$(ForeignType::$variant),*];

            /// Its letter.
            pub const fn letter(self) -> char {
                match self { $( ForeignType::$variant => $letter, )* }
            }

            /// Its name in C.
            pub const fn words(self) -> &'static str {
                match self { $( ForeignType::$variant => $words, )* }
            }
        }
    };
}

types! {
    /// Nothing: of a result alone.
    Void = 'v', "void";
    /// 8 bits.
    I8 = 'a', "signed char";
    /// 8 bits without sign.
    U8 = 'b', "unsigned char";
    /// 16 bits.
    I16 = 's', "short";
    /// 16 bits without sign.
    U16 = 't', "unsigned short";
    /// 32 bits.
    I32 = 'i', "int";
    /// 32 bits without sign.
    U32 = 'j', "unsigned int";
    /// 64 bits.
    I64 = 'l', "long";
    /// 64 bits without sign.
    U64 = 'm', "unsigned long";
    /// A truth value.
    Bool = 'z', "bool";
    /// Single precision.
    F32 = 'f', "float";
    /// Double precision.
    F64 = 'd', "double";
    /// Text that ends with a zero.
    Text = 'x', "const char *";
    /// The elements of an array, which the function may store into, or an address.
    Elements = 'p', "a pointer";
    /// The elements of an array, which the function only reads, or an address.
    Constant = 'q', "a pointer to const";
}

impl ForeignType {
    /// The type of a letter.
    pub fn of_letter(letter: char) -> Option<ForeignType> {
        ForeignType::ALL
            .iter()
            .copied()
            .find(|ty| ty.letter() == letter)
    }

    /// The least and the greatest value of an integer.
    pub const fn range(self) -> Option<(i128, i128)> {
        Some(match self {
            ForeignType::I8 => (i8::MIN as i128, i8::MAX as i128),
            ForeignType::U8 => (0, u8::MAX as i128),
            ForeignType::I16 => (i16::MIN as i128, i16::MAX as i128),
            ForeignType::U16 => (0, u16::MAX as i128),
            ForeignType::I32 => (i32::MIN as i128, i32::MAX as i128),
            ForeignType::U32 => (0, u32::MAX as i128),
            ForeignType::I64 => (i64::MIN as i128, i64::MAX as i128),
            ForeignType::U64 => (0, u64::MAX as i128),
            ForeignType::Bool => (0, 1),
            ForeignType::Void
            | ForeignType::F32
            | ForeignType::F64
            | ForeignType::Text
            | ForeignType::Elements
            | ForeignType::Constant => return None,
        })
    }

    /// The kind of an array's elements that a pointer to such numbers points at.
    pub const fn element(self) -> Option<ElemKind> {
        Some(match self {
            ForeignType::I8 => ElemKind::I8,
            ForeignType::U8 | ForeignType::Bool => ElemKind::U8,
            ForeignType::I16 => ElemKind::I16,
            ForeignType::U16 => ElemKind::U16,
            ForeignType::I32 => ElemKind::I32,
            ForeignType::U32 => ElemKind::U32,
            ForeignType::I64 => ElemKind::I64,
            ForeignType::U64 => ElemKind::U64,
            ForeignType::F32 => ElemKind::F32,
            ForeignType::F64 => ElemKind::F64,
            ForeignType::Void
            | ForeignType::Text
            | ForeignType::Elements
            | ForeignType::Constant => return None,
        })
    }
}

/// Registers for floats, and the fewest for whole numbers that a machine has.
const REGISTERS: (usize, usize) = (8, 6);
/// Arguments that may lie on the stack.
pub const STACK_WORDS: usize = 12;

/// A function of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignFunction {
    /// The library; empty for what the program itself is linked with.
    pub library: String,
    /// The name.
    pub name: String,
    /// The result.
    pub result: ForeignType,
    /// The parameters.
    pub params: Vec<ForeignType>,
}

impl ForeignFunction {
    /// Whether the runtime can pass so many arguments.
    pub fn fits(&self) -> bool {
        let is_float = |ty: &&ForeignType| matches!(ty, ForeignType::F32 | ForeignType::F64);
        let floats = self.params.iter().filter(is_float).count();
        let whole = self.params.len() - floats;
        floats.saturating_sub(REGISTERS.0) + whole.saturating_sub(REGISTERS.1) <= STACK_WORDS
    }

    /// The text of the function.
    pub fn text(&self) -> String {
        let params: String = self.params.iter().map(|ty| ty.letter()).collect();
        format!(
            "{}\n{}\n{}{params}",
            self.library,
            self.name,
            self.result.letter()
        )
    }

    /// The function of a text.
    pub fn of_text(text: &str) -> Option<ForeignFunction> {
        let mut lines = text.split('\n');
        let (library, name) = (lines.next()?, lines.next()?);
        let mut types = lines.next()?.chars().map(ForeignType::of_letter);
        Some(ForeignFunction {
            library: library.into(),
            name: name.into(),
            result: types.next()??,
            params: types.collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_has_room_for_some() {
        let of = |floats, whole| ForeignFunction {
            library: String::new(),
            name: String::new(),
            result: ForeignType::Void,
            params: [
                alloc::vec![ForeignType::F32; floats],
                alloc::vec![ForeignType::I32; whole],
            ]
            .concat(),
        };
        assert!(of(8, 18).fits() && of(20, 6).fits());
        assert!(!of(9, 18).fits() && !of(8, 19).fits());
    }

    #[test]
    fn texts_come_back() {
        for (number, ty) in ForeignType::ALL.iter().enumerate() {
            assert_eq!(ForeignType::of_letter(ty.letter()), Some(*ty));
            let function = ForeignFunction {
                library: "libm.so.6".into(),
                name: "cbrt".into(),
                result: *ty,
                params: ForeignType::ALL[number..].to_vec(),
            };
            assert_eq!(ForeignFunction::of_text(&function.text()), Some(function));
        }
        assert_eq!(ForeignFunction::of_text("libm.so.6\ncbrt\n?"), None);
    }
}
