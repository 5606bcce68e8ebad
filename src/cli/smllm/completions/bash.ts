/** Completions for bash, 3.2 and later. */
import { type Completed, type Place, valueOptions, written } from "./word-tree.ts";

/** A script to source. */
export function bashScript(places: readonly Place[]): string {
  return `# Completions of smllm for bash: source <(smllm completions bash)
_smllm() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev='' path='' skip='' word at
  local words='' options=''
  [ "$COMP_CWORD" -gt 0 ] && prev=\${COMP_WORDS[COMP_CWORD-1]}
  # bash takes --name=value apart.
  if [ "$cur" = '=' ]; then
    cur=''
  elif [ "$prev" = '=' ]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [ "$word" = '=' ]; then
      skip=1
    elif [ -n "$skip" ]; then
      skip=''
    else
      case $word in
        ${valueOptions(places).join("|")}) skip=1 ;;
        -*) ;;
        *)
          case "$path $word" in
${places.flatMap(stepLine).join("\n")}
          esac
          ;;
      esac
    fi
  done
  COMPREPLY=()
  case "$path,$prev" in
${places.flatMap(valueLines).join("\n")}
  esac
  case $path in
${places.map(placeLines).join("\n")}
  esac
  case $cur in
    -*) _smllm_words "$options" ;;
    *) if [ "$words" = '<files>' ]; then _smllm_files; else _smllm_words "$words"; fi ;;
  esac
}

_smllm_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_smllm_files() {
  local found
  compopt -o filenames 2>/dev/null
  while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen -f -- "$cur")
}

complete -F _smllm smllm
`;
}

/** From one place to the next. */
function stepLine({ path, words }: Place): readonly string[] {
  return words.map(({ text }) => {
    const next = path === "" ? text : `${path} ${text}`;
    return `            '${path} ${text}') path='${next}' ;;`;
  });
}

function valueLines({ path, options }: Place): readonly string[] {
  return options.flatMap((option) => {
    if (option.value === undefined) return [];
    const names = written(option).map((name) => `'${path},${name}'`);
    return [`    ${names.join("|")}) ${answer(option.value)} ;;`];
  });
}

function answer(value: Completed): string {
  if (value === "files") return "_smllm_files; return";
  return value === "anything" ? "return" : `_smllm_words '${value.join(" ")}'; return`;
}

function placeLines({ path, words, options, operands }: Place): string {
  const follows =
    operands === "files"
      ? ["<files>"]
      : [...words.map(({ text }) => text), ...(operands === "anything" ? [] : operands)];
  return `    '${path}')
      words='${follows.join(" ")}'
      options='${options.flatMap(written).join(" ")}'
      ;;`;
}
