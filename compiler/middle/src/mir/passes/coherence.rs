//! The pass `coherence`: before host code touches elements that a GPU may have changed, it asks for them.
//!
//! Launches, and rows of the runtime that libraries of a GPU compute, may run on a GPU, which keeps the newest elements of an array until somebody wants them. What the runtime itself does with
//! arrays asks there; this pass does so for the loads and stores of host code, once for a stretch of code without launches, and
//! before a loop for all its iterations. To ask costs the look at a field of the array's header.
//!
//! *Invariant:* on every way to a load or store, no launch stands between it and the question about its array.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::IndexVec;
use crate::base::persistent::Map;
use crate::mir::data::*;
use crate::mir::families::{jump_op, pure_op};

/// Runs the pass on every host function of a program that launches something or lets a device compute.
pub fn coherence(program: &mut Program) {
    let launching = launching_functions(program);
    if launching.is_empty() {
        return;
    }
    for function in program.functions.iter_mut() {
        if function.kind == FuncKind::Host {
            let mut body = std::mem::take(&mut function.body);
            let mut asker = Asker {
                launching: &launching,
                values: &mut function.values,
                current: Current::default(),
            };
            asker.block(&mut body);
            function.body = body;
        }
    }
}

/// The functions that launch kernels, themselves or through others.
fn launching_functions(program: &Program) -> BTreeSet<FuncId> {
    let mut callers: BTreeMap<FuncId, BTreeSet<FuncId>> = BTreeMap::new();
    let mut open = Vec::new();
    for (id, function) in program.functions.iter_enumerated() {
        function.body.for_each_stmt(&mut |stmt| {
            if let Op::Call { func, .. } = &stmt.op {
                callers.entry(*func).or_default().insert(id);
            }
        });
        if launches(&function.body, &BTreeSet::new()) {
            open.push(id);
        }
    }
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            open.extend(callers.get(&id).into_iter().flatten());
        }
    }
    found
}

/// Whether a row leaves its result on a device, and copies of its arguments, as launches do.
fn computes_on_devices(func: RtFn) -> bool {
    [RtFn::fourier, RtFn::fourier_real, RtFn::algebra].contains(&func)
}

/// Whether a block launches something, perhaps through these functions.
fn launches(block: &Block, launching: &BTreeSet<FuncId>) -> bool {
    let mut found = false;
    block.for_each_stmt(&mut |stmt| {
        found |= match &stmt.op {
            Op::Launch(_) => true,
            Op::Call { func, .. } => launching.contains(func),
            Op::Runtime { func, .. } => computes_on_devices(*func),
            _ => false,
        };
    });
    found
}

/// What host code may do with the elements of a new array without asking. The runtime remembers that nobody has written an array until
/// somebody asks to write it, so that a GPU makes the elements itself.
fn made(fill: Fill) -> Touch {
    match fill {
        Fill::Zeros | Fill::Uninit => Touch::Read,
        Fill::Ones => Touch::Write,
    }
}

/// What the host does with the elements of an array. Who writes may read too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Touch {
    Read,
    Write,
}

/// An array as code names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    Local(Local),
    Value(Value),
}

/// What has been asked for since the last launch.
#[derive(Clone, Debug, Default)]
struct Current {
    asked: Map<Place, Touch>,
    /// The local that a value was read from, and how often that had been set.
    names: Map<Value, (Local, usize)>,
    /// How often each local has been set.
    sets: Map<Local, usize>,
}

impl Current {
    fn has(&self, array: Value, touch: Touch) -> bool {
        let asked = |place: Place| self.asked.get(&place).is_some_and(|known| *known >= touch);
        let name = self.name(array);
        asked(Place::Value(array)) || name.is_some_and(|local| asked(Place::Local(local)))
    }

    fn add(&mut self, array: Value, touch: Touch) {
        let name = self.name(array).map(Place::Local);
        for place in name.into_iter().chain([Place::Value(array)]) {
            let known = self.asked.get(&place).copied();
            self.asked
                .insert(place, known.map_or(touch, |known| touch.max(known)));
        }
    }

    /// The local that a value was read from and that has not been set since.
    fn name(&self, array: Value) -> Option<Local> {
        let (local, sets) = *self.names.get(&array)?;
        (self.sets_of(local) == sets).then_some(local)
    }

    fn read(&mut self, value: Value, local: Local) {
        self.names.insert(value, (local, self.sets_of(local)));
    }

    fn sets_of(&self, local: Local) -> usize {
        self.sets.get(&local).copied().unwrap_or(0)
    }

    /// The local has another array.
    fn forget(&mut self, local: Local) {
        self.asked.remove(&Place::Local(local));
        self.sets.insert(local, self.sets_of(local) + 1);
    }

    fn set(&mut self, local: Local, value: Value) {
        let touch = [Touch::Write, Touch::Read];
        let known = touch.into_iter().find(|touch| self.has(value, *touch));
        self.forget(local);
        if let Some(touch) = known {
            self.asked.insert(Place::Local(local), touch);
        }
    }

    /// What holds on both ways.
    fn meet(&mut self, other: &Current) {
        for place in self.asked.differing(&other.asked) {
            match (self.asked.get(&place), other.asked.get(&place)) {
                (Some(&here), Some(&there)) => self.asked.insert(place, here.min(there)),
                (Some(_), None) | (None, _) => {
                    self.asked.remove(&place);
                }
            }
        }
        // A local that was set on one way only holds nothing that was read from it before.
        for local in self.sets.differing(&other.sets) {
            let sets = self.sets_of(local).max(other.sets_of(local));
            self.sets.insert(local, sets);
        }
    }
}

struct Asker<'a> {
    launching: &'a BTreeSet<FuncId>,
    values: &'a mut IndexVec<Value, ValueData>,
    current: Current,
}

impl Asker<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            self.stmt(&mut stmt, &mut output);
            output.push(stmt);
        }
        block.stmts = output;
    }

    fn stmt(&mut self, stmt: &mut Stmt, output: &mut Vec<Stmt>) {
        match &mut stmt.op {
            Op::Load(access) => self.touch(access.array, Touch::Read, stmt.loc, output),
            Op::Store(access, _) | Op::Atomic(_, access, _) => {
                self.touch(access.array, Touch::Write, stmt.loc, output);
            }
            Op::Get(local) => {
                if self.values[stmt.results[0]].ty.is_handle() {
                    self.current.read(stmt.results[0], *local);
                }
            }
            Op::Set(local, value) => self.current.set(*local, *value),
            Op::NewArray { fill, .. } => self.current.add(stmt.results[0], made(*fill)),
            Op::Launch(_) => self.current.asked = Map::default(),
            Op::Call { func, .. } => {
                if self.launching.contains(func) {
                    self.current.asked = Map::default();
                }
            }
            Op::Runtime { func, .. } if computes_on_devices(*func) => {
                self.current.asked = Map::default()
            }
            Op::If {
                then, otherwise, ..
            } => self.branch(then, otherwise),
            Op::For { body, .. } | Op::Loop { body, .. } => self.iterations(body, stmt.loc, output),
            Op::Scope { body, .. } => self.once(&mut [body]),
            Op::Try { body, handler } => self.once(&mut [body, handler]),
            pure_op!()
            | jump_op!()
            | Op::Runtime { .. }
            | Op::Together(_)
            | Op::Texture(_)
            | Op::GetGlobal(_)
            | Op::SetGlobal(..)
            | Op::Retain(_)
            | Op::Release(_) => {}
        }
    }

    /// Asks for the elements of an array unless that was done.
    fn touch(&mut self, array: Value, touch: Touch, loc: Loc, output: &mut Vec<Stmt>) {
        let Ty::Array(kind) = self.values[array].ty else {
            panic!("an access to something that is no array");
        };
        // Elements that are handles stay with the host.
        if kind.is_object() || self.current.has(array, touch) {
            return;
        }
        let func = match touch {
            Touch::Read => RtFn::array_host_read,
            Touch::Write => RtFn::array_host_write,
        };
        output.push(Stmt {
            op: Op::Runtime {
                func,
                args: vec![array],
                list: Vec::new(),
            },
            results: Vec::new(),
            loc,
        });
        self.current.add(array, touch);
    }

    fn branch(&mut self, then: &mut Block, otherwise: &mut Block) {
        let before = self.current.clone();
        self.block(then);
        let behind = std::mem::replace(&mut self.current, before);
        self.block(otherwise);
        match (then.completes(), otherwise.completes()) {
            (true, true) => self.current.meet(&behind),
            (true, false) => self.current = behind,
            (false, true | false) => {}
        }
    }

    /// Blocks that may be left at any place: behind them holds what held before and nothing in them ends.
    fn once(&mut self, blocks: &mut [&mut Block]) {
        let mut before = self.current.clone();
        for block in &*blocks {
            before = self.kept(before, block);
        }
        for block in blocks {
            // A handler begins with what any place of the body leaves.
            let entry = before.clone();
            self.block(block);
            self.current = entry;
        }
        self.current = before;
    }

    /// What still holds after any part of a block.
    fn kept(&self, mut current: Current, block: &Block) -> Current {
        if launches(block, self.launching) {
            current.asked = Map::default();
        }
        for local in block.assigned_locals() {
            current.forget(local);
        }
        current
    }

    /// A loop: asks before it for the arrays that no iteration changes to others, if no iteration launches anything.
    fn iterations(&mut self, body: &mut Block, loc: Loc, output: &mut Vec<Stmt>) {
        let before = std::mem::take(&mut self.current);
        self.current = self.kept(before, body);
        if !launches(body, self.launching) {
            for (place, touch) in touched(body, self.values) {
                let array = match place {
                    Place::Value(value) => value,
                    Place::Local(local) => self.read(local, body, loc, output),
                };
                self.touch(array, touch, loc, output);
            }
        }
        let entry = self.current.clone();
        self.block(body);
        self.current = entry;
    }

    /// Reads a local before a loop whose body reads it.
    fn read(&mut self, local: Local, body: &Block, loc: Loc, output: &mut Vec<Stmt>) -> Value {
        let mut ty = None;
        body.for_each_stmt(&mut |stmt| {
            if stmt.op == Op::Get(local) {
                ty = Some(self.values[stmt.results[0]].ty);
            }
        });
        let ty = ty.expect("the loop reads the local");
        let value = self.values.push(ValueData { ty });
        output.push(Stmt {
            op: Op::Get(local),
            results: vec![value],
            loc,
        });
        self.current.read(value, local);
        value
    }
}

/// The arrays whose elements a loop touches and that are the same ones in all iterations, in order.
fn touched(body: &Block, values: &IndexVec<Value, ValueData>) -> BTreeMap<Place, Touch> {
    let set = body.assigned_locals();
    let mut inside: BTreeSet<Value> = BTreeSet::new();
    let mut names = BTreeMap::new();
    body.for_each_stmt(&mut |stmt| {
        inside.extend(&stmt.results);
        if let Op::Get(local) = stmt.op {
            names.insert(stmt.results[0], local);
        }
    });
    let mut found: BTreeMap<Place, Touch> = BTreeMap::new();
    body.for_each_stmt(&mut |stmt| {
        let (access, touch) = match &stmt.op {
            Op::Load(access) => (access, Touch::Read),
            Op::Store(access, _) | Op::Atomic(_, access, _) => (access, Touch::Write),
            _ => return,
        };
        let is_number = matches!(values[access.array].ty, Ty::Array(kind) if !kind.is_object());
        let place = match names.get(&access.array) {
            Some(local) if !set.contains(local) => Some(Place::Local(*local)),
            Some(_) => None,
            None if inside.contains(&access.array) => None,
            None => Some(Place::Value(access.array)),
        };
        if let Some(place) = place.filter(|_| is_number) {
            let known = found.entry(place).or_insert(touch);
            *known = touch.max(*known);
        }
    });
    found
}
