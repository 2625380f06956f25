//! The syntax tree as Quasar source, in one layout: four blanks per level, `end` for every block, parentheses only where needed.
//!
//! *Invariant:* the text of a tree without `Error` nodes parses to the same tree, spans and ids aside.

use super::ast::*;
use super::families::line_stmt;
use crate::base::{IndentWriter, Interner, Symbol};

/// The source text of a file.
pub fn print(ast: &Ast, interner: &Interner) -> String {
    let mut printer = Printer {
        names: interner,
        compact: false,
        out: IndentWriter::new(),
    };
    printer.block_lines(&ast.body);
    printer.out.finish()
}

/// The source text of an expression.
pub fn print_expr(expr: &Expr, interner: &Interner) -> String {
    Printer {
        names: interner,
        compact: false,
        out: IndentWriter::new(),
    }
    .expr(expr, Level::Full)
}

/// The source text of an expression in the form of messages: no blanks around arithmetic.
pub fn print_compact(expr: &Expr, interner: &Interner) -> String {
    Printer {
        names: interner,
        compact: true,
        out: IndentWriter::new(),
    }
    .expr(expr, Level::Assign)
}

/// What stands before the arrow of a lambda, in the form of messages.
pub fn print_lambda_header(lambda: &Lambda, interner: &Interner) -> String {
    Printer {
        names: interner,
        compact: true,
        out: IndentWriter::new(),
    }
    .lambda_header(lambda)
}

/// The first line of a function.
pub fn print_function_header(function: &Function, interner: &Interner) -> String {
    Printer {
        names: interner,
        compact: false,
        out: IndentWriter::new(),
    }
    .function_header(function)
}

/// A parameter with its type and default.
pub fn print_param(param: &Param, interner: &Interner) -> String {
    Printer {
        names: interner,
        compact: false,
        out: IndentWriter::new(),
    }
    .param(param)
}

/// The source text of a type.
pub fn print_type(ty: &TypeExpr, interner: &Interner) -> String {
    Printer {
        names: interner,
        compact: false,
        out: IndentWriter::new(),
    }
    .ty(ty)
}

/// How tight an expression binds; one that is looser than its place needs parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Where an assignment may stand bare: a right side, the body of a lambda.
    Assign,
    /// Where any other expression may stand.
    Full,
    Conditional,
    Or,
    And,
    Comparison,
    Range,
    Sum,
    Product,
    Sign,
    Power,
    Postfix,
}

impl Level {
    fn of(op: BinaryOp) -> Level {
        match op {
            BinaryOp::Or => Level::Or,
            BinaryOp::And => Level::And,
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => Level::Comparison,
            BinaryOp::Add | BinaryOp::Subtract => Level::Sum,
            BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::LeftDivide
            | BinaryOp::PointMultiply
            | BinaryOp::PointDivide => Level::Product,
            BinaryOp::Power | BinaryOp::PointPower => Level::Power,
        }
    }

    /// The levels of the left and the right operand.
    fn of_operands(op: BinaryOp) -> (Level, Level) {
        match Level::of(op) {
            Level::Or => (Level::Or, Level::And),
            Level::And => (Level::And, Level::Comparison),
            Level::Comparison => (Level::Comparison, Level::Range),
            Level::Sum => (Level::Sum, Level::Product),
            Level::Product => (Level::Product, Level::Sign),
            Level::Power => (Level::Postfix, Level::Sign),
            Level::Assign
            | Level::Full
            | Level::Conditional
            | Level::Range
            | Level::Sign
            | Level::Postfix => {
                unreachable!("not a level of operators with two operands")
            }
        }
    }
}

struct Printer<'a> {
    names: &'a Interner,
    /// Without blanks around arithmetic and colons.
    compact: bool,
    out: IndentWriter,
}

impl Printer<'_> {
    fn name(&self, name: Symbol) -> &str {
        self.names.text(name)
    }

    /// `a, b, c`
    fn list<T>(&self, items: &[T], print: impl Fn(&T) -> String) -> String {
        items.iter().map(print).collect::<Vec<_>>().join(", ")
    }

    // ------------------------------------------------------------------------------------------------------------- statements

    fn block_lines(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn indented_block(&mut self, block: &Block) {
        self.out.open();
        self.block_lines(block);
        self.out.close();
    }

    fn line(&mut self, text: &str) {
        self.out.line(text);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Function(function) => self.function(function),
            StmtKind::Macro(definition) => self.macro_definition(definition),
            StmtKind::TypeDef(definition) => self.type_definition(definition),
            StmtKind::If(statement) => self.if_statement(statement),
            StmtKind::For(statement) => self.for_statement(statement),
            StmtKind::While(statement) => self.while_statement(statement),
            StmtKind::Repeat(statement) => self.repeat_statement(statement),
            StmtKind::Match(statement) => self.match_statement(statement),
            StmtKind::Try(statement) => self.try_statement(statement),
            line_stmt!() => {
                let text = self.one_line(&stmt.kind);
                self.line(&text);
            }
        }
    }

    /// A statement without a block.
    fn one_line(&self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Import(import) => {
                let alias = import.alias;
                let alias = alias.map(|alias| format!(" as {}", self.name(alias.name)));
                format!(
                    "import {}{}",
                    quoted(&import.path.value),
                    alias.unwrap_or_default()
                )
            }
            StmtKind::Pragma(pragma) => {
                format!(
                    "#pragma {}({})",
                    self.name(pragma.name.name),
                    if pragma.enabled { "on" } else { "off" }
                )
            }
            StmtKind::Attribute(attribute) => self.attribute(attribute),
            StmtKind::Reduction(reduction) => self.reduction(reduction),
            StmtKind::Symbolic(names) => format!("symbolic {}", self.symbolic_names(names)),
            StmtKind::Expr(expr) => self.expr_statement(expr),
            StmtKind::Assign(assign) => self.assign(assign),
            StmtKind::MultiAssign(assign) => self.multi_assign(assign),
            StmtKind::Declare(declare) => self.declare(declare),
            StmtKind::Break => "break".to_string(),
            StmtKind::Continue => "continue".to_string(),
            StmtKind::Return(None) => "return".to_string(),
            StmtKind::Return(Some(value)) => format!("return {}", self.expr(value, Level::Full)),
            StmtKind::SyncThreads(None) => "syncthreads".to_string(),
            StmtKind::SyncThreads(Some(scope)) => format!("syncthreads({})", self.name(scope.name)),
            StmtKind::MemFence(scope) => format!("memfence({})", self.name(scope.name)),
            StmtKind::Function(_)
            | StmtKind::Macro(_)
            | StmtKind::TypeDef(_)
            | StmtKind::If(_)
            | StmtKind::For(_)
            | StmtKind::While(_)
            | StmtKind::Repeat(_)
            | StmtKind::Match(_)
            | StmtKind::Try(_) => unreachable!("printed in several lines"),
        }
    }

    /// An expression as a statement. A lambda in a match would be read as an arm, and `!x` as an attribute.
    fn expr_statement(&self, expr: &Expr) -> String {
        let text = self.expr(expr, Level::Full);
        let misread = matches!(expr.kind, ExprKind::Lambda(_))
            || text.starts_with('!')
            || text.starts_with("{!");
        if misread { format!("({text})") } else { text }
    }

    fn assign(&self, assign: &Assign) -> String {
        let target = self.expr(&assign.target, Level::Postfix);
        format!(
            "{target} {} {}",
            assign.op.text(),
            self.assigned(&assign.value)
        )
    }

    /// The right side of an assignment: `b = c` in `a = b = c` is bare, `b += c` in parentheses for the reader.
    fn assigned(&self, value: &Expr) -> String {
        match &value.kind {
            ExprKind::Assign(assign) if assign.op != AssignOp::Set => {
                format!("({})", self.assign(assign))
            }
            _ => self.expr(value, Level::Assign),
        }
    }

    fn multi_assign(&self, assign: &MultiAssign) -> String {
        let target = |target: &Target| {
            self.expr(&target.place, Level::Postfix) + &self.annotation(target.ty.as_ref())
        };
        format!(
            "[{}] = {}",
            self.list(&assign.targets, target),
            self.assigned(&assign.value)
        )
    }

    fn declare(&self, declare: &Declare) -> String {
        let target = self.expr(&declare.target, Level::Postfix);
        let value = declare.value.as_ref().map_or(String::new(), |value| {
            format!(" = {}", self.assigned(value))
        });
        format!("{target} : {}{value}", self.ty(&declare.ty))
    }

    fn attribute(&self, attribute: &Attribute) -> String {
        let argument = |argument: &Expr| {
            let text = self.expr(argument, Level::Full);
            if text.starts_with('!') {
                format!("({text})")
            } else {
                text
            }
        };
        let mut parts = Vec::new();
        if !attribute.arguments.is_empty() {
            parts.push(self.list(&attribute.arguments, argument));
        }
        for property in &attribute.properties {
            parts.push(format!(
                "{}={}",
                self.name(property.name.name),
                self.expr(&property.value, Level::Full)
            ));
        }
        let separator = if parts.is_empty() { "" } else { " " };
        format!(
            "{{!{}{separator}{}}}",
            self.name(attribute.name.name),
            parts.join("; ")
        )
    }

    fn reduction(&self, reduction: &Reduction) -> String {
        let param = |param: &ReductionParam| {
            let dots = if param.variadic { "..." } else { "" };
            format!(
                "{dots}{}{}",
                self.name(param.name.name),
                self.annotation(param.ty.as_ref())
            )
        };
        let condition = reduction.condition.as_ref();
        let condition = condition.map_or(String::new(), |c| {
            format!(" where {}", self.expr(c, Level::Full))
        });
        format!(
            "reduction ({}) -> {} = {}{condition}",
            self.list(&reduction.params, param),
            self.expr(&reduction.pattern, Level::Full),
            self.expr(&reduction.replacement, Level::Full),
        )
    }

    fn symbolic_names(&self, names: &[SymbolicName]) -> String {
        self.list(names, |name| {
            format!("{} : {}", self.name(name.name.name), self.ty(&name.ty))
        })
    }

    fn doc(&mut self, doc: Option<&Doc>) {
        for line in doc.iter().flat_map(|doc| &doc.lines) {
            self.line(format!("% {line}").trim_end());
        }
    }

    fn function(&mut self, function: &Function) {
        self.doc(function.doc.as_ref());
        let header = self.function_header(function);
        self.line(&header);
        self.indented_block(&function.body);
        self.line("end");
    }

    fn function_header(&self, function: &Function) -> String {
        let outputs = self.outputs(&function.outputs);
        let qualifier = self.qualifier(function.qualifier);
        let generics = self.generics(&function.generics);
        let params = self.list(&function.params, |param| self.param(param));
        let marker = if function.is_static { "=static" } else { "" };
        let name = self.name(function.name.name);
        format!("function {outputs} = {qualifier}{name}{generics}({params}){marker}")
    }

    fn outputs(&self, outputs: &[Output]) -> String {
        let output = |output: &Output| {
            format!(
                "{}{}",
                self.name(output.name.name),
                self.annotation(output.ty.as_ref())
            )
        };
        match outputs {
            [only] => output(only),
            several => format!("[{}]", self.list(several, output)),
        }
    }

    fn qualifier(&self, qualifier: Option<Qualifier>) -> String {
        qualifier.map_or(String::new(), |qualifier| format!("{} ", qualifier.text()))
    }

    fn generics(&self, generics: &[GenericParam]) -> String {
        if generics.is_empty() {
            return String::new();
        }
        let param = |param: &GenericParam| {
            format!(
                "{}{}",
                self.name(param.name.name),
                self.annotation(param.ty.as_ref())
            )
        };
        format!("[{}]", self.list(generics, param))
    }

    fn param(&self, param: &Param) -> String {
        let dots = if param.variadic { "..." } else { "" };
        let default = param.default.as_ref();
        let default = default.map_or(String::new(), |value| {
            format!(" = {}", self.expr(value, Level::Full))
        });
        format!(
            "{dots}{}{}{default}",
            self.name(param.name.name),
            self.annotation(param.ty.as_ref())
        )
    }

    /// ` : type`, or nothing.
    fn annotation(&self, ty: Option<&TypeExpr>) -> String {
        let colon = if self.compact { ":" } else { " : " };
        ty.map_or(String::new(), |ty| format!("{colon}{}", self.ty(ty)))
    }

    fn macro_definition(&mut self, definition: &Macro) {
        let params = self.list(&definition.params, |param| self.param(param));
        let header = format!("macro [] = {}({params})", self.name(definition.name.name));
        self.line(&header);
        self.indented_block(&definition.body);
        self.line("endmacro");
    }

    fn type_definition(&mut self, definition: &TypeDef) {
        self.doc(definition.doc.as_ref());
        let head = format!(
            "type {}{} : ",
            self.name(definition.name.name),
            self.generics(&definition.generics)
        );
        match &definition.kind {
            TypeDefKind::Alias(ty) => {
                let text = format!("{head}{}", self.ty(ty));
                self.line(&text);
            }
            TypeDefKind::Class(class) => self.class(&head, class),
            TypeDefKind::Enum(keys) => self.enumeration(&head, keys),
        }
    }

    fn class(&mut self, head: &str, class: &Class) {
        let kind = match class.kind {
            ClassKind::Immutable => "class",
            ClassKind::Mutable => "mutable class",
            ClassKind::Dynamic => "dynamic class",
        };
        self.line(&format!("{head}{kind}"));
        self.out.open();
        for field in &class.fields {
            let text = format!(
                "{}{}",
                self.name(field.name.name),
                self.annotation(field.ty.as_ref())
            );
            self.line(&text);
        }
        self.out.close();
        self.line("end");
    }

    fn enumeration(&mut self, head: &str, keys: &[EnumKey]) {
        self.line(&format!("{head}enum"));
        self.out.open();
        for key in keys {
            let value = key.value.as_ref().map_or(String::new(), |value| {
                format!(" = {}", self.expr(value, Level::Full))
            });
            let text = format!("{}{value}", self.name(key.name.name));
            self.line(&text);
        }
        self.out.close();
        self.line("end");
    }

    fn if_statement(&mut self, statement: &If) {
        for (index, branch) in statement.branches.iter().enumerate() {
            let word = if index == 0 { "if" } else { "elseif" };
            let text = format!("{word} {}", self.expr(&branch.condition, Level::Full));
            self.line(&text);
            self.indented_block(&branch.body);
        }
        if let Some(otherwise) = &statement.otherwise {
            self.line("else");
            self.indented_block(otherwise);
        }
        self.line("end");
    }

    fn for_statement(&mut self, statement: &For) {
        let text = format!(
            "for {} = {}",
            self.name(statement.variable.name),
            self.expr(&statement.range, Level::Full)
        );
        self.line(&text);
        self.indented_block(&statement.body);
        self.line("end");
    }

    fn while_statement(&mut self, statement: &While) {
        let text = format!("while {}", self.expr(&statement.condition, Level::Full));
        self.line(&text);
        self.indented_block(&statement.body);
        self.line("end");
    }

    fn repeat_statement(&mut self, statement: &Repeat) {
        self.line("repeat");
        self.indented_block(&statement.body);
        let text = format!("until {}", self.expr(&statement.condition, Level::Full));
        self.line(&text);
    }

    fn match_statement(&mut self, statement: &Match) {
        let subjects = self.list(&statement.subjects, |subject| {
            self.expr(subject, Level::Full)
        });
        self.line(&format!("match {subjects} with"));
        for arm in &statement.arms {
            let patterns = self.list(&arm.patterns, |pattern| self.pattern(pattern));
            self.line(&format!("| {patterns} ->"));
            self.indented_block(&arm.body);
        }
        self.line("end");
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        match &pattern.kind {
            PatternKind::Wildcard => "_".to_string(),
            PatternKind::Value(value) => self.expr(value, Level::Conditional),
        }
    }

    fn try_statement(&mut self, statement: &Try) {
        self.line("try");
        self.indented_block(&statement.body);
        for catch in &statement.catches {
            let name = catch
                .name
                .map_or(String::new(), |name| format!(" {}", self.name(name.name)));
            let text = format!("catch{name}{}", self.annotation(catch.ty.as_ref()));
            self.line(&text);
            self.indented_block(&catch.body);
        }
        self.line("end");
    }

    // ------------------------------------------------------------------------------------------------------------ expressions

    /// The expression, in parentheses when it is looser than `least`.
    fn expr(&self, expr: &Expr, least: Level) -> String {
        let (text, level) = self.bare(expr);
        if level < least {
            format!("({text})")
        } else {
            text
        }
    }

    fn bare(&self, expr: &Expr) -> (String, Level) {
        match &expr.kind {
            ExprKind::Error => ("<error>".to_string(), Level::Postfix),
            // Only a number of another base than ten is below zero: it gives the bits of an int.
            ExprKind::Int(value) if *value < 0 => {
                (format!("0x{:X}", *value as u32), Level::Postfix)
            }
            ExprKind::Int(value) => (value.to_string(), Level::Postfix),
            ExprKind::Scalar(value) => (format!("{value:?}"), Level::Postfix),
            ExprKind::Imaginary(value) => (format!("{value:?}j"), Level::Postfix),
            ExprKind::String(text) => (quoted(text), Level::Postfix),
            ExprKind::Bool(value) => (value.to_string(), Level::Postfix),
            ExprKind::Null => ("nullptr".to_string(), Level::Postfix),
            ExprKind::Name(name) | ExprKind::Meta(name) => {
                (self.name(*name).to_string(), Level::Postfix)
            }
            ExprKind::All => (":".to_string(), Level::Postfix),
            ExprKind::Spread(value) => {
                (format!("...{}", self.expr(value, Level::Full)), Level::Full)
            }
            ExprKind::Range(range) => (self.range(range), Level::Range),
            ExprKind::Vector(items) => (format!("[{}]", self.items(items)), Level::Postfix),
            ExprKind::Cell(items) => (format!("{{{}}}", self.items(items)), Level::Postfix),
            ExprKind::Unary(op, operand) => (
                format!("{}{}", op.text(), self.expr(operand, Level::Sign)),
                Level::Sign,
            ),
            ExprKind::Binary(binary) => (self.binary(binary), Level::of(binary.op)),
            ExprKind::Conditional(conditional) => {
                (self.conditional(conditional), Level::Conditional)
            }
            ExprKind::Call(call) => (self.call(call), Level::Postfix),
            ExprKind::Index(index) => (self.index(index), Level::Postfix),
            ExprKind::Member(member) => (self.member(member), Level::Postfix),
            ExprKind::Lambda(lambda) => (self.lambda(lambda), Level::Full),
            ExprKind::Assign(assign) => (self.assign(assign), Level::Assign),
            ExprKind::Exchange(exchange) => (self.exchange(exchange), Level::Full),
            ExprKind::Block(block) => (self.statement_list(block), Level::Postfix),
            ExprKind::Type(ty) => (self.ty(ty), Level::Postfix),
        }
    }

    fn items(&self, items: &[Expr]) -> String {
        self.list(items, |item| self.expr(item, Level::Full))
    }

    fn range(&self, range: &Range) -> String {
        let operand = |expr: &Expr| self.expr(expr, Level::Sum);
        let step = range
            .step
            .as_ref()
            .map_or(String::new(), |step| format!("{}..", operand(step)));
        format!("{}..{step}{}", operand(&range.start), operand(&range.stop))
    }

    fn binary(&self, binary: &Binary) -> String {
        let (left, right) = Level::of_operands(binary.op);
        let (left, right) = (
            self.expr(&binary.left, left),
            self.expr(&binary.right, right),
        );
        let arithmetic = Level::of(binary.op) >= Level::Sum;
        let blank = if binary.op == BinaryOp::Power || (self.compact && arithmetic) {
            ""
        } else {
            " "
        };
        format!("{left}{blank}{}{blank}{right}", binary.op.text())
    }

    fn conditional(&self, conditional: &Conditional) -> String {
        let condition = self.expr(&conditional.condition, Level::Or);
        let then = self.expr(&conditional.then, Level::Conditional);
        let least = if self.compact {
            Level::Or
        } else {
            Level::Conditional
        };
        let otherwise = self.expr(&conditional.otherwise, least);
        format!("{condition} ? {then} : {otherwise}")
    }

    fn call(&self, call: &Call) -> String {
        format!(
            "{}({})",
            self.expr(&call.callee, Level::Postfix),
            self.args(&call.args)
        )
    }

    fn index(&self, index: &Index) -> String {
        format!(
            "{}[{}]",
            self.expr(&index.base, Level::Postfix),
            self.indices(&index.args)
        )
    }

    fn indices(&self, args: &[Arg]) -> String {
        match self.compact {
            true => self.args(args).replace(", ", ","),
            false => self.args(args),
        }
    }

    fn args(&self, args: &[Arg]) -> String {
        self.list(args, |arg| self.arg(arg))
    }

    fn arg(&self, arg: &Arg) -> String {
        let name = arg.name.map_or(String::new(), |name| {
            format!("{} := ", self.name(name.name))
        });
        let value = match &arg.value.kind {
            ExprKind::Assign(equation) if is_bare_equation(equation) => self.equation(equation),
            _ => self.expr(&arg.value, Level::Full),
        };
        format!("{name}{value}{}", self.annotation(arg.ty.as_ref()))
    }

    /// `a = b` among arguments.
    fn equation(&self, equation: &Assign) -> String {
        format!(
            "{} = {}",
            self.expr(&equation.target, Level::Conditional),
            self.expr(&equation.value, Level::Full)
        )
    }

    fn member(&self, member: &Member) -> String {
        let base = self.expr(&member.base, Level::Postfix);
        let is_number = matches!(
            member.base.kind,
            ExprKind::Int(_) | ExprKind::Scalar(_) | ExprKind::Imaginary(_)
        );
        let base = if is_number { format!("({base})") } else { base };
        format!("{base}.{}", self.name(member.name.name))
    }

    fn lambda(&self, lambda: &Lambda) -> String {
        let header = self.lambda_header(lambda);
        format!("{header} -> {}", self.expr(&lambda.body, Level::Assign))
    }

    fn lambda_header(&self, lambda: &Lambda) -> String {
        let qualifier = self.qualifier(lambda.qualifier);
        let params = match lambda.params.as_slice() {
            [
                Param {
                    variadic: false,
                    name,
                    ty: None,
                    default: None,
                    ..
                },
            ] => self.name(name.name).to_string(),
            params => format!("({})", self.list(params, |param| self.param(param))),
        };
        format!("{qualifier}{params}")
    }

    fn exchange(&self, exchange: &Exchange) -> String {
        let target = self.expr(&exchange.target, Level::Postfix);
        let value = self.expr(&exchange.value, Level::Full);
        match &exchange.expected {
            Some(expected) => format!(
                "{target} <- ({}, {value})",
                self.expr(expected, Level::Full)
            ),
            None => format!("{target} <- {value}"),
        }
    }

    /// `(a = 1; b = 2;)`. Statements with blocks bring line ends along, which count within them only.
    fn statement_list(&self, block: &Block) -> String {
        let mut text = String::new();
        for stmt in &block.stmts {
            let mut inner = Printer {
                names: self.names,
                compact: self.compact,
                out: IndentWriter::new(),
            };
            inner.stmt(stmt);
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(inner.out.as_str().trim_end());
            text.push(';');
        }
        format!("({text})")
    }

    // ------------------------------------------------------------------------------------------------------------------ types

    fn ty(&self, ty: &TypeExpr) -> String {
        let mut text = match &ty.kind {
            TypeKind::Error => "<error>".to_string(),
            TypeKind::Inferred => String::new(),
            TypeKind::Unknown => "??".to_string(),
            TypeKind::Named(named) => self.named_type(named),
            TypeKind::Pointer(target) => format!("^{}", self.ty(target)),
            TypeKind::Union(members) => {
                format!(
                    "[{}]",
                    members
                        .iter()
                        .map(|member| self.ty(member))
                        .collect::<Vec<_>>()
                        .join("|")
                )
            }
            TypeKind::Cell(items) => format!("{{{}}}", self.list(items, |item| self.ty(item))),
            TypeKind::Function(function) => self.function_type(function),
        };
        for modifier in &ty.modifiers {
            text.push('\'');
            text.push_str(modifier.kind.name());
            if let Some(argument) = modifier.kind.argument() {
                text.push_str(&format!("({argument})"));
            }
        }
        text
    }

    fn named_type(&self, named: &NamedType) -> String {
        let module = named.module.map(|it| format!("{}.", self.name(it.name)));
        let mut text = module.unwrap_or_default() + self.name(named.name.name);
        if let Some(dimensions) = &named.dimensions {
            text.push_str(&format!("{{{}}}", self.expr(dimensions, Level::Full)));
        }
        if !named.arguments.is_empty() {
            let argument = |argument: &TypeArg| match argument {
                TypeArg::Type(ty) => self.ty(ty),
                TypeArg::Size(size) => self.expr(size, Level::Full),
            };
            text.push_str(&format!("[{}]", self.list(&named.arguments, argument)));
        }
        if let Some(sizes) = &named.sizes {
            text.push_str(&format!("({})", self.items(sizes)));
        }
        text
    }

    fn function_type(&self, function: &FunctionType) -> String {
        let input = |input: &FunctionTypeInput| {
            format!(
                "{}{}",
                if input.variadic { "..." } else { "" },
                self.ty(&input.ty)
            )
        };
        let outputs = match function.outputs.as_slice() {
            [only] => self.ty(only),
            several => format!("({})", self.list(several, |output| self.ty(output))),
        };
        let inputs = match function.inputs.as_slice() {
            [only] if !only.variadic => self.ty(&only.ty),
            several => format!("({})", self.list(several, input)),
        };
        format!(
            "[{}{inputs} -> {outputs}]",
            self.qualifier(function.qualifier)
        )
    }
}

/// A string literal.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Whether an equation among arguments needs no parentheses: `name = value` would name a parameter.
fn is_bare_equation(equation: &Assign) -> bool {
    equation.op == AssignOp::Set && !matches!(equation.target.kind, ExprKind::Name(_))
}
