//! Tables of TOML: which of them an entry or a header means, and whether it may be added to them.
//!
//! *Invariant:* an entry is in one table once.

use std::collections::BTreeMap;

/// A value with its place in the text, in bytes.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) at: usize,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    /// In JSON.
    Scalar(String),
    Array(Vec<Item>),
    /// `[[name]]`.
    Tables(Vec<Table>),
    Table(Table),
}

/// How a table came about, which says what may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// By the headers of tables in it.
    Implied,
    /// By its own header.
    Header,
    /// By names with points below the header of that number.
    Dotted(usize),
    /// In braces: it is complete.
    Inline,
}

#[derive(Debug)]
pub(super) struct Table {
    pub(super) at: usize,
    pub(super) origin: Origin,
    pub(super) entries: Vec<Entry>,
    /// Numbers of entries by name.
    numbers: BTreeMap<String, usize>,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) at: usize,
    pub(super) value: Item,
}

/// A part of a name with points.
pub(super) struct Part {
    pub(super) name: String,
    pub(super) at: usize,
}

/// What is wrong at a byte.
pub(super) struct Mistake {
    pub(super) at: usize,
    pub(super) what: String,
}

impl Mistake {
    pub(super) fn new(at: usize, what: impl Into<String>) -> Mistake {
        Mistake {
            at,
            what: what.into(),
        }
    }
}

fn twice(part: &Part) -> Mistake {
    Mistake::new(part.at, format!("`{}` is there already", part.name))
}

impl Table {
    pub(super) fn new(at: usize, origin: Origin) -> Table {
        Table {
            at,
            origin,
            entries: Vec::new(),
            numbers: BTreeMap::new(),
        }
    }

    /// The number of the entry of a name, which is added with that value if there is none.
    fn place(&mut self, part: &Part, value: impl FnOnce() -> Value) -> usize {
        if let Some(number) = self.numbers.get(&part.name) {
            return *number;
        }
        let number = self.entries.len();
        self.numbers.insert(part.name.clone(), number);
        self.entries.push(Entry {
            name: part.name.clone(),
            at: part.at,
            value: Item {
                at: part.at,
                value: value(),
            },
        });
        number
    }

    /// The table that a part of a header names.
    fn step(&mut self, part: &Part) -> Result<&mut Table, Mistake> {
        let number = self.place(part, || Value::Table(Table::new(part.at, Origin::Implied)));
        match &mut self.entries[number].value.value {
            Value::Table(table) if table.origin != Origin::Inline => Ok(table),
            Value::Tables(tables) => tables.last_mut().ok_or_else(|| twice(part)),
            Value::Table(_) | Value::Scalar(_) | Value::Array(_) => Err(twice(part)),
        }
    }

    /// The table that a path of headers leads to.
    pub(super) fn walk(&mut self, path: &[Part]) -> Result<&mut Table, Mistake> {
        let mut table = self;
        for part in path {
            table = table.step(part)?;
        }
        Ok(table)
    }

    /// The table of a header `[path]`.
    pub(super) fn header(&mut self, path: &[Part], at: usize) -> Result<&mut Table, Mistake> {
        let (last, outer) = path.split_last().expect("a header has a name");
        let outer = self.walk(outer)?;
        let number = outer.place(last, || Value::Table(Table::new(at, Origin::Implied)));
        match &mut outer.entries[number].value.value {
            Value::Table(table) if table.origin == Origin::Implied => {
                table.origin = Origin::Header;
                table.at = at;
                Ok(table)
            }
            _ => Err(twice(last)),
        }
    }

    /// A new table of a header `[[path]]`.
    pub(super) fn element(&mut self, path: &[Part], at: usize) -> Result<&mut Table, Mistake> {
        let (last, outer) = path.split_last().expect("a header has a name");
        let outer = self.walk(outer)?;
        let number = outer.place(last, || Value::Tables(Vec::new()));
        match &mut outer.entries[number].value.value {
            Value::Tables(tables) => {
                tables.push(Table::new(at, Origin::Header));
                Ok(tables.last_mut().expect("it was added"))
            }
            _ => Err(twice(last)),
        }
    }

    /// Nothing is added to it any more, nor to the tables that names with points made in it.
    pub(super) fn complete(&mut self) {
        self.origin = Origin::Inline;
        for entry in &mut self.entries {
            if let Value::Table(table) = &mut entry.value.value {
                table.complete();
            }
        }
    }

    /// Adds an entry whose name may have points, below the header of that number.
    pub(super) fn add(
        &mut self,
        path: &[Part],
        value: Item,
        section: usize,
    ) -> Result<(), Mistake> {
        let (last, outer) = path.split_last().expect("an entry has a name");
        let mut table = self;
        for part in outer {
            let origin = Origin::Dotted(section);
            let number = table.place(part, || Value::Table(Table::new(part.at, origin)));
            match &mut table.entries[number].value.value {
                Value::Table(inner) if [Origin::Implied, origin].contains(&inner.origin) => {
                    inner.origin = origin;
                    table = inner;
                }
                _ => return Err(twice(part)),
            }
        }
        if table.numbers.contains_key(&last.name) {
            return Err(twice(last));
        }
        let number = table.place(last, || Value::Scalar(String::new()));
        table.entries[number].value = value;
        Ok(())
    }
}
