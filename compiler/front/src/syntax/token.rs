//! Tokens.
//!
//! *Invariant:* the spans of a file's tokens ascend and do not overlap; the last token is `EndOfFile`.

use crate::base::{Span, Symbol};

/// A token and its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is; the line end's own bytes for `Newline`.
    pub span: Span,
    /// Whether it follows the token before without a blank or a line end.
    pub glued: bool,
}

/// A comment that stands alone on its line; the parser makes doc comments of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineComment {
    /// From the `%` to the end of the line.
    pub span: Span,
    /// The line, from 1.
    pub line: u32,
}

/// The kinds of tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TokenKind {
    /// A name.
    Name(Symbol),
    /// `$name`, the `$` included.
    Meta(Symbol),
    /// A reserved word.
    Keyword(Keyword),
    /// An integer literal.
    Int(i64),
    /// A literal with a decimal point or an exponent.
    Scalar(f64),
    /// `3j`.
    Imaginary(f64),
    /// A string literal; its text is read from the source.
    String,
    /// An operator or another mark.
    Punct(Punct),
    /// `#pragma`.
    Pragma,
    /// The end of a line that is not continued.
    Newline,
    /// What the lexer has reported.
    Error,
    /// The end of the file.
    EndOfFile,
}

macro_rules! spelled {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
        }

        impl $name {
            /// As written.
            pub const fn text(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }

            /// All of them, in the order of their definition.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
        }
    };
}

spelled! {
    /// The reserved words. `print error type class enum mutable dynamic symbolic where with` are names that mean something in their
    /// place only.
    Keyword {
        Function = "function",
        EndFunction = "endfunction",
        End = "end",
        If = "if",
        ElseIf = "elseif",
        Else = "else",
        EndIf = "endif",
        For = "for",
        EndFor = "endfor",
        While = "while",
        EndWhile = "endwhile",
        Repeat = "repeat",
        Until = "until",
        Match = "match",
        EndMatch = "endmatch",
        Break = "break",
        Continue = "continue",
        Return = "return",
        Import = "import",
        EndType = "endtype",
        Reduction = "reduction",
        Macro = "macro",
        EndMacro = "endmacro",
        Try = "try",
        Catch = "catch",
        EndTry = "endtry",
        SyncThreads = "syncthreads",
        MemFence = "memfence",
        True = "true",
        False = "false",
        NullPtr = "nullptr",
        Null = "null",
        Kernel = "__kernel__",
        Device = "__device__",
        Host = "__host__",
    }
}

spelled! {
    /// Operators and other marks. Those with one first byte stand together, the longer before those that they begin with: the lexer takes
    /// the first that fits.
    Punct {
        Ellipsis = "...",
        DotDot = "..",
        DotStarEqual = ".*=",
        DotSlashEqual = "./=",
        DotCaretEqual = ".^=",
        DotStar = ".*",
        DotSlash = "./",
        DotCaret = ".^",
        Dot = ".",
        ColonEqual = ":=",
        Colon = ":",
        Arrow = "->",
        MinusEqual = "-=",
        Minus = "-",
        PlusEqual = "+=",
        Plus = "+",
        StarEqual = "*=",
        Star = "*",
        SlashEqual = "/=",
        Slash = "/",
        BackslashEqual = "\\=",
        Backslash = "\\",
        CaretCaretEqual = "^^=",
        CaretEqual = "^=",
        Caret = "^",
        EqualEqual = "==",
        Equal = "=",
        BangEqual = "!=",
        Bang = "!",
        LessEqual = "<=",
        LeftArrow = "<-",
        PipeLeft = "<|",
        Less = "<",
        GreaterEqual = ">=",
        Greater = ">",
        PipePipe = "||",
        PipeEqual = "|=",
        PipeRight = "|>",
        Pipe = "|",
        AmpersandAmpersand = "&&",
        AmpersandEqual = "&=",
        TildeEqual = "~=",
        UnderscoresEqual = "__=",
        Underscore = "_",
        QuestionQuestion = "??",
        Question = "?",
        Comma = ",",
        Semicolon = ";",
        LeftParen = "(",
        RightParen = ")",
        LeftBracket = "[",
        RightBracket = "]",
        LeftBrace = "{",
        RightBrace = "}",
        Quote = "'",
        Backquote = "`",
        Acute = "´",
    }
}

impl Keyword {
    /// The reserved word with this spelling.
    pub fn from_text(text: &str) -> Option<Keyword> {
        // Most names differ in the length already.
        let alike = |keyword: &&Keyword| keyword.text().len() == text.len();
        let mut candidates = Keyword::ALL.iter().filter(alike);
        candidates.find(|keyword| keyword.text() == text).copied()
    }
}

/// For each byte of ASCII the place in `Punct::ALL` of the first mark that begins with it; marks with one first byte stand together.
const FIRST_OF_BYTE: [Option<u8>; 128] = {
    let mut table = [None; 128];
    let mut at = Punct::ALL.len();
    while at > 0 {
        at -= 1;
        let first = Punct::ALL[at].text().as_bytes()[0] as usize;
        if first < table.len() {
            table[first] = Some(at as u8);
        }
    }
    table
};

impl Punct {
    /// The longest mark that the text begins with.
    pub fn leading(text: &str) -> Option<Punct> {
        let first = *text.as_bytes().first()?;
        if !first.is_ascii() {
            return text
                .starts_with(Punct::Acute.text())
                .then_some(Punct::Acute);
        }
        let from = FIRST_OF_BYTE[usize::from(first)]?;
        let candidates = &Punct::ALL[usize::from(from)..];
        let begin_alike = candidates
            .iter()
            .take_while(|mark| mark.text().as_bytes()[0] == first);
        begin_alike
            .copied()
            .find(|mark| text.starts_with(mark.text()))
    }

    /// The mark that closes this one, when it opens a bracket.
    pub fn closing(self) -> Option<Punct> {
        match self {
            Punct::LeftParen => Some(Punct::RightParen),
            Punct::LeftBracket => Some(Punct::RightBracket),
            Punct::LeftBrace => Some(Punct::RightBrace),
            _ => None,
        }
    }

    /// Whether it closes a bracket.
    pub fn is_closing(self) -> bool {
        matches!(
            self,
            Punct::RightParen | Punct::RightBracket | Punct::RightBrace
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_is_the_longest_that_its_text_begins_with() {
        for &mark in Punct::ALL {
            assert_eq!(Punct::leading(mark.text()), Some(mark));
            assert_eq!(Punct::leading(&format!("{}x", mark.text())), Some(mark));
        }
        for text in ["", "x", "é", "1", "\u{1}"] {
            assert_eq!(Punct::leading(text), None, "{text}");
        }
    }
}
