//! The text of SPMD code, for `--emit=spmd`.
//!
//! *Invariant:* the text depends on the function alone.

use std::fmt::{self, Display, Formatter};

use super::ir::{Block, BlockId, Elem, Function, Inst, Op, Target, Terminator, Type, Val};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let elem = match self.elem {
            Elem::Bool => "bool",
            Elem::I32 => "i32",
            Elem::I64 => "i64",
            Elem::F32 => "f32",
            Elem::F64 => "f64",
        };
        let shape = if self.varying { "varying " } else { "" };
        write!(f, "{shape}{elem}")
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "kernel {} lanes {}", self.name, self.lanes)?;
        for (id, block) in self.blocks.iter_enumerated() {
            self.block(f, id, block)?;
        }
        Ok(())
    }
}

impl Function {
    fn block(&self, f: &mut Formatter<'_>, id: BlockId, block: &Block) -> fmt::Result {
        let params: Vec<String> = block
            .params
            .iter()
            .map(|param| format!("{param}: {}", self.types[*param]))
            .collect();
        let cold = if block.cold { " cold" } else { "" };
        writeln!(f, "{id}({}){cold}:", params.join(", "))?;
        for inst in &block.insts {
            self.inst(f, inst)?;
        }
        writeln!(f, "    {}", block.terminator)
    }

    fn inst(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        match inst.result {
            Some(result) => {
                let ty = self.types[result];
                let short = match self.short.values.contains(&result) {
                    true => format!(" in {} bits", 8 * self.short.width.bytes()),
                    false => String::new(),
                };
                let text = text_of(&inst.op, ty.elem);
                writeln!(f, "    {result}: {ty}{short} = {text}")
            }
            None => writeln!(f, "    {}", text_of(&inst.op, Elem::I64)),
        }
    }
}

fn text_of(op: &Op, elem: Elem) -> String {
    match op {
        Op::Const(bits) => match elem {
            Elem::Bool => format!("{}", *bits != 0),
            Elem::I32 => format!("{}", *bits as u32 as i32),
            Elem::I64 => format!("{}", *bits as i64),
            Elem::F32 => format!("{:?}", f32::from_bits(*bits as u32)),
            Elem::F64 => format!("{:?}", f64::from_bits(*bits)),
        },
        other => format!("{other:?}"),
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let args: Vec<String> = self.args.iter().map(Val::to_string).collect();
        write!(f, "{}({})", self.block, args.join(", "))
    }
}

impl Display for Terminator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Terminator::Open => write!(f, "open"),
            Terminator::Jump(target) => write!(f, "jump {target}"),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => write!(f, "branch {cond} {then} else {otherwise}"),
            Terminator::Return(status) => write!(f, "return {status}"),
        }
    }
}
