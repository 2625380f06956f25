//! A small notation for loop nests, so that a test reads like a loop.
//!
//! ```text
//! fn (x[2], y[2] mirror, n) { for i = 0 to n-1 { s = s + x[i,0]; y[i,1] = s } } return s
//! ```
//!
//! Everything is `int`. A name that is not a parameter is a variable. Reads outside of an array give 0 and writes there are an error, or
//! the access mode behind the parameter applies to both. `x[i] += e` is a read-modify-write. `serial for`, `parallel for` carry the
//! directive, `parallel(v) for` makes `v` private; `new t[n,m] mirror` makes an array of zeros; `break`, `continue`, `allocate`, `call`, `text` stand for what kernels do not have.
//!
//! *Invariant:* only tests use it; a mistake in a nest panics.

use qc_front::base::Id;
use qc_middle::mir::{
    Access, AccessMode, AtomicOp, BinaryOp, Block, CompareOp, ElemKind, Fill, ForHeader, FuncId,
    FunctionBuilder, Label, ListEntry, Loc, Local, Location, LoopDirective, LoopRange, Program,
    ProgramBuilder, RtFn, Ty, Value,
};
use std::collections::BTreeMap;

/// Arguments of the nest under test, in the order of its parameters.
#[derive(Clone, Debug)]
pub enum Arg {
    /// A number.
    Int(i32),
    /// An array of this shape, filled with numbers that depend on position and parameter.
    Array(Vec<i32>),
    /// The array of an earlier parameter.
    Same(usize),
}

/// A program whose entry calls the nest with these arguments and prints all arrays and results afterwards. Without arguments, numbers
/// are 9 and arrays have extents of 9.
pub fn program(text: &str, args: &[Arg]) -> Program {
    let mut builder = ProgramBuilder::new(location(0));
    for line in 1..200 {
        builder.location(location(line));
    }
    let host = builder.declare();
    let mut stub = FunctionBuilder::host("helper", Vec::new(), Loc::from_index(1));
    stub.return_(&[]);
    builder.define(host, stub.finish());
    let (nest, results, defaults) = Reader::function(text, host);
    let nest = builder.add(nest);
    let args = if args.is_empty() { &defaults } else { args };
    let entry = entry(nest, results, args);
    let entry = builder.add(entry);
    builder.finish(entry)
}

fn location(line: u32) -> Location {
    Location {
        line,
        ..qc_middle::mir::testing::nowhere()
    }
}

fn entry(nest: FuncId, results: usize, args: &[Arg]) -> qc_middle::mir::Function {
    let mut b = FunctionBuilder::host("main", Vec::new(), Loc::from_index(1));
    let mut values: Vec<Value> = Vec::new();
    for (number, arg) in args.iter().enumerate() {
        let value = match arg {
            Arg::Int(value) => b.int(*value),
            Arg::Array(shape) => filled(&mut b, shape, number as i32),
            Arg::Same(other) => values[*other],
        };
        values.push(value);
    }
    let tys = vec![Ty::I32; results];
    let totals = b.call(nest, &values, &tys);
    for (arg, value) in args
        .iter()
        .zip(values)
        .chain(totals.iter().map(|total| (&Arg::Int(0), *total)))
    {
        if !matches!(arg, Arg::Same(_)) {
            b.runtime(RtFn::print, &[], &[ListEntry::Value(value)]);
        }
    }
    b.return_(&[]);
    b.finish()
}

fn filled(b: &mut FunctionBuilder, shape: &[i32], number: i32) -> Value {
    let dims: Vec<Value> = shape.iter().map(|&extent| b.int(extent)).collect();
    let array = b.new_array(ElemKind::I32, &dims, Fill::Zeros);
    let elements: i32 = shape.iter().product();
    for position in 0..elements {
        let (index, value) = (
            b.int(position),
            b.int((position * 7 + number * 13) % 23 - 5),
        );
        let access = Access {
            array,
            index: vec![index],
            mode: AccessMode::Checked,
            name: None,
        };
        b.store(access, &[value]);
    }
    array
}

/// Words and signs of the notation, with their lines.
fn words(text: &str) -> Vec<(String, u32)> {
    let mut words = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let length = match rest {
                _ if name(first) => rest.find(|c| !name(c)).unwrap_or(rest.len()),
                _ if ["+=", "==", "!="].iter().any(|sign| rest.starts_with(sign)) => 2,
                _ => first.len_utf8(),
            };
            words.push((rest[..length].to_string(), number as u32 + 1));
            rest = rest[length..].trim_start();
        }
    }
    words
}

struct Reader {
    words: Vec<(String, u32)>,
    at: usize,
    b: FunctionBuilder,
    arrays: BTreeMap<String, (Local, AccessMode)>,
    variables: BTreeMap<String, Local>,
    labels: Vec<Label>,
    host: FuncId,
    /// Arguments of the declared ranks.
    defaults: Vec<Arg>,
}

impl Reader {
    fn function(text: &str, host: FuncId) -> (qc_middle::mir::Function, usize, Vec<Arg>) {
        let results = match text.rsplit_once("} return ") {
            Some((_, names)) => vec![Ty::I32; names.split(',').count()],
            None => Vec::new(),
        };
        let count = results.len();
        let mut reader = Reader {
            words: words(text),
            at: 0,
            b: FunctionBuilder::host("nest", results, Loc::from_index(1)),
            arrays: BTreeMap::new(),
            variables: BTreeMap::new(),
            labels: Vec::new(),
            host,
            defaults: Vec::new(),
        };
        reader.expect("fn");
        reader.params();
        reader.block();
        reader.results();
        (reader.b.finish(), count, reader.defaults)
    }

    fn params(&mut self) {
        self.expect("(");
        while !self.accept(")") {
            let name = self.next();
            if self.accept("[") {
                let rank = self.next().parse().expect("a rank");
                self.defaults.push(Arg::Array(vec![9; rank]));
                self.expect("]");
                let local = self.b.param(Ty::Array(ElemKind::I32), &name);
                let mode = self.mode();
                self.arrays.insert(name, (local, mode));
            } else {
                self.defaults.push(Arg::Int(9));
                let local = self.b.param(Ty::I32, &name);
                self.variables.insert(name, local);
            }
            self.accept(",");
        }
    }

    fn mode(&mut self) -> AccessMode {
        let named = |mode: &&AccessMode| mode.name() == self.peek();
        match AccessMode::ALL.iter().find(named) {
            Some(&mode) => {
                self.at += 1;
                mode
            }
            None => AccessMode::Checked,
        }
    }

    fn results(&mut self) {
        let mut values = Vec::new();
        if self.at < self.words.len() {
            self.expect("return");
            loop {
                let name = self.next();
                let local = self.variable(&name);
                values.push(self.b.get(local));
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.b.return_(&values);
    }

    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", |(word, _)| word)
    }

    fn next(&mut self) -> String {
        let (word, line) = self.words[self.at].clone();
        self.at += 1;
        self.b.set_loc(Loc::from_index(line as usize));
        word
    }

    fn accept(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, word: &str) {
        assert!(
            self.accept(word),
            "expected {word} at word {} of {:?}",
            self.at,
            self.words
        );
    }

    fn block(&mut self) {
        self.expect("{");
        while !self.accept("}") {
            self.stmt();
            self.accept(";");
        }
    }

    fn inner_block(&mut self) -> Block {
        self.b.open_block();
        self.block();
        self.b.close_block()
    }

    fn stmt(&mut self) {
        let word = self.next();
        match word.as_str() {
            "for" => self.for_loop(LoopDirective::default()),
            "serial" => {
                self.expect("for");
                self.for_loop(LoopDirective {
                    force_serial: true,
                    ..LoopDirective::default()
                });
            }
            "parallel" => {
                let mut directive = LoopDirective {
                    force_parallel: true,
                    ..LoopDirective::default()
                };
                if self.accept("(") {
                    directive.private = vec![self.next()];
                    self.expect(")");
                }
                self.expect("for");
                self.for_loop(directive);
            }
            "if" => self.branch(),
            "break" => self.b.break_(self.labels[self.labels.len() - 1]),
            "continue" => self.b.continue_(self.labels[self.labels.len() - 1]),
            "new" => self.array(),
            "allocate" => {
                let two = self.b.int(2);
                self.b.new_array(ElemKind::I32, &[two, two], Fill::Zeros);
            }
            "call" => {
                self.b.call(self.host, &[], &[]);
            }
            "text" => {
                self.b.runtime(RtFn::print, &[], &[]);
            }
            _ => self.assignment(&word),
        }
    }

    fn array(&mut self) {
        let name = self.next();
        self.expect("[");
        let mut dims = vec![self.sum()];
        while self.accept(",") {
            dims.push(self.sum());
        }
        self.expect("]");
        let mode = self.mode();
        let local = self.b.local(Ty::Array(ElemKind::I32), Some(&name));
        let array = self.b.new_array(ElemKind::I32, &dims, Fill::Zeros);
        self.b.set(local, array);
        self.arrays.insert(name, (local, mode));
    }

    fn for_loop(&mut self, directive: LoopDirective) {
        let name = self.next();
        let loc = self.b.loc();
        self.expect("=");
        let start = self.sum();
        self.expect("to");
        let stop = self.sum();
        let step = if self.accept("step") {
            self.sum()
        } else {
            self.b.int(1)
        };
        let (label, index) = (self.b.label(), self.b.value(Ty::I32));
        let variable = self.variable(&name);
        self.labels.push(label);
        self.b.open_block();
        self.b.set(variable, index);
        self.block();
        let body = self.b.close_block();
        self.labels.pop();
        self.b.set_loc(loc);
        let range = LoopRange { start, step, stop };
        self.b.push_for(
            ForHeader {
                label,
                index,
                range,
                directive,
                name: Some(name),
            },
            body,
        );
    }

    fn branch(&mut self) {
        let left = self.sum();
        let op = match self.next().as_str() {
            "<" => CompareOp::Lt,
            ">" => CompareOp::Gt,
            "==" => CompareOp::Eq,
            "!=" => CompareOp::Ne,
            other => panic!("no comparison {other}"),
        };
        let right = self.sum();
        let cond = self.b.compare(op, left, right);
        let then = self.inner_block();
        let otherwise = if self.accept("else") {
            self.inner_block()
        } else {
            Block::default()
        };
        self.b.push_if(cond, then, otherwise);
    }

    fn assignment(&mut self, name: &str) {
        if let Some((array, mode)) = self.arrays.get(name).copied() {
            let access = self.access(name, array, mode);
            if self.accept("+=") {
                let value = self.sum();
                self.b.atomic(AtomicOp::Add, access, &[value]);
                return;
            }
            self.expect("=");
            let value = self.sum();
            self.b.store(access, &[value]);
            return;
        }
        self.expect("=");
        let value = self.sum();
        let local = self.variable(name);
        self.b.set(local, value);
    }

    fn access(&mut self, name: &str, array: Local, mode: AccessMode) -> Access {
        assert!(self.arrays.contains_key(name));
        let array = self.b.get(array);
        let mut index = Vec::new();
        self.expect("[");
        while !self.accept("]") {
            index.push(self.sum());
            self.accept(",");
        }
        Access {
            array,
            index,
            mode,
            name: None,
        }
    }

    fn variable(&mut self, name: &str) -> Local {
        if let Some(&local) = self.variables.get(name) {
            return local;
        }
        let local = self.b.local(Ty::I32, Some(name));
        self.variables.insert(name.to_string(), local);
        local
    }

    fn sum(&mut self) -> Value {
        let mut left = self.product();
        loop {
            let op = match self.peek() {
                "+" => BinaryOp::Add,
                "-" => BinaryOp::Sub,
                _ => return left,
            };
            self.at += 1;
            let right = self.product();
            left = self.b.binary(op, left, right);
        }
    }

    fn product(&mut self) -> Value {
        let mut left = self.factor();
        while self.accept("*") {
            let right = self.factor();
            left = self.b.binary(BinaryOp::Mul, left, right);
        }
        left
    }

    fn factor(&mut self) -> Value {
        let word = self.next();
        match word.as_str() {
            "(" => {
                let value = self.sum();
                self.expect(")");
                value
            }
            "-" => {
                let value = self.factor();
                let zero = self.b.int(0);
                self.b.binary(BinaryOp::Sub, zero, value)
            }
            "min" | "max" | "xor" => {
                let op = match word.as_str() {
                    "min" => BinaryOp::Min,
                    "max" => BinaryOp::Max,
                    _ => BinaryOp::Xor,
                };
                self.expect("(");
                let left = self.sum();
                self.expect(",");
                let right = self.sum();
                self.expect(")");
                self.b.binary(op, left, right)
            }
            "dim" => {
                self.expect("(");
                let name = self.next();
                let array = self.b.get(self.arrays[&name].0);
                self.expect(",");
                let axis: u8 = self.next().parse().expect("an axis");
                self.expect(")");
                self.b.dim(array, axis)
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                let value = word.parse().expect("a number");
                self.b.int(value)
            }
            _ => self.read(&word),
        }
    }

    fn read(&mut self, name: &str) -> Value {
        if let Some((array, mode)) = self.arrays.get(name).copied() {
            let mode = if mode == AccessMode::Checked {
                AccessMode::Safe
            } else {
                mode
            };
            let access = self.access(name, array, mode);
            return self.b.load(access)[0];
        }
        let local = self.variable(name);
        self.b.get(local)
    }
}
