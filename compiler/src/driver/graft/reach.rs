//! Which pieces of the runtime a program needs.
//!
//! *Invariant:* pieces and symbols of the system are in the order of the runtime's table, so the same program gives the same file.

use super::error::LinkError;
use super::module::GraftModule;
use super::objects::{Column, Kind, Objects, Reference, Target};
use super::relocate::reference_of;
use super::runtime::Runtime;

/// What a program needs of the runtime and of the system.
pub struct Reached {
    /// Pieces, in order.
    pub pieces: Vec<u32>,
    /// Symbols of the system's libraries, in order.
    pub imports: Vec<u32>,
    /// Those among them that are called, not only asked for their addresses.
    pub called: Vec<u32>,
    /// Words that hold addresses of the file itself.
    pub pointers: u64,
    /// Words outside the table of addresses that hold addresses of the system's symbols.
    pub foreign_pointers: u64,
    /// Words among zeros that the loader writes.
    pub constants: u64,
}

/// The search for it.
struct Search<'a> {
    objects: &'a Objects<'static>,
    seen: Vec<bool>,
    open: Vec<u32>,
    imported: Vec<bool>,
    called: Vec<bool>,
    pointers: u64,
    foreign_pointers: u64,
    constants: u64,
}

impl Reached {
    /// Follows what the module and `roots` need.
    ///
    /// # Errors
    /// Neither the program nor the runtime defines a symbol.
    pub fn new(runtime: &Runtime, module: &GraftModule, roots: &[&str]) -> Result<Self, LinkError> {
        let objects = &runtime.objects;
        let imports = objects.column(Column::ImportName).len();
        let mut search = Search {
            objects,
            seen: vec![false; objects.len()],
            open: Vec::new(),
            imported: vec![false; imports],
            called: vec![false; imports],
            pointers: 0,
            foreign_pointers: 0,
            constants: 0,
        };
        for root in roots {
            search.reach_symbol(root)?;
        }
        let always = objects.column(Column::Always);
        always.iter().for_each(|piece| search.reach(*piece));
        search.reach_module(module)?;
        let optional = objects.column(Column::Optional);
        while let Some(piece) = search.open.pop() {
            if !optional.contains(&piece) {
                search.follow(piece);
            }
        }
        optional
            .iter()
            .for_each(|piece| search.count_optional(*piece));
        Ok(search.finish())
    }
}

impl Search<'_> {
    fn reach(&mut self, piece: u32) {
        if !std::mem::replace(&mut self.seen[piece as usize], true) {
            self.open.push(piece);
        }
    }

    fn reach_symbol(&mut self, symbol: &str) -> Result<(), LinkError> {
        let found = self.objects.export(symbol);
        let (piece, _) = found.ok_or_else(|| LinkError::Undefined(symbol.to_owned()))?;
        self.reach(piece);
        Ok(())
    }

    /// What the program's own code and data refer to.
    fn reach_module(&mut self, module: &GraftModule) -> Result<(), LinkError> {
        for relocation in &module.relocations {
            if reference_of(relocation.kind) == Some(Reference::Absolute64) {
                self.pointers += 1;
            }
            if module.place_of(&relocation.target).is_none() {
                self.reach_symbol(&module.symbol_of(&relocation.target))?;
            }
        }
        Ok(())
    }

    /// What a piece refers to.
    fn follow(&mut self, piece: u32) {
        for (reference, target) in self.objects.references(piece) {
            if reference == Reference::ThreadPointer {
                continue;
            }
            self.constants += u64::from(reference == Reference::Constant64);
            let is_pointer = reference == Reference::Absolute64;
            match target {
                Target::Import(symbol) => {
                    self.imported[symbol as usize] = true;
                    self.foreign_pointers += u64::from(is_pointer);
                    self.called[symbol as usize] |= !is_pointer && !reference.by_table();
                }
                Target::Piece(target) => {
                    self.pointers += u64::from(is_pointer);
                    self.reach(target);
                }
                Target::FirstInitialiser | Target::EndOfInitialisers | Target::File => {
                    self.pointers += u64::from(is_pointer);
                }
            }
        }
        for frame in self.objects.frames(piece) {
            self.reach(*frame);
        }
    }

    /// The addresses in a piece that something else has made sense of.
    fn count_optional(&mut self, piece: u32) {
        for relocation in self.objects.relocations(piece) {
            if let Target::Piece(target) = relocation.target {
                self.pointers += u64::from(self.seen[target as usize]);
            }
        }
    }

    fn finish(self) -> Reached {
        let numbers = |marked: &[bool]| -> Vec<u32> {
            let marked = marked.iter().zip(0..);
            marked
                .filter_map(|(is, number)| is.then_some(number))
                .collect()
        };
        Reached {
            pieces: numbers(&self.seen),
            imports: numbers(&self.imported),
            called: numbers(&self.called),
            pointers: self.pointers,
            foreign_pointers: self.foreign_pointers,
            constants: self.constants,
        }
    }
}

impl Reached {
    /// The pieces of a kind, which lie together.
    pub fn of_kind(&self, objects: &Objects<'_>, kind: Kind) -> &[u32] {
        let start = self
            .pieces
            .partition_point(|piece| objects.kind(*piece) < kind);
        let end = self
            .pieces
            .partition_point(|piece| objects.kind(*piece) <= kind);
        &self.pieces[start..end]
    }
}
