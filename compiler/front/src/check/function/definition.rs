//! Functions of the source where they are met.
//!
//! *Invariant:* what is wrong in a header is reported when the definition is made.

use crate::check::{Checker, DefId};
use crate::syntax::ast;

impl<'a> Checker<'a> {
    /// The definition of a function of the source, made on first sight.
    pub(in crate::check) fn define_function(&mut self, function: &'a ast::Function) -> DefId {
        if let Some(def) = self.functions.known(function) {
            return def;
        }
        let first = self.reports.len();
        let mistakes = self.definitions.mistakes_of_header(function);
        self.reports.extend(mistakes);
        self.keep_definition_reports(first);
        self.functions.define(function)
    }
}
