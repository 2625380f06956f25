//! Written types: from syntax to [`Type`].
//!
//! *Invariant:* a type that cannot be read gives one report and `Type::Error`.

use crate::base::{Span, Symbol};
use crate::diag::{Code, Place, Report, did_you_mean, instead};
use crate::syntax::ast::{self, ModifierKind, NamedType, TypeArg, TypeExpr, TypeKind};
use crate::types::families::{class_type, composite_type, empty_type, number_type};
use crate::types::{
    AccessMode, ArrayType, Elem, ElemKind, Hardware, Modifiers, Size, Type, intern, settled,
    union_of,
};

use super::{Checker, Frame, Signature};
use crate::hir::Expr;

/// The greatest number of dimensions.
const MAXIMUM_DIMENSIONS: usize = 16;

/// All type names, for suggestions.
pub(super) const TYPE_NAMES: &[&str] = &[
    "scalar",
    "cscalar",
    "int",
    "string",
    "vec",
    "mat",
    "cube",
    "cvec",
    "cmat",
    "ccube",
    "ivec",
    "imat",
    "icube",
    "cellvec",
    "cellmat",
    "cellcube",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "object",
    "type",
    "lambda_expr",
    "qexception",
    "thread_block",
];

impl<'a> Checker<'a> {
    /// The type that an annotation means. `value`: the type of what it annotates, for annotations of modifiers only and for generic parameters.
    pub(super) fn annotation(
        &mut self,
        f: &mut Frame<'a>,
        annotation: &'a TypeExpr,
        value: Option<&Type>,
    ) -> Type {
        let base = match &annotation.kind {
            TypeKind::Error => Type::Error,
            TypeKind::Inferred => value.cloned().unwrap_or(Type::Error),
            TypeKind::Unknown => {
                self.open_type(annotation.span, value, "values of unknown type (`??`)")
            }
            TypeKind::Named(named) => self.named_type(f, named, annotation.span, value),
            TypeKind::Pointer(target) => self.pointer_type(f, target, annotation.span),
            TypeKind::Union(members) => self.union(f, members, annotation.span, value),
            TypeKind::Cell(_) => self.unsupported_type(annotation.span, "cell types"),
            TypeKind::Function(_) => self.open_type(
                annotation.span,
                value,
                "function values without a known function",
            ),
        };
        self.with_modifiers(base, &annotation.modifiers, value)
    }

    /// Whether an annotation is a function type.
    pub(super) fn is_function_type(annotation: &TypeExpr) -> bool {
        matches!(annotation.kind, TypeKind::Function(_))
    }

    /// The input and output types of a function type, when all are static.
    pub(super) fn signature(
        &mut self,
        f: &mut Frame<'a>,
        annotation: &'a TypeExpr,
    ) -> Option<Signature> {
        let TypeKind::Function(function) = &annotation.kind else {
            return None;
        };
        let known = |ty: &TypeExpr| {
            !matches!(
                ty.kind,
                TypeKind::Unknown | TypeKind::Function(_) | TypeKind::Inferred
            )
        };
        if function
            .inputs
            .iter()
            .any(|input| input.variadic || !known(&input.ty))
            || !function.outputs.iter().all(known)
        {
            return None;
        }
        let inputs = function
            .inputs
            .iter()
            .map(|input| self.annotation(f, &input.ty, None))
            .collect();
        let outputs: Vec<Type> = function
            .outputs
            .iter()
            .map(|output| self.annotation(f, output, None))
            .collect();
        let outputs = several_outputs(outputs);
        Some(Signature { inputs, outputs })
    }

    /// The value of a place that a function type declares: a function, whose lambda takes its types from the declaration.
    /// Errors: a value that is no function, a lambda with another number of parameters.
    pub(super) fn function_for(
        &mut self,
        f: &mut Frame<'a>,
        annotation: &'a TypeExpr,
        value: &'a ast::Expr,
    ) -> Option<Expr> {
        let signature = self.signature(f, annotation);
        let value = match &value.kind {
            ast::ExprKind::Lambda(lambda) => {
                if let Some(signature) = &signature {
                    self.parameter_count(lambda, signature, value.span, annotation.span)?;
                }
                self.lambda(f, lambda, value.span, signature)
            }
            _ => self.expr(f, value),
        };
        if matches!(value.ty, Type::Closure(_) | Type::Error) {
            return Some(value);
        }
        self.report(
            Report::new(
                Code::TypeMismatch,
                value.span,
                format!("a `{}` where a function is needed", value.ty),
            )
            .label("not a function")
            .also(annotation.span, "the type"),
        );
        None
    }

    /// `None` after the report, when a lambda has not as many parameters as its function type.
    fn parameter_count(
        &mut self,
        lambda: &ast::Lambda,
        signature: &Signature,
        span: Span,
        declared: Span,
    ) -> Option<()> {
        if signature.inputs.len() == lambda.params.len() {
            return Some(());
        }
        self.report(
            Report::new(
                Code::ArgumentCount,
                span,
                format!(
                    "a lambda with {} parameters where the type says {}",
                    lambda.params.len(),
                    signature.inputs.len()
                ),
            )
            .label("a different number of parameters")
            .also(declared, "the type"),
        );
        None
    }

    fn open_type(&mut self, span: Span, value: Option<&Type>, what: &str) -> Type {
        match value {
            Some(value) => value.clone(),
            None => self.unsupported_type(span, what),
        }
    }

    fn unsupported_type(&mut self, span: Span, what: &str) -> Type {
        self.unsupported(span, what);
        Type::Error
    }

    /// A type class: the member that the value already is or converts to.
    fn union(
        &mut self,
        f: &mut Frame<'a>,
        members: &'a [TypeExpr],
        span: Span,
        value: Option<&Type>,
    ) -> Type {
        let Some(value) = value else {
            return self.unsupported_type(span, "variables of a type class");
        };
        let types: Vec<Type> = members
            .iter()
            .map(|member| match self.storage_member(member) {
                Some(ty) => ty,
                None => self.annotation(f, member, Some(value)),
            })
            .collect();
        types
            .iter()
            .find(|ty| *ty == value)
            .or_else(|| {
                types
                    .iter()
                    .find(|ty| self.accepts(ty, value) == super::convert::Fit::Same)
            })
            .or_else(|| {
                types
                    .iter()
                    .find(|ty| self.accepts(ty, value) != super::convert::Fit::No)
            })
            .cloned()
            .or_else(|| union_of(types))
            .unwrap_or(Type::Error)
    }

    /// `lambda_expr`: any function.
    fn function_of(&mut self, value: &Type, span: Span) -> Type {
        if matches!(value, Type::Closure(_) | Type::Error) {
            return value.clone();
        }
        self.report(
            Report::new(
                Code::TypeMismatch,
                span,
                format!("a `{value}` where a function is needed"),
            )
            .label("takes functions only"),
        );
        Type::Error
    }

    /// A storage integer within a type class: the int that its elements are.
    fn storage_member(&self, member: &TypeExpr) -> Option<Type> {
        match &member.kind {
            TypeKind::Named(named) => {
                storage_elem(self.text(named.name.name)).map(Elem::value_type)
            }
            _ => None,
        }
    }

    fn with_modifiers(
        &mut self,
        ty: Type,
        modifiers: &[ast::Modifier],
        value: Option<&Type>,
    ) -> Type {
        match ty {
            Type::Array(mut array) => {
                if let Some(Type::Array(value)) = value
                    && array.modifiers.access.is_none()
                {
                    array.modifiers.access = value.modifiers.access;
                }
                let mut access: Option<&ast::Modifier> = None;
                for modifier in modifiers {
                    let is_access = access_mode(modifier.kind).is_some();
                    if let Some(first) = access.filter(|_| is_access) {
                        self.refuse_second_access(first, modifier);
                        continue;
                    }
                    access = access.or(is_access.then_some(modifier));
                    apply_modifier(&mut array, modifier.kind);
                    self.check_orientation(&array, modifier);
                }
                Type::Array(oriented(array))
            }
            number_type!() | Type::String => {
                let of_arrays = modifiers
                    .iter()
                    .find(|modifier| access_mode(modifier.kind).is_some());
                if let Some(modifier) = of_arrays {
                    let message = format!(
                        "`'{}` is for arrays, not for a `{ty}`",
                        modifier.kind.name()
                    );
                    self.report(
                        Report::new(Code::UnknownModifier, modifier.span, message)
                            .label("says how elements outside are read"),
                    );
                }
                ty
            }
            Type::Exception
            | Type::Group(_)
            | Type::Enum(_)
            | composite_type!()
            | class_type!()
            | empty_type!() => ty,
        }
    }

    /// Elements outside of an array are read in one way.
    fn refuse_second_access(&mut self, first: &ast::Modifier, second: &ast::Modifier) {
        let message = format!(
            "`'{}` and `'{}` exclude each other",
            first.kind.name(),
            second.kind.name()
        );
        self.report(
            Report::new(Code::UnknownModifier, second.span, message)
                .label("a second way to read elements outside")
                .also(first.span, "the first"),
        );
    }

    /// `'row` and `'col` are for vectors.
    fn check_orientation(&mut self, array: &ArrayType, modifier: &ast::Modifier) {
        let name = if modifier.kind == ModifierKind::Row {
            "'row"
        } else if modifier.kind == ModifierKind::Col {
            "'col"
        } else {
            return;
        };
        let column = array.sizes.len() == 2 && array.sizes[1] == Size::Known(1);
        if array.rank() == Some(1) || column {
            return;
        }
        let plain = ArrayType {
            modifiers: Modifiers::default(),
            ..array.clone()
        };
        self.report(
            Report::new(
                Code::UnknownModifier,
                modifier.span,
                format!("`{name}` tells how a vector lies, and a `{plain}` is no vector"),
            )
            .label("only for vectors"),
        );
    }

    fn named_type(
        &mut self,
        f: &mut Frame<'a>,
        named: &'a NamedType,
        span: Span,
        value: Option<&Type>,
    ) -> Type {
        let name = self.text(named.name.name);
        if let Some(ty) = f.generic_types.get(&named.name.name) {
            return ty.clone();
        }
        if let Some(ty) = simple_type(name) {
            return ty;
        }
        if let Some(kind) = storage_elem(name) {
            return self.storage_scalar(kind, span);
        }
        if let Some(rank) = cell_name(name) {
            let elem = known_element(self.unknown_element(span), value);
            return self.array_type(f, named, span, elem, rank, None, value);
        }
        if let Some((elem, rank, sizes)) = array_name(name) {
            return self.array_type(f, named, span, elem, rank, sizes, value);
        }
        if let Some(definition) = self.type_defs.get(&named.name.name).copied() {
            return self.defined_type(f, definition, named, span, value);
        }
        match (name, value) {
            ("lambda_expr", Some(value)) => self.function_of(value, span),
            ("object", Some(value)) => value.clone(),
            ("object", _) => self.unsupported_type(span, "values of type `object`"),
            ("type", _) => Type::Enum(self.type_values()),
            ("thread_block", value) => self.group_type(f, span, value),
            _ => self.unknown_type(named, span),
        }
    }

    /// A storage integer that is no element; `int32` is `int`.
    fn storage_scalar(&mut self, kind: Elem, span: Span) -> Type {
        if kind != Elem::Int {
            self.report(
                Report::new(
                    Code::StorageScalar,
                    span,
                    format!("there are no variables of type `{kind}`"),
                )
                .label("a type of elements")
                .help(format!("write `int`, or `vec[{kind}]` for an array")),
            );
        }
        kind.value_type()
    }

    /// A name that is no type of the language and none of the program.
    pub(super) fn report_unknown_type(&mut self, name: &str, span: Span) {
        let defined = self.type_defs.keys().map(|name| self.text(*name));
        let names: Vec<&str> = TYPE_NAMES.iter().copied().chain(defined).collect();
        let message = format!("there is no type `{name}`");
        self.report(
            Report::new(Code::UnknownType, span, message)
                .label("not a type")
                .maybe_help(instead(Place::Type, name).or_else(|| did_you_mean(name, names))),
        );
    }

    fn unknown_type(&mut self, named: &NamedType, span: Span) -> Type {
        let name = self.text(named.name.name);
        if let Some(what) = self.unsupported.get(&named.name.name) {
            return self.unsupported_type(span, what);
        }
        self.report_unknown_type(name, span);
        Type::Error
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one written type")]
    fn array_type(
        &mut self,
        f: &mut Frame<'a>,
        named: &'a NamedType,
        span: Span,
        elem: Elem,
        rank: usize,
        fixed: Option<Vec<i32>>,
        value: Option<&Type>,
    ) -> Type {
        let mut array = ArrayType::open(elem, rank);
        if let Some(sizes) = fixed {
            array.sizes = sizes.into_iter().map(Size::Known).collect();
        }
        if let Some(dimensions) = &named.dimensions {
            match self.dimensions(f, dimensions) {
                Some(rank) => array.sizes = vec![Size::Open; rank],
                None if matches!(dimensions.kind, ast::ExprKind::All) => {
                    array = ArrayType::any(elem)
                }
                None => return Type::Error,
            }
        }
        if let Some(argument) = named.arguments.first() {
            match self.elem_argument(f, argument, span) {
                Some(elem) => array.elem = known_element(elem, value),
                None => return Type::Error,
            }
        }
        if let Some(sizes) = &named.sizes {
            array.any_rank = false;
            array.sizes = sizes
                .iter()
                .enumerate()
                .map(|(index, size)| self.written_size(f, size, value, index))
                .collect();
        }
        if array.any_rank
            && let Some(Type::Array(value)) = value
        {
            array.any_rank = value.any_rank;
            array.sizes = value.sizes.clone();
        }
        Type::Array(array)
    }

    fn dimensions(&mut self, f: &mut Frame<'a>, dimensions: &'a ast::Expr) -> Option<usize> {
        if matches!(dimensions.kind, ast::ExprKind::All) {
            return None;
        }
        let count = self.constant_int(f, dimensions)?;
        if count < 1 || count as usize > MAXIMUM_DIMENSIONS {
            self.report(
                Report::new(
                    Code::TooManyDimensions,
                    dimensions.span,
                    format!("an array cannot have {count} dimensions"),
                )
                .label(format!("1 to {MAXIMUM_DIMENSIONS}")),
            );
            return None;
        }
        Some(count as usize)
    }

    fn written_size(
        &mut self,
        f: &mut Frame<'a>,
        size: &'a ast::Expr,
        value: Option<&Type>,
        index: usize,
    ) -> Size {
        if matches!(size.kind, ast::ExprKind::All) {
            return Size::Open;
        }
        if let Some(count) = self.constant_int_quietly(f, size) {
            return Size::Known(count);
        }
        if let ast::ExprKind::Name(name) = &size.kind
            && is_type_name(self.text(*name))
            && f.env.variable(*name).is_none()
        {
            let name = self.text(*name);
            let message = format!("a size is a number, and `{name}` is a type");
            self.report(
                Report::new(Code::UnknownType, size.span, message)
                    .label("a size is needed")
                    .help(format!(
                        "the type of elements stands in brackets: `vec[{name}]`"
                    )),
            );
        }
        match value {
            Some(Type::Array(value)) => value.sizes.get(index).copied().unwrap_or(Size::Open),
            _ => Size::Open,
        }
    }

    fn elem_argument(
        &mut self,
        f: &mut Frame<'a>,
        argument: &'a TypeArg,
        span: Span,
    ) -> Option<Elem> {
        let TypeArg::Type(ty) = argument else {
            self.report(
                Report::new(Code::UnknownType, span, "an element type is a type")
                    .label("not a number")
                    .help("sizes stand in parentheses: `vec(3)`, `mat(2,3)`"),
            );
            return None;
        };
        let precision = ty
            .modifiers
            .iter()
            .find_map(|modifier| match modifier.kind {
                ModifierKind::Half => Some(ElemKind::F16),
                ModifierKind::Single => Some(ElemKind::F32),
                ModifierKind::Double => Some(ElemKind::F64),
                _ => None,
            });
        if let Some(kind) = precision {
            let own = if self.options.double {
                ElemKind::F64
            } else {
                ElemKind::F32
            };
            return Some(if kind == own {
                Elem::Scalar
            } else {
                Elem::Storage(kind)
            });
        }
        if let TypeKind::Named(named) = &ty.kind
            && let Some(elem) = storage_elem(self.text(named.name.name))
        {
            return Some(elem);
        }
        match &ty.kind {
            TypeKind::Unknown | TypeKind::Function(_) => {
                return Some(self.unknown_element(ty.span));
            }
            TypeKind::Cell(items) => {
                let types = self.cell_types(f, items)?;
                return Some(Elem::Compound(intern(types)));
            }
            TypeKind::Union(members) => {
                let members: Vec<Type> = members
                    .iter()
                    .map(|member| self.annotation(f, member, None))
                    .collect();
                let union = union_of(members)?;
                return Some(Elem::Compound(intern(Type::Tuple(vec![union]))));
            }
            TypeKind::Named(named) if self.text(named.name.name) == "object" => {
                return Some(self.unknown_element(ty.span));
            }
            TypeKind::Error | TypeKind::Inferred | TypeKind::Named(_) | TypeKind::Pointer(_) => {}
        }
        let inner = self.annotation(f, ty, None);
        match inner {
            Type::Int => Some(Elem::Int),
            Type::Scalar => Some(Elem::Scalar),
            Type::Complex => Some(Elem::Complex),
            Type::String => Some(Elem::String),
            Type::Array(_) => Some(Elem::Compound(intern(settled(&inner)))),
            Type::Error => None,
            Type::Exception => {
                self.unsupported(span, "arrays of exceptions");
                None
            }
            Type::Group(_) => {
                self.unsupported(span, "arrays of groups of threads");
                None
            }
            Type::Enum(_) => Some(Elem::Int),
            Type::Class(ref class) => match self.fits_array(&inner) {
                true => Some(Elem::Compound(intern(inner))),
                false => {
                    self.unsupported(span, unfit_for_arrays(&class.name));
                    None
                }
            },
            Type::Pointer(_) => Some(Elem::Compound(intern(inner))),
            Type::Null => None,
            Type::Closure(_) | Type::Tuple(_) | Type::Union(_) | Type::Unknown(_) | Type::Void => {
                self.unsupported(span, "arrays of such elements");
                None
            }
        }
    }

    /// The types of the elements of a typed cell.
    fn cell_types(&mut self, f: &mut Frame<'a>, items: &'a [TypeExpr]) -> Option<Type> {
        let mut types = Vec::new();
        for item in items {
            types.push(match &item.kind {
                TypeKind::Cell(inner) => self.cell_types(f, inner)?,
                _ => {
                    let ty = self.annotation(f, item, None);
                    settled(&ty)
                }
            });
        }
        (!types.contains(&Type::Error)).then_some(Type::Tuple(types))
    }

    /// What a generic parameter stands for when `annotation` is the declared type of a value of type `ty`: the element type of `vec[T]`.
    pub(super) fn generic_type_in(
        &mut self,
        annotation: &TypeExpr,
        generic: Symbol,
        ty: &Type,
    ) -> Option<Type> {
        let TypeKind::Named(named) = &annotation.kind else {
            return None;
        };
        if named.name.name == generic && named.arguments.is_empty() {
            return Some(ty.clone());
        }
        if let Some(class) = ty.class() {
            let arguments = self.classes[class.id].args.clone();
            let mut pairs = named.arguments.iter().zip(&arguments);
            return pairs.find_map(|(argument, ty)| match argument {
                TypeArg::Type(argument) => self.generic_type_in(argument, generic, ty),
                TypeArg::Size(_) => None,
            });
        }
        match (named.arguments.first()?, ty) {
            (
                TypeArg::Type(TypeExpr {
                    kind: TypeKind::Named(inner),
                    ..
                }),
                Type::Array(array),
            ) if inner.name.name == generic => Some(array.elem.value_type()),
            _ => None,
        }
    }

    /// The sizes that a generic parameter gets from a value of type `ty` declared as `annotation`: `N` of `vec(N)` and `cube{N}`.
    pub(super) fn generic_size_in(
        &mut self,
        annotation: &TypeExpr,
        generic: Symbol,
        ty: &Type,
    ) -> Option<i32> {
        let TypeKind::Named(named) = &annotation.kind else {
            return None;
        };
        let Type::Array(array) = ty else {
            return None;
        };
        let is_generic = |expr: &ast::Expr| expr.as_name().is_some_and(|name| name.name == generic);
        if named.dimensions.as_ref().is_some_and(is_generic) {
            return array.rank().map(|rank| rank as i32);
        }
        let sizes = named.sizes.as_ref()?.iter().zip(&array.sizes);
        let solved = |(expr, size): (&ast::Expr, &Size)| match (linear(expr, generic)?, size) {
            // `factor*N + rest` is the size.
            ((factor, rest), Size::Known(size)) if factor != 0 => {
                let part = size.checked_sub(rest)?;
                (part.checked_rem(factor)? == 0).then(|| part / factor)
            }
            _ => None,
        };
        sizes.into_iter().find_map(solved)
    }

    /// Whether an expression names a type (`vec`, `scalar`, a generic type parameter).
    pub(super) fn names_type(&self, f: &Frame<'a>, expr: &ast::Expr) -> bool {
        let named = match &expr.kind {
            ast::ExprKind::Type(_) => return true,
            ast::ExprKind::Name(name) => *name,
            ast::ExprKind::Index(index) => match &index.base.kind {
                ast::ExprKind::Name(name) => *name,
                _ => return false,
            },
            _ => return false,
        };
        if f.env.names.contains_key(&named) || self.functions.contains_key(&named) {
            return false;
        }
        let text = self.text(named);
        f.generic_types.contains_key(&named)
            || self.type_defs.contains_key(&named)
            || simple_type(text).is_some()
            || storage_elem(text).is_some()
            || array_name(text).is_some()
            || cell_name(text).is_some()
    }
}

/// `[scalar -> vec[{string,scalar}]]`: the elements of a typed cell vector are several outputs.
fn several_outputs(outputs: Vec<Type>) -> Vec<Type> {
    let cell = match outputs.as_slice() {
        [Type::Array(array)] if array.rank() == Some(1) => array.elem,
        _ => return outputs,
    };
    match cell {
        Elem::Compound(Type::Tuple(types)) => types.clone(),
        _ => outputs,
    }
}

/// The element type of an annotation; `??` takes that of the annotated value.
fn known_element(elem: Elem, value: Option<&Type>) -> Elem {
    match (elem, value) {
        (Elem::Compound(Type::Unknown(_)), Some(Type::Array(value))) => value.elem,
        _ => elem,
    }
}

/// Whether a generic parameter is a size or the number of dimensions of an array type.
pub(super) fn has_size(annotation: &TypeExpr, generic: Symbol) -> bool {
    let TypeKind::Named(named) = &annotation.kind else {
        return false;
    };
    let sizes = named.sizes.iter().flatten().chain(&named.dimensions);
    sizes
        .into_iter()
        .any(|size| linear(size, generic).is_some_and(|(factor, _)| factor != 0))
}

/// The factor and the rest of a size that is linear in a generic parameter and mentions no other name.
fn linear(expr: &ast::Expr, generic: Symbol) -> Option<(i32, i32)> {
    match &expr.kind {
        ast::ExprKind::Int(number) => Some((0, i32::try_from(*number).ok()?)),
        ast::ExprKind::Name(name) if *name == generic => Some((1, 0)),
        ast::ExprKind::Binary(binary) => {
            let (a, b) = (
                linear(&binary.left, generic)?,
                linear(&binary.right, generic)?,
            );
            match binary.op {
                ast::BinaryOp::Add => Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)),
                ast::BinaryOp::Subtract => Some((a.0.checked_sub(b.0)?, a.1.checked_sub(b.1)?)),
                ast::BinaryOp::Multiply if a.0 == 0 => {
                    Some((a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?))
                }
                ast::BinaryOp::Multiply if b.0 == 0 => {
                    Some((a.0.checked_mul(b.1)?, a.1.checked_mul(b.1)?))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Why there are no arrays of a class.
pub(super) fn unfit_for_arrays(class: &str) -> String {
    format!("arrays of `{class}`, which holds functions or values of unknown type,")
}

/// A column is n×1, wherever its type goes.
fn oriented(mut array: ArrayType) -> ArrayType {
    if array.modifiers.column && array.rank() == Some(1) {
        array.sizes.push(Size::Known(1));
    }
    array
}

/// How elements outside are read, if a modifier tells that.
fn access_mode(kind: ModifierKind) -> Option<AccessMode> {
    match kind {
        ModifierKind::Unchecked => Some(AccessMode::Unchecked),
        ModifierKind::Checked => Some(AccessMode::Checked),
        ModifierKind::Safe => Some(AccessMode::Safe),
        ModifierKind::Circular => Some(AccessMode::Circular),
        ModifierKind::Mirror => Some(AccessMode::Mirror),
        ModifierKind::Clamped => Some(AccessMode::Clamped),
        ModifierKind::Const
        | ModifierKind::NoCopy
        | ModifierKind::HwConst
        | ModifierKind::HwTexConst
        | ModifierKind::HwTexNearest(_)
        | ModifierKind::HwTexLinear(_)
        | ModifierKind::Row
        | ModifierKind::Col
        | ModifierKind::Half
        | ModifierKind::Single
        | ModifierKind::Double
        | ModifierKind::Saturate => None,
    }
}

fn apply_modifier(array: &mut ArrayType, kind: ModifierKind) {
    let modifiers: &mut Modifiers = &mut array.modifiers;
    match kind {
        ModifierKind::Unchecked
        | ModifierKind::Checked
        | ModifierKind::Safe
        | ModifierKind::Circular
        | ModifierKind::Mirror
        | ModifierKind::Clamped => modifiers.access = access_mode(kind),
        ModifierKind::Const => modifiers.constant = true,
        ModifierKind::NoCopy => modifiers.nocopy = true,
        ModifierKind::HwConst => modifiers.hardware = Some(Hardware::Constant),
        ModifierKind::HwTexConst => modifiers.hardware = Some(Hardware::NonCoherent),
        ModifierKind::HwTexNearest(n) => {
            modifiers.hardware = Some(Hardware::TextureNearest(n.unwrap_or(1) as u8))
        }
        ModifierKind::HwTexLinear(n) => {
            modifiers.hardware = Some(Hardware::TextureLinear(n.unwrap_or(1) as u8))
        }
        ModifierKind::Row => modifiers.row = true,
        ModifierKind::Col => modifiers.column = true,
        ModifierKind::Half
        | ModifierKind::Single
        | ModifierKind::Double
        | ModifierKind::Saturate => {}
    }
}

/// Whether the language itself has a type of that name.
pub(super) fn is_type_name(name: &str) -> bool {
    simple_type(name).is_some()
        || storage_elem(name).is_some()
        || array_name(name).is_some()
        || cell_name(name).is_some()
}

/// The number of dimensions of `cellvec`, `cellmat`, `cellcube`.
pub(super) fn cell_name(name: &str) -> Option<usize> {
    Some(match name {
        "cellvec" => 1,
        "cellmat" => 2,
        "cellcube" => 3,
        _ => return None,
    })
}

pub(super) fn simple_type(name: &str) -> Option<Type> {
    Some(match name {
        "scalar" => Type::Scalar,
        "cscalar" => Type::Complex,
        "int" | "int32" => Type::Int,
        "string" => Type::String,
        "qexception" => Type::Exception,
        _ => return None,
    })
}

/// The element type of a storage type's name.
pub(super) fn storage_elem(name: &str) -> Option<Elem> {
    Some(match name {
        "int8" => Elem::Storage(ElemKind::I8),
        "int16" => Elem::Storage(ElemKind::I16),
        "int32" => Elem::Int,
        "int64" => Elem::Storage(ElemKind::I64),
        "uint8" => Elem::Storage(ElemKind::U8),
        "uint16" => Elem::Storage(ElemKind::U16),
        "uint32" => Elem::Storage(ElemKind::U32),
        "uint64" => Elem::Storage(ElemKind::U64),
        _ => return None,
    })
}

/// Element, number of dimensions and sizes of an array type's name: `vec`, `cmat`, `ivec3`, `mat2x3`.
pub(super) fn array_name(name: &str) -> Option<(Elem, usize, Option<Vec<i32>>)> {
    let (elem, rest) = match name.as_bytes().first()? {
        b'c' if !name.starts_with("cube") => (Elem::Complex, &name[1..]),
        b'i' => (Elem::Int, &name[1..]),
        _ => (Elem::Scalar, name),
    };
    let (rank, suffix) = [("vec", 1), ("mat", 2), ("cube", 3)]
        .into_iter()
        .find_map(|(word, rank)| rest.strip_prefix(word).map(|suffix| (rank, suffix)))?;
    if suffix.is_empty() {
        return Some((elem, rank, None));
    }
    let sizes: Option<Vec<i32>> = suffix
        .split('x')
        .map(|part| part.parse().ok().filter(|n| *n > 0))
        .collect();
    let sizes = sizes?;
    (sizes.len() >= rank && (rank == 3 || sizes.len() == rank)).then_some((
        elem,
        sizes.len(),
        Some(sizes),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_array_types() {
        assert_eq!(array_name("ivec3"), Some((Elem::Int, 1, Some(vec![3]))));
        assert_eq!(array_name("cmat"), Some((Elem::Complex, 2, None)));
        assert_eq!(
            array_name("cube2x2x3"),
            Some((Elem::Scalar, 3, Some(vec![2, 2, 3])))
        );
        assert_eq!(array_name("mat2"), None);
        assert_eq!(array_name("vector"), None);
    }
}
