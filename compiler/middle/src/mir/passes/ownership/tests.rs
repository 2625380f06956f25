//! `ownership` on random programs: no leak and no early release; `tests/mir/ownership` shows what it does.

use super::ownership;
use crate::mir::interpret::{Options, execute};
use crate::mir::print;
use crate::mir::random_program::{random_program, seeds};
use crate::mir::verify::verify;

#[test]
fn random_programs_release_everything() {
    let uncounted = Options {
        counted: false,
        ..Options::default()
    };
    for seed in seeds(0, 400) {
        let program = random_program(seed);
        let before = execute(&program, uncounted);
        let mut counted = program.clone();
        ownership(&mut counted);
        verify(&counted, "ownership");
        let after = execute(&counted, Options::default());
        let text = || print::program(&counted);
        assert_eq!(after.leaked, 0, "{}", text());
        assert_eq!(after, before, "{}", text());
    }
}
