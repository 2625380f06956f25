//! Next steps for marks and words that belong to other languages, told by the token that does not fit and the one before it.
//!
//! *Invariant:* only reads tokens; whether something is a mistake is decided elsewhere.

use super::stmt::is_builtin_type;
use super::{Failed, Parse, Parser};
use crate::diag::{Code, Place, RANGE, Report, TRANSPOSE, instead};
use crate::syntax::ast::Expr;
use crate::syntax::token::{Keyword, Punct, Token, TokenKind};

const FROM_START: &str =
    "a range has both its ends, which belong to it: `x[0..3]` are the first four elements";
const TO_END: &str =
    "a range has both its ends, which belong to it: `x[3..numel(x)-1]` are all from the fourth on";
/// Letters that Python has before the quote of a text.
const PREFIXES: [&str; 4] = ["f", "r", "b", "u"];
/// Of texts with values in them.
const FORMATTED: &str = "a text has no letter before its quote, and no values in it: `print \"n = \", n`, `sprintf(\"n = %d\", n)`";
/// A choice among values begins with the first of these words in other languages, and each of its branches with one of the others.
const CHOICE: &str = "switch";
const BRANCHES: [&str; 3] = ["case", "default", "otherwise"];

impl Parser<'_> {
    /// Whether the line is a branch of a choice in the manner of other languages that has been reported, so that it is no second mistake.
    pub(super) fn is_branch_of_reported(&mut self) -> bool {
        let newline = |token: &&Token| token.kind == TokenKind::Newline;
        let line = self.tokens[..self.at]
            .iter()
            .rposition(|token| newline(&token));
        match line.map_or(0, |before| before + 1) {
            start if self.word_at(start) == Some(CHOICE) => {
                self.reported_choice = true;
                false
            }
            start => {
                let branch = self
                    .word_at(start)
                    .is_some_and(|word| BRANCHES.contains(&word));
                self.reported_choice && branch
            }
        }
    }

    /// What to write instead of the statement that starts at token `start` and goes on at the current one.
    pub(super) fn help_for_words(&self, start: usize) -> Option<String> {
        let follows = self.at == start + 1 || self.is(Punct::LeftBrace);
        let first = self.word_at(start).filter(|_| follows);
        let before = self.word_at(self.at.checked_sub(1)?);
        first
            .and_then(|word| instead(Place::Statement, word))
            .or_else(|| before.and_then(|word| instead(Place::Infix, word)))
            .or_else(|| self.help_for_keyword())
            .or_else(|| self.help_for_text(start))
            .or_else(|| self.help_for_cast())
            .or_else(|| self.help_for_call(start))
    }

    /// The word of another language's expression that is a reserved word here: `1 if x else 2`.
    pub(super) fn help_for_keyword(&self) -> Option<String> {
        match self.kind() {
            TokenKind::Keyword(keyword) => instead(Place::Infix, keyword.text()),
            _ => None,
        }
    }

    /// `x = f"n = {n}"` of Python.
    fn help_for_text(&self, start: usize) -> Option<String> {
        let before = self.at.checked_sub(1).filter(|&before| before > start);
        let word = self.word_at(before?)?;
        (self.kind() == TokenKind::String && PREFIXES.contains(&word))
            .then(|| FORMATTED.to_string())
    }

    /// `(int) x` of C.
    fn help_for_cast(&self) -> Option<String> {
        let punct = |back: usize| Some(self.tokens.get(self.at.checked_sub(back)?)?.kind);
        let ty = self.word_at(self.at.checked_sub(2)?)?;
        let in_parentheses = punct(1)? == TokenKind::Punct(Punct::RightParen)
            && punct(3)? == TokenKind::Punct(Punct::LeftParen);
        (in_parentheses && is_builtin_type(ty))
            .then(|| "a number is converted by `int(x)` or `float(x)`".to_string())
    }

    /// `f 3`, which is no call.
    fn help_for_call(&self, start: usize) -> Option<String> {
        let operand_follows = matches!(
            self.kind(),
            TokenKind::Name(_) | TokenKind::Int(_) | TokenKind::Scalar(_) | TokenKind::String
        );
        if operand_follows && self.at > start + 1 && self.word_at(start) == Some("print") {
            return Some(
                "what `print` prints is separated by commas: `print \"x = \", x`".to_string(),
            );
        }
        let name = self.word_at(self.at.checked_sub(1)?)?;
        (self.at > start + 1 && operand_follows)
            .then(|| format!("a function is called with parentheses: `{name}(…)`; two statements need a line each"))
    }

    /// What to write instead of the mark where an expression is expected.
    pub(super) fn help_for_mark(&self) -> Option<&'static str> {
        let before =
            |punct| self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Punct(punct);
        match self.kind() {
            TokenKind::Punct(Punct::Star) if before(Punct::Star) => {
                Some("a power is written `x^2`, of elements `x.^2`")
            }
            TokenKind::Punct(Punct::Less) => {
                Some("bits are shifted by `shl(x, n)` and `shr(x, n)`")
            }
            TokenKind::Punct(Punct::Greater) if before(Punct::Less) => {
                Some("`!=` tells whether values differ")
            }
            TokenKind::Punct(Punct::Greater) if before(Punct::Greater) => {
                Some("bits are shifted by `shl(x, n)` and `shr(x, n)`")
            }
            TokenKind::Punct(Punct::Greater) if before(Punct::Equal) => {
                Some("a function value is written `x -> x^2`")
            }
            TokenKind::Punct(Punct::Colon) => {
                Some("a range is written `first..last`; no colon opens a block")
            }
            TokenKind::Punct(Punct::Ellipsis | Punct::Backslash) => {
                Some("`_` at the end of a line lets the statement go on in the next one")
            }
            TokenKind::Newline | TokenKind::EndOfFile
                if before(Punct::Plus) || before(Punct::Minus) =>
            {
                Some("one more is written `x += 1`, one less `x -= 1`")
            }
            TokenKind::Punct(_) if self.is_behind_step() => {
                Some("one more is a statement of its own: `i += 1`, one less `i -= 1`")
            }
            TokenKind::Punct(Punct::DotDot) => Some(FROM_START),
            TokenKind::Punct(_) if before(Punct::DotDot) => Some(TO_END),
            TokenKind::Keyword(Keyword::If) => {
                Some("a choice within an expression is written `condition ? a : b`")
            }
            TokenKind::Keyword(Keyword::Return) if before(Punct::Arrow) => {
                Some("the value of a lambda is its expression: `x -> x^2`")
            }
            _ => None,
        }
    }

    /// Whether the two marks before, written together, are `++` or `--`.
    fn is_behind_step(&self) -> bool {
        let Some([first, second]) = self
            .at
            .checked_sub(2)
            .and_then(|from| self.tokens.get(from..self.at))
        else {
            return false;
        };
        let step = matches!(second.kind, TokenKind::Punct(Punct::Plus | Punct::Minus));
        step && second.glued && first.kind == second.kind
    }

    /// Whether the cursor stands behind `first:name`, read as a name with its type.
    fn is_behind_colon(&self) -> bool {
        let word = self.at.checked_sub(1).and_then(|index| self.word_at(index));
        let colon = self
            .at
            .checked_sub(2)
            .and_then(|index| self.tokens.get(index));
        word.is_some_and(|word| !is_builtin_type(word))
            && colon.is_some_and(|token| token.kind == TokenKind::Punct(Punct::Colon))
    }

    /// What to write where an item within brackets should end.
    pub(super) fn help_for_item(&self, closing: Punct) -> Option<String> {
        let before = self.at.checked_sub(1).and_then(|index| self.word_at(index));
        let is_type = before.is_some_and(is_builtin_type);
        match self.kind() {
            TokenKind::Name(_) if closing == Punct::RightParen && is_type => {
                Some("a type stands behind its name: `x : int`".to_string())
            }
            TokenKind::Punct(Punct::Quote) => Some(TRANSPOSE.to_string()),
            TokenKind::Punct(_) if closing != Punct::RightBrace && self.is_behind_colon() => {
                Some(RANGE.to_string())
            }
            TokenKind::Punct(Punct::Colon) if closing == Punct::RightBrace => Some(
                "a dictionary with entries is `dictionary(\"a\", 1, \"b\", 2)`"
                    .to_string(),
            ),
            _ if closing == Punct::RightBrace => {
                Some("a code attribute starts with `{!`, a cell is written `{a, b}`; blocks have no braces, they close with `end`".to_string())
            }
            TokenKind::Keyword(_) => self.help_for_keyword(),
            TokenKind::String if before.is_some_and(|word| PREFIXES.contains(&word)) => {
                Some(FORMATTED.to_string())
            }
            TokenKind::Int(_) | TokenKind::Scalar(_) | TokenKind::Name(_) | TokenKind::String => {
                Some("the parts are separated by commas".to_string())
            }
            TokenKind::Meta(_)
            | TokenKind::Imaginary(_)
            | TokenKind::Punct(_)
            | TokenKind::Pragma
            | TokenKind::Newline
            | TokenKind::Error
            | TokenKind::EndOfFile => None,
        }
    }

    fn colon_report(&self) -> Report {
        Report::new(Code::UnexpectedToken, self.span(), "no colon opens a block")
            .label("expected the end of the line")
            .help("a block starts at the line end and closes with `end`")
    }

    /// A brace, a colon or a comma where the body of a block should start.
    pub(super) fn check_brace(&mut self) -> Parse<()> {
        // Behind a colon with more of the line a range was meant: `1:10`.
        let line_ends = matches!(
            self.kind_after(1),
            TokenKind::Newline | TokenKind::EndOfFile
        );
        if self.is(Punct::Colon) && line_ends {
            self.reported_missing_terminator = true;
            let report = self.colon_report();
            return Err(self.fail(report));
        }
        if self.is(Punct::Comma) {
            let report = Report::new(Code::UnexpectedToken, self.span(), "no comma opens a block")
                .label("expected the end of the line")
                .help("what the block holds stands on the next line; it closes with `end`");
            return Err(self.fail(report));
        }
        if !self.is(Punct::LeftBrace) || self.at_attribute() {
            return Ok(());
        }
        let report = Report::new(Code::UnexpectedToken, self.span(), "a block has no braces")
            .label("expected the end of the line")
            .help("a block starts at the line end and closes with `end`");
        // What stands in the braces is read no more, nor is the closing one missed.
        if let Some(closing) = self.brackets.partner(self.at) {
            self.at = closing;
            self.reported_missing_terminator = true;
        }
        Err(self.fail(report))
    }

    /// A colon behind a word that opens a block by itself: told, and passed over.
    pub(super) fn refuse_colon(&mut self) {
        if self.is(Punct::Colon) {
            let report = self.colon_report();
            self.report(report);
            self.advance();
            self.reported_missing_terminator = true;
        }
    }

    /// The word that an expression is, if it is one.
    pub(super) fn word_of(&self, expr: &Expr) -> Option<&str> {
        expr.as_name().map(|name| self.text_of(name.span))
    }

    /// Whether the line ends behind this word, or a brace opens.
    pub(super) fn block_starts_behind(&self) -> bool {
        matches!(
            self.kind_after(1),
            TokenKind::Newline | TokenKind::EndOfFile | TokenKind::Punct(Punct::LeftBrace)
        )
    }

    /// `do` … `while condition` of C. How it goes on is not known: its `while` would open a loop.
    pub(super) fn refuse_do(&mut self) -> Failed {
        let message = "no loop starts with `do`";
        let report = Report::new(Code::UnexpectedToken, self.span(), message)
            .label("a word of other languages")
            .help("a loop that runs at least once is `repeat` … `until condition`; it ends where the condition holds");
        let failed = self.fail(report);
        self.gave_up = true;
        failed
    }

    /// The name at that index of the tokens.
    fn word_at(&self, index: usize) -> Option<&str> {
        let token = self.tokens.get(index)?;
        matches!(token.kind, TokenKind::Name(_)).then(|| self.text_of(token.span))
    }
}
