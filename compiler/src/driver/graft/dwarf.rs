//! Line tables and function names for debuggers.
//!
//! *Invariant:* one unit holds the whole program; its rows are in the order of
//! addresses, one sequence per function.

use rustc_hash::FxHashMap;

use cranelift_module::Module;
use gimli::constants::{
    DW_AT_comp_dir, DW_AT_decl_file, DW_AT_decl_line, DW_AT_external, DW_AT_high_pc,
    DW_AT_language, DW_AT_low_pc, DW_AT_name, DW_AT_producer, DW_AT_stmt_list, DW_LANG_C99,
    DW_TAG_subprogram,
};
use gimli::write::{
    Address, AttributeValue, Dwarf, EndianVec, FileId, LineProgram, LineString, Sections, Unit,
    UnitEntryId,
};
use gimli::{Encoding, Format, LineEncoding, LittleEndian};

use super::debug_types::text_value;
use super::debug_variables::{DebugVariable, Describer, Source, SourceRow};
use super::error::LinkError;
use super::layout::Layout;
use super::module::{DefinedFunction, GraftModule, Part};
use crate::mir::{SourceEnumeration, SourceObject};

/// DWARF 4 is what every debugger of the supported systems reads.
const ENCODING: Encoding = Encoding {
    format: Format::Dwarf32,
    version: 4,
    address_size: 8,
};
/// How gdb shows values of Quasar.
const GDB_SCRIPT: &[u8] = include_bytes!("../../../../tools/gdb/quasar.py");
/// The mark of a script in Python that stands in the section itself.
const PYTHON_TEXT: u8 = 4;
/// What gdb calls it.
const SCRIPT_NAME: &[u8] = b"gdb.inlined-quasar\n";

/// `SourceLoc` bits of code that belongs to no statement.
const NO_LOCATION: u32 = u32::MAX;

/// What a debugger may know about a function.
#[derive(Clone, Debug)]
pub struct SourceFunction {
    /// The symbol that the code was defined under.
    pub symbol: String,
    /// The name in the source.
    pub name: String,
    /// Where it is declared.
    pub declared: SourceRow,
    /// What is known of its variables.
    pub variables: Vec<DebugVariable>,
}

/// Where the program came from.
#[derive(Clone, Debug, Default)]
pub struct SourceInfo {
    /// The folder that relative file names start from.
    pub folder: String,
    /// The source files; the first is the program's main file.
    pub files: Vec<String>,
    /// Positions; the bits of a `SourceLoc` are an index into these.
    pub rows: Vec<SourceRow>,
    /// Functions, in any order.
    pub functions: Vec<SourceFunction>,
    /// What is known of top-level variables.
    pub globals: Vec<DebugVariable>,
    /// What variables refer to.
    pub objects: Vec<SourceObject>,
    /// What keys belong to.
    pub enumerations: Vec<SourceEnumeration>,
    /// Whether gdb is told how values of Quasar are shown.
    pub shows_values: bool,
}

/// A debugging section: its name and contents.
pub type DebugSection = (&'static str, Vec<u8>);

/// The debugging sections of a program; none when it has no source files.
pub fn sections(
    module: &GraftModule,
    layout: &Layout,
    source: &SourceInfo,
) -> Result<Vec<DebugSection>, LinkError> {
    let mut sections = Vec::new();
    let Some(main) = source.files.first() else {
        return Ok(sections);
    };
    let mut lines = new_line_program(source, main);
    let files = add_files(&mut lines, &source.files);
    for function in &module.functions {
        add_sequence(&mut lines, layout, source, &files, function);
    }
    let mut dwarf = Dwarf::new();
    let unit = dwarf.units.add(Unit::new(ENCODING, lines));
    let unit = dwarf.units.get_mut(unit);
    describe_unit(unit, module, layout, source, main);
    let known = source.functions.iter();
    let known: FxHashMap<&str, &SourceFunction> =
        known.map(|known| (known.symbol.as_str(), known)).collect();
    let mut describer = Describer::new(
        module,
        layout,
        Source {
            rows: &source.rows,
            objects: &source.objects,
            enumerations: &source.enumerations,
        },
    );
    for function in &module.functions {
        let (entry, known) = describe_function(unit, module, layout, &known, &files, function);
        let variables = known.map_or(&[][..], |known| &known.variables);
        describer.function(unit, entry, function, variables);
    }
    describer.globals(unit, &source.globals);
    let mut written = Sections::new(EndianVec::new(LittleEndian));
    dwarf.write(&mut written)?;
    written.for_each(|id, data| -> Result<(), LinkError> {
        if !data.slice().is_empty() {
            sections.push((id.name(), data.slice().to_vec()));
        }
        Ok(())
    })?;
    if source.shows_values {
        sections.push((".debug_gdb_scripts", gdb_script()));
    }
    Ok(sections)
}

/// The contents of the section whose script gdb runs when it may.
fn gdb_script() -> Vec<u8> {
    [&[PYTHON_TEXT][..], SCRIPT_NAME, GDB_SCRIPT, &[0]].concat()
}

/// A non-empty string without zero bytes, as the line table needs it.
fn line_string(text: &str) -> LineString {
    let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).collect();
    LineString::String(if bytes.is_empty() {
        b".".to_vec()
    } else {
        bytes
    })
}

fn new_line_program(source: &SourceInfo, main: &str) -> LineProgram {
    let folder = line_string(&source.folder);
    LineProgram::new(
        ENCODING,
        LineEncoding::default(),
        folder,
        None,
        line_string(main),
        None,
    )
}

fn add_files(lines: &mut LineProgram, files: &[String]) -> Vec<FileId> {
    let folder = lines.default_directory();
    files
        .iter()
        .map(|file| lines.add_file(line_string(file), folder, None))
        .collect()
}

/// The rows of one function; a row per change of position.
fn add_sequence(
    lines: &mut LineProgram,
    layout: &Layout,
    source: &SourceInfo,
    files: &[FileId],
    function: &DefinedFunction,
) {
    lines.begin_sequence(Some(Address::Constant(layout.address(function.place))));
    let mut last = None;
    for (offset, bits) in &function.locations {
        let position = source
            .rows
            .get(*bits as usize)
            .filter(|_| *bits != NO_LOCATION);
        let Some(position) = position.filter(|position| last != Some(**position)) else {
            continue;
        };
        let row = lines.row();
        row.address_offset = *offset;
        row.file = files[position.file as usize];
        row.line = u64::from(position.line);
        row.column = u64::from(position.column);
        lines.generate_row();
        last = Some(*position);
    }
    lines.end_sequence(function.place.size);
}

fn describe_unit(
    unit: &mut Unit,
    module: &GraftModule,
    layout: &Layout,
    source: &SourceInfo,
    main: &str,
) {
    let root = unit.root();
    let entry = unit.get_mut(root);
    let start = AttributeValue::Address(Address::Constant(layout.start_of(Part::Text)));
    entry.set(
        DW_AT_producer,
        text_value(concat!("qc ", env!("CARGO_PKG_VERSION"))),
    );
    entry.set(DW_AT_name, text_value(main));
    entry.set(DW_AT_comp_dir, text_value(&source.folder));
    // DWARF knows no Quasar; debuggers evaluate expressions as in C.
    entry.set(DW_AT_language, AttributeValue::Language(DW_LANG_C99));
    entry.set(DW_AT_low_pc, start);
    entry.set(
        DW_AT_high_pc,
        AttributeValue::Udata(module.text.len() as u64),
    );
    entry.set(DW_AT_stmt_list, AttributeValue::LineProgramRef);
}

fn describe_function<'a>(
    unit: &mut Unit,
    module: &GraftModule,
    layout: &Layout,
    known: &FxHashMap<&str, &'a SourceFunction>,
    files: &[FileId],
    function: &DefinedFunction,
) -> (UnitEntryId, Option<&'a SourceFunction>) {
    let declaration = module.declarations().get_function_decl(function.id);
    let symbol = declaration.linkage_name(function.id);
    let known = known.get(&*symbol).copied();
    let root = unit.root();
    let id: UnitEntryId = unit.add(root, DW_TAG_subprogram);
    let entry = unit.get_mut(id);
    let start = AttributeValue::Address(Address::Constant(layout.address(function.place)));
    entry.set(
        DW_AT_name,
        text_value(known.map_or(&symbol, |known| &known.name)),
    );
    entry.set(DW_AT_external, AttributeValue::Flag(true));
    entry.set(DW_AT_low_pc, start);
    entry.set(DW_AT_high_pc, AttributeValue::Udata(function.place.size));
    if let Some(known) = known {
        let file = files[known.declared.file as usize];
        entry.set(DW_AT_decl_file, AttributeValue::FileIndex(Some(file)));
        entry.set(
            DW_AT_decl_line,
            AttributeValue::Udata(u64::from(known.declared.line)),
        );
    }
    (id, known)
}
