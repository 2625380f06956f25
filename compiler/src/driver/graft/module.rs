//! A Cranelift module that collects code and data for the graft linker.
//!
//! *Invariant:* functions and data keep the order of their definition, so the
//! output depends on nothing but the program. Everything, the runtime's
//! functions included, counts as near: it ends up in one executable.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir;
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::{CompiledCode, Context, LabelValueLoc, ValueLocRange};
use cranelift_module::{
    DataDescription, DataId, FuncId, Init, Linkage, Module, ModuleDeclarations, ModuleReloc,
    ModuleRelocTarget, ModuleResult,
};
use target_lexicon::Architecture;

use crate::codegen::cpu::FRAME_KEY;
use crate::codegen::spmd::Unwind;

/// Alignment of every function.
const FUNCTION_ALIGN: u64 = 16;
/// Alignment of data that says nothing about it.
const DATA_ALIGN: u64 = 8;
/// Fills the gaps between functions on x86: a breakpoint.
const X86_BREAKPOINT: u8 = 0xcc;

/// Blocks of a function that Cranelift optimises, at most. To find where an operation may move, it looks at each block that dominates this
/// one; and one value for all equal constants lives for so long that register allocation divides its life at every call.
const MOST_BLOCKS: usize = 2000;

/// The part of the program that a function or datum lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Machine code.
    Text,
    /// Constants without pointers.
    ReadOnly,
    /// Variables, and constants with pointers in them.
    Data,
    /// Variables that start as zero.
    Zero,
}

/// Where something lies in its part.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The part.
    pub part: Part,
    /// Bytes from the part's start.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
}

/// A reference that waits for its target's address.
#[derive(Debug)]
pub struct Relocation {
    /// The part that holds the reference.
    pub part: Part,
    /// Bytes from the part's start.
    pub offset: u64,
    /// How the target's address is written.
    pub kind: Reloc,
    /// The target.
    pub target: ModuleRelocTarget,
    /// Added to the target's address.
    pub addend: i64,
}

/// A defined function.
#[derive(Debug)]
pub struct DefinedFunction {
    /// Its declaration.
    pub id: FuncId,
    /// Where it lies.
    pub place: Place,
    /// How to unwind it, unless it was given as bytes.
    pub unwind: Option<Unwind>,
    /// Source locations, by offset in the function: (offset, bits of the `SourceLoc`).
    pub locations: Vec<(u64, u32)>,
    /// Where values lie that debuggers are told of.
    pub values: ValuePlaces,
}

/// Where values of a function lie that debuggers are told of.
#[derive(Clone, Debug, Default)]
pub struct ValuePlaces {
    /// The distance from the frame pointer to the slot with the key of variables, if there is one.
    pub frame: Option<i64>,
    /// By label where in the code a value is where.
    pub labelled: BTreeMap<u32, Vec<ValueRange>>,
}

/// Where a value is in a part of the code.
#[derive(Clone, Copy, Debug)]
pub struct ValueRange {
    /// The first byte of that part, and the first behind it, from the start of the function.
    pub code: (u64, u64),
    /// The place.
    pub place: ValuePlace,
}

/// A place of a value.
#[derive(Clone, Copy, Debug)]
pub enum ValuePlace {
    /// A register, by its number in DWARF.
    Register(u16),
    /// This far from the canonical frame address.
    Frame(i64),
}

/// A defined datum.
#[derive(Debug)]
pub struct DefinedData {
    /// Its declaration.
    pub id: DataId,
    /// Where it lies.
    pub place: Place,
}

/// The program so far.
pub struct GraftModule {
    isa: OwnedTargetIsa,
    /// The same machine with less effort, for functions of many blocks.
    quick: OwnedTargetIsa,
    declarations: ModuleDeclarations,
    /// Machine code.
    pub text: Vec<u8>,
    /// Constants.
    pub read_only: Vec<u8>,
    /// Variables.
    pub data: Vec<u8>,
    /// Bytes of zeros behind the variables.
    pub zero: u64,
    /// Functions in the order of their definition.
    pub functions: Vec<DefinedFunction>,
    /// Data in the order of their definition.
    pub objects: Vec<DefinedData>,
    /// References to resolve.
    pub relocations: Vec<Relocation>,
    function_index: FxHashMap<FuncId, usize>,
    object_index: FxHashMap<DataId, usize>,
}

impl GraftModule {
    /// An empty module for a target, by two code generators for it: that of an ordinary function, and that of one with many blocks.
    pub fn new(isa: OwnedTargetIsa, quick: OwnedTargetIsa) -> Self {
        GraftModule {
            isa,
            quick,
            declarations: ModuleDeclarations::default(),
            text: Vec::new(),
            read_only: Vec::new(),
            data: Vec::new(),
            zero: 0,
            functions: Vec::new(),
            objects: Vec::new(),
            relocations: Vec::new(),
            function_index: FxHashMap::default(),
            object_index: FxHashMap::default(),
        }
    }

    /// Compiles what follows with other settings, for the same machine.
    pub fn set_isa(&mut self, isa: OwnedTargetIsa) {
        assert_eq!(
            isa.triple(),
            self.isa.triple(),
            "a program is for one machine"
        );
        self.isa = isa;
    }

    /// Where the target of a relocation lies, if the program defines it.
    pub fn place_of(&self, target: &ModuleRelocTarget) -> Option<Place> {
        match target {
            ModuleRelocTarget::User {
                namespace: 0,
                index,
            } => self.place_of_function(FuncId::from_u32(*index)),
            ModuleRelocTarget::User { index, .. } => {
                let index = self.object_index.get(&DataId::from_u32(*index))?;
                Some(self.objects[*index].place)
            }
            ModuleRelocTarget::FunctionOffset(id, offset) => {
                let place = self.place_of_function(*id)?;
                Some(Place {
                    offset: place.offset + u64::from(*offset),
                    ..place
                })
            }
            ModuleRelocTarget::LibCall(_) | ModuleRelocTarget::KnownSymbol(_) => None,
        }
    }

    /// Adds what the bytes of a function do not tell: how to unwind it, and where its code comes from.
    ///
    /// # Panics
    /// The function is not defined.
    pub fn describe_function(
        &mut self,
        id: FuncId,
        unwind: Option<Unwind>,
        locations: Vec<(u64, u32)>,
    ) {
        let function = &mut self.functions[self.function_index[&id]];
        function.unwind = unwind;
        function.locations = locations;
    }

    /// Where a function lies, if the program defines it.
    pub fn place_of_function(&self, id: FuncId) -> Option<Place> {
        self.function_index
            .get(&id)
            .map(|index| self.functions[*index].place)
    }

    /// The symbol of a relocation's target.
    pub fn symbol_of(&self, target: &ModuleRelocTarget) -> String {
        match target {
            ModuleRelocTarget::User {
                namespace: 0,
                index,
            } => {
                let id = FuncId::from_u32(*index);
                self.declarations
                    .get_function_decl(id)
                    .linkage_name(id)
                    .into_owned()
            }
            ModuleRelocTarget::User { index, .. } => {
                let id = DataId::from_u32(*index);
                self.declarations
                    .get_data_decl(id)
                    .linkage_name(id)
                    .into_owned()
            }
            ModuleRelocTarget::FunctionOffset(id, _) => self
                .declarations
                .get_function_decl(*id)
                .linkage_name(*id)
                .into_owned(),
            ModuleRelocTarget::LibCall(call) => call.to_string(),
            ModuleRelocTarget::KnownSymbol(symbol) => symbol.to_string(),
        }
    }

    /// Lays a function behind the others.
    fn place_function(&mut self, id: FuncId, align: u64, bytes: &[u8]) -> Place {
        let filler = match self.isa.triple().architecture {
            Architecture::X86_64 => X86_BREAKPOINT,
            _ => 0,
        };
        pad(&mut self.text, align.max(FUNCTION_ALIGN), filler);
        let place = Place {
            part: Part::Text,
            offset: self.text.len() as u64,
            size: bytes.len() as u64,
        };
        self.text.extend_from_slice(bytes);
        self.function_index.insert(id, self.functions.len());
        place
    }

    /// Lays a datum behind the others of its part.
    fn place_data(&mut self, data: &DataDescription, writable: bool, pointers: bool) -> Place {
        let align = data.align.unwrap_or(DATA_ALIGN).max(DATA_ALIGN);
        let size = data.init.size() as u64;
        if let (Init::Zeros { .. }, true, false) = (&data.init, writable, pointers) {
            let offset = self.zero.next_multiple_of(align);
            self.zero = offset + size;
            return Place {
                part: Part::Zero,
                offset,
                size,
            };
        }
        // A pointer needs a dynamic relocation, which writes.
        let (part, bytes) = match writable || pointers {
            true => (Part::Data, &mut self.data),
            false => (Part::ReadOnly, &mut self.read_only),
        };
        pad(bytes, align, 0);
        let offset = bytes.len() as u64;
        match &data.init {
            Init::Bytes { contents } => bytes.extend_from_slice(contents),
            Init::Zeros { size } => bytes.resize(bytes.len() + size, 0),
            Init::Uninitialized => panic!("data was defined without contents"),
        }
        Place { part, offset, size }
    }

    fn keep_relocations(&mut self, place: Place, relocations: impl Iterator<Item = ModuleReloc>) {
        self.relocations
            .extend(relocations.map(|relocation| Relocation {
                part: place.part,
                offset: place.offset + u64::from(relocation.offset),
                kind: relocation.kind,
                target: relocation.name,
                addend: relocation.addend,
            }));
    }
}

/// Fills `bytes` up to a multiple of `align`.
fn pad(bytes: &mut Vec<u8>, align: u64, filler: u8) {
    bytes.resize(bytes.len().next_multiple_of(align as usize), filler);
}

/// An external name for a declaration: namespace 0 for functions, 1 for data.
fn external(function: &mut ir::Function, namespace: u32, index: u32) -> ir::ExternalName {
    let name = ir::UserExternalName { namespace, index };
    ir::ExternalName::user(function.declare_imported_user_function(name))
}

/// Where a compiled function has the values that debuggers are told of.
fn value_places(compiled: &CompiledCode, isa: &dyn TargetIsa) -> ValuePlaces {
    let layout = compiled.buffer.frame_layout();
    let frame = layout.and_then(|layout| {
        let mut slots = layout.stackslots.values();
        let slot = slots.find(|slot| slot.key == Some(ir::StackSlotKey::new(FRAME_KEY)))?;
        Some(i64::from(slot.offset) - i64::from(layout.frame_to_fp_offset))
    });
    let range = |range: &ValueLocRange| {
        let place = match range.loc {
            LabelValueLoc::Reg(register) => {
                ValuePlace::Register(isa.map_regalloc_reg_to_dwarf(register).ok()?)
            }
            LabelValueLoc::CFAOffset(offset) => ValuePlace::Frame(offset),
        };
        let code = (u64::from(range.start), u64::from(range.end));
        Some(ValueRange { code, place })
    };
    let labelled = compiled.value_labels_ranges.iter();
    let labelled = labelled.map(|(label, ranges)| {
        let ranges = ranges.iter().filter_map(range).collect();
        (label.as_u32(), ranges)
    });
    ValuePlaces {
        frame,
        labelled: labelled.collect(),
    }
}

impl Module for GraftModule {
    fn isa(&self) -> &dyn TargetIsa {
        &*self.isa
    }

    fn declarations(&self) -> &ModuleDeclarations {
        &self.declarations
    }

    fn declare_function(
        &mut self,
        name: &str,
        linkage: Linkage,
        signature: &ir::Signature,
    ) -> ModuleResult<FuncId> {
        Ok(self
            .declarations
            .declare_function(name, linkage, signature)?
            .0)
    }

    fn declare_anonymous_function(&mut self, signature: &ir::Signature) -> ModuleResult<FuncId> {
        self.declarations.declare_anonymous_function(signature)
    }

    fn declare_data(
        &mut self,
        name: &str,
        linkage: Linkage,
        writable: bool,
        tls: bool,
    ) -> ModuleResult<DataId> {
        assert!(!tls, "grafted code has no thread-local data");
        Ok(self
            .declarations
            .declare_data(name, linkage, writable, tls)?
            .0)
    }

    fn declare_anonymous_data(&mut self, writable: bool, tls: bool) -> ModuleResult<DataId> {
        assert!(!tls, "grafted code has no thread-local data");
        self.declarations.declare_anonymous_data(writable, tls)
    }

    /// As the default, but imports are near too: they lie in the same executable.
    fn declare_func_in_func(&mut self, id: FuncId, function: &mut ir::Function) -> ir::FuncRef {
        let declaration = self.declarations.get_function_decl(id);
        let signature = function.import_signature(declaration.signature.clone());
        let name = external(function, 0, id.as_u32());
        let data = ir::ExtFuncData {
            name,
            signature,
            colocated: true,
            patchable: false,
        };
        function.import_function(data)
    }

    /// As the default, but imports are near too: they lie in the same executable.
    fn declare_data_in_func(&self, id: DataId, function: &mut ir::Function) -> ir::GlobalValue {
        let name = external(function, 1, id.as_u32());
        function.create_global_value(ir::GlobalValueData::Symbol {
            name,
            offset: ir::immediates::Imm64::new(0),
            colocated: true,
            tls: false,
        })
    }

    fn define_function_with_control_plane(
        &mut self,
        id: FuncId,
        context: &mut Context,
        control: &mut ControlPlane,
    ) -> ModuleResult<()> {
        let isa = match context.func.dfg.num_blocks() > MOST_BLOCKS {
            true => &self.quick,
            false => &self.isa,
        };
        context.compile(&**isa, control)?;
        let compiled = context.compiled_code().expect("it was just compiled");
        let unwind = compiled.create_unwind_info(&**isa)?;
        let unwind = unwind.map(Unwind::Cranelift);
        let buffer = &compiled.buffer;
        let values = value_places(compiled, &**isa);
        let place = self.place_function(id, u64::from(buffer.alignment), buffer.data());
        // A debugger would stop behind what has no instruction.
        let rows = buffer.get_srclocs_sorted().iter();
        let locations = rows
            .filter(|row| row.start < row.end)
            .map(|row| (u64::from(row.start), row.loc.bits()))
            .collect();
        self.functions.push(DefinedFunction {
            id,
            place,
            unwind,
            locations,
            values,
        });
        let relocations = buffer.relocs().iter();
        let relocations =
            relocations.map(|found| ModuleReloc::from_mach_reloc(found, &context.func, id));
        self.keep_relocations(place, relocations);
        Ok(())
    }

    fn define_function_bytes(
        &mut self,
        id: FuncId,
        align: u64,
        bytes: &[u8],
        relocations: &[ModuleReloc],
    ) -> ModuleResult<()> {
        let place = self.place_function(id, align, bytes);
        self.functions.push(DefinedFunction {
            id,
            place,
            unwind: None,
            locations: Vec::new(),
            values: ValuePlaces::default(),
        });
        self.keep_relocations(place, relocations.iter().cloned());
        Ok(())
    }

    fn define_data(&mut self, id: DataId, data: &DataDescription) -> ModuleResult<()> {
        let writable = self.declarations.get_data_decl(id).writable;
        let relocations: Vec<_> = data.all_relocs(Reloc::Abs8).collect();
        let place = self.place_data(data, writable, !relocations.is_empty());
        self.object_index.insert(id, self.objects.len());
        self.objects.push(DefinedData { id, place });
        self.keep_relocations(place, relocations.into_iter());
        Ok(())
    }
}
