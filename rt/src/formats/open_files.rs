//! Open files: text and bytes read and written piece by piece, and folders.
//!
//! *Invariant:* a number from 3 on names one open file of this thread; what was written to files that the program leaves open is
//! written out at its end, or the program ends with an error.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::path::Path;

use quasar_abi::{ElemKind, RtError, Tagged};

use crate::array::convert::converted;
use crate::array::create::kind_of;
use crate::array::dims::Dims;
use crate::array::object::{Array, Text};
use crate::formats::bytes::{Layout, decode, encode};
use crate::process::allocator::{append, reading};
use crate::process::error::{Raised, read_error, write_error};
use crate::process::output::{self, reason};
use crate::process::places::locate;
use crate::process::refusal;
use crate::process::whole_file::{not_opened, read_some};
use crate::text::display::list_text;
use crate::text::format::format as formatted;
use crate::text::scan;

/// The numbers below belong to standard input, output and error.
const FIRST_NUMBER: i32 = 3;
/// The number of standard input, which is open from the start.
const STANDARD_INPUT: i32 = 0;
/// Written bytes that are kept before they go to the file.
const BUFFER_BYTES: usize = 32 * 1024;
/// Bytes that one read asks for at most.
const READ_BYTES: i64 = 2 << 30;

/// A file that the program opened.
struct OpenFile {
    path: String,
    reader: BufReader<File>,
    /// Bytes that were written and have not reached the file.
    pending: Vec<u8>,
    may_read: bool,
    may_write: bool,
}

thread_local! {
    static FILES: RefCell<BTreeMap<i32, OpenFile>> = const { RefCell::new(BTreeMap::new()) };
}

impl OpenFile {
    fn read_failed(&self, error: &io::Error) -> Raised {
        read_error(&self.path, reason(error))
    }

    fn write_failed(&self, error: &io::Error) -> Raised {
        write_error(&self.path, reason(error))
    }

    /// Writes out what is pending. What could not be written once is not tried again.
    fn flush(&mut self) -> Result<(), Raised> {
        let pending = std::mem::take(&mut self.pending);
        let written = self.reader.get_mut().write_all(&pending);
        written.map_err(|error| self.write_failed(&error))
    }

    /// Makes the file ready to be read at its position.
    fn for_reading(&mut self) -> Result<&mut BufReader<File>, Raised> {
        if !self.may_read {
            return Err(read_error(&self.path, "it is open for writing only"));
        }
        self.flush()?;
        Ok(&mut self.reader)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Raised> {
        if !self.may_write {
            return Err(write_error(&self.path, "it is open for reading only"));
        }
        if !self.reader.buffer().is_empty() {
            // What was read ahead is forgotten, and the file stands where the program believes it to stand.
            // Asking for the position alone would keep what was read ahead.
            #[allow(
                clippy::seek_from_current,
                reason = "it moves the file below the reader"
            )]
            let moved = self.reader.seek(SeekFrom::Current(0));
            moved.map_err(|error| self.write_failed(&error))?;
        }
        if self.pending.len() + bytes.len() < BUFFER_BYTES {
            return append(&mut self.pending, bytes);
        }
        // What is long is not copied.
        self.flush()?;
        let written = self.reader.get_mut().write_all(bytes);
        written.map_err(|error| self.write_failed(&error))
    }

    fn position(&mut self) -> Result<u64, Raised> {
        self.flush()?;
        let position = self.reader.stream_position();
        position.map_err(|error| self.read_failed(&error))
    }

    fn seek(&mut self, position: u64) -> Result<(), Raised> {
        self.flush()?;
        let moved = self.reader.seek(SeekFrom::Start(position));
        moved.map(|_| ()).map_err(|error| self.read_failed(&error))
    }

    fn is_at_end(&mut self) -> Result<bool, Raised> {
        let rest = self.for_reading()?.fill_buf().map(<[u8]>::is_empty);
        rest.map_err(|error| self.read_failed(&error))
    }

    /// The bytes up to the end of the line, which is included.
    fn line(&mut self) -> Result<Vec<u8>, Raised> {
        let mut bytes = Vec::new();
        loop {
            let reader = self.for_reading()?;
            let piece = match reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(read_error(&self.path, reason(&error))),
                Ok(piece) => piece,
            };
            let end = piece.iter().position(|byte| *byte == b'\n');
            let length = end.map_or(piece.len(), |end| end + 1);
            append(&mut bytes, &piece[..length])?;
            reader.consume(length);
            if end.is_some() || length == 0 {
                return Ok(bytes);
            }
        }
    }

    fn bytes(&mut self, count: u64) -> Result<Vec<u8>, Raised> {
        let mut bytes = Vec::new();
        let mut rest = self.for_reading()?.take(count);
        loop {
            match read_some(&mut rest, &mut bytes) {
                Ok(0) => return Ok(bytes),
                Ok(_) => {}
                Err(stopped) => return Err(stopped.raised(&self.path)),
            }
        }
    }
}

/// Does something with an open file.
fn with_file<T>(
    number: i32,
    function: &str,
    body: impl FnOnce(&mut OpenFile) -> Result<T, Raised>,
) -> Result<T, Raised> {
    FILES.with_borrow_mut(|files| {
        if number == STANDARD_INPUT && !files.contains_key(&number) {
            files.insert(number, standard_input()?);
        }
        match files.get_mut(&number) {
            Some(file) => body(file),
            None => Err(Raised::invalid(
                function,
                format!("there is no open file {number}"),
            )),
        }
    })
}

/// Standard input as an open file.
fn standard_input() -> Result<OpenFile, Raised> {
    let path = "standard input".to_string();
    let own = io::stdin().as_fd().try_clone_to_owned();
    let own = own.map_err(|error| read_error(&path, reason(&error)))?;
    Ok(OpenFile {
        path,
        reader: BufReader::new(File::from(own)),
        pending: Vec::new(),
        may_read: true,
        may_write: false,
    })
}

/// Closes all files of this thread.
///
/// # Errors
/// The first that cannot be written out.
pub fn close_all() -> Result<(), Raised> {
    let files = FILES.take();
    let mut result = Ok(());
    for mut file in files.into_values() {
        result = result.and(file.flush());
    }
    result
}

/// Writes text to an open file.
///
/// # Errors
/// There is no such file, or it cannot be written.
pub fn write_text(number: i32, function: &str, text: &str) -> Result<(), Raised> {
    with_file(number, function, |file| file.write(text.as_bytes()))
}

/// How a mode opens a file: may read, may write, and what becomes of what is there.
fn options(mode: &str) -> Option<(OpenOptions, bool, bool)> {
    let plain: String = mode
        .chars()
        .filter(|letter| !"bt".contains(*letter))
        .collect();
    let mut options = OpenOptions::new();
    let (may_read, may_write) = match plain.as_str() {
        "r" => (true, false),
        "r+" => (true, true),
        "w" => (false, true),
        "w+" => (true, true),
        "a" => (false, true),
        "a+" => (true, true),
        _ => return None,
    };
    match plain.as_bytes()[0] {
        b'w' => options.write(true).create(true).truncate(true),
        b'a' => options.append(true).create(true),
        _ => options.write(may_write),
    };
    options.read(may_read);
    Some((options, may_read, may_write))
}

pub(crate) fn file_open(path: &Text, mode: &Text) -> Result<i32, Raised> {
    let (path, mode) = (path.as_str(), mode.as_str());
    let Some((options, may_read, may_write)) = options(mode) else {
        let message = format!("the mode is \"{mode}\", not r, w, a, r+, w+ or a+");
        return Err(Raised::invalid("fopen", message));
    };
    let found = if may_write { path.into() } else { locate(path) };
    let file = options.open(&found).map_err(|error| {
        if may_write {
            write_error(path, reason(&error))
        } else {
            not_opened(path, &error)
        }
    })?;
    let details = file.metadata();
    if details.is_ok_and(|details| details.is_dir()) {
        return Err(read_error(path, "it is a folder"));
    }
    Ok(keep(OpenFile {
        path: path.to_string(),
        reader: BufReader::new(file),
        pending: Vec::new(),
        may_read,
        may_write,
    }))
}

/// Gives a file the least free number.
fn keep(file: OpenFile) -> i32 {
    FILES.with_borrow_mut(|files| {
        let number = (FIRST_NUMBER..).find(|number| !files.contains_key(number));
        let number = number.expect("there are fewer open files than numbers");
        files.insert(number, file);
        number
    })
}

pub(crate) fn file_close(file: i32) -> Result<(), Raised> {
    with_file(file, "fclose", OpenFile::flush)?;
    FILES.with_borrow_mut(|files| files.remove(&file));
    Ok(())
}

pub(crate) fn file_print(file: i32, values: &[Tagged]) -> Result<(), Raised> {
    let mut text = list_text(values);
    refusal::push(&mut text, '\n');
    write_to(file, "fprint", &text)
}

pub(crate) fn file_line(file: i32) -> Result<Text, Raised> {
    with_file(file, "fgets", |file| {
        let path = file.path.clone();
        reading(&path, || {
            let line = file.line()?;
            let text = refusal::repaired(&line);
            let text = text.strip_suffix('\n').unwrap_or(&text);
            Text::allocated(text.strip_suffix('\r').unwrap_or(text))
        })
    })
}

pub(crate) fn file_at_end(file: i32) -> Result<i32, Raised> {
    with_file(file, "feof", OpenFile::is_at_end).map(i32::from)
}

pub(crate) fn file_position(file: i32) -> Result<i64, Raised> {
    let position = with_file(file, "fgetpos", OpenFile::position)?;
    let fits = i32::try_from(position).map(i64::from);
    fits.map_err(|_| Raised::invalid("fgetpos", "the position does not fit an int"))
}

pub(crate) fn file_seek(file: i32, position: i64) -> Result<(), Raised> {
    let Ok(position) = u64::try_from(position) else {
        let message = format!("a position cannot be negative ({position})");
        return Err(Raised::invalid("fsetpos", message));
    };
    with_file(file, "fsetpos", |file| file.seek(position))
}

/// The element kind that `fread` and `fwrite` know by this name.
fn kind_named(function: &str, name: &str) -> Result<ElemKind, Raised> {
    Ok(match name {
        "int8" => ElemKind::I8,
        "uint8" => ElemKind::U8,
        "int16" => ElemKind::I16,
        "uint16" => ElemKind::U16,
        "int" | "int32" => ElemKind::I32,
        "uint32" => ElemKind::U32,
        "int64" => ElemKind::I64,
        "uint64" => ElemKind::U64,
        "float32" | "single" => ElemKind::F32,
        "float64" | "double" => ElemKind::F64,
        _ => {
            let message = format!(
                "the type is \"{name}\", not int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32 or float64"
            );
            return Err(Raised::invalid(function, message));
        }
    })
}

pub(crate) fn file_read(file: i32, count: i64, name: &Text, kind: i32) -> Result<Array, Raised> {
    let stored = kind_named("fread", name.as_str())?;
    let size = stored.size() as i64;
    if !(0..=READ_BYTES / size).contains(&count) {
        return Err(Raised::invalid(
            "fread",
            format!("cannot read {count} elements"),
        ));
    }
    with_file(file, "fread", |file| {
        let path = file.path.clone();
        reading(&path, || {
            let mut bytes = file.bytes((count * size) as u64)?;
            let complete = bytes.len() / stored.size();
            bytes.truncate(complete * stored.size());
            let dims = Dims::row(complete as i64);
            let array = decode(stored, dims, &bytes, Layout::default())?;
            drop(bytes);
            converted(&array, kind_of(kind))
        })
    })
}

pub(crate) fn file_write(file: i32, values: &Array, name: &Text) -> Result<(), Raised> {
    let kind = kind_named("fwrite", name.as_str())?;
    let bytes = encode(&converted(values, kind)?, Layout::default())?;
    with_file(file, "fwrite", |file| file.write(&bytes))
}

/// Reads as much of the file as the format takes, line by line.
fn scanned(file: i32, format: &Text) -> Result<Vec<scan::Field>, Raised> {
    let pattern = scan::Pattern::new(format.as_str())?;
    with_file(file, "fscanf", |file| {
        let start = file.position()?;
        let mut bytes = Vec::new();
        loop {
            let line = file.line()?;
            append(&mut bytes, &line)?;
            let text = refusal::repaired(&bytes);
            let found = pattern.apply(&text);
            // A number at the end of a line may be all of it, but a line is never cut inside a number.
            if found.is_complete || line.is_empty() {
                file.seek(start + found.taken as u64)?;
                return Ok(found.fields);
            }
        }
    })
}

pub(crate) fn file_scan(file: i32, format: &Text, kind: i32) -> Result<Array, Raised> {
    scan::numbers("fscanf", &scanned(file, format)?, kind_of(kind))
}

pub(crate) fn file_scan_texts(file: i32, format: &Text) -> Result<Array, Raised> {
    scan::texts("fscanf", format.as_str(), &scanned(file, format)?)
}

pub(crate) fn directory(path: &Text) -> Result<Array, Raised> {
    let path = path.as_str();
    let last = path.rsplit('/').next().unwrap_or(path);
    let has_pattern = last.contains(['*', '?']);
    let (folder, pattern) = match has_pattern {
        true => (&path[..path.len() - last.len()], last),
        false => (path, "*"),
    };
    let shown = if folder.is_empty() { "." } else { folder };
    let entries =
        fs::read_dir(Path::new(shown)).map_err(|error| read_error(path, reason(&error)))?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| read_error(path, reason(&error)))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        refusal::push_to(&mut names, name);
    }
    names.retain(|name| matches(pattern.as_bytes(), name.as_bytes()));
    names.sort_unstable();
    Array::of_texts(&names)
}

/// Whether a name fits a pattern: `*` stands for any text, `?` for one byte.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    // The last star and the name behind what it stood for so far: enough to try again from.
    let (mut at, mut position, mut retry) = (0, 0, None);
    while position < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                retry = Some((at + 1, position));
                at += 1;
            }
            Some(wanted) if *wanted == b'?' || *wanted == name[position] => {
                at += 1;
                position += 1;
            }
            Some(_) | None => {
                let Some((behind, from)) = retry else {
                    return false;
                };
                (at, position) = (behind, from + 1);
                retry = Some((behind, from + 1));
            }
        }
    }
    pattern[at..].iter().all(|letter| *letter == b'*')
}

pub(crate) fn fprintf(stream: i32, pattern: &Text, values: &[Tagged]) -> Result<(), Raised> {
    write_to(stream, "fprintf", &formatted(pattern.as_str(), values)?)
}

/// Writes text to standard output (1), standard error (2) or an open file.
///
/// # Errors
/// There is no such file, or it cannot be written.
fn write_to(stream: i32, function: &str, text: &str) -> Result<(), Raised> {
    match stream {
        1 => output::write(text),
        2 => {
            // What was printed before comes first, also where both streams end in the same file.
            output::flush()?;
            let written = std::io::stderr().write_all(text.as_bytes());
            written.map_err(|error| Raised::new(RtError::Output, &[&reason(&error)]))
        }
        file => write_text(file, function, text),
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn printing_goes_to_the_streams_of_the_process() {
        let (result, text) = output::capture(|| fprintf(1, &Text::new("5"), &[]));
        result.expect("printed");
        assert_eq!(text, "5");
        assert!(fprintf(7, &Text::new("x"), &[]).is_err());
    }

    use crate::process::testing::Folder;

    fn open(path: &Text, mode: &str) -> i32 {
        file_open(path, &Text::new(mode)).expect("an open file")
    }

    #[test]
    fn what_was_written_is_read() {
        let folder = Folder::new("written");
        let path = folder.file("a.txt");
        let file = open(&path, "w");
        write_text(file, "fprintf", "one\ntwo 3\r\n\nlast").expect("written");
        assert!(file_line(file).is_err_and(|error| error.message.contains("for writing only")));
        file_close(file).expect("closed");
        let file = open(&path, "rb");
        let line = || file_line(file).expect("a line").as_str().to_string();
        assert_eq!(
            (line(), line(), line()),
            ("one".into(), "two 3".into(), String::new())
        );
        assert_eq!(file_at_end(file), Ok(0));
        assert_eq!(line(), "last");
        assert_eq!((file_at_end(file), line()), (Ok(1), String::new()));
        assert!(write_text(file, "fprintf", "x").is_err());
        file_close(file).expect("closed");
        assert!(file_close(file).is_err_and(|error| error.message.contains("no open file 3")));
    }

    #[test]
    fn reading_and_writing_alternate() {
        let folder = Folder::new("alternate");
        let path = folder.file("a.bin");
        let file = open(&path, "w+");
        let values = Array::row(&[1.0f32, 300.0, -2.0]).expect("memory");
        file_write(file, &values, &Text::new("uint8")).expect("written");
        assert_eq!(file_position(file), Ok(3));
        file_seek(file, 1).expect("moved");
        let read = |count| file_read(file, count, &Text::new("uint8"), ElemKind::F32.code());
        assert_eq!(read(1).expect("read").elements::<f32>(), [255.0]);
        file_write(file, &values, &Text::new("int16")).expect("written");
        file_seek(file, 0).expect("moved");
        assert_eq!(
            read(100).expect("read").elements::<f32>(),
            [1.0, 255.0, 1.0, 0.0, 44.0, 1.0, 254.0, 255.0]
        );
        assert!(read(-1).is_err());
        assert!(file_seek(file, -1).is_err());
        close_all().expect("closed");
        assert!(file_position(file).is_err());
    }

    #[test]
    fn open_files_are_written_out() {
        let folder = Folder::new("left-open");
        let path = folder.file("a.txt");
        let file = open(&path, "a");
        write_text(file, "fprintf", "kept").expect("written");
        close_all().expect("closed");
        assert_eq!(fs::read_to_string(path.as_str()).expect("a file"), "kept");
        assert!(file_open(&path, &Text::new("x")).is_err());
        assert!(file_open(&folder.file("no/a"), &Text::new("w")).is_err());
        assert!(file_open(&folder.file(""), &Text::new("r")).is_err());
    }

    #[test]
    fn formats_take_what_they_need() {
        let folder = Folder::new("scan");
        let path = folder.file("a.txt");
        let file = open(&path, "w+");
        write_text(file, "fprintf", "1 2\n3 4 rest\n").expect("written");
        file_seek(file, 0).expect("moved");
        let scan = |format: &str| file_scan(file, &Text::new(format), ElemKind::F64.code());
        assert_eq!(
            scan("%d %d %d").expect("numbers").elements::<f64>(),
            [1.0, 2.0, 3.0]
        );
        assert_eq!(scan("%d").expect("numbers").elements::<f64>(), [4.0]);
        let texts = file_scan_texts(file, &Text::new("%s")).expect("a word");
        assert_eq!(texts.texts(), ["rest"]);
        assert!(file_scan_texts(file, &Text::new("%s")).is_err());
        file_close(file).expect("closed");
    }

    #[test]
    fn folders_are_listed_in_order() {
        let folder = Folder::new("list");
        for name in ["b.png", "a.png", "c.txt"] {
            fs::write(folder.file(name).as_str(), "x").expect("written");
        }
        let list = |name: &str| directory(&folder.file(name)).expect("a folder").texts();
        assert_eq!(list(""), ["a.png", "b.png", "c.txt"]);
        assert_eq!(list("*.png"), ["a.png", "b.png"]);
        assert_eq!(list("?.t*"), ["c.txt"]);
        assert!(directory(&folder.file("none")).is_err());
    }

    #[test]
    fn patterns() {
        let fits = |pattern: &str, name: &str| matches(pattern.as_bytes(), name.as_bytes());
        assert!(fits("*", "") && fits("a*b*c", "axxbyyc") && fits("**a", "a") && fits("?", "x"));
        assert!(!fits("a*b", "a") && !fits("", "x") && !fits("?", "") && !fits("a*bc", "abcb"));
    }
}
