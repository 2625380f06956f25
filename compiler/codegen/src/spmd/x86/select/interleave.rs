//! Elements a few apart: whole vectors are loaded and stored, and shuffles bring the lanes to their places.
//!
//! Such are the channels of a colour image whose vectors go along its columns, the parts of complex numbers, every other column, and
//! rows that are read backwards. Loads of one block that read different elements of the same stretch of memory share its vectors.
//!
//! *Technique:* vectorisation of strided accesses (Nuzman, Rosen and Zaks, "Auto-Vectorization of Interleaved Data for SIMD", PLDI 2006).
//!
//! *Invariant:* no byte is read before the first element that one of the sharing loads reads, or behind the last one, and none is
//! written but those of the elements.

use std::collections::BTreeSet;

use regalloc2::VReg;
use rustc_hash::FxHashMap;

use super::super::super::ir::{Elem, Function, Memory, Op, Val};
use super::super::machine::{Address, Arg, Level};
use super::super::table::Row;
use super::pairs::Pair;
use super::{Selector, wide};
use crate::mir::CompareOp;

/// Elements from lane to lane, at most.
const FARTHEST: i32 = 4;
/// Bytes of the vectors that bytes and half words are shuffled in.
const CHUNK: i32 = 16;
/// In a pattern of bytes: no source has this one.
const NONE: u8 = 0x80;

/// A load of lanes a constant number of elements apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Regular {
    address: Val,
    memory: Memory,
    /// Elements from lane to lane.
    step: i32,
    /// Bytes from the address to the lowest element.
    low: i32,
}

/// Whether a load of lanes is one of whole vectors and shuffles.
pub fn is_shuffled(memory: Memory, places: &[(Val, i32)]) -> bool {
    Regular::of(memory, places).is_some()
}

/// Where the lowest elements of loads lie that share their vectors, in bytes behind the address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    low: i32,
    high: i32,
}

/// The loads of a function that share vectors with others.
pub(super) fn shared_loads(function: &Function) -> FxHashMap<Val, Shared> {
    let mut found = FxHashMap::default();
    for block in &function.blocks {
        let mut open: Vec<Open> = Vec::new();
        for inst in &block.insts {
            if inst.op.has_effect() {
                close(&mut open, &mut found);
            }
            if let (Op::LoadLanes { memory, places }, Some(result)) = (&inst.op, inst.result)
                && let Some(load) = Regular::of(*memory, places)
            {
                join(&mut open, load, result);
            }
        }
        close(&mut open, &mut found);
    }
    found
}

/// Loads that share their vectors, while more may join them.
struct Open {
    first: Regular,
    shared: Shared,
    results: Vec<Val>,
}

/// Loads of the same stretch are less than a step apart: farther ones would need more vectors than they share.
fn join(open: &mut Vec<Open>, load: Regular, result: Val) {
    let size = load.memory.size() as i32;
    let fits = |one: &&mut Open| {
        let low = one.shared.low.min(load.low);
        let high = one.shared.high.max(load.low);
        let same = Regular {
            low: one.first.low,
            ..load
        };
        one.first == same
            && high.abs_diff(low) < load.step.unsigned_abs() * size.unsigned_abs()
            && (i64::from(load.low) - i64::from(one.first.low)) % i64::from(size) == 0
    };
    match open.iter_mut().find(fits) {
        Some(one) => {
            one.shared.low = one.shared.low.min(load.low);
            one.shared.high = one.shared.high.max(load.low);
            one.results.push(result);
        }
        None => open.push(Open {
            first: load,
            shared: Shared {
                low: load.low,
                high: load.low,
            },
            results: vec![result],
        }),
    }
}

fn close(open: &mut Vec<Open>, found: &mut FxHashMap<Val, Shared>) {
    for one in open.drain(..) {
        found.extend(one.results.iter().map(|result| (*result, one.shared)));
    }
}

impl Regular {
    fn of(memory: Memory, places: &[(Val, i32)]) -> Option<Regular> {
        let size = memory.size() as i32;
        let &[(address, first), (_, second), ..] = places else {
            return None;
        };
        let distance = second.checked_sub(first)?;
        let is_next = |pair: &[(Val, i32)]| {
            pair[1].0 == address && pair[1].1.checked_sub(pair[0].1) == Some(distance)
        };
        let step = distance / size;
        let regular = places.windows(2).all(is_next)
            && distance % size == 0
            && (step == -1 || (2..=FARTHEST).contains(&step));
        let last = places[places.len() - 1].1;
        regular.then_some(Regular {
            address,
            memory,
            step,
            low: first.min(last),
        })
    }
}

/// Consecutive elements that lanes are picked from, covered by vectors of which the last ends where they end.
struct Cover {
    /// The number of the first element, counted from the lowest one of all sharing loads.
    start: i32,
    length: i32,
    /// Elements of a vector.
    width: i32,
}

impl Cover {
    fn count(&self) -> i32 {
        (self.length + self.width - 1) / self.width
    }

    /// The first element of a vector, counted from the start.
    fn vector(&self, number: i32) -> i32 {
        (number * self.width).min(self.length - self.width)
    }

    /// The vector that an element is taken from, and its place there.
    fn place(&self, element: i32) -> (usize, u32) {
        let behind = element - self.start;
        let number = behind / self.width;
        (number as usize, (behind - self.vector(number)) as u32)
    }
}

/// A load with the loads that it shares vectors with.
#[derive(Clone, Copy)]
struct Sharing {
    load: Regular,
    shared: Shared,
    /// Lanes of the function.
    lanes: i32,
}

impl Sharing {
    fn size(&self) -> i32 {
        self.load.memory.size() as i32
    }

    /// The element of a lane, counted from the lowest one of all sharing loads.
    fn element(&self, lane: i32) -> i32 {
        let own = (self.load.low - self.shared.low) / self.size();
        match self.load.step > 0 {
            true => own + lane * self.load.step,
            false => own + self.lanes - 1 - lane,
        }
    }

    /// Whether the loads are of four elements of 32 bits side by side in each lane, from the first to the last.
    fn has_quadruples(&self) -> bool {
        let more = self.shared.high - self.shared.low;
        self.load.memory.has_32_bits() && self.load.step == 4 && more == 3 * self.size()
    }

    /// What all sharing loads read for some lanes.
    fn cover(&self, first: i32, count: i32, width: i32) -> Cover {
        let step = self.load.step;
        let more = (self.shared.high - self.shared.low) / self.size();
        Cover {
            start: match step > 0 {
                true => first * step,
                false => self.lanes - first - count,
            },
            length: (count - 1) * step.abs() + more + 1,
            width,
        }
    }
}

impl Selector<'_> {
    // ---- Loads -------------------------------------------------------------------------------------------------------------------------

    /// The vectors of a load of lanes, if those lie a constant number of elements apart and whole vectors fit into what is read anyway.
    pub(super) fn load_apart(&mut self, op: &Op, result: Val) -> Option<Vec<VReg>> {
        let Op::LoadLanes { memory, places } = op else {
            return None;
        };
        let sharing = Sharing {
            load: Regular::of(*memory, places)?,
            shared: *self.shared.get(&result)?,
            lanes: places.len() as i32,
        };
        let lanes = self.level.lanes(memory.elem()) as i32;
        let firsts = (0..sharing.lanes).step_by(lanes as usize);
        match memory {
            Memory::U32 | Memory::F16 => None,
            Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64 => {
                let parts = firsts.map(|first| self.part_apart(&sharing, first, lanes));
                Some(parts.collect())
            }
            Memory::I8 | Memory::U8 | Memory::I16 | Memory::U16 => {
                let count = lanes.min(CHUNK / sharing.size());
                let bytes = sharing.cover(0, count, 1).length * sharing.size();
                if bytes < CHUNK {
                    return None;
                }
                let parts = firsts.map(|first| self.narrow_part_apart(&sharing, first, lanes));
                Some(parts.collect())
            }
        }
    }

    fn part_apart(&mut self, sharing: &Sharing, first: i32, lanes: i32) -> VReg {
        if self.level == Level::Avx2 && sharing.has_quadruples() {
            return self.part_of_quadruples(sharing, first, lanes);
        }
        let cover = sharing.cover(first, lanes, lanes);
        let sources = self.covering(sharing, &cover, Row::Load);
        let pattern: Vec<_> = (first..first + lanes)
            .map(|lane| cover.place(sharing.element(lane)))
            .collect();
        self.picked(sharing.load.memory.elem(), &sources, &pattern)
    }

    /// One of four elements side by side of each lane: all four are made with the first one that is asked for.
    fn part_of_quadruples(&mut self, sharing: &Sharing, first: i32, lanes: i32) -> VReg {
        let (address, size) = (sharing.load.address, sharing.size());
        let start = |lane: i32| sharing.shared.low + (first + lane) * 4 * size;
        let (block, effects) = (self.current, self.effects);
        let key = |offset: i32| (block, effects, address, offset, Row::Shuffle32);
        let own = key(start(0) + sharing.load.low - sharing.shared.low);
        if let Some(known) = self.covers.get(&own) {
            return *known;
        }
        let places = (0..lanes).map(|lane| self.address(address, start(lane)));
        let places: Vec<Address> = places.collect();
        let elements = self.quadruples(&places, 4);
        let offsets = (0..4).map(|number| key(start(0) + number * size));
        self.covers.extend(offsets.zip(elements));
        self.covers[&own]
    }

    /// Lanes of bytes or half words, widened.
    fn narrow_part_apart(&mut self, sharing: &Sharing, first: i32, lanes: i32) -> VReg {
        let count = lanes.min(CHUNK / sharing.size());
        let firsts = (first..first + lanes).step_by(count as usize);
        let chunks: Vec<VReg> = firsts
            .map(|first| self.chunk_apart(sharing, first, count))
            .collect();
        let whole = match chunks[..] {
            [low, high] => self.row2_imm(Row::JoinQuarters, low, high, 1),
            _ => chunks[0],
        };
        let widened = match sharing.load.memory {
            Memory::I8 => Row::LoadI8,
            Memory::U8 => Row::LoadU8,
            Memory::I16 => Row::LoadI16,
            _ => Row::LoadU16,
        };
        self.row1(widened, whole)
    }

    /// Up to sixteen bytes of elements, side by side.
    fn chunk_apart(&mut self, sharing: &Sharing, first: i32, count: i32) -> VReg {
        let size = sharing.size();
        let cover = sharing.cover(first, count, CHUNK / size);
        let sources = self.covering(sharing, &cover, Row::Load16Bytes);
        let places = (first..first + count).flat_map(|lane| {
            let (source, at) = cover.place(sharing.element(lane));
            (0..size as u8).map(move |byte| (source, at as u8 * size as u8 + byte))
        });
        let pattern: Vec<_> = places.collect();
        self.picked_bytes(&sources, &pattern)
    }

    /// The vectors of a cover; those that a load of the same stretch has loaded are taken again.
    fn covering(&mut self, sharing: &Sharing, cover: &Cover, row: Row) -> Vec<VReg> {
        let starts = (0..cover.count()).map(|number| cover.start + cover.vector(number));
        let offsets = starts.map(|start| sharing.shared.low + start * sharing.size());
        let address = sharing.load.address;
        offsets
            .map(|offset| {
                let key = (self.current, self.effects, address, offset, row);
                if let Some(known) = self.covers.get(&key) {
                    return *known;
                }
                let place = self.address(address, offset);
                let result = self.vector();
                self.row(row, &[Arg::Def(result), Arg::Memory(place)], None);
                self.covers.insert(key, result);
                result
            })
            .collect()
    }

    // ---- Shuffles ----------------------------------------------------------------------------------------------------------------------

    /// A vector whose lanes are those lanes of sources that the pattern says.
    fn picked(&mut self, elem: Elem, sources: &[VReg], pattern: &[(usize, u32)]) -> VReg {
        // Of 64 bits the halves are picked.
        let halves = if wide(elem) { 2 } else { 1 };
        let lanes = pattern.iter().flat_map(|(source, lane)| {
            (0..halves).map(move |half| (*source, lane * halves + half))
        });
        let pattern: Vec<(usize, u32)> = lanes.collect();
        let used: BTreeSet<usize> = pattern.iter().map(|lane| lane.0).collect();
        let used: Vec<usize> = used.into_iter().collect();
        match (self.level, &used[..]) {
            (_, &[one]) => {
                let lanes: Vec<u32> = pattern.iter().map(|lane| lane.1).collect();
                self.permuted(sources[one], &lanes)
            }
            (Level::Avx512, _) => self.picked_from_pairs(sources, &used, &pattern),
            (Level::Avx2, &[a, b]) if let Some(pair) = Pair::of(&pattern, [a, b]) => {
                self.paired(&pair, [sources[a], sources[b]])
            }
            (Level::Avx2, _) if has_own_lanes(&pattern) => {
                let blended = self.blended(sources, &used, |lane| {
                    pattern.iter().find(|one| one.1 == lane).map(|one| one.0)
                });
                let lanes: Vec<u32> = pattern.iter().map(|lane| lane.1).collect();
                self.permuted(blended, &lanes)
            }
            (Level::Avx2, _) => {
                let permuted: FxHashMap<usize, VReg> = used
                    .iter()
                    .map(|&source| {
                        let lanes = pattern.iter().map(|one| match one.0 == source {
                            true => one.1,
                            false => 0,
                        });
                        let lanes: Vec<u32> = lanes.collect();
                        (source, self.permuted(sources[source], &lanes))
                    })
                    .collect();
                let sources: Vec<VReg> = (0..sources.len())
                    .map(|at| permuted.get(&at).copied().unwrap_or(sources[at]))
                    .collect();
                self.blended(&sources, &used, |lane| Some(pattern[lane as usize].0))
            }
        }
    }

    /// AVX-512: two sources at first, then one more at a time.
    fn picked_from_pairs(
        &mut self,
        sources: &[VReg],
        used: &[usize],
        pattern: &[(usize, u32)],
    ) -> VReg {
        let width = pattern.len() as u32;
        let mut so_far = sources[used[0]];
        for (at, &next) in used.iter().enumerate().skip(1) {
            let lanes = pattern.iter().zip(0..).map(|(&(source, lane), own)| {
                match used.iter().position(|one| *one == source) {
                    Some(place) if place == at => width + lane,
                    Some(0) if at == 1 => lane,
                    _ => own,
                }
            });
            let index = self.indices(lanes);
            let result = self.vector();
            let args = [
                Arg::Update {
                    result,
                    from: so_far,
                },
                Arg::Use(index),
                Arg::Any(sources[next]),
            ];
            self.row(Row::PermuteTwo32, &args, None);
            so_far = result;
        }
        so_far
    }

    /// AVX2: each lane from one of several sources, without moving it.
    fn blended(
        &mut self,
        sources: &[VReg],
        used: &[usize],
        from: impl Fn(u32) -> Option<usize>,
    ) -> VReg {
        let lanes = self.level.lanes(Elem::F32);
        let mut result = sources[used[0]];
        for &next in &used[1..] {
            let bits = (0..lanes).filter(|lane| from(*lane) == Some(next));
            let bits = bits.fold(0, |bits, lane| bits | 1 << lane);
            result = self.row2_imm(Row::BlendByBits32, result, sources[next], bits);
        }
        result
    }

    /// The lanes of one source in another order.
    fn permuted(&mut self, source: VReg, lanes: &[u32]) -> VReg {
        if lanes.iter().zip(0..).all(|(lane, own)| *lane == own) {
            return source;
        }
        let index = self.indices(lanes.iter().copied());
        self.row2(Row::Permute32, index, source)
    }

    /// The lanes with neighbouring groups of `apart` exchanged.
    pub(super) fn swapped_groups(&mut self, value: Val, apart: u32) -> Vec<VReg> {
        let elem = self.elem(value);
        let lanes = self.level.lanes(elem);
        let parts = self.many(value);
        if apart >= lanes {
            let groups = (apart / lanes) as usize;
            return (0..parts.len()).map(|part| parts[part ^ groups]).collect();
        }
        let pattern: Vec<_> = (0..lanes).map(|lane| (0, lane ^ apart)).collect();
        let parts = parts.into_iter();
        parts
            .map(|part| self.picked(elem, &[part], &pattern))
            .collect()
    }

    /// The lanes `at` behind the first of the lower value, of which the upper one lies `apart` behind.
    pub(super) fn between(&mut self, values: [Val; 2], at: u32, apart: u32) -> Vec<VReg> {
        let (elem, all) = (self.elem(values[0]), self.function.lanes);
        let lanes = self.level.lanes(elem);
        let [low, high] = values.map(|value| self.many(value));
        let count = low.len();
        let sources = [low, high].concat();
        let source = |lane: u32| match lane + at {
            place if place < all => ((place / lanes) as usize, place % lanes),
            place => (
                count + ((place - apart) / lanes) as usize,
                (place - apart) % lanes,
            ),
        };
        (0..count as u32)
            .map(|part| {
                let own = part * lanes..(part + 1) * lanes;
                let pattern: Vec<_> = own.map(source).collect();
                self.picked(elem, &sources, &pattern)
            })
            .collect()
    }

    fn indices(&mut self, lanes: impl Iterator<Item = u32>) -> VReg {
        let bytes: Vec<u8> = lanes.flat_map(u32::to_le_bytes).collect();
        self.constant_vector(Row::Load, bytes)
    }

    /// Sixteen bytes of sources; those behind the pattern are zero.
    fn picked_bytes(&mut self, sources: &[VReg], pattern: &[(usize, u8)]) -> VReg {
        let used: BTreeSet<usize> = pattern.iter().map(|byte| byte.0).collect();
        let mut result = None;
        for source in used {
            let bytes = pattern.iter().map(|byte| match byte.0 == source {
                true => byte.1,
                false => NONE,
            });
            let mut bytes: Vec<u8> = bytes.collect();
            bytes.resize(CHUNK as usize, NONE);
            let index = self.constant_vector(Row::Load16Bytes, bytes);
            let moved = self.row2(Row::ShuffleBytes, sources[source], index);
            result = Some(match result {
                None => moved,
                Some(before) => self.row2(Row::Or16Bytes, before, moved),
            });
        }
        result.expect("a pattern has a byte")
    }

    // ---- Stores ------------------------------------------------------------------------------------------------------------------------

    /// Stores vectors whose lanes take turns in memory.
    pub(super) fn store_interleaved(
        &mut self,
        memory: Memory,
        place: Address,
        values: &[Val],
        mask: Option<Val>,
    ) {
        let lanes = self.level.lanes(memory.elem()) as i32;
        let parts: Vec<Vec<VReg>> = values
            .iter()
            .map(|value| {
                let value = self.without_limits(memory, *value);
                self.many(value)
            })
            .collect();
        let masks = mask.map(|mask| self.masks_for(mask, memory.elem()));
        let bytes = lanes * values.len() as i32 * memory.size() as i32;
        for part in 0..parts[0].len() {
            let sources: Vec<VReg> = parts.iter().map(|value| value[part]).collect();
            let place = place.plus(part as i32 * bytes);
            match memory {
                Memory::I32 | Memory::I64 | Memory::F32 | Memory::F64 => {
                    let mask = masks.as_ref().map(|masks| masks[part]);
                    self.store_part_interleaved(memory, place, &sources, mask);
                }
                Memory::I8 | Memory::U8 | Memory::I16 | Memory::U16 => {
                    self.store_narrow_interleaved(memory, place, &sources);
                }
                Memory::U32 | Memory::F16 => self.give_up("interleaved 64-bit lanes"),
            }
        }
    }

    fn store_part_interleaved(
        &mut self,
        memory: Memory,
        place: Address,
        sources: &[VReg],
        mask: Option<VReg>,
    ) {
        let (elem, count) = (memory.elem(), sources.len());
        let lanes = self.level.lanes(elem) as usize;
        if let (Level::Avx2, None, false, &[a, b, c, d]) = (self.level, mask, wide(elem), sources) {
            return self.store_quadruples(place, [a, b, c, d]);
        }
        let spread = mask.map(|mask| self.mask_vector(mask));
        for at in 0..count {
            let pattern: Vec<_> = (at * lanes..(at + 1) * lanes)
                .map(|element| (element % count, (element / count) as u32))
                .collect();
            let vector = self.picked(elem, sources, &pattern);
            let place = place.plus(at as i32 * self.level.bytes() as i32);
            let Some(spread) = spread else {
                self.row(Row::Store, &[Arg::Memory(place), Arg::Use(vector)], None);
                continue;
            };
            let lanes: Vec<u32> = pattern.iter().map(|one| one.1).collect();
            let own = self.permuted(spread, &lanes);
            self.store_in_lanes(place, vector, own);
        }
    }

    /// AVX2: four vectors of 32-bit lanes that take turns in memory.
    fn store_quadruples(&mut self, place: Address, sources: [VReg; 4]) {
        // Each has the four elements of a lane, and those of the lane four behind it.
        let [a, b, c, d] = self.transposed_quarters(sources);
        for (number, (even, odd)) in [(a, b), (c, d)].into_iter().enumerate() {
            let low = self.row2_imm(Row::ReplaceQuarter, even, odd, 1);
            let high = self.row2_imm(Row::ChooseHalves, even, odd, 0x31);
            for (half, vector) in [low, high].into_iter().enumerate() {
                let place = place.plus((2 * half + number) as i32 * self.level.bytes() as i32);
                self.row(Row::Store, &[Arg::Memory(place), Arg::Use(vector)], None);
            }
        }
    }

    /// A mask of 32-bit lanes as a vector: all ones in the lanes where it holds.
    fn mask_vector(&mut self, mask: VReg) -> VReg {
        if self.level == Level::Avx2 {
            return mask;
        }
        let [none, all] = [0, 0xffff_ffff].map(|bits| self.vector_constant(Elem::I32, bits));
        self.blend(Elem::I32, mask, all, none)
    }

    /// Stores the 32-bit lanes in which a vector has ones.
    fn store_in_lanes(&mut self, place: Address, value: VReg, ones: VReg) {
        let (place, value) = (Arg::Memory(place), Arg::Use(value));
        if self.level == Level::Avx2 {
            return self.row(Row::MaskedStore32, &[place, Arg::Use(ones), value], None);
        }
        let none = self.vector_constant(Elem::I32, 0);
        let mask = self.compared_part(CompareOp::Ne, Elem::I32, ones, none);
        self.row(Row::MaskedStore32, &[place, value], Some(Arg::Use(mask)));
    }

    fn store_narrow_interleaved(&mut self, memory: Memory, place: Address, sources: &[VReg]) {
        let (count, size) = (sources.len(), memory.size() as usize);
        let chunks: Vec<Vec<VReg>> = sources
            .iter()
            .map(|source| self.narrow_chunks(memory, *source))
            .collect();
        let per_value = chunks[0].len();
        let chunks: Vec<VReg> = chunks.concat();
        let bytes = self.level.lanes(Elem::I32) as usize * count * size;
        for start in (0..bytes).step_by(CHUNK as usize) {
            let end = bytes.min(start + CHUNK as usize);
            let pattern: Vec<_> = (start..end)
                .map(|byte| {
                    let (element, within) = (byte / size, byte % size);
                    let behind = element / count * size + within;
                    let source = element % count * per_value + behind / CHUNK as usize;
                    (source, (behind % CHUNK as usize) as u8)
                })
                .collect();
            let vector = self.picked_bytes(&chunks, &pattern);
            let row = match end - start == CHUNK as usize {
                true => Row::Store16Bytes,
                false => Row::StoreQuarter64,
            };
            let args = [Arg::Memory(place.plus(start as i32)), Arg::Use(vector)];
            self.row(row, &args, None);
        }
    }

    /// Lanes of 32 bits as bytes or half words, sixteen bytes at a time.
    fn narrow_chunks(&mut self, memory: Memory, part: VReg) -> Vec<VReg> {
        if self.level == Level::Avx2 {
            return vec![self.narrow_part(memory, part)];
        }
        let row = match memory.size() {
            1 => Row::NarrowTo8,
            _ => Row::NarrowTo16,
        };
        let low = self.vector();
        self.row(row, &[Arg::Def(low), Arg::Use(part)], None);
        match memory.size() {
            1 => vec![low],
            _ => vec![low, self.row1_imm(Row::Quarter, low, 1)],
        }
    }
}

/// Whether no two lanes of the pattern come from the same lane, so that the sources can be blended first.
fn has_own_lanes(pattern: &[(usize, u32)]) -> bool {
    let lanes: BTreeSet<u32> = pattern.iter().map(|one| one.1).collect();
    lanes.len() == pattern.len()
}
