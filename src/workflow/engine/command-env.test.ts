import { expect, test } from "bun:test";
import { commandEnv, paramVariable } from "./command-env.ts";

// covers: smllm-run-names
test("names of parameters: words apart, upper case, nothing but letters, digits and _", () => {
  const rows = {
    issueId: "ISSUE_ID",
    "a-b2C": "A_B2_C",
    URL: "URL",
    urlURL: "URL_URL",
    already_so: "ALREADY_SO",
    x9Y: "X9_Y",
    __proto__x: "__PROTO__X",
  };
  for (const [name, words] of Object.entries(rows))
    expect(paramVariable(name)).toBe(`SMLLM_PARAM_${words}`);
});

test("a ref that is not set, a place that is not known: empty, absent", () => {
  const env = commandEnv({
    session: "sm-1",
    machine: "m",
    instance: "i-1",
    ref: null,
    event: "go",
    state: "A",
    params: [["a", "1"]],
  });
  expect(env).toEqual({
    SMLLM_SESSION: "sm-1",
    SMLLM_MACHINE: "m",
    SMLLM_STATE: "A",
    SMLLM_EVENT: "go",
    SMLLM_INSTANCE: "i-1",
    SMLLM_REF: "",
    SMLLM_PARAM_A: "1",
  });
});
