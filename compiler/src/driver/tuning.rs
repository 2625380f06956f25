//! `--report=tuning`: the constants that `{!tuning_param …}` names.
//!
//! *Invariant:* in the order of files and lines.

use std::fmt::Write;

use crate::base::{Interner, SourceMap};
use crate::resolve::Modules;
use crate::syntax::ast::{Attribute, Block, ExprKind, StmtKind};
use crate::syntax::blocks::inner_blocks;
use crate::syntax::print::print_expr;

/// The attribute.
const TUNING: &str = "tuning_param";

/// A line for each constant: place, name, default.
pub fn text(modules: &Modules, sources: &SourceMap, names: &Interner) -> String {
    let mut found = Vec::new();
    for module in &modules.modules {
        collect(&module.ast.body, names, &mut found);
    }
    found.sort_by_key(|attribute| (attribute.span.file, attribute.span.lo));
    found.dedup_by_key(|attribute| attribute.span);
    let mut out = String::new();
    for attribute in found {
        let line = sources.position(attribute.span).line;
        let file = sources.file(attribute.span.file).name();
        let name = value(attribute, "name", names).unwrap_or_else(|| "(no name)".to_owned());
        let default = value(attribute, "default", names);
        let default = default.map_or(String::new(), |default| format!(" = {default}"));
        let _ = writeln!(out, "{file}:{line}: {name}{default}");
    }
    out
}

fn collect<'a>(block: &'a Block, names: &Interner, found: &mut Vec<&'a Attribute>) {
    for stmt in &block.stmts {
        if let StmtKind::Attribute(attribute) = &stmt.kind
            && names.text(attribute.name.name) == TUNING
        {
            found.push(attribute);
        }
        for inner in inner_blocks(stmt) {
            collect(inner, names, found);
        }
    }
}

/// A property's value: a text without its quotes, anything else as it is written.
fn value(attribute: &Attribute, property: &str, names: &Interner) -> Option<String> {
    let mut properties = attribute.properties.iter();
    let found = properties.find(|found| names.text(found.name.name) == property)?;
    Some(match &found.value.kind {
        ExprKind::String(text) => text.to_string(),
        _ => print_expr(&found.value, names),
    })
}
