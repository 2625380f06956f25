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

/// 250 open parentheses, as the bad example of `NestingTooDeep`.
const TOO_DEEP: &str = concat!(
    "x = ",
    "((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((",
    "\n"
);

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
    MalformedNumber = "E0003", error, "malformed number" {
        explanation: "A number is made of digits, perhaps a decimal point and an exponent. The suffix i or j makes it imaginary. Other bases are written 0xFF or 0FFh, 0o17 or 17o, 0b101 or 101b. Letters directly after a number have no other meaning; a product needs `*`.",
        bad: "y = 2x\n",
        good: "y = 2*x\n",
    }
    // --------------------------------------------------------------------------------------------------------------- syntax
    UnexpectedToken = "E0101", error, "unexpected word or mark" {
        explanation: "Something else is needed at this place. The message says what, and what was found.",
        bad: "for i in 0..3\nend\n",
        good: "for i = 0..3\nend\n",
    }
    ExpectedExpression = "E0102", error, "an expression is missing" {
        explanation: "An operator, a bracket or a statement needs a value at this place.",
        bad: "x = 3 + * 4\n",
        good: "x = 3 + 4\n",
    }
    ExpectedType = "E0103", error, "a type is missing" {
        explanation: "A type must follow the colon: a name such as `scalar`, `vec[int]` or `cube(:,:,3)`, a function type `[scalar -> scalar]`, `??`, or modifiers alone such as `'const`. Ranges are written `first..last`, not with a colon.",
        bad: "x = y[0:5]\n",
        good: "x = y[0..5]\n",
    }
    ExpectedEndOfStatement = "E0104", error, "the statement goes on where it should end" {
        explanation: "Statements end at the end of the line or at `;`. A line goes on when it ends with an operator, with `_`, or within brackets.",
        bad: "x = 3 y = 4\n",
        good: "x = 3; y = 4\n",
    }
    UnclosedBracket = "E0105", error, "a bracket is never closed" {
        explanation: "Every bracket needs its partner before the next statement starts.",
        bad: "x = f(1, 2\ny = 3\n",
        good: "x = f(1, 2)\ny = 3\n",
    }
    StrayBracket = "E0106", error, "a closing bracket without an opening one" {
        explanation: "The bracket closes nothing. Perhaps an opening bracket is missing, or this one is left over.",
        bad: "x = 1)\n",
        good: "x = (1)\n",
    }
    MissingTerminator = "E0107", error, "a block is never closed" {
        explanation: "Every block needs its end: `end`, or the word of its kind such as `endif` or `endfunction`; a `repeat` needs `until`. Where the indentation shows which block lacks its end, the message points to that one.",
        bad: "if x > 0\n    y = 1\n",
        good: "if x > 0\n    y = 1\nend\n",
    }
    WrongTerminator = "E0108", error, "a block is closed by the word of another" {
        explanation: "`endif` closes only an `if`, `endfor` only a `for`, and so on; `end` closes every block but `repeat`, which ends with `until`.",
        bad: "if x > 0\n    y = 1\nendwhile\n",
        good: "if x > 0\n    y = 1\nendif\n",
    }
    StrayTerminator = "E0109", error, "a word that belongs to a block, without the block" {
        explanation: "`end`, `else`, `catch` and `until` belong to a block that is open. Here no such block is open.",
        bad: "x = 1\nend\n",
        good: "x = 1\n",
    }
    UnknownModifier = "E0110", error, "unknown modifier" {
        explanation: "The modifiers of types are access modes ('unchecked 'checked 'safe 'circular 'mirror 'clamped), storage ('const 'nocopy 'hwconst 'hwtex_const 'hwtex_nearest 'hwtex_linear), orientation ('row 'col) and precision ('half 'single 'double 'sat).",
        bad: "x : mat'miror = y\n",
        good: "x : mat'mirror = y\n",
    }
    InvalidTarget = "E0111", error, "this cannot be assigned to" {
        explanation: "Variables, elements, slices and fields can be assigned to; the values of calls and operators cannot. An element is written with brackets.",
        bad: "x(3) = 1\n",
        good: "x[3] = 1\n",
    }
    NestingTooDeep = "E0112", error, "nested too deep" {
        explanation: "Brackets, blocks and signs may nest 200 levels deep, and one expression may have about 1000 operators in a row.",
        bad: TOO_DEEP,
        good: "x = ((1))\n",
    }
    AssignmentAsCondition = "E0113", error, "an assignment as a condition" {
        explanation: "`=` assigns; `==` compares.",
        bad: "if x = 3\nend\n",
        good: "if x == 3\nend\n",
    }
    EndAsIndex = "E0114", error, "`end` as an index" {
        explanation: "Unlike MATLAB, Quasar counts from 0 and has no `end` within brackets. The last index of dimension d is `size(x,d)-1`, that of a vector `numel(x)-1`.",
        bad: "y = x[end]\n",
        good: "y = x[numel(x)-1]\n",
    }
    SingleQuote = "E0115", error, "a string in single quotes" {
        explanation: "Strings stand between double quotes. A single quote starts the modifier of a type, as in `mat'mirror`; the transpose is a function.",
        bad: "x = 'hello'\n",
        good: "x = \"hello\"\n",
    }
    ListInParentheses = "E0116", error, "a list of values in parentheses" {
        explanation: "Parentheses group one value. A vector is written `[a, b]`, a cell and several results of a lambda `{a, b}`.",
        bad: "x = (1, 2)\n",
        good: "x = [1, 2]\n",
    }
    UnbracketedTargets = "E0117", error, "several targets without brackets" {
        explanation: "Several variables are assigned at once by listing them in brackets.",
        bad: "a, b = f(x)\n",
        good: "[a, b] = f(x)\n",
    }
    MissingOutputs = "E0118", error, "a function without a list of outputs" {
        explanation: "The outputs stand before the name: `function y = f(x)`, `function [a, b] = f(x)`, or `function [] = f(x)` when there are none.",
        bad: "function f(x)\nend\n",
        good: "function [] = f(x)\nend\n",
    }
    MisplacedItem = "E0119", error, "a definition in the wrong place" {
        explanation: "Imports, types and macros stand at the top level of a file. Methods stand outside of their class: they are functions whose first parameter is `self : T`.",
        bad: "if x\n    import \"a.q\"\nend\n",
        good: "import \"a.q\"\nif x\nend\n",
    }
    ReductionForm = "E0120", error, "a reduction without its parts" {
        explanation: "A reduction reads `reduction (x : mat) -> pattern = replacement`, with a condition after `where` if there is one.",
        bad: "reduction x -> f(x) + y\n",
        good: "reduction (x, y) -> f(x) + y = g(x, y)\n",
    }
    ReservedOperator = "E0121", error, "a reserved operator" {
        explanation: "The operators `|>`, `<|` and `\\=` are set aside for later versions of the language.",
        bad: "x = a |> f\n",
        good: "x = f(a)\n",
    }
    TildeNotEqual = "W0101", warning "tilde-not-equal", "`~=` as not equal" {
        explanation: "As a statement, `x ~= y` is an exclusive or that changes x. Within an expression it is read as not equal, as in MATLAB, where the language itself has `!=`.",
        bad: "if x ~= 3\nend\n",
        good: "if x != 3\nend\n",
    }
    CStyleDeclaration = "W0102", warning "c-style-declaration", "a type before the name" {
        explanation: "The type of a variable is written after its name. The form of C is read too.",
        bad: "int x = 5\n",
        good: "x : int = 5\n",
    }
    AmbiguousArrow = "W0103", warning "ambiguous-arrow", "`<-` without a blank" {
        explanation: "`a[0] <- v` exchanges an element, `a[0] < -v` compares. Without a blank behind, `<-` is read as a comparison.",
        bad: "y = a[0]<-v\n",
        good: "y = a[0] < -v\n",
    }
    LeadingOperator = "W0104", warning "leading-operator", "a line that starts with an operator" {
        explanation: "A line goes on when it ends with an operator or with `_`, not when the next one starts with an operator: that is a statement of its own without effect.",
        bad: "x = a\n    + b\n",
        good: "x = a +\n    b\n",
    }
    // ---------------------------------------------------------------------------------------------------------- names and files
    // ---------------------------------------------------------------------------------------------------------- types and sizes
    // ------------------------------------------------------------------------------------------------------ functions and calls
    // ------------------------------------------------------------------------------------------------------------------ kernels
    // ---------------------------------------------------------------------------------------------------- reductions and macros
    // ------------------------------------------------------------------------------------------------------ options and limits
    NotSupportedYet = "E0900", error, "not supported yet" {
        explanation: "The construct belongs to the language, but this version of qc cannot compile it yet. Nothing is compiled to a wrong result instead.",
        bad: "try\n    error \"no luck\"\ncatch ex\n    print ex\nend\n",
        good: "print \"luck\"\n",
    }
}
