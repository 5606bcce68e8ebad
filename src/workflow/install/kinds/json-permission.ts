/** The rule that lets the tool be called without asking: an element of `permissions.allow`. */
import { failed, ok } from "../../../base/result.ts";
import { asRecord } from "../../../base/shape.ts";
import {
  addElement,
  elementsOf,
  type JsonDocument,
  memberOf,
  setMember,
} from "../../../files/splice/json.ts";
import type { PartText } from "../part.ts";
import {
  changedBy,
  type JsonRecord,
  jsonOf,
  objectAt,
  onlyOurs,
  withoutMember,
} from "./json-file.ts";

const PERMISSIONS = "permissions";
const ALLOW = "allow";

/** The part for a rule. */
export function jsonPermission(rule: string): PartText {
  return {
    wanted: rule,
    read: (text) => {
      const document = jsonOf(text);
      if (!document.ok) return document;
      const container = objectAt(document.value, PERMISSIONS);
      if (!container.ok) return container;
      const rules = elementsOf(memberOf(container.value, ALLOW));
      return ok(rules.some((element) => element.value === rule) ? rule : undefined);
    },
    put: (text) => {
      const document = jsonOf(text);
      if (!document.ok) return document;
      const container = objectAt(document.value, PERMISSIONS);
      if (!container.ok) return container;
      const list = memberOf(container.value, ALLOW);
      if (list !== undefined && list.type !== "array") {
        return failed({ reason: '"permissions.allow" is no list; correct it first' });
      }
      const changed = changedBy(text, [(now) => withRule(now, rule)]);
      return changed.ok
        ? onlyOurs(text, changed.value, (values) => withoutRule(values, rule))
        : changed;
    },
  };
}

function withRule(document: JsonDocument, rule: string): string | undefined {
  const permissions = memberOf(document.root, PERMISSIONS);
  if (permissions === undefined) {
    const value = { [ALLOW]: [rule] };
    return setMember(document, document.root, { key: PERMISSIONS, value, spread: true });
  }
  const list = memberOf(permissions, ALLOW);
  if (list === undefined) {
    return setMember(document, permissions, { key: ALLOW, value: [rule], spread: true });
  }
  const isThere = elementsOf(list).some((element) => element.value === rule);
  return isThere ? undefined : addElement(document, list, rule);
}

/** The values without the rule, and without the list or object that would hold nothing then. */
function withoutRule(values: JsonRecord, rule: string): unknown {
  const permissions = asRecord(values[PERMISSIONS]);
  const allow = permissions?.[ALLOW];
  if (!Array.isArray(allow)) return withoutMember(values, PERMISSIONS, ALLOW);
  const kept = allow.filter((element) => element !== rule);
  return kept.length === 0
    ? withoutMember(values, PERMISSIONS, ALLOW)
    : { ...values, [PERMISSIONS]: { ...permissions, [ALLOW]: kept } };
}
