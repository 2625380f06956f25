//! Builtins that are not element-wise: reductions, shapes, random numbers, files, time; mostly rows of the runtime.
//!
//! Layer: `calls`.
//!
//! *Invariant:* arguments have the types that the builtin's row demands; the checker converted them.

use crate::builtins::arrays::ArrayFunction;
use crate::builtins::transforms::{Gives, Transform};
use crate::builtins::{self, Builtin, Elementwise, Everywhere, Host, Rule, Special};
use crate::hir::{Expr, ExprKind};
use crate::lower::calls::strings::Scanning;
use crate::lower::calls::threads::BlockQuery;
use crate::lower::emit::emitter::number_entry;
use crate::lower::emit::operand::{Number, Operand, Small};
use crate::lower::emit::types::{Lowered, OBJECT};
use crate::lower::frame::function::FunctionLowering;
use crate::lower::frame::language::Language;
use crate::lower::kernels::together::scope_of;
use crate::lower::memory::storage::inside;
use crate::lower::tree::expression::array_type;
use crate::mir::{
    BinaryOp as MirBinary, CompareOp, ElemKind, ListEntry, RtFn, Together, Ty, Value,
};
use crate::types::{ArrayType, Elem, Type};
use quasar_abi::{CumulateOp, LAST_DIMENSION, ReduceOp};

impl FunctionLowering<'_, '_> {
    /// A call of a builtin.
    pub(in crate::lower) fn eval_builtin(
        &mut self,
        expr: &Expr,
        builtin: Builtin,
        args: &[Expr],
    ) -> Lowered<Operand> {
        match builtins::row(builtin).rule {
            Rule::Elementwise(_, operation) => self.elementwise_builtin(expr, operation, args),
            Rule::Extreme(_, operation) if args.len() == 2 => {
                self.elementwise_builtin(expr, operation, args)
            }
            Rule::Extreme(op, _) | Rule::Reduce(_, op) => match args {
                [arg] if arg.ty.is_number() => {
                    let number = self.eval_number(arg)?;
                    Ok(self.convert_number(number, &expr.ty).into())
                }
                [arg] => self.reduce(expr, op, arg),
                _ => self.on_host(expr, builtin, args, |s| s.reduce_along(expr, op, args)),
            },
            Rule::Everywhere(which) => self.everywhere_builtin(expr, which, args),
            Rule::Host(rule) => match self.small_builtin(expr, rule, args) {
                Some(small) => small,
                None => self.on_host(expr, builtin, args, |s| s.host_builtin(expr, rule, args)),
            },
        }
    }

    /// Numbers, or arrays of them, element by element.
    fn elementwise_builtin(
        &mut self,
        expr: &Expr,
        operation: Elementwise,
        args: &[Expr],
    ) -> Lowered<Operand> {
        if expr.ty.as_array().is_some() {
            return self.elementwise(expr);
        }
        let numbers: Lowered<Vec<Number>> = args.iter().map(|arg| self.eval_number(arg)).collect();
        let numbers = numbers?;
        Ok(self.builtin_number(operation, &numbers).into())
    }

    /// Builtins that kernels have, too.
    fn everywhere_builtin(
        &mut self,
        expr: &Expr,
        which: Everywhere,
        args: &[Expr],
    ) -> Lowered<Operand> {
        match which {
            Everywhere::DotProduct => self.dot_product(expr, &args[0], &args[1]),
            Everywhere::Norm => self.norm(&args[0]),
            Everywhere::Size => self.size(expr, args),
            Everywhere::Numel => self.numel_of(&args[0]),
            Everywhere::NDims => self.ndims(&args[0]),
            Everywhere::IsEmpty => self.is_empty(&args[0]),
            Everywhere::Pos2Ind => self.position_to_index(expr, &args[0], &args[1]),
            Everywhere::Ind2Pos => self.index_to_position(expr, &args[0], &args[1]),
            Everywhere::Target => {
                let on_gpu = self.on_gpu();
                Ok(Operand::Number(self.convert(on_gpu, Ty::I32).into()))
            }
            Everywhere::Takes => self.device_takes(args, expr.span),
            Everywhere::Shared => {
                let what = "a shared array that is not the whole value of a variable";
                self.unsupported(expr.span, what)
            }
            Everywhere::SyncThreads => {
                self.together_builtin(expr, Together::Barrier(scope_of(&args[0])))
            }
            Everywhere::MemFence => self.together_builtin(expr, Together::Fence),
            Everywhere::ThreadBlock => self.group_builtin(expr, args),
            Everywhere::MaxBlockSize => self.block_query(expr, BlockQuery::Largest, args),
            Everywhere::OptBlockSize => self.block_query(expr, BlockQuery::Optimal, args),
            Everywhere::OptBlockCount => self.block_query(expr, BlockQuery::Count, args),
        }
    }

    /// New arrays that fit in the registers of a device.
    fn small_builtin(
        &mut self,
        expr: &Expr,
        rule: Host,
        args: &[Expr],
    ) -> Option<Lowered<Operand>> {
        let array = expr.ty.as_array();
        let small = array.is_some_and(|ty| self.prefers_registers(ty)) && self.on_device();
        if small && rule == Host::Special(Special::Identity) {
            return Some(Ok(self.small_identity(expr)));
        }
        let spaced = small && rule == Host::Special(Special::Linspace);
        spaced.then(|| self.small_linspace(expr, args))
    }

    /// What rearranges an array is a part of the expression around it; anything else is for the host.
    fn on_host(
        &mut self,
        expr: &Expr,
        builtin: Builtin,
        args: &[Expr],
        lower: impl FnOnce(&mut Self) -> Lowered<Operand>,
    ) -> Lowered<Operand> {
        if let Some(result) = self.rearrangement(expr, builtin, args) {
            return result;
        }
        if self.kernel.is_none() {
            return lower(self);
        }
        let what = format!("'{}' within a kernel", builtins::row(builtin).name);
        match expr.ty {
            Type::Array(_) => self.needs_memory(expr.span, &what),
            _ => self.unsupported(expr.span, &what),
        }
    }

    fn host_builtin(&mut self, expr: &Expr, rule: Host, args: &[Expr]) -> Lowered<Operand> {
        match rule {
            Host::Cumulative(op) => self.cumulate(expr, op, args),
            Host::Call(call) => self.runtime_call(expr, call, args),
            Host::Transform(transform) => self.fourier(expr, transform, args),
            Host::Algebra(function) => self.algebra(expr, function, args),
            Host::Array(_, function) => self.array_function(expr, function, args),
            Host::Special(special) => self.special_builtin(expr, special, args),
        }
    }

    /// A builtin of the host that has a rule of its own.
    fn special_builtin(
        &mut self,
        expr: &Expr,
        special: Special,
        args: &[Expr],
    ) -> Lowered<Operand> {
        match special {
            Special::Concatenate => self.concatenate_along(expr, args),
            Special::Append => self.append(expr, args),
            Special::Sort => self.sorted(expr, args),
            Special::Distinct => {
                let array = self.eval_handle(&args[0])?;
                let part = self.eval_value(&args[1])?;
                let order = match args.get(2) {
                    Some(order) => self.eval_handle(order)?,
                    None => array,
                };
                Ok(self.array_row(expr, RtFn::distinct, &[part, array, order]))
            }
            Special::ExtremePlace => self.extreme_place(expr, &args[0]),
            Special::Identity => self.identity(expr, &args[0]),
            Special::Linspace => self.linspace(expr, args),
            Special::RandomUniform => {
                self.random(expr, RtFn::random_uniform, RtFn::random_uniform_value, args)
            }
            Special::RandomNormal => {
                self.random(expr, RtFn::random_normal, RtFn::random_normal_value, args)
            }
            Special::Seed => self.seed(&args[0]),
            Special::ImageRead => self.image_read(expr, args),
            Special::ImageWrite => self.image_write(args),
            Special::ImageShow => self.image_show(args),
            Special::Tic => {
                self.runtime0(RtFn::tic, &[], &[]);
                Ok(Operand::Nothing)
            }
            Special::Toc => self.toc(args),
            Special::Format => self.formatted(RtFn::sprintf, args),
            Special::Print => self.formatted(RtFn::printf, args),
            Special::Join => self.join_strings(args),
            Special::ScanText => self.scan(expr, SCANNING_TEXT, args),
            Special::ScanFile => self.scan(expr, SCANNING_FILE, args),
            Special::Save => self.save_data(args),
            Special::Load => self.load_data(expr, args),
            Special::Foreign => self.foreign(expr, args),
        }
    }

    /// An array, or an object, that is made of another.
    fn array_function(
        &mut self,
        expr: &Expr,
        function: &ArrayFunction,
        args: &[Expr],
    ) -> Lowered<Operand> {
        let array = self.eval_handle(&args[0])?;
        if function.has_ints {
            let entries = self.extent_entries(&args[1..])?;
            let ty = self.array_ty(array_type(&expr.ty));
            let made = self.runtime1(function.func, &[array], &entries, ty);
            return Ok(Operand::Handle(made));
        }
        if let Type::Pointer(_) = expr.ty {
            let made = self.runtime1(function.func, &[array], &[], OBJECT);
            return Ok(Operand::Handle(made));
        }
        Ok(self.array_row(expr, function.func, &[array]))
    }

    // ---- Reductions along a dimension -----------------------------------------------------------------------------------

    fn reduce_along(&mut self, expr: &Expr, op: ReduceOp, args: &[Expr]) -> Lowered<Operand> {
        let array = self.eval_handle(&args[0])?;
        let dim = self.eval_value(&args[1])?;
        let op = self.int(op.code());
        let kind = self.kind_code(Elem::Scalar);
        Ok(self.array_row(expr, RtFn::reduce_dim, &[op, array, dim, kind]))
    }

    fn cumulate(&mut self, expr: &Expr, op: CumulateOp, args: &[Expr]) -> Lowered<Operand> {
        let array = self.eval_handle(&args[0])?;
        let dim = match args.get(1) {
            Some(dim) => self.eval_value(dim)?,
            None => self.int(LAST_DIMENSION),
        };
        let op = self.int(op.code());
        Ok(self.array_row(expr, RtFn::cumulate, &[op, array, dim]))
    }

    /// `sort` and `argsort`.
    fn sorted(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        let array = self.eval_handle(&args[0])?;
        let dim = self.eval_value(&args[1])?;
        let descending = self.eval_value(&args[2])?;
        let func = match &expr.kind {
            ExprKind::Builtin(Builtin::ArgSort, _) => RtFn::sort_order,
            _ => RtFn::sort,
        };
        Ok(self.array_row(expr, func, &[array, dim, descending]))
    }

    /// `indmin` and `indmax`.
    fn extreme_place(&mut self, expr: &Expr, array: &Expr) -> Lowered<Operand> {
        let op = match &expr.kind {
            ExprKind::Builtin(Builtin::IndMin, _) => ReduceOp::Min,
            _ => ReduceOp::Max,
        };
        let array = self.eval_handle(array)?;
        let op = self.int(op.code());
        let place = self.runtime1(RtFn::extreme_place, &[op, array], &[], Ty::I32);
        Ok(Number::Real(place).into())
    }

    /// A Fourier transform; its second argument lists the dimensions.
    fn fourier(&mut self, expr: &Expr, transform: &Transform, args: &[Expr]) -> Lowered<Operand> {
        let array = self.eval_handle(&args[0])?;
        let entries = match self.vector_values(&args[1])? {
            Some(dims) => self.list(&dims),
            None => vec![ListEntry::Value(self.eval_handle(&args[1])?)],
        };
        let kind = self.kind_code(array_type(&expr.ty).elem);
        let (func, values) = match transform.gives {
            Gives::Forward => (RtFn::fourier, vec![array, self.int(0), kind]),
            Gives::Inverse => (RtFn::fourier, vec![array, self.int(1), kind]),
            Gives::RealInverse => (RtFn::fourier_real, vec![array, kind]),
        };
        let ty = self.array_ty(array_type(&expr.ty));
        Ok(Operand::Handle(self.runtime1(func, &values, &entries, ty)))
    }

    // ---- Shape ---------------------------------------------------------------------------------------------------------

    /// Whether an array has no elements.
    pub(in crate::lower) fn is_empty(&mut self, array: &Expr) -> Lowered<Operand> {
        let count = self.numel_of(array)?.number().real();
        let none = self.int(0);
        let empty = self.compare(CompareOp::Eq, count, none);
        Ok(self.int_of(empty).into())
    }

    /// The parts, then the dimension.
    fn concatenate_along(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        let (dim, parts) = args.split_last().expect("cat has a dimension");
        let entries = self.all_entries(parts)?;
        let dim = self.eval_value(dim)?;
        let ty = self.array_ty(array_type(&expr.ty));
        Ok(Operand::Handle(self.runtime1(
            RtFn::array_concatenate,
            &[dim],
            &entries,
            ty,
        )))
    }

    /// The vector, what is appended, and whether that is a vector whose elements are meant.
    fn append(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        let [list, value, whole] = args else {
            panic!("a vector, what is appended, and whether that is a vector");
        };
        let array = self.eval_handle(list)?;
        let operand = self.eval(value)?;
        let elem = array_type(&expr.ty).elem;
        let stored = match (&whole.kind, elem) {
            (ExprKind::Int(0), Elem::Compound(_)) => {
                self.element_value(elem, operand, &value.ty, value.span)?
            }
            (_, _) => operand,
        };
        let entries = match stored {
            Operand::Number(number) => self.element_entry(number, elem),
            other => self.entries(other, value.span)?,
        };
        let whole = self.eval_value(whole)?;
        let ty = self.array_ty(array_type(&expr.ty));
        let longer = self.runtime1(RtFn::array_append, &[array, whole], &entries, ty);
        Ok(Operand::Handle(longer))
    }

    /// A number as the element that is stored for it.
    fn element_entry(&mut self, number: Number, elem: Elem) -> Vec<ListEntry> {
        let kind = self.kind(elem);
        let values = self.stored_values(number, kind);
        vec![match (kind, values.as_slice()) {
            (ElemKind::U64, &[value]) => ListEntry::Unsigned(value),
            (_, _) => number_entry(Number::from_values(&values)),
        }]
    }

    fn identity(&mut self, expr: &Expr, n: &Expr) -> Lowered<Operand> {
        let n = self.eval_value(n)?;
        let n = self.convert(n, Ty::I64);
        let kind = self.kind_code(array_type(&expr.ty).elem);
        Ok(self.array_row(expr, RtFn::eye, &[kind, n]))
    }

    fn small_identity(&mut self, expr: &Expr) -> Operand {
        let ty = array_type(&expr.ty);
        let sizes = ty.known_sizes().expect("a small array has known sizes");
        let n = sizes[0] as usize;
        let (zero, one) = (self.scalar(0.0), self.scalar(1.0));
        let elements = (0..n * n)
            .map(|index| Number::Real(if index % (n + 1) == 0 { one } else { zero }))
            .map(|number| self.convert_number(number, &ty.elem.value_type()))
            .collect();
        Operand::Small(Small {
            ty: ty.clone(),
            elements,
        })
    }

    /// `ind2pos(size, index)`.
    fn index_to_position(&mut self, expr: &Expr, size: &Expr, index: &Expr) -> Lowered<Operand> {
        let ty = array_type(&expr.ty);
        let sizes = self.vector_values(size)?;
        let index = self.eval_value(index)?;
        let Some(sizes) = sizes.filter(|sizes| ty.known_numel() == Some(sizes.len())) else {
            if self.kernel.is_some() {
                return self.unsupported(expr.span, "ind2pos of unknown length within a kernel");
            }
            let index = self.convert(index, Ty::I64);
            let entries = self.extent_entries(std::slice::from_ref(size))?;
            let ty = self.array_ty(ty);
            return Ok(Operand::Handle(self.runtime1(
                RtFn::ind2pos,
                &[index],
                &entries,
                ty,
            )));
        };
        let mut rest = index;
        let mut elements = Vec::new();
        for &size in sizes.iter().skip(1).rev() {
            elements.push(Number::Real(self.binary(MirBinary::Rem, rest, size)));
            rest = self.binary(MirBinary::IntDiv, rest, size);
        }
        elements.push(Number::Real(rest));
        elements.reverse();
        Ok(Operand::Small(Small {
            ty: ty.clone(),
            elements,
        }))
    }

    /// `pos2ind(size, position)`.
    fn position_to_index(&mut self, expr: &Expr, size: &Expr, position: &Expr) -> Lowered<Operand> {
        let sizes = self.vector_values(size)?;
        let indices = self.vector_values(position)?;
        if let (Some(sizes), Some(indices)) = (sizes, indices)
            && sizes.len() == indices.len()
        {
            let mut linear = indices[0];
            for (&size, &index) in sizes.iter().zip(&indices).skip(1) {
                linear = self.index_step(linear, size, index);
            }
            return Ok(Operand::Number(linear.into()));
        }
        if self.kernel.is_some() {
            return self.unsupported(expr.span, "pos2ind of unknown length within a kernel");
        }
        let position = self.eval_handle(position)?;
        let entries = self.extent_entries(std::slice::from_ref(size))?;
        let index = self.runtime1(RtFn::pos2ind, &[position], &entries, Ty::I64);
        Ok(Operand::Number(self.convert(index, Ty::I32).into()))
    }

    // ---- New arrays ------------------------------------------------------------------------------------------------------

    fn linspace(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        let kind = self.kind_code(array_type(&expr.ty).elem);
        let first = self.eval_value(&args[0])?;
        let last = self.eval_value(&args[1])?;
        let count = self.eval_value(&args[2])?;
        let [first, last] = [first, last].map(|value| self.convert(value, Ty::F64));
        let count = self.convert(count, Ty::I64);
        Ok(self.array_row(expr, RtFn::linspace, &[kind, first, last, count]))
    }

    /// The same of a known count in registers.
    fn small_linspace(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        let ty = array_type(&expr.ty);
        let count = ty.known_numel().expect("a small array has known sizes");
        let first = self.eval_value(&args[0])?;
        let last = self.eval_value(&args[1])?;
        let length = self.sub(last, first);
        let elements = (0..count).map(|index| match index {
            0 => first.into(),
            _ if index == count - 1 => last.into(),
            _ => {
                let part = self.scalar(index as f64 / (count - 1) as f64);
                let step = self.mul(length, part);
                self.add(first, step).into()
            }
        });
        let elements = elements.collect();
        Ok(Operand::Small(Small {
            ty: ty.clone(),
            elements,
        }))
    }

    /// By the row for arrays, or the one for a number.
    fn random(
        &mut self,
        expr: &Expr,
        array: RtFn,
        number: RtFn,
        args: &[Expr],
    ) -> Lowered<Operand> {
        let kind = self.kind_code(Elem::Scalar);
        if expr.ty.is_number() {
            let value = self.runtime1(number, &[kind], &[], Ty::F64);
            return Ok(Operand::Number(self.as_scalar(value).into()));
        }
        let entries = self.extent_entries(args)?;
        let ty = self.array_ty(array_type(&expr.ty));
        Ok(Operand::Handle(self.runtime1(array, &[kind], &entries, ty)))
    }

    fn seed(&mut self, seed: &Expr) -> Lowered<Operand> {
        let seed = self.eval_value(seed)?;
        let seed = self.convert(seed, Ty::I64);
        self.runtime0(RtFn::random_seed, &[seed], &[]);
        Ok(Operand::Nothing)
    }

    // ---- Files, time -----------------------------------------------------------------------------------------------------

    fn save_data(&mut self, args: &[Expr]) -> Lowered<Operand> {
        let path = self.eval_handle(&args[0])?;
        let entries = self.all_entries(&args[1..])?;
        self.runtime0(RtFn::data_save, &[path], &entries);
        Ok(Operand::Nothing)
    }

    fn load_data(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        let (path, which) = (self.eval_handle(&args[0])?, self.eval_handle(&args[1])?);
        let kind = self.kind_code(array_type(&expr.ty).elem);
        Ok(self.array_row(expr, RtFn::data_load, &[path, which, kind]))
    }

    fn image_write(&mut self, args: &[Expr]) -> Lowered<Operand> {
        let handles = self.handles(args)?;
        let func = match args.len() {
            2 => RtFn::image_write,
            _ => RtFn::image_write_range,
        };
        self.runtime0(func, &handles, &[]);
        Ok(Operand::Nothing)
    }

    fn image_show(&mut self, args: &[Expr]) -> Lowered<Operand> {
        let handles = self.handles(args)?;
        let func = match args.len() {
            1 => RtFn::figure_image,
            _ => RtFn::figure_image_range,
        };
        let number = self.runtime1(func, &handles, &[], Ty::I32);
        Ok(Operand::Number(number.into()))
    }

    fn handles(&mut self, args: &[Expr]) -> Lowered<Vec<Value>> {
        args.iter().map(|arg| self.eval_handle(arg)).collect()
    }

    fn image_read(&mut self, expr: &Expr, args: &[Expr]) -> Lowered<Operand> {
        let path = self.eval_handle(&args[0])?;
        let kind = self.kind_code(array_type(&expr.ty).elem);
        let row = match args.len() {
            1 => RtFn::image_read,
            _ => RtFn::image_read_native,
        };
        Ok(self.array_row(expr, row, &[path, kind]))
    }

    fn toc(&mut self, args: &[Expr]) -> Lowered<Operand> {
        if args.is_empty() {
            self.runtime0(RtFn::toc_print, &[], &[]);
            return Ok(Operand::Nothing);
        }
        self.eval(&args[0])?;
        let time = self.runtime1(RtFn::toc, &[], &[], Ty::F64);
        Ok(Operand::Number(self.as_scalar(time).into()))
    }

    // ---- Products --------------------------------------------------------------------------------------------------------

    /// The matrix product.
    pub(in crate::lower) fn matrix_product(
        &mut self,
        expr: &Expr,
        a: &Expr,
        b: &Expr,
    ) -> Lowered<Operand> {
        let all_small = [expr, a, b]
            .into_iter()
            .all(|e| e.ty.as_array().is_none_or(|ty| self.prefers_registers(ty)));
        if all_small {
            let (a, b) = (self.eval_small(a)?, self.eval_small(b)?);
            let ty = match &expr.ty {
                Type::Array(ty) => ty.clone(),
                _ => ArrayType::new(a.elem(), Vec::new()),
            };
            let product = self.small_product(&a, &b, &ty);
            if expr.ty.is_number() {
                return Ok(product.elements[0].into());
            }
            return Ok(Operand::Small(product));
        }
        if self.kernel.is_some() {
            return self.needs_memory(
                expr.span,
                "a matrix product of unknown size within a kernel",
            );
        }
        let (func, b) = match &b.kind {
            ExprKind::Builtin(Builtin::Transpose, args) => {
                (RtFn::matrix_multiply_transposed, &args[0])
            }
            _ => (RtFn::matrix_multiply, b),
        };
        let (a, b) = (self.eval_before(a, b)?, self.eval_handle(b)?);
        if expr.ty.is_number() {
            let ty = self.ty(a);
            let product = self.runtime1(func, &[a, b], &[], ty);
            let zero = self.int(0);
            return Ok(self.load_element(inside(product, zero)));
        }
        Ok(self.array_row(expr, func, &[a, b]))
    }

    // ---- Strings ---------------------------------------------------------------------------------------------------------

    fn formatted(&mut self, func: RtFn, args: &[Expr]) -> Lowered<Operand> {
        let format = self.eval_handle(&args[0])?;
        let entries = self.all_entries(&args[1..])?;
        if func == RtFn::sprintf {
            return Ok(Operand::Handle(self.runtime1(
                func,
                &[format],
                &entries,
                Ty::Str,
            )));
        }
        self.runtime0(func, &[format], &entries);
        Ok(Operand::Nothing)
    }
}

/// What reads from a string: numbers, and numbers beside texts.
const SCANNING_TEXT: Scanning = Scanning {
    numbers: RtFn::string_scan,
    texts: RtFn::string_scan_texts,
};

/// What reads from a file.
const SCANNING_FILE: Scanning = Scanning {
    numbers: RtFn::file_scan,
    texts: RtFn::file_scan_texts,
};
