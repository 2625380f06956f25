//! From tokens to the syntax tree: recursive descent for statements, precedence climbing for expressions.
//!
//! A statement that cannot be read gives one report; the parser then goes on after it. Line ends within brackets are skipped, unless the
//! bracket turns out to be never closed.
//!
//! A `_` over tokens means: any other token does not belong here.
//!
//! *Invariant:* parsing ends for every token list, with a tree and reports; no function recurses deeper than `MAX_NESTING`, and no
//! expression of the tree is higher than `MAX_HEIGHT`, no choice longer than `MAX_BRANCHES`, so that later passes may recurse over it.

mod attribute;
mod blocks;
mod brackets;
mod compound;
mod cursor;
mod expr;
mod function;
mod habits;
mod item;
mod primary;
mod recovery;
mod stmt;
mod types;

pub use self::blocks::{closes_block, opens_block};
pub use self::stmt::assign_op;

use self::blocks::OpenBlock;
use self::brackets::Brackets;
use super::ast::*;
use super::families::leaf_expr;
use super::lexer::{Lexed, lex};
use super::token::{LineComment, Token};
use crate::base::stack;
use crate::base::{FileId, Id, Interner, SourceFile, SourceMap, Span};
use crate::diag::{self, Report};
use std::collections::BTreeSet;

/// How deep brackets, blocks and right-associative operators may nest, on a whole stack.
pub const MAX_NESTING: usize = 1000;
/// How high the tree of one expression may grow, on a whole stack; long chains such as `a + b + c + …` count too.
pub const MAX_HEIGHT: usize = 10_000;
/// How many branches one choice may have, of `if` or of `match`, on a whole stack.
pub const MAX_BRANCHES: usize = 20_000;
/// After so many errors the rest of the file is not worth reading.
const MAX_ERRORS: usize = 50;

/// Parses a file; the reports are in the order of the text.
pub fn parse(sources: &SourceMap, file: FileId, interner: &mut Interner) -> (Ast, Vec<Report>) {
    let source = sources.file(file);
    let lexed = lex(file, source.text(), interner);
    let mut parser = Parser::new(file, source, lexed, interner);
    let body = parser.file_body();
    let ast = Ast {
        file,
        body,
        expr_count: parser.heights.len() as u32,
    };
    let mut reports = parser.reports;
    diag::sort(&mut reports);
    (ast, reports)
}

/// Parses the statements within a string, whose place with its quotes is `text`; their places are those in the file.
pub fn parse_text(sources: &SourceMap, text: Span, interner: &mut Interner) -> (Ast, Vec<Report>) {
    let source = sources.file(text.file);
    let range = text.lo as usize + 1..text.hi as usize - 1;
    let lexed = lex(text.file, &alone(source.text(), range), interner);
    let mut parser = Parser::new(text.file, source, lexed, interner);
    let body = parser.file_body();
    let ast = Ast {
        file: text.file,
        body,
        expr_count: parser.heights.len() as u32,
    };
    (ast, parser.reports)
}

/// The text with blanks before and behind a part of it, in which two quotes that stand for one are one beside a blank.
fn alone(text: &str, part: std::ops::Range<usize>) -> String {
    let blank = |text: &str| -> String {
        let blanks = text
            .bytes()
            .map(|byte| if byte == b'\n' { '\n' } else { ' ' });
        blanks.collect()
    };
    let mut alone = blank(&text[..part.start]);
    let mut inside = false;
    for (index, piece) in text[part.clone()].split("\"\"").enumerate() {
        if index > 0 {
            alone.push_str(if inside { "\" " } else { " \"" });
            inside = !inside;
        }
        alone.push_str(piece);
    }
    alone + &blank(&text[part.end..])
}

/// The statement could not be read, and a report says why.
#[derive(Debug)]
struct Failed;

type Parse<T> = Result<T, Failed>;

/// How tokens read within the innermost bracket.
#[derive(Debug, Clone, Copy, Default)]
struct Mode {
    /// `->` ends a match pattern and does not make a lambda.
    arrow_ends: bool,
    /// `~=` assigns and does not compare.
    tilde_assigns: bool,
    /// A quote may close a back-quote cell.
    in_backquotes: bool,
    /// `name =` at the start of an argument names a parameter.
    equal_names: bool,
}

/// What may be deep on the stack of this thread.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    nesting: usize,
    height: usize,
    branches: usize,
}

impl Bounds {
    fn here() -> Bounds {
        Bounds {
            nesting: stack::bound(MAX_NESTING),
            height: stack::bound(MAX_HEIGHT),
            branches: stack::bound(MAX_BRANCHES),
        }
    }
}

struct Parser<'a> {
    file: FileId,
    source: &'a SourceFile,
    interner: &'a mut Interner,
    tokens: Vec<Token>,
    comments: Vec<LineComment>,
    brackets: Brackets,
    /// The index of the current token.
    at: usize,
    /// The number of open brackets; line ends are skipped while it is not 0.
    open_brackets: u32,
    mode: Mode,
    /// The parenthesis within which `~=` assigns.
    assigning_paren: Option<usize>,
    bounds: Bounds,
    nesting: usize,
    /// The height of every expression, by id.
    heights: Vec<u32>,
    open_blocks: Vec<OpenBlock>,
    /// A block whose terminator is indented like that of an outer block.
    suspect: Option<(OpenBlock, Span)>,
    reported_missing_terminator: bool,
    /// Whether a choice in the manner of other languages was reported.
    reported_choice: bool,
    /// Every `else if`, which opens a second block where `elseif` may have been meant.
    else_ifs: Vec<Span>,
    /// Statements that could not be read and may have opened a block: as many words that close nothing are no news.
    lost_openings: u32,
    /// A statement that could not be read and may have held the end of a block.
    lost_ending: Option<Span>,
    /// The lines where the lexer reported something; what follows on them is no news.
    lexical_errors: BTreeSet<u32>,
    /// The first line of the attributes directly before the current statement.
    attributes_from: Option<u32>,
    reports: Vec<Report>,
    gave_up: bool,
}

impl<'a> Parser<'a> {
    fn new(file: FileId, source: &'a SourceFile, lexed: Lexed, interner: &'a mut Interner) -> Self {
        let brackets = Brackets::pair(&lexed.tokens);
        let errors = lexed.reports.iter().filter(|report| report.is_error());
        let places = errors.filter_map(Report::span);
        let lexical_errors = places.map(|span| source.position(span.lo).line).collect();
        Parser {
            file,
            source,
            interner,
            tokens: lexed.tokens,
            comments: lexed.comments,
            brackets,
            at: 0,
            open_brackets: 0,
            mode: Mode::default(),
            assigning_paren: None,
            bounds: Bounds::here(),
            nesting: 0,
            heights: Vec::new(),
            open_blocks: Vec::new(),
            suspect: None,
            reported_missing_terminator: false,
            reported_choice: false,
            else_ifs: Vec::new(),
            lost_openings: 0,
            lost_ending: None,
            lexical_errors,
            attributes_from: None,
            reports: lexed.reports,
            gave_up: false,
        }
    }

    /// Makes an expression node and checks its height.
    fn make(&mut self, span: Span, kind: ExprKind) -> Parse<Expr> {
        let height = 1 + self.height_below(&kind);
        self.make_with_height(span, kind, height)
    }

    fn make_with_height(&mut self, span: Span, kind: ExprKind, height: u32) -> Parse<Expr> {
        if height as usize > self.bounds.height {
            return Err(self.give_up(span));
        }
        let id = ExprId::from_index(self.heights.len());
        self.heights.push(height);
        Ok(Expr { id, span, kind })
    }

    /// The node that stands for what was reported.
    fn error_expr(&mut self, span: Span) -> Expr {
        let id = ExprId::from_index(self.heights.len());
        self.heights.push(1);
        Expr {
            id,
            span,
            kind: ExprKind::Error,
        }
    }

    fn height(&self, expr: &Expr) -> u32 {
        self.heights[expr.id.index()]
    }

    fn height_of_args(&self, args: &[Arg]) -> u32 {
        args.iter()
            .map(|arg| self.height(&arg.value))
            .max()
            .unwrap_or(0)
    }

    fn height_of_list(&self, items: &[Expr]) -> u32 {
        items
            .iter()
            .map(|item| self.height(item))
            .max()
            .unwrap_or(0)
    }

    /// The height of the highest child; statement lists and types count through [`Self::height_since`] where they are made.
    fn height_below(&self, kind: &ExprKind) -> u32 {
        let of = |expr: &Expr| self.height(expr);
        match kind {
            leaf_expr!() | ExprKind::Name(_) | ExprKind::Block(_) | ExprKind::Type(_) => 0,
            ExprKind::Spread(value) | ExprKind::Unary(_, value) => of(value),
            ExprKind::Range(range) => {
                let step = range.step.as_ref().map_or(0, of);
                of(&range.start).max(step).max(of(&range.stop))
            }
            ExprKind::Vector(items) | ExprKind::Cell(items) => self.height_of_list(items),
            ExprKind::Binary(binary) => of(&binary.left).max(of(&binary.right)),
            ExprKind::Conditional(c) => of(&c.condition).max(of(&c.then)).max(of(&c.otherwise)),
            ExprKind::Call(call) => of(&call.callee).max(self.height_of_args(&call.args)),
            ExprKind::Index(index) => of(&index.base).max(self.height_of_args(&index.args)),
            ExprKind::Member(member) => of(&member.base),
            ExprKind::Lambda(lambda) => of(&lambda.body),
            ExprKind::Assign(assign) => of(&assign.target).max(of(&assign.value)),
            ExprKind::Exchange(exchange) => {
                let expected = exchange.expected.as_ref().map_or(0, of);
                of(&exchange.target).max(expected).max(of(&exchange.value))
            }
        }
    }

    /// The height of the highest expression made since `heights` had this length.
    fn height_since(&self, first: usize) -> u32 {
        self.heights[first..].iter().copied().max().unwrap_or(0)
    }
}
