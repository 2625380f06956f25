//! Choosing what the roots need, and writing it as a table.
//!
//! *Invariant:* a piece, or one that is equal, is in the table if and only if a root needs it, by whatever way.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::frames::Record;
use super::input::{Relocation, Section};
use super::system::{self, Origin};
use quasar_abi::graft::{EXPORT_PREFIX, ROOMS_SYMBOL};

use super::{Inputs, Machine, Meaning, Names, arm, fold, x86};
use crate::objects::{Column, Kind, Reference, Target, Writer};

/// The alignment that the linker gives to the variables of a thread.
const THREAD_ALIGN: u64 = 64;

/// Where a description of a frame has the distance to what it shares with others.
const COMMON: usize = 4;

/// A relocation of one of the linker's kinds; the target is still a symbol of the object file.
#[derive(Clone, Copy, Debug)]
pub struct Simple {
    /// Where it lies in its piece.
    pub offset: u32,
    /// The kind.
    pub reference: Reference,
    /// The number of the symbol.
    pub symbol: usize,
    /// Added to its address.
    pub addend: i64,
}

impl Simple {
    /// The relocation with another kind.
    pub fn new(from: &Relocation, reference: Reference) -> Simple {
        Simple {
            offset: from.offset as u32,
            reference,
            symbol: from.symbol,
            addend: from.addend,
        }
    }
}

/// Where a piece comes from. The order is that of the table, within a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Source {
    /// A section of an object file.
    Section(usize, usize),
    /// What a section that is taken apart has from an offset on.
    Entry(usize, usize, usize),
    /// A record of its descriptions of frames.
    Record(usize, usize),
    /// A word that holds the address of a place: section and offset.
    Word(usize, usize, u64),
    /// A word that holds the address of one of the linker's own symbols.
    OwnWord(Target),
}

/// What has been found so far.
struct Search<'a> {
    inputs: &'a Inputs<'a>,
    /// Pieces by kind and source.
    found: BTreeMap<(Kind, Source), Piece>,
    /// Sources whose references are still to be followed.
    open: Vec<(Kind, Source)>,
    /// Descriptions of frames by the section of their function.
    described: HashMap<(usize, usize), Vec<usize>>,
    /// The first of equal entries, by alignment and bytes.
    entries: HashMap<(u64, &'a [u8]), Source>,
    /// Names of symbols that no library is known to have.
    missing: Vec<String>,
}

/// A piece whose references are followed.
#[derive(Default)]
struct Piece {
    bytes: Vec<u8>,
    zeros: u64,
    align: u64,
    references: Vec<(u32, Reference, Aim, i64)>,
    frames: Vec<(Kind, Source)>,
}

/// A word that holds an address.
fn word(aim: Aim, offset: i64) -> Piece {
    Piece {
        bytes: vec![0; 8],
        align: 8,
        references: vec![(0, Reference::Absolute64, aim, offset)],
        ..Piece::default()
    }
}

/// What a reference aims at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Aim {
    Piece(Kind, Source),
    System(Vec<u8>, bool),
    Linker(Target),
}

/// The table of what `roots` need.
pub fn build(inputs: &Inputs<'_>, roots: &BTreeSet<&str>, names: Names) -> Result<Vec<u8>, String> {
    let mut search = Search {
        inputs,
        found: BTreeMap::new(),
        open: Vec::new(),
        described: described(inputs),
        entries: HashMap::new(),
        missing: Vec::new(),
    };
    for root in roots {
        match inputs.find(root) {
            Some(Meaning::Place {
                object, section, ..
            }) => {
                search.reach_section(object, section);
            }
            _ => search.missing.push((*root).to_owned()),
        }
    }
    search.follow()?;
    if !search.missing.is_empty() {
        search.missing.sort();
        search.missing.dedup();
        return Err(format!("nothing defines {}", search.missing.join(", ")));
    }
    write(inputs, &search.found, roots, names)
}

/// The descriptions of frames by the section of their function; an assembler may have described what another file has.
fn described(inputs: &Inputs<'_>) -> HashMap<(usize, usize), Vec<usize>> {
    let mut described: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
    for (number, object) in inputs.objects.iter().enumerate() {
        for (index, record) in object.records.iter().enumerate() {
            if record.common.is_none() {
                continue;
            }
            let symbol = &object.symbols[record.relocations[0].symbol];
            if let Some(section) = symbol.section {
                described.entry((number, section)).or_default().push(index);
            }
        }
    }
    described
}

impl Search<'_> {
    /// Follows what is open until nothing is.
    fn follow(&mut self) -> Result<(), String> {
        loop {
            while let Some(next) = self.open.pop() {
                let piece = self.piece(next)?;
                self.found.insert(next, piece);
            }
            // Functions that run first belong to object files of which anything is used.
            if !self.reach_kept() {
                return Ok(());
            }
        }
    }

    /// Reaches what stays in object files that are used; whether there was anything new.
    fn reach_kept(&mut self) -> bool {
        let used: Vec<usize> = {
            let objects = self.found.keys().filter_map(|(_, source)| match source {
                Source::Section(object, _) => Some(*object),
                _ => None,
            });
            let mut objects: Vec<usize> = objects.collect();
            objects.sort_unstable();
            objects.dedup();
            objects
        };
        let before = self.open.len();
        for object in used {
            for (index, section) in self.inputs.objects[object].sections.iter().enumerate() {
                if section.kind == Some(Kind::Initialiser) || section.kept && section.kind.is_some()
                {
                    self.reach_section(object, index);
                }
            }
        }
        self.open.len() > before
    }

    fn reach_section(&mut self, object: usize, section: usize) -> Option<Aim> {
        let kind = self.inputs.objects[object].sections[section].kind?;
        Some(self.reach(kind, Source::Section(object, section)))
    }

    /// What is wrong with a reference to such a section.
    fn not_loaded(&self, object: usize, section: usize) -> String {
        let symbols = &self.inputs.objects[object].symbols;
        let named = symbols
            .iter()
            .find(|symbol| symbol.named && symbol.section == Some(section));
        let name = named.map_or_else(String::new, |symbol| {
            String::from_utf8_lossy(symbol.name).into_owned()
        });
        format!(
            "a reference aims at section {section} of object file {object}, which is not loaded: {name}"
        )
    }

    fn reach(&mut self, kind: Kind, source: Source) -> Aim {
        if let Entry::Vacant(place) = self.found.entry((kind, source)) {
            place.insert(Piece::default());
            self.open.push((kind, source));
        }
        Aim::Piece(kind, source)
    }

    fn piece(&mut self, (_, source): (Kind, Source)) -> Result<Piece, String> {
        match source {
            Source::Section(object, index) => {
                let inputs = self.inputs;
                self.section(object, index, &inputs.objects[object].sections[index])
            }
            Source::Entry(object, index, start) => {
                let section = &self.inputs.objects[object].sections[index];
                let range = section.entry_at(start).expect("it was reached as one");
                Ok(Piece {
                    bytes: section.bytes[range].to_vec(),
                    align: section.align,
                    ..Piece::default()
                })
            }
            Source::Record(object, index) => {
                let inputs = self.inputs;
                self.record(object, &inputs.objects[object].records[index])
            }
            Source::Word(object, section, offset) => {
                let aim = self
                    .reach_section(object, section)
                    .ok_or_else(|| self.not_loaded(object, section))?;
                Ok(word(aim, offset as i64))
            }
            Source::OwnWord(target) => Ok(word(Aim::Linker(target), 0)),
        }
    }

    fn section(
        &mut self,
        object: usize,
        index: usize,
        section: &Section<'_>,
    ) -> Result<Piece, String> {
        let kind = section.kind.expect("only such are reached");
        if matches!(kind, Kind::ThreadData | Kind::ThreadZero) && section.align > THREAD_ALIGN {
            return Err("a variable of the thread has an unusual alignment".to_owned());
        }
        let mut piece = Piece {
            bytes: section.bytes.to_vec(),
            zeros: if kind.is_zero() { section.size } else { 0 },
            align: section.align,
            ..Piece::default()
        };
        let relocations = section.relocations();
        piece.references = self.references(object, &mut piece.bytes, &relocations)?;
        let words = section.words.iter();
        piece.references.extend(words.map(|(at, word)| {
            let aim = Aim::Linker(Target::File);
            (*at, Reference::Constant64, aim, i64::from(*word))
        }));
        for record in self
            .described
            .get(&(object, index))
            .cloned()
            .unwrap_or_default()
        {
            let source = Source::Record(object, record);
            self.reach(Kind::Frame, source);
            piece.frames.push((Kind::Frame, source));
        }
        Ok(piece)
    }

    fn record(&mut self, object: usize, record: &Record<'_>) -> Result<Piece, String> {
        let mut piece = Piece {
            bytes: record.bytes.to_vec(),
            align: 4,
            ..Piece::default()
        };
        piece.references = self.references(object, &mut piece.bytes, &record.relocations)?;
        if let Some(common) = record.common {
            let common = self.reach(Kind::Common, Source::Record(object, common));
            // The distance to it, which the linker writes anew.
            piece.bytes[COMMON..COMMON + 4].fill(0);
            let at = COMMON as u32;
            piece.references.push((at, Reference::Back32, common, 0));
        }
        Ok(piece)
    }

    /// The references of a piece, with what they aim at.
    fn references(
        &mut self,
        object: usize,
        bytes: &mut [u8],
        relocations: &[Relocation],
    ) -> Result<Vec<(u32, Reference, Aim, i64)>, String> {
        let inputs = self.inputs;
        let is_near = |symbol| !matches!(inputs.meaning(object, symbol), Meaning::System { .. });
        let simple = match inputs.machine {
            Machine::X86 => x86::simplify(bytes, relocations, &is_near),
            Machine::Arm => arm::simplify(bytes, relocations, &is_near),
        };
        let simple = simple?.into_iter();
        simple
            .map(|reference| self.aim(object, reference))
            .collect()
    }

    fn aim(&mut self, object: usize, simple: Simple) -> Result<(u32, Reference, Aim, i64), String> {
        let (mut reference, mut addend) = (simple.reference, simple.addend);
        let aim = match self.inputs.meaning(object, simple.symbol) {
            Meaning::Place {
                object,
                section,
                offset,
            } if reference.by_table() => {
                reference = direct(reference);
                self.reach(Kind::Relocated, Source::Word(object, section, offset))
            }
            Meaning::Place {
                object: other,
                section,
                offset,
            } => {
                let symbol = &self.inputs.objects[object].symbols[simple.symbol];
                let meant = match symbol.of_section {
                    false => Some(offset as i64),
                    true => self.meant(reference, addend),
                };
                let (aim, left) = self.place(other, section, meant, addend + offset as i64)?;
                addend = left;
                aim
            }
            Meaning::System { name, weak } => {
                let name = String::from_utf8_lossy(name).into_owned();
                if !weak && system::origin(&name, self.inputs.machine).is_none() {
                    self.missing.push(name.clone());
                }
                Aim::System(name.into_bytes(), weak)
            }
            Meaning::Linker(target) if reference.by_table() => {
                reference = direct(reference);
                self.reach(Kind::Relocated, Source::OwnWord(target))
            }
            Meaning::Linker(target) => Aim::Linker(target),
        };
        Ok((simple.offset, reference, aim, addend))
    }
}

impl Search<'_> {
    /// The place in a section that a reference to the section itself means. In code of x86-64 the distance counts from the end of an instruction,
    /// which nobody knows here.
    fn meant(&self, reference: Reference, addend: i64) -> Option<i64> {
        match (self.inputs.machine, reference) {
            (Machine::Arm, _) | (Machine::X86, Reference::Absolute64) => Some(addend),
            (Machine::X86, _) => None,
        }
    }

    /// The piece that has a place of a section, and what is added to its address. `meant` is the place that tells which one, if it is known, and
    /// `addend` what would be added to the address of the section.
    fn place(
        &mut self,
        object: usize,
        section: usize,
        meant: Option<i64>,
        addend: i64,
    ) -> Result<(Aim, i64), String> {
        if let Some((aim, start)) = meant.and_then(|meant| self.reach_entry(object, section, meant))
        {
            return Ok((aim, addend - start));
        }
        let aim = self.reach_section(object, section);
        let aim = aim.ok_or_else(|| self.not_loaded(object, section))?;
        Ok((aim, addend))
    }

    /// The entry of a section that has a place, and where it begins in its section; none if the section stays whole.
    fn reach_entry(&mut self, object: usize, section: usize, place: i64) -> Option<(Aim, i64)> {
        let inputs = self.inputs;
        let found = &inputs.objects[object].sections[section];
        let range = found.entry_at(usize::try_from(place).ok()?)?;
        let start = range.start;
        let source = Source::Entry(object, section, start);
        let equal = self.entries.entry((found.align, &found.bytes[range]));
        let first = *equal.or_insert(source);
        Some((self.reach(found.kind?, first), start as i64))
    }
}

/// The reference to a word of the file, instead of one to a word of the table of addresses.
fn direct(reference: Reference) -> Reference {
    match reference {
        Reference::ArmTablePage => Reference::ArmPage,
        Reference::ArmTableLow => Reference::ArmLow8,
        _ => Reference::Relative32,
    }
}

/// What the system's libraries are asked for, by name, and whether a program may go without.
fn imports(found: &BTreeMap<(Kind, Source), Piece>) -> BTreeMap<&[u8], bool> {
    let mut imports: BTreeMap<&[u8], bool> = BTreeMap::new();
    let all = found.values().flat_map(|piece| &piece.references);
    for (_, _, aim, _) in all {
        if let Aim::System(name, weak) = aim {
            let entry = imports.entry(name).or_insert(*weak);
            *entry &= *weak;
        }
    }
    imports
}

/// What has been found, with one piece in the places of those that are equal.
struct Folded<'f> {
    /// The pieces that stay, in the order of their numbers, each with the sections that it stands for.
    kept: Vec<(&'f (Kind, Source), &'f Piece, Vec<(usize, usize)>)>,
    /// The numbers of all, also of those in whose places there are others.
    numbers: HashMap<(Kind, Source), u32>,
}

impl<'f> Folded<'f> {
    fn new(
        inputs: &Inputs<'_>,
        found: &'f BTreeMap<(Kind, Source), Piece>,
        optional: Option<Source>,
    ) -> Folded<'f> {
        let places: HashMap<&(Kind, Source), usize> = found.keys().zip(0..).collect();
        let next: Vec<Vec<usize>> = found
            .values()
            .map(|piece| aims(piece).map(|aim| places[&aim]).collect())
            .collect();
        let first = fold::first_equal(&kinds(inputs, found, optional), &next);
        let mut folded = Folded {
            kept: Vec::new(),
            numbers: HashMap::new(),
        };
        let mut numbers = Vec::new();
        for (place, (key, piece)) in found.iter().enumerate() {
            if first[place] == place {
                numbers.push(folded.kept.len());
                folded.kept.push((key, piece, Vec::new()));
            } else {
                numbers.push(numbers[first[place]]);
            }
            let number = numbers[place];
            if let Source::Section(object, section) = key.1 {
                folded.kept[number].2.push((object, section));
            }
            folded.numbers.insert(*key, number as u32);
        }
        folded
    }
}

/// The pieces that one refers to.
fn aims(piece: &Piece) -> impl Iterator<Item = (Kind, Source)> + '_ {
    let aims = piece.references.iter();
    let aims = aims.filter_map(|(_, _, aim, _)| match aim {
        Aim::Piece(kind, source) => Some((*kind, *source)),
        Aim::System(..) | Aim::Linker(_) => None,
    });
    aims.chain(piece.frames.iter().copied())
}

/// A number for each piece: the same for those that may become one if they refer to the same.
///
/// These are functions, with their descriptions, and constants without a name: nobody compares their addresses. A function of the table of rooms is
/// not equal to others, since it would tell of a room that is not there.
fn kinds(
    inputs: &Inputs<'_>,
    found: &BTreeMap<(Kind, Source), Piece>,
    optional: Option<Source>,
) -> Vec<usize> {
    let rooms = found
        .iter()
        .find(|((_, source), _)| Some(*source) == optional);
    let rooms: BTreeSet<(Kind, Source)> = rooms
        .into_iter()
        .flat_map(|(_, piece)| aims(piece))
        .collect();
    let named = named(inputs);
    let mut numbers = HashMap::new();
    let all = found.iter().map(|(key, piece)| {
        let may = match key {
            (Kind::Text | Kind::Common | Kind::Frame, _) => !rooms.contains(key),
            (Kind::ReadOnly | Kind::Relocated, Source::Section(object, section)) => {
                !named.contains(&(*object, *section))
            }
            (Kind::ReadOnly | Kind::Relocated, _) => true,
            (
                Kind::ThreadData | Kind::ThreadZero | Kind::Initialiser | Kind::Data | Kind::Zero,
                _,
            ) => false,
        };
        let references = piece.references.iter();
        let references = references.map(|(offset, reference, aim, addend)| {
            let outside = match aim {
                Aim::Piece(..) => None,
                Aim::System(..) | Aim::Linker(_) => Some(aim),
            };
            (*offset, *reference as u32, outside, *addend)
        });
        let looks = (piece.align, &piece.bytes, references.collect::<Vec<_>>());
        let new = numbers.len();
        *numbers
            .entry(((!may).then_some(key), key.0, looks))
            .or_insert(new)
    });
    all.collect()
}

/// The sections that symbols of functions and variables name.
fn named(inputs: &Inputs<'_>) -> BTreeSet<(usize, usize)> {
    let objects = inputs.objects.iter().enumerate();
    let sections = objects.flat_map(|(number, object)| {
        let symbols = object.symbols.iter();
        let named = symbols.filter(|symbol| symbol.named);
        named.filter_map(move |symbol| Some((number, symbol.section?)))
    });
    sections.collect()
}

/// The table of pieces that were found.
fn write(
    inputs: &Inputs<'_>,
    found: &BTreeMap<(Kind, Source), Piece>,
    roots: &BTreeSet<&str>,
    names: Names,
) -> Result<Vec<u8>, String> {
    let mut writer = Writer::new();
    let imports = imports(found);
    for (name, weak) in &imports {
        let name = String::from_utf8_lossy(name);
        write_import(
            &mut writer,
            &name,
            *weak,
            system::origin(&name, inputs.machine),
        );
    }
    let imports: HashMap<&[u8], u32> = imports.keys().copied().zip(0..).collect();
    let optional = optional(inputs);
    let symbols = symbols(inputs, names);
    let folded = Folded::new(inputs, found, optional);
    let pieces = &folded.numbers;
    for ((kind, source), piece, sections) in &folded.kept {
        write_piece(&mut writer, *kind, piece);
        begin_lists(&mut writer);
        write_references(&mut writer, piece, pieces, &imports)?;
        for frame in &piece.frames {
            writer.push(Column::Frames, pieces[frame]);
        }
        let number = pieces[&(*kind, *source)];
        for (name, offset, size) in names_of(sections, &symbols, names) {
            write_symbol(&mut writer, name, offset, size);
        }
        if optional == Some(*source) {
            writer.push(Column::Optional, number);
        }
        if *kind == Kind::Initialiser {
            writer.push(Column::Always, number);
        }
    }
    begin_lists(&mut writer);
    write_exports(&mut writer, inputs, pieces, roots);
    Ok(writer.finish())
}

/// The table of rooms that a program may lack.
fn optional(inputs: &Inputs<'_>) -> Option<Source> {
    match inputs.find(ROOMS_SYMBOL)? {
        Meaning::Place {
            object, section, ..
        } => Some(Source::Section(object, section)),
        Meaning::System { .. } | Meaning::Linker(_) => None,
    }
}

/// The references of a piece, what they aim at by its number.
fn write_references(
    writer: &mut Writer,
    piece: &Piece,
    pieces: &HashMap<(Kind, Source), u32>,
    imports: &HashMap<&[u8], u32>,
) -> Result<(), String> {
    for (offset, reference, aim, addend) in &piece.references {
        let target = match aim {
            Aim::Piece(kind, source) => Target::Piece(pieces[&(*kind, *source)]),
            Aim::System(name, _) => Target::Import(imports[&name[..]]),
            Aim::Linker(target) => *target,
        };
        let addend = i32::try_from(*addend).map_err(|_| "an addend is too large")?;
        writer.push(Column::Offset, *offset);
        writer.push(Column::Reference, *reference as u32);
        writer.push(Column::Target, target.pack());
        writer.push(Column::Addend, addend as u32);
    }
    Ok(())
}

/// The names of a piece. One that stands for several functions is called by those of the runtime's table among them, since the others would mislead;
/// who asks for all names gets the first.
fn names_of<'a>(
    sections: &[(usize, usize)],
    symbols: &HashMap<(usize, usize), Vec<(&'a str, u64, u64)>>,
    names: Names,
) -> Vec<(&'a str, u64, u64)> {
    let of = |section| symbols.get(section).map_or(&[][..], Vec::as_slice);
    let is_exported = |symbol: &&(&str, u64, u64)| symbol.0.starts_with(EXPORT_PREFIX);
    match (sections, names) {
        ([section], _) | ([section, ..], Names::All) => of(section).to_vec(),
        (several, _) => {
            let all = several.iter().flat_map(of);
            all.filter(is_exported).copied().collect()
        }
    }
}

fn write_symbol(writer: &mut Writer, name: &str, offset: u64, size: u64) {
    let name = writer.text(name);
    writer.push(Column::SymbolName, name);
    writer.push(Column::SymbolOffset, offset as u32);
    writer.push(Column::SymbolSize, size as u32);
}

/// Where the lists of the next piece begin.
fn begin_lists(writer: &mut Writer) {
    for (starts, list) in [
        (Column::Relocations, Column::Offset),
        (Column::FrameLists, Column::Frames),
        (Column::Symbols, Column::SymbolName),
    ] {
        let count = writer.count(list);
        writer.push(starts, count);
    }
}

fn write_piece(writer: &mut Writer, kind: Kind, piece: &Piece) {
    writer.push(Column::Kind, kind as u32);
    writer.push(Column::Align, piece.align.trailing_zeros());
    let start = writer.contents.len() as u32;
    writer.push(Column::Start, start);
    writer.contents.extend(&piece.bytes);
    writer.push(
        Column::Size,
        (piece.bytes.len() as u64 + piece.zeros) as u32,
    );
}

fn write_import(writer: &mut Writer, name: &str, weak: bool, origin: Option<Origin>) {
    let name = writer.text(name);
    let (library, version) = match origin {
        Some(origin) => (writer.text(origin.library), writer.text(origin.version)),
        None => (0, 0),
    };
    writer.push(Column::ImportName, name);
    writer.push(Column::ImportLibrary, library);
    writer.push(Column::ImportVersion, version);
    writer.push(Column::ImportWeak, weak.into());
}

fn write_exports(
    writer: &mut Writer,
    inputs: &Inputs<'_>,
    pieces: &HashMap<(Kind, Source), u32>,
    roots: &BTreeSet<&str>,
) {
    for root in roots {
        let Some(Meaning::Place {
            object,
            section,
            offset,
        }) = inputs.find(root)
        else {
            continue;
        };
        let kind = inputs.objects[object].sections[section]
            .kind
            .expect("it is loaded");
        let name = writer.text(root);
        writer.push(Column::ExportName, name);
        writer.push(
            Column::ExportPiece,
            pieces[&(kind, Source::Section(object, section))],
        );
        writer.push(Column::ExportOffset, offset as u32);
    }
}

/// Names of functions and variables, by their sections.
fn symbols<'a>(
    inputs: &'a Inputs<'_>,
    names: Names,
) -> HashMap<(usize, usize), Vec<(&'a str, u64, u64)>> {
    let mut symbols: HashMap<(usize, usize), Vec<(&str, u64, u64)>> = HashMap::new();
    for (number, object) in inputs.objects.iter().enumerate() {
        for symbol in object.symbols.iter().filter(|symbol| symbol.named) {
            let name = str::from_utf8(symbol.name)
                .ok()
                .filter(|name| names == Names::All || is_useful(name));
            if let (Some(name), Some(section)) = (name, symbol.section) {
                let list = symbols.entry((number, section)).or_default();
                list.push((name, symbol.value, symbol.size));
            }
        }
    }
    symbols
}

/// Whether a symbol tells something to who looks at a program in Quasar: one that is not Rust's, or that speaks of the runtime. The others take more than a megabyte.
fn is_useful(name: &str) -> bool {
    let is_rust = name.starts_with("_ZN") || name.starts_with("_R");
    let is_own = ["quasar", "nvrtc_bridge"]
        .iter()
        .any(|part| name.contains(part));
    !name.is_empty() && (!is_rust || is_own)
}
