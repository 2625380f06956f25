//! The element that all iterations of inner loops change, kept in a variable while they run (register promotion).
//!
//! ```text
//! for k { for t { y[k] += w[t]*x[k+t] } }
//! for k { if there are t { s = y[k]  for t { s += w[t]*x[k+t] }  y[k] = s } }
//! ```
//!
//! Where loops change one element of each of several arrays, every one has a variable.
//!
//! Of an array of zeros that was just made, whose elements these loops alone change, each once, the variable starts from 0 and the element is
//! stored whether the loops run or not: nobody reads the zeros then, and other passes leave the array uncleared.
//!
//! Otherwise each iteration waits for what the one before has stored. (Lu and Cooper, Register promotion in C programs, PLDI 1997.)
//!
//! *Invariant:* of an array that may be the same the loops use no other element but those that their bounds show to be others, and the storage keeps the variable's values bit for bit.

use super::emit::Emitter;
use super::rematerialise::{can_compute, compute};
use super::scalar_replacement::is_kept_as;
use crate::analysis::loops::affine::{AffineForm, Atom, Root};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::nest::{Nest, NestAccess, Role};
use crate::mir::families::pure_op;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, CompareOp, Const, Fill, Function, LocalData,
    LoopDirective, LoopRange, Op, RtFn, Stmt, Ty, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// Keeps the elements that inner loops of a function change in variables. A pass over it keeps one of each nest, and the next pass finds the others.
pub fn promote(function: &mut Function, names: &Names) {
    while promote_once(function, names) {}
}

/// Whether a nest had an element to keep.
fn promote_once(function: &mut Function, names: &Names) -> bool {
    let original = function.clone();
    let def_use = DefUse::of(&original, names);
    let body = std::mem::take(&mut function.body);
    let mut promoting = Promoting {
        def_use: &def_use,
        function,
        zeros: BTreeMap::new(),
        around: Vec::new(),
        different: Vec::new(),
        none_within: false,
        found: false,
    };
    let body = promoting.block(body);
    let found = promoting.found;
    function.body = body;
    found
}

struct Promoting<'a, 'f> {
    def_use: &'a DefUse<'f>,
    function: &'a mut Function,
    /// Arrays of zeros, made in front of a loop around, that are read once and written once in it: the number of loops around that one.
    zeros: BTreeMap<Value, usize>,
    /// The indices of the loops around, outer ones first.
    around: Vec<Value>,
    /// Arrays that a test around has told apart.
    different: Vec<(Root, Root)>,
    /// Whether no loop here changes one element alone, as a nest around has shown.
    none_within: bool,
    /// Whether an element is kept in a variable.
    found: bool,
}

/// The element that loops change.
struct Element {
    /// From the outermost of the loops: where in each body the next one stands, and in the last body the read and the write.
    path: Vec<usize>,
    read: usize,
    write: usize,
    /// Its indices.
    index: Vec<Steady>,
    /// By loop: the first and the last index, and whether it counts up.
    bounds: Vec<([Steady; 2], bool)>,
    /// Whether the element is 0 before the loops, and they are reached once with it.
    is_zero: bool,
}

/// A number that no iteration of a nest changes.
#[derive(Clone, Debug)]
enum Steady {
    /// It is there before the nest.
    Value(Value),
    /// It can be computed there.
    Affine(AffineForm),
}

impl Steady {
    fn of(nest: &Nest, value: Value, form: &AffineForm) -> Option<Steady> {
        match nest.defines(value) {
            false => Some(Steady::Value(value)),
            true => can_compute(nest, form).then(|| Steady::Affine(form.clone())),
        }
    }

    fn value(&self, emitter: &mut Emitter) -> Value {
        match self {
            Steady::Value(value) => *value,
            Steady::Affine(form) => compute(emitter, form, None),
        }
    }
}

/// Whether each element that a nest changes is another one in each iteration of the innermost loop around its change: then no loop of the nest
/// changes the same one in all of its iterations.
fn all_vary(nest: &Nest) -> bool {
    let mut changes = nest.accesses.iter();
    let varies = |access: &NestAccess| {
        let own = Atom::Index(access.in_loop);
        let mut forms = access.index.iter();
        forms.any(|form| form.atoms().any(|atom| atom == own))
    };
    changes.all(|access| access.role == Role::Read || varies(access))
}

impl Promoting<'_, '_> {
    fn block(&mut self, block: Block) -> Block {
        let mut fresh = BTreeSet::new();
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for stmt in block.stmts {
            let made = match stmt.op {
                Op::NewArray {
                    fill: Fill::Zeros, ..
                } => Some(stmt.results[0]),
                _ => None,
            };
            // Only of arrays of zeros is it asked, and most blocks make none.
            let uses = match fresh.is_empty() {
                true => BTreeMap::new(),
                false => uses(&stmt),
            };
            let depth = self.around.len();
            let is_loop = ForParts::of(&stmt).is_some();
            let twice = |array: &&Value| is_loop && uses.get(array) == Some(&2);
            let zeros: Vec<Value> = fresh.iter().filter(twice).copied().collect();
            self.zeros.extend(zeros.iter().map(|array| (*array, depth)));
            stmts.extend(self.stmt(stmt));
            self.zeros.retain(|array, _| !zeros.contains(array));
            fresh.retain(|array| !uses.contains_key(array));
            fresh.extend(made);
        }
        Block { stmts }
    }

    fn stmt(&mut self, mut stmt: Stmt) -> Vec<Stmt> {
        let parts = ForParts::of(&stmt);
        let none_within = self.none_within;
        if let Some(parts) = &parts
            && !self.around.is_empty()
            && !self.none_within
            && *parts.directive == LoopDirective::default()
            && is_plain(parts.body)
        {
            let nest = Nest::of(self.def_use, &stmt);
            if let Some(element) = self.element(&nest, &stmt) {
                self.found = true;
                return self.promoted(&stmt, &element);
            }
            self.none_within = all_vary(&nest);
        }
        let index = parts.map(|parts| parts.index);
        // How often other loops run is not known: they may come to an element twice.
        let other = matches!(stmt.op, Op::Loop { .. });
        let before = other.then(|| std::mem::take(&mut self.zeros));
        self.around.extend(index);
        let known = self.different.len();
        self.different.extend(self.told_apart(&stmt.op));
        for inner in stmt.op.blocks_mut() {
            let block = std::mem::take(inner);
            *inner = self.block(block);
            // It holds in the first branch.
            self.different.truncate(known);
        }
        if index.is_some() {
            self.around.pop();
        }
        self.zeros.extend(before.into_iter().flatten());
        self.none_within = none_within;
        vec![stmt]
    }

    /// An element that a nest changes and that is the same one in all iterations.
    fn element(&self, nest: &Nest, stmt: &Stmt) -> Option<Element> {
        let writes = nest.accesses.iter();
        let writes: Vec<&NestAccess> = writes.filter(|it| it.role != Role::Read).collect();
        // A store that fails between others would have to leave what they had stored by then.
        let may_fail = |write: &&NestAccess| write.mode == AccessMode::Checked;
        if writes.len() > 1 && writes.iter().any(may_fail) {
            return None;
        }
        let mut found = writes.into_iter();
        found.find_map(|write| self.element_of(nest, stmt, write))
    }

    /// The element of a change, if it is the same one in all iterations.
    fn element_of(&self, nest: &Nest, stmt: &Stmt, write: &NestAccess) -> Option<Element> {
        let root = write.root.filter(|root| is_before(nest, *root))?;
        let operands = write.operands.1.iter().zip(&write.index);
        let index: Option<Vec<Steady>> = operands
            .map(|(value, form)| Steady::of(nest, *value, form))
            .collect();
        let is_one_for_all = write.index.iter().all(|form| form.as_constant().is_some());
        if write.role != Role::Write || is_one_for_all || !self.is_alone(nest, write, root) {
            return None;
        }
        let (path, at) = path_to_write(stmt, write)?;
        let loops = loops_along(stmt, &path).into_iter();
        let bounds: Option<Vec<_>> = loops
            .map(|one| {
                let parts = ForParts::of(one)?;
                let known = nest.loops.iter().find(|known| known.label == parts.label)?;
                let step = known.step.as_constant().filter(|step| *step != 0)?;
                let LoopRange { start, stop, .. } = parts.range;
                let bounds = [
                    Steady::of(nest, start, &known.start)?,
                    Steady::of(nest, stop, &known.stop)?,
                ];
                (!known.irregular).then_some((bounds, step > 0))
            })
            .collect();
        let innermost = ForParts::of(*loops_along(stmt, &path).last()?)?;
        let read = self.read_of(innermost.body, at)?;
        let is_zero = self.is_zero(nest, write);
        Some(Element {
            is_zero,
            path,
            read,
            write: at,
            index: index?,
            bounds: bounds?,
        })
    }

    /// Whether an element is one of an array of zeros, and the nest comes to each of these once at most.
    fn is_zero(&self, nest: &Nest, write: &NestAccess) -> bool {
        let (array, index) = &write.operands;
        let names_its_element = write.mode == AccessMode::Unchecked
            || write.mode == AccessMode::Safe
            || nest.inside.contains(&write.operands);
        let indices: Vec<Value> = index
            .iter()
            .map(|value| self.def_use.see_through(*value))
            .collect();
        let depth = self.zeros.get(&self.def_use.see_through(*array));
        let mut own = depth.iter().flat_map(|depth| &self.around[**depth..]);
        depth.is_some() && names_its_element && own.all(|index| indices.contains(index))
    }

    /// Where a body reads the element that its statement of that number stores.
    fn read_of(&self, body: &Block, write: usize) -> Option<usize> {
        let Op::Store(target, values) = &body.stmts[write].op else {
            return None;
        };
        let ty = |value: Value| self.def_use.function.values[value].ty;
        let is_it = |access: &Access| {
            access.mode != AccessMode::Checked && self.def_use.are_of_one_element(access, target)
        };
        let read = body.stmts[..write].iter().position(|stmt| match &stmt.op {
            Op::Load(access) => is_it(access),
            _ => false,
        })?;
        let &[value] = body.stmts[read].results.as_slice() else {
            return None;
        };
        let Ty::Array(kind) = ty(target.array) else {
            return None;
        };
        let fits = values.len() == 1 && ty(values[0]) == ty(value) && is_kept_as(kind, ty(value));
        fits.then_some(read)
    }

    /// The arrays that are different ones in the first branch of a test for that, which the loops have got with their new order.
    fn told_apart(&self, op: &Op) -> Vec<(Root, Root)> {
        let Op::If { cond, then, .. } = op else {
            return Vec::new();
        };
        let (mut pairs, set) = (Vec::new(), then.assigned_locals());
        if let Some(Op::Compare(CompareOp::Eq, same, zero)) = self.op(*cond)
            && let Some(Op::Const(Const::I32(0))) = self.op(*zero)
        {
            self.compared(*same, &mut pairs);
        }
        let is_set = |root: &Root| matches!(root, Root::Local(local) if set.contains(local));
        pairs.retain(|(left, right)| !is_set(left) && !is_set(right));
        pairs
    }

    /// The pairs of arrays of which a number other than 0 says that some are one.
    fn compared(&self, same: Value, pairs: &mut Vec<(Root, Root)>) {
        let root = |array: Value| match self.op(array) {
            Some(Op::Get(local)) => Some(Root::Local(*local)),
            Some(Op::GetGlobal(_)) | None => None,
            Some(_) => Some(Root::Value(array)),
        };
        match self.op(same) {
            Some(Op::Binary(BinaryOp::Or, one, other)) => {
                self.compared(*one, pairs);
                self.compared(*other, pairs);
            }
            Some(Op::Runtime { func, args, .. }) if *func == RtFn::object_same => {
                pairs.extend(root(args[0]).zip(root(args[1])));
            }
            _ => {}
        }
    }

    fn op(&self, value: Value) -> Option<&Op> {
        self.def_use.definition(value).map(|stmt| &stmt.op)
    }

    fn may_be_one(&self, left: Root, right: Root) -> bool {
        let pairs = [(left, right), (right, left)];
        let are_told_apart = self.different.iter().any(|pair| pairs.contains(pair));
        left == right || (!are_told_apart && self.def_use.aliases.may_alias(left, right))
    }

    /// Whether a nest reads and writes the element once each, and of arrays that may be the same uses others only that are elsewhere.
    fn is_alone(&self, nest: &Nest, write: &NestAccess, root: Root) -> bool {
        let may_be_it = |access: &&NestAccess| {
            let other = access.root;
            access.kind == write.kind && other.is_none_or(|other| self.may_be_one(root, other))
        };
        let there = nest.accesses.iter().filter(may_be_it);
        there.filter(|one| !is_elsewhere(nest, write, one)).count() == 2
    }

    /// The loops with the element in a variable, if they run at all.
    fn promoted(&mut self, stmt: &Stmt, element: &Element) -> Vec<Stmt> {
        let loops = loops_along(stmt, &element.path);
        let innermost = ForParts::of(loops[loops.len() - 1]).expect("a loop");
        let (read, write) = (
            &innermost.body.stmts[element.read],
            &innermost.body.stmts[element.write],
        );
        let (Op::Load(loaded), Op::Store(stored, _)) = (&read.op, &write.op) else {
            unreachable!("an element is read and written");
        };
        let local = self.function.locals.push(LocalData {
            ty: self.def_use.function.values[read.results[0]].ty,
            name: None,
            loc: stmt.loc,
            kept: None,
        });
        let ty = self.function.locals[local].ty;
        let mut inner = Emitter::new(self.function, stmt.loc);
        let array = self.def_use.see_through(stored.array);
        let array = match self.def_use.definition(array).map(|stmt| &stmt.op) {
            Some(Op::Get(local)) => inner.get(*local),
            _ => array,
        };
        let index = element.index.iter();
        let index: Vec<Value> = index.map(|one| one.value(&mut inner)).collect();
        let place = |of: &Access| Access {
            array,
            index: index.clone(),
            ..of.clone()
        };
        inner.loc = read.loc;
        let before = match element.is_zero {
            true => inner.constant(zero(ty)),
            false => inner.define(Op::Load(place(loaded)), ty),
        };
        inner.run(Op::Set(local, before));
        let mut kept = stmt.clone();
        let body = body_at(&mut kept, &element.path);
        let Op::Store(_, values) = &write.op else {
            unreachable!("the element is written");
        };
        body.stmts[element.read].op = Op::Get(local);
        body.stmts[element.write].op = Op::Set(local, values[0]);
        inner.stmts.push(kept);
        inner.loc = write.loc;
        let after = inner.get(local);
        let mut target = place(stored);
        if element.is_zero {
            // What keeps the index inside may be that the loops run.
            target.mode = AccessMode::Safe;
        }
        inner.run(Op::Store(target, vec![after]));
        let stmts = inner.stmts;
        if element.is_zero {
            return stmts;
        }
        let mut emitter = Emitter::new(self.function, stmt.loc);
        let runs = element.bounds.iter().map(|(bounds, counts_up)| {
            let op = if *counts_up {
                CompareOp::Le
            } else {
                CompareOp::Ge
            };
            let [start, stop] = bounds.each_ref().map(|bound| bound.value(&mut emitter));
            emitter.compare(op, start, stop)
        });
        let runs: Vec<Value> = runs.collect();
        let cond = runs
            .into_iter()
            .reduce(|all, one| emitter.binary(BinaryOp::And, all, one))
            .expect("there is a loop");
        let then = Block { stmts };
        emitter.run(Op::If {
            cond,
            then,
            otherwise: Block::default(),
        });
        emitter.stmts
    }
}

/// How often a statement and those in it have each value as an operand.
fn uses(stmt: &Stmt) -> BTreeMap<Value, u32> {
    let mut uses = BTreeMap::new();
    stmt.for_each_stmt(&mut |inner| {
        inner
            .op
            .for_each_operand(|value| *uses.entry(*value).or_default() += 1);
    });
    uses
}

/// The number that an array of zeros has as an element of a type that numbers are kept in bit for bit.
fn zero(ty: Ty) -> Const {
    match ty {
        Ty::I32 => Const::I32(0),
        Ty::I64 => Const::I64(0),
        Ty::F32 => Const::F32(0.0),
        Ty::F64 => Const::F64(0.0),
        Ty::Bool | Ty::Array(_) | Ty::Str => unreachable!("{ty:?} is not the type of an element"),
    }
}

/// Whether an array is there before a nest.
fn is_before(nest: &Nest, root: Root) -> bool {
    match root {
        Root::Local(local) => !nest.assigned.contains(&local),
        Root::Value(value) => !nest.defines(value),
        Root::Global(_) => false,
    }
}

/// Where the store of a nest stands, if loops alone are around it.
fn path_to_write(stmt: &Stmt, write: &NestAccess) -> Option<(Vec<usize>, usize)> {
    let mut path = Vec::new();
    let mut body = ForParts::of(stmt)?.body;
    let (array, index) = &write.operands;
    let is_store = |stmt: &Stmt| match &stmt.op {
        Op::Store(access, _) => access.array == *array && access.index == *index,
        _ => false,
    };
    loop {
        if let Some(at) = body.stmts.iter().position(is_store) {
            return Some((path, at));
        }
        let has_store = |stmt: &Stmt| {
            let mut found = false;
            stmt.for_each_stmt(&mut |inner| found |= is_store(inner));
            found
        };
        let at = body.stmts.iter().position(has_store)?;
        body = ForParts::of(&body.stmts[at])?.body;
        path.push(at);
    }
}

/// The loops along a path, the statement itself first.
fn loops_along<'s>(stmt: &'s Stmt, path: &[usize]) -> Vec<&'s Stmt> {
    let mut loops = vec![stmt];
    for at in path {
        let parts = ForParts::of(loops[loops.len() - 1]).expect("a loop");
        loops.push(&parts.body.stmts[*at]);
    }
    loops
}

/// The body of the last loop along a path.
fn body_at<'s>(stmt: &'s mut Stmt, path: &[usize]) -> &'s mut Block {
    let Op::For { body, .. } = &mut stmt.op else {
        unreachable!("a path goes through loops");
    };
    match path.split_first() {
        None => body,
        Some((first, rest)) => body_at(&mut body.stmts[*first], rest),
    }
}

/// Whether a block computes, reads and writes elements, and does nothing else: no other error may tell how far it came.
fn is_plain(block: &Block) -> bool {
    let mut plain = true;
    block.for_each_stmt(&mut |stmt| {
        plain &= match &stmt.op {
            pure_op!() | Op::Get(_) | Op::Set(..) | Op::If { .. } | Op::For { .. } => true,
            // A store outside raises its error behind the loops instead of within: nothing was stored before in either.
            Op::Store(..) => true,
            Op::Load(access) => access.mode != AccessMode::Checked,
            _ => false,
        };
    });
    plain
}

/// Whether an access reads the same array, at places before or behind the element in all iterations of the nest.
fn is_elsewhere(nest: &Nest, write: &NestAccess, other: &NestAccess) -> bool {
    let is_apart = |(own, form): (&AffineForm, &AffineForm)| {
        let Some((low, high)) = ends(nest, form) else {
            return false;
        };
        let is_positive = |distance: AffineForm| distance.as_constant().is_some_and(|it| it > 0);
        is_positive(own.minus(&high)) || is_positive(low.minus(own))
    };
    other.root == write.root
        && write.mode.is_exact()
        && other.mode.is_exact()
        && other.index.len() == write.index.len()
        && write.index.iter().zip(&other.index).any(is_apart)
}

/// The least and the greatest value in the nest of an index that goes up with one of its loops, or with none.
fn ends(nest: &Nest, form: &AffineForm) -> Option<(AffineForm, AffineForm)> {
    let mut loops = form.atoms().filter_map(|atom| match atom {
        Atom::Index(position) => Some(position),
        _ => None,
    });
    let Some(position) = loops.next() else {
        return (nest.form_depth(form) == 0).then(|| (form.clone(), form.clone()));
    };
    let (factor, rest) = form.coefficient_and_rest(Atom::Index(position))?;
    let (low, high) = nest.loops[position].range()?;
    let ends = [low, high].map(|end| end.plus(&rest));
    let is_known = ends.iter().all(|end| nest.form_depth(end) == 0);
    let [low, high] = ends;
    (factor.as_constant() == Some(1) && is_known).then_some((low, high))
}
