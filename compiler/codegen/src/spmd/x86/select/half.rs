//! 16-bit floats: the machine converts a vector of them at once.
//!
//! *Invariant:* the bits are those of the runtime's conversions, lane by lane.

use regalloc2::VReg;

use super::super::machine::{Arg, Level};
use super::super::table::Row;
use super::Selector;

/// To the nearest, ties to even.
const TO_NEAREST: i32 = 0;

impl Selector<'_> {
    /// Single precision of the halves whose bits the lanes hold.
    pub(super) fn widened_halves(&mut self, bits: VReg) -> VReg {
        let packed = match self.level {
            Level::Avx2 => {
                let upper = self.upper_half(bits);
                self.row2(Row::PackU16, bits, upper)
            }
            Level::Avx512 => {
                let packed = self.vector();
                self.row(Row::NarrowTo16, &[Arg::Def(packed), Arg::Use(bits)], None);
                packed
            }
        };
        self.row1(Row::F32FromHalf, packed)
    }

    /// The bits of the halves next to single precision, a lane each.
    pub(super) fn narrowed_to_halves(&mut self, x: VReg) -> VReg {
        let packed = self.row1_imm(Row::HalfFromF32, x, TO_NEAREST);
        self.row1(Row::LoadU16, packed)
    }
}
