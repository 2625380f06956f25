//! Files that become far more than they are, one of each format: a program with a limit on memory reads each, catches an error that says
//! so, and has not taken more.
//!
//! *Invariant:* each file is read by the same program where the limit allows it, so that the limit is what it meets; a third of them in
//! an ordinary run, since that takes all their time.

use super::{program, says};
use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};
use quasar_tests::campaign;
use quasar_tests::outcome::Check;
use quasar_tests::process::{self, Finished};
use quasar_tests::turn;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Bytes that a call may take.
const LIMIT: usize = 48 << 20;
/// What a program takes besides, in KiB.
const BESIDES: usize = 40 << 10;

/// What a program does with a file, by the word behind its name; what it says, and the most memory that it has had in KiB.
const READS: &str = "import \"Quasar.Video.dll\"
import \"exr_lib.dll\"
import \"TIFFIO.dll\"
function [] = main(path : string, way : string)
    try
        if way == \"imread\"
            print size(imread(path))
        elseif way == \"tiffread\"
            print size(tiffread(path).slices)
        elseif way == \"exrread\"
            print size(exrread(path).data)
        elseif way == \"load\"
            print size(load(path))
        elseif way == \"csvread\"
            print size(csvread(path))
        elseif way == \"film\"
            stream = vidopen(path)
            vidreadframe(stream)
            print size(stream.rgb_data)
        elseif way == \"fgets\"
            f = fopen(path)
            print strlen(fgets(f))
        elseif way == \"fread\"
            f = fopen(path)
            print size(fread(f, 100000000))
        end
    catch ex
        print ex
    end
    f = fopen(\"/proc/self/status\")
    while !feof(f)
        line = fgets(f)
        if strfind(line, \"VmHWM\") >= 0
            print line
        end
    end
end
";

/// A bomb: its file, how it is read, how it is made.
type Bomb = (&'static str, &'static str, fn(&Path) -> std::io::Result<()>);

const BOMBS: &[Bomb] = &[
    ("bomb.mat", "load", mat),
    ("bomb.npz", "load", npz),
    ("bomb.npy", "load", npy),
    ("bomb.dat", "load", hole),
    ("bomb.tif", "imread", one_page),
    ("pages.tif", "tiffread", pages),
    ("bomb.png", "imread", png),
    ("bomb.jpg", "imread", jpeg),
    ("bomb.exr", "exrread", exr),
    ("bomb.csv", "csvread", csv),
    ("bomb.y4m", "film", y4m),
    ("frames.y4m", "film", tiny_frames),
    ("bomb.avi", "film", avi),
    ("frames.avi", "film", tiny_chunks),
    ("bomb.pnm", "imread", pnm),
    ("bomb.bmp", "imread", bmp),
    ("bomb.txt", "fgets", line),
    ("bomb.bin", "fread", hole),
];

/// Files of about a megabyte or less that become more than the usual limit lets them, where nobody sets one.
const LARGE: &[Bomb] = &[
    ("large.png", "imread", |path| png_of(path, 17_000)),
    ("large.jpg", "imread", |path| {
        fs::write(path, jpeg_file(17_000))
    }),
    ("large.npz", "load", |path| npz_of(path, 300 * MIB)),
    ("large.tif", "imread", |path| tiff(path, 1, 17_000)),
];

/// The usual limit of a file: 1 GiB, and so much for each byte of it.
const USUAL: usize = 1 << 30;
const USUAL_FOR_A_BYTE: usize = 256;

/// One of the large files, another in the next commit; all in a deep run.
fn usual_limit(folder: &Path, executable: &Path) -> Check {
    for &(name, way, make) in LARGE {
        if !turn::has_come_of_many(name, LARGE.len()) {
            continue;
        }
        let path = folder.join(name);
        make(&path).map_err(says)?;
        let length = fs::metadata(&path).map_err(says)?.len() as usize;
        let mut command = Command::new(executable);
        command.current_dir(folder).args([name, way]);
        command
            .env("QC_NUM_THREADS", "1")
            .env_remove("QC_FILE_MEMORY");
        let finished = process::run(&mut command);
        let most = (USUAL + USUAL_FOR_A_BYTE * length) / 1024 + BESIDES;
        let is_told = finished
            .stdout
            .contains("unless QC_FILE_MEMORY allows more");
        let peak = peak(&finished)?;
        if !finished.exited(0) || !is_told || peak > most {
            return Err(format!("{name}, {length} bytes: {}", finished.describe()));
        }
        tell_peak(name, "the usual limit", peak)?;
        // Whoever sets a limit has that one: some of these become more than 3 GiB, too.
        let finished = process::run(command.env("QC_FILE_MEMORY", "3G"));
        let usual = finished.stdout.contains("unless QC_FILE_MEMORY");
        let own = finished
            .stdout
            .contains("than the 3221225472 bytes that QC_FILE_MEMORY allows");
        let is_read = !finished.stdout.contains("QC_FILE_MEMORY");
        if !finished.exited(0) || usual || !(own || is_read) {
            return Err(format!("{name}, 3 GiB allowed: {}", finished.describe()));
        }
        fs::remove_file(path).map_err(says)?;
    }
    Ok(())
}

pub fn all(folder: &Path) -> Check {
    let executable = program(folder, "reads", READS)?;
    let run = |name: &str, way: &str, limit: &str| {
        let mut command = Command::new(&executable);
        command.current_dir(folder).args([name, way]);
        process::run(
            command
                .env("QC_FILE_MEMORY", limit)
                .env("QC_NUM_THREADS", "1"),
        )
    };
    for &(name, way, make) in BOMBS {
        make(&folder.join(name)).map_err(says)?;
        let finished = run(name, way, "48M");
        let told = |why: &str| Err(format!("{name}: {why}\n{}", finished.describe()));
        if !finished.exited(0) || !finished.stdout.contains("QC_FILE_MEMORY allows") {
            return told("the limit is not told");
        }
        let peak = peak(&finished)?;
        if peak > LIMIT / 1024 + BESIDES {
            return told("it takes more than the limit");
        }
        tell_peak(name, "48 MiB allowed", peak)?;
        if turn::has_come(&format!("{name} read whole"), 3) {
            let finished = run(name, way, "3G");
            if !finished.exited(0) || finished.stdout.contains("QC_FILE_MEMORY") {
                return told("without the limit it is another error")
                    .map_err(|why| why + &finished.describe());
            }
        }
        fs::remove_file(folder.join(name)).map_err(says)?;
    }
    usual_limit(folder, &executable)?;
    endless_lists(&folder.join("lists.avi")).map_err(says)?;
    let finished = run("lists.avi", "film", "48M");
    let is_refused = finished.exited(0) && finished.stdout.contains("damaged");
    if !is_refused || peak(&finished)? > BESIDES {
        return Err(format!("lists.avi: {}", finished.describe()));
    }
    tell_peak("lists.avi", "48 MiB allowed", peak(&finished)?)?;
    // What says nothing about the pixels is not unpacked at all.
    profile(&folder.join("profile.png")).map_err(says)?;
    let finished = run("profile.png", "imread", "48M");
    let is_read = finished.exited(0) && finished.stdout.starts_with("[1,1,3]\n");
    match is_read && peak(&finished)? < BESIDES {
        true => tell_peak("profile.png", "48 MiB allowed", peak(&finished)?),
        false => Err(format!("profile.png: {}", finished.describe())),
    }
}

/// The most memory, in KiB, of a program that reads a hostile file.
fn tell_peak(name: &str, limit: &str, peak: usize) -> Check {
    let what = format!("{name}, hostile, {limit}: memory at most");
    campaign::tell("inputs", &what, peak, "KiB")
}

fn peak(finished: &Finished) -> Result<usize, String> {
    let line = finished
        .stdout
        .lines()
        .find(|line| line.starts_with("VmHWM"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    number.ok_or_else(|| finished.describe())
}

const MIB: usize = 1 << 20;

/// That many bytes of zeros, compressed, behind some others.
fn zeros_behind(start: &[u8], mut encoder: impl Write, count: usize) -> std::io::Result<()> {
    encoder.write_all(start)?;
    let zeros = vec![0; MIB];
    for _ in 0..count / MIB {
        encoder.write_all(&zeros)?;
    }
    encoder.write_all(&zeros[..count % MIB])
}

fn zlib(start: &[u8], count: usize) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    zeros_behind(start, &mut encoder, count)?;
    encoder.finish()
}

fn le32(numbers: &[u32]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

/// Six variables of bytes, each far below the limit.
fn mat(path: &Path) -> std::io::Result<()> {
    let count = 16 * MIB;
    let mut file = format!("{:124}", "MATLAB 5.0 MAT-file").into_bytes();
    file.extend_from_slice(b"\x00\x01IM");
    for number in 0..6 {
        let mut start = le32(&[6, 8, 9, 0, 5, 8, count as u32, 1, 1, 4]);
        start.extend_from_slice(format!("v{number:03}\0\0\0\0").as_bytes());
        start.extend(le32(&[2, count as u32]));
        let matrix = [le32(&[14, (start.len() + count) as u32]), start].concat();
        let packed = zlib(&matrix, count)?;
        file.extend(le32(&[15, packed.len() as u32]));
        file.extend(packed);
    }
    fs::write(path, file)
}

fn npy_header(shape: &str) -> Vec<u8> {
    let header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes
}

fn npz(path: &Path) -> std::io::Result<()> {
    npz_of(path, 100 * MIB)
}

/// That many bytes.
fn npz_of(path: &Path, count: usize) -> std::io::Result<()> {
    let start = npy_header(&format!("({count},)"));
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    zeros_behind(&start, &mut encoder, count)?;
    let packed = encoder.finish()?;
    let mut sum = flate2::Crc::new();
    sum.update(&start);
    let zeros = vec![0; MIB];
    (0..count / MIB).for_each(|_| sum.update(&zeros));
    let sizes = [sum.sum(), packed.len() as u32, (start.len() + count) as u32];
    let facts = [
        &[20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0][..],
        &le32(&sizes),
        &[5, 0, 0, 0],
    ]
    .concat();
    let mut file = [b"PK\x03\x04", &facts[..], b"x.npy", &packed].concat();
    let place = file.len() as u32;
    file.extend(
        [
            b"PK\x01\x02\x14\x00",
            &facts[..],
            &[0; 10],
            &le32(&[0]),
            b"x.npy",
        ]
        .concat(),
    );
    let length = file.len() as u32 - place;
    file.extend(
        [
            b"PK\x05\x06\0\0\0\0\x01\0\x01\0",
            &le32(&[length, place])[..],
            &[0, 0],
        ]
        .concat(),
    );
    fs::write(path, file)
}

/// A file with a hole, which takes no room on the disk.
fn with_hole(path: &Path, start: &[u8], length: usize) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(start)?;
    file.set_len(length as u64)
}

fn npy(path: &Path) -> std::io::Result<()> {
    let start = npy_header("(104857600,)");
    with_hole(path, &start, start.len() + 100 * MIB)
}

fn hole(path: &Path) -> std::io::Result<()> {
    with_hole(path, b"QUASAR-DATA 1\n", 100 * MIB)
}

/// A line without an end.
fn line(path: &Path) -> std::io::Result<()> {
    with_hole(path, b"", 100 * MIB)
}

/// Pages of bytes, which share one strip.
fn tiff(path: &Path, pages: usize, side: u32) -> std::io::Result<()> {
    let strip = zlib(&[], (side * side) as usize)?;
    let mut file = b"II*\0\0\0\0\0".to_vec();
    file.extend_from_slice(&strip);
    file.resize(file.len().next_multiple_of(2), 0);
    let first = file.len() as u32;
    file[4..8].copy_from_slice(&first.to_le_bytes());
    for number in 0..pages {
        let entries = [
            (256, 4, side),
            (257, 4, side),
            (258, 3, 8),
            (259, 3, 8),
            (262, 3, 1),
            (273, 4, 8),
            (277, 3, 1),
            (278, 4, side),
            (279, 4, strip.len() as u32),
        ];
        file.extend_from_slice(&(entries.len() as u16).to_le_bytes());
        for (tag, kind, value) in entries {
            let (tag, kind) = (tag as u16, kind as u16);
            file.extend_from_slice(&tag.to_le_bytes());
            file.extend_from_slice(&kind.to_le_bytes());
            file.extend(le32(&[1, value]));
        }
        let next = if number + 1 < pages {
            file.len() as u32 + 4
        } else {
            0
        };
        file.extend(le32(&[next]));
    }
    fs::write(path, file)
}

fn one_page(path: &Path) -> std::io::Result<()> {
    tiff(path, 1, 4000)
}

fn pages(path: &Path) -> std::io::Result<()> {
    tiff(path, 60, 1000)
}

fn png_file(size: (u32, u32), chunks: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let (width, height) = (size.0.to_be_bytes(), size.1.to_be_bytes());
    let header = [&width[..], &height, &[8, 0, 0, 0, 0]].concat();
    let all = [(&b"IHDR"[..], &header[..])]
        .into_iter()
        .chain(chunks.iter().copied());
    for (name, contents) in all.chain([(&b"IEND"[..], &[][..])]) {
        let mut sum = flate2::Crc::new();
        sum.update(name);
        sum.update(contents);
        file.extend_from_slice(&(contents.len() as u32).to_be_bytes());
        file.extend_from_slice(name);
        file.extend_from_slice(contents);
        file.extend_from_slice(&sum.sum().to_be_bytes());
    }
    file
}

fn png(path: &Path) -> std::io::Result<()> {
    png_of(path, 5000)
}

fn png_of(path: &Path, side: u32) -> std::io::Result<()> {
    let pixels = zlib(&[], (side * (side + 1)) as usize)?;
    fs::write(path, png_file((side, side), &[(b"IDAT", &pixels)]))
}

/// A picture of one pixel with a profile and a text of 200 MiB each.
fn profile(path: &Path) -> std::io::Result<()> {
    let much = zlib(&[], 200 * MIB)?;
    let (profile, text) = (
        [b"x\0\0", &much[..]].concat(),
        [b"a\0\0", &much[..]].concat(),
    );
    let chunks = [
        (&b"iCCP"[..], &profile[..]),
        (b"zTXt", &text),
        (b"IDAT", &zlib(&[], 2)?),
    ];
    fs::write(path, png_file((1, 1), &chunks))
}

fn jpeg(path: &Path) -> std::io::Result<()> {
    fs::write(path, jpeg_file(5000))
}

/// Grey pixels, as many rows as columns. Both code tables have one code of one bit: a difference of 0, and the end of the block. So a block of 64 pixels is two bits.
fn jpeg_file(side: u16) -> Vec<u8> {
    let [high, low] = side.to_be_bytes();
    let one_code = [&[1u8][..], &[0; 15], &[0]].concat();
    let blocks = usize::from(side).div_ceil(8).pow(2);
    [
        &b"\xff\xd8\xff\xdb\x00\x43\x00"[..],
        &[1; 64],
        b"\xff\xc0\x00\x0b\x08",
        &[high, low, high, low],
        b"\x01\x01\x11\x00\xff\xc4\x00\x14\x00",
        &one_code,
        b"\xff\xc4\x00\x14\x10",
        &one_code,
        b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00",
        &vec![0; (2 * blocks).div_ceil(8)],
        b"\xff\xd9",
    ]
    .concat()
}

/// 4000 x 4000 halves, a row in each block.
fn exr(path: &Path) -> std::io::Result<()> {
    let side = 4000u32;
    let mut file = b"\x76\x2f\x31\x01\x02\0\0\0".to_vec();
    let mut attribute = |name: &str, kind: &str, value: &[u8]| {
        file.extend_from_slice(format!("{name}\0{kind}\0").as_bytes());
        file.extend(le32(&[value.len() as u32]));
        file.extend_from_slice(value);
    };
    let channel = [b"Y\0", &le32(&[1, 0, 1, 1])[..], &[0]].concat();
    let window = le32(&[0, 0, side - 1, side - 1]);
    attribute("channels", "chlist", &channel);
    attribute("compression", "compression", &[2]);
    attribute("dataWindow", "box2i", &window);
    attribute("displayWindow", "box2i", &window);
    attribute("lineOrder", "lineOrder", &[0]);
    attribute("pixelAspectRatio", "float", &1f32.to_le_bytes());
    attribute("screenWindowCenter", "v2f", &[0; 8]);
    attribute("screenWindowWidth", "float", &1f32.to_le_bytes());
    file.push(0);
    // The bytes of a block are differences from the ones before, with 128 for none.
    let mut row = vec![128u8; 2 * side as usize];
    row[0] = 0;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&row)?;
    let packed = encoder.finish()?;
    let mut place = file.len() as u64 + 8 * u64::from(side);
    for _ in 0..side {
        file.extend_from_slice(&place.to_le_bytes());
        place += 8 + packed.len() as u64;
    }
    for row in 0..side {
        file.extend(le32(&[row, packed.len() as u32]));
        file.extend_from_slice(&packed);
    }
    fs::write(path, file)
}

fn csv(path: &Path) -> std::io::Result<()> {
    fs::write(path, "1,".repeat(8 * MIB) + "1\n")
}

fn y4m(path: &Path) -> std::io::Result<()> {
    let start = b"YUV4MPEG2 W8192 H8192 F25:1 Cmono\nFRAME\n";
    with_hole(path, start, start.len() + 64 * MIB)
}

/// Frames of one pixel each, of which a film notes the places.
fn tiny_frames(path: &Path) -> std::io::Result<()> {
    let start = "YUV4MPEG2 W1 H1 F25:1 Cmono\n".to_string();
    fs::write(path, start + &"FRAME\n0".repeat(4 * MIB))
}

/// A chunk of an AVI file.
fn avi_chunk(name: &str, contents: &[u8]) -> Vec<u8> {
    let padding = &[0][..contents.len() % 2];
    let length = le32(&[contents.len() as u32]);
    [name.as_bytes(), &length, contents, padding].concat()
}

/// A film of so many pixels with these frames.
fn avi_file(side: u32, frames: &[u8]) -> Vec<u8> {
    let main = le32(&[40_000, 0, 0, 0, 1, 0, 1, 0, side, side, 0, 0, 0, 0]);
    let format = [
        &le32(&[40, side, side, 1 | 24 << 16])[..],
        b"MJPG",
        &[0; 20],
    ]
    .concat();
    let stream = [b"strl", &avi_chunk("strf", &format)[..]].concat();
    let header = [
        b"hdrl",
        &avi_chunk("avih", &main)[..],
        &avi_chunk("LIST", &stream),
    ]
    .concat();
    let movie = [b"movi", frames].concat();
    let lists = [avi_chunk("LIST", &header), avi_chunk("LIST", &movie)].concat();
    avi_chunk("RIFF", &[b"AVI ", &lists[..]].concat())
}

fn avi(path: &Path) -> std::io::Result<()> {
    fs::write(path, avi_file(5000, &avi_chunk("00dc", &jpeg_file(5000))))
}

/// Frames of two bytes each, which are no pictures, but of which a film notes the places.
fn tiny_chunks(path: &Path) -> std::io::Result<()> {
    fs::write(path, avi_file(8, &avi_chunk("00dc", b"no").repeat(4 * MIB)))
}

/// Lists in lists, a hundred thousand deep.
fn endless_lists(path: &Path) -> std::io::Result<()> {
    const DEPTH: u32 = 100_000;
    let list = |inside: u32| [b"LIST", &le32(&[12 * inside + 4])[..], b"hdrl"].concat();
    let lists: Vec<u8> = (0..DEPTH).rev().flat_map(list).collect();
    fs::write(path, avi_chunk("RIFF", &[b"AVI ", &lists[..]].concat()))
}

fn pnm(path: &Path) -> std::io::Result<()> {
    let start = b"P5\n5000 5000\n255\n";
    with_hole(path, start, start.len() + 25_000_000)
}

fn bmp(path: &Path) -> std::io::Result<()> {
    let side = 4000u32;
    let length = 54 + 3 * side * side;
    let header = le32(&[
        length,
        0,
        54,
        40,
        side,
        side,
        24 << 16 | 1,
        0,
        3 * side * side,
    ]);
    let start = [b"BM", &header[..], &[0; 16]].concat();
    with_hole(path, &start, length as usize)
}
