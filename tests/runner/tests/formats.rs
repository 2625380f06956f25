//! Files in both directions: what `tests/formats/write.q` writes, other libraries read; films that FFmpeg makes, programs read.
//!
//! What others wrote is read by programs in `tests/programs/files`.
//!
//! *Invariant:* without Python, its packages or FFmpeg a comparison is skipped, never passed; `QC_PYTHON` names the interpreter.

use quasar_tests::engines::{self, Job};
use quasar_tests::outcome::{self, Outcome, Test};
use quasar_tests::process;
use quasar_tests::repository;
use std::path::Path;
use std::process::Command;

/// Films: the name of the file, and what FFmpeg is told about it.
const FILMS: &[(&str, &[&str])] = &[
    (
        "film.mp4",
        &["-c:v", "mpeg4", "-bf", "2", "-g", "20", "-q:v", "2"],
    ),
    ("film.mkv", &["-c:v", "ffv1"]),
    ("film.avi", &["-c:v", "mpeg4", "-g", "12", "-q:v", "2"]),
    (
        "film.ts",
        &["-c:v", "mpeg2video", "-bf", "2", "-g", "15", "-q:v", "2"],
    ),
    ("x264.mp4", &["-c:v", "libx264", "-bf", "3", "-g", "30"]),
];

/// What `tests/formats/film.q` prints: equal sizes and rates, lengths; 75 frames and the end; nothing behind it, equal pictures.
const FILM_SAYS: &str = "111\n1\n750\n01\n";

fn main() {
    let mut tests = vec![Test::new("formats/written", written)];
    for &(name, options) in FILMS {
        tests.push(Test::new(format!("formats/{name}"), move || {
            film(name, options)
        }));
    }
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("formats", &results));
}

/// Compiles and runs a program of `tests/formats`; what it prints.
fn run(program: &str, args: &[String], folder: &Path) -> Result<String, String> {
    let source = repository::root().join("tests/formats").join(program);
    let job = Job {
        source: &source,
        flags: &[],
        args,
        folder,
        environment: &[],
    };
    let (executable, _) = engines::compile(&job, &[]).map_err(|finished| finished.describe())?;
    let finished = engines::run_native(&job, &executable, "2", "cpu");
    match finished.exited(0) {
        true => Ok(finished.stdout),
        false => Err(finished.describe()),
    }
}

fn outcome_of(result: Result<(), String>) -> Outcome {
    match result {
        Ok(()) => Outcome::Passed,
        Err(why) => Outcome::Failed(why),
    }
}

fn command(program: &mut Command) -> Result<(), String> {
    let finished = process::run(program);
    match finished.exited(0) {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}

fn written() -> Outcome {
    let python = std::env::var_os("QC_PYTHON").unwrap_or_else(|| "python3".into());
    let packages = ["-c", "import numpy, scipy, PIL, OpenEXR"];
    if command(Command::new(&python).args(packages)).is_err() {
        return Outcome::Skipped("needs Python with numpy, scipy, pillow and OpenEXR".into());
    }
    let folder = repository::scratch("formats");
    let result = run("write.q", &[], &folder).and_then(|_| {
        let script = repository::root().join("tests/formats/check.py");
        let mut check = Command::new(&python);
        check.env("PYTHONDONTWRITEBYTECODE", "1");
        command(check.arg(script).arg(&folder))
    });
    outcome_of(result)
}

fn film(name: &str, options: &[&str]) -> Outcome {
    let ffmpeg = || {
        let mut ffmpeg = Command::new("ffmpeg");
        ffmpeg.args(["-nostdin", "-loglevel", "error", "-y"]);
        ffmpeg
    };
    let folder = repository::scratch(&format!("formats-{name}"));
    let (path, planes) = (folder.join(name), folder.join("film.y4m"));
    let source = "testsrc2=size=64x48:rate=25:duration=3";
    let mut make = ffmpeg();
    make.args(["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p"]);
    if let Err(why) = command(make.args(options).arg(&path)) {
        let why = why.lines().last().unwrap_or_default().to_string();
        return Outcome::Skipped(format!("needs FFmpeg with this encoder: {why}"));
    }
    let mut unpack = ffmpeg();
    unpack.arg("-i").arg(&path).args(["-pix_fmt", "yuv420p"]);
    let result = command(unpack.arg(&planes)).and_then(|()| {
        let args = [path, planes].map(|path| path.display().to_string());
        let says = run("film.q", &args, &folder)?;
        match says == FILM_SAYS {
            true => Ok(()),
            false => Err(format!("it says {says:?}")),
        }
    });
    match result {
        Err(why) if why.contains("are not installed") => {
            Outcome::Skipped("needs FFmpeg's libraries".into())
        }
        other => outcome_of(other),
    }
}
