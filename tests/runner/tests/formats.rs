//! Files in both directions: what `tests/formats/write.q` writes, other libraries read; films that FFmpeg makes, programs read. A camera that
//! `tests/formats/camera.c` plays by the kernel's header.
//!
//! What others wrote is read by programs in `tests/programs/files`.
//!
//! *Invariant:* without Python, its packages, FFmpeg, or a C compiler and that header a comparison is skipped, never passed; `QC_PYTHON` names the interpreter.

use quasar_tests::engines::{self, Job};
use quasar_tests::outcome::{self, Outcome, Test};
use quasar_tests::process::{self, Finished};
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

/// What `tests/formats/camera.q` prints, by what `camera.c` says of its frames: brightness 16 + n of 16 to 235 is 255/219·n, rounded; the
/// device has three buffers, and `vidlatest` takes what they have behind the first frame and one more.
const CAMERA_SAYS: &str = "\
it has no frames of 100×80, but 64×48, 32×24
64 48 30 0
this program has it open already; close it before by vidclose
vidseek: a camera has no other times than now; vidlatest leaves out the frames that wait
[48,64,3] 255 0 0 0 0
[48,64,3] 255 1 1 1 0
[48,64,3] 255 2 2 2 1
[48,64,3] 255 3 3 3 1
[48,64,3] 255 5 5 4 2
[48,64,3] 255 6 6 5 2
[48,64,3] 255 7 7 6 3
[48,64,3] 255 8 8 7 3
[48,64,3] 255 9 9 8 4
[48,64,3] 255 10 10 9 4
the camera was unplugged; plug it in and open it again
[24,32,3] 4 5
";

/// What `camera.c` says when a camera is closed: it neither runs nor has buffers.
const CAMERA_CLOSED: &str = "closed: runs 0, mapped 0, made 0";

fn main() {
    let mut tests = vec![
        Test::new("formats/written", written),
        Test::new("formats/camera", camera),
    ];
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
    Ok(finished(program, args, folder, &[])?.stdout)
}

/// Compiles and runs a program of `tests/formats` to its end.
fn finished(
    program: &str,
    args: &[String],
    folder: &Path,
    environment: &[(&str, &str)],
) -> Result<Finished, String> {
    let source = repository::root().join("tests/formats").join(program);
    let environment: Vec<(String, String)> = environment
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    let job = Job {
        source: &source,
        flags: &[],
        args,
        folder,
        environment: &environment,
    };
    let (executable, _) = engines::compile(&job, &[]).map_err(|finished| finished.describe())?;
    let finished = engines::run_native(&job, &executable, "2", "cpu");
    match finished.exited(0) {
        true => Ok(finished),
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

/// Programs use a camera as the kernel's header describes one, and give all of it back.
fn camera() -> Outcome {
    let folder = repository::scratch("formats-camera");
    let library = folder.join("libcamera.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]);
    compiler
        .arg(&library)
        .arg(repository::root().join("tests/formats/camera.c"))
        .arg("-ldl");
    let header = "#include <linux/videodev2.h>";
    let mut probe = Command::new("cc");
    probe.args([
        "-fsyntax-only",
        "-include",
        "linux/videodev2.h",
        "-xc",
        "/dev/null",
    ]);
    if command(&mut probe).is_err() {
        return Outcome::Skipped(format!("needs a C compiler and {header}"));
    }
    let device = folder.join("camera");
    let linked = std::os::unix::fs::symlink("/dev/null", &device);
    let result = linked
        .map_err(|error| error.to_string())
        .and_then(|()| command(&mut compiler))
        .and_then(|()| {
            let (device, library) = (device.display().to_string(), library.display().to_string());
            let preload = [("LD_PRELOAD", &*library)];
            let says = finished("camera.q", std::slice::from_ref(&device), &folder, &preload)?;
            let told = says
                .stdout
                .replace(&format!("cannot read '{device}': "), "");
            let closed = says.stderr.lines();
            // One is opened for a size that it does not have.
            match told == CAMERA_SAYS && closed.eq([CAMERA_CLOSED; 3]) {
                true => Ok(()),
                false => Err(format!("it says {told:?} and {:?}", says.stderr)),
            }
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
