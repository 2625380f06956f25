//! Films that FFmpeg's libraries decode, where they are installed.
//!
//! *Invariant:* frames come in the order in which they are seen, whatever was sought before; everything that the libraries gave is given
//! back when a film is closed.

mod library;

use std::collections::VecDeque;
use std::ffi::{CString, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};

use crate::process::allocator;
use library::{
    AGAIN, BACKWARD, END, FRAME_DATA, FRAME_FORMAT, FRAME_HEIGHT, FRAME_PTS, FRAME_STRIDES,
    FRAME_WIDTH, Library, NO_TIME, Opaque, PACKET_STREAM, RGB24, Ratio, STREAM_COUNT, STREAMS,
    VIDEO, field, library,
};

/// Colours of a pixel are those of the place that it lies in, with full precision: as for y4m films.
const SCALING: c_int = 0x10 | 0x2000 | 0x4_0000;
/// Numbers of colour matrices: BT.601 where a film does not say.
const BT601: c_int = 5;
const MATRICES: &[i64] = &[1, 4, 5, 6, 7, 9];
/// Colours that use all of their range.
const FULL_RANGE: i64 = 2;

/// Why a film cannot be read.
type Damage = String;

/// A frame that was decoded.
struct Frame {
    library: &'static Library,
    frame: Opaque,
    /// When it is seen, in units of the stream.
    time: i64,
}

impl Drop for Frame {
    fn drop(&mut self) {
        // SAFETY: the frame is ours and used by nobody else.
        unsafe { (self.library.av_frame_free)(&raw mut self.frame) };
    }
}

impl Frame {
    fn size(&self) -> (c_int, c_int) {
        // SAFETY: the fields of a frame.
        unsafe {
            (
                field(self.frame, FRAME_WIDTH),
                field(self.frame, FRAME_HEIGHT),
            )
        }
    }
}

/// A film that is open.
pub struct Film {
    path: PathBuf,
    /// The longest side that is taken.
    longest: usize,
    library: &'static Library,
    format: Opaque,
    codec: Opaque,
    packet: Opaque,
    stream: c_int,
    /// Seconds of a unit of time.
    unit: f64,
    /// When the first frame is seen.
    first: i64,
    /// When the frame is seen that was decoded last, where it says so.
    last: Option<i64>,
    /// Whether frames do not say when they are seen, so that they are counted.
    is_counted: bool,
    /// Whether the decoder was told that nothing follows.
    is_drained: bool,
    /// Frames that were decoded and not yet asked for.
    ahead: VecDeque<Frame>,
    /// Columns and rows.
    pub size: (usize, usize),
    /// Frames per second.
    pub rate: f64,
    /// Length.
    pub seconds: f64,
    /// When the frame is seen that was read last, in seconds from the first one.
    pub time: f64,
}

impl Drop for Film {
    fn drop(&mut self) {
        // SAFETY: all of them are null or ours, and used by nobody else.
        unsafe {
            (self.library.av_packet_free)(&raw mut self.packet);
            (self.library.avcodec_free_context)(&raw mut self.codec);
            (self.library.avformat_close_input)(&raw mut self.format);
        }
    }
}

/// Opens a film; sides are at most so long.
///
/// # Errors
/// The libraries are missing, or cannot read it.
pub fn open(path: &Path, longest: usize) -> Result<Film, Damage> {
    let library = library()?;
    let mut film = Film {
        path: path.to_path_buf(),
        longest,
        library,
        format: open_file(library, path)?,
        codec: null_mut(),
        packet: null_mut(),
        stream: 0,
        unit: 0.0,
        first: 0,
        last: None,
        is_counted: false,
        is_drained: false,
        ahead: VecDeque::new(),
        size: (0, 0),
        rate: 0.0,
        seconds: 0.0,
        time: 0.0,
    };
    film.open_stream()?;
    let frame = film.decode()?.ok_or("it has no frame")?;
    let (width, height) = frame.size();
    let side = |side: c_int| {
        usize::try_from(side)
            .ok()
            .filter(|side| (1..=longest).contains(side))
    };
    let (Some(width), Some(height)) = (side(width), side(height)) else {
        return Err(format!(
            "its frames are of {width} columns and {height} rows"
        ));
    };
    film.size = (width, height);
    film.first = frame.time;
    film.ahead.push_back(frame);
    Ok(film)
}

/// Opens a file: nothing but the file itself is read, whatever it refers to.
fn open_file(library: &'static Library, path: &Path) -> Result<Opaque, Damage> {
    let path = std::path::absolute(path).map_err(|error| error.to_string())?;
    let name = format!("file:{}", path.display());
    let name = CString::new(name).map_err(|_| "its name has a zero")?;
    let (mut format, mut options) = (null_mut(), null_mut());
    // SAFETY: texts and places as the functions want them; the options are given back.
    let opened = unsafe {
        (library.av_dict_set)(
            &raw mut options,
            c"protocol_whitelist".as_ptr(),
            c"file".as_ptr(),
            0,
        );
        let opened =
            (library.avformat_open_input)(&raw mut format, name.as_ptr(), null(), &raw mut options);
        (library.av_dict_free)(&raw mut options);
        opened
    };
    match opened {
        0.. => Ok(format),
        error => Err(library.reason(error)),
    }
}

impl Film {
    fn check(&self, result: c_int) -> Result<c_int, Damage> {
        match result {
            0.. => Ok(result),
            error => Err(self.library.reason(error)),
        }
    }

    /// Finds the stream of pictures and its decoder.
    fn open_stream(&mut self) -> Result<(), Damage> {
        let library = self.library;
        let mut decoder = null_mut();
        // SAFETY: the format is open; a place for the decoder.
        let found = unsafe {
            self.check((library.avformat_find_stream_info)(self.format, null_mut()))?;
            (library.av_find_best_stream)(self.format, VIDEO, -1, -1, &raw mut decoder, 0)
        };
        self.stream = self.check(found)?;
        // SAFETY: the fields of a format and of a stream of this version; the best stream is one of its streams.
        let (stream, parameters, unit): (Opaque, Opaque, Ratio) = unsafe {
            let count: u32 = field(self.format, STREAM_COUNT);
            let streams: *const Opaque = field(self.format, STREAMS);
            assert!(
                (self.stream as u32) < count,
                "the best stream is one of the streams"
            );
            let stream = *streams.add(self.stream as usize);
            let [index, parameters, unit, _] = library.version.stream;
            let index: c_int = field(stream, index);
            assert_eq!(index, self.stream, "a stream knows its number");
            (stream, field(stream, parameters), field(stream, unit))
        };
        if unit.num <= 0 || unit.den <= 0 {
            return Err("its unit of time is not positive".into());
        }
        self.unit = f64::from(unit.num) / f64::from(unit.den);
        self.facts(stream);
        self.open_decoder(decoder, parameters)
    }

    /// Rate and length.
    fn facts(&mut self, stream: Opaque) {
        // SAFETY: the format and its stream; their fields.
        let (rate, own, whole): (Ratio, i64, i64) = unsafe {
            let rate = (self.library.av_guess_frame_rate)(self.format, stream, null_mut());
            let version = self.library.version;
            (
                rate,
                field(stream, version.stream[3]),
                field(self.format, version.duration),
            )
        };
        self.rate = match rate.num > 0 && rate.den > 0 {
            true => f64::from(rate.num) / f64::from(rate.den),
            false => 25.0,
        };
        self.seconds = match (own, whole) {
            (1.., _) => own as f64 * self.unit,
            (_, 1..) => whole as f64 / 1e6,
            _ => 0.0,
        };
    }

    fn open_decoder(&mut self, decoder: Opaque, parameters: Opaque) -> Result<(), Damage> {
        let library = self.library;
        let mut options = null_mut();
        // SAFETY: a decoder and the parameters of its stream; the options are given back.
        let opened = unsafe {
            self.codec = (library.avcodec_alloc_context3)(decoder);
            self.packet = (library.av_packet_alloc)();
            if self.codec.is_null() || self.packet.is_null() {
                return Err("there is no memory for its decoder".into());
            }
            self.check((library.avcodec_parameters_to_context)(
                self.codec, parameters,
            ))?;
            (library.av_dict_set)(&raw mut options, c"threads".as_ptr(), c"auto".as_ptr(), 0);
            let opened = (library.avcodec_open2)(self.codec, decoder, &raw mut options);
            (library.av_dict_free)(&raw mut options);
            opened
        };
        self.check(opened).map(drop)
    }

    /// The next frame of the decoder; none behind the last one.
    fn decode(&mut self) -> Result<Option<Frame>, Damage> {
        let library = self.library;
        // SAFETY: gives a frame of its own.
        let frame = unsafe { (library.av_frame_alloc)() };
        if frame.is_null() {
            return Err("there is no memory for a frame".into());
        }
        let mut frame = Frame {
            library,
            frame,
            time: 0,
        };
        loop {
            // SAFETY: the decoder is open, the frame ours.
            match unsafe { (library.avcodec_receive_frame)(self.codec, frame.frame) } {
                AGAIN => self.feed()?,
                END => return Ok(None),
                result => {
                    self.check(result)?;
                    frame.time = self.time_of(frame.frame);
                    self.last = Some(frame.time);
                    return Ok(Some(frame));
                }
            }
        }
    }

    /// Gives the decoder the next packet of the stream, or tells it that nothing follows.
    fn feed(&mut self) -> Result<(), Damage> {
        let library = self.library;
        loop {
            if self.is_drained {
                return Err("its decoder does not end".into());
            }
            // SAFETY: the format is open, the packet ours and empty.
            let read = unsafe { (library.av_read_frame)(self.format, self.packet) };
            if read < 0 && read != END {
                return Err(library.reason(read));
            }
            self.is_drained = read == END;
            let packet = if self.is_drained {
                null_mut()
            } else {
                self.packet
            };
            // SAFETY: the field of a packet; the decoder takes what it wants of a packet and the rest is given back.
            let sent = unsafe {
                let wanted =
                    self.is_drained || field::<c_int>(self.packet, PACKET_STREAM) == self.stream;
                let sent = wanted.then(|| (library.avcodec_send_packet)(self.codec, packet));
                (library.av_packet_unref)(self.packet);
                sent
            };
            if let Some(sent) = sent {
                return self.check(sent).map(drop);
            }
        }
    }

    /// When a frame is seen: by itself, by its packet, or one behind the frame before.
    fn time_of(&mut self, frame: Opaque) -> i64 {
        // SAFETY: the fields of a frame of this version.
        let times: [i64; 2] = unsafe {
            [
                field(frame, FRAME_PTS),
                field(frame, self.library.version.frame_dts),
            ]
        };
        if let Some(time) = times.into_iter().find(|time| *time != NO_TIME)
            && !self.is_counted
        {
            return time;
        }
        self.is_counted = true;
        self.last.map_or(0, |last| last + self.step())
    }

    /// Units of time from one frame to the next.
    fn step(&self) -> i64 {
        ((1.0 / self.rate / self.unit).round() as i64).max(1)
    }

    /// The pixels of the next frame as red, green and blue; none behind the last one.
    ///
    /// # Errors
    /// It is damaged, or has another size than the first one.
    pub fn frame(&mut self) -> Result<Option<Vec<u8>>, Damage> {
        let next = match self.ahead.pop_front() {
            Some(frame) => Some(frame),
            None => self.decode()?,
        };
        let Some(frame) = next else {
            return Ok(None);
        };
        let pixels = self.colours(&frame)?;
        self.time = (frame.time - self.first) as f64 * self.unit;
        Ok(Some(pixels))
    }

    fn colours(&self, frame: &Frame) -> Result<Vec<u8>, Damage> {
        let (width, height) = frame.size();
        if (width as usize, height as usize) != self.size {
            return Err("a frame has another size than the film".into());
        }
        let library = self.library;
        let mut pixels = allocator::filled(0u8, self.size.0 * self.size.1 * 3)?;
        // SAFETY: a frame of this size and format; the scaler writes as many rows of as many bytes as the target has and is given back.
        let rows = unsafe {
            let format: c_int = field(frame.frame, FRAME_FORMAT);
            let size = (width, height);
            let scaler = (library.sws_getContext)(
                size.0,
                size.1,
                format,
                size.0,
                size.1,
                RGB24,
                SCALING,
                null_mut(),
                null_mut(),
                null(),
            );
            if scaler.is_null() {
                return Err("its pixels are of an unknown kind".into());
            }
            self.set_colours(scaler);
            let target = [pixels.as_mut_ptr(), null_mut(), null_mut(), null_mut()];
            let stride = [width * 3, 0, 0, 0];
            let rows = (library.sws_scale)(
                scaler,
                frame.frame.byte_add(FRAME_DATA).cast(),
                frame.frame.byte_add(FRAME_STRIDES).cast(),
                0,
                height,
                target.as_ptr(),
                stride.as_ptr(),
            );
            (library.sws_freeContext)(scaler);
            rows
        };
        match rows == height {
            true => Ok(pixels),
            false => Err("a frame is damaged".into()),
        }
    }

    /// Tells a scaler how the film stores colours.
    fn set_colours(&self, scaler: *mut c_void) {
        let option = |name: &std::ffi::CStr| {
            let mut value = 0;
            // SAFETY: a text and a place; unknown options leave it as it is.
            unsafe { (self.library.av_opt_get_int)(self.codec, name.as_ptr(), 0, &raw mut value) };
            value
        };
        let matrix = option(c"colorspace");
        let matrix = if MATRICES.contains(&matrix) {
            matrix as c_int
        } else {
            BT601
        };
        let is_full = c_int::from(option(c"color_range") == FULL_RANGE);
        // SAFETY: tables of the library; films of red, green and blue need none and refuse them.
        unsafe {
            let table = (self.library.sws_getCoefficients)(matrix);
            let one = 1 << 16;
            (self.library.sws_setColorspaceDetails)(scaler, table, is_full, table, 1, 0, one, one);
        }
    }

    /// Goes to the frame that is seen at a time: the last one that begins no later.
    ///
    /// # Errors
    /// The file cannot be read there.
    pub fn seek(&mut self, seconds: f64) -> Result<(), Damage> {
        // Times of frames are rounded.
        let target = self.first + ((seconds + 1e-6) / self.unit).floor() as i64;
        let mut from = target;
        let mut back = (1.0 / self.unit).ceil() as i64;
        while !self.is_counted {
            let frame = self.decode_from(from.max(self.first))?;
            // The place that was found may be behind the time: frames are stored in another order than they are seen.
            if frame.as_ref().is_some_and(|frame| frame.time <= target) {
                return self.decode_up_to(frame, target);
            }
            if from <= self.first {
                break;
            }
            from = from.saturating_sub(back);
            back = back.saturating_mul(4);
        }
        // Not every file can be sought in.
        *self = open(&self.path, self.longest)?;
        let frame = self.ahead.pop_front();
        self.decode_up_to(frame, target)
    }

    /// The first frame from a place before a time, as far as the file finds one.
    fn decode_from(&mut self, time: i64) -> Result<Option<Frame>, Damage> {
        let library = self.library;
        self.ahead.clear();
        // SAFETY: the format and the decoder are open.
        let sought = unsafe {
            let sought = (library.av_seek_frame)(self.format, self.stream, time, BACKWARD);
            (library.avcodec_flush_buffers)(self.codec);
            sought
        };
        self.is_drained = false;
        match sought {
            0.. => self.decode(),
            _ => Ok(None),
        }
    }

    /// Decodes from a frame on until the next one is seen later than a time.
    fn decode_up_to(&mut self, from: Option<Frame>, target: i64) -> Result<(), Damage> {
        let Some(mut current) = from else {
            return Ok(());
        };
        while current.time <= target {
            match self.decode()? {
                Some(next) if next.time <= target => current = next,
                Some(next) => {
                    self.ahead.push_back(current);
                    current = next;
                }
                // Behind the last frame there is none.
                None if target >= current.time + self.step() => return Ok(()),
                None => break,
            }
        }
        self.ahead.push_back(current);
        Ok(())
    }
}
