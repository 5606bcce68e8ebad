/** What is written for agents to read beside the block of instructions: the skill for the status line. */

/** `SKILL.md` of `smllm-statusline`. */
export const STATUS_LINE_SKILL = `---
name: smllm-statusline
description: Puts the place in the smllm workflow (machine, state, visit, instance) on the user's Claude Code status line. Use when the user asks for smllm, the workflow or its state on the status line.
---

# smllm on the status line

\`smllm statusline\` reads the JSON that Claude Code hands to a status line command on stdin, and prints one row
without a line break, such as \`smllm dev › WORK (visit 3) · issue GH-123\`. It prints nothing where there is
nothing to show, only reads, and always exits with 0.

Change what the user has, and nothing else of it. Show the difference first, and write only after a yes.

1. Find the \`statusLine\` that counts: the first of \`.claude/settings.local.json\`, \`.claude/settings.json\` of
   the project, \`~/.claude/settings.json\`. Ask which file to change where more than one has it.
2. There is none: offer \`"statusLine": { "type": "command", "command": "smllm statusline" }\`.
3. Its command starts \`telltale\`: that line has an item \`workflow\` for this. Offer
   \`telltale config set tui.statusLine\` with the item added to the list of \`telltale config get tui.statusLine\`.
4. It is a script, or a command on one line: keep its output and add a row below it. Stdin can be read only
   once, so a script reads it into a variable and hands it to both:

   \`\`\`sh
   input=$(cat)
   # ... what was there before, with "$input" on its stdin ...
   row=$(printf '%s' "$input" | smllm statusline)
   if [ -n "$row" ]; then
     printf '\\n%s' "$row"
   fi
   \`\`\`

   Use \`if\`, and not \`[ -n "$row" ] && ...\` as the last command: Claude Code shows an empty line when the
   command fails, and that form fails whenever there is nothing to show.
5. Colours are on unless \`NO_COLOR\` is set; \`--color never\` turns them off. \`--json\` gives the fields, for a
   script that words its own row.
6. Try it: \`echo '{}' | <the new command>\` must end with exit code 0.
`;
