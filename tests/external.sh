#!/usr/bin/env bash
# Programs that others wrote, unchanged: tests/external.sh DIR [METHOD...]
#
# DIR holds the programs of github.com/vibbits/EMDenoising (src/main/quasar), which are no part of this repository. Each file is
# compiled as it is; then the methods run on a photograph with fixed noise and are compared with NumPy and SciPy: results, decibels
# and times, in a table. QC names the compiler, by default target/release/qc or target/debug/qc; QC_PYTHON the Python that has both
# packages and, for two more times, OpenCV. QC_CHECK_TIMES=1 makes slow rows failures.
set -euo pipefail
programs=$(cd "${1:?the folder of the programs}" && pwd)
shift
root=$(cd "$(dirname "$0")/.." && pwd)
python=${QC_PYTHON:-python3}
qc=${QC:-}
for built in "$root/target/release/qc" "$root/target/debug/qc"; do
    [ -n "$qc" ] || [ ! -x "$built" ] || qc=$built
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
say() { printf '%-6s %s\n' "$1" "$2"; }

for file in "$programs"/*.q; do
    if "$qc" check "$file" >"$folder/log" 2>&1; then
        say ok "${file##*/} compiles"
    else
        say FAILED "${file##*/} does not compile: $(grep -m1 -E 'error|E[0-9]{4}' "$folder/log")"
        failed=1
    fi
done

"$python" "$root/tests/external/reference.py" make "$folder" "$root/samples/images/camera.png"
"$qc" -I "$programs" "$root/tests/external/driver.q" -o "$folder/driver"
"$python" "$root/tests/external/reference.py" run "$folder" "$folder/driver" "$@" || failed=1
exit $failed
