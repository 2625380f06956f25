//! Which files have mutants, and in which group they are counted.
//!
//! *Invariant:* the rows that stand for whole files come first; a file belongs to the first row that names it.

use crate::mutant::Mutant;
use crate::passes;
use quasar_tests::{compiled, repository};
use std::path::{Path, PathBuf};

/// A group of files: what it is called, where it lies below the sources of its crate, and whether all its mutants are tried or a sample.
pub struct Room {
    /// The beginning of the paths of its files.
    pub path: &'static str,
    /// Whether all mutants are tried.
    pub whole: bool,
}

/// The groups, in the order of the table.
pub const ROOMS: &[Room] = &[
    Room {
        path: "analysis/loops/dependence.rs",
        whole: true,
    },
    Room {
        path: "analysis/loops/nest/ranges.rs",
        whole: true,
    },
    Room {
        path: "opt/loops/fusion/legal.rs",
        whole: true,
    },
    Room {
        path: "mir/passes/dominating_conditions.rs",
        whole: true,
    },
    Room {
        path: "analysis/loops/",
        whole: false,
    },
    Room {
        path: "opt/loops/",
        whole: false,
    },
    Room {
        path: "mir/passes/",
        whole: false,
    },
    Room {
        path: "check/",
        whole: false,
    },
];

/// What only tests use has no mutants.
const OF_TESTS: &[&str] = &["/tests/", "/tests.rs", "/testing.rs"];

/// How many mutants the sample has.
pub const SAMPLE: usize = 500;

/// How many more are planted, since Rust does not accept all.
pub const SPARE: usize = 100;

/// The group of a file.
pub fn of(file: &str) -> Option<&'static Room> {
    ROOMS.iter().find(|room| file.starts_with(room.path))
}

/// The crates with mutants: a package of the compiler and the folder of its sources.
pub const CRATES: &[(&str, &str)] = &[
    ("qc-front", "compiler/front/src"),
    ("qc-middle", "compiler/middle/src"),
];

/// The files that have mutants, below the sources of their crates, where no two have the same name.
pub fn files() -> Vec<String> {
    let in_crate = |(_, folder): &(&str, &str)| {
        let root = repository::root().join(folder);
        let name = |path: &PathBuf| {
            let below = path.strip_prefix(&root).expect("it was found there");
            below.display().to_string()
        };
        let paths = repository::files(folder, "rs");
        paths.iter().map(name).collect::<Vec<String>>()
    };
    let files = CRATES.iter().flat_map(in_crate);
    files
        .filter(|file| {
            (of(file).is_some() || passes::has(file))
                && !OF_TESTS
                    .iter()
                    .any(|part| format!("/{file}").contains(part))
        })
        .collect()
}

/// The place of such a file in the repository.
///
/// # Panics
/// No crate has it.
pub fn source(file: &str) -> PathBuf {
    let mut places = CRATES.iter().map(|(_, folder)| Path::new(folder).join(file));
    places
        .find(|path| repository::root().join(path).is_file())
        .expect("a crate has the file")
}

/// The place of a mutant in the order from which the sample is taken: the seed and the mutant alone decide.
pub fn rank(seed: u64, mutant: &Mutant) -> String {
    compiled::hash(&format!("{seed} {}", mutant.key()))
}
