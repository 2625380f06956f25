"""What calls are given, as what functions take: whole numbers that fit, arrays of a kind, by DLPack also those of other libraries.

Invariant: a value that is not exactly what the function takes, or cannot become it without losing values, is an error that names the parameter.
"""

import operator

import numpy as np


def whole(value, name, bits):
    """A whole number that fits."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, got {type(value).__name__}") from None
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        raise OverflowError(f"{name}: {number} does not fit {bits} bits")
    return number


def converted(value, name, dtype, dimensions, changed):
    """A value as an array of the kind and the number of dimensions that a function takes."""
    array, is_shared = taken(value, name, changed)
    if changed and (not is_shared or array.dtype != dtype or not array.flags.writeable):
        raise TypeError(f"{name}: the function stores into it, so it must be a writeable array of {dtype}")
    if array.dtype != dtype:
        if not np.can_cast(array.dtype, dtype, "same_kind") and not is_exact(array, value, dtype):
            raise TypeError(f"{name}: expected {dtype}, got {array.dtype}, which loses values; convert it by astype")
        array = of_kind(array, dtype)
    if array.ndim != dimensions:
        raise TypeError(f"{name}: expected {dimensions} dimensions, got {array.ndim}")
    return array


def taken(value, name, changed):
    """A value as an array, and whether its elements are those of the value."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name}: a masked array has no value for each element; give them one, such as by filled(0)")
    if isinstance(value, np.ndarray):
        return np.asarray(value), True
    if hasattr(value, "__dlpack_device__"):
        return exchanged(value, name, changed), changed
    try:
        return np.asarray(value), False
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


# Where the processor reads memory as its own, by the numbers of devices in DLPack: its own, pinned by CUDA and ROCm, managed by CUDA.
READABLE = (1, 3, 11, 13)
DEVICES = {2: "CUDA", 4: "OpenCL", 7: "Vulkan", 8: "Metal", 10: "ROCm", 14: "oneAPI"}


def exchanged(value, name, changed):
    """The array of another library, by the protocol DLPack: its own elements where the processor reads them, else the copy that it makes of them there.
    Where the function stores into it, a copy would lose that, so it is an error."""
    kind = f"{type(value).__module__.partition('.')[0]}.{type(value).__qualname__}"
    is_here = True
    try:
        device, number = value.__dlpack_device__()
        is_here = device in READABLE
        if changed:
            if not is_here:
                raise BufferError("a copy would not be stored into")
            return np.from_dlpack(value, copy=False)
        return np.from_dlpack(value) if is_here else np.from_dlpack(value, device="cpu")
    except Exception as error:
        told = f"DLPack says: {error}" if str(error) else f"DLPack fails by {type(error).__name__}"
    if changed:
        raise TypeError(f"{name}: the function stores into it, which it cannot with this {kind}; pass a writeable NumPy array of its memory. {told}")
    if not is_here:
        raise TypeError(
            f"{name}: this {kind} is in memory of {DEVICES.get(device, f'device {device}')} {number} and does not copy itself; do that first, such as by x.cpu() "
            f"or x.get(). {told}")
    if hasattr(value, "__array__"):
        return np.asarray(value)
    raise TypeError(f"{name}: this {kind} cannot be read; pass a NumPy array. {told}")


def of_kind(array, dtype):
    """The values as elements of another kind; of complex numbers it is known that they are real, if that has none."""
    return (array.real if array.dtype.kind == "c" and dtype.kind != "c" else array).astype(dtype)


def is_exact(array, value, dtype):
    """Whether a list of Python's own numbers keeps its values in the other kind."""
    if isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "__dlpack_device__"):
        return False
    try:
        return np.array_equal(of_kind(array, dtype), array)
    except (TypeError, ValueError):
        return False
