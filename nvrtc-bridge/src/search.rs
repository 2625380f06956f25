//! Where NVIDIA's libraries are looked for, and how they are opened.
//!
//! *Invariant:* a library that was opened stays open until the program ends; what was not found is told with every place that was tried.

use crate::environment;
use libc::RTLD_NOLOAD;
use libloading::Library;
use libloading::os::unix;
use std::collections::{BTreeSet, BinaryHeap};
use std::ffi::{CStr, OsStr, OsString, c_void};
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A library or symbol that is not there, with what was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What was looked for, where, and why it was not found.
    pub reason: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Missing {}

/// A library that the search knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The CUDA driver.
    Driver,
    /// The emulated driver of this project.
    Emulator,
    /// NVRTC, the compiler.
    Nvrtc,
    /// cuFFT
    Fft,
    /// cuBLAS
    Blas,
    /// cuSOLVER
    Solver,
    /// cuDNN
    Dnn,
}

/// What is known of a library.
struct Row {
    wanted: Wanted,
    /// How it is called in messages.
    title: &'static str,
    /// Names of the file, newest first.
    sonames: &'static [&'static str],
    /// Folders of the wheels that hold it, below `site-packages`.
    wheels: &'static [&'static str],
    /// A library of the same folder that it opens by itself, by the start of its name: it is opened before.
    companion: Option<&'static str>,
    /// An environment variable that names the file, and then nothing else counts.
    variable: Option<&'static str>,
    /// Whether the system's folders and the loader's own search count.
    system: bool,
}

const ROWS: &[Row] = &[
    Row {
        wanted: Wanted::Driver,
        title: "the CUDA driver",
        sonames: &["libcuda.so.1"],
        wheels: &[],
        companion: None,
        variable: None,
        system: true,
    },
    Row {
        wanted: Wanted::Emulator,
        title: "the emulated CUDA driver",
        sonames: &["libquasar_emulator.so"],
        wheels: &[],
        companion: None,
        variable: Some("QC_EMU_LIBRARY"),
        system: false,
    },
    Row {
        wanted: Wanted::Nvrtc,
        title: "NVRTC",
        sonames: &["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"],
        wheels: &["nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib"],
        companion: Some("libnvrtc-builtins.so."),
        variable: None,
        system: true,
    },
    Row {
        wanted: Wanted::Fft,
        title: "cuFFT",
        sonames: &["libcufft.so.12", "libcufft.so.11", "libcufft.so.10"],
        wheels: &["nvidia/cu13/lib", "nvidia/cufft/lib"],
        companion: None,
        variable: None,
        system: true,
    },
    Row {
        wanted: Wanted::Blas,
        title: "cuBLAS",
        sonames: &["libcublas.so.13", "libcublas.so.12", "libcublas.so.11"],
        wheels: &["nvidia/cu13/lib", "nvidia/cublas/lib"],
        companion: Some("libcublasLt.so."),
        variable: None,
        system: true,
    },
    Row {
        wanted: Wanted::Solver,
        title: "cuSOLVER",
        sonames: &["libcusolver.so.12", "libcusolver.so.11"],
        wheels: &["nvidia/cu13/lib", "nvidia/cusolver/lib"],
        companion: None,
        variable: None,
        system: true,
    },
    Row {
        wanted: Wanted::Dnn,
        title: "cuDNN",
        sonames: &["libcudnn.so.9"],
        wheels: &["nvidia/cudnn/lib"],
        companion: None,
        variable: None,
        system: true,
    },
];

/// Folders of toolkits, of Tegra and of WSL, in this order, behind `/usr/local/cuda*`.
const SYSTEM_FOLDERS: &[&str] = &[
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib/aarch64-linux-gnu/tegra",
    "/usr/lib/aarch64-linux-gnu/nvidia",
    "/usr/lib/wsl/lib",
];

/// Folders of a toolkit that hold libraries.
const TOOLKIT_FOLDERS: &[&str] = &[
    "lib64",
    "targets/x86_64-linux/lib",
    "targets/aarch64-linux/lib",
    "lib",
];

/// What the search depends on, so that tests can say it.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The environment.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder of the executable.
    pub executable_folder: Option<PathBuf>,
    /// Where `usr/local/cuda*` and the system's folders are; `/` as a rule.
    pub root: PathBuf,
    /// Whether libraries that the program has already loaded and those that the system's loader finds count.
    pub loader: bool,
}

impl Places {
    /// Those of this process.
    pub fn of_this_process() -> Places {
        // A program with raised rights may lie under a name that its caller has given it, in a folder of the caller.
        let is_trusted = !environment::has_raised_rights();
        let executable = std::env::current_exe().ok().filter(|_| is_trusted);
        Places {
            environment: environment::all(),
            executable_folder: executable.and_then(|path| Some(path.parent()?.to_path_buf())),
            root: PathBuf::from("/"),
            loader: true,
        }
    }

    /// A variable of the environment, unless it is empty.
    pub fn variable(&self, name: &str) -> Option<&OsStr> {
        let found = self.environment.iter().find(|(known, _)| known == name);
        found
            .map(|(_, value)| value.as_os_str())
            .filter(|value| !value.is_empty())
    }

    /// The folders to look in, in order. `None` stands for the system's loader, which is asked by name.
    fn folders(&self, row: &Row) -> Vec<Option<PathBuf>> {
        let mut folders = Vec::new();
        if let Some(list) = self.variable("QC_CUDA_LIB_DIR") {
            folders.extend(std::env::split_paths(list).map(Some));
        }
        if row.system {
            if self.loader {
                folders.push(None);
            }
            let rest = [
                self.wheel_folders(row),
                self.toolkit_folders(),
                self.system_folders(),
            ];
            folders.extend(rest.into_iter().flatten().map(Some));
        }
        // Behind the system's: programs are copied into folders that others write to.
        folders.extend(self.executable_folder.clone().map(Some));
        folders
    }

    fn wheel_folders(&self, row: &Row) -> Vec<PathBuf> {
        let environments = ["VIRTUAL_ENV", "CONDA_PREFIX"];
        let prefixes = environments.iter().filter_map(|name| self.variable(name));
        let mut folders = Vec::new();
        for prefix in prefixes.map(Path::new) {
            for python in children(&prefix.join("lib"), "python") {
                let packages = python.join("site-packages");
                folders.extend(row.wheels.iter().map(|wheel| packages.join(wheel)));
            }
            folders.push(prefix.join("lib"));
        }
        folders
    }

    fn toolkit_folders(&self) -> Vec<PathBuf> {
        let named = ["CUDA_PATH", "CUDA_HOME"];
        let named = named.iter().filter_map(|name| self.variable(name));
        let mut toolkits: Vec<PathBuf> = named.map(PathBuf::from).collect();
        toolkits.extend(children(&self.root.join("usr/local"), "cuda"));
        toolkits
            .iter()
            .flat_map(|toolkit| TOOLKIT_FOLDERS.iter().map(|folder| toolkit.join(folder)))
            .collect()
    }

    fn system_folders(&self) -> Vec<PathBuf> {
        let below = |folder: &&str| self.root.join(folder.trim_start_matches('/'));
        SYSTEM_FOLDERS.iter().map(below).collect()
    }
}

/// The entries of a folder whose names start so, newest version first.
fn children(folder: &Path, start: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names = names.filter(|name| name.starts_with(start));
    let mut names: BinaryHeap<_> = names.map(|name| (version(&name), name)).collect();
    let newest = std::iter::from_fn(|| names.pop());
    newest.map(|(_, name)| folder.join(name)).collect()
}

/// The numbers in a name, so that 13.10 is newer than 13.9.
fn version(name: &str) -> Vec<u64> {
    let parts = name.split(|letter: char| !letter.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// A library that was found.
#[derive(Clone, Debug)]
pub struct Found {
    pub(crate) library: &'static Library,
    /// The path that was opened, or the bare name where the system's loader found it.
    pub path: PathBuf,
}

/// Looks for a library and opens it: first what the program has already loaded, then the folders in order.
///
/// # Errors
/// Every place that was tried. A file that is there and cannot be opened is told with the loader's reason.
pub fn find(wanted: Wanted, places: &Places) -> Result<Found, Missing> {
    let row = row(wanted);
    let mut report = Vec::new();
    for found in each(wanted, places) {
        match found {
            Ok(found) => return Ok(found),
            Err(missing)
                if row
                    .variable
                    .is_some_and(|name| places.variable(name).is_some()) =>
            {
                return Err(missing);
            }
            Err(missing) => report.push(missing.reason),
        }
    }
    Err(Missing {
        reason: format!(
            "{} ({}) was not found: {}",
            row.title,
            row.sonames.join(", "),
            report.join("; ")
        ),
    })
}

fn row(wanted: Wanted) -> &'static Row {
    let row = ROWS.iter().find(|row| row.wanted == wanted);
    row.expect("every library has a row")
}

/// A place where a library may be.
enum Candidate {
    /// A library of that name that the program has loaded.
    Loaded(&'static str),
    /// A name that the system's loader may know.
    Named(&'static str),
    /// A file that is there, and must be one that opens.
    File(PathBuf),
    /// A folder without it.
    Nowhere(PathBuf),
}

/// Every library that is found, in the order of the search, and what was not found between them; each is opened when it is asked for.
pub fn each(
    wanted: Wanted,
    places: &Places,
) -> impl Iterator<Item = Result<Found, Missing>> + use<> {
    let row = row(wanted);
    let candidates = candidates(row, places);
    candidates
        .into_iter()
        .map(|candidate| open_candidate(row, candidate))
}

fn candidates(row: &Row, places: &Places) -> Vec<Candidate> {
    if let Some(path) = row.variable.and_then(|name| places.variable(name)) {
        return vec![Candidate::File(PathBuf::from(path))];
    }
    let mut found = Vec::new();
    if places.loader && row.system {
        found.extend(row.sonames.iter().map(|name| Candidate::Loaded(name)));
    }
    let mut tried = BTreeSet::new();
    for folder in places.folders(row) {
        if !tried.insert(folder.clone()) {
            continue;
        }
        let Some(folder) = folder else {
            found.extend(row.sonames.iter().map(|name| Candidate::Named(name)));
            continue;
        };
        let paths = row.sonames.iter().map(|name| folder.join(name));
        let before = found.len();
        found.extend(paths.filter(|path| path.exists()).map(Candidate::File));
        if found.len() == before {
            found.push(Candidate::Nowhere(folder));
        }
    }
    found
}

fn open_candidate(row: &Row, candidate: Candidate) -> Result<Found, Missing> {
    let missing = |reason: String| Missing { reason };
    match candidate {
        Candidate::Loaded(name) => {
            // SAFETY: the library has been loaded before, so that no initialiser runs.
            let library = unsafe { unix::Library::open(Some(name), unix::RTLD_NOW | RTLD_NOLOAD) };
            let library = library.map_err(|_| missing(format!("{name} is not loaded")))?;
            Ok(keep(library, PathBuf::from(name)))
        }
        Candidate::Named(name) => open(Path::new(name))
            .map_err(|_| missing(format!("the system's loader does not know {name}"))),
        Candidate::Nowhere(folder) => Err(missing(format!("not in {}", folder.display()))),
        Candidate::File(path) => {
            if let (Some(companion), Some(folder)) = (row.companion, path.parent()) {
                // Without it the library itself may still open; it then says what it lacks.
                let companions = children(folder, companion);
                companions.iter().for_each(|path| drop(open(path)));
            }
            open(&path)
        }
    }
}

/// Opens a library for the rest of the program's life.
///
/// # Errors
/// The loader's reason, or that the file is cut off.
pub fn open(path: &Path) -> Result<Found, Missing> {
    // A bare name is the loader's to find.
    if path.components().count() > 1 {
        crate::elf::check(path).map_err(|reason| Missing { reason })?;
    }
    // SAFETY: NVIDIA's libraries run no initialisers that depend on the program's state.
    let opened = unsafe { unix::Library::open(Some(path), unix::RTLD_NOW | unix::RTLD_LOCAL) };
    match opened {
        Ok(library) => Ok(keep(library, path.to_path_buf())),
        Err(error) => Err(Missing {
            reason: reason(path, &error.to_string()),
        }),
    }
}

/// The loader's words, which as a rule begin with the path.
fn reason(path: &Path, error: &str) -> String {
    let path = path.display().to_string();
    if error.contains(&path) {
        error.to_string()
    } else {
        format!("{path}: {error}")
    }
}

/// Closing a CUDA library while its threads run is not safe: it stays.
fn keep(library: unix::Library, path: PathBuf) -> Found {
    let library: &'static Library = Box::leak(Box::new(library.into()));
    Found { library, path }
}

/// Which file a function of a library comes from: path, bytes and time of change. Where the loader does not tell the path, the one that
/// was opened counts.
pub(crate) fn identity(function: *const c_void, opened: &Path) -> String {
    let path = file_of(function).unwrap_or_else(|| opened.to_path_buf());
    let details = std::fs::metadata(&path).ok();
    let bytes = details.as_ref().map_or(0, |details| details.len());
    let changed = details.and_then(|details| details.modified().ok());
    let changed = changed.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let changed = changed.map_or(0, |time| time.as_nanos());
    format!("{} {bytes} {changed}", path.display())
}

fn file_of(function: *const c_void) -> Option<PathBuf> {
    // SAFETY: a structure of pointers may be all zero.
    let mut information: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: the place is valid for the call; any address may be asked about.
    let known = unsafe { libc::dladdr(function, &mut information) };
    if known == 0 || information.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the loader's name of the file ends in NUL and stays as long as the library.
    let name = unsafe { CStr::from_ptr(information.dli_fname) };
    let path = Path::new(OsStr::from_bytes(name.to_bytes()));
    std::fs::canonicalize(path).ok()
}

impl Found {
    /// A function of the library, if it has it.
    ///
    /// # Safety
    /// `F` is the type of the function of that name.
    pub(crate) unsafe fn function<F: Copy>(&self, name: &str) -> Option<F> {
        // SAFETY: the caller names the function's type.
        let symbol = unsafe { self.library.get::<F>(name) };
        symbol.map(|symbol| *symbol).ok()
    }

    /// A function without which the library is of no use.
    ///
    /// # Safety
    /// `F` is the type of the function of that name.
    ///
    /// # Errors
    /// The name of the function.
    pub(crate) unsafe fn needed<F: Copy>(&self, name: &str) -> Result<F, Missing> {
        // SAFETY: the caller names the function's type.
        let function = unsafe { self.function(name) };
        function.ok_or_else(|| Missing {
            reason: format!("{}: the symbol {name} is missing", self.path.display()),
        })
    }
}

#[cfg(test)]
mod tests;
