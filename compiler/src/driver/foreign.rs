//! Linking by the system's C compiler, for programs with foreign objects.
//!
//! The object that `--emit=obj` writes exports `main`; with the runtime's archive `libquasar_rt.a` it makes a program.
//! `--linker=cc` does both steps; by hand it is `cc app.o other.o libquasar_rt.a -lm -static-libgcc -o app`.
//!
//! Functions of C that a program calls by no library are looked up by their names when it runs, so these are kept, and known to the loader.
//!
//! *Invariant:* the executable appears whole or not at all; no temporary file stays.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use memmap2::Mmap;

use super::output::{self, PrivateFolder};
use crate::mir::{Const, Op, Program, RtFn};
use quasar_abi::foreign::ForeignFunction;

/// The archive's file name.
const ARCHIVE: &str = "libquasar_rt.a";
/// The variable that names another archive.
const ARCHIVE_VARIABLE: &str = "QC_RUNTIME_ARCHIVE";

/// Why the C compiler made no executable.
#[derive(Debug)]
pub enum ForeignError {
    /// The runtime's archive is not where it should be.
    NoArchive(PathBuf),
    /// The C compiler cannot be started.
    NoCompiler(String, io::Error),
    /// The C compiler failed; what it wrote.
    Failed(String),
    /// A file cannot be written.
    File(io::Error),
}

impl fmt::Display for ForeignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForeignError::NoArchive(path) => write!(
                f,
                "the runtime's archive is missing: {}; {ARCHIVE_VARIABLE} names another place",
                path.display()
            ),
            ForeignError::NoCompiler(name, error) => {
                write!(f, "cannot start the C compiler {name}: {error}")
            }
            ForeignError::Failed(text) => write!(f, "the C compiler failed:\n{}", text.trim_end()),
            ForeignError::File(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ForeignError {}

impl From<io::Error> for ForeignError {
    fn from(error: io::Error) -> Self {
        ForeignError::File(error)
    }
}

/// The functions of C that a program calls by no library.
pub fn called(program: &Program) -> BTreeSet<String> {
    const ROWS: [RtFn; 3] = [RtFn::foreign_whole, RtFn::foreign_real, RtFn::foreign_text];
    let mut names = BTreeSet::new();
    for function in &program.functions {
        let constants = function.body.constants();
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Runtime { func, args, .. } = &stmt.op
                && ROWS.contains(func)
                && let Some(Const::Str(text)) = constants.get(&args[0])
                && let Some(called) = ForeignFunction::of_text(&program.strings[*text])
                && called.library.is_empty()
            {
                names.insert(called.name);
            }
        });
    }
    names
}

/// Links a program's object with the runtime, foreign objects and functions of C that are `called`, by the C compiler of that name, of the variable CC, or `cc`.
///
/// # Errors
/// No C compiler, no archive, or what the C compiler says.
pub fn link(
    object: &[u8],
    foreign: &[PathBuf],
    called: &BTreeSet<String>,
    executable: &Path,
    compiler: Option<&str>,
) -> Result<(), ForeignError> {
    let compiler = compiler.map(str::to_owned);
    let compiler = compiler.or_else(|| std::env::var("CC").ok());
    let compiler = compiler.as_deref().unwrap_or("cc");
    let archive = archive()?;
    let folder = PrivateFolder::within(&std::env::temp_dir())?;
    let (object_path, linked) = (
        folder.path().join("program.o"),
        folder.path().join("program"),
    );
    output::write_file(&object_path, object)?;
    let list = folder.path().join("called.list");
    let mut options = Vec::new();
    if !called.is_empty() {
        let names: String = called.iter().map(|name| format!("{name};")).collect();
        output::write_file(&list, format!("{{{names}}};\n").as_bytes())?;
        options.push(format!("-Wl,--dynamic-list={}", list.display()));
        options.extend(called.iter().map(|name| format!("-Wl,-u,{name}")));
    }
    let mut command = Command::new(compiler);
    command.args(options).arg(&object_path);
    run_compiler(compiler, command, foreign, &archive, &linked)?;
    let linked = File::open(linked)?;
    // SAFETY: the folder is private, the compiler that wrote the file has ended, and nobody else knows its name: nothing changes or
    // shortens the file while it is mapped.
    let contents = unsafe { Mmap::map(&linked) }?;
    Ok(output::write_executable(executable, &contents)?)
}

fn run_compiler(
    name: &str,
    mut command: Command,
    foreign: &[PathBuf],
    archive: &Path,
    executable: &Path,
) -> Result<(), ForeignError> {
    command.args(foreign).arg(archive);
    command
        .args(["-lm", "-static-libgcc", "-Wl,--gc-sections", "-o"])
        .arg(executable);
    let output = command
        .output()
        .map_err(|error| ForeignError::NoCompiler(name.to_owned(), error))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(ForeignError::Failed(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )),
    }
}

/// The archive: named by the environment, or beside qc.
fn archive() -> Result<PathBuf, ForeignError> {
    let named = std::env::var_os(ARCHIVE_VARIABLE).map(PathBuf::from);
    let beside = || {
        std::env::current_exe()
            .unwrap_or_default()
            .with_file_name(ARCHIVE)
    };
    let path = named.unwrap_or_else(beside);
    match path.is_file() {
        true => Ok(path),
        false => Err(ForeignError::NoArchive(path)),
    }
}
