//! Libraries (`--emit=shared`, `--emit=archive`) and their callers: `tests/callers/calls.c` under sanitizers and as C++, `tests/callers/check.py` by the package
//! `python/quasar` with NumPy as the oracle, `dlpack.py` with arrays of others, `processes.py` and `workers.py` in several processes; programs that call C (`foreign.q` by a library, `linked.q` by the linker); `cells.py` and `notebook.py`: cells of notebooks; what a library shows of itself.
//!
//! *Invariant:* without a C compiler, its sanitizers, or Python with the packages that it compares with a test is skipped, never passed; `QC_PYTHON`
//! names the interpreter.

use object::{Object, ObjectSymbol};
use quasar_tests::engines;
use quasar_tests::outcome::{self, Check, Outcome, Test};
use quasar_tests::process;
use quasar_tests::repository;
use quasar_tests::turn;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a library of tests/callers/filters.q has for others besides its functions.
const OWN: &[&str] = &[
    "filters_description",
    "filters_error",
    "filters_error_file",
    "filters_error_line",
    "filters_release",
    "quasar_description",
];
/// The functions of that file, by the names that callers have.
const EXPORTED: &[&str] = &[
    "brighter",
    "calls",
    "cross3",
    "fetch",
    "fill",
    "give_up",
    "greet",
    "keep",
    "mirrored",
    "remembered",
    "same",
    "scale",
    "sums",
];

fn main() {
    let mut tests = vec![
        Test::new("callers/symbols", || in_folder("symbols", symbols)),
        Test::new("callers/same bytes", || in_folder("bytes", same_bytes)),
        Test::new("callers/export", || in_folder("export", by_option)),
        Test::new("callers/c", c),
        Test::new("callers/c++", cpp),
        Test::new("callers/archive", archive),
        Test::new("callers/archives", archives),
        Test::new("callers/foreign", foreign),
        Test::new("callers/linked", linked),
        Test::new("callers/python", || python("check.py", "numpy")),
        Test::new("callers/dlpack", || python("dlpack.py", "numpy")),
        Test::new("callers/processes", || python("processes.py", "numpy")),
        Test::new("callers/cells", || {
            python("cells.py", "numpy, IPython, PIL")
        }),
        Test::new("callers/notebook", || {
            python("notebook.py", "numpy, ipykernel, nbclient, PIL")
        }),
    ];
    // A cluster takes ten seconds to come and go; one runs in each commit by chapter 22 of the guide.
    if turn::has_come("callers/workers", 4) {
        tests.push(Test::new("callers/workers", || {
            python("workers.py", "numpy, dask.array, distributed")
        }));
    }
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("callers", &results));
}

fn in_folder(name: &str, check: impl FnOnce(&Path) -> Check) -> Outcome {
    outcome_of(check(&repository::scratch(&format!("callers-{name}"))))
}

fn outcome_of(result: Check) -> Outcome {
    match result {
        Ok(()) => Outcome::Passed,
        Err(why) => Outcome::Failed(why),
    }
}

fn command(program: &mut Command) -> Check {
    let finished = process::run(program);
    match finished.exited(0) {
        true => Ok(()),
        false => Err(finished.describe()),
    }
}

/// A file of tests/callers.
fn caller(name: &str) -> PathBuf {
    repository::root().join("tests/callers").join(name)
}

/// Makes a library of tests/callers/filters.q; gives its place.
fn library(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let path = folder.join(name);
    let mut qc = engines::qc_command();
    qc.arg(caller("filters.q")).args(["--emit=shared", "-o"]);
    command(qc.arg(&path))?;
    Ok(path)
}

/// Others find what is exported and nothing else, so that libraries do not meet in one process.
fn symbols(folder: &Path) -> Check {
    let bytes = fs::read(library(folder, "libfilters.so")?).map_err(|error| error.to_string())?;
    let file = object::File::parse(&*bytes).map_err(|error| error.to_string())?;
    let defined = file
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition());
    let mut found: Vec<&str> = defined.filter_map(|symbol| symbol.name().ok()).collect();
    found.sort_unstable();
    // The package of Python calls each function by a block of arguments and results.
    let packed = EXPORTED.iter().map(|name| format!("filters_packed_{name}"));
    let packed: Vec<String> = packed.collect();
    let mut expected = [OWN, EXPORTED].concat();
    expected.extend(packed.iter().map(String::as_str));
    expected.sort_unstable();
    match found == expected {
        true => Ok(()),
        false => Err(format!("others find {found:?}, not {expected:?}")),
    }
}

/// The same source gives the same library and header.
fn same_bytes(folder: &Path) -> Check {
    let make = |name: &str| -> Result<[Vec<u8>; 2], String> {
        let place = folder.join(name);
        fs::create_dir_all(&place).map_err(|error| error.to_string())?;
        let path = library(&place, "libfilters.so")?;
        let read = |path: &Path| fs::read(path).map_err(|error| error.to_string());
        Ok([read(&path)?, read(&path.with_extension("h"))?])
    };
    match make("one")? == make("two")? {
        true => Ok(()),
        false => Err("two libraries of one source differ".to_owned()),
    }
}

/// `--export` names functions without the attribute; the name of the library is that of the source where no other is given.
fn by_option(folder: &Path) -> Check {
    let source = "function y = twice(x : scalar)\n    y = 2*x\nend\nfunction y = half(x)\n    y = x/2\nend\nprint half(3)\n";
    fs::write(folder.join("small.q"), source).map_err(|error| error.to_string())?;
    let mut qc = engines::qc_command();
    qc.current_dir(folder);
    command(qc.args(["small.q", "--emit=shared", "--export=twice"]))?;
    let header =
        fs::read_to_string(folder.join("libsmall.h")).map_err(|error| error.to_string())?;
    let has = |text: &str| header.contains(text);
    match has("int twice(float x, float *y);") && has("small_release") && !has("half") {
        true => Ok(()),
        false => Err(format!("the header is\n{header}")),
    }
}

/// Compiles tests/callers/calls.c with these options, links it with a library and runs it.
fn run_calls(compiler: &str, options: &[&str], folder: &Path, library: &str) -> Check {
    fs::rename(folder.join("libfilters.h"), folder.join("filters.h"))
        .map_err(|error| error.to_string())?;
    let mut compile = Command::new(compiler);
    compile.current_dir(folder).args(options);
    compile.args(["-g", "-Wall", "-Wextra", "-Werror", "-I.", "-o", "calls"]);
    compile.arg(caller("calls.c"));
    // What follows is no source, whatever the options said of sources.
    compile.args([
        "-x",
        "none",
        library,
        "-Wl,-rpath,$ORIGIN",
        "-lm",
        "-lpthread",
    ]);
    command(&mut compile)?;
    command(Command::new(folder.join("calls")).env("QC_DEVICE", "cpu"))
}

fn has(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").output().is_ok()
}

/// From C, with the sanitizers for addresses and undefined behaviour.
fn c() -> Outcome {
    let folder = repository::scratch("callers-c");
    let options = ["-std=gnu99", "-fsanitize=address,undefined"];
    let empty = folder.join("empty.c");
    let ready =
        fs::write(&empty, "int main(void) { return 0; }\n").map_err(|error| error.to_string());
    let probe = || {
        let mut compile = Command::new("cc");
        command(
            compile
                .args(options)
                .arg(&empty)
                .arg("-o")
                .arg(folder.join("empty")),
        )
    };
    if ready.and_then(|()| probe()).is_err() {
        return Outcome::Skipped("needs a C compiler with sanitizers".into());
    }
    let made = library(&folder, "libfilters.so");
    outcome_of(made.and_then(|_| run_calls("cc", &options, &folder, "./libfilters.so")))
}

/// From C++.
fn cpp() -> Outcome {
    if !has("c++") {
        return Outcome::Skipped("needs a C++ compiler".into());
    }
    let folder = repository::scratch("callers-cpp");
    let options = ["-x", "c++", "-std=c++11"];
    let made = library(&folder, "libfilters.so");
    outcome_of(made.and_then(|_| run_calls("c++", &options, &folder, "./libfilters.so")))
}

/// The same calls of an archive, from C and from C++.
fn archive() -> Outcome {
    if !has("cc") || !has("c++") {
        return Outcome::Skipped("needs a compiler of C and C++".into());
    }
    let of = |compiler: &str, options: &[&str], name: &str| {
        let folder = repository::scratch(&format!("callers-{name}"));
        make_archive(&caller("filters.q"), &folder, "libfilters.a")?;
        only_exported(&folder.join("libfilters.a"))?;
        run_calls(compiler, options, &folder, "libfilters.a")
    };
    let c = of("cc", &["-std=gnu99"], "archive-c");
    let cpp = || of("c++", &["-x", "c++", "-std=c++11"], "archive-cpp");
    outcome_of(c.and_then(|()| cpp()))
}

fn make_archive(source: &Path, folder: &Path, name: &str) -> Check {
    let mut qc = engines::qc_command();
    qc.arg(source).args(["--emit=archive", "-o"]);
    command(qc.arg(folder.join(name)))
}

/// Others find the exported functions in an archive, and those of the library itself.
fn only_exported(path: &Path) -> Check {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let archive = object::read::archive::ArchiveFile::parse(&*bytes);
    let archive = archive.map_err(|error| error.to_string())?;
    let member = archive.members().next().ok_or("the archive is empty")?;
    let member = member.and_then(|member| member.data(&*bytes));
    let object = object::File::parse(member.map_err(|error| error.to_string())?);
    let object = object.map_err(|error| error.to_string())?;
    let symbols = object.symbols();
    let global = symbols.filter(|symbol| symbol.is_definition() && symbol.is_global());
    let mut found: Vec<&str> = global.filter_map(|symbol| symbol.name().ok()).collect();
    found.sort_unstable();
    let own = OWN.iter().filter(|name| !name.ends_with("_description"));
    let mut expected: Vec<&str> = own.chain(EXPORTED).copied().collect();
    expected.sort_unstable();
    match found == expected {
        true => Ok(()),
        false => Err(format!("others find {found:?}, not {expected:?}")),
    }
}

/// Two archives in one program: each has its own variables, errors and memory.
fn archives() -> Outcome {
    if !has("cc") {
        return Outcome::Skipped("needs a C compiler".into());
    }
    let folder = repository::scratch("callers-archives");
    let made = (|| {
        for (library, function, change) in [("a", "first", "+="), ("b", "second", "-=")] {
            let source = format!(
                "state = zeros(1)\nfunction n = {function}(x : scalar)\n    {{!export}}\n    assert(x < 10, \"{function}\")\n    state[0] {change} x\n    n = state[0]\nend\n"
            );
            let path = folder.join(format!("{library}.q"));
            fs::write(&path, source).map_err(|error| error.to_string())?;
            make_archive(&path, &folder, &format!("lib{library}.a"))?;
        }
        let mut compile = Command::new("cc");
        compile
            .current_dir(&folder)
            .args(["-Wall", "-Wextra", "-Werror", "-I."]);
        compile.arg(caller("two.c"));
        command(compile.args(["liba.a", "libb.a", "-lm", "-lpthread", "-o", "two"]))?;
        command(Command::new(folder.join("two")).env("QC_DEVICE", "cpu"))
    })();
    outcome_of(made)
}

/// A program that calls a library of C: compiled and in the interpreter; then without the library.
fn foreign() -> Outcome {
    if !has("cc") {
        return Outcome::Skipped("needs a C compiler".into());
    }
    let folder = repository::scratch("callers-foreign");
    outcome_of(run_foreign(&folder))
}

fn run_foreign(folder: &Path) -> Check {
    let library = folder.join("libforeign.so");
    let mut compile = Command::new("cc");
    compile.args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o"]);
    command(compile.arg(&library).arg(caller("foreign.c")))?;
    let program = folder.join("foreign");
    let mut qc = engines::qc_command();
    command(qc.arg(caller("foreign.q")).arg("-o").arg(&program))?;
    let mut interpreted = engines::qc_command();
    interpreted.args(["run", "--engine=interpret"]);
    interpreted.arg(caller("foreign.q"));
    for mut run in [Command::new(&program), interpreted] {
        let finished = process::run(run.env("LD_LIBRARY_PATH", folder).env("QC_DEVICE", "cpu"));
        if !finished.exited(0) || finished.stdout != "before\nbetween!\nbehind\n" {
            return Err(finished.describe());
        }
    }
    let without = process::run(Command::new(&program).env("LD_LIBRARY_PATH", "/"));
    let says = |text: &str| without.stderr.contains(text);
    match without.exited(1)
        && says("'many' of C cannot be called: libforeign.so")
        && says("foreign.q:3")
    {
        true => Ok(()),
        false => Err(without.describe()),
    }
}

/// A program that is linked with an object and an archive of C.
fn linked() -> Outcome {
    let named = std::env::var_os("QC_RUNTIME").map(PathBuf::from);
    let beside = repository::qc().with_file_name("libquasar_rt.a");
    let archive = named.unwrap_or(beside);
    if !has("cc") || !archive.is_file() {
        return Outcome::Skipped("needs a C compiler, and the runtime's archive".into());
    }
    let folder = repository::scratch("callers-linked");
    let made = (|| {
        let object = folder.join("foreign.o");
        let mut compile = Command::new("cc");
        command(
            compile
                .arg("-c")
                .arg(caller("foreign.c"))
                .arg("-o")
                .arg(&object),
        )?;
        let program = folder.join("linked");
        let mut qc = engines::qc_command();
        qc.arg(caller("linked.q")).arg(&object);
        qc.env("QC_RUNTIME_ARCHIVE", &archive);
        command(qc.args(["--linker=cc", "-o"]).arg(&program))?;
        let finished = process::run(&mut Command::new(&program));
        match finished.exited(0) && finished.stdout == "3 1\n" {
            true => Ok(()),
            false => Err(finished.describe()),
        }
    })();
    outcome_of(made)
}

/// Runs a file of tests/callers by Python with the package `python/quasar` and these others.
fn python(name: &str, packages: &str) -> Outcome {
    let python = std::env::var_os("QC_PYTHON").unwrap_or_else(|| "python3".into());
    let import = format!("import {packages}");
    if command(Command::new(&python).args(["-c", &import])).is_err() {
        return Outcome::Skipped(format!("needs Python with {packages}"));
    }
    let folder = repository::scratch(&format!("callers-{name}"));
    let mut check = Command::new(&python);
    repository::keep_byte_code(&mut check);
    check
        .env("PYTHONPATH", repository::root().join("python"))
        .env("QC", repository::qc())
        .env("QC_CONFIG", "")
        .env("QC_DEVICE", "cpu");
    outcome_of(command(check.arg(caller(name)).arg(&folder)))
}
