//! The machines that a kernel is compiled for, and the choice between them at run time.
//!
//! *Invariant:* every variant of a kernel has the same symbol with another suffix; the kernel's own symbol picks one by the runtime's
//! `vector_level`.

use cranelift_codegen::isa::unwind::UnwindInfo;
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context, ir};
use cranelift_module::{FuncId as ClifFunc, Module, ModuleReloc};
use target_lexicon::Architecture;

use super::x86::{FrameRow, Level};
use crate::mir::FuncId;
use crate::proofs;

/// A machine that kernels are compiled for; its number is the runtime's `vector_level`.
pub struct Variant {
    /// Ends the symbols of the variant.
    pub suffix: &'static str,
    /// Cranelift for it; none where nothing would be won over the machine before.
    pub isa: Option<OwnedTargetIsa>,
    /// Whether products and sums can be fused.
    pub fma: bool,
    /// The vector back end's name of it, where there is one.
    pub level: Option<Level>,
}

/// How to unwind a function.
#[derive(Clone, Debug)]
pub enum Unwind {
    /// As Cranelift describes it.
    Cranelift(UnwindInfo),
    /// By the rules of a frame.
    Frame {
        /// Bytes of the function.
        length: u32,
        /// The rules, in order.
        rows: Vec<FrameRow>,
    },
}

/// A compiled function, for linkers that want more than its bytes.
#[derive(Debug)]
pub struct Compiled {
    /// Its declaration.
    pub id: ClifFunc,
    /// Its symbol.
    pub symbol: String,
    /// The kernel that it is a form of.
    pub kernel: FuncId,
    /// How to unwind it.
    pub unwind: Option<Unwind>,
    /// Source locations, by offset in the function: (offset, bits of the `SourceLoc`).
    pub locations: Vec<(u64, u32)>,
}

const X86_BASE: [&str; 5] = [
    "has_sse3",
    "has_ssse3",
    "has_sse41",
    "has_sse42",
    "has_popcnt",
];
const X86_WIDE: [&str; 3] = ["has_avx", "has_avx2", "has_fma"];

/// The machines of a target, the least first; `lanes`: of the widest vectors to use.
pub fn variants(target: &dyn TargetIsa, lanes: u32) -> Vec<Variant> {
    if target.triple().architecture != Architecture::X86_64 {
        return vec![variant(target, "_base", &[])];
    }
    let wide = Variant {
        level: (lanes >= 8).then_some(Level::Avx2),
        ..variant(target, "_avx2", &[&X86_BASE, &X86_WIDE])
    };
    let widest = Variant {
        suffix: "_avx512",
        isa: None,
        fma: true,
        level: Some(Level::Avx512),
    };
    let mut variants = vec![variant(target, "_sse42", &[&X86_BASE]), wide];
    variants.extend((lanes >= 16).then_some(widest));
    variants
}

fn variant(target: &dyn TargetIsa, suffix: &'static str, features: &[&[&str]]) -> Variant {
    let mut builder = cranelift_codegen::isa::lookup(target.triple().clone())
        .expect("the module has a code generator for its target");
    for feature in features.iter().copied().flatten() {
        builder
            .enable(feature)
            .expect("the feature's name is Cranelift's");
    }
    // No rearranging: the SPMD passes have put the operations where they belong, and moving them costs registers.
    let flags = flags(target, "opt_level", "none");
    let isa = builder.finish(flags).expect("the flags fit");
    let x86 = matches!(target.triple().architecture, Architecture::X86_64);
    let fma = !x86 || features.contains(&&X86_WIDE[..]);
    Variant {
        suffix,
        isa: Some(isa),
        fma,
        level: None,
    }
}

/// The target's flags with another value of one of them.
fn flags(target: &dyn TargetIsa, name: &str, value: &str) -> settings::Flags {
    let mut builder = settings::builder();
    for value in target.flags().iter() {
        builder
            .set(value.name, &value.value_string())
            .expect("the value comes from a flag");
    }
    builder
        .set(name, value)
        .expect("the setting's name is Cranelift's");
    settings::Flags::new(builder)
}

/// The same machine with registers allocated in a single pass.
fn in_one_pass(isa: &dyn TargetIsa) -> OwnedTargetIsa {
    let mut machine = cranelift_codegen::isa::lookup(isa.triple().clone())
        .expect("the machine's code generator is there");
    for value in isa.isa_flags() {
        machine
            .set(value.name, &value.value_string())
            .expect("the value comes from a flag of the machine");
    }
    let flags = flags(isa, "regalloc_algorithm", "single_pass");
    machine.finish(flags).expect("the flags fit")
}

/// Values that go around a loop, or meet behind a branch, at most where their registers are looked for with backtracking. Hundreds live at
/// once, nearly all of them in memory, and each attempt looks at all the others.
const MOST_BACKTRACKED: usize = 256;

/// Whether so many values live at once that looking for the best registers takes the square of their number.
fn is_crowded(function: &ir::Function) -> bool {
    let mut blocks = function.layout.blocks();
    blocks.any(|block| function.dfg.num_block_params(block) > MOST_BACKTRACKED)
}

/// Compiles a function for a machine and puts it into the module, whose own machine is not asked.
pub fn define(
    module: &mut dyn Module,
    isa: &dyn TargetIsa,
    id: ClifFunc,
    symbol: &str,
    kernel: FuncId,
    context: &mut Context,
) -> Compiled {
    let one_pass = is_crowded(&context.func).then(|| in_one_pass(isa));
    let isa = one_pass.as_deref().unwrap_or(isa);
    proofs::verify(context, isa);
    if let Err(error) = context.compile(isa, &mut Default::default()) {
        panic!(
            "a kernel does not compile: {:?}\n{}",
            error.inner,
            error.func.display()
        );
    }
    let compiled = context.compiled_code().expect("it was just compiled");
    let buffer = &compiled.buffer;
    let relocations: Vec<_> = buffer
        .relocs()
        .iter()
        .map(|found| ModuleReloc::from_mach_reloc(found, &context.func, id))
        .collect();
    let alignment = u64::from(buffer.alignment);
    let defined = module.define_function_bytes(id, alignment, buffer.data(), &relocations);
    defined.expect("it is defined once");
    let unwind = compiled
        .create_unwind_info(isa)
        .expect("the flags ask for it");
    let rows = buffer.get_srclocs_sorted().iter();
    Compiled {
        id,
        symbol: symbol.to_owned(),
        kernel,
        unwind: unwind.map(Unwind::Cranelift),
        locations: rows
            .map(|row| (u64::from(row.start), row.loc.bits()))
            .collect(),
    }
}

/// Names a function after its declaration.
pub fn name(id: ClifFunc) -> ir::UserFuncName {
    ir::UserFuncName::user(0, id.as_u32())
}
