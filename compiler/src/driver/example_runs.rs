//! Running the examples of comments, each as a program of its own.
//!
//! *Invariant:* an example sees an empty folder and no display; nothing of it is left behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::files;
use super::options::Options;
use super::output::PrivateFolder;
use crate::doc::comment::Example;
use crate::doc::example::{MARK, program};

/// What an example gave.
#[derive(Debug)]
pub struct Run {
    /// What it printed.
    pub output: String,
    /// Its figures: extension and bytes.
    pub pictures: Vec<(String, Vec<u8>)>,
}

/// So long an example may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs examples, each given with the name of its file; the results have their order. An example that fails is told by what it said.
///
/// # Errors
/// There is no folder to run them in.
pub fn run(
    examples: &[(&Example, &str)],
    options: &Options,
) -> Result<Vec<Result<Run, String>>, String> {
    let base = options.temporary_folder.clone();
    let base = base.unwrap_or_else(std::env::temp_dir);
    let base = PrivateFolder::within(&base).map_err(|error| error.to_string())?;
    let results: Vec<Mutex<Option<Result<Run, String>>>> =
        examples.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((example, file)) = examples.get(number) else {
                break;
            };
            let result = one(example, file, &base.path().join(number.to_string()));
            if let Ok(mut place) = results[number].lock() {
                *place = Some(result);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(examples.len()) {
            scope.spawn(work);
        }
    });
    let missing = || Err("it did not run".to_owned());
    let result =
        |place: Mutex<Option<_>>| place.into_inner().ok().flatten().unwrap_or_else(missing);
    Ok(results.into_iter().map(result).collect())
}

fn one(example: &Example, file: &str, folder: &Path) -> Result<Run, String> {
    let told = |error: std::io::Error| error.to_string();
    fs::create_dir_all(folder).map_err(told)?;
    let name = file.rsplit('/').next().unwrap_or(file);
    fs::write(folder.join("example.q"), program(example, name)).map_err(told)?;
    let mut command = Command::new(std::env::current_exe().map_err(told)?);
    command.arg("run").arg("--color=never");
    if !files::is_within_qc(file) {
        let beside = Path::new(file).canonicalize().map_err(told)?;
        let beside = beside
            .parent()
            .map_or(PathBuf::from("/"), Path::to_path_buf);
        command.env("QUASAR_DATA", &beside).arg("-I").arg(beside);
    }
    command
        .arg("example.q")
        .current_dir(folder)
        .env("QC_DEVICE", "cpu")
        .env("QC_CONFIG", "")
        .env("QC_FIGURES", folder)
        .env_remove("DISPLAY");
    let output = finished(&mut command, folder)?;
    let pictures = figures(folder).map_err(told)?;
    Ok(Run { output, pictures })
}

/// What the program printed behind the mark.
fn finished(command: &mut Command, folder: &Path) -> Result<String, String> {
    let told = |error: std::io::Error| error.to_string();
    // Files take any amount of output while nobody reads.
    let (out, err) = (folder.join("output"), folder.join("errors"));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(fs::File::create(&out).map_err(told)?)
        .stderr(fs::File::create(&err).map_err(told)?)
        .spawn()
        .map_err(told)?;
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().map_err(told)? {
            Some(status) => break status,
            None if begun.elapsed() > LIMIT => {
                // It may have ended this moment.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it took longer than {} s", LIMIT.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = |path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if !status.success() {
        return Err(text(&err).map_err(told)?);
    }
    let printed = text(&out).map_err(told)?;
    let mark = format!("{MARK}\n");
    let behind = printed.find(&mark).map_or(0, |at| at + mark.len());
    Ok(printed[behind..].to_owned())
}

/// The files of figures in the order of their numbers.
fn figures(folder: &Path) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let number = name.strip_prefix("figure-").and_then(|rest| {
            let (number, extension) = rest.split_once('.')?;
            Some((number.parse::<u32>().ok()?, extension.to_owned()))
        });
        if let Some((number, extension)) = number {
            found.push((number, extension, fs::read(entry.path())?));
        }
    }
    found.sort();
    let plain = |(_, extension, bytes)| (extension, bytes);
    Ok(found.into_iter().map(plain).collect())
}
