/** The real thing, as a play drives and reads it: an engine in this process, or the program itself. */
import type {
  HistoryEntry,
  InstanceRecord,
  SessionRecord,
} from "../../../src/workflow/engine/records.ts";
import type { Reply, Status, StopDecision } from "../../../src/workflow/engine/reply.ts";
import type { Pairs } from "./any-deed.ts";
import type { MachineDoc } from "./machine-doc.ts";
import type { Minted } from "./oracle.ts";
import type { Call } from "./walking.ts";

export interface Fired {
  readonly reply: Reply;
  /** What was made; empty texts where nothing was. */
  readonly minted: Minted;
}

type Soon<T> = T | Promise<T>;

export interface Subject {
  /** Puts these machine files in place of those before. */
  readonly configure: (docs: readonly MachineDoc[], idleTexts: readonly string[]) => Soon<void>;
  /** The file that a command of the machines asks for comes or goes. */
  readonly setFlag: (there: boolean) => void;
  readonly setClock: (atMs: number) => void;
  /** Key and text of the session of that conversation. */
  readonly bind: (host: string) => Soon<{ readonly key: string; readonly text: string }>;
  readonly fire: (key: string | undefined, event: string, params: Pairs) => Soon<Fired>;
  readonly stop: (key: string, active: boolean) => Soon<StopDecision>;
  readonly prompt: (key: string) => Soon<void>;
  readonly view: (key: string) => Soon<Reply>;
  /** Header and menu, where there is such a call. */
  readonly events?: (key: string) => Soon<Reply>;
  readonly status: (key: string) => Soon<Status>;
  readonly session: (key: string) => SessionRecord | undefined;
  readonly instance: (machine: string, id: string) => InstanceRecord | undefined;
  readonly byRef: (machine: string, ref: string) => InstanceRecord | undefined;
  readonly history: (machine: string, id: string) => readonly HistoryEntry[];
  /** Commands asked for since the last call, where they can be known. */
  readonly calls?: () => readonly Call[];
  /** What must hold of the files beyond their records. */
  readonly check?: () => void;
  /** Sessions without a conversation cannot stop or hear a prompt; times are those of the machine. */
  readonly isProgram?: true;
}
