//! The global memory of one device.
//!
//! *Invariant:* addresses are never given twice, so an access to freed memory is always found.

use crate::bitmap::Bitmap;
use crate::fault::{Fault, FaultKind, Object, Problem};
use crate::races::Shadow;

/// The first address.
const BASE: u64 = 0x7f00_0000_0000;
/// Allocations begin at multiples of it, and one stays free behind each.
const PAGE: u64 = 1 << 16;

/// An array of global memory.
#[derive(Clone, Debug)]
pub(crate) struct Allocation {
    pub start: u64,
    pub size: u64,
    pub bytes: Vec<u8>,
    pub written: Bitmap,
    pub shadow: Shadow,
    pub live: bool,
    pub name: Option<String>,
    pub is_constant: bool,
    /// Given by `malloc` in a kernel.
    pub is_heap: bool,
}

/// One device's global memory with what is known of each byte.
#[derive(Clone, Debug)]
pub struct Memory {
    base: u64,
    capacity: u64,
    used: u64,
    heap_capacity: u64,
    heap_used: u64,
    /// For each page the number of its allocation and one more.
    pages: Vec<u32>,
    pub(crate) allocations: Vec<Allocation>,
    pub(crate) launches: u32,
}

/// Bytes that kernels may allocate, as the CUDA runtime has it by default.
const HEAP: u64 = 8 << 20;

impl Memory {
    /// Memory of so many bytes.
    pub fn new(capacity: u64) -> Memory {
        Memory::at(BASE, capacity)
    }

    /// Memory of so many bytes whose addresses begin here, so that several devices have different ones.
    pub fn at(base: u64, capacity: u64) -> Memory {
        Memory {
            base,
            capacity,
            used: 0,
            heap_capacity: HEAP,
            heap_used: 0,
            pages: Vec::new(),
            allocations: Vec::new(),
            launches: 0,
        }
    }

    /// Sets how many bytes `malloc` in kernels may take.
    pub fn set_heap_limit(&mut self, bytes: u64) {
        self.heap_capacity = bytes;
    }

    /// Bytes that are free.
    pub fn available(&self) -> u64 {
        self.capacity - self.used
    }

    /// Bytes of the device.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// The address of an array of so many bytes, all of them uninitialised; none when there is too little memory or nothing asked for.
    pub fn allocate(&mut self, bytes: u64) -> Option<u64> {
        if bytes == 0 || bytes > self.available() {
            return None;
        }
        self.used += bytes;
        Some(self.place(bytes, None))
    }

    /// The same for a variable of a module, which begins as zeros.
    pub(crate) fn allocate_variable(
        &mut self,
        bytes: u64,
        name: &str,
        constant: bool,
    ) -> Option<u64> {
        if bytes > self.available() {
            return None;
        }
        self.used += bytes;
        let address = self.place(bytes, Some(name.to_string()));
        let allocation = self.allocations.last_mut()?;
        allocation.written.set_range(0, bytes as usize, true);
        allocation.is_constant = constant;
        Some(address)
    }

    /// `malloc` of a kernel.
    pub(crate) fn allocate_in_kernel(&mut self, bytes: u64) -> Option<u64> {
        if bytes == 0 || bytes > self.heap_capacity - self.heap_used {
            return None;
        }
        self.heap_used += bytes;
        let address = self.place(bytes, None);
        self.allocations.last_mut()?.is_heap = true;
        Some(address)
    }

    fn place(&mut self, bytes: u64, name: Option<String>) -> u64 {
        let start = self.base + self.pages.len() as u64 * PAGE;
        let pages = bytes.div_ceil(PAGE) as usize + 1;
        self.allocations.push(Allocation {
            start,
            size: bytes,
            bytes: vec![0; bytes as usize],
            written: Bitmap::new(bytes as usize),
            shadow: Shadow::default(),
            live: true,
            name,
            is_constant: false,
            is_heap: false,
        });
        let number = self.allocations.len() as u32;
        self.pages.resize(self.pages.len() + pages, number);
        start
    }

    /// Frees an array by its first address.
    ///
    /// # Errors
    /// `UseAfterFree` if it is free already, `InvalidFree` if it is not the start of an array.
    pub fn free(&mut self, address: u64) -> Result<(), Fault> {
        self.release(address, false)
            .map_err(|problem| Fault::of_host(problem.kind, problem.address, problem.message))
    }

    pub(crate) fn release(&mut self, address: u64, by_kernel: bool) -> Result<(), Box<Problem>> {
        let found = self.index(address);
        let Some(allocation) = found.map(|index| &mut self.allocations[index]) else {
            return Err(invalid_free(address));
        };
        if allocation.start != address || allocation.is_heap != by_kernel {
            return Err(invalid_free(address));
        }
        if !allocation.live {
            let problem = Problem::new(FaultKind::UseAfterFree, "the memory was freed before");
            return Err(problem.at(address, None));
        }
        allocation.live = false;
        allocation.bytes = Vec::new();
        allocation.written = Bitmap::default();
        allocation.shadow.clear();
        if by_kernel {
            self.heap_used -= allocation.size;
        } else {
            self.used -= allocation.size;
        }
        Ok(())
    }

    /// Gives an array a name for messages.
    pub fn name(&mut self, address: u64, name: &str) {
        if let Some(index) = self.index(address) {
            self.allocations[index].name = Some(name.to_string());
        }
    }

    /// Start and size of the array that an address lies in.
    pub fn allocation_of(&self, address: u64) -> Option<(u64, u64)> {
        let allocation = &self.allocations[self.index(address)?];
        let inside = allocation.live && address - allocation.start < allocation.size;
        inside.then_some((allocation.start, allocation.size))
    }

    /// Start and size of every live array, in the order of their addresses.
    pub fn allocations(&self) -> impl Iterator<Item = (u64, u64)> {
        self.allocations
            .iter()
            .filter(|allocation| allocation.live)
            .map(|allocation| (allocation.start, allocation.size))
    }

    /// Writes bytes, which are initialised then.
    ///
    /// # Errors
    /// `OutOfBounds` or `UseAfterFree`.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        let (index, offset) = self.host_range(address, bytes.len() as u64)?;
        let allocation = &mut self.allocations[index];
        allocation.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        allocation.written.set_range(offset, bytes.len(), true);
        Ok(())
    }

    /// Reads bytes; those that nobody wrote are zero.
    ///
    /// # Errors
    /// `OutOfBounds` or `UseAfterFree`.
    pub fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), Fault> {
        let (index, offset) = self.host_range(address, bytes.len() as u64)?;
        bytes.copy_from_slice(&self.allocations[index].bytes[offset..offset + bytes.len()]);
        Ok(())
    }

    /// Writes a pattern `count` times.
    ///
    /// # Errors
    /// `OutOfBounds` or `UseAfterFree`.
    pub fn fill(&mut self, address: u64, pattern: &[u8], count: u64) -> Result<(), Fault> {
        let length = (pattern.len() as u64).saturating_mul(count);
        let (index, offset) = self.host_range(address, length)?;
        let allocation = &mut self.allocations[index];
        let place = &mut allocation.bytes[offset..offset + length as usize];
        for part in place.chunks_exact_mut(pattern.len().max(1)) {
            part.copy_from_slice(pattern);
        }
        allocation.written.set_range(offset, length as usize, true);
        Ok(())
    }

    /// Copies within the memory; bytes that nobody wrote stay so.
    ///
    /// # Errors
    /// `OutOfBounds` or `UseAfterFree`.
    pub fn copy(&mut self, to: u64, from: u64, length: u64) -> Result<(), Fault> {
        let (source, start) = self.host_range(from, length)?;
        let (target, offset) = self.host_range(to, length)?;
        let length = length as usize;
        let bytes = self.allocations[source].bytes[start..start + length].to_vec();
        let written: Vec<bool> = (start..start + length)
            .map(|at| self.allocations[source].written.get(at))
            .collect();
        let allocation = &mut self.allocations[target];
        allocation.bytes[offset..offset + length].copy_from_slice(&bytes);
        for (at, written) in written.into_iter().enumerate() {
            allocation.written.set_range(offset + at, 1, written);
        }
        Ok(())
    }

    /// Whether all bytes of a range were written.
    ///
    /// # Errors
    /// `OutOfBounds` or `UseAfterFree`.
    pub fn is_initialised(&self, address: u64, length: u64) -> Result<bool, Fault> {
        let (index, offset) = self.host_range(address, length)?;
        let written = &self.allocations[index].written;
        Ok((offset..offset + length as usize).all(|at| written.get(at)))
    }

    fn host_range(&self, address: u64, length: u64) -> Result<(usize, usize), Fault> {
        self.range(address, length).map_err(|kind| {
            let message = format!("{length} bytes at {address:#x}");
            let mut fault = Fault::of_host(kind, Some(address), message);
            fault.object = self.nearest(address);
            fault
        })
    }

    /// The allocation that owns the page of an address.
    fn index(&self, address: u64) -> Option<usize> {
        let page = address.checked_sub(self.base)? / PAGE;
        let number = *self.pages.get(usize::try_from(page).ok()?)?;
        (number as usize).checked_sub(1)
    }

    /// The number of the allocation that holds a range, and the offset in it.
    pub(crate) fn range(&self, address: u64, length: u64) -> Result<(usize, usize), FaultKind> {
        let index = self.index(address).ok_or(FaultKind::OutOfBounds)?;
        let allocation = &self.allocations[index];
        let offset = address - allocation.start;
        if offset > allocation.size || length > allocation.size - offset {
            return Err(FaultKind::OutOfBounds);
        }
        if !allocation.live {
            return Err(FaultKind::UseAfterFree);
        }
        Ok((index, offset as usize))
    }

    /// The allocation nearest to an address.
    pub(crate) fn nearest(&self, address: u64) -> Option<Object> {
        let distance = |allocation: &&Allocation| {
            let end = allocation.start + allocation.size;
            if address < allocation.start {
                allocation.start - address
            } else {
                (address + 1).saturating_sub(end)
            }
        };
        let after = self.allocations.partition_point(|one| one.start <= address);
        let around =
            &self.allocations[after.saturating_sub(1)..(after + 1).min(self.allocations.len())];
        let near = around.iter().min_by_key(distance)?;
        Some(Object::Allocation {
            start: near.start,
            size: near.size,
            name: near.name.clone(),
            parameter: None,
        })
    }
}

fn invalid_free(address: u64) -> Box<Problem> {
    let message = "the address is not the start of an array of this kind";
    Problem::new(FaultKind::InvalidFree, message).at(address, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_apart_and_never_reused() {
        let mut memory = Memory::new(1000);
        let a = memory.allocate(100).expect("room");
        let b = memory.allocate(100).expect("room");
        assert!(b >= a + 100 + PAGE / 2);
        assert_eq!(memory.available(), 800);
        assert!(memory.allocate(801).is_none());
        memory.free(a).expect("live");
        assert_eq!(memory.available(), 900);
        assert_ne!(memory.allocate(100), Some(a));
        let fault = memory.write(a, &[1]).expect_err("freed");
        assert_eq!(fault.kind, FaultKind::UseAfterFree);
        assert_eq!(
            memory.free(a).expect_err("twice").kind,
            FaultKind::UseAfterFree
        );
        assert_eq!(
            memory.free(b + 1).expect_err("inside").kind,
            FaultKind::InvalidFree
        );
        assert_eq!(
            memory.free(3).expect_err("nothing").kind,
            FaultKind::InvalidFree
        );
    }

    #[test]
    fn ranges_are_checked_to_the_byte() {
        let mut memory = Memory::new(1 << 20);
        let a = memory.allocate(10).expect("room");
        memory.write(a + 6, &[1, 2, 3, 4]).expect("inside");
        let fault = memory.write(a + 7, &[1, 2, 3, 4]).expect_err("beyond");
        assert_eq!(fault.kind, FaultKind::OutOfBounds);
        assert!(fault.to_string().contains("10 bytes"), "{fault}");
        let mut bytes = [9; 4];
        memory.read(a + 6, &mut bytes).expect("inside");
        assert_eq!(bytes, [1, 2, 3, 4]);
        assert!(memory.read(u64::MAX - 2, &mut bytes).is_err());
        assert_eq!(memory.allocation_of(a + 9), Some((a, 10)));
        assert_eq!(memory.allocation_of(a + 10), None);
    }

    #[test]
    fn copies_carry_what_is_uninitialised() {
        let mut memory = Memory::new(1 << 20);
        let a = memory.allocate(8).expect("room");
        let b = memory.allocate(8).expect("room");
        memory.fill(b, &[7], 8).expect("inside");
        memory.write(a, &[1, 2]).expect("inside");
        memory.copy(b, a, 4).expect("inside");
        assert_eq!(memory.is_initialised(b, 2), Ok(true));
        assert_eq!(memory.is_initialised(b + 2, 1), Ok(false));
        assert_eq!(memory.is_initialised(b + 4, 4), Ok(true));
    }
}
