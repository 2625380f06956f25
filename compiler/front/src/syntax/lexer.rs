//! From text to tokens.
//!
//! Comments and continuations vanish here: `_` at the end of a line takes the line end with it. Line ends within brackets stay, because
//! only the parser knows whether a bracket was meant to be open; it skips them.
//!
//! *Invariant:* every text gives tokens; what has no meaning becomes one `Error` token and one report per run of such characters.

use super::ast::LEFT_OUT;
use super::number;
use super::token::{Keyword, LineComment, Punct, Token, TokenKind};
use crate::base::{FileId, Interner, Span};
use crate::diag::{Code, Report};

/// Tokens that are looked through for the bracket in front of an output.
const MOST_OUTPUTS: usize = 64;

/// What the lexer makes of a file.
#[derive(Debug)]
pub struct Lexed {
    /// The tokens, the last of them `EndOfFile`.
    pub tokens: Vec<Token>,
    /// The comments that stand alone on their lines.
    pub comments: Vec<LineComment>,
    /// What was wrong.
    pub reports: Vec<Report>,
}

/// Splits a file's text into tokens.
pub fn lex(file: FileId, text: &str, interner: &mut Interner) -> Lexed {
    let mut lexer = Lexer {
        file,
        text,
        interner,
        at: 0,
        line: 1,
        tokens: Vec::new(),
        comments: Vec::new(),
        reports: Vec::new(),
        reported_nul: false,
        last_comment_end: None,
        reported_line: None,
    };
    while lexer.next_token() {}
    Lexed {
        tokens: lexer.tokens,
        comments: lexer.comments,
        reports: lexer.reports,
    }
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    interner: &'a mut Interner,
    at: usize,
    line: u32,
    tokens: Vec<Token>,
    comments: Vec<LineComment>,
    reports: Vec<Report>,
    reported_nul: bool,
    /// Where the last line that is `%}` alone begins, if that was asked.
    last_comment_end: Option<Option<usize>>,
    /// The line of the last report; a second one on it would only confuse.
    reported_line: Option<u32>,
}

impl Lexer<'_> {
    /// Appends one token, or skips one blank or comment; false after the end of the file.
    fn next_token(&mut self) -> bool {
        let Some(first) = self.rest().chars().next() else {
            self.push(TokenKind::EndOfFile, self.at);
            return false;
        };
        match first {
            '\n' | '\r' => self.line_end(),
            ' ' | '\t' | '\u{c}' | '\u{a0}' => self.at += first.len_utf8(),
            '%' => self.comment(),
            '#' => self.hash(),
            '"' => self.string(),
            '0'..='9' => self.number(),
            '.' if self.byte_after(1).is_some_and(|byte| byte.is_ascii_digit()) => self.number(),
            'a'..='z' | 'A'..='Z' | '_' => self.word(),
            '$' => self.meta(),
            _ => self.punct(),
        }
        true
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn byte_after(&self, count: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + count).copied()
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    /// Appends the token from `start` to here. A line end is as good as a blank, so that blanks at the ends of lines mean nothing.
    fn push(&mut self, kind: TokenKind, start: usize) {
        let span = self.span_from(start);
        let touches =
            |last: &Token| last.span.hi as usize == start && last.kind != TokenKind::Newline;
        let glued = kind != TokenKind::Newline && self.tokens.last().is_some_and(touches);
        self.tokens.push(Token { kind, span, glued });
    }

    fn report(&mut self, report: Report) {
        if self.reported_line != Some(self.line) {
            self.reported_line = Some(self.line);
            self.reports.push(report);
        }
    }

    /// `\n`, `\r\n` or a lone `\r`.
    fn line_end(&mut self) {
        let start = self.at;
        self.at += if self.rest().starts_with("\r\n") {
            2
        } else {
            1
        };
        self.line += 1;
        self.push(TokenKind::Newline, start);
    }

    /// Everything up to the line end.
    fn skip_line(&mut self) {
        let length = self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
        self.at += length;
    }

    fn comment(&mut self) {
        let start = self.at;
        let alone = self.at_line_start();
        self.skip_line();
        if !alone {
            self.warn_remainder(start);
        }
        if alone {
            let span = self.span_from(start);
            self.refuse_comment_of_lines(span);
            self.comments.push(LineComment {
                span,
                line: self.line,
            });
        }
    }

    /// `%{` on a line of its own, and `%}` on a later one: what is between them was not meant to run.
    fn refuse_comment_of_lines(&mut self, span: Span) {
        let is_alone = |line: &str, mark: &str| line.trim_matches([' ', '\t']) == mark;
        if !is_alone(&self.text[span.lo as usize..self.at], "%{") {
            return;
        }
        // Looked for once, from the end: a file of many beginnings is read no more often than one of few.
        let (text, mut end) = (self.text, self.text.len());
        let last = *self.last_comment_end.get_or_insert_with(|| {
            let mut lines = text.rsplit(['\n', '\r']);
            lines.find_map(|line| {
                end -= line.len();
                let begin = end;
                end = end.saturating_sub(1);
                is_alone(line, "%}").then_some(begin)
            })
        });
        if last.is_some_and(|last| last > self.at) {
            let message = "the lines from `%{` to `%}` are no comment";
            let report = Report::new(Code::CommentOfLines, span, message)
                .label("a comment of this line alone")
                .help("begin each line of a comment with `%`");
            self.report(report);
        }
    }

    /// Behind an operand a comment such as `% 2 == 0` was meant as a remainder.
    fn warn_remainder(&mut self, start: usize) {
        let operand = |token: &Token| {
            matches!(
                token.kind,
                TokenKind::Name(_)
                    | TokenKind::Int(_)
                    | TokenKind::Scalar(_)
                    | TokenKind::Punct(Punct::RightParen | Punct::RightBracket)
            )
        };
        if self.formats_in_python(start) {
            let message = "`%` starts a comment, it puts nothing into a text";
            let report = Report::new(Code::RemainderAsComment, self.span_from(start), message)
                .label("not read")
                .help("a text with values in it is `sprintf(\"%d\", x)`");
            return self.report(report);
        }
        let near = |token: &&Token| start - token.span.hi as usize <= 1 && operand(token);
        let follows = self.tokens.last().filter(near).is_some();
        if follows && is_divisor(&self.text[start + 1..self.at]) {
            let message = "`%` starts a comment, it is no remainder";
            let report = Report::new(Code::RemainderAsComment, self.span_from(start), message)
                .label("not read")
                .help("the remainder is `mod(x, y)`");
            self.report(report);
        }
    }

    /// Whether the comment stands behind a text with a place for a value, and is a name or in parentheses: `"%d" % x` of Python.
    fn formats_in_python(&self, start: usize) -> bool {
        let is_near =
            |token: &&Token| token.kind == TokenKind::String && start - token.span.hi as usize <= 1;
        let Some(token) = self.tokens.last().filter(is_near) else {
            return false;
        };
        let text = &self.text[token.span.lo as usize..token.span.hi as usize];
        let behind = &self.text[start + 1..self.at];
        let values = behind.split('%').next().unwrap_or_default();
        let values = values.trim_matches([' ', '\t', ';']);
        let is_name = !values.is_empty() && values.bytes().all(is_word_byte);
        // More closing parentheses than opening ones: what the parser says of the one that is open is enough.
        let is_balanced = values.matches('(').count() == values.matches(')').count();
        let in_parentheses = values.starts_with('(') && values.ends_with(')') && is_balanced;
        text.contains('%') && (is_name || in_parentheses)
    }

    /// Whether only blanks precede on this line.
    fn at_line_start(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    /// `#pragma`, or a comment as some listings have it.
    fn hash(&mut self) {
        let start = self.at;
        let is_pragma =
            self.rest().starts_with("#pragma") && !self.byte_after(7).is_some_and(is_word_byte);
        if is_pragma && self.at_line_start() {
            self.at += "#pragma".len();
            self.push(TokenKind::Pragma, start);
        } else {
            self.skip_line();
        }
    }

    /// From quote to quote on one line; `""` within is one quote.
    fn string(&mut self) {
        let start = self.at;
        self.at += 1;
        loop {
            let length = self
                .rest()
                .find(['"', '\n', '\r'])
                .unwrap_or(self.rest().len());
            self.at += length;
            if !self.rest().starts_with('"') {
                return self.unterminated_string(start);
            }
            self.at += 1;
            if !self.rest().starts_with('"') {
                return self.push(TokenKind::String, start);
            }
            self.at += 1;
        }
    }

    fn unterminated_string(&mut self, start: usize) {
        let opening = Span::new(self.file, start as u32, start as u32 + 1);
        let report = Report::new(
            Code::UnterminatedString,
            opening,
            "this string has no closing quote",
        )
        .label("the string starts here")
        .help(
            "end the string with `\"` on the same line; a quote within a string is written twice",
        );
        self.report(report);
        self.push(TokenKind::String, start);
    }

    fn number(&mut self) {
        let start = self.at;
        let scanned = number::scan(self.rest());
        self.at += scanned.length;
        let kind = match scanned.value {
            Ok(number::Value::Int(value)) => TokenKind::Int(value),
            Ok(number::Value::Scalar(value)) => TokenKind::Scalar(value),
            Ok(number::Value::Imaginary(value)) => TokenKind::Imaginary(value),
            Err(problem) => {
                let span = self.span_from(start);
                let message = format!("`{}` is not a number", &self.text[span.range()]);
                let report =
                    Report::new(Code::MalformedNumber, span, message).label(problem.label());
                self.report(report.maybe_help(problem.help()));
                TokenKind::Int(0)
            }
        };
        self.push(kind, start);
    }

    /// A name, a reserved word, the `_` of a continuation or a pattern, or the operator `__=`.
    fn word(&mut self) {
        let start = self.at;
        let length = self
            .rest()
            .bytes()
            .position(|byte| !is_word_byte(byte))
            .unwrap_or(self.rest().len());
        let length = self.without_minimum_operator(length);
        self.at += length;
        let text = &self.text[start..self.at];
        if text == "_" {
            return self.underscore(start);
        }
        if text == "__" && self.rest().starts_with('=') {
            self.at += 1;
            return self.push(TokenKind::Punct(Punct::UnderscoresEqual), start);
        }
        let kind = match Keyword::from_text(text) {
            Some(keyword) => TokenKind::Keyword(keyword),
            None => TokenKind::Name(self.interner.intern(text)),
        };
        self.push(kind, start);
    }

    /// The length of the word without the `__` of a `__=` that is glued to it.
    fn without_minimum_operator(&self, length: usize) -> usize {
        let after = &self.rest()[length..];
        let assigns = after.starts_with('=') && !after.starts_with("==");
        let word = &self.rest()[..length];
        match word.strip_suffix("__") {
            Some(name) if assigns && !name.is_empty() && Keyword::from_text(word).is_none() => {
                name.len()
            }
            _ => length,
        }
    }

    /// A `_` that ends its line continues it; any other is a pattern.
    fn underscore(&mut self, start: usize) {
        let rest = self.rest().trim_start_matches([' ', '\t']);
        let ends_line = rest.is_empty() || rest.starts_with(['\n', '\r', '%']);
        if !ends_line {
            return self.push(TokenKind::Punct(Punct::Underscore), start);
        }
        self.skip_line();
        if !self.rest().is_empty() {
            self.at += if self.rest().starts_with("\r\n") {
                2
            } else {
                1
            };
            self.line += 1;
        }
    }

    fn meta(&mut self) {
        let start = self.at;
        self.at += 1;
        let length = self
            .rest()
            .bytes()
            .position(|byte| !is_word_byte(byte))
            .unwrap_or(self.rest().len());
        self.at += length;
        if length == 0 {
            return self.unexpected(start);
        }
        let symbol = self.interner.intern(&self.text[start..self.at]);
        self.push(TokenKind::Meta(symbol), start);
    }

    fn punct(&mut self) {
        let start = self.at;
        let found = Punct::leading(self.rest());
        let replaced = found.is_none().then(|| typographic(self.rest())).flatten();
        match (found, replaced) {
            (Some(punct), _) => {
                self.at += punct.text().len();
                self.push(TokenKind::Punct(punct), start);
            }
            (None, Some((character, punct))) => {
                self.at += character.len_utf8();
                let report = Report::new(
                    Code::UnexpectedCharacter,
                    self.span_from(start),
                    format!("unexpected character `{character}`"),
                );
                self.reports
                    .push(report.help(format!("write `{}`", punct.text())));
                self.push(TokenKind::Punct(punct), start);
            }
            (None, None) if self.leaves_out() => {
                self.at += LEFT_OUT.len();
                let name = self.interner.intern(LEFT_OUT);
                self.push(TokenKind::Name(name), start);
            }
            (None, None) => self.unexpected(start),
        }
    }

    /// Whether a `~` stands for an output that nobody wants, as in `[~, k] = sort(x)`.
    fn leaves_out(&self) -> bool {
        let begins = matches!(
            self.tokens.last().map(|token| &token.kind),
            Some(TokenKind::Punct(Punct::LeftBracket | Punct::Comma))
        );
        let behind = self.rest().strip_prefix(LEFT_OUT).map(str::trim_start);
        let ends = behind.is_some_and(|behind| behind.starts_with([',', ']']));
        begins && ends && !self.names_outputs()
    }

    /// Whether the brackets at hand are those of a function's outputs, as far as they are not too far back.
    fn names_outputs(&self) -> bool {
        let is_bracket = |token: &&Token| token.kind == TokenKind::Punct(Punct::LeftBracket);
        let near = self.tokens.iter().rev().take(MOST_OUTPUTS);
        let mut from_bracket = near.skip_while(|token| !is_bracket(token)).skip(1);
        from_bracket
            .next()
            .is_some_and(|token| token.kind == TokenKind::Keyword(Keyword::Function))
    }

    /// Reports a run of characters without meaning as one.
    fn unexpected(&mut self, start: usize) {
        let is_strange = |character: char| {
            character == '\0'
                || !character.is_ascii()
                || character.is_ascii_control() && !character.is_ascii_whitespace()
        };
        self.at = start + self.text[start..].chars().next().map_or(0, char::len_utf8);
        let run = self
            .rest()
            .find(|character| !is_strange(character))
            .unwrap_or(self.rest().len());
        if self.text[start..].starts_with(is_strange) {
            self.at += run;
        }
        let span = self.span_from(start);
        let characters = &self.text[span.range()];
        if !characters.contains('\0') || !self.reported_nul {
            self.reported_nul |= characters.contains('\0');
            self.report(unexpected_characters(span, characters));
        }
        self.push(TokenKind::Error, start);
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Characters that text programs put in place of a mark of the language.
fn typographic(text: &str) -> Option<(char, Punct)> {
    let character = text.chars().next()?;
    let punct = match character {
        '\u{2018}' | '\u{2019}' => Punct::Quote,
        '\u{2212}' | '\u{2013}' => Punct::Minus,
        '\u{00d7}' => Punct::Star,
        '\u{2192}' => Punct::Arrow,
        '\u{2264}' => Punct::LessEqual,
        '\u{2265}' => Punct::GreaterEqual,
        '\u{2260}' => Punct::BangEqual,
        '\u{2026}' => Punct::Ellipsis,
        _ => return None,
    };
    Some((character, punct))
}

/// Whether a text is a number, and perhaps what it is compared with: `2`, `2 == 0`, `3)`.
fn is_divisor(text: &str) -> bool {
    let text = text.trim_end_matches([' ', '\t', ';', ')']).trim_start();
    let rest = behind_digits(text);
    let ops = ["==", "!=", "<=", ">=", "<", ">"];
    let compared = || ops.iter().find_map(|op| rest.trim_start().strip_prefix(op));
    let is_number = |text: &str| !text.is_empty() && behind_digits(text).is_empty();
    is_number(text)
        || rest.len() < text.len()
            && compared().is_some_and(|number| is_number(number.trim_start()))
}

fn behind_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}

fn unexpected_characters(span: Span, characters: &str) -> Report {
    let first = characters.chars().next().unwrap_or(' ');
    let report = |message: String| Report::new(Code::UnexpectedCharacter, span, message);
    match first {
        _ if characters.contains('\0') => report("the file contains a NUL byte".to_string())
            .label("not a character of a program")
            .help("Quasar sources are text files; this one may be binary or damaged"),
        '~' => report("unexpected character `~`".to_string())
            .help("`!` negates a condition; `not(x)` flips the bits of x"),
        '&' => report("unexpected character `&`".to_string())
            .help("`&&` joins conditions; `and(a, b)` works on bits"),
        '@' => report("unexpected character `@`".to_string())
            .help("a function value is written `x -> x^2`, of two parameters `(x, y) -> x + y`; matrices are multiplied by `*`"),
        '\u{201c}' | '\u{201d}' => report(format!("unexpected character `{first}`"))
            .help("strings stand between straight quotes: `\"`"),
        _ if first.is_control() => report(format!(
            "unexpected control character U+{:04X}",
            u32::from(first)
        )),
        _ if !first.is_ascii() => report(format!("unexpected character `{characters}`"))
            .help("letters with accents may stand in strings and comments only"),
        _ => report(format!("unexpected character `{first}`"))
            .label("has no meaning outside of strings and comments"),
    }
}
