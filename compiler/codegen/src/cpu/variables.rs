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
use crate::mir::{Block, Function, Loc, Local, Op, Program, SourceVariable, VariableRole};

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
        let is_parameter = variable.described.role == VariableRole::Parameter;
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

/// Where the statements of a function mention its variables, by one walk.
struct Mentions<'a> {
    program: &'a Program,
    /// Of each block, for each of its statements, the one within it that stands last in the source.
    blocks: Vec<Vec<Loc>>,
    /// Of each block that which stands last.
    ends: BTreeMap<usize, Loc>,
    /// The blocks around the present statement, with its place in each.
    around: Vec<(usize, usize)>,
    /// Of each variable the blocks that have all that mention it, with the place of the first that does.
    homes: BTreeMap<Local, Vec<(usize, usize)>>,
}

impl<'a> Mentions<'a> {
    fn of(program: &'a Program, function: &Function) -> Self {
        let mut mentions = Mentions {
            program,
            blocks: Vec::new(),
            ends: BTreeMap::new(),
            around: Vec::new(),
            homes: BTreeMap::new(),
        };
        mentions.block(&function.body);
        mentions
    }

    /// Walks a block; gives the statement in it that stands last.
    fn block(&mut self, block: &Block) -> Option<Loc> {
        let number = self.blocks.len();
        self.blocks.push(Vec::new());
        for (index, stmt) in block.stmts.iter().enumerate() {
            self.around.push((number, index));
            if let Op::Get(local) | Op::Set(local, _) = stmt.op {
                let here = self.around.clone();
                let home = self.homes.entry(local).or_insert_with(|| here.clone());
                *home = common(home, &here);
            }
            let mut last = stmt.loc;
            for inner in stmt.op.blocks() {
                let inner = self.block(inner);
                last = inner.map_or(last, |inner| self.later(last, inner));
            }
            self.around.pop();
            self.blocks[number].push(last);
        }
        let all = self.blocks[number].iter().copied();
        let last = all.reduce(|one, other| self.later(one, other))?;
        self.ends.insert(number, last);
        Some(last)
    }

    fn later(&self, one: Loc, other: Loc) -> Loc {
        let place = |loc: Loc| {
            let place = &self.program.locations[loc];
            (place.line, place.column)
        };
        if place(other) > place(one) {
            other
        } else {
            one
        }
    }

    /// Behind the statement that first mentions a variable, to the end of the innermost block that has all that do. One whose first value comes
    /// from both branches of a choice is there behind the choice.
    fn scope(&self, parts: &[Local]) -> Option<Scope> {
        let homes = parts
            .iter()
            .filter_map(|part| self.homes.get(part))
            .cloned();
        let home = homes.reduce(|one, other| common(&one, &other))?;
        let (block, first) = *home.last()?;
        Some(Scope {
            after: self.blocks[block][first],
            until: *self.ends.get(&block)?,
        })
    }
}

/// The blocks that are around both places, with the earlier place in each.
fn common(one: &[(usize, usize)], other: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let pairs = one.iter().zip(other);
    let same = pairs.take_while(|((one, _), (other, _))| one == other);
    same.map(|((block, one), (_, other))| (*block, *one.min(other)))
        .collect()
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
    if function.variables.is_empty() {
        return Vec::new();
    }
    let mentions = Mentions::of(program, function);
    // Of what no statement mentions there is nothing to tell.
    let variables = function.variables.iter().filter(|one| {
        let is_parameter = one.described.role == VariableRole::Parameter;
        let mut parts = one.parts.iter();
        is_parameter
            || !one.is_lasting
            || one.described.types.is_empty()
            || parts.any(|part| mentions.homes.contains_key(part))
    });
    let placed = variables.map(|variable| {
        let is_first = names.insert(&variable.described.name);
        let scope = (!is_first).then(|| mentions.scope(&variable.parts));
        let known = |part: &Local| variable.is_lasting || labels.contains_key(part);
        let all = variable.parts.len() == variable.described.types.len();
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
