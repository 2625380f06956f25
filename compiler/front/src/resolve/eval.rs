//! `eval("text")`: a constant program text is read in place, as if it stood in the file.
//!
//! As a statement of its own it is any number of statements, within an expression it is one expression. A program may have a function of
//! that name, which is then what it calls.
//!
//! *Invariant:* what was read has the places of the text, so that messages about it show the text itself.

use super::Module;
use crate::base::{Interner, SourceMap, Span, Symbol};
use crate::diag::{Code, Report};
use crate::syntax;
use crate::syntax::ast::{Ast, Block, Call, Expr, ExprKind, Stmt, StmtKind};
use crate::syntax::blocks::inner_blocks_mut;
use crate::syntax::walk::{self, Rewrite};

/// Reads the texts of a module whose imports are `loaded`.
pub fn expand(
    ast: &mut Ast,
    loaded: &[Module],
    sources: &SourceMap,
    names: &mut Interner,
) -> Vec<Report> {
    let Some(name) = names.find("eval") else {
        return Vec::new();
    };
    let own = std::iter::once(&ast.body);
    let mut blocks = own.chain(loaded.iter().map(|module| &module.ast.body));
    if blocks.any(|block| defines(block, name)) {
        return Vec::new();
    }
    let mut reader = Reader {
        name,
        sources,
        names,
        reports: Vec::new(),
    };
    reader.block(&mut ast.body);
    reader.reports
}

fn defines(block: &Block, name: Symbol) -> bool {
    let is_one =
        |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Function(one) if one.name.name == name);
    block.stmts.iter().any(is_one)
}

struct Reader<'n> {
    name: Symbol,
    sources: &'n SourceMap,
    names: &'n mut Interner,
    reports: Vec<Report>,
}

impl Reader<'_> {
    /// The place of the text, quotes included, of `eval("text")`.
    fn text_of(&self, call: &Call) -> Option<Span> {
        match (&call.callee.kind, call.args.as_slice()) {
            (ExprKind::Name(name), [arg]) if *name == self.name => {
                let is_text = matches!(arg.value.kind, ExprKind::String(_));
                // A string that lacks its end was reported.
                let written = self.sources.text(arg.value.span);
                let ends = written.len() > 1 && written.starts_with('"') && written.ends_with('"');
                (is_text && ends).then_some(arg.value.span)
            }
            _ => None,
        }
    }

    /// The statements of a text. Texts within it are read with it: they are shorter than it is.
    fn read(&mut self, text: Span) -> Vec<Stmt> {
        let (mut ast, reports) = syntax::parse_text(self.sources, text, self.names);
        self.reports.extend(reports);
        self.block(&mut ast.body);
        ast.body.stmts
    }

    fn block(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for mut stmt in stmts {
            let text = match &stmt.kind {
                StmtKind::Expr(Expr {
                    kind: ExprKind::Call(call),
                    ..
                }) => self.text_of(call),
                _ => None,
            };
            match text {
                Some(text) => {
                    let read = self.read(text);
                    self.refuse_imports(&read);
                    block.stmts.extend(read);
                }
                None => {
                    for inner in inner_blocks_mut(&mut stmt) {
                        self.block(inner);
                    }
                    walk::stmt(self, &mut stmt);
                    block.stmts.push(stmt);
                }
            }
        }
    }

    /// Imports are looked up before texts are read.
    fn refuse_imports(&mut self, stmts: &[Stmt]) {
        let imports = stmts
            .iter()
            .filter(|stmt| matches!(stmt.kind, StmtKind::Import(_)));
        let reports = imports.map(|stmt| {
            Report::new(Code::BadArgument, stmt.span, "`eval` does not import files")
                .label("within a text")
                .help("write the import outside the text")
        });
        self.reports.extend(reports);
    }
}

impl Rewrite for Reader<'_> {
    fn expr(&mut self, at: &mut Expr) {
        let text = match &at.kind {
            ExprKind::Call(call) => self.text_of(call),
            _ => None,
        };
        let Some(text) = text else {
            return walk::expr(self, at);
        };
        let before = self.reports.len();
        let mut read = self.read(text);
        match (read.pop().map(|stmt| stmt.kind), read.is_empty()) {
            (Some(StmtKind::Expr(value)), true) => *at = value,
            _ => {
                at.kind = ExprKind::Error;
                if self.reports.len() == before {
                    self.reports.push(
                        Report::new(Code::BadArgument, text, "this text is not one expression")
                            .label("a value is needed here")
                            .help(
                                "statements are evaluated by an `eval` that is a statement itself",
                            ),
                    );
                }
            }
        }
    }
}
