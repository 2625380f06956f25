//! Where the newest elements of an array are.
//!
//! An array that was part of a launch on a device has *copies* there, which its header names. The elements come back when somebody on the
//! host wants them, and go to the device again when they were changed on the host and a launch wants them there.
//!
//! *Invariant:* at least one of both sides is current. Whoever reads or writes elements on the host has asked here before; an array whose
//! header names no copies has its elements on the host alone.

use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use nvrtc_bridge::{DeviceMemory, Error};
use quasar_abi::{ArgumentClass, ArrayHeader, KernelView};

use crate::gpu::Gpu;
use crate::object::Array;
use crate::program;

/// What an array has on devices.
pub(crate) struct Copies {
    sides: Mutex<Sides>,
}

/// Both sides of an array.
struct Sides {
    device: Memory,
    /// Whether the host's elements are the newest.
    host_is_current: bool,
    /// Whether the device's elements are the newest.
    device_is_current: bool,
}

/// Memory outside of the host's arrays.
enum Memory {
    /// Of the process itself: it shows who forgets to ask.
    Apart(Vec<u8>),
    /// Of a GPU.
    Gpu(DeviceMemory, &'static Gpu),
}

impl Memory {
    /// Gets the elements, when all launches that write them have ended. A device that does not give them back ends the program: nobody
    /// else has them.
    fn read(&self, bytes: &mut [u8]) {
        match self {
            Memory::Apart(memory) => bytes.copy_from_slice(memory),
            Memory::Gpu(memory, gpu) => {
                let done = gpu.stream().synchronize();
                if let Err(error) = done.and_then(|()| memory.read(0, bytes)) {
                    program::end_with(&format!(
                        "the GPU has lost the elements of an array: {error}"
                    ));
                }
            }
        }
    }
}

impl Copies {
    fn sides(&self) -> MutexGuard<'_, Sides> {
        self.sides.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the host current; any thread may ask.
    fn bring_home(&self, header: &ArrayHeader) {
        let mut sides = self.sides();
        if !sides.host_is_current {
            sides.device.read(host_bytes(header));
            sides.host_is_current = true;
        }
    }
}

/// The bytes of the elements on the host.
#[allow(
    clippy::mut_from_ref,
    reason = "the elements belong to whoever holds the lock of the copies"
)]
fn host_bytes(header: &ArrayHeader) -> &mut [u8] {
    let kind = quasar_abi::ElemKind::from_code(header.elem).expect("a known element kind");
    let bytes = header.numel as usize * kind.size();
    // SAFETY: the storage of an array has that size; while its elements are elsewhere nobody reads them here.
    unsafe { std::slice::from_raw_parts_mut(header.data, bytes) }
}

/// The field of the header that names the copies.
fn field(header: &ArrayHeader) -> &AtomicPtr<Copies> {
    let place = (&raw const header.device).cast_mut().cast::<*mut Copies>();
    // SAFETY: the field is a pointer for as long as the header lives, and only touched as an atomic one once the array is made.
    unsafe { AtomicPtr::from_ptr(place) }
}

fn copies(header: &ArrayHeader) -> Option<&Copies> {
    // SAFETY: the field holds null or copies that live until the array's one host thread drops them.
    unsafe { field(header).load(Ordering::Acquire).as_ref() }
}

/// Makes the host's elements the newest; nothing to do for most arrays.
#[inline]
pub(crate) fn want_to_read(header: &ArrayHeader) {
    if let Some(copies) = copies(header) {
        copies.bring_home(header);
    }
}

/// Makes the host's elements the only ones that count; any thread may ask.
#[inline]
pub(crate) fn want_to_write(header: &ArrayHeader) {
    if let Some(copies) = copies(header) {
        copies.bring_home(header);
        copies.sides().device_is_current = false;
    }
}

/// Gives up the copies, whose elements nobody wants any more.
pub(crate) fn forget(header: &ArrayHeader) {
    let copies = field(header).swap(std::ptr::null_mut(), Ordering::AcqRel);
    if !copies.is_null() {
        // SAFETY: the pointer came from a box, and the array's thread is the only one that drops it.
        drop(unsafe { Box::from_raw(copies) });
    }
}

/// The row of that name.
pub(crate) fn array_host_read(array: &Array) {
    want_to_read(array.header());
}

/// The row of that name: only the host's elements are left.
pub(crate) fn array_host_write(array: &Array) {
    want_to_read(array.header());
    forget(array.header());
}

/// The arrays of a launch, with whether positions read and write their elements.
///
/// # Safety
/// The slots are those of a launch of the kernel.
unsafe fn arrays<'a>(
    kernel: KernelView<'a>,
    slots: *const u64,
) -> impl Iterator<Item = (&'a ArrayHeader, bool, bool)> {
    let rank = kernel.header().rank as usize;
    let parameters = kernel.parameters().iter().enumerate();
    parameters
        .filter(|(_, parameter)| parameter.class == ArgumentClass::Array.code())
        .map(move |(number, parameter)| {
            // SAFETY: by contract the slot holds a live array.
            let header = unsafe { &*(*slots.add(rank + number) as *const ArrayHeader) };
            (header, parameter.is_read != 0, parameter.is_written != 0)
        })
}

/// Before a launch on the host's processors: the elements come home.
///
/// # Safety
/// The slots are those of a launch of the kernel.
pub(crate) unsafe fn before_launch(kernel: KernelView<'_>, slots: *const u64) {
    // SAFETY: by contract.
    for (header, is_read, is_written) in unsafe { arrays(kernel, slots) } {
        if is_written {
            want_to_read(header);
            forget(header);
        } else if is_read {
            want_to_read(header);
        }
    }
}

/// Whether `QC_DEVICE=apart` asks for the elements of each launch to lie apart from the host's.
pub(crate) fn lies_apart() -> bool {
    static APART: OnceLock<bool> = OnceLock::new();
    *APART.get_or_init(|| std::env::var_os("QC_DEVICE").is_some_and(|wish| wish == "apart"))
}

/// After a launch whose arrays lie apart: what it has written is only there, and the host has something else.
///
/// # Safety
/// The slots are those of a launch of the kernel, which has ended.
pub(crate) unsafe fn put_apart(kernel: KernelView<'_>, slots: *const u64) {
    // SAFETY: by contract.
    for (header, _, is_written) in unsafe { arrays(kernel, slots) } {
        let kind = quasar_abi::ElemKind::from_code(header.elem).expect("a known element kind");
        // Handles stay with the host.
        if header.refs < 0 || kind.is_object() || copies(header).is_some() {
            continue;
        }
        let bytes = host_bytes(header);
        let sides = Sides {
            device: Memory::Apart(bytes.to_vec()),
            host_is_current: !is_written,
            device_is_current: true,
        };
        if is_written {
            bytes.fill(0xA5);
        }
        let copies = Box::new(Copies {
            sides: Mutex::new(sides),
        });
        field(header).store(Box::into_raw(copies), Ordering::Release);
    }
}

/// The address of an array's elements on a GPU, which has the newest ones then; none for a constant of the program, which has no place to
/// note where its copies are.
///
/// # Errors
/// The device has no memory for them, or has failed.
pub(crate) fn on_device(header: &ArrayHeader, gpu: &'static Gpu) -> Result<Option<u64>, Error> {
    if header.numel == 0 {
        return Ok(Some(0));
    }
    let bytes = host_bytes(header);
    if let Some(copies) = copies(header) {
        let mut sides = copies.sides();
        if let Memory::Gpu(memory, _) = &sides.device {
            let address = memory.address();
            if !sides.device_is_current {
                gpu.stream().synchronize()?;
                memory.write(0, bytes)?;
                sides.device_is_current = true;
            }
            return Ok(Some(address));
        }
    }
    if header.refs < 0 {
        return Ok(None);
    }
    // Atomic changes of small elements are changes of the words around them.
    let memory = gpu.stream().allocate(bytes.len().next_multiple_of(4))?;
    gpu.stream().synchronize()?;
    memory.write(0, bytes)?;
    let address = memory.address();
    let copies = Box::new(Copies {
        sides: Mutex::new(Sides {
            device: Memory::Gpu(memory, gpu),
            host_is_current: true,
            device_is_current: true,
        }),
    });
    field(header).store(Box::into_raw(copies), Ordering::Release);
    Ok(Some(address))
}

/// Bytes of the arrays of a launch that a GPU would have to be given first.
///
/// # Safety
/// The slots are those of a launch of the kernel.
pub(crate) unsafe fn missing_on_device(kernel: KernelView<'_>, slots: *const u64) -> i64 {
    // SAFETY: by contract.
    let arrays = unsafe { arrays(kernel, slots) };
    let missing = |header: &ArrayHeader| match copies(header) {
        Some(copies) if copies.sides().device_is_current => 0,
        Some(_) | None => host_bytes(header).len() as i64,
    };
    arrays.map(|(header, ..)| missing(header)).sum()
}

/// After a launch on a GPU was begun: what it writes is only there.
///
/// # Safety
/// The slots are those of a launch of the kernel.
pub(crate) unsafe fn after_device_launch(kernel: KernelView<'_>, slots: *const u64) {
    // SAFETY: by contract.
    for (header, _, is_written) in unsafe { arrays(kernel, slots) } {
        if let Some(copies) = copies(header).filter(|_| is_written) {
            copies.sides().host_is_current = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::{KernelHeader, KernelInfo, KernelParameter};

    /// A launch of a kernel that reads its first array and writes its second has ended.
    fn launched(read: &Array, written: &Array) {
        let parameter = |is_read, is_written| KernelParameter {
            class: ArgumentClass::Array.code(),
            is_read,
            is_written,
        };
        let info = KernelInfo {
            header: KernelHeader {
                rank: 1,
                ..KernelHeader::default()
            },
            parameters: vec![parameter(1, 0), parameter(0, 1)],
            ..KernelInfo::default()
        };
        let bytes = info.encode();
        let mut words = vec![0u32; bytes.len().div_ceil(4)];
        // SAFETY: the words have room for the bytes; the view and the slots live as long as the call.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), words.as_mut_ptr().cast(), bytes.len());
            let kernel = KernelView::new(words.as_ptr().cast());
            let slots = [5, read.as_ptr() as u64, written.as_ptr() as u64];
            before_launch(kernel, slots.as_ptr());
            put_apart(kernel, slots.as_ptr());
        }
    }

    fn host(array: &Array) -> Vec<u8> {
        host_bytes(array.header()).to_vec()
    }

    #[test]
    fn elements_come_back_to_who_asks() {
        let read = Array::row(&[1i32, 2]).expect("memory");
        let mut written = Array::row(&[3i32, 4]).expect("memory");
        launched(&read, &written);
        assert_eq!(host(&written), [0xA5; 8]);
        assert_eq!(host(&read)[..4], 1i32.to_ne_bytes());
        assert_eq!(written.elements::<i32>(), [3, 4]);
        written.elements_mut::<i32>()[0] = 7;
        launched(&read, &written);
        assert_eq!(written.cells::<i32>()[0].get(), 7);
        array_host_write(&written);
        assert!(copies(written.header()).is_none());
        assert_eq!(written.elements::<i32>(), [7, 4]);
    }

    #[test]
    fn copies_end_with_their_array() {
        let live = crate::object::live_objects();
        let array = Array::row(&[1.5f64; 100]).expect("memory");
        launched(&Array::row(&[0u8]).expect("memory"), &array);
        let copy = array.clone();
        drop(array);
        assert_eq!(copy.elements::<f64>()[99], 1.5);
        drop(copy);
        assert_eq!(crate::object::live_objects(), live);
    }

    #[test]
    fn several_threads_may_ask_at_once() {
        for _ in 0..50 {
            let array = Array::row(&[3i64; 1000]).expect("memory");
            launched(&Array::row(&[0u8]).expect("memory"), &array);
            let header = array.header() as *const ArrayHeader as usize;
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        // SAFETY: the array outlives the scope; it is only read.
                        let header = unsafe { &*(header as *const ArrayHeader) };
                        want_to_read(header);
                        assert!(
                            host_bytes(header)
                                .chunks(8)
                                .all(|one| one == 3i64.to_ne_bytes())
                        );
                    });
                }
            });
        }
    }
}
