//! Types that are too large: of cells in cells, of classes whose fields are classes, of functions that capture functions. Each shares its parts, so
//! that a short program can write one that has more than there is memory for.
//!
//! *Invariant:* what is too large is reported where it is made, and becomes the type of what was reported.

use std::collections::BTreeSet;

use crate::base::{Span, Symbol, stack};
use crate::diag::{Code, Report};
use crate::syntax::ast::TypeDef;
use crate::types::{Elem, MOST_PARTS, Type};

use super::extent::Extent;
use super::{Checker, growth};

/// The aliases that were read since one was read by itself, and those that are too large.
#[derive(Debug, Default)]
pub(super) struct AliasesRead {
    count: usize,
    large: BTreeSet<Symbol>,
}

impl Checker<'_> {
    /// How large the value of a field or a capture is.
    pub(in crate::check) fn extent_of(&self, ty: &Type) -> Extent {
        let (parts, depth, is_refused) = match (ty, ty.elem()) {
            (Type::Class(class), _) | (_, Some(Elem::Compound(Type::Class(class)))) => {
                return self.types.classes[class.id].extent;
            }
            (Type::Closure(closure), _) => return self.functions.closures[*closure].extent,
            (Type::Union(members), _) => {
                return Extent::around(members.iter().map(|ty| self.extent_of(ty)));
            }
            (Type::Error, _) => (0, 0, false),
            (_, _) => (1, 0, false),
        };
        Extent {
            parts,
            depth,
            is_refused,
        }
    }

    /// Notes that an alias is read, within another one or by itself; whether it may be. One of a type that holds another alias twice doubles
    /// what is read.
    pub(in crate::check) fn may_read_alias(&mut self, definition: &TypeDef) -> bool {
        let outermost = self.open_aliases.first().copied();
        if outermost.is_none() {
            self.aliases_read.count = 0;
        }
        self.aliases_read.count += 1;
        let is_large = self.aliases_read.count > MOST_PARTS || stack::is_half_used();
        if is_large {
            let name = outermost.unwrap_or(definition.name.name);
            self.aliases_read.large.insert(name);
            let large = self.definitions.type_defs.get(&name);
            let report = self.large_definition(large.copied().unwrap_or(definition));
            self.report_first(report);
        }
        !is_large && !self.aliases_read.large.contains(&definition.name.name)
    }

    /// What lies in something too large may be too large as well: the first one is told.
    fn report_first(&mut self, report: Report) {
        if !self
            .reports
            .iter()
            .any(|known| known.code == Code::LargeType)
        {
            self.report(report);
        }
    }

    pub(in crate::check) fn report_large_type(&mut self, span: Span) {
        let message = "the type of this cell has too many parts";
        let label = "its cells hold cells, which hold cells";
        self.report(
            Report::new(Code::LargeType, span, message)
                .label(label)
                .help(growth::advice(&Type::Error))
                .maybe_note(stack::note()),
        );
    }

    pub(in crate::check) fn report_large_definition(&mut self, definition: &TypeDef) {
        let report = self.large_definition(definition);
        self.report(report);
    }

    fn large_definition(&self, definition: &TypeDef) -> Report {
        let name = self.text(definition.name.name);
        let message = format!("a `{name}` would have too many parts");
        Report::new(Code::LargeType, definition.name.span, message)
            .label("made of types that are made of others, and so on")
            .help("refer to objects by pointers, `^T`, or keep many values of a class in an array `vec[T]`")
            .maybe_note(stack::note())
    }

    pub(in crate::check) fn report_large_function(&mut self, span: Span) {
        let message = "this function would hold too many values";
        self.report_first(
            Report::new(Code::LargeType, span, message)
                .label("it holds what it captures, which are functions that hold what they capture")
                .help("give the functions that it calls as arguments, or keep them in a cell array")
                .maybe_note(stack::note()),
        );
    }
}
