//! qc, a standalone compiler for the Quasar language.
//!
//! *Invariant:* a room uses only rooms above it in the table of ARCHITECTURE.md.

pub mod cli;
pub mod driver;

pub use qc_codegen as codegen;
pub use qc_front::{base, builtins, check, diag, doc, hir, resolve, sroa, syntax, types};
pub use qc_lsp as lsp;
pub use qc_middle::{analysis, lower, machine, mir, opt};

use resolve::{Mistake, Source, SourceError, SourceProvider};

/// The program; `shapes.q`, alone and in a package whose file has a mistake.
struct Itself(Source, Vec<Mistake>);
impl SourceProvider for Itself {
    fn import(&mut self, path: &str, _importer: &str) -> Result<Source, SourceError> {
        if path == self.0.name {
            Ok(self.0.clone())
        } else if path == "imfilter.q" {
            Ok(Source {
                identity: path.into(),
                name: path.into(),
                bytes: Vec::new(),
            })
        } else if path.ends_with("shapes.q") {
            if path.starts_with("package/") {
                self.1.push(Mistake {
                    source: Source {
                        identity: "qc.toml".into(),
                        name: "qc.toml".into(),
                        bytes: b"[package]\n".to_vec(),
                    },
                    place: 1..8,
                    message: "the package has no name".into(),
                    label: "needs a `name`".into(),
                    help: None,
                });
            }
            Ok(Source {
                identity: path.into(),
                name: path.into(),
                bytes: b"function y = area(x)\n    y = x*x\nend\n".to_vec(),
            })
        } else {
            Err(SourceError::NotFound(vec![path.to_string()]))
        }
    }

    fn mistakes(&mut self) -> Vec<Mistake> {
        std::mem::take(&mut self.1)
    }
}

/// The reports on a program in one file `example.q`, for the test of the table of diagnostics. `whole`: those of the whole front end, not of the parser alone.
#[doc(hidden)]
pub fn compile_for_test(source: &str, whole: bool) -> Vec<diag::Report> {
    base::stack::on_deep_stack(|| reports_of(source, whole))
}

fn reports_of(source: &str, whole: bool) -> Vec<diag::Report> {
    let mut sources = base::SourceMap::new();
    let mut names = base::Interner::new();
    if !whole {
        let file = sources.add("example.q", source);
        return syntax::parse(&sources, file, &mut names).1;
    }
    let root = Source {
        identity: "example.q".into(),
        name: "example.q".into(),
        bytes: source.as_bytes().to_vec(),
    };
    let (modules, mut reports) = resolve::load(
        root.clone(),
        &mut Itself(root, Vec::new()),
        &mut sources,
        &mut names,
    );
    if diag::has_errors(&reports) {
        return reports;
    }
    let (requests, found) = resolve::fusion::Requests::of(&modules, &names);
    reports.extend(found);
    let (program, found) = check::check(&modules, &names, check::Options::default());
    reports.extend(found);
    let Some(program) = program else {
        return reports;
    };
    reports.extend(lower::past_end::warnings(&program));
    match lower::lower(&sroa::replace(program), &sources, lower::Options::default()) {
        Ok((mut program, warnings)) => {
            reports.extend(warnings);
            let settings = opt::pipeline::Settings {
                requests: &requests,
                ..opt::pipeline::Settings::optimised()
            };
            // Behind the last of these passes nothing is reported.
            let part = ("switches", "absorbed");
            let found = opt::pipeline::walk_part(&mut program, &settings, part);
            reports.extend(driver::loops::warnings(&program, &found.verdicts));
            reports.extend(driver::fusion::warnings(&program, &found.decisions));
        }
        Err(found) => reports.extend(found),
    }
    reports
}
