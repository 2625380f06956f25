//! Dictionaries: values by keys, `d = dictionary()`, `d["a"] = 1`.
//!
//! A dictionary is an object of the class `dictionary[K, V]` of `stdlib/dictionaries.q`, and its values are references to such. What is written
//! with brackets becomes calls of the functions there, an access to the entry that they find, and the error where they find none.
//!
//! | file | what it does |
//! |---|---|
//! | `site` | which keys and values a `dictionary()` has: learned from what the program stores |
//! | `make` | `dictionary(…)` |
//! | `access` | `d[k]`, `d[k] = v`, `d[k] op= v` |
//! | `whole` | dictionaries as arguments, as text, compared |
//!
//! *Invariant:* a key is converted to the type of the keys before it goes anywhere, and never loses anything by that.

mod access;
mod make;
mod site;
mod whole;

use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Space};
use crate::resolve::{DICTIONARIES, WITHIN_QC};
use crate::types::{ClassId, Defined, Type};

use super::call::{Argument, Callee};
use super::class::field_value;
use super::definitions::Definitions;
use super::trees::error;
use super::{BodyState, Checker, Reports};

pub(super) use access::hold;
pub(super) use site::{Site, Sites};

/// The name of the class.
const NAME: &str = "dictionary";

/// The dictionary that values of the type refer to.
pub(super) fn dictionary_class(ty: &Type) -> Option<&Defined<ClassId>> {
    match ty {
        Type::Pointer(class) => Some(class).filter(|class| class.dictionary),
        _ => None,
    }
}

impl<'a> Checker<'a> {
    /// A call of a function of the library by its name.
    pub(super) fn of_library(
        &mut self,
        f: &mut BodyState<'a>,
        name: &str,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let found = self.definitions.names.find(name);
        let defs = found.and_then(|name| self.definitions.functions.get(&name));
        let defs = defs.cloned().unwrap_or_default();
        let values: Vec<Argument> = values
            .into_iter()
            .map(|value| Argument::new(None, value))
            .collect();
        let def = match defs.as_slice() {
            [def] => Some(*def),
            several => self.best_overload(f, several, &values),
        };
        match def {
            Some(def) => self.call_def(f, Callee::function(def), values, span),
            None => error(span),
        }
    }

    /// A field of the object that a dictionary is.
    fn part(&mut self, dictionary: Expr, name: &str) -> Option<Expr> {
        let name = self.definitions.names.find(name)?;
        let class = dictionary_class(&dictionary.ty)?.clone();
        let index = self.types.find_field(&class, name)?;
        let ty = self.types.classes[class.id].fields[index].ty.clone();
        Some(field_value(dictionary, &class, index, ty))
    }

    /// The types of the keys and values of a dictionary.
    pub(super) fn types_of(&self, class: &Defined<ClassId>) -> (Type, Type) {
        match self.types.classes[class.id].args.as_slice() {
            [key, value] => (key.clone(), value.clone()),
            _ => (Type::Error, Type::Error),
        }
    }
}

impl<'a> Definitions<'a> {
    /// Whether a type is the library's class of dictionaries.
    pub(super) fn is_dictionary(&self, definition: &crate::syntax::ast::TypeDef) -> bool {
        let name = definition.name;
        self.text(name.name) == NAME && self.is_of(name.span, DICTIONARIES)
    }

    /// Whether a place of the source is in a module of the library.
    pub(super) fn is_of(&self, span: Span, module: &str) -> bool {
        let mut modules = self.modules.modules.iter();
        modules.any(|found| {
            found.ast.file == span.file && found.identity == format!("{WITHIN_QC}{module}")
        })
    }
}

/// Dictionaries exist in host code only.
fn on_host(reports: &mut Reports, f: &BodyState<'_>, dictionary: &Expr) -> bool {
    if f.space != Space::Host {
        reports.push(
            Report::new(
                Code::HostOnly,
                dictionary.span,
                "dictionaries do not exist in kernel and device functions",
            )
            .label(format!("a `{}`", dictionary.ty))
            .help("read the values before, and pass them: `v = values(d)` is a vector"),
        );
    }
    f.space == Space::Host
}

/// A condition as it stands in the typed tree.
fn int_of(kind: ExprKind, span: Span) -> Expr {
    Expr {
        ty: Type::Int,
        span,
        kind,
    }
}
