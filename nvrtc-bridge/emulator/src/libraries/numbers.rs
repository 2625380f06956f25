//! Numbers in memory of a device, and matrices of them.
//!
//! *Invariant:* every number is computed with as two `f64` and rounded when it is written.

use crate::engine::Fault;
use crate::queue::Work;
use crate::status::Status;
use crate::texels::Handle;
use crate::world::World;
use std::ops::{Add, Div, Mul, Sub};

/// A kind of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `float`
    Single,
    /// `double`
    Double,
    /// Two `float`.
    ComplexSingle,
    /// Two `double`.
    ComplexDouble,
}

impl Kind {
    /// Bytes of one of the parts.
    fn part(self) -> usize {
        match self {
            Kind::Single | Kind::ComplexSingle => 4,
            Kind::Double | Kind::ComplexDouble => 8,
        }
    }

    /// Whether there is an imaginary part.
    pub fn is_complex(self) -> bool {
        match self {
            Kind::Single | Kind::Double => false,
            Kind::ComplexSingle | Kind::ComplexDouble => true,
        }
    }

    /// Bytes of a number.
    pub fn bytes(self) -> usize {
        self.part() * if self.is_complex() { 2 } else { 1 }
    }

    /// A number from its bytes.
    pub fn get(self, bytes: &[u8]) -> Number {
        let part = |index: usize| {
            let bytes = &bytes[index * self.part()..];
            match self.part() {
                4 => f64::from(f32::from_ne_bytes(std::array::from_fn(|at| bytes[at]))),
                _ => f64::from_ne_bytes(std::array::from_fn(|at| bytes[at])),
            }
        };
        Number {
            re: part(0),
            im: if self.is_complex() { part(1) } else { 0.0 },
        }
    }

    /// Writes the bytes of a number.
    pub fn put(self, number: Number, bytes: &mut [u8]) {
        let parts = [number.re, number.im];
        let count = if self.is_complex() { 2 } else { 1 };
        for (place, part) in bytes.chunks_mut(self.part()).zip(&parts[..count]) {
            match self.part() {
                4 => place.copy_from_slice(&(*part as f32).to_ne_bytes()),
                _ => place.copy_from_slice(&part.to_ne_bytes()),
            }
        }
    }
}

/// A complex number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Number {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

impl Number {
    /// A real one.
    pub fn real(re: f64) -> Number {
        Number { re, im: 0.0 }
    }

    /// The conjugate.
    pub fn conj(self) -> Number {
        Number {
            re: self.re,
            im: -self.im,
        }
    }

    /// |re| + |im|
    pub fn magnitude(self) -> f64 {
        self.re.abs() + self.im.abs()
    }
}

impl Add for Number {
    type Output = Number;
    fn add(self, other: Number) -> Number {
        Number {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }
}

impl Sub for Number {
    type Output = Number;
    fn sub(self, other: Number) -> Number {
        Number {
            re: self.re - other.re,
            im: self.im - other.im,
        }
    }
}

impl Mul for Number {
    type Output = Number;
    fn mul(self, other: Number) -> Number {
        Number {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

impl Div for Number {
    type Output = Number;
    fn div(self, other: Number) -> Number {
        let size = other.re * other.re + other.im * other.im;
        let product = self * other.conj();
        Number {
            re: product.re / size,
            im: product.im / size,
        }
    }
}

impl World {
    /// Puts a function of a library into a stream.
    pub fn put_function(
        &mut self,
        stream: Handle,
        function: impl FnOnce(&mut World) -> Result<(), Fault> + Send + 'static,
    ) -> Result<(), Status> {
        self.put(stream, Work::Function(Box::new(function)))
    }

    /// The bytes at an address.
    pub fn device_bytes(&self, address: u64, bytes: usize) -> Result<Vec<u8>, Fault> {
        let mut data = vec![0; bytes];
        if bytes > 0 {
            let device = self.owner(address).ok_or_else(|| stray(address))?;
            self.devices[device].memory.read(address, &mut data)?;
        }
        Ok(data)
    }

    /// Writes bytes at an address.
    pub fn put_device_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let device = self.owner(address).ok_or_else(|| stray(address))?;
        self.devices[device].memory.write(address, bytes)
    }

    /// The numbers at an address.
    pub fn numbers(&self, kind: Kind, address: u64, count: usize) -> Result<Vec<Number>, Fault> {
        let bytes = self.device_bytes(address, count * kind.bytes())?;
        Ok(bytes
            .chunks(kind.bytes())
            .map(|one| kind.get(one))
            .collect())
    }

    /// Writes numbers at an address.
    pub fn put_numbers(
        &mut self,
        kind: Kind,
        address: u64,
        numbers: &[Number],
    ) -> Result<(), Fault> {
        let mut bytes = vec![0; numbers.len() * kind.bytes()];
        for (place, number) in bytes.chunks_mut(kind.bytes()).zip(numbers) {
            kind.put(*number, place);
        }
        self.put_device_bytes(address, &bytes)
    }
}

impl World {
    /// Writes an int at an address.
    pub fn put_int(&mut self, address: u64, value: i32) -> Result<(), Fault> {
        self.put_device_bytes(address, &value.to_ne_bytes())
    }

    /// The address that a list in memory of a device has at a place.
    pub fn address_at(&self, list: u64, place: u64) -> Result<u64, Fault> {
        let bytes = self.device_bytes(list + 8 * place, 8)?;
        Ok(u64::from_ne_bytes(std::array::from_fn(|at| bytes[at])))
    }

    /// Pivots, which count from 1 in memory and from 0 here.
    pub fn pivots(&self, address: u64, count: usize) -> Result<Vec<usize>, Fault> {
        let bytes = self.device_bytes(address, 4 * count)?;
        let pivot = |bytes: &[u8]| i32::from_ne_bytes(std::array::from_fn(|at| bytes[at]));
        let pivots = bytes.chunks_exact(4).map(pivot);
        Ok(pivots.map(|pivot| (pivot.max(1) - 1) as usize).collect())
    }

    /// Writes pivots.
    pub fn put_pivots(&mut self, address: u64, pivots: &[usize]) -> Result<(), Fault> {
        let bytes = pivots.iter().map(|pivot| (*pivot as i32 + 1).to_ne_bytes());
        self.put_device_bytes(address, &bytes.collect::<Vec<_>>().concat())
    }
}

/// The kind of a result that has no imaginary part.
pub fn real(kind: Kind) -> Kind {
    match kind {
        Kind::Single | Kind::ComplexSingle => Kind::Single,
        Kind::Double | Kind::ComplexDouble => Kind::Double,
    }
}

fn stray(address: u64) -> Fault {
    Fault {
        status: Status::IllegalAddress,
        line: format!("a library was given {address:#x}, which is no memory of a device"),
    }
}

/// A matrix of a device: columns that lie so many numbers apart.
#[derive(Clone, Copy, Debug)]
pub struct Matrix {
    /// The numbers.
    pub kind: Kind,
    /// The first number.
    pub address: u64,
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// Numbers from column to column.
    pub leading: usize,
}

impl Matrix {
    /// Of sizes as C has them.
    pub fn new(
        kind: Kind,
        address: u64,
        rows: i32,
        columns: i32,
        leading: i32,
    ) -> Result<Matrix, Status> {
        let size = |number: i32| usize::try_from(number).map_err(|_| Status::InvalidValue);
        let matrix = Matrix {
            kind,
            address,
            rows: size(rows)?,
            columns: size(columns)?,
            leading: size(leading)?,
        };
        match matrix.leading >= matrix.rows.max(1) {
            true => Ok(matrix),
            false => Err(Status::InvalidValue),
        }
    }

    /// The same matrix elsewhere.
    pub fn at(self, address: u64) -> Matrix {
        Matrix { address, ..self }
    }

    fn column(&self, column: usize) -> u64 {
        self.address + (column * self.leading * self.kind.bytes()) as u64
    }

    /// Its numbers, column by column.
    pub fn read(&self, world: &World) -> Result<Table, Fault> {
        let mut columns = Vec::with_capacity(self.columns);
        for column in 0..self.columns {
            columns.push(world.numbers(self.kind, self.column(column), self.rows)?);
        }
        Ok(columns)
    }

    /// Writes its numbers.
    pub fn write(&self, world: &mut World, table: &Table) -> Result<(), Fault> {
        for (column, numbers) in table.iter().enumerate() {
            world.put_numbers(self.kind, self.column(column), numbers)?;
        }
        Ok(())
    }
}

/// The columns of a matrix.
pub type Table = Vec<Vec<Number>>;
