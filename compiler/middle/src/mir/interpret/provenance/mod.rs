//! Which write every read sees, followed while a program runs: what says whether a pass on loops has kept their dependences.
//!
//! As in PolyCheck (Bao, Krishnamoorthy, Pouchet, Rastello, Sadayappan 2016), two runs are compared, before and after a pass, by the
//! writes that their reads see. A write has to be known again in the other run although its loop, its kernel or its array is another
//! one there. So it is known by what it writes: each number carries its provenance ([`algebra`]), a hash of the operations and operands
//! it was made by, down to constants, indices and what the runtime made. The alternatives lost: the source statement with the values of
//! its loops' variables is not told by MIR after index-set splitting, fusion or outlining without bookkeeping in each of the passes
//! under test, which would then vouch for themselves; the order of writes to an element changes where strips compute a row twice.
//!
//! A read is known by the place of the statement, the element, and the provenance that it sees. Each read of the later run must be one of
//! the earlier run; a read of an array that the pass made is known without the element. The same holds for writes, but for those that
//! change nothing; one of a statement that wrote nothing before is known by the element. Reads by a statement that read nothing before are
//! judged by what is made of them, since a pass may read early what perhaps nobody needs. At the end, each element of each array that
//! both runs have made (at the same place, with the same size, in the same order of that place) must have the same
//! provenance; where a pass has left out arrays of a place, those that are left must be among the earlier ones, in their order.
//! What the runtime is told to do (printing, saving) must be the same. Sums, products, least and greatest values are known
//! by their operands, whatever their order.
//!
//! What this cannot see: a read whose value decides nothing but a branch that goes the same way, where statement, array and element
//! have seen that value at another time; two operands exchanged that have one provenance, as constants; a wrong operand of `and`, `or`
//! and `xor` that adds up the same; what the runtime reads of an array that it changes in place. Programs that end with an error are
//! left out: behind an error arrays may hold other elements.
//!
//! *Invariant:* following changes nothing of what the program does.

pub mod algebra;
mod record;
#[cfg(test)]
mod tests;

pub use record::{Finding, Record};

use std::collections::HashMap;

use super::super::arithmetic::i32_of;
use super::super::data::*;
use super::super::operations::Change;
use super::super::query::ElemTypes;
use super::memory::{self, Place};
use super::resolve::{AccessNode, Action, ListNode, Node, Rule, RuntimeNode, Slot};
use algebra::{Known, Tag, hash};
use record::Access;

/// Elements of the largest array that is followed.
const LARGEST: usize = 1 << 20;

/// An array as it is followed.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    /// Where it was made, the how manieth of that place, and its size: a hash of these.
    id: u64,
    /// The place; none where nobody saw it being made.
    made: Option<i32>,
    /// The how manieth of that place it is.
    of_place: u64,
    /// Where its first elements come from.
    origin: Origin,
    /// What changed elements that no statement has written.
    changed: u64,
    count: usize,
    /// Those that were touched; empty before the first.
    elements: Vec<Option<Element>>,
}

/// Where elements come from that no statement has written.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// All are this number.
    Filled(u64),
    /// From the runtime.
    Made(u64),
    /// Not known: the number itself.
    Unknown,
}

/// An element as it was last seen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Element {
    bits: [u64; 2],
    from: [u64; 2],
    /// The statement that wrote it.
    writer: i32,
}

/// Follows a program.
pub struct Recorder<'b> {
    before: Option<&'b Record>,
    now: Record,
    arrays: HashMap<u64, Followed>,
    globals: Vec<u64>,
    /// How often a place has made an array.
    made: HashMap<u64, u64>,
    /// What may still be done.
    budget: u64,
}

/// An element that is written.
struct Written {
    /// Its array.
    handle: u64,
    /// How it lies in memory.
    kind: ElemKind,
    /// What is stored.
    ty: Ty,
    /// Its number in the array.
    number: usize,
    /// How many numbers it has.
    parts: usize,
}

impl<'b> Recorder<'b> {
    /// One that compares with an earlier run, if there is one, and gives up after so many operations.
    pub fn new(before: Option<&'b Record>, globals: usize, budget: u64) -> Recorder<'b> {
        Recorder {
            before,
            now: Record::default(),
            arrays: HashMap::new(),
            globals: vec![0; globals],
            made: HashMap::new(),
            budget,
        }
    }

    /// What was found, at the end of a run.
    pub fn finish(mut self) -> Record {
        if self.now.unfinished {
            return self.now;
        }
        for array in self.arrays.into_values() {
            let last = |number: usize| match array.elements.get(number) {
                Some(Some(element)) => (element.from, element.writer),
                _untouched => ([array.origin.of(number, None); 2], 0),
            };
            if let Some(made) = array.made {
                let elements = (0..array.count).map(last).collect();
                self.now.keep(made, array.of_place, elements);
            }
        }
        if let Some(before) = self.before {
            self.now.compare(before);
        }
        self.now
    }

    /// Notes an operation; false when there have been too many.
    pub(super) fn goes_on(&mut self) -> bool {
        match self.budget {
            0 => {
                self.now.unfinished = true;
                false
            }
            _ => {
                self.budget -= 1;
                true
            }
        }
    }

    /// Notes that a part of the program cannot be followed.
    pub(super) fn give_up(&mut self) {
        self.now.unfinished = true;
    }

    /// Notes an error.
    pub(super) fn failed(&mut self) {
        self.now.failed = true;
    }

    /// Before an operation: what a row of the runtime is asked, and the old element of a change.
    pub(super) fn before(&mut self, node: &Node, frame: &[u64]) -> u64 {
        match &node.action {
            Action::Runtime(row) if !matches!(node.rule, Rule::Math(_)) => self.call(row, frame),
            Action::Atomic { access, .. } => {
                if let Some(number) = place(access, frame) {
                    self.element(frame[access.array], access.kind, number);
                }
                0
            }
            _other => 0,
        }
    }

    /// Behind an operation without blocks that has not failed.
    pub(super) fn follow(&mut self, node: &Node, frame: &mut [u64], call: u64) {
        let half = frame.len() / 2;
        let known = |slot: Slot| Known {
            bits: frame[slot],
            from: frame[half + slot],
        };
        match &node.action {
            Action::Copy { from, to } => frame[half + to] = frame[half + from],
            Action::Unary(_, a, to) => {
                let (a, result) = (known(*a), frame[*to]);
                frame[half + to] = match node.rule {
                    Rule::Unary(op, ty) => algebra::unary(op, ty, a, result),
                    Rule::Convert(from, to) => algebra::converted(from, to, a, result),
                    Rule::Plain | Rule::Binary(..) | Rule::Compare | Rule::Math(_) => {
                        panic!("an operation on one number")
                    }
                };
            }
            Action::Binary(_, [a, b], to) => {
                let (operands, result) = ([known(*a), known(*b)], frame[*to]);
                frame[half + to] = match node.rule {
                    Rule::Binary(op, ty) => algebra::binary(op, ty, operands, result),
                    _compare => result,
                };
            }
            Action::Select { cond, operands, to } => {
                let taken = operands[usize::from(frame[*cond] == 0)];
                frame[half + to] = frame[half + taken];
            }
            Action::GetGlobal(global, to) => {
                frame[half + to] = self.globals[crate::base::Id::index(*global)];
            }
            Action::SetGlobal(global, value) => {
                self.globals[crate::base::Id::index(*global)] = frame[half + value];
            }
            Action::Dim(_, _, to) | Action::Numel(_, to) => {
                frame[half + to] = algebra::of_index(frame[*to]);
            }
            Action::NewArray { fill, to, .. } => {
                let origin = match fill {
                    Fill::Zeros => Origin::Filled(0),
                    Fill::Ones => Origin::Filled(1),
                    // No number, so that a read of it is told from a read of zeros.
                    Fill::Uninit => Origin::Filled(hash(&[Tag::Content as u64])),
                };
                self.make(frame[*to], node.loc, origin);
            }
            Action::Load(access, to) => self.load(node, access, to, frame),
            Action::Store { access, ty, values } => self.store(node, access, *ty, values, frame),
            Action::Atomic {
                op,
                access,
                values,
                to,
            } => self.change(node, *op, access, values, to, frame),
            Action::Runtime(row) => self.called(node, row, call, frame),
            Action::Call { .. } | Action::Launch { .. } => {}
            Action::Retain(_) | Action::Release(_) | Action::Together(_) => {}
            Action::If { .. }
            | Action::For { .. }
            | Action::Loop { .. }
            | Action::Scope { .. }
            | Action::Try { .. }
            | Action::Break(_)
            | Action::Continue(_)
            | Action::Return(_) => panic!("no simple operation"),
        }
    }

    /// A new array.
    fn make(&mut self, handle: u64, loc: i32, origin: Origin) {
        let site = hash(&[Tag::Array as u64, loc as u64]);
        let count = self.made.entry(site).or_default();
        *count += 1;
        // An array of another size is another one, wherever a pass says that it was made.
        let id = hash(&[site, *count, memory::count(handle) as u64]);
        self.now.arrays_of.insert(id, loc);
        let followed = Followed {
            id,
            made: Some(loc),
            of_place: *count,
            origin,
            changed: 0,
            count: memory::count(handle) as usize,
            elements: Vec::new(),
        };
        self.arrays.insert(handle, followed);
    }

    /// An array that nobody has looked at becomes one that was made of zeros.
    fn cleared(&mut self, handle: u64) {
        let array = self.array(handle);
        array.origin = Origin::Filled(0);
        array.elements.clear();
    }

    /// The array, which may be new to us.
    fn array(&mut self, handle: u64) -> &mut Followed {
        let count = memory::count(handle) as usize;
        if count > LARGEST {
            (self.budget, self.now.unfinished) = (0, true);
        }
        let unknown = || Followed::unknown(count);
        let array = self.arrays.entry(handle).or_insert_with(unknown);
        if array.count != count {
            *array = unknown();
        }
        if array.elements.is_empty() {
            self.budget = self.budget.saturating_sub(count as u64 / 4);
            array.elements.resize(count, None);
        }
        array
    }

    /// An element as it is now.
    fn element(&mut self, handle: u64, kind: ElemKind, number: usize) -> Element {
        let array = self.array(handle);
        let bits = memory::load(handle, kind, number);
        let (changed, origin) = (array.changed, array.origin);
        let slot = &mut array.elements[number];
        match slot {
            Some(element) if element.bits == bits => *element,
            Some(element) => {
                let from = match changed {
                    0 => plain(kind, bits),
                    call => [hash(&[Tag::Changed as u64, call, number as u64]); 2],
                };
                *element = Element {
                    bits,
                    from,
                    writer: 0,
                };
                *element
            }
            None => {
                let [re, im] = plain(kind, bits);
                let from = [origin.of(number, Some(re)), origin.of(number, Some(im))];
                let element = Element {
                    bits,
                    from,
                    writer: 0,
                };
                *slot = Some(element);
                element
            }
        }
    }

    fn load(&mut self, node: &Node, access: &AccessNode, to: &[Slot], frame: &mut [u64]) {
        let half = frame.len() / 2;
        let Some(number) = place(access, frame) else {
            to.iter().for_each(|slot| frame[half + slot] = 0);
            return;
        };
        let handle = frame[access.array];
        let element = self.element(handle, access.kind, number);
        for (slot, from) in to.iter().zip(element.from) {
            frame[half + slot] = from;
        }
        if access.kind == ElemKind::Array {
            self.meet(handle, frame[to[0]], element.from[0]);
        }
        let id = self.arrays[&handle].id;
        let seen = Access {
            loc: node.loc,
            id,
            number: number as u64,
            from: hash(&element.from[..to.len()]),
        };
        self.now.read(seen, element.writer, self.before);
    }

    /// An array that lies in what the runtime has made comes from there as well: its numbers may be others in each run, as those that count forms.
    fn meet(&mut self, outer: u64, handle: u64, from: u64) {
        let is_made = matches!(self.arrays[&outer].origin, Origin::Made(_));
        if !is_made || handle == 0 || self.arrays.contains_key(&handle) {
            return;
        }
        let followed = Followed {
            origin: Origin::Made(from),
            ..Followed::unknown(memory::count(handle) as usize)
        };
        self.arrays.insert(handle, followed);
    }

    fn store(&mut self, node: &Node, access: &AccessNode, ty: Ty, values: &[Slot], frame: &[u64]) {
        let Some(number) = place(access, frame) else {
            return;
        };
        let half = frame.len() / 2;
        let mut given = [Known { bits: 0, from: 0 }; 2];
        for (known, &slot) in given.iter_mut().zip(values) {
            *known = Known {
                bits: frame[slot],
                from: frame[half + slot],
            };
        }
        let place = Written {
            handle: frame[access.array],
            kind: access.kind,
            ty,
            number,
            parts: values.len(),
        };
        self.write(node, place, given);
    }

    /// Notes what an element holds now.
    fn write(&mut self, node: &Node, written: Written, given: [Known; 2]) {
        let Written {
            handle,
            kind,
            ty,
            number,
            parts,
        } = written;
        let bits = memory::load(handle, kind, number);
        let read_as = kind.access_tys().first().copied().unwrap_or(ty);
        let mut from = [0; 2];
        for ((from, given), bits) in from.iter_mut().zip(given).zip(bits).take(parts) {
            *from = algebra::stored(kind, ty, given, algebra::Typed::new(read_as, bits));
        }
        let array = self.array(handle);
        let id = array.id;
        let old = array.elements[number];
        let element = Element {
            bits,
            from,
            writer: node.loc,
        };
        array.elements[number] = Some(element);
        let unchanged = old.is_some_and(|old| old.from == from);
        let seen = Access {
            loc: node.loc,
            id,
            number: number as u64,
            from: hash(&from[..parts]),
        };
        let is_change = matches!(node.action, Action::Atomic { .. });
        self.now
            .write(seen, self.before.filter(|_| !unchanged && !is_change));
    }

    /// Behind a read-modify-write operation.
    fn change(
        &mut self,
        node: &Node,
        op: AtomicOp,
        access: &AccessNode,
        values: &[Slot],
        to: &[Slot],
        frame: &mut [u64],
    ) {
        let half = frame.len() / 2;
        let Some(number) = place(access, frame) else {
            to.iter().for_each(|slot| frame[half + slot] = 0);
            return;
        };
        let handle = frame[access.array];
        let ty = access.kind.access_tys()[0];
        let old = self.array(handle).elements[number].expect("it was seen before");
        let given: Vec<Known> = values
            .iter()
            .map(|&slot| Known {
                bits: frame[slot],
                from: frame[half + slot],
            })
            .collect();
        let bits = memory::load(handle, access.kind, number);
        let new = changed(op, ty, old, &given, bits);
        let parts = access.kind.access_tys().len();
        let id = self.arrays[&handle].id;
        let seen = Access {
            loc: node.loc,
            id,
            number: number as u64,
            from: hash(&old.from[..parts]),
        };
        self.now.read(seen, old.writer, None);
        let known = |at: usize| Known {
            bits: new.1[at],
            from: new.0[at],
        };
        let written = Written {
            handle,
            kind: access.kind,
            ty,
            number,
            parts,
        };
        self.write(node, written, [known(0), known(1)]);
        let from = match op.gives_old() {
            true => old.from,
            false => self.element(handle, access.kind, number).from,
        };
        for (slot, from) in to.iter().zip(from) {
            frame[half + slot] = from;
        }
    }

    // ---- The runtime ---------------------------------------------------------------------------------------------------------

    /// What a row is asked: its name, numbers and the elements of arrays.
    fn call(&mut self, row: &RuntimeNode, frame: &[u64]) -> u64 {
        let half = frame.len() / 2;
        let mut words = vec![Tag::Row as u64, row.func as u64];
        let listed = row.list.iter().flatten();
        for &slot in &row.args {
            words.push(frame[half + slot]);
        }
        for (&slot, kind) in row.args.iter().zip(&row.arrays) {
            if let Some(kind) = kind {
                words.push(self.content(frame[slot], *kind));
            }
        }
        for entry in listed {
            words.push(match *entry {
                ListNode::Slot(_, slot) => frame[half + slot],
                ListNode::Array(kind, slot) => self.content(frame[slot], kind),
                ListNode::Marker(code) => code,
            });
        }
        if row.func.sig().symbol.contains("random") {
            let count = self.made.entry(hash(&words)).or_default();
            *count += 1;
            words.push(*count);
        }
        hash(&words)
    }

    /// All elements of an array.
    fn content(&mut self, handle: u64, kind: ElemKind) -> u64 {
        let count = memory::count(handle);
        self.budget = self.budget.saturating_sub(count as u64);
        if count == 0 || self.budget == 0 || kind.access_tys().is_empty() || kind.is_object() {
            return hash(&[Tag::Content as u64, count as u64]);
        }
        let mut sum = 0;
        for number in 0..count as usize {
            let element = self.element(handle, kind, number);
            let parts = kind.access_tys().len();
            let seen = [&[number as u64], &element.from[..parts]].concat();
            sum = algebra::add(sum, hash(&seen));
        }
        hash(&[Tag::Content as u64, count as u64, sum])
    }

    /// Behind a row.
    fn called(&mut self, node: &Node, row: &RuntimeNode, call: u64, frame: &mut [u64]) {
        let half = frame.len() / 2;
        if let Rule::Math(function) = node.rule {
            let args: Vec<u64> = row.args.iter().map(|&slot| frame[half + slot]).collect();
            frame[half + row.to[0]] = algebra::math(function, &args);
            return;
        }
        if matches!(row.func, RtFn::array_clear | RtFn::strip_clear_around) {
            return self.cleared(frame[row.args[0]]);
        }
        let listed = row.list.iter().flatten().filter_map(|entry| match *entry {
            ListNode::Array(_, slot) => Some(slot),
            ListNode::Slot(..) | ListNode::Marker(_) => None,
        });
        let arrays = row.args.iter().zip(&row.arrays);
        let arrays = arrays.filter_map(|(&slot, kind)| kind.map(|_| slot));
        let arrays: Vec<Slot> = arrays.chain(listed).collect();
        for &slot in &arrays {
            if let Some(array) = self.arrays.get_mut(&frame[slot]) {
                array.changed = call;
            }
        }
        for (part, &slot) in row.to.iter().enumerate() {
            frame[half + slot] = hash(&[call, part as u64]);
        }
        if row.gives_handle {
            let handle = frame[row.to[0]];
            let source =
                (row.func == RtFn::array_copy).then(|| self.arrays.get(&frame[row.args[0]]));
            let source = source.flatten().cloned();
            // Strings are no arrays.
            if is_array(row.func) && handle != 0 && !arrays.iter().any(|&one| frame[one] == handle)
            {
                self.make(handle, node.loc, Origin::Made(call));
                let copy = self.arrays.get_mut(&handle).expect("it was made");
                if let Some(source) = source.filter(|source| source.count == copy.count) {
                    copy.origin = source.origin;
                    copy.elements = source.elements;
                }
            }
        } else if row.to.is_empty() && is_effect(row.func) {
            let effect = hash(&[Tag::Effect as u64, node.loc as u64, call]);
            self.now.effect(effect, node.loc);
        }
    }
}

impl Followed {
    /// One that nobody saw being made.
    fn unknown(count: usize) -> Followed {
        Followed {
            id: 0,
            made: None,
            of_place: 0,
            origin: Origin::Unknown,
            changed: 0,
            count,
            elements: Vec::new(),
        }
    }
}

impl Origin {
    /// Of an element that is this number now, if that is known.
    fn of(self, number: usize, plain: Option<u64>) -> u64 {
        match self {
            Origin::Filled(from) => from,
            Origin::Made(call) => hash(&[Tag::Element as u64, call, number as u64]),
            Origin::Unknown => plain.unwrap_or(0),
        }
    }
}

/// Where the new element of a change comes from, and its bits.
fn changed(
    op: AtomicOp,
    ty: Ty,
    old: Element,
    given: &[Known],
    bits: [u64; 2],
) -> ([u64; 2], [u64; 2]) {
    let [a, b] = old.from;
    if let [re, im] = given
        && op != AtomicOp::CompareExchange
    {
        let (c, d) = (re.from, im.from);
        let from = match op {
            AtomicOp::Add => [algebra::add(a, c), algebra::add(b, d)],
            AtomicOp::Sub => [algebra::sub(a, c), algebra::sub(b, d)],
            AtomicOp::Exchange => [c, d],
            AtomicOp::Mul => algebra::complex_product([a, b], [c, d]),
            _divides => {
                let inverse = |part: u64| hash(&[Tag::Inverse as u64, c, d, part]);
                algebra::complex_product([a, b], [inverse(0), inverse(1)])
            }
        };
        return (from, bits);
    }
    let old = Known {
        bits: old.bits[0],
        from: a,
    };
    let given = given.to_vec();
    let from = match op.change(ty) {
        Change::Replace if op == AtomicOp::Exchange => given[0].from,
        Change::Replace if bits[0] == given[1].bits && old.bits == given[0].bits => given[1].from,
        Change::Replace => old.from,
        Change::Math(_) | Change::Binary(BinaryOp::IntPow) => {
            hash(&[Tag::Binary as u64, op as u64, old.from, given[0].from])
        }
        Change::Binary(BinaryOp::IntDiv) => algebra::div(old.from, given[0].from),
        Change::Binary(binary) | Change::Bits(binary) => {
            algebra::binary(binary, ty, [old, given[0]], bits[0])
        }
    };
    ([from, 0], bits)
}

/// An element that comes from nowhere we know: the number itself.
fn plain(kind: ElemKind, bits: [u64; 2]) -> [u64; 2] {
    let of = |ty: Ty, bits: u64| match ty.is_handle() {
        true => 0,
        false => algebra::of_number(ty, bits),
    };
    match kind.access_tys() {
        [one] => [of(*one, bits[0]), 0],
        [re, im] => [of(*re, bits[0]), of(*im, bits[1])],
        _handles => [0; 2],
    }
}

/// The element that an access means, which has not failed.
fn place(access: &AccessNode, frame: &[u64]) -> Option<usize> {
    let indices = access.index.iter().map(|&slot| i32_of(frame[slot]));
    match memory::locate(frame[access.array], indices, access.mode) {
        Place::Element(number) => Some(number),
        Place::Nowhere | Place::Error(_) => None,
    }
}

/// Whether a row gives an array.
fn is_array(func: RtFn) -> bool {
    super::super::query::row_results(func)
        .iter()
        .all(|ty| !matches!(ty, Some(Ty::Str)))
}

/// Whether a row without a result does something that can be seen outside.
fn is_effect(func: RtFn) -> bool {
    let symbol = func.sig().symbol;
    // The last ask for sizes alone.
    let hidden = [
        "stack",
        "error",
        "device",
        "object_re",
        "kernel",
        "require",
        "strip",
    ];
    !hidden.iter().any(|part| symbol.contains(part))
}
