#!/bin/sh
# A small agent that reports what it does by OSC 7501, in plain shell: it asks the terminal first
# whether it reads reports, works, needs a permission, and is done.

text() { printf '%s' "$1" | base64 | tr -d '\n'; }

# report STATE [TITLE [MSG [further keys, such as :kind=permission]]]
report() {
  [ "$supported" = yes ] || return 0
  printf '\033]7501;state=%s:app=agent.sh' "$1"
  [ -z "${2-}" ] || printf ':title=%s' "$(text "$2")"
  [ -z "${3-}" ] || printf ':msg=%s' "$(text "$3")"
  printf '%s\033\\' "${4-}"
}

# The question and the one that every terminal answers (DA1): whichever answer comes first decides.
ask() {
  saved=$(stty -g)
  stty -icanon -echo min 0 time 5
  printf '\033]7501;?\033\\\033[c'
  answers=
  while :; do
    piece=$(dd bs=64 count=1 2>/dev/null | tr '\033\007' '^^')
    [ -n "$piece" ] || break
    answers=$answers$piece
    # The end of the answer to DA1, behind which nothing comes.
    case $answers in *'^[?'*c) break ;; esac
  done
  stty "$saved"
  case $answers in *'^]7501;?'*'^[?'*) supported=yes ;; *) supported=no ;; esac
}

ask
echo "This terminal reads program status: $supported"
report working 'Clean up' 'Looking for old files'
for step in 1 2 3; do
  echo "looking in folder $step"
  sleep "${PACE:-1}"
  report working 'Clean up' "Looked in folder $step" ":progress=$((step * 20))"
done
report blocked 'Clean up' 'Delete 12 files?' ':kind=permission:progress=60'
printf 'Delete 12 files? [y/n] '
read -r answer
case $answer in
  y*)
    report working 'Clean up' 'Deleting' ':progress=80'
    sleep "${PACE:-1}"
    echo 'deleted nothing: this is an example'
    report done 'Clean up' '12 files'
    ;;
  *)
    echo 'kept'
    # The person has said no: at rest, and nothing new to look at.
    report idle
    ;;
esac
# An agent that stays for the next task would wait here.
printf 'Enter ends the agent. '
read -r answer
[ "$supported" = no ] || printf '\033]7501;state=clear\033\\'
