//! Functions: their first line, what stands before the statements, and what follows from all of them.
//!
//! *Invariant:* a variable has the number that the printer counts: parameters theirs, the others those that are left, in order.

use std::collections::{BTreeMap, HashMap};

use super::constants::Constants;
use super::cursor::Cursor;
use super::{MAX_NUMBER, ParseError, Reader, profile};
use crate::base::Id;
use crate::builtins::profile::KernelProfile;
use crate::mir::data::*;
use crate::mir::names::{origin_named, preparation_named};

/// A function that is read.
pub(super) struct FunctionReader<'r, 't> {
    pub(super) reader: &'r mut Reader<'t>,
    local_names: HashMap<&'t str, Local>,
    locals: BTreeMap<usize, LocalData>,
    params: Vec<Local>,
    results: Vec<Ty>,
    owned: Vec<Local>,
    accumulators: BTreeMap<usize, Accumulator>,
    profile: KernelProfile,
    /// The types of the values that are defined, by number.
    values: Vec<Option<Ty>>,
    /// The first use of each value whose definition may still come.
    used: BTreeMap<usize, Cursor<'t>>,
    pub(super) labels: u32,
    pub(super) constants: Constants,
    /// The place of the function.
    place: Loc,
    /// The place of the line before.
    pub(super) loc: Loc,
}

impl<'t> Reader<'t> {
    /// Reads a function from its first line and those behind it; gives what is left.
    pub(super) fn function<'l>(
        &mut self,
        mut first: Cursor<'t>,
        lines: &'l [Cursor<'t>],
    ) -> Result<&'l [Cursor<'t>], ParseError> {
        let is_host = first.word("a function")? == "host";
        let (whole, name) = first.name("the name of a function", '#')?;
        let id = self.names[whole];
        let mut function = FunctionReader::new(self);
        let kind = function.header(&mut first, is_host)?;
        let rest = function.before(lines)?;
        let (body, rest) = function.body(first, rest)?;
        let function = function.finish(name, kind, body)?;
        self.functions[id] = Some(function);
        Ok(rest)
    }
}

impl<'r, 't> FunctionReader<'r, 't> {
    fn new(reader: &'r mut Reader<'t>) -> Self {
        FunctionReader {
            reader,
            local_names: HashMap::new(),
            locals: BTreeMap::new(),
            params: Vec::new(),
            results: Vec::new(),
            owned: Vec::new(),
            accumulators: BTreeMap::new(),
            profile: KernelProfile::default(),
            values: Vec::new(),
            used: BTreeMap::new(),
            labels: 0,
            constants: Constants::default(),
            place: Loc::from_index(0),
            loc: Loc::from_index(0),
        }
    }

    /// The rest of the first line.
    fn header(&mut self, cursor: &mut Cursor<'t>, is_host: bool) -> Result<FuncKind, ParseError> {
        // Parameters without a place of their own have the function's, which stands behind them.
        let mut places = Vec::new();
        cursor.expect("(")?;
        while !cursor.eat(")") {
            if !self.params.is_empty() {
                cursor.expect(",")?;
            }
            places.push(self.parameter(cursor)?);
        }
        let kind = match is_host {
            true => {
                self.results = match cursor.eat("->") {
                    true => types(cursor)?,
                    false => Vec::new(),
                };
                FuncKind::Host
            }
            false => FuncKind::Kernel(self.kernel(cursor)?),
        };
        cursor.expect("{")?;
        self.loc = self.trailing_place(cursor)?.unwrap_or(self.loc);
        self.place = self.loc;
        for (&param, place) in self.params.iter().zip(places) {
            if let Some(data) = self.locals.get_mut(&param.index()) {
                data.loc = place.unwrap_or(self.loc);
            }
        }
        Ok(kind)
    }

    fn parameter(&mut self, cursor: &mut Cursor<'t>) -> Result<Option<Loc>, ParseError> {
        let start = *cursor;
        let (whole, data) = self.declaration(cursor)?;
        let number = match cursor.eat("#") {
            true => cursor.number("the number of a variable")?,
            false => self.params.len(),
        };
        let place = match cursor.eat("@") {
            true => Some(self.reader.place(cursor)?),
            false => None,
        };
        let local = self.declare(start, whole, number, data)?;
        self.params.push(local);
        Ok(place)
    }

    /// A name with its type and memory; the place of the function.
    fn declaration(&mut self, cursor: &mut Cursor<'t>) -> Result<(&'t str, LocalData), ParseError> {
        cursor.expect("%")?;
        let (whole, name) = cursor.name("the name of a variable", '.')?;
        cursor.expect(":")?;
        let ty = cursor.ty()?;
        let kept = match cursor.eat_word("in") {
            true => Some(profile::kept(cursor)?),
            false => None,
        };
        let is_number = whole.bytes().all(|one| one.is_ascii_digit());
        let name = (!is_number).then_some(name);
        let loc = self.loc;
        Ok((
            whole,
            LocalData {
                ty,
                name,
                loc,
                kept,
            },
        ))
    }

    fn declare(
        &mut self,
        place: Cursor<'t>,
        whole: &'t str,
        number: usize,
        data: LocalData,
    ) -> Result<Local, ParseError> {
        if number >= MAX_NUMBER {
            return Err(place.error("variables have smaller numbers"));
        }
        if data.name.is_none() && whole.parse() != Ok(number) {
            return Err(place.error(format!("the variable %{whole} has the number {number}")));
        }
        let local = Local::from_index(number);
        let known = self.local_names.insert(whole, local);
        if known.is_some() || self.locals.insert(number, data).is_some() {
            return Err(place.error(format!("the variable %{whole} is declared twice")));
        }
        Ok(local)
    }

    fn kernel(&mut self, cursor: &mut Cursor<'t>) -> Result<KernelData, ParseError> {
        cursor.expect("at")?;
        cursor.expect("[")?;
        let mut position = Vec::new();
        while !cursor.eat("]") {
            if !position.is_empty() {
                cursor.expect(",")?;
            }
            position.push(self.define(cursor, Ty::I32)?);
        }
        cursor.expect("from")?;
        let before = *cursor;
        let word = cursor.word("where the kernel comes from")?;
        let origin = match word == "part" && cursor.eat("of a grid") {
            true => Some(KernelOrigin::GridPart),
            false => origin_named(word),
        };
        let origin = origin.ok_or_else(|| before.expected("where the kernel comes from"))?;
        let stands_for = match cursor.eat_word("of") {
            true => Some(self.stands_for(cursor)?),
            false => None,
        };
        let group = match cursor.eat_word("group") {
            true => Some(group(cursor)?),
            false => None,
        };
        Ok(KernelData {
            position,
            accumulators: Vec::new(),
            origin,
            stands_for,
            group,
            profile: KernelProfile::default(),
        })
    }

    /// The kernel that one stands for, behind `of`.
    fn stands_for(&mut self, cursor: &mut Cursor<'t>) -> Result<StandsFor, ParseError> {
        let kernel = self.reader.function_id(cursor)?;
        cursor.expect("by")?;
        let before = *cursor;
        let word = cursor.word("what is made before its launch")?;
        let by = preparation_named(word)
            .ok_or_else(|| before.expected("what is made before its launch"))?;
        Ok(StandsFor { kernel, by })
    }

    /// The lines before the statements.
    fn before<'l>(&mut self, mut lines: &'l [Cursor<'t>]) -> Result<&'l [Cursor<'t>], ParseError> {
        while let [first, rest @ ..] = lines {
            let mut cursor = *first;
            match cursor.peek() {
                "local" => self.local_line(&mut cursor)?,
                "owned" => self.owned_line(&mut cursor)?,
                "attribute" | "known" | "kept" => profile::line(&mut cursor, &mut self.profile)?,
                _other => break,
            }
            cursor.end()?;
            lines = rest;
        }
        Ok(lines)
    }

    fn local_line(&mut self, cursor: &mut Cursor<'t>) -> Result<(), ParseError> {
        cursor.word("local")?;
        let start = *cursor;
        let (whole, data) = self.declaration(cursor)?;
        let number = (0..).find(|at| !self.locals.contains_key(at)).unwrap_or(0);
        let local = self.declare(start, whole, number, data)?;
        if cursor.eat_word("accumulates") {
            let op = cursor.one_of(AccumulatorOp::ALL, |op| op.name(), "how it accumulates")?;
            let at = match cursor.peek().is_empty() {
                true => self.accumulators.len(),
                false => cursor.number("the number of an accumulator")?,
            };
            let known = self.accumulators.insert(at, Accumulator { local, op });
            if known.is_some() {
                return Err(start.error(format!("accumulator {at} is declared twice")));
            }
        }
        if let Some(place) = self.trailing_place(cursor)?
            && let Some(data) = self.locals.get_mut(&number)
        {
            data.loc = place;
        }
        Ok(())
    }

    fn owned_line(&mut self, cursor: &mut Cursor<'t>) -> Result<(), ParseError> {
        cursor.word("owned")?;
        loop {
            let local = self.local(cursor)?;
            self.owned.push(local);
            if !cursor.eat(",") {
                return Ok(());
            }
        }
    }

    /// Reads the place at the end of a line.
    pub(super) fn trailing_place(
        &mut self,
        cursor: &mut Cursor<'t>,
    ) -> Result<Option<Loc>, ParseError> {
        match cursor.eat("@") {
            true => self.reader.place(cursor).map(Some),
            false => Ok(None),
        }
    }

    /// Reads the name of a variable.
    pub(super) fn local(&self, cursor: &mut Cursor<'t>) -> Result<Local, ParseError> {
        let start = *cursor;
        cursor.expect("%")?;
        let (whole, _) = cursor.name("the name of a variable", '.')?;
        let unknown = || start.error(format!("no variable is named %{whole}"));
        self.local_names.get(whole).copied().ok_or_else(unknown)
    }

    /// Reads the number of a value that is defined here.
    pub(super) fn define(&mut self, cursor: &mut Cursor<'t>, ty: Ty) -> Result<Value, ParseError> {
        let value = number_of(cursor, 'v', "the number of a value")?;
        self.give(value, ty);
        Ok(Value::from_index(value))
    }

    /// Gives a value its type.
    pub(super) fn give(&mut self, value: usize, ty: Ty) {
        self.values.resize(self.values.len().max(value + 1), None);
        self.values[value] = Some(ty);
    }

    /// Reads the number of a value that is defined somewhere.
    pub(super) fn value_use(&mut self, cursor: &mut Cursor<'t>) -> Result<Value, ParseError> {
        let start = *cursor;
        let value = number_of(cursor, 'v', "a value")?;
        if self.values.get(value).is_none_or(Option::is_none) {
            self.used.entry(value).or_insert(start);
        }
        Ok(Value::from_index(value))
    }

    fn finish(
        self,
        name: String,
        mut kind: FuncKind,
        mut body: Block,
    ) -> Result<Function, ParseError> {
        let undefined = |value: &usize| self.values.get(*value).is_none_or(Option::is_none);
        if let Some((value, place)) = self.used.iter().find(|(value, _)| undefined(value)) {
            return Err(place.error(format!("v{value} is defined nowhere in {name}")));
        }
        if let FuncKind::Kernel(kernel) = &mut kind {
            kernel.accumulators = self.accumulators.into_values().collect();
            kernel.profile = self.profile;
        }
        let values = self.constants.settle(&mut body, self.values);
        Ok(Function {
            name,
            kind,
            params: self.params,
            results: self.results,
            locals: self.locals.into_values().collect(),
            values,
            labels: self.labels,
            body,
            owned: self.owned,
            variables: Vec::new(),
            loc: self.place,
        })
    }
}

/// Reads a letter with a number behind it, like `v3`.
pub(super) fn number_of(
    cursor: &mut Cursor<'_>,
    letter: char,
    what: &str,
) -> Result<usize, ParseError> {
    let start = *cursor;
    let number = cursor.peek().strip_prefix(letter);
    let number = number.and_then(|digits| digits.parse::<usize>().ok());
    let number = number.ok_or_else(|| start.expected(what))?;
    if number >= MAX_NUMBER {
        return Err(start.error(format!("numbers behind {letter} are smaller")));
    }
    cursor.word(what)?;
    Ok(number)
}

/// Reads types with commas between them.
fn types(cursor: &mut Cursor<'_>) -> Result<Vec<Ty>, ParseError> {
    let mut types = vec![cursor.ty()?];
    while cursor.eat(",") {
        types.push(cursor.ty()?);
    }
    Ok(types)
}

fn group(cursor: &mut Cursor<'_>) -> Result<GroupData, ParseError> {
    let grid = cursor.number("the number of a parameter")?;
    cursor.expect("shared")?;
    cursor.expect("[")?;
    let mut shared = Vec::new();
    while !cursor.eat("]") {
        if !shared.is_empty() {
            cursor.expect(",")?;
        }
        shared.push(cursor.number("the number of a parameter")?);
    }
    Ok(GroupData { grid, shared })
}
