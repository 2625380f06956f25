"""A library of qc as a module: functions that take and give NumPy arrays, numbers and texts.

Invariant: memory of an argument is used during the call only; a result owns its memory and gives it back to the library.
"""

import ctypes
import inspect
import json
import keyword
import operator
import os
import struct
import types

import numpy as np

# The kinds of elements, by the numbers of `enum quasar_element` in the header.
DTYPES = [np.dtype(name) for name in (
    "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    "float16", "float32", "float64", "complex64", "complex128")]
# Dimensions of the structure `quasar_array`.
DIMENSIONS = 16
# `quasar_array` and `quasar_text` as a whole: address, kind, number of dimensions, extents, strides, owner; address, length, owner.
ARRAY = struct.Struct(f"@Pii{DIMENSIONS}q{DIMENSIONS}qP")
TEXT = struct.Struct("@PqP")


class Error(Exception):
    """An error of a Quasar function: `message`, and `file` and `line` of the statement (None and 0 where there is none)."""

    def __init__(self, text, file=None, line=0):
        super().__init__(text)
        self.message = text.split("\n", 1)[0]
        self.file = file
        self.line = line


class Memory:
    """The elements of a result, which NumPy refers to by the array interface until the last array over them ends."""

    __slots__ = ("__array_interface__", "owner", "release")

    def __del__(self):
        self.release(self.owner)


def load(path, name=None):
    """The functions of a library as a module."""
    path = os.path.abspath(os.fspath(path))
    library = ctypes.CDLL(path)
    try:
        text = ctypes.c_char.in_dll(library, "quasar_description")
    except ValueError:
        raise ImportError(f"{path} is no library that qc has made", path=path) from None
    description = json.loads(ctypes.string_at(ctypes.addressof(text)))
    module = types.ModuleType(name or description["name"])
    module.__file__ = path
    module.__doc__ = f"Functions of {description['source']}, compiled by qc {description['compiler']}."
    own = Own(library, description["name"])
    for function in description["functions"]:
        setattr(module, function["name"], make(library, own, function, module.__name__))
    module.__all__ = [function["name"] for function in description["functions"]]
    module.__quasar__ = description
    return module


class Own:
    """The functions that a library has beside the program's."""

    def __init__(self, library, prefix):
        def found(end, result, *arguments):
            function = library[f"{prefix}_{end}"]
            function.restype, function.argtypes = result, arguments
            return function
        self.error = found("error", ctypes.c_char_p)
        self.error_file = found("error_file", ctypes.c_char_p)
        self.error_line = found("error_line", ctypes.c_int)
        self.release = found("release", None, ctypes.c_void_p)

    def failed(self):
        """The error of the last call of this thread."""
        file = self.error_file().decode() or None
        return Error(self.error().decode(), file, self.error_line())

    def array(self, buffer):
        """The array that a function gave, without a copy."""
        data, element, dimensions, *rest, owner = ARRAY.unpack(buffer)
        memory = Memory.__new__(Memory)
        memory.owner, memory.release = owner, self.release
        shape = tuple(rest[:dimensions])
        dtype = DTYPES[element]
        memory.__array_interface__ = {
            "version": 3, "data": (data, False), "shape": shape, "typestr": dtype.str}
        return np.asarray(memory)

    def text(self, buffer):
        """The text that a function gave."""
        data, length, owner = TEXT.unpack(buffer)
        try:
            return ctypes.string_at(data, length).decode()
        finally:
            self.release(owner)


def whole(value, name, bits):
    """A whole number that fits, since ctypes would cut one that does not."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, got {type(value).__name__}") from None
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        raise OverflowError(f"{name}: {number} does not fit {bits} bits")
    return number


def converted(value, name, dtype, dimensions, changed):
    """A value as an array of the kind and the number of dimensions that a function takes."""
    array = np.asarray(value)
    if changed and (array is not value or array.dtype != dtype or not array.flags.writeable):
        raise TypeError(f"{name}: the function stores into it, so it must be a writeable array of {dtype}")
    if array.dtype != dtype:
        if not np.can_cast(array.dtype, dtype, "same_kind") and not is_exact(array, value, dtype):
            raise TypeError(f"{name}: expected {dtype}, got {array.dtype}, which loses values; convert it by astype")
        array = array.astype(dtype)
    if array.ndim != dimensions:
        raise TypeError(f"{name}: expected {dimensions} dimensions, got {array.ndim}")
    return array


def is_exact(array, value, dtype):
    """Whether a list of Python's own numbers keeps its values in the other kind."""
    return not isinstance(value, (np.ndarray, np.generic)) and np.array_equal(array.astype(dtype), array)


# The address in a capsule, which `__array_struct__` is.
address = ctypes.pythonapi.PyCapsule_GetPointer
address.restype, address.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

NUMBERS = {
    "int": lambda value: ctypes.c_int32,
    "long": lambda value: ctypes.c_int64,
    "scalar": lambda value: ctypes.c_double if value["double"] else ctypes.c_float,
}


def make(library, own, function, module):
    """The Python function for one of the library: its code is written for its parameters, so that a call does nothing else."""
    code = Code(library, own, function)
    for number, param in enumerate(function["params"]):
        code.argument(number, param)
    for number, result in enumerate(function["results"]):
        code.result(number, result)
    made = code.finish()
    made.__name__ = made.__qualname__ = function["name"]
    made.__module__ = module
    made.__doc__ = documentation(function)
    made.__signature__ = signature(function)
    return made


class Code:
    """The text of a function in the making, and what it refers to."""

    def __init__(self, library, own, function):
        self.called = library[function["name"]]
        self.called.restype = ctypes.c_int
        self.types, self.arguments, self.before, self.values = [], [], [], []
        self.names = {
            "called": self.called, "failed": own.failed, "array": own.array, "text": own.text,
            "ndarray": np.ndarray, "converted": converted, "whole": whole, "byref": ctypes.byref}
        self.params = [name_of(param, f"p{number}") for number, param in enumerate(function["params"])]

    def argument(self, number, param):
        """Takes an argument."""
        name, own = self.params[number], param["name"]
        kind = param["kind"]
        if kind == "array":
            self.array_argument(number, param)
            return
        if kind == "text":
            self.before += [f"{name} = {name}.encode()"]
            self.arguments += [name, f"len({name})"]
            self.types += [ctypes.c_char_p, ctypes.c_int64]
            return
        self.types.append(NUMBERS[kind](param))
        bits = {"int": 32, "long": 64}.get(kind)
        # Python's own numbers, which most are, need no call.
        if bits:
            suits = f"{name}.__class__ is int and {-1 << bits - 1} <= {name} < {1 << bits - 1}"
            self.arguments.append(f"{name} if {suits} else whole({name}, {own!r}, {bits})")
        else:
            self.arguments.append(f"{name} if {name}.__class__ is float else float({name})")

    def array_argument(self, number, param):
        """Takes an array by the structure with which NumPy describes it; its elements stay where they are. The library knows such a structure by the
        lowest bit of the address."""
        name, rank = self.params[number], len(param["extents"])
        self.names |= {"address": address, f"dtype{number}": DTYPES[param["element"]]}
        wrong = f"{name}.__class__ is not ndarray or {name}.dtype is not dtype{number} or {name}.ndim != {rank}"
        if param["changed"]:
            wrong += f" or not {name}.flags.writeable"
        self.before += [
            f"if {wrong}:",
            f"    {name} = converted({name}, {param['name']!r}, dtype{number}, {rank}, {param['changed']})",
            # The capsule owns the structure, so a variable holds it during the call.
            f"held{number} = {name}.__array_struct__"]
        self.arguments.append(f"address(held{number}, None) | 1")
        self.types.append(ctypes.c_void_p)

    def result(self, number, result):
        """Makes room for a result, and says how it is read."""
        kind, place = result["kind"], f"r{number}"
        size = {"array": ARRAY.size, "text": TEXT.size}.get(kind)
        self.names[f"room{number}"] = ctypes.c_char * size if size else NUMBERS[kind](result)
        self.before.append(f"{place} = room{number}()")
        self.arguments.append(place if size else f"byref({place})")
        self.types.append(ctypes.c_void_p)
        self.values.append(f"{kind}({place})" if size else f"{place}.value")

    def finish(self):
        """The function."""
        self.called.argtypes = self.types
        lines = [f"def function({', '.join(self.params)}):"]
        lines += ["    " + line for line in self.before]
        lines += [f"    if called({', '.join(self.arguments)}):", "        raise failed()"]
        lines += [f"    return {', '.join(self.values)}"] if self.values else []
        exec("\n".join(lines), self.names)
        return self.names["function"]


def name_of(param, otherwise):
    """The name of a parameter, where Python can have it and the written code does not."""
    name = param["name"]
    taken = keyword.iskeyword(name) or name in RESERVED or name[:1] in "pr" and name[1:].isdigit()
    starts = ("held", "dtype", "room")
    return otherwise if taken or not name.isidentifier() or name.startswith(starts) else name


RESERVED = {"address", "called", "failed", "array", "text", "ndarray", "converted", "whole", "byref", "len", "float", "function"}


# The types of parameters and results, by their kinds.
TYPES = {"int": int, "long": int, "scalar": float, "text": str, "array": np.ndarray}


def python_type(value):
    """The type of a parameter or a result as it is written."""
    kind = TYPES[value["kind"]]
    return "numpy.ndarray" if kind is np.ndarray else kind.__name__


def signature(function):
    """The signature of a function."""
    params = [
        inspect.Parameter(name_of(param, f"p{number}"), inspect.Parameter.POSITIONAL_OR_KEYWORD,
                          annotation=TYPES[param["kind"]])
        for number, param in enumerate(function["params"])]
    results = [TYPES[result["kind"]] for result in function["results"]]
    gives = {0: None, 1: results[0] if results else None}.get(len(results), tuple)
    return inspect.Signature(params, return_annotation=gives)


def documentation(function):
    """The comment of a function, and what its parameters and results are."""
    lines = [function["doc"].strip()] if function["doc"].strip() else []
    for title, values in (("Parameters:", function["params"]), ("Results:", function["results"])):
        if not values:
            continue
        lines += ["", title]
        lines += [f"  {value['name']} : {said(value)}" for value in values]
    return "\n".join(lines).strip()


def said(value):
    """The type of a value as Quasar and as NumPy say it, and what the comment says."""
    said = value["type"]
    if value["kind"] == "array":
        said += f" ({DTYPES[value['element']]}, {len(value['extents'])} dimensions)"
    if value["changed"]:
        said += ", changed"
    return f"{said}; {value['doc']}" if value["doc"] else said
