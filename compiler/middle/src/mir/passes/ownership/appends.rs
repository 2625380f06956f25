//! Appends one behind the other go by their variable again.
//!
//! Where a variable is read whose value is known, earlier passes take the value, and they leave out what is set and not read: of `x = append(x, a)`,
//! `x = append(x, b)` they make an append to the result of an append. The first result then has an owner beside `x`, or the second call an array that
//! is not that of `x`, and neither can work in place. Here each result is set, and read again for the next call.
//!
//! *Invariant:* a variable that is set here is not read before it is set again, also where an error or a jump leaves the block.

use std::collections::BTreeMap;

use crate::mir::data::*;

/// Writes the appends of a function so.
pub fn by_variables(function: &mut Function) {
    let mut found = false;
    function
        .body
        .for_each_stmt(&mut |stmt| found |= appended(&stmt.op).is_some());
    if !found {
        return;
    }
    let mut body = std::mem::take(&mut function.body);
    let mut writer = Writer {
        function,
        same: BTreeMap::new(),
        tried: 0,
    };
    writer.block(&mut body, &mut BTreeMap::new());
    function.body = body;
}

/// The vector of an append.
pub(super) fn appended(op: &Op) -> Option<Value> {
    match op {
        Op::Runtime { func, args, .. } if *func == RtFn::array_append => Some(args[0]),
        _other => None,
    }
}

/// What variables hold.
type Held = BTreeMap<Local, Value>;

struct Writer<'a> {
    function: &'a mut Function,
    /// Values that were read from a variable with a known value, and that value.
    same: BTreeMap<Value, Value>,
    /// How many tried blocks are around the present one.
    tried: usize,
}

impl Writer<'_> {
    fn block(&mut self, block: &mut Block, held: &mut Held) {
        let stmts = std::mem::take(&mut block.stmts);
        let mut goals = Goals::of(&stmts);
        for (index, stmt) in stmts.iter().enumerate() {
            let mut stmt = stmt.clone();
            let goal = appended(&stmt.op).and_then(|vector| {
                let goal = goals.stores.get(&stmt.results[0]).copied()?;
                Some((vector, goal))
            });
            let Some((vector, goal)) = goal else {
                self.inner(&mut stmt, held);
                self.note(&stmt, held);
                block.stmts.push(stmt);
                continue;
            };
            let (result, loc) = (stmt.results[0], stmt.loc);
            if held.get(&goal.local) == Some(&self.known(vector)) {
                block.stmts.push(self.read_again(&mut stmt, goal.local));
            }
            block.stmts.push(stmt);
            if self.tried == 0 && goals.is_far(index, goal) && goals.is_unseen(index, goal) {
                held.insert(goal.local, result);
                block.stmts.push(Stmt {
                    op: Op::Set(goal.local, result),
                    results: Vec::new(),
                    loc,
                });
            }
        }
    }

    fn known(&self, value: Value) -> Value {
        self.same.get(&value).copied().unwrap_or(value)
    }

    /// Lets an append read its vector from the variable; gives the statement in front of it.
    fn read_again(&mut self, stmt: &mut Stmt, local: Local) -> Stmt {
        let ty = self.function.locals[local].ty;
        let again = self.function.values.push(ValueData { ty });
        if let Op::Runtime { args, .. } = &mut stmt.op {
            self.same.insert(again, self.known(args[0]));
            args[0] = again;
        }
        Stmt {
            op: Op::Get(local),
            results: vec![again],
            loc: stmt.loc,
        }
    }

    /// The blocks of a statement.
    fn inner(&mut self, stmt: &mut Stmt, held: &mut Held) {
        let is_loop = matches!(stmt.op, Op::For { .. } | Op::Loop { .. });
        let is_try = matches!(stmt.op, Op::Try { .. });
        let mut set = Vec::new();
        for block in stmt.op.blocks() {
            set.extend(block.assigned_locals());
        }
        if is_loop || is_try {
            held.retain(|local, _| !set.contains(local));
        }
        self.tried += usize::from(is_try);
        for block in stmt.op.blocks_mut() {
            self.block(block, &mut held.clone());
        }
        self.tried -= usize::from(is_try);
        held.retain(|local, _| !set.contains(local));
    }

    /// What a statement without blocks does to what variables hold.
    fn note(&mut self, stmt: &Stmt, held: &mut Held) {
        match &stmt.op {
            Op::Get(local) if self.function.locals[*local].ty.is_handle() => {
                let known = *held.entry(*local).or_insert(stmt.results[0]);
                self.same.insert(stmt.results[0], known);
            }
            Op::Set(local, value) if self.function.locals[*local].ty.is_handle() => {
                held.insert(*local, self.known(*value));
            }
            _other => {}
        }
    }
}

/// Where what comes of an append is stored.
#[derive(Clone, Copy)]
struct Goal {
    /// Index of the statement.
    index: usize,
    /// The variable.
    local: Local,
}

/// Where a block stores what comes of its appends.
struct Goals<'s> {
    stmts: &'s [Stmt],
    /// By the results of appends.
    stores: BTreeMap<Value, Goal>,
    /// The last statement in front of a goal that reads or sets its variable, or leaves the block by a jump; as far as it was looked for.
    seen: BTreeMap<usize, Option<usize>>,
}

impl<'s> Goals<'s> {
    fn of(stmts: &'s [Stmt]) -> Self {
        let mut stores: BTreeMap<Value, Goal> = BTreeMap::new();
        for (index, stmt) in stmts.iter().enumerate().rev() {
            if let Op::Set(local, value) = stmt.op {
                stores.insert(value, Goal { index, local });
            }
            let goal = appended(&stmt.op)
                .and_then(|vector| Some((vector, *stores.get(&stmt.results[0])?)));
            if let Some((vector, goal)) = goal {
                stores.insert(vector, goal);
            }
        }
        Goals {
            stmts,
            stores,
            seen: BTreeMap::new(),
        }
    }

    /// Whether something that may fail comes between an append and its goal.
    fn is_far(&self, index: usize, goal: Goal) -> bool {
        let mut between = self.stmts[index + 1..goal.index].iter();
        between.any(|stmt| !matches!(stmt.op, Op::Const(_) | Op::Get(_)))
    }

    /// Whether nothing between an append and its goal reads the variable, sets it or leaves the block by a jump. Asked from the first append to the last.
    fn is_unseen(&mut self, index: usize, goal: Goal) -> bool {
        let between = index + 1..goal.index;
        let seen = self.seen.entry(goal.index).or_insert_with(|| {
            between
                .rev()
                .find(|&index| sees(&self.stmts[index], goal.local))
        });
        seen.is_none_or(|seen| seen < index)
    }
}

/// Whether a statement reads or sets the variable, or leaves the block by a jump.
fn sees(stmt: &Stmt, local: Local) -> bool {
    let mut sees = false;
    stmt.for_each_stmt(&mut |inner| {
        sees |= match inner.op {
            Op::Get(read) => read == local,
            Op::Break(_) | Op::Continue(_) | Op::Return(_) => true,
            ref other => other.assigned_local() == Some(local),
        };
    });
    sees
}
