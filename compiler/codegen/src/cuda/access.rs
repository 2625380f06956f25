//! Elements of arrays.
//!
//! Elements of arrays that some thread changes atomically are read and written where they lie, each time: others may be at them.
//!
//! *Invariant:* an element is touched only after its index was mapped or tested as the access mode says.

use super::body::Body;
use super::expression::{bare, binary, call, conversion};
use super::packed::{self, Packed};
use super::types;
use crate::base::Id;
use crate::mir::{
    Access, AccessMode, AtomicOp, Change, ElemKind, ElemTypes, Loc, Local, Stmt, Ty, Value,
};

/// Where an element is.
struct Place {
    /// The parameter.
    local: Local,
    /// The pointer to the elements.
    data: String,
    kind: ElemKind,
    /// The element's number, a name if it is needed twice.
    offset: String,
    /// When the access happens at all.
    condition: Option<String>,
}

impl Place {
    /// The parts of the element: one, or two for complex numbers.
    fn parts(&self) -> Vec<String> {
        let data = &self.data;
        self.numbers()
            .iter()
            .map(|at| format!("{data}[{at}]"))
            .collect()
    }

    /// The numbers of the parts, counted from the first element's.
    fn numbers(&self) -> Vec<String> {
        let offset = &self.offset;
        match self.kind.is_complex() {
            true => vec![format!("2 * {offset}"), format!("2 * {offset} + 1")],
            false => vec![bare(offset).to_string()],
        }
    }
}

impl Body<'_> {
    fn place(&mut self, access: &Access, loc: Loc, repeated: bool) -> Place {
        let (array, data, kind) = self.array(access.array);
        let repeats = access.mode != AccessMode::Unchecked || repeated;
        let index: Vec<String> = access
            .index
            .iter()
            .map(|&index| {
                if repeats {
                    self.atom(index)
                } else {
                    self.operand(index)
                }
            })
            .collect();
        let extents: Vec<String> = match index.len() {
            1 => vec![format!("(int){array}.numel")],
            count => (0..count)
                .map(|axis| format!("{array}.dims[{axis}]"))
                .collect(),
        };
        let mapped = self.mapped(access, &index, &extents, loc);
        let inside: Vec<String> = index
            .iter()
            .zip(&extents)
            .map(|(index, extent)| format!("q_inside({index}, {extent})"))
            .collect();
        let condition = (access.mode == AccessMode::Safe).then(|| inside.join(" && "));
        let mut offset = offset(&mapped, &extents);
        if kind.is_complex() || (repeated && mapped.len() > 1) {
            offset = self.named_offset(&offset);
        }
        Place {
            local: self.array_local(access.array),
            data,
            kind,
            offset,
            condition,
        }
    }

    fn named_offset(&mut self, offset: &str) -> String {
        let name = self.fresh_name("at");
        self.out
            .line(&format!("const long long {name} = {};", bare(offset)));
        name
    }

    /// The indices as they are used, after the tests that the mode asks for.
    fn mapped(
        &mut self,
        access: &Access,
        index: &[String],
        extents: &[String],
        loc: Loc,
    ) -> Vec<String> {
        let map = match access.mode {
            AccessMode::Unchecked | AccessMode::Safe => return index.to_vec(),
            AccessMode::Checked => None,
            AccessMode::Circular => Some("q_circular"),
            AccessMode::Mirror => Some("q_mirror"),
            AccessMode::Clamped => Some("q_clamped"),
        };
        let location = loc.index();
        let name = access.name.map_or(-1, |name| name.index() as i64);
        // Whoever launches sees whether a parameter has elements.
        let is_seen = map.is_some() && self.mapped_arrays.contains(&self.array_local(access.array));
        let tested = index.iter().zip(extents).enumerate();
        for (axis, (index, extent)) in tested.filter(|_| !is_seen) {
            let dimension = if extents.len() == 1 { -1 } else { axis as i32 };
            let wrong = match map {
                None => format!("!q_inside({index}, {extent})"),
                Some(_) => format!("{extent} <= 0"),
            };
            let stop = self.stop();
            self.out.line(&format!(
                "if ({wrong}) {{ q_raise_index(launch.error, {location}, {name}, {dimension}, {index}, {extent}); {stop} }}"
            ));
        }
        let one = |(index, extent): (&String, &String)| match map {
            None => index.clone(),
            Some(map) => format!("{map}({index}, {extent})"),
        };
        index.iter().zip(extents).map(one).collect()
    }

    /// The address of an element of a parameter.
    pub(super) fn address(&self, local: Local, index: &[String]) -> String {
        let (array, data, _) = self.array_of(local);
        let extents: Vec<String> = (0..index.len())
            .map(|axis| format!("{array}.dims[{axis}]"))
            .collect();
        format!("&{data}[{}]", bare(&offset(index, &extents)))
    }

    pub(super) fn load(&mut self, access: &Access, stmt: &Stmt) {
        if let Some(text) = self.wide.get(&stmt.results[0]).cloned() {
            return self.declare(stmt.results[0], &text);
        }
        let place = self.place(access, stmt.loc, false);
        let numbers = place.numbers();
        for (at, &result) in numbers.iter().zip(&stmt.results) {
            let text = format!("q_load({})", self.element(place.local, &place.data, at));
            let text = match &place.condition {
                Some(condition) => format!("{condition} ? {text} : 0"),
                None => text,
            };
            self.declare(result, &text);
        }
    }

    pub(super) fn store(&mut self, access: &Access, values: &[Value], loc: Loc) {
        let on_surface = self.is_surface(access.array);
        let values: Vec<String> = values
            .iter()
            .map(|&value| match on_surface {
                true => self.atom(value),
                false => self.operand(value),
            })
            .collect();
        let place = self.place(access, loc, on_surface);
        let element = types::element(place.kind);
        let plain = place.kind.access_tys().len() == 1 && is_plain(place.kind);
        let mut stores: Vec<String> = place
            .parts()
            .iter()
            .zip(&values)
            .map(|(part, value)| {
                let value = match plain {
                    true => bare(value).to_string(),
                    false => format!("q_store<{element}>::of({})", bare(value)),
                };
                match self.contended.contains(&place.data) {
                    true => format!("q_poke(&{part}, {value});"),
                    false => format!("{part} = {value};"),
                }
            })
            .collect();
        stores.extend(self.put_texel(place.local, bare(&place.offset), &values[0]));
        match &place.condition {
            Some(condition) => self
                .out
                .line(&format!("if ({condition}) {{ {} }}", stores.join(" "))),
            None => stores.iter().for_each(|store| self.out.line(store)),
        }
    }

    // ---- Words ---------------------------------------------------------------------------------------------------------------------

    /// Reads or writes all elements of a word; `stmt` is its last access.
    pub(super) fn word(&mut self, number: usize, stmt: &Stmt) {
        let word = self.packs.words[number].clone();
        if stmt.results.is_empty() {
            let value = self.packed(&word.what, word.kind);
            let place = self.place(word.first, stmt.loc, false);
            let first = &place.parts()[0];
            self.out
                .line(&format!("q_put_word(&{first}, {});", bare(&value)));
            return;
        }
        let text = match word.first.mode {
            AccessMode::Safe => self.word_inside(word.first, stmt.loc),
            _ => {
                let place = self.place(word.first, stmt.loc, false);
                format!("q_word(&{})", place.parts()[0])
            }
        };
        let name = self.fresh_name("word");
        self.out
            .line(&format!("const unsigned int {name} = {text};"));
        let element = types::element(word.kind);
        let read: Vec<(Value, u32)> = self
            .packs
            .read
            .iter()
            .filter(|(_, (of, _))| *of == number)
            .map(|(value, (_, lane))| (*value, *lane))
            .collect();
        for (value, lane) in read {
            self.define_as(value, format!("q_lane<{element}>({name}, {lane})"));
        }
        self.words.insert(number, name);
    }

    /// A word of which elements outside of the array are zero.
    fn word_inside(&mut self, access: &Access, loc: Loc) -> String {
        let (array, data, _) = self.array(access.array);
        let mut index: Vec<String> = access.index.iter().map(|&index| self.atom(index)).collect();
        let extents: Vec<String> = match index.len() {
            1 => vec![format!("(int){array}.numel")],
            count => (0..count)
                .map(|axis| format!("{array}.dims[{axis}]"))
                .collect(),
        };
        self.comment(loc);
        let last = index.len() - 1;
        let first = std::mem::replace(&mut index[last], "0".to_string());
        let tests: Vec<String> = index
            .iter()
            .zip(&extents)
            .take(last)
            .map(|(index, extent)| format!("q_inside({index}, {extent})"))
            .collect();
        let extent = match tests.is_empty() {
            true => extents[last].clone(),
            false => format!("{} ? {} : 0", tests.join(" && "), extents[last]),
        };
        let row = offset(&index, &extents);
        format!("q_word_inside({data}, {}, {first}, {extent})", bare(&row))
    }

    /// The text of a word.
    fn packed(&mut self, packed: &Packed, kind: ElemKind) -> String {
        match packed {
            Packed::Word(number) => self.words[number].clone(),
            Packed::Bits(bits) => format!("0x{bits:08x}u"),
            Packed::Row(row, a, b) => {
                let (a, b) = (self.packed(a, kind), self.packed(b, kind));
                format!("{}({}, {})", packed::name(*row), bare(&a), bare(&b))
            }
            Packed::Xor(a, bits) => format!("({} ^ 0x{bits:08x}u)", self.packed(a, kind)),
            Packed::And(a, bits) => format!("({} & 0x{bits:08x}u)", self.packed(a, kind)),
            Packed::Numbers(values) => {
                let element = types::element(kind);
                let numbers: Vec<String> = values
                    .iter()
                    .map(|&value| {
                        let value = self.operand(value);
                        format!("q_store<{element}>::of({})", bare(&value))
                    })
                    .collect();
                format!("q_join({})", numbers.join(", "))
            }
        }
    }

    pub(super) fn atomic(&mut self, op: AtomicOp, access: &Access, values: &[Value], stmt: &Stmt) {
        let values: Vec<String> = values.iter().map(|&value| self.atom(value)).collect();
        let place = self.place(access, stmt.loc, true);
        if let Some(change) = self.private_change(place.local, op, bare(&place.offset), &values[0])
        {
            let test = place.condition.map(|inside| format!("if ({inside}) "));
            let test = test.unwrap_or_default();
            return self.out.line(&format!("{test}{{ {change} }}"));
        }
        let names: Vec<String> = stmt
            .results
            .iter()
            .map(|&result| self.define(result, &format!("v{}", result.index())))
            .collect();
        for (name, &result) in names.iter().zip(&stmt.results) {
            let ty = types::register(self.value_ty(result));
            self.out.line(&format!("{ty} {name} = 0;"));
        }
        let open = place
            .condition
            .as_ref()
            .map_or("{".to_string(), |condition| format!("if ({condition}) {{"));
        self.out.line(&open);
        self.out.open();
        let tys: Vec<Ty> = stmt
            .results
            .iter()
            .map(|&result| self.value_ty(result))
            .collect();
        for line in changes(op, &place, &values, &names, &tys) {
            self.out.line(&line);
        }
        self.out.close();
        self.out.line("}");
    }
}

/// Whether a register is stored as it is.
fn is_plain(kind: ElemKind) -> bool {
    matches!(
        kind,
        ElemKind::I32 | ElemKind::I64 | ElemKind::F32 | ElemKind::F64
    )
}

fn offset(index: &[String], extents: &[String]) -> String {
    let mut offset = index[0].clone();
    for (number, (index, extent)) in index.iter().zip(extents).enumerate().skip(1) {
        let wide = if number == 1 {
            format!("(long long){offset}")
        } else {
            offset
        };
        offset = format!("({wide} * {extent} + {index})");
    }
    offset
}

/// The statements that change an element and give the results their values.
fn changes(
    op: AtomicOp,
    place: &Place,
    values: &[String],
    names: &[String],
    tys: &[Ty],
) -> Vec<String> {
    if place.kind.is_complex() && matches!(op, AtomicOp::Mul | AtomicOp::Div) {
        return complex_changes(op, place, values, names, tys[0]);
    }
    let element = types::element(place.kind);
    let one = |((part, value), (name, ty)): ((&String, &String), (&String, &Ty))| {
        let ty = *ty;
        if op == AtomicOp::Exchange {
            return format!(
                "{name} = q_load(q_exchange(&{part}, q_store<{element}>::of({})));",
                bare(value)
            );
        }
        if op == AtomicOp::CompareExchange {
            return format!(
                "{name} = q_load(q_exchange_if(&{part}, q_store<{element}>::of({}), [&]({element} q_old) {{ return q_load(q_old) == {value}; }}));",
                bare(&values[1])
            );
        }
        if let Some(function) = native(op, place.kind) {
            let after = update_text(
                op,
                ty,
                &format!("q_load({function}(&{part}, ({element}){value}))"),
                value,
            );
            return format!("{name} = {};", bare(&after));
        }
        let after = update_text(op, ty, "q_load(q_old)", value);
        format!(
            "{name} = q_load(q_update(&{part}, [&]({element} q_old) {{ return q_store<{element}>::of({}); }}));",
            bare(&after)
        )
    };
    place
        .parts()
        .iter()
        .zip(values)
        .zip(names.iter().zip(tys))
        .map(one)
        .collect()
}

/// The hardware's operation, where it computes exactly this.
fn native(op: AtomicOp, kind: ElemKind) -> Option<&'static str> {
    match (op, kind) {
        (
            AtomicOp::Add,
            ElemKind::I32 | ElemKind::F32 | ElemKind::F64 | ElemKind::C32 | ElemKind::C64,
        ) => Some("atomicAdd"),
        (AtomicOp::And, ElemKind::I32) => Some("atomicAnd"),
        (AtomicOp::Or, ElemKind::I32) => Some("atomicOr"),
        (AtomicOp::Xor, ElemKind::I32) => Some("atomicXor"),
        (AtomicOp::Min, ElemKind::I32) => Some("atomicMin"),
        (AtomicOp::Max, ElemKind::I32) => Some("atomicMax"),
        _ => None,
    }
}

/// The value after an operation.
fn update_text(op: AtomicOp, ty: Ty, old: &str, value: &str) -> String {
    match op.change(ty) {
        Change::Binary(op) => binary(op, ty, old, value),
        Change::Bits(op) => {
            let [old, value] = [old, value].map(|side| conversion(ty, Ty::I32, side));
            conversion(Ty::I32, ty, &binary(op, Ty::I32, &old, &value))
        }
        Change::Math(function) => call(function, ty, &[old, value]),
        Change::Replace => value.to_string(),
    }
}

/// Complex products and quotients: both parts are read, then each is replaced; the parts are not changed at once.
fn complex_changes(
    op: AtomicOp,
    place: &Place,
    values: &[String],
    names: &[String],
    ty: Ty,
) -> Vec<String> {
    let (parts, register) = (place.parts(), types::register(ty));
    let (re, im) = (&values[0], &values[1]);
    let mut lines = vec![format!(
        "const {register} q_re = q_peek(&{}), q_im = q_peek(&{});",
        parts[0], parts[1]
    )];
    if op == AtomicOp::Mul {
        lines.push(format!("{} = q_re * {re} - q_im * {im};", names[0]));
        lines.push(format!("{} = q_re * {im} + q_im * {re};", names[1]));
    } else {
        lines.push(format!(
            "const {register} q_size = {re} * {re} + {im} * {im};"
        ));
        lines.push(format!(
            "{} = (q_re * {re} + q_im * {im}) / q_size;",
            names[0]
        ));
        lines.push(format!(
            "{} = (q_im * {re} - q_re * {im}) / q_size;",
            names[1]
        ));
    }
    lines.push(format!("q_exchange(&{}, {});", parts[0], names[0]));
    lines.push(format!("q_exchange(&{}, {});", parts[1], names[1]));
    lines
}
