//! Builds the suite for a machine with a GPU: a folder of executables and a script that runs them there without any toolchain.
//!
//! `gpu-suite DIR` compiles every program of `tests/programs` and the measurements; `DIR/run.sh` runs each on the processor and on the
//! GPU, compares what they print, measures, and writes a table. Words behind `DIR` are parts of the names of the programs that are wanted.
//!
//! *Invariant:* nothing in the folder refers to this machine.

use quasar_tests::engines::Job;
use quasar_tests::source::{self, Expectations};
use quasar_tests::{process, programs, repository};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const SCRIPT: &str = include_str!("gpu_suite.sh");

/// Numbers that a GPU gives may differ by this where the program does not say how much: sums of floats are in another order.
const TOLERANCE: f64 = 1e-4;

/// Ten kernels, for the time of the first launch.
const TEN_KERNELS: &str = "function [] = main(n : int = 1000)
    x = zeros(n)
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = pos + 1)
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = x[pos]*2)
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = sqrt(x[pos]))
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = exp(-x[pos]))
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = log(x[pos]))
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = abs(x[pos]) + 0.5)
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = max(x[pos], 3))
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = min(x[pos], 40))
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = floor(x[pos]))
    parallel_do(n, __kernel__ (pos : int) -> x[pos] = x[pos]/4)
    print x[0]
end
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((folder, wanted)) = arguments.split_first() else {
        eprintln!("usage: gpu-suite DIR [PART-OF-A-NAME...]");
        return ExitCode::from(2);
    };
    match build(Path::new(folder), wanted) {
        Ok(told) => {
            println!("{told}; run {folder}/run.sh on the machine with the GPU");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// A program of the suite.
struct Case {
    /// The folder, below that of the suite.
    name: String,
    expectations: Expectations,
}

fn build(folder: &Path, wanted: &[String]) -> Result<String, String> {
    let text = |error: std::io::Error| format!("{}: {error}", folder.display());
    for part in ["programs", "measure"] {
        let path = folder.join(part);
        if path.exists() {
            fs::remove_dir_all(&path).map_err(text)?;
        }
        fs::create_dir_all(&path).map_err(text)?;
    }
    let mut cases = cases()?;
    cases.retain(|case| wanted.is_empty() || wanted.iter().any(|part| case.name.contains(part)));
    if cases.is_empty() {
        return Err("no program has such a name".into());
    }
    let (next, left_out) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs() {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = make(case, &folder.join("programs").join(&case.name)) {
                        left_out
                            .lock()
                            .expect("no panic")
                            .push(format!("{}: {why}", case.name));
                    }
                }
            });
        }
    });
    let left_out = left_out.into_inner().expect("no panic");
    left_out.iter().for_each(|why| eprintln!("left out: {why}"));
    let source = folder.join("measure/hello.q");
    fs::write(&source, TEN_KERNELS).map_err(text)?;
    compile(&source, &[], &folder.join("measure/hello"))?;
    compile(
        &repository::root().join("bench/gpu/measure.q"),
        &[],
        &folder.join("measure/measure"),
    )?;
    let script = folder.join("run.sh");
    fs::write(&script, SCRIPT).map_err(text)?;
    make_executable(&script).map_err(text)?;
    Ok(format!(
        "{} programs, {} left out",
        cases.len() - left_out.len(),
        left_out.len()
    ))
}

fn jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The program tests that run on a GPU.
fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for path in repository::files("tests/programs", "q") {
        let expectations = source::read(&path)?;
        let elsewhere = expectations
            .run
            .as_ref()
            .is_some_and(|only| !only.starts_with("native"));
        let is_module = path.components().any(|part| part.as_os_str() == "import");
        // What the emulated GPU is told means nothing to a real one.
        if !elsewhere
            && !is_module
            && expectations.pending.is_none()
            && expectations.on_gpu.is_empty()
        {
            cases.push(case("tests/programs", &path, expectations));
        }
    }
    Ok(cases)
}

fn case(root: &str, path: &Path, expectations: Expectations) -> Case {
    let relative = path
        .strip_prefix(repository::root().join(root))
        .unwrap_or(path);
    let name = relative.with_extension("").display().to_string();
    Case {
        name: name.replace('/', "."),
        expectations,
    }
}

/// The folder of a program: the executable, its files, and what the script has to know.
fn make(case: &Case, folder: &Path) -> Result<(), String> {
    let one = &case.expectations;
    let text = |error: std::io::Error| format!("{}: {error}", folder.display());
    let flags: Vec<&str> = one.flags.iter().map(String::as_str).collect();
    if flags.iter().any(|flag| flag.contains("{folder}")) {
        return Err("its flags name its folder".to_string());
    }
    compile(&one.path, &flags, folder)?;
    programs::bring_files(one, folder)?;
    let tolerance = one.tolerance.unwrap_or(0.0).max(TOLERANCE);
    fs::write(folder.join("tolerance"), format!("{tolerance}\n")).map_err(text)?;
    let lines = |words: &[String]| {
        words
            .iter()
            .map(|word| format!("{word}\n"))
            .collect::<String>()
    };
    if !one.args.is_empty() {
        fs::write(folder.join("arguments"), lines(&one.args)).map_err(text)?;
    }
    if !one.environment.is_empty() {
        let pairs = one
            .environment
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        fs::write(
            folder.join("environment"),
            lines(&pairs.collect::<Vec<_>>()),
        )
        .map_err(text)?;
    }
    if one.any_order {
        fs::write(folder.join("unordered"), "").map_err(text)?;
    }
    let has_no_text = one.flags.iter().any(|flag| flag == "--gpu-arch=none");
    let reason = one
        .processor
        .as_deref()
        .or(has_no_text.then_some("no text for GPUs"));
    if let Some(reason) = reason {
        fs::write(folder.join("processor"), reason).map_err(text)?;
    }
    Ok(())
}

/// Compiles to `FOLDER/program`.
fn compile(source: &Path, flags: &[&str], folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_string()).collect();
    let job = Job {
        source,
        flags: &flags,
        args: &[],
        folder,
        environment: &[],
    };
    let mut command = job.qc();
    command
        .args(job.flags)
        .arg(repository::relative(source))
        .arg("-o")
        .arg(absolute(folder).join("program"));
    let finished = process::run(&mut command);
    match finished.exited(0) {
        true => Ok(()),
        false => {
            let _ = fs::remove_dir_all(folder);
            Err(finished
                .stderr
                .lines()
                .next()
                .unwrap_or("qc fails")
                .to_string())
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}
