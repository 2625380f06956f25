//! Cutting `.eh_frame` into records: one for what descriptions share, one for each function.
//!
//! *Invariant:* every pointer in a record is relative to its place and four bytes wide, which its relocation shows; anything else is refused.
//! (Linux Standard Base Core 5.0, section 10.6.1.)

use super::input::{Relocation, Section};

/// One record.
pub struct Record<'a> {
    /// Its bytes, length field included.
    pub bytes: &'a [u8],
    /// The record that it shares the beginning with; none if it is one of those.
    pub common: Option<usize>,
    /// Its relocations, by offsets within the record: those of a description begin with the function's.
    pub relocations: Vec<Relocation>,
}

/// Where a description tells its function.
const FUNCTION: u64 = 8;

/// The records of a section.
pub fn records<'a>(section: &Section<'a>) -> Result<Vec<Record<'a>>, String> {
    let relocations = section.relocations();
    let mut rest = &relocations[..];
    let (mut found, mut starts) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(length) = number(section.bytes, at).filter(|length| *length != 0) {
        let end = at + 4 + length as usize;
        let bytes = section
            .bytes
            .get(at..end)
            .ok_or("a description of a frame is cut off")?;
        let id = number(bytes, 4).ok_or("a description of a frame is too short")?;
        let start_of_common = (at + 4).checked_sub(id as usize);
        let common = match id {
            0 => None,
            _ => Some(
                starts
                    .iter()
                    .position(|start| Some(*start) == start_of_common),
            ),
        };
        let count = rest
            .iter()
            .take_while(|entry| entry.offset < end as u64)
            .count();
        let own = rest[..count].iter().map(|entry| Relocation {
            offset: entry.offset - at as u64,
            ..*entry
        });
        let record = Record {
            bytes,
            common: common
                .map(|found| found.ok_or("a description of a frame shares nothing"))
                .transpose()?,
            relocations: own.collect(),
        };
        let begins = record.relocations.first().map(|entry| entry.offset);
        if record.common.is_some() && begins != Some(FUNCTION) {
            return Err("a description of a frame names no function".to_owned());
        }
        found.push(record);
        starts.push(at);
        rest = &rest[count..];
        at = end;
    }
    Ok(found)
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let number = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_le_bytes(number))
}
