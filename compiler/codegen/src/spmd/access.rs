//! Array elements: which lanes read or write where, and what happens outside.
//!
//! *Invariant:* whatever an index is, no lane touches memory outside its array, except with `Unchecked`.

use quasar_abi::{AccessMode, ArrayHeader, ElemKind, RtFn};

use super::construct::{Builder, Mask, Pixel};
use super::emit::ScopeKind;
use super::ir::{Elem, Memory, Op, Target, Type, Val, ZEROS};
use super::linear::Linear;
use crate::mir::{Access, BinaryOp, CompareOp, Stmt, Ty, UnaryOp, Value};

/// The dimension in a message about an index into the row-major sequence.
const SEQUENCE: i32 = -1;

/// Where the lanes of an access are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lanes {
    /// All at the same element.
    Together,
    /// At consecutive elements.
    Consecutive,
    /// A uniform number of bytes apart.
    Strided(Val),
    /// Each at its own index (varying `I32`) behind the address.
    Scattered(Val),
}

/// A constant in an index that is a distance, and no trick with the 32 bits of ints.
const FARTHEST_CONSTANT: i64 = 1 << 24;
/// What positions and indices of loops may be multiplied with in an index, all together. Up to 2²⁹ of them no multiple of 32 bits comes round to
/// the inside; beyond, an array has gigabytes.
const MOST_COUNTED: i64 = 6;

/// The elements of an access.
pub(super) struct Place {
    pub(super) address: Val,
    pub(super) offset: i32,
    pub(super) lanes: Lanes,
    /// Which lanes are inside; all without it.
    pub(super) inside: Option<Val>,
    pub(super) size: i64,
    /// Whether it is there in front of the loops around, too.
    pub(super) moves: bool,
}

/// One index, brought inside its dimension.
enum Component {
    Linear(Linear),
    Varying(Val),
}

/// An index of an access with what is needed to check it.
struct Index {
    dimension: Option<usize>,
    value: Val,
    /// Uniform `I64`.
    extent: Val,
    covered: bool,
    /// Whether the access has one element for all lanes.
    together: bool,
    /// Its linear form where it is all that lanes differ in, their elements lie side by side, and some of them can be accessed without the others.
    beside: Option<Linear>,
}

impl Builder<'_> {
    // ---- Loads ---------------------------------------------------------------------------------------------------------------------

    /// `Load`: one result, two of complex elements.
    pub(super) fn load(&mut self, stmt: &Stmt, access: &Access) {
        let kind = self.elem_kind(access.array);
        if let Some(address) = self.in_strip(access) {
            let loaded = self.load_from_strip(address, memory_of(kind));
            return self.define(stmt.results[0], loaded);
        }
        let mut place = self.locate(access, kind);
        place.moves = self.moves_in_front(access);
        for (part, &result) in stmt.results.iter().enumerate() {
            let memory = memory_of(kind);
            let loaded = self.load_part(&place, memory, part as i32 * memory.size() as i32);
            let loaded = match kind {
                ElemKind::F16 => self.call(RtFn::half_to_f32, Elem::F32, vec![loaded]),
                ElemKind::Array => self.never_null(loaded),
                _ => loaded,
            };
            self.define(result, loaded);
        }
    }

    /// Whether an element is read as well in front of the loops around: positions of the interior have it, whatever loops run.
    fn moves_in_front(&self, access: &Access) -> bool {
        let covered = self.ranges.covered(access);
        self.in_front
            && self.interior
            && access.mode != AccessMode::Unchecked
            && covered.is_some_and(|covered| covered.iter().all(|one| *one))
    }

    /// The null handle is an array without elements.
    fn never_null(&mut self, handle: Val) -> Val {
        let none = self.e.i64(0);
        let null = self.e.compare(CompareOp::Eq, handle, none);
        let empty = self.empty_array();
        self.e.select(null, empty, handle)
    }

    fn load_part(&mut self, place: &Place, memory: Memory, part: i32) -> Val {
        let offset = place.offset + part;
        let address = place.address;
        let varying = Type::varying(memory.elem());
        let loaded = match place.lanes {
            Lanes::Together => return self.load_together(place, memory, offset),
            Lanes::Consecutive => {
                let part = self.mask_value().filter(|_| self.partial);
                let inside = place.inside.filter(|inside| self.e.is_varying(*inside));
                let mask = match (part, inside) {
                    (Some(part), Some(inside)) => Some(self.e.and(part, inside)),
                    (part, inside) => part.or(inside),
                };
                let op = match mask {
                    Some(mask) => Op::MaskedLoad {
                        memory,
                        address,
                        offset,
                        mask: self.e.splat(mask),
                    },
                    None => Op::Load {
                        memory,
                        address,
                        offset,
                    },
                };
                match place.moves && mask.is_none() {
                    true => self.e.load_in_front(self.position_scope, op, varying),
                    false => self.e.emit(op, varying),
                }
            }
            Lanes::Strided(stride) => {
                let places = self.strided_places(address, stride, offset);
                self.e.emit(Op::LoadLanes { memory, places }, varying)
            }
            Lanes::Scattered(index) if self.gathers_words(place, memory) => {
                let first = self.e.i64(offset.into());
                let first = self.e.add(address, first);
                self.gather_in_words(memory, first, index)
            }
            Lanes::Scattered(index) => {
                let op = Op::Gather {
                    memory,
                    address,
                    index,
                    scale: place.size as u32,
                    offset,
                };
                self.e.emit(op, varying)
            }
        };
        match place.inside {
            None => loaded,
            Some(inside)
                if matches!(place.lanes, Lanes::Consecutive) && self.e.is_varying(inside) =>
            {
                loaded
            }
            Some(inside) => {
                let zero = self.e.constant(memory.elem(), 0);
                self.e.select(inside, loaded, zero)
            }
        }
    }

    /// Whether elements of 8 and 16 bits are gathered as a part of what has 32, for which machines have an instruction.
    fn gathers_words(&self, place: &Place, memory: Memory) -> bool {
        let is_short = matches!(memory, Memory::I8 | Memory::U8 | Memory::I16 | Memory::U16);
        self.versions.is_wide && is_short && place.size == memory.size()
    }

    /// Elements of 8 or 16 bits, cut out of the 32 bits on a boundary of four bytes that they lie in: these are there where the element is,
    /// also at the end of an array.
    fn gather_in_words(&mut self, memory: Memory, address: Val, index: Val) -> Val {
        let size = memory.size();
        let three = self.e.i64(3);
        let behind = self.e.binary(BinaryOp::And, address, three);
        let aligned = self.e.sub(address, behind);
        // Elements behind the boundary, and those in a word.
        let behind = self.e.convert(behind, Elem::I32);
        let behind = match size {
            1 => behind,
            _ => self.shifted(BinaryOp::Shr, behind, 1),
        };
        let element = self.e.add(index, behind);
        let (per_word, bits) = if size == 1 { (2, 3) } else { (1, 4) };
        // Rounded down: where lanes go backwards, elements lie in front of the first lane's.
        let index = self.shifted(BinaryOp::Shr, element, per_word);
        let gather = Op::Gather {
            memory: Memory::I32,
            address: aligned,
            index,
            scale: 4,
            offset: 0,
        };
        let words = self.e.emit(gather, Type::varying(Elem::I32));
        let last = self.e.i32((1 << per_word) - 1);
        let number = self.e.binary(BinaryOp::And, element, last);
        let distance = self.shifted(BinaryOp::Shl, number, bits);
        self.cut_out(memory, words, distance)
    }

    /// The element that lies so many bits from the lowest one.
    fn cut_out(&mut self, memory: Memory, words: Val, distance: Val) -> Val {
        let unused = 32 - 8 * memory.size() as i32;
        if matches!(memory, Memory::I8 | Memory::I16) {
            let unused_bits = self.e.i32(unused);
            let up = self.e.sub(unused_bits, distance);
            let high = self.e.binary(BinaryOp::Shl, words, up);
            return self.shifted(BinaryOp::Shr, high, unused);
        }
        let low = self.e.binary(BinaryOp::Shr, words, distance);
        let mask = self.e.i32((u32::MAX >> unused) as i32);
        self.e.binary(BinaryOp::And, low, mask)
    }

    fn shifted(&mut self, op: BinaryOp, value: Val, count: i32) -> Val {
        let count = self.e.i32(count);
        self.e.binary(op, value, count)
    }

    /// Where the lanes' elements lie.
    pub(super) fn strided_places(
        &mut self,
        address: Val,
        stride: Val,
        offset: i32,
    ) -> Vec<(Val, i32)> {
        let constant = self.e.as_constant(stride).map(|bits| bits as i64);
        let mut places = Vec::new();
        for lane in 0..i64::from(self.lanes) {
            let fixed = constant.and_then(|stride| i32::try_from(lane * stride).ok());
            places.push(match fixed {
                Some(bytes) => (address, offset + bytes),
                None => {
                    let lane = self.e.i64(lane);
                    let bytes = self.e.mul(stride, lane);
                    (self.e.add(address, bytes), offset)
                }
            });
        }
        places
    }

    /// One element for all lanes; outside it is read from zeros.
    fn load_together(&mut self, place: &Place, memory: Memory, offset: i32) -> Val {
        let Some(inside) = place.inside else {
            return self.e.load(memory, place.address, offset);
        };
        let (safe, varying) = match self.e.is_varying(inside) {
            true => (self.e.any(inside), true),
            false => (inside, false),
        };
        let offset = self.e.i64(offset.into());
        let address = self.e.add(place.address, offset);
        let zeros = self.zeros();
        let address = self.e.select(safe, address, zeros);
        let loaded = self.e.load(memory, address, 0);
        if !varying {
            return loaded;
        }
        let zero = self.e.constant(memory.elem(), 0);
        self.e.select(inside, loaded, zero)
    }

    fn zeros(&mut self) -> Val {
        self.e.emit(Op::Zeros, Type::uniform(Elem::I64))
    }

    /// The header of an array without elements, which lies behind the zeros.
    pub(super) fn empty_array(&mut self) -> Val {
        let zeros = self.zeros();
        let distance = self.e.i64(ZEROS as i64);
        self.e.add(zeros, distance)
    }

    // ---- Stores --------------------------------------------------------------------------------------------------------------------

    /// `Store`.
    pub(super) fn store(&mut self, access: &Access, values: &[Value]) {
        let kind = self.elem_kind(access.array);
        if let Some(address) = self.in_strip(access) {
            let value = self.value(values[0]);
            let value = self.to_storage(kind, value);
            return self.store_in_strip(address, memory_of(kind), value);
        }
        let place = self.locate(access, kind);
        let values: Vec<Val> = values
            .iter()
            .map(|value| {
                let value = self.value(*value);
                self.to_storage(kind, value)
            })
            .collect();
        let memory = memory_of(kind);
        let mask = self.store_mask(&place);
        if let (Some(mask), &[value]) = (mask, &values[..])
            && self.e.is_varying(mask)
            && self.puts_back(&place, memory)
            && let Some(old) = self.what_is_there(access, &place, memory)
        {
            let value = self.e.select(mask, value, old);
            return self.store_parts(&place, memory, &[value], None);
        }
        if let Some(mask) = mask
            && !self.e.is_varying(mask)
        {
            return self.store_if(mask, &place, memory, &values);
        }
        self.store_parts(&place, memory, &values, mask);
    }

    /// Whether lanes that do not store had better store what was there, if that is known: the machine is slow to leave them out, and nobody else
    /// writes what a position has read or has for its own.
    fn puts_back(&self, place: &Place, memory: Memory) -> bool {
        let is_slow = match place.lanes {
            Lanes::Consecutive => !self.versions.has_masks,
            Lanes::Strided(_) => !self.versions.has_masks || !memory.has_32_bits(),
            Lanes::Together | Lanes::Scattered(_) => false,
        };
        let whole = memory.size() == place.size && place.inside.is_none();
        is_slow && whole && self.vector && !self.partial && self.positions_are_apart()
    }

    /// The elements that a store is about to change: what the position has read or written, or, where they are its own, such as the channels of
    /// its pixel, what is read now.
    fn what_is_there(&mut self, access: &Access, place: &Place, memory: Memory) -> Option<Val> {
        let (address, offset) = (place.address, place.offset);
        let load = match place.lanes {
            Lanes::Strided(stride) => {
                self.e.as_constant(stride)?;
                let places = self.strided_places(address, stride, offset);
                Op::LoadLanes { memory, places }
            }
            _ => Op::Load {
                memory,
                address,
                offset,
            },
        };
        let position = &self.data.position[..];
        match access.index.starts_with(position) {
            true => self.e.what_is_there(load, Type::varying(memory.elem())),
            false => self.e.what_was_there(&load),
        }
    }

    /// The lanes that store; none: all.
    pub(super) fn store_mask(&mut self, place: &Place) -> Option<Val> {
        let active = self.mask_value();
        match (active, place.inside) {
            (None, inside) => inside,
            (active, None) => active,
            (Some(active), Some(inside)) => Some(self.e.and(active, inside)),
        }
    }

    fn store_if(&mut self, cond: Val, place: &Place, memory: Memory, values: &[Val]) {
        self.when(cond, |builder| {
            builder.store_parts(place, memory, values, None);
        });
    }

    fn store_parts(&mut self, place: &Place, memory: Memory, values: &[Val], mask: Option<Val>) {
        for (part, &value) in values.iter().enumerate() {
            let offset = place.offset + part as i32 * memory.size() as i32;
            self.store_part(place, memory, offset, value, mask);
        }
    }

    fn store_part(
        &mut self,
        place: &Place,
        memory: Memory,
        offset: i32,
        value: Val,
        mask: Option<Val>,
    ) {
        let address = place.address;
        let mask = mask.map(|mask| self.e.splat(mask));
        let index = match place.lanes {
            Lanes::Together if mask.is_none() && !self.e.is_varying(value) => {
                let mask = None;
                return self.e.effect(Op::Store {
                    memory,
                    address,
                    offset,
                    value,
                    mask,
                });
            }
            Lanes::Consecutive => {
                let value = self.e.splat(value);
                return self.e.effect(Op::Store {
                    memory,
                    address,
                    offset,
                    value,
                    mask,
                });
            }
            // The last active lane wins, as if the positions ran one after another.
            Lanes::Together => {
                let zero = self.e.i32(0);
                self.e.splat(zero)
            }
            Lanes::Strided(stride) => self.strided_index(stride, place.size),
            Lanes::Scattered(index) => index,
        };
        let (value, scale) = (self.e.splat(value), place.size as u32);
        self.e.effect(Op::Scatter {
            memory,
            address,
            index,
            scale,
            offset,
            value,
            mask,
        });
    }

    /// The element index of each lane of a strided access.
    pub(super) fn strided_index(&mut self, stride: Val, size: i64) -> Val {
        let constant = self.e.as_constant(stride).map(|bits| bits as i64 / size);
        let elements = match constant.and_then(|elements| i32::try_from(elements).ok()) {
            Some(elements) => self.e.i32(elements),
            None => {
                let size = self.e.i64(size);
                let elements = self.e.binary(BinaryOp::IntDiv, stride, size);
                self.e.convert(elements, Elem::I32)
            }
        };
        let lane = self.e.lane_index();
        self.e.mul(lane, elements)
    }

    // ---- Values in memory ----------------------------------------------------------------------------------------------------------

    /// Rounds and saturates a value to what elements of the kind can hold.
    pub(super) fn to_storage(&mut self, kind: ElemKind, value: Val) -> Val {
        let bounds = match kind {
            ElemKind::I8 => (i64::from(i8::MIN), i64::from(i8::MAX)),
            ElemKind::U8 => (0, i64::from(u8::MAX)),
            ElemKind::I16 => (i64::from(i16::MIN), i64::from(i16::MAX)),
            ElemKind::U16 => (0, i64::from(u16::MAX)),
            ElemKind::U32 => (0, i64::from(u32::MAX)),
            ElemKind::F16 => return self.call(RtFn::half_from_f32, Elem::I32, vec![value]),
            _ => return value,
        };
        let target = memory_of(kind).elem();
        let value = match self.e.ty(value).elem.is_float() {
            true => {
                let rounded = self.e.unary(UnaryOp::Round, value);
                self.e.convert(rounded, target)
            }
            false => value,
        };
        let elem = self.e.ty(value).elem;
        let (low, high) = (
            self.e.constant(elem, bounds.0 as u64),
            self.e.constant(elem, bounds.1 as u64),
        );
        let value = self.e.max(value, low);
        let value = self.e.min(value, high);
        self.e.convert(value, target)
    }

    pub(super) fn elem_kind(&self, array: Value) -> ElemKind {
        match self.kernel.values[array].ty {
            Ty::Array(kind) => kind,
            other => panic!("an access to {other:?}"),
        }
    }

    // ---- Where -----------------------------------------------------------------------------------------------------------------------

    pub(super) fn locate(&mut self, access: &Access, kind: ElemKind) -> Place {
        let array = self.value(access.array);
        let indices = self.indices(access, array, kind);
        let mut inside = None;
        let mut components = Vec::new();
        for index in &indices {
            let (component, valid) = self.component(access, index);
            components.push(component);
            if let Some(valid) = valid {
                inside = Some(match inside {
                    None => valid,
                    Some(before) => self.e.and(before, valid),
                });
            }
        }
        let mut place = self.address(array, &indices, components, kind);
        place.inside = inside;
        place
    }

    fn indices(&mut self, access: &Access, array: Val, kind: ElemKind) -> Vec<Index> {
        let covered = self.interior.then(|| self.ranges.covered(access)).flatten();
        let covered = covered.map(<[bool]>::to_vec);
        let several = access.index.len() > 1;
        let values = access.index.iter().map(|index| self.value(*index));
        let values: Vec<Val> = values.collect();
        let together = !values.iter().any(|value| self.e.is_varying(*value));
        let mut beside = self.beside(&values, kind);
        let mut indices = Vec::new();
        for (dimension, &index) in access.index.iter().enumerate() {
            let is_last = dimension + 1 == access.index.len();
            let field = match several {
                true => ArrayHeader::dim(dimension),
                false => ArrayHeader::NUMEL,
            };
            indices.push(Index {
                dimension: several.then_some(dimension),
                value: values[dimension],
                extent: self.e.header(array, field),
                covered: self.walking == Some(index)
                    || covered.as_ref().is_some_and(|covered| covered[dimension]),
                together,
                beside: beside.take_if(|_| is_last),
            });
        }
        indices
    }

    /// The form of the last of several indices, if it alone differs between the lanes, by one from each to the next, and the machine accesses
    /// some elements of a vector without the others.
    fn beside(&self, values: &[Val], kind: ElemKind) -> Option<Linear> {
        let (last, outer) = values.split_last()?;
        let fits = self.vector
            && self.versions.is_wide
            && matches!(kind, ElemKind::F32 | ElemKind::I32)
            && !outer.iter().any(|value| self.e.is_varying(*value));
        let linear = self.e.linear_of(*last).filter(|_| fits)?;
        (linear.lane == 1 && !self.may_wrap(&linear)).then_some(linear)
    }

    /// Brings one index inside; also tells which lanes were inside if the others are to read zero and drop their writes.
    fn component(&mut self, access: &Access, index: &Index) -> (Component, Option<Val>) {
        if index.covered {
            return (self.covered(index.value), None);
        }
        if self.is_known_inside(index) {
            return (self.plain(index.value), None);
        }
        match access.mode {
            AccessMode::Unchecked => self.unchecked(index),
            AccessMode::Safe => {
                let inside = self.is_inside(index);
                if let Some(linear) = &index.beside {
                    return (Component::Linear(linear.clone()), Some(inside));
                }
                // One element is read from zeros where it is outside, and not written: its own address does not matter.
                let value = match index.together {
                    true => index.value,
                    false => {
                        let zero = self.e.i32(0);
                        self.e.select(inside, index.value, zero)
                    }
                };
                (self.plain(value), Some(inside))
            }
            AccessMode::Checked => {
                let inside = self.is_inside(index);
                self.raise_unless(inside, access, index);
                let zero = self.e.i32(0);
                let value = match self.mask {
                    Mask::All if !self.e.is_varying(index.value) => index.value,
                    _ => self.e.select(inside, index.value, zero),
                };
                (self.plain(value), None)
            }
            AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => {
                // In the interior all arrays have elements.
                if !self.interior {
                    let zero = self.e.i64(0);
                    let some = self.e.compare(CompareOp::Gt, index.extent, zero);
                    self.raise_unless(some, access, index);
                }
                let value = self.map(access.mode, index);
                (self.plain(value), None)
            }
        }
    }

    /// Whether numbers tell that an index is inside: the channel of a pixel, where the number of channels is known.
    fn is_known_inside(&self, index: &Index) -> bool {
        match (self.e.as_i32(index.value), self.e.as_i64(index.extent)) {
            (Some(at), Some(extent)) => (0..extent).contains(&i64::from(at)),
            _ => false,
        }
    }

    /// An index that is inside in all lanes that matter.
    fn covered(&mut self, value: Val) -> Component {
        match (self.e.linear_of(value), self.mask_value()) {
            (Some(linear), _) => Component::Linear(linear),
            (None, None) => Component::Varying(value),
            (None, Some(mask)) => {
                let zero = self.e.i32(0);
                Component::Varying(self.e.select(mask, value, zero))
            }
        }
    }

    /// An index that the program promises to be inside, in the lanes that are active, and these lanes if no others may be accessed.
    fn unchecked(&mut self, index: &Index) -> (Component, Option<Val>) {
        let value = index.value;
        if self.mask == self.start
            && let Some(linear) = self.e.linear_of(value)
        {
            // No condition of the body holds a lane back: the promise is about all of them.
            return (Component::Linear(linear), None);
        }
        let active = match (self.mask_value(), self.e.is_varying(value)) {
            (None, _) => return (self.plain(value), None),
            (Some(mask), true) => mask,
            (Some(mask), false) => self.e.any(mask),
        };
        if let Some(linear) = &index.beside {
            return (Component::Linear(linear.clone()), Some(active));
        }
        let zero = self.e.i32(0);
        let value = self.e.select(active, value, zero);
        (self.plain(value), None)
    }

    /// An index whose 32 bits were found inside, or mapped there. Where a product in it may have wrapped, the address is that of the 32 bits.
    fn plain(&mut self, value: Val) -> Component {
        match self.e.linear_of(value) {
            Some(linear) if !self.may_wrap(&linear) => Component::Linear(linear),
            _ if !self.e.is_varying(value) => Component::Linear(Linear::atom(value)),
            _ => Component::Varying(value),
        }
    }

    /// Whether the 32 bits of an index may be inside where the whole number is not. Positions and indices of loops count, so that small multiples of
    /// them do not come round to the inside, also with one number more that the program has read or computed, which may be any.
    fn may_wrap(&self, linear: &Linear) -> bool {
        let (mut counted, mut any) = (0, u32::from(linear.constant.abs() > FARTHEST_CONSTANT));
        for &(atom, factor) in &linear.terms {
            let counts = match self.e.definition(atom) {
                None | Some(Op::Const(_)) => true,
                Some(Op::Convert(from)) => self.e.ty(*from).elem == Elem::I64,
                Some(_) => false,
            };
            match counts {
                true => counted += factor.abs(),
                false => any += if factor.abs() == 1 { 1 } else { 2 },
            }
        }
        any > 1 || counted.max(linear.lane.abs()) > MOST_COUNTED
    }

    /// Whether 0 ≤ index < extent.
    fn is_inside(&mut self, index: &Index) -> Val {
        let extent = self.e.convert(index.extent, Elem::I32);
        self.e.inside(index.value, extent)
    }

    fn map(&mut self, mode: AccessMode, index: &Index) -> Val {
        let extent = self.e.convert(index.extent, Elem::I32);
        let op = Op::MapIndex {
            mode,
            index: index.value,
            extent,
        };
        self.e.shaped(op, index.value, Elem::I32)
    }

    /// Raises the error about an index outside if it fails in some active lane.
    fn raise_unless(&mut self, inside: Val, access: &Access, index: &Index) {
        if self.e.as_constant(inside) == Some(1) {
            return;
        }
        let outside = self.e.not(inside);
        let failing = match self.mask_value() {
            None => outside,
            Some(mask) => self.e.and(mask, outside),
        };
        let name = access.name.map(|id| self.program.strings[id].clone());
        let dimension = index
            .dimension
            .map_or(SEQUENCE, |dimension| dimension as i32);
        let (value, size) = (index.value, index.extent);
        let any = self.e.any(failing);
        self.fail_if(any, |builder| {
            let index = builder.first_lane(failing, value);
            let op = Op::RaiseIndex {
                name,
                dimension,
                index,
                size,
            };
            builder.e.emit(op, Type::uniform(Elem::I32))
        });
    }

    /// The value of the first lane of a mask.
    pub(super) fn first_lane(&mut self, mask: Val, value: Val) -> Val {
        if !self.e.is_varying(value) {
            return value;
        }
        let mask = self.e.splat(mask);
        let elem = self.e.ty(value).elem;
        self.e
            .emit(Op::FirstLane { mask, value }, Type::uniform(elem))
    }

    // ---- Addresses -------------------------------------------------------------------------------------------------------------------

    /// Adds up the components, those that change least first, so that the sums so far can be hoisted.
    fn address(
        &mut self,
        array: Val,
        indices: &[Index],
        components: Vec<Component>,
        kind: ElemKind,
    ) -> Place {
        let size = kind.size() as i64;
        let mut sum = Sum {
            terms: vec![self.e.header(array, ArrayHeader::DATA)],
            offset: 0,
            stride: None,
            index: None,
        };
        let mut extent = None;
        let pixel = self.pixel_of(&components);
        for (number, (index, component)) in indices.iter().zip(components).enumerate().rev() {
            let behind = indices.len() - 1 - number;
            match component {
                Component::Linear(linear) if pixel.is_some_and(|one| behind <= one.inner) => {
                    let pixel = pixel.expect("it is there");
                    if behind == pixel.inner {
                        self.add_pixel(&mut sum, pixel, &linear, extent, size);
                    }
                }
                Component::Linear(linear) => self.add_linear(&mut sum, &linear, extent, size),
                Component::Varying(value) => self.add_varying(&mut sum, value, extent),
            }
            extent = Some(match extent {
                None => index.extent,
                Some(inner) => self.e.mul(inner, index.extent),
            });
        }
        self.place(sum, kind)
    }

    /// Where the lanes are, if the last indices are theirs in the merged form.
    fn pixel_of(&self, components: &[Component]) -> Option<Pixel> {
        let pixel = self.pixel?;
        let last = match components.last() {
            Some(Component::Linear(last)) => last,
            Some(Component::Varying(_)) | None => return None,
        };
        (*last == Linear::atom(pixel.symbol)).then_some(pixel)
    }

    /// The lanes' elements of a row of the merged form, and what is added to the first merged position.
    fn add_pixel(
        &mut self,
        sum: &mut Sum,
        pixel: Pixel,
        index: &Linear,
        extent: Option<Val>,
        size: i64,
    ) {
        let added = index.plus(&Linear::atom(pixel.symbol), -1);
        self.add_linear(sum, &added, extent, size);
        let bytes = self.e.i64(size);
        sum.terms.push(self.scaled(pixel.element, bytes));
        sum.stride = Some(bytes);
    }

    /// `extent`: elements from one index to the next; 1 without.
    fn add_linear(&mut self, sum: &mut Sum, linear: &Linear, extent: Option<Val>, size: i64) {
        for &(atom, factor) in &linear.terms {
            let atom = self.e.convert(atom, Elem::I64);
            let bytes = self.bytes(extent, factor * size);
            let term = self.scaled(atom, bytes);
            sum.terms.push(term);
        }
        self.add_constant(sum, linear.constant * size, extent);
        if linear.lane != 0 {
            let bytes = self.bytes(extent, linear.lane * size);
            sum.stride = Some(match sum.stride {
                None => bytes,
                Some(before) => self.e.add(before, bytes),
            });
        }
    }

    /// What does not depend on a position, in the offset where its number of bytes is known.
    fn add_constant(&mut self, sum: &mut Sum, bytes: i64, extent: Option<Val>) {
        let known = match extent {
            None => Some(bytes),
            Some(extent) => self
                .e
                .as_i64(extent)
                .and_then(|extent| extent.checked_mul(bytes)),
        };
        let offset = known.and_then(|bytes| bytes.checked_add(sum.offset.into()));
        match offset.map(i32::try_from) {
            Some(Ok(offset)) => sum.offset = offset,
            _ => {
                let term = self.bytes(extent, bytes);
                sum.terms.push(term);
            }
        }
    }

    fn add_varying(&mut self, sum: &mut Sum, value: Val, extent: Option<Val>) {
        let elements = match extent {
            None => value,
            Some(extent) => {
                let extent = self.e.convert(extent, Elem::I32);
                self.e.mul(value, extent)
            }
        };
        sum.index = Some(match sum.index {
            None => elements,
            Some(before) => self.e.add(before, elements),
        });
    }

    /// `extent * factor` as uniform `I64`.
    fn bytes(&mut self, extent: Option<Val>, factor: i64) -> Val {
        let factor = self.e.i64(factor);
        match extent {
            None => factor,
            Some(extent) => self.scaled(extent, factor),
        }
    }

    /// A product, as a shift where it can be one: machine addresses contain shifts.
    pub(super) fn scaled(&mut self, value: Val, factor: Val) -> Val {
        match self.e.as_constant(factor) {
            Some(_) if self.e.as_constant(value).is_some() => self.e.mul(value, factor),
            Some(bits) if bits.is_power_of_two() && bits > 1 => {
                let count = self.e.i64(bits.trailing_zeros().into());
                self.e.binary(BinaryOp::Shl, value, count)
            }
            _ => self.e.mul(value, factor),
        }
    }

    fn place(&mut self, mut sum: Sum, kind: ElemKind) -> Place {
        let size = kind.size() as i64;
        let whole = memory_of(kind).size() == size;
        sum.terms.sort_by_key(|term| self.e.level(*term));
        let first = sum.terms[0];
        let address = sum.terms[1..]
            .iter()
            .fold(first, |address, term| self.e.add(address, *term));
        let lanes = match (sum.index, sum.stride) {
            (None, None) => Lanes::Together,
            (None, Some(stride)) if whole && self.e.as_constant(stride) == Some(size as u64) => {
                Lanes::Consecutive
            }
            (None, Some(stride)) => Lanes::Strided(stride),
            (Some(index), None) => Lanes::Scattered(index),
            (Some(index), Some(stride)) => {
                let more = self.strided_index(stride, size);
                Lanes::Scattered(self.e.add(index, more))
            }
        };
        Place {
            moves: false,
            address,
            offset: sum.offset,
            lanes,
            inside: None,
            size,
        }
    }

    // ---- Guards ------------------------------------------------------------------------------------------------------------------------

    /// Emits something that happens only if a uniform condition holds.
    pub(super) fn when(&mut self, cond: Val, then: impl FnOnce(&mut Self)) {
        let (inside, after) = (self.e.block(), self.e.block());
        self.e.branch(cond, inside, after);
        self.e.open(ScopeKind::Branch, inside);
        then(self);
        self.e.jump(after, Vec::new());
        self.e.close();
        self.e.switch_to(after);
    }

    /// As [`Self::when`], with results that are `otherwise` if the condition does not hold.
    pub(super) fn choose(
        &mut self,
        cond: Val,
        otherwise: &[Val],
        then: impl FnOnce(&mut Self) -> Vec<Val>,
    ) -> Vec<Val> {
        let (inside, after) = (self.e.block(), self.e.block());
        let results: Vec<Val> = otherwise
            .iter()
            .map(|value| {
                let ty = self.e.ty(*value);
                self.e.param(after, ty)
            })
            .collect();
        self.branch_with(
            cond,
            Target::new(inside, Vec::new()),
            Target::new(after, otherwise.to_vec()),
        );
        self.e.open(ScopeKind::Branch, inside);
        let values = then(self);
        self.e.jump(after, values);
        self.e.close();
        self.e.switch_to(after);
        results
    }

    /// The results of one of two branches: of the first if all comparisons hold, which are made one after the other.
    pub(super) fn choose_where(
        &mut self,
        comparisons: &[(CompareOp, Val, Val)],
        like: &[Val],
        then: impl FnOnce(&mut Self) -> Vec<Val>,
        otherwise: impl FnOnce(&mut Self) -> Vec<Val>,
    ) -> Vec<Val> {
        let (other, after) = (self.e.block(), self.e.block());
        for &(op, left, right) in comparisons {
            let next = self.e.block();
            let holds = self.e.compare(op, left, right);
            self.e.branch(holds, next, other);
            self.e.open(ScopeKind::Branch, next);
        }
        let before = self.vars.clone();
        let results = then(self);
        self.e.jump(after, results);
        for _ in comparisons {
            self.e.close();
        }
        // What a branch sets for itself is not there behind it.
        self.vars.clone_from(&before);
        self.e.open(ScopeKind::Branch, other);
        let results = otherwise(self);
        self.e.jump(after, results);
        self.e.close();
        self.vars = before;
        self.e.switch_to(after);
        self.single_params(after, like)
    }
}

/// The parts of an address.
struct Sum {
    /// Uniform byte offsets; the first is the array's data.
    terms: Vec<Val>,
    offset: i32,
    /// Bytes from lane to lane.
    stride: Option<Val>,
    /// Element index of each lane.
    index: Option<Val>,
}

/// How elements of the kind, or their parts, lie in memory.
pub(super) fn memory_of(kind: ElemKind) -> Memory {
    match kind {
        ElemKind::I8 => Memory::I8,
        ElemKind::U8 => Memory::U8,
        ElemKind::I16 => Memory::I16,
        ElemKind::U16 | ElemKind::F16 => Memory::U16,
        ElemKind::I32 => Memory::I32,
        ElemKind::U32 => Memory::U32,
        ElemKind::I64 | ElemKind::U64 | ElemKind::Function => Memory::I64,
        ElemKind::F32 | ElemKind::C32 => Memory::F32,
        ElemKind::F64 | ElemKind::C64 => Memory::F64,
        ElemKind::Text | ElemKind::Array => Memory::I64,
    }
}

/// The lane type of an element's value.
pub(super) fn lane_of(kind: ElemKind) -> Elem {
    changed_memory(kind).elem()
}

/// How elements lie in memory for atomic operations, which convert 16-bit floats themselves.
pub(super) fn changed_memory(kind: ElemKind) -> Memory {
    if kind == ElemKind::F16 {
        Memory::F16
    } else {
        memory_of(kind)
    }
}
