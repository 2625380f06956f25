//! Launches: host code hands kernels to the thread pool.
//!
//! *Invariant:* argument blocks, rows and totals are as `mir::kernel` states.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use quasar_abi::{RtFn, columns_slot};

use super::function::{Area, Flow, FunctionCompiler};
use super::types::POINTER;
use crate::mir::cost::{self, Cost, Iterations, Source, position_cost};
use crate::mir::kernel::{SLOT, is_for_devices_only, kernel_data, parameter_slot};
use crate::mir::{Launch, Value};

impl FunctionCompiler<'_, '_> {
    /// `Op::Launch`.
    pub fn launch(&mut self, launch: &Launch, results: &[Value]) -> Flow {
        let extents: Vec<_> = launch
            .extents
            .iter()
            .map(|extent| self.clipped(*extent))
            .collect();
        let args = self.argument_block(launch, &extents);
        let rows = self.rows(&extents);
        let out = match results {
            [] => self.builder.ins().iconst(POINTER, 0),
            results => self.stack(Area::Results, 8 * results.len()).1,
        };
        // Without a cost it is one chunk, whose rows run one after another.
        let cost = match launch.serial {
            true => self.long(0),
            false => self.row_cost(launch, &extents),
        };
        self.run_kernel(launch, [args, rows, cost], out);
        self.load_totals(results, out)
    }

    /// An extent as 64 bits, at least 0.
    fn clipped(&mut self, extent: Value) -> ir::Value {
        let extent = self.value(extent);
        let extent = self.builder.ins().sextend(types::I64, extent);
        let zero = self.long(0);
        let negative = self
            .builder
            .ins()
            .icmp_imm_s(IntCC::SignedLessThan, extent, 0);
        self.builder.ins().select(negative, zero, extent)
    }

    /// Lays extents and arguments on the stack.
    fn argument_block(&mut self, launch: &Launch, extents: &[ir::Value]) -> ir::Value {
        let program = self.shared.program;
        let data = kernel_data(&program.functions[launch.kernel]);
        // Before the columns: the runtime notes there whether arrays belong to a chunk alone.
        let columns = columns_slot(extents.len(), launch.args.len());
        let slots = columns + 2;
        let (slot, address) = self.stack(Area::List, SLOT as usize * slots);
        for (index, extent) in extents.iter().enumerate() {
            self.builder
                .ins()
                .stack_store(POINTER, *extent, slot, SLOT * index as i32);
        }
        for (index, arg) in launch.args.iter().enumerate() {
            self.store_in_slot(*arg, address, SLOT * parameter_slot(data, index) as i32);
        }
        if let [_, .., inner] = extents {
            let zero = self.long(0);
            for (at, value) in [zero, *inner].into_iter().enumerate() {
                let offset = SLOT * (columns + at) as i32;
                self.builder.ins().stack_store(POINTER, value, slot, offset);
            }
        }
        address
    }

    /// The number of rows: with one dimension its positions, else the lines of the innermost.
    fn rows(&mut self, extents: &[ir::Value]) -> ir::Value {
        let Some((inner, outer)) = extents.split_last() else {
            panic!("a launch has a dimension");
        };
        let Some((first, rest)) = outer.split_first() else {
            return *inner;
        };
        let lines = rest.iter().fold(*first, |lines, extent| {
            self.builder.ins().imul(lines, *extent)
        });
        let zero = self.long(0);
        self.builder.ins().select(*inner, lines, zero)
    }

    /// The cost of a row in nanoseconds, at least 1.
    fn row_cost(&mut self, launch: &Launch, extents: &[ir::Value]) -> ir::Value {
        let positions = match extents {
            [_] => self.long(1),
            [.., inner] => *inner,
            [] => panic!("a launch has a dimension"),
        };
        let (cost, together) = position_cost(&self.shared.program.functions[launch.kernel]);
        let position = self.cost(&cost, launch, extents);
        let together = self.long(together);
        let position = self.builder.ins().udiv(position, together);
        // Not nothing, however simple.
        let position = self.builder.ins().bor_imm_u(position, 4);
        let cost = self.builder.ins().imul(positions, position);
        let cost = self
            .builder
            .ins()
            .ushr_imm_u(cost, i64::from(cost::COST_BITS));
        self.builder.ins().bor_imm_u(cost, 1)
    }

    /// A cost with the numbers of this launch, at most [`cost::MOST`].
    fn cost(&mut self, cost: &Cost, launch: &Launch, extents: &[ir::Value]) -> ir::Value {
        let mut sum = self.long(cost.fixed.min(cost::MOST));
        for (iterations, body) in &cost.loops {
            let iterations = self.iterations(iterations, launch, extents);
            let body = self.cost(body, launch, extents);
            let product = self.builder.ins().imul(iterations, body);
            let total = self.builder.ins().iadd(sum, product);
            sum = self.at_most(total, cost::MOST);
        }
        sum
    }

    /// How often a loop runs, from 0 to 2^31.
    fn iterations(
        &mut self,
        iterations: &Iterations,
        launch: &Launch,
        extents: &[ir::Value],
    ) -> ir::Value {
        let mut sum = self.long(iterations.constant);
        for &(factor, source) in &iterations.terms {
            let number = match source {
                Source::Argument(at) => self.value(launch.args[at]),
                Source::Extent(at, axis) => self.extent(launch.args[at], axis),
                Source::Numel(at) => self.numel(launch.args[at]),
                Source::Position(dimension) => {
                    let half = self.builder.ins().ushr_imm_u(extents[dimension], 1);
                    self.builder.ins().ireduce(types::I32, half)
                }
            };
            let number = self.builder.ins().sextend(types::I64, number);
            let factor = self.long(factor);
            let term = self.builder.ins().imul(number, factor);
            sum = self.builder.ins().iadd(sum, term);
        }
        let zero = self.long(0);
        let some = self
            .builder
            .ins()
            .icmp_imm_s(IntCC::SignedGreaterThan, sum, 0);
        let sum = self.builder.ins().select(some, sum, zero);
        let sum = self.at_most(sum, cost::MOST);
        let step = self.long(iterations.step);
        self.builder.ins().udiv(sum, step)
    }

    fn at_most(&mut self, value: ir::Value, most: i64) -> ir::Value {
        let limit = self.long(most);
        let below = self
            .builder
            .ins()
            .icmp(IntCC::UnsignedLessThan, value, limit);
        self.builder.ins().select(below, value, limit)
    }

    fn run_kernel(&mut self, launch: &Launch, [args, rows, cost]: [ir::Value; 3], out: ir::Value) {
        let description = self.shared.description(launch.kernel, launch.serial);
        let description = self.address_of(description);
        let kernel = &self.shared.program.functions[launch.kernel];
        let entry = match is_for_devices_only(kernel) {
            true => self.builder.ins().iconst(POINTER, 0),
            false => {
                let declared = self.shared.kernel(launch.kernel, launch.serial);
                let entry = self.callee(declared);
                self.builder.ins().func_addr(POINTER, entry)
            }
        };
        let args = [description, entry, args, rows, cost, out];
        let row = match kernel_data(kernel).origin.is_of_strips() {
            true => RtFn::launch_in_strip,
            false => RtFn::launch,
        };
        self.call_row(row, &args, &[]);
    }

    fn load_totals(&mut self, results: &[Value], out: ir::Value) -> Flow {
        for (index, result) in results.iter().enumerate() {
            let total = self.load_slot(self.ty(*result), out, SLOT * index as i32);
            self.define(*result, total);
        }
        Flow::Next
    }
}
