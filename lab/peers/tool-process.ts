import { type ChildProcess, spawn } from "node:child_process";
import { splitLines } from "../../src/archive/index.ts";
import type { Command } from "./install.ts";

/** A page as tools are given it. */
export interface ToolPage {
  readonly id: string;
  readonly url: string | null;
  /** The page's markup, decoded. */
  readonly html: string;
}

/** What a tool gave: text, or markup that is still to be read; empty text with an error where it failed. */
export interface ToolAnswer {
  readonly text?: string;
  readonly html?: string;
  readonly title?: string | null;
  readonly error?: string;
  /** Milliseconds that the tool took, without passing page and answer between the processes. */
  readonly ms?: number;
  /** The same in milliseconds of processor time, which other work on the machine hardly changes. */
  readonly cpuMs?: number;
  /** Whether the time was up or the process ended, which may be the machine's fault or the tool's. */
  readonly isLost?: true;
}

const MAX_ANSWER_BYTES = 64_000_000;

/** A tool in a process of its own that answers one page at a time; one that hangs or dies is started again. */
export class ToolProcess {
  readonly #command: Command;
  readonly #limitMs: number;
  #child: ChildProcess | undefined;
  #settle: ((answer: ToolAnswer) => void) | undefined;
  #id = "";

  constructor(command: Command, limitMs: number) {
    this.#command = command;
    this.#limitMs = limitMs;
  }

  /** The tool's answer; never rejects. */
  ask(page: ToolPage): Promise<ToolAnswer> {
    const { promise, resolve } = Promise.withResolvers<ToolAnswer>();
    this.#child ??= this.#start();
    const timer = setTimeout(() => {
      this.close();
      resolve({ error: `no answer in ${this.#limitMs / 1000} s`, isLost: true });
    }, this.#limitMs);
    this.#id = page.id;
    this.#settle = (answer) => {
      clearTimeout(timer);
      this.#settle = undefined;
      resolve(answer);
    };
    this.#child.stdin?.write(`${asLine(page)}\n`);
    return promise;
  }

  /** Ends the process. */
  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const { file, args, folder } = this.#command;
    const child = spawn(file, args, { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
    const end = (error: string): void => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#settle?.({ error, isLost: true });
    };
    child.on("error", ({ message }) => end(message));
    child.on("close", (code, signal) => end(`the process ended with ${signal ?? code}`));
    // A tool that dies during a write is noticed by its end.
    child.stdin.on("error", () => {});
    void this.#listen(child.stdout);
    return child;
  }

  async #listen(stdout: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const { bytes } of splitLines(stdout, MAX_ANSWER_BYTES)) {
      const answer = readAnswer(bytes === undefined ? "" : new TextDecoder().decode(bytes));
      if (answer?.id === this.#id) this.#settle?.(answer);
    }
  }
}

/** JSON on one line for every reader of lines: some end one at U+2028 and U+2029. */
function asLine(page: ToolPage): string {
  return JSON.stringify(page).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}

/** Lines that are not answers are messages for people. */
function readAnswer(line: string): (ToolAnswer & { readonly id: string }) | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  const field = (name: string): string | undefined => {
    const own: unknown = Reflect.get(value, name);
    return typeof own === "string" ? own : undefined;
  };
  const { text, html, title, error } = {
    text: field("text"),
    html: field("html"),
    title: field("title"),
    error: field("error"),
  };
  const { ms, cpuMs } = { ms: figureOf(value, "ms"), cpuMs: figureOf(value, "cpuMs") };
  return {
    id: String(value.id),
    title: title ?? null,
    ...(ms !== undefined && { ms }),
    ...(cpuMs !== undefined && { cpuMs }),
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
    ...(error !== undefined && { error }),
  };
}

function figureOf(value: object, name: string): number | undefined {
  const own: unknown = Reflect.get(value, name);
  return typeof own === "number" ? own : undefined;
}
