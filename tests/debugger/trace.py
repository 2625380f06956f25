"""Runs a program in gdb and writes what its variables are at each statement, as `print` would write them.

`QC_WATCH` names a file with a line for each statement: its line in the source, its function, and the variables. `QC_TRACE_FILE` gets
`@@LINE NAME=TEXT@.` for each variable each time that the program comes to the statement. What gdb does not know is left out.

*Invariant:* texts of values come from the pretty printers alone; here they only lose the quotes that `print` does not write.
"""

import os

import gdb


def text_of(value, within=False):
    """A value as `print` writes it; nothing where gdb does not know it."""
    if value.is_optimized_out:
        return None
    ty = value.type.strip_typedefs()
    if ty.code == gdb.TYPE_CODE_STRUCT:
        fields = [(field.name, text_of(value[field.name], True)) for field in ty.fields()]
        if any(text is None for _, text in fields):
            return None
        return "{" + ", ".join("%s: %s" % field for field in fields) + "}"
    shown = gdb.default_visualizer(value)
    if ty.code == gdb.TYPE_CODE_ENUM:
        return str(value)
    if shown is None:
        return str(int(value))
    text = shown.to_string()
    is_text = tag_of_target(ty) == "quasar_string"
    return text[1:-1].replace('""', '"') if is_text and not within else text


class Statement(gdb.Breakpoint):
    """A statement with the variables to look at."""

    def __init__(self, place, line, function, names, out):
        super().__init__("%s:%s" % (place, line), internal=True)
        self.at, self.function, self.names, self.out = line, function, names, out

    def stop(self):
        frame = gdb.newest_frame()
        if frame.name().split("$")[0] != self.function:
            return False
        for name in self.names:
            try:
                text = text_of(frame.read_var(name))
            except ValueError:
                text = "(not there)"
            if text is not None:
                self.out.write("@@%s %s=%s@.\n" % (self.at, name, text))
        return False


def run():
    source = os.environ["QC_SOURCE"]
    with open(os.environ["QC_TRACE_FILE"], "w") as out, open(os.environ["QC_WATCH"]) as watched:
        for line in watched:
            number, function, *names = line.split()
            Statement(source, number, function, names, out)
        gdb.execute("run > program-says")


run()
