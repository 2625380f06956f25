//! Damaged sources and images, for 12 seconds in the ordinary run:
//! `QC_FUZZ_SECONDS` sets another time, `QC_FUZZ_SEED` another seed.
//!
//! *Invariant:* qc ends with 0 or 1 on any text, a program ends in order on any
//! picture; what breaks that is kept as a file and named.

use quasar_tests::engines;
use quasar_tests::mutate::{self, Random};
use quasar_tests::outcome::{self, Needs, Outcome, Test};
use quasar_tests::process::{self, End, Finished};
use quasar_tests::repository;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Longer than this on a damaged source is a hang.
const LIMIT: Duration = Duration::from_secs(20);

fn main() {
    let tests = [
        Test::new("damaged sources", damaged_sources).needing(Needs::Command),
        Test::new("damaged images", damaged_images),
    ];
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("fuzz", &results));
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

/// Two thirds of the time go to sources, one third to images.
fn budget(share: f64) -> Duration {
    Duration::from_secs(number("QC_FUZZ_SECONDS", 12)).mul_f64(share)
}

/// Runs `attempt` with seeds that follow one another until the time is over or one fails.
fn repeat(what: &str, share: f64, attempt: impl Fn(&mut Random) -> Result<(), String>) -> Outcome {
    let start = Instant::now();
    let first = number("QC_FUZZ_SEED", 1);
    let count = AtomicUsize::new(0);
    for seed in first.. {
        if start.elapsed() > budget(share) {
            break;
        }
        if let Err(why) = attempt(&mut Random::new(seed)) {
            return Outcome::Failed(format!("QC_FUZZ_SEED={seed}: {why}"));
        }
        count.fetch_add(1, Ordering::Relaxed);
    }
    let count = count.into_inner();
    println!("{what}: {count} tried");
    if count == 0 {
        Outcome::Failed("nothing was tried".into())
    } else {
        Outcome::Passed
    }
}

fn damaged_sources() -> Outcome {
    let corpus = sources();
    let folder = repository::scratch("fuzz-sources");
    repeat("damaged sources", 0.67, |random| {
        let original = &corpus[random.below(corpus.len())];
        let damaged = mutate::source(original, random);
        compile(&folder, &damaged)
    })
}

fn sources() -> Vec<Vec<u8>> {
    let folders = [
        "tests/programs",
        "tests/diagnostics",
        "samples",
        "bench/quasar",
    ];
    let paths = folders
        .iter()
        .flat_map(|folder| repository::files(folder, "q"));
    let corpus: Vec<Vec<u8>> = paths.filter_map(|path| fs::read(path).ok()).collect();
    assert!(
        corpus.len() > 100,
        "the corpus is not where this test looks for it"
    );
    corpus
}

fn compile(folder: &Path, source: &[u8]) -> Result<(), String> {
    let path = folder.join("damaged.q");
    fs::write(&path, source).map_err(|error| error.to_string())?;
    let mut command = engines::qc_command();
    command
        .current_dir(folder)
        .args(["damaged.q", "-o", "damaged"]);
    let finished = process::run_within(&mut command, LIMIT);
    let orderly = finished.exited(0) || (finished.exited(1) && !finished.stderr.is_empty());
    if orderly {
        Ok(())
    } else {
        Err(format!("{}: {}", path.display(), brief(&finished)))
    }
}

fn brief(finished: &Finished) -> String {
    finished.describe().chars().take(2000).collect()
}

fn damaged_images() -> Outcome {
    let folder = repository::scratch("fuzz-images");
    let executable = match reader(&folder) {
        Ok(executable) => executable,
        Err(why) => return Outcome::Failed(why),
    };
    let corpus = match images(&folder, &executable) {
        Ok(corpus) => corpus,
        Err(why) => return Outcome::Failed(why),
    };
    repeat("damaged images", 0.33, |random| {
        let (extension, original) = &corpus[random.below(corpus.len())];
        read_image(
            &folder,
            &executable,
            extension,
            &mutate::binary(original, random),
        )
    })
}

/// Compiles the program that reads a picture; the same one makes the corpus.
fn reader(folder: &Path) -> Result<PathBuf, String> {
    let text = "function [] = main(input : string, output : string = \"\")\n    x = imread(input)\n    \
                print size(x)\n    if output != \"\"\n        imwrite(output, x)\n    end\nend\n";
    fs::write(folder.join("reader.q"), text).map_err(|error| error.to_string())?;
    let mut command = engines::qc_command();
    let finished = process::run(
        command
            .current_dir(folder)
            .args(["reader.q", "-o", "reader"]),
    );
    if finished.exited(0) {
        Ok(folder.join("reader"))
    } else {
        Err(finished.describe())
    }
}

/// One small picture in each format.
fn images(folder: &Path, executable: &Path) -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let original = repository::root().join("tests/data/gradient.png");
    let mut corpus = Vec::new();
    for extension in ["png", "jpg", "bmp", "tif", "ppm", "exr"] {
        let path = folder.join(format!("corpus.{extension}"));
        let finished = process::run(Command::new(executable).arg(&original).arg(&path));
        if !finished.exited(0) {
            return Err(finished.describe());
        }
        corpus.push((
            extension,
            fs::read(&path).map_err(|error| error.to_string())?,
        ));
    }
    Ok(corpus)
}

fn read_image(
    folder: &Path,
    executable: &Path,
    extension: &str,
    bytes: &[u8],
) -> Result<(), String> {
    let path = folder.join(format!("damaged.{extension}"));
    fs::write(&path, bytes).map_err(|error| error.to_string())?;
    let finished = process::run_within(Command::new(executable).arg(&path), LIMIT);
    let orderly = finished.exited(0) || (finished.exited(1) && !finished.stderr.is_empty());
    let crashed = finished.end == End::TimedOut || finished.stderr.contains("panicked");
    if orderly && !crashed {
        Ok(())
    } else {
        Err(format!("{}: {}", path.display(), brief(&finished)))
    }
}
