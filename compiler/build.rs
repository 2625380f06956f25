//! Builds the runtime's archive and embeds in qc what programs need of it.
//!
//! The archive is a nested cargo's work, with a target folder of its own, since
//! the outer cargo holds the lock on the usual one. In a release build that folder
//! begins with a copy of what the outer cargo has compiled, so that packages
//! which qc and the runtime share are compiled once. `QC_RUNTIME=path` uses a ready
//! archive instead; `QC_RUNTIME_AARCH64=path` adds one for 64-bit ARM. `cargo check`
//! needs no runtime and builds none.
//!
//! Release builds also put the archive beside qc, for `--linker=cc`.
//!
//! *Invariant:* qc never embeds a runtime that lacks a row of the runtime's table.

use std::env;
use std::fs::File;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use quasar_abi::graft::{
    EXPORT_PREFIX, LIBRARY_CALL_SYMBOL, LIBRARY_SYMBOLS, PROCESS_SYMBOL, SLOT_SYMBOL,
};
use quasar_abi::{ABI_HASH, GRAFT_MAGIC, GraftSlot, RtFn};

#[path = "../rt/notices.rs"]
mod notices;

#[path = "objects/mod.rs"]
mod reading;

#[path = "src/driver/graft/objects.rs"]
#[allow(
    dead_code,
    reason = "the linker reads more of a table than the check of it"
)]
mod objects;

/// What the runtime is made of; the emulator and the tests of the runtime are no part of it.
const RUNTIME: &[&str] = &[
    "rt/src",
    "rt/Cargo.toml",
    "rt/archive/src",
    "rt/archive/Cargo.toml",
    "rt/build.rs",
    "rt/notices.rs",
    "rt/abi/src",
    "rt/abi/Cargo.toml",
    "rt/fourier/src",
    "rt/fourier/Cargo.toml",
    "nvrtc-bridge/src",
    "nvrtc-bridge/Cargo.toml",
    "Cargo.toml",
    "Cargo.lock",
];

/// Flags of rustc, which the runtime is compiled with as well as qc.
const FLAGS: &[&str] = &["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"];

/// What would make the inner cargo build for another place or as another tool: the last one is clippy's, which checks qc, not the runtime again.
const REMOVED: &[&str] = &[
    "CARGO_BUILD_TARGET",
    "CARGO_TARGET_DIR",
    "CARGO_BUILD_TARGET_DIR",
    "MAKEFLAGS",
    "RUSTC_WORKSPACE_WRAPPER",
];

/// The archive of a runtime, for a machine.
struct Runtime {
    triple: String,
    path: PathBuf,
}

/// The machines that programs can be made for beside this one: the variable that names the archive, the triple, and the C compiler that is asked
/// for its unwinder.
const OTHERS: &[(&str, &str, &str)] = &[(
    "QC_RUNTIME_AARCH64",
    "aarch64-unknown-linux-gnu",
    "aarch64-linux-gnu-gcc",
)];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=objects");
    println!("cargo::rerun-if-changed=src/driver/graft/objects.rs");
    println!("cargo::rerun-if-changed=../rt/notices.rs");
    println!("cargo::rerun-if-env-changed=QC_RUNTIME");
    println!("cargo::rustc-env=QC_HOST_TRIPLE={}", variable("TARGET"));
    let root = root();
    let cargo = PathBuf::from(variable("CARGO"));
    let notices = notices::text(&cargo, &root, "qc", &variable("TARGET"), "qc");
    let notices_file = Path::new(&variable("OUT_DIR")).join("notices.txt");
    std::fs::write(notices_file, notices).expect("OUT_DIR is writable");
    let mut rows = String::new();
    if let Some(path) = own_runtime() {
        println!("cargo::rustc-env=QC_ARCHIVE={}", path.display());
        let triple = variable("TARGET");
        // A qc that is built for another machine has the unwinder of that one.
        let mut others = OTHERS.iter();
        let cross = others.find(|(_, other, _)| *other == triple && triple != variable("HOST"));
        let compiler = cross.map_or("cc", |(.., compiler)| *compiler);
        rows += &table_row(&Runtime { triple, path }, compiler);
    }
    for (variable, triple, compiler) in OTHERS {
        println!("cargo::rerun-if-env-changed={variable}");
        if let Some(path) = env::var_os(variable) {
            let (triple, path) = ((*triple).to_owned(), given(path.into()));
            rows += &table_row(&Runtime { triple, path }, compiler);
        }
    }
    let table = format!(
        "/// Every runtime, one per target.\npub static RUNTIMES: &[EmbeddedRuntime] = &[\n{rows}];\n"
    );
    let out = Path::new(&variable("OUT_DIR")).join("runtimes.rs");
    std::fs::write(out, table).expect("OUT_DIR is writable");
}

/// An archive that somebody else has made. One that is made here is newer than this run of the script, so it would run again.
fn given(path: PathBuf) -> PathBuf {
    println!("cargo::rerun-if-changed={}", path.display());
    path
}

/// The archive for the machine that qc is built for; none if nothing is linked.
fn own_runtime() -> Option<PathBuf> {
    match env::var_os("QC_RUNTIME") {
        Some(path) => Some(given(path.into())),
        None if only_checks() => {
            come_back();
            None
        }
        None => Some(build_archive()),
    }
}

/// A variable that cargo sets for build scripts.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

/// Whether cargo only checks (`cargo check`, `cargo clippy`, which calls it, `cargo doc`): nothing is linked then, so no runtime is needed. A build
/// script is not told; the command that runs it says so.
fn only_checks() -> bool {
    let parent = std::os::unix::process::parent_id();
    let line = std::fs::read_to_string(format!("/proc/{parent}/cmdline")).unwrap_or_default();
    let mut words = line.split('\0').skip(1);
    let command = words.find(|word| CHECKING.contains(word) || BUILDING.contains(word));
    command.is_some_and(|word| CHECKING.contains(&word))
}

/// Commands of cargo that link nothing.
const CHECKING: &[&str] = &["check", "c", "clippy", "fix", "doc", "d"];

/// Commands of cargo that do; a word behind them is a name or an argument.
const BUILDING: &[&str] = &[
    "build", "b", "test", "t", "run", "r", "bench", "rustc", "install",
];

/// Makes cargo run this script again next time, which may need a runtime: a file that is not there counts as changed.
fn come_back() {
    println!("cargo::rerun-if-changed={}/no-runtime", variable("OUT_DIR"));
}

/// Builds the archive with the profile that suits qc's own. A release build also gets it where qc will be.
fn build_archive() -> PathBuf {
    for source in RUNTIME {
        println!("cargo::rerun-if-changed={}", root().join(source).display());
    }
    for variable in FLAGS {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    if variable("PROFILE") != "release" {
        return build_runtime("runtime-dev", None);
    }
    let outer = outer_folder();
    let profile = outer.file_name().expect("a profile has a name");
    let archive = build_runtime(&profile.to_string_lossy(), Some(&outer));
    std::fs::copy(&archive, outer.join("libquasar_rt.a")).expect("the archive can be copied");
    archive
}

/// Builds the runtime in a target folder of its own, which begins with what an outer folder has. The packages are compiled with the features
/// that they have in qc, whose package is named for that and not built.
fn build_runtime(profile: &str, outer: Option<&Path>) -> PathBuf {
    let folder = target_folder().join("runtime");
    let mut cargo = nested_cargo(&root());
    cargo
        .args(["build", "--locked", "--package", "qc"])
        .args(["--package", "quasar-archive", "--example", "quasar_rt"])
        .args(["--profile", profile])
        .args([
            "--message-format",
            "json-render-diagnostics",
            "--target-dir",
        ])
        .arg(&folder);
    let mut seeded = false;
    if outer_folder().parent() != Some(&target_folder()) {
        cargo.args(["--target", &variable("TARGET")]);
    } else if let Some(outer) = outer {
        // What is not there is compiled.
        seeded = seed(outer, &folder.join(profile)).unwrap_or(false) && has_runtime(outer);
    }
    let output = cargo.stderr(Stdio::inherit()).output();
    let output = output.expect("cargo runs");
    assert!(
        output.status.success(),
        "the runtime did not build; the messages are above"
    );
    let messages = String::from_utf8_lossy(&output.stdout);
    if seeded && compiles_runtime(&messages) {
        println!(
            "cargo::warning=the runtime was compiled twice: packages have other features in qc than beside its archive, whose dependencies for tests count"
        );
    }
    made(&messages)
}

/// Whether cargo has compiled the runtime and not found it compiled. Its messages are lines of JSON.
fn compiles_runtime(messages: &str) -> bool {
    let is_runtime = |line: &&str| {
        line.contains("\"name\":\"quasar_rt\"")
            && line.contains("/rt#")
            && line.contains("compiler-artifact")
    };
    let mut lines = messages.lines().filter(is_runtime);
    lines.any(|line| line.contains("\"fresh\":false"))
}

/// The archive among the files that cargo says it has made. Messages are lines of JSON, in which names stand in quotes.
fn made(messages: &str) -> PathBuf {
    let mut words = messages.lines().flat_map(|line| line.split('"'));
    let found = words.find(|word| word.starts_with('/') && word.ends_with(".a"));
    PathBuf::from(found.expect("cargo names the archive"))
}

/// The repository.
fn root() -> PathBuf {
    Path::new(&variable("CARGO_MANIFEST_DIR")).join("..")
}

/// Beginnings of names of files that the runtime does not need, and that are large.
const OF_COMPILER: &[&str] = &["qc", "libqc", "cranelift", "libcranelift"];

/// Copies what a cargo that still runs has compiled to the empty folder of another. A package counts as compiled by its fingerprint, which cargo
/// writes last, so fingerprints are copied first; cargo compares times and contents itself, and compiles what is incomplete. Whether anything was
/// copied.
fn seed(from: &Path, to: &Path) -> std::io::Result<bool> {
    if to.exists() {
        return Ok(false);
    }
    wait_for_runtime(from);
    for folder in [".fingerprint", "build", "deps"] {
        copy_folder(&from.join(folder), &to.join(folder))?;
    }
    Ok(true)
}

/// Waits until the outer cargo has compiled the runtime, as long as it compiles anything at all; others have this script's job meanwhile.
fn wait_for_runtime(outer: &Path) {
    let lent = lend_job();
    let mut idle = 0;
    while idle < 10 && !has_runtime(outer) {
        std::thread::sleep(Duration::from_millis(100));
        idle = if is_compiling() { 0 } else { idle + 1 };
    }
    if let Some(mut jobs) = lent {
        jobs.read_exact(&mut [0]).expect("a job comes back");
    }
}

/// Whether the runtime is compiled: its fingerprint is written behind its library.
fn has_runtime(outer: &Path) -> bool {
    let packages = std::fs::read_dir(outer.join(".fingerprint"));
    let mut packages = packages.into_iter().flatten().flatten();
    packages.any(|package| {
        let fingerprint = package.path().join("lib-quasar_rt");
        std::fs::metadata(fingerprint).is_ok_and(|file| file.len() > 0)
    })
}

/// Whether the cargo that runs this script runs a compiler, too.
fn is_compiling() -> bool {
    let parent = std::os::unix::process::parent_id().to_string();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let read =
        |folder: &Path, name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    processes.map(|entry| entry.path()).any(|process| {
        // Behind the name in parentheses stand the state and the parent.
        let state = read(&process, "stat");
        let behind = state.rsplit(')').next().unwrap_or_default();
        behind.split(' ').nth(2) == Some(&parent)
            && read(&process, "cmdline").contains("--crate-name")
    })
}

/// Gives the job that cargo runs this script in back to its jobserver, the pipe of GNU make in which each byte is a job; one is to be read when
/// work goes on. None if there is no such pipe.
fn lend_job() -> Option<File> {
    let flags = env::var("CARGO_MAKEFLAGS").ok()?;
    let mut words = flags.split(' ');
    let pipe = words.find_map(|word| word.strip_prefix("--jobserver-auth="))?;
    let (read, write) = match pipe.strip_prefix("fifo:") {
        Some(path) => (path.to_owned(), path.to_owned()),
        None => {
            let (read, write) = pipe.split_once(',')?;
            (
                format!("/proc/self/fd/{read}"),
                format!("/proc/self/fd/{write}"),
            )
        }
    };
    let jobs = File::open(read).ok()?;
    let mut back = File::options().write(true).open(write).ok()?;
    back.write_all(b"+").ok()?;
    Some(jobs)
}

/// Copies a folder with the times of its files, but for those of the compiler.
fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let (entry, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let is_of_compiler = |part: &&str| name.to_string_lossy().starts_with(*part);
        if OF_COMPILER.iter().any(is_of_compiler) {
            continue;
        }
        let (copy, kind) = (to.join(&name), std::fs::symlink_metadata(&entry)?);
        if kind.is_dir() {
            copy_folder(&entry, &copy)?;
        } else if kind.is_file() {
            std::fs::copy(&entry, &copy)?;
            let copied = File::options().append(true).open(&copy)?;
            copied.set_modified(kind.modified()?)?;
        }
    }
    Ok(())
}

/// A cargo that compiles with the flags and the wrapper of the outer one, and shares its limit of jobs (`CARGO_MAKEFLAGS`).
fn nested_cargo(root: &Path) -> Command {
    let mut cargo = Command::new(variable("CARGO"));
    cargo.current_dir(root);
    for name in REMOVED {
        cargo.env_remove(name);
    }
    cargo
}

/// Where the outer cargo builds with this profile.
fn outer_folder() -> PathBuf {
    let out = PathBuf::from(variable("OUT_DIR"));
    let folder = out.ancestors().nth(3);
    folder
        .expect("OUT_DIR lies in the folder of a profile")
        .to_owned()
}

/// The outer cargo's target folder: OUT_DIR is `<folder>[/<triple>]/<profile>/build/<package>/out`.
fn target_folder() -> PathBuf {
    let out = PathBuf::from(variable("OUT_DIR"));
    let marked = out
        .ancestors()
        .find(|folder| folder.join("CACHEDIR.TAG").is_file());
    marked
        .or(out.parent())
        .expect("OUT_DIR has a parent")
        .to_owned()
}

/// The initialiser of one row of the table; the pieces of the runtime are a file beside it.
fn table_row(runtime: &Runtime, compiler: &str) -> String {
    let path = runtime.path.display();
    let stop = |error: &dyn std::fmt::Display| -> ! { panic!("{path}: {error}") };
    let archive = std::fs::read(&runtime.path).unwrap_or_else(|error| stop(&error));
    let unwinder = static_unwinder(compiler).and_then(|path| std::fs::read(path).ok());
    let archives: Vec<Vec<u8>> = [archive].into_iter().chain(unwinder).collect();
    let mut roots: Vec<&str> = RtFn::ALL.iter().map(|row| row.sig().symbol).collect();
    roots.extend([PROCESS_SYMBOL, SLOT_SYMBOL, LIBRARY_CALL_SYMBOL]);
    roots.extend(LIBRARY_SYMBOLS.map(|(symbol, _)| symbol));
    let table = reading::table(&archives, &roots, EXPORT_PREFIX, reading::Names::Useful);
    let table = table.unwrap_or_else(|error| stop(&error));
    check(&table).unwrap_or_else(|error| stop(&error));
    let triple = &runtime.triple;
    let file = Path::new(&variable("OUT_DIR")).join(format!("{triple}.pieces"));
    std::fs::write(&file, table).expect("OUT_DIR is writable");
    format!(
        "    EmbeddedRuntime {{ triple: {triple:?}, pieces: &Aligned(*include_bytes!({file:?})) }},\n"
    )
}

/// The static unwinder of a C compiler, if it has one; programs ask the system for one otherwise.
fn static_unwinder(compiler: &str) -> Option<PathBuf> {
    let mut command = Command::new(compiler);
    let output = command.arg("-print-file-name=libgcc_eh.a").output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_absolute().then_some(path)
}

/// Whether the slot of a runtime is of this compiler's rows.
fn check(table: &[u8]) -> Result<(), String> {
    let copied: Vec<u64> = table.chunks(8).map(word).collect();
    let aligned = object::pod::bytes_of_slice(&copied);
    let pieces = objects::Objects::read(aligned).ok_or("the table cannot be read back")?;
    let (piece, offset) = pieces.export(SLOT_SYMBOL).ok_or("there is no graft slot")?;
    let slot = &pieces.contents(pieces.all_contents(), piece)[offset as usize..];
    let at = std::mem::offset_of!(GraftSlot, abi);
    match slot.starts_with(&GRAFT_MAGIC) && word(&slot[at..at + 8]) == ABI_HASH {
        true => Ok(()),
        false => Err("it was built from other rows than this compiler".to_owned()),
    }
}

/// Eight bytes as a number, fewer with zeros behind them.
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}
