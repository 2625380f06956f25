//! From the runtime's archive to the table of its pieces that the graft linker reads.
//!
//! Object files are read, what no function of the runtime's table needs is left out, and references are brought to the few kinds that
//! `driver::graft::objects` knows. The build script of qc does this once, so that linking a program is copying.
//!
//! *Invariant:* the same archives give the same bytes: pieces are in the order of kinds, then of members and sections.

mod arm;
mod frames;
mod input;
mod system;
mod table;
mod x86;

use std::collections::{BTreeSet, HashMap};

use input::{Input, Symbol};

use quasar_abi::graft::UNREACHED_SYMBOL;

use crate::objects::Target;

/// Symbols that the linker defines itself.
const OF_LINKER: &[(&str, Target)] = &[
    ("__init_array_start", Target::FirstInitialiser),
    ("__init_array_end", Target::EndOfInitialisers),
    ("__dso_handle", Target::File),
    ("__ehdr_start", Target::File),
];

/// Ends of the names of functions that programs never come to, with the reason: what a panic does if nobody has said what to do, which the
/// runtime says first of all. It brings a reader of debugging sections along, a tenth of the smallest program.
const UNREACHED: &[&str] = &["3std9panicking12default_hook"];

/// The machines whose object files are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// x86-64.
    X86,
    /// 64-bit ARM.
    Arm,
}

/// The table of what `roots`, and functions whose names begin with `prefix`, need out of `archives`, of which the first that defines a symbol counts.
///
/// # Errors
/// What is missing or not understood, by name.
pub fn table(archives: &[Vec<u8>], roots: &[&str], prefix: &str) -> Result<Vec<u8>, String> {
    let members = archives.iter().map(|bytes| input::members(bytes));
    let members = members.collect::<Result<Vec<_>, _>>()?;
    let members: Vec<Vec<u8>> = members.into_iter().flatten().collect();
    let inputs = members.iter().map(|bytes| Input::parse(bytes));
    let inputs: Vec<Input<'_>> = inputs.collect::<Result<_, _>>()?;
    let program = Inputs::new(inputs)?;
    let exported = program
        .defined
        .keys()
        .filter_map(|name| str::from_utf8(name).ok());
    let exported = exported.filter(|name| name.starts_with(prefix));
    let roots: BTreeSet<&str> = roots.iter().copied().chain(exported).collect();
    table::build(&program, &roots)
}

/// All object files, and where symbols are defined.
struct Inputs<'a> {
    machine: Machine,
    objects: Vec<Input<'a>>,
    /// Object file and number of the symbol that counts for a name.
    defined: HashMap<&'a [u8], (usize, usize)>,
}

/// What a symbol stands for.
#[derive(Clone, Copy, Debug)]
enum Meaning<'a> {
    /// A place in a section of an object file.
    Place {
        object: usize,
        section: usize,
        offset: u64,
    },
    /// A symbol of the system's libraries, which a program may go without or not.
    System { name: &'a [u8], weak: bool },
    /// One of the linker's own.
    Linker(Target),
}

impl<'a> Inputs<'a> {
    fn new(objects: Vec<Input<'a>>) -> Result<Self, String> {
        let machine = objects
            .first()
            .ok_or("the archives have no object files")?
            .machine;
        if objects.iter().any(|object| object.machine != machine) {
            return Err("the archives are for several machines".to_owned());
        }
        let mut defined: HashMap<&[u8], (usize, usize)> = HashMap::new();
        for (number, object) in objects.iter().enumerate() {
            for (index, symbol) in object.symbols.iter().enumerate() {
                if !symbol.global || symbol.section.is_none() {
                    continue;
                }
                let is_stronger = |(object, index): &(usize, usize)| {
                    objects[*object].symbols[*index].weak && !symbol.weak
                };
                if defined.get(symbol.name).is_none_or(is_stronger) {
                    defined.insert(symbol.name, (number, index));
                }
            }
        }
        Ok(Inputs {
            machine,
            objects,
            defined,
        })
    }

    /// The definition of a name.
    fn find(&self, name: &str) -> Option<Meaning<'a>> {
        let (object, index) = *self.defined.get(name.as_bytes())?;
        let symbol = &self.objects[object].symbols[index];
        Some(place(object, symbol.section?, symbol))
    }

    /// What a symbol of an object file stands for in all of them.
    fn meaning(&self, object: usize, index: usize) -> Meaning<'a> {
        let symbol = &self.objects[object].symbols[index];
        let mut unreached = UNREACHED.iter();
        if unreached.any(|end| symbol.name.ends_with(end.as_bytes()))
            && let Some(instead) = self.find(UNREACHED_SYMBOL)
        {
            return instead;
        }
        if !symbol.global
            && let Some(section) = symbol.section
        {
            return place(object, section, symbol);
        }
        if let Some((object, index)) = self.defined.get(symbol.name) {
            let symbol = &self.objects[*object].symbols[*index];
            return place(*object, symbol.section.expect("it is defined"), symbol);
        }
        let of_linker = |(name, _): &&(&str, Target)| name.as_bytes() == symbol.name;
        match OF_LINKER.iter().find(of_linker) {
            Some((_, target)) => Meaning::Linker(*target),
            None => Meaning::System {
                name: symbol.name,
                weak: symbol.weak,
            },
        }
    }
}

fn place<'a>(object: usize, section: usize, symbol: &Symbol<'_>) -> Meaning<'a> {
    Meaning::Place {
        object,
        section,
        offset: symbol.value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The archive that this build of qc was made with; one that only checks has none.
    fn archive() -> Vec<u8> {
        let path = option_env!("QC_ARCHIVE").expect("a build that runs has an archive");
        std::fs::read(path).expect("the archive is where it was")
    }

    #[test]
    fn what_nothing_defines_is_named() {
        let missing = table(&[archive()], &["qrt_missing"], "quasar_process");
        assert_eq!(
            missing.expect_err("it is not there"),
            "nothing defines qrt_missing"
        );
    }

    #[test]
    fn the_same_archive_gives_the_same_table_of_what_is_needed() {
        let archives = [archive()];
        let part = |prefix| table(&archives, &[], prefix).expect("a table");
        let one = part("qrt_array_new");
        assert!(one == part("qrt_array_new"), "two tables differ");
        assert!(one.len() * 4 < part("qrt_").len(), "{} bytes", one.len());
    }

    #[test]
    fn a_damaged_archive_is_an_error() {
        let whole = archive();
        assert!(table(&[Vec::new()], &[], "qrt_").is_err());
        assert!(table(&[whole[8..].to_vec()], &[], "qrt_").is_err());
        let cut = whole[..whole.len() / 2].to_vec();
        assert!(table(&[cut], &["quasar_process"], "qrt_").is_err());
        let mut changed = whole;
        let magic = changed
            .windows(4)
            .position(|bytes| bytes == b"\x7fELF")
            .expect("an object file");
        changed[magic + 40..magic + 48].fill(0xff);
        assert!(table(&[changed], &[], "qrt_").is_err());
    }
}
