//! Source files on the disk: where imports are looked up.
//!
//! The order: the importing file's folder, the sources of its package and of those that this depends on, the folders of `-I`, those of `QC_PATH`,
//! those of the setting MODULE_DIR, the library that qc carries.
//!
//! *Invariant:* a file is known by its canonical path, so that it is loaded once however it is named. It is shown as the command line and the imports
//! name it, so that what is made does not depend on where the folder lies.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::manifest::{self, Package};
use super::options::Options;
use crate::diag::did_you_mean;
use crate::resolve::{Mistake, Source, SourceError, SourceProvider, WITHIN_QC};

/// Names of files that a message tells at most.
const NAMES: usize = 5;

/// Looks imports up on the disk.
#[derive(Debug)]
pub struct Files {
    folders: Vec<PathBuf>,
    /// Where the files that were read lie, as it is shown, by their identities.
    beside: HashMap<String, PathBuf>,
    /// The packages of these files.
    packages: HashMap<String, Package>,
    /// What is wrong in the files that describe packages.
    mistakes: RefCell<Vec<Mistake>>,
}

impl Files {
    /// The search path of the options and the environment, for the program in this file.
    pub fn new(options: &Options, root: &Source) -> Self {
        let mut folders = options.include.clone();
        if let Some(path) = std::env::var_os("QC_PATH") {
            folders.extend(std::env::split_paths(&path));
        }
        folders.extend(options.module_folders.iter().cloned());
        let mut files = Files {
            folders,
            beside: HashMap::new(),
            packages: HashMap::new(),
            mistakes: RefCell::default(),
        };
        files.note(root);
        files
    }

    /// Notes the folder of a file: as its name has it, unless that is a link's, beside which other files lie.
    fn note(&mut self, source: &Source) {
        let parent = |name: &str| Path::new(name).parent().map(Path::to_path_buf);
        let real = parent(&source.identity).unwrap_or_default();
        let named = parent(&source.name).unwrap_or_default();
        let is_same = Path::new(".")
            .join(&named)
            .canonicalize()
            .is_ok_and(|named| named == real);
        let folder = if is_same { named } else { real.clone() };
        if let Some(package) = manifest::of_folder(&real, &folder, self.mistakes.get_mut()) {
            self.packages.insert(source.identity.clone(), package);
        }
        self.beside.insert(source.identity.clone(), folder);
    }

    fn candidates(&self, path: &str, importer: &str) -> Vec<PathBuf> {
        let beside = self.beside.get(importer);
        let mut places: Vec<PathBuf> = beside.iter().map(|folder| folder.join(path)).collect();
        places.extend(self.in_package(path, importer));
        places.extend(self.folders.iter().map(|folder| folder.join(path)));
        places
    }

    /// Where a file of the importing file's package, or of one that this depends on, may lie.
    fn in_package(&self, path: &str, importer: &str) -> Vec<PathBuf> {
        let Some(package) = self.packages.get(importer) else {
            return Vec::new();
        };
        let sources = package.sources.iter();
        let mut places: Vec<PathBuf> = sources.map(|folder| folder.join(path)).collect();
        if let Some((name, rest)) = path.split_once('/')
            && let Some(folder) = package.dependencies.get(name)
        {
            let real = Path::new(".").join(folder).canonicalize();
            let real = real.unwrap_or_else(|_| folder.clone());
            let of = manifest::of_folder(&real, folder, &mut self.mistakes.borrow_mut());
            let sources = of.map_or_else(|| vec![folder.clone()], |package| package.sources);
            places.extend(sources.iter().map(|folder| folder.join(rest)));
        }
        places
    }
}

impl SourceProvider for Files {
    fn import(&mut self, path: &str, importer: &str) -> Result<Source, SourceError> {
        let candidates = self.candidates(path, importer);
        for candidate in &candidates {
            match read_import(candidate) {
                Ok(source) => {
                    self.note(&source);
                    return Ok(source);
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(SourceError::Unreadable(reason(&error))),
            }
        }
        match library(path) {
            Some(source) => Ok(source),
            None => Err(SourceError::NotFound(
                candidates
                    .iter()
                    .map(|path| path.display().to_string())
                    .collect(),
            )),
        }
    }

    fn carried(&mut self, name: &str) -> Option<Source> {
        library(name)
    }

    fn mistakes(&mut self) -> Vec<Mistake> {
        self.mistakes.take()
    }

    fn alternatives(&self, path: &str, importer: &str) -> Vec<String> {
        let folder = path.rfind('/').map_or("", |at| &path[..=at]);
        let mut names: Vec<String> = library_names().map(String::from).collect();
        for candidate in self.candidates(path, importer) {
            let beside = Path::new(".").join(candidate);
            let beside = beside.parent().into_iter().flat_map(std::fs::read_dir);
            for entry in beside.flatten().flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                if name.ends_with(".q") {
                    names.push(format!("{folder}{name}"));
                }
            }
        }
        names
    }
}

/// Bytes of a source file at most.
const LONGEST: u64 = 64 << 20;

/// Reads a file that another one names. Messages show lines of sources, so that only what is one is read: an ordinary file of text whose
/// real name ends in `.q`.
fn read_import(path: &Path) -> io::Result<Source> {
    let refused = |why: &str| Err(io::Error::other(why));
    let real = path.canonicalize()?;
    if !real.metadata()?.is_file() {
        return refused("it is no ordinary file");
    }
    if !ends_as(&real, "q") {
        return match path.extension().is_some_and(|extension| extension == "dll") {
            // A module of another system, which may lie beside the program.
            true => Err(io::ErrorKind::NotFound.into()),
            false => refused("it is no Quasar source, whose name ends in .q"),
        };
    }
    let source = read(path, path.display().to_string())?;
    match source.bytes.contains(&0) {
        true => refused("it is no text: it has a NUL byte"),
        false => Ok(source),
    }
}

/// Whether a name ends so.
fn ends_as(path: &Path, wanted: &str) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

/// What the system says, without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_string()
}

/// Reads a file; `name` is what the user sees.
fn read(path: &Path, name: String) -> io::Result<Source> {
    let bytes = read_whole(std::fs::File::open(path)?)?;
    let identity = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    Ok(Source {
        identity: identity.display().to_string(),
        name,
        bytes,
    })
}

/// Reads a source to its end.
///
/// # Errors
/// It cannot be read, or is longer than sources may be.
pub fn read_whole(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LONGEST + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LONGEST {
        true => Err(io::Error::other("it is larger than 64 MiB")),
        false => Ok(bytes),
    }
}

/// Reads a source that the user named, which may be a pipe.
///
/// # Errors
/// It is not there, or its lines are not to be shown ([`spares_others`]).
pub fn read_named(path: &Path) -> io::Result<Source> {
    spares_others(path, "q")?;
    read(path, path.display().to_string())
}

/// What is said of a source that is not there: the name that was probably meant, or what the folder has.
pub fn missing(path: &Path) -> String {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let names = sources_in(folder);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let near = did_you_mean(&name, names.iter().map(String::as_str));
    let help = near.unwrap_or_else(|| match folder.is_dir() {
        false => format!("there is no folder {} either", folder.display()),
        true => format!("the folder has {}", listed(&names)),
    });
    format!(
        "cannot read {}: there is no such file\n  help: {help}",
        path.display()
    )
}

/// The names of the source files in a folder, in order.
pub fn sources_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".q")).collect();
    names.sort();
    names
}

/// Names of source files in a message, or how many there are.
pub fn listed(names: &[String]) -> String {
    match names.len() {
        0 => "no .q file".to_owned(),
        count if count > NAMES => format!("{count} .q files"),
        _ => names.join(", "),
    }
}

/// Refuses an ordinary file whose real name ends otherwise. What is named may be a link that lies in a stranger's folder, and messages and pages
/// show lines of what is read. A pipe, and a file that has no name any more, was opened by whoever called qc.
///
/// # Errors
/// The real name ends otherwise.
pub fn spares_others(path: &Path, extension: &str) -> io::Result<()> {
    let Ok(real) = path.canonicalize() else {
        return Ok(());
    };
    if ends_as(&real, extension) || !real.is_file() {
        return Ok(());
    }
    let why = match ends_as(path, extension) {
        true => format!(
            "it is a link to {}, whose name does not end",
            real.display()
        ),
        false => "its name does not end".to_owned(),
    };
    Err(io::Error::other(format!(
        "{why} in .{extension}; rename the file, or copy it to such a name"
    )))
}

/// The files of `stdlib/`, which qc carries.
const LIBRARY: &[(&str, &[u8])] = &[
    ("arrays.q", include_bytes!("../../../stdlib/arrays.q")),
    ("boxfilter.q", include_bytes!("../../../stdlib/boxfilter.q")),
    (
        "colored_noise.q",
        include_bytes!("../../../stdlib/colored_noise.q"),
    ),
    (
        "colortransform.q",
        include_bytes!("../../../stdlib/colortransform.q"),
    ),
    (
        "dictionaries.q",
        include_bytes!("../../../stdlib/dictionaries.q"),
    ),
    ("dnn.q", include_bytes!("../../../stdlib/dnn.q")),
    ("dtcwt.q", include_bytes!("../../../stdlib/dtcwt.q")),
    ("exr.q", include_bytes!("../../../stdlib/exr.q")),
    (
        "fastguidedfilter.q",
        include_bytes!("../../../stdlib/fastguidedfilter.q"),
    ),
    (
        "floattypes.q",
        include_bytes!("../../../stdlib/floattypes.q"),
    ),
    ("form.q", include_bytes!("../../../stdlib/form.q")),
    (
        "imboundary.q",
        include_bytes!("../../../stdlib/imboundary.q"),
    ),
    ("imdenoise.q", include_bytes!("../../../stdlib/imdenoise.q")),
    ("imenhance.q", include_bytes!("../../../stdlib/imenhance.q")),
    (
        "imfeatures.q",
        include_bytes!("../../../stdlib/imfeatures.q"),
    ),
    ("imfilter.q", include_bytes!("../../../stdlib/imfilter.q")),
    ("immedfilt.q", include_bytes!("../../../stdlib/immedfilt.q")),
    (
        "immorphology.q",
        include_bytes!("../../../stdlib/immorphology.q"),
    ),
    ("imquality.q", include_bytes!("../../../stdlib/imquality.q")),
    ("imregions.q", include_bytes!("../../../stdlib/imregions.q")),
    ("imresize.q", include_bytes!("../../../stdlib/imresize.q")),
    ("imwarp.q", include_bytes!("../../../stdlib/imwarp.q")),
    (
        "imwavdenoise.q",
        include_bytes!("../../../stdlib/imwavdenoise.q"),
    ),
    ("inttypes.q", include_bytes!("../../../stdlib/inttypes.q")),
    ("json.q", include_bytes!("../../../stdlib/json.q")),
    ("linalg.q", include_bytes!("../../../stdlib/linalg.q")),
    (
        "multirestransforms.q",
        include_bytes!("../../../stdlib/multirestransforms.q"),
    ),
    (
        "parallelblocks.q",
        include_bytes!("../../../stdlib/parallelblocks.q"),
    ),
    ("paths.q", include_bytes!("../../../stdlib/paths.q")),
    (
        "reductions.q",
        include_bytes!("../../../stdlib/reductions.q"),
    ),
    ("regexp.q", include_bytes!("../../../stdlib/regexp.q")),
    ("sim2.q", include_bytes!("../../../stdlib/sim2.q")),
    ("system.q", include_bytes!("../../../stdlib/system.q")),
    ("tiff.q", include_bytes!("../../../stdlib/tiff.q")),
    ("toml.q", include_bytes!("../../../stdlib/toml.q")),
    ("vectors.q", include_bytes!("../../../stdlib/vectors.q")),
    ("video.q", include_bytes!("../../../stdlib/video.q")),
    ("wavelets.q", include_bytes!("../../../stdlib/wavelets.q")),
];

/// Whether a file is one that qc carries.
pub fn is_within_qc(name: &str) -> bool {
    name.starts_with(WITHIN_QC)
}

/// The names of the files of the library.
pub fn library_names() -> impl Iterator<Item = &'static str> {
    LIBRARY.iter().map(|(name, _)| *name)
}

/// Every file of the library.
pub fn whole_library() -> Vec<Source> {
    library_names().filter_map(library).collect()
}

fn library(path: &str) -> Option<Source> {
    let (name, bytes) = LIBRARY.iter().find(|(name, _)| *name == path)?;
    Some(Source {
        identity: format!("{WITHIN_QC}{name}"),
        name: format!("{WITHIN_QC}{name}"),
        bytes: bytes.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_complete() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../stdlib");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .expect("the library's folder")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .filter(|name| name.ends_with(".q"))
            .collect();
        names.sort();
        assert_eq!(
            names,
            LIBRARY
                .iter()
                .map(|(name, _)| (*name).to_string())
                .collect::<Vec<_>>()
        );
    }
}
