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

use crate::mir::FuncId;

/// A machine that kernels are compiled for.
pub struct Variant {
    /// Ends the symbols of the variant.
    pub suffix: &'static str,
    /// The code generator.
    pub isa: OwnedTargetIsa,
    /// Whether products and sums can be fused.
    pub fma: bool,
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
    pub unwind: Option<UnwindInfo>,
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

/// The machines of a target, the least first.
pub fn variants(target: &dyn TargetIsa) -> Vec<Variant> {
    match target.triple().architecture {
        Architecture::X86_64 => vec![
            variant(target, "_sse42", &[&X86_BASE]),
            variant(target, "_avx2", &[&X86_BASE, &X86_WIDE]),
        ],
        _ => vec![variant(target, "_base", &[])],
    }
}

fn variant(target: &dyn TargetIsa, suffix: &'static str, features: &[&[&str]]) -> Variant {
    let mut builder = cranelift_codegen::isa::lookup(target.triple().clone())
        .expect("the module has a code generator for its target");
    for feature in features.iter().copied().flatten() {
        builder
            .enable(feature)
            .expect("the feature's name is Cranelift's");
    }
    let isa = builder.finish(flags(target)).expect("the flags fit");
    let x86 = matches!(target.triple().architecture, Architecture::X86_64);
    let fma = !x86 || features.contains(&&X86_WIDE[..]);
    Variant { suffix, isa, fma }
}

/// The target's flags, but no rearranging: the SPMD passes have put the operations where they belong, and moving them costs registers.
fn flags(target: &dyn TargetIsa) -> settings::Flags {
    let mut builder = settings::builder();
    for value in target.flags().iter() {
        builder
            .set(value.name, &value.value_string())
            .expect("the value comes from a flag");
    }
    builder
        .set("opt_level", "none")
        .expect("the setting's name is Cranelift's");
    settings::Flags::new(builder)
}

/// Compiles a function for a machine and puts it into the module, whose own machine is not asked.
pub fn define(
    module: &mut dyn Module,
    isa: &dyn TargetIsa,
    (id, symbol): (ClifFunc, &str),
    kernel: FuncId,
    context: &mut Context,
) -> Compiled {
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
        unwind,
        locations: rows
            .map(|row| (u64::from(row.start), row.loc.bits()))
            .collect(),
    }
}

/// Names a function after its declaration.
pub fn name(id: ClifFunc) -> ir::UserFuncName {
    ir::UserFuncName::user(0, id.as_u32())
}
