//! The functions and lambdas of the source, and the function values that are made of them.
//!
//! *Invariant:* a function of the source has one definition, a lambda one per signature that it is used with; the same definition with
//! captures of the same types, among the same generic types, is one closure type. Both tables only grow.

use std::collections::{BTreeMap, HashMap};

use crate::base::{IndexVec, Span, Symbol};
use crate::hir::Space;
use crate::resolve::names;
use crate::syntax::ast;
use crate::types::{ClosureId, Type};

use super::definitions::{Definitions, space_of};
use super::environment::Variable;
use super::extent::Extent;

crate::define_id!(
    /// A function or lambda of the source.
    pub DefId, "def"
);

/// A function or lambda of the source.
#[derive(Clone, Debug)]
pub(super) struct Def<'a> {
    pub(super) source: DefSource<'a>,
    pub(super) name: String,
    pub(super) space: Space,
    /// Names it may read from outside.
    pub(super) free: Vec<Symbol>,
    /// For top-level functions: top-level variables as they were at its definition.
    pub(super) snapshot: BTreeMap<Symbol, Variable>,
    /// For nested functions: the generic types of the functions around, where it was evaluated last.
    pub(super) outer_types: BTreeMap<Symbol, Type>,
    /// Input and output types that a typed lambda variable fixed.
    pub(super) signature: Option<Signature>,
    /// The variable that a lambda is assigned to, by which it can call itself.
    pub(super) own_name: Option<Symbol>,
    /// Captured variables that their owner assigns more than once.
    pub(super) reassigned: Vec<Symbol>,
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum DefSource<'a> {
    Function(&'a ast::Function),
    Lambda(&'a ast::Lambda),
}

/// The types of a function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Signature {
    pub(super) inputs: Vec<Type>,
    pub(super) outputs: Vec<Type>,
}

/// What a closure value of a given type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClosureData {
    pub(super) def: DefId,
    /// Captured names with their types, in order.
    pub(super) captures: Vec<(Symbol, Type)>,
    /// Those of them that are generic sizes with a known value.
    pub(super) known: Vec<(Symbol, i32)>,
    /// Generic types of the functions around it.
    pub(super) types: Vec<(Symbol, Type)>,
    /// Values that a value of it consists of: what it captures, and what functions and classes among that consist of.
    pub(super) extent: Extent,
}

impl ClosureData {
    /// A function that captures nothing.
    pub(super) fn of_function(def: DefId) -> ClosureData {
        ClosureData {
            def,
            captures: Vec::new(),
            known: Vec::new(),
            types: Vec::new(),
            extent: Extent::default(),
        }
    }
}

/// All functions and lambdas that were met so far, and their values.
pub(super) struct Functions<'a> {
    pub(super) definitions: &'a Definitions<'a>,
    pub(super) defs: IndexVec<DefId, Def<'a>>,
    /// By address of the syntax node.
    def_ids: HashMap<usize, DefId>,
    pub(super) closures: IndexVec<ClosureId, ClosureData>,
    closure_ids: HashMap<ClosureData, ClosureId>,
    /// What function values are in tables, as far as that was asked.
    pub(super) settled: HashMap<ClosureId, ClosureId>,
}

impl<'a> Functions<'a> {
    /// Those of the top level.
    pub(super) fn new(definitions: &'a Definitions<'a>) -> Self {
        let mut functions = Functions {
            definitions,
            defs: IndexVec::new(),
            def_ids: HashMap::new(),
            closures: IndexVec::new(),
            closure_ids: HashMap::new(),
            settled: HashMap::new(),
        };
        for declared in definitions.all_declared() {
            functions.push(declared.source, declared.free.clone());
        }
        functions
    }

    /// The definition of a function of the source, if it was met.
    pub(super) fn known(&self, function: &ast::Function) -> Option<DefId> {
        let address = std::ptr::from_ref(function) as usize;
        self.def_ids.get(&address).copied()
    }

    /// The definition of a nested function, which has none yet.
    pub(super) fn define(&mut self, function: &'a ast::Function) -> DefId {
        let free = names::free_names(function);
        self.push(function, self.definitions.with_rule_variables(free))
    }

    fn push(&mut self, function: &'a ast::Function, free: Vec<Symbol>) -> DefId {
        let def = self.defs.push(Def {
            source: DefSource::Function(function),
            name: self.definitions.text(function.name.name).to_string(),
            space: space_of(function.qualifier),
            free,
            snapshot: BTreeMap::new(),
            outer_types: BTreeMap::new(),
            signature: None,
            own_name: None,
            reassigned: Vec::new(),
            span: function.header,
        });
        let address = std::ptr::from_ref(function) as usize;
        self.def_ids.insert(address, def);
        def
    }

    /// The definition of a lambda; a typed lambda has one definition per signature.
    pub(super) fn define_lambda(
        &mut self,
        lambda: &'a ast::Lambda,
        span: Span,
        signature: Option<Signature>,
    ) -> DefId {
        let address = std::ptr::from_ref(lambda) as usize;
        if let Some(def) = self.def_ids.get(&address)
            && self.defs[*def].signature == signature
        {
            return *def;
        }
        let free = names::free_names_of_lambda(lambda);
        let def = self.defs.push(Def {
            source: DefSource::Lambda(lambda),
            name: "lambda".to_string(),
            space: space_of(lambda.qualifier),
            free: self.definitions.with_rule_variables(free),
            snapshot: BTreeMap::new(),
            outer_types: BTreeMap::new(),
            signature,
            own_name: None,
            reassigned: Vec::new(),
            span,
        });
        self.def_ids.insert(address, def);
        def
    }

    /// The closure type of a function with what it captures.
    pub(super) fn closure(&mut self, data: ClosureData) -> ClosureId {
        if let Some(id) = self.closure_ids.get(&data) {
            return *id;
        }
        let id = self.closures.push(data.clone());
        self.closure_ids.insert(data, id);
        id
    }

    /// The parameters of a definition.
    pub(super) fn params(&self, def: DefId) -> &'a [ast::Param] {
        match self.defs[def].source {
            DefSource::Function(function) => &function.params,
            DefSource::Lambda(lambda) => &lambda.params,
        }
    }

    /// The generic parameters of a definition.
    pub(super) fn generics_of(&self, def: DefId) -> &'a [ast::GenericParam] {
        match self.defs[def].source {
            DefSource::Function(function) => &function.generics,
            DefSource::Lambda(_) => &[],
        }
    }

    /// Whether the body of a function says `{!name}`.
    pub(super) fn has_attribute(&self, def: DefId, name: &str) -> bool {
        let DefSource::Function(function) = self.defs[def].source else {
            return false;
        };
        function.body.stmts.iter().any(|stmt| match &stmt.kind {
            ast::StmtKind::Attribute(attribute) => {
                self.definitions.text(attribute.name.name) == name
            }
            _ => false,
        })
    }

    /// Whether two definitions take the same parameters, as far as these are written.
    pub(super) fn same_parameters(&self, left: DefId, right: DefId) -> bool {
        let written = |def| self.definitions.written_types(self.params(def));
        written(left) == written(right)
    }
}
