"""`qc repl` on a terminal: python3 terminal.py QC FOLDER. Lines over several prompts, completion, history, an interrupt, the end.

Invariant: the next keys are sent when what the last ones bring is there, never after a time.
"""

import os
import pty
import re
import select
import sys
import time

QC, FOLDER = sys.argv[1:]
PATIENCE = 120
HISTORY = os.path.join(FOLDER, "state", "qc", "history")


class Terminal:
    """A session with what it has written since it was asked last."""

    def __init__(self):
        self.process, self.file = pty.fork()
        if self.process == 0:
            surroundings = {**os.environ, "HOME": FOLDER, "XDG_STATE_HOME": os.path.join(FOLDER, "state"), "TERM": "xterm", "QC_CONFIG": ""}
            os.chdir(FOLDER)
            os.execve(QC, [QC, "repl"], surroundings)
        self.text = ""

    def wait(self, wanted):
        """Reads until a text is there, and drops what is up to it."""
        end = time.monotonic() + PATIENCE
        while wanted not in self.text:
            ready, _, _ = select.select([self.file], [], [], max(0, end - time.monotonic()))
            if not ready:
                sys.exit(f"waited in vain for {wanted!r} in {self.text!r}")
            try:
                read = os.read(self.file, 4096)
            except OSError:
                read = b""
            if not read:
                sys.exit(f"the session ended before {wanted!r}: {self.text!r}")
            # Keys of colours and places.
            self.text = re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", self.text + read.decode(errors="replace"))
        self.text = self.text[self.text.index(wanted) + len(wanted):]

    def send(self, keys):
        os.write(self.file, keys.encode())

    def enter(self, keys, wanted):
        """Sends an entry at a prompt; waits for what it prints and the next prompt."""
        self.send(keys)
        self.wait(wanted)
        self.wait("> ")


def first():
    terminal = Terminal()
    terminal.wait("> ")
    terminal.enter("x = 40\r", "\r\n")
    terminal.enter("for k = 1..2\rx += 1\rprint \"sum \", x\rend\r", "sum 42\r\n")
    # The tabulator key completes the name of a function, and of a variable.
    terminal.enter("a_long_name = 5\r", "\r\n")
    terminal.enter("a_lo\t*2 + strle\t(\"abc\")\r", "13\r\n")
    # An interrupt ends the entry, not the session, and changes nothing.
    terminal.send("print \"begin\"; while 1\rx = 7\rend\r")
    terminal.wait("begin\r\n")
    terminal.send("\x03")
    terminal.wait("> ")
    terminal.enter("print \"still \", x\r", "still 42\r\n")
    # One at a prompt leaves the line.
    terminal.send("nonsense")
    terminal.send("\x03")
    terminal.wait("> ")
    terminal.send("\x04")
    _, status = os.waitpid(terminal.process, 0)
    assert status == 0, status
    with open(HISTORY) as file:
        assert "for k = 1..2" in file.read()


def second():
    """The history of the last session is there."""
    terminal = Terminal()
    terminal.wait("> ")
    terminal.send("\x1b[A\x1b[A")
    terminal.wait("while 1")
    terminal.send("\x03")
    terminal.wait("> ")
    terminal.send(":quit\r")
    _, status = os.waitpid(terminal.process, 0)
    assert status == 0, status


first()
second()
