//! Names that the stub executable and the graft linker agree on, beside [`GraftSlot`](crate::GraftSlot).
//!
//! *Invariant:* each is written here once; the stub defines what it names, the linker looks for it.

/// The symbol of the slot in the stub.
pub const SLOT_SYMBOL: &str = "quasar_graft_slot";

/// The symbol of a program's entry; an object of `--emit=obj` exports it.
pub const ENTRY_SYMBOL: &str = "quasar_entry";

/// The prefix of the runtime's exported functions.
pub const EXPORT_PREFIX: &str = "qrt_";

/// The name in the notes that reserve room for program headers.
pub const SPARE_NOTE: [u8; 8] = *b"QCSPARE\0";
