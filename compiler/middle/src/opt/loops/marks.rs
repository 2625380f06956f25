//! What is to be told of loops that transformations have divided.
//!
//! *Invariant:* every loop of the source is spoken for by one loop at most.

use crate::analysis::loops::verdict::Obstacle;
use crate::mir::passes::copy::Renaming;
use crate::mir::{Label, StrId};
use std::collections::{BTreeMap, BTreeSet};

/// What is to be told of loops that were split, or have several versions.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// For the first part of a loop that was split: the iteration that runs by itself. For the first version of a loop: when it runs.
    pub parts: BTreeMap<Label, String>,
    /// Loops that another one speaks for: parts behind the first, and copies.
    pub copies: BTreeSet<Label>,
    /// What kept loops serial before loops inside of them were split: in the terms of the source.
    pub obstacles: BTreeMap<Label, Obstacle>,
    /// Loops whose iterations have their own elements of arrays, with the names of these. They have two dimensions for one loop of the source.
    pub expanded: BTreeMap<Label, Vec<Option<StrId>>>,
}

impl Marks {
    /// Takes note of further copies.
    pub fn follow(&mut self, renaming: &Renaming) {
        for (label, copy) in &renaming.labels {
            if self.parts.contains_key(label) || self.copies.contains(label) {
                self.copies.insert(*copy);
            }
        }
    }
}
