//! `--depfile`: a rule for `make` that says which files a result was made from.
//!
//! *Invariant:* the library that qc carries is no file, and not named.

use std::path::Path;

use super::files;
use crate::base::SourceMap;
use crate::resolve::Modules;

/// `target: a.q b.q`, one file a line.
pub fn rule(target: &Path, modules: &Modules, sources: &SourceMap) -> String {
    let names = modules
        .modules
        .iter()
        .map(|module| sources.file(module.ast.file).name());
    let files = names.filter(|name| !files::is_within_qc(name));
    let mut rule = format!("{}:", escaped(&target.display().to_string()));
    for file in files {
        rule.push_str(" \\\n  ");
        rule.push_str(&escaped(file));
    }
    rule.push('\n');
    rule
}

/// A name as `make` reads it.
fn escaped(name: &str) -> String {
    name.replace('$', "$$")
        .replace(' ', "\\ ")
        .replace('#', "\\#")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_make_reads_them() {
        assert_eq!(escaped("a b/$c#.q"), "a\\ b/$$c\\#.q");
        let rule = rule(Path::new("my app"), &Modules::default(), &SourceMap::new());
        assert_eq!(rule, "my\\ app:\n");
    }
}
