//! From a module and the runtime's pieces to the bytes of an executable.
//!
//! *Invariant:* every byte that is loaded is at the place that the layout gave it.

use cranelift_module::{DataId, FuncId, ModuleRelocTarget};
use object::elf::{
    ELFCLASS64, ELFDATA2LSB, ELFMAG, ELFOSABI_NONE, ET_DYN, EV_CURRENT, FileHeader64, Ident, PF_R,
    PF_W, PT_DYNAMIC, PT_GNU_EH_FRAME, PT_GNU_RELRO, PT_GNU_STACK, PT_INTERP, PT_LOAD, PT_NOTE,
    PT_PHDR, PT_TLS, ProgramHeader64, SectionHeader64,
};
use object::pod::bytes_of;
use object::{LittleEndian, U16, U32, U64};
use quasar_abi::GraftSlot;
use quasar_abi::graft::{ENTRY_SYMBOL, PROCESS_SYMBOL, SLOT_SYMBOL};

use super::build_id;
use super::dwarf::{self, SourceInfo};
use super::dynamic::{Exported, Holds, Pointer, Tables, slot};
use super::error::LinkError;
use super::layout::{Layout, ROWS, Range, Section, Sizes, section_of_part};
use super::module::{GraftModule, Part, Place};
use super::objects::{Kind, Reference, Relocation, Target};
use super::reach::Reached;
use super::relocate::{apply, reference_of};
use super::runtime::Runtime;
use super::sections;
use super::shared::{self, Export, Shared, ThreadAccess};
use super::symbols::{Names, SymbolTable};
use super::unwind;

const ORDER: LittleEndian = LittleEndian;
/// Segments in the table of program headers: four that are loaded, and those that name a part of them.
const SEGMENTS: u64 = 12;
const FILE_HEADER: u64 = size_of::<FileHeader64<LittleEndian>>() as u64;
const PROGRAM_HEADER: u64 = size_of::<ProgramHeader64<LittleEndian>>() as u64;

/// What the linker has to know of a module's contents.
pub struct Program<'a> {
    /// The function that the runtime calls.
    pub entry: FuncId,
    /// The encoded `ProgramInfo`.
    pub info: Option<DataId>,
    /// The CUDA text of the kernels.
    pub cuda: Option<DataId>,
    /// Where the code came from, for debuggers.
    pub source: &'a SourceInfo,
    /// Which names of the runtime the executable keeps.
    pub names: Names,
    /// What others find in a shared object; an executable otherwise.
    pub shared: Option<&'a Shared>,
}

/// An executable in the making.
struct Link<'a> {
    runtime: &'a Runtime,
    module: &'a GraftModule,
    reached: Reached,
    layout: Layout,
    image: Vec<u8>,
    /// What the loader completes.
    pointers: Vec<Pointer>,
    /// How a shared object comes to variables of threads.
    thread_access: Option<ThreadAccess>,
}

/// Makes an executable of a program and what it needs of the runtime.
///
/// # Errors
/// The program refers to a symbol that neither it nor the runtime defines, or to one that is too far away.
pub fn link(
    runtime: &Runtime,
    module: &GraftModule,
    program: &Program<'_>,
) -> Result<Vec<u8>, LinkError> {
    let objects = &runtime.objects;
    let access = runtime.machine.thread_access;
    let shared = match program.shared {
        Some(shared) => Some((shared, access.ok_or(LinkError::NoSharedObjects)?)),
        None => None,
    };
    let reached = Reached::new(runtime, module, &roots(program))?;
    let tables = Tables::new(objects, &reached, shared);
    let thread_access = shared.map(|(_, access)| access);
    let sizes = sizes(runtime, module, &reached, &tables, thread_access)?;
    let layout = Layout::new(runtime, module, &reached, &sizes);
    let mut link = Link {
        runtime,
        module,
        reached,
        image: vec![0; layout.file_end as usize],
        layout,
        pointers: Vec::with_capacity(4096),
        thread_access,
    };
    link.write_jumps()?;
    link.write_thread_start()?;
    link.write_pieces()?;
    link.write_program()?;
    let exported = link.exported(program)?;
    link.write_tables(&tables, &exported)?;
    link.fill_slot(program)?;
    link.write_headers();
    link.append_tables(program, tables.versioned())
}

/// The symbols of the runtime that are there whatever the program refers to.
pub fn roots(program: &Program<'_>) -> Vec<&'static str> {
    let Some(shared) = program.shared else {
        return vec![PROCESS_SYMBOL, SLOT_SYMBOL];
    };
    let exports = shared
        .exports
        .iter()
        .filter_map(|(_, export)| match export {
            Export::Runtime(symbol) => Some(*symbol),
            Export::Function(_) | Export::Data(_) => None,
        });
    exports.chain([SLOT_SYMBOL]).collect()
}

/// Sizes of what the linker makes itself.
fn sizes(
    runtime: &Runtime,
    module: &GraftModule,
    reached: &Reached,
    tables: &Tables,
    thread_access: Option<ThreadAccess>,
) -> Result<Sizes, LinkError> {
    let objects = &runtime.objects;
    let mut made = tables.sizes();
    made.extend([
        (Section::BuildId, build_id::NOTE_SIZE),
        (
            Section::SearchTable,
            unwind::search_table_size(objects, reached, module),
        ),
        (Section::Loader, loader(runtime, thread_access).len() as u64),
    ]);
    let jumps = reached.called.len() as u64 * runtime.machine.jump.0.len() as u64;
    let start = thread_access.map_or(0, |access| access.start.0.len() as u64);
    Ok(Sizes {
        headers: FILE_HEADER + SEGMENTS * PROGRAM_HEADER,
        made,
        jumps: jumps + start,
        frames: unwind::frames_size(module)?,
    })
}

/// The path of the loader; a shared object has none.
fn loader(runtime: &Runtime, thread_access: Option<ThreadAccess>) -> &'static [u8] {
    match thread_access {
        None => runtime.machine.loader,
        Some(_) => &[],
    }
}

impl Link<'_> {
    /// What the unwinder, the loader and tools find: descriptions of frames, the loader's path and tables, the build id.
    fn write_tables(&mut self, tables: &Tables, exported: &[Exported]) -> Result<(), LinkError> {
        let (machine, module) = (self.runtime.machine, self.module);
        let objects = &self.runtime.objects;
        let (frames, search_table) = unwind::tables(objects, &self.reached, module, &self.layout)?;
        let at = self.layout.offset(Section::Frames, self.layout.frames);
        self.put(at, &frames);
        self.put_section(Section::SearchTable, &search_table);
        self.put_section(Section::Loader, loader(self.runtime, self.thread_access));
        let runtime = objects.identity();
        let parts: [&[u8]; 4] = [&runtime, &module.text, &module.read_only, &module.data];
        self.put_section(Section::BuildId, &build_id::note(&parts));
        let contents = tables.contents(machine, &self.layout, &self.pointers, exported);
        for (section, contents) in contents {
            self.put_section(section, &contents);
        }
        Ok(())
    }

    fn put(&mut self, offset: usize, bytes: &[u8]) {
        self.image[offset..offset + bytes.len()].copy_from_slice(bytes);
    }

    /// Writes the whole of a section.
    fn put_section(&mut self, section: Section, bytes: &[u8]) {
        let range = self.layout.section(section);
        assert_eq!(range.size, bytes.len() as u64, "another size was laid out");
        self.put(range.offset as usize, bytes);
    }

    /// The word in the table of addresses of an import.
    fn slot(&self, import: u32) -> u64 {
        let number = self.reached.imports.binary_search(&import);
        slot(&self.layout, number.expect("it was reached") as u32)
    }

    /// The jump to an import.
    fn jump(&self, import: u32) -> u64 {
        let number = self.reached.called.binary_search(&import);
        let size = self.runtime.machine.jump.0.len();
        let start = self.layout.section(Section::Text).start;
        start + (number.expect("it was reached") * size) as u64
    }

    /// Jumps to functions of the system, for code that calls them as if they were near.
    fn write_jumps(&mut self) -> Result<(), LinkError> {
        let (code, references) = self.runtime.machine.jump;
        for import in self.reached.called.clone() {
            let (address, word) = (self.jump(import), self.slot(import));
            let at = self.layout.offset(Section::Text, address);
            self.put(at, code);
            for (offset, reference, addend) in references {
                let target = word.wrapping_add_signed(*addend);
                let place = at + *offset as usize;
                apply(*reference, &mut self.image, place, address + offset, target)?;
            }
        }
        Ok(())
    }

    /// Where the code lies that gives the start of a shared object's variables of threads: behind the jumps.
    fn thread_start(&self) -> u64 {
        let jumps = self.reached.called.len() * self.runtime.machine.jump.0.len();
        self.layout.section(Section::Text).start + jumps as u64
    }

    /// That code.
    fn write_thread_start(&mut self) -> Result<(), LinkError> {
        let Some(access) = self.thread_access else {
            return Ok(());
        };
        let (code, words, function) = access.start;
        let start = self.thread_start();
        let at = self.layout.offset(Section::Text, start);
        self.put(at, code);
        // The function's word is the last of the imports, and those of the module follow.
        let word = slot(&self.layout, self.reached.imports.len() as u32);
        for (place, target) in [(words, word + 8), (function, word)] {
            self.refer_to(target, at + place, start + place as u64)?;
        }
        Ok(())
    }

    /// Writes the reference to a target into code for variables of threads, in the image and at its address.
    fn refer_to(&mut self, target: u64, at: usize, address: u64) -> Result<(), LinkError> {
        let target = target.wrapping_add_signed(shared::ADDEND);
        apply(shared::REFERENCE, &mut self.image, at, address, target)
    }

    /// Calls that code where an executable reads the thread's pointer.
    fn call_thread_start(&mut self, at: usize, address: u64) -> Result<(), LinkError> {
        let Some(access) = self.thread_access else {
            return Ok(());
        };
        let (code, place) = access.call;
        self.put(at, code);
        self.refer_to(self.thread_start(), at + place, address + place as u64)
    }

    /// What others find in a shared object.
    fn exported(&self, program: &Program<'_>) -> Result<Vec<Exported>, LinkError> {
        let exports = program.shared.iter().flat_map(|shared| &shared.exports);
        let of_module = |target: ModuleRelocTarget, name: &str| {
            let place = self.module.place_of(&target);
            let place = place.ok_or_else(|| LinkError::Undefined(name.to_owned()))?;
            Ok(Exported {
                section: section_of_part(place.part),
                address: self.layout.address(place),
                size: place.size,
            })
        };
        let place = |(name, export): &(String, Export)| match export {
            Export::Function(id) => of_module(ModuleRelocTarget::user(0, id.as_u32()), name),
            Export::Data(id) => of_module(ModuleRelocTarget::user(1, id.as_u32()), name),
            Export::Runtime(symbol) => Ok(Exported {
                section: Section::Text,
                address: self.export(symbol)?,
                size: 0,
            }),
        };
        exports.map(place).collect()
    }

    /// The runtime's pieces, and what they refer to.
    fn write_pieces(&mut self) -> Result<(), LinkError> {
        let objects = &self.runtime.objects;
        let all = objects.all_contents();
        let pieces = std::mem::take(&mut self.reached.pieces);
        for piece in &pieces {
            let piece = *piece;
            let kind = objects.kind(piece);
            let at = self.layout.piece_offset(kind, piece);
            if !kind.is_zero() {
                self.put(at, objects.contents(all, piece));
            }
            self.refer(kind, piece, at)?;
        }
        self.reached.pieces = pieces;
        Ok(())
    }

    fn refer(&mut self, kind: Kind, piece: u32, at: usize) -> Result<(), LinkError> {
        let start = self.layout.piece(piece);
        let is_data = !matches!(kind, Kind::Text | Kind::Frame | Kind::Common);
        for relocation in self.runtime.objects.relocations(piece) {
            let address = start + u64::from(relocation.offset);
            if relocation.reference == Reference::ThreadPointer {
                self.call_thread_start(at + relocation.offset as usize, address)?;
                continue;
            }
            if relocation.reference == Reference::Constant64 {
                self.pointers.push(Pointer {
                    at: address,
                    value: i64::from(relocation.addend) as u64,
                    holds: Holds::Constant,
                });
                continue;
            }
            if let Some(distance) = self.distance(&relocation, address) {
                self.put(at + relocation.offset as usize, &distance.to_le_bytes());
                continue;
            }
            if self.is_absent(relocation.target) {
                continue;
            }
            let value = self.value(&relocation);
            if is_data && relocation.reference == Reference::Absolute64 {
                self.pointers.push(Pointer {
                    at: address,
                    value: value.1,
                    holds: value.0.map_or(Holds::Own, Holds::Import),
                });
            }
            let place = at + relocation.offset as usize;
            apply(
                relocation.reference,
                &mut self.image,
                place,
                address,
                value.1,
            )?;
        }
        Ok(())
    }

    /// What nine of ten references are: the distance to another piece that is there. Any other has [`Link::value`] and [`apply`].
    fn distance(&self, relocation: &Relocation, address: u64) -> Option<i32> {
        let Target::Piece(target) = relocation.target else {
            return None;
        };
        let target = match self.layout.piece(target) {
            0 => return None,
            target => target.wrapping_add_signed(relocation.addend.into()),
        };
        match relocation.reference {
            Reference::Relative32 => i32::try_from(target.wrapping_sub(address) as i64).ok(),
            _ => None,
        }
    }

    /// Whether a piece is not there; only optional references lead to such.
    fn is_absent(&self, target: Target) -> bool {
        matches!(target, Target::Piece(piece) if self.layout.piece(piece) == 0)
    }

    /// The target of a relocation with the addend, and the symbol that the loader adds.
    fn value(&self, relocation: &Relocation) -> (Option<u32>, u64) {
        let addend = i64::from(relocation.addend);
        let with_addend = |address: u64| (None, address.wrapping_add_signed(addend));
        match relocation.target {
            Target::Import(import) if relocation.reference.by_table() => {
                with_addend(self.slot(import))
            }
            Target::Import(import) if relocation.reference == Reference::Absolute64 => {
                let number = self.reached.imports.binary_search(&import);
                (Some(number.expect("it was reached") as u32), addend as u64)
            }
            Target::Import(import) => with_addend(self.jump(import)),
            target => {
                let address = self.layout.target(target).expect("it is in the file");
                with_addend(match relocation.reference.by_thread() {
                    true => address.wrapping_sub(self.thread_pointer()),
                    false => address,
                })
            }
        }
    }

    /// What a thread's pointer, or the start of a shared object's variables, would be if its variables lay where the file has them (ELF Handling for Thread-Local Storage, section 3).
    fn thread_pointer(&self) -> u64 {
        let variables = self.layout.thread_variables();
        if self.thread_access.is_some() {
            return variables.start;
        }
        match self.runtime.machine.thread_head {
            Some(head) => variables.start - head.next_multiple_of(THREAD_ALIGN),
            None => variables.start + variables.size.next_multiple_of(THREAD_ALIGN),
        }
    }

    /// The program's own parts, and what they refer to.
    fn write_program(&mut self) -> Result<(), LinkError> {
        let module = self.module;
        for (part, bytes) in [
            (Part::Text, &module.text),
            (Part::ReadOnly, &module.read_only),
            (Part::Data, &module.data),
        ] {
            let at = self.part_offset(part);
            self.put(at, bytes);
        }
        for relocation in &module.relocations {
            let kind = reference_of(relocation.kind);
            let kind =
                kind.filter(|kind| *kind == Reference::Absolute64 || relocation.part == Part::Text);
            let kind =
                kind.ok_or_else(|| LinkError::Relocation(format!("{:?}", relocation.kind)))?;
            let address = self.layout.start_of(relocation.part) + relocation.offset;
            let target = self.program_target(&relocation.target)?;
            let value = target.wrapping_add_signed(relocation.addend);
            if kind == Reference::Absolute64 {
                self.pointers.push(Pointer {
                    at: address,
                    value,
                    holds: Holds::Own,
                });
            }
            let at = self.part_offset(relocation.part) + relocation.offset as usize;
            apply(kind, &mut self.image, at, address, value)?;
        }
        Ok(())
    }

    fn part_offset(&self, part: Part) -> usize {
        self.layout
            .offset(section_of_part(part), self.layout.start_of(part))
    }

    /// The address of what the program refers to: its own or the runtime's.
    fn program_target(&self, target: &ModuleRelocTarget) -> Result<u64, LinkError> {
        if let Some(place) = self.module.place_of(target) {
            return Ok(self.layout.address(place));
        }
        self.export(&self.module.symbol_of(target))
    }

    /// The address of a symbol of the runtime.
    fn export(&self, symbol: &str) -> Result<u64, LinkError> {
        let found = self.runtime.objects.export(symbol);
        let (piece, offset) = found.ok_or_else(|| LinkError::Undefined(symbol.to_owned()))?;
        Ok(self.layout.piece(piece) + offset)
    }

    /// Tells the runtime where the program and its description lie.
    fn fill_slot(&mut self, program: &Program<'_>) -> Result<(), LinkError> {
        let undefined = || LinkError::Undefined(ENTRY_SYMBOL.to_owned());
        let entry = self
            .module
            .place_of_function(program.entry)
            .ok_or_else(undefined)?;
        let slot = self.export(SLOT_SYMBOL)?;
        let distance = |place: Place| self.layout.address(place).wrapping_sub(slot);
        let datum = |id: Option<DataId>| {
            let target = |id: DataId| ModuleRelocTarget::user(1, id.as_u32());
            let place = id.and_then(|id| self.module.place_of(&target(id)));
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
        let at = self.layout.offset(Section::Data, slot);
        for (field, value) in fields {
            self.put(at + field, &value.to_le_bytes());
        }
        Ok(())
    }

    /// The file's header and those of segments. Sections are told later.
    fn write_headers(&mut self) {
        let segments = self.segments();
        let entry = match self.thread_access {
            None => self.export(PROCESS_SYMBOL).expect("it was reached"),
            Some(_) => 0,
        };
        let header = FileHeader64 {
            e_ident: Ident {
                magic: ELFMAG,
                class: ELFCLASS64,
                data: ELFDATA2LSB,
                version: EV_CURRENT,
                os_abi: ELFOSABI_NONE,
                abi_version: 0,
                padding: [0; 7],
            },
            e_type: U16::new(ORDER, ET_DYN),
            e_machine: U16::new(ORDER, self.runtime.machine.number),
            e_version: U32::new(ORDER, EV_CURRENT.into()),
            e_entry: U64::new(ORDER, entry),
            e_phoff: U64::new(ORDER, FILE_HEADER),
            e_shoff: U64::new(ORDER, 0),
            e_flags: U32::new(ORDER, 0),
            e_ehsize: U16::new(ORDER, FILE_HEADER as u16),
            e_phentsize: U16::new(ORDER, PROGRAM_HEADER as u16),
            e_phnum: U16::new(ORDER, segments.len() as u16),
            e_shentsize: U16::new(ORDER, size_of::<SectionHeader64<LittleEndian>>() as u16),
            e_shnum: U16::new(ORDER, 0),
            e_shstrndx: U16::new(ORDER, 0),
        };
        self.put(0, bytes_of(&header));
        let table: Vec<u8> = segments
            .iter()
            .flat_map(|segment| bytes_of(segment).to_vec())
            .collect();
        self.put(FILE_HEADER as usize, &table);
    }

    fn segments(&self) -> Vec<ProgramHeader64<LittleEndian>> {
        let part = |kind, flags, section, align| {
            let range = self.layout.section(section);
            segment(kind, flags, range, range.size, align)
        };
        let headers = Range {
            start: FILE_HEADER,
            offset: FILE_HEADER,
            size: SEGMENTS * PROGRAM_HEADER,
        };
        let mut all = vec![
            segment(PT_PHDR, PF_R, headers, headers.size, 8),
            part(PT_INTERP, PF_R, Section::Loader, 1),
        ];
        if self.thread_access.is_some() {
            all.clear();
        }
        let page = self.runtime.machine.page;
        let loaded = self.layout.segments.iter();
        all.extend(loaded.map(|one| segment(PT_LOAD, one.flags, one.range, one.file_size, page)));
        let variables = self.layout.thread_variables();
        let written = self.layout.section(Section::ThreadData).size;
        let once = self.layout.segments.iter().find(|one| one.once_written);
        let once = once.expect("there is one");
        all.extend([
            segment(PT_TLS, PF_R, variables, written, THREAD_ALIGN),
            part(PT_DYNAMIC, PF_R | PF_W, Section::Dynamic, 8),
            segment(PT_GNU_RELRO, PF_R, once.range, once.file_size, 1),
            part(PT_GNU_EH_FRAME, PF_R, Section::SearchTable, 4),
            segment(PT_GNU_STACK, PF_R | PF_W, Range::default(), 0, 16),
            part(PT_NOTE, PF_R, Section::BuildId, 4),
        ]);
        assert!(all.len() as u64 <= SEGMENTS, "room was kept for so many");
        all
    }

    /// Appends what only tools read.
    fn append_tables(mut self, program: &Program<'_>, needs: u32) -> Result<Vec<u8>, LinkError> {
        let debug = dwarf::sections(self.module, &self.layout, program.source)?;
        let objects = &self.runtime.objects;
        let (reached, module, layout) = (&self.reached, self.module, &self.layout);
        let index = &sections::index;
        let symbols = SymbolTable::build(objects, reached, module, layout, program.names, index);
        sections::append(&mut self.image, layout, debug, &symbols, needs);
        Ok(self.image)
    }
}

/// Alignment of the variables of a thread: that of their sections.
const THREAD_ALIGN: u64 = ROWS[Section::ThreadData as usize].align;

fn segment(
    kind: u32,
    flags: u32,
    range: Range,
    file_size: u64,
    align: u64,
) -> ProgramHeader64<LittleEndian> {
    ProgramHeader64 {
        p_type: U32::new(ORDER, kind),
        p_flags: U32::new(ORDER, flags),
        p_offset: U64::new(ORDER, range.offset),
        p_vaddr: U64::new(ORDER, range.start),
        p_paddr: U64::new(ORDER, range.start),
        p_filesz: U64::new(ORDER, file_size),
        p_memsz: U64::new(ORDER, range.size),
        p_align: U64::new(ORDER, align),
    }
}
