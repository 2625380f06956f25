//! The verifier: every rule of `data.rs` that structure and types can show.
//!
//! It runs after each pass in debug builds and in all tests.
//!
//! *Invariant:* a program that passes can be interpreted and compiled without a type error inside the compiler.

use std::collections::BTreeSet;

use super::data::*;
use super::print;
use super::query::{ElemTypes, KernelError, row_params, row_results};
use crate::base::{Id, IndexVec};
use crate::mir::families::{call_op, jump_op, pure_op};
use quasar_abi::{AbiTy, Role};

/// Checks a program; panics with every violation and the text of the functions concerned. `after` says which pass ran.
///
/// # Panics
/// When the program breaks a rule: a defect of the compiler.
pub fn verify(program: &Program, after: &str) {
    let violations = check(program);
    if violations.is_empty() {
        return;
    }
    let mut message = format!("the middle representation is broken after {after}:\n");
    for violation in &violations {
        message.push_str(&format!("  {}\n", violation.text(program)));
    }
    let mut functions: Vec<FuncId> = violations.iter().filter_map(|it| it.function).collect();
    functions.dedup();
    for id in functions {
        message.push_str(&print::function(program, &program.functions[id]));
    }
    panic!("{message}");
}

/// A rule that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where; none for the program as a whole.
    pub function: Option<FuncId>,
    /// What is wrong.
    pub message: String,
}

impl Violation {
    fn text(&self, program: &Program) -> String {
        match self.function {
            Some(id) => format!("{}: {}", program.functions[id].name, self.message),
            None => self.message.clone(),
        }
    }
}

/// All violations, in the order of the program's text.
pub fn check(program: &Program) -> Vec<Violation> {
    let mut violations = Vec::new();
    check_entry(program, &mut violations);
    for (id, function) in program.functions.iter_enumerated() {
        let mut checker = Checker::new(program, function);
        checker.function();
        violations.extend(checker.messages.into_iter().map(|message| Violation {
            function: Some(id),
            message,
        }));
    }
    violations
}

fn check_entry(program: &Program, violations: &mut Vec<Violation>) {
    let mut report = |message: &str| {
        violations.push(Violation {
            function: None,
            message: message.to_string(),
        });
    };
    match program.functions.get(program.entry) {
        None => report("the entry function does not exist"),
        Some(entry) => {
            if entry.kind != FuncKind::Host {
                report("the entry function is a kernel");
            }
            if !entry.params.is_empty() || !entry.results.is_empty() {
                report("the entry function has parameters or results");
            }
        }
    }
    if program.locations.is_empty() {
        report("the location table lacks row 0");
    }
}

/// A construct that `Break` and `Continue` can name.
struct Target {
    label: Label,
    is_loop: bool,
}

/// Checks one function.
struct Checker<'a> {
    program: &'a Program,
    function: &'a Function,
    /// Values with a definition so far, visible or not.
    defined: IndexVec<Value, bool>,
    visible: IndexVec<Value, bool>,
    /// The parameters.
    params: BTreeSet<Local>,
    /// What the function owns.
    owned: BTreeSet<Local>,
    labels_used: Vec<bool>,
    targets: Vec<Target>,
    messages: Vec<String>,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, function: &'a Function) -> Self {
        let count = function.values.len();
        Self {
            program,
            function,
            defined: IndexVec::filled(false, count),
            visible: IndexVec::filled(false, count),
            params: function.params.iter().copied().collect(),
            owned: function.owned.iter().copied().collect(),
            labels_used: vec![false; function.labels as usize],
            targets: Vec::new(),
            messages: Vec::new(),
        }
    }

    fn report(&mut self, message: String) {
        self.messages.push(message);
    }

    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.messages.push(message());
        }
    }

    fn function(&mut self) {
        let function = self.function;
        self.params();
        self.owned();
        if let FuncKind::Kernel(kernel) = &function.kind {
            self.kernel(kernel);
        }
        self.block(&function.body);
        let falls_off = function.body.completes();
        self.require(!falls_off || function.results.is_empty(), || {
            "control reaches the end of a function with results".to_string()
        });
    }

    fn params(&mut self) {
        let mut seen = BTreeSet::new();
        for &param in &self.function.params {
            self.local_exists(param);
            let is_first = seen.insert(param);
            self.require(is_first, || format!("parameter {param} is listed twice"));
        }
    }

    fn owned(&mut self) {
        let function = self.function;
        let mut seen = BTreeSet::new();
        for &local in &function.owned {
            let is_handle = function
                .locals
                .get(local)
                .is_some_and(|data| data.ty.is_handle());
            self.require(is_handle, || format!("owned {local} is no handle"));
            let is_first = seen.insert(local);
            self.require(is_first, || format!("owned {local} is listed twice"));
            let is_param = self.params.contains(&local);
            self.require(!is_param, || format!("owned {local} is a parameter"));
        }
    }

    fn kernel(&mut self, kernel: &KernelData) {
        let function = self.function;
        let rank = kernel.position.len();
        self.require((1..=4).contains(&rank), || {
            format!("a kernel of rank {rank}")
        });
        self.require(function.results.is_empty(), || {
            "a kernel with results".to_string()
        });
        self.require(function.owned.is_empty(), || {
            "a kernel that owns handles".to_string()
        });
        for &value in &kernel.position {
            self.define(value);
            self.expect(value, Ty::I32, "a position");
        }
        for item in &kernel.accumulators {
            self.accumulator(item);
        }
        if let Some(of) = kernel.stands_for {
            let original = self.program.functions.get(of.kernel);
            let is_kernel = original.is_some_and(|one| one.kind != FuncKind::Host);
            self.require(is_kernel, || {
                format!("it stands for {}, which is no kernel", of.kernel)
            });
        }
    }

    fn accumulator(&mut self, item: &Accumulator) {
        let Some(data) = self.function.locals.get(item.local) else {
            return self.report(format!("accumulator {} does not exist", item.local));
        };
        let fits = match item.op {
            AccumulatorOp::Add | AccumulatorOp::Mul | AccumulatorOp::Min | AccumulatorOp::Max => {
                is_number(data.ty)
            }
            AccumulatorOp::And | AccumulatorOp::Or | AccumulatorOp::Xor => is_integer(data.ty),
        };
        let text = || format!("accumulator {} of type {}", item.local, print::ty(data.ty));
        self.require(fits, text);
        let is_param = self.params.contains(&item.local);
        self.require(!is_param, || {
            format!("accumulator {} is a parameter", item.local)
        });
    }

    fn block(&mut self, block: &Block) {
        let mut here = Vec::new();
        for (index, stmt) in block.stmts.iter().enumerate() {
            let last = index + 1 == block.stmts.len();
            self.require(last || !stmt.op.is_terminator(), || {
                format!("{:?} is not the last statement of its block", stmt.op)
            });
            self.stmt(stmt);
            here.extend(&stmt.results);
        }
        self.hide(&here);
    }

    fn hide(&mut self, values: &[Value]) {
        for &value in values {
            if let Some(visible) = self.visible.get_mut(value) {
                *visible = false;
            }
        }
    }

    fn define(&mut self, value: Value) {
        match self.defined.get_mut(value) {
            None => self.report(format!("{value} does not exist")),
            Some(true) => self.report(format!("{value} is defined twice")),
            Some(slot) => {
                *slot = true;
                self.visible[value] = true;
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let loc_exists = self.program.locations.get(stmt.loc).is_some();
        self.require(loc_exists, || format!("{} does not exist", stmt.loc));
        let mut unseen = Vec::new();
        stmt.op.for_each_operand(|&value| {
            if self.visible.get(value) != Some(&true) {
                unseen.push(value);
            }
        });
        for value in unseen {
            self.report(format!("{value} is not visible in {}", describe(&stmt.op)));
        }
        if matches!(self.function.kind, FuncKind::Kernel(_)) {
            self.kernel_op(&stmt.op);
        }
        self.op(&stmt.op, &stmt.results);
        for &value in &stmt.results {
            self.define(value);
        }
    }

    fn kernel_op(&mut self, op: &Op) {
        let allowed = match op {
            call_op!()
            | Op::NewArray { .. }
            | Op::GetGlobal(_)
            | Op::SetGlobal(..)
            | Op::Try { .. }
            | Op::Retain(_)
            | Op::Release(_) => false,
            Op::Runtime { func, .. } => KernelError::of(*func).is_some(),
            Op::Store(_, values) => values.iter().all(|&value| !self.ty(value).is_handle()),
            pure_op!()
            | jump_op!()
            | Op::Get(_)
            | Op::Set(..)
            | Op::Load(_)
            | Op::Atomic(..)
            | Op::Together(_)
            | Op::Texture(_)
            | Op::If { .. }
            | Op::For { .. }
            | Op::Loop { .. }
            | Op::Scope { .. } => true,
        };
        self.require(allowed, || format!("a kernel contains {}", describe(op)));
    }

    /// The type of a value; `Bool` for one that does not exist, which is reported elsewhere.
    fn ty(&self, value: Value) -> Ty {
        self.function
            .values
            .get(value)
            .map_or(Ty::Bool, |data| data.ty)
    }

    fn expect(&mut self, value: Value, ty: Ty, what: &str) {
        let found = self.ty(value);
        self.require(found == ty, || {
            format!(
                "{what} {value} is {}, not {}",
                print::ty(found),
                print::ty(ty)
            )
        });
    }

    fn expect_array(&mut self, value: Value) -> Option<ElemKind> {
        match self.ty(value) {
            Ty::Array(kind) => Some(kind),
            other => {
                self.report(format!("{value} is {}, not an array", print::ty(other)));
                None
            }
        }
    }

    fn expect_results(&mut self, op: &Op, results: &[Value], tys: &[Ty]) {
        let found: Vec<Ty> = results.iter().map(|&value| self.ty(value)).collect();
        self.require(found == tys, || {
            format!("{} has results {found:?}, not {tys:?}", describe(op))
        });
    }

    fn local_exists(&mut self, local: Local) -> Option<Ty> {
        let ty = self.function.locals.get(local).map(|data| data.ty);
        self.require(ty.is_some(), || format!("{local} does not exist"));
        ty
    }

    fn op(&mut self, op: &Op, results: &[Value]) {
        match op {
            Op::Const(constant) => self.constant(op, *constant, results),
            Op::Unary(unary, a) => self.unary(op, *unary, *a, results),
            Op::Binary(binary, a, b) => self.binary(op, *binary, *a, *b, results),
            Op::Compare(compare, a, b) => self.compare(op, *compare, *a, *b, results),
            Op::Math(function, args) => self.math(op, *function, args, results),
            Op::Select {
                cond,
                then,
                otherwise,
            } => self.select(op, *cond, *then, *otherwise, results),
            Op::Convert(a) => self.convert(op, *a, results),
            Op::Get(local) => {
                if let Some(ty) = self.local_exists(*local) {
                    self.expect_results(op, results, &[ty]);
                }
            }
            Op::Set(local, value) => {
                if let Some(ty) = self.local_exists(*local) {
                    self.expect(*value, ty, "the value of a set");
                }
                self.expect_results(op, results, &[]);
            }
            Op::GetGlobal(global) => {
                if let Some(ty) = self.global_exists(*global) {
                    self.expect_results(op, results, &[ty]);
                }
            }
            Op::SetGlobal(global, value) => {
                if let Some(ty) = self.global_exists(*global) {
                    self.expect(*value, ty, "the value of a set");
                }
                self.expect_results(op, results, &[]);
            }
            Op::NewArray { dims, .. } => self.new_array(op, dims, results),
            Op::Dim(array, _) | Op::Numel(array) => {
                self.expect_array(*array);
                self.expect_results(op, results, &[Ty::I32]);
            }
            Op::Load(access) => self.load(op, access, results),
            Op::Store(access, values) => self.store(op, access, values, results),
            Op::Atomic(atomic, access, values) => self.atomic(op, *atomic, access, values, results),
            Op::Together(together) => self.together(op, together, results),
            Op::Texture(texture) => self.texture(op, texture, results),
            Op::Runtime { func, args, list } => self.runtime(op, *func, args, list, results),
            Op::Call { func, args } => self.call(op, *func, args, results),
            Op::Launch(launch) => self.launch(op, launch, results),
            Op::If {
                cond,
                then,
                otherwise,
            } => {
                self.expect(*cond, Ty::Bool, "the condition");
                self.block(then);
                self.block(otherwise);
                self.expect_results(op, results, &[]);
            }
            Op::For {
                label,
                index,
                start,
                stop,
                step,
                body,
                ..
            } => {
                for value in [*start, *stop, *step, *index] {
                    self.expect(value, Ty::I32, "a bound of a loop");
                }
                self.define(*index);
                self.labelled(*label, true, body);
                self.hide(&[*index]);
                self.expect_results(op, results, &[]);
            }
            Op::Loop { label, body } => {
                self.labelled(*label, true, body);
                self.expect_results(op, results, &[]);
            }
            Op::Scope { label, body } => {
                self.labelled(*label, false, body);
                self.expect_results(op, results, &[]);
            }
            Op::Try { body, handler } => {
                self.block(body);
                self.block(handler);
                self.expect_results(op, results, &[]);
            }
            Op::Break(label) => self.jump(op, *label, false, results),
            Op::Continue(label) => self.jump(op, *label, true, results),
            Op::Return(values) => self.return_(op, values, results),
            Op::Retain(value) => {
                let ty = self.ty(*value);
                self.require(ty.is_handle(), || {
                    format!("{value} is retained but no handle")
                });
                self.expect_results(op, results, &[]);
            }
            Op::Release(local) => {
                let owned = self.owned.contains(local);
                self.require(owned, || format!("{local} is released but not owned"));
                self.expect_results(op, results, &[]);
            }
        }
    }

    fn global_exists(&mut self, global: GlobalId) -> Option<Ty> {
        let ty = self.program.globals.get(global).map(|data| data.ty);
        self.require(ty.is_some(), || format!("{global} does not exist"));
        ty
    }

    fn constant(&mut self, op: &Op, constant: Const, results: &[Value]) {
        match constant {
            Const::Str(id) => {
                let exists = self.program.strings.get(id).is_some();
                self.require(exists, || format!("string {id} does not exist"));
            }
            Const::Null(ty) => {
                self.require(ty.is_handle(), || {
                    format!("a null of type {}", print::ty(ty))
                });
            }
            Const::Bool(_) | Const::I32(_) | Const::I64(_) => {}
            Const::F32(_) | Const::F64(_) | Const::OnGpu => {}
        }
        self.expect_results(op, results, &[constant.ty()]);
    }

    fn unary(&mut self, op: &Op, unary: UnaryOp, a: Value, results: &[Value]) {
        let ty = self.ty(a);
        self.require(unary.function(ty).is_some(), || {
            format!("{} of {}", unary.name(), print::ty(ty))
        });
        self.expect_results(op, results, &[ty]);
    }

    fn binary(&mut self, op: &Op, binary: BinaryOp, a: Value, b: Value, results: &[Value]) {
        let ty = self.ty(a);
        self.require(binary.function(ty).is_some(), || {
            format!("{} of {}", binary.name(), print::ty(ty))
        });
        self.expect(b, ty, "the second operand");
        self.expect_results(op, results, &[ty]);
    }

    fn compare(&mut self, op: &Op, compare: CompareOp, a: Value, b: Value, results: &[Value]) {
        let ty = self.ty(a);
        self.require(compare.function(ty).is_some(), || {
            format!("{} of {}", compare.name(), print::ty(ty))
        });
        self.expect(b, ty, "the second operand");
        self.expect_results(op, results, &[Ty::Bool]);
    }

    fn math(&mut self, op: &Op, function: MathFn, args: &[Value], results: &[Value]) {
        let count = function.arity();
        self.require(args.len() == count, || {
            format!("{} with {} arguments", function.name(), args.len())
        });
        let Some(&first) = args.first() else { return };
        let ty = self.ty(first);
        self.require(ty.is_float(), || {
            format!("an elementary function of {}", print::ty(ty))
        });
        for &arg in args {
            self.expect(arg, ty, "an argument");
        }
        self.expect_results(op, results, &[ty]);
    }

    fn select(&mut self, op: &Op, cond: Value, then: Value, otherwise: Value, results: &[Value]) {
        let ty = self.ty(then);
        self.expect(cond, Ty::Bool, "the condition");
        self.require(!ty.is_handle(), || "a select of handles".to_string());
        self.expect(otherwise, ty, "the other operand");
        self.expect_results(op, results, &[ty]);
    }

    fn convert(&mut self, op: &Op, a: Value, results: &[Value]) {
        let mut tys = vec![self.ty(a)];
        tys.extend(results.iter().map(|&value| self.ty(value)));
        let fits = tys.len() == 2 && tys.iter().all(|ty| !ty.is_handle());
        self.require(fits, || format!("{} between {tys:?}", describe(op)));
    }

    fn new_array(&mut self, op: &Op, dims: &[Value], results: &[Value]) {
        self.require((1..=16).contains(&dims.len()), || {
            format!("an array of {} dimensions", dims.len())
        });
        for &dim in dims {
            self.expect(dim, Ty::I32, "an extent");
        }
        match results {
            [result] => {
                self.expect_array(*result);
            }
            _ => self.report(format!("{} has {} results", describe(op), results.len())),
        }
    }

    /// Checks an access and gives the element kind.
    fn access(&mut self, access: &Access) -> Option<ElemKind> {
        let count = access.index.len();
        self.require((1..=16).contains(&count), || {
            format!("an access with {count} indices")
        });
        for &index in &access.index {
            self.expect(index, Ty::I32, "an index");
        }
        if let Some(name) = access.name {
            let exists = self.program.strings.get(name).is_some();
            self.require(exists, || format!("string {name} does not exist"));
        }
        self.expect_array(access.array)
    }

    fn load(&mut self, op: &Op, access: &Access, results: &[Value]) {
        let Some(kind) = self.access(access) else {
            return;
        };
        if kind == ElemKind::Array {
            let tys: Vec<Ty> = results.iter().map(|&value| self.ty(value)).collect();
            let fits = matches!(tys[..], [Ty::Array(_)]);
            self.require(fits, || format!("an array element is loaded as {tys:?}"));
        } else {
            self.expect_results(op, results, kind.access_tys());
        }
    }

    fn store(&mut self, op: &Op, access: &Access, values: &[Value], results: &[Value]) {
        self.expect_results(op, results, &[]);
        let Some(kind) = self.access(access) else {
            return;
        };
        let tys: Vec<Ty> = values.iter().map(|&value| self.ty(value)).collect();
        let fits = match (kind, &tys[..]) {
            (ElemKind::Array, [Ty::Array(_)]) => true,
            (_, [Ty::F32 | Ty::F64]) if kind.saturation().is_some() => true,
            (_, tys) => kind != ElemKind::Array && tys == kind.access_tys(),
        };
        self.require(fits, || format!("{tys:?} is stored into [{}]", kind.name()));
    }

    fn atomic(
        &mut self,
        op: &Op,
        atomic: AtomicOp,
        access: &Access,
        values: &[Value],
        results: &[Value],
    ) {
        let Some(kind) = self.access(access) else {
            return;
        };
        let is_number = !kind.is_object() && kind != ElemKind::Function;
        let fits = is_number && (atomic.is_for_complex() || !kind.is_complex());
        self.require(fits, || {
            format!("atomic {} of [{}]", atomic.name(), kind.name())
        });
        let tys: Vec<Ty> = values.iter().map(|&value| self.ty(value)).collect();
        let wanted = match atomic {
            AtomicOp::CompareExchange => kind.access_tys().repeat(2),
            _ => kind.access_tys().to_vec(),
        };
        self.require(tys == wanted, || {
            format!("an atomic operation of {tys:?} on [{}]", kind.name())
        });
        self.expect_results(op, results, kind.access_tys());
    }

    fn runtime(
        &mut self,
        op: &Op,
        func: RtFn,
        args: &[Value],
        list: &[ListEntry],
        results: &[Value],
    ) {
        let params = row_params(func);
        self.require(args.len() == params.len(), || {
            format!("{} with {} arguments", func.sig().name, args.len())
        });
        for (param, &arg) in params.iter().zip(args) {
            let ty = self.ty(arg);
            self.require(fits_param(param.class, param.role, ty), || {
                format!(
                    "{} gets {} as '{}'",
                    func.sig().name,
                    print::ty(ty),
                    param.name
                )
            });
        }
        let takes_list = func.sig().takes_list();
        self.require(takes_list || list.is_empty(), || {
            format!("{} takes no list", func.sig().name)
        });
        for entry in list {
            self.list_entry(entry);
        }
        let expected = row_results(func);
        let found: Vec<Ty> = results.iter().map(|&value| self.ty(value)).collect();
        let fits = found.len() == expected.len()
            && expected.iter().zip(&found).all(|(want, &is)| match want {
                Some(want) => *want == is,
                None => matches!(is, Ty::Array(_)),
            });
        self.require(fits, || format!("{} has results {found:?}", describe(op)));
    }

    fn list_entry(&mut self, entry: &ListEntry) {
        match *entry {
            ListEntry::Value(_) | ListEntry::Marker(_) => {}
            ListEntry::Unsigned(value) => self.expect(value, Ty::I64, "an unsigned number"),
            ListEntry::Quoted(value) => self.expect(value, Ty::Str, "a quoted string"),
            ListEntry::Complex(re, im) => {
                let ty = self.ty(re);
                self.require(ty.is_float(), || {
                    format!("a complex number of {}", print::ty(ty))
                });
                self.expect(im, ty, "an imaginary part");
            }
        }
    }

    fn call(&mut self, op: &Op, func: FuncId, args: &[Value], results: &[Value]) {
        let Some(callee) = self.program.functions.get(func) else {
            return self.report(format!("{func} does not exist"));
        };
        let is_host = callee.kind == FuncKind::Host;
        self.require(is_host, || format!("a call of the kernel {}", callee.name));
        self.arguments(callee, args);
        self.expect_results(op, results, &callee.results);
    }

    fn arguments(&mut self, callee: &Function, args: &[Value]) {
        let wanted = callee.params.len();
        self.require(args.len() == wanted, || {
            format!(
                "{} takes {wanted} arguments, not {}",
                callee.name,
                args.len()
            )
        });
        for (&param, &arg) in callee.params.iter().zip(args) {
            if let Some(data) = callee.locals.get(param) {
                self.expect(arg, data.ty, "an argument");
            }
        }
    }

    fn launch(&mut self, op: &Op, launch: &Launch, results: &[Value]) {
        let Some(callee) = self.program.functions.get(launch.kernel) else {
            return self.report(format!("{} does not exist", launch.kernel));
        };
        let FuncKind::Kernel(kernel) = &callee.kind else {
            return self.report(format!("a launch of the host function {}", callee.name));
        };
        let (given, rank) = (launch.extents.len(), kernel.position.len());
        self.require(given == rank, || {
            format!("{} has rank {rank}, not {given}", callee.name)
        });
        for &extent in &launch.extents {
            self.expect(extent, Ty::I32, "an extent");
        }
        self.arguments(callee, &launch.args);
        let accumulators = kernel.accumulators.iter();
        let totals: Vec<Ty> = accumulators
            .filter_map(|item| callee.locals.get(item.local).map(|data| data.ty))
            .collect();
        self.expect_results(op, results, &totals);
    }

    fn together(&mut self, op: &Op, together: &Together, results: &[Value]) {
        let is_group =
            matches!(&self.function.kind, FuncKind::Kernel(data) if data.group.is_some());
        self.require(is_group, || {
            "threads act together in a function without a group".to_string()
        });
        if let Together::Shared { local, dims, .. } = together {
            let is_param = self.params.contains(local);
            self.require(is_param, || format!("shared {local} is no parameter"));
            for &dim in dims {
                self.expect(dim, Ty::I32, "an extent of a shared array");
            }
        }
        match together {
            Together::Collective(collective, args) => {
                self.collective(op, *collective, args, results)
            }
            Together::Barrier(_) | Together::Fence | Together::Shared { .. } => {
                self.expect_results(op, results, &[]);
            }
        }
    }

    fn texture(&mut self, op: &Op, texture: &Texture, results: &[Value]) {
        let (Texture::Ready(array, form) | Texture::Fetch(array, form, _)) = texture;
        let is_float = matches!(self.ty(*array), Ty::Array(ElemKind::F16 | ElemKind::F32));
        self.require(is_float, || format!("{array} as a texture"));
        match texture {
            Texture::Ready(..) => self.expect_results(op, results, &[Ty::Bool]),
            Texture::Fetch(_, _, position) => {
                let count = position.len();
                self.require(count == usize::from(form.dimensions), || {
                    format!("{count} coordinates of {form:?}")
                });
                for &coordinate in position {
                    self.expect(coordinate, Ty::F32, "a coordinate of a texture");
                }
                let components = vec![Ty::F32; usize::from(form.components)];
                self.expect_results(op, results, &components);
            }
        }
    }

    fn collective(&mut self, op: &Op, collective: Collective, args: &[Value], results: &[Value]) {
        let last = args.last().map(|&value| self.ty(value));
        let wanted: Vec<Ty> = match (collective, last) {
            (Collective::Active, _) => Vec::new(),
            (Collective::Ballot, _) => vec![Ty::I32, Ty::Bool],
            (Collective::Shuffle, last) => [Ty::I32, Ty::I32].into_iter().chain(last).collect(),
            (Collective::Match, last) => [Ty::I32].into_iter().chain(last).collect(),
        };
        let found: Vec<Ty> = args.iter().map(|&value| self.ty(value)).collect();
        let is_plain = found.iter().all(|ty| !ty.is_handle());
        self.require(found == wanted && is_plain, || {
            format!("{collective:?} of {found:?}")
        });
        let result = match (collective, last) {
            (Collective::Shuffle, Some(ty)) => ty,
            _ => Ty::I32,
        };
        self.expect_results(op, results, &[result]);
    }

    fn labelled(&mut self, label: Label, is_loop: bool, body: &Block) {
        match self.labels_used.get_mut(label.index()) {
            None => self.report(format!("label {label} does not exist")),
            Some(true) => self.report(format!("label {label} is used twice")),
            Some(slot) => *slot = true,
        }
        self.targets.push(Target { label, is_loop });
        self.block(body);
        self.targets.pop();
    }

    fn jump(&mut self, op: &Op, label: Label, needs_loop: bool, results: &[Value]) {
        let target = self.targets.iter().find(|target| target.label == label);
        let fits = target.is_some_and(|target| target.is_loop || !needs_loop);
        self.require(fits, || {
            format!("{} does not stand in its target", describe(op))
        });
        self.expect_results(op, results, &[]);
    }

    fn return_(&mut self, op: &Op, values: &[Value], results: &[Value]) {
        let found: Vec<Ty> = values.iter().map(|&value| self.ty(value)).collect();
        let wanted = &self.function.results;
        self.require(found == *wanted, || {
            format!("returns {found:?}, not {wanted:?}")
        });
        self.expect_results(op, results, &[]);
    }
}

/// An operation without its blocks, for messages.
fn describe(op: &Op) -> String {
    match op {
        Op::If { .. } => "an if".to_string(),
        Op::For { label, .. } => format!("the for loop {label}"),
        Op::Loop { label, .. } => format!("the loop {label}"),
        Op::Scope { label, .. } => format!("the scope {label}"),
        Op::Try { .. } => "a try".to_string(),
        simple => format!("{simple:?}"),
    }
}

fn is_integer(ty: Ty) -> bool {
    matches!(ty, Ty::I32 | Ty::I64)
}

fn is_number(ty: Ty) -> bool {
    is_integer(ty) || ty.is_float()
}

fn fits_param(class: AbiTy, role: Role, ty: Ty) -> bool {
    match class {
        AbiTy::I32 => ty == Ty::I32,
        AbiTy::I64 => ty == Ty::I64,
        AbiTy::F32 => ty == Ty::F32,
        AbiTy::F64 => ty == Ty::F64,
        AbiTy::List => false,
        AbiTy::Ptr => match role {
            Role::Array => matches!(ty, Ty::Array(_)),
            Role::Text | Role::OptionalText => ty == Ty::Str,
            Role::Object => ty.is_handle(),
            Role::Raw | Role::Value => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::parse;

    #[test]
    #[should_panic(expected = "broken after the test")]
    fn verify_panics_with_the_text() {
        let program = parse::program("entry f\nhost f() -> i32 {\n}\n").expect("a program");
        verify(&program, "the test");
    }
}
