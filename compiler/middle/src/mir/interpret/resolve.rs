//! From the middle representation to what the machine runs: operations with their functions and frame slots looked up.
//!
//! A frame holds the values, then the locals; constants are part of the initial frame.
//!
//! *Invariant:* the program has passed the verifier, so what the types promise is not checked again.

use super::super::arithmetic::{self, Binary, Unary};
use super::super::data::*;
use super::super::families::{block_op, call_op, jump_op, memory_op};
use super::super::query::{combining, row_stores_pair};
use super::memory::Literal;
use super::provenance::algebra;
use crate::base::{Id, IndexVec};
use quasar_abi::{AccumulatorClass, Role, Tag};

/// A place in a frame.
pub type Slot = usize;

/// Statements to run in order.
pub type Code = Box<[Node]>;

/// A function ready to run.
pub struct Routine {
    /// A frame before the parameters are filled in. Where provenance is followed there is a second half: that of each slot.
    pub frame: Vec<u64>,
    /// Slots of the parameters.
    pub params: Box<[Slot]>,
    /// Kernels only: slots of the position.
    pub position: Box<[Slot]>,
    /// Kernels whose threads act together: the number of the argument that is the first extent.
    pub grid: Option<usize>,
    /// Whether the threads of all blocks may wait for each other, at a barrier or for what one writes before a fence.
    pub waits_for_grid: bool,
    /// Kernels only.
    pub accumulators: Box<[AccumulatorSlot]>,
    /// Kernels only: the locals that every position starts anew.
    pub restart: Box<[Slot]>,
    /// Locals that own a handle, released by an error.
    pub owned: Box<[Slot]>,
    /// The body.
    pub body: Code,
}

/// An accumulator of a kernel.
pub struct AccumulatorSlot {
    /// Where it lies.
    pub slot: Slot,
    /// The bits that it starts from.
    pub identity: u64,
    /// Where those come from.
    pub provenance: u64,
    /// Combines two totals.
    pub combine: Binary,
    /// As the runtime knows it.
    pub described: quasar_abi::Accumulator,
}

/// One operation with its place in the source.
pub struct Node {
    /// What happens.
    pub action: Action,
    /// The row of the location table.
    pub loc: i32,
    /// What it does to where values come from.
    pub rule: Rule,
}

/// The operation of a node with the type of its operands, for those whose action does not say it.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// The action says it.
    Plain,
    /// Of one number.
    Unary(UnaryOp, Ty),
    /// Of two numbers.
    Binary(BinaryOp, Ty),
    /// A truth value.
    Compare,
    /// From one type to another.
    Convert(Ty, Ty),
    /// An elementary function.
    Math(MathFn),
}

/// An element access.
pub struct AccessNode {
    /// The array.
    pub array: Slot,
    /// The element kind that its type states.
    pub kind: ElemKind,
    /// The indices.
    pub index: Box<[Slot]>,
    /// What happens outside.
    pub mode: AccessMode,
    /// The string object with the variable's name, or 0.
    pub name: u64,
}

/// An entry of a list argument.
pub enum ListNode {
    /// A tag with the slot of its bits.
    Slot(u64, Slot),
    /// An array of these elements; null stands for an empty one.
    Array(ElemKind, Slot),
    /// A marker of a slice.
    Marker(u64),
}

/// What a node does.
#[allow(
    missing_docs,
    reason = "the variants are the operations of data.rs with slots for values"
)]
pub enum Action {
    Copy {
        from: Slot,
        to: Slot,
    },
    Unary(Unary, Slot, Slot),
    Binary(Binary, [Slot; 2], Slot),
    Select {
        cond: Slot,
        operands: [Slot; 2],
        to: Slot,
    },
    GetGlobal(GlobalId, Slot),
    SetGlobal(GlobalId, Slot),
    Dim(Slot, u8, Slot),
    Numel(Slot, Slot),
    NewArray {
        kind: ElemKind,
        fill: Fill,
        dims: Box<[Slot]>,
        to: Slot,
    },
    Load(AccessNode, Box<[Slot]>),
    Store {
        access: AccessNode,
        ty: Ty,
        values: Box<[Slot]>,
    },
    Atomic {
        op: AtomicOp,
        access: AccessNode,
        values: Box<[Slot]>,
        to: Box<[Slot]>,
    },
    Runtime(Box<RuntimeNode>),
    Call {
        func: FuncId,
        args: Box<[Slot]>,
        to: Box<[Slot]>,
    },
    Launch {
        kernel: FuncId,
        extents: Box<[Slot]>,
        args: Box<[Slot]>,
        to: Box<[Slot]>,
        serial: bool,
    },
    Together(Meeting),
    If {
        cond: Slot,
        then: Code,
        otherwise: Code,
    },
    For {
        label: u32,
        index: Slot,
        range: [Slot; 3],
        body: Code,
    },
    Loop {
        label: u32,
        body: Code,
    },
    Scope {
        label: u32,
        body: Code,
    },
    Try {
        body: Code,
        handler: Code,
    },
    Break(u32),
    Continue(u32),
    Return(Box<[Slot]>),
    Retain(Slot),
    Release(Slot),
}

/// Where threads of a kernel wait for others.
pub enum Meeting {
    /// For all of a group.
    Barrier(BarrierScope),
    /// For nobody, but others get their turn: who looks again and again at what another writes has fences in between.
    Fence,
    /// For the array that their block shares.
    Shared {
        /// The parameter.
        local: Slot,
        /// Its elements.
        kind: ElemKind,
        /// Its extents.
        dims: Box<[Slot]>,
    },
    /// For what threads of the warp say.
    Collective {
        /// What is exchanged.
        op: Collective,
        /// The arguments.
        args: Box<[Slot]>,
        /// Whether two of the values are equal.
        equal: Binary,
        /// The result.
        to: Slot,
    },
}

/// A call of a runtime row.
pub struct RuntimeNode {
    /// The row.
    pub func: RtFn,
    /// Its arguments without the list.
    pub args: Box<[Slot]>,
    /// The element kinds of those that are arrays, where null stands for an empty one.
    pub arrays: Box<[Option<ElemKind>]>,
    /// The list, for rows that take one.
    pub list: Option<Box<[ListNode]>>,
    /// Whether the row stores two results through its last argument.
    pub pair: bool,
    /// Whether the result is a handle, owned by the caller.
    pub gives_handle: bool,
    /// The results.
    pub to: Box<[Slot]>,
}

/// All functions of a program; with room for the provenance of each slot, if it is followed.
pub fn resolve(
    program: &Program,
    strings: &IndexVec<StrId, Literal>,
    followed: bool,
) -> IndexVec<FuncId, Routine> {
    let resolve = |function| {
        let resolver = Resolver {
            function,
            strings,
            texts: followed.then_some(&program.strings),
        };
        resolver.routine()
    };
    program.functions.iter().map(resolve).collect()
}

struct Resolver<'a> {
    function: &'a Function,
    strings: &'a IndexVec<StrId, Literal>,
    /// What the strings say, where provenance is followed.
    texts: Option<&'a IndexVec<StrId, String>>,
}

impl Resolver<'_> {
    fn routine(&self) -> Routine {
        let function = self.function;
        let locals = |locals: &[Local]| locals.iter().map(|&local| self.local(local)).collect();
        let (position, accumulators) = match &function.kind {
            FuncKind::Host => (Box::default(), Box::default()),
            FuncKind::Kernel(kernel) => {
                let accumulators = kernel.accumulators.iter();
                let accumulators = accumulators.map(|item| self.accumulator(item)).collect();
                (slots(&kernel.position), accumulators)
            }
        };
        Routine {
            frame: self.frame(),
            params: locals(&function.params),
            restart: self.restart(&accumulators),
            position,
            grid: self.grid(),
            waits_for_grid: self.waits_for_grid(),
            accumulators,
            owned: locals(&function.owned),
            body: self.block(&function.body),
        }
    }

    fn local(&self, local: Local) -> Slot {
        self.function.values.len() + local.index()
    }

    fn accumulator(&self, item: &Accumulator) -> AccumulatorSlot {
        let class = match self.function.locals[item.local].ty {
            Ty::I32 => AccumulatorClass::I32,
            Ty::I64 => AccumulatorClass::I64,
            Ty::F32 => AccumulatorClass::F32,
            Ty::F64 => AccumulatorClass::F64,
            other @ (Ty::Bool | Ty::Array(_) | Ty::Str) => panic!("an accumulator of {other:?}"),
        };
        let identity = item.op.identity(class);
        let ty = self.function.locals[item.local].ty;
        AccumulatorSlot {
            slot: self.local(item.local),
            identity,
            provenance: algebra::of_number(ty, identity),
            described: quasar_abi::Accumulator::new(item.op, class),
            combine: combining(item.op)
                .function(self.function.locals[item.local].ty)
                .expect("a number"),
        }
    }

    fn grid(&self) -> Option<usize> {
        match &self.function.kind {
            FuncKind::Host => None,
            FuncKind::Kernel(kernel) => kernel.group.as_ref().map(|group| group.grid),
        }
    }

    fn waits_for_grid(&self) -> bool {
        let mut found = false;
        self.function.body.for_each_stmt(&mut |stmt| {
            found |= matches!(
                stmt.op,
                Op::Together(Together::Barrier(BarrierScope::Grid) | Together::Fence)
            );
        });
        found
    }

    fn restart(&self, accumulators: &[AccumulatorSlot]) -> Box<[Slot]> {
        let function = self.function;
        let all = function.locals.ids().map(|local| self.local(local));
        all.filter(|slot| accumulators.iter().all(|item| item.slot != *slot))
            .collect()
    }

    fn frame(&self) -> Vec<u64> {
        let mut frame = vec![0; self.function.values.len() + self.function.locals.len()];
        self.function.body.for_each_stmt(&mut |stmt| {
            if let Op::Const(constant) = stmt.op {
                frame[stmt.results[0].index()] = self.constant(constant);
            }
        });
        if let Some(texts) = self.texts {
            self.add_provenance(&mut frame, texts);
        }
        frame
    }

    fn add_provenance(&self, frame: &mut Vec<u64>, texts: &IndexVec<StrId, String>) {
        let half = frame.len();
        frame.resize(2 * half, 0);
        self.function.body.for_each_stmt(&mut |stmt| {
            if let Op::Const(constant) = stmt.op {
                let at = stmt.results[0].index();
                frame[half + at] = match constant {
                    Const::Str(id) => algebra::of_text(&texts[id]),
                    Const::Null(_) | Const::OnGpu => 0,
                    Const::Bool(_)
                    | Const::I32(_)
                    | Const::I64(_)
                    | Const::F32(_)
                    | Const::F64(_) => algebra::of_number(constant.ty(), frame[at]),
                };
            }
        });
    }

    fn constant(&self, constant: Const) -> u64 {
        match constant {
            Const::Str(id) => self.strings[id].handle(),
            Const::Null(_) | Const::OnGpu => 0,
            Const::Bool(_) | Const::I32(_) | Const::I64(_) | Const::F32(_) | Const::F64(_) => {
                arithmetic::slot_of(constant).expect("a number")
            }
        }
    }

    fn block(&self, block: &Block) -> Code {
        block
            .stmts
            .iter()
            .filter_map(|stmt| self.stmt(stmt))
            .collect()
    }

    fn stmt(&self, stmt: &Stmt) -> Option<Node> {
        let loc = i32::try_from(stmt.loc.index()).expect("a location table under 2^31 rows");
        let action = self.action(&stmt.op, &stmt.results)?;
        let rule = self.rule(stmt);
        Some(Node { action, loc, rule })
    }

    fn rule(&self, stmt: &Stmt) -> Rule {
        match &stmt.op {
            Op::Unary(op, a) => Rule::Unary(*op, self.ty(*a)),
            Op::Binary(op, a, _) => Rule::Binary(*op, self.ty(*a)),
            Op::Compare(..) => Rule::Compare,
            Op::Convert(a) => Rule::Convert(self.ty(*a), self.ty(stmt.results[0])),
            Op::Math(function, _) => Rule::Math(*function),
            Op::Const(_)
            | Op::Select { .. }
            | Op::Dim(..)
            | Op::Numel(_)
            | Op::Get(_)
            | Op::Set(..)
            | Op::Retain(_)
            | Op::Release(_)
            | memory_op!()
            | call_op!()
            | block_op!()
            | jump_op!() => Rule::Plain,
        }
    }

    fn ty(&self, value: Value) -> Ty {
        self.function.values[value].ty
    }

    fn kind(&self, array: Value) -> ElemKind {
        match self.ty(array) {
            Ty::Array(kind) => kind,
            other => panic!("{array} is {other:?}, not an array"),
        }
    }

    fn access(&self, access: &Access) -> AccessNode {
        AccessNode {
            array: access.array.index(),
            kind: self.kind(access.array),
            index: slots(&access.index),
            mode: access.mode,
            name: access.name.map_or(0, |name| self.strings[name].handle()),
        }
    }

    fn action(&self, op: &Op, results: &[Value]) -> Option<Action> {
        let to = || results[0].index();
        Some(match op {
            // Part of the initial frame.
            Op::Const(_) => return None,
            // The answer is false, as frames begin, so that nothing is fetched.
            Op::Texture(_) => return None,
            Op::Unary(unary, a) => {
                let function = unary.function(self.ty(*a)).expect("verified");
                Action::Unary(function, a.index(), to())
            }
            Op::Binary(binary, a, b) => {
                let function = binary.function(self.ty(*a)).expect("verified");
                Action::Binary(function, [a.index(), b.index()], to())
            }
            Op::Compare(compare, a, b) => {
                let function = compare.function(self.ty(*a)).expect("verified");
                Action::Binary(function, [a.index(), b.index()], to())
            }
            Op::Math(function, args) => {
                let func = arithmetic::math_row(*function, self.ty(args[0]));
                self.runtime(func, args, &[], results)
            }
            Op::Select {
                cond,
                then,
                otherwise,
            } => Action::Select {
                cond: cond.index(),
                operands: [then.index(), otherwise.index()],
                to: to(),
            },
            Op::Convert(a) => {
                let (from, into) = (self.ty(*a), self.ty(results[0]));
                let function = arithmetic::convert(from, into).expect("verified");
                Action::Unary(function, a.index(), to())
            }
            Op::Get(local) => Action::Copy {
                from: self.local(*local),
                to: to(),
            },
            Op::Set(local, value) => Action::Copy {
                from: value.index(),
                to: self.local(*local),
            },
            Op::GetGlobal(global) => Action::GetGlobal(*global, to()),
            Op::SetGlobal(global, value) => Action::SetGlobal(*global, value.index()),
            Op::NewArray { dims, fill } => Action::NewArray {
                kind: self.kind(results[0]),
                fill: *fill,
                dims: slots(dims),
                to: to(),
            },
            Op::Dim(array, axis) => Action::Dim(array.index(), *axis, to()),
            Op::Numel(array) => Action::Numel(array.index(), to()),
            Op::Load(access) => Action::Load(self.access(access), slots(results)),
            Op::Store(access, values) => Action::Store {
                access: self.access(access),
                ty: self.ty(values[0]),
                values: slots(values),
            },
            Op::Atomic(op, access, values) => Action::Atomic {
                op: *op,
                access: self.access(access),
                values: slots(values),
                to: slots(results),
            },
            Op::Together(together) => Action::Together(self.meeting(together, results)),
            Op::Runtime { func, args, list } => self.runtime(*func, args, list, results),
            Op::Call { func, args } => Action::Call {
                func: *func,
                args: slots(args),
                to: slots(results),
            },
            Op::Launch(launch) => Action::Launch {
                kernel: launch.kernel,
                extents: slots(&launch.extents),
                args: slots(&launch.args),
                to: slots(results),
                serial: launch.serial,
            },
            Op::If {
                cond,
                then,
                otherwise,
            } => Action::If {
                cond: cond.index(),
                then: self.block(then),
                otherwise: self.block(otherwise),
            },
            Op::For {
                label,
                index,
                start,
                stop,
                step,
                body,
                ..
            } => Action::For {
                label: number(*label),
                index: index.index(),
                range: [start.index(), step.index(), stop.index()],
                body: self.block(body),
            },
            Op::Loop { label, body } => Action::Loop {
                label: number(*label),
                body: self.block(body),
            },
            Op::Scope { label, body } => Action::Scope {
                label: number(*label),
                body: self.block(body),
            },
            Op::Try { body, handler } => Action::Try {
                body: self.block(body),
                handler: self.block(handler),
            },
            Op::Break(label) => Action::Break(number(*label)),
            Op::Continue(label) => Action::Continue(number(*label)),
            Op::Return(values) => Action::Return(slots(values)),
            Op::Retain(value) => Action::Retain(value.index()),
            Op::Release(local) => Action::Release(self.local(*local)),
        })
    }

    fn meeting(&self, together: &Together, results: &[Value]) -> Meeting {
        match together {
            Together::Barrier(scope) => Meeting::Barrier(*scope),
            Together::Fence => Meeting::Fence,
            Together::Shared { local, dims, .. } => Meeting::Shared {
                local: self.local(*local),
                kind: match self.function.locals[*local].ty {
                    Ty::Array(kind) => kind,
                    other => panic!("a shared array of type {other:?}"),
                },
                dims: slots(dims),
            },
            Together::Collective(op, args) => {
                let ty = args.last().map_or(Ty::I32, |&value| self.ty(value));
                Meeting::Collective {
                    op: *op,
                    args: slots(args),
                    equal: CompareOp::Eq.function(ty).expect("a number"),
                    to: results[0].index(),
                }
            }
        }
    }

    fn runtime(&self, func: RtFn, args: &[Value], list: &[ListEntry], results: &[Value]) -> Action {
        let list = func.sig().takes_list().then(|| self.list(list));
        let gives_handle = results.iter().any(|&value| self.ty(value).is_handle());
        Action::Runtime(Box::new(RuntimeNode {
            func,
            args: slots(args),
            arrays: self.arrays(func, args),
            list,
            pair: row_stores_pair(func),
            gives_handle,
            to: slots(results),
        }))
    }

    /// The kinds of the arguments that the row takes as arrays.
    fn arrays(&self, func: RtFn, args: &[Value]) -> Box<[Option<ElemKind>]> {
        let roles = func.sig().params.iter().map(|param| param.role);
        let kind = |(role, &value): (Role, &Value)| match (role, self.ty(value)) {
            (Role::Array, Ty::Array(kind)) => Some(kind),
            _ => None,
        };
        roles.zip(args).map(kind).collect()
    }

    fn list(&self, list: &[ListEntry]) -> Box<[ListNode]> {
        let mut nodes = Vec::new();
        for entry in list {
            if let ListEntry::Value(value) = *entry
                && let Ty::Array(kind) = self.ty(value)
            {
                nodes.push(ListNode::Array(kind, value.index()));
                continue;
            }
            match *entry {
                ListEntry::Value(value) => nodes.push(list_slot(self.tag(value), value)),
                ListEntry::Unsigned(value) => nodes.push(list_slot(Tag::U64, value)),
                ListEntry::Quoted(value) => nodes.push(list_slot(Tag::Quoted, value)),
                ListEntry::Complex(re, im) => {
                    let is_single = self.ty(re) == Ty::F32;
                    let tag = if is_single {
                        Tag::Complex32
                    } else {
                        Tag::Complex64
                    };
                    nodes.extend([list_slot(tag, re), list_slot(tag, im)]);
                }
                ListEntry::Marker(marker) => nodes.push(ListNode::Marker(marker.code() as u64)),
            }
        }
        nodes.into()
    }

    fn tag(&self, value: Value) -> Tag {
        match self.ty(value) {
            Ty::Bool => Tag::Bool,
            Ty::I32 => Tag::I32,
            Ty::I64 => Tag::I64,
            Ty::F32 => Tag::F32,
            Ty::F64 => Tag::F64,
            Ty::Array(_) => Tag::Array,
            Ty::Str => Tag::Text,
        }
    }
}

fn list_slot(tag: Tag, value: Value) -> ListNode {
    ListNode::Slot(tag.code() as u64, value.index())
}

fn slots(values: &[Value]) -> Box<[Slot]> {
    values.iter().map(|value| value.index()).collect()
}

fn number(label: Label) -> u32 {
    label.index() as u32
}
