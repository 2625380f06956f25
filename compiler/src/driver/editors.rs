//! What `qc lsp` knows of files, options and the stages behind the front end.
//!
//! *Invariant:* a program is compiled here as `qc check` compiles it, so that both say the same of it.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::arguments::CommandLine;
use super::files::{self, Files};
use super::options::Options;
use super::output::PrivateFolder;
use super::{configuration, fusion, library_hints, loops, messages, output, stage_options};
use crate::analysis::loops::source;
use crate::base::{Interner, SourceMap};
use crate::check;
use crate::diag::{self, Report};
use crate::lower;
use crate::lsp::host::{Host, LoopNote};
use crate::opt::pipeline::{self, Found};
use crate::resolve::fusion::Requests;
use crate::resolve::{Modules, Source, SourceProvider};
use crate::sroa;

/// The programs of an editor.
pub struct Programs {
    line: CommandLine,
    /// Copies of the library's files, once somebody wants to read one.
    library: Mutex<Option<PrivateFolder>>,
}

impl Programs {
    /// With what the command line says.
    pub fn new(line: CommandLine) -> Programs {
        Programs {
            line,
            library: Mutex::new(None),
        }
    }

    /// A copy of a file of the library, in a folder that goes with the server; none where there is no room for one.
    fn copy(&self, identity: &str) -> Option<String> {
        let mut library = self.library.lock().unwrap_or_else(PoisonError::into_inner);
        if library.is_none() {
            *library = PrivateFolder::within(&std::env::temp_dir()).ok();
        }
        let mut source = files::whole_library().into_iter();
        let source = source.find(|it| it.identity == identity)?;
        let name = Path::new(identity).file_name()?;
        let path = library.as_ref()?.path().join(name);
        if !path.exists() {
            output::write_file(&path, &source.bytes).ok()?;
        }
        Some(path.display().to_string())
    }

    /// The options of the program in a file: those of the command line over the configuration that counts for the file. One with a mistake does
    /// not count: `qc check` tells of it.
    fn options_of(&self, root: &Source) -> Options {
        let settings = configuration::read(Some(Path::new(&root.name))).unwrap_or_default();
        let over = self.line.clone().over(&settings);
        let alone = || self.line.clone().over(&[]);
        over.or_else(|_| alone()).unwrap_or_default()
    }
}

impl Host for Programs {
    fn provider(&self, root: &Source) -> Box<dyn SourceProvider + '_> {
        Box::new(Files::new(&self.options_of(root), root))
    }

    fn options(&self, root: &Source) -> check::Options {
        stage_options::checker(&self.options_of(root))
    }

    fn told(&self, report: Report, root: &Source, sources: &SourceMap) -> Option<Report> {
        let mut report = [report];
        library_hints::add(&mut report, sources);
        let [report] = report;
        messages::as_wanted(report, &self.options_of(root), sources)
    }

    fn later(
        &self,
        root: &Source,
        modules: &Modules,
        sources: &SourceMap,
        names: &Interner,
    ) -> (Vec<Report>, Vec<LoopNote>) {
        let options = self.options_of(root);
        let nothing = |reports| (reports, Vec::new());
        let checked = check::check(modules, names, stage_options::checker(&options)).0;
        let (requests, found) = Requests::of(modules, names);
        let Some(program) = checked.filter(|_| !diag::has_errors(&found)) else {
            return nothing(Vec::new());
        };
        let mut reports = lower::past_end::warnings(&program);
        let origins = lower::origins::origins(&program);
        let lowering = stage_options::lowering(&options);
        let mut program = match lower::lower(&sroa::replace(program), sources, lowering) {
            Ok((program, warnings)) => {
                reports.extend(warnings);
                program
            }
            Err(found) => {
                reports.extend(found);
                return nothing(reports);
            }
        };
        let switches = stage_options::switches(&options, modules, names);
        let settings = stage_options::passes(&options, &switches, &requests);
        let found = pipeline::walk(&mut program, &settings, &mut pipeline::Nobody);
        let Some(Found {
            mut verdicts,
            decisions,
        }) = found
        else {
            return nothing(reports);
        };
        source::name_reasons(&program, &origins, &mut verdicts);
        let has_checks = options.check_nan || options.check_infinity || options.check_overflow;
        if !has_checks {
            reports.extend(loops::warnings(&program, &verdicts));
        }
        reports.extend(fusion::warnings(&program, &decisions));
        let kernels = stage_options::kernels(&options);
        (reports, loops::notes(&program, &verdicts, &kernels))
    }

    fn identity(&self, path: &str) -> String {
        let real = Path::new(path).canonicalize();
        real.map_or_else(|_| path.to_owned(), |real| real.display().to_string())
    }

    fn readable(&self, identity: &str) -> Option<String> {
        match files::is_within_qc(identity) {
            false => Some(identity.to_owned()),
            true => self.copy(identity),
        }
    }

    fn log(&self, line: &str) {
        eprintln!("qc lsp: {line}");
    }
}
