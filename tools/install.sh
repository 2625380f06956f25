#!/bin/sh
# Puts qc below ~/.local, or below the folder that is given; with --remove takes it away from there.
#
#   ./install.sh [--remove] [FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)

remove=
if [ "${1:-}" = --remove ]; then
    remove=yes
    shift
fi
case ${1:-} in
-*)
    echo "usage: $0 [--remove] [FOLDER]" >&2
    exit 2
    ;;
esac
prefix=${1:-${HOME:?HOME says where ~/.local is}/.local}

if [ -n "$remove" ]; then
    while read -r file; do
        rm -f "$prefix/$file"
    done <"$here/files"
    # Folders that have become empty are qc's own.
    find "$prefix/share/doc/qc" -depth -type d -empty -delete 2>/dev/null || true
    echo "qc is no longer below $prefix"
    exit 0
fi

while read -r file; do
    target=$prefix/$file
    mkdir -p "$(dirname "$target")"
    # Beside the old file first, so that a qc that is running, or a disk that is full, does no harm.
    cp -p "$here/$file" "$target.new"
    mv -f "$target.new" "$target"
done <"$here/files"
echo "qc is in $prefix/bin"

case :${PATH:-}: in
*":$prefix/bin:"*) ;;
*) echo "That folder is not in PATH; this line in ~/.profile puts it there: PATH=$prefix/bin:\$PATH" ;;
esac
