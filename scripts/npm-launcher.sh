#!/bin/sh
# `telltale` and `smllm` of the npm package, one file under two names: starts the executable that npm
# installed for this machine. A shell and not node, because it starts in a tenth of the time and a status
# line is drawn often.
case $0 in
  */*) self=$0 ;;
  *) self=./$0 ;;
esac
bin=${self%/*}
called=${self##*/}

# Where npm links to from: a global bin/, a local node_modules/.bin, none. Asked of the shell itself,
# since each process costs as much as this whole script.
base=
for package in "$bin/../lib/node_modules/telltale" "$bin/../telltale" "$bin/.."; do
  [ "$self" -ef "$package/bin/$called" ] && base=$package && break
done
if [ -z "$base" ]; then
  while [ -h "$self" ]; do
    [ "$called" = smllm ] || called=${self##*/}
    link=$(readlink "$self")
    case $link in
      /*) self=$link ;;
      *) self=${self%/*}/$link ;;
    esac
  done
  [ "$called" = smllm ] || called=${self##*/}
  base=${self%/*}/..
fi
[ "$called" = smllm ] && set -- flow "$@"

# The runtime starts in no directory that was removed; what a harness waits for does not need one.
case "$*" in
  statusline* | hook* | 'flow statusline'* | 'flow harness hook '* | 'flow --config'*statusline*)
    [ . -ef "$PWD" ] || cd /
    ;;
esac

# The package of the platform lies in a node_modules of this package or of a folder above it. There
# is one, unless the folder is shared between machines: then the machine is asked, which takes time.
found=0
for _ in 1 2 3 4 5 6 7 8; do
  for name in linux-x64 linux-arm64 linux-x64-musl darwin-x64 darwin-arm64 win32-x64; do
    program=$base/node_modules/@telltale/$name/bin/telltale
    [ "$name" = win32-x64 ] && program=$program.exe
    [ -x "$program" ] && found=$((found + 1)) && only=$program
  done
  [ "$found" -gt 0 ] && break
  base=$base/..
done
[ "$found" -eq 1 ] && exec "$only" "$@"

case $(uname -s)-$(uname -m) in
  Linux-x86_64) name=linux-x64 ;;
  Linux-aarch64 | Linux-arm64) name=linux-arm64 ;;
  Darwin-x86_64) name=darwin-x64 ;;
  Darwin-arm64) name=darwin-arm64 ;;
  *) name=unknown ;;
esac
if [ "$name" = linux-x64 ] && [ -e /lib/ld-musl-x86_64.so.1 ] &&
  [ ! -e /lib64/ld-linux-x86-64.so.2 ]; then
  name=linux-x64-musl
fi
program=$base/node_modules/@telltale/$name/bin/telltale
[ -x "$program" ] && exec "$program" "$@"
if [ "$name" = unknown ]; then
  echo "telltale: there is no executable for $(uname -s) on $(uname -m)" >&2
else
  echo "telltale: the package @telltale/$name is missing; install it as well, without --omit=optional" >&2
fi
exit 127
