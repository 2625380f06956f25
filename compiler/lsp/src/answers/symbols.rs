//! The outline of a file: functions, types with their fields and keys, and the variables of the top level.
//!
//! *Invariant:* the range of a symbol holds its name and its children.

use lsp_types::{DocumentSymbol, SymbolKind};
use qc_front::base::Span;
use qc_front::syntax::ast::{Block, Function, Ident, Stmt, StmtKind, TypeDef, TypeDefKind};
use qc_front::syntax::print::{print_expr, print_function_header, print_type};

use crate::document::Document;
use crate::names::{Kind, Role, Sense, TOP};

/// The outline.
pub fn of(document: &Document) -> Vec<DocumentSymbol> {
    let outline = Outline(document);
    let mut found = outline.block(&document.syntax().ast.body);
    found.extend(outline.variables());
    found.sort_by_key(|symbol| symbol.selection_range.start);
    found
}

struct Outline<'a>(&'a Document);

impl Outline<'_> {
    fn block(&self, block: &Block) -> Vec<DocumentSymbol> {
        let found = block.stmts.iter();
        found.filter_map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&self, stmt: &Stmt) -> Option<DocumentSymbol> {
        let names = &self.0.syntax().interner;
        Some(match &stmt.kind {
            StmtKind::Function(function) => self.function(function, stmt.span),
            StmtKind::TypeDef(definition) => self.type_definition(definition, stmt.span),
            StmtKind::Macro(definition) => {
                self.symbol(definition.name, SymbolKind::FUNCTION, stmt.span, "macro")
            }
            StmtKind::Reduction(rule) => {
                let name = format!("reduction {}", print_expr(&rule.pattern, names));
                DocumentSymbol {
                    name,
                    ..self.symbol_at(stmt.span, SymbolKind::OPERATOR, stmt.span)
                }
            }
            _ => return None,
        })
    }

    fn function(&self, function: &Function, span: Span) -> DocumentSymbol {
        let names = &self.0.syntax().interner;
        let header = print_function_header(function, names);
        let detail = header.strip_prefix("function ").unwrap_or(&header);
        let children = self.block(&function.body);
        DocumentSymbol {
            children: (!children.is_empty()).then_some(children),
            ..self.symbol(function.name, SymbolKind::FUNCTION, span, detail.trim())
        }
    }

    fn type_definition(&self, definition: &TypeDef, span: Span) -> DocumentSymbol {
        let names = &self.0.syntax().interner;
        let (kind, children) = match &definition.kind {
            TypeDefKind::Alias(_) => (SymbolKind::CLASS, Vec::new()),
            TypeDefKind::Class(class) => {
                let field = |field: &qc_front::syntax::ast::Field| {
                    let ty = field.ty.as_ref().map(|ty| print_type(ty, names));
                    let ty = ty.unwrap_or_default();
                    self.symbol(field.name, SymbolKind::FIELD, field.name.span, &ty)
                };
                (SymbolKind::CLASS, class.fields.iter().map(field).collect())
            }
            TypeDefKind::Enum(keys) => {
                let key = |name| self.symbol(name, SymbolKind::ENUM_MEMBER, name.span, "");
                let keys = keys.iter().map(|it| key(it.name));
                (SymbolKind::ENUM, keys.collect())
            }
        };
        DocumentSymbol {
            children: (!children.is_empty()).then_some(children),
            ..self.symbol(definition.name, kind, span, "")
        }
    }

    /// The variables of the script, each where it is assigned first.
    fn variables(&self) -> Vec<DocumentSymbol> {
        let names = &self.0.syntax().names;
        let mut seen = Vec::new();
        let mut found = Vec::new();
        for it in &names.occurrences {
            let defines = matches!(it.role, Role::Define(Kind::Variable));
            if !defines || it.scope != TOP || it.sense != Sense::Scoped || seen.contains(&it.name) {
                continue;
            }
            seen.push(it.name);
            let (name, span) = (it.name, it.span);
            found.push(self.symbol(Ident { name, span }, SymbolKind::VARIABLE, span, ""));
        }
        found
    }

    fn symbol(&self, name: Ident, kind: SymbolKind, span: Span, detail: &str) -> DocumentSymbol {
        let name_text = self.0.syntax().name(name.name).to_owned();
        DocumentSymbol {
            name: name_text,
            detail: (!detail.is_empty()).then(|| detail.to_owned()),
            ..self.symbol_at(name.span, kind, span)
        }
    }

    #[allow(deprecated, reason = "the field has to be given")]
    fn symbol_at(&self, selection: Span, kind: SymbolKind, span: Span) -> DocumentSymbol {
        DocumentSymbol {
            name: String::new(),
            detail: None,
            kind,
            tags: None,
            deprecated: None,
            range: self.0.range(span.to(selection)),
            selection_range: self.0.range(selection),
            children: None,
        }
    }
}
