//! Rooms of the runtime that a program may lack: what has to happen for them at its start and at its end.
//!
//! The start of a program asks the rooms by a table of addresses, `quasar_rooms`, that the linker of qc completes last: a room that nothing else of the
//! program needs is not linked, and its address is zero (`Column::Optional` of `compiler/src/driver/graft/objects.rs`). Every other linker links all rooms.
//!
//! *Invariant:* whoever uses a room goes by a function that calls [`Room::is_linked`], so the room is there if it is used.

/// What a room wants done.
pub(crate) struct Room {
    /// Before the program begins; the text of an error ends the process.
    pub(crate) start: fn() -> Result<(), String>,
    /// When the program has ended, and before anything of it is told.
    pub(crate) end: fn(),
    /// When a call of a library ends.
    pub(crate) pause: fn(),
    /// When all has been told, and there was no error.
    pub(crate) wait: fn(),
}

impl Room {
    /// A room that wants nothing.
    pub(crate) const QUIET: Room = Room {
        start: || Ok(()),
        end: || (),
        pause: || (),
        wait: || (),
    };

    /// Refers to the room in a way that no compiler takes away.
    #[inline]
    pub(crate) fn is_linked(&'static self) {
        // SAFETY: a reference can be read.
        unsafe { std::ptr::read_volatile(&raw const self.end) };
    }
}
