//! The text form of the middle representation, for `--emit=mir`, tests and panics; `parse.rs` reads it back.
//!
//! ```text
//! host scale(%x: [f32], %f: f32) -> f32 {
//!     local %i: i32
//!     v1: [f32] = get %x
//!     v2: f32 = load v1[0] checked                                  @3
//!     v3: f32 = mul v2, 2.5
//! ```
//! Constants are written where they are used; their statements are left out. `%name` is a local (with its number where the name alone
//! does not tell), `@name` a global; `@3` at the end of a line is the place in the source, given when it differs from the line before: a
//! line, or `3.1` for the second place of that line. The last lines of a program tell the rest of these places.
//!
//! *Invariant:* the text depends on the program alone, and says all of it but where its constants are computed and what nobody uses.

mod profile;
pub(super) mod tables;

use super::data::*;
use super::families::blockless_op;
use super::names::{collective_name, origin_name, preparation_name, scope_name};
use crate::base::{Id, IndentWriter, IndexVec};
use profile::form_text;
use std::collections::HashMap;
use std::fmt::Display;
use tables::{Tables, is_silent, numbers, word};

/// The text of a whole program.
pub fn program(program: &Program) -> String {
    let (mut writer, tables) = (IndentWriter::new(), Tables::of(program));
    tables.before(&mut writer);
    for (id, function) in program.functions.iter_enumerated() {
        writer.newline();
        let name = tables.function(id);
        FunctionPrinter::new(program, function, name, &tables).print(&mut writer);
    }
    tables.behind(&mut writer);
    writer.finish()
}

/// The text of one function.
pub fn function(program: &Program, function: &Function) -> String {
    let (mut writer, tables) = (IndentWriter::new(), Tables::of(program));
    let name = word(&function.name);
    FunctionPrinter::new(program, function, name, &tables).print(&mut writer);
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

fn commas<T>(items: impl IntoIterator<Item = T>, text: impl Fn(T) -> String) -> String {
    let texts: Vec<String> = items.into_iter().map(text).collect();
    texts.join(", ")
}

/// Prints one function.
struct FunctionPrinter<'a> {
    program: &'a Program,
    tables: &'a Tables<'a>,
    name: String,
    function: &'a Function,
    /// How often each name occurs among the locals.
    name_counts: HashMap<&'a str, u32>,
    /// The constant that a value is, if any.
    constants: IndexVec<Value, Option<Const>>,
    /// The place of the line before.
    last: Loc,
}

impl<'a> FunctionPrinter<'a> {
    fn new(
        program: &'a Program,
        function: &'a Function,
        name: String,
        tables: &'a Tables<'a>,
    ) -> Self {
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
            tables,
            name,
            function,
            name_counts,
            constants,
            last: function.loc,
        }
    }

    fn print(mut self, writer: &mut IndentWriter) {
        let head = format!("{} {{", self.header());
        let nowhere = Loc::from_index(0);
        match self.function.loc == nowhere {
            true => writer.line(&head),
            false => writer.line(&self.placed(head, self.function.loc)),
        }
        writer.indented(|writer| {
            self.print_profile(writer);
            self.print_locals(writer);
            self.block(writer, &self.function.body);
        });
        writer.line("}");
    }

    fn header(&self) -> String {
        let (function, name) = (self.function, &self.name);
        let params = commas(function.params.iter().enumerate(), |(at, &local)| {
            self.parameter(at, local)
        });
        match &function.kind {
            FuncKind::Host => {
                let results = commas(&function.results, |&result| ty(result));
                let arrow = if results.is_empty() { "" } else { " -> " };
                format!("host {name}({params}){arrow}{results}")
            }
            FuncKind::Kernel(kernel) => {
                let position = commas(&kernel.position, |value| value.to_string());
                let origin = origin_name(kernel.origin);
                let group = kernel.group.as_ref().map(group_text).unwrap_or_default();
                let of = kernel.stands_for.as_ref().map(|one| self.stands_for(one));
                let of = of.unwrap_or_default();
                format!("kernel {name}({params}) at [{position}] from {origin}{of}{group}")
            }
        }
    }

    fn stands_for(&self, one: &StandsFor) -> String {
        let kernel = self.tables.function(one.kernel);
        format!(" of {kernel} by {}", preparation_name(one.by))
    }

    fn print_profile(&self, writer: &mut IndentWriter) {
        if let FuncKind::Kernel(kernel) = &self.function.kind {
            for line in profile::lines(&kernel.profile) {
                writer.line(&line);
            }
        }
    }

    fn print_locals(&self, writer: &mut IndentWriter) {
        for local in self.function.locals.ids() {
            if !self.function.params.contains(&local) {
                let accumulated = self.accumulator_text(local);
                let data = &self.function.locals[local];
                let text = format!("local {}{accumulated}", self.declaration(local));
                match data.loc == self.function.loc {
                    true => writer.line(&text),
                    false => writer.line(&self.placed(text, data.loc)),
                }
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
        let all = &kernel.accumulators;
        let Some(at) = all.iter().position(|item| item.local == local) else {
            return String::new();
        };
        let number = match all.is_sorted_by_key(|item| item.local) {
            true => String::new(),
            false => format!(" {at}"),
        };
        format!(" accumulates {}{number}", all[at].op.name())
    }

    /// A parameter, with its number where that is not its place, and its own place in the source.
    fn parameter(&self, at: usize, local: Local) -> String {
        let mut text = self.declaration(local);
        if at != local.index() {
            text.push_str(&format!(" #{}", local.index()));
        }
        if let Some(data) = self.function.locals.get(local)
            && data.loc != self.function.loc
        {
            text.push_str(&format!(" @{}", self.tables.location(data.loc)));
        }
        text
    }

    fn declaration(&self, local: Local) -> String {
        let Some(data) = self.function.locals.get(local) else {
            return format!("{}: ?", self.local(local));
        };
        let kept = data.kept.map(|kept| format!(" {}", profile::kept(kept)));
        let kept = kept.unwrap_or_default();
        format!("{}: {}{kept}", self.local(local), ty(data.ty))
    }

    fn local(&self, local: Local) -> String {
        let name = self
            .function
            .locals
            .get(local)
            .and_then(|data| data.name.as_deref());
        match name {
            Some(name) if self.name_counts[name] == 1 => format!("%{}", word(name)),
            Some(name) => format!("%{}.{}", word(name), local.index()),
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
            Const::F32(value) if value.is_nan() => nan(u64::from(value.to_bits()), 0x7fc0_0000),
            Const::F32(value) => format!("{value:?}"),
            Const::F64(value) if value.is_nan() => {
                format!("{}f64", nan(value.to_bits(), 0x7ff8_0000_0000_0000))
            }
            Const::F64(value) => format!("{value:?}f64"),
            Const::Str(id) => match self.program.strings.get(id) {
                Some(text) => format!("{text:?}"),
                None => id.to_string(),
            },
            Const::Null(of) => format!("null:{}", ty(of)),
            Const::OnGpu => "on_gpu".to_string(),
        }
    }

    fn block(&mut self, writer: &mut IndentWriter, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(writer, stmt);
        }
    }

    fn stmt(&mut self, writer: &mut IndentWriter, stmt: &Stmt) {
        if is_silent(stmt) {
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
        match stmt.loc == self.last {
            true => writer.line(&text),
            false => writer.line(&self.placed(text, stmt.loc)),
        }
        self.last = stmt.loc;
        self.nested(writer, &stmt.op);
    }

    /// A line with its place in the source.
    fn placed(&self, text: String, loc: Loc) -> String {
        format!("{text:<60} @{}", self.tables.location(loc))
    }

    fn nested(&mut self, writer: &mut IndentWriter, op: &Op) {
        if let Op::If {
            then, otherwise, ..
        } = op
        {
            if is_empty(then) {
                writer.indented(|writer| self.block(writer, otherwise));
                writer.line("}");
                return;
            }
            writer.indented(|writer| self.block(writer, then));
            if !is_empty(otherwise) {
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
        let name = name.map_or(String::new(), |name| format!(" {}", apostrophes(name)));
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
            Op::Unary(op, a) => self.with_operands(op.name(), &[a]),
            Op::Binary(op, a, b) => self.with_operands(op.name(), &[a, b]),
            Op::Compare(op, a, b) => self.with_operands(op.name(), &[a, b]),
            Op::Math(function, args) => format!("{}({})", function.name(), self.values(args)),
            Op::Select {
                cond,
                then,
                otherwise,
            } => self.with_operands("select", &[cond, then, otherwise]),
            Op::Convert(a) => self.with_operands("convert", &[a]),
            Op::Get(local) => format!("get {}", self.local(*local)),
            Op::Set(local, value) => format!("set {}, {}", self.local(*local), self.value(value)),
            Op::GetGlobal(global) => format!("get {}", self.tables.global(*global)),
            Op::SetGlobal(global, value) => {
                format!("set {}, {}", self.tables.global(*global), self.value(value))
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
                let (name, access) = (op.name(), self.access(access));
                format!("atomic_{name} {access}, {}", self.values(values))
            }
            Op::Together(together) => self.together(together),
            Op::Texture(texture) => self.texture(texture),
            Op::Runtime { func, args, list } => self.runtime(*func, args, list),
            Op::Call { func, args } => {
                format!(
                    "call {}({})",
                    self.tables.function(*func),
                    self.values(args)
                )
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
            Together::Barrier(scope) => format!("barrier {}", scope_name(*scope)),
            Together::Fence => "fence".to_string(),
            Together::Shared { local, dims, zeros } => {
                let zeros = if *zeros { " zeros" } else { "" };
                format!(
                    "shared {}({}){zeros}",
                    self.local(*local),
                    self.values(dims)
                )
            }
            Together::Collective(op, args) => {
                format!("{}({})", collective_name(*op), self.values(args))
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
        let name = self.tables.function(launch.kernel);
        let (extents, args) = (self.values(&launch.extents), self.values(&launch.args));
        format!("launch {how}{name} [{extents}] ({args})")
    }

    /// The opening line of a structured operation.
    fn head(&self, op: &Op) -> String {
        match op {
            // A branch for the other case alone is written as such.
            Op::If { cond, then, .. } if is_empty(then) => {
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
                let name = name.as_ref();
                let name = name.map_or(String::new(), |name| format!(" {}", apostrophes(name)));
                let range = self.values([start, step, stop]).replace(", ", "..");
                let directive = profile::directive(directive);
                format!("{label}: for {index}{name} = {range}{directive} {{")
            }
            Op::Loop { label, .. } => format!("{label}: loop {{"),
            Op::Scope { label, .. } => format!("{label}: scope {{"),
            Op::Try { .. } => "try {".to_string(),
            blockless_op!() => {
                unreachable!("{op:?} has no blocks")
            }
        }
    }
}

/// Whether a block has no line of its own.
fn is_empty(block: &Block) -> bool {
    block.stmts.iter().all(is_silent)
}

/// What a kernel has whose threads act together.
fn group_text(group: &GroupData) -> String {
    format!(" group {} shared {}", group.grid, numbers(&group.shared))
}

/// A name in apostrophes.
fn apostrophes(name: &str) -> String {
    format!("'{}'", name.escape_debug())
}

/// A number that is none: with its bits, where they are not the usual ones.
fn nan(bits: u64, usual: u64) -> String {
    match bits == usual {
        true => "NaN".to_string(),
        false => format!("NaN:{bits:#x}"),
    }
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
        let range = LoopRange {
            start: zero,
            step: one,
            stop: n,
        };
        b.for_(range, |b, label, index| {
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
        let program = program.finish(entry);
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
