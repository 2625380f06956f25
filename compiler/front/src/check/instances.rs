//! The engine of instances: which were made for which arguments, which are being checked, and what is assumed of these.
//!
//! An instance is *open* while its body is checked. A call of an open one sees the outputs that are known so far, and whoever asked
//! notes them as an *assumption*: when more is known later, the instance that assumed less is made again.
//!
//! *Invariant:* each key has one finished instance at most; the engine never looks at a body and never reports.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use crate::base::{IndexVec, Symbol, stack};
use crate::diag::{self, Report};
use crate::hir::{Instance, InstanceId};
use crate::types::{ClosureId, Type};

use super::{DefId, empty_instance};

/// How many instances of one definition may wait for each other: with more it calls itself without end.
const MOST_OPEN: usize = 100;
/// How many instances may wait for each other, on a whole stack: it has room for several times as many where each lies in shallow code.
const LONGEST_CHAIN: usize = 3000;

/// What tells instances apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct InstanceKey {
    pub(super) def: DefId,
    /// One per parameter; none: the argument is absent and its default is used.
    pub(super) args: Vec<Option<Type>>,
    pub(super) closure: Option<ClosureId>,
    /// For kernels: the number of dimensions of the launch.
    pub(super) rank: Option<usize>,
    /// A lambda without a kind that kernels and device functions call: it is a device function there.
    pub(super) on_device: bool,
    pub(super) generics: Vec<(Symbol, i32)>,
    /// Constant strings for parameters that the body matches or compares.
    pub(super) texts: Vec<(Symbol, String)>,
}

impl InstanceKey {
    /// The instance of a function of the top level for argument types.
    pub(super) fn of_function(def: DefId, args: Vec<Option<Type>>) -> InstanceKey {
        InstanceKey {
            def,
            args,
            closure: None,
            rank: None,
            on_device: false,
            generics: Vec::new(),
            texts: Vec::new(),
        }
    }
}

/// The outputs that somebody assumed of an instance that was still being checked.
type Assumption = (InstanceKey, Vec<Type>);

/// What a caller must know of an instance.
#[derive(Clone, Debug)]
struct InstanceInfo {
    id: InstanceId,
    /// Types of the outputs; `Void` for an output that is never assigned.
    outputs: Vec<Type>,
    state: InstanceState,
    /// What was reported on it: said again when a walk that discards its reports was the first to need the instance.
    reports: Vec<Report>,
    /// Where more is known now, it is checked again.
    assumed: Vec<Assumption>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstanceState {
    /// Being checked; outputs are what is known so far.
    Open,
    Done,
}

/// An instance that was made before, or is being made.
pub(super) struct Known {
    pub(super) id: InstanceId,
    pub(super) outputs: Vec<Type>,
    /// What was reported on it.
    pub(super) reports: Vec<Report>,
}

/// Why no further instance is begun.
pub(super) enum Refusal {
    /// Its definition calls itself for ever new types.
    Endless,
    /// Too many instances wait for each other.
    LongChain(usize),
}

/// An instance that is being checked, with the state of the engine before.
pub(super) struct Opened {
    pub(super) id: InstanceId,
    /// How many instances of its definition were open.
    open: usize,
    /// How many assumptions there were.
    assumed: usize,
}

/// All instances of one walk over the program.
#[derive(Default)]
pub(super) struct Instances {
    made: IndexVec<InstanceId, Instance>,
    infos: HashMap<InstanceKey, InstanceInfo>,
    /// How many of them each definition has.
    counts: HashMap<DefId, usize>,
    /// Those that were called while they were being checked.
    recursive: Vec<InstanceId>,
    /// Those of host functions whose end nothing reaches: they raise an error on every path.
    endless: BTreeSet<InstanceId>,
    /// What the instances being checked have assumed of others that are.
    assumed: Vec<Assumption>,
    /// How many instances wait for each other.
    depth: usize,
    /// How many instances of each definition are being checked.
    open: HashMap<DefId, usize>,
}

impl Instances {
    /// An instance that was made before, or is being made: then it calls itself. None where it assumed less than is known now.
    pub(super) fn known(&mut self, key: &InstanceKey) -> Option<Known> {
        let info = self.infos.get(key)?;
        if info.state == InstanceState::Done && info.assumed.iter().any(|it| self.is_outdated(it)) {
            self.forget(key);
            return None;
        }
        let InstanceInfo {
            id, outputs, state, ..
        } = info;
        let (id, outputs) = (*id, outputs.clone());
        let reports = info.reports.clone();
        match state {
            InstanceState::Open => {
                self.assumed.push((key.clone(), outputs.clone()));
                if !self.recursive.contains(&id) {
                    self.recursive.push(id);
                }
            }
            InstanceState::Done => self.assumed.extend_from_slice(&info.assumed),
        }
        Some(Known {
            id,
            outputs,
            reports,
        })
    }

    /// Whether more is known by now than was assumed.
    fn is_outdated(&self, (key, outputs): &Assumption) -> bool {
        let known = self.infos.get(key);
        known.is_some_and(|known| known.outputs != *outputs)
    }

    /// Whether a definition may have one more instance that is being checked.
    pub(super) fn refusal(&self, def: DefId) -> Option<Refusal> {
        if self.count_open(def) >= MOST_OPEN {
            return Some(Refusal::Endless);
        }
        let is_long = self.depth >= stack::bound(LONGEST_CHAIN) || stack::is_half_used();
        is_long.then_some(Refusal::LongChain(self.depth))
    }

    fn count_open(&self, def: DefId) -> usize {
        self.open.get(&def).copied().unwrap_or(0)
    }

    /// Begins an instance, of which callers see these outputs until more is known.
    pub(super) fn open(&mut self, key: &InstanceKey, outputs: Vec<Type>) -> Opened {
        let opened = Opened {
            id: self.made.push(empty_instance()),
            open: self.count_open(key.def),
            assumed: self.assumed.len(),
        };
        self.note(key.clone(), opened.id, outputs, InstanceState::Open);
        self.depth += 1;
        self.open.insert(key.def, opened.open + 1);
        opened
    }

    fn note(
        &mut self,
        key: InstanceKey,
        id: InstanceId,
        outputs: Vec<Type>,
        state: InstanceState,
    ) -> &mut InstanceInfo {
        let info = InstanceInfo {
            id,
            outputs,
            state,
            reports: Vec::new(),
            assumed: Vec::new(),
        };
        let def = key.def;
        let entry = self.infos.entry(key);
        if matches!(entry, Entry::Vacant(_)) {
            *self.counts.entry(def).or_default() += 1;
        }
        entry.insert_entry(info).into_mut()
    }

    fn forget(&mut self, key: &InstanceKey) {
        if self.infos.remove(key).is_some()
            && let Some(count) = self.counts.get_mut(&key.def)
        {
            *count -= 1;
        }
    }

    /// What an open instance gives, as far as it is known after an iteration over its body.
    pub(super) fn learn(&mut self, key: &InstanceKey, outputs: Vec<Type>) {
        if let Some(info) = self.infos.get_mut(key) {
            info.outputs = outputs;
        }
    }

    /// Ends an instance that was begun by [`Instances::open`].
    pub(super) fn close(
        &mut self,
        key: InstanceKey,
        opened: Opened,
        outputs: Vec<Type>,
        reports: Vec<Report>,
    ) {
        self.open.insert(key.def, opened.open);
        self.depth -= 1;
        // Who asked for this one assumes the same, but for what it assumed of itself.
        let mut assumed = self.assumed.split_off(opened.assumed);
        assumed.retain(|(other, _)| *other != key);
        self.assumed.extend(assumed.iter().cloned());
        let waits = outputs.contains(&Type::Error) && !diag::has_errors(&reports);
        if waits && self.recursive.iter().any(|open| *open != opened.id) {
            // It follows from a function that is still being walked: when more is known of that, it is walked again.
            self.forget(&key);
            return;
        }
        let info = self.note(key, opened.id, outputs, InstanceState::Done);
        (info.reports, info.assumed) = (reports, assumed);
    }

    /// A place for an instance that no call asks for.
    pub(super) fn reserve(&mut self) -> InstanceId {
        self.made.push(empty_instance())
    }

    /// Keeps an instance as its last walk found it.
    pub(super) fn keep(&mut self, id: InstanceId, instance: Instance) {
        self.made[id] = instance;
    }

    /// All of them; asked once, after the walk.
    pub(super) fn take(&mut self) -> IndexVec<InstanceId, Instance> {
        std::mem::take(&mut self.made)
    }

    /// An instance whose calls are replaced by its body.
    pub(super) fn inline(&mut self, id: InstanceId) {
        self.made[id].inline = true;
    }

    /// Whether there is an instance whose end nothing reaches.
    pub(super) fn any_endless(&self) -> bool {
        !self.endless.is_empty()
    }

    /// Notes that nothing reaches the end of an instance.
    pub(super) fn note_endless(&mut self, id: InstanceId) {
        self.endless.insert(id);
    }

    /// Whether nothing reaches the end of an instance.
    pub(super) fn is_endless(&self, id: InstanceId) -> bool {
        self.endless.contains(&id)
    }

    /// Whether an instance was called while it was being checked.
    pub(super) fn is_recursive(&self, id: InstanceId) -> bool {
        self.recursive.contains(&id)
    }

    /// Whether any instance was called while it was being checked.
    pub(super) fn any_recursive(&self) -> bool {
        !self.recursive.is_empty()
    }

    /// Whether a definition has an instance.
    pub(super) fn has(&self, def: DefId) -> bool {
        self.counts.get(&def).is_some_and(|count| *count > 0)
    }
}
