//! The table against iced's own description of the instructions.
//!
//! *Invariant:* what the tests compare does not come from the code under test.

use super::machine::Level;
use super::table::Row;

/// Both encodings of a row want the same number of operands, up to the mask that AVX2 passes as one.
#[test]
fn encodings_of_a_row_agree() {
    const MASK_AS_OPERAND: [Row; 8] = [
        Row::BlendI16,
        Row::BlendF32,
        Row::BlendF64,
        Row::GatherF32,
        Row::GatherF64,
        Row::MaskedLoad32,
        Row::MaskedStore32,
        Row::MaskedStore64,
    ];
    for row in Row::ALL {
        let codes = [Level::Avx2, Level::Avx512].map(|level| row.code(level));
        if let [Some(narrow), Some(wide)] = codes {
            let counts = [narrow, wide].map(|code| code.op_code().op_count());
            let extra = u32::from(MASK_AS_OPERAND.contains(row));
            assert_eq!(counts[0], counts[1] + extra, "{row:?}");
        }
    }
}

/// AVX2 code has no EVEX prefix: those machines do not know it.
#[test]
fn narrow_encodings_are_those_of_avx2() {
    for row in Row::ALL {
        if let Some(code) = row.code(Level::Avx2) {
            let name = format!("{code:?}");
            assert!(name.starts_with("VEX_"), "{name}");
        }
    }
}
