//! The libraries of FFmpeg, as far as films need them.
//!
//! Functions are called by their names. Of structures only the fields below are touched: where they lie is a matter of the major
//! version, so that an unknown one is refused.
//!
//! *Invariant:* a [`Library`] has all functions and the layout of one version; libraries that are missing are a message.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;

use libloading::Library as Loaded;

/// Where the fields lie that films need, by version.
#[derive(Debug)]
pub struct Version {
    /// Versions of libavformat, libavcodec, libavutil and libswscale that belong together.
    pub majors: [u32; 4],
    /// `AVStream`: index, parameters of the codec, unit of time, duration.
    pub stream: [usize; 4],
    /// `AVFormatContext.duration`.
    pub duration: usize,
    /// `AVFrame.pkt_dts`.
    pub frame_dts: usize,
}

/// FFmpeg 8, 7, 6, 5 and 4.
pub const VERSIONS: &[Version] = &[
    Version {
        majors: [62, 62, 60, 9],
        stream: [8, 16, 32, 48],
        duration: 104,
        frame_dts: 144,
    },
    Version {
        majors: [61, 61, 59, 8],
        stream: [8, 16, 32, 48],
        duration: 104,
        frame_dts: 144,
    },
    Version {
        majors: [60, 60, 58, 7],
        stream: [8, 16, 32, 48],
        duration: 72,
        frame_dts: 144,
    },
    Version {
        majors: [59, 59, 57, 6],
        stream: [0, 208, 16, 32],
        duration: 72,
        frame_dts: 144,
    },
    Version {
        majors: [58, 58, 56, 5],
        stream: [0, 208, 24, 40],
        duration: 1096,
        frame_dts: 152,
    },
];

/// The same in all of them: `AVFormatContext`, `AVPacket`, `AVFrame`.
pub const STREAM_COUNT: usize = 44;
pub const STREAMS: usize = 48;
pub const PACKET_STREAM: usize = 36;
pub const FRAME_DATA: usize = 0;
pub const FRAME_STRIDES: usize = 64;
pub const FRAME_WIDTH: usize = 104;
pub const FRAME_HEIGHT: usize = 108;
pub const FRAME_FORMAT: usize = 116;
pub const FRAME_PTS: usize = 136;

/// Errors of the libraries: nothing at the moment, nothing any more.
pub const AGAIN: c_int = -11;
pub const END: c_int = -0x2046_4f45;
/// A time that is not known.
pub const NO_TIME: i64 = i64::MIN;
/// Media of pictures; a packing of pixels as red, green and blue bytes.
pub const VIDEO: c_int = 0;
pub const RGB24: c_int = 2;
/// Seeking to a place before the time.
pub const BACKWARD: c_int = 1;

/// A ratio of two numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    pub num: c_int,
    pub den: c_int,
}

/// A structure of the libraries.
pub type Opaque = *mut c_void;

macro_rules! functions {
    ($( $library:literal $name:ident($($argument:ty),*) $(-> $result:ty)?; )*) => {
        /// The functions of the libraries, by their names there.
        #[allow(non_snake_case, reason = "names of others")]
        pub struct Library {
            /// The version that is loaded.
            pub version: &'static Version,
            $( pub $name: unsafe extern "C" fn($($argument),*) $(-> $result)?, )*
            _loaded: [Loaded; 4],
        }

        /// Finds all functions.
        #[allow(non_snake_case, reason = "names of others")]
        fn find(version: &'static Version, loaded: [Loaded; 4]) -> Result<Library, String> {
            $(
                // SAFETY: the function has this type in all versions of the table.
                let $name = unsafe {
                    loaded[$library].get::<unsafe extern "C" fn($($argument),*) $(-> $result)?>(stringify!($name).as_bytes())
                };
                let $name = *$name.map_err(|_| {
                    format!("{} has no {}", name(version, $library), stringify!($name))
                })?;
            )*
            Ok(Library { version, $( $name, )* _loaded: loaded })
        }
    };
}

functions! {
    0 avformat_open_input(*mut Opaque, *const c_char, *const c_void, *mut Opaque) -> c_int;
    0 avformat_find_stream_info(Opaque, *mut Opaque) -> c_int;
    0 avformat_close_input(*mut Opaque);
    0 av_find_best_stream(Opaque, c_int, c_int, c_int, *mut Opaque, c_int) -> c_int;
    0 av_guess_frame_rate(Opaque, Opaque, Opaque) -> Ratio;
    0 av_read_frame(Opaque, Opaque) -> c_int;
    0 av_seek_frame(Opaque, c_int, i64, c_int) -> c_int;
    1 avcodec_alloc_context3(Opaque) -> Opaque;
    1 avcodec_parameters_to_context(Opaque, Opaque) -> c_int;
    1 avcodec_open2(Opaque, Opaque, *mut Opaque) -> c_int;
    1 avcodec_free_context(*mut Opaque);
    1 avcodec_send_packet(Opaque, Opaque) -> c_int;
    1 avcodec_receive_frame(Opaque, Opaque) -> c_int;
    1 avcodec_flush_buffers(Opaque);
    1 av_packet_alloc() -> Opaque;
    1 av_packet_unref(Opaque);
    1 av_packet_free(*mut Opaque);
    2 av_frame_alloc() -> Opaque;
    2 av_frame_free(*mut Opaque);
    2 av_dict_set(*mut Opaque, *const c_char, *const c_char, c_int) -> c_int;
    2 av_dict_free(*mut Opaque);
    2 av_opt_get_int(Opaque, *const c_char, c_int, *mut i64) -> c_int;
    2 av_log_set_level(c_int);
    2 av_strerror(c_int, *mut c_char, usize) -> c_int;
    3 sws_getContext(c_int, c_int, c_int, c_int, c_int, c_int, c_int, Opaque, Opaque, *const f64) -> Opaque;
    3 sws_freeContext(Opaque);
    3 sws_getCoefficients(c_int) -> *const c_int;
    3 sws_setColorspaceDetails(Opaque, *const c_int, c_int, *const c_int, c_int, c_int, c_int, c_int) -> c_int;
    3 sws_scale(Opaque, *const *const u8, *const c_int, c_int, c_int, *const *mut u8, *const c_int) -> c_int;
}

/// The names of the libraries, in the order of [`Version::majors`].
const NAMES: [&str; 4] = ["avformat", "avcodec", "avutil", "swscale"];

fn name(version: &Version, library: usize) -> String {
    format!("lib{}.so.{}", NAMES[library], version.majors[library])
}

/// The libraries of this machine.
///
/// # Errors
/// A message that names what is missing.
pub fn library() -> Result<&'static Library, String> {
    static LIBRARY: OnceLock<Result<Library, String>> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| load(VERSIONS));
    library.as_ref().map_err(String::clone)
}

/// The newest of these versions that is there.
fn load(versions: &'static [Version]) -> Result<Library, String> {
    for version in versions {
        let open = |library: usize| {
            // SAFETY: these libraries do nothing when they are loaded.
            unsafe { Loaded::new(name(version, library)) }
        };
        let (Ok(format), Ok(codec), Ok(util), Ok(scale)) = (open(0), open(1), open(2), open(3))
        else {
            continue;
        };
        let library = find(version, [format, codec, util, scale])?;
        // SAFETY: a number; -8 is silence. What goes wrong is told by results.
        unsafe { (library.av_log_set_level)(-8) };
        return Ok(library);
    }
    Err(
        "it is neither a y4m file of 8 bits nor an AVI file with JPEG frames, and for other films the libraries libavformat, \
         libavcodec, libavutil and libswscale of FFmpeg 4, 5, 6, 7 or 8 are not installed"
            .into(),
    )
}

impl Library {
    /// What an error of the libraries means.
    pub fn reason(&self, error: c_int) -> String {
        let mut text = [0; 128];
        // SAFETY: a place and its length.
        unsafe { (self.av_strerror)(error, text.as_mut_ptr(), text.len()) };
        // SAFETY: the function ends the text with a zero, as the array began.
        let text = unsafe { CStr::from_ptr(text.as_ptr()) };
        text.to_string_lossy().into_owned()
    }
}

/// A field of a structure.
///
/// # Safety
/// `structure` is one that has a field of this type there.
pub unsafe fn field<T: Copy>(structure: Opaque, offset: usize) -> T {
    // SAFETY: the caller vouches that a structure of this version has a field of this type there, by the table of places.
    unsafe { structure.byte_add(offset).cast::<T>().read() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_libraries_are_a_message() {
        static NONE: &[Version] = &[Version {
            majors: [1, 1, 1, 1],
            stream: [0; 4],
            duration: 0,
            frame_dts: 0,
        }];
        let message = load(NONE).err().expect("there is no such version");
        assert!(
            message.contains("libavformat") && message.contains("not installed"),
            "{message}"
        );
    }
}
