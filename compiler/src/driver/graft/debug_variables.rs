//! The variables of the source and their types, for debuggers.
//!
//! The parts of an object, `p.x` and `p.y`, are variables of their own in a program; debuggers are told of one structure whose members lie in pieces
//! (DW_OP_piece). An array is a pointer to its header (`quasar_abi::ArrayHeader`), whose `data` points to elements of the right type.
//!
//! *Invariant:* where a part of a variable is not known, nothing is said of where the variable is, so that debuggers say "optimized out".

use std::collections::{BTreeMap, BTreeSet};

use cranelift_module::{DataId, Module, ModuleRelocTarget};
use gimli::constants::{
    DW_AT_frame_base, DW_AT_location, DW_AT_name, DW_AT_ranges, DW_AT_type,
    DW_TAG_formal_parameter, DW_TAG_lexical_block, DW_TAG_variable,
};
use gimli::write::{
    Address, AttributeValue, Expression, Location, LocationList, Range, RangeList, Unit,
    UnitEntryId,
};
use gimli::{AArch64, Register, X86_64};
use target_lexicon::Architecture;

use super::debug_types::{Member, Types, offsets_of, size_of, text_value};
use super::layout::Layout;
use super::module::{DefinedFunction, GraftModule, ValuePlace, ValueRange};
use crate::codegen::cpu::VariablePlace;
use crate::mir::{
    DescribedVariable, SourceEnumeration, SourceObject, Ty, VariableForm, VariableRole,
};

/// From the canonical frame address to the frame pointer: the return address and the caller's frame pointer lie between them.
const FRAME_POINTER: i64 = -16;

/// A position in a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceRow {
    /// Index of the file.
    pub file: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// Names of variables that get another type times rows of the line table, of a function that is divided by them.
const MOST_IN_BLOCKS: usize = 1 << 17;

/// A variable of the source.
#[derive(Clone, Debug)]
pub struct DebugVariable {
    /// What it is.
    pub described: DescribedVariable,
    /// Where its parts are, unless some part is nowhere.
    pub places: Option<Vec<DebugPlace>>,
    /// Where it hides another variable with its name.
    pub scope: Option<DebugScope>,
}

/// A part of a source file, in lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct DebugScope {
    /// It begins behind the statement here.
    pub after: (u32, u32),
    /// It ends with the statement here.
    pub until: (u32, u32),
}

impl DebugScope {
    fn contains(&self, row: &SourceRow) -> bool {
        let position = (row.line, row.column);
        self.after < position && position <= self.until
    }
}

/// Where a part of a variable is.
#[derive(Clone, Copy, Debug)]
pub enum DebugPlace {
    /// As the code generator says.
    Code(VariablePlace),
    /// A variable of the program.
    Static(DataId),
}

/// One variable for debuggers: what has one name, or the same first name.
struct Group<'a> {
    name: &'a str,
    members: Vec<&'a DebugVariable>,
}

/// What is known of the whole program.
pub struct Source<'a> {
    /// Positions; the bits of a `SourceLoc` are an index into these.
    pub rows: &'a [SourceRow],
    /// What variables refer to.
    pub objects: &'a [SourceObject],
    /// What keys belong to.
    pub enumerations: &'a [SourceEnumeration],
}

/// Describes variables.
pub struct Describer<'a> {
    module: &'a GraftModule,
    layout: &'a Layout,
    /// What the bits of a `SourceLoc` are an index into.
    rows: &'a [SourceRow],
    types: Types<'a>,
}

impl<'a> Describer<'a> {
    /// Nothing is described yet.
    pub fn new(module: &'a GraftModule, layout: &'a Layout, source: Source<'a>) -> Self {
        Describer {
            module,
            layout,
            rows: source.rows,
            types: Types::new(source.objects, source.enumerations),
        }
    }

    /// The top-level variables.
    pub fn globals(&mut self, unit: &mut Unit, variables: &[DebugVariable]) {
        let root = unit.root();
        for group in groups(variables.iter()) {
            self.variable(unit, root, &group, None);
        }
    }

    /// The variables of a function.
    pub fn function(
        &mut self,
        unit: &mut Unit,
        entry: UnitEntryId,
        function: &DefinedFunction,
        variables: &[DebugVariable],
    ) {
        if variables.is_empty() {
            return;
        }
        let mut base = Expression::new();
        base.op_reg(frame_pointer(self.module));
        let base = AttributeValue::Exprloc(base);
        unit.get_mut(entry).set(DW_AT_frame_base, base);
        let changing = changing(variables);
        if changing.len() * function.locations.len() > MOST_IN_BLOCKS {
            return self.without_changing(unit, entry, function, variables);
        }
        let everywhere = |one: &&DebugVariable| {
            let is_parameter = one.described.role == VariableRole::Parameter;
            !changing.contains(one.described.name.as_str()) || is_parameter && one.scope.is_none()
        };
        for group in groups(variables.iter().filter(everywhere)) {
            self.variable(unit, entry, &group, Some(function));
        }
        for (here, ranges) in self.blocks(function, variables, &changing) {
            let block = unit.add(entry, DW_TAG_lexical_block);
            let ranges = unit.ranges.add(RangeList(ranges));
            let ranges = AttributeValue::RangeListRef(ranges);
            unit.get_mut(block).set(DW_AT_ranges, ranges);
            for group in groups(here.iter().map(|number| &variables[*number])) {
                self.variable(unit, block, &group, Some(function));
            }
        }
    }

    /// The variables of a function with so many that get another type that blocks would tell of each many times: of these nothing is told.
    fn without_changing(
        &mut self,
        unit: &mut Unit,
        entry: UnitEntryId,
        function: &DefinedFunction,
        variables: &[DebugVariable],
    ) {
        let changing = changing(variables);
        let firsts = variables.iter().filter(|one| one.scope.is_none());
        let firsts = firsts.map(|one| {
            let changes = changing.contains(one.described.name.as_str());
            let places = one.places.clone().filter(|_| !changes);
            DebugVariable {
                places,
                ..one.clone()
            }
        });
        let firsts: Vec<DebugVariable> = firsts.collect();
        for group in groups(firsts.iter()) {
            self.variable(unit, entry, &group, Some(function));
        }
    }

    /// The parts of a function by which of the variables with these names are there, by their numbers.
    fn blocks(
        &self,
        function: &DefinedFunction,
        variables: &[DebugVariable],
        changing: &BTreeSet<&str>,
    ) -> BTreeMap<Vec<usize>, Vec<Range>> {
        let mut blocks: BTreeMap<Vec<usize>, Vec<Range>> = BTreeMap::new();
        if changing.is_empty() {
            return blocks;
        }
        let ends = function.locations.iter().skip(1).map(|(offset, _)| *offset);
        let ends = ends.chain([function.place.size]);
        for ((begin, bits), end) in function.locations.iter().zip(ends) {
            let Some(row) = self.rows.get(*bits as usize) else {
                continue;
            };
            // The last one hides those before it.
            let mut here: BTreeMap<&str, usize> = BTreeMap::new();
            for (number, one) in variables.iter().enumerate() {
                let is_here = one.scope.is_none_or(|scope| scope.contains(row));
                if is_here && changing.contains(one.described.name.as_str()) {
                    here.insert(&one.described.name, number);
                }
            }
            let here = here.into_values().filter(|number| {
                let one = &variables[*number];
                one.scope.is_some() || one.described.role == VariableRole::Variable
            });
            let mut here: Vec<usize> = here.collect();
            here.sort_unstable();
            if !here.is_empty() {
                blocks.entry(here).or_default().push(Range::OffsetPair {
                    begin: function.place.offset + begin,
                    end: function.place.offset + end,
                });
            }
        }
        blocks
    }

    fn variable(
        &mut self,
        unit: &mut Unit,
        parent: UnitEntryId,
        group: &Group<'_>,
        function: Option<&DefinedFunction>,
    ) {
        let tag = match group.members[0].described.role {
            VariableRole::Parameter => DW_TAG_formal_parameter,
            VariableRole::Variable => DW_TAG_variable,
        };
        let start = self.start(&group.members, function);
        let Some(ty) = self.type_of(unit, &group.members, 0, function) else {
            return;
        };
        let id = unit.add(parent, tag);
        let location = match (start, &group.members[..]) {
            (Some(start), _) => Some(AttributeValue::Exprloc(pieces(&[(0, start)]))),
            (None, [one]) => self.location(unit, one, function),
            (None, _) => None,
        };
        let entry = unit.get_mut(id);
        entry.set(DW_AT_name, text_value(group.name));
        entry.set(DW_AT_type, AttributeValue::UnitRef(ty));
        if let Some(location) = location {
            entry.set(DW_AT_location, location);
        }
    }

    // ---- Types --------------------------------------------------------------------------------------------------------

    /// The type of variables that are one at this depth of their names.
    fn type_of(
        &mut self,
        unit: &mut Unit,
        members: &[&DebugVariable],
        depth: usize,
        function: Option<&DefinedFunction>,
    ) -> Option<UnitEntryId> {
        if let [one] = members
            && one.described.name.split('.').count() == depth + 1
        {
            let keys = one.described.owners.get(depth);
            if let Some(keys) = keys.and_then(|name| self.types.keys(unit, name)) {
                return Some(keys);
            }
            return self.types.of_value(
                unit,
                &one.described.ty,
                &one.described.form,
                &one.described.types,
            );
        }
        let start = self.start(members, function);
        let mut fields: Vec<Member> = Vec::new();
        let (mut place, mut end) = (0, 0);
        for (name, inner) in by_field(members, depth + 1)? {
            if let (Some(start), Some(own)) = (start, self.start(&inner, function)) {
                place = start.distance(own);
            }
            let ty = self.type_of(unit, &inner, depth + 1, function)?;
            let name = name.to_owned();
            fields.push(Member { name, ty, place });
            place += inner.iter().map(|one| size_of_parts(one)).sum::<u64>();
            end = end.max(place);
        }
        let name = members[0]
            .described
            .owners
            .get(depth)
            .map_or("", String::as_str);
        Some(self.types.structure(unit, name, &fields, end))
    }

    // ---- Places -------------------------------------------------------------------------------------------------------

    /// Where the first part of variables is that lie in memory wherever the function stands, each in one piece.
    fn start(
        &self,
        members: &[&DebugVariable],
        function: Option<&DefinedFunction>,
    ) -> Option<Found> {
        let mut starts = Vec::new();
        for one in members {
            let places = one.places.as_ref()?.iter();
            let places: Option<Vec<Found>> =
                places.map(|place| self.fixed(*place, function)).collect();
            let places = places?;
            let first = *places.first()?;
            let offsets = places.iter().map(|place| first.distance(*place));
            if !offsets.eq(offsets_of(&one.described.types)) {
                return None;
            }
            starts.push(first);
        }
        starts.into_iter().min_by_key(|found| found.key())
    }

    /// Where a variable is that does not lie in memory in one piece. Of structures nothing is told: gdb 13 gives up where it is asked for a member
    /// of one that lies in pieces.
    fn location(
        &self,
        unit: &mut Unit,
        one: &DebugVariable,
        function: Option<&DefinedFunction>,
    ) -> Option<AttributeValue> {
        let is_whole = matches!(
            one.described.form,
            VariableForm::Single | VariableForm::Complex
        );
        if one.described.name.contains('.') || !is_whole && !one.described.types.is_empty() {
            return None;
        }
        let places = one.places.as_ref()?.iter().copied();
        let parts: Vec<(Ty, DebugPlace)> =
            one.described.types.iter().copied().zip(places).collect();
        let ranges = |place: &DebugPlace| match (place, function) {
            (DebugPlace::Code(VariablePlace::Label(label)), Some(function)) => Some(
                function
                    .values
                    .labelled
                    .get(label)
                    .cloned()
                    .unwrap_or_default(),
            ),
            _always => None,
        };
        let labelled: Vec<Option<Vec<ValueRange>>> =
            parts.iter().map(|(_, place)| ranges(place)).collect();
        if labelled.iter().all(Option::is_none) {
            let places: Option<Vec<_>> = parts
                .iter()
                .map(|(ty, place)| Some((size_of(*ty), self.fixed(*place, function)?)))
                .collect();
            return Some(AttributeValue::Exprloc(pieces(&places?)));
        }
        let list = self.ranges(&parts, &labelled, function?)?;
        Some(AttributeValue::LocationListRef(unit.locations.add(list)))
    }

    /// The ranges of code in which all parts are somewhere.
    fn ranges(
        &self,
        parts: &[(Ty, DebugPlace)],
        labelled: &[Option<Vec<ValueRange>>],
        function: &DefinedFunction,
    ) -> Option<LocationList> {
        let all = || labelled.iter().flatten().flatten();
        let mut bounds: Vec<u64> = all().flat_map(|one| [one.code.0, one.code.1]).collect();
        bounds.sort_unstable();
        bounds.dedup();
        let mut list = Vec::new();
        for code in bounds.windows(2) {
            let place = |((ty, place), ranges): (&(Ty, DebugPlace), &Option<Vec<ValueRange>>)| {
                let found = match ranges {
                    None => self.fixed(*place, Some(function))?,
                    Some(ranges) => {
                        let mut holding = ranges
                            .iter()
                            .filter(|one| one.code.0 <= code[0] && code[1] <= one.code.1);
                        Found::of(holding.next()?.place)
                    }
                };
                Some((size_of(*ty), found))
            };
            let places: Option<Vec<_>> = parts.iter().zip(labelled).map(place).collect();
            if let Some(places) = places {
                list.push(Location::OffsetPair {
                    begin: function.place.offset + code[0],
                    end: function.place.offset + code[1],
                    data: pieces(&places),
                });
            }
        }
        (!list.is_empty()).then_some(LocationList(list))
    }

    /// A place that is the same wherever the function stands.
    fn fixed(&self, place: DebugPlace, function: Option<&DefinedFunction>) -> Option<Found> {
        match place {
            DebugPlace::Code(VariablePlace::Frame(offset)) => {
                let frame = function?.values.frame?;
                Some(Found::Frame(frame + i64::from(offset)))
            }
            DebugPlace::Code(VariablePlace::Label(_)) => None,
            DebugPlace::Static(id) => {
                let target = ModuleRelocTarget::user(1, id.as_u32());
                let place = self.module.place_of(&target)?;
                Some(Found::Address(self.layout.address(place)))
            }
        }
    }
}

/// Where a part was found.
#[derive(Clone, Copy, Debug)]
enum Found {
    /// This far from the frame pointer.
    Frame(i64),
    /// In a register.
    Register(u16),
    /// At an address.
    Address(u64),
}

impl Found {
    fn of(place: ValuePlace) -> Found {
        match place {
            ValuePlace::Register(number) => Found::Register(number),
            ValuePlace::Frame(offset) => Found::Frame(offset - FRAME_POINTER),
        }
    }

    /// The order in memory.
    fn key(self) -> i64 {
        match self {
            Found::Frame(offset) => offset,
            Found::Register(number) => i64::from(number),
            Found::Address(address) => address as i64,
        }
    }

    /// Bytes from here to another place of the same kind.
    fn distance(self, other: Found) -> u64 {
        other.key().wrapping_sub(self.key()) as u64
    }

    fn write(self, expression: &mut Expression) {
        match self {
            Found::Frame(offset) => expression.op_fbreg(offset),
            Found::Register(number) => expression.op_reg(Register(number)),
            Found::Address(address) => expression.op_addr(Address::Constant(address)),
        }
    }
}

/// The variables that have the same field at this depth of their names, in the order of the first ones.
fn by_field<'a>(
    members: &[&'a DebugVariable],
    depth: usize,
) -> Option<Vec<(&'a str, Vec<&'a DebugVariable>)>> {
    let mut found: Vec<(&str, Vec<&DebugVariable>)> = Vec::new();
    for one in members {
        let name = field(one, depth)?;
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, inner)) => inner.push(one),
            None => found.push((name, vec![one])),
        }
    }
    Some(found)
}

/// A value that lies in these places, each with its size in bytes.
fn pieces(places: &[(u64, Found)]) -> Expression {
    let mut expression = Expression::new();
    if places.is_empty() {
        // A value of no bytes lies anywhere.
        expression.op_addr(Address::Constant(0));
    }
    for (size, place) in places {
        place.write(&mut expression);
        if places.len() > 1 {
            expression.op_piece(*size);
        }
    }
    expression
}

/// The names that several variables have: one that gets another type is another one from then on.
fn changing(variables: &[DebugVariable]) -> BTreeSet<&str> {
    let later = variables.iter().filter(|one| one.scope.is_some());
    later.map(|one| one.described.name.as_str()).collect()
}

/// Variables in the order of their first parts, those with the same first name together. Of several with one name the last counts.
fn groups<'a>(variables: impl Iterator<Item = &'a DebugVariable>) -> Vec<Group<'a>> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for variable in variables {
        let name = field(variable, 0).unwrap_or_default();
        let place = *places.entry(name).or_insert(groups.len());
        if place == groups.len() {
            let members = Vec::new();
            groups.push(Group { name, members });
        }
        let members = &mut groups[place].members;
        members.retain(|other| other.described.name != variable.described.name);
        members.push(variable);
    }
    groups
}

/// A part of the name of a variable.
fn field(variable: &DebugVariable, depth: usize) -> Option<&str> {
    variable.described.name.split('.').nth(depth)
}

fn size_of_parts(variable: &DebugVariable) -> u64 {
    variable.described.types.iter().copied().map(size_of).sum()
}

fn frame_pointer(module: &GraftModule) -> Register {
    match module.isa().triple().architecture {
        Architecture::Aarch64(_) => AArch64::X29,
        _x86 => X86_64::RBP,
    }
}
