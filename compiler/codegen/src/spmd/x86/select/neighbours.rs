//! Runs of elements side by side, at another place for each lane: a load for each lane, and shuffles that transpose.
//!
//! *Invariant:* each lane reads the elements of its run, and no others.

use iced_x86::Code;
use regalloc2::VReg;

use super::super::super::ir::{Elem, Op};
use super::super::machine::{Address, Arg};
use super::super::table::Row;
use super::Selector;

/// Lanes of a quarter of a vector: a quarter holds the run of one lane.
const QUARTER: usize = 4;

impl Selector<'_> {
    /// One element of a run; all of them are made with the first one that is asked for.
    pub(super) fn gather_run(&mut self, op: &Op) -> Vec<VReg> {
        let mut run = op.clone();
        let Op::GatherRun { at, .. } = &mut run else {
            panic!("{op:?} reads no run");
        };
        let at = std::mem::take(at) as usize;
        let key = (self.current, self.effects, run);
        if let Some(elements) = self.runs.get(&key) {
            return elements[at].clone();
        }
        let elements = self.elements_of_run(op);
        let wanted = elements[at].clone();
        self.runs.insert(key, elements);
        wanted
    }

    /// By element and part of the vectors.
    fn elements_of_run(&mut self, op: &Op) -> Vec<Vec<VReg>> {
        let &Op::GatherRun {
            address,
            index,
            scale,
            offset,
            count,
            ..
        } = op
        else {
            panic!("{op:?} reads no run");
        };
        let base = self.plain_address(address, offset);
        let mut elements = vec![Vec::new(); count as usize];
        for part in self.many(index) {
            let places = self.places_of_runs(base, part, scale);
            let of_part = match count {
                2 => self.pairs(&places).to_vec(),
                count => self.quadruples(&places, count),
            };
            for (element, vector) in elements.iter_mut().zip(of_part) {
                element.push(vector);
            }
        }
        elements
    }

    /// Where the runs of all lanes begin. Two indices at a time leave the vector.
    fn places_of_runs(&mut self, base: Address, indices: VReg, scale: u32) -> Vec<Address> {
        let mut places = Vec::new();
        for pair in 0..self.level.lanes(Elem::I32) / 2 {
            let both = self.lane_of(Elem::I64, indices, pair);
            let low = self.general();
            let args = [Arg::Def(low), Arg::Any(both)];
            self.emit(Code::Movsxd_r64_rm32, &args);
            let high = self.general2_imm(Code::Sar_rm64_imm8, both, 32);
            places.extend([low, high].map(|index| Address {
                index: Some((index, scale)),
                ..base
            }));
        }
        places
    }

    /// The elements of runs of two. A quarter of a vector holds the runs of two lanes that are side by side.
    fn pairs(&mut self, places: &[Address]) -> [VReg; 2] {
        let halves = [0, 2].map(|first| {
            let quarters = places.chunks(QUARTER);
            let quarters = quarters.map(|lanes| [lanes[first], lanes[first + 1]]);
            let quarters: Vec<_> = quarters.collect();
            let quarters: Vec<VReg> = quarters
                .into_iter()
                .map(|lanes| self.two_loads(lanes))
                .collect();
            self.of_quarters(quarters[0], quarters[1..].iter().map(|one| Arg::Use(*one)))
        });
        [0b10_00_10_00, 0b11_01_11_01].map(|lanes| self.shuffled(halves[0], halves[1], lanes))
    }

    fn two_loads(&mut self, lanes: [Address; 2]) -> VReg {
        let low = self.loaded(Row::LoadS64, lanes[0]);
        self.inserted(Row::InsertI64, low, lanes[1], 1)
    }

    /// The elements of runs of three and four. Of each vector that is loaded, a quarter holds the run of every fourth lane.
    pub(super) fn quadruples(&mut self, places: &[Address], count: u32) -> Vec<VReg> {
        let rows = [0, 1, 2, 3].map(|row| {
            let lanes: Vec<Address> = places.iter().skip(row).step_by(QUARTER).copied().collect();
            match count {
                4 => {
                    let first = self.loaded(Row::Load16Bytes, lanes[0]);
                    self.of_quarters(first, lanes[1..].iter().map(|lane| Arg::Memory(*lane)))
                }
                _ => {
                    let quarters: Vec<VReg> =
                        lanes.iter().map(|lane| self.three_loads(*lane)).collect();
                    self.of_quarters(quarters[0], quarters[1..].iter().map(|one| Arg::Use(*one)))
                }
            }
        });
        let columns = self.transposed_quarters(rows);
        columns[..count as usize].to_vec()
    }

    /// In each quarter the numbers of four vectors as a matrix of 4×4, transposed.
    pub(super) fn transposed_quarters(&mut self, rows: [VReg; 4]) -> [VReg; 4] {
        let [low, high] = [0b01_00_01_00, 0b11_10_11_10]
            .map(|lanes| [0, 2].map(|row| self.shuffled(rows[row], rows[row + 1], lanes)));
        let columns = [
            (low, 0b10_00_10_00),
            (low, 0b11_01_11_01),
            (high, 0b10_00_10_00),
            (high, 0b11_01_11_01),
        ];
        columns.map(|(halves, lanes)| self.shuffled(halves[0], halves[1], lanes))
    }

    fn three_loads(&mut self, lane: Address) -> VReg {
        let low = self.loaded(Row::LoadS64, lane);
        self.inserted(Row::InsertI32, low, lane.plus(8), 2)
    }

    // ---- Instructions ------------------------------------------------------------------------------------------------------------------

    fn loaded(&mut self, row: Row, address: Address) -> VReg {
        let result = self.vector();
        self.row(row, &[Arg::Def(result), Arg::Memory(address)], None);
        result
    }

    fn inserted(&mut self, row: Row, into: VReg, address: Address, lane: i32) -> VReg {
        let result = self.vector();
        let args = [
            Arg::Def(result),
            Arg::Use(into),
            Arg::Memory(address),
            Arg::Imm(lane),
        ];
        self.row(row, &args, None);
        result
    }

    /// A vector of a first quarter and all others.
    fn of_quarters(&mut self, first: VReg, others: impl Iterator<Item = Arg>) -> VReg {
        let mut whole = first;
        for (quarter, number) in others.zip(1..) {
            let result = self.vector();
            let args = [Arg::Def(result), Arg::Use(whole), quarter, Arg::Imm(number)];
            self.row(Row::ReplaceQuarter, &args, None);
            whole = result;
        }
        whole
    }

    /// In each quarter: two lanes of the first vector and two of the second one, by number.
    fn shuffled(&mut self, a: VReg, b: VReg, lanes: i32) -> VReg {
        self.row2_imm(Row::Shuffle32, a, b, lanes)
    }
}
