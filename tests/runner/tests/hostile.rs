//! What others do to programs and to qc: files that become far more than they are, folders that are shared, rights that are raised,
//! signals in the middle of a save, sources that are none.
//!
//! *Invariant:* every test has its counterpart without the attack, so that it cannot pass by doing nothing.

#[path = "hostile/bombs.rs"]
mod bombs;
#[path = "hostile/depths.rs"]
mod depths;
#[path = "hostile/sources.rs"]
mod sources;
#[path = "hostile/strange.rs"]
mod strange;

use quasar_tests::engines;
use quasar_tests::outcome::{self, Check, SKIP, Test};
use quasar_tests::process::{self, Finished};
use quasar_tests::repository;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

type Run = fn(&Path) -> Check;

const TESTS: &[(&str, Run)] = &[
    ("files that become far more than they are", bombs::all),
    ("two containers that save to one folder", shared_folder),
    ("what a killed container leaves", killed_container),
    ("signals in the middle of a save", signals),
    ("a file that may not be so long", file_size_limit),
    ("what is saved is on the disk first", saved_first),
    ("a program with raised rights", raised_rights),
    ("imports of what is no source", strange::imports),
    ("programs that are no source", strange::programs),
    ("pages of what is no document", strange::pages),
    ("results in the place of a source", replaced_sources),
    ("executables that are cut off", cut_executables),
    ("executables with flipped bits", flipped_executables),
    ("sources that ask for too much", sources::all),
    ("mistakes without end", sources::mistakes),
    ("deep sources where addresses are limited", depths::all),
];

fn main() {
    let tests: Vec<Test> = TESTS
        .iter()
        .map(|&(name, run)| Test::new(name, move || outcome::in_folder(name, run)))
        .collect();
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("hostile", &results));
}

/// What an error of the system is to a test.
fn says(error: std::io::Error) -> String {
    error.to_string()
}

/// Compiles a text; gives the executable.
fn program(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let source = format!("{name}.q");
    fs::write(folder.join(&source), text).map_err(says)?;
    let finished = compile(folder, &[&source, "-o", name]);
    match finished.exited(0) {
        true => Ok(folder.join(name)),
        false => Err(finished.describe()),
    }
}

fn compile(folder: &Path, words: &[&str]) -> Finished {
    process::run(engines::qc_command().current_dir(folder).args(words))
}

fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(says)?;
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.flatten().map(name).collect();
    names.sort();
    Ok(names)
}

fn holds_only(folder: &Path, wanted: &[&str]) -> Check {
    let names = names(folder)?;
    match names == wanted {
        true => Ok(()),
        false => Err(format!("the folder holds {names:?}, not {wanted:?}")),
    }
}

/// Saves two files again and again: one under a name of its own, one under a name that both containers use.
const SAVES: &str = "function [] = main(folder : string, own : int, times : int)
    x = ones(40, 50)*own
    for k = 1..times
        save(strcat(folder, sprintf(\"/%d-%d.npy\", own, k)), x)
        save(strcat(folder, \"/both.npy\"), x)
    end
end
";
const TIMES: usize = 500;

/// Each container counts its processes from 1 on: what names files by these numbers meets the other's.
fn shared_folder(folder: &Path) -> Check {
    let executable = program(folder, "saves", SAVES)?;
    let shared = folder.join("shared");
    fs::create_dir(&shared).map_err(says)?;
    let start = |own: usize| {
        let mut container = container(&executable);
        container
            .arg(&shared)
            .args([own.to_string(), TIMES.to_string()]);
        container.stdout(Stdio::piped()).stderr(Stdio::piped());
        container
            .spawn()
            .map_err(|error| format!("{SKIP}unshare: {error}"))
    };
    containers_may_be()?;
    for child in [start(1)?, start(2)?] {
        let output = child.wait_with_output().map_err(says)?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
    }
    let found = names(&shared)?;
    let own = (1..=2).flat_map(|own| (1..=TIMES).map(move |k| format!("{own}-{k}.npy")));
    let mut wanted: Vec<String> = own.chain(["both.npy".to_string()]).collect();
    wanted.sort();
    if found != wanted {
        let strange = found.iter().filter(|name| !wanted.contains(name));
        let strange: Vec<_> = strange.collect();
        return Err(format!("{} files, {strange:?} beside them", found.len()));
    }
    let bytes = |name: &str| fs::read(shared.join(name)).map_err(says);
    let (first, second) = (bytes("1-1.npy")?, bytes("2-1.npy")?);
    if first == second {
        return Err("both wrote the same".into());
    }
    for name in &wanted {
        let (found, is_first) = (bytes(name)?, name.starts_with("1-"));
        let fits = match name.as_str() {
            "both.npy" => found == first || found == second,
            _ => found == *if is_first { &first } else { &second },
        };
        if !fits {
            return Err(format!("{name} is not what was saved"));
        }
    }
    Ok(())
}

/// A program that is the first process of its container.
fn container(executable: &Path) -> Command {
    let mut container = Command::new("unshare");
    let alone = ["--pid", "--fork", "--kill-child"];
    container.args(alone).arg(executable);
    container
}

fn containers_may_be() -> Check {
    match process::run(&mut container(Path::new("true"))).exited(0) {
        true => Ok(()),
        false => Err(format!("{SKIP}no name space of processes may be made here")),
    }
}

/// Where all files have names, a program that is killed leaves its draft. The next one has the same number, and neither stumbles over the
/// draft nor removes what it has not made.
fn killed_container(folder: &Path) -> Check {
    containers_may_be()?;
    let endless = program(folder, "endless", SAVES_FOR_EVER)?;
    let saves = program(folder, "saves", SAVES)?;
    let place = folder.join("place");
    fs::create_dir(&place).map_err(says)?;
    let in_place = |executable: &Path| {
        let mut command = container(executable);
        command
            .current_dir(&place)
            .env("LD_PRELOAD", repository::shim())
            .env("QC_FAIL_NAMELESS", "1");
        command
    };
    let drafts = || -> Result<Vec<String>, String> {
        let mut names = names(&place)?;
        names.retain(|name| name.ends_with(".part"));
        Ok(names)
    };
    const TRIES: usize = 40;
    for round in 0..TRIES {
        let mut child = in_place(&endless).arg("x.npy").spawn().map_err(says)?;
        std::thread::sleep(Duration::from_millis(60 + 7 * round as u64));
        end(&mut child, "KILL")?;
        if drafts()?.len() > 1 {
            break;
        }
    }
    let left = drafts()?;
    if left.is_empty() {
        return Err(format!(
            "{TRIES} programs were killed, and none left a draft"
        ));
    }
    let finished = process::run(in_place(&saves).args([".", "1", "3"]));
    if !finished.exited(0) {
        return Err(finished.describe());
    }
    // Whether a program was killed before its first file had its place is chance.
    let saved = ["1-1.npy", "1-2.npy", "1-3.npy", "both.npy", "x.npy"];
    let saved = saved
        .iter()
        .filter(|name| place.join(name).exists() || **name != "x.npy");
    let mut wanted: Vec<&str> = left.iter().map(String::as_str).collect();
    wanted.extend(saved);
    wanted.sort();
    holds_only(&place, &wanted)
}

const SAVES_FOR_EVER: &str = "function [] = main(path : string)
    x = ones(1000, 1000)
    while 1
        save(path, x)
    end
end
";

/// Where files can be made without a name, and where they cannot.
fn signals(folder: &Path) -> Check {
    let executable = program(folder, "saves", SAVES_FOR_EVER)?;
    signals_in(&executable, &folder.join("nameless"), &[])?;
    let shim = repository::shim();
    let named = [
        ("LD_PRELOAD", shim.as_os_str()),
        ("QC_FAIL_NAMELESS", "1".as_ref()),
    ];
    let checked = signals_in(&executable, &folder.join("named"), &named);
    checked.map_err(|why| format!("where all files have names: {why}"))
}

fn signals_in(executable: &Path, place: &Path, environment: &[(&str, &OsStr)]) -> Check {
    fs::create_dir(place).map_err(says)?;
    let mut command = Command::new(executable);
    command
        .current_dir(place)
        .arg("x.npy")
        .envs(environment.iter().copied())
        .stderr(Stdio::piped());
    let mut child = command.spawn().map_err(says)?;
    while !place.join("x.npy").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    end(&mut child, "TERM")?;
    let whole = fs::read(place.join("x.npy")).map_err(says)?;
    // Those that whoever starts the tests may have ignored, as INT and HUP in the background, would end nothing.
    for (round, signal) in ["TERM", "ALRM", "USR2", "TERM", "USR1", "TERM"]
        .iter()
        .enumerate()
    {
        let mut child = command.spawn().map_err(says)?;
        std::thread::sleep(Duration::from_millis(15 + 7 * round as u64));
        end(&mut child, signal)?;
        if fs::read(place.join("x.npy")).map_err(says)? != whole {
            return Err(format!("SIG{signal} leaves a part of the file"));
        }
        holds_only(place, &["x.npy"]).map_err(|why| format!("SIG{signal}: {why}"))?;
    }
    Ok(())
}

fn end(child: &mut Child, signal: &str) -> Check {
    let number = child.id().to_string();
    process::run(Command::new("kill").args([&format!("-{signal}"), &number]));
    child.wait().map(|_| ()).map_err(says)
}

/// SIGXFSZ would end the process in the middle of the file.
fn file_size_limit(folder: &Path) -> Check {
    let text = "function [] = main(path : string)\n    try\n        save(path, ones(1000, 1000))\n    catch ex\n        print ex\n    end\nend\n";
    let executable = program(folder, "saves", text)?;
    let place = folder.join("place");
    fs::create_dir(&place).map_err(says)?;
    fs::write(place.join("x.npy"), "before").map_err(says)?;
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -f 100; exec \"$0\" x.npy"])
        .arg(executable);
    let finished = process::run(limited.current_dir(&place));
    if !finished.exited(0) || finished.stdout != "cannot write 'x.npy': File too large\n" {
        return Err(finished.describe());
    }
    holds_only(&place, &["x.npy"])?;
    match fs::read(place.join("x.npy")).map_err(says)? == b"before" {
        true => Ok(()),
        false => Err("the old file is gone".into()),
    }
}

/// Whether the disk is cut off from power cannot be tried: the calls of the system are looked at, of a new file and of one that is replaced.
/// The contents are waited for before the place shows them, and the folder with the new entry behind that.
fn saved_first(folder: &Path) -> Check {
    let executable = program(folder, "saves", "save(\"x.npy\", ones(4, 4))\n")?;
    for what in ["a new file", "a file that is replaced"] {
        let log = folder.join("calls");
        let mut command = Command::new(&executable);
        command.env("LD_PRELOAD", repository::shim());
        let finished = process::run(command.env("QC_FAIL_LOG", &log).current_dir(folder));
        if !finished.exited(0) {
            return Err(finished.describe());
        }
        let calls = fs::read_to_string(&log).map_err(says)?;
        let calls: Vec<&str> = calls.lines().collect();
        let all = |names: &[&str]| {
            let places = calls.iter().enumerate();
            let found = places.filter(|(_, call)| names.contains(call));
            found.map(|(place, _)| place).collect::<Vec<_>>()
        };
        let (syncs, shows) = (all(&["fsync", "fdatasync"]), all(&["linkat", "rename"]));
        let is_first = matches!((&syncs[..], &shows[..]), ([first, .., last], [show, ..])
            if first < show && shows.iter().all(|show| show < last));
        if !is_first {
            return Err(format!("{what}: {calls:?}"));
        }
    }
    Ok(())
}

/// A folder that other users can look into, which goes in the end.
struct Open(PathBuf);

impl Drop for Open {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A launch, then an error.
const OUTSIDE: &str = "function [] = main(k : int = 200, n : int = 100000)
    all = zeros(n)
    for i = 0..n-1
        all[i] = sin(i)
    end
    x = all[0..99]
    print sum(all) > 0, x[k]
end
";

/// A copy that runs as root whoever starts it takes nothing from the environment; a plain copy does.
fn raised_rights(folder: &Path) -> Check {
    let executable = program(folder, "plain", OUTSIDE)?;
    let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"];
    let may = process::run(Command::new("setpriv").args(nobody).arg("true"));
    if !may.exited(0) {
        return Err(format!("{SKIP}only root makes programs with raised rights"));
    }
    let name = format!("quasar-raised-{}", std::process::id());
    let place = Open(std::env::temp_dir().join(name));
    fs::create_dir(&place.0).map_err(says)?;
    fs::set_permissions(&place.0, fs::Permissions::from_mode(0o777)).map_err(says)?;
    let run = |name: &str, mode: u32| {
        let copy = place.0.join(name);
        fs::copy(&executable, &copy).map_err(says)?;
        fs::set_permissions(&copy, fs::Permissions::from_mode(mode)).map_err(says)?;
        let mut command = Command::new("setpriv");
        command.args(nobody).arg(&copy);
        let trace = place.0.join(format!("{name}.json"));
        command.env("QC_TRACE", &trace).env("QC_BACKTRACE", "1");
        let first = process::run(&mut command);
        let mut command = Command::new("setpriv");
        command.args(nobody).arg(&copy);
        let library = place.0.join("library.so");
        command
            .env("QC_DEVICE", "emu")
            .env("QC_EMU_LIBRARY", library);
        Ok::<_, String>((first, process::run(&mut command), trace.exists()))
    };
    let (traced, emulated, has_trace) = run("plain", 0o755)?;
    if !has_trace || !traced.stderr.contains("calls") || !emulated.stderr.contains("library.so") {
        return Err(format!(
            "the environment has no effect at all\n{}{}",
            traced.describe(),
            emulated.describe()
        ));
    }
    let (traced, emulated, has_trace) = run("raised", 0o4755)?;
    let is_plain = |finished: &Finished| {
        finished.exited(1)
            && !finished.stderr.contains("calls")
            && !finished.stderr.contains("library.so")
            && finished.stderr.contains("index 200")
    };
    match !has_trace && is_plain(&traced) && is_plain(&emulated) {
        true => Ok(()),
        false => Err(format!(
            "the environment counts (trace: {has_trace})\n{}{}",
            traced.describe(),
            emulated.describe()
        )),
    }
}

fn replaced_sources(folder: &Path) -> Check {
    let library = "function y = f(x)\n    y = x\nend\n";
    let main = "import \"lib.q\"\nprint f(1)\n";
    fs::write(folder.join("lib.q"), library).map_err(says)?;
    fs::write(folder.join("a.q"), main).map_err(says)?;
    std::os::unix::fs::symlink("lib.q", folder.join("link")).map_err(says)?;
    let ways: [&[&str]; 7] = [
        &["a.q", "-o", "a.q"],
        &["a.q", "-o", "lib.q"],
        &["a.q", "-o", "./lib.q"],
        &["a.q", "-o", "link"],
        &["a.q", "--emit=obj", "-o", "lib.q"],
        &["a.q", "--emit=mir", "-o", "lib.q"],
        &["a.q", "-o", "a", "--depfile=lib.q"],
    ];
    for words in ways {
        let finished = compile(folder, words);
        let is_refused = finished.exited(1) && finished.stderr.contains("source");
        let same = |name: &str, text: &str| {
            fs::read_to_string(folder.join(name)).is_ok_and(|found| found == text)
        };
        if !is_refused || !same("a.q", main) || !same("lib.q", library) {
            return Err(format!("{words:?}: {}", finished.describe()));
        }
    }
    let good = compile(folder, &["a.q", "-o", "a"]);
    match good.exited(0) {
        true => Ok(()),
        false => Err(good.describe()),
    }
}

/// An executable that a copy or a download has cut off is refused by the system when it is started; where only what debuggers read is
/// missing, it runs as before.
fn cut_executables(folder: &Path) -> Check {
    const PARTS: usize = 48;
    let executable = program(folder, "whole", "x = zeros(100)\nx += 1\nprint sum(x)\n")?;
    let whole = fs::read(&executable).map_err(says)?;
    let cut = folder.join("cut");
    let mut refused = 0;
    for parts in 1..PARTS {
        let length = whole.len() * parts / PARTS;
        let finished = changed(&cut, &whole[..length])?;
        let is_whole = finished.exited(0) && finished.stdout == "100\n";
        match &finished.end {
            process::End::NotStarted(_) => refused += 1,
            _ if is_whole && refused > PARTS / 2 => {}
            _ => return Err(format!("{parts} parts of {PARTS}: {}", finished.describe())),
        }
    }
    println!(
        "campaign\tfaults\texecutables cut off at {} places: refused when started\t{refused}\tplaces",
        PARTS - 1
    );
    Ok(())
}

/// Writes an executable and runs it.
fn changed(path: &Path, bytes: &[u8]) -> Result<Finished, String> {
    let _ = fs::remove_file(path);
    fs::write(path, bytes).map_err(says)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).map_err(says)?;
    let mut command = Command::new(path);
    Ok(process::run_within(&mut command, Duration::from_secs(20)))
}

/// A flipped bit rarely gives another result: nothing checks for it, but most of a file is code that does not run or that fails loudly.
fn flipped_executables(folder: &Path) -> Check {
    const FLIPS: usize = 60;
    const OTHERS: usize = 2;
    let executable = program(folder, "whole", "x = zeros(100)\nx += 1\nprint sum(x)\n")?;
    let whole = fs::read(&executable).map_err(says)?;
    let mut random = quasar_tests::mutate::Random::new(11);
    let (mut signals, mut others) = (0, 0);
    for _ in 0..FLIPS {
        let mut bytes = whole.clone();
        let bit = random.bits() as usize % (8 * bytes.len());
        bytes[bit / 8] ^= 1 << (bit % 8);
        let finished = changed(&folder.join("flipped"), &bytes)?;
        others += usize::from(finished.exited(0) && finished.stdout != "100\n");
        signals += usize::from(matches!(finished.end, process::End::Signal(_)));
    }
    for (what, count) in [("ended by a signal", signals), ("another result", others)] {
        println!("campaign\tfaults\t{FLIPS} flipped bits of an executable: {what}\t{count}\tbits");
    }
    match others <= OTHERS {
        true => Ok(()),
        false => Err(format!("{others} of {FLIPS} give another result")),
    }
}
