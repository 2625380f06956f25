//! Reductions: rules of the program that rewrite expressions before they are checked.
//!
//! An expression is rewritten as a whole: of all places where some rule matches, the one that [`matching::Rank`] puts first is
//! rewritten, until no rule matches anywhere. What a variable of a pattern stands for must fit its type; to find that type, the
//! expression is checked for nothing but its type (`speculate`), which leaves no trace.
//!
//! | file | what it does |
//! |---|---|
//! | `rules` | the rules of a program |
//! | `inference` | what rewriting asks of the checker, and nothing else |
//! | `pattern` | matches structure |
//! | `matching` | fits of types and the order of candidates, shared with overloads |
//! | `search` | the fixed point |
//! | `rewrite` | the right side in place of the left |
//! | `conditions` | those that are decided at compile time |
//! | `safety` | unsafe rules |
//! | `symbolic` | names without a value |
//! | `log` | what is told of all this |
//!
//! *Invariant:* an expression means the same whether it is rewritten once or on every walk over it: equal results are the same
//! tree.

mod conditions;
mod inference;
mod log;
pub(super) mod matching;
mod pattern;
mod rewrite;
mod rules;
mod safety;
mod search;
mod symbolic;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::base::{Id, Interner, Span, Symbol};
use crate::diag::{Code, Report};
use crate::hir::Space;
use crate::resolve::Modules;
use crate::syntax::ast;
use crate::syntax::blocks::inner_blocks;
use crate::types::Type;

use super::{BodyState, Checker, ReductionOptions};
use rules::Rule;

pub(super) use rules::{RuleVariables, Rules, rule_variables, with_rule_variables};

/// So many values of one expression can be held for being evaluated once.
const TEMPORARIES: usize = 64;

/// What is remembered of the use of rules.
pub(super) struct Reductions<'a> {
    /// The rules in force: none before the types of the program are defined.
    rules: Rc<Rules<'a>>,
    /// Rules that do not apply to an expression any more, by its id.
    blocked: HashMap<ast::ExprId, Vec<usize>>,
    /// The results, so that equal ones are the same tree.
    results: HashMap<(usize, String), &'a ast::Expr>,
    /// Assignment statements as expressions, by address.
    assignments: HashMap<usize, &'a ast::Expr>,
    /// Names without a value, with their types.
    symbols: BTreeMap<Symbol, Type>,
    /// Number of ids made up.
    made: usize,
    /// How many types are being found out, one within the other.
    speculating: usize,
    /// How many characters of text were looked at for the expression that is being rewritten.
    spent: usize,
    /// The types found so far, by text; one table per expression being rewritten.
    types: Vec<HashMap<String, Type>>,
    /// The next expression to be rewritten is part of the one being rewritten: it shares its table.
    shares_types: bool,
}

/// What is left off where an instance of a function is checked in between.
pub(super) struct Interrupted {
    speculating: usize,
    spent: usize,
}

impl<'a> Reductions<'a> {
    /// No rules yet.
    pub(super) fn new(names: &Interner) -> Self {
        Reductions {
            rules: Rc::new(Rules::none(names)),
            blocked: HashMap::new(),
            results: HashMap::new(),
            assignments: HashMap::new(),
            symbols: BTreeMap::new(),
            made: 0,
            speculating: 0,
            spent: 0,
            types: Vec::new(),
            shares_types: false,
        }
    }

    /// From here on these rules are in force.
    pub(super) fn put_in_force(&mut self, rules: Rc<Rules<'a>>) {
        self.rules = rules;
    }

    /// Whether anything is to be done for expressions at all.
    fn is_idle(&self, options: ReductionOptions) -> bool {
        let rules = options.enabled && !self.rules.all.is_empty();
        !rules && self.symbols.is_empty()
    }

    /// A new id for an expression that no file contains.
    fn made_id(&mut self) -> ast::ExprId {
        self.made += 1;
        ast::ExprId::from_index(u32::MAX as usize - self.made)
    }

    /// Rules that do not apply to an expression any more.
    fn blocked(&self, node: &ast::Expr) -> &[usize] {
        self.blocked.get(&node.id).map_or(&[], Vec::as_slice)
    }

    fn known_type(&self, text: &str) -> Option<&Type> {
        self.types.last()?.get(text)
    }

    /// A statement as an expression; the same one each time.
    fn assignment_as_expr(
        &mut self,
        exprs: &'a typed_arena::Arena<ast::Expr>,
        assign: &'a ast::Assign,
        span: Span,
    ) -> &'a ast::Expr {
        let address = std::ptr::from_ref(assign) as usize;
        if let Some(known) = self.assignments.get(&address) {
            return known;
        }
        let whole = ast::Expr {
            id: self.made_id(),
            span,
            kind: ast::ExprKind::Assign(Box::new(assign.clone())),
        };
        let whole: &'a ast::Expr = exprs.alloc(whole);
        self.assignments.insert(address, whole);
        whole
    }

    /// The names without a value that are in scope.
    pub(super) fn symbols(&self) -> BTreeMap<Symbol, Type> {
        self.symbols.clone()
    }

    /// At the end of a function the names that it declared are forgotten.
    pub(super) fn set_symbols(&mut self, symbols: BTreeMap<Symbol, Type>) {
        self.symbols = symbols;
    }
}

/// Adds the names that rewriting makes up; most of them only if there is anything to rewrite by.
pub(super) fn with_made_names(names: &Interner, modules: &Modules) -> Interner {
    let mut names = names.clone();
    names.intern("$whole");
    names.intern("assert");
    let mut bodies = modules.modules.iter().map(|module| &module.ast.body);
    if bodies.any(has_reductions) {
        for index in 0..TEMPORARIES {
            names.intern(&format!("$r{index}"));
            names.intern(&format!("$p{index}"));
        }
    }
    names
}

fn has_reductions(block: &ast::Block) -> bool {
    block.stmts.iter().any(|stmt| {
        matches!(stmt.kind, ast::StmtKind::Reduction(_))
            || inner_blocks(stmt).into_iter().any(has_reductions)
    })
}

impl<'a> Checker<'a> {
    /// `reduction …` where it stands: its types and its safety are checked.
    pub(super) fn reduction_statement(
        &mut self,
        f: &mut BodyState<'a>,
        reduction: &'a ast::Reduction,
        span: Span,
    ) {
        let found = self
            .reductions
            .rules
            .all
            .iter()
            .position(|rule| std::ptr::eq(rule.source, reduction));
        match found {
            Some(rule) => self.rewriting(f, |rewriter| rewriter.check_rule(rule)),
            None => self.unsupported(span, "reductions within expressions"),
        }
    }

    /// Whether what is checked now leaves no trace but its result.
    pub(super) fn is_speculating(&self) -> bool {
        self.reductions.speculating > 0
    }

    /// Does something that leaves no trace but its result.
    pub(super) fn speculate<T>(
        &mut self,
        f: &mut BodyState<'a>,
        body: impl FnOnce(&mut Self, &mut BodyState<'a>) -> T,
    ) -> T {
        let (env, vars) = (f.env.clone(), f.vars.len());
        let state = (f.dead, f.temporaries, f.settled);
        let reports = self.reports.len();
        self.reductions.speculating += 1;
        f.settled = false;
        let result = body(self, f);
        self.reductions.speculating -= 1;
        self.reports.truncate(reports);
        f.env = env;
        f.vars.truncate(vars);
        f.slots.retain(|_, var| crate::base::Id::index(*var) < vars);
        (f.dead, f.temporaries, f.settled) = state;
        result
    }

    /// An instance is checked in full even where only the type of a call of it is wanted. Gives what `end_instance` takes.
    pub(super) fn start_instance(&mut self) -> Interrupted {
        Interrupted {
            speculating: std::mem::take(&mut self.reductions.speculating),
            spent: std::mem::take(&mut self.reductions.spent),
        }
    }

    /// Back to the call.
    pub(super) fn end_instance(&mut self, interrupted: Interrupted) {
        self.reductions.speculating = interrupted.speculating;
        self.reductions.spent = interrupted.spent;
    }

    /// `target op value` as the rules leave it; none when it is no assignment any more, and done, or after an error.
    pub(super) fn reduced_assignment(
        &mut self,
        f: &mut BodyState<'a>,
        assign: &'a ast::Assign,
        span: Span,
        out: &mut Vec<crate::hir::Stmt>,
    ) -> Option<&'a ast::Assign> {
        let is_looked_for = self.reductions.rules.of_assignments.contains(&assign.op);
        if f.settled || !self.definitions.options.reductions.enabled || !is_looked_for {
            return Some(assign);
        }
        let exprs = &self.arenas.exprs;
        let whole = self.reductions.assignment_as_expr(exprs, assign, span);
        let reduced = self.rewrite(f, whole)?;
        match &reduced.kind {
            ast::ExprKind::Assign(_) if std::ptr::eq(reduced, whole) => Some(assign),
            ast::ExprKind::Assign(assign) => Some(&**assign),
            _ => {
                self.expr_statement(f, reduced, span, out);
                None
            }
        }
    }

    /// `$ftype("__device__")`: whether the code around is of that kind. It limits reductions to kernel, device or host code.
    pub(super) fn function_kind(
        &mut self,
        f: &BodyState<'a>,
        args: &'a [ast::Arg],
        span: Span,
    ) -> crate::hir::Expr {
        let kind = match args {
            [
                ast::Arg {
                    value:
                        ast::Expr {
                            kind: ast::ExprKind::String(text),
                            ..
                        },
                    ..
                },
            ] => match &**text {
                "__host__" => Some(Space::Host),
                "__device__" => Some(Space::Device),
                "__kernel__" => Some(Space::Kernel),
                _ => None,
            },
            _ => None,
        };
        match kind {
            Some(kind) => super::trees::int(i32::from(f.space == kind), span),
            None => {
                self.report(
                    Report::new(
                        Code::BadArgument,
                        span,
                        "`$ftype` takes \"__host__\", \"__device__\" or \"__kernel__\"",
                    )
                    .label("not a kind of function"),
                );
                super::trees::error(span)
            }
        }
    }

    /// Remembers which captured variables their owner assigns more than once, when a function value is made.
    pub(super) fn note_reassigned(&mut self, f: &BodyState<'a>, def: super::DefId) {
        let several = |name: &&Symbol| {
            let places = f.assignments.get(*name).map_or(0, Vec::len);
            places > 1 || (places == 1 && !f.loops.is_empty())
        };
        let free = &self.functions.defs[def].free;
        let found: Vec<Symbol> = free.iter().filter(several).copied().collect();
        self.functions.defs[def].reassigned = found;
    }
}
