//! A loop split at a place: the two loops and the iteration between them.
//!
//! *Invariant:* the parts share no variable that only lives within an iteration.

use super::super::emit::Emitter;
use super::super::rematerialise::compute;
use super::super::reorder::replace;
use super::bounds::SplitBounds;
use super::{Search, SplitFunction, labels};
use crate::analysis::loops::affine::{AffineForm, Atom};
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::nest::Nest;
use crate::analysis::loops::privatise::Variables;
use crate::mir::passes::copy::Renaming;
use crate::mir::{
    BinaryOp, Block, CompareOp, Function, Label, Local, LoopRange, Op, Stmt, Ty, Value,
};
use std::collections::BTreeSet;

/// The parts of a loop that are loops.
pub(super) struct Made {
    pub(super) loops: Vec<Label>,
}

/// Whether there are iterations before and behind the place of a split, as far as that is known.
#[derive(Clone, Copy)]
struct Ends {
    below: bool,
    above: bool,
}

impl Ends {
    fn of(nest: &Nest, place: &AffineForm) -> Ends {
        let one = &nest.loops[0];
        let reaches =
            |first: &AffineForm, last: &AffineForm| match (first.as_constant(), last.as_constant())
            {
                (Some(first), Some(last)) => first < last,
                _ => first != last,
            };
        Ends {
            below: reaches(&one.start, place),
            above: reaches(place, &one.stop),
        }
    }
}

impl Search<'_, '_> {
    /// The function with a loop split at a place; nothing if that leaves no loop.
    pub(super) fn split_at(
        &self,
        stmt: &Stmt,
        nest: &Nest,
        place: &AffineForm,
        variables: &Variables,
    ) -> Option<(SplitFunction, Made)> {
        let parts = ForParts::of(stmt)?;
        let ends = Ends::of(nest, place);
        if !ends.below && !ends.above {
            return None;
        }
        let mut next = self.so_far.clone();
        let mut splitter = Splitter {
            next: &mut next,
            stmt,
            parts,
            locals: iteration_locals(variables),
            made: Made { loops: Vec::new() },
        };
        let stmts = splitter.stmts(place, ends);
        let made = splitter.made;
        let except = match (parts.name, self.text(place)) {
            (Some(name), Some(place)) => format!("but for {name} == {place}"),
            (None, _) | (_, None) => "but for one iteration".to_owned(),
        };
        next.marks.parts.insert(made.loops[0], except);
        replace(&mut next.function.body, parts.label, &mut Some(stmts));
        Some((next, made))
    }

    /// A place as the source would have it, if that has a name.
    fn text(&self, place: &AffineForm) -> Option<String> {
        let constant = place.constant_term();
        let mut terms = place.terms().filter(|(product, _)| !product.is_empty());
        let first = match (terms.next(), terms.next()) {
            (None, _) => return Some(constant.to_string()),
            (Some((&[atom], 1)), None) => self.name_of(atom)?,
            (Some(_), _) => return None,
        };
        Some(match constant {
            0 => first,
            1.. => format!("{first}+{constant}"),
            _ => format!("{first}{constant}"),
        })
    }

    fn name_of(&self, atom: Atom) -> Option<String> {
        match atom {
            Atom::Local(local) => self.def_use.function.locals[local].name.clone(),
            Atom::Value(value) => {
                let mut found = None;
                self.def_use.function.body.for_each_stmt(&mut |stmt| {
                    let parts = ForParts::of(stmt).filter(|parts| parts.index == value);
                    found = found
                        .take()
                        .or(parts.and_then(|parts| parts.name.map(str::to_owned)));
                });
                found
            }
            Atom::Index(_) | Atom::Global(_) | Atom::Dim(..) | Atom::Numel(_) | Atom::Join(_) => {
                None
            }
        }
    }
}

/// The variables that every iteration assigns before it reads them, and nobody reads behind the loop.
fn iteration_locals(variables: &Variables) -> Vec<Local> {
    let private = variables.private.iter().copied();
    let needed = |local: &Local| {
        variables.last_values.contains(local) || variables.inherited.contains(local)
    };
    private.filter(|local| !needed(local)).collect()
}

struct Splitter<'a, 's> {
    next: &'a mut SplitFunction,
    stmt: &'s Stmt,
    parts: ForParts<'s>,
    /// Variables that each part has of its own.
    locals: Vec<Local>,
    made: Made,
}

impl Splitter<'_, '_> {
    fn stmts(&mut self, place: &AffineForm, ends: Ends) -> Vec<Stmt> {
        let LoopRange { start, stop, .. } = self.parts.range;
        let (split, mut stmts) = self.emit(|emitter| {
            let at = compute(emitter, place, None);
            SplitBounds::emit(emitter, (start, stop), at)
        });
        self.nested(&labels(self.stmt));
        if ends.below {
            let below = self.stmt.clone();
            stmts.push(self.part(below, start, split.last_below));
        }
        stmts.extend(self.alone(split.at));
        if ends.above {
            // The first loop keeps its names.
            let above = match ends.below {
                true => self.renamed_loop(),
                false => self.stmt.clone(),
            };
            stmts.push(self.part(above, split.first_above, stop));
        }
        stmts
    }

    fn emit<R>(&mut self, body: impl FnOnce(&mut Emitter) -> R) -> (R, Vec<Stmt>) {
        let mut emitter = Emitter::new(&mut self.next.function, self.stmt.loc);
        let result = body(&mut emitter);
        (result, emitter.stmts)
    }

    /// Counts one more level for the loops of a part.
    fn nested(&mut self, labels: &BTreeSet<Label>) {
        for label in labels {
            *self.next.levels.entry(*label).or_insert(0) += 1;
        }
    }

    fn part(&mut self, mut stmt: Stmt, first: Value, last: Value) -> Stmt {
        if let Op::For {
            label, start, stop, ..
        } = &mut stmt.op
        {
            (*start, *stop) = (first, last);
            self.made.loops.push(*label);
        }
        stmt
    }

    /// The iteration between the loops, if it is one of the loop's.
    fn alone(&mut self, at: Value) -> Vec<Stmt> {
        let LoopRange { start, stop, .. } = self.parts.range;
        let mut renaming = self.renaming(self.parts.body);
        renaming.values.insert(self.parts.index, at);
        let then = renaming.block(self.parts.body);
        let (cond, mut stmts) = self.emit(|emitter| {
            let from = emitter.compare(CompareOp::Le, start, at);
            let to = emitter.compare(CompareOp::Le, at, stop);
            emitter.define(Op::Binary(BinaryOp::And, from, to), Ty::Bool)
        });
        stmts.push(Stmt {
            op: Op::If {
                cond,
                then,
                otherwise: Block::default(),
            },
            results: Vec::new(),
            loc: self.stmt.loc,
        });
        stmts
    }

    /// The loop under new names.
    fn renamed_loop(&mut self) -> Stmt {
        let block = Block {
            stmts: vec![self.stmt.clone()],
        };
        let renaming = self.renaming(&block);
        let mut copy = renaming.block(&block);
        copy.stmts.pop().expect("the loop")
    }

    /// New names for what a block defines, and for the variables of an iteration.
    fn renaming(&mut self, block: &Block) -> Renaming {
        let function: &mut Function = &mut self.next.function;
        let mut renaming = Renaming::of_definitions(block, function);
        for &local in &self.locals {
            let data = function.locals[local].clone();
            renaming.locals.insert(local, function.locals.push(data));
        }
        for (label, copy) in &renaming.labels {
            let level = self.next.levels.get(label).copied();
            self.next.levels.extend(level.map(|level| (*copy, level)));
            self.next.marks.copies.insert(*copy);
        }
        renaming
    }
}
