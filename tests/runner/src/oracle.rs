//! Programs of `tests/oracle/generate.py`, which come with the output that their meaning demands: a stream of them from one Python process.
//!
//! *Invariant:* the expected output is the generator's; nothing that qc printed goes into it.

use crate::repository;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A program and what it prints, case by case.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its number under the seed.
    pub number: u64,
    /// The Quasar text.
    pub text: String,
    /// The whole output.
    pub output: String,
}

/// The Python process that writes programs.
#[derive(Debug)]
pub struct Stream {
    child: Child,
    output: BufReader<ChildStdout>,
}

/// The Python that the tests use.
pub fn python() -> Command {
    let python = std::env::var_os("QC_PYTHON").unwrap_or_else(|| "python3".into());
    let mut command = Command::new(python);
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// The generator with these arguments.
fn generator(arguments: &[&str]) -> Command {
    let mut command = python();
    command
        .arg(repository::root().join("tests/oracle/generate.py"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    command
}

/// Whether there is a Python with NumPy.
pub fn can_generate() -> bool {
    let mut command = python();
    let quiet = command.args(["-c", "import numpy"]).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

impl Stream {
    /// Programs from number `first` on, with so many cases each.
    ///
    /// # Errors
    /// That Python does not start.
    pub fn start(seed: &str, first: u64, cases: usize) -> io::Result<Stream> {
        let (first, cases) = (first.to_string(), cases.to_string());
        let arguments = [seed, first.as_str(), "1000000000", cases.as_str()];
        let mut child = generator(&arguments).spawn()?;
        let output = child.stdout.take().expect("its output is a pipe");
        Ok(Stream {
            child,
            output: BufReader::new(output),
        })
    }

    /// The next program.
    ///
    /// # Errors
    /// That the generator ended or wrote something else.
    pub fn next_program(&mut self) -> io::Result<Program> {
        read_program(&mut self.output)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_program(from: &mut impl BufRead) -> io::Result<Program> {
    let mut head = String::new();
    from.read_line(&mut head)?;
    let numbers: Vec<u64> = head
        .strip_prefix("program ")
        .map(|rest| rest.split_whitespace().flat_map(str::parse).collect())
        .unwrap_or_default();
    let [number, source, output] = numbers[..] else {
        return Err(io::Error::other(format!("no head of a program: {head:?}")));
    };
    let mut part = |length: u64| {
        let mut text = String::new();
        from.take(length).read_to_string(&mut text).map(|_| text)
    };
    Ok(Program {
        number,
        text: part(source)?,
        output: part(output)?,
    })
}

/// One case of a program alone.
///
/// # Errors
/// What the generator says when it cannot make it.
pub fn only(seed: &str, number: u64, case: &str) -> io::Result<Program> {
    let (number, index) = (number.to_string(), case.trim_start_matches("case"));
    let output = generator(&[seed, &number, "--only", index]).output()?;
    read_program(&mut output.stdout.as_slice())
}

/// The parts of an output by the case that printed them.
pub fn by_case(output: &str) -> Vec<(&str, Vec<&str>)> {
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in output.lines() {
        let is_head = line
            .strip_prefix("case")
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()));
        match parts.last_mut() {
            _ if is_head => parts.push((line, Vec::new())),
            Some((_, lines)) => lines.push(line),
            None => parts.push(("", vec![line])),
        }
    }
    parts
}

/// The cases whose lines differ; those that printed nothing count once, by the first of them.
pub fn differing(expected: &str, found: &str) -> Vec<(String, String)> {
    let (wanted, found) = (by_case(expected), by_case(found));
    let mut differing = Vec::new();
    for (k, (case, lines)) in wanted.iter().enumerate() {
        let Some((_, printed)) = found.get(k).filter(|(name, _)| name == case) else {
            differing.push(((*case).to_string(), "nothing was printed".to_string()));
            break;
        };
        if printed != lines {
            differing.push(((*case).to_string(), first_difference(lines, printed)));
        }
    }
    differing
}

fn first_difference(expected: &[&str], found: &[&str]) -> String {
    let at = expected
        .iter()
        .zip(found)
        .take_while(|(one, other)| one == other)
        .count();
    let line = |lines: &[&str]| (*lines.get(at).unwrap_or(&"(no line)")).to_string();
    format!("expected {}\n   found {}", line(expected), line(found))
}

#[cfg(test)]
mod tests {
    use super::{differing, read_program};

    #[test]
    fn programs_are_read_by_their_lengths() {
        let mut text: &[u8] = b"program 7 3 6\na=1case0\nprogram 8 0 0\n";
        let first = read_program(&mut text).expect("a program");
        assert_eq!((first.number, first.text.as_str()), (7, "a=1"));
        assert_eq!(first.output, "case0\n");
        assert_eq!(read_program(&mut text).expect("another").number, 8);
        assert!(read_program(&mut text).is_err());
    }

    #[test]
    fn differences_name_their_case() {
        let expected = "case0\na 1\ncase1\nb 2\ncase2\nc 3\n";
        assert!(differing(expected, expected).is_empty());
        let found = "case0\na 1\ncase1\nb 5\ncase2\nc 3\n";
        let cases = differing(expected, found);
        assert_eq!(cases[0].0, "case1");
        assert!(cases[0].1.contains("b 5"));
        assert_eq!(differing(expected, "case0\na 1\n")[0].0, "case1");
    }
}
