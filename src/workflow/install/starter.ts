/** What a first config and a first machine look like. */

/** A config without machines; `\n` at its line ends. */
export const CONFIG_TEMPLATE = `# State machines for smllm. See: smllm --help
[machines]
# Files beside this one: smllm new <ID> --write makes the first.
files = []

# Shown to the agent while it is in no machine, as { text = "..." } or { file = "..." }.
# [idle]
# on-enter = { text = "Ask which issue to work on." }
`;

/** An id that YAML might take for a number, a truth value or nothing is quoted. */
const PLAIN_ID = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z][a-z0-9_-]*$/i;

/** A machine of three states that validates clean. `id` has only letters, digits, `_` and `-`. */
export function starterMachine(id: string): string {
  return `# A state machine for smllm. Check it with: smllm validate --warnings
id: ${PLAIN_ID.test(id) ? id : JSON.stringify(id)}
description: Do a piece of work, then look it over.
initial: WORK
meta:
  smllm: 1
  instance:
    kind: task
    ref:
      param: taskId
      description: The id of the task, such as the number of an issue.
  events:
    done:
      description: Fire when the work is finished.
    changes:
      description: Fire when the review finds something to change.
      params:
        type: object
        properties:
          reason: { type: string, description: What is missing or wrong. }
        required: [reason]
    approved:
      description: Fire when there is nothing left to change.
states:
  WORK:
    meta: { entryPoint: true }
    entry:
      type: prompt
      params:
        text: |
          Do the work, and run the checks of the project.
          When everything passes, fire done.
    on:
      done: REVIEW
  REVIEW:
    entry:
      type: prompt
      params:
        text: |
          Read all that you changed as somebody else would.
          Fire changes with a reason, or approved.
    on:
      changes: WORK
      approved: DONE
  DONE:
    type: final
    entry:
      type: prompt
      params:
        text: Tell the user in a few sentences what was done.
`;
}
