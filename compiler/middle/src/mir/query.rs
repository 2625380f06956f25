//! Questions about operations, types and rows that several passes ask: operands, nested blocks, effects.
//!
//! *Invariant:* every question is answered by an exhaustive match, so a new operation is a compile error here first.

use std::collections::{BTreeMap, BTreeSet};

use super::data::*;
use super::families::{block_op, blockless_op, call_op, jump_op, memory_op, pure_op};
use quasar_abi::{AbiTy, Fails, Role, RtParam};

/// The blocks that `$op` contains, borrowed as `$op` is.
macro_rules! both_blocks {
    ($op:expr) => {
        match $op {
            Op::If {
                then, otherwise, ..
            } => (Some(then), Some(otherwise)),
            Op::For { body, .. } | Op::Loop { body, .. } | Op::Scope { body, .. } => {
                (Some(body), None)
            }
            Op::Try { body, handler } => (Some(body), Some(handler)),
            blockless_op!() => (None, None),
        }
    };
}

impl Ty {
    /// The elements that hold numbers of the type, every one as it is.
    pub fn element(self) -> Option<ElemKind> {
        match self {
            Ty::I32 => Some(ElemKind::I32),
            Ty::I64 => Some(ElemKind::I64),
            Ty::F32 => Some(ElemKind::F32),
            Ty::F64 => Some(ElemKind::F64),
            Ty::Bool | Ty::Array(_) | Ty::Str => None,
        }
    }
}

impl Const {
    /// Its type.
    pub fn ty(self) -> Ty {
        match self {
            Const::Bool(_) | Const::OnGpu => Ty::Bool,
            Const::I32(_) => Ty::I32,
            Const::I64(_) => Ty::I64,
            Const::F32(_) => Ty::F32,
            Const::F64(_) => Ty::F64,
            Const::Str(_) => Ty::Str,
            Const::Null(ty) => ty,
        }
    }
}

/// What the middle representation needs to know of an element kind.
pub trait ElemTypes {
    /// The types of an element in registers: two for complex numbers, none for array elements, whose own kind the value tells.
    fn access_tys(self) -> &'static [Ty];
}

impl ElemTypes for ElemKind {
    fn access_tys(self) -> &'static [Ty] {
        match self {
            ElemKind::I8 | ElemKind::U8 | ElemKind::I16 | ElemKind::U16 | ElemKind::I32 => {
                &[Ty::I32]
            }
            ElemKind::U32 | ElemKind::I64 | ElemKind::U64 | ElemKind::Function => &[Ty::I64],
            ElemKind::F16 | ElemKind::F32 => &[Ty::F32],
            ElemKind::F64 => &[Ty::F64],
            ElemKind::C32 => &[Ty::F32, Ty::F32],
            ElemKind::C64 => &[Ty::F64, Ty::F64],
            ElemKind::Text => &[Ty::Str],
            ElemKind::Array => &[],
        }
    }
}

/// Whether a row stores its two `F64` results through a last parameter `out`.
pub fn row_stores_pair(func: RtFn) -> bool {
    let last = func.sig().params.last();
    last.is_some_and(|param| param.role == Role::Raw && param.name == "out")
        && func.sig().result.is_none()
        && func != RtFn::launch
}

/// The parameters of a row that [`Op::Runtime`] lists in `args`.
pub fn row_params(func: RtFn) -> &'static [RtParam] {
    let sig = func.sig();
    let hidden = usize::from(sig.takes_list() || row_stores_pair(func));
    &sig.params[..sig.params.len() - hidden]
}

/// The result types of a row; `None` stands for an array whose element kind the row does not tell.
pub fn row_results(func: RtFn) -> Vec<Option<Ty>> {
    if row_stores_pair(func) {
        return vec![Some(Ty::F64); 2];
    }
    let Some(result) = func.sig().result else {
        return Vec::new();
    };
    let ty = match (result.class, result.role) {
        (AbiTy::I32, _) => Some(Ty::I32),
        (AbiTy::I64, _) => Some(Ty::I64),
        (AbiTy::F32, _) => Some(Ty::F32),
        (AbiTy::F64, _) => Some(Ty::F64),
        (AbiTy::Ptr, Role::Text | Role::OptionalText) => Some(Ty::Str),
        (AbiTy::Ptr, Role::Array | Role::Object | Role::Value | Role::Raw) => None,
        (AbiTy::List, _) => panic!("{func:?} returns a list"),
    };
    vec![ty]
}

impl Access {
    /// Whether the access can fail.
    pub fn raises(&self) -> bool {
        match self.mode {
            AccessMode::Safe | AccessMode::Unchecked => false,
            AccessMode::Checked
            | AccessMode::Circular
            | AccessMode::Mirror
            | AccessMode::Clamped => true,
        }
    }
}

/// Whether the result of a row has the extents of its first argument.
pub fn keeps_extents(func: RtFn) -> bool {
    matches!(
        func,
        RtFn::array_copy | RtFn::array_deepcopy | RtFn::array_convert
    )
}

/// The walk over operands in its two forms: to look at them and to change them.
macro_rules! operand_walk {
    ($(#[$doc:meta])* $name:ident, $iter:ident $(, $change:tt)?) => {
        impl Access {
            fn $name<'a>(&'a $($change)? self, f: &mut impl FnMut(&'a $($change)? Value)) {
                f(&$($change)? self.array);
                self.index.$iter().for_each(f);
            }
        }

        impl ListEntry {
            fn $name<'a>(&'a $($change)? self, f: &mut impl FnMut(&'a $($change)? Value)) {
                match self {
                    ListEntry::Value(value)
                    | ListEntry::Unsigned(value)
                    | ListEntry::Quoted(value) => f(value),
                    ListEntry::Complex(re, im) => {
                        f(re);
                        f(im);
                    }
                    ListEntry::Marker(_) => {}
                }
            }
        }

        impl Op {
            $(#[$doc])*
            pub fn $name<'a>(&'a $($change)? self, mut f: impl FnMut(&'a $($change)? Value)) {
                match self {
                    Op::Const(_)
                    | Op::Get(_)
                    | Op::GetGlobal(_)
                    | Op::Loop { .. }
                    | Op::Scope { .. }
                    | Op::Try { .. }
                    | Op::Break(_)
                    | Op::Continue(_)
                    | Op::Release(_) => {}
                    Op::Unary(_, a)
                    | Op::Convert(a)
                    | Op::Set(_, a)
                    | Op::SetGlobal(_, a)
                    | Op::Dim(a, _)
                    | Op::Numel(a)
                    | Op::Retain(a)
                    | Op::If { cond: a, .. } => f(a),
                    Op::Binary(_, a, b) | Op::Compare(_, a, b) => {
                        f(a);
                        f(b);
                    }
                    Op::Select {
                        cond,
                        then,
                        otherwise,
                    } => [cond, then, otherwise].into_iter().for_each(f),
                    Op::Math(_, args)
                    | Op::NewArray { dims: args, .. }
                    | Op::Call { args, .. }
                    | Op::Return(args) => args.$iter().for_each(f),
                    Op::Load(access) => access.$name(&mut f),
                    Op::Store(access, values) | Op::Atomic(_, access, values) => {
                        access.$name(&mut f);
                        values.$iter().for_each(f);
                    }
                    Op::Runtime { args, list, .. } => {
                        args.$iter().for_each(&mut f);
                        list.$iter().for_each(|entry| entry.$name(&mut f));
                    }
                    Op::Together(Together::Shared { dims: args, .. } | Together::Collective(_, args)) => args.$iter().for_each(f),
                    Op::Together(Together::Barrier(_) | Together::Fence) => {}
                    Op::Texture(Texture::Ready(array, _)) => f(array),
                    Op::Texture(Texture::Fetch(array, _, position)) => {
                        f(array);
                        position.$iter().for_each(f);
                    }
                    Op::Launch(launch) => launch.extents.$iter().chain(launch.args.$iter()).for_each(f),
                    Op::For {
                        start, stop, step, ..
                    } => [start, stop, step].into_iter().for_each(f),
                }
            }
        }
    };
}

operand_walk! {
    /// Calls `f` with every value that the operation itself reads, not with those that its blocks read.
    for_each_operand, iter
}
operand_walk! {
    /// As [`for_each_operand`](Self::for_each_operand), to change the operands.
    for_each_operand_mut, iter_mut, mut
}

impl Op {
    /// Whether it ends its block.
    pub fn is_terminator(&self) -> bool {
        matches!(self, jump_op!())
    }

    /// Whether it contains blocks.
    pub fn is_compound(&self) -> bool {
        matches!(self, block_op!())
    }

    /// Whether the operation itself, apart from what its blocks contain, can fail.
    pub fn raises(&self) -> bool {
        match self {
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => access.raises(),
            call_op!() | Op::NewArray { .. } => true,
            Op::Runtime { func, .. } => func.sig().fails == Fails::Raises,
            pure_op!()
            | block_op!()
            | jump_op!()
            | Op::Get(_)
            | Op::Set(..)
            | Op::GetGlobal(_)
            | Op::SetGlobal(..)
            | Op::Together(_)
            | Op::Texture(_)
            | Op::Retain(_)
            | Op::Release(_) => false,
        }
    }

    /// Whether the results depend on the operands alone and nothing else happens. An array's extents never change.
    pub fn is_pure(&self) -> bool {
        match self {
            pure_op!() => true,
            memory_op!()
            | call_op!()
            | block_op!()
            | jump_op!()
            | Op::Get(_)
            | Op::Set(..)
            | Op::Retain(_)
            | Op::Release(_) => false,
        }
    }

    /// The blocks that the operation contains.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (first, second) = both_blocks!(self);
        first.into_iter().chain(second)
    }

    /// The access of an operation that reads, writes or changes an element.
    pub fn access(&self) -> Option<&Access> {
        match self {
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => Some(access),
            _ => None,
        }
    }

    /// The same, to change it.
    pub fn access_mut(&mut self) -> Option<&mut Access> {
        match self {
            Op::Load(access) | Op::Store(access, _) | Op::Atomic(_, access, _) => Some(access),
            _ => None,
        }
    }

    /// The blocks that the operation contains, to change them.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let (first, second) = both_blocks!(self);
        first.into_iter().chain(second)
    }
}

/// What an operation names besides values that it reads.
#[derive(Debug, Default)]
pub struct Names<'a> {
    /// The local that it reads, sets or releases.
    pub local: Option<&'a mut Local>,
    /// The label that it defines or jumps to.
    pub label: Option<&'a mut Label>,
    /// The index that it defines for its body.
    pub index: Option<&'a mut Value>,
}

impl Op {
    /// The names in the operation itself, to change them.
    pub fn names_mut(&mut self) -> Names<'_> {
        let mut names = Names::default();
        match self {
            Op::Get(local)
            | Op::Set(local, _)
            | Op::Release(local)
            | Op::Together(Together::Shared { local, .. }) => names.local = Some(local),
            Op::For { label, index, .. } => {
                names.label = Some(label);
                names.index = Some(index);
            }
            Op::Loop { label, .. }
            | Op::Scope { label, .. }
            | Op::Break(label)
            | Op::Continue(label) => names.label = Some(label),
            pure_op!()
            | memory_op!()
            | call_op!()
            | Op::If { .. }
            | Op::Try { .. }
            | Op::Return(_)
            | Op::Retain(_) => {}
        }
        names
    }

    /// The function that the operation calls or launches.
    pub fn callee(&self) -> Option<FuncId> {
        match self {
            Op::Call { func, .. } => Some(*func),
            Op::Launch(launch) => Some(launch.kernel),
            pure_op!()
            | memory_op!()
            | block_op!()
            | jump_op!()
            | Op::Get(_)
            | Op::Set(..)
            | Op::Retain(_)
            | Op::Release(_) => None,
        }
    }

    /// The local that the operation changes.
    pub fn assigned_local(&self) -> Option<Local> {
        match self {
            Op::Set(local, _) | Op::Release(local) => Some(*local),
            pure_op!()
            | memory_op!()
            | call_op!()
            | block_op!()
            | jump_op!()
            | Op::Get(_)
            | Op::Retain(_) => None,
        }
    }
}

impl Program {
    /// How many operations its functions have.
    pub fn operations(&self) -> usize {
        let mut count = 0;
        for function in &self.functions {
            function.body.for_each_stmt(&mut |_| count += 1);
        }
        count
    }
}

impl Stmt {
    /// Calls `f` with the statement and those of the blocks below it, outer ones first.
    pub fn for_each_stmt<'a>(&'a self, f: &mut impl FnMut(&'a Stmt)) {
        f(self);
        // By hand: most statements have no blocks, and this is asked of all of them again and again.
        let (first, second) = both_blocks!(&self.op);
        if let Some(block) = first {
            block.for_each_stmt(f);
        }
        if let Some(block) = second {
            block.for_each_stmt(f);
        }
    }
}

impl Block {
    /// Calls `f` with every statement of the block and of the blocks below it, outer ones first.
    pub fn for_each_stmt<'a>(&'a self, f: &mut impl FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            stmt.for_each_stmt(f);
        }
    }

    /// Removes the statements, here and in inner blocks, whose number is not to be kept. Numbers count from the last statement
    /// to the first; a statement comes before its inner blocks, of which the last comes first.
    pub fn retain_backwards(&mut self, keep: &mut impl FnMut(usize) -> bool) {
        self.retain_from(&mut 0, keep);
    }

    fn retain_from(&mut self, next: &mut usize, keep: &mut impl FnMut(usize) -> bool) {
        let mut kept = vec![true; self.stmts.len()];
        for (stmt, kept) in self.stmts.iter_mut().zip(&mut kept).rev() {
            *kept = keep(*next);
            *next += 1;
            let inner: Vec<&mut Block> = stmt.op.blocks_mut().collect();
            for block in inner.into_iter().rev() {
                block.retain_from(next, keep);
            }
        }
        let mut kept = kept.into_iter();
        self.stmts.retain(|_| kept.next() == Some(true));
    }

    /// The constants of the block and the blocks below it.
    pub fn constants(&self) -> BTreeMap<Value, Const> {
        let mut constants = BTreeMap::new();
        self.for_each_stmt(&mut |stmt| {
            if let Op::Const(constant) = stmt.op {
                constants.insert(stmt.results[0], constant);
            }
        });
        constants
    }

    /// The locals that the block or a block below it changes.
    pub fn assigned_locals(&self) -> BTreeSet<Local> {
        let mut found = BTreeSet::new();
        self.for_each_stmt(&mut |stmt| found.extend(stmt.op.assigned_local()));
        found
    }

    /// Whether control can reach the end of the block.
    pub fn completes(&self) -> bool {
        self.stmts.iter().all(|stmt| stmt.op.completes())
    }

    /// Whether some statement leaves the construct of this label.
    pub fn breaks_to(&self, label: Label) -> bool {
        let mut found = false;
        self.for_each_stmt(&mut |stmt| found |= stmt.op == Op::Break(label));
        found
    }
}

impl Op {
    /// Whether control can go on behind the operation, by structure alone (conditions are not looked at).
    pub fn completes(&self) -> bool {
        match self {
            jump_op!() => false,
            Op::If {
                then, otherwise, ..
            } => then.completes() || otherwise.completes(),
            Op::Loop { label, body } => body.breaks_to(*label),
            Op::Scope { label, body } => body.completes() || body.breaks_to(*label),
            Op::Try { body, handler } => body.completes() || handler.completes(),
            pure_op!()
            | memory_op!()
            | call_op!()
            | Op::For { .. }
            | Op::Get(_)
            | Op::Set(..)
            | Op::Retain(_)
            | Op::Release(_) => true,
        }
    }
}

/// An error that a kernel can raise: the rows of the runtime that do nothing else, and the only ones that a kernel calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelError {
    /// `error_raise`: the text of values.
    Text,
    /// `error_raise_row`: a row of the table of errors.
    Row,
    /// `error_index`: an index outside of an array.
    Index,
    /// `error_assertion`: a failed assertion.
    Assertion,
}

impl KernelError {
    /// What the row raises, if a kernel may call it.
    pub fn of(func: RtFn) -> Option<KernelError> {
        match func {
            RtFn::error_raise => Some(KernelError::Text),
            RtFn::error_raise_row => Some(KernelError::Row),
            RtFn::error_index => Some(KernelError::Index),
            RtFn::error_assertion => Some(KernelError::Assertion),
            _other => None,
        }
    }
}

/// How an earlier and a later total of an accumulator are combined: the operation and its operands. `Min(a, b)` is `a < b ? a : b`, and
/// the earlier total stays unless the later one is smaller, so the later one comes first.
pub fn combined<T>(op: AccumulatorOp, earlier: T, later: T) -> (BinaryOp, T, T) {
    let binary = combining(op);
    match op {
        AccumulatorOp::Min | AccumulatorOp::Max => (binary, later, earlier),
        AccumulatorOp::Add
        | AccumulatorOp::Mul
        | AccumulatorOp::And
        | AccumulatorOp::Or
        | AccumulatorOp::Xor => (binary, earlier, later),
    }
}

/// The operation that combines two totals of an accumulator.
pub fn combining(op: AccumulatorOp) -> BinaryOp {
    match op {
        AccumulatorOp::Add => BinaryOp::Add,
        AccumulatorOp::Mul => BinaryOp::Mul,
        AccumulatorOp::Min => BinaryOp::Min,
        AccumulatorOp::Max => BinaryOp::Max,
        AccumulatorOp::And => BinaryOp::And,
        AccumulatorOp::Or => BinaryOp::Or,
        AccumulatorOp::Xor => BinaryOp::Xor,
    }
}
