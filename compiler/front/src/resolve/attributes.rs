//! The warnings `unknown-attribute`, of names and places that mean nothing, `attribute-place`, of those that callers need, and `attribute-argument`, of words, properties and
//! values that an attribute does not have.
//!
//! *Invariant:* whatever is found here is ignored by everything else; the reports change nothing.

use std::collections::BTreeSet;

use super::Modules;
use super::{pragmas, qualify};
use crate::base::{Interner, Span, Symbol};
use crate::builtins::attributes::{self, Place, Row, TABLE, Value};
use crate::diag::{Code, Report, did_you_mean};
use crate::syntax::ast::*;
use crate::syntax::blocks::inner_blocks;
use crate::syntax::private::PRIVATE;

/// Looks at the attributes and pragmas of all modules, after macros were expanded.
pub fn check(modules: &Modules, names: &Interner) -> Vec<Report> {
    let mut lint = Lint {
        names,
        macros: macro_names(modules),
        reports: Vec::new(),
    };
    for module in &modules.modules {
        lint.block(&module.ast.body, Around::default());
    }
    lint.reports.dedup();
    lint.reports
}

fn macro_names(modules: &Modules) -> BTreeSet<Symbol> {
    let stmts = modules
        .modules
        .iter()
        .flat_map(|module| &module.ast.body.stmts);
    let name = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Macro(definition) => Some(definition.name.name),
        _ => None,
    };
    stmts.filter_map(name).collect()
}

/// What stands around a statement.
#[derive(Clone, Copy, Default)]
struct Around<'a> {
    function: Option<&'a Function>,
    a_loop: bool,
    a_macro: bool,
}

/// Attributes that decide what can be called from outside: no program carries them for other tools.
const OF_CALLERS: [&str; 4] = ["command", "export", "extern", PRIVATE];

struct Lint<'n> {
    names: &'n Interner,
    /// Used within other macros, which are looked at once more where they are used.
    macros: BTreeSet<Symbol>,
    reports: Vec<Report>,
}

impl Lint<'_> {
    fn block<'a>(&mut self, block: &'a Block, around: Around<'a>) {
        for (index, stmt) in block.stmts.iter().enumerate() {
            match &stmt.kind {
                StmtKind::Attribute(attribute) => {
                    self.attribute(attribute, around, &block.stmts[index + 1..]);
                }
                StmtKind::Pragma(pragma) => self.pragma(pragma),
                _ => {}
            }
            for inner in inner_blocks(stmt) {
                self.block(inner, within(stmt, around));
            }
        }
    }

    fn pragma(&mut self, pragma: &Pragma) {
        let name = self.names.text(pragma.name.name);
        if pragmas::meaning(name).is_none() {
            self.reports.push(pragmas::unknown(pragma, name));
        }
    }

    fn attribute(&mut self, attribute: &Attribute, around: Around, behind: &[Stmt]) {
        if self.macros.contains(&attribute.name.name) {
            return;
        }
        let name = self.names.text(attribute.name.name);
        let Some(row) = attributes::row(name) else {
            let help = did_you_mean(name, TABLE.iter().map(|row| row.name));
            return self.warn(
                attribute.name.span,
                format!("there is no code attribute `{name}`"),
                help,
            );
        };
        let before = Before {
            a_loop: is_loop(next(behind)),
            a_definition: next(behind)
                .is_some_and(|it| qualify::defined_by(it, self.names).is_some()),
        };
        if !around.a_macro && !has_effect(row.place, around, before) {
            let code = match OF_CALLERS.contains(&name) {
                true => Code::AttributePlace,
                false => Code::UnknownAttribute,
            };
            let help = Some(format!("it belongs {}", row.place.text()));
            let message = format!("`{name}` has no effect here");
            self.warn_as(code, attribute.name.span, message, help);
        }
        for argument in &attribute.arguments {
            self.word(row, argument);
        }
        for property in &attribute.properties {
            self.property(row, property, around);
        }
    }

    fn word(&mut self, row: &Row, argument: &Expr) {
        let word = argument.as_name();
        let text = word.map_or("", |word| self.names.text(word.name));
        if !row.words.contains(&text) {
            let what = word.map_or("such an argument".to_owned(), |_| {
                format!("the word `{text}`")
            });
            let message = format!("`{}` does not have {what}", row.name);
            let help = did_you_mean(text, row.words.iter().copied());
            self.warn_argument(argument.span, message, help);
        }
    }

    fn property(&mut self, row: &Row, property: &Property, around: Around) {
        let name = self.names.text(property.name.name);
        let known = row.properties.iter().find(|known| known.name == name);
        let Some(known) = known else {
            let names = row.properties.iter().map(|known| known.name);
            let message = format!("`{}` does not have the property `{name}`", row.name);
            return self.warn_argument(property.name.span, message, did_you_mean(name, names));
        };
        if let (Value::Versions, Some(function)) = (known.value, around.function) {
            return self.versions(row, &property.value, function);
        }
        if !self.fits(known.value, &property.value) {
            let message = format!("`{name}` of `{}` does not take this value", row.name);
            let text = match &property.value.kind {
                ExprKind::String(text) => text,
                _ => "",
            };
            let near = did_you_mean(text, known.value.words());
            let help = near.unwrap_or_else(|| format!("it is {}", known.value.text()));
            self.warn_argument(property.name.span, message, Some(help));
        }
    }

    /// Whether a value can be what a property wants; expressions may be anything.
    fn fits(&self, wanted: Value, value: &Expr) -> bool {
        let text = match &value.kind {
            ExprKind::String(text) => Some(&**text),
            _ => None,
        };
        let is_name = |value: &Expr| value.as_name().is_some();
        match wanted {
            Value::Text => text.is_some(),
            Value::Choice(words) => text.is_some_and(|text| words.contains(&text)),
            Value::Target => text.is_some_and(|text| attributes::platform(text).is_some()),
            Value::Int => can_be_int(value),
            Value::Ints => match &value.kind {
                ExprKind::Vector(items) => items.iter().all(can_be_int),
                _ => can_be_int(value),
            },
            Value::Switch => matches!(value.kind, ExprKind::Bool(_) | ExprKind::Int(0 | 1)),
            Value::Name => is_name(value),
            Value::Names => match &value.kind {
                ExprKind::Cell(items) | ExprKind::Vector(items) => items.iter().all(is_name),
                _ => is_name(value),
            },
            Value::Reduction => match &value.kind {
                ExprKind::Cell(items) => match items.as_slice() {
                    [name, operator] => is_name(name) && is_operator(operator),
                    _ => false,
                },
                _ => false,
            },
            Value::Dimensions => {
                let auto = value
                    .as_name()
                    .is_some_and(|name| self.names.text(name.name) == "auto");
                auto || matches!(value.kind, ExprKind::Vector(_))
            }
            Value::Versions | Value::Expression => true,
        }
    }

    /// The combinations of `{!specialize}`: each is made of equations of a parameter and an int.
    fn versions(&mut self, row: &Row, list: &Expr, function: &Function) {
        let ExprKind::Binary(binary) = &list.kind else {
            return self.no_version(row, list);
        };
        if matches!(binary.op, BinaryOp::Or | BinaryOp::And) {
            self.versions(row, &binary.left, function);
            return self.versions(row, &binary.right, function);
        }
        if binary.op != BinaryOp::Equal || !is_number(&binary.right) {
            return self.no_version(row, list);
        }
        let params = function.params.iter().map(|param| param.name.name);
        match binary.left.as_name() {
            Some(name) if !params.clone().any(|param| param == name.name) => {
                let known = params.map(|param| self.names.text(param));
                let text = self.names.text(name.name);
                let help = did_you_mean(text, known);
                let function = self.names.text(function.name.name);
                let message = format!("`{text}` is no parameter of `{function}`");
                self.warn_argument(name.span, message, help);
            }
            // An argument of a macro may stand in the place of the parameter.
            None if !is_number(&binary.left) => self.no_version(row, list),
            Some(_) | None => {}
        }
    }

    fn no_version(&mut self, row: &Row, at: &Expr) {
        let message = format!("`{}` cannot list this", row.name);
        let help = Some(format!("it lists {}", Value::Versions.text()));
        self.warn_argument(at.span, message, help);
    }

    fn warn(&mut self, at: Span, message: String, help: Option<String>) {
        self.warn_as(Code::UnknownAttribute, at, message, help);
    }

    fn warn_argument(&mut self, at: Span, message: String, help: Option<String>) {
        self.warn_as(Code::AttributeArgument, at, message, help);
    }

    fn warn_as(&mut self, code: Code, at: Span, message: String, help: Option<String>) {
        self.reports.push(
            Report::new(code, at, message)
                .label("ignored")
                .maybe_help(help),
        );
    }
}

/// Whether a value is the text of a compound assignment.
fn is_operator(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::String(text) => attributes::OPERATORS.contains(&&**text),
        _ => false,
    }
}

fn is_number(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Unary(UnaryOp::Negate, inner) => is_number(inner),
        kind => matches!(kind, ExprKind::Int(_) | ExprKind::Scalar(_)),
    }
}

/// Whether a value is not plainly something else than an int.
fn can_be_int(value: &Expr) -> bool {
    !matches!(
        value.kind,
        ExprKind::String(_) | ExprKind::Scalar(_) | ExprKind::Vector(_) | ExprKind::Cell(_)
    )
}

/// What stands around the blocks of a statement.
fn within<'a>(stmt: &'a Stmt, around: Around<'a>) -> Around<'a> {
    let function = match &stmt.kind {
        StmtKind::Function(function) => Some(&**function),
        _ => around.function,
    };
    Around {
        function,
        a_loop: around.a_loop || is_loop(Some(stmt)),
        a_macro: around.a_macro || matches!(stmt.kind, StmtKind::Macro(_)),
    }
}

/// The statement that attributes before it speak of.
fn next(behind: &[Stmt]) -> Option<&Stmt> {
    let speaks = |stmt: &&Stmt| !matches!(stmt.kind, StmtKind::Attribute(_) | StmtKind::Pragma(_));
    behind.iter().find(speaks)
}

fn is_loop(stmt: Option<&Stmt>) -> bool {
    stmt.is_some_and(|stmt| matches!(stmt.kind, StmtKind::For(_)))
}

/// What stands behind an attribute.
#[derive(Clone, Copy)]
struct Before {
    a_loop: bool,
    a_definition: bool,
}

fn has_effect(place: Place, around: Around, before: Before) -> bool {
    match place {
        Place::File => around.function.is_none() && !around.a_loop,
        Place::Loop => before.a_loop,
        Place::InLoop => before.a_loop || around.a_loop,
        Place::Function => around.function.is_some(),
        Place::Kernel => around.function.is_some() || around.a_loop,
        Place::Statement => true,
        Place::Definition => around.function.is_none() && before.a_definition,
    }
}
