//! The machine: runs resolved functions on frames of slots.
//!
//! *Invariant:* every operation does what `data.rs` says, one after another, on the calling thread; it owns exactly the handles that
//! native code would own.

use super::super::arithmetic::{self, i32_of, slot_of_i32};
use super::super::data::*;
use super::super::operations::Change;
use super::super::query::ElemTypes;
use super::division::{Division, LaunchNumbers};
use super::memory::{self, OutOfBounds, Place};
use super::order::{Order, Positions};
use super::provenance::{Recorder, algebra};
use super::resolve::{AccessNode, Action, Code, ListNode, Node, Routine, RuntimeNode, Slot};
use super::{Device, runtime};
use crate::base::IndexVec;
use quasar_abi::{RtError, SliceMarker, Tag, Tagged};

/// How control leaves a statement.
enum Flow {
    Next,
    Break(u32),
    Continue(u32),
    Return,
    /// An error is pending; its status.
    Raise(i32),
}

/// A status other than 0; the error is pending in the runtime.
pub(super) type Raised = i32;

/// Nested calls beyond the limit for functions that do not check it themselves.
pub const SPARE_DEPTH: u32 = 100;

/// What a machine may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Nested calls before the error of a used up stack.
    pub depth: u32,
    /// The order of a launch's positions.
    pub order: Order,
    /// Whether the program counts its handles. Otherwise those that it makes live until [`Machine::release_all`].
    pub counted: bool,
}

/// The state of a running program.
pub struct Machine<'a> {
    routines: &'a IndexVec<FuncId, Routine>,
    globals: IndexVec<GlobalId, u64>,
    limits: Limits,
    depth: u32,
    launches: u64,
    /// What runs kernels instead of the machine.
    pub device: Option<&'a dyn Device>,
    /// The order of totals, if it is not that of the positions.
    pub division: Option<&'a dyn Division>,
    /// What the last `Return` handed over.
    results: Vec<u64>,
    /// Handles that nobody counts.
    uncounted: Vec<u64>,
    /// What follows where numbers come from.
    pub recorder: Option<Recorder<'a>>,
}

impl<'a> Machine<'a> {
    /// A machine before the start of the program.
    pub fn new(
        program: &Program,
        routines: &'a IndexVec<FuncId, Routine>,
        limits: Limits,
    ) -> Machine<'a> {
        Machine {
            routines,
            globals: IndexVec::filled(0, program.globals.len()),
            limits,
            depth: 0,
            launches: 0,
            device: None,
            division: None,
            results: Vec::new(),
            uncounted: Vec::new(),
            recorder: None,
        }
    }

    /// The slots of the globals.
    pub fn globals(&self) -> &IndexVec<GlobalId, u64> {
        &self.globals
    }

    /// Calls a host function; its results are in `self.results` then.
    pub fn call(&mut self, func: FuncId, args: &[u64]) -> Result<(), Raised> {
        // Functions that can recurse ask at their start; others get some calls more.
        if self.depth == self.limits.depth + SPARE_DEPTH {
            return Err(runtime::raise(RtError::StackOverflow));
        }
        let routine = &self.routines[func];
        let mut frame = start_frame(routine, args);
        self.results.clear();
        self.depth += 1;
        let flow = self.block(&routine.body, &mut frame);
        self.depth -= 1;
        match flow {
            Flow::Next | Flow::Return => Ok(()),
            Flow::Raise(status) => {
                for &slot in &routine.owned {
                    runtime::release(frame[slot]);
                }
                Err(status)
            }
            Flow::Break(label) | Flow::Continue(label) => panic!("a jump to b{label} got lost"),
        }
    }

    /// Releases the handles in these globals, as the entry function's error exit does.
    pub fn release_globals(&mut self, handles: impl Iterator<Item = GlobalId>) {
        for global in handles {
            runtime::release(std::mem::take(&mut self.globals[global]));
        }
    }

    /// Releases the handles that nobody counts.
    pub fn release_all(&mut self) {
        for handle in self.uncounted.drain(..) {
            runtime::release(handle);
        }
    }

    fn block(&mut self, code: &Code, frame: &mut [u64]) -> Flow {
        for node in code {
            let flow = self.node(node, frame);
            if !matches!(flow, Flow::Next) {
                return flow;
            }
        }
        Flow::Next
    }

    fn node(&mut self, node: &Node, frame: &mut [u64]) -> Flow {
        let outcome = match &node.action {
            Action::If {
                cond,
                then,
                otherwise,
            } => {
                let taken = if frame[*cond] != 0 { then } else { otherwise };
                return self.block(taken, frame);
            }
            Action::For {
                label,
                index,
                range,
                body,
            } => return self.for_loop(*label, *index, range, body, frame),
            Action::Loop { label, body } => return self.endless_loop(*label, body, frame),
            Action::Scope { label, body } => {
                return match self.block(body, frame) {
                    Flow::Break(target) if target == *label => Flow::Next,
                    flow => flow,
                };
            }
            Action::Try { body, handler } => {
                return match self.block(body, frame) {
                    Flow::Raise(_) => self.block(handler, frame),
                    flow => flow,
                };
            }
            Action::Break(label) => return Flow::Break(*label),
            Action::Continue(label) => return Flow::Continue(*label),
            Action::Return(values) => {
                self.results = self.gathered(values, frame);
                return Flow::Return;
            }
            simple if self.recorder.is_none() => self.simple(simple, frame),
            _simple => self.followed(node, frame),
        };
        match outcome {
            Ok(()) => Flow::Next,
            Err(status) => {
                runtime::add_location(node.loc);
                Flow::Raise(status)
            }
        }
    }

    fn for_loop(
        &mut self,
        label: u32,
        index: Slot,
        range: &[Slot; 3],
        body: &Code,
        frame: &mut [u64],
    ) -> Flow {
        let [start, step, stop] = range.map(|slot| i64::from(i32_of(frame[slot])));
        let mut at = start;
        while (step > 0 && at <= stop) || (step < 0 && at >= stop) {
            frame[index] = slot_of_i32(at as i32);
            self.know_index(index, frame);
            match self.block(body, frame) {
                Flow::Next => {}
                Flow::Continue(target) if target == label => {}
                Flow::Break(target) if target == label => break,
                flow @ (Flow::Break(_) | Flow::Continue(_) | Flow::Return | Flow::Raise(_)) => {
                    return flow;
                }
            }
            at += step;
        }
        Flow::Next
    }

    fn endless_loop(&mut self, label: u32, body: &Code, frame: &mut [u64]) -> Flow {
        loop {
            match self.block(body, frame) {
                Flow::Next => {}
                Flow::Continue(target) if target == label => {}
                Flow::Break(target) if target == label => return Flow::Next,
                flow @ (Flow::Break(_) | Flow::Continue(_) | Flow::Return | Flow::Raise(_)) => {
                    return flow;
                }
            }
        }
    }

    /// Runs an operation without blocks and jumps, and follows where its results come from.
    fn followed(&mut self, node: &Node, frame: &mut [u64]) -> Result<(), Raised> {
        let recorder = self.recorder.as_mut().expect("somebody follows");
        if !recorder.goes_on() {
            return Err(runtime::raise(RtError::StackOverflow));
        }
        let call = recorder.before(node, frame);
        let outcome = self.simple(&node.action, frame);
        let recorder = self.recorder.as_mut().expect("somebody follows");
        match outcome {
            Ok(()) => recorder.follow(node, frame, call),
            Err(_) => recorder.failed(),
        }
        outcome
    }

    /// A loop's index or a position comes from nowhere else.
    fn know_index(&self, slot: Slot, frame: &mut [u64]) {
        if self.recorder.is_some() {
            let half = frame.len() / 2;
            frame[half + slot] = algebra::of_index(frame[slot]);
        }
    }

    /// The values of slots, and behind them where they come from, if that is followed.
    fn gathered(&self, slots: &[Slot], frame: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = slots.iter().map(|&slot| frame[slot]).collect();
        if self.recorder.is_some() {
            let half = frame.len() / 2;
            values.extend(slots.iter().map(|&slot| frame[half + slot]));
        }
        values
    }

    /// Runs an operation without blocks and jumps.
    pub(super) fn simple(&mut self, action: &Action, frame: &mut [u64]) -> Result<(), Raised> {
        match action {
            Action::Copy { from, to } => frame[*to] = frame[*from],
            Action::Unary(function, a, to) => frame[*to] = function(frame[*a]),
            Action::Binary(function, [a, b], to) => frame[*to] = function(frame[*a], frame[*b]),
            Action::Select { cond, operands, to } => {
                let taken = operands[usize::from(frame[*cond] == 0)];
                frame[*to] = frame[taken];
            }
            Action::GetGlobal(global, to) => frame[*to] = self.globals[*global],
            Action::SetGlobal(global, value) => self.globals[*global] = frame[*value],
            Action::Dim(array, axis, to) => {
                let extent = memory::extent(frame[*array], usize::from(*axis));
                frame[*to] = slot_of_i32(extent as i32);
            }
            Action::Numel(array, to) => {
                frame[*to] = slot_of_i32(memory::count(frame[*array]) as i32);
            }
            Action::NewArray {
                kind,
                fill,
                dims,
                to,
            } => frame[*to] = self.new_array(*kind, *fill, dims, frame)?,
            Action::Load(access, to) => {
                let values = match place(access, frame)? {
                    Some(number) => memory::load(frame[access.array], access.kind, number),
                    None => [0; 2],
                };
                write(frame, to, &values);
            }
            Action::Store { access, ty, values } => {
                if let Some(number) = place(access, frame)? {
                    store(access, number, *ty, read_pair(frame, values), frame);
                }
            }
            Action::Atomic {
                op,
                access,
                values,
                to,
            } => atomic(*op, access, values, to, frame)?,
            Action::Runtime(node) => self.runtime(node, frame)?,
            Action::Call { func, args, to } => {
                let args = self.gathered(args, frame);
                self.call(*func, &args)?;
                hand_over(frame, to, &self.results);
            }
            Action::Launch {
                kernel,
                extents,
                args,
                to,
                serial,
            } => {
                let extents: Vec<i32> = extents.iter().map(|&slot| i32_of(frame[slot])).collect();
                let args = self.gathered(args, frame);
                let totals = self.launch(*kernel, &extents, &args, *serial)?;
                hand_over(frame, to, &totals);
            }
            Action::Retain(value) => runtime::retain(frame[*value]),
            Action::Release(local) => runtime::release(std::mem::take(&mut frame[*local])),
            Action::Together(_) => panic!("threads act together in host code"),
            Action::If { .. }
            | Action::For { .. }
            | Action::Loop { .. }
            | Action::Scope { .. }
            | Action::Try { .. }
            | Action::Break(_)
            | Action::Continue(_)
            | Action::Return(_) => unreachable!("run by `node`"),
        }
        Ok(())
    }

    /// A handle that the program has just become an owner of.
    fn acquired(&mut self, handle: u64) -> u64 {
        if !self.limits.counted {
            self.uncounted.push(handle);
        }
        handle
    }

    /// Whether the program counts its handles.
    pub(super) fn counts(&self) -> bool {
        self.limits.counted
    }

    pub(super) fn new_array(
        &mut self,
        kind: ElemKind,
        fill: Fill,
        dims: &[Slot],
        frame: &[u64],
    ) -> Result<u64, Raised> {
        let dims: Vec<Tagged> = dims
            .iter()
            .map(|&dim| Tagged::i32(i32_of(frame[dim])))
            .collect();
        let args = [slot_of_i32(kind.code()), slot_of_i32(fill.code())];
        let handle = runtime::call(RtFn::array_new, &args, Some(&dims))?;
        Ok(self.acquired(handle))
    }

    fn runtime(&mut self, node: &RuntimeNode, frame: &mut [u64]) -> Result<(), Raised> {
        if node.func == RtFn::stack_check {
            let is_deep = self.depth > self.limits.depth;
            return if is_deep {
                Err(runtime::raise(RtError::StackOverflow))
            } else {
                Ok(())
            };
        }
        // Launches run at once here, so no strip waits.
        if node.func == RtFn::strips_begin {
            return Ok(());
        }
        let mut args: Vec<u64> = node.args.iter().map(|&slot| frame[slot]).collect();
        for (arg, kind) in args.iter_mut().zip(&node.arrays) {
            if let Some(kind) = kind {
                *arg = memory::array_or_empty(*arg, *kind);
            }
        }
        let mut pair = [0u64; 2];
        if node.pair {
            args.push(pair.as_mut_ptr() as usize as u64);
        }
        let list = node.list.as_ref().map(|list| tagged(list, frame));
        let result = runtime::call(node.func, &args, list.as_deref())?;
        if node.pair {
            write(frame, &node.to, &pair);
        } else if node.gives_handle {
            let handle = self.acquired(result);
            write(frame, &node.to, &[handle]);
        } else {
            write(frame, &node.to, &[result]);
        }
        Ok(())
    }

    /// Runs a kernel at every position; gives the totals of its accumulators.
    fn launch(
        &mut self,
        kernel: FuncId,
        extents: &[i32],
        args: &[u64],
        serial: bool,
    ) -> Result<Vec<u64>, Raised> {
        if let Some(device) = self.device.filter(|_| !serial) {
            let totals = device.launch(kernel, extents, args);
            return totals.map_err(runtime::raise);
        }
        let routine = &self.routines[kernel];
        if let Some(grid) = routine.grid {
            if let Some(recorder) = &mut self.recorder {
                recorder.give_up();
            }
            return self.launch_together(routine, grid, args);
        }
        let numbers = LaunchNumbers::new(extents, args, serial);
        let divided = self.division.and_then(|all| all.divided(kernel, &numbers));
        if let Some(divided) = divided {
            return self.launch_divided(routine, &numbers, divided);
        }
        let mut frame = start_frame(routine, args);
        for item in &routine.accumulators {
            hand_over(
                &mut frame,
                &[item.slot],
                &[item.identity, item.provenance][..1 + usize::from(self.recorder.is_some())],
            );
        }
        let start = self.gathered(&routine.restart, &frame);
        let order = if serial {
            Order::RowMajor
        } else {
            self.limits.order
        };
        self.launches += 1;
        let mut positions = Positions::new(extents, order, self.launches);
        while let Some(position) = positions.next() {
            self.position(routine, &mut frame, &start, position)?;
        }
        let totals: Vec<Slot> = routine.accumulators.iter().map(|item| item.slot).collect();
        Ok(self.gathered(&totals, &frame))
    }

    /// Runs one position of a kernel, whose locals but the accumulators start with these values.
    pub(super) fn position(
        &mut self,
        routine: &Routine,
        frame: &mut [u64],
        start: &[u64],
        position: &[i32],
    ) -> Result<(), Raised> {
        for (&slot, &index) in routine.position.iter().zip(position) {
            frame[slot] = slot_of_i32(index);
            self.know_index(slot, frame);
        }
        hand_over(frame, &routine.restart, start);
        match self.block(&routine.body, frame) {
            Flow::Next | Flow::Return => Ok(()),
            Flow::Raise(status) => Err(status),
            Flow::Break(label) | Flow::Continue(label) => panic!("a jump to b{label} got lost"),
        }
    }
}

/// What a kernel's locals start with, but for the accumulators.
pub(super) fn restarted(routine: &Routine, frame: &[u64]) -> Vec<u64> {
    routine.restart.iter().map(|&slot| frame[slot]).collect()
}

/// A frame with these arguments.
pub(super) fn start_frame(routine: &Routine, args: &[u64]) -> Vec<u64> {
    let mut frame = routine.frame.clone();
    hand_over(&mut frame, &routine.params, args);
    frame
}

/// Writes values to slots, and behind all of them where they come from, if that is followed.
fn hand_over(frame: &mut [u64], to: &[Slot], values: &[u64]) {
    write(frame, to, values);
    let half = frame.len() / 2;
    for (&slot, &from) in to.iter().zip(values.get(to.len()..).unwrap_or_default()) {
        frame[half + slot] = from;
    }
}

fn write(frame: &mut [u64], to: &[Slot], values: &[u64]) {
    for (&slot, &value) in to.iter().zip(values) {
        frame[slot] = value;
    }
}

/// One slot, or two for complex numbers.
fn read_pair(frame: &[u64], slots: &[Slot]) -> [u64; 2] {
    let mut pair = [0; 2];
    for (value, &slot) in pair.iter_mut().zip(slots) {
        *value = frame[slot];
    }
    pair
}

fn tagged(list: &[ListNode], frame: &[u64]) -> Vec<Tagged> {
    let entry = |node: &ListNode| match *node {
        ListNode::Slot(tag, slot) => Tagged {
            tag,
            bits: frame[slot],
        },
        ListNode::Array(kind, slot) => Tagged {
            tag: Tag::Array.code() as u64,
            bits: memory::array_or_empty(frame[slot], kind),
        },
        ListNode::Marker(code) => {
            let marker = SliceMarker::from_code(code as i32).expect("a known marker");
            Tagged::slice(marker)
        }
    };
    list.iter().map(entry).collect()
}

/// The element that an access means; none where `Safe` leaves it out.
fn place(access: &AccessNode, frame: &[u64]) -> Result<Option<usize>, Raised> {
    let indices = access.index.iter().map(|&slot| i32_of(frame[slot]));
    match memory::locate(frame[access.array], indices, access.mode) {
        Place::Element(number) => Ok(Some(number)),
        Place::Nowhere => Ok(None),
        Place::Error(error) => Err(raise_index(access, error)),
    }
}

fn raise_index(access: &AccessNode, error: OutOfBounds) -> Raised {
    let dimension = slot_of_i32(error.dimension);
    let args = [
        access.name,
        dimension,
        error.index as u64,
        error.size as u64,
    ];
    runtime::call(RtFn::error_index, &args, None).expect_err("the row always fails")
}

/// Stores an element; a handle is shared, and the old one given up.
fn store(access: &AccessNode, number: usize, ty: Ty, values: [u64; 2], frame: &[u64]) {
    let array = frame[access.array];
    if !access.kind.is_object() {
        return memory::store(array, access.kind, number, ty, values);
    }
    runtime::retain(values[0]);
    let old = memory::load(array, access.kind, number)[0];
    memory::store(array, access.kind, number, ty, values);
    runtime::release(old);
}

fn atomic(
    op: AtomicOp,
    access: &AccessNode,
    values: &[Slot],
    to: &[Slot],
    frame: &mut [u64],
) -> Result<(), Raised> {
    let Some(number) = place(access, frame)? else {
        write(frame, to, &[0; 2]);
        return Ok(());
    };
    let array = frame[access.array];
    let ty = access.kind.access_tys()[0];
    let old = memory::load(array, access.kind, number);
    let given = read_pair(frame, values);
    let new = if access.kind.is_complex() {
        complex_result(op, ty, old, given)
    } else if op == AtomicOp::CompareExchange {
        let equal = CompareOp::Eq.function(ty).expect("numbers");
        [
            if equal(old[0], given[0]) != 0 {
                given[1]
            } else {
                old[0]
            },
            0,
        ]
    } else {
        [number_result(op, ty, old[0], given[0])?, 0]
    };
    memory::store(array, access.kind, number, ty, new);
    let result = match op.gives_old() {
        true => old,
        false => memory::load(array, access.kind, number),
    };
    write(frame, to, &result);
    Ok(())
}

/// The new value of a number element.
fn number_result(op: AtomicOp, ty: Ty, old: u64, given: u64) -> Result<u64, Raised> {
    Ok(match op.change(ty) {
        Change::Replace => given,
        Change::Math(function) => {
            return runtime::call(arithmetic::math_row(function, ty), &[old, given], None);
        }
        Change::Bits(binary) => bits_result(binary, ty, old, given),
        Change::Binary(binary) => binary.function(ty).expect("verified")(old, given),
    })
}

/// The bits of two floats as ints.
fn bits_result(op: BinaryOp, ty: Ty, old: u64, given: u64) -> u64 {
    let convert = |from, to| arithmetic::convert(from, to).expect("numbers");
    let (to_int, back) = (convert(ty, Ty::I32), convert(Ty::I32, ty));
    let function = op.function(Ty::I32).expect("an integer operation");
    back(function(to_int(old), to_int(given)))
}

/// The new value of a complex element, by the textbook formulas.
fn complex_result(op: AtomicOp, ty: Ty, [a, b]: [u64; 2], [c, d]: [u64; 2]) -> [u64; 2] {
    let function = |op: BinaryOp| op.function(ty).expect("a float operation");
    let (add, sub) = (function(BinaryOp::Add), function(BinaryOp::Sub));
    let (mul, div) = (function(BinaryOp::Mul), function(BinaryOp::Div));
    match op {
        AtomicOp::Add => [add(a, c), add(b, d)],
        AtomicOp::Sub => [sub(a, c), sub(b, d)],
        AtomicOp::Mul => [sub(mul(a, c), mul(b, d)), add(mul(a, d), mul(b, c))],
        AtomicOp::Div => {
            let square = add(mul(c, c), mul(d, d));
            let re = add(mul(a, c), mul(b, d));
            let im = sub(mul(b, c), mul(a, d));
            [div(re, square), div(im, square)]
        }
        AtomicOp::Exchange => [c, d],
        AtomicOp::Pow
        | AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::Min
        | AtomicOp::Max
        | AtomicOp::CompareExchange => {
            panic!("the verifier lets no {op:?} of complex elements pass")
        }
    }
}
