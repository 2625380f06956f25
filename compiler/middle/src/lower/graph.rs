//! Objects in kernels. A pointer is a number there, 0 for null, and what objects hold lies in columns: arrays that the launch makes of all
//! objects which the kernel can reach (`rt/src/launch/graph.rs`), and from which the objects get what the kernel has changed. So kernels that follow
//! pointers are kernels as any other, on processors and on GPUs, and no device needs the addresses of another one.
//!
//! *Invariant:* a kernel has a column for every entry that it touches; every number that it can meet is that of an object with a place in
//! all columns of its class.

use std::collections::BTreeSet;

use quasar_abi::{GraphColumn, GraphHolds, GraphPlan, GraphRoot, PoolContent};

use super::Lowered;
use super::element::Address;
use super::expression::array_type;
use super::function::FunctionLowering;
use super::object::OBJECT;
use super::operand::{Operand, Small};
use super::small::Reach;
use crate::base::{Id, Span};
use crate::hir::{Expr, ExprKind};
use crate::mir::{
    self, AccessMode, BinaryOp as MirBinary, ElemKind, Fill, FuncId, Local, Op, RtFn, Ty, Value,
};
use crate::types::{ArrayType, ClassId, Elem, Type};

/// What a kernel needs of objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// The classes; their places are their numbers in the plan.
    classes: Vec<ClassId>,
    plan: GraphPlan,
    /// The numbers of the parameters that are pointers or arrays of them.
    roots: Vec<usize>,
    /// The parameters that are the columns, with their numbers.
    columns: Vec<(Local, usize)>,
    /// Parameters that must not be arrays of the objects.
    pub(super) others: Vec<usize>,
    /// What runs where such a parameter is one.
    pub(super) hosted: Option<FuncId>,
}

/// Elements that lie within an array: a part of a column, which stands for an array of an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct View {
    array: Value,
    /// The index of the first element.
    first: Value,
    /// The number of elements.
    pub(super) numel: Value,
    /// The extents, at least as many as the array's type has dimensions.
    pub(super) extents: Vec<Value>,
    ty: ArrayType,
}

/// The class that a value refers to, and whether it is an array of pointers.
pub(super) fn referred(ty: &Type) -> Option<(ClassId, bool)> {
    let (pointer, many) = match ty {
        Type::Array(ArrayType {
            elem: Elem::Compound(elem),
            ..
        }) => (*elem, true),
        other => (other, false),
    };
    match pointer {
        Type::Pointer(class) if !class.open => Some((class.id, many)),
        _ => None,
    }
}

/// The number of a class in the plan.
fn class_number(graph: &mut Graph, class: ClassId) -> i32 {
    let found = graph.classes.iter().position(|known| *known == class);
    let number = found.unwrap_or_else(|| {
        graph.classes.push(class);
        graph.classes.len() - 1
    });
    graph.plan.classes = graph.classes.len() as i32;
    number as i32
}

impl Graph {
    /// Whether the kernel has anything to do with objects.
    pub(super) fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Whether a parameter is a column.
    pub(super) fn has_column(&self, parameter: usize) -> bool {
        self.columns.iter().any(|(_, number)| *number == parameter)
    }

    /// Notes what the finished kernel changes, and which of its arrays must not be among those of the objects: changes of the one would not
    /// be seen through the other.
    pub(super) fn finish(&mut self, kernel: &mir::Function) {
        let written = written_parameters(kernel);
        for (root, parameter) in self.plan.roots.iter_mut().zip(&self.roots) {
            root.written = root.many && written.contains(parameter);
        }
        for (column, (_, parameter)) in self.plan.columns.iter_mut().zip(&self.columns) {
            column.written = written.contains(parameter);
        }
        for (number, &param) in kernel.params.iter().enumerate() {
            let Ty::Array(kind) = kernel.locals[param].ty else {
                continue;
            };
            let is_own = self.has_column(number) || self.roots.contains(&number);
            let clashes = |column: &GraphColumn| {
                let content = GraphHolds::Pool(PoolContent::Elements(kind));
                column.holds == content && (column.written || written.contains(&number))
            };
            if !is_own && self.plan.columns.iter().any(clashes) {
                self.others.push(number);
            }
        }
    }
}

/// The numbers of the parameters whose elements a kernel changes.
fn written_parameters(kernel: &mir::Function) -> BTreeSet<usize> {
    let mut read = vec![None; kernel.values.len()];
    let mut written = BTreeSet::new();
    kernel.body.for_each_stmt(&mut |stmt| match &stmt.op {
        Op::Get(local) => {
            read[stmt.results[0].index()] = kernel.params.iter().position(|param| param == local);
        }
        Op::Store(access, _) | Op::Atomic(_, access, _) => {
            written.extend(read[access.array.index()]);
        }
        _ => {}
    });
    written
}

impl FunctionLowering<'_, '_> {
    /// The MIR types of a value where it is used: objects are numbers in kernels.
    pub(super) fn parts(&self, ty: &Type) -> Vec<Ty> {
        match (self.kernel.is_some(), referred(ty), ty) {
            (true, Some((_, false)), _) => vec![Ty::I32],
            (true, Some((_, true)), _) => vec![Ty::Array(ElemKind::I32)],
            (true, None, Type::Tuple(types)) => {
                types.iter().flat_map(|ty| self.parts(ty)).collect()
            }
            _ => self.program.parts(ty),
        }
    }

    /// Notes that the next parameter of the kernel is a pointer or an array of them, if its type is.
    pub(super) fn note_root(&mut self, ty: &Type) {
        let Some((class, many)) = referred(ty) else {
            return;
        };
        let parameter = self.function().params.len();
        let graph = self.graph();
        let class = class_number(graph, class);
        graph.roots.push(parameter);
        graph.plan.roots.push(GraphRoot {
            class,
            many,
            written: false,
        });
    }

    fn graph(&mut self) -> &mut Graph {
        &mut self.kernel.as_mut().expect("a kernel is lowered").graph
    }

    /// The column of an entry; the kernel gets a parameter for it where it has none yet.
    fn column(&mut self, class: i32, entry: i32, holds: GraphHolds) -> Value {
        let graph = self.graph();
        let column = GraphColumn {
            class,
            entry,
            holds,
            written: false,
        };
        if let Some(number) = graph.plan.columns.iter().position(|known| *known == column) {
            let (local, _) = graph.columns[number];
            return self.get(local);
        }
        let class = graph.classes[class as usize];
        let name = match holds {
            GraphHolds::Pool(_) => "elements".to_string(),
            GraphHolds::Numbers { .. } | GraphHolds::Pointer { .. } => {
                format!("{}_{entry}", self.hir.classes[class].name)
            }
            GraphHolds::First(_) => format!("{}_{entry}_first", self.hir.classes[class].name),
            GraphHolds::Extent { .. } => format!("{}_{entry}_extent", self.hir.classes[class].name),
        };
        let parameter = self.function().params.len();
        let local = self.param(Ty::Array(holds.kind()), &name);
        let graph = self.graph();
        graph.plan.columns.push(column);
        graph.columns.push((local, parameter));
        self.get(local)
    }

    // ---- Entries in kernels ----------------------------------------------------------------------------------------------

    /// The object of an entry as a number that is not null, and the number of its class.
    fn object_number(&mut self, object: &Expr) -> Lowered<(Value, i32)> {
        let Some((class, false)) = referred(&object.ty) else {
            return self.unsupported(object.span, "an object with open fields within a kernel");
        };
        let number = self.eval_handle(object)?;
        self.require_object(number, object.span);
        Ok((number, class_number(self.graph(), class)))
    }

    /// An entry that is an array, as the part of a column that holds it; none for other expressions.
    pub(super) fn entry_view(&mut self, array: &Expr) -> Lowered<Option<View>> {
        let ExprKind::Entry(object, entry) = &array.kind else {
            return Ok(None);
        };
        if self.kernel.is_none() || array.ty.as_array().is_none() {
            return Ok(None);
        }
        let (object, class) = self.object_number(object)?;
        let (ty, entry) = (array_type(&array.ty).clone(), *entry as i32);
        match ty.known_numel() {
            Some(count) if ty.elem.is_number() => Ok(Some(self.fixed_view(
                (object, class),
                entry,
                ty,
                count as i32,
            ))),
            Some(_) | None => self
                .open_view((object, class), entry, ty, array.span)
                .map(Some),
        }
    }

    /// Elements of each object side by side.
    fn fixed_view(
        &mut self,
        (object, class): (Value, i32),
        entry: i32,
        ty: ArrayType,
        count: i32,
    ) -> View {
        let kind = self.kind(ty.elem);
        let array = self.column(class, entry, GraphHolds::Numbers { kind, count });
        let numel = self.int(count);
        let first = self.binary(MirBinary::Mul, object, numel);
        let extents = super::storage::extents(&ty);
        let extents = extents.into_iter().map(|extent| self.int(extent)).collect();
        View {
            array,
            first,
            numel,
            extents,
            ty,
        }
    }

    /// An array of any size, in a pool.
    fn open_view(
        &mut self,
        (object, class): (Value, i32),
        entry: i32,
        ty: ArrayType,
        span: Span,
    ) -> Lowered<View> {
        let content = match (ty.elem, referred(&Type::Array(ty.clone()))) {
            (_, Some((target, _))) => PoolContent::Pointers(class_number(self.graph(), target)),
            (elem, None) if elem.is_number() => PoolContent::Elements(self.kind(elem)),
            (_, None) => return self.unsupported(span, "a field of this type within a kernel"),
        };
        let Some(rank) = ty.rank().map(|rank| rank.max(2)) else {
            return self.unsupported(span, "a field of any number of dimensions within a kernel");
        };
        let first = self.of_object(class, entry, GraphHolds::First(content), object);
        let numel = self.of_object(class, entry, GraphHolds::Extent { axis: -1 }, object);
        let extents = (0..rank as i32)
            .map(|axis| self.of_object(class, entry, GraphHolds::Extent { axis }, object))
            .collect();
        Ok(View {
            array: self.column(0, 0, GraphHolds::Pool(content)),
            first,
            numel,
            extents,
            ty,
        })
    }

    /// The one element that a column of ints has for an object.
    fn of_object(&mut self, class: i32, entry: i32, holds: GraphHolds, object: Value) -> Value {
        let column = self.column(class, entry, holds);
        let access = self.inside(column, object);
        self.load(access)[0]
    }

    /// Reads an entry in a kernel.
    pub(super) fn load_entry_by_number(
        &mut self,
        expr: &Expr,
        object: &Expr,
        entry: usize,
    ) -> Lowered<Operand> {
        if let Some(view) = self.entry_view(expr)? {
            return Ok(match view.ty.is_small() {
                true => Operand::Small(self.load_view(&view)),
                false => Operand::View(view),
            });
        }
        let Some((target, _)) = referred(&expr.ty) else {
            return self.unsupported(expr.span, "a field of this type within a kernel");
        };
        let (object, class) = self.object_number(object)?;
        let target = class_number(self.graph(), target);
        let holds = GraphHolds::Pointer { class: target };
        Ok(Operand::Handle(self.of_object(
            class,
            entry as i32,
            holds,
            object,
        )))
    }

    /// Replaces an entry in a kernel.
    pub(super) fn store_entry_by_number(
        &mut self,
        object: &Expr,
        entry: usize,
        value: Operand,
        ty: &Type,
        span: Span,
    ) -> Lowered<()> {
        let (object, class) = self.object_number(object)?;
        let entry = entry as i32;
        if let Some((target, false)) = referred(ty) {
            let target = class_number(self.graph(), target);
            let column = self.column(class, entry, GraphHolds::Pointer { class: target });
            let value = self.materialize(value, span)?;
            let access = self.inside(column, object);
            self.store(access, &[value]);
            return Ok(());
        }
        let Some(array) = ty.as_array().filter(|array| array.is_small()) else {
            return self.unsupported(span, "another array for a field within a kernel");
        };
        let small = self.small_of(value, ty);
        let view = self.fixed_view((object, class), entry, array.clone(), small.len() as i32);
        for (number, element) in small.elements.into_iter().enumerate() {
            let index = self.int(number as i32);
            let index = self.binary(MirBinary::Add, view.first, index);
            self.store_element(self.inside(view.array, index), element.into());
        }
        Ok(())
    }

    // ---- Elements of views ------------------------------------------------------------------------------------------------

    fn load_view(&mut self, view: &View) -> Small {
        let count = view
            .ty
            .known_numel()
            .expect("a small array has known sizes");
        let elements = (0..count).map(|number| {
            let index = self.int(number as i32);
            let index = self.binary(MirBinary::Add, view.first, index);
            self.load_element(self.inside(view.array, index)).number()
        });
        Small {
            elements: elements.collect(),
            ty: view.ty.clone(),
        }
    }

    /// The array of an element of a view, its index there, and the mode of the access: what the indices mean is settled here.
    pub(super) fn element_of_view(
        &mut self,
        view: &View,
        index: &[Value],
        mode: AccessMode,
    ) -> (Value, Vec<Value>, AccessMode) {
        let alone = index.len() == 1;
        let reach = Reach { mode, name: None };
        let mut linear = self.int(0);
        let mut inside: Option<Value> = None;
        for (axis, &index) in index.iter().enumerate() {
            let (extent, axis) = match alone {
                true => (view.numel, -1),
                false => (
                    view.extents
                        .get(axis)
                        .copied()
                        .unwrap_or_else(|| self.int(1)),
                    axis as i32,
                ),
            };
            let (index, valid) = self.map_index(index, extent, axis, reach);
            linear = self.index_step(linear, extent, index);
            inside = match (inside, valid) {
                (Some(a), Some(b)) => Some(self.binary(MirBinary::And, a, b)),
                (a, b) => a.or(b),
            };
        }
        let at = self.binary(MirBinary::Add, view.first, linear);
        match inside {
            None => (view.array, vec![at], AccessMode::Unchecked),
            Some(inside) => {
                let outside = self.int(-1);
                let at = self.select(inside, at, outside);
                (view.array, vec![at], AccessMode::Safe)
            }
        }
    }

    /// The element of a target whose array is an entry.
    pub(super) fn address_in_view(
        &mut self,
        view: &View,
        index: &[Value],
        mode: AccessMode,
    ) -> (Address, AccessMode) {
        let (array, index, mode) = self.element_of_view(view, index, mode);
        (Address::Memory { array, index }, mode)
    }

    // ---- Launches -----------------------------------------------------------------------------------------------------------

    /// Launches a kernel that reaches objects: with columns of them, which give the objects what has changed. `instead` calls the host
    /// function for launches whose arrays are among those of the objects.
    pub(super) fn launch_with_objects(
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
                let access = self.inside(numbers, index);
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
        let access = self.inside(array, index);
        self.load_handle(access, Ty::Array(kind))
    }

    fn array_of_handles(&mut self, handles: &[Value]) -> Value {
        let count = self.int(handles.len() as i32);
        let array = self.new_array(ElemKind::Array, &[count], Fill::Zeros);
        for (number, &handle) in handles.iter().enumerate() {
            let index = self.int(number as i32);
            let access = self.inside(array, index);
            self.store(access, &[handle]);
        }
        array
    }
}
