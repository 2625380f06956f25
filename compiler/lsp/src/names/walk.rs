//! The walk over a tree that finds its names.
//!
//! *Invariant:* every name of the tree is noted, those within types and attributes too.

use qc_front::base::{Span, Symbol};
use qc_front::leaf_expr;
use qc_front::syntax::ast::*;

use super::{Kind, Occurrence, Role, Scope, ScopeId, ScopeKind, Sense, TOP};

/// The scopes of a tree and its names.
pub(super) fn walk(ast: &Ast, length: u32) -> (Vec<Scope>, Vec<Occurrence>) {
    let file = Scope {
        kind: ScopeKind::File,
        parent: None,
        span: Span::new(ast.file, 0, length),
        name: None,
        header: None,
    };
    let mut walk = Walk {
        scopes: vec![file],
        found: Vec::new(),
        scope: TOP,
        attribute: None,
    };
    walk.block(&ast.body);
    (walk.scopes, walk.found)
}

struct Walk {
    scopes: Vec<Scope>,
    found: Vec<Occurrence>,
    scope: ScopeId,
    /// The attribute that is read.
    attribute: Option<Symbol>,
}

impl Walk {
    fn note(&mut self, name: Ident, role: Role, sense: Sense) {
        self.found.push(Occurrence {
            name: name.name,
            span: name.span,
            scope: self.scope,
            role,
            sense,
            owner: TOP,
        });
    }

    fn define(&mut self, name: Ident, kind: Kind) {
        self.note(name, Role::Define(kind), Sense::Scoped);
    }

    /// Does something within a scope of its own.
    fn within(
        &mut self,
        kind: ScopeKind,
        span: Span,
        name: Option<Ident>,
        work: impl FnOnce(&mut Self),
    ) {
        let parent = self.scope;
        self.scope = self.scopes.len();
        self.scopes.push(Scope {
            kind,
            parent: Some(parent),
            span,
            name,
            header: None,
        });
        work(self);
        self.scope = parent;
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Import(import) => {
                let alias = import.alias.iter();
                alias.for_each(|alias| self.note(*alias, Role::Read, Sense::Scoped));
            }
            StmtKind::Break | StmtKind::Continue => {}
            StmtKind::SyncThreads(_) | StmtKind::MemFence(_) => {}
            StmtKind::Pragma(pragma) => self.note(pragma.name, Role::Read, Sense::Pragma),
            StmtKind::Attribute(attribute) => self.attribute(attribute),
            StmtKind::TypeDef(definition) => self.type_definition(definition, stmt.span),
            StmtKind::Reduction(rule) => self.reduction(rule, stmt.span),
            StmtKind::Symbolic(names) => {
                for symbolic in names {
                    self.define(symbolic.name, Kind::Variable);
                    self.ty(&symbolic.ty);
                }
            }
            StmtKind::Macro(definition) => self.macro_definition(definition, stmt.span),
            StmtKind::Function(function) => self.function(function, stmt.span),
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Assign(assign) => self.assign(assign),
            StmtKind::MultiAssign(multi) => {
                for target in &multi.targets {
                    self.target(&target.place, Role::Define(Kind::Variable));
                    self.optional_ty(target.ty.as_ref());
                }
                self.expr(&multi.value);
            }
            StmtKind::Declare(declare) => {
                self.target(&declare.target, Role::Define(Kind::Variable));
                self.ty(&declare.ty);
                self.optional(declare.value.as_ref());
            }
            StmtKind::Return(value) => self.optional(value.as_ref()),
            StmtKind::If(_)
            | StmtKind::For(_)
            | StmtKind::While(_)
            | StmtKind::Repeat(_)
            | StmtKind::Match(_)
            | StmtKind::Try(_) => self.control(&stmt.kind),
        }
    }

    fn control(&mut self, kind: &StmtKind) {
        if let StmtKind::If(choice) = kind {
            for branch in &choice.branches {
                self.expr(&branch.condition);
                self.block(&branch.body);
            }
            choice.otherwise.iter().for_each(|block| self.block(block));
        } else if let StmtKind::For(each) = kind {
            self.define(each.variable, Kind::LoopVariable);
            self.expr(&each.range);
            self.block(&each.body);
        } else if let StmtKind::While(each) = kind {
            self.expr(&each.condition);
            self.block(&each.body);
        } else if let StmtKind::Repeat(each) = kind {
            self.block(&each.body);
            self.expr(&each.condition);
        } else if let StmtKind::Match(choice) = kind {
            self.match_statement(choice);
        } else if let StmtKind::Try(attempt) = kind {
            self.block(&attempt.body);
            for catch in &attempt.catches {
                catch
                    .name
                    .iter()
                    .for_each(|name| self.define(*name, Kind::Variable));
                self.optional_ty(catch.ty.as_ref());
                self.block(&catch.body);
            }
        }
    }

    fn match_statement(&mut self, choice: &Match) {
        choice
            .subjects
            .iter()
            .for_each(|subject| self.expr(subject));
        for arm in &choice.arms {
            for pattern in &arm.patterns {
                if let PatternKind::Value(value) = &pattern.kind {
                    self.expr(value);
                }
            }
            self.block(&arm.body);
        }
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.note(attribute.name, Role::Read, Sense::Attribute);
        self.attribute = Some(attribute.name.name);
        attribute.arguments.iter().for_each(|arg| self.expr(arg));
        for property in &attribute.properties {
            self.note(
                property.name,
                Role::Read,
                Sense::Property(attribute.name.name),
            );
            self.expr(&property.value);
        }
        self.attribute = None;
    }

    fn type_definition(&mut self, definition: &TypeDef, span: Span) {
        let name = definition.name;
        let kind = match &definition.kind {
            TypeDefKind::Alias(_) => Kind::Alias,
            TypeDefKind::Class(_) => Kind::Class,
            TypeDefKind::Enum(_) => Kind::Enum,
        };
        self.define(name, kind);
        self.within(ScopeKind::Type, span, Some(name), |walk| {
            walk.generics(&definition.generics);
            match &definition.kind {
                TypeDefKind::Alias(ty) => walk.ty(ty),
                TypeDefKind::Class(class) => {
                    for field in &class.fields {
                        let sense = Sense::FieldOf(name.name);
                        walk.note(field.name, Role::Define(Kind::Field), sense);
                        walk.optional_ty(field.ty.as_ref());
                    }
                }
                TypeDefKind::Enum(keys) => {
                    for key in keys {
                        let sense = Sense::KeyOf(name.name);
                        walk.note(key.name, Role::Define(Kind::Key), sense);
                        walk.optional(key.value.as_ref());
                    }
                }
            }
        });
    }

    fn generics(&mut self, generics: &[GenericParam]) {
        for generic in generics {
            self.define(generic.name, Kind::Generic);
            self.optional_ty(generic.ty.as_ref());
        }
    }

    fn reduction(&mut self, rule: &Reduction, span: Span) {
        let is_declared =
            |name: &Ident| rule.params.iter().any(|param| param.name.name == name.name);
        let head = match &rule.pattern.kind {
            ExprKind::Call(call) => call.callee.as_name(),
            _ => None,
        };
        if let Some(name) = head.filter(|name| !is_declared(name)) {
            // What a rule is about need not be anything else, and is the same in the whole program.
            let scope = std::mem::replace(&mut self.scope, TOP);
            self.define(name, Kind::Rule);
            self.scope = scope;
        }
        self.within(ScopeKind::Rule, span, None, |walk| {
            for param in &rule.params {
                walk.define(param.name, Kind::Parameter);
                walk.optional_ty(param.ty.as_ref());
            }
            walk.undeclared(rule);
            walk.expr(&rule.pattern);
            walk.expr(&rule.replacement);
            walk.optional(rule.condition.as_ref());
        });
    }

    /// Arguments of the pattern of a rule are its variables, declared or not.
    fn undeclared(&mut self, rule: &Reduction) {
        let ExprKind::Call(call) = &rule.pattern.kind else {
            return;
        };
        let is_declared =
            |name: &Ident| rule.params.iter().any(|param| param.name.name == name.name);
        let names = call.args.iter().filter_map(|arg| arg.value.as_name());
        for name in names.filter(|name| !is_declared(name)) {
            self.define(name, Kind::Parameter);
        }
    }

    fn macro_definition(&mut self, definition: &Macro, span: Span) {
        self.define(definition.name, Kind::Macro);
        self.within(ScopeKind::Macro, span, Some(definition.name), |walk| {
            walk.params(&definition.params);
            walk.block(&definition.body);
        });
    }

    fn function(&mut self, function: &Function, span: Span) {
        self.define(function.name, Kind::Function);
        self.within(ScopeKind::Function, span, Some(function.name), |walk| {
            walk.scopes[walk.scope].header = Some(function.header);
            for output in &function.outputs {
                walk.define(output.name, Kind::Output);
                walk.optional_ty(output.ty.as_ref());
            }
            walk.generics(&function.generics);
            walk.params(&function.params);
            walk.block(&function.body);
        });
    }

    fn params(&mut self, params: &[Param]) {
        for param in params {
            self.define(param.name, Kind::Parameter);
            self.optional_ty(param.ty.as_ref());
            self.optional(param.default.as_ref());
        }
    }

    fn assign(&mut self, assign: &Assign) {
        let role = match assign.op {
            AssignOp::Set => Role::Define(Kind::Variable),
            _ => Role::Change,
        };
        self.target(&assign.target, role);
        self.expr(&assign.value);
    }

    /// What is assigned to: a name as a whole, or a part of what an expression gives.
    fn target(&mut self, place: &Expr, role: Role) {
        match (&place.kind, place.as_name()) {
            (_, Some(name)) => self.note(name, role, Sense::Scoped),
            (ExprKind::Index(index), None) => {
                self.target(&index.base, Role::Change);
                self.args(&index.args, None);
            }
            (ExprKind::Member(member), None) => {
                self.target(&member.base, Role::Change);
                self.member(member, Role::Change);
            }
            (_, None) => self.expr(place),
        }
    }

    fn member(&mut self, member: &Member, role: Role) {
        let name = member.base.as_name().map(|name| name.name);
        self.note(member.name, role, Sense::Member(member.base.span, name));
    }

    fn args(&mut self, args: &[Arg], callee: Option<Symbol>) {
        for arg in args {
            if let Some(name) = arg.name {
                self.note(name, Role::Read, Sense::Argument(callee));
            }
            self.expr(&arg.value);
            self.optional_ty(arg.ty.as_ref());
        }
    }

    fn optional(&mut self, expr: Option<&Expr>) {
        expr.into_iter().for_each(|expr| self.expr(expr));
    }

    fn all(&mut self, items: &[Expr]) {
        items.iter().for_each(|item| self.expr(item));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            leaf_expr!() => {}
            ExprKind::Name(name) => {
                let (name, span) = (*name, expr.span);
                let sense = self.attribute.map_or(Sense::Scoped, Sense::Word);
                self.note(Ident { name, span }, Role::Read, sense);
            }
            ExprKind::Spread(inner) | ExprKind::Unary(_, inner) => self.expr(inner),
            ExprKind::Vector(items) | ExprKind::Cell(items) => self.all(items),
            ExprKind::Range(range) => {
                self.expr(&range.start);
                self.optional(range.step.as_ref());
                self.expr(&range.stop);
            }
            ExprKind::Binary(binary) => {
                self.expr(&binary.left);
                self.expr(&binary.right);
            }
            ExprKind::Conditional(choice) => {
                self.expr(&choice.condition);
                self.expr(&choice.then);
                self.expr(&choice.otherwise);
            }
            ExprKind::Call(call) => {
                self.expr(&call.callee);
                self.args(&call.args, callee(&call.callee));
            }
            ExprKind::Index(index) => {
                self.expr(&index.base);
                self.args(&index.args, None);
            }
            ExprKind::Member(member) => {
                self.expr(&member.base);
                self.member(member, Role::Read);
            }
            ExprKind::Lambda(lambda) => {
                self.within(ScopeKind::Lambda, expr.span, None, |walk| {
                    walk.params(&lambda.params);
                    walk.expr(&lambda.body);
                });
            }
            ExprKind::Assign(assign) => self.assign(assign),
            ExprKind::Exchange(exchange) => {
                self.target(&exchange.target, Role::Change);
                self.optional(exchange.expected.as_ref());
                self.expr(&exchange.value);
            }
            ExprKind::Block(block) => self.block(block),
            ExprKind::Type(ty) => self.ty(ty),
        }
    }

    fn optional_ty(&mut self, ty: Option<&TypeExpr>) {
        ty.into_iter().for_each(|ty| self.ty(ty));
    }

    fn ty(&mut self, ty: &TypeExpr) {
        match &ty.kind {
            TypeKind::Error | TypeKind::Inferred | TypeKind::Unknown => {}
            TypeKind::Named(named) => {
                match named.module {
                    Some(module) => {
                        self.note(module, Role::Read, Sense::Scoped);
                        let sense = Sense::Member(module.span, Some(module.name));
                        self.note(named.name, Role::Read, sense);
                    }
                    None => self.note(named.name, Role::Read, Sense::Scoped),
                }
                self.optional(named.dimensions.as_ref());
                for argument in &named.arguments {
                    match argument {
                        TypeArg::Type(ty) => self.ty(ty),
                        TypeArg::Size(size) => self.expr(size),
                    }
                }
                named.sizes.iter().for_each(|sizes| self.all(sizes));
            }
            TypeKind::Pointer(inner) => self.ty(inner),
            TypeKind::Union(items) | TypeKind::Cell(items) => {
                items.iter().for_each(|item| self.ty(item));
            }
            TypeKind::Function(function) => {
                let inputs = function.inputs.iter().map(|input| &input.ty);
                inputs
                    .chain(&function.outputs)
                    .for_each(|part| self.ty(part));
            }
        }
    }
}

/// The name of what is called: a function, a generic one, or a method.
fn callee(expr: &Expr) -> Option<Symbol> {
    match &expr.kind {
        ExprKind::Name(name) => Some(*name),
        ExprKind::Index(index) => callee(&index.base),
        ExprKind::Member(member) => Some(member.name.name),
        _ => None,
    }
}
