//! Compiled kernels on disk, so that a program compiles them once.
//!
//! An entry is a file of its own, named by its key: a mark, the key, the number of bytes of the payload, a hash of all this and the
//! payload, the payload. It is written beside its place and renamed, so that a reader meets a whole entry or none.
//!
//! An entry is code: who can write one decides what runs. Its hash shows damage and no intent, so that it is believed only where nobody
//! but this user can have written it (`vault`).
//!
//! *Invariant:* what is given back was stored by this user under this key, bit for bit; whatever is wrong with the folder costs time and
//! nothing else.

mod vault;

use crate::search::Places;
use crate::target::Kind;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

/// Changes whenever the meaning of an entry changes.
const FORMAT: &[u8; 8] = b"qccache1";
const HASH: usize = 32;
const HEADER: usize = FORMAT.len() + HASH + size_of::<u64>() + HASH;

/// Bytes that all entries together may take, unless `QC_CACHE_SIZE` says otherwise.
const DEFAULT_LIMIT: u64 = 256 << 20;

/// What a writer that was killed left behind is removed after this time.
const ABANDONED: Duration = Duration::from_secs(3600);

/// All that the result of a compilation depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe<'a> {
    /// The CUDA text.
    pub text: &'a str,
    /// Options of the compiler, in any order.
    pub options: &'a [&'a str],
    /// 90 for `sm_90`.
    pub architecture: i32,
    /// What is made.
    pub kind: Kind,
    /// The version of NVRTC.
    pub version: (i32, i32),
    /// Which file NVRTC is: path, bytes, time.
    pub identity: &'a str,
}

/// The name of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key([u8; HASH]);

impl Recipe<'_> {
    /// The key: a hash of all parts, each with its length before it, so that no two recipes run together.
    pub fn key(&self) -> Key {
        let options = BinaryHeap::from(self.options.to_vec()).into_sorted_vec();
        let architecture = format!(
            "{} {} {}",
            self.architecture, self.version.0, self.version.1
        );
        let kind = match self.kind {
            Kind::Cubin => "cubin",
            Kind::Ptx => "ptx",
        };
        let mut hasher = blake3::Hasher::new();
        hasher.update(FORMAT);
        for part in [self.text, &architecture, kind, self.identity]
            .into_iter()
            .chain(options)
        {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Key(*hasher.finalize().as_bytes())
    }
}

impl Key {
    fn file_name(&self) -> String {
        format!("{}.kernel", blake3::Hash::from_bytes(self.0).to_hex())
    }
}

/// The folder with the entries, or none.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
    limit: u64,
}

impl Cache {
    /// The cache that the environment asks for: `QC_CACHE_DIR`, else `quasar` in `XDG_CACHE_HOME` or `~/.cache`.
    /// `QC_CACHE_SIZE` limits it, in bytes or with K, M or G behind the number; 0 means none.
    pub fn of(places: &Places) -> Cache {
        let own = places.variable("QC_CACHE_DIR").map(PathBuf::from);
        let common = places.variable("XDG_CACHE_HOME").map(PathBuf::from);
        let home = || Some(Path::new(places.variable("HOME")?).join(".cache"));
        let folder = own.or_else(|| Some(common.or_else(home)?.join("quasar")));
        let limit = places
            .variable("QC_CACHE_SIZE")
            .and_then(|text| bytes_of(text.to_str()?));
        match limit.unwrap_or(DEFAULT_LIMIT) {
            0 => Cache::off(),
            limit => Cache { folder, limit },
        }
    }

    /// A cache in this folder, of so many bytes at most.
    pub fn in_folder(folder: &Path, limit: u64) -> Cache {
        Cache {
            folder: Some(folder.to_path_buf()),
            limit,
        }
    }

    /// No cache: everything is compiled anew.
    pub fn off() -> Cache {
        Cache {
            folder: None,
            limit: 0,
        }
    }

    fn path(&self, key: &Key) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(key.file_name()))
    }

    /// The payload stored under the key. A damaged entry is removed.
    pub fn load(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key)?;
        vault::check(self.folder.as_ref()?).ok()?;
        let entry = vault::read(&path, self.limit).ok()?;
        let payload = opened(key, &entry);
        if payload.is_none() {
            self.discard(key);
            return None;
        }
        // The time of the last use decides who goes first. A folder that cannot be written to is used all the same.
        let _ = vault::touch(&path);
        payload
    }

    /// Stores a payload, and removes what was not used for longest where the limit is passed.
    ///
    /// # Errors
    /// Why it is not stored, which is worth a remark and no more.
    pub fn store(&self, key: &Key, payload: &[u8]) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let entry = sealed(key, payload);
        if entry.len() as u64 > self.limit {
            return Ok(());
        }
        vault::make(folder)?;
        let temporary = folder.join(temporary_name(key));
        vault::write_new(&temporary, &entry)?;
        let renamed = fs::rename(&temporary, folder.join(key.file_name()));
        if renamed.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        self.shrink(folder);
        renamed
    }

    /// Removes an entry.
    pub fn discard(&self, key: &Key) {
        if let Some(path) = self.path(key) {
            // Somebody else may have removed it, or the folder cannot be written to.
            let _ = fs::remove_file(path);
        }
    }

    /// Removes what was left behind, and entries from the oldest on until the rest keeps to the limit.
    fn shrink(&self, folder: &Path) {
        let mut entries = files(folder);
        let (left, kept): (Vec<_>, Vec<_>) = entries.drain(..).partition(|file| file.abandoned());
        left.iter()
            .for_each(|file| drop(fs::remove_file(&file.path)));
        let kept = kept.into_iter().filter(|file| file.is_entry);
        let age = |file: StoredFile| Reverse((file.used, file.path, file.bytes));
        let mut kept: BinaryHeap<_> = kept.map(age).collect();
        let mut total: u64 = kept.iter().map(|Reverse((.., bytes))| bytes).sum();
        while total > self.limit {
            let Some(Reverse((_, path, bytes))) = kept.pop() else {
                break;
            };
            let _ = fs::remove_file(&path);
            total -= bytes;
        }
    }
}

struct StoredFile {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
    is_entry: bool,
}

impl StoredFile {
    fn abandoned(&self) -> bool {
        let age = SystemTime::now().duration_since(self.used);
        !self.is_entry && age.is_ok_and(|age| age > ABANDONED)
    }
}

/// The files of the cache in a folder; others are left alone.
fn files(folder: &Path) -> Vec<StoredFile> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let stored = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let path = entry.path();
        let extension = path.extension()?.to_str()?;
        let details = entry.metadata().ok()?;
        let ours = details.is_file() && ["kernel", "unfinished"].contains(&extension);
        ours.then_some(StoredFile {
            bytes: details.len(),
            used: details.modified().ok()?,
            is_entry: extension == "kernel",
            path,
        })
    };
    entries.filter_map(stored).collect()
}

/// A name that no other writer has, in whatever container it counts its processes.
fn temporary_name(key: &Key) -> String {
    let number = RandomState::new().build_hasher().finish();
    format!("{}.{number:016x}.unfinished", key.file_name())
}

/// The hash that an entry carries.
fn seal(key: &Key, payload: &[u8]) -> [u8; HASH] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&key.0);
    hasher.update(&(payload.len() as u64).to_le_bytes());
    hasher.update(payload);
    *hasher.finalize().as_bytes()
}

fn sealed(key: &Key, payload: &[u8]) -> Vec<u8> {
    let mut entry = Vec::with_capacity(HEADER + payload.len());
    entry.extend_from_slice(FORMAT);
    entry.extend_from_slice(&key.0);
    entry.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    entry.extend_from_slice(&seal(key, payload));
    entry.extend_from_slice(payload);
    entry
}

/// The payload of an entry that is whole and of this key.
fn opened(key: &Key, entry: &[u8]) -> Option<Vec<u8>> {
    let payload = entry.get(HEADER..)?;
    (entry == sealed(key, payload)).then(|| payload.to_vec())
}

/// A number of bytes with K, M or G behind it.
fn bytes_of(text: &str) -> Option<u64> {
    let text = text.trim();
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units
        .iter()
        .find(|(letter, _)| text.to_ascii_uppercase().ends_with(*letter));
    let (digits, shift) = match unit {
        Some((_, shift)) => (&text[..text.len() - 1], *shift),
        None => (text, 0),
    };
    let number: u64 = digits.trim().parse().ok()?;
    number.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests;
