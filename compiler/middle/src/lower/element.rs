//! Single elements: addresses, reading, storing, updating; in memory and in registers.
//!
//! *Invariant:* an index list in memory has one entry (row-major) or at least as many as the array has dimensions.

use super::Lowered;
use super::expression::array_type;
use super::function::{FunctionLowering, Slot};
use super::graph::View;
use super::operand::{Number, Operand, Small};
use super::program::number_ty;
use super::small::Reach;
use super::storage::number_entry;
use super::strided::has_assignments;
use crate::hir::families::{comparison_op, logical_op};
use crate::hir::{AssignOp, BinaryOp, Element, Expr, ExprKind, Place, Subscript};
use crate::mir::{
    Access, AccessMode, AtomicOp, BinaryOp as MirBinary, Block, CompareOp, Const, ElemKind,
    ElemTypes, Local, Op, RtFn, StrId, Ty, Value,
};
use crate::types::{ArrayType, Elem, Type};

/// Where one element lies.
pub(super) enum Address {
    /// In an array on the heap.
    Memory {
        /// The array.
        array: Value,
        /// Its indices.
        index: Vec<Value>,
    },
    /// In the registers of a variable.
    Registers {
        /// The array's type.
        ty: ArrayType,
        /// Its locals.
        locals: Vec<Local>,
        /// The indices.
        index: Vec<Value>,
    },
    /// In an array of an object, in a kernel.
    View {
        /// The array.
        view: View,
        /// Its indices.
        index: Vec<Value>,
    },
}

/// The indices of a place that is one element.
pub(super) fn single_indices(place: &Place) -> Option<Vec<&Expr>> {
    match place {
        Place::Subscripts(subscripts) => subscripts
            .iter()
            .map(|subscript| match subscript {
                Subscript::Index(index) => Some(index),
                Subscript::All | Subscript::Range { .. } | Subscript::Vector(_) => None,
            })
            .collect(),
        Place::Position(_) | Place::Mask(_) => None,
    }
}

impl FunctionLowering<'_, '_> {
    /// The mode that an access has under the options.
    pub(super) fn mode(&self, mode: AccessMode) -> AccessMode {
        if self.program.options.check_bounds {
            AccessMode::Checked
        } else {
            mode
        }
    }

    /// The elements that a place names, read.
    pub(super) fn read_place(&mut self, expr: &Expr, element: &Element) -> Lowered<Operand> {
        match &element.place {
            Place::Mask(mask) => self.read_mask(expr, element, mask),
            Place::Position(position) if array_type(&position.ty).elem == Elem::Scalar => {
                self.read_texture(expr, element, position)
            }
            Place::Position(position) => {
                let array = self.eval(&element.array)?;
                let Some(index) = self.position_indices(position, &element.array)? else {
                    return self.read_dynamic_position(expr, element, array, position);
                };
                self.read_element(element, &array, index, &expr.ty)
            }
            Place::Subscripts(_) => match single_indices(&element.place) {
                Some(index) => self.read_subscripts(expr, element, &index),
                None => self.read_slice(expr, element),
            },
        }
    }

    fn read_subscripts(
        &mut self,
        expr: &Expr,
        element: &Element,
        index: &[&Expr],
    ) -> Lowered<Operand> {
        if let Some(operand) = self.read_register(element, index) {
            return Ok(operand);
        }
        if let Some(view) = self.entry_view(&element.array)? {
            let index = self.eval_indices(index)?;
            return self.read_view(element, &view, &index, &expr.ty);
        }
        let array = self.eval(&element.array)?;
        let index = self.eval_indices(index)?;
        self.read_element(element, &array, index, &expr.ty)
    }

    /// One element of an array in registers at a constant index: only its own locals are read.
    fn read_register(&mut self, element: &Element, index: &[&Expr]) -> Option<Operand> {
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

    fn eval_indices(&mut self, index: &[&Expr]) -> Lowered<Vec<Value>> {
        index.iter().map(|index| self.eval_value(index)).collect()
    }

    /// Reads one element, of the type, of the array of an access that has been evaluated.
    pub(super) fn read_element(
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
            other => panic!("{other:?} is not an array"),
        }
    }

    /// Reads one element of an array of an object.
    fn read_view(
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
    fn position_indices(&mut self, position: &Expr, array: &Expr) -> Lowered<Option<Vec<Value>>> {
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

    fn read_dynamic_position(
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

    /// The name of the variable that an array expression is, for messages; null when it is something else.
    pub(super) fn array_name(&mut self, array: &Expr) -> Value {
        match self.array_name_id(array) {
            Some(name) => self.string(name),
            None => self.null(Ty::Str),
        }
    }

    pub(super) fn array_name_id(&mut self, array: &Expr) -> Option<StrId> {
        let hir = self.hir;
        let name = match &array.kind {
            ExprKind::Var(var) => self.var(*var).name.as_str(),
            ExprKind::Global(global) => hir.globals[*global].name.as_str(),
            _ => return None,
        };
        Some(self.program.string(name))
    }

    // ---- Storing -----------------------------------------------------------------------------------------------------

    /// Assigns to the elements that a place names.
    pub(super) fn assign_place(
        &mut self,
        element: &Element,
        op: AssignOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        match &element.place {
            Place::Mask(mask) => self.assign_mask(element, mask, op, value),
            Place::Subscripts(_) if single_indices(&element.place).is_none() => {
                self.assign_slice(element, op, value)
            }
            Place::Position(_) | Place::Subscripts(_) => {
                if let (AssignOp::Update(op), true) = (op, self.reads_first(value)) {
                    return self.update_read_first(element, op, value);
                }
                if matches!(op, AssignOp::Update(_)) && has_assignments(value) {
                    // In a kernel, where the element itself is read when it is changed.
                    let (address, write) = self.place_address(element)?;
                    let value = self.eval_stored(value, &element.array)?;
                    return self.assign_element(address, (element.read, write), op, value, element);
                }
                let value = self.eval_stored(value, &element.array)?;
                let (address, write) = self.place_address(element)?;
                self.assign_element(address, (element.read, write), op, value, element)
            }
        }
    }

    /// Whether an update must find and read its elements before its value is evaluated, which may store into their array, or into what
    /// their indices are made of.
    pub(super) fn reads_first(&self, value: &Expr) -> bool {
        self.may_store(value) || (self.kernel.is_none() && has_assignments(value))
    }

    /// `x[i] op= value` where the value may change x or i.
    fn update_read_first(
        &mut self,
        element: &Element,
        op: BinaryOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        let (address, write) = self.place_address(element)?;
        let old = self.load_address(&address, element).number();
        let value = self.eval_number(value)?;
        let elem = array_type(&element.array.ty).elem;
        let new = self.updated(op, old, value, elem);
        self.assign_element(
            address,
            (element.read, write),
            AssignOp::Set,
            new.into(),
            element,
        )
    }

    /// Where the one element of a place lies, and the mode in which it is written there.
    fn place_address(&mut self, element: &Element) -> Lowered<(Address, AccessMode)> {
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
    fn load_address(&mut self, address: &Address, element: &Element) -> Operand {
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
    fn eval_stored(&mut self, value: &Expr, array: &Expr) -> Lowered<Operand> {
        let operand = self.eval(value)?;
        self.element_value(array_type(&array.ty).elem, operand, &value.ty, value.span)
    }

    /// Assigns a value that has been evaluated to the one element of a place.
    pub(super) fn assign_evaluated(&mut self, element: &Element, value: Operand) -> Lowered<()> {
        let is_position = matches!(element.place, Place::Position(_));
        if !is_position && single_indices(&element.place).is_none() {
            return self.store_evaluated_slice(element, value);
        }
        let (address, write) = self.place_address(element)?;
        self.assign_element(
            address,
            (element.read, write),
            AssignOp::Set,
            value,
            element,
        )?;
        Ok(())
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
    pub(super) fn assign_element(
        &mut self,
        address: Address,
        (read, write): (AccessMode, AccessMode),
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
                self.update_memory((loaded, stored), op, value, elem)
            }
            Address::View { view, index } => {
                let (address, mode) = self.address_in_view(&view, &index, write);
                self.assign_element(address, (mode, mode), op, value, element)
            }
            Address::Registers { ty, locals, index } => {
                let name = self.array_name_id(&element.array);
                let [read, write] = [read, write].map(|mode| Reach { mode, name });
                Ok(self.update_registers(&ty, &locals, &index, (read, write), op, value.number()))
            }
        }
    }

    fn update_memory(
        &mut self,
        (loaded, stored): (Access, Access),
        op: AssignOp,
        value: Operand,
        elem: Elem,
    ) -> Lowered<Operand> {
        match op {
            AssignOp::Set => {
                self.store_element(stored, value.clone());
                Ok(value)
            }
            AssignOp::Update(op) => {
                let old = self.load_element(loaded).number();
                let new = self.updated(op, old, value.number(), elem);
                self.store_element(stored, new.into());
                Ok(new.into())
            }
            AssignOp::CompareExchange => panic!("compared before"),
            AssignOp::Exchange => {
                let old = self.load_element(loaded);
                self.store_element(stored, value);
                Ok(old)
            }
        }
    }

    /// `place <- (expected, new)`, whose values are evaluated; gives the old value.
    pub(super) fn compare_exchange(
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
                    (read, write),
                    AssignOp::Exchange,
                    new,
                ))
            }
        }
    }

    fn atomic_comparison(&mut self, access: Access, expected: Number, new: Number) -> Operand {
        let kind = self.elem(access.array);
        let types = kind.access_tys();
        let expected = self.convert(expected.real(), types[0]);
        let new = if kind == ElemKind::U64 {
            self.stored_values(new, kind)[0]
        } else {
            self.convert(new.real(), types[0])
        };
        let op = Op::Atomic(AtomicOp::CompareExchange, access, vec![expected, new]);
        let results = self.emit(op, types);
        self.loaded_element(&results, kind).into()
    }

    /// The new value where the old one is the expected one, else the old one.
    fn where_expected(&mut self, old: Number, expected: Number, new: Number) -> Number {
        let ty = self.ty(old.real());
        let [expected, new] = [expected, new].map(|number| self.convert(number.real(), ty));
        let same = self.compare(CompareOp::Eq, old.real(), expected);
        Number::Real(self.select(same, new, old.real()))
    }

    /// Read-modify-write of an element that several positions may share.
    pub(super) fn atomic_update(
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

    /// Whether an update of ints is computed in real numbers.
    fn is_real_update(&self, access: &Access, value: Number) -> bool {
        let is_float = |ty: &Ty| ty.is_float();
        let ints = !self.elem(access.array).access_tys().iter().any(is_float);
        ints && matches!(value, Number::Real(value) if self.ty(value).is_float())
    }

    /// Whether an update may take an element of `uint64` below 0, where a store writes 0 and no atomic operation of 64 bits does.
    fn may_saturate(&self, op: BinaryOp, value: Number, kind: ElemKind) -> bool {
        if kind != ElemKind::U64 {
            return false;
        }
        let not_negative = match self.constant_value(value.real()) {
            Some(Const::I32(number)) => number >= 0,
            Some(Const::I64(number)) => number >= 0,
            _ => false,
        };
        let always = matches!(op, BinaryOp::Max | BinaryOp::BitAnd);
        let stays = matches!(
            op,
            BinaryOp::Add | BinaryOp::Min | BinaryOp::BitOr | BinaryOp::BitXor
        );
        !always && !(stays && not_negative)
    }

    /// An update that no atomic operation does: the new value is stored unless the old one has changed meanwhile, until it is stored.
    fn update_by_exchange(
        &mut self,
        access: &Access,
        op: BinaryOp,
        value: Number,
        elem: Elem,
    ) -> Number {
        let ty = number_ty(&elem.value_type(), self.hir.double);
        let (label, result) = (self.label(), self.local(ty, None));
        let (body, ()) = self.block(|s| {
            let old = s.load_element(access.clone()).number();
            let new = s.updated(op, old, value, elem);
            s.set(result, new.real());
            let seen = s.atomic_comparison(access.clone(), old, new).number();
            let stored = s.compare(CompareOp::Eq, seen.real(), old.real());
            let (leave, ()) = s.block(|s| s.break_(label));
            s.push_if(stored, leave, Block::default());
        });
        self.push(Op::Loop { label, body }, Vec::new());
        self.get(result).into()
    }

    fn update_registers(
        &mut self,
        ty: &ArrayType,
        locals: &[Local],
        index: &[Value],
        (read, write): (Reach, Reach),
        op: AssignOp,
        value: Number,
    ) -> Operand {
        let parts = locals.len() / ty.known_numel().expect("a small array has known sizes");
        if let AssignOp::Update(op) = op
            && self.is_accumulator(locals)
        {
            let at = self.small_index(ty, index, write);
            return self.accumulate_register(locals, parts, at, op, value);
        }
        let old = match op {
            AssignOp::Set => None,
            AssignOp::Update(_) | AssignOp::Exchange | AssignOp::CompareExchange => {
                let elements = self.numbers_of(locals, parts);
                let small = Small {
                    ty: ty.clone(),
                    elements,
                };
                Some(self.small_element(&small, index, read))
            }
        };
        let new = match (op, old) {
            (AssignOp::Update(op), Some(old)) => self.updated(op, old, value, ty.elem),
            (
                AssignOp::Update(_)
                | AssignOp::Set
                | AssignOp::Exchange
                | AssignOp::CompareExchange,
                _,
            ) => value,
        };
        let new = self.rounded(new, ty.elem);
        let new = self.convert_number(new, &ty.elem.value_type());
        let (index, inside) = self.small_index(ty, index, write);
        self.write_register(locals, parts, index, inside, new);
        Operand::Number(if op == AssignOp::Exchange {
            old.unwrap_or(new)
        } else {
            new
        })
    }

    /// An update of one element of a kernel's output: every element takes part, those that are not meant by adding what
    /// changes nothing.
    fn accumulate_register(
        &mut self,
        locals: &[Local],
        parts: usize,
        (index, inside): (Value, Option<Value>),
        op: BinaryOp,
        value: Number,
    ) -> Operand {
        for (position, chunk) in locals.chunks(parts).enumerate() {
            let position = self.int(position as i32);
            let here = self.compare(CompareOp::Eq, index, position);
            let here = inside.map_or(here, |inside| self.binary(MirBinary::And, here, inside));
            let neutral = self.neutral(op, value);
            let value = self.select_number(here, value, neutral);
            self.accumulate_locals(chunk, op, value);
        }
        value.into()
    }

    /// What changes nothing when it is accumulated.
    fn neutral(&mut self, op: BinaryOp, like: Number) -> Number {
        let is_float = self.ty(like.values()[0]).is_float();
        let value = match op {
            BinaryOp::Mul => 1.0,
            // The constant is the nearest integer of its type.
            BinaryOp::Min if !is_float => f64::INFINITY,
            BinaryOp::Max if !is_float => f64::NEG_INFINITY,
            // Of it and any other the other one is taken.
            BinaryOp::Min | BinaryOp::Max => f64::NAN,
            BinaryOp::BitAnd => -1.0,
            _ => 0.0,
        };
        let values: Vec<Value> = like
            .values()
            .into_iter()
            .map(|part| self.number_like(part, value))
            .collect();
        Number::from_values(&values)
    }

    fn numbers_of(&mut self, locals: &[Local], parts: usize) -> Vec<Number> {
        locals
            .chunks(parts)
            .map(|chunk| {
                let values: Vec<Value> = chunk.iter().map(|&local| self.get(local)).collect();
                Number::from_values(&values)
            })
            .collect()
    }

    /// Stores a number into the element with the index: into its own locals when the index is known, else into the locals
    /// of every element, where all but one keep what they have.
    fn write_register(
        &mut self,
        locals: &[Local],
        parts: usize,
        index: Value,
        inside: Option<Value>,
        new: Number,
    ) {
        if let Some(known) = self.known_int(index) {
            let chunk = usize::try_from(known)
                .ok()
                .and_then(|known| locals.chunks(parts).nth(known));
            self.set_where(chunk.unwrap_or_default(), inside, new);
            return;
        }
        for (position, chunk) in locals.chunks(parts).enumerate() {
            let position = self.int(position as i32);
            let here = self.compare(CompareOp::Eq, index, position);
            let here = inside.map_or(here, |inside| self.binary(MirBinary::And, here, inside));
            self.set_where(chunk, Some(here), new);
        }
    }

    /// Stores a number into its locals, under a condition if there is one.
    fn set_where(&mut self, locals: &[Local], cond: Option<Value>, new: Number) {
        for (&local, value) in locals.iter().zip(new.values()) {
            let value = match cond {
                Some(cond) => {
                    let old = self.get(local);
                    self.select(cond, value, old)
                }
                None => value,
            };
            self.set(local, value);
        }
    }

    // ---- Masks -------------------------------------------------------------------------------------------------------

    fn read_mask(&mut self, expr: &Expr, element: &Element, mask: &Expr) -> Lowered<Operand> {
        if self.kernel.is_some() {
            return self.unsupported(expr.span, "reading by a mask within a kernel");
        }
        let array = self.eval_handle(&element.array)?;
        let mask = self.eval_handle(mask)?;
        Ok(self.array_row(expr, RtFn::mask_read, &[array, mask]))
    }

    fn assign_mask(
        &mut self,
        element: &Element,
        mask: &Expr,
        op: AssignOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        if self.kernel.is_some() {
            return self.unsupported(mask.span, "storing by a mask within a kernel");
        }
        match op {
            AssignOp::Set if value.ty.is_number() => self.fill_mask(element, mask, value),
            AssignOp::Set => {
                let source = self.eval_handle(value)?;
                let array = self.target_array(&element.array)?;
                let mask = self.eval_handle(mask)?;
                let kept = self.in_64_bits(source, array_type(&element.array.ty).elem);
                self.runtime0(RtFn::mask_store, &[array, mask, kept], &[]);
                Ok(Operand::Handle(source))
            }
            AssignOp::Update(op) => self.update_mask(element, mask, op, value),
            AssignOp::Exchange | AssignOp::CompareExchange => {
                self.unsupported(value.span, "an exchange by a mask")
            }
        }
    }

    /// `x[mask] = number`: one loop, in which the mask may be any array expression.
    fn fill_mask(&mut self, element: &Element, mask: &Expr, value: &Expr) -> Lowered<Operand> {
        let value = self.eval_number(value)?;
        let array = self.target_array(&element.array)?;
        let tree = self.tree(mask)?;
        let shape = tree.shape().expect("a mask is an array").array();
        let name = self.text("mask");
        self.runtime0(RtFn::array_require_same_size, &[array, shape, name], &[]);
        let count = self.numel(array);
        self.tree_loops(&tree, count, |s, at| {
            let selected = s.element_of(&tree, at);
            let selected = s.truth(selected);
            s.when(selected, |s| {
                s.store_element(s.inside(array, at.flat), value.into())
            });
        });
        Ok(value.into())
    }

    /// `x[mask] op= value`: the selected elements are read, updated and stored back.
    fn update_mask(
        &mut self,
        element: &Element,
        mask: &Expr,
        op: BinaryOp,
        value: &Expr,
    ) -> Lowered<Operand> {
        let array = self.target_array(&element.array)?;
        let mask = self.eval_handle(mask)?;
        let ty = ArrayType::open(array_type(&element.array.ty).elem, 2);
        let selected = self.runtime1(RtFn::mask_read, &[array, mask], &[], self.array_ty(&ty));
        self.update_in_place(op, (selected, &ty), value)?;
        self.runtime0(RtFn::mask_store, &[array, mask, selected], &[]);
        Ok(Operand::Handle(selected))
    }

    // ---- Errors ------------------------------------------------------------------------------------------------------

    /// Raises the error of sizes that do not fit when the values differ.
    pub(super) fn require_equal(&mut self, what: &str, have: Value, want: Value) {
        let differ = self.compare(CompareOp::Ne, have, want);
        self.when(differ, |s| {
            let code = s.int(quasar_abi::RtError::SizeMismatch.code());
            let what = s.text(what);
            let entries = [what, have, want].map(|value| number_entry(value.into()));
            s.runtime0(RtFn::error_raise_row, &[code], &entries);
        });
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
