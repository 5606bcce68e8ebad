/** Completions for Elvish, 0.17 and later. */
import { type Completed, type Place, valueOptions, type Word, written } from "./word-tree.ts";

/** A script for rc.elv. */
export function elvishScript(places: readonly Place[]): string {
  return `# Completions of smllm for Elvish: eval (smllm completions elvish | slurp)
use str
set edit:completion:arg-completer[smllm] = {|@call|
  var takes-value = [${valueOptions(places).map(quote).join(" ")}]
  var steps = [
${places.flatMap(stepLines).join("\n")}
    &''=''
  ]
  var follows = [
${places.map((place) => entry(place.path, wordsIn(place))).join("\n")}
  ]
  var flags = [
${places.map((place) => entry(place.path, flagsIn(place))).join("\n")}
  ]
  var values = [
${places.flatMap(valueLines).join("\n")}
    &''=[]
  ]
  var typed = $call[-1]
  var path = ''
  var before = ''
  var skip = $false
  for word $call[1..-1] {
    set before = $word
    if $skip {
      set skip = $false
    } elif (has-value $takes-value $word) {
      set skip = $true
    } elif (not (str:has-prefix $word -)) {
      var step = $path' '$word
      if (has-key $steps $step) { set path = $steps[$step] }
    }
  }
  if (not $skip) { set before = '' }
  var key = $path,$before
  var list = []
  if (has-key $values $key) {
    set list = $values[$key]
  } elif (str:has-prefix $typed -) {
    set list = $flags[$path]
  } else {
    set list = $follows[$path]
  }
  for pair $list {
    if (eq $pair[0] '<files>') {
      edit:complete-filename $@call
    } elif (eq $pair[1] '') {
      put $pair[0]
    } else {
      edit:complex-candidate $pair[0] &display=$pair[0]' ('$pair[1]')'
    }
  }
}
`;
}

function stepLines({ path, words }: Place): readonly string[] {
  return words.map(
    ({ text }) =>
      `    &${quote(`${path} ${text}`)}=${quote(path === "" ? text : `${path} ${text}`)}`,
  );
}

function valueLines({ path, options }: Place): readonly string[] {
  return options.flatMap((option) => {
    const { value } = option;
    if (value === undefined) return [];
    return written(option).map((name) => entry(`${path},${name}`, completedWords(value)));
  });
}

function wordsIn({ words, operands }: Place): readonly Word[] {
  return [...words, ...completedWords(operands)];
}

function flagsIn({ options }: Place): readonly Word[] {
  return options.flatMap((option) =>
    written(option).map((text) => ({ text, describe: option.describe })),
  );
}

function completedWords(value: Completed): readonly Word[] {
  if (value === "files") return [{ text: "<files>", describe: "" }];
  return value === "anything" ? [] : value.map((text) => ({ text, describe: "" }));
}

function entry(key: string, words: readonly Word[]): string {
  const pairs = words.map(({ text, describe }) => `[${quote(text)} ${quote(describe)}]`);
  return `    &${quote(key)}=[${pairs.join(" ")}]`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
