//! Sources with words removed, replaced and exchanged: the compiler reports mistakes and never panics.
//!
//! *Invariant:* seeds are fixed, so a failure repeats; its message holds the source.

use qc::base::{Interner, SourceMap};
use qc::resolve::{Source, SourceError, SourceProvider};
use qc::{check, diag, lower, mir, parallel, resolve};
use std::path::{Path, PathBuf};

/// Random numbers with a fixed seed (the 64-bit shift-register generator xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
}

/// All `.q` files below a folder, in order.
fn sources_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(sources_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "q") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The programs of the repository, each split into words and the characters between them.
fn programs() -> Vec<Vec<String>> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate lies in the repository");
    let folders = [
        "compiler/tests/syntax/programs",
        "tests/programs",
        "samples",
    ];
    let paths = folders
        .iter()
        .flat_map(|folder| sources_below(&repository.join(folder)));
    let read = |path: PathBuf| {
        String::from_utf8_lossy(&std::fs::read(path).expect("a readable file")).into_owned()
    };
    paths.map(|path| words(&read(path))).collect()
}

fn words(text: &str) -> Vec<String> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut words: Vec<String> = Vec::new();
    for character in text.chars() {
        match words.last_mut() {
            Some(word) if is_word(character) && word.ends_with(is_word) => word.push(character),
            _ => words.push(character.to_string()),
        }
    }
    words
}

fn mutated(programs: &[Vec<String>], random: &mut Random) -> String {
    let mut words = programs[random.below(programs.len())].clone();
    let stranger = &programs[random.below(programs.len())];
    for _ in 0..=random.below(2) {
        let (at, other) = (random.below(words.len()), random.below(words.len()));
        match random.below(4) {
            0 => words[at].clear(),
            1 => words[at] = stranger[random.below(stranger.len())].clone(),
            2 => words[at] = words[other].clone(),
            _ => words.swap(at, other),
        }
    }
    words.concat()
}

/// Imports nothing but the program itself.
struct Itself(Source);

impl SourceProvider for Itself {
    fn import(&mut self, path: &str, _importer: &str) -> Result<Source, SourceError> {
        if path == self.0.name {
            Ok(self.0.clone())
        } else {
            Err(SourceError::NotFound(vec![path.to_string()]))
        }
    }
}

/// Up to MIR before code generation, each stage verified; stops at mistakes.
fn compile_to_mir(source: &str) {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let root = Source {
        identity: "example.q".into(),
        name: "example.q".into(),
        bytes: source.as_bytes().to_vec(),
    };
    let (modules, reports) =
        resolve::load(root.clone(), &mut Itself(root), &mut sources, &mut names);
    if diag::has_errors(&reports) {
        return;
    }
    let (program, reports) = check::check(&modules, &names, check::Options::default());
    let Some(program) = program.filter(|_| !diag::has_errors(&reports)) else {
        return;
    };
    let Ok(mut program) = lower::lower(
        &program,
        &sources,
        lower::Options {
            check_bounds: false,
        },
    ) else {
        return;
    };
    mir::verify::verify(&program, "lower");
    mir::passes::run(mir::passes::EARLY, &mut program, None);
    mir::verify::verify(&program, "early passes");
    parallel::parallelise(&mut program, parallel::Options::default());
    mir::verify::verify(&program, "parallel");
    mir::passes::run(mir::passes::LATE, &mut program, None);
    mir::verify::verify(&program, "late passes");
}

/// Runs `compile` on mutated programs, with the stack of a main thread.
fn survive(seed: u64, rounds: usize, compile: fn(&str)) {
    let work = move || {
        let programs = programs();
        let mut random = Random(seed);
        for _ in 0..rounds {
            let source = mutated(&programs, &mut random);
            let survived = std::panic::catch_unwind(|| compile(&source)).is_ok();
            assert!(survived, "the compiler panics on\n{source}");
        }
    };
    let thread = std::thread::Builder::new()
        .stack_size(8 << 20)
        .spawn(work)
        .expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn the_front_end_survives_mutated_programs() {
    survive(0x5EED_0011, 3000, |source| {
        drop(qc::compile_for_test(source, true))
    });
}

#[test]
fn the_passes_survive_mutated_programs() {
    survive(0x5EED_0012, 20_000, compile_to_mir);
}
