//! Operations in one line, and their operands.
//!
//! *Invariant:* a name means one operation whatever its operands are; their types are for the verifier to check.

use super::ParseError;
use super::cursor::Cursor;
use super::function::{FunctionReader, number_of};
use super::profile::form;
use crate::mir::data::*;
use crate::mir::names::{collective_named, scope_named};

/// Constants that must be computed before a statement.
type Before = Vec<(Value, Op)>;

/// What stands around operands.
#[derive(Clone, Copy)]
struct Brackets {
    open: &'static str,
    close: &'static str,
}

const PARENTHESES: Brackets = Brackets {
    open: "(",
    close: ")",
};

const SQUARE: Brackets = Brackets {
    open: "[",
    close: "]",
};

impl<'t> FunctionReader<'_, 't> {
    /// Reads an operation with its results.
    pub(super) fn simple(
        &mut self,
        cursor: &mut Cursor<'t>,
        before: &mut Before,
    ) -> Result<(Op, Vec<Value>), ParseError> {
        let results = self.results(cursor)?;
        let op = self.operation(cursor, before)?;
        // What an operation reads is not what it defines.
        let define = |(number, ty)| {
            self.give(number, ty);
            crate::base::Id::from_index(number)
        };
        Ok((op, results.into_iter().map(define).collect()))
    }

    fn results(&mut self, cursor: &mut Cursor<'t>) -> Result<Vec<(usize, Ty)>, ParseError> {
        let mut results = Vec::new();
        let mut ahead = *cursor;
        let is_result = is_value(cursor.peek()) && ahead.word("").is_ok();
        if !is_result || !ahead.rest().starts_with(':') {
            return Ok(results);
        }
        loop {
            let number = number_of(cursor, 'v', "the number of a value")?;
            cursor.expect(":")?;
            results.push((number, cursor.ty()?));
            if !cursor.eat(",") {
                cursor.expect("=")?;
                return Ok(results);
            }
        }
    }

    /// Reads a value or a constant.
    pub(super) fn operand(
        &mut self,
        cursor: &mut Cursor<'t>,
        before: &mut Before,
    ) -> Result<Value, ParseError> {
        if is_value(cursor.peek()) {
            return self.value_use(cursor);
        }
        let constant = self.constant(cursor)?;
        let (value, op) = self.constants.value(constant);
        before.extend(op.map(|op| (value, op)));
        Ok(value)
    }

    fn constant(&mut self, cursor: &mut Cursor<'t>) -> Result<Const, ParseError> {
        if cursor.rest().starts_with('"') {
            let text = cursor.quoted('"')?;
            return Ok(Const::Str(self.reader.string(text)));
        }
        let constant = match cursor.peek() {
            "true" => Const::Bool(true),
            "false" => Const::Bool(false),
            "on_gpu" => Const::OnGpu,
            "null" => {
                cursor.expect("null")?;
                cursor.expect(":")?;
                let start = *cursor;
                let ty = cursor.ty()?;
                return match ty.is_handle() {
                    true => Ok(Const::Null(ty)),
                    false => Err(start.expected("a type of handles")),
                };
            }
            _number => {
                let number = cursor.constant();
                return number.ok_or_else(|| cursor.expected("a value or a constant"));
            }
        };
        cursor.word("a constant")?;
        Ok(constant)
    }

    /// Reads operands with commas between them up to a mark.
    fn operands(
        &mut self,
        cursor: &mut Cursor<'t>,
        before: &mut Before,
        end: &str,
    ) -> Result<Vec<Value>, ParseError> {
        let mut values = Vec::new();
        while !cursor.eat(end) {
            if !values.is_empty() {
                cursor.expect(",")?;
            }
            values.push(self.operand(cursor, before)?);
        }
        Ok(values)
    }

    /// Reads operands in parentheses or brackets.
    fn enclosed(
        &mut self,
        cursor: &mut Cursor<'t>,
        before: &mut Before,
        brackets: Brackets,
    ) -> Result<Vec<Value>, ParseError> {
        cursor.expect(brackets.open)?;
        self.operands(cursor, before, brackets.close)
    }

    /// Reads this many operands with commas between them.
    fn several<const N: usize>(
        &mut self,
        cursor: &mut Cursor<'t>,
        before: &mut Before,
    ) -> Result<[Value; N], ParseError> {
        let mut values = [crate::base::Id::from_index(0); N];
        for (at, slot) in values.iter_mut().enumerate() {
            if at > 0 {
                cursor.expect(",")?;
            }
            *slot = self.operand(cursor, before)?;
        }
        Ok(values)
    }

    /// Reads one or more operands to the end of the line.
    fn list(
        &mut self,
        cursor: &mut Cursor<'t>,
        before: &mut Before,
    ) -> Result<Vec<Value>, ParseError> {
        let mut values = vec![self.operand(cursor, before)?];
        while cursor.eat(",") {
            values.push(self.operand(cursor, before)?);
        }
        Ok(values)
    }

    fn operation(&mut self, cursor: &mut Cursor<'t>, b: &mut Before) -> Result<Op, ParseError> {
        let start = *cursor;
        let word = cursor.word("an operation")?;
        Ok(match word {
            "select" => {
                let [cond, then, otherwise] = self.several(cursor, b)?;
                Op::Select {
                    cond,
                    then,
                    otherwise,
                }
            }
            "convert" => Op::Convert(self.operand(cursor, b)?),
            "get" if cursor.rest().starts_with('@') => {
                Op::GetGlobal(self.reader.global_id(cursor)?)
            }
            "get" => Op::Get(self.local(cursor)?),
            "set" => self.set(cursor, b)?,
            "new_array" => Op::NewArray {
                dims: self.enclosed(cursor, b, PARENTHESES)?,
                fill: cursor.one_of(Fill::ALL, |fill| fill.name(), "the contents")?,
            },
            "dim" => {
                let array = self.operand(cursor, b)?;
                cursor.expect(",")?;
                Op::Dim(array, cursor.number("the number of a dimension")?)
            }
            "numel" => Op::Numel(self.operand(cursor, b)?),
            "load" => Op::Load(self.access(cursor, b)?),
            "store" => {
                let access = self.access(cursor, b)?;
                cursor.expect(",")?;
                Op::Store(access, self.list(cursor, b)?)
            }
            "barrier" | "fence" | "shared" => Op::Together(self.together(word, cursor, b)?),
            "is_texture" | "fetch" => Op::Texture(self.texture(word, cursor, b)?),
            "runtime" => self.runtime(cursor, b)?,
            "call" => Op::Call {
                func: self.reader.function_id(cursor)?,
                args: self.enclosed(cursor, b, PARENTHESES)?,
            },
            "launch" => Op::Launch(self.launch(cursor, b)?),
            "break" => Op::Break(self.label(cursor)?),
            "continue" => Op::Continue(self.label(cursor)?),
            "return" if cursor.is_at_end() || cursor.rest().starts_with('@') => Op::Return(vec![]),
            "return" => Op::Return(self.list(cursor, b)?),
            "retain" => Op::Retain(self.operand(cursor, b)?),
            "release" => Op::Release(self.local(cursor)?),
            _other => return self.arithmetic(start, word, cursor, b),
        })
    }

    /// An operation of a family, by its name in that family's table.
    fn arithmetic(
        &mut self,
        start: Cursor<'t>,
        word: &str,
        cursor: &mut Cursor<'t>,
        b: &mut Before,
    ) -> Result<Op, ParseError> {
        if let Some(op) = UnaryOp::named(word) {
            return Ok(Op::Unary(op, self.operand(cursor, b)?));
        }
        if let Some(op) = BinaryOp::named(word) {
            let [left, right] = self.several(cursor, b)?;
            return Ok(Op::Binary(op, left, right));
        }
        if let Some(op) = CompareOp::named(word) {
            let [left, right] = self.several(cursor, b)?;
            return Ok(Op::Compare(op, left, right));
        }
        if let Some(function) = MathFn::named(word) {
            let args = self.enclosed(cursor, b, PARENTHESES)?;
            return Ok(Op::Math(function, args));
        }
        if let Some(collective) = collective_named(word) {
            let args = self.enclosed(cursor, b, PARENTHESES)?;
            return Ok(Op::Together(Together::Collective(collective, args)));
        }
        if let Some(op) = word.strip_prefix("atomic_").and_then(AtomicOp::named) {
            let access = self.access(cursor, b)?;
            cursor.expect(",")?;
            return Ok(Op::Atomic(op, access, self.list(cursor, b)?));
        }
        Err(start.expected("an operation"))
    }

    fn set(&mut self, cursor: &mut Cursor<'t>, b: &mut Before) -> Result<Op, ParseError> {
        if cursor.rest().starts_with('@') {
            let global = self.reader.global_id(cursor)?;
            cursor.expect(",")?;
            return Ok(Op::SetGlobal(global, self.operand(cursor, b)?));
        }
        let local = self.local(cursor)?;
        cursor.expect(",")?;
        Ok(Op::Set(local, self.operand(cursor, b)?))
    }

    fn access(&mut self, cursor: &mut Cursor<'t>, b: &mut Before) -> Result<Access, ParseError> {
        Ok(Access {
            array: self.operand(cursor, b)?,
            index: self.enclosed(cursor, b, SQUARE)?,
            mode: cursor.one_of(AccessMode::ALL, |mode| mode.name(), "a mode of access")?,
            name: match cursor.rest().starts_with('\'') {
                true => Some(self.reader.string(cursor.quoted('\'')?)),
                false => None,
            },
        })
    }

    fn together(
        &mut self,
        word: &str,
        cursor: &mut Cursor<'t>,
        b: &mut Before,
    ) -> Result<Together, ParseError> {
        Ok(match word {
            "barrier" => {
                let start = *cursor;
                let scope = scope_named(cursor.word("who waits")?);
                Together::Barrier(scope.ok_or_else(|| start.expected("who waits"))?)
            }
            "fence" => Together::Fence,
            _shared => Together::Shared {
                local: self.local(cursor)?,
                dims: self.enclosed(cursor, b, PARENTHESES)?,
                zeros: cursor.eat_word("zeros"),
            },
        })
    }

    fn texture(
        &mut self,
        word: &str,
        cursor: &mut Cursor<'t>,
        b: &mut Before,
    ) -> Result<Texture, ParseError> {
        let array = self.operand(cursor, b)?;
        if word == "is_texture" {
            return Ok(Texture::Ready(array, form(cursor)?));
        }
        let position = self.enclosed(cursor, b, SQUARE)?;
        Ok(Texture::Fetch(array, form(cursor)?, position))
    }

    fn runtime(&mut self, cursor: &mut Cursor<'t>, b: &mut Before) -> Result<Op, ParseError> {
        let start = *cursor;
        let name = cursor.word("a function of the runtime")?;
        let row = RtFn::ALL.iter().find(|row| row.sig().name == name);
        let unknown = || start.error(format!("the runtime has no function {name}"));
        let func = *row.ok_or_else(unknown)?;
        cursor.expect("(")?;
        let mut args = Vec::new();
        let takes_list = func.sig().takes_list();
        let end = if takes_list { ";" } else { ")" };
        while !cursor.eat(end) {
            if !args.is_empty() {
                cursor.expect(",")?;
            }
            args.push(self.operand(cursor, b)?);
        }
        let mut list = Vec::new();
        while takes_list && !cursor.eat(")") {
            if !list.is_empty() {
                cursor.expect(",")?;
            }
            list.push(self.entry(cursor, b)?);
        }
        Ok(Op::Runtime { func, args, list })
    }

    fn entry(&mut self, cursor: &mut Cursor<'t>, b: &mut Before) -> Result<ListEntry, ParseError> {
        let word = cursor.peek();
        let marker = SliceMarker::ALL.iter().find(|marker| marker.name() == word);
        if let Some(&marker) = marker {
            cursor.word("a marker")?;
            return Ok(ListEntry::Marker(marker));
        }
        Ok(match word {
            "unsigned" | "quoted" | "complex" => {
                cursor.word("an entry")?;
                match word {
                    "unsigned" => ListEntry::Unsigned(self.operand(cursor, b)?),
                    "quoted" => ListEntry::Quoted(self.operand(cursor, b)?),
                    _complex => {
                        cursor.expect("(")?;
                        let [re, im] = self.several(cursor, b)?;
                        cursor.expect(")")?;
                        ListEntry::Complex(re, im)
                    }
                }
            }
            _value => ListEntry::Value(self.operand(cursor, b)?),
        })
    }

    fn launch(&mut self, cursor: &mut Cursor<'t>, b: &mut Before) -> Result<Launch, ParseError> {
        let mut ahead = *cursor;
        // A kernel may be called so.
        let serial = ahead.eat_word("serial") && !ahead.rest().starts_with('[');
        if serial {
            *cursor = ahead;
        }
        Ok(Launch {
            kernel: self.reader.function_id(cursor)?,
            extents: self.enclosed(cursor, b, SQUARE)?,
            args: self.enclosed(cursor, b, PARENTHESES)?,
            serial,
        })
    }
}

/// Whether a word is the number of a value.
fn is_value(word: &str) -> bool {
    let number = word.strip_prefix('v').unwrap_or_default();
    !number.is_empty() && number.bytes().all(|one| one.is_ascii_digit())
}
