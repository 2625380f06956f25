//! Files of every format that programs read, damaged at random from fixed seeds.
//!
//! A damaged file gives an error or a value: no panic crosses the boundary of the runtime, nothing takes long or much memory. The good
//! files are in `tests/data/formats`, written by `tests/formats/make.py`. `QC_DAMAGED_FILES` is the number of damaged versions of each one, `QC_DAMAGED_SEED`
//! chooses others.
//!
//! *Invariant:* the same seed gives the same damage on every machine.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use quasar_abi::{ElemKind, Tagged};
use quasar_rt::{exports, peak_of_reading, take_pending};

/// Versions of each file.
const VERSIONS: u64 = 100;
/// Memory that one call may take: bytes that it has asked for and not yet given back.
const MOST_BYTES: u64 = 512 << 20;
/// Time that one file may take. A machine that does much else is slow.
const MOST_SECONDS: u64 = 10;
/// Frames that are read of a film.
const FRAMES: usize = 6;

// ---- Damage

/// A small generator (xorshift64*).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 16) as usize % limit.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Numbers that sizes, counts and offsets are made: nothing, far too much, negative, and just beside.
const EXTREMES: &[u32] = &[
    0,
    1,
    2,
    0xff,
    0xffff,
    0x1_0000,
    0x1_0001,
    0x00ff_ffff,
    0x0fff_ffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
];
/// The same in files of text.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "65536",
    "99999",
    "2147483647",
    "4294967297",
    "9223372036854775807",
    "99999999999999999999",
    "1e999",
    "nan",
    "",
];

fn damaged(good: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=random.below(3) {
        damage(&mut bytes, random);
    }
    if bytes.starts_with(b"\x89PNG") && random.below(4) > 0 {
        mend_sums(&mut bytes);
    }
    if bytes.starts_with(b"QUASAR-DATA") && random.below(4) > 0 {
        mend_last_sum(&mut bytes);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    // Sizes stand at the beginning of most formats.
    let reach = if random.below(2) == 0 {
        160
    } else {
        usize::MAX
    };
    let at = random.below(bytes.len().min(reach));
    let length = (1 + random.below(40)).min(bytes.len() - at);
    match random.below(9) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.bits() as u8,
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..at + length)),
        4 => {
            let copy = bytes[at..at + length].to_vec();
            let place = random.below(bytes.len());
            bytes.splice(place..place, copy);
        }
        5 | 6 => extreme(&mut bytes[at..], random),
        7 => number(bytes, at, random),
        _ => drop(bytes.splice(at..at, (0..length).map(|_| random.bits() as u8))),
    }
}

/// Overwrites what may be a number of 2, 4 or 8 bytes.
fn extreme(bytes: &mut [u8], random: &mut Random) {
    let value = random.of(EXTREMES);
    let number: Vec<u8> = match random.below(5) {
        0 => value.to_le_bytes()[..2].to_vec(),
        1 => value.to_be_bytes()[2..].to_vec(),
        2 => value.to_le_bytes().to_vec(),
        3 => value.to_be_bytes().to_vec(),
        _ => i64::from(value as i32).to_le_bytes().to_vec(),
    };
    for (byte, new) in bytes.iter_mut().zip(number) {
        *byte = new;
    }
}

/// Replaces the first decimal number behind a place.
fn number(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    let Some(first) = bytes[at..].iter().position(u8::is_ascii_digit) else {
        return;
    };
    let first = at + first;
    let length = bytes[first..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    let length = length.count();
    bytes.splice(first..first + length, random.of(NUMBERS).bytes());
}

/// Makes the check sums of a PNG file right again: decoders look no further where they are wrong.
fn mend_sums(bytes: &mut [u8]) {
    let mut at = 8;
    while let Some(length) = bytes.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
        let end = at + 8 + length;
        if end + 4 > bytes.len() {
            return;
        }
        let mut sum = flate2::Crc::new();
        sum.update(&bytes[at + 4..end]);
        bytes[end..end + 4].copy_from_slice(&sum.sum().to_be_bytes());
        at = end + 4;
    }
}

/// The same of Quasar's own format: the last eight bytes are the check sum (FNV-1a) of those before.
fn mend_last_sum(bytes: &mut [u8]) {
    let (body, sum) = bytes.split_at_mut(bytes.len().saturating_sub(8));
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let right = body.iter().fold(0xcbf2_9ce4_8422_2325, mix).to_le_bytes();
    sum.copy_from_slice(&right[..sum.len()]);
}

// ---- Reading

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Value,
    Error,
}

const SINGLE: i32 = ElemKind::F32.code();

/// Reads a file with the function that programs read its format with.
fn read(path: &Path) -> Outcome {
    let name = path.to_str().expect("a path of letters");
    let extension = path.extension().unwrap_or_default().to_str();
    // SAFETY: rows are called with what they state; what they give is released once.
    unsafe {
        let text = exports::string_new(name.as_ptr().cast_mut(), name.len() as i64);
        let outcome = match extension.expect("letters") {
            "csv" => array(|place| exports::csv_read(text, SINGLE, place)),
            "npy" | "npz" | "mat" | "dat" => {
                array(|place| exports::data_load(text, std::ptr::null_mut(), SINGLE, place))
            }
            "y4m" | "avi" => film(text),
            "tif" => pages(text).max(array(|place| exports::image_read(text, SINGLE, place))),
            "exr" => {
                let all = exports::string_new(c"".as_ptr().cast_mut().cast(), 0);
                let outcome = array(|place| exports::exr_read(text, all, SINGLE, place));
                exports::object_release(all);
                outcome.max(array(|place| exports::exr_channels(text, place)))
            }
            _ => array(|place| exports::image_read(text, SINGLE, place)),
        };
        exports::object_release(text);
        outcome
    }
}

/// What a row gave that makes an array.
fn array(row: impl FnOnce(*mut *mut u8) -> i32) -> Outcome {
    let mut place = std::ptr::null_mut();
    if row(&raw mut place) != 0 {
        return error();
    }
    // SAFETY: the row gave one array.
    unsafe { exports::object_release(place) };
    Outcome::Value
}

fn error() -> Outcome {
    let pending = take_pending().expect("a status of its own has an error");
    assert!(
        !pending.raised.message.contains('\n'),
        "{}",
        pending.raised.message
    );
    Outcome::Error
}

/// All pages of a TIFF file.
///
/// # Safety
/// `text` is a string.
unsafe fn pages(text: *mut u8) -> Outcome {
    let (mut none, mut count) = (std::ptr::null_mut(), 0);
    let dims = [Tagged::i64(0)];
    // SAFETY: the caller passes a string, and the results have places.
    unsafe {
        exports::array_new(SINGLE, 0, dims.as_ptr(), 1, &raw mut none);
        let outcome = array(|place| exports::tiff_read(text, none, SINGLE, place));
        exports::object_release(none);
        match exports::tiff_pages(text, &raw mut count) {
            0 => outcome,
            _ => error(),
        }
    }
}

/// # Safety
/// `text` is a string.
unsafe fn film(text: *mut u8) -> Outcome {
    let mut stream = 0;
    // SAFETY: the caller passes a string, and the number has a place.
    if unsafe { exports::video_open(text, 0, 0, 0.0, &raw mut stream) } != 0 {
        return error();
    }
    let frame = || {
        // SAFETY: a number and a place for an array.
        array(|place| unsafe { exports::video_frame(stream, 0, place) })
    };
    let mut outcome = Outcome::Value;
    for _ in 0..FRAMES {
        outcome = outcome.max(frame());
    }
    // SAFETY: numbers.
    if unsafe { exports::video_seek(stream, 0.05) } != 0 {
        outcome = error();
    }
    outcome = outcome.max(frame());
    // SAFETY: a number.
    unsafe { exports::video_close(stream) };
    outcome
}

// ---- The test

fn setting(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}

/// What is being read, since when; a file that takes too long ends the test.
static CURRENT: Mutex<Option<(String, Instant)>> = Mutex::new(None);

fn watch() {
    loop {
        std::thread::sleep(Duration::from_millis(500));
        let current = CURRENT.lock().expect("no panic while it is held");
        if let Some((what, since)) = &*current
            && since.elapsed().as_secs() >= MOST_SECONDS
        {
            eprintln!("{what}: takes longer than {MOST_SECONDS} seconds");
            std::process::abort();
        }
    }
}

/// The place of the last panic.
static PANIC: Mutex<String> = Mutex::new(String::new());

#[test]
fn damaged_files_are_errors_or_values() {
    let (versions, seed) = (
        setting("QC_DAMAGED_FILES", VERSIONS),
        setting("QC_DAMAGED_SEED", 1),
    );
    std::thread::spawn(watch);
    std::panic::set_hook(Box::new(|info| {
        *PANIC.lock().expect("no panic while it is held") = info.to_string();
    }));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/formats");
    let scratch = std::env::temp_dir().join(format!("quasar-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder");
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("the files").collect();
    entries.sort_by_key(|entry| entry.as_ref().map(|entry| entry.path()).ok());
    let mut failures = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.extension().is_some() {
            failures.extend(one_kind(&path, &scratch, versions, seed));
        }
    }
    std::fs::remove_dir_all(&scratch).expect("removed");
    let _ = std::panic::take_hook();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Damages one good file often; gives what went wrong.
fn one_kind(path: &Path, scratch: &Path, versions: u64, seed: u64) -> Vec<String> {
    let good = std::fs::read(path).expect("a file");
    let name = path.file_name().expect("a name").to_str().expect("letters");
    let place = scratch.join(name);
    let mut failures = Vec::new();
    let mut outcomes = BTreeMap::from([(Outcome::Value, 0), (Outcome::Error, 0)]);
    let (mut most, mut worst, start) = (0, 0.0f64, Instant::now());
    std::fs::write(&place, &good).expect("written");
    if read(&place) != Outcome::Value {
        failures.push(format!("{name}: the good file is an error"));
    }
    for version in 0..versions {
        let state = (seed << 32 | version).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let bytes = damaged(&good, &mut Random(state));
        std::fs::write(&place, &bytes).expect("written");
        let what = format!("{name}, seed {seed}, version {version}");
        *CURRENT.lock().expect("unharmed") = Some((what.clone(), Instant::now()));
        peak_of_reading();
        match catch_unwind(|| read(&place)) {
            Ok(outcome) => *outcomes.get_mut(&outcome).expect("both are there") += 1,
            Err(_) => failures.push(format!("{what}: {}", PANIC.lock().expect("unharmed"))),
        }
        *CURRENT.lock().expect("unharmed") = None;
        let peak = peak_of_reading();
        most = most.max(peak);
        worst = worst.max(peak as f64 / bytes.len().max(1) as f64);
        if peak > MOST_BYTES {
            failures.push(format!("{what}: takes {peak} bytes"));
        }
    }
    println!(
        "{name}: {} values, {} errors, {} KiB at most, {:.1} s",
        outcomes[&Outcome::Value],
        outcomes[&Outcome::Error],
        most >> 10,
        start.elapsed().as_secs_f64()
    );
    println!("campaign\tinputs\t{name}: damaged versions read\t{versions}\tinputs");
    println!("campaign\tinputs\t{name}: memory at most\t{worst:.0}\tbytes per byte");
    failures
}
