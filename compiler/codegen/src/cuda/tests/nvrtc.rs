//! The real NVRTC compiles the kernels.

use super::cases;
use super::emulated::program_of;
use crate::cuda;
use nvrtc_bridge::Nvrtc;

/// Architectures that the text must compile for, as far as the NVRTC at hand knows them.
const ARCHITECTURES: &[i32] = &[75, 87, 90, 100];

#[test]
fn all_kernels_compile() {
    let Some(paths) = std::env::var_os("QC_TEST_NVRTC") else {
        eprintln!("skipped: QC_TEST_NVRTC does not name a libnvrtc.so");
        return;
    };
    // The first library in full, any other one by a single architecture.
    for (number, path) in std::env::split_paths(&paths).enumerate() {
        let nvrtc = Nvrtc::load(Some(&path)).expect("a library of QC_TEST_NVRTC");
        let count = if number == 0 { ARCHITECTURES.len() } else { 1 };
        compile_all(&nvrtc, &ARCHITECTURES[..count]);
    }
}

fn compile_all(nvrtc: &Nvrtc, architectures: &[i32]) {
    let text = cuda::module(
        &program_of(&cases::all()),
        cuda::TextStyle::Readable(None),
        cuda::Arithmetic::EXACT,
    );
    let known = nvrtc.architectures();
    for architecture in architectures.iter().filter(|one| known.contains(one)) {
        let option = format!("-arch=sm_{architecture}");
        let options = [option.as_str(), "-std=c++17", "-lineinfo", "--fmad=false"];
        match nvrtc.compile(&text, "kernels.cu", &options) {
            Ok(image) => assert!(
                image.cubin.starts_with(b"\x7fELF"),
                "sm_{architecture}: {}",
                image.log
            ),
            Err(error) => panic!("sm_{architecture}: {}", error.log),
        }
    }
}
