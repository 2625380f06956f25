//! Varying operations: the same for every part, lane by lane where the machine has no vector form.
//!
//! *Invariant:* masks are all ones or all zeros in each 32-bit lane.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{
    self as clif, ConstantData, InstBuilder, StackSlotData, StackSlotKind, types,
};
use quasar_abi::AccessMode;

use super::super::families::{store_op, uniform_op};
use super::super::ir::{Elem, Op, Val};
use super::{Translator, lane_type, lanes_per_part, little, vector_type};
use crate::arithmetic::{Arithmetic, float_order, integer_order};
use crate::mir::{BinaryOp, CompareOp, UnaryOp};

impl Translator<'_> {
    /// An operation with a varying result.
    pub(super) fn varying(&mut self, op: &Op, result: Val, elem: Elem) -> Vec<clif::Value> {
        match op {
            Op::Const(bits) => {
                let value = self.splat_bits(elem, *bits);
                vec![value; (self.function.lanes / lanes_per_part(elem)) as usize]
            }
            Op::Unary(op, a) => {
                let parts = self.many(*a);
                self.each(&parts, |t, x| t.vector_unary(*op, elem, x))
            }
            Op::Binary(op, a, b) => self.vector_binary(*op, elem, *a, *b),
            Op::ShiftRightLogical(a, count) => {
                let (parts, count) = (self.many(*a), i64::from(*count));
                self.each(&parts, |t, x| t.builder.ins().ushr_imm_u(x, count))
            }
            Op::Compare(op, a, b) => self.vector_compare(*op, *a, *b),
            Op::Inside(index, extent) => {
                let (index, extent) = (self.many(*index), self.many(*extent));
                let below = IntCC::UnsignedLessThan;
                self.each_pair(&index, &extent, |t, x, y| t.builder.ins().icmp(below, x, y))
            }
            Op::Select(mask, yes, no) => self.vector_select(elem, *mask, *yes, *no),
            Op::Convert(a) => self.vector_convert(*a, elem),
            Op::Truncate(a) => {
                let parts = self.many(*a);
                self.each(&parts, |t, x| t.truncate(x))
            }
            Op::RoundEven(a) => {
                let parts = self.many(*a);
                self.each(&parts, |t, x| t.builder.ins().nearest(x))
            }
            Op::Bitcast(a) => {
                let parts = self.many(*a);
                let ty = vector_type(elem);
                self.each(&parts, |t, x| t.builder.ins().bitcast(ty, little(), x))
            }
            Op::Fma {
                a,
                b,
                c,
                negate_product,
                negate_summand,
            } => {
                let [a, b, c] = [a, b, c].map(|value| self.many(*value));
                let mut parts = Vec::new();
                for ((a, b), c) in a.into_iter().zip(b).zip(c) {
                    parts.push(self.fused(a, b, c, *negate_product, *negate_summand));
                }
                parts
            }
            Op::Splat(a) => {
                self.splats.insert(result, *a);
                self.splat(*a, elem)
            }
            Op::LaneIndex => self.lane_index(),
            Op::WithLane(vector, lane, value) => self.with_lane(*vector, *lane, *value),
            Op::SwapGroups(value, apart) => self.swapped_groups(*value, *apart),
            Op::Between {
                low,
                high,
                at,
                apart,
            } => self.between([*low, *high], *at, *apart),
            Op::MapIndex {
                mode,
                index,
                extent,
            } => self.vector_map(*mode, *index, *extent),
            Op::Load {
                memory,
                address,
                offset,
            } => {
                let address = self.one(*address);
                self.load_vector(*memory, address, *offset)
            }
            Op::ByteDifferences(..) | Op::LoadBytes { .. } => panic!("{op:?} is for wide vectors"),
            Op::LoadLanes { memory, places } => self.load_lanes(*memory, places),
            Op::MaskedLoad {
                memory,
                address,
                offset,
                mask,
            } => self.masked_load(*memory, *address, *offset, *mask),
            Op::Gather {
                memory,
                address,
                index,
                scale,
                offset,
            } => self.gather(*memory, *address, *index, *scale, *offset),
            Op::GatherRun {
                memory,
                address,
                index,
                scale,
                offset,
                at,
                count: _,
            } => {
                let offset = offset + *at as i32 * memory.size() as i32;
                self.gather(*memory, *address, *index, *scale, offset)
            }
            Op::Call(row, args) => {
                let row = *row;
                self.lane_by_lane(elem, args, |t, lanes| t.call(row, lanes))
            }
            uniform_op!() | store_op!() => {
                panic!("{op:?} has no varying result")
            }
        }
    }

    fn each(
        &mut self,
        parts: &[clif::Value],
        mut op: impl FnMut(&mut Self, clif::Value) -> clif::Value,
    ) -> Vec<clif::Value> {
        parts.iter().map(|part| op(self, *part)).collect()
    }

    fn each_pair(
        &mut self,
        a: &[clif::Value],
        b: &[clif::Value],
        mut op: impl FnMut(&mut Self, clif::Value, clif::Value) -> clif::Value,
    ) -> Vec<clif::Value> {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| op(self, *a, *b)).collect()
    }

    /// A scalar operation for every lane.
    fn lane_by_lane(
        &mut self,
        elem: Elem,
        args: &[Val],
        mut op: impl FnMut(&mut Self, &[clif::Value]) -> clif::Value,
    ) -> Vec<clif::Value> {
        let mut results = Vec::new();
        for lane in 0..self.function.lanes {
            let lanes: Vec<_> = args.iter().map(|arg| self.lane(*arg, lane)).collect();
            results.push(op(self, &lanes));
        }
        results
            .chunks(lanes_per_part(elem) as usize)
            .map(|lanes| self.pack(elem, lanes))
            .collect()
    }

    // ---- Arithmetic ------------------------------------------------------------------------------------------------------------------------

    fn vector_unary(&mut self, op: UnaryOp, elem: Elem, x: clif::Value) -> clif::Value {
        match (op, elem.is_float()) {
            (UnaryOp::Neg, true) => self.builder.ins().fneg(x),
            (UnaryOp::Neg, false) => self.builder.ins().ineg(x),
            (UnaryOp::Not | UnaryOp::BitNot, _) => self.builder.ins().bnot(x),
            (UnaryOp::Abs, true) => self.builder.ins().fabs(x),
            (UnaryOp::Abs, false) => self.builder.ins().iabs(x),
            (UnaryOp::Sqrt, _) => self.builder.ins().sqrt(x),
            (UnaryOp::Floor, _) => self.builder.ins().floor(x),
            (UnaryOp::Ceil, _) => self.builder.ins().ceil(x),
            (UnaryOp::Trunc, _) => self.builder.ins().trunc(x),
            (UnaryOp::Round, _) => self.vector_round(elem, x),
            (UnaryOp::RoundHalf, _) => panic!("halves are rounded by two calls"),
        }
    }

    /// Halves away from zero.
    fn vector_round(&mut self, elem: Elem, x: clif::Value) -> clif::Value {
        let (half, one, sign) = match elem {
            Elem::F32 => (
                u64::from(0.5f32.to_bits()),
                u64::from(1f32.to_bits()),
                1 << 31,
            ),
            _ => (0.5f64.to_bits(), 1f64.to_bits(), 1 << 63),
        };
        let [half, one, sign] = [half, one, sign].map(|bits| self.splat_bits(elem, bits));
        let whole = self.builder.ins().trunc(x);
        let rest = self.builder.ins().fsub(x, whole);
        let rest = self.builder.ins().fabs(rest);
        let away = self
            .builder
            .ins()
            .fcmp(FloatCC::GreaterThanOrEqual, rest, half);
        let ty = vector_type(elem);
        let away = self.builder.ins().bitcast(ty, little(), away);
        let signed = self.builder.ins().band(x, sign);
        let unit = self.builder.ins().bor(one, signed);
        let step = self.builder.ins().band(away, unit);
        let rounded = self.builder.ins().fadd(whole, step);
        // A sum of zeros has lost the sign.
        self.builder.ins().bor(rounded, signed)
    }

    fn vector_binary(&mut self, op: BinaryOp, elem: Elem, a: Val, b: Val) -> Vec<clif::Value> {
        match (op, elem) {
            (BinaryOp::IntDiv | BinaryOp::Rem, _) => {
                let known = self.splats.get(&b).and_then(|b| self.constants.get(b));
                let known = known.copied();
                self.lane_by_lane(elem, &[a, b], |t, lanes| {
                    t.scalar_binary(op, lanes[0], lanes[1], known)
                })
            }
            (BinaryOp::Shl | BinaryOp::Shr, _) => self.vector_shift(op, elem, a, b),
            _ => {
                let (a, b) = (self.many(a), self.many(b));
                self.each_pair(&a, &b, |t, x, y| t.part_binary(op, elem, x, y))
            }
        }
    }

    fn part_binary(
        &mut self,
        op: BinaryOp,
        elem: Elem,
        x: clif::Value,
        y: clif::Value,
    ) -> clif::Value {
        let float = elem.is_float();
        match op {
            BinaryOp::Add if float => self.builder.ins().fadd(x, y),
            BinaryOp::Sub if float => self.builder.ins().fsub(x, y),
            BinaryOp::Mul if float => self.builder.ins().fmul(x, y),
            BinaryOp::Div => self.builder.ins().fdiv(x, y),
            BinaryOp::Min if float => self.choose_float(FloatCC::LessThan, elem, x, y),
            // One instruction if the operands come in this order.
            BinaryOp::Max if float => self.choose_float(FloatCC::GreaterThan, elem, x, y),
            BinaryOp::Add => self.builder.ins().iadd(x, y),
            BinaryOp::Sub => self.builder.ins().isub(x, y),
            BinaryOp::Mul => self.builder.ins().imul(x, y),
            BinaryOp::Min if elem == Elem::I64 => self.choose_integer(IntCC::SignedLessThan, x, y),
            BinaryOp::Max if elem == Elem::I64 => {
                self.choose_integer(IntCC::SignedGreaterThan, x, y)
            }
            BinaryOp::Min => self.builder.ins().smin(x, y),
            BinaryOp::Max => self.builder.ins().smax(x, y),
            BinaryOp::And => self.builder.ins().band(x, y),
            BinaryOp::Or => self.builder.ins().bor(x, y),
            BinaryOp::Xor => self.builder.ins().bxor(x, y),
            BinaryOp::IntDiv | BinaryOp::Rem | BinaryOp::IntPow | BinaryOp::Shl | BinaryOp::Shr => {
                panic!("{op:?} has its own form")
            }
        }
    }

    fn choose_float(
        &mut self,
        order: FloatCC,
        elem: Elem,
        x: clif::Value,
        y: clif::Value,
    ) -> clif::Value {
        // `x > y` as `y < x`, which Cranelift knows as the machine's maximum.
        let mask = match order {
            FloatCC::GreaterThan => self.builder.ins().fcmp(FloatCC::LessThan, y, x),
            _ => self.builder.ins().fcmp(order, x, y),
        };
        let mask = self
            .builder
            .ins()
            .bitcast(vector_type(elem), little(), mask);
        self.builder.ins().bitselect(mask, x, y)
    }

    fn choose_integer(&mut self, order: IntCC, x: clif::Value, y: clif::Value) -> clif::Value {
        let mask = self.builder.ins().icmp(order, x, y);
        self.builder.ins().bitselect(mask, x, y)
    }

    /// Shifts by a uniform amount are vector instructions.
    fn vector_shift(&mut self, op: BinaryOp, elem: Elem, a: Val, b: Val) -> Vec<clif::Value> {
        let Some(&count) = self.splats.get(&b) else {
            return self.lane_by_lane(elem, &[a, b], |t, lanes| {
                t.scalar_binary(op, lanes[0], lanes[1], None)
            });
        };
        let (parts, count) = (self.many(a), self.one(count));
        self.each(&parts, |t, x| match op {
            BinaryOp::Shl => t.builder.ins().ishl(x, count),
            _ => t.builder.ins().sshr(x, count),
        })
    }

    // ---- Masks -----------------------------------------------------------------------------------------------------------------------------

    fn vector_compare(&mut self, op: CompareOp, a: Val, b: Val) -> Vec<clif::Value> {
        let elem = self.elem(a);
        let (x, y) = (self.many(a), self.many(b));
        let masks = match elem {
            Elem::Bool => self.each_pair(&x, &y, |t, x, y| {
                let differ = t.builder.ins().bxor(x, y);
                match op {
                    CompareOp::Eq => t.builder.ins().bnot(differ),
                    _ => differ,
                }
            }),
            Elem::F32 | Elem::F64 => self.each_pair(&x, &y, |t, x, y| {
                t.builder.ins().fcmp(float_order(op), x, y)
            }),
            Elem::I32 | Elem::I64 => self.each_pair(&x, &y, |t, x, y| {
                t.builder.ins().icmp(integer_order(op), x, y)
            }),
        };
        self.narrow_masks(elem, masks)
    }

    /// Masks of comparisons as masks of 32-bit lanes.
    fn narrow_masks(&mut self, elem: Elem, masks: Vec<clif::Value>) -> Vec<clif::Value> {
        match lanes_per_part(elem) {
            4 => masks,
            _ => masks
                .chunks(2)
                .map(|pair| self.compress(pair[0], pair[1]))
                .collect(),
        }
    }

    /// The low halves of the 64-bit lanes of two vectors.
    pub(super) fn compress(&mut self, a: clif::Value, b: clif::Value) -> clif::Value {
        const LOW_HALVES: [u8; 16] = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
        let bytes = self.shuffle(a, b, LOW_HALVES);
        self.builder.ins().bitcast(types::I32X4, little(), bytes)
    }

    fn shuffle(&mut self, a: clif::Value, b: clif::Value, order: [u8; 16]) -> clif::Value {
        let a = self.builder.ins().bitcast(types::I8X16, little(), a);
        let b = self.builder.ins().bitcast(types::I8X16, little(), b);
        let order = ConstantData::from(&order[..]);
        let order = self.builder.func.dfg.immediates.push(order);
        self.builder.ins().shuffle(a, b, order)
    }

    /// The high half of a vector in both halves.
    fn high_half(&mut self, x: clif::Value, ty: clif::Type) -> clif::Value {
        const HIGH: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
        let bytes = self.shuffle(x, x, HIGH);
        self.builder.ins().bitcast(ty, little(), bytes)
    }

    /// The lanes with neighbouring groups of `apart` exchanged.
    fn swapped_groups(&mut self, value: Val, apart: u32) -> Vec<clif::Value> {
        let lanes = lanes_per_part(self.elem(value));
        let parts = self.many(value);
        if apart >= lanes {
            let groups = (apart / lanes) as usize;
            return (0..parts.len()).map(|part| parts[part ^ groups]).collect();
        }
        let bytes = 16 / lanes as u8;
        let order = std::array::from_fn(|byte| {
            let (lane, within) = (byte as u8 / bytes, byte as u8 % bytes);
            (lane ^ apart as u8) * bytes + within
        });
        let parts = parts.into_iter();
        parts
            .map(|part| {
                let ty = self.builder.func.dfg.value_type(part);
                let moved = self.shuffle(part, part, order);
                self.builder.ins().bitcast(ty, little(), moved)
            })
            .collect()
    }

    /// The lanes `at` behind the first of the lower value, of which the upper one lies `apart` behind.
    fn between(&mut self, values: [Val; 2], at: u32, apart: u32) -> Vec<clif::Value> {
        let lanes = lanes_per_part(self.elem(values[0]));
        let [low, high] = values.map(|value| self.many(value));
        let mut parts = low.clone();
        for lane in 0..self.function.lanes {
            let place = lane + at;
            let (from, place) = match place < self.function.lanes {
                true => (&low, place),
                false => (&high, place - apart),
            };
            let source = from[(place / lanes) as usize];
            let taken = self
                .builder
                .ins()
                .extractlane(source, (place % lanes) as u8);
            let part = &mut parts[(lane / lanes) as usize];
            *part = (self.builder.ins()).insertlane(*part, taken, (lane % lanes) as u8);
        }
        parts
    }

    /// A mask as one for lanes of the type.
    fn mask_for(&mut self, mask: Val, elem: Elem) -> Vec<clif::Value> {
        let parts = self.many(mask);
        self.widen_masks(parts, elem)
    }

    fn widen_masks(&mut self, parts: Vec<clif::Value>, elem: Elem) -> Vec<clif::Value> {
        if lanes_per_part(elem) == 4 {
            return parts;
        }
        let mut wide = Vec::new();
        for part in parts {
            wide.push(self.builder.ins().swiden_low(part));
            wide.push(self.builder.ins().swiden_high(part));
        }
        wide
    }

    fn vector_select(&mut self, elem: Elem, mask: Val, yes: Val, no: Val) -> Vec<clif::Value> {
        let masks = self.mask_for(mask, elem);
        let (yes, no) = (self.many(yes), self.many(no));
        let ty = vector_type(elem);
        let mut parts = Vec::new();
        for ((mask, yes), no) in masks.into_iter().zip(yes).zip(no) {
            parts.push(self.blend(ty, mask, yes, no));
        }
        parts
    }

    fn blend(
        &mut self,
        ty: clif::Type,
        mask: clif::Value,
        yes: clif::Value,
        no: clif::Value,
    ) -> clif::Value {
        if !self.x86 {
            let mask = self.builder.ins().bitcast(ty, little(), mask);
            return self.builder.ins().bitselect(mask, yes, no);
        }
        let whole = match ty.lane_bits() {
            32 => types::I32X4,
            _ => types::I64X2,
        };
        let [mask, yes, no] =
            [mask, yes, no].map(|value| self.builder.ins().bitcast(whole, little(), value));
        let chosen = self.builder.ins().blendv(mask, yes, no);
        self.builder.ins().bitcast(ty, little(), chosen)
    }

    /// One bit per lane in an `I32`.
    pub(super) fn mask_bits(&mut self, mask: Val) -> clif::Value {
        let parts = self.many(mask);
        let mut bits = None;
        for (at, part) in parts.into_iter().enumerate() {
            let own = self.builder.ins().vhigh_bits(types::I32, part);
            let own = self.builder.ins().ishl_imm_u(own, 4 * at as i64);
            bits = Some(match bits {
                None => own,
                Some(bits) => self.builder.ins().bor(bits, own),
            });
        }
        bits.expect("a mask has a part")
    }

    pub(super) fn any_lane(&mut self, mask: Val) -> clif::Value {
        let parts = self.many(mask);
        let joined = self.fold(&parts, |t, a, b| t.builder.ins().bor(a, b));
        let bits = self.builder.ins().vhigh_bits(types::I32, joined);
        self.builder.ins().icmp_imm_u(IntCC::NotEqual, bits, 0)
    }

    pub(super) fn all_lanes(&mut self, mask: Val) -> clif::Value {
        let parts = self.many(mask);
        let joined = self.fold(&parts, |t, a, b| t.builder.ins().band(a, b));
        let bits = self.builder.ins().vhigh_bits(types::I32, joined);
        self.builder.ins().icmp_imm_u(IntCC::Equal, bits, 15)
    }

    fn fold(
        &mut self,
        parts: &[clif::Value],
        mut op: impl FnMut(&mut Self, clif::Value, clif::Value) -> clif::Value,
    ) -> clif::Value {
        let mut joined = parts[0];
        for part in &parts[1..] {
            joined = op(self, joined, *part);
        }
        joined
    }

    // ---- Lanes -----------------------------------------------------------------------------------------------------------------------------

    /// One lane as a scalar.
    pub(super) fn lane(&mut self, value: Val, lane: u32) -> clif::Value {
        let elem = self.elem(value);
        let per_part = lanes_per_part(elem);
        let part = self.many(value)[(lane / per_part) as usize];
        let scalar = self
            .builder
            .ins()
            .extractlane(part, (lane % per_part) as u8);
        match elem {
            Elem::Bool => self.builder.ins().icmp_imm_u(IntCC::NotEqual, scalar, 0),
            _ => scalar,
        }
    }

    fn with_lane(&mut self, vector: Val, lane: u32, value: Val) -> Vec<clif::Value> {
        let elem = self.elem(vector);
        let per_part = lanes_per_part(elem);
        let mut parts = self.many(vector);
        let mut scalar = self.one(value);
        if elem == Elem::Bool {
            let wide = self.builder.ins().uextend(types::I32, scalar);
            scalar = self.builder.ins().ineg(wide);
        }
        let part = &mut parts[(lane / per_part) as usize];
        *part = self
            .builder
            .ins()
            .insertlane(*part, scalar, (lane % per_part) as u8);
        parts
    }

    fn splat(&mut self, value: Val, elem: Elem) -> Vec<clif::Value> {
        let count = (self.function.lanes / lanes_per_part(elem)) as usize;
        if let Some(&bits) = self.constants.get(&value) {
            return vec![self.splat_bits(elem, bits); count];
        }
        let mut scalar = self.one(value);
        if elem == Elem::Bool {
            let wide = self.builder.ins().uextend(types::I32, scalar);
            scalar = self.builder.ins().ineg(wide);
        }
        vec![self.builder.ins().splat(vector_type(elem), scalar); count]
    }

    fn lane_index(&mut self) -> Vec<clif::Value> {
        (0..self.function.lanes / 4)
            .map(|part| {
                let lanes = (4 * part..4 * part + 4).flat_map(u32::to_le_bytes);
                let bytes: Vec<u8> = lanes.collect();
                self.vector_constant(&bytes, types::I32X4)
            })
            .collect()
    }

    /// The value of the first lane whose mask bit is set; only on cold paths.
    pub(super) fn first_lane(&mut self, mask: Val, value: Val) -> clif::Value {
        let elem = self.elem(value);
        let parts = self.many(value);
        let size = 16 * parts.len() as u32;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size, 4);
        let slot = self.builder.create_sized_stack_slot(data);
        let address = self.builder.ins().stack_addr(types::I64, slot, 0);
        for (at, part) in parts.into_iter().enumerate() {
            self.builder
                .ins()
                .store(super::plain(), part, address, 16 * at as i32);
        }
        let bits = self.mask_bits(mask);
        let last = self
            .builder
            .ins()
            .bor_imm_u(bits, 1 << (self.function.lanes - 1));
        let lane = self.builder.ins().ctz(last);
        let lane = self.builder.ins().uextend(types::I64, lane);
        let shift = if lanes_per_part(elem) == 4 { 2 } else { 3 };
        let bytes = self.builder.ins().ishl_imm_u(lane, shift);
        let place = self.builder.ins().iadd(address, bytes);
        let ty = match elem {
            Elem::Bool => types::I32,
            _ => lane_type(elem),
        };
        let found = self.builder.ins().load(ty, super::plain(), place, 0);
        match elem {
            Elem::Bool => self.builder.ins().icmp_imm_u(IntCC::NotEqual, found, 0),
            _ => found,
        }
    }

    // ---- Conversions -----------------------------------------------------------------------------------------------------------------------

    fn truncate(&mut self, x: clif::Value) -> clif::Value {
        match self.x86 {
            true => self.builder.ins().x86_cvtt2dq(types::I32X4, x),
            false => self.builder.ins().fcvt_to_sint_sat(types::I32X4, x),
        }
    }

    fn vector_convert(&mut self, value: Val, to: Elem) -> Vec<clif::Value> {
        let from = self.elem(value);
        let parts = self.many(value);
        match (from, to) {
            (Elem::I32, Elem::F32) => self.each(&parts, |t, x| {
                t.builder.ins().fcvt_from_sint(types::F32X4, x)
            }),
            (Elem::F32, Elem::I32) => self.each(&parts, |t, x| {
                t.builder.ins().fcvt_to_sint_sat(types::I32X4, x)
            }),
            (Elem::I32, Elem::I64) => self.widen_masks(parts, Elem::I64),
            (Elem::I32, Elem::F64) => self.halves(&parts, types::I32X4, |t, x| {
                let low = t.builder.ins().swiden_low(x);
                t.builder.ins().fcvt_from_sint(types::F64X2, low)
            }),
            (Elem::F32, Elem::F64) => self.halves(&parts, types::F32X4, |t, x| {
                t.builder.ins().fvpromote_low(x)
            }),
            (Elem::F64, Elem::F32) => self.demote(&parts),
            (Elem::I64, Elem::I32) => parts
                .chunks(2)
                .map(|pair| self.compress(pair[0], pair[1]))
                .collect(),
            (Elem::Bool, _) => {
                let one = match to {
                    Elem::F32 => u64::from(1f32.to_bits()),
                    Elem::F64 => 1f64.to_bits(),
                    Elem::Bool | Elem::I32 | Elem::I64 => 1,
                };
                let one = self.splat_bits(to, one);
                let ty = vector_type(to);
                let masks = self.widen_masks(parts, to);
                self.each(&masks, |t, mask| {
                    let mask = t.builder.ins().bitcast(ty, little(), mask);
                    t.builder.ins().band(mask, one)
                })
            }
            (_, Elem::Bool) => {
                let zero = self.splat_bits(from, 0);
                let masks = self.each(&parts, |t, x| match from.is_float() {
                    true => t.builder.ins().fcmp(FloatCC::NotEqual, x, zero),
                    false => t.builder.ins().icmp(IntCC::NotEqual, x, zero),
                });
                self.narrow_masks(from, masks)
            }
            (Elem::I32, Elem::I32)
            | (Elem::I64, Elem::I64 | Elem::F32 | Elem::F64)
            | (Elem::F32, Elem::F32 | Elem::I64)
            | (Elem::F64, Elem::F64 | Elem::I32 | Elem::I64) => {
                self.lane_by_lane(to, &[value], |t, lanes| {
                    t.builder.convert(lanes[0], lane_type(to))
                })
            }
        }
    }

    /// Converts the low and the high half of each part.
    fn halves(
        &mut self,
        parts: &[clif::Value],
        ty: clif::Type,
        mut low: impl FnMut(&mut Self, clif::Value) -> clif::Value,
    ) -> Vec<clif::Value> {
        let mut results = Vec::new();
        for part in parts {
            results.push(low(self, *part));
            let high = self.high_half(*part, ty);
            results.push(low(self, high));
        }
        results
    }

    fn demote(&mut self, parts: &[clif::Value]) -> Vec<clif::Value> {
        const LOW_PAIRS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
        let pairs: Vec<_> = parts.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        pairs
            .into_iter()
            .map(|(a, b)| {
                let (a, b) = (
                    self.builder.ins().fvdemote(a),
                    self.builder.ins().fvdemote(b),
                );
                let bytes = self.shuffle(a, b, LOW_PAIRS);
                self.builder.ins().bitcast(types::F32X4, little(), bytes)
            })
            .collect()
    }

    // ---- Indices ---------------------------------------------------------------------------------------------------------------------------

    /// Brings indices inside: by vector instructions if they are at most one extent away, else lane by lane.
    fn vector_map(&mut self, mode: AccessMode, index: Val, extent: Val) -> Vec<clif::Value> {
        let scalar = self.one(extent);
        let one = self.int(1);
        let scalar = self.builder.ins().smax(scalar, one);
        let extent = self.builder.ins().splat(types::I32X4, scalar);
        let parts = self.many(index);
        let near = self.each(&parts, |t, x| t.map_near(mode, x, extent));
        if mode == AccessMode::Clamped {
            return near;
        }
        let outside = self.each(&near, |t, x| {
            t.builder
                .ins()
                .icmp(IntCC::UnsignedGreaterThanOrEqual, x, extent)
        });
        let joined = self.fold(&outside, |t, a, b| t.builder.ins().bor(a, b));
        let far = self.builder.ins().vhigh_bits(types::I32, joined);
        let (slow, done) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(slow);
        let results: Vec<_> = near
            .iter()
            .map(|_| self.builder.append_block_param(done, types::I32X4))
            .collect();
        let args: Vec<clif::BlockArg> = near.into_iter().map(Into::into).collect();
        self.builder.ins().brif(far, slow, &[], done, &args);
        self.builder.switch_to_block(slow);
        let mapped = self.lane_by_lane(Elem::I32, &[index], |t, lanes| {
            t.map_index(mode, lanes[0], scalar)
        });
        let args: Vec<clif::BlockArg> = mapped.into_iter().map(Into::into).collect();
        self.builder.ins().jump(done, &args);
        self.builder.switch_to_block(done);
        results
    }

    /// The map of indices that are at most one extent outside; others stay outside.
    fn map_near(&mut self, mode: AccessMode, x: clif::Value, extent: clif::Value) -> clif::Value {
        let ones = self.splat_bits(Elem::Bool, 1);
        let last = self.builder.ins().iadd(extent, ones);
        match mode {
            AccessMode::Clamped => {
                let zero = self.splat_bits(Elem::I32, 0);
                let above = self.builder.ins().smax(x, zero);
                self.builder.ins().smin(above, last)
            }
            AccessMode::Mirror => {
                let below = self.builder.ins().bnot(x);
                let lifted = self.builder.ins().smax(x, below);
                let image = self.builder.ins().isub(last, lifted);
                let image = self.builder.ins().iadd(image, extent);
                self.builder.ins().smin(lifted, image)
            }
            _ => {
                let zero = self.splat_bits(Elem::I32, 0);
                let below = self.builder.ins().icmp(IntCC::SignedLessThan, x, zero);
                let step = self.builder.ins().band(below, extent);
                let lifted = self.builder.ins().iadd(x, step);
                let above = self
                    .builder
                    .ins()
                    .icmp(IntCC::SignedGreaterThan, lifted, last);
                let step = self.builder.ins().band(above, extent);
                self.builder.ins().isub(lifted, step)
            }
        }
    }
}
