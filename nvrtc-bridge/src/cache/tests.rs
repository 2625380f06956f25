//! The cache under everything that can go wrong with a folder.

use super::*;
use std::fs::File;
use std::process::{Command, Stdio};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("qc-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn cache(&self) -> Cache {
        Cache::in_folder(&self.0, 1 << 20)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let name = |entry: io::Result<fs::DirEntry>| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        };
        entries.map(name).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
        let _ = fs::remove_file(&self.0);
    }
}

const RECIPE: Recipe = Recipe {
    text: "kernel",
    options: &["-lineinfo", "-std=c++17"],
    architecture: 75,
    kind: Kind::Cubin,
    version: (13, 0),
    identity: "libnvrtc.so.13 1000 5",
};

fn key(number: i32) -> Key {
    Recipe {
        architecture: number,
        ..RECIPE
    }
    .key()
}

#[test]
fn keys_depend_on_every_part_and_not_on_the_order_of_options() {
    let turned = Recipe {
        options: &["-std=c++17", "-lineinfo"],
        ..RECIPE
    };
    assert_eq!(turned.key(), RECIPE.key());
    let others = [
        Recipe {
            text: "kernel ",
            ..RECIPE
        },
        Recipe {
            options: &["-lineinfo-std=c++17"],
            ..RECIPE
        },
        Recipe {
            options: &["-lineinfo"],
            ..RECIPE
        },
        Recipe {
            architecture: 90,
            ..RECIPE
        },
        Recipe {
            kind: Kind::Ptx,
            ..RECIPE
        },
        Recipe {
            version: (12, 9),
            ..RECIPE
        },
        Recipe {
            identity: "libnvrtc.so.13 1000 6",
            ..RECIPE
        },
    ];
    for other in &others {
        assert_ne!(other.key(), RECIPE.key(), "{other:?}");
    }
}

#[test]
fn two_architectures_live_in_one_folder() {
    let folder = Folder::new("two");
    let cache = folder.cache();
    assert_eq!(cache.load(&key(75)), None);
    cache.store(&key(75), b"for 75").expect("stored");
    cache.store(&key(90), b"for 90").expect("stored");
    assert_eq!(cache.load(&key(75)).as_deref(), Some(&b"for 75"[..]));
    assert_eq!(cache.load(&key(90)).as_deref(), Some(&b"for 90"[..]));
    cache.discard(&key(75));
    assert_eq!(cache.load(&key(75)), None);
    assert_eq!(folder.names(), [key(90).file_name()]);
}

#[test]
fn a_flipped_bit_anywhere_and_a_missing_end_are_noticed_and_the_entry_goes() {
    let folder = Folder::new("flip");
    let cache = folder.cache();
    let path = folder.0.join(key(75).file_name());
    cache
        .store(&key(75), b"a payload of some bytes")
        .expect("stored");
    let whole = fs::read(&path).expect("the entry");
    for offset in 0..whole.len() {
        for bit in 0..8 {
            let mut damaged = whole.clone();
            damaged[offset] ^= 1 << bit;
            fs::write(&path, damaged).expect("written");
            assert_eq!(cache.load(&key(75)), None, "byte {offset}, bit {bit}");
            assert!(!path.exists());
        }
        fs::write(&path, &whole[..offset]).expect("written");
        assert_eq!(cache.load(&key(75)), None, "cut at {offset}");
    }
    fs::write(&path, [&whole[..], b"x"].concat()).expect("written");
    assert_eq!(cache.load(&key(75)), None, "a byte too many");
    // An entry of another key under this name is refused too.
    cache.store(&key(90), b"for 90").expect("stored");
    fs::rename(folder.0.join(key(90).file_name()), &path).expect("renamed");
    assert_eq!(cache.load(&key(75)), None);
}

#[test]
fn a_folder_that_is_a_file_or_below_one_costs_nothing_but_the_cache() {
    let folder = Folder::new("file");
    fs::write(&folder.0, "a file").expect("written");
    for place in [folder.0.clone(), folder.0.join("below")] {
        let cache = Cache::in_folder(&place, 1 << 20);
        assert!(cache.store(&key(75), b"payload").is_err());
        assert_eq!(cache.load(&key(75)), None);
        cache.discard(&key(75));
    }
    assert_eq!(fs::read(&folder.0).expect("the file"), b"a file");
}

#[test]
fn a_folder_that_cannot_be_written_to_is_still_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("readonly");
    let cache = folder.cache();
    cache.store(&key(75), b"payload").expect("stored");
    let path = folder.0.join(key(75).file_name());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("permissions");
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o555)).expect("permissions");
    let stored = cache.store(&key(90), b"other");
    let read = (cache.load(&key(75)), cache.load(&key(90)));
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o755)).expect("permissions");
    assert_eq!(read.0.as_deref(), Some(&b"payload"[..]));
    // Whoever may write everywhere stores it all the same.
    assert_eq!(read.1.is_some(), stored.is_ok());
}

#[test]
fn a_device_that_is_full_is_a_remark_and_leaves_nothing_behind() {
    // Everything that is written to this file of Linux finds the device full.
    let full = Path::new("/dev/full");
    if !full.exists() {
        eprintln!("skipped: there is no /dev/full");
        return;
    }
    use std::io::Write;
    let mut file = File::options().write(true).open(full).expect("open");
    let error = file.write_all(b"payload").expect_err("no space");
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}

#[test]
fn what_others_can_write_is_not_used() {
    use std::os::unix::fs::{PermissionsExt, chown};
    let folder = Folder::new("others");
    let cache = folder.cache();
    let path = folder.0.join(key(75).file_name());
    let may = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    };
    cache.store(&key(75), b"payload").expect("stored");
    for mode in [0o770, 0o702, 0o777, 0o1777] {
        may(&folder.0, mode);
        assert_eq!(cache.load(&key(75)), None, "a folder of mode {mode:o}");
        assert!(cache.store(&key(90), b"other").is_err());
    }
    may(&folder.0, 0o700);
    for mode in [0o620, 0o602] {
        may(&path, mode);
        assert_eq!(cache.load(&key(75)), None, "an entry of mode {mode:o}");
    }
    may(&path, 0o600);
    assert!(cache.load(&key(75)).is_some());
    // SAFETY: a question without arguments.
    if unsafe { libc::geteuid() } != 0 {
        eprintln!("skipped in part: files of other users are root's to make");
        return;
    }
    chown(&path, Some(12345), None).expect("another owner");
    assert_eq!(cache.load(&key(75)), None, "another user's entry");
    chown(&path, Some(0), None).expect("the old owner");
    chown(&folder.0, Some(12345), None).expect("another owner");
    assert_eq!(cache.load(&key(75)), None, "another user's folder");
    assert!(cache.store(&key(90), b"other").is_err());
    let inner = Folder(folder.0.join("inner"));
    assert!(inner.cache().store(&key(75), b"payload").is_err());
}

/// A link would be followed, a pipe waited for, a device read for ever.
#[test]
fn what_is_no_file_is_no_entry() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("special");
    let cache = folder.cache();
    let path = folder.0.join(key(75).file_name());
    cache.store(&key(75), b"payload").expect("stored");
    let elsewhere = folder.0.join("elsewhere");
    fs::rename(&path, &elsewhere).expect("moved");
    std::os::unix::fs::symlink(&elsewhere, &path).expect("a link");
    assert_eq!(cache.load(&key(75)), None, "a link to an entry");
    cache.store(&key(75), b"new").expect("stored");
    assert!(!path.is_symlink(), "the link is replaced");
    assert_eq!(cache.load(&key(75)).as_deref(), Some(&b"new"[..]));
    for target in ["/dev/zero", "/dev/stdin"] {
        fs::remove_file(&path).expect("removed");
        std::os::unix::fs::symlink(target, &path).expect("a link");
        assert_eq!(cache.load(&key(75)), None, "{target}");
    }
    fs::remove_file(&path).expect("removed");
    let name = std::ffi::CString::new(path.as_os_str().as_bytes()).expect("a path");
    // SAFETY: a text that ends in NUL.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    assert_eq!(cache.load(&key(75)), None, "a pipe");
    fs::remove_file(&path).expect("removed");
    let file = File::create(&path).expect("a file");
    file.set_len(1 << 40).expect("a hole");
    assert_eq!(cache.load(&key(75)), None, "more than the cache may hold");
}

/// A name that a stranger has laid there is refused and not written through.
#[test]
fn new_files_are_new() {
    let folder = Folder::new("planted");
    vault::make(&folder.0).expect("a folder");
    let (target, planted) = (folder.0.join("target"), folder.0.join("planted"));
    fs::write(&target, "precious").expect("written");
    std::os::unix::fs::symlink(&target, &planted).expect("a link");
    assert!(vault::write_new(&planted, b"payload").is_err());
    assert_eq!(fs::read(&target).expect("a file"), b"precious");
    assert!(
        planted.is_symlink(),
        "what it has not made it does not remove"
    );
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let folder = Folder::new("limit");
    let entry = (HEADER + 100) as u64;
    let cache = Cache::in_folder(&folder.0, 3 * entry);
    let aged = |number: i32, seconds: u64| {
        let path = folder.0.join(key(number).file_name());
        let file = File::options().append(true).open(path).expect("the entry");
        file.set_modified(SystemTime::now() - Duration::from_secs(seconds))
            .expect("a time");
    };
    for (number, seconds) in [(1, 300), (2, 200), (3, 100)] {
        cache.store(&key(number), &[0; 100]).expect("stored");
        aged(number, seconds);
    }
    assert!(
        cache.load(&key(1)).is_some(),
        "this makes the first the youngest"
    );
    cache.store(&key(4), &[0; 100]).expect("stored");
    let there: Vec<i32> = (1..=4)
        .filter(|number| cache.load(&key(*number)).is_some())
        .collect();
    assert_eq!(there, [1, 3, 4]);
    cache
        .store(&key(5), &[0; 4000])
        .expect("too large, which is no error");
    assert_eq!(cache.load(&key(5)), None);
    assert!(cache.load(&key(4)).is_some(), "it throws nothing out");
}

#[test]
fn abandoned_files_go_after_an_hour_and_strangers_stay() {
    let folder = Folder::new("abandoned");
    fs::create_dir_all(&folder.0).expect("the folder");
    let old = SystemTime::now() - Duration::from_secs(7200);
    for (name, time) in [
        ("a.unfinished", old),
        ("b.unfinished", SystemTime::now()),
        ("note.txt", old),
    ] {
        fs::write(folder.0.join(name), "x").expect("written");
        let file = File::options()
            .append(true)
            .open(folder.0.join(name))
            .expect("the file");
        file.set_modified(time).expect("a time");
    }
    folder.cache().store(&key(1), b"payload").expect("stored");
    let mut names = folder.names();
    names.sort();
    let mut expected = [
        "b.unfinished".to_string(),
        "note.txt".to_string(),
        key(1).file_name(),
    ];
    expected.sort();
    assert_eq!(names, expected);
}

#[test]
fn the_environment_says_where_and_how_large() {
    let places = |variables: &[(&str, &str)]| Places {
        environment: variables
            .iter()
            .map(|&(name, value)| (name.into(), value.into()))
            .collect(),
        ..Places::default()
    };
    let folder = |variables: &[(&str, &str)]| Cache::of(&places(variables)).folder;
    let all = [
        ("QC_CACHE_DIR", "/own"),
        ("XDG_CACHE_HOME", "/xdg"),
        ("HOME", "/home/me"),
    ];
    assert_eq!(folder(&all), Some("/own".into()));
    assert_eq!(folder(&all[1..]), Some("/xdg/quasar".into()));
    assert_eq!(folder(&all[2..]), Some("/home/me/.cache/quasar".into()));
    assert_eq!(folder(&[]), None);
    assert_eq!(
        folder(&[("QC_CACHE_DIR", "/own"), ("QC_CACHE_SIZE", "0")]),
        None
    );
    let limit = |size: &str| {
        Cache::of(&places(&[
            ("QC_CACHE_DIR", "/own"),
            ("QC_CACHE_SIZE", size),
        ]))
        .limit
    };
    assert_eq!(
        [limit("5000"), limit("4K"), limit("3m"), limit("2G")],
        [5000, 4096, 3 << 20, 2 << 30]
    );
    assert_eq!(limit("much"), DEFAULT_LIMIT);
}

/// The bytes that a writer of the next test stores under the key of a number.
fn payload(number: i32) -> Vec<u8> {
    let byte = |at: usize| ((at as i32 * 31 + number * 7) % 251) as u8;
    (0..20_000).map(byte).collect()
}

const WRITER_FOLDER: &str = "QC_TEST_CACHE_WRITER";

/// Not a test by itself: the process that the next test kills.
#[test]
fn writer_that_is_killed() {
    let Some(folder) = std::env::var_os(WRITER_FOLDER) else {
        return;
    };
    let cache = Cache::in_folder(Path::new(&folder), 1 << 20);
    for number in (0..8).cycle() {
        // Another writer's clearing up may come between; what was stored is what is tested.
        let _ = cache.store(&key(number), &payload(number));
    }
}

#[test]
fn writers_killed_at_any_time_leave_whole_entries_or_none() {
    let folder = Folder::new("killed");
    let cache = folder.cache();
    let mut random = 88_172_645_463_325_252u64;
    let mut found = 0;
    for _ in 0..200 {
        let mut writer = Command::new(std::env::current_exe().expect("this test"))
            .args([
                "--exact",
                "cache::tests::writer_that_is_killed",
                "--test-threads=1",
            ])
            .env(WRITER_FOLDER, &folder.0)
            .stdout(Stdio::null())
            .spawn()
            .expect("a writer");
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        std::thread::sleep(Duration::from_micros(random % 20_000));
        writer.kill().expect("killed");
        writer.wait().expect("waited for");
        for number in 0..8 {
            let path = folder.0.join(key(number).file_name());
            if path.exists() {
                found += 1;
                assert_eq!(
                    cache.load(&key(number)),
                    Some(payload(number)),
                    "entry {number}"
                );
            }
        }
    }
    assert!(
        found > 200,
        "the writers were killed before they wrote: {found} entries"
    );
}
