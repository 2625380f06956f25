//! Arrays in managed memory: host and GPU use the same address, and nothing is copied.
//!
//! With `RUNTIME_CUDA_UNIFIEDMEMORYMODE=Always` all elements lie there. Devices without concurrent access let nobody touch managed memory
//! while they work, so every launch is waited for; and only the first GPU is used, because others reach that memory at a price only.
//!
//! *Invariant:* a block that lies in the table was given by [`allocate`] and goes back by [`free`].

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use nvrtc_bridge::{Attribute, ManagedMemory};

use super::{Gpu, Wish, gpu, has_text, locked, settings, wish};

/// Blocks by their addresses.
static BLOCKS: Mutex<BTreeMap<usize, ManagedMemory>> = Mutex::new(BTreeMap::new());

/// The GPU whose memory all arrays share, if they do.
fn shared() -> Option<&'static Gpu> {
    static SHARED: OnceLock<Option<&'static Gpu>> = OnceLock::new();
    *SHARED.get_or_init(|| {
        if wish() == Wish::Processor || !has_text() || !settings::settings().unified {
            return None;
        }
        let gpu = gpu().ok()?;
        let has = gpu.context.device().has(Attribute::ManagedMemory);
        has.then_some(gpu)
    })
}

/// Whether arrays lie in managed memory.
pub(crate) fn is_on() -> bool {
    shared().is_some()
}

/// Managed memory for so many bytes; none: ordinary memory has to do.
pub(crate) fn allocate(bytes: usize) -> Option<*mut u8> {
    let memory = shared()?.context.allocate_managed(bytes).ok()?;
    let place = memory.place().as_ptr();
    locked(&BLOCKS).insert(place.expose_provenance(), memory);
    Some(place)
}

/// Gives a block back, if it is managed.
pub(crate) fn free(block: *mut u8) -> bool {
    if !is_on() {
        return false;
    }
    let memory = locked(&BLOCKS).remove(&block.addr());
    memory.is_some()
}

/// Whether elements lie in managed memory.
pub(crate) fn has(block: *const u8) -> bool {
    is_on() && locked(&BLOCKS).contains_key(&block.addr())
}
