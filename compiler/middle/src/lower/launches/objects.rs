//! Launches of kernels that reach objects: the columns are made before, and the objects get what has changed behind.
//!
//! Layer: `launches`.
//!
//! *Invariant:* where an array of the launch may also be one of an object, the host function runs instead.

use crate::lower::emit::blocks::Blocks;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::graph::Graph;
use crate::lower::emit::types::OBJECT;
use crate::lower::frame::function::FunctionLowering;
use crate::lower::memory::storage::inside;
use crate::mir::{self, ElemKind, Fill, Local, Op, RtFn, Ty, Value};

impl FunctionLowering<'_, '_> {
    /// Launches a kernel that reaches objects: with columns of them, which give the objects what has changed. `instead` calls the host
    /// function for launches whose arrays are among those of the objects.
    pub(in crate::lower) fn launch_with_objects(
        &mut self,
        graph: &Graph,
        mut launch: mir::Launch,
        types: &[Ty],
        instead: impl FnOnce(&mut Self),
    ) -> Vec<Value> {
        let count = self.program.parameter_count(launch.kernel);
        let null = self.int(0);
        launch.args.resize(count, null);
        let plan = self.text(&graph.plan.write());
        let [roots, others] = [&graph.roots, &graph.others].map(|parameters| {
            let arrays = parameters.iter().map(|number| launch.args[*number]);
            let arrays: Vec<Value> = arrays.collect();
            self.array_of_handles(&arrays)
        });
        let columns = self.runtime1(RtFn::graph_columns, &[plan, roots, others], &[], OBJECT);
        let columns = self.local_with(None, columns);
        if graph.hosted.is_none() {
            return self.launch_on_columns(graph, launch, columns, types);
        }
        let (array, zero) = (self.get(columns), self.int(0));
        let parts = self.numel(array);
        let shared = self.compare(mir::CompareOp::Eq, parts, zero);
        let (instead, ()) = self.block(instead);
        let (launched, _) = self.block(|s| s.launch_on_columns(graph, launch, columns, types));
        self.push_if(shared, instead, launched);
        Vec::new()
    }
}

impl Emitter<'_, '_> {
    fn launch_on_columns(
        &mut self,
        graph: &Graph,
        mut launch: mir::Launch,
        columns: Local,
        types: &[Ty],
    ) -> Vec<Value> {
        let array = self.get(columns);
        let (mut single, mut many) = (0, 0);
        let numbers = self.part_of(array, 0, ElemKind::I32);
        for (root, &parameter) in graph.plan.roots.iter().zip(&graph.roots) {
            launch.args[parameter] = if root.many {
                many += 1;
                self.part_of(array, many, ElemKind::I32)
            } else {
                let index = self.int(single);
                single += 1;
                let access = inside(numbers, index);
                self.load(access)[0]
            };
        }
        let first = many + 1;
        for (number, (column, (_, parameter))) in
            graph.plan.columns.iter().zip(&graph.columns).enumerate()
        {
            launch.args[*parameter] =
                self.part_of(array, first + number as i32, column.holds.kind());
        }
        let totals = self.emit(Op::Launch(launch), types);
        let plan = &graph.plan;
        let changes = plan.roots.iter().any(|root| root.written)
            || plan.columns.iter().any(|column| column.written);
        if changes {
            let plan = self.text(&plan.write());
            let array = self.get(columns);
            self.runtime0(RtFn::graph_write_back, &[plan, array], &[]);
        }
        totals
    }

    fn part_of(&mut self, array: Value, number: i32, kind: ElemKind) -> Value {
        let index = self.int(number);
        let access = inside(array, index);
        self.load_handle(access, Ty::Array(kind))
    }

    fn array_of_handles(&mut self, handles: &[Value]) -> Value {
        let count = self.int(handles.len() as i32);
        let array = self.new_array(ElemKind::Array, &[count], Fill::Zeros);
        for (number, &handle) in handles.iter().enumerate() {
            let index = self.int(number as i32);
            let access = inside(array, index);
            self.store(access, &[handle]);
        }
        array
    }
}
