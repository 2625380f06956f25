//! Single elements: addresses, reading, storing; in memory, in registers and in objects.
//!
//! Layer: `places`.
//!
//! *Invariant:* an index list in memory has one entry (row-major) or at least as many as the array has dimensions.

use crate::hir::families::{comparison_op, logical_op};
use crate::hir::{AssignOp, BinaryOp, Element, Expr, ExprKind, Place};
use crate::lower::emit::operand::{Address, Number, Operand, Reach, ReadAndWrite, Small, View};
use crate::lower::emit::types::Lowered;
use crate::lower::frame::function::{FunctionLowering, Slot};
use crate::lower::frame::language::Language;
use crate::lower::tree::expression::{array_type, has_assignments};
use crate::lower::tree::index::single_indices;
use crate::mir::ElemTypes;
use crate::mir::{Access, AccessMode, AtomicOp, ElemKind, Op, RtFn, Ty, Value};
use crate::types::{Elem, Type};

impl FunctionLowering<'_, '_> {
    /// One element of an array in registers at a constant index: only its own locals are read.
    pub(in crate::lower) fn read_register(
        &mut self,
        element: &Element,
        index: &[&Expr],
    ) -> Option<Operand> {
        let (ExprKind::Var(var), [index]) = (&element.array.kind, index) else {
            return None;
        };
        let (Slot::Registers(locals), ExprKind::Int(index)) = (self.slot(*var), &index.kind) else {
            return None;
        };
        let parts = self
            .number_parts(&array_type(&element.array.ty).elem.value_type())
            .len();
        let chunk = locals.chunks(parts).nth(usize::try_from(*index).ok()?)?;
        let values: Vec<Value> = chunk.iter().map(|&local| self.get(local)).collect();
        Some(Operand::Number(Number::from_values(&values)))
    }

    /// The values of indices.
    pub(in crate::lower) fn eval_indices(&mut self, index: &[&Expr]) -> Lowered<Vec<Value>> {
        index.iter().map(|index| self.eval_value(index)).collect()
    }

    /// Reads one element, of the type, of the array of an access that has been evaluated.
    pub(in crate::lower) fn read_element(
        &mut self,
        element: &Element,
        array: &Operand,
        index: Vec<Value>,
        ty: &Type,
    ) -> Lowered<Operand> {
        let mode = self.mode(element.read);
        match array {
            Operand::Handle(array) => {
                let name = self.array_name_id(&element.array);
                let access = Access {
                    array: *array,
                    index,
                    mode,
                    name,
                };
                self.read_whole(element, access, ty)
            }
            Operand::Small(small) => {
                let name = self.array_name_id(&element.array);
                Ok(self
                    .small_element(small, &index, Reach { mode, name })
                    .into())
            }
            Operand::View(view) => self.read_view(element, view, &index, ty),
            Operand::Nothing | Operand::Number(_) | Operand::Group(_) => {
                panic!("{array:?} is not an array")
            }
        }
    }

    /// Reads one element of an array of an object.
    pub(in crate::lower) fn read_view(
        &mut self,
        element: &Element,
        view: &View,
        index: &[Value],
        ty: &Type,
    ) -> Lowered<Operand> {
        let mode = self.mode(element.read);
        let (array, index, mode) = self.element_of_view(view, index, mode);
        let access = Access {
            array,
            index,
            mode,
            name: None,
        };
        self.load_typed(
            access,
            array_type(&element.array.ty).elem,
            ty,
            element.array.span,
        )
    }

    /// The indices of a position vector of known length.
    pub(in crate::lower) fn position_indices(
        &mut self,
        position: &Expr,
        array: &Expr,
    ) -> Lowered<Option<Vec<Value>>> {
        let Some(mut index) = self.vector_values(position)? else {
            return Ok(None);
        };
        let rank = array_type(&array.ty).rank().unwrap_or(0);
        if index.len() > 1 && index.len() < rank {
            let zero = self.int(0);
            index.resize(rank, zero);
        }
        Ok(Some(
            index
                .into_iter()
                .map(|value| self.convert(value, Ty::I32))
                .collect(),
        ))
    }

    /// Reads an element at a position vector of unknown length.
    pub(in crate::lower) fn read_dynamic_position(
        &mut self,
        expr: &Expr,
        element: &Element,
        array: Operand,
        position: &Expr,
    ) -> Lowered<Operand> {
        let array = self.materialize(array, element.array.span)?;
        let mode = self.mode(element.read);
        let index = self.dynamic_offset(element, array, position, mode)?;
        // An element outside has the index -1, which the safe mode reads as 0.
        let mode = if mode == AccessMode::Safe {
            mode
        } else {
            AccessMode::Unchecked
        };
        let name = self.array_name_id(&element.array);
        let access = Access {
            array,
            index: vec![index],
            mode,
            name,
        };
        let elem = array_type(&element.array.ty).elem;
        self.load_typed(access, elem, &expr.ty, element.array.span)
    }

    fn dynamic_offset(
        &mut self,
        element: &Element,
        array: Value,
        position: &Expr,
        mode: AccessMode,
    ) -> Lowered<Value> {
        if self.kernel.is_some() {
            return self.unsupported(
                position.span,
                "a position of unknown length within a kernel",
            );
        }
        let position = self.eval_handle(position)?;
        let name = self.array_name(&element.array);
        let mode = self.int(mode.code());
        let offset = self.runtime1(
            RtFn::array_offset,
            &[array, position, mode, name],
            &[],
            Ty::I64,
        );
        Ok(self.convert(offset, Ty::I32))
    }

    // ---- Storing -----------------------------------------------------------------------------------------------------

    /// Whether an update must find and read its elements before its value is evaluated, which may store into their array, or into what
    /// their indices are made of.
    pub(in crate::lower) fn reads_first(&self, value: &Expr) -> bool {
        self.may_store(value) || (self.kernel.is_none() && has_assignments(value))
    }

    /// Where the one element of a place lies, and the mode in which it is written there.
    pub(in crate::lower) fn place_address(
        &mut self,
        element: &Element,
    ) -> Lowered<(Address, AccessMode)> {
        match (&element.place, single_indices(&element.place)) {
            (Place::Position(position), _) => self.position_address(element, position),
            (_, Some(index)) => Ok((
                self.address(&element.array, |s| s.eval_indices(&index))?,
                element.write,
            )),
            (place, None) => panic!("{place:?} is no single element"),
        }
    }

    /// The element that lies there, on the host.
    pub(in crate::lower) fn load_address(
        &mut self,
        address: &Address,
        element: &Element,
    ) -> Operand {
        let (mode, name) = (self.mode(element.read), self.array_name_id(&element.array));
        match address {
            Address::Memory { array, index } => self.load_element(Access {
                array: *array,
                index: index.clone(),
                mode,
                name,
            }),
            Address::Registers { ty, locals, index } => {
                let parts = locals.len() / ty.known_numel().expect("a small array has known sizes");
                let small = Small {
                    ty: ty.clone(),
                    elements: self.numbers_of(locals, parts),
                };
                self.small_element(&small, index, Reach { mode, name })
                    .into()
            }
            Address::View { .. } => panic!("arrays of objects have views in kernels only"),
        }
    }

    /// The value that is stored in an element.
    pub(in crate::lower) fn eval_stored(&mut self, value: &Expr, array: &Expr) -> Lowered<Operand> {
        let operand = self.eval(value)?;
        self.element_value(array_type(&array.ty).elem, operand, &value.ty, value.span)
    }

    /// The array of a target and the indices that `index` evaluates.
    fn address(
        &mut self,
        array: &Expr,
        index: impl FnOnce(&mut Self) -> Lowered<Vec<Value>>,
    ) -> Lowered<Address> {
        if let ExprKind::Var(var) = &array.kind
            && let Slot::Registers(locals) = self.slot(*var)
        {
            let ty = array_type(&array.ty).clone();
            return Ok(Address::Registers {
                ty,
                locals,
                index: index(self)?,
            });
        }
        if let ExprKind::Var(var) = &array.kind
            && let Slot::Shared(local) = self.slot(*var)
        {
            let array = self.get(local);
            return Ok(Address::Memory {
                array,
                index: index(self)?,
            });
        }
        if let Some(view) = self.entry_view(array)? {
            let index = index(self)?;
            return Ok(Address::View { view, index });
        }
        match self.eval(array)? {
            Operand::View(view) => Ok(Address::View {
                view,
                index: index(self)?,
            }),
            operand => Ok(Address::Memory {
                array: self.materialize(operand, array.span)?,
                index: index(self)?,
            }),
        }
    }

    fn position_address(
        &mut self,
        element: &Element,
        position: &Expr,
    ) -> Lowered<(Address, AccessMode)> {
        let array = &element.array;
        let mut known = true;
        let mut write = element.write;
        let address = self.address(array, |s| match s.position_indices(position, array)? {
            Some(index) => Ok(index),
            None => {
                known = false;
                Ok(Vec::new())
            }
        })?;
        if known {
            return Ok((address, write));
        }
        let Address::Memory { array, .. } = address else {
            return self.unsupported(position.span, "a position of unknown length in registers");
        };
        let mode = self.mode(element.write);
        let index = vec![self.dynamic_offset(element, array, position, mode)?];
        write = if mode == AccessMode::Safe {
            mode
        } else {
            AccessMode::Unchecked
        };
        Ok((Address::Memory { array, index }, write))
    }

    /// Sets, updates or exchanges one element; gives the value of the assignment as an expression.
    pub(in crate::lower) fn assign_element(
        &mut self,
        address: Address,
        read: AccessMode,
        write: AccessMode,
        op: AssignOp,
        value: Operand,
        element: &Element,
    ) -> Lowered<Operand> {
        let (read, write) = (self.mode(read), self.mode(write));
        match address {
            Address::Memory { array, index } => {
                let name = self.array_name_id(&element.array);
                let stored = Access {
                    array,
                    index: index.clone(),
                    mode: write,
                    name,
                };
                let elem = array_type(&element.array.ty).elem;
                if self.kernel.is_some() && op != AssignOp::Set {
                    return Ok(self.atomic_update(stored, op, value.number(), elem));
                }
                let loaded = Access {
                    array,
                    index,
                    mode: read,
                    name,
                };
                self.update_memory(loaded, stored, op, value, elem)
            }
            Address::View { view, index } => {
                let (address, mode) = self.address_in_view(&view, &index, write);
                self.assign_element(address, mode, mode, op, value, element)
            }
            Address::Registers { ty, locals, index } => {
                let name = self.array_name_id(&element.array);
                let [read, write] = [read, write].map(|mode| Reach { mode, name });
                let reach = ReadAndWrite { read, write };
                Ok(self.update_registers(&ty, &locals, &index, reach, op, value.number()))
            }
        }
    }

    /// `place <- (expected, new)`, whose values are evaluated; gives the old value.
    pub(in crate::lower) fn compare_exchange(
        &mut self,
        element: &Element,
        expected: Number,
        new: Number,
    ) -> Lowered<Operand> {
        let (address, write) = match (&element.place, single_indices(&element.place)) {
            (Place::Position(position), _) => self.position_address(element, position)?,
            (_, Some(index)) => (
                self.address(&element.array, |s| s.eval_indices(&index))?,
                element.write,
            ),
            _ => return self.unsupported(element.array.span, "an exchange of a slice"),
        };
        let (read, write) = (self.mode(element.read), self.mode(write));
        let (address, write) = match address {
            Address::View { view, index } => self.address_in_view(&view, &index, write),
            Address::Memory { .. } | Address::Registers { .. } => (address, write),
        };
        match address {
            Address::View { .. } => unreachable!("a view is memory by now"),
            Address::Memory { array, index } => {
                let name = self.array_name_id(&element.array);
                let access = |index, mode| Access {
                    array,
                    index,
                    mode,
                    name,
                };
                if self.kernel.is_some() {
                    return Ok(self.atomic_comparison(access(index, write), expected, new));
                }
                let old = self.load_element(access(index.clone(), read)).number();
                let new = self.where_expected(old, expected, new);
                self.store_element(access(index, write), new.into());
                Ok(old.into())
            }
            Address::Registers { ty, locals, index } => {
                let parts = locals.len() / ty.known_numel().expect("a small array has known sizes");
                let elements = self.numbers_of(&locals, parts);
                let small = Small {
                    ty: ty.clone(),
                    elements,
                };
                let name = self.array_name_id(&element.array);
                let [read, write] = [read, write].map(|mode| Reach { mode, name });
                let old = self.small_element(&small, &index, read);
                let new = self.where_expected(old, expected, new);
                Ok(self.update_registers(
                    &ty,
                    &locals,
                    &index,
                    ReadAndWrite { read, write },
                    AssignOp::Exchange,
                    new,
                ))
            }
        }
    }

    /// Read-modify-write of an element that several positions may share.
    pub(in crate::lower) fn atomic_update(
        &mut self,
        access: Access,
        op: AssignOp,
        value: Number,
        elem: Elem,
    ) -> Operand {
        let op = match op {
            AssignOp::Update(op)
                if self.is_real_update(&access, value)
                    || self.is_watched_product(op, self.elem(access.array))
                    || self.may_saturate(op, value, self.elem(access.array)) =>
            {
                return self.update_by_exchange(&access, op, value, elem).into();
            }
            AssignOp::Update(op) => atomic_op(op),
            AssignOp::Exchange => AtomicOp::Exchange,
            AssignOp::CompareExchange => panic!("compared before"),
            AssignOp::Set => panic!("a store is not atomic"),
        };
        let kind = self.elem(access.array);
        let types = kind.access_tys();
        let values: Vec<Value> = value
            .values()
            .into_iter()
            .zip(types)
            .map(|(v, &ty)| self.convert(v, ty))
            .collect();
        let operand = values[0];
        let results = self.emit(Op::Atomic(op, access, values), types);
        if kind == ElemKind::I32 {
            self.test_atomic(op, results[0], operand);
        }
        self.loaded_element(&results, kind).into()
    }
}

fn atomic_op(op: BinaryOp) -> AtomicOp {
    match op {
        BinaryOp::Add => AtomicOp::Add,
        BinaryOp::Sub => AtomicOp::Sub,
        BinaryOp::Mul => AtomicOp::Mul,
        BinaryOp::Div => AtomicOp::Div,
        BinaryOp::Pow => AtomicOp::Pow,
        BinaryOp::Min => AtomicOp::Min,
        BinaryOp::Max => AtomicOp::Max,
        BinaryOp::BitAnd => AtomicOp::And,
        BinaryOp::BitOr => AtomicOp::Or,
        BinaryOp::BitXor => AtomicOp::Xor,
        comparison_op!() | logical_op!() => panic!("{op:?} is not a compound assignment"),
    }
}
