/** Completions for fish, 3.1 and later. */
import { type CompletedOption, type Place, valueOptions, type Word } from "./word-tree.ts";

/** A script to source. */
export function fishScript(places: readonly Place[]): string {
  return `# Completions of smllm for fish: smllm completions fish | source
function __smllm_path
    set -l path ''
    set -l skip ''
    for word in (commandline -opc)[2..-1]
        if test -n "$skip"
            set skip ''
            continue
        end
        switch $word
            case ${valueOptions(places).join(" ")}
                set skip 1
            case '-*'
            case '*'
                switch "$path $word"
${places.flatMap(stepLines).join("\n")}
                end
        end
    end
    echo $path
end

function __smllm_at
    test (__smllm_path) = "$argv[1]"
end

complete -c smllm -e
complete -c smllm -f
${places.flatMap(completeLines).join("\n")}
`;
}

function stepLines({ path, words }: Place): readonly string[] {
  return words.flatMap(({ text }) => [
    `                    case '${path} ${text}'`,
    `                        set path '${path === "" ? text : `${path} ${text}`}'`,
  ]);
}

function completeLines({ path, words, options, operands }: Place): readonly string[] {
  const at = `complete -c smllm -n "__smllm_at '${path}'"`;
  const own = typeof operands === "string" ? [] : operands.map((text) => ({ text, describe: "" }));
  return [
    ...[...words, ...own].map(
      ({ text, describe }: Word) =>
        `${at} -a ${text}${describe === "" ? "" : ` -d ${quote(describe)}`}`,
    ),
    ...(operands === "files" ? [`${at} -F`] : []),
    ...options.map((option) => `${at} ${optionPart(option)} -d ${quote(option.describe)}`),
  ];
}

function optionPart({ name, short, value }: CompletedOption): string {
  const names = short === undefined ? `-l ${name}` : `-s ${short} -l ${name}`;
  if (value === undefined) return names;
  if (value === "files") return `${names} -r -F`;
  return value === "anything" ? `${names} -x` : `${names} -x -a '${value.join(" ")}'`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
