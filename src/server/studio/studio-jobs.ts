import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { workerUrl } from "../../batch/index.ts";
import { asNewsError, NewsError } from "../../errors/index.ts";
import { type FetchOptions, Slots } from "../../fetch/index.ts";
import { writeSafely } from "../../sets/index.ts";
import type { MinedSite } from "../../site/index.ts";
import type { Job, JobRequest } from "./contract.ts";
import type { JobFile } from "./jobs/train-job.ts";
import type { JobMessage, JobTask } from "./studio-job-worker.ts";

/** What jobs work on. */
export interface JobPlaces {
  /** The folder of the studio's own files. */
  readonly home: string;
  readonly now: () => number;
  /** The folder of an open set. */
  readonly folderOf: (set: string) => string;
  /** How sites are fetched to be mined; without it only sets can be mined. */
  readonly network?: FetchOptions | undefined;
  readonly keepMined: (mined: MinedSite) => Promise<void>;
}

/** The newest jobs, which are remembered. */
const MAX_JOBS = 50;
const JOB_FILE = "job.json";
const ID = /^[\da-f-]{36}$/;
const RUNNING: ReadonlySet<Job["state"]> = new Set(["waiting", "running"]);

/** Long work of the studio, one job at a time, each in a thread of its own; results are kept on disk. */
export class StudioJobs {
  readonly #places: JobPlaces;
  readonly #jobs: Map<string, Job>;
  readonly #listeners = new Map<string, Set<(job: Job) => void>>();
  #queue: Promise<void> = Promise.resolve();
  /** Writes follow each other: the last state of a job is the one on disk. */
  readonly #writes = new Slots(1);
  #running: { readonly id: string; readonly thread: Worker } | undefined;
  #isClosed = false;

  constructor(places: JobPlaces) {
    this.#places = places;
    this.#jobs = new Map(readJobs(this.#folder).map((job) => [job.id, job]));
  }

  /** All jobs, the newest first. */
  list(): readonly Job[] {
    return [...this.#jobs.values()].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  }

  get(id: string): Job {
    const job = this.#jobs.get(id);
    if (job === undefined) throw new NewsError("NOT_FOUND", `There is no job ${id.slice(0, 100)}.`);
    return job;
  }

  /** Starts a job, or lets it wait for those before it. */
  async start(request: JobRequest): Promise<Job> {
    const task = this.#taskOf(request);
    const id = randomUUID();
    const startedAt = new Date(this.#places.now()).toISOString();
    const waiting = { progress: null, step: "", failure: null, result: null };
    const job: Job = { id, request, state: "waiting", startedAt, ...waiting };
    await this.#keep(job);
    // A job's error is in its state; if not even that can be written, the next job still starts.
    this.#queue = this.#queue.then(() => this.#run(id, task)).catch(() => undefined);
    return job;
  }

  #taskOf(request: JobRequest): JobTask {
    const { folderOf, network } = this.#places;
    if (request.kind === "train") return { kind: "train", folder: folderOf(request.set) };
    if (request.kind === "evaluate") {
      const { set, extractors, models = [] } = request;
      if (extractors.length + models.length === 0)
        throw new NewsError("BAD_REQUEST", "Name the extractors to measure.");
      const taught = models.map(({ job, method }, at) => ({
        path: this.file(job, `${method}.json`),
        name: models.slice(0, at).some((before) => before.method === method)
          ? `${method} (taught ${at + 1})`
          : `${method} (taught)`,
      }));
      return { kind: "evaluate", folder: folderOf(set), extractors, models: taught };
    }
    if (request.set !== undefined) return { kind: "mine", folder: folderOf(request.set) };
    if (request.domain === undefined || network === undefined)
      throw new NewsError("BAD_REQUEST", "Name the set whose pages are mined.");
    return { kind: "mine", url: `https://${request.domain}/`, network };
  }

  async #run(id: string, task: JobTask): Promise<void> {
    if (this.#isClosed || this.#jobs.get(id)?.state !== "waiting") return;
    try {
      await this.#change(id, { state: "running", step: "starting" });
      // Cancelled, or the server has ended, meanwhile.
      if (this.#isClosed || this.get(id).state !== "running") return;
      await this.#finish(id, await this.#work(id, task));
    } catch (error) {
      const { code, message, help } = asNewsError(error);
      // A cancelled job fails too, as its thread is ended.
      if (this.get(id).state === "running")
        await this.#change(id, { state: "failed", failure: { code, message, help } });
    } finally {
      this.#running = undefined;
    }
  }

  /** The last message of the thread that does the work. */
  #work(id: string, task: JobTask): Promise<JobMessage> {
    const thread = new Worker(workerUrl(import.meta.url, "studio-job-worker"), { workerData: task });
    this.#running = { id, thread };
    return new Promise((resolve, reject) => {
      thread.on("message", (message: JobMessage) => {
        if (!("told" in message)) resolve(message);
        else if (this.#jobs.get(id)?.state === "running") this.#tell({ ...this.get(id), ...message.told });
      });
      thread.on("error", reject);
      thread.on("exit", () => reject(new NewsError("WORKER_FAILED", "The thread of the job ended.")));
    });
  }

  async #finish(id: string, message: JobMessage): Promise<void> {
    if (this.get(id).state !== "running") return;
    if ("failure" in message) return this.#change(id, { state: "failed", failure: message.failure });
    if ("mined" in message) {
      await this.#places.keepMined(message.mined);
      const result = { kind: "mine", domain: message.mined.site } as const;
      return this.#change(id, { state: "done", progress: 1, step: "", result });
    }
    if (!("done" in message)) return;
    await this.#write(id, message.files);
    await this.#change(id, { state: "done", progress: 1, step: "", result: message.done });
  }

  /** Ends a job; one that has ended stays as it is. */
  async cancel(id: string): Promise<Job> {
    if (RUNNING.has(this.get(id).state)) {
      await this.#change(id, { state: "cancelled", step: "" });
      if (this.#running?.id === id) await this.#running.thread.terminate();
    }
    return this.get(id);
  }

  /** Calls back with a job now and at each change, until unsubscribed. */
  follow(id: string, hear: (job: Job) => void): () => void {
    hear(this.get(id));
    const own = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, own.add(hear));
    return () => own.delete(hear);
  }

  /** The path of a file that a job left behind. */
  file(id: string, name: string): string {
    this.get(id);
    const path = join(this.#folder, id, name);
    if (!/^[\w-]+\.(?:json|md)$/.test(name) || name === JOB_FILE || !existsSync(path))
      throw new NewsError("NOT_FOUND", "The job has made no such file.");
    return path;
  }

  get #folder(): string {
    return join(this.#places.home, "jobs");
  }

  async #write(id: string, files: readonly JobFile[]): Promise<void> {
    for (const { name, text } of files) await writeSafely(join(this.#folder, id, name), text);
  }

  async #change(id: string, change: Partial<Job>): Promise<void> {
    await this.#keep({ ...this.get(id), ...change });
  }

  async #keep(job: Job): Promise<void> {
    const isEnded = job.state === "done" || job.state === "failed";
    if (!isEnded) this.#tell(job);
    try {
      await this.#writes.take(async () => {
        await mkdir(join(this.#folder, job.id), { recursive: true });
        await writeSafely(join(this.#folder, job.id, JOB_FILE), `${JSON.stringify(job)}\n`);
      });
    } finally {
      // Listeners hear of the end once it is on disk.
      if (isEnded) this.#tell(job);
    }
  }

  #tell(job: Job): void {
    this.#jobs.set(job.id, job);
    for (const hear of this.#listeners.get(job.id) ?? []) hear(job);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running?.thread.terminate();
    await this.#queue;
  }
}

/** The jobs of earlier servers; what was running when they ended has failed. */
function readJobs(folder: string): readonly Job[] {
  if (!existsSync(folder)) return [];
  const jobs = readdirSync(folder)
    .filter((name) => ID.test(name))
    .flatMap((id) => readJob(join(folder, id, JOB_FILE)));
  return jobs.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)).slice(0, MAX_JOBS);
}

function readJob(path: string): Job[] {
  try {
    const job = JSON.parse(readFileSync(path, "utf8")) as Job;
    if (!RUNNING.has(job.state)) return [job];
    const { code, message, help } = new NewsError("WORKER_FAILED", "The server ended before the job did.");
    return [{ ...job, state: "failed", failure: { code, message, help } }];
  } catch {
    // A job that was cut off during a write is forgotten.
    return [];
  }
}
