//! Programs in memory, and marks in their texts.
//!
//! A `@` in a text is a place, and is taken out of it; the language has no such character. Places are told by the order of their marks.
//!
//! *Invariant:* no file of the machine is read.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::sync::Arc;

use lsp_types::{Position, Range};
use qc_front::base::{Interner, SourceMap};
use qc_front::check;
use qc_front::diag::{Report, Severity};
use qc_front::resolve::{Modules, Source, SourceError, SourceProvider};
use qc_lsp::answers::view::View;
use qc_lsp::host::{Host, LoopNote};
use qc_lsp::text::Encoding;
use qc_lsp::workspace::Workspace;

/// Files by their names; one below `<qc>/` is of the library.
pub struct Memory(pub Vec<(String, String)>);

struct Provider<'a>(&'a Memory);

impl Provider<'_> {
    fn find(&self, name: &str) -> Option<Source> {
        let (_, text) = self.0.0.iter().find(|(file, _)| file == name)?;
        Some(Source {
            identity: identity(name),
            name: name.to_owned(),
            bytes: text.clone().into_bytes(),
        })
    }
}

fn identity(name: &str) -> String {
    match name.starts_with("<qc>/") {
        true => name.to_owned(),
        false => format!("/{name}"),
    }
}

impl SourceProvider for Provider<'_> {
    fn import(&mut self, path: &str, _importer: &str) -> Result<Source, SourceError> {
        let carried = || self.find(&format!("<qc>/{path}"));
        let found = self.find(path).or_else(carried);
        found.ok_or_else(|| SourceError::NotFound(vec![path.to_owned()]))
    }

    fn alternatives(&self, _path: &str, _importer: &str) -> Vec<String> {
        let names = self.0.0.iter();
        names
            .map(|(name, _)| name.trim_start_matches("<qc>/").to_owned())
            .collect()
    }

    fn carried(&mut self, name: &str) -> Option<Source> {
        self.find(&format!("<qc>/{name}"))
    }
}

impl Host for Memory {
    fn provider(&self, _root: &Source) -> Box<dyn SourceProvider + '_> {
        Box::new(Provider(self))
    }

    fn options(&self, _root: &Source) -> check::Options {
        check::Options::default()
    }

    fn told(&self, report: Report, _root: &Source, _sources: &SourceMap) -> Option<Report> {
        let is_silent = report.severity == Severity::Warning && report.code.row().silent;
        (!is_silent).then_some(report)
    }

    fn later(
        &self,
        _root: &Source,
        _modules: &Modules,
        _sources: &SourceMap,
        _names: &Interner,
    ) -> (Vec<Report>, Vec<LoopNote>) {
        (Vec::new(), Vec::new())
    }

    fn identity(&self, path: &str) -> String {
        path.to_owned()
    }

    fn readable(&self, identity: &str) -> Option<String> {
        match identity.strip_prefix("<qc>/") {
            Some(name) => Some(format!("/library/{name}")),
            None => Some(identity.to_owned()),
        }
    }

    fn log(&self, line: &str) {
        panic!("told: {line}");
    }
}

/// The address of a file.
pub fn uri(name: &str) -> String {
    format!("file:///{name}")
}

/// A text without its marks, and their offsets.
pub fn unmarked(text: &str) -> (String, Vec<u32>) {
    let mut plain = String::new();
    let mut marks = Vec::new();
    for c in text.chars() {
        match c {
            '@' => marks.push(plain.len() as u32),
            c => plain.push(c),
        }
    }
    (plain, marks)
}

/// A program in `a.q`, which is open, and other files; with the places of the marks.
pub struct Program {
    /// The open texts.
    pub workspace: Workspace,
    /// The text of `a.q`.
    pub text: String,
    /// The marks in it.
    pub marks: Vec<u32>,
}

impl Program {
    /// With the text of `a.q` alone.
    pub fn new(text: &str) -> Program {
        Program::with(text, &[])
    }

    /// With other files.
    pub fn with(text: &str, others: &[(&str, &str)]) -> Program {
        let (text, marks) = unmarked(text);
        let others = others.iter();
        let others = others.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let host = Arc::new(Memory(others.collect()));
        let mut workspace = Workspace::new(host, Encoding::Utf16);
        workspace.open(&uri("a.q"), Some(1), &text);
        Program {
            workspace,
            text,
            marks,
        }
    }

    /// What questions are about.
    pub fn view(&self) -> View {
        self.workspace.view(&uri("a.q")).expect("it is open")
    }

    /// The text of a range of `a.q`, with its line.
    pub fn spelled(&self, range: Range) -> String {
        let text = self.workspace.document(&uri("a.q")).expect("it is open");
        let (from, to) = (text.offset(range.start), text.offset(range.end));
        let spelled = &self.text[from as usize..to as usize];
        format!("{spelled}:{}", range.start.line + 1)
    }

    /// A position of `a.q`.
    pub fn position(&self, offset: u32) -> Position {
        let document = self.workspace.document(&uri("a.q")).expect("it is open");
        document.text().position(offset)
    }
}
