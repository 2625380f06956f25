#!/bin/sh
# Runs the suite of this folder on the GPU of this machine: every program on the processor and on the GPU, whose outputs are compared,
# then the measurements. Needs a shell and awk, an NVIDIA driver and NVRTC; nothing is compiled here but the kernels.
#
#   ./run.sh             all of it; the table goes to results.md
#   DEVICE=emu ./run.sh  on the emulated GPU (QC_EMU_LIBRARY and QC_CUDA_LIB_DIR name the libraries)
#
# SIDE and ROUNDS make the measurements smaller or larger; LIMIT is the number of seconds that a program may take; ONLY is a part of the
# names of the programs to run.
cd "$(dirname "$0")" || exit 2
device=${DEVICE:-gpu}
limit=${LIMIT:-120}
results=$PWD/results.md
passed=0
failed=0
ran=0

# Two texts: numbers within a tolerance, the rest literally. The tolerance is relative, absolute below 1.
same() {
    awk -v tolerance="$3" '
        function number(word) { return word ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
        function words(line, into) {
            gsub(/[][,;:(){}=]/, " & ", line)
            return split(line, into, " ")
        }
        NR == FNR { first[NR] = $0; lines = NR; next }
        {
            n = words(first[FNR], a)
            m = words($0, b)
            if (FNR > lines || n != m) { differs = 1; exit }
            for (i = 1; i <= n; i++) {
                if (a[i] == b[i]) continue
                if (!number(a[i]) || !number(b[i])) { differs = 1; exit }
                gap = a[i] - b[i]; if (gap < 0) gap = -gap
                size = a[i] < 0 ? -a[i] : a[i] + 0; if (size < 1) size = 1
                if (gap > tolerance * size) { differs = 1; exit }
            }
            seen = FNR
        }
        END { exit (differs || seen != lines) ? 1 : 0 }' "$1" "$2"
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# Runs one program of a folder with one device; its exit code goes to a file.
start() {
    (
        cd "$1" || exit 2
        # Each word of a line of the file is an argument.
        set --
        [ -f arguments ] && while IFS= read -r word; do set -- "$@" "$word"; done <arguments
        [ -f environment ] && while IFS= read -r pair; do export "${pair?}"; done <environment
        QC_DEVICE=$chosen timeout "$limit" ./program "$@" >"$chosen.out" 2>"$chosen.err" </dev/null
        echo $? >"$chosen.code"
    )
}

{
    echo "# The suite on $(uname -n)"
    echo
    if command -v nvidia-smi >/dev/null 2>&1; then
        nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv,noheader
        echo
    fi
} >"$results"

if ! (chosen=$device; start measure/hello; exit "$(cat "measure/hello/$device.code")"); then
    sed 's/^/    /' "measure/hello/$device.err"
    echo "there is no such device here" >&2
    exit 2
fi

for folder in programs/*/; do
    folder=${folder%/}
    name=${folder#programs/}
    case $name in *"$ONLY"*) ;; *) continue ;; esac
    tolerance=$(cat "$folder/tolerance")
    for chosen in cpu "$device"; do start "$folder"; done
    ran=$((ran + 1))
    for chosen in cpu "$device"; do
        if [ -f "$folder/unordered" ]; then sort -o "$folder/$chosen.out" "$folder/$chosen.out"; fi
    done
    if ! cmp -s "$folder/cpu.code" "$folder/$device.code"; then
        why="exit codes $(cat "$folder/cpu.code") and $(cat "$folder/$device.code")"
    elif ! same "$folder/cpu.out" "$folder/$device.out" "$tolerance"; then
        why="the outputs differ"
    else
        passed=$((passed + 1))
        continue
    fi
    failed=$((failed + 1))
    echo "FAILED $name: $why; $(head -n 1 "$folder/$device.err")"
    echo "* \`$name\`: $why; \`$(head -n 1 "$folder/$device.err")\`" >>"$results"
done
summary="$ran programs: $passed give the same on $device as on the processor, $failed do not"
echo "$summary"
{
    echo
    echo "$summary."
    echo
    echo "| measured | |"
    echo "|---|---|"
} >>"$results"

measured() { printf '%s\n' "$1: $2"; printf '| %s | %s |\n' "$1" "$2" >>"$results"; }

if [ -z "$ONLY" ]; then
    cache=$(mktemp -d)
    for start in cold warm; do
        begun=$(milliseconds)
        (cd measure/hello && QC_CACHE_DIR=$cache QC_DEVICE=$device ./program >/dev/null)
        measured "start with ten kernels, $start" "$(($(milliseconds) - begun)) ms"
    done
    rm -r "$cache"
    (cd measure/measure && QC_DEVICE=$device ./program "${SIDE:-4096}" "${ROUNDS:-50}") >measure/figures
    while IFS= read -r line; do measured "${line%: *}" "${line##*: }"; done <measure/figures
fi
echo "the table is in $results"
[ "$failed" -eq 0 ]
