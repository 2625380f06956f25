//! Elements of cells: values that carry their type.
//!
//! An element is an array of arrays with a part per entry (numbers and strings as arrays of one element), whose header has a
//! mark: the tag that the compiler gave the type. What prints and copies arrays looks at the mark.
//!
//! *Invariant:* a marked array is never changed after it was made; a null element is one that was never stored.

use quasar_abi::{CellContent, ElemKind, RtError, Tagged};

use crate::array::create::single;
use crate::array::dims::Dims;
use crate::array::list::{Item, items};
use crate::array::object::{Array, Text};
use crate::process::error::Raised;
use crate::process::refusal::{append, collected, joined};
use crate::text::display::{array_text, element_text, nested_text};

/// An element that holds the values.
pub(crate) fn cell_new(tag: i32, parts: &[Tagged]) -> Result<Array, Raised> {
    let parts = collected(items(parts));
    let element = Array::zeros(ElemKind::Array, Dims::row(parts.len() as i64))?;
    for (index, part) in parts.iter().enumerate() {
        let part = match part {
            Item::Array(array) => Array::clone(array),
            number_or_text => single(number_or_text)?,
        };
        element.objects()[index].set(part.into_raw());
    }
    Ok(element.marked(tag))
}

/// The tag of an element; 0 for one that was never stored.
pub(crate) fn cell_tag(element: &Array) -> i32 {
    element.mark()
}

/// The error about an element of another type than the program needs.
pub(crate) fn cell_mismatch(element: &Array, wanted: &Text) -> Result<(), Raised> {
    let found = type_text(element);
    Err(Raised::new(RtError::WrongType, &[&found, &wanted.as_str()]))
}

/// An object as a record: the fields that have a value.
pub(crate) fn object_text(object: &Array, names: &[Tagged]) -> Result<Text, Raised> {
    let mut all = joined(["{"]);
    for (index, name) in items(names).enumerate() {
        let field = object.objects()[index].get();
        if field.is_null() {
            continue;
        }
        // SAFETY: an element of an array of arrays is null or a live array, which the object keeps alive.
        let field = unsafe { Array::borrow(field) };
        if let (Item::Text(name), Some(text)) = (name, inner_text(&field)) {
            let separator = if all.len() > 1 { ", " } else { "" };
            append(&mut all, &joined([separator, name.as_str(), ": ", &text]));
        }
    }
    append(&mut all, "}");
    Text::allocated(&all)
}

/// The type of an element in words.
fn type_text(element: &Array) -> String {
    let Some(form) = form(element) else {
        return "an element without a value".to_string();
    };
    let kind = match form {
        CellContent::Value | CellContent::Array => part(element).kind(),
        CellContent::Other => return format!("a `{}`", bare_text(element)),
    };
    let name = match kind {
        ElemKind::F32 | ElemKind::F64 => "scalar",
        ElemKind::C32 | ElemKind::C64 => "cscalar",
        ElemKind::I32 => "int",
        ElemKind::Text => "string",
        ElemKind::Array => "array",
        other => other.name(),
    };
    match form {
        CellContent::Value if kind == ElemKind::I32 => "an `int`".to_string(),
        CellContent::Value => format!("a `{name}`"),
        CellContent::Array | CellContent::Other => format!("an array of `{name}`"),
    }
}

fn form(element: &Array) -> Option<CellContent> {
    CellContent::of_tag(element.mark())
}

/// The first part of an element.
fn part(element: &Array) -> std::mem::ManuallyDrop<Array> {
    // SAFETY: the parts of an element are live arrays, and the element keeps them alive.
    unsafe { Array::borrow(element.objects()[0].get()) }
}

/// The text of an element as it stands inside an array; none for an ordinary array.
pub(crate) fn inner_text(element: &Array) -> Option<String> {
    Some(match form(element)? {
        CellContent::Value => element_text(&part(element), 0),
        CellContent::Array => nested_text(&part(element)),
        CellContent::Other => bare_text(element),
    })
}

/// The text that is the first part: a string, or strings and arrays in turn.
fn bare_text(element: &Array) -> String {
    let texts = part(element);
    if texts.kind() == ElemKind::Text {
        return first_text(&texts);
    }
    let mut out = String::new();
    for (index, piece) in texts.objects().iter().enumerate() {
        // SAFETY: the pieces of a text are live arrays, and the element keeps them alive.
        let piece = unsafe { Array::borrow(piece.get()) };
        match index % 2 {
            0 => append(&mut out, &first_text(&piece)),
            _ => append(&mut out, &array_text(&piece)),
        }
    }
    out
}

fn first_text(texts: &Array) -> String {
    let text = texts.objects()[0].get();
    // SAFETY: an element of a text array is null or a live string.
    joined([unsafe { Text::borrow(text) }.as_str()])
}

/// The text of an element as `print` writes it on its own; none for an ordinary array.
pub(crate) fn outer_text(element: &Array) -> Option<String> {
    let part_kind = |element: &Array| part(element).kind();
    Some(match form(element)? {
        CellContent::Value if part_kind(element) == ElemKind::Text => bare_text(element),
        CellContent::Array => array_text(&part(element)),
        CellContent::Value | CellContent::Other => inner_text(element)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_print_as_what_they_hold() {
        let number = cell_new(CellContent::Value.tag(1), &[Tagged::f32(1.5)]).expect("memory");
        assert_eq!(inner_text(&number).as_deref(), Some("1.5"));
        let row = Array::row(&[1i32, 2]).expect("memory");
        let entry = Tagged::new(quasar_abi::Tag::Array, row.as_ptr() as u64);
        let array = cell_new(CellContent::Array.tag(2), &[entry]).expect("memory");
        assert_eq!(outer_text(&array).as_deref(), Some("[1,2]"));
        assert_eq!(outer_text(&row), None);
    }

    #[test]
    fn tags_are_kept() {
        let tag = CellContent::Value.tag(7);
        let number = cell_new(tag, &[Tagged::i32(4)]).expect("memory");
        assert_eq!(cell_tag(&number), tag);
        let copy = crate::array::create::array_deepcopy(&number).expect("memory");
        assert_eq!(cell_tag(&copy), tag);
    }
}
