//! A file of tests, taken apart: what is done with it, the program, and what must come of that.
//!
//! *Invariant:* lines keep their numbers, so that messages and the places of the program name those of the file.

use super::checks::Check;
use std::path::Path;

/// A file of tests.
#[derive(Debug)]
pub struct Case {
    /// The file, below the folder of all.
    pub name: String,
    /// Where it lies.
    pub path: std::path::PathBuf,
    /// The program.
    pub text: String,
    /// Whether the program is MIR; else it is Quasar.
    pub is_mir: bool,
    /// What is done, in the order of the file.
    pub commands: Vec<Command>,
    /// What the text must be.
    pub checks: Vec<Check>,
    /// What a run prints.
    pub output: Vec<String>,
    /// The error that ends a run.
    pub error: Option<String>,
    /// The whole text, where a line asks for that: the number of that line, and what follows it.
    pub result: Option<(usize, Vec<String>)>,
}

/// A line that begins with `test`.
#[derive(Debug)]
pub struct Command {
    /// The first word behind `test`.
    pub kind: String,
    /// The others.
    pub words: Vec<String>,
}

impl Case {
    /// Reads a file.
    ///
    /// # Errors
    /// A line is none of ours, or nothing is asserted.
    pub fn read(path: &Path) -> Result<Case, String> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
        let is_mir = path.extension().is_some_and(|extension| extension == "mir");
        let name = path.strip_prefix(super::root()).unwrap_or(path);
        let mut case = Case {
            name: name.display().to_string(),
            path: path.to_owned(),
            text: String::new(),
            is_mir,
            commands: Vec::new(),
            checks: Vec::new(),
            output: Vec::new(),
            error: None,
            result: None,
        };
        for (at, line) in text.lines().enumerate() {
            let kept = case.line(at + 1, line)?;
            case.text.push_str(kept);
            case.text.push('\n');
        }
        case.asserts()
            .then_some(())
            .ok_or_else(|| format!("{}: asserts nothing", case.name))?;
        Ok(case)
    }

    fn asserts(&self) -> bool {
        let run = !self.output.is_empty() || self.error.is_some();
        !self.commands.is_empty() && (run || !self.checks.is_empty() || self.result.is_some())
    }

    /// Takes in a line; gives what the program has there.
    fn line<'l>(&mut self, number: usize, line: &'l str) -> Result<&'l str, String> {
        let trimmed = line.trim();
        let command = match self.is_mir {
            true => trimmed.strip_prefix("test "),
            false => trimmed.strip_prefix("%! test "),
        };
        if let Some(command) = command {
            let mut words = command.split_whitespace().map(str::to_owned);
            let kind = words.next().unwrap_or_default();
            self.commands.push(Command {
                kind,
                words: words.collect(),
            });
            return Ok("");
        }
        let mark = if self.is_mir { ';' } else { '%' };
        if let Some(comment) = trimmed.strip_prefix(mark) {
            self.comment(number, comment.strip_prefix(' ').unwrap_or(comment))?;
        }
        Ok(line)
    }

    fn comment(&mut self, number: usize, comment: &str) -> Result<(), String> {
        if let Some((_, lines)) = &mut self.result {
            lines.push(comment.trim_end().to_owned());
            return Ok(());
        }
        if let Some(line) = comment.strip_prefix("=>") {
            self.output
                .push(line.strip_prefix(' ').unwrap_or(line).to_owned());
        } else if let Some(error) = comment.strip_prefix("error: ") {
            self.error = Some(error.trim().to_owned());
        } else if comment.trim() == "result" {
            self.result = Some((number, Vec::new()));
        } else {
            let check = Check::of(number, comment);
            let check = check.map_err(|why| format!("{}:{number}: {why}", self.name))?;
            self.checks.extend(check);
        }
        Ok(())
    }
}
