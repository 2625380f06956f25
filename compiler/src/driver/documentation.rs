//! `qc doc`: finds the sources, compares comments with headers, runs examples and writes pages.
//!
//! *Invariant:* pages show only what examples gave in this very run; when one fails, nothing is written.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::chapters::carried;
use super::example_runs::{self, Run};
use super::files;
use super::messages::Messages;
use super::options::{DocFormat, Options};
use super::output;
use crate::base::Interner;
use crate::doc::html::chapter::{self, Chapter, Part};
use crate::doc::html::{self, Documented, Shown};
use crate::doc::model::{self, Module};
use crate::doc::{lint, text};
use crate::resolve::Source;
use crate::syntax;

/// Where pages go without `-o`.
const FOLDER: &str = "doc";
/// What the pages are called that tell of what qc carries: the guide, the library, the reference.
const LIBRARY_TITLE: &str = "Quasar";

/// Makes the documentation; a text is for the caller to print, pages are written here.
///
/// # Errors
/// Messages about no place; none when everything was reported.
pub fn make(
    options: &Options,
    messages: &mut Messages,
    names: &mut Interner,
) -> Result<Option<String>, Vec<String>> {
    let sources = sources(options).map_err(|message| vec![message])?;
    let mut modules = Vec::new();
    let mut reports = Vec::new();
    for source in &sources {
        let file = messages
            .sources
            .add_bytes(source.name.clone(), &source.bytes);
        let (ast, found) = syntax::parse(&messages.sources, file, names);
        reports.extend(found);
        reports.extend(lint::check(&ast, &messages.sources, names));
        modules.push(model::module(&ast, &messages.sources, names));
    }
    if messages.show(reports) {
        return Err(Vec::new());
    }
    if options.check_only {
        return Ok(None);
    }
    let texts = |form: fn(&Module) -> String| modules.iter().map(form).collect::<Vec<_>>();
    match options.doc_format {
        DocFormat::Text => Ok(Some(texts(text::plain).join("\n"))),
        DocFormat::Markdown => Ok(Some(texts(text::markdown).join("\n"))),
        DocFormat::Html => {
            pages(options, messages, &sources, modules)?;
            Ok(None)
        }
    }
}

/// The files that were named, those of the folders that were named, or the library.
fn sources(options: &Options) -> Result<Vec<Source>, String> {
    let named: Vec<&PathBuf> = options.input.iter().chain(&options.more_inputs).collect();
    if named.is_empty() {
        return Ok(files::whole_library());
    }
    let mut paths = Vec::new();
    for path in named {
        match path.is_dir() {
            true => gather(path, "q", &mut paths)?,
            false => paths.push(path.clone()),
        }
    }
    let read = |path: &PathBuf| {
        let source = files::read_named(path);
        source.map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    match paths.is_empty() {
        true => Err("there is no .q file in the folder".to_owned()),
        false => paths.iter().map(read).collect(),
    }
}

/// The files with an extension in a folder and the folders in it, sorted.
fn gather(folder: &Path, extension: &str, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error| format!("cannot read {}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.sort();
    for path in found {
        if path.is_dir() {
            gather(&path, extension, paths)?;
        } else if path.extension() == Some(OsStr::new(extension)) {
            paths.push(path);
        }
    }
    Ok(())
}

/// A file beside the pages, with its name.
type Picture = (String, Vec<u8>);

/// The Markdown files of the folders that were named, or what qc carries, with the pictures that they show.
fn chapters(options: &Options) -> Result<(Vec<Chapter>, Vec<Picture>), String> {
    let named = options.input.iter().chain(&options.more_inputs);
    let folders: Vec<&PathBuf> = named.filter(|path| path.is_dir()).collect();
    if options.input.is_none() {
        return Ok((carried(), Vec::new()));
    }
    let (mut chapters, mut pictures) = (Vec::new(), Vec::new());
    for folder in folders {
        let mut paths = Vec::new();
        gather(folder, "md", &mut paths)?;
        for path in paths {
            let failed = |error| format!("cannot read {}: {error}", path.display());
            files::spares_others(&path, "md").map_err(failed)?;
            let text = std::fs::read_to_string(&path).map_err(failed)?;
            let within = path.strip_prefix(folder).unwrap_or(&path);
            let own = own_pictures(&path, &text, &mut pictures);
            chapters.push(Chapter {
                path: within.to_string_lossy().into_owned(),
                part: Part::Documents,
                text,
                pictures: own,
            });
        }
    }
    Ok((chapters, pictures))
}

/// What pictures on pages are called.
const PICTURES: &[&str] = &["avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp"];

/// The extension and the contents of a picture; none of a file that has another name, which pages must not spread.
fn picture(path: &Path) -> Option<(String, Vec<u8>)> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    let is_picture = PICTURES.contains(&extension.as_str());
    let may_be_shown = is_picture && files::spares_others(path, &extension).is_ok();
    may_be_shown.then(|| std::fs::read(path).ok().map(|bytes| (extension, bytes)))?
}

/// Reads the pictures that a Markdown file shows; those that are not there are left out, and their descriptions shown.
fn own_pictures(path: &Path, text: &str, pictures: &mut Vec<Picture>) -> BTreeMap<String, String> {
    let mut addresses = BTreeMap::new();
    for named in chapter::pictures(text) {
        let file = path.with_file_name(&named);
        let Some((extension, bytes)) = picture(&file) else {
            continue;
        };
        let number = pictures.len() + 1;
        let address = format!("pictures/chapter-{number}.{extension}");
        pictures.push((address.clone(), bytes));
        addresses.insert(named, address);
    }
    addresses
}

/// What the pages are called: the library, the folder or the file.
fn title(options: &Options) -> String {
    let Some(input) = &options.input else {
        return LIBRARY_TITLE.to_owned();
    };
    let whole = input.canonicalize();
    let whole = whole.as_deref().unwrap_or(input);
    let name = whole.file_stem().unwrap_or_default();
    format!("{} reference", name.to_string_lossy())
}

/// Runs the examples, then writes all pages.
fn pages(
    options: &Options,
    messages: &Messages,
    sources: &[Source],
    modules: Vec<Module>,
) -> Result<(), Vec<String>> {
    let shown = run_examples(options, messages, sources, &modules)?;
    let (chapters, mut pictures) = chapters(options).map_err(|message| vec![message])?;
    let names: Vec<&str> = modules.iter().map(|module| module.file.as_str()).collect();
    let names = html::page_names(&names, &[]);
    let mut documented = Vec::new();
    for ((module, runs), page) in modules.into_iter().zip(shown).zip(names) {
        let examples = with_links(runs, &page, &mut pictures);
        documented.push(Documented { module, examples });
    }
    let folder = options.output.clone().unwrap_or(FOLDER.into());
    let texts = html::files(&title(options), &documented, &chapters);
    let texts = texts
        .into_iter()
        .map(|(name, text)| (name, text.into_bytes()));
    write(&folder, texts.chain(pictures)).map_err(|message| vec![message])
}

/// What the examples of each module gave, by their places.
type Runs = Vec<BTreeMap<u32, Run>>;

fn run_examples(
    options: &Options,
    messages: &Messages,
    sources: &[Source],
    modules: &[Module],
) -> Result<Runs, Vec<String>> {
    let mut jobs = Vec::new();
    for (number, (module, source)) in modules.iter().zip(sources).enumerate() {
        for example in module.examples() {
            jobs.push((number, example, source));
        }
    }
    let programs: Vec<_> = jobs
        .iter()
        .map(|(_, example, source)| (*example, source.name.as_str()))
        .collect();
    let results = example_runs::run(&programs, options).map_err(|message| vec![message])?;
    let mut runs: Runs = modules.iter().map(|_| BTreeMap::new()).collect();
    let mut failures = Vec::new();
    for ((number, example, source), result) in jobs.into_iter().zip(results) {
        match result {
            Ok(run) => {
                runs[number].insert(example.span.lo, run);
            }
            Err(why) => {
                let line = messages.sources.position(example.span).line;
                let place = format!("{}:{line}", source.name);
                failures.push(format!("{place}: the example fails\n{}", why.trim_end()));
            }
        }
    }
    match failures.is_empty() {
        true => Ok(runs),
        false => Err(failures),
    }
}

/// Names the pictures of a module after its page.
fn with_links(
    runs: BTreeMap<u32, Run>,
    page: &str,
    pictures: &mut Vec<Picture>,
) -> BTreeMap<u32, Shown> {
    let mut count = 0;
    let mut examples = BTreeMap::new();
    for (place, run) in runs {
        let mut links = Vec::new();
        for (extension, bytes) in run.pictures {
            count += 1;
            let name = format!("pictures/{page}-{count}.{extension}");
            links.push(name.clone());
            pictures.push((name, bytes));
        }
        let (output, pictures) = (run.output, links);
        examples.insert(place, Shown { output, pictures });
    }
    examples
}

fn write(folder: &Path, files: impl Iterator<Item = (String, Vec<u8>)>) -> Result<(), String> {
    for (name, bytes) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        let written =
            std::fs::create_dir_all(parent).and_then(|()| output::write_file(&path, &bytes));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}
