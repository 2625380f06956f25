//! Expressions: one function per form.
//!
//! Layer: `language`.
//!
//! *Invariant:* operands are evaluated from left to right, each once.

use crate::base::Span;
use crate::hir::{BinaryOp, ExceptionField, Expr, ExprKind, UnaryOp};
use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::{Emitter, number_entry};
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::types::{Lowered, OBJECT};
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::lower::memory::registers::restate;
use crate::lower::tree::expression::is_cheap;
use crate::lower::tree::expression::{array_type, keeps_reference};
use crate::lower::tree::summaries::is_fresh;
use crate::mir::{Access, AccessMode, Fill, Local, RtFn, Ty, Value};
use crate::types::{ArrayType, Elem, Size, Type};

impl FunctionLowering<'_, '_> {
    // ---- All forms --------------------------------------------------------------------------------------------------

    /// The values of an expression.
    pub(in crate::lower) fn expression(&mut self, expr: &Expr) -> Lowered<Operand> {
        match &expr.kind {
            ExprKind::Int(value) => Ok(Operand::Number(self.int(*value).into())),
            ExprKind::Scalar(value) => Ok(Operand::Number(self.scalar(*value).into())),
            ExprKind::Complex(re, im) => {
                let (re, im) = (self.scalar(*re), self.scalar(*im));
                Ok(Operand::Number(Number::Complex(re, im)))
            }
            ExprKind::String(text) => Ok(Operand::Handle(self.text(text))),
            ExprKind::Var(var) => Ok(self.read_variable(*var)),
            ExprKind::Global(global) => Ok(self.read_global(*global)),
            ExprKind::Unary(op, a) => self.eval_unary(expr, *op, a),
            ExprKind::Binary(op, a, b) => self.eval_binary(expr, *op, a, b),
            ExprKind::ArraysEqual(a, b) => self.arrays_equal(a, b),
            ExprKind::ArrayTruth(a) => self.array_truth(a),
            ExprKind::MatMul(a, b) => self.matrix_product(expr, a, b),
            ExprKind::MatPow(a, b) => {
                let (a, b) = (self.eval_handle(a)?, self.eval_value(b)?);
                let b = self.convert(b, Ty::I64);
                Ok(self.array_row(expr, RtFn::matrix_power, &[a, b]))
            }
            ExprKind::Concat(a, b) => {
                let (a, b) = (self.eval_handle(a)?, self.eval_handle(b)?);
                Ok(Operand::Handle(self.runtime1(
                    RtFn::string_concat,
                    &[a, b],
                    &[],
                    Ty::Str,
                )))
            }
            ExprKind::Ternary(cond, then, otherwise) => self.ternary(expr, cond, then, otherwise),
            ExprKind::Convert(_, inner) => self.eval_convert(expr, inner),
            ExprKind::IsMember(union, ty) => self.is_member(union, ty),
            ExprKind::ArrayLiteral(_) if expr.ty == Type::Void => Ok(Operand::Nothing),
            ExprKind::ArrayLiteral(items) => self.array_literal(expr, items),
            ExprKind::Range { start, step, stop } => {
                self.range_vector(expr, start, step.as_deref(), stop)
            }
            ExprKind::Element(element) => self.read_place(expr, element),
            ExprKind::Builtin(builtin, args) => self.eval_builtin(expr, *builtin, args),
            ExprKind::NewArray { fill, dims } => self.new_array_of(expr, *fill, dims),
            ExprKind::Call {
                instance,
                args,
                captured,
                ..
            } => self.call_instance(expr, *instance, args, captured.as_deref()),
            ExprKind::MakeClosure(_, captures) => {
                let parts: Lowered<Vec<Operand>> =
                    captures.iter().map(|capture| self.eval(capture)).collect();
                Ok(Operand::Group(parts?))
            }
            ExprKind::ExceptionField(field, value) => self.exception_field(*field, value),
            ExprKind::Launch { .. } => self.launch_kernel(expr),
            ExprKind::Null if self.kernel.is_some() => Ok(Operand::Handle(self.int(0))),
            ExprKind::Null => Ok(Operand::Handle(self.null(OBJECT))),
            ExprKind::IsNull(pointer) => {
                let object = self.eval_handle(pointer)?;
                let null = self.is_null(object);
                Ok(self.int_of(null).into())
            }
            ExprKind::SameObject(a, b) => self.same_object(a, b),
            ExprKind::Object(entries) => self.new_object(&expr.ty, entries),
            ExprKind::Entry(object, entry) => self.load_entry(expr, object, *entry),
            ExprKind::Record(_)
            | ExprKind::Field(..)
            | ExprKind::Deref(_)
            | ExprKind::NewObject(_) => panic!("classes have been replaced before lowering"),
            ExprKind::Assign(assign) => self.assigned_value(expr, assign),
            ExprKind::Sequence(stmts, value) => {
                self.stmts(stmts);
                self.eval(value)
            }
        }
    }

    // ---- Operators --------------------------------------------------------------------------------------------------

    fn eval_unary(&mut self, expr: &Expr, op: UnaryOp, a: &Expr) -> Lowered<Operand> {
        if expr.ty.as_array().is_some() {
            return self.elementwise(expr);
        }
        if op == UnaryOp::Not {
            let cond = self.condition(expr)?;
            return Ok(self.int_of(cond).into());
        }
        let a = self.eval_number(a)?;
        Ok(self.unary_number(op, a).into())
    }

    fn eval_binary(&mut self, expr: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Lowered<Operand> {
        if expr.ty.as_array().is_some() {
            return self.elementwise(expr);
        }
        if a.ty == Type::String {
            return self.compare_strings(op, a, b);
        }
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let cond = self.condition(expr)?;
            return Ok(self.int_of(cond).into());
        }
        let (a, b) = (self.eval_number(a)?, self.eval_number(b)?);
        Ok(self.binary_number(op, a, b).into())
    }

    /// `cond ? then : otherwise`; a select when nobody can tell that both sides were evaluated.
    fn ternary(
        &mut self,
        expr: &Expr,
        cond: &Expr,
        then: &Expr,
        otherwise: &Expr,
    ) -> Lowered<Operand> {
        let cond = self.condition(cond)?;
        if expr.ty.is_number() && is_cheap(then) && is_cheap(otherwise) {
            let (then, otherwise) = (self.eval_number(then)?, self.eval_number(otherwise)?);
            return Ok(self.select_number(cond, then, otherwise).into());
        }
        if let Some(ty) = expr.ty.as_array().filter(|ty| self.prefers_registers(ty))
            && (self.on_device() || is_fresh(expr))
        {
            return self.small_ternary(ty, cond, then, otherwise);
        }
        let types = self.parts_here(&expr.ty);
        let locals: Vec<Local> = types.into_iter().map(|ty| self.local(ty, None)).collect();
        let (then, taken) = self.block(|s| s.eval_into(&locals, then));
        let (otherwise, other) = self.block(|s| s.eval_into(&locals, otherwise));
        taken.and(other)?;
        self.push_if(cond, then, otherwise);
        let values: Vec<Value> = locals.into_iter().map(|local| self.get(local)).collect();
        Ok(self.unflatten(&expr.ty, &mut values.into_iter()))
    }

    fn eval_into(&mut self, locals: &[Local], expr: &Expr) -> Lowered<()> {
        let operand = self.eval(expr)?;
        let values = self.flatten(operand, expr.span)?;
        for (&local, value) in locals.iter().zip(values) {
            self.set(local, value);
        }
        Ok(())
    }

    fn small_ternary(
        &mut self,
        ty: &ArrayType,
        cond: Value,
        then: &Expr,
        otherwise: &Expr,
    ) -> Lowered<Operand> {
        let locals = self.register_locals(ty, "");
        let (then, taken) = self.block(|s| s.small_into(&locals, then));
        let (otherwise, other) = self.block(|s| s.small_into(&locals, otherwise));
        taken.and(other)?;
        self.push_if(cond, then, otherwise);
        Ok(Operand::Small(self.read_registers(ty, &locals)))
    }

    fn small_into(&mut self, locals: &[Local], expr: &Expr) -> Lowered<()> {
        let small = self.eval_small(expr)?;
        self.write_registers(locals, &small.elements);
        Ok(())
    }

    // ---- Conversions ------------------------------------------------------------------------------------------------

    fn eval_convert(&mut self, expr: &Expr, inner: &Expr) -> Lowered<Operand> {
        match (&inner.ty, &expr.ty) {
            (from, to) if from == to => self.eval(inner),
            (Type::Union(_), _) | (_, Type::Union(_)) => {
                self.convert_union(inner, &inner.ty, &expr.ty)
            }
            (from, Type::String) if from.is_number() => {
                let entry = number_entry(self.eval_number(inner)?);
                Ok(Operand::Handle(self.runtime1(
                    RtFn::string_from_values,
                    &[],
                    &[entry],
                    Ty::Str,
                )))
            }
            (Type::Pointer(_), Type::String) => self.object_text(inner),
            (Type::Array(_), Type::String) => {
                let entries = self.all_entries(std::slice::from_ref(inner))?;
                Ok(Operand::Handle(self.runtime1(
                    RtFn::string_from_values,
                    &[],
                    &entries,
                    Ty::Str,
                )))
            }
            (Type::Scalar, Type::Int) if self.is_found_whole(inner) => {
                Ok(Operand::Number(self.whole_number(inner)?.into()))
            }
            (from, to) if from.is_number() && to.is_number() => {
                let number = match to.is_integer() {
                    true => self.eval_whole(inner)?,
                    false => self.eval_number(inner)?,
                };
                Ok(self.convert_number(number, to).into())
            }
            (Type::Array(_), Type::Array(_)) if keeps_reference(expr, inner) => {
                self.change_knowledge(expr, inner)
            }
            (Type::Array(_), Type::Array(_)) => self.elementwise(expr),
            _ => self.eval(inner),
        }
    }

    /// The same array under a type with other sizes; what cannot be known is checked when running.
    fn change_knowledge(&mut self, expr: &Expr, inner: &Expr) -> Lowered<Operand> {
        let (from, to) = (array_type(&inner.ty), array_type(&expr.ty));
        match self.eval(inner)? {
            Operand::Small(small) => Ok(Operand::Small(restate(small, to))),
            operand if sizes_follow(from, to) => Ok(operand),
            operand => {
                let array = self.materialize(operand, inner.span)?;
                self.require_sizes(array, to, inner.span)?;
                Ok(Operand::Handle(array))
            }
        }
    }

    /// A conversion to or from a union; the checker has made sure that the member is there.
    pub(in crate::lower) fn convert_union(
        &mut self,
        inner: &Expr,
        from: &Type,
        to: &Type,
    ) -> Lowered<Operand> {
        let operand = self.eval(inner)?;
        self.change_union(operand, from, to, inner.span)
    }

    /// Whether a union holds a value of the type, as int.
    pub(in crate::lower) fn is_member(&mut self, union: &Expr, ty: &Type) -> Lowered<Operand> {
        let operand = self.eval(union)?;
        let values = self.flatten(operand, union.span)?;
        let holds = self.has_tag(values[0], ty);
        Ok(self.int_of(holds).into())
    }

    // ---- Arrays -----------------------------------------------------------------------------------------------------

    fn array_literal(&mut self, expr: &Expr, items: &[Expr]) -> Lowered<Operand> {
        let ty = array_type(&expr.ty);
        let (sizes, items) = match (ty.elem, ty.known_sizes()) {
            (Elem::Compound(_), Some(sizes)) => {
                let items = literal_items(items, sizes.len());
                (sizes, items)
            }
            _ => literal_elements(items),
        };
        if ty.is_small() {
            let elements: Lowered<Vec<Number>> = items
                .into_iter()
                .map(|item| self.eval_number(item))
                .collect();
            return Ok(Operand::Small(Small {
                ty: ty.clone(),
                elements: elements?,
            }));
        }
        let mut entries = Vec::new();
        for item in items {
            let operand = self.eval(item)?;
            let operand = self.element_value(ty.elem, operand, &item.ty, item.span)?;
            entries.extend(self.entries(operand, item.span)?);
        }
        if let &[rows, columns] = sizes.as_slice() {
            return Ok(Operand::Handle(
                self.array_from_values(ty, rows, columns, &entries),
            ));
        }
        let count = sizes.iter().product();
        let row = self.array_from_values(ty, 1, count, &entries);
        if sizes.len() == 1 {
            return Ok(Operand::Handle(row));
        }
        let sizes: Vec<Value> = sizes.into_iter().map(|size| self.int(size)).collect();
        let dims = self.list(&sizes);
        let ty = self.array_ty(ty);
        Ok(Operand::Handle(self.runtime1(
            RtFn::array_reshape,
            &[row],
            &dims,
            ty,
        )))
    }

    /// `start..step..stop` as a vector.
    fn range_vector(
        &mut self,
        expr: &Expr,
        start: &Expr,
        step: Option<&Expr>,
        stop: &Expr,
    ) -> Lowered<Operand> {
        let ty = array_type(&expr.ty);
        // What does not fit an int would make a vector of another length.
        let outer = std::mem::replace(&mut self.in_size, true);
        let first = self.eval_value(start);
        let (step, last) = (
            step.map(|step| self.eval_value(step)),
            self.eval_value(stop),
        );
        self.in_size = outer;
        let (first, last) = (first?, last?);
        let step = match step {
            Some(step) => step?,
            None => self.number_like(first, 1.0),
        };
        if self.prefers_registers(ty) {
            return Ok(Operand::Small(self.small_range(ty, first, step)));
        }
        if expr.ty.elem().map(|elem| elem.value_type()) == Some(Type::Int) {
            let args = [first, step, last].map(|value| self.convert(value, Ty::I64));
            return Ok(self.array_row(expr, RtFn::range_int, &args));
        }
        let kind = self.kind_code(ty.elem);
        let [first, step, last] = [first, step, last].map(|value| self.convert(value, Ty::F64));
        Ok(self.array_row(expr, RtFn::range_real, &[kind, first, step, last]))
    }

    fn new_array_of(&mut self, expr: &Expr, fill: Fill, dims: &[Expr]) -> Lowered<Operand> {
        let ty = array_type(&expr.ty);
        if self.on_device() && ty.is_small() {
            return Ok(Operand::Small(self.new_small(ty, fill, dims)?));
        }
        if self.kernel.is_some() {
            return self.needs_memory(
                expr.span,
                "an array of unknown size or of more than 64 elements that a kernel makes",
            );
        }
        Ok(Operand::Handle(self.new_heap_array(ty, fill, dims)?))
    }

    // ---- Exceptions -------------------------------------------------------------------------------------------------

    /// A field of a `qexception`; of a variable that never got one the strings are empty and the line is 0.
    pub(in crate::lower) fn exception_field(
        &mut self,
        field: ExceptionField,
        exception: &Expr,
    ) -> Lowered<Operand> {
        let array = self.eval_handle(exception)?;
        let index = match field {
            ExceptionField::Message => 0,
            ExceptionField::File => 1,
            ExceptionField::Line => 2,
        };
        let access = Access {
            array,
            index: vec![self.int(index)],
            mode: AccessMode::Safe,
            name: None,
        };
        let text = self.load_handle(access, Ty::Str);
        if field != ExceptionField::Line {
            return Ok(Operand::Handle(text));
        }
        let number = self.runtime1(RtFn::string_to_number, &[text], &[], Ty::F64);
        let line = self.convert(number, Ty::I32);
        Ok(Operand::Number(line.into()))
    }
}

impl Emitter<'_, '_> {
    // ---- Conversions -------------------------------------------------------------------------------------------------

    fn require_sizes(&mut self, array: Value, to: &ArrayType, span: Span) -> Lowered<()> {
        let extents: Vec<Option<i32>> = to
            .sizes
            .iter()
            .map(|size| match size {
                Size::Known(size) => Some(*size),
                Size::Symbol(_) | Size::Open => None,
            })
            .collect();
        if self.kernel.is_some() {
            return self.require_extents_in_kernel(array, &extents, span);
        }
        let values: Vec<Value> = extents
            .into_iter()
            .map(|extent| self.int(extent.unwrap_or(-1)))
            .collect();
        let name = self.program.source_text(span);
        let name = self.text(name);
        let list = self.list(&values);
        self.runtime0(RtFn::array_require_size, &[array, name], &list);
        Ok(())
    }

    // ---- Arrays ------------------------------------------------------------------------------------------------------

    fn small_range(&mut self, ty: &ArrayType, first: Value, step: Value) -> Small {
        let count = ty.known_numel().expect("a small array has known sizes");
        let elements = (0..count)
            .map(|index| {
                let index = self.number_like(first, index as f64);
                Number::Real(self.index_step(index, step, first))
            })
            .collect();
        Small {
            ty: ty.clone(),
            elements,
        }
    }
}

/// The elements of a literal of that many dimensions, whose elements may be literals themselves.
fn literal_items(items: &[Expr], rank: usize) -> Vec<&Expr> {
    let inner = |item: &'_ Expr| match &item.kind {
        ExprKind::ArrayLiteral(parts) if rank > 1 => Some(parts.len()),
        _ => None,
    };
    items
        .iter()
        .flat_map(|item| match (&item.kind, inner(item)) {
            (ExprKind::ArrayLiteral(parts), Some(_)) => literal_items(parts, rank - 1),
            _ => vec![item],
        })
        .collect()
}

/// The sizes of a literal and its elements in row-major order; the parts of a nested literal are literals of equal sizes.
fn literal_elements(items: &[Expr]) -> (Vec<i32>, Vec<&Expr>) {
    let mut sizes = vec![items.len() as i32];
    let mut elements = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let ExprKind::ArrayLiteral(parts) = &item.kind else {
            elements.push(item);
            continue;
        };
        let (inner, parts) = literal_elements(parts);
        if index == 0 {
            sizes.extend(inner);
        }
        elements.extend(parts);
    }
    (sizes, elements)
}

/// Whether an array of the first type is always one of the second.
fn sizes_follow(from: &ArrayType, to: &ArrayType) -> bool {
    if to.any_rank {
        return true;
    }
    if from.any_rank {
        return false;
    }
    let implied = |axis: usize| match (from.sizes.get(axis), to.sizes.get(axis)) {
        (Some(from), Some(to)) => !matches!(to, Size::Known(_)) || from == to,
        (None, Some(to)) => !matches!(to, Size::Known(size) if *size != 1),
        (Some(from), None) => *from == Size::Known(1),
        (None, None) => true,
    };
    // A vector is a row of a matrix: its one extent is the second one there.
    match (from.sizes.len(), to.sizes.len()) {
        (1, 2..) => to.sizes.iter().all(|size| !matches!(size, Size::Known(_))),
        (2.., 1) => {
            from.sizes[0] == Size::Known(1) && from.sizes.len() == 2 && {
                !matches!(to.sizes[0], Size::Known(_)) || from.sizes[1] == to.sizes[0]
            }
        }
        (a, b) => (0..a.max(b)).all(implied),
    }
}
