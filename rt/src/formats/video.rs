//! Films: frames of y4m files and of AVI files with JPEG frames, what FFmpeg's libraries decode, and what cameras send.
//!
//! What becomes of them in Quasar is in `stdlib/video.q`. Frames of the first two are found when the file is opened and read one by one.
//!
//! *Invariant:* a stream's frames lie inside its file; a damaged file is an error when it is opened or at the frame that is damaged.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use crate::array::convert::converted;
use crate::array::create::kind_of;
use crate::array::dims::Dims;
use crate::array::object::{Array, Text};
use crate::formats::camera::{self, Camera, Wish};
use crate::formats::colours::{Colours, Weights};
use crate::formats::image_file::decode_jpeg;
use crate::formats::libav;
use crate::process::allocator::{filled, push, reading};
use crate::process::error::{Raised, read_error};
use crate::process::isolation;
use crate::process::output::reason;
use crate::process::places::locate;
use crate::process::whole_file::not_opened;

/// The longest side of a frame.
const LONGEST_SIDE: usize = 1 << 14;
/// The longest line of a y4m file, and the depth of lists in an AVI file, far above what is found.
const HEADER_BYTES: u64 = 4096;
const LIST_DEPTH: usize = 8;
/// Where devices are.
const DEVICES: &str = "/dev";

/// How pictures are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Coding {
    /// Planes of brightness and two colour differences, of which columns and rows stand for so many pixels; 0: no colours.
    Planes {
        columns: usize,
        rows: usize,
        is_full: bool,
    },
    /// A JPEG file per frame.
    Jpeg,
}

/// A film that is open.
enum Film {
    Plain(Box<Plain>),
    Decoded(Box<libav::Film>, String),
    Live(Box<Camera>),
}

/// A film that needs no library.
struct Plain {
    path: String,
    file: BufReader<File>,
    coding: Coding,
    width: usize,
    height: usize,
    rate: f64,
    /// Where each frame begins, and its bytes.
    frames: Vec<(u64, usize)>,
    next: usize,
}

thread_local! {
    static FILMS: RefCell<Vec<Option<Film>>> = const { RefCell::new(Vec::new()) };
}

/// Does something with an open film.
fn with_film<T>(
    stream: i32,
    body: impl FnOnce(&mut Film) -> Result<T, Raised>,
) -> Result<T, Raised> {
    FILMS.with_borrow_mut(|films| {
        let index = usize::try_from(stream).ok();
        match index.and_then(|index| films.get_mut(index)) {
            Some(Some(film)) => body(film),
            Some(None) | None => Err(Raised::invalid(
                "vidreadframe",
                format!("there is no film {stream}"),
            )),
        }
    })
}

pub(crate) fn video_open(path: &Text, width: i32, height: i32, rate: f64) -> Result<i32, Raised> {
    let path = path.as_str();
    let wish = Wish::new(width, height, rate)?;
    let film = reading(path, || open(path, wish))?;
    FILMS.with_borrow_mut(|films| {
        let free = films.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            films.push(None);
            films.len() - 1
        });
        films[index] = Some(film);
        Ok(index as i32)
    })
}

fn open(path: &str, wish: Wish) -> Result<Film, Raised> {
    let place = locate(path);
    match fs::metadata(&place) {
        Ok(details) if details.file_type().is_char_device() => {
            let camera = Camera::open(path, &place, wish)?;
            Ok(Film::Live(Box::new(camera)))
        }
        Err(error) if error.kind() == ErrorKind::NotFound && place.starts_with(DEVICES) => {
            Err(read_error(path, camera::not_opened(&place, &error)))
        }
        Ok(details) if details.is_file() && !wish.is_nothing() => {
            let what = format!("'{path}' is a film, which has its own size and rate");
            Err(Raised::invalid("vidopen", what))
        }
        _ => open_file(path, &place),
    }
}

fn open_file(path: &str, place: &Path) -> Result<Film, Raised> {
    let file = File::open(place).map_err(|error| not_opened(path, &error))?;
    let mut file = BufReader::new(file);
    let mut start = [0; 12];
    let length = file.get_ref().metadata().map(|details| details.len());
    let length = length.map_err(|error| read_error(path, reason(&error)))?;
    let read = file.read(&mut start).and_then(|_| file.rewind());
    read.map_err(|error| read_error(path, reason(&error)))?;
    let plain = match &start {
        start if start.starts_with(b"YUV4MPEG2") => open_planes(path, file, length)?,
        start if start.starts_with(b"RIFF") && start.ends_with(b"AVI ") => {
            open_avi(path, file, length)?
        }
        _ => None,
    };
    Ok(match plain {
        Some(plain) => Film::Plain(Box::new(plain)),
        None => {
            let film = libav::open(place, LONGEST_SIDE);
            let film = film.map_err(|why| read_error(path, why))?;
            Film::Decoded(Box::new(film), path.to_string())
        }
    })
}

pub(crate) fn video_close(stream: i32) -> Result<(), Raised> {
    with_film(stream, |_| Ok(()))?;
    FILMS.with_borrow_mut(|films| films[stream as usize] = None);
    Ok(())
}

pub(crate) fn video_facts(stream: i32, kind: i32) -> Result<Array, Raised> {
    with_film(stream, |film| {
        let facts = match film {
            Film::Plain(film) => {
                let seconds = film.frames.len() as f64 / film.rate;
                let last = film.next.saturating_sub(1) as f64 / film.rate;
                let (width, height) = (film.width as f64, film.height as f64);
                [width, height, film.rate, seconds, last, 0.0]
            }
            Film::Decoded(film, _) => {
                let (width, height) = (film.size.0 as f64, film.size.1 as f64);
                [width, height, film.rate, film.seconds, film.time, 0.0]
            }
            Film::Live(camera) => {
                let (width, height) = (camera.size().0 as f64, camera.size().1 as f64);
                let lost = camera.lost as f64;
                [width, height, camera.rate, 0.0, camera.time(), lost]
            }
        };
        converted(&Array::row(&facts)?, kind_of(kind))
    })
}

pub(crate) fn video_frame(stream: i32, newest: i32) -> Result<Array, Raised> {
    with_film(stream, |film| {
        let path = match film {
            Film::Plain(film) => film.path.clone(),
            Film::Decoded(_, path) => path.clone(),
            Film::Live(camera) => camera.path().to_string(),
        };
        reading(&path, || frame(film, newest != 0))
    })
}

fn frame(film: &mut Film, is_newest: bool) -> Result<Array, Raised> {
    match film {
        Film::Live(camera) => camera.frame(is_newest),
        Film::Plain(film) => film.frame(),
        Film::Decoded(film, path) => {
            let (width, height) = (film.size.0 as i64, film.size.1 as i64);
            match film.frame().map_err(|why| read_error(path, why))? {
                Some(pixels) => Array::from_elements(Dims::new(&[height, width, 3]), &pixels),
                None => Array::from_elements::<u8>(Dims::new(&[0, 0, 3]), &[]),
            }
        }
    }
}

pub(crate) fn video_seek(stream: i32, seconds: f64) -> Result<(), Raised> {
    with_film(stream, |film| {
        if !(0.0..1e9).contains(&seconds) {
            let message = format!("{seconds} seconds are no place in a film");
            return Err(Raised::invalid("vidseek", message));
        }
        match film {
            Film::Plain(film) => {
                // The frame that is seen at that time; times of frames are rounded.
                let frame = (seconds * film.rate + 1e-6).floor() as usize;
                film.next = frame.min(film.frames.len());
                Ok(())
            }
            // A film that was opened is rewound, and so is a camera.
            Film::Live(camera) => match seconds == 0.0 && camera.rewind() {
                true => Ok(()),
                false => Err(Raised::invalid(
                    "vidseek",
                    "a camera has no other times than now; vidlatest leaves out the frames that wait",
                )),
            },
            Film::Decoded(film, path) => film.seek(seconds).map_err(|why| read_error(path, why)),
        }
    })
}

impl Plain {
    /// The next frame as height×width×3; no elements behind the last one.
    fn frame(&mut self) -> Result<Array, Raised> {
        let Some(&(place, length)) = self.frames.get(self.next) else {
            return Array::from_elements::<u8>(Dims::new(&[0, 0, 3]), &[]);
        };
        let mut bytes = filled(0, length)?;
        let read = self
            .file
            .seek(SeekFrom::Start(place))
            .and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|error| read_error(&self.path, reason(&error)))?;
        self.next += 1;
        let pixels = match self.coding {
            Coding::Planes {
                columns,
                rows,
                is_full,
            } => {
                let size = (self.width, self.height);
                isolation::decoded(&self.path, || {
                    Ok(coloured(&bytes, size, (columns, rows), is_full))
                })?
            }
            Coding::Jpeg => {
                let (size, pixels) = decode_jpeg(&self.path, &bytes)?;
                if size != (self.width, self.height) {
                    return Err(read_error(
                        &self.path,
                        "a frame has another size than the film",
                    ));
                }
                pixels
            }
        };
        let dims = Dims::new(&[self.height as i64, self.width as i64, 3]);
        Array::from_elements(dims, &pixels)
    }
}

/// The pixels of planes of brightness and colour differences (BT.601).
fn coloured(
    bytes: &[u8],
    size: (usize, usize),
    size_of_colours: (usize, usize),
    is_full: bool,
) -> Vec<u8> {
    let ((width, height), (columns, rows)) = (size, size_of_colours);
    let mut pixels = Vec::with_capacity(width * height * 3);
    let across = if columns == 0 {
        0
    } else {
        width.div_ceil(columns)
    };
    let (first, second) = (
        width * height,
        width * height + across * height.div_ceil(rows.max(1)),
    );
    let colours = Colours::new(Weights::BT601, is_full);
    for row in 0..height {
        for column in 0..width {
            let (u, v) = match columns {
                0 => (128, 128),
                _ => {
                    let at = row / rows * across + column / columns;
                    (bytes[first + at], bytes[second + at])
                }
            };
            pixels.extend(colours.pixel(bytes[row * width + column], u, v));
        }
    }
    pixels
}

/// A walk through a file from head to head of what it holds. What is passed over and lies in the buffer is not read again: frames may be a
/// few bytes.
struct Walk<'a> {
    path: &'a str,
    file: &'a mut BufReader<File>,
    /// Where the file is read next.
    at: u64,
}

impl Walk<'_> {
    fn go_to(&mut self, place: u64) -> Result<(), Raised> {
        let moved = self.file.seek_relative(place as i64 - self.at as i64);
        moved.map_err(|error| read_error(self.path, reason(&error)))?;
        self.at = place;
        Ok(())
    }

    /// The bytes at a place.
    fn take(&mut self, place: u64, bytes: &mut [u8]) -> Result<(), Raised> {
        self.go_to(place)?;
        let read = self.file.read_exact(bytes);
        read.map_err(|error| read_error(self.path, reason(&error)))?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// A line of a y4m file without its end.
    fn line(&mut self) -> Result<String, Raised> {
        let mut line = Vec::new();
        let read = self.file.take(HEADER_BYTES).read_until(b'\n', &mut line);
        self.at += read.map_err(|error| read_error(self.path, reason(&error)))? as u64;
        match line.pop() {
            Some(b'\n') => Ok(String::from_utf8_lossy(&line).into_owned()),
            Some(_) => Err(read_error(self.path, "the file is truncated or damaged")),
            None => Ok(String::new()),
        }
    }
}

/// A y4m file: one line with the facts, then per frame a line and its planes.
fn open_planes(
    path: &str,
    mut file: BufReader<File>,
    length: u64,
) -> Result<Option<Plain>, Raised> {
    let mut walk = Walk {
        path,
        file: &mut file,
        at: 0,
    };
    let header = walk.line()?;
    let field = |letter: char| {
        let mut fields = header.split(' ').skip(1);
        fields.find_map(|field| field.strip_prefix(letter))
    };
    let side = |letter: char| {
        let side = field(letter).and_then(|text| text.parse::<usize>().ok());
        side.filter(|side| (1..=LONGEST_SIDE).contains(side))
    };
    let rate = field('F').and_then(|text| {
        let (frames, seconds) = text.split_once(':')?;
        Some(frames.parse::<f64>().ok()? / seconds.parse::<f64>().ok()?)
    });
    let rate = rate.filter(|rate| rate.is_finite() && *rate > 0.0);
    let (Some(width), Some(height), Some(rate)) = (side('W'), side('H'), rate) else {
        return Err(read_error(path, "its first line tells no size and rate"));
    };
    let (columns, rows) = match field('C').unwrap_or("420") {
        "420" | "420jpeg" | "420mpeg2" | "420paldv" => (2, 2),
        "422" => (2, 1),
        "444" => (1, 1),
        "mono" => (0, 0),
        _ => return Ok(None),
    };
    let differences = match columns {
        0 => 0,
        _ => 2 * width.div_ceil(columns) * height.div_ceil(rows),
    };
    let bytes = width * height + differences;
    let mut frames = Vec::new();
    while walk.at < length {
        if !walk.line()?.starts_with("FRAME") {
            return Err(read_error(path, "the file is damaged"));
        }
        let place = walk.at;
        if place + bytes as u64 > length {
            return Err(read_error(path, "the file is truncated"));
        }
        push(&mut frames, (place, bytes))?;
        walk.go_to(place + bytes as u64)?;
    }
    let is_full = header.contains(" XCOLORRANGE=FULL");
    Ok(Some(Plain {
        path: path.to_string(),
        file,
        coding: Coding::Planes {
            columns,
            rows,
            is_full,
        },
        width,
        height,
        rate,
        frames,
        next: 0,
    }))
}

/// What the lists of an AVI file say.
#[derive(Default)]
struct Avi {
    /// Microseconds of a frame, width and height.
    facts: Option<(u32, usize, usize)>,
    has_jpeg: bool,
    frames: Vec<(u64, usize)>,
}

fn open_avi(path: &str, mut file: BufReader<File>, length: u64) -> Result<Option<Plain>, Raised> {
    let mut avi = Avi::default();
    let mut start = 0;
    let mut walk = Walk {
        path,
        file: &mut file,
        at: 0,
    };
    // Long films are several of the outermost lists.
    while start + 12 <= length {
        start = chunk(&mut walk, start, length, 0, &mut avi)?;
    }
    let (microseconds, width, height) = avi
        .facts
        .ok_or_else(|| read_error(path, "it has no header of a film"))?;
    if !avi.has_jpeg {
        return Ok(None);
    }
    Ok(Some(Plain {
        path: path.to_string(),
        file,
        coding: Coding::Jpeg,
        width,
        height,
        rate: 1e6 / f64::from(microseconds),
        frames: avi.frames,
        next: 0,
    }))
}

/// Reads the chunk at a place, which ends before `end` at the latest; gives the place behind it.
fn chunk(
    walk: &mut Walk<'_>,
    start: u64,
    end: u64,
    depth: usize,
    avi: &mut Avi,
) -> Result<u64, Raised> {
    let path = walk.path;
    let damaged = || read_error(path, "the file is truncated or damaged");
    let mut head = [0; 8];
    walk.take(start, &mut head)?;
    let size = u32::from_le_bytes(head[4..8].try_into().expect("four bytes"));
    let (inside, behind) = (start + 8, start + 8 + u64::from(size));
    if behind > end || depth > LIST_DEPTH {
        return Err(damaged());
    }
    let number = |bytes: &[u8], at: usize| {
        u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
    };
    match &head[..4] {
        b"RIFF" | b"LIST" if size >= 4 => {
            let mut place = inside + 4;
            while place + 8 <= behind {
                place = chunk(walk, place, behind, depth + 1, avi)?;
            }
        }
        b"avih" if size >= 40 => {
            let mut facts = [0; 40];
            walk.take(inside, &mut facts)?;
            let (time, width, height) = (
                number(&facts, 0),
                number(&facts, 32) as usize,
                number(&facts, 36) as usize,
            );
            let fits = |side: usize| (1..=LONGEST_SIDE).contains(&side);
            if time == 0 || !fits(width) || !fits(height) {
                return Err(damaged());
            }
            avi.facts = Some((time, width, height));
        }
        b"strf" if size >= 20 => {
            let mut format = [0; 20];
            walk.take(inside, &mut format)?;
            avi.has_jpeg |= format[16..20].eq_ignore_ascii_case(b"MJPG");
        }
        name if name.ends_with(b"dc") && size > 0 => {
            push(&mut avi.frames, (inside, size as usize))?;
        }
        _ => {}
    }
    // Chunks begin at even places.
    Ok(behind + u64::from(size % 2))
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::process::testing::Folder;
    use std::fs;

    fn open(folder: &Folder, name: &str, bytes: &[u8]) -> Result<i32, Raised> {
        fs::write(folder.0.join(name), bytes).expect("written");
        video_open(&folder.file(name), 0, 0, 0.0)
    }

    #[test]
    fn planes_become_colours() {
        let folder = Folder::new("y4m");
        // Two frames of 2×2: white, black; red by BT.601 (81, 90, 240).
        let mut bytes = b"YUV4MPEG2 W2 H2 F25:1 Ip A1:1 C420jpeg\nFRAME\n".to_vec();
        bytes.extend([235, 16, 16, 235, 128, 128]);
        bytes.extend(b"FRAME X\n");
        bytes.extend([81, 81, 81, 81, 90, 240]);
        let film = open(&folder, "a.y4m", &bytes).expect("a film");
        let facts = video_facts(film, quasar_abi::ElemKind::F64.code()).expect("facts");
        assert_eq!(facts.elements::<f64>(), [2.0, 2.0, 25.0, 0.08, 0.0, 0.0]);
        let first = video_frame(film, 0).expect("a frame");
        let (white, black) = ([255; 3], [0; 3]);
        assert_eq!(
            first.elements::<u8>(),
            [white, black, black, white].concat()
        );
        let red = video_frame(film, 0).expect("a frame");
        assert!(red.elements::<u8>()[0] > 252 && red.elements::<u8>()[1] < 3);
        assert_eq!(video_frame(film, 0).expect("the end").numel(), 0);
        video_seek(film, 0.04).expect("a place");
        assert_eq!(
            video_frame(film, 0).expect("a frame").elements::<u8>(),
            red.elements::<u8>()
        );
        bytes.pop();
        let error = open(&folder, "b.y4m", &bytes).expect_err("truncated");
        assert!(error.message.contains("truncated"), "{}", error.message);
    }

    #[test]
    fn other_files_are_told() {
        let folder = Folder::new("films");
        let message =
            |name: &str, bytes: &[u8]| open(&folder, name, bytes).expect_err(name).message;
        // With FFmpeg's libraries it is damaged, without them no film that can be read.
        assert!(message("a.mp4", b"\0\0\0\x20ftypisom").starts_with("cannot read"));
        assert!(message("a.y4m", b"YUV4MPEG2 W0 H2 F25:1\n").contains("no size"));
        assert!(message("c.y4m", b"YUV4MPEG2 W2 H2 F25:1\nFRAM").contains("truncated"));
        assert!(message("a.avi", b"RIFF\x04\0\0\0AVI ").contains("no header"));
        assert!(message("b.avi", b"RIFF\xff\0\0\0AVI ").contains("damaged"));
        assert!(video_frame(99, 0).is_err() && video_seek(-1, 0.0).is_err());
    }
}
