//! Files and folders as wholes: made, copied, moved, removed, asked about.
//!
//! *Invariant:* a copy appears complete or not at all; nothing is removed but what is named.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use nvrtc_bridge::environment;

use crate::array::object::Text;
use crate::process::error::Raised;
use crate::process::output::reason;
use crate::process::places::locate;
use crate::process::replace::{Durability, replace_by};

/// Where temporary files go if the environment says nothing.
const TEMPORARY: &str = "/tmp";
/// Letters that the system replaces in the name of a temporary folder, each an X before.
const RANDOM_LETTERS: usize = 6;
/// Bytes that are copied at once.
const PIECE_BYTES: usize = 256 << 10;

/// The error of a function that did something to a file or folder.
fn failed(function: &str, path: &str, error: &io::Error) -> Raised {
    Raised::invalid(function, format!("'{path}': {}", reason(error)))
}

/// What is known of a file or folder that is read.
fn details(function: &str, path: &str) -> Result<fs::Metadata, Raised> {
    fs::metadata(locate(path)).map_err(|error| failed(function, path, &error))
}

pub(crate) fn path_exists(path: &Text) -> i32 {
    i32::from(locate(path.as_str()).exists())
}

pub(crate) fn path_is_folder(path: &Text) -> i32 {
    i32::from(locate(path.as_str()).is_dir())
}

pub(crate) fn path_is_file(path: &Text) -> i32 {
    let place = locate(path.as_str());
    i32::from(place.exists() && !place.is_dir())
}

pub(crate) fn folder_make(path: &Text) -> Result<(), Raised> {
    let path = path.as_str();
    fs::create_dir_all(path).map_err(|error| failed("mkdir", path, &error))
}

pub(crate) fn folder_remove(path: &Text) -> Result<(), Raised> {
    let path = path.as_str();
    fs::remove_dir(path).map_err(|error| failed("rmdir", path, &error))
}

pub(crate) fn folder_temporary() -> Result<Text, Raised> {
    let above = environment::text("TMPDIR").filter(|path| !path.is_empty());
    let above = above.unwrap_or_else(|| TEMPORARY.to_string());
    let mut template = format!("{above}/quasar-{}\0", "X".repeat(RANDOM_LETTERS)).into_bytes();
    // SAFETY: the template ends with a zero and with the letters that the function replaces.
    let made = unsafe { libc::mkdtemp(template.as_mut_ptr().cast()) };
    if made.is_null() {
        return Err(failed("tempfolder", &above, &io::Error::last_os_error()));
    }
    template.pop();
    Text::allocated(&String::from_utf8_lossy(&template))
}

pub(crate) fn folder_current() -> Result<Text, Raised> {
    let folder = std::env::current_dir().map_err(|error| failed("pwd", ".", &error))?;
    let name = folder.into_os_string().into_vec();
    match String::from_utf8(name) {
        Ok(name) => Text::allocated(&name),
        Err(_) => Err(Raised::invalid("pwd", "the folder's name is not UTF-8")),
    }
}

pub(crate) fn folder_change(path: &Text) -> Result<(), Raised> {
    let path = path.as_str();
    std::env::set_current_dir(path).map_err(|error| failed("cd", path, &error))
}

pub(crate) fn file_remove(path: &Text) -> Result<(), Raised> {
    let path = path.as_str();
    // Some systems have another reason for a folder, which tells less.
    let is_folder = fs::symlink_metadata(path).is_ok_and(|details| details.is_dir());
    if is_folder {
        let message = format!("'{path}' is a folder, which `rmdir` removes");
        return Err(Raised::invalid("delete", message));
    }
    fs::remove_file(path).map_err(|error| failed("delete", path, &error))
}

pub(crate) fn path_rename(from: &Text, to: &Text) -> Result<(), Raised> {
    let (from, to) = (from.as_str(), to.as_str());
    fs::rename(from, to).map_err(|error| match error.raw_os_error() {
        Some(libc::EXDEV) => {
            let message = format!(
                "'{to}' is on another file system than '{from}'; copy it there with `copyfile` and remove it with `delete`"
            );
            Raised::invalid("movefile", message)
        }
        _ => failed("movefile", &format!("{from}' to '{to}"), &error),
    })
}

pub(crate) fn file_copy(from: &Text, to: &Text) -> Result<(), Raised> {
    let (from, to) = (from.as_str(), to.as_str());
    let known = details("copyfile", from)?;
    if !known.is_file() {
        let what = if known.is_dir() {
            "a folder"
        } else {
            "no ordinary file"
        };
        return Err(Raised::invalid("copyfile", format!("'{from}' is {what}")));
    }
    let mut source = File::open(locate(from)).map_err(|error| failed("copyfile", from, &error))?;
    let mode = known.permissions().mode() & 0o777;
    let copied = replace_by(to.as_ref(), mode, Durability::AtOnce, |target| {
        copied_bytes(&mut source, target)
    });
    copied.map_err(|error| failed("copyfile", to, &error))
}

/// All bytes of a file, piece by piece.
fn copied_bytes(source: &mut File, target: &mut File) -> io::Result<()> {
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        match source.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => target.write_all(&piece[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

pub(crate) fn file_size(path: &Text) -> Result<i64, Raised> {
    let known = details("filesize", path.as_str())?;
    match known.is_dir() {
        true => Err(Raised::invalid(
            "filesize",
            format!("'{}' is a folder", path.as_str()),
        )),
        false => Ok(known.len() as i64),
    }
}

pub(crate) fn file_time(path: &Text) -> Result<i64, Raised> {
    details("filetime", path.as_str()).map(|known| known.mtime())
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::process::testing::Folder;

    #[test]
    fn files_are_copied_moved_and_removed() {
        let folder = Folder::new("folders");
        let [a, b, c] = ["a", "b", "c"].map(|name| folder.file(name));
        fs::write(a.as_str(), "abc").expect("written");
        file_copy(&a, &b).expect("copied");
        file_copy(&b, &b).expect("copied onto itself");
        path_rename(&b, &c).expect("moved");
        assert_eq!((path_is_file(&b), path_is_file(&c)), (0, 1));
        assert_eq!(file_size(&c), Ok(3));
        assert!(file_time(&c).is_ok_and(|time| time > 1_700_000_000));
        file_remove(&c).expect("removed");
        assert_eq!(path_exists(&c), 0);
        assert!(file_remove(&c).is_err() && file_size(&c).is_err());
    }

    #[test]
    fn folders_are_no_files() {
        let folder = Folder::new("folders-in-folders");
        let (outer, inner) = (folder.file("a"), folder.file("a/b"));
        folder_make(&inner).expect("made");
        folder_make(&inner).expect("it is there");
        assert_eq!((path_is_folder(&outer), path_is_file(&outer)), (1, 0));
        assert!(file_remove(&inner).is_err() && file_copy(&inner, &outer).is_err());
        assert!(file_size(&inner).is_err());
        assert!(folder_remove(&outer).is_err(), "it is not empty");
        folder_remove(&inner).expect("removed");
        folder_remove(&outer).expect("removed");
    }

    #[test]
    fn temporary_folders_are_new() {
        let made = folder_temporary().expect("made");
        let again = folder_temporary().expect("made");
        assert_ne!(made.as_str(), again.as_str());
        let known = fs::metadata(made.as_str()).expect("a folder");
        assert_eq!(known.permissions().mode() & 0o777, 0o700);
        folder_remove(&made).expect("removed");
        folder_remove(&again).expect("removed");
    }
}
