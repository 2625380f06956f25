//! Whether a library's file is as long as its own table says: the loader maps what the table names and does not look, and a process that
//! touches a page behind the end of the file is killed.
//!
//! *Invariant:* nothing here reads beyond the headers; a file that is no library is left to the loader's judgement.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Bytes of the header (`Elf64_Ehdr` in elf.h).
const HEADER: usize = 64;
/// Bytes of an entry of the table of segments (`Elf64_Phdr`).
const SEGMENT: usize = 56;
/// A segment that is mapped (`PT_LOAD`).
const LOAD: u32 = 1;

/// Checks a file before the loader maps it.
///
/// # Errors
/// A segment lies behind the end of the file.
pub fn check(path: &Path) -> Result<(), String> {
    let Ok(mut file) = File::open(path) else {
        return Ok(());
    };
    let mut header = [0; HEADER];
    // 64 bits, little endian.
    let is_known = file.read_exact(&mut header).is_ok() && header.starts_with(b"\x7fELF\x02\x01");
    let length = file.metadata().map(|file| file.len()).unwrap_or(u64::MAX);
    if !is_known {
        return Ok(());
    }
    let (start, count) = (
        u64_at(&header, 32),
        u16::from_le_bytes([header[56], header[57]]),
    );
    for number in 0..u64::from(count) {
        let mut segment = [0; SEGMENT];
        let place = start.saturating_add(number * SEGMENT as u64);
        let is_there = file.read_exact_at(&mut segment, place).is_ok();
        let kind = u32::from_le_bytes([segment[0], segment[1], segment[2], segment[3]]);
        let end = u64_at(&segment, 8).saturating_add(u64_at(&segment, 32));
        if !is_there || kind == LOAD && end > length {
            return Err(format!(
                "{}: the file ends before its contents do",
                path.display()
            ));
        }
    }
    Ok(())
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_whole_and_its_beginning_is_not() {
        let own = std::env::current_exe().expect("this test");
        assert_eq!(check(&own), Ok(()));
        let whole = std::fs::read(&own).expect("readable");
        let folder = std::env::temp_dir().join(format!("qc-elf-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        // Sections for debuggers, which nobody loads, may be most of the file.
        for bytes in [100, 5000, whole.len() / 8] {
            let path = folder.join("cut.so");
            std::fs::write(&path, &whole[..bytes]).expect("written");
            assert!(check(&path).is_err(), "{bytes} bytes");
        }
        for text in ["", "text", "\x7fELF"] {
            let path = folder.join("other.so");
            std::fs::write(&path, text).expect("written");
            assert_eq!(check(&path), Ok(()), "{text:?}");
        }
        std::fs::remove_dir_all(folder).expect("removable");
    }
}
