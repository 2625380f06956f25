//! What operands instructions have.
//!
//! iced knows it too, but describes all of its five thousand instructions before it tells of one, which took 19 million machine instructions in each
//! run of qc.
//!
//! *Invariant:* rows say what iced says, and all instructions that are named beside this file have one: a test compares, and writes them with
//! `QC_BLESS=1`.

use iced_x86::{Code, OpCodeOperandKind};

use rows::ROWS;

#[rustfmt::skip]
mod rows;

/// The kinds of the operands of an instruction, and how many bytes of memory one of them may be.
pub struct Operands {
    pub kinds: &'static [OpCodeOperandKind],
    pub bytes: usize,
}

/// The operands of an instruction.
///
/// # Panics
/// It has no row, which is a bug.
pub fn of(code: Code) -> &'static Operands {
    let found = ROWS.binary_search_by_key(&(code as usize), |(code, _)| *code as usize);
    match found {
        Ok(row) => &ROWS[row].1,
        Err(_) => panic!("{code:?} has no row"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fmt::Write;
    use std::path::{Path, PathBuf};

    use super::*;

    /// All files of this folder but the rows.
    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => sources(&path, found),
                false if !path.ends_with("operands/rows.rs") => found.push(path),
                false => {}
            }
        }
    }

    /// The instructions that the sources name.
    fn named() -> Vec<Code> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/spmd/x86");
        let mut files = Vec::new();
        sources(&folder, &mut files);
        let mut words = HashSet::new();
        for file in files {
            let text = std::fs::read_to_string(file).expect("a source");
            let parts = text.split(|letter: char| letter != '_' && !letter.is_alphanumeric());
            words.extend(parts.map(str::to_string));
        }
        let is_named = |code: &Code| words.contains(&format!("{code:?}"));
        Code::values().filter(is_named).collect()
    }

    /// The file of rows as iced describes the instructions.
    fn described() -> String {
        let mut text = String::from(
            "//! The operands of each instruction, which the test of this room writes.\n//!\n//! *Invariant:* they are in iced's order.\n\n\
             use iced_x86::Code::{self, *};\nuse iced_x86::OpCodeOperandKind::*;\n\nuse super::Operands;\n\n\
             pub static ROWS: &[(Code, Operands)] = &[\n",
        );
        for code in named() {
            let description = code.op_code();
            let kinds: Vec<String> = (0..description.op_count())
                .map(|at| format!("{:?}", description.op_kind(at)))
                .collect();
            let bytes = description.memory_size().size();
            let kinds = kinds.join(", ");
            let _ = writeln!(
                text,
                "    ({code:?}, Operands {{ kinds: &[{kinds}], bytes: {bytes} }}),"
            );
        }
        text + "];\n"
    }

    #[test]
    fn rows_are_what_iced_says() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/spmd/x86/operands/rows.rs");
        let described = described();
        if std::env::var_os("QC_BLESS").is_some() {
            std::fs::write(&file, &described).expect("the rows can be written");
        }
        let written = std::fs::read_to_string(&file).expect("the rows");
        assert!(
            written == described,
            "QC_BLESS=1 cargo test -p qc-codegen rows_are_what_iced_says"
        );
        assert!(ROWS.len() > 300);
    }
}
