"""Values of Quasar in gdb: arrays, texts, cells and numbers as `print` writes them, and pictures of arrays as files.

`qc -g` lays this file into the executable. gdb runs it if it may: `add-auto-load-safe-path app`, or `source quasar.py`.

*Invariant:* nothing here calls a function of the program or writes to its memory.
"""

import struct

import gdb

# As in rt/abi/src/values.rs: how an element of each kind lies in memory.
FORMATS = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q",
           "f16": "e", "f32": "f", "f64": "d", "c32": "ff", "c64": "dd", "str": "Q", "array": "Q", "func": "Q"}
KINDS = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64", "c32", "c64", "str", "array", "func"]
SINGLE = ("f16", "f32", "c32")
# What the lowest bits of the mark of a cell's element say.
VALUE, ARRAY, OTHER = 1, 2, 3
# What stands behind a pointer to an object.
ARRAY_OBJECT, TEXT_OBJECT = 1, 2
# The sizes of headers, and where their fields lie.
HEADER = struct.Struct("<qiiiiqQQq16q")
TEXT_HEADER = struct.Struct("<qiiq")
# Arrays with more elements are shown without their middle, of which so many remain at each end.
LIMIT = 1000
EDGE = 3
# More is not read for a picture.
LARGEST_PICTURE = 1 << 28


def memory(address, size):
    return gdb.selected_inferior().read_memory(address, size).tobytes()


def shortest(value, single):
    """The shortest decimal that reads back equal, as `print` writes it."""
    if value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    text = repr(value)
    if single:
        wanted = struct.pack("<f", value)
        for digits in range(1, 10):
            text = "%.*e" % (digits - 1, value)
            try:
                if struct.pack("<f", float(text)) == wanted:
                    break
            except OverflowError:
                continue
    sign = "-" if text.startswith("-") else ""
    mantissa, _, exponent = ("%e" % 0 if value == 0 else text.lstrip("-")).partition("e")
    if not exponent:
        mantissa, _, exponent = normal(text.lstrip("-"))
    digits = mantissa.replace(".", "").rstrip("0") or "0"
    return sign + placed(digits, int(exponent))


def normal(text):
    """A plain decimal as mantissa and exponent."""
    whole, _, fraction = text.partition(".")
    digits = (whole + fraction).lstrip("0")
    exponent = len(whole) - 1 if whole.strip("0") else -(len(fraction) - len(fraction.lstrip("0")) + 1)
    return digits, "e", str(exponent)


def placed(digits, exponent):
    if not -4 <= exponent < 16:
        point = "." + digits[1:] if len(digits) > 1 else ""
        return "%s%se%s%02d" % (digits[0], point, "-" if exponent < 0 else "+", abs(exponent))
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    if len(digits) <= exponent + 1:
        return digits + "0" * (exponent + 1 - len(digits))
    return digits[:exponent + 1] + "." + digits[exponent + 1:]


def complex_text(real, imaginary, single):
    imaginary = shortest(imaginary, single)
    return shortest(real, single) + ("" if imaginary.startswith("-") else "+") + imaginary + "i"


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


def text_at(address):
    if address == 0:
        return ""
    length = TEXT_HEADER.unpack(memory(address, TEXT_HEADER.size))[3]
    return memory(address + TEXT_HEADER.size, length).decode("utf-8", "replace")


class Array:
    """An array in the program's memory."""

    def __init__(self, address):
        self.empty = address == 0
        if self.empty:
            self.kind, self.dims, self.count, self.data, self.mark = "f32", [0], 0, 0, 0
            return
        fields = HEADER.unpack(memory(address, HEADER.size))
        _, _, elem, rank, self.mark, self.count, self.data, _, _ = fields[:9]
        if not 0 <= elem < len(KINDS) or not 1 <= rank <= 16:
            raise gdb.GdbError("there is no array at 0x%x" % address)
        self.kind, self.dims = KINDS[elem], list(fields[9:9 + rank])

    def size(self):
        return struct.calcsize("<" + FORMATS[self.kind])

    def elements(self, first, count):
        """Some elements as texts."""
        layout = struct.Struct("<" + FORMATS[self.kind])
        data = memory(self.data + first * layout.size, count * layout.size)
        return [self.element(values) for values in layout.iter_unpack(data)]

    def element(self, values):
        single = self.kind in SINGLE
        if len(values) == 2:
            return complex_text(values[0], values[1], single)
        if self.kind in ("f16", "f32", "f64"):
            return shortest(values[0], single)
        if self.kind == "str":
            return quoted(text_at(values[0]))
        if self.kind == "array":
            return inner_text(values[0])
        return "function" if self.kind == "func" else str(values[0])

    def numbers(self):
        """All elements as numbers."""
        layout = struct.Struct("<" + FORMATS[self.kind])
        return [values[0] for values in layout.iter_unpack(memory(self.data, self.count * layout.size))]

    def parts(self):
        layout = struct.Struct("<Q")
        return [values[0] for values in layout.iter_unpack(memory(self.data, 8 * self.count))]

    def text(self, lines):
        if self.count == 0:
            return "[]"
        dims = list(self.dims)
        if len(dims) == 1:
            dims.append(1)
        if len(dims) == 2 and dims[0] == 1:
            dims = dims[1:]
        return shown(dims, self.elements, self.count > LIMIT, lines)


def shown(dims, elements, elide, lines):
    """Nested rows, as `print` writes them; `elements` gives some of them in a row as texts."""
    def level(depth, first):
        size = dims[depth]
        stride = 1
        for inner in dims[depth + 1:]:
            stride *= inner
        short = elide and size > 2 * EDGE
        chosen = [range(0, EDGE), range(size - EDGE, size)] if short else [range(0, size)]
        parts = []
        for part in chosen:
            if depth + 1 == len(dims):
                parts.append(elements(first + part.start, len(part)))
            else:
                parts.append([level(depth + 1, first + index * stride) for index in part])
        between = ",\n" + " " * (depth + 1) if lines and depth + 1 < len(dims) else ","
        return "[" + (between + "..." + between).join(between.join(part) for part in parts) + "]"
    return level(0, 0)


def bare_text(texts):
    """The text of a value of a class in a cell: a text, or texts and arrays in turn."""
    if texts.kind == "str":
        return text_at(texts.parts()[0])
    pieces = texts.parts()
    return "".join(Array(piece).text(True) if at % 2 else text_at(Array(piece).parts()[0])
                   for at, piece in enumerate(pieces))


def inner_text(address):
    """An array as it stands inside another."""
    if address == 0:
        return "[]"
    array = Array(address)
    form = array.mark & 3
    if form == VALUE:
        return Array(array.parts()[0]).elements(0, 1)[0]
    if form == ARRAY:
        return Array(array.parts()[0]).text(False)
    return bare_text(Array(array.parts()[0])) if form == OTHER else array.text(False)


def outer_text(address):
    """An array on its own."""
    if address == 0:
        return "[]"
    array = Array(address)
    form = array.mark & 3
    return inner_text(address) if form else array.text(True)


def error_text(address):
    """What was caught prints as its message."""
    parts = Array(address).parts() if address else []
    return text_at(parts[0]) if parts else ""


def object_text(value):
    """A reference to an object: its type, or its fields where these appear by assignment."""
    address, name = int(value), value.type.name or "object"
    if address == 0 or Array(address).count == 0:
        return "nullptr"
    fields = value.type.strip_typedefs().target().strip_typedefs().fields()
    if name.startswith("^") or not fields or fields[0].type.name != "cell":
        return name
    entries = zip(fields, Array(address).parts())
    return "{" + ", ".join("%s: %s" % (field.name, inner_text(entry)) for field, entry in entries if entry) + "}"


class Shown:
    """A value with its text."""

    def __init__(self, text):
        self.text = text

    def to_string(self):
        return self.text


def elements_of(value):
    """The numbers of an array of C, the last index fastest, and its extents."""
    dims, element = [], value.type.strip_typedefs()
    while element.code == gdb.TYPE_CODE_ARRAY:
        low, high = element.range()
        dims.append(high - low + 1)
        element = element.target().strip_typedefs()
    values = [value]
    for _ in dims:
        values = [one[at] for one in values for at in range(one.type.strip_typedefs().range()[1] + 1)]
    return dims, values


def plain_text(value):
    """A number, or an object in an array of C."""
    ty = value.type.strip_typedefs()
    single = ty.sizeof == 4 or (ty.code == gdb.TYPE_CODE_COMPLEX and ty.sizeof == 8)
    if ty.code == gdb.TYPE_CODE_COMPLEX:
        gdb.set_convenience_variable("_quasar", value)
        real, imaginary = (float(gdb.parse_and_eval(part + "($_quasar)")) for part in ("$_creal", "$_cimag"))
        return complex_text(real, imaginary, single)
    if ty.code == gdb.TYPE_CODE_FLT:
        return shortest(float(value), single)
    return str(int(value))


def tag_of_target(ty):
    if ty.code != gdb.TYPE_CODE_PTR:
        return ""
    target = ty.target().strip_typedefs()
    return (target.tag or "") if target.code == gdb.TYPE_CODE_STRUCT else ""


def printer(value):
    """How gdb shows a value; nothing for what is not Quasar's."""
    if value.is_optimized_out:
        return None
    ty = value.type.strip_typedefs()
    tag = tag_of_target(ty)
    if tag == "quasar_string":
        return Shown(quoted(text_at(int(value))))
    if tag.startswith("quasar_array_"):
        is_error = value.type.name == "qexception"
        return Shown(error_text(int(value)) if is_error else outer_text(int(value)))
    if tag.startswith("quasar_object_"):
        return Shown(object_text(value))
    if ty.code in (gdb.TYPE_CODE_FLT, gdb.TYPE_CODE_COMPLEX) and ty.name in ("scalar", "cscalar"):
        return Shown(plain_text(value))
    if ty.code == gdb.TYPE_CODE_ARRAY and value.type.code == gdb.TYPE_CODE_TYPEDEF:
        dims, values = elements_of(value)
        if len(dims) == 2 and dims[0] == 1:
            dims = dims[1:]
        return Shown(shown(dims, lambda first, count: [plain_text(one) for one in values[first:first + count]], False, True))
    return None


class Image(gdb.Command):
    """Write a picture of an array: quasar-image EXPRESSION FILE

A matrix becomes a grey picture (PGM), a cube with three planes one in colours (PPM). Elements from 0 to 255 are shown as they
are, what lies outside as the nearest of these."""

    def __init__(self):
        super().__init__("quasar-image", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        words = argument.rsplit(None, 1)
        if len(words) != 2:
            raise gdb.GdbError("write: quasar-image EXPRESSION FILE, such as quasar-image y out.pgm")
        dims, numbers = shades(words[0], gdb.parse_and_eval(words[0]))
        header = picture(words[0], dims)
        data = bytes(grey(number) for number in numbers)
        try:
            with open(words[1], "wb") as file:
                file.write(header + data)
        except OSError as error:
            raise gdb.GdbError("cannot write %s: %s" % (words[1], error.strerror))
        print("%s: %s" % (words[1], header.decode().replace("\n", " ").strip()))


class Fields(gdb.Command):
    """Show the fields of an object that a reference refers to: quasar-fields EXPRESSION

`ptype EXPRESSION` tells their types, and EXPRESSION->FIELD is one of them."""

    def __init__(self):
        super().__init__("quasar-fields", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        if not argument:
            raise gdb.GdbError("write: quasar-fields EXPRESSION, such as quasar-fields head")
        value = gdb.parse_and_eval(argument)
        if not tag_of_target(value.type.strip_typedefs()).startswith("quasar_object_"):
            raise gdb.GdbError("%s is no reference to an object" % argument)
        if Array(int(value)).count == 0:
            raise gdb.GdbError("%s is nullptr" % argument)
        for field in value.type.strip_typedefs().target().strip_typedefs().fields():
            print("%s = %s" % (field.name, value[field.name].format_string()))


def shades(name, value):
    """The extents of an array, and its elements as numbers."""
    ty = value.type.strip_typedefs()
    if ty.code == gdb.TYPE_CODE_ARRAY and not value.is_optimized_out:
        dims, values = elements_of(value)
        kind = values[0].type.strip_typedefs().code
        if kind in (gdb.TYPE_CODE_FLT, gdb.TYPE_CODE_INT):
            return dims, [float(one) for one in values]
        raise gdb.GdbError("%s has no elements that are shades" % name)
    if not tag_of_target(ty).startswith("quasar_array_"):
        raise gdb.GdbError("%s is no array" % name)
    array = Array(int(value))
    if len(FORMATS[array.kind]) != 1 or array.kind in ("str", "array", "func"):
        raise gdb.GdbError("%s has no elements that are shades" % name)
    if not 0 < array.count <= LARGEST_PICTURE:
        raise gdb.GdbError("%s has no elements, or more than a picture has" % name)
    return array.dims, array.numbers()


def picture(name, dims):
    """The head of the file."""
    dims = dims + [1] * (2 - len(dims))
    if len(dims) == 2:
        return b"P5\n%d %d\n255\n" % (dims[1], dims[0])
    if len(dims) == 3 and dims[2] == 3:
        return b"P6\n%d %d\n255\n" % (dims[1], dims[0])
    raise gdb.GdbError("%s is neither a matrix nor a cube with three planes" % name)


def grey(number):
    return 0 if number != number else int(min(max(number, 0), 255) + 0.5)


if not any(getattr(known, "__name__", "") == "quasar_values" for known in gdb.pretty_printers):
    printer.__name__ = "quasar_values"
    gdb.pretty_printers.append(printer)
    Image()
    Fields()
