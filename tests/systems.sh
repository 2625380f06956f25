#!/usr/bin/env bash
# A release in systems as old as Debian 11: tests/systems.sh RELEASE.tar.gz [SUITE...]
#
# Makes root folders of Debian 11, 12 and 13 (bullseye, bookworm, trixie) below target/systems: packages of a shell and a few tools with all that
# they need, unpacked and not installed. In each, as a user who has nothing else: unpacks the release, installs it, compiles programs, runs them,
# reads the versions of symbols that qc and they ask for, installs once more and removes it. Then runs what this machine's qc made, too (QC names it). Prints a table: system, glibc, what, result.
# Needs apt, dpkg-deb, readelf, the keys of Debian's archive and, unless root runs it, user namespaces (unshare). Packages come over the network once.
set -euo pipefail
release=$(realpath -- "${1:?the archive of a release}")
shift
[ $# -gt 0 ] || set -- bullseye bookworm trixie
root=$(cd "$(dirname "$0")/.." && pwd)
export LC_ALL=C
mirror=${QC_DEBIAN_MIRROR:-http://deb.debian.org/debian}
packages=(libc6 libc-bin dash coreutils findutils sed grep tar gzip)
failed=0

say() { printf '%-10s %-7s %-34s %s\n' "$@"; }

# The root folder of a suite, with apt's files for it beside it.
make_root() {
    local suite=$1 place=$root/target/systems/$1
    [ -e "$place/done" ] && return
    rm -rf "$place"
    mkdir -p "$place"/{lists/partial,cache/archives/partial,tree}
    : >"$place/status"
    printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' "$mirror" "$suite" >"$place/sources.list"
    local options=(-qq -o "Dir::State::lists=$place/lists" -o "Dir::State::status=$place/status" -o "Dir::Cache=$place/cache"
        -o "Dir::Etc::sourcelist=$place/sources.list" -o Dir::Etc::sourceparts=/dev/null -o APT::Install-Recommends=false -o APT::Sandbox::User=root
        -o Acquire::Languages=none -o Debug::NoLocking=true)
    apt-get "${options[@]}" update
    apt-get "${options[@]}" --yes --download-only install "${packages[@]}" >/dev/null
    # Newer suites keep all programs and libraries below usr, and packages of older ones write to the links.
    for folder in bin sbin lib lib64; do
        mkdir -p "$place/tree/usr/$folder"
        ln -s "usr/$folder" "$place/tree/$folder"
    done
    for package in "$place"/cache/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar --extract --directory="$place/tree" --keep-directory-symlink --no-same-owner
    done
    ln -sf dash "$place/tree/usr/bin/sh"
    mkdir -p "$place/tree"/{tmp,dev,proc,user}
    rm -rf "$place/lists" "$place/cache"
    touch "$place/done"
}

# Runs a line of shell in a root folder, with an empty environment, the system's processes and nothing else of this machine.
inside() {
    local own=(--mount --pid --fork)
    [ "$(id -u)" = 0 ] || own+=(--map-root-user)
    unshare "${own[@]}" sh -c 'mount -t proc proc "$1/proc" && exec chroot "$1" /usr/bin/env -i HOME=/user PATH=/user/.local/bin:/usr/bin:/bin \
        /bin/sh -c "cd && $2"' sh "$1" "$2"
}

# A row of the table: system, glibc, name, a line of shell.
try() {
    local result=ok
    inside "$root/target/systems/$1/tree" "$4" >"$log" 2>&1 || { result="FAILED: $(tail -n 1 "$log")" failed=1; }
    say "$1" "$2" "$3" "$result"
}

# A row of the table: the newest version of a symbol that a file asks the C library for, which must not be newer than 2.17.
newest() {
    local version result=ok
    version=$(readelf --version-info --wide "$3" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
    [ "$(printf '%s\nGLIBC_2.17\n' "$version" | sort -V | tail -n 1)" = GLIBC_2.17 ] || { result='FAILED: newer than 2.17' failed=1; }
    say "$1" "$2" "${3##*/} asks for $version" "$result"
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
name=$(basename "$release" .tar.gz)
say system glibc what result
for suite; do
    make_root "$suite"
    home=$root/target/systems/$suite/tree/user
    rm -rf "$home"
    mkdir -p "$home"
    cp "$release" "$home/"
    cp "$root/samples/denoise.q" "$root/samples/images/astronaut_noisy.png" "$home/"
    printf 'print "hello"\n' >"$home/hello.q"
    printf 'x = zeros(1000)\nfor i = 0..999\n    x[i] = sqrt(i*i)\nend\nprint sum(x)\nprint round(sum(abs(fft2(ones(8,8)))))\n' >"$home/kernels.q"
    glibc=$(inside "${home%/user}" /lib/x86_64-linux-gnu/libc.so.6 | sed -n '1s/.* version \([0-9.]*[0-9]\).*/\1/p')
    row() { try "$suite" "$glibc" "$@"; }
    row 'unpack and install' "tar xzf $name.tar.gz && $name/install.sh"
    row 'qc --version' 'qc --version'
    row 'a line of output' 'qc hello.q -o hello && [ "$(./hello)" = hello ]'
    row 'a loop and a transform' 'qc kernels.q -o kernels && [ "$(./kernels | tr "\n" " ")" = "499500 64 " ]'
    row 'qc run' '[ "$(qc run hello.q)" = hello ]'
    row 'a photograph' 'qc denoise.q -o denoise && ./denoise astronaut_noisy.png out.png && [ -s out.png ]'
    row 'a program for 64-bit ARM' 'qc --target=arm64 hello.q -o hello-arm64 && [ -s hello-arm64 ]'
    for file in .local/bin/qc hello kernels denoise hello-arm64; do
        newest "$suite" "$glibc" "$home/$file"
    done
    row 'install again, and remove' "$name/install.sh && $name/install.sh --remove && ! command -v qc && [ ! -e .local/share/doc/qc ]"
    row 'the program without qc' '[ "$(./hello)" = hello ]'
    if [ -n "${QC:-}" ]; then
        # What one machine makes runs on all others, and is the same file.
        (cd "$home" && "$QC" hello.q -o hello-of-here)
        row 'a program made elsewhere' '[ "$(./hello-of-here)" = hello ]'
    fi
done
exit $failed
