//! What keys and values the dictionaries of a place have.
//!
//! `dictionary()` says neither. Each place of the source that makes dictionaries, a *site*, has two tables of what is stored there, one for keys
//! and one for values, as the elements of `??` arrays have them (`cell`): the program is walked again while the tables grow. Until they have
//! something the dictionary is *started*: it can be stored into and read, but what it gives has no type yet. Where a dictionary of a site
//! goes to a place with a written type, the site makes dictionaries of that type.
//!
//! *Invariant:* a dictionary of a site has a class of its own, whose arguments are what the present walk goes by; two sites whose
//! dictionaries meet are one.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Checker;
use crate::check::cell::Cells;
use crate::check::kinds::{fits_union, members};
use crate::diag::{Code, Report};
use crate::syntax::ast::TypeDefKind;
use crate::types::{ArrayType, CellId, ClassId, Defined, Elem, Type, intern, join, union_of};

use super::{NAME, dictionary_class};

/// A place that makes dictionaries, by its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::check) struct Site {
    pub(super) keys: CellId,
    pub(super) values: CellId,
}

/// What is known of sites beside their tables.
#[derive(Debug, Default)]
pub(in crate::check) struct Sites {
    /// The written types of sites whose dictionaries go to places with one, by the tables of their keys.
    written: BTreeMap<CellId, Type>,
    /// The tables of values of sites that got a vector without elements, as `[]`: it says nothing of others.
    empty: BTreeSet<CellId>,
    /// The keys that dictionaries of sites are asked for, by the tables of their keys: they count where nothing is stored.
    asked: BTreeMap<CellId, Type>,
    /// The tables of values that are being looked at.
    open: Vec<CellId>,
}

impl Cells {
    fn same(&self, site: Site) -> Site {
        Site {
            keys: self.root(site.keys),
            values: self.root(site.values),
        }
    }

    /// Notes that dictionaries of the site have a written type.
    fn write(&mut self, site: Site, ty: &Type) {
        let keys = self.root(site.keys);
        if self.sites.written.contains_key(&keys) {
            return;
        }
        self.sites.written.insert(keys, ty.clone());
        self.grown = true;
    }

    /// Notes a key that a dictionary of the site is asked for.
    pub(super) fn ask(&mut self, site: Site, key: &Type) {
        let keys = self.root(site.keys);
        self.sites.asked.entry(keys).or_insert_with(|| key.clone());
    }

    /// The type of the keys of a site that nothing is stored through.
    fn asked(&self, site: Site) -> Type {
        let mut asked = self.sites.asked.iter();
        let found = asked.find(|(cell, _)| self.root(**cell) == site.keys);
        found.map_or(Type::String, |(_, ty)| ty.clone())
    }

    /// Whether a site got a vector without elements.
    fn has_empty(&self, site: Site) -> bool {
        let values = self.root(site.values);
        let mut empty = self.sites.empty.iter();
        empty.any(|cell| self.root(*cell) == values)
    }

    /// The written type of a site.
    fn written(&self, site: Site) -> Option<Type> {
        let keys = self.root(site.keys);
        let mut written = self.sites.written.iter();
        let found = written.find(|(known, _)| self.root(**known) == keys);
        found.map(|(_, ty)| ty.clone())
    }
}

impl<'a> Checker<'a> {
    /// The site that a dictionary comes from; none where its type is written.
    pub(super) fn site_of(&self, class: &Defined<ClassId>) -> Option<Site> {
        let site = self.types.classes[class.id].site?;
        Some(self.cells.same(site))
    }

    /// The type of the dictionaries of a site, as far as the present walk knows it.
    pub(super) fn dictionary_at(&mut self, site: Site) -> Type {
        let site = self.cells.same(site);
        if let Some(ty) = self.cells.written(site) {
            return ty;
        }
        if self.cells.sites.open.contains(&site.values) {
            self.report_endless_site(site);
            return Type::Error;
        }
        self.cells.sites.open.push(site.values);
        let key = self.known_type(site.keys, &self.cells.asked(site));
        let otherwise = match self.cells.has_empty(site) {
            true => Type::Array(ArrayType::open(Elem::Scalar, 1)),
            false => Type::Scalar,
        };
        let value = self.known_type(site.values, &otherwise);
        self.cells.sites.open.pop();
        let key = key.map(|ty| match ty {
            Type::Unknown(_) => Type::String,
            ty => ty,
        });
        if key.is_none() || value.is_none() {
            self.cells.empty_read = true;
        }
        if value == Some(Type::Error) {
            return Type::Error;
        }
        let key = key.unwrap_or(Type::Unknown(site.keys));
        let value = value.unwrap_or(Type::Unknown(site.values));
        self.dictionary_type(key, value, Some(site))
    }

    /// Dictionaries whose values are made of themselves.
    fn report_endless_site(&mut self, site: Site) {
        let message = "the values of this dictionary would contain the dictionary itself";
        self.report(
            Report::new(Code::EndlessType, self.cells.place(site.values), message)
                .label("holds values that are made of it")
                .help("let the values be objects of a class that refers to the others: `^T`"),
        );
    }

    /// Whether nothing is known yet of the keys or values of a dictionary.
    pub(in crate::check) fn is_started(&self, class: &Defined<ClassId>) -> bool {
        let (key, value) = self.types_of(class);
        let unknown = |ty: &Type| match ty {
            Type::Unknown(cell) => self.cells.known(*cell).is_none(),
            _ => false,
        };
        unknown(&key) || unknown(&value)
    }

    /// Whether all that is known of the values of a dictionary is that one is a vector without elements.
    pub(super) fn has_empty_values(&self, class: &Defined<ClassId>) -> bool {
        let site = self.site_of(class);
        site.is_some_and(|site| {
            self.cells.has_empty(site) && self.cells.known(site.values).is_none()
        })
    }

    /// What all that a table has found is kept as: one type, or what any value has. None while it has found nothing.
    fn known_type(&mut self, cell: CellId, otherwise: &Type) -> Option<Type> {
        let Some(found) = self.cells.known(cell) else {
            return self.cells.complete.then(|| otherwise.clone());
        };
        let present: Vec<Type> = members(&found).iter().map(|ty| self.present(ty)).collect();
        if present.contains(&Type::Error) {
            return Some(Type::Error);
        }
        let (first, others) = present.split_first()?;
        let all = others
            .iter()
            .try_fold(first.clone(), |all, ty| join(&all, ty));
        Some(match all {
            Some(ty) if self.types.is_element(&ty) => ty,
            Some(_) | None => Type::Unknown(self.cells.root(cell)),
        })
    }

    fn dictionary_type(&mut self, key: Type, value: Type, site: Option<Site>) -> Type {
        let found = self.definitions.names.find(NAME);
        let definition = found.and_then(|name| self.definitions.type_defs.get(&name));
        match definition.map(|definition| (*definition, &definition.kind)) {
            Some((definition, TypeDefKind::Class(class))) => {
                Type::Pointer(self.class_at(definition, class, vec![key, value], site))
            }
            Some(_) | None => Type::Error,
        }
    }

    /// A type that a table has: what it says of dictionaries of sites is what the present walk knows of these.
    pub(in crate::check) fn present(&mut self, ty: &Type) -> Type {
        self.with_dictionaries(ty, &mut |checker, site| checker.dictionary_at(site))
    }

    /// A type as tables keep it: dictionaries of a site stay what they are when more is known of them.
    pub(in crate::check) fn lasting(&mut self, ty: &Type) -> Type {
        self.with_dictionaries(ty, &mut |checker, site| {
            let (key, value) = (Type::Unknown(site.keys), Type::Unknown(site.values));
            checker.dictionary_type(key, value, Some(site))
        })
    }

    fn with_dictionaries(
        &mut self,
        ty: &Type,
        made: &mut dyn FnMut(&mut Self, Site) -> Type,
    ) -> Type {
        if let Some(class) = dictionary_class(ty) {
            return match self.site_of(class) {
                Some(site) => made(self, site),
                None => ty.clone(),
            };
        }
        match ty {
            Type::Array(array) => match array.elem {
                Elem::Compound(inner @ (Type::Pointer(_) | Type::Array(_))) => {
                    let inner = self.with_dictionaries(inner, made);
                    Type::Array(ArrayType {
                        elem: Elem::Compound(intern(inner)),
                        ..array.clone()
                    })
                }
                _ => ty.clone(),
            },
            Type::Union(members) => {
                let members: Vec<Type> = members
                    .iter()
                    .map(|ty| self.with_dictionaries(ty, made))
                    .collect();
                union_of(members).unwrap_or(Type::Error)
            }
            other => other.clone(),
        }
    }

    /// Notes that dictionaries of both types may be one: of a site and of a written type, or of two sites.
    pub(in crate::check) fn same_dictionaries(&mut self, a: &Type, b: &Type) {
        let (Some(left), Some(right)) = (dictionary_class(a), dictionary_class(b)) else {
            return;
        };
        if left.id == right.id {
            return;
        }
        match (self.site_of(left), self.site_of(right)) {
            (Some(left), Some(right)) => {
                self.cells.unify(left.keys, right.keys);
                self.cells.unify(left.values, right.values);
            }
            (Some(site), None) => self.cells.write(site, b),
            (None, Some(site)) => self.cells.write(site, a),
            (None, None) => {}
        }
    }

    /// Notes that a dictionary gets keys and values of these types.
    pub(super) fn learn_entry(&mut self, class: &Defined<ClassId>, key: &Type, value: &Type) {
        let Some(site) = self.site_of(class) else {
            return;
        };
        for (cell, ty) in [(site.keys, key), (site.values, value)] {
            if cell == site.values && ty.as_array().is_some_and(ArrayType::is_start) {
                self.cells.sites.empty.insert(cell);
                continue;
            }
            let learns = match ty {
                Type::Union(members) => members.iter().all(fits_union),
                ty => fits_union(ty) && *ty != Type::Error,
            };
            if learns {
                let ty = self.functions.settle_type(ty);
                let ty = self.lasting(&ty);
                self.cells.learn(cell, ty);
            }
        }
    }
}
