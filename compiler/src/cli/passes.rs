//! The page `docs/passes.md`: the passes over the middle representation, in their order.
//!
//! *Invariant:* a pass is described in its row and nowhere else.

use std::fmt::Write;

use crate::opt::pipeline::{AT_FIRST, Holds, LOWERED, Of, PASSES, Pass};

const HEAD: &str = "# Passes over the middle representation\n\nMade from the table of passes by `qc --help=passes`; do not edit.\n\n\
Nothing else changes that representation between lowering and the code generators: the driver, the interpreter's oracle, the random \
programs and every other test walk the rows below, from the first to the last. `qc --emit=mir --after=NAME app.q` prints the program \
behind a row; `--after=";

const TIMES: &str = "` prints it before the first. `qc --time-passes app.q` tells what each took, and how many operations \
the program had before and after it.\n\nA row runs at its levels (`--fp=strict` counts as `-O2`) where its condition holds.\n\n\
| pass | what it does, and why there | levels | only |\n|---|---|---|---|\n";

const HOLDS: &str = "\n## What holds between passes\n\nA pass needs some of the following, makes some and ends some; it keeps the others. \
A test follows what holds along the rows at every level.\n\n| name | meaning |\n|---|---|\n";

const EFFECTS: &str = "\n| pass | needs | makes | ends |\n|---|---|---|---|\n";

/// The page.
pub fn page() -> String {
    let mut out = format!("{HEAD}{LOWERED}{TIMES}");
    for pass in PASSES {
        let of = match pass.of {
            Of::Program => "",
            Of::ProcessorCopy => " (a copy)",
        };
        let _ = writeln!(
            out,
            "| `{}`{of} | {} | {} | {} |",
            pass.name,
            pass.why,
            pass.levels.text(),
            pass.only.text()
        );
    }
    out.push_str(HOLDS);
    for holds in Holds::ALL {
        let _ = writeln!(out, "| {} | {} |", holds.name(), holds.meaning());
    }
    out.push_str(EFFECTS);
    let _ = writeln!(out, "| `{LOWERED}` | | {} | |", names(AT_FIRST));
    for pass in PASSES {
        effects(&mut out, pass);
    }
    out
}

fn effects(out: &mut String, pass: &Pass) {
    let (needs, makes, ends) = (names(pass.needs), names(pass.makes), names(pass.ends));
    let _ = writeln!(out, "| `{}` | {needs} | {makes} | {ends} |", pass.name);
}

fn names(holds: &[Holds]) -> String {
    let names: Vec<_> = holds.iter().map(|one| one.name()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/passes.md");
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            written == page(),
            "write the output of `qc --help=passes` to docs/passes.md"
        );
    }
}
