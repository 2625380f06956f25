//! Compiles the CUDA text of every test program, sample and benchmark with the real NVRTC.
//!
//! `QC_TEST_NVRTC` names the library, or several separated by colons: all compile every text. Without it all tests are skipped.
//!
//! *Invariant:* a program without kernels is not counted; one that qc does not compile yet is skipped with qc's reason, and a crash fails.

use nvrtc_bridge::Nvrtc;
use quasar_tests::outcome::{self, Needs, Outcome, Test};
use quasar_tests::source::Expectations;
use quasar_tests::{engines, process, repository, source};
use std::path::{Path, PathBuf};

/// The architectures that every text must compile for, as far as the NVRTC at hand knows them.
const ARCHITECTURES: &[i32] = &[75, 87, 90, 100];

const NO_KERNELS: &str = "it has no kernels";

/// An NVRTC with what it is called in messages.
struct Library {
    nvrtc: Nvrtc,
    version: String,
}

fn main() {
    let libraries = load();
    let files: Vec<PathBuf> = ["tests/programs", "samples", "bench/quasar"]
        .iter()
        .flat_map(|folder| repository::files(folder, "q"))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "import"))
        .collect();
    let test = |path: &PathBuf| {
        let (path, libraries) = (path.clone(), &libraries);
        Test::new(repository::relative(&path), move || {
            run(libraries.as_deref(), &path)
        })
        .needing(Needs::Command)
    };
    let tests: Vec<Test> = files.iter().map(test).collect();
    let mut results = outcome::run_all(&tests);
    results.retain(|result| result.outcome != Outcome::Skipped(NO_KERNELS.into()));
    std::process::exit(outcome::close("cuda", &results));
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

fn run(libraries: Result<&[Library], &String>, path: &Path) -> Outcome {
    let libraries = match libraries {
        Ok(libraries) => libraries,
        Err(why) => return Outcome::Skipped(why.clone()),
    };
    let expectations = match source::read(path) {
        Ok(expectations) => expectations,
        Err(why) => return Outcome::Failed(why),
    };
    match text(&expectations) {
        Ok(text) if text.is_empty() => Outcome::Skipped(NO_KERNELS.into()),
        Ok(text) => compile_with_all(libraries, &text),
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

fn compile_with_all(libraries: &[Library], text: &str) -> Outcome {
    for library in libraries {
        if let Err(why) = compile(&library.nvrtc, text) {
            return Outcome::Failed(format!("{}: {why}", library.version));
        }
    }
    Outcome::Passed
}

fn compile(nvrtc: &Nvrtc, text: &str) -> Result<(), String> {
    let known = nvrtc.architectures();
    for architecture in ARCHITECTURES.iter().filter(|one| known.contains(one)) {
        let option = format!("-arch=sm_{architecture}");
        let options = [option.as_str(), "-std=c++17", "-lineinfo"];
        match nvrtc.compile(text, "kernels.cu", &options) {
            Ok(image) if image.cubin.starts_with(b"\x7fELF") => {}
            Ok(_) => return Err(format!("no machine code for sm_{architecture}")),
            Err(error) => return Err(format!("sm_{architecture}: {}", error.log)),
        }
    }
    Ok(())
}
