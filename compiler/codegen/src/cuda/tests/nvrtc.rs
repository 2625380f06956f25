//! The real NVRTC compiles the kernels.
//!
//! *Invariant:* a text that the record does not have is compiled for every architecture by every library at hand; one whose turn has come, for one of them.

use super::cases;
use super::emulated::program_of;
use crate::cuda;
use nvrtc_bridge::Nvrtc;
use quasar_tests::compiled::{Compiler, Record, hash};
use quasar_tests::repository;

/// What the record calls the text: the file that the kernels are of.
const NAME: &str = "compiler/codegen/src/cuda/tests/cases.rs";

#[test]
fn all_kernels_compile() {
    let Some(paths) = std::env::var_os("QC_TEST_NVRTC") else {
        eprintln!("skipped: QC_TEST_NVRTC does not name a libnvrtc.so");
        return;
    };
    let load =
        |path: std::path::PathBuf| Nvrtc::load(Some(&path)).expect("a library of QC_TEST_NVRTC");
    let libraries: Vec<Nvrtc> = std::env::split_paths(&paths).map(load).collect();
    let compilers: Vec<Compiler> = libraries
        .iter()
        .map(|library| Compiler::new(library.version(), &library.architectures()))
        .collect();
    let text = cuda::module(
        &program_of(&cases::all()),
        cuda::TextStyle::Readable(None),
        cuda::Arithmetic::EXACT,
    );
    let record = Record::read();
    let images = record.images(&compilers, NAME, &text);
    if images.is_empty() {
        return;
    }
    for (number, architecture) in images {
        compile(&libraries[number], architecture, &text);
    }
    if repository::blessing() {
        let row = (NAME.to_owned(), hash(&text));
        let written = record.write(&compilers, vec![row]);
        written.expect("the tables can be written");
    }
}

fn compile(library: &Nvrtc, architecture: i32, text: &str) {
    let option = format!("-arch=sm_{architecture}");
    let options = [option.as_str(), "-std=c++17", "-lineinfo", "--fmad=false"];
    match library.compile(text, "kernels.cu", &options) {
        Ok(image) => assert!(
            image.cubin.starts_with(b"\x7fELF"),
            "sm_{architecture}: {}",
            image.log
        ),
        Err(error) => panic!("sm_{architecture}: {}", error.log),
    }
}
