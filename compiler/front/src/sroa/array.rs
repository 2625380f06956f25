//! Arrays of classes: one array per number of the class, all of the same sizes.
//!
//! A fixed array that the class holds in place becomes an array per element of it. That is how they lie best in memory for
//! vectors and GPUs, and nobody can tell: an element is only ever read and stored as a whole or by its parts.
//!
//! *Invariant:* the arrays have the sizes and access modes that the program gives the array of classes.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::hir::{
    Assign, AssignOp, BinaryOp, Element, Expr, ExprKind, Fill, LoopAttributes,
    Place as ElementPlace, Sequence, Stmt, StmtKind, Subscript, Target, VarId,
};
use crate::types::{AccessMode, ArrayType, ClassId, Elem, Type, intern, settled};

use super::Replacement;
use super::instance::Body;
use super::kinds::{element_class, is_in_place};
use super::part_target::{Chosen, PartTarget};
use super::trees::{converted, int, is_constant, literal_of, prefixed};

/// An array of an array of classes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    /// What stands behind the name: `.x`, `.v[2]`.
    pub(super) name: String,
    /// Its elements.
    pub(super) elem: Elem,
    /// The part of the class that it holds.
    pub(super) part: usize,
}

/// What the array for a part is made of: numbers and strings themselves, pointers and other arrays as references.
fn column_elem(ty: &Type) -> Elem {
    let reference = matches!(ty, Type::Pointer(_) | Type::Array(_)) && !is_in_place(ty);
    match ty.elem() {
        _ if reference => Elem::Compound(intern(settled(ty))),
        Some(elem) => elem,
        None => panic!("'{ty}' is no element of an array"),
    }
}

/// How an element is read: which, and what happens where there is none.
#[derive(Clone, Copy)]
struct Reading<'p> {
    place: &'p ElementPlace,
    mode: AccessMode,
}

impl<'p> Reading<'p> {
    fn new(place: &'p ElementPlace, mode: AccessMode) -> Self {
        Reading { place, mode }
    }
}

impl Replacement<'_> {
    /// The arrays of an array of the class.
    pub(super) fn columns(&self, class: ClassId) -> Vec<Column> {
        let parts = self.named_class_parts(class);
        let mut columns = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            let elem = column_elem(&part.ty);
            if !is_in_place(&part.ty) {
                columns.push(Column {
                    name: part.name,
                    elem,
                    part: index,
                });
                continue;
            }
            let count = part.ty.as_array().and_then(ArrayType::known_numel);
            let count = count.expect("an array in place has a known size");
            columns.extend((0..count).map(|element| Column {
                name: format!("{}[{element}]", part.name),
                elem,
                part: index,
            }));
        }
        columns
    }
}

impl Body<'_, '_> {
    // ---- Reading -----------------------------------------------------------------------------------------------------

    /// The columns of an array of classes that is no variable.
    pub(super) fn array_values(&mut self, e: &Expr) -> Option<(Vec<Stmt>, Vec<Expr>)> {
        let class = element_class(&e.ty)?;
        let types = self.shared.part_types(&e.ty);
        let parts = self.shared.class_parts(class);
        match &e.kind {
            ExprKind::NewArray { fill, dims } => {
                let dims = self.all(dims);
                let (mut stmts, dims) = self.held_values(dims);
                let columns = self.shared.columns(class);
                let columns = columns.iter().zip(types).map(|(column, ty)| {
                    let kind = ExprKind::NewArray {
                        fill: *fill,
                        dims: dims.clone(),
                    };
                    let array = Expr {
                        ty,
                        span: e.span,
                        kind,
                    };
                    self.with_fixed_elements(array, &parts[column.part], &mut stmts)
                });
                let columns = columns.collect();
                Some((stmts, columns))
            }
            ExprKind::ArrayLiteral(items) => Some(self.literal_columns(e, items, &types)),
            ExprKind::Element(element) => {
                let (mut stmts, columns) = self.held(&element.array);
                let place = self.held_place(&element.place, &mut stmts);
                let read = columns
                    .into_iter()
                    .zip(types)
                    .map(|(column, ty)| read_element(column, &place, element.read, ty, e.span));
                Some((stmts, read.collect()))
            }
            ExprKind::Builtin(Builtin::Append, args) => Some(self.longer_columns(e, args, types)),
            ExprKind::Builtin(builtin, args) => {
                let (first, rest) = args.split_first()?;
                let (mut stmts, columns) = self.held(first);
                let rest = self.all(rest);
                let (more, rest) = self.held_values(rest);
                stmts.extend(more);
                let made = columns.into_iter().zip(types).map(|(column, ty)| Expr {
                    ty,
                    span: e.span,
                    kind: ExprKind::Builtin(
                        *builtin,
                        [column].into_iter().chain(rest.clone()).collect(),
                    ),
                });
                Some((stmts, made.collect()))
            }
            ExprKind::Convert(_, inner) => {
                let (stmts, columns) = self.held(inner);
                let made = columns.into_iter().zip(types);
                let made = made.map(|(column, ty)| converted(column, ty));
                Some((stmts, made.collect()))
            }
            _ => None,
        }
    }

    /// `append(list, value)`: each column gets longer by a part of the value, or by a column of it.
    fn longer_columns(
        &mut self,
        e: &Expr,
        args: &[Expr],
        types: Vec<Type>,
    ) -> (Vec<Stmt>, Vec<Expr>) {
        let [list, value, whole] = args else {
            panic!("a vector, what is appended, and whether that is a vector");
        };
        let (mut stmts, columns) = self.held(list);
        let (more, values) = self.held(value);
        stmts.extend(more);
        let values = match &value.ty {
            Type::Class(class) => self.spread(class.id, values),
            _ => values,
        };
        let longer = columns.into_iter().zip(values).zip(types);
        let longer = longer.map(|((column, value), ty)| Expr {
            ty,
            span: e.span,
            kind: ExprKind::Builtin(Builtin::Append, vec![column, value, whole.clone()]),
        });
        (stmts, longer.collect())
    }

    /// A new array for a part: where the part is an array of a known size that is not held in place, every element is one.
    fn with_fixed_elements(&mut self, array: Expr, part: &Type, stmts: &mut Vec<Stmt>) -> Expr {
        let sizes = part.as_array().and_then(ArrayType::known_sizes);
        let Some(sizes) = sizes.filter(|_| !is_in_place(part)) else {
            return array;
        };
        let span = array.span;
        let zeros = Expr {
            ty: part.clone(),
            span,
            kind: ExprKind::NewArray {
                fill: Fill::Zeros,
                dims: sizes.into_iter().map(|size| int(size, span)).collect(),
            },
        };
        let (made, mut held) = self.held_values(vec![array]);
        stmts.extend(made);
        let array = held.remove(0);
        let index = self.temporary(Type::Int, span);
        let element = Element {
            array: Box::new(array.clone()),
            place: ElementPlace::Subscripts(vec![Subscript::Index(self.read(index, span))]),
            read: AccessMode::Unchecked,
            write: AccessMode::Unchecked,
        };
        let body = vec![Stmt::set(Target::Element(element), zeros, span)];
        let attributes = LoopAttributes {
            serial: true,
            ..LoopAttributes::default()
        };
        stmts.push(each_index(index, &array, body, attributes));
        array
    }

    /// `[a, b]` of class values: a literal per column.
    fn literal_columns(
        &mut self,
        e: &Expr,
        items: &[Expr],
        types: &[Type],
    ) -> (Vec<Stmt>, Vec<Expr>) {
        let mut stmts = Vec::new();
        let mut rows: Vec<Vec<Expr>> = vec![Vec::new(); types.len()];
        for item in items {
            let (more, values) = match &item.kind {
                // A row of a matrix.
                ExprKind::ArrayLiteral(inner) if element_class(&item.ty).is_some() => {
                    let types = self.shared.part_types(&item.ty);
                    self.literal_columns(item, inner, &types)
                }
                _ => self.held(item),
            };
            stmts.extend(more);
            let values = match &item.ty {
                Type::Class(class) => self.spread(class.id, values),
                _ => values,
            };
            for (row, value) in rows.iter_mut().zip(values) {
                row.push(value);
            }
        }
        let columns = rows.into_iter().zip(types).map(|(row, ty)| Expr {
            ty: ty.clone(),
            span: e.span,
            kind: ExprKind::ArrayLiteral(row),
        });
        (stmts, columns.collect())
    }

    /// The parts of a class value as they lie in columns: fixed arrays element by element.
    fn spread(&self, class: ClassId, parts: Vec<Expr>) -> Vec<Expr> {
        let columns = self.shared.columns(class);
        let mut element = 0;
        let mut before = None;
        let spread = columns.iter().map(|column| {
            element = if before == Some(column.part) {
                element + 1
            } else {
                0
            };
            before = Some(column.part);
            let part = parts[column.part].clone();
            match is_in_place(&part.ty) {
                true => linear(part, element),
                false => part,
            }
        });
        spread.collect()
    }

    /// The parts of an element of an array of classes.
    pub(super) fn held_element(&mut self, e: &Expr, element: &Element) -> (Vec<Stmt>, Vec<Expr>) {
        let class = e.ty.class().expect("an element of a class").id;
        let (mut stmts, columns) = self.held(&element.array);
        let place = self.held_place(&element.place, &mut stmts);
        let types = self.shared.class_parts(class);
        let parts = types.into_iter().enumerate().map(|(part, ty)| {
            let at = Reading::new(&place, element.read);
            self.element_part(class, &columns, at, part, ty, e.span)
        });
        let parts: Vec<Expr> = parts.collect();
        (stmts, parts)
    }

    /// One part of an element.
    fn element_part(
        &self,
        class: ClassId,
        columns: &[Expr],
        at: Reading<'_>,
        part: usize,
        ty: Type,
        span: Span,
    ) -> Expr {
        let all = self.shared.columns(class);
        let own = all.iter().zip(columns).filter(|(c, _)| c.part == part);
        let mut values: Vec<Expr> = own
            .map(|(column, array)| {
                let ty = column.elem.value_type();
                read_element(array.clone(), at.place, at.mode, ty, span)
            })
            .collect();
        match ty.as_array().and_then(ArrayType::known_sizes) {
            Some(sizes) if is_in_place(&ty) => literal_of(ty, &sizes, values, span),
            // A part of a known larger size is checked: the array holds any.
            Some(_) | None => converted(values.remove(0), ty),
        }
    }

    /// A part of an element, when the value is a field of one: only what is needed is read.
    pub(super) fn field_of_element(
        &mut self,
        base: &Expr,
        part: usize,
    ) -> Option<(Vec<Stmt>, Expr)> {
        let (element, class, offset, span) = self.through_element(base)?;
        let (mut stmts, columns) = self.held(&element.array);
        let place = self.held_place(&element.place, &mut stmts);
        let part = offset + part;
        let ty = self.shared.class_parts(class)[part].clone();
        let at = Reading::new(&place, element.read);
        let value = self.element_part(class, &columns, at, part, ty, span);
        Some((stmts, value))
    }

    /// The element, its class and the first part, when the value is a class within an element.
    fn through_element<'e>(&self, e: &'e Expr) -> Option<(&'e Element, ClassId, usize, Span)> {
        match &e.kind {
            ExprKind::Element(element) => {
                element_class(&element.array.ty)?;
                Some((element, e.ty.class()?.id, 0, e.span))
            }
            ExprKind::Field(base, field) => {
                let (element, class, offset, span) = self.through_element(base)?;
                let parts = self.shared.field_parts(base.ty.class()?.id, *field);
                Some((element, class, offset + parts.start, span))
            }
            _ => None,
        }
    }

    /// A place whose indices can be read again and again.
    pub(super) fn held_place(
        &mut self,
        place: &ElementPlace,
        stmts: &mut Vec<Stmt>,
    ) -> ElementPlace {
        let mut hold = |body: &mut Self, e: &Expr| {
            let value = body.value(e);
            if is_constant(&value) {
                return value;
            }
            let (more, mut values) = body.held_values(vec![value]);
            stmts.extend(more);
            values.remove(0)
        };
        match place {
            ElementPlace::Position(position) => {
                ElementPlace::Position(Box::new(hold(self, position)))
            }
            ElementPlace::Mask(mask) => ElementPlace::Mask(Box::new(hold(self, mask))),
            ElementPlace::Subscripts(subscripts) => {
                let held = subscripts.iter().map(|subscript| match subscript {
                    Subscript::All => Subscript::All,
                    Subscript::Index(index) => Subscript::Index(hold(self, index)),
                    Subscript::Vector(index) => Subscript::Vector(hold(self, index)),
                    Subscript::Range { start, step, stop } => Subscript::Range {
                        start: Box::new(hold(self, start)),
                        step: step.as_ref().map(|step| Box::new(hold(self, step))),
                        stop: Box::new(hold(self, stop)),
                    },
                });
                ElementPlace::Subscripts(held.collect())
            }
        }
    }

    // ---- Storing -----------------------------------------------------------------------------------------------------

    /// The targets of an element or a slice: a target per column.
    pub(super) fn column_targets(
        &mut self,
        element: &Element,
        before: &mut Vec<Stmt>,
    ) -> Vec<Target> {
        let (stmts, columns) = self.held(&element.array);
        before.extend(stmts);
        let place = self.held_place(&element.place, before);
        let targets = columns.into_iter().map(|column| {
            if let ExprKind::Var(var) = column.kind {
                self.stored.insert(var);
            }
            Target::Element(Element {
                array: Box::new(column),
                place: place.clone(),
                ..*element
            })
        });
        targets.collect()
    }

    /// The targets for the parts of a class value.
    pub(super) fn part_targets(&self, class: ClassId, columns: Vec<Target>) -> Vec<PartTarget> {
        let all = self.shared.columns(class);
        let types = self.shared.class_parts(class);
        let targets = types.iter().enumerate().map(|(part, ty)| {
            let own = all.iter().zip(&columns).filter(|(c, _)| c.part == part);
            let mut own: Vec<Target> = own.map(|(_, target)| target.clone()).collect();
            match is_in_place(ty) {
                false => PartTarget::One(own.remove(0)),
                true => PartTarget::Elements(own),
            }
        });
        targets.collect()
    }

    /// Stores a part.
    pub(super) fn store_part(
        &mut self,
        target: PartTarget,
        value: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        match target {
            PartTarget::One(target) => out.push(Stmt::set(target, value, span)),
            PartTarget::Elements(targets) => {
                let var = self.temporary(value.ty.clone(), span);
                out.push(Stmt::set(Target::Var(var), value, span));
                for (index, target) in targets.into_iter().enumerate() {
                    let value = linear(self.read(var, span), index);
                    out.push(Stmt::set(target, value, span));
                }
            }
            PartTarget::Chosen(chosen) => {
                let (held, mut values) = self.held_values(vec![value]);
                out.extend(held);
                self.store_chosen(chosen, AssignOp::Set, &values.remove(0), span, out);
            }
        }
    }

    /// Stores in the one of several elements that the indices choose.
    pub(super) fn store_chosen(
        &mut self,
        chosen: Chosen,
        op: AssignOp,
        value: &Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let sizes = chosen.array.as_array().and_then(ArrayType::known_sizes);
        let sizes = sizes.expect("an array in place has a known size");
        let mut otherwise = self.store_outside(&chosen, value, span);
        for (index, target) in chosen.targets.into_iter().enumerate().rev() {
            let assign = Assign {
                target,
                op,
                value: value.clone(),
                span,
            };
            let then = vec![Stmt {
                kind: StmtKind::Assign(assign),
                span,
            }];
            let cond = is_at(&chosen.indices, index as i32, &sizes, span);
            otherwise = vec![Stmt {
                span,
                kind: StmtKind::If {
                    cond,
                    then,
                    otherwise,
                },
            }];
        }
        out.extend(otherwise);
    }

    /// A store outside a fixed array does what one outside any array of that size does.
    fn store_outside(&mut self, chosen: &Chosen, value: &Expr, span: Span) -> Vec<Stmt> {
        if chosen.write != AccessMode::Checked {
            return Vec::new();
        }
        let sizes = chosen.array.as_array().and_then(ArrayType::known_sizes);
        let dims = sizes.into_iter().flatten().map(|size| int(size, span));
        let zeros = Expr {
            ty: chosen.array.clone(),
            span,
            kind: ExprKind::NewArray {
                fill: Fill::Zeros,
                dims: dims.collect(),
            },
        };
        let array = self.temporary(chosen.array.clone(), span);
        let indices = chosen.indices.iter().cloned().map(Subscript::Index);
        let element = Element {
            array: Box::new(self.read(array, span)),
            place: ElementPlace::Subscripts(indices.collect()),
            read: chosen.write,
            write: chosen.write,
        };
        self.stored.insert(array);
        vec![
            Stmt::set(Target::Var(array), zeros, span),
            Stmt::set(Target::Element(element), value.clone(), span),
        ]
    }

    // ---- Loops -------------------------------------------------------------------------------------------------------

    /// `for p = pts`: the elements in order.
    pub(super) fn loop_over(
        &mut self,
        var: VarId,
        array: &Expr,
        body: &[Stmt],
        attributes: &LoopAttributes,
        out: &mut Vec<Stmt>,
    ) {
        let span = array.span;
        let class = element_class(&array.ty).expect("an array of classes");
        let (stmts, columns) = self.held(array);
        out.extend(stmts);
        let (more, columns) = self.held_values(columns);
        out.extend(more);
        let index = self.temporary(Type::Int, span);
        let place = ElementPlace::Subscripts(vec![Subscript::Index(self.read(index, span))]);
        let mut inner = Vec::new();
        let types = self.shared.class_parts(class);
        for (part, ty) in types.into_iter().enumerate() {
            let at = Reading::new(&place, AccessMode::Unchecked);
            let value = self.element_part(class, &columns, at, part, ty, span);
            let target = Target::Var(self.parts[var][part]);
            inner.push(Stmt::set(target, value, span));
        }
        inner.extend(self.block(body));
        let last = minus_one(builtin(Builtin::Numel, columns[0].clone()));
        let sequence = Sequence::IntRange {
            start: int(0, span),
            step: None,
            stop: last,
        };
        out.push(Stmt {
            span,
            kind: StmtKind::For {
                var: index,
                sequence,
                body: inner,
                attributes: attributes.clone(),
            },
        });
    }

    fn parts_of_element(
        &self,
        elem: &Type,
        columns: &[Expr],
        place: &ElementPlace,
        span: Span,
    ) -> Vec<Expr> {
        let mode = AccessMode::Unchecked;
        let Type::Class(class) = elem else {
            let array = columns[0].clone();
            return vec![read_element(array, place, mode, elem.clone(), span)];
        };
        let types = self.shared.class_parts(class.id).into_iter().enumerate();
        types
            .map(|(part, ty)| {
                let at = Reading::new(place, mode);
                self.element_part(class.id, columns, at, part, ty, span)
            })
            .collect()
    }

    /// The text of a vector of classes or pointers.
    pub(super) fn vector_text(&mut self, e: &Expr) -> Expr {
        let elem = e.ty.elem().map_or(Type::Error, Elem::value_type);
        let (stmts, columns) = self.held(e);
        let text = self.columns_text(&elem, &columns, e.span);
        prefixed(stmts, vec![text]).remove(0)
    }

    /// The same for arrays that can be read again and again.
    pub(super) fn columns_text(&mut self, elem: &Type, columns: &[Expr], span: Span) -> Expr {
        let mut stmts = Vec::new();
        let text = self.temporary(Type::String, span);
        let index = self.temporary(Type::Int, span);
        stmts.push(Stmt::set(Target::Var(text), string("[", span), span));
        let place = ElementPlace::Subscripts(vec![Subscript::Index(self.read(index, span))]);
        let parts = self.parts_of_element(elem, columns, &place, span);
        let first = Expr {
            ty: Type::Int,
            span,
            kind: ExprKind::Binary(
                crate::hir::BinaryOp::Eq,
                Box::new(self.read(index, span)),
                Box::new(int(0, span)),
            ),
        };
        let between = super::trees::chosen(first, string("", span), string(",", span));
        let mut pieces = vec![self.read(text, span), between];
        self.pieces(elem, &parts, true, span, &mut pieces);
        let body = vec![Stmt::set(
            Target::Var(text),
            super::trees::joined(pieces, span),
            span,
        )];
        let attributes = LoopAttributes::default();
        stmts.push(each_index(index, &columns[0], body, attributes));
        let closed = super::trees::joined(vec![self.read(text, span), string("]", span)], span);
        prefixed(stmts, vec![closed]).remove(0)
    }
}

/// A loop over the indices of an array.
fn each_index(index: VarId, array: &Expr, body: Vec<Stmt>, attributes: LoopAttributes) -> Stmt {
    let span = array.span;
    let sequence = Sequence::IntRange {
        start: int(0, span),
        step: None,
        stop: minus_one(builtin(Builtin::Numel, array.clone())),
    };
    Stmt {
        span,
        kind: StmtKind::For {
            var: index,
            sequence,
            body,
            attributes,
        },
    }
}

/// Whether indices are those of the element with that row-major index.
fn is_at(indices: &[Expr], element: i32, sizes: &[i32], span: Span) -> Expr {
    if let [index] = indices {
        return binary(BinaryOp::Eq, index.clone(), int(element, span));
    }
    let mut rest = element;
    let mut cond = int(1, span);
    for (index, size) in indices.iter().zip(sizes).rev() {
        let same = binary(BinaryOp::Eq, index.clone(), int(rest % size, span));
        cond = binary(BinaryOp::And, same, cond);
        rest /= size;
    }
    cond
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr {
        ty: Type::Int,
        span: a.span,
        kind: ExprKind::Binary(op, Box::new(a), Box::new(b)),
    }
}

/// Reads an element or a slice of a column.
fn read_element(array: Expr, place: &ElementPlace, mode: AccessMode, ty: Type, span: Span) -> Expr {
    Expr {
        ty,
        span,
        kind: ExprKind::Element(Element {
            array: Box::new(array),
            place: place.clone(),
            read: mode,
            write: mode,
        }),
    }
}

/// The element of a fixed array with that row-major index.
fn linear(array: Expr, index: usize) -> Expr {
    let ty = array.ty.elem().map_or(Type::Error, Elem::value_type);
    let span = array.span;
    let place = ElementPlace::Subscripts(vec![Subscript::Index(int(index as i32, span))]);
    read_element(array, &place, AccessMode::Unchecked, ty, span)
}

fn builtin(builtin: Builtin, arg: Expr) -> Expr {
    Expr {
        ty: Type::Int,
        span: arg.span,
        kind: ExprKind::Builtin(builtin, vec![arg]),
    }
}

fn minus_one(value: Expr) -> Expr {
    let span = value.span;
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Binary(
            crate::hir::BinaryOp::Sub,
            Box::new(value),
            Box::new(int(1, span)),
        ),
    }
}

fn string(text: &str, span: Span) -> Expr {
    Expr {
        ty: Type::String,
        span,
        kind: ExprKind::String(text.to_string()),
    }
}
