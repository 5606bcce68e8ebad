/**
 * What the program promises in public, as data, one file a part. A test that proves a promise says so in a
 * comment, `// covers: ID, ID`; a promise that no test names fails the run.
 */
import { ACP } from "./requirements/acp.ts";
import { AGENT } from "./requirements/agent.ts";
import { HOST_AUTOMATION } from "./requirements/host-automation.ts";
import { HOST_COMMANDS } from "./requirements/host-commands.ts";
import { HOST_CONFIG } from "./requirements/host-config.ts";
import { HOST_FAULTS } from "./requirements/host-faults.ts";
import { HOST_GUIDES } from "./requirements/host-guides.ts";
import { HOST_LINE } from "./requirements/host-line.ts";
import { HOST_PANELS } from "./requirements/host-panels.ts";
import { HOST_REVIEW } from "./requirements/host-review.ts";
import { HOST_SCREEN } from "./requirements/host-screen.ts";
import { HOST_SECURITY } from "./requirements/host-security.ts";
import { MACHINE_COMMANDS } from "./requirements/machine-commands.ts";
import { OSC7501 } from "./requirements/osc7501.ts";
import { RECORD } from "./requirements/record.ts";
import type { RequirementRow } from "./requirements/row.ts";
import { RUNTIME_PROMISES } from "./requirements/runtime.ts";
import { RUNTIME_WIRE } from "./requirements/runtime-wire.ts";
import { STATUS_LINE } from "./requirements/status-line.ts";
import { TRANSCRIPT_AND_DIALOGS } from "./requirements/transcript-and-dialogs.ts";
import { WORKFLOW } from "./requirements/workflow.ts";
import { WORKFLOW_COMMANDS } from "./requirements/workflow-commands.ts";
import { WORKFLOW_GUIDES } from "./requirements/workflow-guides.ts";
import { WORKFLOW_INSTALLS } from "./requirements/workflow-installs.ts";
import { WORKFLOW_STORE } from "./requirements/workflow-store.ts";
import { WORKFLOW_SURFACES } from "./requirements/workflow-surfaces.ts";

export interface Requirement {
  /** Kebab-case; never used for anything else again. */
  readonly id: string;
  /** The promise, one sentence without a full stop. */
  readonly text: string;
  /** Document and section that make it. */
  readonly source: string;
}

const ROWS: readonly RequirementRow[] = [
  ...STATUS_LINE,
  ...RUNTIME_WIRE,
  ...OSC7501,
  ...RECORD,
  ...RUNTIME_PROMISES,
  ...MACHINE_COMMANDS,
  ...HOST_AUTOMATION,
  ...HOST_COMMANDS,
  ...HOST_CONFIG,
  ...HOST_GUIDES,
  ...HOST_PANELS,
  ...HOST_FAULTS,
  ...HOST_LINE,
  ...HOST_REVIEW,
  ...HOST_SCREEN,
  ...HOST_SECURITY,
  ...TRANSCRIPT_AND_DIALOGS,
  ...ACP,
  ...AGENT,
  ...WORKFLOW_COMMANDS,
  ...WORKFLOW_GUIDES,
  ...WORKFLOW_INSTALLS,
  ...WORKFLOW_STORE,
  ...WORKFLOW_SURFACES,
  ...WORKFLOW,
];

export const REQUIREMENTS: readonly Requirement[] = ROWS.map(([id, text, source]) => ({
  id,
  text,
  source,
}));
