//! Bad input to qc and to the programs it makes: each gives one clear error, an
//! exit code that is not 0, no crash, and no file that is half written.
//!
//! *Invariant:* a panic of Rust (exit code 101) or a signal is a failure
//! everywhere in this file.

use quasar_tests::engines;
use quasar_tests::outcome::{self, Check, SKIP, Test};
use quasar_tests::process::{self, End, Finished};
use quasar_tests::repository;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

type Run = fn(&Path) -> Check;

/// Name, and what is tried in an empty folder.
const TESTS: &[(&str, Run)] = &[
    ("image: missing", |folder| image_error(folder, None)),
    ("image: empty", |folder| image_error(folder, Some(&[]))),
    ("image: no image at all", |folder| {
        image_error(folder, Some(b"this is text\n"))
    }),
    ("image: truncated", truncated_images),
    ("image: is a folder", image_is_a_folder),
    ("output: folder is missing", unwritable_result),
    ("output of qc: folder is missing", unwritable_executable),
    ("output of qc: is a folder", executable_is_a_folder),
    ("output of qc: full disk", full_disk_executable),
    ("unknown flag", unknown_flag),
    ("no source file", missing_source),
    ("source: empty", empty_source),
    ("source: NUL byte", |folder| {
        rejected(folder, b"x = 1\0\nprint x\n")
    }),
    ("source: Latin-1 in a comment", |folder| {
        accepted(folder, b"% caf\xe9\nprint 1\n", "1\n")
    }),
    ("source: Latin-1 in code", |folder| {
        rejected(folder, b"caf\xe9 = 1\n")
    }),
    ("source: CRLF", |folder| {
        accepted(folder, b"x = 1\r\nif x == 1\r\n  print x\r\nend\r\n", "1\n")
    }),
    ("source: byte order mark", |folder| {
        accepted(folder, b"\xef\xbb\xbfprint 1\n", "1\n")
    }),
    ("source: random bytes", random_bytes),
    ("source: 1 MB of open brackets", |folder| {
        rejected(folder, &b"(".repeat(1 << 20))
    }),
    ("source: 1 MB of open square brackets", |folder| {
        rejected(folder, &b"[".repeat(1 << 20))
    }),
    ("source: 1 MB of minus signs", |folder| {
        rejected(folder, &b"-".repeat(1 << 20))
    }),
    ("source: deep blocks", |folder| {
        rejected(folder, &b"if 1\n".repeat(100_000))
    }),
    ("source: a long line of sums", long_sum),
    ("source: division of a string", |folder| {
        rejected(folder, b"x = \"text\"/2\nprint x\n")
    }),
    ("source: import cycle", import_cycle),
    ("source: import of itself", |folder| {
        import_of_itself(folder)
    }),
    ("source: missing import", |folder| {
        rejected(folder, b"import \"nowhere.q\"\n")
    }),
    ("source: is a folder", source_is_a_folder),
    ("broken pipe of a program", broken_pipe_of_program),
    ("broken pipe of qc", broken_pipe_of_qc),
    ("full disk under a program's output", full_standard_output),
    ("full disk under qc's output", full_standard_output_of_qc),
    ("interrupted program", interrupted_program),
    ("interrupted program leaves no result", interrupted_write),
    ("closed standard output", closed_output),
    ("standard input: lines", lines_of_input),
    ("standard input: closed", closed_input),
    ("exit: what was written is there", written_before_exit),
    ("environment: sizes that are none", sizes_of_the_environment),
];

fn main() {
    let tests: Vec<Test> = TESTS
        .iter()
        .map(|&(name, run)| Test::new(name, move || outcome::in_folder(name, run)))
        .collect();
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("input", &results));
}

fn write(path: &Path, bytes: &[u8]) -> Check {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// `qc source -o program` in this folder.
fn compile(folder: &Path, source: &str, executable: &str) -> Finished {
    process::run(qc(folder).args([source, "-o", executable]))
}

fn qc(folder: &Path) -> Command {
    let mut command = engines::qc_command();
    command.current_dir(folder);
    command
}

/// Compiles a text that must compile; gives the executable.
fn program(folder: &Path, text: &str) -> Result<PathBuf, String> {
    write(&folder.join("program.q"), text.as_bytes())?;
    let finished = compile(folder, "program.q", "program");
    if finished.exited(0) {
        Ok(folder.join("program"))
    } else {
        Err(finished.describe())
    }
}

/// One clear error: an orderly exit with another code than 0, something on
/// standard error, and no sign of a crash.
fn clear_error(finished: &Finished) -> Check {
    let says_something = !finished.stderr.trim().is_empty();
    let crashed =
        finished.stderr.contains("panicked") || finished.stderr.contains("RUST_BACKTRACE");
    if finished.is_orderly()
        && !finished.exited(0)
        && says_something
        && !crashed
        && finished.stderr.len() < 20_000
    {
        Ok(())
    } else {
        Err(format!(
            "not one clear error: {}",
            finished.describe().chars().take(3000).collect::<String>()
        ))
    }
}

/// The folder holds these files and nothing else: no partial output, no temporary file.
fn holds_only(folder: &Path, wanted: &[&str]) -> Check {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut names: Vec<String> = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    if names == wanted {
        Ok(())
    } else {
        Err(format!("the folder holds {names:?}, not {wanted:?}"))
    }
}

fn rejected(folder: &Path, source: &[u8]) -> Check {
    write(&folder.join("a.q"), source)?;
    clear_error(&compile(folder, "a.q", "a"))?;
    holds_only(folder, &["a.q"])
}

fn accepted(folder: &Path, source: &[u8], output: &str) -> Check {
    write(&folder.join("a.q"), source)?;
    let finished = compile(folder, "a.q", "a");
    if !finished.exited(0) {
        return Err(finished.describe());
    }
    let finished = process::run(&mut Command::new(folder.join("a")));
    if finished.exited(0) && finished.stdout == output {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

const COPY_IMAGE: &str = "function [] = main(input : string, output : string)\n    imwrite(output, imread(input))\nend\n";

/// Reads `in.png`, which holds these bytes or is missing, and writes `out.png`.
fn image_error(folder: &Path, bytes: Option<&[u8]>) -> Check {
    let executable = program(folder, COPY_IMAGE)?;
    if let Some(bytes) = bytes {
        write(&folder.join("in.png"), bytes)?;
    }
    check_image_error(folder, &executable)
}

fn check_image_error(folder: &Path, executable: &Path) -> Check {
    let finished = process::run(
        Command::new(executable)
            .current_dir(folder)
            .args(["in.png", "out.png"]),
    );
    clear_error(&finished)?;
    if !finished.stderr.contains("in.png") {
        return Err(format!(
            "the error does not name the file: {}",
            finished.describe()
        ));
    }
    if folder.join("out.png").exists() {
        Err("out.png was written".into())
    } else {
        Ok(())
    }
}

fn truncated_images(folder: &Path) -> Check {
    let executable = program(folder, COPY_IMAGE)?;
    let whole = sample_image()?;
    for length in [1, 7, 8, 30, whole.len() / 4, whole.len() / 2] {
        write(&folder.join("in.png"), &whole[..length])?;
        check_image_error(folder, &executable).map_err(|why| format!("{length} bytes: {why}"))?;
    }
    Ok(())
}

fn sample_image() -> Result<Vec<u8>, String> {
    fs::read(repository::root().join("tests/data/gradient.png")).map_err(|error| error.to_string())
}

fn image_is_a_folder(folder: &Path) -> Check {
    let executable = program(folder, COPY_IMAGE)?;
    fs::create_dir(folder.join("in.png")).map_err(|error| error.to_string())?;
    check_image_error(folder, &executable)
}

fn unwritable_result(folder: &Path) -> Check {
    let executable = program(folder, "imwrite(\"missing/out.png\", zeros(2,2,3))\n")?;
    clear_error(&process::run(Command::new(executable).current_dir(folder)))
}

fn unwritable_executable(folder: &Path) -> Check {
    write(&folder.join("a.q"), b"print 1\n")?;
    clear_error(&compile(folder, "a.q", "missing/a"))?;
    holds_only(folder, &["a.q"])
}

fn executable_is_a_folder(folder: &Path) -> Check {
    write(&folder.join("a.q"), b"print 1\n")?;
    fs::create_dir(folder.join("a")).map_err(|error| error.to_string())?;
    clear_error(&compile(folder, "a.q", "a"))?;
    holds_only(folder, &["a", "a.q"])
}

/// A file system of 64 KiB, where this process may mount one.
fn full_disk_executable(folder: &Path) -> Check {
    let disk = folder.join("disk");
    fs::create_dir(&disk).map_err(|error| error.to_string())?;
    let mounted = process::run(
        Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
            .arg(&disk),
    );
    if !mounted.exited(0) {
        return Err(format!("{SKIP}no file system may be mounted here"));
    }
    write(&folder.join("a.q"), b"print 1\n")?;
    let finished = compile(folder, "a.q", "disk/a");
    let checked = clear_error(&finished).and_then(|()| holds_only(&disk, &[]));
    process::run(Command::new("umount").arg(&disk));
    checked
}

fn unknown_flag(folder: &Path) -> Check {
    write(&folder.join("a.q"), b"print 1\n")?;
    let finished = process::run(qc(folder).args(["a.q", "-o", "a", "--optimise-harder"]));
    clear_error(&finished)?;
    if !finished.stderr.contains("--optimise-harder") {
        return Err(format!(
            "the error does not name the flag: {}",
            finished.describe()
        ));
    }
    holds_only(folder, &["a.q"])
}

fn missing_source(folder: &Path) -> Check {
    let finished = compile(folder, "nothing.q", "a");
    clear_error(&finished)?;
    if !finished.stderr.contains("nothing.q") {
        return Err(format!(
            "the error does not name the file: {}",
            finished.describe()
        ));
    }
    holds_only(folder, &[])
}

fn empty_source(folder: &Path) -> Check {
    accepted(folder, b"", "")
}

fn random_bytes(folder: &Path) -> Check {
    let mut random = quasar_tests::mutate::Random::new(3);
    let bytes: Vec<u8> = (0..4096).map(|_| random.bits() as u8).collect();
    rejected(folder, &bytes)
}

/// A flat expression of 20,000 terms is long, not deep: it must compile or be refused in order.
fn long_sum(folder: &Path) -> Check {
    let text = format!("x = {}1\nprint x\n", "1+".repeat(20_000));
    write(&folder.join("a.q"), text.as_bytes())?;
    let finished = compile(folder, "a.q", "a");
    if finished.exited(0) {
        Ok(())
    } else {
        clear_error(&finished)
    }
}

fn import_cycle(folder: &Path) -> Check {
    write(&folder.join("a.q"), b"import \"b.q\"\nprint \"a\"\n")?;
    write(&folder.join("b.q"), b"import \"a.q\"\nprint \"b\"\n")?;
    let finished = compile(folder, "a.q", "a");
    clear_error(&finished)?;
    holds_only(folder, &["a.q", "b.q"])
}

fn import_of_itself(folder: &Path) -> Check {
    rejected(folder, b"import \"a.q\"\nprint 1\n")
}

fn source_is_a_folder(folder: &Path) -> Check {
    fs::create_dir(folder.join("a.q")).map_err(|error| error.to_string())?;
    clear_error(&compile(folder, "a.q", "a"))?;
    holds_only(folder, &["a.q"])
}

const PRINTS_FOR_EVER: &str = "k = 0\nwhile 1\n    print \"line \", k\n    k += 1\nend\n";

/// A reader that goes away ends a program quietly.
fn broken_pipe_of_program(folder: &Path) -> Check {
    let executable = program(folder, PRINTS_FOR_EVER)?;
    let child = Command::new(executable)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let finished = close_pipe_early(child.map_err(|error| error.to_string())?)?;
    quiet_end(&finished)
}

fn broken_pipe_of_qc(folder: &Path) -> Check {
    let child = qc(folder)
        .arg("--help")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let finished = close_pipe_early(child.map_err(|error| error.to_string())?)?;
    if finished.stderr.contains("panicked") {
        Err(finished.describe())
    } else {
        Ok(())
    }
}

/// Drops the reading end of standard output, then waits.
fn close_pipe_early(mut child: Child) -> Result<Finished, String> {
    drop(child.stdout.take());
    wait_within(child, Duration::from_secs(30))
}

fn wait_within(mut child: Child, limit: Duration) -> Result<Finished, String> {
    let start = std::time::Instant::now();
    while start.elapsed() < limit {
        if child
            .try_wait()
            .map_err(|error| error.to_string())?
            .is_some()
        {
            let output = child
                .wait_with_output()
                .map_err(|error| error.to_string())?;
            return Ok(Finished {
                end: process::end_of(output.status),
                stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
                stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            });
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    Err(format!("it does not end within {limit:?}"))
}

/// Told by the exit code, as SIGPIPE would tell it, without a word.
fn quiet_end(finished: &Finished) -> Check {
    const SIGPIPE: i32 = 13;
    if finished.exited(128 + SIGPIPE) && finished.stderr.is_empty() {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

fn full_standard_output(folder: &Path) -> Check {
    let executable = program(
        folder,
        "for k = 0..9999\n    print \"a line of output that is long enough\"\nend\n",
    )?;
    on_full_disk(&mut Command::new(executable))
}

fn full_standard_output_of_qc(folder: &Path) -> Check {
    on_full_disk(qc(folder).arg("--help"))
}

/// Runs with standard output on `/dev/full`, which refuses every byte.
fn on_full_disk(command: &mut Command) -> Check {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .map_err(|error| format!("{SKIP}/dev/full: {error}"))?;
    let child = command
        .stdin(Stdio::null())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    clear_error(&wait_within(child, Duration::from_secs(30))?)
}

const RUNS_FOR_EVER: &str = "x = 0.0\nwhile x < 1\n    x = x*0.5\nend\n";

fn interrupted_program(folder: &Path) -> Check {
    let executable = program(folder, RUNS_FOR_EVER)?;
    let finished = interrupt(
        interruptible(&executable)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    )?;
    interrupted(&finished)
}

/// A command that SIGINT ends, as in a terminal, where the tests themselves may be run in the background, which ignores it.
fn interruptible(executable: &Path) -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal=INT").arg(executable);
    command
}

fn interrupt(command: &mut Command) -> Result<Finished, String> {
    let child = command.spawn().map_err(|error| error.to_string())?;
    std::thread::sleep(Duration::from_millis(200));
    process::run(Command::new("kill").args(["-INT", &child.id().to_string()]));
    wait_within(child, Duration::from_secs(10))
}

fn interrupted(finished: &Finished) -> Check {
    const SIGINT: i32 = 2;
    let ended = finished.end == End::Signal(SIGINT) || finished.exited(128 + SIGINT);
    if ended && !finished.stderr.contains("panicked") {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

/// A program that writes the same picture again and again, interrupted: the picture is whole or absent.
fn interrupted_write(folder: &Path) -> Check {
    let text = "function [] = main()\n    x = zeros(400,400,3)\n    while 1\n        imwrite(\"out.png\", x)\n    end\nend\n";
    let executable = program(folder, text)?;
    let mut command = interruptible(&executable);
    command
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    interrupted(&interrupt(&mut command)?)?;
    let reader = folder.join("reader");
    fs::create_dir(&reader).map_err(|error| error.to_string())?;
    let check = program(&reader, "print size(imread(\"../out.png\"))\n")?;
    let finished = process::run(Command::new(check).current_dir(&reader));
    let whole = finished.exited(0) && finished.stdout == "[400,400,3]\n";
    if whole || !folder.join("out.png").exists() {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

/// `program >&-`: nothing can be printed; that is an error, not a crash.
fn closed_output(folder: &Path) -> Check {
    let executable = program(folder, "print 1\n")?;
    let finished = process::run(
        Command::new("sh")
            .arg("-c")
            .arg("\"$0\" >&-")
            .arg(executable),
    );
    if finished.is_orderly() {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

/// What a filter does: its input line by line, of which the last one has no end.
const FILTER: &str = "while feof(0) == 0\nprint \"<\", fgets(0), \">\"\nend\n";

fn lines_of_input(folder: &Path) -> Check {
    let executable = program(folder, FILTER)?;
    let finished = process::run(
        Command::new("sh")
            .arg("-c")
            .arg("printf 'one\\r\\n\\ntwo' | \"$0\"")
            .arg(executable),
    );
    if finished.exited(0) && finished.stdout == "<one>\n<>\n<two>\n" {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

/// `program <&-`: an error that says so.
fn closed_input(folder: &Path) -> Check {
    let executable = program(folder, FILTER)?;
    let finished = process::run(
        Command::new("sh")
            .arg("-c")
            .arg("\"$0\" <&-")
            .arg(executable),
    );
    if finished.is_orderly() && finished.stdout.is_empty() {
        Ok(())
    } else {
        Err(finished.describe())
    }
}

/// A program that ends itself has written out the files that it left open, as one that comes to its end.
fn written_before_exit(folder: &Path) -> Check {
    let text = "f = fopen(\"left.txt\", \"w\")\nfprintf(f, \"left\")\nprint 1\nexit(7)\n";
    let executable = program(folder, text)?;
    let finished = process::run(Command::new(executable).current_dir(folder));
    let left = fs::read_to_string(folder.join("left.txt")).unwrap_or_default();
    if finished.exited(7) && finished.stdout == "1\n" && left == "left" {
        Ok(())
    } else {
        Err(format!("{}\nleft.txt: {left:?}", finished.describe()))
    }
}

/// Two passes of a filter, which the program runs in strips as high as the caches allow.
const PASSES: &str = "function [] = main(n : int = 64)
    x = ones(n,n)
    y = zeros(n,n)
    z = zeros(n,n)
    for i = 0..n-1
        for j = 0..n-1
            s = 0.0
            for k = -4..4
                s += x[i,j+k]
            end
            y[i,j] = s
        end
    end
    for i = 0..n-1
        for j = 0..n-1
            s = 0.0
            for k = -4..4
                s += y[i+k,j]
            end
            z[i,j] = s
        end
    end
    print sum(z)
end
";

/// A size that is none is ignored with a warning that names it; good ones change no result.
fn sizes_of_the_environment(folder: &Path) -> Check {
    let executable = program(folder, PASSES)?;
    for (rows, bytes, is_wrong) in [
        ("7", "4096", false),
        ("many", "-5", true),
        ("0", "1K", true),
    ] {
        let mut command = Command::new(&executable);
        command
            .env("QC_STRIP_ROWS", rows)
            .env("QC_CACHE_BYTES", bytes);
        let finished = process::run(&mut command);
        let told = |name: &str, text: &str| {
            let warning =
                format!("warning: {name} must be a positive number, not '{text}'; it is ignored\n");
            finished.stderr.contains(&warning)
        };
        let as_expected = match is_wrong {
            true => told("QC_STRIP_ROWS", rows) && told("QC_CACHE_BYTES", bytes),
            false => finished.stderr.is_empty(),
        };
        // Nine neighbours of 64 places, but for 1 + 2 + 3 + 4 on each side: 556 along the rows, and as much along the columns.
        if !finished.exited(0) || finished.stdout != "309136\n" || !as_expected {
            return Err(finished.describe());
        }
    }
    Ok(())
}
