//! What gdb says of programs that `qc -g` makes: each variable at each statement, pictures of arrays, who may run the printers.
//!
//! *Invariant:* what a variable is, the same program says with a `print` in front of each statement, run by the interpreter.

mod debugger {
    pub mod watched;
}

use debugger::watched::{finds_variables, statements, with_prints};
use quasar_tests::engines::{self, Job};
use quasar_tests::guide;
use quasar_tests::outcome::{self, Check, SKIP, Test};
use quasar_tests::process::{self, Finished};
use quasar_tests::programs;
use quasar_tests::repository;
use quasar_tests::source;
use quasar_tests::turn;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

type Run = fn(&Path) -> Check;

const TESTS: &[(&str, Run)] = &[
    ("gdb asks before it runs the printers", asks_for_printers),
    ("quasar-image writes pictures", writes_pictures),
    ("quasar-image tells what it cannot write", refuses_pictures),
    ("captured values are parameters", shows_captures),
    ("strip takes all of it away", survives_strip),
    ("without -g nothing is there for gdb", has_nothing_without),
    ("the frame of a caller is there, too", shows_callers),
    ("objects show their fields", shows_objects),
    ("with -O2 parameters are known", knows_parameters),
    ("variables of a program are found by reading it", |_| {
        finds_variables()
    }),
];

/// Of programs with optimisation an ordinary run takes one of so many.
const ONE_IN: u8 = 4;

/// Of the programs of the language it takes one of so many.
const ONE_IN_PROGRAMS: usize = 48;

/// What `trace.py` writes for a variable that is not there.
const UNKNOWN: &str = "(not there)";

/// In a program's second line: what qc is told of it.
const FLAGS: &str = "%% ";

fn main() {
    let programs = repository::files("tests/debugger", "q");
    let mut tests: Vec<Test> = Vec::new();
    for path in &programs {
        let name = repository::relative(path);
        let test =
            move || outcome::in_folder(&name, |folder| is_right_at_every_statement(path, folder));
        tests.push(Test::new(repository::relative(path), test));
        let name = format!("{} with -O2", repository::relative(path));
        if turn::has_come(&name, ONE_IN) {
            let own = name.clone();
            let test =
                move || outcome::in_folder(&own, |folder| is_right_where_known(path, folder));
            tests.push(Test::new(name, test));
        }
    }
    let others = repository::files("tests/programs", "q");
    let others = others
        .into_iter()
        .filter(|path| !path.components().any(|part| part.as_os_str() == "import"));
    for path in others {
        let name = format!("{} is the same with -g", repository::relative(&path));
        let is_heavy = engines::is_heavy(&repository::relative(&path));
        let has_come = turn::has_come_of_many(&name, ONE_IN_PROGRAMS);
        if has_come && (turn::deep() || !is_heavy) {
            let own = name.clone();
            let test = move || outcome::in_folder(&own, |folder| does_the_same(&path, folder));
            tests.push(Test::new(name, test));
        }
    }
    tests.extend(TESTS.iter().map(|&(name, run)| {
        Test::new(name, move || {
            outcome::in_folder(name, |folder| {
                needs_gdb()?;
                run(folder)
            })
        })
    }));
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("debugger", &results));
}

fn needs_gdb() -> Check {
    match guide::has_gdb() {
        true => Ok(()),
        false => Err(format!("{SKIP}gdb with Python is not here")),
    }
}

// ---- Variables at statements ------------------------------------------------------------------------------------------

/// What variables are, by line and name, each time that the program comes there.
type Trace = BTreeMap<(usize, String), Vec<String>>;

/// With `-O0` gdb knows each variable at each statement.
fn is_right_at_every_statement(path: &Path, folder: &Path) -> Check {
    needs_gdb()?;
    let (expected, seen) = traces(path, folder, "-O0")?;
    for (place, values) in &expected {
        let found = seen.get(place).map_or(&[][..], Vec::as_slice);
        if found != values {
            let (line, name) = place;
            return Err(format!(
                "`{name}` in line {line}: the program prints {values:?}, gdb says {found:?}"
            ));
        }
    }
    match expected.is_empty() {
        true => Err("the program has no statement with a variable".to_owned()),
        false => Ok(()),
    }
}

/// With `-O2` what gdb knows of a variable is one of its values at that statement.
fn is_right_where_known(path: &Path, folder: &Path) -> Check {
    needs_gdb()?;
    let (expected, seen) = traces(path, folder, "-O2")?;
    for (place, values) in &expected {
        let wanted: BTreeSet<&String> = values.iter().collect();
        let found = seen.get(place).map_or(&[][..], Vec::as_slice);
        let known = |one: &&String| *one != UNKNOWN;
        if let Some(wrong) = found.iter().filter(known).find(|one| !wanted.contains(one)) {
            let (line, name) = place;
            return Err(format!(
                "`{name}` in line {line}: the program prints {values:?}, gdb says {wrong}"
            ));
        }
    }
    Ok(())
}

/// What the program says of its variables, and what gdb says.
fn traces(path: &Path, folder: &Path, level: &str) -> Result<(Trace, Trace), String> {
    let source = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let flags = source.lines().find_map(|line| line.strip_prefix(FLAGS));
    let flags: Vec<&str> = flags.unwrap_or_default().split_whitespace().collect();
    let statements = statements(&source);
    let file_name = path.file_name().expect("a file").to_string_lossy();
    write(
        &folder.join("printing.q"),
        &with_prints(&source, &statements),
    )?;
    let mut printing = engines::qc_command();
    printing.current_dir(folder).args(&flags);
    let printing = printing.args(["run", "-O0", "--engine=interpret", "printing.q"]);
    let printed = succeeded(process::run(printing))?.stdout;
    write(&folder.join(&*file_name), &source)?;
    let compiled = [&flags[..], &["-g", level, &*file_name, "-o", "program"]].concat();
    build(folder, &compiled)?;
    let watched = statements.iter().filter(|one| !one.names.is_empty());
    let watched: Vec<String> = watched
        .map(|one| format!("{} {} {}\n", one.line, one.function, one.names.join(" ")))
        .collect();
    write(&folder.join("watch"), &watched.concat())?;
    let script = repository::root().join("tests/debugger/trace.py");
    let mut gdb = trusting_gdb(folder);
    gdb.env("QC_WATCH", folder.join("watch"))
        .env("QC_TRACE_FILE", folder.join("trace"))
        .env("QC_SOURCE", &*file_name)
        .arg("-x")
        .arg(script)
        .arg("program");
    let finished = succeeded(process::run(&mut gdb))?;
    if finished.stderr.contains("Traceback") || finished.stderr.contains("Error") {
        return Err(finished.describe());
    }
    let seen = fs::read_to_string(folder.join("trace")).map_err(|error| error.to_string())?;
    Ok((trace_of(&printed), trace_of(&seen)))
}

/// Reads `@@LINE NAME=TEXT@.`, with anything between.
fn trace_of(text: &str) -> Trace {
    let mut trace = Trace::new();
    for record in text.split("@@").skip(1) {
        let record = record.split("@.").next().unwrap_or_default();
        if let Some((head, value)) = record.split_once('=')
            && let Some((line, name)) = head.split_once(' ')
            && let Ok(line) = line.parse()
        {
            let place = (line, name.to_owned());
            trace.entry(place).or_default().push(value.to_owned());
        }
    }
    trace
}

/// A program prints and ends the same whether it is made for debuggers or not, and leaves no array behind.
fn does_the_same(path: &Path, folder: &Path) -> Check {
    let expectations = source::read(path)?;
    let run = expectations.run.as_deref().unwrap_or_default();
    let is_for_gpus = run.starts_with("gpu");
    if is_for_gpus || CHANGING.iter().any(|name| path.ends_with(name)) {
        return Err(format!(
            "{SKIP}it prints something else each time, or needs a GPU"
        ));
    }
    programs::bring_files(&expectations, folder)?;
    let (flags, environment) = programs::placed(&expectations, folder);
    let job = Job {
        source: path,
        flags: &flags,
        args: &expectations.args,
        folder,
        environment: &environment,
    };
    let mut ends = Vec::new();
    for made in [&["-O0"][..], &["-g", "-O0"]] {
        let (executable, _) = engines::compile(&job, made).map_err(|said| said.describe())?;
        ends.push(engines::run_native(&job, &executable, "2", "cpu"));
    }
    let same = ends[0].end == ends[1].end && ends[0].stdout == ends[1].stdout;
    match same {
        true => Ok(()),
        false => Err(format!(
            "without -g: {}\nwith it: {}",
            ends[0].describe(),
            ends[1].describe()
        )),
    }
}

/// Programs of the language that print how long something took.
const CHANGING: [&str; 2] = ["macros/time.q", "library/toc_printed.q"];

// ---- Commands of gdb --------------------------------------------------------------------------------------------------

const PICTURES: &str = "function [] = main(n : int = 3)
    grey = zeros(2, n)
    grey[0, 1] = 127.6
    grey[1, 2] = 300
    colours = ones(1, 2, 3)
    colours[0, 1, 2] = 255
    cell_of_two = {1, \"a\"}
    small = [1, 2.5, 300]
    print n
end
";

/// Where the programs above are stopped.
const LAST: &str = "break pictures.q:9";

fn writes_pictures(folder: &Path) -> Check {
    let says = at_the_end(
        folder,
        &[
            "quasar-image grey g.pgm",
            "quasar-image colours c.ppm",
            "quasar-image small s.pgm",
        ],
    )?;
    let read = |name: &str| {
        fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}: {says:?}"))
    };
    let grey = b"P5\n3 2\n255\n\x00\x80\x00\x00\x00\xff";
    let colours = b"P6\n2 1\n255\n\x01\x01\x01\x01\x01\xff";
    let small = b"P5\n3 1\n255\n\x01\x03\xff";
    if read("g.pgm")? != grey || read("c.ppm")? != colours || read("s.pgm")? != small {
        return Err("the pictures are others".to_owned());
    }
    Ok(())
}

fn refuses_pictures(folder: &Path) -> Check {
    let refused = [
        ("quasar-image grey", "write: quasar-image EXPRESSION FILE"),
        ("quasar-image n n.pgm", "n is no array"),
        (
            "quasar-image cell_of_two x.pgm",
            "cell_of_two has no elements that are shades",
        ),
        (
            "quasar-image grey /nowhere/g.pgm",
            "cannot write /nowhere/g.pgm: No such file or directory",
        ),
        (
            "quasar-image nothing x.pgm",
            "No symbol \"nothing\" in current context",
        ),
        ("quasar-fields grey", "grey is no reference to an object"),
    ];
    let says = at_the_end(folder, &refused.map(|(command, _)| command))?;
    let said = refused.map(|(_, message)| says.stderr.contains(message));
    match said.iter().all(|one| *one) {
        true => Ok(()),
        false => Err(format!("{said:?}: {}", says.describe())),
    }
}

/// gdb, which has run the program to its last statement.
fn at_the_end(folder: &Path, commands: &[&str]) -> Result<Finished, String> {
    write(&folder.join("pictures.q"), PICTURES)?;
    build(folder, &["-g", "-O0", "pictures.q", "-o", "pictures"])?;
    let mut gdb = trusting_gdb(folder);
    for command in [LAST, "run"].iter().chain(commands) {
        gdb.args(["-ex", command]);
    }
    Ok(process::run(gdb.arg("pictures")))
}

/// Without permission gdb shows pointers, and says what to do.
fn asks_for_printers(folder: &Path) -> Check {
    write(&folder.join("pictures.q"), PICTURES)?;
    build(folder, &["-g", "-O0", "pictures.q", "-o", "pictures"])?;
    let mut gdb = Command::new("gdb");
    gdb.current_dir(folder).env_remove("HOME");
    gdb.args([
        "-batch",
        "-nx",
        "-ex",
        LAST,
        "-ex",
        "run",
        "-ex",
        "print grey",
        "pictures",
    ]);
    let says = process::run(&mut gdb);
    let asks = says.stderr.contains("auto-loading has been declined");
    match asks && says.stdout.contains("$1 = (mat(2,:)) 0x") {
        true => Ok(()),
        false => Err(says.describe()),
    }
}

/// What a lambda has captured stands behind its parameters.
fn shows_captures(folder: &Path) -> Check {
    let source =
        "function [] = main()\n    gain = 3\n    f = x ->\n        gain * x\n    print f(2)\nend\n";
    let says = stopped(folder, source, "break captures.q:4", &["info args"])?;
    match says.stdout.ends_with("x = 2\ngain = 3\n") {
        true => Ok(()),
        false => Err(says.describe()),
    }
}

fn shows_callers(folder: &Path) -> Check {
    let source = "function y = inner(a)\n    y = a + 1\nend\nfunction [] = outer(v : vec)\n    s = sum(v)\n    t = inner(s)\n    print t\nend\nouter(0..3)\n";
    let says = stopped(
        folder,
        source,
        "break captures.q:2",
        &["backtrace", "up", "info locals"],
    )?;
    let shown = ["inner (a=6)", "outer (v=[0,1,2,3])", "script ()", "s = 6\n"];
    match shown.iter().all(|one| says.stdout.contains(one)) {
        true => Ok(()),
        false => Err(says.describe()),
    }
}

/// A parameter that is never assigned is where the machine has it; of others nothing is said.
fn knows_parameters(folder: &Path) -> Check {
    let source = "function y : scalar = total(v : vec, n : int, gain : scalar)
    if n <= 0
        y = 0
        return
    end
    last = v[n-1]*gain
    y = total(v, n-1, gain) + last
end
x = 0..5
print total(x, 6, 0.5)
";
    write(&folder.join("total.q"), source)?;
    build(folder, &["-g", "total.q", "-o", "total"])?;
    let mut gdb = trusting_gdb(folder);
    for command in ["break total.q:6", "run", "info args", "print y"] {
        gdb.args(["-ex", command]);
    }
    let says = succeeded(process::run(gdb.arg("total")))?;
    let shown = "v = [0,1,2,3,4,5]\nn = 6\ngain = 0.5\n$1 = <optimized out>\n";
    match says.stdout.ends_with(shown) {
        true => Ok(()),
        false => Err(says.describe()),
    }
}

/// A reference prints as its type, as `print` does; what it refers to has fields.
fn shows_objects(folder: &Path) -> Check {
    let source = "type node : mutable class
    value : scalar
    next : ^node
    name : string
    data : vec
end
function [] = main()
    head : ^node = nullptr
    for k = 1..2
        head = node(value:=k/2, next:=head, name:=\"n\" + k, data:=zeros(k))
    end
    o = object()
    o.a = 3
    o.b = \"x\"
    print o
end
";
    let commands = [
        "print head",
        "quasar-fields head",
        "print head->next->name",
        "print head->next->next",
        "print o",
    ];
    let says = stopped(folder, source, "break captures.q:15", &commands)?;
    let shown = "$1 = ^node
value = 1
next = ^node
name = \"n2\"
data = [0,0]
$2 = \"n1\"
$3 = nullptr
$4 = {a: 3, b: \"x\"}
";
    match says.stdout.ends_with(shown) {
        true => Ok(()),
        false => Err(says.describe()),
    }
}

fn stopped(folder: &Path, source: &str, at: &str, commands: &[&str]) -> Result<Finished, String> {
    write(&folder.join("captures.q"), source)?;
    build(folder, &["-g", "-O0", "captures.q", "-o", "captures"])?;
    let mut gdb = trusting_gdb(folder);
    for command in [at, "run"].iter().chain(commands) {
        gdb.args(["-ex", command]);
    }
    succeeded(process::run(gdb.arg("captures")))
}

// ---- Files ------------------------------------------------------------------------------------------------------------

fn survives_strip(folder: &Path) -> Check {
    write(&folder.join("pictures.q"), PICTURES)?;
    build(folder, &["-g", "-O0", "pictures.q", "-o", "pictures"])?;
    if !process::run(Command::new("strip").arg("--version")).exited(0) {
        return Err(format!("{SKIP}strip is not here"));
    }
    succeeded(process::run(
        Command::new("strip").current_dir(folder).arg("pictures"),
    ))?;
    let finished = succeeded(process::run(&mut Command::new(folder.join("pictures"))))?;
    let bytes = fs::read(folder.join("pictures")).map_err(|error| error.to_string())?;
    let has_script = holds(&bytes, b"quasar-image");
    match finished.stdout == "3\n" && !has_script {
        true => Ok(()),
        false => Err(format!(
            "the script is there: {has_script}; {}",
            finished.describe()
        )),
    }
}

fn has_nothing_without(folder: &Path) -> Check {
    write(&folder.join("pictures.q"), PICTURES)?;
    for level in ["-O0", "-O2"] {
        build(folder, &[level, "pictures.q", "-o", "pictures"])?;
        let bytes = fs::read(folder.join("pictures")).map_err(|error| error.to_string())?;
        if holds(&bytes, b"quasar-image") || holds(&bytes, b"quasar_array_") {
            return Err(format!("{level} without -g has something for gdb"));
        }
    }
    Ok(())
}

fn holds(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|part| part == text)
}

/// gdb that may run the printers of the programs in a folder, and looks for nothing on the machine.
fn trusting_gdb(folder: &Path) -> Command {
    let mut gdb = Command::new("gdb");
    gdb.current_dir(folder).env("QC_NUM_THREADS", "1");
    gdb.args(["-batch", "-nx", "-iex"]);
    gdb.arg(format!("set auto-load safe-path {}", folder.display()));
    for setting in [
        "set startup-with-shell on",
        "set debuginfod enabled off",
        "set breakpoint pending off",
        "set libthread-db-search-path /nowhere",
    ] {
        gdb.args(["-iex", setting]);
    }
    gdb
}

fn build(folder: &Path, arguments: &[&str]) -> Check {
    let mut qc = engines::qc_command();
    succeeded(process::run(qc.current_dir(folder).args(arguments))).map(|_| ())
}

fn succeeded(finished: Finished) -> Result<Finished, String> {
    match finished.exited(0) {
        true => Ok(finished),
        false => Err(finished.describe()),
    }
}

fn write(path: &PathBuf, text: &str) -> Check {
    fs::write(path, text).map_err(|error| error.to_string())
}
