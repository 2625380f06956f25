//! Compiles the CUDA text of every test program, sample and benchmark with the real NVRTC.
//!
//! `QC_TEST_NVRTC` names the library, or several separated by colons: all compile every text that they have not compiled before
//! (`tests/tables/cuda-texts.tsv`), and a share of the others. `QC_BLESS=1` writes that file. Without the variable all tests are skipped.
//!
//! *Invariant:* a program without kernels is not counted; one that qc does not compile yet is skipped with qc's reason, and a crash fails.

use nvrtc_bridge::Nvrtc;
use quasar_tests::compiled::{self, Compiler, Record};
use quasar_tests::outcome::{self, Needs, Outcome, Test};
use quasar_tests::source::Expectations;
use quasar_tests::{engines, process, repository, source};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const NO_KERNELS: &str = "it has no kernels";

/// An NVRTC with what it is called in messages.
struct Library {
    nvrtc: Nvrtc,
    version: String,
}

/// The compilers at hand and the texts that they compile.
struct Bench {
    libraries: Vec<Library>,
    /// What the record knows of each of them.
    compilers: Vec<Compiler>,
    record: Record,
    /// Programs with the hash of their text, compiled in this run.
    compiled: Mutex<Vec<(String, String)>>,
}

fn main() {
    let bench = load().map(Bench::new);
    let files: Vec<PathBuf> = ["tests/programs", "samples", "bench/quasar"]
        .iter()
        .flat_map(|folder| repository::files(folder, "q"))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "import"))
        .collect();
    let test = |path: &PathBuf| {
        let (path, bench) = (path.clone(), &bench);
        Test::new(repository::relative(&path), move || {
            run(bench.as_ref(), &path)
        })
        .needing(Needs::Command)
    };
    let tests: Vec<Test> = files.iter().map(test).collect();
    let mut results = outcome::run_all(&tests);
    drop(tests);
    results.retain(|result| result.outcome != Outcome::Skipped(NO_KERNELS.into()));
    if let Ok(bench) = bench {
        bench.account();
    }
    std::process::exit(outcome::close("cuda", &results));
}

impl Bench {
    fn new(libraries: Vec<Library>) -> Bench {
        Bench {
            compilers: libraries
                .iter()
                .map(|library| {
                    let nvrtc = &library.nvrtc;
                    Compiler::new(nvrtc.version(), &nvrtc.architectures())
                })
                .collect(),
            libraries,
            record: Record::read(),
            compiled: Mutex::default(),
        }
    }

    /// Compiles a text, as far as the record does not say that this was done.
    fn compile(&self, name: &str, text: &str) -> Outcome {
        let images = self.record.images(&self.compilers, name, text);
        if images.is_empty() {
            return Outcome::Passed;
        }
        for (number, architecture) in images {
            let library = &self.libraries[number];
            if let Err(why) = compile(&library.nvrtc, architecture, text) {
                return Outcome::Failed(format!("{}: {why}", library.version));
            }
        }
        let row = (name.to_string(), compiled::hash(text));
        let mut compiled = self.compiled.lock().expect("no worker panics here");
        compiled.push(row);
        Outcome::Passed
    }

    /// Tells how many texts were compiled, and writes the record when asked to.
    fn account(self) {
        let compiled = self.compiled.into_inner().expect("the workers have ended");
        let is_new = |row: &&(String, String)| self.record.texts.get(&row.0) != Some(&row.1);
        let new = compiled.iter().filter(is_new).count();
        println!(
            "{} texts compiled, {new} of them are not in tests/tables/cuda-texts.tsv",
            compiled.len()
        );
        if repository::blessing() {
            let written = self.record.write(&self.compilers, compiled);
            written.expect("the tables can be written");
        }
    }
}

/// Every NVRTC that is named, or why there is none.
fn load() -> Result<Vec<Library>, String> {
    let paths =
        std::env::var_os("QC_TEST_NVRTC").ok_or("QC_TEST_NVRTC does not name a libnvrtc.so")?;
    let library = |path: PathBuf| {
        let nvrtc = Nvrtc::load(Some(&path)).map_err(|missing| missing.to_string())?;
        let (major, minor) = nvrtc.version();
        let version = format!("NVRTC {major}.{minor}");
        Ok(Library { nvrtc, version })
    };
    std::env::split_paths(&paths).map(library).collect()
}

fn run(bench: Result<&Bench, &String>, path: &Path) -> Outcome {
    let bench = match bench {
        Ok(bench) => bench,
        Err(why) => return Outcome::Skipped(why.clone()),
    };
    let expectations = match source::read(path) {
        Ok(expectations) => expectations,
        Err(why) => return Outcome::Failed(why),
    };
    match text(&expectations) {
        Ok(text) if text.is_empty() => Outcome::Skipped(NO_KERNELS.into()),
        Ok(text) => bench.compile(&repository::relative(path), &text),
        Err(outcome) => outcome,
    }
}

/// What `qc --emit=cuda` prints, or what it means that it does not.
fn text(expectations: &Expectations) -> Result<String, Outcome> {
    let mut command = engines::qc_command();
    command
        .arg("--emit=cuda")
        .args(&expectations.flags)
        .arg(repository::relative(&expectations.path));
    let finished = process::run(&mut command);
    if finished.exited(0) {
        return Ok(finished.stdout);
    }
    let first_line = finished.stderr.lines().next().unwrap_or_default().trim();
    let waits = finished.stderr.contains("[E0900]") || expectations.pending.is_some();
    Err(if finished.is_orderly() && waits {
        Outcome::Skipped(format!("qc does not compile it: {first_line}"))
    } else {
        Outcome::Failed(finished.describe())
    })
}

fn compile(nvrtc: &Nvrtc, architecture: i32, text: &str) -> Result<(), String> {
    let option = format!("-arch=sm_{architecture}");
    let options = [option.as_str(), "-std=c++17", "-lineinfo"];
    match nvrtc.compile(text, "kernels.cu", &options) {
        Ok(image) if image.cubin.starts_with(b"\x7fELF") => Ok(()),
        Ok(_) => Err(format!("no machine code for sm_{architecture}")),
        Err(error) => Err(format!("sm_{architecture}: {}", error.log)),
    }
}
