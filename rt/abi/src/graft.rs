//! Names that the runtime and the graft linker agree on, beside [`GraftSlot`](crate::GraftSlot).
//!
//! *Invariant:* each is written here once; the runtime defines what it names, the linker looks for it.

/// The symbol of the slot.
pub const SLOT_SYMBOL: &str = "quasar_graft_slot";

/// The symbol of the first instructions of a process.
pub const PROCESS_SYMBOL: &str = "quasar_process";

/// The symbol of the function that the functions of a library hand their calls to, a [`LibraryCall`](crate::library::LibraryCall).
pub const LIBRARY_CALL_SYMBOL: &str = "quasar_library_call";

/// Symbols of functions that every library has for its callers, and the ends of their names there: behind the name of the library.
pub const LIBRARY_SYMBOLS: [(&str, &str); 4] = [
    ("quasar_library_error", "error"),
    ("quasar_library_error_file", "error_file"),
    ("quasar_library_error_line", "error_line"),
    ("quasar_library_release", "release"),
];

/// The symbol of the table of rooms that a program may lack: its addresses are written if something else needs what they lead to.
pub const ROOMS_SYMBOL: &str = "quasar_rooms";

/// The symbol of the function in place of those that a program never comes to.
pub const UNREACHED_SYMBOL: &str = "quasar_unreached";

/// The symbol of the function that says that there is no memory for the runtime itself.
pub const NO_MEMORY_SYMBOL: &str = "quasar_no_memory";

/// The symbol of a program's entry; an object of `--emit=obj` exports it.
pub const ENTRY_SYMBOL: &str = "quasar_entry";

/// The prefix of the runtime's exported functions.
pub const EXPORT_PREFIX: &str = "qrt_";
