//! Branches, calls, barriers and what threads of a warp do together.
//!
//! *Invariant:* every branch has a target within its function.

use super::{Decoder, FUNCTIONS, Result};
use crate::body::Binding;
use crate::instruction::{
    Barrier, BarrierKind, Call, Callee, Combination, Operand, Operation, ShuffleMode, Together,
    VoteMode,
};
use crate::integer;
use crate::syntax::{Type, Written};

impl Decoder<'_, '_, '_> {
    pub(super) fn control(&self) -> Result<Option<Operation>> {
        match self.parts[0] {
            "bra" => Ok(Some(Operation::Branch(self.target(self.written(0)?)?))),
            "brx" => self.indexed_branch().map(Some),
            "call" => self.call().map(Some),
            "ret" => Ok(Some(Operation::Return)),
            "exit" => Ok(Some(Operation::Exit)),
            "trap" | "brkpt" => Ok(Some(Operation::Trap)),
            "bar" | "barrier" => self.barrier(),
            "nanosleep" => Ok(Some(Operation::Yield)),
            "activemask" => Ok(Some(Operation::ActiveMask { to: self.to()? })),
            "shfl" | "vote" | "match" | "redux" | "elect" => self.together(),
            _ => Ok(Some(Operation::Nothing)),
        }
    }

    fn target(&self, written: &Written<'_>) -> Result<u32> {
        let Some(name) = written.name() else {
            return Err("expected a label".to_string());
        };
        let found = self.body.label(name);
        found.ok_or_else(|| format!("there is no label `{name}`"))
    }

    fn indexed_branch(&self) -> Result<Operation> {
        let index = self.operand(0, Type::U32)?;
        let Some(name) = self.written(1)?.name() else {
            return Err("expected a list of labels".to_string());
        };
        let Some(labels) = self.body.branch_targets(name) else {
            return Err(format!("there is no list of labels `{name}`"));
        };
        let targets = labels
            .iter()
            .map(|label| self.target(&Written::Name(label)));
        Ok(Operation::BranchIndexed {
            index,
            targets: targets.collect::<Result<_>>()?,
        })
    }

    fn call(&self) -> Result<Operation> {
        let operands = &self.line.operands;
        let (results, rest) = match operands.split_first() {
            Some((Written::Group(results), rest)) => (results.as_slice(), rest),
            Some(_) | None => (&[][..], operands.as_slice()),
        };
        let Some(name) = rest.first().and_then(Written::name) else {
            return Err("expected a function".to_string());
        };
        let arguments = match rest.get(1) {
            Some(Written::Group(arguments)) => arguments.as_slice(),
            Some(_) | None => &[],
        };
        let callee = match self.named(name, 0)? {
            Operand::Value(address) if address >= FUNCTIONS => {
                Callee::Function((address - FUNCTIONS) as u32)
            }
            pointer => Callee::Pointer(pointer),
        };
        Ok(Operation::Call(Box::new(Call {
            callee,
            arguments: self.places(arguments)?,
            results: self.places(results)?,
        })))
    }

    fn places(&self, written: &[Written<'_>]) -> Result<Vec<(u32, u32)>> {
        let place = |written: &Written<'_>| {
            let name = written.name().ok_or("expected a parameter variable")?;
            match self.body.lookup(name) {
                Some(Binding::Frame(offset, size)) => Ok((offset, size)),
                Some(_) | None => Err(format!("`{name}` is not a parameter variable")),
            }
        };
        written.iter().map(place).collect()
    }

    fn barrier(&self) -> Result<Option<Operation>> {
        if self.has("cluster") {
            return Ok(None);
        }
        if self.has("warp") {
            return Ok(Some(Operation::Together {
                members: self.operand(0, Type::U32)?,
                together: Box::new(Together::Wait),
            }));
        }
        let aligned = self.parts[0] == "bar" || self.has("aligned");
        let make = |number, count, kind| {
            Some(Operation::Barrier(Box::new(Barrier {
                number,
                count,
                kind,
                aligned,
            })))
        };
        if self.has("red") {
            return self
                .reducing_barrier()
                .map(|(number, count, kind)| make(number, count, kind));
        }
        let kind = if self.has("arrive") {
            BarrierKind::Arrive
        } else if self.has("sync") {
            BarrierKind::Wait
        } else {
            return Ok(None);
        };
        let count = if self.count() > 1 {
            Some(self.operand(1, Type::U32)?)
        } else {
            None
        };
        Ok(make(self.operand(0, Type::U32)?, count, kind))
    }

    fn reducing_barrier(&self) -> Result<(Operand, Option<Operand>, BarrierKind)> {
        let to = self.to()?;
        let has_count = self.count() > 3;
        let predicate = self.condition(if has_count { 3 } else { 2 })?;
        let kind = if self.has("popc") {
            BarrierKind::Count { to, predicate }
        } else if self.has("and") {
            BarrierKind::And { to, predicate }
        } else {
            BarrierKind::Or { to, predicate }
        };
        let count = if has_count {
            Some(self.operand(2, Type::U32)?)
        } else {
            None
        };
        Ok((self.operand(1, Type::U32)?, count, kind))
    }

    fn together(&self) -> Result<Option<Operation>> {
        if !self.has("sync") {
            return Ok(None);
        }
        let together = match self.parts[0] {
            "shfl" => self.shuffle()?,
            "vote" => self.vote()?,
            "match" => self.matching()?,
            "redux" => self.reduction()?,
            _ => self.elect()?,
        };
        let Some(together) = together else {
            return Ok(None);
        };
        // The mask is the last operand.
        Ok(Some(Operation::Together {
            members: self.operand(self.count() - 1, Type::U32)?,
            together: Box::new(together),
        }))
    }

    fn pair(&self) -> Result<(&Written<'_>, Option<&Written<'_>>)> {
        Ok(match self.written(0)? {
            Written::Pair(first, second) => (first, Some(second)),
            single => (single, None),
        })
    }

    fn shuffle(&self) -> Result<Option<Together>> {
        let mode = match self.parts.get(2).copied() {
            Some("up") => ShuffleMode::Up,
            Some("down") => ShuffleMode::Down,
            Some("bfly") => ShuffleMode::Butterfly,
            Some("idx") => ShuffleMode::Index,
            Some(_) | None => return Ok(None),
        };
        let (to, inside) = self.pair()?;
        let inside = match inside {
            Some(inside) => self.optional_register(inside)?,
            None => None,
        };
        Ok(Some(Together::Shuffle {
            mode,
            to: self.register_of(to)?.0,
            inside,
            value: self.operand(1, Type::U32)?,
            lane: self.operand(2, Type::U32)?,
            clamp: self.operand(3, Type::U32)?,
        }))
    }

    fn vote(&self) -> Result<Option<Together>> {
        let mode = match self.parts.get(2).copied() {
            Some("all") => VoteMode::All,
            Some("any") => VoteMode::Any,
            Some("uni") => VoteMode::Uniform,
            Some("ballot") => VoteMode::Ballot,
            Some(_) | None => return Ok(None),
        };
        Ok(Some(Together::Vote {
            mode,
            to: self.to()?,
            predicate: self.condition(1)?,
        }))
    }

    fn matching(&self) -> Result<Option<Together>> {
        let (to, same) = self.pair()?;
        let to = self.register_of(to)?.0;
        let value = self.operand(1, self.class()?)?;
        Ok(Some(if self.has("all") {
            let same = match same {
                Some(same) => self.optional_register(same)?,
                None => None,
            };
            Together::MatchAll { to, same, value }
        } else {
            Together::MatchAny { to, value }
        }))
    }

    fn reduction(&self) -> Result<Option<Together>> {
        let class = self.class()?;
        let name = self.parts.get(2).copied().unwrap_or("");
        let combination: Option<Combination> = match name {
            "add" | "min" | "max" | "and" | "or" | "xor" => integer::binary(name, class),
            _ => None,
        };
        let Some(combination) = combination else {
            return Ok(None);
        };
        Ok(Some(Together::Reduce {
            to: self.to()?,
            combination,
            value: self.operand(1, class)?,
        }))
    }

    fn elect(&self) -> Result<Option<Together>> {
        let (to, Some(elected)) = self.pair()? else {
            return Ok(None);
        };
        Ok(Some(Together::Elect {
            to: self.optional_register(to)?,
            elected: self.register_of(elected)?.0,
        }))
    }
}
