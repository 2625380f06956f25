//! Builds the runtime's stub executable and embeds it in qc.
//!
//! The stub is a nested cargo's work, with a target folder of its own, since
//! the outer cargo holds the lock on the usual one. In a release build that folder
//! begins with a copy of what the outer cargo has compiled, so that packages
//! which qc and the stub share are compiled once. `QC_STUB=path` uses a ready
//! stub instead; `QC_STUB_AARCH64=path` adds one for 64-bit ARM. `cargo check`
//! needs no stub and builds none.
//!
//! Release builds also put the runtime's archive beside qc, for `--linker=cc`.
//!
//! *Invariant:* qc never embeds a stub that lacks a row of the runtime's table.

use std::env;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs::File;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use quasar_abi::{GRAFT_MAGIC, GraftSlot, RtFn};

#[path = "../rt/notices.rs"]
mod notices;

#[path = "src/driver/graft/elf.rs"]
#[allow(dead_code, unused_imports, reason = "the build script only reads")]
mod elf;

/// What the stub is made of; the emulator and the tests of the runtime are no part of it.
const RUNTIME: &[&str] = &[
    "rt/src",
    "rt/Cargo.toml",
    "rt/archive/src",
    "rt/build.rs",
    "rt/notices.rs",
    "rt/abi/src",
    "rt/abi/Cargo.toml",
    "nvrtc-bridge/src",
    "nvrtc-bridge/Cargo.toml",
    "Cargo.toml",
    "Cargo.lock",
];

/// Flags of rustc, which the stub is compiled with as well as qc.
const FLAGS: &[&str] = &["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"];

/// What would make the inner cargo build for another place or as another tool: the last one is clippy's, which checks qc, not the runtime again.
const REMOVED: &[&str] = &[
    "CARGO_BUILD_TARGET",
    "CARGO_TARGET_DIR",
    "CARGO_BUILD_TARGET_DIR",
    "MAKEFLAGS",
    "RUSTC_WORKSPACE_WRAPPER",
];

/// What a stub is embedded as.
struct Stub {
    triple: String,
    path: PathBuf,
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/driver/graft/elf.rs");
    for variable in ["QC_STUB", "QC_STUB_AARCH64"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    println!("cargo::rerun-if-changed=../rt/notices.rs");
    println!("cargo::rustc-env=QC_HOST_TRIPLE={}", variable("TARGET"));
    let root = root();
    let cargo = PathBuf::from(variable("CARGO"));
    let notices = notices::text(&cargo, &root, "qc", &variable("TARGET"), "qc");
    let notices_file = Path::new(&variable("OUT_DIR")).join("notices.txt");
    std::fs::write(notices_file, notices).expect("OUT_DIR is writable");
    let mut stubs = Vec::new();
    let checks = only_checks();
    match env::var_os("QC_STUB") {
        None if checks => come_back(),
        given => {
            // A release build needs the archive in any case.
            let wanted = given.is_none() || !checks && variable("PROFILE") == "release";
            let built = wanted.then(build_stub);
            let path = given
                .map(PathBuf::from)
                .or(built)
                .expect("one of them is there");
            let triple = variable("TARGET");
            stubs.push(Stub { triple, path });
        }
    }
    if let Some(path) = env::var_os("QC_STUB_AARCH64") {
        stubs.push(Stub {
            triple: "aarch64-unknown-linux-gnu".to_owned(),
            path: path.into(),
        });
    }
    let rows: String = stubs.iter().map(table_row).collect();
    let table = format!(
        "/// Every stub, one per target.\npub static STUBS: &[EmbeddedStub] = &[\n{rows}];\n"
    );
    let out = Path::new(&variable("OUT_DIR")).join("stub_table.rs");
    std::fs::write(out, table).expect("OUT_DIR is writable");
}

/// A variable that cargo sets for build scripts.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

/// Whether cargo only checks (`cargo check`, `cargo clippy`, which calls it, `cargo doc`): nothing is linked then, so no stub is needed. A build
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

/// Makes cargo run this script again next time, which may need a stub: a file that is not there counts as changed.
fn come_back() {
    println!("cargo::rerun-if-changed={}/no-stub", variable("OUT_DIR"));
}

/// What a nested cargo has made of the runtime.
struct Runtime {
    stub: PathBuf,
    library: PathBuf,
}

/// Builds the stub with the profile that suits qc's own. A release build also gets the archive, where qc will be.
fn build_stub() -> PathBuf {
    for source in RUNTIME {
        println!("cargo::rerun-if-changed={}", root().join(source).display());
    }
    for variable in FLAGS {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    if variable("PROFILE") != "release" {
        return build_runtime("stub-dev", None).stub;
    }
    let outer = outer_folder();
    let profile = outer.file_name().expect("a profile has a name");
    let runtime = build_runtime(&profile.to_string_lossy(), Some(&outer));
    make_archive(&runtime.library, &outer.join("libquasar_rt.a"));
    runtime.stub
}

/// Builds the runtime in a target folder of its own, which begins with what an outer folder has. The packages are compiled with the features
/// that they have in qc, whose package is named for that and not built.
fn build_runtime(profile: &str, outer: Option<&Path>) -> Runtime {
    let folder = target_folder().join("stub");
    let mut cargo = nested_cargo(&root());
    cargo
        .args([
            "build",
            "--locked",
            "--package",
            "qc",
            "--package",
            "quasar-rt",
        ])
        .args(["--bin", "quasar-stub", "--profile", profile])
        .args([
            "--message-format",
            "json-render-diagnostics",
            "--target-dir",
        ])
        .arg(&folder);
    if outer_folder().parent() != Some(&target_folder()) {
        cargo.args(["--target", &variable("TARGET")]);
    } else if let Some(outer) = outer {
        // What is not there is compiled.
        let _only_slower = seed(outer, &folder.join(profile));
    }
    let output = cargo.stderr(Stdio::inherit()).output();
    let output = output.expect("cargo runs");
    assert!(
        output.status.success(),
        "the runtime did not build; the messages are above"
    );
    let messages = String::from_utf8_lossy(&output.stdout);
    Runtime {
        stub: made(&messages, "/quasar-stub"),
        library: made(&messages, ".rlib"),
    }
}

/// The file with this end among those that cargo says it has made of the runtime. Messages are lines of JSON, in which names stand in quotes.
fn made(messages: &str, end: &str) -> PathBuf {
    let of_runtime =
        |line: &&str| line.contains("\"compiler-artifact\"") && line.contains("#quasar-rt@");
    let lines = messages.lines().filter(of_runtime);
    let mut words = lines.flat_map(|line| line.split('"'));
    let found = words.find(|word| word.starts_with('/') && word.ends_with(end));
    PathBuf::from(found.unwrap_or_else(|| panic!("cargo names no file *{end}")))
}

/// Makes the archive of the compiled runtime. Cargo would compile the runtime again for it, with the features of another package.
fn make_archive(library: &Path, archive: &Path) {
    let mut external = OsString::from("runtime=");
    external.push(library);
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let status = Command::new(variable("RUSTC"))
        .args(["--crate-name", "quasar_rt", "--crate-type", "staticlib"])
        .args([
            "--edition",
            "2024",
            "-C",
            "opt-level=3",
            "-C",
            "metadata=archive",
        ])
        .args(flags.split('\x1f').filter(|flag| !flag.is_empty()))
        .args(["--target", &variable("TARGET"), "--extern"])
        .arg(external)
        .args(dependencies_of(library))
        .arg(root().join("rt/archive/src/lib.rs"))
        .arg("-o")
        .arg(archive)
        .status();
    assert!(status.expect("rustc runs").success(), "no archive");
}

/// Where rustc finds what a library depends on: beside it, and what ran while it was compiled (procedural macros) where cargo builds for the host,
/// which is another folder if a target was named: `<folder>/<profile>/deps` beside `<folder>/<triple>/<profile>/deps`.
fn dependencies_of(library: &Path) -> Vec<OsString> {
    let beside = library.parent().expect("a library lies in a folder");
    let profile = beside.parent().and_then(Path::file_name);
    let of_host = profile.zip(beside.ancestors().nth(3));
    let of_host = of_host.map(|(profile, folder)| folder.join(profile).join("deps"));
    let folders = [Some(beside.to_owned()), of_host].into_iter().flatten();
    let option = |folder: PathBuf| {
        let mut option = OsString::from("-Ldependency=");
        option.push(folder);
        option
    };
    folders.map(option).collect()
}

/// The repository.
fn root() -> PathBuf {
    Path::new(&variable("CARGO_MANIFEST_DIR")).join("..")
}

/// Beginnings of names of files that the stub does not need, and that are large.
const OF_COMPILER: &[&str] = &["qc", "libqc", "cranelift", "libcranelift"];

/// Copies what a cargo that still runs has compiled to the empty folder of another. A package counts as compiled by its fingerprint, which cargo
/// writes last, so fingerprints are copied first; cargo compares times and contents itself, and compiles what is incomplete.
fn seed(from: &Path, to: &Path) -> std::io::Result<()> {
    if to.exists() {
        return Ok(());
    }
    wait_for_runtime(from);
    for folder in [".fingerprint", "build", "deps"] {
        copy_folder(&from.join(folder), &to.join(folder))?;
    }
    Ok(())
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
        if OF_COMPILER.iter().any(|part| is_of_compiler(part)) {
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

/// The initialiser of one row of the table.
fn table_row(stub: &Stub) -> String {
    println!("cargo::rerun-if-changed={}", stub.path.display());
    let path = stub.path.display();
    let bytes = std::fs::read(&stub.path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let file = elf::ElfFile::parse(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut symbols = file
        .symbols()
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    symbols.sort_by_key(|symbol| symbol.name);
    symbols.dedup_by_key(|symbol| symbol.name);
    check(&path.to_string(), &file, &symbols);
    let mut row = String::new();
    let slot = find(&symbols, quasar_abi::graft::SLOT_SYMBOL).expect("it was checked");
    let (triple, absolute) = (&stub.triple, stub.path.canonicalize().expect("it was read"));
    writeln!(row, "    EmbeddedStub {{").expect("a string");
    writeln!(row, "        triple: {triple:?},").expect("a string");
    writeln!(row, "        bytes: include_bytes!({absolute:?}),").expect("a string");
    writeln!(row, "        slot: {slot:#x},").expect("a string");
    writeln!(row, "        exports: &[").expect("a string");
    let prefix = quasar_abi::graft::EXPORT_PREFIX;
    for symbol in symbols
        .iter()
        .filter(|symbol| symbol.name.starts_with(prefix))
    {
        writeln!(
            row,
            "            ({:?}, {:#x}),",
            symbol.name, symbol.address
        )
        .expect("a string");
    }
    writeln!(row, "        ],\n    }},").expect("a string");
    row
}

/// Stops the build when the stub lacks the slot or a row.
fn check(path: &str, file: &elf::ElfFile<'_>, symbols: &[elf::Symbol<'_>]) {
    let slot = find(symbols, quasar_abi::graft::SLOT_SYMBOL);
    let slot = slot.unwrap_or_else(|| panic!("{path} is no stub: it has no graft slot"));
    let at = file
        .file_offset(slot)
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    let magic = file.bytes.get(at..at + GRAFT_MAGIC.len());
    assert_eq!(
        magic,
        Some(&GRAFT_MAGIC[..]),
        "{path} has a damaged graft slot"
    );
    let hash = elf::read_u64(file.bytes, at + std::mem::offset_of!(GraftSlot, abi));
    let hash = hash.unwrap_or_else(|error| panic!("{path}: {error}"));
    assert_eq!(
        hash,
        quasar_abi::ABI_HASH,
        "{path} was built from other rows than this compiler"
    );
    let missing = |row: &&RtFn| find(symbols, row.sig().symbol).is_none();
    let missing: Vec<_> = RtFn::ALL
        .iter()
        .filter(missing)
        .map(|row| row.sig().symbol)
        .collect();
    assert!(
        missing.is_empty(),
        "{path} lacks functions of the runtime's table (rt/abi/src/functions.rs): {}",
        missing.join(", "),
    );
}

/// The address of a symbol.
fn find(symbols: &[elf::Symbol<'_>], name: &str) -> Option<u64> {
    let found = symbols.binary_search_by_key(&name, |symbol| symbol.name);
    found.ok().map(|index| symbols[index].address)
}
