//! The text form of the middle representation, for `--emit=mir`, stage tests and panics.
//!
//! ```text
//! host scale(%x: [f32], %f: f32) -> f32 {
//!     local %i: i32
//!     v1: [f32] = get %x
//!     v2: f32 = load v1[0] checked                                  @3
//!     v3: f32 = mul v2, 2.5
//! ```
//! Constants are written where they are used; their statements are left out. `%name` is a local (with its number where the name alone
//! does not tell), `@name` a global; `@3` at the end of a line is the source line, given when it differs from the line before.
//!
//! *Invariant:* the text depends on the program alone.

use super::data::*;
use crate::base::{Id, IndentWriter, IndexVec};
use std::collections::HashMap;
use std::fmt::Display;

/// The text of a whole program.
pub fn program(program: &Program) -> String {
    let mut writer = IndentWriter::new();
    for global in &program.globals {
        writer.line(&format!("global @{}: {}", global.name, ty(global.ty)));
    }
    let entry = &program.functions[program.entry].name;
    writer.line(&format!("entry {entry}"));
    for function in &program.functions {
        writer.newline();
        FunctionPrinter::new(program, function).print(&mut writer);
    }
    writer.finish()
}

/// The text of one function.
pub fn function(program: &Program, function: &Function) -> String {
    let mut writer = IndentWriter::new();
    FunctionPrinter::new(program, function).print(&mut writer);
    writer.finish()
}

/// The name of a type: `i32`, `[f32]` for arrays.
pub fn ty(ty: Ty) -> String {
    match ty {
        Ty::Bool => "bool".to_string(),
        Ty::I32 => "i32".to_string(),
        Ty::I64 => "i64".to_string(),
        Ty::F32 => "f32".to_string(),
        Ty::F64 => "f64".to_string(),
        Ty::Array(kind) => format!("[{}]", kind.name()),
        Ty::Str => "str".to_string(),
    }
}

/// The name of an operation in the text.
pub fn unary_name(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "neg",
        UnaryOp::Not => "not",
        UnaryOp::BitNot => "bitnot",
        UnaryOp::Abs => "abs",
        UnaryOp::Sqrt => "sqrt",
        UnaryOp::Floor => "floor",
        UnaryOp::Ceil => "ceil",
        UnaryOp::Round => "round",
        UnaryOp::Trunc => "trunc",
        UnaryOp::RoundHalf => "roundhalf",
    }
}

/// The name of an operation in the text.
pub fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::IntDiv => "intdiv",
        BinaryOp::Rem => "rem",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
        BinaryOp::IntPow => "intpow",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::Shl => "shl",
        BinaryOp::Shr => "shr",
    }
}

/// The name of a comparison in the text.
pub fn compare_name(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "eq",
        CompareOp::Ne => "ne",
        CompareOp::Lt => "lt",
        CompareOp::Le => "le",
        CompareOp::Gt => "gt",
        CompareOp::Ge => "ge",
    }
}

/// The name of a function in the text, which is also its name in Quasar.
pub fn math_name(function: MathFn) -> &'static str {
    match function {
        MathFn::Exp => "exp",
        MathFn::Exp2 => "exp2",
        MathFn::Log => "log",
        MathFn::Log2 => "log2",
        MathFn::Log10 => "log10",
        MathFn::Sin => "sin",
        MathFn::Cos => "cos",
        MathFn::Tan => "tan",
        MathFn::Asin => "asin",
        MathFn::Acos => "acos",
        MathFn::Atan => "atan",
        MathFn::Sinh => "sinh",
        MathFn::Cosh => "cosh",
        MathFn::Tanh => "tanh",
        MathFn::Asinh => "asinh",
        MathFn::Acosh => "acosh",
        MathFn::Atanh => "atanh",
        MathFn::Erf => "erf",
        MathFn::Erfc => "erfc",
        MathFn::Erfinv => "erfinv",
        MathFn::Erfcinv => "erfcinv",
        MathFn::Lgamma => "lgamma",
        MathFn::Tgamma => "tgamma",
        MathFn::Pow => "pow",
        MathFn::Atan2 => "atan2",
    }
}

/// The name of an atomic operation in the text.
pub fn atomic_name(op: AtomicOp) -> &'static str {
    match op {
        AtomicOp::Add => "add",
        AtomicOp::Sub => "sub",
        AtomicOp::Mul => "mul",
        AtomicOp::Div => "div",
        AtomicOp::Pow => "pow",
        AtomicOp::And => "and",
        AtomicOp::Or => "or",
        AtomicOp::Xor => "xor",
        AtomicOp::Min => "min",
        AtomicOp::Max => "max",
        AtomicOp::Exchange => "exchange",
        AtomicOp::CompareExchange => "compare_exchange",
    }
}

fn origin_name(origin: KernelOrigin) -> &'static str {
    match origin {
        KernelOrigin::Written => "written",
        KernelOrigin::Loop => "loop",
        KernelOrigin::Expression => "expression",
        KernelOrigin::Part => "part",
        KernelOrigin::GridPart => "part of a grid",
        KernelOrigin::Strip => "strip",
        KernelOrigin::Repeated => "repeated",
    }
}

fn commas<T>(items: impl IntoIterator<Item = T>, text: impl Fn(T) -> String) -> String {
    let texts: Vec<String> = items.into_iter().map(text).collect();
    texts.join(", ")
}

/// Prints one function.
struct FunctionPrinter<'a> {
    program: &'a Program,
    function: &'a Function,
    /// How often each name occurs among the locals.
    name_counts: HashMap<&'a str, u32>,
    /// The constant that a value is, if any.
    constants: IndexVec<Value, Option<Const>>,
    last_line: u32,
}

impl<'a> FunctionPrinter<'a> {
    fn new(program: &'a Program, function: &'a Function) -> Self {
        let mut name_counts = HashMap::new();
        for local in &function.locals {
            if let Some(name) = &local.name {
                *name_counts.entry(name.as_str()).or_insert(0) += 1;
            }
        }
        let mut constants = IndexVec::filled(None, function.values.len());
        function.body.for_each_stmt(&mut |stmt| {
            if let (Op::Const(constant), [result]) = (&stmt.op, stmt.results.as_slice())
                && let Some(slot) = constants.get_mut(*result)
            {
                *slot = Some(*constant);
            }
        });
        Self {
            program,
            function,
            name_counts,
            constants,
            last_line: 0,
        }
    }

    fn print(mut self, writer: &mut IndentWriter) {
        writer.line(&format!("{} {{", self.header()));
        writer.indented(|writer| {
            self.print_locals(writer);
            self.block(writer, &self.function.body);
        });
        writer.line("}");
    }

    fn header(&self) -> String {
        let function = self.function;
        let params = commas(&function.params, |&local| self.declaration(local));
        match &function.kind {
            FuncKind::Host => {
                let results = commas(&function.results, |&result| ty(result));
                let arrow = if results.is_empty() { "" } else { " -> " };
                format!("host {}({params}){arrow}{results}", function.name)
            }
            FuncKind::Kernel(kernel) => {
                let position = commas(&kernel.position, |value| value.to_string());
                let origin = origin_name(kernel.origin);
                format!(
                    "kernel {}({params}) at [{position}] from {origin}",
                    function.name
                )
            }
        }
    }

    fn print_locals(&self, writer: &mut IndentWriter) {
        for local in self.function.locals.ids() {
            if !self.function.params.contains(&local) {
                let accumulated = self.accumulator_text(local);
                writer.line(&format!("local {}{accumulated}", self.declaration(local)));
            }
        }
        if !self.function.owned.is_empty() {
            let owned = commas(&self.function.owned, |&local| self.local(local));
            writer.line(&format!("owned {owned}"));
        }
    }

    fn accumulator_text(&self, local: Local) -> String {
        let FuncKind::Kernel(kernel) = &self.function.kind else {
            return String::new();
        };
        let found = kernel.accumulators.iter().find(|item| item.local == local);
        found.map_or(String::new(), |item| {
            format!(" accumulates {}", item.op.name())
        })
    }

    fn declaration(&self, local: Local) -> String {
        match self.function.locals.get(local) {
            Some(data) => format!("{}: {}", self.local(local), ty(data.ty)),
            None => format!("{}: ?", self.local(local)),
        }
    }

    fn local(&self, local: Local) -> String {
        let name = self
            .function
            .locals
            .get(local)
            .and_then(|data| data.name.as_deref());
        match name {
            Some(name) if self.name_counts[name] == 1 => format!("%{name}"),
            Some(name) => format!("%{name}.{}", local.index()),
            None => format!("%{}", local.index()),
        }
    }

    fn value(&self, value: &Value) -> String {
        match self.constants.get(*value).copied().flatten() {
            Some(constant) => self.constant(constant),
            None => value.to_string(),
        }
    }

    fn values<'v>(&self, values: impl IntoIterator<Item = &'v Value>) -> String {
        commas(values, |value| self.value(value))
    }

    fn constant(&self, constant: Const) -> String {
        match constant {
            Const::Bool(value) => value.to_string(),
            Const::I32(value) => value.to_string(),
            Const::I64(value) => format!("{value}i64"),
            Const::F32(value) => format!("{value:?}"),
            Const::F64(value) => format!("{value:?}f64"),
            Const::Str(id) => match self.program.strings.get(id) {
                Some(text) => format!("{text:?}"),
                None => id.to_string(),
            },
            Const::Null(_) => "null".to_string(),
            Const::OnGpu => "on_gpu".to_string(),
        }
    }

    fn function_name(&self, id: FuncId) -> String {
        match self.program.functions.get(id) {
            Some(function) => function.name.clone(),
            None => id.to_string(),
        }
    }

    fn global(&self, id: GlobalId) -> String {
        match self.program.globals.get(id) {
            Some(global) => format!("@{}", global.name),
            None => format!("@{id}"),
        }
    }

    fn block(&mut self, writer: &mut IndentWriter, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(writer, stmt);
        }
    }

    fn stmt(&mut self, writer: &mut IndentWriter, stmt: &Stmt) {
        if matches!(stmt.op, Op::Const(_)) && stmt.results.len() == 1 {
            return;
        }
        let results = commas(&stmt.results, |&value| {
            match self.function.values.get(value) {
                Some(data) => format!("{value}: {}", ty(data.ty)),
                None => format!("{value}: ?"),
            }
        });
        let equals = if results.is_empty() { "" } else { " = " };
        let text = format!("{results}{equals}{}", self.op(&stmt.op));
        writer.line(&self.with_line(text, stmt.loc));
        self.nested(writer, &stmt.op);
    }

    /// Adds the source line when it differs from the one before.
    fn with_line(&mut self, text: String, loc: Loc) -> String {
        let line = self
            .program
            .locations
            .get(loc)
            .map_or(0, |location| location.line);
        if line == 0 || line == self.last_line || loc.index() == 0 {
            return text;
        }
        self.last_line = line;
        format!("{text:<60} @{line}")
    }

    fn nested(&mut self, writer: &mut IndentWriter, op: &Op) {
        if let Op::If {
            then, otherwise, ..
        } = op
        {
            if then.stmts.is_empty() {
                writer.indented(|writer| self.block(writer, otherwise));
                writer.line("}");
                return;
            }
            writer.indented(|writer| self.block(writer, then));
            if !otherwise.stmts.is_empty() {
                writer.line("} else {");
                writer.indented(|writer| self.block(writer, otherwise));
            }
            writer.line("}");
            return;
        }
        if let Op::Try { body, handler } = op {
            writer.indented(|writer| self.block(writer, body));
            writer.line("} handler {");
            writer.indented(|writer| self.block(writer, handler));
            writer.line("}");
            return;
        }
        for body in op.blocks() {
            writer.indented(|writer| self.block(writer, body));
            writer.line("}");
        }
    }

    fn access(&self, access: &Access) -> String {
        let index = self.values(&access.index);
        let name = access.name.and_then(|id| self.program.strings.get(id));
        let name = name.map_or(String::new(), |name| format!(" '{name}'"));
        format!(
            "{}[{index}] {}{name}",
            self.value(&access.array),
            access.mode.name()
        )
    }

    fn list_entry(&self, entry: &ListEntry) -> String {
        match entry {
            ListEntry::Value(value) => self.value(value),
            ListEntry::Unsigned(value) => format!("unsigned {}", self.value(value)),
            ListEntry::Quoted(value) => format!("quoted {}", self.value(value)),
            ListEntry::Complex(re, im) => {
                format!("complex({}, {})", self.value(re), self.value(im))
            }
            ListEntry::Marker(marker) => marker.name().to_string(),
        }
    }

    fn with_operands(&self, name: impl Display, operands: &[&Value]) -> String {
        format!("{name} {}", self.values(operands.iter().copied()))
    }

    fn op(&self, op: &Op) -> String {
        match op {
            Op::Const(constant) => format!("const {}", self.constant(*constant)),
            Op::Unary(op, a) => self.with_operands(unary_name(*op), &[a]),
            Op::Binary(op, a, b) => self.with_operands(binary_name(*op), &[a, b]),
            Op::Compare(op, a, b) => self.with_operands(compare_name(*op), &[a, b]),
            Op::Math(function, args) => format!("{}({})", math_name(*function), self.values(args)),
            Op::Select {
                cond,
                then,
                otherwise,
            } => self.with_operands("select", &[cond, then, otherwise]),
            Op::Convert(a) => self.with_operands("convert", &[a]),
            Op::Get(local) => format!("get {}", self.local(*local)),
            Op::Set(local, value) => format!("set {}, {}", self.local(*local), self.value(value)),
            Op::GetGlobal(global) => format!("get {}", self.global(*global)),
            Op::SetGlobal(global, value) => {
                format!("set {}, {}", self.global(*global), self.value(value))
            }
            Op::NewArray { dims, fill } => {
                format!("new_array({}) {}", self.values(dims), fill.name())
            }
            Op::Dim(array, axis) => format!("dim {}, {axis}", self.value(array)),
            Op::Numel(array) => self.with_operands("numel", &[array]),
            Op::Load(access) => format!("load {}", self.access(access)),
            Op::Store(access, values) => {
                format!("store {}, {}", self.access(access), self.values(values))
            }
            Op::Atomic(op, access, values) => {
                let (name, access) = (atomic_name(*op), self.access(access));
                format!("atomic_{name} {access}, {}", self.values(values))
            }
            Op::Together(together) => self.together(together),
            Op::Texture(texture) => self.texture(texture),
            Op::Runtime { func, args, list } => self.runtime(*func, args, list),
            Op::Call { func, args } => {
                format!("call {}({})", self.function_name(*func), self.values(args))
            }
            Op::Launch(launch) => self.launch(launch),
            Op::If { .. }
            | Op::For { .. }
            | Op::Loop { .. }
            | Op::Scope { .. }
            | Op::Try { .. } => self.head(op),
            Op::Break(label) => format!("break {label}"),
            Op::Continue(label) => format!("continue {label}"),
            Op::Return(values) if values.is_empty() => "return".to_string(),
            Op::Return(values) => format!("return {}", self.values(values)),
            Op::Retain(value) => self.with_operands("retain", &[value]),
            Op::Release(local) => format!("release {}", self.local(*local)),
        }
    }

    fn runtime(&self, func: RtFn, args: &[Value], list: &[ListEntry]) -> String {
        let name = func.sig().name;
        let args = self.values(args);
        if !func.sig().takes_list() {
            return format!("runtime {name}({args})");
        }
        let list = commas(list, |entry| self.list_entry(entry));
        format!("runtime {name}({args}; {list})")
    }

    fn together(&self, together: &Together) -> String {
        match together {
            Together::Barrier(BarrierScope::Warp) => "barrier warp".to_string(),
            Together::Barrier(BarrierScope::Block) => "barrier block".to_string(),
            Together::Barrier(BarrierScope::Grid) => "barrier grid".to_string(),
            Together::Fence => "fence".to_string(),
            Together::Shared { local, dims, .. } => {
                format!("shared {}({})", self.local(*local), self.values(dims))
            }
            Together::Collective(op, args) => {
                let name = format!("{op:?}").to_lowercase();
                format!("{name}({})", self.values(args))
            }
        }
    }

    fn texture(&self, texture: &Texture) -> String {
        match texture {
            Texture::Ready(array, form) => {
                format!("is_texture {} {}", self.value(array), form_text(*form))
            }
            Texture::Fetch(array, form, position) => {
                let (array, position) = (self.value(array), self.values(position));
                format!("fetch {array}[{position}] {}", form_text(*form))
            }
        }
    }

    fn launch(&self, launch: &Launch) -> String {
        let how = if launch.serial { "serial " } else { "" };
        let name = self.function_name(launch.kernel);
        let (extents, args) = (self.values(&launch.extents), self.values(&launch.args));
        format!("launch {how}{name} [{extents}] ({args})")
    }

    /// The opening line of a structured operation.
    fn head(&self, op: &Op) -> String {
        match op {
            // A branch for the other case alone is written as such.
            Op::If { cond, then, .. } if then.stmts.is_empty() => {
                format!("if not {} {{", self.value(cond))
            }
            Op::If { cond, .. } => format!("if {} {{", self.value(cond)),
            Op::For {
                label,
                index,
                start,
                stop,
                step,
                directive,
                name,
                ..
            } => {
                let name = name
                    .as_ref()
                    .map_or(String::new(), |name| format!(" '{name}'"));
                let range = self.values([start, step, stop]).replace(", ", "..");
                let directive = directive_text(directive);
                format!("{label}: for {index}{name} = {range}{directive} {{")
            }
            Op::Loop { label, .. } => format!("{label}: loop {{"),
            Op::Scope { label, .. } => format!("{label}: scope {{"),
            Op::Try { .. } => "try {".to_string(),
            other => unreachable!("{other:?} has no blocks"),
        }
    }
}

/// What the source says about a loop, with a blank before each word.
fn directive_text(directive: &LoopDirective) -> String {
    let mut text = String::new();
    let flags = [
        (directive.force_parallel, " parallel"),
        (directive.force_serial, " serial"),
        (directive.expression, " expression"),
    ];
    for (_, word) in flags.into_iter().filter(|(given, _)| *given) {
        text.push_str(word);
    }
    for name in &directive.private {
        text.push_str(&format!(" private={name}"));
    }
    for (name, op) in &directive.reductions {
        text.push_str(&format!(" reduction={}:{name}", op.name()));
    }
    text
}

/// How an array is a texture.
fn form_text(form: TextureForm) -> String {
    let TextureForm {
        dimensions,
        components,
        linear,
        outside,
        half,
    } = form;
    let filter = if linear { "linear" } else { "nearest" };
    let half = if half { " half" } else { "" };
    format!(
        "{dimensions}d of {components} {filter} {}{half}",
        outside.name()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::build::{FunctionBuilder, ProgramBuilder};
    use crate::mir::testing;

    #[test]
    fn a_function_prints_as_documented() {
        let mut program = ProgramBuilder::new(testing::nowhere());
        let place = program.location(testing::location(3));
        let name = program.string("x");
        let mut b = FunctionBuilder::host("scale", vec![Ty::F32], Loc::from_index(0));
        let x = b.param(Ty::Array(ElemKind::F32), "x");
        let sum = b.local(Ty::F32, Some("sum"));
        b.local(Ty::I32, None);
        b.set_loc(place);
        let array = b.get(x);
        let (zero, one, n) = (b.int(0), b.int(1), b.numel(array));
        b.for_((zero, one, n), |b, label, index| {
            let access = testing::access(array, &[index], AccessMode::Checked, Some(name));
            let element = b.load(access)[0];
            let limit = b.number(Ty::F32, 2.5);
            let big = b.compare(CompareOp::Gt, element, limit);
            b.if_(big, |b| b.break_(label), |b| b.set(sum, element));
        });
        let values = b.list(&[n]);
        b.runtime(RtFn::print, &[], &values);
        let result = b.get(sum);
        b.return_(&[result]);
        let entry = program.add(b.finish());
        let program = program.finish(entry, vec![], String::new());
        let expected = "\
host scale(%x: [f32]) -> f32 {
    local %sum: f32
    local %2: i32
    v0: [f32] = get %x                                           @3
    v3: i32 = numel v0
    b0: for v4 = 0..1..v3 {
        v5: f32 = load v0[v4] checked 'x'
        v7: bool = gt v5, 2.5
        if v7 {
            break b0
        } else {
            set %sum, v5
        }
    }
    runtime print(; v3)
    v8: f32 = get %sum
    return v8
}
";
        let text = function(&program, &program.functions[entry]);
        assert_eq!(text, expected);
    }
}
