//! Triangles, reflectors, singular values and stacks of matrices by cuBLAS and cuSOLVER.
//!
//! *Invariant:* as in `algebra`: what a library finds wrong with a matrix is left to the processor.

use nvrtc_bridge::{
    Arguments, BlasMatrix, BlasStack, BlasTriangle, DeviceMemory, Operation, SolverMatrix, Sum,
};
use quasar_abi::{AlgebraOp, ElemKind};

use super::{ONE, OnDevice, Stopped, ZERO, not_taken, operation};
use crate::array::dims::Dims;
use crate::array::list::whole_elements;
use crate::array::object::Array;
use crate::numeric::algebra::{Call, pivots, several, stack_sizes};

/// Which argument has the pivots of factors that the program gives; they are ints.
pub(super) fn given_pivots(call: &Call) -> Option<usize> {
    let count = match call.op {
        AlgebraOp::LuSolveBatched => 3,
        AlgebraOp::LuMatInvBatched => 2,
        _ => return None,
    };
    (call.array_count() == count).then_some(1)
}

/// Matrices of one size, one behind the other, each by its columns.
struct Stack {
    memory: DeviceMemory,
    /// Where each of them begins.
    addresses: DeviceMemory,
    rows: i64,
    columns: i64,
    count: i64,
}

impl Stack {
    fn view(&self) -> BlasStack {
        BlasStack {
            addresses: self.addresses.address(),
            rows: self.rows,
            columns: self.columns,
            count: self.count,
        }
    }

    fn elements(&self) -> i64 {
        self.rows * self.columns * self.count
    }
}

impl OnDevice<'_> {
    // ---- Triangles -------------------------------------------------------------------------------------------------------

    /// Whether one of some elements that lie `step` apart is 0.
    fn has_zero(&self, x: u64, n: i64, step: i64) -> Result<bool, Stopped> {
        let blas = self.libraries.blas()?;
        // SAFETY: the callers name elements of an array.
        let place = unsafe { blas.extreme(self.precision, false, n, x, step) }?;
        let least =
            x + ((i64::from(place) - 1).max(0) * step) as u64 * self.precision.bytes() as u64;
        // SAFETY: it is one of those elements.
        let size = unsafe { blas.sum(self.precision, Sum::Magnitudes, 1, least) }?;
        Ok(size == 0.0)
    }

    /// Sizes of the right sides of a system of so many equations: rows and columns as the library's matrix has them, turned.
    fn side_columns(&self, size: i64) -> Result<(Dims, i64), Stopped> {
        let sides = self.arrays[self.arrays.len() - 1].dims();
        let is_row = sides.get(0) == 1 && sides.get(1) == size;
        match sides.count() > 2 || (sides.get(0) != size && !is_row) {
            true => Err(Stopped::NotTaken),
            false => Ok((
                sides,
                if sides.get(0) == size {
                    sides.get(1)
                } else {
                    1
                },
            )),
        }
    }

    /// To the library all is the transpose: Xᵀ op(A)ᵀ = Bᵀ, and what it sees of A is Aᵀ.
    pub(super) fn triangular(&self) -> Result<Array, Stopped> {
        let size = not_taken(self.call.require_square(self.call.array(0)))? as i64;
        let lower = not_taken(self.call.is_first(0, ["l", "u"]))?;
        let letter = not_taken(self.call.letter(1))?;
        let unit = not_taken(self.call.is_first(2, ["u", "n"]))?;
        let (dims, columns) = self.side_columns(size)?;
        let a = self.matrix(0)?;
        if !unit && self.has_zero(a.address, size, size + 1)? {
            return Err(Stopped::NotTaken);
        }
        let right = self.column(1)?.under(Operation::None);
        let memory = self.combine([self.count(1), 1], ONE, right, ZERO, right)?;
        let b = BlasMatrix {
            address: memory.address(),
            leading: columns,
        };
        let triangle = BlasTriangle {
            lower: !lower,
            unit,
        };
        // Of complex numbers op(A)ᵀ is Aᵀ, A and the conjugate of A.
        let op = operation(letter);
        self.in_blas("trsm", |blas| {
            // SAFETY: the sizes were compared.
            unsafe { blas.solve_triangle(self.precision, [columns, size], triangle, op, a, b) }
        })?;
        self.result(dims, memory)
    }

    // ---- Reflectors and singular values ------------------------------------------------------------------------------------

    /// Rows and columns of the first argument.
    fn sizes(&self) -> Result<(i64, i64), Stopped> {
        let dims = not_taken(self.call.require_matrix(self.call.array(0)))?;
        Ok((dims.get(0), dims.get(1)))
    }

    pub(super) fn packed_qr(&self) -> Result<Array, Stopped> {
        let (rows, columns) = self.sizes()?;
        self.libraries.solver()?;
        let memory = self.turned(self.address(0)?, rows, columns, Operation::Transpose)?;
        let taus = self.scratch(rows.min(columns))?;
        let matrix = solver_matrix(rows, columns, &memory);
        let finding = self.in_solver("geqrf", |solver| {
            // SAFETY: the memory has as many elements as the matrix, and a factor for each reflector.
            unsafe { solver.qr(self.precision, matrix, taus.address()) }
        })?;
        if finding.wait()? != 0 {
            return Err(Stopped::NotTaken);
        }
        let back = self.turned(memory.address(), columns, rows, Operation::Transpose)?;
        let packed = self.result(Dims::matrix(rows, columns), back)?;
        let taus = self.result(Dims::row(rows.min(columns)), taus)?;
        not_taken(several(vec![packed, taus]))
    }

    pub(super) fn q_of_packed(&self) -> Result<Array, Stopped> {
        let (rows, columns) = self.sizes()?;
        let count = rows.min(columns);
        if self.count(1) != count {
            return Err(Stopped::NotTaken);
        }
        self.libraries.solver()?;
        let memory = self.turned(self.address(0)?, rows, columns, Operation::Transpose)?;
        let (matrix, taus) = (solver_matrix(rows, count, &memory), self.address(1)?);
        let name = match self.precision.is_complex() {
            true => "ungqr",
            false => "orgqr",
        };
        let finding = self.in_solver(name, |solver| {
            // SAFETY: the first columns of the memory are the matrix; there is a factor for each reflector.
            unsafe { solver.q(self.precision, matrix, taus) }
        })?;
        if finding.wait()? != 0 {
            return Err(Stopped::NotTaken);
        }
        let back = self.turned(memory.address(), count, rows, Operation::Transpose)?;
        self.result(Dims::matrix(rows, count), back)
    }

    /// Of A = U S Vᴴ the library wants no more columns than rows. To it a wide array is its transpose, whose factors are then in their
    /// order what those of the array are to the program.
    pub(super) fn singular_vectors(&self) -> Result<Array, Stopped> {
        let (rows, columns) = self.sizes()?;
        let (count, is_wide) = (rows.min(columns), rows < columns);
        self.libraries.solver()?;
        let (n, x) = (self.count(0), self.address(0)?);
        // SAFETY: the address is that of an array of so many elements.
        let total = unsafe {
            self.libraries
                .blas()?
                .sum(self.precision, Sum::Magnitudes, n, x)
        }?;
        if !total.is_finite() {
            return Err(Stopped::NotTaken);
        }
        let memory = match is_wide {
            true => {
                let own = self.column(0)?.under(Operation::None);
                self.combine([n, 1], ONE, own, ZERO, own)?
            }
            false => self.turned(x, rows, columns, Operation::Transpose)?,
        };
        let long = rows.max(columns);
        let (left, right) = (self.scratch(long * count)?, self.scratch(count * count)?);
        let values = self.libraries.scratch(self.real_kind(), count)?;
        let (matrix, vectors) = (
            solver_matrix(long, count, &memory),
            [left.address(), right.address()],
        );
        let finding = self.in_solver("gesvd", |solver| {
            // SAFETY: the memory has as many elements as the matrices.
            unsafe { solver.singular(self.precision, matrix, values.address(), vectors) }
        })?;
        if finding.wait()? != 0 {
            return Err(Stopped::NotTaken);
        }
        let (left, right) = match is_wide {
            true => (right, left),
            false => (
                self.turned(left.address(), count, rows, Operation::Transpose)?,
                self.turned(right.address(), count, count, Operation::Transpose)?,
            ),
        };
        let values = self
            .libraries
            .array(self.real_kind(), Dims::row(count), values)?;
        not_taken(several(vec![
            self.result(Dims::matrix(rows, count), left)?,
            values,
            self.result(Dims::matrix(count, columns), right)?,
        ]))
    }

    // ---- Stacks ----------------------------------------------------------------------------------------------------------

    /// Memory for a stack, with the list of where its matrices are.
    fn stack_memory(&self, [rows, columns, count]: [i64; 3]) -> Result<Stack, Stopped> {
        let memory = self.scratch(rows * columns * count)?;
        let each = rows * columns * self.precision.bytes() as i64;
        let begin = |number: i64| memory.address() + (number * each) as u64;
        let list = (0..count).flat_map(|number| begin(number).to_ne_bytes());
        let addresses = self.libraries.scratch(ElemKind::I64, count)?;
        // Memory comes in the order of the stream, and what is written to it at once must not come before.
        self.libraries.stream().synchronize()?;
        addresses.write(0, &list.collect::<Vec<u8>>())?;
        Ok(Stack {
            memory,
            addresses,
            rows,
            columns,
            count,
        })
    }

    /// Runs a helper between a stack of the program, in which the number of the matrix comes last, and one of the library.
    fn rearrange(&self, name: &str, array: u64, stack: &Stack) -> Result<(), Stopped> {
        let parts = if self.precision.is_complex() { 2i64 } else { 1 };
        let count = stack.elements() * parts;
        let arguments = Arguments::new()
            .with_address(array)
            .with_address(stack.memory.address())
            .with(count)
            .with(stack.rows)
            .with(stack.columns)
            .with(stack.count)
            .with(parts);
        // SAFETY: both have that many numbers.
        unsafe {
            self.libraries
                .help(name, self.real_kind(), count, &arguments)
        }
    }

    /// An argument as the library has stacks.
    fn stack(&self, index: usize) -> Result<Stack, Stopped> {
        let sizes = not_taken(stack_sizes(self.call, self.call.array(index)))?;
        let stack = self.stack_memory(sizes.map(|size| size as i64))?;
        self.rearrange("apart", self.address(index)?, &stack)?;
        Ok(stack)
    }

    /// A stack as the program has it.
    fn stack_result(&self, stack: &Stack) -> Result<Array, Stopped> {
        let memory = self.scratch(stack.elements())?;
        self.rearrange("together", memory.address(), stack)?;
        let dims = Dims::new(&[stack.rows, stack.columns, stack.count]);
        self.result(dims, memory)
    }

    /// Whether a place that a function leaves for each matrix tells of a singular one.
    fn any_singular(&self, found: &DeviceMemory, count: i64) -> Result<bool, Stopped> {
        Ok(self.ints(found, count)?.iter().any(|place| *place != 0))
    }

    fn ints(&self, memory: &DeviceMemory, count: i64) -> Result<Vec<i32>, Stopped> {
        self.libraries.stream().synchronize()?;
        let mut bytes = vec![0u8; count as usize * 4];
        memory.read(0, &mut bytes)?;
        let int = |bytes: &[u8]| i32::from_ne_bytes(std::array::from_fn(|at| bytes[at]));
        Ok(bytes.chunks_exact(4).map(int).collect())
    }

    /// The factors of the first argument, a stack of square matrices, with their pivots, and whether one of them is singular.
    fn stack_factors(&self) -> Result<(Stack, DeviceMemory, bool), Stopped> {
        let stack = self.stack(0)?;
        if stack.rows != stack.columns {
            return Err(Stopped::NotTaken);
        }
        let pivots = self
            .libraries
            .scratch(ElemKind::I32, stack.rows * stack.count)?;
        let found = self.libraries.scratch(ElemKind::I32, stack.count)?;
        self.in_blas("getrfBatched", |blas| {
            // SAFETY: the list has the addresses of so many matrices; there is a pivot for each row, and a place for each matrix.
            unsafe {
                blas.stack_lu(
                    self.precision,
                    stack.view(),
                    pivots.address(),
                    found.address(),
                )
            }
        })?;
        let is_singular = self.any_singular(&found, stack.count)?;
        Ok((stack, pivots, is_singular))
    }

    /// Factors that the program gives, or those of its matrices; none is singular.
    fn known_factors(&self) -> Result<(Stack, DeviceMemory), Stopped> {
        let Some(at) = given_pivots(self.call) else {
            return match self.stack_factors()? {
                (_, _, true) => Err(Stopped::NotTaken),
                (stack, pivots, false) => Ok((stack, pivots)),
            };
        };
        let stack = self.stack(0)?;
        let (size, count) = (stack.rows as usize, stack.count as usize);
        let array = self.call.array(at);
        let is_right = array.dims() == Dims::matrix(stack.rows, stack.count);
        if stack.rows != stack.columns || !is_right {
            return Err(Stopped::NotTaken);
        }
        let given = not_taken(whole_elements(array))?;
        let mut own = Vec::with_capacity(size * count);
        for number in 0..count {
            let column: Vec<i64> = given.iter().skip(number).step_by(count).copied().collect();
            own.extend(not_taken(pivots(self.call, &column, size))?);
        }
        // In the program's order element i, i of all matrices lies side by side.
        for index in 0..stack.rows {
            let first = (index * stack.rows + index) * stack.count;
            let first = self.address(0)? + first as u64 * self.precision.bytes() as u64;
            if self.has_zero(first, stack.count, 1)? {
                return Err(Stopped::NotTaken);
            }
        }
        let memory = self.libraries.scratch(ElemKind::I32, own.len() as i64)?;
        let bytes = own
            .iter()
            .flat_map(|pivot| (*pivot as i32 + 1).to_ne_bytes());
        self.libraries.stream().synchronize()?;
        memory.write(0, &bytes.collect::<Vec<u8>>())?;
        Ok((stack, memory))
    }

    pub(super) fn stack_lu(&self) -> Result<Array, Stopped> {
        let (stack, pivots, _) = self.stack_factors()?;
        let found = self.ints(&pivots, stack.rows * stack.count)?;
        let mut own = vec![0; found.len()];
        for (place, pivot) in found.iter().enumerate() {
            let (number, row) = (place / stack.rows as usize, place % stack.rows as usize);
            own[row * stack.count as usize + number] = pivot - 1;
        }
        let dims = Dims::matrix(stack.rows, stack.count);
        let pivots = not_taken(Array::from_elements(dims, &own))?;
        not_taken(several(vec![self.stack_result(&stack)?, pivots]))
    }

    pub(super) fn stack_solution(&self) -> Result<Array, Stopped> {
        let last = self.arrays.len() - 1;
        let [rows, _, count] = not_taken(stack_sizes(self.call, self.call.array(0)))?;
        let [side_rows, _, side_count] = not_taken(stack_sizes(self.call, self.call.array(last)))?;
        if (rows, count) != (side_rows, side_count) {
            return Err(Stopped::NotTaken);
        }
        let (factors, pivots) = self.known_factors()?;
        let sides = self.stack(last)?;
        self.in_blas("getrsBatched", |blas| {
            let pivots = pivots.address();
            // SAFETY: the lists have the addresses of so many matrices; there is a pivot for each row.
            unsafe { blas.stack_solve(self.precision, factors.view(), pivots, sides.view()) }
        })?;
        self.stack_result(&sides)
    }

    pub(super) fn stack_inverse(&self) -> Result<Array, Stopped> {
        let (factors, pivots) = self.known_factors()?;
        let inverses = self.stack_memory([factors.rows, factors.columns, factors.count])?;
        let found = self.libraries.scratch(ElemKind::I32, factors.count)?;
        self.in_blas("getriBatched", |blas| {
            let (pivots, found) = (pivots.address(), found.address());
            let (from, to) = (factors.view(), inverses.view());
            // SAFETY: the lists have the addresses of so many matrices; there is a pivot for each row, and a place for each matrix.
            unsafe { blas.stack_inverse(self.precision, from, pivots, to, found) }
        })?;
        match self.any_singular(&found, factors.count)? {
            true => Err(Stopped::NotTaken),
            false => self.stack_result(&inverses),
        }
    }
}

fn solver_matrix(rows: i64, columns: i64, memory: &DeviceMemory) -> SolverMatrix {
    SolverMatrix {
        rows,
        columns,
        address: memory.address(),
    }
}
