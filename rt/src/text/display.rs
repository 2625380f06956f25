//! Values as `print` writes them.
//!
//! *Invariant:* language.md section 18, row `print`: no separators, arrays `[1,2,3]`, matrices with a line per row, more than 1000
//! elements elided in the middle, strings quoted inside arrays.

use quasar_abi::{ElemKind, Tagged};

use crate::array::element::{C32, C64, Element, with_element};
use crate::array::list::{Item, items};
use crate::array::object::{Array, Text};
use crate::process::refusal::{append, joined, push, push_times};
use crate::text::cell;
use crate::text::number;

/// Arrays with more elements are elided.
const ELISION_LIMIT: usize = 1000;
/// Indices shown at each end of an elided dimension.
const EDGE: i64 = 3;

/// The text of all items of a list, one after another.
pub fn list_text(entries: &[Tagged]) -> String {
    let mut all = String::new();
    for item in items(entries) {
        append(&mut all, &item_text(&item));
    }
    all
}

/// The text of one item.
pub fn item_text(item: &Item) -> String {
    match item {
        Item::Int(value) => value.to_string(),
        Item::Unsigned(value) => value.to_string(),
        Item::Single(value) => number::single(*value),
        Item::Double(value) => number::double(*value),
        Item::ComplexSingle(re, im) => number::complex(number::single(*re), number::single(*im)),
        Item::ComplexDouble(re, im) => number::complex(number::double(*re), number::double(*im)),
        Item::Array(array) => cell::outer_text(array).unwrap_or_else(|| array_text(array)),
        Item::Text(text) => joined([text.as_str()]),
        Item::Quoted(text) => quoted(text.as_str()),
        Item::Slice(_) => unreachable!("a slice marker is no value"),
    }
}

/// A string in quotes, as the program would write it.
pub fn quoted(text: &str) -> String {
    let mut quoted = joined(["\""]);
    for (number, part) in text.split('"').enumerate() {
        append(&mut quoted, if number > 0 { "\"\"" } else { "" });
        append(&mut quoted, part);
    }
    push(&mut quoted, '"');
    quoted
}

/// An array, with a line per row.
pub fn array_text(array: &Array) -> String {
    Printer::new(array, true).text()
}

/// An array in one line, as it stands inside another.
pub(crate) fn nested_text(array: &Array) -> String {
    Printer::new(array, false).text()
}

/// Walks an array and writes it.
struct Printer<'a> {
    array: &'a Array,
    sizes: Vec<i64>,
    strides: Vec<i64>,
    elide: bool,
    lines: bool,
    out: String,
}

impl<'a> Printer<'a> {
    fn new(array: &'a Array, lines: bool) -> Printer<'a> {
        let dims = array.dims();
        let mut sizes = dims.sizes().to_vec();
        let mut strides = dims.strides()[..sizes.len()].to_vec();
        if sizes.len() == 1 {
            // A column is a matrix with rows of one element.
            sizes.push(1);
            strides.push(1);
        }
        if sizes.len() == 2 && sizes[0] == 1 {
            sizes.remove(0);
            strides.remove(0);
        }
        Printer {
            array,
            sizes,
            strides,
            elide: array.numel() > ELISION_LIMIT,
            lines,
            out: String::new(),
        }
    }

    fn text(mut self) -> String {
        if self.array.numel() == 0 {
            return "[]".to_string();
        }
        self.level(0, 0);
        self.out
    }

    fn level(&mut self, depth: usize, offset: i64) {
        if depth == self.sizes.len() {
            let text = element_text(self.array, offset as usize);
            append(&mut self.out, &text);
            return;
        }
        push(&mut self.out, '[');
        let size = self.sizes[depth];
        let mut index = 0;
        while index < size {
            if index > 0 {
                self.separator(depth);
            }
            if self.elide && index == EDGE && size > 2 * EDGE {
                append(&mut self.out, "...");
                index = size - EDGE;
                self.separator(depth);
            }
            self.level(depth + 1, offset + index * self.strides[depth]);
            index += 1;
        }
        push(&mut self.out, ']');
    }

    /// A comma between neighbours; between rows and larger parts also a new line, indented to the opening bracket.
    fn separator(&mut self, depth: usize) {
        push(&mut self.out, ',');
        if self.lines && depth + 1 < self.sizes.len() {
            push(&mut self.out, '\n');
            push_times(&mut self.out, ' ', depth + 1);
        }
    }
}

/// The text of one element.
pub fn element_text(array: &Array, index: usize) -> String {
    match array.kind() {
        ElemKind::C32 => {
            let value = array.elements::<C32>()[index];
            number::complex(number::single(value.re), number::single(value.im))
        }
        ElemKind::C64 => {
            let value = array.elements::<C64>()[index];
            number::complex(number::double(value.re), number::double(value.im))
        }
        ElemKind::F16 => number::single(array.elements::<half::f16>()[index].to_f32()),
        ElemKind::F32 => number::single(array.elements::<f32>()[index]),
        ElemKind::F64 => number::double(array.elements::<f64>()[index]),
        ElemKind::Text | ElemKind::Array => object_text(array, index),
        ElemKind::Function => "function".to_string(),
        integer @ (ElemKind::I8
        | ElemKind::U8
        | ElemKind::I16
        | ElemKind::U16
        | ElemKind::I32
        | ElemKind::U32
        | ElemKind::I64
        | ElemKind::U64) => {
            with_element!(integer, T => whole_text(array.elements::<T>()[index]), unreachable!("an integer kind"))
        }
    }
}

fn whole_text<T: Element>(value: T) -> String {
    value.to_integer().to_string()
}

fn object_text(array: &Array, index: usize) -> String {
    let pointer = array.objects()[index].get();
    let is_text = array.kind() == ElemKind::Text;
    match (pointer.is_null(), is_text) {
        (true, true) => quoted(""),
        (true, false) => "[]".to_string(),
        // SAFETY: a text array holds live strings.
        (false, true) => quoted(unsafe { Text::borrow(pointer) }.as_str()),
        (false, false) => {
            // SAFETY: an array of arrays holds live arrays.
            let element = unsafe { Array::borrow(pointer) };
            cell::inner_text(&element).unwrap_or_else(|| nested_text(&element))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::dims::Dims;

    fn array(sizes: &[i64], values: &[f32]) -> Array {
        Array::from_elements(Dims::new(sizes), values).expect("memory")
    }

    #[test]
    fn shapes() {
        assert_eq!(array_text(&array(&[1, 3], &[1.0, 2.5, 3.0])), "[1,2.5,3]");
        assert_eq!(
            array_text(&array(&[2, 2], &[1.0, 2.0, 3.0, 4.0])),
            "[[1,2],\n [3,4]]"
        );
        assert_eq!(array_text(&array(&[2], &[1.0, 2.0])), "[[1],\n [2]]");
        assert_eq!(array_text(&array(&[1], &[1.0])), "[1]");
        assert_eq!(array_text(&array(&[1, 0], &[])), "[]");
        assert_eq!(
            array_text(&array(&[1, 1, 3], &[1.0, 2.0, 3.0])),
            "[[[1,2,3]]]"
        );
        let cube = array(&[2, 2, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        assert_eq!(
            array_text(&cube),
            "[[[1,2],\n  [3,4]],\n [[5,6],\n  [7,8]]]"
        );
    }

    #[test]
    fn long_arrays_are_elided_in_the_middle() {
        let values: Vec<i32> = (0..1001).collect();
        let long = Array::row(&values).expect("memory");
        assert_eq!(array_text(&long), "[0,1,2,...,998,999,1000]");
        let just = Array::row(&values[..1000]).expect("memory");
        assert_eq!(array_text(&just).matches(',').count(), 999);
        let tall = Array::from_elements(Dims::matrix(400, 3), &[0i32; 1200]).expect("memory");
        let row = "[0,0,0]";
        assert_eq!(
            array_text(&tall),
            format!("[{row},\n {row},\n {row},\n ...,\n {row},\n {row},\n {row}]")
        );
    }

    #[test]
    fn strings_are_quoted_inside_arrays_only() {
        let cells = Array::zeros(ElemKind::Text, Dims::row(2)).expect("memory");
        cells.objects()[0].set(Text::new("a\"b").into_raw());
        assert_eq!(array_text(&cells), "[\"a\"\"b\",\"\"]");
        let bare = Text::new("x\"y");
        let list = [
            Tagged::new(quasar_abi::Tag::Text, bare.as_ptr() as u64),
            Tagged::i32(5),
        ];
        assert_eq!(list_text(&list), "x\"y5");
    }

    #[test]
    fn nested_arrays_stay_on_the_line() {
        let cells = Array::zeros(ElemKind::Array, Dims::row(2)).expect("memory");
        cells.objects()[0].set(array(&[2, 1], &[1.0, 2.0]).into_raw());
        assert_eq!(array_text(&cells), "[[[1],[2]],[]]");
    }
}
