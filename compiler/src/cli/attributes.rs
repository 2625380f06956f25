//! The page `docs/attributes.md`: code attributes, macros and pragmas.
//!
//! *Invariant:* an attribute is described in its row and nowhere else.

use std::fmt::Write;

use crate::builtins::attributes::{Row, TABLE};

const HEAD: &str = "# Code attributes, macros and pragmas\n\nMade from the table of attributes by `qc --help=attributes`; do not edit.\n\n\
`{!name word; property=value}` tells something about the code around it or behind it. Attributes do not change what a program computes, \
but for `{!parallel for}`, with which the author promises that iterations are independent. What no row knows is ignored silently; \
`-W unknown-attribute` tells about unknown names, words, properties and values, and about places without an effect.\n\n\
| attribute | place | meaning |\n|---|---|---|\n";

const TAIL: &str = "\n## Macros\n\n`macro [] = name(parameters)` … `endmacro` at the top level makes an attribute `{!name arguments}`: it stands for \
the statements of the macro, before the statement that follows. Parameters stand for the arguments as they are written, also as names \
of functions to call and of variables to assign; arguments are given by position or as `parameter=value`, and parameters may have \
defaults. Variables and functions of the macro are its own at each use. A macro may use others, but not itself.\n\n## Pragmas\n\n\
`#pragma loop_parallelizer on|off` (loops become kernels), `expression_optimizer` (array expressions do) and `show_reductions` (tell \
about reductions that are applied) hold from their line to the next pragma of the name in the same block, at most to the end of the \
block, or of the file; they count over the settings of the same meaning. `force_parallel` and `force_serial` are about the next loop. \
An unknown pragma gives a warning.\n";

/// The page.
pub fn page() -> String {
    let mut out = HEAD.to_owned();
    for row in TABLE {
        let _ = writeln!(
            out,
            "| `{}` | {} | {} |",
            form(row),
            row.place.text(),
            row.meaning
        );
    }
    out.push_str("\n| property | value |\n|---|---|\n");
    for row in TABLE {
        for property in row.properties {
            let value = property.value.text().replace('|', "\\|");
            let _ = writeln!(out, "| `{}` of `{}` | {value} |", property.name, row.name);
        }
    }
    out.push_str(TAIL);
    out
}

/// `{!name word; property=…}`.
fn form(row: &Row) -> String {
    let words = row.words.iter().map(|word| format!(" {word}"));
    let properties = row
        .properties
        .iter()
        .map(|property| format!("{}=…", property.name));
    let properties: Vec<_> = properties.collect();
    let gap = if properties.is_empty() { "" } else { " " };
    format!(
        "{{!{}{}{gap}{}}}",
        row.name,
        words.collect::<String>(),
        properties.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/attributes.md");
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            written == page(),
            "write the output of `qc --help=attributes` to docs/attributes.md"
        );
    }
}
