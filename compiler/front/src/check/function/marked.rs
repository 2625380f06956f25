//! Functions of the program file that an attribute marks for callers outside: commands and exports.
//!
//! *Invariant:* the first attribute of a name counts.

use crate::base::Span;
use crate::check::Checker;
use crate::resolve::Modules;
use crate::syntax::ast;

/// A mark: where it stands, and the name that it gives.
pub(super) struct Mark {
    pub(super) span: Span,
    pub(super) name: Option<String>,
}

/// The functions of the program file, in the order of the text.
pub(super) fn functions_of_program(
    modules: &Modules,
) -> impl DoubleEndedIterator<Item = &ast::Function> + Clone {
    let stmts = modules
        .modules
        .last()
        .into_iter()
        .flat_map(|program| &program.ast.body.stmts);
    stmts.filter_map(|stmt| match &stmt.kind {
        ast::StmtKind::Function(function) => Some(&**function),
        _ => None,
    })
}

impl<'a> Checker<'a> {
    /// The mark `{!attribute name="…"}` of a function.
    pub(super) fn mark(&self, function: &ast::Function, attribute: &str) -> Option<Mark> {
        let mut stmts = function.body.stmts.iter();
        let attribute = stmts.find_map(|stmt| match &stmt.kind {
            ast::StmtKind::Attribute(found) if self.text(found.name.name) == attribute => {
                Some(found)
            }
            _ => None,
        })?;
        let mut properties = attribute.properties.iter();
        let given = properties.find(|property| self.text(property.name.name) == "name");
        let name = match given.map(|property| &property.value.kind) {
            Some(ast::ExprKind::String(text)) => Some(text.to_string()),
            _ => None,
        };
        Some(Mark {
            span: attribute.span,
            name,
        })
    }
}
