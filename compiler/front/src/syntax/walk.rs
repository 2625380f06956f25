//! Changing expressions and names anywhere in a syntax tree.
//!
//! *Invariant:* every expression is visited, those within types and attributes too; an expression that was put in place of
//! another is not visited again.

use super::ast::*;
use super::families::{leaf_expr, line_stmt};

/// What is done at each place. The defaults only walk on.
pub trait Rewrite: Sized {
    /// An expression; [`expr`] walks on into its parts.
    fn expr(&mut self, at: &mut Expr) {
        expr(self, at);
    }

    /// A statement; [`stmt`] walks on into its parts.
    fn stmt(&mut self, at: &mut Stmt) {
        stmt(self, at);
    }

    /// A named type, whose parts are walked through afterwards.
    fn named_type(&mut self, _at: &mut NamedType) {}

    /// A name that a statement gives a value or a meaning: a loop's variable, a parameter, a function.
    fn binding(&mut self, _name: &mut Ident) {}
}

/// Walks through a block.
pub fn block(rewrite: &mut impl Rewrite, at: &mut Block) {
    for inner in &mut at.stmts {
        rewrite.stmt(inner);
    }
}

/// Walks through a statement.
pub fn stmt(rewrite: &mut impl Rewrite, at: &mut Stmt) {
    match &mut at.kind {
        StmtKind::Import(_) | StmtKind::Pragma(_) | StmtKind::TypeDef(_) | StmtKind::Break => {}
        StmtKind::Continue | StmtKind::SyncThreads(_) | StmtKind::MemFence(_) => {}
        StmtKind::Reduction(_) | StmtKind::Symbolic(_) => {}
        StmtKind::Attribute(attribute) => self::attribute(rewrite, attribute),
        StmtKind::Macro(definition) => block(rewrite, &mut definition.body),
        StmtKind::Function(function) => self::function(rewrite, function),
        StmtKind::Expr(value) => rewrite.expr(value),
        StmtKind::Assign(assign) => self::assign(rewrite, assign),
        StmtKind::MultiAssign(multi) => {
            for target in &mut multi.targets {
                rewrite.expr(&mut target.place);
                optional_ty(rewrite, &mut target.ty);
            }
            rewrite.expr(&mut multi.value);
        }
        StmtKind::Declare(declare) => {
            rewrite.expr(&mut declare.target);
            ty(rewrite, &mut declare.ty);
            optional(rewrite, &mut declare.value);
        }
        StmtKind::Return(value) => optional(rewrite, value),
        StmtKind::If(_)
        | StmtKind::For(_)
        | StmtKind::While(_)
        | StmtKind::Repeat(_)
        | StmtKind::Match(_)
        | StmtKind::Try(_) => control(rewrite, &mut at.kind),
    }
}

fn control(rewrite: &mut impl Rewrite, at: &mut StmtKind) {
    match at {
        StmtKind::If(statement) => {
            for branch in &mut statement.branches {
                rewrite.expr(&mut branch.condition);
                block(rewrite, &mut branch.body);
            }
            if let Some(otherwise) = &mut statement.otherwise {
                block(rewrite, otherwise);
            }
        }
        StmtKind::For(statement) => {
            rewrite.binding(&mut statement.variable);
            rewrite.expr(&mut statement.range);
            block(rewrite, &mut statement.body);
        }
        StmtKind::While(statement) => {
            rewrite.expr(&mut statement.condition);
            block(rewrite, &mut statement.body);
        }
        StmtKind::Repeat(statement) => {
            block(rewrite, &mut statement.body);
            rewrite.expr(&mut statement.condition);
        }
        StmtKind::Match(statement) => match_statement(rewrite, statement),
        StmtKind::Try(statement) => {
            block(rewrite, &mut statement.body);
            for catch in &mut statement.catches {
                if let Some(name) = &mut catch.name {
                    rewrite.binding(name);
                }
                optional_ty(rewrite, &mut catch.ty);
                block(rewrite, &mut catch.body);
            }
        }
        StmtKind::Function(_) | StmtKind::TypeDef(_) | StmtKind::Macro(_) | line_stmt!() => {
            panic!("not a statement with blocks: {at:?}")
        }
    }
}

fn match_statement(rewrite: &mut impl Rewrite, at: &mut Match) {
    for subject in &mut at.subjects {
        rewrite.expr(subject);
    }
    for arm in &mut at.arms {
        for pattern in &mut arm.patterns {
            if let PatternKind::Value(value) = &mut pattern.kind {
                rewrite.expr(value);
            }
        }
        block(rewrite, &mut arm.body);
    }
}

/// Walks through what [`stmt`] leaves out, a type or a rule: the types and expressions in it.
pub fn definition(rewrite: &mut impl Rewrite, at: &mut StmtKind) {
    if let StmtKind::TypeDef(definition) = at {
        match &mut definition.kind {
            TypeDefKind::Alias(written) => ty(rewrite, written),
            TypeDefKind::Class(class) => {
                let fields = class.fields.iter_mut();
                fields.for_each(|field| optional_ty(rewrite, &mut field.ty));
            }
            TypeDefKind::Enum(keys) => {
                let keys = keys.iter_mut();
                keys.for_each(|key| optional(rewrite, &mut key.value));
            }
        }
    } else if let StmtKind::Reduction(rule) = at {
        for param in &mut rule.params {
            rewrite.binding(&mut param.name);
            optional_ty(rewrite, &mut param.ty);
        }
        rewrite.expr(&mut rule.pattern);
        rewrite.expr(&mut rule.replacement);
        optional(rewrite, &mut rule.condition);
    } else if let StmtKind::Symbolic(names) = at {
        for symbolic in names {
            rewrite.binding(&mut symbolic.name);
            ty(rewrite, &mut symbolic.ty);
        }
    }
}

/// Walks through the arguments and properties of an attribute.
pub fn attribute(rewrite: &mut impl Rewrite, at: &mut Attribute) {
    for argument in &mut at.arguments {
        rewrite.expr(argument);
    }
    for property in &mut at.properties {
        rewrite.expr(&mut property.value);
    }
}

fn function(rewrite: &mut impl Rewrite, at: &mut Function) {
    rewrite.binding(&mut at.name);
    params(rewrite, &mut at.params);
    for output in &mut at.outputs {
        rewrite.binding(&mut output.name);
        optional_ty(rewrite, &mut output.ty);
    }
    block(rewrite, &mut at.body);
}

fn params(rewrite: &mut impl Rewrite, at: &mut [Param]) {
    for param in at {
        rewrite.binding(&mut param.name);
        optional_ty(rewrite, &mut param.ty);
        optional(rewrite, &mut param.default);
    }
}

fn assign(rewrite: &mut impl Rewrite, at: &mut Assign) {
    rewrite.expr(&mut at.target);
    rewrite.expr(&mut at.value);
}

fn optional(rewrite: &mut impl Rewrite, at: &mut Option<Expr>) {
    if let Some(value) = at {
        rewrite.expr(value);
    }
}

/// Walks through the parts of an expression.
pub fn expr(rewrite: &mut impl Rewrite, at: &mut Expr) {
    match &mut at.kind {
        leaf_expr!() | ExprKind::Name(_) => {}
        ExprKind::Spread(inner) | ExprKind::Unary(_, inner) => rewrite.expr(inner),
        ExprKind::Range(range) => {
            rewrite.expr(&mut range.start);
            optional(rewrite, &mut range.step);
            rewrite.expr(&mut range.stop);
        }
        ExprKind::Vector(items) | ExprKind::Cell(items) => {
            items.iter_mut().for_each(|item| rewrite.expr(item));
        }
        ExprKind::Binary(binary) => {
            rewrite.expr(&mut binary.left);
            rewrite.expr(&mut binary.right);
        }
        ExprKind::Conditional(conditional) => {
            rewrite.expr(&mut conditional.condition);
            rewrite.expr(&mut conditional.then);
            rewrite.expr(&mut conditional.otherwise);
        }
        ExprKind::Call(call) => with_args(rewrite, &mut call.callee, &mut call.args),
        ExprKind::Index(index) => with_args(rewrite, &mut index.base, &mut index.args),
        ExprKind::Member(member) => rewrite.expr(&mut member.base),
        ExprKind::Lambda(lambda) => {
            params(rewrite, &mut lambda.params);
            rewrite.expr(&mut lambda.body);
        }
        ExprKind::Assign(assign) => self::assign(rewrite, assign),
        ExprKind::Exchange(exchange) => {
            rewrite.expr(&mut exchange.target);
            optional(rewrite, &mut exchange.expected);
            rewrite.expr(&mut exchange.value);
        }
        ExprKind::Block(inner) => block(rewrite, inner),
        ExprKind::Type(inner) => ty(rewrite, inner),
    }
}

fn with_args(rewrite: &mut impl Rewrite, base: &mut Expr, args: &mut [Arg]) {
    rewrite.expr(base);
    for arg in args {
        rewrite.expr(&mut arg.value);
        optional_ty(rewrite, &mut arg.ty);
    }
}

fn optional_ty(rewrite: &mut impl Rewrite, at: &mut Option<TypeExpr>) {
    if let Some(written) = at {
        ty(rewrite, written);
    }
}

/// Walks through the sizes in a type.
fn ty(rewrite: &mut impl Rewrite, at: &mut TypeExpr) {
    match &mut at.kind {
        TypeKind::Error | TypeKind::Inferred | TypeKind::Unknown => {}
        TypeKind::Named(named) => named_ty(rewrite, named),
        TypeKind::Pointer(inner) => ty(rewrite, inner),
        TypeKind::Union(items) | TypeKind::Cell(items) => {
            items.iter_mut().for_each(|item| ty(rewrite, item));
        }
        TypeKind::Function(function) => {
            let inputs = function.inputs.iter_mut().map(|input| &mut input.ty);
            for part in inputs.chain(&mut function.outputs) {
                ty(rewrite, part);
            }
        }
    }
}

fn named_ty(rewrite: &mut impl Rewrite, at: &mut NamedType) {
    rewrite.named_type(at);
    optional(rewrite, &mut at.dimensions);
    for argument in &mut at.arguments {
        match argument {
            TypeArg::Type(inner) => ty(rewrite, inner),
            TypeArg::Size(size) => rewrite.expr(size),
        }
    }
    for size in at.sizes.iter_mut().flatten() {
        rewrite.expr(size);
    }
}
