#!/usr/bin/env python3
"""Measures how long the language server takes to answer on a program of 2,000 lines, the first answer behind an edit in its middle included.

    python3 bench/lsp.py [--qc PATH] [--lines 2000] [--rounds 40]

Each round types a character in the middle of the program and asks one question of each kind, each of them once as the first behind the edit.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time

FUNCTION = """% Filters an image, variant {k}.
function y = filter_{k}(x : mat, radius : int, weight = 0.5)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            total = 0.0
            for p = -radius..radius
                total += weight * x[m, max(0, min(n+p, size(x,1)-1))]
            end
            y[m,n] = total / (2*radius + 1)
        end
    end
    if mean(y) > {k}.5
        y = y .* 2 + {k}
    end
end
"""


def program(lines):
    count = lines // 17  # a function and its call
    functions = "".join(FUNCTION.format(k=k) for k in range(count))
    calls = "".join(f"result += sum(filter_{k}(image, {k % 5}))\n" for k in range(count))
    return functions + "image = ones(64, 64)\nresult = 0.0\n" + calls + "print result\n"


class Client:
    def __init__(self, qc):
        self.process = subprocess.Popen([qc, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "QC_CONFIG": ""})
        self.number = 0

    def write(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        self.number += 1
        self.write({"id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.number and "method" not in message:
                assert "error" not in message, message
                return message["result"]


def questions(uri, line):
    text = {"textDocument": {"uri": uri}}
    place = {**text, "position": {"line": line, "character": 20}}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99999, "character": 0}}
    return {
        "hover": ("textDocument/hover", place),
        "definition": ("textDocument/definition", place),
        "references": ("textDocument/references", {**place, "context": {"includeDeclaration": True}}),
        "highlight": ("textDocument/documentHighlight", place),
        "completion": ("textDocument/completion", place),
        "signature": ("textDocument/signatureHelp", place),
        "outline": ("textDocument/documentSymbol", text),
        "folding": ("textDocument/foldingRange", text),
        "colours": ("textDocument/semanticTokens/full", text),
        "hints": ("textDocument/inlayHint", {**text, "range": whole}),
        "formatting": ("textDocument/formatting", {**text, "options": {"tabSize": 4, "insertSpaces": True}}),
        "rename": ("textDocument/prepareRename", place),
    }


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def measure(client, uri, lines, rounds):
    middle = lines // 2 // 16 * 16 + 7
    first, later = {}, {}
    version = 1
    kinds = list(questions(uri, middle))
    for number in range(rounds):
        order = kinds[number % len(kinds):] + kinds[:number % len(kinds)]
        version += 1
        at = {"line": middle - 2, "character": 23}
        edit = {"range": {"start": at, "end": at}, "text": "0"}
        client.write({"method": "textDocument/didChange", "params": {"textDocument": {"uri": uri, "version": version}, "contentChanges": [edit]}})
        for place, kind in enumerate(order):
            method, params = questions(uri, middle)[kind]
            begun = time.perf_counter()
            client.ask(method, params)
            (first if place == 0 else later).setdefault(kind, []).append(time.perf_counter() - begun)
        time.sleep(0.02)
    return first, later


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qc", default="target/release/qc")
    parser.add_argument("--lines", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=48)
    options = parser.parse_args()
    client = Client(options.qc)
    with tempfile.TemporaryDirectory() as folder:
        uri = f"file://{folder}/a.q"
        client.ask("initialize", {"capabilities": {}})
        client.write({"method": "initialized", "params": {}})
        text = program(options.lines)
        item = {"uri": uri, "languageId": "quasar", "version": 1, "text": text}
        client.write({"method": "textDocument/didOpen", "params": {"textDocument": item}})
        first, later = measure(client, uri, text.count("\n"), options.rounds)
        client.ask("shutdown", None)
        client.write({"method": "exit"})
        client.process.wait()
    print(f"{text.count(chr(10))} lines, milliseconds")
    print(f"{'':12}{'first, median':>16}{'worst':>8}{'later, median':>16}{'worst':>8}")
    for kind in later:
        early, late = first.get(kind, [0]), later[kind]
        print(f"{kind:12}{percentile(early, 0.5):16.1f}{max(early) * 1000:8.1f}{percentile(late, 0.5):16.1f}{max(late) * 1000:8.1f}")
    all_times = [t for times in (*first.values(), *later.values()) for t in times]
    firsts = [t for times in first.values() for t in times]
    print(f"95 % of all answers within {percentile(all_times, 0.95):.1f} ms, of the first ones within {percentile(firsts, 0.95):.1f} ms")


if __name__ == "__main__":
    main()
