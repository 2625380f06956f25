//! The statements of a function and the blocks inside each other.
//!
//! *Invariant:* open blocks lie in a list, so that no depth of a hostile text uses up the stack here; [`MAX_DEPTH`] ends the rest.

use super::cursor::Cursor;
use super::function::{FunctionReader, number_of};
use super::{MAX_DEPTH, ParseError, profile};
use crate::base::Id;
use crate::mir::data::*;

/// A construct whose blocks are read.
enum Construct {
    /// A branch; `then` once the other block is read. `negated`: it has the other block alone.
    If {
        cond: Value,
        negated: bool,
        then: Option<Block>,
    },
    /// A loop or scope, its body empty.
    Labelled(Op),
    /// What is tried, once the handler is read.
    Try(Option<Block>),
}

/// An open block, with the construct that it belongs to and the place of that.
struct Open {
    block: Block,
    construct: Construct,
    loc: Loc,
}

impl<'t> FunctionReader<'_, 't> {
    /// Reads the statements up to the brace that closes the function; gives the lines behind it.
    pub(super) fn body<'l>(
        &mut self,
        first: Cursor<'t>,
        mut lines: &'l [Cursor<'t>],
    ) -> Result<(Block, &'l [Cursor<'t>]), ParseError> {
        let mut open: Vec<Open> = Vec::new();
        let mut outermost = Block::default();
        first.end()?;
        self.constants.open();
        while let [line, rest @ ..] = lines {
            lines = rest;
            let mut cursor = *line;
            if cursor.eat("}") {
                let Some(inner) = open.pop() else {
                    cursor.end()?;
                    self.constants.close();
                    return Ok((outermost, lines));
                };
                self.constants.close();
                match close(inner, &mut cursor)? {
                    Closed::Reopened(again) => {
                        self.constants.open();
                        open.push(again);
                    }
                    Closed::Done(stmt) => {
                        let block = open
                            .last_mut()
                            .map_or(&mut outermost, |open| &mut open.block);
                        block.stmts.push(stmt);
                    }
                }
                cursor.end()?;
                continue;
            }
            let block = open
                .last_mut()
                .map_or(&mut outermost, |open| &mut open.block);
            let construct = self.statement(&mut cursor, block)?;
            cursor.end()?;
            if let Some(construct) = construct {
                if open.len() == MAX_DEPTH {
                    return Err(line.error("blocks stand in each other too deep"));
                }
                self.constants.open();
                open.push(Open {
                    block: Block::default(),
                    construct,
                    loc: self.loc,
                });
            }
        }
        Err(first.error("a function that no `}` closes"))
    }

    /// Reads a statement into a block, or the head of a construct.
    fn statement(
        &mut self,
        cursor: &mut Cursor<'t>,
        block: &mut Block,
    ) -> Result<Option<Construct>, ParseError> {
        let mut before = Vec::new();
        let construct = self.head(cursor, &mut before)?;
        let simple = match construct {
            Some(_) => None,
            None => Some(self.simple(cursor, &mut before)?),
        };
        if let Some(loc) = self.trailing_place(cursor)? {
            self.loc = loc;
        }
        let loc = self.loc;
        let constants = before.into_iter().map(|(value, op)| Stmt {
            op,
            results: vec![value],
            loc,
        });
        block.stmts.extend(constants);
        block
            .stmts
            .extend(simple.map(|(op, results)| Stmt { op, results, loc }));
        Ok(construct)
    }

    /// The head of a construct, if it is one.
    fn head(
        &mut self,
        cursor: &mut Cursor<'t>,
        before: &mut Vec<(Value, Op)>,
    ) -> Result<Option<Construct>, ParseError> {
        let construct = match cursor.peek() {
            "if" => {
                cursor.expect("if")?;
                let negated = cursor.eat_word("not");
                Construct::If {
                    cond: self.operand(cursor, before)?,
                    negated,
                    then: None,
                }
            }
            "try" => {
                cursor.expect("try")?;
                Construct::Try(None)
            }
            word if is_label(word) => Construct::Labelled(self.labelled(cursor, before)?),
            _other => return Ok(None),
        };
        cursor.expect("{")?;
        Ok(Some(construct))
    }

    fn labelled(
        &mut self,
        cursor: &mut Cursor<'t>,
        before: &mut Vec<(Value, Op)>,
    ) -> Result<Op, ParseError> {
        let label = self.label(cursor)?;
        cursor.expect(":")?;
        let start = *cursor;
        let body = Block::default();
        Ok(match cursor.word("`for`, `loop` or `scope`")? {
            "loop" => Op::Loop { label, body },
            "scope" => Op::Scope { label, body },
            "for" => self.for_loop(label, cursor, before)?,
            _other => return Err(start.expected("`for`, `loop` or `scope`")),
        })
    }

    fn for_loop(
        &mut self,
        label: Label,
        cursor: &mut Cursor<'t>,
        before: &mut Vec<(Value, Op)>,
    ) -> Result<Op, ParseError> {
        let index = self.define(cursor, Ty::I32)?;
        let name = match cursor.rest().starts_with('\'') {
            true => Some(cursor.quoted('\'')?),
            false => None,
        };
        cursor.expect("=")?;
        let start = self.operand(cursor, before)?;
        cursor.expect("..")?;
        let step = self.operand(cursor, before)?;
        cursor.expect("..")?;
        let stop = self.operand(cursor, before)?;
        Ok(Op::For {
            label,
            index,
            start,
            stop,
            step,
            body: Block::default(),
            directive: Box::new(profile::directive(cursor)?),
            name,
        })
    }

    /// Reads the name of a label.
    pub(super) fn label(&mut self, cursor: &mut Cursor<'t>) -> Result<Label, ParseError> {
        let number = number_of(cursor, 'b', "a label")?;
        let count = u32::try_from(number + 1).unwrap_or(u32::MAX);
        self.labels = self.labels.max(count);
        Ok(Label::from_index(number))
    }
}

fn is_label(word: &str) -> bool {
    let number = word.strip_prefix('b').unwrap_or_default();
    !number.is_empty() && number.bytes().all(|one| one.is_ascii_digit())
}

/// What the end of a block leaves.
enum Closed {
    /// The construct's second block begins.
    Reopened(Open),
    /// The construct is whole.
    Done(Stmt),
}

/// The block of a construct ends; the brace is read.
fn close(open: Open, cursor: &mut Cursor<'_>) -> Result<Closed, ParseError> {
    let Open {
        block,
        construct,
        loc,
    } = open;
    let again = |construct| {
        Closed::Reopened(Open {
            block: Block::default(),
            construct,
            loc,
        })
    };
    let op = match construct {
        Construct::If {
            cond,
            negated: false,
            then: None,
        } if cursor.eat("else {") => {
            return Ok(again(Construct::If {
                cond,
                negated: false,
                then: Some(block),
            }));
        }
        Construct::If {
            cond,
            negated,
            then,
        } => {
            let (then, otherwise) = match (negated, then) {
                (true, _) => (Block::default(), block),
                (false, None) => (block, Block::default()),
                (false, Some(then)) => (then, block),
            };
            Op::If {
                cond,
                then,
                otherwise,
            }
        }
        Construct::Try(None) => {
            cursor.expect("handler {")?;
            return Ok(again(Construct::Try(Some(block))));
        }
        Construct::Try(Some(body)) => Op::Try {
            body,
            handler: block,
        },
        Construct::Labelled(mut op) => {
            op.blocks_mut().for_each(|body| *body = block.clone());
            op
        }
    };
    Ok(Closed::Done(Stmt {
        op,
        results: Vec::new(),
        loc,
    }))
}
