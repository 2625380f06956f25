//! SPMD code to Cranelift: a varying value is one or more 128-bit vectors.
//!
//! *Invariant:* one SPMD operation becomes the same machine operations for every part of its value; nothing is reordered or contracted here.

mod memory;
mod scalar;
mod vector;

use std::collections::BTreeMap;

use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    self as clif, ConstantData, Endianness, FuncRef, InstBuilder, MemFlagsData, StackSlotData,
    StackSlotKind, types,
};
use cranelift_frontend::FunctionBuilder;
use cranelift_module::{
    DataDescription, DataId, FuncId as ClifFunc, Linkage, Module, ModuleReloc, ModuleRelocTarget,
};
use quasar_abi::{AbiTy, ArrayHeader, ElemKind, Fails, RtFn, StringHeader, Tag, Tagged};

use super::ir::{
    BlockId, Elem, Function, Inst, Op, RaiseArg, Target, Terminator, Type, Val, ZEROS,
};
use super::versions::DECLINED;
use super::{MOST_AT_ENTRY, x86};
use crate::base::{Id, IndexVec};
use crate::cpu::{define_bytes, row_signature, source_loc};
use crate::mir::Loc;
use crate::mir::kernel::SLOT;
use quasar_abi::columns_slot;

/// What the kernels of a program share in a module.
#[derive(Debug, Default)]
pub struct Shared {
    rows: BTreeMap<RtFn, ClifFunc>,
    texts: BTreeMap<String, DataId>,
    zeros: Option<DataId>,
    pointers: BTreeMap<RtFn, DataId>,
}

impl Shared {
    fn row(&mut self, module: &mut dyn Module, row: RtFn) -> ClifFunc {
        *self.rows.entry(row).or_insert_with(|| {
            let signature = row_signature(module, row);
            let declared = module.declare_function(row.sig().symbol, Linkage::Import, &signature);
            declared.expect("rows are declared by their table alone")
        })
    }

    fn text(&mut self, module: &mut dyn Module, text: &str) -> DataId {
        let number = self.texts.len();
        *self.texts.entry(text.to_owned()).or_insert_with(|| {
            let symbol = format!("qk_text_{number}");
            define_bytes(module, &symbol, StringHeader::literal(text))
        })
    }

    fn zeros(&mut self, module: &mut dyn Module) -> DataId {
        *self.zeros.get_or_insert_with(|| {
            let mut bytes = vec![0; ZEROS];
            bytes.extend(ArrayHeader::row_without_elements(ElemKind::F32));
            define_bytes(module, "qk_zeros", bytes)
        })
    }

    /// How code that is not Cranelift's reaches the runtime: near where the module says that it lies near.
    pub fn calls(&mut self, module: &mut dyn Module) -> x86::Calls {
        let row = self.row(module, RtFn::vector_level);
        let mut scratch = clif::Function::new();
        let imported = module.declare_func_in_func(row, &mut scratch);
        match scratch.dfg.ext_funcs[imported].colocated {
            true => x86::Calls::Direct,
            false => x86::Calls::ByPointer,
        }
    }

    /// A datum that holds the address of a row.
    fn pointer(&mut self, module: &mut dyn Module, row: RtFn) -> DataId {
        if let Some(known) = self.pointers.get(&row) {
            return *known;
        }
        let symbol = format!("qk_pointer_{}", row.sig().name);
        let declared = module.declare_data(&symbol, Linkage::Local, true, false);
        let declared = declared.expect("symbols are unique");
        let mut data = DataDescription::new();
        data.define(vec![0; 8].into());
        data.set_align(8);
        let row_id = self.row(module, row);
        let function = module.declare_func_in_data(row_id, &mut data);
        data.write_function_addr(0, function);
        module
            .define_data(declared, &data)
            .expect("it is defined once");
        self.pointers.insert(row, declared);
        declared
    }

    /// A reference of the vector back end, as linkers want it.
    pub fn relocation(
        &mut self,
        module: &mut dyn Module,
        reference: &x86::Reference,
    ) -> ModuleReloc {
        let (kind, name) = match &reference.target {
            x86::Target::Row(row) => {
                let row = self.row(module, *row).as_u32();
                (Reloc::X86CallPLTRel4, ModuleRelocTarget::user(0, row))
            }
            x86::Target::PointerTo(row) => {
                let pointer = self.pointer(module, *row).as_u32();
                (Reloc::X86PCRel4, ModuleRelocTarget::user(1, pointer))
            }
            x86::Target::Datum(datum) => {
                let data = match datum {
                    x86::Datum::Text(text) => self.text(module, text),
                    x86::Datum::Zeros => self.zeros(module),
                };
                (Reloc::X86PCRel4, ModuleRelocTarget::user(1, data.as_u32()))
            }
        };
        ModuleReloc {
            offset: reference.offset,
            kind,
            name,
            // The processor counts from the end of the four bytes.
            addend: -4,
        }
    }
}

/// Fills a Cranelift function that has the signature of a kernel entry; `wide`: for a machine whose instructions take operands in memory
/// wherever they lie.
pub fn translate(
    module: &mut dyn Module,
    shared: &mut Shared,
    function: &Function,
    wide: bool,
    builder: FunctionBuilder<'_>,
) {
    let x86 = matches!(
        module.isa().triple().architecture,
        target_lexicon::Architecture::X86_64
    );
    let mut translator = Translator {
        parts: IndexVec::filled(Vec::new(), function.types.len()),
        blocks: IndexVec::new(),
        function,
        builder,
        module,
        shared,
        rows: BTreeMap::new(),
        symbols: BTreeMap::new(),
        constants: BTreeMap::new(),
        vectors_at_entry: 0,
        scalars_at_entry: 0,
        late: BTreeMap::new(),
        splats: BTreeMap::new(),
        slots: Vec::new(),
        x86,
        loads_bits: x86 && !wide,
        loc: Loc::from_index(0),
    };
    translator.run();
    let config = translator.module.target_config();
    translator.builder.finalize(config);
}

/// What the entry of a kernel chooses from.
pub struct Choice {
    /// Dimensions of the launch.
    pub rank: usize,
    /// Parameters of the kernel.
    pub parameters: usize,
    /// Those whose sizes must be the extents in the flat version.
    pub arrays: Vec<usize>,
    /// The versions, each with the level of the machine that it needs, the least first; the host launches nothing on a machine without any.
    pub general: Vec<(usize, ClifFunc)>,
    /// The same for the flat versions; none if the kernel is never flat.
    pub flat: Vec<(usize, ClifFunc)>,
}

/// Fills the entry that calls the version that fits machine and launch.
pub fn choose(
    module: &mut dyn Module,
    shared: &mut Shared,
    choice: &Choice,
    builder: FunctionBuilder<'_>,
) {
    let mut chooser = Chooser { module, builder };
    let start = chooser.builder.create_block();
    chooser
        .builder
        .append_block_params_for_function_params(start);
    chooser.builder.switch_to_block(start);
    let args = chooser.builder.block_params(start).to_vec();
    let row = shared.row(chooser.module, RtFn::vector_level);
    let level = chooser.call(row, &[]);
    if !choice.flat.is_empty() {
        let (fits, inner) = chooser.is_flat(choice, args[0]);
        let (run, general) = (
            chooser.builder.create_block(),
            chooser.builder.create_block(),
        );
        chooser.builder.ins().brif(fits, run, &[], general, &[]);
        chooser.builder.switch_to_block(run);
        let mut elements = args.clone();
        [elements[1], elements[2]] = chooser.elements(choice, &args, inner);
        chooser.by_level(level, &choice.flat, &elements);
        chooser.builder.switch_to_block(general);
    }
    chooser.by_level(level, &choice.general, &args);
    chooser.builder.seal_all_blocks();
    let config = chooser.module.target_config();
    chooser.builder.finalize(config);
}

struct Chooser<'a> {
    module: &'a mut dyn Module,
    builder: FunctionBuilder<'a>,
}

impl Chooser<'_> {
    fn call(&mut self, callee: ClifFunc, args: &[clif::Value]) -> clif::Value {
        let callee = self.module.declare_func_in_func(callee, self.builder.func);
        let call = self.builder.ins().call(callee, args);
        self.builder.inst_results(call)[0]
    }

    /// Calls the version for the highest level that the machine has, or the least one if that declines, and returns its status.
    fn by_level(
        &mut self,
        level: clif::Value,
        versions: &[(usize, ClifFunc)],
        args: &[clif::Value],
    ) {
        let least = self.builder.create_block();
        for (needed, version) in versions[1..].iter().rev() {
            let (run, next) = (self.builder.create_block(), self.builder.create_block());
            let enough = self.builder.ins().icmp_imm_s(
                IntCC::SignedGreaterThanOrEqual,
                level,
                *needed as i64,
            );
            self.builder.ins().brif(enough, run, &[], next, &[]);
            self.builder.switch_to_block(run);
            let status = self.call(*version, args);
            let done = self.builder.create_block();
            let declined = self
                .builder
                .ins()
                .icmp_imm_s(IntCC::Equal, status, i64::from(DECLINED));
            self.builder.ins().brif(declined, least, &[], done, &[]);
            self.builder.switch_to_block(done);
            self.builder.ins().return_(&[status]);
            self.builder.switch_to_block(next);
        }
        self.builder.ins().jump(least, &[]);
        self.builder.switch_to_block(least);
        let status = self.call(versions[0].1, args);
        self.builder.ins().return_(&[status]);
    }

    /// The elements of the rows `args[1]..args[2]`, each of which has `inner`; where columns are a part of a row, it is one row.
    fn elements(
        &mut self,
        choice: &Choice,
        args: &[clif::Value],
        inner: clif::Value,
    ) -> [clif::Value; 2] {
        let rows = [args[1], args[2]].map(|row| self.builder.ins().imul(row, inner));
        let slot = columns_slot(choice.rank, choice.parameters) as i32;
        let [begin, end] = [slot, slot + 1].map(|slot| {
            let flags = MemFlagsData::trusted();
            let place = slot * SLOT;
            self.builder.ins().load(types::I64, flags, args[0], place)
        });
        let left = self.builder.ins().isub(inner, end);
        [
            self.builder.ins().iadd(rows[0], begin),
            self.builder.ins().isub(rows[1], left),
        ]
    }

    /// Whether the arrays have the launch's extents, and the innermost extent.
    fn is_flat(&mut self, choice: &Choice, block: clif::Value) -> (clif::Value, clif::Value) {
        let flags = MemFlagsData::trusted();
        let load = |builder: &mut FunctionBuilder<'_>, base, offset| {
            builder.ins().load(types::I64, flags, base, offset)
        };
        let extents: Vec<_> = (0..choice.rank)
            .map(|at| load(&mut self.builder, block, at as i32 * SLOT))
            .collect();
        let count = extents[1..].iter().fold(extents[0], |count, extent| {
            self.builder.ins().imul(count, *extent)
        });
        let mut fits = self.builder.ins().iconst(types::I8, 1);
        for parameter in &choice.arrays {
            let slot = (choice.rank + parameter) as i32 * SLOT;
            let array = load(&mut self.builder, block, slot);
            let mut sizes: Vec<_> = (0..choice.rank)
                .map(|at| (ArrayHeader::dim(at), extents[at]))
                .collect();
            sizes.push((ArrayHeader::NUMEL, count));
            for (field, wanted) in sizes {
                let size = load(&mut self.builder, array, field as i32);
                let same = self.builder.ins().icmp(IntCC::Equal, size, wanted);
                fits = self.builder.ins().band(fits, same);
            }
        }
        (fits, extents[choice.rank - 1])
    }
}

struct Translator<'a> {
    function: &'a Function,
    builder: FunctionBuilder<'a>,
    module: &'a mut dyn Module,
    shared: &'a mut Shared,
    /// The machine values of each value.
    parts: IndexVec<Val, Vec<clif::Value>>,
    blocks: IndexVec<BlockId, clif::Block>,
    rows: BTreeMap<RtFn, FuncRef>,
    symbols: BTreeMap<DataId, clif::GlobalValue>,
    /// Bits of the constants.
    constants: BTreeMap<Val, u64>,
    /// Varying constants seen so far, and uniform ones: the first of them are made at the entry.
    vectors_at_entry: usize,
    scalars_at_entry: usize,
    /// The bits of the others: they are made where they are used.
    late: BTreeMap<Val, u64>,
    /// What splats were made of.
    splats: BTreeMap<Val, Val>,
    slots: Vec<clif::StackSlot>,
    x86: bool,
    /// Whether vectors of floats are loaded as integers: Cranelift 0.135 makes a load an operand of `cmpps` and `cmppd`, which without AVX must
    /// lie at a multiple of 16 bytes; it does not look through the change of type.
    loads_bits: bool,
    loc: Loc,
}

/// The machine type of one lane. Truth values have a byte.
fn lane_type(elem: Elem) -> clif::Type {
    match elem {
        Elem::Bool => types::I8,
        Elem::I32 => types::I32,
        Elem::I64 => types::I64,
        Elem::F32 => types::F32,
        Elem::F64 => types::F64,
    }
}

/// The machine type of one part of a varying value. Masks have 32-bit lanes.
fn vector_type(elem: Elem) -> clif::Type {
    match elem {
        Elem::Bool | Elem::I32 => types::I32X4,
        Elem::I64 => types::I64X2,
        Elem::F32 => types::F32X4,
        Elem::F64 => types::F64X2,
    }
}

/// Lanes in one part.
fn lanes_per_part(elem: Elem) -> u32 {
    match elem {
        Elem::Bool | Elem::I32 | Elem::F32 => 4,
        Elem::I64 | Elem::F64 => 2,
    }
}

fn plain() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

fn little() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

impl Translator<'_> {
    fn run(&mut self) {
        for (id, block) in self.function.blocks.iter_enumerated() {
            let made = self.builder.create_block();
            if block.cold {
                self.builder.set_cold_block(made);
            }
            debug_assert_eq!(id, self.blocks.next_id());
            self.blocks.push(made);
        }
        for &size in &self.function.slots {
            let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size, 4);
            self.slots.push(self.builder.create_sized_stack_slot(data));
        }
        let order = self.function.reverse_postorder();
        for &block in &order {
            self.block_params(block);
        }
        for &block in &order {
            self.builder.switch_to_block(self.blocks[block]);
            for inst in &self.function.blocks[block].insts {
                self.inst(inst);
            }
            self.terminator(&self.function.blocks[block].terminator);
        }
        self.builder.seal_all_blocks();
    }

    fn block_params(&mut self, block: BlockId) {
        for &param in &self.function.blocks[block].params {
            let ty = self.ty(param);
            let machine = match ty.varying {
                true => vector_type(ty.elem),
                false => lane_type(ty.elem),
            };
            let parts = (0..self.part_count(ty))
                .map(|_| self.builder.append_block_param(self.blocks[block], machine))
                .collect();
            self.parts[param] = parts;
        }
    }

    fn ty(&self, value: Val) -> Type {
        self.function.types[value]
    }

    fn elem(&self, value: Val) -> Elem {
        self.ty(value).elem
    }

    fn part_count(&self, ty: Type) -> u32 {
        match ty.varying {
            true => self.function.lanes / lanes_per_part(ty.elem),
            false => 1,
        }
    }

    fn many(&mut self, value: Val) -> Vec<clif::Value> {
        if let Some(&bits) = self.late.get(&value) {
            let ty = self.ty(value);
            let part = match ty.varying {
                true => self.splat_bits(ty.elem, bits),
                false => self.scalar_constant(ty.elem, bits),
            };
            return vec![part; self.part_count(ty) as usize];
        }
        let parts = &self.parts[value];
        assert!(
            !parts.is_empty(),
            "{value} of {} is not defined",
            self.function.name
        );
        parts.clone()
    }

    fn one(&mut self, value: Val) -> clif::Value {
        assert!(
            !self.ty(value).varying,
            "{value} of {} is varying",
            self.function.name
        );
        match self.parts[value].first() {
            Some(only) if !self.late.contains_key(&value) => *only,
            _ => self.many(value)[0],
        }
    }

    fn inst(&mut self, inst: &Inst) {
        self.loc = inst.loc;
        self.builder.set_srcloc(source_loc(inst.loc));
        let Some(result) = inst.result else {
            return self.effect(&inst.op);
        };
        let ty = self.ty(result);
        if let Op::Const(bits) = inst.op {
            self.constants.insert(result, bits);
        }
        if self.is_late(&inst.op, result, ty.varying) {
            return;
        }
        let parts = match ty.varying {
            true => self.varying(&inst.op, result, ty.elem),
            false => vec![self.uniform(&inst.op, ty.elem)],
        };
        debug_assert_eq!(parts.len() as u32, self.part_count(ty), "{:?}", inst.op);
        self.parts[result] = parts;
    }

    /// Whether a value is a constant that is made where it is used, since there are [`MOST_AT_ENTRY`] of its kind at the entry: each would
    /// have a slot of the frame, and each attempt to find a register for one looks at all others.
    fn is_late(&mut self, op: &Op, result: Val, varying: bool) -> bool {
        let bits = match op {
            Op::Const(bits) => Some(*bits),
            Op::Splat(a) => self.constants.get(a).copied(),
            _ => None,
        };
        let Some(bits) = bits else {
            return false;
        };
        if let Op::Splat(a) = op {
            self.splats.insert(result, *a);
        }
        let at_entry = match varying {
            true => &mut self.vectors_at_entry,
            false => &mut self.scalars_at_entry,
        };
        *at_entry += 1;
        let is_late = *at_entry > MOST_AT_ENTRY;
        if is_late {
            self.late.insert(result, bits);
        }
        is_late
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Open => panic!("a block of {} is open", self.function.name),
            Terminator::Jump(target) => {
                let (block, args) = self.target(target);
                self.builder.ins().jump(block, &args);
            }
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.one(*cond);
                let (then, then_args) = self.target(then);
                let (otherwise, otherwise_args) = self.target(otherwise);
                self.builder
                    .ins()
                    .brif(cond, then, &then_args, otherwise, &otherwise_args);
            }
            Terminator::Return(status) => {
                let status = self.one(*status);
                self.builder.ins().return_(&[status]);
            }
        }
    }

    fn target(&mut self, target: &Target) -> (clif::Block, Vec<clif::BlockArg>) {
        let block = self.blocks[target.block];
        let args = target.args.iter().flat_map(|value| self.many(*value));
        (block, args.map(Into::into).collect())
    }

    // ---- Data and calls ----------------------------------------------------------------------------------------------------------------

    /// The address of zeros.
    fn zeros(&mut self) -> clif::Value {
        let data = self.shared.zeros(self.module);
        self.address_of(data)
    }

    fn address_of(&mut self, data: DataId) -> clif::Value {
        let symbol = match self.symbols.get(&data) {
            Some(symbol) => *symbol,
            None => {
                let symbol = self.module.declare_data_in_func(data, self.builder.func);
                self.symbols.insert(data, symbol);
                symbol
            }
        };
        self.builder.ins().symbol_value(types::I64, symbol)
    }

    fn row(&mut self, row: RtFn) -> FuncRef {
        if let Some(known) = self.rows.get(&row) {
            return *known;
        }
        let declared = self.shared.row(self.module, row);
        let imported = self
            .module
            .declare_func_in_func(declared, self.builder.func);
        self.rows.insert(row, imported);
        imported
    }

    /// Calls a row that cannot fail.
    fn call(&mut self, row: RtFn, args: &[clif::Value]) -> clif::Value {
        assert_eq!(row.sig().fails, Fails::Never, "{row:?} fails");
        let row = self.row(row);
        let call = self.builder.ins().call(row, args);
        self.builder.inst_results(call)[0]
    }

    /// Notes the place of a pending error.
    fn note_location(&mut self) {
        let row = self.row(RtFn::error_location);
        let loc = self.int(self.loc.index() as i64);
        self.builder.ins().call(row, &[loc]);
    }

    fn raise_index(
        &mut self,
        name: Option<&str>,
        dimension: i32,
        index: Val,
        size: Val,
    ) -> clif::Value {
        let name = match name {
            Some(name) => {
                let data = self.shared.text(self.module, name);
                self.address_of(data)
            }
            None => self.long(0),
        };
        let dimension = self.int(dimension.into());
        let (index, size) = (self.one(index), self.one(size));
        let index = self.builder.ins().sextend(types::I64, index);
        self.raise_row(RtFn::error_index, &[name, dimension, index, size])
    }

    fn raise_row(&mut self, row: RtFn, args: &[clif::Value]) -> clif::Value {
        let callee = self.row(row);
        let call = self.builder.ins().call(callee, args);
        let status = self.builder.inst_results(call)[0];
        self.note_location();
        status
    }

    fn raise(&mut self, row: RtFn, args: &[RaiseArg], list: &[RaiseArg]) -> clif::Value {
        let mut machine: Vec<clif::Value> = args.iter().map(|arg| self.raise_arg(arg).0).collect();
        if row
            .sig()
            .params
            .last()
            .is_some_and(|param| param.class == AbiTy::List)
        {
            let entries: Vec<_> = list.iter().map(|arg| self.raise_arg(arg)).collect();
            let size = (entries.len().max(1) * Tagged::SIZE) as u32;
            let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3);
            let slot = self.builder.create_sized_stack_slot(data);
            let address = self.builder.ins().stack_addr(types::I64, slot, 0);
            for (at, (value, tag)) in entries.into_iter().enumerate() {
                let offset = (at * Tagged::SIZE) as i32;
                let tag = self.long(tag as i64);
                self.builder.ins().store(plain(), tag, address, offset);
                self.builder
                    .ins()
                    .store(plain(), value, address, offset + 8);
            }
            let count = self.long(list.len() as i64);
            machine.extend([address, count]);
        }
        self.raise_row(row, &machine)
    }

    fn raise_arg(&mut self, arg: &RaiseArg) -> (clif::Value, Tag) {
        match arg {
            RaiseArg::Text(text, quoted) => {
                let data = self.shared.text(self.module, text);
                let tag = if *quoted { Tag::Quoted } else { Tag::Text };
                (self.address_of(data), tag)
            }
            RaiseArg::Null => (self.long(0), Tag::Text),
            RaiseArg::Value(value, tag) => {
                let machine = self.one(*value);
                match self.elem(*value) {
                    Elem::Bool => (self.builder.ins().uextend(types::I64, machine), *tag),
                    Elem::I32 | Elem::I64 | Elem::F32 | Elem::F64 => (machine, *tag),
                }
            }
        }
    }

    // ---- Constants -----------------------------------------------------------------------------------------------------------------------

    fn int(&mut self, value: i64) -> clif::Value {
        self.builder.ins().iconst(types::I32, value & 0xffff_ffff)
    }

    fn long(&mut self, value: i64) -> clif::Value {
        self.builder.ins().iconst(types::I64, value)
    }

    /// A 128-bit constant.
    fn vector_constant(&mut self, bytes: &[u8], ty: clif::Type) -> clif::Value {
        let data = ConstantData::from(bytes);
        let constant = self.builder.func.dfg.constants.insert(data);
        self.builder.ins().vconst(ty, constant)
    }

    /// The same bits in every lane.
    fn splat_bits(&mut self, elem: Elem, bits: u64) -> clif::Value {
        let lane: Vec<u8> = match elem {
            Elem::Bool => vec![if bits != 0 { 0xff } else { 0 }; 4],
            Elem::I32 | Elem::F32 => (bits as u32).to_le_bytes().to_vec(),
            Elem::I64 | Elem::F64 => bits.to_le_bytes().to_vec(),
        };
        let bytes = lane.repeat(16 / lane.len());
        self.vector_constant(&bytes, vector_type(elem))
    }
}
