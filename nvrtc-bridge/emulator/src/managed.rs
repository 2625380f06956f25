//! Managed memory: pages of the host that lie at the address of an allocation of the device.
//!
//! The device works on its own bytes. They are fetched from the host's pages before each piece of work and put back behind it. While a device
//! has work to do, the host's pages cannot be touched, as on devices without concurrent access: who forgets to wait ends with a signal.
//!
//! *Invariant:* outside of the driver, pages are open to the host exactly if no device has work to do.

use crate::arguments::{host_bytes, put_host_bytes};
use crate::status::Status;
use crate::world::World;

/// Pages of the host at an address of the device.
#[derive(Clone, Copy)]
pub struct Pages {
    /// Bytes that the program asked for.
    pub bytes: usize,
}

impl World {
    /// Lays pages of the host at the address of an allocation.
    pub fn manage(&mut self, address: u64, bytes: usize) -> Result<(), Status> {
        let wanted = address as usize as *mut libc::c_void;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
        let open = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: new pages replace none that are there.
        let place = unsafe { libc::mmap(wanted, bytes, open, flags, -1, 0) };
        if place != wanted {
            return Err(Status::OutOfMemory);
        }
        self.managed.insert(address, Pages { bytes });
        Ok(())
    }

    /// Takes the pages at an address away, if there are any.
    pub fn unmanage(&mut self, address: u64) {
        if let Some(pages) = self.managed.remove(&address) {
            // SAFETY: the pages were mapped for this, and the program has freed them.
            unsafe { libc::munmap(address as usize as *mut libc::c_void, pages.bytes) };
        }
    }

    /// Opens or closes the pages to the host.
    fn protect(&self, protection: i32) {
        for (address, pages) in &self.managed {
            // SAFETY: the pages were mapped for this.
            unsafe {
                libc::mprotect(
                    *address as usize as *mut libc::c_void,
                    pages.bytes,
                    protection,
                )
            };
        }
    }

    /// At the begin of a call: the driver itself reaches all pages.
    pub fn open_pages(&self) {
        self.protect(libc::PROT_READ | libc::PROT_WRITE);
    }

    /// At the end of a call: while there is work to do, the host reaches none.
    pub fn close_pages(&self) {
        if !self.streams.values().all(|stream| stream.is_idle()) {
            self.protect(libc::PROT_NONE);
        }
    }

    /// Before work of devices: they get what the host has written.
    pub fn fetch_pages(&mut self) {
        for (address, pages) in self.managed.clone() {
            // SAFETY: the pages are mapped and open.
            let bytes = unsafe { host_bytes(address as usize, pages.bytes) };
            self.exchange(address, |memory| drop(memory.write(address, &bytes)));
        }
    }

    /// After work of devices: the host gets what they have written.
    pub fn store_pages(&mut self) {
        for (address, pages) in self.managed.clone() {
            let mut bytes = vec![0; pages.bytes];
            self.exchange(address, |memory| drop(memory.read(address, &mut bytes)));
            // SAFETY: the pages are mapped and open.
            unsafe { put_host_bytes(address as usize, &bytes) };
        }
    }

    fn exchange(&mut self, address: u64, work: impl FnOnce(&mut crate::engine::Memory)) {
        let owner = self.owner(address).expect("managed memory has a device");
        work(&mut self.devices[owner].memory);
    }
}
