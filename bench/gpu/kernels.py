#!/usr/bin/env python3
"""Tells what NVRTC makes of the kernels of the samples and benchmarks, and writes docs/gpu-kernels.md.

    python3 bench/gpu/kernels.py --nvrtc LIBNVRTC --cuobjdump PROGRAM --emulator LIBRARY [--qc PROGRAM]

No GPU is needed. Registers, stack and shared memory are read from machine code of four architectures
(pip install nvidia-cuda-nvrtc nvidia-cuda-cuobjdump); instructions, memory requests and sectors are counted
by the emulated GPU (cargo build --release -p quasar-emulator) on small inputs.
"""
import argparse
import ctypes
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ARCHITECTURES = ["sm_75", "sm_87", "sm_90", "sm_100"]
IMAGE = ROOT / "tests/data/gradient.png"
# Program, arguments on the emulated GPU. Samples get a small picture.
PROGRAMS = [
    ("samples/denoise.q", ["{image}", "{out}/denoise.png"]),
    ("samples/edges.q", ["{image}", "{out}/edges.png"]),
    ("samples/tonemap.q", ["{image}", "{out}/tonemap.png"]),
] + [(f"bench/quasar/{name}.q", ["256" if name == "g" else "64", "1"]) for name in "abcdefghik"]


class Nvrtc:
    """The library, by its C interface."""

    def __init__(self, path):
        for builtins in Path(path).parent.glob("libnvrtc-builtins.so.*"):
            ctypes.CDLL(str(builtins))
        self.library = ctypes.CDLL(path)
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        self.version = f"{major.value}.{minor.value}"

    def machine_code(self, text, architecture):
        program = ctypes.c_void_p()
        options = [b"-std=c++17", b"--fmad=false", b"-lineinfo", f"-arch={architecture}".encode()]
        array = (ctypes.c_char_p * len(options))(*options)
        self.library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"kernels.cu", 0, None, None)
        if self.library.nvrtcCompileProgram(program, len(options), array):
            sys.exit(f"NVRTC does not compile a text for {architecture}")
        size = ctypes.c_size_t()
        self.library.nvrtcGetCUBINSize(program, ctypes.byref(size))
        code = ctypes.create_string_buffer(size.value)
        self.library.nvrtcGetCUBIN(program, code)
        return code.raw


def run(command, **settings):
    """Standard output of a command that must succeed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **settings)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def resources(options, nvrtc, text, architecture, folder):
    """Registers, bytes of stack and of shared memory by kernel."""
    code = folder / "kernels.cubin"
    code.write_bytes(nvrtc.machine_code(text, architecture))
    listing = run([options.cuobjdump, "--dump-resource-usage", code])
    found = {}
    for name, usage in re.findall(r"Function (\w+):\s*\n\s*(.*)", listing):
        numbers = dict(re.findall(r"(REG|STACK|SHARED):(\d+)", usage))
        found[name] = tuple(int(numbers[key]) for key in ("REG", "STACK", "SHARED"))
    return found


def counts(executable, arguments, environment, folder):
    """Instructions, requests and sectors by kernel, summed over its launches."""
    file = folder / "counts"
    file.unlink(missing_ok=True)
    run([executable, *arguments], cwd=folder, env={**environment, "QC_DEVICE": "emu", "QC_EMU_COUNTS": str(file)})
    found = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        name, *fields = line.split()
        fields = dict(field.split("=") for field in fields)
        old = found.get(name, (0, 0, 0))
        new = (int(fields[key]) for key in ("instructions", "requests", "sectors"))
        found[name] = tuple(a + b for a, b in zip(old, new))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nvrtc", required=True, help="the file libnvrtc.so.N")
    parser.add_argument("--cuobjdump", default="cuobjdump")
    parser.add_argument("--emulator", required=True, help="the file libquasar_emulator.so")
    parser.add_argument("--qc", default=ROOT / "target/release/qc")
    options = parser.parse_args()
    options.qc = Path(options.qc).resolve()
    nvrtc = Nvrtc(options.nvrtc)
    environment = {
        **os.environ,
        "QC_CUDA_LIB_DIR": str(Path(options.nvrtc).parent),
        "QC_EMU_LIBRARY": str(Path(options.emulator).resolve()),
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = []
        for program, arguments in PROGRAMS:
            text = run([options.qc, "--emit=cuda", program], cwd=ROOT)
            usage = [resources(options, nvrtc, text, one, folder) for one in ARCHITECTURES]
            run([options.qc, program, "-o", folder / "program"], cwd=ROOT)
            given = [argument.format(image=IMAGE, out=folder) for argument in arguments]
            done = counts(folder / "program", given, environment, folder)
            rows += [row(program, kernel, usage, done.get(kernel)) for kernel in usage[0]]
        write(nvrtc, rows)


def row(program, kernel, usage, done):
    cells = [program, f"`{kernel}`"]
    for found in usage:
        registers, stack, shared = found[kernel]
        cells.append(f"{registers} / {stack} / {shared}")
    if done:
        instructions, requests, sectors = done
        cells += [f"{instructions}", f"{sectors / requests:.2f}" if requests else ""]
    else:
        cells += ["", ""]
    return cells


def write(nvrtc, rows):
    lines = [
        "# Kernels on GPUs",
        "",
        "Written by `bench/gpu/kernels.py`; do not edit. No GPU was used: the machine code is that of NVRTC",
        f"{nvrtc.version}, the counts are those of the emulated GPU on small inputs.",
        "",
        "* registers / stack / shared: registers of a thread, bytes of its stack (spilled registers lie there) and bytes",
        "  of static shared memory of a block, of which sm_90 and sm_100 keep 1024 for themselves",
        "* instructions: of all threads, in PTX",
        "* sectors: 32-byte sectors for each request of a warp to global memory; 4 is ideal for elements of four",
        "  bytes, 32 is the worst",
        "",
        "| program | kernel | " + " | ".join(ARCHITECTURES) + " | instructions | sectors |",
        "|" + "---|" * (4 + len(ARCHITECTURES)),
    ]
    lines += ["| " + " | ".join(cells) + " |" for cells in rows]
    (ROOT / "docs/gpu-kernels.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
