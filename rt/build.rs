//! Makes the stub need no library but the C library, and gathers the notices of what it is made of.
//!
//! *Invariant:* a machine without the static unwinder still builds a working stub.
//!
//! Rust's standard library asks for `libgcc_s`, the unwinder. A linker script
//! of that name in front of the search path answers with the static copy that
//! every gcc brings. Where there is none, the stub needs `libgcc_s.so.1`,
//! which works just as well but is one file more.

use std::path::{Path, PathBuf};
use std::process::Command;

mod notices;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=notices.rs");
    println!("cargo::rustc-link-arg-bin=quasar-stub=-Wl,--build-id=sha1");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let variable = |name: &str| std::env::var_os(name).expect("cargo sets it");
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")).join("..");
    let (cargo, target) = (PathBuf::from(variable("CARGO")), variable("TARGET"));
    let target = target.to_string_lossy();
    let notices = notices::text(&cargo, &root, "quasar-rt", &target, "This program");
    std::fs::write(folder.join("notices.txt"), notices).expect("OUT_DIR is writable");
    let native = std::env::var("HOST") == std::env::var("TARGET");
    if native && let Some(archive) = static_unwinder() {
        replace_libgcc_s(&folder, &archive);
        println!(
            "cargo::rustc-link-arg-bin=quasar-stub=-L{}",
            folder.display()
        );
    }
}

/// The static unwinder of the C compiler that links, if it has one.
fn static_unwinder() -> Option<PathBuf> {
    let output = Command::new("cc")
        .arg("-print-file-name=libgcc_eh.a")
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_absolute().then_some(path)
}

/// Writes `libgcc_s.so`, a linker script that names the archive instead.
fn replace_libgcc_s(folder: &Path, archive: &Path) {
    let script = format!("GROUP ( {} )\n", archive.display());
    std::fs::write(folder.join("libgcc_s.so"), script).expect("OUT_DIR is writable");
}
