//! NumPy's format for one array.
//!
//! *Invariant:* versions 1 to 3 are read with every type of number in both byte orders; version 1 is written, little endian.

use quasar_abi::ElemKind;

use crate::array::object::Array;
use crate::formats::bytes::{Layout, append, filled};
use crate::formats::decoders::one_line;
use crate::formats::variables::{Damage, Reader, Variable, extent};
use crate::process::error::Raised;
use crate::process::whole_file::Opened;

/// The first bytes of every file.
pub const MAGIC: &[u8] = b"\x93NUMPY";
/// The data begin at a multiple of this.
const ALIGNMENT: usize = 64;

/// Bytes of a header, far above what is found.
const LONGEST_HEADER: usize = 1 << 16;

/// The file that holds an array. One row is written with one dimension, as NumPy has it.
///
/// # Errors
/// More or less than one array.
pub fn write(variables: &[Variable]) -> Result<Vec<u8>, Damage> {
    match variables {
        [variable] => Ok(file(&variable.array)?),
        _ => Err(format!(
            "an npy file holds one array, not {}; save them as npz",
            variables.len()
        )),
    }
}

/// The file of one array.
///
/// # Errors
/// There is no memory.
///
/// # Panics
/// When the array is not made of numbers.
pub fn file(array: &Array) -> Result<Vec<u8>, Raised> {
    let dims = array.dims();
    let sizes = match dims.sizes() {
        [1] => vec![1],
        [rows] => vec![*rows, 1],
        [1, columns] => vec![*columns],
        sizes => sizes.to_vec(),
    };
    let shape: String = sizes.iter().map(|size| format!("{size},")).collect();
    let mut header = format!(
        "{{'descr': '{}', 'fortran_order': False, 'shape': ({shape}), }}",
        description(array.kind())
    );
    let length = MAGIC.len() + 4 + header.len() + 1;
    header.extend(std::iter::repeat_n(
        ' ',
        length.next_multiple_of(ALIGNMENT) - length,
    ));
    header.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&[1, 0]);
    bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    append(&mut bytes, array, Layout::default())?;
    Ok(bytes)
}

/// NumPy's name of a kind of numbers.
fn description(kind: ElemKind) -> &'static str {
    match kind {
        ElemKind::I8 => "|i1",
        ElemKind::U8 => "|u1",
        ElemKind::I16 => "<i2",
        ElemKind::U16 => "<u2",
        ElemKind::I32 => "<i4",
        ElemKind::U32 => "<u4",
        ElemKind::I64 => "<i8",
        ElemKind::U64 => "<u8",
        ElemKind::F16 => "<f2",
        ElemKind::F32 => "<f4",
        ElemKind::F64 => "<f8",
        ElemKind::C32 => "<c8",
        ElemKind::C64 => "<c16",
        ElemKind::Text | ElemKind::Array | ElemKind::Function => {
            panic!("only numbers are saved")
        }
    }
}

/// What a header says of the array behind it.
struct Header {
    kind: ElemKind,
    sizes: Vec<i64>,
    layout: Layout,
}

/// The array of a file.
///
/// # Errors
/// Another version, a type that is no number, too few bytes.
pub fn read(bytes: &[u8]) -> Result<Vec<Variable>, Damage> {
    let mut reader = Reader {
        rest: bytes.get(MAGIC.len()..).unwrap_or_default(),
    };
    let header = header(&mut reader)?;
    let array = reader.array(header.kind, &header.sizes, header.layout)?;
    Ok(alone(array))
}

/// The array of a file that is open, whose first bytes were read: the other ones go from the file into the array. None: its elements are
/// not in the order of arrays, or the header is not whole.
///
/// # Errors
/// A type that is no number, too few bytes.
pub fn read_open(head: &[u8], file: &mut Opened) -> Result<Option<Vec<Variable>>, Damage> {
    let mut reader = Reader {
        rest: head.get(MAGIC.len()..).unwrap_or_default(),
    };
    let Ok(header) = header(&mut reader) else {
        return Ok(None);
    };
    let begun = reader.rest;
    let (dims, length) = extent(header.kind, &header.sizes)?;
    let behind = file
        .length
        .saturating_sub((head.len() - begun.len()) as u64);
    if header.layout.column_major || length < begun.len() || length as u64 > behind {
        return Ok(None);
    }
    let array = filled(header.kind, dims, header.layout.big_endian, &mut |place| {
        let (first, rest) = place.split_at_mut(begun.len());
        first.copy_from_slice(begun);
        file.fill(rest)
    })?;
    Ok(Some(alone(array)))
}

fn alone(array: Array) -> Vec<Variable> {
    let name = String::new();
    vec![Variable { name, array }]
}

fn header(reader: &mut Reader) -> Result<Header, Damage> {
    let version = reader.bytes(2)?[0];
    let length_bytes = match version {
        1 => reader.bytes(2)?,
        2 | 3 => reader.bytes(4)?,
        other => return Err(format!("version {other} of npy is not known")),
    };
    let backwards = length_bytes.iter().rev();
    let length = backwards.fold(0, |length, byte| length << 8 | usize::from(*byte));
    if length > LONGEST_HEADER {
        return Err("its header is too long".into());
    }
    let header = String::from_utf8_lossy(reader.bytes(length)?).into_owned();
    let (kind, big_endian) = kind_of(field(&header, "descr")?)?;
    let column_major = field(&header, "fortran_order")? == "True";
    Ok(Header {
        kind,
        sizes: shape(field(&header, "shape")?)?,
        layout: Layout {
            big_endian,
            column_major,
        },
    })
}

/// The value behind a key of the header, which is a Python dictionary.
fn field<'a>(header: &'a str, key: &str) -> Result<&'a str, Damage> {
    let damaged = || format!("its header has no '{key}'");
    let at = header.find(&format!("'{key}'")).ok_or_else(damaged)?;
    let rest = header[at + key.len() + 2..]
        .trim_start()
        .strip_prefix(':')
        .ok_or_else(damaged)?
        .trim_start();
    let end = match rest.chars().next() {
        Some('(') => rest.find(')').map(|end| end + 1),
        Some('\'') => rest[1..].find('\'').map(|end| end + 2),
        Some(_) | None => rest.find([',', '}']),
    };
    Ok(rest[..end.ok_or_else(damaged)?].trim())
}

/// The kind behind NumPy's name, and whether the high bytes come first.
fn kind_of(description: &str) -> Result<(ElemKind, bool), Damage> {
    let name = description.trim_matches('\'');
    let (order, name) = name.split_at_checked(1).unwrap_or_default();
    let kind = match name {
        "i1" => ElemKind::I8,
        "u1" | "b1" => ElemKind::U8,
        "i2" => ElemKind::I16,
        "u2" => ElemKind::U16,
        "i4" => ElemKind::I32,
        "u4" => ElemKind::U32,
        "i8" => ElemKind::I64,
        "u8" => ElemKind::U64,
        "f2" => ElemKind::F16,
        "f4" => ElemKind::F32,
        "f8" => ElemKind::F64,
        "c8" => ElemKind::C32,
        "c16" => ElemKind::C64,
        _ => {
            return Err(format!(
                "elements of type {} are not numbers that an array holds",
                one_line(description)
            ));
        }
    };
    Ok((kind, order == ">"))
}

/// `(2, 3)`: one size is that of a row, none that of a number.
fn shape(text: &str) -> Result<Vec<i64>, Damage> {
    let parts = text.trim_matches(['(', ')']).split(',').map(str::trim);
    let sizes: Result<Vec<i64>, _> = parts
        .filter(|part| !part.is_empty())
        .map(str::parse)
        .collect();
    let mut sizes = sizes.map_err(|_| format!("its shape is {}", one_line(text)))?;
    if sizes.len() == 1 {
        sizes.insert(0, 1);
    }
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::dims::Dims;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&[2, 0]);
        bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(data);
        bytes
    }

    fn only(bytes: &[u8]) -> Array {
        read(bytes).expect("a file").remove(0).array
    }

    #[test]
    fn arrays_come_back() {
        for sizes in [
            vec![1, 3],
            vec![3, 1],
            vec![2, 3],
            vec![2, 3, 4],
            vec![0, 2],
            vec![1, 1],
        ] {
            let count: i64 = sizes.iter().product();
            let values: Vec<f64> = (0..count).map(|value| value as f64 / 3.0).collect();
            let array = Array::from_elements(Dims::new(&sizes), &values).expect("memory");
            let variable = Variable {
                name: "x".into(),
                array: array.clone(),
            };
            let bytes = write(&[variable]).expect("written");
            assert_eq!((bytes.len() - 8 * values.len()) % ALIGNMENT, 0);
            let back = only(&bytes);
            assert_eq!(
                (back.dims(), back.elements::<f64>()),
                (array.dims(), &values[..])
            );
        }
        assert!(write(&[]).is_err());
    }

    #[test]
    fn files_of_others() {
        let header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 2), }\n";
        let turned = only(&file(header, &[0, 1, 0, 3, 0, 2, 0, 4]));
        assert_eq!(turned.elements::<i16>(), [1, 2, 3, 4]);
        let number = only(&file(
            "{'shape': (), 'descr': '<f4', 'fortran_order': False}",
            &1.5f32.to_le_bytes(),
        ));
        assert_eq!((number.numel(), number.elements::<f32>()), (1, &[1.5][..]));
    }

    #[test]
    fn damage_is_told() {
        let message = |header: &str| read(&file(header, &[0; 8])).expect_err("damaged");
        assert!(
            message("{'descr': '<U3', 'fortran_order': False, 'shape': (2,), }").contains("<U3")
        );
        assert!(
            message("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }")
                .contains("truncated")
        );
        assert!(message("{'descr': '<f8', 'shape': (1,), }").contains("fortran_order"));
        assert!(
            message("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }")
                .contains("negative")
        );
        assert!(read(b"\x93NUMPY\x07\x00").is_err() && read(b"\x93NUMPY").is_err());
    }
}
