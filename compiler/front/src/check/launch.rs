//! `parallel_do` and `serial_do`: launch dimensions, block sizes, kernel arguments.
//!
//! *Invariant:* a launch in the typed tree gives one int per dimension of the launch.

use crate::base::{Span, Symbol};
use crate::builtins::Builtin;
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind, Space};
use crate::syntax::ast;
use crate::types::families::{empty_type, number_type};
use crate::types::{ArrayType, ClosureId, Elem, Size, Type};

use super::call::Argument;
use super::convert::{to_elem, to_int};
use super::functions::Functions;
use super::kinds::{are_functions, holds_cells};
use super::trees::{error, int};
use super::{BodyState, Checker, DefId, InstanceKey, Reports};

/// The dimensions of a launch.
pub(super) struct Grid {
    pub(super) dims: Vec<Expr>,
    pub(super) block: Option<Vec<Expr>>,
}

/// A launch without its arguments.
pub(super) struct Launched {
    pub(super) grid: Grid,
    pub(super) def: DefId,
    closure: ClosureId,
    kernel: Expr,
    serial: bool,
    pub(super) span: Span,
}

impl<'a> Checker<'a> {
    /// `parallel_do(dims, args…, kernel)`.
    pub(super) fn launch(
        &mut self,
        f: &mut BodyState<'a>,
        args: &'a [ast::Arg],
        serial: bool,
        span: Span,
    ) -> Expr {
        let form = if serial { "serial_do" } else { "parallel_do" };
        let [dims, middle @ .., kernel] = args else {
            self.report(
                Report::new(
                    Code::ArgumentCount,
                    span,
                    format!("`{form}` takes dimensions, arguments and a kernel"),
                )
                .label("too few arguments")
                .help(format!("write `{form}(size(x), x, y, kernel)`")),
            );
            return error(span);
        };
        let grid = self.grid(f, &dims.value);
        let values = self.arguments(f, middle);
        let (kernel_value, generics) = self.launched(f, &kernel.value);
        let (Some(grid), Some((def, closure))) = (grid, self.kernel(&kernel_value)) else {
            return error(span);
        };
        let launch = Launched {
            grid,
            def,
            closure,
            kernel: kernel_value,
            serial,
            span,
        };
        self.launch_kernel(f, launch, values, generics)
    }

    /// What is launched: a function value, or `k[3]`, an explicit instance of a generic kernel, with its sizes.
    fn launched(
        &mut self,
        f: &mut BodyState<'a>,
        value: &'a ast::Expr,
    ) -> (Expr, Vec<(Symbol, i32)>) {
        let ast::ExprKind::Index(index) = &value.kind else {
            let kernel = self.kernel_named(f, value);
            return (kernel.unwrap_or_else(|| self.expr(f, value)), Vec::new());
        };
        let base = self.kernel_named(f, &index.base);
        let base = base.unwrap_or_else(|| self.expr(f, &index.base));
        let params = match &base.ty {
            Type::Closure(closure) => self
                .functions
                .generics_of(self.functions.closures[*closure].def),
            _ => &[],
        };
        if params.is_empty() {
            return (self.index_of(f, base, index, value.span), Vec::new());
        }
        let mut generics = Vec::new();
        for (param, arg) in params.iter().zip(&index.args) {
            let own = f.generics.clone();
            if let Some(size) = self.constant_int(f, &own, &arg.value) {
                generics.push((param.name.name, size));
            }
        }
        (base, generics)
    }

    pub(super) fn kernel(&mut self, value: &Expr) -> Option<(DefId, ClosureId)> {
        match &value.ty {
            Type::Closure(closure) => {
                let def = self.functions.closures[*closure].def;
                let lambda = matches!(self.functions.defs[def].source, super::DefSource::Lambda(_));
                if self.functions.defs[def].space == Space::Kernel || lambda {
                    return Some((def, *closure));
                }
                let name = self.functions.defs[def].name.clone();
                self.report(
                    Report::new(
                        Code::NotAKernel,
                        value.span,
                        format!("`{name}` is not a kernel"),
                    )
                    .label("cannot be launched")
                    .also(self.functions.defs[def].span, "defined here")
                    .help("declare it `__kernel__`"),
                );
                None
            }
            Type::Error => None,
            other => {
                let message = format!("the last argument of a launch is a kernel, not a `{other}`");
                self.report(
                    Report::new(Code::NotAKernel, value.span, message).label("not a function"),
                );
                None
            }
        }
    }

    fn launch_kernel(
        &mut self,
        f: &mut BodyState<'a>,
        launch: Launched,
        values: Vec<Argument>,
        mut generics: Vec<(Symbol, i32)>,
    ) -> Expr {
        let Launched { def, span, .. } = launch;
        let broken = values
            .iter()
            .any(|argument| argument.value.ty == Type::Error);
        if broken || self.functions.has_misplaced_rest(def) {
            return error(span);
        }
        let params: Vec<&'a ast::Param> = self
            .functions
            .params(def)
            .iter()
            .filter(|param| self.definitions.special(param).is_none())
            .collect();
        let Some(args) = self.bind_to_params(f, def, &params, values, &mut generics, span) else {
            return error(span);
        };
        if !self.kernel_arguments(&args)
            || !self.kernel_captures(launch.closure, launch.kernel.span)
        {
            return error(span);
        }
        self.specialise(f, def, &params, &args, &mut generics);
        self.launch_version(f, launch, &params, args, generics)
    }

    /// The launch of the instance for these arguments and known parameters.
    pub(super) fn launch_instance(
        &mut self,
        launch: &Launched,
        args: Vec<Option<Expr>>,
        generics: Vec<(Symbol, i32)>,
    ) -> Expr {
        let span = launch.span;
        let types = args
            .iter()
            .map(|arg| arg.as_ref().map(|arg| arg.ty.clone()))
            .collect();
        let key = InstanceKey {
            def: launch.def,
            args: types,
            closure: Some(launch.closure),
            rank: Some(launch.grid.dims.len()),
            on_device: false,
            generics,
            texts: Vec::new(),
        };
        let Some((instance, outputs)) = self.instantiate(key, span) else {
            return error(span);
        };
        let ty = match outputs.len() {
            0 => Type::Void,
            1 => outputs[0].clone(),
            _ => Type::Tuple(outputs),
        };
        let ty = if ty == Type::Error { Type::Void } else { ty };
        let captures = !self.functions.closures[launch.closure].captures.is_empty();
        Expr {
            ty,
            span,
            kind: ExprKind::Launch {
                instance,
                dims: launch.grid.dims.clone(),
                block: launch.grid.block.clone(),
                args: args.into_iter().flatten().collect(),
                captured: captures.then(|| Box::new(launch.kernel.clone())),
                serial: launch.serial,
            },
        }
    }

    /// Strings and host functions do not go to kernels.
    fn kernel_arguments(&mut self, args: &[Option<Expr>]) -> bool {
        let mut fine = true;
        for arg in args.iter().flatten() {
            let bad = match &arg.ty {
                Type::String | Type::Exception | Type::Group(_) => true,
                Type::Array(array) => match array.elem {
                    Elem::Compound(ty @ (Type::Class(_) | Type::Pointer(_))) => {
                        self.types.holds_host_value(ty)
                    }
                    elem => elem == Elem::String || holds_cells(&arg.ty),
                },
                Type::Unknown(_) => true,
                Type::Union(functions) if are_functions(&arg.ty) => functions
                    .iter()
                    .any(|function| self.functions.is_host_function(function)),
                Type::Union(_) => true,
                Type::Closure(_) => self.functions.is_host_function(&arg.ty),
                Type::Enum(_) => self.types.is_type_value(&arg.ty),
                Type::Class(_) | Type::Pointer(_) | Type::Null => {
                    self.types.holds_host_value(&arg.ty)
                }
                number_type!() | Type::Tuple(_) | empty_type!() => false,
            };
            if bad {
                fine = false;
                let what = if are_functions(&arg.ty) {
                    "host functions".to_string()
                } else {
                    format!("values of type `{}`", arg.ty)
                };
                self.report(
                    Report::new(
                        Code::HostOnly,
                        arg.span,
                        format!("{what} cannot be passed to a kernel"),
                    )
                    .label("only numbers, arrays of numbers, kernel and device functions"),
                );
            }
        }
        fine
    }

    /// The dimensions of a launch: a number, a vector, or dimensions and block sizes.
    pub(super) fn grid(&mut self, f: &mut BodyState<'a>, dims: &'a ast::Expr) -> Option<Grid> {
        if let ast::ExprKind::Vector(items) = &dims.kind
            && items.len() == 2
        {
            return self.two_part_grid(f, items, dims.span);
        }
        let value = self.expr(f, dims);
        let dims = self.launch_dims(f, value)?;
        Some(Grid { dims, block: None })
    }

    /// `[dims, block]`: both vectors; `[a, b]` of numbers are two dimensions.
    fn two_part_grid(
        &mut self,
        f: &mut BodyState<'a>,
        items: &'a [ast::Expr],
        span: Span,
    ) -> Option<Grid> {
        let first = self.expr(f, &items[0]);
        let second = self.expr(f, &items[1]);
        if first.ty.is_number() && second.ty.is_number() {
            let dims = vec![
                to_int(&mut self.reports, first, "a launch dimension"),
                to_int(&mut self.reports, second, "a launch dimension"),
            ];
            return Some(Grid { dims, block: None });
        }
        if first.ty == Type::Error || second.ty == Type::Error {
            return None;
        }
        let dims = self.launch_dims(f, first)?;
        let block = self.launch_dims(f, second)?;
        if dims.len() != block.len() {
            unequal_block(&mut self.reports, dims.len(), block.len(), span);
            return None;
        }
        Some(Grid {
            dims,
            block: Some(block),
        })
    }

    pub(super) fn launch_dims(&mut self, f: &mut BodyState<'a>, value: Expr) -> Option<Vec<Expr>> {
        let span = value.span;
        match &value.ty {
            Type::Int | Type::Long | Type::Scalar => {
                Some(vec![to_int(&mut self.reports, value, "a launch dimension")])
            }
            Type::Array(array) if array.elem.is_real() => {
                let array = array.clone();
                if let Some(dims) = dims_of_size(&value) {
                    return Some(dims);
                }
                let value = to_elem(value, Elem::Int);
                match array.known_numel() {
                    Some(count) if (1..=16).contains(&count) => Some(self.unpack(f, value, span)),
                    _ => {
                        self.report(
                            Report::new(
                                Code::LaunchDimensions,
                                span,
                                "the number of launch dimensions is not known at compile time",
                            )
                            .label(format!("`{array}`"))
                            .help(
                                "write `size(x, 0..1)`, or give the vector a size: `dims : ivec2`",
                            ),
                        );
                        None
                    }
                }
            }
            Type::Error => None,
            other => {
                let message = format!("launch dimensions are ints, not a `{other}`");
                self.report(
                    Report::new(Code::LaunchDimensions, span, message).label("not dimensions"),
                );
                None
            }
        }
    }

    /// `max_block_size`, `opt_block_size` and `opt_block_cnt`: their vectors as one int per dimension.
    pub(super) fn block_query(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let vectors = if builtin == Builtin::OptBlockCount {
            2
        } else {
            1
        };
        if values.len() > vectors {
            let kernel = values.remove(0);
            if self.kernel(&kernel).is_none() {
                return error(span);
            }
        }
        let is_number = values.iter().all(|value| value.ty.is_number());
        let mut sizes = Vec::new();
        for value in values {
            match self.launch_dims(f, value) {
                Some(dims) => sizes.push(dims),
                None => return error(span),
            }
        }
        let rank = sizes[0].len();
        if sizes.iter().any(|dims| dims.len() != rank) {
            unequal_block(&mut self.reports, sizes[1].len(), rank, span);
            return error(span);
        }
        let ty = match is_number {
            true => Type::Int,
            false => Type::Array(ArrayType::new(Elem::Int, vec![Size::Known(rank as i32)])),
        };
        Expr {
            ty,
            span,
            kind: ExprKind::Builtin(builtin, sizes.concat()),
        }
    }
}

impl<'a> Functions<'a> {
    /// Whether a function runs on the host only.
    fn is_host_function(&self, ty: &Type) -> bool {
        let Type::Closure(closure) = ty else {
            return false;
        };
        let def = self.closures[*closure].def;
        let lambda = matches!(self.defs[def].source, super::DefSource::Lambda(_));
        self.defs[def].space == Space::Host && !lambda
    }
}

/// `size(x)`: one dimension per dimension of the array's type; a vector has two.
fn dims_of_size(value: &Expr) -> Option<Vec<Expr>> {
    let ExprKind::Builtin(Builtin::Size, args) = &value.kind else {
        return None;
    };
    let [array] = args.as_slice() else {
        return None;
    };
    let rank = array.ty.as_array().and_then(ArrayType::rank)?;
    let span = value.span;
    let dims = (0..rank.max(2)).map(|dim| Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Builtin(Builtin::Size, vec![array.clone(), int(dim as i32, span)]),
    });
    Some(dims.collect())
}

fn unequal_block(reports: &mut Reports, dims: usize, block: usize, span: Span) {
    reports.push(
        Report::new(
            Code::LaunchDimensions,
            span,
            format!("{dims} dimensions but a block of {block}"),
        )
        .label("dimensions and block have equal lengths"),
    );
}
