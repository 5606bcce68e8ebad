/** Completions for zsh: a file `_smllm` in the function path, or a script to source after `compinit`. */
import { type Completed, type Place, valueOptions, type Word, written } from "./word-tree.ts";

/** The script. */
export function zshScript(places: readonly Place[]): string {
  return `#compdef smllm
# Completions of smllm for zsh: as _smllm in a folder of $fpath, or source <(smllm completions zsh)
_smllm() {
  local at_path='' skip='' word before=''
  local -a found flags
  for word in \${words[2,CURRENT-1]}; do
    before=$word
    if [[ -n $skip ]]; then
      skip=''
      continue
    fi
    case $word in
      ${valueOptions(places).join("|")}) skip=1 ;;
      -*) ;;
      *)
        case "$at_path $word" in
${places.flatMap(stepLine).join("\n")}
        esac
        ;;
    esac
  done
  # A value is asked for behind its option, and behind --name= in the same word.
  if [[ -z $skip ]]; then
    before=''
    if [[ $PREFIX == --*=* ]]; then
      before=\${PREFIX%%=*}
      compset -P '*='
    fi
  fi
  case "$at_path,$before" in
${places.flatMap(valueLines).join("\n")}
  esac
  case $at_path in
${places.map(placeLines).join("\n")}
  esac
}

if [[ $funcstack[1] == _smllm ]]; then
  _smllm "$@"
else
  compdef _smllm smllm
fi
`;
}

function stepLine({ path, words }: Place): readonly string[] {
  return words.map(({ text }) => {
    const next = path === "" ? text : `${path} ${text}`;
    return `          '${path} ${text}') at_path='${next}' ;;`;
  });
}

function valueLines({ path, options }: Place): readonly string[] {
  return options.flatMap((option) => {
    if (option.value === undefined) return [];
    const names = written(option).map((name) => `'${path},${name}'`);
    return [`    ${names.join("|")}) ${answer(option.value)}; return ;;`];
  });
}

function answer(value: Completed): string {
  if (value === "files") return "_files";
  return value === "anything" ? "_message value" : `compadd -- ${value.join(" ")}`;
}

function placeLines({ path, words, options, operands }: Place): string {
  const flags = options.flatMap((option) =>
    written(option).map((text): Word => ({ text, describe: option.describe })),
  );
  const own = typeof operands === "string" ? [] : operands.map((text) => ({ text, describe: "" }));
  const follows = [...words, ...own];
  return `    '${path}')
      flags=(${flags.map(described).join(" ")})
      found=(${follows.map(described).join(" ")})
      [[ $PREFIX == -* ]] && _describe -o option flags
      ${operands === "files" ? "_files" : "_describe word found"}
      ;;`;
}

/** `word:what it means` in single quotes. */
function described({ text, describe }: Word): string {
  return describe === "" ? `'${text}'` : `'${text}:${describe.replaceAll("'", "'\\''")}'`;
}
