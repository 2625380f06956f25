//! The description of the program that runs, for those who ask for places and texts in it.
//!
//! *Invariant:* a thread that runs no program has an empty description, in which nothing is found.

use std::cell::RefCell;

use quasar_abi::ProgramView;

thread_local! {
    /// The description of the program that runs on this thread; empty without one.
    static DESCRIPTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the program's description for those who ask for places while it runs.
pub fn describe(program: &ProgramView<'_>) {
    DESCRIPTION.set(program.bytes().to_vec());
}

/// File and line of a row of the location table; an empty name and 0 for "nowhere".
pub(crate) fn place(row: i32) -> (String, u32) {
    DESCRIPTION.with_borrow(|description| {
        let index = usize::try_from(row).ok().filter(|index| *index > 0);
        let program = ProgramView::new(description);
        let location = program
            .zip(index)
            .and_then(|(program, index)| program.location(index));
        location.map_or_else(Default::default, |location| {
            (location.file.to_string(), location.line)
        })
    })
}

/// A text of the program that kernels on devices name by its number; empty for none.
pub(crate) fn text(number: i32) -> String {
    DESCRIPTION.with_borrow(|description| {
        let index = usize::try_from(number).ok();
        let program = ProgramView::new(description);
        let text = program
            .zip(index)
            .and_then(|(program, index)| program.text_of(index));
        text.unwrap_or("").to_string()
    })
}
