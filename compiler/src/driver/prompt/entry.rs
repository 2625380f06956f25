//! What an entry of the prompt is made of, by its tokens and its tree.
//!
//! *Invariant:* texts are looked at, nothing is compiled; a text with mistakes is an entry as any other.

use std::collections::BTreeSet;

use crate::base::{Interner, SourceMap, Span};
use crate::builtins::{self, Host, Rule, Special};
use crate::diag::{self, Code, Report};
use crate::syntax;
use crate::syntax::ast::{ExprKind, Stmt, StmtKind};
use crate::syntax::token::TokenKind;

/// What a report says where a text ends too early.
const END: &str = "found the end of the file";

/// Functions, types and the like that stay for later entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name; none of a rule or an import.
    pub name: Option<String>,
    /// Its text.
    pub text: String,
}

/// An entry.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Its text.
    pub text: String,
    /// Whether it is no text of the language.
    pub is_broken: bool,
    /// What it defines.
    pub definitions: Vec<Definition>,
    /// Where an expression lies that is its last statement, if its value may be shown.
    value: Option<(usize, usize)>,
}

/// Whether a text goes on: a block or a bracket is open, or an operator has nothing behind it.
pub fn is_open(text: &str) -> bool {
    let (_, reports, _) = parsed(text);
    let is_open = |report: &Report| {
        let codes = [Code::MissingTerminator, Code::UnclosedBracket];
        codes.contains(&report.code) || report.message.ends_with(END)
    };
    reports.iter().any(is_open)
}

/// The names in a text.
pub fn names_in(text: &str) -> BTreeSet<String> {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let file = sources.add_bytes("entry", text.as_bytes());
    let lexed = syntax::lexer::lex(file, sources.file(file).text(), &mut names);
    let found = lexed.tokens.iter().filter_map(|token| match token.kind {
        TokenKind::Name(name) => Some(names.text(name).to_owned()),
        _ => None,
    });
    found.collect()
}

fn parsed(text: &str) -> (Vec<Stmt>, Vec<Report>, Interner) {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let file = sources.add_bytes("entry", text.as_bytes());
    let (ast, reports) = syntax::parse(&sources, file, &mut names);
    (ast.body.stmts, reports, names)
}

impl Entry {
    /// Takes a text apart.
    pub fn of(text: &str) -> Entry {
        let (stmts, reports, names) = parsed(text);
        let mut entry = Entry {
            text: text.to_owned(),
            is_broken: diag::has_errors(&reports),
            ..Entry::default()
        };
        if entry.is_broken {
            return entry;
        }
        for stmt in &stmts {
            let name = match &stmt.kind {
                StmtKind::Function(function) => Some(function.name.name),
                StmtKind::TypeDef(definition) => Some(definition.name.name),
                StmtKind::Macro(definition) => Some(definition.name.name),
                StmtKind::Import(_) | StmtKind::Reduction(_) | StmtKind::Symbolic(_) => None,
                _ => continue,
            };
            let text = part(text, stmt.span).to_owned();
            let name = name.map(|name| names.text(name).to_owned());
            entry.definitions.push(Definition { name, text });
        }
        if let Some(last) = stmts.last() {
            entry.value = shown(text, last, &names);
        }
        entry
    }

    /// The text with a `print` of the expression that it ends with; none where it ends otherwise.
    pub fn printing(&self) -> Option<String> {
        let (start, end) = self.value?;
        let text = &self.text;
        Some(format!(
            "{}print {}{}",
            &text[..start],
            &text[start..end],
            &text[end..]
        ))
    }
}

fn part(text: &str, span: Span) -> &str {
    text.get(span.lo as usize..span.hi as usize)
        .unwrap_or_default()
}

/// Where the expression lies that a statement is. A `;` behind it keeps its value from being shown; calls in command form, as `print`, show nothing,
/// and what draws shows a picture.
fn shown(text: &str, stmt: &Stmt, names: &Interner) -> Option<(usize, usize)> {
    let StmtKind::Expr(expr) = &stmt.kind else {
        return None;
    };
    let (start, end) = (expr.span.lo as usize, expr.span.hi as usize);
    let is_silent = text.get(end..)?.trim_start().starts_with(';');
    let written = text.get(start..end)?;
    let shows_itself = match &expr.kind {
        ExprKind::Call(call) => {
            let name = call.callee.as_name().map(|name| names.text(name.name));
            !written.contains('(') || name.is_some_and(draws)
        }
        _ => false,
    };
    (!is_silent && !shows_itself).then_some((start, end))
}

/// Whether a function of that name draws; it gives the number of a figure.
fn draws(name: &str) -> bool {
    let rule = builtins::find(name).map(|it| builtins::row(it).rule);
    match rule {
        Some(Rule::Host(Host::Special(special))) => special == Special::ImageShow,
        Some(Rule::Host(Host::Call(call))) => call.func.sig().name.starts_with("figure_"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_texts_go_on() {
        for text in [
            "for k = 1..3\n print k",
            "x = [1, 2,",
            "function y = f(x)\n y = 1",
            "x = (1 +",
            "if 1\n print 2\nelse",
            "try\n x = 1\ncatch e",
            "type p : class\n a : int",
        ] {
            assert!(is_open(text), "{text}");
        }
        for text in [
            "",
            "x = 1",
            "print )",
            "}",
            "s = \"abc",
            "for k = 1..3\nend",
            "x = [1, 2]",
        ] {
            assert!(!is_open(text), "{text}");
        }
    }

    #[test]
    fn values_are_printed_and_definitions_found() {
        let printing = |text: &str| Entry::of(text).printing();
        assert_eq!(
            printing("x = 1\nx + 1").as_deref(),
            Some("x = 1\nprint x + 1")
        );
        assert_eq!(
            printing("sin(2.0)  % half").as_deref(),
            Some("print sin(2.0)  % half")
        );
        for text in [
            "x = 1",
            "x + 1;",
            "print 3",
            "imshow(x)",
            "plot([1, 2])",
            "for k = 1..3\nend",
        ] {
            assert_eq!(printing(text), None, "{text}");
        }
        let entry = Entry::of("function y = f(x)\n    y = x\nend\nprint f(2)\nimport \"linalg.q\"");
        let names: Vec<_> = entry
            .definitions
            .iter()
            .map(|it| it.name.as_deref())
            .collect();
        assert_eq!(names, [Some("f"), None]);
        assert!(entry.definitions[0].text.ends_with("end"));
        assert!(names_in("y = f(x) % z").into_iter().eq(["f", "x", "y"]));
    }
}
