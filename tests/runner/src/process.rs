//! Running a command with a time limit and collecting what it wrote.
//!
//! *Invariant:* a command never outlives its limit; a hang is a failed test,
//! not a hung run.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

/// How a command ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// It exited with this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It ran past its limit and was killed.
    TimedOut,
    /// It could not be started.
    NotStarted(String),
}

/// What a command left behind.
#[derive(Debug, Clone)]
pub struct Finished {
    /// How it ended.
    pub end: End,
    /// What it wrote on standard output, with invalid UTF-8 replaced.
    pub stdout: String,
    /// What it wrote on standard error, with invalid UTF-8 replaced.
    pub stderr: String,
}

impl Finished {
    /// Did it exit with this code?
    pub fn exited(&self, code: i32) -> bool {
        self.end == End::Code(code)
    }

    /// Did it end as a program may: exit 0, or a clear error with a code that is no crash?
    pub fn is_orderly(&self) -> bool {
        matches!(self.end, End::Code(code) if code < 100)
    }

    /// One paragraph for a failure message.
    pub fn describe(&self) -> String {
        format!(
            "ended with {:?}\nstdout:\n{}stderr:\n{}",
            self.end, self.stdout, self.stderr
        )
    }
}

/// The limit for one command; generous, because the machine may be busy.
pub const LIMIT: Duration = Duration::from_secs(120);

/// Runs a command to its end or to `LIMIT`.
pub fn run(command: &mut Command) -> Finished {
    run_within(command, LIMIT)
}

/// Runs a command to its end or to `limit`.
pub fn run_within(command: &mut Command, limit: Duration) -> Finished {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    match command.spawn() {
        Ok(child) => collect(child, limit),
        Err(error) => not_started(command, &error),
    }
}

fn not_started(command: &Command, error: &std::io::Error) -> Finished {
    let end = End::NotStarted(format!("{}: {error}", command.get_program().display()));
    Finished {
        end,
        stdout: String::new(),
        stderr: String::new(),
    }
}

fn collect(mut child: Child, limit: Duration) -> Finished {
    let (closing, closed) = mpsc::channel();
    let stdout = reader(child.stdout.take(), closing.clone());
    let stderr = reader(child.stderr.take(), closing);
    let end = wait(&mut child, limit, &closed);
    let text = |handle: std::thread::JoinHandle<Vec<u8>>| {
        String::from_utf8_lossy(&handle.join().unwrap_or_default()).into_owned()
    };
    Finished {
        end,
        stdout: text(stdout),
        stderr: text(stderr),
    }
}

/// Reads a pipe to its end, and drops `closing` there.
fn reader(
    pipe: Option<impl Read + Send + 'static>,
    closing: Sender<()>,
) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // A broken pipe ends the text early; the comparison then shows it.
            let _ = pipe.read_to_end(&mut bytes);
        }
        drop(closing);
        bytes
    })
}

/// Waits until both pipes of a command are closed, which is when nearly all commands end, then looks whether it has ended.
fn wait(child: &mut Child, limit: Duration, closed: &Receiver<()>) -> End {
    let start = Instant::now();
    // Nothing is ever sent: this ends when both readers have dropped their senders, or in time.
    let _ = closed.recv_timeout(limit);
    let mut pause = Duration::from_micros(50);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return end_of(status),
            Ok(None) if start.elapsed() > limit => return kill(child),
            Ok(None) => std::thread::sleep(pause),
            Err(error) => return End::NotStarted(error.to_string()),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn kill(child: &mut Child) -> End {
    // Killing fails only when the child has just ended by itself.
    let _ = child.kill();
    let _ = child.wait();
    End::TimedOut
}

/// Translates an exit status.
pub fn end_of(status: std::process::ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Code(code),
        (None, Some(signal)) => End::Signal(signal),
        (None, None) => End::NotStarted("neither code nor signal".into()),
    }
}
