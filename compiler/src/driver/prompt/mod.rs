//! `qc repl`: entries are compiled and run one after the other; what they define and their variables stay.
//!
//! *Invariant:* no line runs twice, and a mistake in an entry, an error of it or its end by a signal ends that entry alone.

mod entry;
mod lines;
mod session;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::SIGINT;

use self::entry::Entry;
use self::lines::{Line, Lines};
use self::session::{MODULE, Session};
use super::files::Files;
use super::options::{Options, Task};
use super::output::{self, PrivateFolder};
use super::{pipeline, stage_options};
use crate::base::{Interner, SourceMap};
use crate::check;
use crate::diag;
use crate::hir::Program;
use crate::resolve::{self, Source};

/// What `:help` says.
const HELP: &str = "\
An entry is one or more lines: it goes on while a block or a bracket is open; an empty line ends it.
An expression shows its value, unless a `;` ends it. Functions, types and variables stay for later entries.

  :vars   the names that are known
  :clear  forgets all of them
  :quit   ends the session, as Ctrl-D does
";

/// The words that are no entries.
enum Word {
    Help,
    Names,
    Clear,
    Quit,
}

/// Serves until the input ends. Whether there was a place for the files of the session.
pub fn run(options: &Options) -> bool {
    let place = options
        .temporary_folder
        .clone()
        .unwrap_or_else(std::env::temp_dir);
    let folder = match PrivateFolder::within(&place) {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!(
                "qc: error: cannot make a folder in {}: {error}",
                place.display()
            );
            return false;
        }
    };
    if io::stdin().is_terminal() {
        // An interrupt ends the program of an entry; the session goes on. Where that cannot be arranged it ends both.
        let _ = signal_hook::flag::register(SIGINT, Arc::new(AtomicBool::new(false)));
    }
    // Later entries import from the session's module what an earlier one has found beside it.
    let mut include = options.include.clone();
    include.push(std::env::current_dir().unwrap_or_default());
    let options = Options {
        include,
        ..options.clone()
    };
    let mut prompt = Prompt {
        options: &options,
        folder: folder.path(),
        session: Session::new(folder.path()),
    };
    let mut lines = Lines::open();
    lines.greet();
    loop {
        lines.know(prompt.session.names());
        match lines.next() {
            Line::End => return true,
            Line::Entry(text) if text.trim().is_empty() => {}
            Line::Entry(text) => match word(text.trim()) {
                Some(Word::Quit) => return true,
                Some(Word::Help) => print!("{HELP}"),
                Some(Word::Names) => println!("{}", prompt.session.names().join(" ")),
                Some(Word::Clear) => prompt.session = Session::new(folder.path()),
                None if text.trim().starts_with(':') => {
                    eprintln!("there is no command {}; :help lists them", text.trim());
                }
                None => prompt.entry(&text),
            },
        }
    }
}

fn word(text: &str) -> Option<Word> {
    Some(match text {
        ":help" => Word::Help,
        ":vars" => Word::Names,
        ":clear" => Word::Clear,
        ":quit" => Word::Quit,
        _ => return None,
    })
}

/// The session with what it compiles by.
struct Prompt<'a> {
    options: &'a Options,
    folder: &'a Path,
    session: Session,
}

impl Prompt<'_> {
    /// Compiles and runs an entry; keeps what it leaves if that goes well.
    fn entry(&mut self, text: &str) {
        let entry = Entry::of(text);
        if entry.is_broken {
            self.compile(self.source(text));
            self.session.count();
            return;
        }
        let module = self.folder.join(MODULE);
        let written = output::write_file(&module, self.session.module(&entry).as_bytes());
        if let Err(error) = written {
            eprintln!("qc: error: cannot write {}: {error}", module.display());
            return;
        }
        let printing = entry.printing();
        let shown = printing.filter(|text| self.checked(text).is_some());
        let text = shown.unwrap_or_else(|| entry.text.clone());
        let Some(program) = self.checked(&text) else {
            // The mistakes are told as those of any program.
            self.compile(self.importing(&text));
            self.session.count();
            return;
        };
        let found = self.session.variables_of(&program);
        let (keep, kept) = self.session.keep(&entry, &found);
        let compiled = self.compile(self.importing(&format!("{text}\n{keep}")));
        if compiled && self.run() {
            self.session.accept(&entry, kept);
            let named = entry::names_in(&entry.text);
            let passing = found
                .passing
                .iter()
                .filter(|(name, _)| named.contains(name));
            for (name, ty) in passing {
                eprintln!(
                    "note: `{name}` is not kept: values of type `{ty}` live within their entry"
                );
            }
        }
        self.session.count();
    }

    /// The source of an entry that imports the session, behind its own lines.
    fn importing(&self, text: &str) -> Source {
        let module = self.folder.join(MODULE);
        self.source(&format!("{text}\nimport \"{}\"\n", module.display()))
    }

    /// A source of the next number.
    fn source(&self, text: &str) -> Source {
        let name = format!("entry {}", self.session.next());
        let folder = std::env::current_dir().unwrap_or_default();
        Source {
            identity: folder.join(&name).display().to_string(),
            name,
            bytes: text.as_bytes().to_vec(),
        }
    }

    /// The program of an entry that has no mistakes.
    fn checked(&self, text: &str) -> Option<Program> {
        let root = self.importing(text);
        let (mut sources, mut names) = (SourceMap::new(), Interner::new());
        let mut files = Files::new(self.options, &root);
        let (modules, reports) = resolve::load(root, &mut files, &mut sources, &mut names);
        if diag::has_errors(&reports) {
            return None;
        }
        let (program, reports) =
            check::check(&modules, &names, stage_options::checker(self.options));
        program.filter(|_| !diag::has_errors(&reports))
    }

    /// Compiles an entry, and tells its mistakes.
    fn compile(&self, source: Source) -> bool {
        let options = Options {
            task: Task::Compile,
            output: Some(self.folder.join("entry")),
            ..self.options.clone()
        };
        pipeline::run_source(&options, source) == pipeline::Outcome::Done
    }

    /// Runs the program of the entry; whether it went well.
    fn run(&self) -> bool {
        let mut program = Command::new(self.folder.join("entry"));
        program.args(&self.options.arguments);
        if !io::stdin().is_terminal() {
            // The lines that follow are entries.
            program.stdin(Stdio::null());
        }
        match program.status() {
            Ok(status) => status.success(),
            Err(error) => {
                eprintln!("qc: error: cannot run the entry: {error}");
                false
            }
        }
    }
}
