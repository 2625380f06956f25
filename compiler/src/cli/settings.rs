//! The settings as text: `qc config` and the page `docs/settings.md`.
//!
//! *Invariant:* a setting is described in its row and nowhere else.

use std::fmt::Write;

use crate::driver::options::{Given, Options};
use crate::driver::settings::{Effect, Row, TABLE, current, values};

/// What `qc config` prints: a line for each setting, with `--verbose` also its values and meaning.
pub fn list(options: &Options) -> String {
    let width = TABLE.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for row in TABLE {
        let Given { value, origin } = current(row, options);
        let value = if value.is_empty() { "-" } else { &value };
        let idle = match row.effect {
            Effect::Stored { .. } => "",
            Effect::None => ", no effect",
        };
        let _ = writeln!(out, "{:width$}  {value}  ({origin}{idle})", row.name);
        if options.verbose {
            let _ = writeln!(out, "    {}: {}", values(row.kind), row.meaning);
        }
    }
    for (name, Given { value, origin }) in &options.foreign_settings {
        let _ = writeln!(
            out,
            "{name:width$}  {value}  ({origin}, qc has no such setting)"
        );
    }
    out
}

/// What `docs/settings.md` holds.
pub fn page() -> String {
    let mut out = String::from(
        "# Settings of qc\n\nMade from the table of settings by `qc --help=settings`; do not edit.\n\n\
         A setting is given by `--set NAME=VALUE`, by the variable `QC_NAME` of the environment, or by a line `NAME = value` of a file \
         `qc.toml`: that of the source's folder or of the nearest folder above it, otherwise `~/.config/qc/qc.toml` \
         (`$XDG_CONFIG_HOME` counts). `QC_CONFIG` names another file; empty, it says that there is none. A `qc.toml` beside or above a source that is a link to a \
         file of another name is an error. Options count over the \
         pragmas of the program, pragmas over the environment, and the environment over the file. A setting that is given and has no \
         effect is noted. `qc config` lists the settings with their values and where these come from. The tables `[package]` and `[dependencies]` of a `qc.toml` are no \
         settings: see [programs of several files](guide/21-modules.md).\n\n\
         The names are those of the language's original compiler. Where there is no `qc.toml`, its own file is read, \
         `~/.config/Quasar/Quasar.config.xml`: entries `<NAME>value</NAME>`, `<add key=\"NAME\" value=\"value\"/>` or \
         `<setting name=\"NAME\"><value>value</value></setting>`. Settings in it that qc does not have do nothing; `qc config` lists them.\n\n\
         ```\n# qc.toml\nMODULE_DIR = [\"library\", \"/opt/quasar\"]\nCOMPILER_OPTIMIZATIONLEVEL = \"Moderate\"\n\
         COMPILER_PERFORM_BOUNDSCHECKS = true\n```\n\n\
         | setting | values | default | option | meaning |\n|---|---|---|---|---|\n",
    );
    for row in TABLE {
        let _ = writeln!(out, "{}", page_row(row));
    }
    out
}

fn page_row(row: &Row) -> String {
    let code = |text: &str| match text {
        "" => String::new(),
        text => format!("`{text}`"),
    };
    format!(
        "| `{}` | {} | {} | {} | {} |",
        row.name,
        values(row.kind),
        row.default,
        code(row.option),
        row.meaning
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::settings::set;

    #[test]
    fn every_setting_is_listed_with_its_origin() {
        let mut options = Options::default();
        set(
            &mut options,
            "compiler_perform_boundschecks",
            "on",
            "qc.toml:4",
        )
        .expect("valid");
        let text = list(&options);
        assert_eq!(text.lines().count(), TABLE.len());
        let line = text
            .lines()
            .find(|line| line.starts_with("COMPILER_PERFORM_BOUNDSCHECKS "));
        assert!(
            line.is_some_and(|line| line.ends_with("  True  (qc.toml:4)")),
            "{text}"
        );
        assert!(
            text.contains("NVCC_PATH") && text.contains("(default, no effect)"),
            "{text}"
        );
    }

    #[test]
    fn defaults_of_the_rows_are_those_of_the_options() {
        for row in TABLE {
            assert_eq!(
                current(row, &Options::default()).value,
                row.default,
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn every_default_is_a_value_of_its_kind() {
        for row in TABLE.iter().filter(|row| !row.default.is_empty()) {
            let mut options = Options::default();
            set(&mut options, row.name, row.default, "--set").expect(row.name);
            assert_eq!(current(row, &options).value, row.default, "{}", row.name);
        }
    }

    #[test]
    fn the_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/settings.md");
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            written == page(),
            "write the output of `qc --help=settings` to docs/settings.md"
        );
    }
}
