//! Takes entry points away, as `QC_EMU_MISSING` asks, also from those who look them up by `dlsym`.
//!
//! When the library is opened, the first letter of the name is changed in the library's own table of names, so that the loader does not find it.
//!
//! *Invariant:* without the variable nothing is touched.

use crate::settings::Settings;

/// An entry of the dynamic section (`Elf64_Dyn` of elf.h).
#[repr(C)]
struct Dynamic {
    tag: i64,
    value: usize,
}

unsafe extern "C" {
    /// The dynamic section of this library; the linker makes it.
    #[link_name = "_DYNAMIC"]
    static DYNAMIC: Dynamic;
    /// The start of this library in memory; the linker makes it.
    #[link_name = "__ehdr_start"]
    static START: u8;
}

/// The tag that ends the dynamic section.
const END: i64 = 0;
/// The tag of the table of names (`DT_STRTAB`).
const NAMES: i64 = 5;
/// The tag of its size (`DT_STRSZ`).
const NAMES_SIZE: i64 = 10;

/// The loader calls what stands in this section when it opens the library.
#[used]
#[unsafe(link_section = ".init_array")]
static HIDE: extern "C" fn() = hide;

extern "C" fn hide() {
    if std::env::var_os("QC_EMU_MISSING").is_none() {
        return;
    }
    let missing = Settings::of_this_process().missing;
    // SAFETY: the library is being opened, so that nobody looks names up in it yet.
    if !unsafe { hide_names(&missing) } {
        eprintln!(
            "quasar emulator: QC_EMU_MISSING has no effect here: the table of names cannot be changed"
        );
    }
}

/// # Safety
/// Nobody reads the table of names meanwhile.
unsafe fn hide_names(missing: &[String]) -> bool {
    let (Some(names), Some(size)) = (entry(NAMES), entry(NAMES_SIZE)) else {
        return false;
    };
    let start = (&raw const START) as usize;
    // Most loaders have put the address there, some leave the offset.
    let names = if names < start { start + names } else { names };
    // SAFETY: asking for the size of a page has no conditions.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
    let (first, end) = (names / page * page, names + size);
    let readable = libc::PROT_READ;
    // SAFETY: the pages are this library's own, mapped privately.
    if unsafe { libc::mprotect(first as *mut _, end - first, readable | libc::PROT_WRITE) } != 0 {
        return false;
    }
    // SAFETY: the table has that many bytes, which were made writable; the caller says that nobody reads them.
    let table = unsafe { std::slice::from_raw_parts_mut(names as *mut u8, size) };
    for name in missing {
        blot(table, name);
    }
    // SAFETY: as above.
    unsafe { libc::mprotect(first as *mut _, end - first, readable) == 0 }
}

fn entry(tag: i64) -> Option<usize> {
    let mut at = &raw const DYNAMIC;
    loop {
        // SAFETY: the section ends with an entry that says so.
        let entry = unsafe { &*at };
        if entry.tag == END {
            return None;
        }
        if entry.tag == tag {
            return Some(entry.value);
        }
        // SAFETY: this was not the last entry.
        at = unsafe { at.add(1) };
    }
}

/// Changes the first letter of a name, which stands between two NULs.
fn blot(table: &mut [u8], name: &str) {
    let whole = [b"\0", name.as_bytes(), b"\0"].concat();
    let found = table
        .windows(whole.len())
        .position(|window| window == whole);
    if let Some(at) = found {
        table[at + 1] = b'-';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_name_is_changed() {
        let mut table = *b"\0cuMemAllocAsync\0cuMemAlloc\0x";
        blot(&mut table, "cuMemAlloc");
        assert_eq!(&table, b"\0cuMemAllocAsync\0-uMemAlloc\0x");
        blot(&mut table, "cuNothing");
        assert_eq!(&table, b"\0cuMemAllocAsync\0-uMemAlloc\0x");
    }
}
