//! The record of CUDA texts that a real NVRTC has compiled: `tests/tables/cuda-texts.tsv`.
//!
//! A text that stands there need not be compiled again in every run; a share of them is all the same, chosen by the commit, so that the
//! record cannot hide a mistake for long, by one of the compilers for one of its architectures each time.
//!
//! *Invariant:* a text counts as compiled only for the versions and architectures that head the file, and only with all its characters.

use crate::outcome;
use crate::repository;
use crate::turn;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// The architectures that every text must compile for, as far as the NVRTC at hand knows them.
const ARCHITECTURES: &[i32] = &[75, 87, 90, 100];

/// In how many commits a text of the record is compiled anew once, on average, by one of the compilers for one of its architectures.
const ONE_IN: u8 = 8;

/// A compiler: its version and the architectures that it makes images for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiler {
    version: (i32, i32),
    architectures: Vec<i32>,
}

impl Compiler {
    /// A compiler that knows these architectures.
    pub fn new(version: (i32, i32), known: &[i32]) -> Compiler {
        let wanted = ARCHITECTURES.iter().copied();
        let architectures = wanted.filter(|one| known.contains(one)).collect();
        Compiler {
            version,
            architectures,
        }
    }

    /// As the record writes it.
    fn described(&self) -> String {
        let (major, minor) = self.version;
        let names: Vec<String> = self
            .architectures
            .iter()
            .map(|one| format!("sm_{one}"))
            .collect();
        format!("NVRTC {major}.{minor} {}", names.join(" "))
    }
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

    /// The images of a text that are to be made, as numbers of compilers with their architectures: all of a text that the record lacks, in a deep
    /// run and where names select tests; otherwise one where the text has its turn.
    pub fn images(&self, compilers: &[Compiler], name: &str, text: &str) -> Vec<(usize, i32)> {
        let numbered = compilers.iter().enumerate();
        let mut images: Vec<(usize, i32)> = numbered
            .flat_map(|(at, one)| one.architectures.iter().map(move |&image| (at, image)))
            .collect();
        let chooses = !turn::deep() && outcome::is_complete_run();
        match self.has(compilers, name, text) && chooses {
            true if turn::has_come(name, ONE_IN) => {
                vec![images.swap_remove(turn::choice(name, images.len()))]
            }
            true => Vec::new(),
            false => images,
        }
    }

    /// Whether all these compilers have compiled this text.
    fn has(&self, compilers: &[Compiler], name: &str, text: &str) -> bool {
        let mut compilers = compilers.iter().map(Compiler::described);
        let known = compilers.all(|one| self.compilers.contains(&one));
        known && self.texts.get(name).is_some_and(|old| *old == hash(text))
    }

    /// Writes the file, with what these compilers have compiled now.
    ///
    /// # Errors
    /// Why the file cannot be written.
    pub fn write(
        mut self,
        compilers: &[Compiler],
        compiled: Vec<(String, String)>,
    ) -> std::io::Result<()> {
        let compilers: Vec<String> = compilers.iter().map(Compiler::described).collect();
        if self.compilers != compilers {
            self = Record {
                compilers,
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
    use super::{Compiler, Record, hash, parse, print};

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
        let (record, known) = (record(), [Compiler::new((12, 9), &[70, 75])]);
        assert!(record.has(&known, "a.q", "one"));
        assert!(!record.has(&known, "a.q", "two"));
        assert!(!record.has(&known, "b.q", "one"));
        for other in [
            Compiler::new((12, 8), &[75]),
            Compiler::new((12, 9), &[75, 90]),
        ] {
            assert!(!record.has(&[other], "a.q", "one"));
        }
    }

    #[test]
    fn what_the_record_lacks_is_compiled_for_all() {
        let compilers = [
            Compiler::new((12, 9), &[70, 75, 90]),
            Compiler::new((13, 5), &[75]),
        ];
        let all = [(0, 75), (0, 90), (1, 75)];
        assert_eq!(record().images(&compilers, "a.q", "one"), all);
        assert_eq!(Record::default().images(&compilers, "b.q", "two"), all);
    }
}
