//! The entry points of the driver API, by chapter.
//!
//! *Invariant:* a function here checks its arguments and gives the rest to the machine.

mod context;
mod copy;
mod device;
mod launch;
mod memory;
mod module;
mod start;
mod stream;
mod texture;

use crate::call::Entry;

/// All of them.
const CHAPTERS: &[&[Entry]] = &[
    start::ENTRIES,
    device::ENTRIES,
    context::ENTRIES,
    memory::ENTRIES,
    copy::ENTRIES,
    stream::ENTRIES,
    module::ENTRIES,
    launch::ENTRIES,
    texture::ENTRIES,
];

/// All entry points in one row.
fn entries() -> impl Iterator<Item = &'static Entry> {
    CHAPTERS.iter().flat_map(|chapter| chapter.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_entry_point_of_the_facade_is_here_once() {
        let names: Vec<&str> = entries().map(|entry| entry.name).collect();
        let set: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), set.len(), "a name stands twice");
        assert!(names.len() > 90, "{} entry points", names.len());
        let missing: Vec<_> = nvrtc_bridge::ENTRY_POINTS
            .iter()
            .filter(|name| !set.contains(**name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
