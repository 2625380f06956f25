//! Gathers the notices of what the runtime is made of.
//!
//! *Invariant:* every package that is linked into programs is named.

use std::path::{Path, PathBuf};

mod notices;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=notices.rs");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let variable = |name: &str| std::env::var_os(name).expect("cargo sets it");
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")).join("..");
    let (cargo, target) = (PathBuf::from(variable("CARGO")), variable("TARGET"));
    let target = target.to_string_lossy();
    let notices = notices::text(&cargo, &root, "quasar-rt", &target, "This program");
    std::fs::write(folder.join("notices.txt"), notices).expect("OUT_DIR is writable");
}
