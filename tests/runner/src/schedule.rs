//! Test executables, started as cargo builds them, several side by side, the longest first.
//!
//! `cargo test` runs one executable after the other when all of them are built; cores are idle while the last crate is compiled and at the end of each
//! executable. Here the first executables run beside the build, and their pauses are filled by others.
//!
//! *Invariant:* what an executable prints is printed in one piece when it has ended; one that fails, and a build that fails, make the run fail. What a
//! failed one says of its failures stands once more at the end, where a reader of a cut log finds it.

use serde_json::Value;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// What runs longest, in seconds on two cores when nothing runs beside it. These are started first, in this order.
const LONG: &[(&str, u32)] = &[
    ("language", 200),
    ("cuda", 90),
    ("polybench", 60),
    ("memcheck", 60),
    ("qc_codegen", 40),
    ("library", 40),
    ("bits", 30),
    ("passes", 30),
    ("random_programs", 30),
    ("mutated", 30),
    ("mir_files", 25),
    ("validated", 25),
];

/// The packages whose files of tests run the command `qc`, and programs on the emulated GPU.
const USES_COMMAND: [&str; 2] = ["quasar-tests", "qc"];

/// How many executables run at once when all are built. Each has threads of its own for its tests.
const SIDE_BY_SIDE: usize = 2;

/// How many lines of a failed executable are repeated at the end.
const FAILURE_LINES: usize = 80;

/// An executable of tests that cargo has built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executable {
    /// The package that it tests.
    pub package: String,
    /// The name of the target: of the library, or of the file of tests.
    pub target: String,
    /// The kind of the target: `test`, `bin`, or one of a library.
    pub kind: String,
    /// The file to run.
    pub path: PathBuf,
    /// The folder of the package, in which it runs.
    pub folder: PathBuf,
}

impl Executable {
    fn seconds(&self) -> u32 {
        let row = LONG.iter().find(|(target, _)| *target == self.target);
        row.map_or(0, |(_, seconds)| *seconds)
    }

    /// What `cargo test` needs to run this one.
    fn selection(&self) -> String {
        match self.kind.as_str() {
            kind @ ("test" | "bin") => format!("-p {} --{kind} {}", self.package, self.target),
            _ => format!("-p {} --lib", self.package),
        }
    }
}

/// A message of `cargo test --no-run --message-format=json`, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Tests that can run.
    Tests(Executable),
    /// The command `qc`.
    Command(PathBuf),
    /// The library of the emulated GPU.
    Emulator(PathBuf),
    /// The end of the build, and whether it succeeded.
    End(bool),
}

/// Reads a line that cargo writes; none for what does not matter here.
pub fn message(line: &str) -> Option<Message> {
    let value: Value = serde_json::from_str(line).ok()?;
    match value["reason"].as_str()? {
        "build-finished" => Some(Message::End(value["success"] == true)),
        "compiler-artifact" => artifact(&value),
        _ => None,
    }
}

fn artifact(value: &Value) -> Option<Message> {
    let target = value["target"]["name"].as_str()?;
    let kind = value["target"]["kind"][0].as_str()?;
    let executable = value["executable"].as_str().map(PathBuf::from);
    match (value["profile"]["test"] == true, target, kind) {
        (true, ..) => Some(Message::Tests(tests(value, executable?)?)),
        (false, "qc", "bin") => executable.map(Message::Command),
        (false, "quasar_emulator", _) => shared_library(value).map(Message::Emulator),
        (false, ..) => None,
    }
}

fn tests(value: &Value, path: PathBuf) -> Option<Executable> {
    let folder = Path::new(value["manifest_path"].as_str()?).parent()?;
    let target = &value["target"];
    Some(Executable {
        package: package_name(value["package_id"].as_str()?)?.to_string(),
        target: target["name"].as_str()?.to_string(),
        kind: target["kind"][0].as_str()?.to_string(),
        path,
        folder: folder.to_path_buf(),
    })
}

/// The name in `path+file:///…/folder#name@version`; where folder and package are called alike, cargo leaves the name out.
fn package_name(identity: &str) -> Option<&str> {
    let (place, version) = identity.rsplit_once('#')?;
    match version.split_once('@') {
        Some((name, _)) => Some(name),
        None => place.rsplit('/').next(),
    }
}

fn shared_library(value: &Value) -> Option<PathBuf> {
    let files = value["filenames"].as_array()?.iter();
    let paths = files.filter_map(|file| file.as_str().map(PathBuf::from));
    let mut shared = paths.filter(|path| path.extension().is_some_and(|end| end == "so"));
    shared.next()
}

/// What is known of the build and of the runs.
#[derive(Debug, Default)]
struct State {
    waiting: Vec<Executable>,
    command: Option<PathBuf>,
    emulator: Option<PathBuf>,
    built: Option<bool>,
    times: Vec<(Duration, Executable)>,
    failed: Vec<Failure>,
}

/// An executable that has failed.
#[derive(Debug)]
struct Failure {
    executable: Executable,
    /// What it says of its failures.
    says: String,
}

impl State {
    /// Takes out the longest of those that can run now.
    fn take(&mut self) -> Option<Executable> {
        let has_command = self.command.is_some() && self.emulator.is_some();
        let can_run = |one: &Executable| {
            let uses_command = USES_COMMAND.contains(&one.package.as_str()) && one.kind == "test";
            !uses_command || has_command || self.built.is_some()
        };
        let ready = (0..self.waiting.len()).filter(|index| can_run(&self.waiting[*index]));
        let longest = ready.max_by_key(|index| self.waiting[*index].seconds())?;
        Some(self.waiting.remove(longest))
    }
}

/// The executables that wait, and those who run them.
#[derive(Debug, Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics here")
    }

    fn tell(&self, message: Message) {
        let mut state = self.state();
        match message {
            Message::Tests(one) => state.waiting.push(one),
            Message::Command(path) => state.command = Some(path),
            Message::Emulator(path) => state.emulator = Some(path),
            Message::End(success) => state.built = Some(success),
        }
        drop(state);
        self.changed.notify_all();
    }

    /// The next executable; none when the build has ended and none is left, or when it has failed.
    fn next(&self, beside_build: bool) -> Option<Executable> {
        let mut state = self.state();
        loop {
            if state.built == Some(false) {
                return None;
            }
            let taken = match beside_build || state.built.is_some() {
                true => state.take(),
                false => None,
            };
            if taken.is_some() || state.built.is_some() {
                return taken;
            }
            state = self.changed.wait(state).expect("no thread panics here");
        }
    }

    /// Runs what comes until nothing is left.
    fn work(&self, beside_build: bool) {
        while let Some(one) = self.next(beside_build) {
            let start = Instant::now();
            let ended = self.run(&one);
            let took = start.elapsed();
            println!("     Running {} in {} s", one.selection(), took.as_secs());
            let mut state = self.state();
            match ended {
                Ok((text, success)) => {
                    print!("{text}");
                    state.failed.extend((!success).then(|| Failure {
                        executable: one.clone(),
                        says: failures(&text),
                    }));
                }
                Err(why) => {
                    let says = format!("{}: {why}", one.path.display());
                    println!("{says}");
                    let executable = one.clone();
                    state.failed.push(Failure { executable, says });
                }
            }
            state.times.push((took, one));
        }
    }

    /// What an executable prints on both of its outputs, and whether it succeeds.
    fn run(&self, one: &Executable) -> io::Result<(String, bool)> {
        let (mut reader, writer) = io::pipe()?;
        let mut command = Command::new(&one.path);
        command
            .current_dir(&one.folder)
            .env("CARGO_MANIFEST_DIR", &one.folder)
            .stdin(Stdio::null())
            .stdout(writer.try_clone()?)
            .stderr(writer);
        let state = self.state();
        let places = [("QC", &state.command), ("QC_EMULATOR", &state.emulator)];
        for (name, place) in places {
            command.envs(place.iter().map(|path| (name, path)));
        }
        drop(state);
        let mut child = command.spawn()?;
        // The writing ends that the command holds would keep the pipe open.
        drop(command);
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok((text, child.wait()?.success()))
    }

    /// Tells the longest and the failed ones; whether all is well.
    fn close(self) -> bool {
        let mut state = self.state.into_inner().expect("no thread panics here");
        state
            .times
            .sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        println!(
            "{} executables of tests have run; the longest:",
            state.times.len()
        );
        for (time, one) in state.times.iter().take(12) {
            println!("{:6} s  {}", time.as_secs(), one.selection());
        }
        for failure in &state.failed {
            println!("{}", failure.says);
            let selection = failure.executable.selection();
            println!("error: test failed, to rerun pass `{selection}`");
        }
        if state.built != Some(true) {
            println!(
                "error: the build has failed or ended early; what it did not build was not run"
            );
        }
        state.built == Some(true) && state.failed.is_empty()
    }
}

/// The end of what an executable has printed, from where its failures begin, and of that at most the last lines.
fn failures(text: &str) -> String {
    let start = text.find("\nfailures:\n").map_or(0, |place| place + 1);
    let lines: Vec<&str> = text[start..].lines().collect();
    lines[lines.len().saturating_sub(FAILURE_LINES)..].join("\n")
}

/// Runs the tests that cargo's messages name, beginning before the last of them is built; whether the build and all of them succeed.
pub fn run(messages: impl BufRead) -> bool {
    let queue = Queue::default();
    std::thread::scope(|scope| {
        for number in 0..SIDE_BY_SIDE {
            let queue = &queue;
            scope.spawn(move || queue.work(number == 0));
        }
        let lines = messages.lines().map_while(Result::ok);
        lines
            .filter_map(|line| message(&line))
            .for_each(|message| queue.tell(message));
        // A cargo that ends without a word has failed.
        if queue.state().built.is_none() {
            queue.tell(Message::End(false));
        }
    });
    queue.close()
}

#[cfg(test)]
mod tests {
    use super::{Executable, FAILURE_LINES, Message, State, failures, message, run};
    use std::path::PathBuf;

    fn line(package: &str, kind: &str, target: &str, test: bool) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","package_id":"{package}","manifest_path":"/here/{target}/Cargo.toml","target":{{"kind":["{kind}"],"name":"{target}"}},"profile":{{"test":{test}}},"filenames":["/t/lib{target}.so","/t/lib{target}.rlib"],"executable":"/t/{target}"}}"#
        )
    }

    fn executable(package: &str, kind: &str, target: &str) -> Executable {
        Executable {
            package: package.into(),
            target: target.into(),
            kind: kind.into(),
            path: format!("/t/{target}").into(),
            folder: format!("/here/{target}").into(),
        }
    }

    #[test]
    fn messages_name_tests_the_command_and_the_emulator() {
        let rows = [
            (
                line(
                    "path+file:///here/tests/runner#quasar-tests@0.1.0",
                    "test",
                    "bits",
                    true,
                ),
                Message::Tests(executable("quasar-tests", "test", "bits")),
            ),
            (
                line(
                    "path+file:///here/rt#quasar-rt@0.1.0",
                    "lib",
                    "quasar_rt",
                    true,
                ),
                Message::Tests(executable("quasar-rt", "lib", "quasar_rt")),
            ),
            (
                line("path+file:///here/qc#0.1.0", "bin", "qc", false),
                Message::Command("/t/qc".into()),
            ),
            (
                line(
                    "path+file:///here/e#0.1.0",
                    "cdylib",
                    "quasar_emulator",
                    false,
                ),
                Message::Emulator("/t/libquasar_emulator.so".into()),
            ),
            (
                r#"{"reason":"build-finished","success":true}"#.to_string(),
                Message::End(true),
            ),
        ];
        for (line, expected) in rows {
            assert_eq!(message(&line), Some(expected), "{line}");
        }
        assert_eq!(message("   Compiling qc"), None);
        assert_eq!(message(&line("p#a@1", "lib", "a", false)), None);
    }

    #[test]
    fn a_package_without_a_name_in_its_identity_is_named_by_its_folder() {
        let line = line("path+file:///here/compiler/qc#0.1.0", "test", "graft", true);
        let Some(Message::Tests(one)) = message(&line) else {
            panic!("these are tests: {line}");
        };
        assert_eq!(one.selection(), "-p qc --test graft");
        assert_eq!(executable("qc", "bin", "qc").selection(), "-p qc --bin qc");
        assert_eq!(executable("rt", "lib", "q").selection(), "-p rt --lib");
    }

    #[test]
    fn the_longest_comes_first_and_waits_for_what_it_runs() {
        let mut state = State {
            waiting: vec![
                executable("quasar-rt", "test", "process"),
                executable("qc", "test", "growth"),
                executable("quasar-tests", "test", "language"),
            ],
            ..State::default()
        };
        assert_eq!(state.take().map(|one| one.target), Some("process".into()));
        assert_eq!(state.take(), None);
        state.command = Some(PathBuf::from("/t/qc"));
        state.emulator = Some(PathBuf::from("/t/e.so"));
        assert_eq!(state.take().map(|one| one.target), Some("language".into()));
    }

    #[test]
    fn failures_are_repeated_from_where_they_begin() {
        let text =
            "test a ... ok\ntest b ... FAILED\n\nfailures:\n\n---- b ----\nleft 1, right 2\n";
        assert_eq!(failures(text), "failures:\n\n---- b ----\nleft 1, right 2");
        let crashed: String = (0..2 * FAILURE_LINES)
            .map(|line| format!("{line}\n"))
            .collect();
        let kept = failures(&crashed);
        assert_eq!(kept.lines().count(), FAILURE_LINES);
        assert!(kept.ends_with(&(2 * FAILURE_LINES - 1).to_string()));
    }

    #[test]
    fn what_fails_makes_the_run_fail() {
        let end =
            |success: bool| format!("{{\"reason\":\"build-finished\",\"success\":{success}}}\n");
        let one = |path: &str| {
            let line = line(
                "path+file:///here/rt#quasar-rt@0.1.0",
                "test",
                "process",
                true,
            );
            line.replace("/t/process", path)
                .replace("/here/process", "/usr")
        };
        assert!(run(end(true).as_bytes()));
        assert!(!run(end(false).as_bytes()));
        assert!(!run(&b""[..]));
        assert!(run(
            format!("{}\n{}", one("/bin/true"), end(true)).as_bytes()
        ));
        assert!(!run(
            format!("{}\n{}", one("/bin/false"), end(true)).as_bytes()
        ));
        assert!(!run(
            format!("{}\n{}", one("/nowhere"), end(true)).as_bytes()
        ));
    }
}
