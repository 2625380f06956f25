//! Builds the runtime's stub executable and embeds it in qc.
//!
//! The stub is a nested cargo's work, with a target folder of its own, since
//! the outer cargo holds the lock on the usual one. `QC_STUB=path` uses a ready
//! stub instead; `QC_STUB_AARCH64=path` adds one for 64-bit ARM. `cargo check`
//! needs no stub and builds none.
//!
//! Release builds also put the runtime's archive beside qc, for `--linker=cc`.
//!
//! *Invariant:* qc never embeds a stub that lacks a row of the runtime's table.

use std::env;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

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
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")).join("..");
    let cargo = PathBuf::from(variable("CARGO"));
    let notices = notices::text(&cargo, &root, "qc", &variable("TARGET"), "qc");
    let notices_file = Path::new(&variable("OUT_DIR")).join("notices.txt");
    std::fs::write(notices_file, notices).expect("OUT_DIR is writable");
    let mut stubs = Vec::new();
    let checks = only_checks();
    match env::var_os("QC_STUB") {
        None if checks => come_back(),
        given => stubs.push(Stub {
            triple: variable("TARGET"),
            path: given.map_or_else(build_stub, PathBuf::from),
        }),
    }
    if let Some(path) = env::var_os("QC_STUB_AARCH64") {
        stubs.push(Stub {
            triple: "aarch64-unknown-linux-gnu".to_owned(),
            path: path.into(),
        });
    }
    if variable("PROFILE") == "release" && !checks {
        build_archive();
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

/// Builds the stub with the profile that suits qc's own.
fn build_stub() -> PathBuf {
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")).join("..");
    for source in RUNTIME {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    for variable in FLAGS {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let profile = match variable("PROFILE").as_str() {
        "release" => "stub",
        _ => "stub-dev",
    };
    build_runtime(profile, &["--bin", "quasar-stub"]).join("quasar-stub")
}

/// Builds the runtime as an archive and puts it where qc will be.
fn build_archive() {
    let made = build_runtime("stub", &["--lib"]).join("libquasar_rt.a");
    let beside = Path::new(&variable("OUT_DIR"))
        .join("../../..")
        .join("libquasar_rt.a");
    std::fs::copy(made, beside).expect("the target folder is writable");
}

/// Builds a target of the runtime in a target folder of its own; the folder where it lies.
fn build_runtime(profile: &str, target: &[&str]) -> PathBuf {
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")).join("..");
    let folder = target_folder().join("stub");
    let status = nested_cargo(&root)
        .args(["build", "--locked", "--package", "quasar-rt"])
        .args(target)
        .args(["--profile", profile, "--target", &variable("TARGET")])
        .arg("--target-dir")
        .arg(&folder)
        .status();
    let built = status.expect("cargo runs").success();
    assert!(built, "the runtime did not build; the messages are above");
    folder.join(variable("TARGET")).join(profile)
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
