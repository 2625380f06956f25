//! The record of CUDA texts that a real NVRTC has compiled: `tests/tables/cuda-texts.tsv`.
//!
//! A text that stands there need not be compiled again in every run; a share of them is all the same, chosen by the commit, so that the
//! record cannot hide a mistake for long, by one of the compilers for one of its architectures each time.
//!
//! *Invariant:* a text counts as compiled only for the versions and architectures that head the file, and only with all its characters.

use crate::repository;
use crate::turn;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// The architectures that every text must compile for, as far as the NVRTC at hand knows them.
const ARCHITECTURES: &[i32] = &[75, 87, 90, 100];

/// Those that a compiler knows.
pub fn architectures(known: &[i32]) -> impl Iterator<Item = &'static i32> {
    ARCHITECTURES.iter().filter(|one| known.contains(one))
}

/// A compiler, by its version and the architectures that it knows, as the record writes it.
pub fn described(version: (i32, i32), known: &[i32]) -> String {
    let (major, minor) = version;
    let names: Vec<String> = architectures(known)
        .map(|one| format!("sm_{one}"))
        .collect();
    format!("NVRTC {major}.{minor} {}", names.join(" "))
}

/// In how many commits a text of the record is compiled anew once, on average, by one of the compilers for one of its architectures.
const ONE_IN: u8 = 8;

/// What is to be compiled of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Nothing: the record has it.
    Nothing,
    /// The record has it, and it has its turn all the same: the image of that number among all images of all compilers.
    One(usize),
    /// Every image.
    All,
}

/// Which texts were compiled, and by what.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Record {
    /// Versions and architectures, a line each.
    pub compilers: Vec<String>,
    /// The hash of each text, by the name of its program.
    pub texts: BTreeMap<String, String>,
}

impl Record {
    /// Reads the file; one that is missing is an empty record.
    pub fn read() -> Record {
        std::fs::read_to_string(path()).map_or_else(|_| Record::default(), |text| parse(&text))
    }

    /// What these compilers, which make that many images of a text together, have to do with this one.
    pub fn work(&self, compilers: &[String], images: usize, name: &str, text: &str) -> Work {
        let known = compilers.iter().all(|one| self.compilers.contains(one));
        let same = self.texts.get(name).is_some_and(|old| *old == hash(text));
        match known && same && !turn::deep() {
            true if turn::has_come(name, ONE_IN) => Work::One(turn::choice(name, images)),
            true => Work::Nothing,
            false => Work::All,
        }
    }

    /// Writes the file, with what these compilers have compiled now.
    ///
    /// # Errors
    /// Why the file cannot be written.
    pub fn write(
        mut self,
        compilers: &[String],
        compiled: Vec<(String, String)>,
    ) -> std::io::Result<()> {
        if self.compilers != compilers {
            self = Record {
                compilers: compilers.to_vec(),
                texts: BTreeMap::new(),
            };
        }
        self.texts.extend(compiled);
        self.texts
            .retain(|name, _| repository::root().join(name).is_file());
        std::fs::write(path(), print(&self))
    }
}

/// What stands for a text in the record: the first 64 bits of its BLAKE3 hash.
pub fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_string()
}

fn path() -> PathBuf {
    repository::root().join("tests/tables/cuda-texts.tsv")
}

const HEAD: &str = "# CUDA texts that these compilers have compiled, by `QC_BLESS=1 cargo test -p quasar-tests --test cuda`; do not edit.";

fn parse(text: &str) -> Record {
    let mut record = Record::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once('\t') {
            Some((name, hash)) => {
                record.texts.insert(name.to_string(), hash.to_string());
            }
            None => record.compilers.push(line.to_string()),
        }
    }
    record
}

fn print(record: &Record) -> String {
    let mut text = format!("{HEAD}\n");
    for compiler in &record.compilers {
        writeln!(text, "{compiler}").expect("a string");
    }
    for (name, hash) in &record.texts {
        writeln!(text, "{name}\t{hash}").expect("a string");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Record, Work, hash, parse, print};
    use crate::turn;

    fn record() -> Record {
        Record {
            compilers: vec!["NVRTC 12.9 sm_75".into(), "NVRTC 13.5 sm_75".into()],
            texts: [("a.q".to_string(), hash("one"))].into(),
        }
    }

    #[test]
    fn a_record_reads_back() {
        assert_eq!(parse(&print(&record())), record());
    }

    #[test]
    fn another_text_program_or_compiler_is_compiled() {
        let (record, known) = (record(), ["NVRTC 12.9 sm_75".to_string()]);
        let other = ["NVRTC 12.8 sm_75".to_string()];
        assert_eq!(record.work(&known, 1, "a.q", "two"), Work::All);
        assert_eq!(record.work(&known, 1, "b.q", "one"), Work::All);
        assert_eq!(record.work(&other, 1, "a.q", "one"), Work::All);
        let again = record.work(&known, 1, "a.q", "one");
        assert!(again != Work::All || turn::deep(), "{again:?}");
    }
}
