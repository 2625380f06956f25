//! The variables of the source and their types, for debuggers.
//!
//! The parts of an object, `p.x` and `p.y`, are variables of their own in a program; debuggers are told of one structure whose members lie in pieces
//! (DW_OP_piece). An array is a pointer to its header (`quasar_abi::ArrayHeader`), whose `data` points to elements of the right type.
//!
//! *Invariant:* where a part of a variable is not known, nothing is said of where the variable is, so that debuggers say "optimized out".

use std::collections::BTreeMap;

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

use super::debug_types::{Member, Types, size_of, text_value};
use super::layout::Layout;
use super::module::{DefinedFunction, GraftModule, ValuePlace, ValueRange};
use crate::codegen::cpu::VariablePlace;
use crate::mir::{SourceObject, Ty, VariableForm, VariableRole};

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

/// A variable of the source.
#[derive(Clone, Debug)]
pub struct DebugVariable {
    /// Its name; of a part of an object with the names of the fields.
    pub name: String,
    /// Its type, as the source would write it.
    pub ty: String,
    /// The types of the objects that it is a part of, the outermost first.
    pub owners: Vec<String>,
    /// What it is for its function.
    pub role: VariableRole,
    /// How its parts make its value.
    pub form: VariableForm,
    /// The types of the parts.
    pub types: Vec<Ty>,
    /// Where they are, unless some part is nowhere.
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
    pub fn new(
        module: &'a GraftModule,
        layout: &'a Layout,
        objects: &'a [SourceObject],
        rows: &'a [SourceRow],
    ) -> Self {
        let types = Types::new(objects);
        Describer {
            module,
            layout,
            rows,
            types,
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
        for group in groups(variables.iter().filter(|one| one.scope.is_none())) {
            self.variable(unit, entry, &group, Some(function));
        }
        for (hiding, ranges) in self.blocks(function, variables) {
            let block = unit.add(entry, DW_TAG_lexical_block);
            let ranges = unit.ranges.add(RangeList(ranges));
            let ranges = AttributeValue::RangeListRef(ranges);
            unit.get_mut(block).set(DW_AT_ranges, ranges);
            let hiding = hiding.iter().map(|number| &variables[*number]);
            for group in groups(hiding) {
                self.variable(unit, block, &group, Some(function));
            }
        }
    }

    /// The parts of a function in which some variables hide others, by the numbers of those.
    fn blocks(
        &self,
        function: &DefinedFunction,
        variables: &[DebugVariable],
    ) -> BTreeMap<Vec<usize>, Vec<Range>> {
        let mut blocks: BTreeMap<Vec<usize>, Vec<Range>> = BTreeMap::new();
        let ends = function.locations.iter().skip(1).map(|(offset, _)| *offset);
        let ends = ends.chain([function.place.size]);
        for ((begin, bits), end) in function.locations.iter().zip(ends) {
            let Some(row) = self.rows.get(*bits as usize) else {
                continue;
            };
            let is_here = |one: &DebugVariable| one.scope.is_some_and(|scope| scope.contains(row));
            let here = variables.iter().enumerate();
            let here: Vec<usize> = here
                .filter_map(|(number, one)| is_here(one).then_some(number))
                .collect();
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
        let tag = match group.members[0].role {
            VariableRole::Parameter => DW_TAG_formal_parameter,
            VariableRole::Variable => DW_TAG_variable,
        };
        let Some(ty) = self.type_of(unit, &group.members, 0) else {
            return;
        };
        let id = unit.add(parent, tag);
        let location = self.location(unit, &group.members, function);
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
    ) -> Option<UnitEntryId> {
        if let [one] = members
            && one.name.split('.').count() == depth + 1
        {
            return self.types.of_value(unit, &one.ty, &one.form, &one.types);
        }
        let mut fields = Vec::new();
        let mut rest = members;
        while let [first, ..] = rest {
            let name = field(first, depth + 1)?;
            let same = |other: &&&DebugVariable| field(other, depth + 1) == Some(name);
            let count = rest.iter().take_while(same).count();
            let (inner, behind) = rest.split_at(count);
            fields.push(Member {
                name: name.to_owned(),
                ty: self.type_of(unit, inner, depth + 1)?,
                size: inner.iter().map(|one| size_of_parts(one)).sum(),
            });
            rest = behind;
        }
        let name = members[0].owners.get(depth).map_or("", String::as_str);
        Some(self.types.structure(unit, name, &fields))
    }

    // ---- Places -------------------------------------------------------------------------------------------------------

    /// Where the parts of variables are that are one for debuggers.
    fn location(
        &self,
        unit: &mut Unit,
        members: &[&DebugVariable],
        function: Option<&DefinedFunction>,
    ) -> Option<AttributeValue> {
        let mut parts: Vec<(Ty, DebugPlace)> = Vec::new();
        for one in members {
            let places = one.places.as_ref()?.iter().copied();
            parts.extend(one.types.iter().copied().zip(places));
        }
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

    fn write(self, expression: &mut Expression) {
        match self {
            Found::Frame(offset) => expression.op_fbreg(offset),
            Found::Register(number) => expression.op_reg(Register(number)),
            Found::Address(address) => expression.op_addr(Address::Constant(address)),
        }
    }
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
        members.retain(|other| other.name != variable.name);
        members.push(variable);
    }
    groups
}

/// A part of the name of a variable.
fn field(variable: &DebugVariable, depth: usize) -> Option<&str> {
    variable.name.split('.').nth(depth)
}

fn size_of_parts(variable: &DebugVariable) -> u64 {
    variable.types.iter().copied().map(size_of).sum()
}

fn frame_pointer(module: &GraftModule) -> Register {
    match module.isa().triple().architecture {
        Architecture::Aarch64(_) => AArch64::X29,
        _x86 => X86_64::RBP,
    }
}
