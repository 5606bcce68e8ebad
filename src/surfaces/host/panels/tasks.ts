/** `/tasks`: what runs in the background of the session; a task can be stopped. */
import { barDuration } from "../../../status/formats.ts";
import { cleanLine } from "../../../text/clean.ts";
import { span } from "../../../text/span.ts";
import type { Task } from "../../../wire/runtime/entities.ts";
import { sayFailure } from "../commands/shared/choose.ts";
import type { HostContext } from "../context.ts";
import type { Panel } from "./panel.ts";
import { type ListRow, listPanel } from "./shared/list-panel.ts";
import { STATUS_TONES } from "./shared/status-tones.ts";

const ACTIVE: readonly Task["status"][] = ["queued", "running"];

export const tasks: Panel = {
  id: "tasks",
  open(context) {
    const texts = context.texts.panels.tasks;
    const listed = (): readonly Task[] => context.ports.runtime.session()?.tasks ?? [];
    return listPanel(context, {
      title: texts.title,
      isSearched: true,
      meta: () => (listed().length === 0 ? undefined : String(listed().length)),
      rows: () => listed().map((task) => taskRow(context, task)),
      empty: () => texts.empty,
      hints: () => (listed().some(({ status }) => ACTIVE.includes(status)) ? [texts.stop] : []),
      choose: () => "handled",
      pressOwn({ name }, row) {
        if (name !== "ctrl+x") return undefined;
        const task = listed().find(({ taskId }) => taskId === row?.key);
        if (task !== undefined && ACTIVE.includes(task.status)) {
          const asked = { kind: "stop-task", taskId: task.taskId } as const;
          void sayFailure(context, context.ports.runtime.ask(asked));
        }
        return "handled";
      },
    });
  },
};

function taskRow({ texts, ports }: HostContext, task: Task): ListRow {
  const words = texts.panels.tasks;
  const { taskId, status, type, title, foreground, startedAtMs } = task;
  const kind = type === undefined ? "" : ` ${type}`;
  const age = startedAtMs === undefined ? undefined : ports.system.nowMs() - startedAtMs;
  const isActive = ACTIVE.includes(status) || status === "stopping";
  return {
    key: taskId,
    label: [
      span(words.status[status], STATUS_TONES[status]),
      span(`${kind} ${cleanLine(title ?? taskId)}`, "text"),
      ...(foreground === true ? [span(` · ${words.foreground}`, "muted")] : []),
    ],
    ...(age !== undefined && age >= 0 && isActive && { detail: [span(barDuration(age), "dim")] }),
  };
}
