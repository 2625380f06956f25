//! Programs that the system's C compiler links.
//!
//! *Invariant:* the executable that was linked is run; its output is what counts.

use std::path::Path;
use std::process::Command;

use qc::codegen::spmd::SpmdOptions;
use qc::driver::executable::{self, HOST, Request};
use qc::driver::foreign;
use qc::mir::parse;

/// A program that prints a text.
const HELLO: &str = r#"
entry main
host main() {
    runtime print(; "hello, linker")
}
"#;

#[test]
fn objects_link_with_the_archive() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    let request = Request {
        target: HOST,
        optimise: true,
        folder: ".".to_owned(),
        cuda: None,
        kernels: SpmdOptions::default(),
        debug: false,
        library: None,
    };
    let hello = parse::program(HELLO).expect("a program");
    let object = executable::object(&hello, &request).expect("an object");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("foreign");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let path = folder.join("hello");
    let nothing = std::collections::BTreeSet::new();
    // SAFETY: this process has one test, and nothing else reads the environment meanwhile.
    unsafe { std::env::set_var("QC_RUNTIME_ARCHIVE", "/nowhere/libquasar_rt.a") };
    let missing =
        foreign::link(&object, &[], &nothing, &path, None).expect_err("there is no such archive");
    assert!(missing.to_string().contains("/nowhere/libquasar_rt.a"));
    // A build that only checks, `cargo check`, has no archive.
    let archive = option_env!("QC_ARCHIVE").expect("a build that runs has an archive");
    // SAFETY: as above.
    unsafe { std::env::set_var("QC_RUNTIME_ARCHIVE", archive) };
    foreign::link(&object, &[], &nothing, &path, None).expect("it links");
    let output = Command::new(&path).output().expect("it starts");
    assert_eq!(output.stdout, b"hello, linker\n");
    assert_eq!(output.status.code(), Some(0));
    let failed = foreign::link(b"no object", &[], &nothing, &folder.join("broken"), None);
    assert!(failed.is_err_and(|error| error.to_string().contains("C compiler failed")));
    let left: Vec<_> = std::fs::read_dir(&folder)
        .expect("exists")
        .flatten()
        .collect();
    assert_eq!(left.len(), 1, "{left:?}");
}
