//! Builders: a program under construction, and a function under construction with its nested blocks.
//!
//! A [`FunctionBuilder`] keeps a stack of open blocks. Structured operations come in two forms: with closures
//! (`if_`, `for_`, …), and with `open_block`/`close_block` for callers that cannot lend themselves to a closure.
//!
//! *Invariant:* every value that a builder hands out is defined in the block that was open at that moment; statements
//! after a block's terminator are dropped, since nothing can reach them.

use rustc_hash::FxHashMap;

use super::arithmetic;
use super::data::*;
use super::query::{ElemTypes, row_results};
use crate::base::{Id, IndexVec};
use crate::builtins::profile::KernelProfile;

/// A program under construction. Functions are declared first, so that calls can name them before they are defined.
#[derive(Debug)]
pub struct ProgramBuilder {
    functions: IndexVec<FuncId, Option<Function>>,
    globals: IndexVec<GlobalId, GlobalData>,
    strings: IndexVec<StrId, String>,
    known_strings: FxHashMap<String, StrId>,
    locations: IndexVec<Loc, Location>,
}

impl ProgramBuilder {
    /// A program without functions. `nowhere` becomes row 0 of the location table.
    pub fn new(nowhere: Location) -> Self {
        let mut locations = IndexVec::new();
        locations.push(nowhere);
        Self {
            functions: IndexVec::new(),
            globals: IndexVec::new(),
            strings: IndexVec::new(),
            known_strings: FxHashMap::default(),
            locations,
        }
    }

    /// Reserves the id of a function.
    pub fn declare(&mut self) -> FuncId {
        self.functions.push(None)
    }

    /// Gives a declared function its definition.
    pub fn define(&mut self, id: FuncId, function: Function) {
        let slot = &mut self.functions[id];
        assert!(slot.is_none(), "{id} is defined twice");
        *slot = Some(function);
    }

    /// Declares and defines a function.
    pub fn add(&mut self, function: Function) -> FuncId {
        self.functions.push(Some(function))
    }

    /// A new global.
    pub fn global(&mut self, ty: Ty, name: &str) -> GlobalId {
        let name = name.to_string();
        self.globals.push(GlobalData { ty, name })
    }

    /// The id of a string constant; equal texts share one.
    pub fn string(&mut self, text: &str) -> StrId {
        if let Some(&id) = self.known_strings.get(text) {
            return id;
        }
        let id = self.strings.push(text.to_string());
        self.known_strings.insert(text.to_string(), id);
        id
    }

    /// A new row of the location table.
    pub fn location(&mut self, location: Location) -> Loc {
        self.locations.push(location)
    }

    /// The program, which takes no arguments.
    ///
    /// # Panics
    /// When a declared function was not defined.
    pub fn finish(self, entry: FuncId) -> Program {
        let define = |(id, function): (usize, Option<Function>)| {
            function.unwrap_or_else(|| panic!("fn{id} is declared but not defined"))
        };
        Program {
            functions: self.functions.into_iter().enumerate().map(define).collect(),
            globals: self.globals,
            strings: self.strings,
            locations: self.locations,
            entry,
            commands: Vec::new(),
            library: None,
            variables: Vec::new(),
            objects: Vec::new(),
            enumerations: Vec::new(),
            about: String::new(),
        }
    }
}

/// A constant as a key: floats by their bits, so that 0.0 and -0.0 stay apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the variants are those of `Const`")]
pub enum ConstKey {
    Bool(bool),
    I32(i32),
    I64(i64),
    F32(u32),
    F64(u64),
    Str(StrId),
    Null(Ty),
    OnGpu,
}

impl ConstKey {
    /// The key of a constant.
    pub fn of(constant: Const) -> ConstKey {
        match constant {
            Const::Bool(value) => ConstKey::Bool(value),
            Const::I32(value) => ConstKey::I32(value),
            Const::I64(value) => ConstKey::I64(value),
            Const::F32(value) => ConstKey::F32(value.to_bits()),
            Const::F64(value) => ConstKey::F64(value.to_bits()),
            Const::Str(id) => ConstKey::Str(id),
            Const::Null(ty) => ConstKey::Null(ty),
            Const::OnGpu => ConstKey::OnGpu,
        }
    }
}

/// A block that is not closed yet, with the constants defined in it.
#[derive(Debug, Default)]
struct OpenBlock {
    block: Block,
    constants: Vec<ConstKey>,
}

/// A function under construction.
#[derive(Debug)]
pub struct FunctionBuilder {
    function: Function,
    open: Vec<OpenBlock>,
    /// The constants of the open blocks: none is defined in two of them.
    visible: FxHashMap<ConstKey, Value>,
    /// What the constants among the values are.
    constants: FxHashMap<Value, Const>,
    loc: Loc,
}

impl FunctionBuilder {
    /// A host function with these result types.
    pub fn host(name: &str, results: Vec<Ty>, loc: Loc) -> Self {
        Self::with_kind(name, FuncKind::Host, results, loc)
    }

    /// A kernel over `rank` dimensions; [`position`](Self::position) gives the indices.
    pub fn kernel(name: &str, rank: usize, origin: KernelOrigin, loc: Loc) -> Self {
        let data = KernelData {
            position: Vec::new(),
            accumulators: Vec::new(),
            origin,
            stands_for: None,
            group: None,
            profile: KernelProfile::default(),
        };
        let mut builder = Self::with_kind(name, FuncKind::Kernel(data), Vec::new(), loc);
        let position = (0..rank).map(|_| builder.value(Ty::I32)).collect();
        builder.kernel_data().position = position;
        builder
    }

    fn with_kind(name: &str, kind: FuncKind, results: Vec<Ty>, loc: Loc) -> Self {
        let function = Function {
            name: name.to_string(),
            kind,
            params: Vec::new(),
            results,
            locals: IndexVec::new(),
            values: IndexVec::new(),
            labels: 0,
            body: Block::default(),
            owned: Vec::new(),
            variables: Vec::new(),
            loc,
        };
        Self {
            function,
            open: vec![OpenBlock::default()],
            visible: FxHashMap::default(),
            constants: FxHashMap::default(),
            loc,
        }
    }

    /// Says that the threads of the kernel act together.
    pub fn set_group(&mut self, group: GroupData) {
        self.kernel_data().group = Some(group);
    }

    /// Says how the kernel is made.
    pub fn set_profile(&mut self, profile: KernelProfile) {
        self.kernel_data().profile = profile;
    }

    fn kernel_data(&mut self) -> &mut KernelData {
        match &mut self.function.kind {
            FuncKind::Kernel(data) => data,
            FuncKind::Host => panic!("{} is not a kernel", self.function.name),
        }
    }

    /// The function as far as it is built.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// The body as far as it is built, without the blocks that are still open.
    pub fn open_body(&self) -> &Block {
        &self.open[0].block
    }

    /// The position of a kernel, outermost dimension first.
    pub fn position(&self) -> &[Value] {
        match &self.function.kind {
            FuncKind::Kernel(data) => &data.position,
            FuncKind::Host => panic!("{} is not a kernel", self.function.name),
        }
    }

    /// A new parameter.
    pub fn param(&mut self, ty: Ty, name: &str) -> Local {
        let local = self.local(ty, Some(name));
        self.function.params.push(local);
        local
    }

    /// A new local; zero, false or null until it is set.
    pub fn local(&mut self, ty: Ty, name: Option<&str>) -> Local {
        let name = name.map(str::to_string);
        let loc = self.loc;
        self.function.locals.push(LocalData {
            ty,
            name,
            loc,
            kept: None,
        })
    }

    /// Says where a GPU keeps the array of a local.
    pub fn keep_in(&mut self, local: Local, kept: Option<Kept>) {
        self.function.locals[local].kept = kept;
    }

    /// A new accumulator of a kernel: a local that `op` updates.
    pub fn accumulator(&mut self, ty: Ty, name: &str, op: AccumulatorOp) -> Local {
        let local = self.local(ty, Some(name));
        self.kernel_data()
            .accumulators
            .push(Accumulator { local, op });
        local
    }

    /// A new value that no statement defines yet.
    pub fn value(&mut self, ty: Ty) -> Value {
        self.function.values.push(ValueData { ty })
    }

    /// A new label.
    pub fn label(&mut self) -> Label {
        self.function.labels += 1;
        Label::from_index(self.function.labels as usize - 1)
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Ty {
        self.function.values[value].ty
    }

    /// The type of a local.
    pub fn local_ty(&self, local: Local) -> Ty {
        self.function.locals[local].ty
    }

    /// The place that the statements to come belong to.
    pub fn set_loc(&mut self, loc: Loc) {
        self.loc = loc;
    }

    /// The place that statements get at the moment.
    pub fn loc(&self) -> Loc {
        self.loc
    }

    /// Opens a block inside the innermost open one.
    pub fn open_block(&mut self) {
        self.open.push(OpenBlock::default());
    }

    /// Closes the innermost open block; the caller puts it into an operation.
    pub fn close_block(&mut self) -> Block {
        assert!(
            self.open.len() > 1,
            "the body of a function is closed by finish"
        );
        let closed = self.open.pop().expect("an open block");
        for key in &closed.constants {
            self.visible.remove(key);
        }
        closed.block
    }

    /// Whether the innermost open block ends in a terminator, so that nothing emitted now is reached.
    pub fn is_terminated(&self) -> bool {
        self.innermost()
            .block
            .stmts
            .last()
            .is_some_and(|stmt| stmt.op.is_terminator())
    }

    fn innermost(&self) -> &OpenBlock {
        self.open.last().expect("an open block")
    }

    fn block_of(&mut self, body: impl FnOnce(&mut Self)) -> Block {
        self.open_block();
        body(self);
        self.close_block()
    }

    /// Appends an operation with results of the given types.
    pub fn emit(&mut self, op: Op, results: &[Ty]) -> Vec<Value> {
        let results: Vec<Value> = results.iter().map(|&ty| self.value(ty)).collect();
        self.push(op, results.clone());
        results
    }

    /// Appends an operation with one result.
    pub fn emit_one(&mut self, op: Op, ty: Ty) -> Value {
        let result = self.value(ty);
        self.push(op, vec![result]);
        result
    }

    /// Appends an operation that defines existing values; those must have no definition yet.
    pub fn push(&mut self, op: Op, results: Vec<Value>) {
        if self.is_terminated() {
            return;
        }
        let loc = self.loc;
        let block = &mut self.open.last_mut().expect("an open block").block;
        block.stmts.push(Stmt { op, results, loc });
    }

    /// A constant. An equal one of this block or of a block around it is used again.
    pub fn constant(&mut self, constant: Const) -> Value {
        let key = ConstKey::of(constant);
        if let Some(&known) = self.visible.get(&key) {
            return known;
        }
        let terminated = self.is_terminated();
        let value = self.emit_one(Op::Const(constant), constant.ty());
        self.constants.insert(value, constant);
        if !terminated {
            let open = self.open.last_mut().expect("an open block");
            open.constants.push(key);
            self.visible.insert(key, value);
        }
        value
    }

    /// The constant that a value is, if [`constant`](Self::constant) made it.
    pub fn constant_value(&self, value: Value) -> Option<Const> {
        self.constants.get(&value).copied()
    }

    /// An `I32` constant.
    pub fn int(&mut self, value: i32) -> Value {
        self.constant(Const::I32(value))
    }

    /// A `Bool` constant.
    pub fn bool(&mut self, value: bool) -> Value {
        self.constant(Const::Bool(value))
    }

    /// A number constant of type `ty`, converted as [`Op::Convert`] converts an `F64`.
    pub fn number(&mut self, ty: Ty, value: f64) -> Value {
        let constant = match ty {
            Ty::Bool => Const::Bool(value != 0.0),
            Ty::I32 => Const::I32(value as i32),
            Ty::I64 => Const::I64(value as i64),
            Ty::F32 => Const::F32(value as f32),
            Ty::F64 => Const::F64(value),
            Ty::Array(_) | Ty::Str => panic!("a number of type {ty:?}"),
        };
        self.constant(constant)
    }

    /// A string constant.
    pub fn string(&mut self, id: StrId) -> Value {
        self.constant(Const::Str(id))
    }

    /// An operation on one number.
    pub fn unary(&mut self, op: UnaryOp, operand: Value) -> Value {
        let ty = self.ty(operand);
        self.emit_one(Op::Unary(op, operand), ty)
    }

    /// An operation on two numbers.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> Value {
        let ty = self.ty(left);
        self.emit_one(Op::Binary(op, left, right), ty)
    }

    /// `left + right`.
    pub fn add(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOp::Add, left, right)
    }

    /// `left - right`.
    pub fn sub(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOp::Sub, left, right)
    }

    /// `left * right`.
    pub fn mul(&mut self, left: Value, right: Value) -> Value {
        self.binary(BinaryOp::Mul, left, right)
    }

    /// A comparison.
    pub fn compare(&mut self, op: CompareOp, left: Value, right: Value) -> Value {
        self.emit_one(Op::Compare(op, left, right), Ty::Bool)
    }

    /// An elementary function of one argument, or two for `Pow` and `Atan2`.
    pub fn math(&mut self, function: MathFn, args: &[Value]) -> Value {
        let ty = self.ty(args[0]);
        self.emit_one(Op::Math(function, args.to_vec()), ty)
    }

    /// `cond ? then : otherwise`, both evaluated.
    pub fn select(&mut self, cond: Value, then: Value, otherwise: Value) -> Value {
        let ty = self.ty(then);
        let op = Op::Select {
            cond,
            then,
            otherwise,
        };
        self.emit_one(op, ty)
    }

    /// The value converted to a number type; itself if it has that type, a constant if it is one.
    pub fn convert(&mut self, value: Value, ty: Ty) -> Value {
        let from = self.ty(value);
        if from == ty {
            return value;
        }
        let bits = self.constant_value(value).and_then(arithmetic::slot_of);
        if let (Some(bits), Some(function)) = (bits, arithmetic::convert(from, ty)) {
            return self.constant(arithmetic::constant_of(ty, function(bits)));
        }
        self.emit_one(Op::Convert(value), ty)
    }

    /// Reads a local.
    pub fn get(&mut self, local: Local) -> Value {
        let ty = self.local_ty(local);
        self.emit_one(Op::Get(local), ty)
    }

    /// Writes a local.
    pub fn set(&mut self, local: Local, value: Value) {
        self.push(Op::Set(local, value), Vec::new());
    }

    /// A new local that holds `value`.
    pub fn local_with(&mut self, name: Option<&str>, value: Value) -> Local {
        let ty = self.ty(value);
        let local = self.local(ty, name);
        self.set(local, value);
        local
    }

    /// Reads a global of type `ty`.
    pub fn get_global(&mut self, global: GlobalId, ty: Ty) -> Value {
        self.emit_one(Op::GetGlobal(global), ty)
    }

    /// Writes a global.
    pub fn set_global(&mut self, global: GlobalId, value: Value) {
        self.push(Op::SetGlobal(global, value), Vec::new());
    }

    /// A new array.
    pub fn new_array(&mut self, kind: ElemKind, dims: &[Value], fill: Fill) -> Value {
        let dims = dims.to_vec();
        self.emit_one(Op::NewArray { dims, fill }, Ty::Array(kind))
    }

    /// The extent along an axis.
    pub fn dim(&mut self, array: Value, axis: u8) -> Value {
        self.emit_one(Op::Dim(array, axis), Ty::I32)
    }

    /// The number of elements.
    pub fn numel(&mut self, array: Value) -> Value {
        self.emit_one(Op::Numel(array), Ty::I32)
    }

    /// The element kind of an array value.
    pub fn elem(&self, array: Value) -> ElemKind {
        match self.ty(array) {
            Ty::Array(kind) => kind,
            other => panic!("{array} is no array but {other:?}"),
        }
    }

    /// Reads a number: one value, two for complex elements.
    pub fn load(&mut self, access: Access) -> Vec<Value> {
        let tys = self.elem(access.array).access_tys();
        self.emit(Op::Load(access), tys)
    }

    /// Reads an element that is a handle.
    pub fn load_handle(&mut self, access: Access, ty: Ty) -> Value {
        self.emit_one(Op::Load(access), ty)
    }

    /// Writes an element.
    pub fn store(&mut self, access: Access, values: &[Value]) {
        self.push(Op::Store(access, values.to_vec()), Vec::new());
    }

    /// Changes an element.
    pub fn atomic(&mut self, op: AtomicOp, access: Access, values: &[Value]) -> Vec<Value> {
        let tys = self.elem(access.array).access_tys();
        self.emit(Op::Atomic(op, access, values.to_vec()), tys)
    }

    /// Calls a runtime row whose results, if any, are numbers or strings as the row says.
    pub fn runtime(&mut self, func: RtFn, args: &[Value], list: &[ListEntry]) -> Vec<Value> {
        let tys: Vec<Ty> = row_results(func)
            .iter()
            .map(|ty| ty.unwrap_or_else(|| panic!("the element kind of {func:?} is not known")))
            .collect();
        self.emit(runtime_op(func, args, list), &tys)
    }

    /// Calls a runtime row whose one result has the given type (needed for arrays).
    pub fn runtime_as(&mut self, func: RtFn, args: &[Value], list: &[ListEntry], ty: Ty) -> Value {
        self.emit_one(runtime_op(func, args, list), ty)
    }

    /// The values as list entries whose tags follow from their types.
    pub fn list(&self, values: &[Value]) -> Vec<ListEntry> {
        values
            .iter()
            .map(|&value| ListEntry::Value(value))
            .collect()
    }

    /// Calls a host function that has these result types.
    pub fn call(&mut self, func: FuncId, args: &[Value], results: &[Ty]) -> Vec<Value> {
        let args = args.to_vec();
        self.emit(Op::Call { func, args }, results)
    }

    /// Runs a kernel whose accumulators have these types.
    pub fn launch(&mut self, launch: Launch, totals: &[Ty]) -> Vec<Value> {
        self.emit(Op::Launch(launch), totals)
    }

    /// Two branches.
    pub fn if_(
        &mut self,
        cond: Value,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let then = self.block_of(then);
        let otherwise = self.block_of(otherwise);
        self.push_if(cond, then, otherwise);
    }

    /// One branch.
    pub fn if_then(&mut self, cond: Value, then: impl FnOnce(&mut Self)) {
        self.if_(cond, then, |_| ());
    }

    /// An `If` from closed blocks.
    pub fn push_if(&mut self, cond: Value, then: Block, otherwise: Block) {
        let op = Op::If {
            cond,
            then,
            otherwise,
        };
        self.push(op, Vec::new());
    }

    /// A counted loop; the body gets the label and the index.
    pub fn for_(&mut self, range: LoopRange, body: impl FnOnce(&mut Self, Label, Value)) {
        let (label, index) = (self.label(), self.value(Ty::I32));
        let body = self.block_of(|builder| body(builder, label, index));
        let header = ForHeader {
            label,
            index,
            range,
            directive: LoopDirective::default(),
            name: None,
        };
        self.push_for(header, body);
    }

    /// A counted loop from a closed body.
    pub fn push_for(&mut self, header: ForHeader, body: Block) {
        let LoopRange { start, step, stop } = header.range;
        let op = Op::For {
            label: header.label,
            index: header.index,
            start,
            stop,
            step,
            body,
            directive: Box::new(header.directive),
            name: header.name,
        };
        self.push(op, Vec::new());
    }

    /// A loop without a condition; the body gets its label.
    pub fn loop_(&mut self, body: impl FnOnce(&mut Self, Label)) {
        let label = self.label();
        let body = self.block_of(|builder| body(builder, label));
        self.push(Op::Loop { label, body }, Vec::new());
    }

    /// `while cond`: a loop that leaves when `cond` gives false.
    pub fn while_(
        &mut self,
        cond: impl FnOnce(&mut Self) -> Value,
        body: impl FnOnce(&mut Self, Label),
    ) {
        self.loop_(|builder, label| {
            let go = cond(builder);
            builder.if_(go, |_| (), |builder| builder.break_(label));
            body(builder, label);
        });
    }

    /// A block that can be left; the body gets its label.
    pub fn scope(&mut self, body: impl FnOnce(&mut Self, Label)) {
        let label = self.label();
        let body = self.block_of(|builder| body(builder, label));
        self.push(Op::Scope { label, body }, Vec::new());
    }

    /// What is tried, and what runs after an error.
    pub fn try_(&mut self, body: impl FnOnce(&mut Self), handler: impl FnOnce(&mut Self)) {
        let body = self.block_of(body);
        let handler = self.block_of(handler);
        self.push(Op::Try { body, handler }, Vec::new());
    }

    /// Leaves the construct of that label.
    pub fn break_(&mut self, label: Label) {
        self.push(Op::Break(label), Vec::new());
    }

    /// Starts the next iteration of the loop of that label.
    pub fn continue_(&mut self, label: Label) {
        self.push(Op::Continue(label), Vec::new());
    }

    /// Leaves the function.
    pub fn return_(&mut self, results: &[Value]) {
        self.push(Op::Return(results.to_vec()), Vec::new());
    }

    /// The function.
    ///
    /// # Panics
    /// When a block is still open.
    pub fn finish(mut self) -> Function {
        assert_eq!(
            self.open.len(),
            1,
            "{}: a block is open",
            self.function.name
        );
        self.function.body = self.open.pop().expect("the body").block;
        self.function
    }
}

/// What a counted loop has besides its body.
#[derive(Clone, Debug)]
pub struct ForHeader {
    /// Target of `Break` and `Continue`.
    pub label: Label,
    /// The index, made by [`FunctionBuilder::value`].
    pub index: Value,
    /// What the index goes through.
    pub range: LoopRange,
    /// What the source says.
    pub directive: LoopDirective,
    /// The loop variable's name.
    pub name: Option<String>,
}

fn runtime_op(func: RtFn, args: &[Value], list: &[ListEntry]) -> Op {
    Op::Runtime {
        func,
        args: args.to_vec(),
        list: list.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::testing;

    #[test]
    fn constants_are_shared_where_they_are_visible() {
        let mut b = FunctionBuilder::host("f", vec![], Loc::from_index(0));
        let one = b.int(1);
        let cond = b.bool(true);
        b.if_(
            cond,
            |b| {
                assert_eq!(b.int(1), one);
                let two = b.int(2);
                assert_eq!(b.int(2), two);
            },
            |b| {
                let two = b.int(2);
                assert!(two > one);
            },
        );
        let zero = b.constant(Const::F32(0.0));
        assert_ne!(b.constant(Const::F32(-0.0)), zero);
        let function = b.finish();
        assert_eq!(function.body.stmts.len(), 5);
        assert_eq!(function.values.len(), 6);
    }

    #[test]
    fn statements_after_a_terminator_are_dropped() {
        let mut b = FunctionBuilder::host("f", vec![], Loc::from_index(0));
        b.return_(&[]);
        let lost = b.int(1);
        assert_eq!(b.ty(lost), Ty::I32);
        assert_eq!(b.finish().body.stmts.len(), 1);
    }

    #[test]
    fn strings_are_shared_and_functions_can_be_declared_first() {
        let mut program = ProgramBuilder::new(testing::nowhere());
        assert_eq!(program.string("a"), program.string("a"));
        let later = program.declare();
        let entry = program.add(FunctionBuilder::host("e", vec![], Loc::from_index(0)).finish());
        program.define(
            later,
            FunctionBuilder::host("later", vec![], Loc::from_index(0)).finish(),
        );
        let program = program.finish(entry);
        assert_eq!(program.functions[later].name, "later");
    }
}
