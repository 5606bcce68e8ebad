/**
 * The door of workflows: the engine with its machines, hosts and storages, for programs in Node, Bun and
 * browsers. What needs files and processes is behind the door `telltale/workflow/node`.
 */
export type { Result } from "../../base/result.ts";
export type { BindingRecord, HistoryRecord } from "../engine/memory-state.ts";
export {
  type CommandEnv,
  type GuardAnswer,
  WorkflowError,
  type WorkflowErrorKind,
} from "../engine/ports.ts";
export type {
  HistoryEntry,
  InstanceKey,
  InstanceRecord,
  InstanceStatus,
  SessionRecord,
} from "../engine/records.ts";
export type { Location, Reply, Status, StatusInstance, StopDecision } from "../engine/reply.ts";
export { AGENT_INSTRUCTIONS, type ToolDefinition, type ToolSchema } from "../engine/tool.ts";
export type {
  Action,
  ActionList,
  CommandSpec,
  EventType,
  Guard,
  Machine,
  MachineSet,
  Param,
  ParamDescription,
  Prompt,
  State as MachineState,
  StateEvent,
  Transition,
} from "../machine.ts";
export { parseCompiled } from "./compiled.ts";
export { Engine, type Params } from "./engine.ts";
export type { EngineHost } from "./host.ts";
export {
  memoryStorage,
  type State,
  type Storage,
  type StoredKind,
  type StoredRecord,
} from "./storage.ts";
