//! `save` and `load`: arrays with names in files.
//!
//! The extension chooses the format that is written, `.npy`, `.npz`, `.mat` or Quasar's own (described in `docs/data-files.md`); the first
//! bytes tell which one a file is in.
//!
//! *Invariant:* what `load` cannot understand completely is an error, and nothing is taken from it.

use quasar_abi::{ElemKind, Tagged};

use crate::array::convert::converted;
use crate::array::create::{kind_of, single};
use crate::array::list::{Item, items};
use crate::array::object::{Array, Text};
use crate::formats::bytes::{Layout, append};
use crate::formats::mat_file;
use crate::formats::npy;
use crate::formats::npz;
use crate::formats::variables::{Damage, Reader, Variable};
use crate::process::allocator::{self, reading};
use crate::process::error::{Raised, read_error, write_error};
use crate::process::whole_file::{open, store};

/// The first bytes of Quasar's own format.
const MAGIC: &[u8] = b"QUASAR-DATA 1\n";
/// The first bytes of HDF5 files.
const HDF5: &[u8] = b"\x89HDF\r\n\x1a\n";
/// Bytes of a name, far above what is found.
const LONGEST_NAME: usize = 1 << 16;
/// Bytes of a file that are read before it is known what it holds: more than the longest header of npy.
const HEAD_BYTES: usize = 128 << 10;
/// Bytes of the check sum at the end.
const SUM_BYTES: usize = 8;

pub(crate) fn data_save(path: &Text, names_and_values: &[Tagged]) -> Result<(), Raised> {
    let path = path.as_str();
    let mut variables = Vec::new();
    let mut list = items(names_and_values);
    while let (Some(Item::Text(name)), Some(value)) = (list.next(), list.next()) {
        let array = match &value {
            Item::Array(array) => Array::clone(array),
            number => single(number)?,
        };
        if array.kind().is_object() || array.kind() == ElemKind::Function {
            return Err(write_error(
                path,
                "only numbers and arrays of numbers can be saved",
            ));
        }
        let name = name.as_str().to_string();
        variables.push(Variable { name, array });
    }
    let extension = path.rsplit('.').next().unwrap_or_default().to_lowercase();
    let bytes = match extension.as_str() {
        "npy" => npy::write(&variables),
        "npz" => npz::write(&variables),
        "mat" => mat_file::write(&variables),
        _ => write(&variables),
    };
    store(path, &bytes.map_err(|why| write_error(path, why))?)
}

pub(crate) fn data_load(path: &Text, which: Option<&Text>, kind: i32) -> Result<Array, Raised> {
    let path = path.as_str();
    reading(path, || data_load_within(path, which, kind))
}

fn data_load_within(path: &str, which: Option<&Text>, kind: i32) -> Result<Array, Raised> {
    let variables = variables_of(path)?;
    let found = choose(&variables, which.map(Text::as_str)).map_err(|why| read_error(path, why))?;
    let kind = kind_of(kind);
    if found.array.kind().is_complex() && !kind.is_complex() {
        return Err(read_error(
            path,
            "it holds complex numbers; use load(path, which, \"complex\")",
        ));
    }
    converted(&found.array, kind)
}

/// The arrays of a file. A large one that holds a single array as it lies in memory is read into that: its bytes are never there twice.
fn variables_of(path: &str) -> Result<Vec<Variable>, Raised> {
    let damaged = |why: Damage| read_error(path, why);
    let mut file = open(path)?;
    let mut bytes = Vec::new();
    if file.length > HEAD_BYTES as u64 {
        bytes = allocator::with_room(HEAD_BYTES)?;
        while bytes.len() < HEAD_BYTES && file.some(&mut bytes)? > 0 {}
        if bytes.starts_with(npy::MAGIC) {
            let read = npy::read_open(&bytes, &mut file).map_err(damaged)?;
            if let Some(variables) = read {
                return Ok(variables);
            }
        }
    }
    file.rest(&mut bytes)?;
    variables_in(&bytes).map_err(damaged)
}

/// The arrays of a file by its bytes.
fn variables_in(bytes: &[u8]) -> Result<Vec<Variable>, Damage> {
    if bytes.starts_with(npy::MAGIC) {
        npy::read(bytes)
    } else if bytes.starts_with(npz::MAGIC) {
        npz::read(bytes)
    } else if bytes.starts_with(MAGIC) {
        read(bytes)
    } else if mat_file::is_mat(bytes) {
        mat_file::read(bytes)
    } else if bytes.starts_with(HDF5) {
        Err(mat_file::VERSION_7_3.into())
    } else {
        Err(
            "it is no data file in a known format (Quasar's own, npy, npz, mat of version 5)"
                .into(),
        )
    }
}

/// The variable with a name or number; the first without one.
fn choose<'a>(variables: &'a [Variable], which: Option<&str>) -> Result<&'a Variable, Damage> {
    let which = which.unwrap_or("0");
    let by_name = variables.iter().find(|variable| variable.name == which);
    let by_number = || variables.get(which.parse::<usize>().ok()?);
    by_name.or_else(by_number).ok_or_else(|| {
        let names: Vec<&str> = variables
            .iter()
            .map(|variable| variable.name.as_str())
            .collect();
        match variables.len() {
            0 => "it holds no array of numbers".to_string(),
            count => format!(
                "it holds no '{which}' but {count} arrays: {}",
                names.join(", ")
            ),
        }
    })
}

fn write(variables: &[Variable]) -> Result<Vec<u8>, Damage> {
    let mut bytes = MAGIC.to_vec();
    append_number(&mut bytes, variables.len())?;
    for variable in variables {
        let array = &variable.array;
        append_text(&mut bytes, &variable.name)?;
        append_text(&mut bytes, array.kind().name())?;
        append_number(&mut bytes, array.dims().count())?;
        for size in array.dims().sizes() {
            append_number(&mut bytes, *size as usize)?;
        }
        append(&mut bytes, array, Layout::default())?;
    }
    let sum = check_sum(&bytes);
    allocator::append(&mut bytes, &sum.to_le_bytes())?;
    Ok(bytes)
}

fn append_number(bytes: &mut Vec<u8>, number: usize) -> Result<(), Raised> {
    allocator::append(bytes, &(number as u64).to_le_bytes())
}

fn append_text(bytes: &mut Vec<u8>, text: &str) -> Result<(), Raised> {
    append_number(bytes, text.len())?;
    allocator::append(bytes, text.as_bytes())
}

/// FNV-1a, 64 bits.
fn check_sum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

fn read(bytes: &[u8]) -> Result<Vec<Variable>, Damage> {
    let truncated = || "the file is truncated".to_string();
    let body = bytes.len().checked_sub(SUM_BYTES).ok_or_else(truncated)?;
    let (body, sum) = bytes.split_at(body);
    if check_sum(body).to_le_bytes() != *sum {
        return Err("the file is damaged or truncated".into());
    }
    let mut reader = Reader {
        rest: body.get(MAGIC.len()..).ok_or_else(truncated)?,
    };
    let count = reader.number()?;
    let mut variables = Vec::new();
    for _ in 0..count {
        let variable = reader.variable()?;
        allocator::push(&mut variables, variable)?;
    }
    Ok(variables)
}

/// What Quasar's own format is made of.
impl Reader<'_> {
    fn number(&mut self) -> Result<usize, Damage> {
        let bytes = self.bytes(8)?.try_into().expect("eight bytes");
        usize::try_from(u64::from_le_bytes(bytes)).map_err(|_| "the file is damaged".to_string())
    }

    fn text(&mut self) -> Result<String, Damage> {
        let length = self.number()?;
        if length > LONGEST_NAME {
            return Err("the file is damaged".into());
        }
        Ok(String::from_utf8_lossy(self.bytes(length)?).into_owned())
    }

    fn variable(&mut self) -> Result<Variable, Damage> {
        let (name, kind) = (self.text()?, self.text()?);
        let kind = ElemKind::ALL.iter().find(|known| known.name() == kind);
        let kind = *kind.ok_or("the file is damaged")?;
        let mut sizes = Vec::new();
        for _ in 0..self.number()?.min(1 << 8) {
            sizes.push(self.number()? as i64);
        }
        let array = self.array(kind, &sizes, Layout::default())?;
        Ok(Variable { name, array })
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::array::dims::Dims;
    use crate::process::testing::Folder;
    use std::fs;

    /// Variables of several kinds and shapes.
    pub fn variables() -> Vec<Variable> {
        let variable = |name: &str, array: Result<Array, Raised>| Variable {
            name: name.to_string(),
            array: array.expect("memory"),
        };
        vec![
            variable(
                "x",
                Array::from_elements(
                    Dims::new(&[2, 3, 2]),
                    &[
                        1.5f32, 2.0, 3.0, 4.0, 5.0, 6.0, -7.0, 8.0, 9.0, 1e-30, 11.0, 12.0,
                    ],
                ),
            ),
            variable("bytes", Array::row(&[0u8, 255])),
            variable(
                "z",
                Array::from_elements(
                    Dims::matrix(1, 2),
                    &[
                        crate::array::element::C64 { re: 1.0, im: 2.0 },
                        crate::array::element::C64 { re: -3.0, im: 0.5 },
                    ],
                ),
            ),
            variable("none", Array::zeros(ElemKind::F64, Dims::matrix(0, 3))),
        ]
    }

    fn same(left: &[Variable], right: &[Variable]) -> bool {
        left.len() == right.len()
            && left.iter().zip(right).all(|(left, right)| {
                left.name == right.name
                    && left.array.kind() == right.array.kind()
                    && left.array.dims() == right.array.dims()
                    && crate::numeric::reduce::array_equal(&left.array, &right.array) == 1
            })
    }

    #[test]
    fn own_format_and_mat_come_back() {
        let variables = variables();
        assert!(same(
            &read(&write(&variables).expect("memory")).expect("a file"),
            &variables
        ));
        let npz = npz::write(&variables).expect("a file");
        assert!(same(&npz::read(&npz).expect("a file"), &variables));
        let mat = mat_file::write(&variables).expect("a file");
        assert!(mat_file::is_mat(&mat));
        assert!(same(&mat_file::read(&mat).expect("a file"), &variables));
    }

    #[test]
    fn every_damage_is_an_error() {
        let bytes = write(&variables()).expect("memory");
        for length in MAGIC.len()..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
        for at in MAGIC.len()..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 4;
            assert!(read(&other).is_err(), "{at}");
        }
        let npz = npz::write(&variables()).expect("a file");
        for length in 0..npz.len() {
            assert!(npz::read(&npz[..length]).is_err(), "{length}");
        }
        let mat = mat_file::write(&variables()).expect("a file");
        for length in 128..mat.len() {
            // Whole variables may be missing, never parts of one.
            assert!(
                mat_file::read(&mat[..length]).map_or(true, |found| found.len() < 4),
                "{length}"
            );
        }
    }

    #[test]
    fn rows_choose_by_name_and_number() {
        let folder = Folder::new("data");
        let path = folder.file("a.dat");
        let variables = variables();
        fs::write(path.as_str(), write(&variables).expect("memory")).expect("written");
        let load = |which: Option<&str>, kind: ElemKind| {
            let which = which.map(Text::new);
            data_load(&path, which.as_ref(), kind.code())
        };
        assert_eq!(load(None, ElemKind::F32).expect("x").numel(), 12);
        assert_eq!(
            load(Some("bytes"), ElemKind::F32)
                .expect("bytes")
                .elements::<f32>(),
            [0.0, 255.0]
        );
        assert_eq!(load(Some("1"), ElemKind::F64).expect("bytes").numel(), 2);
        let complex = load(Some("z"), ElemKind::F32).expect_err("complex");
        assert!(complex.message.contains("complex numbers"));
        assert_eq!(load(Some("z"), ElemKind::C32).expect("z").numel(), 2);
        let unknown = load(Some("y"), ElemKind::F32).expect_err("unknown");
        assert!(
            unknown
                .message
                .ends_with("it holds no 'y' but 4 arrays: x, bytes, z, none")
        );
    }

    #[test]
    fn large_arrays_are_read_in_place() {
        let folder = Folder::new("data-large");
        let path = folder.file("a.npy");
        let values: Vec<f64> = (0..20_000).map(|value| f64::from(value) / 7.0).collect();
        let array = Array::from_elements(Dims::matrix(100, 200), &values).expect("memory");
        let header = |order: &str, columns: bool| {
            let columns = if columns { "True" } else { "False" };
            format!("{{'descr': '{order}f8', 'fortran_order': {columns}, 'shape': (100, 200)}}\n")
        };
        for (order, big_endian, column_major) in [
            ("<", false, false),
            (">", true, false),
            ("<", false, true),
            (">", true, true),
        ] {
            let header = header(order, column_major);
            let mut bytes = npy::MAGIC.to_vec();
            bytes.extend([1, 0, header.len() as u8, 0]);
            bytes.extend(header.as_bytes());
            let layout = Layout {
                big_endian,
                column_major,
            };
            append(&mut bytes, &array, layout).expect("memory");
            for more in [0, 9] {
                bytes.resize(bytes.len() + more, 1);
                fs::write(path.as_str(), &bytes).expect("written");
                let read = data_load(&path, None, ElemKind::F64.code()).expect("an array");
                assert_eq!(read.dims(), array.dims());
                assert_eq!(read.elements::<f64>(), values, "{layout:?}");
            }
            fs::write(path.as_str(), &bytes[..bytes.len() - 10]).expect("written");
            let error = data_load(&path, None, ElemKind::F64.code()).expect_err("too short");
            assert!(error.message.contains("truncated"), "{}", error.message);
        }
    }

    #[test]
    fn other_files_are_refused() {
        let folder = Folder::new("data-other");
        let path = folder.file("a.dat");
        fs::write(path.as_str(), "hello").expect("written");
        let error = data_load(&path, None, ElemKind::F32.code()).expect_err("no data");
        assert!(error.message.contains("known format"));
    }
}
