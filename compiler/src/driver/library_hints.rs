//! Names that nobody defines but a file of the library: which import makes them known.
//!
//! *Invariant:* the library is read only when a name is missing.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::files;
use crate::base::{Interner, SourceMap};
use crate::diag::{Code, Report};
use crate::doc::model::{self, Kind};
use crate::syntax;

/// The file of each name of the library, which is the same in every run.
static HOMES: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// Adds the import to the reports of names that the library has, in place of names that look alike.
pub fn add(reports: &mut [Report], sources: &SourceMap) {
    for report in reports {
        let is_name = matches!(
            report.code,
            Code::UnknownFunction | Code::UnknownName | Code::UnknownType | Code::UncalledFunction
        );
        let Some(label) = report.labels.first().filter(|_| is_name) else {
            continue;
        };
        let name = first_word(sources.text(label.span));
        if let Some(file) = HOMES.get_or_init(homes_of_names).get(name) {
            report.helps = vec![format!("the library has it: `import \"{file}\"`")];
        }
    }
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The file of each function and type of the library that is for programs; the first one that has it.
fn homes_of_names() -> BTreeMap<String, String> {
    let mut homes = BTreeMap::new();
    for (file, source) in files::library_names().zip(files::whole_library()) {
        let mut sources = SourceMap::new();
        let mut names = Interner::new();
        let id = sources.add_bytes(source.name, &source.bytes);
        let (ast, _) = syntax::parse(&sources, id, &mut names);
        for entry in model::module(&ast, &sources, &names).entries {
            if !entry.is_internal && entry.kind != Kind::Rule {
                homes.entry(entry.name).or_insert_with(|| file.to_owned());
            }
        }
    }
    homes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_their_files() {
        let homes = homes_of_names();
        let home = |name: &str| homes.get(name).map(String::as_str);
        assert_eq!(home("rgb2gray"), Some("colortransform.q"));
        assert_eq!(home("hvec2"), Some("floattypes.q"));
        assert_eq!(home("no_such_name"), None);
    }
}
