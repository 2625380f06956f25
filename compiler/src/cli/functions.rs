//! The page `docs/functions.md`: every function that is there without an import and not written in Quasar.
//!
//! *Invariant:* a function is described in its row and nowhere else.

use std::fmt::Write;

use crate::builtins::special_forms::SPECIAL_FORMS;
use crate::builtins::{INTERNAL, ROWS, Where};

const HEAD: &str = "# Built-in functions\n\nMade from the tables of functions by `qc --help=functions`; do not edit. What is written in Quasar itself \
is in [library.md](library.md).\n\nArrays are taken element by element where nothing else is said; `d` is a dimension, counted from 0. Functions for \
\"all code\" are there in kernels and device functions, too, for numbers and arrays of known size. What stands behind `>` holds.\n\n\
| function | code | meaning |\n|---|---|---|\n";

/// The page.
pub fn page() -> String {
    let mut out = HEAD.to_owned();
    for form in SPECIAL_FORMS {
        line(&mut out, form.name, form.signature, form.place, form.doc);
    }
    for row in ROWS.iter().filter(|row| !INTERNAL.contains(&row.builtin)) {
        let doc: Vec<&str> = row.doc.iter().map(|text| text.trim()).collect();
        line(&mut out, row.name, row.signature, row.place, &doc.join(" "));
    }
    out
}

fn line(out: &mut String, name: &str, signature: &str, place: Where, doc: &str) {
    let place = match place {
        Where::Host => "host",
        Where::Anywhere => "all",
    };
    let (meaning, example) = match doc.split_once(" > ") {
        Some((meaning, example)) => (meaning, format!(" `> {}`", example.trim())),
        None => (doc, String::new()),
    };
    let [signature, meaning] =
        [signature.to_owned(), format!("{meaning}{example}")].map(|text| text.replace('|', "\\|"));
    let _ = writeln!(out, "| `{name}`: `{signature}` | {place} | {meaning} |");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/functions.md");
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            written == page(),
            "write the output of `qc --help=functions` to docs/functions.md"
        );
    }
}
