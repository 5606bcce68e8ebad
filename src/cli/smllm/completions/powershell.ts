/** Completions for PowerShell, 5.1 and later. */
import { type Completed, type Place, valueOptions, type Word, written } from "./word-tree.ts";

/** A script for the profile. */
export function powershellScript(places: readonly Place[]): string {
  return `# Completions of smllm for PowerShell: smllm completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName smllm -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $takesValue = @(${valueOptions(places).map(quote).join(", ")})
    $steps = @{
${places.flatMap(stepLines).join("\n")}
    }
    $follows = @{
${places.map(({ path, words, operands }) => `        ${quote(path)} = ${wordList([...words, ...operandWords(operands)])}`).join("\n")}
    }
    $flags = @{
${places.map(({ path, options }) => `        ${quote(path)} = ${wordList(options.flatMap((option) => written(option).map((text) => ({ text, describe: option.describe }))))}`).join("\n")}
    }
    $values = @{
${places.flatMap(valueLines).join("\n")}
    }
    $path = ''
    $before = ''
    $skip = $false
    foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
        if ($element.Extent.EndOffset -ge $cursorPosition -and $wordToComplete -ne '') { break }
        $word = $element.ToString()
        $before = $word
        if ($skip) { $skip = $false; continue }
        if ($takesValue -ccontains $word) { $skip = $true; continue }
        if ($word.StartsWith('-')) { continue }
        $step = "$path $word"
        if ($steps.ContainsKey($step)) { $path = $steps[$step] }
    }
    $typed = $wordToComplete
    $head = ''
    if (-not $skip) {
        $before = ''
        if ($typed -match '^(--[^=]+)=(.*)$') { $before = $Matches[1]; $head = "$before="; $typed = $Matches[2] }
    }
    $valueKey = "$path,$before"
    if ($values.ContainsKey($valueKey)) { $list = $values[$valueKey] }
    elseif ($typed.StartsWith('-')) { $list = $flags[$path] }
    else { $list = $follows[$path] }
    if ($null -eq $list) { return }
    foreach ($pair in $list) {
        $text, $about = $pair
        if ($text -clike "$([WildcardPattern]::Escape($typed))*") {
            [System.Management.Automation.CompletionResult]::new("$head$text", $text, 'ParameterValue', $about)
        }
    }
}
`;
}

function stepLines({ path, words }: Place): readonly string[] {
  return words.map(
    ({ text }) =>
      `        ${quote(`${path} ${text}`)} = ${quote(path === "" ? text : `${path} ${text}`)}`,
  );
}

/** A value that is a file has no entry of words: PowerShell then completes files by itself. */
function valueLines({ path, options }: Place): readonly string[] {
  return options.flatMap((option) => {
    if (option.value === undefined) return [];
    const list = operandWords(option.value);
    const shown = list.length === 0 ? "$null" : wordList(list);
    return written(option).map((name) => `        ${quote(`${path},${name}`)} = ${shown}`);
  });
}

function operandWords(operands: Completed): readonly Word[] {
  return typeof operands === "string" ? [] : operands.map((text) => ({ text, describe: text }));
}

/** The comma keeps a list of one pair a list. */
function wordList(words: readonly Word[]): string {
  if (words.length === 0) return "$null";
  const pairs = words.map(({ text, describe }) => `,@(${quote(text)}, ${quote(describe)})`);
  return `@(${pairs.join("; ")})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
