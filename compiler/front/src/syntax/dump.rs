//! Tokens and the syntax tree as text for `--emit=tokens` and `--emit=ast`.
//!
//! The tree has a line per statement; expressions stand on it as nested lists, operator first: `(+ a (call f b))`.
//!
//! *Invariant:* two trees have the same text without positions exactly when they differ in spans, ids and comments only.

use super::ast::*;
use super::print::print_type;
use super::token::{Token, TokenKind};
use crate::base::{FileId, IndentWriter, Interner, SourceMap, Span};

/// The tokens of a file, one per line: `line:column kind text`.
pub fn dump_tokens(tokens: &[Token], sources: &SourceMap) -> String {
    let mut text = String::new();
    for token in tokens {
        let position = sources.position(token.span);
        let place = format!("{}:{}", position.line, position.column);
        let (kind, shown) = (token_kind(token.kind), sources.text(token.span));
        let shown = if shown.trim().is_empty() { "" } else { shown };
        text.push_str(format!("{place:<8}{kind:<10}{shown}").trim_end());
        text.push('\n');
    }
    text
}

fn token_kind(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Name(_) => "name",
        TokenKind::Meta(_) => "meta",
        TokenKind::Keyword(_) => "keyword",
        TokenKind::Int(_) => "int",
        TokenKind::Scalar(_) => "scalar",
        TokenKind::Imaginary(_) => "imaginary",
        TokenKind::String => "string",
        TokenKind::Punct(_) => "mark",
        TokenKind::Pragma => "pragma",
        TokenKind::Newline => "newline",
        TokenKind::Error => "error",
        TokenKind::EndOfFile => "end",
    }
}

/// The syntax tree of a file, every statement with its line and column.
pub fn dump_ast(ast: &Ast, sources: &SourceMap, interner: &Interner) -> String {
    dump(ast, Some((sources, ast.file)), interner)
}

/// The syntax tree without positions, to compare trees.
pub fn dump_ast_without_positions(ast: &Ast, interner: &Interner) -> String {
    dump(ast, None, interner)
}

fn dump(ast: &Ast, positions: Option<(&SourceMap, FileId)>, interner: &Interner) -> String {
    let mut dumper = Dumper {
        names: interner,
        positions,
        out: IndentWriter::new(),
    };
    dumper.block(&ast.body);
    dumper.out.finish()
}

struct Dumper<'a> {
    names: &'a Interner,
    positions: Option<(&'a SourceMap, FileId)>,
    out: IndentWriter,
}

impl Dumper<'_> {
    fn name(&self, name: Ident) -> &str {
        self.names.text(name.name)
    }

    fn line(&mut self, text: String) {
        self.out.line(text.trim_end());
    }

    fn place(&self, span: Span) -> String {
        let Some((sources, file)) = self.positions else {
            return String::new();
        };
        let position = sources.file(file).position(span.lo);
        format!("{}:{} ", position.line, position.column)
    }

    fn ty(&self, ty: &TypeExpr) -> String {
        print_type(ty, self.names)
    }

    /// ` : type`, or nothing.
    fn annotation(&self, ty: Option<&TypeExpr>) -> String {
        ty.map_or(String::new(), |ty| format!(" : {}", self.ty(ty)))
    }

    /// ` word value`, or nothing.
    fn optional(&self, word: &str, value: Option<&Expr>) -> String {
        value.map_or(String::new(), |value| {
            format!(" {word} {}", self.expr(value))
        })
    }

    // ------------------------------------------------------------------------------------------------------------- statements

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn inner(&mut self, head: &str, block: &Block) {
        self.line(head.to_string());
        self.out.open();
        self.block(block);
        self.out.close();
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let place = self.place(stmt.span);
        let head = self.head(&stmt.kind);
        self.line(format!("{place}{head}"));
        self.out.open();
        self.parts(&stmt.kind);
        self.out.close();
    }

    /// The line of a statement.
    fn head(&self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Import(import) => {
                let alias = import
                    .alias
                    .map(|alias| format!(" as {}", self.name(alias)));
                format!(
                    "import {:?}{}",
                    import.path.value,
                    alias.unwrap_or_default()
                )
            }
            StmtKind::Pragma(pragma) => {
                format!("pragma {} {}", self.name(pragma.name), pragma.enabled)
            }
            StmtKind::Attribute(attribute) => self.attribute(attribute),
            StmtKind::TypeDef(definition) => self.type_definition(definition),
            StmtKind::Reduction(_) => "reduction".to_string(),
            StmtKind::Symbolic(_) => "symbolic".to_string(),
            StmtKind::Macro(definition) => format!("macro {}", self.name(definition.name)),
            StmtKind::Function(function) => self.function_head(function),
            StmtKind::Expr(expr) => format!("do {}", self.expr(expr)),
            StmtKind::Assign(assign) => self.assign(assign),
            StmtKind::MultiAssign(assign) => {
                format!("assign several = {}", self.expr(&assign.value))
            }
            StmtKind::Declare(declare) => {
                let value = self.optional("=", declare.value.as_ref());
                format!(
                    "declare {} : {}{value}",
                    self.expr(&declare.target),
                    self.ty(&declare.ty)
                )
            }
            StmtKind::If(_) => "if".to_string(),
            StmtKind::For(statement) => format!(
                "for {} = {}",
                self.name(statement.variable),
                self.expr(&statement.range)
            ),
            StmtKind::While(statement) => format!("while {}", self.expr(&statement.condition)),
            StmtKind::Repeat(statement) => {
                format!("repeat until {}", self.expr(&statement.condition))
            }
            StmtKind::Match(statement) => format!("match {}", self.exprs(&statement.subjects)),
            StmtKind::Try(_) => "try".to_string(),
            StmtKind::Break => "break".to_string(),
            StmtKind::Continue => "continue".to_string(),
            StmtKind::Return(value) => format!(
                "return{}",
                value
                    .as_ref()
                    .map_or(String::new(), |v| format!(" {}", self.expr(v)))
            ),
            StmtKind::SyncThreads(scope) => {
                format!("syncthreads {}", scope.map_or("", |scope| self.name(scope)))
            }
            StmtKind::MemFence(scope) => format!("memfence {}", self.name(*scope)),
        }
    }

    /// The lines below the first.
    fn parts(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::TypeDef(definition) => self.type_parts(definition),
            StmtKind::Reduction(reduction) => self.reduction_parts(reduction),
            StmtKind::Symbolic(names) => {
                for name in names {
                    self.line(format!("{} : {}", self.name(name.name), self.ty(&name.ty)));
                }
            }
            StmtKind::Macro(definition) => {
                self.params(&definition.params);
                self.inner("body", &definition.body);
            }
            StmtKind::Function(function) => self.function_parts(function),
            StmtKind::MultiAssign(assign) => {
                for target in &assign.targets {
                    self.line(format!(
                        "target {}{}",
                        self.expr(&target.place),
                        self.annotation(target.ty.as_ref())
                    ));
                }
            }
            StmtKind::If(statement) => self.if_parts(statement),
            StmtKind::For(For { body, .. })
            | StmtKind::While(While { body, .. })
            | StmtKind::Repeat(Repeat { body, .. }) => {
                self.block(body);
            }
            StmtKind::Match(statement) => self.match_parts(statement),
            StmtKind::Try(statement) => self.try_parts(statement),
            StmtKind::Import(_)
            | StmtKind::Pragma(_)
            | StmtKind::Attribute(_)
            | StmtKind::Expr(_)
            | StmtKind::Assign(_)
            | StmtKind::Declare(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::SyncThreads(_)
            | StmtKind::MemFence(_) => {}
        }
    }

    fn attribute(&self, attribute: &Attribute) -> String {
        let mut text = format!("attribute {}", self.name(attribute.name));
        for argument in &attribute.arguments {
            text.push_str(&format!(" {}", self.expr(argument)));
        }
        for property in &attribute.properties {
            text.push_str(&format!(
                " {}={}",
                self.name(property.name),
                self.expr(&property.value)
            ));
        }
        text
    }

    fn type_definition(&self, definition: &TypeDef) -> String {
        let head = format!(
            "type {}{}",
            self.name(definition.name),
            self.generics(&definition.generics)
        );
        match &definition.kind {
            TypeDefKind::Alias(ty) => format!("{head} = {}", self.ty(ty)),
            TypeDefKind::Class(class) => format!("{head} class {:?}", class.kind),
            TypeDefKind::Enum(_) => format!("{head} enum"),
        }
    }

    fn generics(&self, generics: &[GenericParam]) -> String {
        let one = |param: &GenericParam| {
            format!(
                "{}{}",
                self.name(param.name),
                self.annotation(param.ty.as_ref())
            )
        };
        let all: Vec<String> = generics.iter().map(one).collect();
        if all.is_empty() {
            String::new()
        } else {
            format!("[{}]", all.join(", "))
        }
    }

    fn doc(&mut self, doc: Option<&Doc>) {
        for line in doc.iter().flat_map(|doc| &doc.lines) {
            self.line(format!("doc {line:?}"));
        }
    }

    fn type_parts(&mut self, definition: &TypeDef) {
        self.doc(definition.doc.as_ref());
        match &definition.kind {
            TypeDefKind::Alias(_) => {}
            TypeDefKind::Class(class) => {
                for field in &class.fields {
                    self.line(format!(
                        "field {}{}",
                        self.name(field.name),
                        self.annotation(field.ty.as_ref())
                    ));
                }
            }
            TypeDefKind::Enum(keys) => {
                for key in keys {
                    self.line(format!(
                        "key {}{}",
                        self.name(key.name),
                        self.optional("=", key.value.as_ref())
                    ));
                }
            }
        }
    }

    fn reduction_parts(&mut self, reduction: &Reduction) {
        for param in &reduction.params {
            let dots = if param.variadic { "..." } else { "" };
            self.line(format!(
                "variable {dots}{}{}",
                self.name(param.name),
                self.annotation(param.ty.as_ref())
            ));
        }
        self.line(format!("pattern {}", self.expr(&reduction.pattern)));
        self.line(format!("replacement {}", self.expr(&reduction.replacement)));
        if let Some(condition) = &reduction.condition {
            self.line(format!("where {}", self.expr(condition)));
        }
    }

    fn function_head(&self, function: &Function) -> String {
        let qualifier = function
            .qualifier
            .map_or(String::new(), |qualifier| format!("{} ", qualifier.text()));
        let marker = if function.is_static { " static" } else { "" };
        format!(
            "function {qualifier}{}{}{marker}",
            self.name(function.name),
            self.generics(&function.generics)
        )
    }

    fn function_parts(&mut self, function: &Function) {
        self.doc(function.doc.as_ref());
        for output in &function.outputs {
            self.line(format!(
                "output {}{}",
                self.name(output.name),
                self.annotation(output.ty.as_ref())
            ));
        }
        self.params(&function.params);
        self.inner("body", &function.body);
    }

    fn params(&mut self, params: &[Param]) {
        for param in params {
            self.line(format!("param {}", self.param(param)));
        }
    }

    fn param(&self, param: &Param) -> String {
        let dots = if param.variadic { "..." } else { "" };
        let default = self.optional("=", param.default.as_ref());
        format!(
            "{dots}{}{}{default}",
            self.name(param.name),
            self.annotation(param.ty.as_ref())
        )
    }

    fn if_parts(&mut self, statement: &If) {
        for branch in &statement.branches {
            let head = format!("when {}", self.expr(&branch.condition));
            self.inner(&head, &branch.body);
        }
        if let Some(otherwise) = &statement.otherwise {
            self.inner("else", otherwise);
        }
    }

    fn match_parts(&mut self, statement: &Match) {
        for arm in &statement.arms {
            let pattern = |pattern: &Pattern| match &pattern.kind {
                PatternKind::Wildcard => "_".to_string(),
                PatternKind::Value(value) => self.expr(value),
            };
            let patterns: Vec<String> = arm.patterns.iter().map(pattern).collect();
            self.inner(&format!("arm {}", patterns.join(", ")), &arm.body);
        }
    }

    fn try_parts(&mut self, statement: &Try) {
        self.inner("body", &statement.body);
        for catch in &statement.catches {
            let name = catch.name.map_or("", |name| self.name(name)).to_string();
            let head = format!("catch {name}{}", self.annotation(catch.ty.as_ref()));
            self.inner(&head, &catch.body);
        }
    }

    // ------------------------------------------------------------------------------------------------------------ expressions

    fn exprs(&self, exprs: &[Expr]) -> String {
        exprs
            .iter()
            .map(|expr| self.expr(expr))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// `(word a b)`, `(word)` for none.
    fn node(&self, word: &str, exprs: &[Expr]) -> String {
        if exprs.is_empty() {
            format!("({word})")
        } else {
            format!("({word} {})", self.exprs(exprs))
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Error => "<error>".to_string(),
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Scalar(value) => format!("{value:?}"),
            ExprKind::Imaginary(value) => format!("{value:?}j"),
            ExprKind::String(text) => format!("{text:?}"),
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Null => "null".to_string(),
            ExprKind::Name(name) | ExprKind::Meta(name) => self.names.text(*name).to_string(),
            ExprKind::All => ":".to_string(),
            ExprKind::Spread(value) => format!("(... {})", self.expr(value)),
            ExprKind::Range(range) => {
                let step = range
                    .step
                    .as_ref()
                    .map_or(String::new(), |step| format!("{} ", self.expr(step)));
                format!(
                    "(.. {} {step}{})",
                    self.expr(&range.start),
                    self.expr(&range.stop)
                )
            }
            ExprKind::Vector(items) => self.node("vector", items),
            ExprKind::Cell(items) => self.node("cell", items),
            ExprKind::Unary(op, operand) => format!("({} {})", op.text(), self.expr(operand)),
            ExprKind::Binary(binary) => {
                format!(
                    "({} {} {})",
                    binary.op.text(),
                    self.expr(&binary.left),
                    self.expr(&binary.right)
                )
            }
            ExprKind::Conditional(c) => {
                format!(
                    "(? {} {} {})",
                    self.expr(&c.condition),
                    self.expr(&c.then),
                    self.expr(&c.otherwise)
                )
            }
            ExprKind::Call(call) => format!(
                "(call {}{})",
                self.expr(&call.callee),
                self.args(&call.args)
            ),
            ExprKind::Index(index) => format!(
                "(index {}{})",
                self.expr(&index.base),
                self.args(&index.args)
            ),
            ExprKind::Member(member) => {
                format!("(. {} {})", self.expr(&member.base), self.name(member.name))
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda),
            ExprKind::Assign(assign) => format!("({})", self.assign(assign)),
            ExprKind::Exchange(exchange) => self.exchange(exchange),
            ExprKind::Block(block) => self.statement_list(block),
            ExprKind::Type(ty) => format!("(type {})", self.ty(ty)),
        }
    }

    fn args(&self, args: &[Arg]) -> String {
        args.iter()
            .map(|arg| format!(" {}", self.arg(arg)))
            .collect()
    }

    fn arg(&self, arg: &Arg) -> String {
        let name = arg
            .name
            .map_or(String::new(), |name| format!("{}:=", self.name(name)));
        let ty = arg
            .ty
            .as_ref()
            .map_or(String::new(), |ty| format!(":{}", self.ty(ty)));
        format!("{name}{}{ty}", self.expr(&arg.value))
    }

    fn assign(&self, assign: &Assign) -> String {
        format!(
            "assign {} {} {}",
            self.expr(&assign.target),
            assign.op.text(),
            self.expr(&assign.value)
        )
    }

    fn lambda(&self, lambda: &Lambda) -> String {
        let qualifier = lambda
            .qualifier
            .map_or(String::new(), |qualifier| format!("{} ", qualifier.text()));
        let params: Vec<String> = lambda
            .params
            .iter()
            .map(|param| self.param(param))
            .collect();
        format!(
            "({qualifier}lambda ({}) {})",
            params.join(", "),
            self.expr(&lambda.body)
        )
    }

    fn exchange(&self, exchange: &Exchange) -> String {
        let expected = exchange
            .expected
            .as_ref()
            .map_or(String::new(), |expected| {
                format!(" if {}", self.expr(expected))
            });
        format!(
            "(exchange {}{expected} {})",
            self.expr(&exchange.target),
            self.expr(&exchange.value)
        )
    }

    /// Statements within an expression, on one line.
    fn statement_list(&self, block: &Block) -> String {
        let mut inner = Dumper {
            names: self.names,
            positions: None,
            out: IndentWriter::new(),
        };
        inner.block(block);
        let lines: Vec<&str> = inner.out.as_str().lines().map(str::trim).collect();
        format!("(block {{{}}})", lines.join("; "))
    }
}
