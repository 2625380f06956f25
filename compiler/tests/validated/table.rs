//! Functions as the lines that `tests/smt/table.py` reads: a line for each statement, fields with tabs between them.
//!
//! Values are numbered in the order of their definitions, and constants stand where they are used: functions that differ in nothing else
//! have the same text. Places in the source are left out.
//!
//! *Invariant:* two functions with the same text do the same.

use qc::base::Id;
use qc::mir::passes::common_subexpressions::may_store;
use qc::mir::*;
use std::collections::HashMap;
use std::fmt::Write;

/// The text of a function of a program.
pub fn function(program: &Program, function: &Function) -> String {
    let mut writer = Writer {
        program,
        function,
        constants: HashMap::new(),
        numbers: HashMap::new(),
        out: String::new(),
    };
    function.body.for_each_stmt(&mut |stmt| {
        if let (Op::Const(constant), [result]) = (&stmt.op, &stmt.results[..]) {
            writer.constants.insert(*result, *constant);
        }
    });
    writer.head();
    writer.block(&function.body);
    writer.line(&["stop"]);
    writer.out
}

/// How many lines of a function are statements: constants are none.
pub fn size(function: &Function) -> usize {
    let mut count = 0;
    function
        .body
        .for_each_stmt(&mut |stmt| count += usize::from(!matches!(stmt.op, Op::Const(_))));
    count
}

struct Writer<'p> {
    program: &'p Program,
    function: &'p Function,
    constants: HashMap<Value, Const>,
    numbers: HashMap<Value, usize>,
    out: String,
}

/// What an effect may do besides being one.
struct Effect {
    stores: bool,
    sets_globals: bool,
    raises: bool,
    always: bool,
}

impl Effect {
    fn flags(&self) -> String {
        let all = [
            (self.stores, 'm'),
            (self.sets_globals, 'g'),
            (self.raises, 'r'),
            (self.always, 'a'),
        ];
        let flags: String = all.iter().filter(|one| one.0).map(|one| one.1).collect();
        if flags.is_empty() {
            "-".to_owned()
        } else {
            flags
        }
    }
}

impl Writer<'_> {
    fn line(&mut self, fields: &[&str]) {
        self.out.push_str(&fields.join("\t"));
        self.out.push('\n');
    }

    fn head(&mut self) {
        let function = self.function;
        let kind = match &function.kind {
            FuncKind::Host => "host",
            FuncKind::Kernel(_) => "kernel",
        };
        self.line(&[kind, &escaped(&function.name)]);
        for &local in &function.params {
            self.line(&["param", &name(local), &print::ty(function.locals[local].ty)]);
        }
        for (local, data) in function.locals.iter_enumerated() {
            if !function.params.contains(&local) {
                self.line(&["local", &name(local), &print::ty(data.ty)]);
            }
        }
        if let FuncKind::Kernel(kernel) = &function.kind {
            for &value in &kernel.position {
                let value = self.defined(value);
                self.line(&["position", &value]);
            }
            for total in &kernel.accumulators {
                self.line(&["total", &name(total.local)]);
            }
        }
        self.line(&["code"]);
    }

    fn defined(&mut self, value: Value) -> String {
        let next = self.numbers.len();
        self.numbers.insert(value, next);
        format!("v{next}")
    }

    fn operand(&self, value: Value) -> String {
        match self.constants.get(&value) {
            Some(constant) => self.constant(*constant),
            None => format!("v{}", self.numbers[&value]),
        }
    }

    fn operands<'v>(&self, values: impl IntoIterator<Item = &'v Value>) -> Vec<String> {
        values
            .into_iter()
            .map(|&value| self.operand(value))
            .collect()
    }

    fn constant(&self, constant: Const) -> String {
        match constant {
            Const::Bool(value) => format!("b:{}", u8::from(value)),
            Const::I32(value) => format!("i32:{value}"),
            Const::I64(value) => format!("i64:{value}"),
            Const::F32(value) => format!("f32:{:x}", value.to_bits()),
            Const::F64(value) => format!("f64:{:x}", value.to_bits()),
            Const::Str(id) => format!("text:{}", escaped(&self.program.strings[id])),
            Const::Null(_) => "null:".to_owned(),
            Const::OnGpu => "on_gpu:".to_owned(),
        }
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            if !matches!(stmt.op, Op::Const(_)) {
                self.stmt(stmt);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        // Operands come first: what a loop counts is defined for its body alone.
        let (op, mut fields) = self.fields(&stmt.op);
        let mut results = Vec::new();
        for &result in &stmt.results {
            let ty = print::ty(self.function.values[result].ty);
            results.push(format!("{}:{ty}", self.defined(result)));
        }
        if let Op::For { index, .. } = stmt.op {
            fields.insert(1, self.defined(index));
        }
        let results = match results.is_empty() {
            true => "-".to_owned(),
            false => results.join(","),
        };
        let mut line = vec![op, &results];
        line.extend(fields.iter().map(String::as_str));
        self.line(&line);
        self.inner(&stmt.op);
    }

    fn inner(&mut self, op: &Op) {
        let divides = match op {
            Op::If { .. } => "else",
            Op::Try { .. } => "handler",
            _one_block => "",
        };
        for (at, block) in op.blocks().enumerate() {
            if at > 0 {
                self.line(&[divides]);
            }
            self.block(block);
        }
        if op.is_compound() {
            self.line(&["end"]);
        }
    }

    /// The word of an operation and its fields.
    fn fields(&self, op: &Op) -> (&'static str, Vec<String>) {
        let one = |value: &Value| self.operand(*value);
        match op {
            Op::Const(_) => unreachable!("constants have no lines"),
            Op::Unary(op, a) => ("unary", vec![op.name().into(), one(a)]),
            Op::Binary(op, a, b) => ("binary", vec![op.name().into(), one(a), one(b)]),
            Op::Compare(op, a, b) => ("compare", vec![op.name().into(), one(a), one(b)]),
            Op::Math(function, args) => ("math", self.behind(function.name(), args)),
            Op::Select {
                cond,
                then,
                otherwise,
            } => ("select", self.operands([cond, then, otherwise])),
            Op::Convert(a) => ("convert", vec![one(a)]),
            Op::Get(local) => ("get", vec![name(*local)]),
            Op::Set(local, value) => ("set", vec![name(*local), one(value)]),
            Op::GetGlobal(id) => ("get_global", vec![self.global(*id)]),
            Op::SetGlobal(id, value) => {
                let ty = print::ty(self.program.globals[*id].ty);
                ("set_global", vec![self.global(*id), one(value), ty])
            }
            Op::NewArray { dims, fill } => ("new_array", self.behind(fill.name(), dims)),
            Op::Dim(array, axis) => ("dim", vec![one(array), axis.to_string()]),
            Op::Numel(array) => ("numel", vec![one(array)]),
            Op::Load(access) => ("load", self.access(access, &[])),
            Op::Store(access, values) => ("store", self.access(access, values)),
            Op::Atomic(op, access, values) => {
                let mut fields = self.access(access, values);
                fields.insert(0, op.name().into());
                ("atomic", fields)
            }
            Op::Together(together) => self.together(together),
            Op::Texture(Texture::Ready(array, form)) => {
                let effect = none();
                self.effect(format!("is_texture {form:?}"), &effect, &[*array])
            }
            Op::Texture(Texture::Fetch(array, form, position)) => {
                let args: Vec<Value> = [array].into_iter().chain(position).copied().collect();
                self.effect(format!("fetch {form:?}"), &none(), &args)
            }
            Op::Runtime { func, args, list } => self.runtime(*func, args, list),
            Op::Call { func, args } => {
                let effect = Effect {
                    stores: true,
                    sets_globals: true,
                    raises: true,
                    always: false,
                };
                self.effect(format!("call {}", self.called(*func)), &effect, args)
            }
            Op::Launch(launch) => self.launch(launch),
            Op::If { cond, .. } => ("if", vec![one(cond)]),
            Op::For {
                label,
                start,
                stop,
                step,
                ..
            } => {
                let mut fields = vec![label.to_string()];
                fields.extend(self.operands([start, stop, step]));
                ("for", fields)
            }
            Op::Loop { label, .. } => ("loop", vec![label.to_string()]),
            Op::Scope { label, .. } => ("scope", vec![label.to_string()]),
            Op::Try { .. } => ("try", Vec::new()),
            Op::Break(label) => ("break", vec![label.to_string()]),
            Op::Continue(label) => ("continue", vec![label.to_string()]),
            Op::Return(values) => ("return", self.operands(values)),
            Op::Retain(value) => ("retain", vec![one(value)]),
            Op::Release(local) => ("release", vec![name(*local)]),
        }
    }

    fn behind(&self, first: &str, values: &[Value]) -> Vec<String> {
        let mut fields = vec![first.to_owned()];
        fields.extend(self.operands(values));
        fields
    }

    fn global(&self, id: GlobalId) -> String {
        format!("{}.{}", escaped(&self.program.globals[id].name), id.index())
    }

    /// The name of a function, with its number where the name alone does not tell.
    fn called(&self, id: FuncId) -> String {
        let name = &self.program.functions[id].name;
        let all = self.program.functions.iter();
        match all.filter(|one| one.name == *name).count() {
            1 => escaped(name),
            _ => format!("{}#{}", escaped(name), id.index()),
        }
    }

    /// Mode, kind of elements, name, array, number of indices, indices, values.
    fn access(&self, access: &Access, values: &[Value]) -> Vec<String> {
        let Ty::Array(kind) = self.function.values[access.array].ty else {
            panic!("an element of something else than an array");
        };
        let name = access.name.map(|id| escaped(&self.program.strings[id]));
        let mut fields = vec![
            access.mode.name().to_owned(),
            kind.name().to_owned(),
            name.unwrap_or_default(),
            self.operand(access.array),
            access.index.len().to_string(),
        ];
        fields.extend(self.operands(access.index.iter().chain(values)));
        fields
    }

    fn effect(&self, name: String, effect: &Effect, args: &[Value]) -> (&'static str, Vec<String>) {
        let mut fields = vec![name, effect.flags()];
        fields.extend(self.operands(args));
        ("effect", fields)
    }

    fn runtime(
        &self,
        func: RtFn,
        args: &[Value],
        list: &[ListEntry],
    ) -> (&'static str, Vec<String>) {
        let op = Op::Runtime {
            func,
            args: Vec::new(),
            list: Vec::new(),
        };
        let effect = Effect {
            stores: may_store(func),
            raises: op.raises(),
            sets_globals: false,
            always: always_raises(func),
        };
        let (word, mut fields) = self.effect(func.sig().name.to_owned(), &effect, args);
        for entry in list {
            match entry {
                ListEntry::Value(value) => fields.push(self.operand(*value)),
                ListEntry::Unsigned(value) => {
                    fields.extend(["word:unsigned".to_owned(), self.operand(*value)]);
                }
                ListEntry::Quoted(value) => {
                    fields.extend(["word:quoted".to_owned(), self.operand(*value)]);
                }
                ListEntry::Complex(re, im) => {
                    fields.push("word:complex".to_owned());
                    fields.extend(self.operands([re, im]));
                }
                ListEntry::Marker(marker) => fields.push(format!("word:{}", marker.name())),
            }
        }
        (word, fields)
    }

    fn launch(&self, launch: &Launch) -> (&'static str, Vec<String>) {
        let effect = Effect {
            stores: true,
            sets_globals: false,
            raises: true,
            always: false,
        };
        let name = format!(
            "launch {} {} {}",
            self.called(launch.kernel),
            launch.serial,
            launch.extents.len()
        );
        let args: Vec<Value> = launch.extents.iter().chain(&launch.args).copied().collect();
        self.effect(name, &effect, &args)
    }

    fn together(&self, together: &Together) -> (&'static str, Vec<String>) {
        let effect = Effect {
            stores: true,
            ..none()
        };
        match together {
            Together::Barrier(scope) => self.effect(format!("barrier {scope:?}"), &effect, &[]),
            Together::Fence => self.effect("fence".to_owned(), &effect, &[]),
            Together::Shared { .. } => ("shared_array", Vec::new()),
            Together::Collective(op, args) => self.effect(format!("{op:?}"), &effect, args),
        }
    }
}

fn none() -> Effect {
    Effect {
        stores: false,
        sets_globals: false,
        raises: false,
        always: false,
    }
}

fn name(local: Local) -> String {
    format!("l{}", local.index())
}

/// A text without tabs and ends of lines.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    write!(out, "{}", text.escape_debug()).expect("a String takes every text");
    out
}

/// Rows of which the documentation says that they always fail.
fn always_raises(func: RtFn) -> bool {
    matches!(
        func,
        RtFn::error_raise
            | RtFn::error_raise_row
            | RtFn::error_index
            | RtFn::error_assertion
            | RtFn::error_again
    )
}
