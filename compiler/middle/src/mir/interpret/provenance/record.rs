//! What was read and written in a run, and the comparison of two runs.
//!
//! *Invariant:* an access of the later run is found in the earlier one, or is told.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::algebra::{Tag, hash};

/// So many findings of a run are told.
const MOST: usize = 8;

/// A read or write of an element.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The row of the location table of the statement.
    pub loc: i32,
    /// The array; 0 where it is not known.
    pub id: u64,
    /// The element.
    pub number: u64,
    /// Where it comes from.
    pub from: u64,
}

/// A difference to the earlier run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is different.
    pub what: String,
    /// The row of the location table of the statement; 0: of none.
    pub loc: i32,
    /// That of the write which it saw, or which was seen before.
    pub writer: i32,
}

/// The hash of what is a hash.
#[derive(Clone, Copy, Debug, Default)]
pub struct Itself(u64);

impl Hasher for Itself {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _bytes: &[u8]) {
        panic!("only hashes are hashed")
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

type Keys = HashSet<u64, BuildHasherDefault<Itself>>;

/// An array at the end: for each element where it comes from, and the statement that wrote it.
type Last = Vec<([u64; 2], i32)>;

/// The place that arrays were made at, and how many elements they have.
type Kind = (i32, usize);

/// What was read and written in a run.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Accesses under all the names that they are found by.
    keys: Keys,
    /// The statements that read (even) and write (odd).
    sites: HashSet<i64>,
    /// The arrays that were made, with the places.
    pub(super) arrays_of: BTreeMap<u64, i32>,
    last: BTreeMap<Kind, BTreeMap<u64, Last>>,
    /// What the runtime was told to do, with the places.
    effects: HashMap<u64, i32>,
    /// How many reads there were.
    pub reads: u64,
    /// How many reads and writes were found in the earlier run, and elements that are the same at the end.
    pub found: [u64; 3],
    /// Differences to the earlier run.
    pub findings: Vec<Finding>,
    /// Not all could be followed.
    pub unfinished: bool,
    /// There was an error.
    pub failed: bool,
}

/// A read or a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Read = Tag::Read as isize,
    Write = Tag::Write as isize,
}

impl Deed {
    /// The names of an access: as it is, by its statement alone, by its element alone, by its provenance alone.
    fn names(self, access: Access) -> [u64; 4] {
        let Access {
            loc, number, from, ..
        } = access;
        let (deed, loc) = (self as u64, loc as u64);
        [
            hash(&[deed, 1, loc, number, from]),
            hash(&[deed, 2, loc, from]),
            hash(&[deed, 3, number, from]),
            hash(&[deed, 4, from]),
        ]
    }

    fn site(self, loc: i32) -> i64 {
        2 * i64::from(loc) + i64::from(self == Deed::Write)
    }
}

impl Record {
    /// Notes a read of what `writer` wrote.
    pub fn read(&mut self, access: Access, writer: i32, before: Option<&Record>) {
        self.reads += 1;
        self.note(Deed::Read, access, writer, before);
    }

    /// Notes a write.
    pub fn write(&mut self, access: Access, before: Option<&Record>) {
        self.note(Deed::Write, access, 0, before);
    }

    fn note(&mut self, deed: Deed, access: Access, writer: i32, before: Option<&Record>) {
        let names = deed.names(access);
        self.keys.extend(names);
        self.sites.insert(deed.site(access.loc));
        let Some(before) = before else {
            return;
        };
        if before.knows(deed, access, names) {
            self.found[usize::from(deed == Deed::Write)] += 1;
            return;
        }
        let what = match deed {
            // A pass may read early what perhaps nobody needs: what is made of it tells.
            Deed::Read if !before.sites.contains(&deed.site(access.loc)) => return,
            Deed::Read => "a read sees what it did not see before",
            Deed::Write => "a write that was not made before",
        };
        let number = access.number;
        self.tell(format!("{what}: element {number}"), access.loc, writer);
    }

    fn knows(&self, deed: Deed, access: Access, names: [u64; 4]) -> bool {
        let array = access.id == 0 || self.arrays_of.contains_key(&access.id);
        let site = self.sites.contains(&deed.site(access.loc));
        let name = match (site, array) {
            (true, true) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (false, false) => 3,
        };
        self.keys.contains(&names[name])
    }

    /// Notes what the runtime was told to do.
    pub fn effect(&mut self, effect: u64, loc: i32) {
        self.effects.insert(effect, loc);
    }

    /// Notes the elements at the end of the array that a place has made as the how manieth.
    pub fn keep(&mut self, made: i32, number: u64, elements: Last) {
        let kind = (made, elements.len());
        self.last.entry(kind).or_default().insert(number, elements);
    }

    /// Compares the ends of two runs.
    pub fn compare(&mut self, before: &Record) {
        let mut told = Vec::new();
        for (effect, &loc) in &self.effects {
            if !before.effects.contains_key(effect) {
                told.push(("the runtime is told what it was not told before", loc));
            }
        }
        for (effect, &loc) in &before.effects {
            if !self.effects.contains_key(effect) {
                told.push(("the runtime is not told what it was told before", loc));
            }
        }
        told.sort_unstable();
        for (what, loc) in told {
            self.tell(what.to_owned(), loc, 0);
        }
        let last = std::mem::take(&mut self.last);
        for (kind, now) in &last {
            if let Some(then) = before.last.get(kind) {
                let [now, then] = [now, then].map(|arrays| arrays.values().collect::<Vec<_>>());
                self.compare_arrays(kind.0, &now, &then);
            }
        }
        self.last = last;
    }

    /// Compares what a place has made, in the order in which it did. Where one run has made fewer arrays there, a pass has left some out or made more:
    /// those of that run are among those of the other one, in their order.
    fn compare_arrays(&mut self, made: i32, now: &[&Last], then: &[&Last]) {
        if now.len() == then.len() {
            for (now, then) in now.iter().zip(then) {
                self.compare_array(made, now, then);
            }
            return;
        }
        let (fewer, more) = match now.len() < then.len() {
            true => (now, then),
            false => (then, now),
        };
        let mut rest = more.iter();
        for (number, array) in fewer.iter().enumerate() {
            let is_it = |other: &&Last| {
                let mut pairs = array.iter().zip(other.iter());
                pairs.all(|(one, other)| one.0 == other.0)
            };
            let left = rest.clone();
            if rest.any(is_it) {
                self.found[2] += array.len() as u64;
                continue;
            }
            let [now, then] = [now, then].map(|arrays| arrays.len());
            let what = format!(
                "array {number} comes from writes that made no array of this place, of which there are {now} behind the pass, {then} before it"
            );
            self.tell(what, made, 0);
            rest = left;
        }
    }

    fn compare_array(&mut self, made: i32, now: &Last, then: &Last) {
        for (number, (now, then)) in now.iter().zip(then).enumerate() {
            if now.0 == then.0 {
                self.found[2] += 1;
            } else {
                let what = format!("element {number} comes from other writes at the end");
                let loc = if then.1 != 0 { then.1 } else { made };
                self.tell(what, loc, now.1);
            }
        }
    }

    fn tell(&mut self, what: String, loc: i32, writer: i32) {
        if self.findings.len() < MOST {
            self.findings.push(Finding { what, loc, writer });
        }
    }
}
