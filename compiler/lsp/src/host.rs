//! What the server must be given: who knows the files and the stages behind the front end.
//!
//! *Invariant:* a host keeps nothing of a text between two calls.

use qc_front::base::{Interner, SourceMap, Span};
use qc_front::check;
use qc_front::diag::Report;
use qc_front::resolve::{Modules, Source, SourceProvider};

/// What is known of a loop after all passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopNote {
    /// The statement.
    pub span: Span,
    /// What became of it in a few words: `parallel, 2 dimensions`.
    pub title: String,
    /// Why, and what else there is to say.
    pub details: Vec<String>,
}

/// Who knows the files, the options and the later stages.
pub trait Host: Send + Sync {
    /// Finds what the program in a file imports.
    fn provider(&self, root: &Source) -> Box<dyn SourceProvider + '_>;

    /// The options of the checker for the program in a file.
    fn options(&self, root: &Source) -> check::Options;

    /// The report as the user wants it; none when it is silenced.
    fn told(&self, report: Report, root: &Source, sources: &SourceMap) -> Option<Report>;

    /// What stages behind the front end say of a program without errors: their reports, and what became of its loops.
    fn later(
        &self,
        root: &Source,
        modules: &Modules,
        sources: &SourceMap,
        names: &Interner,
    ) -> (Vec<Report>, Vec<LoopNote>);

    /// What tells the file of a path apart.
    fn identity(&self, path: &str) -> String;

    /// The absolute path at which a file can be read that is known so: itself, but for the library that qc carries.
    fn readable(&self, identity: &str) -> Option<String>;

    /// Tells the user of what no answer can tell, on standard error.
    fn log(&self, line: &str);
}
