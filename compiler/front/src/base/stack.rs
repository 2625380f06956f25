//! A stack for recursion over deep trees.
//!
//! *Invariant:* what the parser lets through, `MAX_NESTING` levels, `MAX_HEIGHT` operators and `MAX_BRANCHES` branches, fits in it, in debug builds too.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Bytes of the stack; memory is taken as far as it is used.
pub const STACK: usize = 1 << 30;

/// Runs `work` on a thread with such a stack; on the present one where the system gives none.
pub fn on_deep_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    scope(|scope| {
        let started = Builder::new().stack_size(STACK).spawn_scoped(scope, &work);
        match started.map(|thread| thread.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => work(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(levels: u64) -> u64 {
        let room = std::hint::black_box([levels; 128]);
        match levels {
            0 => 0,
            _ => 1 + depth(room[7] - 1),
        }
    }

    #[test]
    fn recursion_may_be_deep() {
        assert_eq!(on_deep_stack(|| depth(100_000)), 100_000);
    }

    #[test]
    #[should_panic(expected = "of the work")]
    fn a_panic_is_that_of_the_work() {
        on_deep_stack(|| panic!("of the work"));
    }
}
