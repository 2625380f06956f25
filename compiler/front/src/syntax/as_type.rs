//! Reading an expression as a type: `vec[int]`, `mat(2,3)`, `[scalar -> scalar]` are parsed as expressions where an expression may
//! stand, and turn out to be types when their name is resolved.
//!
//! *Invariant:* purely by form; whether the name is one of a type is for the caller to know.

use super::ast::*;
use super::families::leaf_expr;

impl Expr {
    /// This expression read as a type, or `None` when its form cannot be one.
    pub fn as_type(&self) -> Option<TypeExpr> {
        if let ExprKind::Type(ty) = &self.kind {
            return Some((**ty).clone());
        }
        let kind = match &self.kind {
            ExprKind::Name(name) => TypeKind::Named(NamedType::plain(Ident {
                name: *name,
                span: self.span,
            })),
            ExprKind::Index(index) => indexed_type(index)?,
            ExprKind::Call(call) => sized_type(call)?,
            ExprKind::Cell(items) => {
                TypeKind::Cell(items.iter().map(Expr::as_type).collect::<Option<_>>()?)
            }
            ExprKind::Vector(items) => bracketed_type(items)?,
            leaf_expr!()
            | ExprKind::Spread(_)
            | ExprKind::Range(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(_)
            | ExprKind::Conditional(_)
            | ExprKind::Member(_)
            | ExprKind::Lambda(_)
            | ExprKind::Assign(_)
            | ExprKind::Exchange(_)
            | ExprKind::Block(_)
            | ExprKind::Type(_) => return None,
        };
        Some(TypeExpr {
            span: self.span,
            kind,
            modifiers: Vec::new(),
        })
    }
}

impl NamedType {
    /// A type that is only a name.
    pub fn plain(name: Ident) -> Self {
        Self {
            module: None,
            name,
            dimensions: None,
            arguments: Vec::new(),
            sizes: None,
        }
    }
}

/// `vec[int]`: a named type that has no element type yet, and the brackets.
fn indexed_type(index: &Index) -> Option<TypeKind> {
    let mut named = named_without_modifiers(&index.base)?;
    if !named.arguments.is_empty() {
        return None;
    }
    for arg in &index.args {
        let value = unadorned(arg)?;
        named.arguments.push(
            value
                .as_type()
                .map_or_else(|| TypeArg::Size(value.clone()), TypeArg::Type),
        );
    }
    Some(TypeKind::Named(named))
}

/// `vec(4)`: a named type that has no sizes yet, and the parentheses.
fn sized_type(call: &Call) -> Option<TypeKind> {
    let mut named = named_without_modifiers(&call.callee)?;
    if named.sizes.is_some() {
        return None;
    }
    named.sizes = Some(
        call.args
            .iter()
            .map(|arg| unadorned(arg).cloned())
            .collect::<Option<_>>()?,
    );
    Some(TypeKind::Named(named))
}

/// `[a -> b]`, which as an expression is a vector with one lambda in it.
fn bracketed_type(items: &[Expr]) -> Option<TypeKind> {
    let [
        Expr {
            kind: ExprKind::Lambda(lambda),
            ..
        },
    ] = items
    else {
        return None;
    };
    let inputs = lambda
        .params
        .iter()
        .map(function_input)
        .collect::<Option<_>>()?;
    let outputs = vec![lambda.body.as_type()?];
    Some(TypeKind::Function(Box::new(FunctionType {
        qualifier: lambda.qualifier,
        inputs,
        outputs,
    })))
}

/// A parameter of a lambda whose name is the name of a type.
fn function_input(param: &Param) -> Option<FunctionTypeInput> {
    if param.ty.is_some() || param.default.is_some() {
        return None;
    }
    let ty = TypeExpr {
        span: param.name.span,
        kind: TypeKind::Named(NamedType::plain(param.name)),
        modifiers: Vec::new(),
    };
    Some(FunctionTypeInput {
        variadic: param.variadic,
        ty,
    })
}

/// The expression as a named type that decorations may be added to.
fn named_without_modifiers(expr: &Expr) -> Option<NamedType> {
    match expr.as_type()? {
        TypeExpr {
            kind: TypeKind::Named(named),
            modifiers,
            ..
        } if modifiers.is_empty() => Some(named),
        _ => None,
    }
}

/// The value of an argument that has neither name nor type.
fn unadorned(arg: &Arg) -> Option<&Expr> {
    (arg.name.is_none() && arg.ty.is_none()).then_some(&arg.value)
}
