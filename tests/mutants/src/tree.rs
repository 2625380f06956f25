//! The copy of the sources with mutants planted, and the one build of it.
//!
//! *Invariant:* the repository itself is not changed; a mutant that Rust does not accept is left out and counted so.

use crate::mutant::Mutant;
use crate::points;
use crate::rooms;
use crate::trials;
use quasar_tests::repository;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use syn::spanned::Spanned;
use syn::visit::Visit;

/// The module of the copy that knows which mutant is chosen.
const CHOICE: &str = include_str!("choice.rs");

/// The file with the keys of mutants that Rust did not accept.
pub const REFUSED: &str = "refused.tsv";

/// Everything that the campaign writes lies below this folder.
pub fn folder() -> PathBuf {
    repository::root().join("target/mutants")
}

fn copy() -> PathBuf {
    folder().join("tree")
}

/// All mutants of all rooms, in the order of files and places.
///
/// # Errors
/// A file that cannot be read or is no Rust.
pub fn mutants() -> io::Result<Vec<Mutant>> {
    let mut found = Vec::new();
    for file in rooms::files() {
        let mut syntax = parsed(&repository::root().join(rooms::source(&file)))?;
        found.extend(points::plant(&file, &mut syntax, &|_| None));
    }
    Ok(found)
}

fn parsed(path: &Path) -> io::Result<syn::File> {
    let text = std::fs::read_to_string(path)?;
    syn::parse_file(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
}

/// The numbers of the mutants that are planted, by their keys.
pub type Planted = BTreeMap<String, u32>;

/// Makes the copy with these mutants and builds it with suites, and with unit tests where all suites are wanted; what Rust does not accept leaves `planted`.
///
/// # Errors
/// What stops the build apart from mutants.
pub fn build(planted: &mut Planted, suites: &[&str]) -> io::Result<Built> {
    copy_sources()?;
    loop {
        write_planted(planted)?;
        let messages = cargo(&["build", "-p", "qc", "--lib"])?;
        if messages.errors.is_empty() {
            break;
        }
        let refused = refused(&messages.errors)?;
        eprintln!(
            "{} mutants are no Rust, {} stay",
            refused.len(),
            planted.len() - refused.len()
        );
        let mut known = OpenOptions::new()
            .append(true)
            .create(true)
            .open(folder().join(REFUSED))?;
        for (key, _) in planted.extract_if(.., |_, number| refused.contains(number)) {
            writeln!(known, "{key}")?;
        }
    }
    let mut tests = vec!["test", "-p", "qc", "--no-run"];
    if suites == trials::SUITES {
        tests.push("--lib");
        tests.extend(trials::CRATES.iter().flat_map(|name| ["-p", name]));
    }
    tests.extend(suites.iter().flat_map(|suite| ["--test", suite]));
    let built = cargo(&tests)?;
    let qc = cargo(&["build", "-p", "qc", "--bin", "qc"])?;
    if let Some(error) = built.errors.first().or(qc.errors.first()) {
        return Err(io::Error::other(error.text.clone()));
    }
    Ok(Built {
        tests: built.tests,
        qc: qc
            .programs
            .into_iter()
            .next_back()
            .expect("cargo names what it has built"),
    })
}

/// What was built.
pub struct Built {
    /// The executables of unit tests and of suites of the compiler, with their names.
    pub tests: Vec<(String, PathBuf)>,
    /// The compiler.
    pub qc: PathBuf,
}

/// The folder in which cargo runs the tests of the compiler.
pub fn compiler() -> PathBuf {
    copy().join("compiler")
}

/// Copies what git knows or would know. Files that are the same stay as they are, so that cargo need not build again; what an earlier copy had
/// and the repository has no more goes.
fn copy_sources() -> io::Result<()> {
    let output = Command::new("git")
        .current_dir(repository::root())
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .output()?;
    let mutated: BTreeSet<PathBuf> = rooms::files().iter().map(|file| rooms::source(file)).collect();
    let names: BTreeSet<PathBuf> = output
        .stdout
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty())
        .map(|name| PathBuf::from(String::from_utf8_lossy(name).into_owned()))
        .filter(|name| repository::root().join(name).is_file())
        .collect();
    drop_others(Path::new(""), &names)?;
    for name in names {
        let from = repository::root().join(&name);
        if !mutated.contains(&name) && !libraries().any(|(root, _)| root == name) {
            write_changed(&copy().join(&name), &std::fs::read(&from)?)?;
        }
    }
    Ok(())
}

/// Removes the files of a folder of the copy that are none of these.
fn drop_others(folder: &Path, names: &BTreeSet<PathBuf>) -> io::Result<()> {
    let Ok(entries) = std::fs::read_dir(copy().join(folder)) else {
        return Ok(());
    };
    for entry in entries {
        let entry = entry?;
        let name = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            drop_others(&name, names)?;
        } else if !names.contains(&name) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The roots of the crates with mutants: the first one has the module that knows which is chosen, and the others see it there.
fn libraries() -> impl Iterator<Item = (PathBuf, &'static str)> {
    let modules = std::iter::once("pub mod mutants;").chain(std::iter::repeat("use qc_front::mutants;"));
    let roots = rooms::CRATES.iter().map(|(_, folder)| Path::new(folder).join("lib.rs"));
    roots.zip(modules)
}

fn write_changed(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    std::fs::create_dir_all(path.parent().expect("a file lies in a folder"))?;
    std::fs::write(path, bytes)
}

fn write_planted(planted: &Planted) -> io::Result<()> {
    for file in rooms::files() {
        let from = repository::root().join(rooms::source(&file));
        let mut syntax = parsed(&from)?;
        points::plant(&file, &mut syntax, &|mutant| {
            planted.get(&mutant.key()).copied()
        });
        let text = quote::ToTokens::to_token_stream(&syntax).to_string();
        write_changed(&copy().join(rooms::source(&file)), text.as_bytes())?;
    }
    let count = planted.values().max().map_or(1, |most| most + 1);
    write_changed(
        &copy().join(rooms::CRATES[0].1).join("mutants.rs"),
        CHOICE.replace("COUNT", &count.to_string()).as_bytes(),
    )?;
    // What mutants make superfluous or pointless is no error here.
    let allowed = "#![allow(warnings, clippy::all, arithmetic_overflow, unconditional_panic, overflowing_literals)]";
    for (root, module) in libraries() {
        let text = std::fs::read_to_string(repository::root().join(&root))?;
        let text = format!("{allowed}\n{text}\n{module}\n");
        write_changed(&copy().join(&root), text.as_bytes())?;
    }
    Ok(())
}

#[derive(Default)]
struct Messages {
    errors: Vec<Error>,
    tests: Vec<(String, PathBuf)>,
    programs: Vec<PathBuf>,
}

struct Error {
    text: String,
    /// Files with ranges of bytes, the chief ones first.
    places: Vec<(PathBuf, Range<usize>)>,
}

/// Runs cargo on the copy, in the profile of the tests.
fn cargo(what: &[&str]) -> io::Result<Messages> {
    let output = Command::new("cargo")
        .current_dir(copy())
        .args(what)
        .args(["--locked", "--profile", "checks", "--message-format=json"])
        .arg("--target-dir")
        .arg(folder().join("build"))
        .stderr(Stdio::inherit())
        .output()?;
    let mut messages = Messages::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Ok(message) = serde_json::from_str(line) {
            messages.read(&message);
        }
    }
    if !output.status.success() && messages.errors.is_empty() {
        return Err(io::Error::other("cargo fails without naming an error"));
    }
    Ok(messages)
}

impl Messages {
    fn read(&mut self, message: &serde_json::Value) {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        match message["reason"].as_str() {
            Some("compiler-message") if message["message"]["level"] == "error" => {
                let message = &message["message"];
                let mut spans: Vec<_> = message["spans"].as_array().into_iter().flatten().collect();
                spans.sort_by_key(|span| span["is_primary"] != true);
                let place = |span: &&serde_json::Value| {
                    let offset = |name| span[name].as_u64().unwrap_or_default() as usize;
                    let range = offset("byte_start")..offset("byte_end");
                    (PathBuf::from(text(&span["file_name"])), range)
                };
                self.errors.push(Error {
                    text: text(&message["rendered"]).chars().take(2000).collect(),
                    places: spans.iter().map(place).collect(),
                });
            }
            Some("compiler-artifact") if message["executable"].is_string() => {
                let path = PathBuf::from(text(&message["executable"]));
                let name = text(&message["target"]["name"]);
                match message["profile"]["test"] == true {
                    true => self.tests.push((name, path)),
                    false => self.programs.push(path),
                }
            }
            _ => {}
        }
    }
}

/// The numbers of the mutants that errors are about.
fn refused(errors: &[Error]) -> io::Result<BTreeSet<u32>> {
    let mut choices: BTreeMap<PathBuf, Choices> = BTreeMap::new();
    let mut refused = BTreeSet::new();
    for error in errors.iter().filter(|error| !error.places.is_empty()) {
        let mut guilty = Vec::new();
        for (file, range) in &error.places {
            if !choices.contains_key(file) {
                choices.insert(file.clone(), Choices::of(&copy().join(file))?);
            }
            if guilty.is_empty() {
                guilty = blamed(&choices[file].all, range);
            }
        }
        // A value that is used once more where a statement that ended the function is gone: the place names neither.
        if let (true, Some((file, range))) = (guilty.is_empty(), error.places.first()) {
            guilty = choices[file].of_function(range);
        }
        if guilty.is_empty() {
            return Err(io::Error::other(error.text.clone()));
        }
        refused.extend(guilty);
    }
    Ok(refused)
}

/// Where a choice stands in the copy.
#[derive(Clone)]
struct Choice {
    number: u32,
    whole: Range<usize>,
    changed: Range<usize>,
    /// Whether it leaves out what stands there.
    deletes: bool,
}

/// The choice whose change a place is in, else the choice that it is in, else the choices in it.
fn blamed(choices: &[Choice], place: &Range<usize>) -> Vec<u32> {
    let offset = place.start;
    let least = |choices: &mut dyn Iterator<Item = &Choice>| {
        let least = choices.min_by_key(|choice| choice.whole.len());
        least.map(|choice| vec![choice.number])
    };
    let mut in_change = choices
        .iter()
        .filter(|choice| choice.changed.contains(&offset));
    let mut around = choices
        .iter()
        .filter(|choice| choice.whole.contains(&offset));
    let inside = choices
        .iter()
        .filter(|choice| place.contains(&choice.whole.start));
    least(&mut in_change)
        .or_else(|| least(&mut around))
        .unwrap_or_else(|| inside.map(|choice| choice.number).collect())
}

#[derive(Default)]
struct Choices {
    all: Vec<Choice>,
    functions: Vec<Range<usize>>,
}

impl Choices {
    fn of(path: &Path) -> io::Result<Choices> {
        let syntax = parsed(path)?;
        let mut choices = Choices::default();
        choices.visit_file(&syntax);
        Ok(choices)
    }

    /// The choices of the function around a place that leave statements out.
    fn of_function(&self, place: &Range<usize>) -> Vec<u32> {
        let around = self.functions.iter().filter(|function| function.contains(&place.start));
        let Some(function) = around.min_by_key(|function| function.len()) else {
            return Vec::new();
        };
        let inside = |choice: &&Choice| choice.deletes && function.contains(&choice.whole.start);
        self.all.iter().filter(inside).map(|choice| choice.number).collect()
    }
}

impl<'ast> Visit<'ast> for Choices {
    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        let deletes = matches!(&*branch.cond, syn::Expr::Unary(_));
        let call = match &*branch.cond {
            syn::Expr::Call(call) => Some(call),
            syn::Expr::Unary(unary) => match &*unary.expr {
                syn::Expr::Call(call) => Some(call),
                _ => None,
            },
            _ => None,
        };
        if let Some(number) = call.and_then(number_of) {
            self.all.push(Choice {
                number,
                whole: branch.span().byte_range(),
                changed: branch.then_branch.span().byte_range(),
                deletes,
            });
        }
        syn::visit::visit_expr_if(self, branch);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.functions.push(item.span().byte_range());
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.functions.push(item.span().byte_range());
        syn::visit::visit_impl_item_fn(self, item);
    }
}

fn number_of(call: &syn::ExprCall) -> Option<u32> {
    let syn::Expr::Path(path) = &*call.func else {
        return None;
    };
    let names: Vec<String> = path
        .path
        .segments
        .iter()
        .map(|one| one.ident.to_string())
        .collect();
    let number = match call.args.first()? {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(number),
            ..
        }) => number,
        _ => return None,
    };
    (names == ["crate", "mutants", "on"]).then(|| number.base10_parse().ok())?
}
