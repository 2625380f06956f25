"""A library of qc as a module: functions that take and give NumPy arrays, numbers and texts.

Invariant: memory of an argument is used during the call only; a result owns its memory and gives it back to the library.
"""

import ctypes
import hashlib
import importlib
import inspect
import json
import keyword
import os
import pathlib
import struct
import sys
import types

import numpy as np

from . import _sources
from ._arguments import converted, whole

# The kinds of elements, by the numbers of `enum quasar_element` in the header.
DTYPES = [np.dtype(name) for name in (
    "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    "float16", "float32", "float64", "complex64", "complex128")]
# Dimensions of the structure `quasar_array`.
DIMENSIONS = 16
# `quasar_array` as a whole: address, kind, number of dimensions, extents, strides, owner.
ARRAY = struct.Struct(f"@Pii{DIMENSIONS}q{DIMENSIONS}qP")


class Error(Exception):
    """An error of a Quasar function: `message`, and `file` and `line` of the statement (None and 0 where there is none)."""

    def __init__(self, text, file=None, line=0):
        super().__init__(text)
        self.message = text.split("\n", 1)[0]
        self.file = file
        self.line = line


def memory(release):
    """The type of what NumPy refers to until the last array over the elements of a result ends: memory that begins at an address. It has no length of
    its own, as a type for each length would cost more than the call; the array over it has one."""

    class Memory(ctypes.c_char * (1 << 62)):
        __slots__ = ("owner",)

        def __del__(self, release=release):
            release(self.owner)

    return Memory.from_address


class Module(types.ModuleType):
    """Functions of a library. In another process a pickle of it, or of a function, is the module of the same source (`_sources.py`)."""

    def __reduce__(self):
        return called, (self.__known__, self.__name__)


def load(path, name=None):
    """The functions of a library as a module."""
    path = os.path.abspath(os.fspath(path))
    return module_of(path, _sources.joined([path, _sources.LIBRARY], contents(path)), name)


def called(known, name):
    """The module that a pickle means."""
    return module_of(importlib.import_module(known).__file__, known, name)


def contents(path):
    """What a file has in it, as a name; none if it cannot be read."""
    try:
        return hashlib.blake2b(pathlib.Path(path).read_bytes(), digest_size=16).hexdigest()
    except OSError:
        return None


def module_of(path, known, name=None):
    """The functions of a library as a module; `known`: the name under which Python imports them, to which the same functions belong each time."""
    there = sys.modules.get(known)
    if there is None or there.__file__ != path:
        there = _sources.keep(known, loaded(path, known))
    module = Module(name or there.__quasar__["name"], there.__doc__)
    module.__dict__.update({key: value for key, value in there.__dict__.items() if key not in module.__dict__})
    return module


def loaded(path, known):
    """The functions of a library, which are those of the module `known`."""
    library = ctypes.CDLL(path)
    try:
        text = ctypes.c_char.in_dll(library, "quasar_description")
    except ValueError:
        raise ImportError(f"{path} is no library that qc has made", path=path) from None
    description = json.loads(ctypes.string_at(ctypes.addressof(text)))
    module = Module(known, f"Functions of {description['source']}, compiled by qc {description['compiler']}.")
    module.__file__, module.__known__ = path, known
    try:
        own = Own(library, description["name"])
        for function in description["functions"]:
            setattr(module, function["name"], make(library, own, function, known))
    except AttributeError as error:
        raise ImportError(f"{path} is of another qc than this package, so compile it again: {error}", path=path) from None
    module.__all__ = [function["name"] for function in description["functions"]]
    module.__quasar__ = description
    return module


class Own:
    """The functions that a library has beside the program's."""

    def __init__(self, library, prefix):
        self.prefix = prefix

        def found(end, result, *arguments):
            function = library[f"{prefix}_{end}"]
            function.restype, function.argtypes = result, arguments
            return function
        self.error = found("error", ctypes.c_char_p)
        self.error_file = found("error_file", ctypes.c_char_p)
        self.error_line = found("error_line", ctypes.c_int)
        self.release = found("release", None, ctypes.c_void_p)
        self.memory = memory(self.release)

    def failed(self):
        """The error of the last call of this thread."""
        file = self.error_file().decode() or None
        return Error(self.error().decode(), file, self.error_line())

    def text(self, data, length, owner):
        """The text that a function gave."""
        try:
            return ctypes.string_at(data, length).decode()
        finally:
            self.release(owner)


# The address in a capsule, which `__array_struct__` is.
address = ctypes.pythonapi.PyCapsule_GetPointer
address.restype, address.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def text_address(text):
    """The address of bytes, by ctypes."""
    return ctypes.cast(text, ctypes.c_void_p).value


# What every object has in front of its own fields.
HEAD = object.__basicsize__


class Fields(ctypes.Structure):
    """The first fields of an array, as NumPy's headers give them to compiled modules."""

    _fields_ = [("data", ctypes.c_void_p), ("dimensions", ctypes.c_int),
                ("extents", ctypes.POINTER(ctypes.c_ssize_t)), ("strides", ctypes.POINTER(ctypes.c_ssize_t))]


def shows_fields():
    """Whether an array is at its `id`, with the fields in their places."""
    if sys.implementation.name != "cpython":
        return False
    array = np.zeros((6, 5, 7), np.int16)[::2, 1:, ::-3]
    seen, expected = Fields.from_address(id(array) + HEAD), array.__array_interface__
    if (seen.data, seen.dimensions) != (expected["data"][0], array.ndim):
        return False
    return tuple(seen.extents[:3]) == array.shape and tuple(seen.strides[:3]) == array.strides


SHOWS_FIELDS = shows_fields()
# Set in an address: there is the structure of `__array_struct__`, or there are the fields of an array (`rt/abi/src/library.rs`).
INTERFACE, FIELDS = 1, 2

# How a block has an argument of each kind, and a result, in the language of the module `struct`: the functions of a library take all arguments and
# give all results by one block, since ctypes takes longer for each argument than for a call.
ARGUMENTS = {"int": "i12x", "long": "q8x", "scalar": "d8x", "text": "Pq", "array": "P8x"}
# Bytes of a result in a block.
PLACE = ARRAY.size
# Where the text of bytes is behind their address.
TEXT_AT = bytes.__basicsize__ - 1


def result_format(result):
    """How a block has a result."""
    kind, rank = result["kind"], len(result.get("extents", ()))
    form = {
        "int": "i", "long": "q", "scalar": "d" if result["double"] else "f", "text": "PqP",
        # Of the structure the address, the extents and the owner are not known before.
        "array": f"P8x{rank}q{8*(2*DIMENSIONS - rank)}xP"}[kind]
    return f"{form}{PLACE - struct.calcsize(form)}x"


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
        self.function = function
        self.arguments, self.before, self.parts, self.after, self.values = [], [], [], [], []
        self.names = {
            "_called": library[f"{own.prefix}_packed_{function['name']}"], "_failed": own.failed, "_text": own.text, "_memory": own.memory,
            "_ndarray": np.ndarray, "_converted": converted, "_whole": whole, "_id": id, "_address": address, "_text_address": text_address}
        self.params = [name_of(param, f"p{number}") for number, param in enumerate(function["params"])]

    def argument(self, number, param):
        """Takes an argument."""
        name, own = self.params[number], param["name"]
        kind = param["kind"]
        if kind == "array":
            self.array_argument(number, param)
            return
        if kind == "text":
            self.before.append(f"{name} = {name}.encode()")
            place = f"_id({name}) + {TEXT_AT}" if SHOWS_FIELDS else f"_text_address({name})"
            self.arguments += [place, f"len({name})"]
            return
        bits = {"int": 32, "long": 64}.get(kind)
        # Python's own numbers, which most are, need no call.
        if bits:
            suits = f"{name}.__class__ is int and {-1 << bits - 1} <= {name} < {1 << bits - 1}"
            self.arguments.append(f"{name} if {suits} else _whole({name}, {own!r}, {bits})")
        else:
            self.arguments.append(f"{name} if {name}.__class__ is float else float({name})")

    def array_argument(self, number, param):
        """Takes an array by its own fields, or by the structure with which NumPy describes it; its elements stay where they are. The library knows
        which of the two it gets by the lowest bits of the address."""
        name, rank = self.params[number], len(param["extents"])
        self.names[f"_dtype{number}"] = DTYPES[param["element"]]
        wrong = f"{name}.__class__ is not _ndarray or {name}.dtype is not _dtype{number} or {name}.ndim != {rank}"
        if param["changed"]:
            wrong += f" or not {name}.flags.writeable"
        self.before += [
            f"if {wrong}:",
            f"    {name} = _converted({name}, {param['name']!r}, _dtype{number}, {rank}, {param['changed']})"]
        if SHOWS_FIELDS:
            self.arguments.append(f"_id({name}) + {HEAD + FIELDS}")
            return
        # The capsule owns the structure, so a variable holds it during the call.
        self.before.append(f"_held{number} = {name}.__array_struct__")
        self.arguments.append(f"_address(_held{number}, None) + {INTERFACE}")

    def result(self, number, result):
        """Says how a result is read."""
        kind, place = result["kind"], f"_r{number}"
        if kind not in ("text", "array"):
            self.parts.append(place)
            self.values.append(place)
            return
        owner = f"{place}_owner"
        sizes = [f"{place}_{dimension}" for dimension in range(len(result["extents"]) if kind == "array" else 1)]
        self.parts += [place, *sizes, owner]
        if kind == "text":
            self.values.append(f"_text({place}, {sizes[0]}, {owner})")
            return
        self.names[f"_dtype{place}"] = DTYPES[result["element"]]
        self.after += [f"{place} = _memory({place})", f"{place}.owner = {owner}"]
        self.values.append(f"_ndarray(({', '.join(sizes)},), _dtype{place}, {place})")

    def finish(self):
        """The function."""
        params, results = self.function["params"], self.function["results"]
        taken = "".join(ARGUMENTS[param["kind"]] for param in params)
        size = struct.calcsize("@" + taken)
        self.names["_pack"] = struct.Struct(f"@{taken}{len(results)*PLACE}x").pack
        self.names["_parts"] = struct.Struct(f"@{size}x{''.join(map(result_format, results))}").unpack
        # The block is new bytes that nobody else has, so that the library may write the results into them. Where ctypes would pass a copy of
        # bytes, it is memory of ctypes.
        block = f"_pack({', '.join(self.arguments)})"
        if not SHOWS_FIELDS:
            self.names["_room"] = ctypes.c_char * (size + len(results)*PLACE)
            block = f"_room.from_buffer_copy({block})"
        lines = [f"def _function({', '.join(self.params)}):"]
        lines += ["    " + line for line in self.before]
        lines += [f"    _block = {block}", "    if _called(_block):", "        raise _failed()"]
        if results:
            lines += [f"    {', '.join(self.parts)}, = _parts(_block)"]
            lines += ["    " + line for line in self.after]
            lines += [f"    return {', '.join(self.values)}"]
        exec("\n".join(lines), self.names)
        return self.names["_function"]


def name_of(param, otherwise):
    """The name of a parameter, where Python can have it and the written code, whose own names begin with an underscore, does not."""
    name = param["name"]
    taken = keyword.iskeyword(name) or name in ("float", "int", "len") or name.startswith("_") or name[:1] == "p" and name[1:].isdigit()
    return name if name.isidentifier() and not taken else otherwise


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
