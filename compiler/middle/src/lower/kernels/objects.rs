//! Objects in kernels: numbers, columns, and views of the arrays that objects hold.
//!
//! A pointer is a number there, 0 for null, and what objects hold lies in columns: arrays that the launch makes of all
//! objects which the kernel can reach (`rt/src/launch/graph.rs`), and from which the objects get what the kernel has changed. So kernels that follow
//! pointers are kernels as any other, on processors and on GPUs, and no device needs the addresses of another one.
//!
//! Layer: `kernels`.
//!
//! *Invariant:* a kernel has a column for every entry that it touches; every number that it can meet is that of an object with a place in
//! all columns of its class.

use crate::base::Span;
use crate::lower::emit::emitter::Emitter;
use crate::lower::emit::graph::{Graph, class_number};
use crate::lower::emit::operand::{Address, Reach, Small, View};
use crate::lower::emit::types::Lowered;
use crate::lower::memory::storage::extents;
use crate::lower::memory::storage::inside;
use crate::lower::tree::kernel::referred;
use crate::mir::{AccessMode, BinaryOp as MirBinary, ElemKind, Ty, Value};
use crate::types::{ArrayType, Type};
use quasar_abi::{GraphColumn, GraphHolds, GraphRoot, PoolContent};

impl Emitter<'_, '_> {
    /// The MIR types of a value where it is used: objects are numbers in kernels.
    pub(in crate::lower) fn parts_here(&self, ty: &Type) -> Vec<Ty> {
        match (self.kernel.is_some(), referred(ty), ty) {
            (true, Some((_, false)), _) => vec![Ty::I32],
            (true, Some((_, true)), _) => vec![Ty::Array(ElemKind::I32)],
            (true, None, Type::Tuple(types)) => {
                types.iter().flat_map(|ty| self.parts_here(ty)).collect()
            }
            _ => self.program.parts(ty),
        }
    }

    /// Notes that the next parameter of the kernel is a pointer or an array of them, if its type is.
    pub(in crate::lower) fn note_root(&mut self, ty: &Type) {
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

    /// What the kernel needs of objects.
    pub(in crate::lower) fn graph(&mut self) -> &mut Graph {
        &mut self.kernel.as_mut().expect("a kernel is lowered").graph
    }

    /// The column of an entry; the kernel gets a parameter for it where it has none yet.
    pub(in crate::lower) fn column(&mut self, class: i32, entry: i32, holds: GraphHolds) -> Value {
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

    /// Elements of each object side by side.
    pub(in crate::lower) fn fixed_view(
        &mut self,
        object: Value,
        class: i32,
        entry: i32,
        ty: ArrayType,
        count: i32,
    ) -> View {
        let kind = self.kind(ty.elem);
        let array = self.column(class, entry, GraphHolds::Numbers { kind, count });
        let numel = self.int(count);
        let first = self.binary(MirBinary::Mul, object, numel);
        let extents = extents(&ty);
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
    pub(in crate::lower) fn open_view(
        &mut self,
        object: Value,
        class: i32,
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
    pub(in crate::lower) fn of_object(
        &mut self,
        class: i32,
        entry: i32,
        holds: GraphHolds,
        object: Value,
    ) -> Value {
        let column = self.column(class, entry, holds);
        let access = inside(column, object);
        self.load(access)[0]
    }

    // ---- Elements of views ------------------------------------------------------------------------------------------------

    /// All elements of a small array of an object.
    pub(in crate::lower) fn load_view(&mut self, view: &View) -> Small {
        let count = view
            .ty
            .known_numel()
            .expect("a small array has known sizes");
        let elements = (0..count).map(|number| {
            let index = self.int(number as i32);
            let index = self.binary(MirBinary::Add, view.first, index);
            self.load_element(inside(view.array, index)).number()
        });
        Small {
            elements: elements.collect(),
            ty: view.ty.clone(),
        }
    }

    /// The array of an element of a view, its index there, and the mode of the access: what the indices mean is settled here.
    pub(in crate::lower) fn element_of_view(
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
    pub(in crate::lower) fn address_in_view(
        &mut self,
        view: &View,
        index: &[Value],
        mode: AccessMode,
    ) -> (Address, AccessMode) {
        let (array, index, mode) = self.element_of_view(view, index, mode);
        (Address::Memory { array, index }, mode)
    }
}
