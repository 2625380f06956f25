//! Which accesses of a place have no order.
//!
//! For each granule of memory the last unordered readers and writers are kept, in one word while they are one thread or threads of one
//! block in one epoch, in a list otherwise. Granules have four bytes until a part of one is accessed.
//!
//! *Invariant:* an access whose mark is dropped happened before the one that replaces it.

use crate::clocks::{Known, Stamp};

/// Bytes that a page covers.
const PAGE: usize = 1024;
const STAMP_BITS: u32 = 36;
const OWNER_SHIFT: u32 = 3 + STAMP_BITS;
/// Threads of a launch that can be told apart.
pub const MOST_THREADS: u64 = 1 << 24;

const NONE: u64 = 0;
const THREAD: u64 = 1;
const BLOCK: u64 = 2;
const LIST: u64 = 3;
const STRONG: u64 = 4;

/// Who accesses: enough to tell what happened before.
pub struct Viewer<'v> {
    /// The number of the thread in the launch.
    pub thread: u32,
    pub block: u32,
    pub block_size: u32,
    pub stamp: Stamp,
    pub known: &'v Known,
}

impl Viewer<'_> {
    fn knows_thread(&self, thread: u32, stamp: Stamp) -> bool {
        if thread == self.thread {
            return true;
        }
        let block = thread / self.block_size;
        self.knows_block(block, stamp.epoch())
            || self
                .known
                .threads
                .get(&thread)
                .is_some_and(|known| *known >= stamp)
    }

    /// Whether all of a block's accesses in an epoch happened before.
    fn knows_block(&self, block: u32, epoch: u32) -> bool {
        if block == self.block {
            return epoch < self.stamp.epoch();
        }
        self.known
            .blocks
            .get(&block)
            .is_some_and(|known| *known > epoch)
    }
}

/// Readers or writers of a granule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark(u64);

impl Mark {
    fn new(kind: u64, owner: u32, stamp: Stamp, strong: bool) -> Mark {
        let strong = if strong { STRONG } else { 0 };
        Mark(kind | strong | stamp.0 << 3 | u64::from(owner) << OWNER_SHIFT)
    }

    fn kind(self) -> u64 {
        self.0 & 3
    }

    fn is_strong(self) -> bool {
        self.0 & STRONG != 0
    }

    fn owner(self) -> u32 {
        (self.0 >> OWNER_SHIFT) as u32
    }

    fn stamp(self) -> Stamp {
        Stamp(self.0 >> 3 & ((1 << STAMP_BITS) - 1))
    }

    /// The block of a mark that is no list.
    fn block(self, block_size: u32) -> u32 {
        if self.kind() == THREAD {
            self.owner() / block_size
        } else {
            self.owner()
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    readers: Mark,
    writers: Mark,
    /// Instructions of the last read and the last write.
    read_at: u32,
    written_at: u32,
}

#[derive(Clone, Debug)]
struct Page {
    launch: u32,
    fine: bool,
    cells: Vec<Cell>,
}

/// The marks of one memory.
#[derive(Clone, Debug, Default)]
pub struct Shadow {
    pages: Vec<Option<Box<Page>>>,
}

/// Marks that do not fit in a word.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    lists: Vec<Vec<Mark>>,
    /// Where the last block was found in its list: its threads come one after the other.
    last: usize,
}

/// An access to check.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub offset: usize,
    pub size: usize,
    pub reads: bool,
    pub writes: bool,
    /// Atomic, volatile or relaxed: two of these do not race.
    pub strong: bool,
    /// The bytes written are those that are there: two writers of one value do not race.
    pub same_value: bool,
    /// The number of the instruction.
    pub instruction: u32,
    /// The number of the launch.
    pub launch: u32,
}

/// The other side of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Whether the other one wrote.
    pub wrote: bool,
    /// A thread of the launch; nobody in particular where several may be meant.
    pub thread: Option<u32>,
    pub block: Option<u32>,
    pub instruction: u32,
}

impl Shadow {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pages.clear();
    }

    /// Notes an access and tells the one that it races with.
    pub fn access(
        &mut self,
        access: Access,
        viewer: &Viewer<'_>,
        lists: &mut Lists,
    ) -> Option<Conflict> {
        let page = self.page(access.offset / PAGE, access.launch);
        let inside = access.offset % PAGE;
        if !page.fine && (access.size < 4 || !inside.is_multiple_of(4)) {
            page.refine();
        }
        let (first, count) = if page.fine {
            (inside, access.size)
        } else {
            (inside / 4, access.size / 4)
        };
        let end = (first + count).min(page.cells.len());
        let mut found = None;
        for cell in &mut page.cells[first..end] {
            found = found.or(cell.access(&access, viewer, lists));
        }
        found
    }

    fn page(&mut self, index: usize, launch: u32) -> &mut Page {
        if self.pages.len() <= index {
            self.pages.resize_with(index + 1, || None);
        }
        let page = self.pages[index].get_or_insert_with(|| Box::new(Page::new(launch)));
        if page.launch != launch {
            **page = Page::new(launch);
        }
        page
    }
}

impl Page {
    fn new(launch: u32) -> Page {
        Page {
            launch,
            fine: false,
            cells: vec![Cell::default(); PAGE / 4],
        }
    }

    fn refine(&mut self) {
        self.cells = self.cells.iter().flat_map(|cell| [*cell; 4]).collect();
        self.fine = true;
    }
}

impl Cell {
    fn access(
        &mut self,
        access: &Access,
        viewer: &Viewer<'_>,
        lists: &mut Lists,
    ) -> Option<Conflict> {
        let mut conflict = None;
        let forgiven = access.writes && !access.reads && access.same_value;
        if !forgiven && lists.races(self.writers, access.strong, viewer) {
            conflict = Some(self.conflict(true, viewer));
        } else if access.writes && lists.races(self.readers, access.strong, viewer) {
            conflict = Some(self.conflict(false, viewer));
        }
        if access.reads {
            self.readers = lists.note(self.readers, access.strong, viewer);
            self.read_at = access.instruction;
        }
        if access.writes {
            self.writers = lists.note(self.writers, access.strong, viewer);
            self.written_at = access.instruction;
        }
        conflict
    }

    fn conflict(&self, wrote: bool, viewer: &Viewer<'_>) -> Conflict {
        let mark = if wrote { self.writers } else { self.readers };
        let is_thread = mark.kind() == THREAD;
        let has_block = is_thread || mark.kind() == BLOCK;
        Conflict {
            wrote,
            thread: is_thread.then(|| mark.owner()),
            block: has_block.then(|| mark.block(viewer.block_size)),
            instruction: if wrote { self.written_at } else { self.read_at },
        }
    }
}

impl Lists {
    fn ordered(&self, mark: Mark, viewer: &Viewer<'_>) -> bool {
        match mark.kind() {
            NONE => true,
            THREAD => viewer.knows_thread(mark.owner(), mark.stamp()),
            BLOCK => viewer.knows_block(mark.owner(), mark.stamp().epoch()),
            _ => self.of(mark).iter().all(|&part| self.ordered(part, viewer)),
        }
    }

    fn of(&self, mark: Mark) -> &[Mark] {
        let index = (mark.0 >> 3) as usize;
        self.lists.get(index).map_or(&[], Vec::as_slice)
    }

    fn races(&self, mark: Mark, strong: bool, viewer: &Viewer<'_>) -> bool {
        let both_strong = strong && mark.is_strong();
        !both_strong && !self.ordered(mark, viewer)
    }

    /// The mark with the viewer added.
    fn note(&mut self, mark: Mark, strong: bool, viewer: &Viewer<'_>) -> Mark {
        let own = Mark::new(THREAD, viewer.thread, viewer.stamp, strong);
        if self.ordered(mark, viewer) {
            return own;
        }
        let strong = strong && mark.is_strong();
        if mark.kind() != LIST && same_epoch(mark, own, viewer) {
            return block_mark(viewer, strong);
        }
        self.note_in_list(mark, own, strong, viewer)
    }

    fn note_in_list(&mut self, mark: Mark, own: Mark, strong: bool, viewer: &Viewer<'_>) -> Mark {
        let (index, mut parts) = if mark.kind() == LIST {
            let index = (mark.0 >> 3) as usize;
            (index, std::mem::take(&mut self.lists[index]))
        } else {
            self.lists.push(Vec::new());
            (self.lists.len() - 1, vec![mark])
        };
        let is_last = |part: &Mark| part.block(viewer.block_size) == viewer.block;
        let found = match parts.get(self.last).is_some_and(is_last) {
            true => Ok(self.last),
            false => place_of_block(&parts, viewer),
        };
        if let Ok(at) = found {
            self.last = at;
        }
        match found.ok().filter(|&at| same_epoch(parts[at], own, viewer)) {
            Some(at) if parts[at].owner() == own.owner() && parts[at].kind() == THREAD => {
                parts[at] = own;
            }
            Some(at) => parts[at] = block_mark(viewer, strong),
            None => {
                parts.retain(|&part| !self.ordered(part, viewer));
                let at = place_of_block(&parts, viewer).unwrap_or_else(|at| at);
                parts.insert(at, own);
            }
        }
        self.lists[index] = parts;
        Mark(LIST | if strong { STRONG } else { 0 } | (index as u64) << 3)
    }
}

/// Where the mark of the viewer's block is, or would be: a list has one for each block at most, in the order of the blocks, since what a block
/// did in an earlier epoch happened before.
fn place_of_block(parts: &[Mark], viewer: &Viewer<'_>) -> Result<usize, usize> {
    parts.binary_search_by_key(&viewer.block, |part| part.block(viewer.block_size))
}

fn block_mark(viewer: &Viewer<'_>, strong: bool) -> Mark {
    Mark::new(
        BLOCK,
        viewer.block,
        Stamp::new(viewer.stamp.epoch(), 0),
        strong,
    )
}

fn same_epoch(mark: Mark, own: Mark, viewer: &Viewer<'_>) -> bool {
    mark.block(viewer.block_size) == viewer.block && mark.stamp().epoch() == own.stamp().epoch()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: u32 = 4;

    fn at(offset: usize, size: usize, writes: bool) -> Access {
        Access {
            offset,
            size,
            reads: !writes,
            writes,
            strong: false,
            same_value: false,
            instruction: 0,
            launch: 1,
        }
    }

    struct Scene {
        shadow: Shadow,
        lists: Lists,
    }

    impl Scene {
        fn new() -> Scene {
            Scene {
                shadow: Shadow::default(),
                lists: Lists::default(),
            }
        }

        fn go(&mut self, thread: u32, epoch: u32, known: &Known, access: Access) -> bool {
            let viewer = Viewer {
                thread,
                block: thread / SIZE,
                block_size: SIZE,
                stamp: Stamp::new(epoch, 0),
                known,
            };
            self.shadow
                .access(access, &viewer, &mut self.lists)
                .is_some()
        }
    }

    #[test]
    fn a_barrier_orders_threads_of_a_block_only() {
        let (mut scene, nothing) = (Scene::new(), Known::default());
        assert!(!scene.go(0, 0, &nothing, at(0, 4, true)));
        assert!(scene.go(1, 0, &nothing, at(0, 4, false)));
        assert!(!scene.go(1, 1, &nothing, at(0, 4, true)));
        assert!(scene.go(5, 1, &nothing, at(0, 4, false)));
    }

    #[test]
    fn readers_do_not_race_and_none_is_forgotten() {
        let (mut scene, nothing) = (Scene::new(), Known::default());
        for thread in 0..12 {
            assert!(!scene.go(thread, 0, &nothing, at(8, 4, false)));
        }
        // Thread 0 read first; the others have not been ordered.
        assert!(scene.go(0, 0, &nothing, at(8, 4, true)));
    }

    #[test]
    fn marks_of_many_blocks_are_kept_once_for_each() {
        let (mut scene, nothing) = (Scene::new(), Known::default());
        for thread in [17, 1, 9, 5, 13, 2, 16, 9] {
            assert!(!scene.go(thread, 0, &nothing, at(8, 4, false)));
        }
        let blocks = |scene: &Scene| -> Vec<u32> {
            scene.lists.lists[0]
                .iter()
                .map(|mark| mark.block(SIZE))
                .collect()
        };
        assert_eq!(blocks(&scene), [0, 1, 2, 3, 4]);
        // What block 2 did before its barrier happened before what it does now.
        assert!(!scene.go(8, 1, &nothing, at(8, 4, false)));
        assert_eq!(blocks(&scene), [0, 1, 2, 3, 4]);
        assert!(scene.go(8, 1, &nothing, at(8, 4, true)));
    }

    #[test]
    fn bytes_of_one_word_are_apart() {
        let (mut scene, nothing) = (Scene::new(), Known::default());
        assert!(!scene.go(0, 0, &nothing, at(0, 1, true)));
        assert!(!scene.go(1, 0, &nothing, at(1, 1, true)));
        assert!(scene.go(2, 0, &nothing, at(0, 4, false)));
    }

    #[test]
    fn knowledge_of_blocks_orders_them() {
        let (mut scene, mut known) = (Scene::new(), Known::default());
        assert!(!scene.go(0, 2, &known, at(0, 8, true)));
        known.blocks.insert(0, 3);
        assert!(!scene.go(9, 0, &known, at(0, 8, false)));
        known.blocks.insert(0, 2);
        let mut scene = Scene::new();
        assert!(!scene.go(0, 2, &known, at(0, 8, true)));
        assert!(scene.go(9, 0, &known, at(0, 8, false)));
    }

    #[test]
    fn strong_accesses_race_with_weak_ones_only() {
        let (mut scene, nothing) = (Scene::new(), Known::default());
        let strong = Access {
            strong: true,
            reads: true,
            ..at(0, 4, true)
        };
        assert!(!scene.go(0, 0, &nothing, strong));
        assert!(!scene.go(7, 0, &nothing, strong));
        assert!(scene.go(1, 0, &nothing, at(0, 4, false)));
    }

    #[test]
    fn writers_of_the_same_value_and_other_launches_are_no_race() {
        let (mut scene, nothing) = (Scene::new(), Known::default());
        assert!(!scene.go(0, 0, &nothing, at(0, 4, true)));
        let same = Access {
            same_value: true,
            ..at(0, 4, true)
        };
        assert!(!scene.go(1, 0, &nothing, same));
        let later = Access {
            launch: 2,
            ..at(0, 4, true)
        };
        assert!(!scene.go(2, 0, &nothing, later));
    }
}
