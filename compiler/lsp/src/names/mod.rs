//! Which name of a tree means what.
//!
//! A function, a lambda, a rule and a macro have their own names: their parameters and outputs, and what is assigned in them. Every other name is
//! looked for around them, at last among those of the program: functions, types and variables of the top level of all its files. So what a local name means is known
//! from one file, and a name of the program is the same in all its files.
//!
//! *Technique:* lexical scopes with definitions that are found before uses are resolved, as a symbol table of two passes (Aho, Lam, Sethi and
//! Ullman, 2006, section 2.7).
//!
//! *Invariant:* occurrences are in the order of the text and do not overlap; of each name in the tree there is one at most.

mod walk;

use std::collections::HashMap;

use qc_front::base::{Span, Symbol};
use qc_front::syntax::ast::{Ast, Ident};

/// The number of a scope; [`TOP`] is the file.
pub type ScopeId = usize;

/// The scope of what the program has.
pub const TOP: ScopeId = 0;

/// What a scope is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// The file.
    File,
    /// A function with a name.
    Function,
    /// A lambda.
    Lambda,
    /// A reduction.
    Rule,
    /// A macro.
    Macro,
    /// A type with parameters.
    Type,
}

/// A part of the text with names of its own.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// What it is of.
    pub kind: ScopeKind,
    /// The scope around it; the file has none.
    pub parent: Option<ScopeId>,
    /// Where it is.
    pub span: Span,
    /// The function's name.
    pub name: Option<Ident>,
    /// The function from its first word to the parenthesis behind its parameters.
    pub header: Option<Span>,
}

/// What a definition makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub enum Kind {
    Function,
    Rule,
    Macro,
    Alias,
    Class,
    Enum,
    Generic,
    Parameter,
    Output,
    Variable,
    LoopVariable,
    Field,
    Key,
}

/// What is done with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It gets a meaning, or a variable a value.
    Define(Kind),
    /// Parts of its value are changed.
    Change,
    /// It is read.
    Read,
}

/// Among which names a name is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Those of the scopes.
    Scoped,
    /// The fields of a value, the keys of an enumeration; the base, and its name if it is one.
    Member(Span, Option<Symbol>),
    /// The fields of a class that is being defined.
    FieldOf(Symbol),
    /// The keys of an enumeration that is being defined.
    KeyOf(Symbol),
    /// The parameters of the function that is called.
    Argument(Option<Symbol>),
    /// The attributes.
    Attribute,
    /// The properties of an attribute.
    Property(Symbol),
    /// Those of the scopes, then the words of an attribute.
    Word(Symbol),
    /// The pragmas.
    Pragma,
}

/// A name in the text.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence {
    /// The name.
    pub name: Symbol,
    /// Its place.
    pub span: Span,
    /// The scope that it stands in.
    pub scope: ScopeId,
    /// What is done with it.
    pub role: Role,
    /// Where it is looked for.
    pub sense: Sense,
    /// The scope that has it, of those with [`Sense::Scoped`].
    pub owner: ScopeId,
}

impl Occurrence {
    /// Whether it is looked for among the names of the scopes.
    pub fn is_scoped(&self) -> bool {
        match self.sense {
            Sense::Scoped | Sense::Word(_) => true,
            Sense::Member(..)
            | Sense::FieldOf(_)
            | Sense::KeyOf(_)
            | Sense::Argument(_)
            | Sense::Attribute
            | Sense::Property(_)
            | Sense::Pragma => false,
        }
    }
}

/// The names of a file.
#[derive(Debug)]
pub struct Names {
    /// All scopes, each behind the one around it.
    pub scopes: Vec<Scope>,
    /// All names, in the order of the text.
    pub occurrences: Vec<Occurrence>,
    /// What each name of a scope is made by.
    kinds: HashMap<(ScopeId, Symbol), Kind>,
}

impl Names {
    /// Those of a tree of a text with so many bytes.
    pub fn of(ast: &Ast, length: u32) -> Names {
        let (scopes, mut occurrences) = walk::walk(ast, length);
        occurrences.sort_by_key(|it| (it.span.lo, it.span.hi));
        occurrences.dedup_by_key(|it| it.span);
        let mut kinds = HashMap::new();
        for it in &occurrences {
            if let (Role::Define(kind), Sense::Scoped) = (it.role, it.sense) {
                let known = kinds.entry((it.scope, it.name)).or_insert(kind);
                if matches!(kind, Kind::Function | Kind::Class | Kind::Enum) {
                    *known = kind;
                }
            }
        }
        let mut names = Names {
            scopes,
            occurrences,
            kinds,
        };
        names.resolve();
        names
    }

    fn resolve(&mut self) {
        for at in 0..self.occurrences.len() {
            let Occurrence { name, scope, .. } = self.occurrences[at];
            self.occurrences[at].owner = self.owner(name, scope);
        }
    }

    /// The scope that has a name, seen from another scope.
    pub fn owner(&self, name: Symbol, from: ScopeId) -> ScopeId {
        let mut scope = from;
        loop {
            match self.scopes[scope].parent {
                None => return TOP,
                Some(_) if self.kinds.contains_key(&(scope, name)) => return scope,
                Some(parent) => scope = parent,
            }
        }
    }

    /// What makes a name of a scope in this file.
    pub fn kind(&self, owner: ScopeId, name: Symbol) -> Option<Kind> {
        self.kinds.get(&(owner, name)).copied()
    }

    /// The name at an offset, or right before it.
    pub fn at(&self, offset: u32) -> Option<&Occurrence> {
        let behind = self.occurrences.partition_point(|it| it.span.lo <= offset);
        let found = self.occurrences[..behind].last()?;
        (offset <= found.span.hi).then_some(found)
    }

    /// The innermost scope around an offset.
    pub fn scope_at(&self, offset: u32) -> ScopeId {
        let around = |scope: &Scope| scope.span.lo <= offset && offset <= scope.span.hi;
        self.scopes.iter().rposition(around).unwrap_or(TOP)
    }

    /// The innermost function around a scope.
    pub fn function_of(&self, scope: ScopeId) -> Option<&Scope> {
        let mut at = Some(scope);
        while let Some(scope) = at {
            let found = &self.scopes[scope];
            if found.kind == ScopeKind::Function {
                return Some(found);
            }
            at = found.parent;
        }
        None
    }

    /// The occurrences of a name of a scope.
    pub fn of_owner(&self, owner: ScopeId, name: Symbol) -> impl Iterator<Item = &Occurrence> {
        let fits = move |it: &&Occurrence| it.is_scoped() && it.owner == owner && it.name == name;
        self.occurrences.iter().filter(fits)
    }

    /// The names that are seen from a scope, the nearest first.
    pub fn visible(&self, from: ScopeId) -> Vec<(Symbol, Kind, ScopeId)> {
        let mut found = Vec::new();
        let mut at = Some(from);
        while let Some(scope) = at {
            let of_scope = self.kinds.iter().filter(|((owner, _), _)| *owner == scope);
            let mut of_scope: Vec<_> = of_scope
                .map(|((_, name), kind)| (*name, *kind, scope))
                .collect();
            of_scope.sort_by_key(|(name, ..)| name.index());
            found.extend(of_scope);
            at = self.scopes[scope].parent;
        }
        found
    }
}
