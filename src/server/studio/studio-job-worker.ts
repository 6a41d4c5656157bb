import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { asNewsError, type FailureCode } from "../../errors/index.ts";
import type { FetchOptions } from "../../fetch/index.ts";
import { type MinedSite, mineSite, openFolder, openSite } from "../../site/index.ts";
import type { EvaluateResult, TrainResult } from "./contract.ts";
import { type EvaluateAsked, evaluateSet } from "./jobs/evaluate-job.ts";
import { type JobFile, type JobTold, trainOnSet } from "./jobs/train-job.ts";

/** A job, with folders in place of sets. */
export type JobTask =
  | { readonly kind: "train"; readonly folder: string }
  | ({ readonly kind: "evaluate" } & EvaluateAsked)
  | { readonly kind: "mine"; readonly folder: string }
  | { readonly kind: "mine"; readonly url: string; readonly network: FetchOptions };

/** Messages of the thread of a job. */
export type JobMessage =
  | { readonly told: JobTold }
  | { readonly done: TrainResult | EvaluateResult; readonly files: readonly JobFile[] }
  | { readonly mined: MinedSite }
  | { readonly failure: { readonly code: FailureCode; readonly message: string; readonly help: string } };

/** Articles that a site is mined from: more gain next to nothing, and people wait. */
const MAX_ARTICLES = 60;

async function work(task: JobTask): Promise<JobMessage> {
  const tell = (told: JobTold) => send({ told });
  if (task.kind === "train") {
    const [done, files] = await trainOnSet(task.folder, { tell });
    return { done, files };
  }
  if (task.kind === "evaluate") return { done: await evaluateSet(task, { tell }), files: [] };
  const source =
    "folder" in task
      ? await openFolder(join(task.folder, "index.jsonl"))
      : await openSite(task.url, task.network);
  const mined = await mineSite(source, {
    maxArticles: MAX_ARTICLES,
    onProgress: ({ step, pages }) => tell({ step: `${step}: ${pages} pages`, progress: null }),
  });
  return { mined };
}

function send(message: JobMessage): void {
  parentPort?.postMessage(message);
}

// The thread of one job: it begins when it is started.
try {
  send(await work(workerData as JobTask));
} catch (error) {
  const { code, message, help } = asNewsError(error);
  send({ failure: { code, message, help } });
}
