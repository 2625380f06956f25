//! The body of a kernel as SPMD code: for one position, or for as many consecutive ones as there are lanes.
//!
//! With one position every value is uniform and control flow stays as it is. With several, a varying condition becomes a mask: both
//! branches run, what they assign is selected; a lane that leaves a loop early drops out of the mask until the loop is behind all lanes.
//!
//! *Invariant:* in lanes outside the mask nothing is stored and no error raised; what they compute is never seen.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use quasar_abi::{RtFn, Tag};

use super::divergence::{Divergence, assigned_locals};
use super::emit::{Emitter, ScopeKind};
use super::ir::{BlockId, Elem, Op as SpmdOp, RaiseArg, Target, Terminator, Type, Val};
use super::ranges::Ranges;
use super::sums::{self, SumLoop};
use crate::base::{Id, IndexVec};
use crate::codegen::kernel::copied_arrays;
use crate::mir::liveness::Liveness;
use crate::mir::{
    BinaryOp, Block, Const, FuncKind, Function, KernelData, Label, ListEntry, Local, MathFn, Op,
    Program, Stmt, StrId, Ty, Value,
};

/// Which lanes are active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mask {
    /// All.
    All,
    /// Those of a varying truth value.
    Some(Val),
    /// None: what follows in the block is not reached by any lane.
    Nothing,
}

/// Why lanes are missing from the mask that were there when the region began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gone {
    /// They wait behind the construct.
    After(Label),
    /// They wait for the loop's next round.
    Round(Label),
    /// They have ended their position.
    End,
}

/// A loop or scope that is being built.
#[derive(Clone)]
pub(super) struct Construct {
    /// Whether lanes leave one by one, by masks.
    masked: bool,
    /// Where a uniform `Break` goes, with the variables it passes.
    exit: (BlockId, Vec<usize>),
    /// Where a uniform `Continue` goes, likewise; loops only.
    next: Option<(BlockId, Vec<usize>)>,
}

/// A kernel under construction.
pub(super) struct Builder<'a> {
    pub(super) e: Emitter,
    pub(super) program: &'a Program,
    pub(super) kernel: &'a Function,
    pub(super) data: &'a KernelData,
    pub(super) divergence: Divergence,
    pub(super) liveness: Liveness,
    pub(super) ranges: Ranges,
    /// Positions run strictly in order.
    pub(super) serial: bool,
    /// Dimensions of the launch, which come before the parameters in the argument block.
    pub(super) launch_rank: usize,
    /// Accumulators do not depend on the lanes.
    pub(super) ordered: bool,
    pub(super) lanes: u32,
    /// Arrays that are changed without atomic instructions where they belong to the chunk.
    pub(super) copied: BTreeSet<Value>,
    /// Uniform truth: they do. None: there are none.
    pub(super) own_copies: Option<Val>,
    /// Innermost loops whose vectors run along them; then positions run one by one.
    pub(super) sum_loops: BTreeMap<Label, Rc<SumLoop>>,
    /// Whether values may differ between lanes in what is being built: several positions, or rounds of a sum.
    pub(super) vector: bool,
    /// Whether the positions at hand are those where the covered indices are inside.
    pub(super) interior: bool,
    pub(super) mask: Mask,
    /// Values of the locals, then two masks per label: lanes behind it, lanes that wait for its next round.
    pub(super) vars: Vec<Option<Val>>,
    /// Where a position ends early.
    pub(super) end: (BlockId, Vec<usize>),
    values: IndexVec<Value, Option<Val>>,
    texts: HashMap<Value, StrId>,
    constructs: BTreeMap<Label, Construct>,
    /// Enclosing constructs, outermost first.
    nest: Vec<Label>,
    pub(super) gone: Vec<Gone>,
    pub(super) reachable: bool,
}

impl<'a> Builder<'a> {
    /// A builder at the entry of the kernel's function.
    pub(super) fn new(
        program: &'a Program,
        kernel: &'a Function,
        lanes: u32,
        serial: bool,
        ordered: bool,
        launch_rank: usize,
    ) -> Self {
        let FuncKind::Kernel(data) = &kernel.kind else {
            panic!("{} is not a kernel", kernel.name)
        };
        let e = Emitter::new(&kernel.name, lanes);
        let end = (e.current(), Vec::new());
        Builder {
            e,
            program,
            kernel,
            data,
            divergence: Divergence::of(kernel),
            liveness: Liveness::of(kernel),
            ranges: Ranges::of(kernel),
            serial,
            launch_rank,
            ordered,
            lanes,
            copied: match serial {
                true => BTreeSet::new(),
                false => copied_arrays(kernel).values,
            },
            own_copies: None,
            sum_loops: BTreeMap::new(),
            vector: false,
            interior: false,
            mask: Mask::All,
            vars: vec![None; kernel.locals.len() + 2 * kernel.labels as usize],
            end,
            values: IndexVec::filled(None, kernel.values.len()),
            texts: HashMap::new(),
            constructs: BTreeMap::new(),
            nest: Vec::new(),
            gone: Vec::new(),
            reachable: true,
        }
    }

    /// Lets vectors run along the sums inside positions where elements lie so that this is better.
    pub(super) fn with_sums_in_lanes(mut self) -> Self {
        // Elements of arrays that are not known in front of the row are checked one by one.
        if self.lanes > 1 && !self.ranges.unknown_arrays {
            self.sum_loops = sums::sum_loops(self.kernel, &self.liveness);
        }
        self
    }

    /// Emits the body for the position whose values are defined. Returns whether its end is reached; the accumulators are in `vars`.
    pub(super) fn body(&mut self) -> bool {
        let kernel = self.kernel;
        self.mask = Mask::All;
        self.gone.clear();
        self.reachable = true;
        self.block(&kernel.body);
        self.reachable
    }

    // ---- Values ------------------------------------------------------------------------------------------------------------------------

    /// The SPMD value of a MIR value.
    pub(super) fn value(&self, value: Value) -> Val {
        self.values[value]
            .unwrap_or_else(|| panic!("{value} of {} is not defined", self.kernel.name))
    }

    /// Defines a MIR value.
    pub(super) fn define(&mut self, value: Value, as_: Val) {
        if let Some(slot) = self.values.get_mut(value) {
            *slot = Some(as_);
        }
    }

    /// The active lanes as a value; none: all of them.
    pub(super) fn mask_value(&mut self) -> Option<Val> {
        match self.mask {
            Mask::All => None,
            Mask::Some(mask) => Some(mask),
            Mask::Nothing => Some(self.no_lanes()),
        }
    }

    pub(super) fn no_lanes(&mut self) -> Val {
        let no = self.e.bool(false);
        self.e.splat(no)
    }

    pub(super) fn all_lanes(&mut self) -> Val {
        let yes = self.e.bool(true);
        self.e.splat(yes)
    }

    pub(super) fn mask_or_all(&mut self) -> Val {
        match self.mask_value() {
            Some(mask) => mask,
            None => self.all_lanes(),
        }
    }

    /// A call of a runtime function without effect.
    pub(super) fn call(&mut self, func: RtFn, elem: Elem, args: Vec<Val>) -> Val {
        let varying = args.iter().any(|arg| self.e.is_varying(*arg));
        let args = match varying {
            true => args.into_iter().map(|arg| self.e.splat(arg)).collect(),
            false => args,
        };
        self.e
            .emit(SpmdOp::Call(func, args), Type { elem, varying })
    }

    // ---- Variables -----------------------------------------------------------------------------------------------------------------------

    pub(super) fn after_var(&self, label: Label) -> usize {
        self.kernel.locals.len() + 2 * label.index()
    }

    pub(super) fn round_var(&self, label: Label) -> usize {
        self.after_var(label) + 1
    }

    /// The type that a variable has where paths meet.
    pub(super) fn var_type(&self, var: usize) -> Type {
        if var >= self.kernel.locals.len() {
            return Type::varying(Elem::Bool);
        }
        let local = Local::from_index(var);
        Type {
            elem: elem_of(self.kernel.locals[local].ty),
            varying: self.vector && self.divergence.varying[local],
        }
    }

    /// The value of a variable, in the type it has where paths meet.
    pub(super) fn var_arg(&mut self, var: usize) -> Val {
        let value = match self.vars[var] {
            Some(value) => value,
            None => self.no_lanes(),
        };
        match self.var_type(var).varying {
            true => self.e.splat(value),
            false => {
                assert!(
                    !self.e.is_varying(value),
                    "local {var} of {} was said to be uniform",
                    self.kernel.name
                );
                value
            }
        }
    }

    pub(super) fn var_args(&mut self, vars: &[usize]) -> Vec<Val> {
        vars.iter().map(|var| self.var_arg(*var)).collect()
    }

    /// Makes the variables parameters of a block.
    pub(super) fn var_params(&mut self, block: BlockId, vars: &[usize]) {
        for &var in vars {
            let ty = self.var_type(var);
            self.vars[var] = Some(self.e.param(block, ty));
        }
    }

    /// What a block may assign: locals, and masks of constructs that it leaves.
    pub(super) fn assigned(&self, blocks: &[&Block]) -> Vec<usize> {
        let mut found = BTreeSet::new();
        for block in blocks {
            assigned_locals(block, &mut found);
            if self.vector {
                block.for_each_stmt(&mut |stmt| match stmt.op {
                    // A uniform jump leaves with all lanes, and no mask remembers it.
                    Op::Break(label) if self.is_masked(label) => {
                        found.insert(self.after_var(label));
                    }
                    Op::Continue(label) if self.is_masked(label) => {
                        found.insert(self.round_var(label));
                    }
                    _ => {}
                });
            }
        }
        let masks = self.kernel.locals.len();
        found.retain(|var| {
            // Masks matter only outside their construct's own building.
            *var < masks || self.nest.contains(&Label::from_index((*var - masks) / 2))
        });
        found.into_iter().collect()
    }

    fn set(&mut self, local: Local, value: Value) {
        if self.kernel.values[value].ty == Ty::Str {
            return;
        }
        let new = self.value(value);
        let new = match (self.mask_value(), self.is_awaited(local)) {
            (Some(mask), true) => {
                let old = self.vars[local.index()].expect("locals are initialised");
                self.e.select(mask, new, old)
            }
            _ => new,
        };
        self.vars[local.index()] = Some(new);
    }

    /// Whether lanes that have gone still need their own value of the variable.
    pub(super) fn is_awaited(&self, local: Local) -> bool {
        self.gone.iter().any(|gone| match gone {
            Gone::After(label) => self.liveness.after[label].contains(&local),
            Gone::Round(label) => self.liveness.round[label].contains(&local),
            Gone::End => self.liveness.end.contains(&local),
        })
    }

    // ---- Statements ----------------------------------------------------------------------------------------------------------------------

    pub(super) fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            if !self.reachable {
                return;
            }
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.e.loc = stmt.loc;
        match &stmt.op {
            Op::Const(constant) => self.constant(stmt.results[0], *constant),
            Op::Get(local) => {
                let value = self.vars[local.index()].expect("locals are initialised");
                self.define(stmt.results[0], value);
            }
            Op::Set(local, value) => self.set(*local, *value),
            Op::Load(access) => self.load(stmt, access),
            Op::Store(access, values) => self.store(access, values),
            Op::Atomic(op, access, values) => self.atomic(stmt, *op, access, values),
            Op::Runtime { func, args, list } => self.raise(*func, args, list),
            Op::If {
                cond,
                then,
                otherwise,
            } => self.if_(*cond, then, otherwise),
            Op::For {
                label,
                index,
                start,
                stop,
                step,
                body,
                ..
            } => self.for_(*label, *index, [*start, *stop, *step], body),
            Op::Loop { label, body } => self.loop_(*label, body),
            Op::Scope { label, body } => self.scope(*label, body),
            Op::Break(label) => self.break_(*label),
            Op::Continue(label) => self.continue_(*label),
            Op::Return(_) => self.return_(),
            op => self.pure(op, stmt.results[0]),
        }
    }

    fn constant(&mut self, result: Value, constant: Const) {
        let value = match constant {
            Const::Bool(value) => self.e.bool(value),
            Const::OnGpu => self.e.bool(false),
            Const::I32(value) => self.e.i32(value),
            Const::I64(value) => self.e.i64(value),
            Const::F32(value) => self.e.constant(Elem::F32, value.to_bits().into()),
            Const::F64(value) => self.e.constant(Elem::F64, value.to_bits()),
            Const::Null(_) => self.zeros(),
            Const::Str(id) => {
                self.texts.insert(result, id);
                return;
            }
        };
        self.define(result, value);
    }

    /// Emits an operation without effect whose operands are defined.
    pub(super) fn pure(&mut self, op: &Op, result: Value) {
        let value = match op {
            Op::Unary(op, a) => {
                let a = self.value(*a);
                self.e.unary(*op, a)
            }
            Op::Binary(op, a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                self.binary(*op, a, b)
            }
            Op::Compare(op, a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                self.e.compare(*op, a, b)
            }
            Op::Math(function, args) => {
                let args: Vec<Val> = args.iter().map(|arg| self.value(*arg)).collect();
                self.math(*function, &args)
            }
            Op::Select {
                cond,
                then,
                otherwise,
            } => {
                let (cond, then) = (self.value(*cond), self.value(*then));
                let otherwise = self.value(*otherwise);
                self.e.select(cond, then, otherwise)
            }
            Op::Convert(a) => {
                let elem = elem_of(self.kernel.values[result].ty);
                let a = self.value(*a);
                self.e.convert(a, elem)
            }
            Op::Dim(array, axis) => {
                let array = self.value(*array);
                let field = quasar_abi::ArrayHeader::dim(usize::from(*axis));
                let extent = self.e.header(array, field);
                self.e.convert(extent, Elem::I32)
            }
            Op::Numel(array) => {
                let array = self.value(*array);
                let count = self.e.header(array, quasar_abi::ArrayHeader::NUMEL);
                self.e.convert(count, Elem::I32)
            }
            Op::Const(constant) => return self.constant(result, *constant),
            other => panic!("{} contains {other:?}", self.kernel.name),
        };
        self.define(result, value);
    }

    /// A binary operation; those without an instruction are made of others.
    pub(super) fn binary(&mut self, op: BinaryOp, a: Val, b: Val) -> Val {
        let elem = self.e.ty(a).elem;
        match (op, elem) {
            (BinaryOp::Rem, Elem::F32) => self.call(RtFn::mod_f32, elem, vec![a, b]),
            (BinaryOp::Rem, Elem::F64) => self.call(RtFn::mod_f64, elem, vec![a, b]),
            (BinaryOp::IntPow, Elem::I32) => self.call(RtFn::pow_i32, elem, vec![a, b]),
            (BinaryOp::IntPow, Elem::I64) => self.call(RtFn::pow_i64, elem, vec![a, b]),
            (BinaryOp::IntPow, Elem::F32 | Elem::F64) => self.power(a, b),
            _ => self.e.binary(op, a, b),
        }
    }

    /// `base` to the power `exponent`, floats.
    pub(super) fn power(&mut self, base: Val, exponent: Val) -> Val {
        self.math(MathFn::Pow, &[base, exponent])
    }

    // ---- Errors --------------------------------------------------------------------------------------------------------------------------

    /// Ends the kernel with the status that `raise` returns, if the uniform condition holds.
    pub(super) fn fail_if(&mut self, cond: Val, raise: impl FnOnce(&mut Self) -> Val) {
        if self.e.is_refuted(cond) {
            return;
        }
        let (failing, after) = (self.e.block(), self.e.block());
        self.e.function.blocks[failing].cold = true;
        self.e.branch(cond, failing, after);
        self.e.open(ScopeKind::Branch, failing);
        let status = raise(self);
        self.e.terminate(Terminator::Return(status));
        self.e.close();
        self.e.switch_to(after);
        self.e.refute(cond);
    }

    /// A runtime row that raises an error, in the first active lane.
    fn raise(&mut self, func: RtFn, args: &[Value], list: &[ListEntry]) {
        match self.mask_value() {
            None => {
                let status = self.raise_in(func, None, args, list);
                self.e.terminate(Terminator::Return(status));
                self.reachable = false;
            }
            Some(mask) => {
                let any = self.e.any(mask);
                self.fail_if(any, |builder| {
                    builder.raise_in(func, Some(mask), args, list)
                });
            }
        }
    }

    /// Emits the row with the values of the first active lane; returns the status.
    fn raise_in(
        &mut self,
        func: RtFn,
        mask: Option<Val>,
        args: &[Value],
        list: &[ListEntry],
    ) -> Val {
        let args = args
            .iter()
            .map(|arg| self.raise_arg(mask, *arg, None))
            .collect();
        let mut entries = Vec::new();
        for entry in list {
            match entry {
                ListEntry::Value(value) => entries.push(self.raise_arg(mask, *value, None)),
                ListEntry::Unsigned(value) => {
                    entries.push(self.raise_arg(mask, *value, Some(Tag::U64)));
                }
                ListEntry::Quoted(value) => {
                    entries.push(self.raise_arg(mask, *value, Some(Tag::Quoted)));
                }
                ListEntry::Complex(re, im) => {
                    let tag = match self.kernel.values[*re].ty {
                        Ty::F32 => Tag::Complex32,
                        _ => Tag::Complex64,
                    };
                    entries.push(self.raise_arg(mask, *re, Some(tag)));
                    entries.push(self.raise_arg(mask, *im, Some(tag)));
                }
                ListEntry::Marker(marker) => panic!("{func:?} takes no slice {marker:?}"),
            }
        }
        let list = entries;
        let op = SpmdOp::Raise { func, args, list };
        self.e.emit(op, Type::uniform(Elem::I32))
    }

    /// An argument of an error, from the first active lane. `tag`: what it is in a list, if the type does not tell.
    fn raise_arg(&mut self, mask: Option<Val>, value: Value, tag: Option<Tag>) -> RaiseArg {
        if let Some(id) = self.texts.get(&value) {
            let quoted = tag == Some(Tag::Quoted);
            return RaiseArg::Text(self.program.strings[*id].clone(), quoted);
        }
        let tag = tag.unwrap_or(match self.kernel.values[value].ty {
            Ty::Bool => Tag::Bool,
            Ty::I32 => Tag::I32,
            Ty::I64 => Tag::I64,
            Ty::F32 => Tag::F32,
            Ty::F64 => Tag::F64,
            Ty::Array(_) => Tag::Array,
            Ty::Str => return RaiseArg::Null,
        });
        let value = self.value(value);
        let lane = match mask {
            Some(mask) => self.first_lane(mask, value),
            None if self.e.is_varying(value) => {
                let elem = self.e.ty(value).elem;
                self.e.emit(SpmdOp::Lane(value, 0), Type::uniform(elem))
            }
            None => value,
        };
        RaiseArg::Value(lane, tag)
    }

    // ---- Branches ------------------------------------------------------------------------------------------------------------------------

    fn if_(&mut self, cond: Value, then: &Block, otherwise: &Block) {
        let cond = self.value(cond);
        if let Some(bits) = self.e.as_constant(cond) {
            return self.block(if bits != 0 { then } else { otherwise });
        }
        match self.e.is_varying(cond) {
            true => self.masked_if(cond, then, otherwise),
            false => self.uniform_if(cond, then, otherwise),
        }
    }

    fn uniform_if(&mut self, cond: Val, then: &Block, otherwise: &Block) {
        let vars = self.assigned(&[then, otherwise]);
        let blocks = [self.e.block(), self.e.block()];
        let after = self.e.block();
        self.e.branch(cond, blocks[0], blocks[1]);
        let before = (self.vars.clone(), self.mask, self.gone.clone());
        let mut ends = Vec::new();
        let mut gone = before.2.clone();
        for (block, body) in blocks.into_iter().zip([then, otherwise]) {
            (self.vars, self.mask) = (before.0.clone(), before.1);
            self.gone.clone_from(&before.2);
            self.reachable = true;
            self.e.open(ScopeKind::Branch, block);
            self.block(body);
            if self.reachable {
                let args = self.var_args(&vars);
                let mask = self.mask;
                let active = self.vector.then(|| self.mask_or_all());
                let end = self.e.close();
                ends.push((end, args, mask, active));
            } else {
                self.e.close();
            }
            merge_gone(&mut gone, &self.gone);
        }
        self.gone = gone;
        self.reachable = !ends.is_empty();
        if !self.reachable {
            return;
        }
        self.e.switch_to(after);
        self.vars = before.0;
        self.var_params(after, &vars);
        let same = ends.iter().all(|end| end.2 == before.1);
        if same {
            self.mask = before.1;
        } else {
            let mask = self.e.param(after, Type::varying(Elem::Bool));
            self.mask = Mask::Some(mask);
        }
        for (end, mut args, _, active) in ends {
            if !same {
                args.push(active.expect("the mask changed"));
            }
            let target = Target { block: after, args };
            self.e.terminate_block(end, Terminator::Jump(target));
        }
    }

    fn masked_if(&mut self, cond: Val, then: &Block, otherwise: &Block) {
        let not = self.e.not(cond);
        if then.stmts.is_empty() {
            self.masked_branch(not, otherwise, None);
            return;
        }
        if otherwise.stmts.is_empty() {
            self.masked_branch(cond, then, None);
            return;
        }
        // After the first branch the mask has its leavers; the second runs with what is left of the rest.
        let (mask, gone) = (self.mask, self.gone.clone());
        let before = self.vars.clone();
        let then_mask = self.masked_branch(cond, then, Some(mask));
        let then_gone = std::mem::replace(&mut self.gone, gone);
        let after_then = self.vars.clone();
        let locals = self.kernel.locals.len();
        self.vars[..locals].clone_from_slice(&before[..locals]);
        self.mask = mask;
        let otherwise_mask = self.masked_branch(not, otherwise, Some(mask));
        let mut gone = std::mem::take(&mut self.gone);
        merge_gone(&mut gone, &then_gone);
        self.gone = gone;
        self.join_locals(cond, &after_then);
        self.mask = match (then_mask, otherwise_mask) {
            (None, None) => mask,
            (then_mask, otherwise_mask) => {
                let then_mask = self.rest_of(then_mask, cond, mask);
                let otherwise_mask = self.rest_of(otherwise_mask, not, mask);
                self.join_masks(then_mask, otherwise_mask)
            }
        };
    }

    /// The lanes at the end of a branch whose own mask is `None` when nobody left.
    fn rest_of(&mut self, end: Option<Mask>, cond: Val, before: Mask) -> Mask {
        end.unwrap_or_else(|| match before {
            Mask::All => Mask::Some(cond),
            Mask::Some(mask) => Mask::Some(self.e.and(mask, cond)),
            Mask::Nothing => Mask::Nothing,
        })
    }

    fn join_masks(&mut self, a: Mask, b: Mask) -> Mask {
        match (a, b) {
            (Mask::Nothing, other) | (other, Mask::Nothing) => other,
            (Mask::All, _) | (_, Mask::All) => Mask::All,
            (Mask::Some(a), Mask::Some(b)) => Mask::Some(self.e.or(a, b)),
        }
    }

    /// Locals after two branches: `vars` holds those of the second.
    fn join_locals(&mut self, cond: Val, after_then: &[Option<Val>]) {
        for local in self.kernel.locals.ids() {
            let var = local.index();
            let (Some(then), Some(otherwise)) = (after_then[var], self.vars[var]) else {
                continue;
            };
            if then == otherwise {
                continue;
            }
            // Each branch has already kept what was before in the lanes that it does not own, if that matters.
            self.vars[var] = Some(self.e.select(cond, then, otherwise));
        }
    }

    /// One branch under `cond`. With `alone` = None the variables are joined with those of the lanes that do not run it, and the mask is
    /// updated; otherwise the caller does so, and learns the mask at the branch's end if it is not just the condition.
    fn masked_branch(&mut self, cond: Val, body: &Block, pair: Option<Mask>) -> Option<Mask> {
        let outer = self.mask;
        let inside = match self.mask_value() {
            None => cond,
            Some(mask) => self.e.and(mask, cond),
        };
        let vars = self.assigned(&[body]);
        let before = self.vars.clone();
        let outer_gone = std::mem::take(&mut self.gone);
        let branch = self.is_long(body).then(|| {
            let blocks = (self.e.block(), self.e.block());
            let any = self.e.any(inside);
            let skip = self.var_args(&vars);
            (blocks, any, skip)
        });
        let branch = branch.map(|((run, after), any, skip)| {
            let source = self.e.current();
            self.e.open(ScopeKind::Branch, run);
            (run, after, any, skip, source)
        });
        self.mask = Mask::Some(inside);
        self.block(body);
        let left = self.mask != Mask::Some(inside);
        // The lanes that did not run the branch keep what they had.
        self.gone.splice(0..0, outer_gone.iter().copied());
        let awaited_outside = !outer_gone.is_empty();
        let chooser = if awaited_outside { inside } else { cond };
        if pair.is_none() || awaited_outside || branch.is_some() {
            for &var in vars.iter().filter(|var| **var < self.kernel.locals.len()) {
                if let (Some(new), Some(old)) = (self.vars[var], before[var])
                    && new != old
                {
                    self.vars[var] = Some(self.e.select(chooser, new, old));
                }
            }
        }
        let mut end = self.mask;
        if let Some((run, after, any, mut skip, source)) = branch {
            let mut args = self.var_args(&vars);
            if left {
                let mask = self.mask_value().expect("lanes left");
                args.push(mask);
                skip.push(inside);
            }
            self.e.jump(after, args);
            self.e.close();
            assert_eq!(source, self.e.current());
            self.branch_with(any, (run, Vec::new()), (after, skip));
            self.e.switch_to(after);
            self.var_params(after, &vars);
            if left {
                end = Mask::Some(self.e.param(after, Type::varying(Elem::Bool)));
            }
        }
        if pair.is_some() {
            return left.then_some(end);
        }
        self.mask = match left {
            false => outer,
            true => {
                let not = self.e.not(cond);
                let rest = self.rest_of(None, not, outer);
                self.join_masks(end, rest)
            }
        };
        None
    }

    /// Whether a branch is worth jumping around when no lane wants it.
    fn is_long(&self, body: &Block) -> bool {
        const SHORT: u64 = 24;
        super::cost::block(body) > SHORT || contains_call(body)
    }

    /// Ends the current block with a choice between blocks with arguments.
    pub(super) fn branch_with(
        &mut self,
        cond: Val,
        then: (BlockId, Vec<Val>),
        otherwise: (BlockId, Vec<Val>),
    ) {
        let target = |(block, args)| Target { block, args };
        self.e.terminate(Terminator::Branch {
            cond,
            then: target(then),
            otherwise: target(otherwise),
        });
    }

    // ---- Leaving ---------------------------------------------------------------------------------------------------------------------------

    fn break_(&mut self, label: Label) {
        let construct = self.constructs[&label].clone();
        match construct.masked {
            false => self.go(construct.exit),
            true => {
                self.collect(self.after_var(label));
                self.leave(Gone::After(label));
            }
        }
    }

    fn continue_(&mut self, label: Label) {
        let construct = self.constructs[&label].clone();
        match construct.masked {
            false => self.go(construct.next.expect("only loops are continued")),
            true => {
                self.collect(self.round_var(label));
                self.leave(Gone::Round(label));
            }
        }
    }

    fn return_(&mut self) {
        match self.vector && self.divergence.returns {
            false => self.go(self.end.clone()),
            true => self.leave(Gone::End),
        }
    }

    /// The active lanes are gone.
    fn leave(&mut self, gone: Gone) {
        if !self.gone.contains(&gone) {
            self.gone.push(gone);
        }
        self.mask = Mask::Nothing;
    }

    /// All lanes go elsewhere.
    fn go(&mut self, (block, vars): (BlockId, Vec<usize>)) {
        let args = self.var_args(&vars);
        self.e.jump(block, args);
        self.reachable = false;
    }

    /// Adds the active lanes to a mask variable.
    fn collect(&mut self, var: usize) {
        let active = self.mask_or_all();
        let collected = match self.vars[var] {
            None => active,
            Some(before) => self.e.or(before, active),
        };
        self.vars[var] = Some(collected);
    }

    // ---- Scopes ----------------------------------------------------------------------------------------------------------------------------

    pub(super) fn is_masked(&self, label: Label) -> bool {
        self.vector && self.divergence.divergent.contains(&label)
    }

    fn scope(&mut self, label: Label, body: &Block) {
        if self.is_masked(label) {
            return self.masked_scope(label, body);
        }
        let vars = self.assigned(&[body]);
        let (inside, after) = (self.e.block(), self.e.block());
        self.e.jump(inside, Vec::new());
        self.enter(label, false, (after, vars.clone()), None);
        let (mask, gone) = (self.mask, self.gone.clone());
        self.e.open(ScopeKind::Branch, inside);
        self.block(body);
        if self.reachable {
            let args = self.var_args(&vars);
            self.e.jump(after, args);
        }
        self.e.close();
        self.exit(label);
        self.reachable = self.reachable || body.breaks_to(label);
        self.e.switch_to(after);
        self.var_params(after, &vars);
        (self.mask, self.gone) = (mask, gone);
    }

    fn masked_scope(&mut self, label: Label, body: &Block) {
        let mask = self.mask;
        let var = self.after_var(label);
        self.vars[var] = None;
        let gone = self.gone.clone();
        self.enter(label, true, (self.e.current(), Vec::new()), None);
        self.block(body);
        self.exit(label);
        self.rejoin(label, mask, self.mask, gone);
    }

    /// Behind a masked construct: those that waited are active again.
    pub(super) fn rejoin(&mut self, label: Label, before: Mask, end: Mask, gone: Vec<Gone>) {
        let leaks = self.divergence.leaks.contains(&label);
        self.mask = match leaks {
            false => before,
            true => match self.vars[self.after_var(label)] {
                None => end,
                Some(waiting) => self.join_masks(end, Mask::Some(waiting)),
            },
        };
        let inner = std::mem::replace(&mut self.gone, gone);
        if leaks {
            let own = [Gone::After(label), Gone::Round(label)];
            let beyond: Vec<Gone> = inner.into_iter().filter(|one| !own.contains(one)).collect();
            merge_gone(&mut self.gone, &beyond);
        }
        let var = self.after_var(label);
        self.vars[var] = None;
    }

    pub(super) fn enter(
        &mut self,
        label: Label,
        masked: bool,
        exit: (BlockId, Vec<usize>),
        next: Option<(BlockId, Vec<usize>)>,
    ) {
        self.nest.push(label);
        let construct = Construct { masked, exit, next };
        self.constructs.insert(label, construct);
    }

    pub(super) fn exit(&mut self, label: Label) {
        assert_eq!(self.nest.pop(), Some(label));
    }
}

pub(super) fn merge_gone(into: &mut Vec<Gone>, more: &[Gone]) {
    for gone in more {
        if !into.contains(gone) {
            into.push(*gone);
        }
    }
}

fn contains_call(body: &Block) -> bool {
    let mut found = false;
    body.for_each_stmt(&mut |stmt| found |= matches!(stmt.op, Op::Runtime { .. }));
    found
}

/// The lane type of a MIR type; handles are pointers.
pub(super) fn elem_of(ty: Ty) -> Elem {
    match ty {
        Ty::Bool => Elem::Bool,
        Ty::I32 => Elem::I32,
        Ty::I64 | Ty::Array(_) | Ty::Str => Elem::I64,
        Ty::F32 => Elem::F32,
        Ty::F64 => Elem::F64,
    }
}
