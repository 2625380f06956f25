//! What is known of one body while it is checked: its variables so far, the place that inference has come to.
//!
//! Its methods answer what needs nothing beyond the body: a new variable, the moves at the end of a loop, the text of a string.
//!
//! *Invariant:* a state is made for one walk over one body and goes when that ends; nothing here is known to other bodies.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::base::persistent::{Map, Set};
use crate::base::{IndexVec, Span, Symbol};
use crate::builtins::profile::{Guard, KernelProfile};
use crate::hir::{Space, Var, VarId};
use crate::resolve::names;
use crate::types::{ClosureId, Type};

use super::environment::{Binding, Environment, Slot};
use super::generics::Generics;
use super::{DefId, exception, flow, function};

/// The state of checking one body.
pub(super) struct BodyState<'a> {
    pub(super) space: Space,
    pub(super) vars: IndexVec<VarId, Var>,
    pub(super) slots: HashMap<(Symbol, Type), VarId>,
    pub(super) env: Environment,
    /// After `break`, `continue` or `return`.
    pub(super) dead: bool,
    pub(super) loops: Vec<flow::Loop<'a>>,
    /// The `try` blocks around, innermost last.
    pub(super) attempts: Vec<exception::Attempt>,
    /// The generic names of the function.
    pub(super) generics: Rc<Generics>,
    pub(super) outputs: Vec<function::Output<'a>>,
    /// What runs after the statement being checked, outermost first.
    pub(super) continuations: Vec<names::Continuation<'a>>,
    pub(super) assignments: Rc<BTreeMap<Symbol, Vec<Span>>>,
    /// The state of the script statements.
    pub(super) script: bool,
    /// The function's own definition and closure type, for calls of itself.
    pub(super) own: Option<(Symbol, DefId, Option<ClosureId>)>,
    /// The definition that this is an instance of.
    pub(super) def: Option<DefId>,
    /// Within an expression that reductions have already rewritten as a whole.
    pub(super) settled: bool,
    /// Within a loop over the elements of a sequence, whose iterations follow each other.
    pub(super) serial_loops: bool,
    pub(super) temporaries: u32,
    /// The conditions around the statement being checked.
    pub(super) guards: Vec<Guard>,
    /// Names that were bound to functions within the function.
    pub(super) nested: Set<Symbol>,
    /// The names as functions were told of them last, in the script.
    pub(super) published: Option<Map<Symbol, Binding>>,
    /// What the function says of how it is made.
    pub(super) profile: KernelProfile,
    /// How many reports there were when the state was made.
    pub(super) first_report: usize,
    /// Variables that hold a list, or a range, of ints that nobody declared: where it is written.
    pub(super) lists: BTreeMap<Slot, Span>,
    /// The array that is stored in, while its name is looked for.
    pub(super) stored: Option<Symbol>,
}

impl BodyState<'_> {
    /// The state of a body that runs in `space` and assigns names at these places, when there are `first_report` reports.
    pub(super) fn new(
        space: Space,
        assignments: Rc<BTreeMap<Symbol, Vec<Span>>>,
        first_report: usize,
    ) -> Self {
        BodyState {
            space,
            vars: IndexVec::new(),
            slots: HashMap::new(),
            env: Environment::default(),
            dead: false,
            loops: Vec::new(),
            attempts: Vec::new(),
            generics: Rc::default(),
            outputs: Vec::new(),
            continuations: Vec::new(),
            assignments,
            script: false,
            own: None,
            def: None,
            settled: false,
            serial_loops: false,
            temporaries: 0,
            guards: Vec::new(),
            nested: Set::default(),
            published: None,
            profile: KernelProfile::default(),
            first_report,
            lists: BTreeMap::new(),
            stored: None,
        }
    }
}
