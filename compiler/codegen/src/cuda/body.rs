//! The statements of a kernel.
//!
//! A value that is used once, is computed from values and variables alone, and whose variables do not change before its use, is
//! printed inside the expression that uses it; every other value becomes a constant of its own.
//!
//! *Invariant:* reads of variables and elements, writes and errors happen in the order of the statements.

use super::expression::{bare, binary, call, comparison, contracted, conversion, unary};
use super::names::{Names, suffix, wanted_name};
use super::packed::{Packs, Part};
use super::private_copy::Copied;
use super::words::packs;
use super::{places, types};
use crate::base::{Id, IndentWriter};
use crate::mir::families::{block_op, call_op, jump_op, memory_op, pure_op};
use crate::mir::kernel::kernel_data;
use crate::mir::query::KernelError;
use crate::mir::{
    BinaryOp, Block, Const, ElemKind, Function, Label, ListEntry, Loc, Local, Op, Program, RtFn,
    Stmt, StrId, Ty, Value,
};
use crate::opt::gpu::interior::mapped_arrays;
use crate::opt::gpu::memory::{self, shared_arrays};
use crate::opt::gpu::register_tile;
use quasar_abi::{ParameterMemory, RtError, TextureDescriptor};
use std::collections::{BTreeMap, BTreeSet};

/// Longer expressions get a name, so that lines stay readable.
const LONGEST_INLINE: usize = 60;

/// What a value is in the text.
#[derive(Clone, Debug)]
enum Text {
    /// A name or a literal: may be repeated.
    Atom(String),
    /// An expression that waits for its one use, with the variables that it reads.
    Pending(String, BTreeSet<Local>),
    /// An array: a parameter.
    Array(Local),
    /// A string constant.
    Str(StrId),
}

/// A construct that `break` or `continue` may leave.
struct Target {
    label: Label,
    /// Whether C++ has a loop there.
    is_loop: bool,
    /// Whether a `goto` goes to its end, or to the end of its body.
    breaks: bool,
    continues: bool,
}

/// The variable that a loop counts in.
struct Counter {
    name: String,
    ty: &'static str,
}

impl Counter {
    /// The header of the loop, which declares the variable or goes on with it.
    fn header(&self, range: &[String; 3], declares: bool) -> String {
        let (Counter { name, ty }, [start, stop, step]) = (self, range);
        let (test, advance) = match number(step) {
            Some(1) => (format!("{name} <= {stop}"), format!("++{name}")),
            Some(step) if step > 0 => (format!("{name} <= {stop}"), format!("{name} += {step}")),
            Some(0) => ("false".to_string(), String::new()),
            Some(step) => (
                format!("{name} >= {stop}"),
                format!("{name} -= {}", -i64::from(step)),
            ),
            None => (
                format!("{step} > 0 ? {name} <= {stop} : {step} < 0 && {name} >= {stop}"),
                format!("{name} += {step}"),
            ),
        };
        let start = match declares {
            true => format!("{ty} {name} = {start}"),
            false => String::new(),
        };
        format!("for ({start}; {test}; {advance})")
    }
}

/// The number that a bound is, if it is a literal.
fn number(text: &str) -> Option<i32> {
    text.trim_matches(['(', ')']).parse().ok()
}

/// The printer of one kernel's statements.
pub struct Body<'a> {
    program: &'a Program,
    function: &'a Function,
    names: Names,
    locals: Vec<String>,
    params: Vec<String>,
    data: Vec<String>,
    values: Vec<Option<Text>>,
    uses: Vec<u32>,
    /// Values that wait for their use, in the order of their definition.
    pending: Vec<Value>,
    /// The factors of products that a sum may be contracted with, while they wait for it.
    products: BTreeMap<Value, [String; 2]>,
    /// Whether sums are contracted with products.
    contracts: bool,
    targets: Vec<Target>,
    last_loc: Option<Loc>,
    used_locals: BTreeSet<Local>,
    /// What is read and written in words.
    pub(super) packs: Packs<'a>,
    /// The names of the words that have been read.
    pub(super) words: BTreeMap<usize, String>,
    /// The pointers to elements that threads change atomically.
    pub(super) contended: BTreeSet<String>,
    /// The names of the second parameters of arrays.
    pub(super) seconds: BTreeMap<Local, String>,
    /// Arrays that blocks change in copies of their own.
    pub(super) copied: Vec<Copied>,
    /// Arrays that nobody can write during a launch.
    pub(super) only_read: BTreeSet<Local>,
    /// The parameters to which boundary modes map indices.
    pub(super) mapped_arrays: BTreeSet<Local>,
    /// The indices of loops whose bounds are known to be small.
    narrow: BTreeSet<Value>,
    /// Whether short loops are to be repeated.
    repeats: bool,
    /// What four iterations have read at once, while they are printed.
    pub(super) wide: BTreeMap<Value, String>,
    /// The values that are constants.
    constants: BTreeMap<Value, i64>,
    pub(super) out: IndentWriter,
    /// Whether `next` and `done` are jumped to.
    pub uses_next: bool,
    /// Whether `done` is jumped to.
    pub uses_done: bool,
}

impl<'a> Body<'a> {
    /// A printer; all variables get their names now.
    pub fn new(program: &'a Program, function: &'a Function, contracts: bool) -> Self {
        let mut names = Names::default();
        let (mut uses, mut used_locals) = (vec![0; function.values.len()], BTreeSet::new());
        let (mut assigned, mut constants) = (BTreeSet::new(), BTreeMap::new());
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Const(Const::I32(number)) = stmt.op {
                constants.insert(stmt.results[0], i64::from(number));
            }
            stmt.op.for_each_operand(|value| uses[value.index()] += 1);
            if let Op::Get(local) | Op::Set(local, _) = stmt.op {
                used_locals.insert(local);
            }
            if let Op::Set(local, _) = stmt.op {
                assigned.insert(local);
            }
        });
        let locals: Vec<String> = function
            .locals
            .ids()
            .map(|local| names.fresh(&wanted_name(function, local)))
            .collect();
        let mut params = locals.clone();
        for &param in function
            .params
            .iter()
            .filter(|param| assigned.contains(param))
        {
            params[param.index()] = names.fresh(&format!("{}_given", locals[param.index()]));
        }
        let mut data = vec![String::new(); locals.len()];
        for &param in &function.params {
            if matches!(function.locals[param].ty, Ty::Array(_)) {
                data[param.index()] = names.fresh(&format!("{}_data", locals[param.index()]));
            }
        }
        let contended = contended(function);
        let shared = shared_arrays(function);
        let apart: BTreeSet<Local> = contended.iter().chain(&shared).copied().collect();
        let packs = packs(function, &apart, &mut uses);
        let mut seconds = BTreeMap::new();
        for &local in &function.params {
            let memory = memory::of(&function.locals[local]);
            if let Some(suffix) = suffix(memory) {
                let name = names.fresh(&format!("{}_{suffix}", locals[local.index()]));
                seconds.insert(local, name);
            }
        }
        Body {
            program,
            function,
            names,
            locals,
            params,
            packs,
            words: BTreeMap::new(),
            contended: contended
                .iter()
                .map(|local| data[local.index()].clone())
                .collect(),
            seconds,
            copied: Vec::new(),
            only_read: memory::only_read(function),
            data,
            values: vec![None; function.values.len()],
            uses,
            pending: Vec::new(),
            products: BTreeMap::new(),
            contracts,
            targets: Vec::new(),
            last_loc: None,
            used_locals,
            out: IndentWriter::new(),
            mapped_arrays: mapped_arrays(function),
            narrow: BTreeSet::new(),
            repeats: false,
            wide: BTreeMap::new(),
            constants,
            uses_next: false,
            uses_done: false,
        }
    }

    /// Says that short loops are to be repeated.
    pub fn repeat_loops(&mut self) {
        self.repeats = true;
    }

    /// Says that the bounds of loops with these indices are small.
    pub fn narrow_loops(&mut self, indices: &BTreeSet<Value>) {
        self.narrow.clone_from(indices);
    }

    /// The name of a parameter in the signature.
    pub fn param_name(&self, local: Local) -> String {
        self.params[local.index()].clone()
    }

    /// The name of a variable.
    pub fn local_name(&self, local: Local) -> String {
        self.locals[local.index()].clone()
    }

    /// Whether a statement reads or assigns the variable.
    pub fn is_used(&self, local: Local) -> bool {
        self.used_locals.contains(&local)
    }

    /// The array parameters: name, type of the elements, name of the pointer to them.
    pub fn arrays(&self) -> Vec<(String, &'static str, String)> {
        let mut accessed = self.accessed();
        for shared in shared_arrays(self.function) {
            accessed.remove(&shared);
        }
        let of = |&param: &Local| match self.function.locals[param].ty {
            Ty::Array(kind) if accessed.contains(&param) => Some((
                self.param_name(param),
                types::element(kind),
                self.data[param.index()].clone(),
            )),
            _ => None,
        };
        self.function.params.iter().filter_map(of).collect()
    }

    /// The pointers to elements of arrays of a type.
    pub(super) fn pointers_of(&self, ty: Ty) -> Vec<String> {
        let accessed = self.accessed();
        let of = |local: &&Local| self.function.locals[**local].ty == ty;
        let found = accessed.iter().filter(of);
        found
            .map(|local| self.data[local.index()].clone())
            .collect()
    }

    /// The number of dimensions of the kernel.
    pub(super) fn rank(&self) -> usize {
        kernel_data(self.function).position.len()
    }

    /// A parameter that is an array: its name, that of the pointer to its elements, its type.
    pub(super) fn array_of(&self, local: Local) -> (String, String, Ty) {
        let ty = self.function.locals[local].ty;
        (self.param_name(local), self.data[local.index()].clone(), ty)
    }

    /// The kind of the elements of a variable that is an array.
    pub(super) fn kind_of(&self, local: Local) -> Option<ElemKind> {
        match self.function.locals[local].ty {
            Ty::Array(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether the elements of a parameter are in global memory and nothing else, and no thread changes them atomically.
    pub(super) fn is_plain_memory(&self, local: Local) -> bool {
        let is_shared = shared_arrays(self.function).contains(&local);
        let has_copies = !self.copied.is_empty();
        let is_contended = self.contended.contains(&self.data[local.index()]);
        !is_shared && !has_copies && !is_contended && !self.seconds.contains_key(&local)
    }

    /// The array parameters of which elements are read or written.
    fn accessed(&self) -> BTreeSet<Local> {
        let mut variables = vec![None; self.function.values.len()];
        let mut accessed = BTreeSet::new();
        self.function
            .body
            .for_each_stmt(&mut |stmt| match &stmt.op {
                Op::Get(local) => variables[stmt.results[0].index()] = Some(*local),
                Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => {
                    accessed.extend(variables[access.array.index()]);
                }
                _ => {}
            });
        accessed
    }

    /// Gives a value a name like `wanted`, and returns it.
    pub fn define(&mut self, value: Value, wanted: &str) -> String {
        let name = self.names.fresh(wanted);
        self.values[value.index()] = Some(Text::Atom(name.clone()));
        name
    }

    /// Gives a value a text that may be repeated.
    pub(super) fn define_as(&mut self, value: Value, text: String) {
        self.values[value.index()] = Some(Text::Atom(text));
    }

    /// A name for something that is no value.
    pub(super) fn fresh_name(&mut self, wanted: &str) -> String {
        self.names.fresh(wanted)
    }

    /// The type of a value.
    pub(super) fn value_ty(&self, value: Value) -> Ty {
        self.ty(value)
    }

    /// The text of all statements.
    pub fn statements(&mut self) -> String {
        let function = self.function;
        self.block(&function.body);
        std::mem::take(&mut self.out).finish()
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        // What is left has no use.
        self.pending.clear();
    }

    fn inner(&mut self, block: &Block) {
        self.out.open();
        self.block(block);
        self.out.close();
    }

    /// The place of the source, once for all statements of a line.
    pub(super) fn comment(&mut self, loc: Loc) {
        let line = |loc: Loc| {
            let place = &self.program.locations[loc];
            (place.file.clone(), place.line)
        };
        if loc.index() == 0 || self.last_loc.is_some_and(|last| line(last) == line(loc)) {
            return;
        }
        self.last_loc = Some(loc);
        self.out.line(&places::statement(loc));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match self.packs.part(stmt) {
            Some(Part::Nothing(_)) => return,
            Some(Part::Whole(word)) => {
                self.comment(stmt.loc);
                return self.word(word, stmt);
            }
            None => {}
        }
        let mut results = stmt.results.iter();
        if results.any(|result| self.packs.unused.contains(result)) {
            return;
        }
        match &stmt.op {
            Op::Const(constant) => self.constant(*constant, stmt.results[0]),
            Op::Unary(..)
            | Op::Binary(..)
            | Op::Compare(..)
            | Op::Math(..)
            | Op::Select { .. }
            | Op::Convert(_)
            | Op::Dim(..)
            | Op::Numel(_) => self.pure(stmt),
            Op::Get(local) => self.get(*local, stmt.results[0]),
            Op::Set(local, value) => self.set(*local, *value, stmt.loc),
            Op::Load(access) => {
                self.comment(stmt.loc);
                self.load(access, stmt);
            }
            Op::Store(access, values) => {
                self.comment(stmt.loc);
                self.store(access, values, stmt.loc);
            }
            Op::Atomic(op, access, values) => {
                self.comment(stmt.loc);
                self.atomic(*op, access, values, stmt);
            }
            Op::If { .. } | Op::For { .. } | Op::Loop { .. } | Op::Scope { .. } => {
                self.control(stmt)
            }
            Op::Break(label) => self.leave(*label, false),
            Op::Continue(label) => self.leave(*label, true),
            Op::Return(_) => {
                self.uses_next = true;
                self.out.line("goto next;");
            }
            Op::Runtime { func, args, list } => self.raise(*func, args, list, stmt.loc),
            Op::Together(together) => {
                self.comment(stmt.loc);
                self.together(together, &stmt.results);
            }
            Op::Texture(texture) => {
                self.comment(stmt.loc);
                self.texture(texture, &stmt.results);
            }
            Op::GetGlobal(_)
            | Op::SetGlobal(..)
            | Op::NewArray { .. }
            | Op::Call { .. }
            | Op::Launch(_)
            | Op::Retain(_)
            | Op::Try { .. }
            | Op::Release(_) => panic!("{:?} in kernel {}", stmt.op, self.function.name),
        }
    }

    // ---- Values ------------------------------------------------------------------------------------------------------------------

    fn ty(&self, value: Value) -> Ty {
        self.function.values[value].ty
    }

    fn constant(&mut self, constant: Const, result: Value) {
        let text = match constant {
            Const::Str(id) => Text::Str(id),
            Const::Null(_) => return,
            number => {
                let text = types::constant(number);
                Text::Atom(if text.starts_with('-') {
                    format!("({text})")
                } else {
                    text
                })
            }
        };
        self.values[result.index()] = Some(text);
    }

    /// The text of an operand; an expression that waited for it is taken.
    pub(super) fn operand(&mut self, value: Value) -> String {
        self.take(value, &mut BTreeSet::new())
    }

    fn take(&mut self, value: Value, reads: &mut BTreeSet<Local>) -> String {
        match &self.values[value.index()] {
            Some(Text::Atom(text)) => text.clone(),
            Some(Text::Pending(text, locals)) => {
                reads.extend(locals);
                self.pending.retain(|&other| other != value);
                text.clone()
            }
            Some(Text::Array(_) | Text::Str(_)) => panic!("a handle as a number"),
            None => panic!("{value} of {} has no text", self.function.name),
        }
    }

    /// An operand as a name or literal, so that it can be repeated.
    pub(super) fn atom(&mut self, value: Value) -> String {
        if let Some(Text::Pending(..)) = self.values[value.index()] {
            self.products.remove(&value);
            self.settle(value);
        }
        self.operand(value)
    }

    /// Where a parameter is.
    pub(super) fn memory_of(&self, local: Local) -> ParameterMemory {
        memory::of(&self.function.locals[local])
    }

    /// How a parameter is a texture.
    pub(super) fn form_of(&self, local: Local) -> Option<TextureDescriptor> {
        memory::form(&self.function.locals[local])
    }

    /// The parameter that a value stands for, which is an array.
    pub(super) fn array_local(&self, value: Value) -> Local {
        match self.values[value.index()] {
            Some(Text::Array(local)) => local,
            _ => panic!("an array of a kernel is a parameter"),
        }
    }

    /// The array parameter that a value stands for.
    pub(super) fn array(&self, value: Value) -> (String, String, ElemKind) {
        let local = self.array_local(value);
        let Ty::Array(kind) = self.ty(value) else {
            panic!("an access to something that is no array");
        };
        (
            self.param_name(local),
            self.data[local.index()].clone(),
            kind,
        )
    }

    fn string(&self, value: Value) -> Option<StrId> {
        match self.values[value.index()] {
            Some(Text::Str(id)) => Some(id),
            _ => None,
        }
    }

    /// Gives a waiting value a name now; of a product that a sum may be contracted with, which waits on, the factors get names.
    fn settle(&mut self, value: Value) {
        if let Some(factors) = self.products.remove(&value) {
            let ty = self.ty(value);
            let factors = factors.map(|factor| self.named_factor(value, ty, factor));
            let text = binary(BinaryOp::Mul, ty, &factors[0], &factors[1]);
            self.values[value.index()] = Some(Text::Pending(text, BTreeSet::new()));
            self.products.insert(value, factors);
            return;
        }
        let text = self.operand(value);
        self.declare(value, &text);
    }

    /// A factor that may be repeated.
    fn named_factor(&mut self, product: Value, ty: Ty, factor: String) -> String {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_local = self.locals.contains(&factor);
        if factor.chars().all(is_name) && !is_local {
            return factor;
        }
        let name = self.names.fresh(&format!("v{}_factor", product.index()));
        let (ty, text) = (types::register(ty), bare(&factor));
        self.out.line(&format!("const {ty} {name} = {text};"));
        name
    }

    /// Declares a value as a constant of its own.
    pub(super) fn declare(&mut self, value: Value, text: &str) {
        let name = self.define(value, &format!("v{}", value.index()));
        let ty = types::register(self.ty(value));
        self.out
            .line(&format!("const {ty} {name} = {};", bare(text)));
    }

    /// Declares what waits and reads a variable that is about to change; all that waits, without a variable.
    pub(super) fn settle_readers(&mut self, changed: Option<Local>) {
        let reads = |value: &Value| match &self.values[value.index()] {
            Some(Text::Pending(_, locals)) => changed.is_none_or(|local| locals.contains(&local)),
            _ => false,
        };
        let waiting: Vec<Value> = self.pending.iter().copied().filter(reads).collect();
        for value in waiting {
            self.settle(value);
        }
    }

    /// The result of an expression: kept for its use, or declared.
    fn result(&mut self, value: Value, text: String, reads: BTreeSet<Local>) {
        if self.uses[value.index()] == 0 {
            return;
        }
        let is_short = text.len() <= LONGEST_INLINE || self.products.contains_key(&value);
        if self.uses[value.index()] == 1 && is_short {
            self.values[value.index()] = Some(Text::Pending(text, reads));
            self.pending.push(value);
        } else {
            self.declare(value, &text);
        }
    }

    fn get(&mut self, local: Local, result: Value) {
        if matches!(self.ty(result), Ty::Array(_)) {
            self.values[result.index()] = Some(Text::Array(local));
            return;
        }
        let name = self.local_name(local);
        self.result(result, name, BTreeSet::from([local]));
    }

    fn set(&mut self, local: Local, value: Value, loc: Loc) {
        self.comment(loc);
        let text = self.operand(value);
        self.settle_readers(Some(local));
        let name = self.local_name(local);
        self.out.line(&format!("{name} = {};", bare(&text)));
    }

    fn pure(&mut self, stmt: &Stmt) {
        let mut reads = BTreeSet::new();
        let result = stmt.results[0];
        let ty = self.ty(result);
        let is_float = matches!(ty, Ty::F32 | Ty::F64);
        let text = match stmt.op {
            Op::Binary(BinaryOp::Mul, a, b) if is_float && self.contracts => {
                let factors = [a, b].map(|factor| self.take(factor, &mut reads));
                let text = binary(BinaryOp::Mul, ty, &factors[0], &factors[1]);
                if self.uses[result.index()] == 1 {
                    self.products.insert(result, factors);
                }
                text
            }
            Op::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) if is_float => {
                let [x, y] = [a, b].map(|summand| self.waiting_product(summand));
                let texts = [a, b].map(|summand| self.take(summand, &mut reads));
                let contracted = contracted(op, ty, [x, y], &texts);
                contracted.unwrap_or_else(|| binary(op, ty, &texts[0], &texts[1]))
            }
            ref op => self.expression(op, ty, &mut reads),
        };
        self.result(result, text, reads);
    }

    /// The factors of a product that waits for its sum.
    fn waiting_product(&mut self, value: Value) -> Option<[String; 2]> {
        let factors = self.products.remove(&value);
        factors.filter(|_| matches!(self.values[value.index()], Some(Text::Pending(..))))
    }

    fn expression(&mut self, op: &Op, ty: Ty, reads: &mut BTreeSet<Local>) -> String {
        match op {
            Op::Unary(op, a) => unary(*op, ty, &self.take(*a, reads)),
            Op::Binary(op, a, b) => {
                let (a, b) = (self.take(*a, reads), self.take(*b, reads));
                binary(*op, ty, &a, &b)
            }
            Op::Compare(op, a, b) => {
                let (a, b) = (self.take(*a, reads), self.take(*b, reads));
                format!("({a} {} {b})", comparison(*op))
            }
            Op::Select {
                cond,
                then,
                otherwise,
            } => {
                let (cond, then) = (self.take(*cond, reads), self.take(*then, reads));
                format!("({cond} ? {then} : {})", self.take(*otherwise, reads))
            }
            Op::Convert(a) => {
                let from = self.ty(*a);
                conversion(from, ty, &self.take(*a, reads))
            }
            Op::Math(function, args) => {
                let args: Vec<String> = args.iter().map(|&arg| self.take(arg, reads)).collect();
                call(
                    *function,
                    ty,
                    &args.iter().map(|arg| bare(arg)).collect::<Vec<_>>(),
                )
            }
            Op::Dim(array, axis) => format!("{}.dims[{axis}]", self.array(*array).0),
            Op::Numel(array) => format!("(int){}.numel", self.array(*array).0),
            Op::Const(_) | Op::Get(_) | Op::Set(..) | Op::Retain(_) | Op::Release(_) => {
                panic!("{op:?} is no expression")
            }
            memory_op!() | call_op!() | block_op!() | jump_op!() => {
                panic!("{op:?} is no expression")
            }
        }
    }

    // ---- Control -----------------------------------------------------------------------------------------------------------------

    fn control(&mut self, stmt: &Stmt) {
        match &stmt.op {
            Op::If {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.operand(*cond);
                self.settle_readers(None);
                self.comment(stmt.loc);
                self.branch(&cond, then, otherwise);
            }
            Op::For {
                label,
                index,
                start,
                stop,
                step,
                body,
                name,
                ..
            } => {
                let range = [*start, *stop, *step].map(|bound| self.atom(bound));
                self.settle_readers(None);
                self.comment(stmt.loc);
                let small = |text: &String| number(text).is_some_and(|value| value.abs() < 1 << 30);
                let is_narrow = self.narrow.contains(index) || range.iter().all(small);
                let constant = |value| self.constants.get(&value).copied();
                let is_repeated = self.repeats && register_tile::repeats(&stmt.op, &constant);
                let is_forward = constant(*step) == Some(1);
                let wide = match is_forward && !is_repeated {
                    true => self.wide_reads(*index, body),
                    false => Vec::new(),
                };
                let index = self.define(*index, name.as_deref().unwrap_or("i"));
                let counter = self.counter(&index, is_narrow, !wide.is_empty());
                let Counter { name, ty } = &counter;
                if !wide.is_empty() {
                    self.out.line(&format!("{ty} {name} = {};", range[0]));
                    self.by_fours(&wide, name, &index, &range[1], body);
                }
                let header = counter.header(&range, wide.is_empty());
                if is_repeated {
                    self.out.line("_Pragma(\"unroll\")");
                }
                let cast = (*name != index).then(|| format!("const int {index} = (int){name};"));
                self.looped(*label, &header, cast, body);
            }
            Op::Loop { label, body } => {
                self.settle_readers(None);
                self.looped(*label, "for (;;)", None, body);
            }
            Op::Scope { label, body } => {
                self.settle_readers(None);
                self.scope(*label, body);
            }
            Op::Try { .. } | Op::Get(_) | Op::Set(..) | Op::Retain(_) | Op::Release(_) => {
                panic!("{:?} is no control", stmt.op)
            }
            pure_op!() | memory_op!() | call_op!() | jump_op!() => {
                panic!("{:?} is no control", stmt.op)
            }
        }
    }

    fn branch(&mut self, cond: &str, then: &Block, otherwise: &Block) {
        self.out.line(&format!("if ({}) {{", bare(cond)));
        self.inner(then);
        if !otherwise.stmts.is_empty() {
            self.out.line("} else {");
            self.inner(otherwise);
        }
        self.out.line("}");
    }

    /// The index counts in 64 bits unless its bounds are known to be small: it may have to pass the last 32-bit number. A loop in two parts has
    /// a counter apart, as one in 64 bits.
    fn counter(&mut self, index: &str, is_narrow: bool, is_apart: bool) -> Counter {
        let ty = if is_narrow { "int" } else { "long long" };
        let name = match is_narrow && !is_apart {
            true => index.to_string(),
            false => self.names.fresh(&format!("{index}_wide")),
        };
        Counter { name, ty }
    }

    /// A block inside of what is open, printed where it is.
    pub(super) fn nested(&mut self, block: &Block) {
        self.block(block);
        self.last_loc = None;
    }

    fn looped(&mut self, label: Label, header: &str, first: Option<String>, body: &Block) {
        self.targets.push(Target {
            label,
            is_loop: true,
            breaks: false,
            continues: false,
        });
        let outer = std::mem::take(&mut self.out);
        self.block(body);
        let inside = std::mem::replace(&mut self.out, outer).finish();
        let target = self.targets.pop().expect("an open loop");
        self.out.line(&format!("{header} {{"));
        self.out.open();
        if let Some(first) = first {
            self.out.line(&first);
        }
        self.labelled(&inside, target.continues.then(|| format!("{label}_next")));
        self.out.close();
        self.out.line("}");
        if target.breaks {
            self.out.line(&format!("{label}_end:;"));
        }
        self.last_loc = None;
    }

    fn scope(&mut self, label: Label, body: &Block) {
        self.targets.push(Target {
            label,
            is_loop: false,
            breaks: false,
            continues: false,
        });
        let outer = std::mem::take(&mut self.out);
        self.block(body);
        let inside = std::mem::replace(&mut self.out, outer).finish();
        let target = self.targets.pop().expect("an open scope");
        self.out.line("{");
        self.out.open();
        self.out.push(&inside);
        self.out.close();
        self.out.line("}");
        if target.breaks {
            self.out.line(&format!("{label}_end:;"));
        }
    }

    /// Statements, and a label behind them that jumps reach without passing definitions.
    fn labelled(&mut self, inside: &str, label: Option<String>) {
        let Some(label) = label else {
            self.out.push(inside);
            return;
        };
        self.out.line("{");
        self.out.open();
        self.out.push(inside);
        self.out.close();
        self.out.line("}");
        self.out.line(&format!("{label}:;"));
    }

    fn leave(&mut self, label: Label, next: bool) {
        let word = if next { "continue" } else { "break" };
        let at = self
            .targets
            .iter()
            .rposition(|target| target.label == label);
        let at = at.expect("a construct around the jump");
        let innermost = self.targets.iter().rposition(|target| target.is_loop);
        if innermost == Some(at) {
            self.out.line(&format!("{word};"));
            return;
        }
        let target = &mut self.targets[at];
        let suffix = if next { "next" } else { "end" };
        *(if next {
            &mut target.continues
        } else {
            &mut target.breaks
        }) = true;
        self.out.line(&format!("goto {label}_{suffix};"));
    }

    // ---- Errors ------------------------------------------------------------------------------------------------------------------

    /// Ends the thread's work after an error.
    pub(super) fn stop(&mut self) -> &'static str {
        self.uses_done = true;
        "goto done;"
    }

    fn raise(&mut self, func: RtFn, args: &[Value], list: &[ListEntry], loc: Loc) {
        self.comment(loc);
        let from_list = list.iter().find_map(|entry| match entry {
            ListEntry::Value(value) | ListEntry::Quoted(value) => self.string(*value),
            ListEntry::Unsigned(_) | ListEntry::Complex(..) | ListEntry::Marker(_) => None,
        });
        let text = args
            .iter()
            .find_map(|&value| self.string(value))
            .or(from_list);
        let text = text.map_or(-1, |id| id.index() as i64);
        let location = loc.index();
        let error = KernelError::of(func).expect("kernels call only rows that raise errors");
        let call = match error {
            KernelError::Index => {
                let numbers: Vec<String> =
                    args[1..].iter().map(|&value| self.operand(value)).collect();
                format!(
                    "q_raise_index(launch.error, {location}, {text}, {});",
                    numbers.join(", ")
                )
            }
            KernelError::Row => {
                let status = self.operand(args[0]);
                match list.first() {
                    Some(ListEntry::Value(value)) if self.string(*value).is_none() => {
                        let number = self.operand(*value);
                        format!(
                            "q_raise_number(launch.error, {status}, {location}, {text}, {number});"
                        )
                    }
                    _ => format!("q_raise(launch.error, {status}, {location}, {text});"),
                }
            }
            KernelError::Text => self.raise_row(RtError::User, location, text),
            KernelError::Assertion => self.raise_row(RtError::Assertion, location, text),
        };
        self.out.line(&call);
        let stop = self.stop();
        self.out.line(stop);
    }

    fn raise_row(&self, row: RtError, location: usize, text: i64) -> String {
        format!("q_raise(launch.error, {}, {location}, {text});", row.code())
    }
}

/// The arrays that some statement changes atomically.
fn contended(function: &Function) -> BTreeSet<Local> {
    let mut variables = vec![None; function.values.len()];
    let mut found = BTreeSet::new();
    function.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Get(local) => variables[stmt.results[0].index()] = Some(*local),
        Op::Atomic(_, access, _) => {
            found.extend(variables[access.array.index()]);
        }
        _ => {}
    });
    found
}
