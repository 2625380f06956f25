//! The samples of the README: each is built, run on its photograph, that for
//! cameras on a film, and its result compared with a NumPy/SciPy reference of the same method.
//!
//! *Invariant:* without Python and its packages a comparison is skipped, never
//! passed; `QC_PYTHON` names the interpreter.

use quasar_tests::engines::{self, Job};
use quasar_tests::outcome::{self, Outcome, Test};
use quasar_tests::process;
use quasar_tests::repository;
use std::path::Path;
use std::process::Command;

/// A sample, its photograph and the extension of its result: floats where grey
/// levels are compared below one, so that rounding does not hide or add a difference.
const SAMPLES: &[(&str, &str, &str)] = &[
    ("denoise", "astronaut_noisy.png", "exr"),
    ("edges", "camera.png", "png"),
    ("tonemap", "rocket.png", "exr"),
];

fn main() {
    let mut tests: Vec<Test> = SAMPLES
        .iter()
        .map(|&(name, picture, extension)| Test::new(name, move || run(name, picture, extension)))
        .collect();
    tests.push(Test::new("camera", camera));
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("samples", &results));
}

fn run(name: &str, picture: &str, extension: &str) -> Outcome {
    let folder = repository::scratch(name);
    let input = repository::root().join("samples/images").join(picture);
    let result = folder.join(format!("result.{extension}"));
    if let Err(why) = build_and_run(name, &input, &result, &folder) {
        return Outcome::Failed(why);
    }
    compare(name, &input, &result)
}

/// The sample for cameras, which takes a film as well.
fn camera() -> Outcome {
    let folder = repository::scratch("camera");
    let (input, result) = (folder.join("film.y4m"), folder.join("edges.y4m"));
    let mut film = b"YUV4MPEG2 W50 H37 F25:1 Ip A1:1 Cmono XCOLORRANGE=FULL\n".to_vec();
    for frame in 0..3 {
        film.extend(b"FRAME\n");
        // Slopes, steps, and values that jump.
        film.extend((0..50 * 37).map(|at| match at % 50 {
            column @ 0..20 => (column * 5 + at / 50) as u8,
            20..35 => 200 - 60 * frame,
            _ => (at * at / 3) as u8,
        }));
    }
    let written = std::fs::write(&input, film).map_err(|error| error.to_string());
    let ran = written.and_then(|()| build_and_run("camera", &input, &result, &folder));
    match ran {
        Ok(()) => compare("camera", &input, &result),
        Err(why) => Outcome::Failed(why),
    }
}

fn build_and_run(name: &str, input: &Path, result: &Path, folder: &Path) -> Result<(), String> {
    let source = repository::root().join(format!("samples/{name}.q"));
    let args = [input.display().to_string(), result.display().to_string()];
    let job = Job {
        source: &source,
        flags: &[],
        args: &args,
        folder,
        environment: &[],
    };
    let (executable, _) = engines::compile(&job, &[]).map_err(|finished| finished.describe())?;
    let finished = engines::run_native(&job, &executable, "2", "cpu");
    if !finished.exited(0) {
        return Err(finished.describe());
    }
    // It says what it did: the name of the file and a time.
    let says = finished.stdout.contains(&args[0]) && finished.stdout.contains(" ms");
    if says {
        Ok(())
    } else {
        Err(format!(
            "it does not say what it did: {}",
            finished.describe()
        ))
    }
}

fn compare(name: &str, input: &Path, result: &Path) -> Outcome {
    let python = std::env::var_os("QC_PYTHON").unwrap_or_else(|| "python3".into());
    if !process::run(Command::new(&python).args(["-c", "import numpy, scipy, PIL, OpenEXR"]))
        .exited(0)
    {
        return Outcome::Skipped("needs Python with numpy, scipy, pillow and OpenEXR".into());
    }
    let script = repository::root().join(format!("samples/reference/{name}.py"));
    let mut command = Command::new(&python);
    command
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(script)
        .arg(input)
        .arg(result);
    let finished = process::run(&mut command);
    if finished.exited(0) {
        Outcome::Passed
    } else {
        Outcome::Failed(finished.describe())
    }
}
