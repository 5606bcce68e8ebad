#!/bin/sh
# A build that knows only the older way to tell how far it is, OSC 9;4. `telltale run` makes a program
# status of it, and of its end.

for share in 0 20 40 60 80 100; do
  printf '\033]9;4;1;%s\033\\' "$share"
  echo "compiled $share %"
  sleep "${PACE:-1}"
done
printf '\033]9;4;0\033\\'
