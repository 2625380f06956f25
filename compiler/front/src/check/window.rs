//! Windows: ranges whose number of values is known although their ends are not, as `m-1..m+1` and `4*m..4*m+3`.
//!
//! *Invariant:* what is counted holds for every value of the variables; their products and calls make a range no window.

use crate::hir::{BinaryOp, Expr, ExprKind, GlobalVarId, UnaryOp, VarId};
use crate::types::Size;

/// How far the end of a range of ints is from its start, if that does not depend on variables.
pub(super) fn distance(start: &Expr, stop: &Expr) -> Option<i64> {
    let mut distance = Linear::default();
    distance.add(stop, 1, DEEPEST)?;
    distance.add(start, -1, DEEPEST)?;
    let is_known = distance.terms.iter().all(|(_, factor)| *factor == 0);
    is_known.then_some(distance.constant)
}

/// The number of values of a range whose end is so far from its start.
pub(super) fn values(distance: i64, step: i32) -> Size {
    let step = i64::from(step);
    let leads_away = (step > 0 && distance < 0) || (step < 0 && distance > 0);
    match step {
        0 => Size::Open,
        _ if leads_away => Size::Known(0),
        _ => i32::try_from(distance / step + 1).map_or(Size::Open, Size::Known),
    }
}

/// How deep sums and products may lie in each other.
const DEEPEST: usize = 16;

/// How many variables a sum may have: each is looked for among those before it.
const MOST_TERMS: usize = 8;

/// A sum of variables with factors, and a number.
#[derive(Debug, Default)]
struct Linear {
    terms: Vec<(Variable, i64)>,
    constant: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    Local(VarId),
    Global(GlobalVarId),
}

impl Linear {
    /// Adds an expression so many times; nothing if it is no such sum.
    fn add(&mut self, value: &Expr, times: i64, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match &value.kind {
            ExprKind::Int(number) => {
                let product = i64::from(*number).checked_mul(times)?;
                self.constant = self.constant.checked_add(product)?;
                Some(())
            }
            ExprKind::Var(var) => self.add_term(Variable::Local(*var), times),
            ExprKind::Global(var) => self.add_term(Variable::Global(*var), times),
            ExprKind::Unary(UnaryOp::Neg, inner) => self.add(inner, times.checked_neg()?, depth),
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                self.add(left, times, depth)?;
                self.add(right, times, depth)
            }
            ExprKind::Binary(BinaryOp::Sub, left, right) => {
                self.add(left, times, depth)?;
                self.add(right, times.checked_neg()?, depth)
            }
            ExprKind::Binary(BinaryOp::Mul, left, right) => match (&left.kind, &right.kind) {
                (ExprKind::Int(factor), _) => {
                    self.add(right, times.checked_mul(i64::from(*factor))?, depth)
                }
                (_, ExprKind::Int(factor)) => {
                    self.add(left, times.checked_mul(i64::from(*factor))?, depth)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn add_term(&mut self, variable: Variable, times: i64) -> Option<()> {
        let place = self.terms.iter().position(|(of, _)| *of == variable);
        match place {
            Some(place) => {
                let (_, factor) = &mut self.terms[place];
                *factor = factor.checked_add(times)?;
            }
            None if self.terms.len() == MOST_TERMS => return None,
            None => self.terms.push((variable, times)),
        }
        Some(())
    }
}
