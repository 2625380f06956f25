"""Reads what write.q wrote into a folder, with the libraries that everybody reads such files with."""

import pathlib
import sys

import numpy
import OpenEXR
import scipy.io
from PIL import Image

FOLDER = pathlib.Path(sys.argv[1])
WRONG = []


def picture(channels):
    row, column, channel = numpy.meshgrid(range(9), range(12), range(channels), indexing="ij")
    return ((row * 12 + column) * 2 + channel * 3).astype(numpy.uint8)


def same(name, found, expected, tolerance=0):
    found, expected = numpy.asarray(found), numpy.asarray(expected)
    if found.shape != expected.shape or found.dtype != expected.dtype:
        WRONG.append(f"{name}: {found.dtype} {found.shape}, expected {expected.dtype} {expected.shape}")
    elif numpy.abs(found.astype(complex) - expected).max() > tolerance:
        WRONG.append(f"{name}: differs by {numpy.abs(found.astype(complex) - expected).max()}")


def pictures():
    for name in ("png", "bmp", "ppm", "tif"):
        same(name, Image.open(FOLDER / f"colour.{name}"), picture(3))
    same("jpg", Image.open(FOLDER / "colour.jpg"), picture(3), 24)
    for name in ("grey.png", "grey.tif"):
        same(name, Image.open(FOLDER / name), picture(1)[:, :, 0])
    for name in ("alpha.png", "alpha.tif"):
        same(name, Image.open(FOLDER / name), picture(4))
    deep = picture(1)[:, :, 0].astype(numpy.uint16) * 257
    for name in ("deep.png", "deep.tif", "deep.pgm"):
        same(name, numpy.asarray(Image.open(FOLDER / name)).astype(numpy.uint16), deep)
    for name, expected in [
        ("floats.tif", picture(3).astype(numpy.float32) / 256),
        ("words.tif", picture(3).astype(numpy.uint16) * 257),
        ("bytes.tif", picture(3)),
    ]:
        pages = Image.open(FOLDER / name)
        if pages.n_frames != 3:
            WRONG.append(f"{name}: {pages.n_frames} pages")
            continue
        for page in range(3):
            pages.seek(page)
            same(f"{name}, page {page}", pages, expected[:, :, page])


def exrs():
    for name, channels, letters in [("colour", 3, "RGB"), ("grey", 1, "Y"), ("alpha", 4, "RGBA")]:
        with OpenEXR.File(str(FOLDER / f"{name}.exr"), separate_channels=True) as file:
            found = file.channels()
            if sorted(found) != sorted(letters):
                WRONG.append(f"{name}.exr: channels {sorted(found)}")
                continue
            for index, letter in enumerate(letters):
                same(f"{name}.exr {letter}", found[letter].pixels, picture(channels)[:, :, index].astype(numpy.float32) / 256)


def data():
    m = numpy.array([[0, 1, 2], [3, 4, 5]], numpy.float32) / 2
    k = numpy.array([[1, -2], [3, 200]], numpy.int16)
    z = numpy.array([1 + 2j, 3 - 4j], numpy.complex64)
    same("m.npy", numpy.load(FOLDER / "m.npy"), m)
    archive = numpy.load(FOLDER / "all.npz")
    mat = scipy.io.loadmat(FOLDER / "all.mat")
    for name, expected in [("m", m), ("k", k), ("z", z), ("bytes", picture(3))]:
        same(f"npz {name}", archive[name], expected)
        same(f"mat {name}", mat[name], expected.reshape(1, 2) if name == "z" else expected)
    same("csv", numpy.loadtxt(FOLDER / "table.csv", delimiter=",").astype(numpy.float32), m)


if __name__ == "__main__":
    pictures()
    exrs()
    data()
    print("\n".join(WRONG))
    sys.exit(1 if WRONG else 0)
