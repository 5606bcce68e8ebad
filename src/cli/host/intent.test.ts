import { expect, test } from "bun:test";
import type { Intent } from "../../status/intent.ts";
import type { SessionRequest } from "../../wire/runtime/request.ts";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

test("what a surface asks for is what the runtime takes: neither has a kind or a member of its own", () => {
  // Types alone: the compiler refuses this line where the two differ.
  const isSame: Same<Intent, SessionRequest> = true;
  const isSameShape: Same<Required<Intent>, Required<SessionRequest>> = true;
  expect(isSame && isSameShape).toBe(true);
});
