//! The typed tree as text, for `--emit=hir` and for reading while debugging.
//!
//! *Invariant:* the text depends on the tree alone.

use std::fmt::Write;

use super::data::*;
use crate::types::ClassId;

/// A whole program.
pub fn program(program: &Program) -> String {
    let mut printer = Printer {
        out: String::new(),
        indent: 0,
        program,
        instance: None,
    };
    for (id, global) in program.globals.iter_enumerated() {
        let _ = writeln!(printer.out, "global {id} {} : {}", global.name, global.ty);
    }
    for (id, instance) in program.instances.iter_enumerated() {
        printer.instance(id, instance);
    }
    printer.out
}

/// One instance.
pub fn instance(program: &Program, id: InstanceId) -> String {
    let mut printer = printer_of(program, id);
    printer.instance(id, &program.instances[id]);
    printer.out
}

/// An expression of an instance, in one line.
pub fn expr(program: &Program, id: InstanceId, expr: &Expr) -> String {
    printer_of(program, id).expr(expr)
}

fn printer_of(program: &Program, id: InstanceId) -> Printer<'_> {
    Printer {
        out: String::new(),
        indent: 0,
        program,
        instance: program.instances.get(id),
    }
}

struct Printer<'p> {
    out: String,
    indent: usize,
    program: &'p Program,
    instance: Option<&'p Instance>,
}

impl<'p> Printer<'p> {
    fn instance(&mut self, id: InstanceId, instance: &'p Instance) {
        self.instance = Some(instance);
        let mark = if id == self.program.script {
            " script"
        } else {
            ""
        };
        let list = |vars: &[VarId]| {
            vars.iter()
                .map(|var| self.typed(instance, *var))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let space = match instance.space {
            Space::Host => "function",
            Space::Device => "device",
            Space::Kernel => "kernel",
        };
        let specials: Vec<String> = instance
            .specials
            .iter()
            .map(|(special, var)| format!("{special:?} {}", self.typed(instance, *var)))
            .collect();
        let header = format!(
            "{space} {id} {}({}) captures ({}) specials ({}) -> ({}){mark}",
            instance.name,
            list(&instance.params),
            list(&instance.captures),
            specials.join(", "),
            list(&instance.outputs),
        );
        self.line(&header);
        self.block(&instance.body);
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(self.indent));
    }

    fn block(&mut self, stmts: &[Stmt]) {
        self.indent += 1;
        for stmt in stmts {
            self.stmt(stmt);
        }
        self.indent -= 1;
    }

    fn var(&self, var: VarId) -> String {
        match self.instance.and_then(|instance| instance.vars.get(var)) {
            Some(data) => format!("{}.{var}", data.name),
            None => var.to_string(),
        }
    }

    /// A variable and its type; also where a broken tree names one that does not exist.
    fn typed(&self, instance: &Instance, var: VarId) -> String {
        let ty = instance.vars.get(var).map(|data| data.ty.to_string());
        format!("{} : {}", self.var(var), ty.unwrap_or_default())
    }

    fn field(&self, class: ClassId, index: usize) -> String {
        let class = self.program.classes.get(class);
        let field = class.and_then(|class| class.fields.get(index));
        field.map_or_else(|| index.to_string(), |field| field.name.clone())
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign(assign) => {
                let text = self.assign(assign);
                self.line(&text);
            }
            StmtKind::Unpack { targets, value } => {
                let text = format!("[{}] = {}", self.targets(targets), self.expr(value));
                self.line(&text);
            }
            StmtKind::UnpackVector {
                targets,
                value,
                elem,
            } => {
                let text = format!(
                    "[{}] = elements({elem}) {}",
                    self.targets(targets),
                    self.expr(value)
                );
                self.line(&text);
            }
            StmtKind::Expr(value) => {
                let text = self.expr(value);
                self.line(&text);
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                let text = format!("if {}", self.expr(cond));
                self.line(&text);
                self.block(then);
                if !otherwise.is_empty() {
                    self.line("else");
                    self.block(otherwise);
                }
            }
            StmtKind::For {
                var,
                sequence,
                body,
                ..
            } => {
                let text = format!("for {} = {}", self.var(*var), self.sequence(sequence));
                self.line(&text);
                self.block(body);
            }
            StmtKind::While { cond, body } => {
                let text = format!("while {}", self.expr(cond));
                self.line(&text);
                self.block(body);
            }
            StmtKind::Repeat { body, until } => {
                self.line("repeat");
                self.block(body);
                let text = format!("until {}", self.expr(until));
                self.line(&text);
            }
            StmtKind::Break => self.line("break"),
            StmtKind::Continue => self.line("continue"),
            StmtKind::Return => self.line("return"),
            StmtKind::Print(values) => {
                let text = format!("print {}", self.list(values));
                self.line(&text);
            }
            StmtKind::SelectDevice(index) => {
                let text = format!("select_device {}", self.expr(index));
                self.line(&text);
            }
            StmtKind::HasValue { flag, what } => {
                let text = format!("has_value {}, {what:?}", self.expr(flag));
                self.line(&text);
            }
            StmtKind::Assert { cond, message } => {
                let message = message
                    .as_ref()
                    .map(|message| format!(", {}", self.expr(message)))
                    .unwrap_or_default();
                let text = format!("assert {}{message}", self.expr(cond));
                self.line(&text);
            }
            StmtKind::Try {
                body,
                caught,
                handler,
            } => {
                self.line("try");
                self.block(body);
                let text = format!("catch {}", self.var(*caught));
                self.line(&text);
                self.block(handler);
            }
            StmtKind::Error(message) => {
                let text = format!("error {}", self.expr(message));
                self.line(&text);
            }
        }
    }

    fn sequence(&self, sequence: &Sequence) -> String {
        match sequence {
            Sequence::IntRange { start, step, stop }
            | Sequence::ScalarRange { start, step, stop } => self.range(start, step.as_ref(), stop),
            Sequence::Elements(array) => format!("elements of {}", self.expr(array)),
        }
    }

    fn range(&self, start: &Expr, step: Option<&Expr>, stop: &Expr) -> String {
        let step = step
            .map(|step| format!("{}..", self.expr(step)))
            .unwrap_or_default();
        format!("{}..{step}{}", self.expr(start), self.expr(stop))
    }

    fn targets(&self, targets: &[Target]) -> String {
        targets
            .iter()
            .map(|target| self.target(target))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn target(&self, target: &Target) -> String {
        match target {
            Target::Var(var) => self.var(*var),
            Target::Global(global) => global.to_string(),
            Target::Element(element) => {
                format!("{} on write {:?}", self.element(element), element.write)
            }
            Target::Field(base, index) => format!("{}.{index}", self.target(base)),
            Target::Deref(pointer) => format!("^{}", self.expr(pointer)),
            Target::Entry(object, index) => format!("{}^{index}", self.expr(object)),
            Target::Ignore => "_".to_string(),
        }
    }

    fn assign(&self, assign: &Assign) -> String {
        let op = match assign.op {
            AssignOp::Set => "=".to_string(),
            AssignOp::Update(op) => format!("{op:?}="),
            AssignOp::Exchange | AssignOp::CompareExchange => "<-".to_string(),
        };
        format!(
            "{} {op} {}",
            self.target(&assign.target),
            self.expr(&assign.value)
        )
    }

    fn list(&self, values: &[Expr]) -> String {
        values
            .iter()
            .map(|value| self.expr(value))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn element(&self, element: &Element) -> String {
        let place = match &element.place {
            Place::Subscripts(subscripts) => subscripts
                .iter()
                .map(|subscript| self.subscript(subscript))
                .collect::<Vec<_>>()
                .join(", "),
            Place::Position(position) => format!("position {}", self.expr(position)),
            Place::Mask(mask) => format!("mask {}", self.expr(mask)),
        };
        format!(
            "{}[{place}]'{}",
            self.expr(&element.array),
            element.read.name()
        )
    }

    fn subscript(&self, subscript: &Subscript) -> String {
        match subscript {
            Subscript::All => ":".to_string(),
            Subscript::Index(index) | Subscript::Vector(index) => self.expr(index),
            Subscript::Range { start, step, stop } => self.range(start, step.as_deref(), stop),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Scalar(value) => format!("{value:?}"),
            ExprKind::Complex(re, im) => format!("({re:?}+{im:?}i)"),
            ExprKind::String(text) => format!("{text:?}"),
            ExprKind::Var(var) => self.var(*var),
            ExprKind::Global(global) => global.to_string(),
            ExprKind::Unary(op, a) => format!("{op:?}({})", self.expr(a)),
            ExprKind::Binary(op, a, b) => format!("{op:?}({}, {})", self.expr(a), self.expr(b)),
            ExprKind::SameObject(a, b) => {
                format!("SameObject({}, {})", self.expr(a), self.expr(b))
            }
            ExprKind::ArraysEqual(a, b) => {
                format!("ArraysEqual({}, {})", self.expr(a), self.expr(b))
            }
            ExprKind::ArrayTruth(a) => format!("ArrayTruth({})", self.expr(a)),
            ExprKind::MatMul(a, b) => format!("MatMul({}, {})", self.expr(a), self.expr(b)),
            ExprKind::MatPow(a, b) => format!("MatPow({}, {})", self.expr(a), self.expr(b)),
            ExprKind::Concat(a, b) => format!("Concat({}, {})", self.expr(a), self.expr(b)),
            ExprKind::Ternary(c, a, b) => {
                format!("({} ? {} : {})", self.expr(c), self.expr(a), self.expr(b))
            }
            ExprKind::IsMember(a, ty) => format!("({} is {ty})", self.expr(a)),
            ExprKind::Convert(Conversion::Implicit, a) => {
                format!("({} as {})", self.expr(a), expr.ty)
            }
            ExprKind::Convert(Conversion::Explicit, a) => format!("{}({})", expr.ty, self.expr(a)),
            ExprKind::ArrayLiteral(items) => format!("[{}]", self.list(items)),
            ExprKind::Range { start, step, stop } => {
                format!("({})", self.range(start, step.as_deref(), stop))
            }
            ExprKind::Element(element) => self.element(element),
            ExprKind::Builtin(builtin, args) => format!(
                "{}({})",
                crate::builtins::row(*builtin).name,
                self.list(args)
            ),
            ExprKind::NewArray { fill, dims } => {
                format!("{}({}) : {}", fill.name(), self.list(dims), expr.ty)
            }
            ExprKind::Call {
                instance,
                args,
                captured,
                ..
            } => {
                let captured = captured
                    .as_ref()
                    .map(|value| format!(" with {}", self.expr(value)))
                    .unwrap_or_default();
                format!("{instance}({}){captured}", self.list(args))
            }
            ExprKind::ExceptionField(field, value) => {
                format!("{}.{}", self.expr(value), field.name())
            }
            ExprKind::MakeClosure(closure, values) => format!("{closure}{{{}}}", self.list(values)),
            ExprKind::Launch {
                instance,
                dims,
                args,
                serial,
                captured,
                ..
            } => {
                let form = if *serial { "serial_do" } else { "parallel_do" };
                let captured = captured
                    .as_ref()
                    .map(|value| format!(" with {}", self.expr(value)))
                    .unwrap_or_default();
                format!(
                    "{form} [{}] {instance}({}){captured}",
                    self.list(dims),
                    self.list(args)
                )
            }
            ExprKind::Record(fields) => format!("{}{{{}}}", expr.ty, self.list(fields)),
            ExprKind::Field(base, index) => match base.ty.class() {
                Some(class) => format!("{}.{}", self.expr(base), self.field(class.id, *index)),
                None => format!("{}.{index}", self.expr(base)),
            },
            ExprKind::Deref(pointer) => format!("^{}", self.expr(pointer)),
            ExprKind::NewObject(value) => format!("new {}", self.expr(value)),
            ExprKind::Null => "nullptr".to_string(),
            ExprKind::IsNull(pointer) => format!("is_null({})", self.expr(pointer)),
            ExprKind::Object(entries) => format!("object({})", self.list(entries)),
            ExprKind::Entry(object, index) => format!("{}^{index}", self.expr(object)),
            ExprKind::Assign(assign) => format!("({})", self.assign(assign)),
            ExprKind::Sequence(stmts, value) => {
                let mut inner = Printer {
                    out: String::new(),
                    indent: 0,
                    program: self.program,
                    instance: self.instance,
                };
                for stmt in stmts {
                    inner.stmt(stmt);
                }
                format!(
                    "({}; {})",
                    inner.out.trim_end().replace('\n', "; "),
                    self.expr(value)
                )
            }
        }
    }
}
