//! What can be folded: blocks, comments of several lines, imports in a row.
//!
//! *Invariant:* a range has two lines at least, and the line that ends a block stays to be seen.

use lsp_types::{FoldingRange, FoldingRangeKind};
use qc_front::base::Span;
use qc_front::syntax::ast::{Block, If, Stmt, StmtKind};

use crate::document::Document;

/// The ranges.
pub fn of(document: &Document) -> Vec<FoldingRange> {
    let mut folds = Folds {
        document,
        found: Vec::new(),
    };
    folds.block(&document.syntax().ast.body);
    folds.comments();
    folds
        .found
        .sort_by_key(|fold| (fold.start_line, fold.end_line));
    folds.found.dedup();
    folds.found
}

struct Folds<'a> {
    document: &'a Document,
    found: Vec<FoldingRange>,
}

impl Folds<'_> {
    fn add(&mut self, from: u32, to: u32, kind: Option<FoldingRangeKind>) {
        if to > from {
            self.found.push(FoldingRange {
                start_line: from,
                end_line: to,
                kind,
                ..FoldingRange::default()
            });
        }
    }

    /// From the line of an offset up to the line in front of another one's.
    fn between(&mut self, from: u32, to: u32) {
        let line = |offset| self.document.text().position(offset).line;
        let (from, to) = (line(from), line(to));
        self.add(from, to.saturating_sub(1), None);
    }

    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
        let is_import = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Import(_));
        for run in block
            .stmts
            .chunk_by(|one, other| is_import(one) && is_import(other))
        {
            let line = |span: Span| self.document.text().position(span.lo).line;
            if let ([first, .., last], true) = (run, is_import(&run[0])) {
                let (from, to) = (line(first.span), line(last.span));
                self.add(from, to, Some(FoldingRangeKind::Imports));
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let Span { lo, hi, .. } = stmt.span;
        let inner: &Block = match &stmt.kind {
            StmtKind::If(choice) => return self.choice(choice, stmt.span),
            StmtKind::Match(choice) => {
                choice.arms.iter().for_each(|arm| self.block(&arm.body));
                return self.between(lo, hi);
            }
            StmtKind::Try(attempt) => {
                let first = attempt.catches.first();
                self.between(lo, first.map_or(hi, |catch| catch.span.lo));
                for (at, catch) in attempt.catches.iter().enumerate() {
                    let next = attempt.catches.get(at + 1);
                    self.between(catch.span.lo, next.map_or(hi, |next| next.span.lo));
                    self.block(&catch.body);
                }
                return self.block(&attempt.body);
            }
            StmtKind::TypeDef(_) => return self.between(lo, hi),
            StmtKind::Function(function) => &function.body,
            StmtKind::Macro(definition) => &definition.body,
            StmtKind::For(each) => &each.body,
            StmtKind::While(each) => &each.body,
            StmtKind::Repeat(each) => &each.body,
            _ => return,
        };
        self.between(lo, hi);
        self.block(inner);
    }

    /// Each branch by itself, up to the next one.
    fn choice(&mut self, choice: &If, span: Span) {
        let mut starts = vec![span.lo];
        let later = choice.branches.iter().skip(1);
        starts.extend(later.map(|branch| branch.condition.span.lo));
        if let Some(otherwise) = &choice.otherwise {
            starts.push(self.line_in_front(otherwise));
        }
        starts.push(span.hi);
        for pair in starts.windows(2) {
            self.between(pair[0], pair[1]);
        }
        for branch in &choice.branches {
            self.block(&branch.body);
        }
        choice.otherwise.iter().for_each(|block| self.block(block));
    }

    /// A place in the line of the `else` in front of a block.
    fn line_in_front(&self, block: &Block) -> u32 {
        let text = self.document.text().source();
        let before = &text[..block.span.lo as usize];
        before.rfind("else").unwrap_or(before.len()) as u32
    }

    fn comments(&mut self) {
        let text = self.document.text();
        let mut from = None;
        for (line, content) in text.source().lines().chain([""]).enumerate() {
            let line = line as u32;
            let is_comment = content.trim_start().starts_with('%');
            match (is_comment, from) {
                (true, None) => from = Some(line),
                (false, Some(first)) => {
                    self.add(first, line - 1, Some(FoldingRangeKind::Comment));
                    from = None;
                }
                (true, Some(_)) | (false, None) => {}
            }
        }
    }
}
