//! Compiles the CUDA text of every test program, sample and benchmark with the real NVRTC.
//!
//! `QC_TEST_NVRTC` names the library, or several separated by colons; the first is used here. Without it all tests are skipped.
//!
//! *Invariant:* a program without kernels is not counted.

use nvrtc_bridge::Nvrtc;
use quasar_tests::outcome::{self, Needs, Outcome, Test};
use quasar_tests::source::Expectations;
use quasar_tests::{engines, process, repository, source};
use std::path::{Path, PathBuf};

/// The architectures that every text must compile for, as far as the NVRTC at hand knows them.
const ARCHITECTURES: &[i32] = &[75, 87, 90, 100];

const NO_KERNELS: &str = "it has no kernels";

fn main() {
    let nvrtc = load();
    let files: Vec<PathBuf> = ["tests/programs", "samples", "bench/quasar"]
        .iter()
        .flat_map(|folder| repository::files(folder, "q"))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "import"))
        .collect();
    let test = |path: &PathBuf| {
        let (path, nvrtc) = (path.clone(), &nvrtc);
        Test::new(repository::relative(&path), move || {
            run(nvrtc.as_ref(), &path)
        })
        .needing(Needs::Command)
    };
    let tests: Vec<Test> = files.iter().map(test).collect();
    let mut results = outcome::run_all(&tests);
    results.retain(|result| result.outcome != Outcome::Skipped(NO_KERNELS.into()));
    std::process::exit(outcome::close("cuda", &results));
}

/// NVRTC, or why it is not there.
fn load() -> Result<Nvrtc, String> {
    let paths =
        std::env::var_os("QC_TEST_NVRTC").ok_or("QC_TEST_NVRTC does not name a libnvrtc.so")?;
    let first = std::env::split_paths(&paths).next().unwrap_or_default();
    Nvrtc::load(Some(&first)).map_err(|missing| missing.to_string())
}

fn run(nvrtc: Result<&Nvrtc, &String>, path: &Path) -> Outcome {
    let nvrtc = match nvrtc {
        Ok(nvrtc) => nvrtc,
        Err(why) => return Outcome::Skipped(why.clone()),
    };
    let expectations = match source::read(path) {
        Ok(expectations) => expectations,
        Err(why) => return Outcome::Failed(why),
    };
    match text(&expectations) {
        Ok(text) if text.is_empty() => Outcome::Skipped(NO_KERNELS.into()),
        Ok(text) => compile(nvrtc, &text),
        Err(why) => Outcome::Skipped(format!("qc does not compile it: {why}")),
    }
}

/// What `qc --emit=cuda` prints.
fn text(expectations: &Expectations) -> Result<String, String> {
    let mut command = engines::qc_command();
    command
        .arg("--emit=cuda")
        .args(&expectations.flags)
        .arg(repository::relative(&expectations.path));
    let finished = process::run(&mut command);
    let first_line = || {
        finished
            .stderr
            .lines()
            .next()
            .unwrap_or_default()
            .to_string()
    };
    if finished.exited(0) {
        Ok(finished.stdout.clone())
    } else {
        Err(first_line())
    }
}

fn compile(nvrtc: &Nvrtc, text: &str) -> Outcome {
    let known = nvrtc.architectures();
    for architecture in ARCHITECTURES.iter().filter(|one| known.contains(one)) {
        let option = format!("-arch=sm_{architecture}");
        let options = [option.as_str(), "-std=c++17", "-lineinfo"];
        match nvrtc.compile(text, "kernels.cu", &options) {
            Ok(image) if image.cubin.starts_with(b"\x7fELF") => {}
            Ok(_) => return Outcome::Failed(format!("no machine code for sm_{architecture}")),
            Err(error) => return Outcome::Failed(format!("sm_{architecture}: {}", error.log)),
        }
    }
    Outcome::Passed
}
