import { expect, test } from "bun:test";
import { parseMachine } from "./parse-machine.ts";

const FIX = `id: fix
description: Repair a ticket, then have it looked over.
initial: CODE
meta:
  smllm: 1
  instance:
    kind: ticket
    ref: { param: ticketId, pattern: '^T-[0-9]+$', description: 'Ticket number, T-12 for instance.' }
  events:
    ready: { description: The repair is in place. }
    redo:
      description: The look-over found a gap.
      params:
        type: object
        properties:
          why: { type: string, description: What is missing. }
          size: { type: string, enum: [small, large] }
        required: [why]
    ship: { description: Nothing left to find. }
states:
  CODE:
    meta: { entryPoint: true }
    entry: { type: prompt, params: { text: Repair it. } }
    on: { ready: CHECKUP }
  CHECKUP:
    meta: { entryPoint: true, paramDescriptions: { redo: { why: Which point of the list. } } }
    entry: { type: prompt, params: { text: Look it over. } }
    on:
      redo: CODE
      ship: SHIPPED
  SHIPPED:
    type: final
    entry: { type: prompt, params: { text: Say what changed. } }
`;

test("a machine with everything filled in: the machine, and no finding", () => {
  const parsed = parseMachine(FIX, "/p/.smllm/fix.smllm.yaml");
  expect(parsed.findings).toEqual([]);
});
