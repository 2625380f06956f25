//! Launches: host code hands kernels to the thread pool.
//!
//! *Invariant:* argument blocks, rows and totals are as `codegen::kernel` states.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use quasar_abi::{Accumulator, RtFn};

use super::function::{Area, Flow, FunctionCompiler};
use super::types::POINTER;
use crate::base::Id;
use crate::codegen::kernel::{
    SLOT, accumulator_class, copied_arrays, kernel_data, parameter_slot, position_cost,
};
use crate::mir::{Launch, Value};

impl FunctionCompiler<'_, '_> {
    /// `Op::Launch`.
    pub fn launch(&mut self, launch: &Launch, results: &[Value]) -> Flow {
        let kernel = &self.shared.program.functions[launch.kernel];
        let data = kernel_data(kernel);
        let accumulators: Vec<_> = data
            .accumulators
            .iter()
            .map(|found| {
                Accumulator::new(found.op, accumulator_class(kernel.locals[found.local].ty))
            })
            .collect();
        let cost = position_cost(kernel);
        let extents: Vec<_> = launch
            .extents
            .iter()
            .map(|extent| self.clipped(*extent))
            .collect();
        let args = self.argument_block(launch, &extents);
        let rows = self.rows(&extents);
        let out = match accumulators.is_empty() {
            true => self.builder.ins().iconst(POINTER, 0),
            false => self.stack(Area::Results, 8 * accumulators.len()).1,
        };
        // Without a cost it is one chunk, whose rows run one after another.
        let cost = match launch.serial {
            true => self.long(0),
            false => self.row_cost(cost, &extents),
        };
        self.run_kernel(launch, [args, rows, cost], &accumulators, out);
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
        // One more: the runtime notes there whether arrays belong to a chunk alone.
        let slots = extents.len() + launch.args.len() + 1;
        let (slot, address) = self.stack(Area::List, SLOT as usize * slots);
        for (index, extent) in extents.iter().enumerate() {
            self.builder
                .ins()
                .stack_store(POINTER, *extent, slot, SLOT * index as i32);
        }
        for (index, arg) in launch.args.iter().enumerate() {
            self.store_in_slot(*arg, address, SLOT * parameter_slot(data, index) as i32);
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
    fn row_cost(&mut self, position: i64, extents: &[ir::Value]) -> ir::Value {
        let positions = match extents {
            [_] => self.long(1),
            [.., inner] => *inner,
            [] => panic!("a launch has a dimension"),
        };
        let cost = self.builder.ins().imul_imm_u(positions, position);
        let cost = self.builder.ins().ushr_imm_u(cost, 6);
        self.builder.ins().bor_imm_u(cost, 1)
    }

    fn run_kernel(
        &mut self,
        launch: &Launch,
        [args, rows, cost]: [ir::Value; 3],
        accumulators: &[Accumulator],
        out: ir::Value,
    ) {
        let list = match accumulators.is_empty() {
            true => self.builder.ins().iconst(POINTER, 0),
            false => {
                let data = self.shared.accumulators(accumulators);
                self.address_of(data)
            }
        };
        let count = self.long(accumulators.len() as i64);
        let kernel = &self.shared.program.functions[launch.kernel];
        let copied = match launch.serial {
            true => Vec::new(),
            false => copied_arrays(kernel).list,
        };
        let copies = match copied.is_empty() {
            true => self.builder.ins().iconst(POINTER, 0),
            false => {
                let data = self.shared.copied_arrays(&copied);
                self.address_of(data)
            }
        };
        let copied = self.long(copied.len() as i64);
        let slots = self.long((launch.extents.len() + launch.args.len()) as i64);
        let name = self.shared.text(&kernel.name);
        let name = self.address_of(name);
        let location = self.int(kernel.loc.index() as i32);
        let declared = self.shared.kernel(launch.kernel, launch.serial);
        let entry = self.callee(declared);
        let entry = self.builder.ins().func_addr(POINTER, entry);
        let args = [
            entry, args, rows, cost, list, count, out, copies, copied, slots, name, location,
        ];
        self.call_row(RtFn::launch, &args, &[]);
    }

    fn load_totals(&mut self, results: &[Value], out: ir::Value) -> Flow {
        for (index, result) in results.iter().enumerate() {
            let total = self.load_slot(self.ty(*result), out, SLOT * index as i32);
            self.define(*result, total);
        }
        Flow::Next
    }
}
