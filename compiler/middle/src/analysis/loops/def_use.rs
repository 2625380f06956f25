//! Where the values and variables of a function are defined, assigned and used, as the analysis of its loops needs it.
//!
//! *Technique:* def-use information (Muchnick, "Advanced Compiler Design and Implementation", 1997, "Du-Chains, Ud-Chains, and Webs").
//!
//! *Invariant:* it describes the function as it was given, and is computed once, before loops are rewritten.

use super::alias::Aliases;
use super::rows::{acts, is_error_row, row_kind};
use crate::base::{Id, IndexVec};
use crate::mir::{
    Access, Block, ElemKind, FuncId, Function, Label, Local, Op, Program, Stmt, StrId, Ty, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// A point of the function: a statement's position in the order of the text and its block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    position: usize,
    block: usize,
}

/// How often a local is assigned, and the last assignment in the order of the text.
#[derive(Clone, Copy, Debug, Default)]
struct Assignments {
    count: u32,
    value: Option<Value>,
    place: Place,
}

/// Names of the program, for messages.
#[derive(Clone, Debug)]
pub struct Names {
    /// Of its functions.
    pub functions: IndexVec<FuncId, String>,
    /// Its string constants, which hold the names of arrays in accesses.
    pub strings: IndexVec<StrId, String>,
    /// Whether its functions do what only the host does, themselves or by calls.
    pub acting: IndexVec<FuncId, bool>,
    /// Whether its functions reach more than their arguments, themselves or by calls: global variables, arrays that lie in others, texts.
    pub reaching: IndexVec<FuncId, bool>,
}

impl Names {
    /// The names of a program.
    pub fn of(program: &Program) -> Names {
        Names {
            functions: program
                .functions
                .iter()
                .map(|function| function.name.clone())
                .collect(),
            strings: program.strings.clone(),
            acting: acting(program),
            reaching: reaching(program),
        }
    }

    /// Whether a call does nothing but to read and write the arrays that it is given, make new ones, and raise errors.
    pub fn is_contained(&self, func: FuncId) -> bool {
        let of = |all: &IndexVec<FuncId, bool>| all.iter().nth(func.index()).copied();
        of(&self.acting) == Some(false) && of(&self.reaching) == Some(false)
    }
}

/// Whether each function prints, times, reads files or shows pictures, itself or by calls.
fn acting(program: &Program) -> IndexVec<FuncId, bool> {
    by_calls(program, |function| {
        let mut itself = false;
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Runtime { func, args, .. } = &stmt.op
                && !is_error_row(*func)
            {
                itself |= acts(*func, row_kind(function, *func, args, stmt));
            }
        });
        itself
    })
}

/// Whether each function reaches global variables, arrays of arrays or texts, itself or by calls.
fn reaching(program: &Program) -> IndexVec<FuncId, bool> {
    by_calls(program, |function| {
        let holds = |ty: Ty| match ty {
            Ty::Array(kind) => kind.is_object() || kind == ElemKind::Function,
            ty => ty.is_handle(),
        };
        let mut itself = function.locals.iter().any(|local| holds(local.ty));
        function.body.for_each_stmt(&mut |stmt| {
            itself |= matches!(stmt.op, Op::GetGlobal(_) | Op::SetGlobal(..));
            let raises = matches!(stmt.op, Op::Runtime { func, .. } if is_error_row(func));
            let mut results = stmt.results.iter();
            itself |= !raises && results.any(|result| holds(function.values[*result].ty));
        });
        itself
    })
}

/// Which functions have a property, or call one that has it.
fn by_calls(program: &Program, has: impl Fn(&Function) -> bool) -> IndexVec<FuncId, bool> {
    let mut callers: BTreeMap<FuncId, Vec<FuncId>> = BTreeMap::new();
    let mut found: IndexVec<FuncId, bool> = program.functions.iter().map(|_| false).collect();
    let mut new = Vec::new();
    for (id, function) in program.functions.iter_enumerated() {
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Call { func, .. } = &stmt.op {
                callers.entry(*func).or_default().push(id);
            }
        });
        if has(function) {
            new.push(id);
        }
    }
    while let Some(id) = new.pop() {
        if !std::mem::replace(&mut found[id], true) {
            new.extend(callers.get(&id).into_iter().flatten());
        }
    }
    found
}

/// Definitions and uses of one function, and which of its variables may hold the same array.
#[derive(Debug)]
pub struct DefUse<'f> {
    /// The function.
    pub function: &'f Function,
    /// Names for messages.
    pub names: &'f Names,
    /// Which variables may hold the same array.
    pub aliases: Aliases,
    definitions: Vec<Option<(&'f Stmt, Place)>>,
    assignments: Vec<Assignments>,
    /// Positions of all assignments of each local.
    sets: Vec<Vec<usize>>,
    /// For a value, the variable that it was last stored in.
    kept_in: Vec<Option<Local>>,
    /// How often each value is used.
    uses: Vec<u32>,
    /// The block around each block; the body is around itself.
    parents: Vec<usize>,
    while_labels: BTreeSet<Label>,
    loops: BTreeMap<Label, Place>,
    /// Counted loops by their indices.
    counted: BTreeMap<Value, &'f Stmt>,
}

impl<'f> DefUse<'f> {
    /// Looks at the whole function once.
    pub fn of(function: &'f Function, names: &'f Names) -> DefUse<'f> {
        let values = function.values.len();
        let mut def_use = DefUse {
            function,
            names,
            aliases: Aliases::of(function),
            definitions: vec![None; values],
            assignments: vec![Assignments::default(); function.locals.len()],
            sets: vec![Vec::new(); function.locals.len()],
            kept_in: vec![None; values],
            uses: vec![0; values],
            parents: vec![0],
            while_labels: BTreeSet::new(),
            loops: BTreeMap::new(),
            counted: BTreeMap::new(),
        };
        for &param in &function.params {
            def_use.assignments[param.index()].count = 1;
        }
        def_use.visit(&function.body, &mut Place::default());
        def_use
    }

    fn visit(&mut self, block: &'f Block, place: &mut Place) {
        for stmt in &block.stmts {
            place.position += 1;
            for &result in &stmt.results {
                self.definitions[result.index()] = Some((stmt, *place));
            }
            stmt.op
                .for_each_operand(|value| self.uses[value.index()] += 1);
            self.note(stmt, *place);
            for inner in stmt.op.blocks() {
                let outer = place.block;
                self.parents.push(outer);
                place.block = self.parents.len() - 1;
                self.visit(inner, place);
                place.block = outer;
            }
        }
    }

    fn note(&mut self, stmt: &'f Stmt, place: Place) {
        if let Op::Set(local, value) = stmt.op {
            let assignments = &mut self.assignments[local.index()];
            assignments.count += 1;
            assignments.value = Some(value);
            assignments.place = place;
            self.sets[local.index()].push(place.position);
            self.kept_in[value.index()] = Some(local);
        }
        if let Op::Loop { label, .. } = stmt.op {
            self.while_labels.insert(label);
        }
        if let Op::For { label, index, .. } = stmt.op {
            self.loops.insert(label, place);
            self.counted.insert(index, stmt);
        }
    }

    /// The statement that defines a value; none for positions of kernels and indices of loops.
    pub fn definition(&self, value: Value) -> Option<&'f Stmt> {
        self.definitions[value.index()].map(|(stmt, _)| stmt)
    }

    /// How many operands of the function name the value.
    pub fn uses(&self, value: Value) -> u32 {
        self.uses[value.index()]
    }

    /// Whether the label is that of a `Loop`.
    pub fn is_while_label(&self, label: Label) -> bool {
        self.while_labels.contains(&label)
    }

    /// Where a `For` loop stands.
    pub fn loop_place(&self, label: Label) -> Place {
        self.loops[&label]
    }

    /// The counted loop that has the value as its index.
    pub fn loop_of(&self, index: Value) -> Option<&'f Stmt> {
        self.counted.get(&index).copied()
    }

    /// Whether `first` is executed whenever `then` is, before it and as often since the blocks around it were entered.
    fn dominates(&self, first: Place, then: Place) -> bool {
        let mut block = then.block;
        while block != first.block && block != 0 {
            block = self.parents[block];
        }
        block == first.block && first.position < then.position
    }

    /// Whether the variable has, at that point, the value of its only assignment (or the one from entry, for a parameter).
    pub fn is_settled(&self, local: Local, at: Place) -> bool {
        let assignments = self.assignments[local.index()];
        assignments.count == 1
            && (assignments.value.is_none() || self.dominates(assignments.place, at))
    }

    /// The variable, settled at that point, whose value `value` certainly is.
    pub fn settled_variable(&self, value: Value, at: Place) -> Option<Local> {
        let (definition, place) = self.definitions[value.index()]?;
        let read = match definition.op {
            Op::Get(local) if self.is_settled(local, place) => Some(local),
            _ => None,
        };
        let kept = self.kept_in[value.index()];
        read.or(kept).filter(|&local| self.is_settled(local, at))
    }

    /// The value that the only assignment gives to a variable that is settled at that point; none for parameters.
    pub fn settled_value(&self, local: Local, at: Place) -> Option<Value> {
        self.assignments[local.index()]
            .value
            .filter(|_| self.is_settled(local, at))
    }

    /// Looks through reads of variables that have one assignment, which comes before the read in the same iteration of all loops.
    pub fn see_through(&self, mut value: Value) -> Value {
        while let Some((stmt, place)) = self.definitions[value.index()]
            && let Op::Get(local) = stmt.op
            && let Some(assigned) = self.settled_value(local, place)
        {
            value = assigned;
        }
        value
    }

    /// Whether two accesses certainly have the same array and the same indices.
    pub fn are_of_one_element(&self, left: &Access, right: &Access) -> bool {
        let mut pairs = left.index.iter().zip(&right.index);
        left.index.len() == right.index.len()
            && self.see_through(left.array) == self.see_through(right.array)
            && pairs.all(|(&a, &b)| self.are_equal(a, b))
    }

    /// Whether two values are certainly equal: computed alike, by pure operations, from the same values.
    pub fn are_equal(&self, left: Value, right: Value) -> bool {
        let (left, right) = (self.see_through(left), self.see_through(right));
        if left == right {
            return true;
        }
        let (Some(a), Some(b)) = (self.definition(left), self.definition(right)) else {
            return false;
        };
        match (&a.op, &b.op) {
            (Op::Const(x), Op::Const(y)) => x == y,
            (Op::Unary(x, p), Op::Unary(y, q)) => x == y && self.are_equal(*p, *q),
            (Op::Convert(p), Op::Convert(q)) => {
                self.function.values[left].ty == self.function.values[right].ty
                    && self.are_equal(*p, *q)
            }
            (Op::Dim(p, x), Op::Dim(q, y)) => x == y && self.are_equal(*p, *q),
            (Op::Binary(x, p, r), Op::Binary(y, q, s)) => {
                x == y && self.are_equal(*p, *q) && self.are_equal(*r, *s)
            }
            _ => false,
        }
    }

    /// Whether two reads of a variable, the second in the first one's block or in a branch below it, give the same value.
    pub fn reads_agree(&self, local: Local, first: Value, second: Value) -> bool {
        let place = |value: Value| self.definitions[value.index()].map(|(_, place)| place);
        let (Some(first), Some(second)) = (place(first), place(second)) else {
            return false;
        };
        let between = |position: &usize| (first.position..second.position).contains(position);
        first.position < second.position && !self.sets[local.index()].iter().any(between)
    }
}
