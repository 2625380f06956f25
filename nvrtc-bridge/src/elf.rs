//! Whether a library's file is as long as its own table says: the loader maps what the table names and does not look, and a process that
//! touches a page behind the end of the file is killed.
//!
//! *Invariant:* nothing here looks beyond the headers; a file that is no library is left to the loader's judgement.

use object::elf::{FileHeader64, PT_LOAD};
use object::read::elf::{FileHeader, ProgramHeader};
use object::{LittleEndian, ReadCache};
use std::fs::File;
use std::path::Path;

/// Checks a file before the loader maps it.
///
/// # Errors
/// A segment lies behind the end of the file.
pub fn check(path: &Path) -> Result<(), String> {
    let Ok(file) = File::open(path) else {
        return Ok(());
    };
    let length = file.metadata().map(|file| file.len()).unwrap_or(u64::MAX);
    let contents = ReadCache::new(file);
    let header = FileHeader64::<LittleEndian>::parse(&contents);
    let Some(header) = header.ok().filter(|header| header.is_little_endian()) else {
        return Ok(());
    };
    let segments = header.program_headers(LittleEndian, &contents);
    let is_whole = segments.is_ok_and(|segments| {
        segments.iter().all(|segment| {
            let (start, bytes) = segment.file_range(LittleEndian);
            segment.p_type(LittleEndian) != PT_LOAD || start.saturating_add(bytes) <= length
        })
    });
    match is_whole {
        true => Ok(()),
        false => Err(format!(
            "{}: the file ends before its contents do",
            path.display()
        )),
    }
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
