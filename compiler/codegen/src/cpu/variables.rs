//! Where a debugger finds the variables of the source in host code.
//!
//! A variable that lasts lies in the frame, at one place for the whole function. Of others is told where Cranelift has the value, if there is one
//! value only: a parameter that is never assigned, a number that is assigned once. What is assigned again would show what it was before wherever the
//! older value still lives; of arrays somebody may have released the last owner.
//!
//! *Invariant:* what is told of a variable is its value; where nothing is told, debuggers say that it is optimised out.

use std::collections::{BTreeMap, BTreeSet};

use super::homes::{Home, Homes};
use super::shared::has_arguments_in_memory;
use crate::base::Id;
use crate::mir::{Block, Function, Loc, Local, Op, Program, SourceVariable, Stmt, VariableRole};

/// The key of the slot in the frame that variables which last lie in.
pub const FRAME_KEY: u64 = 1;

/// Where a part of a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariablePlace {
    /// At this offset in the slot of the frame that has the key [`FRAME_KEY`].
    Frame(u32),
    /// Where Cranelift has the values with this label.
    Label(u32),
}

/// A variable with its parts.
#[derive(Clone, Debug)]
pub struct PlacedVariable {
    /// What the source says of it.
    pub variable: SourceVariable<Local>,
    /// Where its parts are, unless some part is nowhere.
    pub places: Option<Vec<VariablePlace>>,
    /// Where in the source it is the one with its name, if it is not the first: a variable that gets another type is another one from then on.
    pub scope: Option<Scope>,
}

/// A part of a function.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// It begins behind this statement.
    pub after: Loc,
    /// It ends with this one.
    pub until: Loc,
}

/// The locals whose values get labels: the numbers of the labels are those of the locals.
pub fn labelled(function: &Function) -> BTreeMap<Local, u32> {
    if function.variables.is_empty() || has_arguments_in_memory(function) {
        return BTreeMap::new();
    }
    let mut sets: BTreeMap<Local, usize> = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Set(local, _) | Op::Release(local) = stmt.op {
            *sets.entry(local).or_default() += 1;
        }
    });
    let has_one_value = |variable: &&SourceVariable<Local>| {
        let is_parameter = variable.role == VariableRole::Parameter;
        let counts = variable.parts.iter();
        let counts: Vec<usize> = counts
            .map(|part| sets.get(part).copied().unwrap_or(0))
            .collect();
        let is_handle = |part: &Local| function.locals[*part].ty.is_handle();
        let most = usize::from(!is_parameter);
        !variable.is_lasting
            && counts.iter().sum::<usize>() == variable.assignments
            && counts.iter().all(|count| *count == most)
            && (is_parameter || !variable.parts.iter().any(is_handle))
    };
    let known = function.variables.iter().filter(has_one_value);
    let parts = known.flat_map(|variable| &variable.parts);
    parts.map(|part| (*part, part.index() as u32)).collect()
}

/// Finds the part of a function in which a variable is in use.
struct ScopeSearch<'a> {
    program: &'a Program,
    parts: &'a [Local],
}

impl ScopeSearch<'_> {
    /// Behind the statement that first mentions the variable, to the end of the innermost block that has all that do. One whose first value comes
    /// from both branches of a choice is there behind the choice.
    fn scope(&self, block: &Block) -> Option<Scope> {
        let mut mentioning = block.stmts.iter().filter(|stmt| self.mentions(stmt));
        let first = mentioning.next()?;
        if mentioning.next().is_none() {
            let mut inner = first.op.blocks().filter(|inner| self.is_in(inner));
            if let (Some(only), None) = (inner.next(), inner.next()) {
                return self.scope(only);
            }
        }
        Some(Scope {
            after: self.last(std::slice::from_ref(first))?,
            until: self.last(&block.stmts)?,
        })
    }

    fn is_in(&self, block: &Block) -> bool {
        block.stmts.iter().any(|stmt| self.mentions(stmt))
    }

    fn mentions(&self, stmt: &Stmt) -> bool {
        let mut found = false;
        stmt.for_each_stmt(&mut |inner| {
            found |= matches!(&inner.op, Op::Get(local) | Op::Set(local, _) if self.parts.contains(local));
        });
        found
    }

    /// The statement of these that stands last in the source.
    fn last(&self, stmts: &[Stmt]) -> Option<Loc> {
        let mut all = Vec::new();
        for stmt in stmts {
            stmt.for_each_stmt(&mut |inner| all.push(inner.loc));
        }
        let position = |loc: &Loc| {
            let place = &self.program.locations[*loc];
            (place.line, place.column)
        };
        all.into_iter().max_by_key(position)
    }
}

fn mentioned(function: &Function) -> BTreeSet<Local> {
    let mut found = BTreeSet::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Get(local) | Op::Set(local, _) = stmt.op {
            found.insert(local);
        }
    });
    found
}

/// All variables of a function, with their places.
pub fn placed(
    program: &Program,
    function: &Function,
    homes: &Homes,
    labels: &BTreeMap<Local, u32>,
) -> Vec<PlacedVariable> {
    let place = |part: &Local| match (labels.get(part), homes.of[*part]) {
        (_, Home::Frame(offset)) => Some(VariablePlace::Frame(offset)),
        (Some(label), Home::Variable(_)) => Some(VariablePlace::Label(*label)),
        (None, Home::Variable(_)) | (_, Home::Nowhere) => None,
    };
    let mut names = BTreeSet::new();
    let mentioned = mentioned(function);
    // Of what no statement mentions there is nothing to tell.
    let variables = function.variables.iter().filter(|one| {
        let is_parameter = one.role == VariableRole::Parameter;
        let mut parts = one.parts.iter();
        is_parameter || one.types.is_empty() || parts.any(|part| mentioned.contains(part))
    });
    let placed = variables.map(|variable| {
        let parts = &variable.parts;
        let is_first = names.insert(&variable.name);
        let scope = (!is_first).then(|| ScopeSearch { program, parts }.scope(&function.body));
        let known = |part: &Local| variable.is_lasting || labels.contains_key(part);
        let all = variable.parts.len() == variable.types.len();
        let parts = variable.parts.iter();
        let places = parts.map(|part| known(part).then(|| place(part)).flatten());
        PlacedVariable {
            variable: variable.clone(),
            places: places.collect::<Option<Vec<_>>>().filter(|_| all),
            scope: scope.flatten(),
        }
    });
    placed.collect()
}
