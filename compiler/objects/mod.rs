//! From the runtime's archive to the table of its pieces that the graft linker reads.
//!
//! Object files are read, what no function of the runtime's table needs is left out, and references are brought to the few kinds that
//! `driver::graft::objects` knows. The build script of qc does this once, so that linking a program is copying.
//!
//! *Invariant:* the same archives give the same bytes: pieces are in the order of kinds, then of members and sections.

mod arm;
mod fold;
mod frames;
mod input;
mod system;
mod table;
mod x86;

use std::collections::{BTreeSet, HashMap};

use input::{Input, Symbol};

use quasar_abi::graft::{NO_MEMORY_SYMBOL, UNREACHED_SYMBOL};

use crate::objects::Target;

/// Symbols that the linker defines itself.
const OF_LINKER: &[(&str, Target)] = &[
    ("__init_array_start", Target::FirstInitialiser),
    ("__init_array_end", Target::EndOfInitialisers),
    ("__dso_handle", Target::File),
    ("__ehdr_start", Target::File),
];

/// Functions in whose places programs have others: a part of the name, the other's symbol.
///
/// * What Rust's library does about a panic if nobody has said what to do, which the runtime says first of all, and what it does about memory that it
///   does not get: both bring a reader of debugging sections along, which is a third of the smallest program.
/// * Hashing by vectors, which a feature of the package tells it not to choose, but not the compiler: keys of kernels are short texts.
/// * Ways to write EXR files that the runtime does not choose (`rt/src/formats/exr_file.rs` writes ZIP), with tables of 128 KiB each.
const REPLACED: &[(&str, &str)] = &[
    ("3std9panicking12default_hook", UNREACHED_SYMBOL),
    ("3std5alloc24default_alloc_error_hook", NO_MEMORY_SYMBOL),
    ("6blake34avx2", UNREACHED_SYMBOL),
    ("6blake35sse41", UNREACHED_SYMBOL),
    ("6blake34sse2", UNREACHED_SYMBOL),
    ("3exr11compression3dwa8compress17h", UNREACHED_SYMBOL),
    ("3exr11compression3b448compress17h", UNREACHED_SYMBOL),
    (
        "3exr11compression3piz7huffman8compress17h",
        UNREACHED_SYMBOL,
    ),
];

/// The machines whose object files are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// x86-64.
    X86,
    /// 64-bit ARM.
    Arm,
}

/// Which symbols keep their names in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Those that tell something to who looks at a program in Quasar.
    Useful,
    /// All, for who asks what a program is made of.
    All,
}

/// The table of what `roots`, and functions whose names begin with `prefix`, need out of `archives`, of which the first that defines a symbol counts.
///
/// # Errors
/// What is missing or not understood, by name.
pub fn table(
    archives: &[Vec<u8>],
    roots: &[&str],
    prefix: &str,
    names: Names,
) -> Result<Vec<u8>, String> {
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
    table::build(&program, &roots, names)
}

/// All object files, and where symbols are defined.
struct Inputs<'a> {
    machine: Machine,
    objects: Vec<Input<'a>>,
    /// Object file and number of the symbol that counts for a name.
    defined: HashMap<&'a [u8], (usize, usize)>,
    /// Sections of functions in whose places there are others, with the symbols of these. A reference may name the section instead of its function.
    replaced: HashMap<(usize, usize), &'static str>,
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
        let replaced = replaced(&objects);
        Ok(Inputs {
            machine,
            objects,
            defined,
            replaced,
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
        let meaning = self.written_meaning(object, index);
        let Meaning::Place {
            object, section, ..
        } = meaning
        else {
            return meaning;
        };
        let replaced = self.replaced.get(&(object, section));
        replaced
            .and_then(|instead| self.find(instead))
            .unwrap_or(meaning)
    }

    /// The same with all functions in their own places.
    fn written_meaning(&self, object: usize, index: usize) -> Meaning<'a> {
        let symbol = &self.objects[object].symbols[index];
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

/// The sections of [`REPLACED`] functions.
fn replaced(objects: &[Input<'_>]) -> HashMap<(usize, usize), &'static str> {
    let mut replaced = HashMap::new();
    for (number, object) in objects.iter().enumerate() {
        for symbol in object.symbols.iter().filter(|symbol| symbol.named) {
            let name = str::from_utf8(symbol.name).unwrap_or_default();
            // Names of Rust, which are many, have the mark of one of its manglings first.
            let mut rows = REPLACED.iter().filter(|_| name.starts_with('_'));
            if let Some((_, instead)) = rows.find(|(part, _)| name.contains(part))
                && let Some(section) = symbol.section
            {
                replaced.insert((number, section), *instead);
            }
        }
    }
    replaced
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
        let missing = table(
            &[archive()],
            &["qrt_missing"],
            "quasar_process",
            Names::Useful,
        );
        assert_eq!(
            missing.expect_err("it is not there"),
            "nothing defines qrt_missing"
        );
    }

    #[test]
    fn the_same_archive_gives_the_same_table_of_what_is_needed() {
        let archives = [archive()];
        let part = |prefix| table(&archives, &[], prefix, Names::Useful).expect("a table");
        let one = part("qrt_array_new");
        assert!(one == part("qrt_array_new"), "two tables differ");
        assert!(one.len() * 4 < part("qrt_").len(), "{} bytes", one.len());
    }

    #[test]
    fn a_damaged_archive_is_an_error() {
        let whole = archive();
        assert!(table(&[Vec::new()], &[], "qrt_", Names::Useful).is_err());
        assert!(table(&[whole[8..].to_vec()], &[], "qrt_", Names::Useful).is_err());
        let cut = whole[..whole.len() / 2].to_vec();
        assert!(table(&[cut], &["quasar_process"], "qrt_", Names::Useful).is_err());
        let mut changed = whole;
        let magic = changed
            .windows(4)
            .position(|bytes| bytes == b"\x7fELF")
            .expect("an object file");
        changed[magic + 40..magic + 48].fill(0xff);
        assert!(table(&[changed], &[], "qrt_", Names::Useful).is_err());
    }
}
