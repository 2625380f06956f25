//! The pipeline: one line per pass, in order.
//!
//! *Invariant:* no pass's logic stands here; a pass that reports an error is the last one that runs.

use std::path::{Path, PathBuf};

use super::files::{self, Files};
use super::messages::Messages;
use super::options::{Options, Task};
use super::output;
use super::stage::Stage;
use crate::base::{FileId, Interner};
use crate::check;
use crate::diag::{Code, Report};
use crate::hir;
use crate::resolve::{self, Source};
use crate::syntax;
use crate::syntax::dump::{dump_ast, dump_tokens};

/// How a run of qc ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything asked for was made.
    Done,
    /// Mistakes were reported.
    Failed,
    /// The program was run and gave this exit code.
    Ran(u8),
}

/// Mistakes were reported; there is nothing to go on with.
struct Stopped;

/// Compiles as the options say; messages go to standard error.
pub fn run(options: &Options) -> Outcome {
    let mut pipeline = Pipeline {
        options,
        messages: Messages::new(options),
        names: Interner::new(),
    };
    let result = pipeline
        .source_file()
        .and_then(|file| pipeline.compile(file));
    match result {
        Ok(outcome) => outcome,
        Err(Stopped) => Outcome::Failed,
    }
}

/// A compilation under way.
struct Pipeline<'a> {
    options: &'a Options,
    messages: Messages<'a>,
    names: Interner,
}

impl Pipeline<'_> {
    fn compile(&mut self, root: Source) -> Result<Outcome, Stopped> {
        if matches!(self.options.emit, Some(Stage::Tokens | Stage::Ast | Stage::Quasar)) {
            return self.syntax_only(&root);
        }
        let mut files = Files::new(self.options);
        let (modules, reports) = resolve::load(root, &mut files, &mut self.messages.sources, &mut self.names);
        self.stop_after(reports)?;
        let span = modules.modules.last().map(resolve::file_span);
        let checked = check::Options { double: self.options.double };
        let (program, reports) = check::check(&modules, &self.names, checked);
        self.stop_after(reports)?;
        let (Some(program), Some(span)) = (program, span) else {
            return Err(Stopped);
        };
        if self.options.emit == Some(Stage::Hir) {
            return self.emit(&hir::print::program(&program));
        }
        if self.options.check_only {
            return Ok(Outcome::Done);
        }
        self.stop_after(vec![Report::new(
            Code::NotSupportedYet,
            span,
            "programs are not compiled yet",
        )])?;
        Ok(Outcome::Done)
    }

    /// The stages that look at one file alone.
    fn syntax_only(&mut self, root: &Source) -> Result<Outcome, Stopped> {
        let file = self.messages.sources.add_bytes(root.name.clone(), &root.bytes);
        if self.options.emit == Some(Stage::Tokens) {
            return self.tokens(file);
        }
        let (ast, reports) = syntax::parse(&self.messages.sources, file, &mut self.names);
        self.stop_after(reports)?;
        if self.options.emit == Some(Stage::Ast) {
            return self.emit(&dump_ast(&ast, &self.messages.sources, &self.names));
        }
        self.emit(&syntax::print::print(&ast, &self.names))
    }

    /// The tokens, also of a text that has mistakes.
    fn tokens(&mut self, file: FileId) -> Result<Outcome, Stopped> {
        let text = self.messages.sources.file(file).text();
        let lexed = syntax::lexer::lex(file, text, &mut self.names);
        let printed = self.emit(&dump_tokens(&lexed.tokens, &self.messages.sources))?;
        self.stop_after(lexed.reports)?;
        Ok(printed)
    }

    /// Tells the user; an error ends the compilation.
    fn stop_after(&mut self, reports: Vec<Report>) -> Result<(), Stopped> {
        match self.messages.show(reports) {
            true => Err(Stopped),
            false => Ok(()),
        }
    }

    /// Reads the source file.
    fn source_file(&mut self) -> Result<Source, Stopped> {
        let path = self.options.input.as_deref().unwrap_or(Path::new(""));
        match files::read(path, path.display().to_string()) {
            Ok(source) => Ok(source),
            Err(error) => self.give_up(format!("cannot read {}: {error}", path.display())),
        }
    }

    /// Prints a text of `--emit`, to `-o` or to standard output.
    fn emit(&mut self, text: &str) -> Result<Outcome, Stopped> {
        let written = match &self.options.output {
            Some(path) => output::write_file(path, text.as_bytes()),
            None => output::print(text),
        };
        match written {
            Ok(()) => Ok(Outcome::Done),
            Err(error) => self.give_up(format!("cannot write: {error}")),
        }
    }

    /// Where the result goes.
    fn output_path(&self) -> PathBuf {
        let input = self.options.input.as_deref().unwrap_or(Path::new("a.q"));
        let extension = if self.options.emit == Some(Stage::Object) {
            "o"
        } else {
            ""
        };
        let default = || match (input.extension(), extension) {
            (None, "") => input.with_extension("out"),
            _ => input.with_extension(extension),
        };
        self.options.output.clone().unwrap_or_else(default)
    }

    /// An error about no place in the source.
    fn give_up<T>(&mut self, message: String) -> Result<T, Stopped> {
        self.messages.plain_error(&message);
        Err(Stopped)
    }
}

#[allow(dead_code, reason = "until `run` is connected")]
fn is_run(options: &Options) -> bool {
    options.task == Task::Run
}
