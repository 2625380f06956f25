//! Where lines begin.
//!
//! A statement begins one level deeper than the line that opens its block. An arm of a `match` stands below the `match`, its statements
//! one level deeper. A line that goes on with a statement keeps its distance to the line on which that began, and has at least one level, in the header
//! of a block two; within a bracket it stays below what follows the bracket, where it was there; where nothing follows, each of its items has one level. A comment goes with the line behind it.
//!
//! *Invariant:* every token list has a layout, and that of a text in this layout is itself.

use super::lines::{LEVEL, Line, Source};
use crate::syntax::parser::{assign_op, closes_block, opens_block};
use crate::syntax::token::{Keyword, Punct, TokenKind};

/// The column where each line begins.
pub fn columns(source: &Source, gaps: &[usize]) -> Vec<usize> {
    let mut indenter = Indenter::new(source, gaps);
    for number in 0..source.lines.len() {
        indenter.line(number);
    }
    let behind = Next {
        column: indenter.body(),
        ..Next::default()
    };
    indenter.place_comments(behind);
    indenter.columns
}

/// A line that others are placed by.
#[derive(Debug, Clone, Copy, Default)]
struct Base {
    /// Where it began.
    old: usize,
    /// Where it begins.
    new: usize,
    /// What is one level less deep than lines that belong to what begins on it.
    anchor: usize,
    /// The least column of lines that go on with it: those of a block's header are deeper than its statements.
    least: usize,
}

/// A block that is open.
#[derive(Debug, Clone, Copy)]
struct Block {
    /// Where the words begin that go on with it or close it.
    word: usize,
    /// Where its statements begin.
    body: usize,
    /// The line of the statement that is read.
    statement: Base,
    /// Whether it is a `match`.
    has_arms: bool,
    /// Whether the patterns of an arm are read.
    awaits_arrow: bool,
}

/// A bracket that is open.
#[derive(Debug, Clone, Copy)]
struct Bracket {
    /// The line that it is on.
    base: Base,
    /// Where it was, and is.
    opening: (usize, usize),
    /// Where what follows it on its line was, and is.
    content: Option<(usize, usize)>,
    /// Where the line was, and is, with which the last item began that begins a line.
    item: Option<(usize, usize)>,
    /// Whether it is that of an attribute, or within one.
    is_attribute: bool,
}

#[derive(Debug, Clone, Copy)]
enum Frame {
    Block(Block),
    Bracket(Bracket),
}

/// The line behind comments.
#[derive(Debug, Clone, Copy, Default)]
struct Next {
    /// Where it begins.
    column: usize,
    /// Where it began, and where what it ends begins, if it ends something.
    ended: Option<(usize, usize)>,
}

struct Indenter<'s, 'a> {
    source: &'s Source<'a>,
    gaps: &'s [usize],
    /// What is open, innermost last; the first is the file.
    frames: Vec<Frame>,
    /// Whether the next token begins a statement.
    is_fresh: bool,
    /// Whether the last line ended with `_`.
    is_continued: bool,
    /// Whether the last token was the arrow of an arm.
    behind_arm: bool,
    /// Whether the last statement outside of brackets is a reduction.
    in_reduction: bool,
    /// Whether a cell between back-quotes may be open.
    in_backquotes: bool,
    /// Whether the line is an attribute without braces.
    in_bare_attribute: bool,
    /// The number of the first token behind the line.
    line_end: usize,
    /// Lines with comments alone whose place is that of the next line.
    waiting: Vec<usize>,
    columns: Vec<usize>,
}

impl<'s, 'a> Indenter<'s, 'a> {
    fn new(source: &'s Source<'a>, gaps: &'s [usize]) -> Self {
        let file = Block {
            word: 0,
            body: 0,
            statement: Base::default(),
            has_arms: false,
            awaits_arrow: false,
        };
        Indenter {
            source,
            gaps,
            frames: vec![Frame::Block(file)],
            is_fresh: true,
            is_continued: false,
            behind_arm: false,
            in_reduction: false,
            in_backquotes: false,
            in_bare_attribute: false,
            line_end: 0,
            waiting: Vec::new(),
            columns: vec![0; source.lines.len()],
        }
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the file is never closed")
    }

    /// The innermost open thing, if it is a block.
    fn block(&mut self) -> Option<&mut Block> {
        match self.top() {
            Frame::Block(block) => Some(block),
            Frame::Bracket(_) => None,
        }
    }

    /// The innermost open thing, if it is a bracket.
    fn bracket(&mut self) -> Option<&mut Bracket> {
        match self.top() {
            Frame::Bracket(bracket) => Some(bracket),
            Frame::Block(_) => None,
        }
    }

    /// Where lines within the innermost open thing begin.
    fn body(&mut self) -> usize {
        match self.top() {
            Frame::Block(block) => block.body,
            Frame::Bracket(bracket) => match (bracket.item, bracket.content) {
                (Some((_, new)), _) | (None, Some((_, new))) => new,
                (None, None) => bracket.base.anchor + LEVEL,
            },
        }
    }

    // ---------------------------------------------------------------------------------------------------------- the place of a line

    fn line(&mut self, number: usize) {
        let source = self.source;
        let line = &source.lines[number];
        if !line.has_code() {
            self.is_continued = false;
            if line.comment.is_some() {
                self.waiting.push(number);
            }
            return;
        }
        self.line_end = line.tokens.end;
        self.in_bare_attribute &= self.is_continued;
        self.is_fresh = self.begins_statement(line);
        let next = self.place(line);
        self.place_comments(next);
        self.columns[number] = next.column;
        self.pass(line, next.column);
        self.is_continued = line.is_continued;
    }

    /// Whether a statement begins with this line.
    fn begins_statement(&mut self, line: &Line) -> bool {
        let first = line.tokens.start;
        let goes_on = first > 0 && !self.behind_arm && self.is_continued_by(first - 1);
        let is_where = self.in_reduction
            && self.source.is_word(first, "where")
            && !self.source.is(first + 1, Punct::Equal);
        let in_block = self.block().is_some();
        in_block && !self.is_continued && !goes_on && !is_where
    }

    /// Whether a statement goes on behind a token at the end of a line.
    fn is_continued_by(&self, at: usize) -> bool {
        use Punct::*;
        let TokenKind::Punct(punct) = self.source.kind(at) else {
            return false;
        };
        assign_op(punct).is_some()
            || punct == Comma && self.in_backquotes
            || matches!(
                punct,
                Plus | Minus
                    | Star
                    | Slash
                    | Backslash
                    | Caret
                    | DotStar
                    | DotSlash
                    | DotCaret
                    | DotDot
                    | EqualEqual
                    | BangEqual
                    | Less
                    | LessEqual
                    | Greater
                    | GreaterEqual
                    | PipePipe
                    | AmpersandAmpersand
                    | Question
                    | Colon
                    | Arrow
            )
    }

    fn place(&mut self, line: &Line) -> Next {
        let first = (!line.tokens.is_empty()).then_some(line.tokens.start);
        match *self.top() {
            Frame::Block(block) => self.place_in_block(&block, first, line.column),
            Frame::Bracket(bracket) => self.place_in_bracket(&bracket, line),
        }
    }

    fn place_in_block(&mut self, block: &Block, first: Option<usize>, old: usize) -> Next {
        let ends_part = first.is_some_and(|first| match self.source.kind(first) {
            TokenKind::Keyword(word) => closes_block(word) && !self.in_bare_attribute,
            _ if !block.has_arms => false,
            _ => self.source.is(first, Punct::Pipe) || self.is_fresh && self.begins_bare_arm(first),
        });
        if ends_part {
            return Next {
                column: block.word,
                ended: Some((old, block.body)),
            };
        }
        let column = match first.is_some() && self.is_fresh {
            true => block.body,
            false => continued(&block.statement, old),
        };
        let ended = None;
        Next { column, ended }
    }

    fn place_in_bracket(&mut self, bracket: &Bracket, line: &Line) -> Next {
        let (first, old) = (line.tokens.start, line.column);
        let is = |at: usize, punct| self.source.is(at, punct);
        let closing = [Punct::RightParen, Punct::RightBracket, Punct::RightBrace];
        if !line.tokens.is_empty() && closing.into_iter().any(|punct| is(first, punct)) {
            let column = closing_column(bracket, old);
            let ended = Some((old, self.body()));
            return Next { column, ended };
        }
        let begins_item = is(first - 1, Punct::Comma) || is(first - 1, Punct::Semicolon);
        let column = match (bracket.content, bracket.item) {
            (Some((was, is)), _) if was == old => is,
            (Some(_), _) => continued(&bracket.base, old),
            (None, Some((was, is))) if !begins_item => is + old.saturating_sub(was),
            (None, _) => bracket.base.anchor + LEVEL,
        };
        if let Some(bracket) = self.bracket().filter(|at| begins_item || at.item.is_none()) {
            bracket.item = Some((old, column));
        }
        let ended = None;
        Next { column, ended }
    }

    /// Places the comments in front of a line: as it, or within what it ends if they were deeper.
    fn place_comments(&mut self, next: Next) {
        for number in std::mem::take(&mut self.waiting) {
            let line = &self.source.lines[number];
            self.columns[number] = match next.ended {
                Some((old, body)) if line.column > old => body,
                _ => next.column,
            };
        }
    }

    /// Whether an arm without `|` begins here: literals, names, points, commas and signs in front of an arrow of the line.
    fn begins_bare_arm(&self, first: usize) -> bool {
        let mut behind = first..self.line_end;
        let arrow = behind.find(|&at| !may_be_pattern(self.source.kind(at)));
        arrow.is_some_and(|at| at > first && self.source.is(at, Punct::Arrow))
    }

    // -------------------------------------------------------------------------------------------------------- what a line opens and closes

    fn pass(&mut self, line: &Line, new: usize) {
        let mut base = Base {
            old: line.column,
            new,
            anchor: new,
            least: new + LEVEL,
        };
        let mut column = new;
        let mut behind_opening = false;
        for at in line.tokens.clone() {
            if at > line.tokens.start {
                column += self.gaps[at];
            }
            let place = (self.source.columns[at], column);
            if let Some(bracket) = self.bracket().filter(|_| behind_opening) {
                bracket.content = Some(place);
            }
            behind_opening = self.token(at, place, &mut base);
            column += self.source.width(at);
        }
    }

    /// Opens and closes what a token does; says whether it opened a bracket.
    fn token(&mut self, at: usize, place: (usize, usize), base: &mut Base) -> bool {
        let begins = std::mem::take(&mut self.is_fresh);
        self.behind_arm = false;
        if begins {
            self.begin(at, base);
        }
        match self.source.kind(at) {
            TokenKind::Punct(punct) => return self.mark(at, punct, place, base),
            TokenKind::Keyword(keyword) if !self.is_plain_word(at) => self.keyword(keyword, base),
            _ => {}
        }
        false
    }

    /// A statement begins.
    fn begin(&mut self, at: usize, base: &mut Base) {
        self.go_on(base);
        self.in_reduction = self.source.kind(at) == TokenKind::Keyword(Keyword::Reduction);
        self.in_backquotes = false;
        if self.source.is(at, Punct::Bang) && self.source.is_name(at + 1) {
            self.in_bare_attribute = true;
        }
        if self.in_match() && self.begins_bare_arm(at) {
            self.arm(base);
        }
        if self.opens_type(at) {
            self.open(base, false);
        }
    }

    fn in_match(&mut self) -> bool {
        self.block().is_some_and(|block| block.has_arms)
    }

    /// Whether a reserved word is one word among others: a member, or part of an attribute.
    fn is_plain_word(&mut self, at: usize) -> bool {
        let is_member = at > 0 && self.source.is(at - 1, Punct::Dot);
        let in_attribute = self.bracket().is_some_and(|bracket| bracket.is_attribute);
        is_member || in_attribute || self.in_bare_attribute
    }

    fn keyword(&mut self, keyword: Keyword, base: &mut Base) {
        if opens_block(keyword) || keyword == Keyword::ElseIf {
            base.least = base.anchor + 2 * LEVEL;
        }
        if opens_block(keyword) {
            self.open(base, keyword == Keyword::Match);
            self.is_fresh = matches!(keyword, Keyword::Repeat | Keyword::Try);
        } else if matches!(keyword, Keyword::Else | Keyword::ElseIf | Keyword::Catch) {
            self.is_fresh = keyword == Keyword::Else;
            self.go_on(base);
        } else if closes_block(keyword) {
            if self.frames.len() > 1 && self.block().is_some() {
                self.frames.pop();
            }
            self.go_on(base);
        }
    }

    /// The statement that is read in the innermost block goes on on this line.
    fn go_on(&mut self, base: &Base) {
        if let Some(block) = self.block() {
            block.statement = *base;
        }
    }

    fn open(&mut self, base: &Base, has_arms: bool) {
        self.frames.push(Frame::Block(Block {
            word: base.anchor,
            body: base.anchor + LEVEL,
            statement: *base,
            has_arms,
            awaits_arrow: false,
        }));
    }

    /// Whether a definition with lines of its own begins here: `type name[generics] : mutable class`.
    fn opens_type(&self, first: usize) -> bool {
        let source = self.source;
        if !source.is_word(first, "type") || !source.is_name(first + 1) {
            return false;
        }
        let Some(colon) = self.behind_brackets(first + 2) else {
            return false;
        };
        if !source.is(colon, Punct::Colon) {
            return false;
        }
        let is = |ahead: usize, word| source.is_word(colon + ahead, word);
        let is_changed = is(1, "mutable") || is(1, "dynamic");
        is(1, "class") || is(1, "enum") || is_changed && is(2, "class")
    }

    /// The token behind the brackets that open at a token, or that token.
    fn behind_brackets(&self, from: usize) -> Option<usize> {
        let mut depth = 0_usize;
        (from..self.source.tokens.len()).find(|&at| {
            let opens = self.source.is(at, Punct::LeftBracket);
            let closes = self.source.is(at, Punct::RightBracket);
            let is_outside = depth == 0 && !opens;
            depth = (depth + usize::from(opens)).saturating_sub(usize::from(closes));
            is_outside
        })
    }

    fn mark(&mut self, at: usize, punct: Punct, place: (usize, usize), base: &mut Base) -> bool {
        match punct {
            Punct::Semicolon => self.is_fresh = self.block().is_some(),
            Punct::Pipe if self.in_match() => self.arm(base),
            Punct::Arrow => self.arrow(),
            Punct::Backquote => self.in_backquotes = true,
            Punct::Acute => self.in_backquotes = false,
            _ => {}
        }
        if punct.is_closing() && self.bracket().is_some() {
            self.frames.pop();
        }
        let opens = punct.closing().is_some();
        if opens {
            self.open_bracket(at, punct, place, base);
        }
        opens
    }

    fn open_bracket(&mut self, at: usize, punct: Punct, opening: (usize, usize), base: &Base) {
        let opens_attribute = punct == Punct::LeftBrace && self.source.is(at + 1, Punct::Bang);
        let is_within = self.bracket().is_some_and(|bracket| bracket.is_attribute);
        self.frames.push(Frame::Bracket(Bracket {
            base: *base,
            opening,
            content: None,
            item: None,
            is_attribute: opens_attribute || is_within,
        }));
    }

    /// An arm begins.
    fn arm(&mut self, base: &mut Base) {
        if let Some(block) = self.block() {
            block.awaits_arrow = true;
            base.anchor = block.body;
            base.least = block.body + LEVEL;
            block.statement = *base;
        }
    }

    fn arrow(&mut self) {
        let ends_patterns = self
            .block()
            .is_some_and(|block| std::mem::take(&mut block.awaits_arrow));
        self.behind_arm = ends_patterns;
        self.is_fresh = ends_patterns;
    }
}

/// Where a line begins that closes a bracket: below what it was below, the bracket or what is within it.
fn closing_column(bracket: &Bracket, old: usize) -> usize {
    let below = [Some(bracket.opening), bracket.content];
    let mut below = below.into_iter().flatten();
    match below.find(|place| place.0 == old) {
        Some((_, new)) if bracket.content.is_some() => new,
        _ => bracket.base.anchor,
    }
}

/// Where a line begins that goes on with what began on another one.
fn continued(base: &Base, old: usize) -> usize {
    let shifted = (base.new + old).saturating_sub(base.old);
    shifted.max(base.least)
}

/// Whether the token may be part of a pattern in front of which there is no `|`.
fn may_be_pattern(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Name(_) | TokenKind::Int(_) | TokenKind::Scalar(_) | TokenKind::String => true,
        TokenKind::Keyword(keyword) => matches!(keyword, Keyword::True | Keyword::False),
        TokenKind::Punct(punct) => matches!(
            punct,
            Punct::Underscore | Punct::Dot | Punct::Comma | Punct::Minus
        ),
        TokenKind::Meta(_)
        | TokenKind::Imaginary(_)
        | TokenKind::Pragma
        | TokenKind::Newline
        | TokenKind::Error
        | TokenKind::EndOfFile => false,
    }
}
