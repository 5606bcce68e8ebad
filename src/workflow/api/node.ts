/** The door of workflows in Node and Bun: records in files, and commands as processes. */
export type { EngineHost } from "./host.ts";
export { type NodeHostOptions, nodeHost } from "./node-host.ts";
export { nodeFileStorage } from "./node-storage.ts";
export type { State, Storage } from "./storage.ts";
