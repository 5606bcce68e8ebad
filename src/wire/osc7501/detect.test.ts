import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createDetector, type Detector } from "./detect.ts";
import { ALL_CAPABILITIES, LIMITS } from "./message.ts";

const REPLY = "\x1b]7501;?\x1b\\";
const REPLY_BEL = "\x1b]7501;?\x07";
const DA1 = "\x1b[?62;22;52c";

const utf8 = new TextEncoder();
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A detector that asked at 0. */
function asked(): Detector {
  const detector = createDetector();
  detector.start(0);
  return detector;
}

function feed(detector: Detector, input: string, nowMs = 1) {
  const { output, verdict } = detector.feed(utf8.encode(input), nowMs);
  return [text(output), verdict] as const;
}

function tick(detector: Detector, nowMs: number) {
  const { output, verdict } = detector.tick(nowMs);
  return [text(output), verdict] as const;
}

// covers: osc7501-query
test("start: the query and the request for device attributes, once", () => {
  const detector = createDetector();
  expect(feed(detector, REPLY + DA1)).toEqual([REPLY + DA1, "pending"]);
  expect(detector.start(0)).toBe("\x1b]7501;?\x1b\\\x1b[c");
  expect(detector.start(1)).toBe("");
});

// covers: osc7501-detect
describe("what comes first decides", () => {
  test.each([
    ["reply, then DA1", REPLY + DA1, "supported"],
    ["reply ended by BEL, then DA1", REPLY_BEL + DA1, "supported"],
    ["reply alone", REPLY, "supported"],
    ["DA1 alone", DA1, "unsupported"],
    ["DA1, then reply", DA1 + REPLY, "unsupported"],
    ["DA1 with one attribute", "\x1b[?6c", "unsupported"],
  ] as const)("%s: %s swallowed, %s", (_, input, verdict) => {
    expect(feed(asked(), input)).toEqual(["", verdict]);
  });

  test.each([
    ["secondary attributes", "\x1b[>1;10;0c"],
    ["attributes without the question mark", "\x1b[62c"],
    ["attributes without a number", "\x1b[?c"],
    ["a mode report", "\x1b[?2026;2$y"],
    ["a keyboard report", "\x1b[?1u"],
    ["a report, which a program sends", "\x1b]7501;state=done\x1b\\"],
    ["a body that only begins like a reply", "\x1b]7501;?x\x1b\\"],
    ["a control inside a reply", "\x1b]7501;?:\x01\x1b\\"],
    ["another OSC reply", "\x1b]11;rgb:0000/0000/0000\x07"],
    ["another number", "\x1b]75010;?\x07"],
    ["a cursor report between words", "hi\x1b[3;4Rok"],
    ["keys", "\x1b[A\x1bOP\x1bx\x1b\x1b[Z"],
  ])("%s: no answer, handed on", (_, input) => {
    expect(feed(asked(), `${input}.`)).toEqual([`${input}.`, "pending"]);
  });

  test("answers among keys and other replies: only the answers are taken out", () => {
    const input = `hi\x1b[3;4R\x1b]2;w\x07ok${REPLY}\x1b[Kz${DA1}a`;
    expect(feed(asked(), input)).toEqual(["hi\x1b[3;4R\x1b]2;w\x07ok\x1b[Kza", "supported"]);
  });

  test("an answer that is cut off by another one: the second counts, the stump is handed on", () => {
    expect(feed(asked(), `\x1b]7501;?\x1b[?6${REPLY}`)).toEqual([
      "\x1b]7501;?\x1b[?6",
      "supported",
    ]);
  });
});

// covers: osc7501-capabilities
describe("capabilities", () => {
  const of = (body: string) => asked().feed(utf8.encode(`\x1b]7501;${body}\x1b\\`), 1).capabilities;

  test("a bare reply: everything", () => expect(of("?")).toEqual(ALL_CAPABILITIES));

  test("lists: what they name, and nothing that we do not know", () => {
    expect(of("?:states=idle,done,asleep:hue=red:kinds=permission")).toEqual({
      states: ["idle", "done"],
      kinds: ["permission"],
    });
  });

  test("an empty list: nothing; one that is left out or malformed: everything", () => {
    expect(of("?:kinds=")).toEqual({ ...ALL_CAPABILITIES, kinds: [] });
    expect(of("?:states=a;b:kinds")).toEqual(ALL_CAPABILITIES);
  });

  test("blanks around, a key twice: trimmed, the last one counts", () => {
    expect(of("?: kinds = auth :kinds=question ")).toEqual({
      ...ALL_CAPABILITIES,
      kinds: ["question"],
    });
  });
});

describe("time", () => {
  // covers: osc7501-detect-timeout
  test("OSC-17, a reply after 299 ms: supported; after 300 ms: not, and swallowed", () => {
    expect(feed(asked(), REPLY, 299)).toEqual(["", "supported"]);
    expect(feed(asked(), REPLY, 300)).toEqual(["", "unsupported"]);
  });

  test("no answer at all: unsupported at 300 ms by the clock alone, or when we say so", () => {
    const detector = asked();
    expect(detector.nextTickMs()).toBe(300);
    expect(tick(detector, 299)).toEqual(["", "pending"]);
    expect(tick(detector, 300)).toEqual(["", "unsupported"]);
    const patient = createDetector({ timeoutMs: 2_000 });
    patient.start(1_000);
    expect(tick(patient, 2_999)).toEqual(["", "pending"]);
    expect(feed(patient, REPLY, 2_999)).toEqual(["", "supported"]);
  });

  test("a wait without end: no alarm, and the reply still decides", () => {
    const detector = createDetector({ timeoutMs: Number.POSITIVE_INFINITY });
    detector.start(0);
    expect(detector.nextTickMs()).toBeUndefined();
    expect(feed(detector, REPLY, 1e9)).toEqual(["", "supported"]);
  });

  // covers: osc7501-detect-late
  test("OSC-16, DA1 first and later the reply: both swallowed, the letter between is not", () => {
    const detector = asked();
    expect(feed(detector, `${DA1}a`, 5)).toEqual(["a", "unsupported"]);
    expect(feed(detector, `${REPLY}a`, 4_000)).toEqual(["a", "unsupported"]);
    expect(detector.isSettled()).toBe(true);
  });

  test("late answers after the timeout, in pieces: swallowed until ten seconds, then input", () => {
    const detector = asked();
    expect(feed(detector, "\x1b]75", 5_000)).toEqual(["", "unsupported"]);
    expect(feed(detector, "01;?\x07x\x1b[?6", 5_010)).toEqual(["x", "unsupported"]);
    expect(feed(detector, "2c", 5_020)).toEqual(["", "unsupported"]);
    const waiting = asked();
    expect(feed(waiting, DA1, 9_999)).toEqual(["", "unsupported"]);
    expect(feed(waiting, REPLY, 10_000)).toEqual([REPLY, "unsupported"]);
  });

  test("supported, DA1 a second later: swallowed; a second DA1: handed on", () => {
    const detector = asked();
    expect(feed(detector, REPLY, 5)).toEqual(["", "supported"]);
    expect(detector.isSettled()).toBe(false);
    expect(feed(detector, `${DA1}${DA1}`, 1_005)).toEqual([DA1, "supported"]);
    expect(detector.isSettled()).toBe(true);
  });

  test("a second DA1 while the reply is awaited: handed on", () => {
    expect(feed(asked(), DA1 + DA1 + REPLY)).toEqual([DA1, "unsupported"]);
  });
});

// covers: osc7501-detect-hold
describe("the start of something that may become an answer", () => {
  test.each(["\x1b", "\x1b[", "\x1b]"])("%j while the verdict is open: held until it", (start) => {
    const detector = asked();
    expect(feed(detector, start, 10)).toEqual(["", "pending"]);
    expect(tick(detector, 299)).toEqual(["", "pending"]);
    expect(detector.nextTickMs()).toBe(300);
    expect(tick(detector, 300)).toEqual([start, "unsupported"]);
  });

  test("the Escape key after the verdict: handed on after 50 ms, other keys at once", () => {
    const detector = asked();
    feed(detector, DA1, 5);
    expect(feed(detector, "\x1b[A\x1b", 400)).toEqual(["\x1b[A", "unsupported"]);
    expect(detector.nextTickMs()).toBe(450);
    expect(tick(detector, 449)).toEqual(["", "unsupported"]);
    expect(tick(detector, 450)).toEqual(["\x1b", "unsupported"]);
    expect(detector.nextTickMs()).toBe(10_000);
  });

  test("DA1 in two pieces, 60 ms apart and the timeout between: swallowed", () => {
    const detector = asked();
    feed(detector, "\x1b[?61;4", 280);
    expect(tick(detector, 300)).toEqual(["", "unsupported"]);
    expect(feed(detector, ";22c", 340)).toEqual(["", "unsupported"]);
  });

  test("a piece that nothing follows: handed on a second later, and the next keys after it", () => {
    const detector = asked();
    feed(detector, "a\x1b[?6", 100);
    expect(tick(detector, 1_099)).toEqual(["", "unsupported"]);
    expect(tick(detector, 1_100)).toEqual(["\x1b[?6", "unsupported"]);
    expect(feed(detector, "c", 1_101)).toEqual(["c", "unsupported"]);
  });

  test("the Escape key in a wait without end: held a second at most", () => {
    const detector = createDetector({ timeoutMs: Number.POSITIVE_INFINITY });
    detector.start(0);
    feed(detector, "\x1b", 10);
    expect(tick(detector, 1_010)).toEqual(["\x1b", "pending"]);
  });

  test("stop: what is held comes back, and from then on everything is input", () => {
    const detector = asked();
    feed(detector, "\x1b]7501;?", 1);
    const { output, verdict } = detector.stop();
    expect([text(output), verdict]).toEqual(["\x1b]7501;?", "unsupported"]);
    expect(feed(detector, REPLY, 2)).toEqual([REPLY, "unsupported"]);
    expect(detector.nextTickMs()).toBeUndefined();
    expect(createDetector().stop().verdict).toBe("unsupported");
  });

  test("a reply that never ends: no more than 4,096 bytes are held", () => {
    const detector = asked();
    const flood = `\x1b]7501;?:${"a".repeat(100_000)}`;
    const [output] = feed(detector, flood);
    expect(output.length).toBeGreaterThanOrEqual(flood.length - LIMITS.sequence);
    expect(output + feed(detector, REPLY)[0]).toBe(flood);
    const digits = `\x1b[?${"1".repeat(1_000)}`;
    expect(feed(asked(), `${digits}c`)).toEqual([`${digits}c`, "pending"]);
  });

  test("a reply of exactly 4,096 bytes: an answer; one more: none", () => {
    const body = (bytes: number) => `\x1b]7501;?:${"a".repeat(bytes - 11)}\x1b\\`;
    expect(feed(asked(), body(4_096))).toEqual(["", "supported"]);
    expect(feed(asked(), body(4_097))[1]).toBe("pending");
  });
});

// covers: osc7501-detect-paste
describe("pasted text", () => {
  const paste = `\x1b[200~${REPLY}${DA1}\x1b[201~`;

  test("answers inside: handed on with the brackets, no verdict", () => {
    expect(feed(asked(), paste)).toEqual([paste, "pending"]);
    expect(feed(asked(), paste + REPLY)).toEqual([paste, "supported"]);
  });

  test("something like the end of a paste: still pasted", () => {
    const odd = `\x1b[200~\x1b[20\x1b[201\x1b[202~${REPLY}\x1b[201~`;
    expect(feed(asked(), `${odd}${DA1}`)).toEqual([odd, "unsupported"]);
  });

  test.each(["\x1b", "\x1b[?6", "\x1b]7501;", "\x1b]7501;?:kinds=", "\x1b]7501;?\x1b"])(
    "a paste right after the start of an answer, %j: still pasted",
    (start) => {
      expect(feed(asked(), start + paste)).toEqual([start + paste, "pending"]);
    },
  );
});

// covers: osc7501-detect-split
test("any input in any pieces: the same verdict and input as in one piece", () => {
  const piece = fc.oneof(
    fc.constantFrom(REPLY, REPLY_BEL, DA1, "\x1b[200~", "\x1b[201~", "\x1b", "\x1b[", "\x1b]7501;"),
    fc.constantFrom("\x1b]7501;?:kinds=\x1b\\", "?", "62;1", "c", "\x1b\\", "\x1b[A", "é", "a"),
    fc.string({ maxLength: 3 }),
  );
  const input = fc.array(piece, { maxLength: 12 }).map((pieces) => utf8.encode(pieces.join("")));
  fc.assert(
    fc.property(input, fc.array(fc.nat(40)), (bytes, cuts) => {
      const whole = asked();
      const inOne = whole.feed(bytes, 1);
      const detector = asked();
      const outputs: number[] = [];
      let at = 0;
      for (const cut of cuts) {
        outputs.push(...detector.feed(bytes.subarray(at, at + cut), 1).output);
        at = Math.min(bytes.length, at + cut);
      }
      const { output, ...outcome } = detector.feed(bytes.subarray(at), 1);
      expect([...outputs, ...output]).toEqual([...inOne.output]);
      expect({ ...outcome, output: inOne.output }).toEqual(inOne);
      expect(detector.stop()).toEqual(whole.stop());
    }),
  );
});

// covers: osc7501-detect-keys
test("any input at any times: what comes out is what went in without whole answers, in order", () => {
  const step = fc.tuple(
    fc.oneof(
      fc.constantFrom(REPLY, DA1, "\x1b[?6"),
      fc.constantFrom("\x1b", "[", "]", "?", "6", "c", "7501;?", "\x07", "\\", "~", "200"),
      fc.string(),
    ),
    fc.nat(600),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const detector = asked();
      let nowMs = 0;
      let input = "";
      let output = "";
      for (const [keys, waitMs] of steps) {
        nowMs += waitMs;
        output += text(detector.tick(nowMs).output);
        const bytes = utf8.encode(keys);
        input += keys;
        output += text(detector.feed(bytes, nowMs).output);
      }
      output += text(detector.stop().output);
      expect(withSomeCut(input, output)).toBe(true);
    }),
  );
});

/** Whether the output is the input without some of the answers in it. */
function withSomeCut(input: string, output: string): boolean {
  const answer = /\x1b\]7501;\?(?::[ -~]*)?(?:\x07|\x1b\\)|\x1b\[\?[\d;]+c/;
  const found = answer.exec(input);
  if (found === null) return input === output;
  const before = input.slice(0, found.index);
  const kept = before + found[0];
  const rest = input.slice(kept.length);
  return (
    (output.startsWith(before) && withSomeCut(rest, output.slice(before.length))) ||
    (output.startsWith(kept) && withSomeCut(rest, output.slice(kept.length)))
  );
}
