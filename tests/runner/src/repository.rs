//! Where things lie: the repository, the command `qc`, scratch folders.
//!
//! *Invariant:* tests write below the target folder only.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The root of the repository.
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let runner = Path::new(env!("CARGO_MANIFEST_DIR"));
        runner
            .ancestors()
            .nth(2)
            .expect("the runner lies in tests/runner")
            .to_path_buf()
    })
}

/// The command `qc`: `$QC` when it is set, otherwise the one that cargo builds
/// beside this test, brought up to date first.
pub fn qc() -> &'static Path {
    static QC: OnceLock<PathBuf> = OnceLock::new();
    QC.get_or_init(|| std::env::var_os("QC").map_or_else(build_qc, PathBuf::from))
}

/// Does the command make programs yet? While the compiler is being put
/// together, tests that need it are skipped and say so.
pub fn qc_makes_programs() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let folder = scratch("hello");
        let made = std::fs::write(folder.join("hello.q"), "print 1\n").is_ok()
            && Command::new(qc())
                .current_dir(&folder)
                .args(["hello.q", "-o", "hello"])
                .output()
                .is_ok_and(|o| o.status.success());
        let _ = std::fs::remove_dir_all(&folder);
        made
    })
}

/// The library of the emulated GPU: `$QC_EMULATOR` when it is set, otherwise the one that cargo builds, brought up to date first.
pub fn emulator() -> &'static Path {
    static EMULATOR: OnceLock<PathBuf> = OnceLock::new();
    EMULATOR
        .get_or_init(|| std::env::var_os("QC_EMULATOR").map_or_else(build_emulator, PathBuf::from))
}

fn build_emulator() -> PathBuf {
    build(&["-p", "quasar-emulator", "--lib"]);
    profile_folder().join("libquasar_emulator.so")
}

/// The library that fails what it is told to, brought up to date first.
pub fn shim() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        build(&["-p", "quasar-shim", "--lib"]);
        profile_folder().join("libquasar_shim.so")
    })
}

/// Lets a Python keep byte code below `target`, so that packages that were installed without it are compiled once.
pub fn keep_byte_code(python: &mut Command) {
    python.env_remove("PYTHONDONTWRITEBYTECODE");
    python.env("PYTHONPYCACHEPREFIX", profile_folder().join("byte-code"));
}

/// With the features that a build of the workspace gives to packages, or they would be built a second time.
fn build_qc() -> PathBuf {
    build(&["--workspace", "--bin", "qc"]);
    profile_folder().join("qc")
}

/// Builds something of the repository in the profile of this test.
fn build(what: &[&str]) {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(root())
        .args(["build", "--quiet", "--locked"])
        .args(what);
    let folder = profile_folder();
    let name = folder
        .file_name()
        .expect("the folder of a profile")
        .to_string_lossy();
    let profile = if name == "debug" { "dev" } else { &*name };
    cargo.args(["--profile", profile]);
    let status = cargo
        .status()
        .expect("cargo runs: it has just built this test");
    assert!(status.success(), "{what:?} does not build");
}

/// `target/debug`, `target/checks`: this executable lies in its folder `deps`.
fn profile_folder() -> PathBuf {
    let this = std::env::current_exe().expect("the test knows its own path");
    this.ancestors()
        .nth(2)
        .expect("tests lie in target/<profile>/deps")
        .to_path_buf()
}

/// A fresh empty folder below the target folder.
pub fn scratch(name: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let flat: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let unique = format!(
        "{flat}-{}-{}",
        std::process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed)
    );
    let folder = profile_folder().join("scratch").join(unique);
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

/// All files with this extension below a folder of the repository, sorted by path.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    gather(&root().join(folder), extension, &mut found);
    found.sort();
    found
}

fn gather(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
}

/// The path as it is written in messages: relative to the repository.
pub fn relative(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Should expectations that are pictures of output be rewritten?
pub fn blessing() -> bool {
    std::env::var_os("QC_BLESS").is_some_and(|value| value == "1")
}
