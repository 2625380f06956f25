//! Packages: a folder with a `qc.toml` that has a table `[package]`.
//!
//! ```text
//! [package]
//! name = "imaging"
//! version = "0.1.0"
//! sources = ["src"]            # the folders of its files; without it, the folder itself
//! program = "src/app.q"        # what `qc DIR` compiles; without it, `main.q` among the sources
//!
//! [dependencies]
//! filters = { path = "../filters" }
//! ```
//!
//! A file of the package imports `"box.q"` from the sources of the package and `"filters/box.q"` from those of a package that it depends on. A file
//! belongs to the package in the nearest folder above it. There is no registry: packages are folders.
//!
//! *Invariant:* a mistake is told with its place in the file, and the rest of the file counts.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::base::decode;
use crate::diag::did_you_mean;
use crate::resolve::{Mistake, Source};

/// The file's name.
pub const FILE: &str = "qc.toml";
/// Its tables that are no settings.
pub const TABLES: [&str; 2] = [PACKAGE, DEPENDENCIES];

const PACKAGE: &str = "package";
const DEPENDENCIES: &str = "dependencies";
const KEYS: [&str; 4] = ["name", "version", "sources", "program"];
/// Bytes of the file at most.
const LONGEST: u64 = 1 << 20;

/// A package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Its name; empty where it has none.
    pub name: String,
    /// The file that is its program.
    pub program: Option<PathBuf>,
    /// The folders of its files.
    pub sources: Vec<PathBuf>,
    /// The folders of the packages that it depends on, by the names that it has for them.
    pub dependencies: BTreeMap<String, PathBuf>,
}

/// Where something stands in the file.
type Place = Range<usize>;

/// The package that a folder belongs to. `shown` is the folder as messages name it.
pub fn of_folder(folder: &Path, shown: &Path, mistakes: &mut Vec<Mistake>) -> Option<Package> {
    for (up, above) in folder.ancestors().enumerate() {
        let Some(source) = manifest_in(above, &ancestor(shown, up)) else {
            continue;
        };
        // As the text is shown, so that places are the same.
        let text = decode(&source.bytes);
        let mut reader = Reader {
            source: &source,
            root: ancestor(shown, up),
            mistakes: Vec::new(),
        };
        let package = reader.package(&text);
        // The same file is read for each folder of the package.
        let told = |it: &Mistake| mistakes.iter().any(|known| known == it);
        let new: Vec<Mistake> = reader.mistakes.into_iter().filter(|it| !told(it)).collect();
        mistakes.extend(new);
        if package.is_some() {
            return package;
        }
    }
    None
}

/// The package of a folder itself, none where its file has no such table, and the mistakes in that; none at all: it has no file.
pub fn in_folder(folder: &Path) -> Option<(Option<Package>, Vec<Mistake>)> {
    let source = manifest_in(folder, folder)?;
    let text = decode(&source.bytes);
    let mut reader = Reader {
        source: &source,
        root: folder.to_path_buf(),
        mistakes: Vec::new(),
    };
    let package = reader.package(&text);
    Some((package, reader.mistakes))
}

/// The folder so many steps above another one, by its name alone.
fn ancestor(shown: &Path, up: usize) -> PathBuf {
    let mut found = shown.to_path_buf();
    for _ in 0..up {
        let is_named = found.file_name().is_some();
        if !(is_named && found.pop()) {
            found.push("..");
        }
    }
    found
}

/// The manifest that lies in a folder. A link to a file of another name is none: a message would show a line of that.
fn manifest_in(folder: &Path, shown: &Path) -> Option<Source> {
    let path = folder.join(FILE);
    let real = path.canonicalize().ok()?;
    let data = real.metadata().ok()?;
    if real.file_name() != path.file_name() || !data.is_file() || data.len() > LONGEST {
        return None;
    }
    Some(Source {
        identity: real.display().to_string(),
        name: shown.join(FILE).display().to_string(),
        bytes: std::fs::read(real).ok()?,
    })
}

struct Reader<'s> {
    source: &'s Source,
    root: PathBuf,
    mistakes: Vec<Mistake>,
}

type Entry<'e, 't> = (&'e str, Place, &'e Spanned<DeValue<'t>>);

impl Reader<'_> {
    fn package(&mut self, text: &str) -> Option<Package> {
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let place = error.span().unwrap_or(0..0);
                self.tell(place, "this is not TOML", error.message(), None);
                return None;
            }
        };
        let root = table.get_ref();
        let named = |name: &str| root.iter().find(|(key, _)| key.get_ref() == name);
        let (key, package) = named(PACKAGE)?;
        let mut found = Package {
            sources: vec![self.root.clone()],
            ..Package::default()
        };
        let keys = self.entries(key.span(), package);
        for (name, place, value) in &keys {
            self.key(name, place.clone(), value, &mut found);
        }
        if !keys.iter().any(|(name, ..)| *name == "name") {
            let help = "for example `name = \"imaging\"`".to_owned();
            self.tell(
                key.span(),
                "the package has no name",
                "needs a `name`",
                Some(help),
            );
        }
        if let Some((key, dependencies)) = named(DEPENDENCIES) {
            for (name, place, value) in self.entries(key.span(), dependencies) {
                let path = self.dependency(name, place, value);
                found
                    .dependencies
                    .extend(path.map(|path| (name.to_owned(), path)));
            }
        }
        Some(found)
    }

    /// The entries of a table, in the order of the text.
    fn entries<'e, 't>(
        &mut self,
        place: Place,
        value: &'e Spanned<DeValue<'t>>,
    ) -> Vec<Entry<'e, 't>> {
        let DeValue::Table(table) = value.get_ref() else {
            self.tell(place, "this is a table", "has a value", None);
            return Vec::new();
        };
        let entries = table.iter();
        let mut entries: Vec<_> = entries
            .map(|(key, value)| (&**key.get_ref(), key.span(), value))
            .collect();
        entries.sort_by_key(|(_, place, _)| place.start);
        entries
    }

    fn key(&mut self, name: &str, place: Place, value: &Spanned<DeValue<'_>>, found: &mut Package) {
        match (name, value.get_ref()) {
            ("name", DeValue::String(text)) if is_name(text) => found.name = text.to_string(),
            ("name", _) => {
                let help = "letters, digits, `_` and `-` in quotes".to_owned();
                self.tell(
                    value.span(),
                    "this is no name of a package",
                    "not a name",
                    Some(help),
                );
            }
            ("version", DeValue::String(_)) => {}
            ("version", _) => {
                let help = "for example `version = \"0.1.0\"`".to_owned();
                self.tell(
                    value.span(),
                    "a version is a text",
                    "not in quotes",
                    Some(help),
                );
            }
            ("program", _) => found.program = self.program(value),
            ("sources", DeValue::Array(list)) => {
                found.sources.clear();
                for part in list.iter() {
                    found.sources.extend(self.folder(part));
                }
            }
            ("sources", _) => {
                let help = "for example `sources = [\"src\"]`".to_owned();
                self.tell(
                    value.span(),
                    "the sources are a list of folders",
                    "no list",
                    Some(help),
                );
            }
            _ => {
                let message = format!("a package has no `{name}`");
                let help = did_you_mean(name, KEYS.iter().copied());
                let help = help.unwrap_or_else(|| format!("it has {}", KEYS.join(", ")));
                self.tell(place, &message, "unknown", Some(help));
            }
        }
    }

    /// The file that is the program.
    fn program(&mut self, value: &Spanned<DeValue<'_>>) -> Option<PathBuf> {
        let Some(text) = value.get_ref().as_str() else {
            let help = "for example `program = \"app.q\"`".to_owned();
            self.tell(
                value.span(),
                "a program is a file",
                "not a text",
                Some(help),
            );
            return None;
        };
        let path = self.root.join(text);
        if !Path::new(".").join(&path).is_file() {
            let message = format!("there is no file `{}`", path.display());
            let help = "paths are relative to the folder of this file".to_owned();
            self.tell(value.span(), &message, "not found", Some(help));
            return None;
        }
        Some(path)
    }

    /// A folder that a text names.
    fn folder(&mut self, value: &Spanned<DeValue<'_>>) -> Option<PathBuf> {
        let Some(text) = value.get_ref().as_str() else {
            self.tell(
                value.span(),
                "a folder is a text in quotes",
                "not a text",
                None,
            );
            return None;
        };
        let folder = self.root.join(text);
        if !Path::new(".").join(&folder).is_dir() {
            let message = format!("there is no folder `{}`", folder.display());
            let help = "paths are relative to the folder of this file".to_owned();
            self.tell(value.span(), &message, "not found", Some(help));
            return None;
        }
        Some(folder)
    }

    /// The folder of a package that this one depends on.
    fn dependency(
        &mut self,
        name: &str,
        place: Place,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<PathBuf> {
        let form = format!("`{name} = {{ path = \"../{name}\" }}`");
        let DeValue::Table(table) = value.get_ref() else {
            let message = "a package is found by its path: there is no registry";
            self.tell(value.span(), message, "no path", Some(form));
            return None;
        };
        let mut path = None;
        for (key, value) in table.iter() {
            match &**key.get_ref() {
                "path" => path = Some(value),
                other => {
                    let message = format!("a dependency has no `{other}`");
                    self.tell(key.span(), &message, "unknown", Some(form.clone()));
                }
            }
        }
        let Some(path) = path else {
            let message = format!("the dependency `{name}` has no path");
            self.tell(place, &message, "needs a `path`", Some(form));
            return None;
        };
        self.folder(path)
    }

    fn tell(&mut self, place: Place, message: &str, label: &str, help: Option<String>) {
        self.mistakes.push(Mistake {
            source: self.source.clone(),
            place,
            message: message.to_owned(),
            label: label.to_owned(),
            help,
        });
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_part)
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// The name of a package that is most like a text.
pub fn name_like(text: &str) -> String {
    let parts = text.chars().map(|c| if is_part(c) { c } else { '_' });
    let name: String = parts.collect();
    match name.is_empty() {
        true => "program".to_owned(),
        false => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<Package>, Vec<String>) {
        let source = Source {
            identity: "/p/qc.toml".into(),
            name: "qc.toml".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let mut reader = Reader {
            source: &source,
            root: PathBuf::new(),
            mistakes: Vec::new(),
        };
        let package = reader.package(text);
        let told = reader.mistakes.iter();
        let told = told.map(|it| format!("{}: {}", &text[it.place.clone()], it.message));
        (package, told.collect())
    }

    #[test]
    fn settings_alone_are_no_package() {
        assert_eq!(read("MODULE_DIR = [\"lib\"]\n"), (None, Vec::new()));
    }

    #[test]
    fn mistakes_have_their_places() {
        let cases = [
            ("[package]\n", "package: the package has no name"),
            ("[package]\nname = 3\n", "3: this is no name of a package"),
            (
                "[package]\nname = \"a b\"\n",
                "\"a b\": this is no name of a package",
            ),
            (
                "[package]\nname = \"a\"\nversion = 1\n",
                "1: a version is a text",
            ),
            (
                "[package]\nname = \"a\"\nsorces = []\n",
                "sorces: a package has no `sorces`",
            ),
            (
                "[package]\nname = \"a\"\nsources = \"s\"\n",
                "\"s\": the sources are a list of folders",
            ),
            (
                "[package]\nname = \"a\"\nprogram = true\n",
                "true: a program is a file",
            ),
            (
                "[package]\nname = \"a\"\nprogram = \"nothing.q\"\n",
                "\"nothing.q\": there is no file `nothing.q`",
            ),
            (
                "[package]\nname = \"a\"\nsources = [\"nowhere\"]\n",
                "\"nowhere\": there is no folder `nowhere`",
            ),
            (
                "[package]\nname = \"a\"\n[dependencies]\nb = \"1\"\n",
                "\"1\": a package is found by its path: there is no registry",
            ),
            (
                "[package]\nname = \"a\"\n[dependencies]\nb = {}\n",
                "b: the dependency `b` has no path",
            ),
        ];
        for (text, wanted) in cases {
            assert_eq!(read(text).1, [wanted], "{text}");
        }
    }

    #[test]
    fn a_name_that_is_offered_is_one() {
        for text in ["", "a b", "é", "tool-1"] {
            assert!(is_name(&name_like(text)), "{text}");
        }
        assert_eq!(name_like("tool-1"), "tool-1");
    }

    #[test]
    fn folders_above_have_names() {
        let named = |shown: &str, up| ancestor(Path::new(shown), up).display().to_string();
        assert_eq!(named("a/b", 1), "a");
        assert_eq!(named("a", 1), "");
        assert_eq!(named("", 1), "..");
        assert_eq!(named("..", 1), "../..");
        assert_eq!(named("/a/b", 2), "/");
    }
}
