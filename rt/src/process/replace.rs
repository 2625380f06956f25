//! Atomic replacement: files that appear whole, written without a name or under a random one, then put in the place of what was there.
//!
//! Both the runtime and the compiler write their results so. A draft has no name where the system can make such files, so that whatever
//! ends the process, nothing of it is left; elsewhere its name is random and the file must be new.
//!
//! *Invariant:* no link is followed at the last step of a path, and no file is touched that this draft has not made.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use std::ffi::CString;

/// Names that are tried where others are taken.
const ATTEMPTS: usize = 64;
/// What a mode says of who may do what; bits that give others one's rights do not go over to new contents.
const PERMISSIONS: u32 = 0o777;

/// Lets a file that would pass the limit on sizes be an error of the write instead of the end of the process.
pub fn ignore_size_signal() {
    // SAFETY: ignoring a signal installs no code.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// When contents are on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// Before the place shows them, and the place itself before the call ends: what was computed cannot be had again for nothing.
    AtOnce,
    /// When the system writes them: what a compiler makes is made again faster than a disk is waited for a thousand times.
    Later,
}

/// Writes a file as a whole. `mode` are the permissions of a new file, before the user's mask; a file that is replaced keeps its own, and
/// may be executed by whom `mode` says so of the readers.
///
/// # Errors
/// It cannot be written; then nothing of it is left, and what was there is as it was.
pub fn replace(place: &Path, bytes: &[u8], mode: u32, durability: Durability) -> io::Result<()> {
    replace_by(place, mode, durability, |file| file.write_all(bytes))
}

/// As [`replace`], with what `write` writes.
///
/// # Errors
/// It cannot be written, or `write` fails; then nothing of it is left, and what was there is as it was.
pub fn replace_by(
    place: &Path,
    mode: u32,
    durability: Durability,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut draft = Draft::new(place, mode)?;
    write(&mut draft.file)?;
    draft.take_after()?;
    if durability == Durability::AtOnce {
        draft.file.sync_all()?;
    }
    draft.commit()?;
    match durability {
        Durability::AtOnce => sync_folder(place),
        Durability::Later => Ok(()),
    }
}

/// A file that will take a place.
#[derive(Debug)]
pub struct Draft {
    file: File,
    place: PathBuf,
    /// The name that it has until then; none where the system makes files without one.
    name: Option<PathBuf>,
    mode: u32,
    /// Whether there was nothing in its place.
    is_first: bool,
    /// As long as the draft has a name, which a signal that ends the process would leave. Behind the name: it ends last.
    undisturbed: Option<Undisturbed>,
}

impl Draft {
    /// An empty draft of the file at `place`.
    ///
    /// # Errors
    /// The path names no file, or its folder takes none.
    pub fn new(place: &Path, mode: u32) -> io::Result<Draft> {
        if place.file_name().is_none() {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "the path names no file",
            ));
        }
        match nameless(place, mode)? {
            Some(file) => Ok(Draft {
                file,
                place: place.to_path_buf(),
                name: None,
                mode,
                is_first: false,
                undisturbed: None,
            }),
            None => Draft::named(place, mode),
        }
    }

    /// A draft under a random name beside the place, which has the process undisturbed until it is done with.
    fn named(place: &Path, mode: u32) -> io::Result<Draft> {
        let undisturbed = Undisturbed::begin();
        let (file, name) = named(place, mode)?;
        Ok(Draft {
            file,
            place: place.to_path_buf(),
            name: Some(name),
            mode,
            is_first: false,
            undisturbed: Some(undisturbed),
        })
    }

    /// Puts the draft in its place.
    ///
    /// # Errors
    /// What was there stays there.
    fn commit(mut self) -> io::Result<()> {
        if self.name.is_none() && self.is_first && self.link(&self.place).is_ok() {
            return Ok(());
        }
        if self.name.is_none() {
            self.undisturbed = Some(Undisturbed::begin());
            self.name = Some(self.give_name()?);
            return self.rename();
        }
        self.rename()
    }

    fn rename(&mut self) -> io::Result<()> {
        if let Some(name) = &self.name {
            fs::rename(name, &self.place)?;
        }
        self.name = None;
        Ok(())
    }

    /// Gives the draft the owner and the permissions of the file that it replaces, as far as this user may. Where the group cannot be
    /// kept, its members may do what everybody may.
    fn take_after(&mut self) -> io::Result<()> {
        let before = match fs::symlink_metadata(&self.place) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.is_first = true;
                return Ok(());
            }
            before => before?,
        };
        if !before.is_file() {
            return Ok(());
        }
        let own = self.file.metadata()?;
        let mut mode = before.mode() & PERMISSIONS;
        if (own.uid(), own.gid()) != (before.uid(), before.gid()) {
            let all = chown(&self.file, Some(before.uid()), before.gid());
            let group = all.or_else(|_| chown(&self.file, None, before.gid()));
            if group.is_err() && own.gid() != before.gid() {
                mode = mode & 0o707 | (mode & 0o070 & (mode & 0o007) << 3);
            }
        }
        let executable = self.mode & 0o111;
        mode |= executable & (mode & 0o444) >> 2;
        self.file.set_permissions(fs::Permissions::from_mode(mode))
    }

    /// Gives a nameless draft a name that no other file has.
    fn give_name(&self) -> io::Result<PathBuf> {
        let linked = under_a_new_name(|| random_name(&self.place), |name| self.link(name));
        linked.map(|((), name)| name)
    }

    /// Makes a nameless draft a file of a folder; a name that is taken is an error.
    fn link(&self, name: &Path) -> io::Result<()> {
        let from = c_path(Path::new(&format!(
            "/proc/self/fd/{}",
            self.file.as_raw_fd()
        )))?;
        let to = c_path(name)?;
        // SAFETY: two texts that end in NUL.
        let status = unsafe {
            libc::linkat(
                libc::AT_FDCWD,
                from.as_ptr(),
                libc::AT_FDCWD,
                to.as_ptr(),
                libc::AT_SYMLINK_FOLLOW,
            )
        };
        match status {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// A time in which no signal reaches this thread. What comes meanwhile comes when it ends. Those of the process reach no other one, since the others leave them all to it.
struct Undisturbed(libc::sigset_t);

impl fmt::Debug for Undisturbed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Undisturbed")
    }
}

impl Undisturbed {
    fn begin() -> Undisturbed {
        // SAFETY: a set of numbers, which is filled before it is used.
        let mut before: libc::sigset_t = unsafe { std::mem::zeroed() };
        change_mask(&mut before);
        Undisturbed(before)
    }
}

impl Drop for Undisturbed {
    fn drop(&mut self) {
        // SAFETY: the set that the thread had before.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut())
        };
    }
}

/// Blocks the signals of this thread that come from outside; gives those that were blocked.
fn change_mask(before: &mut libc::sigset_t) {
    // SAFETY: sets of numbers, the first of which is filled before it is used.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        // What a thread does itself ends the process in any case, and is told better by whoever handles it.
        for own in [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL] {
            libc::sigdelset(&raw mut all, own);
        }
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, before);
    }
}

/// Leaves the signals of the process to the program's first thread, which knows when they disturb.
pub(crate) fn leave_signals() {
    if cfg!(miri) {
        return;
    }
    // SAFETY: a set of numbers.
    change_mask(&mut unsafe { std::mem::zeroed() });
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            // The error to report is the one that brought us here.
            let _ = fs::remove_file(name);
        }
    }
}

/// A file of the folder without a name; `None` where the system makes none, or could not give it a name later.
fn nameless(place: &Path, mode: u32) -> io::Result<Option<File>> {
    if !Path::new("/proc/self/fd").exists() {
        return Ok(None);
    }
    let opened = OpenOptions::new()
        .write(true)
        .custom_flags(libc::O_TMPFILE)
        .mode(mode)
        .open(folder_of(place));
    match opened {
        Ok(file) => Ok(Some(file)),
        Err(error) => match error.raw_os_error() {
            // File systems and systems that do not know the flag say one of these.
            Some(libc::EOPNOTSUPP | libc::EISDIR | libc::EINVAL | libc::ENOSYS) => Ok(None),
            _ => Err(error),
        },
    }
}

/// A new file under a random name beside the place.
fn named(place: &Path, mode: u32) -> io::Result<(File, PathBuf)> {
    let open = |name: &Path| {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(mode).open(name)
    };
    under_a_new_name(|| random_name(place), open)
}

/// Makes something under one name after the other, until one is not taken; with that name.
fn under_a_new_name<T>(
    mut name: impl FnMut() -> PathBuf,
    make: impl Fn(&Path) -> io::Result<T>,
) -> io::Result<(T, PathBuf)> {
    for _ in 0..ATTEMPTS {
        let name = name();
        match make(&name) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|made| (made, name)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// A hidden name in the folder of the place. That of the place is not part of it: with it the name could become too long.
fn random_name(place: &Path) -> PathBuf {
    place.with_file_name(format!(".{:016x}.part", random()))
}

/// A number that no other process has, whatever its number in its container is.
fn random() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut bytes = [0u8; 8];
    // By its number: the C library has a function for it only since glibc 2.25.
    // SAFETY: the place has as many bytes as are asked for.
    let length = unsafe {
        libc::syscall(
            libc::SYS_getrandom,
            bytes.as_mut_ptr(),
            bytes.len(),
            libc::GRND_NONBLOCK,
        )
    };
    if length == bytes.len() as libc::c_long {
        return u64::from_le_bytes(bytes);
    }
    // Names that are taken are refused and tried again: a poorer number costs time and nothing else.
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.map_or(0, |time| time.as_nanos() as u64);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    (now ^ u64::from(std::process::id()) << 40 ^ count << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn chown(file: &File, user: Option<u32>, group: u32) -> io::Result<()> {
    // The system takes this number for "as it is".
    let user = user.unwrap_or(u32::MAX);
    // SAFETY: numbers and an open descriptor.
    match unsafe { libc::fchown(file.as_raw_fd(), user, group) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Sees to it that the folder's new entry is on the disk. Some systems let folders not be opened or synchronised; they do what they can.
fn sync_folder(place: &Path) -> io::Result<()> {
    let Ok(folder) = File::open(folder_of(place)) else {
        return Ok(());
    };
    match folder.sync_all() {
        Err(error) if matches!(error.raw_os_error(), Some(libc::EIO | libc::EDQUOT)) => Err(error),
        _ => Ok(()),
    }
}

fn c_path(path: &Path) -> io::Result<CString> {
    let bytes = path.as_os_str().as_bytes();
    CString::new(bytes).map_err(|_| io::Error::from(ErrorKind::InvalidInput))
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::process::testing::Folder;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("a file").mode() & 0o777
    }

    /// With names and without: both ways of making drafts.
    fn both(test: impl Fn(&Path, &dyn Fn(&Path, &[u8], u32) -> io::Result<()>)) {
        let folder = Folder::new("replace");
        test(&folder.0, &|place, bytes, mode| {
            replace(place, bytes, mode, Durability::AtOnce)
        });
        fs::remove_dir_all(&folder.0).expect("removable");
        fs::create_dir(&folder.0).expect("a folder");
        test(&folder.0, &|place, bytes, mode| {
            let mut draft = Draft::named(place, mode)?;
            draft.file.write_all(bytes)?;
            draft.take_after()?;
            draft.commit()
        });
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn permissions_stay() {
        both(|folder, write| {
            let place = folder.join("a");
            write(&place, b"one", 0o666).expect("written");
            for kept in [0o600, 0o640, 0o444, 0o755] {
                fs::set_permissions(&place, fs::Permissions::from_mode(kept)).expect("permissions");
                write(&place, b"two", 0o666).expect("written");
                assert_eq!(mode(&place), kept);
            }
            fs::set_permissions(&place, fs::Permissions::from_mode(0o640)).expect("permissions");
            write(&place, b"three", 0o777).expect("written");
            assert_eq!(mode(&place), 0o750, "who may read may execute");
            assert_eq!(names(folder), ["a"]);
        });
    }

    #[test]
    fn owners_stay_where_that_may_be() {
        // SAFETY: a question.
        if unsafe { libc::geteuid() } != 0 {
            eprintln!("skipped: files of others are root's to make");
            return;
        }
        both(|folder, write| {
            let place = folder.join("a");
            fs::write(&place, "one").expect("written");
            std::os::unix::fs::chown(&place, Some(12345), Some(23456)).expect("an owner");
            write(&place, b"two", 0o666).expect("written");
            let details = fs::metadata(&place).expect("a file");
            assert_eq!((details.uid(), details.gid()), (12345, 23456));
            assert_eq!(fs::read(&place).expect("a file"), b"two");
        });
    }

    #[test]
    fn links_are_replaced_and_not_followed() {
        both(|folder, write| {
            let (target, place) = (folder.join("target"), folder.join("a"));
            fs::write(&target, "precious").expect("written");
            std::os::unix::fs::symlink(&target, &place).expect("a link");
            write(&place, b"new", 0o666).expect("written");
            assert_eq!(fs::read(&target).expect("a file"), b"precious");
            assert_eq!(fs::read(&place).expect("a file"), b"new");
            assert!(!place.is_symlink());
        });
    }

    #[test]
    fn a_draft_that_is_given_up_leaves_nothing_and_removes_nothing() {
        both(|folder, write| {
            let place = folder.join("a");
            write(&place, b"old", 0o666).expect("written");
            drop(Draft::new(&place, 0o666).expect("a draft"));
            assert_eq!(fs::read(&place).expect("a file"), b"old");
            fs::create_dir(folder.join("folder")).expect("a folder");
            assert!(write(&folder.join("folder"), b"new", 0o666).is_err());
            assert!(write(&folder.join("missing/a"), b"new", 0o666).is_err());
            assert!(Draft::new(Path::new("/"), 0o666).is_err());
            assert_eq!(names(folder), ["a", "folder"]);
        });
    }

    #[test]
    fn a_name_that_is_taken_is_tried_again() {
        both(|folder, write| {
            let [taken, free] = ["taken", "free"].map(|name| folder.join(name));
            write(&taken, b"of another", 0o666).expect("written");
            let mut order = vec![free.clone(), taken.clone(), taken.clone()];
            let names = || order.pop().expect("there is one left");
            let new = |name: &Path| OpenOptions::new().write(true).create_new(true).open(name);
            let (_, name) = under_a_new_name(names, new).expect("a free name");
            assert_eq!(name, free);
            assert!(under_a_new_name(|| taken.clone(), new).is_err());
            assert_eq!(fs::read(&taken).expect("a file"), b"of another");
        });
    }
}
