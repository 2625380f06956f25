//! One program in odd environments: without a usable GPU it runs on the processor, says nothing or one line, gives the right answer and
//! ends with 0; `QC_DEVICE=gpu` ends with the reason. The driver of these environments is the emulated one under the real one's name.
//!
//! *Invariant:* an environment that this machine cannot have is skipped with its reason, never passed.

#[path = "environments/rows.rs"]
mod rows;

use nvrtc_bridge::{ENTRY_POINTS, Places, Wanted};
use quasar_tests::engines;
use quasar_tests::outcome::{self, Check, Outcome, Test};
use quasar_tests::process::{self, Finished};
use quasar_tests::repository;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What lies at a path.
#[derive(Clone, Copy)]
pub enum File {
    /// A text.
    Text(&'static str),
    /// A file without bytes.
    Empty,
    /// A folder.
    Folder,
    /// The beginning of a library.
    Cut,
    /// A library of the system, or what is not there.
    Library(&'static str),
    /// A file, or a folder, that nobody may read.
    Unreadable,
    /// The emulated driver.
    Emulator,
    /// The library of NVRTC, without those that it opens.
    Nvrtc,
}

/// What the machine itself must not have.
#[derive(Clone, Copy)]
pub enum Wants {
    /// No driver where the loader finds it.
    NoDriver,
    /// No NVRTC where the loader finds it.
    NoNvrtc,
}

/// An environment.
#[derive(Clone, Copy)]
pub struct Environment {
    name: &'static str,
    /// What lies where the driver is looked for.
    driver: File,
    /// What else is there, below the folder of the environment.
    files: &'static [(&'static str, File)],
    /// Variables beside the usual ones; an empty value takes one away.
    variables: &'static [(&'static str, &'static str)],
    /// Why there is no GPU, as `QC_DEVICE=gpu` tells it; none: there is one.
    reason: Option<&'static str>,
    wants: Option<Wants>,
}

/// The environment in which everything is in order.
const GOOD: Environment = Environment {
    name: "everything in order",
    driver: File::Emulator,
    files: &[],
    variables: &[],
    reason: None,
    wants: None,
};

/// A name that no file system takes.
const LONG_NAME: &str = "{folder}/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// Kernels of all kinds: for each element, with a total, with threads that wait for each other.
const PROGRAM: &str = "function [total : scalar] = __kernel__ add(x : vec, pos : int)
    total += x[pos]
end
function [] = __kernel__ turn(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkidx : ivec2, blkdim : ivec2)
    tile = shared(blkdim)
    tile[blkpos] = x[pos]
    syncthreads
    to = [blkidx[1]*blkdim[1] + blkpos[0], blkidx[0]*blkdim[0] + blkpos[1]]
    y[to] = tile[blkpos[1], blkpos[0]]
end
function [] = main()
    x = zeros(1000)
    parallel_do(1000, __kernel__ (pos : int) -> x[pos] = mod(pos, 10))
    print parallel_do(1000, x, add)
    a = zeros(32,32)
    parallel_do([32,32], __kernel__ (pos : ivec2) -> a[pos] = 100*pos[0] + pos[1])
    y = zeros(32,32)
    parallel_do([[32,32],[8,8]], a, y, turn)
    print y[3,20]
end
";
/// A hundred times 0 to 9; the element 20, 3 of the first matrix.
const ANSWER: &str = "4500\n2003\n";

fn main() {
    let mut tests: Vec<Test> = Vec::new();
    for environment in rows::ENVIRONMENTS {
        tests.push(Test::new(environment.name, move || run(environment)));
    }
    for symbol in ENTRY_POINTS {
        let name = format!("a driver without {symbol}");
        tests.push(Test::new(name, move || run_without(symbol)));
    }
    tests.push(Test::new("two versions of NVRTC", two_compilers));
    tests.push(Test::new("words that QC_DEVICE does not know", wrong_words));
    tests.push(Test::new("a program without text for GPUs", without_text));
    tests.push(Test::new("images in the executable", with_images));
    tests.push(Test::new("small launches stay, large ones go", scheduled));
    tests.push(Test::new("numbers near zero", flushed));
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("environments", &results));
}

fn outcome_of(check: Check) -> Outcome {
    match check {
        Ok(()) => Outcome::Passed,
        Err(why) => Outcome::Failed(why),
    }
}

/// The executable that all environments run, built once.
fn program() -> Result<&'static Path, String> {
    static PROGRAM_FILE: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let built = PROGRAM_FILE.get_or_init(|| build(&repository::scratch("environments"), &[]));
    built.as_deref().map_err(Clone::clone)
}

fn build(folder: &Path, flags: &[&str]) -> Result<PathBuf, String> {
    build_text(PROGRAM, folder, flags)
}

fn build_text(text: &str, folder: &Path, flags: &[&str]) -> Result<PathBuf, String> {
    let source = folder.join("program.q");
    fs::write(&source, text).map_err(|error| error.to_string())?;
    let executable = folder.join("program");
    let mut command = engines::qc_command();
    command.args(flags).arg(&source).arg("-o").arg(&executable);
    if let Some(nvrtc) = engines::nvrtc_folder() {
        command.env("QC_CUDA_LIB_DIR", nvrtc);
    }
    let finished = process::run(&mut command);
    match finished.exited(0) {
        true => Ok(executable),
        false => Err(finished.describe()),
    }
}

/// Why an environment cannot be had here.
fn obstacle(environment: &Environment) -> Option<String> {
    if engines::nvrtc_folder().is_none() {
        return Some("QC_TEST_NVRTC does not name a libnvrtc.so".into());
    }
    let places = Places {
        environment: Vec::new(),
        executable_folder: None,
        ..Places::of_this_process()
    };
    let (wanted, what) = match environment.wants? {
        Wants::NoDriver => (Wanted::Driver, "driver"),
        Wants::NoNvrtc => (Wanted::Nvrtc, "NVRTC"),
    };
    let found = nvrtc_bridge::find(wanted, &places).ok()?;
    Some(format!(
        "this machine has a {what}: {}",
        found.path.display()
    ))
}

fn run(environment: &Environment) -> Outcome {
    if let Some(why) = obstacle(environment) {
        return Outcome::Skipped(why);
    }
    outcome_of(program().and_then(|program| run_in(environment, program)))
}

fn run_in(environment: &Environment, program: &Path) -> Check {
    let folder = repository::scratch(environment.name);
    let executable = folder.join("program");
    let made = make(&folder.join("cuda/libcuda.so.1"), environment.driver)
        .and_then(|()| fs::hard_link(program, &executable))
        .and_then(|()| {
            let mut files = environment.files.iter();
            files.try_for_each(|(path, file)| make(&folder.join(path), *file))
        });
    made.map_err(|error| format!("{}: {error}", folder.display()))?;
    is_right(&start(&executable, &folder, environment.variables, "auto"))?;
    let asked = start(&executable, &folder, environment.variables, "gpu");
    match environment.reason {
        None => is_right(&asked)?,
        // Who may read everything finds a good library where others find none.
        Some(_) if asked.exited(0) && asked.stdout == ANSWER && reads_everything(&folder) => {}
        Some(reason) => ends_with(&asked, reason)?,
    }
    let _ = fs::remove_dir_all(&folder);
    Ok(())
}

/// Whether the modes of files mean nothing to this user and some file relies on them.
fn reads_everything(folder: &Path) -> bool {
    let closed = folder.join("cuda/libnvrtc.so.13");
    fs::metadata(&closed).is_ok_and(|file| file.permissions().mode() & 0o777 == 0)
        && fs::read(closed).is_ok()
}

fn make(path: &Path, file: File) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().expect("a file has a folder"))?;
    match file {
        File::Text(text) => fs::write(path, text),
        File::Empty => fs::write(path, ""),
        File::Folder => fs::create_dir(path),
        File::Cut => {
            let whole = fs::read(repository::emulator())?;
            fs::write(path, &whole[..whole.len().min(5000)])
        }
        File::Library(name) => symlink(system_library(name), path),
        File::Unreadable => {
            fs::write(path, "")?;
            fs::set_permissions(path, fs::Permissions::from_mode(0o0))
        }
        File::Emulator => symlink(repository::emulator(), path),
        // A link would be followed to the folder with the other libraries.
        File::Nvrtc => {
            let folder = engines::nvrtc_folder().unwrap_or_default();
            let names = ["libnvrtc.so.13", "libnvrtc.so.12"];
            let there = names.map(|name| folder.join(name));
            let library = there.iter().find(|path| path.exists());
            let library = library.ok_or(std::io::ErrorKind::NotFound)?;
            fs::hard_link(library, path).or_else(|_| fs::copy(library, path).map(drop))
        }
    }
}

/// A library of the system, where it is; its name alone where it is not.
fn system_library(name: &str) -> PathBuf {
    let folders = [
        "/lib/x86_64-linux-gnu",
        "/lib/aarch64-linux-gnu",
        "/lib64",
        "/usr/lib64",
        "/usr/lib",
    ];
    let paths = folders.iter().map(|folder| Path::new(folder).join(name));
    let mut there = paths.filter(|path| path.exists());
    there.next().unwrap_or_else(|| PathBuf::from(name))
}

/// Runs the executable in its folder, with the usual variables and these.
fn start(executable: &Path, folder: &Path, variables: &[(&str, &str)], device: &str) -> Finished {
    let nvrtc = engines::nvrtc_folder()
        .unwrap_or_default()
        .display()
        .to_string();
    let usual = [
        ("QC_CUDA_LIB_DIR", "{folder}/cuda:{nvrtc}"),
        ("QC_CACHE_DIR", "{root}/target/kernel-cache"),
        ("QC_NUM_THREADS", "2"),
        ("QC_DEVICE", device),
    ];
    let mut command = Command::new(executable);
    command.current_dir(folder);
    for name in [
        "VIRTUAL_ENV",
        "CONDA_PREFIX",
        "CUDA_PATH",
        "CUDA_HOME",
        "QC_CACHE_SIZE",
    ] {
        command.env_remove(name);
    }
    for (name, value) in usual.iter().chain(variables) {
        let value = value
            .replace("{folder}", &folder.display().to_string())
            .replace("{root}", &repository::root().display().to_string())
            .replace("{nvrtc}", &nvrtc);
        match value.is_empty() {
            true => command.env_remove(name),
            false => command.env(name, value),
        };
    }
    process::run(&mut command)
}

fn is_right(finished: &Finished) -> Check {
    let is_quiet = finished.stderr.lines().count() <= 1;
    match finished.exited(0) && finished.stdout == ANSWER && is_quiet {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}

fn ends_with(finished: &Finished, reason: &str) -> Check {
    match finished.exited(1) && finished.stderr.contains(reason) {
        true => Ok(()),
        false => Err(format!("{reason:?} is expected\n{}", finished.describe())),
    }
}

fn run_without(symbol: &str) -> Outcome {
    if let Some(why) = obstacle(&GOOD) {
        return Outcome::Skipped(why);
    }
    let check = || {
        let folder = repository::scratch(symbol);
        make(&folder.join("cuda/libcuda.so.1"), File::Emulator)
            .map_err(|error| error.to_string())?;
        let missing = [("QC_EMU_MISSING", symbol)];
        is_right(&start(program()?, &folder, &missing, "auto"))?;
        let asked = start(program()?, &folder, &missing, "gpu");
        match is_right(&asked) {
            Ok(()) => {}
            Err(_) => ends_with(&asked, &format!("it has no {symbol}"))?,
        }
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    };
    outcome_of(check())
}

/// Of two versions of NVRTC the one counts whose code the driver and the device take, although the newer one is found first.
fn two_compilers() -> Outcome {
    let listed = std::env::var_os("QC_TEST_NVRTC").unwrap_or_default();
    let found: Vec<(String, String)> = std::env::split_paths(&listed)
        .filter_map(|path| version_beside(&path))
        .collect();
    let of = |major: &str| found.iter().find(|(version, _)| version.starts_with(major));
    let (Some((version, older_folder)), Some((_, newer_folder))) = (of("12."), of("13.")) else {
        return Outcome::Skipped("QC_TEST_NVRTC does not name NVRTC 12 and 13".into());
    };
    let check = || {
        let folder = repository::scratch("two versions of NVRTC");
        make(&folder.join("cuda/libcuda.so.1"), File::Emulator)
            .map_err(|error| error.to_string())?;
        let places = format!("{{folder}}/cuda:{newer_folder}:{older_folder}");
        for (name, value) in [
            ("QC_EMU_DRIVER_VERSION", version.as_str()),
            // Architectures that NVRTC 13 does not know any more.
            ("QC_EMU_CAPABILITY", "7.0"),
            ("QC_EMU_CAPABILITY", "6.1"),
        ] {
            let variables = [("QC_CUDA_LIB_DIR", places.as_str()), (name, value)];
            is_right(&start(program()?, &folder, &variables, "gpu"))?;
        }
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    };
    outcome_of(check())
}

/// The version of an NVRTC by the name of its other library, and its folder. To load it would show it to the tests without one.
fn version_beside(path: &Path) -> Option<(String, String)> {
    let folder = path.parent()?;
    let names = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut versions =
        names.filter_map(|name| Some(name.strip_prefix("libnvrtc-builtins.so.")?.to_string()));
    Some((versions.next()?, folder.display().to_string()))
}

fn wrong_words() -> Outcome {
    let check = || {
        let folder = repository::scratch("wrong words");
        for word in ["GPU", "cuda", "1", " gpu"] {
            let finished = start(program()?, &folder, &[], word);
            ends_with(
                &finished,
                "QC_DEVICE must be auto, cpu, gpu, emu or auto-emu, not '",
            )?;
        }
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    };
    outcome_of(check())
}

/// `gpu` is about kernels that have text; this program has none.
fn without_text() -> Outcome {
    if let Some(why) = obstacle(&GOOD) {
        return Outcome::Skipped(why);
    }
    let check = || {
        let folder = repository::scratch("no text");
        make(&folder.join("cuda/libcuda.so.1"), File::Emulator)
            .map_err(|error| error.to_string())?;
        let program = build(&folder, &["--gpu-arch=none"])?;
        for device in ["auto", "gpu", "cpu"] {
            is_right(&start(&program, &folder, &[], device))?;
        }
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    };
    outcome_of(check())
}

/// With PTX in the executable NVRTC is not needed where it runs, on a device of that architecture or a later one.
/// %! features: F394
fn with_images() -> Outcome {
    if let Some(why) = obstacle(&Environment {
        wants: Some(Wants::NoNvrtc),
        ..GOOD
    }) {
        return Outcome::Skipped(why);
    }
    let check = || {
        let folder = repository::scratch("images");
        make(&folder.join("cuda/libcuda.so.1"), File::Emulator)
            .map_err(|error| error.to_string())?;
        let program = build(&folder, &["--gpu-arch=sm_75"])?;
        let bytes = fs::read(&program).map_err(|error| error.to_string())?;
        let has = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
        if !has(b".target sm_75") || !has(b".nv.info") {
            return Err("there is no PTX or no machine code in the executable".into());
        }
        for (capability, told) in [
            ("7.5", "PTX of compute_75, from the executable"),
            ("9.0", "PTX of compute_75"),
        ] {
            let variables = [
                ("QC_CUDA_LIB_DIR", "{folder}/cuda"),
                ("QC_EMU_CAPABILITY", capability),
                ("QC_REPORT", "gpu"),
            ];
            let finished = start(&program, &folder, &variables, "gpu");
            if !finished.exited(0) || finished.stdout != ANSWER || !finished.stderr.contains(told) {
                return Err(finished.describe());
            }
        }
        let variables = [
            ("QC_CUDA_LIB_DIR", "{folder}/cuda"),
            ("QC_EMU_CAPABILITY", "7.0"),
        ];
        ends_with(&start(&program, &folder, &variables, "gpu"), "NVRTC")?;
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    };
    outcome_of(check())
}

/// A launch that is not worth the way, and one whose threads have much to do.
const TWO_LAUNCHES: &str = "function [] = __kernel__ small(x : vec, pos : int)
    x[pos] = pos
end
function [] = __kernel__ large(x : vec, rounds : int, pos : int)
    s = x[pos]
    for k = 1..rounds
        s = 0.5*s + k
    end
    x[pos] = s
end
function [] = main(rounds : int = 40000)
    x = zeros(64)
    parallel_do(64, x, small)
    parallel_do(64, x, rounds, large)
    print x[0] > rounds, x[0] <= 2*rounds
end
";

/// Without `QC_DEVICE` the estimate decides, with it the user does.
fn scheduled() -> Outcome {
    if let Some(why) = obstacle(&GOOD) {
        return Outcome::Skipped(why);
    }
    let check = || {
        let folder = repository::scratch("scheduled");
        let text = |error: std::io::Error| error.to_string();
        make(&folder.join("cuda/libcuda.so.1"), File::Emulator).map_err(text)?;
        let program = build_text(TWO_LAUNCHES, &folder, &[])?;
        for (device, small, large) in [
            ("auto", false, true),
            ("gpu", true, true),
            ("cpu", false, false),
        ] {
            let counts = folder.join(device);
            fs::write(&counts, "").map_err(text)?;
            let variables = [("QC_EMU_COUNTS", device)];
            let finished = start(&program, &folder, &variables, device);
            let launches = fs::read_to_string(&counts).map_err(text)?;
            let found = (launches.contains("small_"), launches.contains("large_"));
            if !finished.exited(0) || finished.stdout != "11\n" || found != (small, large) {
                return Err(format!("{device}: {launches}{}", finished.describe()));
            }
        }
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    };
    outcome_of(check())
}

/// The product is below the smallest normal number, which is 1.18e-38.
const NEAR_ZERO: &str = "function [] = __kernel__ shrink(x : vec, pos : int)
    x[pos] = x[pos]*0.125
end
function [] = main(n : int = 4)
    x = zeros(n) + 2.0^(-124)
    parallel_do(n, x, shrink)
    print x[0] > 0
end
";

/// What `CUDA_BACKEND_FLUSHTOZERO` changes, and where.
fn flushed() -> Outcome {
    if let Some(why) = obstacle(&GOOD) {
        return Outcome::Skipped(why);
    }
    let check = || {
        let folder = repository::scratch("flushed");
        make(&folder.join("cuda/libcuda.so.1"), File::Emulator)
            .map_err(|error| error.to_string())?;
        let flush = "--set=CUDA_BACKEND_FLUSHTOZERO=True";
        for (flags, device, expected) in [
            (&[][..], "gpu", "1\n"),
            (&[flush][..], "gpu", "0\n"),
            (&[flush][..], "cpu", "1\n"),
        ] {
            let program = build_text(NEAR_ZERO, &folder, flags)?;
            let finished = start(&program, &folder, &[], device);
            if !finished.exited(0) || finished.stdout != expected {
                return Err(format!("{flags:?} {device}: {}", finished.describe()));
            }
        }
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    };
    outcome_of(check())
}
