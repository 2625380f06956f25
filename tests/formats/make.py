"""Writes the small files of tests/data/formats: pictures, data and films that programs read and that rt/tests/damaged_files.rs damages.

Needs numpy, scipy, pillow and OpenEXR. Pixels of 12x9 pictures are (row*12 + column)*2 + channel*3 of 256, times 257 at 16 bits, over 256 as
floats; `m` is [[0,1,2],[3,4,5]]/2.
"""

import io
import pathlib
import struct

import numpy
import OpenEXR
import scipy.io
from PIL import Image

HERE = pathlib.Path(__file__).parent.parent / "data" / "formats"
ROWS, COLUMNS = 9, 12


def picture(channels):
    row, column, channel = numpy.meshgrid(range(ROWS), range(COLUMNS), range(channels), indexing="ij")
    return ((row * COLUMNS + column) * 2 + channel * 3).astype(numpy.uint8)


def pictures():
    colour, grey = Image.fromarray(picture(3)), Image.fromarray(picture(1)[:, :, 0])
    deep = Image.fromarray(picture(1)[:, :, 0].astype(numpy.uint16) * 257)
    wide = Image.fromarray(picture(1)[:, :, 0].astype(numpy.float32) / 256)
    colour.save(HERE / "colour.png")
    deep.save(HERE / "deep.png")
    indexed = colour.quantize(16)
    indexed.save(HERE / "palette.png")
    indexed.save(HERE / "palette.tif")
    indexed.save(HERE / "palette_lzw.tif", compression="tiff_lzw")
    Image.fromarray(picture(4)).save(HERE / "alpha.png")
    (HERE / "interlaced.png").write_bytes(interlaced())
    grey.save(HERE / "grey.jpg", quality=90)
    colour.save(HERE / "colour.jpg", quality=90)
    colour.save(HERE / "progressive.jpg", quality=90, progressive=True)
    colour.save(HERE / "colour.bmp")
    colour.save(HERE / "colour.ppm")
    deep.save(HERE / "deep.pgm")
    colour.save(HERE / "colour.tif")
    deep.save(HERE / "deep.tif")
    wide.save(HERE / "float.tif")
    for compression in ("tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"):
        colour.save(HERE / f"{compression.removeprefix('tiff_')}.tif", compression=compression)
    grey.point(lambda value: 255 * (value > 100)).convert("1").save(HERE / "fax.tif", compression="group4")
    pages = [Image.fromarray(picture(1)[:, :, 0] + 10 * page) for page in range(3)]
    pages[0].save(HERE / "pages.tif", save_all=True, append_images=pages[1:])


def interlaced():
    """A PNG file with Adam7's order, which Pillow does not write."""
    import zlib

    pixels = picture(3)
    data = b""
    for top, left, down, right in [(0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1)]:
        part = pixels[top::down, left::right]
        data += b"".join(b"\0" + row.tobytes() for row in part if row.size)

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", COLUMNS, ROWS, 8, 2, 0, 0, 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def exr(name, compression, channels):
    header = {"compression": compression, "type": OpenEXR.scanlineimage}
    OpenEXR.File(header, dict(channels)).write(str(HERE / name))


def exrs():
    values = picture(3).astype(numpy.float32) / 256
    planes = {name: values[:, :, index].copy() for index, name in enumerate("RGB")}
    halves = {name: plane.astype(numpy.float16) for name, plane in planes.items()}
    exr("float.exr", OpenEXR.NO_COMPRESSION, planes)
    exr("half.exr", OpenEXR.ZIP_COMPRESSION, halves)
    exr("piz.exr", OpenEXR.PIZ_COMPRESSION, halves)
    exr("rle.exr", OpenEXR.RLE_COMPRESSION, halves)
    exr("pxr24.exr", OpenEXR.PXR24_COMPRESSION, planes)
    exr("b44.exr", OpenEXR.B44_COMPRESSION, halves)
    # A picture that is too small is not compressed so.
    exr("dwaa.exr", OpenEXR.DWAA_COMPRESSION, {name: numpy.tile(plane, (5, 5)) for name, plane in halves.items()})
    more = {"Z": planes["R"] * 10, "id": picture(1)[:, :, 0].astype(numpy.uint32), "diffuse.R": halves["B"]}
    exr("channels.exr", OpenEXR.ZIPS_COMPRESSION, {**halves, **more})


def own(arrays):
    """Quasar's own format, as docs/data-files.md describes it."""
    number = lambda value: struct.pack("<Q", value)
    content = b"QUASAR-DATA 1\n" + number(len(arrays))
    for name, kind, array in arrays:
        texts = [number(len(text)) + text.encode() for text in (name, kind)]
        content += b"".join(texts) + number(array.ndim) + b"".join(map(number, array.shape)) + array.tobytes()
    total = 0xCBF29CE484222325
    for byte in content:
        total = (total ^ byte) * 0x100000001B3 % (1 << 64)
    return content + number(total)


def data():
    m = numpy.array([[0, 1, 2], [3, 4, 5]]) / 2
    z, k = numpy.array([1 + 2j, 3 - 4j]), numpy.array([[1, 2], [3, 200]], numpy.uint8)
    numpy.save(HERE / "m.npy", m)
    numpy.savez(HERE / "plain.npz", m=m, k=k)
    numpy.savez_compressed(HERE / "packed.npz", m=m, k=k, z=z)
    record = {"gain": 2.5, "name": "lamp", "m": m}
    cell = numpy.array([1.5, "two"], dtype=object)
    content = {"m": m, "z": z, "k": k, "name": "caf\u00e9", "s": record, "c": cell, "b": numpy.array([[True, False]])}
    scipy.io.savemat(HERE / "plain.mat", content)
    scipy.io.savemat(HERE / "packed.mat", content, do_compression=True)
    (HERE / "own.dat").write_bytes(own([("m", "f64", m), ("k", "u8", k), ("none", "i32", numpy.zeros((0, 3), numpy.int32))]))
    (HERE / "table.csv").write_text("time,\"value, V\",mark\n0,1.5,3\n1,NA,\n2,-2e3,7\n")


def films():
    frames = [numpy.clip(picture(3).astype(int)[:8] + 20 * index, 0, 255).astype(numpy.uint8) for index in range(4)]
    planes = b"YUV4MPEG2 W12 H8 F25:1 Ip A1:1 C420jpeg\n"
    for frame in frames:
        planes += b"FRAME\n" + frame[:, :, 0].tobytes() + bytes([128]) * 48
    (HERE / "film.y4m").write_bytes(planes)

    def chunk(name, body):
        return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)

    pieces = b""
    for frame in frames:
        buffer = io.BytesIO()
        Image.fromarray(frame).save(buffer, "JPEG", quality=80)
        pieces += chunk(b"00dc", buffer.getvalue())
    main = struct.pack("<14I", 40000, 0, 0, 0, len(frames), 0, 1, 0, 12, 8, 0, 0, 0, 0)
    head = struct.pack("<4s4sIHHIIIIIIIIHHHH", b"vids", b"MJPG", 0, 0, 0, 0, 1, 25, 0, len(frames), 0, 0, 0, 0, 0, 12, 8)
    form = struct.pack("<IIIHH4sIIIII", 40, 12, 8, 1, 24, b"MJPG", 288, 0, 0, 0, 0)
    stream = chunk(b"LIST", b"strl" + chunk(b"strh", head) + chunk(b"strf", form))
    header = chunk(b"LIST", b"hdrl" + chunk(b"avih", main) + stream)
    (HERE / "film.avi").write_bytes(chunk(b"RIFF", b"AVI " + header + chunk(b"LIST", b"movi" + pieces)))


if __name__ == "__main__":
    pictures()
    exrs()
    data()
    films()
