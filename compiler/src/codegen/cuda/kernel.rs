//! A kernel around its body: signature, positions, accumulators, totals.
//!
//! *Invariant:* every thread reaches the end of the kernel, where the accumulators of a block are combined.

use super::body::Body;
use super::together::shared_arrays;
use super::{names, types};
use crate::base::{Id, IndentWriter, SourceMap};
use crate::codegen::kernel::{accumulator_class, kernel_data};
use crate::mir::{Accumulator, AccumulatorOp, BinaryOp, Const, Function, Op, Program, Ty};
use quasar_abi::AccumulatorClass;
use std::collections::BTreeSet;

/// The text of one kernel, and of the one that combines its partial results if it has any.
pub fn text(
    program: &Program,
    function: &Function,
    symbol: &str,
    sources: Option<&SourceMap>,
) -> String {
    let mut kernel = Kernel {
        function,
        symbol,
        body: Body::new(program, function, sources),
    };
    let mut writer = IndentWriter::new();
    kernel.header(program, &mut writer);
    writer.indented(|inner| kernel.inside(inner));
    writer.line("}");
    if !kernel_data(function).accumulators.is_empty() {
        kernel.totals(&mut writer);
    }
    writer.finish()
}

struct Kernel<'a> {
    function: &'a Function,
    symbol: &'a str,
    body: Body<'a>,
}

/// The axes of the grid for each rank, outermost dimension first; with four dimensions the outer two share `z`.
const AXES: [&[&str]; 4] = [&["x"], &["y", "x"], &["z", "y", "x"], &["z", "z", "y", "x"]];

impl Kernel<'_> {
    fn header(&mut self, program: &Program, writer: &mut IndentWriter) {
        let place = &program.locations[self.function.loc];
        writer.line(&format!(
            "// {}, {}:{}",
            self.function.name, place.file, place.line
        ));
        let mut parameters = vec!["const qc_launch launch".to_string()];
        let shared = shared_arrays(self.function);
        for &param in &self.function.params {
            if shared.contains(&param) {
                continue;
            }
            let name = self.body.param_name(param);
            let ty = match self.function.locals[param].ty {
                Ty::Array(_) => "qc_array",
                ty => types::register(ty),
            };
            parameters.push(format!("const {ty} {name}"));
        }
        writer.line(&format!(
            "extern \"C\" __global__ void {}({})",
            self.symbol,
            parameters.join(", ")
        ));
        writer.line("{");
    }

    fn inside(&mut self, writer: &mut IndentWriter) {
        for (name, element, data) in self.body.arrays() {
            writer.line(&format!(
                "{element}* const {data} = ({element}*){name}.data;"
            ));
        }
        let accumulators = kernel_data(self.function).accumulators.clone();
        for accumulator in &accumulators {
            let (ty, name) = (
                self.ty(accumulator),
                self.body.local_name(accumulator.local),
            );
            writer.line(&format!(
                "{} {name} = {};",
                types::register(ty),
                identity(accumulator.op, ty)
            ));
        }
        let body = self.position_body();
        if kernel_data(self.function).group.is_some() {
            self.one_position(writer, &body);
        } else {
            self.positions(0, writer, &body);
        }
        if self.body.uses_done {
            writer.line("done:;");
        }
        for (number, accumulator) in accumulators.iter().enumerate() {
            self.put_partial(number, accumulator, writer);
        }
    }

    fn ty(&self, accumulator: &Accumulator) -> Ty {
        self.function.locals[accumulator.local].ty
    }

    /// The loops over positions around the body.
    fn positions(&self, axis: usize, writer: &mut IndentWriter, body: &str) {
        let axes = AXES[kernel_data(self.function).position.len() - 1];
        if axis == axes.len() {
            writer.push(body);
            return;
        }
        if axes.len() == 4 && axis == 0 {
            writer.line("const long long rows = (long long)(launch.extents[0] > 0 ? launch.extents[0] : 0) * (launch.extents[1] > 0 ? launch.extents[1] : 0);");
            writer.line("for (long long row = Q_FIRST(z); row < rows; row += Q_STRIDE(z)) {");
            writer.indented(|inner| {
                inner.line(
                    "const long long p0 = row / launch.extents[1], p1 = row % launch.extents[1];",
                );
                self.positions(2, inner, body);
            });
        } else {
            let grid = axes[axis];
            writer.line(&format!(
                "for (long long p{axis} = Q_FIRST({grid}); p{axis} < launch.extents[{axis}]; p{axis} += Q_STRIDE({grid})) {{"
            ));
            writer.indented(|inner| self.positions(axis + 1, inner, body));
        }
        writer.line("}");
    }

    /// Threads that act together have one position each: the launch has as many threads, and those beyond the extents leave.
    fn one_position(&self, writer: &mut IndentWriter, body: &str) {
        let axes = AXES[kernel_data(self.function).position.len() - 1];
        writer.line("{");
        writer.indented(|inner| {
            for (axis, grid) in axes.iter().enumerate() {
                inner.line(&format!("const long long p{axis} = Q_FIRST({grid});"));
            }
            let tests: Vec<String> = (0..axes.len())
                .map(|axis| format!("p{axis} < launch.extents[{axis}]"))
                .collect();
            inner.line(&format!("if ({}) {{", tests.join(" && ")));
            inner.indented(|deeper| deeper.push(body));
            inner.line("}");
        });
        writer.line("}");
    }

    /// The body for one position.
    fn position_body(&mut self) -> String {
        let mut writer = IndentWriter::new();
        let position = kernel_data(self.function).position.clone();
        for (axis, &value) in position.iter().enumerate() {
            let name = self.body.define(value, &format!("i{axis}"));
            writer.line(&format!("const int {name} = (int)p{axis};"));
        }
        if !shared_arrays(self.function).is_empty() {
            writer.line("unsigned int q_shared_bytes = 0;");
        }
        self.locals(&mut writer);
        let statements = self.body.statements();
        if self.body.uses_next {
            // A jump over definitions must leave their block.
            writer.line("{");
            writer.indented(|inner| inner.push(&statements));
            writer.line("}");
            writer.line("next:;");
        } else {
            writer.push(&statements);
        }
        writer.finish()
    }

    /// Variables start every position anew.
    fn locals(&mut self, writer: &mut IndentWriter) {
        let accumulators: BTreeSet<_> = kernel_data(self.function)
            .accumulators
            .iter()
            .map(|one| one.local)
            .collect();
        let mut assigned = BTreeSet::new();
        self.function.body.for_each_stmt(&mut |stmt| {
            if let Op::Set(local, _) = stmt.op {
                assigned.insert(local);
            }
        });
        for local in self.function.locals.ids() {
            let data = &self.function.locals[local];
            let is_param = self.function.params.contains(&local);
            if data.ty.is_handle()
                || accumulators.contains(&local)
                || (is_param && !assigned.contains(&local))
            {
                continue;
            }
            let start = if is_param {
                self.body.param_name(local)
            } else {
                "0".to_string()
            };
            if is_param || self.body.is_used(local) {
                writer.line(&format!(
                    "{} {} = {start};",
                    types::register(data.ty),
                    self.body.local_name(local)
                ));
            }
        }
    }

    fn put_partial(&mut self, number: usize, accumulator: &Accumulator, writer: &mut IndentWriter) {
        let (ty, name) = (
            self.ty(accumulator),
            self.body.local_name(accumulator.local),
        );
        let combine = combine(accumulator.op, ty);
        writer.line(&format!(
            "q_put_partial(launch.partials, {number}, q_block_total({name}, {combine}));"
        ));
    }

    fn totals(&self, writer: &mut IndentWriter) {
        writer.newline();
        writer.line("// Combines the partial results of the blocks, in their order; one thread.");
        writer.line(&format!(
            "extern \"C\" __global__ void {}_total(const unsigned long long* partials, int blocks, unsigned long long* totals)",
            self.symbol
        ));
        writer.line("{");
        writer.indented(|inner| {
            for (number, accumulator) in kernel_data(self.function).accumulators.iter().enumerate()
            {
                let ty = self.ty(accumulator);
                let combine = combine(accumulator.op, ty);
                inner.line(&format!(
                    "q_total<{}>(partials, {number}, blocks, totals, {combine});",
                    types::register(ty)
                ));
            }
        });
        writer.line("}");
    }
}

/// The value that changes nothing.
fn identity(op: AccumulatorOp, ty: Ty) -> String {
    let class = accumulator_class(ty);
    let bits = op.identity(class);
    types::constant(match class {
        AccumulatorClass::I32 => Const::I32(bits as u32 as i32),
        AccumulatorClass::I64 => Const::I64(bits as i64),
        AccumulatorClass::F32 => Const::F32(f32::from_bits(bits as u32)),
        AccumulatorClass::F64 => Const::F64(f64::from_bits(bits)),
    })
}

/// A function that combines two partial results, the earlier one first.
fn combine(op: AccumulatorOp, ty: Ty) -> String {
    let register = types::register(ty);
    // `b < a ? b : a`: the earlier value stays unless the later one is smaller.
    let body = match op {
        AccumulatorOp::Add => super::body::binary(BinaryOp::Add, ty, "a", "b"),
        AccumulatorOp::Mul => super::body::binary(BinaryOp::Mul, ty, "a", "b"),
        AccumulatorOp::Min => super::body::binary(BinaryOp::Min, ty, "b", "a"),
        AccumulatorOp::Max => super::body::binary(BinaryOp::Max, ty, "b", "a"),
        AccumulatorOp::And => super::body::binary(BinaryOp::And, ty, "a", "b"),
        AccumulatorOp::Or => super::body::binary(BinaryOp::Or, ty, "a", "b"),
        AccumulatorOp::Xor => super::body::binary(BinaryOp::Xor, ty, "a", "b"),
    };
    format!("[]({register} a, {register} b) {{ return {body}; }}")
}

/// A local's name, or a number where it has none.
pub fn wanted_name(function: &Function, local: crate::mir::Local) -> String {
    match &function.locals[local].name {
        Some(name) => names::legal(name),
        None => format!("l{}", local.index()),
    }
}
