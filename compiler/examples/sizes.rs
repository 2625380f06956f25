//! Tells what an executable is made of, and why: `cargo run --example sizes -- APP.o ARCHIVE… [--why NAME]`.
//!
//! `APP.o` is what `qc app.q --emit=obj` writes, the archives are `libquasar_rt.a` and, for the same result as the linker of qc, the `libgcc_eh.a`
//! of the C compiler. It prints bytes by kinds of pieces and by packages, then the pieces that keep most of the others in the file: a piece counts
//! with all that would go with it. With `--why`, the way from the program to each piece whose name has that part.
//!
//! *Technique:* dominators of the graph of references by iteration (Cooper, Harvey and Kennedy, 2001).
//!
//! *Invariant:* pieces are found as the linker of qc finds them, so that the sums are those of the file.

#[path = "../src/driver/graft/objects.rs"]
#[allow(
    dead_code,
    reason = "the table is written here, and read by the linker"
)]
mod objects;

#[path = "../objects/mod.rs"]
#[allow(dead_code, reason = "the tests of the reader use the rest")]
mod reading;

use std::collections::{BTreeMap, BTreeSet};

use object::{Object, ObjectSymbol};
use objects::{Column, Kind, Objects, Target};
use quasar_abi::graft::{EXPORT_PREFIX, PROCESS_SYMBOL, SLOT_SYMBOL};

/// Lines of each list.
const LINES: usize = 60;

/// The pieces of a program, in the order in which a search in depth leaves them, backwards: what leads to a piece mostly comes before it.
struct Graph<'a> {
    objects: Objects<'a>,
    /// Numbers of pieces.
    order: Vec<u32>,
    /// The places in `order` of what leads to a piece; the program itself is none of them.
    before: Vec<Vec<Option<usize>>>,
}

impl<'a> Graph<'a> {
    fn new(objects: Objects<'a>, roots: &[u32]) -> Graph<'a> {
        let order = depth_first(&objects, roots);
        let place: BTreeMap<u32, usize> = order.iter().copied().zip(0..).collect();
        let mut before: Vec<Vec<Option<usize>>> = vec![Vec::new(); order.len()];
        for root in roots {
            before[place[root]].push(None);
        }
        for (number, piece) in order.iter().enumerate() {
            for target in targets(&objects, *piece) {
                before[place[&target]].push(Some(number));
            }
        }
        Graph {
            objects,
            order,
            before,
        }
    }

    /// The nearest piece that each way to a piece goes through; none for the program itself.
    fn dominators(&self) -> Vec<Option<usize>> {
        let mut found: Vec<Option<Option<usize>>> = vec![None; self.order.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for number in 0..self.order.len() {
                let mut ways = self.before[number].iter().copied();
                let mut new: Option<Option<usize>> = None;
                for way in ways.by_ref() {
                    if way.is_some_and(|way| found[way].is_none()) {
                        continue;
                    }
                    new = Some(match new {
                        None => way,
                        Some(other) => common(&found, way, other),
                    });
                }
                changed |= found[number] != new;
                found[number] = new;
            }
        }
        found.into_iter().map(Option::flatten).collect()
    }

    /// The name of a piece, or of what leads to it.
    fn name(&self, number: usize) -> String {
        let piece = self.order[number];
        if let Some((name, ..)) = self.objects.symbols(piece).next() {
            return String::from_utf8_lossy(self.objects.name(name)).into_owned();
        }
        let kind = self.objects.kind(piece);
        let owner = self.before[number].iter().flatten().find(|owner| {
            let mut symbols = self.objects.symbols(self.order[**owner]);
            symbols.next().is_some()
        });
        match owner {
            Some(owner) => format!("{} {kind:?}", self.name(*owner)),
            None => format!("? {kind:?}"),
        }
    }

    fn size(&self, number: usize) -> u64 {
        let piece = self.order[number];
        match self.objects.kind(piece).is_zero() {
            true => 0,
            false => self.objects.size(piece),
        }
    }

    /// Prints how a constant begins.
    fn print_text(&self, number: usize) {
        let piece = self.order[number];
        if self.objects.kind(piece) == Kind::ReadOnly {
            let all = self.objects.contents(self.objects.all_contents(), piece);
            let begin = &all[..all.len().min(160)];
            println!("    {:?}", String::from_utf8_lossy(begin));
        }
    }

    /// Prints sums of bytes by what a function says of pieces.
    fn print_sums(&self, title: &str, group: &dyn Fn(usize) -> String) {
        let mut sums: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for number in 0..self.order.len() {
            let sum = sums.entry(group(number)).or_default();
            *sum = (sum.0 + self.size(number), sum.1 + 1);
        }
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_by_key(|(_, (bytes, _))| std::cmp::Reverse(*bytes));
        println!("{title}");
        for (name, (bytes, count)) in sums.iter().take(LINES) {
            println!("{bytes:9} {count:6}  {name}");
        }
    }

    /// Prints the pieces that keep most.
    fn print_kept(&self) {
        let above = self.dominators();
        let mut kept: Vec<u64> = (0..self.order.len()).map(|at| self.size(at)).collect();
        // A dominator comes before what it dominates.
        for number in (0..self.order.len()).rev() {
            if let Some(owner) = above[number] {
                kept[owner] += kept[number];
            }
        }
        let mut rows: Vec<usize> = (0..self.order.len()).collect();
        rows.sort_by_key(|number| std::cmp::Reverse(kept[*number]));
        println!("bytes kept, own bytes, piece, the nearest that keeps it");
        for number in rows.into_iter().take(3 * LINES) {
            let owner = above[number].map_or("the program".to_owned(), |owner| self.name(owner));
            let (own, name) = (self.size(number), self.name(number));
            println!("{:9} {own:7}  {name}  < {owner}", kept[number]);
        }
    }

    /// Prints the shortest way to each piece with a part of a name.
    fn print_ways(&self, part: &str) {
        let from = self.shortest_ways();
        for number in 0..self.order.len() {
            if !self.name(number).contains(part) {
                continue;
            }
            println!("{} {}", self.size(number), self.name(number));
            self.print_text(number);
            let mut way = from[number];
            while let Some(owner) = way {
                println!("    < {}", self.name(owner));
                way = from[owner];
            }
        }
    }

    /// Where the shortest way from the program comes from, for each piece; none for those that the program itself refers to.
    fn shortest_ways(&self) -> Vec<Option<usize>> {
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); self.order.len()];
        for (number, before) in self.before.iter().enumerate() {
            for owner in before.iter().flatten() {
                after[*owner].push(number);
            }
        }
        let numbers = 0..self.order.len();
        let mut next: Vec<usize> = numbers
            .filter(|number| self.before[*number].contains(&None))
            .collect();
        let mut seen: BTreeSet<usize> = next.iter().copied().collect();
        let mut from = vec![None; self.order.len()];
        let mut at = 0;
        while let Some(number) = next.get(at).copied() {
            at += 1;
            for target in &after[number] {
                if seen.insert(*target) {
                    from[*target] = Some(number);
                    next.push(*target);
                }
            }
        }
        from
    }
}

/// The nearest piece that dominates both.
fn common(
    found: &[Option<Option<usize>>],
    one: Option<usize>,
    other: Option<usize>,
) -> Option<usize> {
    let (mut one, mut other) = (one, other);
    while one != other {
        let (Some(first), Some(second)) = (one, other) else {
            return None;
        };
        match first > second {
            true => one = found[first].flatten(),
            false => other = found[second].flatten(),
        }
    }
    one
}

/// What a piece refers to.
fn targets(objects: &Objects<'_>, piece: u32) -> Vec<u32> {
    // It refers to others only if something else needs those.
    if objects.column(Column::Optional).contains(&piece) {
        return Vec::new();
    }
    let relocations = objects.relocations(piece);
    let targets = relocations.filter_map(|relocation| match relocation.target {
        Target::Piece(target) => Some(target),
        Target::Import(_) | Target::FirstInitialiser | Target::EndOfInitialisers | Target::File => {
            None
        }
    });
    let targets: BTreeSet<u32> = targets
        .chain(objects.frames(piece).iter().copied())
        .collect();
    targets.into_iter().collect()
}

fn depth_first(objects: &Objects<'_>, roots: &[u32]) -> Vec<u32> {
    let mut seen = vec![false; objects.len()];
    let mut order = Vec::new();
    for root in roots {
        let mut open: Vec<(u32, Vec<u32>)> = Vec::new();
        if !std::mem::replace(&mut seen[*root as usize], true) {
            open.push((*root, targets(objects, *root)));
        }
        while let Some((piece, left)) = open.last_mut() {
            let Some(target) = left.pop() else {
                order.push(*piece);
                open.pop();
                continue;
            };
            if !std::mem::replace(&mut seen[target as usize], true) {
                open.push((target, targets(objects, target)));
            }
        }
    }
    order.reverse();
    order
}

/// The package that a mangled name of Rust begins with; of a method of a type that of the type.
fn package(name: &str) -> String {
    let first = match (name.strip_prefix("_ZN"), name.strip_prefix("_R")) {
        (Some(rest), _) => rest.trim_start_matches(|digit: char| digit.is_ascii_digit()),
        // The root of a path is `Cs<hash>_<length><name>` (RFC 2603).
        (None, Some(rest)) => rest
            .split_once("Cs")
            .and_then(|(_, root)| root.split_once('_'))
            .map_or(rest, |(_, named)| {
                named.trim_start_matches(|digit: char| digit.is_ascii_digit())
            }),
        (None, None) => return "not Rust".to_owned(),
    };
    let first = first.trim_start_matches("_$LT$").trim_start_matches('$');
    let first = first.trim_start_matches("RF$").trim_start_matches("LT$");
    let end = first.find(|mark: char| !mark.is_alphabetic() && mark != '_');
    first[..end.unwrap_or(first.len())].to_owned()
}

/// The first pieces: what the object file asks for, and what every program has.
fn roots(objects: &Objects<'_>, program: &[u8]) -> Vec<u32> {
    let file = object::File::parse(program).expect("an object file");
    let undefined = file.symbols().filter(ObjectSymbol::is_undefined);
    let names = undefined.filter_map(|symbol| symbol.name().ok());
    let own = [PROCESS_SYMBOL, SLOT_SYMBOL].into_iter();
    let found = own.chain(names).filter_map(|name| objects.export(name));
    let pieces = found.map(|(piece, _)| piece);
    let always = objects.column(Column::Always).iter().copied();
    let roots: BTreeSet<u32> = pieces.chain(always).collect();
    roots.into_iter().collect()
}

/// The table of the archives' pieces, at an address that numbers may be read at.
fn table(archives: &[Vec<u8>]) -> Vec<u64> {
    let always = [PROCESS_SYMBOL, SLOT_SYMBOL];
    let table = reading::table(archives, &always, EXPORT_PREFIX, reading::Names::All);
    let table = table.unwrap_or_else(|error| panic!("{error}"));
    let words = table.chunks(8).map(|word| {
        let mut full = [0; 8];
        full[..word.len()].copy_from_slice(word);
        u64::from_le_bytes(full)
    });
    words.collect()
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let why = words.iter().position(|word| word == "--why");
    let why = why.map(|at| words.drain(at..).nth(1).expect("--why needs a name"));
    let files = words
        .iter()
        .map(|path| std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}")));
    let files: Vec<Vec<u8>> = files.collect();
    let (program, archives) = files.split_first().expect("an object file and archives");
    let aligned = table(archives);
    let objects = Objects::read(object::pod::bytes_of_slice(&aligned)).expect("a table");
    let graph = Graph::new(objects, &roots(&objects, program));
    if let Some(part) = why {
        return graph.print_ways(&part);
    }
    graph.print_sums("bytes, pieces, kind", &|number| {
        let kind: Kind = graph.objects.kind(graph.order[number]);
        format!("{kind:?}")
    });
    graph.print_sums("bytes, pieces, package", &|number| {
        package(&graph.name(number))
    });
    graph.print_kept();
}
