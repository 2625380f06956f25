//! NumPy's format for several arrays: a zip archive of npy files.
//!
//! *Invariant:* all files of an archive together take no more memory than compression can spare, nor more than the limit; their check
//! sums are compared.

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::formats::npy;
use crate::formats::variables::{Damage, Reader, Variable, inflated};
use crate::process::allocator::{append, reserve};

/// The first bytes of an archive with files.
pub const MAGIC: &[u8] = b"PK\x03\x04";
/// The record of a file in the directory, and the one behind the directory.
const ENTRY: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
/// Bytes of the records without names and remarks.
const FILE_BYTES: usize = 30;
const ENTRY_BYTES: usize = 46;
const END_BYTES: usize = 22;
/// A remark at the end has at most so many bytes.
const REMARK_BYTES: usize = 0xffff;
/// Deflate makes at most so many bytes of one.
const RATIO: usize = 1100;
/// Bytes of all files together.
const TOTAL_BYTES: usize = 2 << 30;
/// What a directory says where the number does not fit.
const ELSEWHERE: u32 = u32::MAX;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// The first day that archives know: the same arrays are the same bytes.
const FIRST_DAY: u16 = 1 << 5 | 1;

const DAMAGED: &str = "the file is damaged or truncated";

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, Damage> {
    let bytes = bytes.get(at..at + 2).ok_or(DAMAGED)?;
    Ok(u16::from_le_bytes(bytes.try_into().expect("two bytes")))
}

fn u32_at(bytes: &[u8], at: usize) -> Result<u32, Damage> {
    let bytes = bytes.get(at..at + 4).ok_or(DAMAGED)?;
    Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
}

/// A file as the directory describes it.
struct Entry {
    name: String,
    method: u16,
    sum: u32,
    packed: usize,
    length: usize,
    place: usize,
}

/// The arrays of an archive, with the names of their files.
///
/// # Errors
/// Damage, or a file that is no array of numbers.
pub fn read(bytes: &[u8]) -> Result<Vec<Variable>, Damage> {
    let entries = directory(bytes)?;
    let total: usize = entries.iter().map(|entry| entry.length).sum();
    if total > TOTAL_BYTES.min(RATIO * bytes.len()) {
        return Err("its arrays are larger than the file can hold".into());
    }
    let mut variables = Vec::new();
    for entry in &entries {
        let Some(name) = entry.name.strip_suffix(".npy") else {
            continue;
        };
        let says = |why: Damage| format!("{}: {why}", entry.name);
        let file = unpacked(bytes, entry).map_err(says)?;
        if !file.starts_with(npy::MAGIC) {
            return Err(says("it is no npy file".into()));
        }
        for variable in npy::read(&file).map_err(says)? {
            let name = name.to_string();
            variables.push(Variable { name, ..variable });
        }
    }
    Ok(variables)
}

fn directory(bytes: &[u8]) -> Result<Vec<Entry>, Damage> {
    let from = bytes.len().saturating_sub(END_BYTES + REMARK_BYTES);
    let tail = bytes.get(from..).unwrap_or_default();
    let end = tail.windows(END.len()).rposition(|four| four == END);
    let end = from + end.ok_or(DAMAGED)?;
    if bytes.len() < end + END_BYTES {
        return Err(DAMAGED.into());
    }
    let count = u16_at(bytes, end + 10)?;
    let mut at = u32_at(bytes, end + 16)? as usize;
    let mut entries = Vec::new();
    for _ in 0..count {
        if bytes.get(at..at + ENTRY.len()) != Some(ENTRY) {
            return Err(DAMAGED.into());
        }
        let field = |offset: usize| u32_at(bytes, at + offset);
        let rest = |offset: usize| u16_at(bytes, at + offset).map(usize::from);
        if [field(20)?, field(24)?, field(42)?].contains(&ELSEWHERE) {
            return Err("archives of more than 4 GiB are not supported".into());
        }
        if u16_at(bytes, at + 8)? & 1 != 0 {
            return Err("encrypted archives are not supported".into());
        }
        let (begin, length) = (at + ENTRY_BYTES, rest(28)?);
        let name = bytes.get(begin..begin + length).ok_or(DAMAGED)?;
        entries.push(Entry {
            name: String::from_utf8_lossy(name).into_owned(),
            method: u16_at(bytes, at + 10)?,
            sum: field(16)?,
            packed: field(20)? as usize,
            length: field(24)? as usize,
            place: field(42)? as usize,
        });
        at = begin + length + rest(30)? + rest(32)?;
    }
    Ok(entries)
}

/// The bytes of a file of an archive.
fn unpacked(bytes: &[u8], entry: &Entry) -> Result<Vec<u8>, Damage> {
    let head = bytes.get(entry.place..).unwrap_or_default();
    if !head.starts_with(MAGIC) {
        return Err(DAMAGED.into());
    }
    let names = usize::from(u16_at(head, 26)?) + usize::from(u16_at(head, 28)?);
    let mut reader = Reader {
        rest: head.get(FILE_BYTES + names..).unwrap_or_default(),
    };
    let packed = reader.bytes(entry.packed)?;
    let mut file = Vec::new();
    match entry.method {
        STORED => append(&mut file, packed)?,
        DEFLATED => {
            let most = entry.length as u64 + 1;
            file = inflated(|| DeflateDecoder::new(packed), most)?;
        }
        other => return Err(format!("compression {other} of zip is not supported")),
    }
    let mut sum = Crc::new();
    sum.update(&file);
    match file.len() == entry.length && sum.sum() == entry.sum {
        true => Ok(file),
        false => Err(DAMAGED.into()),
    }
}

/// The archive of arrays, not compressed, as `numpy.savez` has them.
///
/// # Errors
/// A value without a name, two of one name, or too much.
pub fn write(variables: &[Variable]) -> Result<Vec<u8>, Damage> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (index, variable) in variables.iter().enumerate() {
        let same = |other: &Variable| other.name == variable.name;
        if variable.name.is_empty() || variables[..index].iter().any(same) {
            return Err("each array of an npz file needs a name of its own".into());
        }
        let name = format!("{}.npy", variable.name);
        let file = npy::file(&variable.array)?;
        let place = bytes.len();
        if place + file.len() > TOTAL_BYTES {
            return Err("the arrays are too large for an npz file".into());
        }
        let facts = facts(&file, &name);
        for part in [MAGIC, &facts[..], name.as_bytes(), &file[..]] {
            append(&mut bytes, part)?;
        }
        directory.extend_from_slice(ENTRY);
        directory.extend_from_slice(&20u16.to_le_bytes());
        directory.extend_from_slice(&facts);
        // No remark, the first disk, no attributes.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&(place as u32).to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let (place, length) = (bytes.len() as u32, directory.len() as u32);
    append(&mut bytes, &directory)?;
    // What follows is of one size.
    reserve(&mut bytes, END_BYTES)?;
    bytes.extend_from_slice(END);
    bytes.extend_from_slice(&[0; 4]);
    let count = variables.len() as u16;
    bytes.extend([count, count].iter().flat_map(|count| count.to_le_bytes()));
    bytes.extend(
        [length, place]
            .iter()
            .flat_map(|number| number.to_le_bytes()),
    );
    bytes.extend_from_slice(&[0; 2]);
    Ok(bytes)
}

/// What stands before a file and in the directory alike: version, names in UTF-8, stored, time, check sum, sizes.
fn facts(file: &[u8], name: &str) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(file);
    let words = [20, 1 << 11, STORED, 0, FIRST_DAY];
    let mut bytes: Vec<u8> = words
        .iter()
        .flat_map(|word: &u16| word.to_le_bytes())
        .collect();
    for number in [sum.sum(), file.len() as u32, file.len() as u32] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(&(name.len() as u16).to_le_bytes());
    bytes.extend_from_slice(&[0; 2]);
    bytes
}
