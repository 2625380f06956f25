//! The search, on folders made for the test.

use super::*;

/// A folder of its own for a test, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("qc-search-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// A file that is no library.
    fn file(&self, path: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, "no library").expect("a file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn places(root: &Folder, variables: &[(&str, &Path)]) -> Places {
    let pair = |&(name, value): &(&str, &Path)| (name.into(), value.as_os_str().to_os_string());
    Places {
        environment: variables.iter().map(pair).collect(),
        executable_folder: Some(root.0.join("bin")),
        root: root.0.clone(),
        loader: false,
    }
}

fn row(wanted: Wanted) -> &'static Row {
    ROWS.iter().find(|row| row.wanted == wanted).expect("a row")
}

#[test]
fn folders_come_in_the_order_of_their_claim() {
    let root = Folder::new("order");
    for file in [
        "usr/local/cuda-12.9/lib64/x",
        "usr/local/cuda-13.10/lib64/x",
        "usr/local/cuda-13.9/lib64/x",
        "venv/lib/python3.11/site-packages/x",
    ] {
        root.file(file);
    }
    let (own, venv, home) = (root.0.join("own"), root.0.join("venv"), root.0.join("home"));
    let places = places(
        &root,
        &[
            ("QC_CUDA_LIB_DIR", &own),
            ("VIRTUAL_ENV", &venv),
            ("CUDA_HOME", &home),
        ],
    );
    let folders = places.folders(row(Wanted::Nvrtc));
    let position = |path: &str| {
        let path = Some(root.0.join(path));
        let found = folders.iter().position(|folder| *folder == path);
        found.unwrap_or_else(|| panic!("{path:?} is not in {folders:?}"))
    };
    let expected = [
        "own",
        "venv/lib/python3.11/site-packages/nvidia/cu13/lib",
        "venv/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib",
        "home/lib64",
        "usr/local/cuda-13.10/lib64",
        "usr/local/cuda-13.9/lib64",
        "usr/local/cuda-12.9/lib64",
        "usr/lib/aarch64-linux-gnu/tegra",
        "usr/lib/wsl/lib",
        "bin",
    ];
    let positions: Vec<usize> = expected.iter().map(|path| position(path)).collect();
    assert!(positions.is_sorted(), "{positions:?}");
}

#[test]
fn the_report_names_every_place_and_why_a_file_does_not_open() {
    let root = Folder::new("report");
    root.file("bin/libcuda.so.1");
    let missing = find(Wanted::Driver, &places(&root, &[])).expect_err("nothing that opens");
    let broken = root.0.join("bin/libcuda.so.1");
    assert!(
        missing.reason.contains(&broken.display().to_string()),
        "{missing}"
    );
    assert!(missing.reason.contains("usr/lib/wsl/lib"), "{missing}");
    assert!(
        missing
            .reason
            .starts_with("the CUDA driver (libcuda.so.1) was not found")
    );
}

#[test]
fn the_emulator_is_found_by_its_variable_or_beside_the_executable_only() {
    let root = Folder::new("emulator");
    root.file("usr/lib64/libquasar_emulator.so");
    let missing = find(Wanted::Emulator, &places(&root, &[])).expect_err("not beside it");
    assert!(
        missing.reason.contains("bin") && !missing.reason.contains("lib64"),
        "{missing}"
    );
    let named = root.0.join("usr/lib64/libquasar_emulator.so");
    let places = places(&root, &[("QC_EMU_LIBRARY", &named)]);
    let missing = find(Wanted::Emulator, &places).expect_err("it is no library");
    assert!(
        missing.reason.contains("lib64/libquasar_emulator.so"),
        "{missing}"
    );
}

#[test]
fn versions_are_compared_by_numbers() {
    assert!(version("cuda-13.10") > version("cuda-13.9"));
    assert!(version("cuda-12") > version("cuda"));
}

#[test]
fn nvrtc_of_a_wheel_is_found_with_its_builtins() {
    let Some(paths) = std::env::var_os("QC_TEST_NVRTC") else {
        eprintln!("skipped: QC_TEST_NVRTC does not name a libnvrtc.so");
        return;
    };
    let root = Folder::new("wheel");
    let first = std::env::split_paths(&paths).next().expect("a path");
    let folder = first.parent().expect("a folder");
    let places = places(&root, &[("QC_CUDA_LIB_DIR", folder)]);
    let found = find(Wanted::Nvrtc, &places).expect("NVRTC");
    assert_eq!(found.path, first);
    let builtins = children(folder, "libnvrtc-builtins.so.");
    let name = builtins[0].file_name().expect("a name");
    // SAFETY: the library has been loaded before, so that no initialiser runs.
    let loaded = unsafe { unix::Library::open(Some(name), unix::RTLD_NOW | RTLD_NOLOAD) };
    assert!(loaded.is_ok(), "the builtins are loaded first");
}
