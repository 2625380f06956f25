//! Enumerations: the values of their keys, `color.Red`, bare keys in `match`.
//!
//! *Invariant:* a key is an int constant of the enumeration's type.

use crate::base::{Span, Symbol};
use crate::diag::{Code, Report, did_you_mean};
use crate::hir::{Enum, Expr, ExprKind};
use crate::syntax::ast::{self, EnumKey, TypeDefKind};
use crate::types::{Defined, EnumId, Type, settled};

use super::builtin::host_only;
use super::defined::DefinedTypes;
use super::kinds::is_union;
use super::trees::error;
use super::{BodyState, Checker};

impl<'a> Checker<'a> {
    /// The enumeration of that name: keys count from 0, or on from the last explicit value.
    pub(super) fn enumeration(
        &mut self,
        f: &mut BodyState<'a>,
        name: ast::Ident,
        keys: &'a [EnumKey],
    ) -> Defined<EnumId> {
        if let Some(found) = self.types.enum_ids.get(&name.name) {
            return found.clone();
        }
        if self.open_enums.contains(&name.name) {
            // A value that needs the keys that it is one of is no constant, as is told where it stands.
            return self
                .types
                .enumeration(self.definitions.text(name.name), Vec::new());
        }
        self.open_enums.push(name.name);
        let first_report = self.reports.len();
        let mut values: Vec<(String, i32)> = Vec::new();
        let mut next = 0i32;
        for (index, key) in keys.iter().enumerate() {
            let first = keys[..index]
                .iter()
                .find(|other| other.name.name == key.name.name);
            if let Some(first) = first {
                self.report_twice(key.name, first.name.span, "key");
            }
            if let Some(value) = &key.value {
                let own = f.generics.clone();
                next = self.constant_int(f, &own, value).unwrap_or(next);
            }
            values.push((self.text(key.name.name).to_string(), next));
            next = next.wrapping_add(1);
        }
        self.open_enums.pop();
        self.keep_definition_reports(first_report);
        let defined = self.types.enumeration(self.text(name.name), values);
        self.types.enum_ids.insert(name.name, defined.clone());
        defined
    }

    /// `color.Red`; none: the base is not an enumeration.
    pub(super) fn key_of(
        &mut self,
        f: &mut BodyState<'a>,
        member: &'a ast::Member,
        span: Span,
    ) -> Option<Expr> {
        let name = member.base.as_name()?;
        if f.env.names.contains_key(&name.name) {
            return None;
        }
        let definition = self.definitions.type_defs.get(&name.name).copied()?;
        let TypeDefKind::Enum(keys) = &definition.kind else {
            return None;
        };
        let keys = self.enumeration(f, definition.name, keys);
        match self.types.key(&keys, member.name, span) {
            Some(key) => Some(key),
            None => {
                self.report_unknown_key(&keys, member.name);
                Some(error(span))
            }
        }
    }

    fn report_unknown_key(&mut self, keys: &Defined<EnumId>, name: ast::Ident) {
        let text = self.text(name.name);
        let known = self.types.enums[keys.id]
            .keys
            .iter()
            .map(|(key, _)| key.as_str());
        let report = Report::new(
            Code::UnknownKey,
            name.span,
            format!("`{}` has no key `{text}`", keys.name),
        )
        .label("not a key")
        .maybe_help(did_you_mean(text, known));
        self.report(report);
    }

    /// The value of a pattern; a bare name is a key when the subject is of an enumeration.
    pub(super) fn pattern(
        &mut self,
        f: &mut BodyState<'a>,
        value: &'a ast::Expr,
        subject: &Type,
    ) -> Expr {
        let (Type::Enum(keys), Some(name)) = (subject, value.as_name()) else {
            return self.expr(f, value);
        };
        if let Some(key) = self.types.key(keys, name, value.span) {
            return key;
        }
        if self.lookup(f, name.name).is_some() {
            return self.expr(f, value);
        }
        self.report_unknown_key(keys, name);
        error(value.span)
    }

    // ---- Types as values ---------------------------------------------------------------------------------------------

    /// A type as a value.
    pub(super) fn type_value(&mut self, f: &BodyState<'a>, ty: &Type, span: Span) -> Expr {
        if *ty == Type::Error || !host_only(&mut self.reports, f, "type", span) {
            return error(span);
        }
        let text = settled(ty).to_string();
        let defined = self.types.type_values();
        let keys = &mut self.types.enums[defined.id].keys;
        let known = keys.iter().position(|(key, _)| *key == text);
        let number = known.unwrap_or_else(|| {
            keys.push((text, keys.len() as i32));
            keys.len() - 1
        });
        Expr {
            ty: Type::Enum(defined),
            span,
            kind: ExprKind::Int(number as i32),
        }
    }

    /// `type(x)`: the type of a value.
    pub(super) fn type_call(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> Option<Expr> {
        if args.len() == 2 {
            return Some(self.type_is(f, args, span));
        }
        let [value]: [Expr; 1] = self.values(f, args)?.try_into().ok()?;
        if !is_union(&value.ty) {
            return Some(self.type_value(f, &value.ty, span));
        }
        Some(
            self.distribute(f, vec![value], span, &mut |checker, f, values| {
                checker.type_value(f, &values[0].ty, span)
            }),
        )
    }
}

impl<'a> DefinedTypes<'a> {
    /// A new enumeration.
    fn enumeration(&mut self, name: &str, keys: Vec<(String, i32)>) -> Defined<EnumId> {
        let id = self.enums.push(Enum {
            name: name.to_string(),
            keys,
        });
        Defined {
            id,
            name: name.into(),
            open: false,
            dictionary: false,
        }
    }

    /// The key of that name as a value.
    fn key(&self, keys: &Defined<EnumId>, name: ast::Ident, span: Span) -> Option<Expr> {
        let text = self.definitions.text(name.name);
        let found = self.enums[keys.id].keys.iter().find(|(key, _)| key == text);
        found.map(|(_, value)| Expr {
            ty: Type::Enum(keys.clone()),
            span,
            kind: ExprKind::Int(*value),
        })
    }

    /// Where a key stands outside of `match` without its enumeration.
    pub(super) fn help_for_key(&self, name: Symbol) -> Option<String> {
        let text = self.definitions.text(name);
        let has_key = |data: &&Enum| data.keys.iter().any(|(key, _)| key == text);
        let data = self.enums.iter().find(has_key)?;
        Some(format!(
            "outside of `match` the key is written `{}.{text}`",
            data.name
        ))
    }

    /// The enumeration of all types that the program has as values; a key is what the type is written as.
    pub(super) fn type_values(&mut self) -> Defined<EnumId> {
        if let Some(found) = &self.type_keys {
            return found.clone();
        }
        let defined = self.enumeration("type", Vec::new());
        self.type_keys = Some(defined.clone());
        defined
    }

    /// Whether a value is a type, which no operator but equality works on.
    pub(super) fn is_type_value(&self, ty: &Type) -> bool {
        match (ty, &self.type_keys) {
            (Type::Enum(keys), Some(types)) => keys == types,
            _ => false,
        }
    }
}
