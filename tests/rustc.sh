#!/usr/bin/env bash
# The compiler as tests/run has Cargo call it (RUSTC_WRAPPER): unit tests, and files of tests that take long to compile and compute little
# themselves, whichever package they are of, are compiled without optimisation, all else as the profile says.
#
# Cargo has one setting for a library and its unit tests. The libraries are in programs and in qc and have to be quick or small; their unit
# tests run for seconds, and optimising them took four times as long as this. Those that compute for long are files of tests, which call the library.
set -euo pipefail
shopt -s extglob

compiler=$1
shift
case " $* " in
    *" --crate-name "@(quasar_rt|quasar_abi|quasar_emulator|quasar_ptx|nvrtc_bridge|qc_front|qc_middle|qc_codegen|qc_lsp|qc|syntax|objects|mir_files|kernels|language|process)" "*" --test "*) ;;
    *) exec "$compiler" "$@" ;;
esac
arguments=()
for argument in "$@"; do
    case $argument in
        opt-level=*) argument=opt-level=0 ;;
        codegen-units=*) argument=codegen-units=16 ;;
    esac
    arguments+=("$argument")
done
exec "$compiler" "${arguments[@]}"
