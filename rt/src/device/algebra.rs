//! Linear algebra by cuBLAS and cuSOLVER.
//!
//! Arrays of programs have their rows one after another, matrices of the libraries their columns: to them an array is its transpose. Sums and
//! products turn the equation round for that, factorisations turn the matrix.
//!
//! *Invariant:* what a library finds wrong with a matrix is left to the processor, which tells it in its own words.

mod systems;

use nvrtc_bridge::{
    Arguments, Blas, BlasMatrix, BlasOperand, DeviceMemory, Error, Operation, Precision, Solver,
    SolverMatrix, Sum,
};
use quasar_abi::{AlgebraOp, ElemKind};

use super::libraries::{Libraries, Stopped, attempt};
use crate::array::convert::converted;
use crate::array::create::array_copy;
use crate::array::dims::Dims;
use crate::array::element::C64;
use crate::array::object::Array;
use crate::numeric::algebra::{Call, Letter, product_sizes, several, sizes};
use crate::process::error::Raised;

const ONE: (f64, f64) = (1.0, 0.0);
const ZERO: (f64, f64) = (0.0, 0.0);

/// A function on the device; none if the processor shall do it.
///
/// # Errors
/// The device has failed.
pub(crate) fn algebra(call: &Call) -> Result<Option<Array>, Raised> {
    let has_elements = (0..call.array_count()).all(|index| call.array(index).numel() > 0);
    let Some(cost) = cost(call).filter(|_| has_elements) else {
        return Ok(None);
    };
    let arrays: Vec<&Array> = (0..call.array_count())
        .map(|index| call.array(index))
        .collect();
    attempt(&arrays, cost, |libraries| {
        let on_device = OnDevice::of(libraries, call)?;
        match call.op {
            AlgebraOp::Amax => on_device.extreme(true),
            AlgebraOp::Amin => on_device.extreme(false),
            AlgebraOp::Asum => on_device.sum(Sum::Magnitudes),
            AlgebraOp::Nrm2 => on_device.sum(Sum::Norm),
            AlgebraOp::Dot => on_device.dot_product(),
            AlgebraOp::Scal => on_device.scaled(),
            AlgebraOp::Axpy => on_device.scaled_sum(),
            AlgebraOp::Gemm => on_device.matrix_product(),
            AlgebraOp::Gemv => on_device.vector_product(),
            AlgebraOp::Geam => on_device.matrix_sum(),
            AlgebraOp::Transpose => on_device.transposed(Operation::Transpose),
            AlgebraOp::HermTranspose => on_device.transposed(Operation::Adjoint),
            AlgebraOp::Chol => on_device.cholesky(Operation::None),
            AlgebraOp::CholFactor => on_device.cholesky(Operation::Adjoint),
            AlgebraOp::Lu => on_device.packed_lu(),
            AlgebraOp::LuSolve => on_device.lu_solution(),
            AlgebraOp::Trsv => on_device.triangular(),
            AlgebraOp::Qr => on_device.packed_qr(),
            AlgebraOp::Q => on_device.q_of_packed(),
            AlgebraOp::Gesvd => on_device.singular_vectors(),
            AlgebraOp::LuBatched => on_device.stack_lu(),
            AlgebraOp::LuSolveBatched => on_device.stack_solution(),
            AlgebraOp::LuMatInvBatched | AlgebraOp::MatInvBatches => on_device.stack_inverse(),
            _ => Err(Stopped::NotTaken),
        }
    })
}

/// What the processor's one thread would take, in nanoseconds: half of one for an addition with its multiplication. None for functions that
/// the libraries do not get.
fn cost(call: &Call) -> Option<i64> {
    let count = |index: usize| call.array(index).numel() as i64;
    let rows = |index: usize| call.array(index).dims().get(0).max(1);
    Some(match call.op {
        AlgebraOp::Amax
        | AlgebraOp::Amin
        | AlgebraOp::Asum
        | AlgebraOp::Nrm2
        | AlgebraOp::Dot
        | AlgebraOp::Scal
        | AlgebraOp::Axpy
        | AlgebraOp::Geam
        | AlgebraOp::Transpose
        | AlgebraOp::HermTranspose => count(0) / 2,
        AlgebraOp::Gemm => count(0) * (count(1) / rows(1)).max(1) / 2,
        AlgebraOp::Gemv => count(0) / 2,
        AlgebraOp::Chol | AlgebraOp::CholFactor | AlgebraOp::Lu | AlgebraOp::LuSolve => {
            count(0) * rows(0) / 4
        }
        AlgebraOp::Trsv => count(0) * (count(1) / rows(0)).max(1) / 2,
        AlgebraOp::Qr | AlgebraOp::Q => count(0) * rows(0),
        // A round over all pairs of columns for each digit.
        AlgebraOp::Gesvd => 8 * count(0) * rows(0),
        AlgebraOp::LuBatched
        | AlgebraOp::LuSolveBatched
        | AlgebraOp::LuMatInvBatched
        | AlgebraOp::MatInvBatches => count(0) * rows(0),
        _ => return None,
    })
}

fn precision(kind: ElemKind) -> Option<Precision> {
    match kind {
        ElemKind::F32 => Some(Precision::Single),
        ElemKind::F64 => Some(Precision::Double),
        ElemKind::C32 => Some(Precision::ComplexSingle),
        ElemKind::C64 => Some(Precision::ComplexDouble),
        _ => None,
    }
}

fn operation(letter: Letter) -> Operation {
    match letter {
        Letter::Plain => Operation::None,
        Letter::Transposed => Operation::Transpose,
        Letter::Adjoint => Operation::Adjoint,
    }
}

/// What the processor would tell as a mistake.
fn not_taken<T>(result: Result<T, Raised>) -> Result<T, Stopped> {
    result.map_err(|_| Stopped::NotTaken)
}

struct OnDevice<'a> {
    libraries: &'a Libraries,
    call: &'a Call,
    precision: Precision,
    /// The arguments, where the device can have them.
    arrays: Vec<Array>,
}

impl<'a> OnDevice<'a> {
    fn of(libraries: &'a Libraries, call: &'a Call) -> Result<OnDevice<'a>, Stopped> {
        libraries.blas()?;
        let mut arrays = Vec::new();
        for index in 0..call.array_count() {
            let array = call.array(index);
            if array.kind() != call.kind && systems::given_pivots(call) != Some(index) {
                return Err(Stopped::NotTaken);
            }
            // Constants of the program have no place to note where their copies are.
            arrays.push(match array.header().refs < 0 {
                true => not_taken(array_copy(array))?,
                false => array.clone(),
            });
        }
        Ok(OnDevice {
            libraries,
            call,
            precision: precision(call.kind).ok_or(Stopped::NotTaken)?,
            arrays,
        })
    }

    fn address(&self, index: usize) -> Result<u64, Stopped> {
        self.libraries.address(&self.arrays[index])
    }

    /// An argument as cuBLAS sees it: its transpose.
    fn matrix(&self, index: usize) -> Result<BlasMatrix, Stopped> {
        let leading = self.arrays[index].dims().get(1);
        Ok(BlasMatrix {
            address: self.address(index)?,
            leading,
        })
    }

    fn count(&self, index: usize) -> i64 {
        self.arrays[index].numel() as i64
    }

    fn number(&self, index: usize) -> (f64, f64) {
        let number = self.call.numbers[index];
        (number.re, number.im)
    }

    /// Calls a function of cuBLAS, told by its name without the letter of the precision.
    fn in_blas<R>(
        &self,
        function: &str,
        work: impl FnOnce(&Blas) -> Result<R, Error>,
    ) -> Result<R, Stopped> {
        let blas = self.libraries.blas()?;
        let name = format!("cublas{}{function}", self.precision.letter());
        self.libraries.call(&name, || work(blas))
    }

    /// Calls a function of cuSOLVER, told in the same way.
    fn in_solver<R>(
        &self,
        function: &str,
        work: impl FnOnce(&Solver) -> Result<R, Error>,
    ) -> Result<R, Stopped> {
        let solver = self.libraries.solver()?;
        let name = format!("cusolverDn{}{function}", self.precision.letter());
        self.libraries.call(&name, || work(solver))
    }

    fn result(&self, dims: Dims, memory: DeviceMemory) -> Result<Array, Stopped> {
        self.libraries.array(self.call.kind, dims, memory)
    }

    fn scratch(&self, count: i64) -> Result<DeviceMemory, Stopped> {
        self.libraries.scratch(self.call.kind, count)
    }

    /// A number that was computed as such.
    fn given(&self, number: (f64, f64), kind: ElemKind) -> Result<Array, Stopped> {
        let (re, im) = number;
        let exact = match kind.is_complex() {
            true => Array::row(&[C64::new(re, im)]),
            false => Array::row(&[re]),
        };
        not_taken(converted(&not_taken(exact)?, kind))
    }

    fn real_kind(&self) -> ElemKind {
        match self.precision {
            Precision::Single | Precision::ComplexSingle => ElemKind::F32,
            Precision::Double | Precision::ComplexDouble => ElemKind::F64,
        }
    }

    // ---- Sums ----------------------------------------------------------------------------------------------------------

    fn extreme(&self, greatest: bool) -> Result<Array, Stopped> {
        let (blas, n, x) = (self.libraries.blas()?, self.count(0), self.address(0)?);
        // Where cuBLAS finds what is not a number is its own affair.
        // SAFETY: the address is that of an array of so many elements.
        let total = unsafe { blas.sum(self.precision, Sum::Magnitudes, n, x) }?;
        if total.is_nan() {
            return Err(Stopped::NotTaken);
        }
        let name = if greatest { "amax" } else { "amin" };
        let place = self.in_blas(name, |blas| {
            // SAFETY: as above.
            unsafe { blas.extreme(self.precision, greatest, n, x, 1) }
        })?;
        not_taken(Array::row(&[place - 1]))
    }

    fn sum(&self, sum: Sum) -> Result<Array, Stopped> {
        let (n, x) = (self.count(0), self.address(0)?);
        let name = match sum {
            Sum::Magnitudes => "asum",
            Sum::Norm => "nrm2",
        };
        let total = self.in_blas(name, |blas| {
            // SAFETY: the address is that of an array of so many elements.
            unsafe { blas.sum(self.precision, sum, n, x) }
        })?;
        self.given((total, 0.0), self.real_kind())
    }

    fn dot_product(&self) -> Result<Array, Stopped> {
        if self.count(0) != self.count(1) {
            return Err(Stopped::NotTaken);
        }
        let (n, x, y) = (self.count(0), self.address(0)?, self.address(1)?);
        let total = self.in_blas("dot", |blas| {
            // SAFETY: the addresses are those of arrays of so many elements.
            unsafe { blas.dot_product(self.precision, n, x, y) }
        })?;
        self.given(total, self.call.kind)
    }

    // ---- Scaled sums -----------------------------------------------------------------------------------------------------

    /// alpha op(A) + beta op(B), of rows×columns of the library's matrices.
    fn combine(
        &self,
        sizes: [i64; 2],
        alpha: (f64, f64),
        a: BlasOperand,
        beta: (f64, f64),
        b: BlasOperand,
    ) -> Result<DeviceMemory, Stopped> {
        let memory = self.scratch(sizes[0] * sizes[1])?;
        let c = BlasMatrix {
            address: memory.address(),
            leading: sizes[0],
        };
        self.in_blas("geam", |blas| {
            // SAFETY: the callers compare the sizes; the memory has as many elements.
            unsafe { blas.combine(self.precision, sizes, alpha, a, beta, b, c) }
        })?;
        Ok(memory)
    }

    /// The elements of an array as one long column.
    fn column(&self, index: usize) -> Result<BlasMatrix, Stopped> {
        Ok(BlasMatrix {
            address: self.address(index)?,
            leading: self.count(index),
        })
    }

    fn scaled(&self) -> Result<Array, Stopped> {
        let x = self.column(0)?.under(Operation::None);
        let memory = self.combine([self.count(0), 1], self.number(0), x, ZERO, x)?;
        self.result(self.arrays[0].dims(), memory)
    }

    fn scaled_sum(&self) -> Result<Array, Stopped> {
        if self.arrays[0].dims() != self.arrays[1].dims() {
            return Err(Stopped::NotTaken);
        }
        let [x, y] = [self.column(0)?, self.column(1)?].map(|column| column.under(Operation::None));
        let memory = self.combine([self.count(0), 1], self.number(0), x, ONE, y)?;
        self.result(self.arrays[0].dims(), memory)
    }

    fn matrix_sum(&self) -> Result<Array, Stopped> {
        let letter_a = not_taken(self.call.letter(0))?;
        let letter_b = not_taken(self.call.letter(1))?;
        let [a, b] = [0, 1].map(|index| self.call.require_matrix(self.call.array(index)));
        let (rows, columns) = sizes(&not_taken(a)?, letter_a);
        if (rows, columns) != sizes(&not_taken(b)?, letter_b) {
            return Err(Stopped::NotTaken);
        }
        let a = self.matrix(0)?.under(operation(letter_a));
        let b = self.matrix(1)?.under(operation(letter_b));
        let memory = self.combine([columns, rows], self.number(0), a, self.number(1), b)?;
        self.result(Dims::matrix(rows, columns), memory)
    }

    /// An array turned round, in memory of its own: columns as the library has them.
    fn turned(
        &self,
        address: u64,
        rows: i64,
        columns: i64,
        operation: Operation,
    ) -> Result<DeviceMemory, Stopped> {
        let source = BlasMatrix {
            address,
            leading: columns,
        };
        self.combine(
            [rows, columns],
            ONE,
            source.under(operation),
            ZERO,
            source.under(operation),
        )
    }

    fn transposed(&self, operation: Operation) -> Result<Array, Stopped> {
        let dims = not_taken(self.call.require_matrix(self.call.array(0)))?;
        let (rows, columns) = (dims.get(0), dims.get(1));
        let memory = self.turned(self.address(0)?, rows, columns, operation)?;
        self.result(Dims::matrix(columns, rows), memory)
    }

    // ---- Products --------------------------------------------------------------------------------------------------------

    fn matrix_product(&self) -> Result<Array, Stopped> {
        let (rows, inner, columns) = not_taken(product_sizes(self.call))?;
        let op = operation(not_taken(self.call.letter(0))?);
        let a = self.matrix(0)?.under(op);
        let op = operation(not_taken(self.call.letter(1))?);
        let b = self.matrix(1)?.under(op);
        self.product([rows, inner, columns], a, b)
    }

    fn vector_product(&self) -> Result<Array, Stopped> {
        let letter = not_taken(self.call.letter(0))?;
        let dims = not_taken(self.call.require_matrix(self.call.array(0)))?;
        let (rows, inner) = sizes(&dims, letter);
        let is_vector = |index: usize, length: i64| {
            let array = &self.arrays[index];
            array.dims().vector_dim().is_some() && array.numel() as i64 == length
        };
        let fits = is_vector(1, inner) && (self.arrays.len() < 3 || is_vector(2, rows));
        if !fits {
            return Err(Stopped::NotTaken);
        }
        let x = BlasMatrix {
            address: self.address(1)?,
            leading: 1,
        };
        let a = self.matrix(0)?.under(operation(letter));
        self.product([rows, inner, 1], a, x.under(Operation::None))
    }

    /// alpha op(A) op(B) + beta C: to the library the transpose, of the factors in the other order.
    fn product(
        &self,
        [rows, inner, columns]: [i64; 3],
        a: BlasOperand,
        b: BlasOperand,
    ) -> Result<Array, Stopped> {
        let beta = match self.call.numbers.len() {
            2 => self.number(1),
            _ => ZERO,
        };
        // Whether the library looks at what is multiplied by 0 is not documented.
        if self.number(0) == ZERO {
            return Err(Stopped::NotTaken);
        }
        let memory = match beta == ZERO {
            true => self.scratch(rows * columns)?,
            false => {
                let c = self.column(2)?.under(Operation::None);
                self.combine([rows * columns, 1], ONE, c, ZERO, c)?
            }
        };
        let c = BlasMatrix {
            address: memory.address(),
            leading: columns,
        };
        let (sizes, alpha) = ([columns, rows, inner], self.number(0));
        self.in_blas("gemm", |blas| {
            // SAFETY: the callers compare the sizes; the memory has as many elements.
            unsafe { blas.multiply(self.precision, sizes, alpha, b, a, beta, c) }
        })?;
        self.result(Dims::matrix(rows, columns), memory)
    }

    // ---- Factors ---------------------------------------------------------------------------------------------------------

    /// The rows of the factor are the columns of the library's: L is the transpose of its U. The upper factor is the adjoint of what the
    /// adjoint of the matrix gives, so that the triangle above the diagonal is read.
    fn cholesky(&self, operation: Operation) -> Result<Array, Stopped> {
        let size = not_taken(self.call.require_square(self.call.array(0)))? as i64;
        self.libraries.solver()?;
        let memory = self.turned(self.address(0)?, size, size, operation)?;
        let matrix = SolverMatrix {
            rows: size,
            columns: size,
            address: memory.address(),
        };
        let finding = self.in_solver("potrf", |solver| {
            // SAFETY: the memory has as many elements as the matrix.
            unsafe { solver.cholesky(self.precision, matrix) }
        })?;
        if finding.wait()? != 0 {
            return Err(Stopped::NotTaken);
        }
        let parts = if self.precision.is_complex() { 2i64 } else { 1 };
        let count = size * size * parts;
        let arguments = Arguments::new()
            .with_address(memory.address())
            .with(count)
            .with(size)
            .with(parts);
        // SAFETY: the memory has that many numbers.
        unsafe {
            self.libraries
                .help("lower", self.real_kind(), count, &arguments)
        }?;
        let factor = match operation {
            Operation::None => memory,
            Operation::Transpose | Operation::Adjoint => {
                self.turned(memory.address(), size, size, operation)?
            }
        };
        self.result(Dims::matrix(size, size), factor)
    }

    /// The factors of the first argument in the library's order, the pivots, and whether the matrix is singular.
    fn factors(
        &self,
        rows: i64,
        columns: i64,
    ) -> Result<(DeviceMemory, DeviceMemory, bool), Stopped> {
        self.libraries.solver()?;
        let memory = self.turned(self.address(0)?, rows, columns, Operation::Transpose)?;
        let pivots = self.libraries.scratch(ElemKind::I32, rows.min(columns))?;
        let matrix = SolverMatrix {
            rows,
            columns,
            address: memory.address(),
        };
        let finding = self.in_solver("getrf", |solver| {
            // SAFETY: the memory has as many elements as the matrix, and a pivot for each row and column.
            unsafe { solver.lu(self.precision, matrix, pivots.address()) }
        })?;
        let is_singular = finding.wait()? != 0;
        Ok((memory, pivots, is_singular))
    }

    fn packed_lu(&self) -> Result<Array, Stopped> {
        let dims = not_taken(self.call.require_matrix(self.call.array(0)))?;
        let (rows, columns) = (dims.get(0), dims.get(1));
        let (memory, pivots, _) = self.factors(rows, columns)?;
        let back = self.turned(memory.address(), columns, rows, Operation::Transpose)?;
        let mut bytes = vec![0u8; rows.min(columns) as usize * 4];
        pivots.read(0, &mut bytes)?;
        let pivot = |bytes: &[u8]| i32::from_ne_bytes(std::array::from_fn(|at| bytes[at])) - 1;
        let pivots: Vec<i32> = bytes.chunks_exact(4).map(pivot).collect();
        let packed = self.result(dims, back)?;
        not_taken(several(vec![packed, not_taken(Array::row(&pivots))?]))
    }

    fn lu_solution(&self) -> Result<Array, Stopped> {
        let size = not_taken(self.call.require_square(self.call.array(0)))? as i64;
        let sides = self.arrays[self.arrays.len() - 1].dims();
        let is_row = sides.get(0) == 1 && sides.get(1) == size;
        if self.arrays.len() != 2 || sides.count() > 2 || (sides.get(0) != size && !is_row) {
            return Err(Stopped::NotTaken);
        }
        let columns = if is_row { 1 } else { sides.get(1) };
        let (factors, pivots, is_singular) = self.factors(size, size)?;
        if is_singular {
            return Err(Stopped::NotTaken);
        }
        let right = self.turned(self.address(1)?, size, columns, Operation::Transpose)?;
        let matrix = |columns, memory: &DeviceMemory| SolverMatrix {
            rows: size,
            columns,
            address: memory.address(),
        };
        let (factors, solved) = (matrix(size, &factors), matrix(columns, &right));
        self.in_solver("getrs", |solver| {
            // SAFETY: the memory has as many elements as the matrices, and a pivot for each row.
            unsafe { solver.solve(self.precision, factors, pivots.address(), solved) }
        })?;
        let back = self.turned(right.address(), columns, size, Operation::Transpose)?;
        self.result(sides, back)
    }
}
