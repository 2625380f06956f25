#!/bin/sh
# Runs the suite of this folder on the GPU of this machine: every program on the processor and on the GPU, whose outputs are compared,
# then the measurements. Needs a shell and awk, an NVIDIA driver and NVRTC; nothing is compiled here but the kernels.
#
#   ./run.sh             all of it; the table goes to results.md
#   DEVICE=emu ./run.sh  on the emulated GPU (QC_EMU_LIBRARY and QC_CUDA_LIB_DIR name the libraries)
#   JOBS=8 ./run.sh      eight programs at a time
#   CHECKER='compute-sanitizer --report-api-errors no --log-file check.log --error-exitcode 9' ./run.sh
#                        each program on the GPU under that command, whose exit code tells of errors
#
# SIDE and ROUNDS make the measurements smaller or larger; LIMIT is the number of seconds that a program may take; ONLY is a part of the
# names of the programs to run.
#
# Launches and calls of libraries that ran on the GPU are counted. A program whose kernels all ran on the processor does not pass,
# unless its folder has a file `processor`.
cd "$(dirname "$0")" || exit 2
export DEVICE=${DEVICE:-gpu}
device=$DEVICE
limit=${LIMIT:-120}
results=$PWD/results.md

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

# Runs one program of a folder with the device $chosen; its exit code goes to a file.
start() {
    (
        cd "$1" || exit 2
        # Each word of a line of the file is an argument.
        set --
        [ -f arguments ] && while IFS= read -r word; do set -- "$@" "$word"; done <arguments
        [ -f environment ] && while IFS= read -r pair; do export "${pair?}"; done <environment
        checker=
        if [ "$chosen" != cpu ]; then
            export QC_TRACE="$chosen.json"
            checker=$CHECKER
        fi
        # shellcheck disable=SC2086 # The checker is a command with its options.
        QC_DEVICE=$chosen timeout "$limit" $checker ./program "$@" >"$chosen.out" 2>"$chosen.err" </dev/null
        echo $? >"$chosen.code"
    )
}

# How many launches or calls of libraries a trace has in streams of GPUs.
counted() {
    [ -f "$2" ] || { echo 0; return; }
    grep -c "\"cat\":\"$1\".*\"tid\":[1-9][0-9][0-9][0-9][0-9]" "$2"
}

# Runs the program of a folder on both devices; one line, which begins with `passed` or `FAILED`, goes to its file `verdict`.
try() {
    folder=$1
    name=${folder#programs/}
    tolerance=$(cat "$folder/tolerance")
    for chosen in cpu "$device"; do start "$folder"; done
    for chosen in cpu "$device"; do
        if [ -f "$folder/unordered" ]; then sort -o "$folder/$chosen.out" "$folder/$chosen.out"; fi
    done
    launches=$(counted launch "$folder/$device.json")
    calls=$(counted library "$folder/$device.json")
    on_processor=0
    [ -f "$folder/$device.json" ] && on_processor=$(grep -c '"cat":"launch".*"tid":[0-9]\{1,4\},' "$folder/$device.json")
    why=
    if ! cmp -s "$folder/cpu.code" "$folder/$device.code"; then
        why="exit codes $(cat "$folder/cpu.code") and $(cat "$folder/$device.code")"
    elif ! same "$folder/cpu.out" "$folder/$device.out" "$tolerance"; then
        why="the outputs differ"
    elif [ "$on_processor" -gt 0 ] && [ "$launches" -eq 0 ] && [ ! -f "$folder/processor" ]; then
        why="all its $on_processor launches ran on the processor"
    fi
    if [ -z "$why" ]; then
        echo "passed $name: $launches launches, $calls calls of libraries, $on_processor launches on the processor" >"$folder/verdict"
    else
        echo "FAILED $name: $why; $(head -n 1 "$folder/$device.err")" >"$folder/verdict"
        cat "$folder/verdict"
    fi
}

if [ "$1" = --try ]; then
    try "$2"
    exit
fi

{
    echo "# The suite on $(uname -n)"
    echo
    if command -v nvidia-smi >/dev/null 2>&1; then
        nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv,noheader
        echo
    fi
} >"$results"

if ! (chosen=$device; start measure/hello; exit "$(cat "measure/hello/$device.code")"); then
    sed 's/^/    /' "measure/hello/$device.err" >&2
    echo "the first program does not run on $device (exit code $(cat "measure/hello/$device.code")); QC_REPORT=gpu measure/hello/program tells more" >&2
    echo "a GPU needs NVIDIA's driver (nvidia-smi shows it) and NVRTC (pip install nvidia-cuda-nvrtc, or a CUDA toolkit)" >&2
    exit 2
fi

rm -f programs/*/verdict
for folder in programs/*/; do
    folder=${folder%/}
    case ${folder#programs/} in *"$ONLY"*) echo "$folder" ;; esac
done | xargs -P "${JOBS:-1}" -n 1 ./run.sh --try
ran=$(cat programs/*/verdict | wc -l)
failed=$(cat programs/*/verdict | grep -c '^FAILED')
total() { cat programs/*/verdict | awk -v word="$1" '/^passed/ { for (i = 2; i <= NF; i++) if ($i == word) sum += $(i - 1) } END { print sum + 0 }'; }
summary="$ran programs: $((ran - failed)) give the same on $device as on the processor, $failed do not"
echo "$summary"
{
    grep -h '^FAILED' programs/*/verdict | sed 's/^FAILED /* /'
    echo
    echo "$summary. The programs made $(total launches,) launches and $(total calls) calls of libraries on $device."
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
