//! Patterns: the left sides of reductions against expressions, by structure alone.
//!
//! *Invariant:* what a variable holds after a match is an expression of the matched tree, or a function made of one; types are
//! for `matching` to look at.

use std::collections::BTreeMap;

use crate::base::{Interner, Symbol};
use crate::builtins::{self, Builtin};
use crate::syntax::ast::{
    Arg, AssignOp, BinaryOp, Expr, ExprKind, Ident, Lambda, Param, TypeExpr, UnaryOp,
};
use crate::syntax::families::leaf_expr;
use crate::syntax::print::print_expr;

/// A variable of a pattern.
#[derive(Clone, Copy, Debug)]
pub struct PatternVariable<'a> {
    /// Its name.
    pub name: Symbol,
    /// Its type; none: anything.
    pub ty: Option<&'a TypeExpr>,
    /// Whether it stands for any number of expressions.
    pub variadic: bool,
    /// Whether an operation below the pattern's outermost one stands around it.
    pub nested: bool,
}

/// What a variable stands for.
#[derive(Clone, Debug)]
pub enum Bound<'a> {
    /// One expression.
    One(&'a Expr),
    /// Those of a variadic variable, in order.
    Many(Vec<&'a Expr>),
}

/// What all variables stand for.
pub type Bindings<'a> = BTreeMap<Symbol, Bound<'a>>;

/// What an expression is, its parts left out. Names, literals and what patterns cannot look into have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// `f(…)`
    Call,
    /// `a[…]`
    Index,
    /// `a.name`
    Member(Symbol),
    /// `op a`
    Unary(UnaryOp),
    /// `a op b`
    Binary(BinaryOp),
    /// `a..b`
    Range,
    /// `a..b..c`
    SteppedRange,
    /// `[…]`
    Vector,
    /// `{…}`
    Cell,
    /// `a ? b : c`
    Conditional,
    /// `a = b`
    Assign(AssignOp),
    /// `a <- b`
    Exchange,
    /// `a <- (b, c)`
    CompareExchange,
    /// `...a`
    Spread,
}

/// The shell of an expression.
pub fn shell(expr: &Expr) -> Option<Shell> {
    Some(match &expr.kind {
        ExprKind::Call(_) => Shell::Call,
        ExprKind::Index(_) => Shell::Index,
        ExprKind::Member(member) => Shell::Member(member.name.name),
        ExprKind::Unary(op, _) => Shell::Unary(*op),
        ExprKind::Binary(binary) => Shell::Binary(binary.op),
        ExprKind::Range(range) if range.step.is_none() => Shell::Range,
        ExprKind::Range(_) => Shell::SteppedRange,
        ExprKind::Vector(_) => Shell::Vector,
        ExprKind::Cell(_) => Shell::Cell,
        ExprKind::Conditional(_) => Shell::Conditional,
        ExprKind::Assign(assign) => Shell::Assign(assign.op),
        ExprKind::Exchange(exchange) if exchange.expected.is_none() => Shell::Exchange,
        ExprKind::Exchange(_) => Shell::CompareExchange,
        ExprKind::Spread(_) => Shell::Spread,
        leaf_expr!()
        | ExprKind::Name(_)
        | ExprKind::Lambda(_)
        | ExprKind::Block(_)
        | ExprKind::Type(_) => return None,
    })
}

macro_rules! parts {
    ($(#[$meta:meta])* $name:ident, $expr:ty, $iter:ident, $($mutable:ident)?) => {
        $(#[$meta])*
        pub fn $name(expr: $expr) -> Vec<$expr> {
            match &$($mutable)? expr.kind {
                ExprKind::Spread(inner) | ExprKind::Unary(_, inner) => vec![inner],
                ExprKind::Range(range) => {
                    let range = &$($mutable)? **range;
                    let mut parts = vec![&$($mutable)? range.start];
                    parts.extend(range.step.$iter());
                    parts.push(&$($mutable)? range.stop);
                    parts
                }
                ExprKind::Vector(items) | ExprKind::Cell(items) => items.$iter().collect(),
                ExprKind::Binary(binary) => {
                    let binary = &$($mutable)? **binary;
                    vec![&$($mutable)? binary.left, &$($mutable)? binary.right]
                }
                ExprKind::Conditional(choice) => {
                    let choice = &$($mutable)? **choice;
                    vec![
                        &$($mutable)? choice.condition,
                        &$($mutable)? choice.then,
                        &$($mutable)? choice.otherwise,
                    ]
                }
                ExprKind::Call(call) => {
                    let call = &$($mutable)? **call;
                    let mut parts = vec![&$($mutable)? call.callee];
                    parts.extend(call.args.$iter().map(|arg| &$($mutable)? arg.value));
                    parts
                }
                ExprKind::Index(index) => {
                    let index = &$($mutable)? **index;
                    let mut parts = vec![&$($mutable)? index.base];
                    parts.extend(index.args.$iter().map(|arg| &$($mutable)? arg.value));
                    parts
                }
                ExprKind::Member(member) => vec![&$($mutable)? member.base],
                ExprKind::Assign(assign) => {
                    let assign = &$($mutable)? **assign;
                    vec![&$($mutable)? assign.target, &$($mutable)? assign.value]
                }
                ExprKind::Exchange(exchange) => {
                    let exchange = &$($mutable)? **exchange;
                    let mut parts = vec![&$($mutable)? exchange.target];
                    parts.extend(exchange.expected.$iter());
                    parts.push(&$($mutable)? exchange.value);
                    parts
                }
                leaf_expr!() | ExprKind::Name(_)
                | ExprKind::Lambda(_)
                | ExprKind::Block(_)
                | ExprKind::Type(_) => Vec::new(),
            }
        }
    };
}

parts!(
    /// The parts of an expression, in the order of the text; lambdas and statement lists are not opened.
    parts, &Expr, iter,
);
parts!(
    /// The parts of an expression, to be changed.
    parts_mut, &mut Expr, iter_mut, mut
);

/// The number of nodes.
pub fn size(expr: &Expr) -> usize {
    1 + parts(expr).into_iter().map(size).sum::<usize>()
}

/// The name that a call calls.
pub fn called_name(expr: &Expr) -> Option<Symbol> {
    match &expr.kind {
        ExprKind::Call(call) => call.callee.as_name().map(|name| name.name),
        _ => None,
    }
}

/// All bare names in an expression that are not called, lambdas and statement lists left out.
pub fn value_names(expr: &Expr, found: &mut Vec<Ident>) {
    if let Some(name) = expr.as_name() {
        found.push(name);
    }
    let skipped = usize::from(called_name(expr).is_some());
    for part in parts(expr).into_iter().skip(skipped) {
        value_names(part, found);
    }
}

/// The arguments of a call or an index.
fn args(expr: &Expr) -> &[Arg] {
    match &expr.kind {
        ExprKind::Call(call) => &call.args,
        ExprKind::Index(index) => &index.args,
        _ => &[],
    }
}

/// One attempt to match.
pub struct Matcher<'m, 'a> {
    /// The variables of the pattern.
    pub variables: &'m [PatternVariable<'a>],
    /// Where made-up expressions live.
    pub arena: &'a typed_arena::Arena<Expr>,
    /// Texts of names.
    pub names: &'a Interner,
    /// What the variables stand for so far.
    pub bound: Bindings<'a>,
    /// Captured functions `f(x)`: the function's variable, that of its argument, the expression.
    captures: Vec<(Symbol, Symbol, &'a Expr)>,
}

impl<'m, 'a> Matcher<'m, 'a> {
    /// Nothing is bound yet.
    pub fn new(
        variables: &'m [PatternVariable<'a>],
        arena: &'a typed_arena::Arena<Expr>,
        names: &'a Interner,
    ) -> Self {
        Matcher {
            variables,
            arena,
            names,
            bound: Bindings::new(),
            captures: Vec::new(),
        }
    }

    fn variable(&self, name: Symbol) -> Option<&'m PatternVariable<'a>> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    fn is_variadic(&self, expr: &Expr) -> Option<Symbol> {
        let expr = match &expr.kind {
            ExprKind::Spread(inner) => inner,
            _ => expr,
        };
        let name = expr.as_name()?.name;
        self.variable(name).filter(|found| found.variadic)?;
        Some(name)
    }

    /// Whether two expressions are written alike.
    fn same(&self, left: &Expr, right: &Expr) -> bool {
        print_expr(left, self.names) == print_expr(right, self.names)
    }

    fn bind(&mut self, name: Symbol, expr: &'a Expr) -> bool {
        match self.bound.get(&name) {
            Some(Bound::One(known)) => self.same(known, expr),
            Some(Bound::Many(_)) => false,
            None => {
                self.bound.insert(name, Bound::One(expr));
                true
            }
        }
    }

    /// Whether an expression is an instance of the whole pattern; the variables are bound then.
    pub fn matches_whole(&mut self, pattern: &Expr, expr: &'a Expr) -> bool {
        match self.repeated_term(pattern) {
            Some(term) if matches!(shell(expr), Some(Shell::Binary(BinaryOp::Add))) => {
                self.match_terms(term, expr)
            }
            Some(_) | None => self.matches(pattern, expr),
        }
    }

    fn matches(&mut self, pattern: &Expr, expr: &'a Expr) -> bool {
        if let Some(name) = pattern.as_name() {
            return match self.variable(name.name) {
                Some(_) => self.bind(name.name, expr),
                None => expr.as_name().is_some_and(|found| found.name == name.name),
            };
        }
        if let Some((function, argument)) = self.captured_function(pattern) {
            self.captures.push((function, argument, expr));
            return true;
        }
        let Some(wanted) = shell(pattern) else {
            return self.same(pattern, expr);
        };
        shell(expr) == Some(wanted)
            && self.same_names(pattern, expr)
            && self.match_parts(&parts(pattern), &parts(expr))
    }

    /// Arguments that are named have the same names on both sides.
    fn same_names(&self, pattern: &Expr, expr: &Expr) -> bool {
        let name = |arg: &Arg| arg.name.map(|name| name.name);
        args(pattern)
            .iter()
            .zip(args(expr))
            .all(|(pattern, arg)| name(pattern) == name(arg))
    }

    fn match_parts(&mut self, patterns: &[&Expr], exprs: &[&'a Expr]) -> bool {
        let rest = patterns.last().and_then(|last| self.is_variadic(last));
        let fixed = patterns.len() - usize::from(rest.is_some());
        let counts_fit = match rest {
            Some(_) => exprs.len() >= fixed,
            None => exprs.len() == fixed,
        };
        if !counts_fit {
            return false;
        }
        if let Some(name) = rest {
            self.bound
                .insert(name, Bound::Many(exprs[fixed..].to_vec()));
        }
        patterns[..fixed]
            .iter()
            .zip(exprs)
            .all(|(pattern, expr)| self.matches(pattern, expr))
    }

    // --------------------------------------------------------------------------------- sums of any number of terms

    /// The term of a pattern `sum([term])` whose term has variadic variables.
    pub fn repeated_term<'p>(&self, pattern: &'p Expr) -> Option<&'p Expr> {
        let name = called_name(pattern)?;
        let [arg] = args(pattern) else { return None };
        match &arg.value.kind {
            ExprKind::Vector(items)
                if builtins::find(self.names.text(name)) == Some(Builtin::Sum)
                    && items.len() == 1 =>
            {
                let term = &items[0];
                let is_itself = self.is_variadic(term).is_some();
                (!is_itself && self.mentions_variadic(term)).then_some(term)
            }
            _ => None,
        }
    }

    fn mentions_variadic(&self, expr: &Expr) -> bool {
        self.is_variadic(expr).is_some()
            || parts(expr)
                .into_iter()
                .any(|part| self.mentions_variadic(part))
    }

    /// `f(x)` where `f` is variadic: it captures any expression as a function of `x`.
    fn captured_function(&self, pattern: &Expr) -> Option<(Symbol, Symbol)> {
        let ExprKind::Call(call) = &pattern.kind else {
            return None;
        };
        let function = self.is_variadic(&call.callee)?;
        let [arg] = call.args.as_slice() else {
            return None;
        };
        let argument = arg.value.as_name()?.name;
        self.variable(argument)?;
        Some((function, argument))
    }

    fn match_terms(&mut self, term: &Expr, sum: &'a Expr) -> bool {
        let mut terms = Vec::new();
        flatten(sum, &mut terms);
        let variadic: Vec<Symbol> = self
            .variables
            .iter()
            .filter(|variable| variable.variadic)
            .map(|variable| variable.name)
            .collect();
        let mut many: BTreeMap<Symbol, Vec<&'a Expr>> = BTreeMap::new();
        for each in terms {
            if !self.matches(term, each) {
                return false;
            }
            for name in &variadic {
                if let Some(Bound::One(found)) = self.bound.remove(name) {
                    many.entry(*name).or_default().push(found);
                }
            }
        }
        if !self.close_captures(&mut many) {
            return false;
        }
        let lists = many
            .into_iter()
            .map(|(name, list)| (name, Bound::Many(list)));
        self.bound.extend(lists);
        true
    }

    /// Makes functions of the captured expressions; their argument is the first name that all of them contain.
    fn close_captures(&mut self, many: &mut BTreeMap<Symbol, Vec<&'a Expr>>) -> bool {
        for (function, argument, expr) in self.captures.clone() {
            if !self.bound.contains_key(&argument) {
                let Some(found) = self.common_name(argument) else {
                    return false;
                };
                self.bound.insert(argument, Bound::One(found));
            }
            let Some(Bound::One(found)) = self.bound.get(&argument) else {
                return false;
            };
            let Some(name) = found.as_name() else {
                return false;
            };
            let lambda = self.arena.alloc(function_of(name, expr));
            many.entry(function).or_default().push(lambda);
        }
        true
    }

    fn common_name(&self, argument: Symbol) -> Option<&'a Expr> {
        let mut captured = self
            .captures
            .iter()
            .filter(|(_, of, _)| *of == argument)
            .map(|(_, _, expr)| {
                let mut names = Vec::new();
                value_names(expr, &mut names);
                names
            });
        let first = captured.next()?;
        let others: Vec<Vec<Ident>> = captured.collect();
        let shared = |name: &&Ident| {
            let among = |names: &Vec<Ident>| names.iter().any(|other| other.name == name.name);
            others.iter().all(among)
        };
        let name = *first.iter().find(shared)?;
        let (_, _, expr) = self.captures.first()?;
        Some(self.arena.alloc(Expr {
            id: expr.id,
            span: name.span,
            kind: ExprKind::Name(name.name),
        }))
    }
}

/// The terms of `a + b + c`.
fn flatten<'a>(expr: &'a Expr, terms: &mut Vec<&'a Expr>) {
    match &expr.kind {
        ExprKind::Binary(binary) if binary.op == BinaryOp::Add => {
            flatten(&binary.left, terms);
            terms.push(&binary.right);
        }
        _ => terms.push(expr),
    }
}

/// `name -> body`.
fn function_of(name: Ident, body: &Expr) -> Expr {
    let param = Param {
        span: name.span,
        variadic: false,
        name,
        ty: None,
        default: None,
    };
    Expr {
        id: body.id,
        span: body.span,
        kind: ExprKind::Lambda(Box::new(Lambda {
            qualifier: None,
            params: vec![param],
            body: body.clone(),
        })),
    }
}
