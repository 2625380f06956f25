//! Who knows of whose accesses: vector clocks over threads and blocks.
//!
//! *Invariant:* knowledge only grows within a launch; what a thread knows of happened before what it does next.

use std::collections::BTreeMap;
use std::rc::Rc;

/// Bits of the count of releases within an epoch.
const RELEASE_BITS: u32 = 14;
const MOST_RELEASES: u32 = (1 << RELEASE_BITS) - 1;
/// Epochs are counted so far; more barriers than that are taken as one.
const MOST_EPOCHS: u32 = (1 << 22) - 1;

/// When an access happened: the barriers that the block has passed, and the releases of the thread since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp(pub u64);

impl Stamp {
    /// From an epoch and a count of releases.
    pub fn new(epoch: u32, releases: u32) -> Stamp {
        let epoch = u64::from(epoch.min(MOST_EPOCHS));
        Stamp(epoch << RELEASE_BITS | u64::from(releases.min(MOST_RELEASES)))
    }

    /// Its epoch.
    pub fn epoch(self) -> u32 {
        (self.0 >> RELEASE_BITS) as u32
    }
}

/// What a thread knows.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Of a thread: its accesses up to a stamp.
    pub threads: BTreeMap<u32, Stamp>,
    /// Of all threads of a block: their accesses before an epoch.
    pub blocks: BTreeMap<u32, u32>,
}

/// Knowledge that many threads may share.
pub type Shared = Rc<Known>;

/// Both together.
pub fn merge(into: &mut Shared, other: &Shared) {
    if Rc::ptr_eq(into, other) || other.threads.is_empty() && other.blocks.is_empty() {
        return;
    }
    if into.threads.is_empty() && into.blocks.is_empty() {
        *into = Rc::clone(other);
        return;
    }
    let news = other
        .threads
        .iter()
        .any(|(thread, stamp)| into.threads.get(thread) < Some(stamp))
        || other
            .blocks
            .iter()
            .any(|(block, epoch)| into.blocks.get(block) < Some(epoch));
    if !news {
        return;
    }
    let known = Rc::make_mut(into);
    for (&thread, &stamp) in &other.threads {
        let old = known.threads.entry(thread).or_default();
        *old = (*old).max(stamp);
    }
    for (&block, &epoch) in &other.blocks {
        let old = known.blocks.entry(block).or_default();
        *old = (*old).max(epoch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_order_by_epoch_then_release() {
        assert!(Stamp::new(1, 5) < Stamp::new(2, 0));
        assert!(Stamp::new(1, 5) < Stamp::new(1, 6));
        assert_eq!(Stamp::new(1, 1 << 20), Stamp::new(1, 1 << 21));
        assert_eq!(Stamp::new(7, 3).epoch(), 7);
    }

    #[test]
    fn merging_keeps_the_later() {
        let mut a = Rc::new(Known::default());
        let mut b = Known::default();
        b.threads.insert(3, Stamp::new(2, 0));
        b.blocks.insert(1, 4);
        merge(&mut a, &Rc::new(b.clone()));
        b.threads.insert(3, Stamp::new(1, 0));
        b.blocks.insert(1, 9);
        merge(&mut a, &Rc::new(b));
        assert_eq!(a.threads[&3], Stamp::new(2, 0));
        assert_eq!(a.blocks[&1], 9);
    }
}
