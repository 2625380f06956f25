//! A text writer that knows its indentation.
//!
//! *Invariant:* every line starts with four blanks per open level; no line ends with a blank that the writer made.

use std::fmt;

/// Collects text; lines that start while levels are open are indented.
#[derive(Debug, Default, Clone)]
pub struct IndentWriter {
    text: String,
    level: usize,
}

impl IndentWriter {
    /// An empty text at level 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends text; each new line gets the indentation of the moment.
    pub fn push(&mut self, text: &str) {
        for (index, part) in text.split('\n').enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            if !part.is_empty() {
                self.indent();
                self.text.push_str(part);
            }
        }
    }

    /// Appends text and ends the line.
    pub fn line(&mut self, text: &str) {
        self.push(text);
        self.text.push('\n');
    }

    /// Ends the line.
    pub fn newline(&mut self) {
        self.text.push('\n');
    }

    /// Runs `body` one level deeper.
    pub fn indented<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        self.level += 1;
        let result = body(self);
        self.level -= 1;
        result
    }

    /// Opens a level; for writers whose body cannot be a closure.
    pub fn open(&mut self) {
        self.level += 1;
    }

    /// Closes a level.
    pub fn close(&mut self) {
        self.level = self
            .level
            .checked_sub(1)
            .expect("a level is closed that was not opened");
    }

    /// The text so far.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }

    fn indent(&mut self) {
        if self.text.is_empty() || self.text.ends_with('\n') {
            self.text.extend(std::iter::repeat_n("    ", self.level));
        }
    }
}

impl fmt::Write for IndentWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn nested_lines_are_indented() {
        let mut writer = IndentWriter::new();
        writer.line("if x");
        writer.indented(|inner| {
            write!(inner, "y = {}", 1).unwrap();
            inner.newline();
            inner.newline();
            inner.line("a\nb");
        });
        writer.line("end");
        assert_eq!(writer.finish(), "if x\n    y = 1\n\n    a\n    b\nend\n");
    }
}
