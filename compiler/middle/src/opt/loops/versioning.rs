//! The pass `loop-versioning`: loops some of whose iterations clash with the others run in parallel where those iterations change nothing.
//!
//! ```text
//! for i, j                                  if d[k,k] >= 0
//!     if d[i,k] + d[k,j] < d[i,j]               for i, j                                    in parallel
//!         d[i,j] = d[i,k] + d[k,j]                  if d[i,k] + d[k,j] < d[i,j]
//!                                                       d[i,j] = d[i,k] + d[k,j]
//!                                           else
//!                                               for i, j                                    as before
//! ```
//!
//! Row k and column k are what all iterations read. Their own iterations store where `d[k,k] + d[k,j] < d[k,j]` or `d[i,k] + d[k,k] < d[i,k]`. That is so
//! nowhere while `d[k,k]` is not negative: rounding keeps the order of numbers, and no comparison with NaN is true.
//!
//! *Technique:* loop versioning (Byler, Davies, Huson, Leasure and Wolfe, "Multiple Version Loops", ICPP 1987), by a condition on an element.
//!
//! *Invariant:* in the first version no iteration writes what another one reads or writes.

use std::collections::{BTreeMap, BTreeSet};

use super::emit::Emitter;
use super::marks::Marks;
use crate::analysis::loops::Options;
use crate::analysis::loops::band::{self, Refusal};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::analysis::loops::nest::Nest;
use crate::base::IndexVec;
use crate::mir::families::pure_op;
use crate::mir::liveness::Liveness;
use crate::mir::passes::copy::Renaming;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, CompareOp, Const, Function, Label, Local, LoopDirective,
    Op, Stmt, StrId, Ty, Value,
};

/// Adds versions to the loops of a host function; what is to be told of them goes to the marks.
pub fn add_versions(
    function: &mut Function,
    strings: &IndexVec<StrId, String>,
    names: &Names,
    options: &Options,
    marks: &mut Marks,
) {
    let wanted = clashing(function, names, options);
    if wanted.is_empty() {
        return;
    }
    let mut body = std::mem::take(&mut function.body);
    let mut versions = Versions {
        function,
        wanted,
        strings,
        marks,
        names: BTreeMap::new(),
    };
    versions.block(&mut body);
    function.body = body;
}

/// The loops, by the outer of two, that a version without clashes would be parallel in place of.
fn clashing(function: &Function, names: &Names, options: &Options) -> BTreeMap<Label, Closure> {
    let mut found = Vec::new();
    function.body.for_each_stmt(&mut |stmt| {
        found.extend(Closure::of(function, stmt).map(|closure| (stmt, closure)));
    });
    if found.is_empty() {
        return BTreeMap::new();
    }
    let def_use = DefUse::of(function, names);
    let live_after = Liveness::of(function).after;
    let clashes = |stmt: &Stmt| {
        let nest = Nest::of(&def_use, stmt);
        let band = band::find(&def_use, &nest, stmt, &live_after, options);
        matches!(band, Err(Refusal::Obstacle(_)))
    };
    let found = found.into_iter().filter(|(stmt, _)| clashes(stmt));
    found
        .filter_map(|(stmt, closure)| Some((ForParts::of(stmt)?.label, closure)))
        .collect()
}

struct Versions<'a> {
    function: &'a mut Function,
    /// The loops that get a version, by the outer of two.
    wanted: BTreeMap<Label, Closure>,
    strings: &'a IndexVec<StrId, String>,
    marks: &'a mut Marks,
    /// The variables of the loops around.
    names: BTreeMap<Value, String>,
}

impl Versions<'_> {
    fn block(&mut self, block: &mut Block) {
        for stmt in std::mem::take(&mut block.stmts) {
            let label = ForParts::of(&stmt).map(|parts| parts.label);
            let closure = label.and_then(|label| self.wanted.remove(&label));
            match closure {
                Some(closure) => block.stmts.extend(self.of_loops(&closure, stmt)),
                None => block.stmts.push(self.stmt(stmt)),
            }
        }
    }

    fn stmt(&mut self, mut stmt: Stmt) -> Stmt {
        if let Some(parts) = ForParts::of(&stmt) {
            let name = parts.name.map(str::to_owned);
            self.names.extend(name.map(|name| (parts.index, name)));
        }
        for inner in stmt.op.blocks_mut() {
            self.block(inner);
        }
        stmt
    }

    /// The version for an array in which the iterations of row and column `k` change nothing, and the loops as they are.
    fn of_loops(&mut self, closure: &Closure, stmt: Stmt) -> Vec<Stmt> {
        let loc = stmt.loc;
        let mut original = Block { stmts: vec![stmt] };
        let mut first = Renaming::of_definitions(&original, self.function).block(&original);
        let text = self.text(closure);
        for_each_loop(&mut first, &mut |label, directive| {
            directive.independent = true;
            self.marks.parts.insert(label, text.clone());
        });
        for_each_loop(&mut original, &mut |label, _| {
            self.marks.copies.insert(label);
        });
        let mut emitter = Emitter::new(self.function, loc);
        let cond = closure.test(&mut emitter);
        emitter.run(Op::If {
            cond,
            then: first,
            otherwise: original,
        });
        emitter.stmts
    }

    /// When the first version runs, in the terms of the source.
    fn text(&self, closure: &Closure) -> String {
        let array = closure.access.name.map(|name| self.strings[name].as_str());
        match (array, self.names.get(&closure.k)) {
            (Some(array), Some(k)) => format!("where {array}[{k},{k}] is not negative"),
            (None, _) | (_, None) => "where an element is not negative".to_owned(),
        }
    }
}

/// Does something with the loops of a block and of the blocks below it.
fn for_each_loop(block: &mut Block, change: &mut impl FnMut(Label, &mut LoopDirective)) {
    for stmt in &mut block.stmts {
        if let Op::For {
            label, directive, ..
        } = &mut stmt.op
        {
            change(*label, directive);
        }
        for inner in stmt.op.blocks_mut() {
            for_each_loop(inner, change);
        }
    }
}

/// An array, by the value or by the variable that all names of it in the loops come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root {
    Value(Value),
    Local(Local),
}

/// Two loops over an array that replace its elements where a way by row and column `k` is shorter: `d[i,k] + d[k,j] < d[i,j]`.
struct Closure {
    root: Root,
    /// An access of the array.
    access: Access,
    /// The row, and column, that all iterations read.
    k: Value,
    /// The type of the elements.
    ty: Ty,
}

/// The statements of both loops.
struct Statements<'s> {
    all: Vec<&'s Stmt>,
    /// The loops' indices.
    indices: [Value; 2],
    /// The one branch.
    cond: Value,
}

impl<'s> Statements<'s> {
    /// Those of two loops, one right inside of the other, around one branch without an alternative; nothing else has an effect.
    fn of(stmt: &'s Stmt) -> Option<Statements<'s>> {
        let outer = ordinary(stmt)?;
        let (last, before) = outer.body.stmts.split_last()?;
        let inner = ordinary(last)?;
        let mut all: Vec<&Stmt> = before.iter().collect();
        let mut cond = None;
        for stmt in &inner.body.stmts {
            match &stmt.op {
                Op::If {
                    cond: own,
                    then,
                    otherwise,
                } if cond.is_none() && otherwise.stmts.is_empty() => {
                    cond = Some(*own);
                    all.extend(&then.stmts);
                }
                Op::Store(..) => return None,
                _ => all.push(stmt),
            }
        }
        let harmless = |stmt: &&Stmt| {
            matches!(
                stmt.op,
                pure_op!() | Op::Get(_) | Op::Load(_) | Op::Store(..)
            )
        };
        let fits = before
            .iter()
            .all(|stmt| matches!(stmt.op, pure_op!() | Op::Get(_)))
            && all.iter().all(harmless);
        Some(Statements {
            indices: [outer.index, inner.index],
            cond: cond.filter(|_| fits)?,
            all,
        })
    }

    fn definition(&self, value: Value) -> Option<&'s Op> {
        let mut all = self.all.iter();
        let found = all.find(|stmt| stmt.results.first() == Some(&value));
        found.map(|stmt| &stmt.op)
    }

    fn defines(&self, value: Value) -> bool {
        self.indices.contains(&value) || self.definition(value).is_some()
    }

    fn root(&self, array: Value) -> Option<Root> {
        match self.definition(array) {
            None => Some(Root::Value(array)),
            Some(Op::Get(local)) => Some(Root::Local(*local)),
            Some(_) => None,
        }
    }

    /// What is loaded, if the value is an element.
    fn loaded(&self, value: Value) -> Option<&'s Access> {
        match self.definition(value)? {
            Op::Load(access) => Some(access),
            _ => None,
        }
    }

    /// The accesses of arrays; none where one does not fit.
    fn accesses(&self) -> Option<Vec<&'s Access>> {
        let mut found = Vec::new();
        for stmt in &self.all {
            match &stmt.op {
                Op::Load(access) => found.push(access),
                Op::Store(access, values) if values.len() == 1 => found.push(access),
                Op::Store(..) => return None,
                _ => {}
            }
        }
        Some(found)
    }
}

/// A loop whose directive says nothing.
fn ordinary(stmt: &Stmt) -> Option<ForParts<'_>> {
    ForParts::of(stmt).filter(|parts| *parts.directive == LoopDirective::default())
}

impl Closure {
    fn of(function: &Function, stmt: &Stmt) -> Option<Closure> {
        let stmts = Statements::of(stmt)?;
        let (sum, old) = match stmts.definition(stmts.cond)? {
            Op::Compare(CompareOp::Lt, sum, old) | Op::Compare(CompareOp::Gt, old, sum) => {
                (*sum, stmts.loaded(*old)?)
            }
            _ => return None,
        };
        let Op::Binary(BinaryOp::Add, a, b) = *stmts.definition(sum)? else {
            return None;
        };
        let ty = function.values[a].ty;
        let by = [stmts.loaded(a)?, stmts.loaded(b)?];
        let k = through(old, by).filter(|k| !stmts.defines(*k))?;
        let closure = Closure {
            root: stmts.root(old.array)?,
            access: old.clone(),
            k,
            ty,
        };
        let is_float = matches!(ty, Ty::F32 | Ty::F64);
        (is_float && closure.covers(&stmts, old)?).then_some(closure)
    }

    /// Whether all accesses are of the array: at the loops' indices, or in row or column `k`, where nothing is stored.
    fn covers(&self, stmts: &Statements<'_>, old: &Access) -> Option<bool> {
        let [p, q] = old.index[..] else { return None };
        let own = BTreeSet::from([p, q]) == BTreeSet::from(stmts.indices);
        let known = [[p, q], [p, self.k], [self.k, q]];
        let fits = |access: &&Access| {
            access.mode.is_exact()
                && stmts.root(access.array) == Some(self.root)
                && known.iter().any(|index| access.index[..] == index[..])
        };
        let stored = stmts.all.iter().all(|stmt| match &stmt.op {
            Op::Store(access, _) => access.index == old.index,
            _ => true,
        });
        Some(own && stored && stmts.accesses()?.iter().all(fits))
    }

    /// Whether the element in row and column `k` is not negative; 0 where it is outside of the array, as iterations read it there, too.
    fn test(&self, emitter: &mut Emitter<'_>) -> Value {
        let array = match self.root {
            Root::Value(value) => value,
            Root::Local(local) => emitter.get(local),
        };
        let diagonal = Access {
            array,
            index: vec![self.k, self.k],
            mode: AccessMode::Safe,
            name: self.access.name,
        };
        let element = emitter.define(Op::Load(diagonal), self.ty);
        let zero = emitter.constant(match self.ty {
            Ty::F64 => Const::F64(0.0),
            _ => Const::F32(0.0),
        });
        emitter.compare(CompareOp::Ge, element, zero)
    }
}

/// The row and column `k` by way of which an element is compared, if two elements are `[p,k]` and `[k,q]` to its `[p,q]`.
fn through(old: &Access, by: [&Access; 2]) -> Option<Value> {
    let [p, q] = old.index[..] else { return None };
    let k = |[first, second]: [&Access; 2]| match (&first.index[..], &second.index[..]) {
        (&[row, k], &[same, column]) if row == p && column == q && k == same => Some(k),
        _ => None,
    };
    k(by).or_else(|| k([by[1], by[0]]))
}
