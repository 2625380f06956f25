//! The table of all diagnostics: one row each.
//!
//! Numbers: 00xx characters and words, 01xx syntax, 02xx names and files, 03xx types and sizes, 04xx functions and calls, 05xx kernels,
//! 06xx reductions and macros, 09xx options and limits. Warnings have `W` and a name for `-A name` and `--deny=name`. Run-time errors
//! have their own table in `rt/abi`.
//!
//! *Invariant:* the bad example of a row yields its code, the good one nothing; a test compiles both.

use super::Severity;

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// The number with its letter: `E0101`.
    pub number: &'static str,
    /// How bad it is unless options say otherwise.
    pub severity: Severity,
    /// The name that `-A` and `--deny` take; warnings only.
    pub lint: Option<&'static str>,
    /// What is wrong, in general words.
    pub title: &'static str,
    /// Why it is wrong and what to do, in a few sentences.
    pub explanation: &'static str,
    /// A program that yields the code.
    pub bad: &'static str,
    /// The program put right.
    pub good: &'static str,
}

macro_rules! severity {
    (error) => {
        Severity::Error
    };
    (warning) => {
        Severity::Warning
    };
}

macro_rules! lint {
    () => {
        None
    };
    ($name:literal) => {
        Some($name)
    };
}

macro_rules! rows {
    ($($name:ident = $number:literal, $severity:ident $($lint:literal)?, $title:literal {
        explanation: $explanation:literal,
        bad: $bad:expr,
        good: $good:expr,
    })*) => {
        /// The code of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!($number, ": ", $title)] $name,)*
        }

        const ROWS: &[Row] = &[$(Row {
            number: $number,
            severity: severity!($severity),
            lint: lint!($($lint)?),
            title: $title,
            explanation: $explanation,
            bad: $bad,
            good: $good,
        },)*];

        const CODES: &[Code] = &[$(Code::$name,)*];
    };
}

impl Code {
    /// The row of this code.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The number with its letter: `E0101`.
    pub fn number(self) -> &'static str {
        self.row().number
    }

    /// All codes in the order of the table.
    pub fn all() -> &'static [Code] {
        CODES
    }

    /// The code with this number, whatever the case of its letter.
    pub fn from_number(number: &str) -> Option<Code> {
        CODES
            .iter()
            .copied()
            .find(|code| code.number().eq_ignore_ascii_case(number))
    }

    /// The warning with this lint name.
    pub fn from_lint(name: &str) -> Option<Code> {
        CODES
            .iter()
            .copied()
            .find(|code| code.row().lint == Some(name))
    }
}

rows! {
    // ------------------------------------------------------------------------------------------------- characters and words
    UnexpectedCharacter = "E0001", error, "unexpected character" {
        explanation: "The character has no meaning in Quasar outside of strings and comments. Names consist of letters without accents, digits and underscores.",
        bad: "x = 1 @ 2\n",
        good: "x = 1 + 2\n",
    }
    UnterminatedString = "E0002", error, "string without a closing quote" {
        explanation: "A string ends at its double quote on the same line. A backslash has no meaning within a string; a quote within a string is written twice.",
        bad: "x = \"hello\n",
        good: "x = \"hello\"\n",
    }
    // ------------------------------------------------------------------------------------------------------ options and limits
    NotSupportedYet = "E0900", error, "not supported yet" {
        explanation: "The construct belongs to the language, but this version of qc cannot compile it yet. Nothing is compiled to a wrong result instead.",
        bad: "try\n    error \"no luck\"\ncatch ex\n    print ex\nend\n",
        good: "print \"luck\"\n",
    }
}
