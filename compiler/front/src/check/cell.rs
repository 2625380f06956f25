//! Cells: arrays whose elements have types of their own.
//!
//! A literal `{a, b}` with parts of one type is an array of it; any other has a type per element, as the written type
//! `vec[{string,scalar}]`. What `??` stands for as an element type is learned: each place of the source that makes such an
//! array has a table of the types that are stored into arrays from there, and the program is checked again while the tables grow.
//!
//! *Invariant:* within one walk over the program the tables that are read do not change.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{IndexVec, Span, stack};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Place, StmtKind, Stored, Subscript};
use crate::syntax::ast;
use crate::types::families::{composite_type, empty_type, number_type};
use crate::types::{
    ArrayType, CellId, ClosureId, DEEPEST, Elem, MOST_PARTS, Size, Type, carries_type, element_at,
    intern, is_within, settled, union_of,
};

use super::defined::DefinedTypes;
use super::dictionary::Sites;
use super::functions::Functions;
use super::kinds::fits_union;
use super::trees::{error, sequence, unsupported_expr};
use super::{BodyState, Checker, ClosureData, growth};

/// What is known of the elements of `??` arrays.
#[derive(Debug, Default)]
pub(super) struct Cells {
    cells: IndexVec<CellId, Cell>,
    /// The cells by their places.
    places: BTreeMap<Span, CellId>,
    /// Something was found in this walk that the tables did not have.
    pub(super) grown: bool,
    /// The tables that have grown since somebody asked.
    grown_tables: BTreeSet<CellId>,
    /// An element was read that nobody stores.
    pub(super) empty_read: bool,
    /// The tables are complete: what nobody stores is an error when it is read.
    pub(super) complete: bool,
    /// What is known of the places that make dictionaries.
    pub(super) sites: Sites,
}

/// The arrays of one place of the source.
#[derive(Debug)]
struct Cell {
    span: Span,
    /// The cell whose table this one shares; itself when it has its own.
    root: CellId,
    /// Of a cell with a table of its own: the cells that share it, itself among them.
    sharing: Vec<CellId>,
    /// What the present walk goes by.
    known: Option<Type>,
    /// What has been found.
    found: Option<Type>,
    /// The first value of each type that is stored here.
    stored: Vec<Stored>,
}

impl Cells {
    /// The cell of a place.
    pub(super) fn at(&mut self, span: Span) -> CellId {
        if let Some(id) = self.places.get(&span) {
            return *id;
        }
        let root = crate::base::Id::from_index(self.cells.len());
        self.places.insert(span, root);
        self.cells.push(Cell {
            span,
            root,
            sharing: vec![root],
            known: None,
            found: None,
            stored: Vec::new(),
        })
    }

    pub(super) fn root(&self, mut cell: CellId) -> CellId {
        while self.cells[cell].root != cell {
            cell = self.cells[cell].root;
        }
        cell
    }

    /// Where the arrays of a table are made.
    pub(super) fn place(&self, cell: CellId) -> Span {
        self.cells[cell].span
    }

    /// What a table has, as the present walk goes by it.
    pub(super) fn known(&self, cell: CellId) -> Option<Type> {
        self.cells[self.root(cell)].known.clone()
    }

    /// Notes that values of the type are stored.
    pub(super) fn learn(&mut self, cell: CellId, ty: Type) {
        let root = self.root(cell);
        let found = union_of(self.cells[root].found.clone().into_iter().chain([ty]));
        if found != self.cells[root].found {
            self.cells[root].found = found;
            self.grown = true;
            self.grown_tables.insert(root);
        }
    }

    /// Notes where a value of the type is stored.
    fn note(&mut self, cell: CellId, ty: Type, span: Span) {
        let root = self.root(cell);
        let stored = &mut self.cells[root].stored;
        if !stored.iter().any(|known| known.ty == ty) {
            stored.push(Stored { ty, span });
        }
    }

    /// What is stored in the arrays of a place, for reports: in the order of the text.
    fn stored(&self, cell: CellId) -> Vec<Stored> {
        let mut sharing = self.cells[self.root(cell)].sharing.clone();
        sharing.sort();
        let cells = sharing.iter().map(|id| &self.cells[*id]);
        let mut stored: Vec<Stored> = cells.flat_map(|cell| cell.stored.clone()).collect();
        stored.sort_by_key(|stored| stored.span);
        stored
    }

    /// The same for all places.
    pub(super) fn all_stored(&self) -> BTreeMap<CellId, Vec<Stored>> {
        let cells = self.cells.iter_enumerated();
        cells.map(|(id, _)| (id, self.stored(id))).collect()
    }

    /// Two cells meet in one variable: from now on they share a table.
    pub(super) fn unify(&mut self, a: CellId, b: CellId) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let (kept, gone) = (a.min(b), a.max(b));
        self.cells[gone].root = kept;
        let sharing = std::mem::take(&mut self.cells[gone].sharing);
        self.cells[kept].sharing.extend(sharing);
        self.grown = true;
        self.grown_tables.remove(&gone);
        if let Some(ty) = self.cells[gone].found.clone() {
            self.learn(kept, ty);
        }
    }

    /// The tables that have grown since the last call.
    pub(super) fn take_grown(&mut self) -> BTreeSet<CellId> {
        std::mem::take(&mut self.grown_tables)
    }

    /// Starts another walk; false when nothing new was found.
    pub(super) fn next_walk(&mut self) -> bool {
        for cell in self.cells.iter_mut() {
            cell.known = cell.found.clone();
        }
        let again = !self.complete && (self.grown || self.empty_read);
        if again {
            // What the last walk went by holds for what is asked behind it.
            self.complete = !self.grown && self.empty_read;
        }
        self.grown = false;
        self.empty_read = false;
        again
    }
}

impl<'a> Checker<'a> {
    /// A table that gets a new type in every walk.
    pub(super) fn report_growing_cell(&mut self, cell: CellId) {
        let stored = self.cells.stored(cell);
        let ty = self.cells.cells[cell].found.clone().unwrap_or(Type::Error);
        let mut report = Report::new(
            Code::EndlessType,
            self.cells.cells[cell].span,
            "what is stored here has ever new types",
        )
        .label("holds values that are made of its own elements")
        .help(growth::advice(&ty));
        if let Some(last) = stored.last() {
            report = report.also(last.span, "stored here");
        }
        self.report(report);
    }

    /// The element type `??` at a place of the source.
    pub(super) fn unknown_element(&mut self, span: Span) -> Elem {
        let cell = self.cells.at(span);
        Elem::Compound(intern(Type::Unknown(cell)))
    }

    /// The type of a field that may hold anything.
    pub(super) fn unknown_field(&mut self, span: Span) -> Type {
        Type::Unknown(self.cells.at(span))
    }

    /// A field was read that nobody assigns; false: it may still be found.
    pub(super) fn is_missing(&mut self) -> bool {
        self.cells.empty_read = true;
        self.cells.complete
    }

    /// What is known of a field's values: `??` while nothing is.
    pub(super) fn field_type(&mut self, ty: &Type) -> Type {
        let Type::Unknown(cell) = ty else {
            return ty.clone();
        };
        let known = self.cells.known(*cell);
        known.map_or(ty.clone(), |known| self.present(&known))
    }

    /// Notes that values of a type are stored in arrays of `??` elements.
    pub(super) fn learn(&mut self, elem: Elem, ty: &Type) {
        if let (Elem::Compound(Type::Unknown(cell)), false) = (elem, *ty == Type::Error) {
            let ty = self.functions.settle_type(ty);
            let ty = self.lasting(&ty);
            self.cells.learn(*cell, ty);
        }
    }

    /// The same for a value of the text.
    pub(super) fn learn_value(&mut self, elem: Elem, value: &Expr) {
        self.learn(elem, &value.ty);
        if let (Elem::Compound(Type::Unknown(cell)), false) = (elem, value.ty == Type::Error) {
            let ty = self.functions.settle_type(&value.ty);
            self.cells.note(*cell, ty, value.span);
        }
    }

    /// What is stored in a field.
    pub(super) fn stored_in(&self, field: &Type) -> Vec<Stored> {
        match field {
            Type::Unknown(cell) => self.cells.stored(*cell),
            _ => Vec::new(),
        }
    }

    /// Notes that arrays of both types may be one array.
    pub(super) fn same_cells(&mut self, a: &Type, b: &Type) {
        let (Type::Array(a), Type::Array(b)) = (a, b) else {
            return self.same_dictionaries(a, b);
        };
        match (a.elem, b.elem) {
            (Elem::Compound(Type::Unknown(a)), Elem::Compound(Type::Unknown(b))) => {
                self.cells.unify(*a, *b);
            }
            (unknown @ Elem::Compound(Type::Unknown(_)), Elem::Compound(other))
            | (Elem::Compound(other), unknown @ Elem::Compound(Type::Unknown(_)))
                if carries_type(other) =>
            {
                let ty = Elem::Compound(other).value_type();
                self.learn(unknown, &ty);
            }
            (Elem::Compound(a), Elem::Compound(b)) => self.same_cells(a, b),
            _ => {}
        }
    }

    /// The type of an element of an array; none when nobody stores any.
    pub(super) fn element_type(&mut self, elem: Elem) -> Option<Type> {
        match elem {
            Elem::Compound(Type::Unknown(cell)) => {
                let known = self.cells.known(*cell)?;
                Some(self.present(&known))
            }
            other => Some(other.value_type()),
        }
    }

    /// The value of an element that nobody stores.
    pub(super) fn empty_element(&mut self, span: Span) -> Expr {
        self.cells.empty_read = true;
        if !self.cells.complete {
            return error(span);
        }
        let text = "an element without a value is read: nothing is ever stored in this array";
        let message = Expr {
            ty: Type::String,
            span,
            kind: ExprKind::String(text.to_string()),
        };
        let raise = crate::hir::Stmt {
            kind: StmtKind::Error(message),
            span,
        };
        sequence(vec![raise], super::trees::int(0, span), span)
    }

    // ------------------------------------------------------------------------------------------------------- literals

    /// `{a, b}` and `{{a, b}, {c, d}}`.
    pub(super) fn cell(
        &mut self,
        f: &mut BodyState<'a>,
        items: &'a [ast::Expr],
        span: Span,
    ) -> Expr {
        if f.space != crate::hir::Space::Host {
            self.report(
                Report::new(
                    Code::HostOnly,
                    span,
                    "cells do not exist in kernel and device functions",
                )
                .label("a cell")
                .help("write a vector `[…]` when the parts have one type"),
            );
            return error(span);
        }
        let (sizes, items) = cell_items(items);
        let mut values = Vec::new();
        for item in items {
            values.extend(self.items(f, std::slice::from_ref(item)));
        }
        self.cell_of(values, sizes, span)
    }

    /// A cell of these values; `sizes` are the extents when there are several dimensions.
    pub(super) fn cell_of(&mut self, values: Vec<Expr>, sizes: Vec<i32>, span: Span) -> Expr {
        if values.iter().any(|value| value.ty == Type::Error) {
            return error(span);
        }
        if let Some(value) = values
            .iter()
            .find(|value| matches!(value.ty, Type::Void | Type::Tuple(_)))
        {
            let message = "a part of a cell has no single value";
            self.report(Report::new(Code::NoValue, value.span, message).label("not one value"));
            return error(span);
        }
        if values.is_empty() {
            return self.vector_of(values, span);
        }
        if let Some(value) = values.iter().find(|value| !fits_union(&value.ty)) {
            let what = format!("cells with a `{}`", value.ty);
            return unsupported_expr(&mut self.reports, value.span, &what);
        }
        let sizes = if sizes.len() > 1 {
            sizes
        } else {
            vec![values.len() as i32]
        };
        let types: Vec<Type> = values
            .iter()
            .map(|value| self.functions.settle_type(&value.ty))
            .collect();
        let elem = self.types.common_element(&types).unwrap_or_else(|| {
            let types = nest(&types, &sizes);
            Elem::Compound(intern(types))
        });
        // Those that the literal itself writes are as many as the source is long.
        if let Elem::Compound(parts) = elem
            && !is_within(parts, MOST_PARTS + values.len(), stack::bound(DEEPEST))
        {
            self.report_large_type(span);
            return error(span);
        }
        let values = values
            .into_iter()
            .zip(&types)
            .map(|(value, ty)| super::trees::convert_to(value, ty))
            .collect();
        cell_literal(elem, values, &sizes, span)
    }

    /// `typename(mat[{{vec,vec},{scalar,scalar}}])(2,2)`: zeros, empty strings and empty arrays.
    pub(super) fn new_typed_cell(
        &mut self,
        f: &mut BodyState<'a>,
        array: ArrayType,
        dims: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let Elem::Compound(types @ Type::Tuple(_)) = array.elem else {
            return self.new_array(f, crate::hir::Fill::Zeros, array, dims, span);
        };
        let sizes = nested_sizes(types);
        let given: Option<Vec<i32>> = dims
            .iter()
            .map(|dim| match self.known_size(f, dim) {
                Size::Known(size) => Some(size),
                Size::Symbol(_) | Size::Open => None,
            })
            .collect();
        if !dims.is_empty() && given.as_ref() != Some(&sizes) {
            self.report(
                Report::new(
                    Code::SizeMismatch,
                    span,
                    format!("the type has {} elements", join_sizes(&sizes)),
                )
                .label("other sizes than the type says"),
            );
            return error(span);
        }
        let count: i32 = sizes.iter().product();
        let values = (0..count as usize)
            .map(|index| {
                let ty = element_at(types, index).unwrap_or(Type::Error);
                default_value(&ty, span)
            })
            .collect();
        cell_literal(array.elem, values, &sizes, span)
    }
}

impl<'a> Functions<'a> {
    /// A type as it stands in tables: without extents and symbols, also inside of functions.
    pub(super) fn settle_type(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Closure(closure) => Type::Closure(self.settle_closure(*closure)),
            Type::Union(members) => {
                let members: Vec<Type> = members.iter().map(|ty| self.settle_type(ty)).collect();
                union_of(members).unwrap_or(Type::Error)
            }
            other => settled(other),
        }
    }

    /// The same of a function. Each is settled once: two that capture each other in a loop hold the same functions along many paths.
    fn settle_closure(&mut self, closure: ClosureId) -> ClosureId {
        if let Some(settled) = self.settled.get(&closure) {
            return *settled;
        }
        let data = self.closures[closure].clone();
        let captures = data.captures.iter();
        let captures = captures.map(|(name, ty)| (*name, self.settle_type(ty)));
        let captures = captures.collect();
        let settled = self.closure(ClosureData { captures, ..data });
        self.settled.insert(closure, settled);
        settled
    }
}

impl<'a> DefinedTypes<'a> {
    /// The one type of all elements, when an array can hold it as it is.
    fn common_element(&self, types: &[Type]) -> Option<Elem> {
        let first = types.first()?;
        if !types.iter().all(|ty| ty == first) {
            return None;
        }
        match first {
            number_type!() | Type::String => first.elem(),
            Type::Array(_) => Some(Elem::Compound(intern(first.clone()))),
            Type::Class(_) => self.element_of(first),
            Type::Exception
            | Type::Group(_)
            | Type::Enum(_)
            | Type::Pointer(_)
            | Type::Null
            | composite_type!()
            | empty_type!() => None,
        }
    }
}

/// The extents of a typed cell.
fn nested_sizes(types: &Type) -> Vec<i32> {
    match types {
        Type::Tuple(parts) => {
            let mut sizes = vec![parts.len() as i32];
            sizes.extend(parts.first().map(nested_sizes).unwrap_or_default());
            sizes
        }
        _ => Vec::new(),
    }
}

fn join_sizes(sizes: &[i32]) -> String {
    let texts: Vec<String> = sizes.iter().map(i32::to_string).collect();
    texts.join("x")
}

/// What an element of a typed cell holds before something is stored there.
fn default_value(ty: &Type, span: Span) -> Expr {
    let zero = super::trees::int(0, span);
    let kind = match ty {
        Type::Array(array) => {
            let rank = array.sizes.len().max(1);
            ExprKind::NewArray {
                fill: crate::hir::Fill::Zeros,
                dims: vec![zero; rank],
            }
        }
        Type::String => ExprKind::String(String::new()),
        _ => return super::trees::convert_to(zero, ty),
    };
    Expr {
        ty: ty.clone(),
        span,
        kind,
    }
}

/// The types of the elements, nested as the dimensions are.
fn nest(types: &[Type], sizes: &[i32]) -> Type {
    match sizes {
        [] | [_] => Type::Tuple(types.to_vec()),
        [count, inner @ ..] => {
            let length = (types.len() / (*count).max(1) as usize).max(1);
            Type::Tuple(types.chunks(length).map(|part| nest(part, inner)).collect())
        }
    }
}

/// The extents of a literal and its elements.
type CellItems<'a> = (Vec<i32>, Vec<&'a ast::Expr>);

/// The extents of a literal and its elements: parts that are cells of equal lengths are rows.
fn cell_items(items: &[ast::Expr]) -> CellItems<'_> {
    let rows: Option<Vec<CellItems<'_>>> = items
        .iter()
        .map(|item| match &item.kind {
            ast::ExprKind::Cell(parts) => Some(cell_items(parts)),
            _ => None,
        })
        .collect();
    let single = || (vec![items.len() as i32], items.iter().collect());
    let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
        return single();
    };
    if rows.iter().any(|(sizes, _)| *sizes != rows[0].0) {
        return single();
    }
    let mut sizes = vec![items.len() as i32];
    sizes.extend(&rows[0].0);
    (
        sizes,
        rows.into_iter().flat_map(|(_, parts)| parts).collect(),
    )
}

/// The type of the element at a place of constant indices of a typed cell.
pub(super) fn typed_element(array: &ArrayType, place: &Place) -> Option<Type> {
    let Elem::Compound(types @ Type::Tuple(_)) = array.elem else {
        return None;
    };
    let Place::Subscripts(subscripts) = place else {
        return None;
    };
    let sizes = array.known_sizes()?;
    let mut index = 0;
    for (dim, subscript) in subscripts.iter().enumerate() {
        let Subscript::Index(Expr {
            kind: ExprKind::Int(at),
            ..
        }) = subscript
        else {
            return None;
        };
        let extent = if subscripts.len() == 1 {
            1
        } else {
            match super::kinds::extent(array, dim) {
                Size::Known(size) => usize::try_from(size).ok()?,
                Size::Symbol(_) | Size::Open => return None,
            }
        };
        index = index * extent + usize::try_from(*at).ok()?;
    }
    let count: usize = sizes.iter().map(|size| *size as usize).product();
    (index < count).then(|| element_at(types, index)).flatten()
}

fn cell_literal(elem: Elem, values: Vec<Expr>, sizes: &[i32], span: Span) -> Expr {
    let (&count, inner) = sizes.split_first().expect("a literal has a dimension");
    let ty = ArrayType::new(elem, sizes.iter().map(|size| Size::Known(*size)).collect());
    let items = if inner.is_empty() {
        values
    } else {
        let length = (values.len() / (count.max(1) as usize)).max(1);
        values
            .chunks(length)
            .map(|row| cell_literal(elem, row.to_vec(), inner, span))
            .collect()
    };
    Expr {
        ty: Type::Array(ty),
        span,
        kind: ExprKind::ArrayLiteral(items),
    }
}
