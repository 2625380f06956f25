//! Finds the mutants of a file and plants those that are wanted: each is a choice that the running compiler makes.
//!
//! *Invariant:* with no mutant chosen, a file with mutants planted does what it did before.

use crate::mutant::{Mutant, one_line, short};
use crate::operators;
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Expr, File, Signature, Stmt, parse_quote};

/// The number under which a mutant is planted; none where it is not wanted.
pub type Wanted<'w> = dyn Fn(&Mutant) -> Option<u32> + 'w;

/// The mutants of a file; `syntax` gets those planted that are wanted.
pub fn plant(file: &str, syntax: &mut File, wanted: &Wanted) -> Vec<Mutant> {
    let mut points = Points {
        file,
        scope: Vec::new(),
        counts: BTreeMap::new(),
        found: Vec::new(),
        constant: false,
        wanted,
    };
    points.visit_file_mut(syntax);
    points.found
}

struct Points<'w> {
    file: &'w str,
    /// Modules, types and functions around.
    scope: Vec<String>,
    /// How often each change was found.
    counts: BTreeMap<String, u32>,
    found: Vec<Mutant>,
    /// Inside of what is computed when compiling, where nothing can be chosen.
    constant: bool,
    wanted: &'w Wanted<'w>,
}

/// A change that is planted behind the visit of the parts.
type Planned = Vec<(u32, Expr)>;

impl Points<'_> {
    /// Notes a mutant; its number if it is wanted. Without a text of what it becomes it is left out.
    fn note(&mut self, before: &str, after: Option<&str>) -> Option<u32> {
        let mut mutant = Mutant {
            file: self.file.to_owned(),
            function: self.scope.join("::"),
            before: one_line(before),
            after: one_line(after.unwrap_or("?")),
            nth: 0,
            left_out: self.constant || after.is_none(),
        };
        let count = self.counts.entry(mutant.key()).or_default();
        *count += 1;
        mutant.nth = *count;
        let number = (self.wanted)(&mutant).filter(|_| !mutant.left_out);
        self.found.push(mutant);
        number
    }

    fn plan(&mut self, expr: &Expr, changes: impl IntoIterator<Item = Expr>) -> Planned {
        let mut planned = Vec::new();
        for change in changes {
            let (before, after) = (brief(expr), brief(&change));
            planned.extend(
                self.note(&before, Some(&after))
                    .map(|number| (number, change)),
            );
        }
        planned
    }

    /// An expression; `negated`: with the negation of what says yes or no.
    fn expr(&mut self, expr: &mut Expr, negated: bool) {
        let planned = self.plan(&expr.clone(), operators::changes(expr, negated));
        visit_mut::visit_expr_mut(self, expr);
        choose(expr, planned);
    }

    fn condition(&mut self, cond: &mut Expr) {
        let planned = self.plan(&cond.clone(), operators::negation(cond));
        self.visit_expr_mut(cond);
        choose(cond, planned);
    }

    /// A function: what it gives without its body, then its body.
    fn function(&mut self, attributes: &[Attribute], signature: &Signature, body: &mut Block) {
        if is_of_tests(attributes) {
            return;
        }
        let constant = self.constant;
        self.constant |= signature.constness.is_some();
        self.scope.push(signature.ident.to_string());
        let values = operators::at_once(&signature.output, body);
        let mut returns: Vec<Stmt> = Vec::new();
        for value in values {
            let after = value
                .as_ref()
                .map(|value| format!("return {}", text(value)));
            if let Some(number) = self.note("the body", after.as_deref()) {
                returns.push(parse_quote!(if crate::mutants::on(#number) { return #value; }));
            }
        }
        self.visit_block_mut(body);
        body.stmts.splice(0..0, returns);
        self.scope.pop();
        self.constant = constant;
    }

    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        let constant = std::mem::replace(&mut self.constant, true);
        visit(self);
        self.constant = constant;
    }
}

impl VisitMut for Points<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.expr(expr, true);
    }

    fn visit_expr_binary_mut(&mut self, binary: &mut syn::ExprBinary) {
        let joins = matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_));
        for side in [&mut binary.left, &mut binary.right] {
            let planned = self.plan(&side.clone(), operators::forgotten(&binary.op, side));
            self.expr(side, !joins);
            choose(side, planned);
        }
    }

    fn visit_expr_unary_mut(&mut self, unary: &mut syn::ExprUnary) {
        // The negation of what stands behind `!` is the change of the whole.
        let negated = !matches!(unary.op, syn::UnOp::Not(_));
        self.expr(&mut unary.expr, negated);
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        self.condition(&mut branch.cond);
        self.visit_block_mut(&mut branch.then_branch);
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, repeated: &mut syn::ExprWhile) {
        self.condition(&mut repeated.cond);
        self.visit_block_mut(&mut repeated.body);
    }

    fn visit_expr_repeat_mut(&mut self, repeated: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut repeated.expr);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        if let Some((_, guard)) = &mut arm.guard {
            let ways = [parse_quote!(true), parse_quote!(false)];
            let planned = match operators::has_let(guard) {
                true => Vec::new(),
                false => self.plan(&guard.clone(), ways),
            };
            self.expr(guard, false);
            choose(guard, planned);
        }
        self.visit_expr_mut(&mut arm.body);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            let number = match operators::is_deleted(stmt) {
                true => self.note(&text(stmt), Some("nothing")),
                false => None,
            };
            self.visit_stmt_mut(stmt);
            if let Some(number) = number {
                *stmt = parse_quote!(if !crate::mutants::on(#number) { #stmt });
            }
        }
    }

    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        self.function(&item.attrs, &item.sig, &mut item.block);
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        self.function(&item.attrs, &item.sig, &mut item.block);
    }

    fn visit_trait_item_fn_mut(&mut self, item: &mut syn::TraitItemFn) {
        if let Some(body) = &mut item.default {
            self.function(&item.attrs, &item.sig, body);
        }
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        if is_of_tests(&item.attrs) {
            return;
        }
        let name = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        self.scope.push(name.unwrap_or_else(|| text(&item.self_ty)));
        visit_mut::visit_item_impl_mut(self, item);
        self.scope.pop();
    }

    fn visit_item_mod_mut(&mut self, item: &mut syn::ItemMod) {
        if is_of_tests(&item.attrs) {
            return;
        }
        self.scope.push(item.ident.to_string());
        visit_mut::visit_item_mod_mut(self, item);
        self.scope.pop();
    }

    fn visit_item_const_mut(&mut self, item: &mut syn::ItemConst) {
        self.constant(|points| visit_mut::visit_item_const_mut(points, item));
    }

    fn visit_impl_item_const_mut(&mut self, item: &mut syn::ImplItemConst) {
        self.constant(|points| visit_mut::visit_impl_item_const_mut(points, item));
    }

    fn visit_item_static_mut(&mut self, item: &mut syn::ItemStatic) {
        self.constant(|points| visit_mut::visit_item_static_mut(points, item));
    }

    // Patterns, types and attributes are no code that runs.
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_path_mut(&mut self, _: &mut syn::Path) {}
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}
    fn visit_item_enum_mut(&mut self, _: &mut syn::ItemEnum) {}
    fn visit_item_macro_mut(&mut self, _: &mut syn::ItemMacro) {}
}

/// Makes an expression a choice between itself and its changes.
fn choose(expr: &mut Expr, planned: Planned) {
    for (number, change) in planned {
        *expr = parse_quote!((if crate::mutants::on(#number) { (#change) } else { (#expr) }));
    }
}

fn is_of_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        path.is_ident("test") || path.is_ident("cfg") && text(&attribute.meta).contains("test")
    })
}

/// The text of an expression, with its operator however long its sides are.
fn brief(expr: &Expr) -> String {
    match expr {
        Expr::Binary(binary) => {
            let (left, op, right) = (text(&binary.left), text(&binary.op), text(&binary.right));
            format!("{} {op} {}", short(&left), short(&right))
        }
        _ => text(expr),
    }
}

fn text(syntax: &impl ToTokens) -> String {
    syntax.to_token_stream().to_string()
}
