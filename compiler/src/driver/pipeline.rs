//! The pipeline: one line per stage, in order. The passes over the middle representation stand in `opt::pipeline`.
//!
//! *Invariant:* no pass's logic stands here; a pass that reports an error is the last one that runs.

use std::io;
use std::path::{Path, PathBuf};

use super::executable::{self, HOST, Request};
use super::files::{self, Files};
use super::library::{self, Described, Interface};
use super::messages::Messages;
use super::options::{DiagnosticStyle, Engine, FloatMode, Linker, Options, ReportKind, Task};
use super::passes::Watching;
use super::stage::Stage;
use super::{
    dependencies, documentation, foreign, fusion, gpu, kernels, launch, library_hints, loops,
    output, passes, settings, stage_options, tuning, variables,
};
use crate::analysis::loops::source;
use crate::analysis::loops::verdict::LoopVerdict;
use crate::base::{FileId, Interner};
use crate::codegen::cpu::Listing;
use crate::codegen::division::AsExecutable;
use crate::codegen::spmd::{self, SpmdOptions};
use crate::diag::{Code, Report};
use crate::machine::processor::BASE;
use crate::mir::interpret::{self, Division};
use crate::opt::loops::fusion::Decision;
use crate::opt::pipeline::{self, Found, Settings};
use crate::resolve::fusion::Requests;
use crate::resolve::{self, Modules, Source};
use crate::syntax::dump::{dump_ast, dump_tokens};
use crate::{check, hir, lower, mir, sroa, syntax};

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
        loaded: Vec::new(),
        interface: None,
    };
    pipeline.messages.notes(&settings::notes(options));
    let result = if options.task == Task::Doc {
        pipeline.document()
    } else {
        let file = pipeline.source_file();
        file.and_then(|file| pipeline.compile(file))
    };
    match result {
        Ok(outcome) => outcome,
        Err(Stopped) => Outcome::Failed,
    }
}

/// Compiles a source that lies in no file; messages go to standard error.
pub fn run_source(options: &Options, source: Source) -> Outcome {
    let mut pipeline = Pipeline {
        options,
        messages: Messages::new(options),
        names: Interner::new(),
        loaded: Vec::new(),
        interface: None,
    };
    pipeline.compile(source).unwrap_or(Outcome::Failed)
}

/// A compilation under way.
struct Pipeline<'a> {
    options: &'a Options,
    messages: Messages<'a>,
    names: Interner,
    /// The files that are compiled.
    loaded: Vec<PathBuf>,
    /// What callers of the library are told, if it is one.
    interface: Option<Interface>,
}

impl Pipeline<'_> {
    fn compile(&mut self, root: Source) -> Result<Outcome, Stopped> {
        if matches!(
            self.options.emit,
            Some(Stage::Tokens | Stage::Ast | Stage::Quasar)
        ) {
            return self.syntax_only(&root);
        }
        let mut files = Files::new(self.options, &root);
        let (modules, reports) = resolve::load(
            root,
            &mut files,
            &mut self.messages.sources,
            &mut self.names,
        );
        let identities = modules.modules.iter().map(|module| &module.identity);
        self.loaded = identities.map(PathBuf::from).collect();
        self.stop_after(reports)?;
        self.write_dependencies(&modules)?;
        if self.options.reports.contains(&ReportKind::Tuning) {
            let text = tuning::text(&modules, &self.messages.sources, &self.names);
            self.made(output::print(&text))?;
        }
        let is_library = self.options.emit.is_some_and(Stage::is_library);
        let checked = stage_options::checker(self.options);
        let (program, mut reports) = check::check(&modules, &self.names, checked);
        library_hints::add(&mut reports, &self.messages.sources);
        let reports = self.reductions(reports)?;
        self.stop_after(reports)?;
        let Some(program) = program else {
            return Err(Stopped);
        };
        if is_library {
            self.note_exports(&program)?;
        }
        if self.options.emit == Some(Stage::Hir) {
            return self.emit(&hir::print::program(&program));
        }
        if self.options.reports.contains(&ReportKind::Types) {
            let text = variables::text(&program, &self.messages.sources);
            self.made(output::print(&text))?;
        }
        if self.options.reports.contains(&ReportKind::TypesJson) {
            let text = variables::json(&program, &self.messages.sources);
            self.made(output::print(&text))?;
        }
        let switches = stage_options::switches(self.options, &modules, &self.names);
        let (requests, reports) = Requests::of(&modules, &self.names);
        self.stop_after(reports)?;
        self.stop_after(lower::past_end::warnings(&program))?;
        let origins = lower::origins::origins(&program);
        let mut program = self.lower(&sroa::replace(program))?;
        let settings = stage_options::passes(self.options, &switches, &requests);
        let Found {
            mut verdicts,
            decisions,
        } = match self.passes(&mut program, &settings)? {
            Some(found) => found,
            None => return self.emit(&mir::print::program(&program)),
        };
        source::name_reasons(&program, &origins, &mut verdicts);
        // The checks of numbers make loops serial that are not so by themselves.
        let Options {
            check_nan,
            check_infinity,
            check_overflow,
            ..
        } = *self.options;
        if !check_nan && !check_infinity && !check_overflow {
            self.stop_after(loops::warnings(&program, &verdicts))?;
        }
        self.stop_after(fusion::warnings(&program, &decisions))?;
        if self.options.check_only || self.options.task == Task::Check {
            return Ok(Outcome::Done);
        }
        self.report(&program, &verdicts, &decisions)?;
        self.back(&program, &settings)
    }

    /// The passes over the middle representation; nothing when the program is wanted as one of them leaves it.
    fn passes(
        &mut self,
        program: &mut mir::Program,
        settings: &Settings<'_>,
    ) -> Result<Option<Found>, Stopped> {
        let after = self.options.after.as_deref().unwrap_or_default();
        if after == pipeline::LOWERED {
            return Ok(None);
        }
        if let Some(message) = passes::ruled_out(after, settings) {
            return self.give_up(message);
        }
        let mut watching = Watching::new(self.options);
        let found = pipeline::walk(program, settings, &mut watching);
        self.messages.tell(&watching.text().unwrap_or_default());
        Ok(found)
    }

    /// Code generation, or what `--emit` asks for.
    fn back(
        &mut self,
        program: &mir::Program,
        settings: &Settings<'_>,
    ) -> Result<Outcome, Stopped> {
        let target = self.options.target.as_deref().unwrap_or(HOST);
        // Not the folder's real name: the same program is the same file wherever it is built.
        let folder = ".".to_owned();
        let optimise = self.options.optimisation > 0;
        let whole = program;
        let mut watching = Watching::new(self.options);
        let copy = pipeline::for_processors(program, settings, &mut watching);
        self.messages.tell(&watching.text().unwrap_or_default());
        let program = copy.as_ref().unwrap_or(program);
        let request = Request {
            target,
            optimise,
            folder,
            cuda: None,
            kernels: stage_options::kernels(self.options),
            debug: self.options.debug,
            library: None,
        };
        match self.options.emit {
            Some(Stage::Mir) => {
                // The passes of the program itself would have ended behind the one that is named.
                let of_copy = self.options.after.is_some();
                let shown = if of_copy { program } else { whole };
                self.emit(&mir::print::program(shown))
            }
            Some(Stage::Clif) => self.listing(program, &request, Listing::Clif),
            Some(Stage::Assembly) => self.listing(program, &request, Listing::Assembly),
            Some(Stage::Object) => self.object(program, &request),
            Some(Stage::Spmd) => {
                let text = spmd::print_kernels(program, &self.printed(request.kernels));
                self.emit(&text)
            }
            Some(Stage::Cuda) => {
                let text = gpu::text_to_read(whole, self.options, &self.messages.sources);
                self.emit(&text)
            }
            Some(Stage::Tokens | Stage::Ast | Stage::Quasar | Stage::Hir) => {
                panic!("earlier stages were printed earlier")
            }
            Some(Stage::Shared | Stage::Archive) => {
                self.keep_cuda_text(whole)?;
                let cuda = self.carried(whole)?;
                self.shared(program, Request { cuda, ..request })
            }
            None if self.options.task == Task::Run => self.execute(program, whole, request),
            None => {
                self.keep_cuda_text(whole)?;
                let cuda = self.carried(whole)?;
                self.executable(program, &Request { cuda, ..request })
            }
        }
    }

    /// What the executable carries for GPUs.
    fn carried(&mut self, program: &mir::Program) -> Result<Option<Vec<u8>>, Stopped> {
        gpu::carried(program, self.options).or_else(|message| self.give_up(message))
    }

    /// Kernels are shown at four lanes unless the options say otherwise.
    fn printed(&self, kernels: SpmdOptions) -> SpmdOptions {
        SpmdOptions {
            lanes: self.options.lanes.map_or(BASE.lanes(), u32::from),
            ..kernels
        }
    }

    fn listing(
        &mut self,
        program: &mir::Program,
        request: &Request<'_>,
        listing: Listing,
    ) -> Result<Outcome, Stopped> {
        let text = self.made(executable::listing(program, request, listing))?;
        self.emit(&text)
    }

    fn object(
        &mut self,
        program: &mir::Program,
        request: &Request<'_>,
    ) -> Result<Outcome, Stopped> {
        let bytes = self.made(executable::object(program, request))?;
        let path = self.checked_output()?;
        let written = output::write_file(&path, &bytes);
        self.written(&path, written)
    }

    /// A library, and the header beside it.
    fn shared(&mut self, program: &mir::Program, request: Request<'_>) -> Result<Outcome, Stopped> {
        let interface = self.interface.take().expect("it was noted");
        let lowered = program.library.as_ref().expect("something is exported");
        let path = self.checked_output()?;
        let Described { library, header } = library::describe(&interface, lowered, &path);
        let beside = path.with_extension("h");
        self.spare_sources(&beside)?;
        let library = Some(library);
        let request = Request { library, ..request };
        let is_archive = self.options.emit == Some(Stage::Archive);
        let bytes = match is_archive {
            true => executable::archive(program, &request),
            false => executable::executable(program, &request),
        };
        let bytes = self.made(bytes)?;
        let written = output::write_file(&beside, header.as_bytes());
        self.written(&beside, written)?;
        let written = match is_archive {
            true => output::write_file(&path, &bytes),
            false => output::write_executable(&path, &bytes),
        };
        self.written(&path, written)
    }

    /// Notes what callers of a library are told, if it has functions for them.
    fn note_exports(&mut self, program: &hir::Program) -> Result<(), Stopped> {
        if let Some(object) = self.options.foreign.first() {
            return self.give_up(format!(
                "{} cannot become a part of a library",
                object.display()
            ));
        }
        let input = self.options.input.as_deref().unwrap_or(Path::new("a.q"));
        let named = &self.options.exports;
        if let Some(name) = library::missing(program, named, &program.exports) {
            let file = input.display();
            return self.give_up(format!(
                "{file} has no function `{name}` at its top level, which --export names"
            ));
        }
        if program.exports.is_empty() {
            let file = input.display();
            return self.give_up(format!(
                "{file} exports nothing; write `{{!export}}` as a line within each function that callers are to have, or name them: --export=NAME"
            ));
        }
        let source = input.file_name().unwrap_or_default().to_string_lossy();
        self.interface = Some(Interface {
            exports: program.exports.clone(),
            double: program.double,
            source: source.into_owned(),
        });
        Ok(())
    }

    fn executable(
        &mut self,
        program: &mir::Program,
        request: &Request<'_>,
    ) -> Result<Outcome, Stopped> {
        let path = self.checked_output()?;
        if self.options.linker == Linker::Cc {
            let object = self.made(executable::object(program, request))?;
            let compiler = self.options.c_compiler.as_deref();
            let called = foreign::called(program);
            let linked = foreign::link(&object, &self.options.foreign, &called, &path, compiler);
            return self.made(linked).map(|()| Outcome::Done);
        }
        if let Some(object) = self.options.foreign.first() {
            return self.give_up(format!("{} needs --linker=cc", object.display()));
        }
        let bytes = self.made(executable::executable(program, request))?;
        let written = output::write_executable(&path, &bytes);
        self.written(&path, written)
    }

    /// The CUDA text, in the folder that INTERMEDIATE_DIR names.
    fn keep_cuda_text(&mut self, program: &mir::Program) -> Result<(), Stopped> {
        let (Some(folder), Some(source)) = (&self.options.temporary_folder, &self.options.input)
        else {
            return Ok(());
        };
        let text = gpu::text_to_read(program, self.options, &self.messages.sources);
        if text.is_empty() {
            return Ok(());
        }
        let name = Path::new(source.file_name().unwrap_or_default());
        let path = folder.join(name.with_extension("cu"));
        self.spare_sources(&path)?;
        let written = output::write_file(&path, text.as_bytes());
        self.written(&path, written).map(|_| ())
    }

    /// `qc run`.
    fn execute(
        &mut self,
        program: &mir::Program,
        whole: &mir::Program,
        request: Request<'_>,
    ) -> Result<Outcome, Stopped> {
        let source = self
            .options
            .input
            .as_deref()
            .unwrap_or(Path::new("program"));
        let code = match self.options.engine {
            Engine::Interpret => {
                let name = source.file_stem().unwrap_or_default().to_string_lossy();
                let options = interpret::Options::default();
                let strict = self.options.float == FloatMode::Strict;
                let division = AsExecutable(program);
                let division = strict.then_some(&division as &dyn Division);
                let arguments = &self.options.arguments;
                let code = interpret::run(program, &name, arguments, options, division);
                u8::try_from(code).unwrap_or(u8::MAX)
            }
            Engine::Native => {
                let cuda = self.carried(whole)?;
                let request = Request { cuda, ..request };
                let bytes = self.made(executable::executable(program, &request))?;
                let error = launch::become_program(&bytes, source, self.options);
                return self.give_up(format!("cannot run the program: {error}"));
            }
        };
        Ok(Outcome::Ran(code))
    }

    /// What `--report` asks for, on standard output.
    fn report(
        &mut self,
        program: &mir::Program,
        verdicts: &[LoopVerdict],
        decisions: &[Decision],
    ) -> Result<(), Stopped> {
        for kind in &self.options.reports {
            let text = match kind {
                ReportKind::Loops => {
                    loops::text(program, verdicts, &stage_options::kernels(self.options))
                }
                ReportKind::LoopsJson => {
                    loops::json(program, verdicts, &stage_options::kernels(self.options))
                }
                ReportKind::Fusion => fusion::text(program, decisions),
                // Reported on the typed tree, and on the program as it was lowered.
                ReportKind::Types
                | ReportKind::TypesJson
                | ReportKind::Kernels
                | ReportKind::Reductions => continue,
                // Reported on the syntax trees.
                ReportKind::Tuning => continue,
            };
            self.made(output::print(&text))?;
        }
        Ok(())
    }

    /// How the checker treats reductions: a report on them needs them all.
    /// Prints what was told of reductions, on standard output for a report; gives the other reports back.
    fn reductions(&mut self, reports: Vec<Report>) -> Result<Vec<Report>, Stopped> {
        let (log, others): (Vec<_>, Vec<_>) = reports
            .into_iter()
            .partition(|report| report.code == Code::ReductionApplied);
        let json = self.options.diagnostics == DiagnosticStyle::Json;
        if self.options.reports.contains(&ReportKind::Reductions) {
            self.made(output::print(&reduction_log(&log)))?;
        } else if json {
            return Ok(log.into_iter().chain(others).collect());
        } else {
            self.messages.tell(&reduction_log(&log));
        }
        Ok(others)
    }

    /// The result of a step that fails without a place in the source.
    fn made<T, E: std::fmt::Display>(&mut self, result: Result<T, E>) -> Result<T, Stopped> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => self.give_up(error.to_string()),
        }
    }

    /// What `--depfile` asks for.
    fn write_dependencies(&mut self, modules: &Modules) -> Result<(), Stopped> {
        let Some(path) = &self.options.depfile else {
            return Ok(());
        };
        self.spare_sources(path)?;
        let rule = dependencies::rule(&self.output_path(), modules, &self.messages.sources);
        let written = output::write_file(path, rule.as_bytes());
        self.written(path, written).map(|_| ())
    }

    /// Where the executable or object goes; never over a source.
    fn checked_output(&mut self) -> Result<PathBuf, Stopped> {
        let path = self.output_path();
        self.spare_sources(&path)?;
        Ok(path)
    }

    /// Refuses to write over what is compiled: the file itself or one that it imports.
    fn spare_sources(&mut self, path: &Path) -> Result<(), Stopped> {
        let Ok(real) = path.canonicalize() else {
            return Ok(());
        };
        let input = self.options.input.as_deref().map(Path::canonicalize);
        if input.is_some_and(|input| input.is_ok_and(|input| input == real)) {
            return self.give_up(format!("{} is the source file itself", path.display()));
        }
        match self.loaded.contains(&real) {
            true => self.give_up(format!("{} is a source that is imported", path.display())),
            false => Ok(()),
        }
    }

    fn written(&mut self, path: &Path, result: std::io::Result<()>) -> Result<Outcome, Stopped> {
        match result {
            Ok(()) => Ok(Outcome::Done),
            Err(error) => self.give_up(format!("cannot write {}: {error}", path.display())),
        }
    }

    fn lower(&mut self, program: &hir::Program) -> Result<mir::Program, Stopped> {
        let options = stage_options::lowering(self.options);
        match lower::lower(program, &self.messages.sources, options) {
            Ok((program, warnings)) => {
                mir::verify::verify(&program, "lower");
                if self.options.reports.contains(&ReportKind::Kernels) {
                    let text = kernels::text(&program, &warnings, &self.messages.sources);
                    self.made(output::print(&text))?;
                }
                self.stop_after(warnings)?;
                Ok(program)
            }
            Err(reports) => {
                self.stop_after(reports)?;
                Err(Stopped)
            }
        }
    }

    /// `qc doc`.
    fn document(&mut self) -> Result<Outcome, Stopped> {
        match documentation::make(self.options, &mut self.messages, &mut self.names) {
            Ok(Some(text)) => self.emit(&text),
            Ok(None) => Ok(Outcome::Done),
            Err(messages) => {
                for message in messages {
                    self.messages.plain_error(&message);
                }
                Err(Stopped)
            }
        }
    }

    /// The stages that look at one file alone.
    fn syntax_only(&mut self, root: &Source) -> Result<Outcome, Stopped> {
        let file = self
            .messages
            .sources
            .add_bytes(root.name.clone(), &root.bytes);
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
        match files::read_named(path) {
            Ok(source) => Ok(source),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.give_up(files::missing(path))
            }
            Err(error) => self.give_up(format!("cannot read {}: {error}", path.display())),
        }
    }

    /// Prints a text of `--emit`, to `-o` or to standard output.
    fn emit(&mut self, text: &str) -> Result<Outcome, Stopped> {
        if let Some(path) = &self.options.output {
            self.spare_sources(path)?;
        }
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
        let package = self.options.package.as_deref();
        let input = package.or(self.options.input.as_deref());
        let input = input.unwrap_or(Path::new("a.q"));
        if let Some(stage) = self.options.emit.filter(|stage| stage.is_library()) {
            let stem = input.file_stem().unwrap_or_default().to_string_lossy();
            let end = match stage {
                Stage::Archive => "a",
                _ => "so",
            };
            let default = || input.with_file_name(format!("lib{stem}.{end}"));
            return self.options.output.clone().unwrap_or_else(default);
        }
        let extension = if self.options.emit == Some(Stage::Object) {
            "o"
        } else {
            ""
        };
        let default = || match (input.extension(), extension) {
            (None, "") if package.is_some() && !input.is_dir() => input.to_path_buf(),
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

/// Every step and every result, a line each.
fn reduction_log(reports: &[Report]) -> String {
    let lines = |report: &Report| {
        let notes = report.notes.iter().map(|note| format!("{note}\n"));
        format!("{}\n", report.message) + &notes.collect::<String>()
    };
    reports.iter().map(lines).collect()
}
