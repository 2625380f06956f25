"""Arrays of other libraries by the protocol DLPack, as arguments of tests/callers/filters.q: a class here exports capsules as they are described in
`dlpack.h`, good ones and bad ones. The argument is a folder for libraries.

Invariant: nothing of NumPy makes the capsules, and each is released exactly once; what is expected is computed from the definition of each function.
"""

import ctypes
import gc
import pathlib
import sys

import numpy as np
import quasar
from quasar import _arguments

HERE = pathlib.Path(__file__).parent
CACHE = pathlib.Path(sys.argv[1])
CPU, CUDA, CUDA_HOST = 1, 2, 3
# Codes of kinds of elements: DLDataTypeCode.
CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
BFLOAT = 4
READ_ONLY = 1

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_IsValid.argtypes = [ctypes.py_object, ctypes.c_char_p]
Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Tensor(ctypes.Structure):
    """DLTensor."""

    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32), ("number", ctypes.c_int32), ("dimensions", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("extents", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64)]


class Managed(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("release", Release)]


class Versioned(ctypes.Structure):
    """DLManagedTensorVersioned."""

    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p), ("release", Release), ("flags", ctypes.c_uint64),
                ("tensor", Tensor)]


class Exporter:
    """Elements of an array as another library would give them."""

    # All capsules, with their names, how often they were released, and what they refer to.
    capsules = []

    def __init__(self, array, *, device=CPU, says=None, versioned=True, flags=0, code=None, strides=True, offset=0, copies=False, name=None):
        self.array, self.device, self.says, self.versioned, self.flags = array, device, says or device, versioned, flags
        self.code = CODES[array.dtype.kind] if code is None else code
        self.strides, self.offset, self.copies, self.name = strides, offset, copies, name

    def __dlpack_device__(self):
        return self.says, 0

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        device = self.device
        if dl_device is not None and dl_device[0] != device:
            if not self.copies:
                raise BufferError("this library copies nothing")
            device = dl_device[0]
        return self.capsule(device)

    def capsule(self, device):
        array, owner = self.array, (Versioned if self.versioned else Managed)()
        extents = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
        strides = (ctypes.c_int64 * max(array.ndim, 1))(*(step // array.itemsize for step in array.strides))
        tensor = owner.tensor
        tensor.data, tensor.offset = array.ctypes.data - self.offset, self.offset
        tensor.device, tensor.number, tensor.dimensions = device, 0, array.ndim
        tensor.code, tensor.bits, tensor.lanes = self.code, 8*array.itemsize, 1
        tensor.extents = extents
        if self.strides:
            tensor.strides = strides
        if self.versioned:
            owner.major, owner.minor, owner.flags = 1, 0, self.flags
        releases = []
        owner.release = Release(releases.append)
        # A name that the protocol does not know is none that somebody takes.
        name = self.name or (b"dltensor_versioned" if self.versioned else b"dltensor")
        capsule = api.PyCapsule_New(ctypes.addressof(owner), name, None)
        Exporter.capsules.append((capsule, name, releases, (owner, extents, strides, array)))
        return capsule


class Old(Exporter):
    """A library of before versions: no words but `stream`."""

    def __init__(self, array, **others):
        super().__init__(array, versioned=False, **others)

    def __dlpack__(self, stream=None):
        return self.capsule(self.device)


class Broken:
    """What has the names of the protocol and does something else."""

    def __init__(self, gives, device=lambda: (CPU, 0)):
        self.gives, self.__dlpack_device__ = gives, device

    def __dlpack__(self, **_):
        return self.gives()

    def __getattr__(self, name):
        raise AttributeError(name)


def expect(condition, what):
    if not condition:
        sys.exit(f"wrong: {what}")


def refused(call, *texts):
    try:
        call()
    except TypeError as error:
        for text in texts:
            expect(text in str(error), f"the message {error} has no {text!r}")
        return
    sys.exit(f"wrong: no TypeError with {texts}")


def released(what):
    """Who takes a capsule gives it another name, and releases it once; the others are released by nobody."""
    gc.collect()
    for capsule, name, releases, (owner, *_) in Exporter.capsules:
        is_taken = not api.PyCapsule_IsValid(capsule, name)
        expect(releases == [ctypes.addressof(owner)]*is_taken, f"a capsule is released {len(releases)} times: {what}")


def layouts(filters):
    """Elements stay where they are; whatever lies in them in order is read so."""
    random = np.random.default_rng(1)
    x = random.random((40, 30), dtype=np.float32)
    for kind in (Exporter, Old):
        for view in (x, x.T, x[::2, ::-3], x[5:6], x[:, 3:4], x[:0], np.broadcast_to(x[0], (5, 30))):
            expect(np.array_equal(filters.scale(kind(view), 2), filters.scale(view, 2)), "scale of a view")
            expect(np.allclose(filters.scale(kind(view), 2), 2*view + 4.5), "scale of a view, as it is defined")
        expect(np.array_equal(filters.scale(kind(x, strides=False), 2), filters.scale(x, 2)), "no strides: one row behind the other")
        expect(np.array_equal(filters.scale(kind(x, offset=64), 2), filters.scale(x, 2)), "an offset")
        given = kind(x)
        expect(_arguments.converted(given, "x", x.dtype, 2, False).ctypes.data == x.ctypes.data, "no copy")
    released("layouts")


def kinds(filters):
    random = np.random.default_rng(2)
    bytes_ = random.integers(0, 200, (7, 9), dtype=np.uint8)
    expect(np.array_equal(filters.brighter(Exporter(bytes_)), bytes_ + 20), "bytes")
    z = (random.random((4, 6)) + 1j*random.random((4, 6))).astype(np.complex64)
    expect(np.array_equal(filters.mirrored(Exporter(z.T)), z.T.conj()), "complex numbers")
    x = random.random((4, 6))
    for other in (x, x.astype(np.float16), np.array([[1, 2], [3, 4]]), np.array([[True, False]])):
        expect(np.allclose(filters.scale(Exporter(other), 2), 2*other.astype(np.float32) + 4.5), f"{other.dtype} becomes float32")
    refused(lambda: filters.scale(Exporter(z), 2), "x: expected float32, got complex64")
    refused(lambda: filters.scale(Exporter(x[0]), 2), "x: expected 2 dimensions, got 1")
    refused(lambda: filters.scale(Exporter(x.astype(np.float16), code=BFLOAT), 2), "x: this __main__.Exporter cannot be read", "DLPack says")
    released("kinds")


def devices(filters):
    x = np.ones((3, 4), np.float32)
    expect((filters.scale(Exporter(x, device=CUDA, copies=True), 2) == 6.5).all(), "a library that copies from its device")
    expect((filters.scale(Exporter(x, device=CUDA_HOST), 2) == 6.5).all(), "pinned memory")
    refused(lambda: filters.scale(Exporter(x, device=CUDA), 2), "memory of CUDA 0", "x.cpu()", "this library copies nothing")
    refused(lambda: filters.scale(Old(x, device=CUDA), 2), "memory of CUDA 0", "x.cpu()")
    refused(lambda: filters.scale(Exporter(x, device=77), 2), "memory of device 77 0")
    refused(lambda: filters.scale(Exporter(x, device=CUDA, says=CPU), 2), "cannot be read", "evice")
    refused(lambda: filters.fill(Exporter(x, device=CUDA, copies=True), 2), "the function stores into it", "a copy would not be stored into")
    expect((x == 1).all(), "nothing was stored")
    released("devices")


def storing(filters):
    x = np.zeros((4, 5), np.float32)
    filters.fill(Exporter(x), 3)
    expect((x == 3).all(), "fill stores into the elements of the other library")
    for given in (Exporter(x, flags=READ_ONLY), Old(x), Exporter(x.astype(float))):
        refused(lambda: filters.fill(given, 1), "the function stores into it", "writeable")
    expect((filters.scale(Exporter(x, flags=READ_ONLY), 1) == 7.5).all(), "what is for reading only is read")
    expect((x == 3).all(), "nothing was stored")
    released("storing")


def misuse(filters):
    x = np.ones((2, 2), np.float32)
    used = Exporter(x)
    capsule = used.capsule(CPU)
    np.from_dlpack(Broken(lambda: capsule))
    refused(lambda: filters.scale(Broken(lambda: capsule), 1), "x: this __main__.Broken cannot be read")
    refused(lambda: filters.scale(Broken(lambda: 3), 1), "cannot be read")
    refused(lambda: filters.scale(Broken(lambda: 1/0), 1), "cannot be read", "division by zero")
    refused(lambda: filters.scale(Broken(lambda: None, lambda: 1/0), 1), "cannot be read", "division by zero")
    refused(lambda: filters.scale(Broken(lambda: None, lambda: 7), 1), "cannot be read")
    wrong = Exporter(x, name=b"tensor")
    refused(lambda: filters.scale(wrong, 1), "cannot be read")
    # An error of the function releases what it was given.
    try:
        filters.fetch(Exporter(np.zeros(4, np.float32)), 4)
    except quasar.Error as error:
        expect("index 4 of 'x'" in str(error), "an error of the function")
    else:
        sys.exit("wrong: no error of the function")
    released("misuse")


def results(filters):
    """Results are arrays of NumPy, which other libraries take by the same protocol; their memory lives as long as what was taken."""
    taken = np.from_dlpack(filters.scale(np.ones((300, 300), np.float32), 1))
    gc.collect()
    filters.scale(np.zeros((300, 300), np.float32), 1)
    expect((taken == 5.5).all() and taken.flags.writeable, "a result by DLPack")
    expect((filters.scale(taken, 1) == 10).all(), "and back")


def main():
    filters = quasar.compile(HERE / "filters.q", cache=CACHE)
    for check in (layouts, kinds, devices, storing, misuse, results):
        check(filters)
    print("0 wrong")


main()
