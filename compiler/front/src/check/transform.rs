//! Calls of Fourier transforms.
//!
//! *Invariant:* in the typed tree a transform has two arguments, an array of numbers and the dimensions; -1 alone is the last one.

use crate::base::Span;
use crate::builtins;
use crate::builtins::transforms::{Along, Gives, Transform};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::types::{ArrayType, Elem, Modifiers, Type};
use quasar_abi::MAXIMUM_DIMENSIONS;

use super::builtin::argument::bad_argument;
use super::trees::{error, int};
use super::{BodyState, Checker};

impl<'a> Checker<'a> {
    /// A transform of the first value.
    pub(super) fn transform(
        &mut self,
        f: &mut BodyState<'a>,
        transform: &Transform,
        values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let name = builtins::row(transform.builtin).name;
        let mut values = values.into_iter();
        let value = values.next().expect("the arity was checked");
        let Some(array) = value.ty.as_array().filter(|array| array.elem.is_number()) else {
            return bad_argument(&mut self.reports, name, &value, "an array of numbers", span);
        };
        let elem = match transform.gives {
            Gives::Forward | Gives::Inverse => Elem::Complex,
            Gives::RealInverse => Elem::Scalar,
        };
        let ty = Type::Array(ArrayType {
            elem,
            modifiers: Modifiers::default(),
            ..array.clone()
        });
        let numbers = |dims: std::ops::Range<i32>| dims.map(|dim| int(dim, span)).collect();
        let dims = match (transform.along, values.next()) {
            (Along::Last, _) => self.vector_of(numbers(-1..0), span),
            (Along::First(count), _) => self.vector_of(numbers(0..count), span),
            (Along::Listed, Some(list)) => match self.listed_dimensions(f, name, list, span) {
                Some(list) => list,
                None => return error(span),
            },
            (Along::Listed, None) => panic!("the arity was checked"),
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(transform.builtin, vec![value, dims]),
        }
    }

    /// The second argument of `fftn`: different dimensions, as far as they are known.
    fn listed_dimensions(
        &mut self,
        f: &BodyState<'a>,
        name: &str,
        list: Expr,
        span: Span,
    ) -> Option<Expr> {
        let list = match list.ty {
            Type::Int => self.vector_of(vec![list], span),
            _ => list,
        };
        if list
            .ty
            .as_array()
            .is_none_or(|array| array.elem != Elem::Int)
        {
            bad_argument(&mut self.reports, name, &list, "a list of dimensions", span);
            return None;
        }
        let known = self.known_list(f, &list).unwrap_or_default();
        let problem = known.iter().enumerate().find_map(|(index, dim)| {
            if *dim < 0 || *dim >= MAXIMUM_DIMENSIONS as i32 {
                Some(format!("there is no dimension {dim}"))
            } else if known[..index].contains(dim) {
                Some(format!("dimension {dim} is given twice"))
            } else {
                None
            }
        });
        let Some(problem) = problem else {
            return Some(list);
        };
        let help = "dimensions are numbers from 0 to 15, each given once";
        self.report(Report::new(Code::BadArgument, list.span, problem).label(help));
        None
    }
}
