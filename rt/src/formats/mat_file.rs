//! MATLAB's format of version 5, as MATLAB, Octave and SciPy write it.
//!
//! Read are arrays of numbers, compressed or not, in both byte orders; of texts the codes of their letters; of records and cells the
//! elements, as `s.field` and `c{0}`. Other variables of the file are passed over. Written are arrays of numbers, not compressed.
//!
//! *Invariant:* a compressed variable takes no more memory than the limit allows.

use flate2::read::ZlibDecoder;
use quasar_abi::ElemKind;

use crate::array::convert::converted;
use crate::array::element::{C32, C64};
use crate::array::object::Array;
use crate::formats::bytes::{Layout, encode};
use crate::formats::variables::{Damage, Reader, Variable, inflated};
use crate::process::allocator;

const HEADER_BYTES: usize = 128;
/// Bytes that one compressed variable may become.
const VARIABLE_BYTES: u64 = 2 << 30;

/// What the next versions are told.
pub const VERSION_7_3: &str =
    "mat files of version 7.3 are HDF5 files, which are not supported yet; save with -v7";
/// Cells and records in each other, far deeper than is found.
const DEEPEST: usize = 16;

/// Bytes of a name that are read, far above what is found.
const LONGEST_NAME: usize = 1 << 12;

/// Types of data elements.
const INT8: u32 = 1;
const INT32: u32 = 5;
const UINT32: u32 = 6;
const MATRIX: u32 = 14;
const COMPRESSED: u32 = 15;
const UTF8: u32 = 16;
const UTF16: u32 = 17;
/// Classes of arrays that are not numbers.
const CELL: u32 = 1;
const RECORD: u32 = 2;
const TEXT: u32 = 4;
/// The flag of complex arrays.
const COMPLEX: u32 = 0x0800;

/// Whether bytes are a file of this format, of version 5 or of a later one.
pub fn is_mat(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER_BYTES && bytes.starts_with(b"MATLAB ")
}

/// The class of an array and the type of its data, by kind.
fn class_and_type(kind: ElemKind) -> (u32, u32) {
    match kind {
        ElemKind::F64 | ElemKind::C64 => (6, 9),
        ElemKind::F16 | ElemKind::F32 | ElemKind::C32 => (7, 7),
        ElemKind::I8 => (8, 1),
        ElemKind::U8 => (9, 2),
        ElemKind::I16 => (10, 3),
        ElemKind::U16 => (11, 4),
        ElemKind::I32 => (12, 5),
        ElemKind::U32 => (13, 6),
        ElemKind::I64 => (14, 12),
        ElemKind::U64 => (15, 13),
        ElemKind::Text | ElemKind::Array | ElemKind::Function => panic!("only numbers are saved"),
    }
}

/// The kind of arrays of a class; none for texts, cells, records and the like.
fn kind_of_class(class: u32) -> Option<ElemKind> {
    Some(match class {
        6 => ElemKind::F64,
        7 => ElemKind::F32,
        8 => ElemKind::I8,
        9 => ElemKind::U8,
        10 => ElemKind::I16,
        11 => ElemKind::U16,
        12 => ElemKind::I32,
        13 => ElemKind::U32,
        14 => ElemKind::I64,
        15 => ElemKind::U64,
        _ => return None,
    })
}

/// The kind of the numbers of a data element.
fn kind_of_type(number: u32) -> Result<ElemKind, Damage> {
    Ok(match number {
        1 => ElemKind::I8,
        2 => ElemKind::U8,
        3 => ElemKind::I16,
        4 => ElemKind::U16,
        5 => ElemKind::I32,
        6 => ElemKind::U32,
        7 => ElemKind::F32,
        9 => ElemKind::F64,
        12 => ElemKind::I64,
        13 => ElemKind::U64,
        other => return Err(format!("the file is damaged (data of type {other})")),
    })
}

// ---- Writing

/// The file that holds these arrays.
///
/// # Errors
/// A name that is no name of a variable.
pub fn write(variables: &[Variable]) -> Result<Vec<u8>, Damage> {
    let mut bytes = b"MATLAB 5.0 MAT-file, written by Quasar".to_vec();
    bytes.resize(HEADER_BYTES - 4, b' ');
    bytes.extend_from_slice(&[0x00, 0x01, b'I', b'M']);
    for variable in variables {
        if variable.name.is_empty() || variable.name.len() > 63 {
            return Err("each value needs the name of a variable of at most 63 letters".into());
        }
        append(&mut bytes, MATRIX, &matrix(variable)?)?;
    }
    Ok(bytes)
}

fn matrix(variable: &Variable) -> Result<Vec<u8>, Damage> {
    let array = &variable.array;
    let (class, data) = class_and_type(array.kind());
    let is_complex = array.kind().is_complex();
    let flags = class | if is_complex { COMPLEX } else { 0 };
    let mut bytes = Vec::new();
    append(&mut bytes, UINT32, &[flags.to_le_bytes(), [0; 4]].concat())?;
    let dims = array.dims();
    let count = dims.count().max(2);
    let sizes: Vec<u8> = (0..count)
        .flat_map(|dim| (dims.get(dim) as i32).to_le_bytes())
        .collect();
    append(&mut bytes, INT32, &sizes)?;
    append(&mut bytes, INT8, variable.name.as_bytes())?;
    let stored = match array.kind() {
        ElemKind::F16 => converted(array, ElemKind::F32)?,
        _ => array.clone(),
    };
    let values = encode(&stored, COLUMNS)?;
    if is_complex {
        let [re, im] = parts(&values, stored.kind().size())?;
        append(&mut bytes, data, &re)?;
        append(&mut bytes, data, &im)?;
    } else {
        append(&mut bytes, data, &values)?;
    }
    Ok(bytes)
}

/// How elements lie in the files that are written.
const COLUMNS: Layout = Layout {
    big_endian: false,
    column_major: true,
};

/// Real and imaginary parts apart.
fn parts(values: &[u8], size: usize) -> Result<[Vec<u8>; 2], Damage> {
    let part = |first: usize| {
        let mut part = allocator::with_room(values.len() / 2)?;
        for pair in values.chunks(size) {
            part.extend_from_slice(&pair[first..first + size / 2]);
        }
        Ok::<_, Damage>(part)
    };
    Ok([part(0)?, part(size / 2)?])
}

/// Appends a data element, padded to eight bytes.
fn append(bytes: &mut Vec<u8>, number: u32, data: &[u8]) -> Result<(), Damage> {
    const TAG_AND_PADDING: usize = 16;
    allocator::reserve(bytes, data.len() + TAG_AND_PADDING)?;
    bytes.extend_from_slice(&number.to_le_bytes());
    bytes.extend_from_slice(&(data.len() as u32).to_le_bytes());
    bytes.extend_from_slice(data);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    Ok(())
}

// ---- Reading

/// The arrays of numbers of a file.
///
/// # Errors
/// Another version, or damage.
pub fn read(bytes: &[u8]) -> Result<Vec<Variable>, Damage> {
    let header = bytes.get(..HEADER_BYTES).ok_or("the file is truncated")?;
    let big_endian = match &header[126..] {
        b"IM" => false,
        b"MI" => true,
        _ => return Err("the file is damaged (no byte order)".into()),
    };
    let version = header[if big_endian { 124 } else { 125 }];
    if version != 1 {
        return Err(VERSION_7_3.into());
    }
    let mut file = Elements {
        reader: Reader {
            rest: &bytes[HEADER_BYTES..],
        },
        big_endian,
    };
    let mut variables = Vec::new();
    while !file.reader.rest.is_empty() {
        let (number, data) = file.next(false)?;
        let inflated = if number == COMPRESSED {
            inflated(|| ZlibDecoder::new(data), VARIABLE_BYTES)
                .map_err(|why| format!("a compressed variable: {why}"))?
        } else {
            Vec::new()
        };
        let matrix = if number == COMPRESSED {
            let mut inner = Elements {
                reader: Reader { rest: &inflated },
                big_endian,
            };
            let (number, data) = inner.next(false)?;
            (number == MATRIX).then_some(data)
        } else {
            (number == MATRIX).then_some(data)
        };
        if let Some(data) = matrix {
            variable(data, big_endian, None, &mut variables)?;
        }
    }
    Ok(variables)
}

/// Takes data elements from the front.
struct Elements<'a> {
    reader: Reader<'a>,
    big_endian: bool,
}

impl<'a> Elements<'a> {
    fn word(&self, bytes: &[u8]) -> u32 {
        let bytes = bytes.try_into().expect("four bytes");
        if self.big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        }
    }

    /// Type and data of the next element; inside of a matrix elements are padded to eight bytes.
    fn next(&mut self, padded: bool) -> Result<(u32, &'a [u8]), Damage> {
        let tag = self.reader.bytes(8)?;
        let first = self.word(&tag[..4]);
        let small = (first >> 16) as usize;
        if small > 0 {
            let data = tag[4..]
                .get(..small)
                .ok_or("the file is damaged (a small element)")?;
            return Ok((first & 0xffff, data));
        }
        let length = self.word(&tag[4..]) as usize;
        let data = self.reader.bytes(length)?;
        if padded {
            let padding = length.next_multiple_of(8) - length;
            self.reader.bytes(padding.min(self.reader.rest.len()))?;
        }
        Ok((first, data))
    }

    /// The next element as an array of as many numbers as the sizes say.
    fn numbers(&mut self, kind: ElemKind, sizes: &[i64]) -> Result<Array, Damage> {
        let (number, data) = self.next(true)?;
        let layout = Layout {
            big_endian: self.big_endian,
            column_major: true,
        };
        // Numbers are stored as the smallest type that holds them all.
        let stored = Reader { rest: data }.array(kind_of_type(number)?, sizes, layout)?;
        Ok(converted(&stored, kind)?)
    }
}

/// What a matrix element holds goes to the end of `found`; `within` is the name of what it is a part of, and how deep that is.
fn variable(
    data: &[u8],
    big_endian: bool,
    within: Option<(&str, usize)>,
    found: &mut Vec<Variable>,
) -> Result<(), Damage> {
    let mut elements = Elements {
        reader: Reader { rest: data },
        big_endian,
    };
    if data.is_empty() {
        // An empty cell may be written as nothing at all.
        return Ok(());
    }
    let (_, flags) = elements.next(true)?;
    let flags = elements.word(flags.get(..4).ok_or("the file is damaged (no flags)")?);
    let (_, sizes) = elements.next(true)?;
    let sizes: Vec<i64> = sizes
        .chunks_exact(4)
        .map(|size| i64::from(elements.word(size) as i32))
        .collect();
    let (_, own) = elements.next(true)?;
    let own = String::from_utf8_lossy(&own[..own.len().min(LONGEST_NAME)]).into_owned();
    let (name, depth) = within.map_or((own.as_str(), 0), |(name, depth)| (name, depth));
    if depth > DEEPEST {
        return Err("the file is damaged (cells in cells)".into());
    }
    let array = match flags & 0xff {
        CELL => return elements.cells(name, depth, &sizes, found),
        RECORD => return elements.fields(name, depth, &sizes, found),
        TEXT => elements.codes(&sizes)?,
        class => {
            let Some(kind) = kind_of_class(class) else {
                return Ok(());
            };
            let real = elements.numbers(kind, &sizes)?;
            match flags & COMPLEX {
                0 => real,
                _ => complex(&real, &elements.numbers(kind, &sizes)?)?,
            }
        }
    };
    let name = name.to_string();
    found.push(Variable { name, array });
    Ok(())
}

impl Elements<'_> {
    /// The elements of a cell array, `c{0}` and so on in the order of MATLAB.
    fn cells(
        &mut self,
        name: &str,
        depth: usize,
        sizes: &[i64],
        found: &mut Vec<Variable>,
    ) -> Result<(), Damage> {
        let count = sizes
            .iter()
            .try_fold(1i64, |count, size| count.checked_mul(*size));
        let count = count.filter(|count| *count >= 0);
        for index in 0..count.ok_or("the file is damaged (the size of a cell)")? {
            let (_, data) = self.next(true)?;
            let name = format!("{name}{{{index}}}");
            variable(data, self.big_endian, Some((&name, depth + 1)), found)?;
        }
        Ok(())
    }

    /// The fields of one record; arrays of records are passed over.
    fn fields(
        &mut self,
        name: &str,
        depth: usize,
        sizes: &[i64],
        found: &mut Vec<Variable>,
    ) -> Result<(), Damage> {
        let (_, length) = self.next(true)?;
        let length = self.word(length.get(..4).ok_or("the file is damaged (a record)")?);
        let (_, names) = self.next(true)?;
        if sizes.iter().any(|size| *size != 1) || length == 0 {
            return Ok(());
        }
        for field in names.chunks_exact(length as usize) {
            let end = field.iter().position(|byte| *byte == 0);
            let end = end.unwrap_or(field.len()).min(LONGEST_NAME);
            let field = String::from_utf8_lossy(&field[..end]);
            let (_, data) = self.next(true)?;
            let name = format!("{name}.{field}");
            variable(data, self.big_endian, Some((&name, depth + 1)), found)?;
        }
        Ok(())
    }

    /// The codes of the letters of a text, in its size where it has one per letter.
    fn codes(&mut self, sizes: &[i64]) -> Result<Array, Damage> {
        let (number, data) = self.next(true)?;
        let mut bytes = allocator::with_room(2 * data.len())?;
        match number {
            UTF8 => {
                let codes = data.utf8_chunks().flat_map(|chunk| {
                    let repaired = if chunk.invalid().is_empty() {
                        ""
                    } else {
                        "\u{fffd}"
                    };
                    chunk.valid().encode_utf16().chain(repaired.encode_utf16())
                });
                bytes.extend(codes.flat_map(u16::to_le_bytes));
            }
            UTF16 | 4 => {
                let pair = |pair: &[u8]| match self.big_endian {
                    true => [pair[1], pair[0]],
                    false => [pair[0], pair[1]],
                };
                bytes.extend(data.chunks_exact(2).flat_map(pair));
            }
            _ => bytes.extend(data.iter().flat_map(|byte| [*byte, 0])),
        }
        let count = sizes
            .iter()
            .try_fold(1i64, |count, size| count.checked_mul(*size));
        let row = [1, (bytes.len() / 2) as i64];
        let sizes = match count == Some(row[1]) {
            true => sizes,
            false => &row,
        };
        let layout = Layout {
            big_endian: false,
            column_major: true,
        };
        Reader { rest: &bytes }.array(ElemKind::U16, sizes, layout)
    }
}

/// The complex array of two real ones.
fn complex(re: &Array, im: &Array) -> Result<Array, Damage> {
    let single = re.kind() == ElemKind::F32;
    let part = if single { ElemKind::F32 } else { ElemKind::F64 };
    let kind = if single { ElemKind::C32 } else { ElemKind::C64 };
    let (re, im) = (converted(re, part)?, converted(im, part)?);
    if re.numel() != im.numel() {
        return Err("the file is damaged (parts of complex numbers)".into());
    }
    let mut joined = Array::zeros(kind, re.dims())?;
    match kind {
        ElemKind::C32 => {
            let parts = re.elements::<f32>().iter().zip(im.elements::<f32>());
            for (number, (re, im)) in joined.elements_mut::<C32>().iter_mut().zip(parts) {
                *number = C32 { re: *re, im: *im };
            }
        }
        _ => {
            let parts = re.elements::<f64>().iter().zip(im.elements::<f64>());
            for (number, (re, im)) in joined.elements_mut::<C64>().iter_mut().zip(parts) {
                *number = C64 { re: *re, im: *im };
            }
        }
    }
    Ok(joined)
}
