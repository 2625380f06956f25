//! The arrays that the iterations of a loop make for themselves, and their sizes in front of the loop.
//!
//! *Invariant:* what moves in front of a loop is pure and depends on nothing that the loop changes.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds::Numbers;
use crate::analysis::loops::counted::ForParts;
use crate::analysis::loops::rows::is_error_row;
use crate::mir::passes::copy::Renaming;
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, Const, ElemKind, Fill, Function, Label, Local, Op, Stmt,
    StrId, Ty, Value, ValueData,
};

/// More indices than these are not put together.
const MOST_DIMENSIONS: usize = 4;

/// An array that every iteration makes.
#[derive(Clone, Debug)]
pub struct Private {
    /// The array.
    pub array: Value,
    /// Its element kind.
    pub kind: ElemKind,
    /// Its extents, which are known in front of the loop.
    pub dims: Vec<Value>,
    /// Its number of elements, modulo 2³².
    pub numel: Value,
    /// What it starts with.
    pub fill: Fill,
    /// Its name in the source.
    pub name: Option<StrId>,
    /// How many indices its accesses have, if all have the same number.
    pub indices: Option<usize>,
}

/// A loop whose arrays may be expanded.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Its label.
    pub label: Label,
    /// What computes the sizes, for the place in front of the loop.
    pub sizes: Vec<Stmt>,
    /// The loop without that.
    pub looped: Stmt,
    /// The constant step of its index.
    pub step: i32,
    /// Its arrays.
    pub arrays: Vec<Private>,
    /// Arrays with indices that are certainly inside.
    pub inside: BTreeSet<(Value, Vec<Value>)>,
    /// Numbers that are to be small, for these to be inside.
    pub numbers: Numbers,
    /// Whether something in an iteration takes its time and is not parallel by itself.
    pub is_serial_inside: bool,
    /// Whether floats are added up over the iterations.
    pub sums_floats: bool,
}

/// The loops of these labels whose arrays can be expanded, with their sizes in front.
pub fn prepare(function: &mut Function, wanted: &BTreeSet<Label>) -> Vec<Prepared> {
    let constants = function.body.constants();
    let mut loops = Vec::new();
    function.body.for_each_stmt(&mut |stmt| {
        if ForParts::of(stmt).is_some_and(|parts| wanted.contains(&parts.label)) {
            loops.push(stmt.clone());
        }
    });
    let prepared = loops
        .into_iter()
        .filter_map(|looped| Finder::of(function, &constants, &looped)?.prepared(looped));
    prepared.collect()
}

struct Finder<'a> {
    function: &'a mut Function,
    constants: &'a BTreeMap<Value, Const>,
    /// The loop.
    label: Label,
    step: i32,
    /// What the loop's body defines, but for indices.
    definitions: BTreeMap<Value, Stmt>,
    /// The indices of the loop and of those inside.
    indices: BTreeSet<Value>,
    assigned: BTreeSet<Local>,
    /// What moves in front of the loop.
    sizes: Vec<Stmt>,
    moved: BTreeSet<Value>,
    /// Sizes of its arrays, as values in front of the loop.
    renaming: Renaming,
    arrays: Vec<Private>,
}

impl<'a> Finder<'a> {
    /// Nothing if the loop does what no kernel does, or makes no array.
    fn of(
        function: &'a mut Function,
        constants: &'a BTreeMap<Value, Const>,
        looped: &Stmt,
    ) -> Option<Finder<'a>> {
        let parts = ForParts::of(looped)?;
        let directive = parts.directive;
        let written = !directive.force_parallel
            && !directive.force_serial
            && !directive.expression
            && !directive.fractional
            && !directive.independent;
        let step = match constants.get(&parts.range.step) {
            Some(Const::I32(step)) if *step != 0 && *step != i32::MIN => *step,
            _ => return None,
        };
        let mut finder = Finder {
            function,
            constants,
            label: parts.label,
            step,
            definitions: BTreeMap::new(),
            indices: BTreeSet::from([parts.index]),
            assigned: parts.body.assigned_locals(),
            sizes: Vec::new(),
            moved: BTreeSet::new(),
            renaming: Renaming::default(),
            arrays: Vec::new(),
        };
        let mut fits = written;
        parts.body.for_each_stmt(&mut |stmt| {
            fits &= may_be_in_a_kernel(&stmt.op);
            for result in &stmt.results {
                finder.definitions.insert(*result, stmt.clone());
            }
            if let Some(inner) = ForParts::of(stmt) {
                finder.indices.insert(inner.index);
            }
        });
        fits.then_some(finder)
    }

    fn prepared(mut self, mut looped: Stmt) -> Option<Prepared> {
        let parts = ForParts::of(&looped)?;
        let mut makers = Vec::new();
        parts.body.for_each_stmt(&mut |stmt| {
            if matches!(stmt.op, Op::NewArray { .. }) {
                makers.push(stmt.clone());
            }
        });
        for maker in &makers {
            self.array(maker)?;
        }
        if self.arrays.is_empty() || !self.uses(parts.body) {
            return None;
        }
        let asked = self.definitions.iter();
        let asked = asked.filter(|(_, stmt)| self.size(stmt).is_some());
        let asked: Vec<Value> = asked.map(|(value, _)| *value).collect();
        for value in asked {
            self.hoisted(value)?;
        }
        let Op::For { body, .. } = &mut looped.op else {
            return None;
        };
        let moved = |stmt: &Stmt| {
            let mut results = stmt.results.iter();
            results.any(|it| self.moved.contains(it) || self.renaming.values.contains_key(it))
        };
        remove(body, &moved);
        *body = self.renaming.block(body);
        Some(Prepared {
            label: self.label,
            sizes: self.sizes,
            looped,
            step: self.step,
            arrays: self.arrays,
            inside: BTreeSet::new(),
            numbers: Numbers::new(),
            is_serial_inside: false,
            sums_floats: false,
        })
    }

    /// Takes note of an array, whose sizes move in front of the loop.
    fn array(&mut self, maker: &Stmt) -> Option<()> {
        let Op::NewArray { dims, fill } = &maker.op else {
            return None;
        };
        let array = maker.results[0];
        let Ty::Array(kind) = self.function.values[array].ty else {
            return None;
        };
        if kind.is_object() || kind == ElemKind::Function {
            return None;
        }
        let hoisted = dims.iter().map(|&dim| self.hoisted(dim));
        let dims: Vec<Value> = hoisted.collect::<Option<_>>()?;
        let longer: Vec<Value> = dims
            .iter()
            .copied()
            .filter(|dim| self.constant(*dim) != Some(Const::I32(1)))
            .collect();
        let product = longer
            .into_iter()
            .reduce(|left, right| self.define(Op::Binary(BinaryOp::Mul, left, right), maker));
        let numel = match product {
            Some(numel) => numel,
            None => *dims.first()?,
        };
        self.arrays.push(Private {
            array,
            kind,
            dims,
            numel,
            fill: *fill,
            name: None,
            indices: None,
        });
        Some(())
    }

    fn constant(&self, value: Value) -> Option<Const> {
        self.constants.get(&value).copied()
    }

    fn define(&mut self, op: Op, at: &Stmt) -> Value {
        let value = self.function.values.push(ValueData { ty: Ty::I32 });
        self.sizes.push(Stmt {
            op,
            results: vec![value],
            loc: at.loc,
        });
        value
    }

    fn known(&self, array: Value) -> Option<&Private> {
        self.arrays.iter().find(|one| one.array == array)
    }

    /// What a statement asks of an array of the iteration: a dimension, or none for the number of elements.
    fn size(&self, stmt: &Stmt) -> Option<(Value, Option<u8>)> {
        let asked = match stmt.op {
            Op::Dim(array, axis) => (array, Some(axis)),
            Op::Numel(array) => (array, None),
            _ => return None,
        };
        self.known(asked.0).map(|_| asked)
    }

    /// The value in front of the loop, where what computes it moves; nothing if the loop may change it.
    fn hoisted(&mut self, value: Value) -> Option<Value> {
        if let Some(known) = self.renaming.values.get(&value) {
            return Some(*known);
        }
        if self.moved.contains(&value) {
            return Some(value);
        }
        if self.indices.contains(&value) {
            return None;
        }
        let Some(stmt) = self.definitions.get(&value).cloned() else {
            return Some(value);
        };
        if let Some((array, axis)) = self.size(&stmt) {
            let private = self.known(array)?;
            let known = match axis {
                None => Some(private.numel),
                Some(axis) => private.dims.get(usize::from(axis)).copied(),
            };
            let known = match known {
                Some(known) => known,
                None => self.define(Op::Const(Const::I32(1)), &stmt),
            };
            self.renaming.values.insert(value, known);
            return Some(known);
        }
        let mut moved = stmt;
        let fits = match &moved.op {
            Op::Get(local) => !self.assigned.contains(local),
            // A loop that sets one is no candidate, nor is one that calls a function.
            Op::GetGlobal(_) => true,
            op => op.is_pure(),
        };
        let mut operands = Vec::new();
        moved.op.for_each_operand(|operand| operands.push(*operand));
        if !fits {
            return None;
        }
        let mut places = Vec::new();
        for operand in operands {
            places.push(self.hoisted(operand)?);
        }
        let mut places = places.into_iter();
        moved
            .op
            .for_each_operand_mut(|operand| *operand = places.next().expect("an operand"));
        self.sizes.push(moved);
        self.moved.insert(value);
        Some(value)
    }

    /// Whether the arrays are used for their elements and sizes alone, by accesses that can be told apart.
    fn uses(&mut self, body: &Block) -> bool {
        let mut fits = true;
        let mut all: Vec<(Value, Access)> = Vec::new();
        body.for_each_stmt(&mut |stmt| {
            let mut mentioned = Vec::new();
            stmt.op.for_each_operand(|operand| {
                if self.known(*operand).is_some() {
                    mentioned.push(*operand);
                }
            });
            fits &= match &stmt.op {
                _ if mentioned.is_empty() => true,
                Op::Load(access) | Op::Store(access, _) if mentioned == [access.array] => {
                    all.push((access.array, access.clone()));
                    true
                }
                Op::Dim(..) | Op::Numel(_) => true,
                _ => false,
            };
        });
        for (array, access) in &all {
            let private = self.arrays.iter_mut().find(|one| one.array == *array);
            let private = private.expect("an array of the iteration");
            private.name = private.name.or(access.name);
            let count = access.index.len();
            let plain = matches!(
                access.mode,
                AccessMode::Checked | AccessMode::Safe | AccessMode::Unchecked
            );
            fits &= count <= MOST_DIMENSIONS && (plain || count == 1);
        }
        for private in &mut self.arrays {
            let mut counts = all
                .iter()
                .filter(|(array, _)| *array == private.array)
                .map(|(_, access)| access.index.len());
            let first = counts.next();
            private.indices = first.filter(|first| counts.all(|count| count == *first));
        }
        fits
    }
}

/// Whether a kernel can do that, or could if the arrays were made before.
fn may_be_in_a_kernel(op: &Op) -> bool {
    match op {
        Op::Call { .. }
        | Op::Launch(_)
        | Op::Try { .. }
        | Op::Return(_)
        | Op::SetGlobal(..)
        | Op::Together(_)
        | Op::Texture(_)
        | Op::Retain(_)
        | Op::Release(_) => false,
        Op::Runtime { func, .. } => is_error_row(*func),
        _ => true,
    }
}

/// Drops statements of a block and of the blocks below it.
fn remove(block: &mut Block, dropped: &impl Fn(&Stmt) -> bool) {
    block.stmts.retain(|stmt| !dropped(stmt));
    for stmt in &mut block.stmts {
        for inner in stmt.op.blocks_mut() {
            remove(inner, dropped);
        }
    }
}
