//! Stage tests: `tests/stages/*.md`, one small idea per file, with the source
//! and the sections that matter:
//!
//! ````text
//! # A loop becomes one kernel
//! ## SOURCE
//! ```quasar
//! …
//! ```
//! ## MIR after parallel
//! ```
//! …
//! ```
//! ````
//!
//! *Invariant:* every section after SOURCE names a stage of `--emit`, with an
//! optional `after <pass>`; `QC_BLESS=1` rewrites the sections.

use crate::engines;
use crate::outcome::Outcome;
use crate::process;
use crate::rendering;
use crate::repository;
use std::path::Path;

/// A heading of the second level and the code below it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Section {
    heading: String,
    language: String,
    code: String,
}

/// Compares or blesses one file.
pub fn run(path: &Path) -> Outcome {
    match expected_text(path) {
        Ok(text) => rendering::compare_or_bless(path, &text),
        Err(why) => Outcome::Failed(why),
    }
}

/// The file as it should be: its prose, with every stage printed anew.
fn expected_text(path: &Path) -> Result<String, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (prose, sections) = split(&text)?;
    let source = sections
        .iter()
        .find(|s| s.heading == "SOURCE")
        .ok_or("the section SOURCE is missing")?;
    let folder = repository::scratch(&repository::relative(path));
    std::fs::write(folder.join("stage.q"), &source.code).map_err(|error| error.to_string())?;
    let mut result = prose;
    for section in &sections {
        let code = if section.heading == "SOURCE" {
            section.code.clone()
        } else {
            emit(&folder, &section.heading)?
        };
        result += &format!(
            "## {}\n\n```{}\n{code}```\n\n",
            section.heading, section.language
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(format!("{}\n", result.trim_end()))
}

/// Splits into the text before the first section, and the sections.
fn split(text: &str) -> Result<(String, Vec<Section>), String> {
    let mut parts = text.split("\n## ");
    let prose = format!("{}\n\n", parts.next().unwrap_or_default().trim_end());
    let sections = parts.map(section).collect::<Result<Vec<_>, _>>()?;
    Ok((prose, sections))
}

fn section(text: &str) -> Result<Section, String> {
    let (heading, body) = text.split_once('\n').ok_or("an empty section")?;
    let (_, code) = body
        .split_once("```")
        .ok_or_else(|| format!("section {heading} has no code"))?;
    let (language, code) = code.split_once('\n').ok_or("an unfinished fence")?;
    let (code, _) = code
        .split_once("```")
        .ok_or_else(|| format!("section {heading} does not close its fence"))?;
    Ok(Section {
        heading: heading.trim().into(),
        language: language.trim().into(),
        code: code.into(),
    })
}

fn emit(folder: &Path, heading: &str) -> Result<String, String> {
    let (stage, pass) = heading.split_once(" after ").unwrap_or((heading, ""));
    let mut command = engines::qc_command();
    command
        .current_dir(folder)
        .arg(format!("--emit={}", stage.to_lowercase()));
    if !pass.is_empty() {
        command.arg(format!("--after={pass}"));
    }
    let finished = process::run(command.arg("stage.q"));
    if finished.exited(0) {
        Ok(finished.stdout)
    } else {
        Err(finished.describe())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_into_sections() {
        let (prose, sections) = split(
            "# T\n\nwords\n\n## SOURCE\n\n```quasar\nx = 1\n```\n\n## AST\n\n```\nfile\n```\n",
        )
        .unwrap();
        assert_eq!(prose, "# T\n\nwords\n\n");
        assert_eq!(sections[0].language, "quasar");
        assert_eq!(sections[1].code, "file\n");
    }
}
