/** All that the simulator understands, in the order in which `/help` lists it and words are tried. */
import { compact, loseLogin, notice, reportQuota, reportUsage, retry } from "./account.ts";
import type { AgentRequest } from "./agent-request.ts";
import { listBackground, startBackground } from "./background.ts";
import { changeMode, changeModel, changeTitle } from "./changes.ts";
import { runCommand } from "./commands.ts";
import { crash, fail, hang, reachLimit, refuse, talkNonsense } from "./endings.ts";
import { listFiles, readFile, writeFile } from "./files.ts";
import { delegate } from "./members.ts";
import { askQuestion, askWholeForm, proposePlan } from "./questions.ts";
import { answerRichly, hostileText, streamLines, streamSlowly, thinkAloud } from "./streams.ts";

export const REQUESTS: readonly AgentRequest[] = [
  readFile,
  listFiles,
  writeFile,
  startBackground,
  listBackground,
  runCommand,
  askQuestion,
  askWholeForm,
  proposePlan,
  delegate,
  thinkAloud,
  streamSlowly,
  streamLines,
  answerRichly,
  reportUsage,
  reportQuota,
  compact,
  changeMode,
  changeModel,
  changeTitle,
  retry,
  loseLogin,
  notice,
  fail,
  refuse,
  reachLimit,
  hang,
  crash,
  talkNonsense,
  hostileText,
];
