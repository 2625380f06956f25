//! What errors of cameras mean, and what can be done: which cameras the machine has, which programs use one, which group may.
//!
//! *Invariant:* this only looks: a camera that is asked for its name goes on as before.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::process::output::reason;

use super::kernel::{Capability, Node, Request, ask};

/// Where nodes of cameras are.
const FOLDER: &str = "/dev";
const NODE: &str = "video";
/// Nodes and programs that are told of at most.
const MOST: usize = 8;

/// Why a device cannot be opened.
pub fn not_opened(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("there is no such device; {}", cameras()),
        ErrorKind::PermissionDenied => forbidden(path),
        _ => meaning(path, 0, error),
    }
}

/// What an error of a camera that is open means.
pub fn trouble(path: &Path, error: &io::Error) -> String {
    meaning(path, 1, error)
}

/// What an error means where the caller has so many descriptors of the device.
fn meaning(path: &Path, own: usize, error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(libc::EBUSY) => busy(path, own),
        Some(libc::ENODEV | libc::ENXIO) => {
            "the camera was unplugged; plug it in and open it again".into()
        }
        Some(libc::ENOTTY) => format!("it is no camera; {}", cameras()),
        Some(libc::ENOSPC) => "its USB bus has no room for these frames beside what else it carries; ask for smaller or fewer ones, or use another port".into(),
        _ => reason(error),
    }
}

/// A sentence on the cameras of this machine.
pub fn cameras() -> String {
    told(&nodes(Path::new(FOLDER)), |path| match Node::open(path) {
        Ok(mut node) => {
            let mut capability = Capability::default();
            let asked = ask(&mut node, Request::Capability(&mut capability));
            let is_camera = asked.is_ok() && capability.is_camera();
            is_camera.then(|| capability.name())
        }
        // One that may not be opened is one all the same.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Some(String::new()),
        Err(_) => None,
    })
}

/// The nodes of a folder in the order of their numbers.
fn nodes(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let name = entry.file_name();
            let number = name.to_str()?.strip_prefix(NODE)?.parse().ok()?;
            Some((number, entry.path()))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

/// The sentence on those of the nodes that have a name as cameras.
fn told(nodes: &[PathBuf], name: impl Fn(&Path) -> Option<String>) -> String {
    let cameras: Vec<String> = nodes
        .iter()
        .filter_map(|path| {
            let name = name(path)?;
            Some(match name.is_empty() {
                true => path.display().to_string(),
                false => format!("{} ({name})", path.display()),
            })
        })
        .take(MOST)
        .collect();
    match cameras.is_empty() {
        true => "this machine has no camera".into(),
        false => format!("this machine has {}", cameras.join(", ")),
    }
}

/// Why a camera is busy, of which the caller has so many descriptors, and what can be done.
fn busy(path: &Path, own: usize) -> String {
    let this = std::process::id();
    let users = users(path);
    let has_another = |user: &User| user.number == this && user.descriptors > own;
    if users.iter().any(has_another) {
        return "this program has it open already; close it before by vidclose".into();
    }
    let others = users.iter().filter(|user| user.number != this);
    let names: Vec<String> = others
        .map(|User { number, name, .. }| format!("{name}, process {number}"))
        .take(MOST)
        .collect();
    match names.is_empty() {
        true => "another program uses it; end that first".into(),
        false => format!(
            "another program uses it ({}); end that first",
            names.join("; ")
        ),
    }
}

/// A process that has a file open.
struct User {
    number: u32,
    name: String,
    descriptors: usize,
}

/// Processes that have a file open, as far as the system tells.
fn users(path: &Path) -> Vec<User> {
    let Ok(file) = fs::canonicalize(path) else {
        return Vec::new();
    };
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let uses = processes.filter_map(|process| {
        let number: u32 = process.file_name().to_str()?.parse().ok()?;
        let open = fs::read_dir(process.path().join("fd")).ok()?.flatten();
        let is_it = |entry: &fs::DirEntry| fs::read_link(entry.path()).is_ok_and(|at| at == file);
        let descriptors = open.filter(is_it).count();
        let name = fs::read_to_string(process.path().join("comm")).unwrap_or_default();
        (descriptors > 0).then(|| User {
            number,
            name: name.chars().filter(|c| !c.is_control()).collect(),
            descriptors,
        })
    });
    uses.collect()
}

/// What a user who may not open a device can do.
fn forbidden(path: &Path) -> String {
    let group = fs::metadata(path)
        .ok()
        .filter(|details| details.mode() & 0o060 == 0o060);
    let groups = fs::read_to_string("/etc/group").unwrap_or_default();
    match group.and_then(|details| group_name(&groups, details.gid())) {
        Some(group) => format!(
            "you may not use it; its users are the group '{group}': sudo usermod -aG {group} $USER, then log in again"
        ),
        None => "you may not use it".into(),
    }
}

/// The name of a group, by the lines `name:password:number:members`.
fn group_name(groups: &str, number: u32) -> Option<&str> {
    let mut groups = groups.lines().map(|line| line.split(':'));
    groups.find_map(|mut fields| {
        let name = fields.next()?;
        let own: u32 = fields.nth(1)?.parse().ok()?;
        (own == number && !name.is_empty()).then_some(name)
    })
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::process::testing::Folder;
    use std::fs::File;

    #[test]
    fn cameras_are_told_in_their_order() {
        let folder = Folder::new("nodes");
        for name in ["video10", "video2", "videos", "vbi0", "video"] {
            File::create(folder.0.join(name)).expect("a file");
        }
        let found = nodes(&folder.0);
        let names: Vec<_> = found.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["video2", "video10"]);
        let places = ["/dev/video0", "/dev/video1", "/dev/video2"].map(PathBuf::from);
        let name = |path: &Path| match path.to_str() {
            Some("/dev/video0") => Some("Eye".to_string()),
            Some("/dev/video2") => Some(String::new()),
            _ => None,
        };
        let sentence = "this machine has /dev/video0 (Eye), /dev/video2";
        assert_eq!(told(&places, name), sentence);
        assert_eq!(told(&[], name), "this machine has no camera");
        assert!(nodes(Path::new("/nowhere")).is_empty());
    }

    #[test]
    fn users_of_a_file_are_found() {
        let folder = Folder::new("users");
        let path = folder.0.join("camera");
        assert_eq!(busy(&path, 0), "another program uses it; end that first");
        let file = File::create(&path).expect("a file");
        let own = "this program has it open already; close it before by vidclose";
        assert_eq!(busy(&path, 0), own);
        // The one that is being opened is none of another.
        assert_eq!(busy(&path, 1), "another program uses it; end that first");
        let error = |number| io::Error::from_raw_os_error(number);
        assert_eq!(not_opened(&path, &error(libc::EBUSY)), own);
        assert!(trouble(&path, &error(libc::EBUSY)).starts_with("another program"));
        drop(file);
        let child = std::process::Command::new("sleep")
            .arg("60")
            .stdin(File::create(&path).expect("a file"))
            .spawn();
        let mut child = child.expect("a process");
        let told = busy(&path, 0);
        child.kill().expect("it ends");
        child.wait().expect("it has ended");
        let expected = format!(", process {}); end that first", child.id());
        assert!(told.ends_with(&expected), "{told}");
    }

    #[test]
    fn groups_have_names() {
        let groups = "root:x:0:\nvideo:x:44:one,two\n:x:45:\nbroken\n";
        assert_eq!(group_name(groups, 44), Some("video"));
        assert_eq!(group_name(groups, 45), None);
        assert_eq!(group_name(groups, 46), None);
        let folder = Folder::new("groups");
        let path = folder.0.join("camera");
        File::create(&path).expect("a file");
        assert!(forbidden(&path).starts_with("you may not use it"));
    }
}
