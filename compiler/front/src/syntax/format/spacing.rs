//! Blanks between the tokens of a line: one or none.
//!
//! Where the writer has a choice, as with `a*b + c`, it is kept, but for operators with a blank on one side only: they get one on both.
//! Lists likewise: with a blank behind one comma there is one behind each.
//!
//! *Invariant:* no two tokens become one, and no blank comes or goes that the parser looks at.

use super::lines::Source;
use crate::syntax::parser::assign_op;
use crate::syntax::token::{Keyword, Punct, TokenKind};
use std::ops::Range;

/// For each token, the blanks in front of it, where it is not the first on its line.
pub fn gaps(source: &Source) -> Vec<usize> {
    let spacing = Spacing::new(source);
    let mut gaps = vec![0; source.tokens.len()];
    for line in &source.lines {
        for at in line.tokens.clone().skip(1) {
            gaps[at] = usize::from(spacing.has_blank(at, &line.tokens));
        }
    }
    gaps
}

/// What holds a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Statement,
    Bracket,
    Attribute,
}

/// What lies between two brackets, or in a statement outside of them.
#[derive(Debug, Clone, Copy)]
struct Nest {
    level: Level,
    /// Whether a blank is behind one of its commas.
    is_spaced: bool,
}

struct Spacing<'s, 'a> {
    source: &'s Source<'a>,
    nests: Vec<Nest>,
    /// The nest of each token.
    nest_of: Vec<usize>,
}

impl<'s, 'a> Spacing<'s, 'a> {
    fn new(source: &'s Source<'a>) -> Self {
        let mut spacing = Spacing {
            source,
            nests: Vec::new(),
            nest_of: Vec::with_capacity(source.tokens.len()),
        };
        let mut open: Vec<usize> = Vec::new();
        let mut statement = 0;
        let mut continued = false;
        for line in &source.lines {
            if open.is_empty() && !continued {
                statement = spacing.nest(spacing.level_of_line(line.tokens.start));
            }
            continued = line.is_continued;
            for at in line.tokens.clone() {
                spacing.place(at, &mut open, &mut statement);
            }
            spacing.note_commas(&line.tokens);
        }
        spacing
    }

    fn nest(&mut self, level: Level) -> usize {
        let is_spaced = false;
        self.nests.push(Nest { level, is_spaced });
        self.nests.len() - 1
    }

    /// A line may be an attribute without braces.
    fn level_of_line(&self, first: usize) -> Level {
        let is_attribute = self.source.is(first, Punct::Bang) && self.source.is_name(first + 1);
        match is_attribute {
            true => Level::Attribute,
            false => Level::Statement,
        }
    }

    /// Notes what holds a token; brackets belong to what is around them.
    fn place(&mut self, at: usize, open: &mut Vec<usize>, statement: &mut usize) {
        let TokenKind::Punct(punct) = self.source.kind(at) else {
            self.nest_of.push(*open.last().unwrap_or(statement));
            return;
        };
        if punct.is_closing() {
            open.pop();
        }
        let holder = *open.last().unwrap_or(statement);
        self.nest_of.push(holder);
        if punct == Punct::Semicolon && open.is_empty() {
            *statement = self.nest(self.nests[holder].level);
        }
        if punct.closing().is_some() {
            let opens_attribute = punct == Punct::LeftBrace && self.source.is(at + 1, Punct::Bang);
            let is_within = self.nests[holder].level == Level::Attribute;
            open.push(self.nest(match opens_attribute || is_within {
                true => Level::Attribute,
                false => Level::Bracket,
            }));
        }
    }

    fn note_commas(&mut self, line: &Range<usize>) {
        for at in line.clone().skip(1) {
            if self.source.is(at - 1, Punct::Comma) && self.had_blank(at) {
                self.nests[self.nest_of[at - 1]].is_spaced = true;
            }
        }
    }

    /// Whether a blank is in front of a token that is not the first on its line.
    fn had_blank(&self, at: usize) -> bool {
        !self.source.tokens[at].glued
    }

    fn level(&self, at: usize) -> Level {
        self.nests[self.nest_of[at]].level
    }

    /// Whether a blank is to be in front of a token.
    fn has_blank(&self, at: usize, line: &Range<usize>) -> bool {
        let wanted = self
            .at_delimiter(at)
            .or_else(|| self.is_read(at).then(|| self.had_blank(at)))
            .or_else(|| self.at_bracket(at))
            .or_else(|| self.at_operator(at, line))
            .unwrap_or_else(|| self.between_words(at));
        wanted || self.had_blank(at) && !self.may_touch(at)
    }

    /// Beside commas, semicolons and points, and within brackets.
    fn at_delimiter(&self, at: usize) -> Option<bool> {
        let (left, right) = (self.punct(at - 1), self.punct(at));
        match right {
            Some(Punct::Comma | Punct::Semicolon | Punct::Dot) => return Some(false),
            Some(punct) if punct.is_closing() => return Some(false),
            _ => {}
        }
        match left? {
            Punct::Comma => Some(self.nests[self.nest_of[at - 1]].is_spaced),
            Punct::Semicolon => Some(true),
            Punct::Dot | Punct::Backquote => Some(false),
            opening => opening.closing().map(|_| false),
        }
    }

    fn punct(&self, at: usize) -> Option<Punct> {
        match self.source.kind(at) {
            TokenKind::Punct(punct) => Some(punct),
            _ => None,
        }
    }

    /// Whether the parser looks at the blank here: behind `print` and `error`, which are commands or names; beside `<-`, which exchanges or
    /// compares; in front of the number of dimensions of a type. So it does beside signs in attributes, where it does not look, but a
    /// reader does.
    fn is_read(&self, at: usize) -> bool {
        let is_sign = |at| self.source.is(at, Punct::Minus) || self.source.is(at, Punct::Plus);
        let is_arrow = |at| self.source.is(at, Punct::LeftArrow);
        let opens = matches!(
            self.punct(at),
            Some(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace | Punct::Quote)
        );
        let behind_command = self.is_command(at - 1) && (is_sign(at) || opens);
        let behind_its_sign = at >= 2 && self.is_command(at - 2) && is_sign(at - 1);
        let has_dimensions = self.source.is(at, Punct::LeftBrace) && self.is_word(at - 1);
        let in_attribute = self.level(at) == Level::Attribute && (is_sign(at) || is_sign(at - 1));
        behind_command
            || behind_its_sign
            || has_dimensions
            || in_attribute
            || is_arrow(at)
            || is_arrow(at - 1)
    }

    fn is_command(&self, at: usize) -> bool {
        self.source.is_word(at, "print") || self.source.is_word(at, "error")
    }

    /// In front of the parenthesis of a call and the bracket of an index.
    fn at_bracket(&self, at: usize) -> Option<bool> {
        if !matches!(self.punct(at), Some(Punct::LeftParen | Punct::LeftBracket)) {
            return None;
        }
        let is_free = self.level(at) == Level::Attribute || self.source.is_word(at - 1, "where");
        match self.source.kind(at - 1) {
            TokenKind::Keyword(Keyword::SyncThreads | Keyword::MemFence) => Some(false),
            TokenKind::Keyword(_) if self.is_member(at - 1) => Some(false),
            TokenKind::Name(_) | TokenKind::Meta(_) if is_free => Some(self.had_blank(at)),
            TokenKind::Name(_) | TokenKind::Meta(_) => Some(false),
            TokenKind::Punct(Punct::RightParen | Punct::RightBracket) => {
                Some(is_free && self.had_blank(at))
            }
            _ => None,
        }
    }

    /// Whether the token is a name behind a point, which may be spelled like a reserved word.
    fn is_member(&self, at: usize) -> bool {
        at > 0 && self.source.is(at - 1, Punct::Dot)
    }

    fn at_operator(&self, at: usize, line: &Range<usize>) -> Option<bool> {
        if self.is_arm_bar(at) || self.is_arm_bar(at - 1) {
            return Some(true);
        }
        if self.is_infix(at) {
            return Some(self.is_spaced(at, line));
        }
        if self.is_infix(at - 1) {
            return Some(self.is_spaced(at - 1, line));
        }
        let prefix = matches!(
            self.punct(at - 1),
            Some(Punct::Minus | Punct::Plus | Punct::Bang | Punct::Caret | Punct::Ellipsis)
        );
        prefix.then_some(false)
    }

    /// Whether the token is the `|` in front of a pattern; that of a union is in brackets.
    fn is_arm_bar(&self, at: usize) -> bool {
        self.source.is(at, Punct::Pipe) && self.level(at) == Level::Statement
    }

    /// Whether the token is an operator between two operands, or stands so between other things.
    fn is_infix(&self, at: usize) -> bool {
        use Punct::*;
        match self.punct(at) {
            Some(Minus | Plus | Caret) => at > 0 && self.ends_operand(at - 1),
            Some(punct) => {
                is_assignment(punct)
                    || matches!(
                        punct,
                        DotDot
                            | DotStar
                            | DotSlash
                            | DotCaret
                            | ColonEqual
                            | Colon
                            | Arrow
                            | Star
                            | Slash
                            | Backslash
                            | EqualEqual
                            | BangEqual
                            | LessEqual
                            | Less
                            | GreaterEqual
                            | Greater
                            | PipePipe
                            | Pipe
                            | AmpersandAmpersand
                            | Question
                    )
            }
            None => false,
        }
    }

    /// Whether a value may end with the token.
    fn ends_operand(&self, at: usize) -> bool {
        use Keyword::*;
        match self.source.kind(at) {
            TokenKind::Keyword(True | False | Null | NullPtr) => true,
            TokenKind::Keyword(_) => self.is_member(at),
            TokenKind::Punct(punct) => {
                punct.is_closing()
                    || matches!(punct, Punct::Quote | Punct::Acute | Punct::QuestionQuestion)
            }
            TokenKind::Pragma => false,
            _ => true,
        }
    }

    /// Whether an operator has blanks on both sides.
    fn is_spaced(&self, at: usize, line: &Range<usize>) -> bool {
        let assigns = self.punct(at).is_some_and(is_assignment);
        let is_marker = self.source.is_word(at + 1, "static");
        if assigns && self.level(at) == Level::Statement && !is_marker {
            return true;
        }
        let left = at > line.start && self.had_blank(at);
        let right = at + 1 < line.end && self.had_blank(at + 1);
        left || right
    }

    /// Between what no mark decides about.
    fn between_words(&self, at: usize) -> bool {
        let is_keyword = |at| matches!(self.source.kind(at), TokenKind::Keyword(_));
        let left = self.is_word(at - 1) || self.punct(at - 1).is_some_and(Punct::is_closing);
        let right = self.is_word(at);
        is_keyword(at - 1) || is_keyword(at) || left && right || self.had_blank(at)
    }

    /// Whether the token is a name, a literal, a reserved word or what stands for one.
    fn is_word(&self, at: usize) -> bool {
        match self.source.kind(at) {
            TokenKind::Punct(punct) => {
                matches!(punct, Punct::Underscore | Punct::QuestionQuestion)
            }
            TokenKind::Newline | TokenKind::Error | TokenKind::EndOfFile => false,
            TokenKind::Name(_)
            | TokenKind::Meta(_)
            | TokenKind::Keyword(_)
            | TokenKind::Int(_)
            | TokenKind::Scalar(_)
            | TokenKind::Imaginary(_)
            | TokenKind::String
            | TokenKind::Pragma => true,
        }
    }

    /// Whether the lexer still sees two tokens where no blank is between them.
    fn may_touch(&self, at: usize) -> bool {
        let (left, right) = (self.source.text_of(at - 1), self.source.text_of(at));
        let is_word_byte =
            |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$';
        let begins_word = right.as_bytes().first().is_some_and(is_word_byte);
        match self.source.kind(at - 1) {
            TokenKind::Punct(Punct::Underscore) => false,
            TokenKind::Punct(punct) => {
                let begins_number = right.starts_with(|first: char| first.is_ascii_digit());
                let is_fraction = punct == Punct::Dot && begins_number;
                let joined = format!("{left}{right}");
                Punct::leading(&joined) == Some(punct) && !is_fraction
            }
            TokenKind::Int(_) | TokenKind::Scalar(_) | TokenKind::Imaginary(_) => {
                !begins_word && !right.starts_with('.')
            }
            TokenKind::String => !right.starts_with('"'),
            _ => !begins_word,
        }
    }
}

fn is_assignment(punct: Punct) -> bool {
    assign_op(punct).is_some()
}
