//! From a module to the bytes of an executable.
//!
//! *Invariant:* the stub's bytes stay where they are; only its header, its
//! program headers, its dynamic section, its build id and the graft slot change.

use cranelift_module::{DataId, FuncId, ModuleRelocTarget};
use object::elf::{PF_R, PF_W, PF_X};
use quasar_abi::GraftSlot;
use quasar_abi::graft::ENTRY_SYMBOL;

use super::build_id;
use super::dwarf::{self, SourceInfo};
use super::elf::{
    ORDER, PROGRAM_HEADER_SIZE, PT_GNU_EH_FRAME, PT_GNU_PROPERTY, PT_INTERP, PT_LOAD, PT_PHDR,
    ProgramHeader,
};
use super::error::LinkError;
use super::image::Image;
use super::layout::{Layout, Range};
use super::module::GraftModule;
use super::relocate::{self, DynamicTable, Pointer};
use super::sections;
use super::stub::Stub;
use super::unwind::UnwindTables;

/// Segment flags: readable and executable.
const READ_EXECUTE: u32 = PF_R | PF_X;
/// Segment flags: readable and writable.
const READ_WRITE: u32 = PF_R | PF_W;

/// What the linker has to know of a module's contents.
pub struct Program<'a> {
    /// The function that the stub calls.
    pub entry: FuncId,
    /// The encoded `ProgramInfo`.
    pub info: Option<DataId>,
    /// The CUDA text of the kernels.
    pub cuda: Option<DataId>,
    /// Where the code came from, for debuggers.
    pub source: &'a SourceInfo,
}

/// The contents of the program's segments.
struct Segments {
    text: Vec<u8>,
    constants: Vec<u8>,
    data: Vec<u8>,
}

/// Grafts a program onto a stub; returns the executable.
///
/// # Errors
/// The program refers to a symbol that neither it nor the runtime defines, or
/// the stub cannot be extended.
pub fn link(stub: &Stub, module: &GraftModule, program: &Program<'_>) -> Result<Image, LinkError> {
    let dynamic = DynamicTable::read(stub)?;
    let unwind = UnwindTables::new(stub, module)?;
    let layout = Layout::new(stub, module, &unwind, dynamic.size_with(module));
    let mut text = module.text.clone();
    text.resize(layout.text_segment().size as usize, 0);
    let pointers = relocate::resolve(stub, module, &layout, &mut text)?;
    let constants = constant_segment(module, &layout, &unwind, &dynamic, &pointers)?;
    let mut data = data_segment(module, &layout, &pointers);
    data.extend_from_slice(stub.interpreter);
    let segments = Segments {
        text,
        constants,
        data,
    };
    let mut image = Image::new(&stub.elf.bytes[..stub.file_end as usize]);
    if layout.dynamic_relocations.size > 0 {
        dynamic.patch(&mut image, &layout, &pointers);
    }
    write_program_headers(&mut image, stub, &layout)?;
    fill_slot(&mut image, stub, module, &layout, program)?;
    build_id::refresh(
        &mut image,
        stub,
        &[&segments.text, &segments.constants, &segments.data],
    );
    lay_out(&mut image, &layout, segments);
    let debug = dwarf::sections(module, &layout, program.source)?;
    sections::append(&mut image, stub, module, &layout, debug)?;
    Ok(image)
}

/// Tables and constants, each at the address that the layout gave it.
fn constant_segment(
    module: &GraftModule,
    layout: &Layout,
    unwind: &UnwindTables,
    dynamic: &DynamicTable,
    pointers: &[Pointer],
) -> Result<Vec<u8>, LinkError> {
    let (frames, search_table) = unwind.write(module, layout)?;
    let mut out = vec![0; layout.constant_segment().size as usize];
    let mut place = |range: Range, contents: &[u8]| {
        assert_eq!(
            range.size,
            contents.len() as u64,
            "the layout reserved another size"
        );
        let at = (range.start - layout.constant_segment().start) as usize;
        out[at..at + contents.len()].copy_from_slice(contents);
    };
    if layout.dynamic_relocations.size > 0 {
        place(layout.dynamic_relocations, &dynamic.extended(pointers));
    }
    place(layout.search_table, &search_table);
    place(layout.frames, &frames);
    place(layout.read_only, &module.read_only);
    Ok(out)
}

/// The variables; pointers are in place too, for debuggers that read the file.
fn data_segment(module: &GraftModule, layout: &Layout, pointers: &[Pointer]) -> Vec<u8> {
    let mut out = module.data.clone();
    for pointer in pointers {
        let at = (pointer.at - layout.data.start) as usize;
        out[at..at + 8].copy_from_slice(&pointer.value.to_le_bytes());
    }
    out
}

/// Appends the program's part of what is loaded.
fn lay_out(image: &mut Image, layout: &Layout, segments: Segments) {
    let parts = [
        (layout.text_segment().start, segments.text),
        (layout.constant_segment().start, segments.constants),
        (layout.data.start, segments.data),
    ];
    for (start, contents) in parts {
        image.pad_to(start as usize);
        image.append(contents);
    }
}

/// The segments that the program adds.
fn new_segments(layout: &Layout, page: u64) -> Vec<ProgramHeader> {
    let load = |flags, range: Range, file_size| ProgramHeader {
        kind: PT_LOAD,
        flags,
        offset: range.start,
        address: range.start,
        file_size,
        memory_size: range.size,
        align: page,
    };
    let (text, constants) = (layout.text_segment(), layout.constant_segment());
    let mut out = vec![
        load(READ_EXECUTE, text, text.size),
        load(PF_R, constants, constants.size),
    ];
    if layout.data_segment().size > 0 {
        let written = layout.written_data();
        out.push(load(READ_WRITE, layout.data_segment(), written.size));
    }
    out
}

/// Rewrites the program header table in place, the spare notes' headers reused.
fn write_program_headers(image: &mut Image, stub: &Stub, layout: &Layout) -> Result<(), LinkError> {
    let added = new_segments(layout, stub.page);
    if added.len() > stub.spare_headers {
        return Err(LinkError::NoRoom {
            needed: added.len(),
            spare: stub.spare_headers,
        });
    }
    let mut headers = stub.elf.programs.clone();
    let last_load = headers
        .iter()
        .rposition(|header| header.kind == PT_LOAD)
        .unwrap_or(0);
    headers.splice(last_load + 1..last_load + 1, added);
    // Generated code has none of the properties that the stub's objects shared.
    headers.retain(|header| header.kind != PT_GNU_PROPERTY);
    let size = (headers.len() * PROGRAM_HEADER_SIZE) as u64;
    for header in &mut headers {
        match header.kind {
            PT_PHDR => (header.file_size, header.memory_size) = (size, size),
            PT_GNU_EH_FRAME => relocate_header(header, layout.search_table),
            PT_INTERP => relocate_header(header, layout.interpreter),
            _ => {}
        }
    }
    store_program_headers(image, &headers);
    Ok(())
}

fn relocate_header(header: &mut ProgramHeader, range: Range) {
    header.offset = range.start;
    header.address = range.start;
    header.file_size = range.size;
    header.memory_size = range.size;
}

fn store_program_headers(image: &mut Image, headers: &[ProgramHeader]) {
    let mut table = Vec::new();
    headers.iter().for_each(|header| header.write(&mut table));
    let file = image.header();
    file.e_phnum.set(ORDER, headers.len() as u16);
    let at = file.e_phoff.get(ORDER) as usize;
    image.patch(at, &table);
}

/// Tells the stub where the program and its description lie.
fn fill_slot(
    image: &mut Image,
    stub: &Stub,
    module: &GraftModule,
    layout: &Layout,
    program: &Program<'_>,
) -> Result<(), LinkError> {
    let undefined = || LinkError::Undefined(ENTRY_SYMBOL.to_owned());
    let entry = module
        .place_of_function(program.entry)
        .ok_or_else(undefined)?;
    let distance = |place| layout.address(place).wrapping_sub(stub.slot);
    let datum = |id: Option<DataId>| {
        let place = id.and_then(|id| module.place_of(&ModuleRelocTarget::user(1, id.as_u32())));
        place.map_or((0, 0), |place| (distance(place), place.size))
    };
    let ((info, info_length), (cuda, cuda_length)) = (datum(program.info), datum(program.cuda));
    let fields = [
        (std::mem::offset_of!(GraftSlot, entry), distance(entry)),
        (std::mem::offset_of!(GraftSlot, info), info),
        (std::mem::offset_of!(GraftSlot, info_length), info_length),
        (std::mem::offset_of!(GraftSlot, cuda), cuda),
        (std::mem::offset_of!(GraftSlot, cuda_length), cuda_length),
    ];
    let slot = stub.elf.file_offset(stub.slot)?;
    for (field, value) in fields {
        image.patch(slot + field, &value.to_le_bytes());
    }
    Ok(())
}
