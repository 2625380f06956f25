//! An array expression that one other expression reads is computed there.
//!
//! `t = a .* x` and behind it `z = t + y` are one loop: reading `t[i]` becomes computing `a * x[i]`, and the array `t` is never made.
//!
//! *Technique:* deforestation (Wadler, "Deforestation: Transforming Programs to Eliminate Trees", Theoretical Computer Science 73, 1990),
//! of array expressions; fusion of producer and consumer.
//!
//! *Invariant:* nothing between the two loops stores into an array that the first one reads, and what moves cannot raise an error.

use super::emit::Emitter;
use crate::analysis::loops::counted::ForParts;
use crate::mir::passes::common_subexpressions::{holds_every_value, may_store};
use crate::mir::{
    Access, AccessMode, BinaryOp, Block, Const, Fill, Function, Label, Loc, Op, RtFn, Stmt, Ty,
    Value, ValueData,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// An expression that became part of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The expression.
    pub loc: Loc,
    /// The one that it is part of now.
    pub into: Loc,
    /// How many counted loops are around it.
    pub depth: usize,
}

/// Merges what can be merged in a function.
pub fn merge(function: &mut Function) -> Vec<Merged> {
    let mut merged: Vec<Merged> = Vec::new();
    loop {
        let chains = Finder::of(function).all();
        if chains.is_empty() {
            return merged;
        }
        for chain in &chains {
            for earlier in &mut merged {
                if earlier.into == chain.merged.loc {
                    earlier.into = chain.merged.into;
                }
            }
        }
        merged.extend(chains.iter().map(|chain| chain.merged));
        Merge::of(chains, function).apply(function);
    }
}

/// A loop that computes every element of a new array by itself.
struct Producer<'f> {
    label: Label,
    array: Value,
    index: Value,
    /// The statements before the store.
    computes: &'f [Stmt],
    /// What is stored.
    stored: &'f [Value],
}

/// Two loops to merge.
struct Chain {
    array: Value,
    producer: Label,
    consumer: Label,
    /// An array of the same sizes.
    like: Option<Value>,
    dims: Vec<Value>,
    merged: Merged,
}

/// Loops that have more statements than this between them are not merged.
const FAR: usize = 2000;

/// Chains that can be merged at once.
#[derive(Default)]
struct Found {
    chains: Vec<Chain>,
    /// The loops that something comes into.
    consumers: BTreeSet<Label>,
}

/// Looks for chains in a function as it is.
struct Finder<'f> {
    definitions: BTreeMap<Value, &'f Stmt>,
    types: BTreeMap<Value, Ty>,
    /// Uses of each value, questions about its sizes apart.
    uses: BTreeMap<Value, usize>,
    /// What is compared in size with something else.
    compared: BTreeMap<Value, Vec<Value>>,
    body: &'f Block,
    /// The number of each statement in the order of the text, by its address.
    numbers: HashMap<*const Stmt, usize>,
    /// The last load of an element of each array.
    loads: BTreeMap<Value, &'f Stmt>,
}

impl<'f> Finder<'f> {
    fn of(function: &'f Function) -> Finder<'f> {
        let mut finder = Finder {
            definitions: BTreeMap::new(),
            types: BTreeMap::new(),
            uses: BTreeMap::new(),
            compared: BTreeMap::new(),
            body: &function.body,
            numbers: HashMap::new(),
            loads: BTreeMap::new(),
        };
        function.body.for_each_stmt(&mut |stmt| {
            finder.numbers.insert(stmt, finder.numbers.len());
            if let Op::Load(access) = &stmt.op {
                finder.loads.insert(access.array, stmt);
            }
            for &result in &stmt.results {
                finder.definitions.insert(result, stmt);
                finder.types.insert(result, function.values[result].ty);
            }
            finder.count(stmt);
        });
        finder
    }

    fn count(&mut self, stmt: &Stmt) {
        match &stmt.op {
            Op::Dim(..) | Op::Numel(_) => {}
            Op::Runtime {
                func: RtFn::array_require_same_size,
                args,
                ..
            } => {
                for (one, other) in [(args[0], args[1]), (args[1], args[0])] {
                    self.compared.entry(one).or_default().push(other);
                }
            }
            op => op.for_each_operand(|&value| *self.uses.entry(value).or_default() += 1),
        }
    }

    /// Chains to merge at once, in the order of the text: no loop is computed elsewhere while something else comes into it.
    fn all(&self) -> Vec<Chain> {
        let mut found = Found::default();
        self.in_block(self.body, 0, &mut found);
        found.chains
    }

    /// The chains of a block and those below it.
    fn in_block(&self, block: &'f Block, depth: usize, found: &mut Found) {
        for (at, stmt) in block.stmts.iter().enumerate() {
            let here = self.producer(block, at);
            let here = here.filter(|producer| !found.consumers.contains(&producer.label));
            if let Some(chain) = here.and_then(|producer| self.chain(block, at, &producer, depth)) {
                found.consumers.insert(chain.consumer);
                found.chains.push(chain);
                continue;
            }
            let depth = depth + usize::from(matches!(stmt.op, Op::For { .. }));
            for inner in stmt.op.blocks() {
                self.in_block(inner, depth, found);
            }
        }
    }

    fn producer(&self, block: &'f Block, at: usize) -> Option<Producer<'f>> {
        let parts = ForParts::of_expression(&block.stmts[at])?;
        let (last, computes) = parts.body.stmts.split_last()?;
        let Op::Store(access, stored) = &last.op else {
            return None;
        };
        let made: &Stmt = self.definitions.get(&access.array)?;
        let is_before = block.stmts[..at]
            .as_ptr_range()
            .contains(&std::ptr::from_ref(made));
        let is_fresh = matches!(
            &made.op,
            Op::NewArray {
                fill: Fill::Uninit,
                ..
            }
        );
        let (Op::NewArray { .. }, Ty::Array(kind)) = (&made.op, self.types.get(&access.array)?)
        else {
            return None;
        };
        let plain = access.mode == AccessMode::Unchecked && access.index == [parts.index];
        let quiet = computes.iter().all(is_quiet);
        let is_whole = is_before && is_fresh && plain && quiet && holds_every_value(*kind);
        is_whole.then_some(Producer {
            label: parts.label,
            array: access.array,
            index: parts.index,
            computes,
            stored,
        })
    }

    fn chain(
        &self,
        block: &'f Block,
        at: usize,
        producer: &Producer<'f>,
        depth: usize,
    ) -> Option<Chain> {
        // The store and one load.
        if self.uses.get(&producer.array) != Some(&2) {
            return None;
        }
        let behind = &block.stmts[at + 1..];
        let load = *self.loads.get(&producer.array)?;
        let number = self.numbers[&std::ptr::from_ref(load)];
        let starts = |stmt: &Stmt| self.numbers[&std::ptr::from_ref(stmt)] <= number;
        let distance = behind.partition_point(starts).checked_sub(1)?;
        if distance > FAR {
            return None;
        }
        let consumer = ForParts::of_expression(&behind[distance])?.label;
        load_of(&behind[distance], producer.array)?;
        if !self.gives_the_same(load, producer) {
            return None;
        }
        let made: BTreeSet<Value> = behind[..distance].iter().filter_map(new_array).collect();
        let between = behind[..distance].iter().all(|stmt| !stores(stmt, &made));
        if !between || !self.keeps_inputs(&behind[distance], producer, load, &made) {
            return None;
        }
        let Op::NewArray { dims, .. } = &self.definitions[&producer.array].op else {
            panic!("a producer makes its array");
        };
        let like = self.like(producer, dims);
        self.sizes_are_told(producer.array, like, dims)
            .then(|| Chain {
                array: producer.array,
                producer: producer.label,
                consumer,
                like,
                dims: dims.clone(),
                merged: Merged {
                    loc: block.stmts[at].loc,
                    into: behind[distance].loc,
                    depth,
                },
            })
    }

    /// Whether a load gives what the producer stored.
    fn gives_the_same(&self, load: &Stmt, producer: &Producer) -> bool {
        let Op::Load(access) = &load.op else {
            return false;
        };
        let types = |values: &[Value]| -> Vec<Option<Ty>> {
            values
                .iter()
                .map(|value| self.types.get(value).copied())
                .collect()
        };
        access.mode == AccessMode::Unchecked
            && access.index.len() == 1
            && types(&load.results) == types(producer.stored)
    }

    /// Whether the consumer stores into none of the producer's arrays, or only into the element at hand.
    fn keeps_inputs(
        &self,
        consumer: &'f Stmt,
        producer: &Producer<'f>,
        load: &Stmt,
        made: &BTreeSet<Value>,
    ) -> bool {
        if !stores(consumer, made) {
            return true;
        }
        let here = |stmt: &Stmt| match &stmt.op {
            Op::Load(access) => access.index == [producer.index],
            _ => true,
        };
        let Op::Load(at) = &load.op else {
            panic!("an element of the chain's array is loaded");
        };
        let aligned = |stmt: &Stmt| match &stmt.op {
            Op::Store(access, _) => made.contains(&access.array) || access.index == at.index,
            op => {
                op.is_pure()
                    || matches!(op, Op::Load(_) | Op::Get(_) | Op::Set(..))
                    || op.is_compound()
            }
        };
        let mut all = producer.computes.iter().all(here);
        consumer.for_each_stmt(&mut |stmt| all &= aligned(stmt));
        all
    }

    /// An array of the same sizes as the producer's. One that is read element by element has no more dimensions than those that the
    /// producer names, which its first sizes alone do not tell: a plane of a cube has two of three.
    fn like(&self, producer: &Producer, dims: &[Value]) -> Option<Value> {
        let dim = |value: &Value| match self.definitions.get(value).map(|stmt| &stmt.op) {
            Some(Op::Dim(array, axis)) => Some((*array, usize::from(*axis))),
            _ => None,
        };
        let (first, _) = dims.first().and_then(dim).unzip();
        let all = |array: Value| {
            dims.iter()
                .enumerate()
                .all(|(axis, value)| dim(value) == Some((array, axis)))
        };
        let in_step = |array: Value| {
            let reads = |stmt: &Stmt| matches!(&stmt.op, Op::Load(access) if access.array == array && access.index == [producer.index]);
            producer.computes.iter().any(reads)
        };
        let found = first.filter(|&array| dims.len() > 1 && all(array) && in_step(array));
        if found.is_some() {
            return found;
        }
        producer.computes.iter().find_map(|stmt| match &stmt.op {
            Op::Load(access) => self.has_dims(access.array, dims).then_some(access.array),
            _ => None,
        })
    }

    /// Whether an array is known to have been made with these extents.
    fn has_dims(&self, array: Value, dims: &[Value]) -> bool {
        match self.definitions.get(&array).map(|stmt| &stmt.op) {
            Some(Op::NewArray { dims: own, .. }) => {
                own.len() == dims.len() && own.iter().zip(dims).all(|(a, b)| self.same(*a, *b))
            }
            _ => false,
        }
    }

    fn same(&self, left: Value, right: Value) -> bool {
        let constant = |value| match self.definitions.get(&value).map(|stmt| &stmt.op) {
            Some(Op::Const(constant)) => Some(*constant),
            _ => None,
        };
        left == right || constant(left).is_some() && constant(left) == constant(right)
    }

    /// Whether all comparisons of its sizes can do without the array.
    fn sizes_are_told(&self, array: Value, like: Option<Value>, dims: &[Value]) -> bool {
        let others = self.compared.get(&array);
        like.is_some()
            || others
                .into_iter()
                .flatten()
                .all(|&other| self.has_dims(other, dims))
    }
}

/// Whether a statement only computes and reads, and cannot fail.
fn is_quiet(stmt: &Stmt) -> bool {
    stmt.op.is_pure() || matches!(&stmt.op, Op::Load(access) if !access.raises())
}

fn new_array(stmt: &Stmt) -> Option<Value> {
    matches!(stmt.op, Op::NewArray { .. }).then(|| stmt.results[0])
}

/// The load of an element of the array, in the statement or below it.
fn load_of(stmt: &Stmt, array: Value) -> Option<&Stmt> {
    let mut found = None;
    stmt.for_each_stmt(&mut |inner| {
        if matches!(&inner.op, Op::Load(access) if access.array == array) {
            found = Some(inner);
        }
    });
    found
}

/// Whether a statement may store into other arrays than those.
fn stores(stmt: &Stmt, made: &BTreeSet<Value>) -> bool {
    let mut found = false;
    stmt.for_each_stmt(&mut |inner| {
        found |= match &inner.op {
            Op::Store(access, _) | Op::Atomic(_, access, _) => !made.contains(&access.array),
            Op::Call { .. } | Op::Launch(_) | Op::Together(_) => true,
            Op::Runtime { func, .. } => may_store(*func) && !only_reads(*func),
            _ => false,
        };
    });
    found
}

/// Rows that take arrays and store into none of them.
fn only_reads(func: RtFn) -> bool {
    matches!(
        func,
        RtFn::array_require_same_size
            | RtFn::array_size
            | RtFn::array_sizes
            | RtFn::array_copy
            | RtFn::slice_read
            | RtFn::mask_read
            | RtFn::reduce_real
            | RtFn::reduce_int
            | RtFn::reduce_complex
    )
}

// ---- Merging ---------------------------------------------------------------------------------------------------------------------

/// Chains with the loops that are computed elsewhere from now on.
struct Merge {
    /// By their arrays.
    chains: BTreeMap<Value, (Chain, Stmt)>,
    /// What stands for values that are gone.
    known: BTreeMap<Value, Value>,
}

impl Merge {
    fn of(chains: Vec<Chain>, function: &mut Function) -> Merge {
        let arrays = chains.iter().map(|chain| chain.array).collect();
        let producers = chains.iter().map(|chain| chain.producer).collect();
        let mut loops = BTreeMap::new();
        take_producers(&mut function.body, &producers, &arrays, &mut loops);
        let taken = |chain: Chain| {
            let producer = loops.remove(&chain.producer).expect("the producer's loop");
            (chain.array, (chain, producer))
        };
        Merge {
            chains: chains.into_iter().map(taken).collect(),
            known: BTreeMap::new(),
        }
    }

    fn apply(&mut self, function: &mut Function) {
        let mut body = std::mem::take(&mut function.body);
        self.rewrite(&mut body, function);
        function.body = body;
    }

    /// Replaces everything that speaks of the arrays.
    fn rewrite(&mut self, block: &mut Block, function: &mut Function) {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            self.rename(&mut stmt);
            let mut emitter = Emitter::new(function, stmt.loc);
            if let Some(values) = self.replacement(&stmt, &mut emitter) {
                let mut stmts = std::mem::take(&mut emitter.stmts);
                stmts.iter_mut().for_each(|stmt| self.rename(stmt));
                output.append(&mut stmts);
                let values = values.into_iter().map(|value| self.renamed(value));
                let values: Vec<Value> = values.collect();
                self.known.extend(stmt.results.iter().copied().zip(values));
                continue;
            }
            for inner in stmt.op.blocks_mut() {
                self.rewrite(inner, function);
            }
            output.push(stmt);
        }
        block.stmts = output;
    }

    fn rename(&self, stmt: &mut Stmt) {
        let rename = |value: &mut Value| *value = self.renamed(*value);
        stmt.op.for_each_operand_mut(rename);
    }

    fn renamed(&self, value: Value) -> Value {
        self.known.get(&value).copied().unwrap_or(value)
    }

    /// What stands for the results of a statement about one of the arrays; none when it is about something else. Of a comparison of two of
    /// them one is replaced by what the comparison with the other becomes.
    fn replacement(&self, stmt: &Stmt, emitter: &mut Emitter) -> Option<Vec<Value>> {
        let about = |value: &Value| self.chains.get(value);
        let first = match &stmt.op {
            Op::Load(Access { array, .. }) | Op::Dim(array, _) | Op::Numel(array) => about(array),
            Op::Runtime { func, args, .. } if *func == RtFn::array_require_same_size => {
                args.iter().find_map(about)
            }
            _ => None,
        };
        let (chain, producer) = first?;
        let values = chain.replacement(stmt, producer, emitter)?;
        let compared = std::mem::take(&mut emitter.stmts);
        for stmt in compared {
            if !matches!(stmt.op, Op::Runtime { .. }) || self.replacement(&stmt, emitter).is_none()
            {
                emitter.stmts.push(stmt);
            }
        }
        Some(values)
    }
}

/// Takes the loops and the arrays out.
fn take_producers(
    block: &mut Block,
    producers: &BTreeSet<Label>,
    arrays: &BTreeSet<Value>,
    taken: &mut BTreeMap<Label, Stmt>,
) {
    let mut kept = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        let label = ForParts::of(&stmt).map(|parts| parts.label);
        match label.filter(|label| producers.contains(label)) {
            Some(label) => {
                taken.insert(label, stmt);
            }
            None if stmt.results.first().is_some_and(|it| arrays.contains(it)) => {}
            None => {
                for inner in stmt.op.blocks_mut() {
                    take_producers(inner, producers, arrays, taken);
                }
                kept.push(stmt);
            }
        }
    }
    block.stmts = kept;
}

impl Chain {
    /// What stands for the results of a statement about the array; none when it is about something else.
    fn replacement(
        &self,
        stmt: &Stmt,
        producer: &Stmt,
        emitter: &mut Emitter,
    ) -> Option<Vec<Value>> {
        match &stmt.op {
            Op::Load(access) if access.array == self.array => {
                Some(element(producer, access.index[0], emitter))
            }
            Op::Dim(array, axis) if *array == self.array => {
                Some(vec![self.extent(usize::from(*axis), emitter)])
            }
            Op::Numel(array) if *array == self.array => Some(vec![self.count(emitter)]),
            Op::Runtime { func, args, list } if *func == RtFn::array_require_same_size => {
                if !args.contains(&self.array) {
                    return None;
                }
                if let Some(like) = self.like {
                    let instead = |arg: &Value| if *arg == self.array { like } else { *arg };
                    let args = args.iter().map(instead).collect();
                    let (func, list) = (*func, list.clone());
                    emitter.run(Op::Runtime { func, args, list });
                }
                Some(Vec::new())
            }
            _ => None,
        }
    }

    fn extent(&self, axis: usize, emitter: &mut Emitter) -> Value {
        // A vec of n elements has extents 1, n.
        let axis = match self.dims.len() {
            1 => axis.checked_sub(1),
            _ => Some(axis),
        };
        let extent = axis.and_then(|axis| self.dims.get(axis));
        extent.map_or_else(|| emitter.constant(Const::I32(1)), |extent| *extent)
    }

    fn count(&self, emitter: &mut Emitter) -> Value {
        if let Some(like) = self.like {
            return emitter.define(Op::Numel(like), Ty::I32);
        }
        let (first, others) = self.dims.split_first().expect("an array has extents");
        others.iter().fold(*first, |count, extent| {
            emitter.binary(BinaryOp::Mul, count, *extent)
        })
    }
}

/// Computes one element of what the producer's loop stored.
fn element(producer: &Stmt, at: Value, emitter: &mut Emitter) -> Vec<Value> {
    let parts = ForParts::of(producer).expect("a loop");
    let (last, computes) = parts.body.stmts.split_last().expect("a store");
    let mut values = BTreeMap::from([(parts.index, at)]);
    let renamed = |values: &BTreeMap<Value, Value>, value: &Value| {
        values.get(value).copied().unwrap_or(*value)
    };
    for stmt in computes {
        let mut copy = stmt.clone();
        copy.op
            .for_each_operand_mut(|value| *value = renamed(&values, value));
        for result in &mut copy.results {
            let ty = emitter.function.values[*result].ty;
            let fresh = emitter.function.values.push(ValueData { ty });
            values.insert(*result, fresh);
            *result = fresh;
        }
        emitter.stmts.push(copy);
    }
    let Op::Store(_, stored) = &last.op else {
        panic!("a producer's loop ends with a store");
    };
    stored.iter().map(|value| renamed(&values, value)).collect()
}
