//! Reading a test file: directives, expected lines, expected diagnostics.
//!
//! | in the file | meaning |
//! |---|---|
//! | `%! features: F001 F014` | what the test proves |
//! | `% => text` | next expected line of standard output |
//! | `%! args: a b` | command-line arguments of the program |
//! | `%! exit: 2` | expected exit code, otherwise 0 |
//! | `%! stderr: text` | standard error must contain this (may repeat) |
//! | `%! gpu: text` | on the emulated GPU standard error must contain this; `QC_REPORT=gpu` tells how kernels were compiled, `QC_REPORT=libraries` what is called of NVIDIA's libraries (may repeat) |
//! | `%! raises: text line 14` | ends with a run-time error: exit 1, the text, and this file and line |
//! | `%! warns: text line 3` | qc must warn so at this line |
//! | `%! tolerance: 1e-5` | numbers are compared within this |
//! | `%! nondeterministic: reason` | threads decide the order of the lines: compared as a set |
//! | `%! structure: kernel 1, launch 1` | counts of MIR nodes, see `structure.rs` |
//! | `%! emits: cuda text` | `qc --emit=cuda` prints this text; `omits` says that it does not; `reports: kernels text` and `hides: kernels text` are about `--report`, `documents: text` about `qc doc` |
//! | `%! refuses: --gpu-arch=sm_1 text` | with this flag qc ends with exit code 2 and this text |
//! | `%! says: text` | qc writes this text to standard error when it compiles |
//! | `%! configures: text` | `qc config` prints this text |
//! | `%! calls: text` | on the emulated GPU a line of the trace of driver calls holds this text |
//! | `%! processor: reason` | with a GPU all launches run on the processor all the same; for the suite of machines with a GPU |
//! | `%! places: app.cu` | compiling makes this file in the test's folder, which is `{folder}` in flags and the environment |
//! | `%! environment: QC_CONFIG=file` | a variable for every call of qc and for the program; `{root}` is the repository |
//! | `%! loop: 12 parallel` | the verdict on the loop in line 12, see `loops.rs` |
//! | `%! reduction: text` | next line of the log of reductions, see `reductions.rs` |
//! | `%! trace: in x 256; launch 7` | what the emulated GPU does, piece by piece and nothing else, see `timeline.rs` |
//! | `%! overlaps: streams` | streams of the emulated GPU work side by side |
//! | `%! flags: --precision=double` | more flags for qc; `{root}` is the repository |
//! | `%! files: lena.png` | files of `tests/data` that the program finds in its working folder |
//! | `%! run: native (reason)` | runs on these engines only: `interpreter`, `native`, `processors`, which are all but the emulated GPU, or `gpu`, which is the emulated GPU |
//! | `%! pending: reason` | waits for a part of the compiler |
//! | `%~ E0203 text` | a diagnostic on this line; `%~^` is about the line above |
//!
//! *Invariant:* an unknown directive is a failed test, never ignored.

use crate::repository;
use std::path::{Path, PathBuf};

/// A text that must appear and the line that it must name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// Must appear in the message.
    pub text: String,
    /// Line of the test file, from 1.
    pub line: u32,
}

/// A text that something printed by qc must or must not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// What makes qc print: `--emit=cuda`, `--report=kernels`.
    pub flag: String,
    /// The text.
    pub text: String,
    /// Whether it must be there.
    pub present: bool,
}

/// The expected verdict on a loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopVerdict {
    /// Line of the `for`, from 1.
    pub line: u32,
    /// Must appear in the verdict (`parallel`, `serial`, a reason).
    pub text: String,
}

/// An expected diagnostic, written as `%~ CODE text` on its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedDiagnostic {
    /// Line of the test file, from 1.
    pub line: u32,
    /// `E0203`, `W0001`.
    pub code: String,
    /// Must appear in the message or the label.
    pub text: String,
}

/// Everything a test file asks for.
#[derive(Debug, Clone, Default)]
pub struct Expectations {
    /// Where the file lies.
    pub path: PathBuf,
    /// Feature ids and the line that claims them.
    pub features: Vec<(String, u32)>,
    /// Expected standard output.
    pub output: Vec<String>,
    /// Command-line arguments of the program.
    pub args: Vec<String>,
    /// Expected exit code.
    pub exit: i32,
    /// Texts on standard error.
    pub stderr: Vec<String>,
    /// Texts on standard error of the run on the emulated GPU.
    pub on_gpu: Vec<String>,
    /// The run-time error that ends the program.
    pub raises: Option<Located>,
    /// Warnings of qc.
    pub warns: Vec<Located>,
    /// Tolerance for numbers.
    pub tolerance: Option<f64>,
    /// Threads decide the order of lines.
    pub any_order: bool,
    /// Counts of nodes.
    pub structure: Vec<(String, usize)>,
    /// Texts of stages and reports.
    pub printed: Vec<Printed>,
    /// Verdicts on loops.
    pub loops: Vec<LoopVerdict>,
    /// The log of reductions.
    pub reductions: Vec<String>,
    /// What the emulated GPU does.
    pub trace: Vec<String>,
    /// Streams of the emulated GPU work side by side.
    pub overlaps: bool,
    /// More flags for qc.
    pub flags: Vec<String>,
    /// Variables of the environment for qc and the program.
    pub environment: Vec<(String, String)>,
    /// Flags that qc refuses, and with what text.
    pub refused: Vec<(String, String)>,
    /// What qc writes to standard error when it compiles.
    pub said: Vec<String>,
    /// Files that compiling makes.
    pub placed: Vec<String>,
    /// Calls of the driver on the emulated GPU.
    pub calls: Vec<String>,
    /// Why no launch runs on a GPU.
    pub processor: Option<String>,
    /// Files from `tests/data`.
    pub files: Vec<String>,
    /// Restriction to one kind of engine.
    pub run: Option<String>,
    /// Why the test cannot pass yet.
    pub pending: Option<String>,
    /// Expected diagnostics.
    pub diagnostics: Vec<ExpectedDiagnostic>,
}

/// Reads a test file. Bytes that are not UTF-8 are allowed in it.
///
/// # Errors
/// A file that cannot be read, an unknown directive or a malformed value, with its line.
pub fn read(path: &Path) -> Result<Expectations, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut expectations = Expectations {
        path: path.to_path_buf(),
        ..Expectations::default()
    };
    for (index, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
        let number = index as u32 + 1;
        read_line(&mut expectations, line, number)
            .map_err(|what| format!("{}:{number}: {what}", path.display()))?;
    }
    Ok(expectations)
}

fn read_line(expectations: &mut Expectations, line: &str, number: u32) -> Result<(), String> {
    let text = line.trim_start();
    if let Some(output) = text.strip_prefix("% =>") {
        expectations
            .output
            .push(output.strip_prefix(' ').unwrap_or(output).to_string());
    } else if let Some(directive) = text.strip_prefix("%!") {
        let (name, value) = directive
            .split_once(':')
            .ok_or("a directive is `%! name: value`")?;
        read_directive(expectations, name.trim(), value.trim(), number)?;
    }
    for diagnostic in line.split("%~").skip(1) {
        expectations
            .diagnostics
            .push(read_diagnostic(diagnostic, number)?);
    }
    Ok(())
}

fn read_directive(e: &mut Expectations, name: &str, value: &str, line: u32) -> Result<(), String> {
    match name {
        "features" => e
            .features
            .extend(words(value).into_iter().map(|id| (id, line))),
        "args" => e.args = arguments(value),
        "exit" => e.exit = parse(value)?,
        "stderr" => e.stderr.push(value.to_string()),
        "gpu" => e.on_gpu.push(value.to_string()),
        "raises" => {
            e.raises = Some(located(value)?);
            e.exit = 1;
        }
        "warns" => e.warns.push(located(value)?),
        "tolerance" => e.tolerance = Some(parse(value)?),
        "nondeterministic" => e.any_order = true,
        "structure" => e.structure = counts(value)?,
        "emits" => e.printed.push(printed("--emit", value, true)?),
        "omits" => e.printed.push(printed("--emit", value, false)?),
        "documents" => e.printed.push(Printed {
            flag: "doc".to_string(),
            text: value.to_string(),
            present: true,
        }),
        "reports" => e.printed.push(printed("--report", value, true)?),
        "hides" => e.printed.push(printed("--report", value, false)?),
        "loop" => e.loops.push(verdict(value)?),
        "reduction" => e.reductions.push(value.to_string()),
        "trace" => e
            .trace
            .extend(value.split(';').map(|part| part.trim().to_string())),
        "overlaps" if value == "streams" => e.overlaps = true,
        "flags" => e.flags = words(&rooted(value)),
        "environment" => {
            let pair = value.split_once('=').ok_or("expected `NAME=VALUE`")?;
            e.environment.push((pair.0.to_string(), rooted(pair.1)));
        }
        "refuses" => {
            let (flag, text) = value.split_once(' ').ok_or("expected `FLAG text`")?;
            e.refused.push((flag.to_string(), text.trim().to_string()));
        }
        "says" => e.said.push(value.to_string()),
        "calls" => e.calls.push(value.to_string()),
        "processor" => e.processor = Some(value.to_string()),
        "places" => e.placed.push(value.to_string()),
        "configures" => e.printed.push(Printed {
            flag: "config".to_string(),
            text: rooted(value),
            present: true,
        }),
        "files" => e.files = words(value),
        "run" => e.run = Some(value.to_string()),
        "pending" => e.pending = Some(value.to_string()),
        other => return Err(format!("unknown directive `{other}`")),
    }
    Ok(())
}

/// The text with the repository's folder in the place of `{root}`.
fn rooted(text: &str) -> String {
    text.replace("{root}", &repository::root().display().to_string())
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

/// Words, where double quotes hold a word with blanks together.
fn arguments(text: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    for (index, part) in text.split('"').enumerate() {
        if index % 2 == 1 {
            arguments.push(part.to_string());
        } else {
            arguments.extend(words(part));
        }
    }
    arguments
}

fn parse<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a value of this directive"))
}

/// `text line 14`
fn located(value: &str) -> Result<Located, String> {
    let (text, line) = value.rsplit_once("line ").ok_or("expected `text line N`")?;
    Ok(Located {
        text: text.trim().to_string(),
        line: parse(line.trim())?,
    })
}

/// `cuda text`
fn printed(option: &str, value: &str, present: bool) -> Result<Printed, String> {
    let (what, text) = value.split_once(' ').ok_or("expected `STAGE text`")?;
    Ok(Printed {
        flag: format!("{option}={what}"),
        text: text.trim().to_string(),
        present,
    })
}

/// `kernel 1, launch 0`
fn counts(value: &str) -> Result<Vec<(String, usize)>, String> {
    let pair = |item: &str| {
        let (name, count) = item
            .trim()
            .rsplit_once(' ')
            .ok_or("expected `node count`")?;
        Ok((name.trim().to_string(), parse(count)?))
    };
    value.split(',').map(pair).collect()
}

/// `12 parallel`
fn verdict(value: &str) -> Result<LoopVerdict, String> {
    let (line, text) = value.split_once(' ').ok_or("expected `LINE verdict`")?;
    Ok(LoopVerdict {
        line: parse(line)?,
        text: text.trim().to_string(),
    })
}

/// `E0203 unknown name`; each `^` in front moves the expectation up a line.
fn read_diagnostic(text: &str, line: u32) -> Result<ExpectedDiagnostic, String> {
    let above = text.len() - text.trim_start_matches('^').len();
    let (text, line) = (text[above..].trim(), line - above as u32);
    let (code, rest) = text.split_once(' ').unwrap_or((text, ""));
    if code.is_empty() {
        return Err("expected `%~ CODE text`".into());
    }
    Ok(ExpectedDiagnostic {
        line,
        code: code.to_string(),
        text: rest.trim().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expectations(text: &str) -> Result<Expectations, String> {
        let mut e = Expectations::default();
        for (index, line) in text.lines().enumerate() {
            read_line(&mut e, line, index as u32 + 1)?;
        }
        Ok(e)
    }

    #[test]
    fn reads_every_kind_of_line() {
        let e = expectations("%! features: F001 F002\nprint 1\n% => 1\n%! raises: index line 4\nx = y %~ E0203 unknown name").unwrap();
        assert_eq!(
            e.features,
            vec![("F001".to_string(), 1), ("F002".to_string(), 1)]
        );
        assert_eq!(e.output, vec!["1"]);
        assert_eq!(
            e.raises,
            Some(Located {
                text: "index".into(),
                line: 4
            })
        );
        assert_eq!(e.exit, 1);
        assert_eq!(e.diagnostics[0].code, "E0203");
        assert_eq!(e.diagnostics[0].line, 5);
    }

    #[test]
    fn an_unknown_directive_is_an_error() {
        assert!(
            expectations("%! feature: F001")
                .unwrap_err()
                .contains("unknown directive")
        );
    }

    #[test]
    fn quotes_hold_arguments_together() {
        assert_eq!(arguments("a \"b c\" d"), vec!["a", "b c", "d"]);
    }
}
