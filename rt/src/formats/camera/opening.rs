//! A camera before it sends frames: what it can do, and the format, size and rate that it is set to.
//!
//! *Invariant:* what is settled is what the device said last, and a size that a program asked for is that one.

use std::path::Path;

use crate::process::error::Raised;

use super::finding::{cameras, trouble};
use super::kernel::{
    CAPTURE, CAPTURE_IN_PLANES, Capability, Description, Device, Format, HAS_RATE, ONE_SIZE, Rate,
    Request, STREAMING, Size, ask,
};
use super::pixels::{CODINGS, Coding, LONGEST_SIDE, Shape};

/// The size and the rate that a program gets that says nothing.
const USUAL_SIZE: (u32, u32) = (640, 480);
const USUAL_RATE: f64 = 30.0;
/// The part of a rate that is as good as all of it.
const NEARLY: f64 = 0.95;
/// Frames per second that a program can ask for.
const MOST_RATE: f64 = 10_000.0;
/// Formats and sizes that are looked at: a device may never end its list.
const MOST_LISTED: u32 = 256;
/// Sizes and formats that a message has.
const MOST_TOLD: usize = 12;

/// What a program asks a camera for; nothing: the usual.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wish {
    /// Columns and rows, exactly.
    size: Option<(u32, u32)>,
    /// Frames per second, or the nearest number of them.
    rate: Option<f64>,
}

impl Wish {
    /// The wish of a program that gives 0 for what it does not say.
    ///
    /// # Errors
    /// There is no such size or rate.
    pub fn new(width: i32, height: i32, rate: f64) -> Result<Wish, Raised> {
        let side = |side: i32| {
            u32::try_from(side)
                .ok()
                .filter(|side| *side <= LONGEST_SIDE)
        };
        let size = match (side(width), side(height)) {
            (Some(0), Some(0)) => None,
            (Some(width @ 1..), Some(height @ 1..)) => Some((width, height)),
            _ => {
                let what = format!(
                    "a camera has no frames of {width} columns and {height} rows; without both, it has the usual ones"
                );
                return Err(Raised::invalid("vidopen", what));
            }
        };
        if !(0.0..=MOST_RATE).contains(&rate) {
            let what =
                format!("a camera has no {rate} frames per second; without, it has the usual ones");
            return Err(Raised::invalid("vidopen", what));
        }
        let rate = (rate > 0.0).then_some(rate);
        Ok(Wish { size, rate })
    }

    /// Whether nothing is asked for.
    pub fn is_nothing(self) -> bool {
        self == Wish::default()
    }

    /// How far an offer is from the wish: pixels first, then frames per second that are missing.
    fn distance(self, offer: &Offer) -> (u64, f64) {
        let (width, height) = self.size.unwrap_or(USUAL_SIZE);
        let side = |has: usize, wanted: u32| (has as u64).abs_diff(wanted.into());
        let pixels = side(offer.shape.width, width) + side(offer.shape.height, height);
        let rate = self.rate.unwrap_or(USUAL_RATE);
        let missing = offer.rate.map_or(0.0, |has| rate - has);
        (
            pixels,
            if missing > rate * (1.0 - NEARLY) {
                missing
            } else {
                0.0
            },
        )
    }
}

/// How a camera was set for one of its formats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// The four letters of the format.
    letters: u32,
    /// Its frames.
    pub shape: Shape,
    /// Frames per second, where the device says.
    pub rate: Option<f64>,
}

/// A camera that is being opened.
pub struct Opening<'a> {
    /// Its place.
    pub path: &'a Path,
    /// The device.
    pub device: &'a mut dyn Device,
}

impl Opening<'_> {
    fn why(&self, error: &std::io::Error) -> String {
        trouble(self.path, error)
    }

    /// Whether the device is a camera that sends whole frames.
    ///
    /// # Errors
    /// Why it is none.
    pub fn check(&mut self) -> Result<(), String> {
        let mut capability = Capability::default();
        let asked = ask(self.device, Request::Capability(&mut capability));
        asked.map_err(|error| match error.raw_os_error() {
            // What is no camera may answer anything to a question that it does not know.
            Some(libc::ENOTTY | libc::EINVAL | libc::ENOSYS) => {
                format!("it is no camera; {}", cameras())
            }
            _ => self.why(&error),
        })?;
        let abilities = capability.abilities();
        if abilities & (CAPTURE | CAPTURE_IN_PLANES) == CAPTURE_IN_PLANES {
            return Err("it sends frames in several planes (the multi-planar interface of V4L2), which is not supported yet".into());
        }
        if abilities & CAPTURE == 0 {
            return Err(format!("it sends no frames; {}", cameras()));
        }
        if abilities & STREAMING == 0 {
            return Err(
                "it has no buffers that programs can share (streaming), which is not supported yet"
                    .into(),
            );
        }
        Ok(())
    }

    /// The four letters of all formats of the device.
    fn formats(&mut self) -> Vec<u32> {
        let mut formats = Vec::new();
        for index in 0..MOST_LISTED {
            let mut description = Description::numbered(index);
            if ask(self.device, Request::Description(&mut description)).is_err() {
                break;
            }
            formats.push(description.letters);
        }
        formats
    }

    /// Sets the device to what comes next to the wish.
    ///
    /// # Errors
    /// It has no format that is known, is used by others, or has no frames of that size.
    pub fn settle(&mut self, wish: Wish) -> Result<Offer, String> {
        let formats = self.formats();
        let known = CODINGS
            .iter()
            .map(|(letters, coding)| (u32::from_le_bytes(*letters), *coding));
        let known: Vec<_> = known
            .filter(|(letters, _)| formats.contains(letters))
            .collect();
        if known.is_empty() {
            return Err(of_other_formats(&formats));
        }
        let best = self.best(&known, wish)?;
        let size = (best.shape.width as u32, best.shape.height as u32);
        if let Some((width, height)) = wish.size
            && size != (width, height)
        {
            let sizes = self.sizes(&known, size);
            return Err(format!("it has no frames of {width}×{height}, but {sizes}"));
        }
        // The last one that was tried may be another.
        let exact = Wish {
            size: Some(size),
            ..wish
        };
        match self.offer(best.letters, best.shape.coding, exact)? {
            Ok(offer) if offer.shape == best.shape => Ok(offer),
            _ => Err("it does not keep to the format that it was set to".into()),
        }
    }

    /// What comes next to the wish; the first one that is all of it.
    fn best(&mut self, known: &[(u32, Coding)], wish: Wish) -> Result<Offer, String> {
        let mut best: Option<Offer> = None;
        let mut why = String::new();
        for (letters, coding) in known {
            match self.offer(*letters, *coding, wish)? {
                Ok(offer) if wish.distance(&offer) == (0, 0.0) => return Ok(offer),
                Ok(offer) => {
                    let is_nearer = |best| wish.distance(&offer) < wish.distance(&best);
                    best = best.is_none_or(is_nearer).then_some(offer).or(best);
                }
                Err(reason) => why = reason,
            }
        }
        best.ok_or(why)
    }

    /// Sets the device to a format. What it says of its frames may be impossible; that is no reason to end.
    fn offer(
        &mut self,
        letters: u32,
        coding: Coding,
        wish: Wish,
    ) -> Result<Result<Offer, String>, String> {
        let mut format = Format::wish(letters, wish.size.unwrap_or(USUAL_SIZE));
        if let Err(error) = ask(self.device, Request::Format(&mut format)) {
            return match error.raw_os_error() {
                Some(libc::EINVAL) => Ok(Err("it refuses its own formats".into())),
                _ => Err(self.why(&error)),
            };
        }
        if format.letters != letters {
            return Ok(Err("it takes other formats than it is set to".into()));
        }
        let shape = match Shape::new(coding, &format) {
            Ok(shape) => shape,
            Err(reason) => return Ok(Err(reason)),
        };
        let rate = self.set_rate(wish.rate.unwrap_or(USUAL_RATE));
        Ok(Ok(Offer {
            letters,
            shape,
            rate,
        }))
    }

    /// Sets the rate, or the nearest one; the rate that it has then. Not every device knows one.
    fn set_rate(&mut self, rate: f64) -> Option<f64> {
        let (numerator, denominator) = match rate.fract() == 0.0 {
            true => (1, rate as u32),
            false => (1000, (rate * 1000.0).round().max(1.0) as u32),
        };
        let mut setting = Rate::wish(numerator, denominator);
        ask(self.device, Request::Rate(&mut setting)).ok()?;
        let is_known = setting.ability & HAS_RATE != 0 && setting.numerator > 0;
        let rate = f64::from(setting.denominator) / f64::from(setting.numerator);
        (is_known && rate > 0.0).then_some(rate)
    }

    /// The sizes of some formats, as far as the device lists them, else the one that it offered.
    fn sizes(&mut self, formats: &[(u32, Coding)], offered: (u32, u32)) -> String {
        let mut sizes: Vec<String> = Vec::new();
        for (letters, _) in formats {
            for index in 0..MOST_LISTED {
                let mut size = Size::numbered(index, *letters);
                if ask(self.device, Request::Size(&mut size)).is_err() {
                    break;
                }
                let [width, height, _, least_height, most_height, _] = size.sides;
                let text = match size.kind {
                    ONE_SIZE => format!("{width}×{height}"),
                    _ => format!("{width}×{least_height} to {height}×{most_height}"),
                };
                if !sizes.contains(&text) && sizes.len() < MOST_TOLD {
                    sizes.push(text);
                }
                if size.kind != ONE_SIZE {
                    break;
                }
            }
        }
        match sizes.is_empty() {
            true => format!("{}×{}", offered.0, offered.1),
            false => sizes.join(", "),
        }
    }
}

/// Why a camera without a known format cannot be used.
fn of_other_formats(formats: &[u32]) -> String {
    let known: Vec<String> = CODINGS
        .iter()
        .map(|(letters, _)| text_of(*letters))
        .collect();
    let formats: Vec<String> = formats
        .iter()
        .map(|format| text_of(format.to_le_bytes()))
        .collect();
    match formats.is_empty() {
        true => "it lists no formats; is something connected to it?".into(),
        false => format!(
            "its formats are {}, of which none is supported (these are: {}); a camera on a ribbon cable sends raw values of its sensor, which the tools of its board turn into one of these",
            formats[..formats.len().min(MOST_TOLD)].join(", "),
            known.join(", ")
        ),
    }
}

/// Four letters as text.
fn text_of(letters: [u8; 4]) -> String {
    let letters = letters.map(|letter| match letter {
        b' '..=b'~' => char::from(letter),
        _ => '?',
    });
    letters.iter().collect::<String>().trim_end().to_string()
}
