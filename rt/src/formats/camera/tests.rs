//! Cameras that are scripts: what they answer, and what becomes of it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::kernel::{CAPTURE, CAPTURE_IN_PLANES, Format, HAS_RATE, ONE_SIZE, STREAMING};
use super::pixels::CODINGS;
use super::*;

/// A format of a scripted camera: its letters, the size that it has, bytes from row to row, and the rate.
#[derive(Clone, Copy)]
struct Offered {
    letters: [u8; 4],
    size: (u32, u32),
    stride: u32,
    rate: u32,
}

/// What comes of the next request for a frame.
#[derive(Clone)]
enum Event {
    /// A frame with these bytes.
    Frame(Vec<u8>),
    /// A frame whose buffer says something else.
    Odd(Vec<u8>, fn(&mut Buffer)),
    /// An error of the system.
    Error(i32),
    /// Nothing, for so many milliseconds.
    Pause(u64),
}

/// A camera: what it answers, and what was done with it.
#[derive(Clone)]
struct Script {
    abilities: u32,
    offers: Vec<Offered>,
    /// Changes of the answer about formats.
    change: fn(&mut Format),
    count: u32,
    length: u32,
    /// Errors of requests by the number in their code.
    refuses: Vec<(u8, i32)>,
    /// Signals before each answer.
    signals: usize,
    events: VecDeque<Event>,
    /// Events again from the beginning.
    is_endless: bool,
    /// What was done: buffers that the device has, areas that are mapped, whether it runs.
    held: Vec<bool>,
    areas: Vec<Vec<u8>>,
    is_running: bool,
    set: Option<[u8; 4]>,
    sequence: u32,
    time: Duration,
    interrupted: usize,
}

#[derive(Clone)]
struct Fake(Rc<RefCell<Script>>);

fn offered(letters: &[u8; 4], width: u32, height: u32, stride: u32) -> Offered {
    Offered {
        letters: *letters,
        size: (width, height),
        stride,
        rate: 30,
    }
}

/// A camera with these formats that sends these frames.
fn script(offers: &[Offered], events: &[Event]) -> Script {
    Script {
        abilities: CAPTURE | STREAMING,
        offers: offers.to_vec(),
        change: |_| {},
        count: BUFFERS,
        length: 4096,
        refuses: Vec::new(),
        signals: 0,
        events: events.iter().cloned().collect(),
        is_endless: false,
        held: Vec::new(),
        areas: Vec::new(),
        is_running: false,
        set: None,
        sequence: 0,
        time: Duration::ZERO,
        interrupted: 0,
    }
}

fn error(number: i32) -> io::Error {
    io::Error::from_raw_os_error(number)
}

/// The number of a request in its code, as in `linux/videodev2.h`.
fn number(request: &Request<'_>) -> u8 {
    match request {
        Request::Capability(_) => 0,
        Request::Description(_) => 2,
        Request::Format(_) => 5,
        Request::Buffers(_) => 8,
        Request::Place(_) => 9,
        Request::Give(_) => 15,
        Request::Take(_) => 17,
        Request::Start(_) => 18,
        Request::Stop(_) => 19,
        Request::Rate(_) => 22,
        Request::Size(_) => 74,
    }
}

impl Script {
    fn format(&mut self, format: &mut Format) -> io::Result<()> {
        let same = |offer: &&Offered| u32::from_le_bytes(offer.letters) == format.letters;
        let offer = self
            .offers
            .iter()
            .find(same)
            .ok_or_else(|| error(libc::EINVAL))?;
        self.set = Some(offer.letters);
        // With sides of 0 a camera has every size.
        if offer.size != (0, 0) {
            (format.width, format.height) = offer.size;
        }
        format.stride = offer.stride;
        (self.change)(format);
        Ok(())
    }

    fn take(&mut self, buffer: &mut Buffer) -> io::Result<()> {
        let Some(event) = self.events.pop_front() else {
            return Err(error(libc::EAGAIN));
        };
        if self.is_endless {
            self.events.push_back(event.clone());
        }
        let (bytes, change): (Vec<u8>, fn(&mut Buffer)) = match event {
            Event::Frame(bytes) => (bytes, |_| {}),
            Event::Odd(bytes, change) => (bytes, change),
            Event::Error(number) => return Err(error(number)),
            Event::Pause(milliseconds) => {
                self.time += Duration::from_millis(milliseconds);
                return Err(error(libc::EAGAIN));
            }
        };
        let free = self.held.iter().position(|held| *held);
        let index = free.expect("the device has a buffer");
        self.held[index] = false;
        let count = bytes.len().min(self.areas[index].len());
        self.areas[index][..count].copy_from_slice(&bytes[..count]);
        buffer.index = index as u32;
        buffer.used = bytes.len() as u32;
        buffer.sequence = self.sequence;
        buffer.seconds = 100 + i64::from(self.sequence);
        buffer.microseconds = 500_000;
        self.sequence += 1;
        change(buffer);
        Ok(())
    }
}

impl Device for Fake {
    fn ask(&mut self, request: &mut Request<'_>) -> io::Result<()> {
        let mut script = self.0.borrow_mut();
        if script.interrupted < script.signals {
            script.interrupted += 1;
            return Err(error(libc::EINTR));
        }
        script.interrupted = 0;
        let number = number(request);
        if let Some((_, why)) = script.refuses.iter().find(|(of, _)| *of == number) {
            return Err(error(*why));
        }
        match request {
            Request::Capability(it) => {
                it.of_device = u32::MAX;
                it.of_node = script.abilities;
                it.card[..3].copy_from_slice(b"Eye");
            }
            Request::Description(it) => {
                let offer = script.offers.get(it.index as usize);
                let offer = offer.ok_or_else(|| error(libc::EINVAL))?;
                it.letters = u32::from_le_bytes(offer.letters);
            }
            Request::Format(it) => script.format(it)?,
            Request::Rate(it) => {
                let set = script.set;
                let offer = script
                    .offers
                    .iter()
                    .find(|offer| Some(offer.letters) == set);
                it.ability = HAS_RATE;
                let asked = it.denominator / it.numerator.max(1);
                (it.numerator, it.denominator) = (1, asked.min(offer.expect("a format").rate));
            }
            Request::Size(it) => {
                let offers = script.offers.iter();
                let of = |offer: &&Offered| u32::from_le_bytes(offer.letters) == it.letters;
                let offer = offers.filter(of).nth(it.index as usize);
                let offer = offer.ok_or_else(|| error(libc::EINVAL))?;
                it.kind = ONE_SIZE;
                (it.sides[0], it.sides[1]) = offer.size;
            }
            Request::Buffers(it) => {
                assert!(
                    it.count > 0 || script.areas.is_empty(),
                    "mapped buffers are not freed"
                );
                it.count = it.count.min(1) * script.count;
                script.held = vec![false; it.count as usize];
            }
            Request::Place(it) => {
                it.length = script.length;
                it.offset = it.index << 12;
            }
            Request::Give(it) => script.held[it.index as usize] = true,
            Request::Take(it) => return script.take(it),
            Request::Start(_) => script.is_running = true,
            Request::Stop(_) => script.is_running = false,
        }
        Ok(())
    }

    fn wait(&mut self, longest: Duration) -> io::Result<bool> {
        let mut script = self.0.borrow_mut();
        match script.events.is_empty() {
            true => script.time += longest,
            false => script.time += Duration::from_millis(10),
        }
        Ok(!script.events.is_empty())
    }

    fn map(&mut self, length: usize, _offset: u32) -> io::Result<()> {
        self.0.borrow_mut().areas.push(vec![0xaa; length]);
        Ok(())
    }

    fn unmap(&mut self) {
        self.0.borrow_mut().areas.clear();
    }

    fn copy(&self, buffer: usize, wanted: usize, bytes: &mut Vec<u8>) -> Result<(), Raised> {
        bytes.clear();
        bytes.extend(&self.0.borrow().areas[buffer][..wanted]);
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.0.borrow().time
    }
}

fn open(script: Script, width: i32, height: i32, rate: f64) -> Result<(Camera, Fake), String> {
    let fake = Fake(Rc::new(RefCell::new(script)));
    let wish = Wish::new(width, height, rate).map_err(|raised| raised.message)?;
    let place = Path::new("/nowhere/camera");
    let camera = Camera::of("cam", place, Box::new(fake.clone()), wish);
    match camera {
        Ok(camera) => Ok((camera, fake)),
        Err(raised) => {
            let script = fake.0.borrow();
            assert!(
                script.areas.is_empty() && !script.is_running,
                "all is given back"
            );
            Err(raised.message)
        }
    }
}

/// The only format of a camera of 2×2, and a white and a black frame of it.
const SMALL: &[u8; 4] = b"YUYV";
const WHITE: [u8; 8] = [235, 128, 235, 128, 235, 128, 235, 128];
const BLACK: [u8; 8] = [16, 128, 16, 128, 16, 128, 16, 128];

fn small(events: &[Event]) -> Script {
    script(&[offered(SMALL, 2, 2, 4)], events)
}

fn frame(bytes: &[u8]) -> Event {
    Event::Frame(bytes.to_vec())
}

fn refused(script: Script) -> String {
    open(script, 0, 0, 0.0).map(drop).expect_err("an error")
}

/// The pixels of the one frame of a camera of such a format.
fn pixels(offer: Offered, change: fn(&mut Format), bytes: &[u8]) -> Vec<u8> {
    let mut script = script(&[offer], &[frame(bytes)]);
    script.change = change;
    let (mut camera, _) = open(script, 0, 0, 0.0).expect("a camera");
    camera
        .frame(false)
        .expect("a frame")
        .elements::<u8>()
        .to_vec()
}

#[test]
fn frames_come_in_their_order_and_all_is_given_back() {
    let events = [
        frame(&WHITE),
        Event::Pause(20),
        frame(&BLACK),
        frame(&WHITE),
    ];
    let (mut camera, fake) = open(small(&events), 0, 0, 0.0).expect("a camera");
    assert_eq!((camera.size(), camera.rate, camera.lost), ((2, 2), 30.0, 0));
    for (grey, time) in [(255, 0.0), (0, 1.0), (255, 2.0)] {
        let array = camera.frame(false).expect("a frame");
        assert_eq!((array.dims().get(0), array.dims().get(2)), (2, 3));
        assert_eq!(array.elements::<u8>(), [grey; 12]);
        assert!((camera.time() - time).abs() < 1e-9);
    }
    assert!(fake.0.borrow().is_running && fake.0.borrow().held.iter().all(|held| *held));
    drop(camera);
    let script = fake.0.borrow();
    assert!(!script.is_running && script.areas.is_empty() && script.held.is_empty());
}

#[test]
fn signals_change_nothing() {
    let mut script = small(&[frame(&WHITE)]);
    script.signals = 3;
    let (mut camera, _) = open(script, 0, 0, 0.0).expect("a camera");
    assert_eq!(
        camera.frame(false).expect("a frame").elements::<u8>(),
        [255; 12]
    );
    let mut script = small(&[]);
    script.signals = usize::MAX;
    assert!(refused(script).contains("interrupted"));
}

#[test]
fn a_camera_that_sends_nothing_is_an_error() {
    let (mut camera, fake) = open(small(&[]), 0, 0, 0.0).expect("a camera");
    let message = camera.frame(false).expect_err("nothing").message;
    assert!(
        message.starts_with("cannot read 'cam': it has sent no frame for 5 seconds"),
        "{message}"
    );
    assert_eq!(fake.0.borrow().time, PATIENCE);
    // One that is slow has time for a few frames, and one with damaged frames alone has no more.
    let mut slow = small(&[]);
    slow.offers[0].rate = 1;
    let (mut camera, fake) = open(slow, 0, 0, 0.0).expect("a camera");
    camera.rate = 0.5;
    assert!(camera.frame(false).is_err());
    assert_eq!(fake.0.borrow().time, Duration::from_secs(8));
    // Times count from the first whole frame.
    let first = Event::Odd(WHITE.to_vec(), |buffer| buffer.flags = DAMAGED);
    let (mut camera, _) = open(small(&[first, frame(&WHITE)]), 0, 0, 0.0).expect("a camera");
    camera.frame(false).expect("a frame");
    assert_eq!(camera.time(), 0.0);
    let mut broken = small(&[Event::Odd(WHITE.to_vec(), |buffer| buffer.flags = DAMAGED)]);
    broken.is_endless = true;
    let (mut camera, _) = open(broken, 0, 0, 0.0).expect("a camera");
    let message = camera.frame(false).expect_err("damage").message;
    assert!(
        message.contains("were damaged (the device says so)"),
        "{message}"
    );
    assert!(camera.lost > 100);
}

#[test]
fn frames_that_are_missing_are_counted() {
    let events = [
        frame(&WHITE),
        Event::Odd(WHITE.to_vec(), |buffer| buffer.sequence = 4),
        Event::Odd(WHITE.to_vec(), |buffer| buffer.flags = DAMAGED),
        Event::Error(libc::EIO),
        // The device counts from the beginning again, which is no loss.
        Event::Odd(BLACK.to_vec(), |buffer| buffer.sequence = 0),
    ];
    let (mut camera, _) = open(small(&events), 0, 0, 0.0).expect("a camera");
    for lost in [0, 3] {
        camera.frame(false).expect("a frame");
        assert_eq!(camera.lost, lost);
    }
    assert_eq!(
        camera.frame(false).expect("a frame").elements::<u8>(),
        [0; 12]
    );
    // The damaged one and the one whose signal was lost.
    assert_eq!(camera.lost, 5);
}

#[test]
fn the_newest_frame_leaves_out_those_that_wait() {
    let events = [frame(&WHITE), frame(&WHITE), frame(&BLACK)];
    let (mut camera, _) = open(small(&events), 0, 0, 0.0).expect("a camera");
    assert_eq!(
        camera.frame(true).expect("a frame").elements::<u8>(),
        [0; 12]
    );
    assert_eq!(camera.lost, 2);
    let mut endless = small(&[frame(&WHITE)]);
    endless.is_endless = true;
    let (mut camera, _) = open(endless, 0, 0, 0.0).expect("a camera");
    camera.frame(true).expect("an end");
    assert_eq!(camera.lost, u64::from(BUFFERS));
}

#[test]
fn the_first_frame_is_there_again() {
    let events = [frame(&WHITE), frame(&BLACK), frame(&WHITE), frame(&BLACK)];
    let (mut camera, _) = open(small(&events), 0, 0, 0.0).expect("a camera");
    assert!(!camera.rewind());
    camera.look().expect("a frame");
    let grey = |camera: &mut Camera, is_newest| {
        let array = camera.frame(is_newest).expect("a frame");
        (array.elements::<u8>()[0], camera.time())
    };
    for _ in 0..3 {
        assert!(camera.rewind());
        assert_eq!(grey(&mut camera, false), (255, 0.0));
    }
    assert_eq!(grey(&mut camera, false), (0, 1.0));
    assert!(!camera.rewind());
    // What is newest is none that was read before.
    let (mut camera, _) = open(small(&events), 0, 0, 0.0).expect("a camera");
    camera.look().expect("a frame");
    assert_eq!(grey(&mut camera, true), (0, 3.0));
    assert!(!camera.rewind() && camera.lost == 2);
}

#[test]
fn errors_tell_what_to_do() {
    let with = |number, why| {
        let mut script = small(&[]);
        script.refuses.push((number, why));
        refused(script)
    };
    assert!(with(0, libc::ENOTTY).contains("it is no camera; this machine has "));
    assert!(with(5, libc::EBUSY).contains("another program uses it; end that first"));
    assert!(with(8, libc::EBUSY).contains("another program uses it"));
    assert!(with(8, libc::EINVAL).contains("not supported yet"));
    assert!(with(8, libc::ENOMEM).contains("memory"));
    assert!(with(18, libc::ENOSPC).contains("another port"));
    assert!(with(9, libc::ENODEV).contains("was unplugged"));
    assert!(with(15, libc::EINVAL).contains("Invalid argument"));
    assert!(with(2, libc::EINVAL).contains("it lists no formats"));
    let (mut camera, fake) = open(
        small(&[frame(&WHITE), Event::Error(libc::ENODEV)]),
        0,
        0,
        0.0,
    )
    .expect("a camera");
    camera.frame(false).expect("a frame");
    let message = camera.frame(false).expect_err("gone").message;
    assert!(message.contains("was unplugged; plug it in and open it again"));
    fake.0
        .borrow_mut()
        .refuses
        .extend([(19, libc::ENODEV), (8, libc::ENODEV)]);
    drop(camera);
    assert!(fake.0.borrow().areas.is_empty());
}

#[test]
fn devices_that_are_no_cameras_are_told() {
    let with = |abilities| {
        let mut script = small(&[]);
        script.abilities = abilities;
        refused(script)
    };
    assert!(with(CAPTURE_IN_PLANES | STREAMING).contains("multi-planar"));
    assert!(with(CAPTURE).contains("streaming"));
    assert!(with(STREAMING).contains("it sends no frames; this machine has "));
    let message = refused(script(
        &[offered(b"pBAA", 2, 2, 4), offered(b"\0\x01yz", 2, 2, 4)],
        &[],
    ));
    assert!(
        message.contains("its formats are pBAA, ??yz, of which none"),
        "{message}"
    );
}

#[test]
fn sizes_are_exact_and_rates_the_nearest() {
    let two = [
        Offered {
            rate: 10,
            ..offered(b"YUYV", 4, 2, 8)
        },
        offered(b"MJPG", 4, 2, 0),
    ];
    // The format without packing is taken where it is fast enough.
    let (camera, fake) = open(script(&two, &[]), 4, 2, 10.0).expect("a camera");
    assert_eq!((fake.0.borrow().set, camera.rate), (Some(*b"YUYV"), 10.0));
    let (camera, fake) = open(script(&two, &[]), 4, 2, 30.0).expect("a camera");
    assert_eq!((fake.0.borrow().set, camera.rate), (Some(*b"MJPG"), 30.0));
    let (camera, fake) = open(script(&two, &[]), 0, 0, 0.0).expect("a camera");
    assert_eq!((fake.0.borrow().set, camera.rate), (Some(*b"MJPG"), 30.0));
    // Where neither is fast enough, the faster one, which is not the one that was tried last.
    let slow = [offered(b"YUYV", 4, 2, 8), Offered { rate: 5, ..two[1] }];
    let (camera, fake) = open(script(&slow, &[]), 4, 2, 60.0).expect("a camera");
    assert_eq!((fake.0.borrow().set, camera.rate), (Some(*b"YUYV"), 30.0));
    let message = open(script(&two, &[]), 8, 2, 0.0)
        .map(drop)
        .expect_err("no such size");
    assert!(
        message.ends_with("it has no frames of 8×2, but 4×2"),
        "{message}"
    );
    for (width, height, rate) in [
        (4, 0, 0.0),
        (-4, 2, 0.0),
        (20_000, 2, 0.0),
        (4, 2, -1.0),
        (4, 2, f64::NAN),
        (4, 2, 1e9),
    ] {
        let message = open(script(&two, &[]), width, height, rate)
            .map(drop)
            .expect_err("a wish");
        assert!(
            message.starts_with("vidopen: a camera has no "),
            "{message}"
        );
    }
    // A device without a rate says so.
    let mut still = small(&[]);
    still.refuses.push((22, libc::ENOTTY));
    let (camera, _) = open(still, 0, 0, 0.0).expect("a camera");
    assert_eq!(camera.rate, 0.0);
}

#[test]
fn every_format_becomes_colours() {
    let plain = |_: &mut Format| {};
    let full = |format: &mut Format| format.say(1, 1);
    // Rows of 2 pixels in 6 bytes: what is behind them is no pixel.
    let wide = [10, 128, 20, 128, 99, 99, 30, 128, 40, 128];
    let greys = |values: [u8; 4]| values.map(|value| [value; 3]).concat();
    assert_eq!(
        pixels(offered(b"YUYV", 2, 2, 6), full, &wide),
        greys([10, 20, 30, 40])
    );
    let other = [128, 10, 128, 20, 128, 30, 128, 40];
    assert_eq!(
        pixels(offered(b"UYVY", 2, 2, 4), full, &other),
        greys([10, 20, 30, 40])
    );
    let planes = [10, 20, 0, 30, 40, 0, 128, 128];
    assert_eq!(
        pixels(offered(b"NV12", 2, 2, 3), full, &planes),
        greys([10, 20, 30, 40])
    );
    assert_eq!(
        pixels(offered(b"GREY", 2, 2, 2), plain, &[1, 2, 3, 4]),
        greys([1, 2, 3, 4])
    );
    let limited = |format: &mut Format| format.say(0, 2);
    assert_eq!(
        pixels(offered(b"GREY", 2, 1, 2), limited, &[16, 235]),
        [[0; 3], [255; 3]].concat()
    );
    assert_eq!(
        pixels(offered(b"RGB3", 1, 2, 4), plain, &[1, 2, 3, 0, 4, 5, 6]),
        [1, 2, 3, 4, 5, 6]
    );
    assert_eq!(
        pixels(offered(b"BGR3", 1, 2, 4), plain, &[1, 2, 3, 0, 4, 5, 6]),
        [3, 2, 1, 6, 5, 4]
    );
    // Red of BT.601 is (81, 90, 240), of BT.709 (63, 102, 240): the blue difference first.
    let near = |made: &[u8]| made[0] > 250 && made[1] < 5 && made[2] < 5;
    let space = |format: &mut Format| format.space = 3;
    assert!(near(&pixels(
        offered(b"YUYV", 2, 1, 4),
        plain,
        &[81, 90, 81, 240]
    )));
    assert!(near(&pixels(
        offered(b"UYVY", 2, 1, 4),
        space,
        &[102, 63, 240, 63]
    )));
    assert!(near(&pixels(
        offered(b"NV12", 2, 1, 2),
        |format| format.say(2, 0),
        &[63, 63, 102, 240]
    )));
    // Widths and heights that are odd share what lies outside.
    let odd = [10, 128, 20, 128, 30, 128, 0, 128];
    assert_eq!(
        pixels(offered(b"YUYV", 3, 1, 8), full, &odd),
        [[10; 3], [20; 3], [30; 3]].concat()
    );
    let odd = [10, 20, 30, 0, 128, 128, 128, 128];
    assert_eq!(
        pixels(offered(b"NV12", 3, 1, 4), full, &odd),
        [[10; 3], [20; 3], [30; 3]].concat()
    );
}

#[test]
#[cfg(not(miri))]
fn pictures_of_jpeg_are_frames() {
    let write = |width: u32, height: u32| {
        let mut bytes = Vec::new();
        let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 90);
        let pixels = vec![200; (width * height * 3) as usize];
        let written = encoder.encode(&pixels, width, height, image::ExtendedColorType::Rgb8);
        written.map_err(|error| error.to_string()).expect("written");
        bytes
    };
    let events = [
        frame(&write(16, 8)),
        frame(&write(8, 8)),
        frame(b"\xff\xd8 and nothing"),
        frame(&[]),
        frame(&write(16, 8)),
    ];
    let (mut camera, _) =
        open(script(&[offered(b"MJPG", 16, 8, 0)], &events), 0, 0, 0.0).expect("a camera");
    for lost in [0, 3] {
        let array = camera.frame(false).expect("a frame");
        assert_eq!(array.numel(), 16 * 8 * 3);
        assert!(
            array
                .elements::<u8>()
                .iter()
                .all(|value| value.abs_diff(200) < 3)
        );
        assert_eq!(camera.lost, lost);
    }
    let message = camera.frame(false).expect_err("the end").message;
    assert!(message.contains("no frame"), "{message}");
}

#[test]
fn wrong_answers_are_errors() {
    let with = |change: fn(&mut Format)| {
        let mut script = small(&[frame(&WHITE)]);
        script.change = change;
        refused(script)
    };
    assert!(with(|format| format.width = 0).contains("0 columns and 2 rows"));
    assert!(with(|format| format.height = 100_000).contains("100000 rows"));
    assert!(with(|format| format.stride = 3).contains("too few"));
    assert!(with(|format| format.stride = u32::MAX).contains("its buffers are of 4096 bytes"));
    assert!(
        with(|format| (format.width, format.height, format.stride) = (16384, 16384, 0))
            .contains("its buffers are of")
    );
    assert!(with(|format| format.field = 7).contains("interlaced"));
    assert!(with(|format| format.letters = 0).contains("other formats"));
    assert!(with(|format| format.say(99, 0)).contains("number 99"));
    // What it says of the size of frames does not count; what they have does.
    let (mut camera, _) = open(
        Script {
            change: |format| format.bytes = 1,
            ..small(&[frame(&WHITE)])
        },
        0,
        0,
        0.0,
    )
    .expect("a camera");
    camera.frame(false).expect("a frame");
    for (length, count) in [(0, 4), (7, 4), (u32::MAX, 4), (4096, 0)] {
        let script = Script {
            length,
            count,
            ..small(&[])
        };
        let message = refused(script);
        assert!(
            message.contains("buffers are of") || message.contains("no memory"),
            "{message}"
        );
    }
    // More buffers than were asked for are not used, fewer are enough.
    for count in [1, u32::MAX >> 8] {
        let script = Script {
            count,
            ..small(&[frame(&WHITE), frame(&BLACK)])
        };
        let (mut camera, _) = open(script, 0, 0, 0.0).expect("a camera");
        camera.frame(false).expect("a frame");
        assert_eq!(camera.buffers.len(), count.min(MOST_BUFFERS) as usize);
    }
}

#[test]
fn wrong_frames_are_left_out_or_end_it() {
    type Change = fn(&mut Buffer);
    let left_out: [Change; 3] = [
        |buffer| buffer.used = 7,
        |buffer| buffer.used = 4097,
        |buffer| buffer.used = u32::MAX,
    ];
    for change in left_out {
        let events = [Event::Odd(WHITE.to_vec(), change), frame(&BLACK)];
        let (mut camera, _) = open(small(&events), 0, 0, 0.0).expect("a camera");
        assert_eq!(
            camera.frame(false).expect("a frame").elements::<u8>(),
            [0; 12]
        );
        assert_eq!(camera.lost, 1);
    }
    let fatal: [Change; 2] = [|buffer| buffer.index = 4, |buffer| buffer.index = u32::MAX];
    for change in fatal {
        let events = [Event::Odd(WHITE.to_vec(), change)];
        let (mut camera, _) = open(small(&events), 0, 0, 0.0).expect("a camera");
        let message = camera.frame(false).expect_err("a wrong buffer").message;
        assert!(message.contains("which it does not have"), "{message}");
    }
    // Times that cannot be: no panic, whatever comes of them.
    let events = [
        Event::Odd(WHITE.to_vec(), |buffer| {
            (buffer.seconds, buffer.microseconds) = (i64::MIN, i64::MIN)
        }),
        Event::Odd(WHITE.to_vec(), |buffer| {
            (buffer.seconds, buffer.microseconds) = (i64::MAX, i64::MAX)
        }),
        Event::Odd(WHITE.to_vec(), |buffer| buffer.sequence = u32::MAX),
    ];
    let (mut camera, _) = open(small(&events), 0, 0, 0.0).expect("a camera");
    for _ in 0..3 {
        camera.frame(false).expect("a frame");
        assert!(camera.time().is_finite());
    }
}

/// A device that answers anything at all, by a sequence of numbers.
struct Wild {
    state: u64,
    calls: u64,
}

impl Wild {
    fn next(&mut self) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 16) as u32
    }

    /// Mostly what is plausible, sometimes anything.
    fn some(&mut self, plausible: u32) -> u32 {
        match self.next() % 64 {
            0 => self.next(),
            1 => self.next() % 64,
            2 => 0,
            _ => plausible,
        }
    }
}

impl Device for Wild {
    fn ask(&mut self, request: &mut Request<'_>) -> io::Result<()> {
        const ERRORS: [i32; 6] = [
            libc::EINTR,
            libc::EAGAIN,
            libc::EIO,
            libc::EINVAL,
            libc::EBUSY,
            libc::ENODEV,
        ];
        self.calls += 1;
        if self.next().is_multiple_of(100) {
            let which = self.next() as usize % ERRORS.len();
            return Err(error(ERRORS[which]));
        }
        match request {
            Request::Capability(it) => it.of_device = CAPTURE | STREAMING,
            Request::Description(it) => {
                let which = self.next() as usize % CODINGS.len();
                it.letters = u32::from_le_bytes(CODINGS[which].0);
            }
            Request::Format(it) => {
                it.width = self.some(6);
                it.height = self.some(4);
                it.stride = self.some(24);
                it.field = self.some(1);
                let (encoding, range) = (self.some(0), self.some(0));
                it.say(encoding, range);
                it.space = self.some(8);
            }
            Request::Rate(it) => {
                it.ability = self.some(HAS_RATE);
                it.numerator = self.some(1);
                it.denominator = self.some(30);
            }
            Request::Size(it) => {
                it.kind = self.some(1);
                it.sides = [self.next(); 6];
            }
            Request::Buffers(it) => it.count = self.some(4) % 1000,
            Request::Place(it) => {
                it.length = self.some(1000) % 5000;
                it.offset = self.next();
            }
            Request::Take(it) => {
                it.index = self.some(1);
                it.used = self.some(500);
                it.flags = self.some(0);
                it.sequence = self.next();
                it.seconds = i64::from(self.next()) << 31;
            }
            Request::Give(_) | Request::Start(_) | Request::Stop(_) => {}
        }
        Ok(())
    }

    fn wait(&mut self, _longest: Duration) -> io::Result<bool> {
        Ok(true)
    }

    fn map(&mut self, _length: usize, _offset: u32) -> io::Result<()> {
        Ok(())
    }

    fn unmap(&mut self) {}

    fn copy(&self, _buffer: usize, wanted: usize, bytes: &mut Vec<u8>) -> Result<(), Raised> {
        assert!(wanted <= 5000, "no more than the buffer has");
        bytes.clear();
        bytes.extend((0..wanted).map(|at| (at * 37) as u8));
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.calls * 100)
    }
}

#[test]
#[cfg(not(miri))]
fn a_device_that_answers_anything_ends_nothing() {
    let (mut opened, mut read) = (0, 0);
    for seed in 1..5000u64 {
        let wild = Wild {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            calls: 0,
        };
        let wish = Wish::new(0, 0, 0.0).expect("a wish");
        let Ok(mut camera) = Camera::of("cam", Path::new("/nowhere"), Box::new(wild), wish) else {
            continue;
        };
        opened += 1;
        for number in 0..4 {
            if let Ok(array) = camera.frame(number % 2 == 1) {
                let (width, height) = camera.size();
                assert_eq!(array.numel(), width * height * 3);
                read += 1;
            }
        }
    }
    assert!(opened > 100 && read > 100, "{opened} {read}");
}
