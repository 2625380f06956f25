//! `simplify` keeps what random programs mean; `tests/mir/simplify` shows its rules.

use super::simplify;
use crate::mir::passes::testing::random_programs_agree;

#[test]
fn random_programs_keep_their_meaning() {
    random_programs_agree(simplify);
}
