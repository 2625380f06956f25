//! Coherence of copies: where the newest elements of an array are.
//!
//! An array that was part of a launch on a device has *copies* there, which its header names. The elements come back when somebody on the
//! host wants them, and go to the device again when they were changed on the host and a launch wants them there.
//!
//! An array that is made while there is a device has the field from the beginning, which says then that nobody has written it (`fresh`).
//!
//! *Invariant:* at least one of both sides is current. Whoever reads or writes elements on the host has asked here before; an array whose
//! header names no copies has its elements on the host alone.

mod fresh;
mod gpus;

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use nvrtc_bridge::Error;
use quasar_abi::{ArrayHeader, ElemKind, KernelView};

use crate::array::hooks::{self, Hooks, field};
use crate::array::object::Array;
use crate::device::{Block, Label, Textures, unified};
use crate::process::ending;
use crate::processor::coschedule;
use crate::processor::uses::{Use, uses};
use fresh::Fresh;
use nvrtc_bridge::environment;

pub(crate) use gpus::{
    array_missing, bytes_of, called, comes_home_for, evict, is_waited_for, keys, launched,
    made_on_device, marks, not_launched, on_device, only_gpu, resident_bytes, send_home, surface,
    texture,
};

/// What arrays ask of devices.
static HOOKS: Hooks = Hooks {
    want_to_read,
    want_to_write,
    forget,
    is_new: fresh::is_new,
    unmark,
    shares_memory: unified::is_on,
    allocate: unified::allocate,
    free: unified::free,
};

/// Arrays ask devices from here on.
pub(crate) fn install() {
    hooks::install(&HOOKS);
}

/// What an array has on devices.
pub(crate) struct Copies {
    sides: Mutex<Sides>,
}

/// All sides of an array.
struct Sides {
    /// Whether the host's elements are the newest.
    host_is_current: bool,
    /// Memory outside of the host's arrays, one piece for each device that has some.
    places: Vec<Place>,
    /// The name by which a kernel has known the array, for traces.
    name: String,
}

/// Elements outside of the host's arrays.
struct Place {
    memory: Memory,
    /// Whether these elements are the newest.
    is_current: bool,
    /// The elements as textures, of a GPU.
    textures: Textures,
}

/// Memory outside of the host's arrays.
enum Memory {
    /// Of the process itself: it shows who forgets to ask.
    Apart(Vec<u8>),
    /// Of a GPU.
    Gpu(Block),
}

impl Memory {
    /// Gets the elements, when all launches that write them have ended.
    fn read(&mut self, bytes: &mut [u8], label: Label<'_>) -> Result<(), Error> {
        match self {
            Memory::Apart(memory) => {
                bytes.copy_from_slice(memory);
                Ok(())
            }
            Memory::Gpu(block) => block.copy_out(bytes, label),
        }
    }
}

impl Sides {
    /// Gives the host the newest elements.
    fn bring_home(&mut self, header: &ArrayHeader) -> Result<(), Error> {
        if self.host_is_current {
            return Ok(());
        }
        let mut places = self.places.iter_mut();
        let place = places.find(|place| place.is_current);
        let label = Label {
            array: &self.name,
            location: 0,
        };
        place
            .expect("some side of an array is current")
            .memory
            .read(host_bytes(header), label)?;
        self.host_is_current = true;
        Ok(())
    }
}

impl Copies {
    fn sides(&self) -> MutexGuard<'_, Sides> {
        self.sides.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the host current; any thread may ask. A device that does not give the elements back ends the program: nobody else has them.
    fn bring_home(&self, header: &ArrayHeader) {
        if !self.sides().host_is_current {
            // Launches that wait may still read the elements that are replaced.
            coschedule::before(header, true);
        }
        if let Err(error) = self.sides().bring_home(header) {
            ending::end_with(&format!(
                "the GPU has lost the elements of an array: {error}"
            ));
        }
    }
}

/// The bytes of the elements on the host.
#[allow(
    clippy::mut_from_ref,
    reason = "the elements belong to whoever holds the lock of the copies"
)]
fn host_bytes(header: &ArrayHeader) -> &mut [u8] {
    let kind = ElemKind::from_code(header.elem).expect("a known element kind");
    let bytes = header.numel as usize * kind.size();
    // SAFETY: the storage of an array has that size; while its elements are elsewhere nobody reads them here.
    unsafe { std::slice::from_raw_parts_mut(header.data, bytes) }
}

fn copies(header: &ArrayHeader) -> Option<&Copies> {
    let field = field(header).load(Ordering::Acquire);
    if Fresh::of(field).is_some() {
        return None;
    }
    // SAFETY: the field holds null or copies that live until the array's one host thread drops them.
    unsafe { field.cast::<Copies>().as_ref() }
}

/// Makes the host's elements the newest.
fn want_to_read(header: &ArrayHeader) {
    if copies(header).is_none() {
        return;
    }
    coschedule::before(header, false);
    if let Some(copies) = copies(header) {
        copies.bring_home(header);
    }
}

/// Makes the host's elements the only ones that count; any thread may ask.
fn want_to_write(header: &ArrayHeader) {
    if fresh::take(header).is_some() || copies(header).is_none() {
        return;
    }
    coschedule::before(header, true);
    if let Some(copies) = copies(header) {
        copies.bring_home(header);
        for place in &mut copies.sides().places {
            place.is_current = false;
        }
    }
}

/// Gives up the copies, whose elements nobody wants any more.
fn forget(header: &ArrayHeader) {
    if fresh::take(header).is_some() || copies(header).is_none() {
        return;
    }
    // Launches that wait may need the elements, if the array goes on without its copies.
    coschedule::before(header, true);
    // From here on nobody takes memory away from the array.
    gpus::leave(header);
    let copies = field(header).swap(std::ptr::null_mut(), Ordering::AcqRel);
    let copies = copies.cast::<Copies>();
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

/// Before a launch on the host's processors: the elements come home.
///
/// # Safety
/// The slots are those of a launch of the kernel.
pub(crate) unsafe fn before_launch(kernel: KernelView<'_>, slots: *const u64) {
    // SAFETY: the caller vouches for the slots of a launch of the kernel (see `processor::uses`).
    for one in unsafe { uses(kernel, slots) } {
        if one.writes {
            if !one.overwrites {
                want_to_read(one.header);
            }
            forget(one.header);
        } else if one.reads {
            want_to_read(one.header);
        }
    }
}

/// Whether `QC_DEVICE=apart` asks for the elements of each launch to lie apart from the host's.
pub(crate) fn lies_apart() -> bool {
    static APART: OnceLock<bool> = OnceLock::new();
    *APART.get_or_init(|| environment::variable("QC_DEVICE").is_some_and(|wish| wish == "apart"))
}

/// After a launch whose arrays lie apart: what it has written is only there, and the host has something else.
///
/// # Safety
/// The slots are those of a launch of the kernel, which has ended.
pub(crate) unsafe fn put_apart(kernel: KernelView<'_>, slots: *const u64) {
    // SAFETY: the caller vouches for the slots of a launch of the kernel, whose arrays the program still owns.
    for Use { header, writes, .. } in unsafe { uses(kernel, slots) } {
        let kind = ElemKind::from_code(header.elem).expect("a known element kind");
        // Handles stay with the host.
        if header.refs < 0 || kind.is_object() || copies(header).is_some() {
            continue;
        }
        let bytes = host_bytes(header);
        let sides = Sides {
            host_is_current: !writes,
            places: vec![Place {
                memory: Memory::Apart(bytes.to_vec()),
                is_current: true,
                textures: Textures::default(),
            }],
            name: String::new(),
        };
        if writes {
            bytes.fill(0xA5);
        }
        attach(header, sides);
    }
}

/// The arrays that have got the field, by their addresses, so that everybody asks before they touch the elements of the uses of a launch.
pub(crate) fn mark_all(uses: &[Use<'_>]) -> Vec<usize> {
    let marked = uses.iter().filter(|one| mark(one.header));
    marked.map(Use::address).collect()
}

/// Gives an array the field that makes everybody ask before they touch its elements. True if it had none, and can have one.
fn mark(header: &ArrayHeader) -> bool {
    let can = header.refs >= 0 && copies(header).is_none();
    if can {
        attach(
            header,
            Sides {
                host_is_current: true,
                places: Vec::new(),
                name: String::new(),
            },
        );
    }
    can
}

/// Takes the field away again, unless the array has got memory elsewhere meanwhile.
fn unmark(header: &ArrayHeader) {
    let is_empty = copies(header).is_some_and(|copies| copies.sides().places.is_empty());
    if is_empty {
        let copies = field(header).swap(std::ptr::null_mut(), Ordering::AcqRel);
        let copies = copies.cast::<Copies>();
        // SAFETY: the pointer came from a box; whoever has asked for elements has waited for the launches first.
        drop(unsafe { Box::from_raw(copies) });
    }
}

/// Gives an array copies.
fn attach(header: &ArrayHeader, sides: Sides) {
    let copies = Box::new(Copies {
        sides: Mutex::new(sides),
    });
    install();
    field(header).store(Box::into_raw(copies).cast(), Ordering::Release);
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::{ArgumentClass, KernelHeader, KernelInfo, KernelParameter};

    /// A launch of a kernel that reads its first array and writes its second has ended.
    fn launched(read: &Array, written: &Array) {
        let parameter = |is_read, is_written| KernelParameter {
            class: ArgumentClass::Array.code(),
            is_read,
            is_written,
            ..KernelParameter::default()
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
        let live = crate::array::object::live_objects();
        let array = Array::row(&[1.5f64; 100]).expect("memory");
        launched(&Array::row(&[0u8]).expect("memory"), &array);
        let copy = array.clone();
        drop(array);
        assert_eq!(copy.elements::<f64>()[99], 1.5);
        drop(copy);
        assert_eq!(crate::array::object::live_objects(), live);
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
